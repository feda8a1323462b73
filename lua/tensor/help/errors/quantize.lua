-- tensor/help/errors/quantize.lua: errors of quantized tensors (the form is in tensor/help/errors.lua).
return {
   quantizePerTensor = [[
> tensor.quantizePerTensor(tensor.ones(2), 0, 0, 'qint8')
quantizePerTensor: scale 0; a number above 0 that a float holds was needed
> tensor.quantizePerTensor(tensor.ones(2), 1, 200, 'qint8')
quantizePerTensor: zero point 200; a whole number from -128 to 127 was needed for qint8
> tensor.quantizePerTensor(tensor.ones(2), 1, 0, 'int')
quantizePerTensor: to int; qint8, quint8 or qint32 was needed
]],
   quantizePerChannel = [[
> tensor.quantizePerChannel(tensor.ones(2, 3), tensor.ones(3), tensor.zeros(3), 1, 'qint8')
quantizePerChannel: scales of size 3 for axis 1 of a tensor of size 2x3, a vector of 2 was needed
]],
   quantizePerTensorDynamic = [[
> tensor.quantizePerTensorDynamic(tensor.ones(2), 'qint32')
quantizePerTensorDynamic: to qint32; qint8 or quint8 was needed
]],
   dequantize = [[
> tensor.ones(2):dequantize()
dequantize: a quantized tensor was needed, this torch.FloatTensor has no quantizer
]],
   fakeQuantizePerTensor = [[
> tensor.fakeQuantizePerTensor(tensor.ones(2), 1, 20, 0, 15)
fakeQuantizePerTensor: zero point 20; one from 0 to 15 was needed
]],
   fakeQuantizePerChannel = [[
> tensor.fakeQuantizePerChannel(tensor.ones(2), tensor.ones(2), tensor.zeros(2), 1, 5, 0)
fakeQuantizePerChannel: limits 5 and 0; two 32-bit integers in ascending order were needed
]],
   quantizedLinear = [[
> x = tensor.quantizePerTensor(tensor.ones(1, 3), 1, 0, 'qint8')
> tensor.quantizedLinear(x, x:t(), {scale = 1})
quantizedLinear: x of size 1x3 and w of size 3x1; as many columns were needed
> tensor.quantizedLinear(x, tensor.ones(2, 3), {scale = 1})
quantizedLinear: w is a torch.FloatTensor of size 2x3; a quantized matrix of qint8 was needed
]],
   intRepr = [[
> tensor.ones(2):intRepr()
intRepr: a quantized tensor was needed, this torch.FloatTensor has no quantizer
]],
   qScale = [[
> tensor.quantizePerChannel(tensor.ones(2), tensor.rand(2):add(1), tensor.zeros(2), 1, 'qint8'):qScale()
qScale: the tensor has parameters per channel; qPerChannelScales() and qPerChannelZeroPoints() give them
]],
   qPerChannelScales = [[
> tensor.quantizePerTensor(tensor.ones(2), 1, 0, 'qint8'):qPerChannelScales()
qPerChannelScales: the tensor has one scale and zero point; qScale() and qZeroPoint() give them
]],
}
