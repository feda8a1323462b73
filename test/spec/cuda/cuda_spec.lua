-- tensor.cuda: the reasons it gives if there is no device, and its functions if there is one (a GPU, or the
-- emulator's).
local tensor = require 'tensor'
local child = require 'spec.support.child'

local cuda = tensor.cuda

describe('tensor.cuda', function()
   it('loads nothing of CUDA before it is called', function()
      assert.equal('nil false', child.output [[
         local maps = io.open '/proc/self/maps'
         local text = maps and maps:read '*a' or ''
         io.write(tostring(package.loaded['tensor.cudacore']), ' ', tostring(text:find('cuda', 1, true) ~= nil))]])
   end)

   it('is the module cutorch', function() assert.equal(cuda, require 'cutorch') end)

   it('says whether there is a device, and else why not', function()
      local is, reason = cuda.isAvailable()
      assert.equal('boolean', type(is))
      if not is then assert.truthy(reason:find '^CUDA: %a' or reason:find 'built without CUDA', reason) end
   end)
end)

-- These specs hide the driver or the devices, so they run on every machine.
describe('without a device', function()
   it('every function raises the reason', function()
      local text = child.output([[
         local is, reason = tensor.cuda.isAvailable()
         print(is, reason)
         for name, f in pairs(tensor.cuda) do
            local ok, message = pcall(f, 1, function() end)
            local raises = not ok and message == 'cuda.' .. name .. ': ' .. reason
            if name ~= 'isAvailable' and type(f) == 'function' then print(raises, name) end
         end]], { CUDA_VISIBLE_DEVICES = '-1', EMU_DEVICES = '0' })
      local lines = {}
      for line in text:gmatch '[^\n]+' do lines[#lines + 1] = line end
      assert.truthy(lines[1]:find '^false\t%S', text)
      assert.is_true(#lines > 7)
      for i = 2, #lines do assert.truthy(lines[i]:find '^true', lines[i]) end
   end)
end)

describe('a tensor of the CPU', function()
   it('is on device 0, and is its own x:cpu()', function()
      local x = tensor.DoubleTensor { 1, 2 }
      assert.equal(0, x:getDevice())
      assert.equal(x, x:cpu())
   end)

   it('goes to no device where there is none', function()
      if cuda.isAvailable() then return end
      local _, reason = cuda.isAvailable()
      for _, f in ipairs {
         function() tensor.ones(2):cuda() end, function() tensor.ones(2):cuda(1) end,
         function() tensor.ones(2):type 'torch.CudaTensor' end,
         function() tensor.ones(2):type 'torch.cuda.IntTensor' end,
      } do assert.has_error(f, 'cuda.getDevice: ' .. reason) end
   end)
end)

if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()

describe('devices', function()
   it('are counted from 1', function()
      assert.is_true(cuda.getDeviceCount() >= 1)
      assert.equal(1, cuda.getDevice())
      assert.has_error(function() cuda.setDevice(0) end,
         ("setDevice: there is no device 0; CUDA's devices are 1 to %d"):format(last))
   end)

   it('are current for a function, whatever it does', function()
      assert.same({ last, nil, 3 }, { cuda.withDevice(last, function() return cuda.getDevice(), nil, 3 end) })
      assert.has_error(function() cuda.withDevice(last, function() error('no', 0) end) end, 'no')
      assert.equal(1, cuda.getDevice())
   end)

   it('have memory and properties, and can be waited for', function()
      local free, total = cuda.getMemoryUsage()
      assert.is_true(free > 0 and free <= total)
      local p = cuda.getDeviceProperties(last)
      assert.equal('string', type(p.name))
      assert.equal(32, p.warpSize)
      assert.is_true(p.major >= 1 and p.totalGlobalMem > 0)
      assert.is_true(cuda.getRuntimeVersion() >= 12000)
      assert.is_true(cuda.getDriverVersion() >= cuda.getRuntimeVersion())
      cuda.synchronize()
      cuda.synchronizeAll()
      assert.is_true(cuda.hasHalf)
      assert.equal(p.major >= 6, cuda.hasHalfInstructions(last))
      assert.equal('boolean', type(cuda.hasFastHalfInstructions()))
      assert.is_true(cuda.isCachingAllocatorEnabled())
      assert.is_true(cuda.getPeerToPeerAccess(last, last))
      assert.equal('boolean', type(cuda.getPeerToPeerAccess(1, last)))
      assert.error_matches(function() cuda.getPeerToPeerAccess(1, 0) end, 'there is no device 0')
   end)
end)

-- The types' names on devices: Cuda, CudaDouble, ...
local names = {
   Byte = 'Byte', Char = 'Char', Short = 'Short', Int = 'Int', Long = 'Long', Half = 'Half', Float = '',
   Double = 'Double', Bool = 'Bool', BFloat16 = 'BFloat16', UInt16 = 'UInt16',
}
local conversions = {
   Byte = 'cudaByte', Char = 'cudaChar', Short = 'cudaShort', Int = 'cudaInt', Long = 'cudaLong', Half = 'cudaHalf',
   Float = 'cuda', Double = 'cudaDouble', Bool = 'cudaBool', BFloat16 = 'cudaBFloat16', UInt16 = 'cudaUInt16',
}

describe('a type of devices', function()
   for name, short in pairs(names) do
      local full = ('torch.Cuda%sTensor'):format(short)
      local Type = cuda[name .. 'Tensor']

      it('makes tensors there: ' .. full, function()
         assert.equal(Type, tensor[full:sub(7)])
         for _, x in ipairs { Type(2, 3):fill(1), Type { { 1, 1, 1 }, { 1, 1, 1 } }, Type(2, 3):fill(1):clone() } do
            assert.equal(full, x:type())
            assert.equal(full, tensor.typename(x))
            assert.equal(1, x:getDevice())
            assert.same({ { 1, 1, 1 }, { 1, 1, 1 } }, x:totable())
         end
         assert.equal(full, Type():type())
         assert.equal(1, Type():getDevice())
         assert.equal(last, cuda.withDevice(last, Type):getDevice())
         assert.equal('cuda', Type.device)
         assert.is_true(Type.isCuda)
      end)

      it('is what CPU tensors become, and back: ' .. full, function()
         local x = tensor.DoubleTensor { 0, 1, 1, 0 }
         local there = x[conversions[name]](x)
         assert.equal(full, there:type())
         assert.equal(there, there[conversions[name]](there))
         assert.equal(full, x:type(full):type())
         assert.equal(full, x:type('torch.cuda.' .. name .. 'Tensor'):type())
         assert.equal(full, x:typeAs(there):type())
         assert.same({ 0, 1, 1, 0 }, there:totable())
         assert.equal('torch.' .. name .. 'Tensor', there:cpu():type())
         assert.equal('torch.DoubleTensor', there:double():type())
         assert.same({ 0, 1, 1, 0 }, there:double():totable())
         local far = x[conversions[name]](x, last)
         assert.equal(last, far:getDevice())
         assert.same({ 0, 1, 1, 0 }, far:totable())
      end)
   end

   it('holds complex and quantized elements, too', function()
      local pair, conversion = { 2, 0 }, {
         complexFloat = 'cudaComplexFloat', complexDouble = 'cudaComplexDouble', complexHalf = 'cudaComplexHalf',
         qint8 = 'cudaQInt8', quint8 = 'cudaQUInt8', qint32 = 'cudaQInt32' }
      for dtype, method in pairs(conversion) do
         local x, element = tensor.empty(2, 3, { dtype = dtype }):fill(2), dtype:find '^complex' and pair or 2
         local there = x[method](x)
         local row = { element, element, element }
         assert.equal(dtype, there.dtype)
         assert.same({ row, row }, there:totable())
         assert.same(there:t():clone():cpu():totable(), x:t():totable())
         assert.same({ row, row }, there:clone():fill(1):copy(there):totable())
      end
      local z = tensor.FloatTensor { 1, 2 }:cudaComplexDouble()
      assert.same({ { 1, 0 }, { 2, 0 } }, z:totable())
      assert.same({ 1, 2 }, z:cuda():totable())
      assert.same({ { 1, 0 }, { 2, 0 } }, z:cudaComplexHalf():totable())
   end)

   it('has its own views and results', function()
      local x = tensor.range(1, 12):cuda():view(3, 4)
      for _, y in ipairs { x[2], x:t(), x:narrow(1, 1, 2), x + 1, tensor.exp(x), x[{ {}, { 2, 3 } }], -x } do
         assert.equal('torch.CudaTensor', y:type())
      end
      assert.equal('torch.CudaByteTensor', x:gt(3):type())
      assert.equal(7, x[2][3])
      assert.equal(7, x[{ 2, 3 }])
      x[2][3] = 70
      x[3] = 5
      x[{ {}, 1 }] = tensor.FloatTensor { 1, 2, 3 }
      assert.same({ { 1, 2, 3, 4 }, { 2, 6, 70, 8 }, { 3, 5, 5, 5 } }, x:totable())
      assert.same(x:float():exp():totable(), x:clone():exp():totable())
      local r = tensor.CudaTensor()
      tensor.cmul(r, x, 2)
      assert.equal(140, r[2][3])
   end)

   it('prints its elements', function()
      assert.equal(' 1\n 2\n[torch.CudaTensor of size 2]', tostring(tensor.CudaTensor { 1, 2 }))
      assert.equal(' 1\n 2\n[torch.CudaStorage of size 2]', tostring(tensor.CudaTensor { 1, 2 }:storage()))
      assert.equal('torch.CudaIntTensor', tostring(tensor.CudaIntTensor))
   end)
end)

describe('operations on devices', function()
   it('refuse a result of the CPU, with elements or without, and leave it as it was', function()
      local x = tensor.CudaTensor { { 1, 2 }, { 3, 4 } }
      local at = tensor.CudaLongTensor { 1 }
      local operations = {
         add = function(r) r:add(x, 1) end,
         exp = function(r) tensor.exp(r, x) end,
         sum = function(r) tensor.sum(r, x, 1) end,
         cumsum = function(r) tensor.cumsum(r, x, 1) end,
         cat = function(r) tensor.cat(r, x, x) end,
         mm = function(r) r:mm(x, x) end,
         index = function(r) r:index(x, 1, at) end,
         max = function(r) tensor.max(r, tensor.CudaLongTensor(), x, 1) end,
      }
      for name, run in pairs(operations) do
         local empty, ones = tensor.FloatTensor(), tensor.FloatTensor { 1, 1 }
         assert.error_matches(function() run(empty) end,
            name .. ': the result is a torch.FloatTensor, the operands are on device 1')
         assert.equal('torch.FloatTensor', empty:type())
         assert.equal(0, empty:nElement())
         assert.same({ 1, 1 }, empty:resize(2):fill(1):totable())
         assert.error_matches(function() run(ones) end,
            name .. ": the result is on device 0, the operands on device 1; copy one to the other's")
         assert.same({ 1, 1 }, ones:totable())
      end
   end)

   it('run where their operands are', function()
      local x = cuda.withDevice(last, function() return tensor.CudaTensor { 1, 2 } end)
      assert.equal(last, (x + x):getDevice())
      assert.equal(1, cuda.getDevice())
      assert.same({ 2, 4 }, (x + x):totable())
   end)

   it('keep what they convert where it is', function()
      local x = cuda.withDevice(last, function() return tensor.CudaTensor { 1, 2 } end)
      for _, y in ipairs { x:cudaDouble(), x:type 'torch.CudaIntTensor', x:typeAs(x:cudaInt()), x:cudaInt():cuda() } do
         assert.equal(last, y:getDevice())
         assert.same({ 1, 2 }, y:totable())
      end
      assert.equal(1, x:cudaDouble(1):getDevice())
      assert.equal(0, x:double():getDevice())
   end)

   it('do not mix devices', function()
      local x, y = tensor.FloatTensor { 1 }, tensor.CudaTensor { 1 }
      assert.error_matches(function() return x + y end, 'operand 1 is on device 0, operand 2 on device 1')
      assert.error_matches(function() tensor.add(x, y, y) end, 'the result is on device 0')
      assert.error_matches(function() x:set(y) end, 'set: a torch.FloatTensor cannot become a window on a torch.Cuda')
      assert.error_matches(function() y:cudaInt():sqrt() end, 'not defined for torch.IntTensor on cuda:1')
   end)

   it('are not given what devices have where addresses or numbers of the CPU are needed', function()
      local s = tensor.CudaTensor { 1, 2 }:storage()
      assert.equal(2, s:size())
      for _, f in ipairs {
         function() tensor.FloatTensor(s) end, function() tensor.FloatTensor { 1 }:set(s) end,
         function() tensor.FloatStorage(s) end, function() tensor.CudaIntStorage(s) end,
         function() tensor.ones(tensor.CudaLongTensor { 2 }:storage()) end, function() tensor.CudaStorage('a') end,
      } do assert.has_error(f) end
      assert.same({ 1, 2 }, tensor.CudaTensor(s):totable())
   end)
end)

describe('a storage of a device', function()
   it('has a type of its own, and elements', function()
      for name, short in pairs(names) do
         local Storage = tensor['Cuda' .. short .. 'Storage']
         local s, full = Storage { 1, 0, 1 }, ('torch.Cuda%sStorage'):format(short)
         for _, x in ipairs { s, Storage(3):copy(s), tensor['Cuda' .. short .. 'Tensor'](s):storage() } do
            assert.equal(full, x:type())
            assert.equal(full, tensor.typename(x))
            assert.equal(3, #x)
            assert.equal(1, x:getDevice())
            assert.same({ 1, 0, 1 }, x:totable())
            assert.equal(0, x[2])
         end
         assert.equal(full, tostring(Storage))
         assert.equal((' 1\n 0\n 1\n[%s of size 3]'):format(full), tostring(s))
         s[2] = 1
         assert.same({ 1, 1 }, Storage(s, 2, 2):totable())
         assert.same({ 1, 1, 1 }, tensor[name .. 'Storage'](3):copy(s):totable())
         assert.equal(5, #s:resize(5):fill(1))
         assert.has_error(function() return s[6] end)
      end
      assert.equal(last, cuda.withDevice(last, function() return tensor.CudaStorage(3) end):getDevice())
   end)
end)

describe('files', function()
   it('hold what devices have, which comes back to the current device', function()
      local x = tensor.range(1, 6):view(2, 3):cudaDouble():t()
      local object = { x = x, same = x:storage(), none = tensor.CudaIntTensor() }
      for _, mode in ipairs { 'binary', 'ascii' } do
         local text = tensor.serialize(object, mode)
         local back = cuda.withDevice(last, function() return tensor.deserialize(text, mode) end)
         assert.equal('torch.CudaDoubleTensor', back.x:type())
         assert.equal(last, back.x:getDevice())
         assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } }, back.x:totable())
         assert.same({ 1, 3 }, back.x:stride():totable())
         assert.equal(back.x:storage(), back.same)
         assert.equal(0, back.none:nElement())
         assert.equal('torch.CudaIntTensor', back.none:type())
      end
   end)

   it('of other formats hold the elements, which come back to the CPU', function()
      local x = tensor.range(1, 6):view(2, 3):cudaDouble():t()
      for _, format in ipairs { 'npy', 'safetensors' } do
         local value = format == 'npy' and x or { x = x }
         local back = tensor.decode(tensor.encode(value, { format = format }))
         if format ~= 'npy' then back = back.x end
         assert.equal('torch.DoubleTensor', back:type())
         assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } }, back:totable())
      end
   end)

   it('bring CUDA in where they hold what devices have', function()
      local path = os.tmpname()
      tensor.save(path, tensor.CudaTensor { 1, 2 })
      assert.equal('torch.CudaTensor 3', child.output(([[
         local x = tensor.load(%q)
         io.write(x:type(), ' ', x:cpu():sum())]]):format(path)))
      assert.truthy(child.output(([[print(pcall(tensor.load, %q))]]):format(path),
         { CUDA_VISIBLE_DEVICES = '-1', EMU_DEVICES = '0' }):find '^false\tload: [^:]*: a torch.CudaTensor: CUDA: ')
      os.remove(path)
   end)
