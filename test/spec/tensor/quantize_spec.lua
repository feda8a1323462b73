-- Quantized tensors: against plain arithmetic of Lua's doubles, on values for which it is exact.
local tensor = require 'tensor'
local random = require 'spec.support.random'

local unpacked = table.unpack or unpack

local limits = { qint8 = { -128, 127 }, quint8 = { 0, 255 }, qint32 = { -2 ^ 31, 2 ^ 31 - 1 } }

-- The whole number next to x, the even one of two.
local function even(x)
   local below = math.floor(x)
   local rest = x - below
   if rest > 0.5 or rest == 0.5 and below % 2 == 1 then return below + 1 end
   return below
end

local function within(x, low, high) return math.max(low, math.min(high, x)) end

local function number_of(x, scale, zero, dtype)
   return within(even(x / scale) + zero, limits[dtype][1], limits[dtype][2])
end

-- Numbers whose quotients by a power of two are exact, many of them halves.
local function halves(n) return tensor.range(-n, n):float():mul(0.125) end

local function list(x) return x:contiguous():view(x:nElement()):totable() end

describe('quantizePerTensor', function()
   for dtype in pairs(limits) do
      for _, zero in ipairs { 0, 3, 101 } do
         it(('to %s with zero point %d rounds halves to even and saturates'):format(dtype, zero), function()
            local x = halves(3000)
            local q = tensor.quantizePerTensor(x, 0.25, zero, dtype)
            local numbers, values, given = list(q:intRepr()), list(q:dequantize()), list(x)
            for i, v in ipairs(given) do
               local want = number_of(v, 0.25, zero, dtype)
               assert.equal(want, numbers[i])
               assert.equal((want - zero) * 0.25, values[i])
            end
         end)
      end
   end

   it('makes infinities the ends of the range and NaN the zero point', function()
      local x = tensor.FloatTensor { math.huge, -math.huge, 0 / 0, 1e30, -1e30 }
      assert.same({ 127, -128, 5, 127, -128 }, tensor.quantizePerTensor(x, 0.5, 5, 'qint8'):intRepr():totable())
      assert.same({ 2147483647, -2147483648, 5, 2147483647, -2147483648 },
         tensor.quantizePerTensor(x, 0.5, 5, 'qint32'):intRepr():totable())
   end)

   it('takes any floating type, any strides, and no elements', function()
      local x = tensor.DoubleTensor { { 1, 2 }, { 3, 4 } }:t()
      assert.same({ { 2, 6 }, { 4, 8 } }, tensor.quantizePerTensor(x, 0.5, 0, 'qint8'):intRepr():totable())
      assert.same({ 2 }, tensor.quantizePerTensor(tensor.ones(1):half(), 0.5, 0, 'qint8'):intRepr():totable())
      assert.same({ 0, 3 }, tensor.quantizePerTensor(tensor.zeros(0, 3), 0.5, 0, 'qint8'):size():totable())
      assert.equal(1.5, tensor.quantizePerTensor(tensor.full({}, 1.4), 0.5, 0, 'qint8'):item())
   end)

   it('has a symmetric scheme', function()
      local symmetric = { scheme = 'perTensorSymmetric' }
      assert.equal('perTensorSymmetric', tensor.quantizePerTensor(tensor.ones(2), 1, 0, 'qint8', symmetric):qScheme())
      assert.equal(128, tensor.quantizePerTensor(tensor.ones(2), 1, 128, 'quint8', symmetric):qZeroPoint())
      assert.error_matches(function() tensor.quantizePerTensor(tensor.ones(2), 1, 1, 'qint8', symmetric) end,
         'zero point 1; a symmetric scheme of qint8 has 0')
   end)

   it('chooses a scale and a zero point', function()
      local q = tensor.quantizePerTensorDynamic(tensor.FloatTensor { -1, 0, 1, 3 }, 'quint8')
      assert.near(4 / 255, q:qScale(), 1e-9)
      assert.equal(64, q:qZeroPoint())
      assert.same({ 0, 64, 128, 255 }, q:intRepr():totable())
      q = tensor.quantizePerTensorDynamic(tensor.FloatTensor { -1, 0, 2, 3 }, 'qint8', true)
      assert.near(4 / 127, q:qScale(), 1e-9)
      assert.equal(-32, q:qZeroPoint())
      assert.equal(0.1, tensor.quantizePerTensorDynamic(tensor.zeros(2), 'qint8'):qScale())
   end)
end)

