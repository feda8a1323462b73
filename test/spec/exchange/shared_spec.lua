-- Shared memory: moved there, it is the same to all who have it, in this process and in others; handles open exactly
-- what they were made of, or fail; nothing is left when the last user has ended, however that came. Here by descriptor.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local peer = require 'spec.support.peer'
local share = require 'spec.support.shared'

local fails = share.fails

share.describe 'descriptor'

describe('shareMemory', function()
   it('refuses memory that cannot move', function()
      local x = tensor.ones(4)
      local view = tensor.FloatStorage(x:storage(), 2, 2)
      fails('shareMemory: a storage of 4 elements cannot move into shared memory: others are views of it',
         x.shareMemory, x)
      fails('it is a view of another storage', function() tensor.FloatTensor(view):shareMemory() end)
      local path = os.tmpname()
      files.write(path, ('x'):rep(100))
      local mapped = tensor.ByteTensor(tensor.ByteStorage(path))
      fails('its memory is borrowed or mapped', mapped.shareMemory, mapped)
      os.remove(path)
      local released = tensor.ones(3)
      released:release()
      fails('it was released', released.shareMemory, released)
      local lent = tensor.ones(3)
      local capsule = tensor.toDLPack(lent)
      fails('it is lent', lent.shareMemory, lent)
      tensor.fromDLPack(capsule)
      local text = tensor.fromString 'abcd'
      fails('read-only', text.shareMemory, text)
      fails('not in shared memory; x:shareMemory() moves it there', x.shareHandle, x)
      assert.is_false(x:isShared())
      assert.equal(4, x:sum())
   end)

   it('says which ways of sharing there are', function()
      fails('descriptor', tensor.setSharingStrategy, 'copy')
      assert.truthy(tensor.getSharingStrategy())
   end)

   it('names the limit of descriptors', function()
      local other = peer.start 'ulimit -n 30'
      local message = other:run [[
         local x, message = {}, 'none'
         for k = 1, 40 do
            x[k] = tensor.ones(2)
            local ok, why = pcall(x[k].shareMemory, x[k])
            if not ok then message = why break end
         end
         x = nil
         collectgarbage()
         collectgarbage()
         tensor.ones(2):shareMemory()
         return message]]
      assert.truthy(message:find('Too many open files (ulimit -n)', 1, true), message)
      other:stop()
   end)
end)
