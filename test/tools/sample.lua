-- sample.lua: a helper of busted that runs only TEST_SAMPLE in a hundred examples of a file, chosen by TEST_SEED.
-- Invariant: the choice depends on the seed and on how many examples stand before, not on what they find.
local busted = require 'busted'

local percent, seed = tonumber(os.getenv 'TEST_SAMPLE'), tonumber(os.getenv 'TEST_SEED')
if not percent or not seed then error 'sample.lua needs TEST_SAMPLE and TEST_SEED, numbers' end
print(('a sample of %d in 100 examples; TEST_SEED=%d repeats it'):format(percent, seed))

-- A linear congruential generator modulo 2^31: the same numbers in every Lua. Its low bits repeat soon, so the high
-- ones are taken.
local state = seed % 2 ^ 31
local function draw()
   state = (state * 1103515 + 12345) % 2 ^ 31
   return math.floor(state / 2 ^ 16) % 100
end
for _ = 1, 10 do draw() end

-- The first is always run, so that no file is left without any.
local first = true
busted.subscribe({ 'register', 'it' }, function()
   local chosen = draw() < percent or first
   first = false
   return nil, chosen -- whether other subscribers, of which one runs it, see it too
end, { priority = 1 })