describe('quantizePerChannel', function()
   local scales, zeros = { 0.25, 0.5, 2 }, { 3, 0, -7 }

   for axis = 1, 2 do
      it('has a scale and a zero point for each position of axis ' .. axis, function()
         local x = halves(10):narrow(1, 1, 12):view(3, 4)
         if axis == 2 then x = x:t() end
         local q = tensor.quantizePerChannel(x, tensor.FloatTensor(scales), tensor.LongTensor(zeros), axis, 'qint8')
         local numbers, values = q:intRepr(), q:dequantize()
         for i = 1, x:size(1) do
            for j = 1, x:size(2) do
               local c = axis == 1 and i or j
               local want = number_of(x[i][j], scales[c], zeros[c], 'qint8')
               assert.equal(want, numbers[i][j])
               assert.equal((want - zeros[c]) * scales[c], values[i][j])
               assert.equal(values[i][j], q[i][j])
            end
         end
         assert.same(scales, q:qPerChannelScales():totable())
         assert.same(zeros, q:qPerChannelZeroPoints():totable())
         assert.equal(axis, q:qPerChannelAxis())
         assert.equal('perChannelAffine', q:qScheme())
      end)
   end

   it('with float parameters adds the zero point before it rounds', function()
      local x, z = tensor.FloatTensor { { 0.25, 0.5, -1 }, { 0.25, 100, -1 } }, { 1.5, 0.25 }
      local q = tensor.quantizePerChannel(x, tensor.FloatTensor { 0.5, 0.25 }, tensor.FloatTensor(z), 1, 'quint8',
         { scheme = 'perChannelAffineFloatQParams' })
      assert.same({ { 2, 2, 0 }, { 1, 255, 0 } }, q:intRepr():totable()) -- 2, 2.5, -0.5; 1.25, 400.25, -3.75
      assert.same({ 0.25, 0.25, -0.75 }, q[1]:dequantize():totable())
      assert.equal('perChannelAffineFloatQParams', q:qScheme())
      assert.equal('torch.FloatTensor', q:qPerChannelZeroPoints():type())
      assert.same(z, q:qPerChannelZeroPoints():totable())
   end)
end)

describe('a view of a quantized tensor', function()
   local x = halves(12):narrow(1, 1, 24):view(2, 3, 4)
   local scales = tensor.DoubleTensor { 0.25, 0.5, 1 }
   local whole = tensor.quantizePerTensor(x, 0.25, 1, 'qint8')
   local channels = tensor.quantizePerChannel(x, scales, tensor.LongTensor { 0, 1, 2 }, 2, 'qint8')

   local views = {
      select = function(t) return t:select(2, 3) end,
      narrow = function(t) return t:narrow(2, 2, 2) end,
      transpose = function(t) return t:transpose(1, 2) end,
      permute = function(t) return t:permute(3, 1, 2) end,
      unfold = function(t) return t:unfold(2, 2, 1) end,
      expand = function(t) return t:narrow(1, 1, 1):expand(5, 3, 4) end,
      diagonal = function(t) return t:diagonal(0, 1, 2) end,
      squeeze = function(t) return t:narrow(2, 3, 1):squeeze() end,
      unsqueeze = function(t) return t:unsqueeze(4):unsqueeze(1) end,
      view = function(t) return t:view(2, 3, 2, 2) end,
      number = function(t) return t[2] end,
      ranges = function(t) return t[{ {}, { 2, 3 }, 1 }] end,
      contiguous = function(t) return t:transpose(1, 3):contiguous() end,
      clone = function(t) return t:transpose(1, 2):clone() end,
   }
   for name, view in pairs(views) do
      it(('by %s has the values of the view'):format(name), function()
         for _, q in ipairs { whole, channels } do
            local seen = view(q)
            assert.is_true(seen:isQuantized())
            assert.same(view(q:dequantize()):totable(), seen:dequantize():totable())
            assert.same(view(q:intRepr()):totable(), seen:intRepr():totable())
         end
      end)
   end

   it('keeps the axis, or cuts the parameters', function()
      assert.equal(1, channels:transpose(1, 2):qPerChannelAxis())
      assert.equal(3, channels:unsqueeze(1):qPerChannelAxis())
      assert.same({ 0.5, 1 }, channels:narrow(2, 2, 2):qPerChannelScales():totable())
      assert.equal('perTensorAffine', channels:select(2, 3):qScheme())
      assert.equal(1, channels:select(2, 3):qScale())
      assert.equal(2, channels:narrow(2, 3, 1):qZeroPoint())
   end)

   it('is refused where the parameters cannot follow', function()
      assert.error_matches(function() channels:view(24) end, 'view: the parameters of this quantized tensor cannot')
      assert.same({ 24 }, whole:view(24):size():totable())
      assert.error_matches(function() channels:unfold(2, 2, 1):qPerChannelAxis() end, 'differ along several dimensions')
   end)
end)

