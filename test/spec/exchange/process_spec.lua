-- Workers: a function or file in a new process, with the same kind of Lua or another; what it returns and how it ended;
-- none is left when its starter has ended, and none as a zombie.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local luas = require 'spec.support.luas'
local processes = require 'spec.support.processes'

local process = tensor.process
local fails, within = processes.fails, processes.within

local function pack(...) return { n = select('#', ...), ... } end

local function forever() while true do end end

-- The letter of a process's state; '' if there is none.
local function state_of(pid)
   local file = io.open(('/proc/%d/stat'):format(pid))
   local text = file and file:read '*a'
   if file then file:close() end
   return text and text:match '.*%) (%a)' or ''
end

local function with_file(text, f)
   local path = os.tmpname()
   files.write(path, text)
   local result = pack(pcall(f, path))
   os.remove(path)
   assert(result[1], result[2])
end

describe('process.start', function()
   it('runs a function in another process, and join returns what it returned', function()
      local worker = process.start(function(...)
         return select('#', ...), (select(3, ...)), require('tensor').process.pid(), nil, nil
      end, 1, nil, 'three', nil)
      local got = pack(worker:join())
      assert.same({ n = 5, 4, 'three', worker:pid(), nil, nil }, got)
      assert.same(got, pack(worker:join()))
      assert.same(got, pack(worker:join(0)))
      assert.is_true(worker:pid() ~= process.pid())
      assert.is_false(worker:isAlive())
   end)

   it('works as the example says', function()
      local jobs, results = process.queue(), process.queue()
      local function work(from, to)
         for x in from:each() do
            x:mul(2)
            to:put { sum = x:sum(), worker = require('tensor').process.pid() }
         end
         return 'done'
      end
      local workers, given = {}, {}
      for i = 1, 2 do workers[i] = process.start(work, jobs, results) end
      for i = 1, 10 do
         given[i] = tensor.ones(1000)
         jobs:put(given[i])
      end
      jobs:close()
      local total = 0
      for _ = 1, 10 do total = total + results:get().sum end
      assert.equal(20000, total)
      for i = 1, 10 do assert.equal(2000, given[i]:sum()) end
      for i = 1, 2 do assert.equal('done', workers[i]:join()) end
   end)

   it('copies upvalues, and requires modules and their functions', function()
      local count, floor, insert, ones = 5, math.floor, table.insert, tensor.ones
      local t, options = tensor, { list = { 1 } }
      local function helper(x) return x * 2 end
      local worker = process.start(function()
         count = count + 1
         insert(options.list, floor(2.5))
         return count, options.list, ones(3), helper(4), t == require 'tensor', string == require 'string',
            function() return count end
      end)
      local c, list, x, eight, same_module, same_library, f = worker:join()
      assert.same({ 6, { 1, 2 }, 3, 8, true, true, 6 }, { c, list, x:sum(), eight, same_module, same_library, f() })
      assert.same({ 5, { 1 } }, { count, options.list })
   end)

   it('gives the function the globals of a new state', function()
      rawset(_G, 'something_global', 1)
      local worker = process.start(function() return rawget(_G, 'something_global') == nil end)
      rawset(_G, 'something_global', nil)
      assert.is_true(worker:join())
   end)

   it('runs a file with the arguments', function()
      with_file('local a, x = ... x:mul(2) return a + 1, ...', function(path)
         local x = tensor.ones(3)
         local two, one, y = process.start(path, 1, x):join()
         assert.same({ 2, 1, 6, 6 }, { two, one, x:sum(), y:sum() })
      end)
      with_file('this is no Lua', function(path) fails(path, process.start(path).join, process.start(path)) end)
      fails('start: /no/such/file', process.start, '/no/such/file')
   end)

   it('says what is wrong with its arguments', function()
      fails('start: a function or the path of a Lua file expected, got nil', process.start)
      fails('start: a function or the path of a Lua file expected, got number', process.start, 1)
      fails("there is no option 'with'", process.start, { forever, with = 1 })
      fails('start: lua is the path of an interpreter, not a number', process.start, { forever, lua = 1 })
      fails('start: the program /no/such/lua cannot be run', process.start, { forever, lua = '/no/such/lua' })
      fails('start: a thread cannot be written', process.start, forever, coroutine.create(forever))
      fails('join: a worker expected', getmetatable(process.start(os.exit)).join, 1)
   end)

   it('raises the errors of a worker with its id', function()
      for _, case in ipairs {
         { function() error 'it went wrong' end, 'it went wrong' },
         { function() error { 'a table' } end, 'table: ' },
         { function() return coroutine.create(function() end) end, 'a thread cannot be written' },
         { function() os.exit(3) end, 'ended with exit code 3' },
         { function() os.exit(0) end, 'ended with exit code 0 before its function returned' },
      } do
         local worker = process.start(case[1])
         local message = fails(case[2], worker.join, worker)
         assert.equal(message, fails(case[2], worker.join, worker))
         assert.truthy(message:find(('^join: worker %d'):format(worker:pid())), message)
      end
   end)

   it('tells the signal that ended a worker', function()
      local worker = process.start(forever)
      assert.is_true(worker:isAlive())
      assert.same({ n = 2, nil, 'timeout' }, pack(worker:join(0)))
      assert.same({ n = 2, nil, 'timeout' }, pack(worker:join(0.05)))
      worker:kill()
      local message = fails('was ended by signal 15', worker.join, worker)
      assert.truthy(message:find(worker:pid(), 1, true))
      worker:kill()
      worker = process.start(forever)
      worker:kill(9)
      fails('was ended by signal 9', worker.join, worker, 20)
      worker = process.start(forever)
      fails('kill: signal 4711 cannot be sent', worker.kill, worker, 4711)
      fails('kill: the number of a signal expected', worker.kill, worker, 'TERM')
      fails('join: seconds expected', worker.join, worker, '1')
      fails('join: seconds expected, got NaN', worker.join, worker, 0 / 0)
      worker:kill(9)
      assert.truthy(tostring(worker):find(worker:pid(), 1, true))
   end)

   it('leaves no zombie, also of workers that were forgotten', function()
      local pids = {}
      for k = 1, 5 do pids[k] = process.start(function() end):pid() end
      for _ = 1, 3 do collectgarbage() end
      for _, pid in ipairs(pids) do
         assert.is_true(within(5, function() return state_of(pid) == '' end))
      end
   end)

   it('goes on when its value was collected', function()
      local q = process.queue()
      local answers = process.queue()
      process.start(function(from, to)
         to:put 'begun'
         to:put(from:get())
      end, q, answers)
      assert.equal('begun', answers:get())
      for _ = 1, 3 do collectgarbage() end
      q:put 'on'
      assert.equal('on', answers:get())
   end)

   -- The process in the middle starts a worker, and ends in one of three ways when that has begun.
   it('ends a worker when its starter has ended, however that came', function()
      for _, way in ipairs { 'return', 'exit', 'kill' } do
         local q, begun = process.queue(), process.queue()
         local middle = process.start(function(out, inside, how)
            local p = require('tensor').process
            local inner = p.start(function(answers)
               answers:put(require('tensor').process.pid())
               while true do end
            end, inside)
            out:put(inside:get())
            if how == 'return' then return end
            if how == 'exit' then os.exit(0) end
            inner:join()
         end, q, begun, way)
         local pid = q:get(60)
         if way == 'kill' then middle:kill(9) end
         pcall(middle.join, middle)
         assert.is_true(within(5, function() return not state_of(pid):find '^[RSD]' end), way)
      end
   end)

   it('raises what kept a worker from beginning', function()
      with_file(('#!/bin/sh\n%s "$@"\nexit 0\n'):format(child.interpreter()), function(path)
         os.execute('chmod +x ' .. path)
         local worker = process.start { forever, lua = path }
         fails('it could not begin: start: the parent of this worker', worker.join, worker)
      end)
      local path = package.path
      package.path = '/nowhere/?.lua'
      local worker = process.start(forever)
      package.path = path
      assert.truthy(fails("module 'tensor.process.worker' not found", worker.join, worker):find '^join: worker %d+: ')
   end)

   it('gives a worker none of the files that the host has open, and programs that it starts none of its own', function()
      local path = os.tmpname()
      local file = assert(io.open(path, 'w'))
      local held = files.lines_of(('ls -l /proc/%d/fd'):format(process.pid()))
      assert.truthy(table.concat(held, '\n'):find(path, 1, true))
      local held_there, held_below = process.start(function()
         local function list(whose)
            local pipe = io.popen(('ls -l /proc/%s/fd'):format(whose))
            local text = pipe:read '*a'
            pipe:close()
            return text
         end
         return list(require('tensor').process.pid()), list 'self'
      end):join()
      file:close()
      os.remove(path)
      assert.truthy(held_there:find('0 ->', 1, true) and held_there:find('tensor_', 1, true))
      assert.is_nil(held_there:find(path, 1, true))
      assert.is_nil(held_below:find('tensor_', 1, true)) -- what the worker starts has nothing of either
   end)

   it('works with another kind of Lua', function()
      for _, lua in ipairs(luas.others()) do
         with_file([[
            local x, jobs, results = ...
            for job in jobs:each() do results:put { job = job, version = _VERSION, jit = jit ~= nil } end
            x:add(1)
            return x, 2 ^ 53, 7, { list = { x } } ]], function(path)
            local x, jobs, results = tensor.ones(3), process.queue(), process.queue()
            local worker = process.start({ path, lua = lua }, x, jobs, results)
            for k = 1, 5 do jobs:put { k, 'text', { nested = tensor.full({ 2 }, k) } } end
            jobs:close()
            local y, large, seven, t = worker:join()
            assert.equal(6, x:sum())
            assert.equal(y:storage(), x:storage())
            assert.same({ 2 ^ 53, 7, true }, { large, seven, t.list[1] == y })
            for k = 1, 5 do
               local got = results:get()
               assert.equal(k, got.job[1])
               assert.equal(2 * k, got.job[3].nested:sum())
               assert.equal(lua == 'luajit', got.jit)
            end
         end)
         local worker = process.start({ function() end, lua = lua })
         fails('a function cannot be loaded', worker.join, worker)
      end
   end)
end)

describe('process.pid', function()
   it('is the own process id', function()
      assert.equal(tonumber(files.lines_of('echo $PPID')[1]) ~= nil, true)
      assert.truthy(state_of(process.pid()):find '^[RS]')
   end)
end)
