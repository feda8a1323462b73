-- tensor.inverse: x times its inverse is the identity, for all floating types and layouts; singular and invalid
-- matrices.
local tensor = require 'tensor'
local child = require 'spec.support.child'

-- A matrix far from singular. Its largest elements are off the diagonal, so that rows must be exchanged.
local function sample(n, dtype)
   local x = tensor.empty(n, n, { dtype = dtype })
   for i = 1, n do
      for j = 1, n do x[{ i, j }] = ((i * 7 + j * 3) % 11 - 5) / 8 + ((i + 1) % n + 1 == j and n or 0) end
   end
   return x
end

local function distance(product)
   return (product - tensor.eye(product:size(1), { dtype = product:type() })):abs():max()
end

describe('the inverse', function()
   it('of small matrices of whole numbers is known', function()
      for _, dtype in ipairs { 'float', 'double' } do
         local x = tensor.Tensor { { 0, 2 }, { 4, 1 } }:type(tensor.empty(0, { dtype = dtype }):type())
         assert.same({ { -0.125, 0.25 }, { 0.5, 0 } }, tensor.inverse(x):totable())
         assert.same({ { 0, 2 }, { 4, 1 } }, x:totable())
      end
      assert.same({ { 0.25 } }, tensor.Tensor { { 4 } }:inverse():totable())
      assert.same({ { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } },
                  tensor.inverse(tensor.Tensor { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }):totable())
      assert.equal(0, tensor.inverse(tensor.empty(0, 0)):nElement())
   end)

   for _, n in ipairs { 2, 3, 8, 9, 33, 150 } do
      it(('times a matrix of %d rows is one, however it lies'):format(n), function()
         for dtype, bound in pairs { float = 1e-5, double = 1e-13, half = 0.02, bfloat16 = 0.2 } do
            local x = sample(n, dtype)
            local wide = tensor.zeros(n, 2 * n, { dtype = dtype })
            wide:narrow(2, 3 < n and 3 or 1, n):copy(x)
            for _, form in ipairs { x, x:t(), wide:narrow(2, 3 < n and 3 or 1, n) } do
               assert.is_true(distance(form * tensor.inverse(form)) < bound)
               local out = tensor.empty(n, n, { dtype = dtype }):t()
               assert.equal(out, tensor.inverse(out, form))
               assert.is_true(distance(out * form) < bound)
            end
            local copy = x:clone()
            tensor.inverse(copy, copy)
            assert.is_true(distance(copy * x) < bound)
         end
      end)
   end

   it('names the pivot where there is none, and leaves the result', function()
      for _, n in ipairs { 3, 20 } do
         local x = tensor.eye(n)
         x[{ 3, 3 }] = 0
         local out = tensor.Tensor { 7 }
         assert.has_error(function() tensor.inverse(out, x) end, 'inverse: the matrix is singular: pivot 3 is 0')
         assert.same({ 7 }, out:totable())
         assert.equal(n - 1, x:sum())
      end
   end)

   it('names the same pivot of a matrix for LAPACK as of a small one', function()
      for _, n in ipairs { 8, 9, 40 } do
         local x = sample(n, 'double')
         x:select(2, 3):zero()
         local ok, message = pcall(tensor.inverse, x)
         assert.is_false(ok)
         assert.truthy(message:find('pivot 3 is 0', 1, true), message)
      end
   end)

   it('of what holds NaN or infinity is refused', function()
      for _, n in ipairs { 1, 4, 20 } do
         for _, bad in ipairs { 0 / 0, math.huge, -math.huge } do
            local x = tensor.eye(n)
            x[{ n, n }] = bad
            assert.has_error(function() x:inverse() end, 'inverse: the matrix has elements that are NaN or infinite')
         end
      end
   end)

   it('refuses what is no square matrix of real numbers', function()
      assert.has_error(function() tensor.inverse(tensor.ones(2, 3)) end,
                       'inverse: a tensor of size 2x3; expected a square matrix')
      assert.error_matches(function() tensor.inverse(tensor.ones(2)) end, 'size 2; expected a square matrix')
      assert.error_matches(function() tensor.inverse(tensor.eye(2):int()) end, 'not defined for torch.IntTensor')
      assert.error_matches(function() tensor.inverse(tensor.DoubleTensor(), tensor.eye(2)) end,
                           'inverse: the result is a torch.DoubleTensor, expected a torch.FloatTensor')
      assert.error_matches(function() tensor.inverse(2) end, 'accepted forms:\n  inverse')
   end)

   it('is there without a library', function()
      assert.equal('true\n', child.output([[
         local x = tensor.eye(30):mul(2)
         x[{ 4, 9 }] = 1
         local product = x * tensor.inverse(x)
         x[{ 30, 30 }] = 0
         local ok, message = pcall(tensor.inverse, x)
         print(product:eq(tensor.eye(30)):all() and not ok and message:find('pivot 30 is 0', 1, true) ~= nil)
      ]], { TH_BLAS = 'builtin' }))
   end)
end)
