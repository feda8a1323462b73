-- game.lua: the world of the game in game.c, a box of balls that fall and push each other away. The host calls
-- world.step() once a frame, world.kick(x, y) where the player points, and shows its own memory, in which the balls
-- leave trails. A frame makes no tensor: every result has its place, and the collector has nothing to do.
local tensor = require 'tensor'

local count, radius = 64, 0.02       -- sizes and speeds in heights of the box, and seconds
local frame_seconds, gravity, bounce, push = 1 / 60, -1.2, 0.9, 60

local world = {}

local function floats(...) return tensor.FloatTensor(...):zero() end

-- Makes a world that draws into a matrix of brightness.
function world.new(picture)
   local height, width = picture:size(1), picture:size(2)
   local right = width / height
   local place = tensor.rand(2, count):float()
   place:select(1, 1):mul(right)
   world.picture, world.right, world.place = picture, right, place
   world.speed = floats(2, count):uniform(-0.5, 0.5)
   world.pixels = picture:view(-1)
   world.pixel, world.row, world.index = floats(count), floats(count), tensor.LongTensor(count)
   world.axes = {}
   for k, most in ipairs { right, 1 } do
      local at = place:select(1, k)
      world.axes[k] = {
         at = at, speed = world.speed:select(1, k), least = radius, most = most - radius, outside = floats(count),
         from = at:view(1, count):expand(count, count), to = at:view(count, 1):expand(count, count),
         apart = floats(count, count), force = floats(count, 1), column = world.speed:select(1, k):view(count, 1),
      }
   end
   world.near, world.square = floats(count, count), floats(count, count)
end

-- Balls closer than two radii push each other away, the stronger the closer.
local function push_apart()
   local near, square = world.near, world.square
   near:fill(4 * radius * radius)
   for _, axis in ipairs(world.axes) do
      tensor.csub(axis.apart, axis.to, axis.from)
      near:addcmul(-1, axis.apart, axis.apart)
   end
   near:cmax(0):mul(push / radius)
   for _, axis in ipairs(world.axes) do
      tensor.cmul(square, axis.apart, near)
      tensor.sum(axis.force, square, 2)
      axis.column:add(axis.force)
   end
end

-- What is beyond a wall is put back inside by as much, and moves the other way.
local function reflect(axis)
   tensor.clamp(axis.outside, axis.at, axis.least, axis.most)
   axis.outside:csub(axis.at)
   axis.at:add(2, axis.outside)
   axis.outside:abs():sign():mul(-1 - bounce):add(1)
   axis.speed:cmul(axis.outside)
end

local function draw()
   local height, width = world.picture:size(1), world.picture:size(2)
   world.picture:mul(0.93):add(-0.001):cmax(0) -- to 0, not to denormal numbers, with which processors are slow
   tensor.mul(world.pixel, world.axes[1].at, height):floor():clamp(0, width - 1)
   tensor.mul(world.row, world.axes[2].at, -height):add(height):floor():clamp(0, height - 1)
   world.pixel:add(width, world.row):add(1)
   world.index:copy(world.pixel)
   world.pixels:indexFill(1, world.index, 1)
end

function world.step()
   world.axes[2].speed:add(gravity * frame_seconds)
   push_apart()
   for _, axis in ipairs(world.axes) do
      axis.at:add(frame_seconds, axis.speed)
      reflect(axis)
   end
   draw()
end

-- A blast at a place (from the left and the bottom, in heights of the box): the nearer a ball, the faster it flies.
function world.kick(x, y)
   local distance = world.row:fill(0.02)
   for k, axis in ipairs(world.axes) do
      tensor.add(axis.outside, axis.at, k == 1 and -x or -y)
      distance:addcmul(axis.outside, axis.outside)
   end
   for _, axis in ipairs(world.axes) do axis.speed:addcdiv(0.6, axis.outside, distance) end
end

return world
