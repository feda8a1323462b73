-- formats.lua: what each dtype can hold, written independently of the library. Integers: the width in bits.
-- Floats: the precision in bits, the exponent of the smallest subnormal and the largest finite number. compute
-- names the type in which the library computes.
local integers = require 'spec.support.integers'

local formats = {
   byte = { bits = 8, compute = 'int' },
   char = { bits = 8, signed = true, compute = 'int' },
   short = { bits = 16, signed = true, compute = 'int' },
   uint16 = { bits = 16, compute = 'int' },
   int = { bits = 32, signed = true, compute = 'int' },
   long = { bits = 64, signed = true, compute = 'long' },
   bool = { bits = 1, truth = true, compute = 'int' },
   half = { precision = 11, least = -24, largest = 65504, compute = 'float' },
   bfloat16 = { precision = 8, least = -133, largest = (2 - 2 ^ -7) * 2 ^ 127, compute = 'float' },
   float = { precision = 24, least = -149, largest = (2 - 2 ^ -23) * 2 ^ 127, compute = 'float' },
   double = { precision = 53, least = -1074, largest = (2 - 2 ^ -52) * 2 ^ 1023, compute = 'double' },
}
for name, format in pairs(formats) do
   format.name = name
   format.floating = format.precision ~= nil
end

-- The e with 2^e <= |x| < 2^(e + 1), for finite x other than 0.
local function exponent(x)
   x = math.abs(x)
   local shift = 0
   if x < 2 ^ -1000 then x, shift = x * 2 ^ 100, -100 end
   local e = math.floor(math.log(x) / math.log(2))
   while 2 ^ e > x do e = e - 1 end
   while e < 1023 and 2 ^ (e + 1) <= x do e = e + 1 end
   return e + shift
end

-- The distance between neighbouring numbers at x.
local function ulp(format, x)
   if x == 0 then return 2 ^ format.least end
   return 2 ^ math.max(exponent(x) - format.precision + 1, format.least)
end

-- The nearest number of the format; ties go to even.
local function round(format, x)
   if x ~= x or x == 0 or math.abs(x) == math.huge or format.precision == 53 then return x end
   local unit = ulp(format, x)
   local scaled = x / unit
   local whole = math.floor(scaled)
   local rest = scaled - whole
   if rest > 0.5 or (rest == 0.5 and whole % 2 == 1) then whole = whole + 1 end
   local result = whole * unit
   if math.abs(result) > format.largest then return x < 0 and -math.huge or math.huge end
   return result == 0 and x * 0 or result
end

-- Converts a number to a dtype, as copy does.
local function convert(format, x)
   if format.truth then return integers.int(x ~= 0 and 1 or 0) end
   if format.floating then return round(format, tonumber(x) + 0.0) end
   if type(x) == 'number' and not (math.type and math.type(x) == 'integer') then x = integers.from_real(x) end
   return integers.wrap(x, format.bits, format.signed)
end

return { of = formats, ulp = ulp, round = round, convert = convert }