describe('a quantized tensor', function()
   local function make()
      return tensor.quantizePerTensor(tensor.FloatTensor { { 0, 0.5 }, { 1, 1.5 } }, 0.5, 3, 'quint8')
   end

   it('quantizes what is copied or assigned', function()
      local q = make():copy(tensor.DoubleTensor { { 0.3, 7 }, { -9, 0 } })
      assert.same({ { 4, 17 }, { 0, 3 } }, q:intRepr():totable())
      q[1][2] = 1.26
      q[2] = tensor.FloatTensor { 2, 1 }
      assert.same({ { 0.5, 1.5 }, { 2, 1 } }, q:dequantize():totable())
      q:fill(-0.6)
      assert.same({ { 2, 2 }, { 2, 2 } }, q:intRepr():totable())
      q[{ {}, 1 }] = 4
      assert.same({ { 4, -0.5 }, { 4, -0.5 } }, q:dequantize():totable())
      q[{ 2, 2 }] = 0.5
      assert.equal(0.5, q[{ 2, 2 }])
      local other = tensor.quantizePerTensor(tensor.ones(2, 2), 0.25, 0, 'qint8')
      assert.same({ { 5, 5 }, { 5, 5 } }, q:copy(other):intRepr():totable())
   end)

   it('is copied, converted and compared by its values', function()
      local q, values = make(), { { 0, 0.5 }, { 1, 1.5 } }
      assert.same(values, tensor.DoubleTensor(2, 2):copy(q):totable())
      assert.same(values, q:double():totable())
      assert.same({ { 0, 0 }, { 1, 1 } }, q:to('int'):totable())
      assert.equal(q, q:quint8())
      assert.is_true(tensor.equal(q, q:clone()))
      assert.is_false(tensor.equal(q, q:clone():fill(1)))
      assert.same({ { 0, 1 }, { 0, 0 } }, q:eq(0.5):totable())
      assert.same({ { 1, 1 }, { 0, 0 } }, tensor.lt(q, 1):totable())
   end)

   it('is strided, of its own type, and shown with its parameters', function()
      local q = make()
      assert.equal('strided', q:layout())
      assert.equal('torch.QUInt8Tensor', q:type())
      assert.equal('quint8', q.dtype)
      assert.equal('torch.QUInt8Storage', tensor.type(q:storage()))
      assert.same({ 3, 4, 5, 6 }, q:storage():totable())
      assert.equal(table.concat({ ' 0.0000  0.5000', ' 1.0000  1.5000',
         '[torch.QUInt8Tensor of size 2x2, perTensorAffine, scale 0.5, zero point 3]' }, '\n'), tostring(q))
      local long = tensor.quantizePerChannel(tensor.ones(9), tensor.range(1, 9), tensor.zeros(9), 1, 'qint8')
      assert.matches('along dimension 1, scales 1 2 3 ... 7 8 9, zero points 0 0 0 ... 0 0 0%]$', tostring(long))
      assert.matches('^ 0.5000\n%[torch.QUInt8Tensor of one element, with no dimension, perTensor',
         tostring(q:select(1, 1):narrow(1, 2, 1):squeeze(1)))
   end)

   it('is refused by everything else, with what to do', function()
      local q = make()
      for _, call in ipairs {
         function() return q + 1 end, function() return q:sum() end, function() return tensor.exp(q) end,
         function() return tensor.cat(q, q) end, function() return q:sort() end, function() return q:mm(q) end,
         function() return q:index(1, tensor.LongTensor { 1 }) end, function() return q:resize(9) end,
         function() return q:maskedFill(tensor.ByteTensor(2, 2):fill(1), 2) end,
         function() return q[tensor.ByteTensor { { 1, 0 }, { 1, 0 } }] end, function() return q:max(1) end,
         function() q[tensor.LongTensor { 1 }] = 3 end, function() return tensor.ones(2, 2):add(q) end,
         function() return tensor.eq(q, tensor.rand(2, 2), 1) end, function() return tensor.lt(q, q, q) end,
         function() return q:random() end, function() return q:cumsum() end, function() return q:cmul(q) end,
      } do
         assert.error_matches(call, 'quantized tensor .*; dequantize%(%)')
      end
   end)

   it('gives its values as a table, and others like it', function()
      local q = make()
      assert.same(q:dequantize():totable(), q:totable())
      for name, value in pairs { zerosLike = 0, onesLike = 1 } do
         local r = tensor[name](q)
         assert.is_true(r:isQuantized())
         assert.same({ q:qScale(), q:qZeroPoint() }, { r:qScale(), r:qZeroPoint() })
         assert.is_true(r:dequantize():equal(q:dequantize():fill(value)))
      end
      assert.equal('torch.FloatTensor', tensor.zerosLike(q, { dtype = 'float' }):type())
      assert.same(q:size():totable(), tensor.emptyLike(q):size():totable())
   end)

   it('has windows where all elements have the same parameters', function()
      local q = make()
      local turned = tensor.asStrided(q, { 2, 2 }, { 1, 2 })
      assert.is_true(turned:dequantize():equal(q:dequantize():t()))
      assert.equal(q:qScale(), turned:qScale())
      assert.same({ 1 }, q:asStrided({ 1 }, { 1 }, 4):size():totable())
      assert.error_matches(function() return q:asStrided({ 5 }, { 1 }) end, 'asStrided')
      assert.error_matches(function() return q:asStrided({ 2 }, { -1 }) end, 'stride %-1 of dimension 1 is negative')
      local channels = tensor.quantizePerChannel(tensor.ones(2, 2), tensor.DoubleTensor { 0.5, 1 },
         tensor.LongTensor { 0, 0 }, 1, 'qint8')
      assert.error_matches(function() return channels:asStrided({ 2 }, { 1 }) end,
         'asStrided: the parameters of this quantized tensor cannot follow')
   end)

   it('keeps its parameters when it leaves a scope', function()
      local x, y = tensor.scope(function()
         return make(), tensor.quantizePerChannel(tensor.ones(2, 2), tensor.DoubleTensor { 0.5, 1 },
            tensor.LongTensor { 0, 0 }, 1, 'qint8')
      end)
      assert.is_true(make():equal(x))
      assert.same({ 0.5, 1 }, y:qPerChannelScales():totable())
      assert.same({ { 1, 1 }, { 1, 1 } }, y:dequantize():totable())
   end)

   it('is made by quantizing only', function()
      assert.error_matches(function() tensor.ones(2):qint8() end, 'from float to qint8 only with a scale')
      assert.error_matches(function() make():qint8() end, 'does not become a torch.QInt8Tensor this way')
      local bare = tensor.QInt8Tensor(2):fill(3)
      for _, name in ipairs { 'dequantize', 'intRepr', 'qScale', 'qZeroPoint', 'qScheme', 'qPerChannelScales',
         'qPerChannelZeroPoints', 'qPerChannelAxis' } do
         assert.error_matches(function() bare[name](bare) end, name .. ': a quantized tensor was needed')
      end
      assert.is_false(bare:isQuantized())
   end)

   it('has parameters that are checked', function()
      local x = tensor.ones(2, 3)
      local function whole(...)
         local arguments = { ... }
         return function() tensor.quantizePerTensor(x, unpacked(arguments)) end
      end
      assert.error_matches(whole(0, 0, 'qint8'), 'scale 0; a number above 0')
      assert.error_matches(whole(-1, 0, 'qint8'), 'scale %-1;')
      assert.error_matches(whole(0 / 0, 0, 'qint8'), 'scale nan;')
      assert.error_matches(whole(math.huge, 0, 'qint8'), 'scale inf;')
      assert.error_matches(whole(1e-60, 0, 'qint8'), 'scale 1e%-60;')
      assert.error_matches(whole(1, 128, 'qint8'), 'zero point 128; a whole number from %-128 to 127')
      assert.error_matches(whole(1, -1, 'quint8'), 'zero point %-1; a whole number from 0 to 255')
      assert.error_matches(whole(1, 2 ^ 31, 'qint32'), 'zero point 2.14748e%+09;')
      assert.error_matches(whole(1, 0.5, 'qint8'), 'zero point 0.5;')
      assert.error_matches(whole(1, 0 / 0, 'qint8'), 'zero point %-?nan;')
      assert.error_matches(whole(1, 0, 'int'), 'to int; qint8, quint8 or qint32')
      assert.error_matches(whole(1, 0, 'q'), "a dtype such as 'qint8' expected, got q")
      assert.error_matches(whole(1, 0, 'qint8', { scheme = 'perChannelAffine' }), "the scheme is 'perTensorAffine'")
      assert.error_matches(whole(1, 0, 'qint8', { schema = 1 }), 'schema')
      assert.error_matches(function() tensor.quantizePerTensor(tensor.LongTensor { 1 }, 1, 0, 'qint8') end,
         'a torch.LongTensor; a floating type was needed')
      assert.error_matches(function() tensor.quantizePerTensor(tensor.FloatTensor(), 1, 0, 'qint8') end, 'no elements')
      local function channels(scales, zeros, axis)
         return function()
            tensor.quantizePerChannel(x, tensor.FloatTensor(scales), tensor.FloatTensor(zeros), axis, 'qint8')
         end
      end
      assert.error_matches(channels({ 1, 1, 1 }, { 0, 0, 0 }, 1), 'scales of size 3 for axis 1 of a tensor of size 2x3')
      assert.error_matches(channels({ 1, 1 }, { 0 }, 1), 'zero points of size 1 for axis 1')
      assert.error_matches(channels({ 1, 1 }, { 0, 0 }, 3), 'no dimension 3')
      assert.error_matches(channels({ 1, 0 }, { 0, 0 }, 1), 'scale 0;')
      assert.error_matches(channels({ 1, 1 }, { 0, 500 }, 1), 'zero point 500;')
   end)
end)

