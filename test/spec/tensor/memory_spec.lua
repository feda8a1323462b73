-- Memory as Lua sees it: dropped tensors give their memory back, and failed calls keep none. The code runs in
-- child processes, so that what other specs hold does not count.
local child = require 'spec.support.child'

-- resident(field) returns 'VmHWM' (the largest so far) or 'VmRSS' (now) in MB; nil if the system does not tell.
local header = [[
local function resident(field)
   local file = io.open '/proc/self/status'
   if not file then return end
   local text = file:read '*a'
   file:close()
   return tonumber(text:match(field .. ':%s*(%d+)')) / 1024
end
-- A sanitizer keeps freed memory for a while, so use the library's own count there.
if os.getenv 'ASAN_OPTIONS' then
   function resident(field)
      return field == 'VmHWM' and tensor.memoryStats().peak / 2 ^ 20 or tensor.memoryStats().live / 2 ^ 20
   end
end
local function live() return tensor.memoryStats().live end
local function collect() for _ = 1, 4 do collectgarbage() end end
]]

local function run(code) return child.output(header .. code) end

-- 300 rounds allocate 240 MB, which is enough, and a sanitizer is slow with memory.
local rounds = os.getenv 'ASAN_OPTIONS' and 300 or 3000

describe('small calls', function()
   -- The collector pauses for a time in proportion to the garbage that it finds at once.
   it('leave garbage in proportion to the heap, however many they are', function()
      local growth = child.output [[
         local x = tensor.ones(4)
         local calls = { function() return x:size() end, function() return #x end, function() return x:size()[1] end }
         if _VERSION ~= 'Lua 5.3' then calls[4] = function() return x:storage() end end
         collectgarbage()
         collectgarbage()
         local least, most = collectgarbage 'count', 0
         for _, call in ipairs(calls) do
            for i = 1, 500000 do
               call()
               if i % 64 == 0 then most = math.max(most, collectgarbage 'count') end
            end
         end
         print(most / least)
      ]]
      assert(tonumber(growth) < 7, growth)
   end)
end)

describe('dropped tensors', function()
   local temporaries = {
      { 'of zeros', 'tensor.zeros(200000)' },
      { 'of sums', 'x + 1' },
      { 'of copies', 'x:clone()' },
      { 'of conversions', 'x:double():float()' },
      { 'of views that are copied', 'x:view(200, 1000):t():contiguous()' },
      { 'of storages', 'tensor.FloatStorage(200000)' },
      { 'of masks', 'x:gt(0)' },
      { 'that a coroutine makes', 'coroutine.wrap(function() return x + 1 end)()' },
      { 'that a failed call made', 'pcall(function() local y = x + 1 return y:narrow(5, 1, 1) end)' },
   }
   for _, row in ipairs(temporaries) do
      it('do not pile up: ' .. rounds .. ' ' .. row[1] .. ', 0.8 MB each', function()
         local most = run([[
            local x = tensor.zeros(200000)
            for i = 1, ]] .. rounds .. [[ do local _ = ]] .. row[2] .. [[ end
            print(resident 'VmHWM' or 0)
         ]])
         assert(tonumber(most) < 100, 'at most ' .. most .. ' MB resident')
      end)
   end

   it('leave nothing behind', function()
      assert.equal('0\n', run [[
         collect()
         local before = live()
         do
            local x = tensor.zeros(1000, 100)
            local y, z = x:t():contiguous(), x:storage()
            local part = tensor.FloatStorage(z, 5, 10)
            local parts = x:split(10)
            pcall(function() return x:add(tensor.zeros(3)) end)
            coroutine.wrap(function() coroutine.yield(x + 1) end)()
            y:resize(2000, 100)
            y:set(x)
         end
         collect()
         print(live() - before)
      ]])
   end)
end)

describe('a failed call', function()
   local failing = {
      'x:narrow(3, 1, 1)', 'x:narrow(1, 5, 4)', 'x:unfold(1, 9, 1)', 'x:view(7)', 'x:expand(5, 5)',
      'x:add(tensor.ones(3))',
      'x:copy(tensor.ones(3))', 'x:select(1, 9)', 'tensor.addcmul(x, x, tensor.ones(3))', 'x:sub(1, 9)',
      'tensor.add(x:byte(), x, 1)', 'x:long():div(0)', 'x:resize(2^50)', 'tensor.zeros(2^50)', 'x:t():view(-1):view(3)',
      'x:indexSelect(1, tensor.LongTensor{9})', 'x:mm(x)', 'tensor.FloatTensor{{1}, 2}',
      'x:apply(function() error "no" end)',
      'tensor.cat({x, tensor.ones(2, 3), tensor.ones(3)}, 1)', 'x:maskedCopy(x:ge(0), tensor.ones(2))', 'x:type "foo"',
      'x:asStrided({2^20}, {2^20})', 'x:max(9)', 'x:sum(9)',
   }
   for _, call in ipairs(failing) do
      it('keeps nothing: ' .. call, function()
         local output = run([[
            local x = tensor.zeros(2, 2000000)
            local function call() local _ = ]] .. call .. [[ end
            collect()
            local before, rss = live(), resident 'VmRSS' or 0
            for i = 1, 20 do
               local ok = pcall(call)
               assert(not ok)
            end
            for i = 1, 5 do
               local ok = coroutine.resume(coroutine.create(call))
               assert(not ok)
            end
            collect()
            tensor.emptyCache()
            print(live() - before)
            print((resident 'VmRSS' or 0) - rss < 40)
         ]])
         assert.equal('0\ntrue\n', output)
      end)
   end
end)

describe('a storage', function()
   it('lives as long as something looks into it', function()
      assert.equal('6\n', run [[
         local part
         do
            local x = tensor.FloatTensor { 1, 2, 3, 4 }
            part = tensor.FloatStorage(x:storage(), 2, 2)
         end
         collect()
         local junk = {}
         for i = 1, 100 do junk[i] = tensor.ones(4):fill(9) end
         print(('%d'):format(part[1] + part[2] + 1))
      ]])
   end)

   it('goes when the last view goes', function()
      assert.equal('true\ntrue\n', run [[
         collect()
         local before = live()
         local row = tensor.zeros(1000, 1000):select(1, 5)
         collect()
         print(live() - before >= 4000000)
         row = nil
         collect()
         print(live() == before)
      ]])
   end)

   it('is given back by set() and by a smaller resize of the storage', function()
      assert.equal('true\ntrue\n', run [[
         local x = tensor.zeros(1000000)
         local before = live()
         x:storage():resize(10)
         print(before - live() > 3900000)
         x:set()
         collect()
         print(before - live() >= 4000000)
      ]])
   end)
end)

describe('the end of a state', function()
   it('comes with tensors alive, threads waiting and an error pending', function()
      local result = child.run [[
         keep = tensor.zeros(1000, 1000) + 1
         keep2 = keep:t():contiguous():storage()
         error 'on purpose'
      ]]
      assert.equal(1, result.status)
      assert.truthy(result.output:find('on purpose', 1, true))
   end)
end)

describe('a dropped window', function()
   it('does not keep a result or a storage from growing', function()
      assert.equal('4\n20\n', run [[
         collectgarbage 'stop'
         local x = tensor.zeros(4):resize(2)
         do local _ = x:narrow(1, 1, 1) end
         tensor.add(x, tensor.ones(4), 1)
         print(#x:size() == 1 and x:nElement())
         local s = tensor.FloatStorage(4)
         do local _ = tensor.FloatStorage(s, 1, 2) end
         print(('%d'):format(#s:resize(20)))
      ]])
   end)
end)

describe('a memory budget', function()
   it('is met by collecting once, and is an error beyond that', function()
      assert.equal('true\nfalse\ttrue\ntrue\ntrue\n', run [[
         tensor.setMemoryBudget(10e6)
         collectgarbage 'stop'
         local kept = {}
         for i = 1, 100 do local _ = tensor.zeros(500000) end -- 2 MB each
         print(tensor.memoryStats().state <= 10e6)
         local ok, message = pcall(function()
            for i = 1, 100 do kept[i] = tensor.zeros(500000) end
         end)
         local text = 'zeros: not enough memory: 1.9 MB asked for in one block; the budget of 9.5 MB has'
         print(ok, message:find(text, 1, true) ~= nil)
         print(#kept >= 4 and #kept <= 5 and tensor.memoryStats().state <= 10e6)
         kept = nil
         print(tensor.zeros(500000):sum() == 0)
      ]])
   end)

   local makers = {
      'x + 1', 'x * x:t()', 'x[x:ge(0)]', 'x:clone()', 'x:double()', 'tensor.FloatTensor(1000, 1000)',
      'tensor.FloatStorage(1000000)', 'tensor.cat({x, x}, 1):narrow(1, 1, 9)', 'tensor.add(tensor.FloatTensor(), x, x)',
      'tensor.FloatTensor():resize(1000, 1000)', 'tensor.FloatStorage(1):resize(1000000)',
      'tensor.fuse(function(a) return a + 1 end)(x)',
   }
   for _, maker in ipairs(makers) do
      it('holds for ' .. maker, function()
         assert.equal('true\tfalse\ttrue\n', run([[
            local x = tensor.zeros(1000, 1000)
            collectgarbage 'stop'
            tensor.setMemoryBudget(17e6)
            local function make() return ]] .. maker .. [[ end
            local good = true
            for i = 1, 5 do good = good and pcall(make) end
            tensor.setMemoryBudget(5e6)
            local ok, message = pcall(make)
            print(good, ok, message:find('not enough memory', 1, true) ~= nil)
         ]]))
      end)
   end

   it('below what lives lets no more be made, and leaves what is there', function()
      assert.equal('false\n1000000\n1000000\tnil\n1000\n', run [[
         local x = tensor.ones(1000, 1000)
         tensor.setMemoryBudget(0)
         print((pcall(tensor.zeros, 1)))
         x:add(x):div(2)
         print(('%d'):format(x:sum()))
         tensor.setMemoryBudget()
         print(('%d'):format(x:nElement()), tensor.memoryStats().budget)
         print(('%d'):format(#tensor.zeros(1000):totable()))
      ]])
   end)

   it('collects when it is set below what lives', function()
      assert.equal('true\t1000000\n', run [[
         collectgarbage 'stop'
         do local _ = tensor.zeros(1000000) end
         tensor.setMemoryBudget(1000000)
         print(tensor.memoryStats().state <= 1e6, ('%d'):format(tensor.memoryStats().budget))
      ]])
   end)

   it('counts what is kept for reuse as well', function()
      assert.equal('true\ntrue\n', run [[
         for i = 1, 10 do tensor.zeros(1000000):release() end
         tensor.setMemoryBudget(10e6)
         print(tensor.memoryStats().cached + tensor.memoryStats().live <= 10e6)
         local x = tensor.zeros(1000000)
         for _, n in ipairs { 300000, 500000, 700000, 900000 } do tensor.zeros(n):release() end
         tensor.zeros(10)
         print(tensor.memoryStats().cached + tensor.memoryStats().live <= 10e6)
      ]])
   end)

   it('is a number of bytes', function()
      assert.equal('false\nfalse\n', run [[
         print((pcall(tensor.setMemoryBudget, -1)))
         print((pcall(tensor.setMemoryBudget, 'much')))
      ]])
   end)

   it('counts what is made with options that have a metatable', function()
      assert.equal('false\n', run [[
         local options = setmetatable({}, { __index = function() local _ = tensor.ones(3) end })
         tensor.setMemoryBudget(1e6)
         print((pcall(tensor.zeros, 1e6, options)))
      ]])
   end)
end)

describe('a time budget', function()
   it('stops what still runs then, and what begins later, until it is taken off', function()
      assert.equal('sum: stopped, because the time budget of 0.01 s is used up\nfalse\n10000\n', run [[
         local x = tensor.ones(100, 100)
         local far = tensor.ones(1):expand(1000000, 1000000) -- to sum this takes minutes
         tensor.setTimeBudget(0.01)
         print(select(2, pcall(far.sum, far)))
         print((pcall(x.sum, x)))
         tensor.setTimeBudget()
         print(('%d'):format(x:sum()))
      ]])
   end)

   it('loses no memory', function()
      assert.equal('true\ttrue\n', run [[
         local x = tensor.ones(1000, 1000)
         collectgarbage()
         local before, stops = tensor.memoryStats().state, 0
         for k = 0, 20 do
            tensor.setTimeBudget(k * 0.001)
            for _ = 1, 50 do if not pcall(tensor.sort, x) then stops = stops + 1 end end
         end
         tensor.setTimeBudget()
         collectgarbage()
         collectgarbage()
         print(stops > 0, tensor.memoryStats().state == before)
      ]])
   end)

   it('is a number of seconds from 0 on', function()
      assert.equal('false\nfalse\nfalse\n', run [[
         print((pcall(tensor.setTimeBudget, -1)))
         print((pcall(tensor.setTimeBudget, 0 / 0)))
         print((pcall(tensor.setTimeBudget, 'long')))
      ]])
   end)
end)

describe('a frame loop', function()
   it('needs no memory beyond its first frames, with scopes or with results', function()
      assert.equal('true\ntrue\n', run [[
         local x, r = tensor.zeros(300000), tensor.zeros(300000)
         local function frame() return (x * 2 + 1):sqrt():sum() end
         local function frame_into()
            tensor.mul(r, x, 2)
            return r:add(1):sqrt():sum()
         end
         for _ = 1, 2 do tensor.scope(frame) end -- a collection may run in the first
         frame_into()
         collectgarbage 'stop'
         local before = tensor.memoryStats()
         for _ = 1, 100 do tensor.scope(frame) end
         local after = tensor.memoryStats()
         print(after.live == before.live and after.peak == before.peak)
         for _ = 1, 100 do frame_into() end
         print(tensor.memoryStats().peak == before.peak)
      ]])
   end)
end)

describe('a collection that the library starts', function()
   local function loop(before, after)
      return run('local x = tensor.zeros(200000)\n' .. before
         .. '\nfor _ = 1, 300 do local _ = x + 1 end\n' .. after)
   end

   it('leaves the collector as the script has set it', function()
      assert.equal('400\t440\ttrue\n', loop([[
         collectgarbage('setpause', 400)
         collectgarbage('setstepmul', 440)
      ]], [[
         local pause, multiplier = collectgarbage('setpause', 200), collectgarbage('setstepmul', 200)
         print(pause, multiplier, live() < 40e6)
      ]]))
   end)

   if _VERSION ~= 'Lua 5.1' or jit then
      it('collects while the script has stopped the collector, which stays stopped', function()
         assert.equal('true\ttrue\n', loop('collectgarbage "stop"', [[
            local stopped = live() < 40e6
            local before = collectgarbage 'count'
            for i = 1, 100000 do last = { i, {} } end
            print(stopped, collectgarbage 'count' > before + 5000)
         ]]))
      end)
   end

   local at_end = [[
      local function at_end(f)
         if newproxy then getmetatable(newproxy(true)).__gc = f else setmetatable({}, { __gc = f }) end
      end
   ]]

   it('does not begin another one in a finalizer', function()
      assert.equal('1\n', loop(at_end .. [[
         local depth, deepest = 0, 0
         local function allocate()
            depth = depth + 1
            deepest = math.max(deepest, depth)
            for _ = 1, 10 do local _ = x + 1 end
            depth = depth - 1
         end
         for _ = 1, 10 do at_end(allocate) end
      ]], 'collect() print(("%d"):format(deepest))'))
   end)

   -- What is made while the state closes is not finalized, which a sanitizer reports.
   if not os.getenv 'ASAN_OPTIONS' then
      it('may come in a finalizer while the state closes', function()
         assert.equal('', run(at_end .. [[
            at_end(function() for _ = 1, 30 do local _ = pcall(function() return tensor.ones(200000) + 1 end) end end)
         ]]))
      end)
   end

   -- Lua 5.3 may wait for ever in a collection while the state closes, about once in 300 times.
   if _VERSION == 'Lua 5.3' then
      it('does not come while the state closes', function()
         assert.equal('true\ttrue\n', loop('collectgarbage "stop"', [[
            local stopped = live() < 40e6
            local function allocate() for _ = 1, 100 do local _ = x + 1 end end
            local function finalizer()
               coroutine.wrap(allocate)()
               print(stopped, live() > 70e6)
            end
            kept = setmetatable({}, { __gc = finalizer })
         ]]))
      end)
   end

   if _VERSION ~= 'Lua 5.4' then -- whose finalizers cannot set anything
      it('keeps what a finalizer sets', function()
         assert.equal('400\t440\n', loop(at_end .. [[
            local function set() collectgarbage('setpause', 400) collectgarbage('setstepmul', 440) end
            for _ = 1, 3 do at_end(set) end
         ]], "print(collectgarbage('setpause', 200), collectgarbage('setstepmul', 200))"))
      end)
   end

   it('comes again after a finalizer has raised', function()
      assert.equal('true\n', loop(at_end .. [[
         local function raise() error 'no' end
         for _ = 1, 3 do
            at_end(raise)
            for _ = 1, 40 do pcall(function() return x + 1 end) end
         end
      ]], 'print(live() < 40e6)'))
   end)
end)

describe('doc/memory.md', function()
   local file = assert(io.open 'doc/memory.md')
   local text, count = file:read '*a', 0
   file:close()
   -- Lua 5.3 and later print 3.0 where earlier ones print 3.
   local function plain(output) return (output:gsub('(%d)%.0%f[^%d]', '%1')) end
   for code, expected in text:gmatch '```lua\n(.-)```\n```text\n(.-)```' do
      count = count + 1
      it('shows what happens: ' .. expected:match '[^\n]*', function()
         assert.equal(plain(expected), plain(child.output(code)))
      end)
   end

   it('has three examples', function() assert.equal(3, count) end)
end)

-- The collector may run finalizers at any allocation, also between checking a tensor and using it.
describe('finalizers that take a tensor away', function()
   local storm = [[
      local function finalized(f)
         if _VERSION ~= 'Lua 5.1' then return setmetatable({}, { __gc = f }) end
         local p = newproxy(true)
         getmetatable(p).__gc = f
         return p
      end
      local function storm(read)
         local outcomes, x = {}
         collectgarbage('setpause', 100) -- the collector never pauses
         for round = 1, 20000 do -- whether it runs during a read is chance
            if round > 300 and outcomes[true] and outcomes[false] then break end
            x = tensor.ones(3, 4) -- finalizers of earlier rounds take x away too: a cycle takes more than a round
            for _ = 1, round % 50 do finalized(function() x:set() end) end
            for _ = 1, 40 do outcomes[pcall(read, x)] = true end
         end
         return outcomes[true] and outcomes[false] and 'both' or 'one'
      end
   ]]
   -- glibc overwrites freed memory, so that using it is noticed.
   local environment = { MALLOC_PERTURB_ = 165 }

   local reads = { 'x[1]', 'x[{ 1, { 1, 2 } }]', 'x:storage():fill(1)', 'x:narrow(1, 1, 2)', 'x:select(2, 1)', 'x:t()',
      'x:unbind()[1]' }
   for _, read in ipairs(reads) do
      it('do so before or after ' .. read, function()
         local code = storm .. 'io.write(storm(function(x) return ' .. read .. ' end))'
         assert.equal('both', child.output(code, environment))
      end)
   end

   -- The view's own finalizer has run before or comes after: then it is empty, or whole.
   it('may use a view that died with them, and keep it', function()
      local code = storm .. [[
         local outcomes, kept = {}, {}
         local function use(view)
            local ok, sum = pcall(view.sum, view)
            assert(not ok or sum == 4 or view:dim() == 0 and sum == 0, sum)
            outcomes[ok and sum == 4 and 'whole' or 'empty'] = true
            pcall(function() return view[1] + view:narrow(1, 1, 1)[1] end)
            kept[1] = view
         end
         for round = 1, 400 do
            local view, object
            local function f() use(view) end
            if round % 2 == 0 then object = finalized(f) end
            view = tensor.ones(3, 4):select(1, 2)
            if round % 2 == 1 then object = finalized(f) end
            object = nil
            if kept[1] then pcall(kept[1].fill, kept[1], round) end
            if round % 20 == 0 then collectgarbage() end
         end
         io.write(outcomes.whole and 'some are whole' or 'none is whole')]]
      assert.equal('some are whole', child.output(code, environment))
   end)

   if rawget(_G, 'jit') then
      it('do so before or after an int64 is read', function()
         local code = storm .. [[
            local two = require('ffi').new('int64_t', 2)
            storm(function(x) x[two] = two end)
            io.write(storm(function(x) return x[two] end))]]
         assert.equal('both', child.output(code, environment))
      end)
   end
end)
