-- worker.lua REPLIES THREADS: our side of script/bench. It reads requests from standard input and writes one line for
-- each to the file REPLIES. (worker.py speaks the same protocol.)
--    prepare A B C\n<setup><work><check>   texts of A, B and C bytes, compiled as one function with the loop inside
--    time N\n                              seconds that N rounds of the work took
--    value\n                               count, sum and weighted sum of what check gives after one more round
local tensor = require 'tensor'
local replies = assert(io.open(arg[1], 'w'))
local load = loadstring or load

tensor.setnumthreads(tonumber(arg[2]))

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

-- A vector of n elements that repeats the vector values.
local function tiled(values, n)
   return tensor.repeatTensor(values, math.ceil(n / values:nElement())):narrow(1, 1, n)
end

-- The same numbers on every side: multiples of 1/1009 in [-0.5, 0.5), exact until they are rounded to float.
local period = tensor.range(0, 1008, { dtype = 'double' }):mul(7919):fmod(1009):div(1009):add(-0.5):float()
local function data(...)
   local n = 1
   for _, size in ipairs { ... } do n = n * size end
   return tiled(period, n):clone():view(...)
end

local weights = tensor.range(1, 7, { dtype = 'double' })

local run, value

local function summary(x)
   if type(x) == 'boolean' then x = x and 1 or 0 end
   if type(x) == 'number' then return ('1 %.12g %.12g'):format(x, x) end
   local flat = tensor.flatten(x):double()
   local n = flat:nElement()
   if n == 0 then return '0 0 0' end
   return ('%d %.12g %.12g'):format(n, flat:sum(), tensor.cmul(flat, tiled(weights, n)):sum())
end

local handlers = {
   prepare = function(rest)
      local a, b, c = rest:match '(%d+) (%d+) (%d+)'
      local setup, work, check = io.read(tonumber(a)) or '', io.read(tonumber(b)), io.read(tonumber(c))
      run, value = nil, nil
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
