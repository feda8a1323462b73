-- tensor/help/examples/functions.lua: examples of convolutions and other functions of Torch7 (the form is in
-- tensor/help/examples.lua).
return {
   conv2 = [[
> x = tensor.range(1, 9):view(3, 3)
> k = tensor.FloatTensor {{1, 0}, {0, -1}}
> tensor.conv2(x, k)
 4  4
 4  4
[torch.FloatTensor of size 2x2]
> tensor.conv2(x, k, 'F')
 1  2  3  0
 4  4  4 -3
 7  4  4 -6
 0 -7 -8 -9
[torch.FloatTensor of size 4x4]
> tensor.conv2(tensor.ones(3, 8, 8), tensor.ones(5, 3, 3, 3)):size()
 5
 6
 6
[torch.LongStorage of size 3]
]],
   xcorr2 = [[
> x = tensor.range(1, 9):view(3, 3)
> tensor.xcorr2(x, tensor.FloatTensor {{1, 0}, {0, -1}})
-4 -4
-4 -4
[torch.FloatTensor of size 2x2]
]],
   conv3 = [[
> tensor.conv3(tensor.ones(4, 5, 6), tensor.ones(2, 2, 2)):size()
 3
 4
 5
[torch.LongStorage of size 3]
]],
   xcorr3 = [[
> tensor.xcorr3(tensor.range(1, 8):view(2, 2, 2), tensor.range(1, 8):view(2, 2, 2))[1][1][1]
204
]],
   equal = [[
> tensor.equal(tensor.FloatTensor {1, 2}, tensor.range(1, 2))
true
]],
   dist = [[
> tensor.dist(tensor.FloatTensor {0, 3}, tensor.FloatTensor {4, 0})
5
]],
   cross = [[
> tensor.cross(tensor.FloatTensor {1, 0, 0}, tensor.FloatTensor {0, 1, 0})
 0
 0
 1
[torch.FloatTensor of size 3]
]],
   renorm = [[
> tensor.renorm(tensor.FloatTensor {{3, 4}, {0, 1}}, 2, 1, 1)
 0.6000  0.8000
 0.0000  1.0000
[torch.FloatTensor of size 2x2]
]],
   match = [[
> tensor.match(tensor.FloatTensor {{0, 0}, {1, 1}}, tensor.FloatTensor {{0, 1}, {3, 0}})
 1  9
 1  5
[torch.FloatTensor of size 2x2]
]],
   real = [[
> tensor.IntTensor {1, 2}:real()
 1
 2
[torch.FloatTensor of size 2]
]],
}
