-- tensor/help/examples/search.lua: examples of sets, bins, quantiles and covariances (the form is in
-- tensor/help/examples.lua).
return {
   argwhere = [[
> tensor.FloatTensor({{0, 5}, {6, 0}}):argwhere()
 1  2
 2  1
[torch.LongTensor of size 2x2]
]],
   average = [[
> tensor.FloatTensor({1, 2}):average(tensor.FloatTensor {3, 1})
1.25
]],
   bincount = [[
> tensor.LongTensor({1, 3, 3}):bincount()
 1
 0
 2
[torch.LongTensor of size 3]
]],
   bucketize = [[
> tensor.FloatTensor({0, 2, 7}):bucketize(tensor.FloatTensor {1, 5})
 1
 2
 3
[torch.LongTensor of size 3]
]],
   convolve = [[
> tensor.FloatTensor({1, 2, 3}):convolve(tensor.FloatTensor {1, 1}, 'valid')
 3
 5
[torch.FloatTensor of size 2]
]],
   corrcoef = [[
> tensor.FloatTensor({{0, 1, 2}, {2, 1, 0}}):corrcoef()
 1 -1
-1  1
[torch.FloatTensor of size 2x2]
]],
   cov = [[
> tensor.FloatTensor({{0, 1, 2}, {2, 1, 0}}):cov()
 1 -1
-1  1
[torch.FloatTensor of size 2x2]
]],
   flatnonzero = [[
> tensor.FloatTensor({{0, 5}, {6, 0}}):flatnonzero()
 2
 3
[torch.LongTensor of size 2]
]],
   histogram = [[
> counts, edges = tensor.FloatTensor({1, 2, 2, 5}):histogram(2)
> counts
 3
 1
[torch.FloatTensor of size 2]
> edges
 1
 3
 5
[torch.FloatTensor of size 3]
]],
   interp = [[
> tensor.interp(2.5, tensor.FloatTensor {1, 2, 3}, tensor.FloatTensor {0, 10, 20})
15
]],
   intersect1d = [[
> tensor.intersect1d(tensor.FloatTensor {3, 1}, tensor.FloatTensor {1, 2})
 1
[torch.FloatTensor of size 1]
]],
   isin = [[
> tensor.FloatTensor({1, 2, 3}):isin(tensor.FloatTensor {2, 5})
 0
 1
 0
[torch.ByteTensor of size 3]
]],
   lexsort = [[
> tensor.lexsort {tensor.FloatTensor {9, 7, 8}, tensor.FloatTensor {2, 1, 2}}
 2
 3
 1
[torch.LongTensor of size 3]
]],
   nanquantile = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nanquantile(0.5)
2
]],
   oneHot = [[
> tensor.oneHot({1, 3})
 1  0  0
 0  0  1
[torch.LongTensor of size 2x3]
]],
   quantile = [[
> tensor.FloatTensor({1, 2, 3, 4}):quantile(0.5)
2.5
> tensor.FloatTensor({1, 2, 3, 4, 5}):quantile({0.25, 0.5})
 2
 3
[torch.FloatTensor of size 2]
> tensor.FloatTensor({1, 2, 3, 4}):quantile(0.5, 1, 'lower')
 2
[torch.FloatTensor of size 1]
]],
   searchsorted = [[
> tensor.FloatTensor({1, 3, 3, 5}):searchsorted(tensor.FloatTensor {3, 9})
 2
 5
[torch.LongTensor of size 2]
> tensor.FloatTensor({1, 3, 3, 5}):searchsorted(3, {right = true})
4
]],
   setdiff1d = [[
> tensor.setdiff1d(tensor.FloatTensor {3, 1}, tensor.FloatTensor {1, 2})
 3
[torch.FloatTensor of size 1]
]],
   setxor1d = [[
> tensor.setxor1d(tensor.FloatTensor {3, 1}, tensor.FloatTensor {1, 2})
 2
 3
[torch.FloatTensor of size 2]
]],
   union1d = [[
> tensor.union1d(tensor.FloatTensor {3, 1}, tensor.FloatTensor {1, 2})
 1
 2
 3
[torch.FloatTensor of size 3]
]],
   unique = [[
> values, inverse, counts = tensor.FloatTensor({3, 1, 3}):unique {inverse = true, counts = true}
> values
 1
 3
[torch.FloatTensor of size 2]
> inverse
 2
 1
 2
[torch.LongTensor of size 3]
> counts
 1
 2
[torch.LongTensor of size 2]
]],
   uniqueConsecutive = [[
> tensor.FloatTensor({3, 3, 1, 3}):uniqueConsecutive()
 3
 1
 3
[torch.FloatTensor of size 3]
]],
}
