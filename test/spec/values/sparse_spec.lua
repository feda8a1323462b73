-- Sparse tensors: every operation agrees with the same one on the dense form, which is added up entry by entry here;
-- parts are as they were given; and whatever is wrong is an error that changes nothing.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local whole, longs, floats = random.whole, tensor.LongTensor, tensor.FloatTensor
local unpack = table.unpack or unpack

-- A random index tensor (dimensions x n), values and sizes; most: the largest value.
local function parts(dtype, sparse, dense, n, most)
   local sizes = random.sizes(sparse + dense, 1, 6)
   local indices, value_sizes = longs(sparse, n), { n }
   for d = 1, sparse do
      for k = 1, n do indices[d][k] = whole(1, sizes[d]) end
   end
   for d = 1, dense do value_sizes[d + 1] = sizes[sparse + d] end
   local values = tensor.zeros(value_sizes, { dtype = dtype })
   values:storage():fill(0)
   for k = 1, #values:storage() do values:storage()[k] = whole(0, dtype == 'bool' and 1 or most or 3) end
   return indices, values, sizes
end

-- The dense form, entry by entry in their order.
local function added_up(indices, values, sizes)
   local dense = tensor.zeros(sizes, { dtype = values.dtype })
   for k = 1, values:size(1) do
      local at, last = dense, indices:size(1)
      for d = 1, last - 1 do at = at:select(1, indices[d][k]) end
      local place = at:narrow(1, indices[last][k], 1)
      if values.dtype == 'bool' then place:cmax(values:narrow(1, k, 1)) else place:add(values:narrow(1, k, 1)) end
   end
   return dense
end

-- A random sparse tensor and its dense form.
local function pair(dtype, sparse, dense, most)
   local n = whole(0, 3) == 0 and 0 or whole(1, 20)
   local indices, values, sizes = parts(dtype, sparse, dense or 0, n, most)
   return tensor.sparse(indices, values, sizes), added_up(indices, values, sizes)
end

-- Another one of the same sizes.
local function like(x, dense_dims)
   local sizes, sparse = x:size():totable(), x:dim() - (dense_dims or 0)
   local n = whole(0, 12)
   local indices, value_sizes = longs(sparse, n), { n }
   for d = 1, sparse do
      for k = 1, n do indices[d][k] = whole(1, sizes[d]) end
   end
   for d = sparse + 1, #sizes do value_sizes[#value_sizes + 1] = sizes[d] end
   local values = tensor.zeros(value_sizes, { dtype = x.dtype })
   for k = 1, values:nElement() do values:storage()[k] = whole(0, x.dtype == 'bool' and 1 or 3) end
   return tensor.sparse(indices, values, sizes), added_up(indices, values, sizes)
end

local function same(expected, x)
   local dense = x:toDense()
   assert.equal(expected:type(), dense:type())
   assert.same(expected:size():totable(), dense:size():totable())
   if expected:nElement() > 0 then assert.is_true(tensor.equal(expected, dense)) end
end

local function each_type(f)
   random.seed(17)
   for _, dtype in ipairs(random.dtypes) do
      for _ = 1, 12 do f(dtype) end
   end
end

