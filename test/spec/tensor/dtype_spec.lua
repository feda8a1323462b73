-- Element types by name: constants, limits, promotion. The tables of promotion are PyTorch's answers.
local tensor = require 'tensor'

local names = { 'bool', 'byte', 'char', 'short', 'int', 'long', 'half', 'bfloat16', 'float', 'double' }

-- Row a, column b: where a and b meet.
local meetings = [[
bool     byte     char     short    int      long     half     bfloat16 float    double
byte     byte     short    short    int      long     half     bfloat16 float    double
char     short    char     short    int      long     half     bfloat16 float    double
short    short    short    short    int      long     half     bfloat16 float    double
int      int      int      int      int      long     half     bfloat16 float    double
long     long     long     long     long     long     half     bfloat16 float    double
half     half     half     half     half     half     half     float    float    double
bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 float    bfloat16 float    double
float    float    float    float    float    float    float    float    float    double
double   double   double   double   double   double   double   double   double   double
]]

-- kinds[k]: 0 for bool, 1 for integers, 2 for floating types.
local kinds = { bool = 0, half = 2, bfloat16 = 2, float = 2, double = 2 }
local function kind(name) return kinds[name] or 1 end

local function each_pair(f)
   local b = {}
   for line in meetings:gmatch '[^\n]+' do
      b[#b + 1] = {}
      for name in line:gmatch '%S+' do table.insert(b[#b], name) end
   end
   for i, left in ipairs(names) do
      for j, right in ipairs(names) do f(left, right, b[i][j]) end
   end
end

describe('a dtype', function()
   it('has a constant for each of its names', function()
      assert.equal('float', tensor.float32)
      assert.equal('float', tensor.float)
      assert.equal(tensor.float32, tensor.FloatTensor(1).dtype)
      for old, sized in pairs { byte = 'uint8', char = 'int8', short = 'int16', int = 'int32', long = 'int64',
                                half = 'float16', double = 'float64', bool = 'bool', uint16 = 'uint16' } do
         assert.equal(old, tensor[sized])
         assert.equal(old, tensor[old])
      end
   end)

   it('may be named in either way in options and conversions', function()
      local x = tensor.zeros(2, { dtype = 'float64' })
      assert.equal('double', x.dtype)
      assert.equal('half', x:to('float16').dtype)
      assert.equal('int', x:to { dtype = tensor.int32 }.dtype)
      assert.equal('byte', x:type('uint8').dtype)
      assert.equal('long', tensor.zerosLike(x, { dtype = 'int64' }).dtype)
      assert.has_error(function() x:type 'torch.float32Tensor' end,
         "type: 'torch.float32Tensor' is no tensor type; an example is 'torch.FloatTensor'")
   end)

   it('has limits: finfo', function()
      for name, f in pairs {
         half = { 16, 2 ^ -10, 65504, 2 ^ -14, 1e-3 },
         bfloat16 = { 16, 2 ^ -7, (2 - 2 ^ -7) * 2 ^ 127, 2 ^ -126, 1e-2 },
         float = { 32, 2 ^ -23, (2 - 2 ^ -23) * 2 ^ 127, 2 ^ -126, 1e-6 },
         double = { 64, 2 ^ -52, (2 - 2 ^ -52) * 2 ^ 1023, 2 ^ -1022, 1e-15 },
      } do
         assert.same({ bits = f[1], eps = f[2], max = f[3], min = -f[3], tiny = f[4], smallestNormal = f[4],
                       resolution = f[5], dtype = name }, tensor.finfo(name))
      end
      assert.same(tensor.finfo 'float', tensor.finfo(tensor.ones(2)))
      assert.same(tensor.finfo 'half', tensor.finfo(tensor.HalfTensor))
   end)

   it('has limits that its elements keep', function()
      for _, name in ipairs { 'half', 'bfloat16', 'float', 'double' } do
         local f = tensor.finfo(name)
         local function stored(v) return tensor.asTensor(v, { dtype = name }):item() end
         for _, v in ipairs { f.max, f.min, f.tiny, 1 + f.eps } do assert.equal(v, stored(v)) end
         assert.equal(1, stored(1 + f.eps / 4))
      end
   end)

   it('has limits: iinfo', function()
      for name, i in pairs {
         byte = { 8, 255, 0 }, char = { 8, 127, -128 }, short = { 16, 32767, -32768 },
         uint16 = { 16, 65535, 0 }, int = { 32, 2147483647, -2147483648 },
      } do
         assert.same({ bits = i[1], max = i[2], min = i[3], dtype = name }, tensor.iinfo(name))
      end
      local long = tensor.iinfo 'int64'
      assert.equal(math.maxinteger or 2 ^ 63, long.max)
      assert.equal(-2 ^ 63, long.min)
   end)

   it('that has no such limits raises', function()
      assert.has_error(function() tensor.finfo 'long' end,
         'finfo: long is no floating type; iinfo tells about integers')
      assert.has_error(function() tensor.iinfo 'half' end,
         'iinfo: half is no integer type; finfo tells about floating types')
      assert.has_error(function() tensor.iinfo 'bool' end, 'iinfo: bool is no integer type')
      assert.has_error(function() tensor.finfo 'number' end,
         "finfo: a dtype such as 'float', a type or a tensor expected, got number")
      assert.has_error(function() tensor.finfo {} end,
         "finfo: a dtype such as 'float', a type or a tensor expected, got table")
   end)

   it('tells whether it is signed and floating', function()
      for _, name in ipairs(names) do
         local x = tensor.zeros(1, { dtype = name })
         assert.equal(kind(name) == 2, x:isFloatingPoint())
         assert.equal(name ~= 'bool' and name ~= 'byte', tensor.isSigned(x))
      end
      assert.is_false(tensor.UInt16Tensor(1):isSigned())
   end)
end)

describe('promotion', function()
   it('is where two dtypes meet', function()
      each_pair(function(a, b, meet) assert.equal(meet, tensor.promoteTypes(a, b)) end)
      for other, meet in pairs { bool = 'uint16', byte = 'uint16', char = 'int', short = 'int', int = 'int',
                                 long = 'long', half = 'half', uint16 = 'uint16' } do
         assert.equal(meet, tensor.promoteTypes('uint16', other))
         assert.equal(meet, tensor.promoteTypes(other, 'uint16'))
      end
   end)

   it('never casts to a lower kind: canCast', function()
      each_pair(function(a, b) assert.equal(kind(a) <= kind(b), tensor.canCast(a, b)) end)
   end)

   it('of tensors counts those without dimensions only if of a higher kind: resultType', function()
      each_pair(function(a, b, meet)
         local x, y = tensor.zeros(2, { dtype = a }), tensor.zeros(2, { dtype = b })
         local scalar = tensor.asTensor(1, { dtype = b })
         assert.equal(meet, tensor.resultType(x, y))
         assert.equal(kind(b) > kind(a) and b or a, tensor.resultType(x, scalar))
         assert.equal(tensor.resultType(x, scalar), tensor.resultType(scalar, x))
      end)
   end)

   it('of numbers counts them last', function()
      local byte, half = tensor.ByteTensor(2), tensor.HalfTensor(2)
      assert.equal('byte', tensor.resultType(byte, 300))
      assert.equal('float', tensor.resultType(byte, 1.5))
      assert.equal('float', tensor.resultType(byte, math.huge))
      assert.equal('half', tensor.resultType(half, 1.5))
      assert.equal('long', tensor.resultType(tensor.BoolTensor(2), 2))
      assert.equal('long', tensor.resultType(1, 2))
      assert.equal('float', tensor.resultType(1, 2.5))
      assert.equal('double', tensor.resultType(half, 1, tensor.DoubleTensor(1), byte))
      assert.has_error(function() tensor.resultType(byte, 'x') end,
         'resultType: operand 2 is a string; expected tensors and numbers')
   end)
end)

describe('asTensor', function()
   it('takes tables, numbers and tensors', function()
      assert.equal('torch.FloatTensor', tensor.asTensor({ { 1, 2 } }):type())
      assert.same({ 1, 2 }, tensor.asTensor({ { 1, 2 } }):size():totable())
      assert.equal(0, tensor.asTensor(3):dim())
      assert.equal(3, tensor.asTensor(3, { dtype = 'long' }):item())
      local x = tensor.ones(2)
      assert.is_true(rawequal(x, tensor.asTensor(x)))
      assert.is_true(rawequal(x, tensor.asTensor(x, { dtype = 'float32' })))
      assert.equal('torch.LongTensor', tensor.asTensor(x, { dtype = 'int64' }):type())
      assert.has_error(function() tensor.asTensor 'x' end,
         'asTensor: a table, a number or a tensor expected, got string')
   end)
end)

describe('the default dtype', function()
   local before = tensor.getdefaulttensortype()
   after_each(function() tensor.setdefaulttensortype(before) end)

   it('is a name for the default type', function()
      tensor.setDefaultDtype 'float64'
      assert.equal('double', tensor.getDefaultDtype())
      assert.equal('torch.DoubleTensor', tensor.zeros(1):type())
      assert.equal('double', tensor.resultType(tensor.ByteTensor(1), 0.5))
      tensor.setdefaulttensortype 'torch.HalfTensor'
      assert.equal('half', tensor.getDefaultDtype())
      assert.has_error(function() tensor.setDefaultDtype 'int' end,
         'setDefaultDtype: int is no floating type; setdefaulttensortype takes every type')
   end)
end)
