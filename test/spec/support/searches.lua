-- searches.lua: calls of the chapters search and along with the results that they must have, by values of NumPy 2.4,
-- SciPy 1.17 and PyTorch 2.15 unless a line says otherwise; positions are theirs plus 1. Each is a name, the
-- arguments, and the results: numbers, or tables as totable gives them; bare: no result can be given. search_spec and
-- along_spec run them on the CPU, cuda_search_spec on devices.
local tensor = require 'tensor'

local nan, inf = 0 / 0, math.huge
local D, F, L, I, B = tensor.DoubleTensor, tensor.FloatTensor, tensor.LongTensor, tensor.IntTensor, tensor.ByteTensor
local Z = tensor.ComplexDoubleTensor

local pairs_of_rows = D { { 0, 1, 2 }, { 2, 1, 0.5 } }
local holes = D { { 1, nan, 3, 2 }, { nan, nan, nan, nan }, { 4, 1, nan, nan } }
local block = tensor.range(1, 24):double():view(2, 3, 4)

local search = {
   { 'unique', { F { 3, 1, 2, 1, 3, 0 }, { inverse = true, counts = true } },
      { 0, 1, 2, 3 }, { 4, 2, 3, 2, 4, 1 }, { 1, 2, 1, 2 } },
   { 'unique', { F { { 3, 1 }, { 1, 3 } }, { inverse = true } }, { 1, 3 }, { { 2, 1 }, { 1, 2 } } },
   { 'unique', { F { nan, 1, nan, 0, -0.0 } }, { 0, 1, nan, nan } },
   { 'unique', { L { { 1, 2 }, { 0, 5 }, { 1, 2 }, { 0, 4 } }, { dim = 1, inverse = true, counts = true } },
      { { 0, 4 }, { 0, 5 }, { 1, 2 } }, { 3, 2, 3, 1 }, { 1, 1, 2 } },
   { 'unique', { L { { 1, 0, 1 }, { 2, 5, 2 } }, { dim = -1, inverse = true, counts = true } },
      { { 0, 1 }, { 5, 2 } }, { 2, 1, 2 }, { 1, 2 } },
   { 'unique', { Z { { 1, 2 }, { 0, 5 }, { 1, 1 }, { 1, 2 } }, { inverse = true, counts = true } },
      { { 0, 5 }, { 1, 1 }, { 1, 2 } }, { 3, 1, 2, 3 }, { 1, 1, 2 } },
   { 'uniqueConsecutive', { I { 1, 1, 2, 2, 1, 3, 3, 3 }, { inverse = true, counts = true } },
      { 1, 2, 1, 3 }, { 1, 1, 2, 2, 3, 4, 4, 4 }, { 2, 2, 1, 3 } },
   { 'uniqueConsecutive', { I { { 1, 1, 2 }, { 5, 5, 5 } }, { dim = 2, counts = true } },
      { { 1, 2 }, { 5, 5 } }, { 2, 1 } },
   { 'isin', { D { { 1, 2 }, { 3, nan } }, D { 2, nan } }, { { 0, 1 }, { 0, 0 } } },
   { 'isin', { B { 1, 2, 3 }, 2, true }, { 1, 0, 1 } },
   { 'isin', { Z { { 1, 2 }, { 2, 1 } }, Z { { 2, 1 } } }, { 0, 1 } },
   { 'isin', { D { 1, 2 }, tensor.zeros(0):double() }, { 0, 0 } },
   { 'union1d', { D { 1, 2, 3, 2 }, D { 2, 4 } }, { 1, 2, 3, 4 } },
   { 'union1d', { I { 3, 1 }, I { 1, -2 } }, { -2, 1, 3 } },
   { 'intersect1d', { D { 1, 2, 3, 2 }, D { 2, 4 } }, { 2 } },
   { 'setdiff1d', { D { 1, 2, 3, 2 }, D { 2, 4 } }, { 1, 3 } },
   { 'setxor1d', { D { 1, 2, 3, 2 }, D { 2, 4 } }, { 1, 3, 4 } },
   { 'lexsort', { { D { 1, 5, 1, 4, 3, 4, 4 }, D { 9, 4, 0, 4, 0, 2, 1 } } }, { 3, 5, 7, 6, 4, 2, 1 } },
   { 'lexsort', { { L { 2, 1, 1 }, L { 1, 1, 0 } } }, { 3, 2, 1 } },
   { 'argwhere', { D { { 0, 1 }, { 2, nan } } }, { { 1, 2 }, { 2, 1 }, { 2, 2 } } },
   { 'flatnonzero', { D { { 0, 1 }, { 2, 0 } } }, { 2, 3 } },
   { 'searchsorted', { D { 1, 3, 3, 5 }, D { 0, 3, 4, 5, 9 } }, { 1, 2, 4, 4, 5 } },
   { 'searchsorted', { D { 1, 3, 3, 5 }, D { 0, 3, 4, 5, 9 }, { right = true } }, { 1, 4, 4, 5, 5 } },
   { 'searchsorted', { D { 1, 3, nan }, D { nan, inf, -inf } }, { 3, 3, 1 } },
   { 'searchsorted', { D { 1, 3, nan }, D { nan, inf, -inf }, { right = true } }, { 4, 3, 1 } },
   { 'searchsorted', { I { { 1, 3 }, { 5, 7 } }, F { { 2, 9, 0 }, { 6, 7, 8 } } }, { { 2, 3, 1 }, { 2, 2, 3 } } },
   { 'searchsorted', { I { 3, 1, 2 }, I { 2 }, { sorter = L { 2, 3, 1 } } }, { 2 } },
   { 'searchsorted', { L { 1, 3 }, 2.5 }, 2 },
   { 'searchsorted', { F(0), F { 1, nan } }, { 1, 1 } },
   { 'bucketize', { D { { 0, 3 }, { 4, 9 } }, D { 1, 3, 5 } }, { { 1, 2 }, { 3, 4 } } },
   { 'bucketize', { 3, D { 1, 3, 5 }, true }, 3 },
   { 'oneHot', { L { 1, 3 } }, { { 1, 0, 0 }, { 0, 0, 1 } } },
   { 'oneHot', { L { { 1 }, { 3 } }, 4 }, { { { 1, 0, 0, 0 } }, { { 0, 0, 1, 0 } } } },
   { 'bincount', { I { 1, 3, 3 } }, { 1, 0, 2 } },
   { 'bincount', { B { 1, 3, 3 }, F { 0.5, 1, 2 }, 5 }, { 0.5, 0, 3, 0, 0 } },
   { 'bincount', { L(0), nil, 2 }, { 0, 0 } },
   { 'histogram', { D { 1, 2, 1, 4, 3.5, -1 }, 4, { range = { 0, 4 } } }, { 0, 2, 1, 2 }, { 0, 1, 2, 3, 4 } },
   { 'histogram', { D { 1, 2, 1, nan }, D { 1, 2, 3 } }, { 2, 1 }, { 1, 2, 3 } },
   { 'histogram', { D { 2, 2 }, 2 }, { 0, 2 }, { 1.5, 2, 2.5 } },
   { 'histogram', { D { 1, 2, 1, 3 }, D { 0, 1, 3 }, { density = true } }, { 0, 0.5 }, { 0, 1, 3 } },
   { 'histogram', { D { 1, 2, 1, 3 }, 2, { weights = D { 1, 2, 3, 4 } } }, { 4, 6 }, { 1, 2, 3 } },
   { 'histogram', { D(0), 2 }, { 0, 0 }, { 0, 0.5, 1 } },
   { 'quantile', { D { 4, 1, 3, 2 }, 0.4, 1 }, { 2.2 } },
   { 'quantile', { D { 4, 1, 3, 2 }, 0.4, 1, 'lower' }, { 2 } },
   { 'quantile', { D { 4, 1, 3, 2 }, 0.4, 1, 'higher' }, { 3 } },
   { 'quantile', { D { 4, 1, 3, 2 }, 0.4, 1, 'midpoint' }, { 2.5 } },
   { 'quantile', { D { 4, 1, 3, 2 }, 0.4, 1, 'nearest' }, { 2 } },
   { 'quantile', { D { 1, 2, 3, 4, 5, 6 }, D { 0.1, 0.3, 0.5 }, 1, 'nearest' }, { { 1 }, { 3 }, { 3 } } }, -- to even
   { 'quantile', { D { { 1, 2, 3 }, { 9, 7, 8 } }, D { 0, 0.25, 0.5, 1 }, 2 },
      { { { 1 }, { 7 } }, { { 1.5 }, { 7.5 } }, { { 2 }, { 8 } }, { { 3 }, { 9 } } } },
   { 'quantile', { D { { 4, 1 }, { 3, 2 } }, 0.4 }, 2.2 },
   { 'quantile', { D { 4, 1, 3, 2 }, D { 0, 1 } }, { 1, 4 }, bare = true },
   { 'quantile', { D { { 4, nan }, { 3, 2 } }, 0.5, 2 }, { { nan }, { 2.5 } } },
   { 'quantile', { D { { 4, nan }, { 3, 2 } }, D { 0, 1 }, 2 }, { { { nan }, { 2 } }, { { nan }, { 3 } } } },
   { 'nanquantile', { D { { 1, nan, 3 }, { nan, nan, nan }, { 4, 2, nan } }, 0.5, 2 }, { { 2 }, { nan }, { 3 } } },
   { 'nanquantile', { D { { 1, nan, 3, 7 }, { 4, 2, nan, nan } }, 0.3, 2 }, { { 2.2 }, { 2.6 } } },
   { 'nanquantile', { D { 1, nan, 3, 7, 9 }, 0.5, 1, 'lower' }, { 3 } },
   { 'nanquantile', { D { 1, nan, 3, 7, 9 }, 0.5, 1, 'higher' }, { 7 } },
   { 'nanquantile', { D { 1, nan, 3, 7, 9 }, 0.5, 1, 'midpoint' }, { 5 } },
   { 'nanquantile', { D { 1, 2, nan, 3, 4, 5, 6 }, D { 0.1, 0.3, 0.5 }, 1, 'nearest' }, { { 1 }, { 3 }, { 3 } } },
   { 'nanquantile', { D { 1, nan, 3 }, 0.5 }, 2 },
   { 'nanquantile', { D { 1, inf, inf, nan }, 1 }, inf },
   { 'nanquantile', { D { -inf, -2, nan, nan }, 0.5 }, -inf },
   { 'average', { D { { 1, 2 }, { 3, 4 } }, D { 1, 3 }, 2 }, { { 1.75 }, { 3.75 } } },
   { 'average', { D { { 1, 2 }, { 3, 4 } }, D { { 1, 0 }, { 0, 3 } } }, 3.25 },
   { 'average', { D { { 1, 2 }, { 3, 4 } }, nil, 1 }, { { 2, 3 } } },
   { 'average', { D { { 1, 2 }, { 3, 4 } } }, 2.5 },
   { 'cov', { pairs_of_rows }, { { 1, -0.75 }, { -0.75, 0.58333333333333333 } } },
   { 'cov', { pairs_of_rows, { correction = 0 } }, { { 2 / 3, -0.5 }, { -0.5, 0.38888888888888889 } } },
   { 'cov', { pairs_of_rows, { fweights = I { 1, 2, 1 } } }, { { 2 / 3, -0.5 }, { -0.5, 0.39583333333333333 } } },
   { 'cov', { pairs_of_rows, { aweights = D { 0.5, 1, 2 } } },
      { { 0.92857142857142857, -0.64285714285714286 }, { -0.64285714285714286, 0.46428571428571429 } } },
   { 'cov', { pairs_of_rows, { fweights = I { 1, 2, 1 }, aweights = D { 0.5, 1, 2 } } },
      { { 0.64285714285714286, -0.42857142857142857 }, { -0.42857142857142857, 0.30357142857142857 } } },
   { 'cov', { D { 1, 2, 4 } }, 7 / 3 },
   { 'corrcoef', { pairs_of_rows }, { { 1, -0.9819805060619656 }, { -0.9819805060619656, 1 } } },
   { 'corrcoef', { D { 1, 2 } }, 1 },
   { 'interp', { D { 0, 1, 1.5, 2.5, 9, nan }, D { 1, 2, 3 }, D { 3, 2, 0 } }, { 3, 3, 2.5, 1, 0, nan } },
   { 'interp', { 2.5, D { 1, 2, 3 }, D { 3, 2, 0 } }, 1 },
   { 'convolve', { D { 1, 2, 3 }, D { 0, 1, 0.5 } }, { 0, 1, 2.5, 4, 1.5 } },
   { 'convolve', { I { 1, 2 }, I { 1, 2, 3, 4, 5 }, 'same' }, { 1, 4, 7, 10, 13 } },
   { 'convolve', { D { 1, 2, 3, 4 }, D { 0, 1, 0.5 }, 'same' }, { 1, 2.5, 4, 5.5 } },
   { 'convolve', { D { 1, 2, 3, 4 }, D { 0, 1, 0.5 }, 'valid' }, { 2.5, 4 } },
   { 'convolve', { D { 1, 2, 3 }, D { 1, 1 }, 'same' }, { 1, 3, 5 } },
}

