-- tensor/help/examples/more.lua: examples of pictures, plots, progress bars and the like (the form is in
-- tensor/help/examples.lua).
return {
   help = [[
> tensor.help.text('t'):match('[^\n]*')
t: a matrix transposed, as a view
]],
   ['image.encode'] = [[
> #tensor.image.encode(tensor.rand(8, 8)) > 50
true
]],
   ['image.text'] = [[
> tensor.image.text 'L'
 1  0  0  0  0
 1  0  0  0  0
 1  0  0  0  0
 1  0  0  0  0
 1  0  0  0  0
 1  0  0  0  0
 1  1  1  1  1
[torch.FloatTensor of size 7x5]
]],
   fuse = [[
> norm = tensor.fuse(function(x, mean, std) return (x - mean) / std end)
> x = tensor.FloatTensor {{1, 10}, {3, 30}}
> norm(x, x:mean(1), x:std(1))
-0.7071 -0.7071
 0.7071  0.7071
[torch.FloatTensor of size 2x2]
> _ = norm:into(x, x, 2, 10)
> x
-0.1000  0.8000
 0.1000  2.8000
[torch.FloatTensor of size 2x2]
]],
   multinomialAlias = [[
> state = tensor.multinomialAliasSetup(tensor.DoubleTensor {1, 0, 3})
> tensor.multinomialAlias(tensor.LongTensor(100), state):eq(2):any()
false
]],
   multinomialAliasSetup = [[
> tensor.multinomialAliasSetup(tensor.DoubleTensor {1, 0, 3})[1]
 3
 3
 1
[torch.LongTensor of size 3]
]],
   multinomialAlias_ = [[
> alias, share = tensor.multinomialAliasSetup_(tensor.DoubleTensor {0, 1})
> tensor.multinomialAlias_(tensor.LongTensor(2), alias, share)
 2
 2
[torch.LongTensor of size 2]
]],
   multinomialAliasSetup_ = [[
> alias, share = tensor.multinomialAliasSetup_(tensor.DoubleTensor {1, 3})
> share
 0.5000
 1.0000
[torch.DoubleTensor of size 2]
]],
   scope = [[
> tensor.scope(function() kept = tensor.ones(3) return (kept * 2):sum() end)
6
> (pcall(kept.sum, kept))
false
]],
   plot = [[
> tensor.plot.text(tensor.linspace(0, 1, 20), {width = 20, height = 4, ascii = true})
1 |               *****
  |          ******
  |     *****
0 |*****
  +--------------------
   1                 20
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
}
