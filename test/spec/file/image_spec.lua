-- tensor.image: PNG pictures survive writing and reading; scaling of elements, labels, and errors.
local tensor = require 'tensor'
local image = tensor.image
local files = require 'spec.support.files'

local function same(a, b)
   assert.same(a:size():totable(), b:size():totable())
   assert.same(a:totable(), b:totable())
end

-- Writes a picture and reads it again, as bytes.
local function through_png(x)
   return image.decode(image.encode(x), { dtype = 'byte' })
end

local function bytes(...)
   local count = 1
   for _, size in ipairs { ... } do count = count * size end
   return tensor.range(0, count - 1):mul(7):byte():view(...)
end

if select(2, pcall(image.encode, tensor.zeros(1, 1))):find('libpng', 1, true) then
   describe('pictures without libpng', function()
      for _, name in ipairs { 'encode', 'decode' } do
         it('say what to install for ' .. name, function()
            local ok, message = pcall(image[name], name == 'encode' and tensor.zeros(1, 1) or 'text')
            assert.is_false(ok)
            assert.truthy(message:find('libpng-dev', 1, true))
         end)
      end
   end)
   return
end

describe('pictures', function()
   for channels = 1, 4 do
      it(('of %d channels come back from a PNG file'):format(channels), function()
         local x = bytes(channels, 5, 3)
         if channels % 2 == 0 then x:select(1, channels):fill(255) end -- libpng drops colours where alpha is 0
         same(x, through_png(x))
      end)
   end

   it('of a view are written as it shows them', function()
      local x = bytes(3, 6, 8)
      same(x:transpose(2, 3):narrow(2, 3, 4):contiguous(), through_png(x:transpose(2, 3):narrow(2, 3, 4)))
   end)

   it('of two dimensions are gray', function()
      same(bytes(1, 4, 5), through_png(bytes(4, 5)))
   end)

   it('have elements of 0 to 1 in floating types', function()
      local x = tensor.FloatTensor { { 0, 0.5, 1 }, { -3, 7, 0.2 } }
      same(tensor.ByteTensor { { { 0, 128, 255 }, { 0, 255, 51 } } }, through_png(x))
      same(through_png(x), through_png(x:double()))
      same(through_png(x), through_png(x:half()))
      same(tensor.FloatTensor { { { 0, 1 } } }, image.decode(image.encode(tensor.FloatTensor { { 0, 1 } })))
      assert.same({ { 0, 0.5, 1 }, { -3, 7, x[2][3] } }, x:totable())
   end)

   it('have elements of 0 to 255 in integer types, 0 and 1 in Bool', function()
      for _, name in ipairs { 'int', 'short', 'long' } do
         local x = tensor.FloatTensor({ { -1, 7, 300 } })
         same(tensor.ByteTensor { { { 0, 7, 255 } } }, through_png(x[name](x)))
      end
      same(tensor.ByteTensor { { { 0, 7, 127 } } }, through_png(tensor.CharTensor { { -1, 7, 127 } }))
      same(tensor.ByteTensor { { { 255, 0 } } }, through_png(tensor.BoolTensor { { 1, 0 } }))
   end)

   it('are not a number where they are black', function()
      same(tensor.ByteTensor { { { 0, 255, 0 } } }, through_png(tensor.FloatTensor { { 0 / 0, 1 / 0, -1 / 0 } }))
   end)

   it('are read in the dtype asked for', function()
      local text = image.encode(tensor.ByteTensor { { 0, 255 } })
      for _, name in ipairs { 'half', 'float', 'double' } do
         assert.same({ { { 0, 1 } } }, image.decode(text, { dtype = name }):totable())
      end
      assert.equal('torch.FloatTensor', image.decode(text):type())
      assert.has_error(function() image.decode(text, { dtype = 'int' }) end)
      assert.has_error(function() image.decode(text, 3) end)
   end)

   it('are saved and loaded', function()
      local path = files.scratch(finally)
      local x = bytes(3, 4, 5)
      image.save(path, x)
      same(x, image.load(path, { dtype = 'byte' }))
      assert.equal('torch.FloatTensor', image.load(path):type())
   end)
end)

describe('bad pictures', function()
   local text = image.encode(bytes(3, 9, 11))

   local function raises(expected, f, ...)
      local ok, message = pcall(f, ...)
      assert.is_false(ok)
      assert.truthy(message:find(expected, 1, true), message)
   end

   it('of other sizes are refused', function()
      for _, x in ipairs { tensor.zeros(3), tensor.zeros(5, 2, 2), tensor.zeros(1, 1, 2, 2), tensor.zeros(0, 3),
         tensor.FloatTensor() } do
         raises('a picture of size HxW or CxHxW', image.encode, x)
      end
      raises('got number', image.encode, 3)
      raises('got userdata', image.encode, tensor.FloatStorage(3))
      raises('image', image.encode, tensor.ByteTensor(1):expand(1000001, 1))
   end)

   it('whose storage shrank are refused', function()
      local x = tensor.ByteTensor(4, 4)
      x:storage():resize(3)
      assert.has_error(function() image.encode(x) end)
   end)

   it('name the file', function()
      raises('no/such.png', image.load, 'no/such.png')
      raises('no/such.png', image.save, 'no/such.png', tensor.zeros(2, 2))
      raises('a path expected', image.load)
      raises('a path expected', image.save, tensor.zeros(2, 2))
      local path = files.scratch(finally)
      raises(path, image.load, path)
   end)

   it('cut off anywhere are an error or a picture of that size', function()
      for length = 0, #text - 1 do
         local ok, x = pcall(image.decode, text:sub(1, length))
         if ok then assert.same({ 3, 9, 11 }, x:size():totable()) else assert.truthy(x:find('image', 1, true)) end
      end
   end)

   it('with any byte changed are an error or a picture', function()
      for at = 1, #text do
         for _, byte in ipairs { 0, 1, 127, 255 } do
            local ok, x = pcall(image.decode, text:sub(1, at - 1) .. string.char(byte) .. text:sub(at + 1))
            if ok then assert.equal(3, x:dim()) else assert.truthy(x:find('image', 1, true)) end
         end
      end
   end)
end)

describe('image.text', function()
   it('draws letters of 7 rows and 5 columns', function()
      assert.same({
         { 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1 },
         { 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1 },
         { 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0 },
         { 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0 },
         { 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0 },
         { 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0 },
         { 0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0 },
      }, image.text('17'):totable())
   end)

   it('shows small letters as capitals and unknown ones as question marks', function()
      assert.same(image.text('A?'):totable(), image.text('a\1'):totable())
      assert.equal(0, image.text(' '):view(35):totable()[1])
   end)

   it('refuses what is no text', function()
      assert.has_error(function() image.text '' end)
      assert.has_error(function() image.text(7) end)
   end)
end)
