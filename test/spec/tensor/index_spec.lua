-- x[i] in all its forms, for reading and writing, compared with nested tables; errors.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local flat, whole = random.flat, random.whole

local function range(n, ...) return tensor.range(1, n):view(...) end

-- The part of nested tables that x[index] names; index is a list of numbers and ranges.
local function pick(model, sizes, index, dim)
   dim = dim or 1
   if dim > #sizes then return model end
   local at = index[dim] or {}
   local function place(i) return i < 0 and i + sizes[dim] + 1 or i end
   if type(at) == 'number' then return pick(model[place(at)], sizes, index, dim + 1) end
   local first, last = at[1] or 1, at[2] or at[1] or sizes[dim]
   local picked = {}
   for i = place(first), place(last) do picked[#picked + 1] = pick(model[i], sizes, index, dim + 1) end
   return picked
end

-- A random index with at most as many parts as there are dimensions.
local function random_index(sizes)
   local index, kept = {}, {}
   for d = 1, whole(1, #sizes) do
      local n, kind = sizes[d], whole(1, 4)
      local first = whole(1, n)
      local last = whole(first, n)
      if kind == 1 then index[d] = whole(0, 1) == 1 and first or first - n - 1
      elseif kind == 2 then index[d], kept[#kept + 1] = {}, n
      elseif kind == 3 then index[d], kept[#kept + 1] = { first }, 1
      else index[d], kept[#kept + 1] = { first, whole(0, 1) == 1 and last or last - n - 1 }, last - first + 1 end
   end
   for d = #index + 1, #sizes do kept[#kept + 1] = sizes[d] end
   return index, kept
end

describe('x:ipairs()', function()
   local function walked(x)
      local list = {}
      for i, item in x:ipairs() do list[i] = type(item) == 'number' and item or item:totable() end
      return list
   end

   it('walks elements, rows and slices', function()
      assert.same({ 3, 1, 2 }, walked(tensor.IntTensor { 3, 1, 2 }))
      local none = { tensor.zeros(0, 3), tensor.Tensor() }
      for _, x in ipairs { range(6, 2, 3), range(6, 3, 2):t(), range(12, 2, 3, 2), none[1], none[2] } do
         assert.same(x:totable(), walked(x))
      end
   end)

   it('gives views', function()
      local x = tensor.zeros(3, 2)
      for i, row in x:ipairs() do row:fill(i) end
      assert.same({ { 1, 1 }, { 2, 2 }, { 3, 3 } }, x:totable())
   end)

   it('refuses what has no positions', function()
      assert.error_matches(function() tensor.full({}, 3):ipairs() end, 'ipairs: a tensor without dimensions')
      assert.error_matches(function() tensor.Tensor.ipairs(3) end, 'ipairs: got %(number%)')
   end)
end)

describe('what other languages write', function()
   local x = range(4, 2, 2)

   it('gets an answer for fields', function()
      for field, method in pairs { shape = 'size', ndim = 'dim', T = 't' } do
         assert.error_matches(function() return x[field] end,
            ("index: a tensor has no field '%s'; write x:%s%%(%%)"):format(field, method))
      end
      assert.is_nil(x.field)
      assert.is_nil(tensor.FloatTensor.shape)
   end)

   it('gets an answer for comparisons', function()
      local text = 'not ordered by <, <=, > or >=; x:lt%(y%)'
      assert.error_matches(function() return x < x end, text)
      assert.error_matches(function() return x >= x end, text)
      local asks = not (type(jit) == 'table' or _VERSION == 'Lua 5.1')
      assert.error_matches(function() return x < 3 end, asks and text or 'attempt to compare')
   end)
end)

describe('elements of a storage that shrank', function()
   it('name the sizes of their tensor', function()
      local v = tensor.range(1, 9)
      v:storage():resize(4)
      local text = ': the storage shrank to 4 elements, but the tensor of size 9 reaches element 9'
      assert.error_matches(function() v:select(1, 9) end, 'select' .. text)
      assert.error_matches(function() return v[9] end, 'index' .. text)
      assert.equal(4, v:select(1, 4))
      assert.equal(4, v[4])
   end)
end)

describe('reading x[i]', function()
   it('gives the element of a vector and slices of more dimensions', function()
      local v, m = range(4, 4), range(12, 3, 4)
      assert.equal(3, v[3])
      assert.equal(4, v[-1])
      assert.same({ 5, 6, 7, 8 }, flat(m[2]))
      assert.same({ 9, 10, 11, 12 }, flat(m[-1]))
      assert.equal(7, m[2][3])
   end)

   it('gives views: a change is seen in the tensor', function()
      local m = range(12, 3, 4)
      m[2]:fill(0)
      m[{ {}, 1 }]:fill(-1)
      assert.same({ -1, 2, 3, 4, -1, 0, 0, 0, -1, 10, 11, 12 }, flat(m))
   end)

   it('keeps the dimension of a range and drops that of a number', function()
      local m = range(24, 2, 3, 4)
      assert.same({ 1, 4 }, random.sizes_of(m[{ { 2 }, 1 }]))
      assert.same({ 3 }, random.sizes_of(m[{ 1, {}, 4 }]))
      assert.same({ 2, 2, 4 }, random.sizes_of(m[{ {}, { 2, -1 } }]))
      assert.same({ 2, 0, 4 }, random.sizes_of(m[{ {}, { 2, 1 } }]))
      assert.same({ 2, 3, 4 }, random.sizes_of(m[{}]))
      assert.is_true(m[{}]:isSetTo(m))
   end)

   it('gives a number where all dimensions have numbers', function()
      local m = range(24, 2, 3, 4)
      assert.equal(24, m[{ 2, 3, 4 }])
      assert.equal(12, m[{ 1, -1, -1 }])
      assert.equal(18, m[tensor.LongTensor({ 2, 2, 2 }):storage()])
   end)

   it('agrees with plain index arithmetic on random tensors', function()
      random.seed(7)
      for _ = 1, 400 do
         local dtype = random.dtypes[whole(1, #random.dtypes)]
         local sizes = random.sizes(whole(1, 4))
         local x, layout = random.tensor(sizes, dtype)
         local index, kept = random_index(sizes)
         local expected, got = pick(x:totable(), sizes, index), x[index]
         local text = layout .. ' ' .. dtype
         if #kept == 0 then assert.equal(expected, got, text)
         else
            assert.same(kept, random.sizes_of(got), text)
            assert.same(expected, got:totable(), text)
            assert.is_true(got:storage() == nil or got:storage() == x:storage(), text)
         end
      end
   end)

   it('copies the elements at a mask, in row-major order', function()
      local m = range(6, 2, 3):t()
      assert.same({ 1, 5, 3 }, flat(m[tensor.ByteTensor { { 1, 0 }, { 0, 1 }, { 1, 0 } }]))
      assert.same({ 2, 5 }, flat(m[tensor.eq(m, 2) + tensor.eq(m, 5)]))
      assert.same({ 0 }, random.sizes_of(m[m:gt(100)]))
      local picked = m[m:gt(3):bool()]
      picked:fill(0)
      assert.same({ 1, 4, 2, 5, 3, 6 }, flat(m))
   end)

   it('copies slices by the positions of a LongTensor', function()
      local m = range(6, 3, 2)
      assert.same({ { 5, 6 }, { 1, 2 }, { 5, 6 } }, m[tensor.LongTensor { 3, 1, 3 }]:totable())
      assert.same({ 30, 10 }, flat(tensor.FloatTensor { 10, 20, 30 }[tensor.LongTensor { 3, 1 }]))
      assert.same({ 0, 2 }, random.sizes_of(m[tensor.LongTensor {}]))
      local rows = m[tensor.LongTensor { 1 }]
      rows:fill(0)
      assert.equal(1, m[1][1])
   end)

   it('finds methods by strings, and nil for what is none', function()
      local x = range(3, 3)
      assert.equal(tensor.Tensor.fill, x.fill)
      assert.is_nil(x.no_such_method)
      assert.has_error(function() x:no_such_method() end)
   end)

   it('gives exact integers', function()
      local x = tensor.LongTensor(2)
      x[1] = 2 ^ 53
      assert.equal(2 ^ 53, tonumber(x[1]))
      if math.type then
         x[2] = math.maxinteger
         assert.equal(math.maxinteger, x[2])
      end
   end)
end)

describe('writing x[i]', function()
   it('sets elements, slices and ranges to a number', function()
      local m = tensor.zeros(3, 3)
      m[2] = 1
      m[{ 3, 3 }] = 2
      m[{ {}, { 1 } }] = 3
      m[tensor.LongTensor({ 1, -1 }):storage()] = 4
      assert.same({ 3, 0, 4, 3, 1, 1, 3, 0, 2 }, flat(m))
      local v = tensor.zeros(3)
      v[-1] = 7
      assert.same({ 0, 0, 7 }, flat(v))
      v[{}] = 5
      assert.same({ 5, 5, 5 }, flat(v))
   end)

   it('copies tensors of any dtype, broadcast or in order', function()
      local m = tensor.zeros(2, 3)
      m[1] = tensor.IntTensor { 1, 2, 3 }
      m[2] = tensor.DoubleTensor { 4.5 }
      assert.same({ 1, 2, 3, 4.5, 4.5, 4.5 }, flat(m))
      m[{ {}, { 2, 3 } }] = range(4, 4)
      assert.same({ 1, 1, 2, 4.5, 3, 4 }, flat(m))
      m[{ 1, 1 }] = tensor.LongTensor { 9 }
      assert.equal(9, m[{ 1, 1 }])
   end)

   it('reads the source as it was where it overlaps', function()
      local v = range(5, 5)
      v[{ { 2, 5 } }] = v[{ { 1, 4 } }]
      assert.same({ 1, 1, 2, 3, 4 }, flat(v))
   end)

   it('changes what the index names and nothing else, on random tensors', function()
      random.seed(11)
      for _ = 1, 300 do
         local dtype = random.dtypes[whole(1, #random.dtypes)]
         local sizes = random.sizes(whole(1, 4))
         local x, layout = random.tensor(sizes, dtype)
         local index, kept = random_index(sizes)
         local marks = tensor.zeros(sizes)
         local before = flat(x)
         if #kept > 0 and whole(0, 1) == 1 then
            local source = random.tensor(kept, dtype == 'bool' and 'bool' or 'int')
            x[index], marks[index] = source, 1
            assert.same(flat(source), flat(x[index]), layout)
         else
            x[index], marks[index] = 1, 1
            for _, value in ipairs(#kept > 0 and flat(x[index]) or { x[index] }) do assert.equal(1, value) end
         end
         local after, marked = flat(x), flat(marks)
         for i = 1, #after do
            if marked[i] == 0 then assert.equal(before[i], after[i], layout .. ' ' .. dtype) end
         end
      end
   end)

   it('writes at a mask', function()
      local m = range(6, 2, 3)
      m[m:gt(4)] = 0
      assert.same({ 1, 2, 3, 4, 0, 0 }, flat(m))
      m[tensor.BoolTensor { { 1, 0, 0 }, { 0, 0, 1 } }] = tensor.DoubleTensor { 8, 9, 10 }
      assert.same({ 8, 2, 3, 4, 0, 9 }, flat(m))
      m[tensor.ByteTensor { 0, 1, 0 }] = -1
      assert.same({ 8, -1, 3, 4, -1, 9 }, flat(m))
   end)

   it('writes at the positions of a LongTensor', function()
      local m = tensor.zeros(3, 2)
      m[tensor.LongTensor { 3, 1 }] = 5
      assert.same({ 5, 5, 0, 0, 5, 5 }, flat(m))
      m[tensor.LongTensor { 2, 3 }] = range(4, 2, 2):int()
      assert.same({ 5, 5, 1, 2, 3, 4 }, flat(m))
      m[tensor.LongTensor { 1, 2 }] = tensor.FloatTensor { 7, 8 }
      assert.same({ 7, 8, 7, 8, 3, 4 }, flat(m))
   end)
end)

describe('a wrong x[i]', function()
   local longs = tensor.LongTensor
   local wrong = {
      { 'no position 0 in dimension 1 of size 3', 0 },
      { 'no position 4 in dimension 1 of size 3', 4 },
      { 'no position %-4 in dimension 1 of size 3', -4 },
      { 'whole number', 1.5 },
      { 'whole number', 0 / 0 },
      { 'whole number', 2 ^ 62 },
      { 'whole number', math.huge },
      { 'not by a boolean', true },
      { 'not by a function', print },
      { '3 positions for a 2%-dimensional tensor', { 1, 1, 1 } },
      { 'no position 5 in dimension 2 of size 4', { 1, 5 } },
      { 'no position 0 in dimension 2 of size 4', { {}, 0 } },
      { 'no positions 3 to 5 in dimension 2 of size 4', { 1, { 3, 5 } } },
      { 'no positions 4 to 2 in dimension 2 of size 4', { 1, { 4, 2 } } },
      { 'no positions 0 to 2 in dimension 1 of size 3', { { 0, 2 } } },
      { 'at most a first, a last and a step', { { 1, 2, 1, 1 } } },
      { 'a step of 0 in dimension 1', { { 1, 2, 0 } } },
      { 'whole number', { { 1.5, 2 } } },
      { 'whole number', { 'a' } },
      { 'whole number', { false } },
      { 'whole number', { 1, { {} } } },
      { 'keys 1, 2', { a = 1 } },
      { 'keys 1, 2', { 1, { first = 2 } } },
      { 'LongStorage of 1 positions', longs({ 1 }):storage() },
      { 'no position 9 in dimension 2', longs({ 1, 9 }):storage() },
      { 'LongStorage', tensor.FloatTensor({ 1, 1 }):storage() },
      { 'not by a torch.FloatTensor', tensor.FloatTensor { 1 } },
      { 'no position 4 in dimension 1 of size 3', longs { 1, 4 } },
      { 'no position 0 in dimension 1 of size 3', longs { 0 } },
      { 'a vector is needed', longs { { 1 } } },
      { 'neither broadcasts', tensor.ByteTensor { 1, 0 } },
   }
   for _, case in ipairs(wrong) do
      it('says why and changes nothing: ' .. case[1], function()
         local x = range(12, 3, 4)
         local before = flat(x)
         assert.error_matches(function() return x[case[2]] end, case[1])
         assert.error_matches(function() x[case[2]] = 0 end, case[1])
         assert.error_matches(function() x[case[2]] = tensor.zeros(1) end, case[1])
         assert.same(before, flat(x))
      end)
   end

   it('is one by nil', function()
      local x = range(3, 3)
      assert.error_matches(function() return x[nil] end, 'not by a nil')
      assert.error_matches(function() x[nil] = 1 end, 'not by a nil')
   end)

   it('is any number for tensors without dimensions', function()
      assert.error_matches(function() return tensor.Tensor()[1] end, '0%-dimensional')
      assert.error_matches(function() tensor.Tensor()[1] = 1 end, '0%-dimensional')
      local scalar = tensor.FloatTensor { 3 }:view(tensor.LongStorage())
      assert.equal(0, scalar:dim())
      assert.error_matches(function() return scalar[1] end, '0%-dimensional')
      assert.equal(3, scalar[{}]:item())
      scalar[{}] = 4
      assert.equal(4, scalar:item())
   end)

   it('is a value that is neither number nor tensor', function()
      local x = range(4, 2, 2)
      for _, value in ipairs { 'a', {}, true, print } do
         for _, index in ipairs { 1, { 1, 1 }, {}, x:gt(1), longs { 1 } } do
            assert.error_matches(function() x[index] = value end, 'a number or a tensor')
         end
      end
      assert.error_matches(function() x[1] = nil end, 'a number or a tensor')
      assert.same({ 1, 2, 3, 4 }, flat(x))
   end)

   it('is a source that does not fit', function()
      local x = range(6, 2, 3)
      assert.error_matches(function() x[1] = tensor.zeros(2) end, 'size 2 neither broadcasts to size 3')
      assert.error_matches(function() x[{ 1, 1 }] = tensor.zeros(2) end, 'neither broadcasts')
      assert.error_matches(function() x[x:gt(2)] = tensor.zeros(3) end, 'the source has only 3')
      assert.error_matches(function() x[longs { 1 }] = tensor.zeros(2) end, 'size 2 neither broadcasts to size 1x3')
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(x))
   end)

   it('is a field, or a write to an expanded tensor', function()
      local x = range(3, 1, 3)
      assert.error_matches(function() x.name = 1 end, "such as 'name'")
      local e = x:expand(2, 3)
      for _, index in ipairs { 1, { 1, 1 }, {}, e:gt(0), longs { 1 } } do
         assert.error_matches(function() e[index] = 0 end, 'expanded')
      end
      assert.same({ 1, 2, 3 }, flat(x))
   end)

   it('is met when the storage has shrunk', function()
      local x = range(6, 2, 3)
      x:storage():resize(4)
      assert.equal(4, x[{ 2, 1 }])
      assert.error_matches(function() return x[{ 2, 2 }] end, 'shrank')
      assert.error_matches(function() x[{ 2, 2 }] = 1 end, 'shrank')
      assert.error_matches(function() x[2] = 1 end, 'shrank')
      assert.error_matches(function() return x[longs { 2 }] end, 'shrank')
   end)
end)

-- Reading and writing elements allocates nothing that the collector counts.
describe('elements', function()
   it('are read and written without garbage', function()
      local x, index = range(6, 2, 3), { 2, 3 }
      local row = x[1]
      local function loop()
         local sum = 0
         for _ = 1, 1000 do
            sum = sum + row[2] + x[index]
            row[2], x[index] = 2, 6
         end
         return sum
      end
      collectgarbage()
      collectgarbage 'stop'
      local grown = math.huge -- take the least: traces and the stack may grow too, and LuaJIT may compile late
      for _ = 1, 16 do
         local before = collectgarbage 'count'
         local sum = loop()
         grown = math.min(grown, collectgarbage 'count' - before)
         assert.equal(8000, sum)
      end
      collectgarbage 'restart'
      assert.is_true(grown < 4, grown .. ' KB')
   end)
end)
