-- rows.lua: what script/bench measures. Fields of a row:
--   name, group
--   lua, numpy, torch   the work of each side: it is repeated, and sets or fills r; a side without work is left out
--   setup_<side>        what runs once before the work
--   check_<side>        the value on which the sides must agree: r unless given, within tolerance
--   aim                 the target for our time / the best peer's
--   bytes               what the work must at least read and write, for the share of the bandwidth (doc/speed.md)
local rows = {}

local group
local function add(row)
   row.group = group
   rows[#rows + 1] = row
end

local function fill(text, values)
   return (text:gsub('%$(%w+)', function(name) return values[name] and tostring(values[name]) end))
end

-- Add the row once for each table of values, with $name in its texts replaced by the value of name.
local function each(lists, row)
   for _, values in ipairs(lists) do
      local copy = {}
      for key, text in pairs(row) do copy[key] = type(text) == 'string' and fill(text, values) or text end
      for key, value in pairs(values) do
         if key == 'aim' or key == 'bytes' then copy[key] = value end
      end
      add(copy)
   end
end

-- Add a row whose setup is the same text on all sides, or a table of texts by side.
local function alike(row, setup)
   for _, side in ipairs { 'lua', 'numpy', 'torch' } do
      local text = type(setup) == 'table' and setup[side] or setup
      row['setup_' .. side] = side == 'lua' and 'local ' .. text or text
   end
   add(row)
end

group = 'calls'
local four = {
   setup_lua = 'local a, b = data(4), data(4):mul(2); r = tensor.FloatTensor(4)',
   setup_numpy = 'a, b = data(4), data(4) * np.float32(2); r = np.empty(4, np.float32)',
   setup_torch = 'a, b = data(4), data(4) * 2; r = torch.empty(4)',
}
local function small(row)
   for key, text in pairs(four) do row[key] = row[key] or text end
   add(row)
end
small {
   name = 'add of 4, into a result', aim = 0.45, lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
   torch = 'torch.add(a, b, out=r)',
}
small { name = 'add of 4, allocating', aim = 0.8, lua = 'r = a + b', numpy = 'r = a + b', torch = 'r = a + b' }
small {
   name = 'dot of 3', aim = 0.35, lua = 'r = a:dot(b)', numpy = 'r = np.dot(a, b)', torch = 'r = torch.dot(a, b)',
   setup_lua = 'local a, b = data(3), data(3)', setup_numpy = 'a, b = data(3), data(3)',
   setup_torch = 'a, b = data(3), data(3)',
}
small {
   name = '4x4 mv', aim = 0.35, lua = 'r:mv(A, a)', numpy = 'np.dot(A, a, out=r)', torch = 'torch.mv(A, a, out=r)',
   setup_lua = 'local A, a = data(4, 4), data(4); r = tensor.FloatTensor(4)',
   setup_numpy = 'A, a = data(4, 4), data(4); r = np.empty(4, np.float32)',
   setup_torch = 'A, a = data(4, 4), data(4); r = torch.empty(4)',
}
small {
   name = '4x4 mm', aim = 0.35, lua = 'r:mm(A, A)', numpy = 'np.dot(A, A, out=r)', torch = 'torch.mm(A, A, out=r)',
   setup_lua = 'local A = data(4, 4); r = tensor.FloatTensor(4, 4)',
   setup_numpy = 'A = data(4, 4); r = np.empty((4, 4), np.float32)',
   setup_torch = 'A = data(4, 4); r = torch.empty(4, 4)',
}
small {
   name = '3x3 inverse', aim = 0.35, tolerance = 1e-4,
   lua = 'r = tensor.inverse(A)', numpy = 'r = np.linalg.inv(A)', torch = 'r = torch.linalg.inv(A)',
   setup_lua = 'local A = data(3, 3) + tensor.eye(3) * 2',
   setup_numpy = 'A = data(3, 3) + np.eye(3, dtype=np.float32) * 2',
   setup_torch = 'A = data(3, 3) + torch.eye(3) * 2',
}
local function view(name, aim, lua, peer, torch)
   add {
      name = name, aim = aim, lua = lua, numpy = peer, torch = torch or peer,
      setup_lua = 'local x = data(8, 9)', setup_numpy = 'x = data(8, 9)', setup_torch = 'x = data(8, 9)',
   }
end
view('narrow', 2, 'r = x:narrow(1, 2, 3)', 'r = x[1:4]', 'r = x.narrow(0, 1, 3)')
view('select', 2, 'r = x:select(1, 2)', 'r = x[1]', 'r = x.select(0, 1)')
view('transpose', 2, 'r = x:t()', 'r = x.T', 'r = x.t()')
view('x[{{2,3},{}}]', 2, 'r = x[{{2, 3}, {}}]', 'r = x[1:3, :]')
view('x:dim()', 2, 'r = x:dim()', 'r = x.ndim', 'r = x.dim()') -- LuaJIT compiles it with the loop
view('x:nElement()', 2, 'r = x:nElement()', 'r = x.size', 'r = x.numel()') -- almost no work: measures the call itself
view('x[i][j]', 1, 'r = x[2][3]', 'r = x[1][2]', 'r = x[1][2]')

group = 'elements'
for _, jit in ipairs { true, false } do
   local function loop(name, aim, lua, peer)
      add {
         name = name .. (jit and '' or ', -joff'), aim = jit and aim or 2, nojit = not jit, lua = lua,
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

group = 'point-wise'
local function sized(n, aim, arrays)
   return { n = ('%d'):format(n), size = n >= 1e7 and '1e7' or n >= 1e6 and '1e6' or n >= 1e5 and '1e5' or '1e3',
   aim = aim, bytes = n >= 1e7 and arrays * 4 * n or nil }
end
local function three(arrays) return { sized(1e3, 0.5, arrays), sized(1e5, 0.9, arrays), sized(1e7, 0.8, arrays) } end
local flat = {
   lua = 'local a, b, c = data($n), data($n), data($n); r = tensor.FloatTensor($n)',
   numpy = 'a, b, c = data($n), data($n), data($n); r = np.empty($n, np.float32)',
   torch = 'a, b, c = data($n), data($n), data($n); r = torch.empty($n)',
}
local function vectors(lists, row)
   row.setup_lua, row.setup_numpy, row.setup_torch = flat.lua, flat.numpy, flat.torch
   each(lists, row)
end
vectors(three(3), {
   name = 'a + b into r, $size', lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
   torch = 'torch.add(a, b, out=r)',
})
vectors(three(2), {
   name = 'a * 2 into r, $size', lua = 'r:mul(a, 2)', numpy = 'np.multiply(a, np.float32(2), out=r)',
   torch = 'torch.mul(a, 2, out=r)',
})
vectors({ sized(1e7, 0.35, 3) }, {
   name = 'a + b allocating, $size', lua = 'r = a + b', numpy = 'r = a + b', torch = 'r = a + b',
})
vectors({ sized(1e7, 0.35, 2) }, {
   name = 'a * 2 allocating, $size', lua = 'r = a * 2', numpy = 'r = a * np.float32(2)', torch = 'r = a * 2',
})
vectors({ sized(1e7, 0.8, 2) }, {
   name = 'copy, $size', lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
})
vectors({ sized(1e7, 0.8, 1) }, {
   name = 'fill, $size', lua = 'r:fill(3)', numpy = 'r.fill(3)', torch = 'r.fill_(3)',
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
   name = 'zeros, allocating, $size', lua = 'r = tensor.zeros($n)', numpy = 'r = np.zeros($n, np.float32); r.fill(0)',
   torch = 'r = torch.zeros($n)',
})
vectors({ sized(1e7, 0.8, 2) }, {
   name = 'clone, $size', lua = 'r = a:clone()', numpy = 'r = a.copy()', torch = 'r = a.clone()',
})

group = 'functions'
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

group = 'masks'
-- A mask that branch predictors cannot learn: fourth powers modulo a prime, 40 % of it set. (The period of data is
-- short.)
local million = {
   setup_lua = 'local a, b = data(1000000), data(1000000):neg(); local i = tensor.range(0, 999999):double(); '
      .. 'for _ = 1, 2 do i:cmul(i):fmod(1000003) end; local m = i:gt(600000); local m2 = m:clone()',
   setup_numpy = 'a, b = data(1000000), -data(1000000); i = np.arange(1e6)\n'
      .. 'for _ in range(2): i = i * i % 1000003\nm = i > 600000; m2 = m.copy()',
   setup_torch = 'a, b = data(1000000), -data(1000000); i = torch.arange(1000000, dtype=torch.float64)\n'
      .. 'for _ in range(2): i = i * i % 1000003\nm = i > 600000; m2 = m.clone()',
}
local function masks(row)
   for key, text in pairs(million) do row[key] = text end
   add(row)
end
masks { name = 'a > b to a mask, 1e6', aim = 0.5, lua = 'r = a:gt(b)', numpy = 'r = a > b', torch = 'r = a > b' }
masks { name = 'a > 0 to a mask, 1e6', aim = 0.5, lua = 'r = a:gt(0)', numpy = 'r = a > 0', torch = 'r = a > 0' }
masks {
   name = 'a > b into a mask, 1e6', aim = 0.5, lua = 'tensor.gt(m2, a, b); r = m2',
   numpy = 'np.greater(a, b, out=m2); r = m2', torch = 'torch.gt(a, b, out=m2); r = m2',
}
masks {
   name = 'maskedFill, 1e6', aim = 0.1, lua = 'a:maskedFill(m, 7); r = a', numpy = 'a[m] = 7; r = a',
   torch = 'a.masked_fill_(m, 7); r = a',
}
masks {
   name = 'maskedSelect, 1e6', aim = 0.1, lua = 'r = a:maskedSelect(m)', numpy = 'r = a[m]',
   torch = 'r = a.masked_select(m)',
}
masks {
   name = 'nonzero, 1e6', aim = 0.1, lua = 'r = m:nonzero()', numpy = 'r = np.argwhere(m)',
   torch = 'r = m.nonzero()', check_numpy = 'r + 1', check_torch = 'r + 1',
}
masks {
   name = 'nonzero of 1000x1000', aim = 0.1, lua = 'r = m:view(1000, 1000):nonzero()',
   numpy = 'r = np.argwhere(m.reshape(1000, 1000))', torch = 'r = m.view(1000, 1000).nonzero()',
   check_numpy = 'r + 1', check_torch = 'r + 1',
}

masks {
   name = 'and of two masks, 1e6', aim = 0.5, lua = 'r = m:logicalAnd(m)', numpy = 'r = np.logical_and(m, m)',
   torch = 'r = torch.logical_and(m, m)',
}
masks {
   name = 'and of two masks into a mask, 1e6', aim = 0.5, lua = 'tensor.logicalAnd(m2, m, m); r = m2',
   numpy = 'np.logical_and(m, m, out=m2); r = m2', torch = 'torch.logical_and(m, m, out=m2); r = m2',
}
masks {
   name = 'how many of a mask, 1e6', aim = 0.5, lua = 'r = m:sum()', numpy = 'r = np.count_nonzero(m)',
   torch = 'r = torch.count_nonzero(m)',
}

group = 'geometry'
add {
   name = 'add of a row, 4000x2500', aim = 0.9, bytes = 8e7, lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
   torch = 'torch.add(a, b, out=r)',
   setup_lua = 'local a, b = data(4000, 2500), data(2500); r = a:clone()',
   setup_numpy = 'a, b = data(4000, 2500), data(2500); r = a.copy()',
   setup_torch = 'a, b = data(4000, 2500), data(2500); r = a.clone()',
}
add {
   name = 'add of a column, 4000x2500', aim = 0.9, bytes = 8e7, lua = 'r:add(a, b)',
   numpy = 'np.add(a, b, out=r)', torch = 'torch.add(a, b, out=r)',
   setup_lua = 'local a, b = data(4000, 2500), data(4000, 1); r = a:clone()',
   setup_numpy = 'a, b = data(4000, 2500), data(4000, 1); r = a.copy()',
   setup_torch = 'a, b = data(4000, 2500), data(4000, 1); r = a.clone()',
}
add {
   name = 'add of two transposed 4000x4000', aim = 0.35, bytes = 1.92e8, lua = 'r:add(a, b)',
   numpy = 'np.add(a, b, out=r)', torch = 'torch.add(a, b, out=r)',
   setup_lua = 'local a, b = data(4000, 4000):t(), data(4000, 4000):t(); r = tensor.FloatTensor(4000, 4000)',
   setup_numpy = 'a, b = data(4000, 4000).T, data(4000, 4000).T; r = np.empty((4000, 4000), np.float32)',
   setup_torch = 'a, b = data(4000, 4000).t(), data(4000, 4000).t(); r = torch.empty(4000, 4000)',
}
add {
   name = 'copy of a transposed 4000x4000', aim = 0.35, bytes = 1.28e8, lua = 'r:copy(a)',
   numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
   setup_lua = 'local a = data(4000, 4000):t(); r = tensor.FloatTensor(4000, 4000)',
   setup_numpy = 'a = data(4000, 4000).T; r = np.empty((4000, 4000), np.float32)',
   setup_torch = 'a = data(4000, 4000).t(); r = torch.empty(4000, 4000)',
}
add {
   name = 'NCHW to NHWC, 32x64x56x56', aim = 0.35, bytes = 5.138e7, lua = 'r:copy(a)',
   numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
   setup_lua = 'local a = data(32, 64, 56, 56):permute(1, 3, 4, 2); r = tensor.FloatTensor(32, 56, 56, 64)',
   setup_numpy = 'a = data(32, 64, 56, 56).transpose(0, 2, 3, 1); r = np.empty((32, 56, 56, 64), np.float32)',
   setup_torch = 'a = data(32, 64, 56, 56).permute(0, 2, 3, 1); r = torch.empty(32, 56, 56, 64)',
}
add {
   name = 'cat of two 2000x1000 by columns', aim = 0.9, lua = 'r = tensor.cat(a, b, 2)',
   numpy = 'r = np.concatenate((a, b), 1)', torch = 'r = torch.cat((a, b), 1)',
   setup_lua = 'local a, b = data(2000, 1000), data(2000, 1000)',
   setup_numpy = 'a, b = data(2000, 1000), data(2000, 1000)',
   setup_torch = 'a, b = data(2000, 1000), data(2000, 1000)',
}
alike({
   name = 'rows by index, 10000 of 20000x64', aim = 0.9, lua = 'tensor.index(r, a, 1, i)',
   numpy = 'np.take(a, i, 0, r)', torch = 'torch.index_select(a, 0, i, out=r)',
}, {
   lua = 'a = data(20000, 64); local i = tensor.range(0, 9999):mul(7):fmod(9973):add(1):long(); '
      .. 'r = tensor.FloatTensor(10000, 64)',
   numpy = 'a = data(20000, 64); i = np.arange(10000) * 7 % 9973; r = np.empty((10000, 64), np.float32)',
   torch = 'a = data(20000, 64); i = torch.arange(10000) * 7 % 9973; r = torch.empty(10000, 64)',
})
-- Positions that branch predictors cannot learn, made like the masks.
local function placed(row)
   alike(row, {
      lua = 'a, b = data(1000, 1000), data(1000, 1000); local i = tensor.range(0, 999999):double(); '
         .. 'for _ = 1, 2 do i:cmul(i):fmod(1000003) end; i = i:fmod(1000):add(1):long():view(1000, 1000); '
         .. 'local k = i:select(1, 2):clone(); r = a:clone()',
      numpy = 'a, b = data(1000, 1000), data(1000, 1000); i = np.arange(1e6)\n'
         .. 'for _ in range(2): i = i * i % 1000003\n'
         .. 'i = (i % 1000).astype(np.int64).reshape(1000, 1000); k = i[1].copy(); r = a.copy()',
      torch = 'a, b = data(1000, 1000), data(1000, 1000); i = torch.arange(1000000, dtype=torch.float64)\n'
         .. 'for _ in range(2): i = i * i % 1000003\n'
         .. 'i = (i % 1000).long().view(1000, 1000); k = i[1].clone(); r = a.clone()',
   })
end
placed {
   name = 'gather by row, 1000x1000', aim = 0.9, lua = 'r = a:gather(2, i)',
   numpy = 'r = np.take_along_axis(a, i, 1)', torch = 'r = torch.gather(a, 1, i)',
}
placed {
   name = 'gather by column, 1000x1000', aim = 0.9, lua = 'r = a:gather(1, i)',
   numpy = 'r = np.take_along_axis(a, i, 0)', torch = 'r = torch.gather(a, 0, i)',
}
placed {
   name = 'scatter by row, 1000x1000', aim = 0.9, lua = 'r:scatter(2, i, a)',
   numpy = 'np.put_along_axis(r, i, a, 1)', torch = 'r.scatter_(1, i, a)',
}
placed {
   name = 'indexAdd of 1000 rows of 1000', aim = 0.6, lua = 'r:zero(); r:indexAdd(1, k, b)',
   numpy = 'r.fill(0); np.add.at(r, k, b)', torch = 'r.zero_(); r.index_add_(0, k, b)', tolerance = 1e-4,
}
placed {
   name = 'cat of two 1000x1000 by rows', aim = 0.9, lua = 'r = tensor.cat(a, b, 1)',
   numpy = 'r = np.concatenate((a, b))', torch = 'r = torch.cat((a, b))',
}
alike({
   name = 'picture HWC bytes to CHW floats', aim = 0.7, lua = 'r:copy(a:permute(3, 1, 2)); r:div(255)',
   numpy = 'np.copyto(r, a.transpose(2, 0, 1)); r /= np.float32(255)',
   torch = 'r.copy_(a.permute(2, 0, 1)); r.div_(255)',
}, {
   lua = 'a = data(480, 640, 3):add(0.5):mul(250):byte(); r = tensor.FloatTensor(3, 480, 640)',
   numpy = 'a = ((data(480, 640, 3) + np.float32(0.5)) * np.float32(250)).astype(np.uint8); '
      .. 'r = np.empty((3, 480, 640), np.float32)',
   torch = 'a = ((data(480, 640, 3) + 0.5) * 250).to(torch.uint8); r = torch.empty(3, 480, 640)',
})
group = 'conversions'
local names = { float = 'float32', double = 'float64', int = 'int32', half = 'float16', byte = 'uint8' }
for pair in ('float-double int-float float-half half-float float-int byte-float'):gmatch '%S+' do
   local from, to = pair:match '(%a+)-(%a+)'
   add {
      name = ('%s to %s, 1e6'):format(from, to), aim = 0.7, tolerance = 1e-6, lua = 'r:copy(a)',
      numpy = 'np.copyto(r, a, casting="unsafe")', torch = 'r.copy_(a)',
      setup_lua = ('local a = data(1000000):add(0.5):mul(200):%s(); r = a:%s():clone()'):format(from, to),
      setup_numpy = ('a = ((data(1000000) + np.float32(0.5)) * np.float32(200)).astype(np.%s); r = a.astype(np.%s)')
         :format(names[from], names[to]),
      setup_torch = ('a = ((data(1000000) + 0.5) * 200).to(torch.%s); r = a.to(torch.%s)')
         :format(names[from], names[to]),
   }
end

group = 'reductions'
local shapes = {
   { what = 'all', lua = '', numpy = '', torch = '' },
   { what = 'by row', lua = '2', numpy = '1', torch = '1' },
   { what = 'by column', lua = '1', numpy = '0', torch = '0' },
}
local function reduction(name, aim, works, only)
   for _, shape in ipairs(shapes) do
      if not only or shape.what ~= 'all' then
         local text = {}
         for side, work in pairs(works) do
            local dim = shape[side]
            text[side] = work:gsub('%$comma', dim == '' and '' or ', ' .. dim):gsub('%$dim', dim)
         end
         add {
            name = ('%s %s, 4000x2500'):format(name, shape.what), aim = aim, bytes = 4e7, tolerance = 1e-3,
            lua = text.lua, numpy = text.numpy, torch = text.torch,
            setup_lua = 'local a = data(4000, 2500)', setup_numpy = 'a = data(4000, 2500)',
            setup_torch = 'a = data(4000, 2500)',
         }
      end
   end
end
reduction('sum', 0.9, { lua = 'r = a:sum($dim)', numpy = 'r = a.sum($dim)', torch = 'r = a.sum($dim)' })
reduction('max', 0.9, { lua = 'r = a:max($dim)', numpy = 'r = a.max($dim)', torch = 'r = a.amax($dim)' })
reduction('norm', 0.9, { lua = 'r = a:norm(2$comma)', numpy = 'r = np.linalg.norm(a, axis=$dim)',
torch = 'r = torch.norm(a, 2$comma)' }, true)
reduction('mean', 0.9, { lua = 'r = a:mean($dim)', numpy = 'r = a.mean($dim)', torch = 'r = a.mean($dim)' })
reduction('var', 0.3, { lua = 'r = a:var($dim)', numpy = 'r = a.var($dim, ddof=1)', torch = 'r = a.var($dim)' }, true)
reduction('std', 0.3, { lua = 'r = a:std($dim)', numpy = 'r = a.std($dim, ddof=1)', torch = 'r = a.std($dim)' }, true)
reduction('max with index', 0.3, { lua = 'local _; _, r = a:max($dim)',
numpy = 'm, r = a.max($dim), a.argmax($dim) + 1', torch = 'r = a.max($dim)[1] + 1' }, true)
reduction('cumsum', 0.3, { lua = 'r = a:cumsum($dim)', numpy = 'r = a.cumsum($dim)',
torch = 'r = a.cumsum($dim)' }, true)
vectors({ sized(1e7, 0.9, 1) }, {
   name = 'norm, $size', tolerance = 1e-3, lua = 'r = a:norm()', numpy = 'r = np.linalg.norm(a)',
   torch = 'r = torch.norm(a)',
})
vectors({ sized(1e7, 0.3, 1) }, {
   name = 'var, $size', tolerance = 1e-3, lua = 'r = a:var()', numpy = 'r = a.var(ddof=1)',
   torch = 'r = a.var()',
})
vectors({ sized(1e7, 0.3, 2) }, {
   name = 'cumsum, $size', tolerance = 1e-2, lua = 'r = a:cumsum()', numpy = 'r = a.cumsum()',
   torch = 'r = a.cumsum(0)',
})

reduction('argmax', 0.9, { lua = 'r = a:argmax($dim)', numpy = 'r = a.argmax($dim) + 1',
torch = 'r = a.argmax($dim) + 1' }, true)
reduction('min', 0.9, { lua = 'r = a:min($dim)', numpy = 'r = a.min($dim)', torch = 'r = a.amin($dim)' })

group = 'order'
-- A million floats in an order that branch predictors cannot learn: squares modulo a prime.
local scattered = {
   lua = 'x = tensor.range(1, 1000000, {dtype = "long"}):add(1000000000); '
      .. 'local a = x:cmul(x):remainder(2147483647):double():div(2147483647):add(-0.5):float():view($sizes); local i',
   numpy = 'x = np.arange(1, 1000001) + 1000000000; '
      .. 'a = (x * x % 2147483647 / 2147483647 - 0.5).astype(np.float32).reshape($sizes)',
   torch = 'x = torch.arange(1, 1000001) + 1000000000; '
      .. 'a = ((x * x % 2147483647).double() / 2147483647 - 0.5).float().view($sizes)',
}
-- Only the values must agree: a peer may choose other positions among equal elements.
local function ordered(sizes, row)
   local setup = {}
   for side, text in pairs(scattered) do setup[side] = fill(text, { sizes = sizes }) end
   alike(row, setup)
end
for _, way in ipairs { { '1e6', '1000000', 1, 0.3 }, { 'rows, 1000x1000', '1000, 1000', 2, 0.5 },
   { 'columns, 1000x1000', '1000, 1000', 1, 0.5 }, { 'rows, 10000x100', '10000, 100', 2, 0.5 } } do
   local texts = { way = way[1], dim = way[3], axis = way[3] - 1 }
   ordered(way[2], {
      name = fill('sort with positions, $way', texts), aim = way[4], lua = fill('r, i = a:sort($dim)', texts),
      numpy = fill('i = np.argsort(a, $axis); r = np.take_along_axis(a, i, $axis)', texts),
      torch = fill('r, i = torch.sort(a, $axis)', texts),
   })
end
ordered('1000000', {
   name = 'topk, 1e6, k = 100', aim = 0.5, lua = 'r, i = a:topk(100, 1, true, true)',
   numpy = 'i = np.argpartition(a, -100)[-100:]; r = a[i]', torch = 'r, i = torch.topk(a, 100)',
   check_numpy = 'np.sort(r)[::-1]',
})
ordered('1000, 1000', {
   name = 'topk of rows, 1000x1000, k = 10', aim = 0.5, lua = 'r, i = a:topk(10, 2, true, true)',
   numpy = 'i = np.argpartition(a, -10, 1)[:, -10:]; r = np.take_along_axis(a, i, 1)',
   torch = 'r, i = torch.topk(a, 10)', check_numpy = 'np.sort(r, 1)[:, ::-1]',
})
ordered('1000000', {
   name = 'median, 1e6', aim = 0.5, lua = 'r, i = a:median()', numpy = 'r = np.partition(a, 499999)[499999:500000]',
   torch = 'r, i = torch.median(a, 0)', check_torch = 'r.view(1)',
})
ordered('1000, 1000', {
   name = 'median of rows, 1000x1000', aim = 0.5, lua = 'r, i = a:median(2)',
   numpy = 'r = np.partition(a, 499, 1)[:, 499]', torch = 'r, i = torch.median(a, 1)',
})
ordered('1000000', {
   name = 'kthvalue, 1e6, k = 1000', aim = 0.5, lua = 'r, i = a:kthvalue(1000)',
   numpy = 'r = np.partition(a, 999)[999:1000]', torch = 'r, i = torch.kthvalue(a, 1000)', check_torch = 'r.view(1)',
})
ordered('1000, 1000', {
   name = 'kthvalue of rows, 1000x1000, k = 100', aim = 0.5, lua = 'r, i = a:kthvalue(100, 2)',
   numpy = 'r = np.partition(a, 99, 1)[:, 99]', torch = 'r, i = torch.kthvalue(a, 100, 1)',
})

group = 'matrices'
for _, dtype in ipairs { 'float', 'double' } do
   for _, n in ipairs { 256, 512, 1024 } do
      add {
         name = ('%s %d'):format(dtype == 'float' and 'sgemm' or 'dgemm', n), aim = 0.65, tolerance = 1e-3,
         lua = 'r:mm(a, a)', numpy = 'np.dot(a, a, out=r)', torch = 'torch.mm(a, a, out=r)',
         setup_lua = ('local a = data(%d, %d):%s(); r = a:clone()'):format(n, n, dtype),
         setup_numpy = ('a = data(%d, %d).astype(np.%s); r = a.copy()'):format(n, n, names[dtype]),
         setup_torch = ('a = data(%d, %d).%s(); r = a.clone()'):format(n, n, dtype),
      }
   end
end
add {
   name = 'bmm of 64 32x32', aim = 0.5, tolerance = 1e-3, lua = 'r:bmm(a, a)', numpy = 'np.matmul(a, a, out=r)',
   torch = 'torch.bmm(a, a, out=r)',
   setup_lua = 'local a = data(64, 32, 32); r = a:clone()', setup_numpy = 'a = data(64, 32, 32); r = a.copy()',
   setup_torch = 'a = data(64, 32, 32); r = a.clone()',
}
add {
   name = 'outer product of 1000', aim = 0.9, lua = 'r = tensor.ger(a, a)', numpy = 'r = np.outer(a, a)',
   torch = 'r = torch.outer(a, a)',
   setup_lua = 'local a = data(1000)', setup_numpy = 'a = data(1000)', setup_torch = 'a = data(1000)',
}

alike({
   name = '1000x1000 mv', aim = 0.9, tolerance = 1e-3, lua = 'r = a:mv(v)', numpy = 'r = np.dot(a, v)',
   torch = 'r = torch.mv(a, v)',
}, 'a, v = data(1000, 1000), data(1000)')
alike({
   name = 'product with a transposed, 256', aim = 0.65, tolerance = 1e-3, lua = 'r = a * a:t()', numpy = 'r = a @ a.T',
   torch = 'r = a @ a.t()',
}, 'a = data(256, 256)')

group = 'lapack'
for _, n in ipairs { 200, 500 } do
   local sides = {
      lua = ('a = data(%d, %d) + tensor.eye(%d) * 2; local p = a * a:t() + tensor.eye(%d)'):format(n, n, n, n),
      numpy = ('a = data(%d, %d) + np.eye(%d, dtype="f") * 2; p = a @ a.T + np.eye(%d, dtype="f")'):format(n, n, n, n),
      torch = ('a = data(%d, %d) + torch.eye(%d) * 2; p = a @ a.t() + torch.eye(%d)'):format(n, n, n, n),
   }
   local function lapack(name, lua, numpy, torch)
      alike({
         name = ('%s %d'):format(name, n), aim = 1.05, tolerance = 1e-2, absolute = 1e-2,
         lua = lua, numpy = 'r = ' .. numpy, torch = 'r = ' .. torch,
      }, sides)
   end
   lapack('gesv', 'r = tensor.gesv(p, a)', 'np.linalg.solve(a, p)', 'torch.linalg.solve(a, p)')
   lapack('svd', 'local _; _, r = tensor.svd(a)', 'np.linalg.svd(a, full_matrices=False)[1]',
      'torch.linalg.svd(a, full_matrices=False)[1]')
   lapack('symeig', "r = tensor.symeig(p, 'V')", 'np.linalg.eigh(p)[0]', 'torch.linalg.eigh(p)[0]')
   lapack('qr', 'local _; _, r = tensor.qr(a)', 'np.linalg.qr(a)[1]', 'torch.linalg.qr(a)[1]')
   lapack('potrf', "r = tensor.potrf(p, 'L')", 'np.linalg.cholesky(p)', 'torch.linalg.cholesky(p)')
   lapack('inverse', 'r = tensor.inverse(a)', 'np.linalg.inv(a)', 'torch.linalg.inv(a)')
end

group = 'convolution'
for _, border in ipairs { 'V', 'F' } do
   alike({
      name = ('conv2 %s of 16x64x64, 32 kernels 3x3'):format(border), aim = 1.2, tolerance = 1e-3, absolute = 1e-3,
      lua = ("r = tensor.xcorr2(a, k, '%s')"):format(border),
      torch = ('r = torch.conv2d(a, k, padding=%d)'):format(border == 'F' and 2 or 0),
   }, { lua = 'a, k = data(16, 64, 64), data(32, 16, 3, 3)', torch = 'a, k = data(16, 64, 64), data(32, 16, 3, 3)' })
end

group = 'random'
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

group = 'chains'
add {
   name = 'softmax of 64, five calls', aim = 0.5, tolerance = 1e-5,
   setup_lua = 'local a, t = data(64), tensor.FloatTensor(64); r = tensor.FloatTensor(64)',
   setup_numpy = 'a, t = data(64), np.empty(64, np.float32); r = np.empty(64, np.float32)',
   setup_torch = 'a, t = data(64), torch.empty(64); r = torch.empty(64)',
   lua = 'local m = a:max(); t:add(a, -m); t:exp(); local s = t:sum(); r:div(t, s)',
   numpy = 'm = a.max(); np.subtract(a, m, out=t); np.exp(t, out=t); s = t.sum(); np.divide(t, s, out=r)',
   torch = 'm = a.max(); torch.sub(a, m, out=t); torch.exp(t, out=t); s = t.sum(); torch.div(t, s, out=r)',
}
add {
   name = 'a 64x64 layer with tanh', aim = 0.5, tolerance = 1e-4,
   setup_lua = 'local x, w, b = data(64, 64), data(64, 64), data(64); r = tensor.FloatTensor(64, 64)',
   setup_numpy = 'x, w, b = data(64, 64), data(64, 64), data(64); r = np.empty((64, 64), np.float32)',
   setup_torch = 'x, w, b = data(64, 64), data(64, 64), data(64); r = torch.empty(64, 64)',
   lua = 'r:mm(x, w); r:add(b); r:tanh()', numpy = 'np.dot(x, w, out=r); np.add(r, b, out=r); np.tanh(r, out=r)',
   torch = 'torch.mm(x, w, out=r); r.add_(b); r.tanh_()',
}
alike({
   name = 'softmax of 128x1000 by row', aim = 0.5, tolerance = 1e-4,
   lua = 't:add(a, -(a:max(2))); t:exp(); r:cdiv(t, t:sum(2))',
   numpy = 'np.subtract(a, a.max(1, keepdims=True), out=t); np.exp(t, out=t); '
      .. 'np.divide(t, t.sum(1, keepdims=True), out=r)',
   torch = 'torch.softmax(a, 1, out=r)',
}, {
   lua = 'a = data(128, 1000); r = a:clone(); local t = a:clone()',
   numpy = 'a = data(128, 1000); r = a.copy(); t = a.copy()', torch = 'a = data(128, 1000); r = a.clone()',
})
alike({
   name = 'normalise 4000x250 by row', aim = 0.5, tolerance = 1e-3,
   lua = 'r:add(a, -(a:mean(2))); r:cdiv(r, a:std(2))',
   numpy = 'np.subtract(a, a.mean(1, keepdims=True), out=r); np.divide(r, a.std(1, ddof=1, keepdims=True), out=r)',
   torch = 'torch.sub(a, a.mean(1, keepdim=True), out=r); r.div_(a.std(1, keepdim=True))',
}, {
   lua = 'a = data(4000, 250); r = a:clone()', numpy = 'a = data(4000, 250); r = a.copy()',
   torch = 'a = data(4000, 250); r = a.clone()',
})
alike({
   name = 'layer of 128x784 by 784x256, relu', aim = 0.65, tolerance = 1e-3,
   lua = 'r:addmm(b, x, w); r:clamp(0, math.huge)',
   numpy = 'np.dot(x, w, out=r); np.add(r, b, out=r); np.maximum(r, np.float32(0), out=r)',
   torch = 'torch.addmm(b, x, w, out=r); r.clamp_(0)',
}, {
   lua = 'x, w, b = data(128, 784), data(784, 256), data(256); r = tensor.FloatTensor(128, 256)',
   numpy = 'x, w, b = data(128, 784), data(784, 256), data(256); r = np.empty((128, 256), np.float32)',
   torch = 'x, w, b = data(128, 784), data(784, 256), data(256); r = torch.empty(128, 256)',
})
vectors({ sized(1e7, 0.4, 4) }, {
   name = 'four operations fused, $size', tolerance = 1e-5,
   lua = 'f = f or tensor.fuse(function(a, b, c) return (a:cmul(b) + c):clamp(-0.2, 0.2) * 3 end); f:into(r, a, b, c)',
   numpy = 'np.multiply(a, b, out=r); np.add(r, c, out=r); np.clip(r, -0.2, 0.2, out=r); '
      .. 'np.multiply(r, np.float32(3), out=r)',
   torch = 'torch.mul(a, b, out=r); r.add_(c); r.clamp_(-0.2, 0.2); r.mul_(3)',
})
rows[#rows].setup_lua = rows[#rows].setup_lua .. '; local f'

-- Files of 40 MB in the system's cache. A saved file is removed at once; a loaded one was opened and then removed.
group = 'files'
add {
   name = 'save 10^7 floats', aim = 1.0, setup_lua = 'local a, path = data(10000000), os.tmpname(); r = a',
   setup_numpy = 'import os, tempfile\na, path = data(10000000), tempfile.mktemp(".npy")\nr = a',
   setup_torch = 'import os, tempfile\na, path = data(10000000), tempfile.mktemp()\nr = a',
   lua = 'tensor.save(path, a); os.remove(path)', numpy = 'np.save(path, a)\nos.unlink(path)',
   torch = 'torch.save(a, path)\nos.unlink(path)',
}
local saved = 'import os, tempfile\npath = tempfile.mktemp(".npy")\n%s\nf = open(path, "rb")\nos.unlink(path)'
add {
   name = 'load 10^7 floats', aim = 1.0,
   setup_lua = 'local path = os.tmpname(); tensor.save(path, data(10000000)); '
      .. 'local f = tensor.DiskFile(path):binary():referenced(false); os.remove(path)',
   setup_numpy = saved:format 'np.save(path, data(10000000))',
   setup_torch = saved:format 'torch.save(data(10000000), path)',
   lua = 'r = f:seek(1):readObject()', numpy = 'f.seek(0)\nr = np.load(f)', torch = 'f.seek(0)\nr = torch.load(f)',
}

return rows
