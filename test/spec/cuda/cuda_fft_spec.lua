-- Fourier transforms on devices, compared with the CPU; streams that share nothing; a missing library.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local cuda = tensor.cuda

if not cuda.isAvailable() then return end

local function near(expected, made, bound)
   assert.is_true(made.isCuda)
   made = made:to { device = 0 }
   assert.equal(expected:type(), made:type())
   assert.same(expected:size():totable(), made:size():totable())
   if expected:nElement() > 0 then assert.is_true(tensor.abs(expected - made):max() <= bound) end
end

describe('Fourier transforms on devices', function()
   local bounds = { float = 1e-4, double = 1e-12, half = 1e-4, complexFloat = 1e-4, complexDouble = 1e-12 }

   local function operand(name)
      local x = tensor.range(1, 2 * 3 * 10):view(2, 3, 10):double():mul(0.7):sin()
      if name:find 'complex' then x = tensor.complex(x, x * 2) end
      return x:to(name)
   end

   for name, bound in pairs(bounds) do
      it('are those of the CPU for ' .. name, function()
         local x = operand(name)
         local y = x:to { device = 1 }
         for _, norm in ipairs { 'backward', 'ortho', 'forward' } do
            for dim = 1, 3 do
               near(tensor.fft(x, nil, dim, norm), tensor.fft(y, nil, dim, norm), bound)
               near(tensor.ifft(x, 5, dim, norm), tensor.ifft(y, 5, dim, norm), bound)
               near(tensor.irfft(x, 4, dim, norm), tensor.irfft(y, 4, dim, norm), bound)
               near(tensor.hfft(x, 7, dim, norm), tensor.hfft(y, 7, dim, norm), bound)
               if not x:isComplex() then
                  near(tensor.rfft(x, nil, dim, norm), tensor.rfft(y, nil, dim, norm), bound)
                  near(tensor.ihfft(x, 3, dim, norm), tensor.ihfft(y, 3, dim, norm), bound)
               end
            end
            near(tensor.fftn(x, 'ortho'), tensor.fftn(y, 'ortho'), bound)
            near(tensor.ifft2(x:transpose(1, 3)), tensor.ifft2(y:transpose(1, 3)), bound)
         end
      end)
   end

   it('leave their operand alone', function()
      local z = operand('complexDouble'):to { device = 1 }
      local before = z:clone()
      tensor.irfft(z)
      tensor.irfftn(z)
      assert.is_true(z:equal(before))
   end)

   it('are followed by the other functions of the chapter', function()
      local x = operand 'double'
      local y = x:to { device = 1 }
      near(tensor.stft(x, 4), tensor.stft(y, 4), 1e-12)
      near(tensor.fftshift(x), tensor.fftshift(y), 0)
      near(tensor.fftconvolve(x, x[{ 1, 1 }]), tensor.fftconvolve(y, y[{ 1, 1 }]), 1e-12)
      near(tensor.hannWindow(5), tensor.hannWindow(cuda.FloatTensor(), 5), 0)
      near(tensor.fftfreq(5), tensor.fftfreq(cuda.FloatTensor(), 5), 0)
   end)

   it('go on in streams of their own', function()
      local x = operand 'complexDouble'
      local expected = tensor.fft(x)
      local y, results = x:to { device = 1 }, {}
      cuda.synchronize()
      for k = 1, 20 do
         cuda.setStream(k)
         results[k] = tensor.fft(y)
      end
      cuda.setStream(0)
      cuda.synchronize()
      for k = 1, 20 do near(expected, results[k], 1e-12) end
   end)

   it('say how to get cuFFT where there is none', function()
      local text = child.output([[
         print(select(2, pcall(tensor.fft, tensor.ones(4):cuda())))]], { TH_CUFFT = 'libnone.so' })
      assert.truthy(text:find('fft: cannot open cuFFT (libnone.so: ', 1, true), text)
   end)
end)
