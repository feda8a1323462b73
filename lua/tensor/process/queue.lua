-- tensor/process/queue.lua: queues between processes. lua/exchange/queue.c has the functions that they are made of;
-- message.lua turns values into messages.
--
-- Invariant: a queue is one value in this Lua state, however often it comes in.
local message = require 'tensor.process.message'

local queue = {}
local methods = {}

local processes, clock
local known = setmetatable({}, { __mode = 'v' }) -- by identity

local function check(where, q)
   if getmetatable(q) ~= processes.Queue then error(('%s: a queue expected, got %s'):format(where, type(q)), 3) end
end

-- Queues have more descriptors than memory, so the collector may be late.
local function noted(q)
   local id = processes.identity(q)
   local same = known[id]
   if same then processes.drop(q) else known[id] = q end
   return same or q
end

local function check_seconds(where, seconds)
   if seconds == nil or type(seconds) == 'number' and seconds == seconds then return end
   error(('%s: seconds expected, got %s'):format(where, type(seconds) == 'number' and 'NaN' or type(seconds)), 3)
end

-- What to wait next: steps are short, so that Ctrl-C and the hooks of debuggers come through.
local function step(until_then)
   return math.max(0, math.min(1, until_then and until_then - clock() or 1))
end

local function take(where, q, seconds, with_code)
   local until_then = seconds and clock() + seconds
   while true do
      local left = step(until_then)
      local is_plain, value = processes.get(q, left)
      if is_plain then return value end
      if is_plain == false then return message.read(where, value, with_code) end
      if value == 'closed' or left <= 0 then return nil, value end
   end
end

function methods:put(value)
   check('put', self)
   if value == nil then error('put: nil cannot be in a queue', 2) end
   if not processes.putPlain(self, value) then message.put('put', self, value) end
end

function methods:get(seconds)
   check('get', self)
   check_seconds('get', seconds)
   return take('get', self, seconds)
end

function methods:each()
   check('each', self)
   return function() return (self:get()) end
end

function methods:size()
   check('size', self)
   return processes.size(self)
end

function methods:close()
   check('close', self)
   processes.close(self)
end

function queue.new()
   return noted(processes.newQueue())
end

-- The queue on descriptors that this process was started with.
function queue.open(...)
   return noted(processes.openQueue(...))
end

queue.take, queue.step, queue.check_seconds = take, step, check_seconds

function queue.install(functions, system)
   processes, clock = functions, system.clock
   message.install(functions, noted)
   local mt = processes.Queue
   mt.__index, mt.__metatable = methods, nil
   mt.__tostring = function(q) return ('torch.Queue with %d messages'):format(processes.size(q)) end
end

return queue
