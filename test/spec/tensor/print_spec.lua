-- The texts of tensors and storages, and the options of printing.
local tensor = require 'tensor'

local nan, inf = 0 / 0, math.huge

-- An expected text: the lines between the brackets, without the first newline and the last line's indentation.
local function lines(text)
   return (text:gsub('^\n', ''):gsub('\n%s*$', ''))
end

local function with(options, body)
   local before = tensor.setPrintOptions(options)
   local ok, message = pcall(body)
   tensor.setPrintOptions(before)
   assert(ok, message)
end

local texts = {
   { 'a vector of whole numbers', function() return tensor.DoubleTensor { 1, 2, 30 } end, [[
  1
  2
 30
[torch.DoubleTensor of size 3]
]] },
   { 'a matrix of whole numbers', function() return tensor.FloatTensor { { 1, 2, 3 }, { -4, 5, 6 } } end, [[
 1  2  3
-4  5  6
[torch.FloatTensor of size 2x3]
]] },
   { 'zeros', function() return tensor.zeros(2, 2) end, [[
 0  0
 0  0
[torch.FloatTensor of size 2x2]
]] },
   { 'fractions with four decimals', function() return tensor.DoubleTensor { { 0.5, 1.25 }, { 100, -3 } } end, [[
   0.5000    1.2500
 100.0000   -3.0000
[torch.DoubleTensor of size 2x2]
]] },
   { 'large numbers with a common factor', function()
      return tensor.DoubleTensor { { 1234567.5, 2e6 }, { -1e6, 300000 } }
   end, [[
1e+06 *
  1.2346  2.0000
 -1.0000  0.3000
[torch.DoubleTensor of size 2x2]
]] },
   { 'small numbers with a common factor', function() return tensor.DoubleTensor { 0.001, 0.0025 } end, [[
0.001 *
 1.0000
 2.5000
[torch.DoubleTensor of size 2]
]] },
   { 'numbers of many magnitudes with exponents', function() return tensor.DoubleTensor { 1e-30, 1.5 } end, [[
 1.0000e-30
 1.5000e+00
[torch.DoubleTensor of size 2]
]] },
   { 'exponents of three digits', function() return tensor.DoubleTensor { 1e-200, 1.5 } end, [[
 1.0000e-200
  1.5000e+00
[torch.DoubleTensor of size 2]
]] },
   { 'whole numbers of nine digits', function() return tensor.IntTensor { 123456789, -1 } end, [[
 123456789
        -1
[torch.IntTensor of size 2]
]] },
   { 'whole numbers beyond nine digits', function() return tensor.LongTensor { 1234567890, -1 } end, [[
 1234567890
         -1
[torch.LongTensor of size 2]
]] },
   { 'whole numbers beyond 2^53', function() return tensor.LongTensor { 2 ^ 60, -2 ^ 60 } end, [[
 1152921504606846976
-1152921504606846976
[torch.LongTensor of size 2]
]] },
   { 'the limits of integers', function() return tensor.LongStorage { 2 ^ 53, -2 ^ 63 } end, [[
    9007199254740992
-9223372036854775808
[torch.LongStorage of size 2]
]] },
   { 'large whole numbers of floating types', function() return tensor.DoubleTensor { 1234567890, -1 } end, [[
 1.2346e+09
-1.0000e+00
[torch.DoubleTensor of size 2]
]] },
   { 'numbers that are not finite', function() return tensor.FloatTensor { { 1, nan }, { inf, -inf } } end, [[
    1   nan
  inf  -inf
[torch.FloatTensor of size 2x2]
]] },
   { 'not a number alone', function() return tensor.DoubleTensor { -nan } end, [[
 nan
[torch.DoubleTensor of size 1]
]] },
   { 'halves', function() return tensor.HalfTensor { 0.1, 3 } end, [[
 0.1000
 3.0000
[torch.HalfTensor of size 2]
]] },
   { 'truth values', function() return tensor.BoolTensor { 1, 0 } end, [[
 1
 0
[torch.BoolTensor of size 2]
]] },
   { 'slices', function() return tensor.range(1, 8):view(2, 2, 2) end, [[
(1,.,.) =@
  1  2
  3  4

(2,.,.) =@
  5  6
  7  8
[torch.FloatTensor of size 2x2x2]
]] },
   { 'slices with a common factor', function() return tensor.DoubleTensor { { { 1, 2 } }, { { 3, 4 } } } / 64 end, [[
(1,.,.) =@
 0.01 *
   1.5625  3.1250

(2,.,.) =@
 0.01 *
   4.6875  6.2500
[torch.DoubleTensor of size 2x1x2]
]] },
   { 'slices whose first dimension runs fastest', function() return tensor.range(1, 4):view(2, 2, 1, 1) end, [[
(1,1,.,.) =@
  1

(2,1,.,.) =@
  3

(1,2,.,.) =@
  2

(2,2,.,.) =@
  4
[torch.FloatTensor of size 2x2x1x1]
]] },
   { 'a transposed view', function() return tensor.FloatTensor({ { 1, 2 }, { 3, 4 } }):t() end, [[
 1  3
 2  4
[torch.FloatTensor of size 2x2]
]] },
   { 'an undefined tensor', function() return tensor.FloatTensor() end, '[torch.FloatTensor with no dimension]' },
   { 'a tensor without elements', function() return tensor.ByteTensor(0, 3) end, '[torch.ByteTensor of size 0x3]' },
   { 'one element without dimensions', function() return tensor.DoubleTensor({ 2.5 }):asStrided({}, {}) end, [[
 2.5000
[torch.DoubleTensor of one element, with no dimension]
]] },
   { 'a storage', function() return tensor.FloatStorage { 1, 2.5 } end, [[
 1.0000
 2.5000
[torch.FloatStorage of size 2]
]] },
   { 'sizes', function() return tensor.zeros(3, 4):size() end, [[
 3
 4
[torch.LongStorage of size 2]
]] },
   { 'an empty storage', function() return tensor.IntStorage() end, '[torch.IntStorage of size 0]' },
   { 'columns', function() return tensor.range(1, 24):view(2, 12) + 0.5 end, [[
Columns 1 to 8
  1.5000   2.5000   3.5000   4.5000   5.5000   6.5000   7.5000   8.5000
 13.5000  14.5000  15.5000  16.5000  17.5000  18.5000  19.5000  20.5000

Columns 9 to 12
  9.5000  10.5000  11.5000  12.5000
 21.5000  22.5000  23.5000  24.5000
[torch.FloatTensor of size 2x12]
]] },
   { 'a large vector', function() return tensor.range(1, 1001) end, [[
    1
    2
    3
  ...
  999
 1000
 1001
[torch.FloatTensor of size 1001]
]] },
   { 'a large matrix', function() return tensor.range(1, 10000):view(100, 100) end, [[
     1      2      3    ...     98     99    100
   101    102    103    ...    198    199    200
   201    202    203    ...    298    299    300
   ...    ...    ...    ...    ...    ...    ...
  9701   9702   9703    ...   9798   9799   9800
  9801   9802   9803    ...   9898   9899   9900
  9901   9902   9903    ...   9998   9999  10000
[torch.FloatTensor of size 100x100]
]] },
   { 'a large narrow matrix', function() return tensor.range(1, 2000):view(1000, 2) end, [[
    1     2
    3     4
    5     6
  ...   ...
 1995  1996
 1997  1998
 1999  2000
[torch.FloatTensor of size 1000x2]
]] },
   { 'many slices', function() return tensor.zeros(1001, 1, 1) end, [[
(1,.,.) =@
    0

(2,.,.) =@
    0

(3,.,.) =@
    0

...

(999,.,.) =@
    0

(1000,.,.) =@
    0

(1001,.,.) =@
    0
[torch.FloatTensor of size 1001x1x1]
]] },
   { 'a large storage', function() return tensor.ByteStorage(2000):fill(7) end, [[
   7
   7
   7
 ...
   7
   7
   7
[torch.ByteStorage of size 2000]
]] },
}

