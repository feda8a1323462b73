-- rows/search.lua: sets, bins, quantiles, and what runs along a dimension.
local maker = require 'bench.maker'
local group = maker.group 'search'
local fill = maker.fill

-- u: a million numbers in [0, 1) in an order that branch predictors cannot learn: squares modulo a prime.
local scattered = {
   lua = 'x = tensor.range(1, 1000000, {dtype = "long"}):add(1000000000); '
      .. 'local u = x:cmul(x):remainder(2147483647):double():div(2147483647); local a = u:float():view($sizes); ',
   numpy = 'x = np.arange(1, 1000001) + 1000000000; u = x * x % 2147483647 / 2147483647; '
      .. 'a = u.astype(np.float32).reshape($sizes); ',
   torch = 'x = torch.arange(1, 1000001) + 1000000000; u = (x * x % 2147483647).double() / 2147483647; '
      .. 'a = u.float().view($sizes); ',
}

-- more: what the setup makes of u, or nothing.
local function row(sizes, fields, more)
   local setup = {}
   for side, text in pairs(scattered) do setup[side] = fill(text, { sizes = sizes }) .. (more and more[side] or '') end
   fields.aim = 0.8
   group.alike(fields, setup)
end

row('1000000', {
   name = 'unique, 1e6 floats', lua = 'r = a:unique()', numpy = 'r = np.unique(a)', torch = 'r = torch.unique(a)',
})
local keys = {
   lua = 'local keys = u:mul(1000):long():add(1)', numpy = 'keys = (u * 1000).astype(np.int64) + 1',
   torch = 'keys = (u * 1000).long() + 1',
}
row('1000000', {
   name = 'unique, 1e6 of 1000 with counts', lua = 'x, r = keys:unique {counts = true}',
   numpy = 'x, r = np.unique(keys, return_counts=True)', torch = 'x, r = torch.unique(keys, return_counts=True)',
}, keys)
row('1000000', {
   name = 'bincount, 1e6 of 1000', lua = 'r = keys:bincount()', numpy = 'r = np.bincount(keys)[1:]',
   torch = 'r = torch.bincount(keys)[1:]',
}, keys)
row('1000000', {
   name = 'bincount with weights, 1e6 of 1000', lua = 'r = keys:bincount(w)',
   numpy = 'r = np.bincount(keys, weights=w)[1:]', torch = 'r = torch.bincount(keys, weights=w)[1:]',
}, { lua = keys.lua .. '; local w = data(1000000):double()',
   numpy = keys.numpy .. '; w = data(1000000).astype(np.float64)',
   torch = keys.torch .. '; w = data(1000000).double()' })
for _, n in ipairs { '1000', '100000' } do
   row('1000000', {
      name = fill('searchsorted, 1e6 among $n', { n = n }), lua = 'r = s:searchsorted(a)',
      numpy = 'r = np.searchsorted(s, a) + 1', torch = 'r = torch.searchsorted(s, a) + 1',
   }, { lua = fill('local s = a:narrow(1, 1, $n):sort()', { n = n }), numpy = fill('s = np.sort(a[:$n])', { n = n }),
      torch = fill('s = torch.sort(a[:$n])[0]', { n = n }) })
end
row('1000000', {
   name = 'histogram, 1e6 in 100', lua = 'r = a:histogram(100, {range = {0, 1}})',
   numpy = 'r = np.histogram(a, 100, (0, 1))[0]', torch = 'r = torch.histogram(a, 100, range=(0., 1.))[0]',
   absolute = 7, -- PyTorch rounds an edge otherwise than NumPy, and has an element in another bin
})
for _, sizes in ipairs { '1000, 1000', '10000, 100', '100, 10000' } do
   local of = { sizes = sizes:gsub(', ', 'x') }
   row(sizes, {
      name = fill('softmax of rows, $sizes', of), lua = 'r = a:softmax()',
      numpy = 'r = np.exp(a - a.max(1, keepdims=True)); r /= r.sum(1, keepdims=True)',
      torch = 'r = torch.softmax(a, 1)',
   })
end
row('1000, 1000', {
   name = 'softmax of columns, 1000x1000', lua = 'r = a:softmax(1)',
   numpy = 'r = np.exp(a - a.max(0)); r /= r.sum(0)', torch = 'r = torch.softmax(a, 0)',
})
row('1000, 1000', {
   name = 'logSoftmax of rows, 1000x1000', lua = 'r = a:logSoftmax()',
   numpy = 'r = a - a.max(1, keepdims=True); r -= np.log(np.exp(r).sum(1, keepdims=True))',
   torch = 'r = torch.log_softmax(a, 1)',
})
row('1000, 1000', {
   name = 'logsumexp of rows, 1000x1000', lua = 'r = a:logsumexp(2)',
   numpy = 'm = a.max(1, keepdims=True); r = np.log(np.exp(a - m).sum(1, keepdims=True)) + m',
   torch = 'r = torch.logsumexp(a, 1)',
})
row('1000, 1000', {
   name = 'cummax of rows, 1000x1000', lua = 'r = a:cummax(2)', numpy = 'r = np.maximum.accumulate(a, 1)',
   torch = 'r = torch.cummax(a, 1)[0]',
})
row('1000, 1000', {
   name = 'logcumsumexp of rows, 1000x1000', lua = 'r = a:logcumsumexp(2)', numpy = 'r = np.logaddexp.accumulate(a, 1)',
   torch = 'r = torch.logcumsumexp(a, 1)',
})
row('1000000', {
   name = 'quantile, 1e6', lua = 'r = a:quantile(0.3, 1)', numpy = 'r = np.quantile(a, 0.3)',
   torch = 'r = torch.quantile(a, 0.3)', check_numpy = 'np.array([r])', check_torch = 'r.view(1)',
})
row('1000, 1000', {
   name = 'quantiles of rows, 1000x1000', lua = 'r = a:quantile(q, 2)', numpy = 'r = np.quantile(a, q, 1)',
   torch = 'r = torch.quantile(a, q, 1)',
}, { lua = 'local q = tensor.FloatTensor {0.1, 0.5, 0.9}', numpy = 'q = [0.1, 0.5, 0.9]',
   torch = 'q = torch.tensor([0.1, 0.5, 0.9])' })
row('1000, 1000', {
   name = 'nansum of rows, 1000x1000', lua = 'r = a:nansum(2)', numpy = 'r = np.nansum(a, 1)',
   torch = 'r = torch.nansum(a, 1)',
})
row('100, 100, 100', {
   name = 'sum over two dims, 100x100x100', lua = 'r = a:sum {1, 3}', numpy = 'r = a.sum((0, 2))',
   torch = 'r = a.sum((0, 2))',
})
row('1000, 1000', {
   name = 'amax of rows, 1000x1000', lua = 'r = a:amax(2)', numpy = 'r = a.max(1)', torch = 'r = torch.amax(a, 1)',
})

return group.rows
