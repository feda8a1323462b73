-- Element types that are not real numbers: what all of them have, since their elements move as words or as two parts.
local tensor = require 'tensor'

-- Of each type: an element as it is written and as it is read, its bytes, and its names.
local complex = { given = 2, read = { 2, 0 } }
local types = {
   ComplexFloat = { complex, 8, 'complexFloat', 'cudaComplexFloat', 'readComplexFloat', 'writeComplexFloat' },
   ComplexDouble = { complex, 16, 'complexDouble', 'cudaComplexDouble', 'readComplexDouble', 'writeComplexDouble' },
   ComplexHalf = { complex, 4, 'complexHalf', 'cudaComplexHalf', 'readComplexHalf', 'writeComplexHalf' },
   QInt8 = { { given = -3, read = -3 }, 1, 'qint8', 'cudaQInt8', 'readQInt8', 'writeQInt8' },
   QUInt8 = { { given = 200, read = 200 }, 1, 'quint8', 'cudaQUInt8', 'readQUInt8', 'writeQUInt8' },
   QInt32 = { { given = -70000, read = -70000 }, 4, 'qint32', 'cudaQInt32', 'readQInt32', 'writeQInt32' },
}

for name, facts in pairs(types) do
   local element, bytes, dtype, _, reads, writes = (table.unpack or unpack)(facts)
   local Type = tensor[name .. 'Tensor']
   local row = { element.read, element.read, element.read }

   describe('a ' .. name .. 'Tensor', function()
      it('is made, filled, viewed, copied and cloned', function()
         local x = Type(2, 3):fill(element.given)
         assert.equal(bytes, x:elementSize())
         assert.same({ row, row }, x:totable())
         assert.same({ row, row }, Type(3, 2):copy(x:t()):t():clone():totable())
         assert.same(row, x:select(1, 2):contiguous():totable())
         assert.same({ row, row }, x:index(2, tensor.LongTensor { 3, 2, 1 }):totable())
         assert.equal(x, x[dtype](x))
      end)

      it('is saved and loaded', function()
         local x = Type(2, 3):fill(element.given)
         for _, form in ipairs { 'binary', 'ascii' } do
            local y = tensor.deserialize(tensor.serialize(x, form), form)
            assert.equal(x:type(), y:type())
            assert.same({ row, row }, y:totable())
         end
      end)

      it('is in files, one element or all', function()
         local file = tensor.MemoryFile()
         file[writes](file, element.given)
         file[writes](file, Type(3):fill(element.given):storage())
         file:seek(1)
         assert.same(element.read, file[reads](file))
         assert.same(row, file[reads](file, 3):totable())
      end)

      it('has no order', function()
         assert.error_matches(function() return Type(3):max() end, 'max: not defined for torch.' .. name .. 'Tensor')
      end)
   end)
end
