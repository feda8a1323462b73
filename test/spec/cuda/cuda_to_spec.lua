-- x:to(where) with a device, a type or both.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local cuda = tensor.cuda

describe('x:to', function()
   local x = tensor.FloatTensor { 1, 2 }

   it('is x itself where nothing is to be done', function()
      for _, where in ipairs {
         0, 'cpu', 'float', 'torch.FloatTensor', tensor.FloatTensor, {}, { device = 0 },
         { device = 'cpu', async = true }, { dtype = 'float' },
      } do assert.equal(x, x:to(where)) end
      local none = tensor.IntTensor()
      assert.equal(none, none:to { dtype = 'int', device = 'cpu' })
   end)

   it('converts to each dtype', function()
      for name in pairs { Byte = 1, Char = 1, Half = 1, Double = 1, BFloat16 = 1, UInt16 = 1, Bool = 1, Long = 1 } do
         local Type = tensor[name .. 'Tensor']
         for _, where in ipairs { Type.dtype, Type.name, Type, { dtype = Type.dtype } } do
            assert.equal(Type.name, x:to(where):type())
         end
      end
      assert.same({ 1, 2 }, x:to('int'):totable())
   end)

   it('says what is wrong', function()
      local examples = "examples are 'cpu', 'cuda:1', 'half' and 'torch.HalfTensor'"
      for text, where in pairs {
         ["to: 'single' is no device and no type; " .. examples] = 'single',
         ["to: CUDA's devices are counted from 1: there is no 'cuda:0'"] = 'cuda:0',
         ['to: device must be a whole number within 2^31, not 1.5'] = 1.5,
         ["to: there is no option 'type'; there are async, device, dtype, layout and memoryFormat"] = { type = 'half' },
         ["to: there is no option '1'; there are async, device, dtype, layout and memoryFormat"] = { 1 },
         ["to: dtype 'single' is unknown; an example is 'float'"] = { dtype = 'single' },
      } do assert.has_error(function() x:to(where) end, text) end
      assert.has_error(function() x:to() end,
         'to: got (torch.FloatTensor); accepted forms:\n  to(x:Tensor, where:any)\n  to(x:Tensor, o:options)')
   end)

   it('raises the reason where there is no device', function()
      assert.equal('true true', child.output([[
         local x = tensor.ones(2)
         local _, reason = tensor.cuda.isAvailable()
         local _, message = pcall(x.to, x, 'cuda')
         local _, other = pcall(x.to, x, { device = 1, dtype = 'half' })
         io.write(tostring(message == 'cuda.getDevice: ' .. reason), ' ', tostring(other == message))]],
         { CUDA_VISIBLE_DEVICES = '-1', EMU_DEVICES = '0' }))
   end)

   if not cuda.isAvailable() then return end
   local last = cuda.getDeviceCount()

   it('goes to a device and back', function()
      for _, where in ipairs { 'cuda', 1, 'cuda:1', 'torch.CudaTensor', tensor.CudaTensor, { device = 'cuda' } } do
         local y = x:to(where)
         assert.same({ 'torch.CudaTensor', 1 }, { y:type(), y:getDevice() })
         assert.equal(y, y:to(where))
         assert.same({ 1, 2 }, y:to('cpu'):totable())
      end
      local far = x:to { device = last, dtype = 'half' }
      assert.same({ 'torch.CudaHalfTensor', last }, { far:type(), far:getDevice() })
      assert.equal(far, far:to 'cuda')
      assert.same({ 'torch.CudaIntTensor', last }, { far:to('int'):type(), far:to('int'):getDevice() })
      assert.same({ 'torch.CudaHalfTensor', 1 }, { far:to(1):type(), far:to(1):getDevice() })
      assert.same({ 'torch.DoubleTensor', 0 }, { far:to(tensor.DoubleTensor):type(), far:to(0):getDevice() })
      assert.equal(last, cuda.withDevice(last, function() return x:to 'cuda' end):getDevice())
   end)

   it('needs no wait with async, and gives the event', function()
      local y, event = x:pin():to { device = last, dtype = 'double', async = true }
      assert.equal('torch.CudaDoubleTensor', y:type())
      assert.equal(last, y:getDevice())
      assert.equal('cutorch.Event', tensor.typename(event))
      local back, passes = y:to { device = 'cpu', dtype = 'int', async = true }
      assert.is_true(back:isPinned())
      assert.same({ 1, 2 }, back:totable())
      passes:synchronize()
      assert.is_true(passes:query())
      assert.equal(7, tensor.full(tensor.LongStorage(), 7):to({ device = 1, async = true }):item())
   end)

   it('names a device that is not there', function()
      for _, where in ipairs { last + 1, 'cuda:' .. last + 1, { device = last + 1 } } do
         assert.has_error(function() x:to(where) end,
            ("to: there is no device %d; CUDA's devices are 1 to %d"):format(last + 1, last))
      end
   end)
end)
