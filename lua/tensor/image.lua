-- tensor/image.lua: pictures in files and strings, and texts as pictures. Files are PNG or JPEG; what tensors of
-- pictures are like, and their samples in files, is in tensor/formats/picture.lua.
local arguments = require 'tensor.arguments'
local font = require 'tensor.font'

-- Level 4: a helper of the public function calls this; the error names the script's line.
local function fail(what, format, ...)
   error(('image.%s: '):format(what) .. format:format(...), 4)
end

local function check_options(options, what)
   if options ~= nil and type(options) ~= 'table' then fail(what, 'a table of options expected') end
   local trouble = arguments.unknown_option(options or {}, { 'dtype' })
   if trouble then fail(what, '%s', trouble) end
   return options or {}
end

local function expect_string(what, value, name)
   if type(value) ~= 'string' or value == '' then
      fail(what, '%s expected, got %s', name, value == '' and 'an empty string' or type(value))
   end
end

local documents = {
   { name = 'image.save', signature = 'path:string x:Tensor',
      doc = 'writes a picture (HxW or CxHxW, C of 1 to 4, elements 0..1 or as bytes 0..255) as a PNG file, or '
      .. 'as a JPEG where the path ends in .jpg or .jpeg; a PNG has all 16 bits of a UInt16Tensor, 0..65535' },
   { name = 'image.load', signature = 'path:string o:options?',
      doc = 'reads a PNG or JPEG file as a FloatTensor of size CxHxW with elements 0..1; with {dtype = "uint16"} or '
      .. '"int" the numbers in the file, 0..255 or 0..65535; with "byte" 0..255, 16 bits rounded to 8; ignores gamma' },
   { name = 'image.encode', signature = 'x:Tensor', doc = 'a picture as a string, the contents of a PNG file' },
   { name = 'image.decode', signature = 's:string o:options?', doc = 'like image.load, from a string' },
   { name = 'image.text', signature = 's:string', doc = 'a text as a picture of 7 rows: 1 where there is ink, else 0' },
}

-- Adds the functions of module.image.
local function install(module, core)
   local image = {}

   if not core.formats then core.open 'formats' end
   local picture = require 'tensor.formats.picture' (module, core.formats)

   -- Calls a function of tensor/files.lua; its error without that name in front is one of image.
   local function write(what, ...)
      local ok, value = pcall(module[what], ...)
      if not ok then fail(what, '%s', (tostring(value):gsub('^.-' .. what .. ': ', '', 1))) end
      return value
   end

   -- The picture in a source, or in a text.
   local function read(what, source, options, name)
      local format = source:sub(1, 2) == '\255\216' and 'jpeg' or 'png'
      local ok, value = pcall(picture.load, source, options, format)
      if type(source) ~= 'string' then source:close() end
      if not ok then fail(what, '%s: %s', name, (tostring(value):gsub('^%S*tensor[/\\][%w_/\\]+%.lua:%d+: ', ''))) end
      return value
   end

   function image.encode(x)
      local text = write('encode', x, { format = 'png' })
      return text
   end

   function image.save(path, x)
      expect_string('save', path, 'a path')
      write('save', path, x, { format = path:lower():find '%.jpe?g$' and 'jpeg' or 'png' })
   end

   function image.decode(text, options)
      expect_string('decode', text, 'the text of a picture')
      local value = read('decode', text, check_options(options, 'decode'), 'the text')
      return value
   end

   function image.load(path, options)
      expect_string('load', path, 'a path')
      options = check_options(options, 'load')
      local ok, source = pcall(core.formats.openSource, path)
      if not ok then fail('load', '%s: %s', path, source) end
      if not source then fail('load', '%s: a device has no end', path) end
      local value = read('load', source, options, path)
      return value
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
