-- The functions of THVecMath: results for NaN, infinities, zeros and subnormal numbers as C's Annex F demands;
-- large arguments; and the same bits whatever elements are next to an element. script/numerics measures the
-- errors.
local tensor = require 'tensor'
local ulp = require 'spec.support.ulp'

local nan, inf = 0 / 0, math.huge
local nought = -1 / inf -- Lua 5.1 stores 0 and -0 as one constant
local types = { 'Float', 'Double' }

local function describe_number(x)
   if x ~= x then return 'nan' end
   if x == 0 then return 1 / x < 0 and '-0' or '0' end
   return ('%.17g'):format(x)
end

-- Returns f(x). x stands at both ends of a vector that is long enough for whole SIMD registers; both results
-- must agree.
local function at(name, type, x, ...)
   local a = tensor[type .. 'Tensor'](67):fill(0.5)
   a[1], a[67] = x, x
   local y = tensor[name](a, ...)
   assert.equal(describe_number(y[1]), describe_number(y[67]))
   return describe_number(y[1])
end

local special = {
   exp = { { nan, nan }, { inf, inf }, { -inf, 0 }, { 0, 1 }, { nought, 1 }, { 1000, inf }, { -1000, 0 } },
   expm1 = { { nan, nan }, { inf, inf }, { -inf, -1 }, { 0, 0 }, { nought, nought }, { -1000, -1 }, { 1000, inf } },
   log = { { nan, nan }, { inf, inf }, { -inf, nan }, { 0, -inf }, { nought, -inf }, { 1, 0 }, { -1, nan } },
   sin = { { nan, nan }, { inf, nan }, { -inf, nan }, { 0, 0 }, { nought, nought } },
   cos = { { nan, nan }, { inf, nan }, { -inf, nan }, { 0, 1 }, { nought, 1 } },
   tanh = { { nan, nan }, { inf, 1 }, { -inf, -1 }, { 0, 0 }, { nought, nought }, { 100, 1 }, { -100, -1 } },
   sigmoid = { { nan, nan }, { inf, 1 }, { -inf, 0 }, { 0, 0.5 }, { nought, 0.5 }, { 1000, 1 }, { -1000, 0 } },
   sinh = { { nan, nan }, { inf, inf }, { -inf, -inf }, { 0, 0 }, { nought, nought }, { 1000, inf }, { -1000, -inf } },
   cosh = { { nan, nan }, { inf, inf }, { -inf, inf }, { 0, 1 }, { nought, 1 }, { 1000, inf }, { -1000, inf } },
   asinh = { { nan, nan }, { inf, inf }, { -inf, -inf }, { 0, 0 }, { nought, nought } },
   acosh = { { nan, nan }, { inf, inf }, { -inf, nan }, { 1, 0 }, { 0, nan }, { -1, nan } },
   atanh = { { nan, nan }, { inf, nan }, { 1, inf }, { -1, -inf }, { 0, 0 }, { nought, nought }, { 2, nan } },
   atan = { { nan, nan }, { 0, 0 }, { nought, nought } },
   cbrt = { { nan, nan }, { inf, inf }, { -inf, -inf }, { 0, 0 }, { nought, nought }, { 27, 3 }, { -8, -2 } },
   rsqrt = { { nan, nan }, { inf, 0 }, { 0, inf }, { nought, -inf }, { -1, nan }, { 4, 0.5 } },
}

local powers = {
   { 0, 3, 0 }, { nought, 3, nought }, { nought, 2, 0 }, { 0, -1, inf }, { nought, -1, -inf }, { nought, -2, inf },
   { 0, -0.5, inf }, { 1, nan, 1 }, { nan, 0, 1 }, { nan, nought, 1 }, { nan, 1, nan }, { 2, nan, nan },
   { -1, inf, 1 }, { -1, -inf, 1 }, { -2, 3, -8 }, { -2, 2, 4 }, { -2, 0.5, nan }, { -2, -3, -0.125 },
   { 0.5, inf, 0 }, { 0.5, -inf, inf }, { 2, inf, inf }, { 2, -inf, 0 }, { inf, 0.5, inf }, { inf, -0.5, 0 },
   { -inf, 3, -inf }, { -inf, 2, inf }, { -inf, 0.5, inf }, { -inf, -3, nought }, { -inf, -2, 0 },
   { 2, 10, 1024 }, { 1, inf, 1 }, { -1, 3, -1 }, { -1, 2, 1 }, { -1, 0.5, nan }, { 5, 0, 1 }, { -5, 0, 1 },
   { inf, 0, 1 }, { 0, 0, 1 }, { 2, 2000, inf }, { 2, -2000, 0 }, { 0, inf, 0 }, { 0, -inf, inf },
}

