-- The layout 'mkldnn'. What needs oneDNN runs where it is found (script/bootstrap --onednn installs it); elsewhere the
-- errors are tested, and the rest is pending with the reason. test/TH/mkldnn tests the C side on stubs of oneDNN.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local unpack = table.unpack or unpack -- luacheck: compat

local advice = 'a mkldnn tensor is not supported here; toDense() makes it strided'

-- Whole numbers from -10 to 10 in any order: sums and products of them are exact.
local function numbers(...)
   return tensor.FloatTensor(...):random(-10, 10)
end

local available, reason = pcall(function() return tensor.FloatTensor(1):toMkldnn() end)

describe('without oneDNN, toMkldnn', function()
   it('says what to install, and the rest of the layout exists', function()
      local said = child.output([[
         local tensor = require 'tensor'
         local x = tensor.FloatTensor { 1, 2 }
         print(select(2, pcall(x.toMkldnn, x)))
         print(x:isMkldnn(), x:toDense() == x, #tensor.tensorTypes { layout = 'mkldnn' }, x:sum())
      ]], { TH_MKLDNN = 'libnone.so' })
      assert.truthy(said:find('toMkldnn: cannot open oneDNN (libnone.so', 1, true), said)
      assert.truthy(said:find('install oneDNN', 1, true) and said:find('TH_MKLDNN', 1, true), said)
      assert.truthy(said:find 'false\ttrue\t1\t3', said)
   end)
end)

describe('what toMkldnn cannot convert', function()
   it('is refused with what is needed', function()
      for text, x in pairs {
         ['toMkldnn: a torch.DoubleTensor; oneDNN\'s layout is for torch.FloatTensor, which x:float() makes'] =
            tensor.DoubleTensor(2),
         ['toMkldnn: a torch.HalfTensor;'] = tensor.HalfTensor(2),
         ['toMkldnn: a torch.LongTensor;'] = tensor.LongTensor(2),
         ['toMkldnn: a tensor of 0 dimensions; 1 to 5 are needed'] = tensor.FloatTensor(),
         ['toMkldnn: a tensor of 6 dimensions; 1 to 5 are needed'] = tensor.FloatTensor(1, 2, 1, 2, 1, 2),
         ['toMkldnn: a tensor of 0 dimensions;'] = tensor.asTensor(3),
      } do
         assert.error_matches(function() return x:toMkldnn() end, text, 1, true)
      end
      assert.error_matches(function() return tensor.toMkldnn(1) end, 'toMkldnn: got %(number%)')
      assert.error_matches(function() return tensor.toDense {} end, 'toDense: got %(table%)')
      assert.error_matches(function() return tensor.isMkldnn() end, 'isMkldnn: got')
   end)

   it('is a type without tensors', function()
      assert.error_matches(function() return tensor.ones(2):type 'torch.mkldnn.DoubleTensor' end, 'no tensor type')
      assert.error_matches(function() return tensor.ones(2):type 'torch.cuda.mkldnn.FloatTensor' end,
         'no tensor type')
   end)
end)

if not available then
   describe('the layout mkldnn', function() pending(reason) end)
   return
end

describe('a tensor of the layout mkldnn', function()
   local x = tensor.FloatTensor { { 1, -2, 3 }, { -4, 5, -6 } }
   local m = x:toMkldnn()

   it('has a type of its own', function()
      assert.equal('torch.mkldnn.FloatTensor', m:type())
      assert.equal('torch.mkldnn.FloatTensor', tensor.typename(m))
      assert.equal('mkldnn', m:layout())
      assert.equal('mkldnn', getmetatable(m):layout())
      assert.same({ getmetatable(m) }, tensor.tensorTypes { layout = 'mkldnn' })
      assert.equal('float', m.dtype)
      assert.is_true(m:isMkldnn() and not x:isMkldnn())
      assert.equal(m, m:type 'torch.mkldnn.FloatTensor')
      assert.equal(m, m:toMkldnn())
      assert.equal(m, m:float())
      assert.equal('torch.mkldnn.FloatTensor', x:type('torch.mkldnn.FloatTensor'):type())
      assert.is_true(m:type('torch.FloatTensor'):equal(x))
      assert.equal(x, x:toDense())
      assert.same({ 2, 3 }, m:size():totable())
      assert.same({ 3, 2, 6 }, { m:size(2), m:dim(), m:nElement() })
      assert.error_matches(function() tensor.setdefaulttensortype 'torch.mkldnn.FloatTensor' end, 'is not what')
   end)

   it('prints its elements, type and sizes', function()
      assert.equal(' 1 -2  3\n-4  5 -6\n[torch.mkldnn.FloatTensor of size 2x3]', tostring(m))
      assert.equal('[torch.mkldnn.FloatTensor of size 0x3]', tostring(tensor.FloatTensor(0, 3):toMkldnn()))
   end)

   it('has the elements of what it was made of, of any strides and 1 to 5 dimensions', function()
      local sizes = { 3, 1, 5, 2, 4 }
      for dims = 1, 5 do
         local t = numbers(unpack(sizes, 1, dims))
         for name, view in pairs {
            plain = t, narrowed = t:narrow(1, 2, 2), turned = dims > 1 and t:transpose(1, dims) or t,
            expanded = t:narrow(1, 1, 1):expandAs(t), empty = t:narrow(1, 1, 0),
         } do
            local back = view:toMkldnn():toDense()
            assert.equal('torch.FloatTensor', back:type())
            assert.is_true(tensor.equal(view, back), name .. ' of ' .. dims)
            assert.is_true(back:isContiguous() and (back:nElement() == 0 or back:storage() ~= view:storage()))
         end
      end
      local last = numbers(2, 3, 4, 5):contiguous 'channelsLast'
      assert.is_true(tensor.equal(last, last:toMkldnn():toDense()))
   end)

   it('keeps every bit', function()
      local special = tensor.FloatTensor { 0 / 0, 1 / 0, -1 / 0, -1 / math.huge, 1e-40, 3.4e38 }
      local back = special:toMkldnn():toDense()
      assert.is_true(back[1] ~= back[1])
      assert.same(special:narrow(1, 2, 5):totable(), back:narrow(1, 2, 5):totable())
      assert.equal(-math.huge, 1 / back[4])
   end)

   it('is computed with as strided tensors are', function()
      for _, size in ipairs { { 7 }, { 3, 5 }, { 2, 3, 4 }, { 2, 3, 4, 5 }, { 2, 1, 3, 2, 9 }, { 0, 2 } } do
         local a, b = numbers(unpack(size)), numbers(unpack(size))
         local p, q = a:toMkldnn(), b:toMkldnn()
         for name, pair in pairs {
            relu = { tensor.relu(p), tensor.relu(a) }, add = { tensor.add(p, q), a + b }, plus = { p + q, a + b },
            scaled = { tensor.add(p, -3, q), tensor.add(a, -3, b) }, clone = { p:clone(), a },
            twice = { p + p, a * 2 },
         } do
            assert.equal('torch.mkldnn.FloatTensor', pair[1]:type(), name)
            assert.is_true(tensor.equal(pair[1]:toDense(), pair[2]), name)
         end
         assert.is_true(tensor.equal(p:toDense(), a) and tensor.equal(q:toDense(), b))
      end
      local special = tensor.relu(tensor.FloatTensor { -0.0, 1 / 0, 0 / 0 }:toMkldnn()):toDense()
      assert.same({ 0, math.huge }, special:narrow(1, 1, 2):totable())
      assert.is_true(special[3] ~= special[3])
   end)

   it('is changed in place by methods, and by functions that are given it', function()
      local a, b = m:clone(), m:clone()
      assert.equal(a, a:relu())
      assert.is_true(tensor.equal(a:toDense(), tensor.relu(x)))
      assert.equal(b, b:add(2, a):add(b))
      assert.is_true(tensor.equal(b:toDense(), (x + tensor.relu(x) * 2) * 2))
      assert.equal(b, tensor.add(b, m, a))
      assert.is_true(tensor.equal(b:toDense(), x + tensor.relu(x)))
      local other = tensor.FloatTensor(4):toMkldnn()
      assert.equal(other, tensor.relu(other, m))
      assert.same({ 2, 3 }, other:size():totable())
      assert.is_true(tensor.equal(m:toDense(), x))
   end)

   it('is refused by everything else', function()
      local mask, at = tensor.ByteTensor(2, 3):fill(1), tensor.LongTensor { 1 }
      for name, wrong in pairs {
         sort = function() m:sort() end, sum = function() return m:sum() end, mul = function() m:mul(2) end,
         narrow = function() m:narrow(1, 1, 1) end, view = function() return m:view(6) end,
         t = function() return m:t() end, resize = function() m:resize(6) end, index = function() return m[1] end,
         totable = function() return m:totable() end, cat = function() tensor.cat(m, m) end,
         fill = function() m:fill(1) end, double = function() return m:double() end,
         to = function() return m:to 'half' end,
         mm = function() return m * x:t() end, select = function() return m:select(1, 1) end,
         maskedSelect = function() return m:maskedSelect(mask) end, gather = function() return m:index(1, at) end,
         equal = function() return m:equal(m) end, apply = function() m:apply(math.abs) end,
         contiguous = function() return m:contiguous() end, stride = function() return m:stride(1) end,
         strides = function() return m:stride() end, storage = function() return m:storage() end,
         storageOffset = function() return m:storageOffset() end, dataPtr = function() return m:dataPtr() end,
         data = function() return m:data() end, cdata = function() return m:cdata() end,
         release = function() m:release() end, set = function() m:set() end,
         setStorage = function() m:set(x:storage()) end, addNumber = function() return m + 1 end,
         mixed = function() return m + x end, mixedToo = function() return x + m end,
         addMixed = function() m:clone():add(x) end, strided = function() x:clone():add(m) end,
         stridedResult = function() return tensor.relu(x:clone(), m) end,
      } do
         local ok, message = pcall(wrong)
         assert.is_false(ok, name)
         assert.truthy(tostring(message):find(advice, 1, true) or tostring(message):find(
            'a mkldnn tensor cannot take a result here; toDense() makes it strided', 1, true),
            name .. ': ' .. tostring(message))
      end
      for text, wrong in pairs {
         ['relu: a mkldnn tensor cannot take a result here'] = function() tensor.relu(m, x) end,
         ["a torch.mkldnn.FloatTensor is made of another tensor: x:type('torch.mkldnn.FloatTensor')"] = function()
            getmetatable(m)(2, 3)
         end,
         ['clone: the result is a torch.mkldnn.FloatTensor, expected a torch.FloatTensor'] = function()
            tensor.clone(m, x)
         end,
         ['relu: the result is a torch.DoubleTensor, expected a torch.mkldnn.FloatTensor'] = function()
            tensor.relu(tensor.DoubleTensor(), m)
         end,
         ['set: a torch.mkldnn.FloatTensor cannot become a window on a torch.FloatTensor'] = function() m:set(x) end,
         ['add: mkldnn tensors of sizes 2x3 and 3; they must be equal'] = function()
            m:add(tensor.FloatTensor(3):toMkldnn())
         end,
         ['serialize: a torch.mkldnn.FloatTensor cannot be written; toDense() makes it strided'] = function()
            tensor.serialize(m)
         end,
         ['writeObject: a torch.mkldnn.FloatTensor cannot be written, at w; toDense() makes it strided'] =
            function() tensor.MemoryFile('w'):writeObject { w = m } end,
      } do
         local ok, message = pcall(wrong)
         assert.is_false(ok, text)
         assert.truthy(tostring(message):find(text, 1, true), tostring(message))
      end
      assert.is_true(tensor.equal(m:toDense(), x))
   end)

   it('takes turns with strided tensors in one call', function()
      for _ = 1, 100 do
         for _, pair in ipairs { { x, 'torch.FloatTensor' }, { m, 'torch.mkldnn.FloatTensor' } } do
            local r = tensor.relu(pair[1])
            assert.equal(pair[2], r:type())
            assert.equal(2, r:size(1))
            assert.is_true(r:toDense():equal(tensor.relu(x)))
         end
      end
   end)

   it('outlives a scope, and its memory counts until it is collected', function()
      collectgarbage()
      collectgarbage()
      local before = tensor.memoryStats().live
      local kept = tensor.scope(function() return tensor.FloatTensor(1000):fill(2):toMkldnn() end)
      assert.is_true(tensor.memoryStats().live >= before + 4000)
      assert.equal(2000, (kept:toDense():sum()))
      kept = nil -- luacheck: ignore
      collectgarbage()
      collectgarbage()
      assert.equal(before, tensor.memoryStats().live)
   end)
end)
