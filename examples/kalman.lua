-- kalman.lua: the extended Kalman filter of robot.lua and robot.cpp. It joins a gyroscope and an accelerometer, read
-- 1000 times a second, with wheels and positions that come now and then. A step makes no tensor: every matrix it needs
-- is made once, by new.
-- S. Thrun, W. Burgard, D. Fox, Probabilistic Robotics, MIT Press 2005, section 3.3.
local tensor = require 'tensor'

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

-- A robot that stands still in the origin and looks into a direction (radians).
local function new(heading)
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

-- A millisecond: rad/s, m/s2, m/s, m, m. speed and x, y are NaN where wheels and positions have nothing new. The
-- estimate is filter.state: x, y, heading, speed and the gyroscope's drift.
local function step(filter, gyroscope, acceleration, speed, x, y)
   predict(filter, gyroscope, acceleration)
   if speed == speed then correct(filter, wheels, speed) end
   if x == x then correct(filter, position, x, y) end
end

return { new = new, step = step }
