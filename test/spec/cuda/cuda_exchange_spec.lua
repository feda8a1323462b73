-- Tensors of devices and memory of others: DLPack with the order of streams, and what is refused there.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local has_ffi, ffi = pcall(require, 'ffi')
local last = cuda.getDeviceCount()

local function collect() for _ = 1, 3 do collectgarbage() end end

describe('memory of a device', function()
   it('is lent and taken by DLPack, on each device', function()
      for device = 1, last do
         local x = cuda.withDevice(device, function() return tensor.CudaIntTensor { { 1, 2, 3 }, { 4, 5, 6 } } end)
         for version = 0, 1 do
            local y = tensor.fromDLPack(tensor.toDLPack(x:t(), { version = version, copy = false }))
            assert.equal('torch.CudaIntTensor', y:type())
            assert.equal(device, y:getDevice())
            assert.equal(x:dataPtr(), y:dataPtr())
            assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } }, y:totable())
            y:select(1, 2):fill(7)
            assert.same({ 1, 7, 3 }, x[1]:totable())
            x:select(2, 2):copy(tensor.CudaIntTensor { 2, 5 })
         end
         local copy = tensor.fromDLPack(tensor.toDLPack(x, { copy = true }))
         assert.equal(device, copy:getDevice())
         assert.not_equal(x:dataPtr(), copy:dataPtr())
         assert.same(x:totable(), copy:totable())
      end
   end)

   it('says its device in the struct', function()
      if not has_ffi then return end
      local x = cuda.withDevice(last, function() return tensor.CudaTensor(2) end)
      local capsule = tensor.toDLPack(x, { version = 0 })
      local struct = ffi.cast('struct { void *data; int32_t device_type, device_id; } *', capsule:pointer())
      assert.same({ 2, last - 1 }, { struct.device_type, struct.device_id })
      assert.equal(x:dataPtr(), tonumber(ffi.cast('intptr_t', struct.data)))
      struct.device_id = last
      assert.error_matches(function() tensor.fromDLPack(capsule) end, "fromDLPack: .*CUDA's device " .. last)
      struct.device_id = last - 1
      assert.equal(last, tensor.fromDLPack(capsule):getDevice())
   end)

   it('is ready for any stream when it is lent, and when it comes back', function()
      local giver, taker = cuda.Stream(), cuda.Stream()
      local x = tensor.CudaTensor(5000)
      for round = 1, 5 do
         local capsule = giver:run(function()
            x:fill(round):add(1)
            return tensor.toDLPack(x)
         end)
         taker:run(function()
            local y = tensor.fromDLPack(capsule):mul(2)
            assert.equal(2 * round + 2, y[5000])
            y:add(1) -- at work when the last of the loan goes
            y:release()
         end)
         x = giver:run(function()
            assert.equal(2 * round + 3, x[1])
            x:release()
            return tensor.CudaTensor(5000) -- the same memory
         end)
      end
   end)

   it('is not let go of while a loan is out', function()
      local x = tensor.CudaTensor(3000):fill(1)
      local capsule = tensor.toDLPack(x)
      assert.error_matches(function() x:release() end, 'lent')
      assert.error_matches(function() x:resize(10000) end, 'lent')
      x = nil -- luacheck: ignore
      collect()
      assert.equal(3000, tensor.fromDLPack(capsule):sum())
   end)

   it('has no pointer for the host, but bytes for a string', function()
      local x = tensor.CudaTensor { { 1, 2 }, { 3, 4 } }
      assert.error_matches(function() x:data() end, 'data: a torch.CudaTensor is on a device')
      assert.equal(x:dataPtr(), x:data(true))
      assert.equal(x:float():string(), x:string())
      assert.equal(x:float():t():string(), x:t():string())
      assert.is_false(x:isReadOnly())
   end)

   it('can be read from read-only memory of the host, not written there', function()
      local here = tensor.fromString(('\1\2\3\4'):rep(4), { dtype = 'byte' })
      local there = here:cudaByte()
      assert.same(here:totable(), there:totable())
      assert.error_matches(function() here:copy(there) end, 'read%-only')
      assert.error_matches(function() here:copyAsync(there) end, 'read%-only')
      assert.equal(('\1\2\3\4'):rep(4), here:string())
   end)
end)
