-- reference.lua: the expected element of each point-wise operation, in plain Lua.
--
-- reference[name](a, ..., to): the operands of the row, then its numbers, then to(x), which converts a number
-- to the type in which the library computes: it rounds for floats and wraps for integers. If integers differ,
-- there is reference.integer[name](a, ..., to, width) too, and reference.bool[name] for booleans.
-- reference.bound[name] is the allowed error in ulp, { float, double }; without one the result must be exact.
local integers = require 'spec.support.integers'

local reference = {}
local nan, inf = 0 / 0, math.huge

local function truth(x) return x and 1 or 0 end
local function trunc(x)
   if math.abs(x) >= 2 ^ 52 or x ~= x then return x end
   return x < 0 and -math.floor(-x) + 0.0 or math.floor(x) + 0.0
end

reference.neg = function(a, to) return to(-a) end
reference.abs = function(a, to) return to(a < 0 and -a or a) end
reference.angle = function(a) return a ~= a and a or a < 0 and math.pi or 0 end
reference.conjPhysical = function(a) return a end
reference.sign = function(a) return a > 0 and 1 or a < 0 and -1 or 0 end
reference.square = function(a, to) return to(a * a) end
reference.relu = function(a) return a <= 0 and 0 or a end
reference.floor = function(a) return a < trunc(a) and trunc(a) - 1 or trunc(a) end
reference.ceil = function(a) return a > trunc(a) and trunc(a) + 1 or trunc(a) end
reference.trunc = trunc
reference.frac = function(a) return a - trunc(a) end
reference.round = function(a)
   local whole = trunc(a)
   if math.abs(a - whole) < 0.5 or math.abs(a) == inf then return whole end
   return a < 0 and whole - 1 or whole + 1
end
reference.sqrt = function(a, to) return to(math.sqrt(a)) end
reference.rsqrt = function(a, to) return to(1 / to(math.sqrt(a))) end
reference.cinv = function(a, to) return to(1 / a) end

-- Exponentials and logarithms. expm1 and log1p use Kahan's correction for the rounding of 1 + x.
local exp, log = math.exp, math.log
local function expm1(x)
   local u = exp(x)
   if u == 1 then return x end
   if u == inf or u - 1 == -1 then return u - 1 end
   return (u - 1) * x / log(u)
end
local function log1p(x)
   local u = 1 + x
   if u == 1 or u == inf then return x end
   return log(u) * (x / (u - 1))
end
reference.exp = function(a) return exp(a) end
reference.exp2 = function(a) return 2 ^ a end
reference.expm1 = function(a) return expm1(a) end
reference.log = function(a) return log(a) end
reference.log2 = function(a) return log(a) / log(2) end
reference.log10 = function(a) return log(a) / log(10) end
reference.log1p = function(a) return log1p(a) end

-- For odd functions: compute for a >= 0 only.
local function odd(f)
   return function(a)
      if a ~= a or a == 0 then return a end
      return a < 0 and -f(-a) or f(a)
   end
end
reference.sin = function(a) return math.sin(a) end
reference.cos = function(a) return math.cos(a) end
reference.tan = function(a) return math.tan(a) end
reference.asin = function(a) return math.asin(a) end
reference.acos = function(a) return math.acos(a) end
reference.atan = function(a) return math.atan(a) end
reference.sinh = odd(function(a)
   if a > 22 then return 0.5 * exp(a / 2) * exp(a / 2) end
   local t = expm1(a)
   return 0.5 * (t + t / (t + 1))
end)
reference.cosh = function(a)
   a = math.abs(a)
   return a > 22 and 0.5 * exp(a / 2) * exp(a / 2) or 0.5 * (exp(a) + 1 / exp(a))
