-- random.lua: runs for the rows of generators and distributions: the numbers that Torch7's formulas give for
-- the first draws of the Mersenne Twister with seed 42.
local assert = require 'luassert'

local torch = package.loaded.torch or require 'tensor'
local rows = {}

local draws = { 1608637542, 3421126067 }
local u, v = draws[1] / 2 ^ 32, draws[2] / 2 ^ 32

-- Returns the default generator or one of the form's own: the one that the call uses has seed 42.
local function seeded(case)
   local gen = torch.Generator()
   torch.manualSeed(gen, case.given.gen and 42 or 7)
   torch.manualSeed(case.given.gen and 7 or 42)
   return gen
end

-- --- distributions ---

local function normal(mean, stdv) return math.sqrt(-2 * math.log(1 - v)) * math.cos(2 * math.pi * u) * stdv + mean end

-- For each: its form, values for the parameters, the defaults, and the formula.
local distributions = {
   uniform = { 'gen?, number?=0, number?=1', { -2, 3 }, { 0, 1 }, function(a, b) return u * (b - a) + a end },
   normal = { 'gen?, number?=0, number?=1', { 1, 2.5 }, { 0, 1 }, normal },
   cauchy = { 'gen?, number?=0, number?=1', { -1, 0.5 }, { 0, 1 },
      function(m, s) return m + s * math.tan(math.pi * (u - 0.5)) end },
   logNormal = { 'gen?, number?=1, number?=2', { 0.5, 0.75 }, { 1, 2 },
      function(m, s) return math.exp(normal(m, s)) end },
   exponential = { 'gen?, number', { 2 }, {}, function(lambda) return -math.log(1 - u) / lambda end },
   geometric = { 'gen?, number', { 0.7 }, {}, function(p) return math.floor(math.log(1 - u) / math.log(p)) + 1 end },
   bernoulli = { 'gen?, number?=0.5', { 0.2 }, { 0.5 }, function(p) return u <= p and 1 or 0 end },
}

for name, distribution in pairs(distributions) do
   local form, values, defaults, formula = (table.unpack or unpack)(distribution)
   rows['torch.' .. name] = { [form] = function(case)
      local gen, way = seeded(case), case.call.way
      local a, b = way[2] and values[1] or defaults[1], way[3] and values[2] or defaults[2]
      assert.near(formula(a, b), torch[name](case:drop(gen, values[1], values[2])), 1e-13)
   end }
end

local function random(value)
   return function(case)
      local gen, three = seeded(case), #case.call.form.items == 3
      assert.equal(value, torch.random(case:drop(gen, three and -5 or 10, 10)))
   end
end
rows['torch.random'] = { ['gen?'] = random(draws[1]), ['gen?, number(max)'] = random(draws[1] % 10 + 1),
   ['gen?, number(min), number(max)'] = random(draws[1] % 16 - 5) }

-- --- seeds and states ---

rows['torch.manualSeed'] = { ['gen?, number'] = function(case)
   local gen = seeded(case)
   torch.random(gen)
   assert.equal(0, select('#', torch.manualSeed(case:drop(gen, 42))))
   assert.equal(draws[1], torch.random(case.given.gen and gen or torch._gen))
end }
rows['torch.initialSeed'] = { ['gen?'] = function(case)
   local gen = seeded(case)
   torch.random(case:drop(gen))
   assert.equal(42, torch.initialSeed(case:drop(gen)))
end }
rows['torch.seed'] = { ['gen?'] = function(case)
   local gen = seeded(case)
   local seed = torch.seed(case:drop(gen))
   local drawn = torch.random(case:drop(gen))
   assert.equal(seed, torch.initialSeed(case:drop(gen)))
   assert.not_equal(seed, torch.seed(case:drop(gen)))
   torch.manualSeed(gen, seed)
   assert.equal(drawn, torch.random(gen))
end }

-- Setting a state that was taken before a draw repeats the draw.
local function get_state(case)
   local gen, result = seeded(case), torch.ByteTensor()
   local own = case.given.gen and gen or torch._gen
   local saved = torch.getRNGState(case:drop(gen, result))
   assert.equal('torch.ByteTensor', torch.typename(saved))
   if case.given.ByteTensor then assert.equal(result, saved) end
   local drawn = torch.normal(own)
   torch.setRNGState(own, saved)
   assert.equal(drawn, torch.normal(own))
end
local function set_state(case)
   local gen = seeded(case)
   local own = case.given.gen and gen or torch._gen
   local saved, drawn = torch.getRNGState(own), torch.normal(own)
   assert.equal(saved, torch.setRNGState(case:drop(gen, saved)))
   assert.equal(drawn, torch.normal(own))
end
rows['torch.getRNGState'] = { ['gen?, res:ByteTensor?'] = get_state }
rows['torch.setRNGState'] = { ['gen?, ByteTensor'] = set_state }

rows['torch.Generator'] = { ['()'] = function()
   local gen = torch.Generator()
   assert.equal('torch.Generator', torch.typename(gen))
   torch.manualSeed(gen, 42)
   assert.same(draws, { torch.random(gen), torch.random(gen) })
end }
rows['torch._gen'] = { [''] = function()
   torch.manualSeed(42)
   assert.equal('torch.Generator', torch.typename(torch._gen))
   assert.equal(draws[1], torch.random(torch._gen))
   assert.equal(draws[2], torch.random())
end }

local function in_file()
   local gen, other, file = torch.Generator(), torch.Generator(), torch.MemoryFile()
   torch.manualSeed(gen, 42)
   torch.normal(gen)
   assert.equal(0, select('#', gen:write(file)))
   file:seek(1)
   assert.equal(0, select('#', other:read(file)))
   assert.equal(torch.normal(gen), torch.normal(other))
   assert.equal(torch.random(gen), torch.random(other))
end
rows['Generator:write'], rows['Generator:read'] = { ['self, File'] = in_file }, { ['self, File'] = in_file }

return { ['random generator'] = rows }
