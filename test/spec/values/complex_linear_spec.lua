-- Products and linear algebra of complex numbers: products against sums in plain Lua, solutions, factors and
-- eigenvalues by multiplying them out there; sizes 0 and 1, layouts, results given, and bad input.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local dtypes = { 'complexFloat', 'complexDouble' }
local bounds = { complexFloat = 3e-4, complexDouble = 1e-11 }
local type_name = { complexFloat = 'ComplexFloatTensor', complexDouble = 'ComplexDoubleTensor' }
local real_type = { complexFloat = 'torch.FloatTensor', complexDouble = 'torch.DoubleTensor' }

-- Numbers without a pattern, the same for every Lua: a table of m rows of n pairs.
local function sample(m, n, seed)
   local rows, state = {}, seed or 1
   local function draw()
      state = (state * 1103 + 12345) % 65536
      return state / 32768 - 1
   end
   for i = 1, m do
      rows[i] = {}
      for j = 1, n do rows[i][j] = { draw(), draw() } end
   end
   return rows
end

local function tensor_of(rows, dtype)
   if #rows == 0 or #rows[1] == 0 then return tensor.empty(#rows, rows[1] and 0 or 3, { dtype = dtype }) end
   return tensor[type_name[dtype]](rows)
end

-- Matrices in plain Lua: rows of pairs. Vectors become columns, real numbers pairs.
local function rows_of(x)
   local t = x:nElement() == 0 and {} or x:totable()
   for i, row in ipairs(t) do
      if type(row) == 'number' then row = { row, 0 } end
      if type(row[1]) == 'number' and (x:dim() == 1 or not x:isComplex()) then row = x:dim() == 1 and { row } or row end
      for j, v in ipairs(row) do row[j] = type(v) == 'number' and { v, 0 } or v end
      t[i] = row
   end
   return t
end

local function product_of(x, y) return { x[1] * y[1] - x[2] * y[2], x[1] * y[2] + x[2] * y[1] } end

local function adjoint(a)
   local t = {}
   for j = 1, a[1] and #a[1] or 0 do
      t[j] = {}
      for i = 1, #a do t[j][i] = { a[i][j][1], -a[i][j][2] } end
   end
   return t
end

local function times(a, b)
   local c = {}
   for i = 1, #a do
      c[i] = {}
      for j = 1, #b[1] do
         local re, im = 0, 0
         for k = 1, #b do
            local p = product_of(a[i][k], b[k][j])
            re, im = re + p[1], im + p[2]
         end
         c[i][j] = { re, im }
      end
   end
   return c
end

-- x times a + y times b, for numbers x and y.
local function combine(x, a, y, b)
   local c = {}
   for i = 1, #a do
      c[i] = {}
      for j = 1, #a[1] do
         local p, q = product_of(x, a[i][j]), product_of(y, b[i][j])
         c[i][j] = { p[1] + q[1], p[2] + q[2] }
      end
   end
   return c
end

