-- tensor/help/examples/shared.lua: examples of memory that other processes can open (the form is in
-- tensor/help/examples.lua).
return {
   shareMemory = [[
> x = tensor.ones(3)
> x:shareMemory() == x and x:isShared()
true
]],
   isShared = [[
> x = tensor.ones(3):shareMemory()
> x:isShared() and x:narrow(1, 1, 2):isShared()
true
> x:clone():isShared()
false
]],
   shareHandle = [[
> x = tensor.ones(3):shareMemory()
> handle = x:shareHandle()
> #handle <= 500
true
]],
   fromHandle = [[
> x = tensor.zeros(3):shareMemory()
> y = tensor.fromHandle(x:shareHandle()):fill(7)
> x:sum()
21
]],
   setSharingStrategy = [[
> before = tensor.getSharingStrategy()
> tensor.setSharingStrategy 'file'
> tensor.setSharingStrategy(before)
]],
   shareFilename = [[
> tensor.setSharingStrategy 'file'
> s = tensor.ones(25):shareMemory():storage()
> address, name, size = s:shareFilename()
> size
25
]],
   newSharedFilename = [[
> tensor.setSharingStrategy 'file'
> s = tensor.ones(25):shareMemory():storage()
> t = tensor.FloatStorage.newSharedFilename(s:shareFilename())
> x = tensor.FloatTensor(t):view(5, 5):fill(2)
> s[25]
2
]],
   getSharingStrategy = [[
> name = tensor.getSharingStrategy()
> name == 'descriptor' or name == 'file'
true
]],
}
