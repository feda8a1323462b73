-- tensor/help/errors/shared.lua: errors of memory that other processes can open (the form is in
-- tensor/help/errors.lua).
return {
   shareHandle = [[
> tensor.ones(3):shareHandle()
shareHandle: a tensor of size 3 is not in shared memory; x:shareMemory() moves it there
]],
   fromHandle = [[
> tensor.fromHandle 'tensor'
fromHandle: this is no handle: it does not begin as one, or is too short; x:shareHandle() makes one
]],
   shareFilename = [[
> tensor.ones(3):storage():shareFilename()
shareFilename: a storage of 3 elements is not shared by a file: tensor.setSharingStrategy 'file', then x:shareMemory()
]],
   newSharedFilename = [[
> tensor.FloatStorage.newSharedFilename('here', 'there', 3)
newSharedFilename: <here> and <there> are not what shareFilename gives
]],
   shareMemory = [[
> x = tensor.ones(4)
> half = tensor.FloatStorage(x:storage(), 1, 2)
> x:shareMemory()
shareMemory: a storage of 4 elements cannot move into shared memory: others are views of it
]],
}
