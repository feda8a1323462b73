-- The chapter along and reductions over several dimensions: known answers (support/searches.lua), properties over
-- types and layouts, and what is refused.
local tensor = require 'tensor'
local searches = require 'spec.support.searches'

local unpack = table.unpack or unpack
local nan, inf = 0 / 0, math.huge
local D, L = tensor.DoubleTensor, tensor.LongTensor

local function same(expected, got, bound)
   assert(searches.near(searches.plain(expected), searches.plain(got), bound or 0), tostring(got))
end

describe('known answers of', function()
   for k, case in ipairs(searches.along) do
      it(('%s (%d)'):format(case[1], k), function() searches.run(case) end)
   end

   for k, case in ipairs(searches.gradients) do
      it(('gradient (%d)'):format(k), function()
         local got = tensor.gradient(unpack(case[1], 1, 3))
         assert.equal(#case[2], #got)
         for d, x in ipairs(got) do same(case[2][d], x, 1e-14) end
      end)
   end
end)

-- Whole numbers, so that sums are exact in any order.
local function whole(dtype)
   local x = tensor.empty(3, 4, 5, { dtype = dtype })
   local s = x:storage()
   for k = 1, 60 do s[k] = (k * 37 + math.floor(k / 7)) % 4 end
   return x
end

local layouts = {
   contiguous = function(x) return x end,
   transposed = function(x) return x:transpose(1, 3) end,
   narrowed = function(x) return x:narrow(2, 2, 2) end,
   expanded = function(x) return x:narrow(2, 1, 1):expand(3, 2, 5) end,
   ['without elements'] = function(x) return x:narrow(2, 1, 0) end,
}

describe('over several dimensions', function()
   for layout, view in pairs(layouts) do
      it('of a ' .. layout .. ' tensor reductions are those of one after the other', function()
         for _, dtype in ipairs { 'byte', 'long', 'half', 'float', 'double' } do
            local x = view(whole(dtype))
            for _, name in ipairs { 'sum', 'any', 'all', 'countNonzero', 'nansum' } do
               for _, dims in ipairs { { 1, 2 }, { 3, 1 }, { 2, -1 }, { 1, 2, 3 }, {} } do
                  local together, one = x[name](x, dims), x
                  for _, d in ipairs(#dims > 0 and dims or { 1, 2, 3 }) do
                     local by = name == 'countNonzero' and one ~= x and 'sum' or name
                     one = one[by](one, d)
                  end
                  same(one, together)
                  assert.equal(one:type(), together:type())
               end
            end
         end
      end)
   end

   it('statistics are those of all elements, which a dimension cannot give', function()
      local x = whole 'double'
      for _, name in ipairs { 'mean', 'std', 'var', 'prod', 'amax', 'amin', 'ptp', 'logsumexp', 'nanmean' } do
         local all = x:transpose(1, 2):clone():view(4, 15)
         local together = x[name](x, { 1, 3 })
         assert.same({ 1, 4, 1 }, together:size():totable())
         same(all[name](all, 2):view(4), together:view(4), 1e-15)
      end
      same(x:view(60):norm(3), x:norm(3, {}):item(), 1e-15)
   end)

   it('one dimension in a table is that dimension, and results may be given', function()
      local x, r = whole 'float', tensor.FloatTensor(2)
      same(x:sum(2), x:sum { 2 })
      assert.equal(r, tensor.sum(r, x, { 1, 3 }))
      same(x:sum(1):sum(3), r)
      tensor.sum(x, x, { 1, 2, 3 })
      assert.same({ 1, 1, 1 }, x:size():totable())
      assert.equal('torch.BoolTensor', tensor.any(tensor.BoolTensor(), x, { 1, 2 }):type())
      assert.equal('torch.DoubleTensor', tensor.mean(D(), tensor.IntTensor { { 1, 2 } }, { 1, 2 }):type())
   end)
end)

describe('along a dimension', function()
   it('softmax adds up to 1, and its logarithm is logSoftmax, for floats and layouts', function()
      for layout, view in pairs(layouts) do
         for dtype, bound in pairs { half = 1e-3, float = 1e-6, double = 1e-14, bfloat16 = 1e-2 } do
            for dim = 1, 3 do
               local x = view(whole(dtype))
               local part = x:softmax(dim)
               assert(part:isSameSizeAs(x) and part:type() == x:type(), layout)
               if x:nElement() > 0 then
                  assert(part:sum(dim):add(-1):abs():max() <= 4 * bound)
                  assert((tensor.log(part:double()) - x:logSoftmax(dim):double()):abs():max() <= 8 * bound)
                  local sum = tensor.exp(x:double()):sum(dim):log()
                  assert((sum - x:logsumexp(dim):double()):abs():max() <= 8 * bound)
               end
            end
         end
      end
   end)

   it('sums over several dimensions take dimensions of size 0', function()
      local x = tensor.zeros(0, 3, 200):narrow(3, 1, 100)
      assert.same({ 0, 1, 1 }, x:sum({ 2, 3 }):size():totable())
      assert.same({ 0, 1, 1 }, tensor.ones(5, 3, 200):narrow(3, 1, 100):narrow(1, 1, 0):any({ 2, 3 }):size():totable())
      local none = tensor.ones(2, 0, 200):narrow(3, 1, 100):sum { 2, 3 }
      assert.same({ 2, 1, 1 }, none:size():totable())
      assert.equal(0, none:sum())
   end)

   it('sums over several dimensions are the same whatever the strides', function()
      local x = tensor.randn(2, 30, 50):double():sin()
      local y = x:transpose(1, 3):clone():transpose(1, 3)
      for _, f in ipairs { 'sum', 'mean', 'nansum' } do
         for _, dims in ipairs { { 1, 2 }, { 2, 3 }, { 1, 3 } } do assert(x[f](x, dims):equal(y[f](y, dims)), f) end
      end
   end)

   it('running extremes of long lines hold from where they came, through NaN and equal elements', function()
      local x = tensor.range(1, 200, { dtype = 'double' }):mul(0.37):sin():mul(4):floor():view(2, 100)
      x[2][50], x[2][90] = 0 / 0, 0 / 0
      for _, dtype in ipairs { 'float', 'double', 'long' } do
         local line = dtype == 'long' and x[1]:long() or x[dtype](x)
         line = line:view(-1)
         local most, at = line:cummax(1)
         local best, place = line[1], 1
         for i = 1, line:nElement() do
            if line[i] >= best or line[i] ~= line[i] then best, place = line[i], i end
            assert.equal(place, at[i])
            assert(most[i] == best or best ~= best and most[i] ~= most[i])
         end
      end
   end)

   it('running extremes are those of what is before, for every type', function()
      for _, dtype in ipairs { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'bfloat16', 'float' } do
         local x = whole(dtype):transpose(1, 2)
         local most, at = x:cummax(2)
         local least = x:cummin(2)
         for k = 1, x:size(2) do
            local part = x:narrow(2, 1, k)
            same(part:amax(2), most:narrow(2, k, 1))
            same(part:amin(2), least:narrow(2, k, 1))
         end
         same(most, x:gather(2, at))
      end
   end)

   it('running extremes have the last position of equal ones, and of NaN', function()
      local x = tensor.empty(9, 40, { dtype = 'double' })
      local s = x:storage()
      for k = 1, 360 do s[k] = (k * k * 37 + k) % 11 end
      x[2][7], x[2][20], x[5][1], x[7][40] = nan, nan, nan, nan
      for _, dtype in ipairs { 'float', 'double', 'long' } do
         local use = dtype == 'long' and x:nanToNum(20):long() or x:to(dtype)
         for _, view in ipairs { use, use:t() } do -- along rows and along columns
            local most, at = view:cummax(2)
            local least = (-view):cummax(2)
            same(-least, (view:cummin(2)))
            for i = 1, view:size(1) do
               local best, last = -inf, 0
               for k = 1, view:size(2) do
                  local a = view[i][k]
                  if a ~= a or a >= best then best, last = a, k end
                  assert(searches.near(best, most[i][k], 0))
                  assert.equal(last, at[i][k])
               end
            end
         end
      end
   end)

   it('slices of adjacent elements have the bits of others', function()
      local threads = tensor.getnumthreads()
      for _, dtype in ipairs { 'float', 'double' } do
         for _, n in ipairs { 1, 2, 15, 16, 31, 32, 33, 64, 100, 1023, 1024, 1025, 5000 } do
            local x = tensor.range(1, 6 * n, { dtype = 'double' }):mul(7.3):sin():view(6, n):to(dtype)
            x[2]:mul(300) -- where exponentials vanish
            x[3][math.ceil(n / 2)], x[4][n] = nan, inf
            x[5]:fill(-inf)
            local apart = x:t():clone():t()
            for _, name in ipairs { 'softmax', 'logSoftmax', 'amax', 'amin' } do
               for _, count in ipairs { 1, 3 } do
                  tensor.setnumthreads(count)
                  same((apart[name](apart, 2)), (x[name](x, 2)))
               end
            end
         end
      end
      tensor.setnumthreads(threads)
   end)

   it('running sums of exponentials are sums of exponentials', function()
      local x = tensor.range(1, 200):double():mul(7):sin():mul(20):view(100, 2)
      for dim = 1, 2 do
         local running = x:logcumsumexp(dim)
         for k = 1, x:size(dim), 9 do
            same(x:narrow(dim, 1, k):logsumexp(dim), running:narrow(dim, k, 1), 1e-13)
         end
      end
   end)

   it('variance and mean over several dimensions are those over one that joins them', function()
      local x = tensor.range(1, 24):double():view(2, 3, 4):pow(2)
      local joined = x:transpose(1, 2):clone():view(3, 8)
      for _, name in ipairs { 'varMean', 'stdMean' } do
         for _, biased in ipairs { false, true } do
            local r, mean = tensor[name](x, { 1, -1 }, biased)
            local r_joined, mean_joined = tensor[name](joined, 2, biased)
            same(r_joined:view(1, 3, 1), r, 1e-13)
            same(mean_joined:view(1, 3, 1), mean, 1e-13)
         end
      end
      local y = x:clone()
      local _, mean = tensor.varMean(y, D(), y, { 1, 2, 3 })
      assert.same({ 1, 1, 1 }, y:size():totable())
      assert.near(x:mean(), mean[1][1][1], 1e-12)
   end)

   it('softmax of a number is 1', function()
      local x = D { 3 }:view(tensor.LongStorage())
      for name, value in pairs { softmax = 1, logSoftmax = 0 } do
         local r = tensor[name](x)
         assert.equal(0, r:dim())
         assert.equal(value, r:item())
      end
   end)

   it('of half complex numbers', function()
      local x = tensor.ComplexHalfTensor(2, 2):fill(0)
      x[1][2] = { 0, 1 }
      same({ { 1, 2 } }, x:nonzero())
      assert.equal(1, x:countNonzero())
      same({ { 0, 1 } }, x:countNonzero(1))
      same({ { 0, 1 } }, x:any(1))
      assert.same({ true, false }, { x:any(), x:all() })
   end)

   it('running sums of exponentials stand what vanishes beside others, infinities and NaN', function()
      local function add(a, b)
         local most = math.max(a, b)
         if a ~= a or b ~= b then return nan end
         if most == inf or most == -inf then return most end
         return most + math.log(math.exp(a - most) + math.exp(b - most))
      end
      for _, n in ipairs { 1, 63, 64, 65, 200 } do
         for _, scale in ipairs { 1, 100, 5000 } do
            local x = tensor.range(1, 20 * n, { dtype = 'double' }):mul(7.3):sin():mul(scale):view(20, n)
            x[2]:mul(-1)
            x[3][math.ceil(n / 2)], x[4][n], x[5][math.ceil(n / 3)] = nan, inf, -inf
            x[6]:fill(-inf)
            x[7][1], x[8][1], x[9][1] = -inf, nan, inf
            for _, dtype in ipairs { 'half', 'float', 'double' } do
               local use, bound = x:to(dtype), dtype == 'half' and 1e-3 or dtype == 'float' and 1e-6 or 1e-13
               for _, view in ipairs { use, use:t():clone():t() } do
                  local list, running = view:totable(), view:logcumsumexp(2):totable()
                  for i = 1, 20 do
                     local total = -inf
                     for k = 1, n do
                        local got = running[i][k]
                        total = add(total, list[i][k])
                        assert(got == total or (got ~= got and total ~= total)
                           or math.abs(got - total) <= bound * (1 + math.abs(total)))
                     end
                  end
               end
            end
         end
      end
   end)

   it('results may be operands, and change together', function()
      local x = D { { 1, 3 }, { 2, 0 } }
      local least, most = tensor.aminmax(x, D(), x, 1)
      assert.equal(x, least)
      same({ { 1, 0 } }, x)
      same({ { 2, 3 } }, most)
      local y = D { 1, 2 }
      tensor.diff(y, y)
      same({ 1 }, y)
      tensor.softmax(y, y)
      same({ 1 }, y)
   end)

   it('methods make new tensors', function()
      local x = D { 1, 2 }
      x:diff(0):fill(7)
      x:softmax():fill(7)
      same({ 1, 2 }, x)
   end)
end)

describe('refused with a reason:', function()
   for name, case in pairs {
      ['a dimension twice'] = { 'sum: dimension 1 is named twice', function() D(2, 2):sum { 1, -2 } end },
      ['a dimension beyond'] = { 'no dimension 3 in a 2', function() D(2, 2):sum { 1, 3 } end },
      ['dimension 0'] = { 'no dimension 0', function() D(2, 2):amax { 0 } end },
      ['too many dimensions'] = { 'at most 8', function() D(2):sum { 1, 1, 1, 1, 1, 1, 1, 1, 1 } end },
      ['a dimension that is none'] = { 'a dimension', function() D(2):sum { 'one' } end },
      ['a part of a dimension'] = { 'a dimension', function() D(2):logsumexp { 1.5 } end },
      ['a list with a name'] = { 'sum: a dimension', function() D(2):sum { 1, dim = 2 } end },
      ['dims and wrong options'] = { 'dtype', function() D(2, 2):sum({ 1 }, { dtype = 'nothing' }) end },
      ['a result of another type'] = { 'amax', function() tensor.amax(L(), D(2), 1) end },
      ['the largest of nothing'] = { 'size 0 has no element', function() D(0):amax() end },
      ['the largest of no row'] = { 'size 0 has no element', function() D(2, 0):nanmax(2) end },
      ['the middle of nothing'] = { 'size 0 has no element', function() D(0):nanmedian() end },
      ['an order of Bools'] = { 'not defined', function() tensor.BoolTensor(2):amax(1) end },
      ['an order of complex numbers'] = { 'not defined', function() tensor.ComplexDoubleTensor(2):cummax() end },
      ['exponentials of integers'] = { 'not defined', function() L(2):softmax() end },
      ['a mean of integers without NaN'] = { 'not defined', function() L(2):nanmean() end },
      ['positions of NaN'] = { 'all elements are NaN', function() D { { 1 }, { nan } }:nanargmin(2) end },
      ['less than 0 differences'] = { 'diff', function() D(2):diff(-1) end },
      ['places of another size'] = { 'places of size 3', function() D { 1, 2 }:trapz(D { 1, 2, 3 }) end },
      ['a slope of one'] = { 'expected at least 2', function() D { 1 }:gradient() end },
      ['spacings of another number'] = { '2 spacings for 1', function() D { 1, 2 }:gradient { 1, 2 } end },
      ['a spacing that is none'] = { 'a spacing is a string', function() D { 1, 2 }:gradient 'far' end },
      ['two results in one'] = { 'cummax', function() local r = L(); tensor.cummax(r, r, L { 1, 2 }) end },
   } do
      it(name, function()
         local ok, message = pcall(case[2])
         assert.is_false(ok)
         assert(tostring(message):find(case[1], 1, true), message)
      end)
   end

   it('infinities are no reason', function()
      same({ inf, -inf }, D { { inf, 1 }, { -inf, -inf } }:logsumexp(2):view(2))
   end)
end)
