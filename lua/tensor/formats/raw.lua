-- tensor/formats/raw.lua: the elements of a tensor and nothing else, as in memory, row-major.
local values = require 'tensor.formats.values'

return function(_, c)
   local raw = {}

   function raw.load(source, options)
      return c.rawLoad(source, options.dtype, options.offset or 0, options.sizes)
   end

   function raw.save(sink, value)
      sink:elements(values.contiguous(value, 'raw'))
   end

   return raw
end