describe('special values', function()
   for _, type in ipairs(types) do
      for name, cases in pairs(special) do
         it(('of %s of %s are those of C'):format(name, type), function()
            for _, case in ipairs(cases) do
               assert.equal(describe_number(case[2]), at(name, type, case[1]), ('%s(%s)'):format(name, case[1]))
            end
         end)
      end

      it('of pow of ' .. type .. ' are those of C', function()
         for _, case in ipairs(powers) do
            local text = ('pow(%s, %s)'):format(describe_number(case[1]), describe_number(case[2]))
            assert.equal(describe_number(case[3]), at('pow', type, case[1], case[2]), text)
            local exponents = tensor[type .. 'Tensor'](67):fill(case[2])
            assert.equal(describe_number(case[3]), at('pow', type, case[1], exponents), text .. ', a tensor')
         end
      end)
   end
end)

describe('subnormal numbers', function()
   it('are what small arguments give back', function()
      local cases = {
         { 'Float', 2 ^ -149 }, { 'Float', 2 ^ -130 }, { 'Double', 2 ^ -1074 }, { 'Double', 2 ^ -1030 },
      }
      for _, case in ipairs(cases) do
         local type, x = case[1], case[2]
         for _, name in ipairs { 'sin', 'tanh', 'expm1' } do
            assert.equal(describe_number(x), at(name, type, x))
            assert.equal(describe_number(-x), at(name, type, -x))
         end
         assert.equal('1', at('exp', type, x))
         assert.equal('1', at('cos', type, x))
      end
   end)

   it('have a logarithm, and are results of exp', function()
      assert.equal(describe_number(tensor.FloatTensor { -149 * math.log(2) }[1]), at('log', 'Float', 2 ^ -149))
      assert.equal(describe_number(-1074 * math.log(2)), at('log', 'Double', 2 ^ -1074))
      assert.equal(describe_number(2 ^ -149), at('exp', 'Float', -103.2789))
      assert.equal(describe_number(2 ^ -1074), at('exp', 'Double', -744.44))
      assert.equal(describe_number(2 ^ -149), at('pow', 'Float', 2, -149))
      for type, x in pairs { Float = -95, Double = -730 } do
         assert.equal(at('exp', type, x), at('sigmoid', type, x))
      end
   end)
end)

-- The samples of ops_spec are few; an error in the last digits of a coefficient shows in some of many.
describe('functions of many arguments', function()
   local ranges = { exp = { -80, 80 }, log = { 0.5, 2 }, sin = { -4, 4 }, cos = { -4, 4 } }
   for name, range in pairs(ranges) do
      it('are within 1 ulp for float, and within 2 of the C library for double: ' .. name, function()
         for dtype, most in pairs { Float = 1, Double = 2 } do
            local x = tensor[dtype .. 'Tensor'](20000):uniform(range[1], range[2])
            local arguments, results = x:totable(), tensor[name](x):totable()
            for k, a in ipairs(arguments) do
               local expected = math[name](a)
               if not ulp.near(dtype:lower(), results[k], expected, most) then
                  error(('%s(%.17g) of %s is %.17g instead of %.17g'):format(name, a, dtype, results[k], expected))
               end
            end
         end
      end)
   end
end)

