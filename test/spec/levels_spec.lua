-- The same bits on every SIMD level and for every number of threads.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local pointwise = require 'spec.support.pointwise'

local all = os.getenv 'TH_TEST_ALL' == '1'
local unpack = table.unpack or unpack
local best = tensor.getSimd()

local seed = 12345
local function random()
   seed = (seed * 16807) % 2147483647
   return seed / 2147483647
end

-- Magnitudes from 2^-12 to 2^12 and some zeros; whole numbers from 1 for integer types.
local function sample(count, floating)
   local list = {}
   for i = 1, count do
      local x = (random() - 0.5) * 2 ^ (math.floor(random() * 24) - 11)
      list[i] = not floating and math.floor(random() * 120) + 1 or random() < 0.02 and 0 or x
   end
   return list
end

-- Operands of a case: contiguous ones, or every other element of longer ones.
local function operands_of(case, count, gaps)
   local list = {}
   for k = 1, case.op.operands do
      local x = tensor[case.type.name .. 'Tensor'](sample(gaps and 2 * count or count, case.format.floating))
      list[k] = gaps and x:view(count, 2):select(2, 2) or x
   end
   return list
end

-- Whether the bits are the same: equal numbers, NaN at the same places, zeros of the same sign.
local function same(a, b)
   local floating = a.isnan and pcall(a.isnan, a)
   local differing = a:ne(b):long():sum()
   if not floating then return differing == 0 end
   local nans = a:isnan():long():sum()
   if differing ~= nans or b:isnan():long():sum() ~= nans then return false end
   local one, other = tensor.cinv(a), tensor.cinv(b)
   return one:ne(other):long():sum() == nans
end

local function cases()
   local list, names = {}, {}
   for name in pairs(tensor.ops) do names[#names + 1] = name end
   table.sort(names)
   for _, name in ipairs(names) do
      for _, row in ipairs(pointwise.types()) do
         if pointwise.is_defined(name, row.dtype) then list[#list + 1] = pointwise.case(name, row) end
      end
   end
   return list
end

describe('results have the same bits', function()
   after_each(function()
      tensor.setSimd(best)
      tensor.setnumthreads(1)
   end)

   it('on every SIMD level', function()
      local levels = tensor.simdLevels()
      assert.equal('base', levels[1])
      for _, case in ipairs(cases()) do
         for _, gaps in ipairs { false, true } do
            local arguments = case:arguments(operands_of(case, all and 5003 or 259, gaps), case.numbers)
            tensor.setSimd 'base'
            local expected = tensor[case.name](unpack(arguments))
            for k = 2, #levels do
               tensor.setSimd(levels[k])
               local got = tensor[case.name](unpack(arguments))
               assert(same(expected, got), ('%s of %s on %s'):format(case.name, case.type.name, levels[k]))
            end
         end
      end
   end)

   it('for every number of threads', function()
      local dtypes = all and {} or { Float = true, Int = true, Half = true }
      for _, case in ipairs(cases()) do
         if all or dtypes[case.type.name] then
            local small = operands_of(case, 500, false)
            for k, x in ipairs(small) do small[k] = x:view(1, 500):expand(600, 500):contiguous():view(500, 600):t() end
            local arguments = case:arguments(small, case.numbers)
            tensor.setnumthreads(1)
            local expected = tensor[case.name](unpack(arguments))
            for _, threads in ipairs(all and { 2, 3, 4, 5, 6, 7, 8 } or { 3 }) do
               tensor.setnumthreads(threads)
               local got = tensor[case.name](unpack(arguments))
               assert(same(expected, got), ('%s of %s, %d threads'):format(case.name, case.type.name, threads))
            end
         end
      end
   end)
end)

describe('the environment', function()
   it('chooses the level: TH_SIMD', function()
      for _, level in ipairs(tensor.simdLevels()) do
         assert.equal(level .. '\n', child.output('print(tensor.getSimd())', { TH_SIMD = level }))
      end
   end)

   it('is refused when it names a level that there is not', function()
      local result = child.run('print(tensor.getSimd())', { TH_SIMD = 'AVX3' })
      assert.equal(1, result.status)
      assert.truthy(result.output:find('TH_SIMD=AVX3: the levels of this processor and build are base', 1, true))
   end)

   it('chooses the number of threads: TH_NUM_THREADS', function()
      for _, threads in ipairs { 1, 3, 8 } do
         assert.equal(threads .. '\n', child.output([[
            local x = tensor.ones(1000, 1000)
            assert((x + x):sum() == 2000000)
            print(('%d'):format(tensor.getnumthreads()))
         ]], { TH_NUM_THREADS = threads }))
      end
   end)
end)
