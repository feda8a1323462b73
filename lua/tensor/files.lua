-- tensor/files.lua: tensor.load, save, decode and encode: which format a file has, its options, and the name of the
-- function and the file in front of every error. The formats themselves are in tensor/formats.
--
-- Invariant: a file that is saved takes its place whole or not at all (TH/formats/THSink); sources and sinks are closed
-- when a call ends, however that is.
if jit then jit.off(true, true) end -- see host.lua
local host = require 'tensor.host'

local files = {}

local function begins_with(...)
   local starts = { ... }
   return function(head)
      for _, start in ipairs(starts) do
         if head:sub(1, #start) == start then return true end
      end
   end
end

-- A number of 8 bytes, the length of the header, and the header, which begins with {.
local function is_safetensors(head, size)
   local a, b, c, d = head:byte(1, 4)
   return #head >= 9 and head:sub(5, 9) == '\0\0\0\0{' and 8 + a + 256 * (b + 256 * (c + 256 * d)) <= size
end

-- The kind of the object (serialize.lua), a number of 4 bytes. Raw elements may begin so too, hence more is asked for:
-- tables, tensors and functions have the number 1 next, and the length of other values is known. Under an ending of raw
-- files these are not believed even so.
local function is_t7(head, size, ending)
   local kind, next_number = head:sub(1, 4), head:sub(5, 8)
   if #head < 4 or kind:byte(1) > 8 or kind:sub(2) ~= '\0\0\0' then return false end
   if ('\3\4\6\7\8'):find(kind:sub(1, 1), 1, true) then return next_number == '\1\0\0\0' end
   local a, b, c, d = (next_number .. '\0\0\0\0'):byte(1, 4)
   local lengths = { [0] = 4, 12, 8 + a + 256 * (b + 256 * (c + 256 * d)), [5] = 8 }
   return size == lengths[kind:byte(1)] and ending ~= 'raw'
end

local table_load = { dtype = 'string', header = 'boolean', separator = 'string' }
local table_save = { header = 'table', separator = 'string' }

-- The formats: is(head, size, ending) tells by the first bytes and the length whether content is of the format; one
-- without it goes by its endings. load and save are the options, with the Lua types of their values. The module is
-- tensor.formats.<module or name>.
local formats = {
   { name = 'npy', endings = 'npy', is = begins_with '\147NUMPY', load = { mmap = 'boolean' }, save = {} },
   { name = 'npz', endings = 'npz', is = begins_with('PK\3\4', 'PK\5\6'), load = {}, save = { compress = 'boolean' } },
   { name = 'safetensors', endings = 'safetensors', is = is_safetensors, load = {}, save = { metadata = 'table' } },
   { name = 'raw', endings = '', save_endings = 'raw', save = {},
      load = { dtype = 'string', sizes = 'table/userdata/number', offset = 'number' } },
   { name = 'csv', endings = 'csv', load = table_load, save = table_save },
   { name = 'tsv', module = 'csv', endings = 'tsv', load = table_load, save = table_save },
   { name = 'png', module = 'picture', endings = 'png', is = begins_with '\137PNG\r\n\26\n',
      load = { dtype = 'string' }, save = {} },
   { name = 'jpeg', module = 'picture', endings = 'jpg jpeg', is = begins_with '\255\216\255',
      load = { dtype = 'string' }, save = { quality = 'number' } },
   { name = 't7', endings = 't7', is = is_t7, load = { mode = 'string', functions = 'boolean' },
      save = { mode = 'string', referenced = 'boolean' } },
}

local tensor, core
local by_name, by_ending = {}, {}
local by_save_ending = {} -- of files that nothing but the option format tells from others

local function fail(format, ...) error(format:format(...), 0) end

local function names()
   local list = {}
   for k, row in ipairs(formats) do list[k] = row.name end
   return table.concat(list, ', ')
end

-- --- options ---

local function check_option(row, known, key, value)
   local kinds = key == 'format' and 'string' or known[key]
   if not kinds then
      local list = { 'format' }
      for name in pairs(known) do list[#list + 1] = name end
      table.sort(list)
      fail("%s has no option '%s'; there %s %s", row.name, tostring(key), #list > 1 and 'are' or 'is',
         table.concat(list, ', '))
   end
   if not ('/' .. kinds .. '/'):find('/' .. type(value) .. '/', 1, true) then
      fail('the option %s is a %s, not a %s', key, kinds:gsub('/', ' or '), type(value))
   end
end

-- Options as they were given.
local function given(options)
   if options == nil then return {} end
   return type(options) == 'table' and options or fail('options are a table, not a %s', type(options))
end

local function check_options(row, known, options)
   for key, value in pairs(options) do check_option(row, known, key, value) end
end

-- The row that the option format names, or nil.
local function named(options)
   local name = options.format
   if name == nil then return nil end
   return by_name[name] or fail("there is no format '%s'; there are %s", tostring(name), names())
end

local function ending_of(path)
   return (path:match '%.([^./]*)$' or ''):lower()
end

local function by_content(source, ending)
   local head = source:sub(1, 16)
   for _, row in ipairs(formats) do
      if row.is and row.is(head, #source, ending) then return row end
   end
end

-- The functions of a format, loaded when they are first needed.
local function functions_of(row)
   if not row.functions then
      if not core.formats then core.open 'formats' end
      row.functions = require('tensor.formats.' .. (row.module or row.name))(tensor, core.formats)
   end
   return row.functions
end

-- --- reading ---

local function row_of(source, path, options)
   local ending = path and ending_of(path)
   local row = named(options) or by_content(source, ending) or by_ending[ending]
   if row then return row end
   if not path then fail('the text does not tell its format; the option format names one: %s', names()) end
   if by_save_ending[ending] then fail("nothing but the option {format = '%s'} tells what this is", ending) end
   return by_name.t7
end

-- path is nil for a text.
local function read(source, path, options)
   options = given(options)
   local row = row_of(source, path, options)
   check_options(row, row.load, options)
   if #source == 0 and row.is then fail('%s is empty', path and 'the file' or 'the text') end
   return functions_of(row).load(source, options, row.name)
end

-- A device may have no end, so only objects are read from one. A terminal is read to its end in any other format.
local function read_path(path, options)
   local row = named(options) or by_name.t7
   local source = core.formats.openSource(path, row ~= by_name.t7)
   if not source then
      if row ~= by_name.t7 then fail('it is a device, which may have no end, and %s needs all of it', row.name) end
      check_options(row, row.load, options)
      return functions_of(row).load_device(path, options)
   end
   local ok, value, metadata = pcall(read, source, path, options)
   source:close()
   if not ok then error(value, 0) end
   return value, metadata
end

-- --- writing ---

local function write(sink, value, row, options)
   check_options(row, row.save, options)
   functions_of(row).save(sink, value, options, row.name)
   sink:commit()
end

-- What was printed comes first, if the path is /dev/stdout by one of its names.
local function flush_for(path)
   local io = host.library 'io'
   if (path:find '^/dev/' or path:find '^/proc/') and io and io.stdout then io.stdout:flush() end
end

-- Opens nothing before the options have been checked, and a temporary file is gone after an error.
local function write_path(path, value, options)
   local ending = ending_of(path)
   local row = named(options) or by_ending[ending] or by_save_ending[ending] or by_name.t7
   check_options(row, row.save, options)
   flush_for(path)
   local sink = core.formats.openSink(path)
   local ok, message = pcall(write, sink, value, row, options)
   sink:drop()
   if not ok then error(message, 0) end
end

local function write_text(value, options)
   options = given(options)
   local row = named(options) or fail('the option format is needed: %s', names())
   local sink = core.formats.openSink()
   local ok, message = pcall(write, sink, value, row, options)
   local text = ok and sink:text()
   sink:drop()
   return ok and text or error(message, 0)
end

-- --- the functions ---

-- The text of an error under the name of the function; other values that were raised stay as they are.
local function in_name_of(where, path, message)
   if type(message) ~= 'string' then return message end
   local text = message:gsub('^%S*tensor[/\\][%w_/\\]+%.lua:%d+: ', '')
   return where .. ': ' .. (path and path .. ': ' or '') .. text
end

-- Torch7's arguments mode, referenced and options as options of t7.
local function old_options(mode, referenced, options)
   if type(mode) == 'table' then return mode end
   if mode ~= nil and type(mode) ~= 'string' then
      fail('options are a table, and a mode is a string, not a %s', type(mode))
   end
   if type(referenced) == 'table' then referenced, options = nil, referenced end
   if options ~= nil then given(options) end
   local all = { format = (mode ~= nil or referenced ~= nil) and 't7' or nil, mode = mode, referenced = referenced }
   for key, value in pairs(type(options) == 'table' and options or {}) do all[key] = value end
   return all
end

local function check_path(where, path)
   if type(path) ~= 'string' then error(('%s: a path expected, got %s'):format(where, type(path)), 3) end
   if path:find('\0', 1, true) then error(('%s: a path with a 0 in it'):format(where), 3) end
end

local function load_path(path, mode, ...)
   local options = old_options(mode, ...)
   if type(mode) ~= 'table' then options.referenced = nil end -- of no use to who reads
   return read_path(path, options)
end

local function save_path(path, value, ...)
   write_path(path, value, old_options(...))
end

function files.load(path, ...)
   check_path('load', path)
   local ok, value, metadata = pcall(load_path, path, ...)
   if not ok then error(in_name_of('load', path, value), 2) end
   if metadata == nil then return value end
   return value, metadata
end

function files.save(path, value, ...)
   check_path('save', path)
   local ok, message = pcall(save_path, path, value, ...)
   if not ok then error(in_name_of('save', path, message), 2) end
end

function files.decode(text, options)
   if type(text) ~= 'string' then error(('decode: a string expected, got %s'):format(type(text)), 2) end
   local ok, value, metadata = pcall(read, text, nil, options)
   if not ok then error(in_name_of('decode', nil, value), 2) end
   if metadata == nil then return value end
   return value, metadata
end

function files.encode(value, options)
   local ok, text = pcall(write_text, value, options)
   if not ok then error(in_name_of('encode', nil, text), 2) end
   return text
end

local documents = {
   { 'save', 'path:string object:any o:options?',
      'writes a value to a file whose ending, or the option format, names the format: .npy .npz .safetensors .csv .tsv '
      .. '.png .jpg .raw; any other is t7, which holds any object. What was under the path stays if that fails' },
   { 'load', 'path:string o:options?',
      'the value in a file of any of these formats, which its content tells, and its metadata; a function in a file, '
      .. 'which is code, is refused without the option {functions = true}' },
   { 'save', 'path:string object:any mode:binary/ascii/b32/b64=binary referenced:boolean=true',
      'writes an object in the format t7' },
   { 'load', 'path:string mode:binary/ascii/b32/b64=binary referenced:boolean=true o:options?',
      'the object in a file of the format t7' },
   { 'decode', 'text:string o:options?', 'like load, from a string with the content of a file' },
   { 'encode', 'value:any o:options', 'like save, to a string; the option format names the format' },
}

-- Adds the functions to the module.
function files.install(module, its_core)
   tensor, core = module, its_core
   if not core.formats then core.open 'formats' end
   for _, row in ipairs(formats) do
      by_name[row.name] = row
      for ending in row.endings:gmatch '%S+' do by_ending[ending] = row end
      if row.save_endings then by_save_ending[row.save_endings] = row end
   end
   for _, name in ipairs { 'save', 'load', 'decode', 'encode' } do module[name] = files[name] end
   module.saveobj, module.loadobj = module.save, module.load
   for _, row in ipairs(documents) do
      module.document { name = row[1], signature = row[2], doc = row[3], chapter = 'file' }
      if row[2]:find 'mode' then
         module.document { name = row[1] .. 'obj', signature = row[2], doc = row[3], chapter = 'file' }
      end
   end
end

return files
