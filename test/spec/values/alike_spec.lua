-- Forms of the table of NumPy's and PyTorch's functions (test/data/modern-api.tsv) that the specs of their chapters do
-- not take: a function for a method, a result in front, whole numbers.
local tensor = require 'tensor'

local function numbers(dtype) return tensor.range(1, 12):to(dtype):view(2, 6) end

-- What a call gave, as plain values: tensors as their types and elements, tables of them too.
local function plain(value)
   if tensor.isTensor(value) then return { value:type(), value:totable() } end
   if type(value) ~= 'table' then return value end
   local list = {}
   for k, item in ipairs(value) do list[k] = plain(item) end
   return list
end

local calls = {
   { 'adjoint' }, { 'mT' }, { 'flatten' }, { 'ravel' }, { 'squeeze' }, { 'negView' },
   { 'resolveConj' }, { 'resolveNeg' }, { 'isFloatingPoint' }, { 'isQuantized' },
   { 'select', 1, -1 }, { 'unsqueeze', -1 }, { 'movedim', 1, 2 }, { 'swapaxes', 1, 2 }, { 'swapdims', 1, 2 },
   { 'unflatten', 2, { 2, 3 } }, { 'broadcastTo', 3, 2, 6 }, { 'split', { 2, 4 }, 2 }, { 'tensorSplit', 3, 2 },
   { 'tensorSplit', { 2, 3 }, 2 }, { 'hsplit', 3 }, { 'hsplit', { 3 } },
}

describe('the function is the method:', function()
   for _, call in ipairs(calls) do
      for _, dtype in ipairs { 'double', 'long' } do
         it(('%s of %s'):format(call[1], dtype), function()
            local x, unpack = numbers(dtype), table.unpack or unpack
            local of_method = plain(x[call[1]](x, unpack(call, 2)))
            assert.same(of_method, plain(tensor[call[1]](x, unpack(call, 2))))
            assert.is_true(type(of_method) ~= 'table' or #of_method > 0)
         end)
      end
   end

   it('where', function()
      local a, b, mask = numbers 'long', numbers 'long' * 10, tensor.gt(numbers 'long', 6)
      assert.same({ { 10, 20, 30, 40, 50, 60 }, { 7, 8, 9, 10, 11, 12 } }, a:where(mask, b):totable())
      assert.same(plain(tensor.where(mask, a, b)), plain(a:where(mask, b)))
   end)
end)

describe('whole numbers', function()
   local v, w = tensor.LongTensor { 1, 2 }, tensor.LongTensor { 3, 4, 5 }

   it('are taken by functions of shapes', function()
      for name, sizes in pairs { atleast1d = { 2 }, atleast2d = { 1, 2 }, atleast3d = { 1, 2, 1 } } do
         assert.same(sizes, tensor[name](v):size():totable(), name)
      end
      local both = tensor.broadcastTensors { v:view(2, 1), w }
      assert.same({ { 1, 1, 1 }, { 2, 2, 2 } }, both[1]:totable())
      assert.same({ { 3, 4, 5 }, { 3, 4, 5 } }, both[2]:totable())
      assert.same({ { { 1, 1, 1 }, { 2, 2, 2 } }, { { 3, 4, 5 }, { 3, 4, 5 } } },
         { tensor.meshgrid({ v, w })[1]:totable(), tensor.meshgrid({ v, w })[2]:totable() })
   end)

   it('are taken by functions of types, and by minimum', function()
      assert.equal(v, tensor.asTensor(v))
      assert.same({ false, false, true }, { v:isConj(), v:isNeg(), v:isContiguous() })
      assert.equal(8, tensor.iinfo(v).bits / 8)
      assert.same({ 1, 1 }, tensor.minimum(v, tensor.LongTensor { 5, 1 }):totable())
   end)
end)

describe('a result in front', function()
   it('is taken by complex, polar, viewAsComplex, dequantize and solve', function()
      local r, one, two = tensor.ComplexDoubleTensor(), tensor.DoubleTensor { 1 }, tensor.DoubleTensor { 2 }
      assert.equal(r, tensor.complex(r, one, two))
      assert.same({ 1, 2 }, { tensor.real(r)[1], tensor.imag(r)[1] })
      assert.equal(r, tensor.polar(r, two, tensor.DoubleTensor { 0 }))
      assert.same({ 2, 0 }, { tensor.real(r)[1], tensor.imag(r)[1] })
      assert.same(plain(tensor.complex(one, two)), plain(tensor.viewAsComplex(tensor.DoubleTensor { { 1, 2 } })))
      local x, d = tensor.FloatTensor { 0.5, 1 }, tensor.FloatTensor()
      assert.equal(d, tensor.dequantize(d, tensor.quantizePerTensor(x, 0.5, 0, 'qint8')))
      assert.same({ 0.5, 1 }, d:totable())
      local s = tensor.DoubleTensor()
      assert.equal(s, tensor.solve(s, tensor.DoubleTensor { { 2, 0 }, { 0, 4 } }, tensor.DoubleTensor { 2, 8 }))
      assert.same({ 1, 2 }, s:totable())
   end)
end)

describe('tensordot', function()
   it('sums over as many dimensions as it is told, real or complex', function()
      local a, b = numbers 'double', numbers('double'):view(6, 2)
      assert.same(tensor.mm(a, b):totable(), tensor.tensordot(a, b, 1):totable())
      local z = tensor.complex(a, a)
      local two = tensor.viewAsReal(tensor.tensordot(z, tensor.complex(b, b * 0), { 1, 2 }, { 2, 1 }))
      local sum = tensor.cmul(a, b:t()):sum()
      assert.same({ sum, sum }, two:totable())
   end)
end)

describe('limits in the other order', function()
   it('are those of clamp with a lower limit above the upper one: the lower wins', function()
      assert.same({ 3, 3, 3, 3 }, tensor.clamp(tensor.DoubleTensor { 1, 2, 3, 4 }, 3, 1):totable())
      assert.same({ 3, 3, 3, 3 }, tensor.clamp(tensor.LongTensor { 1, 2, 3, 4 }, 3, 1):totable())
   end)

   it('or equal, are those of a histogram, which is half a unit wider each way', function()
      local counts, edges = tensor.histogram(tensor.DoubleTensor { 1, 2, 3, 4 }, 2, { range = { 1, 1 } })
      assert.same({ { 0, 1 }, { 0.5, 1, 1.5 } }, { counts:totable(), edges:totable() })
   end)
end)

describe('a call whose result or dimension was taken for something else', function()
   it('is roll over all elements with a result', function()
      local r = tensor.DoubleTensor()
      assert.equal(r, tensor.roll(r, tensor.DoubleTensor { { 1, 2 }, { 3, 4 } }, 1))
      assert.same({ { 4, 1 }, { 2, 3 } }, r:totable())
   end)

   it('is gradient along one dimension', function()
      local slopes = tensor.gradient(tensor.DoubleTensor { { 1, 2 }, { 3, 5 } }, nil, 2)
      assert.equal(1, #slopes)
      assert.same({ { 1, 1 }, { 2, 2 } }, slopes[1]:totable())
   end)
end)
