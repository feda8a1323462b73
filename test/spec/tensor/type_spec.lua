-- Names of types, type objects, the default type, and what isTensor, type and typename return.
local tensor = require 'tensor'

local types = {
   ByteTensor = 'ByteStorage', CharTensor = 'CharStorage', ShortTensor = 'ShortStorage', IntTensor = 'IntStorage',
   LongTensor = 'LongStorage', HalfTensor = 'HalfStorage', FloatTensor = 'FloatStorage',
   DoubleTensor = 'DoubleStorage', BoolTensor = 'BoolStorage', BFloat16Tensor = 'BFloat16Storage',
   UInt16Tensor = 'UInt16Storage', ComplexFloatTensor = 'ComplexFloatStorage',
   ComplexDoubleTensor = 'ComplexDoubleStorage', ComplexHalfTensor = 'ComplexHalfStorage',
   QInt8Tensor = 'QInt8Storage', QUInt8Tensor = 'QUInt8Storage', QInt32Tensor = 'QInt32Storage',
}
local class_object = setmetatable({}, { __typename = 'nn.Linear' })
local unnamed = setmetatable({}, { __typename = 3 })

describe('the name of a type', function()
   it('is that of tensors and storages', function()
      for name, storage in pairs(types) do
         local x, s = tensor[name](2), tensor[storage](2)
         assert.equal('torch.' .. name, tensor.typename(x))
         assert.equal('torch.' .. name, tensor.type(x))
         assert.equal('torch.' .. storage, tensor.typename(s))
         assert.equal('torch.' .. storage, tensor.type(s))
      end
   end)

   it('is that of generators and of objects of classes', function()
      assert.equal('torch.Generator', tensor.typename(tensor.Generator()))
      assert.equal('nn.Linear', tensor.typename(class_object))
      assert.equal('nn.Linear', tensor.type(class_object))
   end)

   it('is nil for other values, and their type Lua\'s', function()
      for _, value in ipairs { 1, 'torch.FloatTensor', true, {}, unnamed, print, io.stdout, tensor.FloatTensor } do
         assert.is_nil(tensor.typename(value))
         assert.equal(type(value), tensor.type(value))
      end
      assert.is_nil(tensor.typename(nil))
      assert.equal('nil', tensor.type(nil))
   end)

   it('needs a value', function()
      assert.error_matches(function() tensor.typename() end, 'typename: got %(%); accepted forms')
      assert.error_matches(function() tensor.type() end, 'type: got')
   end)
end)

describe('a value', function()
   it('is a tensor, a storage or neither', function()
      for name, storage in pairs(types) do
         local x, s = tensor[name](2), tensor[storage](2)
         assert.is_true(tensor.isTensor(x))
         assert.is_true(x:isTensor())
         assert.is_false(tensor.isStorage(x))
         assert.is_true(tensor.isStorage(s))
         assert.is_false(tensor.isTensor(s))
      end
      local others = { 1, 'x', true, {}, class_object, print, io.stdout, tensor.Generator(), tensor.FloatTensor }
      for _, value in ipairs(others) do
         assert.is_false(tensor.isTensor(value))
         assert.is_false(tensor.isStorage(value))
      end
      assert.is_false(tensor.isTensor(nil))
      assert.is_false(tensor.isStorage(nil))
   end)
end)

