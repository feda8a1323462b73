-- tensor/plot/terminal.lua: lays out a figure in characters: dots of braille, or marks where neither braille nor
-- colours tell series apart. Lines end where their text does; a colour ends with its characters.
local braille = require 'tensor.plot.braille'
local colours = require 'tensor.plot.colours'

local terminal = {}

local marks = { '*', '+', 'o', 'x', '#', '@', '%' }
local shades = { ascii = { ' ', '.', ':', '-', '=', '+', '*', '#', '%', '@' }, blocks = { ' ', '░', '▒', '▓', '█' } }
local frames = {
   ascii = { side = '|', tick = '+', corner = '+', floor = '-', mark = '+' },
   blocks = { side = '│', tick = '┤', corner = '└', floor = '─', mark = '┬' },
}

-- The number of characters of UTF-8 text, without the codes of colours.
local function width_of(text)
   return select(2, text:gsub('\27%[[%d;]*m', ''):gsub('[^\128-\191]', ''))
end

local function padded(text, width) return text .. (' '):rep(width - width_of(text)) end

-- Control characters would move the cursor.
local function clean(text) return (text:gsub('%c', ' ')) end

local function centred(text, width) return (' '):rep(math.floor((width - width_of(text)) / 2)) .. text end

-- --- colours: 24 bits where the terminal says so, else the 6 x 6 x 6 cube of 256 colours ---

local function code(colour, options, ground)
   if options.colour == '24bit' then
      return ('\27[%d;2;%d;%d;%dm'):format(ground, colour[1], colour[2], colour[3])
   end
   local n = 16
   for c, weight in ipairs { 36, 6, 1 } do n = n + weight * math.floor(colour[c] / 255 * 5 + 0.5) end
   return ('\27[%d;5;%dm'):format(ground, n)
end

local function painted(text, colour, options)
   if not (options.colour and colour) then return text end
   return code(colour, options, 38) .. text .. '\27[0m'
end

-- --- series ---

local function draw_line(canvas, one, k, place)
   local last_x, last_y
   for i = 1, #one.x do
      local x, y = place(one.x[i], one.y[i])
      if x then canvas:clipped(last_x or x, last_y or y, x, y, k) end
      last_x, last_y = x, y
   end
end

local function draw_scatter(canvas, one, k, place)
   for i = 1, #one.x do
      local x, y = place(one.x[i], one.y[i])
      if x then canvas:clipped(x, y, x, y, k) end
   end
end

local drawers = { line = draw_line, scatter = draw_scatter }

-- Fills each column of dots up to the count of its bin.
function drawers.bars(canvas, one, k, _, panel)
   local right, bottom = 2 * canvas.columns - 1, 4 * canvas.rows - 1
   local bins, low, high = #one.y, panel.x:place(one.edges[1]), panel.x:place(one.edges[#one.edges])
   for x = 0, right do
      local part = (x + 0.5) / (right + 1)
      local bin = math.floor((part - low) / (high - low) * bins) + 1
      local top = one.y[bin] and one.y[bin] > 0 and panel.y:place(one.y[bin])
      local dots = top and math.min(bottom + 1, math.floor(top * (bottom + 1) + 0.5)) or 0
      for y = bottom, bottom - dots + 1, -1 do canvas:dot(x, y, k) end
   end
end

-- A canvas whose lines may end outside of it.
local function new_canvas(columns, rows)
   local canvas = braille.new(columns, rows)
   local right, bottom = 2 * columns - 1, 4 * rows - 1
   local function clip(from, to, p, q)
      if p == 0 then return q >= 0 and from or 2, to end
      if p < 0 then return math.max(from, q / p), to end
      return from, math.min(to, q / p)
   end
   function canvas:clipped(x1, y1, x2, y2, mark)
      local dx, dy, from, to = x2 - x1, y2 - y1, 0, 1
      from, to = clip(from, to, -dx, x1 + 0.5)
      from, to = clip(from, to, dx, right + 0.49 - x1)
      from, to = clip(from, to, -dy, y1 + 0.5)
      from, to = clip(from, to, dy, bottom + 0.49 - y1)
      if from > to then return end
      local function round(v, most) return math.max(0, math.min(most, math.floor(v + 0.5))) end
      self:line(round(x1 + from * dx, right), round(y1 + from * dy, bottom), round(x1 + to * dx, right),
         round(y1 + to * dy, bottom), mark)
   end
   return canvas
