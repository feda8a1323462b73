-- tensor.progress: what a bar writes to a terminal and to a file, with a clock that the spec sets.
local tensor = require 'tensor'

-- Returns a bar, whose clock the spec moves, and the list of texts it has written.
local function bar_of(total, options)
   local now, written = 0, {}
   options = options or {}
   options.clock = function() return now end
   options.write = function(text) written[#written + 1] = text end
   local bar = tensor.progress(total, options)
   return bar, written, function(seconds) now = now + seconds end
end

describe('progress on a pipe', function()
   it('writes a line for each tenth, with the time left', function()
      local bar, written, wait = bar_of(20)
      for i = 1, 20 do
         wait(1)
         bar:step(1, 'loss ' .. 20 - i)
      end
      bar:finish()
      assert.equal(10, #written)
      assert.equal(' 10% [==                      ] 0:02, 0:18 left  loss 18\n', written[1])
      assert.equal(' 90% [=====================   ] 0:18, 0:02 left  loss 2\n', written[9])
      assert.equal('100% [========================] 0:20  loss 0\n', written[10])
   end)

   it('writes one line for many tenths at once', function()
      local bar, written, wait = bar_of(100)
      wait(4000)
      bar:step(50)
      assert.same({ ' 50% [============            ] 1:06:40, 1:06:40 left\n' }, written)
   end)

   it('keeps the text until there is another', function()
      local bar, written = bar_of(10)
      bar:step 'a'
      bar:step(1)
      assert.truthy(written[2]:find('  a\n', 1, true))
   end)

   it('ends once, where the work ended', function()
      local bar, written = bar_of(100, { label = 'load' })
      bar:step(5)
      bar:finish 'stopped'
      bar:finish()
      bar:step(50)
      assert.same({ 'load   5% [=                       ] 0:00, 0:00 left  stopped\n' }, written)
   end)

   it('takes more steps than announced, and no work at all', function()
      local bar, written = bar_of(2)
      bar:step(5)
      bar:finish()
      assert.truthy(written[1]:find '^100%%')
      bar, written = bar_of(0)
      bar:finish()
      assert.truthy(written[1]:find '^100%%')
   end)
end)

describe('progress on a terminal', function()
   it('draws over its line, at most ten times a second', function()
      local bar, written, wait = bar_of(1000, { width = 80 })
      for _ = 1, 1000 do
         wait(1 / 256)
         bar:step()
      end
      bar:finish()
      assert.truthy(#written > 35 and #written < 45)
      for k = 1, #written - 1 do assert.truthy(written[k]:find '^\r[^\n]*\27%[K$') end
      assert.equal('\n', written[#written])
      assert.equal('\r100% [========================] 0:04\27[K', written[#written - 1])
   end)

   it('keeps to the width of the terminal', function()
      local bar, written, wait = bar_of(10, { width = 30 })
      wait(1)
      bar:step(('long '):rep(20))
      assert.equal(29 + #'\r\27[K', #written[#written])
   end)
end)

describe('progress', function()
   it('refuses what is no amount of work', function()
      assert.has_error(function() tensor.progress() end)
      assert.has_error(function() tensor.progress(-1) end)
      assert.has_error(function() tensor.progress(0 / 0) end)
      assert.has_error(function() tensor.progress(1, 2) end)
      local bar = bar_of(10)
      assert.has_error(function() bar:step(-1) end)
      assert.has_error(function() bar:step {} end)
   end)
end)

describe('the system', function()
   it('has a clock that goes forward', function()
      local before = tensor.clock()
      local after = tensor.clock()
      assert.truthy(before > 0 and after >= before)
   end)

   it('knows the width of a terminal', function()
      for _, file in ipairs { 'stdout', 'stderr' } do assert.truthy(tensor.terminalWidth(file) >= 0) end
      assert.equal(tensor.terminalWidth 'stderr', tensor.terminalWidth())
      assert.has_error(function() tensor.terminalWidth 'stdin' end)
   end)
end)
