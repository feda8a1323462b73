-- Samplers, choices and permutations: moments and ends of the distributions, that a seed gives the same values whatever
-- the threads, levels and layouts are, and what is refused. Moments are those of the distributions; the bounds are
-- 5 standard errors.
local tensor = require 'tensor'

local unpack = table.unpack or unpack
local threads, level = tensor.getnumthreads(), tensor.getSimd and tensor.getSimd()

local function table_of(x) return x:totable() end
local function sizes(x) return x:size():totable() end
local function fails(text, f, ...)
   local arguments, n = { ... }, select('#', ...)
   assert.error_matches(function() f(unpack(arguments, 1, n)) end, text)
end

local N = 20000

-- Checks mean and variance of N values; fourth is the fourth central moment divided by the square of the variance.
local function check_moments(x, mean, variance, fourth, name)
   x = x:double()
   local m, v = x:mean(), x:var()
   assert(math.abs(m - mean) <= 5 * math.sqrt(variance / N), ('%s: mean %g, expected %g'):format(name, m, mean))
   assert(math.abs(v - variance) <= 5 * variance * math.sqrt((fourth - 1) / N),
      ('%s: variance %g, expected %g'):format(name, v, variance))
end

describe('a sampler', function()
   for _, kind in ipairs { 'mersenne', 'philox' } do
      local g = tensor.Generator(kind)

      it('has the moments of its distribution: ' .. kind, function()
         g:manualSeed(7)
         local function made() return tensor.DoubleTensor(N) end
         for _, shape in ipairs { 0.3, 1, 4, 250 } do
            check_moments(made():gamma(g, shape, 2), 2 * shape, 4 * shape, 3 + 6 / shape, 'gamma ' .. shape)
         end
         for _, p in ipairs { { 0.5, 2 }, { 3, 4 }, { 1, 1 } } do
            local a, b = unpack(p)
            local variance = a * b / ((a + b) ^ 2 * (a + b + 1))
            check_moments(made():beta(g, a, b), a / (a + b), variance, 6, 'beta ' .. a)
         end
         for _, rate in ipairs { 0.2, 9.5, 10, 33, 1e5 } do
            check_moments(made():poisson(g, rate), rate, rate, 3 + 1 / rate, 'poisson ' .. rate)
         end
         for _, c in ipairs { { 1, 0.5 }, { 10, 0.3 }, { 30, 0.99 }, { 100, 0.04 }, { 1000, 0.3 }, { 1e9, 0.6 },
            { 1e9, 2e-9 } } do
            local n, p = unpack(c)
            local variance = n * p * (1 - p)
            check_moments(made():binomial(g, n, p), n * p, variance, 3 + 1 / variance, 'binomial ' .. n .. ' ' .. p)
         end
      end)

      it('gives what its generator, seed and parameters say, whatever threads, level and layout: ' .. kind, function()
         local function all()
            g:manualSeed(3)
            return { tensor.FloatTensor(70, 30):gamma(g, 0.7), tensor.FloatTensor(30, 70):t():poisson(g, 12),
               tensor.LongTensor(70, 30):binomial(g, 90, 0.4), tensor.dirichlet(g, tensor.ones(70, 3)),
               tensor.FloatTensor(70, 30, 2):select(3, 1):beta(g, 2, tensor.ones(30)) }
         end
         tensor.setnumthreads(1)
         local first = all()
         tensor.setnumthreads(4)
         for _, name in ipairs(tensor.simdLevels()) do
            tensor.setSimd(name)
            for k, x in ipairs(all()) do assert(x:equal(first[k]), k) end
         end
         tensor.setnumthreads(threads)
         if level then tensor.setSimd(level) end
         g:manualSeed(3)
         assert(tensor.FloatTensor(2100):gamma(g, 0.7):equal(first[1]:flatten()))
         g:manualSeed(4)
         assert.is_false(tensor.FloatTensor(70, 30):gamma(g, 0.7):equal(first[1]))
      end)
   end

   it('stays inside its ends', function()
      tensor.manualSeed(5)
      local x = tensor.DoubleTensor(N)
      assert(x:gamma(0.01):min() >= 0 and x:max() < math.huge and not x:isnan():any())
      assert(x:beta(0.001, 0.001):min() >= 0 and x:max() <= 1 and not x:isnan():any())
      assert(x:binomial(12, 0.9):min() >= 0 and x:max() <= 12)
      assert.equal(0, x:poisson(0):sum())
      assert.equal(0, x:binomial(5, 0):sum())
      assert.equal(5 * N, x:binomial(5, 1):sum())
      assert.equal(0, x:binomial(0, 0.5):sum())
      assert(x:poisson(1e300):min() > 0.9e300)
      assert(x:binomial(2 ^ 53, 0.5):max() <= 2 ^ 53)
   end)

   it('takes numbers and tensors, which broadcast', function()
      assert.equal('number', type(tensor.poisson(3)))
      assert.equal(0, tensor.poisson(tensor.Generator(), 0))
      assert.equal(4, tensor.binomial(4, 1))
      local x = tensor.poisson(tensor.DoubleTensor { { 0 }, { 1e6 } })
      assert.equal('torch.DoubleTensor', x:type())
      assert(x[1][1] == 0 and x[2][1] > 9e5)
      assert.same({ 2, 3 }, sizes(tensor.binomial(tensor.LongTensor { { 1 }, { 2 } }, tensor.zeros(3))))
      assert.same({ { 0, 0, 0 }, { 2, 2, 2 } },
         table_of(tensor.zeros(2, 3):binomial(tensor.LongTensor { { 0 }, { 2 } }, 1)))
      assert.same({ 4, 3 }, sizes(tensor.gamma(tensor.ones(4, 1), tensor.ones(3))))
      assert.equal('torch.FloatTensor', tensor.gamma(tensor.LongTensor { 1, 2 }):type())
      assert.same({ 0 }, sizes(tensor.poisson(tensor.zeros(0))))
      for dtype in ('byte char short int long uint16 half bfloat16 float double'):gmatch '%S+' do
         assert.equal(9, tensor.zeros(3, { dtype = dtype }):binomial(3, 1):sum())
      end
   end)

   it('refuses, and its generator and tensor stay', function()
      local g = tensor.Generator()
      local x, state = tensor.ones(3), table_of(g:getRNGState())
      fails('shape is 0', x.gamma, x, g, 0)
      fails('scale is %-1', x.gamma, x, g, 1, -1)
      fails('shape is nan', x.gamma, x, g, tensor.FloatTensor { 1, 0 / 0, 1 })
      fails('rate is inf', x.poisson, x, g, math.huge)
      fails('p is 1.5', x.binomial, x, g, 1, 1.5)
      fails('n is 0.5', x.binomial, x, g, 0.5, 0.5)
      fails('does not broadcast', x.poisson, x, g, tensor.ones(2))
      fails('do not broadcast', tensor.gamma, g, tensor.ones(2), tensor.ones(3))
      fails('whole numbers only', x.beta, tensor.LongTensor(2), g, 1, 1)
      fails('BoolTensor', x.poisson, tensor.BoolTensor(2), g, 1)
      fails('poisson', x.poisson, tensor.zeros(2):type('torch.ComplexDoubleTensor'), g, 1)
      fails('share memory', x.poisson, tensor.zeros(1):expand(3), g, 1)
      fails('alpha is 0', tensor.dirichlet, g, tensor.zeros(2))
      fails('a vector or rows', tensor.dirichlet, g, tensor.FloatTensor({ 1 }):view(tensor.LongStorage()))
      assert.same(state, table_of(g:getRNGState()))
      assert.same({ 1, 1, 1 }, table_of(x))
   end)

   it('dirichlet has rows of sum 1 with the means of alpha', function()
      tensor.manualSeed(2)
      local x = tensor.dirichlet(tensor.DoubleTensor({ 1, 2, 5 }):expand(N, 3))
      assert((x:sum(2) - 1):abs():max() < 1e-12 and x:min() >= 0)
      for k, mean in ipairs { 1 / 8, 2 / 8, 5 / 8 } do assert(math.abs(x:select(2, k):mean() - mean) < 0.01) end
      local small = tensor.dirichlet(tensor.DoubleTensor(100, 4):fill(1e-3))
      assert(not small:isnan():any() and (small:sum(2) - 1):abs():max() < 1e-12)
      assert.same({ 2, 0 }, sizes(tensor.dirichlet(tensor.zeros(2, 0))))
   end)
end)

