-- rows/order.lua: sorting and choosing by size.
local maker = require 'bench.maker'
local group = maker.group 'order'
local alike = group.alike
local fill = maker.fill

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
   { 'columns, 1000x1000', '1000, 1000', 1, 0.5 }, { 'rows, 10000x100', '10000, 100', 2, 0.5 },
   { 'rows, 50000x20', '50000, 20', 2, 0.5 }, { 'rows, 500x2000', '500, 2000', 2, 0.5 } } do
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

return group.rows
