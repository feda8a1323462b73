-- rows/everyday.lua: what the other groups leave out: other element types, powers, remainders, steps, sorts of rows,
-- special functions. The rows were chosen by trying what people use, not by what is fast here.
local maker = require 'bench.maker'
local group = maker.group 'everyday'

-- a and b: 10^6 floats, b above 0; m: a as 1000x1000.
local setups = {
   lua = 'local a, b = data(1000000), data(1000000) + 0.7; local m = a:view(1000, 1000); ',
   numpy = 'a, b = data(1000000), data(1000000) + np.float32(0.7); m = a.reshape(1000, 1000); ',
   torch = 'a, b = data(1000000), data(1000000) + 0.7; m = a.view(1000, 1000); ',
}

-- Texts of Lua, NumPy and PyTorch; setup: more for each side, or one text for all (x = ...).
local function row(name, lua, numpy, torch, setup, more)
   local texts = { name = name, aim = 1, tolerance = 1e-3, lua = lua, numpy = numpy, torch = torch }
   for side, text in pairs(setups) do
      local own = type(setup) == 'table' and setup[side] or type(setup) == 'string' and setup or ''
      texts['setup_' .. side] = text .. (type(setup) == 'string' and side == 'lua' and 'local ' or '') .. own
   end
   for key, value in pairs(more or {}) do texts[key] = value end
   group.add(texts)
end

local into = { lua = 'r = a:clone()', numpy = 'r = a.copy()', torch = 'r = a.clone()' }
row('pow 2, 1e6', 'r:pow(a, 2)', 'np.power(a, np.float32(2), out=r)', 'torch.pow(a, 2, out=r)', into)
row('pow 3, 1e6', 'r:pow(a, 3)', 'np.power(a, np.float32(3), out=r)', 'torch.pow(a, 3, out=r)', into)
row('rsqrt, 1e6', 'tensor.rsqrt(r, b)', 'np.divide(np.float32(1), np.sqrt(b), out=r)', 'torch.rsqrt(b, out=r)', into)
row('fmod, 1e6', 'tensor.fmod(r, a, b)', 'np.fmod(a, b, out=r)', 'torch.fmod(a, b, out=r)', into)
row('remainder, 1e6', 'tensor.remainder(r, a, b)', 'np.remainder(a, b, out=r)', 'torch.remainder(a, b, out=r)', into)
row('lerp, 1e6', 'r = tensor.lerp(a, b, 0.3)', 'r = a + np.float32(0.3) * (b - a)', 'r = torch.lerp(a, b, 0.3)')
row('logaddexp, 1e6', 'tensor.logaddexp(r, a, b)', 'np.logaddexp(a, b, out=r)', 'torch.logaddexp(a, b, out=r)', into)
row('logaddexp2, 1e6', 'tensor.logaddexp2(r, a, b)', 'np.logaddexp2(a, b, out=r)',
   'torch.logaddexp2(a, b, out=r)', into)
row('xlogy, 1e6', 'tensor.xlogy(r, a, b)', nil, 'torch.xlogy(a, b, out=r)', into)
row('sinc, 1e6', 'tensor.sinc(r, a)', 'np.copyto(r, np.sinc(a))', 'torch.sinc(a, out=r)', into)
row('floorDivide, 1e6', 'tensor.floorDivide(r, a, b)', 'np.floor_divide(a, b, out=r)',
   'torch.floor_divide(a, b, out=r)', into)
row('fmod by a number, 1e6', 'tensor.fmod(r, a, 0.03)', 'np.fmod(a, np.float32(0.03), out=r)',
   'torch.fmod(a, 0.03, out=r)', into)
row('nextafter, 1e6', 'tensor.nextafter(r, a, b)', 'np.nextafter(a, b, out=r)', 'torch.nextafter(a, b, out=r)', into)
row('frexp, 1e6', 'r = tensor.frexp(a)', 'r = np.frexp(a)[0]', 'r = torch.frexp(a)[0]')
row('nanToNum, 1e6', 'r = tensor.nanToNum(a)', 'r = np.nan_to_num(a)', 'r = a.nan_to_num()')
row('lerp by weights, 1e6', 'r = tensor.lerp(a, b, a)', 'r = a + a * (b - a)', 'r = torch.lerp(a, b, a)')
for _, name in ipairs { 'erfc', 'erfinv', 'lgamma', 'digamma', 'logit' } do
   row(name .. ', 1e6', ('tensor.%s(r, x)'):format(name), nil,
      ('torch.special.%s(x, out=r)'):format(name == 'lgamma' and 'gammaln' or name), {
         lua = 'local x = a * 0.9 + 0.5; r = x:clone()', torch = 'x = a * 0.9 + 0.5; r = x.clone()',
      })
