-- tensor/plot/draw.lua: lays out a figure in pixels and draws it with a pen: axes in front and to the left, a light
-- grid, names of series above the axes, where they hide nothing. Only this file knows sizes and distances.
local colours = require 'tensor.plot.colours'

local draw = {}

local ink, gray, light = { 40, 40, 40 }, { 110, 110, 110 }, { 228, 228, 228 }
local title_size, label_size, tick_size, least_size = 15, 12.5, 11.5, 9
local bar_width, line_width, dot_radius = 12, 1.8, 3

-- Hyphens in front of digits as minus signs.
local function minus(label) return (label:gsub('%-', '\226\136\146')) end

local function widest(pen, ticks)
   local most = 0
   for _, tick in ipairs(ticks) do most = math.max(most, pen:width_of(minus(tick.label), tick_size)) end
   return most
end

-- The text and its size where it has this room: smaller, then shorter.
local function fitted(pen, text, size, room)
   local width = pen:width_of(text, size)
   if width <= room then return text, size end
   size = math.max(least_size, math.min(size, size * room / width))
   width = pen:width_of(text, size)
   if width <= room + 0.01 then return text, size end
   local characters = {}
   for character in text:gmatch '[^\128-\191][\128-\191]*' do characters[#characters + 1] = character end
   local last = math.floor(#characters * room / width)
   while last > 0 and pen:width_of(table.concat(characters, '', 1, last) .. '...', size) > room do last = last - 1 end
   return last > 0 and table.concat(characters, '', 1, last) .. '...' or '', size
end

-- A text around its middle, in the room that it has.
local function draw_label(pen, x, y, text, size, room, style)
   text, size = fitted(pen, text, size, room)
   style.anchor = 'middle'
   pen:text(x, y, text, size, ink, style)
end

-- --- series ---

-- The part of the segment that lies in the box, or nil (Liang and Barsky).
local function clip(box, x1, y1, x2, y2)
   local from, to, dx, dy = 0, 1, x2 - x1, y2 - y1
   local function cut(p, q) -- keeps where p t <= q
      if p == 0 then return q >= 0 end
      if p < 0 then from = math.max(from, q / p) else to = math.min(to, q / p) end
      return from <= to
   end
   if cut(-dx, x1 - box.x) and cut(dx, box.x + box.width - x1) and cut(-dy, y1 - box.y)
      and cut(dy, box.y + box.height - y1) then
      return x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy
   end
end

-- The pixel of a point, or nil.
local function place(panel, box, x, y)
   local across, up = panel.x:place(x), panel.y:place(y)
   if across and up then return box.x + across * box.width, box.y + (1 - up) * box.height end
end

-- Lines through neighbouring points; what cannot be placed leaves a gap, and what is outside is cut off.
local function draw_line(pen, panel, box, one)
   local path, last_x, last_y = {}, nil, nil
   local function flush()
      if #path > 0 then pen:path(path, line_width, one.colour) end
      path = {}
   end
   for k = 1, #one.x do
      local x, y = place(panel, box, one.x[k], one.y[k])
      local ax, ay, bx, by
      if x then ax, ay, bx, by = clip(box, last_x or x, last_y or y, x, y) end
      if not ax then flush()
      else
         if ax ~= path[#path - 1] or ay ~= path[#path] then
            flush()
            path = { ax, ay }
         end
         if bx ~= ax or by ~= ay then path[#path + 1], path[#path + 2] = bx, by end
      end
      last_x, last_y = x, y
   end
   flush()
end

local function draw_scatter(pen, panel, box, one)
   local points = {}
   for k = 1, #one.x do
      local x, y = place(panel, box, one.x[k], one.y[k])
      if x and clip(box, x, y, x, y) then points[#points + 1], points[#points + 2] = x, y end
   end
   pen:dots(points, dot_radius, one.colour)
end

-- Bars of several series shine through.
local function opacity_of(panel) return #panel.series > 1 and 0.6 or 0.85 end

local function draw_bars(pen, panel, box, one)
   local function within(v) return math.max(0, math.min(1, v)) end
   local opacity = opacity_of(panel)
   for k, count in ipairs(one.y) do
      local a, b = within(panel.x:place(one.edges[k])), within(panel.x:place(one.edges[k + 1]))
      local foot, top = within(panel.y:place(0) or 0), within(panel.y:place(count) or 0)
      local left, width = box.x + math.min(a, b) * box.width, math.abs(b - a) * box.width
      local gap = width > 6 and 1 or 0
      if top ~= foot and width > 0 then
         pen:rectangle(left, box.y + (1 - math.max(foot, top)) * box.height, width - gap,
            math.abs(top - foot) * box.height, one.colour, opacity)
      end
   end
end

local drawers = { line = draw_line, scatter = draw_scatter, bars = draw_bars }

-- --- around them ---

local function draw_grid(pen, box, x_ticks, y_ticks)
   for _, tick in ipairs(x_ticks) do
      local x = box.x + tick.at * box.width
      pen:path({ x, box.y, x, box.y + box.height }, 1, light)
   end
   for _, tick in ipairs(y_ticks) do
      local y = box.y + (1 - tick.at) * box.height
      pen:path({ box.x, y, box.x + box.width, y }, 1, light)
   end
end

local function draw_axes(pen, box, x_ticks, y_ticks)
   local right, bottom = box.x + box.width, box.y + box.height
   pen:path({ box.x, box.y, box.x, bottom, right, bottom }, 1, gray)
   for _, tick in ipairs(x_ticks) do
      local x = box.x + tick.at * box.width
      pen:path({ x, bottom, x, bottom + 4 }, 1, gray)
      pen:text(x, bottom + 17, minus(tick.label), tick_size, ink, { anchor = 'middle' })
   end
   for _, tick in ipairs(y_ticks) do
      local y = box.y + (1 - tick.at) * box.height
      pen:path({ box.x - 4, y, box.x, y }, 1, gray)
      pen:text(box.x - 8, y + 4, minus(tick.label), tick_size, ink, { anchor = 'end' })
   end
end

-- The names of series in rows no wider than width, at most so many: each { x, row, one, name, size } from the left.
local function legend_of(pen, panel, width, most)
   local entries, x, row = {}, 0, 0
   for _, one in ipairs(panel.hasLegend and panel.series or {}) do
      if one.name then
         local name, size = fitted(pen, one.name, label_size, width - 28)
         local long = 28 + pen:width_of(name, size)
         if x > 0 and x + long > width then x, row = 0, row + 1 end
         if row == most then return entries, most end
         entries[#entries + 1] = { x = x, row = row, one = one, name = name, size = size }
         x = x + long + 20
      end
   end
   return entries, #entries > 0 and row + 1 or 0
end

local function draw_legend(pen, panel, entries, left, top)
   for _, entry in ipairs(entries) do
      local x, y, colour = left + entry.x, top + entry.row * 18 + 9, entry.one.colour
      if entry.one.kind == 'scatter' then pen:dots({ x + 10, y }, dot_radius, colour)
      elseif entry.one.kind == 'bars' then pen:rectangle(x + 4, y - 5, 14, 10, colour, opacity_of(panel))
      else pen:path({ x, y, x + 20, y }, line_width, colour) end
      pen:text(x + 27, y + 4, entry.name, entry.size, ink, { anchor = 'start' })
   end
end

-- The scale of the colours of cells, to the right of the box.
local function draw_scale(pen, box, cells, ticks)
   local x = box.x + box.width + 16
   pen:cells(x, box.y, bar_width, box.height, { rows = 128, columns = 1, at = function(r)
      return colours.at(cells.map, 1 - (r - 1) / 127)
   end })
   for _, tick in ipairs(ticks) do
      local y = box.y + (1 - tick.at) * box.height
      pen:path({ x + bar_width, y, x + bar_width + 4, y }, 1, gray)
      pen:text(x + bar_width + 7, y + 4, minus(tick.label), tick_size, ink, { anchor = 'start' })
   end
   if cells.label then
      local right = x + bar_width + 7 + widest(pen, ticks) + 16
      draw_label(pen, right, box.y + box.height / 2, cells.label, label_size, box.height + 30, { turned = true })
   end
end

-- Shrinks the box to the shape of cells that are square.
local function fit(box, cells)
   local side = math.min(box.width / cells.columns, box.height / cells.rows)
   local width, height = math.max(1, side * cells.columns), math.max(1, side * cells.rows)
   box.x, box.y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
   box.width, box.height = width, height
end

-- Where the axes stand, and the ticks that fit.
local function layout(pen, panel, area)
   local box, scale = { x = area.x, y = area.y + 14, width = area.width, height = area.height - 14 }, nil
   local function take_top(n) box.y, box.height = box.y + n, box.height - n end
   if panel.title then take_top(22) end
   local legend, rows = legend_of(pen, panel, box.width - 60, math.max(1, math.floor(area.height / 54)))
   take_top(rows * 18 + (rows > 0 and 4 or 0))
   box.height = math.max(10, box.height - 28 - (panel.xlabel and 18 or 0))
   local y_ticks = panel.y:ticks(box.height / 45)
   local left, right = widest(pen, y_ticks) + 18 + (panel.ylabel and 20 or 0), 20
   if panel.cells and panel.cells.scale then
      scale = panel.cells.scale:ticks(box.height / 45)
      right = right + bar_width + 18 + widest(pen, scale) + (panel.cells.label and 16 or 0)
   end
   local x_ticks = panel.x:ticks((box.width - left - right) / 70)
   local wide = widest(pen, x_ticks)
   if wide > 55 then x_ticks = panel.x:ticks((box.width - left - right) / 140) end
   right = math.max(right, wide / 2 + 6) -- the last label stands below the end of the axis
   box.x, box.width = box.x + left, math.max(10, box.width - left - right)
   if panel.cells and panel.cells.square then fit(box, panel.cells) end
   return box, x_ticks, y_ticks, legend, rows, scale
end

local function draw_panel(pen, panel, area)
   local box, x_ticks, y_ticks, legend, rows, scale = layout(pen, panel, area)
   local middle = box.x + box.width / 2
   if panel.cells then pen:cells(box.x, box.y, box.width, box.height, panel.cells)
   else draw_grid(pen, box, x_ticks, y_ticks) end
   for _, one in ipairs(panel.series or {}) do drawers[one.kind](pen, panel, box, one) end
   draw_axes(pen, box, x_ticks, y_ticks)
   if scale then draw_scale(pen, box, panel.cells, scale) end
   draw_legend(pen, panel, legend, box.x, box.y - rows * 18 - 8)
   if panel.title then
      local room = 2 * math.min(middle - area.x, area.x + area.width - middle) - 10
      draw_label(pen, middle, area.y + 24, panel.title, title_size, room, { bold = true })
   end
   if panel.xlabel then
      draw_label(pen, middle, box.y + box.height + 36, panel.xlabel, label_size, box.width + 30, {})
   end
   if panel.ylabel then
      local x = box.x - widest(pen, y_ticks) - 18
      draw_label(pen, x, box.y + box.height / 2, panel.ylabel, label_size, box.height + 30, { turned = true })
   end
end

-- Draws all panels of a figure, which share the height; those of a row share its width. A pen begins on white.
function draw.figure(pen, figure)
   local top = figure.title and 30 or 0
   if figure.title then
      draw_label(pen, figure.width / 2, 24, figure.title, title_size + 2, figure.width - 20, { bold = true })
   end
   local height = (figure.height - top) / #figure.rows
   for r, row in ipairs(figure.rows) do
      local width = figure.width / #row
      for c, panel in ipairs(row) do
         draw_panel(pen, panel, { x = (c - 1) * width, y = top + (r - 1) * height, width = width, height = height })
      end
   end
   return pen:result()
end

return draw
