-- tensor/plot/svg.lua: a pen that writes SVG.
local pictures = require 'tensor.plot.pictures'
local strokes = require 'tensor.plot.strokes'

local Pen = {}
Pen.__index = Pen

local function new(width, height)
   return setmetatable({ width = width, height = height, lines = {} }, Pen)
end

local function hex(colour) return ('#%02x%02x%02x'):format(colour[1], colour[2], colour[3]) end

-- Lua writes numbers as the process's locale says, some with a comma; SVG has a point.
local function pointed(text) return (text:gsub('^(%-?%d+)[^%de]+', '%1.')) end

-- A number with one decimal, as short as can be.
local function short(v)
   return (pointed(('%.1f'):format(v)):gsub('%.0$', ''):gsub('^%-0$', '0'))
end

local marks = { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }

-- Whether bytes are one character of UTF-8 that XML allows.
local function is_character(bytes)
   local first, second = bytes:byte(1, 2)
   local length = first >= 0xf0 and 4 or first >= 0xe0 and 3 or 2
   local low, high = first == 0xe0 and 0xa0 or first == 0xf0 and 0x90 or 0x80, 0xbf
   if first == 0xed then high = 0x9f elseif first == 0xf4 then high = 0x8f end
   return first >= 0xc2 and first <= 0xf4 and #bytes == length and second >= low and second <= high
      and bytes ~= '\239\191\190' and bytes ~= '\239\191\191'
end

-- Text as XML: control characters become blanks, and bytes that are no UTF-8 question marks.
local function escaped(text)
   text = text:gsub('%c', ' '):gsub('[\128-\255][\128-\191]*', function(bytes)
      return is_character(bytes) and bytes or '?'
   end)
   return (text:gsub('[&<>"]', marks))
end

function Pen:add(format, ...) self.lines[#self.lines + 1] = format:format(...) end

function Pen:rectangle(x, y, width, height, colour, opacity)
   self:add('<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>', short(x), short(y), short(width), short(height),
      hex(colour), opacity and (' fill-opacity="%s"'):format(pointed(('%g'):format(opacity))) or '')
end

-- A line through points x1, y1, x2, y2, ...
function Pen:path(points, width, colour)
   local words = {}
   for k = 1, #points, 2 do words[#words + 1] = short(points[k]) .. ',' .. short(points[k + 1]) end
   self:add('<polyline points="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round" '
      .. 'stroke-linecap="round"/>', table.concat(words, ' '), hex(colour), short(width))
end

-- Discs around points x1, y1, ...
function Pen:dots(points, radius, colour)
   self:add('<g fill="%s" fill-opacity="0.8">', hex(colour))
   for k = 1, #points, 2 do
      self:add('<circle cx="%s" cy="%s" r="%s"/>', short(points[k]), short(points[k + 1]), short(radius))
   end
   self:add '</g>'
end

-- The fonts of viewers differ; that of the letters in strokes.lua is a little wider than most.
function Pen.width_of(_, text, size) return strokes.width(text, size) end

-- How: anchor = 'start', 'middle' or 'end'; turned = true for upwards; bold.
function Pen:text(x, y, text, size, colour, how)
   self:add('<text x="%s" y="%s" font-size="%s" fill="%s" text-anchor="%s"%s%s>%s</text>', short(x), short(y),
      short(size), hex(colour), how.anchor, how.bold and ' font-weight="600"' or '',
      how.turned and (' transform="rotate(-90 %s %s)"'):format(short(x), short(y)) or '', escaped(text))
end

local digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

local function base64(text)
   local words = {}
   for k = 1, #text, 3 do
      local a, b, c = text:byte(k, k + 2)
      local n = a * 65536 + (b or 0) * 256 + (c or 0)
      for place = 3, 0, -1 do
         local digit = math.floor(n / 64 ^ place) % 64 + 1
         words[#words + 1] = digits:sub(digit, digit)
      end
      if not b then words[#words - 1] = '=' end
      if not c then words[#words] = '=' end
   end
   return table.concat(words)
end

-- The cells stand in the file as a PNG.
function Pen:cells(x, y, width, height, cells)
   local picture = pictures.enlarged(cells, math.ceil(width), math.ceil(height))
   self:add('<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" '
      .. 'href="data:image/png;base64,%s"/>', short(x), short(y), short(width), short(height),
      base64(require('tensor').image.encode(picture)))
end

function Pen:result()
   local head = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" '
      .. 'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">\n'
      .. '<rect width="%d" height="%d" fill="#ffffff"/>\n%s\n</svg>\n'
   local width, height = self.width, self.height
   return head:format(width, height, width, height, width, height, table.concat(self.lines, '\n'))
end

return { new = new }
