-- The functions that call LAPACK: solutions, factors and eigenvalues, checked by multiplying them out; layouts,
-- errors.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local bounds = { float = 2e-4, double = 1e-11, half = 0.1, bfloat16 = 0.8 }
local dtypes = { 'float', 'double' }

-- Numbers without a pattern, the same for every Lua.
local function sample(m, n, dtype, seed)
   local x = tensor.empty(m, n, { dtype = dtype })
   local state = seed or 1
   for i = 1, m do
      for j = 1, n do
         state = (state * 1103 + 12345) % 65536
         x[{ i, j }] = state / 32768 - 1
      end
   end
   return x
end

local function eye(n, dtype) return tensor.eye(n, { dtype = dtype }) end

local function positive(n, dtype)
   local x = sample(n, n, dtype)
   return tensor.mm(x:t(), x) + eye(n, dtype)
end

local function symmetric(n, dtype)
   local x = sample(n, n, dtype)
   return x + x:t()
end

-- Products and differences in plain Lua, so that results are not judged by the code that made them.
local function rows_of(x)
   local t = x:double():totable()
   for i, v in ipairs(t) do t[i] = type(v) == 'table' and v or { v } end
   return t
end

local function times(a, b, transposed)
   local c = {}
   for i = 1, #a do
      c[i] = {}
      for j = 1, transposed and #b or #b[1] do
         local sum = 0
         for k = 1, #a[i] do sum = sum + a[i][k] * (transposed and b[j][k] or b[k][j]) end
         c[i][j] = sum
      end
   end
   return c
end

