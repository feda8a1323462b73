-- rows/masks.lua: comparisons, and what is done with their results.
local maker = require 'bench.maker'
local group = maker.group 'masks'
local add = group.add

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
   name = 'where, 1e6', aim = 0.8, lua = 'r = tensor.where(m, a, b)', numpy = 'r = np.where(m, a, b)',
   torch = 'r = torch.where(m, a, b)',
}
masks {
   name = 'where a number, 1e6', aim = 0.8, lua = 'r = tensor.where(m, a, 0)',
   numpy = 'r = np.where(m, a, np.float32(0))', torch = 'r = torch.where(m, a, 0)',
}
masks {
   name = 'nonzero, 1e6', memory = true, aim = 0.1, lua = 'r = m:nonzero()', numpy = 'r = np.argwhere(m)',
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

-- Every element is looked at: none of the first mask is set, all of the second.
local plain = {
   lua = "none, full = tensor.zeros(1000000, {dtype = 'bool'}), tensor.ones(1000000, {dtype = 'bool'})",
   numpy = 'none, full = np.zeros(1000000, bool), np.ones(1000000, bool)',
   torch = 'none, full = torch.zeros(1000000, dtype=torch.bool), torch.ones(1000000, dtype=torch.bool)',
}
group.alike({
   name = 'any of a mask, 1e6', aim = 1, lua = 'r = none:any() and 1 or 0', numpy = 'r = int(none.any())',
   torch = 'r = int(none.any())',
}, plain)
group.alike({
   name = 'all of a mask, 1e6', aim = 1, lua = 'r = full:all() and 1 or 0', numpy = 'r = int(full.all())',
   torch = 'r = int(full.all())',
}, plain)

group.alike({
   name = 'a > b into a mask, 1e7', aim = 1, bytes = 9e7, lua = 'tensor.gt(r, a, b)',
   numpy = 'np.greater(a, b, out=r)', torch = 'torch.gt(a, b, out=r)',
}, {
   lua = 'a = data(10000000); local b = -a; r = a:gt(b)', numpy = 'a = data(10000000); b = -a; r = a > b',
   torch = 'a = data(10000000); b = -a; r = a > b',
})

return group.rows
