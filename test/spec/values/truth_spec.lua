-- Bools in memory of others: a byte that is neither 0 nor 1 counts as 1 everywhere.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local places = require 'spec.support.places'
local product = require 'spec.support.product'

-- The same bools, those that are true as other bytes; lists of them too; other values as they are.
local function forged(x)
   if type(x) == 'table' then
      local list = {}
      for key, value in pairs(x) do list[key] = forged(value) end
      return list
   end
   if not tensor.isTensor(x) or x:type() ~= 'torch.BoolTensor' or x:nElement() == 0 then return x end
   local bytes = x:byte():contiguous():view(-1)
   bytes:cmul(tensor.range(0, bytes:nElement() - 1):fmod(254):add(2):byte()) -- 2, 3, ... 255, 2, ...
   return tensor.fromBlob(bytes:dataPtr(), { sizes = x:size(), dtype = 'bool' }, bytes)
end

describe('a bool that is another byte than 0 and 1', function()
   it('is true for every function', function()
      local levels, compared = tensor.simdLevels(), 0
      for _, call in ipairs(calls()) do
         local at = places.new { dtype = 'bool', size = 'odd', layout = 'contiguous', offset = 0,
            generator_kind = 'mersenne' }
         local make = call.make
         local ok, expected = product.run(call, at, 'base', 1)
         call.make = function(...) return forged(make(...)) end
         local done, got = product.run(call, at, levels[#levels], 1)
         assert(ok == done, ('%s: %s'):format(call.name, tostring((ok and got or expected)[1])))
         assert(not ok or product.same(expected, got), call.name .. ' differs')
         compared = compared + (ok and 1 or 0)
      end
      assert(compared > 200, compared)
   end)

   it('is read as 1, converted to 1, and counted once', function()
      local bytes = tensor.ByteTensor { 0, 1, 2, 255, 0, 128 }
      local x = tensor.fromString(bytes:string(), { dtype = 'bool' })
      assert.same({ 0, 1, 1, 1, 0, 1 }, x:totable())
      assert.same({ 0, 1, 1, 1, 0, 1 }, x:storage():totable())
      assert.same({ 0, 1, 1, 1, 0, 1 }, x:byte():totable())
      assert.same({ 0, 1, 1, 1, 0, 1 }, { x[1], x[2], x[3], x[4], x[5], x[6] })
      assert.equal(4, x:sum())
      assert.equal(4, x:long():dot(x:long()))
      assert.same({ 2, 3, 4, 6 }, tensor.nonzero(x):view(-1):totable())
      assert.same({ 20, 30, 40, 60 }, (tensor.range(10, 60, 10)):maskedSelect(x):totable())
      assert.is_true(tensor.equal(x, bytes:bool()))
      assert.same({ 1, 2 }, { x:max(1)[1], select(2, x:max(1))[1] })
      assert.same({ 0, 1 }, { x:min(1)[1], select(2, x:min(1))[1] })
      assert.same({ 0, 0, 1, 1, 1, 1 }, (x:sort()):totable())
   end)

   it('is read as 1 by compiled loops', function()
      local x, sum = tensor.fromString(('\0\255'):rep(200), { dtype = 'bool' }), 0
      for i = 1, x:size(1) do sum = sum + x[i] end
      assert.equal(200, sum)
   end)
end)
