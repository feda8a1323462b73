-- What scripts find when they ask for CUDA: types, names and globals, with a device and without.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local cuda = tensor.cuda
local none = { CUDA_VISIBLE_DEVICES = '-1', EMU_DEVICES = '0' }

describe('types of devices, without a device,', function()
   it('are there, touch nothing, and raise the reason when they are called', function()
      local names = 'nil nil\tnil\ttorch.CudaTensor torch.CudaIntStorage torch.CudaTensor\n'
      assert.equal(names .. ('true\n'):rep(5), child.output([[
         io.write(tostring(rawget(tensor, 'CudaTensor')), ' ')
         print(tensor.CudaNothing, tensor.cuda.Nothing,
            ('%s %s %s'):format(tensor.CudaTensor, tostring(tensor.CudaIntStorage), tensor.cuda.FloatTensor))
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
