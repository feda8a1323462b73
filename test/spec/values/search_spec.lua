-- The chapter search: sets, bins, quantiles, covariances. Known answers (support/searches.lua), properties over types
-- and layouts, and what is refused. The chapter along has a spec of its own, devices have cuda_search_spec.
local tensor = require 'tensor'
local searches = require 'spec.support.searches'

local unpack = table.unpack or unpack
local nan, inf = 0 / 0, math.huge
local types = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'bfloat16', 'float', 'double' }

local function of(dtype, list) return tensor.DoubleTensor(list):type(('torch.%sTensor'):format(dtype
   :gsub('^uint', 'UInt'):gsub('^bf', 'BF'):gsub('^%l', string.upper))) end

-- Elements of 0 to 9 in an order without one, as a matrix of 12 x 7 that is not contiguous.
local function scattered(dtype)
   local list = {}
   for k = 1, 7 * 12 do list[k] = (k * 37 + math.floor(k / 5)) % 10 end
   return of(dtype, list):view(7, 12):t()
end

local function elements(x)
   local list = {}
   for _, row in ipairs(x:totable()) do
      for _, a in ipairs(row) do list[#list + 1] = tonumber(a) end
   end
   return list
end

describe('known answers of', function()
   for k, case in ipairs(searches.search) do
      it(('%s (%d)'):format(case[1], k), function() searches.run(case) end)
   end
end)

describe('for every type and a matrix that is not contiguous,', function()
   for _, dtype in ipairs(types) do
      it('unique of ' .. dtype .. ' counts and finds every element', function()
         local x = scattered(dtype)
         local values, inverse, counts = x:unique { inverse = true, counts = true }
         local list, times, at = elements(x), {}, elements(inverse)
         for _, a in ipairs(list) do times[a] = (times[a] or 0) + 1 end
         assert.equal(x:type(), values:type())
         for k = 1, values:nElement() do
            assert(k == 1 or tonumber(values[k]) > tonumber(values[k - 1]))
            assert.equal(times[tonumber(values[k])], tonumber(counts[k]))
         end
         for k, a in ipairs(list) do assert.equal(a, tonumber(values[at[k]])) end
         assert.equal(#list, tonumber(counts:sum()))
      end)

      it('searchsorted and isin of ' .. dtype .. ' agree with loops', function()
         local x, sorted = scattered(dtype), of(dtype, { 1, 3, 3, 7 })
         local left, right = elements(sorted:searchsorted(x)), elements(sorted:searchsorted(x, { right = true }))
         local is = elements(x:isin(sorted))
         for k, a in ipairs(elements(x)) do
            local less, most, among = 1, 1, 0
            for i = 1, 4 do
               local b = tonumber(sorted[i])
               if b < a then less = less + 1 end
               if b <= a then most = most + 1 end
               if b == a then among = 1 end
            end
            assert.same({ less, most, among }, { left[k], right[k], is[k] })
         end
      end)
   end

   it('isin of more whole numbers than a block of them', function()
      local before, x = tensor.getnumthreads(), tensor.range(0, 999999):long():view(1000, 1000):remainder(7)
      local expected = x:eq(2):add(x:eq(5))
      for threads = 1, 3, 2 do
         tensor.setnumthreads(threads)
         assert(tensor.equal(expected, x:isin(tensor.LongTensor { 2, 5 })), threads)
      end
      tensor.setnumthreads(before)
   end)

   it('isin of whole numbers takes the ends of their type, and those far apart', function()
      local ends = { char = { -128, 127 }, byte = { 0, 255 }, short = { -32768, 32767 }, int = { -2 ^ 31, 2 ^ 31 - 1 } }
      for dtype, e in pairs(ends) do
         local x = of(dtype, { e[1], e[1] + 1, 8, 9, e[2] - 1, e[2], e[1] })
         assert.same({ 0, 1, 0, 0, 0, 0, 0 }, x:isin(of(dtype, { e[1] + 1 })):totable())
         assert.same({ 0, 0, 0, 0, 0, 1, 0 }, x:isin(of(dtype, { e[2] })):totable())
         local last = x:isin(of(dtype, { e[1], e[2] })):totable()
         assert.same({ 1, 0, 0, 1 }, { last[1], last[2], last[5], last[6] })
      end
      local least = tensor.LongTensor { -2 ^ 62 } * 2
      local most = -1 - least
      local x = tensor.cat { least, least + 1, tensor.LongTensor { 0 }, most - 1, most }
      assert.same({ 1, 0, 0, 0, 0 }, x:isin(least):totable())
      assert.same({ 0, 0, 0, 0, 1 }, x:isin(most):totable())
      assert.same({ 0, 1, 0, 1, 0 }, x:isin(tensor.cat(least + 1, most - 1)):totable())
      assert.same({ 0, 1, 0, 0, 0 }, x:isin(tensor.cat(least + 1, least + 3)):totable())
      assert.same({ 0, 0, 0, 1, 0 }, x:isin(most - 1):totable())
   end)

   it('searchsorted of many values among many agrees with a loop', function()
      local sorted, values = tensor.range(0, 2000, 2):double(), tensor.range(-1, 2002):double()
      local at = tensor.searchsorted(sorted, values)
      for k = 1, values:nElement() do
         assert.equal(math.min(math.max(math.ceil(values[k] / 2), 0), 1001) + 1, tonumber(at[k]))
      end
   end)

   it('bincount adds ones, or weights, by position', function()
      for _, n in ipairs { 1, 2, 7, 22, 23, 1001 } do
         local x = tensor.range(1, n):long():mul(37):remainder(11):add(1)
         for _, dtype in ipairs { 'int', 'half', 'float', 'double' } do
            local w = tensor.range(1, n):to(dtype):remainder(5)
            local expected = tensor.zeros(14, { dtype = dtype }):scatterAdd(1, x, w)
            assert.same(expected:totable(), x:bincount(w, 14):totable())
         end
         local ones = tensor.ones(n):long()
         assert.same(tensor.zeros(14):long():scatterAdd(1, x, ones):totable(), x:bincount(nil, 14):totable())
      end
   end)

   it('quantiles of floats are those of a sorted list', function()
      local list = {}
      for k = 1, 101 do list[k] = (k * 37) % 101 end
      for _, dtype in ipairs { 'half', 'float', 'double', 'bfloat16' } do
         local x = of(dtype, list)
         for _, q in ipairs { 0, 0.25, 0.5, 1 } do assert.equal(q * 100, x:quantile(q)) end
         assert.same({ { 25 }, { 50 } }, x:quantile(tensor.DoubleTensor { 0.25, 0.5 }, 1):totable())
         assert.equal(x:type(), x:quantile(0.5, 1):type())
         assert.same({ 25, 50, 100 }, x:quantile({ 0.25, 0.5, 1 }):totable())
         assert.same({ { 25 }, { 50 } }, x:nanquantile({ 0.25, 0.5 }, 1):totable())
      end
   end)
end)

describe('tables as positions', function()
   it('are those of a LongTensor', function()
      local x = tensor.DoubleTensor { 3, 1, 2 }
      assert.same({ 1, 3 }, x:searchsorted(tensor.DoubleTensor { 1, 2.5 }, { sorter = { 2, 3, 1 } }):totable())
      assert.same({ { 0, 1 }, { 1, 0 } }, tensor.oneHot({ 2, 1 }):totable())
      assert.same({ { 0, 1, 0 } }, tensor.oneHot({ 2 }, 3):totable())
   end)
end)

describe('results', function()
   it('of cov and corrcoef of halves do not overflow on the way', function()
      local x = tensor.HalfTensor { { 300, -300, 300 }, { 1, 2, 3 } }
      assert.same({ { 1, 0 }, { 0, 1 } }, tensor.corrcoef(x):totable())
      x = tensor.HalfTensor(1000):fill(200):cmul(tensor.HalfTensor { 1, -1 }:repeatTensor(500))
      assert.equal(40032, tensor.cov(x):totable()) -- 4e7 / 999, as a half
   end)

   it('of quantile of no parts are empty', function()
      assert.same({ 0 }, tensor.quantile(tensor.ones(2), {}):size():totable())
      assert.same({ 0, 1, 3 }, tensor.quantile(tensor.ones(2, 3), {}, 1):size():totable())
   end)

   it('may be given, and may be an operand', function()
      local x, r = tensor.DoubleTensor { 3, 1, 2 }, tensor.DoubleTensor(7)
      assert.equal(r, tensor.quantile(r, x, 0.5, 1))
      assert.same({ 2 }, r:totable())
      tensor.quantile(x, x, 1, 1)
      assert.same({ 3 }, x:totable())
      local sorted, at = tensor.LongTensor { 1, 5, 9 }, tensor.LongTensor { 4, 9 }
      assert.equal(at, tensor.searchsorted(at, sorted, at))
      assert.same({ 2, 3 }, at:totable())
      local mask = tensor.BoolTensor()
      tensor.isin(mask, sorted, 5)
      assert.same({ 'torch.BoolTensor', 0, 1, 0 }, { mask:type(), unpack(mask:totable()) })
   end)

   it('are copies, not views of the operands', function()
      local x = tensor.DoubleTensor { 1, 2, 3 }
      x:uniqueConsecutive():fill(9)
      tensor.union1d(x, x:narrow(1, 1, 0)):fill(9)
      assert.same({ 1, 2, 3 }, x:totable())
   end)

   it('of tensors without elements have none', function()
      local values, inverse, counts = tensor.FloatTensor():unique { inverse = true, counts = true }
      assert.same({ 0, 0, 0 }, { values:nElement(), inverse:nElement(), counts:nElement() })
      assert.equal(0, tensor.zeros(0, 3):unique { dim = 1 }:size(1))
      assert.same({ 1, 0 }, tensor.zeros(4, 0):unique({ dim = 1 }):size():totable())
      assert.equal(0, tensor.FloatTensor():isin(tensor.FloatTensor { 1 }):nElement())
      assert.same({ 0 }, tensor.zeros(0):flatnonzero():size():totable())
      assert.same({ 0, 3 }, tensor.oneHot(tensor.LongTensor(0), 3):size():totable())
      assert.same({ 2, 0 }, tensor.zeros(2, 0):searchsorted(tensor.zeros(2, 0)):size():totable())
   end)
end)

describe('refused with a reason:', function()
   local D, L = tensor.DoubleTensor, tensor.LongTensor
   for name, case in pairs {
      ['a dim that is not there'] = { 'no dimension 3 in a 2', function() D(2, 2):unique { dim = 3 } end },
      ['an unknown option'] = { 'invers', function() D(2):unique { invers = true } end },
      ['an option of another type'] = { 'inverse is a number; expected a boolean',
         function() D(2):unique { inverse = 1 } end },
      ['a bincount of floats'] = { 'not defined for torch.DoubleTensor', function() D(2):bincount() end },
      ['a bincount of a matrix'] = { 'expected a vector', function() L(2, 2):bincount() end },
      ['a bincount of 0'] = { 'the least element is 0', function() L { 0, 1 }:bincount() end },
      ['a bincount of a huge number'] = { 'bincount', function() L { 2 ^ 52 }:bincount() end },
      ['other weights'] = { 'weights of size 2 for a tensor of size 3', function() L { 1, 1, 2 }:bincount(D(2)) end },
      ['weights of another shape'] = { 'weights of size 1x3 for a tensor of size 3', function()
         L { 1, 1, 2 }:bincount(D(1, 3))
      end },
      ['weights of a matrix'] = { 'weights of size 4 for a tensor of size 2x2', function()
         D(2, 2):zero():histogram(3, { weights = D(4) })
      end },
      ['rows of another number'] = { 'same leading dim', function() D(2, 3):searchsorted(D(3, 3)) end },
      ['a sorter beyond'] = { 'searchsorted', function() D(2):searchsorted(D(2), { sorter = L { 1, 3 } }) end },
      ['a sorter of another size'] = { 'a sorter of size 1 for 2', function()
         D(2):searchsorted(D(2), { sorter = L { 1 } })
      end },
      ['no sorted tensor'] = { 'expected a vector', function() D():searchsorted(D(2)) end },
      ['sorted Bools'] = { 'not defined', function() tensor.BoolTensor(2):searchsorted(D(2)) end },
      ['boundaries in a matrix'] = { 'expected a vector', function() D(2):bucketize(D(2, 2)) end },
      ['isin of another type'] = { 'isin', function() D(2):isin(L(2)) end },
      ['sets of two types'] = { 'union1d', function() tensor.union1d(D(2), L(2)) end },
      ['no keys'] = { 'no keys', function() tensor.lexsort {} end },
      ['keys of two sizes'] = { 'vectors of one size', function() tensor.lexsort { D(2), D(3) } end },
      ['keys that are none'] = { 'is a number, not a tensor', function() tensor.lexsort { 1 } end },
      ['a class above n'] = { 'position 5', function() tensor.oneHot(L { 5 }, 4) end },
      ['a class below 1'] = { 'oneHot', function() tensor.oneHot(L { 0, 1 }) end },
      ['classes of none'] = { 'oneHot', function() tensor.oneHot(L(0)) end },
      ['no bins'] = { 'at least 1', function() D(2):histogram(0) end },
      ['too many bins'] = { 'at most', function() D(2):histogram(2 ^ 40) end },
      ['a bin and a half'] = { 'the number of bins', function() D(2):histogram(1.5) end },
      ['edges that fall'] = { 'do not ascend', function() D(2):histogram(D { 2, 1 }) end },
      ['edges that are NaN'] = { 'do not ascend', function() D(2):histogram(D { 1, nan }) end },
      ['one edge'] = { 'at least 2', function() D(2):histogram(D { 1 }) end },
      ['an infinite range'] = { 'no bins between', function() D { 1, inf }:histogram(2) end },
      ['a range of NaN'] = { 'no bins between', function() D { 1, nan }:histogram(2) end },
      ['a range that is none'] = { 'expected a table', function() D(2):histogram(2, { range = 3 }) end },
      ['integers in a histogram'] = { 'not defined', function() L(2):histogram(2) end },
      ['q above 1'] = { 'q is 1.5', function() D { 1 }:quantile(1.5) end },
      ['q of NaN'] = { 'expected a number in', function() D { 1 }:quantile(nan, 1) end },
      ['q of texts'] = { 'element 1 of a table is a string', function() D { 1 }:quantile({ 'a' }) end },
      ['negative weights'] = { 'aweights has negative', function() D(2, 2):cov { aweights = D { 1, -1 } } end },
      ['negative frequencies'] = { 'fweights has negative', function() D(2, 2):cov { fweights = L { -1, 1 } } end },
      ['a sorter of fractions'] = { 'sorter', function() D(2):searchsorted(D(2), { sorter = { 1, 1.5 } }) end },
      ['q in a matrix'] = { 'a number or a vector', function() D { 1 }:quantile(D(1, 1), 1) end },
      ['quantiles of nothing'] = { 'size 0 has no element', function() D(0):quantile(0.5, 1) end },
      ['a quantile of integers'] = { 'not defined', function() L { 1 }:quantile(0.5) end },
      ['another way to quantiles'] = { 'quantile', function() D { 1 }:quantile(0.5, 1, 'up') end },
      ['weights of another size'] = { 'average', function() D(2, 3):average(D(2), 2) end },
      ['weights without a dimension'] = { 'name the dimension', function() D(2, 3):average(D(3)) end },
      ['covariances of a cube'] = { 'a matrix or a vector', function() D(2, 2, 2):cov() end },
      ['observations of another number'] = { 'cov', function() D(2, 3):cov { fweights = L { 1 } } end },
      ['points of two sizes'] = { 'two vectors', function() D(2):interp(D(2), D(3)) end },
      ['no points'] = { 'not empty', function() D(2):interp(D(0), D(0)) end },
      ['a convolution with nothing'] = { 'not empty', function() D(2):convolve(D(0)) end },
      ['a convolution of matrices'] = { 'two vectors', function() D(2, 2):convolve(D(2)) end },
   } do
      it(name, function()
         local ok, message = pcall(case[2])
         assert.is_false(ok)
         assert(tostring(message):find(case[1], 1, true), message)
      end)
   end
end)
