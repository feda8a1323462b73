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
      assert.has_error(function() image.decode(text, { dtype = 'long' }) end)
      assert.has_error(function() image.decode(text, 3) end)
      assert.has_error(function() image.decode(text, { type = 'byte' }) end)
   end)

   it('are saved and loaded', function()
      local path = files.scratch(finally)
      local x = bytes(3, 4, 5)
      image.save(path, x)
      same(x, image.load(path, { dtype = 'byte' }))
      assert.equal('torch.FloatTensor', image.load(path):type())
   end)
end)

-- Files that image.encode does not write, in hexadecimal: gray of 8 and of 16 bits with a gAMA chunk of 1, 16 bits
-- interlaced, a palette of two colours with transparency, and a header of 16000x16000 pixels with three bytes of them.
local function from_hex(digits)
   return (digits:gsub('%s', ''):gsub('..', function(pair) return string.char(tonumber(pair, 16)) end))
end
local files_of = {
   gamma8 = from_hex [[89504e470d0a1a0a0000000d49484452000000030000000108000000003e8b4b68
      0000000467414d41000186a031e8965f0000000c4944415478da636068f80f00020301801a9c263b0000000049454e44ae426082]],
   gamma16 = from_hex [[89504e470d0a1a0a0000000d494844520000000200000001100000000081d9fc15
      0000000467414d41000186a031e8965f0000000d4944415478da631060f8ff1f000342020f296ab0390000000049454e44ae426082]],
   interlaced = from_hex [[89504e470d0a1a0a0000000d4948445200000002000000021000000001704abe2d000000134944415478da
      6310606050606030607060040002cc00a2283c758a0000000049454e44ae426082]],
   palette = from_hex [[89504e470d0a1a0a0000000d4948445200000002000000010103000000ceecedc900000006504c5445010203c864
      3250b4ae3f0000000174524e5307de824dc50000000a4944415478da637000000042004184bf8e620000000049454e44ae426082]],
   short = from_hex [[89504e470d0a1a0a0000000d4948445200003e8000003e800800000000641580020000000b4944415478da636064020000
      070004e5ed94cf0000000049454e44ae426082]],
}

describe('samples of a file', function()
   local function samples(name, dtype) return image.decode(files_of[name], { dtype = dtype }):totable() end

   it('are the numbers that it stores, whatever its gamma', function()
      for _, dtype in ipairs { 'byte', 'uint16', 'int' } do
         assert.same({ { { 0, 128, 255 } } }, samples('gamma8', dtype))
      end
      for _, dtype in ipairs { 'uint16', 'int' } do
         assert.same({ { { 4096, 65535 } } }, samples('gamma16', dtype))
         assert.same({ { { 4096, 8192 }, { 12288, 16385 } } }, samples('interlaced', dtype))
      end
      assert.equal('torch.UInt16Tensor', image.decode(files_of.gamma8, { dtype = 'uint16' }):type())
      assert.equal('torch.IntTensor', image.decode(files_of.gamma16, { dtype = 'int' }):type())
   end)

   it('keep 16 bits as parts of 1, and 8 of them as bytes', function()
      assert.same({ { { 4096 / 65535, 1 } } }, samples('gamma16', 'double'))
      assert.near(4096 / 65535, image.decode(files_of.gamma16)[1][1][1], 1e-8)
      assert.near(128 / 255, image.decode(files_of.gamma8)[1][1][2], 1e-7)
      assert.same({ { { 16, 255 } } }, samples('gamma16', 'byte'))
   end)

   it('of a palette are colours and transparency', function()
      assert.same({ { { 1, 200 } }, { { 2, 100 } }, { { 3, 50 } }, { { 7, 255 } } }, samples('palette', 'byte'))
   end)

   it('of a UInt16Tensor are written with 16 bits', function()
      local x = tensor.UInt16Tensor { { { 0, 1, 4096 }, { 40000, 65534, 65535 } } }
      same(x, image.decode(image.encode(x), { dtype = 'uint16' }))
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
      raises('the value is a number', image.encode, 3)
      raises('the value is a torch.FloatStorage', image.encode, tensor.FloatStorage(3))
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
      raises('a path expected, got nil', image.load)
      raises('a path expected, got an empty string', image.load, '')
      raises('a path expected', image.save, tensor.zeros(2, 2))
      local path = files.scratch(finally)
      raises(path, image.load, path)
   end)

   it('are refused by their first bytes', function()
      raises('/dev/zero: a device has no end', image.load, '/dev/zero')
      raises('Not a PNG file', image.decode, 'GIF89a and more')
      raises('/dev', image.load, '/dev')
   end)

   it('that claim more pixels than their bytes can hold get no memory', function()
      raises('are too few for 16000x16000 pixels', image.decode, files_of.short)
      local path = files.scratch(finally, files_of.short)
      raises('are too few for 16000x16000 pixels', image.load, path)
   end)

   it('cut off anywhere are an error', function()
      for length = 1, #text - 1 do raises('image.decode: the text: ', image.decode, text:sub(1, length)) end
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
