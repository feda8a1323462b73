-- Linear algebra on stacks, contractions and distances on devices, compared with the CPU: what chains of products and
-- the device's solvers give, and what a device lacks.
local tensor = require 'tensor'

local cuda = tensor.cuda

if not cuda.isAvailable() then return end

local function near(expected, got, name)
   if type(expected) == 'number' then return assert.near(expected, got, 1e-9) end
   assert.truthy(got:type():find '^torch%.Cuda', name)
   assert.same(expected:size():totable(), got:size():totable())
   assert(tensor.abs(expected - got:cpu()):double():max() < 1e-9, name)
end

-- The same elements on the first device.
local function there(x) return x:to { device = 1 } end

-- Functions of a stack of square matrices a and of right sides b; signs and orders that are not determined are removed.
local calls = {
   solve = tensor.solve,
   inv = function(a) return tensor.inv(a) end,
   det = function(a) return tensor.det(a) end,
   slogdet = function(a) return select(2, tensor.slogdet(a)) end,
   cholesky = function(a) return tensor.cholesky(a) end,
   choleskySolve = function(a, b) return tensor.choleskySolve(b, tensor.cholesky(a)) end,
   qr = function(a) return tensor.abs((tensor.qr(a))) end,
   complete = function(a) return tensor.abs((tensor.qr(a:narrow(3, 1, 4), 'complete')):narrow(3, 1, 4)) end,
   svd = function(a) return select(2, tensor.svd(a)) end,
   svdvals = function(a) return tensor.svdvals(a:narrow(2, 1, 2)) end,
   eigh = function(a) return (tensor.eigh(a)) end,
   eigvalsh = function(a) return tensor.eigvalsh(a) end,
   lu = function(a)
      local p, l, u = tensor.lu(a:narrow(3, 1, 4))
      return tensor.matmul(p, tensor.matmul(l, u))
   end,
   pivots = function(a) return select(2, tensor.luFactor(a)) end,
   luSolve = function(a, b)
      local factors, pivots = tensor.luFactor(a)
      return tensor.luSolve(factors, pivots, b)
   end,
   lower = function(a, b) return tensor.solveTriangular(a, b) end,
   upper = function(a, b) return tensor.solveTriangular(a[1], b, { upper = true }) end,
   unit = function(a, b) return tensor.solveTriangular(a, b[1], { unitriangular = true }) end,
   right = function(a, b) return tensor.solveTriangular(a, b:mT(), { left = false, upper = true }) end,
   pinv = function(a) return tensor.pinv(a) end,
   matrixRank = function(a) return tensor.matrixRank(a) end,
   lstsq = function(a, b) return (tensor.lstsq(a, b)) end,
   matrixPower = function(a) return tensor.matrixPower(a, -3) end,
   matrixExp = function(a) return tensor.matrixExp(a) end,
   cond = function(a) return tensor.cond(a) end,
   cond_1 = function(a) return tensor.cond(a, 1) end,
   matrixNorm = function(a) return tensor.matrixNorm(a, 'nuc') end,
   vectorNorm = function(a) return tensor.vectorNorm(a, 3, { 1, 3 }) end,
   cdist = function(a) return tensor.cdist(a, a) end,
   pdist = function(a) return tensor.pdist(a[1], 1) end,
   einsum = function(a, b) return tensor.einsum('bii,bij->jb', a, b) end,
   tensordot = function(a) return tensor.tensordot(a, a, { 1, 2 }, { 1, 3 }) end,
   kron = function(a) return tensor.kron(a[1], a[2]) end,
   inner = function(a) return tensor.inner(a, a) end,
   vecdot = function(a) return tensor.vecdot(a, a) end,
   matmul = function(a, b) return tensor.matmul(a, b[1]) end,
   multiDot = function(a) return tensor.multiDot { a[1], a[2], a[1] } end,
   cross = function(a) return tensor.cross(a:narrow(3, 1, 3), a[1]:narrow(2, 1, 3), 3) end,
}

describe('linear algebra on a device', function()
   local n = 9
   local a, b = tensor.DoubleTensor(2, n, n), tensor.DoubleTensor(2, n, 2)
   for s = 1, 2 do a[s]:copy(tensor.eye(n) * 3 + tensor.ones(n, n) * (s / 4)) end
   a[2]:add(tensor.diag(tensor.range(1, n):double()))
   b:copy(tensor.range(1, 4 * n))

   for name, call in pairs(calls) do
      it('gives what the CPU gives: ' .. name, function()
         near(call(a, b), call(a:cudaDouble(), b:cudaDouble()), name)
         local z, y = tensor.complex(a, a * 0), tensor.complex(b, b)
         if pcall(call, z, y) then near(call(z, y), call(there(z), there(y)), name) end
      end)
   end

   it('gives NaN for a matrix that is not finite, and for no other', function()
      local c = a:clone()
      c[2][1][n] = 0 / 0
      local d = c:cudaDouble()
      for name, r in pairs { solve = tensor.solve(d, b:cudaDouble()), inv = tensor.inv(d), det = tensor.det(d) } do
         local bad = tensor.isnan(r:cpu())
         assert.is_true(bad:narrow(1, 2, 1):all(), name)
         assert.is_false(bad:narrow(1, 1, 1):any(), name)
      end
   end)

   it('says what it lacks', function()
      local d = a:cudaDouble()
      assert.error_matches(function() tensor.solveTriangular(d:clone():zero(), b:cudaDouble()) end, 'singular')
      assert.error_matches(function() tensor.solveTriangular(d, d[1][1]:narrow(1, 1, 2)) end, '^solveTriangular: ')
      assert.error_matches(function() tensor.solveTriangular(d, b) end, 'solveTriangular: ')
      assert.error_matches(function() tensor.eigvals(a:cudaDouble()) end, 'copy to the CPU')
      assert.error_matches(function() tensor.solve(a:cudaDouble(), b) end, 'device')
   end)
end)
