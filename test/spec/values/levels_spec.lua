-- The environment variables that choose the SIMD level, the sizes of the caches, prefetching and the number of threads.
-- product_spec, and for caches the C tests, check that they change no bits.
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

   it('gives the sizes of the caches: TH_CACHE', function()
      for _, sizes in ipairs { '4K,16K,64K', '32768,1M,1G', '' } do
         assert.equal('6\n', child.output('print(("%d"):format(tensor.ones(6):sum()))', { TH_CACHE = sizes }))
      end
      for _, sizes in ipairs { '32K', '0,1M,2M', '32K,1M,32MB', 'large' } do
         local result = child.run('print(1)', { TH_CACHE = sizes })
         assert.equal(1, result.status)
         assert.truthy(result.output:find('TH_CACHE=' .. sizes .. ': expected the sizes of three levels', 1, true))
      end
   end)

   it('says whether kernels prefetch: TH_PREFETCH', function()
      for _, on in ipairs { '0', '1', '' } do
         assert.equal('6\n', child.output('print(("%d"):format(tensor.ones(6):sum()))', { TH_PREFETCH = on }))
      end
      local result = child.run('print(1)', { TH_PREFETCH = 'yes' })
      assert.equal(1, result.status)
      assert.truthy(result.output:find('TH_PREFETCH=yes: expected 0 or 1', 1, true))
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
