-- pond.lua: the world of the game in main.lua: a pond, a paper boat and a harbour. Stones make waves, waves carry the
-- boat. The water is a wave equation on a grid, all of whose steps write into tensors that are made once, so a frame
-- leaves nothing for the collector. Lengths are cells of the grid; places are x, y from the upper left corner, from 0.
local tensor = require 'tensor'

local stiffness, damping = 0.24, 0.97 -- the grid is stable up to 0.5
local splash = { 5, 4, 3, 2 } -- radii of the steps of the hole that a stone makes
local push, drag = 0.2, 0.95

local pond = {}
pond.__index = pond

local function floats(height, width) return tensor.FloatTensor(height, width):zero() end

-- The cells of a matrix that have four neighbours, moved by so many rows and columns.
local function inside(matrix, rows, columns)
   return matrix:narrow(1, 2 + rows, matrix:size(1) - 2):narrow(2, 2 + columns, matrix:size(2) - 2)
end

-- pixels: bytes, height x width x 4 (red, green, blue, opacity), into which the pond is drawn.
function pond.new(pixels)
   local height, width = pixels:size(1), pixels:size(2)
   local water, rise = floats(height, width), floats(height, width)
   local self = setmetatable({
      height = height, width = width, stones = 0, has_arrived = false,
      boat = { x = 0.15 * width, y = 0.5 * height, dx = 0, dy = 0 },
      harbour = { x = 0.9 * width, y = 0.5 * height, radius = 0.08 * width },
      water = water, rise = rise,
      middle = inside(water, 0, 0), middle_rise = inside(rise, 0, 0),
      neighbours = { inside(water, -1, 0), inside(water, 1, 0), inside(water, 0, -1), inside(water, 0, 1) },
      bend = floats(height - 2, width - 2), shade = floats(height, width), slope = nil,
      channels = { { pixels:select(3, 1), 40 }, { pixels:select(3, 2), 95 }, { pixels:select(3, 3), 150 } },
      tint = floats(height, width),
   }, pond)
   self.slope = inside(self.shade, 0, 0)
   pixels:select(3, 4):fill(255)
   return self
end

-- Sinks the water around a place by 1, as far as the pond goes.
local function sink(self, x, y, radius)
   local left, right = math.max(0, math.floor(x - radius)), math.min(self.width, math.floor(x + radius))
   local top, bottom = math.max(0, math.floor(y - radius)), math.min(self.height, math.floor(y + radius))
   if left >= right or top >= bottom then return end
   self.water:narrow(1, top + 1, bottom - top):narrow(2, left + 1, right - left):add(-1)
end

-- A stone falls into the water at a place.
function pond:throw(x, y)
   for _, radius in ipairs(splash) do sink(self, x, y, radius) end
   self.stones = self.stones + 1
end

local function flow(self)
   local bend, middle = self.bend, self.middle
   bend:zero()
   for _, neighbour in ipairs(self.neighbours) do bend:add(neighbour) end
   bend:add(-4, middle)
   self.middle_rise:add(stiffness, bend):mul(damping)
   middle:add(self.middle_rise)
end

-- The boat slides down the waves; banks stop it.
local function sail(self)
   local boat, water = self.boat, self.water
   local row, column = math.floor(boat.y) + 1, math.floor(boat.x) + 1
   boat.dx = drag * boat.dx + push * (water[{ row, column - 1 }] - water[{ row, column + 1 }])
   boat.dy = drag * boat.dy + push * (water[{ row - 1, column }] - water[{ row + 1, column }])
   boat.x = math.min(math.max(boat.x + boat.dx, 2), self.width - 3)
   boat.y = math.min(math.max(boat.y + boat.dy, 2), self.height - 3)
   local dx, dy = boat.x - self.harbour.x, boat.y - self.harbour.y
   self.has_arrived = dx * dx + dy * dy < self.harbour.radius ^ 2
end

-- A sixtieth of a second.
function pond:step()
   if self.has_arrived then return end
   flow(self)
   sail(self)
end

-- Light comes from the left: slopes that face it are bright.
function pond:draw()
   tensor.csub(self.slope, self.neighbours[4], self.neighbours[3])
   for _, channel in ipairs(self.channels) do
      tensor.mul(self.tint, self.shade, 120):add(channel[2]):clamp(0, 255)
      channel[1]:copy(self.tint)
   end
end

return pond
