-- special.lua: references, for reference.lua, of the rows of THSpecial.def and rint. The special functions are
-- computed by plain series and continued fractions; special_spec.lua has values of more digits.
local integers = require 'spec.support.integers'
local formats = require 'spec.support.formats'

local nan, inf, pi = 0 / 0, math.huge, math.pi
local log, sqrt, abs = math.log, math.sqrt, math.abs

local function is_whole(x) return abs(x) >= 2 ^ 52 or x == math.floor(x) end

-- Whether the sign bit is set; not for NaN, whose sign plain Lua does not show.
local function is_negative(x) return x < 0 or x == 0 and 1 / x < 0 end

-- log erfc(x), for x > 1.5, by its continued fraction (DLMF 7.9.1).
local function log_erfc(x)
   local rest = x
   for k = 400, 1, -1 do rest = x + k / 2 / rest end
   return -x * x - log(rest * sqrt(pi))
end

-- log gamma(x) and its derivative for x > 0: up to 20 by recurrence, then Stirling's series.
local function lgamma_above(x)
   local product = 1
   while x < 20 do product, x = product * x, x + 1 end
   return (x - 0.5) * log(x) - x + 0.5 * log(2 * pi)
      + (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / (x * x)) / (x * x)) / (x * x)) / x
      - log(product)
end

local function psi_above(x)
   local sum = 0
   while x < 20 do sum, x = sum + 1 / x, x + 1 end
   local u = 1 / (x * x)
   return log(x) - 0.5 / x - u * (1 / 12 - u * (1 / 120 - u * (1 / 252 - u / 240))) - sum
end

local function bessel(order, x, is_scaled)
   local size, sign = abs(x), order == 1 and x < 0 and -1 or 1
   if x ~= x then return x end
   if size == inf then return is_scaled and 0 or sign * inf end
   local term, sum = order == 1 and 0.5 * size or 1, 0
   if size <= 30 then
      for k = 1, 150 do sum, term = sum + term, term * size * size / 4 / (k * (k + order)) end
      return sign * sum * (is_scaled and math.exp(-size) or 1)
   end
   term = 1
   for k = 1, 20 do
      sum, term = sum + term, term * ((2 * k - 1) ^ 2 - 4 * order) / (8 * size * k)
   end
   return sign * sum / sqrt(2 * pi) / sqrt(size) * (is_scaled and 1 or math.exp(size))
end

local parts = {} -- each adds some of the references

function parts.plain(reference, helpers)
   local fmod, odd = helpers.fmod, helpers.odd
   reference.rint = function(a)
      local near = reference.round(a)
      return abs(near - a) == 0.5 and 2 * reference.round(a / 2) or near
   end
   reference.sgn = function(a) return a > 0 and 1 or a < 0 and -1 or 0 end
   reference.deg2rad = function(a) return a * (pi / 180) end
   reference.rad2deg = function(a) return a * (180 / pi) end
   reference.cbrt = odd(function(a)
      if a < 1e-290 then return reference.cbrt(a * 2 ^ 300) / 2 ^ 100 end
      local y = a ^ (1 / 3)
      return y == inf and y or y - (y * y * y - a) / (3 * y * y)
   end)

   reference.sinc = function(a)
      if a == 0 then return 1 end
      local rest = fmod(abs(a), 2)
      local sign = rest > 1 and -1 or 1
      rest = rest > 1 and 2 - rest or rest
      return sign * math.sin(pi * (rest > 0.5 and 1 - rest or rest)) / (pi * abs(a))
   end
   reference.logit = function(a) return log(a / (1 - a)) end
   reference.entr = function(a) return a > 0 and -a * log(a) or a < 0 and -inf or a end
end

function parts.errors(reference, helpers)
   local exp, odd = helpers.exp, helpers.odd
   reference.erfc = function(a)
      if a ~= a then return a end
      if a > 1.5 then return exp(log_erfc(a)) end
      return 1 - reference.erf(a)
   end
   reference.erfinv = odd(function(a)
      if a >= 1 then return a == 1 and inf or nan end
      if a < 1e-8 then return a * sqrt(pi) / 2 end
      local x = a
      for _ = 1, 12 do x = x - (reference.erf(x) - a) * sqrt(pi) / 2 * exp(x * x) end
      return x
   end)
   reference.ndtr = function(a) return reference.erfc(-a / sqrt(2)) / 2 end
   reference.ndtri = function(a)
      if not (a > 0 and a < 1) then return a == 0 and -inf or a == 1 and inf or nan end
      if a > 0.02 then return sqrt(2) * reference.erfinv(2 * a - 1) end
      local least, most = 1, 40
      for _ = 1, 80 do
         local x = (least + most) / 2
         if log_erfc(x) > log(a) + log(2) then least = x else most = x end
      end
      return -sqrt(2) * least
   end
end

function parts.gamma(reference, helpers)
   local fmod = helpers.fmod
   reference.lgamma = function(a)
      if a ~= a or a == inf then return a end
      if a == 1 or a == 2 then return 0 end
      if abs(a) < 1e-7 then return -log(abs(a)) - 0.57721566490153286 * a end
      if a > 0 then return lgamma_above(a) end
      if is_whole(a) then return inf end
      return log(pi / abs(math.sin(pi * fmod(a, 1)))) - lgamma_above(1 - a)
   end
   reference.digamma = function(a)
      if a ~= a or a == inf then return a end
      if abs(a) < 1e-8 then return -1 / a - 0.57721566490153286 end
      if a > 0 then return psi_above(a) end
      if is_whole(a) then return nan end
      return psi_above(1 - a) - pi / math.tan(pi * fmod(a, 1))
   end

   reference.i0 = function(a) return bessel(0, a) end
   reference.i0e = function(a) return bessel(0, a, true) end
   reference.i1 = function(a) return bessel(1, a) end
   reference.i1e = function(a) return bessel(1, a, true) end
