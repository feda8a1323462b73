-- tensor.cuda: what it says where there is no device, and what devices do where there are some (a GPU, or the
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

-- What a driver or a process without devices looks like can be had everywhere.
describe('without a device', function()
   it('every function raises the reason', function()
      local text = child.output([[
         local is, reason = tensor.cuda.isAvailable()
         print(is, reason)
         for name, f in pairs(tensor.cuda) do
            local ok, message = pcall(f, 1, function() end)
            if name ~= 'isAvailable' then print(not ok and message == 'cuda.' .. name .. ': ' .. reason, name) end
         end]], { CUDA_VISIBLE_DEVICES = '-1' })
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

describe('devices', function()
   it('are counted from 1', function()
      assert.is_true(cuda.getDeviceCount() >= 1)
      assert.equal(1, cuda.getDevice())
      assert.has_error(function() cuda.setDevice(0) end,
         ("setDevice: there is no device 0; CUDA's devices are 1 to %d"):format(cuda.getDeviceCount()))
   end)

   it('are current for a function, whatever it does', function()
      local last = cuda.getDeviceCount()
      assert.same({ last, nil, 3 }, { cuda.withDevice(last, function() return cuda.getDevice(), nil, 3 end) })
      assert.has_error(function() cuda.withDevice(last, function() error('no', 0) end) end, 'no')
      assert.equal(1, cuda.getDevice())
   end)

   it('have memory, and can be waited for', function()
      local free, total = cuda.getMemoryUsage()
      assert.is_true(free > 0 and free <= total)
      cuda.synchronize()
      cuda.synchronizeAll()
   end)
end)
