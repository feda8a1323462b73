-- rows/reductions.lua: sums and their kin, of all elements and along a dimension.
local maker = require 'bench.maker'
local group = maker.group 'reductions'
local add, vectors = group.add, group.vectors
local sized = maker.sized

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

group.alike({
   name = 'sum by row, 10000x100', aim = 1, tolerance = 1e-3, lua = 'r = a:sum(2)', numpy = 'r = a.sum(1)',
   torch = 'r = a.sum(1)',
}, 'a = data(10000, 100)')

-- Rows that the second-level cache holds many of, and views of columns.
local function of_square(name, lua, numpy, torch)
   group.alike({
      name = name .. ' 3000x3000', aim = 1, tolerance = 1e-3, lua = 'r = ' .. lua, numpy = 'r = ' .. numpy,
      torch = 'r = ' .. (torch or numpy),
   }, 'a = data(3000, 3000)')
end
of_square('sum by row,', 'a:sum(2)', 'a.sum(1)')
of_square('max with index by row,', 'select(2, a:max(2))', 'a.argmax(1) + 1; m = a.max(1)',
   'a.max(1)[1] + 1')
of_square('sum of a column of', 'a:select(2, 7):sum()', 'a[:, 6].sum()')
for _, n in ipairs { 100, 160, 1000 } do
   of_square(('sum of %d columns of'):format(n), ('a:narrow(2, 1001, %d):sum()'):format(n),
      ('a[:, 1000:%d].sum()'):format(1000 + n))
end
vectors({ sized(1e7, 1, 1) }, {
   name = 'max with index, $size', lua = 'local _; _, r = a:max(1)', numpy = 'm = a.max(); r = a.argmax() + 1',
   torch = 'r = a.max(0)[1] + 1',
})

reduction('argmax', 0.9, { lua = 'r = a:argmax($dim)', numpy = 'r = a.argmax($dim) + 1',
torch = 'r = a.argmax($dim) + 1' }, true)
reduction('min', 0.9, { lua = 'r = a:min($dim)', numpy = 'r = a.min($dim)', torch = 'r = a.amin($dim)' })

return group.rows
