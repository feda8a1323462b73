-- Figures as files and on terminals: SVG, PNG, colours, and errors.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local colours = require 'tensor.plot.colours'
local files = require 'spec.support.files'

local plot = tensor.plot
local has_png = not select(2, pcall(tensor.image.encode, tensor.zeros(1, 1))):find('libpng', 1, true)

describe('a figure as a file', function()
   it('is SVG with its texts, as XML has them', function()
      local path = files.scratch(finally) .. '.SVG'
      finally(function() os.remove(path) end)
      local bad = 'a\27[31m <b> & "c"\200\255 \195\188 \237\160\128'
      local figure = plot.line({ 1, 2 }, { title = bad })
      assert.equal(figure, figure:save(path))
      local text = files.contents(path)
      assert.equal(figure:svg(), text)
      assert.truthy(text:find('>a [31m &lt;b&gt; &amp; &quot;c&quot;?? \195\188 ?<', 1, true), text)
      assert.is_nil(text:find('\27', 1, true))
   end)

   it('is written by the option file', function()
      local path = files.scratch(finally) .. '.svg'
      finally(function() os.remove(path) end)
      local figure = plot.subplots({ { plot.line { 1 } } }, { file = path })
      assert.equal(figure:svg(), files.contents(path))
      figure = plot.scatter({ 1, 2 }, { file = path })
      assert.equal(figure:svg(), files.contents(path))
   end)

   it('is PNG of the size asked for', function()
      if not has_png then return end
      local path = files.scratch(finally) .. '.png'
      finally(function() os.remove(path) end)
      local figure = plot.line({ 1, 2 }, { width = 200, height = 100 })
      figure:save(path)
      assert.same({ 3, 200, 400 }, tensor.image.load(path):size():totable())
      figure:save(path, 1)
      assert.same(figure:picture(1):totable(), tensor.image.load(path, { dtype = 'byte' }):totable())
   end)

   it('cannot be written where there is no such folder, no room or no such format', function()
      local figure = plot.line { 1, 2 }
      assert.error_matches(function() figure:save 'no/such/folder.svg' end, 'Figure.save: no/such/folder.svg: No such')
      assert.error_matches(function() plot.line({ 1 }, { file = 'no/such.svg' }) end, 'plot.line: no/such.svg: No such')
      assert.error_matches(function() figure:save 'a.gif' end, 'Figure.save: a.gif: the path must end in .svg or .png')
      assert.error_matches(function() figure:save() end, 'Figure.save: a path expected, got nil')
   end)
end)

describe('pixels', function()
   local function picture(y, o) return plot.line(y, o):picture(2) end

   it('of a line have its colour, and those at its edges a mixture', function()
      local p = picture({ 1, 1 }, { width = 200, height = 100, ylim = { 0, 2 } })
      local column, found, mixed = p:select(3, 240), false, 0
      for y = 1, 200 do
         local red, green, blue = column[1][y], column[2][y], column[3][y]
         if red == 0 and green == 114 and blue == 178 then found = true
         elseif blue > 178 and red < green and green < blue then mixed = mixed + 1 end
      end
      assert.is_true(found)
      assert.truthy(mixed >= 1)
   end)

   it('outside of all axes are white', function()
      local p = picture({ 1, 2, 3 }, { width = 200, height = 100 })
      assert.equal(255, p:narrow(2, 1, 3):min())
      assert.equal(255, p:narrow(3, 398, 3):min())
   end)

   it('of cells are those of the map', function()
      local p = plot.heat({ { 0, 1 } }, { width = 300, height = 200 }):picture(1)
      local row = p:select(2, 90)
      local function at(x) return { row[1][x], row[2][x], row[3][x] } end
      assert.same(colours.maps.viridis[1], at(60))
      assert.same(colours.maps.viridis[#colours.maps.viridis], at(180))
   end)
end)

-- The colours as people see them who lack one kind of cone (Machado, Oliveira and Fernandes 2009), on linear light.
local sights = {
   protanopia = { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } },
   deuteranopia = { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } },
}

local function seen(colour, sight)
   local light, result = {}, {}
   for c = 1, 3 do light[c] = (colour[c] / 255) ^ 2.2 end
   for c = 1, 3 do
      local v = sight[c][1] * light[1] + sight[c][2] * light[2] + sight[c][3] * light[3]
      result[c] = math.max(0, math.min(1, v)) ^ (1 / 2.2)
   end
   return result
