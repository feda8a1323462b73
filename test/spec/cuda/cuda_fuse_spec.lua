-- Fused chains of point-wise operations, and functions composed of such operations: on a device they give what
-- the CPU gives.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local unpack = table.unpack or unpack
local last = cuda.getDeviceCount()

local function there(x)
   if not tensor.isTensor(x) then return x end
   return x:type((x:type():gsub('^torch%.', 'torch.cuda.')))
end

local function flat(x)
   local list = { x:type(), unpack(x:size():totable()) }
   x:clone():apply(function(a) list[#list + 1] = a ~= a and 'nan' or tonumber(a) end)
   return list
end

local function agree(f, ...)
   local moved = {}
   for k, x in ipairs { ... } do moved[k] = there(x) end
   local here, far = { f(...) }, { f(unpack(moved)) }
   assert.equal(#here, #far)
   for k = 1, #here do
      assert.equal(1, far[k]:getDevice())
      assert.same(flat(here[k]), flat(far[k]:cpu()))
   end
end

local function sequence(type, ...)
   local x = tensor[type .. 'Tensor'](...)
   local k = 0
   return x:apply(function()
      k = k + 1
      return (k * 7 % 23 - 8) / (type == 'Int' and 1 or 4)
   end)
end

describe('a chain on a device', function()
   local forms = {
      ['of one step'] = function(x, y) return tensor.fuse(function(a, b) return a + b end)(x, y) end,
      ['of many'] = function(x, y)
         return tensor.fuse(function(a, b) return ((a * 2 + b):clamp(-3, 4) - a):cmul(b):cmax(a) end)(x, y)
      end,
      ['of several results'] = function(x, y)
         return tensor.fuse(function(a, b) return a:cmul(b), a - b, a end)(x, y)
      end,
      ['with a mask'] = function(x, y) return tensor.fuse(function(a, b) return a:gt(b) end)(x, y) end,
      ['over its operands'] = function(x, y)
         local r, s = x:clone(), y:clone()
         tensor.fuse(function(a, b) return a + b, a - b end):into({ r, s }, r, s)
         return r, s
      end,
      ['over one that is broadcast'] = function(x)
         local r = x:clone()
         local row = r:size(1) > 1 and r:narrow(1, 2, 1) or r
         tensor.fuse(function(a, b) return a - b end):into(r, r, row)
         return r
      end,
   }
   for _, type in ipairs { 'Float', 'Half', 'Int', 'Double' } do
      for name, f in pairs(forms) do
         it(name .. ': ' .. type, function()
            local x, y = sequence(type, 6, 5), sequence(type, 6, 9):narrow(2, 3, 5)
            agree(f, x, y)
            agree(function(a, b) return f(a:t(), b:t()) end, x, y)
            agree(function(a, b) return f(a, b:narrow(1, 1, 1):expand(6, 5)) end, x, y)
            agree(function(a, b) return f(a:narrow(1, 1, 0), b:narrow(1, 1, 0)) end, x, y)
         end)
      end
   end

   it('is where its tensors are, and these are together', function()
      local add = tensor.fuse(function(a, b) return a + b end)
      local x = cuda.withDevice(last, function() return tensor.CudaTensor { 1, 2 } end)
      assert.equal(last, add(x, x):getDevice())
      assert.same({ 2, 4 }, add(x, x):totable())
      assert.error_matches(function() add(x, tensor.FloatTensor { 1, 2 }) end,
         ("fuse: a tensor is on device 0, those before it on device %d; copy one to the other's"):format(last))
      assert.error_matches(function() add:into(tensor.FloatTensor(2), x, x) end, 'the result is on device 0')
   end)
end)

describe('a function made of chains', function()
   it('is on a device what it is on the CPU', function()
      local x, y = sequence('Float', 3, 5), sequence('Float', 5, 3)
      agree(function(a, b)
         return tensor.lerp(a, b, 0.25), a:clone():lerp(b, 0.5), tensor.cross(a, b:view(3, 5)),
            tensor.cross(b, a:t(), 2)
      end, x, y)
   end)
end)