end

-- Other types: i and j of that type, j not 0.
local function of(name, lua_type, numpy_type, scale, rows)
   local setup = {
      lua = 'local i, j = (a * $scale):$lua(), (b * 100):$lua():add(100); r = i:clone()',
      numpy = 't = np.$numpy; i, j = (a * $scale).astype(t), (b * 100).astype(t) + t(100); r = i.copy()',
      torch = 't = torch.$numpy; i, j = (a * $scale).to(t), (b * 100).to(t) + 100; r = i.clone()',
   }
   for side, text in pairs(setup) do
      setup[side] = maker.fill(text, { scale = scale, lua = lua_type, numpy = numpy_type })
   end
   for _, texts in ipairs(rows) do
      row(('%s of %s, 1e6'):format(texts[1], name), texts[2], texts[3], texts[4] or texts[3], setup)
   end
end
local square = { lua = ':view(1000, 1000)', numpy = '.reshape(1000, 1000)' }
of('ints', 'int', 'int32', 1000, {
   { 'sum', 'r:add(i, j)', 'np.add(i, j, out=r)', 'torch.add(i, j, out=r)' },
   { 'quotient by 7', 'r:div(i, 7)', 'r = np.trunc(i / 7)', 'torch.div(i, 7, rounding_mode="trunc", out=r)' },
   { 'remainder', 'tensor.remainder(r, i, j)', 'np.remainder(i, j, out=r)', 'torch.remainder(i, j, out=r)' },
   { 'comparison', 'r = i:lt(j)', 'r = i < j' },
   { 'largest', 'r = i:max()', 'r = i.max()' },
})
of('longs', 'long', 'int64', 1000, {
   { 'total', 'r = i:sum()', 'r = i.sum()' },
   { 'product', 'tensor.cmul(r, i, j)', 'np.multiply(i, j, out=r)', 'torch.mul(i, j, out=r)' },
   { 'conversion to float', 'r = i:float()', 'r = i.astype(np.float32)', 'r = i.float()' },
})
of('doubles', 'double', 'float64', 1, {
   { 'sum', 'r = i:sum()', 'r = i.sum()' },
   { 'sum by row', ('r = i%s:sum(2)'):format(square.lua), ('r = i%s.sum(1)'):format(square.numpy) },
   { 'largest', 'r = i:max()', 'r = i.max()' },
   { 'running sum', 'r = tensor.cumsum(i)', 'r = np.cumsum(i)', 'r = torch.cumsum(i, 0)' },
})
of('halves', 'half', 'float16', 1, {
   { 'sum', 'r:add(i, j)', 'np.add(i, j, out=r)', 'torch.add(i, j, out=r)' },
   { 'largest by row', ('r = i%s:max(2)'):format(square.lua), ('r = i%s.max(1)'):format(square.numpy),
      ('r = i%s.amax(1)'):format(square.numpy) },
})
local complex = {
   lua = 'local z, w = tensor.complex(a, b), tensor.complex(b, a); r = z:clone()',
   numpy = 'z, w = (a + 1j * b).astype(np.complex64), (b + 1j * a).astype(np.complex64); r = z.copy()',
   torch = 'z, w = torch.complex(a, b), torch.complex(b, a); r = z.clone()',
}
local parts = { check_lua = 'tensor.real(r)', check_numpy = 'r.real', check_torch = 'r.real' }
row('complex product, 1e6', 'tensor.cmul(r, z, w)', 'np.multiply(z, w, out=r)', 'torch.mul(z, w, out=r)', complex,
   parts)
row('complex quotient, 1e6', 'tensor.cdiv(r, z, w)', 'np.divide(z, w, out=r)', 'torch.div(z, w, out=r)', complex,
   parts)
row('complex inverse, 1e6', 'tensor.cinv(r, z)', 'np.reciprocal(z, out=r)', 'torch.reciprocal(z, out=r)', complex,
   parts)
row('sum of complex, 1e6', 'r = z:sum():totable()[2]', 'r = z.sum().imag', 'r = z.sum().imag', complex)
row('complex length, 1e6', 'r = tensor.abs(z)', 'r = np.abs(z)', 'r = z.abs()', complex)

