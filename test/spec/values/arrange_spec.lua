-- Elements in other places, against values of NumPy 2.4 (np), PyTorch 2.15 (torch) and plain Lua.
local tensor = require 'tensor'

local function range(...)
   local count = 1
   for _, n in ipairs { ... } do count = count * n end
   return tensor.range(1, count):view(...)
end
local function table_of(x) return x:totable() end
local function sizes(x) return x:size():totable() end
local function longs(list) return tensor.LongTensor(list) end
local function fails(text, f, ...)
   local arguments, n = { ... }, select('#', ...)
   assert.error_matches(function() f((table.unpack or unpack)(arguments, 1, n)) end, text)
end

local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bfloat16', 'uint16' }

describe('joined', function()
   local x, y = range(2, 3), range(2, 3):mul(10)

   it('stack along each new dimension', function()
      assert.same({ { { 1, 2, 3 }, { 4, 5, 6 } }, { { 10, 20, 30 }, { 40, 50, 60 } } }, table_of(tensor.stack { x, y }))
      assert.same({ { { 1, 10 }, { 2, 20 }, { 3, 30 } }, { { 4, 40 }, { 5, 50 }, { 6, 60 } } },
         table_of(tensor.stack({ x, y }, 3)))
      assert.same(table_of(tensor.stack({ x, y }, 3)), table_of(tensor.stack({ x, y }, -1)))
      assert.same(table_of(tensor.stack({ x, y }, 1)), table_of(tensor.stack({ x, y }, -3)))
      assert.same({ 2, 0 }, sizes(tensor.stack { tensor.zeros(0), tensor.zeros(0) }))
   end)

   it('stack copies, converts to the type where all meet, and takes a result', function()
      local made = tensor.stack { x, x }
      made:zero()
      assert.equal(1, x[1][1])
      assert.equal('torch.DoubleTensor', tensor.stack({ x, y:double() }):type())
      local r = tensor.FloatTensor()
      assert.equal(r, tensor.stack(r, { x:t(), y:t() }, 2))
      assert.same({ 3, 2, 2 }, sizes(r))
      for _, dtype in ipairs(dtypes) do
         local z = x:type('torch.' .. tensor.empty(0, { dtype = dtype }):type():match '%.(%w+)')
         assert.same({ { { 1, 2, 3 }, { 4, 5, 6 } } }, table_of(tensor.stack({ z })))
      end
   end)

   it('stack refuses', function()
      fails('no tensors', tensor.stack, {})
      fails('expected equal sizes', tensor.stack, { x, tensor.zeros(3, 2) })
      fails('no dimension 4 in a result of 3', tensor.stack, { x, y }, 4)
      fails('no dimension 0', tensor.stack, { x, y }, 0)
      fails('element 2 of the list is a number', tensor.stack, { x, 1 })
      fails('no elements', tensor.stack, { tensor.FloatTensor() })
      fails('stack', tensor.stack, { x, a = 1 })
   end)

   it('hstack, vstack, dstack and columnStack are those of NumPy', function()
      local v, w = tensor.range(1, 3), tensor.range(4, 6)
      assert.same({ 1, 2, 3, 4, 5, 6 }, table_of(tensor.hstack { v, w }))
      assert.same({ { 1, 2, 3, 10, 20, 30 }, { 4, 5, 6, 40, 50, 60 } }, table_of(tensor.hstack { x, y }))
      assert.same({ { 1, 2, 3 }, { 1, 2, 3 }, { 4, 5, 6 } }, table_of(tensor.vstack { v, x }))
      assert.same({ { { 1, 4 }, { 2, 5 }, { 3, 6 } } }, table_of(tensor.dstack { v, w }))
      assert.same({ 2, 3, 2 }, sizes(tensor.dstack { x, y }))
      assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } }, table_of(tensor.columnStack { v, w }))
      assert.same({ { 1, 1, 2, 3 }, { 2, 4, 5, 6 } }, table_of(tensor.columnStack { tensor.range(1, 2), x }))
      local scalar = tensor.FloatTensor { 7 }:view(tensor.LongStorage())
      assert.same({ 7, 7 }, table_of(tensor.hstack { scalar, scalar }))
      fails('differ in dimension 2', tensor.vstack, { v, tensor.zeros(2) })
      fails('no tensors', tensor.hstack, {})
   end)

   it('concat joins along dimension 1 unless told', function()
      assert.same({ 4, 3 }, sizes(tensor.concat { x, y }))
      assert.same({ 2, 6 }, sizes(tensor.concat({ x, y }, -1)))
      local r = tensor.LongTensor()
      assert.equal(r, tensor.concat(r, { x:long(), y:long() }, 2))
      assert.same({ 1, 2, 3, 10, 20, 30 }, table_of(r[1]))
      fails('no dimension 0', tensor.concat, { x }, 0)
      fails('differ in dimension 2', tensor.concat, { x, tensor.zeros(1, 2) })
   end)

   it('blockDiag', function()
      assert.same({ { 1, 2, 3, 0, 0 }, { 4, 5, 6, 0, 0 }, { 0, 0, 0, 1, 2 } },
         table_of(tensor.blockDiag { x, tensor.range(1, 2) }))
      assert.same({ 2, 3 }, sizes(tensor.blockDiag { tensor.zeros(0, 3), tensor.zeros(2, 0) }))
      assert.same({ { 2, 0, 0 }, { 0, 1, 0 }, { 0, 0, 3 } },
         table_of(tensor.blockDiag { 2, tensor.ones(1, 1):long(), 3 }))
      fails('at most a matrix', tensor.blockDiag, { x, tensor.zeros(1, 1, 1) })
      fails('element 1 of the list is a number', tensor.blockDiag, { 2, 3 })
      fails('element 2 of the list is a table', tensor.blockDiag, { x, { 1, 2 } })
   end)

   it('cartesianProd and combinations are those of itertools', function()
      assert.same({ { 1, 7 }, { 1, 8 }, { 2, 7 }, { 2, 8 } },
         table_of(tensor.cartesianProd { tensor.range(1, 2), tensor.range(7, 8) }))
      assert.same({ 1, 2 }, table_of(tensor.cartesianProd { tensor.range(1, 2) }))
      assert.same({ 0, 2 }, sizes(tensor.cartesianProd { tensor.range(1, 2), tensor.zeros(0) }))
      local pairs_of = {}
      for k = 1, 10 do pairs_of[k] = tensor.LongTensor { 0, 1 } end
      local bits = tensor.cartesianProd(pairs_of)
      assert.same({ 1024, 10 }, sizes(bits))
      assert.same({ 1, 0, 1, 0, 0, 1, 1, 0, 0, 1 }, table_of(bits[tonumber('1010011001', 2) + 1]))
      local v = tensor.range(1, 4)
      assert.same({ { 1, 2, 3 }, { 1, 2, 4 }, { 1, 3, 4 }, { 2, 3, 4 } }, table_of(v:combinations(3)))
      assert.same({ { 1, 1 }, { 1, 2 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 3 } },
         table_of(tensor.range(1, 3):combinations(2, true)))
      assert.same({ 0, 5 }, sizes(v:combinations(5)))
      assert.same({ 15504, 5 }, sizes(tensor.range(1, 20):combinations(5)))
      fails('exceed all memory', v.combinations, tensor.zeros(200), 100)
      fails('expected a vector', v.combinations, x, 2)
   end)
