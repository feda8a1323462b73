-- rows/random.lua: random numbers.
local maker = require 'bench.maker'
local group = maker.group 'random'
local add = group.add

local drawn = {
   setup_lua = 'r = tensor.FloatTensor(1000000)',
   setup_numpy = 'g = np.random.default_rng(1); r = np.empty(1000000, np.float32)',
   setup_torch = 'r = torch.empty(1000000)',
}
local function random(name, aim, lua, numpy, torch)
   add {
      name = name, aim = aim, lua = lua, numpy = numpy, torch = torch, tolerance = 0.01, absolute = 0.01,
      setup_lua = drawn.setup_lua, setup_numpy = drawn.setup_numpy, setup_torch = drawn.setup_torch,
      check_lua = 'r:mean()', check_numpy = 'float(r.mean())', check_torch = 'float(r.mean())',
   }
end
random('uniform, 1e6', 0.3, 'r:uniform()', 'g.random(out=r, dtype=np.float32)', 'r.uniform_()')
random('bernoulli, 1e6', 0.3, 'r:bernoulli(0.3)', 'r = g.random(1000000, dtype=np.float32) < 0.3', 'r.bernoulli_(0.3)')
random('normal, 1e6', 0.5, 'r:normal()', 'g.standard_normal(out=r, dtype=np.float32)', 'r.normal_()')

return group.rows
