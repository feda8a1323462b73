-- tensor/formats/picture.lua: PNG and JPEG files as tensors of size C x H x W, or H x W for gray. C = 1 is gray, 2 gray
-- and alpha, 3 colour, 4 colour and alpha. Elements are 0..1 in floating types, 0..65535 in a UInt16Tensor, and 0..255
-- in the others. Files have samples, numbers of 8 or 16 bits (JPEG: 8), which lua/formats reads and writes; they are
-- turned into pictures here.
local values = require 'tensor.formats.values'

local readable = {
   byte = true, uint16 = true, int = true, half = true, bfloat16 = true, float = true, double = true,
}

local function fail(format, ...) error(format:format(...), 0) end

local function dtype_of(x) return x:type():match '([%w]+)Tensor$' end

local function size_text(x)
   local sizes = {}
   for d = 1, x:dim() do sizes[d] = ('%d'):format(x:size(d)) end
   return #sizes > 0 and table.concat(sizes, 'x') or 'none'
end

-- The elements as samples. Values outside the range are clamped; NaN becomes 0.
local function to_samples(x)
   local dtype = dtype_of(x)
   if dtype == 'Byte' or dtype == 'UInt16' then return x end
   if dtype == 'Bool' then return x:byte() * 255 end
   if dtype:find 'Complex' then fail('a picture has no complex numbers, and the value is a %s', x:type()) end
   if dtype == 'Half' or dtype == 'BFloat16' or dtype == 'Float' or dtype == 'Double' then
      return (x:float() * 255):add(0.5):clamp(0, 255):byte()
   end
   return x:long():clone():clamp(0, 255):byte()
end

-- The upper 8 bits of 16, rounded.
local function to_bytes(x) return x:float():div(257):add(0.5):byte() end

-- Turns samples, rows x columns x channels, into a picture, channels x rows x columns. Floating elements are parts of
-- the largest sample; integers are the samples themselves, but bytes of a file with 16 bits are its upper 8.
local function from_samples(samples, dtype)
   local most = dtype_of(samples) == 'UInt16' and 65535 or 255
   local picture = samples:permute(3, 1, 2):contiguous()
   if dtype == 'uint16' or dtype == 'int' or dtype == 'byte' and most == 255 then return picture[dtype](picture) end
   if dtype == 'byte' then return to_bytes(picture) end
   picture = (dtype == 'double' and picture:double() or picture:float()):div(most)
   return picture[dtype](picture)
end

return function(_, c)
   local picture = {}
   local read = { png = c.pngRead, jpeg = c.jpegRead }

   function picture.load(source, options, name)
      local dtype = options.dtype or 'float'
      if not readable[dtype] then
         fail('no pictures of dtype %s; byte, uint16, int and the floating types', tostring(dtype))
      end
      return from_samples(read[name](source), dtype)
   end

   function picture.save(sink, value, options, name)
      local x = values.tensor(value, name)
      if x:dim() == 2 then x = x:view(1, x:size(1), x:size(2)) end
      if x:dim() ~= 3 or x:size(1) < 1 or x:size(1) > 4 or x:nElement() == 0 then
         fail('a picture of size HxW or CxHxW with C from 1 to 4 expected, got size %s', size_text(x))
      end
      local samples = to_samples(x):permute(2, 3, 1)
      if name == 'png' then return c.pngWrite(sink, samples:contiguous()) end
      if x:size(1) % 2 == 0 then fail('JPEG has no alpha; %d channels are C of size %s', x:size(1), size_text(x)) end
      if dtype_of(samples) == 'UInt16' then samples = to_bytes(samples) end
      c.jpegWrite(sink, samples:contiguous(), options.quality or 90)
   end

   return picture
end
