-- Element by element functions that are more than a row of THPointwise.def: nanToNum, clamp, isclose and others.
local holds = require 'spec.support.holds'
local tensor = require 'tensor'

local B, I, L, F, D = tensor.ByteTensor, tensor.IntTensor, tensor.LongTensor, tensor.FloatTensor, tensor.DoubleTensor
local nan, inf = 0 / 0, math.huge
local minus = -1 / math.huge -- Lua 5.1 merges the constants -0.0 and 0 in a function
local floats = { 'Half', 'BFloat16', 'Float', 'Double' }
local wholes = { 'Byte', 'Char', 'Short', 'Int', 'Long', 'UInt16' }

local function fails(f, message) assert.error_matches(f, message, 1, true) end

describe('nanToNum', function()
   local most = { Half = 65504, BFloat16 = 255 * 2 ^ 120, Float = (2 - 2 ^ -23) * 2 ^ 127,
      Double = (2 - 2 ^ -52) * 2 ^ 1023 }

   it('replaces NaN by 0 and infinities by the largest numbers of the type', function()
      for _, name in ipairs(floats) do
         local x = tensor[name .. 'Tensor'] { nan, inf, -inf, 1, minus }
         holds({ 0, most[name], -most[name], 1, minus }, tensor.nanToNum(x), name)
         assert.equal(x, x:nanToNum(7, 8, 9))
         holds({ 7, 8, 9, 1, minus }, x)
      end
      holds({ 1, most.Float }, tensor.nanToNum(F { nan, inf }, 1))
      holds({ 0, 5, -most.Float }, tensor.nanToNum(F { nan, inf, -inf }, nil, 5))
      holds({ 0, most.Float, 5 }, tensor.nanToNum(F { nan, inf, -inf }, nil, nil, 5))
   end)

   it('leaves integers, and replaces in both parts of complex numbers', function()
      for _, name in ipairs(wholes) do
         holds({ 1, 2 }, tensor.nanToNum(tensor[name .. 'Tensor'] { 1, 2 }, 5), name)
      end
      local x = I { 1, 2 }
      assert.equal(x, x:nanToNum())
      local z = tensor.ComplexDoubleTensor { { nan, 1 }, { 2, inf } }
      holds({ { 9, 1 }, { 2, 8 } }, tensor.nanToNum(z, 9, 8))
      assert.equal(z, z:nanToNum(9, 8))
      holds({ { 9, 1 }, { 2, 8 } }, z)
   end)
end)

