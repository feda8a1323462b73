-- Linear algebra on stacks of matrices: what defines each factor, for every element type and for matrices that own
-- code and LAPACK compute; and values of NumPy 2.4.6 and SciPy 1.17.
local tensor = require 'tensor'

local Double = tensor.DoubleTensor

-- Numbers that do not repeat, well away from singular for square matrices.
local function numbers(seed, ...)
   local x = Double(...)
   local k = seed
   return x:apply(function()
      k = (k * 1103 + 377) % 9973
      return k / 9973 - 0.5
   end)
end

local makers = {
   double = numbers,
   float = function(...) return numbers(...):float() end,
   complexDouble = function(seed, ...) return tensor.complex(numbers(seed, ...), numbers(seed + 7, ...)) end,
   complexFloat = function(seed, ...)
      return tensor.complex(numbers(seed, ...):float(), numbers(seed + 7, ...):float())
   end,
}
local bounds = { double = 1e-9, complexDouble = 1e-9, float = 2e-3, complexFloat = 2e-3 }

local function adjoint(a) return tensor.conj(a:transpose(-1, -2)) end
local function mul(...)
   local product = ...
   for k = 2, select('#', ...) do product = tensor.matmul(product, (select(k, ...))) end
   return product
end

local function identity_like(a)
   local n = a:size(a:dim())
   return tensor.expand(tensor.eye(n):type(a:type()), a:size()):clone()
end

-- The largest difference, relative to the largest element.
local function near(expected, got, bound)
   assert.same(expected:size():totable(), got:size():totable())
   if expected:nElement() == 0 then return end
   local scale = math.max(1, tensor.abs(expected):max())
   local difference = tensor.abs(expected - got):max()
   assert(difference <= bound * scale, ('%g of %g'):format(difference, scale))
end

local function values(expected, got, bound)
   near(Double(expected), got, bound or 1e-12)
end

-- Square matrices: 1 and 3 by own code, 9 by LAPACK, each in a stack of 2 x 3.
local function each_square(check)
   for dtype, make in pairs(makers) do
      for _, n in ipairs { 1, 3, 9 } do
         local a = make(n, 2, 3, n, n)
         tensor.diagonal(a, 0, 3, 4):add(2)
         check(a, n, bounds[dtype], make)
      end
   end
end

