-- plots.lua: figures of doc/plots.md. Writes them as SVG and PNG files into the folder given (here: the current one).
local tensor = require 'tensor'
local plot = tensor.plot

local here, folder = arg[0]:match '^.*/' or '', (arg[1] or '.') .. '/'
tensor.manualSeed(4)

-- Lines: several series, with their names.
local t = tensor.linspace(0, 12, 400)
local function swing(damping) return tensor.cmul((t * -damping):exp(), (t * 2):cos()) end
plot.line({ { t, swing(0), 'no damping' }, { t, swing(0.15), '0.15' }, { t, swing(0.6), '0.6' } }, {
   title = 'A pendulum', xlabel = 'time (s)', ylabel = 'angle (rad)', file = folder .. 'lines.svg',
})

-- Points, and a line through them.
local x = tensor.rand(120) * 10
local y = x * 0.8 + tensor.randn(120) + 1
local columns = tensor.cat({ tensor.onesLike(x):view(120, 1), x:view(120, 1) }, 2)
local w = (columns:t() * columns):inverse() * (columns:t() * y)
plot.scatter({ { x, y, 'measured' }, { { 0, 10 }, { w[1], w[1] + 10 * w[2] }, 'fitted', kind = 'line' } }, {
   title = ('y = %.2f + %.2f x'):format(w[1], w[2]), xlabel = 'x', ylabel = 'y', file = folder .. 'points.svg',
})

-- How often numbers occur, in bins that all samples share.
plot.histogram({ { tensor.randn(4000), 'before' }, { tensor.randn(4000) * 0.6 + 2, 'after' } }, {
   bins = 60, title = 'Two samples', ylabel = 'count', file = folder .. 'histogram.svg',
})

-- A matrix as colours: the waves of two sources.
local n = 100
local across = tensor.linspace(-10, 10, n):view(1, n):expand(n, n)
local up = tensor.linspace(6, -6, n):view(n, 1):expand(n, n)
local function waves(source)
   return (tensor.pow(across - source, 2) + tensor.pow(up, 2)):sqrt():mul(3):cos()
end
plot.heat(waves(-3) + waves(3), {
   map = 'diverging', range = { -2, 2 }, xlim = { -10, 10 }, ylim = { -6, 6 }, title = 'Interference',
   xlabel = 'x (cm)', ylabel = 'y (cm)', zlabel = 'height (mm)', file = folder .. 'heat.svg',
})

-- Logarithmic axes: the error of a difference quotient has its minimum where rounding takes over.
local function errors_of(order)
   local steps, found = {}, {}
   for k = 1, 60 do
      local h = 10 ^ (-k / 4)
      steps[k] = h
      local slope = order == 1 and (math.sin(1 + h) - math.sin(1)) / h or (math.sin(1 + h) - math.sin(1 - h)) / (2 * h)
      found[k] = math.abs(slope - math.cos(1))
   end
   return { steps, found, order == 1 and 'forward' or 'central' }
end
local quotients = plot.line({ errors_of(1), errors_of(2) }, {
   xlog = true, ylog = true, title = 'Difference quotients', xlabel = 'step', ylabel = 'error',
   file = folder .. 'logarithms.svg',
})

-- A picture with axes, and several figures in one.
local picture = plot.image(tensor.image.load(here .. '../doc/pictures/digits.png'), { title = 'A picture' })
local walk = plot.line(tensor.randn(300, 4):cumsum(1), { title = 'Four random walks' })
local bars = plot.histogram(tensor.rand(1000, 12):sum(2):view(1000), { title = 'Sums of twelve numbers' })
plot.subplots({ { walk, bars }, { quotients, picture } }, { width = 900, height = 640 }):save(folder .. 'many.png', 1)

walk:show()
