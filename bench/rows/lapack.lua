-- rows/lapack.lua: decompositions and solvers, in the library that all sides call.
local maker = require 'bench.maker'
local group = maker.group 'lapack'
local alike = group.alike

for _, n in ipairs { 200, 500 } do
   local sides = {
      lua = ('a = data(%d, %d) + tensor.eye(%d) * 2; local p = a * a:t() + tensor.eye(%d)'):format(n, n, n, n),
      numpy = ('a = data(%d, %d) + np.eye(%d, dtype="f") * 2; p = a @ a.T + np.eye(%d, dtype="f")'):format(n, n, n, n),
      torch = ('a = data(%d, %d) + torch.eye(%d) * 2; p = a @ a.t() + torch.eye(%d)'):format(n, n, n, n),
   }
   -- library: the call of blas.lua that makes x of a, p and n; the shape of x; what of x must agree.
   local function lapack(name, lua, numpy, torch, library, shape, check)
      alike({
         name = ('%s %d'):format(name, n), aim = 1, library_aim = 1.05, tolerance = 1e-2, absolute = 1e-2,
         lua = lua, numpy = 'r = ' .. numpy, torch = 'r = ' .. torch,
         setup_library = ('local n, %s; local x = tensor.FloatTensor(%s); local f = blas.%s'):format(
            sides.lua:gsub('^a = ', ('a = %d, '):format(n)), shape, library),
         library = 'f(); r = x', check_library = check,
      }, sides)
   end
   lapack('gesv', 'r = tensor.gesv(p, a)', 'np.linalg.solve(a, p)', 'torch.linalg.solve(a, p)',
      'gesv(x, a:t():clone(), p, n)', 'n, n', 'r:t()')
   lapack('svd', 'local _; _, r = tensor.svd(a)', 'np.linalg.svd(a, full_matrices=False)[1]',
      'torch.linalg.svd(a, full_matrices=False)[1]', 'svd(x, a:t():clone(), n)', 'n')
   lapack('symeig', "r = tensor.symeig(p, 'V')", 'np.linalg.eigh(p)[0]', 'torch.linalg.eigh(p)[0]',
      'symeig(x, p:t():clone(), n)', 'n')
   lapack('qr', 'local _; _, r = tensor.qr(a)', 'np.linalg.qr(a)[1]', 'torch.linalg.qr(a)[1]',
      'qr(x, a:t():clone(), n)', 'n, n', 'r:t():triu()')
   lapack('potrf', "r = tensor.potrf(p, 'L')", 'np.linalg.cholesky(p)', 'torch.linalg.cholesky(p)',
      'potrf(x, p, n)', 'n, n', 'r:tril()')
   lapack('inverse', 'r = tensor.inverse(a)', 'np.linalg.inv(a)', 'torch.linalg.inv(a)',
      'inverse(x, a:t():clone(), n)', 'n, n', 'r:t()')
end

-- Stacks.
local stacks = {
   lua = 'a = data($n) + tensor.eye($m) * 2; local b = data($k)',
   numpy = 'a = data($n) + np.eye($m, dtype="f") * 2; b = data($k)',
   torch = 'a = data($n) + torch.eye($m) * 2; b = data($k)',
}
local function stack(name, values, lua, numpy, torch, aim)
   local setup = {}
   for side, text in pairs(stacks) do setup[side] = maker.fill(text, values) end
   alike({
      name = name, aim = aim or 0.8, tolerance = 1e-2, absolute = 1e-2,
      lua = lua, numpy = 'r = ' .. numpy, torch = 'r = ' .. torch,
   }, setup)
end
local fours = { n = '100000, 4, 4', m = 4, k = '100000, 4, 1' }
stack('solve 4x4, 1e5 of them', fours, 'r = tensor.solve(a, b)', 'np.linalg.solve(a, b)', 'torch.linalg.solve(a, b)')
stack('inv 4x4, 1e5 of them', fours, 'r = tensor.inv(a)', 'np.linalg.inv(a)', 'torch.linalg.inv(a)')
stack('det 4x4, 1e5 of them', fours, 'r = tensor.det(a)', 'np.linalg.det(a)', 'torch.linalg.det(a)')
stack('svd 16x16, 1000 of them', { n = '1000, 16, 16', m = 16, k = '1' }, 'local _; _, r = tensor.svd(a)',
   'np.linalg.svd(a, full_matrices=False)[1]', 'torch.linalg.svd(a, full_matrices=False)[1]')

return group.rows