describe('square matrices in stacks', function()
   it('are solved, with leading dimensions that broadcast', function()
      each_square(function(a, n, bound, make)
         local b, v = make(5, 3, n, 2), make(6, 2, 3, n)
         near(tensor.expand(b, 2, 3, n, 2):clone(), mul(a, tensor.solve(a, b)), bound)
         near(v, mul(a, tensor.solve(a, v):view(2, 3, n, 1)):view(2, 3, n), bound)
         near(v[1][1], mul(a[1][1], tensor.solve(a[1][1], v[1][1])), bound)
      end)
   end)

   it('have inverses', function()
      each_square(function(a, _, bound)
         near(identity_like(a), mul(a, tensor.inv(a)), bound)
         near(identity_like(a), mul(tensor.inv(a:transpose(3, 4)), a:transpose(3, 4)), bound)
      end)
   end)

   it('have determinants, by sign and logarithm too', function()
      each_square(function(a, _, bound)
         local det = tensor.det(a)
         local sign, logabs = tensor.slogdet(a)
         assert.same({ 2, 3 }, det:size():totable())
         near(det, tensor.cmul(sign, tensor.exp(logabs)), bound)
         near(tensor.cmul(det, det), tensor.det(mul(a, a)), bound * 10)
      end)
      assert.equal(-2, tensor.det(Double { { 1, 2 }, { 3, 4 } }))
   end)

   it('have powers', function()
      each_square(function(a, _, bound)
         near(mul(a, a, a, a, a), tensor.matrixPower(a, 5), bound)
         near(identity_like(a), tensor.matrixPower(a, 0), 0)
         local r = a:clone()
         assert.equal(r, tensor.matrixPower(r, r, 2))
         near(mul(a, a), r, bound)
         near(identity_like(a), mul(a, a, tensor.matrixPower(a, -2)), bound)
      end)
   end)

   it('have norms and condition numbers', function()
      each_square(function(a, _, bound)
         near(tensor.vectorNorm(a, 2, { 3, 4 }), tensor.matrixNorm(a), bound)
         near(tensor.svdvals(a):sum(3):view(2, 3, 1, 1), tensor.matrixNorm(a, 'nuc'), bound)
         near(tensor.abs(a):sum(3):max(4), tensor.matrixNorm(a, 1), bound)
         local product = tensor.cmul(tensor.matrixNorm(a, 'fro'), tensor.matrixNorm(tensor.inv(a), 'fro'))
         near(product:view(2, 3), tensor.cond(a, 'fro'), bound)
      end)
   end)

   it('have LU factors', function()
      each_square(function(a, n, bound, make)
         local p, l, u = tensor.lu(a)
         near(a, mul(p, l, u), bound)
         near(identity_like(a), mul(p, p:transpose(3, 4)), 0)
         local b = make(4, 3, n, 2)
         local factors, pivots = tensor.luFactor(a)
         assert.equal('torch.IntTensor', pivots:type())
         near(tensor.expand(b, 2, 3, n, 2):clone(), mul(a, tensor.luSolve(factors, pivots, b)), bound)
      end)
   end)

   it('have Cholesky factors if they are positive definite', function()
      each_square(function(a, n, bound, make)
         local h = mul(a, adjoint(a))
         local l, u, b = tensor.cholesky(h), tensor.cholesky(h, true), make(4, 3, n, 2)
         near(h, mul(l, adjoint(l)), bound)
         near(h, mul(adjoint(u), u), bound)
         near(tensor.expand(b, 2, 3, n, 2):clone(), mul(h, tensor.choleskySolve(b, l)), bound * 10)
         near(identity_like(h), mul(h, tensor.choleskyInverse(u, true)), bound * 10)
      end)
   end)

   it('have eigenvalues and vectors', function()
      each_square(function(a, n, bound)
         local h = a + adjoint(a)
         local w, v = tensor.eigh(h)
         near(mul(h, v), tensor.cmul(v, w:view(2, 3, 1, n)), bound)
         near(w, tensor.eigvalsh(h, 'U'), bound)
         assert.truthy(n == 1 or tensor.ge(w:narrow(3, 2, n - 1), w:narrow(3, 1, n - 1)):all())
         local z, x = tensor.eigComplex(a)
         local c = a:type():find 'Complex' and a or tensor.complex(a, a * 0)
         near(mul(c, x), tensor.cmul(x, z:view(2, 3, 1, n)), bound * 10)
         near(tensor.abs(z):sum(3), tensor.abs(tensor.eigvals(a)):sum(3), bound * 10)
         near(tensor.abs(z):mul(0):add(1):view(2, 3, 1, n), tensor.vectorNorm(x, 2, 3), bound)
      end)
   end)

   it('have exponentials', function()
      each_square(function(a, _, bound)
         near(identity_like(a), mul(tensor.matrixExp(a), tensor.matrixExp(a * -1)), bound * 10)
         near(tensor.matrixExp(a * 8), tensor.matrixPower(tensor.expm(a), 8), bound * 10)
      end)
   end)
end)

