-- Views: known answers, every function in all its forms, and random chains compared with plain index
-- arithmetic.
local tensor = require 'tensor'
local model = require 'spec.support.model'

local all = os.getenv 'TEST_TIER' == 'all'
local unpack = table.unpack or unpack

-- 1, 2, 3, ... in the given sizes, so that the value of an element is its position in the storage.
local function counted(...)
   local n = model.count { ... }
   return tensor.range(1, n, { dtype = 'double' }):view(...)
end

local function flat(t)
   local list = {}
   local function visit(x)
      if type(x) ~= 'table' then list[#list + 1] = x
      else for _, y in ipairs(x) do visit(y) end end
   end
   visit(t:totable())
   return list
end

local function sizes(t) return table.concat(t:size():totable(), 'x') end
local function strides(t) return table.concat(t:stride():totable(), ',') end

local function check_window(t, size, stride, offset)
   assert.equal(size, sizes(t))
   assert.equal(stride, strides(t))
   assert.equal(offset, t:storageOffset() - 1)
end

-- Name, sizes of the tensor, method, arguments; then sizes, strides and offset of the view.
local known = {
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { 0, 2, 3 }, '2x4', '16,5', 0 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { 1, 2, 3 }, '2x3', '16,5', 1 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { -1, 2, 3 }, '2x3', '16,5', 4 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { 0, 1, 2 }, '4x2', '1,20', 0 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', {}, '4x2', '1,20', 0 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { 0, -2, -1 }, '2x4', '16,5', 0 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { 4, 2, 3 }, '2x0', '16,5', 0 },
   { '2x4x4', { 2, 4, 4 }, 'diagonal', { -9, 2, 3 }, '2x0', '16,5', 0 },
   { '2x4x4', { 2, 4, 4 }, 'narrow', { 2, 2, 2 }, '2x2x4', '16,4,1', 4 },
   { '2x4x4', { 2, 4, 4 }, 'narrow', { -1, 2, 3 }, '2x4x3', '16,4,1', 1 },
   { '2x4x4', { 2, 4, 4 }, 'narrow', { 1, 3, 0 }, '0x4x4', '16,4,1', 0 },
   { '3x1x4', { 3, 1, 4 }, 'expand', { 2, 3, 2, 4 }, '2x3x2x4', '0,4,0,1', 0 },
   { '2x1x4', { 2, 1, 4 }, 'expand', { -1, 4, -1 }, '2x4x4', '4,0,1', 0 },
   { '2x3x4', { 2, 3, 4 }, 'permute', { 3, 1, 2 }, '4x2x3', '1,12,4', 0 },
   { '2x3x4', { 2, 3, 4 }, 'permute', { -1, 1, -2 }, '4x2x3', '1,12,4', 0 },
   { '2x3x4', { 2, 3, 4 }, 'unfold', { 2, 2, 1 }, '2x2x4x2', '12,4,1,4', 0 },
   { '2x3x4', { 2, 3, 4 }, 'transpose', { 1, 3 }, '4x3x2', '1,4,12', 0 },
   { '2x3x4', { 2, 3, 4 }, 'select', { 2, 3 }, '2x4', '12,1', 8 },
   { '2x3x4', { 2, 3, 4 }, 'sub', { 2, 2, 1, -2, -2, -1 }, '1x2x2', '12,4,1', 14 },
   { '2x3x4', { 2, 3, 4 }, 'view', { 6, -1 }, '6x4', '4,1', 0 },
   { '2x3x4', { 2, 3, 4 }, 'view', { 3, 2, 2, 2 }, '3x2x2x2', '8,4,2,1', 0 },
   { '2x3x4', { 2, 3, 4 }, 'flatten', {}, '24', '1', 0 },
   { '2x3', { 2, 3 }, 't', {}, '3x2', '1,3', 0 },
   { '2x1x3x1', { 2, 1, 3, 1 }, 'squeeze', {}, '2x3', '3,1', 0 },
   { '2x1x3x1', { 2, 1, 3, 1 }, 'squeeze', { 2 }, '2x3x1', '3,1,1', 0 },
   { '2x1x3x1', { 2, 1, 3, 1 }, 'squeeze', { 1 }, '2x1x3x1', '3,3,1,1', 0 },
   { '2x3', { 2, 3 }, 'unsqueeze', { 1 }, '1x2x3', '6,3,1', 0 },
   { '2x3', { 2, 3 }, 'unsqueeze', { 3 }, '2x3x1', '3,1,1', 0 },
   { '4x6', { 4, 6 }, 'asStrided', { { 2, 3 }, { 12, 2 }, 2 }, '2x3', '12,2', 1 },
   { '4x6', { 4, 6 }, 'contiguous', {}, '4x6', '6,1', 0 },
}

describe('strides', function()
   it('are those of rows in order', function()
      assert.equal('60,20,5,1', strides(tensor.zeros(2, 3, 4, 5)))
      assert.equal('15,5,1', strides(tensor.zeros(2, 3, 5)))
   end)

   it('of a diagonal of a diagonal', function()
      check_window(counted(2, 4, 4):diagonal(-1, 2, 3):diagonal(1, 1, 2), '2', '21', 9)
   end)
end)

describe('a view', function()
   for _, row in ipairs(known) do
      local name, size, method, arguments = unpack(row, 1, 4)
      local function check(view) check_window(view, row[5], row[6], row[7]) end
      it(('%s of a %s tensor, (%s)'):format(method, name, #arguments), function()
         local x = counted(unpack(size))
         local view = x[method](x, unpack(arguments))
         check(view)
         assert.equal(x:storage(), view:storage())
         check(tensor[method](x, unpack(arguments)))

         local result = tensor.DoubleTensor()
         assert.equal(result, tensor[method](result, x, unpack(arguments)))
         check(result)
         local other = tensor.ones(7):double()
         result = other:narrow(1, 2, 3)
         tensor[method](result, x, unpack(arguments))
         check(result)
         assert.same(tensor.ones(7):totable(), other:totable())

         assert.equal(x, tensor[method](x, x, unpack(arguments)))
         check(x)
      end)
   end

   it('shows what is written through it, and the other way', function()
      local x = counted(2, 3, 4)
      x:select(3, 2):fill(-1)
      assert.same({ 1, -1, 3, 4 }, x[1][1]:totable())
      x[2][3][4] = 100
      assert.equal(100, x:permute(3, 1, 2)[4][2][3])
   end)

   it('keeps its storage when it is given its own tensor as result', function()
      for _ = 1, 50 do
         local x = tensor.ones(100):double()
         tensor.narrow(x, x, 1, 20, 30)
         collectgarbage()
         tensor.select(x, x, 1, 5)
         assert.equal(1, x:item())
      end
   end)

   it('of one element is a number from select and squeeze, and a 0-d tensor as a result', function()
      local v = counted(3)
      assert.equal(2, v:select(1, 2))
      assert.equal(3, v[3])
      local result = tensor.select(tensor.DoubleTensor(), v, 1, 2)
      assert.equal(0, result:dim())
      assert.equal(2, result:item())
      assert.equal(1, counted(1, 1):squeeze())
   end)
end)

-- Functions that return several views; each is compared with its model.
describe('split, chunk and unbind', function()
   it('fill a table that is given', function()
      local x = tensor.range(1, 10):view(5, 2)
      local list = { 'old', 'old', 'old', 'old', 'old', key = 'kept' }
      assert.equal(list, tensor.split(list, x, 2))
      assert.equal(3, #list)
      assert.same({ { 9, 10 } }, list[3]:totable())
      assert.equal('kept', list.key)
      assert.equal(list, tensor.chunk(list, x, 2, 2))
      assert.equal(2, #list)
      assert.same({ { 2 }, { 4 }, { 6 }, { 8 }, { 10 } }, list[2]:totable())
      assert.error_matches(function() tensor.split(list, x, 0) end, 'split: pieces of size 0')
      assert.error_matches(function() tensor.chunk(list, x, 2, 3) end, 'chunk: no dimension 3')
      assert.error_matches(function() tensor.split(list) end, 'split: got %(table%)')
   end)

   local function check(parts, expected)
      assert.equal(#expected, #parts)
      for k, part in ipairs(parts) do
         assert.equal(expected[k][1], sizes(part))
         assert.same(expected[k][2], flat(part))
      end
   end

   it('cut a dimension', function()
      local x = counted(5, 2)
      check(x:split(2), { { '2x2', { 1, 2, 3, 4 } }, { '2x2', { 5, 6, 7, 8 } }, { '1x2', { 9, 10 } } })
      check(tensor.split(x, 9), { { '5x2', flat(x) } })
      check(x:split(1, 2), { { '5x1', { 1, 3, 5, 7, 9 } }, { '5x1', { 2, 4, 6, 8, 10 } } })
      check(x:split(1, -1), { { '5x1', { 1, 3, 5, 7, 9 } }, { '5x1', { 2, 4, 6, 8, 10 } } })
      check(x:chunk(2), { { '3x2', { 1, 2, 3, 4, 5, 6 } }, { '2x2', { 7, 8, 9, 10 } } })
      check(tensor.chunk(x, 4, 1), { { '2x2', { 1, 2, 3, 4 } }, { '2x2', { 5, 6, 7, 8 } }, { '1x2', { 9, 10 } } })
      check(x:unbind(2), { { '5', { 1, 3, 5, 7, 9 } }, { '5', { 2, 4, 6, 8, 10 } } })
      check(tensor.unbind(counted(2, 2)), { { '2', { 1, 2 } }, { '2', { 3, 4 } } })
   end)

   it('give views', function()
      local x = counted(4)
      x:split(2)[2]:fill(0)
      x:unbind()[1]:fill(9)
      assert.same({ 9, 2, 0, 0 }, x:totable())
   end)
end)

describe('what may copy', function()
   it('copies only where strides do not allow a view', function()
      local x = counted(2, 3)
      assert.equal(x:storage(), x:reshape(3, 2):storage())
      assert.is_true(rawequal(x, x:contiguous()))
      assert.equal(x:storage(), x:flatten():storage())
      assert.equal(x:storage(), x:t():reshape(3, 1, 2):storage())
      for _, copy in ipairs { x:t():reshape(6), x:t():contiguous(), x:t():flatten(), x:clone() } do
         assert.not_equal(x:storage(), copy:storage())
         assert.is_true(copy:isContiguous())
      end
      assert.same({ 1, 4, 2, 5, 3, 6 }, x:t():flatten():totable())
      assert.same({ { 1, 4, 2 }, { 5, 3, 6 } }, x:t():reshape(2, 3):totable())
   end)

   it('names contiguous where view cannot', function()
      local ok, message = pcall(function() return counted(2, 3):t():view(6) end)
      assert.is_false(ok)
      assert.truthy(message:find('strides 1x3; use contiguous() first', 1, true), message)
   end)

   it('of an expanded tensor has room for every element', function()
      local x = counted(1, 3):expand(2, 3)
      assert.is_false(x:isContiguous())
      assert.same({ 1, 2, 3, 1, 2, 3 }, flat(x:contiguous()))
      assert.equal(6, #x:clone():storage())
   end)
end)

describe('unfold of an expanded tensor', function()
   it('makes no more elements than can be counted', function()
      local x = tensor.ones(1):expand(2 ^ 40)
      assert.error_matches(function() x:unfold(1, 2 ^ 39, 1) end, 'unfold: .*more elements than memory can hold')
      assert.equal(2 ^ 40, x:unfold(1, 1, 1):nElement())
   end)
end)

describe('views of tensors without elements, and of scalars', function()
   it('work', function()
      local x = tensor.zeros(0, 3)
      assert.equal('3x0', sizes(x:t()))
      assert.equal('0', sizes(x:view(-1, 3):select(2, 1)))
      assert.equal('0x1x3', sizes(x:unsqueeze(2)))
      assert.equal('5x0x3', sizes(x:expand(5, 0, 3)))
      assert.equal('0x3', sizes(x:clone()))
      assert.equal('3x1x0', sizes(tensor.zeros(3, 2, 0):unfold(2, 2, 1):select(4, 1)))
      assert.equal(0, #x:split(2))
      local scalar = tensor.select(tensor.FloatTensor(), tensor.ones(3), 1, 2)
      assert.equal('1', sizes(scalar:view(1)))
      assert.equal('1x1', sizes(scalar:expand(1, 1)))
      assert.equal('4', sizes(scalar:expand(4)))
      assert.equal('1', sizes(scalar:unsqueeze(1)))
      assert.equal(0, scalar:clone():dim())
      assert.equal(1, scalar:flatten():nElement())
   end)
end)

describe('eight dimensions', function()
   it('are allowed, nine are not', function()
      local x = tensor.zeros(1, 2, 1, 2, 1, 2, 1, 2)
      assert.equal(8, x:dim())
      assert.equal(8, x:permute(8, 7, 6, 5, 4, 3, 2, 1):dim())
      for _, call in ipairs { { x.unsqueeze, x, 1 }, { x.unfold, x, 2, 1, 1 }, { x.view, x, 1, 1, 2, 1, 2, 1, 2, 1, 2 },
         { tensor.zeros, 1, 1, 1, 1, 1, 1, 1, 1, 1 } } do
         local ok, message = pcall(unpack(call))
         assert.is_false(ok)
         assert.truthy(message:find 'at most 8', message)
      end
   end)
end)

describe('resize', function()
   it('keeps elements in order, and grows the storage where needed', function()
      local x = counted(2, 3)
      local storage = x:storage()
      assert.equal(x, x:resize(4, 3))
      assert.equal(storage, x:storage())
      assert.equal(12, #storage)
      assert.same({ 1, 2, 3, 4, 5, 6 }, flat(x:narrow(1, 1, 2)))
      x:resize(2)
      assert.same({ 1, 2 }, x:totable())
      assert.equal(12, #storage)
      assert.equal('2x2', sizes(x:resize(tensor.LongStorage { 2, 2 })))
      assert.equal('3', sizes(x:resize { 3 }))
   end)

   it('begins at the offset of its tensor', function()
      local x = counted(6)
      local part = x:narrow(1, 3, 2)
      part:resize(2, 2)
      assert.same({ { 3, 4 }, { 5, 6 } }, part:totable())
      part:resize(5)
      assert.equal(7, #x:storage())
      assert.same({ 1, 2, 3, 4, 5, 6 }, x:totable())
   end)

   it('to the size it has keeps strides', function()
      local x = counted(2, 3):t()
      assert.equal('1,3', strides(x:resize(3, 2)))
      assert.equal('3,1', strides(x:resize(2, 3)))
   end)

   it('as another tensor', function()
      assert.equal('3x4', sizes(tensor.IntTensor():resizeAs(tensor.zeros(3, 4))))
   end)

   it('grows a storage under other views, which stay valid', function()
      local x = counted(4)
      local view = x:narrow(1, 2, 2)
      x:resize(100000)
      assert.same({ 2, 3 }, view:totable())
      view:fill(7)
      assert.equal(7, x[2])
   end)

   it('of a result does not spread over what only other tensors see', function()
      local x = counted(6)
      local part = x:narrow(1, 1, 2)
      local ok, message = pcall(tensor.add, part, counted(4), 1)
      assert.is_false(ok)
      assert.truthy(message:find 'would overwrite', message)
      assert.same({ 1, 2, 3, 4, 5, 6 }, x:totable())
      assert.same({ 1, 2 }, part:totable())
      tensor.add(part, counted(1), 1)
      assert.same({ 2 }, part:totable())
   end)

   it('of a result does not fill the gaps of a column', function()
      local x = counted(3, 3)
      local column, dense = x:select(2, 1), x:t()
      assert.error_matches(function() tensor.add(column, counted(4), 1) end, 'would overwrite')
      assert.error_matches(function() tensor.add(column, counted(2), 1) end, 'would overwrite')
      assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, flat(x))
      assert.same({ 1, 4, 7 }, column:totable())
      tensor.add(column, counted(1), 1)
      assert.same({ 2, 2, 3, 4, 5, 6, 7, 8, 9 }, flat(x))
      tensor.add(dense, counted(4), 1)
      assert.same({ 2, 3, 4, 5, 5, 6, 7, 8, 9 }, flat(x))
   end)
end)

describe('set', function()
   it('makes a tensor the same window as another, or none', function()
      local x, y = counted(2, 3), tensor.DoubleTensor()
      assert.equal(y, y:set(x:t()))
      assert.is_true(y:isSetTo(x:t()))
      assert.is_false(y:isSetTo(x))
      assert.equal(0, y:set():dim())
      assert.is_nil(y:storage())
   end)

   it('takes a storage, with an offset, sizes and strides', function()
      local s = tensor.DoubleStorage { 1, 2, 3, 4, 5, 6 }
      local x = tensor.DoubleTensor()
      assert.same({ 1, 2, 3, 4, 5, 6 }, x:set(s):totable())
      assert.same({ 5, 6 }, x:set(s, 5):totable())
      assert.same({ { 2, 3 }, { 4, 5 } }, x:set(s, 2, tensor.LongStorage { 2, 2 }):totable())
      assert.same({ { 1, 4 }, { 2, 5 } }, x:set(s, 1, { 2, 2 }, { 1, 3 }):totable())
      assert.equal(s, x:storage())
   end)
end)

describe('questions', function()
   it('about sizes', function()
      local x = counted(2, 3, 4)
      assert.equal(3, x:size(2))
      assert.equal(4, x:size(-1))
      assert.equal(12, x:stride(1))
      assert.equal(1, x:stride(-1))
      assert.equal(3, x:dim())
      assert.equal(3, x:nDimension())
      assert.equal(24, x:nElement())
      assert.equal(24, tensor.numel(x))
      assert.equal(8, x:elementSize())
      assert.equal(5, x[1][2]:storageOffset())
      assert.equal(x:dataPtr() + 32, x[1][2]:dataPtr())
      assert.equal('torch.LongStorage', x:size():type())
      assert.same({ 2, 3, 4 }, (#x):totable())
      assert.equal(0, tensor.FloatTensor():dim())
      assert.equal(0, tensor.FloatTensor():nElement())
   end)

   it('about two tensors', function()
      local x = counted(2, 3)
      assert.is_true(x:isSameSizeAs(tensor.IntTensor(2, 3)))
      assert.is_false(x:isSameSizeAs(x:t()))
      assert.is_true(x:isSetTo(x:view(2, 3)))
      assert.is_false(tensor.Tensor():isSetTo(tensor.Tensor()))
      assert.is_false(x:isSetTo(x:clone()))
      assert.is_true(x:isContiguous())
      assert.is_false(x:t():isContiguous())
      assert.is_true(tensor.zeros(3, 1):t():isContiguous())
   end)
end)

-- Random chains. Each function returns arguments for a method that fit the model's sizes, or nil.
local seed = 1
local function random(n)
   seed = (seed * 16807) % 2147483647
   return seed % n + 1
end

local makers = {
   narrow = function(size)
      local dim = random(#size)
      local first = random(size[dim] + 1)
      return dim, first, random(size[dim] - first + 2) - 1
   end,
   select = function(size)
      local dim = random(#size)
      if size[dim] > 0 and #size > 1 then return dim, random(size[dim]) end
   end,
   transpose = function(size) return random(#size), random(#size) end,
   permute = function(size)
      local order = {}
      for d = 1, #size do table.insert(order, random(d), d) end
      return unpack(order)
   end,
   unfold = function(size)
      local dim = random(#size)
      if #size < 6 then return dim, random(size[dim] + 1) - 1, random(3) end
   end,
   expand = function(size)
      local to, added = {}, #size < 5 and random(2) - 1 or 0
      for d = 1, added do to[d] = random(3) end
      for _, s in ipairs(size) do to[#to + 1] = s == 1 and random(3) or random(2) == 1 and -1 or s end
      return unpack(to)
   end,
   diagonal = function(size)
      local one, other = random(#size), random(#size)
      if one ~= other then return random(7) - 4, one, other end
   end,
   unsqueeze = function(size) if #size < 7 then return random(#size + 1) end end,
   squeeze = function(size) if #size > 1 then return random(#size) end end,
   reshape = function(size)
      local n, to = model.count(size), {}
      for _, s in ipairs { 2, 3 } do
         if n % s == 0 and random(2) == 1 then
            to[#to + 1] = s
            n = math.floor(n / s)
         end
      end
      to[#to + 1] = n
      return unpack(to)
   end,
}
local names = {}
for name in pairs(makers) do names[#names + 1] = name end
table.sort(names)

-- The values of t are storage positions only while it is a view of the original storage.
local function check_model(t, m, chain, counted_storage)
   local label = table.concat(chain, '')
   assert.equal(table.concat(m.size, 'x'), sizes(t), label)
   assert.same(m.at, flat(t), label)
   assert.equal(#m.at, t:nElement(), label)
   local storage, first, stride = t:storage(), t:storageOffset(), t:stride():totable()
   if #m.at > 0 then
      local last = first
      for d, s in ipairs(m.size) do last = last + (s - 1) * stride[d] end
      assert(first >= 1 and last <= #storage, label)
      if storage == counted_storage and model.is_contiguous(m) then
         assert.equal(true, t:contiguous():isSetTo(t), label)
      end
   end
end

describe('random chains of views', function()
   local function chain()
      local size = {}
      for d = 1, random(4) do size[d] = random(5) end
      local t, m = counted(unpack(size)), model.contiguous(size)
      local storage = t:storage()
      local text = { 'counted(' .. table.concat(size, ', ') .. ')' }
      for _ = 1, random(8) do
         local name = names[random(#names)]
         local arguments = { makers[name](m.size) }
         if #m.size > 0 and #arguments > 0 and model.count(m.size) < 3000 then
            text[#text + 1] = (':%s(%s)'):format(name, table.concat(arguments, ', '))
            t = t[name](t, unpack(arguments))
            if type(t) == 'number' then return end
            m = model[name](m, unpack(arguments))
            check_model(t, m, text, storage)
         end
      end
   end

   it('agree with index arithmetic', function()
      for round = 1, all and 20000 or 2000 do
         seed = round * 7 + 1
         chain()
      end
   end)
end)

describe('a view', function()
   local views = {
      t = function(x) return x:t() end, ['x[i]'] = function(x) return x[1] end,
      select = function(x) return x:select(2, 1) end, narrow = function(x) return x:narrow(1, 1, 1) end,
      transpose = function(x) return x:transpose(1, 2) end, ['x[{...}]'] = function(x) return x[{ {}, { 1, 2 } }] end,
   }
   for name, view in pairs(views) do
      it('looks into the storage until it is garbage: ' .. name, function()
         local ones = tensor.ones(16)
         local whole = tensor.ones(2, 8)
         local x, seen = whole:narrow(1, 1, 1), view(whole)
         assert.has_error(function() tensor.add(x, ones, 1) end) -- would write what only the others show
         whole = nil -- luacheck: ignore
         assert.has_error(function() tensor.add(x, ones, 1) end)
         assert.equal(1, seen:max())
         seen = nil -- luacheck: ignore
         assert.equal(32, tensor.add(x, ones, 1):sum())
      end)
   end
end)
