-- tensor/print.lua: prints tensors and storages as Torch7 does: columns, a common factor, then type and size.
-- Torch7 prints every element; here large tensors are abridged to the edges of their dimensions, as NumPy does.
local options = { edge = 3, threshold = 1000, linewidth = 80 }

local smallest = { edge = 1, threshold = 0, linewidth = 10 }

-- Sets the given options. Returns the previous ones in a table that can be passed back to this function.
local function set_options(given)
   if type(given) ~= 'table' then error('setPrintOptions: a table of options expected, got ' .. type(given), 2) end
   local before = {}
   for name, value in pairs(options) do before[name] = value end
   for name, value in pairs(given) do
      local least = smallest[name]
      if not least then
         error(("setPrintOptions: no option '%s'; there are edge, linewidth and threshold"):format(tostring(name)), 2)
      end
      if type(value) ~= 'number' or value ~= math.floor(value) or value < least then
         error(('setPrintOptions: %s must be a whole number of at least %d, not %s'):format(name, least,
            tostring(value)), 2)
      end
   end
   for name, value in pairs(given) do options[name] = value end
   return before
end

-- --- which elements: a list of positions for each dimension, in which false stands for omitted ones ---

local function positions(size, edge)
   local abridged = size > 2 * edge + 1
   local list = {}
   for i = 1, abridged and edge or size do list[i] = i end
   if abridged then
      list[edge + 1] = false
      for i = edge - 1, 0, -1 do list[#list + 1] = size - i end
   end
   return list
end

-- With more than 3 dimensions all but the last two show only one position at each edge: 2^n slices are enough.
local function shown_of(sizes, abridge)
   local shown, n = {}, #sizes
   for d, size in ipairs(sizes) do
      shown[d] = positions(size, not abridge and size or n > 3 and d < n - 1 and 1 or options.edge)
   end
   return shown
end

-- A number, or a pair of parts.
local function element(x, i)
   local value = x[i]
   return type(value) == 'userdata' and value:totable() or value
end

-- The elements at these positions as nested lists, with false in the same places.
local function gather(x, shown, d)
   local list = {}
   for k, i in ipairs(shown[d]) do
      list[k] = i and (shown[d + 1] and gather(x[i], shown, d + 1) or element(x, i))
   end
   return list
end

-- --- one format for all elements ---

local function add_numbers(list, values)
   if type(values) ~= 'table' then
      list[#list + 1] = tonumber(values) -- int64 cdata become numbers; false becomes nil
      return list
   end
   for _, value in ipairs(values) do add_numbers(list, value) end
   return list
end

-- C's text for these numbers differs between systems.
local function special(x)
   return x ~= x and 'nan' or x == math.huge and 'inf' or x == -math.huge and '-inf' or nil
end

-- The number of digits before the decimal point; for numbers below 1 it is 0 minus the number of zeros after
-- the point.
local function magnitude(x)
   return x == 0 and 1 or tonumber((('%.16e'):format(x):match('e(.+)'))) + 1
end

-- Returns whether all finite numbers are whole, the least and largest magnitude, and the length of the longest
-- special text.
local function measure(numbers)
   local whole, least, most, longest = true, math.huge, 0, 0
   for _, x in ipairs(numbers) do
      local text = special(x)
      if text then
         longest = math.max(longest, #text)
      else
         local size = math.abs(x + 0.0) -- Lua's least integer has no positive counterpart
         whole = whole and x == math.floor(x)
         least, most = math.min(least, size), math.max(most, size)
      end
   end
   return whole, magnitude(math.min(least, most)), magnitude(most), longest
end

-- How C formats whole numbers: Lua 5.1 and 5.2 have floating numbers only, which '%d' cannot print from 2^63 on.
local integer_format = (math.type or type(jit) == 'table') and '%d' or '%.0f'

-- Returns the format for a number, its width without the blank between columns, and the common factor if there
-- is one. All digits of integers are shown; other types show large numbers with exponents.
local function choose(is_integer, whole, least, most)
   if is_integer then return integer_format, most + 1 end
   if whole then
      if most > 9 then return '%.4e', 11 end
      return '%d', most + 1
   elseif most - least > 4 then
      return '%.4e', (most > 99 or least < -99) and 12 or 11
   elseif most > 5 or most < 0 then
      return '%.4f', 7, 10 ^ (most - 1)
   end
   return '%.4f', math.max(7, most + 6)
end

local Style = {}
Style.__index = Style

-- Whether the elements of a tensor or storage are integers.
local function holds_integers(x)
   local name = x:type():gsub('^torch%.', '')
   return not (name:find 'Half' or name:find 'Float' or name:find 'Double' or name:find '^CudaTensor'
      or name:find '^CudaStorage')
end

-- The style for the values of x, a tensor or a storage.
local function style_of(x, values, abridged)
   local is_integer = holds_integers(x)
   local whole, least, most, longest = measure(add_numbers({}, values))
   local format, width, scale = choose(is_integer, whole, least, most)
   if abridged then longest = math.max(longest, #'...') end
   width = math.max(width, longest + 1)
   local style = setmetatable({ format = format, width = width, scale = scale, is_integer = is_integer }, Style)
   if x:type():find 'Complex' then style.part, style.width = width, 2 * width + 1 end
   return style
end

function Style:pad(text)
   return (' '):rep(self.width - #text) .. text
end

-- Formats a complex number, given as its two parts: the imaginary one with its sign and an i.
function Style:pair_text(value)
   local texts = {}
   for k, x in ipairs(value) do texts[k] = special(x) or self.format:format(x / (self.scale or 1)) end
   if not texts[2]:find '^[+-]' then texts[2] = '+' .. texts[2] end
   return self:pad(texts[1] .. (' '):rep(self.part - #texts[2]) .. texts[2] .. 'i')
end

-- Formats an element; false stands for omitted elements.
function Style:text(value)
   if not value then return self:pad '...' end
   if type(value) == 'table' then return self:pair_text(value) end
   if self.is_integer then return self:pad(self.format:format(value)) end
   local x = tonumber(value)
   return self:pad(special(x) or self.format:format(x / (self.scale or 1)))
end

function Style:add_scale(lines, indent)
   if self.scale then lines[#lines + 1] = ('%s%g *'):format(indent, self.scale) end
end

-- --- vectors, matrices, slices: added to a list of lines ---

local function add_vector(lines, values, style)
   style:add_scale(lines, '')
   for _, value in ipairs(values) do lines[#lines + 1] = style:text(value) end
end

local function add_row(lines, row, first, last, style, indent)
   local cells = {}
   for c = first, last do cells[#cells + 1] = style:text(row and row[c]) end
   lines[#lines + 1] = indent .. table.concat(cells, ' ')
end

local function add_matrix(lines, rows, columns, style, indent)
   local fitting = math.floor((options.linewidth - #indent) / (style.width + 1))
   local step = math.max(1, math.min(fitting, #columns))
   for first = 1, #columns, step do
      local last = math.min(first + step - 1, #columns)
      if step < #columns then
         if first > 1 then lines[#lines + 1] = '' end
         local before = first > 1 and '' or indent -- as Torch7 has it
         lines[#lines + 1] = ('%sColumns %d to %d'):format(before, columns[first] or columns[first - 1] + 1,
            columns[last] or columns[last + 1] - 1)
      end
      style:add_scale(lines, indent)
      for _, row in ipairs(rows) do
         add_row(lines, row, first, last, style, style.scale and indent .. ' ' or indent)
      end
   end
end

-- Adds a matrix for each position of the leading dimensions; the first dimension runs fastest.
local function add_slices(lines, values, shown, style)
   local at = {}
   local function add(heading, rows)
      if heading == '...' and lines[#lines] == '...' then return end
      if #lines > 0 then lines[#lines + 1] = '' end
      lines[#lines + 1] = heading
      if rows then add_matrix(lines, rows, shown[#shown], style, ' ') end
   end
   local function walk(d)
      if d == 0 then
         local slice, label = values, {}
         for k = 1, #shown - 2 do slice, label[k] = slice[at[k]], ('%d,'):format(shown[k][at[k]]) end
         add(('(%s.,.) = '):format(table.concat(label)), slice)
         return
      end
      for k, position in ipairs(shown[d]) do
         at[d] = k
         if position then walk(d - 1) else add '...' end
      end
   end
   walk(#shown - 2)
end

-- --- whole texts ---

local function sizes_of(x)
   local sizes, count = {}, 1
   for d = 1, x:dim() do
      sizes[d] = x:size(d)
      count = count * sizes[d]
   end
   return sizes, count
end

local function size_text(sizes)
   local texts = {}
   for d, size in ipairs(sizes) do texts[d] = ('%d'):format(size) end
   return table.concat(texts, 'x')
end

-- A tensor with a layout shows the elements of the strided one; its own type and size stand below. A complex one is
-- shown by its parts, which a list of numbers has as pairs.
local function values_of(x, shown)
   local dense = x:toDense()
   return shown and gather(dense, shown, 1) or dense:totable()
end

-- How an error reads behind the size of a tensor that cannot be shown.
local function trouble(message) return ': ' .. (message:gsub('^.-%a: ', '')) end

local function sparse_text(x)
   local lines, n = {}, x:nnz()
   local write = require 'tensor.print_sparse'
   local ok, message = pcall(write, lines, x, { positions = positions, options = options, style_of = style_of })
   if not ok then lines = {} end
   lines[#lines + 1] = ('[%s of size %s with %d %s%s]'):format(x:type(), size_text((sizes_of(x))), n,
      n == 1 and 'entry' or 'entries', ok and '' or trouble(message))
   return table.concat(lines, '\n')
end

-- The first and last parameters of channels.
local function list_text(parameters)
   local texts = {}
   for k, i in ipairs(positions(parameters:size(1), options.edge)) do
      texts[k] = i and ('%.9g'):format(tonumber(parameters[i])) or '...'
   end
   return table.concat(texts, ' ')
end

-- The parameters of a quantized tensor as they follow its size.
local function quantizer_text(x)
   local scheme = x:qScheme()
   if scheme:find '^perTensor' then
      return (', %s, scale %.9g, zero point %.9g'):format(scheme, x:qScale(), x:qZeroPoint())
   end
   local has_axis, axis = pcall(x.qPerChannelAxis, x)
   if not has_axis then return (', %s along several dimensions'):format(scheme) end
   return (', %s along dimension %d, scales %s, zero points %s'):format(scheme, axis,
      list_text(x:qPerChannelScales()), list_text(x:qPerChannelZeroPoints()))
end

-- The text of the elements of x, with that name of the type and what follows the size.
local function text_of(x, type_text, after)
   local sizes, count = sizes_of(x)
   local n, lines = #sizes, {}
   if n == 0 and x:nElement() == 0 then return ('[%s with no dimension]'):format(type_text) end
   if n == 0 then
      local value = x:totable()
      return ('%s\n[%s of one element, with no dimension%s]'):format(style_of(x, value):text(value), type_text, after)
   end
   if count > 0 then
      local abridge = count > options.threshold
      local shown = shown_of(sizes, abridge)
      local ok, values = pcall(values_of, x, abridge and shown)
      if not ok then -- a tensor whose memory was released still shows its size
         return ('[%s of size %s%s]'):format(type_text, size_text(sizes), trouble(values))
      end
      local style = style_of(x, values, abridge)
      if n == 1 then add_vector(lines, values, style)
      elseif n == 2 then add_matrix(lines, values, shown[2], style, '')
      else add_slices(lines, values, shown, style) end
   end
   lines[#lines + 1] = ('[%s of size %s%s]'):format(type_text, size_text(sizes), after)
   return table.concat(lines, '\n')
end

-- Of a quantized tensor the values are shown.
local function tensor_text(x)
   if x:isSparse() then return sparse_text(x) end
   if not x:isQuantized() then return text_of(x, x:type(), '') end
   local read, values = pcall(x.dequantize, x)
   if read then return text_of(values, x:type(), quantizer_text(x)) end
   return ('[%s of size %s%s]'):format(x:type(), size_text(sizes_of(x)), trouble(values))
end

local function storage_text(s)
   local lines, size = {}, s:size()
   local abridge = size > options.threshold
   local here, values = pcall(gather, s, shown_of({ size }, abridge), 1) -- fails for a storage on a device
   if size > 0 and here then add_vector(lines, values, style_of(s, values, abridge)) end
   lines[#lines + 1] = ('[%s of size %d]'):format(s:type(), size)
   return table.concat(lines, '\n')
end

return { set_options = set_options, tensor_text = tensor_text, storage_text = storage_text }
