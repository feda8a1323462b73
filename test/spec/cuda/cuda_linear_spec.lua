-- Products and solvers on devices, compared with the CPU. Elements are small whole numbers: every sum is exact
-- in every type and order, so results of products are equal.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local unpack = unpack or table.unpack

local cuda = tensor.cuda

if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()
local types = {}
for _, name in ipairs { 'Half', 'BFloat16', 'Float', 'Double' } do
   types[name] = { here = tensor[name .. 'Tensor'], there = cuda[name .. 'Tensor'] }
end
local whole = { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Bool', 'UInt16' }

-- Layouts: each function makes a tensor of the given sizes; make(sizes) makes an empty contiguous one.
local layouts = {}

function layouts.contiguous(sizes, make) return make(sizes) end

function layouts.transposed(sizes, make)
   local n, turned = #sizes, { unpack(sizes) }
   if n == 1 then return make(sizes) end
   turned[n], turned[n - 1] = sizes[n - 1], sizes[n]
   return make(turned):transpose(n - 1, n)
end

function layouts.narrowed(sizes, make)
   local wide = {}
   for d, size in ipairs(sizes) do wide[d] = size + 3 end
   local t = make(wide)
   for d, size in ipairs(sizes) do t = t:narrow(d, 2, size) end
   return t
end

function layouts.strided(sizes, make)
   local wide = { unpack(sizes) }
   wide[#wide + 1] = 2
   return make(wide):select(#wide, 2)
end

-- The last dimension is outermost in memory: a stack of matrices lies as a stack of columns.
function layouts.permuted(sizes, make)
   local n = #sizes
   if n == 1 then return make(sizes) end
   return make { sizes[n], unpack(sizes, 1, n - 1) }:permute(unpack { 2, n == 2 and 1 or 3, n == 3 and 1 or nil })
end

local function values(sizes, seed)
   local count = 1
   for _, size in ipairs(sizes) do count = count * size end
   local t = tensor.DoubleTensor(unpack(sizes))
   local flat = t:view(count)
   for i = 1, count do flat[i] = (i * 7 + seed * 5 + math.floor(i / 4)) % 5 - 2 end
   return t
end

-- The same elements on the CPU and on a device, in one layout.
local function pair(types_, layout, sizes, seed)
   local from = values(sizes, seed)
   local made = {}
   for where, Type in pairs(types_) do
      made[where] = layouts[layout](sizes, function(s) return Type(unpack(s)):fill(9) end):copy(from)
   end
   return made
end

local function same(here, there)
   assert.is_true(there:getDevice() > 0)
   assert.same(here:totable(), there:totable())
end

-- The name of a product, that of its sum, the sizes of both factors and of the result.
local products = {
   { 'mv', 'addmv', { 4, 3 }, { 3 }, { 4 } },
   { 'mm', 'addmm', { 4, 3 }, { 3, 2 }, { 4, 2 } },
   { 'mm', 'addmm', { 1, 3 }, { 3, 2 }, { 1, 2 } },
   { 'mm', 'addmm', { 4, 1 }, { 1, 1 }, { 4, 1 } },
   { 'ger', 'addr', { 4 }, { 3 }, { 4, 3 } },
   { 'bmm', 'baddbmm', { 2, 4, 3 }, { 2, 3, 2 }, { 2, 4, 2 } },
   { nil, 'addbmm', { 2, 4, 3 }, { 2, 3, 2 }, { 4, 2 } },
}

describe('products on a device', function()
   for _, row in ipairs(products) do
      local name, add, size_a, size_b, size_c = row[1], row[2], row[3], row[4], row[5]
      local text = (' of %s and %s'):format(table.concat(size_a, 'x'), table.concat(size_b, 'x'))
      for layout in pairs(layouts) do
         if name then
            it(name .. text .. ' agrees with the CPU on ' .. layout .. ' tensors', function()
               for _, both in pairs(types) do
                  local a, b = pair(both, layout, size_a, 1), pair(both, layout, size_b, 2)
                  local c = tensor[name](a.there, b.there)
                  assert.equal(both.there, getmetatable(c))
                  same(tensor[name](a.here, b.here), c)
                  local out = pair(both, layout, size_c, 3)
                  assert.equal(out.there, tensor[name](out.there, a.there, b.there))
                  same(tensor[name](out.here, a.here, b.here), out.there)
               end
            end)
         end

         it(add .. text .. ' agrees with the CPU on ' .. layout .. ' tensors', function()
            for _, both in pairs(types) do
               local a, b = pair(both, layout, size_a, 1), pair(both, layout, size_b, 2)
               local m, out = pair(both, layout, size_c, 3), pair(both, layout, size_c, 4)
               for _, k in ipairs { { 1, 1 }, { 3, 2 }, { 0, 1 }, { 0.5, -1 }, { 3, 0 } } do
                  same(tensor[add](k[1], m.here, k[2], a.here, b.here),
                       tensor[add](k[1], m.there, k[2], a.there, b.there))
                  tensor[add](out.here, k[1], m.here, k[2], a.here, b.here)
                  assert.equal(out.there, tensor[add](out.there, k[1], m.there, k[2], a.there, b.there))
                  same(out.here, out.there)
               end
               m.here[add](m.here, 2, 3, a.here, b.here)
               assert.equal(m.there, m.there[add](m.there, 2, 3, a.there, b.there))
               same(m.here, m.there)
            end
         end)
      end
   end

   it('are the operator * and matmul', function()
      local a, b, v = values({ 2, 3 }, 1), values({ 3, 4 }, 2), values({ 3 }, 3)
      local x, y, w = a:cuda(), b:cuda(), v:cuda()
      assert.same((a * b):totable(), (x * y):totable())
      assert.same((a * v):totable(), (x * w):totable())
      assert.equal(v * v, w * w)
      assert.same(v:matmul(b):totable(), w:matmul(y):totable())
   end)

   it('keep to a bound on other numbers, sizes beyond a block of threads', function()
      for name, bound in pairs { Half = 2e-3, BFloat16 = 1.6e-2, Float = 1e-5, Double = 1e-13 } do
         local a = tensor.DoubleTensor(70, 130):apply(function() return math.random() - 0.5 end)
         local b = tensor.DoubleTensor(130, 67):apply(function() return math.random() - 0.5 end)
         local here = types[name].here
         a, b = a:type(here.name), b:type(here.name)
         local there = types[name].there.name
         local c = tensor.mm(a:type(there), b:type(there)):double()
         local most = (c - tensor.mm(a:double(), b:double())):abs():max()
         assert.is_true(most <= bound * 6, name .. ' differs by ' .. most)
      end
   end)

   it('take factors that are expanded', function()
      local v = values({ 3 }, 1)
      local a, x = v:view(1, 3):expand(4, 3), v:cuda():view(1, 3):expand(4, 3)
      assert.same((a * v):totable(), (x * v:cuda()):totable())
      assert.same((a * a:t()):totable(), (x * x:t()):totable())
      local one, there = values({ 1 }, 2), values({ 1 }, 2):cuda()
      assert.same((a * one:expand(3)):totable(), (x * there:expand(3)):totable())
      assert.equal(one:expand(3):dot(v), there:expand(3):dot(v:cuda()))
      local s = values({ 1, 3, 2 }, 3)
      assert.same(tensor.bmm(a:view(1, 4, 3):expand(5, 4, 3), s:expand(5, 3, 2)):totable(),
                  tensor.bmm(x:view(1, 4, 3):expand(5, 4, 3), s:cuda():expand(5, 3, 2)):totable())
   end)

   it('do not read what is scaled by 0', function()
      local a, nan = tensor.CudaTensor { { 1, 2 }, { 3, 4 } }, tensor.CudaTensor { { 0 / 0, 1 / 0 }, { 1, 1 } }
      assert.same({ { 7, 10 }, { 15, 22 } }, tensor.addmm(0, nan, 1, a, a):totable())
      assert.same({ { 2, 4 }, { 6, 8 } }, tensor.addmm(2, a, 0, nan, nan):totable())
      assert.same({ { 0, 0 }, { 0, 0 } }, tensor.addmm(0, nan, 0, nan, nan):totable())
      assert.same({ { 7, 10 }, { 15, 22 } }, nan:mm(a, a):totable())
   end)

   it('of sizes of 0 are zeros, or empty', function()
      local C = tensor.CudaTensor
      assert.same({ { 0, 0 }, { 0, 0 } }, tensor.mm(C(2, 0), C(0, 2)):totable())
      assert.same({ 0, 0 }, tensor.mv(C(2, 0), C(0)):totable())
      assert.same({ { 6, 6 } }, tensor.addmm(2, C { { 3, 3 } }, 1, C(1, 0), C(0, 2)):totable())
      assert.same({ { 6, 6 } }, C { { 3, 3 } }:addbmm(2, 5, C(0, 1, 3), C(0, 3, 2)):totable())
      assert.same({ 0, 4 }, tensor.mm(C(0, 3), C(3, 4)):size():totable())
      assert.same({ 0, 2, 4 }, tensor.bmm(C(0, 2, 3), C(0, 3, 4)):size():totable())
      assert.equal(0, tensor.dot(C(0), C(2, 0)))
   end)

   it('may write to a factor, or to a part of one', function()
      local a, b = values({ 3, 3 }, 1), values({ 3, 3 }, 2)
      local expected = (a * b):totable()
      local x, y = a:cuda(), b:cuda()
      assert.same(expected, x:mm(x, y):totable())
      x = a:cuda()
      assert.same(expected, y:mm(x, y):totable())
      local big = tensor.CudaTensor(4, 3):fill(0)
      big:narrow(1, 1, 3):copy(a)
      tensor.mm(big:narrow(1, 2, 3), big:narrow(1, 1, 3), b:cuda())
      assert.same(expected, big:narrow(1, 2, 3):totable())
   end)

   it('run where their factors are, on the current stream', function()
      local a, b = values({ 5, 4 }, 1), values({ 4, 3 }, 2)
      local x, y = a:cuda(last), b:cuda(last)
      local c = x * y
      assert.equal(last, c:getDevice())
      assert.equal(1, cuda.getDevice())
      assert.same((a * b):totable(), c:totable())
      cuda.withDevice(last, function()
         cuda.streamWaitFor(3, { 0 })
         cuda.withStream(3, function()
            for _ = 1, 5 do c:mm(x, y) end
            x:mul(2)
            c:add(x * y)
         end)
         cuda.streamWaitFor(0, { 3 })
      end)
      assert.same((a * b * 3):totable(), c:totable())
   end)

   it('may be of factors rounded to TF32, where that is asked for', function()
      assert.is_false(cuda.allowTF32())
      assert.is_true(cuda.allowTF32(true))
      assert.is_true(cuda.allowTF32())
      local a = values({ 3, 3 }, 1)
      assert.same((a * a):totable(), (a:cuda() * a:cuda()):totable())
      assert.is_false(cuda.allowTF32(false))
   end)
end)

describe('dot on a device', function()
   for layout in pairs(layouts) do
      it('agrees with the CPU on ' .. layout .. ' tensors', function()
         for _, both in pairs(types) do
            local a, b = pair(both, layout, { 4, 3 }, 1), pair(both, layout, { 12 }, 2)
            assert.equal(a.here:dot(b.here), a.there:dot(b.there))
            assert.equal(b.here:dot(b.here), b.there:dot(b.there))
         end
      end)
   end

   it('does not overflow at the largest half', function()
      assert.equal(1e6, tensor.CudaHalfTensor(100):fill(100):dot(tensor.CudaHalfTensor(100):fill(100)))
   end)
end)

describe('wrong products on a device', function()
   local C = tensor.CudaTensor

   it('say which types there are none of', function()
      for _, name in ipairs(whole) do
         local x = cuda[name .. 'Tensor'](2, 2):fill(1)
         local out = cuda[name .. 'Tensor'] { 1, 0, 1 }
         local message = ('%%s: not defined for torch.%sTensor on cuda:1; convert it, as in x:float()'):format(name)
         assert.has_error(function() tensor.mm(out, x, x) end, message:format 'mm')
         assert.has_error(function() tensor.addmv(out, x[1], x, x[1]) end, message:format 'addmv')
         assert.has_error(function() x:dot(x) end, message:format 'dot')
         assert.same({ 3 }, out:size():totable())
      end
   end)

   it('say which devices were mixed', function()
      local x, h, out = C(2, 2):fill(1), tensor.FloatTensor(2, 2):fill(1), C { 1, 2, 3 }
      assert.has_error(function() tensor.mm(x, h) end,
         "mm: operand 1 is on device 1, operand 2 on device 0; copy one to the other's")
      assert.has_error(function() tensor.addmm(out, h, x, x) end,
         "addmm: the addend is on device 0, the factors on device 1; copy one to the other's")
      assert.has_error(function() h[1]:dot(x[1]) end,
         "dot: operand 1 is on device 0, operand 2 on device 1; copy one to the other's")
      assert.has_error(function() tensor.mm(tensor.FloatTensor { 1 }, x, x) end,
         "mm: the result is on device 0, the operands on device 1; copy one to the other's")
      assert.same({ 1, 2, 3 }, out:totable())
      if last < 2 then return end
      assert.has_error(function() tensor.mm(x, x:cuda(2)) end,
         "mm: operand 1 is on device 1, operand 2 on device 2; copy one to the other's")
   end)

   it('say which types were mixed, and which sizes do not fit', function()
      local x = C(2, 3):fill(1)
      assert.error_matches(function() tensor.mm(x, tensor.CudaDoubleTensor(3, 2)) end,
         'mm: operands are a torch.CudaTensor and a torch.CudaDoubleTensor; convert one, as in x:type')
      assert.has_error(function() tensor.mm(x, x) end, 'mm: 2x3 times 2x3: 3 columns against 2 rows')
   end)

   it('say how to get cuBLAS where there is none', function()
      local text = child.output([[
         local x = tensor.ones(2, 2):cuda()
         print(select(2, pcall(tensor.mm, x, x)))
         print(x:add(1)[1][1])]], { TH_CUBLAS = 'libnone.so' })
      assert.truthy(text:find('mm: cannot open cuBLAS (libnone.so: ', 1, true), text)
      assert.truthy(text:find('; install that of CUDA 12 or 13, or name its file in the environment variable '
         .. 'TH_CUBLAS\n2', 1, true), text)
   end)
end)

-- --- solvers ---

local solvable = { 'Half', 'BFloat16', 'Float', 'Double' }
local bounds = { Half = 2e-2, BFloat16 = 1e-1, Float = 2e-5, Double = 1e-12 }

-- A matrix far from singular; a symmetric one is positive definite too.
local function matrix(m, n, symmetric)
   local a = values({ m, n }, m + 3 * n):div(4)
   if symmetric then a = a * a:t() end
   for i = 1, math.min(m, n) do a[i][i] = a[i][i] + 2 + i / 4 end
   return a
end

local function near(expected, got, bound, text)
   assert.same(expected:size():totable(), got:size():totable())
   if expected:nElement() == 0 then return end
   local most = (got:double() - expected:double()):abs():max()
   assert.is_true(most <= bound, ('%s: differs by %g'):format(text, most))
end

-- Calls f(type on devices, type on the CPU, name, bound) for each dtype that can be solved.
local function each_type(f)
   for _, name in ipairs(solvable) do f(types[name].there.name, types[name].here.name, name, bounds[name]) end
end

-- Returns the results of an operation on a device, as doubles on the CPU, and those of the CPU.
local function both(name, there, here, ...)
   local far, close = {}, {}
   for k, x in ipairs { ... } do
      local is = type(x) ~= 'string'
      far[k], close[k] = is and x:type(here):type(there) or x, is and x:type(here) or x
   end
   local got, expected = { tensor[name](unpack(far)) }, { tensor[name](unpack(close)) }
   for k, x in ipairs(got) do
      assert.equal(there, x:type())
      if x:nElement() > 0 and name ~= 'inverse' then
         assert.same(expected[k]:stride():totable(), x:stride():totable())
      end
      got[k], expected[k] = x:cpu():double(), expected[k]:double()
   end
   return got, expected
end

local function lapack() return (pcall(tensor.qr, tensor.ones(2, 2))) end

describe('solvers on a device', function()
   if not lapack() then return end -- the emulator's solvers call LAPACK too

   for _, n in ipairs { 1, 2, 7, 20 } do
      it(('solve and invert a matrix of order %d as the CPU does'):format(n), function()
         each_type(function(there, here, text, bound)
            local a, b = matrix(n, n), values({ n, 3 }, 2)
            local got, expected = both('gesv', there, here, b, a)
            for k = 1, 2 do near(expected[k], got[k], bound, 'gesv of ' .. text) end
            got, expected = both('inverse', there, here, a)
            near(expected[1], got[1], bound, 'inverse of ' .. text)
            got, expected = both('gesv', there, here, b:select(2, 1), a:t())
            near(expected[1], got[1], bound, 'gesv of a turned ' .. text)
         end)
      end)

      it(('find Cholesky factors of order %d, and use them'):format(n), function()
         each_type(function(there, here, text, bound)
            local a, b = matrix(n, n, true), values({ n, 2 }, 2)
            for _, uplo in ipairs { 'U', 'L' } do
               local got, expected = both('potrf', there, here, a, uplo)
               near(expected[1], got[1], bound, 'potrf of ' .. text)
               local factor = expected[1]
               got, expected = both('potrs', there, here, b, factor, uplo)
               near(expected[1], got[1], bound, 'potrs of ' .. text)
               got, expected = both('potri', there, here, factor, uplo)
               near(expected[1], got[1], bound, 'potri of ' .. text)
               near(got[1], got[1]:t(), 0, 'potri of ' .. text .. ' turned')
            end
         end)
      end)

      it(('find eigenvalues of order %d'):format(n), function()
         each_type(function(there, here, text, bound)
            local a = matrix(n, n, true)
            for _, uplo in ipairs { 'U', 'L' } do
               local got, expected = both('symeig', there, here, a, 'V', uplo)
               near(expected[1], got[1], bound * 10, 'values of ' .. text)
               near(a:type(here):double() * got[2], got[2] * tensor.diag(got[1]), bound * 20, 'vectors of ' .. text)
               got = tensor.symeig(a:type(here):type(there), 'N', uplo):cpu()
               near(expected[1], got, bound * 10, 'values alone of ' .. text)
            end
         end)
      end)
   end

   for _, size in ipairs { { 1, 1 }, { 5, 3 }, { 3, 5 }, { 4, 4 }, { 6, 1 }, { 1, 6 } } do
      local m, n = unpack(size)
      it(('decompose a matrix of size %dx%d'):format(m, n), function()
         each_type(function(there, here, text, bound)
            local a = matrix(m, n)
            local exact = a:type(here):double()
            local got, expected = both('qr', there, here, a)
            for k = 1, 2 do near(expected[k], got[k], bound, 'qr of ' .. text) end
            got, expected = both('geqrf', there, here, a)
            for k = 1, 2 do near(expected[k], got[k], bound, 'geqrf of ' .. text) end
            got, expected = both('orgqr', there, here, expected[1], expected[2])
            near(expected[1], got[1], bound, 'orgqr of ' .. text)
            for _, job in ipairs { 'S', 'A' } do
               got, expected = both('svd', there, here, a, job)
               near(expected[2], got[2], bound * 5, 'svd of ' .. text)
               local k = math.min(m, n)
               local u, v = got[1]:narrow(2, 1, k), got[3]:narrow(2, 1, k)
               near(exact, u * tensor.diag(got[2]) * v:t(), bound * 10, 'svd of ' .. text)
               near(tensor.eye(got[1]:size(2)):double(), got[1]:t() * got[1], bound * 5, 'u of ' .. text)
               near(tensor.eye(got[3]:size(2)):double(), got[3]:t() * got[3], bound * 5, 'v of ' .. text)
            end
         end)
      end)
   end

   it('take and give tensors as they lie', function()
      local a, b = matrix(4, 4), values({ 4, 2 }, 1)
      local x, y = a:cudaDouble(), tensor.CudaDoubleTensor(2, 4):t():copy(b)
      local out = tensor.CudaDoubleTensor(4, 4):fill(0):narrow(2, 2, 2)
      local expected = tensor.gesv(b, a)
      near(expected, tensor.gesv(out, tensor.CudaDoubleTensor(), y, x:t():clone():t()), 1e-12, 'gesv')
      near(expected, out, 1e-12, 'gesv')
      assert.equal(x, x:inverse(x))
      near(a:inverse(), x, 1e-12, 'inverse')
   end)

   it('run where their operands are, on the current stream', function()
      local a = matrix(5, 5)
      local x = a:cudaDouble(last)
      local inverse = cuda.withDevice(last, function()
         cuda.streamWaitFor(2, { 0 })
         local made = cuda.withStream(2, function() return (x * 2):inverse() end)
         cuda.streamWaitFor(0, { 2 })
         return made
      end)
      assert.equal(last, inverse:getDevice())
      near(a:inverse() / 2, inverse, 1e-12, 'inverse')
      assert.equal(1, cuda.getDevice())
   end)

   it('take matrices without elements', function()
      local none = tensor.CudaTensor(0, 0)
      assert.same({ 0, 0 }, none:inverse():size():totable())
      assert.same({ 0, 0 }, tensor.potrf(none):size():totable())
      assert.same({ 3, 0 }, tensor.qr(tensor.CudaTensor(3, 0)):size():totable())
      assert.same({ { 1, 0 }, { 0, 1 } }, tensor.svd(tensor.CudaTensor(2, 0), 'A'):totable())
   end)

   local hole = tensor.DoubleTensor { { 1, 2, 3 }, { 0, 0, 0 }, { 0, 0, 1 } }
   local b = tensor.DoubleTensor(3, 1):fill(1)
   local nan = tensor.DoubleTensor { { 1, 0 / 0 }, { 1 / 0, 1 } }
   for _, case in ipairs {
      { 'gesv', b, hole }, { 'inverse', hole }, { 'inverse', tensor.zeros(20, 20):double() }, { 'potrf', hole },
      { 'potri', hole }, { 'potrs', b, hole }, { 'symeig', nan }, { 'svd', nan }, { 'symeig', nan, 'V' },
      { 'qr', b:select(2, 1) }, { 'gesv', b, tensor.ones(2, 3):double() }, { 'potrs', b, tensor.ones(2, 2):double() },
   } do
      it('fail as the CPU does: ' .. case[1], function()
         local function message(convert)
            local given = {}
            for k = 2, #case do given[k - 1] = type(case[k]) == 'string' and case[k] or convert(case[k]) end
            local ok, text = pcall(tensor[case[1]], unpack(given))
            assert.is_false(ok)
            return (text:gsub('Cuda', ''))
         end
         assert.equal(message(function(x) return x end), message(function(x) return x:cudaDouble() end))
      end)
   end

   it('say what cuSOLVER has no routine for, and which devices were mixed', function()
      local x = tensor.CudaTensor(2, 2):fill(1)
      for _, name in ipairs { 'eig', 'pstrf' } do
         assert.has_error(function() tensor[name](x) end,
            name .. ': not defined for torch.FloatTensor on cuda:1; copy to the CPU, as in x:cpu()')
      end
      assert.has_error(function() tensor.gesv(tensor.ones(2, 2), x) end,
         "gesv: operand 1 is on device 1, operand 2 on device 0; copy one to the other's")
      assert.error_matches(function() tensor.CudaIntTensor(2, 2):fill(1):inverse() end,
         'inverse: not defined for torch.Int')
   end)

   it('say how to get cuSOLVER where there is none', function()
      local text = child.output([[
         local x = tensor.ones(2, 2):cuda()
         print(select(2, pcall(tensor.qr, x)))]], { TH_CUSOLVER = 'libnone.so' })
      assert.truthy(text:find('qr: cannot open cuSOLVER (libnone.so: ', 1, true), text)
   end)
end)

describe('complex numbers on a device', function()
   local complex = { complexFloat = 'float', complexDouble = 'double' }

   local function matrix_of(dtype, sizes, seed)
      local parts = complex[dtype]
      return tensor.complex(values(sizes, seed):to(parts), values(sizes, seed + 1):to(parts))
   end

   local function is_near(here, there, bound)
      assert.is_true(there:getDevice() > 0)
      assert(tensor.abs(here - there:cpu()):max() <= bound)
   end

   it('have products, as on the CPU', function()
      for dtype in pairs(complex) do
         local a, b, m = matrix_of(dtype, { 4, 3 }, 1), matrix_of(dtype, { 3, 2 }, 2), matrix_of(dtype, { 4, 2 }, 5)
         local x, y, z = a:to 'cuda', b:to 'cuda', m:to 'cuda'
         same(a * b, x * y)
         same(a:t():mv(m:select(2, 1)), x:t():mv(z:select(2, 1)))
         same(tensor.addmm({ 0, 1 }, m, { 2, -1 }, a, b), tensor.addmm({ 0, 1 }, z, { 2, -1 }, x, y))
         for _, name in ipairs { 'dot', 'vdot' } do
            same(tensor[name](m:select(2, 1), a:select(2, 2)), tensor[name](z:select(2, 1), x:select(2, 2)))
         end
      end
   end)

   it('have solutions, factors and eigenvalues, as on the CPU', function()
      for dtype in pairs(complex) do
         local bound = dtype == 'complexFloat' and 1e-3 or 1e-11
         local a, b = matrix_of(dtype, { 5, 5 }, 1), matrix_of(dtype, { 5, 2 }, 2)
         for k = 1, 5 do a[{ k, k }] = a[{ k, k }] + 9 end
         local positive = a * tensor.conjPhysical(a:t())
         for _, case in ipairs {
            { 'gesv', b, a }, { 'inverse', a }, { 'qr', b }, { 'potrf', positive }, { 'potrf', positive, 'L' },
            { 'potrs', b, tensor.potrf(positive) }, { 'potri', tensor.potrf(positive, 'L'), 'L' },
            { 'symeig', positive },
         } do
            local name, here, there = case[1], {}, {}
            for k = 2, #case do
               here[k - 1] = case[k]
               there[k - 1] = tensor.isTensor(case[k]) and case[k]:to 'cuda' or case[k]
            end
            is_near((tensor[name](unpack(here))), (tensor[name](unpack(there))), bound * 100)
         end
         for _, x in ipairs { b, tensor.conjPhysical(b:t()):clone() } do
            local u, s, v = tensor.svd(x:to 'cuda')
            local _, expected = tensor.svd(x)
            is_near(expected, s, bound * 10)
            local product = (u:cpu() * tensor.diag(s:cpu()):to(dtype)) * tensor.conjPhysical(v:cpu():t())
            assert(tensor.abs(product - x):max() <= bound * 10)
         end
      end
   end)

   it('are refused by what real numbers alone have', function()
      local x = tensor.zeros(2, 2, { dtype = 'complexFloat' }):to 'cuda'
      assert.error_matches(function() tensor.eig(x) end, 'eig: not defined for torch.ComplexFloatTensor on cuda:1')
   end)
end)