end)

describe('in another order', function()
   local x = range(2, 3)

   it('flip', function()
      assert.same({ { 3, 2, 1 }, { 6, 5, 4 } }, table_of(x:flip(2)))
      assert.same({ { 6, 5, 4 }, { 3, 2, 1 } }, table_of(tensor.flip(x, { 1, 2 })))
      assert.same({ { 4, 5, 6 }, { 1, 2, 3 } }, table_of(x:flip(-2)))
      assert.same(table_of(x:flip(2)), table_of(x:fliplr()))
      assert.same(table_of(x:flip(1)), table_of(x:flipud()))
      local y = tensor.ones(1):flip(1)
      assert.equal(1, y[1])
      local z = tensor.ones(1, 2)
      z:flip(1):zero()
      assert.equal(1, z[1][1])
      assert.same({ 0 }, sizes(tensor.zeros(0):flip(1)))
      for n = 1, 70 do
         local v = tensor.range(1, n):flip(1)
         for i = 1, n do assert(v[i] == n + 1 - i) end
      end
      for bytes = 1, 34 do
         for _, n in ipairs { 1, 2, 3, 5, 6, 300 } do
            local image = (tensor.range(1, 2 * n * bytes) % 251):byte():view(2, n, bytes)
            local mirrored = image:flip(2)
            for i = 1, n do assert(mirrored:select(2, i):eq(image:select(2, n + 1 - i)):all()) end
            local last = image:select(2, n) -- elements that overlap, at the end of the memory
            assert(tensor.equal(last, tensor.pad(image, { 0, 0, 0, 4 }, 'replicate'):select(2, n + 4)))
            local flat = image:view(-1)
            assert(tensor.equal(flat:narrow(1, flat:size(1) - bytes + 1, bytes), flat:unfold(1, bytes, 1):flip(1)[1]))
         end
      end
      fails('no dimension 3', x.flip, x, 3)
      fails('no dimension', x.flip, x, 0)
      fails('named twice', x.flip, x, 1, -2)
      fails('got', x.flip, x)
   end)

   it('flip of every type, strided and complex, and into what it reads', function()
      for _, dtype in ipairs(dtypes) do
         local z = tensor.arange(1, 7, { dtype = dtype }):view(3, 2):t()
         assert.same({ { 5, 3, 1 }, { 6, 4, 2 } }, table_of(z:flip(2)))
      end
      local c = tensor.ComplexDoubleTensor { { 1, 2 }, { 3, 4 } }
      assert.same({ { 3, -4 }, { 1, -2 } }, table_of(c:conj():flip(1)))
      local y = x:clone()
      tensor.flip(y, y, 2)
      assert.same({ { 3, 2, 1 }, { 6, 5, 4 } }, table_of(y))
      assert.same({ 1, 0 }, table_of(tensor.BoolTensor({ 0, 1 }):flip(1)))
   end)

   -- Results that are written past the caches, in parts that do not begin with a line of a cache.
   it('flip of large rows', function()
      local threads = tensor.getnumthreads()
      for _, case in ipairs { { 1, 50 }, { 1031, 1 }, { 2047, 0 }, { 4073, 3 }, { 5003, 2 } } do
         local n, offset = case[1], case[2]
         local rows = math.floor(4200000 / n)
         local many = tensor.range(1, rows * n):float():view(rows, n)
         local out = tensor.zeros(rows * n + offset):narrow(1, offset + 1, rows * n):view(rows, n)
         local back = tensor.range(n, 1, -1):long()
         for count = 1, 2 do
            tensor.setnumthreads(count)
            tensor.flip(out, many, 2)
            assert.is_true(tensor.equal(out, many:index(2, back)), n .. ' elements, threads: ' .. count)
         end
      end
      tensor.setnumthreads(threads)
   end)

   it('roll', function()
      assert.same({ { 6, 1, 2 }, { 3, 4, 5 } }, table_of(x:roll(1)))
      assert.same({ { 2, 3, 1 }, { 5, 6, 4 } }, table_of(x:roll(-1, 2)))
      assert.same({ { 6, 4, 5 }, { 3, 1, 2 } }, table_of(x:roll({ 1, 1 }, { 1, 2 })))
      assert.same({ { 5, 6, 4 }, { 2, 3, 1 } }, table_of(x:roll({ 2 ^ 53 - 1, 2 }, { 1, 2 })))
      assert.same(table_of(x:roll(2, 2)), table_of(x:roll({ 1, 1 }, { 2, 2 })))
      assert.same(table_of(x), table_of(x:roll(-6)))
      assert.same({ 0, 3 }, sizes(tensor.zeros(0, 3):roll(5)))
      assert.same({ 0, 3 }, sizes(tensor.zeros(0, 3):roll(5, 1)))
      assert.same({ { 4, 1 }, { 5, 2 }, { 6, 3 } }, table_of(x:t():roll(1, 2)))
      fails('2 shifts for 1', x.roll, x, { 1, 2 }, 1)
      fails('no dimension 3', x.roll, x, 1, 3)
      fails('whole number', x.roll, x, 0.5)
      fails('roll', x.roll, x)
   end)

   it('rot90, where k times k turns are those of NumPy', function()
      assert.same({ { 3, 6 }, { 2, 5 }, { 1, 4 } }, table_of(x:rot90()))
      assert.same({ { 4, 1 }, { 5, 2 }, { 6, 3 } }, table_of(x:rot90(-1)))
      assert.same({ { 6, 5, 4 }, { 3, 2, 1 } }, table_of(x:rot90(2)))
      assert.same(table_of(x), table_of(x:rot90(-8)))
      assert.same(table_of(x:rot90(-1)), table_of(x:rot90(1, { 2, 1 })))
      fails('named twice', x.rot90, x, 1, { 1, 1 })
      fails('expected two', x.rot90, x, 1, { 1 })
      fails('no dimension 2', x.rot90, tensor.zeros(3))
   end)

   it('tile and repeatInterleave', function()
      assert.same({ 1, 2, 1, 2 }, table_of(tensor.range(1, 2):tile(2)))
      assert.same({ { 1, 2, 3, 1, 2, 3 }, { 4, 5, 6, 4, 5, 6 } }, table_of(x:tile(2)))
      assert.same({ 2, 2, 6 }, sizes(x:tile(2, 1, 2)))
      assert.same({ 0, 3 }, sizes(x:tile(0, 1)))
      assert.same({ 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6 }, table_of(x:repeatInterleave(2)))
      assert.same({ { 2, 3, 3 }, { 5, 6, 6 } }, table_of(tensor.repeatInterleave(x, longs { 0, 1, 2 }, 2)))
      assert.same({ { 1, 2, 3 }, { 1, 2, 3 }, { 4, 5, 6 }, { 4, 5, 6 } }, table_of(x:repeatInterleave(2, 1)))
      assert.same({ 0 }, sizes(x:repeatInterleave(0)))
      fails('count %-1 of position 2', x.repeatInterleave, x, { 1, -1 }, 1)
      fails('negative', x.repeatInterleave, x, -1)
      fails('3 counts for dimension 1', x.repeatInterleave, x, { 1, 1, 1 }, 1)
      fails('memory', x.repeatInterleave, x, 2 ^ 53)
   end)

   it('pad with a constant, and cut', function()
      assert.same({ { 0, 1, 2, 3 }, { 0, 4, 5, 6 } }, table_of(x:pad { 1, 0 }))
      assert.same({ { 9, 9 }, { 2, 3 }, { 5, 6 } }, table_of(tensor.pad(x, { -1, 0, 1, 0 }, 'constant', 9)))
      assert.same({ { 3, 7 }, { 6, 7 } }, table_of(x:pad({ -2, 1, 0, 0 }, 7)))
      assert.same({ 2, 0 }, sizes(x:pad { -1, -2 }))
      assert.same({ { 0 }, { 0 } }, table_of(x:pad { -3, 1 }))
      assert.same({ 3 }, sizes(tensor.zeros(0):pad { 1, 2 }))
      local c = tensor.ComplexDoubleTensor { { 1, 2 } }
      assert.same({ { 3, 4 }, { 1, 2 } }, table_of(c:pad({ 1, 0 }, 'constant', { 3, 4 })))
      fails('cuts more', x.pad, x, { -2, -2 })
      fails('3 pairs for', x.pad, x, { 1, 1, 1, 1, 1, 1 })
      fails('a number before', x.pad, x, { 1 })
      fails('memory', x.pad, x, { 2 ^ 52, 0 })
      fails('got', x.pad, x, { 1, 1 }, 'edge')
   end)

   it('pad as torch.nn.functional.pad does', function()
      local v = tensor.range(1, 4)
      assert.same({ 3, 2, 1, 2, 3, 4, 3 }, table_of(v:pad({ 2, 1 }, 'reflect')))
      assert.same({ 4, 3, 2, 1, 2, 3, 4, 3, 2, 1 }, table_of(v:pad({ 3, 3 }, 'reflect')))
      assert.same({ 1, 1, 1, 2, 3, 4, 4 }, table_of(v:pad({ 2, 1 }, 'replicate')))
      assert.same({ 1, 2, 3, 4, 1, 2, 3, 4, 1 }, table_of(v:pad({ 4, 1 }, 'circular')))
      assert.same({ { 5, 4, 5, 6, 5 }, { 2, 1, 2, 3, 2 }, { 5, 4, 5, 6, 5 }, { 2, 1, 2, 3, 2 } },
         table_of(x:pad({ 1, 1, 1, 1 }, 'reflect')))
      local same = v:pad({ 0, 0 }, 'circular')
      same:zero()
      assert.equal(1, v[1])
      fails('more than this mode', v.pad, v, { 4, 0 }, 'reflect')
      fails('more than this mode', v.pad, v, { 5, 0 }, 'circular')
      fails('more than this mode', v.pad, tensor.zeros(0), { 1, 0 }, 'replicate')
      fails('does not cut', v.pad, v, { -1, 0 }, 'replicate')
      fails('1 to 3 dimensions', v.pad, tensor.zeros(1, 1, 1, 1), { 0, 0, 0, 0, 0, 0, 0, 0 }, 'circular')
   end)
end)

