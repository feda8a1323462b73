-- Reductions and scans compared with plain Lua, over dtypes, layouts and forms; the same bits on every level
-- and for every number of threads.
local tensor = require 'tensor'

local all_types = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }
local floating = { half = 2 ^ -11, bfloat16 = 2 ^ -8, float = 2 ^ -24, double = 2 ^ -52 }
local nan, inf = 0 / 0, math.huge

-- --- tensors to reduce ---

-- Small values; eighths for floating types, so that sums are exact in any order.
local function fill(x, dtype)
   local list = {}
   for k = 1, x:nElement() do
      local value = (k * 7) % 11 - 4
      if dtype == 'byte' or dtype == 'bool' then value = value % 4 end
      if dtype == 'bool' then value = value % 2 end
      list[k] = floating[dtype] and value / 8 or value
   end
   if #list > 0 then x:copy(tensor.Tensor(list):type(x:type())) end
   return x
end

local function sized(dtype, ...)
   return fill(tensor.zeros(tensor.LongStorage { ... }, { dtype = dtype }), dtype)
end

local layouts = {
   contiguous = function(dtype) return sized(dtype, 4, 5, 6) end,
   transposed = function(dtype) return sized(dtype, 4, 5, 6):transpose(1, 3) end,
   narrowed = function(dtype) return sized(dtype, 4, 9, 6):narrow(2, 3, 5) end,
   strided = function(dtype) return sized(dtype, 6, 20, 2):select(3, 2) end,
   expanded = function(dtype) return sized(dtype, 3, 1, 5):expand(3, 4, 5) end,
   ones = function(dtype) return sized(dtype, 1, 3, 1) end,
   vector = function(dtype) return sized(dtype, 37) end,
   wide = function(dtype) return sized(dtype, 3, 300) end,
   tall = function(dtype) return sized(dtype, 300, 3) end,
   ['no rows'] = function(dtype) return sized(dtype, 0, 3) end,
   ['no columns'] = function(dtype) return sized(dtype, 3, 0) end,
   scalar = function(dtype) return tensor.LongStorage and sized(dtype, 1):view(tensor.LongStorage {}) end,
}

-- --- reading ---

local function flat(x)
   local list, copy = {}, x:clone()
   local s = copy:storage()
   for k = 1, x:nElement() do list[k] = tonumber(s[k]) end
   return list
end

local function sizes(x)
   local list = {}
   for d = 1, x:dim() do list[d] = tonumber(x:size(d)) end
   return list
end

