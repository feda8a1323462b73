-- rows/fuse.lua: a chain as one pass, tensor.fuse here and torch.compile there, beside plain calls of all sides. A new
-- result is made each time. What torch.compile does at its first call, which takes many seconds, is not timed; where
-- it fails the table says so and PyTorch makes plain calls.
local maker = require 'bench.maker'
local group = maker.group 'fuse'

local lists = { maker.sized(1e3, 1), maker.sized(1e5, 0.4), maker.sized(1e6, 0.4), maker.sized(1e7, 0.4, 3) }
local python = 'r = np.tanh(a * np.float32(2) + np.float32(1)) * b - a'
group.vectors(lists, {
   name = 'tanh(2a + 1) b - a, fused, $size', tolerance = 1e-5, numpy = python, lua = 'r = f(a, b)',
   torch = 'r = g(a, b)',
})
for _, row in ipairs(group.rows) do
   row.setup_lua = row.setup_lua
      .. '; local f = tensor.fuse(function(x, y) return (x * 2 + 1):tanh():cmul(y) - x end)'
   row.setup_torch = row.setup_torch .. '; g = compiled(lambda x, y: torch.tanh(2 * x + 1) * y - x, a, b)'
end
for _, list in ipairs(lists) do list.aim = 1 end
group.vectors(lists, {
   name = 'tanh(2a + 1) b - a, plain, $size', tolerance = 1e-5, numpy = python,
   lua = 'r = (a * 2 + 1):tanh():cmul(b):csub(a)', torch = 'r = torch.tanh(2 * a + 1) * b - a',
})

return group.rows
