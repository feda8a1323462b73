-- Pond, a game for LÖVE 11: stones that you throw (click) make waves, and waves carry the boat to the harbour. The
-- world is pond.lua; it draws into the memory of an ImageData, which is a tensor without a copy.
--   eval "$(script/run --env)" && love examples/love          from the project's folder
-- README.md in this folder tells how to pack it into a .love file.
local height, width, scale = 120, 160, 5
local step_seconds = 1 / 60

-- In a .love file: the Lua part of the module is read from it; the C part cannot be, so it is put beside saved games.
local function unpack_module()
   if not love.filesystem.getInfo 'core.so' then return end
   love.filesystem.write('core.so', assert(love.filesystem.read 'core.so'))
   package.preload['tensor.core'] = assert(package.loadlib(love.filesystem.getSaveDirectory() .. '/core.so',
      'luaopen_tensor_core'))
end

local pond, data, image
local late = 0 -- seconds that have no step yet

function love.load()
   unpack_module()
   local tensor = require 'tensor'
   data = love.image.newImageData(width, height)
   local pixels = tensor.fromBlob(data:getFFIPointer(), { sizes = { height, width, 4 }, dtype = 'byte' }, data)
   pond = require('pond').new(pixels)
   image = love.graphics.newImage(data)
   image:setFilter 'linear'
end

function love.update(seconds)
   late = math.min(late + seconds, 5 * step_seconds)
   while late >= step_seconds do
      pond:step()
      late = late - step_seconds
   end
end

function love.mousepressed(x, y)
   if pond.has_arrived then love.event.quit 'restart' end
   pond:throw(x / scale, y / scale)
end

local function draw_boat(boat)
   love.graphics.push()
   love.graphics.translate(boat.x * scale, boat.y * scale)
   love.graphics.rotate(math.atan2(boat.dy, boat.dx))
   love.graphics.setColor(1, 1, 1)
   love.graphics.polygon('fill', 14, 0, -10, 8, -6, 0, -10, -8)
   love.graphics.pop()
end

function love.draw()
   pond:draw()
   image:replacePixels(data)
   love.graphics.setColor(1, 1, 1)
   love.graphics.draw(image, 0, 0, 0, scale)
   love.graphics.setColor(0.9, 0.3, 0.2)
   love.graphics.circle('line', pond.harbour.x * scale, pond.harbour.y * scale, pond.harbour.radius * scale)
   draw_boat(pond.boat)
   local text = pond.has_arrived and ('In the harbour after %d stones. Click to sail again.'):format(pond.stones)
      or ('Throw stones behind the boat. Stones: %d'):format(pond.stones)
   love.graphics.print(text, 12, 12)
end