end

function parts.formats(reference, helpers)
   local fmod, truth = helpers.fmod, helpers.truth
   reference.signbit = function(a) if a == a then return truth(is_negative(a)) end end
   reference.isposinf = function(a) return truth(a == inf) end
   reference.isneginf = function(a) return truth(a == -inf) end
   reference.isreal = function() return 1 end

   reference.fmax = function(a, b) return (b ~= b or a > b) and a or b end
   reference.fmin = function(a, b) return (b ~= b or a < b) and a or b end
   reference.heaviside = function(a, b) return a < 0 and 0 or a > 0 and 1 or a == 0 and b or a end
   reference.copysign = function(a, b)
      if b ~= b and a == a then return nil end
      return is_negative(b) and -abs(a) or abs(a)
   end
   reference.floorDivide = function(a, b)
      local rest = fmod(a, b)
      if b == 0 then return a / b end
      local q = (a - rest) / b
      if rest ~= 0 and (rest < 0) ~= (b < 0) then q = q - 1 end
      return q ~= q and q or abs(q) == inf and q or math.floor(q + 0.5)
   end
   reference.nextafter = function(a, b, _, format)
      if a ~= a or b ~= b then return nan end
      local size, grows = abs(a), (b > a) == (a > 0)
      if a == b then return b end
      if a == 0 then return b > 0 and 2 ^ format.least or -2 ^ format.least end
      if size == inf then size = format.largest
      elseif grows then size = size == format.largest and inf or size + formats.ulp(format, size)
      else size = size - formats.ulp(format, size * (1 - 2 ^ -30)) end
      return a < 0 and -size or size
   end
   reference.ldexp = function(a, b)
      if b ~= b or not is_whole(b) then return a * 2 ^ b end
      if a == 0 or a ~= a or abs(a) == inf then return a end
      return a * 2 ^ b
   end
end

function parts.logarithms(reference, helpers)
   local exp, log1p = helpers.exp, helpers.log1p
   local function sum_of(base, a, b)
      if a ~= a or b ~= b then return nan end
      local most = math.max(a, b)
      return abs(most) == inf and most or most + log1p(base ^ -abs(a - b)) / log(base)
   end
   reference.logaddexp = function(a, b) return sum_of(exp(1), a, b) end
   reference.logaddexp2 = function(a, b) return sum_of(2, a, b) end
   reference.xlogy = function(a, b) return a == 0 and b == b and 0 or a * log(b) end
   reference.xlog1py = function(a, b) return a == 0 and b == b and 0 or a * log1p(b) end
end

function parts.incomplete(reference, helpers)
   local exp = helpers.exp
   -- P by its series; Q by its continued fraction. nil for large a near x: special_spec.lua has these.
   local function lower(a, x)
      if not (a >= 0 and x >= 0) or (a == x and (a == 0 or a == inf)) then return nan end
      if a == 0 or x == inf then return 1 end
      if x == 0 or a == inf then return 0 end
      if a > 200 and abs(x - a) < 0.3 * a then return nil end
      if math.max(a, x) > 1e15 then return x < a and 0 or 1 end
      local factor = exp(a * log(x) - x - reference.lgamma(a))
      if x < a + 1 then
         local term, sum = 1 / a, 0
         for k = 1, 1000 do sum, term = sum + term, term * x / (a + k) end
         return a < 1e-7 and 1 or factor * sum
      end
      local rest = x + 1 - a + 2000
      for k = 1000, 1, -1 do rest = x - 1 - a + 2 * k - k * (k - a) / rest end
      return 1 - factor / rest, factor / rest
   end
   reference.gammainc = function(a, x) return (lower(a, x)) end
   reference.gammaincc = function(a, x)
      local p, q = lower(a, x)
      if q or not p or a > 0 and a < 1e-3 and x > 0 and x < 1e15 then return q end
      return 1 - p
   end
end

function parts.integers(reference)
   reference.integer.floorDivide = function(a, b)
      local q = integers.div(a, b)
      return integers.mod(a, b) ~= 0 and (a < 0) ~= (b < 0) and q - 1 or q
   end
   local function gcd(a, b)
      while b ~= 0 do a, b = b, integers.mod(a, b) end
      return a < 0 and -a or a
   end
   reference.gcd, reference.lcm = gcd, nil
   reference.integer.gcd = function(a, b, to) return to(gcd(a, b)) end
   reference.lcm = function(a, b, to)
      if a == 0 or b == 0 then return 0 end
      local multiple = to(integers.div(a, gcd(a, b)) * b)
      return (a < 0) ~= (b < 0) and to(-multiple) or multiple
   end
end

return function(reference, helpers)
   for _, add in pairs(parts) do add(reference, helpers) end
   reference.special_bound = {
      deg2rad = { 1, 1 }, rad2deg = { 1, 1 }, cbrt = { 1, 4 }, sinc = { 1, 4 }, logit = { 1, 64 }, entr = { 1, 2 },
      erfc = { 1, 512 }, erfinv = { 1, 64 }, ndtr = { 2, 512 }, ndtri = { 2, 512 }, lgamma = { 2, 1024 },
      digamma = { 2, 4096 }, i0 = { 1, 4096 }, i0e = { 1, 64 }, i1 = { 1, 4096 }, i1e = { 1, 64 },
      ldexp = { 1, 2 }, logaddexp = { 2, 64 }, logaddexp2 = { 2, 64 }, xlogy = { 1, 2 }, xlog1py = { 1, 4 },
      gammainc = { 4, 1e6 }, gammaincc = { 4, 1e6 },
   }
end