describe('triangular systems', function()
   it('read one triangle, from either side', function()
      for dtype, make in pairs(makers) do
         local a, b = make(3, 2, 4, 4), make(5, 2, 4, 3)
         tensor.diagonal(a, 0, 2, 3):add(2)
         local lower = a:clone()
         for s = 1, 2 do lower[s]:copy(tensor.tril(lower[s])) end
         local other = a:clone()
         other:select(2, 1):select(2, 3):fill(0 / 0)
         near(b, mul(lower, tensor.solveTriangular(other, b)), bounds[dtype])
         local c = b:transpose(2, 3)
         near(c:clone(), mul(tensor.solveTriangular(other, c, { left = false }), lower), bounds[dtype])
         local upper = lower:transpose(2, 3)
         near(b, mul(upper, tensor.solveTriangular(other:transpose(2, 3), b, { upper = true })), bounds[dtype])
         tensor.diagonal(lower, 0, 2, 3):fill(1)
         near(b, mul(lower, tensor.solveTriangular(other, b, { unitriangular = true })), bounds[dtype])
      end
   end)

   it('read one triangle for symmetric matrices and factors', function()
      local a = Double { { 4, 0 / 0 }, { 2, 5 } }
      values({ { 2, 0 }, { 1, 2 } }, tensor.cholesky(a))
      values({ 2.438447187191169, 6.561552812808831 }, tensor.eigvalsh(a))
      values({ { 1 }, { 1 } }, tensor.choleskySolve(Double { { 6 }, { 7 } }, Double { { 2, 0 / 0 }, { 1, 2 } }))
   end)
end)

describe('matrices of any shape in stacks', function()
   local function each(check)
      for dtype, make in pairs(makers) do
         for _, size in ipairs { { 4, 4 }, { 5, 3 }, { 3, 5 }, { 1, 4 } } do
            check(make(9, 3, size[1], size[2]), size[1], size[2], bounds[dtype], make)
         end
      end
   end

   it('have singular values', function()
      each(function(a, m, n, bound)
         for _, job in ipairs { 'S', 'A' } do
            local u, s, v = tensor.svd(a, job)
            local k = math.min(m, n)
            assert.same({ 3, m, job == 'A' and m or k }, u:size():totable())
            assert.same({ 3, n, job == 'A' and n or k }, v:size():totable())
            local scaled = tensor.cmul(u:narrow(3, 1, k), s:view(3, 1, k))
            near(a, mul(scaled, adjoint(v:narrow(3, 1, k))), bound)
            near(s, tensor.svdvals(a), bound)
         end
      end)
   end)

   it('have singular values side by side, of any shape and scale, with or without full rank', function()
      for dtype, bound in pairs { float = 1e-5, double = 1e-13 } do
         for _, size in ipairs { { 16, 16 }, { 7, 16 }, { 13, 1 }, { 5, 3 } } do
            local m, n = size[1], size[2]
            local k = math.min(m, n)
            local waves = tensor.range(1, 11 * m * n, { dtype = 'double' }):sin():view(11, m, n)
            local a = waves[dtype](waves)
            a[2]:fill(0)
            a[3]:fill(1)
            a[4]:mul(1e-30)
            a[5]:mul(1e30)
            a[6]:select(2, 1):fill(0)
            local u, s, v = tensor.svd(a)
            local unit = tensor.amax(tensor.abs(a), { 2, 3 }):cmax(1e-38):expandAs(a)
            near(tensor.cdiv(a, unit), mul(tensor.cmul(u, s:view(11, 1, k)), adjoint(v)):cdiv(unit), bound)
            for _, q in ipairs { u, v } do
               local square = mul(adjoint(q), q)
               near(identity_like(square), square, bound)
            end
            assert(k == 1 or (s:narrow(2, 1, k - 1) - s:narrow(2, 2, k - 1)):min() >= 0)
            assert.truthy(tensor.equal(tensor.svd(a:narrow(1, 5, 1))[1], u[5]))
            near(s, tensor.svdvals(a), bound)
         end
      end
   end)

   it('have QR factors, reduced and complete', function()
      each(function(a, m, n, bound)
         for _, mode in ipairs { 'reduced', 'complete' } do
            local q, r = tensor.qr(a, mode)
            local k = mode == 'complete' and m or math.min(m, n)
            assert.same({ 3, m, k }, q:size():totable())
            assert.same({ 3, k, n }, r:size():totable())
            near(a, mul(q, r), bound)
            local square = mul(adjoint(q), q)
            near(identity_like(square), square, bound)
         end
         near(a[2], mul(tensor.qr(a[2], 'complete')), bound)
      end)
   end)

   it('have LU factors', function()
      each(function(a, _, _, bound)
         local p, l, u = tensor.lu(a)
         near(a, mul(p, l, u), bound)
      end)
   end)

   it('have pseudoinverses and ranks', function()
      each(function(a, m, n, bound)
         local x = tensor.pinv(a)
         near(a, mul(a, x, a), bound)
         near(x, mul(x, a, x), bound * 10)
         assert.same({ math.min(m, n), math.min(m, n), math.min(m, n) }, tensor.matrixRank(a):totable())
      end)
   end)

   it('have solutions of least squares', function()
      each(function(a, m, n, bound, make)
         local b = make(2, 3, m, 2)
         local x, residuals, rank, s = tensor.lstsq(a, b)
         near(mul(tensor.pinv(a), b), x, bound * 10)
         near(tensor.svdvals(a), s, bound)
         assert.equal(math.min(m, n), rank[1])
         if m > n then near(tensor.pow(tensor.vectorNorm(mul(a, x) - b, 2, 2), 2):view(3, 2), residuals, bound)
         else assert.equal(0, residuals:nElement()) end
         near(x[1]:select(2, 1):clone(), (tensor.lstsq(a[1], b[1]:select(2, 1))), bound)
      end)
   end)
end)

