-- where: a choice between two operands by a mask, and the positions of what is not 0.
local holds = require 'spec.support.holds'
local tensor = require 'tensor'

local B, I, F, D = tensor.ByteTensor, tensor.IntTensor, tensor.FloatTensor, tensor.DoubleTensor
local nan, inf = 0 / 0, math.huge

local function fails(f, message) assert.error_matches(f, message, 1, true) end

describe('where', function()
   it('takes a where the condition is not 0, else b, for every type', function()
      for name, new in pairs(tensor) do
         local kind = tostring(name):match '^(%w+)Tensor$'
         if type(new) == 'table' and new.dtype and kind and not kind:find '^QU?Int' and not kind:find '^Complex' then
            local a, b = new { 1, 0, 1, 0 }, new { 0, 1, 0, 1 }
            holds({ 1, 1, 0, 0 }, tensor.where(B { 1, 0, 0, 7 }, a, b):byte())
            assert.equal(a:type(), tensor.where(B { 1, 0, 0, 7 }, a, b):type())
         end
      end
   end)

   it('agrees with plain Lua for vectors of all lengths, gaps, numbers and broadcasts', function()
      for n = 1, 70 do
         local a, b, c = {}, {}, {}
         for i = 1, n do a[i], b[i], c[i] = i, -i, (i * 7 + n) % 3 == 0 and 1 or 0 end
         local function wanted(x, y)
            local list = {}
            for i = 1, n do
               if c[i] == 1 then list[i] = x and x[i] or 5 else list[i] = y and y[i] or 6 end
            end
            return list
         end
         for _, new in ipairs { F, D, tensor.ShortTensor, tensor.CharTensor } do
            local ta, tb, tc = new(a), new(b), B(c)
            holds(wanted(a, b), tensor.where(tc, ta, tb))
            holds(wanted(nil, b), tensor.where(tc, 5, tb))
            holds(wanted(a, nil), tensor.where(tc, ta, 6))
            holds(wanted(), tensor.where(tc, 5, 6), 'Float')
            local gaps = new(n, 2):zero():select(2, 1):copy(ta)
            holds(wanted(a, b), tensor.where(tc, gaps, tb))
            holds(wanted(a, b), tensor.where(tc:bool(), gaps, tb))
         end
      end
      local rows, columns = F { { 1 }, { 2 } }, F { { 10, 20, 30 } }
      holds({ { 1, 20, 1 }, { 2, 20, 2 } }, tensor.where(B { 1, 0, 1 }, rows, columns))
      holds({ { 1, 20, 1 }, { 10, 2, 30 } }, tensor.where(B { { 1, 0, 1 }, { 0, 1, 0 } }, rows, columns))
      holds({ { 10, 10, 10 }, { 20, 20, 20 } }, tensor.where(B { 1 }, F { { 10 }, { 20 } }:expand(2, 3), 0))
   end)

   it('does not let NaN of the other operand through', function()
      holds({ 1, 2, 3 }, tensor.where(B { 1, 0, 1 }, F { 1, nan, 3 }, F { nan, 2, inf }))
      holds({ 1, nan }, tensor.where(B { 1, 0 }, F { 1, 2 }, nan))
   end)

   it('meets types, and keeps that of a result', function()
      holds({ 1, 0.5 }, tensor.where(B { 1, 0 }, I { 1, 2 }, F { 0.25, 0.5 }), 'Float')
      holds({ 1, 2 }, tensor.where(B { 1, 0 }, B { 1, 2 }, tensor.CharTensor { 1, 2 }), 'Short')
      holds({ 1, 2 }, tensor.where(B { 1, 0 }, I { 1, 2 }, 2.75), 'Int') -- a number takes the other's type
      local r = D(5)
      assert.equal(r, tensor.where(r, B { 1, 0 }, F { 1, 2 }, 0.5))
      holds({ 1, 0.5 }, r, 'Double')
      fails(function() tensor.where(I(), B { 1, 0 }, F { 1, 2 }, 0) end, 'where: the result is a torch.IntTensor')
   end)

   it('has views and operands as results', function()
      local x, m = F { 1, 2, 3, 4, 5, 6 }, B { 1, 0, 1, 0, 1 }
      assert.equal(x, tensor.where(x, B { 1, 0, 1, 0, 1, 0 }, x, -1))
      holds({ 1, -1, 3, -1, 5, -1 }, x)
      tensor.where(x:narrow(1, 2, 5), m, x:narrow(1, 1, 5), 0)
      holds({ 1, 1, 0, 3, 0, 5 }, x)
      tensor.where(m, m, m, 9)
      holds({ 1, 9, 1, 9, 1 }, m)
      local half = F { { 1, 2 }, { 3, 4 } }:select(2, 2)
      tensor.where(half, B { 0, 1 }, F { 7, 8 }, F { 5, 6 })
      holds({ 5, 8 }, half)
   end)

   it('is a method that makes a new tensor', function()
      local x = F { 1, 2, 3 }
      holds({ 0, 2, 0 }, x:where(B { 0, 1, 0 }, 0))
      holds({ 9, 2, 7 }, x:where(B { 0, 1, 0 }, F { 9, 8, 7 }))
      holds({ 1, 2, 3 }, x)
   end)

   it('keeps the format of its operands', function()
      local x = tensor.rand(2, 3, 4, 5):clone { memoryFormat = 'channelsLast' }
      local r = tensor.where(x:gt(0.5), x, 0)
      assert.same(x:stride():totable(), r:stride():totable())
      assert.is_true(tensor.equal(r, tensor.where(x:gt(0.5), x:contiguous(), 0)))
   end)

   it('of complex elements', function()
      local z = tensor.ComplexFloatTensor { { 3, 4 }, { 5, 6 } }
      for _, w in ipairs { z, z:complexDouble(), z:complexHalf() } do
         holds({ { 3, 4 }, { 0, 0 } }, tensor.where(B { 1, 0 }, w, 0):complexDouble())
         assert.equal(w:type(), tensor.where(B { 1, 0 }, w, 0):type())
      end
      holds({ { 3, -4 }, { 1, 2 } }, tensor.where(B { 1, 0 }, z:conj(), { 1, 2 }))
      holds({ { 0, 1 }, { 2, 0 } }, tensor.where(B { 1, 0 }, { 0, 1 }, F { 2, 2 }), 'ComplexFloat')
   end)

   it('of one argument gives the positions of what is not 0', function()
      local at = tensor.where(F { { 1, 0, 2 }, { 0, 0, nan } })
      assert.equal(2, #at)
      holds({ 1, 1, 2 }, at[1], 'Long')
      holds({ 1, 3, 3 }, at[2], 'Long')
      assert.equal(0, tensor.where(F { 0, 0 })[1]:nElement())
      holds({ 1 }, tensor.where(tensor.complex(0, 2))[1])
      holds({ 2 }, tensor.where(tensor.ComplexFloatTensor { { 0, 0 }, { 0, 1 } })[1])
   end)

   it('refuses what does not fit', function()
      local x = F { 1, 2 }
      fails(function() tensor.where(x, x, x) end, 'where: the condition is a torch.ByteTensor or a torch.BoolTensor, '
         .. 'not a torch.FloatTensor')
      fails(function() tensor.where(B { 1, 0, 1 }, x, x) end, 'where: sizes')
      fails(function() tensor.where(B { 1, 0 }, x, 'a') end, 'accepted forms')
      fails(function() tensor.where(B { 1, 0 }, x) end, 'accepted forms')
      fails(function() tensor.where(B { 1, 0 }, F(), x) end, 'where: an operand has no elements')
      fails(function() tensor.where(F { 1 }:expand(2), B { 1, 0 }, x, 0) end, 'share memory')
      assert.equal(0, tensor.where(B(), F(), 0):nElement())
      assert.same({ 0, 3 }, tensor.where(B(0, 3), F(0, 3), 1):size():totable())
   end)
end)
