-- robot.lua [folder]: where is the robot? An extended Kalman filter joins a gyroscope and an accelerometer, read
-- 1000 times a second, with wheels at 50 Hz and positions at 10 Hz that are 25 cm off. Prints how far its path and
-- the measured positions are from the truth and how long a step takes, and draws all three. The filter is kalman.lua;
-- robot.cpp runs it in a C++ program.
local tensor = require 'tensor'

local here = arg[0]:match '^.*[/\\]' or './'
local kalman = dofile(here .. 'kalman.lua')
local figure_path = (arg[1] or '.') .. '/robot.svg'

-- Filters the whole log. Returns the path and the seconds that each step took.
local function run(log)
   local filter, timer = kalman.new(0.3), tensor.Timer()
   local path, seconds = log.new(log:size(1), 2), log.new(log:size(1))
   collectgarbage()
   collectgarbage 'stop' -- so that what a step makes stays, and can be seen
   local held = tensor.memoryStats().state
   for k = 1, log:size(1) do
      local before = timer:time().real
      kalman.step(filter, log[{ k, 2 }], log[{ k, 3 }], log[{ k, 4 }], log[{ k, 5 }], log[{ k, 6 }])
      seconds[k] = timer:time().real - before
      path[{ k, 1 }], path[{ k, 2 }] = filter.state[1], filter.state[2]
   end
   collectgarbage 'restart'
   return path, seconds, tensor.memoryStats().state - held
end

-- The root of the mean squared distance.
local function distance(a, b) return math.sqrt((a - b):pow(2):sum(2):mean()) end

local log = tensor.load(here .. 'data/robot.csv')
local path, seconds, made = run(log)

local known = log:select(2, 5):isnan():logicalNot():nonzero():squeeze()
local measured, truth = log:narrow(2, 5, 2):index(1, known), log:narrow(2, 7, 2):index(1, known)
print(('measured positions are %.2f m off, the filter %.2f m'):format(
   distance(measured, truth), distance(path:index(1, known), truth)))
local microseconds = seconds:quantile({ 0.5, 0.999, 1 }) * 1e6
print(('a step takes %.0f us, the 99.9th percentile %.0f us, the slowest %.0f us, of 1000 us at 1 kHz'):format(
   microseconds[1], microseconds[2], microseconds[3]))
print(('bytes of tensors made by %d steps: %d'):format(log:size(1), made))

local function series(places, name, kind)
   return { places:select(2, 1), places:select(2, 2), name, kind = kind }
end
tensor.plot.line({
   series(measured, 'measured', 'scatter'), series(path, 'estimate'), series(truth, 'truth'),
}, { title = 'The path of a robot', xlabel = 'x (m)', ylabel = 'y (m)', file = figure_path })
