-- LÖVE: the module packed into the game, a picture of the engine without a copy, and a tensor handed from one thread to
-- another without a copy.

-- The Lua part is read from the .love file; the C part cannot be, so it is put beside the saved games first.
local function unpack_module()
   love.filesystem.write('core.so', assert(love.filesystem.read 'core.so'))
   package.preload['tensor.core'] = assert(package.loadlib(love.filesystem.getSaveDirectory() .. '/core.so',
      'luaopen_tensor_core'))
end

local function blur()
   local tensor = require 'tensor'
   local data = love.image.newImageData(64, 48)
   data:setPixel(20, 10, 1, 1, 1, 1)
   local pixels = tensor.fromBlob(data:getFFIPointer(), { sizes = { 48, 64, 4 }, dtype = 'byte' }, data)
   local kernel = tensor.ones(3, 3):div(9)
   for channel = 1, 3 do
      local plane = pixels:select(3, channel)
      plane:copy(tensor.conv2(plane:float(), kernel, 'F'):narrow(1, 2, 48):narrow(2, 2, 64):round())
   end
   local r = data:getPixel(21, 11) -- what the engine sees is what the module wrote
   assert(math.abs(r * 255 - 28) < 1, r)
   data:encode('png', 'blurred.png')
   assert(tensor.image.load(love.filesystem.getSaveDirectory() .. '/blurred.png'):size(2) == 48)
end

local worker = [[
   require 'love.filesystem'
   package.preload['tensor.core'] = assert(package.loadlib(love.filesystem.getSaveDirectory() .. '/core.so',
      'luaopen_tensor_core'))
   local tensor = require 'tensor'
   local inbox, outbox = ...
   local x = tensor.fromDLPack(inbox:demand())
   x:mul(2)
   outbox:push(x:sum())
]]

local function hand_over()
   local tensor = require 'tensor'
   local outbox, expected = love.thread.newChannel(), 0
   for k = 1, 2 do
      local inbox = love.thread.newChannel()
      local thread = love.thread.newThread(worker)
      thread:start(inbox, outbox)
      inbox:push((tensor.toDLPack(tensor.ones(1000) * k):release())) -- the thread owns it now
      expected = expected + 2000 * k
   end
   local sum = outbox:demand(30) + outbox:demand(30)
   assert(sum == expected, sum)
end

-- The game of examples/love: waves carry the boat, the picture shows them, and a frame makes no tensor.
local function sail()
   local tensor = require 'tensor'
   local data = love.image.newImageData(160, 120)
   local pond = require('pond').new(tensor.fromBlob(data:getFFIPointer(), { sizes = { 120, 160, 4 }, dtype = 'byte' },
      data))
   local start = pond.boat.x
   pond:throw(start - 8, pond.boat.y)
   collectgarbage()
   collectgarbage 'stop' -- so that what a frame makes can be seen
   local held = tensor.memoryStats().state
   for _ = 1, 60 do
      pond:step()
      pond:draw()
   end
   local made = tensor.memoryStats().state - held
   assert(made == 0, made)
   collectgarbage 'restart'
   assert(pond.boat.x > start + 5, pond.boat.x)
   assert(data:getPixel(30, 60) ~= data:getPixel(150, 60)) -- waves have come there, and not yet there
end

function love.load()
   unpack_module()
   local said = dofile(os.getenv 'HOST_CHECK')
   blur()
   sail() -- before threads give back what they were handed
   hand_over()
   print(said .. '; ImageData without a copy, a tensor from thread to thread, examples/love')
   love.event.quit()
end

function love.errorhandler(message)
   print(debug.traceback(message, 2))
   return function() return 1 end
end
