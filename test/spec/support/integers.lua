-- integers.lua: exact integer arithmetic for references in every interpreter: integers of Lua 5.3 and later,
-- int64 cdata of LuaJIT. Lua 5.1 and 5.2 have doubles only; there an inexact result becomes NaN, which means
-- unknown, and comparisons skip it.
local function from_native()
   return assert(load [[
      local integers = {}
      function integers.int(x) return math.tointeger(x) or x end
      function integers.div(a, b)
         local q = a // b
         return q * b ~= a and (a < 0) ~= (b < 0) and q + 1 or q
      end
      function integers.band(a, b) return a & b end
      function integers.bor(a, b) return a | b end
      function integers.bxor(a, b) return a ~ b end
      function integers.shl(a, n) return a << n end
      function integers.low(a, bits) return a & ((1 << bits) - 1) end
      integers.power2 = function(n) return 1 << n end
      return integers
   ]])()
end

local function from_cdata(ffi)
   local bit = require 'bit'
   local int64 = ffi.typeof 'int64_t'
   local self = { band = bit.band, bor = bit.bor, bxor = bit.bxor, shl = bit.lshift }
   function self.int(x) return ffi.cast(int64, x) end
   function self.div(a, b) return ffi.cast(int64, a) / ffi.cast(int64, b) end
   function self.power2(n) return bit.lshift(ffi.cast(int64, 1), n) end
   function self.low(a, bits) return bit.band(a, self.power2(bits) - 1) end
   return self
end

-- Two's complement with 53 bits.
local function bitwise(a, b, combine)
   if a ~= a or b ~= b then return 0 / 0 end
   local result, place = 0, 1
   a, b = a % 2 ^ 53, b % 2 ^ 53
   for _ = 1, 53 do
      if combine(a % 2, b % 2) then result = result + place end
      a, b, place = math.floor(a / 2), math.floor(b / 2), place * 2
   end
   return result >= 2 ^ 52 and result - 2 ^ 53 or result
end

local function known(x)
   return math.abs(x) < 2 ^ 52 and x or 0 / 0
end

local function from_doubles()
   local self = { unknowns = true, int = known }
   function self.div(a, b)
      local q = known(a) / known(b)
      return q < 0 and math.ceil(q) or math.floor(q)
   end
   function self.band(a, b) return bitwise(a, b, function(x, y) return x + y == 2 end) end
   function self.bor(a, b) return bitwise(a, b, function(x, y) return x + y > 0 end) end
   function self.bxor(a, b) return bitwise(a, b, function(x, y) return x + y == 1 end) end
   function self.shl(a, n) return a * 2 ^ n end
   function self.power2(n) return 2 ^ n end
   function self.low(a, bits) return bits <= 52 and known(a) % 2 ^ bits or known(a) end
   return self
end

local has_ffi, ffi = pcall(require, 'ffi')
local integers = math.tointeger and from_native() or has_ffi and from_cdata(ffi) or from_doubles()

-- x modulo 2^bits, in the range of a signed or unsigned type of that width.
function integers.wrap(x, bits, signed)
   if bits == 64 then return integers.int(x) end
   local low = integers.low(integers.int(x), bits)
   return signed and low >= integers.power2(bits - 1) and low - integers.power2(bits) or low
end

-- a modulo b with the sign of a, like % in C.
function integers.mod(a, b)
   return a - integers.div(a, b) * b
end

-- a shifted right arithmetically: the floor of a / 2^n.
function integers.shr(a, n)
   if n >= 63 then return integers.int(a < 0 and -1 or 0) end
   local divisor = integers.power2(n)
   local q = integers.div(a, divisor)
   return a < 0 and q * divisor ~= a and q - 1 or q
end

-- Converts a double to int64: truncates, saturates, and maps NaN to 0.
function integers.from_real(x)
   if x ~= x then return integers.int(0) end
   if integers.unknowns then return known(x < 0 and math.ceil(x) or math.floor(x)) end
   local least = integers.shl(integers.int(1), 63)
   if x >= 2 ^ 63 then return least - 1 end
   if x < -2 ^ 63 then return least end
   return integers.int(x < 0 and math.ceil(x) or math.floor(x))
end

return integers
