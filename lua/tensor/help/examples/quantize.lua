-- tensor/help/examples/quantize.lua: examples of quantized tensors.
return {
   quantizePerTensor = [[
> q = tensor.quantizePerTensor(tensor.FloatTensor {0, 0.5, 1}, 0.25, 10, 'quint8')
> q
 0.0000
 0.5000
 1.0000
[torch.QUInt8Tensor of size 3, perTensorAffine, scale 0.25, zero point 10]
> q[2], q:intRepr()[2]
0.5   12
]],
   quantizePerChannel = [[
> tensor.quantizePerChannel(tensor.ones(2, 2), tensor.FloatTensor {0.5, 0.25}, tensor.LongTensor {0, 0}, 1, 'qint8')
 1  1
 1  1
[torch.QInt8Tensor of size 2x2, perChannelAffine along dimension 1, scales 0.5 0.25, zero points 0 0]
]],
   quantizePerTensorDynamic = [[
> q = tensor.quantizePerTensorDynamic(tensor.FloatTensor {0, 1, 2.55}, 'quint8')
> q:intRepr():totable()[3], q:qZeroPoint()
255   0
]],
   dequantize = [[
> tensor.quantizePerTensor(tensor.FloatTensor {0.3, 9}, 0.5, 0, 'qint8'):dequantize()
 0.5000
 9.0000
[torch.FloatTensor of size 2]
]],
   fakeQuantizePerTensor = [[
> tensor.fakeQuantizePerTensor(tensor.FloatTensor {0.3, 9}, 0.5, 0, -10, 10)
 0.5000
 5.0000
[torch.FloatTensor of size 2]
]],
   fakeQuantizePerChannel = [[
> tensor.fakeQuantizePerChannel(tensor.ones(2, 1), tensor.FloatTensor {0.75, 2}, tensor.LongTensor {0, 0}, 1, 0, 9)
 0.7500
 0.0000
[torch.FloatTensor of size 2x1]
]],
   quantizedLinear = [[
> x = tensor.quantizePerTensor(tensor.ones(1, 3), 0.5, 0, 'quint8')
> w = tensor.quantizePerTensor(tensor.ones(2, 3), 0.25, 0, 'qint8')
> tensor.quantizedLinear(x, w, tensor.FloatTensor {0, 1}, {scale = 0.5, zeroPoint = 0})
 3  4
[torch.QUInt8Tensor of size 1x2, perTensorAffine, scale 0.5, zero point 0]
]],
   isQuantized = [[
> tensor.quantizePerTensor(tensor.ones(2), 1, 0, 'qint8'):isQuantized(), tensor.ones(2):isQuantized()
true   false
]],
   intRepr = [[
> tensor.quantizePerTensor(tensor.ones(1), 0.25, 10, 'qint8'):intRepr()
 14
[torch.CharTensor of size 1]
]],
   qScale = [[
> tensor.quantizePerTensor(tensor.ones(1), 0.25, 10, 'qint8'):qScale()
0.25
]],
   qZeroPoint = [[
> tensor.quantizePerTensor(tensor.ones(1), 0.25, 10, 'qint8'):qZeroPoint()
10
]],
   qPerChannelScales = [[
> q = tensor.quantizePerChannel(tensor.ones(2, 2), tensor.ones(2), tensor.zeros(2), 1, 'qint8')
> q:qPerChannelScales()
 1
 1
[torch.DoubleTensor of size 2]
]],
   qPerChannelZeroPoints = [[
> q = tensor.quantizePerChannel(tensor.ones(2, 2), tensor.ones(2), tensor.zeros(2), 1, 'qint8')
> q:qPerChannelZeroPoints()
 0
 0
[torch.LongTensor of size 2]
]],
   qPerChannelAxis = [[
> q = tensor.quantizePerChannel(tensor.ones(3, 2), tensor.ones(2), tensor.zeros(2), 2, 'qint8')
> q:qPerChannelAxis(), q:t():qPerChannelAxis()
2   1
]],
   qScheme = [[
> tensor.quantizePerTensor(tensor.ones(1), 0.25, 0, 'qint8', {scheme = 'perTensorSymmetric'}):qScheme()
perTensorSymmetric
]],
}
