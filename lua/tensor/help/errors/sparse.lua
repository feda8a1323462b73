-- tensor/help/errors/sparse.lua: errors of sparse tensors and layouts (the form is in tensor/help/errors.lua).
return {
   coalesce = [[
> tensor.eye(2):coalesce()
coalesce: a torch.FloatTensor; toSparse() makes what is needed
]],
   colIndices = [[
> tensor.eye(2):toSparse():colIndices()
colIndices: a torch.sparse.FloatTensor; toCSR() makes what is needed
]],
   crowIndices = [[
> tensor.eye(2):crowIndices()
crowIndices: a torch.FloatTensor; toCSR() makes what is needed
]],
   indices = [[
> tensor.eye(2):indices()
indices: a torch.FloatTensor; toSparse() makes what is needed
]],
   isCoalesced = [[
> tensor.eye(2):isCoalesced()
isCoalesced: a torch.FloatTensor; toSparse() makes what is needed
]],
   isSparse = [[
> tensor.isSparse(1)
isSparse: a tensor or a type such as tensor.FloatTensor expected, got number
]],
   layoutOf = [[
> tensor.layoutOf('disk')
layoutOf: 'disk' is no device; examples are 'cuda' and 'sparse.cuda'
]],
   nnz = [[
> tensor.eye(2):nnz()
nnz: a torch.FloatTensor; toSparse() makes what is needed
]],
   sparse = [[
> tensor.sparse(tensor.LongTensor {{3, 1}}, tensor.ones(2), {2})
sparse: entry 1 has the index 3 in dimension 1; the size is 2 and indices count from 1
]],
   sparseCSR = [[
> tensor.sparseCSR(tensor.LongTensor {1, 2}, tensor.LongTensor {3}, tensor.ones(1), {1, 2})
sparseCSR: col[1] is 3; columns are 1 to 2
]],
   sparseDim = [[
> tensor.eye(2):sparseDim()
sparseDim: a torch.FloatTensor; toSparse() makes what is needed
]],
   sparseMask = [[
> tensor.sparseMask(tensor.eye(2), tensor.eye(3):toSparse())
sparseMask: sizes 2x2 and 3x3 differ; a sparse tensor is not broadcast
]],
   toCSR = [[
> tensor.ones(2):toCSR()
toCSR: compressed rows are those of a matrix, not of 1 dimensions
]],
   toSparse = [[
> tensor.eye(2):toSparse(3)
toSparse: 3 sparse dimensions of a tensor of size 2x2
]],
   triangularSolve = [[
> tensor.triangularSolve(tensor.ones(2), tensor.zeros(2, 2):toCSR())
triangularSolve: the matrix is singular: element (1, 1) is 0
]],
   values = [[
> tensor.eye(2):values()
values: a torch.FloatTensor; toSparse() makes what is needed
]],
}
