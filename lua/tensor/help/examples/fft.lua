-- tensor/help/examples/fft.lua: examples of Fourier transforms (the form is in tensor/help/examples.lua).
return {
   fft = [[
> x = tensor.DoubleTensor {1, 2, 3, 4}
> tensor.fft(x)
 10 +0i
 -2 +2i
 -2 +0i
 -2 -2i
[torch.ComplexDoubleTensor of size 4]
> tensor.fft(x, 2)
 3+0i
-1+0i
[torch.ComplexDoubleTensor of size 2]
]],
   ifft = [[
> tensor.ifft(tensor.fft(tensor.DoubleTensor {1, 2, 3}))
 1+0i
 2+0i
 3+0i
[torch.ComplexDoubleTensor of size 3]
]],
   rfft = [[
> tensor.rfft(tensor.DoubleTensor {1, 2, 3, 4})
 10 +0i
 -2 +2i
 -2 +0i
[torch.ComplexDoubleTensor of size 3]
]],
   irfft = [[
> f = tensor.rfft(tensor.DoubleTensor {1, 2, 3, 5})
> tensor.irfft(f)
 1
 2
 3
 5
[torch.DoubleTensor of size 4]
]],
   hfft = [[
> tensor.hfft(tensor.DoubleTensor {1, 2, 3})
 8
-2
 0
-2
[torch.DoubleTensor of size 4]
]],
   ihfft = [[
> tensor.ihfft(tensor.DoubleTensor {8, -2, 0, -2})
 1+0i
 2+0i
 3+0i
[torch.ComplexDoubleTensor of size 3]
]],
   fft2 = [[
> tensor.fft2(tensor.eye(2))
 2+0i  0+0i
 0+0i  2+0i
[torch.ComplexFloatTensor of size 2x2]
]],
   ifft2 = [[
> tensor.ifft2(tensor.fft2(tensor.eye(2)))
 1+0i  0+0i
 0+0i  1+0i
[torch.ComplexFloatTensor of size 2x2]
]],
   rfft2 = [[
> tensor.rfft2(tensor.ones(3, 4)):size()
 3
 3
[torch.LongStorage of size 2]
]],
   irfft2 = [[
> x = tensor.range(1, 4):view(2, 2)
> tensor.irfft2(tensor.rfft2(x))
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
   fftn = [[
> x = tensor.rand(4, 6, 8)
> tensor.fftn(x, nil, {1, 3}):size()
 4
 6
 8
[torch.LongStorage of size 3]
]],
   ifftn = [[
> tensor.ifftn(tensor.fftn(tensor.eye(2)))
 1+0i  0+0i
 0+0i  1+0i
[torch.ComplexFloatTensor of size 2x2]
]],
   rfftn = [[
> tensor.rfftn(tensor.rand(4, 6, 8)):size()
 4
 6
 5
[torch.LongStorage of size 3]
]],
   irfftn = [[
> x = tensor.rand(4, 6, 9)
> tensor.irfftn(tensor.rfftn(x), x:size()):size()
 4
 6
 9
[torch.LongStorage of size 3]
]],
   fftfreq = [[
> tensor.fftfreq(5, 0.1)
 0
 2
 4
-4
-2
[torch.FloatTensor of size 5]
]],
   rfftfreq = [[
> tensor.rfftfreq(5, 0.1)
 0
 2
 4
[torch.FloatTensor of size 3]
]],
   fftshift = [[
> tensor.fftshift(tensor.fftfreq(4))
-0.5000
-0.2500
 0.0000
 0.2500
[torch.FloatTensor of size 4]
]],
   ifftshift = [[
> tensor.ifftshift(tensor.DoubleTensor {-1, 0, 1})
 0
 1
-1
[torch.DoubleTensor of size 3]
]],
   hannWindow = [[
> tensor.hannWindow(4)
 0.0000
 0.5000
 1.0000
 0.5000
[torch.FloatTensor of size 4]
> tensor.hannWindow(5, false)
 0.0000
 0.5000
 1.0000
 0.5000
 0.0000
[torch.FloatTensor of size 5]
]],
   hammingWindow = [[
> tensor.hammingWindow(4)
 0.0800
 0.5400
 1.0000
 0.5400
[torch.FloatTensor of size 4]
]],
   blackmanWindow = [[
> tensor.blackmanWindow(5, false)
-1.3878e-17
 3.4000e-01
 1.0000e+00
 3.4000e-01
-1.3878e-17
[torch.FloatTensor of size 5]
]],
   bartlettWindow = [[
> tensor.bartlettWindow(4)
 0.0000
 0.5000
 1.0000
 0.5000
[torch.FloatTensor of size 4]
]],
   stft = [[
> x = tensor.range(1, 16, 1, {dtype = 'double'})
> tensor.stft(x, 4, {hop = 4, center = false})
 10 +0i  26 +0i  42 +0i  58 +0i
 -2 +2i  -2 +2i  -2 +2i  -2 +2i
 -2 +0i  -2 +0i  -2 +0i  -2 +0i
[torch.ComplexDoubleTensor of size 3x4]
]],
   fftconvolve = [[
> tensor.fftconvolve(tensor.DoubleTensor {1, 2, 3}, tensor.DoubleTensor {0, 1, 1}, 'same')
 1.0000
 3.0000
 5.0000
[torch.DoubleTensor of size 3]
]],
}
