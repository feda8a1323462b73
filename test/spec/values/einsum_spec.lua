-- Contractions (einsum, tensordot, matmul with broadcasting, kron, inner, vecdot, multiDot) against loops in Lua, and
-- distances against their definition.
local tensor = require 'tensor'

local unpack = table.unpack or unpack
local Double, Long = tensor.DoubleTensor, tensor.LongTensor

local function whole(seed, ...)
   local k = seed
   return Long(...):apply(function()
      k = (k * 37 + 11) % 101
      return k % 7 - 3
   end)
end

-- The sum of products by an equation with an arrow and without "...", one position of all labels after the other.
local function by_loops(equation, operands)
   local terms, out = equation:match '^(.*)%->(.*)$'
   local labels, sizes, at, k = {}, {}, {}, 0
   local names = {}
   for term in (terms .. ','):gmatch '(.-),' do
      k = k + 1
      names[k] = term
      for d = 1, #term do
         local label = term:sub(d, d)
         if not sizes[label] then labels[#labels + 1], sizes[label] = label, 1 end
         sizes[label] = math.max(sizes[label], operands[k]:size(d))
      end
   end
   local shape = {}
   for d = 1, #out do shape[d] = sizes[out:sub(d, d)] end
   local result = tensor.zeros(#out > 0 and shape or { 1 }):double()
   local function element(t, term)
      for d = 1, #term do
         local i = at[term:sub(d, d)]
         t = t:narrow(d, t:size(d) == 1 and 1 or i, 1)
      end
      return t:sum()
   end
   local function walk(depth)
      if depth > #labels then
         local product = 1
         for i = 1, k do product = product * element(operands[i], names[i]) end
         local to = #out > 0 and result or result[{ { 1, 1 } }]
         for d = 1, #out do to = to:narrow(d, at[out:sub(d, d)], 1) end
         to:add(product)
         return
      end
      for i = 1, sizes[labels[depth]] do
         at[labels[depth]] = i
         walk(depth + 1)
      end
   end
   walk(1)
   return #out > 0 and result:totable() or result[1]
end

describe('einsum', function()
   local sizes = { i = 2, j = 3, k = 4, l = 2, b = 3, A = 2 }
   local equations = {
      'i->i', 'i->', 'ij->ji', 'ij->', 'ij->j', 'ii->i', 'ii->', 'iij->ij', 'iji->j', 'iii->i',
      'ij,jk->ik', 'ij,jk->ki', 'i,j->ij', 'i,i->', 'i,i->i', 'ij,ij->ij', 'ij,ij->', 'bij,bjk->bik', 'bij,jk->bik',
      'bi,bi->b', 'ij,kl->ijkl', 'ij,k->k', 'ijk,jil->kl', 'iij,jk->ik', 'bij,bij->ij', 'Ai,iA->A', 'ij,j,i->',
      'ij,jk,kl->il', 'i,j,k->kji', 'ij,ij,ij->i', 'bi,bj,ij->b', 'ij,jk,kl,li->', 'i,j,k,l,b->bl',
   }
   for _, equation in ipairs(equations) do
      it('does what loops do: ' .. equation, function()
         local operands, strided = {}, {}
         for term in (equation:match '^(.*)%->' .. ','):gmatch '(.-),' do
            local size = {}
            for d = 1, #term do size[d] = sizes[term:sub(d, d)] end
            local n = #operands + 1
            operands[n] = whole(n, unpack(size))
            local order = {}
            for d = 1, #size do order[d] = #size + 1 - d end
            strided[n] = tensor.permute(operands[n], unpack(order)):clone()
            strided[n] = tensor.permute(strided[n], unpack(order))
         end
         local expected = by_loops(equation, operands)
         for _, list in ipairs { operands, strided } do
            for _, dtype in ipairs { 'long', 'double', 'float', 'int', 'complexDouble' } do
               local converted = {}
               for n, t in ipairs(list) do
                  converted[n] = dtype == 'complexDouble' and tensor.complex(t:double(), t:double() * 0) or t[dtype](t)
               end
               local got = tensor.einsum(equation, converted)
               if dtype == 'complexDouble' then got = tensor.real(got) end
               local values = got:dim() > 0 and got:totable() or got:item()
               assert.same(expected, values)
            end
         end
      end)
   end

   it('implies the result without an arrow', function()
      local a, b = whole(1, 2, 3), whole(2, 3, 4)
      assert.same(tensor.mm(a, b):totable(), tensor.einsum('ij,jk', a, b):totable())
      assert.same(a:t():totable(), tensor.einsum('ba', a):totable())
      assert.same({ 2, 3 }, tensor.einsum('aB', a):t():size():totable())
      assert.equal(whole(1, 3, 3):trace(), tensor.einsum('ii', whole(1, 3, 3)):item())
      assert.equal(0, tensor.einsum('ii', whole(1, 3, 3)):dim())
   end)

   it('broadcasts "..." and sizes of 1', function()
      local a, b = whole(1, 5, 1, 2, 3), whole(2, 4, 3, 2)
      local expected = tensor.matmul(a, b)
      assert.same(expected:totable(), tensor.einsum('...ij,...jk->...ik', a, b):totable())
      assert.same(expected:totable(), tensor.einsum(' ... i j , ... j k ', a, b):totable())
      assert.same(a:sum(1):sum(2):view(2, 3):totable(), tensor.einsum('...ij->ij', a):totable())
      local x, y = whole(1, 2, 1), whole(2, 1, 3)
      assert.same(tensor.cmul(x:expand(2, 3), y:expand(2, 3)):totable(), tensor.einsum('ij,ij->ij', x, y):totable())
      assert.same({ { 2 }, { 2 } }, tensor.einsum('ij->ij', Long { { 2 }, { 2 } }):totable())
   end)

   it('takes sizes of 0, more operands than are planned, and a result', function()
      assert.same({ { 0, 0 }, { 0, 0 } }, tensor.einsum('ij,jk->ik', Double(2, 0), Double(0, 2)):totable())
      local list, letters = {}, {}
      for k = 1, 10 do list[k], letters[k] = Double { { k, 1 }, { 0, 1 } }, ('abcdefghijk'):sub(k, k + 1) end
      local product = list[1]
      for k = 2, 10 do product = product:mm(list[k]) end
      assert.same(product:totable(), tensor.einsum(table.concat(letters, ',') .. '->ak', list):totable())
      local r = Double(7)
      assert.equal(r, tensor.einsum(r, 'ij->ji', list[1]))
      assert.same({ { 1, 0 }, { 1, 1 } }, r:totable())
      tensor.einsum(r, 'ij,jk->ki', r, r)
      assert.same({ { 1, 2 }, { 0, 1 } }, r:totable())
   end)

   it('keeps its operands apart from its result', function()
      local a = whole(1, 2, 2)
      tensor.einsum('ij->ij', a):fill(9)
      tensor.einsum('ii->i', a):fill(9)
      assert.same(whole(1, 2, 2):totable(), a:totable())
   end)

   it('reads conjugated views', function()
      local z = tensor.complex(Double { 1, 2 }, Double { 3, -1 })
      assert.same({ 15, 0 }, tensor.viewAsReal(tensor.einsum('i,i', tensor.conj(z), z)):totable())
      assert.same({ 15, 0 }, tensor.viewAsReal(tensor.einsum('i,i', { tensor.conj(z), z })):totable())
   end)

   it('refuses signs before it counts dimensions, and more than 20 operands', function()
      assert.error_matches(function() tensor.einsum('i$', tensor.ones(2, 2)) end, 'expected letters')
      local many = {}
      for k = 1, 21 do many[k] = tensor.ones(1) end
      local equation = ('i,'):rep(20) .. 'i->i'
      assert.error_matches(function() tensor.einsum(equation, many) end, '21 operands; expected 1 to 20')
   end)

   it('refuses what makes no sense', function()
      local a = tensor.ones(2, 3)
      for equation, text in pairs {
         ['ij,jk'] = 'does not name 1 operands', ['i'] = 'as many dimensions', ['ijk'] = 'as many dimensions',
         ['ij->k'] = 'in no operand', ['ij->ii'] = 'twice', ['i1'] = 'letters', ['ij-'] = "expected '%->'",
         ['ij->ij,'] = 'the end', ['ii'] = 'diagonal', ['i..'] = "'...' once", ['...i...j'] = 'once', [''] = 'as many',
         ['ij->ij->ij'] = 'the end', ['ij->i.j'] = "'...'",
      } do
         assert.error_matches(function() tensor.einsum(equation, a) end, text)
      end
      assert.error_matches(function() tensor.einsum('ij,jk', a, a) end, 'sizes 3 and 2 for one label')
      assert.error_matches(function() tensor.einsum('ij,ij', a, a:double()) end, 'operands are')
      assert.error_matches(function() tensor.einsum('ij', {}) end, '0 operands')
      assert.error_matches(function() tensor.einsum('ij', { 1 }) end, 'element 1')
      local five = Double(1, 1, 1, 1, 1)
      assert.error_matches(function() tensor.einsum('abcde,fghij->abcdefghij', five, five) end, 'too many dimensions')
      assert.error_matches(function() tensor.einsum(a) end, 'accepted forms')
   end)
end)

describe('matmul', function()
   it('broadcasts leading dimensions, of vectors too', function()
      local a, b = whole(1, 2, 1, 3, 4), whole(2, 5, 4, 2)
      local c = tensor.matmul(a, b)
      assert.same({ 2, 5, 3, 2 }, c:size():totable())
      assert.same(tensor.mm(a[2][1], b[4]):totable(), c[2][4]:totable())
      local v = whole(3, 4)
      assert.same(tensor.mv(a[2][1], v):totable(), tensor.matmul(a, v)[2][1]:totable())
      assert.same(tensor.mv(b[3]:t(), v):totable(), tensor.matmul(v, b)[3]:totable())
      assert.same(tensor.mm(a[1][1], b[1]):totable(), tensor.matmul(a, b[1])[1][1]:totable())
      assert.same(tensor.mm(a[1][1], b[5]):totable(), tensor.matmul(a[1][1], b)[5]:totable())
      assert.same({ { 0, 0 }, { 0, 0 } }, tensor.matmul(Double(2, 0), Double(0, 2)):totable())
      assert.same({ 3, 0, 2, 2 }, tensor.matmul(Double(3, 1, 2, 5), Double(0, 5, 2)):size():totable())
      local r = Long(3)
      assert.equal(r, tensor.matmul(r, a, b))
      assert.same(c:totable(), r:totable())
   end)

   it('refuses sizes that do not fit', function()
      assert.error_matches(function() tensor.matmul(Double(2, 3, 4), Double(3, 4, 2)) end, 'do not broadcast')
      assert.error_matches(function() tensor.matmul(Double(2, 3, 4), Double(5)) end, 'no product')
      assert.error_matches(function() tensor.matmul(Double(2, 2), 3) end, 'accepted forms')
   end)
end)

describe('products over dimensions', function()
   it('are tensordot', function()
      local a, b = whole(1, 2, 3, 4), whole(2, 3, 4, 2)
      assert.same(tensor.einsum('ijk,jkl->il', a, b):totable(), tensor.tensordot(a, b):totable())
      assert.same(tensor.einsum('ijk,lki->jl', a, whole(3, 5, 4, 2)):totable(),
                  tensor.tensordot(a, whole(3, 5, 4, 2), { 1, -1 }, { 3, 2 }):totable())
      assert.same({ 2, 3, 4, 3, 4, 2 }, tensor.tensordot(a, b, 0):size():totable())
      assert.equal(0, tensor.tensordot(a, a, 3):dim())
      assert.error_matches(function() tensor.tensordot(a, b, 4) end, 'do not both have 4 dimensions')
      assert.error_matches(function() tensor.tensordot(a, b, 1) end, 'dimension 3 of size 2x3x4')
      assert.error_matches(function() tensor.tensordot(a, b, { 2, 2 }, { 1, 1 }) end, 'named twice')
      assert.error_matches(function() tensor.tensordot(a, b, { 4 }, { 1 }) end, 'no dimension 4')
   end)

   it('are inner, vecdot and kron', function()
      local a, b = whole(1, 2, 3), whole(2, 4, 3)
      assert.same(tensor.mm(a, b:t()):totable(), tensor.inner(a, b):totable())
      assert.equal(a[1]:dot(b[1]), tensor.inner(a[1], b[1]))
      assert.same(tensor.cmul(a, b:narrow(1, 1, 2)):sum(1):totable(), tensor.vecdot(a, b:narrow(1, 1, 2), 1):totable())
      assert.same({ 2, 1 }, tensor.vecdot(a, b[1]):size():totable())
      local z = tensor.complex(Double { 1, 2 }, Double { 3, -1 })
      assert.same({ { 15, 0 } }, tensor.viewAsReal(tensor.vecdot(z, z)):totable())
      assert.same({ { 1, 10, 2, 20 }, { 0, 1, 0, 2 } }, -- NumPy's kron
                  tensor.kron(Long { 1, 2 }, Long { { 1, 10 }, { 0, 1 } }):totable())
      assert.error_matches(function() tensor.inner(a, whole(1, 2)) end, 'against')
   end)

   it('are multiDot in the cheapest order', function()
      local a, b, c, v = whole(1, 2, 5), whole(2, 5, 3), whole(3, 3, 4), whole(4, 4)
      local expected = a:mm(b):mm(c)
      assert.same(expected:totable(), tensor.multiDot({ a, b, c }):totable())
      assert.same(expected:mv(v):totable(), tensor.multiDot({ a, b, c, v }):totable())
      assert.equal(a[1]:dot(b:mm(c):mv(v)), tensor.multiDot { a[1], b, c, v })
      assert.same(a:totable(), tensor.multiDot({ a }):totable())
      local z = tensor.ComplexFloatTensor { { 1, 2 }, { 0, 1 } }
      assert.same({ -4, 4 }, { tensor.multiDot({ z, z }):item() })
      assert.error_matches(function() tensor.multiDot { a, v, b } end, 'factor 2')
      assert.error_matches(function() tensor.multiDot {} end, '0 factors')
   end)

   it('are kron, inner, outer and multiDot of every type, with a result in front', function()
      local n = whole(1, 2, 2)
      local expected = { [tensor.kron] = tensor.einsum('ij,kl->ikjl', n, n):view(4, 4):totable(),
         [tensor.inner] = n:mm(n:t()):totable(), [tensor.vecdot] = tensor.cmul(n, n):sum(2):totable() }
      for f, values in pairs(expected) do
         for _, dtype in ipairs { 'float', 'double', 'half', 'int' } do
            local a = n[dtype](n)
            local r = f(a, a)
            assert.equal(a:type(), r:type())
            assert.same(values, r:double():totable())
            local given = a:clone():resize(0)
            if f ~= tensor.inner then assert.equal(given, f(given, a, a)) end
         end
         local z = tensor.complex(n:double(), n:double() * 0)
         assert.same(values, tensor.real(f(z, z)):totable())
      end
      assert.same(n:mm(n):totable(), tensor.multiDot({ n:float(), n:float() }):totable())
      local z = tensor.complex(n:double(), n:double() * 0)
      assert.same(n:mm(n):totable(), tensor.real(tensor.multiDot { z, z }):totable())
      for _, v in ipairs { Long { 1, 2 }, Double { 1, 2 }, tensor.complex(Double { 1, 2 }, Double { 0, 0 }) } do
         local r = v:clone()
         assert.equal(r, tensor.outer(r, v, v))
         assert.truthy(tensor.equal(r, tensor.ger(v, v)))
         assert.truthy(tensor.equal(r, tensor.outer(v, v)))
      end
   end)

   it('are cross, with the other dimensions broadcast', function()
      local a, b = whole(1, 2, 3), whole(2, 4, 1, 3)
      local c = tensor.cross(a, b, 3)
      assert.same({ 4, 2, 3 }, c:size():totable())
      assert.same(tensor.cross(a[2], b[3][1]):totable(), c[3][2]:totable())
   end)
end)

describe('distances', function()
   local a, b = Double { { 0, 1, 2 }, { 3, -1, 4 } }, Double { { 1, 1, 1 }, { 0, 2, -5 } }

   it('are those of SciPy', function()
      for p, expected in pairs {
         [1] = { { 2, 8 }, { 7, 15 } }, [0] = { { 2, 2 }, { 3, 3 } }, [math.huge] = { { 1, 7 }, { 3, 9 } },
         [2] = { { 1.4142135623730951, 7.0710678118654755 }, { 4.123105625617661, 9.9498743710662 } },
         [3] = { { 1.2599210498948732, 7.006796120773448 }, { 3.503398060386724, 9.21695047705754 } },
      } do
         assert(tensor.abs(tensor.cdist(a, b, p) - Double(expected)):max() < 1e-14)
         local pairs_of = tensor.pdist(tensor.cat({ a, b }, 1), p)
         assert.near(expected[1][2], pairs_of[3], 1e-14)
         assert.near(expected[2][1], pairs_of[4], 1e-14)
         assert.equal(6, pairs_of:size(1))
      end
   end)

   it('are exact where rows are near, also where products are used, and of any scale', function()
      for dtype, scale in pairs { float = { 1, 1e18, 1e-18 }, double = { 1, 1e130, 1e-130 } } do
         for _, factor in ipairs(scale) do
            local x = tensor.randn(9, 32):add(5)[dtype](tensor.randn(9, 32):add(5)) * factor
            local y = x:narrow(1, 1, 7):clone()
            y[2]:mul(1 + 2 ^ -18)
            local d, bound = tensor.cdist(x, y), dtype == 'float' and 1e-5 or 1e-13
            assert.equal(0, d[1][1])
            for i = 1, 9 do
               for j = 1, 7 do
                  local expected = ((x[i] - y[j]) / factor):norm()
                  assert.near(expected, d[i][j] / factor, bound * expected)
               end
            end
         end
      end
   end)

   it('of small rows are exact beside large ones', function()
      for dtype, small in pairs { float = 1e-30, double = 1e-200 } do
         for _, n in ipairs { 3, 20 } do
            local x = tensor.randn(5, n)[dtype](tensor.randn(5, n))
            x[2]:mul(small)
            x[4]:mul(small)
            local expected = ((x[2] - x[4]) / small):norm()
            for _, pair in ipairs { { 2, 4 }, { 4, 2 } } do
               assert.near(expected, tensor.cdist(x, x)[pair[1]][pair[2]] / small, 1e-6 * expected)
            end
         end
      end
   end)

   it('of a stack are those of its matrices, for rows of any length', function()
      for _, k in ipairs { 1, 3, 15, 16, 33 } do
         local x, y = tensor.randn(5, 4, k):double(), tensor.randn(5, 70, k):double()
         for _, p in ipairs { 1, 2, math.huge } do
            local d = tensor.cdist(x, y, p)
            for s = 1, 5 do
               for i = 1, 4 do
                  local expected = (y[s] - x[s]:narrow(1, i, 1):expand(70, k)):norm(p, 2):view(70)
                  assert(tensor.abs(expected - d[s][i]):max() < 1e-13)
               end
            end
         end
      end
   end)

   it('broadcast stacks, and are 0 of no elements', function()
      local x, y = tensor.randn(2, 1, 4, 20), tensor.randn(3, 5, 20)
      local d = tensor.cdist(x, y)
      assert.same({ 2, 3, 4, 5 }, d:size():totable())
      assert.near((x[2][1][3] - y[3][4]):norm(), d[2][3][3][4], 1e-5)
      assert.same({ { 0, 0 } }, tensor.cdist(Double(1, 0), Double(2, 0)):totable())
      assert.same({ 0, 2 }, tensor.cdist(Double(0, 3), Double(2, 3)):size():totable())
      assert.equal(0, tensor.pdist(Double(1, 3)):nElement())
      local r = Double(3)
      assert.equal(r, tensor.cdist(r, a, b))
      assert.same(tensor.cdist(a, b):totable(), r:totable())
      assert.equal('torch.HalfTensor', tensor.cdist(a:half(), b:half()):type())
      assert.error_matches(function() tensor.cdist(a:long(), b:long()) end, 'not defined')
      assert.error_matches(function() tensor.cdist(a, b, 0 / 0) end, 'p is')
      assert.error_matches(function() tensor.cdist(a, b:float()) end, 'operands are')
   end)
end)
