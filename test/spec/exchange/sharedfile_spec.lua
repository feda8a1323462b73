-- Shared memory by file: all that holds by descriptor, and storages that are passed by their names.
local tensor = require 'tensor'
local peer = require 'spec.support.peer'
local share = require 'spec.support.shared'

local fails = share.fails

share.describe 'file'

describe('shareFilename', function()
   local before = tensor.getSharingStrategy()
   teardown(function() tensor.setSharingStrategy(before) end)

   it('tells what another process opens a storage by', function()
      tensor.setSharingStrategy 'file'
      local x = tensor.range(1, 25):shareMemory()
      local address, name, size = x:storage():shareFilename()
      assert.truthy(address:find '^@tensor_%d+_%x+$')
      assert.truthy(name:find '^/tensor_%d+_%x+$')
      assert.equal(25, size)
      local other = peer.start()
      other:run('s = tensor.FloatStorage.newSharedFilename(%q, %q, %d)', address, name, size)
      other:run 'x = tensor.FloatTensor(s):view(5, 5) x[2][5] = 100'
      assert.equal(100, x[10])
      assert.equal(x:storage(), tensor.fromHandle(other:run 'return x:shareHandle()'):storage())
      x:release()
      assert.equal(address .. name, other:run 'local a, n = s:shareFilename() return a .. n')
      local y = tensor.FloatTensor(tensor.FloatStorage.newSharedFilename(address, name, size))
      assert.equal(415, y:sum())
      assert.equal(25, tensor.IntStorage.newSharedFilename(address, name, size):size())
      local open = tensor.FloatStorage.newSharedFilename
      fails('newSharedFilename: ', open, address, name, 24)
      fails('newSharedFilename: ', open, address, name, -1)
      fails('newSharedFilename: ', open, address, name, 2 ^ 53)
      fails('newSharedFilename: ', open, address, name)
      fails('newSharedFilename: ', open, address, '/etc/passwd', size)
      fails('newSharedFilename: ', open, address, name .. '0', size)
      fails('newSharedFilename: ', open, '@tensor_1_0', name:sub(1, -2), size)
      fails('newSharedFilename: ', open, ('@'):rep(1000), name, size)
      fails('newSharedFilename: ', open, nil, name, size)
      fails('newSharedFilename: name: ', open, address, name .. '\0' .. 'more', size)
      fails('newSharedFilename: address: ', open, address .. '\0', name, size)
      other:stop()
   end)

   it('is refused by storages that are shared otherwise, or not', function()
      fails("setSharingStrategy 'file'", function() tensor.ones(3):storage():shareFilename() end)
      tensor.setSharingStrategy 'descriptor'
      fails("setSharingStrategy 'file'", function() tensor.ones(3):shareMemory():storage():shareFilename() end)
   end)

   it('finds a segment that was made shorter', function()
      tensor.setSharingStrategy 'file'
      local x = tensor.ones(100000):shareMemory()
      local handle, _, name = x:shareHandle(), x:storage():shareFilename()
      os.execute('truncate -s 1000 /dev/shm' .. name)
      local other = peer.start()
      fails('made shorter', other.run, other, ('tensor.fromHandle %q'):format(handle))
      fails('made shorter', tensor.fromHandle, handle)
      os.execute('truncate -s 0 /dev/shm' .. name)
      x:release()
      peer.wait(function() return not io.open('/dev/shm' .. name) end)
      fails('stale', other.run, other, ('tensor.fromHandle %q'):format(handle))
      other:stop()
   end)
end)
