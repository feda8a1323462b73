-- tensor.scope frees what was made inside and not returned; x:release frees at once.
local tensor = require 'tensor'
local core = require 'tensor.core'

local function live() return tensor.memoryStats().state end

local function collect() for _ = 1, 3 do collectgarbage() end end

local function refuses(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert.truthy(tostring(message):find(text, 1, true), message)
end

local function is_released(x)
   refuses('was released', function() return x[1] end)
   refuses('was released', function() x[1] = 2 end)
   refuses('was released', function() return x + 1 end)
   refuses('was released', tensor.add, x, tensor.ones(3), 1)
   refuses('was released', function() return x:sum() end)
   refuses('was released', function() return x:clone() end)
   refuses('was released', function() return x:totable() end)
   assert.truthy(tostring(x):find('was released', 1, true))
end

describe('a scope', function()
   it('calls its function with arguments and returns its results', function()
      local a, b, c = tensor.scope(function(x, y) return y, nil, x end, 1, 'two')
      assert.same({ 'two', nil, 1 }, { a, b, c })
      assert.equal(0, select('#', tensor.scope(function() end)))
      assert.equal(3, select('#', tensor.scope(function() return nil, nil, nil end)))
      refuses('a function expected', tensor.scope, 3)
   end)

   it('gives back what was made inside, without the collector', function()
      collect()
      collectgarbage 'stop'
      local before = live()
      for _ = 1, 20 do
         tensor.scope(function()
            local x = tensor.ones(1000)
            local y = (x * 2 + x):view(10, 100):t()
            y:resize(3000):zero()
            return y:sum()
         end)
         assert.equal(before, live())
      end
      collectgarbage 'restart'
   end)

   it('makes a later use of what it gave back an error', function()
      local kept, view, storage
      tensor.scope(function()
         kept = tensor.ones(3)
         view = kept:narrow(1, 1, 2)
         storage = kept:storage()
      end)
      is_released(kept)
      is_released(view)
      assert.equal(0, #storage)
      refuses('it was released', function() storage:resize(4) end)
      assert.equal(3, kept:nElement())
      kept:set() -- the tensor itself can be used again
      assert.equal(2, kept:resize(2):fill(1):sum())
   end)

   local function check(x) assert.equal(6, x:sum()) end

   it('keeps what is returned: tensors, views, storages and what tables hold', function()
      local function make() return tensor.FloatTensor { 1, 2, 3 } end
      check(tensor.scope(make))
      check(tensor.scope(function() return make():view(3, 1):t() end))
      check(tensor.FloatTensor(tensor.scope(function() return make():storage() end)))
      local function part() return tensor.FloatStorage(make():storage(), 2, 2) end
      assert.equal(3, tensor.scope(part)[2])
      local result = tensor.scope(function()
         local t = { a = { deep = { make() } } }
         t.cycle, t[make()] = t, 'a key'
         return t
      end)
      check(result.a.deep[1])
      for key, value in pairs(result) do
         if value == 'a key' then check(key) end
      end
   end)

   it('leaves what was made outside, and views of it, alone', function()
      local x = tensor.zeros(4)
      local row
      tensor.scope(function()
         row = x:narrow(1, 2, 2)
         row:fill(3)
         x:add(tensor.ones(4))
         local other = tensor.FloatTensor(x:storage())
         other[1] = 9
      end)
      assert.same({ 9, 4, 4, 1 }, x:totable())
      assert.same({ 4, 4 }, row:totable())
   end)

   it('charges a storage that grows inside to where it was made', function()
      local x = tensor.zeros(2)
      tensor.scope(function() x:resize(1000):fill(1) end)
      assert.equal(1000, x:sum())
   end)

   it('that fails gives back and raises the same error', function()
      collect()
      local before, kept, problem = live(), nil, { 'an object' }
      local ok, message = pcall(tensor.scope, function()
         kept = tensor.ones(10)
         error(problem)
      end)
      assert.is_false(ok)
      assert.equal(problem, message)
      assert.equal(before, live())
      is_released(kept)
      refuses('narrow: no dimension 5', tensor.scope, function() return tensor.ones(3):narrow(5, 1, 1) end)
   end)

   it('inside another hands what it returns to that one', function()
      local inner, middle, kept
      tensor.scope(function()
         inner = tensor.scope(function()
            middle = tensor.ones(3)
            kept = tensor.ones(3)
            return middle, kept
         end)
         assert.equal(3, middle:sum())
      end)
      is_released(inner)
      is_released(kept)
      local x = tensor.scope(function()
         return tensor.scope(function() return tensor.ones(3) end)
      end)
      assert.equal(3, x:sum())
   end)

   it('holds for coroutines that run inside it', function()
      local kept
      tensor.scope(function()
         local make = coroutine.wrap(function()
            kept = tensor.ones(3)
            coroutine.yield()
         end)
         make()
      end)
      is_released(kept)
   end)

   -- Lua 5.1 cannot yield across pcall and says so.
   local probe = coroutine.create(function() pcall(coroutine.yield) end)
   coroutine.resume(probe)
   if coroutine.status(probe) == 'suspended' then
      it('does not hold for what others make while it waits', function()
         local inside
         local step = coroutine.wrap(function()
            return tensor.scope(function()
               inside = tensor.ones(3)
               coroutine.yield()
               inside:add(tensor.ones(3))
               coroutine.yield()
               return 'end'
            end)
         end)
         step()
         local outside = tensor.ones(3)
         step()
         local nested
         tensor.scope(function()
            nested = tensor.ones(3)
            assert.equal('end', step())
            assert.equal(3, nested:sum())
         end)
         is_released(inside)
         is_released(nested)
         assert.equal(3, outside:sum())
      end)

      it('whose coroutine is dropped leaves everything to the collector', function()
         collect()
         local before, kept = live(), nil
         do
            local step = coroutine.wrap(function()
               tensor.scope(function()
                  kept = tensor.ones(3)
                  local _ = tensor.ones(1000)
                  coroutine.yield()
               end)
            end)
            step()
         end
         collect()
         local after = tensor.ones(2)
         assert.equal(3, kept:sum())
         assert.equal(before + 20, live())
         assert.equal(2, after:sum())
      end)
   end

   it('keeps the coroutine alive in which it began', function()
      local kept, scope = setmetatable({}, { __mode = 'v' }), nil
      do
         local thread = coroutine.create(function()
            scope = core.scopeBegin()
            coroutine.yield()
         end)
         assert(coroutine.resume(thread))
         kept[1] = thread
      end
      collect()
      assert.is_truthy(kept[1])
      core.scopeEnd(scope)
   end)

   it('lets a storage live that one outside looks into', function()
      local s
      tensor.scope(function()
         local x = tensor.FloatTensor { 1, 2, 3 }
         s = { tensor.FloatStorage(x:storage(), 2, 2) }
         return s
      end)
      collect()
      assert.equal(3, s[1][2])
   end)
end)

describe('release', function()
   it('gives the memory back at once', function()
      collect()
      local x = tensor.ones(1000)
      local before = live()
      assert.equal(0, select('#', x:release()))
      assert.equal(before - 4000, live())
      is_released(x)
      x:release()
      tensor.FloatTensor():release()
   end)

   it('leaves every window on the storage without it', function()
      local x = tensor.ones(3, 4)
      local row, turned, same = x[2], x:t(), tensor.FloatTensor(x)
      row:release()
      for _, window in ipairs { x, row, turned[1], same } do
         refuses('was released', function() return window:sum() end)
      end
      refuses('was released', function() return x:t() + turned end)
      refuses('was released', function() return tensor.add(tensor.ones(3, 4), x) end)
      assert.same({ 3, 4 }, x:size():totable())
   end)

   it('is refused where another storage looks in, until that is dropped', function()
      local x = tensor.ones(3)
      local s = tensor.FloatStorage(x:storage(), 2, 2)
      refuses('another storage is a view of', x.release, x)
      assert.equal(1, s[1])
      s = nil -- luacheck: ignore
      x:release()
      is_released(x)
   end)

   it('of a view of a storage leaves that storage', function()
      local s = tensor.FloatStorage { 1, 2, 3 }
      local x = tensor.FloatTensor(tensor.FloatStorage(s, 2, 2))
      x:release()
      is_released(x)
      assert.equal(3, s[3])
      assert.equal(20, #s:resize(20))
   end)

   it('inside a callback ends the walk with an error', function()
      for _, walk in ipairs { 'apply', 'map', 'map2' } do
         local x, y, z, calls = tensor.ones(4), tensor.ones(4), tensor.ones(4), 0
         local function f()
            calls = calls + 1
            if calls == 2 then (walk == 'apply' and x or y):release() end
            return 1
         end
         refuses('was released', function()
            if walk == 'apply' then x:apply(f) elseif walk == 'map' then x:map(y, f) else x:map2(y, z, f) end
         end)
         assert.equal(2, calls)
      end
      local x = tensor.ones(4)
      refuses('was released', tensor.fuse(function(a) x:release() return a + 1 end), x)
   end)
end)