describe('limits', function()
   it('that are NaN give NaN, also as two numbers', function()
      for _, limits in ipairs { { 0, nan }, { nan, 1 }, { nan, nan } } do
         assert.equal(2, tensor.clamp(F { 1, 2 }, limits[1], limits[2]):isnan():sum())
         assert.equal(2, F({ 1, 2 }):clamp(limits[1], limits[2]):isnan():sum())
      end
   end)

   it('of clamp may be one, numbers or tensors', function()
      local x = F { 1, 5, 9 }
      holds({ 3, 5, 9 }, tensor.clamp(x, 3))
      holds({ 1, 3, 3 }, tensor.clamp(x, nil, 3))
      holds({ 2, 4, 9 }, tensor.clamp(x, F { 2, 0, 9 }, F { 7, 4, 9 }))
      holds({ 7, 7, 9 }, tensor.clamp(x, F { 7, 7, 7 }, nil))
      holds({ 1, 2, 2 }, tensor.clamp(x, nil, F { 2 }))
      holds({ { 3, 5, 9 }, { 6, 6, 9 } }, tensor.clamp(x, F { { 3 }, { 6 } }, 100))
      holds({ 8, 8, 8 }, tensor.clamp(x, F { 8, 8, 8 }, 2)) -- the lower limit wins
      holds({ nan, nan, 2 }, tensor.clamp(F { nan, 1, 2 }, F { 0, nan, 0 }, 5))
      assert.equal(x, x:clamp(nil, 6))
      holds({ 1, 5, 6 }, x)
      assert.equal(x, x:clamp(2))
      assert.equal(x, x:clamp(F { 4, 4, 4 }, F { 5, 5, 5 }))
      holds({ 4, 5, 5 }, x)
      local r = F()
      assert.equal(r, tensor.clamp(r, x, nil, 4))
      holds({ 4, 4, 4 }, r)
      holds({ 4, 5 }, tensor.clamp(I { 1, 9 }, I { 4, 4 }, 5), 'Int')
      tensor.clamp(x, F { 0, 9, 0 }, x, F { 9, 9, 9 })
      holds({ 4, 9, 5 }, tensor.clamp(F { 4, 5, 5 }, F { 0, 9, 0 }, F { 9, 9, 9 }))
   end)

   it('of clamp are refused if there is none, or none that fits', function()
      local x = F { 1, 2 }
      fails(function() tensor.clamp(x) end, 'accepted forms')
      fails(function() x:clamp(nil, nil) end, 'clamp')
      fails(function() x:clamp('a') end, 'accepted forms')
      fails(function() x:clamp(F { 1, 2, 3 }) end, 'clamp')
   end)

   it('clampMin and clampMax are cmax and cmin', function()
      holds({ 3, nan }, tensor.clampMin(F { 1, nan }, 3))
      holds({ 1, 3 }, F { 1, 9 }:clampMax(I { 3, 3 }:float()))
   end)

   it('fmax and fmin take the other number where one is NaN', function()
      holds({ 1, 2, nan, 4 }, tensor.fmax(F { 1, nan, nan, 3 }, F { nan, 2, nan, 4 }))
      holds({ 1, 2, nan, 3 }, F { 1, nan, nan, 3 }:fmin(F { nan, 2, nan, 4 }))
      holds({ 5 }, tensor.fmax(L { 5 }, 3))
   end)
end)

