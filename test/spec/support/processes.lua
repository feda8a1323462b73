-- processes.lua: what specs of workers, queues and shared memory need.
local tensor = require 'tensor'
local assert = require 'luassert'

local processes = {}

local nothing = tensor.process.queue() -- to wait for

function processes.collect() for _ = 1, 4 do collectgarbage() end end

-- f(...) raises an error with this text in it; returns the error.
function processes.fails(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert.truthy(tostring(message):find(text, 1, true), tostring(message))
   return message
end

-- Whether holds() comes true within so many seconds.
function processes.within(seconds, holds)
   local deadline = tensor.clock() + seconds
   while not holds() do
      if tensor.clock() > deadline then return false end
      nothing:get(0.002)
   end
   return true
end

return processes
