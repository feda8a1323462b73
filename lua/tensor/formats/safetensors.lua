-- tensor/formats/safetensors.lua: tables of tensors by name, as Hugging Face's safetensors. The header is checked in C
-- (TH/formats/THSafetensors), and made here, in the order and spelling of the reference implementation.
if jit then jit.off(true, true) end -- see host.lua
local values = require 'tensor.formats.values'

local short = { ['"'] = '\\"', ['\\'] = '\\\\', ['\b'] = '\\b', ['\f'] = '\\f', ['\n'] = '\\n', ['\r'] = '\\r',
   ['\t'] = '\\t' }

local function fail(format, ...) error(format:format(...), 0) end

-- A number in 8 bytes, the lowest first.
local function little(number)
   local bytes = {}
   for k = 1, 8 do
      bytes[k] = string.char(number % 256)
      number = math.floor(number / 256)
   end
   return table.concat(bytes)
end

-- A JSON string. what: how errors call the text.
local function quoted(c, text, what)
   if not c.isUtf8(text) then fail('%s is not UTF-8', what) end
   return '"' .. text:gsub('[%c"\\]', function(one)
      return short[one] or one ~= '\127' and ('\\u%04x'):format(one:byte()) or one
   end) .. '"'
end

local function metadata_text(c, metadata)
   local keys, texts = {}, {}
   for key, value in pairs(metadata) do
      if type(key) ~= 'string' or type(value) ~= 'string' then
         fail('metadata are strings by name, not %s by %s', type(value), type(key))
      end
      keys[#keys + 1] = key
   end
   table.sort(keys)
   for k, key in ipairs(keys) do
      texts[k] = quoted(c, key, 'a key of the metadata') .. ':'
         .. quoted(c, metadata[key], 'a value of the metadata')
   end
   return '"__metadata__":{' .. table.concat(texts, ',') .. '}'
end

-- The tensors of a table, those with the longest elements first, each as { name, x, kind, rank }.
local function listed(c, value)
   if type(value) ~= 'table' then
      fail('safetensors holds a table of tensors by name, not a %s', values.name_of(value))
   end
   local list = {}
   for name, x in pairs(value) do
      if type(name) ~= 'string' then fail('safetensors holds tensors by name, not by a %s', type(name)) end
      if name == '__metadata__' then fail "the name '__metadata__' is taken; metadata is an option" end
      x = values.tensor(x, 'safetensors', ("'%s'"):format(name))
      local kind, rank = c.safetensorsType(x)
      list[#list + 1] = { name = name, x = x, kind = kind, rank = rank }
   end
   table.sort(list, function(a, b) return a.rank > b.rank or a.rank == b.rank and a.name < b.name end)
   return list
end

local function entry_text(c, entry, from, to)
   local sizes = {}
   for d = 1, entry.x:dim() do sizes[d] = ('%d'):format(entry.x:size(d)) end
   if entry.x:nElement() == 0 and not sizes[1] then sizes[1] = '0' end -- without dimensions there is one element
   return ('%s:{"dtype":"%s","shape":[%s],"data_offsets":[%.0f,%.0f]}'):format(
      quoted(c, entry.name, 'the name of a tensor'), entry.kind, table.concat(sizes, ','), from, to)
end

return function(_, c)
   local safetensors = {}

   function safetensors.load(source)
      return c.safetensorsLoad(source)
   end

   function safetensors.save(sink, value, options)
      local list, texts, at = listed(c, value), {}, 0
      if options.metadata then texts[1] = metadata_text(c, options.metadata) end
      for _, entry in ipairs(list) do
         local from = at
         at = at + entry.x:nElement() * entry.x:elementSize()
         texts[#texts + 1] = entry_text(c, entry, from, at)
      end
      local header = '{' .. table.concat(texts, ',') .. '}'
      header = header .. (' '):rep(-#header % 8)
      sink:write(little(#header)):write(header)
      for _, entry in ipairs(list) do sink:littleElements(entry.x:contiguous()) end
   end

   return safetensors
end