describe('quotients', function()
   it('of floorDivide are rounded down', function()
      holds({ -4, 3, 3, -4 }, tensor.floorDivide(I { -7, 7, -7, 7 }, I { 2, 2, -2, -2 }))
      holds({ -1, 0, nan, inf, minus }, tensor.floorDivide(F { -1, 1, inf, 1, minus }, F { inf, inf, 1, 0, 2 }))
      fails(function() tensor.floorDivide(I { 1 }, 0) end, 'division of a torch.IntTensor by zero')
      fails(function() I { 1 }:floorDivide(I { 0 }) end, 'division of a torch.IntTensor by zero')
      for a = -9, 9 do
         for b = -9, 9 do
            if b ~= 0 then
               assert.equal(math.floor(a / b), tensor.floorDivide(D { a }, b)[1])
               assert.equal(math.floor(a / b), tensor.floorDivide(L { a }, b)[1])
            end
         end
      end
   end)

   it('of floorDivide are exact where the quotient is rounded to a whole number, whatever is beside them', function()
      for _, beside in ipairs { 1, inf, 2 ^ -100 } do
         holds({ 9, -10, 9, -10, 2 ^ 23 - 1 },
            tensor.floorDivide(F { 1, -1, -1, 1, 2 ^ 23 - 2 ^ -1, 1 },
               F { 0.1, 0.1, -0.1, -0.1, 1, beside }):narrow(1, 1, 5))
         holds({ 9, -10, 5 },
            tensor.floorDivide(D { 1, -1, 6 - 2 ^ -50, 1 }, D { 0.1, 0.1, 1, beside }):narrow(1, 1, 3))
      end
   end)

   it('of div are rounded as the option says', function()
      local x = I { -7, 7 }
      holds({ -4, 3 }, tensor.div(x, 2, { rounding = 'floor' }), 'Int')
      holds({ -3, 3 }, tensor.div(x, 2, { rounding = 'trunc' }), 'Int')
      holds({ -3, 3 }, tensor.div(x:float(), 2, { rounding = 'trunc' }), 'Float')
      holds({ -3.5, 3.5 }, tensor.div(x:float(), 2, {}))
      assert.equal(x, x:div(I { 2, 2 }, { rounding = 'floor' }))
      holds({ -4, 3 }, x)
      fails(function() tensor.div(x, 2, { rounding = 'up' }) end,
         "div: the rounding is up; expected 'floor' or 'trunc'")
      fails(function() tensor.div(x, 2, { rounding = 1 }) end, 'div: the rounding is number')
      fails(function() tensor.div(x, 2, { round = 'floor' }) end, 'round')
      fails(function() tensor.div(x, 0, { rounding = 'trunc' }) end, 'by zero')
   end)

   it('of trueDivide are floating', function()
      holds({ 0.5, 1 }, tensor.trueDivide(I { 1, 2 }, 2), 'Float')
      holds({ 0.5, 1 }, tensor.trueDivide(D(), I { 1, 2 }, L { 2, 2 }), 'Double')
      holds({ 0.5 }, tensor.trueDivide(tensor.HalfTensor { 1 }, 2), 'Half')
      holds({ 2 }, tensor.trueDivide(1, D { 0.5 }))
      holds({ inf, nan }, tensor.trueDivide(I { 1, 0 }, 0))
      fails(function() tensor.trueDivide(I(), I { 1 }, 2) end, 'IntTensor')
   end)

   it('of divmod come with their remainders', function()
      local q, r = tensor.divmod(I { -7, 7 }, 2)
      holds({ -4, 3 }, q)
      holds({ 1, 1 }, r)
      q, r = tensor.divmod(D { -7.5 }, D { 2 })
      holds({ -4 }, q)
      holds({ 0.5 }, r)
      local x = I { -7, 7 }
      q, r = tensor.divmod(x, I(), x, 2)
      assert.equal(x, q)
      holds({ -4, 3 }, x)
      holds({ 1, 1 }, r)
      fails(function() tensor.divmod(I { 1 }, 0) end, 'divmod: division of a torch.IntTensor by zero')
      fails(function() tensor.divmod(x, B { 1, 1 }, I { 5, 5 }, 2) end, 'divmod: the result is a torch.ByteTensor')
      holds({ -4, 3 }, x)
   end)

   it('of complex floats have the special values of complex doubles', function()
      local function complex(re, im) return tensor.complex(re, im) end
      local parts = { 0, minus * 0, 1, -2, inf, -inf, nan }
      for _, re in ipairs(parts) do
         for _, im in ipairs(parts) do
            local wanted = tensor.viewAsReal(tensor.cdiv(complex(D { 1 }, D { -3 }), complex(D { re }, D { im })))
            local got = tensor.viewAsReal(tensor.cdiv(complex(F { 1 }, F { -3 }), complex(F { re }, F { im })))
            for k = 1, 2 do
               local a, b = got[1][k], F { wanted[1][k] }[1]
               assert((a ~= a and b ~= b) or a == b or math.abs(a - b) < 1e-7,
                  ('(1-3i) / (%s+%si): %s, not %s'):format(re, im, a, b))
            end
         end
      end
   end)

   it('floatPower computes in double', function()
      holds({ 0.5, 1 / 3 }, tensor.floatPower(I { 2, 3 }, -1), 'Double')
      holds({ 2 ^ 0.5 }, tensor.floatPower(F { 2 }, D { 0.5 }), 'Double')
      holds({ { -4, 0 } }, tensor.floatPower(tensor.ComplexFloatTensor { { 0, 2 } }, 2), 'ComplexDouble')
      fails(function() tensor.floatPower(2, 3) end, 'only numbers')
   end)

   it('gcd and lcm are not negative, and wrap', function()
      for _, name in ipairs(wholes) do
         local new = tensor[name .. 'Tensor']
         holds({ 4, 6, 0, 5, 1 }, tensor.gcd(new { 12, 18, 0, 5, 7 }, new { 8, 12, 0, 0, 9 }), name)
         holds({ 24, 36, 0, 0, 63 }, tensor.lcm(new { 12, 18, 0, 5, 7 }, new { 8, 12, 0, 0, 9 }), name)
      end
      holds({ 6, 6 }, tensor.gcd(I { -12, 12 }, I { 18, -18 }))
      holds({ 36, 36 }, tensor.lcm(I { -12, 12 }, I { 18, -18 }))
      holds({ -128 }, tensor.gcd(tensor.CharTensor { -128 }, 0))
      assert.equal(4, tonumber(tensor.gcd(12, 8)))
      assert.equal(24, tonumber(tensor.lcm(12, 8)))
      fails(function() tensor.gcd(F { 1 }, 2) end, 'gcd: not defined for torch.FloatTensor')
   end)
end)

