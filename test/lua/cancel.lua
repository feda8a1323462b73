-- cancel.lua: what test_cancel.c stops: the rows of the module that compute elements, in tensors of a size that is cut
-- into parts. cancelAfter(n) has the flag set before piece n of what follows (0: at once), without n it clears it.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local places = require 'spec.support.places'

local unpack = table.unpack or unpack

-- Fresh arguments, always the same.
local function arguments(call, dtype)
   return call.make(places.new { dtype = dtype, size = 'cut', layout = 'contiguous', offset = 0,
      generator_kind = 'philox' })
end

local function held()
   collectgarbage()
   collectgarbage()
   return tensor.memoryStats().state
end

local function is_same(a, b)
   if tensor.type(a) ~= tensor.type(b) then return false end
   if not tensor.isTensor(a) then return type(a) ~= 'number' or a == b or a ~= a end
   if not a:isSameSizeAs(b) then return false end
   return tensor.logicalOr(a:eq(b), tensor.logicalAnd(a:ne(a), b:ne(b))):all()
end

-- Runs what make() returns with the flag set before each of its pieces in turn (of many, some), until it ends
-- undisturbed. Returns how often it was stopped.
local function stop(name, make)
   local good, wanted = pcall(make())
   if not good then return 0 end -- no call for this type
   local before, at, stops, done, got = held(), 0, -1, false, nil
   while not done do
      local run = make()
      cancelAfter(at)
      done, got = pcall(run)
      cancelAfter()
      assert(done or got:find ': stopped by the host', name .. ': ' .. tostring(got))
      at, stops = at + 1 + math.floor(at / 6), stops + 1
   end
   assert(is_same(wanted, got), name .. ': another result after a stop')
   got = nil -- luacheck: ignore
   assert(held() <= before, name .. ': memory is lost')
   return stops
end

cancelAfter()
local stopped = {}
for k, call in ipairs(calls()) do
   local dtype = ({ 'float', 'double', 'long' })[k % 3 + 1]
   local n = stopped[call.name] or stop(call.name, function()
      local given = arguments(call, dtype)
      return function() return call.run(unpack(given)) end
   end)
   stopped[call.name] = n
end

-- Of each way to walk, one.
for _, name in ipairs { 'add', 'sum', 'cumsum', 'var', 'cat', 'gather', 'maskedSelect', 'uniform', 'conv2', 'fuse' } do
   assert(stopped[name] > 0, name .. ' is never stopped')
end

-- Larger than those: rows, products, orders, transforms, solvers.
local x = tensor.uniform(tensor.zeros(400, 1000))
local stack = tensor.uniform(tensor.zeros(3000, 4, 4))
for name, run in pairs {
   softmax = function() return tensor.softmax(x, 2) end,
   sort = function() return tensor.sort(x, 2) end,
   ['sort of one row'] = function() return tensor.sort(x:view(-1)) end,
   topk = function() return tensor.topk(x, 10, 2) end,
   mm = function() return x * x:t() end,
   bmm = function() return tensor.bmm(stack, stack) end,
   rfft = function() return tensor.rfft(x, nil, 2) end,
   ['rfft of one row'] = function() return tensor.rfft(x:view(-1)) end,
   inv = function() return tensor.inv(stack) end,
   cdist = function() return tensor.cdist(x, x) end,
   flip = function() return tensor.flip(x, { 1, 2 }) end,
   transpose = function() return x:t():contiguous() end,
   searchsorted = function() return tensor.searchsorted(tensor.range(1, 100), x) end,
} do
   assert(stop(name, function() return run end) > 0, name .. ' is never stopped')
end
