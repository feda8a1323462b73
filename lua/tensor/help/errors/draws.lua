-- tensor/help/errors/draws.lua: errors of samplers and choices (the form is in tensor/help/errors.lua).
return {
   beta = [[
> tensor.zeros(2):beta(1, -1)
beta: b is -1, must be a finite number above 0
]],
   binomial = [[
> tensor.zeros(2):binomial(1.5, 0.5)
binomial: n is 1.5, must be a whole number from 0
> tensor.zeros(2):binomial(1, 2)
binomial: p is 2, must be a number from 0 to 1
]],
   choice = [[
> tensor.choice(3, 4, false)
choice: 4 of 3 without replacement
> tensor.choice(3, 4, true, tensor.ones(2))
choice: probabilities of size 2 for 3 positions
]],
   dirichlet = [[
> tensor.dirichlet(tensor.zeros(2))
dirichlet: alpha is 0, must be a finite number above 0
]],
   gamma = [[
> tensor.zeros(2):gamma(0)
gamma: shape is 0, must be a finite number above 0
> tensor.LongTensor(2):gamma(1)
gamma: not defined for torch.LongTensor, which holds whole numbers only
]],
   multivariateNormal = [[
> tensor.multivariateNormal(tensor.zeros(2), tensor.FloatTensor {{1, 2}, {2, 1}})
multivariateNormal: the covariance is not symmetric, or negative in some direction
> tensor.multivariateNormal(tensor.zeros(3), tensor.zeros(2, 2))
multivariateNormal: mean of size 3 and covariance of size 2x2; expected n and n x n
]],
   permutation = [[
> tensor.permutation(-1)
permutation: n is -1, which is negative
]],
   poisson = [[
> tensor.poisson(-1)
poisson: rate is -1, must be a finite number from 0
> tensor.poisson(tensor.FloatTensor {1, -1})
poisson: rate is -1, must be a finite number from 0
]],
   randLike = [[
> tensor.randLike(tensor.LongTensor(2))
randLike: not defined for torch.LongTensor; the option dtype may say a floating type
]],
   randint = [[
> tensor.randint(6, 1, 2)
randint: the upper bound 1 is below the lower bound 6
]],
   randnLike = [[
> tensor.randnLike(tensor.LongTensor(2))
randnLike: not defined for torch.LongTensor; the option dtype may say a floating type
]],
   shuffle = [[
> tensor.FloatTensor():shuffle()
shuffle: the tensor has no dimensions
]],
}