describe('parts of numbers', function()
   it('round takes whole numbers of decimals', function()
      fails(function() tensor.round(1.5, 0.5) end, 'round: the number of decimals must be a whole number')
   end)

   it('frexp and ldexp take apart and put together', function()
      local before = tensor.getnumthreads()
      for _, name in ipairs(floats) do
         local x = tensor[name .. 'Tensor'] { 8, -3, 0, 0.75, inf, -inf, nan, 2 ^ -20 }
         local m, e = tensor.frexp(x)
         holds({ 0.5, -0.75, 0, 0.75, inf, -inf, nan, 0.5 }, m, name)
         holds({ 4, 2, 0, 0, 0, 0, 0, -19 }, e, 'Int')
         holds(x:totable(), tensor.ldexp(m, e), name)
         local many = x:repeatTensor(100000, 1) -- a run of many is taken by blocks
         for threads = 1, 3 do
            tensor.setnumthreads(threads)
            local mantissas, exponents = tensor.frexp(many)
            assert.same({ 100000, 8 }, exponents:size():totable())
            assert(tensor.equal(m:repeatTensor(100000, 1):nanToNum(), mantissas:nanToNum()), name)
            assert(tensor.equal(e:repeatTensor(100000, 1), exponents), name)
         end
         tensor.setnumthreads(before)
         assert.equal(many, (tensor.frexp(many, e, many)))
         assert(tensor.equal(m:nanToNum(), many[100000]:nanToNum()), name)
      end
      local m, e = D(), I()
      assert.equal(m, (tensor.frexp(m, e, D { 10 })))
      holds({ 0.625 }, m)
      holds({ 4 }, e)
      holds({ 2 ^ 1023, 2 ^ -1074, 0, inf },
         tensor.ldexp(D { 2 ^ -1074, 2 ^ 1023, 1, 1 }, D { 2097, -2097, -1e9, 1e9 }))
      m, e = tensor.frexp(D { 2 ^ -1074, -3 * 2 ^ -1074 })
      holds({ 0.5, -0.75 }, m)
      holds({ -1073, -1072 }, e)
      m, e = tensor.frexp(F { 2 ^ -149, -(2 - 2 ^ -23) * 2 ^ 127 })
      holds({ 0.5, -1 + 2 ^ -24 }, m)
      holds({ -148, 128 }, e)
      fails(function() tensor.frexp(I { 1 }) end, 'frexp: not defined for torch.IntTensor')
      fails(function() tensor.frexp(e, D { 1 }, 1) end, 'accepted forms')
      fails(function() tensor.frexp(m, m, D { 1 }) end, 'accepted forms')
   end)

   it('ldexp rounds once, and takes exponents that are not whole', function()
      holds({ 2 ^ 127, 2 ^ -149, (1 + 2 ^ -9) * 2 ^ -140, 0, inf, 0, nan }, tensor.ldexp(
         F { 2 ^ -149, 2 ^ 127, 1 + 2 ^ -10 + 2 ^ -23, 0, 1, 1, 1 }, F { 276, -276, -140, inf, inf, -inf, nan }))
      holds({ (1 + 2 ^ -14) * 2 ^ -1060, 0, -inf }, tensor.ldexp(
         D { 1 + 2 ^ -15 + 2 ^ -52, minus, -1 }, D { -1060, inf, 2000 }):abs():cmul(D { 1, 1, -1 }))
      holds({ 2, 8, 3 * 2 ^ 0.5 }, tensor.ldexp(D { 1, 1, 3 }, D { 1, 3, 0.5 }))
   end)

   it('modf gives both parts the sign of the number', function()
      for _, name in ipairs(floats) do
         local f, w = tensor.modf(tensor[name .. 'Tensor'] { 1.5, -2.25, -3, inf, -inf, nan, -0.5 })
         holds({ 0.5, -0.25, minus, 0, minus, nan, -0.5 }, f, name)
         holds({ 1, -2, -3, inf, -inf, nan, minus }, w, name)
      end
      local x = F { 1.5 }
      fails(function() tensor.modf(x, x, x) end, 'modf')
      holds({ 1.5 }, x)
      local f, w = tensor.modf(x, F(), x)
      assert.equal(x, f)
      holds({ 0.5 }, f)
      holds({ 1 }, w)
   end)

   it('round has decimals, with halves away from zero; rint has them to even', function()
      holds({ 1.24, -1.5, 125 }, tensor.round(D { 1.235, -1.5, 125 }, 2))
      holds({ 0, minus, 130, -130 }, tensor.round(D { 1.235, -1.5, 125, -125 }, -1))
      holds({ inf, nan, 1e300 }, tensor.round(D { inf, nan, 1e300 }, 3))
      holds({ 1e-300, 0 }, tensor.round(D { 1e-300, 5 }, 300):add(D { 0, -5 }))
      holds({ 0 }, tensor.round(D { 5 }, -400))
      local x = D { 2.345 }
      assert.equal(x, x:round(1))
      holds({ 2.3 }, x)
      assert.equal(2.57, tensor.round(2.567, 2))
      holds({ 0, 2, 2, minus, -2 }, tensor.rint(F { 0.5, 1.5, 2.5, -0.5, -1.5 }))
   end)

   it('signs and neighbours', function()
      holds({ 1, 0, 1, 0, 1 }, tensor.signbit(D { minus, 0, -inf, inf, -1 }), 'Byte')
      holds({ 1, 0 }, tensor.signbit(I { -1, 1 }))
      holds({ 0, 0 }, tensor.signbit(B { 0, 255 }))
      assert.not_equal(tensor.signbit(D { nan })[1], tensor.signbit(-D { nan })[1])
      holds({ -1, 2, -inf }, tensor.copysign(F { 1, -2, inf }, F { minus, 0, -1 }))
      holds({ 1 + 2 ^ -10, 2 ^ -24, inf, 65504, 1 - 2 ^ -11 }, tensor.nextafter(
         tensor.HalfTensor { 1, 0, 65504, inf, 1 }, tensor.HalfTensor { 2, 1, inf, 0, 0 }))
      holds({ 1 + 2 ^ -7, -2 ^ -133 },
         tensor.nextafter(tensor.BFloat16Tensor { 1, 0 }, tensor.BFloat16Tensor { 2, -1 }))
      holds({ 1 + 2 ^ -23 }, tensor.nextafter(F { 1 }, 2))
      holds({ 1 + 2 ^ -52, minus }, tensor.nextafter(D { 1, 0 }, D { 2, minus }))
      local most = (2 - 2 ^ -52) * 2 ^ 1023
      holds({ -2 ^ -1074, minus, most, inf, -1 + 2 ^ -53, nan, nan, inf },
         tensor.nextafter(D { 0, -2 ^ -1074, inf, most, -1, nan, 1, inf }, D { -1, 1, 0, inf, 0, 1, nan, inf }))
      holds({ 2 ^ -149, minus, -(2 - 2 ^ -23) * 2 ^ 127 },
         tensor.nextafter(F { minus, -2 ^ -149, -inf }, F { 1, 1, 0 }))
      holds({ { 0.6, 0.8 }, { 0, 0 }, { 0, -1 } },
         tensor.sgn(tensor.ComplexDoubleTensor { { 3, 4 }, { 0, 0 }, { 0, -9 } }))
      holds({ 0, 0.5, 1, nan }, tensor.heaviside(F { -1, 0, 3, nan }, 0.5))
      holds({ 0, 7, 1 }, tensor.heaviside(I { -1, 0, 3 }, I { 7, 7, 7 }))
   end)

   it('masks of integers and of complex numbers', function()
      for _, name in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long', 'UInt16', 'Bool' } do
         local x = tensor[name .. 'Tensor'] { 0, 1 }
         for _, f in ipairs { 'isnan', 'isinf', 'isposinf', 'isneginf' } do holds({ 0, 0 }, tensor[f](x), 'Byte') end
         for _, f in ipairs { 'isfinite', 'isreal' } do holds({ 1, 1 }, tensor[f](x), 'Byte') end
      end
      holds({ 1, 0, 0 }, tensor.isposinf(F { inf, -inf, nan }))
      holds({ 0, 1, 0 }, tensor.isneginf(F { inf, -inf, nan }))
      holds({ 1, 0, 0 }, tensor.isreal(tensor.ComplexFloatTensor { { 1, 0 }, { 1, 2 }, { 1, nan } }))
   end)
end)

