-- tensor.Timer, tic and toc.
local tensor = require 'tensor'

-- Keeps the processor busy for some time.
local function busy(seconds)
   local began = os.clock()
   while os.clock() - began < seconds do end -- luacheck: ignore 542
end

describe('a timer', function()
   it('runs from the beginning', function()
      local timer = tensor.Timer()
      busy(0.02)
      local t = timer:time()
      assert.truthy(t.real >= 0.01)
      assert.truthy(t.user + t.sys >= 0.01)
      local names = {}
      for name, seconds in pairs(t) do
         names[#names + 1] = name
         assert.truthy(seconds >= 0)
      end
      table.sort(names)
      assert.same({ 'real', 'sys', 'user' }, names)
      assert.equal('torch.Timer', tensor.type(timer))
      assert.equal('torch.Timer | status: running', tostring(timer))
   end)

   it('stands still when it is stopped, and goes on from there', function()
      local timer = tensor.Timer()
      assert.equal(timer, timer:stop())
      assert.equal('torch.Timer | status: stopped', tostring(timer))
      local before = timer:time()
      busy(0.01)
      assert.same(before, timer:time())
      assert.equal(timer, timer:stop())
      assert.same(before, timer:time())
      assert.equal(timer, timer:resume())
      busy(0.01)
      local after = timer:time()
      assert.truthy(after.real >= before.real + 0.005)
      assert.equal(timer, timer:resume())
      assert.truthy(timer:time().real >= after.real)
   end)

   it('is set to 0, running or not', function()
      local timer = tensor.Timer()
      busy(0.02)
      assert.equal(timer, timer:reset())
      assert.truthy(timer:time().user < 0.02)
      timer:stop():reset()
      assert.same({ real = 0, user = 0, sys = 0 }, timer:time())
   end)
end)

describe('tic and toc', function()
   it('tell the seconds between them', function()
      local start = tensor.tic()
      busy(0.01)
      local seconds = tensor.toc(start)
      assert.truthy(seconds >= 0.005)
      assert.truthy(tensor.toc(start) >= seconds)
   end)

   it('need a start', function()
      assert.error_matches(function() tensor.toc() end, 'toc: a number from tic expected, got nil')
      assert.error_matches(function() tensor.toc 'now' end, 'toc: a number from tic expected, got string')
      assert.error_matches(function() tensor.tic(3) end, 'clock: got %(number%)')
   end)
end)

describe('cputime', function()
   it('grows with work', function()
      local user, sys = tensor.cputime()
      busy(0.02)
      local later_user, later_sys = tensor.cputime()
      assert.truthy(later_user + later_sys >= user + sys + 0.01)
      assert.has_error(function() tensor.cputime(1) end)
   end)
end)
