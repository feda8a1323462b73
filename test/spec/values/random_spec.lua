-- Random numbers: distributions, generators, permutations and positions; known answers and errors.
local tensor = require 'tensor'

-- Known answers for seed 42. They come from Torch7's formulas, written again in Python with its math module,
-- and applied to the draws of Python's random.Random, whose state was set to the words of init_genrand(42); 17
-- digits each. The draws begin with 1608637542, 3421126067, 4083286876, 787846414.
local draws = { 1608637542, 3421126067, 4083286876, 787846414 }

-- Distribution, parameters, values.
local known = {
   { 'uniform', { -2, 3 },
     { -0.12729942845180631, 1.9827149210032076, 2.7535715578123927, -1.0828260616399348, 1.6599696916528046 } },
   { 'normal', { 1, 2.5 },
     { -2.1455310737794044, 4.1637621238305247, 2.5158684923747598, 0.51497527463620685, 0.5090846447160573 } },
   { 'cauchy', { -1, 0.5 },
     { -1.2079536172858625, -0.32729566533182219, 2.203385157635775, -1.7693954997094496, -0.55359324074499927 } },
   { 'logNormal', { 0.5, 0.75 },
     { 0.64168399112703234, 4.2594014135157714, 2.5980483997983543, 1.4254571686738775, 1.4229403409896373 } },
   { 'exponential', { 2 },
     { 0.23463404136091973, 0.79615026049185811, 1.5050607677311572, 0.10132425081555003, 0.65837284027875931 } },
   { 'geometric', { 0.7 }, { 2, 5, 9, 1, 4, 5 } },
   { 'bernoulli', { 0.6 }, { 1, 0, 0, 1, 0, 0 } },
   { 'uniform', {}, { 0.37454011430963874, 0.79654298420064151, 0.95071431156247854 } },
   { 'normal', {}, { -1.2582124295117618, 1.2655048495322101, 0.60634739694990403 } },
   { 'cauchy', {}, { -0.41590723457172502, 1.3454086693363556, 6.4067703152715501 } },
   { 'logNormal', {}, { 0.21949521219604085, 34.158439953344612, 9.1403144984951386 } },
   { 'exponential', {}, { 0.46926808272183945, 1.5923005209837162, 3.0101215354623143 } },
   { 'bernoulli', {}, { 1, 0, 0, 1, 0, 0 } },
}
local whole = { geometric = true, bernoulli = true }
local unpack = unpack or table.unpack

-- Checks that got is within 2 units in the last place of a number with that many bits. exp magnifies the error
-- of a normal number by its size, which logNormal allows for.
local function near(expected, got, bits, name)
   local steps = name == 'logNormal' and math.max(1, math.abs(math.log(expected))) or 1
   assert.is_true(math.abs(expected - got) <= math.abs(expected) * steps * 2 ^ (1 - bits),
                  ('%.17g is too far from %.17g'):format(got, expected))
end

local function seeded(seed)
   local gen = tensor.Generator()
   gen:manualSeed(seed)
   return gen
end

local function state(gen) return gen:getRNGState():totable() end

