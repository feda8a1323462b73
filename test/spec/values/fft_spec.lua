-- Fourier transforms: every length, dimension, norm and type against sums in Lua; values of NumPy 2.4, SciPy 1.17 and
-- PyTorch 2.15 (short-time transforms, periodic windows); what is an error. Accuracy, levels and threads:
-- test/TH/ops/test_fft.c.
local tensor = require 'tensor'

local cos, sin, pi = math.cos, math.sin, math.pi

-- The parts of the elements of a tensor, in row-major order.
local function parts(t)
   t = t:contiguous()
   if not t:isComplex() then t = tensor.complex(t:double(), 0) end
   local v, re, im = tensor.viewAsReal(t:contiguous()):contiguous():view(-1), {}, {}
   for k = 1, v:nElement() / 2 do re[k], im[k] = v[2 * k - 1], v[2 * k] end
   return re, im
end

local function assert_parts(re, im, t, bound)
   local x, y = parts(t)
   assert.equal(#re, #x)
   for k = 1, #re do
      assert.near(re[k], x[k], bound or 1e-12)
      assert.near(im and im[k] or 0, y[k], bound or 1e-12)
   end
end

local function assert_near(expected, t, bound)
   local re, im = parts(expected)
   assert_parts(re, im, t, bound)
end

-- The transform of lists of parts; sign 1 is the inverse without its scale.
local function transformed(re, im, sign)
   local n, x, y = #re, {}, {}
   for k = 1, n do
      x[k], y[k] = 0, 0
      for j = 1, n do
         local a = sign * 2 * pi * ((j - 1) * (k - 1) % n) / n
         x[k] = x[k] + re[j] * cos(a) - im[j] * sin(a)
         y[k] = y[k] + re[j] * sin(a) + im[j] * cos(a)
      end
   end
   return x, y
end

local function numbers(n, seed)
   local list = {}
   for k = 1, n do list[k] = (k * 7919 + (seed or 0) * 104729) % 101 / 50 - 1 end
   return list
end

local function complex(n, seed)
   return tensor.complex(tensor.DoubleTensor(numbers(n, seed)), tensor.DoubleTensor(numbers(n, seed + 1)))
end

local digits = { 3, -1, 4, 1, -5, 9, 2, -6, 5, 3 }
local a = tensor.DoubleTensor(digits)
local half = tensor.complex(a:narrow(1, 1, 4), a:narrow(1, 5, 4))

describe('fft', function()
   it('is the sum that defines it, for every length, and ifft leads back', function()
      for n = 1, 70 do
         local x = complex(n, n)
         local re, im = transformed(numbers(n, n), numbers(n, n + 1), -1)
         local f = tensor.fft(x)
         assert_parts(re, im, f)
         assert_parts(numbers(n, n), numbers(n, n + 1), tensor.ifft(f))
         local r = tensor.rfft(x:real())
         assert.equal(math.floor(n / 2) + 1, r:size(1))
         re, im = parts(tensor.fft(x:real():clone()))
         for k = r:size(1) + 1, n do re[k], im[k] = nil, nil end
         assert_parts(re, im, r)
         assert_parts(numbers(n, n), nil, tensor.irfft(r, n))
      end
   end)

   it('takes every dimension, cut or continued with zeros, of any strides', function()
      local x = complex(3 * 4 * 5, 3):view(3, 4, 5)
      for _, view in ipairs { x, x:transpose(1, 3), x:narrow(2, 2, 2), x:select(3, 2), x:conj() } do
         for dim = 1, view:dim() do
            for _, n in ipairs { 1, 2, view:size(dim), 7 } do
               local f = tensor.fft(view, n, dim)
               local moved, made = view:transpose(dim, -1), f:transpose(dim, -1)
               assert.equal(n, f:size(dim))
               local lines = moved:contiguous():view(-1, moved:size(moved:dim()))
               made = made:contiguous():view(-1, n)
               for l = 1, lines:size(1) do
                  local re, im = parts(lines[l])
                  for k = 1, math.max(n, #re) do
                     re[k], im[k] = k <= n and (re[k] or 0) or nil, k <= n and (im[k] or 0) or nil
                  end
                  re, im = transformed(re, im, -1)
                  assert_parts(re, im, made[l])
               end
            end
         end
      end
      assert.is_true(tensor.fft(x, nil, -1):equal(tensor.fft(x)))
   end)

   it('has three norms', function()
      local x, n = complex(12, 1), 12
      local re, im = parts(tensor.fft(x))
      for norm, scales in pairs { backward = { 1, 1 / n }, ortho = { n ^ -0.5, n ^ -0.5 },
         forward = { 1 / n, 1 } } do
         local f = tensor.fft(x, nil, nil, norm)
         assert_parts(re, im, f * (1 / scales[1]))
         assert_parts(numbers(n, 1), numbers(n, 2), tensor.ifft(f, nil, 1, norm))
         assert_parts(numbers(n, 1), nil, tensor.irfft(tensor.rfft(x:real(), norm), n, norm))
         assert_parts(digits, nil, tensor.hfft(tensor.ihfft(a, nil, 1, norm), 10, 1, norm))
      end
      assert.is_true(tensor.fft(x):equal(tensor.fft(x, 'backward')))
   end)

   it('agrees with NumPy', function()
      assert_parts({ 11, 6.5, 0.5, -7, 0.5, 6.5 },
         { 0, 0.866025403784438, 16.4544826719043, 0, -16.4544826719043, -0.866025403784438 }, tensor.fft(a, 6))
      assert_parts({ 1.66666666666667, -3.67542648054294, -1.85405927549702, 2, 2.18739260883036, 2.67542648054294 },
         nil, tensor.irfft(half)) -- imaginary parts of the first and the middle are not read
      assert_parts({ 1.57142857142857, -2.08502261070199, -3.95869638914403, 2.33733826495715, 0.332608672974874,
         3.23991654011853, 1.5624269503669 }, nil, tensor.irfft(half, 7))
      assert_parts({ 10, 16.0525588832576, 13.1243556529821, 12, -11.1243556529821, -22.0525588832576 }, nil,
         tensor.hfft(half))
      assert_parts({ 4.02492235949962, 6.87813989265656, 6.20109878561806, 0.140542000881814, -10.5364991061567 }, nil,
         tensor.hfft(half, 5, nil, 'ortho'))
      assert_parts({ 0.4, -0.579837387624884, 1.87983738762488 }, { 0, 1.11351636441161, -0.100405707943114 },
         tensor.ihfft(a, 5))
   end)

   it('gives complex numbers of the precision of its operand', function()
      for name, types in pairs { half = { 'Float', 5e-3 }, bfloat16 = { 'Float', 5e-2 }, float = { 'Float', 1e-5 },
         double = { 'Double', 1e-12 } } do
         local x = a:type(tensor.type(tensor.zeros(1, { dtype = name })))
         local f = tensor.fft(x)
         assert.equal(('torch.Complex%sTensor'):format(types[1]), f:type())
         assert_near(tensor.fft(a), f, types[2])
         assert.equal(('torch.%sTensor'):format(types[1]), tensor.irfft(f, 10):type())
         assert_parts(digits, nil, tensor.irfft(tensor.rfft(x), 10), types[2])
      end
      assert.equal('torch.ComplexFloatTensor', tensor.fft(half:to 'complexFloat'):type())
   end)

   it('takes a result, also one that is an operand, and is a method', function()
      local f, x = tensor.fft(half), half:clone()
      local r = tensor.ComplexDoubleTensor()
      assert.equal(r, tensor.fft(r, x))
      assert.is_true(r:equal(f))
      assert.is_true(tensor.fft(x, x):equal(f))
      assert.is_true(x:equal(f))
      assert.is_true(half:fft():equal(f))
      local both = tensor.ComplexDoubleTensor(4, 2)
      tensor.fft(both:select(2, 1), half)
      assert.is_true(both:select(2, 1):equal(f))
      assert.has_error(function() tensor.fft(tensor.DoubleTensor(4), half) end)
      assert.has_error(function() tensor.irfft(tensor.FloatTensor(), half) end)
   end)

   it('gives empty results for no lines', function()
      assert.same({ 0, 5 }, tensor.fft(tensor.DoubleTensor(0, 5)):size():totable())
      assert.same({ 0, 3 }, tensor.rfft(tensor.DoubleTensor(0, 5)):size():totable())
      assert.same({ 5, 0 }, tensor.fft(tensor.DoubleTensor(5, 0), nil, 1):size():totable())
      assert.is_true(tensor.fft(tensor.DoubleTensor(2, 0), 3):equal(tensor.zeros(2, 3, { dtype = 'complexDouble' })))
   end)

   it('keeps NaN and infinities in their line', function()
      local x = tensor.ones(2, 8, { dtype = 'double' })
      x[1][3] = 0 / 0
      local f = tensor.fft(x)
      local re, im = parts(f[1])
      for k = 1, 8 do assert.is_true(re[k] ~= re[k] or im[k] ~= im[k]) end
      assert_parts({ 8, 0, 0, 0, 0, 0, 0, 0 }, nil, f[2])
   end)
end)

describe('transforms along several dimensions', function()
   local m = a:narrow(1, 1, 6):view(2, 3)
   local x = complex(2 * 3 * 4 * 5, 5):view(2, 3, 4, 5)

   it('are transforms of each in turn', function()
      local expected = tensor.fft(tensor.fft(x, nil, 3), nil, 4)
      for _, f in ipairs { tensor.fft2(x), tensor.fftn(x, nil, { 3, 4 }), tensor.fftn(x, { 4, 5 }),
         x:fft2(nil, { -1, 3 }) } do
         assert_near(expected, f)
         assert_parts(numbers(120, 5), numbers(120, 6), tensor.ifft2(f))
      end
      expected = tensor.fft(tensor.fft(expected, nil, 1), nil, 2)
      assert_near(expected, tensor.fftn(x))
      assert_parts(numbers(120, 5), numbers(120, 6), tensor.ifftn(tensor.fftn(x, 'ortho'), 'ortho'))
      local r = x:real():clone()
      assert.same({ 2, 3, 4, 3 }, tensor.rfftn(r):size():totable())
      assert_parts(numbers(120, 5), nil, tensor.irfftn(tensor.rfftn(r), r:size()))
      assert_parts(numbers(120, 5), nil, tensor.irfft2(tensor.rfft2(r), { 4, 5 }))
      assert.same({ 2, 2, 4, 5 }, tensor.rfftn(r, nil, { 1, 2 }):size():totable())
      assert_parts(numbers(120, 5), nil, tensor.irfftn(tensor.rfftn(r, nil, { 1, 2 }), { 2, 3 }, { 1, 2 }))
   end)

   it('agree with NumPy', function()
      assert_parts({ 11, -9, 23, 3.5, 7.33012701892219, 0.5, 3.5, -1.33012701892219, 0.5 },
         { 0, 6, 0, -4.33012701892219, 5.42820323027551, -12.9903810567666, 4.33012701892219, -8.42820323027551,
            12.9903810567666 }, tensor.rfft2(m, { 3, 4 }))
      assert_parts({ 7, 0, 1, -1.5, 1, -1.5, -3, 3, -6, 12, -6, 12 },
         { 0, 0, -3.46410161513775, -0.866025403784439, 3.46410161513775, 0.866025403784439, 0, 0, -1.73205080756888,
            5.19615242270663, 1.73205080756888, -5.19615242270663 },
         tensor.fftn(a:narrow(1, 1, 8):view(2, 2, 2), { 3 }, { 2 }))
      assert_parts({ 3.75, 2.25, 2, 3 }, nil, tensor.irfft2(tensor.rfft2(m)))
   end)

   it('leave their operand alone', function()
      local z, before = tensor.rfft2(m), tensor.rfft2(m)
      tensor.irfft2(z)
      tensor.hfft(z)
      assert.is_true(z:equal(before))
   end)
end)

describe('frequencies and shifts', function()
   it('agree with NumPy', function()
      assert_parts({ 0, 0.4, 0.8, -0.8, -0.4 }, nil, tensor.fftfreq(5, 0.5, { dtype = 'double' }))
      assert_parts({ 0, 1 / 12, 1 / 6, 0.25 }, nil, tensor.rfftfreq(6, 2, { dtype = 'double' }))
      assert_parts({ 0 }, nil, tensor.fftfreq(1))
      assert_parts({ 0, -0.5 }, nil, tensor.fftfreq(tensor.HalfTensor(), 2))
      local x = tensor.range(0, 5):view(2, 3)
      assert_parts({ 5, 3, 4, 2, 0, 1 }, nil, tensor.fftshift(x))
      assert_parts({ 2, 0, 1, 5, 3, 4 }, nil, x:fftshift(2))
      assert_parts({ 3, 4, 5, 0, 1, 2 }, nil, tensor.fftshift(x, { -2 }))
      assert_parts({ 2, 3, 4, 0, 1 }, nil, tensor.ifftshift(tensor.range(0, 4)))
   end)

   it('lead back, for all types', function()
      for _, name in ipairs { 'byte', 'bool', 'half', 'long', 'double', 'complexFloat' } do
         local x = tensor.range(0, 29):view(2, 3, 5):to(name)
         assert.is_true(tensor.ifftshift(tensor.fftshift(x)):equal(x))
         assert.is_true(tensor.fftshift(x, x):equal(tensor.fftshift(tensor.range(0, 29):view(2, 3, 5):to(name))))
      end
      assert.equal(0, tensor.fftshift(tensor.DoubleTensor()):dim())
      assert.same({ 0, 3 }, tensor.fftshift(tensor.DoubleTensor(0, 3)):size():totable())
   end)
end)

describe('windows', function()
   -- values of PyTorch
   local values = {
      hannWindow = { { 0, 0.345491502812526, 0.904508497187474, 0.904508497187474, 0.345491502812526 },
         { 0, 0.5, 1, 0.5, 0 } },
      hammingWindow = { { 0.08, 0.397852182587524, 0.912147817412476, 0.912147817412476, 0.397852182587524 },
         { 0.08, 0.54, 1, 0.54, 0.08 } },
      blackmanWindow = { { 0, 0.20077014326253, 0.849229856737469, 0.84922985673747, 0.200770143262531 },
         { 0, 0.34, 1, 0.34, 0 } },
      bartlettWindow = { { 0, 0.4, 0.8, 0.8, 0.4 }, { 0, 0.5, 1, 0.5, 0 } },
   }
   for name, both in pairs(values) do
      it(name .. ' is periodic unless told', function()
         assert_parts(both[1], nil, tensor[name](5, { dtype = 'double' }))
         assert_parts(both[2], nil, tensor[name](5, false, { dtype = 'double' }))
         assert_parts({ 1 }, nil, tensor[name](1))
         assert_parts({ 1 }, nil, tensor[name](1, false))
         assert.equal(0, tensor[name](0):nElement())
         local r = tensor.HalfTensor(2)
         assert.equal(r, tensor[name](r, 5))
         assert_parts(both[1], nil, r, 1e-3)
      end)
   end
end)

describe('stft', function()
   local x = tensor.range(0, 15, 1, { dtype = 'double' }):mul(0.7):sin()

   it('agrees with PyTorch', function()
      local f = tensor.stft(x, 8)
      assert.same({ 5, 9 }, f:size():totable())
      assert_parts({ 5.32074171790596, 4.10674912356746, 0.62305332130339, -0.635617103322273, -0.839121367363818,
         0.350370980607531, 0.958224476421854, 1.52529644690725, 1.72290875627674 }, nil, f[1])
      assert_parts({ 0.644689153226061, -0.858422395766999, -0.936496357246254, 3.42203602580083, 2.09976372966038,
         -2.70825434200897, -3.02039223517725, 2.3442450243553, 2.54185733372479 },
         { 0, -0.213733242540938, -3.86567749795624, -2.01140446727398, 3.18193215691756, 3.09305230250134,
            -2.13049763152323, -2.54185733372479, 2.54185733372479 }, f[2])
      f = tensor.stft(x, 6, { hop = 4, window = tensor.hannWindow(4, { dtype = 'double' }), center = false,
         normalized = true, onesided = false })
      assert.same({ 6, 3 }, f:size():totable())
      assert_parts({ 0.621937001863129, -0.707851021983547, 0.711969091692949 }, nil, f[1])
      assert_parts({ -0.487170375054963, 0.554467810774593, -0.557693541931965 },
         { 0.114986448500229, -0.0424810546537999, -0.0349332510002756 }, f[6])
   end)

   it('takes lists of signals, and a length of the window alone', function()
      local both = tensor.DoubleTensor(2, 16)
      both[1], both[2] = x, x * 2
      local f = both:stft(8, { hop = 3, winLength = 4 })
      assert.same({ 2, 5, 6 }, f:size():totable())
      local one = tensor.stft(x, 8, { hop = 3, window = tensor.ones(4) })
      assert_near(one, f[1])
      assert_near(one * 2, f[2])
      assert.equal('torch.ComplexFloatTensor', tensor.stft(x:float(), 8):type())
   end)
end)

describe('fftconvolve', function()
   it('agrees with SciPy', function()
      local b = a:narrow(1, 7, 3)
      local full = { 6, -20, 29, -27, 4, 53, -79, 45 }
      local x = a:narrow(1, 1, 6)
      assert_parts(full, nil, tensor.fftconvolve(x, b))
      assert_parts({ -20, 29, -27, 4, 53, -79 }, nil, tensor.fftconvolve(x, b, 'same'))
      assert_parts({ 29, -27, 4, 53 }, nil, tensor.fftconvolve(x, b, 'valid'))
      assert_parts({ 29, -27, 4 }, nil, b:fftconvolve(x, 'same'))
      assert_parts({ 29, -27, 4, 53 }, nil, b:fftconvolve(x, 'valid'))
      local rows = tensor.fftconvolve(x:view(2, 1, 3), b:view(1, 3):expand(2, 3))
      assert.same({ 2, 2, 5 }, rows:size():totable())
      assert_parts({ 6, -20, 29, -29, 20 }, nil, rows[{ 1, 2 }])
      assert.equal('torch.HalfTensor', tensor.fftconvolve(x:half(), b:half()):type())
      assert_parts(full, nil, tensor.fftconvolve(x:half(), b:half()), 0.1)
   end)
end)

describe('wrong arguments', function()
   local z = tensor.ComplexDoubleTensor(4)
   local function refuses(text, f, ...)
      local ok, message = pcall(f, ...)
      assert.is_false(ok)
      assert.is_truthy(message:find(text, 1, true), message)
   end

   it('are refused', function()
      refuses('not defined for torch.IntTensor', tensor.fft, tensor.IntTensor(4))
      refuses('not defined for torch.BoolTensor', tensor.rfftn, tensor.BoolTensor(4))
      refuses('not defined for torch.ComplexDoubleTensor; the', tensor.rfft, z)
      refuses('not defined for torch.ComplexDoubleTensor; the', tensor.ihfft, z)
      refuses('length 0', tensor.fft, a, 0)
      refuses('length 0', tensor.fft, tensor.DoubleTensor(3, 0))
      refuses('length 0', tensor.irfft, tensor.ComplexDoubleTensor(1))
      refuses('length -2', tensor.irfft, tensor.ComplexDoubleTensor(2, 0))
      refuses('fft', tensor.fft, a, -3)
      refuses('fft', tensor.fft, a, 2.5)
      refuses('fft', tensor.fft, a, nil, 2)
      refuses('fft', tensor.fft, a, nil, 0)
      refuses('fft', tensor.fft, a, nil, nil, 'none')
      refuses('fft', tensor.fft, a, 2 ^ 54)
      refuses('no dimension', tensor.fft, tensor.DoubleTensor())
      refuses('at least 2 dimensions', tensor.fft2, a)
      refuses('expected two', tensor.fft2, a:view(2, 5), { 3 })
      refuses('2 sizes for 1 dimensions', tensor.fftn, a:view(2, 5), { 3, 4 }, { 1 })
      refuses('named twice', tensor.fftn, a:view(2, 5), nil, { 1, -2 })
      refuses('no dimension 3', tensor.fftn, a:view(2, 5), nil, { 3 })
      refuses('length 0', tensor.fftn, a:view(2, 5), { 0, 2 })
      refuses('fftn', tensor.fftn, a, { 'x' })
      refuses('named twice', tensor.fftshift, a, { 1, 1 })
      refuses('no dimension 2', tensor.fftshift, a, 2)
      refuses('at least one element', tensor.fftfreq, 0)
      refuses('other than 0', tensor.rfftfreq, 4, 0)
      refuses('other than 0', tensor.fftfreq, 4, 0 / 0)
      refuses('not defined for torch.IntTensor', tensor.fftfreq, 4, 1, { dtype = 'int' })
      refuses('not defined for torch.LongTensor', tensor.hannWindow, 4, { dtype = 'long' })
      refuses('hannWindow', tensor.hannWindow, -1)
   end)

   it('of short-time transforms and convolutions are refused', function()
      refuses('cannot be reflected', tensor.stft, a, 20)
      refuses('at least 11 elements', tensor.stft, a, 11, { center = false })
      refuses('at least 1 of both', tensor.stft, a, 0)
      refuses('at least 1 of both', tensor.stft, a, 4, { hop = 0 })
      refuses('is not longer', tensor.stft, a, 4, { window = a })
      refuses('winLength', tensor.stft, a, 4, { window = tensor.ones(2), winLength = 3 })
      refuses('not a boolean', tensor.stft, a, 4, { center = 1 })
      refuses('stft', tensor.stft, a, 4, { hops = 1 })
      refuses('stft', tensor.stft, a, 4, { window = 'hann' })
      refuses('stft', tensor.stft, a, 4, { winLength = -4 })
      refuses('not defined for torch.ComplexDoubleTensor', tensor.stft, z, 2)
      refuses('not defined for torch.IntTensor', tensor.fftconvolve, tensor.IntTensor(2), tensor.IntTensor(2))
      refuses('fftconvolve', tensor.fftconvolve, a, a:float())
      refuses('at least one element', tensor.fftconvolve, a, tensor.DoubleTensor())
      refuses('broadcast', tensor.fftconvolve, tensor.DoubleTensor(2, 3), tensor.DoubleTensor(3, 2))
      refuses('fftconvolve', tensor.fftconvolve, a, a, 'most')
   end)
end)
