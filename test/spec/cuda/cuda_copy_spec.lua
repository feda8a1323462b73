-- Asynchronous copies between the CPU and devices, and the pinned memory that they use.
local tensor = require 'tensor'
local cuda = tensor.cuda

describe('without CUDA', function()
   it('a tensor is in no pinned memory', function() assert.is_false(tensor.ones(2):isPinned()) end)
end)

if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()

local function pinned(x) return x:pin() end

describe('pinned memory', function()
   it('holds what a tensor held', function()
      local x = tensor.range(1, 6):view(2, 3)
      local y = x:pin()
      assert.is_false(x:isPinned())
      assert.is_true(y:isPinned())
      assert.is_true(y:t():isPinned())
      assert.equal(y, y:pin())
      assert.equal(x:type(), y:type())
      assert.same(x:totable(), y:totable())
      assert.same(x:t():totable(), x:t():pin():totable())
      assert.equal(0, tensor.FloatTensor():pin():nElement())
      assert.is_true(tensor.FloatTensor(7):pin()[7] ~= nil)
      assert.has_error(function() x:cuda():pin() end,
         'pin: the tensor is on device 1; only memory of the CPU can be pinned')
   end)

   it('is made by sizes, as in cutorch', function()
      local x = cuda.createCudaHostTensor(2, 3)
      assert.equal('torch.FloatTensor', x:type())
      assert.same({ 2, 3 }, x:size():totable())
      assert.is_true(x:isPinned())
      assert.equal('torch.IntTensor', cuda.createCudaHostIntTensor(tensor.LongStorage { 4 }):type())
      assert.equal(0, cuda.createCudaHostTensor():nElement())
      x:fill(3)
      x:resize(40, 30)
      assert.is_true(x:isPinned())
      assert.equal(3, x[1][6])
      local storage = tensor.ByteStorage(cuda.pinnedAllocator(), 10):fill(7)
      assert.is_true(tensor.ByteTensor(storage):isPinned())
   end)

   it('is used again when devices are done with it', function()
      local before = cuda.pinnedStats()
      local x = cuda.createCudaHostTensor(5000):fill(1)
      local there = tensor.CudaTensor(5000)
      there:copyAsync(x)
      x:release()
      cuda.synchronize()
      assert.equal(before.blocks, cuda.pinnedStats().blocks)
      local y = cuda.createCudaHostTensor(5000)
      assert.is_true(cuda.pinnedStats().reused > before.reused)
      y:release()
      cuda.emptyCache()
      assert.is_true(cuda.pinnedStats().reserved <= before.reserved)
      assert.equal(5000, there:cpu():sum())
   end)

   it('is kept within a limit', function()
      local function kept()
         local stats = cuda.pinnedStats()
         return stats.reserved - stats.allocated
      end
      local before = cuda.pinnedStats().limit
      cuda.setPinnedCacheLimit(8192)
      assert.equal(8192, cuda.pinnedStats().limit)
      assert.is_true(kept() <= 8192)
      local x, y = cuda.createCudaHostTensor(2000), cuda.createCudaHostTensor(1000)
      cuda.emptyCache()
      x:release()
      assert.equal(8192, kept())
      y:release() -- x is older, so it goes
      assert.equal(4096, kept())
      cuda.setPinnedCacheLimit(0)
      assert.equal(0, kept())
      cuda.setPinnedCacheLimit(before)
      assert.error_matches(function() cuda.setPinnedCacheLimit(-1) end, 'setPinnedCacheLimit: bytes must be 0 or more')
      assert.error_matches(function() cuda.setPinnedCacheLimit 'all' end, 'got %(string%); accepted forms')
   end)
end)

