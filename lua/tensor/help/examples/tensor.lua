-- tensor/help/examples/tensor.lua: examples of sizes, types and storages (the form is in
-- tensor/help/examples.lua).
return {
   ByteStorage = [[
> tensor.ByteStorage(3):fill(7)
 7
 7
 7
[torch.ByteStorage of size 3]
]],
   DoubleTensor = [[
> tensor.DoubleTensor {{1, 2}, {3, 4}}
 1  2
 3  4
[torch.DoubleTensor of size 2x2]
]],
   FloatTensor = [[
> tensor.FloatTensor {{1, 2}, {3, 4}}
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
   LongStorage = [[
> tensor.LongStorage {3, 4}
 3
 4
[torch.LongStorage of size 2]
]],
   LongTensor = [[
> tensor.LongTensor {1, 2}
 1
 2
[torch.LongTensor of size 2]
]],
   Tensor = [[
> tensor.Tensor(2, 3):type()
torch.FloatTensor
]],
   byte = [[
> tensor.FloatTensor({1.7, 255}):byte()
   1
 255
[torch.ByteTensor of size 2]
]],
   copy = [[
> tensor.zeros(2, 3):copy(tensor.range(1, 3))
 1  2  3
 1  2  3
[torch.FloatTensor of size 2x3]
]],
   dim = [[
> tensor.zeros(3, 4):dim()
2
]],
   double = [[
> tensor.ones(2):double()
 1
 1
[torch.DoubleTensor of size 2]
]],
   fill = [[
> tensor.IntTensor(2, 2):fill(7)
 7  7
 7  7
[torch.IntTensor of size 2x2]
]],
   float = [[
> tensor.LongTensor({1, 2}):float() / 2
 0.5000
 1.0000
[torch.FloatTensor of size 2]
]],
   int = [[
> tensor.FloatTensor({1.7, -1.7}):int()
 1
-1
[torch.IntTensor of size 2]
]],
   isContiguous = [[
> tensor.zeros(3, 4):t():isContiguous()
false
> tensor.zeros(2, 3, 4, 5):contiguous('channelsLast'):isContiguous('channelsLast')
true
]],
   isSize = [[
> tensor.zeros(2, 3):isSize(2, 3)
true
> tensor.zeros(2, 3):isSize(tensor.LongStorage {3, 2})
false
]],
   isSameSizeAs = [[
> tensor.zeros(2, 3):isSameSizeAs(tensor.ones(2, 3))
true
]],
   isTensor = [[
> tensor.isTensor(tensor.ones(2))
true
> tensor.isTensor {1, 2}
false
]],
   item = [[
> tensor.FloatTensor({{5}}):item()
5
]],
   nElement = [[
> tensor.zeros(3, 4):nElement()
12
]],
   resize = [[
> tensor.range(1, 6):resize(2, 3)
 1  2  3
 4  5  6
[torch.FloatTensor of size 2x3]
]],
   set = [[
> x = tensor.FloatTensor():set(tensor.FloatStorage {1, 2, 3, 4}, 1, {2, 2})
> x
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
   setdefaulttensortype = [[
> tensor.setdefaulttensortype 'torch.DoubleTensor'
> tensor.ones(2):type()
torch.DoubleTensor
> tensor.setdefaulttensortype 'torch.FloatTensor'
]],
   size = [[
> tensor.zeros(3, 4):size()
 3
 4
[torch.LongStorage of size 2]
> tensor.zeros(3, 4):size(2)
4
]],
   storage = [[
> tensor.FloatTensor({{1, 2}, {3, 4}}):t():storage()
 1
 2
 3
 4
[torch.FloatStorage of size 4]
]],
   storageOffset = [[
> tensor.range(1, 5):narrow(1, 3, 2):storageOffset()
3
]],
   stride = [[
> tensor.zeros(3, 4):stride(1)
4
]],
   string = [[
> tensor.CharStorage(2):string 'hello'
 104
 101
 108
 108
 111
[torch.CharStorage of size 5]
]],
   to = [[
> x = tensor.FloatTensor {1, 2}
> x:to('double'):type()
torch.DoubleTensor
> x:to {device = 'cpu', dtype = 'half'}
 1
 2
[torch.HalfTensor of size 2]
> x:to 'cpu' == x
true
]],
   totable = [[
> tensor.range(1, 3):totable()[2]
2
]],
   type = [[
> tensor.zeros(2):type()
torch.FloatTensor
> tensor.FloatTensor({1.5, -1.5}):type('torch.IntTensor')
 1
-1
[torch.IntTensor of size 2]
]],
   typeAs = [[
> tensor.ones(2):typeAs(tensor.LongTensor())
 1
 1
[torch.LongTensor of size 2]
]],
   typename = [[
> tensor.typename(tensor.ones(2))
torch.FloatTensor
]],
   zero = [[
> tensor.ones(2):zero()
 0
 0
[torch.FloatTensor of size 2]
]],
}
