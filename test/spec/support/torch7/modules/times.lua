-- times.lua: runs for the rows of Timer, tic and toc.
local assert = require 'luassert'

local torch = package.loaded.torch or require 'tensor'
local rows = {}

local function busy(seconds)
   local began = os.clock()
   while os.clock() - began < seconds do end -- luacheck: ignore 542
end

-- A timer that has run for a moment, and is still running or stopped.
local function timer(runs)
   local t = torch.Timer()
   busy(0.005)
   return runs and t or t:stop()
end

rows['torch.Timer'] = { ['()'] = function()
   local t = timer(true)
   assert.equal('torch.Timer', torch.typename(t))
   local before = t:time().real
   busy(0.002)
   assert.truthy(before > 0 and t:time().real > before)
end }
rows.reset = { self = function()
   local t = timer(false)
   assert.equal(t, t:reset())
   assert.same({ real = 0, user = 0, sys = 0 }, t:time())
end }
rows.stop = { self = function()
   local t = timer(true)
   assert.equal(t, t:stop())
   local before = t:time()
   busy(0.002)
   assert.same(before, t:time())
end }
rows.resume = { self = function()
   local t = timer(false)
   local before = t:time().real
   assert.equal(t, t:resume())
   busy(0.002)
   assert.truthy(before > 0 and t:time().real > before)
end }
rows.time = { self = function()
   local t = timer(false):time()
   assert.truthy(t.real >= 0.004 and t.user + t.sys > 0)
   local names = {}
   for name, seconds in pairs(t) do
      assert.equal('number', type(seconds))
      names[#names + 1] = name
   end
   table.sort(names)
   assert.same({ 'real', 'sys', 'user' }, names)
end }
rows.__tostring__ = { self = function()
   assert.equal('torch.Timer | status: running', tostring(timer(true)))
   assert.equal('torch.Timer | status: stopped', timer(false):__tostring__())
end }
rows['torch.tic'] = { ['()'] = function() assert.equal('number', type(torch.tic())) end }
rows['torch.toc'] = { number = function()
   local start = torch.tic()
   busy(0.005)
   local seconds = torch.toc(start)
   assert.truthy(seconds >= 0.004 and torch.toc(start) >= seconds)
end }

return { Timer = rows }