describe('copyAsync', function()
   local shapes = {
      ['as it is'] = function(x) return x end,
      turned = function(x) return x:t() end,
      ['with gaps'] = function(x) return x:narrow(2, 2, 3) end,
   }

   for name, shape in pairs(shapes) do
      it('writes a pinned tensor, and who looks at it waits: ' .. name, function()
         local x = tensor.range(1, 20):view(4, 5)
         local there = shape(x:cudaDouble())
         local here = pinned(tensor.FloatTensor(4, 5):fill(-1))
         local want = x:clone():fill(-1):float()
         shape(want):copy(there:cpu())
         local event = shape(here):copyAsync(there)
         assert.same(want:totable(), here:totable())
         event:synchronize()
      end)

      it('reads a pinned tensor, and who writes it waits: ' .. name, function()
         local x = tensor.range(1, 20):view(4, 5)
         local here = pinned(x)
         local there = tensor.CudaTensor(4, 5):fill(0)
         local want = tensor.FloatTensor(4, 5):fill(0)
         shape(want):copy(shape(x))
         shape(there):copyAsync(shape(here))
         here:fill(0)
         assert.same(want:totable(), there:totable())
      end)
   end

   it('waits in whatever looks', function()
      local there = tensor.CudaTensor(3):fill(5)
      for name, look in pairs {
         element = function(x) return x[2] end, table = function(x) return x[{ 2 }] end,
         storage = function(x) return x:storage()[2] end, list = function(x) return x:storage():totable()[2] end,
         sum = function(x) return x:sum() / 3 end, add = function(x) return (x + 0)[2] end,
         expression = function(x) return tensor.add(x, 1)[2] - 1 end, view = function(x) return x:view(3, 1)[2][1] end,
         copy = function(x) return x:clone()[2] end, item = function(x) return x:narrow(1, 2, 1):item() end,
         string = function(x) return tonumber(tostring(x):match '5') end,
         window = function(x) return tensor.FloatStorage(x:storage(), 2, 1)[1] end,
         grown = function(x) return x:resize(1000)[2] end, serialized = function(x)
            return tensor.deserialize(tensor.serialize(x))[2]
         end,
         product = function(x) return x:dot(tensor.FloatTensor { 0, 1, 0 }) end,
         apply = function(x)
            local at = 0
            x:apply(function(v) at = v end)
            return at
         end,
      } do
         local x = pinned(tensor.FloatTensor(3):fill(0))
         x:copyAsync(there)
         assert.equal(5, look(x), name)
      end
   end)

   it('waits in whatever writes', function()
      for name, write in pairs {
         element = function(x) x[2] = 7 end, fill = function(x) x:fill(7) end, add = function(x) x:add(7) end,
         copy = function(x) x:copy(tensor.FloatTensor(3):fill(7)) end, storage = function(x) x:storage()[2] = 7 end,
         result = function(x) tensor.add(x, tensor.FloatTensor(3):fill(3), 4) end,
         shorter = function(x) x:resize(2):fill(7) end,
      } do
         local x, there = pinned(tensor.FloatTensor(3):fill(1)), tensor.CudaTensor(3):fill(0)
         there:copyAsync(x)
         write(x)
         assert.same({ 1, 1, 1 }, there:totable(), name)
         assert.equal(7, x[2] > 7 and x[2] - 1 or x[2], name)
      end
   end)

   it('is copy with an option, which returns an event', function()
      local x = pinned(tensor.FloatTensor { 1, 2 })
      local there = tensor.CudaTensor(2)
      local event = there:copy(x, { async = true })
      assert.equal('cutorch.Event', tensor.typename(event))
      event:synchronize()
      assert.equal(there, there:copy(x, { async = false }))
      assert.same({ 1, 2 }, there:totable())
      assert.error_matches(function() there:copy(x, { later = true }) end, "there is no option 'later'; there is async")
   end)

   it('lets copies of one storage follow each other without a wait', function()
      local a = tensor.CudaTensor(4):fill(1)
      local b = cuda.withDevice(last, function() return tensor.CudaTensor(4):fill(2) end)
      local x = pinned(tensor.FloatTensor(8):fill(0))
      x:narrow(1, 1, 4):copyAsync(a)
      x:narrow(1, 5, 4):copyAsync(b)
      b:copyAsync(x:narrow(1, 1, 4))
      a:copyAsync(x:narrow(1, 5, 4))
      assert.same({ 2, 2, 2, 2 }, a:totable())
      assert.same({ 1, 1, 1, 1 }, b:totable())
      assert.same({ 1, 1, 1, 1, 2, 2, 2, 2 }, x:totable())
   end)

   it('is done on return where memory is not pinned, and between tensors of the CPU', function()
      local x, there = tensor.FloatTensor { 1, 2 }, tensor.CudaTensor(2)
      there:copyAsync(x):synchronize()
      x:fill(0)
      x:copyAsync(there)
      assert.same({ 1, 2 }, x:totable())
      local y = pinned(tensor.DoubleTensor(2, 1))
      y:copyAsync(x):synchronize()
      assert.same({ { 1 }, { 2 } }, y:totable())
   end)

   it('broadcasts, and takes in order what has as many elements', function()
      local there = tensor.CudaTensor(2, 3)
      there:copyAsync(pinned(tensor.FloatTensor { 1, 2, 3 }))
      assert.same({ { 1, 2, 3 }, { 1, 2, 3 } }, there:totable())
      there:copyAsync(pinned(tensor.range(1, 6)))
      assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, there:totable())
      assert.error_matches(function() there:copyAsync(tensor.ones(4)) end, 'neither broadcasts')
   end)
