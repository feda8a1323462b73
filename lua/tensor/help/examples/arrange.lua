-- tensor/help/examples/arrange.lua: examples of elements in other places (the form is in tensor/help/examples.lua).
return {
   adjoint = [[
> tensor.ComplexDoubleTensor({{{1, 2}, {3, 4}}}):adjoint()
 1-2i
 3-4i
[torch.ComplexDoubleTensor of size 2x1]
]],
   arange = [[
> tensor.arange(3)
 0
 1
 2
[torch.FloatTensor of size 3]
> tensor.arange(1, 2, 0.5)
 1.0000
 1.5000
[torch.FloatTensor of size 2]
]],
   atleast1d = [[
> tensor.range(1, 2):atleast1d()
 1
 2
[torch.FloatTensor of size 2]
]],
   atleast2d = [[
> tensor.range(1, 2):atleast2d()
 1  2
[torch.FloatTensor of size 1x2]
]],
   atleast3d = [[
> tensor.range(1, 2):atleast3d():size()
 1
 2
 1
[torch.LongStorage of size 3]
]],
   blockDiag = [[
> tensor.blockDiag {tensor.ones(2, 2), tensor.range(7, 8)}
 1  1  0  0
 1  1  0  0
 0  0  7  8
[torch.FloatTensor of size 3x4]
> tensor.blockDiag {2, tensor.ones(1, 1)}
 2  0
 0  1
[torch.FloatTensor of size 2x2]
]],
   broadcastShapes = [[
> tensor.broadcastShapes({2, 1}, {3})
 2
 3
[torch.LongStorage of size 2]
]],
   broadcastTensors = [[
> list = tensor.broadcastTensors {tensor.range(1, 2), tensor.zeros(2, 1)}
> list[1]
 1  2
 1  2
[torch.FloatTensor of size 2x2]
]],
   broadcastTo = [[
> tensor.range(1, 2):broadcastTo(2, 2)
 1  2
 1  2
[torch.FloatTensor of size 2x2]
]],
   cartesianProd = [[
> tensor.cartesianProd {tensor.range(1, 2), tensor.range(7, 8)}
 1  7
 1  8
 2  7
 2  8
[torch.FloatTensor of size 4x2]
]],
   columnStack = [[
> tensor.columnStack {tensor.range(1, 2), tensor.range(3, 4)}
 1  3
 2  4
[torch.FloatTensor of size 2x2]
]],
   combinations = [[
> tensor.range(1, 3):combinations()
 1  2
 1  3
 2  3
[torch.FloatTensor of size 3x2]
]],
   concat = [[
> tensor.concat {tensor.ones(1, 2), tensor.zeros(1, 2)}
 1  1
 0  0
[torch.FloatTensor of size 2x2]
]],
   diagEmbed = [[
> tensor.range(1, 2):diagEmbed()
 1  0
 0  2
[torch.FloatTensor of size 2x2]
]],
   diagflat = [[
> tensor.range(1, 2):diagflat(1)
 0  1  0
 0  0  2
 0  0  0
[torch.FloatTensor of size 3x3]
]],
   dsplit = [[
> #tensor.zeros(1, 2, 4):dsplit(2)
2
]],
   dstack = [[
> tensor.dstack({tensor.range(1, 2), tensor.range(3, 4)}):size()
 1
 2
 2
[torch.LongStorage of size 3]
]],
   fillDiagonal = [[
> tensor.zeros(2, 3):fillDiagonal(7)
 7  0  0
 0  7  0
[torch.FloatTensor of size 2x3]
]],
   flip = [[
> x = tensor.range(1, 6):view(2, 3)
> x:flip(2)
 3  2  1
 6  5  4
[torch.FloatTensor of size 2x3]
> x:flip(1, 2)
 6  5  4
 3  2  1
[torch.FloatTensor of size 2x3]
]],
   fliplr = [[
> x = tensor.range(1, 6):view(2, 3)
> x:fliplr()
 3  2  1
 6  5  4
[torch.FloatTensor of size 2x3]
]],
   flipud = [[
> x = tensor.range(1, 6):view(2, 3)
> x:flipud()
 4  5  6
 1  2  3
[torch.FloatTensor of size 2x3]
]],
   hsplit = [[
> x = tensor.range(1, 6):view(2, 3)
> x:hsplit(3)[2]
 2
 5
[torch.FloatTensor of size 2x1]
]],
   hstack = [[
> tensor.hstack {tensor.ones(2, 1), tensor.zeros(2, 2)}
 1  0  0
 1  0  0
[torch.FloatTensor of size 2x3]
]],
   indexPut = [[
> rows, columns = tensor.LongTensor {1, 2}, tensor.LongTensor {2, 1}
> tensor.zeros(2, 2):indexPut({rows, columns}, 5)
 0  5
 5  0
[torch.FloatTensor of size 2x2]
]],
   mT = [[
> tensor.zeros(2, 3, 4):mT():size()
 2
 4
 3
[torch.LongStorage of size 3]
]],
   meshgrid = [[
> grid = tensor.meshgrid {tensor.range(1, 2), tensor.range(7, 9)}
> grid[1]
 1  1  1
 2  2  2
[torch.FloatTensor of size 2x3]
> grid[2]
 7  8  9
 7  8  9
[torch.FloatTensor of size 2x3]
]],
   movedim = [[
> tensor.zeros(2, 3, 4):movedim(1, -1):size()
 3
 4
 2
[torch.LongStorage of size 3]
]],
   pad = [[
> tensor.range(1, 3):pad {1, 2}
 0
 1
 2
 3
 0
 0
[torch.FloatTensor of size 6]
> tensor.range(1, 3):pad({2, 0}, 'reflect')
 3
 2
 1
 2
 3
[torch.FloatTensor of size 5]
> x = tensor.range(1, 6):view(2, 3)
> x:pad({-1, 0, 0, 1}, 9)
 2  3
 5  6
 9  9
[torch.FloatTensor of size 3x2]
]],
   put = [[
> tensor.zeros(2, 2):put({1, 4}, tensor.range(7, 8))
 7  0
 0  8
[torch.FloatTensor of size 2x2]
]],
   ravelMultiIndex = [[
> tensor.ravelMultiIndex({tensor.LongTensor {1, 2}, tensor.LongTensor {3, 1}}, {2, 3})
 3
 4
[torch.LongTensor of size 2]
]],
   repeatInterleave = [[
> tensor.range(1, 2):repeatInterleave(2)
 1
 1
 2
 2
[torch.FloatTensor of size 4]
> x = tensor.range(1, 6):view(2, 3)
> x:repeatInterleave({2, 0, 1}, 2)
 1  1  3
 4  4  6
[torch.FloatTensor of size 2x3]
]],
   roll = [[
> tensor.range(1, 4):roll(1)
 4
 1
 2
 3
[torch.FloatTensor of size 4]
> x = tensor.range(1, 6):view(2, 3)
> x:roll(-1, 2)
 2  3  1
 5  6  4
[torch.FloatTensor of size 2x3]
]],
   rot90 = [[
> x = tensor.range(1, 6):view(2, 3)
> x:rot90()
 3  6
 2  5
 1  4
[torch.FloatTensor of size 3x2]
]],
   scatterReduce = [[
> tensor.zeros(2):scatterReduce(1, {1, 2, 1}, tensor.range(1, 3), 'amax')
 3
 2
[torch.FloatTensor of size 2]
]],
   stack = [[
> tensor.stack({tensor.range(1, 2), tensor.range(3, 4)})
 1  2
 3  4
[torch.FloatTensor of size 2x2]
> tensor.stack({tensor.range(1, 2), tensor.range(3, 4)}, -1)
 1  3
 2  4
[torch.FloatTensor of size 2x2]
]],
   take = [[
> x = tensor.range(1, 6):view(2, 3)
> x:take {1, -1}
 1
 6
[torch.FloatTensor of size 2]
]],
   takeAlongDim = [[
> x = tensor.range(1, 6):view(2, 3)
> x:takeAlongDim(tensor.LongTensor {{3}}, 2)
 3
 6
[torch.FloatTensor of size 2x1]
]],
   tensorSplit = [[
> parts = tensor.range(1, 5):tensorSplit(2)
> parts[2]
 4
 5
[torch.FloatTensor of size 2]
> tensor.range(1, 5):tensorSplit({2, 3})[3]
 3
 4
 5
[torch.FloatTensor of size 3]
]],
   tile = [[
> tensor.range(1, 2):tile(2)
 1
 2
 1
 2
[torch.FloatTensor of size 4]
> tensor.tile(tensor.range(1, 2), 2, 2)
 1  2  1  2
 1  2  1  2
[torch.FloatTensor of size 2x4]
]],
   trilIndices = [[
> tensor.trilIndices(2, 2)
 1  2  2
 1  1  2
[torch.LongTensor of size 2x3]
]],
   triuIndices = [[
> tensor.triuIndices(2, 3, 1)
 1  1  2
 2  3  3
[torch.LongTensor of size 2x3]
]],
   unflatten = [[
> tensor.range(1, 4):unflatten(1, 2, -1)
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
   unravelIndex = [[
> list = tensor.unravelIndex({3, 4}, {2, 3})
> list[1]
 1
 2
[torch.LongTensor of size 2]
> list[2]
 3
 1
[torch.LongTensor of size 2]
]],
   vander = [[
> tensor.vander(tensor.range(1, 3))
 1  1  1
 4  2  1
 9  3  1
[torch.FloatTensor of size 3x3]
> tensor.vander(tensor.range(1, 3), 2, true)
 1  1
 1  2
 1  3
[torch.FloatTensor of size 3x2]
]],
   vsplit = [[
> x = tensor.range(1, 6):view(2, 3)
> x:vsplit(2)[2]
 4  5  6
[torch.FloatTensor of size 1x3]
]],
   vstack = [[
> tensor.vstack {tensor.range(1, 2), tensor.range(3, 4)}
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
}