describe('printing', function()
   for _, case in ipairs(texts) do
      it('shows ' .. case[1], function()
         assert.equal(lines(case[3]:gsub('@', ' ')), tostring(case[2]()))
      end)
   end

   it('of eight large dimensions stays short', function()
      local text = tostring(tensor.zeros(8, 8, 8, 8, 1, 1, 1, 1):expand(8, 8, 8, 8, 8, 8, 8, 8))
      assert.truthy(#text < 20000)
      assert.truthy(text:find('(8,8,8,8,8,8,.,.) = \n    0    0    0  ...', 1, true))
   end)

   it('names generators and types', function()
      assert.equal('torch.Generator', tostring(tensor.Generator()))
      assert.equal('torch.FloatTensor', tostring(tensor.FloatTensor))
      assert.equal('torch.LongStorage', tostring(tensor.LongStorage))
   end)

   it('says what has become of the memory', function()
      local released, shrunk, long = tensor.ones(5), tensor.ones(2, 3), tensor.ones(5000)
      released:release()
      long:release()
      shrunk:storage():resize(2)
      assert.equal('[torch.FloatTensor of size 5: the memory of the tensor was released]', tostring(released))
      assert.equal('[torch.FloatTensor of size 5000: the memory of the tensor was released]', tostring(long))
      assert.matches('^%[torch.FloatTensor of size 2x3: the storage shrank to 2 elements', tostring(shrunk))
   end)
end)

describe('setPrintOptions', function()
   it('sets how many positions are shown at each edge', function()
      with({ edge = 1, threshold = 4 }, function()
         assert.equal('   1\n ...\n   5\n[torch.FloatTensor of size 5]', tostring(tensor.range(1, 5)))
      end)
   end)

   it('shows everything without a threshold', function()
      with({ threshold = math.huge }, function()
         assert.equal(3001, select(2, tostring(tensor.zeros(3000)):gsub('\n', '\n')) + 1)
      end)
   end)

   it('sets the width of lines', function()
      with({ linewidth = 12 }, function()
         assert.equal('Columns 1 to 4\n 1  2  3  4\n\nColumns 5 to 6\n 5  6\n[torch.FloatTensor of size 1x6]',
            tostring(tensor.range(1, 6):view(1, 6)))
      end)
   end)

   it('indents the first heading of columns of a slice only, as Torch7 does', function()
      with({ linewidth = 12 }, function()
         assert.equal('(1,.,.) = \n Columns 1 to 3\n  1  2  3\n\nColumns 4 to 4\n  4\n'
            .. '[torch.FloatTensor of size 1x1x4]', tostring(tensor.range(1, 4):view(1, 1, 4)))
      end)
   end)

   it('labels columns around a gap', function()
      with({ linewidth = 12, edge = 2, threshold = 10 }, function()
         local text = tostring(tensor.range(1, 20):view(1, 20))
         assert.equal(lines [[
Columns 1 to 2
   1    2

Columns 3 to 19
 ...   19

Columns 20 to 20
  20
[torch.FloatTensor of size 1x20]
]], text)
      end)
   end)

   it('returns what held before', function()
      local before = tensor.setPrintOptions { edge = 5 }
      assert.equal(3, before.edge)
      assert.equal(5, tensor.setPrintOptions(before).edge)
   end)

   local wrong = {
      { nil, 'a table of options expected' }, { { edges = 2 }, "no option 'edges'" },
      { { edge = 0 }, 'at least 1' }, { { edge = 1.5 }, 'whole number' }, { { edge = nan }, 'whole number' },
      { { linewidth = '80' }, 'whole number' }, { { edge = 7, threshold = -1 }, 'threshold' },
   }
   for k = 1, 7 do
      it('refuses wrong options, case ' .. k, function()
         local before = tensor.setPrintOptions {}
         local ok, message = pcall(tensor.setPrintOptions, wrong[k][1])
         assert.is_false(ok)
         assert.truthy(message:find(wrong[k][2], 1, true), message)
         assert.same(before, tensor.setPrintOptions {})
      end)
   end
end)
