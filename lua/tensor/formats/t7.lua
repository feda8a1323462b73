-- tensor/formats/t7.lua: any object, in Torch7's format (tensor/torch7/serialize.lua).
local serialize = require 'tensor.torch7.serialize'

return function(tensor)
   local t7 = {}

   function t7.load(source, options)
      local descriptor = type(source) ~= 'string' and source:descriptor()
      local file
      if descriptor then file = serialize.file_of(descriptor, 'r')
      else file = serialize.text_file(type(source) == 'string' and source or source:sub(1, #source)) end
      return serialize.read_file(file, options.mode, { functions = options.functions })
   end

   -- A device has no end, so it is read as a stream.
   function t7.load_device(path, options)
      return serialize.read_file(tensor.DiskFile(path, 'r'), options.mode, { functions = options.functions })
   end

   function t7.save(sink, value, options)
      local descriptor = sink:descriptor()
      if descriptor then
         serialize.write_file(serialize.file_of(descriptor, 'w'), value, options.mode, options.referenced)
      else
         sink:write(serialize.to_text(value, options.mode, options.referenced))
      end
   end

   return t7
end