describe('isclose and allclose', function()
   it('compare with both tolerances', function()
      holds({ 1, 0, 1, 0 }, tensor.isclose(D { 1, 1, 1e-9, 1e-7 }, D { 1 + 9e-6, 1 + 2e-5, 0, 0 }), 'Byte')
      holds({ 1, 0 }, tensor.isclose(D { 1, 1 }, D { 1.05, 1.2 }, 0.1, 0))
      holds({ 1, 0 }, tensor.isclose(D { 1, 1 }, D { 1.05, 1.2 }, 0, 0.1))
      local mask = tensor.ByteTensor(2)
      assert.equal(mask, tensor.isclose(mask, D { 1, 2 }, 2, 0, 0.1))
      holds({ 0, 1 }, mask)
      holds({ 1, 1, 0, 0, 0 }, tensor.isclose(F { inf, -inf, inf, 1, -1e38 }, F { inf, -inf, -inf, inf, inf }))
      holds({ 0, 1, 0 }, tensor.isclose(F { nan, 1, nan }, F { nan, 1, 1 }))
      holds({ 1, 1, 0 }, tensor.isclose(F { nan, 1, nan }, F { nan, 1, 1 }, 1e-5, 1e-8, true))
      holds({ 1, 0 }, tensor.isclose(F { nan, 1 }, nan, 0, 0, true))
      holds({ 1, 0 }, tensor.isclose(I { 5, 5 }, I { 5, 6 }))
      holds({ 0, 1 }, tensor.isclose(L { 3, 4 }, 4.25, 0.1, 0))
      assert.is_true(tensor.allclose(I { 5, 5 }, I { 5, 5 }))
      holds({ 1, 0 }, tensor.isclose(tensor.BoolTensor(), I { 5, 5 }, L { 5, 6 }):byte())
      holds({ { 1, 0 }, { 0, 1 } }, tensor.isclose(F { { 1 }, { 2 } }, F { 1, 2 }))
      holds({ 1, 0 }, tensor.isclose(tensor.ComplexFloatTensor { { 1, 2 }, { 1, 2 } },
         tensor.ComplexFloatTensor { { 1, 2.000001 }, { 1, 3 } }))
      holds({ 1, 0 }, tensor.isclose(tensor.HalfTensor { 1, 1 }, 1.0001, 0.01):cmul(B { 1, 0 }))
   end)

   it('say whether all are close', function()
      assert.is_true(tensor.allclose(F { 1, 2 }, F { 1, 2 }))
      assert.is_false(F { 1, 2 }:allclose(F { 1, 2.1 }))
      assert.is_true(F { 1, 2 }:allclose(F { 1, 2.1 }, 0.1))
      assert.is_true(tensor.allclose(F(0), F(0)))
      assert.is_true(tensor.allclose(F(), F()))
      assert.is_false(tensor.allclose(F { nan }, F { nan }))
      assert.is_true(tensor.allclose(F { nan }, F { nan }, 0, 0, true))
      fails(function() tensor.allclose(F { 1 }, F { 1 }, -1) end, 'allclose: the tolerances are -1 and 1e-08')
      fails(function() tensor.isclose(F { 1 }, 1, nan) end, 'isclose: the tolerances')
      fails(function() tensor.isclose(F { 1, 2 }, F { 1, 2, 3 }) end, 'isclose')
      fails(function() tensor.isclose(1, 2) end, 'only numbers')
   end)
end)

