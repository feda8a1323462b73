-- rows/functions.lua: functions of one element.
local maker = require 'bench.maker'
local group = maker.group 'functions'
local add, vectors = group.add, group.vectors

-- Arguments are from -2 to 2, multiplied by scale and moved by shift. numpy: another name, or the expression. Where a
-- side has no such function, its name is false.
local functions = {
   { 'exp' }, { 'log', shift = 2.5 }, { 'tanh' }, { 'sigmoid', numpy = 'r = 1 / (1 + np.exp(-a))' }, { 'sin' },
   { 'pow', shift = 2.5, lua = 'r:pow(a, 1.7)', numpy = 'np.power(a, a.dtype.type(1.7), out=r)',
      torch = 'torch.pow(a, 1.7, out=r)' },
   { 'exp2' }, { 'expm1' }, { 'log2', shift = 2.5 }, { 'log10', shift = 2.5 }, { 'log1p', shift = 2.5 }, { 'tan' },
   { 'asin', scale = 0.49, numpy = 'arcsin' }, { 'acos', scale = 0.49, numpy = 'arccos' }, { 'atan', numpy = 'arctan' },
   { 'sinh' }, { 'cosh' }, { 'asinh', numpy = 'arcsinh' }, { 'acosh', shift = 3.1, numpy = 'arccosh' },
   { 'atanh', scale = 0.49, numpy = 'arctanh' }, { 'erf', numpy = false },
   { 'softplus', numpy = 'r = np.logaddexp(a, 0)', torch = 'r = torch.nn.functional.softplus(a)' },
   { 'cbrt', torch = false },
   { 'atan2', lua = 'tensor.atan2(r, a, b)', numpy = 'np.arctan2(a, b, out=r)', torch = 'torch.atan2(a, b, out=r)' },
   { 'hypot', lua = 'tensor.hypot(r, a, b)', numpy = 'np.hypot(a, b, out=r)', torch = 'torch.hypot(a, b, out=r)' },
}

-- The call of a function with one argument, unless a text is given.
local function call(given, name, module)
   if given == false then return nil end
   if given and given:find '[^%w]' then return given end
   return ('%s.%s(a, out=r)'):format(module, given or name)
end

for _, dtype in ipairs { 'float', 'double' } do
   for _, f in ipairs(functions) do
      local name, scale, shift = f[1], 4 * (f.scale or 1), f.shift or 0
      add {
         name = ('%s of %s, 1e5'):format(name, dtype), aim = 0.7, tolerance = dtype == 'float' and 1e-5 or 1e-12,
         setup_lua = ('local a = data(100000):%s():mul(%g):add(%g); local b = a + 0.5; r = a:clone()'):format(dtype,
            scale, shift),
         setup_numpy = ('t = np.%s; a = (data(100000).astype(t) * %g + %g).astype(t); b = a + t(0.5); r = a.copy()')
            :format(dtype == 'float' and 'float32' or 'float64', scale, shift),
         setup_torch = ('a = data(100000).%s() * %g + %g; b = a + 0.5; r = a.clone()'):format(dtype, scale, shift),
         lua = f.lua or ('tensor.%s(r, a)'):format(name), numpy = call(f.numpy, name, 'np'),
         torch = call(f.torch, name, 'torch'),
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