-- Reductions that the group of that name leaves out.
row('norm 3, 1e6', 'r = a:norm(3)', 'r = np.linalg.norm(a, 3)', 'r = torch.norm(a, 3)')
row('norm inf, 1e6', 'r = a:norm(math.huge)', 'r = np.linalg.norm(a, np.inf)', 'r = torch.norm(a, float("inf"))')
row('product, 1e6', 'r = q:prod()', 'r = q.prod()', 'r = q.prod()', {
   lua = 'local q = m * 0.001 + 1', numpy = 'q = m * np.float32(0.001) + np.float32(1)', torch = 'q = m * 0.001 + 1',
})
row('largest of chars, 1e6', 'r = i:max()', 'r = i.max()', 'r = i.max()', {
   lua = 'local i = (a * 200):char()', numpy = 'i = (a * 200).astype(np.int8)', torch = 'i = (a * 200).to(torch.int8)',
})
row('total of halves, 1e6', 'r = i:sum()', 'r = i.sum()', 'r = i.sum()', {
   lua = 'local i = a:half()', numpy = 'i = a.astype(np.float16)', torch = 'i = a.half()',
}, { unchecked = true }) -- the peers add in half
row('allclose of 1e6', 'r = tensor.allclose(b, c) and 1 or 0', 'r = float(np.allclose(b, c))',
   'r = float(torch.allclose(b, c))', 'c = b + 1e-7')
row('sum over three rows, 3x333333', 'r = t:sum(1)', 'r = t.sum(0, keepdims=True)', 'r = t.sum(0, keepdim=True)',
   't = data(3, 333333)')
row('mean of 100 rows of 10000', 'r = t:mean(1)', 'r = t.mean(0, keepdims=True)', 'r = t.mean(0, keepdim=True)',
   't = data(100, 10000)')
row('mean over the middle, 100x100x100', 'r = c:mean(2)', 'r = c.mean(1)', 'r = c.mean(1)', {
   lua = 'local c = a:view(100, 100, 100)', numpy = 'c = a.reshape(100, 100, 100)', torch = 'c = a.view(100, 100, 100)',
})
row('sum over the middle, 100x100x1000', 'r = t:sum(2)', 'r = t.sum(1)', 'r = t.sum(1)', 't = data(100, 100, 1000)')
row('mean of channels, 32x64x56x56', 'r = t:mean {1, 3, 4}', 'r = t.mean((0, 2, 3))', 'r = t.mean((0, 2, 3))',
   't = data(32, 64, 56, 56)')
row('trapz, 1e6', 'r = tensor.trapz(a)', 'r = np.trapezoid(a)', 'r = torch.trapz(a)')
row('diff, 1e6', 'r = tensor.diff(a)', 'r = np.diff(a)', 'r = torch.diff(a)')

-- Steps, repetitions, sorts, sets.
row('every other of 1e6, added', 'r = a[{{1, -1, 2}}] + b[{{1, -1, 2}}]', 'r = a[::2] + b[::2]', 'r = a[::2] + b[::2]')
row('every other of 1e6 to int', 'r = a[{{1, -1, 2}}]:int()', 'r = a[::2].astype(np.int32)', 'r = a[::2].int()')
row('every other of 1e6, cloned', 'r = a[{{1, -1, 2}}]:clone()', 'r = a[::2].copy()', 'r = a[::2].clone()')
row('every other of 1e6, written', 'r[{{1, -1, 2}}] = x', 'r[::2] = x', 'r[::2] = x', {
   lua = 'r = a:clone(); local x = data(500000)', numpy = 'r = a.copy(); x = data(500000)',
   torch = 'r = a.clone(); x = data(500000)',
})
row('a slice of 1000x1000, written', 'r[{{101, 900}, {101, 900}}] = x', 'r[100:900, 100:900] = x',
   'r[100:900, 100:900] = x', {
      lua = 'r = m:clone(); local x = data(800, 800)', numpy = 'r = m.copy(); x = data(800, 800)',
      torch = 'r = m.clone(); x = data(800, 800)',
   })
row('permute of 8x16x128x64', 'r = x:permute(1, 3, 2, 4):contiguous()',
   'r = np.ascontiguousarray(x.transpose(0, 2, 1, 3))', 'r = x.permute(0, 2, 1, 3).contiguous()',
   'x = data(8, 16, 128, 64)')
