-- Sorting, selection and histograms compared with plain Lua, over dtypes, layouts and forms. product_spec
-- checks that levels and threads change no bits.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'

local nan, inf = 0 / 0, math.huge
local all_types = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }

-- --- tensors with some equal elements, and for floating types with zeros of both signs, NaN and infinities ---

local function value(dtype, k)
   local format = formats.of[dtype]
   local number = (k * 37 + math.floor(k / 13) * 5) % 23 - 11
   if dtype == 'bool' then return number % 2 end
   if dtype == 'byte' or dtype == 'uint16' then return number + 11 end
   if not format.floating then return number end
   return ({ [-11] = nan, [-10] = -inf, [10] = inf, [9] = -0.0, [8] = 0 })[number] or number / 4
end

local function filled(dtype, ...)
   local x = tensor.empty(tensor.LongStorage { ... }, { dtype = dtype })
   local s = x:nElement() > 0 and x:storage()
   for k = 1, x:nElement() do s[k] = value(dtype, k) end
   return x
end

local layouts = {
   contiguous = function(dtype) return filled(dtype, 4, 5, 6) end,
   transposed = function(dtype) return filled(dtype, 4, 5, 6):transpose(1, 3) end,
   narrowed = function(dtype) return filled(dtype, 4, 9, 6):narrow(2, 3, 5) end,
   strided = function(dtype) return filled(dtype, 6, 40, 2):select(3, 2) end,
   expanded = function(dtype) return filled(dtype, 3, 1, 5):expand(3, 4, 5) end,
   ones = function(dtype) return filled(dtype, 1, 3, 1) end,
   vector = function(dtype) return filled(dtype, 37) end,
   one = function(dtype) return filled(dtype, 1) end,
   wide = function(dtype) return filled(dtype, 3, 300) end,
   tall = function(dtype) return filled(dtype, 150, 3) end,
   ['of lines and a rest'] = function(dtype) return filled(dtype, 33, 29) end,
   ['no rows'] = function(dtype) return filled(dtype, 0, 3) end,
}

-- --- reading ---

local function flat(x)
   local list, copy = {}, x:clone()
   local s = x:nElement() > 0 and copy:storage()
   for k = 1, x:nElement() do list[k] = tonumber(s[k]) end
   return list
end