describe('far arguments of sin and cos', function()
   it('are as right as near ones, and leave their neighbours as they are', function()
      for _, x in ipairs { 2 ^ 20 + 0.5, 1e6, 1e10, 2 ^ 40, 2 ^ 41, 1e22, 1e300 } do
         local a = tensor.DoubleTensor(67):fill(0.5)
         local near = tensor.sin(a)[2]
         a[30], a[31] = x, -x
         local s, c = tensor.sin(a), tensor.cos(a)
         assert(math.abs(s[30] - math.sin(x)) <= 2 ^ -53, x)
         assert(math.abs(c[31] - math.cos(x)) <= 2 ^ -53, x)
         assert.equal(-s[30], s[31])
         assert.equal(near, s[2])
      end
      local x = tensor.FloatTensor { 2 ^ 45, 1e30, 3 }
      local expected = tensor.sin(x:double()):float()
      assert.same(expected:totable(), tensor.sin(x):totable())
   end)
end)

describe('the bits of an element', function()
   it('do not depend on its place, its neighbours or the step between them', function()
      local n = 1003
      for _, type in ipairs(types) do
         local x = tensor.randn(n):mul(8):type(('torch.%sTensor'):format(type))
         local apart = tensor[type .. 'Tensor'](n, 3):zero()
         apart:select(2, 2):copy(x)
         for name in pairs(special) do
            local y = tensor[name](x)
            local z = tensor[name](apart:select(2, 2))
            local w = tensor[name](x:narrow(1, 3, n - 2))
            for i = 3, n, 50 do
               assert.equal(describe_number(y[i]), describe_number(z[i]), name)
               assert.equal(describe_number(y[i]), describe_number(w[i - 2]), name)
               assert.equal(describe_number(y[i]), describe_number(tensor[name](x:narrow(1, i, 1))[1]), name)
            end
            -- Between them these are out of the fast range of every function; the 511 neighbours are not.
            for _, odd in ipairs { -2 ^ 90, 0 } do
               local beside = x:clone()
               beside[101] = odd
               local far = tensor[name](beside)
               beside[name](beside)
               for i = 1, n do
                  assert.equal(describe_number(i == 101 and far[i] or y[i]), describe_number(far[i]), name)
                  assert.equal(describe_number(far[i]), describe_number(beside[i]), name)
               end
            end
         end
      end
   end)

   it('of pow do not either', function()
      local n = 1003
      for _, type in ipairs(types) do
         local base = tensor.randn(n):abs():add(0.1):type(('torch.%sTensor'):format(type))
         local same = base:clone():fill(2.5)
         local y = tensor.pow(base, 2.5)
         for _, odd in ipairs { 0, -3, inf, nan, 2 ^ -130, 2 ^ 100 } do
            local x = base:clone()
            x[101] = odd
            local far, each = tensor.pow(x, 2.5), tensor.cpow(x, same)
            local apart = base:clone():resize(n, 1):expand(n, 3):clone():zero()
            apart:select(2, 2):copy(x)
            local strided = tensor.pow(apart:select(2, 2), 2.5)
            x:pow(x, 2.5)
            for i = 1, n do
               assert.equal(describe_number(i == 101 and far[i] or y[i]), describe_number(far[i]))
               assert.equal(describe_number(far[i]), describe_number(each[i]))
               assert.equal(describe_number(far[i]), describe_number(strided[i]))
               assert.equal(describe_number(far[i]), describe_number(x[i]))
            end
         end
         local cubes = tensor.pow(base:clone():neg(), 3)
         for i = 1, n, 50 do assert.equal(-tensor.pow(base, 3)[i], cubes[i]) end
      end
   end)
end)

