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

-- The elements at these positions as nested lists, with false in the same places.
local function gather(x, shown, d)
   local list = {}
   for k, i in ipairs(shown[d]) do
      list[k] = i and (shown[d + 1] and gather(x[i], shown, d + 1) or x[i])
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
   return setmetatable({ format = format, width = math.max(width, longest + 1), scale = scale,
      is_integer = is_integer }, Style)
end

function Style:pad(text)
   return (' '):rep(self.width - #text) .. text
end

-- Formats an element; false stands for omitted elements.
function Style:text(value)
   if not value then return self:pad '...' end
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

local function values_of(x, shown)
   return shown and gather(x, shown, 1) or x:totable()
end

local function tensor_text(x)
   local sizes, count = sizes_of(x)
   local n, lines = #sizes, {}
   if n == 0 and x:nElement() == 0 then return ('[%s with no dimension]'):format(x:type()) end
   if n == 0 then
      local value = x:item()
      return ('%s\n[%s of one element, with no dimension]'):format(style_of(x, value):text(value), x:type())
   end
   if count > 0 then
      local abridge = count > options.threshold
      local shown = shown_of(sizes, abridge)
      local ok, values = pcall(values_of, x, abridge and shown)
      if not ok then -- a tensor whose memory was released still shows its size
         return ('[%s of size %s: %s]'):format(x:type(), size_text(sizes), (values:gsub('^.-%a: ', '')))
      end
      local style = style_of(x, values, abridge)
      if n == 1 then add_vector(lines, values, style)
      elseif n == 2 then add_matrix(lines, values, shown[2], style, '')
      else add_slices(lines, values, shown, style) end
   end
   lines[#lines + 1] = ('[%s of size %s]'):format(x:type(), size_text(sizes))
   return table.concat(lines, '\n')
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