describe('a distribution', function()
   for _, case in ipairs(known) do
      local name, parameters, values = unpack(case)

      it(('%s(%s) gives the known numbers'):format(name, table.concat(parameters, ', ')), function()
         tensor.manualSeed(42)
         for _, value in ipairs(values) do near(value, tensor[name](unpack(parameters)), 53, name) end
         local gen = seeded(42)
         for _, value in ipairs(values) do near(value, tensor[name](gen, unpack(parameters)), 53, name) end
         gen:manualSeed(42)
         near(values[1], gen[name](gen, unpack(parameters)), 53, name)
      end)

      it(('%s(%s) fills tensors with the known numbers'):format(name, table.concat(parameters, ', ')), function()
         for type, bits in pairs { Float = 24, Double = 53, Half = 11, BFloat16 = 8 } do
            local x = tensor[type .. 'Tensor'](#values)
            assert.equal(x, x[name](x, seeded(42), unpack(parameters)))
            for i, value in ipairs(values) do near(value, x[i], bits, name) end
            tensor.manualSeed(42)
            assert.equal(x, tensor[name](x:zero(), unpack(parameters)))
            for i, value in ipairs(values) do near(value, x[i], bits, name) end
         end
      end)

      for _, type in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long' } do
         it(('%s(%s) on %ss'):format(name, table.concat(parameters, ', '), type), function()
            local x, gen = tensor[type .. 'Tensor'](#values):fill(3), seeded(42)
            if whole[name] then
               assert.same(values, x[name](x, gen, unpack(parameters)):totable())
            else
               local before = state(gen)
               local message = '%s: not defined for torch.%sTensor, which holds whole numbers only'
               assert.has_error(function() x[name](x, gen, unpack(parameters)) end, message:format(name, type))
               assert.equal(3, x[1])
               assert.same(before, state(gen))
            end
         end)
      end
   end

   it('fills in row-major order whatever the strides are', function()
      local expected = tensor.FloatTensor(30, 40):normal(seeded(42)):totable()
      local layouts = {
         tensor.FloatTensor(40, 30):t(),
         tensor.FloatTensor(31, 42):narrow(1, 2, 30):narrow(2, 3, 40),
         tensor.FloatTensor(30, 40, 2):select(3, 2),
      }
      for _, x in ipairs(layouts) do assert.same(expected, x:normal(seeded(42)):totable()) end
   end)

   it('draws the same for a tensor as number by number, over the 624 words of a state', function()
      local gen, numbers = seeded(42), {}
      for i = 1, 1501 do numbers[i] = gen:normal() end
      local after = gen:random()
      gen:manualSeed(42)
      assert.same(numbers, tensor.DoubleTensor(1501):normal(gen):totable())
      assert.equal(after, gen:random())
      gen:manualSeed(42)
      for _ = 1, 623 do gen:random() end
      assert.equal(0.2508605329785496, gen:uniform())
      assert.equal(0.02535074297338724, gen:uniform())
   end)

   it('leaves the elements around a view alone', function()
      local x = tensor.zeros(4)
      x:narrow(1, 2, 2):fill(0):uniform(1, 2)
      assert.equal(0, x[1] + x[4])
      assert.is_true(x[2] >= 1 and x[3] >= 1)
   end)

   it('leaves an empty tensor and the generator as they are', function()
      local gen = seeded(42)
      local before = state(gen)
      assert.equal(0, tensor.Tensor():normal(gen):nElement())
      assert.equal(0, tensor.empty(0, 3):uniform(gen):nElement())
      assert.same(before, state(gen))
   end)

   local refused = {
      { 'normal: stdv is 0, must be a finite number above 0', 'normal', 1, 0 },
      { 'normal: mean is nan', 'normal', 0 / 0 },
      { 'uniform: b is inf', 'uniform', 0, 1 / 0 },
      { 'cauchy: sigma is %-1', 'cauchy', 0, -1 },
      { 'logNormal: stdv is 0', 'logNormal', 1, 0 },
      { 'exponential: lambda is 0', 'exponential', 0 },
      { 'geometric: p is 1, must be a number above 0 and below 1', 'geometric', 1 },
      { 'bernoulli: p is 1.5, must be a number from 0 to 1', 'bernoulli', 1.5 },
   }
   for _, case in ipairs(refused) do
      it('refuses: ' .. case[1], function()
         local message = case[1]:gsub('nan', '%%-?nan')
         local gen, x = seeded(1), tensor.ones(2)
         local before = state(gen)
         assert.error_matches(function() tensor[case[2]](gen, unpack(case, 3)) end, message)
         assert.error_matches(function() x[case[2]](x, gen, unpack(case, 3)) end, message)
         assert.same(before, state(gen))
         assert.same({ 1, 1 }, x:totable())
      end)
   end

   it('lists the accepted forms of a wrong call', function()
      assert.error_matches(function() tensor.geometric() end, 'accepted forms:\n  geometric%(g:Generator, p:number%)')
      assert.error_matches(function() tensor.normal('a') end, 'got %(string%)')
      assert.error_matches(function() tensor.normal(1, 2, 3) end, 'got %(number, number, number%)')
   end)

   it('refuses an expanded tensor', function()
      local gen = seeded(1)
      local before = state(gen)
      assert.error_matches(function() tensor.zeros(1):expand(3):normal(gen) end, 'share memory')
      assert.same(before, state(gen))
   end)
end)

describe('bernoulli of a tensor of probabilities', function()
   local p = { 0.1, 0.95, 0.5, 0.8, 0.3, 0.7 }
   local expected = { 0, 1, 0, 1, 0, 0 }

   it('draws each element with its own', function()
      for _, type in ipairs { 'Byte', 'Int', 'Long', 'Float', 'Double' } do
         for _, of in ipairs { 'Float', 'Double' } do
            local x = tensor[type .. 'Tensor'](6)
            assert.equal(x, x:bernoulli(seeded(42), tensor[of .. 'Tensor'](p)))
            assert.same(expected, x:totable())
         end
      end
      tensor.manualSeed(42)
      assert.same(expected, tensor.bernoulli(tensor.ByteTensor(6), tensor.Tensor(p)):totable())
   end)

   it('takes them in row-major order of other shapes, or repeats them', function()
      local x = tensor.IntTensor(3, 2):t():bernoulli(seeded(42), tensor.Tensor(p))
      assert.same({ { 0, 1, 0 }, { 1, 0, 0 } }, x:totable())
      assert.same({ { 0, 1 }, { 0, 1 } }, tensor.IntTensor(2, 2):bernoulli(tensor.Tensor { 0, 1 }):totable())
      x = tensor.DoubleTensor(p)
      assert.same(expected, x:bernoulli(seeded(42), x):totable())
   end)

   it('compares more elements than a block holds, of any layout and type', function()
      local wide = tensor.DoubleTensor(70, 90):uniform(seeded(3)):half():t()
      local drawn = tensor.DoubleTensor(90, 70):uniform(seeded(4))
      local compared = drawn:le(wide:double()):float()
      assert.is_true(compared:equal(tensor.FloatTensor(90, 70):bernoulli(seeded(4), wide)))
      local out = tensor.FloatTensor(70, 90):t():bernoulli(seeded(4), wide)
      assert.is_true(compared:equal(out))
   end)

   it('refuses what is no probability, other sizes and integer types', function()
      local x, gen = tensor.ones(2), seeded(1)
      local before = state(gen)
      assert.has_error(function() x:bernoulli(gen, tensor.Tensor { 0.5, 2 }) end,
                       'bernoulli: probability 2 is 2, must be a number from 0 to 1')
      assert.has_error(function() x:bernoulli(gen, tensor.Tensor { 0.5, -1 }) end,
                       'bernoulli: probability 2 is -1, must be a number from 0 to 1')
      assert.error_matches(function() x:bernoulli(gen, tensor.Tensor { 0 / 0, 1 }) end, 'probability 1 is %-?nan')
      assert.has_error(function() x:bernoulli(gen, tensor.ones(3)) end,
                       'bernoulli: probabilities of size 3 for a tensor of size 2')
      assert.error_matches(function() x:bernoulli(gen, tensor.IntTensor { 1, 1 }) end,
                           'probabilities in a torch.IntTensor')
      assert.same({ 1, 1 }, x:totable())
      assert.same(before, state(gen))
   end)
end)

describe('random', function()
   it('gives the draws themselves', function()
      local gen = seeded(42)
      for _, d in ipairs(draws) do assert.equal(d, tensor.random(gen)) end
   end)

   it('gives whole numbers between bounds', function()
      local gen = seeded(42)
      for _, value in ipairs { 2, 5, 3, 1, 1, 8, 6, 4 } do assert.equal(value, tensor.random(gen, -3, 9)) end
      gen:manualSeed(42)
      for _, value in ipairs { 1, 6, 5, 5, 1, 6, 5, 3 } do assert.equal(value, gen:random(6)) end
      assert.equal(7, tensor.random(7, 7))
      assert.equal(1, tensor.random(1))
      assert.equal(2 ^ 53 - 1 + draws[1] % 2, tensor.random(seeded(42), 2 ^ 53 - 1, 2 ^ 53))
   end)

   local ranges = {
      Byte = { 102, 179, 92, 14, 106 },
      Char = { 102, 51, 92, 14, 106 },
      Short = { 23654, 15795, 860, 5390, 29802 },
      Int = { 1608637542, 1273642419, 1935803228, 787846414, 996406378 },
      Long = { 1608637542, 3421126067, 4083286876, 787846414, 3143890026 },
      Half = { 426, 923, 745, 1816, 729 },
      Float = { 14801927, 15351016, 6423145, 16094432, 6550447 },
      Double = { 1608637542, 3421126067, 4083286876, 787846414, 3143890026 },
      Bool = { 0, 1, 0, 0, 0 },
      BFloat16 = { 12, 149, 201, 64, 31 },
   }
   for type, values in pairs(ranges) do
      it(('fills a %sTensor with what the type can count'):format(type), function()
         local x = tensor[type .. 'Tensor'](5)
         assert.equal(x, x:random(seeded(42)))
         assert.same(values, x:totable())
      end)

      it(('fills a %sTensor between bounds'):format(type), function()
         if type == 'Bool' then return end
         local x = tensor[type .. 'Tensor'](4, 2):t()
         assert.same({ { 1, 6, 5, 5 }, { 1, 6, 5, 3 } }, x:random(seeded(42), 6):totable())
         tensor.manualSeed(42)
         assert.same({ { 11, 16, 15, 15 }, { 11, 16, 15, 13 } }, tensor.random(x, 11, 16):totable())
      end)
   end

   it('is exact for large bounds of a LongTensor', function()
      local low = 2 ^ 53 - 3
      local x = tensor.LongTensor(3):random(seeded(42), low, low + 2)
      for i = 1, 3 do assert.equal(low + draws[i] % 3, x[i]) end
      x:random(seeded(42), -low, -low + 2)
      for i = 1, 3 do assert.equal(-low + draws[i] % 3, x[i]) end
   end)

   it('refuses bounds that are no whole numbers, or in the wrong order', function()
      local x = tensor.IntTensor { 5 }
      assert.error_matches(function() tensor.random(1.5) end, 'random: a bound must be a whole number')
      assert.error_matches(function() tensor.random(1, 0 / 0) end, 'random: a bound must be a whole number')
      assert.error_matches(function() x:random(2 ^ 60) end, 'random: a bound must be a whole number')
      assert.has_error(function() tensor.random(3, 2) end, 'random: the upper bound 2 is below the lower bound 3')
      assert.has_error(function() x:random(0) end, 'random: the upper bound 0 is below the lower bound 1')
      assert.error_matches(function() tensor.random('6') end, 'got %(string%)')
      assert.equal(5, x[1])
   end)
end)

describe('tensors of random numbers', function()
   it('are made by rand and randn', function()
      local r = tensor.rand(seeded(42), 3, { dtype = 'double' })
      assert.same({ 0.37454011430963874, 0.79654298420064151, 0.95071431156247854 }, r:totable())
      r = tensor.randn(seeded(42), { 1, 3 })
      assert.equal('torch.FloatTensor', r:type())
      assert.same({ 1, 3 }, r:size():totable())
      near(-1.2582124295117618, r[1][1], 24)
      tensor.manualSeed(42)
      assert.same(r:totable(), tensor.randn(tensor.LongStorage { 1, 3 }):totable())
      local x = tensor.Tensor(7)
      assert.equal(x, tensor.randn(x, seeded(42), 1, 3))
      assert.same(r:totable(), x:totable())
      assert.equal(x, x:rand(seeded(42), 3))
      near(0.37454011430963874, x[1], 24)
      assert.equal(x, x:randn(seeded(42), 1, 3))
      assert.same(r:totable(), x:totable())
      assert.equal(0, tensor.rand(0, 2):nElement())
   end)

   it('are of a floating type', function()
      assert.has_error(function() tensor.rand(2, { dtype = 'int' }) end,
                       'rand: not defined for torch.IntTensor, which holds whole numbers only')
      local x = tensor.IntTensor { 1 }
      assert.error_matches(function() x:randn(3) end, 'randn: not defined for torch.IntTensor')
      assert.same({ 1 }, x:totable())
   end)

   it('do not contradict their result', function()
      local r = tensor.FloatTensor { 7 }
      for _, name in ipairs { 'rand', 'randperm' } do
         assert.has_error(function() tensor[name](r, 2, { dtype = 'double' }) end,
                          name .. ': the result is a torch.FloatTensor, but the options ask for a torch.DoubleTensor')
      end
      assert.same({ 7 }, r:totable())
   end)
end)

describe('randperm', function()
   it('gives the known permutations', function()
      assert.same({ 3, 7, 2, 9, 5, 6, 1, 10, 4, 8 }, tensor.randperm(seeded(42), 10):totable())
      assert.same({ 1, 2, 4, 3, 5 }, tensor.randperm(seeded(7), 5, { dtype = 'long' }):totable())
      tensor.manualSeed(7)
      local x = tensor.LongTensor()
      assert.equal(x, tensor.randperm(x, 5))
      assert.same({ 1, 2, 4, 3, 5 }, x:totable())
      assert.same({ 1, 2, 4, 3, 5 }, tensor.ByteTensor(1):randperm(seeded(7), 5):totable())
   end)

   it('takes 0 and 1 numbers', function()
      assert.same({ 0 }, tensor.randperm(0):size():totable())
      assert.same({ 1 }, tensor.randperm(1):totable())
   end)

   it('refuses more numbers than the type can hold', function()
      assert.has_error(function() tensor.randperm(256, { dtype = 'byte' }) end,
                       'randperm: a torch.ByteTensor holds whole numbers up to 255 only, not 256')
      assert.equal(255, tensor.randperm(255, { dtype = 'byte' }):nElement())
      assert.error_matches(function() tensor.randperm(-1) end, 'negative')
      assert.error_matches(function() tensor.randperm(2.5) end, 'whole number')
   end)
end)

describe('multinomial', function()
   local weights = { 1, 2, 0, 4, 3 }

   it('draws positions with replacement', function()
      local expected = { 4, 5, 5, 2, 5, 5, 4, 4, 2, 4, 2, 1 }
      assert.same(expected, tensor.multinomial(seeded(42), tensor.Tensor(weights), 12, true):totable())
      local x = tensor.LongTensor()
      assert.equal(x, x:multinomial(seeded(42), tensor.DoubleTensor(weights), 12, true))
      assert.same(expected, x:totable())
   end)

   it('draws each position once without', function()
      assert.same({ 4, 5, 2, 1 }, tensor.multinomial(seeded(42), tensor.Tensor(weights), 4):totable())
      tensor.manualSeed(42)
      assert.same({ 4, 5 }, tensor.Tensor(weights):multinomial(2, false):totable())
   end)

   it('draws for each row of a matrix', function()
      local rows = tensor.Tensor { { 1, 2, 3, 4 }, { 5, 1, 1, 9 }, { 0.25, 0.5, 0.125, 1 } }
      local expected = { { 3, 4, 2 }, { 1, 4, 3 }, { 4, 2, 1 } }
      assert.same(expected, tensor.multinomial(seeded(42), rows, 3):totable())
      assert.same(expected, tensor.multinomial(seeded(42), rows:t():clone():t(), 3):totable())
   end)

   it('never draws a weight of 0, nor a position twice', function()
      local w = tensor.DoubleTensor { 0, 1, 1e-30, 0, 1e-300 }
      for seed = 1, 20 do
         local drawn = tensor.multinomial(seeded(seed), w, 3):totable()
         table.sort(drawn)
         assert.same({ 2, 3, 5 }, drawn)
      end
   end)

   it('refuses weights and counts from which nothing can be drawn', function()
      local function fails(message, w, ...)
         local gen, args = seeded(1), { ... }
         local before = state(gen)
         assert.error_matches(function() tensor.multinomial(gen, w, unpack(args)) end, message)
         assert.same(before, state(gen))
      end
      fails('weight 2 is %-1', tensor.Tensor { 1, -1 }, 1)
      fails('weight 1 is %-?nan', tensor.Tensor { 0 / 0, 1 }, 1)
      fails('weight 1 is inf', tensor.Tensor { 1 / 0, 1 }, 1)
      fails('the weights add up to 0', tensor.zeros(3), 1)
      fails('3 positions without replacement from 2 positive weights', tensor.Tensor { 1, 0, 1 }, 3)
      fails('0 positions asked for', tensor.ones(3), 0)
      fails('weights in a torch.IntTensor', tensor.IntTensor { 1, 1 }, 1)
      fails('weights of size 1x1x1', tensor.ones(1, 1, 1), 1)
      fails('the weights add up to 0', tensor.empty(0), 1)
   end)
end)

describe('multinomialAliasSetup', function()
   it('names itself and the caller in errors', function()
      local function fails(text, weights)
         local ok, message = pcall(function() return tensor.multinomialAliasSetup(weights) or nil end)
         assert.is_false(ok)
         assert.truthy(message:find('^[^\n]*random_spec%.lua:%d+: multinomialAliasSetup: ' .. text), message)
      end
      fails('weight 1 is nan, must be', tensor.FloatTensor { 0 / 0, 1 })
      fails('weights in a torch.LongTensor', tensor.LongTensor { 1, 2 })
      fails('got %(torch.FloatTensor', tensor.FloatTensor(2, 2))
      assert.error_matches(function() tensor.multinomial(tensor.FloatTensor { 0 / 0, 1 }, 1) end, 'weight 1 is nan')
   end)
end)

describe('a generator', function()
   it('repeats its stream after manualSeed, of which 32 bits count', function()
      local gen = tensor.Generator()
      tensor.manualSeed(gen, 42)
      assert.equal(draws[1], gen:random())
      assert.equal(42, tensor.initialSeed(gen))
      gen:manualSeed(42 + 2 ^ 32)
      assert.equal(draws[1], gen:random())
      assert.equal(42 + 2 ^ 32, gen:initialSeed())
      gen:manualSeed(42 - 2 ^ 32)
      assert.equal(draws[1], gen:random())
      assert.equal(42 - 2 ^ 32, gen:initialSeed())
      tensor.manualSeed(43)
      assert.equal(43, tensor.initialSeed())
   end)

   it('drops the second normal of a pair with a new seed', function()
      local gen = seeded(42)
      local first = gen:normal()
      gen:manualSeed(42)
      assert.equal(first, gen:normal())
   end)

   it('is its own, and that of the state another', function()
      local a, b = seeded(42), seeded(42)
      tensor.manualSeed(42)
      a:random()
      assert.equal(draws[1], b:random())
      assert.equal(draws[1], tensor.random())
      assert.equal(draws[2], a:random())
   end)

   it('is seeded by the system', function()
      local gen = tensor.Generator()
      local seed = gen:seed()
      assert.equal(seed, gen:initialSeed())
      assert.is_true(seed >= 0 and seed < 2 ^ 32 and seed % 1 == 0)
      local drawn = gen:random()
      gen:manualSeed(seed)
      assert.equal(drawn, gen:random())
      assert.not_same(state(tensor.Generator()), state(tensor.Generator()))
      assert.equal(tensor.seed(), tensor.initialSeed())
   end)

   it('is Torch7\'s, or Philox4x32-10 by name', function()
      local gen = tensor.Generator 'philox'
      assert.equal('philox', gen:kind())
      assert.equal('philox', gen:clone():kind())
      assert.equal('mersenne', tensor.Generator():kind())
      assert.equal('mersenne', tensor.Generator('mersenne'):kind())
      gen:manualSeed(0) -- first known answer of the authors
      for _, word in ipairs { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } do assert.equal(word, gen:random()) end
      assert.equal(gen:seed(), gen:initialSeed())
      assert.equal('philox', gen:kind())
      assert.error_matches(function() tensor.Generator 'other' end, 'kind:mersenne/philox')
      assert.error_matches(function() gen.kind(3) end, 'kind: a Generator expected')
   end)

   it('of the Philox kind serves every distribution, one by one or in tensors', function()
      for _, case in ipairs(known) do
         local name, parameters = case[1], case[2]
         local gen = tensor.Generator 'philox'
         gen:manualSeed(3)
         local x = tensor.DoubleTensor(701)
         x[name](x, gen, unpack(parameters))
         local saved = gen:getRNGState()
         local after = gen:random()
         gen:manualSeed(3)
         for i = 1, 701 do assert.equal(x[i], gen[name](gen, unpack(parameters))) end
         assert.equal(after, gen:random())
         assert.equal(after, (function() gen:setRNGState(saved) return gen:random() end)())
      end
   end)

   it('fills with the same bits on every level and for any number of threads', function()
      local best, threads = tensor.getSimd(), tensor.getnumthreads()
      for _, kind in ipairs { 'mersenne', 'philox' } do
         for _, case in ipairs(known) do
            local expected
            for _, level in ipairs(tensor.simdLevels()) do
               for count = 1, 3, 2 do
                  local gen, x = tensor.Generator(kind), tensor.FloatTensor(40001)
                  gen:manualSeed(11)
                  tensor.setSimd(level)
                  tensor.setnumthreads(count)
                  x[case[1]](x, gen, unpack(case[2]))
                  expected = expected or x
                  assert.equal(0, x:ne(expected):long():sum())
               end
            end
         end
      end
      tensor.setSimd(best)
      tensor.setnumthreads(threads)
   end)

   it('is copied by clone', function()
      local gen = seeded(42)
      gen:normal()
      local copy = gen:clone()
      assert.equal(gen:normal(), copy:normal())
      gen:random()
      assert.not_same(state(gen), state(copy))
   end)

   it('saves and restores its state, with the second normal of a pair', function()
      local gen = seeded(42)
      gen:normal()
      local saved = tensor.getRNGState(gen)
      assert.equal('torch.ByteTensor', saved:type())
      local second, third = gen:normal(), gen:random()
      assert.equal(saved, tensor.setRNGState(gen, saved))
      assert.equal(second, gen:normal())
      assert.equal(third, gen:random())
      tensor.setRNGState(saved)
      assert.equal(second, tensor.normal())
      local other = tensor.ByteTensor(3)
      assert.equal(other, tensor.getRNGState(gen, other))
      assert.same(state(gen), other:totable())
      assert.same(tensor.getRNGState():totable(), tensor.getRNGState(tensor.ByteTensor()):totable())
   end)

   it('refuses bytes that are no state', function()
      local gen = seeded(42)
      local before = state(gen)
      assert.error_matches(function() gen:setRNGState(tensor.ByteTensor(7)) end,
                           'setRNGState: a state has %d+ bytes, not 7')
      assert.has_error(function() gen:setRNGState(tensor.zeros(#before, { dtype = 'byte' })) end,
                       'setRNGState: these bytes are not the state of a generator')
      assert.error_matches(function() gen:setRNGState(tensor.ones(3)) end, 'accepted forms')
      assert.same(before, state(gen))
   end)

   for _, wrong in ipairs { 0 / 0, 1.5, 1 / 0, 2 ^ 62 } do
      it('refuses the seed ' .. tostring(wrong), function()
         tensor.manualSeed(42)
         assert.error_matches(function() tensor.manualSeed(wrong) end, 'manualSeed: a seed must be a whole number')
         assert.equal(draws[1], tensor.random())
      end)
   end

   it('refuses seeds that are no numbers', function()
      assert.error_matches(function() tensor.manualSeed('42') end, 'manualSeed: got %(string%)')
      assert.error_matches(function() tensor.manualSeed() end, 'manualSeed: got %(%)')
      assert.error_matches(function() tensor.manualSeed(nil) end, 'manualSeed: seed is nil: got %(nil%)')
      assert.error_matches(function() tensor.Generator().clone(3) end, 'clone: a Generator expected')
   end)
end)
