-- tensor.plot's figures: whatever they are given, the three back ends draw it or an error says what is wrong.
local tensor = require 'tensor'
local axis = require 'tensor.plot.axis'

local plot, huge, nan = tensor.plot, math.huge, 0 / 0

local function labels(low, high, options, count)
   local words = {}
   for k, tick in ipairs(axis.new(low, high, options or {}):ticks(count or 5)) do
      words[k] = ('%s@%.2f'):format(tick.label, tick.at)
   end
   return table.concat(words, ' ')
end

describe('an axis', function()
   local log, largest = { log = true }, 1.7976931348623157e308
   local cases = {
      { '0@0.00 2@0.20 4@0.40 6@0.60 8@0.80 10@1.00', 0, 10 },
      { '0@0.15 5@0.40 10@0.65 15@0.90', -3, 17 },
      { '-0.2@0.00 -0.1@0.25 0.0@0.50 0.1@0.75 0.2@1.00', -0.2, 0.2 },
      { '0.001@0.00 0.002@0.31 0.003@0.63 0.004@0.94', 0.001, 0.0042 },
      { '1e-9@0.00 1.5e-9@0.25 2e-9@0.50 2.5e-9@0.75 3e-9@1.00', 1e-9, 3e-9 },
      { '1000000000@0.00 1000000001@0.33 1000000002@0.67 1000000003@1.00', 1e9, 1e9 + 3 },
      { '5e6@0.00 6e6@0.25 7e6@0.50 8e6@0.75 9e6@1.00', 5e6, 9e6 },
      { '-1e308@0.21 0@0.50 1e308@0.79', -1.7e308, 1.7e308 },
      { '0@0.00 5e-324@1.00', 0, 2 ^ -1074 },
      { '10000000000000000@0.00 10000000000000002@1.00', 1e16, 1e16 + 2 },
      { '6.5@0.14 7.0@0.50 7.5@0.86', 7, 7 },
      { '1@0.00 2@0.50 3@1.00', 1, 3, { integers = true } },
      { '0@1.00 5@0.50 10@0.00', 0, 1, { limits = { 10, 0 } }, 2 },
      { '0.0@0.00 0.5@0.50 1.0@1.00', huge, -huge, {}, 2 },
      { '1@0.00 10@0.20 100@0.40 1000@0.60 10000@0.80 100000@1.00', 1, 1e5, log },
      { '1@0.00 1e3@0.25 1e6@0.50 1e9@0.75 1e12@1.00', 1, 1e12, log, 4 },
      { '1e-300@0.00 1e-200@0.17 1e-100@0.33 1@0.50 1e100@0.67 1e200@0.83 1e300@1.00', 1e-300, 1e300, log },
      { '2@0.00 5@0.34 10@0.59 20@0.85', 2, 30, log },
      { '2.0@0.00 2.2@0.24 2.4@0.45 2.6@0.65 2.8@0.83 3.0@1.00', 2, 3, log },
      { '1.65e308@0.22 1.7e308@0.48 1.75e308@0.75', largest, largest, { pad = 0.05 } },
   }
   for _, case in ipairs(cases) do
      it(('from %g to %g has round ticks'):format(case[2], case[3]), function()
         assert.equal(case[1], labels(case[2], case[3], case[4], case[5]))
      end)
   end

   it('places finite numbers, and positive ones if it is logarithmic', function()
      assert.same({ 0.5, 2 }, { axis.new(0, 10, {}):place(5), axis.new(0, 10, {}):place(20) })
      assert.near(0.5, axis.new(1, 100, log):place(10), 1e-12)
      for _, v in ipairs { nan, huge, -huge } do assert.is_nil(axis.new(0, 1, {}):place(v)) end
      assert.is_nil(axis.new(1, 10, log):place(0))
      assert.equal(0.5, axis.new(-1.7e308, 1.7e308, {}):place(0))
      assert.equal(1e6, axis.new(0, 1e-300, {}):place(1e300)) -- bounded
   end)
end)

-- --- what every figure must do ---

local function width_of(line)
   return select(2, line:gsub('\27%[[%d;]*m', ''):gsub('[^\128-\191]', ''))
end

local function check_text(figure, options)
   local text = figure:text(options)
   for line in text:gmatch '[^\n]+' do assert.truthy(width_of(line) <= (options.width or 72), line) end
   assert.is_nil(text:find '%f[%w]nan%f[%W]' or text:find '%f[%w]inf%f[%W]')
   return text
