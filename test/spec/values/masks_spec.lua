-- Elements by mask and by position, joined tensors, triangles and diagonals, compared with models on nested
-- tables.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local flat, whole, each, get = random.flat, random.whole, random.each, random.get
local unpack = table.unpack or unpack
local longs, bytes = tensor.LongTensor, tensor.ByteTensor

local function range(n, ...) return tensor.range(1, n):view(...) end

local function copy_of(position)
   local copy = {}
   for d = 1, #position do copy[d] = position[d] end
   return copy
end

-- Returns random sizes, a tensor of random dtype and layout, and a mask of the same sizes with its model.
local function random_case()
   local dtype = random.dtypes[whole(1, #random.dtypes)]
   local sizes = random.sizes(whole(1, 4), 1, 6)
   local x = random.tensor(sizes, dtype)
   local mask = random.tensor(sizes, whole(0, 1) == 1 and 'byte' or 'bool')
   mask:apply(function() return whole(0, 1) end)
   return x, mask, sizes, dtype
end

describe('masks', function()
   it('select, fill and copy as a loop over the elements does', function()
      random.seed(3)
      for _ = 1, 200 do
         local x, mask, _, dtype = random_case()
         local before, at = flat(x), flat(mask)
         local selected, filled, copied, source = {}, {}, {}, {}
         for i = 1, #before do source[i] = dtype == 'bool' and i % 2 or i % 100 end
         for i = 1, #before do
            local taken = at[i] ~= 0
            if taken then selected[#selected + 1] = before[i] end
            filled[i] = taken and 1 or before[i]
            copied[i] = taken and source[#selected] or before[i]
         end
         assert.same(selected, flat(x:maskedSelect(mask)))
         assert.same(filled, flat(tensor.maskedFill(x, mask, 1)))
         assert.same(before, flat(x))
         local y = x:clone()
         assert.equal(y, y:maskedFill(mask, 1))
         assert.same(filled, flat(y))
         assert.same(copied, flat(tensor.maskedCopy(x, mask, tensor.DoubleTensor(source))))
         assert.equal(x, x:maskedCopy(mask, tensor.IntTensor(source)))
         assert.same(copied, flat(x))
      end
   end)

   -- A mask with any non-zero bytes: few, half or all of them set.
   local function marked(mask)
      local most = whole(0, 3)
      return mask:apply(function() return whole(0, 3) <= most and whole(1, 255) or 0 end)
   end

   it('of any length and of any bytes do so for every type, layout and level', function()
      random.seed(7)
      local best = tensor.getSimd()
      local lengths = { 0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 255, 257, 1000 }
      for _, dtype in ipairs(random.dtypes) do
         for _, n in ipairs(lengths) do
            local x, layout = random.tensor({ n }, dtype)
            local mask = n > 0 and marked(random.tensor({ n }, 'byte')) or bytes(0)
            local room = random.tensor({ n }, dtype)
            local selected, places, filled, copied = {}, {}, flat(x), flat(x)
            for i, taken in ipairs(flat(mask)) do
               if taken ~= 0 then
                  places[#places + 1] = i
                  selected[#selected + 1] = filled[i]
                  filled[i], copied[i] = 1, #places % 2
               end
            end
            local source = tensor.range(1, n + 1):fmod(2)
            for _, level in ipairs(tensor.simdLevels()) do
               tensor.setSimd(level)
               local what = ('%s of %d, %s, on %s'):format(dtype, n, layout, level)
               assert.same(selected, flat(x:maskedSelect(mask)), what)
               local written, wanted = room:clone(), flat(room)
               tensor.maskedSelect(written:narrow(1, 1, #places), x, mask)
               for i = 1, #places do wanted[i] = selected[i] end
               assert.same(wanted, flat(written), what)
               local strided = tensor.zeros(n, 2, { dtype = dtype }):select(2, 2):narrow(1, 1, #places)
               tensor.maskedSelect(strided, x, mask)
               assert.same(selected, flat(strided), what)
               assert.same(filled, flat(tensor.maskedFill(x, mask, 1)), what)
               assert.same(copied, flat(tensor.maskedCopy(x, mask, source)), what)
               assert.same(places, flat(mask:nonzero()), what)
               assert.same(#places, mask:ne(0):sum())
            end
         end
      end
      tensor.setSimd(best)
   end)

   it('of rows, columns and other layouts do so', function()
      random.seed(11)
      local rows, columns = 70, 131
      for _, dtype in ipairs { 'float', 'byte', 'double' } do
         for _, sizes in ipairs { { rows, columns }, { rows, 1 }, { 1, columns }, { columns } } do
            for _, layout in ipairs(random.layout_names) do
               local x, mask = random.layouts[layout]({ rows, columns }, dtype), marked(random.tensor(sizes, 'byte'))
               local at, model = flat(mask:expand(rows, columns)), flat(x)
               local selected, places, filled, copied = {}, {}, {}, {}
               for i, value in ipairs(model) do
                  local taken = at[i] ~= 0
                  if taken then
                     selected[#selected + 1] = value
                     places[#places + 1] = { math.ceil(i / columns), (i - 1) % columns + 1 }
                  end
                  filled[i] = taken and 7 or value
                  copied[i] = taken and #places % 2 or value
               end
               local what = ('%s, %s, mask of %d dimensions, %d'):format(dtype, layout, #sizes, sizes[1])
               assert.same(selected, flat(x:maskedSelect(mask)), what)
               assert.same(filled, flat(tensor.maskedFill(x, mask, 7)), what)
               assert.same(flat(places), flat(mask:expand(rows, columns):nonzero()), what)
               assert.same(filled, flat(x:clone():maskedFill(mask, 7)), what)
               assert.equal(x, x:maskedCopy(mask, tensor.range(1, rows * columns):fmod(2)))
               assert.same(copied, flat(x), what)
               assert.equal(x, x:maskedFill(mask, 7))
               assert.same(filled, flat(x), what)
            end
         end
      end
   end)

   it('broadcast, or are taken in order where they have as many elements', function()
      local m = range(6, 2, 3)
      assert.same({ 2, 5 }, flat(m:maskedSelect(bytes { 0, 1, 0 })))
      assert.same({ 4, 5, 6 }, flat(m:maskedSelect(bytes { { 0 }, { 1 } })))
      assert.same({ 1, 6 }, flat(m:maskedSelect(bytes { 1, 0, 0, 0, 0, 1 })))
      assert.same({ 1, 6 }, flat(m:maskedSelect(bytes { { 1, 0 }, { 0, 0 }, { 0, 1 } })))
      assert.error_matches(function() m:maskedSelect(bytes { 1, 0 }) end, 'size 2 neither broadcasts to size 2x3')
      assert.error_matches(function() m:maskedFill(bytes { 1, 0 }, 1) end, 'size 2 neither broadcasts to size 2x3')
   end)

   it('count anything but 0, and do nothing where all is 0 or empty', function()
      local m = range(3, 3)
      assert.same({ 1, 3 }, flat(m:maskedSelect(bytes { 255, 0, 2 })))
      assert.same({ 0 }, random.sizes_of(m:maskedSelect(bytes { 0, 0, 0 })))
      assert.same({ 1, 2, 3 }, flat(m:maskedCopy(bytes { 0, 0, 0 }, tensor.Tensor())))
      assert.same({ 7, 2, 7 }, flat(m:maskedCopy(bytes { 1, 0, 1 }, tensor.Tensor { 7 }:expand(3))))
      local none = tensor.zeros(0, 3)
      assert.same({ 0 }, random.sizes_of(none:maskedSelect(none:gt(0))))
      assert.equal(none, none:maskedFill(none:gt(0), 1))
      assert.same({ 0 }, random.sizes_of(tensor.Tensor():maskedSelect(bytes())))
   end)

   it('give a result tensor its size, and take one that is an operand', function()
      local r, m = tensor.Tensor(), range(4, 4)
      assert.equal(r, r:maskedSelect(m, m:gt(2)))
      assert.same({ 3, 4 }, flat(r))
      assert.equal(r, tensor.maskedSelect(r, m, m:lt(2)))
      assert.same({ 1 }, flat(r))
      m:maskedSelect(m, m:gt(2))
      assert.same({ 3, 4 }, flat(m))
      local b = bytes { 2, 0, 3 }
      b:maskedFill(b, 9)
      assert.same({ 9, 0, 9 }, flat(b))
      b[b:gt(0)] = b
      assert.same({ 9, 0, 0 }, flat(b))
      local strided = tensor.zeros(3, 2):select(2, 1)
      tensor.maskedSelect(strided, range(4, 4), bytes { 1, 1, 0, 1 })
      assert.same({ 1, 2, 4 }, flat(strided))
   end)

   it('leave a result of another tensor as it was when they fail', function()
      local r, m = tensor.zeros(2), range(4, 4)
      assert.has_error(function() r:maskedCopy(m, m:gt(0), tensor.ones(2)) end)
      assert.has_error(function() tensor.maskedSelect(tensor.IntTensor(2), m, m:gt(0)) end)
      assert.same({ 0, 0 }, flat(r))
   end)

   it('are of type Byte or Bool', function()
      local m = range(3, 3)
      assert.error_matches(function() m:maskedSelect(m) end, 'accepted forms')
      assert.error_matches(function() m:maskedFill(m, 1) end, 'accepted forms')
      assert.error_matches(function() m:maskedFill(m:gt(1), 'a') end, 'accepted forms')
   end)

   it('do not write to expanded tensors', function()
      local e = tensor.zeros(1):expand(3)
      assert.error_matches(function() e:maskedFill(bytes { 1, 0, 0 }, 1) end, 'share memory')
      assert.error_matches(function() e:maskedCopy(bytes { 1, 0, 0 }, tensor.ones(1)) end, 'share memory')
      assert.equal(0, e[1])
   end)
end)

describe('nonzero', function()
   it('lists the positions of all elements that are not 0, in order', function()
      random.seed(5)
      for _ = 1, 100 do
         local x, mask, sizes = random_case()
         x:maskedFill(mask, 0)
         local expected, model = {}, x:totable()
         each(sizes, function(position)
            local value = get(model, position)
            if value ~= 0 then expected[#expected + 1] = copy_of(position) end
         end)
         local found = x:nonzero()
         assert.equal('torch.LongTensor', found:type())
         assert.same({ #expected, #sizes }, random.sizes_of(found))
         assert.same(flat(expected), flat(found))
      end
   end)

   it('counts NaN, and takes a result', function()
      local r = longs()
      assert.equal(r, tensor.nonzero(r, tensor.FloatTensor { 0 / 0, 0, -0.0, 2 }))
      assert.same({ { 1 }, { 4 } }, r:totable())
      local b = longs { 0, 5, 0, 7 }
      b:nonzero(b)
      assert.same({ { 2 }, { 4 } }, b:totable())
      assert.same({ 0, 2 }, random.sizes_of(tensor.zeros(2, 2):nonzero()))
      assert.same({ 0, 0 }, random.sizes_of(tensor.Tensor():nonzero()))
   end)
end)

-- Calls visit(position, position of the slice) for all positions, where dim takes the values in idx.
local function by_slice(sizes, dim, idx, visit)
   local wanted = copy_of(sizes)
   wanted[dim] = #idx
   each(wanted, function(position)
      local from = copy_of(position)
      from[dim] = idx[position[dim]]
      visit(position, from)
   end)
end

describe('positions of slices', function()
   it('read, write, fill and add as a loop does', function()
      random.seed(9)
      for _ = 1, 200 do
         local x, _, sizes, dtype = random_case()
         local dim = whole(1, #sizes)
         local idx = random.positions({ whole(1, 5) }, sizes[dim])
         local source_sizes = copy_of(sizes)
         source_sizes[dim] = idx:size(1)
         local source = random.tensor(source_sizes, dtype == 'bool' and 'bool' or 'byte')
         local model, list, from = x:totable(), flat(idx), source:totable()
         local copied, filled, added = x:totable(), x:totable(), x:long():totable()
         local read = {}
         by_slice(sizes, dim, list, function(position, place)
            read[#read + 1] = get(model, place)
            random.set(copied, place, get(from, position))
            random.set(filled, place, 1)
            random.set(added, place, get(added, place) + get(from, position))
         end)
         assert.same(read, flat(x:index(dim, idx)))
         assert.same(read, flat(tensor.indexSelect(x, dim - #sizes - 1, idx)))
         assert.same(flat(copied), flat(tensor.indexCopy(x, dim, idx, source)))
         assert.same(flat(filled), flat(tensor.indexFill(x, dim, idx, 1)))
         assert.same(flat(added), flat(x:long():clone():indexAdd(dim, idx, source)))
         if dtype ~= 'bfloat16' then   -- bfloat16 rounds after each addition
            assert.same(flat(longs(added):type(x:type())), flat(tensor.indexAdd(x, dim, idx, source)))
         end
         assert.same(flat(model), flat(x))
         assert.equal(x, x:indexCopy(dim, idx, source))
         assert.same(flat(copied), flat(x))
         assert.equal(x, x:indexFill(dim, idx, 1))
         assert.equal(x, x:indexAdd(dim, idx, source))
      end
   end)

   it('give a result its size, and take one that is an operand', function()
      local r, m = tensor.Tensor(), range(6, 3, 2)
      assert.equal(r, r:index(m, 1, longs { 3, 1 }))
      assert.same({ { 5, 6 }, { 1, 2 } }, r:totable())
      m:index(m, 1, longs { 3, 1, 1 })
      assert.same({ 5, 6, 1, 2, 1, 2 }, flat(m))
      local l = longs { 3, 1, 2 }
      l:index(l, 1, l)
      assert.same({ 2, 3, 1 }, flat(l))
      l:indexCopy(1, l, longs { 7, 8, 9 })
      assert.same({ 9, 7, 8 }, flat(l))
      local v = range(5, 5)
      v:indexCopy(1, longs { 2, 3, 4, 5 }, v:narrow(1, 1, 4))
      assert.same({ 1, 1, 2, 3, 4 }, flat(v))
   end)

   it('name the one that is not there, before anything is changed', function()
      local m = range(6, 2, 3)
      for _, bad in ipairs { 0, 4, -1, 2 ^ 40 } do
         local idx = longs { 1, bad }
         local text = ('no position %.0f in dimension 2 of size 3'):format(bad):gsub('%-', '%%-')
         assert.error_matches(function() m:index(2, idx) end, text)
         assert.error_matches(function() m:indexFill(2, idx, 0) end, text)
         assert.error_matches(function() m:indexCopy(2, idx, tensor.zeros(2, 2)) end, text)
         assert.error_matches(function() m:indexAdd(2, idx, tensor.ones(2, 2)) end, text)
      end
      local r, undefined = range(2, 2), tensor.Tensor()
      for _, at in ipairs { 1, 64, 65, 300 } do
         local idx = tensor.LongTensor(2, 300):fill(1)
         idx[{ 2, at }] = 4
         local function fails(f, ...)
            local ok, text = pcall(f, ...)
            assert.is_false(ok)
            assert.matches('no position 4 in dimension 2 of size 3', text, 1, true)
         end
         for _, laid in ipairs { idx, idx:t():clone():t() } do
            for _, out in ipairs { r, undefined } do fails(tensor.gather, out, m, 2, laid) end
            fails(m.gather, m, 2, laid)
            fails(m.scatter, m, 2, laid, 0)
            fails(m.index, m, 2, laid[2])
         end
      end
      assert.same({ 1, 2 }, flat(r))
      assert.equal(0, undefined:dim())
      local none = tensor.zeros(0)
      assert.error_matches(function() none:index(1, longs { 1 }) end, 'no position 1 in dimension 1 of size 0')
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(m))
   end)

   it('name the first one that is not there, whichever thread finds one', function()
      local threads, v = tensor.getnumthreads(), range(3, 3)
      finally(function() tensor.setnumthreads(threads) end)
      tensor.setnumthreads(4)
      local idx = tensor.ones(200000, { dtype = 'long' })
      idx[140000], idx[190000] = 9, 7
      assert.error_matches(function() v:index(1, idx) end, 'no position 9 in dimension 1 of size 3')
      assert.error_matches(function() v:indexFill(1, idx, 5) end, 'no position 9 in dimension 1 of size 3')
      assert.same({ 1, 2, 3 }, flat(v))
   end)

   it('fit: wrong calls change nothing', function()
      local m = range(6, 2, 3)
      assert.error_matches(function() m:index(3, longs { 1 }) end, 'no dimension 3')
      assert.error_matches(function() m:index(1.5, longs { 1 }) end, 'whole number')
      assert.error_matches(function() m:index(1, longs { { 1 } }) end, 'a vector is needed')
      assert.error_matches(function() m:index(1, tensor.IntTensor { 1 }) end, 'accepted forms')
      assert.error_matches(function() m:indexCopy(1, longs { 1 }, tensor.zeros(2)) end, 'neither broadcasts')
      assert.error_matches(function() m:indexAdd(1, longs { 1 }, tensor.zeros(4)) end, 'neither broadcasts')
      assert.error_matches(function() tensor.Tensor():index(1, longs { 1 }) end, 'no dimension 1')
      assert.error_matches(function() m:expand(2, 2, 3):indexFill(1, longs { 1 }, 0) end, 'share memory')
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(m))
      assert.same({ 2, 0 }, random.sizes_of(m:index(2, longs())))
   end)
end)

describe('tables of positions', function()
   local x, y, two = range(9, 3, 3), range(3, 1, 3), range(6, 2, 3)
   local slices, cells = { 3, 1 }, { { 3, 1, 2 } }
   local calls = {
      index = { 1, slices }, indexSelect = { -1, slices }, gather = { 1, cells }, indexCopy = { 1, slices, two },
      indexFill = { 2, slices, 7 }, indexAdd = { 1, slices, two }, scatter = { 1, cells, y },
      scatterAdd = { 1, cells, y },
   }
   for name, arguments in pairs(calls) do
      it('are read by ' .. name, function()
         local dim, positions, value = arguments[1], arguments[2], { arguments[3] }
         local expected = tensor[name](x:clone(), dim, longs(positions), unpack(value)):totable()
         assert.same(expected, tensor[name](x:clone(), dim, positions, unpack(value)):totable())
         local z = x:clone()
         assert.same(expected, z[name](z, dim, positions, unpack(value)):totable())
      end)
   end

   it('may be empty, or come with a result', function()
      local r = tensor.zeros(1)
      assert.equal(r, tensor.index(r, x, 1, { 2 }))
      assert.same({ { 4, 5, 6 } }, r:totable())
      assert.same({ 0, 3 }, random.sizes_of(x:index(1, {})))
   end)

   it('hold whole numbers from 1 on', function()
      local function fails(positions, text)
         assert.error_matches(function() x:index(1, positions) end, text)
      end
      fails({ 4 }, 'index: no position 4 in dimension 1 of size 3')
      fails({ 1.5 }, 'index: idx must be a whole number within 2^53, not 1.5')
      fails({ 2.7 }, 'index: idx must be a whole number within 2^53, not 2.7')
      fails({ 1 + 2 ^ -52 }, 'index: idx must be a whole number within 2^53, not 1.0000000000000002')
      fails({ true }, 'index: idx: element 1 of a table is a boolean, not a number')
      fails({ 'a' }, 'index: idx: element 1 of a table is a string, not a number')
      fails({ 1, a = 2 }, 'index: idx: a table of 1 elements has more after a hole, or named fields')
      fails({ { 1, 2 }, { 3 } }, 'index: idx: ragged table')
   end)
end)

describe('gather and scatter', function()
   -- Random positions for dimension dim, which gets another size.
   local function random_positions(sizes, dim)
      local wanted = copy_of(sizes)
      wanted[dim] = whole(1, 5)
      return random.positions(wanted, sizes[dim]), wanted
   end

   it('agree with a loop over the positions', function()
      random.seed(13)
      for _ = 1, 200 do
         local x, _, sizes, dtype = random_case()
         local dim = whole(1, #sizes)
         local idx, wanted = random_positions(sizes, dim)
         local source = random.tensor(wanted, dtype == 'bool' and 'bool' or 'byte')
         local model, places, from = x:totable(), idx:totable(), source:totable()
         local scattered, filled, added, gathered = x:totable(), x:totable(), x:long():totable(), {}
         each(wanted, function(position)
            local place = copy_of(position)
            place[dim] = get(places, position)
            gathered[#gathered + 1] = get(model, place)
            random.set(scattered, place, get(from, position))
            random.set(filled, place, 1)
            random.set(added, place, get(added, place) + get(from, position))
         end)
         local got = x:gather(dim, idx)
         assert.same(wanted, random.sizes_of(got))
         assert.same(gathered, flat(got))
         assert.same(flat(added), flat(x:long():clone():scatterAdd(dim, idx, source)))
         local y = x:clone()
         assert.equal(y, tensor.scatter(y, dim, idx, 1))
         assert.same(flat(filled), flat(y))
         assert.equal(x, x:scatter(dim, idx, source))
         assert.same(flat(scattered), flat(x))
      end
   end)

   it('undo each other for a permutation', function()
      local x, idx = range(4, 4), longs { 3, 1, 4, 2 }
      assert.same({ 1, 2, 3, 4 }, flat(tensor.zeros(4):scatter(1, idx, x:gather(1, idx))))
   end)

   it('take results and sources that share memory', function()
      local x, idx = range(4, 4), longs { 3, 1, 4, 2 }
      x:gather(x, 1, idx)
      assert.same({ 3, 1, 4, 2 }, flat(x))
      idx:gather(idx, 1, idx)
      assert.same({ 4, 3, 2, 1 }, flat(idx))
      idx:scatter(1, idx, idx)
      assert.same({ 1, 2, 3, 4 }, flat(idx))
      local v = range(5, 5)
      v:scatter(1, longs { 2, 3, 4, 5, 1 }, v)
      assert.same({ 5, 1, 2, 3, 4 }, flat(v))
   end)

   it('check sizes and positions before anything is changed', function()
      local m = range(6, 2, 3)
      assert.error_matches(function() m:gather(1, longs { 1, 2 }) end, 'differ in dimension 1 only')
      assert.error_matches(function() m:gather(1, longs { { 1, 2 } }) end, 'differ in dimension 1 only')
      assert.error_matches(function() m:gather(1, longs { { 1, 2, 3 } }) end, 'no position 3 in dimension 1 of size 2')
      local zero = longs { { 1 }, { 0 } }
      assert.error_matches(function() m:scatter(2, zero, 0) end, 'no position 0 in dimension 2 of size 3')
      assert.error_matches(function() m:scatter(2, longs { { 1 }, { 2 } }, tensor.zeros(3)) end, 'neither broadcasts')
      assert.error_matches(function() m:scatter(2, longs { { 1 }, { 2 } }, 'a') end, 'accepted forms')
      assert.error_matches(function() m:scatterAdd(3, longs { { 1 }, { 2 } }, m) end, 'no dimension 3')
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(m))
   end)
end)

describe('cat', function()
   it('joins along any dimension', function()
      random.seed(17)
      for _ = 1, 100 do
         local sizes, list, total = random.sizes(whole(1, 4)), {}, 0
         local dim, dtype = whole(1, #sizes), random.dtypes[whole(1, #random.dtypes)]
         for k = 1, whole(1, 4) do
            sizes[dim] = whole(k == 1 and 1 or 0, 3)
            total = total + sizes[dim]
            list[k] = random.tensor(sizes, dtype)
         end
         local joined, at = tensor.cat(list, dim), 1
         assert.equal(total, joined:size(dim))
         for _, part in ipairs(list) do
            local n = part:size(dim)
            if n > 0 then assert.same(flat(part), flat(joined:narrow(dim, at, n))) end
            at = at + n
         end
      end
   end)

   it('joins long runs of many parts, however large the result', function()
      for _, rows in ipairs { 3, 1100 } do
         local a, b = tensor.range(1, rows * 1001):view(rows, 1001), tensor.range(1, rows * 7):view(rows, 7)
         local c = tensor.range(1, rows * 2000):view(rows, 2000):narrow(2, 1, 1000)
         for _, list in ipairs { { a, b, a }, { a, tensor.Tensor(), c, b } } do
            for _, threads in ipairs { 1, 3 } do
               tensor.setnumthreads(threads)
               local joined, at = tensor.cat(list, 2), 1
               tensor.setnumthreads(1)
               for _, part in ipairs(list) do
                  local n = part:dim() > 0 and part:size(2) or 0
                  if n > 0 then assert.is_true(joined:narrow(2, at, n):eq(part):all()) end
                  at = at + n
               end
               assert.equal(at - 1, joined:size(2))
            end
         end
      end
   end)

   it('joins views as it joins their copies', function()
      local x = tensor.range(1, 6 * 8 * 500):view(6, 8, 500)
      local views = {
         x, x:narrow(3, 3, 490), x:narrow(2, 2, 5), x:narrow(1, 2, 3), x[{ {}, { 1 }, {} }]:expand(6, 8, 500),
         x[{ { 2 }, {}, {} }]:expand(6, 8, 500), x[{ { 2 }, { 3 }, {} }]:expand(6, 8, 500), x:transpose(1, 2),
         x:transpose(2, 3):narrow(2, 1, 300), x[{ {}, {}, { 7 } }]:expand(6, 8, 500),
      }
      for _, v in ipairs(views) do
         for dim = 1, 3 do
            local list = { v, v:clone(), v:narrow(dim, 2, 2), v }
            local copies = {}
            for k, part in ipairs(list) do copies[k] = part:clone() end
            assert.is_true(tensor.cat(list, dim):eq(tensor.cat(copies, dim)):all())
            local at = 1
            for _, part in ipairs(copies) do
               assert.is_true(tensor.cat(list, dim):narrow(dim, at, part:size(dim)):eq(part):all())
               at = at + part:size(dim)
            end
         end
      end
   end)

   it('has the forms of Torch7', function()
      local a, b, r = range(2, 2), range(3, 3), tensor.Tensor()
      assert.same({ 1, 2, 1, 2, 3 }, flat(tensor.cat(a, b)))
      assert.same({ 1, 2, 1, 2, 3 }, flat(a:cat(b)))
      assert.same({ 1, 2, 1, 2, 3 }, flat(tensor.cat { a, b }))
      assert.equal(r, tensor.cat(r, a, b, 1))
      assert.equal(r, r:cat({ a, a }, 2))
      assert.same({ { 1, 1 }, { 2, 2 } }, r:totable())
      assert.same({ { 1, 2, 1 }, { 3, 4, 2 } }, tensor.cat(range(4, 2, 2), a):totable())
      assert.same({ 4, 2 }, random.sizes_of(tensor.cat(range(4, 2, 2), range(4, 2, 2), -2)))
   end)

   it('skips empty tensors, and joins with itself', function()
      local a = range(4, 2, 2)
      assert.same({ 1, 2, 3, 4 }, flat(tensor.cat { tensor.Tensor(), a, tensor.zeros(0) }))
      assert.same({ 0 }, random.sizes_of(tensor.cat(tensor.Tensor(), tensor.Tensor())))
      assert.equal(a, a:cat(a, a, 1))
      assert.same({ 1, 2, 3, 4, 1, 2, 3, 4 }, flat(a))
   end)

   it('takes the dimension from its list too', function()
      local a = range(4, 2, 2)
      for dim = 1, 2 do
         assert.same(tensor.cat({ a, a }, dim):totable(), tensor.cat({ a, a, dim = dim }):totable())
         assert.same(tensor.cat({ a, a }, -dim):totable(), tensor.cat({ a, a, dim = -dim }):totable())
      end
      assert.error_matches(function() tensor.cat({ a, a, dim = 1 }, 1) end, 'dim is given in the list and behind it')
      assert.error_matches(function() tensor.cat { a, a, dim = 9 } end, 'no dimension 9;')
      assert.error_matches(function() tensor.cat { a, a, dims = 1 } end, "no field 'dims'; there is dim")
      assert.error_matches(function() tensor.cat { a, [3] = a } end, 'without a hole')
   end)

   it('refuses what does not fit', function()
      local a, r = range(4, 2, 2), range(2, 2)
      assert.error_matches(function() tensor.cat {} end, 'no tensors')
      assert.error_matches(function() tensor.cat { a, 3 } end, 'element 2 of the list is a number')
      assert.error_matches(function() tensor.cat(r, a, range(3, 1, 3), 1) end, 'differ in dimension 2')
      assert.error_matches(function() tensor.cat(a, a, 0) end, 'no dimension 0')
      local long, many = tensor.ones(1):expand(2 ^ 53), {}
      for k = 1, 2048 do many[k] = long end
      assert.error_matches(function() tensor.cat(many) end, 'elements along dimension 1 exceed all memory')
      assert.error_matches(function() tensor.cat(a, a, 9) end, 'no dimension 9;')
      assert.error_matches(function() tensor.cat(a, a, -3) end, 'no dimension %-3')
      assert.error_matches(function() tensor.cat(a, a, 1.5) end, 'whole number')
      assert.error_matches(function() tensor.cat(tensor.IntTensor(), a, a) end, 'IntTensor')
      assert.same({ 1, 2 }, flat(r))
   end)
end)

describe('repeatTensor', function()
   it('puts copies side by side', function()
      local v, m = range(2, 2), range(4, 2, 2)
      assert.same({ 1, 2, 1, 2, 1, 2 }, flat(v:repeatTensor(3)))
      assert.same({ { 1, 2, 1, 2 }, { 1, 2, 1, 2 }, { 1, 2, 1, 2 } }, tensor.repeatTensor(v, 3, 2):totable())
      assert.same({ { 1, 2, 1, 2, 1, 2 }, { 3, 4, 3, 4, 3, 4 } }, m:repeatTensor(1, 3):totable())
      assert.same({ 1, 3, 2, 4, 1, 3, 2, 4 }, flat(m:t():repeatTensor(tensor.LongStorage { 2, 1 })))
      assert.same({ 2, 0 }, random.sizes_of(m:repeatTensor(1, 0)))
      local r = tensor.Tensor()
      assert.equal(r, tensor.repeatTensor(r, v, 2))
      v:repeatTensor(v, 2, 2)
      assert.same({ { 1, 2, 1, 2 }, { 1, 2, 1, 2 } }, v:totable())
   end)

   it('agrees with the position modulo the size', function()
      random.seed(19)
      for _ = 1, 60 do
         local sizes, times, wanted = random.sizes(whole(1, 6), 1, 2), {}, {}
         local x = random.tensor(sizes)
         local added = whole(0, 2)
         for d = 1, #sizes + added do
            times[d] = whole(1, #sizes < 4 and 4 or 2)
            wanted[d] = times[d] * (d > added and sizes[d - added] or 1)
         end
         local model, got = x:totable(), x:repeatTensor(times)
         assert.same(wanted, random.sizes_of(got))
         local copies = got:totable()
         each(wanted, function(position)
            local from = {}
            for d = 1, #sizes do from[d] = (position[d + added] - 1) % sizes[d] + 1 end
            assert.equal(get(model, from), get(copies, position))
         end)
      end
   end)

   it('needs a number for each dimension', function()
      local m = range(4, 2, 2)
      assert.error_matches(function() m:repeatTensor(2) end, '1 numbers for a tensor of 2 dimensions')
      assert.error_matches(function() m:repeatTensor(2, -1) end, '%-1 times along dimension 2')
      assert.error_matches(function() m:repeatTensor(2 ^ 40, 2 ^ 40) end, 'memory')
      assert.error_matches(function() m:repeatTensor(1, 1.5) end, 'whole number')
      assert.error_matches(function() tensor.Tensor():repeatTensor(2) end, '0 dimensions')
   end)
end)

describe('triangles and diagonals', function()
   it('keep one side of a diagonal', function()
      random.seed(23)
      for _ = 1, 60 do
         local rows, columns = whole(1, 5), whole(1, 5)
         local x, k = random.tensor({ rows, columns }), whole(-6, 6)
         local model, low, high = x:totable(), x:tril(k):totable(), tensor.triu(x, k):totable()
         each({ rows, columns }, function(at)
            local i, j = at[1], at[2]
            assert.equal(j - i <= k and model[i][j] or 0, low[i][j])
            assert.equal(j - i >= k and model[i][j] or 0, high[i][j])
         end)
      end
      local m = range(4, 2, 2)
      assert.same({ { 1, 0 }, { 3, 4 } }, m:tril():totable())
      m:triu(m)
      assert.same({ { 1, 2 }, { 0, 4 } }, m:totable())
   end)

   it('copy a diagonal or make a matrix of one', function()
      local m = range(6, 2, 3)
      assert.same({ 1, 5 }, flat(m:diag()))
      assert.same({ 2, 6 }, flat(tensor.diag(m, 1)))
      assert.same({ 4 }, flat(m:diag(-1)))
      assert.same({ 0 }, random.sizes_of(m:diag(7)))
      assert.same({ { 0, 1, 0 }, { 0, 0, 2 }, { 0, 0, 0 } }, tensor.diag(range(2, 2), 1):totable())
      assert.same({ { 0, 0 }, { 5, 0 } }, tensor.FloatTensor({ 5 }):diag(-1):totable())
      m:diag():fill(0)
      assert.equal(1, m[1][1])
   end)

   it('have a sum, the trace', function()
      assert.equal(6, range(6, 2, 3):trace())
      assert.equal(6, tonumber(tensor.trace(range(6, 2, 3):t():long())))
      assert.equal(0, tensor.zeros(0, 3):trace())
   end)

   it('are of matrices', function()
      local cube = tensor.zeros(2, 2, 2)
      assert.error_matches(function() tensor.ones(2):tril() end, '1 dimensions; matrices in 2 to 7')
      assert.error_matches(function() tensor.ones(2):triu() end, '1 dimensions; matrices in 2 to 7')
      assert.error_matches(function() cube:diag() end, '3 dimensions; a matrix')
      assert.error_matches(function() cube:trace() end, '3 dimensions; a matrix')
      assert.error_matches(function() tensor.ones(2):diag(2 ^ 40) end, 'memory')
      assert.error_matches(function() tensor.ones(2):diag(0.5) end, 'whole number')
   end)
end)

describe('any and all', function()
   for _, case in ipairs { { 'bool', 1 }, { 'byte', 128 }, { 'char', -128 }, { 'float', 0.5 } } do
      it('see every element of a vector of ' .. case[1] .. 's', function()
         for n = 1, 197, 7 do
            local zeros, ones = tensor.zeros(n, { dtype = case[1] }), tensor.ones(n, { dtype = case[1] })
            assert.is_true(not zeros:any() and ones:all())
            for i = 1, n do
               zeros[i], ones[i] = case[2], 0
               assert.is_true(zeros:any() and not ones:all(), ('element %d of %d'):format(i, n))
               zeros[i], ones[i] = 0, 1
            end
         end
      end)
   end
end)
