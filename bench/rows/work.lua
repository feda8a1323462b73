-- rows/work.lua: work that users do, each side as its users write it.
local maker = require 'bench.maker'
local group = maker.group 'work'
local aim = 0.7

local function work(row, setup)
   row.aim, row.tolerance = aim, row.tolerance or 1e-3
   group.alike(row, setup)
end

work({
   name = 'k-means step, 10000x16, 32 centres',
   lua = [[local d = (x * c:t()):mul(-2):add(tensor.cmul(c, c):sum(2):t())
      local nearest = d:argmin(2):view(-1)
      local counts = tensor.zeros(32):indexAdd(1, nearest, one)
      r = tensor.zeros(32, 16):indexAdd(1, nearest, x):cdiv(counts:view(32, 1))]],
   numpy = 'nearest = ((c * c).sum(1) - 2 * (x @ c.T)).argmin(1)\n'
      .. 'counts = np.bincount(nearest, minlength=32)\n'
      .. 'sums = np.zeros((32, 16), np.float32)\nnp.add.at(sums, nearest, x)\nr = sums / counts[:, None]',
   torch = 'nearest = ((c * c).sum(1) - 2 * (x @ c.T)).argmin(1)\n'
      .. 'counts = torch.bincount(nearest, minlength=32)\n'
      .. 'r = torch.zeros(32, 16).index_add_(0, nearest, x) / counts[:, None]',
}, {
   lua = 'x = data(10000, 16); local c, one = x:narrow(1, 1, 32):clone(), tensor.ones(10000)',
   numpy = 'x = data(10000, 16); c = x[:32].copy()', torch = 'x = data(10000, 16); c = x[:32].clone()',
})

work({
   name = 'PCA of 5000x64, 5 components', tolerance = 1e-2,
   lua = [[local m = x - x:mean(1)
      local _, v = tensor.symeig(m:t() * m, 'V')
      r = m * v:narrow(2, 60, 5)]],
   numpy = 'm = x - x.mean(0)\n_, v = np.linalg.eigh(m.T @ m)\nr = m @ v[:, -5:]',
   torch = 'm = x - x.mean(0)\n_, v = torch.linalg.eigh(m.T @ m)\nr = m @ v[:, -5:]',
   check_lua = 'tensor.cmul(r, r):sum(1)', check_numpy = '(r * r).sum(0)', check_torch = '(r * r).sum(0)',
}, 'x = data(5000, 64)')

-- One step from the same state each time: predict, then correct by a measurement.
local state = 'F = $eye4; F$0 = 0.1; F$1 = 0.1; H = $eye24; s, z, P = data(4), data(2), $eye4; '
   .. 'Q, R, I = $eye4 * 0.01, $eye2 * 0.1, $eye4'
local eyes = {
   numpy = { eye4 = 'np.eye(4, dtype=np.float32)', eye2 = 'np.eye(2, dtype=np.float32)',
      eye24 = 'np.eye(2, 4, dtype=np.float32)', ['0'] = '[0, 2]', ['1'] = '[1, 3]' },
   torch = { eye4 = 'torch.eye(4)', eye2 = 'torch.eye(2)', eye24 = 'torch.eye(2, 4)', ['0'] = '[0, 2]',
      ['1'] = '[1, 3]' },
}
local step = 's1 = F @ s\nP1 = F @ P @ F.T + Q\nS = H @ P1 @ H.T + R\nK = P1 @ H.T @ $inv(S)\n'
   .. 'P2 = (I - K @ H) @ P1\nr = s1 + K @ (z - H @ s1)'
work({
   name = 'Kalman filter step, 4 states',
   lua = [[local s1, P1 = F * s, F * P * F:t() + Q
      local S = H * P1 * H:t() + R
      local K = P1 * H:t() * tensor.inverse(S)
      local P2 = (I - K * H) * P1
      r = s1 + K * (z - H * s1)]],
   numpy = step:gsub('%$inv', 'np.linalg.inv'), torch = step:gsub('%$inv', 'torch.linalg.inv'),
}, {
   lua = 'F, H = tensor.eye(4), tensor.eye(2, 4); F[1][3], F[2][4] = 0.1, 0.1; local s, z, P = data(4), data(2), '
      .. 'tensor.eye(4); local Q, R, I = tensor.eye(4) * 0.01, tensor.eye(2) * 0.1, tensor.eye(4)',
   numpy = maker.fill(state, eyes.numpy), torch = maker.fill(state, eyes.torch),
})

work({
   name = 'layer 128x784x256, there and back',
   lua = [[local h = tensor.addmm(b, x, w):tanh()
      local dz = h:cmul(h):neg():add(1):cmul(g)
      local db, dx = dz:sum(1), dz * w:t()
      r = x:t() * dz]],
   numpy = 'h = np.tanh(x @ w + b)\ndz = g * (1 - h * h)\ndb, dx = dz.sum(0), dz @ w.T\nr = x.T @ dz',
   torch = 'h = torch.tanh(torch.addmm(b, x, w))\ndz = g * (1 - h * h)\ndb, dx = dz.sum(0), dz @ w.T\nr = x.T @ dz',
}, 'x, w, b, g = data(128, 784), data(784, 256), data(256), data(128, 256)')

