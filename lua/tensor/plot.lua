-- tensor/plot.lua: draws a curve in the terminal with braille characters, each of 2 x 4 dots.
local arguments = require 'tensor.arguments'

local Canvas = {}
Canvas.__index = Canvas

local function new_canvas(columns, rows)
   return setmetatable({ columns = columns, rows = rows, cells = {} }, Canvas)
end

-- The bit of each dot in a braille character, by row and column from 0.
local bits = { [0] = { [0] = 1, 8 }, { [0] = 2, 16 }, { [0] = 4, 32 }, { [0] = 64, 128 } }

-- Sets the dot x from the left and y from the top, both from 0.
function Canvas:dot(x, y)
   local key = math.floor(y / 4) * self.columns + math.floor(x / 2)
   local bit = bits[y % 4][x % 2]
   local cell = self.cells[key] or 0
   if cell % (2 * bit) < bit then self.cells[key] = cell + bit end
end

function Canvas:line(x1, y1, x2, y2)
   local steps = math.max(math.abs(x2 - x1), math.abs(y2 - y1), 1)
   for k = 0, steps do
      self:dot(math.floor(x1 + (x2 - x1) * k / steps + 0.5), math.floor(y1 + (y2 - y1) * k / steps + 0.5))
   end
end

-- The character U+2800 + cell in UTF-8.
local function braille(cell)
   return string.char(0xe2, 0xa0 + math.floor(cell / 64), 0x80 + cell % 64)
end

function Canvas:row(y, ascii)
   local characters = {}
   for x = 0, self.columns - 1 do
      local cell = self.cells[y * self.columns + x] or 0
      characters[x + 1] = cell == 0 and ' ' or ascii and '*' or braille(cell)
   end
   return (table.concat(characters):gsub('%s+$', ''))
end

local function is_finite(x)
   return x == x and x ~= math.huge and x ~= -math.huge
end

local function range_of(values)
   local least, most = math.huge, -math.huge
   for _, value in ipairs(values) do
      if is_finite(value) then least, most = math.min(least, value), math.max(most, value) end
   end
   return least, most
end

-- Connects neighbouring values by lines; values that are not finite leave gaps.
local function draw(canvas, values, least, most)
   local right, bottom = 2 * canvas.columns - 1, 4 * canvas.rows - 1
   local scale = most - least < math.huge and 1 or 0.5 -- a difference may exceed the largest number
   local range = most * scale - least * scale
   local last_x, last_y
   for k, value in ipairs(values) do
      local x, y
      if is_finite(value) then
         x = #values > 1 and math.floor((k - 1) / (#values - 1) * right + 0.5) or 0
         local down = most * scale - value * scale
         y = range > 0 and math.floor(down / range * bottom + 0.5) or math.floor(bottom / 2)
         canvas:line(last_x or x, last_y or y, x, y)
      end
      last_x, last_y = x, y
   end
end

local function check_options(options)
   if type(options) ~= 'table' then error('plot: a table of options expected', 4) end
   local trouble = arguments.unknown_option(options, { 'ascii', 'height', 'width' })
   if trouble then error('plot: ' .. trouble, 4) end
end

local function option(options, name, default)
   local value = options[name] or default
   if type(value) ~= 'number' or value < 1 or value > 1000 or value ~= math.floor(value) then
      error(('plot: %s must be a whole number from 1 to 1000'):format(name), 4)
   end
   return value
end

local function numbers_of(y)
   if type(y) == 'userdata' and y.dim and y:dim() == 1 then y = y:totable() end
   if type(y) ~= 'table' then error('plot: a vector or a table of numbers expected', 4) end
   local values = {}
   for k, value in ipairs(y) do
      values[k] = tonumber(value)
      if not values[k] then error(('plot: element %d is no number'):format(k), 4) end
   end
   return values
end

--[[ Returns the curve of a vector or table of numbers as text. Options:
width   columns of the curve (60)
height  rows of the curve (12)
ascii   true for stars instead of braille dots
]]
local function text(y, options)
   options = options == nil and {} or options
   check_options(options)
   local values = numbers_of(y)
   local canvas = new_canvas(option(options, 'width', 60), option(options, 'height', 12))
   local least, most = range_of(values)
   if least > most then return 'no finite numbers' end
   draw(canvas, values, least, most)
   local top, bottom = ('%.4g'):format(most), ('%.4g'):format(least)
   local margin, lines = math.max(#top, #bottom), {}
   for r = 1, canvas.rows do
      local label = r == 1 and top or r == canvas.rows and bottom or ''
      lines[r] = ('%s%s |%s'):format((' '):rep(margin - #label), label, canvas:row(r - 1, options.ascii))
   end
   local last = ('%d'):format(#values)
   lines[#lines + 1] = (' '):rep(margin + 1) .. '+' .. ('-'):rep(canvas.columns)
   lines[#lines + 1] = (' '):rep(margin + 2) .. '1' .. (' '):rep(math.max(1, canvas.columns - 1 - #last)) .. last
   return table.concat(lines, '\n')
end

return { text = text }