-- The lists of elements along dim, in row-major order of the other dimensions.
local function along(x, dim)
   local values, lists, inner, outer = flat(x), {}, 1, 1
   for d = dim + 1, x:dim() do inner = inner * x:size(d) end
   for d = 1, dim - 1 do outer = outer * x:size(d) end
   for o = 0, outer - 1 do
      for i = 1, inner do
         local list = {}
         for k = 0, x:size(dim) - 1 do list[k + 1] = values[(o * x:size(dim) + k) * inner + i] end
         lists[#lists + 1] = list
      end
   end
   return lists
end

-- --- references: lists of positions ---

local function before(a, b) return a < b or (a == a and b ~= b) end
local function alike(a, b) return not before(a, b) and not before(b, a) end

local function sort(list, descending)
   local at = {}
   for k = 1, #list do at[k] = k end
   table.sort(at, function(i, j)
      if alike(list[i], list[j]) then return i < j end
      return before(list[i], list[j]) == not descending
   end)
   return at
end

local function topk(list, k, largest, sorted)
   local order, at = sort(list, largest), {}
   for i = 1, k do at[i] = order[i] end
   if not sorted then table.sort(at) end
   return at
end

local function kthvalue(list, k) return { sort(list)[k] } end

local function median(list)
   for k, a in ipairs(list) do
      if a ~= a then return { k } end
   end
   return { sort(list)[math.floor((#list + 1) / 2)] }
end

local function mode(list)
   local at, best, most, count = sort(list), nil, 0, 0
   for i, k in ipairs(at) do
      count = count + 1
      if not at[i + 1] or not alike(list[at[i + 1]], list[k]) then
         if count > most then best, most = k, count end
         count = 0
      end
   end
   return { best }
end

-- --- comparing ---

local function same_bits(a, b)
   return (a ~= a and b ~= b) or (a == b and (a ~= 0 or 1 / a == 1 / b))
end

-- Checks that values and positions are those of the elements of list at the expected positions.
local function assert_list(list, expected, got, at, what)
   for i, k in ipairs(expected) do
      if at[i] ~= k or not same_bits(list[k], got[i]) then
         error(('%s: element %d is %s from %s, expected %s from %d'):format(what, i, got[i], at[i], list[k], k), 3)
      end
   end
   assert.equal(#expected, #got)
end

-- For each list of x along dim: { list, the positions that reference picks from it }.
local function picked(x, dim, reference, ...)
   local picks = {}
   for l, list in ipairs(along(x, dim)) do picks[l] = { list, reference(list, ...) } end
   return picks
end

local function assert_picked(x, dim, picks, values, indices)
   assert.equal(x:type(), values:type())
   assert.equal('torch.LongTensor', indices:type())
   local got, at = along(values, dim), along(indices, dim)
   assert.equal(#picks, #got)
   for l, pick in ipairs(picks) do assert_list(pick[1], pick[2], got[l], at[l], x:type()) end
end

local function fresh(x, ...) return tensor[x:type():match '%w+$'](...) end

-- Checks every form: results made, given, only the first given; functions and methods; the last dimension by
-- default. first is the argument before dim, last the one after it.
local function each_form(name, x, dim, first, last, picks)
   local function check(values, indices) assert_picked(x, dim, picks, values, indices) end
   local function arguments(with_dim)
      local list = { x }
      if first ~= nil then list[#list + 1] = first end
      if with_dim then list[#list + 1] = with_dim end
      for _, a in ipairs(last) do list[#list + 1] = a end
      return (table.unpack or unpack)(list)
   end
   check(tensor[name](arguments(dim)))
   check(x[name](arguments(dim - x:dim() - 1)))
   if dim == x:dim() then check(tensor[name](arguments())) end
   local values, indices = fresh(x), tensor.LongTensor(3)
   local v, i = tensor[name](values, indices, arguments(dim))
   assert.is_true(rawequal(v, values) and rawequal(i, indices))
   check(values, indices)
   v, i = values[name](values, indices, arguments(dim))
   assert.is_true(rawequal(v, values) and rawequal(i, indices))
   check(values, indices)
   v, i = tensor[name](fresh(x, 2), arguments(dim))
   check(v, i)
   if x:type() == 'torch.LongTensor' then return end
   v, i = tensor[name](indices, arguments(dim))
   assert.is_true(rawequal(i, indices))
   check(v, i)
end

-- Calls f(x, dim) for each dtype and dimension of a layout.
local function each_case(make, f)
   for _, dtype in ipairs(all_types) do
      local x = make(dtype)
      for dim = 1, x:dim() do f(x, dim) end
   end
end

describe('sorting and selection', function()
   for layout, make in pairs(layouts) do
      it('sort and argsort agree with Lua on a ' .. layout .. ' tensor', function()
         each_case(make, function(x, dim)
            for _, descending in ipairs { false, true } do
               each_form('sort', x, dim, nil, { descending }, picked(x, dim, sort, descending))
               local values, at = x:sort(dim, descending)
               for _, alone in ipairs { x:msort(dim, descending), tensor.msort(fresh(x), x, dim, descending) } do
                  local found = flat(alone)
                  assert.same(x:type(), alone:type())
                  for k, a in ipairs(flat(values)) do assert(same_bits(a, found[k])) end
               end
               assert.same(flat(at), flat(x:argsort(dim, descending)))
               assert.same(flat(at), flat(tensor.argsort(tensor.LongTensor(), x, dim, descending)))
            end
            assert_picked(x, dim, picked(x, dim, sort), tensor.sort(x, dim), x:argsort(dim))
         end)
      end)

      it('topk and kthvalue agree with Lua on a ' .. layout .. ' tensor', function()
         each_case(make, function(x, dim)
            local n = x:size(dim)
            for _, k in ipairs(n == 0 and {} or { 1, math.ceil(n / 10), math.ceil(n / 2), n }) do
               for way = 0, 3 do
                  local largest, sorted = way % 2 == 1, way >= 2
                  assert_picked(x, dim, picked(x, dim, topk, k, largest, sorted), x:topk(k, dim, largest, sorted))
               end
               assert_picked(x, dim, picked(x, dim, kthvalue, k), x:kthvalue(k, dim))
            end
            if n == 0 then return end
            each_form('topk', x, dim, n, { true, true }, picked(x, dim, topk, n, true, true))
            each_form('kthvalue', x, dim, n, {}, picked(x, dim, kthvalue, n))
         end)
      end)

      it('median and mode agree with Lua on a ' .. layout .. ' tensor', function()
         each_case(make, function(x, dim)
            if x:size(dim) == 0 then return end
            for name, reference in pairs { median = median, mode = mode } do
               each_form(name, x, dim, nil, {}, picked(x, dim, reference))
            end
         end)
      end)
   end

   it('defaults are the last dimension, ascending, and for topk the smallest', function()
      local x = tensor.FloatTensor { { 3, 1, 2 }, { 4, 6, 5 } }
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat((x:sort())))
      assert.same({ 3, 2, 1, 6, 5, 4 }, flat((x:sort(true))))
      assert.same({ 2, 1 }, flat(select(2, x:topk())))
      assert.same({ 3, 2, 6, 5 }, flat((x:topk(2, true, true))))
      assert.same({ 2, 5 }, flat((x:median())))
      assert.same({ 2, 1 }, { tonumber(x:kthvalue(2):size(1)), tonumber(x:kthvalue(2):size(2)) })
   end)
end)

-- --- rows of all lengths and distributions, for which the sort uses different algorithms ---

local function scattered(n, modulus)
   local x = tensor.range(1, n, 1, { dtype = 'long' }):add(1000000000)
   return x:cmul(x):remainder(2147483647):remainder(modulus)
end

-- Checks that the elements are in order, equal ones in their original order, and that all positions occur.
local function assert_sorted(x, descending)
   local values, at = x:sort(1, descending)
   local n = x:nElement()
   local a, b = values:narrow(1, 1, n - 1), values:narrow(1, 2, n - 1)
   if descending then a, b = b, a end
   assert.equal(0, tonumber(a:gt(b):long():sum()))
   assert.equal(0, tonumber(a:eq(b):cmul(at:narrow(1, 1, n - 1):gt(at:narrow(1, 2, n - 1))):long():sum()))
   assert.equal(0, tonumber(tensor.gather(x, 1, at):ne(values):long():sum()))
   assert.equal(n, tonumber(tensor.zeros(n, { dtype = 'byte' }):indexFill(1, at, 1):long():sum()))
   return values, at
end

describe('sorting and selection of long rows', function()
   for _, n in ipairs { 9, 33, 160, 161, 1000, 4097, 20000, 200000 } do
      for what, make in pairs {
         ['all different'] = function() return scattered(n, 2147483647) end,
         ['mostly equal'] = function() return scattered(n, 10):cmax(8) end,
         ['in order'] = function() return tensor.range(1, n, 1, { dtype = 'long' }) end,
         ['in falling order'] = function() return tensor.range(n, 1, -1, { dtype = 'long' }) end,
         ['all equal'] = function() return tensor.ones(n, { dtype = 'long' }) end,
         ['of many magnitudes'] = function()
            return scattered(n, 1000):double():mul(0.6):exp():cmul(scattered(n, 3):double():add(-1))
         end,
      } do
         it(('is right for %d elements %s'):format(n, what), function()
            local x = make()
            for _, dtype in ipairs(x:type() == 'torch.LongTensor' and { 'long', 'int', 'float' } or { 'double' }) do
               local y = x:type('torch.' .. dtype:gsub('^%l', string.upper) .. 'Tensor')
               local values, at = assert_sorted(y, false)
               for _, k in ipairs { 1, 30, math.floor(n / 3), math.floor((n + 1) / 2), n } do
                  local v, i = y:kthvalue(math.min(k, n))
                  assert.equal(at[math.min(k, n)], i[1])
                  assert.equal(values[math.min(k, n)], v[1])
               end
               local k = math.ceil(n / 50)
               assert.equal(0, tonumber(at:narrow(1, 1, k):ne(select(2, y:topk(k, 1, false, true))):long():sum()))
               assert.equal(at[math.floor((n + 1) / 2)], select(2, y:median())[1])
               local falling = select(2, assert_sorted(y, true))
               assert.equal(0, tonumber(falling:narrow(1, 1, k):ne(select(2, y:topk(k, 1, true, true))):long():sum()))
            end
         end)
      end
   end

   it('a median finds a NaN anywhere', function()
      local x = tensor.rand(100000)
      for _, at in ipairs { 1, 5000, 77777, 100000 } do
         local y = x:clone()
         y[at] = nan
         local v, i = y:median()
         assert.is_true(v[1] ~= v[1])
         assert.equal(at, i[1])
      end
   end)

   it('the extremes of integers are in their places', function()
      local low, high = tensor.LongTensor { 1 }:mul(-2 ^ 62):mul(2), tensor.LongTensor { 1 }:mul(2 ^ 62):mul(2):add(-1)
      local x = tensor.cat({ high, tensor.LongTensor { 0, -1 }, low }, 1)
      assert.same({ 4, 3, 2, 1 }, flat(x:argsort()))
      assert.same({ 1, 2, 3, 4 }, flat(x:argsort(true)))
      assert.same({ 2, 1, 3 }, flat(tensor.IntTensor({ 0, -2 ^ 31, 2 ^ 31 - 1 }):argsort()))
   end)

   for _, dtype in ipairs { 'Float', 'Double' } do
      it('is the same on any number of threads, for ' .. dtype, function()
         local threads_before = tensor.getnumthreads()
         finally(function() tensor.setnumthreads(threads_before) end)
         for _, modulus in ipairs { 2147483647, 1000 } do
            local x = scattered(300000, modulus):type(('torch.%sTensor'):format(dtype)):add(-500)
            tensor.setnumthreads(1)
            local values, at = assert_sorted(x, false)
            for _, threads in ipairs { 2, 3, 8 } do
               tensor.setnumthreads(threads)
               local v, i = x:sort()
               assert.is_true(tensor.equal(v, values) and tensor.equal(i, at))
            end
         end
      end)
   end
end)

describe('results of sorting and selection', function()
   it('may be the tensor itself', function()
      local x = tensor.FloatTensor { { 3, 1, 2 }, { 6, 5, 4 } }
      local _, i = x:sort(tensor.LongTensor(), x, 2)
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(x))
      assert.same({ 2, 3, 1, 3, 2, 1 }, flat(i))
      local y = tensor.LongTensor { 30, 10, 20 }
      assert.same({ 10, 20, 30 }, flat((tensor.sort(tensor.LongTensor(), y, y))))
      assert.same({ 2, 3, 1 }, flat(y))
   end)

   it('are values where one is given that may be either', function()
      local one, x = tensor.LongTensor(), tensor.LongTensor { 30, 10, 20 }
      local v, i = tensor.sort(one, x)
      assert.is_true(rawequal(v, one))
      assert.same({ { 10, 20, 30 }, { 2, 3, 1 } }, { flat(v), flat(i) })
      assert.error_matches(function() tensor.sort(tensor.IntTensor(), x) end, 'the result is a torch.IntTensor')
   end)

   it('are written where they lie', function()
      local values, at = tensor.zeros(3, 2), tensor.LongTensor(2, 6):zero()
      local v, i = values:t(), at:narrow(2, 1, 3)
      tensor.sort(v, i, tensor.FloatTensor { { 3, 1, 2 }, { 6, 5, 4 } }, 2)
      assert.same({ 1, 4, 2, 5, 3, 6 }, flat(values))
      assert.same({ 2, 3, 1, 0, 0, 0, 3, 2, 1, 0, 0, 0 }, flat(at))
   end)

   it('are unchanged by a failure', function()
      local x, v, i = tensor.rand(3), tensor.FloatTensor { 7 }, tensor.LongTensor { 9 }
      for _, wrong in ipairs {
         function() tensor.topk(v, i, x, 4) end, function() tensor.kthvalue(v, i, x, 0) end,
         function() tensor.sort(v, i, x, 2) end, function() tensor.median(v, i, tensor.FloatTensor()) end,
         function() tensor.sort(tensor.IntTensor(2), i, x) end,
      } do
         assert.is_false((pcall(wrong)))
         assert.same({ 7 }, flat(v))
         assert.same({ 9 }, flat(i))
      end
   end)
end)

describe('errors of sorting and selection', function()
   local x = tensor.rand(2, 3)

   for text, wrong in pairs {
      ['sort: no dimension 3 in a 2-dimensional tensor'] = function() x:sort(3) end,
      ['sort: no dimension 0 in a 2-dimensional tensor'] = function() x:sort(0) end,
      ['sort: the tensor has no dimensions'] = function() tensor.FloatTensor():sort() end,
      ['topk: k is 4, but dimension 2 has 3 elements'] = function() x:topk(4) end,
      ['topk: k is 0, but dimension 1 has 2 elements'] = function() x:topk(0, 1) end,
      ['topk: k is -1, which is negative'] = function() x:topk(-1) end,
      ['kthvalue: k is 3, but dimension 1 has 2 elements'] = function() x:kthvalue(3, 1) end,
      ['median: dimension 2 of size 0 has no element'] = function() tensor.zeros(3, 0):median() end,
      ['mode: dimension 1 of size 0 has no element'] = function() tensor.zeros(0, 3):mode(1) end,
      ['results 1 and 2 share a storage'] = function()
         local s = tensor.LongTensor(6)
         tensor.sort(s, s:narrow(1, 1, 3), tensor.LongTensor { 3, 2, 1 })
      end,
      ['kthvalue: got (torch.FloatTensor of size 2x3)'] = function() x:kthvalue() end,
      ['sort: got'] = function() tensor.sort(x, 1, 2, 3) end,
   } do
      it('say ' .. text, function()
         local ok, message = pcall(wrong)
         assert.is_false(ok)
         assert.truthy(tostring(message):find(text, 1, true), tostring(message))
      end)
   end

   it('a scalar has no dimension to sort along', function()
      assert.is_false((pcall(tensor.sort, tensor.rand(1):view(tensor.LongStorage {}))))
   end)
end)

-- --- histograms ---

-- Counts elements in bins. NaN is in no bin; the upper end belongs to the last bin.
local function counted(list, bins, low, high)
   local counts = {}
   for b = 1, bins do counts[b] = 0 end
   for _, a in ipairs(list) do
      if a >= low and a <= high then
         local b = math.min(math.floor((a - low) / (high - low) * bins), bins - 1) + 1
         counts[b] = counts[b] + 1
      end
   end
   return counts
end

describe('histograms', function()
   for layout, make in pairs(layouts) do
      it('agree with Lua on a ' .. layout .. ' tensor', function()
         for _, dtype in ipairs { 'half', 'float', 'double', 'bfloat16' } do
            local x = make(dtype)
            local expected = counted(flat(x), 16, -2, 2)
            for _, h in ipairs {
               x:histc(16, -2, 2), tensor.histc(x, 16, -2, 2), tensor.histc(fresh(x, 3), x, 16, -2, 2),
               fresh(x):histc(x, 16, -2, 2),
            } do
               assert.equal(x:type(), h:type())
               assert.same(expected, flat(h))
            end
            local rows, d = x:bhistc(8, -2, 2), x:dim()
            assert.equal(8, tonumber(rows:size(d)))
            local got = along(rows, d)
            for l, list in ipairs(along(x, d)) do assert.same(counted(list, 8, -2, 2), got[l]) end
         end
      end)
   end

   it('take 100 bins and what the elements span', function()
      local x = tensor.DoubleTensor(1000)
      for k = 1, 1000 do x[k] = math.sin(k * k) end
      local list = flat(x)
      assert.same(counted(list, 100, x:min(), x:max()), flat(x:histc()))
      assert.same(counted(list, 7, x:min(), x:max()), flat(x:histc(7)))
      assert.same(counted(list, 7, x:min(), x:max()), flat(x:histc(7, 3, 3)))
      assert.equal(1000, x:histc():sum())
      local m = x:view(10, 100)
      assert.same(counted(along(m, 2)[3], 5, x:min(), x:max()), along(tensor.bhistc(m, 5), 2)[3])
   end)

   it('of equal elements reach one to both sides', function()
      assert.same({ 0, 0, 3, 0 }, flat(tensor.FloatTensor({ 5, 5, 5 }):histc(4)))
   end)

   it('of no elements are zeros', function()
      assert.same({ 0, 0 }, flat(tensor.FloatTensor():histc(2)))
      assert.same({ 0, 0 }, flat(tensor.zeros(3, 0):histc(2)))
      assert.same({ 0, 0, 0, 0 }, flat(tensor.zeros(2, 0):bhistc(2)))
      assert.equal('0x2', table.concat(tensor.zeros(0, 3):bhistc(2):size():totable(), 'x'))
   end)

   it('do not count NaN', function()
      assert.same({ 1, 1 }, flat(tensor.FloatTensor({ nan, 0, 1, nan }):histc(2, 0, 1)))
   end)

   it('may be the tensor itself', function()
      local x = tensor.FloatTensor { 1, 2, 3 }
      tensor.histc(x, x, 5, 0, 5)
      assert.same({ 0, 1, 1, 1, 0 }, flat(x))
   end)

   for text, wrong in pairs {
      ['histc: 0 bins; expected 1 to'] = function() tensor.rand(3):histc(0) end,
      ['bhistc: 0 bins; expected 1 to'] = function() tensor.rand(3, 2):bhistc(0) end,
      ['histc: bins is -1, which is negative'] = function() tensor.rand(3):histc(-1) end,
      ['histc: 1099511627776 bins'] = function() tensor.rand(3):histc(2 ^ 40) end,
      ['histc: no bins between 1 and 0'] = function() tensor.rand(3):histc(10, 1, 0) end,
      ['nan and 1'] = function() tensor.rand(3):histc(10, nan, 1) end,
      ['nan, the extremes of the tensor'] = function() tensor.FloatTensor({ 1, nan }):histc() end,
      ['histc: no bins between 0 and inf'] = function() tensor.FloatTensor({ 0, inf }):histc() end,
      ['histc: no bins between -3e+38 and 3e+38'] = function() tensor.FloatTensor({ 0 }):histc(3, -3e38, 3e38) end,
      ['bhistc: a tensor without dimensions has no rows'] = function() tensor.FloatTensor():bhistc() end,
      ['histc: not defined for torch.IntTensor; convert it'] = function() tensor.IntTensor(3):histc() end,
   } do
      it('say ' .. text, function()
         local ok, message = pcall(wrong)
         assert.is_false(ok)
         assert.truthy(tostring(message):find(text, 1, true), tostring(message))
      end)
   end
end)
