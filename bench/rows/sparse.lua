-- rows/sparse.lua: sparse tensors against SciPy (on NumPy's side) and PyTorch. Places come from a multiplicative hash,
-- so all sides have the same ones.
local maker = require 'bench.maker'
local group = maker.group 'sparse'

-- 1e5 x 1e5 with $per entries a row, each in a block of columns of its own, so that columns rise.
local matrix = {
   lua = [[local n, per = 100000, $per
      local k = tensor.range(0, n * per - 1):long()
      local block = math.floor(n / per)
      local hash = tensor.div(tensor.remainder(k * 2654435761, 2 ^ 32) * block, 2 ^ 32)
      local col = tensor.remainder(k, per) * block + hash + 1
      local crow = tensor.range(0, n):long() * per + 1
      local m = tensor.sparseCSR(crow, col, data(n * per), {n, n})
      local x, b = data(n), $wide and data(n, 64) ]],
   numpy = [[
import scipy.sparse as sp
n, per = 100000, $per
k = np.arange(n * per)
block = n // per
col = k % per * block + (k * 2654435761 % 2 ** 32 * block >> 32)
m = sp.csr_matrix((data(n * per), col.astype(np.int32), (np.arange(n + 1) * per).astype(np.int32)), shape=(n, n))
x, b = data(n), data(n, 64) if $widePy else None]],
   torch = [[
n, per = 100000, $per
k = torch.arange(n * per)
block = n // per
col = k % per * block + (k * 2654435761 % 2 ** 32 * block >> 32)
m = torch.sparse_csr_tensor((torch.arange(n + 1) * per).int(), col.int(), data(n * per), (n, n))
x, b = data(n), data(n, 64) if $widePy else None]],
}

local function product(per, wide, row)
   local values = { per = per, wide = wide and 'true' or 'false', widePy = wide and 'True' or 'False' }
   for side, text in pairs(matrix) do row['setup_' .. side] = maker.fill(text, values) end
   group.add(row)
end

for _, per in ipairs { 10, 100 } do
   product(per, false, {
      name = ('csr 1e5 x 1e5, %d a row, times vector'):format(per), aim = 0.7, tolerance = 1e-4,
      lua = 'r = tensor.mv(m, x)', numpy = 'r = m @ x', torch = 'r = m @ x',
   })
   product(per, true, {
      name = ('csr 1e5 x 1e5, %d a row, times 64 columns'):format(per), aim = 0.7, tolerance = 1e-4,
      lua = 'r = tensor.mm(m, b)', numpy = 'r = m @ b', torch = 'r = m @ b',
   })
end

-- 1e7 places in 1e5 x 1e5, some of them twice.
group.add {
   name = 'coalesce of 1e7 entries', aim = 0.5, tolerance = 1e-4, lua = 'r = s:coalesce():values()',
   numpy = 'c = s.copy(); c.has_canonical_format = False; c.sum_duplicates(); r = c.data',
   torch = 'r = s.coalesce().values()', unchecked = true,
   setup_lua = [[local k = tensor.range(0, 9999999):long()
      local place = tensor.div(tensor.remainder(k * 2654435761, 2 ^ 32), 8) * 16
      local indices = tensor.LongTensor(2, 10000000)
      indices[1]:copy(tensor.div(place, 100000) + 1)
      indices[2]:copy(tensor.remainder(place, 100000) + 1)
      local s = tensor.sparse(indices, data(10000000), {100000, 100000})]],
   setup_numpy = [[
import scipy.sparse as sp
k = np.arange(10000000)
place = k * 2654435761 % 2 ** 32 // 8 * 16
s = sp.coo_matrix((data(10000000), ((place // 100000).astype(np.int32), (place % 100000).astype(np.int32))),
                  shape=(100000, 100000))]],
   setup_torch = [[
k = torch.arange(10000000)
place = k * 2654435761 % 2 ** 32 // 8 * 16
s = torch.sparse_coo_tensor(torch.stack([place // 100000, place % 100000]), data(10000000), (100000, 100000))]],
}

-- Two with 1e6 places each, a third of which both have.
group.add {
   name = 'sum of two with 1e6 entries', aim = 0.7, tolerance = 1e-4, lua = 'r = (s + t):values()',
   numpy = 'r = (s + t).data', torch = 'r = (s + t).coalesce().values()', unchecked = true,
   setup_lua = [[local function make(step)
         local place = tensor.range(0, 999999):long() * step
         local indices = tensor.LongTensor(2, 1000000)
         indices[1]:copy(tensor.div(place, 10000) + 1)
         indices[2]:copy(tensor.remainder(place, 10000) + 1)
         return tensor.sparse(indices, data(1000000), {10000, 10000})
      end
      local s, t = make(30), make(90)]],
   setup_numpy = [[
import scipy.sparse as sp
def make(step):
    place = np.arange(1000000) * step
    return sp.coo_matrix((data(1000000), ((place // 10000).astype(np.int32), (place % 10000).astype(np.int32))),
                         shape=(10000, 10000))
s, t = make(30), make(90)]],
   setup_torch = [[
def make(step):
    place = torch.arange(1000000) * step
    return torch.sparse_coo_tensor(torch.stack([place // 10000, place % 10000]), data(1000000),
                                   (10000, 10000)).coalesce()
s, t = make(30), make(90)]],
}

return group.rows
