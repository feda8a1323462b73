-- tensor/help/errors/arrange.lua: errors of elements in other places (the form is in tensor/help/errors.lua).
return {
   adjoint = [[
> tensor.zeros(2):adjoint()
adjoint: a tensor of 1 dimensions; at least 2 are needed
]],
   arange = [[
> tensor.arange(1, 2, 0)
arange: from 1 to 2 there are no numbers in steps of 0
]],
   blockDiag = [[
> tensor.blockDiag {tensor.zeros(2, 2, 2)}
blockDiag: tensor 1 of size 2x2x2; expected at most a matrix
]],
   broadcastShapes = [[
> tensor.broadcastShapes({2}, {3})
broadcastShapes: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   broadcastTensors = [[
> tensor.broadcastTensors {tensor.zeros(2), tensor.zeros(3)}
broadcastTensors: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   broadcastTo = [[
> tensor.zeros(2, 1):broadcastTo(3, 4)
broadcastTo: dimension 1 of size 2 cannot become 3; only size 1 is repeated
]],
   cartesianProd = [[
> tensor.cartesianProd {tensor.zeros(2, 2)}
cartesianProd: tensor 1 of size 2x2; expected a vector
]],
   columnStack = [[
> tensor.columnStack {tensor.zeros(2), tensor.zeros(3)}
columnStack: tensor 1 of size 2x1 and tensor 2 of size 3x1 differ in dimension 1, but are joined along another
]],
   combinations = [[
> tensor.zeros(3):combinations(0)
combinations: rows of 0 elements; at least 1 is needed
> tensor.zeros(100):combinations(50)
combinations: 50 of 100 elements exceed all memory
]],
   concat = [[
> tensor.concat {tensor.ones(1, 2), tensor.zeros(1, 3)}
concat: tensor 1 of size 1x2 and tensor 2 of size 1x3 differ in dimension 2, but are joined along another
> tensor.concat({tensor.ones(2)}, 0)
concat: no dimension 0
]],
   diagEmbed = [[
> tensor.zeros(2):diagEmbed(0, 1, 1)
diagEmbed: dimensions 1 and 1 of a result of 2 dimensions; expected two of them
]],
   diagflat = [[
> tensor.zeros(2):diagflat(2 ^ 60)
diagflat: offset must be a whole number within 2^53, not 1.152921504606847e+18
]],
   dsplit = [[
> tensor.zeros(5, 2):dsplit(1)
dsplit: a tensor of size 5x2; at least 3 dimensions are needed
]],
   dstack = [[
> tensor.dstack {1}
dstack: element 1 of the list is a number, not a tensor
]],
   fillDiagonal = [[
> tensor.zeros(2):fillDiagonal(1)
fillDiagonal: a tensor of size 2; expected a matrix, or equal sizes
]],
   flip = [[
> tensor.zeros(2, 3):flip(3)
flip: no dimension 3 in a 2-dimensional tensor
> tensor.zeros(2, 3):flip(1, -2)
flip: dimension 1 is named twice
]],
   fliplr = [[
> tensor.zeros(2):fliplr()
fliplr: no dimension 2 in a 1-dimensional tensor
]],
   hsplit = [[
> tensor.zeros(5):hsplit(2)
hsplit: dimension 1 of size 5 has no 2 equal parts; tensorSplit makes unequal ones
]],
   hstack = [[
> tensor.hstack {}
hstack: no tensors in the list
]],
   indexPut = [[
> tensor.zeros(2):indexPut({tensor.LongTensor {3}}, 1)
indexPut: no position 3 in dimension 1 of size 2
]],
   mT = [[
> tensor.zeros(2):mT()
mT: a tensor of 1 dimensions; at least 2 are needed
]],
   meshgrid = [[
> tensor.meshgrid {tensor.zeros(2, 2)}
meshgrid: a tensor of size 2x2; expected a vector
]],
   movedim = [[
> tensor.zeros(2, 3):movedim(1, 3)
movedim: no dimension 3 in a 2-dimensional tensor
> tensor.zeros(2, 3):movedim({1, 2}, {1, 1})
movedim: dimension 1 is named twice
]],
   pad = [[
> tensor.zeros(3):pad({3, 0}, 'reflect')
pad: 3 before and 0 after dimension 1 of size 3; that is more than this mode has elements for
> tensor.zeros(3):pad {-2, -2}
pad: -2 before and -2 after dimension 1 of size 3; that cuts more than there is
> tensor.zeros(3):pad {1, 1, 1, 1}
pad: 2 pairs for a 1-dimensional tensor
]],
   put = [[
> tensor.zeros(2):put({1, 2, 1}, tensor.zeros(2))
put: a tensor of size 2 neither broadcasts to size 3 nor has as many elements
]],
   ravelMultiIndex = [[
> tensor.ravelMultiIndex({tensor.LongTensor {1}}, {2, 3})
ravelMultiIndex: 1 tensors of positions and 2 sizes
]],
   repeatInterleave = [[
> tensor.zeros(2):repeatInterleave {1, -1}
repeatInterleave: count -1 of position 2
> tensor.zeros(2):repeatInterleave {1, 1, 1}
repeatInterleave: 3 counts for dimension 1 of size 2
]],
   roll = [[
> tensor.zeros(2, 3):roll({1, 2}, 1)
roll: 2 shifts for 1 dimensions
> tensor.zeros(2, 3):roll(1, 3)
roll: no dimension 3 in a 2-dimensional tensor
]],
   rot90 = [[
> tensor.zeros(2, 3):rot90(1, {1, 1})
rot90: dimension 1 is named twice
]],
   scatterReduce = [[
> tensor.zeros(2):scatterReduce(1, {3}, tensor.zeros(1), 'prod')
scatterReduce: no position 3 in dimension 1 of size 2
]],
   stack = [[
> tensor.stack {tensor.zeros(2), tensor.zeros(3)}
stack: tensor 1 of size 2 and tensor 2 of size 3; expected equal sizes
> tensor.stack({tensor.zeros(2)}, 4)
stack: no dimension 4 in a result of 2
]],
   take = [[
> tensor.zeros(2, 3):take {7}
take: no position 7 in dimension 1 of size 6
]],
   takeAlongDim = [[
> tensor.zeros(2, 3):takeAlongDim(tensor.LongTensor {{1, 2}, {1, 2}, {1, 2}}, 2)
takeAlongDim: sizes 2x1 and 3x1 do not broadcast (2 and 3, dimension 2 from the last)
]],
   tensorSplit = [[
> tensor.zeros(5):tensorSplit(0)
tensorSplit: 0 parts are asked for, at least 1 is needed
]],
   tile = [[
> tensor.zeros(2):tile(-1)
tile: -1 times along dimension 1
]],
   trilIndices = [[
> tensor.trilIndices(-1, 2)
trilIndices: rows is -1, which is negative
]],
   triuIndices = [[
> tensor.triuIndices(2 ^ 40, 2 ^ 40)
triuIndices: size 1099511627776x1099511627776 has more elements than memory can hold
]],
   unflatten = [[
> tensor.zeros(6):unflatten(1, 4, -1)
unflatten: 6 elements do not make a tensor of size 4x-1
]],
   unravelIndex = [[
> tensor.unravelIndex({7}, {2, 3})
unravelIndex: no position 7 in dimension 1 of size 6
]],
   vander = [[
> tensor.zeros(2, 2):vander()
vander: a tensor of size 2x2; expected a vector
]],
   vsplit = [[
> tensor.zeros(5):vsplit(5)
vsplit: a tensor of size 5; at least 2 dimensions are needed
]],
   vstack = [[
> tensor.vstack {tensor.zeros(2), tensor.zeros(3)}
vstack: tensor 1 of size 1x2 and tensor 2 of size 1x3 differ in dimension 2, but are joined along another
]],
}
