-- soak.lua: applies random operations to random tensors for a long time; memory must stay flat.
--    SOAK_SECONDS   how long (600)       SOAK_SEED   selects the operations (from the clock)
-- After every round all tensors are dropped. Then none may be left, and neither the Lua heap nor the resident
-- memory may grow from round to round. Prints at the end how many rounds passed and failed. Progress goes to
-- the file TEST_PROGRESS, or to standard error.
local tensor = require 'tensor'

local seconds = tonumber(os.getenv 'SOAK_SECONDS') or 600
local seed = tonumber(os.getenv 'SOAK_SEED') or os.time() % 2147483646 + 1
print(('SOAK_SECONDS=%g SOAK_SEED=%d'):format(seconds, seed))
tensor.manualSeed(seed)

local function random(n)
   seed = (seed * 16807) % 2147483647
   return seed % n + 1
end

local function one_of(list) return list[random(#list)] end

local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }

-- Most tensors are small; one in thirty has up to 2 million elements.
local function random_size(dims)
   local most = random(30) == 1 and 2 ^ random(21) or 2 ^ random(11)
   local size = {}
   for d = 1, dims do size[d] = random(math.floor(most ^ (1 / dims)) + 1) - (random(40) == 1 and 1 or 0) end
   return size
end

local pool, capacity = {}, 24

local function make()
   local options = { dtype = random(2) == 1 and 'float' or one_of(dtypes) }
   local x = tensor.zeros(tensor.LongStorage(random_size(random(4))), options)
   if random(2) == 1 and options.dtype ~= 'bool' then x:fill(random(5)) end
   return x
end

local function keep(x)
   if tensor.isTensor(x) and x:nElement() <= 4e6 then pool[random(capacity)] = x end
end

local function any() return pool[random(capacity)] or make() end

-- Half of the time a clone of x, so that operations on two tensors often succeed.
local function partner(x) return random(2) == 1 and x:clone() or any() end

local pointwise = {}
for name in pairs(tensor.ops) do pointwise[#pointwise + 1] = name end
table.sort(pointwise)

local function argument(x)
   local kind = random(8)
   if kind == 1 then return partner(x) elseif kind == 2 then return any() elseif kind == 3 then return nil end
   return one_of { 1, 2, 3, -1, 0.5, 0, 1, 2 }
end

local reductions = { 'sum', 'prod', 'mean', 'max', 'min', 'var', 'std', 'norm', 'cumsum', 'cumprod', 'all', 'any' }
local views = { 't', 'squeeze', 'contiguous', 'clone', 'float', 'double', 'int', 'half', 'byte', 'nonzero', 'sort' }

local function dim(x) return random(math.max(x:dim(), 1)) end

local steps = {
   function(x) return tensor[one_of(pointwise)](x, argument(x), argument(x)) end,
   function(x) return tensor[one_of(pointwise)](any(), x, argument(x), argument(x)) end,
   function(x) return x[one_of(pointwise)](x, argument(x), argument(x)) end,
   function(x) return x + partner(x) * 2 - x / 3 end,
   function(x) return x[one_of(reductions)](x, dim(x)) end,
   function(x) return tensor[one_of(reductions)](any(), x, dim(x)) end,
   function(x) return x[one_of(reductions)](x) end,
   function(x) return x[one_of(views)](x) end,
   function(x) local d = dim(x) return x:narrow(d, random(x:size(d)), random(3) - 1) end,
   function(x) return x:select(dim(x), 1) end,
   function(x) return x:transpose(dim(x), dim(x)) end,
   function(x) return x:view(-1) end,
   function(x) return x:unfold(dim(x), 2, 1) end,
   function(x) return x[random(4)] end,
   function(x) return x[{ { 1, random(3) } }] end,
   function(x) return x[x:gt(1)] end,
   function(x) x[x:le(1)] = random(3) end,
   function(x) x[random(4)] = partner(x)[1] end,
   function(x) return tensor.cat(x, partner(x), dim(x)) end,
   function(x) return x:repeatTensor(random(2), random(2)) end,
   function(x) return x:resize(tensor.LongStorage(random_size(random(3)))) end,
   function(x) x:storage():resize(random(1000)) end,
   function(x) return x:copy(partner(x)) end,
   function(x) return x:type(one_of { 'torch.FloatTensor', 'torch.LongTensor', 'torch.HalfTensor' }) end,
   function(x) return x:uniform() end,
   function(x) return x:view(-1):narrow(1, 1, 16):view(4, 4) * tensor.ones(4, 4) end,
   function(x) return x:nElement() < 5000 and x:mm(x:t()) end,
   function(x) return tensor.fuse(function(a, b) return (a * 2 + b):sqrt() end)(x, partner(x)) end,
   function(x) x:release() end,
   function(x) return x:apply(function(v) if x:nElement() > 500 then error 'long' end return v end) end,
   function(x) return tensor.FloatTensor(tensor.FloatStorage(x:storage(), 1, random(9))) end,
   function(x) return #tostring(x) end,
   function(x) return x:narrow(1, 1, 2):totable() end,
   function() tensor.setnumthreads(random(4)) end,
   function() if random(50) == 1 then tensor.emptyCache() end end,
   function() collectgarbage('step', random(200)) end,
}

local counts = { [true] = 0, [false] = 0 }

local function step()
   local ok, result = pcall(one_of(steps), any())
   counts[ok] = counts[ok] + 1
   if ok then keep(result) end
end

local function steps_in(place)
   local n = random(20)
   if place == 1 then
      tensor.scope(function()
         for _ = 1, n do step() end
         return pool
      end)
   elseif place == 2 then
      local run = coroutine.wrap(function() for _ = 1, n do step() coroutine.yield() end end)
      for _ = 1, random(n) do run() end
   else
      for _ = 1, n do step() end
   end
end

local function resident()
   local file = io.open '/proc/self/status'
   local text = file and file:read '*a' or ''
   if file then file:close() end
   return (tonumber(text:match 'VmRSS:%s*(%d+)') or 0) / 1024
end

-- The memory in use after everything has been dropped.
local function rest()
   pool = {}
   for _ = 1, 4 do collectgarbage() end
   tensor.emptyCache()
   local stats = tensor.memoryStats()
   return { live = stats.state, cached = stats.cached, heap = collectgarbage 'count' / 1024, resident = resident() }
end

local function text_of(r)
   return ('%d bytes live, %d kept, Lua heap %.2f MB, resident %.1f MB'):format(r.live, r.cached, r.heap, r.resident)
end

local progress_file = io.open(os.getenv 'TEST_PROGRESS' or '/dev/stderr', 'a')
local function progress(text)
   if not progress_file then return end
   progress_file:write('\r', text)
   progress_file:flush()
end

-- The first rounds may still allocate things once; after them the largest use seen is the limit.
local rounds, passed, failed, settled = 40, 0, 0, nil
tensor.setMemoryBudget(1e9)
local start = tensor.clock()
for round = 1, rounds do
   repeat steps_in(random(6)) until tensor.clock() - start > seconds * round / rounds
   local now = rest()
   local good = now.live == 0 and now.cached == 0
   if round <= 10 then
      settled = settled or now
      settled.heap, settled.resident = math.max(settled.heap, now.heap), math.max(settled.resident, now.resident)
   else
      good = good and now.heap < settled.heap + 1 and now.resident < settled.resident + 16
   end
   if good then passed = passed + 1 else failed = failed + 1 end
   print(('round %d, %d calls, %d errors: %s%s'):format(round, counts[true] + counts[false], counts[false],
      text_of(now), good and '' or '   NOT FLAT'))
   progress(('soak %3.0f %%  %.1f MB '):format(100 * round / rounds, now.resident))
end
progress '\r                          \r'
-- If most operations failed, the test would show nothing.
if counts[true] < counts[false] / 2 then failed = failed + 1 end
print(('%d passed, %d failed'):format(passed, failed))
os.exit(failed == 0)