describe('a quantized tensor in a file', function()
   local x = halves(12):narrow(1, 1, 24):view(2, 3, 4)
   local zeros = tensor.LongTensor { 0, 1, 2 }
   local tensors = {
      whole = tensor.quantizePerTensor(x, 0.5, 7, 'quint8'),
      symmetric = tensor.quantizePerTensor(x, 0.3, 0, 'qint32', { scheme = 'perTensorSymmetric' }),
      channels = tensor.quantizePerChannel(x, tensor.DoubleTensor { 0.1, 0.2, 0.3 }, zeros, 2, 'qint8'),
      floats = tensor.quantizePerChannel(x, tensor.DoubleTensor { 0.5, 1, 2 }, zeros:float():add(0.5), 2, 'quint8',
         { scheme = 'perChannelAffineFloatQParams' }),
      view = tensor.quantizePerTensor(x, 0.3, 7, 'quint8'):select(1, 2):t(),
      bare = tensor.QInt8Tensor(3):fill(2),
   }
   for name, q in pairs(tensors) do
      for _, form in ipairs { 'binary', 'ascii' } do
         it(('comes back: %s, %s'):format(name, form), function()
            local back = tensor.deserialize(tensor.serialize(q, form), form)
            assert.equal(tostring(q), tostring(back))
            assert.equal(q:isQuantized() and q:qScheme(), back:isQuantized() and back:qScheme())
         end)
      end
   end

   it('is refused if its quantizer is wrong', function()
      local text = tensor.serialize(tensors.channels, 'ascii')
      local whole = tensor.serialize(tensors.whole, 'ascii')
      local function refused(of, from, to, reason)
         local changed, count = of:gsub(from, to, 1)
         assert.equal(1, count)
         assert.error_matches(function() tensor.deserialize(changed, 'ascii') end, reason)
      end
      refused(text, 'perChannelAffine\n', 'perChannelBffine\n', "scheme 'perChannelBffine'")
      refused(text, 'perChannelAffine\n', 'perTensorAffinee\n', 'scheme')
      refused(whole, 'perTensorAffine\n', 'perTensorBffine\n', "scheme 'perTensorBffine'")
      refused(whole, '\n0%.5\n', '\n-1\n', 'scale %-1')
      refused(whole, '\n0%.5\n', '\nnan\n', 'scale nan')
      refused(whole, 'zeroPoints\n1\n7\n', 'zeroPoints\n1\n999\n', 'zero point 999')
      refused(text, 'torch.LongTensor', 'torch.LongTenser', '.')
   end)

   it('is refused whatever byte of it is wrong, or read', function()
      local text = tensor.serialize(tensors.channels)
      for k = 1, #text do
         local changed = text:sub(1, k - 1) .. string.char((text:byte(k) + 1) % 256) .. text:sub(k + 1)
         local ok, back = pcall(tensor.deserialize, changed)
         if ok and tensor.isTensor(back) then tostring(back) end
         pcall(tensor.deserialize, text:sub(1, k))
      end
   end)
end)

