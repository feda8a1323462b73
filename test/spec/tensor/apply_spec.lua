-- apply, map and map2: a Lua function called for each element, with all layouts, and functions that misbehave.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local flat, whole = random.flat, random.whole

local function range(n, ...) return tensor.range(1, n):view(...) end

describe('apply, map and map2', function()
   it('visit the elements in order and keep those for which nil comes back', function()
      random.seed(29)
      for _ = 1, 50 do
         local sizes = random.sizes(whole(1, 4))
         local x, y, z = random.tensor(sizes, 'int'), random.tensor(sizes), random.tensor(sizes, 'double')
         local a, b, c = flat(x), flat(y), flat(z)
         local i, seen = 0, {}
         local same = x:apply(function(v)
            seen[#seen + 1] = tonumber(v)
            if #seen % 2 == 0 then return v + 1 end
         end)
         assert.equal(x, same)
         assert.same(a, seen)
         for k = 2, #a, 2 do a[k] = a[k] + 1 end
         assert.same(a, flat(x))
         assert.equal(x, x:map(y, function(v, w) i = i + 1; assert(v == a[i] and w == b[i]); return v + w end))
         for k = 1, #a do a[k] = a[k] + b[k] end
         assert.same(a, flat(x))
         x:map2(y, z, function(v, w, u) return v + w * u end)
         for k = 1, #a do a[k] = a[k] + b[k] * c[k] end
         assert.same(a, flat(x))
      end
   end)

   it('convert what comes back as a copy does', function()
      assert.same({ 2, 255, 0 }, flat(tensor.ByteTensor { 1, 2, 3 }:apply(function(v)
         return v == 1 and 2.75 or v == 2 and -1 or 0 / 0
      end)))
   end)

   it('take other tensors that broadcast, or in order', function()
      local x = tensor.zeros(2, 3)
      x:map(range(3, 3), function(_, b) return b end)
      assert.same({ 1, 2, 3, 1, 2, 3 }, flat(x))
      x:map(range(6, 3, 2), function(_, b) return b end)
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(x))
      x:map(x:clone():t(), function(a, b) return a * 10 + b end)
      assert.same({ 11, 24, 32, 45, 53, 66 }, flat(x))
   end)

   it('do nothing for empty tensors', function()
      local function never() error 'called' end
      local none = tensor.Tensor()
      assert.equal(none, none:apply(never))
      assert.equal(none, none:map(tensor.Tensor(), never))
      assert.equal(0, tensor.zeros(0, 3):apply(never):nElement())
   end)

   it('raise if they are nested too deeply', function()
      local x, y, depth = tensor.ones(1), tensor.ones(1), 0
      local square
      local nested = {
         function(again) x:apply(again) end,
         function(again) x:map(y, again) end,
         function(again) x:map2(y, y, again) end,
         function() square(x) end,
      }
      for _, call in ipairs(nested) do
         local function again()
            depth = depth + 1
            call(again)
            depth = depth - 1
         end
         square = tensor.fuse(function(a) again() return a * a end)
         for _ = 1, 2 do
            depth = 0
            local ok, message = pcall(again)
            assert.is_false(ok)
            assert(message:find 'called too deeply inside of its own' or message:find 'stack overflow', message)
            assert(depth > 100, depth)
         end
      end
      assert.same({ 2 }, x:apply(function(v) return v + 1 end):totable())
   end)

   it('read expanded tensors, but do not write them', function()
      local e, sum = tensor.ones(1):expand(4), 0
      e:apply(function(v) sum = sum + v end)
      assert.equal(4, sum)
      assert.error_matches(function() e:apply(function() return 2 end) end, 'share memory')
      assert.equal(1, e[1])
   end)

   it('refuse other calls and values', function()
      local x = range(2, 2)
      assert.error_matches(function() x:apply(3) end, 'accepted forms')
      assert.error_matches(function() x:apply() end, 'accepted forms')
      assert.error_matches(function() x:map(tensor.zeros(3), print) end, 'size 3 neither broadcasts to size 2')
      assert.error_matches(function() x:apply(function() return 'a' end) end, 'returned a string')
      assert.error_matches(function() x:apply(function() return {} end) end, 'returned a table')
      assert.same({ 1, 2 }, flat(x))
   end)
end)

describe('a function that is called for each element', function()
   it('may raise: what was done stays, the error passes through', function()
      local x, thrown = range(4, 4), {}
      local ok, caught = pcall(x.apply, x, function(v)
         if v == 3 then error(thrown) end
         return -v
      end)
      assert.is_false(ok)
      assert.equal(thrown, caught)
      assert.same({ -1, -2, 3, 4 }, flat(x))
   end)

   it('may not yield', function()
      local x = range(3, 3)
      local thread = coroutine.create(function() x:apply(function(v) return coroutine.yield(v) end) end)
      local ok, text = coroutine.resume(thread)
      assert.is_false(ok)
      assert.matches('yield', text)
      assert.same({ 1, 2, 3 }, flat(x))
   end)

   it('may take the memory away', function()
      local x = range(1000, 1000)
      assert.error_matches(function()
         x:apply(function(v)
            if v == 10 then x:storage():resize(0) end
            return v
         end)
      end, 'shrank')
      local y = range(1000, 1000)
      local z = range(1000, 1000)
      assert.error_matches(function()
         y:map(z, function(_, v)
            if v == 10 then z:storage():resize(5) end
            return v
         end)
      end, 'shrank')
   end)

   it('may resize, set or move the tensor that is walked', function()
      local x = range(4, 4)
      local shown = x:narrow(1, 1, 4)
      x:apply(function(v)
         if v == 1 then x:resize(100000):fill(7) end
         return v
      end)
      assert.same({ 1, 7, 7, 7 }, flat(shown))
      assert.equal(100000, x:nElement())

      local y, other = range(4, 4), tensor.zeros(2)
      local before = y:narrow(1, 1, 4)
      y:apply(function(v)
         y:set(other)
         return v * 2
      end)
      assert.same({ 2, 4, 6, 8 }, flat(before))
      assert.same({ 0, 0 }, flat(y))

      local gone = range(3, 3)
      gone:apply(function(v)
         gone:set()
         collectgarbage()
         return v
      end)
      assert.equal(0, gone:nElement())
   end)

   it('may overwrite elements that are still to come, and walk the same tensor', function()
      local x = range(3, 3)
      x:apply(function(v)
         x:fill(9)
         return v
      end)
      assert.same({ 9, 9, 9 }, flat(x))
      local m, count = range(4, 2, 2), 0
      m:apply(function() m:apply(function() count = count + 1 end) end)
      assert.equal(16, count)
   end)
end)