row('repeatInterleave, 1e6 by 3', 'r = tensor.repeatInterleave(a, 3)', 'r = np.repeat(a, 3)',
   'r = a.repeat_interleave(3)')
row('sort by row, 1000x1000', 'r = tensor.msort(m, 2)', 'r = np.sort(m, 1)', 'r = torch.sort(m, 1)[0]')
row('sort by column, 1000x1000', 'r = tensor.msort(m)', 'r = np.sort(m, 0)', 'r = torch.msort(m)')
row('sort by row with positions, 1000x1000', 'r, s = tensor.sort(m, 2)',
   's = np.argsort(m, 1)\nr = np.take_along_axis(m, s, 1)', 'r, s = torch.sort(m, 1)')
row('median by row, 1000x1000', 'r = m:median(2)', 'r = np.median(m, 1)', 'r = m.median(1)[0]', nil,
   { unchecked = true }) -- of two in the middle NumPy gives the mean
row('product by row, 1000x1000', 'r = m:prod(2)', 'r = m.prod(1)', 'r = m.prod(1)')
row('isin, 1e6 among 50', 'r = tensor.isin(i, e)', 'r = np.isin(i, e)', 'r = torch.isin(i, e)', {
   lua = 'local i, e = (a * 1000):long(), tensor.range(1, 50):long()',
   numpy = 'i, e = (a * 1000).astype(np.int64), np.arange(1, 51)',
   torch = 'i, e = (a * 1000).long(), torch.arange(1, 51)',
})
row('randperm of 1e6', 'r = tensor.randperm(1000000)', 'r = np.random.permutation(1000000)',
   'r = torch.randperm(1000000)', nil, { unchecked = true })
row('mm of 8x8', 'r = x:mm(x)', 'r = x @ x', 'r = x @ x', 'x = data(8, 8)')
row('bmm of 1000 4x4', 'r = x:bmm(x)', 'r = x @ x', 'r = x @ x', 'x = data(1000, 4, 4)')
row('bmm of 1000 3x3, by 3x100', 'r = x:bmm(y)', 'r = x @ y', 'r = x @ y', {
   lua = 'local x, y = data(1000, 3, 3), data(1000, 3, 100)', numpy = 'x, y = data(1000, 3, 3), data(1000, 3, 100)',
   torch = 'x, y = data(1000, 3, 3), data(1000, 3, 100)',
})
local points = {
   lua = 'local x, m = data(100000, 3), data(3, 3); local v = m[1]',
   numpy = 'x, m = data(100000, 3), data(3, 3); v = m[0]',
   torch = 'x, m = data(100000, 3), data(3, 3); v = m[0]',
}
row('1e5 points turned', 'r = x:mm(m)', 'r = x @ m', 'r = x @ m', points)
row('1e5 points times a vector', 'r = x:mv(v)', 'r = x @ v', 'r = x @ v', points)
local image = {
   lua = 'local x = (data(480, 640, 3) * 120):add(120):byte(); local g = x:float()',
   numpy = 'x = (data(480, 640, 3) * 120 + 120).astype(np.uint8); g = x.astype(np.float32)',
   torch = 'x = (data(480, 640, 3) * 120 + 120).byte(); g = x.float()',
}
row('an image mirrored', 'r = tensor.flip(x, 2)', 'r = x[:, ::-1].copy()', 'r = x.flip(1)', image)
row('half an image by means', 'r = g:view(240, 2, 320, 2, 3):mean(4):mean(2)',
   'r = g.reshape(240, 2, 320, 2, 3).mean((1, 3))', 'r = g.view(240, 2, 320, 2, 3).mean((1, 3))', image)
row('means of channels', 'r = g:view(-1, 3):mean(1)', 'r = g.mean((0, 1))', 'r = g.mean((0, 1))', image)
row('gradient of 480x640', 'r = tensor.gradient(s)[2]', 'r = np.gradient(s)[1]', 'r = torch.gradient(s)[1]',
   's = data(480, 640)')
row('mm of ints, 128x128', 'r = x:mm(x)', 'r = x @ x', 'r = x @ x', {
   lua = 'local x = (data(128, 128) * 100):int()', numpy = 'x = (data(128, 128) * 100).astype(np.int32)',
   torch = 'x = (data(128, 128) * 100).int()',
})
row('zeros of 3x3', 'r = tensor.zeros(3, 3)', 'r = np.zeros((3, 3), np.float32)', 'r = torch.zeros(3, 3)')

return group.rows