describe('fakeQuantize', function()
   it('gives the values that quantizing would, within its limits', function()
      local x = halves(60)
      local given, got = list(x), list(tensor.fakeQuantizePerTensor(x, 0.25, 2, -10, 10))
      for i, v in ipairs(given) do assert.equal((within(even(v / 0.25) + 2, -10, 10) - 2) * 0.25, got[i]) end
   end)

   it('takes channels, other types, and results', function()
      local x = halves(5):narrow(1, 1, 10):view(2, 5)
      local scales, zeros = tensor.FloatTensor { 0.5, 0.25 }, tensor.LongTensor { 1, 0 }
      local got = tensor.fakeQuantizePerChannel(x, scales, zeros, 1, 0, 3)
      for c = 1, 2 do
         local scale, zero = c == 1 and 0.5 or 0.25, c == 1 and 1 or 0
         for j = 1, 5 do
            assert.equal((within(even(x[c][j] / scale) + zero, 0, 3) - zero) * scale, got[c][j])
         end
      end
      for _, dtype in ipairs { 'half', 'double' } do
         local y = x:to(dtype)
         assert.equal(dtype, tensor.fakeQuantizePerTensor(y, 0.25, 0, -3, 3).dtype)
         assert.equal(y, tensor.fakeQuantizePerTensor(y, y, 0.25, 0, -3, 3))
      end
   end)

   it('checks its limits', function()
      local x = tensor.ones(2)
      assert.error_matches(function() tensor.fakeQuantizePerTensor(x, 1, 0, 5, 1) end, 'limits 5 and 1')
      assert.error_matches(function() tensor.fakeQuantizePerTensor(x, 1, 0, 0, 2 ^ 40) end, 'two 32%-bit integers')
      assert.error_matches(function() tensor.fakeQuantizePerTensor(x, 1, 9, 0, 5) end, 'zero point 9; one from 0 to 5')
      assert.error_matches(function() tensor.fakeQuantizePerTensor(x, 0, 0, 0, 5) end, 'scale 0;')
      assert.error_matches(function() tensor.fakeQuantizePerTensor(tensor.IntTensor { 1 }, 1, 0, 0, 5) end, 'floating')
   end)
end)

