-- The names a script sees when it asks for CUDA: types, functions and globals, with and without a device.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local cuda = tensor.cuda
local none = { CUDA_VISIBLE_DEVICES = '-1', EMU_DEVICES = '0' }

describe('types of devices, without a device,', function()
   it('are there, touch nothing, and raise the reason when they are called', function()
      local names = 'nil nil\tnil\ttorch.CudaTensor\ttorch.CudaIntStorage\ttorch.CudaTensor\n'
      assert.equal(names .. ('true\n'):rep(5), child.output([[
         io.write(tostring(rawget(tensor, 'CudaTensor')), ' ')
         print(tensor.CudaNothing, tensor.cuda.Nothing, tensor.CudaTensor,
            tensor.CudaIntStorage, tensor.cuda.FloatTensor)
         print(package.loaded['tensor.cudacore'] == nil)
         local _, reason = tensor.cuda.isAvailable()
         for _, Type in ipairs { tensor.CudaTensor, tensor.cuda.DoubleTensor, tensor.CudaStorage } do
            local ok, message = pcall(Type, 2)
            print(not ok and message == 'cuda.getDevice: ' .. reason)
         end
         local ok, message = pcall(tensor.setdefaulttensortype, 'torch.CudaTensor')
         print(not ok and message == 'cuda.getDevice: ' .. reason)]], none))
   end)

   it('are nil in torch, for scripts that ask, until cutorch is required', function()
      assert.equal('nil nil nil\ntrue torch.CudaTensor false\n', child.output([[
         local Type = tensor.CudaTensor
         require 'torch'
         local of_torch = { tostring(torch.CudaTensor), tostring(torch.CudaStorage) }
         print(table.concat(of_torch, ' ') .. ' ' .. tostring(rawget(_G, 'cutorch')))
         require 'cutorch'
         io.write(tostring(cutorch == tensor.cuda), ' ', tostring(torch.CudaTensor), ' ',
            tostring(pcall(torch.CudaTensor, 2)), '\n')]], none))
   end)
end)

describe('cutorch', function()
   it('is a global where torch is one, whichever is required first', function()
      assert.equal('nil true\n', child.output [[
         local cuda = require 'cutorch'
         io.write(tostring(rawget(_G, 'cutorch')), ' ')
         require 'torch'
         print(cutorch == cuda)]])
   end)
end)

if not cuda.isAvailable() then return end

describe('types of devices', function()
   for _, code in ipairs {
      "io.write(tensor.CudaTensor(2):fill(3):sum())", "io.write(tensor.cuda.FloatTensor { 3, 3 }:sum())",
      "io.write(tensor.CudaStorage(2):fill(3)[1] * 2)", "require 'torch' io.write(torch.CudaTensor(2):fill(3):sum())",
      "require 'torch' require 'cutorch' cutorch.getDevice() io.write(torch.CudaStorage(2):fill(3)[2] * 2)",
   } do
      it('may be what CUDA is first used for: ' .. code, function()
         assert.equal('6', (child.output(code):gsub('%.0', '')))
      end)
   end
end)

describe('the default type', function()
   it('may be one of devices', function()
      local before = tensor.getdefaulttensortype()
      finally(function() tensor.setdefaulttensortype(before) end)
      local last = cuda.getDeviceCount()
      tensor.setdefaulttensortype(tensor.CudaDoubleTensor)
      assert.equal('torch.CudaDoubleTensor', tensor.asTensor({ 1, 2 }):type())
      assert.equal('torch.CudaIntTensor', tensor.asTensor(3, { dtype = 'int' }):type())
      assert.equal('torch.CudaDoubleTensor', tensor.getdefaulttensortype())
      cuda.withDevice(last, function()
         for _, x in ipairs {
            tensor.Tensor(2, 3), tensor.Tensor { 1, 2 }, tensor.Tensor(), tensor.zeros(3), tensor.eye(2),
            tensor.rand(4), tensor.randperm(3), tensor.range(1, 3), tensor.full({ 2 }, 1),
            tensor.IntTensor { 1 }:real(),
         } do
            assert.equal('torch.CudaDoubleTensor', x:type())
            assert.equal(last, x:getDevice())
         end
         assert.equal('torch.CudaDoubleStorage', tensor.Storage(3):type())
         assert.equal('torch.CudaIntTensor', tensor.ones(2, { dtype = 'int' }):type())
         local here = tensor.ones(tensor.FloatTensor(), 2)
         assert.equal('torch.FloatTensor', here:type())
      end)
      assert.same({ 1, 2, 3 }, tensor.range(1, 3):totable())
   end)

   it('is torch.Tensor then', function()
      assert.equal('true true torch.CudaTensor\n', child.output [[
         require 'torch'
         torch.setdefaulttensortype 'torch.CudaTensor'
         io.write(tostring(torch.Tensor == torch.CudaTensor), ' ', tostring(torch.Storage == torch.CudaStorage), ' ',
            torch.zeros(2):type(), '\n')]])
   end)
end)

