-- start.lua: what it takes to load the module in a fresh process, on one line: seconds of processor time that require
-- took, bytes of memory then resident in the whole process, seconds of a full collection when nothing is used.
local function resident()
   for line in io.lines '/proc/self/status' do
      local kilobytes = line:match '^VmRSS:%s*(%d+)'
      if kilobytes then return kilobytes * 1024 end
   end
   return 0
end

local start = os.clock()
local tensor = require 'tensor'
local seconds, bytes = os.clock() - start, resident()

collectgarbage()
collectgarbage()
local shortest = math.huge
for _ = 1, 20 do
   start = tensor.clock()
   collectgarbage()
   shortest = math.min(shortest, tensor.clock() - start)
end
print(('%.9g %d %.9g'):format(seconds, bytes, shortest))