describe('bits of the integer parts', function()
   -- -0, NaN and fractions have the integer part 0, which has no sign.
   local values, n = { nought, nan, -0.3, 3 }, 33
   local function forms(T, name, a, b)
      local x, y, apart = T(n):fill(a), T(n):fill(b), T(n, 2):fill(a)
      return tensor[name](x, y), tensor[name](x, b), tensor[name](a, y), tensor[name](x, T { b }:expand(n)),
         tensor[name](T { a }:expand(n), y), tensor[name](apart:select(2, 1), y), tensor[name](apart:select(2, 1), b)
   end

   for _, type in ipairs { 'Float', 'Double', 'Half', 'BFloat16' } do
      it(('of %s are the same for tensors, numbers and expanded tensors'):format(type), function()
         for _, name in ipairs { 'bitand', 'bitor', 'bitxor' } do
            for _, a in ipairs(values) do
               for _, b in ipairs(values) do
                  local whole = function(x) return x == 3 and 3 or 0 end
                  local expected = describe_number(tensor[name](whole(a), whole(b)))
                  for form, result in ipairs { forms(tensor[type .. 'Tensor'], name, a, b) } do
                     for i = 1, n, n - 1 do
                        assert.equal(expected, describe_number(result[i]), ('%s, form %d'):format(name, form))
                     end
                  end
               end
            end
         end
      end)
   end
end)

describe('remainders and powers by vectors', function()
   -- Quotients from far below 1 to far beyond what a mantissa holds, with both signs; blocks of 512 with and without
   -- quotients that are too large for the short form.
   for _, type in ipairs { 'Float', 'Double' } do
      it(('remainders of %s are exact'):format(type), function()
         for scale = -4, 40, 4 do
            local n = 1100
            local x = tensor.randn(n):double():mul(10 ^ (scale % 23)):type(('torch.%sTensor'):format(type))
            local y = tensor.randn(n):type(('torch.%sTensor'):format(type))
            y[7], y[600], x[9], x[1025] = math.huge, 1e-30, 0, -0.0
            local fmod, remainder = tensor.fmod(x, y), tensor.remainder(x, y)
            for i = 1, n do
               local exact = math.fmod(x[i], y[i])
               assert.equal(describe_number(exact), describe_number(fmod[i]))
               local floored = exact ~= 0 and (exact < 0) ~= (y[i] < 0) and exact + y[i] or exact
               assert.near(floored, remainder[i], math.abs(y[i]) == math.huge and 0 or math.abs(y[i]) * 1e-7)
            end
         end
      end)

      it(('powers of %s with 2 and 3 are rounded once, fused too'):format(type), function()
         local x = tensor.randn(1000):type(('torch.%sTensor'):format(type))
         assert.equal(0, tensor.pow(x, 2):ne(tensor.cmul(x, x)):sum())
         local y = tensor.fuse(function(a) return a:pow(3) + a ^ 2 end)(x)
         assert.equal(0, y:ne(tensor.pow(x, 3) + tensor.pow(x, 2)):sum())
         if type == 'Float' then
            local d = x:double()
            assert.equal(0, tensor.pow(x, 3):ne(tensor.cmul(tensor.cmul(d, d), d):float()):sum())
         end
         for _, value in ipairs { nought, -0.0, 1e120, -1e120, 5.7e102, 1e200, 1e-120, math.huge, -math.huge } do
            local cube = tensor.pow(tensor.DoubleTensor { value }, 3)[1]
            assert.equal(describe_number(value * value * value), describe_number(cube))
         end
      end)
   end

   it('integers are divided exactly', function()
      for _, type in ipairs { 'Int', 'Short', 'Byte', 'Char' } do
         local x = tensor[type .. 'Tensor'](3000):random(type == 'Byte' and 0 or -128, 127)
         local y = tensor[type .. 'Tensor'](3000):random(1, 127)
         if type == 'Int' then x, y = tensor.IntTensor(3000):random(-2 ^ 31, 2 ^ 31 - 1), y:rshift(0):mul(16909320) end
         local q, r = tensor.cdiv(x, y), tensor.fmod(x, y)
         for i = 1, 3000 do
            local exact = x[i] / y[i]
            assert.equal(exact < 0 and math.ceil(exact) or math.floor(exact), q[i])
            assert.equal(x[i] - q[i] * y[i], r[i])
         end
      end
      local ends = tensor.IntTensor { -2 ^ 31, -2 ^ 31, 2 ^ 31 - 1 }
      assert.same({ -2 ^ 31, -2 ^ 31, 1 - 2 ^ 31 }, tensor.cdiv(ends, tensor.IntTensor { -1, 1, -1 }):totable())
   end)
end)
