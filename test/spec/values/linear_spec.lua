-- Products of vectors and matrices, compared with plain Lua: every dtype, layout and form, and errors.
local tensor = require 'tensor'
local unpack = unpack or table.unpack

local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bfloat16' }
local floating = { half = true, float = true, double = true, bfloat16 = true }

-- Small non-negative whole numbers: every sum below is exact in every dtype.
local function value(seed, i, j) return (seed * 5 + i * 3 + j * 7) % 4 end

local function fill(t, seed)
   if t:dim() == 1 then
      for i = 1, t:size(1) do t[i] = value(seed, i, 0) end
   elseif t:dim() == 2 then
      for i = 1, t:size(1) do
         local row = t:select(1, i)
         for j = 1, t:size(2) do row[j] = value(seed, i, j) end
      end
   else
      for i = 1, t:size(1) do fill(t:select(1, i), seed + i) end
   end
   return t
end

-- Layouts of a tensor of some sizes, all with the same elements.
local layouts = {}

function layouts.contiguous(sizes, options) return tensor.empty(sizes, options) end

function layouts.transposed(sizes, options)
   local n = #sizes
   if n == 1 then return tensor.empty(sizes, options) end
   local turned = { unpack(sizes) }
   turned[n], turned[n - 1] = sizes[n - 1], sizes[n]
   return tensor.empty(turned, options):transpose(n - 1, n)
end

function layouts.narrowed(sizes, options)
   local wide = {}
   for d, size in ipairs(sizes) do wide[d] = size + 3 end
   local t = tensor.full(wide, 9, options)
   for d, size in ipairs(sizes) do t = t:narrow(d, 2, size) end
   return t
end

