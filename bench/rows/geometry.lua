-- rows/geometry.lua: broadcasts, transposed operands, joining and choosing by position.
local maker = require 'bench.maker'
local group = maker.group 'geometry'
local add, alike, fill = group.add, group.alike, maker.fill

for _, size in ipairs { '4000, 2500', '2000, 2000' } do
   local rows, columns = size:match '(%d+), (%d+)'
   for _, what in ipairs { { 'row', columns }, { 'column', rows .. ', 1' } } do
      local setup = fill('a, b = data($size), data($other)', { size = size, other = what[2] })
      alike({
         name = ('add of a %s, %sx%s'):format(what[1], rows, columns), aim = rows == '4000' and 0.9 or 1,
         bytes = rows == '4000' and 8e7 or nil, lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
         torch = 'torch.add(a, b, out=r)',
      }, { lua = setup .. '; r = a:clone()', numpy = setup .. '; r = a.copy()', torch = setup .. '; r = a.clone()' })
   end
end
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
alike({
   name = 'copy of a transposed 256x256', aim = 1, lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
}, {
   lua = 'a = data(256, 256):t(); r = tensor.FloatTensor(256, 256)',
   numpy = 'a = data(256, 256).T; r = np.empty((256, 256), np.float32)',
   torch = 'a = data(256, 256).t(); r = torch.empty(256, 256)',
})
add {
   name = 'NCHW to NHWC, 32x64x56x56', aim = 0.35, bytes = 5.138e7, lua = 'r:copy(a)',
   numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
   setup_lua = 'local a = data(32, 64, 56, 56):permute(1, 3, 4, 2); r = tensor.FloatTensor(32, 56, 56, 64)',
   setup_numpy = 'a = data(32, 64, 56, 56).transpose(0, 2, 3, 1); r = np.empty((32, 56, 56, 64), np.float32)',
   setup_torch = 'a = data(32, 64, 56, 56).permute(0, 2, 3, 1); r = torch.empty(32, 56, 56, 64)',
}
alike({
   name = 'copy into a shifted 300x300', aim = 1, lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
}, {
   lua = 'a = data(300, 300); r = tensor.FloatTensor(90003):narrow(1, 4, 90000):view(300, 300)',
   numpy = 'a = data(300, 300); r = np.empty(90003, np.float32)[3:].reshape(300, 300)',
   torch = 'a = data(300, 300); r = torch.empty(90003)[3:].view(300, 300)',
})
alike({
   name = 'cat of two narrowed 2000x1000', aim = 0.9, lua = 'r = tensor.cat(a, b, 2)',
   numpy = 'r = np.concatenate((a, b), 1)', torch = 'r = torch.cat((a, b), 1)',
}, {
   lua = 'a, b = data(2000, 1003):narrow(2, 1, 997), data(2000, 1003):narrow(2, 4, 1000)',
   numpy = 'a, b = data(2000, 1003)[:, :997], data(2000, 1003)[:, 3:]',
   torch = 'a, b = data(2000, 1003)[:, :997], data(2000, 1003)[:, 3:]',
})
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
   name = 'take of 1e6 positions', aim = 0.9, lua = 'r = tensor.take(a, i)',
   numpy = 'r = np.take(a, i)', torch = 'r = torch.take(a, i)',
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
   name = 'cat of two 1000x1000 by columns', aim = 1, lua = 'r = tensor.cat(a, b, 2)',
   numpy = 'r = np.concatenate((a, b), 1)', torch = 'r = torch.cat((a, b), 1)',
}
placed {
   name = 'cat of two 1000x1000 by rows', memory = true, aim = 0.9, lua = 'r = tensor.cat(a, b, 1)',
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

return group.rows
