-- tensor/formats/values.lua: checks of values that a format is to save.
local values = {}

local function fail(format, ...) error(format:format(...), 0) end

-- What errors call a value of that type.
function values.name_of(value)
   return type(value) == 'userdata' and require('tensor').typename(value) or type(value)
end

-- The strided tensor of the CPU that has the elements of x: x itself or a copy. what: how errors call the value.
function values.tensor(x, format, what)
   local tensor = require 'tensor'
   if not tensor.isTensor(x) then
      fail('%s holds tensors, %s is a %s', format, what or 'the value', values.name_of(x))
   end
   if x:layout() ~= 'strided' then
      fail('%s has no %s tensors, and %s is one; t7 has', format, x:layout(), what or 'the value')
   end
   if x:isQuantized() or x:type():find '%.QU?Int' then
      fail('%s has no quantized tensors, and %s is a %s; t7 has', format, what or 'the value', x:type())
   end
   return x:resolveConj():resolveNeg():to 'cpu'
end

-- The same in row-major order.
function values.contiguous(x, format, what)
   return values.tensor(x, format, what):contiguous()
end

return values