describe('parameters in tensors', function()
   it('of normal, uniform and exponential scale the plain values', function()
      for _, kind in ipairs { 'mersenne', 'philox' } do
         local g = tensor.Generator(kind)
         local function seeded() return g:manualSeed(9) or g end
         local plain = tensor.DoubleTensor(2, 3):normal((seeded()))
         local mean, stdv = tensor.DoubleTensor { { 1 }, { 10 } }, tensor.DoubleTensor { 1, 2, 3 }
         seeded()
         local expected = plain:clone():cmul(stdv:expand(2, 3)) + mean:expand(2, 3)
         assert.equal(0, tensor.dist(tensor.normal(g, mean, stdv), expected))
         seeded()
         local x = tensor.DoubleTensor(2, 3)
         assert.equal(x, x:normal(g, mean, 2))
         assert.equal(0, tensor.dist(x, plain * 2 + mean:expand(2, 3)))
         seeded()
         plain = tensor.DoubleTensor(3):uniform(g)
         seeded()
         assert(tensor.dist(tensor.DoubleTensor(3):uniform(g, -1, stdv), plain:clone():cmul(stdv + 1) - 1) < 1e-15)
         seeded()
         plain = tensor.DoubleTensor(3):exponential(g)
         seeded()
         assert.equal(0, tensor.dist(tensor.DoubleTensor(3):exponential(g, stdv), plain:clone():cdiv(stdv)))
      end
      assert.equal('torch.FloatTensor', tensor.normal(tensor.LongTensor { 1, 2 }, tensor.LongTensor { 1, 2 }):type())
   end)

   it('are checked', function()
      local x = tensor.ones(2)
      fails('stdv is 0', x.normal, x, 0, tensor.zeros(2))
      fails('mean is nan', x.normal, x, tensor.FloatTensor { 0 / 0, 1 }, 1)
      fails('lambda is %-1', x.exponential, x, tensor.FloatTensor { 1, -1 })
      fails('does not broadcast', x.normal, x, tensor.zeros(3), 1)
      fails('not defined for torch.LongTensor', x.normal, tensor.LongTensor(2), tensor.zeros(2), 1)
      assert.same({ 1, 1 }, table_of(x))
   end)
end)

