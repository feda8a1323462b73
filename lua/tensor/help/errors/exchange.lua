-- tensor/help/errors/exchange.lua: errors of memory of others (the form is in tensor/help/errors.lua).
return {
   fromBlob = [[
> tensor.fromBlob(tensor.zeros(2):dataPtr(), {sizes = 2, strides = {-1}})
fromBlob: stride -1 of dimension 1 is negative
> tensor.fromBlob(0, {sizes = 2})
fromBlob: a null pointer has no 8 bytes
> tensor.fromBlob(1001, {sizes = 2})
fromBlob: the address 0x3e9 of the first element is not aligned for float, which needs a multiple of 4
]],
   fromString = [[
> tensor.fromString('abc', {dtype = 'short'})
fromString: a string of 3 bytes is not size 1 of short
> tensor.fromString('abc')[1] = 3
set: the tensor's storage is read-only
]],
   toDLPack = [[
> x = tensor.fromString 'abc'
> tensor.toDLPack(x, {copy = false})
toDLPack: a Lua value keeps the memory and would not outlive its state, so it cannot be lent without a copy
> tensor.toDLPack(x, {version = 0})
toDLPack: a read-only tensor needs version 1, as version 0 has no flags, or copy = true
> y = tensor.zeros(3)
> capsule = tensor.toDLPack(y)
> y:resize(10)
resize: a storage of 3 elements cannot become 10: its memory is lent
]],
   fromDLPack = [[
> capsule = tensor.toDLPack(tensor.zeros(3))
> x = tensor.fromDLPack(capsule)
> tensor.fromDLPack(capsule)
fromDLPack: the capsule is consumed
]],
}
