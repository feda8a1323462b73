-- Tensors: all forms of constructors, conversions between all types, copies, tables, and numbers beyond 2^53.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'
local integers = require 'spec.support.integers'
local pointwise = require 'spec.support.pointwise'
local values = require 'spec.support.values'

local types = pointwise.types()
local flat = pointwise.flat

local function sizes(t) return table.concat(t:size():totable(), 'x') end
local function strides(t) return table.concat(t:stride():totable(), ',') end

local function is(t, type_name, size, list)
   assert.equal('torch.' .. type_name .. 'Tensor', t:type())
   assert.equal(size, sizes(t))
   if list then assert.same(list, t:totable()) end
end

local function same_number(a, b) return a == b or (a ~= a and b ~= b) end

describe('set', function()
   local s = tensor.FloatStorage { 1, 2, 3, 4, 5, 6, 7 }

   local function check(x, rows, ...)
      assert.same(rows, x:totable())
      assert.same({ ... }, x:stride():totable())
   end

   it('takes sizes and strides in pairs, as the constructor does', function()
      for _, x in ipairs { tensor.FloatTensor():set(s, 2, 2, 3, 3, 1), tensor.FloatTensor(s, 2, 2, 3, 3, 1) } do
         check(x, { { 2, 3, 4 }, { 5, 6, 7 } }, 3, 1)
         assert.is_true(x:storage() == s)
      end
      check(tensor.FloatTensor():set(s, 7, 1,1, 1,1, 1,1, 1,1, 1,1, 1,1, 1,1, 1,1), { { { { { { { { 7 } } } } } } } },
         1, 1, 1, 1, 1, 1, 1, 1)
   end)

   it('takes sizes alone, for a storage of its own', function()
      for _, given in ipairs { { 2, 3 }, { tensor.LongStorage { 2, 3 } }, { { 2, 3 } } } do
         local x = tensor.FloatTensor(s)
         assert.equal(x, x:set((table.unpack or unpack)(given)))
         assert.same({ 2, 3 }, x:size():totable())
         assert.is_false(x:storage() == s)
         assert.equal(1, x:storageOffset())
      end
      check(tensor.LongTensor():set(tensor.LongStorage { 2, 3 }), { 2, 3 }, 1)
   end)

   it('takes a negative stride as the row-major one, as the constructor and resize do', function()
      for _, x in ipairs {
         tensor.FloatTensor():set(s, 1, { 2, 3 }, { -1, 1 }), tensor.FloatTensor():set(s, 1, 2, -1, 3, -7),
         tensor.FloatTensor(s, 1, { 2, 3 }, { -1, -1 }), tensor.FloatTensor(s):resize({ 2, 3 }, { -1, -1 }),
      } do
         check(x, { { 1, 2, 3 }, { 4, 5, 6 } }, 3, 1)
      end
      check(tensor.FloatTensor():set(s, 1, { 1, 3 }, { -1, 2 }), { { 1, 3, 5 } }, 6, 2)
   end)
end)

