-- tensor/process/init.lua: tensor.process. Workers are new processes with a Lua of their own; queues carry values
-- between them, and tensors by their memory.
--
-- A worker is born with one queue (worker.lua), in which it finds what to do and the queue for its answer, which is
-- kept with the worker's value here; and with a report, a file in which its first line says why it could not begin.
local arguments = require 'tensor.arguments'
local host = require 'tensor.host'
local message = require 'tensor.process.message'
local queue = require 'tensor.process.queue'

local process = {}

local processes, clock
local unpack = rawget(table, 'unpack') or rawget(_G, 'unpack')

-- --- the other interpreter ---

-- The first line of a worker. Modules in C are found where those of its Lua's version are, if that differs.
local first_line = [[
local function begin()
   local path, cpath, theirs = %q, %q, %q
   local ours = _VERSION:match '[%%d.]+$'
   if ours == theirs then package.path, package.cpath = path, cpath else
      local version = '/' .. theirs:gsub('%%.', '%%%%.') .. '/'
      local function of_version(text) return (text:gsub(version, '/' .. ours .. '/')) end
      package.path = of_version(path) .. ';' .. path .. ';' .. package.path
      package.cpath = of_version(cpath) .. ';' .. package.cpath
   end
   require 'tensor.process.worker'.run(%s)
end
local ok, failure = pcall(begin)
if not ok then
   local report = assert(io.open('/proc/self/fd/%d', 'w'))
   report:write(tostring(failure))
   report:close()
end]]

local function code_of(q, report)
   local package = host.need('start', 'package')
   return first_line:format(package.path, package.cpath, _VERSION:match '[%d.]+$',
      table.concat({ processes.pid(), report, processes.descriptors(q) }, ', '), report)
end

local function interpreter()
   local program = processes.program()
   if not program then error('start: /proc does not tell which program this is; name a Lua: {f, lua = path}', 0) end
   if not program:find '/lua[^/]*$' then
      error(('start: this program, %s, is no Lua; name one: {f, lua = path}'):format(program), 0)
   end
   return '/proc/self/exe', program
end

-- --- what it is to do ---

-- Returns a function or path, and the interpreter to run it with, or nil.
local function read_task(task)
   local f, lua = task, nil
   if type(task) == 'table' then
      local rest = {}
      for key, value in next, task do
         if key ~= 1 then rest[key] = value end
      end
      local trouble = arguments.unknown_option(rest, { 'lua' })
      if trouble then error('start: ' .. trouble, 3) end
      f, lua = task[1], task.lua
   end
   if lua ~= nil and type(lua) ~= 'string' then
      error(('start: lua is the path of an interpreter, not a %s'):format(type(lua)), 3)
   end
   if type(f) ~= 'function' and type(f) ~= 'string' then
      error(('start: a function or the path of a Lua file expected, got %s'):format(type(f)), 3)
   end
   return f, lua
end

local function check_path(path)
   local file, reason = host.need('start', 'io.open')(path)
   if not file then error('start: ' .. reason, 3) end
   file:close()
end

-- --- workers ---

local Worker = {}
Worker.__index = Worker

local function check(where, worker)
   if getmetatable(worker) ~= Worker then
      error(('%s: a worker expected, got %s'):format(where, type(worker)), 3)
   end
end

function process.start(task, ...)
   local f, lua = read_task(task)
   local order = { n = select('#', ...), ... }
   if type(f) == 'string' then
      check_path(f)
      order.path = f
   else
      order.f = f
   end
   local program, name = lua, lua
   if not lua then program, name = interpreter() end
   local orders, answers = queue.new(), queue.new()
   message.put('start', orders, answers)
   message.put('start', orders, order, true)
   local report, number = processes.newReport()
   local ok, handle = pcall(processes.run, orders, report, program, name, '-e', code_of(orders, number))
   processes.drop(orders)
   if not ok then error(handle, 0) end
   return setmetatable({ handle = handle, answers = answers, report = report, id = processes.workerPid(handle) },
      Worker)
