-- require 'torch'. It changes settings of the state, so the code runs in child processes; child.run requires
-- 'tensor' first.
local child = require 'spec.support.child'

local function prints(expected, code)
   assert.equal(expected, child.output('require "torch"\n' .. code))
end

describe('require torch', function()
   it('sets the globals torch and include, and no others', function()
      assert.equal('include torch\n', child.output [[
         local before = {}
         for name in pairs(_G) do before[name] = true end
         local module = require 'torch'
         assert(module == torch and module == require 'torch')
         local new = {}
         for name in pairs(_G) do if not before[name] then new[#new + 1] = name end end
         table.sort(new)
         print(table.concat(new, ' '))]])
   end)

   it('is not what require tensor does', function()
      assert.equal('torch.FloatTensor nil 4 4\n', child.output [[
         local x = tensor.ones(4, 1) + tensor.ones(1, 4)
         print(tensor.zeros(1):type(), torch, x:size(1), x:size(2))]]:gsub('\t', ' '):gsub('%.0', ''))
   end)

   it('makes the double type the default, for both names of the module', function()
      prints('torch.DoubleTensor torch.DoubleTensor true true true true\n', [[
         local same = { torch.Tensor == torch.DoubleTensor, torch.Storage == torch.DoubleStorage,
            torch.FloatTensor == tensor.FloatTensor, torch.isTypeOf(torch.Tensor(), torch.Tensor) }
         for k, value in ipairs(same) do same[k] = tostring(value) end
         print(torch.zeros(1):type() .. ' ' .. tensor.zeros(1):type() .. ' ' .. table.concat(same, ' '))]])
   end)

   it('has one default type, whoever sets it', function()
      prints('true true torch.IntTensor torch.IntTensor\n', [[
         tensor.setdefaulttensortype 'torch.FloatTensor'
         io.write(tostring(torch.Tensor == torch.FloatTensor), ' ', tostring(torch.Storage == torch.FloatStorage), ' ')
         torch.setdefaulttensortype 'torch.IntTensor'
         io.write(torch.Tensor():type(), ' ', tensor.zeros(2):type(), '\n')
         assert(not pcall(torch.setdefaulttensortype, 'torch.NoTensor') and torch.Tensor == torch.IntTensor)]])
   end)

   it('cuts fractions of sizes and positions off', function()
      prints('done\n', [[
         local x = torch.range(1, 5)
         assert(x:narrow(1, 1, 2.7):size(1) == 2 and x:narrow(1, 2.9, 1)[1] == 2)
         assert(torch.Tensor(2.5, 3.5):nElement() == 6 and torch.zeros(3 / 2):size(1) == 1)
         assert(x[1.5] == 1 and x:select(1, 2.5) == 2 and x:split(2.5)[1]:size(1) == 2)
         assert(torch.randperm(4.5):size(1) == 4)
         torch.manualSeed(12.5)
         assert(not pcall(torch.zeros, 0 / 0) and not pcall(torch.zeros, 2 ^ 60))
         print 'done'
      ]])
      local _, message = pcall(require('tensor').zeros, 2.5)
      assert(message:find('must be a whole number within 2^53, not 2.5', 1, true), message)
   end)

   it('takes operands of equal count in order, in the shape of the first', function()
      prints('done\n', [[
         local column, row = torch.range(1, 4):view(4, 1), torch.range(10, 40, 10):view(1, 4)
         local function is(x, sizes)
            assert(table.concat(x:size():totable(), 'x'):gsub('%.0', '') == sizes, tostring(x))
            assert(table.concat(x:contiguous():view(4):totable(), ' '):gsub('%.0', '') == '11 22 33 44', tostring(x))
         end
         is(column + row, '4x1')
         is(row + column, '1x4')
         is(torch.add(column, row), '4x1')
         is(torch.add(torch.Tensor(), column, row), '4x1')
         is(torch.add(row:t(), column), '4x1')
         is(column:clone():add(row), '4x1')
         is(tensor.add(column, 1, row), '4x1')
         is(torch.addcmul(column, row, torch.ones(2, 2)), '4x1')
         assert(torch.lt(column, row):sum() == 4 and torch.lt(column, row):size(1) == 4)
         assert((torch.ones(3, 1) + torch.ones(1, 4)):nElement() == 12)
         assert(not pcall(torch.add, torch.ones(3), torch.ones(4)))
         print 'done']])
   end)

   it('writes elements that share memory one after the other', function()
      prints('done\n', [[
         local function is(x, ...)
            for k, value in ipairs { ... } do assert(x[k] == value, ('%d is %g, not %g'):format(k, x[k], value)) end
         end
         local b, x = torch.zeros(3), torch.range(1, 6):resize(2, 3)
         local wide = b:view(1, 3):expand(2, 3)
         is(wide:add(1, x) and b, 5, 7, 9)
         is(wide:cmul(x) and b, 20, 70, 162)
         is(wide:add(1) and b, 22, 72, 164)
         is(wide:addcmul(-1, x, x) and b, 5, 43, 119)
         is(wide:copy(x) and b, 4, 5, 6)
         is(torch.gt(wide, x, 3) and b, 1, 1, 1)
         is(torch.gt(wide, x, 4) and b, 0, 1, 1)
         is(wide:fill(3) and b, 3, 3, 3)
         is(wide:zero() and b, 0, 0, 0)
         is(wide:apply(function(e) return e + 1 end) and b, 2, 2, 2)
         wide[{ 2, 3 }] = 7
         wide[1][2] = 5
         is(b, 2, 5, 7)
         wide[{ {}, { 1, 2 } }] = 4
         is(b, 4, 4, 7)
         wide[{ { 1, 2 }, 1 }] = torch.Tensor { 8, 9 }
         is(b, 9, 4, 7)
         local s = torch.zeros(4)
         is(s:unfold(1, 3, 1):add(x) and s, 1, 6, 8, 6)
         is(s:unfold(1, 3, 1):copy(x) and s, 1, 4, 5, 6)
         is(torch.range(wide, 1, 6) and b, 4, 5, 6)
         local bytes = torch.ByteTensor(3):zero()
         is(torch.lt(bytes:view(1, 3):expand(2, 3), x, 6) and bytes, 1, 1, 0)
         is(wide:add(1, wide:clone()) and b, 12, 15, 18)
         is(wide:add(1, wide) and b, 48, 60, 72)
         assert(not pcall(function() wide:add(torch.ones(4)) end))
         print 'done']])
   end)

   it('grows a result again over what it held, also if views of it see that', function()
      prints('done\n', [[
         local d = torch.zeros(8, 5)
         local e = d:view(8, 1, 5)
         d:resize(1, 5)
         d:cmul(torch.ones(8, 5), torch.ones(8, 5):fill(3))
         assert(d:size(1) == 8 and e:sum() == 120)
         d:resize(1, 5)
         local f = torch.Tensor(e:storage(), 11, 5)
         local ok, message = pcall(d.cmul, d, torch.ones(8, 5), torch.ones(8, 5))
         assert(not ok and message:find 'would overwrite' and f:sum() == 15)
         local buffer = torch.zeros(5)                   -- of changing size, with views
         for n = 1, 9 do
            local view = buffer:view(1, -1)
            buffer:resize(1)
            buffer:cmul(torch.ones(n % 4 + 1), torch.ones(n % 4 + 1))
            assert(buffer:size(1) == n % 4 + 1 and view:nElement() > 0)
         end
         print 'done']])
   end)

   it('leaves a view alone that was made of what a result gave up', function()
      prints('21 21\n', [[
         local p = torch.zeros(10)
         local a = p:narrow(1, 1, 5)
         a:resize(2)
         local b = p:narrow(1, 3, 3)
         b:fill(7)
         assert(not pcall(a.cmul, a, torch.ones(5), torch.ones(5)))
         local d = torch.zeros(8, 5)
         local v = d:view(40)
         d:resize(1, 5)
         local o = v:narrow(1, 11, 3):fill(7)
         assert(not pcall(d.cmul, d, torch.ones(8, 5), torch.ones(8, 5)))
         print(('%d %d'):format(b:sum(), o:sum()))]])
   end)

   it('keeps the sizes of a result with as many elements as a range has', function()
      prints('done\n', [[
         local x = torch.zeros(4, 5)
         local part = x:narrow(2, 2, 2)
         for name, last in pairs { range = 1, linspace = 8 } do
            x:zero()
            assert(torch[name](part, 1, 8, last) == part and part:size(1) == 4)
            assert(x[2][2] == 3 and x[4][3] == 8 and x:sum() == 36)
         end
         torch.logspace(part, 0, 7, 8)
         assert(math.abs(x[1][3] - 10) < 1e-9 and x[1][4] == 0)
         assert(torch.range(torch.zeros(2, 2), 1, 3):dim() == 1)
         print 'done']])
   end)

   it('takes no sizes for no elements', function()
      prints('done\n', [[
         local none, x = torch.Tensor(), torch.ones(3)
         for _, made in ipairs { torch.zeros(none:size()), torch.ones(none:size()), torch.rand(none:size()),
               x:clone():resize(none:size()), x:clone():resizeAs(none), torch.Tensor(none:size()),
               torch.Tensor(x:storage(), 1, torch.LongStorage()), none:view(none:size()) } do
            assert(made:nElement() == 0, tostring(made))
         end
         assert(torch.Tensor():resizeAs(none):copy(none):dim() == 0 and none:isSize(none:size()))
         assert(none:dist(none) == 0)
         print 'done']])
   end)

   it("declares the types of Torch7's C API to FFI", function()
      if not pcall(require, 'ffi') then return end
      prints('struct THGenerator\ttrue\n5\n', [[
         local ffi = require 'ffi'
         for kind in ('Byte Char Short Int Long Half Float Double Cuda CudaInt'):gmatch '%w+' do
            ffi.cdef(('void f%s(TH%sTensor *x, TH%sStorage *s);'):format(kind, kind, kind))
         end
         ffi.cdef 'void g(THGenerator *gen, THHalf h, THFile *file, THAllocator *allocator, THCState *state);'
         torch.manualSeed(5)
         local gen = ffi.cast('THGenerator **', torch._gen)[0]
         print(tostring(ffi.typeof(gen)):match '<(.-) %*>', ffi.cast('uint64_t *', gen)[0] == 5)
         print(torch.ones(5):cdata().size[0] == 5 and 5)
         local at, header, storage = require('tensor.core').places(), 'THDoubleTensor', 'THFloatStorage'
         local function agrees(word, kind, field, from)
            assert(at[word] * 4 - from == ffi.offsetof(kind, field), word)
         end
         for word, field in pairs { stride = 'stride', storage = 'storage', offset = 'storageOffset',
               nDimension = 'nDimension', kind = 'dtype', layout = 'layout', heldAt = 'heldAt' } do
            agrees(word, header, field, at.size * 4)
         end
         for word, field in pairs { data = 'data', count = 'size', dataKind = 'dtype', flag = 'flag' } do
            agrees(word, storage, field, 0)
         end
      ]])
   end)

   it('prints every element', function()
      prints('1501\n', [[print(#tostring(torch.range(1, 1500)):gsub('[^\n]', '') + 1)]])
   end)

   it('gives tensors no dimension without sizes', function()
      prints('0 0 0\n', [[io.write(torch.Tensor():dim(), ' ', torch.Tensor():nElement(), ' ',
         torch.Tensor():size():size(), '\n')]])
   end)

   it('keeps the names of the module', function()
      prints('', [[
         for name, value in pairs(tensor) do
            if name ~= 'Tensor' and name ~= 'Storage' then assert(torch[name] == value, name) end
         end]])
   end)
end)

describe('a script of Torch7', function()
   it('with classes runs', function()
      prints([[
spec.Square of 2
4
8
true true false
spec.Shape
]], [[
         spec = {}
         do
            local Shape = torch.class('spec.Shape')
            function Shape:__init(name) self.name = name end
            function Shape:describe() return torch.typename(self) .. ' of ' .. self.name end
            local Square, parent = torch.class('spec.Square', 'spec.Shape')
            function Square:__init(side)
               parent.__init(self, tostring(side))
               self.side = side
            end
            function Square:area() return self.side * self.side end
            Square.__add__ = function(a, b) return a:area() + b:area() end
         end
         local s = spec.Square(2)
         print(s:describe())
         print(s:area())
         print(s + spec.Square(2))
         local is = torch.isTypeOf
         print(('%s %s %s'):format(tostring(is(s, 'spec.Shape')), tostring(is(s, spec.Square)),
            tostring(is(spec.Shape 'x', spec.Square))))
         print(torch.type(spec.Shape 'y'))]])
   end)

   it('that learns a line by gradient descent runs', function()
      prints('2.00 -1.00\n', [[
         torch.manualSeed(1)
         local x = torch.rand(64, 1)
         local y = torch.mul(x, 2):add(-1)
         local w, b = torch.zeros(1, 1), torch.zeros(1)
         for _ = 1, 2000 do
            local out = torch.mm(x, w)
            out:add(b[1])
            local d = out:csub(y):mul(2 / x:size(1))
            w:add(-0.5, x:t() * d)
            b:add(-0.5 * d:sum())
         end
         print(('%.2f %.2f'):format(w[1][1], b[1]))]])
   end)

   it('that adds methods to all tensors runs', function()
      prints('3\n3\n', [[
         for _, name in ipairs { 'torch.FloatTensor', 'torch.DoubleTensor' } do
            rawset(torch.getmetatable(name), 'last', function(self) return self[self:size(1)] end)
         end
         function torch.Tensor.first(self) return self[1] end
         print(('%d'):format(torch.FloatTensor { 1, 2, 3 }:last()))
         print(('%d'):format(torch.Tensor { 3, 2 }:first()))]])
   end)

   it('with random numbers of a generator draws those of Torch7', function()
      prints('0.3745401143 0.3745401143 42 0.5 true\n', [[
         local gen = torch.Generator()
         torch.manualSeed(gen, 42)
         local state = torch.getRNGState(gen)
         local a = torch.uniform(gen)
         torch.setRNGState(gen, state)
         local b = gen:uniform()
         local x = torch.ByteTensor()
         assert(torch.getRNGState(gen, x) == x and x:nElement() == state:nElement())
         torch.manualSeed(7)
         local saved = torch.getRNGState()
         local c = torch.rand(3)
         torch.setRNGState(saved)
         io.write(('%.10f %.10f %d %.1f %s\n'):format(a, b, torch.initialSeed(gen), torch.Tensor { 0.5 }[1],
            tostring(torch.rand(3):eq(c):all() and torch.typename(torch._gen) == 'torch.Generator'))) ]])
   end)
end)
