-- rows/functions.lua: functions of one element.
local maker = require 'bench.maker'
local group = maker.group 'functions'
local add, vectors = group.add, group.vectors

for _, dtype in ipairs { 'float', 'double' } do
   for _, f in ipairs { { 'exp' }, { 'log', shift = '1' }, { 'tanh' }, { 'sigmoid',
   numpy = 'r = 1 / (1 + np.exp(-a))' }, { 'sin' }, { 'pow', shift = '1' } } do
      local name, shift = f[1], f.shift or '0'
      local pow = name == 'pow'
      add {
         name = ('%s of %s, 1e5'):format(name, dtype), aim = 0.7, tolerance = dtype == 'float' and 1e-5 or 1e-12,
         setup_lua = ("local a = data(100000):%s():mul(4):add(%s * 2.5); r = a:clone()"):format(dtype, shift),
         setup_numpy = ("a = data(100000).astype(np.%s) * 4 + %s * 2.5; a = a.astype(np.%s); r = a.copy()"):format(
            dtype == 'float' and 'float32' or 'float64', shift, dtype == 'float' and 'float32' or 'float64'),
         setup_torch = ('a = data(100000).%s() * 4 + %s * 2.5; r = a.clone()'):format(dtype, shift),
         lua = pow and 'r:pow(a, 1.7)' or ('tensor.%s(r, a)'):format(name),
         numpy = pow and 'np.power(a, a.dtype.type(1.7), out=r)' or f.numpy or ('np.%s(a, out=r)'):format(name),
         torch = pow and 'torch.pow(a, 1.7, out=r)' or ('torch.%s(a, out=r)'):format(name),
      }
   end
end
vectors({ maker.sized(1e7, 1, 2) }, {
   name = 'tanh, $size', tolerance = 1e-5, lua = 'tensor.tanh(r, a)', numpy = 'np.tanh(a, out=r)',
   torch = 'torch.tanh(a, out=r)',
})
vectors({ maker.sized(1e7, 1, 2) }, {
   name = 'sigmoid, $size', tolerance = 1e-5, lua = 'tensor.sigmoid(r, a)', numpy = 'r = 1 / (1 + np.exp(-a))',
   torch = 'torch.sigmoid(a, out=r)',
})

return group.rows