end

describe('the colours', function()
   for name, sight in pairs(sights) do
      it('of series differ with ' .. name, function()
         for k = 1, 7 do
            for other = 1, k - 1 do
               local a, b, sum = seen(colours.of(k), sight), seen(colours.of(other), sight), 0
               for c = 1, 3 do sum = sum + (a[c] - b[c]) ^ 2 end
               assert.truthy(math.sqrt(sum) > 0.12, ('%d and %d: %g'):format(k, other, math.sqrt(sum)))
            end
         end
      end)
   end

   it('of viridis and gray grow lighter', function()
      for _, map in ipairs { 'viridis', 'gray' } do
         for k = 1, 50 do
            local before, now = colours.at(colours.maps[map], (k - 1) / 50), colours.at(colours.maps[map], k / 50)
            assert.truthy(colours.lightness(now) > colours.lightness(before), map .. k)
         end
      end
   end)
end)

describe('texts that are too long', function()
   local function texts_of(figure)
      local texts = {}
      for size, text in figure:svg():gmatch 'font%-size="([%d.]+)"[^>]*>([^<]*)</text>' do
         texts[#texts + 1] = { size = tonumber(size), text = text }
      end
      return texts
   end

   it('are smaller, then shorter', function()
      local some, most = ('word '):rep(9), ('\195\164'):rep(400)
      local found = {}
      for _, title in ipairs { 'word', some, most } do
         for _, one in ipairs(texts_of(plot.line({ 1, 2 }, { title = title, xlabel = most, width = 300 }))) do
            if one.text == title then found[#found + 1] = one.size
            elseif one.text:find '%.%.%.$' then
               found.cut = (found.cut or 0) + 1
               assert.truthy(#one.text < 200 and (one.text:gsub('%.%.%.$', ''):gsub('\195\164', '')) == '', one.text)
            end
         end
      end
      assert.equal(2, #found)
      assert.truthy(found[1] > found[2] and found[2] >= 9)
      assert.equal(4, found.cut)
   end)

   it('leave room for the lines between names of series', function()
      local list = {}
      for k = 1, 30 do list[k] = { { 1, 2 }, ('series number %d'):format(k) } end
      local shown = 0
      for _, one in ipairs(texts_of(plot.line(list, { width = 300, height = 200 }))) do
         if one.text:find '^series' then shown = shown + 1 end
      end
      assert.truthy(shown > 1 and shown < 10, shown)
   end)
end)

describe('a figure on a terminal', function()
   it('has colours only where it is asked for them', function()
      local figure = plot.line { 1, 2 }
      assert.is_nil(figure:text():find '\27')
      assert.truthy(figure:text { colour = true }:find('\27[38;5;31m', 1, true))
      assert.truthy(figure:text { colour = '24bit' }:find('\27[38;2;0;114;178m', 1, true))
   end)

   it('shows two cells in a character, one above the other', function()
      local text = plot.heat({ { 0 }, { 1 } }):text { colour = '24bit', height = 1 }
      assert.truthy(text:find('\27[38;2;68;1;84m\27[48;2;253;231;36m\226\150\128', 1, true))
   end)

   it('says what the colours mean where there is room', function()
      local figure = plot.heat({ { 0, 1 } }, { zlabel = 'height (mm)' })
      assert.truthy(figure:text { ascii = true }:find ' 1  height %(mm%)')
      assert.is_nil(figure:text { ascii = true, width = 30 }:find 'height')
      assert.truthy(figure:svg():find('>height (mm)</text>', 1, true))
   end)

   it('has marks where nothing else tells series apart', function()
      local figure = plot.line { { { 1, 2 }, 'a' }, { { 2, 1 }, 'b' } }
      assert.truthy(figure:text():find('* a   + b', 1, true))
      assert.truthy(figure:text { colour = true }:find('\27[38;5;31m\226\148\128\226\148\128\27[0m a', 1, true))
   end)

   it('has none in a file, where show writes 72 columns', function()
      local output = child.output [[
         local figure = tensor.plot.line({ 1, 2 })
         assert(figure:show() == figure)
         assert(tostring(figure) == figure:text())
      ]]
      assert.equal(plot.line { 1, 2 }:text() .. '\n', output)
   end)

   it('is loaded when tensor.plot is first used', function()
      assert.equal('nil\ttable\n', child.output [[
         local before = package.loaded['tensor.plot']
         print(before, type(tensor.plot) == 'table' and type(package.loaded['tensor.plot.figure']))
      ]])
   end)
end)

describe('wrong arguments', function()
   local line, heat, image, subplots = plot.line, plot.heat, plot.image, plot.subplots
   local figure = line { 1, 2 }
   local cases = {
      { 'plot.line: x has 2 numbers, y has 1', line, { 1, 2 }, { 1 } },
      { 'plot.line: y: a vector or a table of numbers expected, got number', line, 3 },
      { 'plot.line: y: a vector or a table of numbers expected, got nil', line },
      { 'plot.line: y: a vector or a table of numbers expected, got 3 dimensions', line, tensor.zeros(2, 2, 2) },
      { 'plot.line: y: element 2 is no number but a string', line, { 1, 'a' } },
      { 'plot.line: torch.ComplexFloatTensor has complex elements', line, tensor.ComplexFloatTensor(3) },
      { 'plot.line: a table of options expected, got number', line, { 1 }, { 1 }, 3 },
      { "plot.line: there is no option 'titel'", line, { 1 }, { titel = 'x' } },
      { 'plot.line: title is a string, not a number', line, { 1 }, { title = 3 } },
      { 'plot.line: ylim of a logarithmic axis is above 0', line, { 1 }, { ylog = true, ylim = { 0, 1 } } },
      { 'plot.line: xlim is a table of two different numbers', line, { 1 }, { xlim = { 1 / 0, 1 } } },
      { 'plot.line: legend is a name, a list of names or false', line, { 1 }, { legend = 3 } },
      { 'plot.line: legend: name 1 is a number', line, { 1 }, { legend = { 3 } } },
      { 'plot.line: width must be a whole number from 50 to 10000', line, { 1 }, { width = 1e9 } },
      { 'plot.line: series 2: a vector or a table expected, got number', line, { { 1, 2 }, 3 } },
      { "plot.line: series 1: kind is 'line' or 'scatter', not x", line, { { { 1 }, kind = 'x' } } },
      { 'plot.line: series 1: the name is a string, not a number', line, { { { 1 }, { 1 }, 3 } } },
      { "plot.line: series 1: there is no 'name'; there is kind", line, { { { 1 }, name = 'x' } } },
      { 'plot.histogram: bins is a whole number from 1 to 10000', plot.histogram, { 1 }, { bins = 2 ^ 40 } },
      { 'plot.heat: x: the matrix is empty', heat, tensor.zeros(0, 3) },
      { 'plot.heat: x: row 2 has 1 numbers, row 1 has 2', heat, { { 1, 2 }, { 3 } } },
      { "plot.heat: map is 'viridis', 'gray' or 'diverging', not jet", heat, { { 1 } }, { map = 'jet' } },
      { 'plot.heat: range is a table of two numbers', heat, { { 1 } }, { range = { 1 } } },
      { 'plot.image: a picture expected, which is a tensor of size HxW or CxHxW, got table', image, { { 1 } } },
      { 'plot.image: a picture expected', image, tensor.zeros(5, 2, 2) },
      { 'plot.subplots: a table of rows of figures expected', subplots, {} },
      { 'plot.subplots: row 1 has no figures', subplots, { {} } },
      { 'plot.subplots: row 1, 2 is no figure', subplots, { { figure, 3 } } },
      { 'plot.subplots: row 1, 1 has subplots itself', subplots, { { subplots { { figure, figure } } } } },
      { 'Figure.text: a figure expected, got table', figure.text, {} },
      { "Figure.text: colour is true, false or '24bit', not 3", figure.text, figure, { colour = 3 } },
      { 'Figure.text: width must be a whole number from 10 to 1000', figure.text, figure, { width = 1 } },
      { 'Figure.picture: the scale must be a whole number from 1 to 4', figure.picture, figure, 9 },
      { 'Figure.show: a figure expected, got nil', figure.show },
   }
   for _, case in ipairs(cases) do
      it('raise: ' .. case[1], function()
         local ok, message = pcall(case[2], case[3], case[4], case[5])
         assert.is_false(ok)
         assert.truthy(message:find(case[1], 1, true), message)
      end)
   end

   it('are reported at the line of the script', function()
      local _, message = pcall(function() plot.line(3) end)
      assert.truthy(message:find 'figure_files_spec.lua:%d+: plot.line: ', message)
   end)
end)
