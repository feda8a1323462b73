-- made.lua: the results of Torch7's constructors and random functions in plain Lua.
local plain = require 'spec.support.torch7.plain'

local reference = {}

local function sizes_of(list) return type(list[1]) == 'table' and list[1] or list end
function reference.ones(call, ...) return plain.make(call.type, sizes_of { ... }, function() return 1 end) end
function reference.zeros(call, ...) return plain.make(call.type, sizes_of { ... }, function() return 0 end) end
function reference.eye(call, n, m)
   return plain.make(call.type, { n, m == 0 and n or m }, function(index) return index[1] == index[2] and 1 or 0 end)
end
function reference.linspace(call, first, last, n)
   return plain.make(call.type, { n }, function(_, k) return first + (last - first) * (k - 1) / (n - 1) end)
end
function reference.logspace(call, first, last, n)
   return plain.make(call.type, { n }, function(_, k) return 10 ^ (first + (last - first) * (k - 1) / (n - 1)) end)
end
function reference.range(call, first, last, step)
   local n = math.floor((last - first) / step) + 1
   return plain.make(call.type, { n }, function(_, k) return first + (k - 1) * step end)
end

-- --- random numbers ---

-- The first draws of the Mersenne Twister (Matsumoto and Nishimura) for seed 42, from NumPy:
--   numpy.random.RandomState(42).randint(0, 2**32, 64, dtype='uint32')
local draws = {
   1608637542, 3421126067, 4083286876, 787846414, 3143890026, 3348747335, 2571218620, 2563451924,
   670094950, 1914837113, 669991378, 429389014, 249467210, 1972458954, 3720198231, 1433267572,
   2581769315, 613608295, 3041148567, 2795544706, 88409749, 242285876, 4165731073, 3100961111,
   3575313899, 4031053213, 911989541, 3344769, 780932287, 4261516219, 787716372, 2652062880,
   1306710475, 2627030329, 2253811733, 30349564, 1855189739, 99052376, 1250819632, 2253890010,
   2627888186, 1717389822, 599121577, 200427519, 1254751707, 4182248123, 1573512143, 999745294,
   1958805693, 389151677, 3372305070, 2655947709, 857592370, 1642661739, 2208620086, 4222944499,
   2544401215, 2004731384, 199502978, 3693415908, 2609385266, 2921898630, 732395540, 1934879560,
}

local next_draw, kept

-- Starts the stream again.
function reference.restart() next_draw, kept = 0, nil end

local function draw()
   next_draw = next_draw + 1
   return assert(draws[next_draw], 'more draws are needed')
end
local function uniform() return draw() / 2 ^ 32 end

-- Normal numbers come in pairs: the sine and the cosine of one angle.
local function normal(mean, deviation)
   if kept then
      local value = kept
      kept = nil
      return value * deviation + mean
   end
   local x, y = uniform(), uniform()
   local r = math.sqrt(-2 * math.log(1 - y))
   kept = r * math.sin(2 * math.pi * x)
   return r * math.cos(2 * math.pi * x) * deviation + mean
end

local one = {
   uniform = function(a, b) return uniform() * (b - a) + a end,
   normal = normal,
   exponential = function(lambda) return -math.log(1 - uniform()) / lambda end,
   cauchy = function(median, sigma) return median + sigma * math.tan(math.pi * (uniform() - 0.5)) end,
   logNormal = function(mean, deviation) return math.exp(normal(mean, deviation)) end,
   geometric = function(p) return math.floor(math.log(1 - uniform()) / math.log(p)) + 1 end,
   bernoulli = function(p) return uniform() <= p and 1 or 0 end,
}
for name, f in pairs(one) do
   reference[name] = function(call, a, b)
      if not call.out then return f(a, b) end
      return plain.map(call.out, function(_, k) return f(type(a) == 'table' and a[k] or a, b) end)
   end
end

-- How many whole numbers from 0 on each type can hold.
local counts = {
   Byte = 256, Char = 128, Short = 2 ^ 15, Int = 2 ^ 31, Long = 2 ^ 63, Float = 2 ^ 24 + 1, Double = 2 ^ 53 + 1,
}
function reference.random(call, a, b)
   local function number()
      if not a then return draw() % (call.out and counts[call.out.type] or 2 ^ 32) end
      local first, last = b and a or 1, b or a
      return draw() % (last - first + 1) + first
   end
   if not call.out then return number() end
   return plain.map(call.out, number)
end

function reference.rand(call, ...) return plain.make(call.type, sizes_of { ... }, uniform) end
function reference.randn(call, ...)
   return plain.make(call.type, sizes_of { ... }, function() return normal(0, 1) end)
end

function reference.randperm(call, n)
   local list = {}
   for i = 1, n do list[i] = i end
   for i = 1, n - 1 do
      local j = i + draw() % (n - i + 1)
      list[i], list[j] = list[j], list[i]
   end
   return plain.make(call.type, { n }, function(_, k) return list[k] end)
end

-- Draws positions by the running sums of the weights. Without replacement a drawn position loses its weight.
local function positions(weights, n, replacement)
   local list, left = {}, { (table.unpack or unpack)(weights) }
   for i = 1, n do
      local total, u, at, sum = 0, uniform(), 0, 0
      for _, w in ipairs(left) do total = total + w end
      repeat
         at = at + 1
         sum = sum + left[at] / total
      until sum >= u or at == #left
      list[i] = at
      if not replacement then left[at] = 0 end
   end
   return list
end

function reference.multinomial(_, weights, n, replacement)
   return plain.spread(weights, #weights.size, n, function(list) return positions(list, n, replacement) end, 'Long')
end

return reference
