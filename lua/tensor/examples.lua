-- tensor/examples.lua: examples of help by name. What stands behind > is typed at the prompt, the rest is printed;
-- help_spec.lua runs them all and compares.
return {
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
   Tensor = [[
> tensor.Tensor(2, 3):type()
torch.FloatTensor
]],
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
]],
   addcmul = [[
> tensor.addcmul(tensor.ones(2), 0.5, tensor.FloatTensor {2, 4}, tensor.FloatTensor {1, 3})
 2
 7
[torch.FloatTensor of size 2]
]],
   asStrided = [[
> tensor.range(1, 4):asStrided({2, 3}, {1, 1})
 1  2  3
 2  3  4
[torch.FloatTensor of size 2x3]
]],
   bitand = [[
> tensor.bitand(tensor.IntTensor {6, 5}, 3)
 2
 1
[torch.IntTensor of size 2]
]],
   byte = [[
> tensor.FloatTensor({1.7, 255}):byte()
   1
 255
[torch.ByteTensor of size 2]
]],
   chunk = [[
> #tensor.range(1, 5):chunk(2)
2
]],
   clamp = [[
> tensor.clamp(tensor.range(1, 4), 2, 3)
 2
 2
 3
 3
[torch.FloatTensor of size 4]
]],
   clone = [[
> x = tensor.range(1, 2)
> y = x:clone():fill(0)
> x
 1
 2
[torch.FloatTensor of size 2]
]],
   cmax = [[
> tensor.cmax(tensor.FloatTensor {1, 5}, 2)
 2
 5
[torch.FloatTensor of size 2]
]],
   cmul = [[
> tensor.cmul(tensor.FloatTensor {1, 2}, tensor.FloatTensor {3, 4})
 3
 8
[torch.FloatTensor of size 2]
]],
   copy = [[
> tensor.zeros(2, 3):copy(tensor.range(1, 3))
 1  2  3
 1  2  3
[torch.FloatTensor of size 2x3]
]],
   diagonal = [[
> tensor.range(1, 9):view(3, 3):diagonal()
 1
 5
 9
[torch.FloatTensor of size 3]
]],
   dim = [[
> tensor.zeros(3, 4):dim()
2
]],
   div = [[
> tensor.div(tensor.IntTensor {7, -7}, 2)
 3
-3
[torch.IntTensor of size 2]
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
   expand = [[
> tensor.FloatTensor({{1}, {2}}):expand(2, 3)
 1  1  1
 2  2  2
[torch.FloatTensor of size 2x3]
]],
   eye = [[
> tensor.eye(2, 3)
 1  0  0
 0  1  0
[torch.FloatTensor of size 2x3]
]],
   fill = [[
> tensor.IntTensor(2, 2):fill(7)
 7  7
 7  7
[torch.IntTensor of size 2x2]
]],
   flatten = [[
> tensor.range(1, 4):view(2, 2):flatten()
 1
 2
 3
 4
[torch.FloatTensor of size 4]
]],
   fmod = [[
> tensor.fmod(tensor.FloatTensor {7, -7}, 3)
 1
-1
[torch.FloatTensor of size 2]
]],
   full = [[
> tensor.full({2, 2}, 0.5)
 0.5000  0.5000
 0.5000  0.5000
[torch.FloatTensor of size 2x2]
]],
   gt = [[
> tensor.gt(tensor.range(1, 3), 2)
 0
 0
 1
[torch.ByteTensor of size 3]
]],
   help = [[
> tensor.help.text('t'):match('[^\n]*')
t: a matrix transposed, as a view
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
]],
   isnan = [[
> tensor.isnan(tensor.FloatTensor {0 / 0, 1})
 1
 0
[torch.ByteTensor of size 2]
]],
   item = [[
> tensor.FloatTensor({{5}}):item()
5
]],
   linspace = [[
> tensor.linspace(0, 1, 5)
 0.0000
 0.2500
 0.5000
 0.7500
 1.0000
[torch.FloatTensor of size 5]
]],
   log = [[
> tensor.log(tensor.FloatTensor {1, 10})
 0.0000
 2.3026
[torch.FloatTensor of size 2]
]],
   logicalNot = [[
> tensor.logicalNot(tensor.FloatTensor {0, 2})
 1
 0
[torch.ByteTensor of size 2]
]],
   logspace = [[
> tensor.logspace(0, 3, 4)
    1
   10
  100
 1000
[torch.FloatTensor of size 4]
]],
   mul = [[
> tensor.mul(tensor.FloatTensor {1, 2}, 3)
 3
 6
[torch.FloatTensor of size 2]
]],
   nElement = [[
> tensor.zeros(3, 4):nElement()
12
]],
   narrow = [[
> tensor.range(1, 5):narrow(1, 2, 3)
 2
 3
 4
[torch.FloatTensor of size 3]
]],
   ones = [[
> tensor.ones(2, 3)
 1  1  1
 1  1  1
[torch.FloatTensor of size 2x3]
]],
   permute = [[
> tensor.zeros(2, 3, 4):permute(3, 1, 2):size()
 4
 2
 3
[torch.LongStorage of size 3]
]],
   pow = [[
> tensor.pow(tensor.FloatTensor {1, 2, 3}, 2)
 1
 4
 9
[torch.FloatTensor of size 3]
]],
   range = [[
> tensor.range(2, 10, 3)
 2
 5
 8
[torch.FloatTensor of size 3]
]],
   remainder = [[
> tensor.remainder(tensor.FloatTensor {7, -7}, 3)
 1
 2
[torch.FloatTensor of size 2]
]],
   reshape = [[
> tensor.range(1, 6):view(2, 3):t():reshape(6)
 1
 4
 2
 5
 3
 6
[torch.FloatTensor of size 6]
]],
   resize = [[
> tensor.range(1, 6):resize(2, 3)
 1  2  3
 4  5  6
[torch.FloatTensor of size 2x3]
]],
   round = [[
> tensor.FloatTensor({1.5, -0.4}):round()
 2
 0
[torch.FloatTensor of size 2]
]],
   select = [[
> x = tensor.FloatTensor {{1, 2, 3}, {4, 5, 6}}
> x:select(1, 2)
 4
 5
 6
[torch.FloatTensor of size 3]
> x:select(2, 1)
 1
 4
[torch.FloatTensor of size 2]
]],
   set = [[
> x = tensor.FloatTensor():set(tensor.FloatStorage {1, 2, 3, 4}, 1, {2, 2})
> x
 1  2
 3  4
[torch.FloatTensor of size 2x2]
]],
   setPrintOptions = [[
> before = tensor.setPrintOptions {threshold = 5, edge = 1}
> tensor.range(1, 9)
   1
 ...
   9
[torch.FloatTensor of size 9]
> before = tensor.setPrintOptions(before)
]],
   sigmoid = [[
> tensor.sigmoid(tensor.FloatTensor {0, 2})
 0.5000
 0.8808
[torch.FloatTensor of size 2]
]],
   size = [[
> tensor.zeros(3, 4):size()
 3
 4
[torch.LongStorage of size 2]
> tensor.zeros(3, 4):size(2)
4
]],
   split = [[
> #tensor.range(1, 5):split(2)
3
> tensor.range(1, 5):split(2)[3]
 5
[torch.FloatTensor of size 1]
]],
   sqrt = [[
> tensor.sqrt(tensor.FloatTensor {4, 9})
 2
 3
[torch.FloatTensor of size 2]
> tensor.sqrt(2)
1.4142135623731
]],
   squeeze = [[
> tensor.zeros(2, 1, 3):squeeze():size()
 2
 3
[torch.LongStorage of size 2]
]],
   storage = [[
> tensor.FloatTensor({{1, 2}, {3, 4}}):t():storage()
 1
 2
 3
 4
[torch.FloatStorage of size 4]
]],
   stride = [[
> tensor.zeros(3, 4):stride(1)
4
]],
   sub = [[
> tensor.range(1, 9):view(3, 3):sub(2, 3, 1, 2)
 4  5
 7  8
[torch.FloatTensor of size 2x2]
]],
   t = [[
> tensor.FloatTensor({{1, 2}, {3, 4}}):t()
 1  3
 2  4
[torch.FloatTensor of size 2x2]
]],
   totable = [[
> tensor.range(1, 3):totable()[2]
2
]],
   transpose = [[
> tensor.FloatTensor({{1, 2, 3}}):transpose(1, 2)
 1
 2
 3
[torch.FloatTensor of size 3x1]
]],
   type = [[
> tensor.zeros(2):type()
torch.FloatTensor
> tensor.FloatTensor({1.5, -1.5}):type('torch.IntTensor')
 1
-1
[torch.IntTensor of size 2]
]],
   unbind = [[
> tensor.eye(2):unbind()[1]
 1
 0
[torch.FloatTensor of size 2]
]],
   unfold = [[
> tensor.range(1, 5):unfold(1, 3, 1)
 1  2  3
 2  3  4
 3  4  5
[torch.FloatTensor of size 3x3]
]],
   unsqueeze = [[
> tensor.zeros(2, 3):unsqueeze(1):size()
 1
 2
 3
[torch.LongStorage of size 3]
]],
   view = [[
> tensor.range(1, 6):view(2, -1)
 1  2  3
 4  5  6
[torch.FloatTensor of size 2x3]
]],
   zeros = [[
> tensor.zeros(2, 3, {dtype = 'long'})
 0  0  0
 0  0  0
[torch.LongTensor of size 2x3]
]],
   zerosLike = [[
> tensor.zerosLike(tensor.range(1, 3))
 0
 0
 0
[torch.FloatTensor of size 3]
]],
}
