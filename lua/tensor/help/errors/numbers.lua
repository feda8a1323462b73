-- tensor/help/errors/numbers.lua: errors of reductions, products, linear algebra and random numbers (the form
-- is in tensor/help/errors.lua).
return {
   addbmm = [[
> tensor.addbmm(tensor.zeros(3, 3), tensor.zeros(2, 2, 3), tensor.zeros(2, 3, 2))
addbmm: a tensor of size 3x3 does not broadcast to the product's size 2x2
]],
   addmm = [[
> tensor.addmm(tensor.zeros(3, 3), tensor.zeros(2, 3), tensor.zeros(3, 2))
addmm: a tensor of size 3x3 does not broadcast to the product's size 2x2
]],
   addmv = [[
> tensor.addmv(tensor.zeros(3), tensor.zeros(2, 3), tensor.zeros(3))
addmv: a tensor of size 3 does not broadcast to the product's size 2
]],
   addr = [[
> tensor.addr(tensor.zeros(3, 3), tensor.zeros(2), tensor.zeros(3))
addr: a tensor of size 3x3 does not broadcast to the product's size 2x3
]],
   all = [[
> tensor.zeros(2):all(2)
all: no dimension 2 in a 1-dimensional tensor
]],
   any = [[
> tensor.zeros(2):any(2)
any: no dimension 2 in a 1-dimensional tensor
]],
   argmax = [[
> tensor.zeros(0):argmax()
argmax: the tensor has no element
]],
   argmin = [[
> tensor.zeros(0):argmin()
argmin: the tensor has no element
]],
   argsort = [[
> tensor.zeros(2):argsort(2)
argsort: no dimension 2 in a 1-dimensional tensor
]],
   baddbmm = [[
> tensor.baddbmm(tensor.zeros(3, 3, 3), tensor.zeros(2, 2, 3), tensor.zeros(2, 3, 2))
baddbmm: a tensor of size 3x3x3 does not broadcast to the product's size 2x2x2
]],
   bernoulli = [[
> tensor.bernoulli(2)
bernoulli: p is 2, must be a number from 0 to 1
> tensor.zeros(3):bernoulli(tensor.ones(2))
bernoulli: probabilities of size 2 for a tensor of size 3
]],
   bhistc = [[
> tensor.zeros(2, 2):bhistc(0)
bhistc: 0 bins; expected 1 to 1073741824
> tensor.IntTensor {1}:bhistc()
bhistc: not defined for torch.IntTensor; convert it, as in x:float() or x:double()
]],
   bmm = [[
> tensor.bmm(tensor.zeros(2, 2, 3), tensor.zeros(3, 3, 2))
bmm: 2x2x3 times 3x3x2: 2 matrices against 3 matrices
]],
   cauchy = [[
> tensor.IntTensor(2):cauchy()
cauchy: not defined for torch.IntTensor, which holds whole numbers only
]],
   conv2 = [[
> tensor.conv2(tensor.zeros(2, 2), tensor.zeros(3, 3))
conv2: sizes 2x2 and 3x3: the kernel is larger than x; only 'F' takes that
]],
   conv3 = [[
> tensor.conv3(tensor.zeros(2, 2, 2), tensor.zeros(3, 3, 3))
conv3: sizes 2x2x2 and 3x3x3: the kernel is larger than x; only 'F' takes that
]],
   cross = [[
> tensor.cross(tensor.zeros(2), tensor.zeros(2))
cross: sizes 2 and 2: no dimension of size 3
> tensor.cross(tensor.zeros(3), tensor.zeros(4))
cross: sizes 3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   cumprod = [[
> tensor.zeros(2):cumprod(2)
cumprod: no dimension 2 in a 1-dimensional tensor
]],
   cumsum = [[
> tensor.zeros(2):cumsum(2)
cumsum: no dimension 2 in a 1-dimensional tensor
]],
   dist = [[
> tensor.dist(tensor.zeros(2), tensor.zeros(3))
dist: sizes 2 and 3: expected the same number of elements
]],
   dot = [[
> tensor.dot(tensor.zeros(2), tensor.zeros(3))
dot: 2 times 3: 2 elements against 3 elements
]],
   vdot = [[
> tensor.vdot(tensor.zeros(2), tensor.zeros(3))
vdot: 2 times 3: 2 elements against 3 elements
]],
   eig = [[
> tensor.eig(tensor.ones(2, 3))
eig: a tensor of size 2x3; expected a square matrix
]],
   equal = [[
> tensor.equal(tensor.zeros(2), tensor.LongTensor(2))
equal: operands are a torch.FloatTensor and a torch.LongTensor; convert one, as in x:type('torch.FloatTensor')
]],
   exponential = [[
> tensor.IntTensor(2):exponential()
exponential: not defined for torch.IntTensor, which holds whole numbers only
]],
   gels = [[
> tensor.gels(tensor.ones(3, 1), tensor.ones(2, 2))
gels: a right side of size 3x1 has 3 rows, expected 2
]],
   geometric = [[
> tensor.geometric(0)
geometric: p is 0, must be a number above 0 and below 1
> tensor.geometric(1.5)
geometric: p is 1.5, must be a number above 0 and below 1
]],
   fft = [[
> tensor.fft(tensor.IntTensor(4))
fft: not defined for torch.IntTensor; convert it, as in x:float()
> tensor.fft(tensor.zeros(4), 0)
fft: a transform of length 0 along dimension 1, of size 4; expected at least 1
]],
   rfft = [[
> tensor.rfft(tensor.ComplexFloatTensor(4))
rfft: not defined for torch.ComplexFloatTensor; the transform of complex numbers is fft or ifft
]],
   fftn = [[
> tensor.fftn(tensor.zeros(2, 3), nil, {1, 1})
fftn: dimension 1 is named twice
]],
   stft = [[
> tensor.stft(tensor.zeros(4), 8)
stft: a signal of 4 elements cannot be reflected by 4 at its ends; expected more than that, or center = false
]],
   geqrf = [[
> tensor.geqrf(tensor.IntTensor(2, 2))
geqrf: not defined for torch.IntTensor; convert it, as in x:float()
]],
   ger = [[
> tensor.ger(tensor.zeros(2), tensor.LongTensor(2))
ger: operands are a torch.FloatTensor and a torch.LongTensor; convert one, as in x:type('torch.FloatTensor')
]],
   gesv = [[
> tensor.gesv(tensor.ones(2, 1), tensor.ones(2, 2))
gesv: the matrix is singular: pivot 2 is 0
]],
   histc = [[
> tensor.zeros(2):histc(0)
histc: 0 bins; expected 1 to 1073741824
> tensor.zeros(2):histc(3, 1, 0)
histc: no bins between 1 and 0
]],
   inverse = [[
> tensor.inverse(tensor.ones(2, 2))
inverse: the matrix is singular: pivot 2 is 0
> tensor.inverse(tensor.zeros(2, 3))
inverse: a tensor of size 2x3; expected a square matrix
]],
   kthvalue = [[
> tensor.zeros(2):kthvalue(3)
kthvalue: k is 3, but dimension 1 has 2 elements
> tensor.zeros(2):kthvalue(0)
kthvalue: k is 0, but dimension 1 has 2 elements
]],
   lerp = [[
> tensor.lerp(tensor.zeros(2), tensor.zeros(3), 0.5)
lerp: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   logNormal = [[
> tensor.logNormal(1, 0)
logNormal: stdv is 0, must be a finite number above 0
]],
   manualSeed = [[
> tensor.manualSeed(0.5)
manualSeed: a seed must be a whole number within 2^53, not 0.5
]],
   match = [[
> tensor.match(tensor.zeros(2, 3), tensor.zeros(2, 4))
match: sizes 2x3 and 2x4: expected rows of the same length
]],
   matmul = [[
> tensor.matmul(tensor.zeros(2, 3), tensor.zeros(2))
matmul: 2x3 times 2: 3 columns against 2 elements
]],
   max = [[
> tensor.zeros(0):max()
max: the tensor has no element
> tensor.zeros(2):max(2)
max: no dimension 2 in a 1-dimensional tensor
]],
   mean = [[
> tensor.mean(tensor.IntTensor(), tensor.IntTensor {1, 2}, 1)
mean: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   median = [[
> tensor.zeros(2, 0):median()
median: dimension 2 of size 0 has no element
]],
   min = [[
> tensor.zeros(0):min()
min: the tensor has no element
]],
   mm = [[
> tensor.mm(tensor.zeros(2, 3), tensor.zeros(2, 3))
mm: 2x3 times 2x3: 3 columns against 2 rows
]],
   msort = [[
> tensor.zeros(2):msort(2)
msort: no dimension 2 in a 1-dimensional tensor
]],
   mode = [[
> tensor.zeros(2, 0):mode()
mode: dimension 2 of size 0 has no element
]],
   multinomial = [[
> tensor.multinomial(tensor.ones(2), 3)
multinomial: 3 positions without replacement from 2 positive weights
> tensor.multinomial(tensor.zeros(2), 1)
multinomial: the weights add up to 0
]],
   multinomialAliasSetup = [[
> tensor.multinomialAliasSetup(tensor.zeros(2))
multinomialAliasSetup: the weights add up to 0
]],
   multinomialAliasSetup_ = [[
> tensor.multinomialAliasSetup_(tensor.LongTensor {1, 2})
multinomialAliasSetup_: weights in a torch.LongTensor; expected a floating type
]],
   multinomialAlias_ = [[
> tensor.multinomialAlias_(tensor.LongTensor(2), tensor.LongTensor(2), tensor.zeros(3))
multinomialAlias_: tables of sizes 2 and 3; expected as many elements in both, at least one
]],
   mv = [[
> tensor.mv(tensor.zeros(2, 3), tensor.zeros(2))
mv: 2x3 times 2: 3 columns against 2 elements
]],
   norm = [[
> tensor.norm(tensor.IntTensor(), tensor.IntTensor {1, 2}, 2, 1)
norm: not defined for torch.IntTensor on cpu; convert it, as in x:float()
> tensor.zeros(2):norm(2, 2)
norm: no dimension 2 in a 1-dimensional tensor
]],
   normal = [[
> tensor.normal(0, -1)
normal: stdv is -1, must be a finite number above 0
]],
   orgqr = [[
> tensor.orgqr(tensor.eye(2), tensor.zeros(3))
orgqr: tau has 3 elements; a matrix of size 2x2 has 2
]],
   ormqr = [[
> tensor.ormqr(tensor.eye(2), tensor.zeros(3), tensor.eye(2))
ormqr: tau has 3 elements; a matrix of size 2x2 has 2
]],
   potrf = [[
> tensor.potrf(tensor.ones(2, 2))
potrf: the matrix is not positive definite: pivot 2 is not positive
]],
   potri = [[
> tensor.potri(tensor.zeros(2, 2))
potri: the matrix is singular: pivot 1 is 0
]],
   potrs = [[
> tensor.potrs(tensor.ones(3, 1), tensor.eye(2))
potrs: a right side of size 3x1 has 3 rows, expected 2
]],
   prod = [[
> tensor.zeros(2, 3):prod(3)
prod: no dimension 3 in a 2-dimensional tensor
]],
   pstrf = [[
> tensor.pstrf(tensor.ones(2, 3))
pstrf: a tensor of size 2x3; expected a square matrix
]],
   qr = [[
> tensor.qr(tensor.IntTensor(2, 2))
qr: not defined for torch.IntTensor; convert it, as in x:float()
]],
   rand = [[
> tensor.rand(2, {dtype = 'int'})
rand: not defined for torch.IntTensor, which holds whole numbers only
]],
   randn = [[
> tensor.randn(-1)
randn: size -1 of dimension 1 is negative
]],
   random = [[
> tensor.random(3, 1)
random: the upper bound 1 is below the lower bound 3
> tensor.random(0)
random: the upper bound 0 is below the lower bound 1
]],
   randperm = [[
> tensor.randperm(-1)
randperm: n is -1, which is negative
> tensor.randperm(tensor.ByteTensor(), 300)
randperm: a torch.ByteTensor holds whole numbers up to 255 only, not 300
]],
   renorm = [[
> tensor.renorm(tensor.ones(2, 2), -1, 1, 1)
renorm: p is -1; expected a number above 0
> tensor.renorm(tensor.ones(2), 2, 1, 1)
renorm: a tensor of size 2; expected at least two dimensions
]],
   setRNGState = [[
> tensor.setRNGState(tensor.ByteTensor(3))
setRNGState: a state has 2528 bytes, not 3
]],
   sort = [[
> tensor.zeros(2):sort(2)
sort: no dimension 2 in a 1-dimensional tensor
]],
   std = [[
> tensor.std(tensor.IntTensor(), tensor.IntTensor {1, 2}, 1)
std: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   sum = [[
> tensor.zeros(2, 3):sum(3)
sum: no dimension 3 in a 2-dimensional tensor
]],
   svd = [[
> tensor.svd(tensor.IntTensor(2, 2))
svd: not defined for torch.IntTensor; convert it, as in x:float()
]],
   symeig = [[
> tensor.symeig(tensor.ones(2, 3))
symeig: a tensor of size 2x3; expected a square matrix
]],
   topk = [[
> tensor.zeros(2):topk(3)
topk: k is 3, but dimension 1 has 2 elements
]],
   trtrs = [[
> tensor.trtrs(tensor.ones(2, 1), tensor.zeros(2, 2))
trtrs: the matrix is singular: pivot 1 is 0
]],
   uniform = [[
> tensor.IntTensor(2):uniform()
uniform: not defined for torch.IntTensor, which holds whole numbers only
]],
   var = [[
> tensor.var(tensor.IntTensor(), tensor.IntTensor {1, 2}, 1)
var: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   xcorr2 = [[
> tensor.xcorr2(tensor.zeros(3, 4, 4), tensor.zeros(2, 2, 2))
xcorr2: sizes 3x4x4 and 2x2x2: there are not as many kernels as planes of x
]],
   xcorr3 = [[
> tensor.xcorr3(tensor.zeros(2, 2, 2), tensor.zeros(3, 3, 3))
xcorr3: sizes 2x2x2 and 3x3x3: the kernel is larger than x; only 'F' takes that
]],
}
