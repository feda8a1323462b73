-- tensor/help/examples/sparse.lua: examples of sparse tensors and layouts.
return {
   coalesce = [[
> s = tensor.sparse(tensor.LongTensor {{2, 1, 2}, {1, 3, 1}}, tensor.FloatTensor {1, 2, 3})
> s:coalesce()
(1, 3)  2
(2, 1)  4
[torch.sparse.FloatTensor of size 2x3 with 2 entries]
]],
   colIndices = [[
> tensor.eye(2):toCSR():colIndices()
 1
 2
[torch.LongTensor of size 2]
]],
   crowIndices = [[
> tensor.eye(2):toCSR():crowIndices()
 1
 2
 3
[torch.LongTensor of size 3]
]],
   indices = [[
> tensor.eye(2):toSparse():indices()
 1  2
 1  2
[torch.LongTensor of size 2x2]
]],
   isCoalesced = [[
> tensor.sparse(tensor.LongTensor {{2, 1}}, tensor.ones(2)):isCoalesced()
false
]],
   isSparse = [[
> tensor.eye(2):isSparse(), tensor.eye(2):toCSR():isSparse()
false   true
]],
   layoutOf = [[
> tensor.layoutOf('cuda'), tensor.layoutOf('sparse.cuda')
strided   sparse
]],
   nnz = [[
> tensor.eye(3):toSparse():nnz()
3
]],
   sparse = [[
> tensor.sparse(tensor.LongTensor {{1, 2}, {3, 1}}, tensor.FloatTensor {5, 6}, {2, 3})
(1, 3)  5
(2, 1)  6
[torch.sparse.FloatTensor of size 2x3 with 2 entries]
]],
   sparseCSR = [[
> m = tensor.sparseCSR(tensor.LongTensor {1, 2, 4}, tensor.LongTensor {3, 1, 2}, tensor.FloatTensor {5, 6, 7}, {2, 3})
> m:toDense()
 0  0  5
 6  7  0
[torch.FloatTensor of size 2x3]
]],
   sparseDim = [[
> tensor.ones(2, 3):toSparse(1):sparseDim()
1
]],
   sparseMask = [[
> tensor.sparseMask(tensor.range(1, 4):view(2, 2), tensor.eye(2):toSparse())
(1, 1)  1
(2, 2)  4
[torch.sparse.FloatTensor of size 2x2 with 2 entries]
]],
   toCSR = [[
> tensor.eye(2):toCSR()
(1, 1)  1
(2, 2)  1
[torch.csr.FloatTensor of size 2x2 with 2 entries]
]],
   toDense = [[
> (tensor.eye(2):toSparse() * 3):toDense()
 3  0
 0  3
[torch.FloatTensor of size 2x2]
]],
   toSparse = [[
> tensor.FloatTensor {0, 7}:toSparse()
(2)  7
[torch.sparse.FloatTensor of size 2 with 1 entry]
]],
   triangularSolve = [[
> tensor.triangularSolve(tensor.FloatTensor {2, 5}, tensor.FloatTensor {{2, 0}, {1, 4}}:toCSR())
 1
 1
[torch.FloatTensor of size 2]
]],
   values = [[
> tensor.eye(2):toSparse():values()
 1
 1
[torch.FloatTensor of size 2]
]],
}
