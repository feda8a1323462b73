-- Convolutions, and lerp, equal, dist, cross, renorm and match, compared with their definitions in plain Lua.
local tensor = require 'tensor'

local unpack = table.unpack or unpack

-- Small whole numbers: every type holds them, and sums of them are exact except in halves.
local function sample(seed, ...)
   local count = 1
   for _, n in ipairs { ... } do count = count * n end
   local list = {}
   for i = 1, count do list[i] = (i * i * 7 + i * seed) % 5 end
   return tensor.Tensor(list):view(...)
end

local function flat(x) return x:dim() > 0 and x:contiguous():view(x:nElement()):totable() or {} end

-- A function that reads x, of three dimensions, with 0 outside its bounds.
local function reader(x)
   local t, size = x:totable(), x:size():totable()
   return function(z, y, w)
      local inside = z >= 1 and y >= 1 and w >= 1 and z <= size[1] and y <= size[2] and w <= size[3]
      return inside and t[z][y][w] or 0
   end
end

-- One kernel over one volume, by definition: xcorr(p) = sum over q of x(p + q) k(q); conv reverses k in all
-- dimensions.
local function correlate(x, k, name, border)
   local n, m = x:size():totable(), k:size():totable()
   local full, read, weights, out = border == 'F', reader(x), k:totable(), {}
   local to, from = {}, {}
   for d = 1, 3 do
      to[d] = full and n[d] + m[d] - 1 or n[d] - m[d] + 1
      from[d] = full and m[d] - 1 or 0
   end
   for z = 1, to[1] do for y = 1, to[2] do for w = 1, to[3] do
      local sum = 0
      for a = 1, m[1] do for b = 1, m[2] do for c = 1, m[3] do
         local weight = name:find 'conv' and weights[m[1] + 1 - a][m[2] + 1 - b][m[3] + 1 - c] or weights[a][b][c]
         sum = sum + weight * read(z + a - 1 - from[1], y + b - 1 - from[2], w + c - 1 - from[3])
      end end end
      out[#out + 1] = sum
   end end end
   return out, to
end

-- The elements, in order, and the sizes that a call must give.
local function expected(name, x, k, border)
   local d = tonumber(name:sub(-1))
   local function volume(t) return d == 3 and t or t:view(1, t:size(1), t:size(2)) end
   if x:dim() == d then
      local out, to = correlate(volume(x), volume(k), name, border)
      return out, { unpack(to, 4 - d) }
   end
   local all, size = {}, nil
   local maps = k:dim() == d + 2 and k:size(1) or x:size(1)
   for m = 1, maps do
      local sums
      for p = 1, x:size(1) do
         if k:dim() == d + 2 or p == m then
            local kernel = k:dim() == d + 2 and k:select(1, m):select(1, p) or k:select(1, m)
            local part, to = correlate(volume(x:select(1, p)), volume(kernel), name, border)
            size = { maps, unpack(to, 4 - d) }
            for i, v in ipairs(part) do part[i] = v + (sums and sums[i] or 0) end
            sums = part
         end
      end
      for _, v in ipairs(sums) do all[#all + 1] = v end
   end
   return all, size
end

local shapes = {
   conv2 = {
      { { 4, 5 }, { 2, 3 } }, { { 3, 3 }, { 3, 3 } }, { { 1, 70 }, { 1, 3 } }, { { 30, 40 }, { 5, 2 } },
      { { 3, 6, 5 }, { 3, 2, 3 } }, { { 1, 4, 4 }, { 1, 1, 1 } },
      { { 2, 6, 5 }, { 4, 2, 3, 2 } }, { { 3, 7, 9 }, { 1, 3, 2, 2 } }, { { 2, 9, 9 }, { 6, 2, 3, 3 } },
   },
   conv3 = {
      { { 3, 4, 5 }, { 2, 3, 2 } }, { { 1, 3, 3 }, { 1, 2, 2 } },
      { { 2, 3, 4, 5 }, { 2, 2, 2, 2 } },
      { { 2, 3, 4, 5 }, { 3, 2, 2, 1, 3 } },
   },
}

describe('convolution', function()
   for _, name in ipairs { 'conv2', 'xcorr2', 'conv3', 'xcorr3' } do
      for _, shape in ipairs(shapes[name:gsub('xcorr', 'conv')]) do
         local x, k = sample(3, unpack(shape[1])), sample(1, unpack(shape[2]))
         local what = ('%s of %s with %s'):format(name, table.concat(shape[1], 'x'), table.concat(shape[2], 'x'))

         it(what, function()
            for _, border in ipairs { 'V', 'F' } do
               local elements, size = expected(name, x, k, border)
               local got = tensor[name](x, k, border)
               assert.same(size, got:size():totable())
               assert.same(elements, flat(got))
            end
            assert.same(flat(tensor[name](x, k, 'V')), flat(tensor[name](x, k)))
         end)
      end
   end

   for _, dtype in ipairs { 'byte', 'char', 'short', 'int', 'long', 'float', 'double', 'half', 'bfloat16', 'uint16' } do
      it('of every type: ' .. dtype, function()
         local x, k = sample(2, 2, 5, 6), sample(1, 3, 2, 2, 2)
         local to = tensor.empty(0, { dtype = dtype }):type()
         for _, name in ipairs { 'conv2', 'xcorr2' } do
            local got = tensor[name](x:type(to), k:type(to), 'F')
            assert.equal(to, got:type())
            assert.same(flat(tensor[name](x, k, 'F')), flat(got:float()))
         end
      end)
   end

   it('has the bits of the correlation with the reversed kernel', function()
      local function reversed(k, dims)
         for d = k:dim() - dims + 1, k:dim() do k = k:index(d, tensor.range(k:size(d), 1, -1):long()) end
         return k
      end
      for _, shape in ipairs {
         { 2, { 9, 8 }, { 3, 4 } }, { 2, { 2, 9, 8 }, { 2, 3, 4 } }, { 2, { 2, 9, 8 }, { 5, 2, 3, 4 } },
         { 3, { 5, 6, 7 }, { 2, 3, 2 } }, { 3, { 2, 5, 6, 7 }, { 3, 2, 2, 3, 2 } },
      } do
         local d = shape[1]
         local x, k = tensor.rand(unpack(shape[2])), tensor.rand(unpack(shape[3]))
         for _, border in ipairs { 'V', 'F' } do
            local there = tensor['xcorr' .. d](x, reversed(k, d), border)
            assert.is_true(there:equal(tensor['conv' .. d](x, k, border)))
         end
      end
   end)

   it('of integers wraps', function()
      assert.same({ 144 }, flat(tensor.conv2(tensor.ByteTensor { { 20 } }, tensor.ByteTensor { { 20 } })))
      assert.same({ -112 }, flat(tensor.conv2(tensor.CharTensor { { 20 } }, tensor.CharTensor { { 20 } })))
   end)

   it('reads and writes any layout, and its own operands', function()
      local x, k = sample(3, 3, 8, 7), sample(1, 2, 3, 3, 2)
      local right = flat(tensor.conv2(x, k))
      local wide = tensor.zeros(5, 10, 9)
      wide:sub(2, 4, 2, 9, 2, 8):copy(x)
      assert.same(right, flat(tensor.conv2(wide:sub(2, 4, 2, 9, 2, 8), k:transpose(1, 4):clone():transpose(1, 4))))
      local out = tensor.zeros(2, 6, 6, 2):select(4, 1)
      assert.equal(out, tensor.conv2(out, x, k))
      assert.same(right, flat(out))
      local given = tensor.Tensor { 1 }
      assert.same(right, flat(given:conv2(x, k, 'V')))
      assert.same({ 2, 6, 6 }, given:size():totable())
      assert.same(right, flat(x:conv2(k)))
      tensor.conv2(x, x, k)
      assert.same(right, flat(x))
   end)

   it('has the same elements for any number of threads', function()
      local before = tensor.getnumthreads()
      finally(function() tensor.setnumthreads(before) end)
      local x, k = tensor.rand(8, 60, 70), tensor.rand(6, 8, 3, 3)
      tensor.setnumthreads(1)
      local one = tensor.xcorr2(x, k)
      for threads = 2, 5 do
         tensor.setnumthreads(threads)
         assert.is_true(tensor.equal(one, tensor.xcorr2(x, k)))
      end
   end)

   local refused = {
      { 'conv2: sizes 2x3 and 3x1: the kernel is larger than x; only \'F\' takes that', { 2, 3 }, { 3, 1 } },
      { 'conv2: sizes 2x4x4 and 3x2x2: there are not as many kernels as planes of x', { 2, 4, 4 }, { 3, 2, 2 } },
      { 'conv2: sizes 2x4x4 and 5x3x2x2: there are not as many kernels as planes', { 2, 4, 4 }, { 5, 3, 2, 2 } },
      { 'conv2: sizes 4x4 and 2x2x2: expected two pictures', { 4, 4 }, { 2, 2, 2 } },
      { 'conv2: sizes 4 and 2: expected two pictures', { 4 }, { 2 } },
      { 'conv2: sizes 2x4x4 and 2x2: expected two pictures', { 2, 4, 4 }, { 2, 2 } },
      { 'conv2: sizes 0x4 and 2x2: there are no elements', { 0, 4 }, { 2, 2 } },
      { 'conv2: sizes 4x4 and 0x2: there are no elements', { 4, 4 }, { 0, 2 } },
      { 'conv3: sizes 4x4 and 2x2: expected two volumes', { 4, 4 }, { 2, 2 } },
   }
   for _, case in ipairs(refused) do
      it('refuses: ' .. case[1], function()
         local x, k = tensor.zeros(unpack(case[2])), tensor.zeros(unpack(case[3]))
         local ok, message = pcall(tensor[case[1]:match '^%w+'], x, k)
         assert.is_false(ok)
         assert.truthy(message:find(case[1], 1, true), message)
      end)
   end

   it('refuses operands of two types, truth values, other words', function()
      local x, k = tensor.ones(3, 3), tensor.ones(2, 2)
      assert.error_matches(function() tensor.conv2(x, k:double()) end, 'operands are a torch.DoubleTensor and a')
      assert.error_matches(function() tensor.conv2(x:bool(), k:bool()) end, 'not defined for torch.BoolTensor')
      assert.error_matches(function() tensor.conv2(x, k, 'S') end, 'accepted forms')
      local out = tensor.DoubleTensor { 5 }
      assert.error_matches(function() tensor.conv2(out, x, k) end, 'the result is a torch.DoubleTensor')
      assert.same({ 5 }, out:totable())
      assert.has_error(function() tensor.conv2(tensor.ones(1, 1):expand(2 ^ 30, 2 ^ 30), k) end)
   end)
end)

describe('cross', function()
   it('refuses a tensor without elements, which is no scalar', function()
      assert.error_matches(function() tensor.cross(tensor.Tensor(), tensor.Tensor(2, 3)) end, '^cross: ')
      assert.error_matches(function() tensor.cross(tensor.Tensor(2, 3), tensor.Tensor()) end, '^cross: ')
   end)

   it('is the cross product along a dimension of size 3', function()
      assert.same({ -3, 6, -3 }, tensor.cross(tensor.Tensor { 1, 2, 3 }, tensor.Tensor { 4, 5, 6 }):totable())
      local a, b = sample(3, 2, 3, 3), sample(1, 2, 3, 3)
      for _, dim in ipairs { 2, 3 } do
         local c = tensor.cross(a, b, dim)
         for i = 1, 2 do
            for j = 1, 3 do
               local function at(t) return (dim == 2 and t[i]:t() or t[i])[j]:totable() end
               local x, y = at(a), at(b)
               assert.same({ x[2] * y[3] - x[3] * y[2], x[3] * y[1] - x[1] * y[3], x[1] * y[2] - x[2] * y[1] }, at(c))
            end
         end
      end
      assert.is_true(tensor.equal(tensor.cross(a, b, 2), a:cross(b)))
      assert.is_true(tensor.equal(tensor.cross(a, b, 3), a:cross(b, -1)))
   end)

   it('takes every type, a result and a result that is an operand', function()
      for dtype in ('byte char short int long float double half'):gmatch '%a+' do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local a, b = tensor.Tensor { 2, 0, 1 }:type(to), tensor.Tensor { 1, 3, 0 }:type(to)
         local right = dtype == 'byte' and { 253, 1, 6 } or { -3, 1, 6 }
         assert.same(right, tensor.cross(a, b):totable())
         local out = tensor.Tensor():type(to)
         assert.equal(out, tensor.cross(out, a, b))
         assert.same(right, out:totable())
         tensor.cross(a, a, b)
         assert.same(right, a:totable())
      end
   end)

   it('refuses other sizes', function()
      local a = tensor.ones(3)
      assert.error_matches(function() a:cross(tensor.ones(4)) end, 'cross: sizes 3 and 4 do not broadcast')
      assert.error_matches(function() tensor.cross(tensor.ones(2), tensor.ones(2)) end, 'no dimension of size 3')
      local flat_ones = tensor.ones(3, 2)
      assert.error_matches(function() tensor.cross(flat_ones, flat_ones, 2) end, 'expected one of size 3')
      assert.error_matches(function() tensor.cross(a, a:double()) end, 'operands are')
      assert.error_matches(function() tensor.cross(a, a, 2) end, 'no dimension 2')
   end)
end)

describe('dist', function()
   it('is a norm of the difference', function()
      for _, dtype in ipairs { 'float', 'double' } do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local a, b = tensor.Tensor({ 1, 2, 3, 4 }):type(to), tensor.Tensor({ 1, 5, 3, 0 }):type(to)
         assert.equal(5, tensor.dist(a, b))
         assert.equal(5, a:dist(b))
         assert.equal(7, a:dist(b, 1))
         assert.equal(4, a:dist(b, math.huge))
         assert.equal(2, a:dist(b, 0))
         assert.near((27 + 64) ^ (1 / 3), a:dist(b, 3), 1e-6)
         assert.equal(5, a:view(2, 2):dist(b))
         assert.equal(5, a:view(2, 2):t():dist(b:view(2, 2):t()))
         assert.equal(0, a:dist(a))
      end
      assert.equal(0, tensor.empty(0):dist(tensor.empty(0)))
   end)

   it('refuses other counts and types', function()
      assert.error_matches(function() tensor.dist(tensor.ones(3), tensor.ones(1)) end, 'dist: sizes 3 and 1')
      local whole = tensor.ones(3):int()
      assert.error_matches(function() tensor.dist(whole, whole) end, 'not defined for torch.Int')
      assert.error_matches(function() tensor.dist(tensor.ones(3), tensor.ones(3):double()) end, 'operands are')
      assert.error_matches(function() tensor.dist(tensor.ones(3), tensor.ones(3), -1) end, 'dist: p is %-1')
   end)
end)

describe('renorm', function()
   it('scales the slices whose norm is above the limit', function()
      for _, dtype in ipairs { 'float', 'double' } do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local x = tensor.Tensor({ { 3, 4 }, { 0.3, 0.4 }, { 6, 8 } }):type(to)
         local y = tensor.renorm(x, 2, 1, 1)
         local right = { 0.6, 0.8, 0.3, 0.4, 0.6, 0.8 }
         for i, v in ipairs(flat(y)) do assert.near(right[i], v, 1e-6) end
         assert.equal(8, x[{ 3, 2 }])
         for i, v in ipairs(flat(tensor.renorm(x:t(), 2, 2, 1):t())) do assert.near(right[i], v, 1e-6) end
         for i, v in ipairs(flat(tensor.renorm(x:view(3, 1, 2), 2, -3, 1))) do assert.near(right[i], v, 1e-6) end
         local largest = flat(tensor.renorm(x, math.huge, 1, 4))
         for i, v in ipairs { 3, 4, 0.3, 0.4, 3, 4 } do assert.near(v, largest[i], 1e-6) end
         local out = tensor.Tensor():type(to)
         assert.equal(out, out:renorm(x, 1, 1, 7))
         for i, v in ipairs { 3, 4, 0.3, 0.4, 3, 4 } do assert.near(v, flat(out)[i], 1e-6) end
         assert.equal(x, x:renorm(2, 1, 1))
         for i, v in ipairs(flat(x)) do assert.near(right[i], v, 1e-6) end
      end
      assert.same({ 0, 3 }, tensor.renorm(tensor.empty(0, 3), 2, 1, 1):size():totable())
   end)

   it('refuses vectors, p and types that it does not know', function()
      local x = tensor.ones(2, 2)
      assert.error_matches(function() tensor.renorm(tensor.ones(2), 2, 1, 1) end, 'expected at least two dimensions')
      assert.error_matches(function() x:renorm(0, 1, 1) end, 'renorm: p is 0; expected a number above 0')
      assert.error_matches(function() x:renorm(0 / 0, 1, 1) end, 'renorm: p is')
      assert.error_matches(function() x:renorm(2, 3, 1) end, 'no dimension 3')
      assert.error_matches(function() x:int():renorm(2, 1, 1) end, 'not defined for torch.IntTensor')
      assert.equal(4, x:sum())
   end)
end)

describe('lerp', function()
   it('goes from one operand to the other', function()
      assert.equal(2.5, tensor.lerp(2, 4, 0.25))
      for _, dtype in ipairs { 'float', 'double' } do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local a, b = tensor.Tensor({ 0, 10, -4 }):type(to), tensor.Tensor({ 4, 20, 4 }):type(to)
         assert.same({ 1, 12.5, -2 }, tensor.lerp(a, b, 0.25):totable())
         local out = tensor.Tensor():type(to)
         assert.equal(out, tensor.lerp(out, a, b, 0.5))
         assert.same({ 2, 15, 0 }, out:totable())
         assert.equal(out, out:lerp(a, b, 2))
         assert.same({ 8, 30, 12 }, out:totable())
         assert.equal(a, a:lerp(b, 0.25))
         assert.same({ 1, 12.5, -2 }, a:totable())
         assert.same({ { 1, 12.5, -2 } }, tensor.lerp(a:view(1, 3), b:view(3, 1), 0):totable())
         assert.same({ { 1 }, { 1 } }, tensor.lerp(tensor.ones(2, 1), tensor.ones(1), 2):totable())
         tensor.lerp(b, a, b, 0)
         assert.same({ 1, 12.5, -2 }, b:totable())
      end
   end)

   it('refuses integers and two types', function()
      local x = tensor.ones(2)
      assert.error_matches(function() tensor.lerp(x:int(), x:int(), 1) end, 'lerp: not defined for torch.IntTensor')
      assert.error_matches(function() tensor.lerp(x, x:double(), 1) end, 'lerp')
      assert.error_matches(function() tensor.lerp(x, tensor.ones(3), 1) end, 'lerp')
      assert.error_matches(function() tensor.lerp(x, 1, 1) end, 'accepted forms')
   end)
end)

describe('equal', function()
   it('compares sizes and elements', function()
      for dtype in ('byte char short int long float double half bool'):gmatch '%a+' do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local a, b = tensor.Tensor({ 1, 0, 1 }):type(to), tensor.Tensor({ 1, 0, 1 }):type(to)
         assert.is_true(tensor.equal(a, b))
         assert.is_true(a:equal(b))
         assert.is_false(tensor.equal(a, tensor.Tensor({ 1, 0, 0 }):type(to)))
         assert.is_false(tensor.equal(a, a:view(1, 3)))
         assert.is_false(tensor.equal(a, a:narrow(1, 1, 2)))
      end
      local x = sample(3, 4, 5)
      assert.is_true(x:t():equal(x:t():clone()))
      assert.is_true(tensor.empty(0, 3):equal(tensor.empty(0, 3)))
      assert.is_false(tensor.empty(0, 3):equal(tensor.empty(3, 0)))
      assert.is_false(tensor.equal(tensor.Tensor { 0 / 0 }, tensor.Tensor { 0 / 0 }))
      assert.is_true(tensor.equal(tensor.Tensor { 0 }, tensor.Tensor { -0.0 }))
   end)

   it('refuses two types', function()
      assert.error_matches(function() tensor.equal(tensor.ones(2), tensor.ones(2):double()) end, 'equal: operands are')
      assert.error_matches(function() tensor.equal(tensor.ones(2), 1) end, 'accepted forms')
   end)
end)

describe('match', function()
   it('gives the squared distances of rows', function()
      local a, b = { { 0, 0 }, { 1, 2 }, { 3, 1 } }, { { 1, 1 }, { 4, 0 } }
      local right = { 2, 16, 1, 13, 4, 2 }
      for dtype in ('byte char short int long float double half'):gmatch '%a+' do
         local to = tensor.empty(0, { dtype = dtype }):type()
         local x, y = tensor.Tensor(a):type(to), tensor.Tensor(b):type(to)
         local got = tensor.match(x, y)
         assert.same({ 3, 2 }, got:size():totable())
         assert.same(right, flat(got))
         assert.same({ 4, 32, 2, 26, 8, 4 }, flat(tensor.match(x, y, 2)))
         assert.same(right, flat(tensor.match(x:view(3, 2, 1), y:t():clone():t())))
         local out = tensor.Tensor():type(to)
         assert.equal(out, out:match(x, y))
         assert.same(right, flat(out))
         assert.equal(x, tensor.match(x, x, y, 1))
         assert.same(right, flat(x))
      end
      assert.same({ 4, 1 }, flat(tensor.match(tensor.Tensor { 1, 2 }, tensor.Tensor { 3 })))
      assert.same({ 2, 0 }, tensor.match(tensor.ones(2, 3), tensor.empty(0, 3)):size():totable())
   end)

   it('refuses rows of other lengths', function()
      assert.error_matches(function() tensor.match(tensor.ones(2, 3), tensor.ones(2, 2)) end,
         'match: sizes 2x3 and 2x2: expected rows of the same length')
      assert.error_matches(function() tensor.match(tensor.ones(2, 3), tensor.ones(2, 3):double()) end, 'operands are')
   end)
end)

describe('real', function()
   it('converts to the default type', function()
      local x = tensor.IntTensor { 1, 2 }
      assert.equal('torch.FloatTensor', x:real():type())
      assert.same({ 1, 2 }, x:real():totable())
      local y = tensor.FloatTensor { 3 }
      assert.equal(y, y:real())
      local before = tensor.getdefaulttensortype()
      finally(function() tensor.setdefaulttensortype(before) end)
      tensor.setdefaulttensortype 'torch.DoubleTensor'
      assert.equal('torch.DoubleTensor', y:real():type())
   end)
end)
