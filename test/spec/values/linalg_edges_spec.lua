-- Linear algebra on stacks at its edges: empty stacks and matrices, 16-bit types, results that are given, operands that
-- are kept, errors that name the matrix, and arguments that make no sense.
local tensor = require 'tensor'

local unpack = table.unpack or unpack
local Double = tensor.DoubleTensor

-- Functions of a square matrix, and for each result the sizes behind the leading dimensions for n x n.
local of_square = {
   inv = { 'nn' }, det = { '' }, slogdet = { '', '' }, logdet = { '' }, cholesky = { 'nn' }, eigh = { 'n', 'nn' },
   eigvalsh = { 'n' }, eigvals = { 'n' }, eigComplex = { 'n', 'nn' }, svdvals = { 'n' }, svd = { 'nn', 'n', 'nn' },
   qr = { 'nn', 'nn' }, lu = { 'nn', 'nn', 'nn' }, luFactor = { 'nn', 'n' }, pinv = { 'nn' }, matrixRank = { '' },
   matrixExp = { 'nn' }, cond = { '' }, matrixNorm = { '11' }, choleskyInverse = { 'nn' },
}
local function sizes_of(lead, letters, n)
   local size = { unpack(lead) }
   for letter in letters:gmatch '.' do size[#size + 1] = letter == 'n' and n or 1 end
   return size
end
local function check_sizes(results, lead, n, got)
   for k, letters in ipairs(results) do assert.same(sizes_of(lead, letters, n), got[k]:size():totable()) end
end

-- A matrix for which all of them exist.
local function good(n, ...)
   return tensor.expand(tensor.eye(n):double() * 3 + tensor.ones(n, n):double() * 0.5, ...):clone()
end

describe('linear algebra', function()
   for name, results in pairs(of_square) do
      it(name .. ' takes stacks of no matrices, and keeps what it is given', function()
         for _, n in ipairs { 2, 10 } do
            local got = { tensor[name](tensor.zeros(0, 3, n, n):double()) }
            check_sizes(results, { 0, 3 }, n, got)
            local a = good(n, 2, 1, n, n)
            local before = a:clone()
            got = { tensor[name](a) }
            check_sizes(results, { 2, 1 }, n, got)
            assert.truthy(tensor.equal(before, a))
         end
      end)

      it(name .. ' computes 16-bit types in float, and refuses integers, vectors and other values', function()
         for _, dtype in ipairs { 'half', 'bfloat16' } do
            local a = good(2, 2, 2, 2)
            local exact, got = tensor[name](a:float()), tensor[name](a[dtype](a))
            if not got:type():find 'Complex' and got:type() ~= 'torch.LongTensor' then
               assert.equal(a[dtype](a):type(), got:type())
            end
            assert(tensor.abs(tensor.viewAsReal and exact:type():find 'Complex' and exact - got
               or exact:float() - got:float()):max() < 0.2)
         end
         for _, wrong in ipairs { tensor.IntTensor(2, 2), Double(3), tensor.BoolTensor(2, 2) } do
            assert.has_error(function() tensor[name](wrong) end)
         end
         for _, wrong in ipairs { 'x', {}, true, print } do
            assert.error_matches(function() tensor[name](wrong) end, name .. ': got')
         end
      end)

      it(name .. ' takes a result of its own type only, which may be the operand', function()
         if name == 'matrixRank' then return end
         local a = good(3, 2, 3, 3)
         local expected = { tensor[name](a) }
         if not expected[1]:type():find 'Double' or expected[1]:type():find 'Complex' then return end
         local r = Double(7)
         local first = #results == 1 and tensor[name](r, a)
         if first then
            assert.equal(first, r)
            assert.truthy(tensor.equal(expected[1], r))
            local b = a:clone()
            tensor[name](b, b)
            assert.truthy(tensor.equal(expected[1], b))
            assert.has_error(function() tensor[name](tensor.IntTensor(), a) end)
         end
      end)
   end

   it('takes matrices without elements', function()
      local none = Double(0, 0)
      assert.equal(1, tensor.det(none))
      assert.same({ 1, 0 }, { tensor.slogdet(none) })
      assert.equal(0, tensor.inv(none):nElement())
      assert.same({ 1, 1 }, tensor.det(Double(2, 0, 0)):totable())
      assert.same({ 0, 3 }, tensor.solve(none, Double(0, 3)):size():totable())
      assert.same({ 2, 5, 0 }, tensor.pinv(Double(2, 0, 5)):size():totable())
      assert.equal(0, tensor.matrixRank(Double(0, 3)))
      local q, r = tensor.qr(Double(3, 0), 'complete')
      assert.same(tensor.eye(3):totable(), q:totable())
      assert.same({ 3, 0 }, r:size():totable())
      local p, l, u = tensor.lu(Double(3, 0))
      assert.same(tensor.eye(3):totable(), p:totable())
      assert.same({ { 3, 0 }, { 0, 0 } }, { l:size():totable(), u:size():totable() })
      assert.same({ 0, 0 }, tensor.matrixExp(none):size():totable())
      assert.equal(0, tensor.matrixNorm(none, 'nuc'))
      assert.equal(0, tensor.vectorNorm(Double()))
   end)

   it('names the matrix that fails', function()
      for _, n in ipairs { 3, 12 } do
         local a = good(n, 4, 2, n, n)
         a[3][2]:fill(1)
         assert.error_matches(function() tensor.inv(a) end, '^inv: matrix 3,2: the matrix is singular: pivot 2 is 0')
         local b = tensor.ones(n, 1):double()
         assert.error_matches(function() tensor.solve(a, b) end, '^solve: matrix 3,2: .* singular')
         a[2][1]:mul(-1)
         assert.error_matches(function() tensor.cholesky(a) end, '^cholesky: matrix 2,1: .* pivot 1 is not positive')
         a[1][2][1][1] = 0 / 0
         for _, name in ipairs { 'cholesky', 'svd', 'svdvals', 'eigh', 'lu', 'eigvals', 'qr' } do
            assert.error_matches(function() tensor[name](a) end, '^' .. name .. ': matrix 1,2: .* NaN or infinite')
         end
         assert.error_matches(function() tensor.svd(a[1][2]) end, '^svd: the matrix has elements that are NaN')
         local singular = Double(n, n):fill(1)
         assert.equal(0, tensor.det(singular))
         assert.same({ 0, -math.huge }, { tensor.slogdet(singular) })
         assert.equal(-math.huge, tensor.logdet(singular))
      end
   end)

   it('solve, inv, det and slogdet are NaN for a matrix with NaN or infinity, and for no other', function()
      for _, n in ipairs { 3, 12 } do
         for _, dtype in ipairs { 'float', 'double', 'ComplexDoubleTensor' } do
            local a = good(n, 11, n, n)
            a = dtype:find 'Complex' and tensor[dtype](11, n, n):copy(a) or a[dtype](a)
            local b = a:narrow(3, 1, 2):clone()
            local function results()
               local sign, logabs = tensor.slogdet(a)
               return { tensor.solve(a, b), tensor.inv(a), tensor.det(a), sign, logabs }
            end
            local good_ones = results()
            a[4][n][2], a[9][1][n] = 0 / 0, 1 / 0
            for k, r in ipairs(results()) do
               for i = 1, 11 do
                  local one = r:narrow(1, i, 1)
                  local bad = tensor.isnan(one):all()
                  assert.equal(i == 4 or i == 9, bad, ('result %d, matrix %d of %s'):format(k, i, dtype))
                  if not bad then assert.is_true(tensor.equal(good_ones[k]:narrow(1, i, 1), one)) end
               end
            end
         end
      end
   end)

   it('solve is NaN for a right side with NaN or infinity, and for no other', function()
      for _, n in ipairs { 1, 3, 12 } do
         for _, dtype in ipairs { 'FloatTensor', 'DoubleTensor', 'ComplexDoubleTensor' } do
            for _, r in ipairs { 3, 9 } do
               local a = tensor[dtype](2, n, n):copy(good(n, 2, n, n))
               local b = tensor[dtype](2, n, r):fill(1)
               local without = tensor.solve(a, b)
               b[1][n][2], b[2][1][3] = 0 / 0, 1 / 0
               local x = tensor.solve(a, b)
               for k = 1, r do
                  for i = 1, 2 do
                     local column = x[i]:select(2, k)
                     if k == i + 1 then assert.truthy(tensor.isnan(column):all())
                     else assert.truthy(tensor.equal(without[i]:select(2, k), column)) end
                  end
               end
               assert.error_matches(function() tensor.solve(a * 0, b) end, 'matrix 1: the matrix is singular')
            end
         end
      end
      assert.truthy(tensor.isnan(tensor.solve(tensor.eye(2), tensor.FloatTensor { 1, 0 / 0 })):all())
   end)

   it('divides by the smallest numbers', function()
      local small = 2 ^ -1060
      for _, r in ipairs { 1, 9 } do
         for _, dtype in ipairs { 'DoubleTensor', 'ComplexDoubleTensor' } do
            local a = tensor[dtype](3, 2, 2):copy(Double { { small, small }, { small / 2, small } }:expand(3, 2, 2))
            local b = tensor[dtype](2, r):copy(Double { { 2 * small }, { 1.5 * small } }:expand(2, r))
            assert.truthy(tensor.equal(tensor[dtype](3, 2, r):fill(1), tensor.solve(a, b)))
         end
      end
      local _, logabs = tensor.slogdet(Double { { small, small }, { small / 2, small } })
      assert.near(-2121 * math.log(2), logabs, 1e-10)
   end)

   it('logdet is NaN for a negative determinant, of which a complex one has a logarithm', function()
      local l = tensor.logdet(Double { { { 0, 1 }, { 1, 0 } }, { { 2, 0 }, { 0, 3 } } })
      assert.truthy(l[1] ~= l[1])
      assert.near(math.log(6), l[2], 1e-15)
      local z = Double({ { { 0, 1 }, { 1, 0 } }, { { 2, 0 }, { 0, 3 } }, { { 1, 2 }, { 2, 4 } } }):complexDouble()
      local complex = tensor.viewAsReal(tensor.logdet(z))
      assert.near(math.pi, math.abs(complex[1][2]), 1e-15)
      assert.near(0, complex[1][1], 1e-15)
      assert.near(math.log(6), complex[2][1], 1e-15)
      assert.equal(-math.huge, complex[3][1])
      for n = 2, 9 do -- own code, then the library's
         local order = tensor.range(1, n):long()
         order[1], order[2] = 2, 1
         local exchanged = tensor.eye(n):index(1, order):complexDouble()
         assert.near(math.pi, tensor.viewAsReal(tensor.logdet(exchanged))[2], 1e-15)
      end
      assert.error_matches(function() tensor.logdet(tensor.IntTensor(2, 2)) end, 'logdet: not defined')
   end)

   it('refuses right sides, sizes and options that do not fit', function()
      local a = good(3, 2, 3, 3)
      for _, name in ipairs { 'solve', 'lstsq', 'solveTriangular' } do
         assert.has_error(function() tensor[name](a, Double(2, 2)) end)
         assert.has_error(function() tensor[name](a, Double(5, 3, 2):fill(1)) end)
         assert.has_error(function() tensor[name](a, tensor.ones(3, 1)) end)
         assert.has_error(function() tensor[name](a, 3) end)
      end
      for _, o in ipairs { { upper = 1 }, { left = 'no' }, { lower = true }, 3, 'upper' } do
         assert.has_error(function() tensor.solveTriangular(a, Double(3, 1):fill(1), o) end)
      end
      assert.has_error(function() tensor.solveTriangular(a, Double(4, 1):fill(1), { left = false }) end)
      for _, uplo in ipairs { 'X', '', 3 } do assert.has_error(function() tensor.eigh(a, uplo) end) end
      assert.has_error(function() tensor.qr(a, 'full') end)
      assert.has_error(function() tensor.svd(a, 'N') end)
      assert.error_matches(function() tensor.inv(Double(2, 3, 4)) end, 'expected a square matrix')
   end)

   it('refuses pivots that luFactor does not give', function()
      local f, p = tensor.luFactor(good(3, 3, 3))
      local b = Double(3, 1):fill(1)
      for _, wrong in ipairs { tensor.IntTensor { 0, 1, 2 }, tensor.IntTensor { 1, 2, 4 }, tensor.IntTensor { 1, 2 },
         tensor.LongTensor { 1, 2, 3 }, Double { 1, 2, 3 }, tensor.IntTensor { 1, 2, -2147483647 } } do
         assert.has_error(function() tensor.luSolve(f, wrong, b) end)
      end
      assert.has_error(function() tensor.luSolve(f * 0, p, b) end)
      assert.has_error(function() tensor.luSolve(f:narrow(1, 1, 2), p, b) end)
   end)

   it('refuses norms and powers that do not exist', function()
      local a = good(3, 3, 3)
      for _, p in ipairs { 3, 0, 0 / 0, 'max', '', 'nucleus' } do
         assert.has_error(function() tensor.matrixNorm(a, p) end)
         assert.has_error(function() tensor.cond(a, p) end)
      end
      assert.has_error(function() tensor.matrixNorm(a, {}) end)
      assert.has_error(function() tensor.vectorNorm(a, 0 / 0) end)
      for _, dims in ipairs { 0, 3, -3, { 1, 1 }, { 1, 'x' }, 'x', { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, 1.5, 2 ^ 60 } do
         assert.has_error(function() tensor.vectorNorm(a, 2, dims) end)
      end
      for _, n in ipairs { 0.5, 1 / 0, 0 / 0, 2 ^ 60, 'x' } do
         assert.has_error(function() tensor.matrixPower(a, n) end)
      end
      assert.has_error(function() tensor.pinv(a, 0 / 0) end)
      assert.has_error(function() tensor.matrixRank(a, 0 / 0) end)
      assert.same(good(3, 3, 3):mul(0):totable(), tensor.pinv(a, math.huge):totable())
   end)

   it('refuses one tensor for two results', function()
      local a, r = good(3, 2, 3, 3), Double()
      for _, name in ipairs { 'slogdet', 'eigh', 'qr', 'lu', 'svd' } do
         assert.error_matches(function() tensor[name](r, r, a) end, '')
      end
      assert.has_error(function() tensor.lstsq(r, r, tensor.LongTensor(), Double(), a, Double(2, 3, 1):fill(1)) end)
   end)

   it('gives the same on several threads', function()
      local a = tensor.randn(3000, 4, 4):double()
      tensor.diagonal(a, 0, 2, 3):add(9)
      local b = tensor.randn(3000, 4, 2):double()
      local threads = tensor.getnumthreads()
      local function all()
         local u, s, v = tensor.svd(a)
         return { tensor.solve(a, b), tensor.inv(a), tensor.det(a), (tensor.qr(a)), u, s, v }
      end
      tensor.setnumthreads(1)
      local one = all()
      tensor.setnumthreads(4)
      local four = all()
      tensor.setnumthreads(threads)
      for k = 1, #one do assert.truthy(tensor.equal(one[k], four[k]), k) end
   end)
end)

describe('arguments of linear algebra', function()
   local x = tensor.ones(3)

   it('that are wrong are named with the function', function()
      assert.error_matches(function() tensor.cross(x, x, 1.5) end, 'cross: a dimension must be')
      assert.error_matches(function() tensor.vecdot(x, x, 1.5) end, 'vecdot: a dimension must be')
      local stack = tensor.zeros(2, 2, 2)
      stack[2]:fill(0 / 0)
      assert.error_matches(function() tensor.matrixExp(stack) end, 'matrixExp: matrix 2: ')
      assert.error_matches(function() tensor.cdist(stack, stack, -(0 / 0)) end, 'p is nan')
   end)

   it('vectorNorm without names of dimensions is of all', function()
      assert.equal(2, tensor.vectorNorm(tensor.ones(2, 2), 2, {}))
   end)
end)