describe('the default type', function()
   after_each(function() tensor.setdefaulttensortype('torch.FloatTensor') end)

   it('is Float at first', function()
      assert.equal('torch.FloatTensor', tensor.getdefaulttensortype())
      assert.equal('torch.FloatTensor', tensor.zeros(2):type())
   end)

   it('is what constructors make', function()
      for name, storage in pairs(types) do
         local full = 'torch.' .. name
         if name:find '^Q' then
            assert.error_matches(function() tensor.setdefaulttensortype(full) end,
               'setdefaulttensortype: a ' .. full .. ' needs a quantizer')
            full, storage = 'torch.FloatTensor', 'FloatStorage'
         end
         tensor.setdefaulttensortype(full)
         assert.equal(full, tensor.getdefaulttensortype())
         assert.equal(full, tensor.Tensor(2):type())
         assert.equal(full, tensor.Tensor({ 1 }):type())
         assert.equal(full, tensor.ones(2):type())
         assert.equal('torch.' .. storage, tensor.Storage(2):type())
         assert.equal('torch.IntTensor', tensor.ones(2, { dtype = 'int' }):type())
      end
   end)

   it('may be given as a type object', function()
      tensor.setdefaulttensortype(tensor.DoubleTensor)
      assert.equal('torch.DoubleTensor', tensor.rand(1):type())
      assert.equal('torch.DoubleTensor', tensor.randperm(3):type())
   end)

   it('is one that exists', function()
      for _, wrong in ipairs { 'torch.ComplexTensor', 'torch.Tensor', 'nonsense', 3, true, {} } do
         assert.error_matches(function() tensor.setdefaulttensortype(wrong) end,
                              "setdefaulttensortype: no such tensor type; an example is 'torch.FloatTensor'")
      end
      assert.equal('torch.FloatTensor', tensor.getdefaulttensortype())
   end)
end)

describe('type objects', function()
   local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16', 'uint16',
      'complexFloat', 'complexDouble', 'complexHalf', 'qint8', 'quint8', 'qint32' }

   it('are listed: tensorTypes', function()
      local names = {}
      for i, T in ipairs(tensor.tensorTypes { layout = 'strided' }) do
         assert.is_true(tensor.isTensorType(T))
         assert.equal(dtypes[(i - 1) % #dtypes + 1], T.dtype)
         assert.equal(i > #dtypes, T.isCuda)
         assert.equal(tostring(T), T.name)
         names[T.name] = true
      end
      assert.is_true(names['torch.FloatTensor'] and names['torch.CudaTensor'] and names['torch.CudaHalfTensor'])
      assert.same({ tensor.HalfTensor }, tensor.tensorTypes { dtype = 'float16', device = 'cpu', layout = 'strided' })
      assert.same({}, tensor.tensorTypes { layout = 'none' })
      assert.has_error(function() tensor.tensorTypes { dtype = 'x' } end,
         "tensorTypes: dtype 'x' is unknown; an example is 'float'")
      assert.has_error(function() tensor.tensorTypes { kind = 1 } end,
         "tensorTypes: there is no option 'kind'; there are device, dtype and layout")
   end)

   it('are the 38 of the old generation, and more', function()
      local old = 'byte char short int long half float double bool bfloat16'
      local there, count = {}, 0
      for _, T in ipairs(tensor.tensorTypes()) do
         local key = ('%s %s %s'):format(T.device, T:layout(), T.dtype)
         assert.is_nil(there[key])
         there[key] = T
      end
      for _, device in ipairs { 'cpu', 'cuda' } do
         for _, layout in ipairs { 'strided', 'sparse' } do
            for dtype in old:gmatch '%w+' do
               local T = there[('%s %s %s'):format(device, layout, dtype)]
               if not (layout == 'sparse' and dtype == 'bool') then
                  assert.is_true(tensor.isTensorType(T))
                  assert.equal(layout, tensor.layoutOf((layout == 'sparse' and 'sparse.' or '') .. device))
                  count = count + 1
               end
            end
         end
      end
      assert.equal(38, count)
      assert.equal('torch.cuda.sparse.FloatTensor', there['cuda sparse float'].name)
   end)

   it('have storages, for each device and dtype', function()
      for _, T in ipairs(tensor.tensorTypes { layout = 'strided' }) do
         local name = T.name:match '^torch%.(.*)Tensor$' .. 'Storage'
         assert.is_not_nil(tensor[name], name)
         if not T.isCuda or tensor.cuda.isAvailable() then
            local s = tensor[name](3)
            assert.equal('torch.' .. name, tensor.typename(s))
            assert.equal(3, #s)
            assert.equal('torch.' .. name, tensor.typename(T(s):storage()))
         end
      end
   end)

   it('are told from other values', function()
      for _, value in ipairs { 'torch.FloatTensor', tensor.ones(1), {}, { name = 'torch.FloatTensor' }, 1 } do
         assert.is_false(tensor.isTensorType(value))
      end
      assert.error_matches(function() tensor.layout {} end,
         'layout: a tensor or a type such as tensor.FloatTensor expected, got table')
   end)
end)
