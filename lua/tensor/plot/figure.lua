-- tensor/plot/figure.lua: figures, which are rows of panels (tensor/plot/kinds.lua) with a size and a title, and
-- their methods.
local arguments = require 'tensor.arguments'
local draw = require 'tensor.plot.draw'
local errors = require 'tensor.plot.errors'
local host = require 'tensor.host'
local raster = require 'tensor.plot.raster'
local svg = require 'tensor.plot.svg'
local terminal = require 'tensor.plot.terminal'

local Figure = {}
Figure.__index = Figure

local fail = errors.fail

local function whole(value, name, default, least, most)
   if value == nil then return default end
   if type(value) ~= 'number' or value < least or value > most or value ~= math.floor(value) then
      fail('%s must be a whole number from %d to %d', name, least, most)
   end
   return math.floor(value)
end

-- A figure of rows of panels.
local function new(rows, o)
   local columns = 0
   for _, row in ipairs(rows) do columns = math.max(columns, #row) end
   local self = setmetatable({ rows = rows }, Figure)
   self.width = whole(o.width, 'width', math.min(10000, columns == 1 and 640 or 440 * columns), 50, 10000)
   self.height = whole(o.height, 'height', math.min(10000, #rows == 1 and 400 or 300 * #rows), 50, 10000)
   return self
end

local function check(self, options, known)
   if getmetatable(self) ~= Figure then fail('a figure expected, got %s', type(self)) end
   if options ~= nil and type(options) ~= 'table' then fail('a table of options expected, got %s', type(options)) end
   local trouble = options and arguments.unknown_option(options, known)
   if trouble then fail('%s', trouble) end
   return options or {}
end

-- What the terminal at standard output shows: '24bit', true for 256 colours, or false.
local function colours_there()
   local tensor, io = require 'tensor', host.loaded 'io'
   local kind, depth = host.variable 'TERM', host.variable 'COLORTERM'
   local is_plain = not kind or kind == 'dumb' or (host.variable 'NO_COLOR' or '') ~= ''
   if is_plain or not io or not tensor.isatty(io.stdout) then return false end
   return (depth == 'truecolor' or depth == '24bit') and '24bit' or true
end

-- The methods as they are inside; the public ones are made of them below.
local methods = {}

function methods.text(self, options)
   local o = check(self, options, { 'ascii', 'colour', 'height', 'width' })
   local colour = o.colour or false
   if colour and colour ~= true and colour ~= '24bit' then
      fail("colour is true, false or '24bit', not %s", tostring(colour))
   end
   local height = #self.rows > 1 and 10 or 14
   return terminal.text(self, {
      width = whole(o.width, 'width', 72, 10, 1000), height = whole(o.height, 'height', height, 1, 1000),
      ascii = o.ascii, colour = colour,
   })
end

function methods.svg(self)
   check(self)
   return draw.figure(svg.new(self.width, self.height), self)
end

function methods.picture(self, scale)
   check(self)
   return draw.figure(raster.new(self.width, self.height, whole(scale, 'the scale', 2, 1, 4)), self)
end

function methods.save(self, path, scale)
   check(self)
   if type(path) ~= 'string' then fail('a path expected, got %s', type(path)) end
   local kind = path:lower():match '%.(%w+)$'
   if kind ~= 'svg' and kind ~= 'png' then fail('%s: the path must end in .svg or .png', path) end
   local text = kind == 'svg' and methods.svg(self) or require('tensor').image.encode(methods.picture(self, scale))
   local file, message = host.need('plot', 'io.open')(path, 'wb')
   if not file then fail('%s', message) end
   local written, trouble = file:write(text)
   local closed, trouble_at_close = file:close()
   if not (written and closed) then fail('%s: %s', path, trouble or trouble_at_close) end
   return self
end

-- The text as wide as the terminal, with the colours that it has.
local function shown(self)
   local width = require('tensor').terminalWidth 'stdout'
   width = width > 0 and math.max(20, math.min(#self.rows[1] > 1 and 160 or 100, width - 1)) or 72
   return methods.text(self, { width = width, colour = colours_there() })
end

function methods.show(self)
   check(self)
   print(shown(self))
   return self
end

Figure.__tostring = shown

for name, method in pairs(methods) do Figure[name] = errors.public('Figure.' .. name, method) end

return { new = new, Figure = Figure, save = methods.save }
