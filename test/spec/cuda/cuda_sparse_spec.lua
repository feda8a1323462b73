-- Sparse tensors on devices: every operation gives the same entries as on the CPU, in the same order; what a device
-- lacks is an error that says so; and whatever is wrong changes nothing.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local whole, longs, floats = random.whole, tensor.LongTensor, tensor.FloatTensor
local unpack = table.unpack or unpack
local dtypes = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }
local multiplied = { half = true, float = true, double = true, bfloat16 = true, complexFloat = true,
   complexDouble = true }

-- A random sparse tensor of these sizes.
local function sparse(dtype, sizes, dense, n)
   local indices, value_sizes = longs(#sizes - dense, n), { n, unpack(sizes, #sizes - dense + 1) }
   for d = 1, #sizes - dense do
      for k = 1, n do indices[d][k] = whole(1, sizes[d]) end
   end
   local values = tensor.zeros(value_sizes, { dtype = 'double' })
   for k = 1, values:nElement() do values:storage()[k] = whole(0, dtype == 'bool' and 1 or 3) end
   return tensor.sparse(indices, values[dtype](values), sizes)
end

local function there(x)
   return tensor.isTensor(x) and x:type((x:type():gsub('^torch%.', 'torch.cuda.'))) or x
end

-- What there is of a tensor, in a table: type, sizes, entries in their order.
local function parts(x)
   if not tensor.isTensor(x) then return { x } end
   local list = { x:type(), x:size():totable() }
   if not x:isSparse() then
      list[3] = x:nElement() > 0 and x:totable()
   elseif x:nnz() > 0 then
      list[3], list[4] = x:indices():totable(), x:values():totable()
      list[5] = x:layout() == 'csr' and { x:crowIndices():totable(), x:colIndices():totable() }
   end
   list[6] = x:isSparse() and x:isCoalesced()
   return list
end

-- The same call on the CPU and on the device of its tensors.
local function same(f, ...)
   local moved = {}
   for k = 1, select('#', ...) do moved[k] = there((select(k, ...))) end
   local expected, found = f(...), f(unpack(moved, 1, select('#', ...)))
   if tensor.isTensor(expected) then
      assert.is_true(found.isCuda)
      assert.equal(found:getDevice(), cuda.getDevice())
      found = found:cpu()
   end
   assert.same(parts(expected), parts(found))
end

-- Sizes, and how many of the last dimensions are dense.
local shapes = { { { 5, 4 }, 0 }, { { 7 }, 0 }, { { 3, 2, 2 }, 1 }, { { 0, 3 }, 0 } }

-- f of a pair of tensors of one size, with sparse dimensions and dense ones behind them.
local function each(types, f)
   random.seed(5)
   for _, dtype in ipairs(types) do
      for _, shape in ipairs(shapes) do
         local sizes, dense = shape[1], shape[2]
         local none = sizes[1] == 0
         f(sparse(dtype, sizes, dense, none and 0 or whole(0, 14)),
            sparse(dtype, sizes, dense, none and 0 or whole(1, 9)), dense)
      end
   end
end

local function fails(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert.is_truthy(message:find(text, 1, true), message)
end

describe('a sparse tensor on a device', function()
   it('has the entries of that on the CPU, in every type', function()
      local types = { unpack(dtypes) }
      types[#types + 1] = 'complexFloat'
      each(types, function(x)
         same(function(a) return a end, x)
         same(function(a) return a:coalesce() end, x)
         same(function(a) return a:toDense() end, x)
         same(function(a) return a:clone() end, x)
         same(function(a) return a:nnz() end, x)
         same(function(a) return a:isCoalesced() end, x)
         same(function(a) return tensor.sparse(a:indices(), a:values(), a:size()) end, x)
         same(function(a) return a:toDense():toSparse() end, x)
         if x:dim() == 2 then
            same(function(a) return a:toCSR() end, x)
            same(function(a) return a:toCSR():toSparse() end, x)
            same(function(a) return a:toCSR():toDense() end, x)
            same(function(a) return a:toDense():toSparse(1) end, x)
         end
         assert.equal('torch.cuda.' .. x:type():sub(7), there(x):type())
      end)
   end)

   it('is made there by its type, and of parts there; indices may be on the CPU', function()
      local indices, values = longs { { 2, 1 }, { 1, 3 } }, floats { 5, 6 }
      local x = cuda.sparse.FloatTensor(indices, values:cuda(), { 2, 3 })
      assert.equal('torch.cuda.sparse.FloatTensor', x:type())
      assert.same({ { 0, 0, 6 }, { 5, 0, 0 } }, x:toDense():totable())
      assert.same({ 2, 3 }, tensor.sparse(indices:cudaLong(), values:cuda()):size():totable())
      local m = cuda.csr.FloatTensor(longs { 1, 2, 3 }, longs { 3, 1 }:cudaLong(), values:cuda(), { 2, 3 })
      assert.same({ { 0, 0, 5 }, { 6, 0, 0 } }, m:toDense():totable())
      assert.equal(0, cuda.sparse.DoubleTensor(2, 3):nnz())
      assert.equal('cuda', cuda.sparse.DoubleTensor(2, 3).device)
      assert.same({ 3, 2 }, cuda.csr.IntTensor(3, 2):size():totable())
      assert.equal('sparse', tensor.layoutOf 'sparse.cuda')
      assert.equal(#tensor.tensorTypes { layout = 'sparse', device = 'cpu' },
         #tensor.tensorTypes { layout = 'sparse', device = 'cuda' })
      assert.is_true(tostring(x):find('(1, 3)  6', 1, true) ~= nil)
      assert.is_true(tostring(x):find('[torch.cuda.sparse.FloatTensor of size 2x3 with 2 entries]', 1, true) ~= nil)
   end)

   it('goes from device to device, to other types, and into files', function()
      each({ 'float', 'int' }, function(x)
         for _, s in ipairs { x, x:dim() == 2 and x:toCSR() or x } do
            local y = s:cuda(cuda.getDeviceCount())
            assert.equal(cuda.getDeviceCount(), y:getDevice())
            assert.same(parts(s:float()), parts(y:cuda(1):cpu()))
            assert.same(parts(s:float()), parts(y:float()))
            assert.same(parts(s:double()), parts(there(s):double()))
            assert.same(parts(s:double()), parts(there(s):cudaDouble():cpu()))
            assert.same(parts(s), parts(s:to 'cuda':to 'cpu'))
            assert.same(parts(s:double()), parts(s:to('torch.cuda.' .. s:layout() .. '.DoubleTensor'):cpu()))
            local to, back = there(s:clone():mul(0)), s:clone():mul(0)
            to:copy(s)
            back:copy(to)
            assert.is_true(back:equal(s))
            local dense = s:toDense():zero()
            dense:copy(there(s))
            assert.is_true(dense:nElement() == 0 or dense:equal(s:toDense()))
            local read = tensor.deserialize(tensor.serialize(there(s)))
            assert.equal(there(s):type(), read:type())
            assert.same(parts(s), parts(read:cpu()))
         end
      end)
      local s = tensor.eye(2):toSparse():cuda()
      assert.is_true(rawequal(s, s:cuda()))
      assert.is_true(rawequal(s, s:recordStream(1)))
      cuda.streamWaitFor(1, { 0 })
      cuda.withStream(1, function() assert.is_true(s:toDense():cpu():equal(tensor.eye(2))) end)
      fails('not allocated as pinned memory', function() tensor.eye(2):toSparse():recordStream(1) end)
   end)
end)

describe('operations on sparse tensors of a device give what the CPU gives:', function()
   it('sums, products and functions that make 0 of 0', function()
      each({ 'byte', 'int', 'half', 'float', 'bool' }, function(x, y)
         same(function(a, b) return a + b end, x, y)
         same(function(a, b) return tensor.add(a, 2, b) end, x, y)
         same(function(a, b) return a - b end, x, y)
         same(tensor.cmul, x, y)
         same(tensor.cmax, x, y)
         same(function(a) return a * 2 end, x)
         same(function(a) return tensor.neg(a) end, x)
         same(function(a) return tensor.abs(a) end, x)
         same(function(a, b) return a:clone():add(b) end, x, y)
         same(function(a) return a:clone():mul(2) end, x)
         same(function(a, b) return tensor.equal(a, b) end, x, y)
         same(function(a) return tensor.equal(a, a:coalesce()) end, x)
         same(function(a, b) return a:toDense() + b end, x, y)
         same(function(a, b) return tensor.cmul(a, b:toDense()) end, x, y)
         if x:nElement() > 0 then
            same(function(a, b) return tensor.sparseMask(a:toDense(), b) end, x, y)
         end
         if x:dim() == 2 then
            same(function(a, b) return a:toCSR() + b:toCSR() end, x, y)
            same(function(a) return a:toCSR() * 2 end, x)
         end
      end)
      each({ 'complexFloat', 'complexDouble' }, function(x, y)
         same(function(a, b) return a + b end, x, y)
         same(tensor.cmul, x, y)
         same(function(a) return a * 2 end, x)
         same(function(a) return a:sum(1) end, x)
      end)
      each({ 'float', 'double' }, function(x)
         same(function(a) return tensor.sqrt(a) end, x)
         same(function(a) return a / 2 end, x)
      end)
   end)

   it('sums, norms and rearranged elements', function()
      each({ 'long', 'half' }, function(x, y, dense)
         same(function(a) return a:sum() end, x)
         for d = 1, x:dim() do same(function(a) return a:sum(d) end, x) end
         same(function(a) return a:any() end, x)
         same(function(a) return a:double():norm() end, x)
         same(function(a) return a:unsqueeze(1) end, x)
         same(function(a, b) return tensor.cat(a, b, 1) end, x, y)
         for d = 1, x:dim() do
            local n = x:size(d)
            if n > 0 then
               same(function(a) return a:select(d, n) end, x)
               same(function(a) return a:narrow(d, 1, math.max(1, n - 1)) end, x)
               same(function(a, at) return a:index(d, at) end, x, longs { n, 1, n, 1 })
               same(function(a) return a:index(d, longs { 1, n }) end, x)
            end
         end
         if x:dim() > 1 and dense == 0 then
            same(function(a) return a:transpose(1, x:dim()) end, x)
            if x:dim() == 2 then same(function(a) return a:toCSR():t() end, x) end
         end
      end)
   end)

   it('products of matrices and vectors', function()
      random.seed(3)
      for dtype in pairs(multiplied) do
         for _, sizes in ipairs { { 4, 5, 3 }, { 1, 1, 1 }, { 6, 2, 1 }, { 3, 0, 2 } } do
            local m, k, n = unpack(sizes)
            local x, z = sparse(dtype, { m, k }, 0, k > 0 and 8 or 0), sparse(dtype, { k, n }, 0, k > 0 and 4 or 0)
            local b = tensor.range(1, math.max(1, k * n)):narrow(1, 1, k * n):view(k, n)
            b = b[dtype](b)
            same(tensor.mm, x, b)
            same(tensor.mm, x:toCSR(), b)
            same(tensor.mm, b:t(), x:t())
            same(function(s, c) return s * c end, x, z)
            same(function(s, c) return s:toCSR() * c:toCSR() end, x, z)
            if k > 0 then
               same(tensor.mv, x, b:select(2, 1):contiguous())
               local c = tensor.ones(m, n)
               same(function(r, s, d) return tensor.addmm(2, r, 3, s, d) end, c[dtype](c), x, b)
               same(function(s, d)
                  return tensor.bmm(s:unsqueeze(1), d:view(1, k, n))
               end, x, b)
            end
         end
      end
      fails('not defined for torch.IntTensor on cuda:1', function()
         return tensor.mm(there(sparse('int', { 2, 2 }, 0, 2)), tensor.ones(2, 2):cudaInt())
      end)
   end)
end)

describe('what is wrong with sparse tensors on devices', function()
   local s = tensor.eye(2):toSparse()
   local c = s:cuda()

   it('is an error: two devices, the CPU and a device', function()
      fails('operand 1 is on device 1, operand 2 on device 0', function() return tensor.eye(2):cuda() + s end)
      fails('operand 1 is on device 0, operand 2 on device 1', function() return s + c end)
      fails('device', function() return tensor.mm(s, tensor.eye(2):cuda()) end)
      fails('the tensor is on device 1, the mask on device 0', function()
         return tensor.sparseMask(tensor.eye(2):cuda(), s)
      end)
      fails('operand 1 is on device 1, operand 2 on device 0', function() return tensor.cat(c, s, 1) end)
      fails('values on device 0', function() return cuda.sparse.FloatTensor(longs { { 1 } }, tensor.ones(1)) end)
      fails('values on device 1', function()
         return tensor.sparse.FloatTensor(longs { { 1 } }, tensor.ones(1):cuda())
      end)
      fails('indices is on device 1, values on device 0', function()
         return tensor.sparse(longs { { 1 } }:cudaLong(), tensor.ones(1))
      end)
      if cuda.getDeviceCount() > 1 then
         fails('operand 1 is on device 1, operand 2 on device 2', function() return c + s:cuda(2) end)
      end
      assert.is_true(c:cpu():equal(s))
   end)

   it('is an error: places, sizes, rows', function()
      fails('entry 2 has the index 3 in dimension 1', function()
         return tensor.sparse(longs { { 1, 3 } }:cudaLong(), tensor.ones(2):cuda(), { 2 })
      end)
      fails('as many values as entries', function()
         return tensor.sparse(longs { { 1, 3 } }:cudaLong(), tensor.ones(3):cuda())
      end)
      fails('crow[2] is 0', function()
         return tensor.sparseCSR(longs { 1, 0, 2 }:cudaLong(), longs { 1 }:cudaLong(), tensor.ones(1):cuda(), { 2, 2 })
      end)
      fails('position 3 is outside', function() return c:index(1, longs { 3 }:cudaLong()) end)
      fails('do not fit in dimension 1', function() return c:narrow(1, 2, 2) end)
      fails('sizes 2x2 and 3 differ', function() return c + tensor.ones(3):toSparse():cuda() end)
      fails('do not fit', function() return tensor.mm(c, tensor.ones(3, 2):cuda()) end)
   end)

   it('is what devices lack', function()
      fails('sort: a sparse tensor is not supported here; toDense() makes it strided', function() return c:sort() end)
      fails('not defined on device 1', function()
         return tensor.triangularSolve(tensor.ones(2):cuda(), c:toCSR())
      end)
      fails('a sparse tensor cannot take it', function() return tensor.mm(c, c, tensor.eye(2):cuda()) end)
   end)
end)
