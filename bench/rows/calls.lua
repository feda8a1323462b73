-- rows/calls.lua: the cost of a call: small operands, views, single elements.
local maker = require 'bench.maker'
local group = maker.group 'calls'
local add = group.add

local four = {
   setup_lua = 'local a, b = data(4), data(4):mul(2); r = tensor.FloatTensor(4)',
   setup_numpy = 'a, b = data(4), data(4) * np.float32(2); r = np.empty(4, np.float32)',
   setup_torch = 'a, b = data(4), data(4) * 2; r = torch.empty(4)',
}
local function small(row)
   for key, text in pairs(four) do row[key] = row[key] or text end
   add(row)
end
small {
   name = 'add of 4, into a result', aim = 0.45, lua = 'r:add(a, b)', numpy = 'np.add(a, b, out=r)',
   torch = 'torch.add(a, b, out=r)',
}
small {
   name = 'clone of 16', aim = 1, lua = 'r = a:clone()', numpy = 'r = a.copy()', torch = 'r = a.clone()',
   setup_lua = 'local a = data(16)', setup_numpy = 'a = data(16)', setup_torch = 'a = data(16)',
}
small {
   name = 'tensor from a table of 3', aim = 1, lua = 'r = tensor.Tensor {1, 2, 3}',
   numpy = 'r = np.array([1, 2, 3], np.float32)', torch = 'r = torch.tensor([1.0, 2.0, 3.0])',
}
small { name = 'add of 4, allocating', aim = 0.8, lua = 'r = a + b', numpy = 'r = a + b', torch = 'r = a + b' }
small {
   name = 'dot of 3', aim = 0.35, lua = 'r = a:dot(b)', numpy = 'r = np.dot(a, b)', torch = 'r = torch.dot(a, b)',
   setup_lua = 'local a, b = data(3), data(3)', setup_numpy = 'a, b = data(3), data(3)',
   setup_torch = 'a, b = data(3), data(3)',
}
small {
   name = '4x4 mv', aim = 0.35, lua = 'r:mv(A, a)', numpy = 'np.dot(A, a, out=r)', torch = 'torch.mv(A, a, out=r)',
   setup_lua = 'local A, a = data(4, 4), data(4); r = tensor.FloatTensor(4)',
   setup_numpy = 'A, a = data(4, 4), data(4); r = np.empty(4, np.float32)',
   setup_torch = 'A, a = data(4, 4), data(4); r = torch.empty(4)',
}
small {
   name = '4x4 mm', aim = 0.35, lua = 'r:mm(A, A)', numpy = 'np.dot(A, A, out=r)', torch = 'torch.mm(A, A, out=r)',
   setup_lua = 'local A = data(4, 4); r = tensor.FloatTensor(4, 4)',
   setup_numpy = 'A = data(4, 4); r = np.empty((4, 4), np.float32)',
   setup_torch = 'A = data(4, 4); r = torch.empty(4, 4)',
}
small {
   name = '3x3 inverse', aim = 0.35, tolerance = 1e-4,
   lua = 'r = tensor.inverse(A)', numpy = 'r = np.linalg.inv(A)', torch = 'r = torch.linalg.inv(A)',
   setup_lua = 'local A = data(3, 3) + tensor.eye(3) * 2',
   setup_numpy = 'A = data(3, 3) + np.eye(3, dtype=np.float32) * 2',
   setup_torch = 'A = data(3, 3) + torch.eye(3) * 2',
}
local function view(name, aim, lua, peer, torch)
   add {
      name = name, aim = aim, lua = lua, numpy = peer, torch = torch or peer,
      setup_lua = 'local x = data(8, 9)', setup_numpy = 'x = data(8, 9)', setup_torch = 'x = data(8, 9)',
   }
end
view('narrow', 1.5, 'r = x:narrow(1, 2, 3)', 'r = x[1:4]', 'r = x.narrow(0, 1, 3)')
view('select', 1.5, 'r = x:select(1, 2)', 'r = x[1]', 'r = x.select(0, 1)')
view('transpose', 1.5, 'r = x:t()', 'r = x.T', 'r = x.t()')
view('x[{{2,3},{}}]', 1.5, 'r = x[{{2, 3}, {}}]', 'r = x[1:3, :]')
view('x[{{2,3},{4,6}}]', 1.5, 'r = x[{{2, 3}, {4, 6}}]', 'r = x[1:3, 3:6]')
view('x:dim()', 1, 'r = x:dim()', 'r = x.ndim', 'r = x.dim()') -- LuaJIT compiles it with the loop
view('x:nElement()', 1, 'r = x:nElement()', 'r = x.size', 'r = x.numel()') -- almost no work: measures the call itself
view('x[i][j]', 1, 'r = x[2][3]', 'r = x[1][2]', 'r = x[1][2]')

return group.rows
