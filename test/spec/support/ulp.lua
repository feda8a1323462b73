-- ulp.lua: whether a result is as near to a reference as a bound says.
local formats = require 'spec.support.formats'

-- Whether got, an element of the dtype, is what some number within bound ulp (of the type computed in)
-- of expected rounds to. NaN matches NaN; bound 0 asks for the very number.
local function near(dtype, got, expected, bound)
   local format = formats.of[dtype]
   if expected ~= expected then return got ~= got end
   if bound == 0 or math.abs(expected) == math.huge then return got == formats.round(format, expected) end
   local slack = bound * formats.ulp(formats.of[format.compute], expected)
   return got >= formats.round(format, expected - slack) and got <= formats.round(format, expected + slack)
end

return { near = near }
