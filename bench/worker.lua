-- worker.lua REPLIES THREADS SIDE: our side of script/bench. It reads requests from standard input and writes one line
-- for each to the file REPLIES. (worker.py speaks the same protocol.) SIDE library gives rows blas.lua as blas.
--    hello\n                               answered when the side is ready; the library says what it is
--    prepare A B C\n<setup><work><check>   texts of A, B and C bytes, compiled as one function with the loop inside;
--                                          the answer is ok, and what the table should say about the side, if anything
--    time N\n                              seconds that N rounds of the work took
--    peak N\n                              bytes by which N rounds of the work raised the peak of resident memory
--    value\n                               count, sum and weighted sum of what check gives after one more round
local tensor = require 'tensor'
local replies = assert(io.open(arg[1], 'w'))
local load = loadstring or load

tensor.setnumthreads(tonumber(arg[2]))
local folder = arg[0]:match '^(.*)/' or '.'
local blas = arg[3] == 'library' and assert(loadfile(folder .. '/blas.lua'))(tensor, tonumber(arg[2])) or nil

local template = [[
local tensor, data, blas, r = ...
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

-- The same numbers on every side: multiples of 1/1009 in [-0.5, 0.5), exact until they are rounded to float.
local period = tensor.range(0, 1008, { dtype = 'double' }):mul(7919):fmod(1009):div(1009):add(-0.5):float()
local function data(...)
   local n = 1
   for _, size in ipairs { ... } do n = n * size end
   local x = tensor.FloatTensor(n)
   local whole = math.floor(n / 1009)
   if whole > 0 then x:narrow(1, 1, whole * 1009):view(whole, 1009):copy(period:view(1, 1009):expand(whole, 1009)) end
   if n > whole * 1009 then
      x:narrow(1, whole * 1009 + 1, n - whole * 1009):copy(period:narrow(1, 1, n - whole * 1009))
   end
   return x:view(...)
end

local weights = tensor.range(1, 7, { dtype = 'double' })

local run, value

local function summary(x)
   if type(x) == 'boolean' then x = x and 1 or 0 end
   if type(x) == 'number' then return ('1 %.12g %.12g'):format(x, x) end
   local flat = tensor.flatten(x):double()
   local n = flat:nElement()
   if n == 0 then return '0 0 0' end
   local sevens = math.floor(n / 7)
   local weighted, rest = 0, n - 7 * sevens
   if sevens > 0 then weighted = flat:narrow(1, 1, 7 * sevens):view(sevens, 7):sum(1):view(7):dot(weights) end
   if rest > 0 then weighted = weighted + flat:narrow(1, n - rest + 1, rest):dot(weights:narrow(1, 1, rest)) end
   return ('%d %.12g %.12g'):format(n, flat:sum(), weighted)
end

-- A field of what the system says about this process, in bytes.
local function resident(field)
   for line in io.lines '/proc/self/status' do
      local kilobytes = line:match('^' .. field .. ':%s*(%d+)')
      if kilobytes then return kilobytes * 1024 end
   end
   error 'this system does not say how much memory a process holds'
end

local function forget_peak()
   local file = assert(io.open('/proc/self/clear_refs', 'w'))
   file:write '5'
   file:close()
end

local handlers = {
   hello = function() return blas and blas.about or 'ok' end,
   prepare = function(rest)
      local a, b, c = rest:match '(%d+) (%d+) (%d+)'
      local setup, work, check = io.read(tonumber(a)) or '', io.read(tonumber(b)), io.read(tonumber(c))
      run, value = nil, nil
      collectgarbage()
      collectgarbage()
      run, value = assert(load(template:format(setup, work, check)))(tensor, data, blas)
      return 'ok'
   end,
   time = function(n) return ('%.9g'):format(run(tonumber(n))) end,
   peak = function(n)
      tensor.emptyCache() -- what the setup needed for a while
      forget_peak()
      local before = resident 'VmRSS'
      run(tonumber(n))
      return ('%d'):format(resident 'VmHWM' - before)
   end,
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
