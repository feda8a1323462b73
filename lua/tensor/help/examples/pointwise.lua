-- tensor/help/examples/pointwise.lua: examples of point-wise functions (the form is in
-- tensor/help/examples.lua).
return {
   abs = [[
> tensor.FloatTensor({-2, 3}):abs()
 2
 3
[torch.FloatTensor of size 2]
]],
   add = [[
> x = tensor.FloatTensor {1, 2}
> x:add(10)
 11
 12
[torch.FloatTensor of size 2]
> tensor.add(x, 2, tensor.ones(2))
 13
 14
[torch.FloatTensor of size 2]
> tensor.IntTensor {3} + 0.5   -- 0.5 becomes an integer: 0
 3
[torch.IntTensor of size 1]
]],
   addcdiv = [[
> tensor.addcdiv(tensor.ones(2), 0.5, tensor.FloatTensor {2, 4}, tensor.FloatTensor {1, 4})
 2.0000
 1.5000
[torch.FloatTensor of size 2]
]],
   addcmul = [[
> tensor.addcmul(tensor.ones(2), 0.5, tensor.FloatTensor {2, 4}, tensor.FloatTensor {1, 3})
 2
 7
[torch.FloatTensor of size 2]
]],
   apply = [[
> tensor.range(1, 3):apply(function(x) return x * x end)
 1
 4
 9
[torch.FloatTensor of size 3]
]],
   atan2 = [[
> tensor.atan2(1, -1)
2.3561944901923
]],
   bitand = [[
> tensor.bitand(tensor.IntTensor {6, 5}, 3)
 2
 1
[torch.IntTensor of size 2]
]],
   cdiv = [[
> tensor.cdiv(tensor.FloatTensor {1, 6}, tensor.FloatTensor {4, 3})
 0.2500
 2.0000
[torch.FloatTensor of size 2]
]],
   ceil = [[
> tensor.ceil(tensor.FloatTensor {1.5, -1.5})
 2
-1
[torch.FloatTensor of size 2]
]],
   cinv = [[
> tensor.cinv(tensor.FloatTensor {4, 0.5})
 0.2500
 2.0000
[torch.FloatTensor of size 2]
]],
   cmax = [[
> tensor.cmax(tensor.FloatTensor {1, 5}, 2)
 2
 5
[torch.FloatTensor of size 2]
]],
   cmin = [[
> tensor.cmin(tensor.FloatTensor {1, 5}, 2)
 1
 2
[torch.FloatTensor of size 2]
]],
   cmul = [[
> tensor.cmul(tensor.FloatTensor {1, 2}, tensor.FloatTensor {3, 4})
 3
 8
[torch.FloatTensor of size 2]
]],
   cos = [[
> tensor.cos(tensor.FloatTensor {0, 1})
 1.0000
 0.5403
[torch.FloatTensor of size 2]
]],
   csub = [[
> tensor.csub(tensor.range(1, 2), 10, tensor.ones(2))
-9
-8
[torch.FloatTensor of size 2]
]],
   eq = [[
> tensor.eq(tensor.range(1, 3), 2)
 0
 1
 0
[torch.ByteTensor of size 3]
]],
   exp = [[
> tensor.exp(tensor.FloatTensor {0, 1})
 1.0000
 2.7183
[torch.FloatTensor of size 2]
]],
   floor = [[
> tensor.floor(tensor.FloatTensor {1.5, -1.5})
 1
-2
[torch.FloatTensor of size 2]
]],
   fmod = [[
> tensor.fmod(tensor.FloatTensor {7, -7}, 3)
 1
-1
[torch.FloatTensor of size 2]
]],
   frac = [[
> tensor.frac(tensor.FloatTensor {1.25, -1.5})
 0.2500
-0.5000
[torch.FloatTensor of size 2]
]],
   ge = [[
> tensor.ge(tensor.range(1, 3), 2)
 0
 1
 1
[torch.ByteTensor of size 3]
]],
   gt = [[
> tensor.gt(tensor.range(1, 3), 2)
 0
 0
 1
[torch.ByteTensor of size 3]
]],
   hypot = [[
> tensor.hypot(3, 4)
5
]],
   isnan = [[
> tensor.isnan(tensor.FloatTensor {0 / 0, 1})
 1
 0
[torch.ByteTensor of size 2]
]],
   log = [[
> tensor.log(tensor.FloatTensor {1, 10})
 0.0000
 2.3026
[torch.FloatTensor of size 2]
]],
   logicalAnd = [[
> tensor.logicalAnd(tensor.FloatTensor {0, 2}, tensor.FloatTensor {1, 1})
 0
 1
[torch.ByteTensor of size 2]
]],
   logicalNot = [[
> tensor.logicalNot(tensor.FloatTensor {0, 2})
 1
 0
[torch.ByteTensor of size 2]
]],
   lshift = [[
> tensor.lshift(tensor.IntTensor {1, 3}, 2)
  4
 12
[torch.IntTensor of size 2]
]],
   lt = [[
> tensor.lt(tensor.range(1, 3), 2)
 1
 0
 0
[torch.ByteTensor of size 3]
]],
   map = [[
> tensor.range(1, 2):map(tensor.range(5, 6), function(x, y) return x * y end)
  5
 12
[torch.FloatTensor of size 2]
]],
   mul = [[
> tensor.mul(tensor.FloatTensor {1, 2}, 3)
 3
 6
[torch.FloatTensor of size 2]
> tensor.IntTensor {3} * 0.5   -- 0.5 becomes an integer: 0
 0
[torch.IntTensor of size 1]
> tensor.IntTensor {3}:float() * 0.5
 1.5000
[torch.FloatTensor of size 1]
]],
   ne = [[
> tensor.ne(tensor.range(1, 3), 2)
 1
 0
 1
[torch.ByteTensor of size 3]
]],
   neg = [[
> tensor.neg(tensor.range(1, 2))
-1
-2
[torch.FloatTensor of size 2]
]],
   pow = [[
> tensor.pow(tensor.FloatTensor {1, 2, 3}, 2)
 1
 4
 9
[torch.FloatTensor of size 3]
]],
   relu = [[
> tensor.relu(tensor.FloatTensor {-3, 5})
 0
 5
[torch.FloatTensor of size 2]
]],
   remainder = [[
> tensor.remainder(tensor.FloatTensor {7, -7}, 3)
 1
 2
[torch.FloatTensor of size 2]
]],
   rsqrt = [[
> tensor.rsqrt(tensor.FloatTensor {4, 16})
 0.5000
 0.2500
[torch.FloatTensor of size 2]
]],
   sigmoid = [[
> tensor.sigmoid(tensor.FloatTensor {0, 2})
 0.5000
 0.8808
[torch.FloatTensor of size 2]
]],
   sign = [[
> tensor.sign(tensor.FloatTensor {-3, 0, 5})
-1
 0
 1
[torch.FloatTensor of size 3]
]],
   sin = [[
> tensor.sin(tensor.FloatTensor {0, 1})
 0.0000
 0.8415
[torch.FloatTensor of size 2]
]],
   sqrt = [[
> tensor.sqrt(tensor.FloatTensor {4, 9})
 2
 3
[torch.FloatTensor of size 2]
> tensor.sqrt(2)
1.4142135623731
]],
   tanh = [[
> tensor.tanh(tensor.FloatTensor {0, 1})
 0.0000
 0.7616
[torch.FloatTensor of size 2]
]],
   trunc = [[
> tensor.trunc(tensor.FloatTensor {1.5, -1.5})
 1
-1
[torch.FloatTensor of size 2]
]],
}
