-- tensor/plot.lua: tensor.plot. Called, it draws a curve in the terminal with braille characters, each of 2 x 4 dots;
-- its functions make figures (tensor/plot), which terminals, SVG and PNG files show.
local arguments = require 'tensor.arguments'
local axis = require 'tensor.plot.axis'
local braille = require 'tensor.plot.braille'
local errors = require 'tensor.plot.errors'
local figure = require 'tensor.plot.figure'
local kinds = require 'tensor.plot.kinds'

-- A row of the canvas as text.
local function row_of(canvas, y, ascii)
   local characters = {}
   for x = 0, canvas.columns - 1 do
      local character = canvas:character(x, y)
      characters[x + 1] = character ~= ' ' and ascii and '*' or character
   end
   return (table.concat(characters):gsub('%s+$', ''))
end

local function range_of(values)
   local least, most = math.huge, -math.huge
   for _, value in ipairs(values) do
      if axis.is_finite(value) then least, most = math.min(least, value), math.max(most, value) end
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
      if axis.is_finite(value) then
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
   local canvas = braille.new(option(options, 'width', 60), option(options, 'height', 12))
   local least, most = range_of(values)
   if least > most then return 'no finite numbers' end
   draw(canvas, values, least, most)
   local top, bottom = ('%.4g'):format(most), ('%.4g'):format(least)
   local margin, lines = math.max(#top, #bottom), {}
   for r = 1, canvas.rows do
      local label = r == 1 and top or r == canvas.rows and bottom or ''
      lines[r] = ('%s%s |%s'):format((' '):rep(margin - #label), label, row_of(canvas, r - 1, options.ascii))
   end
   local last = ('%d'):format(#values)
   lines[#lines + 1] = (' '):rep(margin + 1) .. '+' .. ('-'):rep(canvas.columns)
   lines[#lines + 1] = (' '):rep(margin + 2) .. '1' .. (' '):rep(math.max(1, canvas.columns - 1 - #last)) .. last
   return table.concat(lines, '\n')
end

-- --- figures ---

-- A figure of one panel, saved if the options name a file.
local function figure_by(kind)
   return function(...)
      local panel, o = kinds[kind](...)
      local made = figure.new({ { panel } }, o)
      return o.file and figure.save(made, o.file) or made
   end
end

-- The panels of a row or of several rows of figures, in rows.
local function rows_of(list)
   local rows = {}
   for r, row in ipairs(list) do
      if getmetatable(row) == figure.Figure then row = { row } end
      if type(row) ~= 'table' then errors.fail('row %d is a %s, not a list of figures', r, type(row)) end
      rows[r] = {}
      for c, one in ipairs(row) do
         if getmetatable(one) ~= figure.Figure then errors.fail('row %d, %d is no figure', r, c) end
         if #one.rows ~= 1 or #one.rows[1] ~= 1 then errors.fail('row %d, %d has subplots itself', r, c) end
         rows[r][c] = one.rows[1][1]
      end
      if #rows[r] == 0 then errors.fail('row %d has no figures', r) end
   end
   if #rows == 0 then errors.fail 'a table of rows of figures expected' end
   return rows
end

local function subplots(list, o)
   if type(list) ~= 'table' or getmetatable(list) == figure.Figure then
      errors.fail 'a table of rows of figures expected'
   end
   o = kinds.options_of(o, { 'file', 'height', 'title', 'width' })
   local made = figure.new(rows_of(list), o)
   made.title = o.title
   return o.file and figure.save(made, o.file) or made
end

local documents = {
   { 'plot', 'y:any o:options?', 'prints a vector as a curve in the terminal; options width, height, ascii; plot.text '
      .. 'returns the text, and plot.line, scatter, histogram, heat, image and subplots make figures' },
   { 'plot.line', 'y:any o:options?', 'a figure of lines: of a vector or table, of the columns of a matrix, or of a '
      .. "list of series {x, y, 'name'}; options title, xlabel, ylabel, legend, xlim, ylim, xlog, ylog, width, height "
      .. 'and file, the path of an SVG or PNG file' },
   { 'plot.line', 'x:any y:any o:options?' },
   { 'plot.scatter', 'y:any o:options?', 'a figure of points; series and options as for plot.line' },
   { 'plot.scatter', 'x:any y:any o:options?' },
   { 'plot.histogram', 'x:any o:options?', 'a figure of how many numbers lie in each of equal bins; x may be a list of '
      .. "{x, 'name'}; options bins, their number, and those of plot.line" },
   { 'plot.heat', 'x:any o:options?', 'a figure of a matrix as colours, its first row at the top; options map '
      .. '(viridis, gray or diverging), range, the numbers at its ends, zlabel, what the colours mean, xlim and ylim, '
      .. 'the coordinates of the edges, and others of plot.line' },
   { 'plot.image', 'x:Tensor o:options?', 'a figure of a picture as tensor.image has them, with axes; options as for '
      .. 'plot.heat without map, range and zlabel' },
   { 'plot.subplots', 'rows:table o:options?', 'a figure of others, given as rows of them; options title, width, '
      .. 'height, file' },
   { 'Figure.text', 'f:Figure o:options?', 'the figure as text for terminals; options width, height (of one panel), '
      .. 'ascii, colour', true },
   { 'Figure.show', 'f:Figure', 'prints the text as wide as the terminal, with the colours that it has; returns the '
      .. 'figure', true },
   { 'Figure.svg', 'f:Figure', 'the figure as the text of an SVG file', true },
   { 'Figure.picture', 'f:Figure scale:count=2', 'the figure as a ByteTensor of size 3xHxW, scale pixels for each that '
      .. 'its size names', true },
   { 'Figure.save', 'f:Figure path:string scale:count=2', 'writes the figure as SVG or PNG, by the end of the path; '
      .. 'returns it', true },
}

-- Makes module.plot.
local function install(module)
   local plot = { text = text, subplots = errors.public('plot.subplots', subplots) }
   for _, kind in ipairs { 'line', 'scatter', 'histogram', 'heat', 'image' } do
      plot[kind] = errors.public('plot.' .. kind, figure_by(kind))
   end
   module.plot = setmetatable(plot, { __call = function(_, y, options) print(text(y, options)) end })
   local doc
   for _, row in ipairs(documents) do
      doc = row[3] or doc
      module.document { name = row[1], signature = row[2], doc = doc, chapter = 'plot', ismethod = row[4] }
   end
end

return { install = install, text = text }
