-- tensor/help/errors/linalg.lua: errors of linear algebra on stacks, contractions, norms and distances (the form is
-- in tensor/help/errors.lua).
return {
   solve = [[
> tensor.solve(tensor.zeros(2, 2), tensor.ones(2))
solve: the matrix is singular: pivot 1 is 0
> tensor.solve(tensor.eye(2), tensor.ones(3, 1))
solve: a right side of size 3x1 for matrices of size 2x2
]],
   inv = [[
> tensor.inv(tensor.FloatTensor {{{1, 0}, {0, 1}}, {{1, 2}, {2, 4}}})
inv: matrix 2: the matrix is singular: pivot 2 is 0
> tensor.inv(tensor.ones(2, 3))
inv: a tensor of size 2x3; expected a square matrix or a stack of them
]],
   det = [[
> tensor.det(tensor.ones(2, 3))
det: a tensor of size 2x3; expected a square matrix or a stack of them
]],
   slogdet = [[
> tensor.slogdet(tensor.IntTensor(2, 2))
slogdet: not defined for torch.IntTensor; convert it, as in x:float()
]],
   logdet = [[
> tensor.logdet(tensor.ones(3))
logdet: a tensor of size 3; expected a square matrix or a stack of them
]],
   cholesky = [[
> tensor.cholesky(tensor.FloatTensor {{1, 2}, {2, 1}})
cholesky: the matrix is not positive definite: pivot 2 is not positive
]],
   choleskySolve = [[
> tensor.choleskySolve(tensor.ones(2, 1), tensor.zeros(2, 2))
choleskySolve: the matrix is singular: pivot 1 is 0
]],
   choleskyInverse = [[
> tensor.choleskyInverse(tensor.zeros(2, 2))
choleskyInverse: the matrix is singular: pivot 1 is 0
]],
   svdvals = [[
> tensor.svdvals(tensor.ones(3))
svdvals: a tensor of size 3; expected a matrix or a stack of them
]],
   eigh = [[
> tensor.eigh(tensor.ones(2, 3))
eigh: a tensor of size 2x3; expected a square matrix
]],
   eigvalsh = [[
> tensor.eigvalsh(tensor.ones(2, 3))
eigvalsh: a tensor of size 2x3; expected a square matrix
]],
   eigvals = [[
> tensor.eigvals(tensor.ones(2, 3))
eigvals: a tensor of size 2x3; expected a square matrix
]],
   eigComplex = [[
> tensor.eigComplex(tensor.ones(2, 3))
eigComplex: a tensor of size 2x3; expected a square matrix
]],
   lstsq = [[
> tensor.lstsq(tensor.ones(3, 2), tensor.ones(2))
lstsq: a right side of size 2 for matrices of size 3x2
]],
   pinv = [[
> tensor.pinv(tensor.ones(3))
pinv: a tensor of size 3; expected a matrix or a stack of them
]],
   matrixRank = [[
> tensor.matrixRank(tensor.ones(3))
matrixRank: a tensor of size 3; expected a matrix or a stack of them
]],
   matrixPower = [[
> tensor.matrixPower(tensor.ones(2, 2), -1)
matrixPower: the matrix is singular: pivot 2 is 0
> tensor.matrixPower(tensor.ones(2, 2), 0.5)
matrixPower: the power must be a whole number within 2^53, not 0.5
]],
   matrixExp = [[
> tensor.matrixExp(tensor.ones(2, 3))
matrixExp: a tensor of size 2x3; expected a square matrix or a stack of them
]],
   solveTriangular = [[
> tensor.solveTriangular(tensor.zeros(2, 2), tensor.ones(2, 1))
solveTriangular: the matrix is singular: pivot 1 is 0
> tensor.solveTriangular(tensor.eye(2), tensor.ones(2, 1), {lower = true})
solveTriangular: there is no option 'lower'; there are upper, left and unitriangular
]],
   lu = [[
> tensor.lu(tensor.ones(3))
lu: a tensor of size 3; expected a matrix or a stack of them
]],
   luFactor = [[
> tensor.luFactor(tensor.ones(3))
luFactor: a tensor of size 3; expected a matrix or a stack of them
]],
   luSolve = [[
> tensor.luSolve(tensor.eye(2), tensor.IntTensor {1, 3}, tensor.ones(2, 1))
luSolve: pivot 2 is 3; expected 1 to 2
]],
   vectorNorm = [[
> tensor.vectorNorm(tensor.ones(2, 3), 2, 3)
vectorNorm: no dimension 3 in a 2-dimensional tensor
> tensor.vectorNorm(tensor.ones(2, 3), 2, {1, 1})
vectorNorm: dimension 1 is named twice
]],
   matrixNorm = [[
> tensor.matrixNorm(tensor.ones(2, 3), 3)
matrixNorm: p is 3; expected 1, 2, infinity, their negatives, 'fro' or 'nuc'
]],
   cond = [[
> tensor.cond(tensor.ones(2, 3), 'fro')
cond: a tensor of size 2x3; expected square matrices for this norm
]],
   cdist = [[
> tensor.cdist(tensor.ones(2, 3), tensor.ones(2, 2))
cdist: sizes 2x3 and 2x2: expected matrices with rows of the same length
> tensor.cdist(tensor.ones(2, 3), tensor.ones(2, 3), -1)
cdist: p is -1; expected 0 or more
]],
   pdist = [[
> tensor.pdist(tensor.ones(3))
pdist: a tensor of size 3; expected a matrix
]],
   kron = [[
> tensor.kron(tensor.ones(1, 1, 1, 1, 1), tensor.ones(2))
kron: tensors of 5 dimensions; expected at most 4
]],
   inner = [[
> tensor.inner(tensor.ones(2), tensor.ones(3))
inner: dimension 1 of size 2 against dimension 1 of size 3
]],
   vecdot = [[
> tensor.vecdot(tensor.ones(2), tensor.ones(3))
vecdot: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   tensordot = [[
> tensor.tensordot(tensor.ones(2, 3), tensor.ones(2, 3), 1)
tensordot: dimension 2 of size 2x3 against dimension 1 of size 2x3
> tensor.tensordot(tensor.ones(2, 3), tensor.ones(2, 3), {1}, {1, 2})
tensordot: 1 dimensions of the first operand, 2 of the second
]],
   multiDot = [[
> tensor.multiDot {tensor.ones(2, 3), tensor.ones(2, 3)}
multiDot: no product of sizes 2x3 and 2x3
]],
   einsum = [[
> tensor.einsum('ij,jk', tensor.ones(2, 3), tensor.ones(2, 3))
einsum: 'ij,jk': sizes 3 and 2 for one label
> tensor.einsum('ij->k', tensor.ones(2, 3))
einsum: 'ij->k': a letter of the result is in no operand
> tensor.einsum('i', tensor.ones(2, 3))
einsum: 'i': operand 1 of size 2x3 does not have as many dimensions as its letters
]],
}
