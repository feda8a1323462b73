-- tensor/help/examples/exchange.lua: examples of memory of others.
return {
   fromBlob = [[
> x = tensor.range(1, 6)
> y = tensor.fromBlob(x:dataPtr(), {sizes = {2, 2}, strides = {1, 2}, offset = 4}, x)
> y
 2  4
 3  5
[torch.FloatTensor of size 2x2]
> x[2] = 7
> y[1][1]
7
]],
   fromString = [[
> x = tensor.fromString('abcd', {sizes = {2, 2}})
> x
  97   98
  99  100
[torch.ByteTensor of size 2x2]
> x:isReadOnly(), tensor.fromString('abcd', {dtype = 'short'}):nElement()
true   2
]],
   string = [[
> tensor.ByteTensor({{97, 98}, {99, 100}}):t():string()
acbd
> x = tensor.randn(2, 3)
> y = tensor.fromString(x:string(), {dtype = 'float', sizes = {2, 3}})
> tensor.equal(x, y)
true
]],
   isReadOnly = [[
> x = tensor.fromString 'abc'
> x:isReadOnly(), x:narrow(1, 1, 2):isReadOnly(), x:clone():isReadOnly()
true   true   false
]],
   toDLPack = [[
> x = tensor.zeros(3)
> capsule = tensor.toDLPack(x)
> capsule:version()
1
> y = tensor.fromDLPack(capsule)
> y[2] = 5
> x:sum()
5
]],
   fromDLPack = [[
> x = tensor.range(1, 3)
> address = tensor.toDLPack(x, {version = 0}):release()
> tensor.fromDLPack(address, {version = 0}):sum()
6
]],
}
