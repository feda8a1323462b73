-- tensor/plot/braille.lua: a canvas of dots that becomes characters of braille, each of 2 x 4 dots.
local Canvas = {}
Canvas.__index = Canvas

local function new(columns, rows)
   return setmetatable({ columns = columns, rows = rows, cells = {}, marks = {} }, Canvas)
end

-- The bit of each dot in a braille character, by row and column from 0.
local bits = { [0] = { [0] = 1, 8 }, { [0] = 2, 16 }, { [0] = 4, 32 }, { [0] = 64, 128 } }

-- Sets the dot x from the left and y from the top, both from 0. The cell keeps the mark of its last dot.
function Canvas:dot(x, y, mark)
   local key = math.floor(y / 4) * self.columns + math.floor(x / 2)
   local bit = bits[y % 4][x % 2]
   local cell = self.cells[key] or 0
   if cell % (2 * bit) < bit then self.cells[key] = cell + bit end
   self.marks[key] = mark
end

function Canvas:line(x1, y1, x2, y2, mark)
   local steps = math.max(math.abs(x2 - x1), math.abs(y2 - y1), 1)
   for k = 0, steps do
      self:dot(math.floor(x1 + (x2 - x1) * k / steps + 0.5), math.floor(y1 + (y2 - y1) * k / steps + 0.5), mark)
   end
end

-- The character U+2800 + cell in UTF-8.
local function braille(cell)
   return string.char(0xe2, 0xa0 + math.floor(cell / 64), 0x80 + cell % 64)
end

-- The character in a column of a row, both from 0, and its mark; a blank where there is no dot.
function Canvas:character(x, y)
   local key = y * self.columns + x
   local cell = self.cells[key] or 0
   return cell == 0 and ' ' or braille(cell), self.marks[key]
end

return { new = new }