local function is_near(expected, got, bound)
   assert.equal(#expected, #got)
   for i = 1, #expected do
      assert.equal(#expected[i], #got[i])
      for j = 1, #expected[i] do
         assert(math.abs(expected[i][j] - got[i][j]) <= bound,
            ('%d, %d: %g is not %g'):format(i, j, got[i][j], expected[i][j]))
      end
   end
end

local function is_orthogonal(x, bound)
   local rows = rows_of(x:t())
   local one = {}
   for i = 1, #rows do
      one[i] = {}
      for j = 1, #rows do one[i][j] = i == j and 1 or 0 end
   end
   is_near(one, times(rows, rows, true), bound)
end

local function is_product(a, bound, x, y, z)
   local product = times(rows_of(x), rows_of(y))
   is_near(rows_of(a), z and times(product, rows_of(z)) or product, bound)
end

-- The layouts of an operand: contiguous, transposed, a window of a larger one.
local function layouts(x)
   local wide = tensor.zeros(x:size(1) + 2, 2 * x:size(2) + 3):type(x:type())
   local window = wide:narrow(1, 2, x:size(1)):narrow(2, 3, x:size(2))
   window:copy(x)
   local sparse = tensor.zeros(x:size(1), x:size(2), 2):type(x:type()):select(3, 2)
   sparse:copy(x)
   return { x, x:t():clone():t(), window, sparse }
end

describe('gesv', function()
   for _, dtype in ipairs(dtypes) do
      it('solves for every right side of ' .. dtype, function()
         for _, n in ipairs { 1, 2, 5, 40 } do
            local a, b = sample(n, n, dtype) + eye(n, dtype) * n, sample(n, 3, dtype, 7)
            for k, la in ipairs(layouts(a)) do
               local x, lu = tensor.gesv(layouts(b)[k], la)
               is_product(b, bounds[dtype], a, x)
               assert.equal(x:type(), a:type())
               is_near(rows_of(x:narrow(2, 1, 1)), rows_of((tensor.gesv(b:select(2, 1), a))), bounds[dtype])
               local l, u = tensor.tril(lu, -1) + eye(n, dtype), tensor.triu(lu)
               is_product(a, bounds[dtype], l, u) -- the diagonal is dominant: no rows are exchanged
            end
         end
      end)
   end

   it('takes a vector for a matrix of one column', function()
      local x = tensor.gesv(tensor.Tensor { 4, 9 }, tensor.Tensor { { 2, 0 }, { 0, 3 } })
      assert.same({ { 2 }, { 3 } }, x:totable())
   end)

   it('exchanges rows', function()
      local x, lu = tensor.gesv(tensor.Tensor { { 1 }, { 2 } }, tensor.Tensor { { 0, 1 }, { 4, 2 } })
      assert.same({ { 0 }, { 1 } }, x:totable())
      assert.same({ { 4, 2 }, { 0, 1 } }, lu:totable())
   end)
end)

describe('trtrs', function()
   for _, dtype in ipairs(dtypes) do
      it('solves with each triangle of ' .. dtype, function()
         local n = 6
         local a, b = sample(n, n, dtype) + eye(n, dtype) * 4, sample(n, 2, dtype, 3)
         for _, uplo in ipairs { 'U', 'L' } do
            local whole = uplo == 'U' and tensor.triu(a) or tensor.tril(a)
            local ones = (uplo == 'U' and tensor.triu(a, 1) or tensor.tril(a, -1)) + eye(n, dtype)
            local x, copy = tensor.trtrs(b, a, uplo)
            is_product(b, bounds[dtype], whole, x)
            assert.same(a:totable(), copy:totable())
            is_product(b, bounds[dtype], whole:t(), (tensor.trtrs(b, a, uplo, 'T')))
            is_product(b, bounds[dtype] * 100, ones, (tensor.trtrs(b, a, uplo, 'N', 'U')))
            is_product(b, bounds[dtype] * 100, ones:t(), (tensor.trtrs(b, a, uplo, 'T', 'U')))
         end
         is_product(b, bounds[dtype], tensor.triu(a), (tensor.trtrs(b, a)))
      end)
   end
end)

describe('gels', function()
   for _, dtype in ipairs(dtypes) do
      it('finds the least squares of ' .. dtype, function()
         local a, b = sample(9, 4, dtype), sample(9, 2, dtype, 5)
         for _, la in ipairs(layouts(a)) do
            local x, qr = tensor.gels(b, la)
            assert.same({ 4, 2 }, x:size():totable())
            assert.same({ 9, 4 }, qr:size():totable())
            -- the residual is orthogonal to all columns
            local rest = tensor.mm(a, x) - b
            is_near(times(rows_of(a:t()), rows_of(rest)), rows_of(tensor.zeros(4, 2)), bounds[dtype])
         end
      end)

      it('finds the least of many solutions of ' .. dtype, function()
         local a, b = sample(3, 7, dtype), sample(3, 2, dtype, 5)
         local x = tensor.gels(b, a)
         is_product(b, bounds[dtype], a, x)
         local y = tensor.gesv(b, tensor.mm(a, a:t())) -- x lies in the row space of a
         is_near(rows_of(tensor.mm(a:t(), y)), rows_of(x), bounds[dtype] * 10)
      end)
   end
end)

describe('symeig', function()
   for _, dtype in ipairs(dtypes) do
      it('finds ascending values and their vectors of ' .. dtype, function()
         for _, n in ipairs { 1, 2, 30 } do
            local a = symmetric(n, dtype)
            for _, la in ipairs(layouts(a)) do
               for _, uplo in ipairs { 'U', 'L' } do
                  local e, v = tensor.symeig(la, 'V', uplo)
                  for k = 2, n do assert(e[k - 1] <= e[k]) end
                  is_orthogonal(v, bounds[dtype])
                  is_product(a, bounds[dtype], v, tensor.diag(e), v:t())
                  is_near(rows_of(e), rows_of((tensor.symeig(la, uplo))), bounds[dtype])
               end
            end
         end
      end)
   end

   it('reads the triangle that is asked for', function()
      local a = tensor.Tensor { { 2, 100 }, { 0, 3 } }
      assert.same({ 2, 3 }, (tensor.symeig(a, 'N', 'L')):totable())
      assert(tensor.symeig(a, 'N', 'U')[1] < -90)
   end)

   it("leaves the vectors alone for 'N'", function()
      local e, v = tensor.symeig(eye(3, 'double'))
      assert.same({ 1, 1, 1 }, e:totable())
      assert.equal('torch.DoubleTensor', v:type())
      assert.equal(0, v:nElement())
      local given = tensor.Tensor { 7 }
      tensor.symeig(tensor.Tensor(), given, eye(3, 'float'))
      assert.same({ 7 }, given:totable())
   end)
end)

describe('eig', function()
   for _, dtype in ipairs(dtypes) do
      it('gives pairs of ' .. dtype .. ' as two columns', function()
         local a = sample(7, 7, dtype)
         local e, v = tensor.eig(a, 'V')
         assert.same({ 7, 2 }, e:size():totable())
         local rows, columns, k, pairs_seen = rows_of(a), rows_of(v:t()), 1, 0
         while k <= 7 do
            local re, im = e[{ k, 1 }], e[{ k, 2 }]
            local x, y = columns[k], im ~= 0 and columns[k + 1]
            for i = 1, 7 do -- a (x + iy) = (re + i im) (x + iy)
               local ax, ay = 0, 0
               for j = 1, 7 do
                  ax = ax + rows[i][j] * x[j]
                  ay = ay + (y and rows[i][j] * y[j] or 0)
               end
               assert.near(re * x[i] - (y and im * y[i] or 0), ax, bounds[dtype])
               if y then assert.near(re * y[i] + im * x[i], ay, bounds[dtype]) end
            end
            if y then
               assert.equal(re, e[{ k + 1, 1 }])
               assert.equal(-im, e[{ k + 1, 2 }])
               pairs_seen = pairs_seen + 1
            end
            k = k + (y and 2 or 1)
         end
         assert(pairs_seen > 0)
         is_near(rows_of(e), rows_of((tensor.eig(a))), bounds[dtype])
      end)
   end

   it("leaves the vectors alone for 'N', and turns", function()
      local e, v = tensor.eig(tensor.Tensor { { 0, -2 }, { 2, 0 } })
      is_near({ { 0, 2 }, { 0, -2 } }, rows_of(e), 1e-6)
      assert.equal(0, v:nElement())
   end)
end)

describe('svd', function()
   for _, dtype in ipairs(dtypes) do
      it('takes a matrix of ' .. dtype .. ' apart', function()
         for _, size in ipairs { { 1, 1 }, { 5, 5 }, { 9, 4 }, { 4, 9 }, { 30, 2 } } do
            local m, n = size[1], size[2]
            local a, k = sample(m, n, dtype), math.min(m, n)
            for _, la in ipairs(layouts(a)) do
               for _, job in ipairs { 'S', 'A' } do
                  local u, s, v = tensor.svd(la, job)
                  local all = job == 'A'
                  assert.same({ m, all and m or k }, u:size():totable())
                  assert.same({ k }, s:size():totable())
                  assert.same({ n, all and n or k }, v:size():totable())
                  for i = 2, k do assert(s[i - 1] >= s[i]) end
                  assert(s[k] >= 0)
                  is_orthogonal(u, bounds[dtype])
                  is_orthogonal(v, bounds[dtype])
                  is_product(a, bounds[dtype], u:narrow(2, 1, k), tensor.diag(s), v:narrow(2, 1, k):t())
               end
            end
         end
         assert.same({ 9, 4 }, (tensor.svd(sample(9, 4, dtype))):size():totable())
      end)
   end
end)

describe('qr and its parts', function()
   for _, dtype in ipairs(dtypes) do
      it('take a matrix of ' .. dtype .. ' apart', function()
         for _, size in ipairs { { 1, 1 }, { 5, 5 }, { 9, 4 }, { 4, 9 } } do
            local m, n = size[1], size[2]
            local a, k = sample(m, n, dtype), math.min(m, n)
            for _, la in ipairs(layouts(a)) do
               local q, r = tensor.qr(la)
               assert.same({ m, k }, q:size():totable())
               assert.same({ k, n }, r:size():totable())
               is_orthogonal(q, bounds[dtype])
               is_product(a, bounds[dtype], q, r)
               assert.equal(0, tensor.tril(r, -1):abs():max())

               local factors, tau = tensor.geqrf(la)
               assert.same({ m, n }, factors:size():totable())
               assert.same({ k }, tau:size():totable())
               assert.same(r:totable(), tensor.triu(factors):narrow(1, 1, k):totable())
               assert.same(q:totable(), tensor.orgqr(factors, tau):totable())
            end
         end
      end)

      it('multiply by the whole q of ' .. dtype, function()
         local a = sample(7, 3, dtype)
         local factors, tau = tensor.geqrf(a)
         local q = tensor.ormqr(factors, tau, eye(7, dtype))
         is_orthogonal(q, bounds[dtype])
         is_near(rows_of(q:narrow(2, 1, 3)), rows_of(tensor.orgqr(factors, tau)), bounds[dtype])
         local right, below = sample(4, 7, dtype, 3), sample(7, 2, dtype, 4)
         local qt = q:t()
         for k, c in ipairs(layouts(below)) do
            local f = layouts(factors)[k]
            is_near(times(rows_of(q), rows_of(below)), rows_of(tensor.ormqr(f, tau, c)), bounds[dtype])
            is_near(times(rows_of(qt), rows_of(below)), rows_of(tensor.ormqr(f, tau, c, 'T')), bounds[dtype])
            is_near(times(rows_of(right), rows_of(q)), rows_of(tensor.ormqr(f, tau, right, 'R')), bounds[dtype])
            is_near(times(rows_of(right), rows_of(qt)), rows_of(tensor.ormqr(f, tau, right, 'R', 'T')), bounds[dtype])
         end
      end)
   end

   it('take fewer reflectors than there are columns, or none', function()
      local a, c = sample(5, 3, 'double'), sample(5, 2, 'double', 2)
      local factors, tau = tensor.geqrf(a)
      for _, none in ipairs { tensor.DoubleTensor(), tensor.empty(0, { dtype = 'double' }) } do
         assert.same(c:totable(), tensor.ormqr(factors, none, c):totable())
         assert.same(tensor.eye(5, 3):totable(), tensor.orgqr(factors, none):totable())
      end
      local some = tau:narrow(1, 1, 2)
      is_orthogonal(tensor.ormqr(factors, some, eye(5, 'double')), 1e-12)
      is_orthogonal(tensor.orgqr(factors, some), 1e-12)
   end)
end)

describe('the Cholesky factor', function()
   for _, dtype in ipairs(dtypes) do
      it('of ' .. dtype .. ' gives back the matrix, its inverse and solutions', function()
         for _, n in ipairs { 1, 3, 40 } do
            local a, b = positive(n, dtype), sample(n, 2, dtype, 5)
            for k, la in ipairs(layouts(a)) do
               for _, uplo in ipairs { 'U', 'L' } do
                  local f = tensor.potrf(la, uplo)
                  local upper = uplo == 'U' and f or f:t()
                  assert.equal(0, tensor.tril(upper, -1):abs():max())
                  is_product(a, bounds[dtype], upper:t(), upper)
                  local lf = layouts(f)[k]
                  is_product(eye(n, dtype), bounds[dtype] * 10, a, tensor.potri(lf, uplo))
                  is_product(b, bounds[dtype] * 10, a, tensor.potrs(layouts(b)[k], lf, uplo))
                  is_product(b:narrow(2, 1, 1), bounds[dtype] * 10, a, tensor.potrs(b:select(2, 1), lf, uplo))
               end
            end
            local f = tensor.potrf(a)
            is_near(rows_of(tensor.potrf(a, 'U')), rows_of(f), 0)
            is_near(rows_of(tensor.potri(f, 'U')), rows_of(tensor.potri(f)), 0)
            is_near(rows_of(tensor.potrs(b, f, 'U')), rows_of(tensor.potrs(b, f)), 0)
         end
      end)

      it('with exchanges of ' .. dtype .. ' is of the matrix in the order of the pivots', function()
         local a = positive(12, dtype) + tensor.diag(tensor.range(1, 12)):type(eye(1, dtype):type())
         for _, uplo in ipairs { 'U', 'L' } do
            local f, pivots = tensor.pstrf(a, uplo)
            assert.equal('torch.IntTensor', pivots:type())
            local order = pivots:long()
            local sorted = a:index(1, order):index(2, order)
            local upper = uplo == 'U' and f or f:t()
            assert.equal(0, tensor.tril(upper, -1):abs():max())
            is_product(sorted, bounds[dtype] * 10, upper:t(), upper)
            for k = 2, 12 do assert(upper[{ k - 1, k - 1 }] >= upper[{ k, k }]) end
            local g, same = tensor.pstrf(a, uplo, -1)
            assert.same(f:totable(), g:totable())
            assert.same(pivots:totable(), same:totable())
         end
      end)
   end

   it('with exchanges stops at the tolerance', function()
      local a = tensor.Tensor { { 1, 0 }, { 0, 0.25 } }
      assert.same({ { 1, 0 }, { 0, 0.5 } }, (tensor.pstrf(a, 'U', 0.1)):totable())
      assert.error_matches(function() tensor.pstrf(a, 'U', 0.5) end, 'pstrf: .*: pivot 2 is not above the tolerance')
   end)
end)

-- Every function with valid operands, and the number of its results.
local function all_calls(dtype)
   local a, b, p = sample(4, 4, dtype) + eye(4, dtype) * 4, sample(4, 2, dtype, 3), positive(4, dtype)
   local tau = select(2, tensor.geqrf(a))
   return {
      gesv = { { b, a }, 2 }, trtrs = { { b, a }, 2 }, gels = { { b, a }, 2 }, symeig = { { p, 'V' }, 2 },
      eig = { { a, 'V' }, 2 }, svd = { { a }, 3 }, qr = { { a }, 2 }, geqrf = { { a }, 2 },
      orgqr = { { a, tau }, 1 }, ormqr = { { a, tau, b }, 1 }, potrf = { { p }, 1 }, potri = { { p }, 1 },
      potrs = { { b, p }, 1 }, pstrf = { { p }, 2 }, inverse = { { a }, 1 },
   }
end

local unpack = table.unpack or unpack

describe('a result', function()
   for _, dtype in ipairs { 'float', 'double', 'half', 'bfloat16' } do
      for name, call in pairs(all_calls(dtype)) do
         local operands, count = unpack(call)
         local expected = { tensor[name](unpack(operands)) }

         local function check(results, what)
            local list = {}
            for k = 1, count do list[k] = results[k] end
            for _, x in ipairs(operands) do list[#list + 1] = x end
            local got = { tensor[name](unpack(list)) }
            assert.equal(count, #got)
            for k = 1, count do
               assert.equal(results[k], got[k], what)
               assert.same(expected[k]:totable(), got[k]:totable(), what)
            end
         end

         it(('of %s of %s may be given in any layout'):format(name, dtype), function()
            local empty, wrong, right, sparse, double = {}, {}, {}, {}, {}
            for k, e in ipairs(expected) do
               local sizes = e:size():totable()
               empty[k] = tensor.Tensor():type(e:type())
               wrong[k] = tensor.ones(3, 2):type(e:type())
               right[k] = tensor.ones(unpack(sizes)):type(e:type())
               sizes[#sizes + 1] = 2
               sparse[k] = tensor.ones(unpack(sizes)):type(e:type()):select(#sizes, 2)
               double[k] = tensor.ones(unpack(sizes)):type(e:type()):select(#sizes, 1)
            end
            check(empty, 'empty')
            check(wrong, 'wrong')
            check(right, 'right')
            local strides = sparse[1]:stride()
            check(sparse, 'sparse')
            assert.same(strides:totable(), sparse[1]:stride():totable())
            check(double, 'sparse again')
         end)

         it(('of %s of %s may be an operand'):format(name, dtype), function()
            for which = 1, count do
               for at = 1, #operands do
                  if type(operands[at]) ~= 'string' and expected[which]:type() == operands[at]:type() then
                     local list = {}
                     for k = 1, count do list[k] = tensor.Tensor():type(expected[k]:type()) end
                     for k, x in ipairs(operands) do list[count + k] = type(x) == 'string' and x or x:clone() end
                     list[which] = list[count + at]
                     local got = { tensor[name](unpack(list)) }
                     for k = 1, count do assert.same(expected[k]:totable(), got[k]:totable()) end
                  end
               end
            end
         end)
      end
   end

   it('matrix is column-major, as in Torch7, but for inverse', function()
      local a = sample(5, 3, 'float')
      for _, name in ipairs { 'svd', 'qr', 'geqrf' } do
         assert.same({ 1, 5 }, (tensor[name](a)):stride():totable(), name)
         assert.same({ 1, 5 }, (tensor[name](tensor.zeros(5, 3), tensor.zeros(3),
            unpack(name == 'svd' and { tensor.zeros(3, 3), a } or { a }))):stride():totable(), name)
      end
      assert.same({ 9, 1 }, tensor.inverse(eye(9, 'float')):stride():totable(), 'inverse has its rows in order')
   end)

   it('of half precision is computed in float', function()
      for dtype, bound in pairs { half = bounds.half, bfloat16 = bounds.bfloat16 } do
         local p = positive(3, dtype)
         local f = tensor.potrf(p)
         assert.equal(p:type(), f:type())
         is_product(p, bound, f:t(), f)
      end
   end)

   it('that fails is left as it was', function()
      local x, lu = tensor.Tensor { 5 }, tensor.Tensor { 6 }
      assert.has_error(function() tensor.gesv(x, lu, tensor.ones(2), tensor.zeros(2, 2)) end)
      assert.same({ 5 }, x:totable())
      assert.same({ 6 }, lu:totable())
      local one = tensor.Tensor { 5 }
      assert.error_matches(function() tensor.qr(one, one, eye(2, 'float')) end, 'qr: results 1 and 2 are one tensor')
      assert.same({ 5 }, one:totable())
      assert.error_matches(function() tensor.qr(one, tensor.DoubleTensor(), eye(2, 'float')) end,
         'qr: the result is a torch.DoubleTensor, expected a torch.FloatTensor')
      assert.same({ 5 }, one:totable())
      assert.error_matches(function() tensor.potrf(tensor.ones(1):expand(2, 2), eye(2, 'float')) end,
         'elements share memory')
   end)
end)

describe('a matrix without elements', function()
   local function empty(...) return tensor.empty(...) end
   local function sizes(...)
      local list = {}
      for k = 1, select('#', ...) do list[k] = (select(k, ...)):size():totable() end
      return list
   end

   it('is solved and taken apart', function()
      local none = empty(0, 0)
      assert.same({ { 0, 2 }, { 0, 0 } }, sizes(tensor.gesv(empty(0, 2), none)))
      assert.same({ { 0, 2 }, { 0, 0 } }, sizes(tensor.trtrs(empty(0, 2), none)))
      assert.same({ { 0, 2 } }, sizes(tensor.potrs(empty(0, 2), none)))
      assert.same({ { 0 }, { 0, 0 } }, sizes(tensor.symeig(none, 'V')))
      assert.same({ { 0, 2 }, { 0, 0 } }, sizes(tensor.eig(none, 'V')))
      assert.same({ { 0, 0 }, { 0 } }, sizes(tensor.pstrf(none)))
      assert.same({ { 0, 0 } }, sizes(tensor.potrf(none)))
      assert.same({ { 0, 0 } }, sizes(tensor.potri(none)))
      for _, size in ipairs { { 0, 3 }, { 3, 0 } } do
         local m, n = size[1], size[2]
         local a = empty(m, n)
         assert.same({ { m, 0 }, { 0, n } }, sizes(tensor.qr(a)))
         assert.same({ { m, n }, { 0 } }, sizes(tensor.geqrf(a)))
         assert.same({ { m, 0 }, { 0 }, { n, 0 } }, sizes(tensor.svd(a)))
         local u, _, v = tensor.svd(a, 'A')
         assert.same(eye(m, 'float'):totable(), u:totable())
         assert.same(eye(n, 'float'):totable(), v:totable())
         assert.same(tensor.zeros(n, 2):totable(), (tensor.gels(tensor.ones(m, 2), a)):totable())
         assert.same(tensor.ones(m, 2):totable(), tensor.ormqr(a, empty(0), tensor.ones(m, 2)):totable())
      end
   end)

   it('may stand on the right', function()
      local a = sample(3, 3, 'float')
      assert.same({ { 3, 0 }, { 3, 3 } }, sizes(tensor.gesv(empty(3, 0), a)))
      local _, lu = tensor.gesv(tensor.ones(3), a)
      is_near(rows_of(lu), rows_of((select(2, tensor.gesv(empty(3, 0), a)))), 0)
      assert.same({ { 3, 0 } }, sizes(tensor.potrs(empty(3, 0), positive(3, 'float'))))
      assert.same({ { 0, 3 } }, sizes(tensor.ormqr(a, empty(0), empty(0, 3), 'R')))
   end)
end)

describe('LAPACK refuses', function()
   local a, b = eye(3, 'float'), tensor.ones(3, 2)
   local hole = eye(3, 'float')
   hole[{ 2, 2 }] = 0
   local cases = {
      { 'gesv: the matrix is singular: pivot 2 is 0', tensor.gesv, b, hole },
      { 'gesv: a tensor of size 2x3; expected a square matrix', tensor.gesv, b, tensor.ones(2, 3) },
      { 'gesv: a right side of size 2 has 2 rows, expected 3', tensor.gesv, tensor.ones(2), a },
      { 'gesv: a right side of size 3x1x1; expected a matrix or a vector', tensor.gesv, tensor.ones(3, 1, 1), a },
      { 'gesv: operands are a torch.FloatTensor and a torch.DoubleTensor', tensor.gesv, b:double(), a },
      { 'gesv: not defined for torch.IntTensor', tensor.gesv, b:int(), a:int() },
      { 'gesv: got .*accepted forms:\n  gesv%(x%?, lu%?, b:Tensor, a:Tensor2%)', tensor.gesv, b, tensor.ones(3) },
      { 'trtrs: the matrix is singular: pivot 2 is 0', tensor.trtrs, b, hole },
      { 'trtrs: got', tensor.trtrs, b, a, 'X' },
      { 'gels: the matrix does not have full rank: pivot 2 is 0', tensor.gels, b, hole },
      { 'gels: the matrix does not have full rank: pivot 1 is 0', tensor.gels, b, tensor.zeros(3, 3) },
      { 'gels: the matrix does not have full rank: pivot 1 is 0', tensor.gels, b, tensor.zeros(3, 2) },
      { 'gels: the matrix does not have full rank: pivot 1 is 0', tensor.gels, b, tensor.zeros(3, 5) },
      { 'svd: got', tensor.svd, a, 'N' },
      { 'potrf: the matrix is not positive definite: pivot 2 is not positive', tensor.potrf, hole },
      { 'potrf: a tensor of size 2x3; expected a square matrix', tensor.potrf, tensor.ones(2, 3) },
      { 'potri: the matrix is singular: pivot 2 is 0', tensor.potri, hole },
      { 'potrs: the matrix is singular: pivot 2 is 0', tensor.potrs, b, hole },
      { 'pstrf: the matrix is rank%-deficient or not positive semidefinite: pivot 3 is not above', tensor.pstrf, hole },
      { 'orgqr: tau has 4 elements; a matrix of size 3x3 has 3', tensor.orgqr, a, tensor.ones(4) },
      { 'orgqr: tau is a tensor of size 3x1; expected a vector', tensor.orgqr, a, tensor.ones(3, 1) },
      { 'ormqr: a right side of size 2x3 has 2 rows, expected 3', tensor.ormqr, a, tensor.ones(3), b:t() },
      { 'ormqr: a right side of size 3x2 has 2 columns, expected 3', tensor.ormqr, a, tensor.ones(3), b, 'R' },
      { 'ormqr: operands are', tensor.ormqr, a, tensor.ones(3):double(), b },
      { 'gesv: a tensor of size 1048576x1048576 is too large', tensor.gesv,
         tensor.ones(1):expand(2 ^ 20), tensor.ones(1, 1):expand(2 ^ 20, 2 ^ 20) },
      { 'svd: a tensor of size 20000x20000 is too large', tensor.svd, tensor.ones(1, 1):expand(20000, 20000) },
      { 'qr: a tensor of size 1x68719476736 is too large', tensor.qr, tensor.ones(1, 1):expand(1, 2 ^ 36) },
      { 'gesv: a tensor of size 1x8589934592 is too large', tensor.gesv,
         tensor.ones(1, 1):expand(1, 2 ^ 33), tensor.ones(1, 1) },
   }
   for _, case in ipairs(cases) do
      it('with the words ' .. case[1], function()
         assert.error_matches(function() case[2](unpack(case, 3)) end, case[1])
      end)
   end

   -- The matrices and right sides of each function; any of them may hold what is not finite.
   local operands = {
      gesv = 2, trtrs = 2, gels = 2, symeig = 1, eig = 1, svd = 1, qr = 1, geqrf = 1, orgqr = 2, ormqr = 3, potrf = 1,
      potri = 1, potrs = 2, pstrf = 1,
   }
   for name, count in pairs(operands) do
      it('NaN and infinity in any operand: ' .. name, function()
         for k = 1, count do
            for _, not_finite in ipairs { 0 / 0, math.huge, -math.huge } do
               for _, dtype in ipairs { 'float', 'double' } do
                  local given = {}
                  for i = 1, count do given[i] = eye(3, dtype) end
                  if name:find '^or' then given[2] = tensor.ones(3):type(given[1]:type()) end
                  given[k]:narrow(1, 2, 1):fill(not_finite)
                  assert.has_error(function() tensor[name](unpack(given)) end,
                     name .. ': the matrix has elements that are NaN or infinite')
               end
            end
         end
      end)
   end

   it('to count: each function is named above', function()
      for _, row in ipairs(tensor.rows) do
         if row.chapter == 'lapack' and row.name ~= 'inverse' then assert.truthy(operands[row.name], row.name) end
      end
   end)

   it('to be without a library, and says what helps', function()
      assert.equal('true\n', child.output([[
         local ok, message = pcall(tensor.svd, tensor.eye(3))
         print(not ok and message:find('svd: there is no LAPACK; install OpenBLAS', 1, true) ~= nil
            and message:find('libopenblas0', 1, true) ~= nil and message:find('TH_BLAS', 1, true) ~= nil)
      ]], { TH_BLAS = 'builtin' }))
   end)
end)

describe('threads', function()
   it('leave a solution right', function()
      local before = tensor.getnumthreads()
      finally(function() tensor.setnumthreads(before) end)
      local a = sample(200, 200, 'double') + eye(200, 'double') * 20
      for _, threads in ipairs { 1, 2, 4 } do
         tensor.setnumthreads(threads)
         local x = tensor.gesv(tensor.ones(200, 1):double(), a)
         assert.near(0, (tensor.mm(a, x) - 1):abs():max(), 1e-9)
         local u, s, v = tensor.svd(a)
         assert.near(0, (tensor.mm(u * tensor.diag(s), v:t()) - a):abs():max(), 1e-9)
      end
   end)
end)
