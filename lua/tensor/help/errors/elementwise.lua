-- tensor/help/errors/elementwise.lua: errors of functions of each element (the form is in tensor/help/errors.lua).
return {
   allclose = [[
> tensor.allclose(tensor.zeros(2), tensor.zeros(3))
allclose: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   divmod = [[
> tensor.divmod(tensor.IntTensor {7}, 0)
divmod: division of a torch.IntTensor by zero
]],
   floatPower = [[
> tensor.floatPower(2, 3)
floatPower: only numbers are given, a tensor is needed
]],
   frexp = [[
> tensor.frexp(tensor.IntTensor {7})
frexp: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   gcd = [[
> tensor.gcd(tensor.FloatTensor {7}, 2)
gcd: not defined for torch.FloatTensor on cpu; convert it, as in x:long()
]],
   isclose = [[
> tensor.isclose(tensor.zeros(2), 0, -1)
isclose: the tolerances are -1 and 1e-08; expected numbers from 0
]],
   modf = [[
> tensor.modf(tensor.IntTensor {7})
modf: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   mvlgamma = [[
> tensor.mvlgamma(tensor.FloatTensor {1}, 0)
mvlgamma: p is 0; expected a whole number from 1 to 10000
]],
   nanToNum = [[
> tensor.nanToNum(tensor.FloatTensor {1}, 'a')
nanToNum: got (torch.FloatTensor of size 1, string); accepted forms:
]],
   polygamma = [[
> tensor.polygamma(1.5, tensor.FloatTensor {1})
polygamma: n must be a whole number within 2^53, not 1.5
]],
   trueDivide = [[
> tensor.trueDivide(tensor.zeros(2), tensor.zeros(3))
trueDivide: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   where = [[
> x = tensor.zeros(2)
> tensor.where(x, x, 1)
where: the condition is a torch.ByteTensor or a torch.BoolTensor, not a torch.FloatTensor
> tensor.where(tensor.ByteTensor {1, 0, 1}, x, 1)
where: sizes 3 and 2 do not broadcast (3 and 2, dimension 1 from the last)
]],
}
