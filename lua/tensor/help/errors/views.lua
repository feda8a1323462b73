-- tensor/help/errors/views.lua: errors of views and indexing (the form is in tensor/help/errors.lua).
return {
   asStrided = [[
> tensor.asStrided(tensor.zeros(6), {4}, {2})
asStrided: a window of size 4 from element 1 needs 7 elements after it, but the storage has 6 in all
]],
   cat = [[
> tensor.cat(tensor.zeros(2, 3), tensor.zeros(2, 4), 1)
cat: tensor 1 of size 2x3 and tensor 2 of size 2x4 differ in dimension 2, but are joined along another
> tensor.cat {}
cat: no tensors to join
]],
   chunk = [[
> tensor.zeros(6):chunk(0)
chunk: 0 pieces are asked for, at least 1 is needed
]],
   diag = [[
> tensor.diag(tensor.zeros(2, 2, 2))
diag: a tensor of 3 dimensions; a matrix is needed
]],
   diagonal = [[
> tensor.zeros(2, 3):diagonal(0, 1, 1)
diagonal: dimension 1 is named twice
]],
   expand = [[
> tensor.zeros(2, 1):expand(3, 4)
expand: dimension 1 of size 2 cannot become 3; only size 1 is repeated
]],
   expandAs = [[
> tensor.zeros(2, 1):expandAs(tensor.zeros(3))
expandAs: 1 sizes given for a 2-dimensional tensor
]],
   gather = [[
> tensor.zeros(2, 3):gather(1, tensor.LongTensor {{1, 2, 3}})
gather: no position 3 in dimension 1 of size 2
> tensor.zeros(2, 3):gather(1, tensor.LongTensor {{1, 2}})
gather: positions of size 1x2 for a tensor of size 2x3; they may differ in dimension 1 only
]],
   index = [[
> tensor.zeros(2, 3):index(1, tensor.LongTensor {0})
index: no position 0 in dimension 1 of size 2
> tensor.zeros(2, 3):index(1, tensor.LongTensor {3})
index: no position 3 in dimension 1 of size 2
]],
   ipairs = [[
> tensor.full({}, 3):ipairs()
ipairs: a tensor without dimensions has no positions; x:item() is its element
]],
   indexAdd = [[
> tensor.zeros(3):indexAdd(1, tensor.LongTensor {0}, tensor.ones(1))
indexAdd: no position 0 in dimension 1 of size 3
]],
   indexCopy = [[
> tensor.zeros(3):indexCopy(1, tensor.LongTensor {4}, tensor.ones(1))
indexCopy: no position 4 in dimension 1 of size 3
> tensor.zeros(3):indexCopy(1, tensor.LongTensor {1, 2}, tensor.ones(3))
indexCopy: a tensor of size 3 neither broadcasts to size 2 nor has as many elements
]],
   indexFill = [[
> tensor.zeros(3):indexFill(1, tensor.LongTensor {4}, 1)
indexFill: no position 4 in dimension 1 of size 3
]],
   indexSelect = [[
> tensor.zeros(2, 3):indexSelect(1, tensor.LongTensor {3})
indexSelect: no position 3 in dimension 1 of size 2
]],
   maskedCopy = [[
> tensor.zeros(2):maskedCopy(tensor.ByteTensor {1, 1}, tensor.ones(1))
maskedCopy: the mask has 2 elements that are not 0, but the source has only 1
]],
   maskedFill = [[
> tensor.zeros(6):maskedFill(tensor.ByteTensor {1, 0}, 1)
maskedFill: a tensor of size 2 neither broadcasts to size 6 nor has as many elements
]],
   maskedSelect = [[
> tensor.zeros(6):maskedSelect(tensor.ByteTensor {1, 0})
maskedSelect: a tensor of size 2 neither broadcasts to size 6 nor has as many elements
]],
   narrow = [[
> tensor.zeros(5):narrow(1, 4, 3)
narrow: 3 elements from 4 do not fit in dimension 1 of size 5
> tensor.zeros(5):narrow(2, 1, 1)
narrow: no dimension 2 in a 1-dimensional tensor
]],
   permute = [[
> tensor.zeros(2, 3):permute(1, 1)
permute: dimension 1 is named twice
]],
   repeatTensor = [[
> tensor.repeatTensor(tensor.zeros(2, 2), 3)
repeatTensor: 1 numbers for a tensor of 2 dimensions; expected one for each, and 8 at most
> tensor.zeros(2):repeatTensor(-1)
repeatTensor: -1 times along dimension 1
]],
   reshape = [[
> tensor.zeros(6):reshape(4, 2)
reshape: 6 elements do not make a tensor of size 4x2
]],
   scatter = [[
> tensor.zeros(2, 3):scatter(1, tensor.LongTensor {{1, 2, 3}}, 1)
scatter: no position 3 in dimension 1 of size 2
> tensor.zeros(2, 3):scatter(1, tensor.LongTensor {{1, 2, 1}}, tensor.ones(2))
scatter: a tensor of size 2 neither broadcasts to size 1x3 nor has as many elements
]],
   scatterAdd = [[
> tensor.zeros(2, 3):scatterAdd(1, tensor.LongTensor {{1, 2, 3}}, tensor.ones(1, 3))
scatterAdd: no position 3 in dimension 1 of size 2
]],
   select = [[
> tensor.zeros(5):select(1, 6)
select: no position 6 in dimension 1 of size 5
]],
   split = [[
> tensor.zeros(6):split(0)
split: pieces of size 0 are asked for, at least 1 is needed
> tensor.zeros(6):split {1, 2}
split: the sizes add up to 3, but dimension 1 has size 6
]],
   squeeze = [[
> tensor.zeros(2, 1):squeeze(3)
squeeze: no dimension 3 in a 2-dimensional tensor
]],
   sub = [[
> tensor.zeros(5):sub(4, 6)
sub: no positions 4 to 6 in dimension 1 of size 5
]],
   trace = [[
> tensor.trace(tensor.zeros(3))
trace: a tensor of 1 dimensions; a matrix is needed
]],
   transpose = [[
> tensor.zeros(2, 3):transpose(1, 3)
transpose: no dimension 3 in a 2-dimensional tensor
]],
   tril = [[
> tensor.tril(tensor.zeros(3))
tril: a tensor of 1 dimensions; matrices in 2 to 7 are needed
]],
   triu = [[
> tensor.triu(tensor.zeros(3))
triu: a tensor of 1 dimensions; matrices in 2 to 7 are needed
]],
   unbind = [[
> tensor.zeros(6):unbind(2)
unbind: no dimension 2 in a 1-dimensional tensor
]],
   unfold = [[
> tensor.zeros(5):unfold(1, 6, 1)
unfold: no windows of size 6 in dimension 1 of size 5
> tensor.zeros(5):unfold(1, 2, 0)
unfold: step 0 is below 1
]],
   unsqueeze = [[
> tensor.zeros(3):unsqueeze(3)
unsqueeze: no place 3 for a new dimension in a 1-dimensional tensor
]],
   view = [[
> tensor.zeros(6):view(4)
view: 6 elements do not make a tensor of size 4
> tensor.zeros(2, 3):t():view(6)
view: size 6 cannot be laid over a tensor of size 3x2 with strides 1x3; use contiguous() first
]],
   viewAs = [[
> tensor.zeros(6):viewAs(tensor.zeros(4))
viewAs: 6 elements do not make a tensor of size 4
]],
}
