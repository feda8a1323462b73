-- rows/arrange.lua: elements in other places. NumPy's flip is a view, so it is copied.
local maker = require 'bench.maker'
local group = maker.group 'arrange'

local square = 'a, b = data(2000, 2000), data(2000, 2000)'

local function row(name, lua, numpy, torch)
   group.alike({ name = name, aim = 0.8, lua = 'r = ' .. lua, numpy = 'r = ' .. numpy, torch = 'r = ' .. torch },
      square)
end
row('stack of two 2000x2000', 'tensor.stack({a, b})', 'np.stack((a, b))', 'torch.stack((a, b))')
row('stack of two 2000x2000, as the last', 'tensor.stack({a, b}, 3)', 'np.stack((a, b), 2)', 'torch.stack((a, b), 2)')
row('flip of rows, 2000x2000', 'a:flip(1)', 'np.flip(a, 0).copy()', 'a.flip(0)')
row('flip of columns, 2000x2000', 'a:flip(2)', 'np.flip(a, 1).copy()', 'a.flip(1)')
row('flip of both, 2000x2000', 'a:flip(1, 2)', 'np.flip(a).copy()', 'a.flip(0, 1)')
row('roll of columns, 2000x2000', 'a:roll(3, 2)', 'np.roll(a, 3, 1)', 'a.roll(3, 1)')
row('roll of both, 2000x2000', 'a:roll({7, -5}, {1, 2})', 'np.roll(a, (7, -5), (0, 1))', 'a.roll((7, -5), (0, 1))')
row('pad by reflection, 2000x2000', "a:pad({2, 2, 2, 2}, 'reflect')", "np.pad(a, 2, 'reflect')",
   "torch.nn.functional.pad(a[None], (2, 2, 2, 2), 'reflect')[0]")

return group.rows
