-- rows/matrices.lua: products of matrices and vectors.
local maker = require 'bench.maker'
local group = maker.group 'matrices'
local add, alike = group.add, group.alike

for _, dtype in ipairs { 'float', 'double' } do
   for _, n in ipairs { 256, 512, 1024 } do
      add {
         name = ('%s %d'):format(dtype == 'float' and 'sgemm' or 'dgemm', n), aim = 1, tolerance = 1e-3,
         lua = 'r:mm(a, a)', numpy = 'np.dot(a, a, out=r)', torch = 'torch.mm(a, a, out=r)',
         setup_lua = ('local a = data(%d, %d):%s(); r = a:clone()'):format(n, n, dtype),
         setup_library = ('local a = data(%d, %d):%s(); r = a:clone()'):format(n, n, dtype),
         library = ('blas.gemm(r, a, a, %d, %s)'):format(n, dtype == 'double'),
         setup_numpy = ('a = data(%d, %d).astype(np.%s); r = a.copy()'):format(n, n, maker.names[dtype]),
         setup_torch = ('a = data(%d, %d).%s(); r = a.clone()'):format(n, n, dtype),
      }
   end
end
add {
   name = 'bmm of 64 32x32', aim = 0.5, tolerance = 1e-3, lua = 'r:bmm(a, a)', numpy = 'np.matmul(a, a, out=r)',
   torch = 'torch.bmm(a, a, out=r)',
   setup_lua = 'local a = data(64, 32, 32); r = a:clone()', setup_numpy = 'a = data(64, 32, 32); r = a.copy()',
   setup_torch = 'a = data(64, 32, 32); r = a.clone()',
}
for _, n in ipairs { 1000, 2000 } do
   alike({
      name = 'outer product of ' .. n, aim = n == 1000 and 0.9 or 1, memory = n == 2000, lua = 'r = tensor.ger(a, a)',
      numpy = 'r = np.outer(a, a)', torch = 'r = torch.outer(a, a)',
   }, ('a = data(%d)'):format(n))
end
local outer = 'a = data(1000); r = '
alike({
   name = 'ger of 1000, into a result', aim = 1, lua = 'tensor.ger(r, a, a)', numpy = 'np.outer(a, a, out=r)',
   torch = 'torch.outer(a, a, out=r)',
}, {
   lua = outer .. 'tensor.zeros(1000, 1000)', numpy = outer .. 'np.zeros((1000, 1000), np.float32)',
   torch = outer .. 'torch.zeros(1000, 1000)',
})
alike({
   name = 'addr of 1000', aim = 1, library_aim = 1.05, lua = 'r:addr(a, a)', numpy = 'r += np.outer(a, a)',
   torch = 'r.addr_(a, a)', library = 'blas.ger(r, a, a, 1000)',
   setup_library = 'local a = data(1000); r = tensor.zeros(1000, 1000)',
}, {
   lua = outer .. 'tensor.zeros(1000, 1000)', numpy = outer .. 'np.zeros((1000, 1000), np.float32)',
   torch = outer .. 'torch.zeros(1000, 1000)',
})

alike({
   name = '1000x1000 mv', aim = 0.9, tolerance = 1e-3, lua = 'r = a:mv(v)', numpy = 'r = np.dot(a, v)',
   torch = 'r = torch.mv(a, v)', library = 'r = tensor.FloatTensor(1000); blas.gemv(r, a, v, 1000)', library_aim = 1.05,
   setup_library = 'local a, v = data(1000, 1000), data(1000)',
}, 'a, v = data(1000, 1000), data(1000)')
alike({
   name = 'product with a transposed, 256', aim = 1, tolerance = 1e-3, lua = 'r = a * a:t()', numpy = 'r = a @ a.T',
   torch = 'r = a @ a.t()',
}, 'a = data(256, 256)')

local function einsum(equation, n, setup, aim)
   local operands = n == 3 and 'a, b, c' or 'a, b'
   alike({
      name = 'einsum ' .. equation, aim = aim or 0.8, tolerance = 1e-2,
      lua = ('r = tensor.einsum("%s", %s)'):format(equation, operands),
      numpy = ('r = np.einsum("%s", %s, optimize=True)'):format(equation, operands),
      torch = ('r = torch.einsum("%s", %s)'):format(equation, operands),
   }, setup)
end
einsum('bhqd,bhkd->bhqk', 2, 'a, b = data(8, 8, 128, 64), data(8, 8, 128, 64)')
einsum('ij,jk,kl->il', 3, 'a, b, c = data(1000, 20), data(20, 1000), data(1000, 30)')
einsum('bij,bij->b', 2, 'a, b = data(100, 100, 100), data(100, 100, 100)')
alike({
   name = 'cdist of 1000 and 1000 rows of 64', aim = 0.8, tolerance = 1e-3, absolute = 1e-3,
   lua = 'r = tensor.cdist(a, b)', torch = 'r = torch.cdist(a, b)',
}, 'a, b = data(1000, 64), data(1000, 64)')
alike({
   name = 'cdist of a stack of 1000, 20 and 20 rows of 8', aim = 0.8, tolerance = 1e-3, absolute = 1e-3,
   lua = 'r = tensor.cdist(a, b)', torch = 'r = torch.cdist(a, b)',
}, 'a, b = data(1000, 20, 8), data(1000, 20, 8)')

return group.rows
