-- rows/conversions.lua: from one type to another.
local maker = require 'bench.maker'
local group = maker.group 'conversions'
local add, names = group.add, maker.names

local function conversion(from, to, n, size, aim)
   add {
      name = ('%s to %s, %s'):format(from, to, size), aim = aim, tolerance = 1e-6, lua = 'r:copy(a)',
      numpy = 'np.copyto(r, a, casting="unsafe")', torch = 'r.copy_(a)',
      setup_lua = ('local a = data(%d):add(0.5):mul(200):%s(); r = a:%s():clone()'):format(n, from, to),
      setup_numpy = ('a = ((data(%d) + np.float32(0.5)) * np.float32(200)).astype(np.%s); r = a.astype(np.%s)')
         :format(n, names[from], names[to]),
      setup_torch = ('a = ((data(%d) + 0.5) * 200).to(torch.%s); r = a.to(torch.%s)')
         :format(n, names[from], names[to]),
   }
end
for pair in ('float-double int-float float-half half-float float-int byte-float'):gmatch '%S+' do
   local from, to = pair:match '(%a+)-(%a+)'
   conversion(from, to, 1e6, '1e6', 0.7)
end
for pair in ('float-double int-float float-half'):gmatch '%S+' do
   local from, to = pair:match '(%a+)-(%a+)'
   conversion(from, to, 1e7, '1e7', 1)
end

return group.rows