-- The lists of elements along dim, in row-major order of the other dimensions.
local function along(x, dim)
   local size, values, lists = sizes(x), flat(x), {}
   local inner, outer = 1, 1
   for d = dim + 1, #size do inner = inner * size[d] end
   for d = 1, dim - 1 do outer = outer * size[d] end
   for o = 0, outer - 1 do
      for i = 1, inner do
         local list = {}
         for k = 0, size[dim] - 1 do list[k + 1] = values[(o * size[dim] + k) * inner + i] end
         lists[#lists + 1] = list
      end
   end
   return lists
end

local function same(a, b)
   return a == b or (a ~= a and b ~= b)
end

local function near(a, b, slack)
   return same(a, b) or math.abs(a - b) <= slack * math.max(1, math.abs(b))
end

local function assert_near(expected, got, slack, what)
   if not near(got, expected, slack) then
      error(('%s: got %.17g, expected %.17g'):format(what, got, expected), 2)
   end
end

local function assert_reduced(x, dim, f, result, slack, what)
   local size = sizes(x)
   size[dim] = 1
   assert.same(size, sizes(result))
   local got = flat(result)
   for k, list in ipairs(along(x, dim)) do assert_near(f(list), got[k], slack, what) end
end

-- --- references ---

local function fold(init, f)
   return function(list)
      local acc = init
      for _, a in ipairs(list) do acc = f(acc, a) end
      return acc
   end
end

local sum = fold(0, function(acc, a) return acc + a end)
local function mean(list) return #list == 0 and nan or sum(list) / #list end
local function var(list, biased)
   local m, total, n = mean(list), 0, #list - (biased and 0 or 1)
   for _, a in ipairs(list) do total = total + (a - m) * (a - m) end
   return n <= 0 and nan or total / n
end
local function norm(list, p)
   local total = 0
   for _, a in ipairs(list) do
      a = math.abs(a)
      if p == inf then total = math.max(total, a)
      elseif p == 0 then total = total + (a ~= 0 and 1 or 0)
      else total = total + a ^ p end
   end
   return (p == inf or p == 0) and total or total ^ (1 / p)
end
local function extreme(better)
   return function(list)
      local at = 1
      for k, a in ipairs(list) do
         if list[at] == list[at] and (a ~= a or better(a, list[at])) then at = k end
      end
      return list[at], at
   end
end
local max, min = extreme(function(a, b) return a > b end), extreme(function(a, b) return a < b end)

local reference = {
   sum = sum,
   prod = fold(1, function(acc, a) return acc * a end),
   all = fold(1, function(acc, a) return a ~= 0 and acc or 0 end),
   any = fold(0, function(acc, a) return a ~= 0 and 1 or acc end),
   mean = mean,
   var = var,
   std = function(list, biased) return math.sqrt(var(list, biased)) end,
}

-- An integer or boolean as the dtype stores it.
local function kept(dtype, value)
   if dtype == 'bool' then return value ~= 0 and 1 or 0 end
   local bits = ({ byte = 8, char = 8, short = 16, int = 32 })[dtype]
   if not bits then return value end
   value = value % 2 ^ bits
   return dtype ~= 'byte' and value >= 2 ^ (bits - 1) and value - 2 ^ bits or value
end

-- Products of many eighths would underflow; for prod use ones and twos.
local function operand(name, make, dtype)
   local x = make(dtype)
   if name:find 'prod' and x:isContiguous() and x:nElement() > 0 then
      for k = 1, x:nElement() do
         local value = ({ 1, 2, 1, -1, 1 })[k % 5 + 1]
         if floating[dtype] and k % 10 == 7 then value = 0.25 end
         if dtype == 'byte' or dtype == 'bool' then value = math.abs(value) end
         x:view(-1)[k] = value
      end
   end
   return x
end

local function defined(name, dtype)
   return floating[dtype] or not (name == 'mean' or name == 'var' or name == 'std' or name == 'norm')
end

local is_test = { all = true, any = true }

-- --- the product ---

describe('reductions', function()
   for name, f in pairs(reference) do
      for layout, make in pairs(layouts) do
         it(('%s agrees with Lua on a %s tensor'):format(name, layout), function()
            for _, dtype in ipairs(all_types) do
               if defined(name, dtype) then
                  local x = operand(name, make, dtype)
                  local slack = (floating[dtype] or 0) * (name == 'prod' and 64 or 4)
                  local what = name .. ' ' .. dtype
                  local function expected(list)
                     return (floating[dtype] or is_test[name]) and f(list) or kept(dtype, f(list))
                  end
                  for dim = 1, x:dim() do
                     local result = x[name](x, dim)
                     assert.equal(is_test[name] and 'torch.ByteTensor' or x:type(), result:type())
                     assert_reduced(x, dim, expected, result, slack, what)
                     assert_reduced(x, dim, expected, tensor[name](x, dim - x:dim() - 1), slack, what)
                     local out = tensor.zeros(2, { dtype = is_test[name] and 'byte' or dtype })
                     assert.is_true(rawequal(out, tensor[name](out, x, dim)))
                     assert_reduced(x, dim, expected, out, slack, what)
                  end
                  local whole = x[name](x)
                  if is_test[name] then assert.equal(f(flat(x)) == 1, whole)
                  elseif name ~= 'prod' or floating[dtype] then
                     assert_near(f(flat(x)), tonumber(whole), 1e-13, what)
                  end
               end
            end
         end)
      end
   end

   for layout, make in pairs(layouts) do
      it('max and min agree with Lua on a ' .. layout .. ' tensor', function()
         for _, dtype in ipairs(all_types) do
            local x = make(dtype)
            for name, f in pairs { max = max, min = min } do
               for dim = 1, x:dim() do
                  if x:size(dim) > 0 then
                     local values, indices = x[name](x, dim)
                     assert.equal(x:type(), values:type())
                     assert.equal('torch.LongTensor', indices:type())
                     assert_reduced(x, dim, f, values, 0, name)
                     local function position(list) return (select(2, f(list))) end
                     assert_reduced(x, dim, position, indices, 0, name .. ' position')
                     assert_reduced(x, dim, position, x['arg' .. name](x, dim), 0, 'arg' .. name)
                  end
               end
               if x:nElement() > 0 then
                  local value, at = f(flat(x))
                  assert.equal(value, tonumber(x[name](x)))
                  assert.equal(at, tonumber(tensor['arg' .. name](x)))
               end
            end
         end
      end)

      it('norm agrees with Lua on a ' .. layout .. ' tensor', function()
         for dtype, epsilon in pairs(floating) do
            local x = make(dtype)
            for _, p in ipairs { 2, 1, 0, inf, 3, 0.5 } do
               local function f(list) return norm(list, p) end
               local slack = math.max(4 * epsilon, 1e-11)
               for dim = 1, x:dim() do assert_reduced(x, dim, f, x:norm(p, dim), slack, 'norm ' .. p) end
               assert_near(f(flat(x)), tensor.norm(x, p), 1e-11, 'norm ' .. p)
            end
            assert.equal(x:norm(2), x:norm())
         end
      end)

      it('scans agree with Lua on a ' .. layout .. ' tensor', function()
         for _, dtype in ipairs(all_types) do
            for name, f in pairs { cumsum = sum, cumprod = reference.prod } do
               local x = operand(name, make, dtype)
               for dim = 1, x:dim() do
                  local result = tensor[name](x, dim)
                  assert.same(sizes(x), sizes(result))
                  local got = along(result, dim)
                  for k, list in ipairs(along(x, dim)) do
                     for n = 1, #list do
                        local value = f { (table.unpack or unpack)(list, 1, n) }
                        if not floating[dtype] then value = kept(dtype, value) end
                        if math.abs(value) < 2 ^ 53 or floating[dtype] then
                           assert_near(value, got[k][n], (floating[dtype] or 0) * 64, name .. ' ' .. dtype)
                        end
                     end
                  end
               end
            end
         end
      end)
   end

   it('var and std divide by n when biased', function()
      local x = sized('double', 5, 7)
      assert_reduced(x, 1, function(list) return var(list, true) end, x:var(1, true), 1e-14, 'var')
      assert_reduced(x, 2, function(list) return var(list) end, x:var(2, false), 1e-14, 'var')
      assert_near(math.sqrt(var(flat(x), true)), x:std(true), 1e-14, 'std')
      assert_near(math.sqrt(var(flat(x))), x:std(), 1e-14, 'std')
      assert.is_true(tensor.Tensor({ 3 }):var() ~= tensor.Tensor({ 3 }):var())
      assert.equal(0, tensor.Tensor({ 3 }):var(true))
   end)

   it('var keeps its digits beside a large mean', function()
      local x = tensor.DoubleTensor { 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4 }
      assert_near(5 / 3, x:var(), 1e-14, 'var')
      assert.equal(inf, tensor.DoubleTensor { 1e300, -1e300, 0 }:var())
      assert_near(5 / 3, x:view(4, 1):var(1):storage()[1], 1e-14, 'var')
   end)

   -- Sizes that cross blocks, tiles, streams and segments; with eighths, so that sums are exact in any order.
   for what, make in pairs {
      ['a long vector'] = function(dtype) return sized(dtype, 9400) end,
      ['a few long rows'] = function(dtype) return sized(dtype, 6, 4300) end,
      ['many columns'] = function(dtype) return sized(dtype, 150, 530) end,
      ['many short rows'] = function(dtype) return sized(dtype, 90, 70) end,
      ['every other column'] = function(dtype) return sized(dtype, 40, 300, 2):select(3, 1) end,
   } do
      it('agree with Lua on ' .. what, function()
         for dtype, epsilon in pairs { float = 2 ^ -24, double = 2 ^ -42, int = 0 } do
            local x = make(dtype)
            for dim = 1, x:dim() do
               assert_reduced(x, dim, sum, x:sum(dim), 0, 'sum')
               assert_reduced(x, dim, function(list) return (max(list)) end, x:max(dim), 0, 'max')
               assert_reduced(x, dim, function(list) return select(2, max(list)) end, x:argmax(dim), 0, 'argmax')
               if dtype ~= 'int' then assert_reduced(x, dim, var, x:var(dim), 4 * epsilon, 'var') end
               local scanned, alone = along(x:cumsum(dim), dim), x:clone()
               for k, list in ipairs(along(x, dim)) do
                  local total = 0
                  for n, a in ipairs(list) do
                     total = total + a
                     assert_near(total, scanned[k][n], 0, 'cumsum ' .. dtype)
                  end
               end
               assert.same(along(alone:cumsum(alone, dim), dim), scanned)
            end
            assert.equal(sum(flat(x)), tonumber(x:sum()))
         end
      end)
   end

   it('var keeps its digits where the first element lies apart', function()
      local x = sized('double', 3000):add(1e3)
      x[1] = -1e6
      assert_near(var(flat(x)), x:var(), 1e-11, 'var')
      assert.equal(0, tensor.DoubleTensor(3000):fill(1e300):var())
      assert.equal(0, tensor.DoubleTensor(3000, 20):fill(0.1):std(1):max())
   end)

   it('sum, prod and cumsum of integers are exact to 64 bits', function()
      local x = tensor.LongTensor { 2 ^ 53, 1, 2 ^ 53, 2 }
      assert.equal(3, tonumber(x:sum(1):add(-2 ^ 53):add(-2 ^ 53):sum()))
      if math.type or jit then assert.equal('18014398509481987', (tostring(x:sum()):gsub('LL$', ''))) end
      assert.equal(1, tonumber(x:cumsum(1):narrow(1, 2, 1):add(-2 ^ 53):sum()))
      assert.equal(255 * 1000, tensor.ByteTensor(1000):fill(255):sum())
      assert.equal(-1, tonumber(tensor.IntTensor({ 65537, -1, 1 }):prod(1):cdiv(65537):sum()))
   end)

   it('sums of the widest elements of narrow integers do not wrap', function()
      local most = { { 'Byte', 255 }, { 'Char', -128 }, { 'Char', 127 }, { 'Bool', 1 }, { 'Short', -32768 } }
      for _, case in ipairs(most) do
         for _, n in ipairs { 1, 63, 1000, 1024, 4096, 5000, 70001 } do
            local x = tensor[case[1] .. 'Tensor'](n):fill(case[2])
            assert.equal(n * case[2], x:sum())
            assert.equal(n * case[2], x:view(n, 1):expand(n, 3):narrow(2, 2, 1):sum())
         end
      end
   end)

   it('sums of short types are taken in a wide one', function()
      local x = tensor.HalfTensor(4096):fill(1)
      assert.equal(4096, x:sum())
      assert.equal(1, x:mean())
      assert.equal(4096, x:view(4096, 1):sum(1):storage()[1])
      assert.equal(60000, tensor.HalfTensor(4):fill(60000):mean(1):storage()[1])
      local y = tensor.FloatTensor(4097):fill(1)
      y[1] = 2 ^ 24
      assert.equal(2 ^ 24 + 4096, y:sum())
   end)
end)

describe('extremes', function()
   it('name the first of equals', function()
      for _, dtype in ipairs(all_types) do
         for _, n in ipairs { 1, 2, 15, 16, 17, 100, 1023, 1024, 1025, 5000 } do
            local x = tensor.zeros(n, { dtype = dtype })
            assert.equal(1, tonumber(x:argmax()))
            assert.equal(1, tonumber(x:argmin()))
            x[n] = 1
            local first = math.max(1, n - 3)
            x[first] = 1
            assert.equal(first, tonumber(x:argmax()))
            local _, at = x:view(n, 1):expand(n, 20):clone():max(1)
            assert.equal(first * 20, tonumber(at:sum()))
         end
      end
   end)

   it('name the first even where all have the least value', function()
      for dtype, least in pairs { float = -inf, double = -inf, half = -inf, int = -2 ^ 31, char = -128, byte = 0 } do
         local x = tensor.zeros(3000, { dtype = dtype }):fill(least)
         assert.equal(1, tonumber(x:argmax()))
         assert.equal(least, tonumber(x:max()))
         local values, indices = x:view(3000, 1):max(1)
         assert.same({ least, 1 }, { tonumber(values:sum()), tonumber(indices:sum()) })
      end
      assert.equal(inf, tensor.Tensor(20):fill(inf):min())
      local _, at = tensor.Tensor(20):fill(inf):min(1)
      assert.equal(1, tonumber(at:sum()))
   end)

   it('give NaN and the first NaN where there is one', function()
      for dtype in pairs(floating) do
         for _, n in ipairs { 2, 16, 40, 3000 } do
            for _, name in ipairs { 'max', 'min' } do
               local x = tensor.zeros(n, { dtype = dtype })
               x[1], x[n] = inf, -inf
               local first = math.floor(n / 2)
               x[first] = nan
               if first + 1 < n then x[first + 1] = nan end
               assert.is_true(x[name](x) ~= x[name](x))
               assert.equal(first, tonumber(x['arg' .. name](x)))
               local values, indices = x:view(n, 1):expand(n, 30):clone()[name](x:view(n, 1):expand(n, 30):clone(), 1)
               assert.is_true(values:sum() ~= values:sum())
               assert.equal(first * 30, tonumber(indices:sum()))
            end
         end
      end
      for _, dtype in ipairs { 'half', 'float', 'double', 'bfloat16' } do
         for _, n in ipairs { 1, 40, 1000, 3000 } do
            for _, at in ipairs { 1, math.ceil(n / 2), n } do
               local x = tensor.zeros(n, { dtype = dtype }):fill(-inf)
               assert.equal(inf, x:norm(inf))
               x[at] = at % 2 == 0 and nan or -nan
               for _, p in ipairs { inf, 3, 2.5 } do assert.is_true(x:norm(p) ~= x:norm(p), dtype .. ' norm ' .. p) end
               local columns = x:view(n, 1):expand(n, 30):clone():norm(inf, 1)
               assert.equal(30, tonumber(columns:ne(columns):int():sum()))
            end
         end
      end
   end)

   it('by column are those of each column, whichever of them have NaN', function()
      for dtype in pairs(floating) do
         local x = tensor.zeros(37, 300, { dtype = dtype }):uniform(-4, 4):floor()
         for c = 1, 300, 7 do
            local first = c % 37 + 1
            x[first][c] = nan
            x[math.min(first + 1 + c % 5, 37)][c] = c % 2 == 0 and nan or inf
         end
         for _, name in ipairs { 'max', 'min' } do
            local values, indices = x[name](x, 1)
            local _, wanted = x:t():contiguous()[name](x:t():contiguous(), 2)
            assert.is_true(indices:view(300):equal(wanted:view(300)))
            for c = 1, 300 do
               local value, at = tonumber(values[1][c]), tonumber(indices[1][c])
               local element = tonumber(x[at][c])
               assert.is_true(value == element or value ~= value and element ~= element)
            end
         end
      end
   end)

   it('of nothing are errors that leave the results alone', function()
      local values, indices = tensor.ones(3), tensor.LongTensor { 4, 5 }
      for _, name in ipairs { 'max', 'min' } do
         assert.error_matches(function() tensor[name](tensor.Tensor()) end, name .. ': the tensor has no element')
         assert.error_matches(function() tensor[name](values, indices, tensor.zeros(0, 3), 1) end,
            name .. ': dimension 1 of size 0 has no element')
      end
      assert.same({ 1, 1, 1 }, flat(values))
      assert.same({ 4, 5 }, flat(indices))
      assert.same({ 0, 1 }, sizes((tensor.max(tensor.zeros(0, 3), 2))))
   end)
end)

describe('reductions refuse', function()
   local x = tensor.ones(2, 3)
   local calls = {
      { 'a dimension too many', function() x:sum(3) end, 'sum: no dimension 3' },
      { 'dimension 0', function() x:sum(0) end, 'sum: no dimension 0' },
      { 'a fraction as dimension', function() x:sum(1.5) end, 'sum: dim must be a whole number' },
      { 'a dimension of a scalar', function() layouts.scalar('float'):cumsum() end,
        'the tensor has no dimensions' },
      { 'the mean of integers into integers', function() tensor.mean(tensor.IntTensor(), x:int(), 1) end,
         'mean: not defined for torch.Int.*:float' },
      { 'a negative p', function() x:norm(-1) end, 'norm: p is %-1' },
      { 'a p that is not a number', function() x:norm(nan, 1) end, 'norm: p is %-?nan' },
      { 'a result of another type', function() tensor.sum(tensor.IntTensor(), x, 1) end, 'sum: the result is a' },
      { 'a mask of another type', function() tensor.all(tensor.IntTensor(), x, 1) end, 'all: the result is a' },
      { 'indices of another type', function() tensor.max(tensor.Tensor(), tensor.IntTensor(), x, 1) end, 'max: got' },
      { 'one storage for both results', function()
         local both = tensor.LongTensor(3)
         tensor.max(both, both, x:long(), 1)
      end, 'max: results 1 and 2 share a storage' },
      { 'an expanded result', function() tensor.sum(tensor.ones(1, 1):expand(1, 3), x, 1) end, 'sum: cannot write' },
      { 'a table', function() tensor.sum({ 1, 2 }) end, 'sum: got %(table%)' },
      { 'nothing', function() tensor.max() end, 'max: got %(%)' },
   }
   for _, case in ipairs(calls) do
      it(case[1], function() assert.error_matches(case[2], case[3]) end)
   end
end)

describe('results of reductions', function()
   it('may overlap the operand', function()
      for _, dim in ipairs { 1, 2 } do
         local x = sized('float', 4, 4)
         local expected = flat(x:sum(dim))
         assert.same(expected, flat(tensor.sum(x:narrow(dim, 2, 1), x, dim)))
         local y = sized('double', 4, 4)
         local _, at = y:max(dim)
         local target = tensor.LongTensor()
         tensor.max(y:narrow(dim, 1, 1), target, y, dim)
         assert.same(flat(at), flat(target))
         local z = sized('long', 4, 4)
         local values, positions = z:max(dim)
         tensor.max(values, z:narrow(dim, 3, 1), z, dim)
         assert.same(flat(positions), flat(z:narrow(dim, 3, 1)))
      end
   end)

   it('of a scan may be the operand', function()
      for _, dim in ipairs { 1, 2 } do
         local x = sized('float', 5, 6)
         local expected = flat(x:cumsum(dim))
         tensor.cumsum(x, x, dim)
         assert.same(expected, flat(x))
         local y = sized('float', 7)
         local narrow = flat(y:narrow(1, 1, 6):cumsum())
         tensor.cumsum(y:narrow(1, 2, 6), y:narrow(1, 1, 6))
         assert.same(narrow, flat(y:narrow(1, 2, 6)))
      end
   end)

   it('fill strided tensors in place', function()
      local wide = tensor.zeros(1, 10):fill(-1)
      tensor.sum(wide:unfold(2, 1, 2):select(3, 1), tensor.ones(3, 5), 1)
      assert.same({ 3, -1, 3, -1, 3, -1, 3, -1, 3, -1 }, flat(wide))
   end)

   it('of a mask are Bool where a BoolTensor is given', function()
      local mask = tensor.BoolTensor()
      assert.equal('torch.BoolTensor', tensor.any(mask, tensor.ones(2, 3), 1):type())
      assert.same({ 1, 1, 1 }, flat(mask:byte()))
   end)
end)

describe('the bits of reductions', function()
   local levels, threads, level = tensor.simdLevels(), tensor.getnumthreads(), tensor.getSimd()

   after_each(function()
      tensor.setSimd(level)
      tensor.setnumthreads(threads)
   end)

   -- Numbers whose sum depends on the order.
   local function rough(dtype, ...)
      local x = tensor.zeros(tensor.LongStorage { ... }, { dtype = dtype })
      local s, state = x:storage(), 12345
      for k = 1, x:nElement() do
         state = state * 16807 % 2147483647
         s[k] = floating[dtype] and (state / 2 ^ 31 - 0.3) * 10 ^ (state % 5 - 2) or state % 7 - 2
      end
      return x
   end

   local function everything(x)
      local list = {}
      local function add(value)
         if type(value) == 'userdata' then for _, v in ipairs(flat(value)) do list[#list + 1] = v end
         else list[#list + 1] = type(value) == 'boolean' and (value and 1 or 0) or tonumber(value) end
      end
      for _, name in ipairs { 'sum', 'prod', 'all', 'any', 'mean', 'var', 'std', 'max', 'min' } do
         if defined(name, x:type():match 'torch%.(%w+)Tensor':lower()) then
            add(x[name](x))
            for dim = 1, x:dim() do
               local first, second = x[name](x, dim)
               add(first)
               if second then add(second) end
            end
         end
      end
      for dim = 1, x:dim() do
         add(x:cumsum(dim))
         if floating[x:type():match 'torch%.(%w+)Tensor':lower()] then
            for _, p in ipairs { 0, 1, 2, 2.5, 3, inf } do add(x:norm(p, dim)) end
         end
      end
      return list
   end

   local shapes = { { 5 }, { 1023 }, { 1024 }, { 1025 }, { 3000 }, { 7, 2100 }, { 2100, 7 }, { 40, 33, 3 } }

   it('are the same on every level', function()
      for _, dtype in ipairs { 'byte', 'long', 'half', 'float', 'double', 'bfloat16' } do
         for _, shape in ipairs(shapes) do
            local x, expected = rough(dtype, (table.unpack or unpack)(shape)), nil
            for _, name in ipairs(levels) do
               tensor.setSimd(name)
               local got = everything(x)
               expected = expected or got
               for k, value in ipairs(expected) do
                  if not same(value, got[k]) then error(('%s on %s: value %d'):format(dtype, name, k)) end
               end
            end
         end
      end
   end)

   it('are the same for every number of threads', function()
      for _, dtype in ipairs { 'float', 'double' } do
         for _, shape in ipairs { { 700001 }, { 3, 200003 }, { 200003, 3 }, { 300, 1500 }, { 20, 30000 } } do
            local x, expected = tensor.zeros(tensor.LongStorage(shape), { dtype = dtype }), nil
            local s = rough(dtype, 5003)
            local n = x:nElement()
            local long = s:view(1, 5003):expand(math.ceil(n / 5003), 5003):clone():view(-1):narrow(1, 1, n)
            x:copy(long)
            for _, count in ipairs { 1, 2, 3, 7 } do
               tensor.setnumthreads(count)
               local got = { x:sum(), x:mean(), x:var(), x:norm(3), x:max(), x:argmin() }
               for dim = 1, x:dim() do
                  got[#got + 1] = x:std(dim):double():sum()
                  got[#got + 1] = x:sum(dim):norm()
                  local values, indices = x:max(dim)
                  got[#got + 1] = values:sum()
                  got[#got + 1] = tonumber(indices:sum())
                  got[#got + 1] = x:cumsum(dim):sum()
               end
               expected = expected or got
               assert.same(expected, got)
            end
         end
      end
   end)

   it('are the same for rows and columns', function()
      for _, dtype in ipairs { 'float', 'double', 'half' } do
         for _, n in ipairs { 1, 3, 15, 16, 17, 100, 1024, 1030, 4200 } do
            for _, outputs in ipairs { 1, 2, 3, 9, 130, -70 } do -- -70: with gaps between the rows of columns
               local x = rough(dtype, n, outputs > 0 and outputs or 80)
               if outputs < 0 then x, outputs = x:narrow(2, 5, -outputs), -outputs end
               local rows = x:t():clone()
               for _, name in ipairs { 'sum', 'std', 'mean', 'prod', 'any', 'nansum' } do
                  local a, b = flat(x[name](x, 1)), flat(rows[name](rows, 2))
                  for k = 1, outputs do assert.is_true(same(a[k], b[k]), name) end
               end
               for _, p in ipairs { 1, 3, inf } do
                  local a, b = flat(x:norm(p, 1)), flat(rows:norm(p, 2))
                  for k = 1, outputs do assert.is_true(same(a[k], b[k]), 'norm ' .. p) end
               end
            end
         end
      end
   end)

   it('do not depend on how a row lies in memory', function()
      local x = rough('double', 5000)
      local spread = tensor.zeros(5000, 3, { dtype = 'double' })
      spread:select(2, 2):copy(x)
      assert.equal(x:sum(), spread:select(2, 2):sum())
      assert.equal(x:sum(), spread:select(2, 2):view(5000, 1):sum(1):sum())
      for _, width in ipairs { 100, 200, 1250 } do -- short and long runs, whose ends share lanes
         local gapped = tensor.zeros(5000 / width, width + 20, { dtype = 'double' })
         gapped:narrow(2, 11, width):copy(x:view(-1, width))
         assert.equal(x:sum(), gapped:narrow(2, 11, width):sum())
      end
   end)

   it('of all elements are those of the order of memory, whatever the order of dimensions', function()
      for _, dtype in ipairs { 'float', 'double', 'half' } do
         local x = rough(dtype, 10, 50, 10)
         for _, name in ipairs { 'sum', 'prod', 'mean', 'var', 'std', 'norm' } do
            assert.is_true(same(x[name](x), x[name](x:permute(3, 1, 2))), name)
         end
      end
   end)
end)

describe('the system', function()
   it('knows its levels', function()
      local levels, known = tensor.simdLevels(), {}
      for _, name in ipairs(levels) do known[name] = true end
      assert.equal('base', levels[1])
      assert.is_true(known[tensor.getSimd()])
      assert.error_matches(function() tensor.setSimd 'mmx' end, "setSimd: level 'mmx' is unknown here")
   end)

   it('has a number of threads', function()
      local before = tensor.getnumthreads()
      tensor.setnumthreads(3)
      assert.equal(3, tonumber(tensor.getnumthreads()))
      assert.error_matches(function() tensor.setnumthreads(0) end, 'setnumthreads: 0 is not in 1..256')
      assert.error_matches(function() tensor.setnumthreads(257) end, 'setnumthreads: 257')
      assert.equal(3, tonumber(tensor.getnumthreads()))
      tensor.setnumthreads(before)
   end)

   it('counts and gives back memory', function()
      collectgarbage()
      collectgarbage()
      tensor.emptyCache()
      local before = tensor.memoryStats()
      local x = tensor.zeros(1000, 1000)
      local during = tensor.memoryStats()
      assert.is_true(during.live - before.live >= 4000000)
      assert.is_true(during.peak >= during.live)
      assert.is_true(x:sum() == 0)
      x = nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
      assert.is_true(during.live - tensor.memoryStats().live >= 4000000)
      tensor.emptyCache()
      assert.equal(0, tonumber(tensor.memoryStats().cached))
   end)
end)
