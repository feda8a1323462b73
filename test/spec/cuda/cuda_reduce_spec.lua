-- Reductions on devices (a GPU, or the emulator's): for every row, dtype and geometry the same bits as on the
-- CPU.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()

-- The types; for floating ones the distance between 1 and the next number.
local types = {
   { 'Byte' }, { 'Char' }, { 'Short' }, { 'UInt16' }, { 'Int' }, { 'Long' }, { 'Bool' },
   { 'Half', 2 ^ -10 }, { 'BFloat16', 2 ^ -7 }, { 'Float', 2 ^ -23 }, { 'Double', 2 ^ -52 },
}

local gen = tensor.Generator()

-- Makes a tensor on the CPU and a copy on a device. Every third tensor of a floating type contains a NaN.
local count = 0
local function make(name, device, ...)
   tensor.manualSeed(gen, 5)
   count = count + 1
   local x = tensor.DoubleTensor(...):normal(gen, 0, 30)
   if name == 'Byte' or name == 'UInt16' or name == 'Bool' then x:abs() end
   if name == 'Bool' then x:le(20) end
   local here = x:type('torch.' .. name .. 'Tensor')
   if count % 3 == 0 and here:nElement() > 0 and (name:find '[ef]l' or name:find 'at' or name == 'Double') then
      here:view(-1):narrow(1, math.ceil(here:nElement() / 2), 1):fill(0 / 0)
   end
   return here, here:type(('torch.cuda.%sTensor'):format(name)):clone(), device
end

local function same_numbers(a, b) return a == b or (a ~= a and b ~= b) end

local function check(here, there, what)
   if type(here) ~= 'userdata' or not tensor.isTensor(here) then
      assert(same_numbers(here, there), ('%s: %s on the CPU, %s there'):format(what, here, there))
      return
   end
   assert.equal(here:type(), there:cpu():type(), what)
   assert.same(here:size():totable(), there:size():totable(), what)
   local a, b = here:double(), there:cpu():double()
   local both = tensor.cmul(a:ne(a), b:ne(b))
   assert(a:eq(b):add(both):ne(0):all(), what)
end

-- The operations: name, f(x, dim) that returns the results, whether only floating types have it.
local rows = {}
for _, name in ipairs { 'sum', 'prod', 'all', 'any', 'max', 'min', 'argmax', 'argmin', 'mean', 'var', 'std' } do
   rows[#rows + 1] = { name, function(x, dim)
      if dim then return x[name](x, dim) end
      return x[name](x)
   end, name == 'mean' or name == 'var' or name == 'std' }
end
for _, p in ipairs { 0, 1, 2, math.huge } do
   rows[#rows + 1] = { 'norm of ' .. p, function(x, dim)
      if dim then return x:norm(p, dim) end
      return x:norm(p)
   end, true }
end
rows[#rows + 1] = { 'biased var', function(x, dim)
   if dim then return x:var(dim, true) end
   return x:var(true)
end, true }

local function compare(what, f, here, there, ...)
   local a, b = { f(here, ...) }, { f(there, ...) }
   assert.equal(#a, #b)
   for k = 1, #a do check(a[k], b[k], what) end
end

-- Large tensors take long on the emulator, so only two types use them.
local function affordable(geometries, name)
   local list = {}
   for where, geometry in pairs(geometries) do
      local n = 1
      for _, size in ipairs(geometry[1]) do n = n * size end
      if n <= 4000 or name == 'Float' or name == 'Int' then list[where] = geometry end
   end
   return list
end

-- The sizes of a tensor, and the window on it that is reduced.
local geometries = {
   vector = { { 5000 } }, ['a short one'] = { { 1500 } },
   ['one element'] = { { 1 } },
   ['a scalar'] = { { 4 }, function(x) return x:narrow(1, 3, 1):view(tensor.LongStorage {}) end },
   rows = { { 5, 2100 } },
   ['rows of three'] = { { 300, 3 } },
   ['long columns'] = { { 2100, 9 } },
   columns = { { 40, 70 } },
   transposed = { { 70, 33 }, function(x) return x:t() end },
   narrowed = { { 9, 50 }, function(x) return x:narrow(2, 3, 40) end },
   ['every other'] = { { 60, 4, 2 }, function(x) return x:select(3, 2) end },
   expanded = { { 5, 1, 6 }, function(x) return x:expand(5, 7, 6) end },
   three = { { 6, 17, 20 } },
   permuted = { { 6, 17, 20 }, function(x) return x:permute(2, 3, 1) end },
}

-- cumsum on a device may add in any order: checks that it differs from the CPU by no more than rounding allows.
local function check_scan(here, there, dim, unit)
   local a, b = here:cumsum(dim):double(), there:cumsum(dim):cpu():double()
   assert.equal(here:cumsum(dim):type(), there:cumsum(dim):cpu():type())
   assert.is_true(tensor.equal(a:ne(a), b:ne(b)))
   local differ = (a - b):abs()
   differ:maskedFill(a:ne(a), 0)
   if not unit then return assert.equal(0, differ:max()) end
   local sums = here:double():clone():abs():cumsum(dim)
   local bound = sums:mul(here:size(dim) * 2 ^ -51):add(unit, a:clone():abs())
   assert(tensor.le(differ, bound):add(a:ne(a)):all())
end

describe('scans on a device', function()
   local sizes = {
      vector = { { 100001 } }, rows = { { 5, 40000 } }, ['short rows'] = { { 500, 7 } }, columns = { { 5000, 16 } },
      ['many columns'] = { { 40, 70 } }, transposed = { { 70, 33 }, function(x) return x:t() end },
      narrowed = { { 9, 50 }, function(x) return x:narrow(2, 3, 40) end },
      expanded = { { 5, 1, 6 }, function(x) return x:expand(5, 7, 6) end },
      permuted = { { 6, 17, 20 }, function(x) return x:permute(2, 3, 1) end },
      ['one element'] = { { 1, 1 } }, ['long rows'] = { { 3, 1025 } },
   }
   for _, type in ipairs(types) do
      local name, unit = type[1], type[2]
      for where, geometry in pairs(affordable(sizes, name)) do
         it(('of %s of %ss are those of the CPU'):format(where, name), function()
            local here, there = make(name, 1, tensor.LongStorage(geometry[1]))
            if geometry[2] then here, there = geometry[2](here), geometry[2](there) end
            for dim = 1, here:dim() do
               check_scan(here, there, dim, unit)
               if not unit then check(here:cumprod(dim), there:cumprod(dim), 'cumprod') end
            end
         end)
      end
      it('multiply, in place too: ' .. name, function()
         local here = tensor.DoubleTensor { { 1, 2, 3, 0.5 }, { 2, 2, 2, 4 }, { 1, 3, 1, 1 } }
            :type('torch.' .. name .. 'Tensor')
         local there = here:type('torch.cuda.' .. name .. 'Tensor')
         for dim = 1, 2 do
            local result = there:clone()
            check(here:cumprod(dim), result:cumprod(result, dim), name)
            check(here:cumsum(dim), there:cumsum(dim), name)
         end
         check(here:narrow(1, 1, 0):cumsum(2), there:narrow(1, 1, 0):cumsum(2), name)
      end)
   end

   it('are the same in every run', function()
      local _, x = make('Float', 1, 2, 50000)
      local first = x:cumsum(2)
      for _ = 1, 3 do assert.is_true(first:narrow(2, 1, 20000):equal(x:cumsum(2):narrow(2, 1, 20000))) end
   end)
end)

describe('reductions on a device', function()
   it('multiply in the order of the CPU', function()
      for where, geometry in pairs(geometries) do
         for _, name in ipairs { 'Float', 'Double', 'Half' } do
            local here = tensor.DoubleTensor(tensor.LongStorage(geometry[1])):uniform(gen, 0.9, 1.1)
               :type(('torch.%sTensor'):format(name))
            local there = here:type(('torch.cuda.%sTensor'):format(name))
            if geometry[2] then here, there = geometry[2](here), geometry[2](there) end
            for dim = 1, here:dim() do check(here:prod(dim), there:prod(dim), where) end
            check(here:prod(), there:prod(), where)
         end
      end
   end)

   for _, type in ipairs(types) do
      local name, floating = type[1], type[2]
      for where, geometry in pairs(affordable(geometries, name)) do
         it(('of a %s of %ss are those of the CPU'):format(where, name), function()
            local here, there = make(name, 1, tensor.LongStorage(geometry[1]))
            if geometry[2] then here, there = geometry[2](here), geometry[2](there) end
            for _, row in ipairs(rows) do
               if floating or not row[3] then
                  compare(row[1], row[2], here, there)
                  for dim = 1, here:dim() do compare(row[1] .. ' along ' .. dim, row[2], here, there, dim) end
               end
            end
         end)
      end

      it('of no elements are those of the CPU: ' .. name, function()
         for _, size in ipairs { { 0 }, { 0, 3 }, { 3, 0 } } do
            local here, there = make(name, 1, tensor.LongStorage(size))
            for k, row in ipairs(rows) do
               if (floating or not row[3]) and (k < 5 or k > 8) then
                  compare(row[1], row[2], here, there)
                  for dim = 1, #size do compare(row[1], row[2], here, there, dim) end
               end
            end
         end
         assert.equal(0, cuda[name .. 'Tensor']():sum())
         assert.error_matches(function() cuda[name .. 'Tensor']():max() end, 'max: the tensor has no element')
      end)

      if floating then
         it('to a power are within a few units: ' .. name, function()
            local here = tensor.rand(3, 700):type('torch.' .. name .. 'Tensor')
            local there = here:type('torch.cuda.' .. name .. 'Tensor')
            local a, b = here:norm(3.5), there:norm(3.5)
            assert(math.abs(a - b) <= 64 * 2 ^ -52 * a)
            a, b = here:norm(2.5, 2):double(), there:norm(2.5, 2):cpu():double()
            assert((a - b):abs():max() <= (a:max()) * (floating + 64 * 2 ^ -52))
         end)
      end
   end

   it('keep ties first, and find NaN first, as on the CPU', function()
      local here = tensor.FloatTensor(3, 3000):zero()
      here[{ 1, 2900 }] = 1
      here[{ 1, 2999 }] = 1
      here[{ 2, 1500 }] = 0 / 0
      here[{ 2, 1501 }] = 1
      here[{ 2, 2000 }] = 0 / 0
      here[3]:fill(-math.huge)
      local values, positions = here:cuda():max(2)
      assert.same({ { 2900 }, { 1500 }, { 1 } }, positions:totable())
      assert.equal(1, values[{ 1, 1 }])
      assert.is_true(values[{ 2, 1 }] ~= values[{ 2, 1 }])
      assert.equal(-math.huge, values[{ 3, 1 }])
      assert.equal(2900 + 1, ({ here:narrow(1, 1, 1):t():cuda():max(1) })[2][{ 1, 1 }] + 1)
      assert.equal(4500, here:cuda():argmax())
   end)

   it('of many elements are those of the CPU', function()
      local here, there = make('Float', 1, 300, 1024)
      compare('sum', rows[1][2], here, there)
      compare('max', rows[5][2], here, there)
      here, there = make('Double', 1, 20000, 8)
      compare('sum along 1', rows[1][2], here, there, 1)
      here = tensor.ByteTensor(2 ^ 23 + 5000):fill(3)
      assert.equal(3 * (2 ^ 23 + 5000), here:cudaByte():sum())
   end)

   it('run where their operands are, on the stream that is current there', function()
      local x = cuda.withDevice(last, function() return tensor.CudaTensor(3, 5000):fill(1) end)
      assert.equal(15000, x:sum())
      assert.equal(last, x:sum(2):getDevice())
      cuda.streamWaitForMultiDevice(last, 1, { [last] = { 0 } })
      cuda.withDevice(last, function()
         cuda.withStream(1, function()
            x:add(1)
            assert.equal(30000, x:sum())
            assert.same({ { 10000 }, { 10000 }, { 10000 } }, x:sum(2):totable())
         end)
      end)
      assert.equal(1, cuda.getDevice())
      cuda.synchronizeAll()
   end)

   it('write where they are told, and say what does not fit', function()
      local x = tensor.CudaTensor { { 1, 2 }, { 3, 4 } }
      local result = tensor.CudaTensor(4, 4):zero()
      tensor.sum(result:narrow(1, 2, 2):narrow(2, 3, 1), x, 2)
      assert.same({ { 0, 0, 0, 0 }, { 0, 0, 3, 0 }, { 0, 0, 7, 0 }, { 0, 0, 0, 0 } }, result:totable())
      tensor.sum(x, x, 1)
      assert.same({ { 4, 6 } }, x:totable())
      assert.error_matches(function() tensor.sum(tensor.FloatTensor(1, 2), x, 1) end, 'device')
      assert.equal(1.5, tensor.CudaIntTensor({ 1, 2 }):mean())
      assert.same({ 1.5 }, tensor.CudaIntTensor({ 1, 2 }):mean(1):totable())
      assert.same({ 3 }, tensor.sum(tensor.CudaByteTensor { 1, 2 }, 1, { dtype = 'long' }):totable())
      assert.error_matches(function() x:sum(3) end, 'no dimension 3')
   end)

   it('carry the functions that are made of them', function()
      local here, there = make('Float', 1, 12, 12)
      local masked = here:ne(here)
      here:maskedFill(masked, 0)
      there:copy(here)
      local other, other_there = here:t():clone(), there:t():clone()
      assert.equal(here:dist(other), there:dist(other_there))
      assert.equal(false, there:equal(other_there))
      assert.equal(true, there:equal(there:clone()))
      check(here:clone():renorm(2, 1, 20), there:clone():renorm(2, 1, 20), 'renorm')
      assert.equal(here:trace(), there:trace())
      assert.equal(here:gt(5):sum(), there:gt(5):sum())
   end)
end)