end
reference.tanh = odd(function(a)
   local t = expm1(2 * a)
   return a > 22 and 1 or t / (t + 2)
end)
reference.asinh = odd(function(a)
   if a > 1e8 then return log(a) + log(2) end
   return log1p(a + a * a / (1 + math.sqrt(1 + a * a)))
end)
reference.acosh = function(a)
   if a < 1 or a ~= a then return nan end
   if a > 1e8 then return log(a) + log(2) end
   return log1p(a - 1 + math.sqrt(2 * (a - 1) + (a - 1) * (a - 1)))
end
reference.atanh = odd(function(a) return a > 1 and nan or 0.5 * log1p(2 * a / (1 - a)) end)
reference.sigmoid = function(a, to) return 1 / to(1 + to(exp(-a))) end
reference.softplus = function(a) return (a > 0 and a or 0) + log1p(exp(-math.abs(a))) end

-- erf(x) = 2/sqrt(pi) exp(-x^2) (x + 2x^3/3 + 4x^5/(3 5) + ...), a series without negative terms.
reference.erf = odd(function(a)
   if a > 6 then return 1 end
   local term, sum, n = a, a, 1
   while term > sum * 1e-18 do
      n = n + 2
      term = term * 2 * a * a / n
      sum = sum + term
   end
   return 2 / math.sqrt(math.pi) * exp(-a * a) * sum
end)

reference.logicalNot = function(a) return truth(a == 0) end
reference.isnan = function(a) return truth(a ~= a) end
reference.isinf = function(a) return truth(a == inf or a == -inf) end
reference.isfinite = function(a) return truth(a == a and a ~= inf and a ~= -inf) end

-- The coefficient of scaled rows is the last argument.
reference.cadd = function(a, b, u, to) return to(a + to(u * b)) end
reference.csub = function(a, b, u, to) return to(a - to(u * b)) end
reference.cmul = function(a, b, to) return to(a * b) end
reference.cdiv = function(a, b, to) return to(a / b) end

-- fmod of C. Those of the interpreters differ if an operand is infinite, 0 or huge.
local function fmod(a, b)
   if a ~= a or b ~= b or math.abs(a) == inf or b == 0 then return nan end
   if math.abs(b) == inf then return a end
   return math.fmod(a + 0.0, b + 0.0)
end
reference.cfmod = function(a, b) return fmod(a, b) end
reference.cremainder = function(a, b, to)
   local r = fmod(a, b)
   return r == r and r ~= 0 and (r < 0) ~= (b < 0) and to(r + b) or r
end
reference.cpow = function(a, b) return a ^ b end
reference.cmax = function(a, b) return (a ~= a or a > b) and a or b end
reference.cmin = function(a, b) return (a ~= a or a < b) and a or b end
reference.atan2 = function(a, b) return (math.atan2 or math.atan)(a, b) end
reference.hypot = function(a, b)
   a, b = math.abs(a), math.abs(b)
   if a == inf or b == inf then return inf end
   if a < b then a, b = b, a end
   return a == 0 and 0 or a * math.sqrt(1 + (b / a) * (b / a))
end

-- Bit operations use the integer part of floats.
local whole = integers.from_real
reference.bitwise = { bitnot = true, cbitand = true, cbitor = true, cbitxor = true }
reference.bitnot = function(a) return tonumber(-1 - whole(a)) + 0.0 end
reference.cbitand = function(a, b) return tonumber(integers.band(whole(a), whole(b))) + 0.0 end
reference.cbitor = function(a, b) return tonumber(integers.bor(whole(a), whole(b))) + 0.0 end
reference.cbitxor = function(a, b) return tonumber(integers.bxor(whole(a), whole(b))) + 0.0 end
reference.clshift = function(a, b, to) return to(a * to(2 ^ b)) end
reference.crshift = function(a, b, to) return to(a / to(2 ^ b)) end

