-- sample.lua: a helper for busted that runs only TEST_SAMPLE percent of the examples of a file, chosen by TEST_SEED.
-- Invariant: the choice depends on the seed and on the number of examples before, not on their results.
local busted = require 'busted'

local percent, seed = tonumber(os.getenv 'TEST_SAMPLE'), tonumber(os.getenv 'TEST_SEED')
if not percent or not seed then error 'sample.lua needs TEST_SAMPLE and TEST_SEED, numbers' end
print(('a sample of %d in 100 examples; TEST_SEED=%d repeats it'):format(percent, seed))

-- A linear congruential generator modulo 2^31, which gives the same numbers in every Lua. Its low bits have short
-- periods, so only the high ones are used.
local state = seed % 2 ^ 31
local function draw()
   state = (state * 1103515 + 12345) % 2 ^ 31
   return math.floor(state / 2 ^ 16) % 100
end
for _ = 1, 10 do draw() end

-- The first example always runs, so that every file runs at least one.
local first = true
busted.subscribe({ 'register', 'it' }, function()
   local chosen = draw() < percent or first
   first = false
   return nil, chosen -- false stops the event, so that the subscriber which runs the example does not see it
end, { priority = 1 })
