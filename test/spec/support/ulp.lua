-- ulp.lua: whether a result is as close to a reference as a bound demands.
local formats = require 'spec.support.formats'

-- True if got, an element of the dtype, is the rounded value of some number within bound ulp of expected, in
-- units of the type computed in. NaN matches NaN; a bound of 0 demands exactly the expected number.
local function near(dtype, got, expected, bound)
   local format = formats.of[dtype]
   if expected ~= expected then return got ~= got end
   if bound == 0 or math.abs(expected) == math.huge then return got == formats.round(format, expected) end
   local slack = bound * formats.ulp(formats.of[format.compute], expected)
   return got >= formats.round(format, expected - slack) and got <= formats.round(format, expected + slack)
end

return { near = near }
