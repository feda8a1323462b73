-- rows/elements.lua: loops over elements, with the compiler and without.
local maker = require 'bench.maker'
local group = maker.group 'elements'
local add = group.add

for _, jit in ipairs { true, false } do
   local function loop(name, aim, lua, peer)
      add {
         name = name .. (jit and '' or ', -joff'), aim = jit and aim or 1, nojit = not jit, lua = lua,
         numpy = peer, torch = peer,
         setup_lua = 'local x, y = data(1000), data(30, 30)', setup_numpy = 'x, y = data(1000), data(30, 30)',
         setup_torch = 'x, y = data(1000), data(30, 30)', tolerance = 1e-4,
      }
   end
   loop('read x[i], 1000 times', 0.05, 'local s = 0; for i = 1, 1000 do s = s + x[i] end; r = s',
      's = 0.0\nfor i in range(1000): s += float(x[i])\nr = s')
   loop('write x[i], 1000 times', 0.05,
      'for i = 1, 1000 do x[i] = i end; r = x', 'for i in range(1000): x[i] = i + 1\nr = x')
   loop('read x[{i,j}], 900 times', 0.05,
      'local s = 0; for i = 1, 30 do for j = 1, 30 do s = s + y[{i, j}] end end; r = s',
      's = 0.0\nfor i in range(30):\n    for j in range(30): s += float(y[i, j])\nr = s')
   loop('write x[{i,j}], 900 times', 0.05, 'for i = 1, 30 do for j = 1, 30 do y[{i, j}] = i + j end end; r = y',
      'for i in range(30):\n    for j in range(30): y[i, j] = i + j + 2\nr = y')
end
-- A function of Lua or Python, called for each element.
add {
   name = 'apply of a closure, 10000 elements', aim = 1, tolerance = 1e-4, setup_lua = 'local x, s = data(10000), 0.5',
   setup_numpy = 'x, s = data(10000), 0.5', setup_torch = 'x, s = data(10000), 0.5',
   lua = 'x:apply(function(v) return v * s + 1 end); r = x',
   numpy = 'x[:] = np.vectorize(lambda v: v * s + 1)(x); r = x', torch = 'x.apply_(lambda v: v * s + 1); r = x',
}

return group.rows
