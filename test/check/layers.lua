-- layers.lua: the layers of lib/TH from the lowest up. A file includes its own layer or a lower one, and rows
-- (.def) wherever it wants them.
-- Each row: the layer's name, then patterns for paths below lib/TH without their extension.
return {
   { 'base', '^THBase$', '^THError$', '^THDtype$', '^THHalf$', '^THComplex$', '^THGenerate%w+$' },
   { 'memory', '^THPages$', '^THAllocator$', '^THAccount$', '^THScope$', '^THStorage$',
      '^THAddress$', '^THMapping$' },
   { 'geometry', '^THShape$', '^THTensor$', '^THCheck$', '^THView$' },
   { 'iteration', '^THIter$', '^THMap$', '^THTile%w*$', '^THFold%w*$', '^THScan$', '^THOrder%w*$', '^THProduct$',
      '^THParallel$' },
   { 'kernels', '^THBackend$', '^THRowsIgnored$', '^THCpu$', '^kernels/TH%w+$', '^generic/TH%w+$' },
   {
      'drivers', '^THPointwise$', '^THReduce$', '^THOps$', '^THMath$', '^THCopy$', '^THIndex$', '^THSort$',
      '^THHistogram$', '^THMask$', '^THFuse$', '^THJoin$', '^THRandom%w*$', '^THBlas%w*$', '^THLinear$', '^THProducts$',
      '^THLapack%w*$', '^THInverse$', '^THConvolve$', '^THFunctions$',
   },
   { 'facade', '^generic/THStorage$', '^generic/THTensor%w*$', '^THTypes$', '^THFamily$' },
   { 'umbrella', '^TH$' },
   { 'compat', '^compat/' },
}
