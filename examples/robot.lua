-- robot.lua [folder]: where is the robot? An extended Kalman filter joins a gyroscope and an accelerometer, read
-- 1000 times a second, with wheels at 50 Hz and positions at 10 Hz that are 25 cm off. Prints how far its path and
-- the measured positions are from the truth and how long a step takes, and draws all three. A step makes no tensor:
-- every matrix it needs is made once.
-- Filter: S. Thrun, W. Burgard, D. Fox, Probabilistic Robotics, MIT Press 2005, section 3.3.
local tensor = require 'tensor'

local here = arg[0]:match '^.*[/\\]' or './'
local figure_path = (arg[1] or '.') .. '/robot.svg'

local X, Y, HEADING, SPEED, DRIFT = 1, 2, 3, 4, 5 -- the state; DRIFT is what the gyroscope says when nothing turns
local step_seconds = 0.001

local function zeros(...) return tensor.DoubleTensor(...):zero() end
local function diagonal(...) return tensor.diag(tensor.DoubleTensor { ... }) end

-- A sensor that reads some of the state, with the standard deviation of its noise.
local function new_sensor(positions, noise)
   local n = #positions
   local sensor = {
      positions = positions, n = n, noise = tensor.eye(n):double():mul(noise * noise), reads = zeros(n, 5),
      surprise = zeros(n), gain = zeros(5, n), spread = zeros(n, n), inverse = zeros(n, n), cross = zeros(5, n),
   }
   for row, position in ipairs(positions) do sensor.reads[{ row, position }] = 1 end
   sensor.reads_t = sensor.reads:t()
   return sensor
end

local function new_filter(heading)
   local state = zeros(5)
   state[HEADING] = heading
   local change = tensor.eye(5):double()
   return {
      state = state, covariance = diagonal(0.1, 0.1, 0.01, 0.01, 0.01),
      change = change, change_t = change:t(), -- the Jacobian of a step
      doubt = diagonal(0, 0, 1e-9, 4e-8, 1e-12), -- what a step adds to the covariance
      moved = zeros(5, 5), correction = zeros(5), shrink = zeros(5, 5), one = tensor.eye(5):double(),
   }
end

-- The state and its covariance after a step, by what the gyroscope and the accelerometer say.
local function predict(filter, gyroscope, acceleration)
   local s, change = filter.state, filter.change
   local east, north = math.cos(s[HEADING]) * step_seconds, math.sin(s[HEADING]) * step_seconds
   local speed = s[SPEED]
   change[{ X, HEADING }], change[{ X, SPEED }] = -speed * north, east
   change[{ Y, HEADING }], change[{ Y, SPEED }] = speed * east, north
   change[{ HEADING, DRIFT }] = -step_seconds
   s[X], s[Y] = s[X] + speed * east, s[Y] + speed * north
   s[HEADING] = s[HEADING] + (gyroscope - s[DRIFT]) * step_seconds
   s[SPEED] = speed + acceleration * step_seconds
   tensor.mm(filter.moved, change, filter.covariance)
   tensor.mm(filter.covariance, filter.moved, filter.change_t)
   filter.covariance:add(filter.doubt)
end

-- The state and its covariance after a sensor has read the numbers given.
local function correct(filter, sensor, ...)
   for row = 1, sensor.n do
      sensor.surprise[row] = select(row, ...) - filter.state[sensor.positions[row]]
   end
   tensor.mm(sensor.cross, filter.covariance, sensor.reads_t)
   tensor.mm(sensor.spread, sensor.reads, sensor.cross)
   sensor.spread:add(sensor.noise)
   tensor.inverse(sensor.inverse, sensor.spread)
   tensor.mm(sensor.gain, sensor.cross, sensor.inverse)
   filter.state:addmv(sensor.gain, sensor.surprise)
   tensor.mm(filter.shrink, sensor.gain, sensor.reads)
   filter.shrink:mul(-1):add(filter.one)
   tensor.mm(filter.moved, filter.shrink, filter.covariance)
   filter.covariance:copy(filter.moved)
end

local wheels, position = new_sensor({ SPEED }, 0.05), new_sensor({ X, Y }, 0.25)

local function step(filter, log, k)
   predict(filter, log[{ k, 2 }], log[{ k, 3 }])
   local speed, x = log[{ k, 4 }], log[{ k, 5 }]
   if speed == speed then correct(filter, wheels, speed) end -- an empty field is NaN
   if x == x then correct(filter, position, x, log[{ k, 6 }]) end
end

-- Filters the whole log. Returns the path and the seconds that each step took.
local function run(log)
   local filter, timer = new_filter(0.3), tensor.Timer()
   local path, seconds = zeros(log:size(1), 2), zeros(log:size(1))
   collectgarbage()
   collectgarbage 'stop' -- so that what a step makes stays, and can be seen
   local held = tensor.memoryStats().state
   for k = 1, log:size(1) do
      local before = timer:time().real
      step(filter, log, k)
      seconds[k] = timer:time().real - before
      path[{ k, 1 }], path[{ k, 2 }] = filter.state[X], filter.state[Y]
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
