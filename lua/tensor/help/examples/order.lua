-- tensor/help/examples/order.lua: examples of sorting and selection (the form is in tensor/help/examples.lua).
return {
   argsort = [[
> tensor.FloatTensor({3, 1, 2}):argsort()
 2
 3
 1
[torch.LongTensor of size 3]
]],
   bhistc = [[
> tensor.bhistc(tensor.FloatTensor({{0, 1, 1, 3}, {2, 2, 2, 4}}), 4)
 1  2  0  1
 0  0  3  1
[torch.FloatTensor of size 2x4]
]],
   histc = [[
> tensor.FloatTensor({1, 2, 2, 3, 9}):histc(3, 0.5, 3.5)
 1
 2
 1
[torch.FloatTensor of size 3]
]],
   kthvalue = [[
> value, position = tensor.FloatTensor({30, 10, 20}):kthvalue(2)
> value[1]
20
> position[1]
3
]],
   median = [[
> (tensor.FloatTensor({{5, 1, 3}, {2, 8, 4}}):median())
 3
 4
[torch.FloatTensor of size 2x1]
]],
   mode = [[
> value, position = tensor.FloatTensor({7, 2, 7, 2, 1}):mode()
> value[1]
2
> position[1]
4
]],
   msort = [[
> tensor.FloatTensor({{3, 1, 2}, {0, 5, 4}}):msort(2)
 1  2  3
 0  4  5
[torch.FloatTensor of size 2x3]
]],
   sort = [[
> values, positions = tensor.FloatTensor({3, 1, 2}):sort()
> values
 1
 2
 3
[torch.FloatTensor of size 3]
> positions
 2
 3
 1
[torch.LongTensor of size 3]
> (tensor.sort(tensor.FloatTensor({{3, 1}, {2, 4}}), 1, true))
 3  4
 2  1
[torch.FloatTensor of size 2x2]
]],
   topk = [[
> (tensor.FloatTensor({5, 1, 4, 2}):topk(2))
 1
 2
[torch.FloatTensor of size 2]
> (tensor.FloatTensor({5, 1, 4, 2}):topk(2, 1, true, true))
 5
 4
[torch.FloatTensor of size 2]
]],
}
