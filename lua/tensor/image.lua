-- tensor/image.lua: pictures as tensors of size C x H x W, or H x W for gray. C = 1 is gray, 2 gray and alpha,
-- 3 colour, 4 colour and alpha. Elements are 0..1 in floating types, 0..65535 in a UInt16Tensor, and 0..255 in the
-- others. Files are PNG; their samples have 8 bits or, from and for UInt16Tensors, 16. The core reads and writes them.
local arguments = require 'tensor.arguments'
local font = require 'tensor.font'
local host = require 'tensor.host'

local floating = { Half = true, BFloat16 = true, Float = true, Double = true }
local readable = {
   byte = true, uint16 = true, int = true, half = true, bfloat16 = true, float = true, double = true,
}

-- Level 4: a helper of the public function calls this; the error names the script's line.
local function fail(what, format, ...)
   error(('image.%s: '):format(what) .. format:format(...), 4)
end

-- "Float" for a torch.FloatTensor; nil for a value that is not a tensor.
local function dtype_of(x)
   local meta = type(x) == 'userdata' and getmetatable(x)
   return type(meta) == 'table' and tostring(meta.__typename):match '^torch%.([%w.]+)Tensor$' or nil
end

local function size_text(x)
   local sizes = {}
   for d = 1, x:dim() do sizes[d] = ('%d'):format(x:size(d)) end
   return #sizes > 0 and table.concat(sizes, 'x') or 'none'
end

-- The elements as samples. Values outside the range are clamped; NaN becomes 0.
local function to_samples(x, dtype)
   if dtype == 'Byte' or dtype == 'UInt16' then return x end
   if dtype == 'Bool' then return x:byte() * 255 end
   if floating[dtype] then return (x:float() * 255):add(0.5):clamp(0, 255):byte() end
   return x:long():clone():clamp(0, 255):byte()
end

-- The dtype that the options of load ask for.
local function wanted(options, what)
   if options ~= nil and type(options) ~= 'table' then fail(what, 'a table of options expected') end
   local trouble = arguments.unknown_option(options or {}, { 'dtype' })
   if trouble then fail(what, '%s', trouble) end
   local dtype = options and options.dtype or 'float'
   if not readable[dtype] then
      fail(what, 'no pictures of dtype %s; byte, uint16, int and the floating types', tostring(dtype))
   end
   return dtype
end

-- Turns samples, rows x columns x channels, into a picture, channels x rows x columns. Floating elements are parts of
-- the largest sample; integers are the samples themselves, but bytes of a file with 16 bits are its upper 8, rounded.
local function from_samples(samples, dtype)
   local most = dtype_of(samples) == 'UInt16' and 65535 or 255
   local picture = samples:permute(3, 1, 2):contiguous()
   if dtype == 'uint16' or dtype == 'int' or dtype == 'byte' and most == 255 then return picture[dtype](picture) end
   if dtype == 'byte' then return picture:float():div(257):add(0.5):byte() end
   picture = (dtype == 'double' and picture:double() or picture:float()):div(most)
   return picture[dtype](picture)
end

local function expect_string(what, value, name)
   if type(value) ~= 'string' or value == '' then
      fail(what, '%s expected, got %s', name, value == '' and 'an empty string' or type(value))
   end
end

local function write_file(what, path, text)
   local file, message = host.need('image.' .. what, 'io.open')(path, 'wb')
   if not file then fail(what, '%s', message) end
   local written, trouble = file:write(text)
   local closed, trouble_at_close = file:close()
   if not (written and closed) then fail(what, '%s: %s', path, trouble or trouble_at_close) end
end

local documents = {
   { name = 'image.save', signature = 'path:string x:Tensor',
      doc = 'writes a picture (HxW or CxHxW, C of 1 to 4, elements 0..1 or as bytes 0..255) as a PNG file; the '
      .. 'elements of a UInt16Tensor, 0..65535, are written with all their 16 bits' },
   { name = 'image.load', signature = 'path:string o:options?',
      doc = 'reads a PNG file as a FloatTensor of size CxHxW with elements 0..1; with {dtype = "uint16"} or "int" the '
      .. 'numbers that the file stores, 0..255 or 0..65535; with "byte" 0..255, 16 bits rounded to 8; ignores gamma' },
   { name = 'image.encode', signature = 'x:Tensor', doc = 'a picture as a string, the contents of a PNG file' },
   { name = 'image.decode', signature = 's:string o:options?', doc = 'like image.load, from a string' },
   { name = 'image.text', signature = 's:string', doc = 'a text as a picture of 7 rows: 1 where there is ink, else 0' },
}

-- Adds the functions of module.image, built on the core's encoder and decoder (png).
local function install(module, png)
   local image = {}

   local function encode(what, x)
      local dtype = dtype_of(x)
      if not dtype then fail(what, 'a tensor expected, got %s', type(x)) end
      local picture = x:dim() == 2 and x:unsqueeze(1) or x
      if picture:dim() ~= 3 or picture:size(1) < 1 or picture:size(1) > 4 or picture:nElement() == 0 then
         fail(what, 'a picture of size HxW or CxHxW with C from 1 to 4 expected, got size %s', size_text(x))
      end
      local text, message = png.encode(to_samples(picture, dtype):permute(2, 3, 1):contiguous())
      if not text then fail(what, '%s', message) end
      return text
   end

   local function read(what, reader, argument, dtype, source)
      local samples, message = reader(argument)
      if not samples then fail(what, '%s: %s', source, message) end
      return from_samples(samples, dtype)
   end

   function image.encode(x)
      local text = encode('encode', x)
      return text
   end

   function image.save(path, x)
      expect_string('save', path, 'a path')
      write_file('save', path, encode('save', x))
   end

   function image.decode(text, options)
      expect_string('decode', text, 'the text of a PNG file')
      local picture = read('decode', png.decode, text, wanted(options, 'decode'), 'the text')
      return picture
   end

   function image.load(path, options)
      expect_string('load', path, 'a path')
      local picture = read('load', png.load, path, wanted(options, 'load'), path)
      return picture
   end

   function image.text(text)
      expect_string('text', text, 'a text')
      return module.FloatTensor(font.draw(text))
   end

   module.image = image
   for _, row in ipairs(documents) do
      row.chapter = 'image'
      module.document(row)
   end
end

return { install = install }
