-- tensor/plot/raster.lua: a pen that draws pixels with smooth edges.
-- Invariant: a row that was never drawn on has no table, and a pixel that was not is white; a pixel is the number
-- 65536 red + 256 green + blue. What is drawn beyond the picture is left out.
local pictures = require 'tensor.plot.pictures'
local strokes = require 'tensor.plot.strokes'

local Pen = {}
Pen.__index = Pen

local floor, sqrt, max, min = math.floor, math.sqrt, math.max, math.min
local white = 0xffffff

-- All lengths that a pen is given are multiplied by scale.
local function new(width, height, scale)
   return setmetatable({ width = width * scale, height = height * scale, scale = scale, rows = {} }, Pen)
end

-- Blends a colour into the pixel x, y, from 0.
function Pen:blend(x, y, colour, opacity)
   if x < 0 or y < 0 or x >= self.width or y >= self.height then return end
   local row = self.rows[y]
   if not row then
      row = {}
      self.rows[y] = row
   end
   local old = row[x] or white
   local red, green, blue = floor(old / 65536), floor(old / 256) % 256, old % 256
   row[x] = floor(red + (colour[1] - red) * opacity + 0.5) * 65536
      + floor(green + (colour[2] - green) * opacity + 0.5) * 256 + floor(blue + (colour[3] - blue) * opacity + 0.5)
end

-- The part of pixel k that lies between low and high.
local function covered(k, low, high) return max(0, min(k + 1, high) - max(k, low)) end

function Pen:rectangle(x, y, width, height, colour, opacity)
   local s = self.scale
   local left, right, top, bottom = x * s, (x + width) * s, y * s, (y + height) * s
   for row = max(0, floor(top)), min(self.height, bottom) do
      local part = covered(row, top, bottom) * (opacity or 1)
      for column = max(0, floor(left)), min(self.width, right) do
         local all = part * covered(column, left, right)
         if all > 0 then self:blend(column, row, colour, all) end
      end
   end
end

-- --- lines: how much of each pixel a line covers is collected first, so that its joints are no darker ---

local function cover(mask, width, x, y, part)
   local key = y * width + x
   if part > (mask[key] or 0) then mask[key] = part end
end

-- The distance of a point from the segment x1, y1 to x1 + dx, y1 + dy.
local function distance(x, y, x1, y1, dx, dy, length2)
   local t = length2 > 0 and max(0, min(1, ((x - x1) * dx + (y - y1) * dy) / length2)) or 0
   local ex, ey = x - x1 - t * dx, y - y1 - t * dy
   return sqrt(ex * ex + ey * ey)
end

-- Covers the segment with a round pen of a radius; walks along its longer side.
function Pen:segment(mask, x1, y1, x2, y2, radius)
   local dx, dy = x2 - x1, y2 - y1
   local length2 = dx * dx + dy * dy
   local steep = math.abs(dy) > math.abs(dx)
   local a1, b1, da, db = x1, y1, dx, dy -- a: along, b: across
   if steep then a1, b1, da, db = y1, x1, dy, dx end
   local slope = da ~= 0 and db / da or 0
   local reach = (radius + 1) * sqrt(1 + slope * slope)
   local along, across = steep and self.height or self.width, steep and self.width or self.height
   for a = max(0, floor(min(a1, a1 + da) - radius - 1)), min(along - 1, max(a1, a1 + da) + radius + 1) do
      local nearest = max(min(a1, a1 + da), min(max(a1, a1 + da), a + 0.5))
      local centre = b1 + (nearest - a1) * slope
      for b = max(0, floor(centre - reach)), min(across - 1, centre + reach) do
         local x, y = a, b
         if steep then x, y = b, a end
         local part = radius + 0.5 - distance(x + 0.5, y + 0.5, x1, y1, dx, dy, length2)
         if part > 0 then cover(mask, self.width, x, y, min(1, part, 2 * radius)) end
      end
   end
end

function Pen:blend_mask(mask, colour)
   for key, part in pairs(mask) do
      self:blend(key % self.width, floor(key / self.width), colour, part)
   end
end

-- Covers a line through points x1, y1, x2, y2, ... in pixels.
function Pen:cover_path(mask, points, radius)
   if #points == 2 then self:segment(mask, points[1], points[2], points[1], points[2], radius) end
   for k = 1, #points - 3, 2 do
      self:segment(mask, points[k], points[k + 1], points[k + 2], points[k + 3], radius)
   end
end

function Pen:path(points, width, colour)
   local mask, scaled = {}, {}
   for k = 1, #points do scaled[k] = points[k] * self.scale end
   self:cover_path(mask, scaled, width * self.scale / 2)
   self:blend_mask(mask, colour)
end

function Pen:dots(points, radius, colour)
   radius = radius * self.scale
   for k = 1, #points, 2 do
      local x, y = points[k] * self.scale, points[k + 1] * self.scale
      for row = floor(y - radius - 0.5), floor(y + radius + 0.5) do
         for column = floor(x - radius - 0.5), floor(x + radius + 0.5) do
            local part = radius + 0.5 - sqrt((column + 0.5 - x) ^ 2 + (row + 0.5 - y) ^ 2)
            if part > 0 then self:blend(column, row, colour, 0.8 * min(1, part)) end
         end
      end
   end
end

function Pen.width_of(_, text, size) return strokes.width(text, size) end

function Pen:text(x, y, text, size, colour, how)
   local s, mask, width = self.scale, {}, strokes.width(text, size)
   local begin = how.anchor == 'middle' and width / 2 or how.anchor == 'end' and width or 0
   local radius = size * s * (how.bold and 0.055 or 0.042)
   for _, line in ipairs(strokes.lines(text, size)) do
      local placed = {}
      for k = 1, #line, 2 do
         local along, up = line[k] - begin, line[k + 1]
         if how.turned then along, up = -up, along end
         placed[k], placed[k + 1] = (x + along) * s, (y - up) * s
      end
      self:cover_path(mask, placed, radius)
   end
   self:blend_mask(mask, colour)
end

function Pen:cells(x, y, width, height, cells)
   local s = self.scale
   local left, top, right, bottom = floor(x * s), floor(y * s), floor((x + width) * s), floor((y + height) * s)
   local memory = {} -- the colour of each cell, once
   for row = max(0, top), min(self.height, bottom) - 1 do
      local r = min(cells.rows, floor((row + 0.5 - top) / (bottom - top) * cells.rows) + 1)
      memory[r] = memory[r] or {}
      for column = max(0, left), min(self.width, right) - 1 do
         local c = min(cells.columns, floor((column + 0.5 - left) / (right - left) * cells.columns) + 1)
         memory[r][c] = memory[r][c] or cells.at(r, c)
         self:blend(column, row, memory[r][c], 1)
      end
   end
end

-- The picture as a ByteTensor of size 3 x height x width.
function Pen:result()
   local bytes = setmetatable({}, { __index = function(t, pixel)
      local text = string.char(floor(pixel / 65536), floor(pixel / 256) % 256, pixel % 256)
      t[pixel] = text
      return text
   end })
   local blank, lines = ('\255'):rep(3 * self.width), {}
   for y = 0, self.height - 1 do
      local row, words = self.rows[y], {}
      for x = 0, row and self.width - 1 or -1 do words[x + 1] = bytes[row[x] or white] end
      lines[y + 1] = row and table.concat(words) or blank
   end
   return pictures.from_bytes(require 'tensor', table.concat(lines), self.width, self.height)
end

return { new = new }
