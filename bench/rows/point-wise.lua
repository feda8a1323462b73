-- rows/point-wise.lua: element by element, from what the first-level cache holds to what only memory does.
local maker = require 'bench.maker'
local group = maker.group 'point-wise'
local alike, vectors = group.alike, group.vectors
local sized = maker.sized

local function three(arrays) return { sized(1e3, 0.5, arrays), sized(1e5, 0.9, arrays), sized(1e7, 0.8, arrays) } end
vectors(three(3), {
   name = 'a + b into r, $size', lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
   torch = 'torch.add(a, b, out=r)',
})
vectors(three(2), {
   name = 'a * 2 into r, $size', lua = 'r:mul(a, 2)', numpy = 'np.multiply(a, np.float32(2), out=r)',
   torch = 'torch.mul(a, 2, out=r)',
})
vectors({ sized(1e5, 1), sized(1e7, 0.35, 3) }, {
   name = 'a + b allocating, $size', memory = true, lua = 'r = a + b', numpy = 'r = a + b', torch = 'r = a + b',
})
vectors({ sized(1e7, 0.35, 2) }, {
   name = 'a * 2 allocating, $size', memory = true, lua = 'r = a * 2', numpy = 'r = a * np.float32(2)',
   torch = 'r = a * 2',
})
vectors({ sized(1e7, 1, 2) }, {
   name = 'a + 2 into r, $size', lua = 'r:add(a, 2)', numpy = 'np.add(a, np.float32(2), out=r)',
   torch = 'torch.add(a, 2, out=r)',
})
vectors({ sized(1e7, 0.8, 2) }, {
   name = 'copy, $size', lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
})
vectors({ sized(1e7, 0.8, 1) }, {
   name = 'fill, $size', lua = 'r:fill(3)', numpy = 'r.fill(3)', torch = 'r.fill_(3)',
})
vectors({ sized(1e7, 1, 1) }, {
   name = 'zero, $size', lua = 'r:zero()', numpy = 'r.fill(0)', torch = 'r.zero_()',
})
vectors({ sized(1e7, 0.8, 2) }, {
   name = 'clamp, $size', lua = 'r:clamp(a, -0.1, 0.1)', numpy = 'np.clip(a, -0.1, 0.1, out=r)',
   torch = 'torch.clamp(a, -0.1, 0.1, out=r)',
})

vectors({ sized(1e6, 0.8) }, {
   name = 'a + 0.5 b into a, $size', lua = 'a:add(0.5, b)', numpy = 'np.add(a, np.float32(0.5) * b, out=a)',
   torch = 'a.add_(b, alpha=0.5)', check = 'a',
})
for name in ('sqrt abs floor'):gmatch '%a+' do
   alike({
      name = name .. ', 1e5', aim = 0.9, lua = ('tensor.%s(r, a)'):format(name),
      numpy = ('np.%s(a, out=r)'):format(name), torch = ('torch.%s(a, out=r)'):format(name),
   }, {
      lua = 'a = data(100000) + 0.5; r = a:clone()', numpy = 'a = data(100000) + 0.5; r = a.copy()',
      torch = 'a = data(100000) + 0.5; r = a.clone()',
   })
end
vectors({ sized(1e7, 0.8, 1) }, {
   name = 'zeros, allocating, $size', memory = true, lua = 'r = tensor.zeros($n)',
   numpy = 'r = np.zeros($n, np.float32); r.fill(0)',
   torch = 'r = torch.zeros($n)',
})
vectors({ sized(1e7, 0.8, 2) }, {
   name = 'clone, $size', memory = true, lua = 'r = a:clone()', numpy = 'r = a.copy()', torch = 'r = a.clone()',
})
alike({
   name = 'sqrt, 1e7', aim = 1, bytes = 8e7, lua = 'tensor.sqrt(r, a)', numpy = 'np.sqrt(a, out=r)',
   torch = 'torch.sqrt(a, out=r)',
}, {
   lua = 'a = data(10000000):add(0.5); r = a:clone()', numpy = 'a = data(10000000); a += np.float32(0.5); r = a.copy()',
   torch = 'a = data(10000000) + 0.5; r = a.clone()',
})
alike({
   name = 'linspace of 1e6 doubles', aim = 1, memory = true,
   lua = "r = tensor.linspace(0, 1, 1000000, {dtype = 'double'})",
   numpy = 'r = np.linspace(0, 1, 1000000)', torch = 'r = torch.linspace(0, 1, 1000000, dtype=torch.float64)',
}, { lua = '_', numpy = '', torch = '' })

return group.rows
