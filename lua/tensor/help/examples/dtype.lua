-- tensor/help/examples/dtype.lua: examples of element types and memory formats.
return {
   asTensor = [[
> tensor.asTensor({1, 2}, {dtype = 'int'})
 1
 2
[torch.IntTensor of size 2]
> x = tensor.ones(2)
> rawequal(x, tensor.asTensor(x))
true
]],
   canCast = [[
> tensor.canCast('int', 'float'), tensor.canCast('float', 'int')
true   false
]],
   finfo = [[
> tensor.finfo('float').eps
1.1920928955078e-07
> tensor.finfo(tensor.HalfTensor(2)).max == 65504
true
]],
   getDefaultDtype = [[
> tensor.getDefaultDtype()
float
]],
   iinfo = [[
> tensor.iinfo('uint8').max
255
]],
   isFloatingPoint = [[
> tensor.ones(2):isFloatingPoint(), tensor.ones(2):int():isFloatingPoint()
true   false
]],
   isMkldnn = [[
> tensor.FloatTensor(2):isMkldnn()
false
]],
   isSigned = [[
> tensor.ByteTensor(2):isSigned()
false
]],
   isTensorType = [[
> tensor.isTensorType(tensor.FloatTensor), tensor.isTensorType(tensor.ones(1))
true   false
]],
   layout = [[
> tensor.ones(2):layout(), tensor.FloatTensor:layout()
strided   strided
]],
   promoteTypes = [[
> tensor.promoteTypes('byte', 'char')
short
> tensor.promoteTypes('long', 'half')
half
]],
   resultType = [[
> tensor.resultType(tensor.IntTensor(2), 1.5)
float
> tensor.resultType(tensor.HalfTensor(2), 1.5)
half
]],
   setDefaultDtype = [[
> tensor.setDefaultDtype 'float64'
> tensor.zeros(1):type()
torch.DoubleTensor
> tensor.setDefaultDtype 'float32'
]],
   suggestMemoryFormat = [[
> tensor.zeros(2, 3, 4, 5):suggestMemoryFormat()
contiguous
> tensor.zeros(2, 3, 4, 5, {memoryFormat = 'channelsLast'}):suggestMemoryFormat()
channelsLast
]],
   tensorTypes = [[
> tensor.tensorTypes({dtype = 'half', device = 'cpu'})[1]
torch.HalfTensor
]],
   toDense = [[
> tensor.equal(tensor.ones(2):toDense(), tensor.ones(2))
true
]],
   toMkldnn = [[
> m = tensor.FloatTensor({-1, 2}):toMkldnn()
> m:relu()
 0
 2
[torch.mkldnn.FloatTensor of size 2]
> (m + m):toDense()
 0
 4
[torch.FloatTensor of size 2]
]],
}
