-- tensor/help/examples/linalg.lua: examples of linear algebra on stacks, contractions, norms and distances (the form
-- is in tensor/help/examples.lua).
return {
   solve = [[
> a = tensor.DoubleTensor {{2, 1}, {1, 3}}
> tensor.solve(a, tensor.DoubleTensor {5, 10}):round()
 1
 3
[torch.DoubleTensor of size 2]
> tensor.solve(a, tensor.eye(2):double()) * 5
 3 -1
-1  2
[torch.DoubleTensor of size 2x2]
]],
   inv = [[
> tensor.inv(tensor.FloatTensor {{1, 2}, {3, 4}})
-2.0000  1.0000
 1.5000 -0.5000
[torch.FloatTensor of size 2x2]
> tensor.inv(tensor.FloatTensor {{{1, 2}, {3, 4}}, {{2, 0}, {0, 4}}})[2]
 0.5000  0.0000
 0.0000  0.2500
[torch.FloatTensor of size 2x2]
]],
   det = [[
> tensor.det(tensor.DoubleTensor {{2, 1}, {0, 3}})
6
> tensor.det(tensor.FloatTensor {{{2, 1}, {0, 3}}, {{1, 2}, {2, 4}}})
 6
 0
[torch.FloatTensor of size 2]
]],
   slogdet = [[
> sign, logabs = tensor.slogdet(tensor.DoubleTensor {{0, 2}, {1, 0}})
> sign * math.exp(logabs) - 0.5
-2.5
]],
   logdet = [[
> tensor.logdet(tensor.eye(3):double())
0
]],
   cholesky = [[
> tensor.cholesky(tensor.DoubleTensor {{4, 2}, {2, 5}})
 2  0
 1  2
[torch.DoubleTensor of size 2x2]
> tensor.cholesky(tensor.DoubleTensor {{4, 2}, {2, 5}}, true)
 2  1
 0  2
[torch.DoubleTensor of size 2x2]
]],
   choleskySolve = [[
> l = tensor.cholesky(tensor.DoubleTensor {{4, 2}, {2, 5}})
> tensor.choleskySolve(tensor.DoubleTensor {{6}, {7}}, l)
 1
 1
[torch.DoubleTensor of size 2x1]
]],
   choleskyInverse = [[
> l = tensor.DoubleTensor {{2, 0}, {2, 2}}
> tensor.choleskyInverse(l)
 0.5000 -0.2500
-0.2500  0.2500
[torch.DoubleTensor of size 2x2]
]],
   svdvals = [[
> tensor.svdvals(tensor.DoubleTensor {{{3, 0}, {0, 2}}, {{0, 0}, {1, 0}}}):round()
 3  2
 1  0
[torch.DoubleTensor of size 2x2]
]],
   eigh = [[
> values, vectors = tensor.eigh(tensor.DoubleTensor {{4, 1}, {1, 4}})
> values:round()
 3
 5
[torch.DoubleTensor of size 2]
]],
   eigvalsh = [[
> tensor.eigvalsh(tensor.DoubleTensor {{4, 1}, {1, 4}}):round()
 3
 5
[torch.DoubleTensor of size 2]
]],
   eigvals = [[
> tensor.eigvals(tensor.DoubleTensor {{0, 1}, {-1, 0}})
 0+1i
 0-1i
[torch.ComplexDoubleTensor of size 2]
]],
   eigComplex = [[
> values, vectors = tensor.eigComplex(tensor.DoubleTensor {{2, 0}, {0, 3}})
> values
 2+0i
 3+0i
[torch.ComplexDoubleTensor of size 2]
> vectors
 1+0i  0+0i
 0+0i  1+0i
[torch.ComplexDoubleTensor of size 2x2]
]],
   lstsq = [[
> line = tensor.DoubleTensor {{1, 1}, {1, 2}, {1, 3}}
> x, residuals, rank = tensor.lstsq(line, tensor.DoubleTensor {1, 2, 4})
> x
-0.6667
 1.5000
[torch.DoubleTensor of size 2]
> rank:item()
2
]],
   pinv = [[
> tensor.pinv(tensor.DoubleTensor {{2, 0}, {0, 0}, {0, 4}})
 0.5000  0.0000  0.0000
 0.0000  0.0000  0.2500
[torch.DoubleTensor of size 2x3]
]],
   matrixRank = [[
> tensor.matrixRank(tensor.DoubleTensor {{1, 2}, {2, 4}})
1
]],
   matrixPower = [[
> tensor.matrixPower(tensor.DoubleTensor {{1, 1}, {1, 0}}, 10)
 89  55
 55  34
[torch.DoubleTensor of size 2x2]
]],
   matrixExp = [[
> tensor.matrixExp(tensor.DoubleTensor {{0, 1}, {0, 0}})
 1  1
 0  1
[torch.DoubleTensor of size 2x2]
]],
   solveTriangular = [[
> l = tensor.DoubleTensor {{2, 0}, {1, 4}}
> tensor.solveTriangular(l, tensor.DoubleTensor {{2}, {9}})
 1
 2
[torch.DoubleTensor of size 2x1]
> tensor.solveTriangular(l, tensor.DoubleTensor {{2, 4}}, {left = false})
 0.5000  1.0000
[torch.DoubleTensor of size 1x2]
]],
   lu = [[
> p, l, u = tensor.lu(tensor.DoubleTensor {{1, 2}, {2, 2}})
> p
 0  1
 1  0
[torch.DoubleTensor of size 2x2]
> l
 1.0000  0.0000
 0.5000  1.0000
[torch.DoubleTensor of size 2x2]
> u
 2  2
 0  1
[torch.DoubleTensor of size 2x2]
]],
   luFactor = [[
> factors, pivots = tensor.luFactor(tensor.DoubleTensor {{1, 2}, {2, 2}})
> factors
 2.0000  2.0000
 0.5000  1.0000
[torch.DoubleTensor of size 2x2]
> pivots
 2
 2
[torch.IntTensor of size 2]
]],
   luSolve = [[
> factors, pivots = tensor.luFactor(tensor.DoubleTensor {{1, 2}, {2, 2}})
> tensor.luSolve(factors, pivots, tensor.DoubleTensor {{5}, {6}})
 1
 2
[torch.DoubleTensor of size 2x1]
]],
   vectorNorm = [[
> x = tensor.DoubleTensor {{3, 4}, {6, 8}}
> tensor.vectorNorm(x, 2, 2)
  5
 10
[torch.DoubleTensor of size 2x1]
> tensor.vectorNorm(x, -math.huge)
3
]],
   matrixNorm = [[
> x = tensor.DoubleTensor {{1, 2}, {3, 4.5}}
> tensor.matrixNorm(x, 1), tensor.matrixNorm(x, math.huge)
6.5   7.5
]],
   cond = [[
> tensor.cond(tensor.DoubleTensor {{4, 0}, {0, 2}})
2
]],
   cdist = [[
> tensor.cdist(tensor.FloatTensor {{0, 0}, {3, 4}}, tensor.FloatTensor {{0, 0}, {0, 4}})
 0  4
 5  3
[torch.FloatTensor of size 2x2]
]],
   pdist = [[
> tensor.pdist(tensor.FloatTensor {{0, 0}, {3, 4}, {0, 4}})
 5
 4
 3
[torch.FloatTensor of size 3]
]],
   kron = [[
> tensor.kron(tensor.LongTensor {{1, 2}}, tensor.LongTensor {{1, 10}, {100, 0}})
   1   10    2   20
 100    0  200    0
[torch.LongTensor of size 2x4]
]],
   inner = [[
> tensor.inner(tensor.LongTensor {{1, 2}, {3, 4}}, tensor.LongTensor {1, 10})
 21
 43
[torch.LongTensor of size 2]
]],
   vecdot = [[
> tensor.vecdot(tensor.LongTensor {{1, 2}, {3, 4}}, tensor.LongTensor {1, 10})
 21
 43
[torch.LongTensor of size 2x1]
]],
   tensordot = [[
> a = tensor.ones(2, 3, 4)
> tensor.tensordot(a, tensor.ones(3, 4, 2))
 12  12
 12  12
[torch.FloatTensor of size 2x2]
> tensor.tensordot(a, tensor.ones(3, 5), {2}, {1}):size()
 2
 4
 5
[torch.LongStorage of size 3]
]],
   multiDot = [[
> tensor.multiDot {tensor.ones(2, 3), tensor.ones(3, 4), tensor.ones(4)}
 12
 12
[torch.FloatTensor of size 2]
]],
   einsum = [[
> a = tensor.LongTensor {{1, 2}, {3, 4}}
> tensor.einsum('ij,jk->ik', a, a)
  7  10
 15  22
[torch.LongTensor of size 2x2]
> tensor.einsum('ii', a)
 5
[torch.LongTensor of one element, with no dimension]
> tensor.einsum('ij,i->j', a, tensor.LongTensor {1, 10})
 31
 42
[torch.LongTensor of size 2]
]],
}