end

-- Tags are closed in their order, and all coordinates are in or near the picture.
local function check_svg(figure)
   local svg, open = figure:svg(), {}
   for slash, name, rest in svg:gmatch '<(/?)(%w+)([^>]*)>' do
      if slash == '/' then assert.equal(name, table.remove(open))
      elseif not rest:find '/$' then open[#open + 1] = name end
   end
   assert.equal(0, #open)
   for points in svg:gmatch 'points="([^"]*)"' do
      for x, y in points:gmatch '(%S+),(%S+)' do
         local is_inside = tonumber(x) >= 0 and tonumber(x) <= figure.width and tonumber(y) >= 0
            and tonumber(y) <= figure.height
         if not is_inside then error(points) end
      end
   end
   assert.is_nil(svg:find '"%-?nan"' or svg:find '"%-?inf"')
   return svg
end

local series = {
   nothing = {}, ['one number'] = { 3 }, ['a constant'] = { 5, 5, 5 }, zeros = { 0, 0 },
   ['what is not finite'] = { 1, nan, 2, 3, huge, 4, -huge, 5 }, ['only NaN'] = { nan, nan },
   ['the largest numbers'] = { -1.79e308, 1.79e308 }, ['the largest number'] = { 1.7976931348623157e308 },
   ['the smallest numbers'] = { 0, 2 ^ -1074 }, ['close numbers'] = { 1e16, 1e16 + 2 },
   ['numbers below 0'] = { -1, -10 }, ['many decades'] = { 1e-300, 1, 1e300 },
}

local has_png = not select(2, pcall(tensor.image.encode, tensor.zeros(1, 1))):find('libpng', 1, true)

local function check_all(figure)
   for _, options in ipairs { {}, { ascii = true, width = 40, height = 1 }, { colour = true }, { colour = '24bit' } } do
      check_text(figure, options)
   end
   if has_png or not figure.rows[1][1].cells then check_svg(figure) end
   if not figure.rows[1][1].title then -- pixels take time
      assert.same({ 3, figure.height, figure.width }, figure:picture(1):size():totable())
   end
end

describe('a figure', function()
   local small = { width = 240, height = 140 }
   local function with(more)
      local o = { width = 240, height = 140, title = 'A <&> title', xlabel = 'x', ylabel = 'y' }
      for name, value in pairs(more) do o[name] = value end
      return o
   end

   for name, y in pairs(series) do
      it('shows ' .. name, function()
         check_all(plot.line(y, small))
         check_all(plot.scatter(y, with { legend = 'dots' }))
         check_all(plot.line(y, with { ylog = true, xlog = true }))
         check_all(plot.line(y, with { ylim = { 2, 1 }, xlim = { 0.5, 0.75 } }))
         check_all(plot.histogram(y, small))
         check_all(plot.histogram(y, with { ylog = true, bins = 3, xlim = { 4, -1 } }))
         if #y > 0 then check_all(plot.heat({ y }, with { map = 'gray' })) end
      end)
   end

   it('fits in ten columns and one row', function()
      local text = plot.line({ 1, 2 }):text { ascii = true, width = 10, height = 1 }
      assert.equal('2 +*******\n  ++-----+\n   1     2', text)
   end)

   it('shows pictures of every kind', function()
      for channels = 1, 4 do check_all(plot.image(tensor.rand(channels, 3, 5), small)) end
      check_all(plot.image(tensor.FloatTensor(2, 2):fill(nan), small))
      check_all(plot.image(tensor.rand(1, 300), small))
      check_all(plot.image(tensor.UInt16Tensor(2, 2):fill(65535), small))
      local white = plot.image(tensor.UInt16Tensor(2, 2):fill(65535), small).rows[1][1].cells
      assert.same({ 255, 255, 255 }, white.at(1, 1))
      local half = plot.image(tensor.FloatTensor { { { 0 } }, { { 0.5 } } }).rows[1][1].cells
      assert.same({ 127, 127, 127 }, half.at(1, 1)) -- black, half transparent, on white
   end)

   it('has as many panels as it was given', function()
      local a, b = plot.line({ 1, 2 }, { title = 'first' }), plot.heat({ { 1, 2 } })
      local figure = plot.subplots({ { a, b }, a }, { title = 'all', width = 300, height = 200 })
      check_all(figure)
      local _, count = figure:text():gsub('first', '')
      assert.equal(2, count)
   end)

   it('is the same for all types and layouts', function()
      local expected = plot.line { 1, 0, 1, 1 }:text()
      for _, name in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Half', 'BFloat16', 'Float', 'Double', 'Bool',
         'UInt16' } do
         assert.equal(expected, plot.line(tensor[name .. 'Tensor'] { 1, 0, 1, 1 }):text())
      end
      local matrix = tensor.FloatTensor { { 1, 0 }, { 0, 0 }, { 1, 0 }, { 1, 0 } }
      assert.equal(expected, plot.line(matrix:select(2, 1)):text())
      assert.equal(expected, plot.line(matrix:select(2, 1):toSparse()):text())
      assert.equal(expected, plot.line({ 1, 2, 3, 4 }, matrix:select(2, 1)):text())
   end)

   it('takes series in every form', function()
      local x, y = tensor.FloatTensor { 1, 2 }, tensor.FloatTensor { 3, 4 }
      local function names(figure)
         local list = {}
         for k, one in ipairs(figure.rows[1][1].series) do
            list[k] = ('%s %g,%g %g,%g'):format(tostring(one.name), one.x[1], one.x[2], one.y[1], one.y[2])
         end
         return table.concat(list, '; ')
      end
      assert.equal('nil 1,2 3,4', names(plot.line(y)))
      assert.equal('nil 5,6 3,4', names(plot.line({ 5, 6 }, y)))
      assert.equal('a 1,2 3,4', names(plot.line(y, { legend = 'a' })))
      assert.equal('a 1,2 3,4; nil 1,2 7,8', names(plot.line { { x, y, 'a' }, { 7, 8 } }))
      assert.equal('a 1,2 3,4; b 1,2 7,8', names(plot.line { { y, 'a' }, { { 7, 8 }, 'b' } }))
      assert.equal('nil 1,2 3,5; nil 1,2 4,6', names(plot.line { y, { 5, 6 } }:text() and
         plot.line(tensor.FloatTensor { { 3, 4 }, { 5, 6 } })))
      assert.equal('p 8,9 3,5; q 8,9 4,6', names(plot.scatter({ 8, 9 }, tensor.FloatTensor { { 3, 4 }, { 5, 6 } },
         { legend = { 'p', 'q' } })))
   end)

   it('leaves out names if it is told to', function()
      assert.truthy(plot.line({ { { 1, 2 }, 'name' } }):text():find('name', 1, true))
      assert.is_nil(plot.line({ { { 1, 2 }, 'name' } }, { legend = false }):text():find('name', 1, true))
   end)
end)

describe('a histogram', function()
   local function counts(x, o) return plot.histogram(x, o).rows[1][1].series[1].y end

   it('counts what lies in each bin, the ends included', function()
      assert.same({ 1, 2, 3 }, counts({ 1, 2, 2, 3, 3, 4 }, { bins = 3 }))
      assert.same({ 1, 1 }, counts({ 1, nan, huge, 2 }, { bins = 2 }))
      assert.same({ 0, 2 }, counts({ 1, 3, 4, 5 }, { bins = 2, xlim = { 2, 4 } }))
      assert.same({ 1, 1 }, counts({ -1.7e308, 1.7e308 }, { bins = 2 }))
      local sum = 0
      for _, count in ipairs(counts(tensor.randn(1000))) do sum = sum + count end
      assert.equal(1000, sum)
      assert.equal(20, #counts(tensor.randn(1000))) -- 2 n^(1/3)
   end)
end)

describe('a long line', function()
   it('keeps its peaks and gaps, and not all of its points', function()
      local y = tensor.zeros(100000)
      y[54321], y[77777], y[12345] = 7, -3, nan
      local one = plot.line(y).rows[1][1].series[1]
      assert.truthy(#one.x <= 5000, #one.x)
      local found, gap = {}, false
      for k, v in ipairs(one.y) do
         if v == 7 or v == -3 then found[one.x[k]] = v end
         gap = gap or v ~= v
         assert.truthy(k == 1 or one.x[k] > one.x[k - 1])
      end
      assert.same({ [54321] = 7, [77777] = -3 }, found)
      assert.is_true(gap)
      assert.equal(100000, one.x[#one.x])
   end)
end)
