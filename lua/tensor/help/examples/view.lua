-- tensor/help/examples/view.lua: examples of views and indexing (the form is in tensor/help/examples.lua).
return {
   asStrided = [[
> tensor.range(1, 4):asStrided({2, 3}, {1, 1})
 1  2  3
 2  3  4
[torch.FloatTensor of size 2x3]
]],
   cat = [[
> tensor.cat(tensor.range(1, 2), tensor.range(7, 8))
 1
 2
 7
 8
[torch.FloatTensor of size 4]
> tensor.cat(tensor.ones(2, 1), tensor.zeros(2, 1), 2)
 1  0
 1  0
[torch.FloatTensor of size 2x2]
]],
   chunk = [[
> #tensor.range(1, 5):chunk(2)
2
]],
   clone = [[
> x = tensor.range(1, 2)
> y = x:clone():fill(0)
> x
 1
 2
[torch.FloatTensor of size 2]
]],
   contiguous = [[
> tensor.range(1, 6):view(2, 3):t():contiguous():stride()
 2
 1
[torch.LongStorage of size 2]
]],
   diag = [[
> tensor.diag(tensor.range(1, 2))
 1  0
 0  2
[torch.FloatTensor of size 2x2]
]],
   diagonal = [[
> tensor.range(1, 9):view(3, 3):diagonal()
 1
 5
 9
[torch.FloatTensor of size 3]
]],
   expand = [[
> tensor.FloatTensor({{1}, {2}}):expand(2, 3)
 1  1  1
 2  2  2
[torch.FloatTensor of size 2x3]
]],
   expandAs = [[
> tensor.FloatTensor({{1}, {2}}):expandAs(tensor.zeros(2, 3))
 1  1  1
 2  2  2
[torch.FloatTensor of size 2x3]
]],
   flatten = [[
> tensor.range(1, 4):view(2, 2):flatten()
 1
 2
 3
 4
[torch.FloatTensor of size 4]
]],
   gather = [[
> x = tensor.range(1, 6):view(2, 3)
> x:gather(2, tensor.LongTensor {{3}, {1}})
 3
 4
[torch.FloatTensor of size 2x1]
]],
   index = [[
> x = tensor.range(1, 6):view(3, 2)
> x:index(1, tensor.LongTensor {3, 1})
 5  6
 1  2
[torch.FloatTensor of size 2x2]
> x:index(2, {2})
 2
 4
 6
[torch.FloatTensor of size 3x1]
]],
   ipairs = [[
> x = tensor.zeros(3, 2)
> for i, row in x:ipairs() do row:fill(i) end
> x
 1  1
 2  2
 3  3
[torch.FloatTensor of size 3x2]
]],
   indexAdd = [[
> tensor.zeros(2):indexAdd(1, tensor.LongTensor {1, 1}, tensor.FloatTensor {7, 8})
 15
  0
[torch.FloatTensor of size 2]
]],
   indexCopy = [[
> tensor.zeros(3):indexCopy(1, tensor.LongTensor {3, 1}, tensor.FloatTensor {7, 8})
 8
 0
 7
[torch.FloatTensor of size 3]
]],
   indexFill = [[
> tensor.zeros(3):indexFill(1, tensor.LongTensor {3, 1}, 5)
 5
 0
 5
[torch.FloatTensor of size 3]
]],
   maskedCopy = [[
> x = tensor.range(1, 4)
> x:maskedCopy(x:gt(2), tensor.FloatTensor {7, 8})
 1
 2
 7
 8
[torch.FloatTensor of size 4]
]],
   maskedFill = [[
> x = tensor.range(1, 4)
> x:maskedFill(x:gt(2), 0)
 1
 2
 0
 0
[torch.FloatTensor of size 4]
]],
   maskedSelect = [[
> x = tensor.range(1, 4)
> x:maskedSelect(x:gt(2))
 3
 4
[torch.FloatTensor of size 2]
]],
   narrow = [[
> tensor.range(1, 5):narrow(1, 2, 3)
 2
 3
 4
[torch.FloatTensor of size 3]
]],
   nonzero = [[
> tensor.nonzero(tensor.eye(2))
 1  1
 2  2
[torch.LongTensor of size 2x2]
]],
   permute = [[
> tensor.zeros(2, 3, 4):permute(3, 1, 2):size()
 4
 2
 3
[torch.LongStorage of size 3]
]],
   repeatTensor = [[
> tensor.range(1, 2):repeatTensor(2, 2)
 1  2  1  2
 1  2  1  2
[torch.FloatTensor of size 2x4]
]],
   reshape = [[
> tensor.range(1, 6):view(2, 3):t():reshape(6)
 1
 4
 2
 5
 3
 6
[torch.FloatTensor of size 6]
]],
   scatter = [[
> tensor.zeros(2, 3):scatter(2, tensor.LongTensor {{3}, {1}}, 1)
 0  0  1
 1  0  0
[torch.FloatTensor of size 2x3]
]],
   scatterAdd = [[
> tensor.zeros(1, 3):scatterAdd(2, tensor.LongTensor {{3, 3}}, tensor.FloatTensor {{1, 2}})
 0  0  3
[torch.FloatTensor of size 1x3]
]],
   select = [[
> x = tensor.FloatTensor {{1, 2, 3}, {4, 5, 6}}
> x:select(1, 2)
 4
 5
 6
[torch.FloatTensor of size 3]
> x:select(2, 1)
 1
 4
[torch.FloatTensor of size 2]
]],
   split = [[
> #tensor.range(1, 5):split(2)
3
> tensor.range(1, 5):split(2)[3]
 5
[torch.FloatTensor of size 1]
]],
   squeeze = [[
> tensor.zeros(2, 1, 3):squeeze():size()
 2
 3
[torch.LongStorage of size 2]
]],
   sub = [[
> tensor.range(1, 9):view(3, 3):sub(2, 3, 1, 2)
 4  5
 7  8
[torch.FloatTensor of size 2x2]
]],
   t = [[
> tensor.FloatTensor({{1, 2}, {3, 4}}):t()
 1  3
 2  4
[torch.FloatTensor of size 2x2]
]],
   transpose = [[
> tensor.FloatTensor({{1, 2, 3}}):transpose(1, 2)
 1
 2
 3
[torch.FloatTensor of size 3x1]
]],
   tril = [[
> tensor.tril(tensor.ones(3, 3))
 1  0  0
 1  1  0
 1  1  1
[torch.FloatTensor of size 3x3]
]],
   triu = [[
> tensor.triu(tensor.ones(3, 3))
 1  1  1
 0  1  1
 0  0  1
[torch.FloatTensor of size 3x3]
]],
   unbind = [[
> tensor.eye(2):unbind()[1]
 1
 0
[torch.FloatTensor of size 2]
]],
   unfold = [[
> tensor.range(1, 5):unfold(1, 3, 1)
 1  2  3
 2  3  4
 3  4  5
[torch.FloatTensor of size 3x3]
]],
   unsqueeze = [[
> tensor.zeros(2, 3):unsqueeze(1):size()
 1
 2
 3
[torch.LongStorage of size 3]
]],
   view = [[
> tensor.range(1, 6):view(2, -1)
 1  2  3
 4  5  6
[torch.FloatTensor of size 2x3]
]],
   viewAs = [[
> tensor.range(1, 6):viewAs(tensor.zeros(2, 3))
 1  2  3
 4  5  6
[torch.FloatTensor of size 2x3]
]],
}