local along = {
   { 'sum', { block, { 1, 3 } }, { { { 68 }, { 100 }, { 132 } } } },
   { 'sum', { block, {} }, { { { 300 } } } },
   { 'sum', { B { { 200, 100 }, { 1, 2 } }, { 1, 2 }, { dtype = 'long' } }, { { 303 } } },
   { 'mean', { block, { 1, -1 } }, { { { 8.5 }, { 12.5 }, { 16.5 } } } },
   { 'prod', { I { { 1, 2 }, { 3, 4 } }, { 2, 1 } }, { { 24 } } },
   { 'norm', { block, 1, { 2, 3 } }, { { { 78 } }, { { 222 } } } },
   { 'var', { D { { 1, 2 }, { 3, 4 } }, { 1, 2 }, true }, { { 1.25 } } },
   { 'all', { block:gt(3), { 1, 3 } }, { { { 0 }, { 1 }, { 1 } } } },
   { 'any', { block:gt(13), { 2, 3 } }, { { { 0 } }, { { 1 } } } },
   { 'amax', { D { { 1, 2 }, { 3, nan } }, 1 }, { { 3, nan } } },
   { 'amax', { block, { 1, 3 } }, { { { 16 }, { 20 }, { 24 } } } },
   { 'amax', { I { { 1, 2 }, { 3, 0 } } }, 3 },
   { 'amin', { I { { 1, 2 }, { 3, 0 } }, { 1, 2 } }, { { 0 } } },
   { 'aminmax', { D { { 1, 2 }, { 3, 0 } }, 2 }, { { 1 }, { 0 } }, { { 2 }, { 3 } } },
   { 'aminmax', { D { { 1, 2 }, { 3, 0 } } }, 0, 3 },
   { 'aminmax', { I { 3, 1 } }, 1, 3 },
   { 'ptp', { I { 7, 3, 5 } }, 4 },
   { 'ptp', { D { { 1, 2 }, { 3, 0 } }, 1 }, { { 2, 2 } } },
   { 'countNonzero', { D { { 1, 0 }, { nan, 0 } }, 1 }, { { 2, 0 } } },
   { 'countNonzero', { tensor.ones(300):byte() }, 300 },
   { 'countNonzero', { Z { { 0, 0 }, { 0, 1 } }, { 1 } }, { 1 } },
   { 'nansum', { D { { 1, nan }, { 2, 3 } } }, 6 },
   { 'nansum', { D { { nan, nan }, { 2, 3 } }, 2 }, { { 0 }, { 5 } } },
   { 'nansum', { B { 200, 100 } }, 300 },
   { 'nansum', { tensor.FloatTensor { 2 ^ 127, nan, 2 ^ 127 } }, 2 ^ 128 },
   { 'nansum', { Z { { 1, 2 }, { nan, 1 } } }, { 1, 2 }, bare = true },
   { 'nansum', { D(0) }, 0 },
   { 'nansum', { B { 200, 100 }, 1 }, { 44 } }, -- wraps, as sum
   { 'nansum', { Z { { 1, 2 }, { nan, 1 } }, 1 }, { { 1, 2 } } },
   { 'nanmean', { D { { 1, nan, 2 }, { nan, nan, nan } }, 2 }, { { 1.5 }, { nan } } },
   { 'nanmean', { D { { 1, nan }, { 3, 5 } }, { 1, 2 } }, { { 3 } } },
   { 'nanmean', { tensor.HalfTensor { 60000, 60000, nan } }, 60000 },
   { 'nanmean', { tensor.FloatTensor { 2 ^ 24, nan, 1 } }, (2 ^ 24 + 1) / 2 },
   { 'nanprod', { D { 2, nan, 3 } }, 6 },
   { 'nanprod', { B { 200, 100 } }, 20000 },
   { 'nanprod', { tensor.HalfTensor { 4096, 4096, nan } }, 2 ^ 24 },
   { 'nanprod', { D { { 2, nan }, { 3, nan } }, 1 }, { { 6, 1 } } },
   { 'nanstd', { D { { 1, nan, 3, 5 }, { nan, 2, nan, nan } }, 2 }, { { 2 }, { nan } } },
   { 'nanvar', { D { 1, nan, 3, 5 }, true }, 8 / 3 },
   { 'nanvar', { tensor.HalfTensor { 60000, nan, -60000 } }, 7.2e9 },
   { 'nanvar', { D { { nan, nan }, { nan, 1 } }, 2, true }, { { nan }, { 0 } } },
   { 'nanmax', { D { { nan, -inf }, { nan, nan }, { 2, 2 } }, 2 }, { { -inf }, { nan }, { 2 } },
      { { 2 }, { 1 }, { 1 } } },
   { 'nanmin', { D { { nan, inf }, { nan, nan }, { 2, 2 } }, 2 }, { { inf }, { nan }, { 2 } },
      { { 2 }, { 1 }, { 1 } } },
   { 'nanmin', { D { nan, 3, 1 } }, 1 },
   { 'nanargmax', { D { nan, 3, 5 } }, 3 },
   { 'nanargmin', { D { { nan, 3 }, { 5, 4 } }, 2 }, { { 2 }, { 2 } } },
   { 'nanmedian', { holes, 2 }, { { 2 }, { nan }, { 1 } }, { { 4 }, { 1 }, { 2 } } }, -- all NaN: the first
   { 'nanmedian', { I { 3, 1, 2, 4 } }, { 2 }, { 3 } },
   { 'logsumexp', { D { { 1, 2, 3 }, { 1000, 1000, 1000 }, { -inf, -inf, -inf }, { inf, 1, 2 } }, 2 },
      { { 3.4076059644443806 }, { 1001.0986122886682 }, { -inf }, { inf } } },
   { 'logsumexp', { D { { 1, 2 }, { 3, 4 } }, {} }, { { 4.440189698561196 } } },
   { 'logsumexp', { D(0) }, -inf },
   { 'softmax', { D { { 1, 2, 3 }, { 1000, 1000, -1000 }, { -inf, -inf, -inf }, { 1, nan, 2 } } },
      { { 0.09003057317038045, 0.24472847105479764, 0.6652409557748218 }, { 0.5, 0.5, 0 }, { nan, nan, nan },
         { nan, nan, nan } } },
   { 'softmax', { D { { 0, 2 }, { 0, 2 } }, 1 }, { { 0.5, 0.5 }, { 0.5, 0.5 } } },
   { 'logSoftmax', { D { { 1, 2, 3 }, { 1000, 0, -1000 } } },
      { { -2.4076059644443806, -1.4076059644443804, -0.4076059644443804 }, { 0, -1000, -2000 } } },
   { 'logcumsumexp', { D { -inf, 0, 1, 2, inf, 3 } },
      { -inf, 0, 1.3132616875182228, 2.40760596444438, inf, inf } },
   { 'logcumsumexp', { D { { 1000, 1000, -1000 } }, 2 }, { { 1000, 1000.6931471805599, 1000.6931471805599 } } },
   { 'logcumsumexp', { D { 1e-9, -30, 600 } }, { 1e-9, 1.0000935762295948e-9, 600 } },
   { 'logcumsumexp', { D { 0, -40 } }, { 0, 4.248354255291589e-18 } },
   { 'cummax', { D { 1, 3, 2, 3, nan, 5, nan } }, { 1, 3, 3, 3, nan, nan, nan }, { 1, 2, 2, 4, 5, 5, 7 } },
   { 'cummin', { B { 3, 1, 2, 1, 0 } }, { 3, 1, 1, 1, 0 }, { 1, 2, 2, 4, 5 } },
   { 'cummax', { L { { -5, 2 }, { -6, -7 } }, 2 }, { { -5, 2 }, { -6, -6 } }, { { 1, 2 }, { 1, 1 } } },
   { 'diff', { I { 1, 4, 9, 16 }, 2 }, { 2, 2 } },
   { 'diff', { D { { 1, 2 }, { 4, 9 } }, 1, 1 }, { { 3, 7 } } },
   { 'diff', { tensor.BoolTensor { 1, 0, 0 } }, { 1, 0 } },
   { 'diff', { D { 1, 2 }, 1, 1, { prepend = D { 0 }, append = D { 9 } } }, { 1, 1, 7 } },
   { 'diff', { D { 1, 2 }, 5 }, {} },
   { 'diff', { D { 1, 2 }, 0 }, { 1, 2 } },
   { 'trapz', { D { 1, 2, 4 } }, { 4.5 } },
   { 'trapz', { D { 1, 2, 4 }, D { 0, 1, 3 } }, { 7.5 } },
   { 'trapz', { tensor.HalfTensor { 60000, 60000, -60000, -60000 } }, { 0 } },
   { 'trapz', { F { 2 ^ 24, 1, 1, 1, -2 ^ 24 } }, { 3 } },
   { 'trapz', { D { inf, 1, 2 } }, { inf } },
   { 'trapz', { D { 1, inf, -inf } }, { nan } },
   { 'trapz', { F { { 1, 2 }, { 2, 5 } }, 0.5, 1 }, { { 0.75, 1.75 } } },
   { 'trapezoid', { D { 1, 2, 4 }, 2 }, { 9 } },
   { 'trapz', { D { { 1 }, { 2 } } }, { { 0 }, { 0 } } },
   { 'trapz', { D { { 1, 2 }, { 2, 5 } }, D { { 0, 0 }, { 1, 2 } }, 1 }, { { 1.5, 7 } } },
   { 'cumulativeTrapezoid', { D { 1, 2, 4 }, D { 0, 1, 3 } }, { 1.5, 7.5 } },
   { 'varMean', { D { { 1, 2, 4 } }, 2 }, { { 7 / 3 } }, { { 7 / 3 } } },
   { 'stdMean', { D { 1, 2, 4 } }, 1.5275252316519467, 7 / 3 },
}

