-- tensor/process/worker.lua: what a worker does from its first line on. init.lua has started it; two messages wait in
-- the queue that it was born with: the queue for its answer, and what it is to do.
local tensor = require 'tensor'
local _ = tensor.process -- which loads what follows
local processes = require('tensor.core').processes
local message = require 'tensor.process.message'
local queue = require 'tensor.process.queue'

local worker = {}

local unpack = rawget(table, 'unpack') or rawget(_G, 'unpack')
local function pack(...) return { n = select('#', ...), ... } end

local function text_of(failure)
   local ok, text = pcall(tostring, failure)
   return ok and text or type(failure)
end

local function function_of(order)
   if not order.path then return order.f end
   local load = assert(rawget(_G, 'loadfile'), 'this Lua has no loadfile')
   return assert(load(order.path))
end

local function obey(orders)
   local order = queue.take('start', orders, nil, true)
   return function_of(order)(unpack(order, 1, order.n))
end

-- starter: the process id of who has started this; report: the descriptor of its report; the others are those of the
-- queue. What is raised here goes into the report: there is no way yet, or none any more, to answer.
function worker.run(starter, report, ...)
   processes.follow(starter, report)
   local orders = queue.open(...)
   local answers = queue.take('start', orders, nil, true)
   local answer = pack(pcall(obey, orders))
   processes.drop(orders)
   if not answer[1] then answer = { false, text_of(answer[2]), n = 2 } end
   local ok, failure = pcall(message.put, 'start', answers, answer, true)
   if not ok then message.put('start', answers, { false, 'its result cannot be sent: ' .. text_of(failure), n = 2 }) end
end

return worker
