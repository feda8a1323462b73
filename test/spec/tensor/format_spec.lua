-- Memory formats. The answers for sizes of 1 are PyTorch's.
local tensor = require 'tensor'
local child = require 'test.spec.support.child'

local unpack = table.unpack or unpack -- luacheck: compat

local function strides(x) return table.concat(x:stride():totable(), ' ') end

local function numbered(...)
   local x = tensor.zeros(...)
   return tensor.range(1, x:nElement()):view(...)
end

describe('a memory format', function()
   local x = numbered(2, 3, 4, 5)
   local last = x:contiguous 'channelsLast'

   it('has constants for its names', function()
      assert.equal('contiguous', tensor.contiguousFormat)
      assert.equal('preserve', tensor.preserveFormat)
      assert.equal('channelsLast', tensor.channelsLast)
      assert.equal('channelsLast3d', tensor.channelsLast3d)
   end)

   it('changes the strides and no element', function()
      assert.equal('60 1 15 3', strides(last))
      assert.is_true(tensor.equal(x, last))
      assert.is_true(last:isContiguous 'channelsLast' and not last:isContiguous())
      assert.is_true(x:isContiguous() and not x:isContiguous 'channelsLast')
      assert.is_true(rawequal(last, last:contiguous 'channelsLast'))
      assert.equal('60 20 5 1', strides(last:contiguous()))
      assert.is_true(tensor.equal(x, last:contiguous()))
      local volume = numbered(2, 3, 4, 5, 6)
      assert.equal('360 1 90 18 3', strides(volume:contiguous 'channelsLast3d'))
      assert.is_true(tensor.equal(volume, volume:contiguous 'channelsLast3d'))
   end)

   it('is an option of what makes tensors', function()
      local o = { memoryFormat = tensor.channelsLast }
      assert.equal('60 1 15 3', strides(tensor.empty(2, 3, 4, 5, o)))
      assert.equal('60 1 15 3', strides(tensor.zeros(2, 3, 4, 5, o)))
      assert.equal('60 1 15 3', strides(tensor.ones(2, 3, 4, 5, o)))
      assert.equal('60 1 15 3', strides(tensor.full({ 2, 3, 4, 5 }, 7, o)))
      assert.equal('60 1 15 3', strides(tensor.randn(2, 3, 4, 5, o)))
      assert.equal('60 1 15 3', strides(x:clone(o)))
      assert.equal('60 1 15 3', strides(tensor.zerosLike(x, o)))
      assert.equal('60 1 15 3', strides(x:to { memoryFormat = 'channelsLast', dtype = 'half' }))
      assert.equal('60 20 5 1', strides(last:clone { memoryFormat = 'contiguous' }))
      tensor.manualSeed(5)
      local a = tensor.rand(2, 3, 4, 5, o)
      tensor.manualSeed(5)
      assert.is_true(tensor.equal(a, tensor.rand(2, 3, 4, 5)))
   end)

   it('is kept by copies and by functions of elements', function()
      for _, y in ipairs { last:clone(), last:double(), last + 1, x + last, tensor.exp(last), last:gt(3), -last,
                           tensor.clamp(last, 0, 3), tensor.zerosLike(last), tensor.emptyLike(last),
                           tensor.lerp(last, x, 0.5), last:to 'half',
                           tensor.fuse(function(a) return a * 2 + 1 end)(last) } do
         assert.equal('60 1 15 3', strides(y))
      end
      assert.equal('60 20 5 1', strides(x + x))
      assert.is_true(tensor.equal(x + last, x * 2))
      assert.is_true(tensor.equal(tensor.exp(last), tensor.exp(x)))
      local r = tensor.zeros(2, 3, 4, 5)
      assert.equal('60 20 5 1', strides(tensor.add(r, last, 1)))
      -- not only where there are no gaps
      assert.equal('40 1 10 2', strides(last:narrow(2, 1, 2) + 1))
      -- other orders are not handed on
      assert.equal('60 12 3 1', strides(x:transpose(2, 4):clone()))
   end)

   it('does not depend on an operand that broadcasts', function()
      assert.equal('60 1 15 3', strides(last + tensor.ones(1, 3, 1, 1)))
      assert.equal('60 20 5 1', strides(x + tensor.ones(1, 3, 1, 1, { memoryFormat = 'channelsLast' })))
      assert.equal('60 1 15 3', strides(tensor.ones(5) + last))
   end)

   -- sizes: is channelsLast, if made row-major; is row-major, if made channelsLast; what each suggests
   local both = {
      { { 2, 3, 1, 1 }, true, true, 'contiguous', 'channelsLast' },
      { { 2, 1, 4, 5 }, true, true, 'contiguous', 'channelsLast' },
      { { 1, 1, 4, 5 }, true, true, 'contiguous', 'channelsLast' },
      { { 2, 1, 1, 1 }, true, true, 'contiguous', 'contiguous' },
      { { 1, 3, 4, 5 }, false, false, 'contiguous', 'channelsLast' },
      { { 0, 3, 2, 2 }, false, false, 'contiguous', 'contiguous' },
   }
   for _, row in ipairs(both) do
      local sizes = table.concat(row[1], ' x ')
      it('of ' .. sizes .. ' is told by the strides', function()
         local n, c, h, w = unpack(row[1])
         local one, two = tensor.zeros(n, c, h, w), tensor.zeros(n, c, h, w, { memoryFormat = 'channelsLast' })
         assert.equal(row[2], one:isContiguous 'channelsLast')
         assert.equal(row[3], two:isContiguous())
         assert.is_true(two:isContiguous 'channelsLast')
         assert.equal(row[4], one:suggestMemoryFormat())
         assert.equal(row[5], two:suggestMemoryFormat())
      end)
   end

   it('that does not fit raises', function()
      assert.has_error(function() x:contiguous 'channelsLast3d' end,
         "contiguous: format 'channelsLast3d' is for 5 dimensions, got 2x3x4x5")
      assert.has_error(function() tensor.zeros(2, 3, { memoryFormat = 'channelsLast' }) end,
         "zeros: format 'channelsLast' is for 4 dimensions, got 2x3")
      assert.has_error(function() tensor.zeros(2, 3, { memoryFormat = 'preserve' }) end,
         "zeros: format 'preserve' needs a tensor to take the order from")
      assert.equal('torch.HalfTensor', x:clone({ dtype = 'half' }):type())
      assert.equal('torch.LongTensor', tensor.clone(tensor.ones(2), { dtype = 'int64' }):type())
      assert.equal('torch.sparse.DoubleTensor', tensor.eye(2):toSparse():clone({ dtype = 'double' }):type())
      assert.error_matches(function() tensor.clone(x:clone(), x, { dtype = 'half' }) end,
         'clone: the result is a torch.FloatTensor, but the options ask for a torch.HalfTensor')
      assert.error_matches(function() x:clone { dtype = 'rational' } end, "dtype 'rational' is unknown")
      assert.has_error(function() x:clone { memoryFormat = 'rowMajor' } end,
         "clone: memoryFormat 'rowMajor' is unknown; an example is 'channelsLast'")
      assert.has_error(function() tensor.eye(3, { memoryFormat = 'contiguous' }) end,
         "eye: there is no option 'memoryFormat'; there is dtype")
      assert.has_error(function() tensor.zeros(0, 2 ^ 40, 2 ^ 40, 2, { memoryFormat = 'channelsLast' }) end,
         'zeros: size 0x1099511627776x1099511627776x2 has more elements than memory can hold')
      assert.is_false(tensor.zeros(3):isContiguous 'channelsLast')
      local r = tensor.zeros(2, 2)
      assert.has_error(function() tensor.zeros(r, 3, { memoryFormat = 'channelsLast' }) end)
      assert.same({ 2, 2 }, r:size():totable())
   end)

   it('is row-major for all new results under require torch', function()
      assert.equal('60 20 5 1 60 20 5 1 60 20 5 1 60 20 5 1 60 20 5 1\n', child.output [[
         local torch = require 'torch'
         local x = torch.zeros(2, 3, 4, 5):contiguous 'channelsLast'
         local out = {}
         for _, y in ipairs { x + 1, x:clone(), x:float(), torch.lerp(x, x, 0.5), torch.zerosLike(x) } do
            out[#out + 1] = table.concat(y:stride():totable(), ' ')
         end
         print(table.concat(out, ' '))
      ]])
   end)
end)