local function is_near(expected, got, bound)
   if tensor.isTensor(got) then got = rows_of(got) end
   assert.equal(#expected, #got)
   for i = 1, #expected do
      assert.equal(#expected[i], #got[i])
      for j = 1, #expected[i] do
         local x, y = expected[i][j], got[i][j]
         assert(math.abs(x[1] - y[1]) <= bound and math.abs(x[2] - y[2]) <= bound,
            ('%d, %d: %g%+gi is not %g%+gi'):format(i, j, y[1], y[2], x[1], x[2]))
      end
   end
end

local function identity(n)
   local t = {}
   for i = 1, n do
      t[i] = {}
      for j = 1, n do t[i][j] = { i == j and 1 or 0, 0 } end
   end
   return t
end

local function diagonal(values)
   local t = identity(#values)
   for i, row in ipairs(t) do row[i] = values[i][1] end
   return t
end

local function is_unitary(x, bound)
   local rows = rows_of(x)
   is_near(identity(#rows[1]), times(adjoint(rows), rows), bound)
end

local function hermitian(n)
   local rows = sample(n, n, n)
   return combine({ 1, 0 }, rows, { 1, 0 }, adjoint(rows))
end

local function positive(n)
   local rows = sample(n, n, n + 1)
   return combine({ 1, 0 }, times(adjoint(rows), rows), { 1, 0 }, identity(n))
end

-- Layouts of a matrix with the same elements.
local layouts = {
   contiguous = function(x) return x end,
   transposed = function(x) return x:t():clone():t() end,
   strided = function(x)
      local wide = tensor.empty(x:size(1) + 1, 2 * x:size(2) + 1, { dtype = x.dtype }):fill(7)
      local view = wide:narrow(1, 2, x:size(1)):unfold(2, 1, 2):select(3, 1):narrow(2, 1, x:size(2))
      return view:copy(x)
   end,
}

describe('a product of complex numbers', function()
   for _, dtype in ipairs(dtypes) do
      local bound = bounds[dtype]
      for name_a, of_a in pairs(layouts) do
         for name_b, of_b in pairs(layouts) do
            it(('is a sum of products: %s, %s, %s'):format(dtype, name_a, name_b), function()
               for _, size in ipairs { { 1, 1, 1 }, { 3, 4, 5 }, { 1, 7, 4 }, { 6, 2, 1 }, { 33, 17, 9 } } do
                  local m, k, n = size[1], size[2], size[3]
                  local rows_a, rows_b, rows_c = sample(m, k, 5), sample(k, n, 6), sample(m, n, 7)
                  local a, b = of_a(tensor_of(rows_a, dtype)), of_b(tensor_of(rows_b, dtype))
                  local c = tensor_of(rows_c, dtype)
                  local product = times(rows_a, rows_b)
                  is_near(product, tensor.mm(a, b), bound)
                  is_near(product, a * b, bound)
                  is_near(product, tensor.matmul(a, b), bound)
                  local sum = combine({ 2, -1 }, rows_c, { 0.5, 1 }, product)
                  is_near(sum, tensor.addmm({ 2, -1 }, c, { 0.5, 1 }, a, b), bound)
                  is_near(sum, of_b(c:clone()):addmm({ 2, -1 }, { 0.5, 1 }, a, b), bound)
                  local column = b:select(2, 1)
                  local first = {}
                  for i = 1, m do first[i] = { product[i][1] } end
                  is_near(first, tensor.mv(a, column), bound)
                  is_near(first, a * column, bound)
                  is_near(first, tensor.addmv({ 0, 0 }, c:select(2, 1), a, column), bound)
               end
            end)
         end
      end

      it('has stacks and outer products without conjugates: ' .. dtype, function()
         local p, q, r, s = sample(2, 3, 1), sample(2, 3, 2), sample(3, 4, 3), sample(3, 4, 4)
         local a = tensor.cat(tensor_of(p, dtype):view(1, 2, 3), tensor_of(q, dtype):view(1, 2, 3), 1)
         local b = tensor.cat(tensor_of(r, dtype):view(1, 3, 4), tensor_of(s, dtype):view(1, 3, 4), 1)
         local first, second = times(p, r), times(q, s)
         is_near(first, tensor.bmm(a, b):select(1, 1), bound)
         is_near(second, tensor.matmul(a, b):select(1, 2), bound)
         local m = sample(2, 4, 9)
         is_near(combine({ 0, 1 }, m, { 2, 0 }, combine({ 1, 0 }, first, { 1, 0 }, second)),
            tensor.addbmm({ 0, 1 }, tensor_of(m, dtype), 2, a, b), bound)
         is_near(combine({ 1, 0 }, m, { 1, 0 }, second),
            tensor.baddbmm(tensor_of(m, dtype):view(1, 2, 4):expand(2, 2, 4), a, b):select(1, 2), bound)
         local x, y = tensor_of(p, dtype):select(2, 1), tensor_of(q, dtype):select(1, 1)
         local outer = times({ { p[1][1] }, { p[2][1] } }, { q[1] })
         is_near(outer, tensor.ger(x, y), bound)
         local start = sample(2, 3, 8)
         is_near(combine({ 0, 2 }, start, { 1, 1 }, outer),
            tensor.addr({ 0, 2 }, tensor_of(start, dtype), { 1, 1 }, x, y), bound)
      end)

      it('is conjugated by vdot only, and a tensor without dimension: ' .. dtype, function()
         local p, q = sample(1, 37, 1), sample(1, 37, 2)
         local x, y = tensor_of(p, dtype):select(1, 1), tensor_of(q, dtype):select(1, 1)
         local column, conjugates = {}, {}
         for i, v in ipairs(q[1]) do column[i] = { v } end
         for i, v in ipairs(p[1]) do conjugates[i] = { v[1], -v[2] } end
         local dot, vdot = times(p, column)[1][1], times({ conjugates }, column)[1][1]
         for got, expected in pairs { [x:dot(y)] = dot, [x * y] = dot, [tensor.matmul(x, y)] = dot,
            [x:vdot(y)] = vdot, [tensor.vdot(x, y)] = vdot } do
            assert.equal('torch.' .. type_name[dtype], got:type())
            assert.equal(0, got:dim())
            is_near({ { expected } }, { { { got:item() } } }, bound)
         end
         local every_second = tensor.zeros(37, 2, { dtype = dtype }):select(2, 2):copy(x)
         is_near({ { vdot } }, { { { every_second:vdot(y):item() } } }, bound)
         assert.same({ 0, 0 }, { tensor.empty(0, { dtype = dtype }):dot(tensor.empty(0, { dtype = dtype })):item() })
      end)

      it('of no elements is 0: ' .. dtype, function()
         local none = { dtype = dtype }
         local zeros = tensor.mm(tensor.empty(2, 0, none), tensor.empty(0, 3, none))
         is_near({ { { 0, 0 }, { 0, 0 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 }, { 0, 0 } } }, zeros, 0)
         assert.same({ 0, 3 }, tensor.mm(tensor.empty(0, 2, none), tensor.empty(2, 3, none)):size():totable())
         local m = sample(2, 3)
         is_near(combine({ 0, 3 }, m, { 0, 0 }, m), tensor.addmm({ 0, 3 }, tensor_of(m, dtype), { 1, 1 },
            tensor.empty(2, 0, none), tensor.empty(0, 3, none)), 1e-6)
      end)
   end

   it('of real vectors is the same by vdot', function()
      local x = tensor.DoubleTensor { 1, 2, 3 }
      assert.equal(14, x:vdot(x))
      assert.equal(14, tensor.vdot(x:long(), x:long()))
   end)

   it('has one type, and scalars that it can hold', function()
      local z, x = tensor.empty(2, 2, { dtype = 'complexDouble' }):zero(), tensor.zeros(2, 2, { dtype = 'double' })
      assert.error_matches(function() tensor.mm(z, x) end, 'ComplexDoubleTensor.*DoubleTensor')
      assert.error_matches(function() tensor.mm(x, z) end, 'DoubleTensor.*ComplexDoubleTensor')
      assert.error_matches(function() x[1]:dot(z[1]) end, 'dot: .*ComplexDoubleTensor')
      assert.error_matches(function() z[1]:vdot(x[1]) end, 'vdot: .*DoubleTensor')
      assert.error_matches(function() tensor.vdot(z[1], z:narrow(1, 1, 1):narrow(2, 1, 1)) end, 'vdot: .*elements')
      assert.error_matches(function() tensor.addmm(x, { 1, 1 }, x, x) end, 'addmm: .*complex')
      assert.error_matches(function() tensor.addmm({ 0, 1 }, x, x, x) end, 'addmm: .*complex')
      assert.error_matches(function() tensor.addmm(x, z, z) end, 'addmm: ')
      local half = tensor.ComplexHalfTensor(2, 2)
      assert.error_matches(function() tensor.mm(half, half) end, 'mm: not defined for torch.ComplexHalfTensor')
      assert.error_matches(function() half:dot(half) end, 'dot: not defined for torch.ComplexHalfTensor')
   end)
end)

describe('complex linear algebra', function()
   for _, dtype in ipairs(dtypes) do
      local bound = bounds[dtype]
      for _, n in ipairs { 1, 2, 5, 9 } do
         for name, layout in pairs(layouts) do
            it(('solves equations: %s, %d, %s'):format(dtype, n, name), function()
               local rows, right = sample(n, n, n), sample(n, 2, 3)
               local a, b = layout(tensor_of(rows, dtype)), tensor_of(right, dtype)
               local x, lu = tensor.gesv(b, a)
               is_near(right, times(rows, rows_of(x)), bound)
               assert.same({ n, n }, lu:size():totable())
               is_near(identity(n), times(rows, rows_of(tensor.inverse(a))), bound)
               local vector = tensor.gesv(b:select(2, 1), a)
               is_near(rows_of(x:narrow(2, 1, 1)), vector, bound)
               local triangle = tensor.tril(a) + tensor.eye(n, { dtype = dtype })
               for _, flag in ipairs { 'N', 'T' } do
                  local of = flag == 'N' and triangle or triangle:t()
                  is_near(right, times(rows_of(of), rows_of((tensor.trtrs(b, triangle, 'L', flag)))), bound)
               end
            end)
         end

         it(('decomposes: %s, %d'):format(dtype, n), function()
            for _, m in ipairs { n, n + 3, 1 } do
               local rows = sample(m, n, m + 7)
               local a = tensor_of(rows, dtype)
               local q, r = tensor.qr(a)
               is_near(rows, times(rows_of(q), rows_of(r)), bound)
               is_unitary(q, bound)
               for i = 2, r:size(1) do
                  for j = 1, math.min(i - 1, n) do assert.same({ 0, 0 }, { r[{ i, j }]:item() }) end
               end
               local u, s, v = tensor.svd(a)
               assert.equal(real_type[dtype], s:type())
               is_near(rows, times(times(rows_of(u), diagonal(rows_of(s))), adjoint(rows_of(v))), bound)
               is_unitary(u, bound)
               is_unitary(v, bound)
               local full_u, _, full_v = tensor.svd(a, 'A')
               is_unitary(full_u, bound)
               is_unitary(full_v, bound)
               assert.same({ m, m, n, n },
                  { full_u:size(1), full_u:size(2), full_v:size(1), full_v:size(2) })
            end
         end)

         it(('has reflectors: %s, %d'):format(dtype, n), function()
            local rows = sample(n + 1, n, 4)
            local factors, tau = tensor.geqrf(tensor_of(rows, dtype))
            local q = tensor.orgqr(factors, tau)
            is_near(rows, times(rows_of(q), rows_of(tensor.triu(factors:narrow(1, 1, n)))), bound)
            local c = sample(n + 1, 2, 5)
            local moved = tensor.ormqr(factors, tau, tensor_of(c, dtype))
            is_near(c, tensor.ormqr(factors, tau, moved, 'L', 'T'), bound)
            is_near(times(adjoint(rows_of(q)), c), tensor.ormqr(factors, tau, tensor_of(c, dtype), 'L', 'T')
               :narrow(1, 1, n), bound)
         end)

         it(('has eigenvalues: %s, %d'):format(dtype, n), function()
            local rows = hermitian(n)
            for _, uplo in ipairs { 'U', 'L' } do
               local values, vectors = tensor.symeig(tensor_of(rows, dtype), 'V', uplo)
               assert.equal(real_type[dtype], values:type())
               is_unitary(vectors, bound)
               local v = rows_of(vectors)
               is_near(times(rows, v), times(v, diagonal(rows_of(values))), bound)
               for i = 2, n do assert(values[i] >= values[i - 1]) end
               is_near(rows_of(values), (tensor.symeig(tensor_of(rows, dtype), 'N', uplo)), bound)
            end
            rows = sample(n, n, n + 2)
            local values, vectors = tensor.eig(tensor_of(rows, dtype), 'V')
            local v = rows_of(vectors)
            is_near(times(rows, v), times(v, diagonal(rows_of(values))), bound)
            assert.same({ n }, values:size():totable())
            assert.equal(vectors:type(), values:type())
         end)

         it(('has Cholesky factors: %s, %d'):format(dtype, n), function()
            local rows, right = positive(n), sample(n, 3, 8)
            local a, b = tensor_of(rows, dtype), tensor_of(right, dtype)
            for _, uplo in ipairs { 'U', 'L' } do
               local factor = tensor.potrf(a, uplo)
               local f = rows_of(factor)
               is_near(rows, uplo == 'U' and times(adjoint(f), f) or times(f, adjoint(f)), bound * n)
               is_near(right, times(rows, rows_of(tensor.potrs(b, factor, uplo))), bound * n)
               is_near(identity(n), times(rows, rows_of(tensor.potri(factor, uplo))), bound * n)
               local pivoted, pivots = tensor.pstrf(a, uplo)
               f = rows_of(pivoted)
               local whole, order = uplo == 'U' and times(adjoint(f), f) or times(f, adjoint(f)), pivots:totable()
               local moved = {}
               for i = 1, n do
                  moved[i] = {}
                  for j = 1, n do moved[i][j] = rows[order[i]][order[j]] end
               end
               is_near(moved, whole, bound * n)
            end
         end)

         it(('has least squares: %s, %d'):format(dtype, n), function()
            local rows, right = sample(n + 2, n, 6), sample(n + 2, 2, 7)
            local x = tensor.gels(tensor_of(right, dtype), tensor_of(rows, dtype))
            local residual = combine({ 1, 0 }, times(rows, rows_of(x)), { -1, 0 }, right)
            local zeros = combine({ 0, 0 }, rows_of(x), { 0, 0 }, rows_of(x))
            is_near(zeros, times(adjoint(rows), residual), bound * n)
         end)
      end

      it('takes matrices without elements: ' .. dtype, function()
         local none = tensor.empty(0, 0, { dtype = dtype })
         assert.equal(0, tensor.inverse(none):nElement())
         assert.equal(0, tensor.eig(none, 'V'):nElement())
         assert.equal(0, tensor.symeig(none, 'V'):nElement())
         local u, s = tensor.svd(tensor.empty(2, 0, { dtype = dtype }), 'A')
         is_near(identity(2), u, 0)
         assert.equal(real_type[dtype], s:type())
      end)

      it('writes to results that are given: ' .. dtype, function()
         local rows = hermitian(3)
         local a = tensor_of(rows, dtype)
         local values, vectors = tensor.empty(3):type(real_type[dtype]), tensor.empty(3, 3, { dtype = dtype }):t()
         local got, got_vectors = tensor.symeig(values, vectors, a, 'V')
         assert.equal(values, got)
         assert.equal(vectors, got_vectors)
         is_unitary(vectors, bound)
         assert.error_matches(function() tensor.symeig(a:clone(), vectors, a, 'V') end, 'symeig: .*Tensor')
         assert.error_matches(function() tensor.eig(values, vectors, a, 'V') end, 'eig: .*Tensor')
         is_near(identity(3), times(rows_of(tensor.inverse(a, a)), rows), bound)
      end)

      it('refuses what has no solution: ' .. dtype, function()
         local zeros = tensor.zeros(3, 3, { dtype = dtype })
         local b = tensor.ones(3, 1, { dtype = dtype })
         assert.error_matches(function() tensor.gesv(b, zeros) end, 'gesv: the matrix is singular: pivot 1 is 0')
         assert.error_matches(function() tensor.inverse(zeros) end, 'inverse: the matrix is singular: pivot 1 is 0')
         local second = tensor_of({ { { 1, 1 }, { 0, 2 }, { 0, 0 } }, { { 0, 0 }, { 0, 0 }, { 0, 0 } },
            { { 0, 0 }, { 0, 0 }, { 1, 0 } } }, dtype)
         assert.error_matches(function() tensor.inverse(second) end, 'inverse: the matrix is singular: pivot 2 is 0')
         assert.error_matches(function() tensor.potrf(zeros) end, 'potrf: .*not positive definite: pivot 1')
         assert.error_matches(function() tensor.potri(zeros) end, 'potri: the matrix is singular: pivot 1 is 0')
         assert.error_matches(function() tensor.trtrs(b, zeros) end, 'trtrs: the matrix is singular: pivot 1 is 0')
         assert.error_matches(function() tensor.gels(b, zeros) end, 'gels: .*full rank: pivot 1')
         local huge = zeros:clone()
         tensor.imag(huge)[{ 2, 3 }] = 1 / 0
         for _, name in ipairs { 'inverse', 'svd', 'qr', 'symeig', 'eig', 'potrf' } do
            assert.error_matches(function() tensor[name](huge) end, name .. ': .*NaN or infinite')
         end
         assert.error_matches(function() tensor.eig(b) end, 'eig: .*expected a square matrix')
         assert.error_matches(function() tensor.gesv(tensor.ones(3, 1), second) end, 'gesv: ')
         local half = tensor.ComplexHalfTensor(2, 2)
         assert.error_matches(function() tensor.inverse(half) end, 'inverse: not defined for torch.ComplexHalfTensor')
         assert.error_matches(function() tensor.svd(half) end, 'svd: not defined for torch.ComplexHalfTensor')
      end)
   end

   it('inverts, and multiplies alike, without a library', function()
      local out = child.output([[
         local n = 11
         local a = tensor.complex(tensor.range(1, n * n):double():pow(2):fmod(17):view(n, n),
            tensor.range(1, n * n):double():fmod(7):view(n, n))
         for i = 1, n do a[{ i, i }] = a[{ i, i }] + 40 end
         local rest = a * tensor.inverse(a)
         for i = 1, n do rest[{ i, i }] = rest[{ i, i }] - 1 end
         local ok, message = pcall(tensor.svd, a)
         print(tensor.abs(rest):max() < 1e-9, ok, (message:match 'there is no LAPACK'))
      ]], { TH_BLAS = 'builtin' })
      assert.equal('true\tfalse\tthere is no LAPACK', (out:gsub('%s+$', '')))
   end)
end)
