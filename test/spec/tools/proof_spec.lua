-- A library outside lib/TH (test/lua/proof.c) adds a chapter of operations and a layout of tensors. Both must be usable
-- from Lua like built-in ones.
local tensor = require 'tensor'

local abi = _VERSION:match '%d+%.%d+'
local folder = (os.getenv 'TH_BUILD' or 'build') .. '/test/lua/' .. abi
local open = package.loadlib(folder .. '/proof.so', 'luaopen_proof')
if not open then
   describe('a library of its own', function() pending 'this build has none' end)
   return
end
local proof = open()

local function constant(...) return proof.proofConstant(...) end

describe('operations of a library', function()
   for _, level in ipairs(tensor.simdLevels()) do
      it('have the results that their definition says, on ' .. level, function()
         tensor.setSimd(level)
         for _, name in ipairs { 'FloatTensor', 'DoubleTensor' } do
            local x = tensor.range(1, 24):type('torch.' .. name):view(4, 6)
            for _, t in ipairs { x, x:t(), x:narrow(2, 2, 3), x:select(1, 2), x[{}], x:narrow(1, 1, 0) } do
               assert.is_true(proof.proofTwice(t):equal(t * 2))
               local r = tensor[name]()
               assert.equal(r, proof.proofTwice(r, t))
               assert.is_true(r:equal(t * 2))
               local count = 0
               t:clone():apply(function(e) if e > 7.5 then count = count + 1 end end)
               assert.equal(count, t:proofPeaks(7.5))
            end
            local changed = x:clone()
            assert.equal(changed, changed:proofTwice())
            assert.is_true(changed:equal(x * 2))
            local overlapping = x:clone():view(24)
            overlapping:narrow(1, 2, 23):proofTwice(overlapping:narrow(1, 1, 23))
            assert.same({ 1, 2, 4, 6 }, overlapping:narrow(1, 1, 4):totable())
         end
      end)
   end

   it('say for which types they are not defined', function()
      assert.has_error(function() tensor.ones(3):int():proofTwice() end,
         'proofTwice: not defined for torch.IntTensor on cpu; convert it, as in x:float()')
      assert.has_error(function() proof.proofPeaks(tensor.ones(3):half(), 1) end,
         'proofPeaks: not defined for torch.HalfTensor on cpu; convert it, as in x:float()')
      assert.has_error(function() tensor.FloatTensor():proofTwice() end, 'proofTwice: the tensor has no elements')
      assert.error_matches(function() proof.proofTwice(1) end, 'proofTwice: got')
   end)
end)

