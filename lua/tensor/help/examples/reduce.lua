-- tensor/help/examples/reduce.lua: examples of reductions and linear algebra (the form is in
-- tensor/help/examples.lua).
return {
   addmm = [[
> tensor.addmm(tensor.ones(2, 2), 10, tensor.eye(2), tensor.eye(2))
 11   1
  1  11
[torch.FloatTensor of size 2x2]
]],
   addmv = [[
> tensor.addmv(tensor.ones(2), tensor.eye(2), tensor.range(1, 2))
 2
 3
[torch.FloatTensor of size 2]
]],
   addr = [[
> tensor.addr(tensor.zeros(2, 2), tensor.ones(2), tensor.range(1, 2))
 1  2
 1  2
[torch.FloatTensor of size 2x2]
]],
   all = [[
> tensor.range(1, 3):gt(0):all()
true
]],
   any = [[
> tensor.range(1, 3):gt(5):any()
false
]],
   argmax = [[
> tensor.FloatTensor({3, -4, 5}):argmax()
3
]],
   bmm = [[
> tensor.bmm(tensor.ones(2, 1, 3), tensor.ones(2, 3, 1)):size()
 2
 1
 1
[torch.LongStorage of size 3]
]],
   cumprod = [[
> tensor.range(1, 4):cumprod()
  1
  2
  6
 24
[torch.FloatTensor of size 4]
]],
   cumsum = [[
> tensor.range(1, 4):cumsum()
  1
  3
  6
 10
[torch.FloatTensor of size 4]
]],
   dot = [[
> tensor.range(1, 3):dot(tensor.ones(3))
6
]],
   ger = [[
> tensor.ger(tensor.range(1, 2), tensor.range(1, 3))
 1  2  3
 2  4  6
[torch.FloatTensor of size 2x3]
]],
   matmul = [[
> tensor.matmul(tensor.ones(5, 2, 3), tensor.ones(5, 3, 4)):size()
 5
 2
 4
[torch.LongStorage of size 3]
]],
   max = [[
> x = tensor.FloatTensor {{1, 7}, {9, 2}}
> x:max()
9
> values, positions = x:max(2)
> positions
 2
 1
[torch.LongTensor of size 2x1]
]],
   mean = [[
> tensor.range(1, 4):mean()
2.5
]],
   min = [[
> tensor.FloatTensor({3, -4, 5}):min()
-4
]],
   mm = [[
> tensor.mm(tensor.FloatTensor {{1, 2}, {3, 4}}, tensor.FloatTensor {{0, 1}, {1, 0}})
 2  1
 4  3
[torch.FloatTensor of size 2x2]
]],
   mv = [[
> tensor.mv(tensor.eye(2) * 3, tensor.FloatTensor {1, 2})
 3
 6
[torch.FloatTensor of size 2]
]],
   norm = [[
> tensor.FloatTensor({3, 4}):norm()
5
]],
   prod = [[
> tensor.range(1, 5):prod()
120
]],
   std = [[
> tensor.range(1, 5):std(1)
 1.5811
[torch.FloatTensor of size 1]
]],
   sum = [[
> x = tensor.range(1, 6):view(2, 3)
> x:sum()
21
> x:sum(2)
  6
 15
[torch.FloatTensor of size 2x1]
]],
   var = [[
> tensor.range(1, 5):var()
2.5
]],
}
