-- holds.lua: holds(wanted, tensor[, dtype]) fails unless the tensor has these elements, with NaN as a value and -0
-- apart from 0, and that type.
local assert = require 'luassert'

local function text(list)
   local parts = {}
   for k, x in ipairs(list) do
      parts[k] = type(x) == 'table' and text(x) or x ~= x and 'nan' or x == 0 and 1 / x < 0 and '-0'
         or ('%.15g'):format(tonumber(x))
   end
   return '{' .. table.concat(parts, ' ') .. '}'
end

return function(wanted, got, dtype)
   assert.equal(text(wanted), text(got:totable()))
   if dtype then assert.equal('torch.' .. dtype .. 'Tensor', got:type()) end
end