describe('a layout of a library', function()
   it('has types of its own', function()
      local c = constant(3, 2, 4)
      assert.equal('torch.constant.FloatTensor', c:type())
      assert.equal('torch.constant.FloatTensor', tensor.typename(c))
      assert.equal(' 3  3  3  3\n 3  3  3  3\n[torch.constant.FloatTensor of size 2x4]', tostring(c))
      assert.equal('torch.FloatTensor', c:toDense():type())
      assert.same({ 2, 4 }, c:size():totable())
      assert.equal(c, c:type('torch.constant.FloatTensor'))
      assert.equal(c, c:type(getmetatable(c)))
      assert.equal('constant', c:layout())
      assert.equal('constant', getmetatable(c):layout())
      assert.equal(34, #tensor.tensorTypes { layout = 'constant' })
      assert.equal('torch.constant.FloatTensor', tostring(getmetatable(c)))
      assert.equal(getmetatable(c), getmetatable(constant(4, 1)))
      assert.has_error(function() tensor.ones(2):type('torch.constant.FloatTensor') end,
         "type: a torch.constant.FloatTensor is not made of a torch.FloatTensor this way")
      assert.error_matches(function() tensor.setdefaulttensortype 'torch.constant.FloatTensor' end, 'is not what')
      assert.error_matches(function() tensor.ones(2):type('torch.other.FloatTensor') end, 'no tensor type')
   end)

   it('does what it can itself', function()
      local c = constant(3, 2, 4)
      for value, t in pairs { [-3] = -c, [6] = c * 2, [9] = 3 * c, [1.5] = c:clone() * 0.5 } do
         assert.equal(value == 1.5 and 'torch.FloatTensor' or 'torch.constant.FloatTensor', t:type())
         assert.is_true(proof.proofDense(t):equal(tensor.FloatTensor(2, 4):fill(value)))
      end
      assert.equal(c, c:mul(5))
      assert.equal('torch.constant.FloatTensor', c:type())
      assert.equal(15, proof.proofDense(c):max())
   end)

   it('is read where it does not', function()
      local c, x = constant(3, 2, 4), tensor.range(1, 8):view(2, 4):float()
      local dense = tensor.FloatTensor(2, 4):fill(3)
      for name, pair in pairs {
         add = { c + x, dense + x }, sub = { x - c, x - dense }, cmul = { tensor.cmul(c, c), dense * 3 },
         lt = { c:lt(x), dense:lt(x) }, copy = { x:clone():copy(c), dense }, double = { c:double(), dense:double() },
         sum = { c:sum(1), dense:sum(1) }, mean = { c:mean(2), dense:mean(2) },
         norm = { c:norm(2, 1), dense:norm(2, 1) },
         max = { (c:max(2)), (dense:max(2)) }, cumsum = { c:cumsum(1), dense:cumsum(1) },
         mm = { tensor.mm(c, x:t()), tensor.mm(dense, x:t()) },
         mv = { x * constant(2, 4), x * tensor.ones(4):float() * 2 },
         addmm = { tensor.addmm(constant(1, 2, 2), x, c:clone():t()),
            tensor.addmm(tensor.ones(2, 2):float(), x, dense:t()) },
         twice = { proof.proofTwice(c), dense * 2 },
      } do
         assert.equal(pair[2]:type(), pair[1]:type(), name)
         assert.is_true(pair[1]:equal(pair[2]), name)
      end
      assert.equal(24, c:sum())
      assert.equal(3, c:max())
      assert.equal(0, c:var())
      assert.equal(36, constant(3, 4):dot(constant(3, 4)))
      assert.equal(8, c:proofPeaks(2))
   end)

   it('is refused by all others', function()
      local c, x = constant(3, 2, 4), tensor.ones(2, 4)
      for text, wrong in pairs {
         ['sort: a constant tensor is not supported here; proofDense() makes it strided'] = function() c:sort() end,
         ['narrow: a constant tensor is not supported here; proofDense() makes it strided'] = function()
            c:narrow(1, 1, 1)
         end,
         ['view: a constant tensor is not supported'] = function() return c:view(8) end,
         ['t: a constant tensor is not supported'] = function() return c:t() end,
         ['resize: a constant tensor is not supported'] = function() c:resize(8) end,
         ['index: a constant tensor is not supported'] = function() c:index(1, tensor.LongTensor { 1 }) end,
         ['index: a constant tensor is not supported here'] = function() return c[1] end,
         ['index: a constant tensor'] = function() c[1] = 2 end,
         ['totable: a constant tensor is not supported'] = function() c:totable() end,
         ['cat: a constant tensor is not supported'] = function() tensor.cat(c, c) end,
         ['add: a constant tensor cannot take a result here; proofDense() makes it strided'] = function() c:add(x) end,
         ['copy: a constant tensor cannot take a result here'] = function() c:copy(x) end,
         ['sum: a constant tensor cannot take a result here'] = function() tensor.sum(c, x, 1) end,
         ['geqrf: a constant tensor cannot take a result here'] = function() tensor.geqrf(c, x) end,
         ['mm: a constant tensor cannot take a result here'] = function() tensor.mm(c, x, x:t()) end,
      } do
         local ok, message = pcall(wrong)
         assert.is_false(ok, text)
         assert.truthy(tostring(message):find(text, 1, true), tostring(message))
      end
      assert.equal(3, proof.proofDense(c):min())
   end)

   it('takes turns with strided tensors in one call', function()
      local c, x = constant(3, 2), tensor.FloatTensor { 1, 2 }
      for _ = 1, 5 do
         for _, pair in ipairs { { x, -1 }, { c, -3 }, { x:double(), -1 } } do
            local r = tensor.neg(pair[1])
            assert.equal(pair[1]:type(), r:type())
            assert.equal(pair[2], proof.proofDense(r)[1])
         end
      end
   end)

   it('cannot register rows that the matcher would misread', function()
      local many = ('x:Tensor '):rep(13)
      for signature, what in pairs {
         ['x'] = "register proofBad: 'x' in its signature: expected name:Type",
         ['x:Tenser'] = "'x:Tenser' in its signature: unknown type; choices are words with / between",
         ['x:number=123456789012'] = 'the default is too long',
         [many] = 'there are more items than fit',
         ['a! b! c! d! e!'] = "'e!' in its signature: there are more results than fit",
         ['r!FloatFloatFloatFloat'] = 'expected name! or name!Dtype',
      } do assert.error_matches(function() proof.bad(signature) end, what, 1, true) end
      assert.error_matches(function() proof.bad() end, 'a row needs a signature and a driver')
   end)

   it('leaves nothing behind', function()
      local function use()
         local c = constant(1, 2)
         for _ = 1, 20 do
            c = -c
            pcall(c.sort, c)
            c:mul(2)
         end
         assert.is_true(proof.proofAlive() > 0)
      end
      use()
      collectgarbage()
      collectgarbage()
      assert.equal(0, proof.proofAlive())
   end)
end)