reference.lt = function(a, b) return truth(a < b) end
reference.gt = function(a, b) return truth(a > b) end
reference.le = function(a, b) return truth(a <= b) end
reference.ge = function(a, b) return truth(a >= b) end
reference.eq = function(a, b) return truth(a == b) end
reference.ne = function(a, b) return truth(a ~= b) end
reference.logicalAnd = function(a, b) return truth(a ~= 0 and b ~= 0) end
reference.logicalOr = function(a, b) return truth(a ~= 0 or b ~= 0) end
reference.logicalXor = function(a, b) return truth((a ~= 0) ~= (b ~= 0)) end

reference.clamp = function(a, u, v)
   if a > v then a = v end
   return a < u and u or a
end
reference.threshold = function(a, u, v) return a > u and a or v end
reference.addcmul = function(a, b, c, u, to) return to(a + to(to(u * b) * c)) end
reference.addcdiv = function(a, b, c, u, to) return to(a + to(to(u * b) / c)) end

reference.integer = {
   bitnot = function(a, to) return to(-1 - a) end,
   cdiv = function(a, b, to) return to(integers.div(a, b)) end,
   cfmod = function(a, b) return integers.mod(a, b) end,
   cremainder = function(a, b)
      local r = integers.mod(a, b)
      return r ~= 0 and (r < 0) ~= (b < 0) and r + b or r
   end,
   -- A negative power is the integer part of a fraction.
   cpow = function(a, b, to)
      if b < 0 then return a == 1 and 1 or a == -1 and (integers.mod(b, 2) == 0 and 1 or -1) or 0 end
      local result = integers.int(1)
      while b > 0 do
         if integers.mod(b, 2) == 1 then result = to(result * a) end
         a, b = to(a * a), integers.div(b, 2)
      end
      return result
   end,
   cbitand = function(a, b) return integers.band(a, b) end,
   cbitor = function(a, b) return integers.bor(a, b) end,
   cbitxor = function(a, b) return integers.bxor(a, b) end,
   addcdiv = function(a, b, c, u, to) return to(a + to(integers.div(to(u * b), c))) end,
}

-- A negative count shifts the other way. From width bits on, only the sign is left.
local function shift(a, left, to, width)
   if left >= width then return 0 end
   if left >= 0 then return to(integers.shl(a, tonumber(left))) end
   return integers.shr(a, left <= -width and 63 or tonumber(-left))
end
reference.integer.clshift = shift
reference.integer.crshift = function(a, b, to, width) return shift(a, -b, to, width) end

-- A boolean has one bit.
reference.bool = { bitnot = function(a) return a == 0 and 1 or 0 end }

require 'spec.support.special' (reference, { exp = exp, log1p = log1p, fmod = fmod, odd = odd, truth = truth })

-- The allowed errors: of the C library's functions, and for double also of the formulas above.
reference.bound = {
   exp = { 1, 2 }, exp2 = { 1, 2 }, expm1 = { 1, 4 }, log = { 1, 2 }, log2 = { 1, 4 }, log10 = { 1, 4 },
   log1p = { 1, 4 }, sin = { 1, 2 }, cos = { 1, 2 }, tan = { 1, 2 }, asin = { 1, 2 }, acos = { 1, 2 },
   atan = { 1, 2 }, sinh = { 1, 6 }, cosh = { 1, 6 }, tanh = { 1, 6 }, asinh = { 1, 6 }, acosh = { 1, 6 },
   atanh = { 1, 6 }, sigmoid = { 1, 4 }, softplus = { 1, 4 }, erf = { 1, 64 }, atan2 = { 1, 2 }, hypot = { 1, 4 },
   cpow = { 1, 8 }, rsqrt = { 1, 2 }, clshift = { 1, 2 }, crshift = { 1, 2 },
   -- The integer part has up to 63 bits and is rounded twice on its way to a short format.
   bitnot = { 1, 1 }, cbitand = { 1, 1 }, cbitor = { 1, 1 }, cbitxor = { 1, 1 },
}

for name, bound in pairs(reference.special_bound) do reference.bound[name] = bound end

return reference