-- Calls of gradient, which gives a table.
local gradients = {
   { { D { 1, 2, 4, 7, 11 } }, { { 1, 1.5, 2.5, 3.5, 4 } } },
   { { D { 1, 2, 4, 7, 11 }, 2 }, { { 0.5, 0.75, 1.25, 1.75, 2 } } },
   { { D { 1, 2, 4, 7 }, D { 0, 1, 3, 4 } }, { { 1, 1, 7 / 3, 3 } } },
   { { D { { 1, 2, 6 }, { 3, 4, 5 } } }, { { { 2, 2, -1 }, { 2, 2, -1 } }, { { 1, 2.5, 4 }, { 1, 1, 1 } } } },
   { { D { { 1, 2, 6 }, { 3, 4, 5 } }, nil, { -1 } }, { { { 1, 2.5, 4 }, { 1, 1, 1 } } } },
   { { D { { 1, 2, 6 }, { 3, 4, 5 } }, { 1, D { 0, 1, 2 } } },
      { { { 2, 2, -1 }, { 2, 2, -1 } }, { { 1, 2.5, 4 }, { 1, 1, 1 } } } },
}

-- What a result is in Lua.
local function plain(x)
   if not tensor.isTensor(x) then return x end
   if x:isComplex() and x:dim() == 0 then return { x:item() } end
   return x:dim() == 0 and x:item() or x:totable()