describe('what NumPy and SciPy compute', function()
   local a = Double { { 1, 2, 0 }, { 0, 1, -3 }, { 2, 0, 1 } }
   local z = tensor.complex(Double { { 1, 2 }, { 0, 3 } }, Double { { 1, -1 }, { 0.5, 0 } })
   local deficient = Double { { 1, 2, 3 }, { 2, 4, 6 }, { 1, 1, 1 }, { 0, 1, 2 } }

   it('is the exponential', function()
      values({ { -2.1874525033971257, 2.87104141807223, -6.5814231053881835 },
               { -6.581423105388181, -2.1874525033971244, -4.306562127108345 },
               { 2.8710414180722292, 4.387615403592122, -2.1874525033971266 } }, tensor.matrixExp(a))
      values({ { 0.07687529077547554, 0.11982042175392074, -0.06900892932991876 },
               { -0.06900892932991874, 0.07687529077547565, -0.17973063263088124 },
               { 0.11982042175392073, 0.04600595288661243, 0.07687529077547568 } }, tensor.matrixExp(a * 10) / 1e10)
      local e = tensor.expm(z)
      values({ { 0.8910206492501811, 20.172919556107587 }, { -2.164023368173383, 21.063940205357763 } }, tensor.real(e))
      values({ { 5.630196358241074, 0.7336570628131268 }, { 3.961218204940203, 6.3638534210542 } }, tensor.imag(e))
   end)

   it('is the exponential of matrices that take different numbers of steps', function()
      local stack = Double(4, 3, 3)
      for k, factor in ipairs { 0.001, 10, 1, 10 } do stack[k]:copy(a * factor) end
      local e = tensor.matrixExp(stack)
      for k, factor in ipairs { 0.001, 10, 1, 10 } do near(tensor.matrixExp(a * factor), e[k], 1e-12) end
      near(tensor.eye(3):double() + a * 0.001 + mul(a, a) * 0.5e-6, e[1], 1e-8)
   end)

   it('is the complex determinant', function()
      local det, sign, logabs = tensor.det(z), tensor.slogdet(z)
      values({ 2.5, 2 }, tensor.viewAsReal(det))
      values({ 0.7808688094430302, 0.6246950475544241 }, tensor.viewAsReal(sign))
      assert.near(1.1636388527922086, logabs, 1e-14)
   end)

   it('is the pseudoinverse of a deficient matrix, and the solution of least norm', function()
      values({ { 0.0303030303030303, 0.0606060606060606, 0.681818181818182, -0.651515151515152 },
               { 0.0303030303030303, 0.0606060606060606, 0.181818181818182, -0.151515151515152 },
               { 0.0303030303030303, 0.0606060606060606, -0.318181818181818, 0.348484848484848 } },
             tensor.pinv(deficient))
      local x, residuals, rank, s = tensor.lstsq(deficient, Double { 1, 2, 4, -1 })
      values({ 3.53030303030303, 1.03030303030303, -1.46969696969697 }, x)
      assert.equal(0, residuals:nElement())
      assert.equal(2, rank:item())
      values({ 8.783192030550243, 0.92495283905651, 0 }, s)
      assert.equal(2, tensor.matrixRank(deficient))
      assert.equal(1, tensor.matrixRank(deficient, 0.2))
   end)

   it('is the residual of full rank', function()
      local line = Double { { 1, 1 }, { 1, 2 }, { 1, 3 } }
      local x, residuals = tensor.lstsq(line, Double { 1, 2, 4 })
      values({ -2 / 3, 1.5 }, x)
      assert.near(1 / 6, residuals:item(), 1e-14)
   end)

   it('is the norm of a matrix', function()
      for norm, expected in pairs { fro = 8.831760866327848, nuc = 9.708144869606754, [1] = 12, [-1] = 4,
         [2] = 8.783192030550243, [-2] = 0, [math.huge] = 12, [-math.huge] = 3 } do
         assert.near(expected, tensor.matrixNorm(deficient, norm), 1e-12)
         local stack = tensor.matrixNorm(tensor.expand(deficient, 2, 4, 3), norm)
         assert.same({ 2, 1, 1 }, stack:size():totable())
         assert.near(expected, stack[2][1][1], 1e-12)
      end
      assert.near(8.831760866327848, tensor.matrixNorm(deficient), 1e-12)
   end)

   it('is the condition number', function()
      for norm, expected in pairs { fro = 4.225072741317182, nuc = 10.801468006324138, [1] = 3.6363636363636362,
         [-1] = 1.9090909090909092, [2] = 2.7665450594680987, [-2] = 0.36146167096669735,
         [math.huge] = 3.6363636363636362, [-math.huge] = 1.9090909090909092 } do
         assert.near(expected, tensor.cond(a, norm), 1e-12)
      end
      assert.near(2.7665450594680987, tensor.cond(a), 1e-12)
      assert.same({ math.huge, 1 }, tensor.cond(Double { { { 1, 1 }, { 1, 1 } }, { { 2, 0 }, { 0, 2 } } }, 1):totable())
   end)

   it('is the norm of a vector', function()
      local v = Double { 3, -4, 0, 12 }
      for p, expected in pairs { [0] = 3, [1] = 19, [2] = 13, [3] = 12.207054953820636, [0.5] = 51.78460969082653,
         [math.huge] = 12, [-math.huge] = 0, [-1] = 0 } do
         assert.near(expected, tensor.vectorNorm(v, p), 1e-12)
      end
      local w = Double { { 3, -4 }, { 1, 12 } }
      assert.near(0.6, tensor.vectorNorm(w, -1), 1e-14)
      assert.near(0.9203579866168445, tensor.vectorNorm(w, -2), 1e-14)
      values({ { 5 }, { math.sqrt(145) } }, tensor.vectorNorm(w, 2, 2))
      values({ { 4, 16 } }, tensor.vectorNorm(w, 1, { -2 }))
      values({ { 12 } }, tensor.vectorNorm(w, math.huge, { 1, 2 }))
      assert.near(5, tensor.vectorNorm(tensor.complex(Double { 3 }, Double { 4 })), 1e-14)
   end)
end)
