-- Element by element functions that are more than a row, on devices (a GPU, or the emulator's): the same as on the CPU.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local nan, inf = 0 / 0, math.huge
local unpack = table.unpack or unpack

local function same(a, b)
   if type(a) ~= 'userdata' then return a == b end
   b = b:cpu()
   if a:isComplex() then return same(tensor.viewAsReal(a), tensor.viewAsReal(b)) end
   return a:type() == b:type() and tensor.allclose(a, b, 0, 0, true)
end

-- Calls f with tensors here and with their copies on a device.
local function agree(name, f, ...)
   local here, there = { ... }, {}
   for k, x in ipairs(here) do there[k] = tensor.isTensor(x) and x:to 'cuda' or x end
   local a, b = { f(unpack(here)) }, { f(unpack(there)) }
   assert.equal(#a, #b, name)
   for k in ipairs(a) do
      if tensor.isTensor(a[k]) then assert.truthy(b[k]:type():find '[cC]uda', name) end
      assert(same(a[k], b[k]), name)
   end
end

describe('on a device', function()
   local mask = tensor.ByteTensor { { 1, 0, 1 }, { 0, 0, 1 } }

   it('where agrees for every width, numbers, broadcasts and views', function()
      for _, dtype in ipairs { 'byte', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'complexFloat',
         'complexDouble' } do
         local x, y = tensor.range(1, 6):view(2, 3)[dtype](tensor.range(1, 6):view(2, 3)), tensor.zeros(2, 3)
         y = y[dtype](y)
         agree('where of ' .. dtype, tensor.where, mask, x, y)
         agree('where a number, of ' .. dtype, tensor.where, mask, x, 0)
         agree('where numbers broadcast, of ' .. dtype, tensor.where, mask:narrow(1, 1, 1), 1, x:narrow(1, 1, 1))
         agree('where of views of ' .. dtype, tensor.where, mask:t(), x:t(), y:t())
      end
      agree('where of a mask', function(x) return unpack(tensor.where(x)) end, mask)
      agree('where as a method', function(x, m) return x:where(m, 7) end, tensor.rand(2, 3), mask)
   end)

   it('chains of rows agree', function()
      local x = tensor.FloatTensor { 1.5, -2.25, nan, inf, -inf, 0, 300, 1e-20 }
      local y = tensor.FloatTensor { 1.5, 2, nan, inf, inf, 1e-9, 301, 0 }
      local i, j = tensor.IntTensor { -7, 7, 12 }, tensor.IntTensor { 2, -2, 8 }
      agree('nanToNum', tensor.nanToNum, x)
      agree('clamp', tensor.clamp, x, y, 5)
      agree('clamp', function(a) return tensor.clamp(a, nil, 5) end, x)
      agree('isclose', tensor.isclose, x, y)
      agree('isclose', function(a, b) return tensor.isclose(a, b, 0.1, 0, true) end, x, y)
      agree('allclose', tensor.allclose, x, y)
      agree('frexp', tensor.frexp, x)
      agree('modf', tensor.modf, x)
      agree('lerp', tensor.lerp, x, y, x:clone():fill(0.5))
      agree('floatPower', tensor.floatPower, i, 2)
      agree('trueDivide', tensor.trueDivide, i, j)
      agree('divmod', tensor.divmod, i, j)
      agree('div', function(a, b) return tensor.div(a, b, { rounding = 'floor' }) end, i, j)
      agree('polygamma', function(a) return tensor.polygamma(1, a) end, y)
      agree('round', function(a) return tensor.round(a, 1) end, x)
      agree('nanToNum of complex numbers', tensor.nanToNum, tensor.complex(x, y))
      agree('isclose of complex numbers', tensor.isclose, tensor.complex(y, y), tensor.complex(y, y))
   end)

   it('the condition and the operands are on one', function()
      local ok, message = pcall(tensor.where, mask, mask:to 'cuda', 0)
      assert.is_false(ok)
      assert.truthy(message:find('where: ', 1, true), message)
   end)
end)