end

-- Whether two values are equal, numbers up to a part of them; NaN equals NaN.
local function near(expected, got, bound)
   if type(expected) == 'table' then
      if type(got) ~= 'table' or #got ~= #expected then return false end
      for k, x in ipairs(expected) do
         if not near(x, got[k], bound) then return false end
      end
      return true
   end
   if type(expected) ~= 'number' then return expected == got end
   got = tonumber(got)
   if got == nil then return false end
   if expected ~= expected then return got ~= got end
   return expected == got or math.abs(expected - got) <= bound * math.abs(expected)
end

-- How many results in front each name takes, and which are methods.
local results, methods = {}, {}
for _, row in ipairs(tensor.rows) do
   local _, count = row.signature:gsub('!', '')
   results[row.name] = math.max(results[row.name] or 0, count)
   methods[row.name] = row.ismethod
end

local function check(case, how, got)
   assert(#got == #case - 2, how .. ': ' .. #got .. ' results')
   for r, x in ipairs(got) do
      assert(near(case[r + 2], plain(x), 1e-14), ('%s, result %d: %s'):format(how, r, tostring(x)))
   end
end

-- Make the call of a case as a function, as a method, and with results given.
local function run(case)
   local name, a = case[1], case[2]
   local first = tensor[name](a[1], a[2], a[3], a[4])
   check(case, 'function', { tensor[name](a[1], a[2], a[3], a[4]) })
   if methods[name] and tensor.isTensor(a[1]) then
      check(case, 'method', { a[1][name](a[1], a[2], a[3], a[4]) })
   end
   if (results[name] or 0) > 0 and tensor.isTensor(first) and not case.bare then
      local given = { tensor[name](a[1], a[2], a[3], a[4]) }
      for k, x in ipairs(given) do given[k] = x:clone():resize(7) end
      local before = { given[1], given[2] }
      for k = 1, 4 do given[#before + k] = a[k] end
      local got = { tensor[name](given[1], given[2], given[3], given[4], given[5], given[6]) }
      check(case, 'with results', got)
      for k, x in ipairs(before) do assert(rawequal(x, got[k]), 'another result') end
   end
end

return { run = run, search = search, along = along, gradients = gradients, plain = plain, near = near }
