-- shared.lua: the cases that both ways of sharing memory must pass, and what specs of shared memory need.
local tensor = require 'tensor'
local assert = require 'luassert'
local busted = require 'busted'
local files = require 'spec.support.files'
local peer = require 'spec.support.peer'
local processes = require 'spec.support.processes'

local share = { collect = processes.collect, fails = processes.fails }

local function shared(x) return x:shareMemory() end

-- All tensors of the code are dropped when it returns.
local function within(code)
   code()
   share.collect()
end

-- How many names of shared memory and of sockets can be seen that this process and its peers made.
function share.names_left()
   local pids = table.concat(peer.pids, '|')
   return #files.lines_of(("(ls /dev/shm; cat /proc/net/unix) | grep -aE 'tensor_(%s)_'"):format(pids))
end

local collect, fails, names_left = share.collect, share.fails, share.names_left

local strategy_now -- how the cases share memory

-- A peer that shares memory in the same way.
local function start(shell)
   local one = peer.start(shell)
   one:run('tensor.setSharingStrategy %q', strategy_now)
   return one
end

-- What must hold.
local cases = {}

local function it(name, run) table.insert(cases, { name = name, run = run }) end

it('is the same to all tensors of its storage', function()
   local x = tensor.range(1, 12):resize(3, 4)
   local row, storage = x[2], x:storage()
   assert.is_false(x:isShared())
   assert.equal(x, x:shareMemory())
   assert.is_true(x:isShared() and row:isShared())
   assert.equal(78, x:sum())
   x[2][1] = 100
   assert.equal(100, row[1])
   assert.equal(100, storage[5])
   assert.is_false(x:clone():isShared())
   local address = x:dataPtr()
   assert.equal(address, x:shareMemory():dataPtr())
end)

it('opens as the window that the handle was made of, whatever its type and strides', function()
   for _, dtype in ipairs { 'byte', 'float', 'double', 'half', 'bool', 'complexdouble' } do
      local x = shared(tensor.range(0, 23):resize(2, 3, 4):type(tensor.zeros(1, { dtype = dtype }):type()))
      local flipped = x:transpose(1, 3)
      for _, view in ipairs { x, x[2], flipped, x:select(3, 2), x:narrow(2, 2, 2), x:narrow(2, 2, 0) } do
         local y = tensor.fromHandle(view:shareHandle())
         assert.equal(view:type(), y:type())
         assert.is_true(y:isSameSizeAs(view) and y:isSetTo(view))
      end
   end
   local scalar = shared(tensor.full({}, 3))
   assert.equal(3, tensor.fromHandle(scalar:shareHandle()):item())
end)

it('opens without elements too', function()
   local none = tensor.fromHandle(shared(tensor.zeros(0, 3)):shareHandle())
   assert.same({ 0, 3 }, none:size():totable())
   assert.is_true(none:isShared())
   local undefined = tensor.fromHandle(shared(tensor.IntTensor()):shareHandle())
   assert.equal(0, undefined:nDimension())
   assert.equal('torch.IntTensor', undefined:type())
end)

it('keeps the bits of conjugate and negative views', function()
   local x = shared(tensor.ones(3, { dtype = 'complexdouble' }))
   x:select(1, 1):fill { 1, 2 }
   local y = tensor.fromHandle(x:conj():shareHandle())
   assert.is_true(y:isConj())
   assert.is_true(y:equal(x:conj()))
end)

it('keeps what quantized elements mean', function()
   local x, scales, zeros = tensor.range(1, 12):resize(3, 4), tensor.range(1, 3), tensor.LongTensor { 1, 0, 2 }
   local other = start()
   for _, q in ipairs { tensor.quantizePerTensor(x, 0.5, 3, 'quint8'),
      tensor.quantizePerChannel(x, scales:double(), zeros, 1, 'qint8') } do
      fails('is not in shared memory', q.shareHandle, q)
      assert.is_true(q:shareMemory():isShared())
      for _, view in ipairs { q, q:t(), q[2], q:narrow(1, 2, 2) } do
         local y = tensor.fromHandle(view:shareHandle())
         assert.is_true(y:isSetTo(view) or y:storage() == q:storage())
         assert.is_true(y:dequantize():equal(view:dequantize()))
      end
      other:run('y = tensor.fromHandle %q', q:shareHandle())
      local sum = ('%.4f'):format(q:dequantize():sum())
      assert.equal(sum, other:run 'return ("%.4f"):format(y:dequantize():sum())')
      other:run 'y:dequantize() y:copy(y)'
   end
   other:stop()
end)

