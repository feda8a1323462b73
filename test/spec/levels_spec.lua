-- The same bits on every SIMD level and for every number of threads.
local child = require 'spec.support.child'

local all = os.getenv 'TH_TEST_ALL' == '1'

-- Prints a digest of the results of each point-wise row for each dtype. COUNT elements; ROWS limits the rows.
local digest = [[
local seed = 12345
local function random()
   seed = (seed * 16807) % 2147483647
   return seed / 2147483647
end

-- Magnitudes from 2^-12 to 2^12, some zeros; whole numbers for integer types, none of them 0.
local function sample(floating)
   local x = (random() - 0.5) * 2 ^ (math.floor(random() * 24) - 11)
   if floating then return random() < 0.02 and 0 or x end
   return math.floor(random() * 120) + 1
end

local hash = 0
local function add(t)
   local function visit(x)
      if type(x) == 'table' then for _, y in ipairs(x) do visit(y) end return end
      local s = type(x) == 'number' and (x ~= x and 'nan' or ('%.17g'):format(x)) or tostring(x)
      for i = 1, #s do hash = (hash * 31 + s:byte(i)) % 4294967296 end
   end
   visit(t:totable())
end

local pointwise = require 'spec.support.pointwise'
local signatures = {}
for _, row in ipairs(tensor.rows) do signatures[row.name] = row.signature end
local names = ROWS
if not names then
   names = {}
   for name in pairs(tensor.ops) do names[#names + 1] = name end
   table.sort(names)
end
for _, row in ipairs(pointwise.types()) do
   local floating = tensor[row.name .. 'Tensor']{0.5}:totable()[1] == 0.5
   local operands = {}
   if WIDE and row.name ~= 'Float' and row.name ~= 'Int' then operands = nil end
   for k = 1, operands and 3 or 0 do
      local list = {}
      for i = 1, COUNT do list[i] = sample(floating) end
      operands[k] = tensor[row.name .. 'Tensor'](list)
   end
   for _, name in ipairs(operands and names or {}) do
      if pointwise.is_defined(name, row.dtype) then
         local op, list, factor = tensor.ops[name], {}, signatures[name]:find('factor', 1, true)
         for k = 1, op.operands do
            if k == 2 and factor then list[#list + 1] = 3 end
            list[#list + 1] = operands[k]
         end
         for k = 1, factor and 0 or op.numbers do list[#list + 1] = k end
         local result = tensor[name]((table.unpack or unpack)(list))
         hash = 0
         add(result)
         io.write(row.name, ' ', name, ' ', ('%.0f'):format(hash), '\n')
      end
   end
end
]]

local function with(count, rows, wide)
   return (digest:gsub('COUNT', tostring(count)):gsub('ROWS', rows or 'nil'):gsub('WIDE', tostring(wide or false)))
end

-- The first line in which two digests differ.
local function difference(one, other)
   local next_line = other:gmatch '[^\n]+'
   for line in one:gmatch '[^\n]+' do
      local second = next_line()
      if line ~= second then return line .. ' against ' .. tostring(second) end
   end
end

describe('results have the same bits', function()
   it('on every SIMD level', function()
      local code = with(all and 5003 or 259)
      local base = child.output(code, { TH_SIMD = 'base' })
      assert(#base > 1000)
      for _, level in ipairs { 'avx2', 'avx512' } do
         assert.is_nil(difference(base, child.output(code, { TH_SIMD = level })))
      end
   end)

   it('for every number of threads', function()
      local rows = all and 'nil' or jit and '{ "cadd", "exp", "cdiv", "addcmul", "lt" }' or '{ "exp" }'
      local code = with(150000, rows, true)
      local one = child.output(code, { TH_NUM_THREADS = 1 }, 600)
      assert(one:find 'Float exp %d')
      for _, threads in ipairs(all and { 2, 3, 4, 5, 6, 7, 8 } or { 2, 8 }) do
         assert.is_nil(difference(one, child.output(code, { TH_NUM_THREADS = threads }, 600)))
      end
   end)
end)
