-- Queues between processes: what is put comes out, in order, to one of those who get it; tensors by their memory, which
-- belongs to the queue meanwhile; and whoever is killed in put or get costs one message at most.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local processes = require 'spec.support.processes'

local process = tensor.process
local collect, fails, within = processes.collect, processes.fails, processes.within

-- What comes out when a value is put.
local function passed(value)
   local q = process.queue()
   q:put(value)
   return (q:get(0))
end

local function lines(command) return #files.lines_of(command) end

describe('a queue', function()
   it('gives what was put, first in, first out', function()
      local q = process.queue()
      for k = 1, 1000 do q:put(k) end
      assert.equal(1000, q:size())
      for k = 1, 1000 do assert.equal(k, q:get()) end
      assert.equal(0, q:size())
   end)

   it('carries what files can hold', function()
      for _, value in ipairs { 0, -0.5, 1e300, 'text', '', ('\0\1'):rep(5), true, false, {},
         { 1, { 2, { x = { 'y' } } } },
         { [1.5] = 'a', [true] = 'b', [''] = 'c' } } do
         assert.same(value, passed(value))
      end
      local nan = passed(0 / 0)
      assert.is_true(nan ~= nan)
      assert.equal(math.huge, passed(math.huge))
      assert.equal(2 ^ 53, passed(2 ^ 53))
      assert.equal('torch.Timer', tensor.typename(passed(tensor.Timer())))
   end)

   it('keeps what is the same in a message the same', function()
      local same = { 'shared' }
      local loop = { a = same, b = same }
      loop.loop = loop
      local x = tensor.ones(4)
      for _, value in ipairs { loop, { a = same, b = same, loop = false, x = x, y = x, z = x:narrow(1, 2, 2) } } do
         local got = passed(value)
         assert.equal(got.a, got.b)
         if got.loop then assert.equal(got, got.loop) end
         if got.x then
            assert.equal(got.x, got.y)
            assert.equal(got.x:storage(), got.z:storage())
         end
      end
      local deep = {}
      for _ = 1, 300 do deep = { deep } end
      assert.is_table(passed(deep))
   end)

   it('carries messages of any length', function()
      for _, n in ipairs { 1, 480, 500, 520, 990, 4095, 4096, 2 ^ 20 + 1, 2 ^ 22 } do
         local text = ('x'):rep(n - 1) .. 'y'
         assert.is_true(passed(text) == text)
         local list = passed { text, tensor.ones(2) }
         assert.is_true(list[1] == text)
      end
   end)

   it('refuses what it cannot carry, and stays as it was', function()
      local q = process.queue()
      fails('put: nil', q.put, q, nil)
      fails('put: a message cannot hold a function', q.put, q, print)
      fails('put: a message cannot hold a function', q.put, q, { a = { function() end } })
      fails('put: a thread cannot be written', q.put, q, coroutine.create(fails))
      fails('put: a userdata cannot be written, at x', q.put, q, { x = io.stdout })
      fails('put: a queue expected, got number', q.put, 1, 2)
      fails('get: a queue expected, got nil', q.get)
      fails('size: a queue expected', q.size, {})
      fails('close: a queue expected', q.close, 'q')
      fails('each: a queue expected', q.each)
      fails('get: seconds expected, got string', q.get, q, 'soon')
      fails('get: seconds expected, got NaN', q.get, q, 0 / 0)
      assert.equal('0', tostring(q:size()))
      fails('a torch.Queue cannot be written', tensor.serialize, q)
      if math.maxinteger then
         fails('put: the integer 9223372036854775807 cannot be written exactly: numbers are written as doubles',
            q.put, q, math.maxinteger)
      end
   end)

   it('waits as long as it is told', function()
      local q = process.queue()
      local start = tensor.clock()
      assert.same({ n = 2, nil, 'timeout' }, { n = 2, q:get(0) })
      assert.same({ n = 2, nil, 'timeout' }, { n = 2, q:get(-1) })
      assert.same({ n = 2, nil, 'timeout' }, { n = 2, q:get(0.25) })
      assert.is_true(tensor.clock() - start >= 0.25)
      q:put(1)
      assert.equal(1, q:get(0))
   end)

   it('ends when it is closed and empty', function()
      local q = process.queue()
      q:put(1)
      q:put(false)
      q:close()
      q:close()
      fails('put: the queue is closed', q.put, q, 3)
      fails('put: the queue is closed', q.put, q, tensor.ones(2))
      local got = {}
      for value in q:each() do got[#got + 1] = value end
      assert.same({ 1, false }, got)
      assert.same({ n = 2, nil, 'closed' }, { n = 2, q:get() })
   end)

   it('may be in a message, and is one value in this state', function()
      local q, other = process.queue(), process.queue()
      other:put 'inside'
      q:put { q, other, other }
      local got = q:get()
      assert.equal(q, got[1])
      assert.equal(other, got[2])
      assert.equal('inside', got[3]:get())
      q:put { q } -- left there: a circle that only the system can end
   end)

   it('lets its descriptors go', function()
      local function count() return lines('ls /proc/' .. process.pid() .. '/fd') end
      collect()
      local before = count()
      for _ = 1, 100 do
         local q = process.queue()
         q:put { tensor.ones(2), process.queue() }
         q:put { tensor.ones(2) }
         q:get()
      end
      collect()
      assert.is_true(within(5, function() return count() <= before end)) -- a list may still have the end of its pipe
   end)
end)

describe('a tensor in a queue', function()
   it('is the same memory', function()
      local x = tensor.ones(3)
      local y = passed { x = x }.x
      assert.is_true(x:isShared() and y:isShared())
      y:mul(2)
      assert.equal(6, x:sum())
      assert.equal(x:storage(), y:storage())
   end)

   it('keeps its type, window and kind', function()
      for _, dtype in ipairs { 'byte', 'float', 'double', 'half', 'bool', 'long', 'complexfloat', 'bfloat16' } do
         local x = tensor.ones(3, 4, { dtype = dtype })
         for _, view in ipairs { x, x:t(), x[2], x:narrow(2, 2, 0), x[2][3] } do
            if tensor.isTensor(view) then
               local y = passed(view)
               assert.equal(view:type(), y:type())
               assert.is_true(y:isSetTo(view) or view:nElement() == 0 and y:isSameSizeAs(view))
            end
         end
      end
      local sparse = tensor.eye(3):toSparse()
      assert.is_true(passed(sparse):toDense():equal(tensor.eye(3)))
      assert.equal(0, passed(tensor.FloatTensor()):nElement())
      assert.equal(3, passed(tensor.full({}, 3)):item())
      local storage = tensor.FloatStorage { 1, 2, 3 }
      assert.equal(storage, passed(storage))
      local z = tensor.ones(2, { dtype = 'complexfloat' })
      assert.is_true(passed(z:conj()):equal(z:conj()))
   end)

   it('is copied into shared memory where it cannot move there', function()
      local path = os.tmpname()
      files.write(path, 'abcdefgh')
      local mapped = tensor.ByteTensor(tensor.ByteStorage(path))
      local x = tensor.range(1, 4)
      local view = tensor.FloatTensor(tensor.FloatStorage(x:storage(), 2, 2))
      local got = passed { mapped, view }
      os.remove(path)
      assert.equal(('a'):byte(), got[1][1])
      assert.same({ 2, 3 }, got[2]:totable())
      got[2]:fill(0)
      assert.equal(10, x:sum())
      assert.is_true(got[1]:isShared() and got[2]:isShared() and not x:isShared())
      local shared = tensor.range(1, 4):shareMemory()
      local part = tensor.FloatTensor(tensor.FloatStorage(shared:storage(), 2, 2))
      passed(part):fill(0)
      assert.same({ 1, 0, 0, 4 }, shared:totable())
   end)

   it('belongs to the queue when it was dropped here', function()
      local q = process.queue()
      for k = 1, 300 do q:put(tensor.full({ 2 }, k)) end
      collect()
      for k = 1, 300 do assert.equal(2 * k, q:get():sum()) end
      local many = {}
      for k = 1, 300 do many[k] = tensor.full({ 2 }, k) end
      q:put(many)
      many = nil -- luacheck: ignore
      collect()
      assert.equal(600, q:get()[300]:sum())
   end)

   it('belongs to the queue when its sender has ended, however that came', function()
      local q, other = process.queue(), process.queue()
      local function send(to)
         to:put { require('tensor').full({ 1000 }, 7) }
         to:put 'sent'
         while true do end
      end
      local sender = process.start(function(to, text)
         to:put { require('tensor').full({ 1000 }, 7), text }
      end, q, 'a')
      sender:join()
      assert.equal(7000, q:get()[1]:sum())
      sender = process.start(send, other)
      assert(within(20, function() return other:size() == 2 end))
      sender:kill(9)
      fails('was ended by signal 9', sender.join, sender)
      assert.equal(7000, other:get(0)[1]:sum())
   end)
end)

-- How many processes are killed; test_queue.c kills more, TEST_KILLS=500 here, too.
local kills = tonumber(os.getenv 'TEST_KILLS') or 6

describe('a process that is killed in put or get', function()
   -- What goes from one queue into another until it is killed: numbers, and tensors with the same number.
   local function move(from, to)
      for value in from:each() do to:put(value) end
   end

   it('costs one message at most, and nobody waits for it', function()
      local from, to = process.queue(), process.queue()
      local total, serial, workers = kills * 60, 0, {}
      for k = 1, kills do
         for _ = 1, 60 do
            serial = serial + 1
            from:put(serial % 3 == 0 and { serial, tensor.full({ 5 }, serial) } or { serial })
         end
         workers[k] = process.start(move, from, to)
         if k > 2 then
            within(0.002 * (k % 7), function() return false end)
            workers[k - 2]:kill(9)
         end
      end
      local last = process.start(move, from, to)
      for k = kills - 1, kills do workers[k]:kill(9) end
      for _, worker in ipairs(workers) do fails('was ended by signal 9', worker.join, worker) end
      from:close()
      assert.is_nil(last:join())
      local seen, count = {}, 0
      to:close()
      for value in to:each() do
         assert.is_nil(seen[value[1]])
         seen[value[1]] = true
         count = count + 1
         if value[2] then assert.equal(5 * value[1], value[2]:sum()) end
      end
      assert.is_true(count <= total and count >= total - kills, count .. ' of ' .. total)
   end)

   -- The command itself is a child too; of names in /dev/shm, those of other programs do not count.
   it('leaves nothing behind', function()
      local names = ('ls /dev/shm | grep ^tensor_%d_'):format(process.pid())
      -- ps hangs under the sanitizer's library.
      local children = ('env -u LD_PRELOAD ps -o stat=,args= --ppid %d | grep -v "sh -c"'):format(process.pid())
      collect()
      local left
      assert.is_true(within(5, function()
         left = files.lines_of(('%s; %s; true'):format(names, children))
         return #left == 0
      end), table.concat(left, '\n'))
   end)
end)