describe('lerp', function()
   it('is b for the weight 1, whatever a is', function()
      for _, type in ipairs { 'Float', 'ComplexFloat' } do
         local a, b, w = tensor.FloatTensor { 1e8, 1 }, tensor.FloatTensor { 1, 3 }, tensor.FloatTensor { 1, 1 }
         type = ('torch.%sTensor'):format(type)
         a, b, w = a:type(type), b:type(type), w:type(type)
         assert.same(b:totable(), tensor.lerp(a, b, 1):totable())
         assert.same(b:totable(), tensor.lerp(a, b, w):totable())
      end
   end)

   it('of halves is rounded once', function()
      local a, b = tensor.HalfTensor { -60000, 1 }, tensor.HalfTensor { 60000, 3 }
      for _, x in ipairs { tensor.lerp(a, b, 0.75), tensor.lerp(a, b, tensor.HalfTensor { 0.75, 0.75 }) } do
         assert.equal('torch.HalfTensor', x:type())
         assert.same({ 30000, 2.5 }, x:totable())
      end
   end)

   it('takes a tensor of weights', function()
      holds({ 5, 1 }, tensor.lerp(F { 0, 0 }, F { 10, 10 }, F { 0.5, 0.125 }):cmul(F { 1, 0.8 }))
      holds({ { 0, 0 }, { 10, 20 } }, tensor.lerp(D { 0, 0 }, D { 10, 20 }, D { { 0 }, { 1 } }))
      local x = F { 0, 4 }
      assert.equal(x, x:lerp(F { 2, 2 }, F { 0.5, 1 }))
      holds({ 1, 2 }, x)
      holds({ { 1, 1 } }, tensor.lerp(tensor.ComplexFloatTensor { { 0, 0 } }, tensor.ComplexFloatTensor { { 2, 2 } },
         F { 0.5 }))
      local from, to = F { { 0, 1 }, { 2, 2 } }, F { { 4, 1 }, { 2, 6 } }
      from, to = tensor.viewAsComplex(from), tensor.viewAsComplex(to)
      holds({ { 1, 1 }, { 2, 3 } }, tensor.viewAsReal(tensor.lerp(from, to, 0.25)))
      holds({ { 1, -1 }, { 2, -3 } }, tensor.viewAsReal(tensor.lerp(from:conj(), to:conj(), 0.25):resolveConj()))
      fails(function() tensor.lerp(I { 0 }, I { 2 }, I { 1 }) end, 'lerp: not defined for torch.IntTensor')
      fails(function() tensor.lerp(F { 0, 1 }, F { 2, 3 }, F { 1, 2, 3 }) end, 'lerp')
   end)
end)