describe('a type object', function()
   for _, row in ipairs(types) do
      local T, S = tensor[row.name .. 'Tensor'], tensor[row.name .. 'Storage']

      it('makes tensors from sizes: ' .. row.name, function()
         is(T(), row.name, '')
         assert.equal(0, T():dim())
         is(T(3), row.name, '3')
         is(T(2, 3), row.name, '2x3')
         is(T(0), row.name, '0')
         is(T(2, 0, 3), row.name, '2x0x3')
         is(T { 2 }, row.name, '1')
         if row.name ~= 'Long' then is(T(tensor.LongStorage { 2, 3 }), row.name, '2x3') end
         local x = T(tensor.LongStorage { 2, 3 }, tensor.LongStorage { 1, 2 })
         is(x, row.name, '2x3')
         assert.equal('1,2', strides(x))
         assert.equal(6, #x:storage())
      end)

      it('makes tensors from tables: ' .. row.name, function()
         is(T {}, row.name, '', {})
         is(T { 1, 0, 1 }, row.name, '3', { 1, 0, 1 })
         is(T { { 1, 0 }, { 1, 1 }, { 0, 1 } }, row.name, '3x2', { { 1, 0 }, { 1, 1 }, { 0, 1 } })
         is(T { { { 1 } } }, row.name, '1x1x1', { { { 1 } } })
         is(T { {}, {} }, row.name, '2x0', { {}, {} })
      end)

      it('makes windows on storages and tensors: ' .. row.name, function()
         local s = S { 1, 0, 1, 1, 0, 0 }
         is(T(s), row.name, '6', { 1, 0, 1, 1, 0, 0 })
         assert.equal(s, T(s):storage())
         is(T(s, 4), row.name, '3', { 1, 0, 0 })
         is(T(s, 7), row.name, '0', {})
         is(T(s, 2, { 2, 2 }), row.name, '2x2', { { 0, 1 }, { 1, 0 } })
         is(T(s, 1, tensor.LongStorage { 2, 2 }, tensor.LongStorage { 1, 3 }), row.name, '2x2', { { 1, 1 }, { 0, 0 } })
         is(T(s, 1, 2, 1, 2, 3), row.name, '2x2', { { 1, 1 }, { 0, 0 } })
         is(T(s, 2, 3), row.name, '3', { 0, 1, 1 })
         local x = T(2, 3)
         assert.is_true(T(x):isSetTo(x))
      end)

      it('has fields that say what it is: ' .. row.name, function()
         assert.equal(row.dtype, T.dtype)
         assert.equal('cpu', T.device)
         assert.equal('strided', T:layout())
         assert.equal('strided', T(1):layout())
         assert.is_true(tensor.isTensorType(T))
         assert.is_false(T.isCuda)
      end)
   end

   it('of LongTensor takes a LongStorage as elements', function()
      is(tensor.LongTensor(tensor.LongStorage { 2, 3 }), 'Long', '2', { 2, 3 })
   end)

   it('takes the dtype from options', function()
      is(tensor.Tensor(2, { dtype = 'double' }), 'Double', '2')
      is(tensor.Tensor({ 1, 2 }, { dtype = 'int' }), 'Int', '2', { 1, 2 })
      is(tensor.Tensor(2, { dtype = 'torch.ByteTensor' }), 'Byte', '2')
      is(tensor.Tensor(2, { dtype = tensor.HalfTensor }), 'Half', '2')
   end)

   it('gets a method of its own', function()
      finally(function() tensor.IntTensor.onlyOfInt = nil end)
      function tensor.IntTensor.onlyOfInt(x) return x:size(1) end
      assert.equal(4, tensor.IntTensor(4):onlyOfInt())
      assert.is_nil(tensor.FloatTensor(4).onlyOfInt)
   end)
end)

describe('functions that make tensors', function()
   local made = {
      { 'zeros', { 2, 2 }, 'Float', '2x2', { { 0, 0 }, { 0, 0 } } },
      { 'zeros', { { 2 }, { dtype = 'int' } }, 'Int', '2', { 0, 0 } },
      { 'zeros', { tensor.LongStorage { 1, 2 } }, 'Float', '1x2', { { 0, 0 } } },
      { 'ones', { 2 }, 'Float', '2', { 1, 1 } },
      { 'ones', { 3, { dtype = 'bool' } }, 'Bool', '3', { 1, 1, 1 } },
      { 'full', { { 2, 1 }, 2.5 }, 'Float', '2x1', { { 2.5 }, { 2.5 } } },
      { 'full', { 2, -2.75, { dtype = 'int' } }, 'Int', '2', { -2, -2 } },
      { 'full', { tensor.LongStorage { 2 }, 7, { dtype = 'long' } }, 'Long', '2', { 7, 7 } },
      { 'eye', { 2 }, 'Float', '2x2', { { 1, 0 }, { 0, 1 } } },
      { 'eye', { 2, 3, { dtype = 'short' } }, 'Short', '2x3', { { 1, 0, 0 }, { 0, 1, 0 } } },
      { 'eye', { 3, 1 }, 'Float', '3x1', { { 1 }, { 0 }, { 0 } } },
      { 'eye', { 0 }, 'Float', '0x0', {} },
      { 'linspace', { 1, 2, 5 }, 'Float', '5', { 1, 1.25, 1.5, 1.75, 2 } },
      { 'linspace', { 3, 3, 1 }, 'Float', '1', { 3 } },
      { 'linspace', { 4, 0, 3, { dtype = 'int' } }, 'Int', '3', { 4, 2, 0 } },
      { 'logspace', { 0, 2, 3 }, 'Float', '3', { 1, 10, 100 } },
      { 'range', { 1, 4 }, 'Float', '4', { 1, 2, 3, 4 } },
      { 'range', { 1, 2, 0.5 }, 'Float', '3', { 1, 1.5, 2 } },
      { 'range', { 3, 1, -1, { dtype = 'byte' } }, 'Byte', '3', { 3, 2, 1 } },
      { 'range', { 2, 2.9 }, 'Float', '1', { 2 } },
      { 'zerosLike', { tensor.IntTensor(2) }, 'Int', '2', { 0, 0 } },
      { 'onesLike', { tensor.IntTensor(2), { dtype = 'double' } }, 'Double', '2', { 1, 1 } },
      { 'fullLike', { tensor.CharTensor(1, 2), -3 }, 'Char', '1x2', { { -3, -3 } } },
      { 'empty', { 2, 3 }, 'Float', '2x3' },
      { 'emptyLike', { tensor.HalfTensor(4, 1) }, 'Half', '4x1' },
   }
   for _, row in ipairs(made) do
      local name, arguments = row[1], row[2]
      it(('%s makes a %s of size %s'):format(name, row[3], row[4]), function()
         local unpack = table.unpack or unpack
         is(tensor[name](unpack(arguments)), row[3], row[4], row[5])
         local out = tensor[row[3] .. 'Tensor'](7, 5)
         assert.equal(out, tensor[name](out, unpack(arguments)))
         is(out, row[3], row[4], row[5])
      end)
   end

   it('100 points are the usual number', function()
      assert.equal('100', sizes(tensor.linspace(0, 1)))
      assert.equal('100', sizes(tensor.logspace(0, 1)))
   end)

   it('compute every number from its place alone', function()
      local list = tensor.range(0, 1, 0.001, { dtype = 'double' }):totable()
      assert.equal(1001, #list)
      for i, x in ipairs(list) do assert.equal((i - 1) * 0.001, x) end
   end)

   it('write into their object as methods', function()
      local x = tensor.IntTensor(2)
      assert.equal(x, x:range(1, 4))
      is(x, 'Int', '4', { 1, 2, 3, 4 })
      is(x:zeros(2), 'Int', '2', { 0, 0 })
      is(x:ones(1, 2), 'Int', '1x2', { { 1, 1 } })
      is(x:eye(2), 'Int', '2x2', { { 1, 0 }, { 0, 1 } })
      is(x:linspace(1, 3, 3), 'Int', '3', { 1, 2, 3 })
   end)
end)

-- The value after a conversion between two types must follow the rules in the format tables.
local function check_conversion(from, to, copy)
   local list = values(from.dtype)
   local x = tensor[from.name .. 'Tensor'](list)
   local got = flat(copy(x, to))
   for i, value in ipairs(flat(x)) do
      local expected = formats.convert(formats.of[to.dtype], value)
      if expected == expected or formats.of[to.dtype].floating then
         assert(same_number(got[i], expected), ('%s of %s to %s: %s instead of %s'):format(tostring(value), from.name,
            to.name, tostring(got[i]), tostring(expected)))
      end
   end
end

describe('conversion', function()
   for _, from in ipairs(types) do
      for _, to in ipairs(types) do
         it(('of %s to %s'):format(from.name, to.name), function()
            check_conversion(from, to, function(x)
               local y = x[to.dtype](x)
               assert.equal('torch.' .. to.name .. 'Tensor', y:type())
               if from.name == to.name then assert.equal(x, y) else assert.not_equal(x:dataPtr(), y:dataPtr()) end
               return y
            end)
            check_conversion(from, to, function(x) return x:type('torch.' .. to.name .. 'Tensor') end)
            check_conversion(from, to, function(x) return tensor[to.name .. 'Tensor'](24):copy(x) end)
            check_conversion(from, to, function(x)
               local gappy = tensor[to.name .. 'Tensor'](24, 2)
               return gappy:select(2, 1):copy(x)
            end)
         end)
      end
   end

   it('by name, by type object and by example', function()
      local x = tensor.FloatTensor { 1.75 }
      is(x:type 'int', 'Int', '1', { 1 })
      is(x:type(tensor.DoubleTensor), 'Double', '1', { 1.75 })
      is(x:typeAs(tensor.ByteTensor()), 'Byte', '1', { 1 })
      assert.equal(x, x:typeAs(x))
   end)

   local known = {
      { 'Byte', -1, 255 }, { 'Byte', 256, 0 }, { 'Byte', -1.9, 255 }, { 'Byte', 0 / 0, 0 }, { 'Byte', 1e30, 255 },
      { 'Byte', -1e30, 0 }, { 'Char', 128, -128 }, { 'Char', 200.9, -56 }, { 'Short', 1e30, -1 },
      { 'Int', 1e10, 1410065408 },
      { 'Int', 1 / 0, -1 }, { 'Int', -1 / 0, 0 }, { 'Bool', 0.25, 1 }, { 'Bool', 0, 0 }, { 'Bool', 0 / 0, 1 },
      { 'Half', 65519, 65504 }, { 'Half', 65520, 1 / 0 }, { 'Half', 2 ^ -25, 0 }, { 'Half', 1.5 * 2 ^ -25, 2 ^ -24 },
      { 'Float', 1e39, 1 / 0 }, { 'Float', 2 ^ 24 + 1, 2 ^ 24 }, { 'BFloat16', 257, 256 }, { 'BFloat16', 259, 260 },
      -- Rounding to float first and then again would give 1 and 1 + 2^-7.
      { 'Half', 1 + 2 ^ -11 + 2 ^ -40, 1 + 2 ^ -10 }, { 'BFloat16', 1 + 2 ^ -8 + 2 ^ -40, 1 + 2 ^ -7 },
   }
   for _, row in ipairs(known) do
      it(('of the number %s to %s'):format(tostring(row[2]), row[1]), function()
         local x = tensor.DoubleTensor { row[2] }
         assert.equal(row[3], x[row[1]:lower()](x):totable()[1])
         assert.equal(row[3], tensor[row[1] .. 'Tensor'] { row[2] }:totable()[1])
         assert.equal(row[3], tensor[row[1] .. 'Tensor'](3):fill(row[2]):totable()[2])
         assert.equal(row[3], tensor[row[1] .. 'Storage'] { row[2] }[1])
      end)
   end
end)

describe('copy', function()
   it('broadcasts, or takes elements in order where the counts are equal', function()
      is(tensor.zeros(2, 3):copy(tensor.FloatTensor { 1, 2, 3 }), 'Float', '2x3', { { 1, 2, 3 }, { 1, 2, 3 } })
      is(tensor.zeros(2, 3):copy(tensor.FloatTensor { { 1 }, { 2 } }), 'Float', '2x3', { { 1, 1, 1 }, { 2, 2, 2 } })
      is(tensor.zeros(2, 3):copy(tensor.range(1, 6)), 'Float', '2x3', { { 1, 2, 3 }, { 4, 5, 6 } })
      is(tensor.zeros(3, 2):copy(tensor.range(1, 6):view(2, 3)), 'Float', '3x2', { { 1, 2 }, { 3, 4 }, { 5, 6 } })
      is(tensor.zeros(2, 2):copy(tensor.ones(1)), 'Float', '2x2', { { 1, 1 }, { 1, 1 } })
   end)

   it('takes overlapping windows as if the source had been copied first', function()
      for _, shift in ipairs { -3, -1, 1, 3 } do
         local x = tensor.range(1, 20)
         x:narrow(1, 5 + shift, 10):copy(x:narrow(1, 5, 10))
         assert.same(tensor.range(5, 14):totable(), x:narrow(1, 5 + shift, 10):totable())
      end
      local m = tensor.range(1, 9):view(3, 3)
      is(m:copy(m:t()), 'Float', '3x3', { { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 } })
      is(m:copy(m), 'Float', '3x3', { { 1, 4, 7 }, { 2, 5, 8 }, { 3, 6, 9 } })
   end)

   it('of nothing is fine', function()
      is(tensor.zeros(0, 3):copy(tensor.zeros(0, 3)), 'Float', '0x3')
      is(tensor.zeros(0):copy(tensor.zeros(2, 0)), 'Float', '0')
      is(tensor.FloatTensor():copy(tensor.FloatTensor()), 'Float', '')
   end)

   it('returns its object', function()
      local x = tensor.zeros(2)
      assert.equal(x, x:copy(tensor.ones(2)))
      assert.equal(x, x:fill(3))
      assert.equal(x, x:zero())
      assert.equal(x, tensor.fill(x, 2))
      assert.equal(x, tensor.zero(x))
   end)
end)

describe('elements', function()
   it('come as nested tables', function()
      assert.same({ { { 1, 2 }, { 3, 4 } } }, tensor.range(1, 4):view(1, 2, 2):totable())
      assert.same({ { 1, 3 }, { 2, 4 } }, tensor.totable(tensor.range(1, 4):view(2, 2):t()))
      assert.same({ {}, {} }, tensor.zeros(2, 0):totable())
      assert.same({}, tensor.FloatTensor():totable())
      assert.equal(5, tensor.full({ 1 }, 5):view(tensor.LongStorage()):totable())
   end)

   it('come alone from item', function()
      assert.equal(5, tensor.full({ 1, 1 }, 5):item())
      assert.equal(2.5, tensor.full({ 1 }, 2.5):item())
   end)

   it('of integer types are integers where Lua has them', function()
      if not math.type then return end
      assert.equal('integer', math.type(tensor.LongTensor({ 3 })[1]))
      assert.equal('integer', math.type(tensor.ByteTensor({ 3 }):item()))
      assert.equal('float', math.type(tensor.FloatTensor({ 3 })[1]))
   end)

   it('beyond 2^53 are exact where Lua has 64 bits', function()
      if integers.unknowns then return end
      local most = integers.shl(integers.int(1), 62) - 1 + integers.shl(integers.int(1), 62)
      for _, value in ipairs { most, -most, -most - 1, integers.power2(53) + 1, -integers.power2(60) - 7 } do
         local x = tensor.LongTensor { value }
         assert.equal(value, x[1])
         assert.equal(value, x:item())
         assert.equal(value, x:totable()[1])
         assert.equal(value, tensor.LongTensor(2):fill(value)[2])
         assert.equal(value, tensor.LongStorage({ value })[1])
         local y = tensor.LongTensor(1)
         y[1] = value
         assert.equal(value, y[1])
         assert.equal(value, tensor.full({ 1 }, value, { dtype = 'long' })[1])
      end
   end)
end)

describe('a storage', function()
   for _, row in ipairs(types) do
      it('of ' .. row.name .. ' has elements, and methods', function()
         local S = tensor[row.name .. 'Storage']
         local s = S { 1, 0, 1 }
         assert.equal('torch.' .. row.name .. 'Storage', s:type())
         assert.equal(3, #s)
         assert.equal(3, s:size())
         assert.equal(tensor[row.name .. 'Tensor']():elementSize(), s:elementSize())
         assert.same({ 1, 0, 1 }, s:totable())
         s[2] = 1
         assert.equal(1, s[2])
         assert.same({ 0, 0, 0 }, s:fill(0):totable())
         assert.same({ 1, 0, 1 }, s:copy(tensor.DoubleStorage { 1, 0, 1 }):totable())
         assert.equal(5, #s:resize(5))
         assert.same({ 1, 0 }, s:resize(2):totable())
         assert.equal(0, #s:resize(0))
         assert.equal(0, #S())
         assert.equal(4, #S(4))
         assert.equal('number', type(S(4):dataPtr()))
      end)
   end

   it('may view a part of another', function()
      local s = tensor.IntStorage { 1, 2, 3, 4 }
      local part = tensor.IntStorage(s, 2, 2)
      assert.same({ 2, 3 }, part:totable())
      part[1] = 9
      assert.equal(9, s[2])
      assert.same({ 3, 4 }, tensor.IntStorage(s, 3):totable())
      local x = tensor.IntTensor(part)
      x:fill(7)
      assert.same({ 1, 7, 7, 4 }, s:totable())
   end)

   it('is equal to itself, whoever holds it', function()
      local x = tensor.zeros(2, 2)
      assert.is_true(x:storage() == x:t():storage())
      assert.is_false(x:storage() == x:clone():storage())
   end)

   it('of bytes comes as a string, and back', function()
      local s = tensor.ByteStorage():string 'a\0b'
      assert.same({ 97, 0, 98 }, s:totable())
      assert.equal('a\0b', s:string())
      assert.equal('', s:string(''):string())
      assert.equal('hi', tensor.CharStorage():string('hi'):string())
   end)

   it('of the default type is a FloatStorage', function()
      assert.equal('torch.FloatStorage', tensor.Storage(2):type())
   end)
end)

describe('operators', function()
   local x, y = tensor.FloatTensor { { 5, -6 }, { 7, 8 } }, tensor.FloatTensor { { 2, 4 }, { -2, 5 } }
   local results = {
      { 'x + y', x + y, { { 7, -2 }, { 5, 13 } } }, { 'x + 1', x + 1, { { 6, -5 }, { 8, 9 } } },
      { '1 + x', 1 + x, { { 6, -5 }, { 8, 9 } } }, { 'x - y', x - y, { { 3, -10 }, { 9, 3 } } },
      { '1 - x', 1 - x, { { -4, 7 }, { -6, -7 } } }, { 'x * 2', x * 2, { { 10, -12 }, { 14, 16 } } },
      { '2 * x', 2 * x, { { 10, -12 }, { 14, 16 } } }, { 'x * y', x * y, { { 22, -10 }, { -2, 68 } } },
      { 'x / y', x / y, { { 2.5, -1.5 }, { -3.5, 1.6000000238418579 } } },
      { 'x / 2', x / 2, { { 2.5, -3 }, { 3.5, 4 } } },
      { '1 / y', 1 / y:clone():abs():div(4):ceil(), { { 1, 1 }, { 1, 0.5 } } },
      { 'x % y', x % y, { { 1, 2 }, { -1, 3 } } }, { 'x ^ 2', x ^ 2, { { 25, 36 }, { 49, 64 } } },
      { '2 ^ y', 2 ^ y, { { 4, 16 }, { 0.25, 32 } } }, { '-x', -x, { { -5, 6 }, { -7, -8 } } },
   }
   for _, row in ipairs(results) do
      it(row[1] .. ' gives a new tensor', function()
         assert.same(row[3], row[2]:totable())
         assert.not_equal(x:storage(), row[2]:storage())
      end)
   end

   it('leave their operands alone', function()
      assert.same({ { 5, -6 }, { 7, 8 } }, x:totable())
      assert.same({ { 2, 4 }, { -2, 5 } }, y:totable())
   end)

   it('# gives the sizes', function()
      assert.same({ 2, 2 }, (#x):totable())
   end)
end)

describe('resize with strides', function()
   it('takes sizes and strides as storages or tables', function()
      local x = tensor.range(1, 6)
      assert.equal(x, x:resize(tensor.LongStorage { 2, 3 }, tensor.LongStorage { 1, 2 }))
      assert.same({ { 1, 3, 5 }, { 2, 4, 6 } }, x:totable())
      assert.same({ { 1, 2 }, { 4, 5 } }, x:resize({ 2, 2 }, { 3, 1 }):totable())
   end)

   it('needs as many of them, and numbers that make sense', function()
      local x = tensor.range(1, 6)
      assert.error_matches(function() x:resize({ 2, 3 }, { 1 }) end, 'resize: 2 sizes and 1 strides')
      assert.error_matches(function() x:resize({ 2 ^ 40, 2 ^ 40 }, { 2 ^ 40, 1 }) end, 'resize: ')
      assert.error_matches(function() x:resize({ 2 }, 'x') end, 'resize: stride must be a whole number, not a string')
      assert.same({ 6 }, x:size():totable())
   end)
end)
