-- PNG and JPEG by tensor.load and tensor.save, and what JPEG has that PNG has not; tensor.image is in image_spec.lua.
local tensor = require 'tensor'
local files = require 'spec.support.files'

local function has(format)
   local ok, message = pcall(tensor.encode, tensor.zeros(1, 1), { format = format })
   return ok or not message:find('built without', 1, true)
end

local function raises(expected, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert.truthy(message:find(expected, 1, true), message)
end

-- A smooth picture, which JPEG keeps nearly as it is.
local function slope(channels, height, width)
   local x = tensor.FloatTensor(channels, height, width)
   for c = 1, channels do
      for i = 1, height do
         for j = 1, width do x[c][i][j] = (i + j + 5 * c) / (height + width + 5 * channels) end
      end
   end
   return x
end

for _, format in ipairs { 'png', 'jpeg' } do
   if not has(format) then
      describe('without its library ' .. format, function()
         it('says what to install', function()
            raises('Debian: lib', tensor.encode, tensor.zeros(1, 1), { format = format })
            raises('Debian: lib', tensor.decode, 'x', { format = format })
         end)
      end)
   end
end
if not (has 'png' and has 'jpeg') then return end

describe('a picture', function()
   it('is saved by the ending and loaded by the content', function()
      local scratch = files.scratches(finally)
      for ending, first in pairs { ['.png'] = '\137PNG', ['.jpg'] = '\255\216\255', ['.JPEG'] = '\255\216\255' } do
         local path = scratch(ending)
         local x = slope(3, 20, 30)
         tensor.save(path, x)
         assert.equal(first, files.contents(path):sub(1, #first))
         local y = tensor.load(path)
         assert.equal('torch.FloatTensor', y:type())
         assert.same({ 3, 20, 30 }, y:size():totable())
         assert(x:clone():add(-1, y):abs():max() < 0.03, ending)
         assert.equal('torch.ByteTensor', tensor.load(path, { dtype = 'byte' }):type())
         tensor.image.save(path, x:narrow(1, 1, 1))
         assert.equal(first, files.contents(path):sub(1, #first))
         assert.same({ 1, 20, 30 }, tensor.image.load(path):size():totable())
      end
   end)

   it('refuses values and options that it cannot have', function()
      for _, format in ipairs { 'png', 'jpeg' } do
         raises('is a table', tensor.encode, {}, { format = format })
         raises('got size', tensor.encode, tensor.zeros(5, 2, 2), { format = format })
         raises('ComplexFloat', tensor.encode, tensor.zeros(2, 2):complexFloat(), { format = format })
         raises('sparse', tensor.encode, tensor.eye(2):toSparse(), { format = format })
         raises('no pictures of dtype long', tensor.decode, 'x', { format = format, dtype = 'long' })
      end
      for _, channels in ipairs { 2, 4 } do
         raises('no alpha', tensor.encode, tensor.zeros(channels, 2, 2), { format = 'jpeg' })
      end
      for _, quality in ipairs { 0, 101, -1, 1.5 } do
         raises('quality', tensor.encode, tensor.zeros(2, 2), { format = 'jpeg', quality = quality })
      end
      raises('65501', tensor.encode, tensor.ByteTensor(1, 65501), { format = 'jpeg' })
   end)
end)

describe('JPEG', function()
   local function encode(x, quality) return tensor.encode(x, { format = 'jpeg', quality = quality }) end
   local function decode(text, dtype) return tensor.decode(text, { format = 'jpeg', dtype = dtype }) end
   local text = encode(slope(3, 40, 50))

   it('has a quality, 90 if none is given', function()
      tensor.manualSeed(1)
      local x = tensor.rand(3, 32, 32)
      assert(#encode(x, 10) < #encode(x, 50) and #encode(x, 50) < #encode(x, 100))
      assert.equal(encode(x), encode(x, 90))
   end)

   it('has bytes; 16 bits are rounded to 8', function()
      local x = tensor.UInt16Tensor(1, 8, 8):fill(257 * 100 + 5)
      assert.same({ 100, 100 }, { decode(encode(x), 'byte'):min(), decode(encode(x), 'byte'):max() })
      assert.equal(100, decode(encode(x), 'int'):max())
   end)

   it('that is cut anywhere is an error, also where the end mark was put behind the cut', function()
      for length = 0, #text - 1 do
         raises('decode: ', decode, text:sub(1, length))
      end
      for length = #text - 100, #text - 10, 7 do raises('decode: ', decode, text:sub(1, length) .. '\255\217') end
   end)

   it('of more pixels than its bytes can hold gets no memory', function()
      local sof = text:find('\255\192', 1, true)
      local large = text:sub(1, sof + 4) .. '\255\200\255\200' .. text:sub(sof + 9)
      raises('bytes are too few for 65480x65480 pixels', decode, large)
   end)

   it('with any byte changed is an error or a picture', function()
      for at = 1, #text, 3 do
         for _, byte in ipairs { 0, 1, 127, 255 } do
            local ok, x = pcall(decode, text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1))
            if ok then assert.equal(3, x:dim()) else assert.truthy(x:find('decode: ', 1, true)) end
         end
      end
   end)
end)