end)

describe('streams', function()
   it('are current for a thread and device', function()
      assert.equal(0, cuda.getStream())
      assert.same({ 3, 1 }, { cuda.withStream(3, function() return cuda.getStream(), 1 end) })
      assert.equal(0, cuda.getStream())
      cuda.setStream(2)
      assert.equal(2, cuda.getStream())
      assert.equal(0, cuda.withDevice(last, cuda.getStream) - (last == 1 and 2 or 0))
      cuda.setDefaultStream()
      assert.equal(0, cuda.getStream())
      assert.equal(64, cuda.getNumStreams())
      cuda.reserveStreams(4)
      assert.error_matches(function() cuda.reserveStreams(65) end, '65 streams asked for')
      assert.error_matches(function() cuda.setStream(65) end, 'there is no stream 65')
   end)

   it('wait for each other, and the host for them', function()
      local x = tensor.CudaTensor(1000):fill(1)
      cuda.streamWaitFor(1, { 0 })
      cuda.withStream(1, function() x:add(1) end)
      cuda.streamBarrier { 1, 2 }
      cuda.withStream(2, function() x:mul(2) end)
      cuda.streamBarrierMultiDevice { [1] = { 2 }, [last] = { 3 } }
      cuda.streamWaitForMultiDevice(1, 0, { [1] = { 2 }, [last] = { 3 } })
      cuda.streamSynchronize(0)
      assert.equal(4, x[1000])
   end)

   it('have events', function()
      local x = tensor.CudaTensor(10):fill(1)
      local event = cuda.Event()
      cuda.withStream(1, function()
         event:waitOn()
         x:add(1)
         event:record()
      end)
      event:synchronize()
      assert.is_true(event:query())
      assert.equal(2, x[1])
      local first, second = cuda.Event(true), cuda.Event(true)
      assert.is_true(first:elapsed(second) >= 0)
      assert.error_matches(function() event:elapsed(second) end, 'must be timed')
   end)
end)

describe('the memory of a device', function()
   it('is counted, kept for reuse, and given back', function()
      collectgarbage()
      collectgarbage()
      cuda.synchronizeAll()
      cuda.emptyCache()
      local before = cuda.memoryStats()
      local x = tensor.CudaTensor(1000, 1000)
      assert.equal(4e6, math.floor((cuda.memoryStats().allocated - before.allocated) / 1e6) * 1e6)
      assert.is_true(cuda.memoryStats().peak >= cuda.memoryStats().allocated)
      x:release()
      assert.equal(before.allocated, cuda.memoryStats().allocated)
      assert.is_true(cuda.memoryStats().reserved > before.reserved)
      cuda.emptyCache()
      assert.equal(before.reserved, cuda.memoryStats().reserved)
      cuda.resetPeak()
      assert.equal(before.allocated, cuda.memoryStats().peak)
   end)

   it('is collected before an allocation fails', function()
      local _, total = cuda.getMemoryUsage()
      local n = math.floor(total / 4 / 3)
      for _ = 1, 12 do tensor.CudaTensor(n) end
      assert.error_matches(function() return tensor.CudaTensor(n * 4) end, 'not enough memory on device 1')
   end)
end)
