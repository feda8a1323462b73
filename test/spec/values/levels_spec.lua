-- The environment variables that choose the SIMD level and the number of threads. product_spec checks that they
-- change no bits.
local child = require 'spec.support.child'
local tensor = require 'tensor'

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
