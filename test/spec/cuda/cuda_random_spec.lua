-- Random numbers on devices (a GPU, or the emulator's): the same generator gives the same numbers as on the
-- CPU.
local tensor = require 'tensor'

local cuda = tensor.cuda
local unpack = table.unpack or unpack
if not cuda.isAvailable() then return end

local last = cuda.getDeviceCount()
local floating = { 'Half', 'BFloat16', 'Float', 'Double' }
local all = { 'Byte', 'Char', 'Short', 'UInt16', 'Int', 'Long', 'Bool', 'Half', 'BFloat16', 'Float', 'Double' }

-- Two generators in the same state, some draws after the seed.
local function pair(skipped)
   local a = tensor.Generator 'philox'
   a:manualSeed(2 ^ 40 + 7)
   for _ = 1, skipped do tensor.random(a) end
   return a, a:clone()
end

-- Distributions with parameters and types, and a relative bound for those whose functions a GPU rounds
-- differently.
local rows = {
   { 'uniform', { -2, 5 }, floating }, { 'normal', { 1, 3 }, floating }, { 'bernoulli', { 0.3 }, all },
   { 'cauchy', { 0, 2 }, floating, 1e-12 }, { 'logNormal', { 0, 1 }, floating, 1e-12 },
   { 'exponential', { 3 }, floating, 1e-12 }, { 'geometric', { 0.4 }, all },
   { 'random', {}, all }, { 'random', { 100 }, all }, { 'random', { -5, 120 }, { 'Char', 'Short', 'Long', 'Float' } },
   { 'random', { 2 ^ 53 - 100, 2 ^ 53 }, { 'Double', 'Long' } },
   { 'random', { -2 ^ 53, 2 ^ 53 }, { 'Double', 'Long' } },
}

local unit = { Half = 2 ^ -10, BFloat16 = 2 ^ -7, Float = 2 ^ -23, Double = 2 ^ -52 }

local function check(here, there, name, bound)
   assert.equal(here:type(), there:cpu():type())
   local a, b = here:double(), there:cpu():double()
   if bound then
      local off = (a - b):abs():add(-(bound + 2 * unit[name]), a:clone():abs())
      assert(off:le(0):all(), name)
   else
      assert.is_true(tensor.equal(here, there:cpu()), name)
   end
end

local windows = {
   contiguous = function(x) return x end,
   transposed = function(x) return x:t() end,
   narrowed = function(x) return x:narrow(2, 2, 10) end,
   shifted = function(x) return x:view(-1):narrow(1, 2, x:nElement() - 1) end,
}

describe('random numbers on a device', function()
   for _, row in ipairs(rows) do
      for _, name in ipairs(row[3]) do
         it(('are those of the CPU: %s of %s, %s'):format(row[1], table.concat(row[2], ', '), name), function()
            for _, window in pairs(windows) do
               for skipped = 0, 4 do
                  local a, b = pair(skipped)
                  local here = tensor.zeros(31, 13):type('torch.' .. name .. 'Tensor')
                  local there = here:type('torch.cuda.' .. name .. 'Tensor')
                  for _ = 1, 3 do -- an odd number each, because normals come in pairs
                     local x, y = window(here), window(there)
                     x[row[1]](x, a, unpack(row[2]))
                     y[row[1]](y, b, unpack(row[2]))
                     check(here, there, name, row[4])
                     assert.is_true(tensor.equal(a:getRNGState(), b:getRNGState()))
                  end
               end
            end
         end)
      end
   end

   it('of one element and none', function()
      for _, n in ipairs { 0, 1, 2, 3, 4, 5 } do
         local a, b = pair(1)
         check(tensor.FloatTensor(n):normal(a), tensor.CudaTensor(n):normal(b), 'Float')
         check(tensor.FloatTensor(n):normal(a), tensor.CudaTensor(n):normal(b), 'Float')
         check(tensor.FloatTensor(n):uniform(a), tensor.CudaTensor(n):uniform(b), 'Float')
         assert.is_true(tensor.equal(a:getRNGState(), b:getRNGState()))
      end
      assert.equal(0, tensor.CudaTensor():uniform():nElement())
   end)

   it('come of the Mersenne Twister too', function()
      local a = tensor.Generator()
      local b = a:clone()
      check(tensor.FloatTensor(5, 7):normal(a), tensor.CudaTensor(5, 7):normal(b), 'Float')
      check(tensor.FloatTensor(5, 7):random(a, 9), tensor.CudaTensor(5, 7):random(b, 9), 'Float')
      assert.is_true(tensor.equal(a:getRNGState(), b:getRNGState()))
   end)

   it('with a probability for each element', function()
      local a, b = pair(0)
      local p = tensor.linspace(0, 1, 60):view(3, 20)
      check(tensor.ByteTensor(3, 20):bernoulli(a, p), tensor.CudaByteTensor(3, 20):bernoulli(b, p:cuda()), 'Byte')
      check(tensor.FloatTensor(4, 3, 20):bernoulli(a, p), tensor.CudaTensor(4, 3, 20):bernoulli(b, p:cuda()), 'Float')
      assert.error_matches(function() tensor.CudaTensor(2):bernoulli(tensor.CudaTensor { 0.5, 1.5 }) end,
         'bernoulli: probability 2 is 1.5, must be a number from 0 to 1')
      assert.error_matches(function() tensor.CudaTensor(2):bernoulli(tensor.FloatTensor { 0.5, 0.5 }) end,
         'bernoulli: the tensor of probabilities is on device 0, the result on device 1; copy one to')
   end)

   it('as permutations and positions', function()
      local a, b = pair(0)
      check(tensor.randperm(a, 50):long(), tensor.randperm(tensor.CudaTensor(), b, 50):long(), 'Long')
      local weights = tensor.FloatTensor { { 1, 2, 0, 4 }, { 0, 0, 5, 1 } }
      local there = tensor.multinomial(b, weights:cuda(), 10, true)
      check(tensor.multinomial(a, weights, 10, true), there, 'Long')
      assert.equal('torch.CudaLongTensor', there:type())
      assert.same({ { 1, 2, 0, 4 }, { 0, 0, 5, 1 } }, weights:totable())
   end)
end)

describe('generators of devices', function()
   it('are one for each, seeded and saved as in cutorch', function()
      local function draw(device)
         return cuda.withDevice(device, function() return tensor.CudaTensor(5):uniform() end):float()
      end
      cuda.manualSeedAll(11)
      local first, second = draw(1), draw(last)
      if last > 1 then assert.is_true(first:equal(second)) end
      assert.is_false(first:equal(draw(1)))
      cuda.manualSeed(11)
      assert.equal(11, cuda.initialSeed())
      assert.is_true(first:equal(draw(1)))
      local state = cuda.getRNGState()
      assert.equal('torch.ByteTensor', state:type())
      local third = draw(1)
      cuda.setRNGState(state)
      assert.is_true(third:equal(draw(1)))
      assert.equal(cuda.seed(), cuda.initialSeed())
      local seed = cuda.seedAll()
      assert.equal(seed, cuda.withDevice(last, cuda.initialSeed))
      assert.equal('philox', cuda.generator(last):kind())
      assert.error_matches(function() cuda.generator(last + 1) end, 'generator: there is no device')
      tensor.manualSeed(3)
      local here = tensor.rand(3)
      draw(1)
      tensor.manualSeed(3)
      draw(1)
      assert.is_true(here:equal(tensor.rand(3)))
   end)

   it('fill what is made on a device', function()
      cuda.manualSeed(4)
      local x = tensor.rand(tensor.CudaTensor(), 3, 4)
      assert.equal('torch.CudaTensor', x:type())
      cuda.manualSeed(4)
      assert.is_true(x:equal(tensor.CudaTensor(3, 4):uniform()))
      assert.same({ 2, 5 }, tensor.randn(tensor.CudaDoubleTensor(), 2, 5):size():totable())
   end)
end)
