-- tensor/help/examples/elementwise.lua: examples of special functions, of where and of other functions of each
-- element (the form is in tensor/help/examples.lua).
return {
   allclose = [[
> tensor.allclose(tensor.FloatTensor {1, 2}, tensor.FloatTensor {1, 2.000001})
true
> tensor.FloatTensor({1, 2}):allclose(tensor.FloatTensor {1, 2.1}, 0.1)
true
]],
   cbrt = [[
> tensor.cbrt(tensor.FloatTensor {27, -8})
 3
-2
[torch.FloatTensor of size 2]
]],
   clamp = [[
> tensor.FloatTensor({-7, 3, 9}):clamp(0, 5)
 0
 3
 5
[torch.FloatTensor of size 3]
> tensor.clamp(tensor.FloatTensor {-7, 3, 9}, nil, 5)   -- no lower limit
-7
 3
 5
[torch.FloatTensor of size 3]
> tensor.clamp(tensor.FloatTensor {-7, 3, 9}, tensor.FloatTensor {0, 4, 0}, 8)
 0
 4
 8
[torch.FloatTensor of size 3]
]],
   copysign = [[
> tensor.copysign(tensor.FloatTensor {1, -2}, tensor.FloatTensor {-5, 5})
-1
 2
[torch.FloatTensor of size 2]
]],
   deg2rad = [[
> tensor.deg2rad(tensor.FloatTensor {180, 90})
 3.1416
 1.5708
[torch.FloatTensor of size 2]
]],
   digamma = [[
> tensor.digamma(tensor.FloatTensor {1, 2})
-0.5772
 0.4228
[torch.FloatTensor of size 2]
]],
   div = [[
> x = tensor.IntTensor {-7, 7}
> tensor.div(x, 2)
-3
 3
[torch.IntTensor of size 2]
> tensor.div(x, 2, {rounding = 'floor'})
-4
 3
[torch.IntTensor of size 2]
]],
   divmod = [[
> quotient, remainder = tensor.divmod(tensor.IntTensor {-7, 7}, 2)
> quotient
-4
 3
[torch.IntTensor of size 2]
> remainder
 1
 1
[torch.IntTensor of size 2]
]],
   entr = [[
> tensor.entr(tensor.FloatTensor {0, 0.5, 1})
 0.0000
 0.3466
-0.0000
[torch.FloatTensor of size 3]
]],
   erfc = [[
> tensor.erfc(tensor.FloatTensor {0, 1, 5})
 1.0000e+00
 1.5730e-01
 1.5375e-12
[torch.FloatTensor of size 3]
]],
   erfinv = [[
> tensor.erfinv(tensor.FloatTensor {0, 0.5, 1})
 0.0000
 0.4769
    inf
[torch.FloatTensor of size 3]
]],
   floatPower = [[
> tensor.floatPower(tensor.IntTensor {2, 4}, -1)
 0.5000
 0.2500
[torch.DoubleTensor of size 2]
]],
   floorDivide = [[
> tensor.floorDivide(tensor.IntTensor {-7, 7}, 2)
-4
 3
[torch.IntTensor of size 2]
]],
   fmax = [[
> tensor.fmax(tensor.FloatTensor {1, 0/0}, 0.5)
 1.0000
 0.5000
[torch.FloatTensor of size 2]
]],
   fmin = [[
> tensor.fmin(tensor.FloatTensor {1, 0/0}, 0.5)
 0.5000
 0.5000
[torch.FloatTensor of size 2]
]],
   frexp = [[
> mantissa, exponent = tensor.frexp(tensor.FloatTensor {8, -3})
> mantissa
 0.5000
-0.7500
[torch.FloatTensor of size 2]
> exponent
 4
 2
[torch.IntTensor of size 2]
]],
   gammainc = [[
> tensor.gammainc(2, tensor.FloatTensor {0, 1, 10})
 0.0000
 0.2642
 0.9995
[torch.FloatTensor of size 3]
]],
   gammaincc = [[
> tensor.gammaincc(2, tensor.FloatTensor {0, 1, 10})
 1.0000
 0.7358
 0.0005
[torch.FloatTensor of size 3]
]],
   gcd = [[
> tensor.gcd(tensor.IntTensor {12, -18}, 8)
 4
 2
[torch.IntTensor of size 2]
]],
   heaviside = [[
> tensor.heaviside(tensor.FloatTensor {-3, 0, 2}, 0.5)
 0.0000
 0.5000
 1.0000
[torch.FloatTensor of size 3]
]],
   i0 = [[
> tensor.i0(tensor.FloatTensor {0, 1, 2})
 1.0000
 1.2661
 2.2796
[torch.FloatTensor of size 3]
]],
   i0e = [[
> tensor.i0e(tensor.FloatTensor {0, 1, 1000})
 1.0000
 0.4658
 0.0126
[torch.FloatTensor of size 3]
]],
   i1 = [[
> tensor.i1(tensor.FloatTensor {0, 1, 2})
 0.0000
 0.5652
 1.5906
[torch.FloatTensor of size 3]
]],
   i1e = [[
> tensor.i1e(tensor.FloatTensor {0, 1, 1000})
 0.0000
 0.2079
 0.0126
[torch.FloatTensor of size 3]
]],
   isclose = [[
> tensor.isclose(tensor.FloatTensor {1, 1, 0/0}, tensor.FloatTensor {1.000001, 1.1, 0/0})
 1
 0
 0
[torch.ByteTensor of size 3]
]],
   isneginf = [[
> tensor.isneginf(tensor.FloatTensor {1/0, -1/0, 1})
 0
 1
 0
[torch.ByteTensor of size 3]
]],
   isposinf = [[
> tensor.isposinf(tensor.FloatTensor {1/0, -1/0, 1})
 1
 0
 0
[torch.ByteTensor of size 3]
]],
   isreal = [[
> tensor.isreal(tensor.ComplexFloatTensor {{1, 0}, {1, 2}})
 1
 0
[torch.ByteTensor of size 2]
]],
   lcm = [[
> tensor.lcm(tensor.IntTensor {4, -6}, 10)
 20
 30
[torch.IntTensor of size 2]
]],
   ldexp = [[
> tensor.ldexp(tensor.FloatTensor {1, 0.75}, tensor.IntTensor {10, 2})
 1024
    3
[torch.FloatTensor of size 2]
]],
   lerp = [[
> tensor.lerp(tensor.FloatTensor {0, 10}, tensor.FloatTensor {4, 20}, 0.25)
  1.0000
 12.5000
[torch.FloatTensor of size 2]
> tensor.lerp(tensor.FloatTensor {0, 10}, tensor.FloatTensor {4, 20}, tensor.FloatTensor {0, 1})
  0
 20
[torch.FloatTensor of size 2]
]],
   lgamma = [[
> tensor.FloatTensor({1, 5, 0.5}):lgamma()   -- gamma(5) is 24
 0.0000
 3.1781
 0.5724
[torch.FloatTensor of size 3]
]],
   logaddexp = [[
> tensor.logaddexp(tensor.FloatTensor {0, 1000}, tensor.FloatTensor {0, 1000})
    0.6931
 1000.6932
[torch.FloatTensor of size 2]
]],
   logaddexp2 = [[
> tensor.logaddexp2(tensor.FloatTensor {3, 2000}, tensor.FloatTensor {3, 2000})
    4
 2001
[torch.FloatTensor of size 2]
]],
   logit = [[
> tensor.logit(tensor.FloatTensor {0.5, 0.9, 1})
 0.0000
 2.1972
    inf
[torch.FloatTensor of size 3]
> tensor.logit(tensor.FloatTensor {0.5, 0.9, 1}, 0.1)   -- limited to [0.1, 0.9]
 0.0000
 2.1972
 2.1972
[torch.FloatTensor of size 3]
]],
   modf = [[
> fraction, whole = tensor.modf(tensor.FloatTensor {1.5, -2.25})
> fraction
 0.5000
-0.2500
[torch.FloatTensor of size 2]
> whole
 1
-2
[torch.FloatTensor of size 2]
]],
   mvlgamma = [[
> tensor.mvlgamma(tensor.FloatTensor {2, 3}, 2)
 0.4516
 1.5502
[torch.FloatTensor of size 2]
]],
   nanToNum = [[
> tensor.nanToNum(tensor.FloatTensor {0/0, 1/0, 2}, 0, 100)
   0
 100
   2
[torch.FloatTensor of size 3]
]],
   ndtr = [[
> tensor.ndtr(tensor.FloatTensor {0, 1.96})
 0.5000
 0.9750
[torch.FloatTensor of size 2]
]],
   ndtri = [[
> tensor.ndtri(tensor.FloatTensor {0.5, 0.975})
 0.0000
 1.9600
[torch.FloatTensor of size 2]
]],
   nextafter = [[
> tensor.nextafter(tensor.HalfTensor {1, 65504}, 1e9)
 1.0010
    inf
[torch.HalfTensor of size 2]
]],
   polygamma = [[
> tensor.polygamma(1, tensor.FloatTensor {1, 2})
 1.6449
 0.6449
[torch.FloatTensor of size 2]
]],
   rad2deg = [[
> tensor.rad2deg(tensor.FloatTensor {math.pi, 1})
 180.0000
  57.2958
[torch.FloatTensor of size 2]
]],
   rint = [[
> tensor.rint(tensor.FloatTensor {0.5, 1.5, 2.5})
 0
 2
 2
[torch.FloatTensor of size 3]
]],
   round = [[
> tensor.round(tensor.FloatTensor {0.5, 1.5, -2.5})
 1
 2
-3
[torch.FloatTensor of size 3]
> tensor.round(tensor.DoubleTensor {3.14159, 2.71828}, 2)
 3.1400
 2.7200
[torch.DoubleTensor of size 2]
]],
   sgn = [[
> tensor.sgn(tensor.FloatTensor {-3, 0, 2})
-1
 0
 1
[torch.FloatTensor of size 3]
> tensor.sgn(tensor.ComplexFloatTensor {{3, 4}})
 0.6000+0.8000i
[torch.ComplexFloatTensor of size 1]
]],
   signbit = [[
> tensor.signbit(tensor.FloatTensor {-1, 0, 2})
 1
 0
 0
[torch.ByteTensor of size 3]
]],
   sinc = [[
> tensor.sinc(tensor.FloatTensor {0, 0.5, 1})
 1.0000
 0.6366
 0.0000
[torch.FloatTensor of size 3]
]],
   trueDivide = [[
> tensor.trueDivide(tensor.IntTensor {1, 2}, 2)
 0.5000
 1.0000
[torch.FloatTensor of size 2]
]],
   where = [[
> x, mask = tensor.FloatTensor {1, 2, 3}, tensor.ByteTensor {1, 0, 1}
> tensor.where(mask, x, 0)
 1
 0
 3
[torch.FloatTensor of size 3]
> x:where(x:gt(1), tensor.FloatTensor {7, 8, 9})
 7
 2
 3
[torch.FloatTensor of size 3]
> tensor.where(tensor.FloatTensor {{0, 5}, {6, 0}})[2]   -- positions along dimension 2
 2
 1
[torch.LongTensor of size 2]
]],
   xlog1py = [[
> tensor.xlog1py(tensor.FloatTensor {0, 2}, tensor.FloatTensor {-1, 3})
 0.0000
 2.7726
[torch.FloatTensor of size 2]
]],
   xlogy = [[
> tensor.xlogy(tensor.FloatTensor {0, 2}, tensor.FloatTensor {0, 3})
 0.0000
 2.1972
[torch.FloatTensor of size 2]
]],
}
