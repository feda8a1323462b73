-- tensor/help/examples/make.lua: examples of constructors and random numbers (the form is in
-- tensor/help/examples.lua).
return {
   Generator = [[
> g = tensor.Generator()
> tensor.manualSeed(g, 1)
> tensor.rand(g, 2)
 0.4170
 0.9972
[torch.FloatTensor of size 2]
]],
   bernoulli = [[
> tensor.manualSeed(1)
> tensor.zeros(4):bernoulli(0.5)
 1
 0
 0
 0
[torch.FloatTensor of size 4]
]],
   empty = [[
> tensor.empty(2, 3, {dtype = 'int'}):type()
torch.IntTensor
]],
   eye = [[
> tensor.eye(2, 3)
 1  0  0
 0  1  0
[torch.FloatTensor of size 2x3]
]],
   full = [[
> tensor.full({2, 2}, 0.5)
 0.5000  0.5000
 0.5000  0.5000
[torch.FloatTensor of size 2x2]
]],
   linspace = [[
> tensor.linspace(0, 1, 5)
 0.0000
 0.2500
 0.5000
 0.7500
 1.0000
[torch.FloatTensor of size 5]
]],
   logspace = [[
> tensor.logspace(0, 3, 4)
    1
   10
  100
 1000
[torch.FloatTensor of size 4]
]],
   manualSeed = [[
> tensor.manualSeed(42)
> tensor.rand(1)
 0.3745
[torch.FloatTensor of size 1]
> tensor.manualSeed(42)
> tensor.rand(1)
 0.3745
[torch.FloatTensor of size 1]
]],
   multinomial = [[
> tensor.manualSeed(1)
> tensor.multinomial(tensor.FloatTensor {1, 0, 3}, 4, true)
 3
 3
 3
 3
[torch.LongTensor of size 4]
]],
   normal = [[
> tensor.manualSeed(1)
> tensor.zeros(2):normal(10, 2)
  4.0563
 13.4139
[torch.FloatTensor of size 2]
]],
   ones = [[
> tensor.ones(2, 3)
 1  1  1
 1  1  1
[torch.FloatTensor of size 2x3]
]],
   rand = [[
> tensor.manualSeed(1)
> tensor.rand(2)
 0.4170
 0.9972
[torch.FloatTensor of size 2]
]],
   randn = [[
> tensor.manualSeed(1)
> tensor.randn(2)
-2.9718
 1.7070
[torch.FloatTensor of size 2]
]],
   random = [[
> tensor.manualSeed(1)
> tensor.IntTensor(3):random(1, 6)
 2
 6
 1
[torch.IntTensor of size 3]
]],
   randperm = [[
> tensor.manualSeed(1)
> tensor.randperm(4)
 2
 4
 3
 1
[torch.FloatTensor of size 4]
]],
   range = [[
> tensor.range(2, 10, 3)
 2
 5
 8
[torch.FloatTensor of size 3]
]],
   uniform = [[
> tensor.manualSeed(1)
> tensor.zeros(2):uniform(-1, 1)
-0.1660
 0.9944
[torch.FloatTensor of size 2]
]],
   zeros = [[
> tensor.zeros(2, 3, {dtype = 'long'})
 0  0  0
 0  0  0
[torch.LongTensor of size 2x3]
]],
   zerosLike = [[
> tensor.zerosLike(tensor.range(1, 3))
 0
 0
 0
[torch.FloatTensor of size 3]
]],
}