describe('a result in front', function()
   it('is returned', function()
      local r, c = D(), tensor.ComplexDoubleTensor()
      for _, result in ipairs { tensor.nanToNum(r, D { nan }), tensor.floatPower(r, I { 0 }, 2),
         tensor.lerp(r, D { 0 }, D { 2 }, D { 0 }), tensor.clampMin(r, D { -1 }, 0), tensor.clampMax(r, D { 1 }, 0),
         tensor.maximum(r, D { 0 }, -1), tensor.minimum(r, D { 0 }, 1), tensor.reciprocal(r, D { inf }),
         tensor.clip(r, D { -3 }, 0, 1) } do
         assert.equal(r, result)
         holds({ 0 }, r)
      end
      assert.equal(r, tensor.mvlgamma(r, D { 3 }, 1))
      holds({ tensor.lgamma(3) }, r)
      assert.equal(c, tensor.nanToNum(c, tensor.complex(D { nan }, 1)))
      holds({ { 0, 1 } }, c)
   end)
end)

describe('other names', function()
   it('of limits take integers and methods', function()
      local x = I { -1, 5 }
      holds({ 0, 5 }, tensor.clampMin(x, 0))
      holds({ -1, 2 }, tensor.clampMax(x, 2))
      holds({ 0, 2 }, tensor.clip(x, 0, 2))
      holds({ 0, 2 }, tensor.clip(F { -1, 5 }, 0, 2))
      holds({ 3, 5 }, tensor.maximum(x, I { 3, 3 }))
      holds({ -1, nan }, tensor.minimum(F { -1, nan }, F { 3, 3 }))
      assert.equal(x, x:clampMin(0))
      holds({ 0, 5 }, x)
      local y = F { 4 }
      assert.equal(y, y:reciprocal())
      holds({ 0.25 }, y)
   end)

   it('are those of NumPy and PyTorch', function()
      local a, b = I { 6, 5, -8 }, I { 3, 1, 2 }
      for name, same in pairs { bitwiseAnd = 'cbitand', bitwiseOr = 'cbitor', bitwiseXor = 'cbitxor',
         bitwiseLeftShift = 'clshift', bitwiseRightShift = 'crshift' } do
         holds(tensor[same](a, b):totable(), tensor[name](a, b))
         local c = a:clone()
         holds(tensor[same](a, b):totable(), c[name](c, b))
      end
      holds({ -7, -6, 7 }, tensor.bitwiseNot(a))
      holds({ 0, 0, -1 }, tensor.bitwiseRightShift(a, 40))
      holds({ 0, 0, 0 }, tensor.bitwiseLeftShift(a, 40))
      local t, f = tensor.BoolTensor { 1, 0 }, tensor.BoolTensor { 0, 1 }
      holds({ 0, 0 }, tensor.bitwiseAnd(t, f):byte())
      holds({ 0, 1 }, tensor.bitwiseNot(t):byte())
      holds({ 0.5 }, tensor.reciprocal(F { 2 }))
   end)
end)

describe('bytes', function()
   it('of more than a vector, in place and in rows too', function()
      for _, dtype in ipairs { 'byte', 'char' } do
         for _, n in ipairs { 63, 64, 65, 100, 128, 191 } do
            local a = tensor.range(1, n):fmod(113):to { dtype = dtype }
            local b = tensor.range(2 * n, n + 1, -1):fmod(121):to { dtype = dtype }
            local sum = (a:int() + b:int()):to { dtype = dtype }:totable()
            local below = a:int():lt(b:int()):totable()
            local first, second = a:clone(), b:clone()
            assert.same(sum, (a + b):totable())
            assert.same(sum, first:add(first, b):totable())
            assert.same(sum, second:add(a, second):totable())
            assert.same(below, a:lt(b):totable())
            local inside = tensor.zeros(3, n + 2, { dtype = dtype })
            inside:narrow(2, 2, n):add(a:view(1, n):expand(3, n), b:view(1, n):expand(3, n))
            assert.same(sum, inside[3]:narrow(1, 2, n):totable())
            assert.equal(0, inside:select(2, 1):double():abs():sum() + inside:select(2, n + 2):double():abs():sum())
         end
      end
   end)
end)
