-- tensor/help/errors/search.lua: errors of the chapters along and search (the form is in tensor/help/errors.lua).
return {
   amax = [[
> tensor.zeros(0):amax()
amax: dimension 1 of size 0 has no element
> tensor.zeros(2, 2):amax {1, 1}
amax: dimension 1 is named twice
]],
   average = [[
> tensor.zeros(2, 3):average(tensor.zeros(3))
average: weights of size 3 for 2x3; name the dimension
]],
   bincount = [[
> tensor.LongTensor({0, 1}):bincount()
bincount: the least element is 0; expected whole numbers from 1 on
> tensor.zeros(2):bincount()
bincount: not defined for torch.FloatTensor; whole numbers are needed
]],
   convolve = [[
> tensor.zeros(2):convolve(tensor.zeros(0))
convolve: sizes 2 and 0; expected two vectors, not empty
]],
   cov = [[
> tensor.zeros(2, 2, 2):cov()
cov: a tensor of size 2x2x2; expected a matrix or a vector
]],
   diff = [[
> tensor.zeros(3):diff(1, 2)
diff: no dimension 2 in a 1-dimensional tensor
]],
   gradient = [[
> tensor.zeros(1):gradient()
gradient: size 1 of dimension 1; expected at least 2
]],
   histogram = [[
> tensor.zeros(2):histogram(0)
histogram: 0 bins; expected at least 1, at most 1073741824
> tensor.zeros(2):histogram(tensor.FloatTensor {2, 1})
histogram: the edges do not ascend
]],
   interp = [[
> tensor.zeros(2):interp(tensor.zeros(2), tensor.zeros(3))
interp: points of sizes 2 and 3; expected two vectors of one size, not empty
]],
   isin = [[
> tensor.zeros(2):isin(tensor.LongTensor {1})
isin: operands are a torch.FloatTensor and a torch.LongTensor; convert one, as in x:type('torch.FloatTensor')
]],
   lexsort = [[
> tensor.lexsort {}
lexsort: no keys; expected at least one vector
]],
   logcumsumexp = [[
> tensor.IntTensor({1}):logcumsumexp(2)
logcumsumexp: no dimension 2 in a 1-dimensional tensor
]],
   nanargmax = [[
> tensor.FloatTensor({0 / 0}):nanargmax()
nanargmax: all elements are NaN
]],
   oneHot = [[
> tensor.LongTensor({5}):oneHot(4)
oneHot: no position 5 in dimension 2 of size 4
]],
   quantile = [[
> tensor.zeros(2):quantile(1.5)
quantile: q is 1.5; expected a number in [0, 1]
]],
   searchsorted = [[
> tensor.zeros(2, 3):searchsorted(tensor.zeros(3, 2))
searchsorted: sorted has size 2x3 and values 3x2; expected a vector, or the same leading dimensions
]],
   softmax = [[
> tensor.IntTensor({1}):softmax()
softmax: not defined for torch.IntTensor; convert it, as in x:float()
]],
   trapz = [[
> tensor.zeros(2):trapz(tensor.zeros(3))
trapz: places of size 3 for 2 along dimension 1
]],
   unique = [[
> tensor.zeros(2):unique {dim = 2}
unique: no dimension 2 in a 1-dimensional tensor
> tensor.zeros(2):unique {invers = true}
unique: there is no option 'invers'; there are inverse, counts, sorted and dim
]],
}
