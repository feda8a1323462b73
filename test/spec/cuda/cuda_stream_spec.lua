-- Streams as objects: creating, using and waiting for them.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()

describe('a stream', function()
   it('is the next in turn, of a priority, or that of an index', function()
      local first, second, high = cuda.Stream(), cuda.Stream {}, cuda.Stream { priority = 'high' }
      assert.is_true(first.index > 0 and first.index <= 32 and second.index > 0 and second.index <= 32)
      assert.are_not.equal(first, second)
      assert.is_true(high.index > 32 and high.index <= 64)
      assert.same({ 'normal', 'high', 1, 1 }, { first.priority, high.priority, first.device, high.device })
      assert.equal(first, cuda.Stream(first.index))
      assert.equal('high', cuda.Stream(40).priority)
      assert.equal(0, cuda.Stream(0).index)
      assert.equal(last, cuda.withDevice(last, cuda.Stream).device)
      assert.equal('stream 3 of device 1, of normal priority', tostring(cuda.Stream(3)))
      assert.equal('cutorch.Stream', tensor.typename(first))
   end)

   it('comes again after all others of its priority', function()
      local seen, first = {}, cuda.Stream()
      for _ = 1, 31 do seen[cuda.Stream().index] = true end
      assert.is_nil(seen[first.index])
      assert.equal(first, cuda.Stream())
   end)

   it('is current for a function, or until another is', function()
      local s = cuda.Stream()
      assert.same({ s.index, 2 }, { s:run(function() return cuda.getStream(), 2 end) })
      assert.equal(s.index, cuda.withStream(s, cuda.getStream))
      assert.equal(0, cuda.getStream())
      cuda.setStream(s)
      assert.equal(s.index, cuda.getStream())
      cuda.setDefaultStream()
      assert.has_error(function() s:run(function() error('no', 0) end) end, 'no')
      assert.equal(0, cuda.getStream())
   end)

   it('is that of its device, whatever the current one is', function()
      local far = cuda.withDevice(last, function() return cuda.Stream(5) end)
      far:run(function()
         assert.equal(1, cuda.getDevice())
         assert.equal(5, cuda.getStream(last))
         assert.equal(last == 1 and 5 or 0, cuda.getStream())
      end)
      local x = cuda.withDevice(last, function() return tensor.CudaTensor(1000):fill(1) end)
      local zero = cuda.withDevice(last, function() return cuda.Stream(0) end)
      far:waitFor(zero)
      far:run(function() x:add(1) end)
      cuda.streamWaitFor(zero, { far })
      assert.equal(2, x[1000])
   end)

   it('waits for streams and events, and the host for it', function()
      local s, other = cuda.Stream(), cuda.Stream { priority = 'high' }
      local x = tensor.CudaTensor(1000):fill(1)
      local event = cuda.Event()
      s:waitFor(event)
      s:run(function() x:add(1) end)
      other:waitFor(s)
      other:run(function() x:mul(3) end)
      cuda.streamBarrier { other, s, 0 }
      x:add(1)
      cuda.streamWaitForMultiDevice(1, s.index, { [1] = { 0, other } })
      assert.equal(x, x:recordStream(s))
      s:synchronize()
      cuda.streamSynchronize(other)
      assert.is_true(s:query())
      assert.equal(7, x[1])
   end)

   it('says what is wrong', function()
      local s = cuda.Stream()
      for text, f in pairs {
         ['stream: there is no stream 65; they are 0 to 64'] = function() cuda.Stream(65) end,
         ['Stream: index is -1, which is negative'] = function() cuda.Stream(-1) end,
         ["Stream: there is no option 'prio'; there is priority"] = function() cuda.Stream { prio = 1 } end,
         ["Stream: the priority is 'normal' or 'high', not 'low'"] = function() cuda.Stream { priority = 'low' } end,
         ['Stream: got (string); accepted forms:\n  Stream(index:count)\n  Stream(o:options?)'] = function()
            cuda.Stream 'x'
         end,
         ['waitFor: got (cutorch.Stream); accepted forms:\n  waitFor(s:Stream, other:Stream)\n'
            .. '  waitFor(s:Stream, event:Event)'] = function() s:waitFor() end,
         ['query: got (); accepted forms:\n  query(s:Stream)'] = function() s.query() end,
      } do
         local ok, message = pcall(f)
         assert.is_false(ok)
         assert.equal(text, message)
      end
      assert.error_matches(function() s.query(3) end, 'query: got %(number%)')
   end)
end)