it('shares the values of sparse tensors, and copies their places', function()
   local dense = tensor.range(-3, 8):clamp(0, 9):resize(3, 4)
   local other = start()
   for _, s in ipairs { dense:toSparse(), dense:toCSR(), tensor.sparse(tensor.LongTensor { { 3, 1, 3 } },
      tensor.ones(3, 2), { 3, 2 }) } do
      fails('is not in shared memory', s.shareHandle, s)
      assert.is_true(s:shareMemory():isShared())
      local y = tensor.fromHandle(s:shareHandle())
      assert.equal(s:type(), y:type())
      assert.equal(s:isCoalesced(), y:isCoalesced())
      assert.is_true(y:toDense():equal(s:toDense()))
      other:run('y = tensor.fromHandle %q y:values():fill(5)', s:shareHandle())
      assert.equal(5 * s:values():nElement(), s:values():sum())
   end
   other:stop()
   assert.equal(0, tensor.fromHandle(shared(tensor.zeros(2, 2):toSparse()):shareHandle()):nnz())
end)

it('is one storage in a process, however often it is opened', function()
   local x = shared(tensor.ones(10))
   local y, z = tensor.fromHandle(x:shareHandle()), tensor.fromHandle(x:narrow(1, 3, 2):shareHandle())
   assert.equal(x:storage(), y:storage())
   assert.equal(x:storage(), z:storage())
end)

it('is the same in another process', function()
   local x = shared(tensor.range(1, 6):resize(2, 3))
   local other = start()
   assert.equal('21', other:run('x = tensor.fromHandle %q return ("%%d"):format(x:sum())', x:shareHandle()))
   x[1][1] = 10
   assert.equal('10', other:run 'return ("%d"):format(x[1][1])')
   other:run 'x[2][3] = 60'
   assert.equal(60, x[2][3])
   local handle = other:run 'return x:t():shareHandle()'
   assert.equal(x:storage(), tensor.fromHandle(handle):storage())
   other:stop()
   assert.equal(60, x[2][3])
end)

it('lasts as long as any process has it, by the first handle as by others', function()
   local a, b = start(), start()
   local handle = a:run 'x = tensor.range(1, 5) return x:shareMemory():shareHandle()'
   b:run('x = tensor.fromHandle %q', handle)
   a:kill()
   local y
   within(function()
      y = tensor.fromHandle(handle)
      assert.equal(15, y:sum())
   end)
   b:kill()
   local c = start()
   assert.equal('15', c:run('x = tensor.fromHandle %q return ("%%d"):format(x:sum())', handle))
   y = nil
   collect()
   assert.equal(15, tensor.fromHandle(handle):sum())
   c:run 'x = nil collectgarbage() collectgarbage()'
   collect()
   fails('fromHandle: ', tensor.fromHandle, handle)
   c:stop()
end)

it('is gone when the last user drops it, ends or is killed', function()
   for _, way in ipairs { 'stop', 'kill' } do
      local a = start()
      local handle = a:run 'x = tensor.range(1, 5) return x:shareMemory():shareHandle()'
      assert.equal(15, tensor.fromHandle(handle):sum())
      collect()
      a[way](a)
      peer.wait(function() return not pcall(tensor.fromHandle, handle) end)
      peer.wait(function() return names_left() == 0 end)
   end
end)

it('leaves nothing after many opens and kills', function()
   for round = 1, 2 do
      local a, b = start(), start()
      a:run 'x = {} for k = 1, 50 do x[k] = tensor.ones(9):shareMemory() end'
      a:run 'list = {} for k = 1, 50 do list[k] = x[k]:shareHandle() end'
      local handles = a:run 'return table.concat(list, " ")'
      b:run('y = {} for handle in (%q):gmatch "%%S+" do y[#y + 1] = tensor.fromHandle(handle) end', handles)
      b:tell(('while true do for k in (%q):gmatch "%%S+" do tensor.fromHandle(k):add(1) end end'):format(handles))
      if round == 2 then b:kill() a:kill() else a:kill() b:kill() end
      peer.wait(function() return names_left() == 0 end)
      fails('fromHandle: ', tensor.fromHandle, handles:match '%S+')
   end
end)