local blurred = '($x[$0:-4] + 4 * $x[$1:-3] + 6 * $x[$2:-2] + 4 * $x[$3:-1] + $x[$4:])'
local function sliced(x, before) return (blurred:gsub('%$x', x):gsub('%$(%d)', before .. '%1')) end
work({
   name = 'blur of 480x640, 5x5 separable',
   lua = "r = tensor.conv2(tensor.conv2(x, k:view(1, 5), 'V'), k:view(5, 1), 'V')",
   numpy = ('y = %s / np.float32(16)\nr = %s / np.float32(16)'):format(sliced('x', ':, '), sliced('y', '')),
   torch = 'y = torch.conv2d(x[None, None], k.view(1, 1, 1, 5))\nr = torch.conv2d(y, k.view(1, 1, 5, 1))[0, 0]',
}, {
   lua = 'x, k = data(480, 640), tensor.Tensor {1, 4, 6, 4, 1} / 16', numpy = 'x = data(480, 640)',
   torch = 'x, k = data(480, 640), torch.tensor([1.0, 4, 6, 4, 1]) / 16',
})

-- Squares modulo a prime: numbers whose order branch predictors cannot learn, below 1.
local scattered = {
   lua = 'i = tensor.range(1, $n, {dtype = "long"}):add(1000000000); '
      .. 'local u = i:cmul(i):remainder(2147483647):double():div(2147483647)',
   numpy = 'i = np.arange(1, $n + 1) + 1000000000; u = i * i % 2147483647 / 2147483647',
   torch = 'i = torch.arange(1, $n + 1) + 1000000000; u = (i * i % 2147483647).double() / 2147483647',
}
local function from(n, rest)
   local setup = {}
   for side, text in pairs(scattered) do setup[side] = maker.fill(text, { n = n }) .. '; ' .. rest[side] end
   return setup
end

local life = 'n = sum(x[i:i + 510, j:j + 510] for i in range(3) for j in range(3) if i != 1 or j != 1)\n'
   .. 'inner = x[1:-1, 1:-1]\ninner[:] = (n == 3) | ((n == 2) & (inner == 1))\nr = x'
work({
   name = 'game of life, 512x512',
   lua = [[local n = tensor.zeros(510, 510, {dtype = 'byte'})
      for i = 1, 3 do
         for j = 1, 3 do
            if i ~= 2 or j ~= 2 then n:add(x:narrow(1, i, 510):narrow(2, j, 510)) end
         end
      end
      local inner = x:narrow(1, 2, 510):narrow(2, 2, 510)
      inner:copy(tensor.logicalOr(n:eq(3), tensor.logicalAnd(n:eq(2), inner:eq(1))))
      r = x]],
   numpy = life, torch = life,
}, from('262144', {
   lua = 'local x = u:view(512, 512):lt(0.3):byte()', numpy = 'x = (u.reshape(512, 512) < 0.3).astype(np.uint8)',
   torch = 'x = (u.view(512, 512) < 0.3).to(torch.uint8)',
}))

work({
   name = 'sums of 1e6 by 1000 keys, sorted',
   lua = [[local k, order = keys:sort()
      local total = values:index(1, order):cumsum()
      local last = k:narrow(1, 2, 999999):ne(k:narrow(1, 1, 999999)):nonzero():view(-1)
      local ends = tensor.cat(total:index(1, last), total:narrow(1, 1000000, 1), 1)
      r = ends:clone()
      r:narrow(1, 2, r:size(1) - 1):csub(ends:narrow(1, 1, r:size(1) - 1))]],
   numpy = 'order = np.argsort(keys)\nk, total = keys[order], values[order].cumsum()\n'
      .. 'last = np.flatnonzero(k[1:] != k[:-1])\nr = np.diff(total[np.append(last, 999999)], prepend=0)',
   torch = 'k, order = torch.sort(keys)\ntotal = values[order].cumsum(0)\n'
      .. 'last = torch.nonzero(k[1:] != k[:-1]).view(-1)\n'
      .. 'ends = torch.cat((total[last], total[-1:]))\n'
      .. 'r = torch.diff(ends, prepend=torch.zeros(1, dtype=torch.float64))',
}, from('1000000', {
   lua = 'local keys, values = (u * 1000):long(), data(1000000):double()',
   numpy = 'keys, values = (u * 1000).astype(np.int64), data(1000000).astype(np.float64)',
   torch = 'keys, values = (u * 1000).long(), data(1000000).double()',
}))

return group.rows
