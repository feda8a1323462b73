-- tensor/help/errors/plot.lua: errors of figures (the form is in tensor/help/errors.lua).
return {
   ['plot.line'] = [[
> tensor.plot.line({1, 2, 3}, {1, 2})
plot.line: x has 3 numbers, y has 2
> tensor.plot.line({1, 2}, {ylim = {3, 3}})
plot.line: ylim is a table of two different numbers
]],
   ['plot.scatter'] = [[
> tensor.plot.scatter {1, 'two'}
plot.scatter: y: element 2 is no number but a string
]],
   ['plot.histogram'] = [[
> tensor.plot.histogram({1, 2}, {bins = 0})
plot.histogram: bins is a whole number from 1 to 10000
]],
   ['plot.heat'] = [[
> tensor.plot.heat(tensor.zeros(3))
plot.heat: x: a matrix expected, got 1 dimensions
]],
   ['plot.image'] = [[
> tensor.plot.image(tensor.zeros(5, 2, 2))
plot.image: a picture expected, which is a tensor of size HxW or CxHxW with C from 1 to 4
]],
   ['plot.subplots'] = [[
> tensor.plot.subplots {{1, 2}}
plot.subplots: row 1, 1 is no figure
]],
   ['Figure.save'] = [[
> tensor.plot.line({1, 2}):save 'line.gif'
Figure.save: line.gif: the path must end in .svg or .png
]],
}
