-- worker.lua REPLIES: our side of script/bench. Reads requests on standard input, writes a line for each to REPLIES.
--    prepare A B C\n<setup><work><check>   texts of so many bytes, compiled as one function with the loop inside
--    time N\n                              seconds that N rounds of the work took
--    value\n                               count, sum and weighted sum of what check yields after one more round
local tensor = require 'tensor'
local replies = assert(io.open(arg[1], 'w'))
local load = loadstring or load

tensor.setnumthreads(tonumber(arg[2]))
if arg[3] == 'off' then jit.off() end

local template = [[
local tensor, data, r = ...
%s
local now = tensor.clock
local function run(n)
   local start = now()
   for _ = 1, n do
      %s
   end
   return now() - start
end
return run, function() return %s end
]]

-- The same numbers on every side: multiples of 1/1009 in [-0.5, 0.5), exact until they are rounded to the type.
local function data(...)
   local sizes, n = { ... }, 1
   for _, size in ipairs(sizes) do n = n * size end
   local x = tensor.range(0, n - 1, { dtype = 'double' }):mul(7919):fmod(1009):div(1009):add(-0.5)
   return x:float():view((table.unpack or unpack)(sizes))
end

local run, value

local function summary(x)
   if type(x) == 'boolean' then x = x and 1 or 0 end
   if type(x) == 'number' then return ('1 %.12g %.12g'):format(x, x) end
   local flat = tensor.flatten(x):double()
   local n = flat:nElement()
   local weights = tensor.range(0, math.max(n - 1, 0), { dtype = 'double' }):fmod(7):add(1)
   if n == 0 then return '0 0 0' end
   return ('%d %.12g %.12g'):format(n, flat:sum(), flat:cmul(weights):sum())
end

local handlers = {
   prepare = function(rest)
      local a, b, c = rest:match '(%d+) (%d+) (%d+)'
      local setup, work, check = io.read(tonumber(a)) or '', io.read(tonumber(b)), io.read(tonumber(c))
      collectgarbage()
      collectgarbage()
      run, value = assert(load(template:format(setup, work, check)))(tensor, data)
      return 'ok'
   end,
   time = function(n) return ('%.9g'):format(run(tonumber(n))) end,
   value = function()
      run(1)
      return summary(value())
   end,
}

for line in io.lines() do
   local verb, rest = line:match '^(%a+) ?(.*)$'
   local ok, reply = pcall(handlers[verb], rest)
   replies:write(ok and reply or 'error ' .. tostring(reply):gsub('\n', ' '), '\n')
   replies:flush()
end
