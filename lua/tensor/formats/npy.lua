-- tensor/formats/npy.lua: one array in NumPy's format. The header is read and made in C (TH/formats/THNpy).
local values = require 'tensor.formats.values'

return function(_, c)
   local npy = {}

   function npy.load(source, options)
      return c.npyLoad(source, options.mmap)
   end

   function npy.save(sink, value)
      local x = values.contiguous(value, 'npy')
      sink:write(c.npyHeader(x)):elements(x)
   end

   return npy
end
