-- Methods that a script adds to a type or to all types.
local tensor = require 'tensor'

describe('a method that a script adds', function()
   after_each(function()
      for _, name in ipairs { 'FloatTensor', 'DoubleTensor', 'Tensor' } do
         rawset(tensor[name], 'halfway', nil)
         rawset(tensor[name], 'fill_with_two', nil)
      end
   end)

   it('to one type is one of that type only', function()
      function tensor.FloatTensor.halfway(self) return self:nElement() / 2 end
      assert.equal(3, tensor.FloatTensor(6):halfway())
      assert.equal(1, tensor.FloatTensor(2, 3)[1]:narrow(1, 1, 2):halfway())
      assert.is_nil(tensor.DoubleTensor(6).halfway)
      assert.has_error(function() tensor.DoubleTensor(6):halfway() end)
   end)

   it('to tensor.Tensor is one of all types', function()
      function tensor.Tensor.fill_with_two(self, times) return self:fill(2 * (times or 1)) end
      for _, name in ipairs { 'ByteTensor', 'HalfTensor', 'FloatTensor', 'DoubleTensor', 'LongTensor' } do
         assert.equal(6, tonumber(tensor[name](3):fill_with_two(3)[2]), name)
      end
   end)

   it('to a type comes before the one of all types, and before a built-in one', function()
      function tensor.Tensor.halfway() return 'all' end
      function tensor.DoubleTensor.halfway() return 'double' end
      assert.equal('all', tensor.FloatTensor(1):halfway())
      assert.equal('double', tensor.DoubleTensor(1):halfway())
      function tensor.DoubleTensor.fill(self) return self end
      finally(function() tensor.DoubleTensor.fill = nil end)
      assert.equal(5, tensor.DoubleTensor { 5 }:fill(1)[1])
      assert.equal(1, tensor.FloatTensor { 5 }:fill(1)[1])
   end)

   it('may raise, with its own text', function()
      function tensor.Tensor.halfway() error('not today', 0) end
      assert.error_matches(function() tensor.zeros(1):halfway() end, '^not today$')
   end)
end)
