-- tensor/help/errors/elements.lua: errors of point-wise functions, sizes, types and constructors (the form is
-- in tensor/help/errors.lua).
return {
   add = [[
> tensor.zeros(2, 3):add(tensor.zeros(4))
add: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
> tensor.LongTensor(2):add(tensor.zeros(2))
add: the result is a torch.LongTensor, expected a torch.FloatTensor
]],
   addcdiv = [[
> tensor.addcdiv(tensor.LongTensor {1}, 1, tensor.LongTensor {1}, tensor.LongTensor {0})
addcdiv: division of a torch.LongTensor by zero
]],
   addcmul = [[
> tensor.addcmul(tensor.zeros(2), 1, tensor.zeros(3), tensor.zeros(2))
addcmul: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   apply = [[
> tensor.ones(2):apply(function() return 'two' end)
apply: the function returned a string; it must return a number, or nil to keep the element
]],
   atan2 = [[
> tensor.atan2(tensor.zeros(2), tensor.zeros(3))
atan2: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   cadd = [[
> tensor.cadd(tensor.zeros(2, 3), 2, tensor.zeros(4))
cadd: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   cdiv = [[
> tensor.cdiv(tensor.IntTensor {1, 2}, tensor.IntTensor {1, 0})
cdiv: division of a torch.IntTensor by zero
]],
   cfmod = [[
> tensor.cfmod(tensor.IntTensor {1, 2}, tensor.IntTensor {1, 0})
cfmod: division of a torch.IntTensor by zero
]],
   clamp = [[
> tensor.clamp(tensor.LongTensor(2), tensor.zeros(2), 1, 2)
clamp: the result is a torch.LongTensor, expected a torch.FloatTensor
]],
   cmax = [[
> tensor.cmax(tensor.zeros(2), tensor.zeros(3))
cmax: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
]],
   cmod = [[
> tensor.cmod(tensor.IntTensor {1, 2}, tensor.IntTensor {1, 0})
cmod: division of a torch.IntTensor by zero
]],
   cmul = [[
> tensor.zeros(2, 3):cmul(tensor.zeros(4))
cmul: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   copy = [[
> tensor.zeros(2, 3):copy(tensor.zeros(5))
copy: a tensor of size 5 neither broadcasts to size 2x3 nor has as many elements
]],
   cremainder = [[
> tensor.cremainder(tensor.IntTensor {1, 2}, tensor.IntTensor {1, 0})
cremainder: division of a torch.IntTensor by zero
]],
   csub = [[
> tensor.zeros(2, 3):csub(tensor.zeros(4))
csub: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   div = [[
> tensor.IntTensor {1, 2}:div(0)
div: division of a torch.IntTensor by zero
]],
   empty = [[
> tensor.empty(-1)
empty: size -1 of dimension 1 is negative
> tensor.empty(2, {dtype = 'word'})
empty: dtype 'word' is unknown; an example is 'float'
]],
   emptyLike = [[
> tensor.emptyLike(tensor.zeros(2), {dtype = 'word'})
emptyLike: dtype 'word' is unknown; an example is 'float'
]],
   eye = [[
> tensor.eye(-1)
eye: n is -1, which is negative
]],
   fmod = [[
> tensor.IntTensor {1, 2}:fmod(0)
fmod: division of a torch.IntTensor by zero
]],
   full = [[
> tensor.full({2, -1}, 0)
full: size -1 of dimension 2 is negative
]],
   fullLike = [[
> tensor.fullLike(tensor.zeros(2), 1, {dtype = 'word'})
fullLike: dtype 'word' is unknown; an example is 'float'
]],
   item = [[
> tensor.zeros(2):item()
item: a tensor of size 2 has 2 elements, not 1
]],
   linspace = [[
> tensor.linspace(0, 1, 0)
linspace: 0 points asked for, at least 1 is needed
> tensor.linspace(0, 1, -2)
linspace: n is -2, which is negative
]],
   logspace = [[
> tensor.logspace(0, 1, -2)
logspace: n is -2, which is negative
]],
   lt = [[
> tensor.lt(tensor.zeros(2), tensor.zeros(3))
lt: sizes 2 and 3 do not broadcast (2 and 3, dimension 1 from the last)
> tensor.zeros(2) < tensor.zeros(2)
tensors are not ordered by <, <=, > or >=; x:lt(y), x:le(y), x:gt(y) and x:ge(y) compare element by element
]],
   map = [[
> tensor.zeros(2, 3):map(tensor.zeros(4), math.max)
map: a tensor of size 4 neither broadcasts to size 2x3 nor has as many elements
]],
   map2 = [[
> tensor.zeros(2):map2(tensor.zeros(2), tensor.zeros(3), math.max)
map2: a tensor of size 3 neither broadcasts to size 2 nor has as many elements
]],
   mod = [[
> tensor.IntTensor {1, 2}:mod(0)
mod: division of a torch.IntTensor by zero
]],
   mul = [[
> tensor.zeros(2, 3):mul(tensor.zeros(4))
mul: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   ones = [[
> tensor.ones(1.5)
ones: size must be a whole number within 2^53, not 1.5
]],
   onesLike = [[
> tensor.onesLike(tensor.zeros(2), {dtype = 'word'})
onesLike: dtype 'word' is unknown; an example is 'float'
]],
   range = [[
> tensor.range(1, 5, -1)
range: from 1 to 5 there are no numbers in steps of -1
> tensor.range(1, 5, 0)
range: from 1 to 5 there are no numbers in steps of 0
]],
   remainder = [[
> tensor.IntTensor {1, 2}:remainder(0)
remainder: division of a torch.IntTensor by zero
]],
   resize = [[
> tensor.zeros(2):resize(-2)
resize: size -2 of dimension 1 is negative
]],
   set = [[
> tensor.Tensor():set(tensor.FloatStorage(4), 3, 3)
set: a window of size 3 from element 3 needs 3 elements after it, but the storage has 4 in all
> tensor.Tensor():set(tensor.ByteStorage(4))
set: a torch.FloatTensor cannot be a window on a ByteStorage
]],
   size = [[
> tensor.zeros(2, 3):size(3)
size: no dimension 3 in a 2-dimensional tensor
]],
   sqrt = [[
> tensor.IntTensor {1, 4}:sqrt()
sqrt: not defined for torch.IntTensor on cpu; convert it, as in x:float()
]],
   stride = [[
> tensor.zeros(2, 3):stride(3)
stride: no dimension 3 in a 2-dimensional tensor
]],
   subtract = [[
> tensor.zeros(2, 3):subtract(tensor.zeros(4))
subtract: sizes 2x3 and 4 do not broadcast (3 and 4, dimension 1 from the last)
]],
   type = [[
> tensor.zeros(2):type('torch.NoTensor')
type: 'torch.NoTensor' is no tensor type; an example is 'torch.FloatTensor'
]],
   zeros = [[
> tensor.zeros(2^30, 2^30)
zeros: size 1073741824x1073741824 has more elements than memory can hold
]],
   zerosLike = [[
> tensor.zerosLike(tensor.zeros(2), {type = 'double'})
zerosLike: there is no option 'type'; there are dtype and memoryFormat
]],
}
