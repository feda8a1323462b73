-- Numbers that an integer type cannot hold: how operations convert them.
local tensor = require 'tensor'

local function bytes(...) return tensor.ByteTensor { ... } end

describe('a number beside a tensor of integers', function()
   it('is compared as it is', function()
      local seven = bytes(7)
      for _, case in ipairs {
         { 'lt', 7.5, 1 }, { 'lt', -1, 0 }, { 'gt', -1, 1 }, { 'eq', 7.5, 0 }, { 'eq', 263, 0 }, { 'ne', 263, 1 },
         { 'le', 7.5, 1 }, { 'ge', 7.5, 0 }, { 'lt', math.huge, 1 }, { 'gt', -math.huge, 1 },
         { 'eq', 0 / 0, 0 }, { 'eq', 7, 1 },
      } do
         assert.equal(case[3], seven[case[1]](seven, case[2])[1], case[1] .. ' ' .. case[2])
      end
      assert.equal(0, bytes(255):eq(-1)[1])
      assert.equal(1, tensor.lt(-1, bytes(7))[1])
      assert.equal(0, tensor.BoolTensor { 1 }:eq(2)[1])
   end)

   it('limits as the nearest that the type holds', function()
      assert.equal(7, bytes(7):clamp(-5, 300)[1])
      assert.equal(255, bytes(1):cmax(300)[1])
      assert.equal(0, bytes(1):cmin(-4)[1])
      assert.equal(127, tensor.CharTensor { 3 }:cmax(1e9)[1])
   end)

   it('is converted as by copy for all else', function()
      assert.equal(14, tensor.IntTensor { 7 }:mul(2.5)[1])
      assert.equal(6, bytes(7):add(255)[1])
   end)
end)

describe('tables', function()
   it('may hold truth values', function()
      local x = tensor.BoolTensor { { true, false }, { false, true } }
      assert.equal(2, x:sum())
      assert.equal(0, x[1][2])
   end)
end)

describe('map', function()
   it('reads an overlapping operand as it was before', function()
      local x = tensor.range(1, 6)
      x:narrow(1, 2, 5):map(x:narrow(1, 1, 5), function(_, b) return b end)
      for i, value in ipairs { 1, 1, 2, 3, 4, 5 } do assert.equal(value, x[i]) end
   end)
end)

describe('the product a * b', function()
   it('names the line of its error', function()
      local ok, message = pcall(function() return tensor.ones(2, 3) * tensor.ones(2, 3) end)
      assert.falsy(ok)
      assert.truthy(message:find 'number_spec.lua:%d+: a %* b: 2x3 times 2x3')
   end)
end)
