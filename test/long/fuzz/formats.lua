-- formats.lua: what the fuzz target does with an input for tensor.load, and test/spec/file/fuzz_spec.lua with those in
-- files/. The first byte selects the format and how it is read. Reading may fail; it takes no more memory than a file
-- of that length can fill; and what was read must survive being inspected, written and read again.
local tensor = require 'tensor'

-- Options of load; how many bytes of tensors a byte of the file may fill; whether what was read is written as it was.
local ways = {
   { { format = 'npy' }, 4, true },
   { { format = 'npy', mmap = true }, 4, true },
   { { format = 'npz' }, 1032 * 4 },
   { { format = 'safetensors' }, 4 },
   { { format = 'csv' }, 16, true },
   { { format = 'csv', dtype = 'long', header = false }, 16, true },
   { { format = 'csv', dtype = 'half', header = true, separator = ';' }, 16, true },
   { { format = 'tsv', dtype = 'byte' }, 16, true },
   { { format = 'png' }, 1032 * 32 * 16 },
   { { format = 'png', dtype = 'uint16' }, 1032 * 32 * 16 },
   { { format = 'jpeg' }, 512 * 3 * 16 },
   { { format = 'raw', dtype = 'float' }, 4, true },
   { { format = 'raw', dtype = 'short', sizes = { 2, 3 }, offset = 5 }, 4, true },
   { { format = 't7' }, 4 },
   { {}, 1032 * 32 * 16 },
}

-- Half of the inputs are read from a file, which is gone before anything looks at what was read.
local function load(text, options, is_file)
   if not is_file then return tensor.decode(text, options) end
   local path = os.tmpname()
   os.remove(path) -- writing a file anew may wait for the disk
   local file = assert(io.open(path, 'wb'))
   file:write(text)
   file:close()
   local ok, value, metadata = pcall(tensor.load, path, options)
   os.remove(path)
   if not ok then error(value, 0) end
   return value, metadata
end

local function look(value)
   if tensor.isTensor(value) then
      assert(value:dim() <= 8)
      if value:nElement() > 0 and value:nElement() < 1e5 then value:clone():totable() end
   elseif type(value) == 'table' then
      for key, inner in pairs(value) do
         assert(key ~= value and inner ~= value)
         if tensor.isTensor(inner) then look(inner) end
      end
   end
end

-- Writing may refuse a value, such as a table without rows; what it writes can be read.
local function again(value, metadata, options, is_exact)
   local how = { format = options.format, separator = options.separator, header = metadata and metadata.header }
   local ok, text = pcall(tensor.encode, value, how)
   if not ok then
      assert(type(text) == 'string' and text:find 'encode: ', text)
      return
   end
   how.dtype, how.header = options.dtype, how.header ~= nil or nil
   if options.sizes then how.sizes = options.sizes end
   if how.header == nil and options.format:find '^.sv$' then how.header = false end
   local read = tensor.decode(text, how)
   if is_exact then
      how.dtype, how.sizes, how.header = nil, nil, metadata and metadata.header
      assert(tensor.encode(read, how) == text, 'what was written is read otherwise')
   end
end

local unpack = table.unpack or unpack

return function(input)
   local first, text = input:byte(1) or 0, input:sub(2)
   local options, factor, is_exact = unpack(ways[first % #ways + 1], 1, 3)
   tensor.setMemoryBudget(tensor.memoryStats().state + 65536 + #text * factor)
   local ok, value, metadata = pcall(load, text, options, first >= 128)
   tensor.setMemoryBudget()
   if not ok then
      assert(type(value) == 'string' and value:find(first >= 128 and 'load: ' or 'decode: ', 1, true),
         'an error without the name of the function')
      assert(not value:find '^decode: not enough memory' and not value:find '^load: %S+: not enough memory', value)
      return false
   end
   look(value)
   if options.format and options.format ~= 't7' then again(value, metadata, options, is_exact) end
   return true
end
