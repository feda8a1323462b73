-- Sparse tensors of complex numbers: operations and products agree with those of the dense form; triangular systems,
-- printing, and what is refused.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local whole, longs = random.whole, tensor.LongTensor

local function same(expected, x)
   local dense = x:toDense()
   assert.equal(expected:type(), dense:type())
   assert.is_true(tensor.equal(expected, dense))
end

-- Parts are small whole numbers, so that every sum is exact in any order.
describe('sparse tensors of complex numbers', function()
   for dtype, Type in pairs { complexFloat = tensor.ComplexFloatTensor, complexDouble = tensor.ComplexDoubleTensor } do
      local function drawn(...)
         local x = Type(...)
         for _, part in ipairs { x:real(), x:imag() } do
            part:apply(function() return whole(-3, 3) end)
         end
         return x
      end
      local function made()
         local indices = longs { { 1, 3, 1, 2, 3, 1 }, { 4, 1, 4, 2, 3, 1 } }
         local values = drawn(6)
         local dense = Type(3, 4):zero()
         for k = 1, 6 do dense[indices[1][k]]:narrow(1, indices[2][k], 1):add(values:narrow(1, k, 1)) end
         return tensor.sparse(indices, values, { 3, 4 }), dense, values, indices
      end

      it('agree with dense ones: ' .. dtype, function()
         for _ = 1, 10 do
            local s, d, values, indices = made()
            local t, e = made()
            same(d, s)
            same(d, s:coalesce())
            same(d, s:toCSR())
            same(d, d:toSparse())
            same(d:conj():clone(), d:conj():toSparse())
            same(d:conj():clone(), tensor.sparse(indices, values:conj(), { 3, 4 }))
            same(d + e, s + t)
            same(d - e, s - t)
            same(tensor.add(d, { 1, -2 }, e), tensor.add(s, { 1, -2 }, t))
            same(tensor.cmul(d, e), tensor.cmul(s, t))
            same(d * { 0, 2 }, s * { 0, 2 })
            same(d / { 0, 2 }, s / { 0, 2 })
            same(tensor.abs(d), tensor.abs(s:coalesce()))
            assert.same(d:sum():totable(), s:sum():totable())
            same(d:sum(1), s:sum(1))
            same(d:t():clone(), s:t())
            same(tensor.cat(d, e, 1), tensor.cat(s, t, 1))
            same(tensor.real(d):clone(), s:type('torch.sparse.' .. tensor.real(d):type():sub(7)))
            same(d, tensor.deserialize(tensor.serialize(s)))
            assert.is_true(math.abs(d:norm() - s:norm()) < 1e-5)
         end
      end)

      it('are multiplied: ' .. dtype, function()
         for _ = 1, 10 do
            local s, d = made()
            local t, e = made()
            local b, c, v = drawn(4, 5), drawn(2, 3), drawn(4)
            for _, sparse in ipairs { s, s:toCSR() } do
               assert.is_true(tensor.equal(d * b, sparse * b))
               assert.is_true(tensor.equal(c * d, c * sparse))
               assert.is_true(tensor.equal(d * v, sparse * v))
               assert.is_true(tensor.equal(d * v:conj(), sparse * v:conj()))
               assert.is_true(tensor.equal(c:conj() * d, c:conj() * sparse))
               assert.is_true(tensor.equal(tensor.real(d) * tensor.real(v):negView(),
                  tensor.real(d):clone():toSparse() * tensor.real(v):negView()))
               local m = drawn(3, 5)
               local sum = tensor.addmm({ 0, 1 }, m, { 2, 1 }, d, b)
               assert.is_true(tensor.equal(sum, tensor.addmm({ 0, 1 }, m, { 2, 1 }, sparse, b)))
               assert.is_true(tensor.equal(sum, tensor.addmm({ 0, 1 }, m:conj():clone():conj(), { 2, 1 }, sparse, b)))
               local view = m:conj()
               assert.is_true(tensor.equal(tensor.addmm(view, d, b), view:addmm(sparse, b)))
               assert.is_true(view:isConj())
            end
            same(d * e:t(), s * t:t())
         end
      end)

      it('solve triangular systems without overflow on the way: ' .. dtype, function()
         local a = Type { { { 2, 1 }, { 0, 0 } }, { { 1, -1 }, { 0, 3 } } }
         local x = Type { { 1, 2 }, { -3, 1 } }
         local got = tensor.triangularSolve(a * x, a:toCSR())
         assert.is_true(tensor.dist(got, x) < 1e-5)
         local large = Type { { { 1e30, 1e30 } } }
         assert.same({ { 1, 0 } }, tensor.triangularSolve(large:view(1), large:toCSR()):totable())
         assert.error_matches(function() tensor.triangularSolve(x, (a * 0):toCSR()) end, 'is singular')
      end)

      it('are printed, and refuse what they lack: ' .. dtype, function()
         local s = Type { { { 0, 0 }, { 3, -4 } }, { { 0, 1 }, { 0, 0 } } }:toSparse()
         assert.equal(('(1, 2)  3-4i\n(2, 1)  0+1i\n[torch.sparse.%s of size 2x2 with 2 entries]'):format(
            dtype:gsub('^c', 'C') .. 'Tensor'), tostring(s))
         for _, name in ipairs { 'conj', 'real', 'imag', 'prod', 'viewAsReal' } do
            assert.error_matches(function() return s[name](s) end, name .. ': a sparse tensor is not supported here')
         end
         local half = s:toDense():complexHalf()
         assert.error_matches(function() return half:toSparse() end, 'no sparse tensors of complexHalf')
         assert.error_matches(function() return s * tensor.ones(2, 2) end, 'a factor is of type')
         local real = tensor.ones(2, 2)
         for _, numbers in ipairs { { { 1, 1 }, 1 }, { 1, { 1, 1 } } } do
            assert.error_matches(function() tensor.addmm(numbers[1], real, numbers[2], real:toSparse(), real) end,
               'addmm: the number 1.1i is complex')
         end
      end)
   end
end)