local function fails(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert.is_truthy(message:find(text, 1, true), message)
end

describe('a sparse tensor', function()
   it('is the sum of its entries, in every type and layout', function()
      each_type(function(dtype)
         local indices, values, sizes = parts(dtype, whole(1, 4), whole(0, 2), whole(0, 20))
         local x, dense = tensor.sparse(indices, values, sizes), added_up(indices, values, sizes)
         same(dense, x)
         same(dense, x:coalesce())
         same(dense, x:clone())
         same(dense:double(), x:double())
         assert.is_true(x:isSparse() and x:layout() == 'sparse' and x:sparseDim() == indices:size(1))
         assert.equal(values:size(1), x:nnz())
         if values:size(1) > 0 then
            assert.is_true(tensor.equal(indices, x:indices()))
            assert.is_true(values:nElement() == 0 or tensor.equal(values, x:values()))
         end
         if #sizes == 2 and indices:size(1) == 2 then
            same(dense, x:toCSR())
            same(dense, x:toCSR():toSparse())
            assert.equal('torch.csr' .. dense:type():sub(6), x:toCSR():type())
         end
      end)
   end)

   it('comes from a dense one: the elements that are not 0', function()
      each_type(function(dtype)
         local _, dense = pair(dtype, whole(1, 4), whole(0, 1))
         local count = 0
         for _, value in ipairs(random.flat(dense)) do count = count + (value ~= 0 and 1 or 0) end
         assert.equal(count, dense:toSparse():nnz())
         assert.is_true(dense:toSparse():isCoalesced())
         same(dense, dense:toSparse())
         same(dense, dense:toSparse(whole(1, dense:dim())))
      end)
      assert.equal(2, floats { 0, 0 / 0, -0.0, 1 }:toSparse():nnz())
      assert.equal(0, tensor.zeros(3, 4):toSparse():nnz())
      assert.equal(0, tensor.zeros(3, 0):toCSR():nnz())
   end)

   it('has each place once, in order, when it is coalesced, with values added in their order', function()
      local x = tensor.sparse(longs { { 2, 1, 2, 2 }, { 1, 3, 1, 1 } }, floats { 2 ^ 24, 5, 1, 1 }, { 2, 3 })
      assert.is_false(x:isCoalesced())
      local c = x:coalesce()
      assert.is_true(c:isCoalesced() and rawequal(c, c:coalesce()))
      assert.same({ { 1, 2 }, { 3, 1 } }, c:indices():totable())
      assert.same({ 5, 2 ^ 24 }, c:values():totable()) -- in floats 2^24 + 1 is 2^24
      assert.equal(2, (c - c):nnz()) -- sums that are 0 stay
      assert.is_true(tensor.sparse(longs { { 1, 2 } }, floats { 1, 1 }):isCoalesced())
      assert.is_false(tensor.sparse(longs { { 2, 2 } }, floats { 1, 1 }):isCoalesced())
   end)

   it('shares its values and nothing else', function()
      local indices, values = longs { { 1, 2 } }, floats { 3, 4 }
      local x = tensor.sparse(indices, values)
      indices:fill(1)
      values:fill(0)
      x:indices():fill(1)
      assert.same({ 3, 4 }, x:toDense():totable())
      x:values():mul(2)
      assert.same({ 6, 8 }, x:toDense():totable())
      local seen = x:values()
      x:mul(2)
      assert.same({ 12, 16 }, seen:totable())
      local m = floats({ { 0, 1 }, { 2, 0 } }):toCSR()
      m:crowIndices():fill(1)
      m:colIndices():fill(1)
      m:values():fill(7)
      assert.same({ { 0, 7 }, { 7, 0 } }, m:toDense():totable())
   end)

   it('outlives the scope that made it, or that changed it', function()
      local o = tensor.eye(2):toCSR()
      local s, list = tensor.scope(function()
         o:add(tensor.eye(2):toCSR())
         return tensor.eye(2):toSparse(), { tensor.eye(2):toCSR() }
      end)
      for _, x in ipairs { s, list[1], o:mul(0.5) } do assert.is_true(tensor.eye(2):equal(x:toDense())) end
   end)

   it('is read through compressed rows counted from 1', function()
      local m = tensor.sparseCSR(longs { 1, 3, 3, 4 }, longs { 1, 3, 2 }, floats { 1, 2, 3 }, { 3, 3 })
      assert.same({ { 1, 0, 2 }, { 0, 0, 0 }, { 0, 3, 0 } }, m:toDense():totable())
      assert.same({ 1, 3, 3, 4 }, m:crowIndices():totable())
      assert.same({ 1, 3, 2 }, m:colIndices():totable())
      assert.same({ { 1, 1, 3 }, { 1, 3, 2 } }, m:indices():totable())
      assert.equal('csr', m:layout())
      assert.is_true(m:isCoalesced())
   end)
end)

describe('operations on sparse tensors agree with dense ones:', function()
   it('sums, differences and products of two, and with a number', function()
      each_type(function(dtype)
         local dims, dense = whole(1, 3), whole(0, 1)
         local x, a = pair(dtype, dims, dense)
         local y, b = like(x, dense)
         same(a + b, x + y)
         same(tensor.add(a, 2, b), tensor.add(x, 2, y))
         same(a - b, x - y)
         same(tensor.cmul(a, b), tensor.cmul(x, y))
         same(tensor.cmax(a, b), tensor.cmax(x, y))
         same(tensor.mul(a, 3), tensor.mul(x, 3))
         same(a * 2, x * 2)
         same(a:neg(), x:neg())
         same(a:abs(), x:abs())
         local z, c = x:clone(), a:clone()
         assert.equal(z, z:add(y))
         same(c:add(b), z)
         same(c:mul(2), z:mul(2))
         assert.is_true((x + y):isCoalesced())
         assert.is_true(tensor.equal(x, x:coalesce()) and tensor.equal(x, a) and tensor.equal(a, x))
         assert.equal(tensor.equal(a, b), tensor.equal(x, y))
         if x:dim() == 2 and dense == 0 then
            same(a + b, x:toCSR() + y)
            assert.equal('csr', (x:toCSR() + y):layout())
            assert.equal('sparse', (x + y:toCSR()):layout())
            same(tensor.cmul(a, b), tensor.cmul(x:toCSR(), y:toCSR()))
            same(a * 2, x:toCSR() * 2)
         end
      end)
   end)

   it('a dense and a sparse one', function()
      each_type(function(dtype)
         local dense = whole(0, 1)
         local x, a = pair(dtype, whole(1, 3), dense)
         local _, b = like(x, dense)
         if whole(0, 1) == 1 and b:dim() > 1 then -- not contiguous
            b = b:transpose(1, 2):contiguous():transpose(1, 2)
         end
         local sum = b + x
         assert.equal('strided', sum:layout())
         same(b + a, sum)
         same(a + b, x + b)
         same(b - a, b - x)
         same(a - b, x - b)
         same(tensor.add(b, 3, a), tensor.add(b, 3, x))
         assert.is_true(tensor.cmul(x, b):isSparse() and tensor.cmul(b, x):isSparse())
         same(tensor.cmul(a, b), tensor.cmul(x, b))
         same(tensor.cmul(a, b), tensor.cmul(b, x))
         same(tensor.cmul(b, a:ne(0):type(b:type())), tensor.sparseMask(b, a:toSparse()))
         local c = b:clone()
         assert.equal(c, c:add(x))
         same(b + a, c)
         c:copy(x)
         same(a, c)
      end)
   end)

   it('of two types are computed in the type where they meet', function()
      local s, x = tensor.IntTensor({ 0, 5 }):toSparse(), tensor.ByteTensor { 2, 0 }
      assert.same({ -2, 5 }, tensor.subtract(s, x):totable())
      assert.same({ 2, -5 }, tensor.subtract(x, s):totable())
   end)

   it('functions that make 0 of 0', function()
      random.seed(5)
      for _ = 1, 20 do
         local x, a = pair('double', 2)
         for _, name in ipairs { 'sqrt', 'sin', 'tanh', 'expm1', 'log1p', 'floor', 'sign', 'relu', 'square' } do
            same(a[name](a:clone()), x[name](x:clone()))
            same(tensor[name](a), tensor[name](x:toCSR()))
         end
         same(a / 2, x / 2)
         same(tensor.pow(a, 3), tensor.pow(x, 3))
         same(tensor.clamp(a, -1, 1), tensor.clamp(x, -1, 1))
      end
   end)

   it('sums, norms and rearranged elements', function()
      each_type(function(dtype)
         local dense = whole(0, 1)
         local x, a = pair(dtype, whole(1, 3), dense)
         local d = whole(1, x:dim())
         if dtype ~= 'bool' then
            assert.equal(a:sum(), x:sum())
            same(a:sum(d), x:sum(d))
         end
         if dtype == 'double' then assert.near(a:norm(), x:norm(), 1e-12) end
         local sparse = x:sparseDim()
         local i, j = whole(1, sparse), whole(1, sparse)
         same(a:transpose(i, j), x:transpose(i, j))
         local first = whole(1, x:size(d))
         local count = whole(0, x:size(d) - first + 1)
         same(a:narrow(d, first, count), x:narrow(d, first, count))
         local at = longs(whole(1, 5)):apply(function() return whole(1, x:size(d)) end)
         same(a:index(d, at), x:index(d, at))
         if x:dim() > 1 then same(a:select(d, first), x:select(d, first)) end
         same(a:unsqueeze(d), x:unsqueeze(d))
         local e = whole(1, sparse)
         local y, b = like(x, dense)
         same(tensor.cat(a, b, e), tensor.cat(x, y, e))
         same(tensor.cat({ a, b, a }, e), tensor.cat({ x, y, x }, e))
         if x:dim() == 2 and dense == 0 then
            same(a:t(), x:t())
            same(a:t(), x:toCSR():t())
            assert.equal('csr', x:toCSR():t():layout())
            same(a:sum(1):sum(2), x:toCSR():sum(1):sum(2))
         end
      end)
   end)

   it('products of matrices and vectors', function()
      each_type(function(dtype)
         if dtype == 'bool' then return end
         local x, a = pair(dtype, 2, 0, 2)
         local m, n, k = x:size(1), x:size(2), whole(1, 70)
         local b, v = random.tensor({ n, k }, dtype):remainder(3), random.tensor({ n }, dtype):remainder(3)
         local y = tensor.remainder(random.tensor({ n, whole(1, 4) }, dtype), 2):toSparse()
         for _, s in ipairs { x, x:toCSR() } do
            local product = tensor.mm(s, b)
            assert.equal('strided', product:layout())
            same(tensor.mm(a, b), product)
            same(tensor.mm(a, b), s * b)
            same(tensor.mm(b:t(), a:t()), tensor.mm(b:t(), s:t()))
            same(tensor.mv(a, v), tensor.mv(s, v))
            same(tensor.mm(a, y:toDense()), tensor.mm(s, y))
            assert.equal(s:layout(), tensor.mm(s, y):layout())
            assert.is_true(tensor.mm(s, y):isCoalesced())
            local r = tensor.mm(s, b):zero()
            assert.equal(r, tensor.mm(r, s, b))
            same(tensor.mm(a, b), r)
            local c = random.tensor({ m, k }, dtype):remainder(3)
            same(tensor.addmm(2, c, 3, a, b), tensor.addmm(2, c, 3, s, b))
            same(tensor.addmm(0, c, 3, a, b), tensor.addmm(0, c, 3, s, b))
         end
         local z, c = pair(dtype, 3, 0, 2)
         local w = random.tensor({ z:size(1), z:size(3), whole(1, 4) }, dtype):remainder(3)
         same(tensor.bmm(c, w), tensor.bmm(z, w))
      end)
   end)

   it('triangular systems', function()
      random.seed(9)
      for _ = 1, 20 do
         local n = whole(1, 8)
         local a = random.tensor({ n, n }, 'double'):remainder(4)
         for i = 1, n do a[i][i] = i end
         local b = random.tensor({ n, whole(1, 3) }, 'double')
         for uplo, part in pairs { L = tensor.tril(a), U = tensor.triu(a) } do
            local x = tensor.triangularSolve(b, a:toSparse(), uplo)
            assert.is_true(tensor.max(tensor.abs(tensor.mm(part, x) - b)) < 1e-9)
         end
         local unit = tensor.tril(a, -1) + tensor.eye(n):double()
         local x = tensor.triangularSolve(b:select(2, 1), a:toCSR(), 'L', 'U')
         assert.is_true(tensor.max(tensor.abs(tensor.mv(unit, x) - b:select(2, 1))) < 1e-6 * (1 + x:abs():max()))
      end
      fails('element (2, 2) is 0', tensor.triangularSolve, tensor.ones(2), floats({ { 1, 0 }, { 1, 0 } }):toCSR())
      fails('whole numbers', tensor.triangularSolve, longs { 1 }, longs({ { 1 } }):toCSR())
      fails('a square one', tensor.triangularSolve, tensor.ones(3), tensor.ones(2, 3):toCSR())
      fails('trtrs', tensor.triangularSolve, tensor.ones(2), tensor.ones(2, 2))
   end)

   it('products on any number of threads, with the same bits', function()
      local threads = tensor.getnumthreads()
      local m = tensor.rand(3000, 500):float():cmul(tensor.rand(3000, 500):float():lt(0.1):float()):toCSR()
      local v, b = tensor.rand(500):float(), tensor.rand(500, 70):float()
      local seen
      for n = 1, 3 do
         tensor.setnumthreads(n)
         local now = { tensor.mv(m, v), tensor.mm(m, b), (m + m):toDense(), m:toSparse():t():coalesce():toDense() }
         for k = 1, #now do assert.is_true(not seen or tensor.equal(seen[k], now[k])) end
         seen = now
      end
      tensor.setnumthreads(threads)
      assert.is_true(tensor.max(tensor.abs(seen[2] - tensor.mm(m:toDense(), b))) < 1e-3)
   end)
end)

describe('what sparse tensors cannot do', function()
   local x = tensor.sparse(longs { { 1, 2 }, { 3, 1 } }, floats { 1, 2 }, { 2, 3 })

   it('is an error that names toDense', function()
      for _, f in ipairs {
         function(s) return tensor.sort(s) end,
         function(s) return tensor.exp(s) end,
         function(s) return s + 1 end,
         function(s) return tensor.add(s, 1) end,
         function(s) return tensor.max(s) end,
         function(s) return s:view(6) end,
         function(s) return s:cumsum(1) end,
         function(s) return tensor.inverse(s) end,
         function(s) return s:mean() end,
         function(s) return s:expand(2, 2, 3) end,
         function(s) return s:fill(1) end,
         function(s) return s[1][1] + s end,
         function(s) return tensor.sum(tensor.ones(2, 3), s) end,
         function(s) return s:gather(1, longs(2, 3)) end,
         function(s) return tensor.addcmul(s, s, s) end,
         function(s) return s:totable() end,
         function(s) return s:stride() end,
         function(s) return s:storage() end,
         function(s) return s:set() end,
         function(s) return s:set(floats(2):storage()) end,
         function(s) return s / s end,
         function(s) return tensor.eq(s, 0) end,
         function(s) return s:resize(3) end,
         function(s) return s:apply(print) end,
         function(s) return tensor.dot(s, s) end,
         function(s) return tensor.ger(s, s) end,
      } do
         for _, s in ipairs { x, x:toCSR() } do
            local ok, message = pcall(f, s)
            assert.is_false(ok)
            assert.is_truthy(message:find 'toDense%(%)' or message:find 'accepted forms' or message:find 'sizes'
               or message:find 'dimension', message)
         end
      end
      assert.has_error(function() tensor.sort(x) end,
         'sort: a sparse tensor is not supported here; toDense() makes it strided')
      assert.has_error(function() tensor.sort(x:toCSR()) end,
         'sort: a csr tensor is not supported here; toDense() makes it strided')
   end)

   it('leaves the result as it was', function()
      local r, y = tensor.ones(2, 3), tensor.sparse(longs { { 1 }, { 1 } }, floats { 1 }, { 3, 2 })
      fails('sizes 2x3 and 3x2 differ', tensor.add, x, y)
      fails('not broadcast', tensor.add, tensor.ones(3), x)
      fails('a strided tensor cannot take it', tensor.add, r, x, x)
      fails('a sparse tensor cannot take it', function() x:clone():add(r) end)
      fails('do not fit', tensor.mm, x, x)
      fails('the other of type double', tensor.mm, x, tensor.ones(3, 2):double())
      fails('accepted forms', tensor.mv, x, tensor.ones(3, 2))
      fails('sparse dimensions', tensor.add, tensor.ones(2, 3):toSparse(1), x)
      fails('is sparse, dimension 2 dense', function() tensor.ones(2, 3):toSparse(1):transpose(1, 2) end)
      fails('cannot follow', tensor.cat, x, y, 1)
      fails('cat: sparse and other', tensor.cat, x, r, 1)
      fails('dimension 2 is dense', tensor.cat, tensor.ones(2, 3):toSparse(1), tensor.ones(2, 3):toSparse(1), 2)
      fails('narrow: 3 elements from 1', x.narrow, x, 1, 1, 3)
      fails('select: 1 elements from 3', x.select, x, 1, 3)
      fails('position 4 is outside', x.index, x, 2, longs { 4 })
      fails('accepted forms', x.index, x, 2, floats { 1 })
      fails('copy: sizes', r.copy, r, y)
      fails('a torch.FloatTensor; toSparse()', r.nnz, r)
      fails('toCSR()', x.crowIndices, x)
      fails('not for a torch.sparse', x.toSparse, x, 1)
      fails('4 sparse dimensions', r.toSparse, r, 4)
      fails('compressed rows are those of a matrix', tensor.ones(3).toCSR, tensor.ones(3))
      fails('has a dense dimension', function() tensor.ones(2, 3):toSparse(1):toCSR() end)
      assert.is_true(tensor.equal(r, tensor.ones(2, 3)))
   end)

   it('also where the values were taken away', function()
      local y = x:clone()
      local z = y:toCSR()
      y:values():storage():resize(1)
      z:values():storage():resize(0)
      for _, s in ipairs { y, z } do
         for _, f in ipairs {
            function() return s:toDense() end, function() return s + s end, function() return s:t() end,
            function() return tensor.mm(s, tensor.ones(3, 2)) end, function() return s:sum() end,
            function() return s:toCSR():toSparse():toDense() end, function() return s:clone() end,
            function() return tensor.ones(2, 3) + s end, function() return s:select(1, 1) end,
            function() return s:mul(2) end, function() return tensor.cat(s, s, 1) end,
         } do
            fails('shrank', f)
         end
         assert.is_truthy(tostring(s):find 'of size 2x3 with 2 entries')
      end
   end)
end)

describe('whatever is called with sparse tensors', function()
   -- What writes files or reads them, gives memory back, runs tests or prints.
   local left_out = {}
   for name in ('help document test retain free release read write'):gmatch '%S+' do left_out[name] = true end

   local function names()
      local seen, list = {}, {}
      for _, row in ipairs(tensor.rows) do
         if row.signature:find 'Tensor' or row.signature:find 'Operand' then seen[row.name] = true end
      end
      for name in pairs(tensor.Tensor) do seen[name] = true end
      for name in pairs(seen) do
         local f = not left_out[name] and (tensor[name] or tensor.Tensor[name])
         if type(f) == 'function' and not name:find '^_' then list[#list + 1] = name end
      end
      table.sort(list)
      return list
   end

   local function tuples(s)
      local d, at = tensor.ones(2, 3):float(), longs { 1, 2 }
      return {
         { s }, { s, s }, { s, 1 }, { s, 2 }, { s, d }, { d, s }, { s, 1, 2 }, { s, 1, s }, { s, s, s }, { d, s, s },
         { s, d, d }, { s, 0.5 }, { s, 1, 1, 1 }, { s, at }, { s, 1, at }, { s, 1, at, s }, { s, d:byte() },
         { d, s:byte() }, { s, { 1 } }, { s, 'x' }, { s, { dtype = 'double' } }, { s, -1 }, { { s, s }, 1 },
         { s, 1, 1, s },
      }
   end

   it('leaves each of them one of its type, or the call one that fails', function()
      for _, make in ipairs {
         function() return tensor.sparse(longs { { 1, 2, 1 }, { 3, 1, 3 } }, floats { 1, 2, 4 }, { 2, 3 }) end,
         function() return floats({ { 0, 1, 0 }, { 2, 0, 3 } }):toCSR() end,
         function() return tensor.sparse(longs { { 1, 2, 1 } }, tensor.ones(3, 3):float(), { 2, 3 }) end,
         function() return tensor.sparse.LongTensor(2, 3) end,
      } do
         for _, name in ipairs(names()) do
            for k = 1, #tuples(make()) do
               local s = make()
               local _, result = pcall(tensor[name] or tensor.Tensor[name], unpack(tuples(s)[k]))
               tostring(result)
               tostring(s)
               assert.equal(rawget(getmetatable(s), '__typename'), s:type(), name)
            end
         end
      end
   end)
end)

describe('constructors of sparse tensors refuse', function()
   it('indices, counts and types that are wrong', function()
      local i, v = longs { { 1, 2 }, { 3, 1 } }, floats { 1, 2 }
      for text, arguments in pairs {
         ['entry 1 has the index 3 in dimension 2; the size is 2'] = { i, v, { 2, 2 } },
         ['entry 2 has the index 0 in dimension 1'] = { longs { { 1, 0 } }, v },
         ['entry 1 has the index -1'] = { longs { { -1, 1 } }, v, { 3 } },
         ['sparse: there are no sparse tensors of complexHalf elements'] = { i, v:to 'complexHalf' },
         ['as many values as entries'] = { i, floats { 1, 2, 3 } },
         ['indices are a torch.FloatTensor'] = { i:float(), v },
         ['indices of size 2'] = { longs { 1, 2 }, v },
         ['1 sizes given'] = { i, v, { 3 } },
         ['dimension 3 has size 4, in the values 1'] = { i, v:view(2, 1), { 2, 3, 4 } },
         ['negative'] = { i, v, { 2, -3 } },
         ['a tensor has 1 to 8 dimensions'] = { longs(0, 2), v },
         ['a sparse tensor is not supported here'] = { i, v:toSparse() },
         ['accepted forms'] = { { { 1 } }, v },
         ['elements'] = { i, v, { 2 ^ 40, 2 ^ 40 } },
      } do
         fails(text, tensor.sparse, unpack(arguments))
      end
      assert.same({ 2, 3 }, tensor.sparse(i, v):size():totable())
      fails('toSparse', function() return tensor.ones(2):to('complexHalf'):toSparse() end)
      assert.same({ 1, 2 }, tensor.sparse(longs(2, 0), floats(0), { 1, 2 }):size():totable())
   end)

   it('compressed rows that are not in order', function()
      local crow, col, v = longs { 1, 2, 3 }, longs { 1, 2 }, floats { 1, 2 }
      for text, arguments in pairs {
         ['crow goes from 0 to 2'] = { crow - 1, col, v, { 2, 2 } },
         ['crow goes from 1 to 2'] = { longs { 1, 1, 2 }, col, v, { 2, 2 } },
         ['crow[3] is 1 after 3'] = { longs { 1, 3, 1, 3 }, col, v, { 3, 2 } },
         ['crow[2] is 9'] = { longs { 1, 9, 3 }, col, v, { 2, 2 } },
         ['col[2] is 3; columns are 1 to 2'] = { crow, longs { 1, 3 }, v, { 2, 2 } },
         ['col[1] is 0'] = { crow, longs { 0, 1 }, v, { 2, 2 } },
         ['column 2 after column 2'] = { longs { 1, 3, 3 }, longs { 2, 2 }, v, { 2, 2 } },
         ['column 1 after column 2'] = { longs { 1, 3, 3 }, longs { 2, 1 }, v, { 2, 2 } },
         ['one crow more than rows'] = { crow, col, v, { 3, 2 } },
         ['as many values as columns'] = { crow, col, floats { 1 }, { 2, 2 } },
         ['not of 1 dimensions'] = { crow, col, v, { 2 } },
         ['columns; compressed rows have at most'] = { crow, col, v, { 2, 2 ^ 31 } },
         ['crow are a torch.IntTensor'] = { crow:int(), col, v, { 2, 2 } },
      } do
         fails(text, tensor.sparseCSR, unpack(arguments))
      end
   end)
end)

describe('types of sparse tensors', function()
   it('are objects like those of others, one for each element type', function()
      for _, layout in ipairs { 'sparse', 'csr' } do
         local list = tensor.tensorTypes { layout = layout, device = 'cpu' }
         assert.equal(13, #list) -- those of real numbers, and the complex ones that are computed with
         for _, T in ipairs(list) do
            assert.is_true(tensor.isTensorType(T) and T:isSparse() and T:layout() == layout)
            local x = tensor.zeros(2, 3, { dtype = T.dtype })
            x[2][1] = 1
            local s = x:type(T)
            assert.equal(T.name, s:type())
            assert.equal(T.name, x:to(T):type())
            assert.equal(T.name, x:to(T.name):type())
            assert.equal(x:type(), s:type(x:type()):type())
            assert.equal(T, tensor[layout][T.name:match '[^.]*$'])
            assert.same({ 2, 3 }, T(2, 3):size():totable())
            assert.equal(0, T():nnz())
            assert.is_true(tensor.isTypeOf(s, T.name) and tensor.typename(s) == T.name)
         end
      end
      assert.is_false(tensor.FloatTensor:isSparse() or tensor.ones(1):isSparse())
      local i, v = longs { { 1 }, { 2 } }, floats { 5 }
      assert.same({ { 0, 5 } }, tensor.sparse.FloatTensor(i, v, { 1, 2 }):toDense():totable())
      assert.same({ { 0, 5 } }, tensor.csr.FloatTensor(longs { 1, 2 }, longs { 2 }, v, { 1, 2 }):toDense():totable())
      fails('of float values', tensor.sparse.IntTensor, i, v, { 1, 2 })
      fails('tensors or of sizes', tensor.sparse.FloatTensor, i, {}, { 1, 2 })
      fails('negative', tensor.sparse.FloatTensor, -1)
      fails('tensors or of sizes', tensor.csr.FloatTensor, i, v)
      fails('of a matrix', tensor.csr.FloatTensor, 3)
   end)

   it('are told by the names of devices', function()
      for name, layout in pairs { cpu = 'strided', cuda = 'strided', ['quantized.cpu'] = 'strided',
         sparse = 'sparse', ['sparse.cuda'] = 'sparse', ['sparse.cpu'] = 'sparse' } do
         assert.equal(layout, tensor.layoutOf(name))
      end
      for _, name in ipairs { '', 'gpu', 'sparse.gpu', 'sparse.', 'strided' } do
         fails('is no device', tensor.layoutOf, name)
      end
   end)
end)

describe('the text of a sparse tensor', function()
   it('has an entry a line', function()
      local x = tensor.sparse(longs { { 1, 2 }, { 3, 1 } }, tensor.IntTensor { 4, -5 }, { 2, 3 })
      assert.equal('(1, 3)  4\n(2, 1) -5\n[torch.sparse.IntTensor of size 2x3 with 2 entries]', tostring(x))
      assert.equal('(1, 3)  4\n(2, 1) -5\n[torch.csr.IntTensor of size 2x3 with 2 entries]', tostring(x:toCSR()))
      assert.equal('[torch.sparse.IntTensor of size 2 with 0 entries]', tostring(tensor.sparse.IntTensor(2)))
   end)

   it('is cut in the middle', function()
      local text = tostring(tensor.ones(2000):toSparse())
      assert.is_truthy(text:find('(3)     1\n...\n(1998)  1', 1, true), text)
      assert.is_truthy(text:find('of size 2000 with 2000 entries]', 1, true))
   end)
end)

describe('files of sparse tensors', function()
   it('keep type, sizes, entries and their order', function()
      each_type(function(dtype)
         local x, a = pair(dtype, whole(1, 3), whole(0, 1))
         for _, s in ipairs { x, x:coalesce(), a:dim() == 2 and a:toCSR() or x } do
            local y = tensor.deserialize(tensor.serialize(s))
            same(a, y)
            assert.equal(s:type(), y:type())
            assert.same({ s:nnz(), s:isCoalesced() }, { y:nnz(), y:isCoalesced() })
            if s:nnz() > 0 then assert.is_true(tensor.equal(s:indices(), y:indices())) end
         end
      end)
   end)

   it('are checked as constructors check', function()
      local x = tensor.sparse(longs { { 1, 2 }, { 3, 1 } }, floats { 1, 2 }, { 2, 3 })
      for _, s in ipairs { x, x:toCSR() } do
         local text = tensor.serialize(s, 'ascii')
         assert.is_true(tensor.equal(x, tensor.deserialize(text, 'ascii')))
         for k = 1, #text do -- each character but the last in turn
            for _, c in ipairs { '9', '-', ' ' } do
               pcall(tensor.deserialize, text:sub(1, k - 1) .. c .. text:sub(k + 1), 'ascii')
            end
            pcall(tensor.deserialize, text:sub(1, k), 'ascii')
         end
         fails('of float values', tensor.deserialize, (text:gsub('FloatTensor', 'ShortTensor', 1)), 'ascii')
         fails('read', tensor.deserialize, (text:gsub('LongStorage', 'CharStorage', 1)), 'ascii')
      end
   end)
end)