describe('quantizedLinear', function()
   -- A quantized matrix of those numbers.
   local function of(numbers, scale, zero, dtype)
      local values = numbers:double():add(-zero):mul(scale)
      return tensor.quantizePerTensor(values, scale, zero, dtype)
   end

   -- Scales are powers of two, so that Lua's products are those of floats.
   local function check(n, inside, out, x_type, zx, zw, bias, dtype)
      local low = limits[x_type][1]
      local xn = tensor.IntTensor(n, inside):random(low, low + 255)
      local wn = tensor.IntTensor(out, inside):random(-128, 127)
      local x = of(xn, 0.25, zx, x_type)
      local sw, zero = {}, {}
      for k = 1, out do sw[k], zero[k] = 2 ^ -(k % 3), type(zw) == 'number' and zw or k % 5 - 2 end
      local scales, zeros = tensor.DoubleTensor(sw), tensor.DoubleTensor(zero)
      local values = tensor.cmul(wn:double() - zeros:view(out, 1), scales:view(out, 1))
      local w = tensor.quantizePerChannel(values, scales, zeros, 1, 'qint8')
      assert.same(xn:totable(), x:intRepr():int():totable())
      assert.same(wn:totable(), w:intRepr():int():totable())
      local b = bias and tensor.IntTensor(out):random(-50, 50):float()
      local o = { scale = 2 ^ 8, zeroPoint = 20, dtype = dtype }
      local q = bias and tensor.quantizedLinear(x, w, b, o) or tensor.quantizedLinear(x, w, o)
      local numbers, xs, ws = q:intRepr():totable(), xn:totable(), wn:totable()
      for i = 1, n do
         for j = 1, out do
            local sum = 0
            for p = 1, inside do sum = sum + (xs[i][p] - zx) * (ws[j][p] - zero[j]) end
            local value = sum * 0.25 * sw[j] + (b and b[j] or 0)
            assert.equal(within(even(value / 2 ^ 8) + 20, limits[dtype][1], limits[dtype][2]), numbers[i][j])
         end
      end
      assert.equal(dtype, q.dtype)
      assert.equal(2 ^ 8, q:qScale())
      assert.equal(20, q:qZeroPoint())
   end

   local sizes = { { 1, 1, 1 }, { 2, 3, 5 }, { 7, 4, 17 }, { 13, 33, 65 }, { 5, 130, 64 }, { 60, 8, 3 } }
   for level_at, level in ipairs(tensor.simdLevels()) do
      it('agrees with plain sums at level ' .. level, function()
         local levels = tensor.simdLevels()
         finally(function() tensor.setSimd(levels[#levels]) end)
         tensor.setSimd(level)
         for k, size in ipairs(sizes) do
            local types = { 'quint8', 'qint8', 'qint32' }
            local x_type = types[(k + level_at) % 2 + 1]
            check(size[1], size[2], size[3], x_type, k % 2 == 0 and 0 or 9, k % 3 == 0 and 0 or false, k % 2 == 1,
               types[k % 3 + 1])
         end
      end)
   end

   it('adds 255 times -128 without saturation', function()
      local x = of(tensor.IntTensor(3, 300):fill(255), 1, 0, 'quint8')
      local w = of(tensor.IntTensor(2, 300):fill(-128), 1, 0, 'qint8')
      local q = tensor.quantizedLinear(x, w, { scale = 1, dtype = 'qint32' })
      assert.same({ -9792000, -9792000 }, q:intRepr()[1]:totable())
   end)

   it('has the same bits for any number of threads and level', function()
      random.seed(7)
      local x = tensor.quantizePerTensor(tensor.randn(130, 257), 0.02, 11, 'qint8')
      local w = tensor.quantizePerChannel(tensor.randn(300, 257), tensor.rand(300):add(1):mul(0.01),
         tensor.LongTensor(300):random(-3, 3), 1, 'qint8')
      local bias, o = tensor.randn(300), { scale = 0.17, zeroPoint = 5 }
      local levels, threads, want = tensor.simdLevels(), tensor.getnumthreads(), nil
      finally(function()
         tensor.setSimd(levels[#levels])
         tensor.setnumthreads(threads)
      end)
      for _, level in ipairs(levels) do
         tensor.setSimd(level)
         for n = 1, 3 do
            tensor.setnumthreads(n)
            local got = tensor.serialize(tensor.quantizedLinear(x, w, bias, o):intRepr())
            want = want or got
            assert.is_true(got == want)
         end
      end
   end)

   it('takes matrices of any strides, none, and a bias that is not finite', function()
      local x = tensor.quantizePerTensor(halves(6):narrow(1, 1, 12):view(4, 3), 0.125, 0, 'qint8')
      local w = tensor.quantizePerTensor(tensor.eye(3):mul(2), 1, 0, 'qint8')
      local o = { scale = 0.25 }
      assert.same(x:dequantize():mul(2):totable(), tensor.quantizedLinear(x, w, o):dequantize():totable())
      local turned = x:t():contiguous():t()
      assert.same(x:dequantize():mul(2):totable(), tensor.quantizedLinear(turned, w:t(), o):dequantize():totable())
      assert.same({ 0, 3 }, tensor.quantizedLinear(x:narrow(1, 1, 0), w, o):size():totable())
      assert.same({ 4, 0 }, tensor.quantizedLinear(x, w:narrow(1, 1, 0), o):size():totable())
      local none = tensor.quantizedLinear(x:narrow(2, 1, 0), w:narrow(2, 1, 0), tensor.FloatTensor { 1, 2, 3 }, o)
      assert.same({ 1, 2, 3 }, none[4]:dequantize():totable())
      local bias = tensor.FloatTensor { math.huge, -math.huge, 0 / 0 }
      local got = tensor.quantizedLinear(x, w, bias, { scale = 0.25, zeroPoint = 3 }):intRepr()
      assert.same({ 127, -128, 3 }, got[1]:totable())
   end)

   it('refuses what it cannot multiply', function()
      local x = tensor.quantizePerTensor(tensor.ones(2, 3), 1, 0, 'quint8')
      local w = tensor.quantizePerTensor(tensor.ones(4, 3), 1, 0, 'qint8')
      local o = { scale = 1 }
      local function linear(...)
         local arguments = { ... }
         return function() return tensor.quantizedLinear(unpacked(arguments)) end
      end
      assert.error_matches(linear(x, x, o), 'w is a torch.QUInt8Tensor of size 2x3; a quantized matrix of qint8 was')
      assert.error_matches(linear(tensor.ones(2, 3), w, o), 'x is a torch.FloatTensor')
      assert.error_matches(linear(tensor.QUInt8Tensor(2, 3), w, o), 'x is a torch.QUInt8Tensor of size 2x3; a')
      assert.error_matches(linear(x[1], w, o), 'of size 3; a quantized matrix')
      assert.error_matches(linear(x:narrow(2, 1, 2), w, o), 'x of size 2x2 and w of size 4x3')
      assert.error_matches(linear(x, w, tensor.ones(3), o), 'a bias of size 3')
      assert.error_matches(linear(x, w, tensor.LongTensor(4), o), 'a torch.LongTensor; 4 floats')
      assert.error_matches(linear(x, w, {}), 'scale 0;')
      assert.error_matches(linear(x, w, { scale = 'a' }), 'scale is a number')
      assert.error_matches(linear(x, w, { scale = 1, zeroPoint = 300 }), 'zero point 300')
      assert.error_matches(linear(x, w, { scale = 1, dtype = 'float' }), 'no quantized type')
      assert.error_matches(linear(x, w, { scale = 1, other = 1 }), 'other')
      local c = tensor.quantizePerChannel(tensor.ones(2, 3), tensor.range(1, 2), tensor.zeros(2), 1, 'qint8')
      assert.error_matches(linear(c, w, o), 'x has a scale per channel')
      local turned = tensor.quantizePerChannel(tensor.ones(2, 3), tensor.range(1, 3), tensor.zeros(3), 2, 'qint8')
      assert.error_matches(linear(x, turned, o), 'another dimension than 1')
   end)
end)