describe('choices', function()
   local function sorted(x) return table_of((x:sort())) end

   it('with and without replacement', function()
      tensor.manualSeed(1)
      local x = tensor.choice(10, N)
      assert.equal('torch.LongTensor', x:type())
      assert(x:min() == 1 and x:max() == 10 and math.abs(x:double():mean() - 5.5) < 0.15)
      assert.same({ 1, 2, 3, 4, 5 }, sorted(tensor.choice(5, 5, false)))
      assert.same({ 2, 3 }, sizes(tensor.choice(4, { 2, 3 })))
      assert.same({ 0 }, sizes(tensor.choice(4, 0)))
      assert.same({ 0 }, sizes(tensor.choice(0, 0)))
      local p = tensor.FloatTensor { 0.1, 0, 0.9 }
      local drawn = tensor.choice(3, N, true, p)
      assert(not drawn:eq(2):any() and math.abs(drawn:eq(1):long():sum() / N - 0.1) < 0.015)
      assert.same({ 1, 3 }, sorted(tensor.choice(3, 2, false, p)))
      fails('4 of 3 without replacement', tensor.choice, 3, 4, false)
      fails('nothing to choose', tensor.choice, 0, 1)
      fails('probabilities of size 2', tensor.choice, 3, 1, true, tensor.ones(2))
      fails('negative', tensor.choice, 3, -1)
      fails('choice', tensor.choice, 3)
   end)

   it('of elements and slices', function()
      local v = tensor.range(11, 15)
      assert.same(table_of(v), sorted(tensor.choice(v, 5, false)))
      local m = tensor.range(1, 6):view(3, 2)
      local rows = tensor.choice(m, { 4, 2 })
      assert.same({ 4, 2, 2 }, sizes(rows))
      assert(rows:select(3, 2):csub(rows:select(3, 1)):eq(1):all())
      assert.same({ 0, 2 }, sizes(tensor.choice(m, 0)))
      fails('no dimensions', tensor.choice, tensor.FloatTensor({ 1 }):view(tensor.LongStorage()), 1)
   end)

   it('permutation and shuffle keep the slices', function()
      tensor.manualSeed(4)
      local m = tensor.range(1, 40):view(20, 2)
      local p = tensor.permutation(m)
      assert.is_false(p:equal(m))
      assert(p:select(2, 2):csub(p:select(2, 1)):eq(1):all())
      assert.same(sorted(m:select(2, 1)), sorted(p:select(2, 1)))
      assert.same({ 1, 2, 3, 4 }, sorted(tensor.permutation(4)))
      local before = m:clone()
      assert.equal(m, m:shuffle())
      assert.same(sorted(before:select(2, 1)), sorted(m:select(2, 1)))
      local g, h = tensor.Generator(), tensor.Generator()
      g:manualSeed(8)
      h:manualSeed(8)
      assert(tensor.permutation(g, before):equal(before:index(1, tensor.randperm(h, 20):long())))
      assert.same({ 0, 2 }, sizes(tensor.permutation(tensor.zeros(0, 2))))
      fails('share memory', m.shuffle, tensor.zeros(1):expand(3))
   end)

   it('multivariateNormal has its mean and covariance', function()
      tensor.manualSeed(6)
      local mean, c = tensor.DoubleTensor { 1, -2 }, tensor.DoubleTensor { { 2, 1 }, { 1, 3 } }
      local x = tensor.multivariateNormal(mean, c, N)
      assert.same({ N, 2 }, sizes(x))
      assert((x:mean(1) - mean:view(1, 2)):abs():max() < 0.07)
      local y = x - mean:view(1, 2):expand(N, 2)
      assert(((y:t() * y) / N - c):abs():max() < 0.15)
      local line = tensor.multivariateNormal(tensor.zeros(2), tensor.FloatTensor { { 4, 2 }, { 2, 1 } }, 9)
      assert((line:select(2, 1) - line:select(2, 2) * 2):abs():max() < 1e-5)
      assert.same({ 2 }, sizes(tensor.multivariateNormal(mean, c)))
      assert.same({ 0, 2 }, sizes(tensor.multivariateNormal(mean, c, 0)))
      assert.equal('torch.HalfTensor', tensor.multivariateNormal(mean:half(), c, 1):type())
      fails('not symmetric', tensor.multivariateNormal, mean, tensor.DoubleTensor { { 1, 0.5 }, { 0, 1 } })
      fails('negative', tensor.multivariateNormal, mean, tensor.DoubleTensor { { 1, 2 }, { 2, 1 } })
      fails('negative', tensor.multivariateNormal, mean, tensor.DoubleTensor { { 0 / 0, 0 }, { 0, 1 } })
      fails('expected n and n x n', tensor.multivariateNormal, mean, tensor.zeros(3, 3))
      fails('floating types', tensor.multivariateNormal, mean:long(), c)
   end)
end)

