-- tensor/help/examples/complex.lua: examples of functions about complex numbers and their parts (the form is in
-- tensor/help/examples.lua).
return {
   angle = [[
> tensor.angle(tensor.ComplexFloatTensor {{0, 1}, {-1, 0}})
 1.5708
 3.1416
[torch.FloatTensor of size 2]
]],
   complex = [[
> tensor.complex(tensor.FloatTensor {1, 2}, tensor.FloatTensor {3, -4})
 1+3i
 2-4i
[torch.ComplexFloatTensor of size 2]
> tensor.complex(1, 2)
 1+2i
[torch.ComplexDoubleTensor of one element, with no dimension]
]],
   conj = [[
> tensor.conj(tensor.ComplexFloatTensor {{1, 2}, {3, -4}})
 1-2i
 3+4i
[torch.ComplexFloatTensor of size 2]
]],
   conjPhysical = [[
> tensor.ComplexFloatTensor({{1, 2}, {3, -4}}):conjPhysical()
 1-2i
 3+4i
[torch.ComplexFloatTensor of size 2]
]],
   isConj = [[
> z = tensor.ComplexFloatTensor {{1, 2}}
> z:isConj(), z:conj():isConj(), z:conj():conj():isConj()
false   true   false
]],
   isNeg = [[
> tensor.FloatTensor(2):negView():isNeg()
true
> tensor.ComplexFloatTensor(2):conj():imag():isNeg()
true
]],
   negView = [[
> x = tensor.FloatTensor {1, 2}
> x:negView():fill(5)
 5
 5
[torch.FloatTensor of size 2]
> x
-5
-5
[torch.FloatTensor of size 2]
]],
   resolveConj = [[
> z = tensor.ComplexFloatTensor({{1, 2}}):conj():resolveConj()
> z, z:isConj()
 1-2i
[torch.ComplexFloatTensor of size 1]   false
]],
   resolveNeg = [[
> x = tensor.FloatTensor({1, 2}):negView():resolveNeg()
> x, x:isNeg()
-1
-2
[torch.FloatTensor of size 2]   false
]],
   imag = [[
> z = tensor.ComplexFloatTensor {{1, 2}, {3, -4}}
> z:imag():fill(5)
 5
 5
[torch.FloatTensor of size 2]
> z
 1+5i
 3+5i
[torch.ComplexFloatTensor of size 2]
]],
   isComplex = [[
> tensor.ComplexFloatTensor(2):isComplex(), tensor.ones(2):isComplex()
true   false
]],
   polar = [[
> tensor.polar(tensor.FloatTensor {1, 2}, 0)
 1+0i
 2+0i
[torch.ComplexFloatTensor of size 2]
]],
   vdot = [[
> z = tensor.ComplexFloatTensor {{1, 2}, {3, -4}}
> z:vdot(z)
 30 +0i
[torch.ComplexFloatTensor of one element, with no dimension]
]],
   viewAsComplex = [[
> tensor.FloatTensor({{1, 2}, {3, -4}}):viewAsComplex()
 1+2i
 3-4i
[torch.ComplexFloatTensor of size 2]
]],
   viewAsReal = [[
> tensor.ComplexFloatTensor({{1, 2}, {3, -4}}):viewAsReal()
 1  2
 3 -4
[torch.FloatTensor of size 2x2]
]],
}