end

-- The canvas as rows of text. Series that nothing else tells apart are drawn with marks.
local function series_rows(panel, columns, rows, options)
   local canvas = new_canvas(columns, rows)
   local right, bottom = 2 * columns - 1, 4 * rows - 1
   local function place(x, y)
      local across, up = panel.x:place(x), panel.y:place(y)
      if across and up then return across * right, (1 - up) * bottom end
   end
   for k, one in ipairs(panel.series) do drawers[one.kind](canvas, one, k, place, panel) end
   local has_marks, lines = options.ascii or not options.colour and #panel.series > 1, {}
   for y = 0, rows - 1 do
      local words = {}
      for x = 0, columns - 1 do
         local character, k = canvas:character(x, y)
         if has_marks and k then character = marks[(k - 1) % #marks + 1] end
         words[x + 1] = painted(character, k and panel.series[k].colour, options)
      end
      lines[y + 1] = table.concat(words)
   end
   return lines
end

-- --- cells ---

-- The cell in a place of a grid.
local function nearest(cells, row, rows, column, columns)
   return cells.at(math.min(cells.rows, math.floor((row - 0.5) / rows * cells.rows) + 1),
      math.min(cells.columns, math.floor((column - 0.5) / columns * cells.columns) + 1))
end

local function shade(colour, options)
   local list = options.ascii and shades.ascii or shades.blocks
   return list[math.min(#list, math.floor(colours.lightness(colour) * #list) + 1)]
end

-- With colours a character shows two cells, one above the other.
local function cell_rows(cells, columns, rows, options)
   local lines, halves = {}, options.colour and not options.ascii
   for y = 1, rows do
      local words = {}
      for x = 1, columns do
         if halves then
            local above = nearest(cells, 2 * y - 1, 2 * rows, x, columns)
            words[x] = code(above, options, 38) .. code(nearest(cells, 2 * y, 2 * rows, x, columns), options, 48) .. '▀'
         else
            local colour = nearest(cells, y, rows, x, columns)
            words[x] = painted(shade(colour, options), colour, options)
         end
      end
      lines[y] = table.concat(words) .. (halves and '\27[0m' or '')
   end
   return lines
end

local function scale_line(cells, columns, options)
   local low, high = ('%.4g'):format(cells.scale.low), ('%.4g'):format(cells.scale.high)
   local words, last = {}, math.max(3, math.min(20, columns - #low - #high - 2) - 1)
   for k = 0, last do
      local colour = colours.at(cells.map, k / last)
      words[k + 1] = painted(options.colour and not options.ascii and '█' or shade(colour, options), colour, options)
   end
   local line = ('%s %s %s'):format(low, table.concat(words), high)
   local rest = columns - width_of(line) - 2
   return (cells.label and rest >= width_of(cells.label)) and ('%s  %s'):format(line, clean(cells.label)) or line
end

-- --- around them ---

local function legend_lines(panel, width, options)
   local lines, line = {}, ''
   local has_marks = options.ascii or not options.colour and #panel.series > 1
   for k, one in ipairs(panel.hasLegend and panel.series or {}) do
      if one.name then
         local mark = has_marks and marks[(k - 1) % #marks + 1] or one.kind == 'line' and '──' or '●'
         local entry = painted(mark, one.colour, options) .. ' ' .. clean(one.name)
         if line ~= '' and width_of(line) + 3 + width_of(entry) > width then
            lines[#lines + 1] = line
            line = ''
         end
         line = line == '' and entry or line .. '   ' .. entry
      end
   end
   if line ~= '' then lines[#lines + 1] = line end
   return lines
end

-- The labels of an axis by the row or column, from 1 to count, at which they stand.
local function by_place(ticks, count)
   local labels, most = {}, 0
   for _, tick in ipairs(ticks) do
      labels[math.max(1, math.min(count, math.floor(tick.at * (count - 1) + 1.5)))] = tick.label
      most = math.max(most, #tick.label)
   end
   return labels, most
end

-- The line of the x axis and the labels below it, each centred at its tick where the one before leaves room.
local function bottom_lines(panel, columns, frame)
   local labels = by_place(panel.x:ticks(columns / 12), columns)
   local floor, below = {}, ''
   for x = 1, columns do
      local text = labels[x]
      local start = text and math.max(0, math.min(columns - #text, x - 1 - math.floor(#text / 2)))
      if text and (below == '' or start > #below) then
         floor[x] = frame.mark
         below = below .. (' '):rep(start - #below) .. text
      else floor[x] = frame.floor end
   end
   return table.concat(floor), below
end

-- Cells that are square are as high as two columns are wide.
local function shape(panel, columns, rows)
   local cells = panel.cells
   if not (cells and cells.square) then return columns, rows end
   local side = math.min(columns / cells.columns, 2 * rows / cells.rows)
   return math.max(1, math.floor(side * cells.columns + 0.5)), math.max(1, math.floor(side * cells.rows / 2 + 0.5))
end

-- A panel as lines of at most width characters, of which the axes leave the rest to the content.
local function panel_lines(panel, width, height, options)
   local frame, lines = frames[options.ascii and 'ascii' or 'blocks'], {}
   local labels, margin = by_place(panel.y:ticks(height / 4), height)
   local columns, rows = shape(panel, math.max(4, width - margin - 2), height)
   if rows ~= height then labels, margin = by_place(panel.y:ticks(rows / 4), rows) end
   local indent = (' '):rep(margin + 2)
   local function add(text) lines[#lines + 1] = text end
   if panel.title then add(indent .. centred(clean(panel.title), columns)) end
   if panel.series then
      for _, line in ipairs(legend_lines(panel, columns, options)) do add(indent .. line) end
   end
   if panel.ylabel then add(clean(panel.ylabel)) end
   local content = panel.cells and cell_rows(panel.cells, columns, rows, options)
      or series_rows(panel, columns, rows, options)
   for r = 1, rows do
      local label = labels[rows - r + 1]
      add(('%s%s %s%s'):format((' '):rep(margin - #(label or '')), label or '', label and frame.tick or frame.side,
         content[r]))
   end
   local floor, below = bottom_lines(panel, columns, frame)
   add((' '):rep(margin + 1) .. frame.corner .. floor)
   add(indent .. below)
   if panel.xlabel then add(indent .. centred(clean(panel.xlabel), columns)) end
   if panel.cells and panel.cells.scale then add(indent .. scale_line(panel.cells, columns, options)) end
   return lines
end

-- Panels side by side.
local function beside(panels, width)
   local lines, most = {}, 0
   for _, panel in ipairs(panels) do most = math.max(most, #panel) end
   for k = 1, most do
      local line = ''
      for c, panel in ipairs(panels) do line = padded(line, (c - 1) * width) .. (panel[k] or '') end
      lines[k] = line
   end
   return lines
end

-- Options: width and height in characters, ascii, colour (true, '24bit' or false).
function terminal.text(figure, options)
   local all = {}
   if figure.title then all[1] = centred(clean(figure.title), options.width) end
   for _, row in ipairs(figure.rows) do
      local panels, width = {}, math.floor(options.width / #row)
      for c, panel in ipairs(row) do
         panels[c] = panel_lines(panel, #row > 1 and width - 2 or width, options.height, options)
      end
      for _, line in ipairs(beside(panels, width)) do all[#all + 1] = line end
   end
   for k, line in ipairs(all) do all[k] = line:gsub('%s+$', '') end
   return table.concat(all, '\n')
end

return terminal
