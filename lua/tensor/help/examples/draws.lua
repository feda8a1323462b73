-- tensor/help/examples/draws.lua: examples of samplers and choices (the form is in tensor/help/examples.lua).
return {
   beta = [[
> tensor.manualSeed(1)
> math.abs(tensor.DoubleTensor(10000):beta(1, 3):mean() - 0.25) < 0.02
true
]],
   binomial = [[
> tensor.LongTensor(2):binomial(7, 1)
 7
 7
[torch.LongTensor of size 2]
> tensor.binomial(tensor.LongTensor {3, 4}, tensor.FloatTensor {0, 1})
 0
 4
[torch.FloatTensor of size 2]
]],
   choice = [[
> tensor.choice(tensor.FloatTensor {7, 7}, 3)
 7
 7
 7
[torch.FloatTensor of size 3]
> (tensor.choice(3, 3, false):sort())
 1
 2
 3
[torch.LongTensor of size 3]
> tensor.choice(3, {1, 2}, true, tensor.FloatTensor {0, 1, 0})
 2  2
[torch.LongTensor of size 1x2]
]],
   dirichlet = [[
> x = tensor.dirichlet(tensor.ones(2, 3))
> (x:sum(2) - 1):abs():max() < 1e-6
true
]],
   gamma = [[
> tensor.manualSeed(1)
> math.abs(tensor.DoubleTensor(10000):gamma(2, 3):mean() - 6) < 0.2
true
> tensor.gamma(tensor.ones(2, 3)):size()
 2
 3
[torch.LongStorage of size 2]
]],
   multivariateNormal = [[
> covariance = tensor.FloatTensor {{1, 1}, {1, 1}}
> x = tensor.multivariateNormal(tensor.zeros(2), covariance)
> x[1] == x[2]
true
]],
   permutation = [[
> (tensor.permutation(tensor.range(1, 3)):sort())
 1
 2
 3
[torch.FloatTensor of size 3]
]],
   poisson = [[
> tensor.manualSeed(1)
> tensor.poisson(tensor.FloatTensor {0, 100}):gt(50)
 0
 1
[torch.ByteTensor of size 2]
> tensor.poisson(0)
0
]],
   randLike = [[
> tensor.randLike(tensor.zeros(2, 3)):size()
 2
 3
[torch.LongStorage of size 2]
]],
   randint = [[
> tensor.randint(5, 5, 2)
 5
 5
[torch.LongTensor of size 2]
]],
   randnLike = [[
> tensor.randnLike(tensor.zeros(2), {dtype = 'double'}):type()
torch.DoubleTensor
]],
   shuffle = [[
> (tensor.range(1, 3):shuffle():sort())
 1
 2
 3
[torch.FloatTensor of size 3]
]],
}
