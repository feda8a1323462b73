-- tensor/plot/kinds.lua: what is plotted, as panels. A panel has
--    series    a list of { kind =, x =, y =, name =, colour = }; kind is 'line', 'scatter' or 'bars', which have edges
--              instead of x
--    cells     instead of series: { rows =, columns =, at = function(row, column) giving a colour }; square = true
--              keeps cells square; scale, an axis, and map say which number has which colour, label what numbers
--              they are
--    x, y      axes
--    title, xlabel, ylabel, hasLegend
-- This is all that the back ends know.
local arguments = require 'tensor.arguments'
local axis = require 'tensor.plot.axis'
local colours = require 'tensor.plot.colours'
local pictures = require 'tensor.plot.pictures'
local fail = require('tensor.plot.errors').fail
local series = require 'tensor.plot.series'

local kinds = {}

-- --- options ---

local common = { 'file', 'height', 'title', 'width', 'xlabel', 'xlim', 'ylabel', 'ylim' }

local function with(names, more)
   local list = {}
   for _, name in ipairs(names) do list[#list + 1] = name end
   for name in more:gmatch '%S+' do list[#list + 1] = name end
   table.sort(list)
   return list
end

local with_logs = with(common, 'legend xlog ylog')
local with_bins = with(common, 'bins legend ylog')
local with_map = with(common, 'map range zlabel')

local function is_pair(v)
   return type(v) == 'table' and #v == 2 and type(v[1]) == 'number' and type(v[2]) == 'number'
      and axis.is_finite(v[1]) and axis.is_finite(v[2])
end

local checks = {
   title = 'string', xlabel = 'string', ylabel = 'string', file = 'string', xlog = 'boolean', ylog = 'boolean',
   zlabel = 'string',
}

local function check_limits(o, name, is_log)
   local limits = o[name]
   if limits == nil then return end
   if not is_pair(limits) or limits[1] == limits[2] then fail('%s is a table of two different numbers', name) end
   if is_log and math.min(limits[1], limits[2]) <= 0 then fail('%s of a logarithmic axis is above 0', name) end
end

-- Raises unless o is nil or a table of options that are known.
function kinds.options_of(o, known)
   if o == nil then return {} end
   if type(o) ~= 'table' then fail('a table of options expected, got %s', type(o)) end
   local trouble = arguments.unknown_option(o, known)
   if trouble then fail('%s', trouble) end
   for name, kind in pairs(checks) do
      if o[name] ~= nil and type(o[name]) ~= kind then fail('%s is a %s, not a %s', name, kind, type(o[name])) end
   end
   check_limits(o, 'xlim', o.xlog)
   check_limits(o, 'ylim', o.ylog)
   return o
end

-- Names the series by the option legend: a name, a list of names, or false for none.
local function name_series(list, legend)
   if type(legend) == 'string' then legend = { legend } end
   if legend ~= nil and legend ~= true and legend ~= false and type(legend) ~= 'table' then
      fail('legend is a name, a list of names or false, not a %s', type(legend))
   end
   for k, one in ipairs(list) do
      local name = type(legend) == 'table' and legend[k] or nil
      if name ~= nil and type(name) ~= 'string' then fail('legend: name %d is a %s', k, type(name)) end
      one.name = name or one.name
      one.colour = colours.of(k)
   end
   return legend ~= false
end

local function panel_of(o, content)
   content.title, content.xlabel, content.ylabel = o.title, o.xlabel, o.ylabel
   return content
end

-- --- lines and points ---

local function lists_of(list, key)
   local found = {}
   for k, one in ipairs(list) do found[k] = one[key] end
   return found
end

-- An axis around the numbers of some lists.
local function axis_of(lists, options)
   local low, high = axis.extent(lists, options.log)
   return axis.new(low, high, options)
end

local function draw_by(kind, x, y, o)
   if o == nil and type(y) == 'table' and y[1] == nil then y, o = nil, y end
   o = kinds.options_of(o, with_logs)
   local list = series.read(x, y)
   local has_points, is_counted = kind == 'scatter', true
   for _, one in ipairs(list) do
      one.kind = one.kind or kind
      has_points = has_points or one.kind == 'scatter'
      is_counted = is_counted and one.isCounted
      if one.kind == 'line' then one.x, one.y = series.thin(one.x, one.y) end
   end
   return panel_of(o, {
      series = list, hasLegend = name_series(list, o.legend),
      x = axis_of(lists_of(list, 'x'), {
         limits = o.xlim, log = o.xlog, pad = has_points and 0.04 or 0, integers = is_counted,
      }),
      y = axis_of(lists_of(list, 'y'), { limits = o.ylim, log = o.ylog, pad = 0.05 }),
   }), o
end

function kinds.line(x, y, o) return draw_by('line', x, y, o) end

function kinds.scatter(x, y, o) return draw_by('scatter', x, y, o) end

-- --- histograms ---

-- The bins that serve all samples: so many that n numbers have 2 n^(1/3).
local function bins_of(samples, o)
   local low, high = axis.extent(lists_of(samples, 'values'))
   local most = 0
   for _, one in ipairs(samples) do most = math.max(most, #one.values) end
   local bins = o.bins or math.max(1, math.min(200, math.ceil(2 * most ^ (1 / 3) - 1e-9)))
   if type(bins) ~= 'number' or bins < 1 or bins > 10000 or bins ~= math.floor(bins) then
      fail('bins is a whole number from 1 to 10000')
   end
   if o.xlim then low, high = math.min(o.xlim[1], o.xlim[2]), math.max(o.xlim[1], o.xlim[2]) end
   local range = axis.new(low, high, {})
   return range, bins
end

-- How many of the numbers lie in each bin; the last bin has its upper end, too.
local function counts_of(values, range, bins)
   local counts = {}
   for k = 1, bins do counts[k] = 0 end
   for _, v in ipairs(values) do
      local part = range:place(v)
      if part and part >= 0 and part <= 1 then
         local k = math.min(bins, math.floor(part * bins) + 1)
         counts[k] = counts[k] + 1
      end
   end
   return counts
end

function kinds.histogram(x, o)
   o = kinds.options_of(o, with_bins)
   local list = series.samples(x)
   local range, bins = bins_of(list, o)
   local edges, most = {}, 0
   for k = 0, bins do edges[k + 1] = range.low * (1 - k / bins) + range.high * (k / bins) end
   for _, one in ipairs(list) do
      one.kind, one.edges, one.y = 'bars', edges, counts_of(one.values, range, bins)
      one.values = nil
      for _, count in ipairs(one.y) do most = math.max(most, count) end
   end
   local limits = o.ylim or { o.ylog and 0.5 or 0, most > 0 and most * 1.05 or 1 }
   return panel_of(o, {
      series = list, hasLegend = name_series(list, o.legend),
      x = axis.new(range.low, range.high, { limits = o.xlim }),
      y = axis.new(0, 1, { limits = limits, log = o.ylog, integers = most < 5 }),
   }), o
end

-- --- cells ---

-- Axes along the edges of rows and columns. The first row is at the top.
local function around(cells, o)
   return axis.new(0, 1, { limits = o.xlim or { 0.5, cells.columns + 0.5 }, integers = not o.xlim }),
      axis.new(0, 1, { limits = o.ylim or { cells.rows + 0.5, 0.5 }, integers = not o.ylim })
end

local no_number = { 221, 221, 221 }

local function map_of(o)
   local map = o.map == nil and 'viridis' or o.map
   if not colours.maps[map] then fail("map is 'viridis', 'gray' or 'diverging', not %s", tostring(map)) end
   return colours.maps[map]
end

function kinds.heat(x, o)
   o = kinds.options_of(o, with_map)
   local map, rows = map_of(o), series.matrix(x, 'x')
   if o.range ~= nil and not is_pair(o.range) then fail('range is a table of two numbers') end
   local low, high = axis.extent(rows)
   local scale = axis.new(low, high, { limits = o.range and o.range[1] ~= o.range[2] and o.range or nil })
   local cells = { rows = #rows, columns = #rows[1], scale = scale, map = map, label = o.zlabel }
   function cells.at(r, c)
      local part = scale:place(rows[r][c])
      return part and colours.at(map, part) or no_number
   end
   local panel = panel_of(o, { cells = cells })
   panel.x, panel.y = around(cells, o)
   return panel, o
end

function kinds.image(x, o)
   o = kinds.options_of(o, common)
   local cells = pictures.cells(x)
   local panel = panel_of(o, { cells = cells })
   panel.x, panel.y = around(cells, o)
   return panel, o
end

return kinds
