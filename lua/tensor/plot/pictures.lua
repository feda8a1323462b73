-- tensor/plot/pictures.lua: pictures as cells of a panel, and cells as pictures.
local fail = require('tensor.plot.errors').fail
local series = require 'tensor.plot.series'

local pictures = {}

-- What a sample is multiplied by to be 0..255, where it is not that already.
local factors = { half = 255, bfloat16 = 255, float = 255, double = 255, bool = 255, uint16 = 255 / 65535 }

local function sample(v, factor)
   v = (v == true and 1 or v == false and 0 or tonumber(v)) * factor
   return v == v and math.max(0, math.min(255, math.floor(v + 0.5))) or 0
end

-- The cells of a picture as tensor.image has them: H x W or C x H x W, C of 1 to 4. Alpha lets white through.
function pictures.cells(x)
   local name = series.type_of_tensor(x)
   if not name then fail('a picture expected, which is a tensor of size HxW or CxHxW, got %s', type(x)) end
   if name:find 'Complex' or name:find 'Q' or x:layout() ~= 'strided' then
      fail('a picture is a strided tensor of real numbers, not a %s', name)
   end
   if x:dim() == 2 then x = x:unsqueeze(1) end
   if x:dim() ~= 3 or x:size(1) < 1 or x:size(1) > 4 or x:nElement() == 0 then
      fail('a picture expected, which is a tensor of size HxW or CxHxW with C from 1 to 4')
   end
   local channels, planes, factor = x:size(1), x:totable(), factors[x.dtype] or 1
   local has_colour, alpha = channels >= 3, channels % 2 == 0 and planes[channels]
   local cells = { rows = x:size(2), columns = x:size(3), square = true }
   function cells.at(r, c)
      local part, colour = alpha and sample(alpha[r][c], factor) / 255 or 1, {}
      for k = 1, 3 do
         local value = sample(planes[has_colour and k or 1][r][c], factor)
         colour[k] = math.floor(255 + (value - 255) * part + 0.5)
      end
      return colour
   end
   return cells
end

-- The cells enlarged to width x height pixels, as a ByteTensor of size 3 x height x width.
function pictures.enlarged(cells, width, height)
   local tensor = require 'tensor'
   local bytes, rows, known = {}, {}, {}
   for y = 1, height do
      local r = math.min(cells.rows, math.floor((y - 0.5) / height * cells.rows) + 1)
      if not known[r] then
         for x = 1, width do
            local c = math.min(cells.columns, math.floor((x - 0.5) / width * cells.columns) + 1)
            bytes[x] = string.char((unpack or table.unpack)(cells.at(r, c)))
         end
         known[r] = table.concat(bytes)
      end
      rows[y] = known[r]
   end
   return pictures.from_bytes(tensor, table.concat(rows), width, height)
end

-- The picture of rows of bytes, three a pixel.
function pictures.from_bytes(tensor, text, width, height)
   return tensor.ByteTensor(tensor.ByteStorage():string(text)):view(height, width, 3):permute(3, 1, 2)
end

return pictures
