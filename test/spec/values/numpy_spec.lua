-- NumPy's answers, for functions that other specs compare with plain Lua only. They are in test/data/numpy,
-- written by test/long/numerics/answers.py. Every case runs on float and double, with its operands in row-major
-- and column-major order.
local tensor = require 'tensor'

local chapters = { 'reductions', 'ordering', 'indexing', 'convolutions', 'algebra' }
local precision = { Float = 2 ^ -24, Double = 2 ^ -53 }
local types = { long = 'Long', byte = 'Byte' }
local compile = loadstring or load -- luacheck: ignore 113

-- A tensor of the given sizes and elements; if turned, its last dimension is outermost in memory.
local function tensor_of(text, floating, turned)
   local kind, size, elements = text[1], text[2], text[3]
   local x = tensor[(types[kind] or floating) .. 'Tensor'](elements):view(tensor.LongStorage(size))
   if not turned then return x end
   local last = #size
   return x:transpose(1, last):clone():transpose(1, last)
end

local function text_of(list) return table.concat(list, 'x') end

-- Fails unless got is NumPy's answer, within slack units of the precision, relative to the largest element.
local function compare(expected, got, floating, slack)
   if type(expected) ~= 'table' then
      expected, got = { floating, {}, { expected } }, type(got) == 'boolean' and { got } or { tonumber(got) }
   else
      assert.equal('torch.' .. (types[expected[1]] or floating) .. 'Tensor', got:type())
      assert.equal(text_of(expected[2]), text_of(got:size():totable()))
      got = got:contiguous():view(-1):totable()
   end
   if type(got[1]) == 'boolean' then return assert.equal(expected[3][1], got[1]) end
   local largest = 0
   for _, x in ipairs(expected[3]) do if math.abs(x) < math.huge then largest = math.max(largest, math.abs(x)) end end
   local bound = types[expected[1]] and 0 or slack * precision[floating] * largest
   for k, x in ipairs(expected[3]) do
      local y = tonumber(got[k])
      local is_near = x == y or x ~= x and y ~= y or math.abs(x - y) <= bound
      assert(is_near, ('element %d is %.17g instead of %.17g'):format(k, y, x))
   end
end

-- The sorted names of the operands, for the parameters of a function.
local function names_of(operands)
   local names = {}
   for name in pairs(operands) do names[#names + 1] = name end
   table.sort(names)
   return names
end

local function run(case, floating, turned)
   local code, operands, expected, slack = case[1], case[2], case[3], case[4]
   local names, given = names_of(operands), {}
   for k, name in ipairs(names) do given[k] = tensor_of(operands[name], floating, turned) end
   local f = assert(compile(('local tensor, %s = ... return %s'):format(table.concat(names, ', '), code)))
   local got = { f(tensor, (table.unpack or unpack)(given)) }
   assert.equal(#expected, #got)
   for k, x in ipairs(expected) do compare(x, got[k], floating, slack) end
end

describe('by NumPy', function()
   for _, chapter in ipairs(chapters) do
      local cases = dofile('test/data/numpy/' .. chapter .. '.lua')
      it('there are ' .. chapter, function() assert(#cases > 10) end)
      for k, case in ipairs(cases) do
         it(('%s %d: %s'):format(chapter, k, case[1]), function()
            for _, floating in ipairs { 'Float', 'Double' } do
               for _, turned in ipairs { false, true } do run(case, floating, turned) end
            end
         end)
      end
   end
end)