-- No dimension has stride 1.
function layouts.strided(sizes, options)
   local wide = { unpack(sizes) }
   wide[#wide + 1] = 2
   return tensor.full(wide, 9, options):select(#wide, 2)
end

local function make(layout, sizes, dtype, seed)
   return fill(layouts[layout](sizes, { dtype = dtype }), seed)
end

-- The matrix product by definition, on nested tables.
local function matrix_product(a, b)
   local c = {}
   for i = 1, #a do
      c[i] = {}
      for j = 1, #b[1] do
         local sum = 0
         for k = 1, #b do sum = sum + a[i][k] * b[k][j] end
         c[i][j] = sum
      end
   end
   return c
end

local function column(v)
   local c = {}
   for i = 1, #v do c[i] = { v[i] } end
   return c
end

local function flat(c)
   local v = {}
   for i = 1, #c do v[i] = c[i][1] end
   return v
end

local function each(a, b)
   local c = {}
   for s = 1, #a do c[s] = matrix_product(a[s], b[s]) end
   return c
end

-- Computes beta * m + alpha * p for each element.
local function combine(beta, m, alpha, p)
   if type(p) == 'number' then return beta * m + alpha * p end
   local c = {}
   for i = 1, #p do c[i] = combine(beta, m[i], alpha, p[i]) end
   return c
end

local function total(stack)
   local sum = stack[1]
   for s = 2, #stack do sum = combine(1, sum, 1, stack[s]) end
   return sum
end

local products = {
   mv = { sum = 'addmv', { 4, 3 }, { 3 }, { 4 }, function(a, b) return flat(matrix_product(a, column(b))) end },
   mm = { sum = 'addmm', { 4, 3 }, { 3, 2 }, { 4, 2 }, matrix_product },
   ger = { sum = 'addr', { 4 }, { 3 }, { 4, 3 }, function(a, b) return matrix_product(column(a), { b }) end },
   bmm = { sum = 'baddbmm', { 2, 4, 3 }, { 2, 3, 2 }, { 2, 4, 2 }, each },
   [1] = { sum = 'addbmm', { 2, 4, 3 }, { 2, 3, 2 }, { 4, 2 }, function(a, b) return total(each(a, b)) end },
}

describe('products', function()
   for name, case in pairs(products) do
      local size_a, size_b, size_c, reference = unpack(case)
      for layout in pairs(layouts) do
         if name ~= 1 then
            it(name .. ' agrees with the definition on ' .. layout .. ' tensors', function()
               for _, dtype in ipairs(dtypes) do
                  local a, b = make(layout, size_a, dtype, 1), make(layout, size_b, dtype, 2)
                  local expected = reference(a:totable(), b:totable())
                  local c = tensor[name](a, b)
                  assert.same(expected, c:totable())
                  assert.equal(a:type(), c:type())
                  local out = make(layout, size_c, dtype, 3)
                  assert.equal(out, tensor[name](out, a, b))
                  assert.same(expected, out:totable())
                  fill(out, 3)
                  assert.equal(out, out[name](out, a, b))
                  assert.same(expected, out:totable())
                  assert.same(expected, a[name](a, b):totable())
               end
            end)
         end

         it(case.sum .. ' agrees with the definition on ' .. layout .. ' tensors', function()
            local add = case.sum
            for _, dtype in ipairs(dtypes) do
               local a, b = make(layout, size_a, dtype, 1), make(layout, size_b, dtype, 2)
               local m = make(layout, size_c, dtype, 3)
               local from, p = m:totable(), reference(a:totable(), b:totable())
               assert.same(combine(1, from, 1, p), tensor[add](m, a, b):totable())
               assert.same(combine(2, from, 1, p), tensor[add](2, m, a, b):totable())
               assert.same(combine(1, from, 2, p), tensor[add](m, 2, a, b):totable())
               assert.same(combine(3, from, 2, p), tensor[add](3, m, 2, a, b):totable())
               assert.same(combine(3, from, 0, p), tensor[add](3, m, 0, a, b):totable())
               assert.same(from, m:totable())
               local out = make(layout, size_c, dtype, 4)
               assert.equal(out, tensor[add](out, 3, m, 2, a, b))
               assert.same(combine(3, from, 2, p), out:totable())
               assert.equal(m, m[add](m, a, b))
               from = combine(1, from, 1, p)
               assert.same(from, m:totable())
               m:copy(out)
               m[add](m, a, b)
               assert.same(combine(1, out:totable(), 1, p), m:totable())
               fill(m, 3)
               m[add](m, 2, a, b)
               assert.same(combine(1, make(layout, size_c, dtype, 3):totable(), 2, p), m:totable())
               fill(m, 3)
               m[add](m, 3, 2, a, b)
               assert.same(combine(3, make(layout, size_c, dtype, 3):totable(), 2, p), m:totable())
            end
         end)
      end
   end

   it('multiply fractions in floating types', function()
      local a, b = tensor.DoubleTensor { { 0.5, 0.25 } }, tensor.DoubleTensor { { 3 }, { 5 } }
      assert.same({ { 2.75 } }, (a * b):totable())
      assert.same({ { 2.25 } }, tensor.addmm(0.5, tensor.DoubleTensor { { 1.75 } }, 0.5, a, b):totable())
   end)

   it('convert beta and alpha to the type of the tensors', function()
      local a, m = tensor.IntTensor { { 3 } }, tensor.IntTensor { { 5 } }
      assert.same({ { 5 } }, tensor.addmm(1.9, m, 0.9, a, a):totable())
   end)

   it('wrap integers and take Bool as truth', function()
      local a = tensor.ByteTensor { { 16, 1 } }
      assert.same({ { 1 } }, tensor.mm(a, tensor.ByteTensor { { 16 }, { 1 } }):totable())
      local x = tensor.BoolTensor { { 1, 1 }, { 0, 1 } }
      assert.same({ { 1, 1 }, { 0, 1 } }, tensor.mm(x, x):totable())
   end)

   it('are the operator * of two tensors', function()
      local a, v = fill(tensor.empty(2, 3), 1), fill(tensor.empty(3), 2)
      assert.equal(tensor.dot(v, v), v * v)
      assert.same(tensor.mv(a, v):totable(), (a * v):totable())
      assert.same(tensor.mm(a, a:t()):totable(), (a * a:t()):totable())
   end)

   it('agree with the definition on sizes beyond the blocks and pieces of work of the built-in code', function()
      local m, k, n = 70, 130, 67
      local a, b = fill(tensor.empty(m, k), 1), fill(tensor.empty(k, n), 2)
      local expected = matrix_product(a:totable(), b:totable())
      for _, convert in ipairs { 'short', 'long', 'float' } do
         local x, y = a[convert](a), b[convert](b)
         assert.same(expected, tensor.mm(x, y):totable())
         assert.same(expected, tensor.mm(y:t(), x:t()):t():totable())
         local stack = tensor.bmm(x:view(1, m, k):expand(3, m, k), y:view(1, k, n):expand(3, k, n))
         for s = 1, 3 do assert.same(expected, stack[s]:totable()) end
      end
   end)

   it('agree with the definition on stacks of small squares, few columns and many, whatever lies in rows', function()
      for size = 1, 5 do
         for _, n in ipairs { size + 1, 19, 64, 71 } do
            local a, b = fill(tensor.empty(3, size, size), 1), fill(tensor.empty(3, size, n), 2)
            local m = fill(tensor.empty(3, size, n), 3)
            for turned = 0, 3 do
               for _, convert in ipairs { 'long', 'float', 'double' } do
                  local x, y, z = a[convert](a), b[convert](b), m[convert](m)
                  if turned % 2 == 1 then x = x:transpose(2, 3):clone():transpose(2, 3) end
                  if turned > 1 then y = y:transpose(2, 3):clone():transpose(2, 3) end
                  local product, sum = tensor.bmm(x, y), tensor.baddbmm(2, z, 3, x, y)
                  local w, v = y:transpose(2, 3), x:transpose(2, 3)
                  local right = tensor.bmm(w, v):transpose(2, 3)
                  local more = tensor.baddbmm(2, z:transpose(2, 3), 3, w, v):transpose(2, 3)
                  for s = 1, 3 do
                     local expected = matrix_product(a[s]:totable(), b[s]:totable())
                     assert.same(expected, product[s]:totable())
                     assert.same(expected, right[s]:totable())
                     local added = (m[s] * 2 + tensor.FloatTensor(expected) * 3):totable()
                     assert.same(added, sum[s]:totable())
                     assert.same(added, more[s]:totable())
                  end
               end
            end
         end
      end
   end)
end)

describe('dot', function()
   it('adds up products in row-major order of both', function()
      for _, dtype in ipairs(dtypes) do
         for layout in pairs(layouts) do
            local a, b = make(layout, { 2, 3 }, dtype, 1), make(layout, { 6 }, dtype, 2)
            local sum = 0
            for i = 1, 6 do sum = sum + a[math.floor((i + 2) / 3)][(i - 1) % 3 + 1] * b[i] end
            assert.equal(sum, tensor.dot(a, b))
            assert.equal(sum, b:dot(a))
         end
      end
   end)

   it('does not wrap at the width of the elements', function()
      local a = tensor.ByteTensor { 200, 100 }
      assert.equal(50000, a:dot(a))
   end)

   it('of nothing is 0', function()
      assert.equal(0, tensor.dot(tensor.empty(0), tensor.empty(2, 0)))
   end)

   it('names two counts that differ', function()
      assert.has_error(function() tensor.dot(tensor.ones(3), tensor.ones(2, 2)) end,
                       'dot: 3 times 2x2: 3 elements against 4 elements')
   end)
end)

describe('matmul', function()
   it('picks the product by the dimensions', function()
      local v, w = fill(tensor.empty(3), 1), fill(tensor.empty(3), 2)
      local a, b = fill(tensor.empty(2, 3), 3), fill(tensor.empty(3, 4), 4)
      local s, t = fill(tensor.empty(2, 3, 4), 5), fill(tensor.empty(2, 4, 2), 6)
      assert.equal(v:dot(w), tensor.matmul(v, w))
      assert.same(tensor.mv(a, v):totable(), a:matmul(v):totable())
      assert.same(tensor.mv(b:t(), v):totable(), v:matmul(b):totable())
      assert.same(tensor.mm(a, b):totable(), tensor.matmul(a, b):totable())
      assert.same(tensor.bmm(s, t):totable(), tensor.matmul(s, t):totable())
      local out = tensor.empty(0)
      assert.equal(out, tensor.matmul(out, a, b))
      assert.same(tensor.mm(a, b):totable(), out:totable())
   end)

   it('says which dimensions it takes', function()
      assert.error_matches(function() tensor.matmul(tensor.ones(2, 3), tensor.ones(4, 2, 2)) end,
                           'matmul: no product of sizes 2x3 and 4x2x2')
   end)
end)

describe('a result', function()
   local a, b = tensor.Tensor { { 1, 2 }, { 3, 4 } }, tensor.Tensor { { 5, 6 }, { 7, 8 } }
   local expected = { { 19, 22 }, { 43, 50 } }

   it('is resized', function()
      local out = tensor.ones(7)
      tensor.mm(out, a, b)
      assert.same(expected, out:totable())
   end)

   it('may be a factor, whole or in part', function()
      local x = a:clone()
      assert.same(expected, tensor.mm(x, x, b):totable())
      x = b:clone()
      assert.same(expected, tensor.mm(x, a, x):totable())
      x = a:clone()
      assert.same(tensor.mm(a, a):totable(), x:mm(x, x):totable())
      local big = tensor.zeros(3, 2)
      big:narrow(1, 1, 2):copy(a)
      tensor.mm(big:narrow(1, 2, 2), big:narrow(1, 1, 2), b)
      assert.same({ { 1, 2 }, { 19, 22 }, { 43, 50 } }, big:totable())
      x = tensor.Tensor { 1, 2 }
      assert.same({ 5, 11 }, x:mv(a, x):totable())
   end)

   it('does not grow over a factor', function()
      local x = a:clone()
      local out = tensor.Tensor():set(x:storage(), 1, { 1 })
      assert.error_matches(function() tensor.mm(out, x, b) end, 'would overwrite')
      assert.same(a:totable(), x:totable())
   end)

   it('may grow the storage of a factor', function()
      local x = a:clone()
      local out = tensor.Tensor():set(x:storage(), 4, { 1 })
      assert.same(expected, tensor.mm(out, x, b):totable())
      assert.same({ { 1, 2 }, { 3, 19 } }, x:totable())
   end)

   it('may be the addend, and grows to the size of the product', function()
      local x = tensor.Tensor { { 1, 1 } }
      assert.same({ { 20, 23 }, { 44, 51 } }, x:addmm(a, b):totable())
      local big = tensor.ones(2, 3)
      local left, right = big:narrow(2, 1, 2), big:narrow(2, 2, 2)
      tensor.addmm(left, 1, right, 1, a, b)
      assert.same({ { 20, 23, 1 }, { 44, 51, 1 } }, big:totable())
   end)

   it('may be a row, a column or a transposed matrix', function()
      local out = tensor.zeros(2, 2)
      tensor.mm(out:t(), a, b)
      assert.same({ { 19, 43 }, { 22, 50 } }, out:totable())
      local v = tensor.Tensor { 1, 1 }
      tensor.mv(out:select(2, 2), a, v)
      assert.same({ { 19, 3 }, { 22, 7 } }, out:totable())
   end)
end)

describe('an addend', function()
   local a = tensor.Tensor { { 1, 2 }, { 3, 4 } }

   it('broadcasts to the product', function()
      local row, one = tensor.Tensor { 10, 20 }, tensor.Tensor { { 5 } }
      assert.same({ { 17, 30 }, { 25, 42 } }, tensor.addmm(row, a, a):totable())
      assert.same({ { 17, 20 }, { 35, 42 } }, tensor.addmm(row:view(2, 1), a, a):totable())
      assert.same({ { 12, 15 }, { 20, 27 } }, tensor.addmm(one, a, a):totable())
      assert.same({ 10, 20 }, row:totable())
   end)

   it('is not read where beta is 0', function()
      local nan = tensor.Tensor { 0 / 0, 0 / 0 }
      assert.same({ { 7, 10 }, { 15, 22 } }, tensor.addmm(0, nan, a, a):totable())
      assert.same({ 3, 7 }, tensor.addmv(0, nan, a, tensor.ones(2)):totable())
      assert.same({ 3, 7 }, nan:addmv(0, 1, a, tensor.ones(2)):totable())
   end)

   it('passes NaN on otherwise, and infinities', function()
      local nan = tensor.Tensor { 0 / 0, 1 / 0 }
      local out = tensor.addmv(nan, a, tensor.ones(2))
      assert.is_true(out[1] ~= out[1])
      assert.equal(1 / 0, out[2])
   end)
end)

describe('sizes of 0', function()
   it('give zeros where the sum is empty', function()
      for _, dtype in ipairs(dtypes) do
         local options = { dtype = dtype }
         assert.same({ { 0, 0 }, { 0, 0 } },
                     tensor.mm(tensor.empty(2, 0, options), tensor.empty(0, 2, options)):totable())
         assert.same({ 0, 0 }, tensor.mv(tensor.empty(2, 0, options), tensor.empty(0, options)):totable())
         local m = tensor.full({ 2, 2 }, 3, options)
         assert.same({ { 6, 6 }, { 6, 6 } },
                     tensor.addmm(2, m, 1, tensor.empty(2, 0, options), tensor.empty(0, 2, options)):totable())
         assert.same({ { 6, 6 }, { 6, 6 } },
                     m:addbmm(2, 5, tensor.empty(0, 2, 3, options), tensor.empty(0, 3, 2, options)):totable())
         m:fill(3)
         local row = m:select(1, 1)
         row:addmv(2, 1, tensor.empty(2, 0, options), tensor.empty(0, options))
         assert.same({ { 6, 6 }, { 3, 3 } }, m:totable())
      end
   end)

   it('give an empty result where nothing is asked for', function()
      assert.same({ 0, 2 }, tensor.mm(tensor.empty(0, 3), tensor.empty(3, 2)):size():totable())
      assert.same({ 2, 0 }, tensor.mm(tensor.empty(2, 3), tensor.empty(3, 0)):size():totable())
      assert.same({ 0 }, tensor.mv(tensor.empty(0, 3), tensor.empty(3)):size():totable())
      assert.same({ 0, 3 }, tensor.ger(tensor.empty(0), tensor.empty(3)):size():totable())
      assert.same({ 0, 2, 4 }, tensor.bmm(tensor.empty(0, 2, 3), tensor.empty(0, 3, 4)):size():totable())
   end)
end)

describe('wrong calls of products', function()
   local function ones(...) return tensor.ones(...) end
   local wrong = {
      { 'mm: 2x3 times 4x5: 3 columns against 4 rows', 'mm', ones(2, 3), ones(4, 5) },
      { 'mv: 2x3 times 4: 3 columns against 4 elements', 'mv', ones(2, 3), ones(4) },
      { 'bmm: 2x3x4 times 2x3x4: 4 columns against 3 rows', 'bmm', ones(2, 3, 4), ones(2, 3, 4) },
      { 'bmm: 2x3x4 times 5x4x2: 2 matrices against 5 matrices', 'bmm', ones(2, 3, 4), ones(5, 4, 2) },
      { 'addbmm: 2x3x4 times 5x4x2: 2 matrices against 5 matrices',
        'addbmm', ones(3, 2), ones(2, 3, 4), ones(5, 4, 2) },
      { 'addmm: 2x3 times 4x5: 3 columns against 4 rows', 'addmm', ones(2, 5), ones(2, 3), ones(4, 5) },
      { 'addmm: a tensor of size 3x2 does not broadcast to the product\'s size 2x2',
        'addmm', ones(3, 2), ones(2, 3), ones(3, 2) },
      { 'addmv: a tensor of size 2x2 does not broadcast to the product\'s size 2',
        'addmv', ones(2, 2), ones(2, 3), ones(3) },
      { 'addmm: the addend has no elements', 'addmm', tensor.Tensor(), ones(2, 3), ones(3, 2) },
      { "mm: operands are a torch.FloatTensor and a torch.DoubleTensor; convert one, as in x:type('torch.FloatTensor')",
        'mm', ones(2, 2), tensor.ones(2, 2, { dtype = 'double' }) },
      { 'addmm: a torch.DoubleTensor is added to a product of the type torch.FloatTensor',
        'addmm', tensor.ones(2, 2, { dtype = 'double' }), ones(2, 2), ones(2, 2) },
      { 'mm: the result is a torch.IntTensor, expected a torch.FloatTensor',
        'mm', tensor.IntTensor(), ones(2, 2), ones(2, 2) },
   }
   for _, case in ipairs(wrong) do
      it('say: ' .. case[1], function()
         assert.has_error(function() tensor[case[2]](unpack(case, 3)) end, case[1])
      end)
   end

   it('list the accepted forms', function()
      assert.error_matches(function() tensor.mm(ones(2), ones(2, 2)) end,
                           'mm: got %(torch.FloatTensor of size 2, torch.FloatTensor of size 2x2%); ' ..
                           'accepted forms:\n  mm%(r%?, a:Tensor2')
      assert.error_matches(function() ones(2, 2):addmm(1, 2) end, 'addmm: got .*beta:complex=1')
   end)

   it('leave the result as it was', function()
      local out = tensor.Tensor { 1, 2, 3 }
      assert.has_error(function() tensor.mm(out, ones(2, 3), ones(4, 5)) end)
      assert.has_error(function() tensor.addmm(out, ones(3, 3), ones(2, 3), ones(3, 2)) end)
      assert.same({ 1, 2, 3 }, out:totable())
   end)

   it('refuse a result that overlaps itself', function()
      local out = tensor.zeros(1, 2):expand(2, 2)
      assert.error_matches(function() tensor.mm(out, ones(2, 2), ones(2, 2)) end, 'share memory')
      assert.same({ { 0, 0 }, { 0, 0 } }, out:totable())
   end)

   it('notice a storage that shrank', function()
      local a = ones(2, 2)
      a:storage():resize(1)
      assert.error_matches(function() tensor.mm(a, ones(2, 2)) end, 'mm: the storage shrank')
      assert.error_matches(function() tensor.dot(ones(4), a) end, 'dot: the storage shrank')
      assert.error_matches(function() tensor.addmm(a, ones(2, 2), ones(2, 2)) end, 'addmm: the storage shrank')
   end)
end)

it('sums of floating products keep their precision', function()
   for dtype in pairs(floating) do
      local x = tensor.full({ 1000 }, 0.5, { dtype = dtype })
      assert.equal(250, x:dot(x))
   end
end)
