-- values.lua: 24 numbers to try for each dtype, including extremes, NaN and signed zeros.
local integers = require 'spec.support.integers'
local formats = require 'spec.support.formats'

local function floats(format)
   local tiny, p = 2 ^ format.least, format.precision
   return {
      0, -1 / math.huge, 1, -1, 2, -2.5, 0.5, -0.5, 1.5, 3, -3, 0.1, 10, -7, 100.25, -1000,
      format.largest, -format.largest, tiny, -3 * tiny, tiny * 2 ^ (p - 1), math.huge, -math.huge, 0 / 0,
   }
end

local function wholes(format)
   local list = { 0, 1, 2, 3, 5, 7, 10, 11, 31, 33, 64, 100 }
   local bits = format.bits - (format.signed and 1 or 0)
   if bits > 52 and integers.unknowns then bits = 51 end
   local most = integers.power2(bits - 1) - 1 + integers.power2(bits - 1)
   for _, x in ipairs { most, most - 1, integers.div(most, 2), integers.div(most, 3) } do list[#list + 1] = x end
   if not format.signed then
      for _, x in ipairs { 12, 13, 20, 77, 99, 101, 127, 128 } do list[#list + 1] = x end
   else
      for _, x in ipairs { -1, -2, -3, -7, -10, -64, -most, -most - 1 } do list[#list + 1] = x end
   end
   for i, x in ipairs(list) do list[i] = integers.int(x) end
   return list
end

local function truths()
   local list = {}
   for i = 1, 24 do list[i] = integers.int((i * i) % 3 % 2) end
   return list
end

-- The numbers, already converted to the dtype.
return function(dtype)
   local format = formats.of[dtype]
   local list = format.floating and floats(format) or format.truth and truths() or wholes(format)
   for i, x in ipairs(list) do list[i] = formats.convert(format, x) end
   return list
end
