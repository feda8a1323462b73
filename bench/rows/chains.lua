-- rows/chains.lua: several calls that belong together.
local maker = require 'bench.maker'
local group = maker.group 'chains'
local add, alike, vectors = group.add, group.alike, group.vectors
local sized = maker.sized

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
   lua = 'tensor.softmax(r, a, 2)',
   numpy = 'np.subtract(a, a.max(1, keepdims=True), out=t); np.exp(t, out=t); '
      .. 'np.divide(t, t.sum(1, keepdims=True), out=r)',
   torch = 'torch.softmax(a, 1, out=r)',
}, {
   lua = 'a = data(128, 1000); r = a:clone()',
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
vectors({ sized(1e7, 1, 4) }, {
   name = 'four operations, $size', tolerance = 1e-5,
   lua = 'r:cmul(a, b); r:add(c); r:clamp(-0.2, 0.2); r:mul(3)',
   numpy = 'np.multiply(a, b, out=r); np.add(r, c, out=r); np.clip(r, -0.2, 0.2, out=r); '
      .. 'np.multiply(r, np.float32(3), out=r)',
   torch = 'torch.mul(a, b, out=r); r.add_(c); r.clamp_(-0.2, 0.2); r.mul_(3)',
})
vectors({ sized(1e7, 0.4, 4) }, {
   name = 'four operations fused, $size', tolerance = 1e-5,
   lua = 'f = f or tensor.fuse(function(a, b, c) return (a:cmul(b) + c):clamp(-0.2, 0.2) * 3 end); f:into(r, a, b, c)',
   numpy = 'np.multiply(a, b, out=r); np.add(r, c, out=r); np.clip(r, -0.2, 0.2, out=r); '
      .. 'np.multiply(r, np.float32(3), out=r)',
   torch = 'torch.mul(a, b, out=r); r.add_(c); r.clamp_(-0.2, 0.2); r.mul_(3)',
})
group.rows[#group.rows].setup_lua = group.rows[#group.rows].setup_lua .. '; local f'

return group.rows
