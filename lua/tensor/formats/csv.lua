-- tensor/formats/csv.lua: tables of numbers as text, csv and tsv. The text is read and written in C (TH/formats/THCsv);
-- here are the options, and the header's names on their way out.
if jit then jit.off(true, true) end -- see host.lua
local values = require 'tensor.formats.values'

local function fail(format, ...) error(format:format(...), 0) end

local function separator_of(options, name)
   return options.separator or (name == 'tsv' and '\t' or ',')
end

-- The value as a matrix on the CPU; a vector is one column.
local function matrix_of(value, name)
   local x = values.tensor(value, name)
   if x:type():find 'Complex' then fail('%s has no complex numbers, and the value is a %s', name, x:type()) end
   if x:dim() == 1 then x = x:view(x:size(1), 1) end
   if x:dim() ~= 2 then fail('%s holds a matrix or a vector, the value has %d dimensions', name, x:dim()) end
   return x
end

local function quoted(name, separator)
   local is_plain = name ~= '' and not name:find '^[ \t]' and not name:find '[ \t]$' and not name:find '["\r\n]'
      and not name:find(separator, 1, true) and name:sub(1, 3) ~= '\239\187\191' -- which is no text where a file begins
   return is_plain and name or '"' .. name:gsub('"', '""') .. '"'
end

-- The header's line.
local function line_of(header, columns, separator)
   local names, count = {}, 0
   for _ in pairs(header) do count = count + 1 end
   for k = 1, math.max(count, #header) do
      if type(header[k]) ~= 'string' then fail('the option header is a list of strings; element %d is no string', k) end
      names[k] = quoted(header[k], separator)
   end
   if count ~= columns then fail('the header has %d names for %d columns', count, columns) end
   return table.concat(names, separator) .. '\n'
end

return function(_, c)
   local csv = {}

   function csv.load(source, options, name)
      local x, header = c.csvRead(source, options.dtype or 'double', options.header, separator_of(options, name))
      return x, header and { header = header }
   end

   function csv.save(sink, value, options, name)
      local x, separator = matrix_of(value, name), separator_of(options, name)
      local line = options.header and line_of(options.header, x:size(2), separator)
      if x:size(2) == 0 or x:size(1) == 0 and not line then
         fail('a table without %s cannot be read again', x:size(2) == 0 and 'columns' or 'rows and without a header')
      end
      if line then sink:write(line) end
      c.csvWrite(sink, x, separator)
   end

   return csv
end
