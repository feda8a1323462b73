-- tensor/help/examples/along.lua: examples of functions along a dimension that are made of others (the form is in
-- tensor/help/examples.lua).
return {
   amax = [[
> tensor.FloatTensor({{1, 4}, {3, 2}}):amax {1, 2}
 4
[torch.FloatTensor of size 1x1]
]],
   amin = [[
> tensor.FloatTensor({{1, 4}, {3, 2}}):amin(2)
 1
 2
[torch.FloatTensor of size 2x1]
]],
   aminmax = [[
> tensor.FloatTensor({1.5, 4.5, 3}):aminmax()
1.5   4.5
]],
   countNonzero = [[
> tensor.FloatTensor({{0, 4}, {3, 2}}):countNonzero(2)
 1
 2
[torch.LongTensor of size 2x1]
]],
   cummax = [[
> values, positions = tensor.FloatTensor({1, 3, 2}):cummax()
> values
 1
 3
 3
[torch.FloatTensor of size 3]
> positions
 1
 2
 2
[torch.LongTensor of size 3]
]],
   cummin = [[
> (tensor.FloatTensor({3, 1, 2}):cummin())
 3
 1
 1
[torch.FloatTensor of size 3]
]],
   cumulativeTrapezoid = [[
> tensor.FloatTensor({1, 2, 4}):cumulativeTrapezoid(2)
 3
 9
[torch.FloatTensor of size 2]
]],
   diff = [[
> tensor.FloatTensor({1, 4, 9}):diff()
 3
 5
[torch.FloatTensor of size 2]
]],
   gradient = [[
> tensor.FloatTensor({1, 2, 4, 7}):gradient()[1]
 1.0000
 1.5000
 2.5000
 3.0000
[torch.FloatTensor of size 4]
]],
   logSoftmax = [[
> tensor.FloatTensor({1000, 0}):logSoftmax()
    0
-1000
[torch.FloatTensor of size 2]
]],
   logcumsumexp = [[
> tensor.FloatTensor({0, 0, 0}):logcumsumexp()
 0.0000
 0.6931
 1.0986
[torch.FloatTensor of size 3]
]],
   logsumexp = [[
> tensor.FloatTensor({1000, 1000}):logsumexp() - 1000
0.69317626953125
]],
   nanargmax = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nanargmax()
3
]],
   nanargmin = [[
> tensor.FloatTensor({0 / 0, 1, 3}):nanargmin()
2
]],
   nanmax = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nanmax()
3
]],
   nanmean = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nanmean()
2
]],
   nanmedian = [[
> value, position = tensor.FloatTensor({9, 0 / 0, 3, 5}):nanmedian()
> value[1]
5
> position[1]
4
]],
   nanmin = [[
> value, position = tensor.FloatTensor({0 / 0, 1, 3}):nanmin(1)
> value[1]
1
> position[1]
2
]],
   nanprod = [[
> tensor.FloatTensor({2, 0 / 0, 3}):nanprod()
6
]],
   nanstd = [[
> tensor.FloatTensor({1, 0 / 0, 5}):nanstd(true)
2
]],
   nansum = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nansum()
4
]],
   nanvar = [[
> tensor.FloatTensor({1, 0 / 0, 3}):nanvar()
2
]],
   ptp = [[
> tensor.FloatTensor({1, 4, 3}):ptp()
3
]],
   softmax = [[
> tensor.FloatTensor({{0, 0}, {0, math.log(3)}}):softmax()
 0.5000  0.5000
 0.2500  0.7500
[torch.FloatTensor of size 2x2]
]],
   stdMean = [[
> tensor.FloatTensor({1, 2}):stdMean(true)
0.5   1.5
]],
   trapz = [[
> tensor.FloatTensor({1, 2, 4}):trapz(tensor.FloatTensor {0, 1, 3})
 7.5000
[torch.FloatTensor of size 1]
]],
   varMean = [[
> tensor.FloatTensor({1, 2}):varMean()
0.5   1.5
> select(2, tensor.ones(2, 3, 4):varMean({1, 3})):size()
 1
 3
 1
[torch.LongStorage of size 3]
]],
}