end)

describe('explainCopy', function()
   it('tells the way, the steps and whether the host waits', function()
      local x, there = tensor.FloatTensor(100, 100), tensor.CudaTensor(100, 100)
      local plan = cuda.explainCopy(there, x)
      assert.equal('up', plan.path)
      assert.same({ '40000 bytes from the host to device 1' }, plan.steps)
      assert.same({ 40000, 0, 0, true }, { plan.bytes, plan.temporaries, plan.events, plan.waits })
      assert.equal('up: 40000 bytes pass, temporaries: 0, events: 0, the host waits\n'
         .. '  1. 40000 bytes from the host to device 1', tostring(plan))
      assert.is_true(cuda.explainCopy(there, x, true).waits)
      local async = cuda.explainCopy(there, pinned(x), true)
      assert.same({ 1, false }, { async.events, async.waits })
      assert.equal('nothing', cuda.explainCopy(there, there).path)
      assert.equal('device', cuda.explainCopy(there:t(), there).path)
      assert.equal('host', cuda.explainCopy(x:t(), x).path)
      assert.equal('down', cuda.explainCopy(x:double(), there:t()).path)
      assert.equal('up', cuda.explainCopy(there, x:view(10000)).path)
      assert.error_matches(function() cuda.explainCopy(there, tensor.ones(7)) end, '7')
   end)
end)

describe('recordStream', function()
   it('keeps memory until a stream is done', function()
      local x = tensor.CudaTensor(1000):fill(1)
      assert.equal(x, x:recordStream(2))
      local y = pinned(tensor.ones(10))
      assert.equal(y, y:recordStream(2))
      assert.error_matches(function() tensor.ones(2):recordStream(1) end, 'not allocated as pinned memory')
      assert.error_matches(function() x:recordStream(99) end, 'there is no stream 99')
   end)
end)

describe('trace', function()
   it('names each copy and each wait', function()
      local x, there = tensor.FloatTensor(10, 10):fill(1), tensor.CudaTensor(10, 10):fill(0)
      local turned = there:clone()
      cuda.synchronizeAll()
      assert.same({
         'copy up: 400 bytes from the host to device 1', 'copy: tiles of 4-byte units, 1 at a time, on device 1',
         'wait: the host for device 1',
      }, cuda.trace(function()
         there:copy(x)
         there:t():copy(turned)
         cuda.synchronize()
      end))
      assert.same({}, cuda.trace(function() x:add(1) end))
      assert.same({
         'copy: 16 bytes from device 1 to the host', 'wait: the host for stream 0 of device 1',
      }, cuda.trace(function() return there:sum() end))
      assert.has_error(function() cuda.trace(function() error('no', 0) end) end, 'no')
      assert.error_matches(function() cuda.trace(function() cuda.trace(print) end) end, 'another one is running')
   end)

   it('shows that an asynchronous copy does not wait', function()
      local x, there = pinned(tensor.FloatTensor(10):fill(1)), tensor.CudaTensor(10)
      local function waits(lines)
         local n = 0
         for _, line in ipairs(lines) do n = n + (line:find '^wait: the host' and 1 or 0) end
         return n
      end
      assert.equal(0, waits(cuda.trace(function() there:copyAsync(x) end)))
      assert.equal(1, waits(cuda.trace(function() x:fill(2) end)))
      assert.equal(1, waits(cuda.trace(function() there:copy(x) end)))
   end)
end)

describe('setDebug', function()
   it('waits after every operation', function()
      local x = tensor.CudaTensor(10):fill(1)
      cuda.setDebug(true)
      local event = cuda.Event()
      x:add(1)
      local passed = event:query()
      cuda.setDebug(false)
      assert.is_true(passed)
      assert.equal(2, x[1])
   end)
end)

describe('copies between ordinary memory and devices, mixed at random,', function()
   it('keep every value', function()
      local random = require('spec.support.random').whole
      local kept = {}
      for step = 1, 300 do
         local n, device = random(1, 3000), random(1, last)
         local x = tensor.FloatTensor(n):fill(step):to { device = device }
         kept[random(1, 8)] = { x, step }
         for slot, pair in pairs(kept) do
            if random(1, 3) == 1 then
               local y = pair[1]:cpu()
               assert.equal(pair[2], y[1])
               assert.equal(pair[2], y[-1])
               if random(1, 2) == 1 then kept[slot] = nil end
            end
         end
         if step % 50 == 0 then collectgarbage() end
      end
   end)
end)