end

local function how_it_ended(how, number, name)
   if how == 'signal' then return ('was ended by signal %d (%s)'):format(number, name) end
   if how == 'code' then return ('ended with exit code %d before its function returned'):format(number) end
   return 'ended without a result; how is not known, because this program ignores or waits for its children'
end

-- After its end: sets answer, a list with what pcall would return.
local function take_answer(worker, ...)
   local answer, report = queue.take('join', worker.answers, 0, true), processes.reportText(worker.report)
   local why = report ~= '' and ': it could not begin: ' .. report or ' ' .. how_it_ended(...)
   worker.answer = answer or { false, why, n = 2 }
   worker.failed = not answer
   processes.drop(worker.answers)
   worker.answers, worker.report = nil, nil
end

-- Waits in short steps, as queue.take does.
local function wait(worker, seconds)
   local until_then = seconds and clock() + seconds
   while not worker.answer do
      local left = queue.step(until_then)
      local how, number, name = processes.wait(worker.handle, left)
      if how then take_answer(worker, how, number, name)
      elseif left <= 0 then return false end
   end
   return true
end

function Worker:join(seconds)
   check('join', self)
   queue.check_seconds('join', seconds)
   if not wait(self, seconds) then return nil, 'timeout' end
   local answer = self.answer
   if answer[1] then return unpack(answer, 2, answer.n) end
   error(('join: worker %d%s%s'):format(self.id, self.failed and '' or ': ', answer[2]), 0)
end

function Worker:pid()
   check('pid', self)
   return self.id
end

function Worker:isAlive()
   check('isAlive', self)
   return processes.wait(self.handle, 0) == nil
end

function Worker:kill(signal)
   check('kill', self)
   if signal ~= nil and (type(signal) ~= 'number' or signal % 1 ~= 0 or signal < 0) then
      error(('kill: the number of a signal expected, got %s'):format(tostring(signal)), 2)
   end
   processes.kill(self.handle, signal or 15)
end

function Worker:__tostring()
   return ('torch.Worker %d, which %s'):format(self.id, self:isAlive() and 'runs' or 'has ended')
end

-- --- adding to the module ---

local documents = {
   { 'process.start', 'f:any arguments:any?', 'runs f(arguments) in a new process and returns a worker; f is a function'
      .. ', the path of a Lua file, or {f, lua = path of an interpreter}' },
   { 'process.queue', '', 'a queue of values, from which any number of processes may get what others put' },
   { 'process.pid', '', 'the id of this process' },
   { 'Worker.join', 'w:Worker seconds:number?', 'waits for the end of a worker and returns what its function returned; '
      .. "nil and 'timeout' if it has not ended by then", true },
   { 'Worker.pid', 'w:Worker', 'the process id of a worker', true },
   { 'Worker.isAlive', 'w:Worker', 'whether a worker has not ended yet', true },
   { 'Worker.kill', 'w:Worker signal:number=15', 'sends a worker a signal', true },
   { 'Queue.put', 'q:Queue value:any', 'puts a value, of which tensors are shared and all else is copied', true },
   { 'Queue.get', 'q:Queue seconds:number?', "takes the first value; nil and 'timeout' or 'closed' if there is none by "
      .. 'then', true },
   { 'Queue.each', 'q:Queue', 'for loops: takes one value after the other until the queue is closed and empty', true },
   { 'Queue.size', 'q:Queue', 'how many values wait in a queue', true },
   { 'Queue.close', 'q:Queue', 'says that nothing will be put any more', true },
}

function process.install(tensor, core)
   core.open 'process'
   processes, clock = core.processes, core.clock
   queue.install(processes, core)
   tensor.process = { start = process.start, queue = queue.new, pid = processes.pid }
   for _, row in ipairs(documents) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'process', ismethod = row[4] }
   end
end

return process
