-- record_robot.lua > robot.csv: drives a robot that is not there, and writes what its sensors would have said. The
-- gyroscope drifts and the accelerometer and all others are noisy; a field is empty where a sensor has nothing new.
local tensor = require 'tensor'

tensor.manualSeed(11)
local rate, seconds = 1000, 10
local noise = tensor.randn(rate * seconds, 5)
local x, y, heading, speed, drift = 0, 0, 0.3, 0, 0.08

print 'time (s),gyroscope (rad/s),acceleration (m/s2),wheels (m/s),x (m),y (m),true x (m),true y (m)'
for k = 1, rate * seconds do
   local t, e = k / rate, noise[k]
   local turn = 0.9 * math.sin(0.9 * t) + 0.3 * math.sin(2.3 * t)
   local push = t < 1.5 and 1 or 0.6 * math.cos(1.7 * t)
   x, y = x + speed * math.cos(heading) / rate, y + speed * math.sin(heading) / rate
   heading, speed = heading + turn / rate, speed + push / rate
   local line = { ('%.3f,%.4f,%.3f,'):format(t, turn + drift + 0.03 * e[1], push + 0.2 * e[2]) }
   line[2] = k % 20 == 0 and ('%.3f,'):format(speed + 0.05 * e[3]) or ','
   line[3] = k % 100 == 0 and ('%.3f,%.3f,%.3f,%.3f'):format(x + 0.25 * e[4], y + 0.25 * e[5], x, y) or ',,,'
   print(table.concat(line))
end