describe('arguments of tensor.cuda', function()
   local x = tensor.FloatTensor(2)
   local wrong = {
      { 'setDevice: device must be a whole number within 2^31, not 4294967297', cuda.setDevice, 2 ^ 32 + 1 },
      { 'setDevice: device must be a whole number within 2^31, not 1.5', cuda.setDevice, 1.5 },
      { 'memoryStats: device must be a whole number within 2^31, not 4294967297', cuda.memoryStats, 2 ^ 32 + 1 },
      { 'setStream: stream must be a whole number within 2^31, not 4294967296', cuda.setStream, 2 ^ 32 },
      { 'setStream: stream is -1, which is negative', cuda.setStream, -1 },
      { 'reserveStreams: n is -1, which is negative', cuda.reserveStreams, -1 },
      { 'setStream: got (string); accepted forms:\n  setStream(stream:', cuda.setStream, '1' },
      { 'setDevice: got (); accepted forms:\n  setDevice(device:position)', cuda.setDevice },
      { 'getDevice: got (number); accepted forms:\n  getDevice()', cuda.getDevice, 1 },
      { 'generator: got (string); accepted forms:\n  generator(device:position?)', cuda.generator, 'x' },
      { 'generator: there is no device 0', cuda.generator, 0 },
      { 'withStream: got (number); accepted forms:\n  withStream(', cuda.withStream, 1 },
      { 'withDevice: got (function, number); accepted', cuda.withDevice, function() end, 1 },
      { 'streamWaitFor: got (); accepted forms:', cuda.streamWaitFor },
      { 'streamWaitFor: a stream must be a whole number within 2^31, not a string', cuda.streamWaitFor, 1, { 'a' } },
      { 'streamBarrier: got (); accepted forms:', cuda.streamBarrier },
      { 'streamBarrier: a stream is -1, which is negative', cuda.streamBarrier, { -1 } },
      { 'streamBarrierMultiDevice: streams[1] is a number, not a table', cuda.streamBarrierMultiDevice, { 1 } },
      { 'setRNGState: got (torch.FloatTensor); accepted forms:', cuda.setRNGState, x },
      { 'setPinnedCacheLimit: bytes must be 0 or more', cuda.setPinnedCacheLimit, -1 },
      { 'explainCopy: got (torch.FloatTensor, torch.FloatTensor, number); accepted', cuda.explainCopy, x, x, 1 },
      { 'createCudaHostTensor: a size must be a number, not a string', cuda.createCudaHostTensor, 'x' },
      { 'pin: got (); accepted forms:\n  pin(x:Tensor)', x.pin },
      { 'isPinned: got (number); accepted forms:\n  isPinned(x:Tensor)', x.isPinned, 3 },
      { 'copyAsync: got (torch.FloatTensor); accepted forms:\n  copyAsync(x:Tensor, y:Tensor)', x.copyAsync, x },
      { 'query: got (number); accepted forms:\n  query(e:Event)', cuda.Event().query, 3 },
   }
   for _, case in ipairs(wrong) do
      it('may be wrong: ' .. case[1]:match '^[^\n]*', function()
         local ok, message = pcall((table.unpack or unpack)(case, 2))
         assert.is_false(ok)
         assert.equal(case[1], message:sub(1, #case[1]))
      end)
   end

   it('are those of each row of the reference', function()
      for _, row in ipairs(tensor.rows) do
         local name = row.chapter == 'cuda' and row.name:match '^cuda%.(%w+)$'
         if name and not name:find '^createCudaHost' and name ~= 'isAvailable' then
            local ok, message = pcall(cuda[name], coroutine.create(print))
            assert.is_false(ok)
            assert.equal(('%s: got (thread); accepted forms:'):format(name), message:match '^[^\n]*')
         end
      end
   end)
end)

describe('a function that is called with a stream, a device or a trace', function()
   it('cannot be left by a yield, and leaves them as they were', function()
      for _, call in ipairs {
         function() cuda.withStream(3, coroutine.yield) end, function() cuda.trace(coroutine.yield) end,
         function() cuda.withDevice(cuda.getDeviceCount(), coroutine.yield) end,
      } do
         local ok, message = coroutine.resume(coroutine.create(call))
         assert.is_false(ok)
         assert.truthy(message:find 'attempt to yield', message)
      end
      assert.same({ 0, 1 }, { cuda.getStream(), cuda.getDevice() })
      assert.same({}, cuda.trace(function() end))
   end)

   it('gives its error as it is', function()
      local object = {}
      local ok, message = pcall(cuda.withStream, 1, function() error(object) end)
      assert.is_false(ok)
      assert.equal(object, message)
   end)
end)

describe('what was given up', function()
   it('is an event that nobody can use', function()
      local event = cuda.Event()
      event:__gc()
      for _, name in ipairs { 'query', 'record', 'synchronize', 'waitOn' } do
         assert.has_error(function() event[name](event) end, 'event: it was already collected')
      end
      assert.has_error(function() cuda.Event():elapsed(event) end, 'event: it was already collected')
   end)

   it('is CUDA in a process forked off', function()
      if not rawget(_G, 'jit') then return end
      assert.equal('false CUDA: CUDA cannot be used in a process forked off one that used it\ntrue\n', child.output [[
         local ffi = require 'ffi'
         ffi.cdef 'int fork(void); int waitpid(int, int *, int); void _exit(int);'
         tensor.cuda.getDevice()
         local process = ffi.C.fork()
         if process ~= 0 then
            ffi.C.waitpid(process, nil, 0)
            print((tensor.cuda.isAvailable()))
         else
            local is, reason = tensor.cuda.isAvailable()
            io.write(tostring(is), ' ', reason, '\n')
            io.stdout:flush()
            ffi.C._exit(0)
         end]])
   end)
end)

describe('a storage of a device', function()
   it('takes no allocator', function()
      assert.has_error(function() tensor.CudaStorage(cuda.pinnedAllocator(), 3) end,
         "storage: a torch.CudaStorage takes no allocator; its memory comes from the device")
   end)
end)

describe('the addresses of what a device has', function()
   it('are pointers to the structs and the elements, or numbers', function()
      local x = tensor.CudaTensor(2, 3)
      assert.equal(x:dataPtr(), x:data(true))
      assert.equal(x:storage():dataPtr(), x:storage():data(true))
      assert.equal(tensor.pointer(x), x:cdata(true))
      if not rawget(_G, 'jit') then return end
      local ffi = require 'ffi'
      for _, name in ipairs { '', 'Int', 'Half', 'UInt16', 'BFloat16' } do
         local y = tensor[('Cuda%sTensor'):format(name)](4, 5)
         assert.equal(('ctype<struct THCuda%sTensor *>'):format(name), tostring(ffi.typeof(y:cdata())))
         assert.equal(5, tonumber(y:cdata().size[1]))
         assert.equal(('ctype<struct THCuda%sStorage *>'):format(name), tostring(ffi.typeof(y:storage():cdata())))
         assert.equal(20, tonumber(y:storage():cdata().size))
      end
      assert.equal('ctype<float *>', tostring(ffi.typeof(x:storage():data())))
      assert.equal('ctype<short *>', tostring(ffi.typeof(tensor.CudaShortTensor(1):storage():data())))
   end)

   it('may be asked for after those of the CPU', function()
      assert.equal('done', child.output [[
         local here = tensor.FloatTensor(2):cdata()
         local there = tensor.CudaTensor(2):cdata()
         io.write(here and there and 'done')]])
   end)
end)
