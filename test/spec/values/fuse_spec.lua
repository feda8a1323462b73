-- tensor.fuse: a chain in one pass gives the same bits as its operations one after the other.
local tensor = require 'tensor'
local pointwise = require 'spec.support.pointwise'

local unpack = table.unpack or unpack

local seed = 4711
local function random(n)
   seed = (seed * 16807) % 2147483647
   return seed % n + 1
end

local function bits_of(x)
   if not pcall(tensor.isnan, x) then return x end -- an integer type
   return tensor.isnan(x):long(), x:clone():maskedFill(tensor.isnan(x), 0), tensor.cinv(x):lt(0)
end

-- Equal numbers, NaN in the same places, and zeros of the same sign.
local function same(a, b)
   if a:type() ~= b:type() or not a:isSameSizeAs(b) then return false end
   local one, two = { bits_of(a) }, { bits_of(b) }
   for k = 1, #one do
      if one[k]:ne(two[k]):long():sum() ~= 0 then return false end
   end
   return true
end

local function refuses(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert(message:find(text, 1, true), message)
end

-- A chain as text. Each step takes values computed before.
local steps = {
   function(v) return ('%s:add(%s)'):format(v(), v()) end,
   function(v) return ('%s:add(0.5, %s)'):format(v(), v()) end,
   function(v) return ('%s:cmul(%s)'):format(v(), v()) end,
   function(v) return ('%s - %s'):format(v(), v()) end,
   function(v) return ('%s:cmax(%s)'):format(v(), v()) end,
   function(v) return ('%s:clamp(-1, 2)'):format(v()) end,
   function(v) return ('%s * 3'):format(v()) end,
   function(v) return ('2 - %s'):format(v()) end,
   function(v) return ('-%s'):format(v()) end,
   function(v) return ('%s:abs()'):format(v()) end,
   function(v) return ('%s:addcmul(2, %s, %s)'):format(v(), v(), v()) end,
   function(v) return ('%s:addcmul(%s, %s)'):format(v(), v(), v()) end,
}

-- The text of a random chain. It computes on tensors too, if on_tensors inserts copies.
local function chain(count, ninputs, last)
   local lines, names = { 'local values = {...}' }, {}
   for k = 1, ninputs do names[k] = ('values[%d]'):format(k) end
   local function pick() return names[random(#names)] end
   for k = 1, count do
      local target = ('values[%d]'):format(ninputs + k)
      local text = steps[random(#steps)](pick)
      lines[#lines + 1] = ('%s = %s'):format(target, text)
      names[#names + 1] = target
   end
   lines[#lines + 1] = 'return ' .. (last or names[#names])
   return table.concat(lines, '\n')
end

-- Methods change tensors but not expressions, so copy a tensor before each method.
local function on_tensors(text)
   return (text:gsub('(values%[%d+%]):(%l+)', '%1:clone():%2'))
end

local function compile(text)
   return assert((loadstring or load)(text))
end

describe('a fused chain', function()
   after_each(function() tensor.setnumthreads(1) end)

   it('has functions of expressions, of which the first need not be one', function()
      local x, y = tensor.DoubleTensor { 1, 2, 3 }, tensor.DoubleTensor { 3, 5, 7 }
      local f = tensor.fuse(function(a) return tensor.cmax(tensor.pow(2, a), tensor.cmul(y, a)) - tensor.tanh(a) end)
      assert(same(tensor.cmax(tensor.pow(2, x), y:clone():cmul(x)) - tensor.tanh(x), f(x)))
      refuses('sum is no point-wise function', tensor.fuse(function(a) return tensor.sum(a) end), x)
      refuses('add: got', tensor.fuse(function(a) return y:add(a) end), x) -- y would have to change
      local kept
      tensor.fuse(function(a) kept = a return a end)(x)
      refuses('has ended', tensor.tanh, kept)
   end)

   it('has every point-wise row, for every type', function()
      local checked = 0
      for name, op in pairs(tensor.ops) do
         for _, type_row in ipairs(pointwise.types()) do
            if pointwise.is_defined(name, type_row.dtype) then
               local case = pointwise.case(name, type_row)
               local operands = {}
               for k = 1, op.operands do operands[k] = tensor[type_row.name .. 'Tensor'](case.operands[k]) end
               local arguments = case:arguments(operands, case.numbers)
               local divides = (name:find 'div$' or name == 'cfmod' or name == 'cremainder' or name == 'floorDivide')
                  and not case.format.floating
               local g = tensor.fuse(function(x, ...) return x[name](x, ...) end)
               if divides then
                  refuses('an element may be 0', g, unpack(arguments))
               else
                  local expected = tensor[name](unpack(arguments))
                  assert(same(expected, g(unpack(arguments))), name .. ' of ' .. type_row.name)
                  local h = tensor.fuse(function(...) return tensor[name](...) end)
                  assert(same(expected, h(unpack(arguments))), name .. ' of ' .. type_row.name .. ' as a function')
                  checked = checked + 1
               end
            end
         end
      end
      assert(checked > 400, checked)
   end)

   it('takes tensors of outside on either side of an operator', function()
      local x, y = tensor.FloatTensor { 3, 2, 5 }, tensor.FloatTensor { 10, 20, 7 }
      for _, expression in ipairs { 'a + b', 'b + a', 'a - b', 'b - a', 'a / b', 'b / a', 'a % b', 'b % a', 'b ^ a' } do
         local f = compile('return function(a, b) return ' .. expression .. ' end')()
         assert(same(f(x, y), tensor.fuse(function(a) return f(a, y) end)(x)), expression)
      end
      local foreign = setmetatable({}, { __sub = function(a, b) return { a, b } end })
      assert.equal(foreign, (x - foreign)[2])
      assert.has_error(function() return x - {} end, 'a - b: a Tensor or a number expected, got table')
   end)

   it('gives what random chains give step by step, in any geometry', function()
      local sizes = { 1, 7, 64, 500, 2049 }
      for round = 1, 150 do
         local text = chain(random(12), 3)
         local rows, columns = sizes[random(5)], sizes[random(4)]
         local make = ({ 'FloatTensor', 'DoubleTensor', 'IntTensor', 'ByteTensor', 'HalfTensor' })[random(5)]
         local function fresh(a, b) return tensor[make](a, b):copy(tensor.randn(a, b):mul(4)) end
         local inputs = { fresh(rows, columns), fresh(columns, rows):t(), fresh(rows, 1) }
         if random(2) == 1 then inputs[3] = fresh(1, 2 * columns):narrow(2, 2, columns) end
         if random(2) == 1 then inputs[1] = fresh(2 * rows, columns):unfold(1, 1, 2):select(3, 1) end
         -- Add every input to the result, so that the result has the sizes of all inputs.
         text = text:gsub('return (.*)$', 'return %1 + values[1]:add(values[2]):add(values[3])')
         tensor.setnumthreads(random(3))
         local got = tensor.fuse(compile(text))(unpack(inputs))
         local expected = compile(on_tensors(text):gsub('values%[1%]:clone', 'values[1]:clone'))(unpack(inputs))
         assert(same(expected, got), ('round %d, %s of %dx%d:\n%s'):format(round, make, rows, columns, text))
      end
   end)

   it('turns as many wide operands as a chain can have, of two or three rows', function()
      for rows = 2, 3 do
         local inputs, expected = {}, tensor.zeros(rows, 5000, { dtype = 'double' })
         for k = 1, 11 do
            inputs[k] = tensor.randn(5000, rows):double():t()
            expected:add(inputs[k])
         end
         inputs[1] = inputs[1]:contiguous()
         local got = tensor.fuse(function(sum, ...)
            for k = 1, select('#', ...) do sum = sum + select(k, ...) end
            return sum
         end)(unpack(inputs))
         assert(same(expected, got), rows)
      end
   end)

   it('broadcasts, and leaves out what no result needs', function()
      local a, b = tensor.randn(3, 1), tensor.randn(4)
      local g = tensor.fuse(function(x, y) local _ = x:exp(); return x:cmul(y) end)
      assert(same(tensor.cmul(a, b), g(a, b)))
      local first = tensor.fuse(function(x) return x:mul(2) end)
      assert.same({ 3, 1 }, first(a, tensor.randn(7, 7)):size():totable())
   end)

   it('is the same for every number of threads and on every level', function()
      local best = tensor.getSimd()
      local a, b, c = tensor.randn(700, 900), tensor.randn(900, 700):t(), tensor.randn(900)
      local g = tensor.fuse(function(x, y, z) return (x:cmul(y) + z):tanh():mul(0.5):add(x) end)
      local expected = tensor.cmul(a, b):add(c):tanh():mul(0.5):add(a)
      for threads = 1, 8 do
         tensor.setnumthreads(threads)
         assert(same(expected, g(a, b, c)), threads .. ' threads')
      end
      for _, level in ipairs(tensor.simdLevels()) do
         tensor.setSimd(level)
         local got = g(a, b, c)
         tensor.setSimd(best)
         assert(same(expected, got), level)
      end
   end)

   it('converts between types on the way', function()
      local x = tensor.ByteTensor { 0, 51, 255 }
      local y = tensor.fuse(function(e) return e:float():div(255) end)(x)
      assert.equal('torch.FloatTensor', y:type())
      assert(same(x:float():div(255), y))
      local positive = tensor.fuse(function(e) return e:gt(60):type('torch.DoubleTensor'):mul(0.5) end)(x)
      assert.same({ 0, 0, 0.5 }, positive:totable())
      local compared = tensor.fuse(function(e) return e:lt(50.5) end)(x)
      assert.same({ 1, 0, 0 }, compared:totable())
      assert.equal('torch.ByteTensor', compared:type())
   end)

   it('takes tensors and numbers from around the function, and other fused functions', function()
      local w, rate = tensor.randn(5), 3
      local scale = tensor.fuse(function(e) return e:cmul(w) end)
      local g = tensor.fuse(function(e) return scale(e) + rate end)
      local x = tensor.randn(5)
      assert(same(tensor.cmul(x, w) + 3, g(x)))
      rate = 4
      assert(same(tensor.cmul(x, w) + 4, g(x)))
   end)
end)

describe('results of a fused chain', function()
   it('go into given tensors, which are resized', function()
      local x, out = tensor.randn(4, 5), tensor.FloatTensor()
      local g = tensor.fuse(function(e) return e:mul(2) end)
      assert.equal(out, g:into(out, x))
      assert(same(tensor.mul(x, 2), out))
      local mask = tensor.BoolTensor()
      tensor.fuse(function(e) return e:gt(0) end):into(mask, x)
      assert(same(x:gt(0), mask:byte()))
   end)

   it('may be several, and inputs too', function()
      local momentum = tensor.fuse(function(p, g, m)
         local after = m * 0.9 + g
         return p - after * 0.1, after
      end)
      local p, g, m = tensor.randn(3000), tensor.randn(3000), tensor.randn(3000)
      local after = m * 0.9 + g
      local expected = p - after * 0.1
      local got_p, got_m = momentum:into({ p, m }, p, g, m)
      assert(same(expected, got_p) and same(after, got_m))
      assert(same(expected, p) and same(after, m))
   end)

   it('may swap their inputs', function()
      local x, y = tensor.randn(5000), tensor.randn(5000)
      local x0, y0 = x:clone(), y:clone()
      tensor.fuse(function(a, b) return b, a end):into({ x, y }, x, y)
      assert(same(y0, x) and same(x0, y))
   end)

   it('may overlap an input in part', function()
      local base = tensor.randn(5001)
      local x, y = base:narrow(1, 1, 5000), base:narrow(1, 2, 5000)
      local expected = tensor.mul(x, 2):add(1)
      tensor.fuse(function(e) return e * 2 + 1 end):into(y, x)
      assert(same(expected, y))
   end)

   it('are given memory back', function()
      local g = tensor.fuse(function(a, b) return (a + b):exp() end)
      local x, out = tensor.randn(100, 100), tensor.FloatTensor(100, 100)
      for _ = 1, 3 do collectgarbage() end
      local before = tensor.memoryStats().live
      for _ = 1, 200 do g:into(out, x, x:t()) end
      for _ = 1, 3 do collectgarbage() end
      assert.equal(before, tensor.memoryStats().live)
   end)

   it('are given memory back even where the module is loaded anew meanwhile', function()
      local child = require 'spec.support.child'
      assert.equal('same\n', child.output [[
         local function collect() for _ = 1, 3 do collectgarbage() end end
         collect()
         local before = tensor.memoryStats().live
         collectgarbage 'stop'
         pcall(tensor.fuse(function(a) error(a) end), tensor.ones(1000))
         for name in pairs(package.loaded) do
            if name:find '^tensor' then package.loaded[name] = nil end
         end
         local again = require 'tensor'
         collectgarbage 'restart'
         collect()
         print(again.memoryStats().live == before and 'same' or again.memoryStats().live - before)
      ]])
   end)

   it('of no elements are fine', function()
      local g = tensor.fuse(function(a) return a + 1 end)
      assert.same({ 0, 3 }, g(tensor.zeros(0, 3)):size():totable())
   end)
end)

describe('a wrong chain', function()
   local x = tensor.ones(3)

   it('cannot compare, measure or change an expression', function()
      for _, f in ipairs {
         function(a) return a == a + 1 end, function(a) return a < a + 1 end, function(a) return a <= a + 1 end,
         function(a) return a .. 'x' end, function(a) a.field = 1 end,
      } do
         refuses('an expression has no elements', tensor.fuse(f), tensor.ones(3))
      end
   end)

   it('is refused with what is wrong', function()
      local function on(f, ...) return tensor.fuse(f)(...) end
      refuses('a function expected, got number', tensor.fuse, 1)
      refuses('a:cmul(b)', on, function(a) return a * a end, x)
      refuses('result 1 is a number', on, function() return 1 end, x)
      refuses('returned nothing', on, function() end, x)
      refuses('convert one', on, function(a) return a + tensor.ones(3):double() end, x)
      refuses('do not broadcast', on, function(a, b) return a + b end, x, tensor.ones(4))
      refuses('results are of sizes 3 and 2x3', on, function(a, b) return a, a + b end, x, tensor.ones(2, 3))
      refuses('division of a torch.IntTensor by zero', on, function(a) return a / 0 end, x:int())
      refuses('not defined for torch.IntTensor', on, function(a) return a:exp() end, x:int())
      refuses('operands given', on, function(a) return a:clamp(1) end, x)
      refuses('must be a number', on, function(a) return a:clamp(1, a) end, x)
      refuses('got nil', on, function(a) return a:add(nil) end, x)
      refuses('the name of a type', on, function(a) return a:type('fish') end, x)
      refuses('a tensor without elements', on, function(a) return a end, tensor.FloatTensor())
      refuses('at most 64', on, function(a) for _ = 1, 100 do a = a + 1 end return a end, x)
      refuses('boo', on, function() error 'boo' end, x)
   end)

   it('leaves its results alone', function()
      local out = tensor.ones(2)
      local g = tensor.fuse(function(a, b) return a + b end)
      refuses('do not broadcast', g.into, g, out, x, tensor.ones(4))
      refuses('2 result tensors given', g.into, g, { out, out }, x, x)
      refuses('must be a Tensor', g.into, g, { 1 }, x, x)
      refuses('torch.DoubleTensor', g.into, g, tensor.DoubleTensor(), x, x)
      local two = tensor.fuse(function(a) return a, a + 1 end)
      refuses('share memory', two.into, two, { out, out }, x)
      refuses('give a table', two.into, two, out, x)
      refuses('needs a result', g.into, g, nil, x, x)
      assert.same({ 1, 1 }, out:totable())
   end)

   it('runs at each call, and sees what has changed around it', function()
      local by, other = 2, tensor.FloatTensor { 1, 1 }
      local f = tensor.fuse(function(a) return a * by + other end)
      local y = tensor.FloatTensor { 3, 4 }
      assert.same({ 7, 9 }, f(y):totable())
      by, other = 10, tensor.FloatTensor { 5, 5 }
      assert.same({ 35, 45 }, f(y):totable())
      other[1] = 0
      assert.same({ 30, 45 }, f(y):totable())
   end)

   it('may call others, and fail, without harm to the calls around it', function()
      local y, kept = tensor.FloatTensor { 1, 2 }, nil
      local fails = tensor.fuse(function(a) kept = a; error('no', 0) end)
      local inner = tensor.fuse(function(a) return a + 1 end)
      local outer = tensor.fuse(function(a)
         local ok, message = pcall(fails, y)
         assert(not ok and message == 'no')
         return a * 2 + inner(y) + inner(a)
      end)
      for _ = 1, 3 do assert.same({ 6, 10 }, outer(y):totable()) end
      refuses('has ended', function() return kept + 1 end)
      assert.is_false(pcall(fails, y))
      for _ = 1, 3 do assert.same({ 6, 10 }, outer(y):totable()) end
      collectgarbage()
      collectgarbage()
      assert.same({ 2, 3 }, inner(y):totable())
      refuses('has ended', function() return kept + 1 end)
   end)

   it('does not fuse what makes real numbers of complex ones', function()
      local z = tensor.complex(x:double(), x:double())
      for _, name in ipairs { 'abs', 'angle' } do
         refuses('is not fused; call it outside', tensor.fuse(function(a) return (a + 1)[name](a):add(1) end), z)
      end
   end)

   it('cannot be kept beyond the call, or mixed with another', function()
      local kept
      tensor.fuse(function(a) kept = a; return a + 1 end)(x)
      refuses('has ended', function() return kept + 1 end)
      refuses('has ended', function() return tensor.fuse(function(a) return kept + a end)(x) end)
      tensor.fuse(function(a)
         refuses('cannot be mixed', tensor.fuse(function(b) return a + b end), x)
         return a
      end)(x)
      assert.equal('tensor.Expression', getmetatable(kept))
   end)
end)