describe('made like others:', function()
   it('randLike, randnLike and randint', function()
      local x = tensor.randLike(tensor.zeros(100):double())
      assert.equal('torch.DoubleTensor', x:type())
      assert(x:min() >= 0 and x:max() <= 1 and x:std() > 0.1)
      assert.equal('torch.HalfTensor', tensor.randnLike(tensor.LongTensor(3), { dtype = 'half' }):type())
      fails('LongTensor', tensor.randLike, tensor.LongTensor(2))
      x = tensor.randint(-2, 3, 1000)
      assert.equal('torch.LongTensor', x:type())
      assert(x:min() == -2 and x:max() == 3)
      assert.equal('torch.ByteTensor', tensor.randint(0, 255, 2, 2, { dtype = 'byte' }):type())
      local r = tensor.FloatTensor()
      assert.equal(r, tensor.randint(r, 5, 5, 2))
      assert.same({ 5, 5 }, table_of(r))
      fails('below the lower bound', tensor.randint, 2, 1, 3)
      fails('whole number', tensor.randint, 0.5, 1, 3)
      fails('BoolTensor', tensor.randint, 0, 1, 3, { dtype = 'bool' })
      fails('a torch.ByteTensor holds those from 0 to 255', tensor.randint, tensor.ByteTensor(), 0, 300, 3)
      fails('from %-128 to 127', tensor.randint, -129, 0, 3, { dtype = 'char' })
      assert.equal(-128, tensor.randint(-128, -128, 1, { dtype = 'char' })[1])
   end)

   it('randint and choice reach all of a large range', function()
      for _, kind in ipairs { 'mersenne', 'philox' } do
         local g, most = tensor.Generator(kind), 2 ^ 40
         g:manualSeed(3)
         local x, positions = tensor.randint(g, -most, most, 1000):double(), tensor.choice(g, most, 1000):double()
         assert(x:min() < -0.9 * most and x:max() > 0.9 * most and math.abs(x:mean()) < 0.1 * most)
         assert(positions:min() >= 1 and positions:min() < 0.1 * most and positions:max() > 0.9 * most)
         x = tensor.randint(g, 0, 3 * 2 ^ 30 - 1, 4000) -- 32 bits mod this would draw the lowest third twice as often
         assert(math.abs(x:lt(2 ^ 30):sum() / 4000 - 1 / 3) < 0.05)
      end
   end)
end)