describe('diagonals', function()
   it('diagEmbed and diagflat', function()
      local x = range(2, 2)
      assert.same({ { { 1, 0 }, { 0, 2 } }, { { 3, 0 }, { 0, 4 } } }, table_of(x:diagEmbed()))
      assert.same({ { { 0, 1, 0 }, { 0, 0, 2 }, { 0, 0, 0 } }, { { 0, 3, 0 }, { 0, 0, 4 }, { 0, 0, 0 } } },
         table_of(x:diagEmbed(1)))
      assert.same({ { { 1, 3 }, { 0, 0 } }, { { 0, 0 }, { 2, 4 } } }, table_of(x:diagEmbed(0, 1, 2)))
      assert.same({ { 0, 0 }, { 5, 0 } }, table_of(tensor.FloatTensor({ 5 }):diagEmbed(-1)))
      assert.same({ { 1, 0, 0, 0 }, { 0, 2, 0, 0 }, { 0, 0, 3, 0 }, { 0, 0, 0, 4 } }, table_of(x:diagflat()))
      assert.same(table_of(x:diagEmbed(0, 2, 3)), table_of(x:diagEmbed()))
      assert.same({ 2, 2, 2 }, sizes(x:diagEmbed(0, 1, 3)))
      assert.equal(3, x:diagEmbed(0, 1, 2)[1][1][2])
      fails('expected two of them', x.diagEmbed, x, 0, 1, 1)
      fails('expected two of them', x.diagEmbed, x, 0, 1, 4)
      fails('memory', x.diagEmbed, x, 2 ^ 52)
   end)

   it('tril and triu of stacks', function()
      local x = range(2, 3, 3)
      assert.same({ { { 1, 0, 0 }, { 4, 5, 0 }, { 7, 8, 9 } }, { { 10, 0, 0 }, { 13, 14, 0 }, { 16, 17, 18 } } },
         table_of(x:tril()))
      assert.same({ { { 0, 2, 3 }, { 0, 0, 6 }, { 0, 0, 0 } }, { { 0, 11, 12 }, { 0, 0, 15 }, { 0, 0, 0 } } },
         table_of(x:triu(1)))
      for n = 1, 9 do for m = 1, 9 do for k = -10, 10 do
         local stack = tensor.ones(2, n, m)
         local low, high = stack:tril(k), stack:transpose(1, 3):triu(k)
         local count, turned = 0, 0
         for i = 1, n do for j = 1, m do count = count + (j - i <= k and 1 or 0) end end
         for i = 1, n do for j = 1, 2 do turned = turned + (j - i >= k and 1 or 0) end end
         assert(low:sum() == 2 * count and high:sum() == m * turned)
      end end end
      assert.same({ 0, 2, 2 }, sizes(tensor.zeros(0, 2, 2):tril()))
      fails('2 to 7', x.tril, tensor.zeros(1, 1, 1, 1, 1, 1, 1, 1))
   end)

   it('trilIndices and triuIndices', function()
      assert.same({ { 1, 2, 2, 3, 3, 3 }, { 1, 1, 2, 1, 2, 3 } }, table_of(tensor.trilIndices(3, 3)))
      assert.same({ { 1, 1, 2 }, { 2, 3, 3 } }, table_of(tensor.triuIndices(2, 3, 1)))
      for rows = 0, 5 do for columns = 0, 5 do for k = -7, 7 do
         local low, high = { {}, {} }, { {}, {} }
         for i = 1, rows do for j = 1, columns do
            local list = j - i <= k and low or high
            table.insert(list[1], i)
            table.insert(list[2], j)
         end end
         local function listed(x) return x:size(2) > 0 and x:totable() or { {}, {} } end
         assert.same(low, listed(tensor.trilIndices(rows, columns, k)))
         assert.same(high, listed(tensor.triuIndices(rows, columns, k + 1)))
      end end end
      assert.same({ { 1 }, { 1 } }, table_of(tensor.triuIndices(2 ^ 50, 1)))
      fails('memory', tensor.trilIndices, 2 ^ 50, 1)
      fails('negative', tensor.trilIndices, -1, 1)
   end)

   it('fillDiagonal', function()
      local x = tensor.zeros(5, 2)
      assert.equal(x, x:fillDiagonal(1))
      assert.same({ { 1, 0 }, { 0, 1 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }, table_of(x))
      assert.same({ { 2, 0 }, { 0, 2 }, { 0, 0 }, { 2, 0 }, { 0, 2 } }, table_of(x:zero():fillDiagonal(2, true)))
      assert.same({ { 3 }, { 0 }, { 3 } }, table_of(tensor.zeros(3, 1):fillDiagonal(3, true)))
      assert.same({ { 4, 0, 0 }, { 0, 4, 0 } }, table_of(tensor.zeros(2, 3):fillDiagonal(4, true)))
      assert.equal(2, tensor.zeros(2, 2, 2):fillDiagonal(1):sum())
      fails('equal sizes', x.fillDiagonal, tensor.zeros(2, 2, 3), 1)
      fails('a matrix', x.fillDiagonal, tensor.zeros(2), 1)
   end)

   it('vander', function()
      assert.same({ { 1, 1, 1 }, { 4, 2, 1 }, { 9, 3, 1 } }, table_of(tensor.vander(tensor.range(1, 3))))
      assert.same({ { 1, 1 }, { 1, 2 } }, table_of(tensor.vander(tensor.range(1, 2):long(), 2, true)))
      assert.same({ 2, 0 }, sizes(tensor.vander(tensor.range(1, 2), 0)))
      local c = tensor.ComplexDoubleTensor { { 0, 1 } }
      assert.same({ { { -1, 0 }, { 0, 1 }, { 1, 0 } } }, table_of(tensor.vander(c, 3)))
      fails('BoolTensor', tensor.vander, tensor.BoolTensor { true })
   end)

   it('flip of no dims is a copy', function()
      local x = range(2, 2)
      assert.same({ { 1, 2 }, { 3, 4 } }, table_of(tensor.flip(x, {}):add(0)))
      assert.not_equal(x, tensor.flip(x, {}))
   end)

   it('errors of parts name the function', function()
      fails('^tensorSplit: a position', tensor.tensorSplit, range(4), { 1.5 })
      fails('^hsplit: a position', tensor.hsplit, range(4), { 1.5 })
   end)
end)