it('is not opened by what is no handle, or no longer one', function()
   local x = shared(tensor.ones(4))
   local handle = x:shareHandle()
   assert(#handle <= 500 and not handle:find '[^!-~]')
   for k = 1, #handle do
      for _, byte in ipairs { 0, 32, 33, 45, 46, 48, 57, 65, 90, 95, 97, 122, 126, 200, handle:byte(k) + 1 } do
         local changed = handle:sub(1, k - 1) .. string.char(byte) .. handle:sub(k + 1)
         if changed ~= handle then fails('fromHandle: ', tensor.fromHandle, changed) end
      end
      fails('fromHandle: ', tensor.fromHandle, handle:sub(1, k - 1))
      fails('fromHandle: ', tensor.fromHandle, handle:sub(1, k - 1) .. handle:sub(k + 1))
   end
   fails('501 characters', tensor.fromHandle, ('x'):rep(501))
   fails('fromHandle: ', tensor.fromHandle, handle .. ' ')
   fails('fromHandle: ', tensor.fromHandle, '')
   fails('fromHandle: ', tensor.fromHandle, 12)
   fails('fromHandle: ', tensor.fromHandle)
end)

it('cannot be resized, and tells why', function()
   local x = shared(tensor.ones(4))
   fails('shared with other processes', x.resize, x, 5)
   fails('shared with other processes', x.storage(x).resize, x:storage(), 2)
   x:resize(2)
   assert.is_true(x:isShared())
end)

it('counts for the budget', function()
   local other = start()
   other:run 'tensor.setMemoryBudget(2 ^ 20)'
   other:run 'x = tensor.ByteTensor(2 ^ 19):zero():shareMemory()'
   assert.equal('524288', other:run 'return ("%d"):format(tensor.memoryStats().state)')
   fails('budget', other.run, other, 'y = tensor.ByteTensor(2 ^ 19 + 1)')
   local big = shared(tensor.ByteTensor(2 ^ 20):zero())
   fails('budget', other.run, other, ('y = tensor.fromHandle %q'):format(big:shareHandle()))
   other:run 'x = nil'
   other:run('y = tensor.fromHandle %q', big:shareHandle())
   other:stop()
end)

it('needs memory that is there', function()
   local limits = { 'ulimit -f 100', 'ulimit -v 130000' } -- the second has room for it once, not twice
   if os.getenv 'ASAN_OPTIONS' then table.remove(limits) end -- the sanitizer takes more
   for _, limit in ipairs(limits) do
      local other = start(limit)
      local ok, message = pcall(other.run, other, 'return tensor.ByteTensor(2 ^ 26):shareMemory():nElement()')
      assert.is_false(ok)
      assert.truthy(message:find 'not enough memory' or message:find 'cannot be mapped', message)
      other:run 'x = tensor.ones(10):shareMemory()'
      other:stop()
   end
end)

it('is closed in programs that are started', function()
   local x = shared(tensor.ones(1000))
   local pipe = io.popen 'ls -l /proc/self/fd /proc/self/map_files 2>/dev/null'
   local text = pipe:read '*a'
   pipe:close()
   assert.is_nil(text:find('tensor_', 1, true))
   assert.is_true(x:isShared())
end)

-- The cases for one way of sharing; nothing is left after them.
function share.describe(strategy)
   busted.describe('memory shared by ' .. strategy, function()
      busted.setup(function()
         strategy_now = strategy
         tensor.setSharingStrategy(strategy)
      end)
      busted.teardown(function()
         collect()
         tensor.setSharingStrategy 'descriptor'
         peer.wait(function() return names_left() == 0 end)
      end)
      for _, case in ipairs(cases) do busted.it(case.name, case.run) end
   end)
end

return share
