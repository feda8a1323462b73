-- Drawing by Walker's alias tables: multinomialAliasSetup, multinomialAlias, and the functions of Torch7 below
-- them.
local tensor = require 'tensor'

local weights = { 1, 2, 0, 4, 3 }
local aliases, shares = { 4, 1, 5, 1, 4 }, { 0.5, 1, 0, 1, 0.5 }      -- computed by hand

local function seeded(seed)
   local gen = tensor.Generator()
   gen:manualSeed(seed)
   return gen
end

-- The positions that the tables must give: one uniform chooses a slot, another decides between the slot and its
-- alias.
local function expected(gen, n)
   local positions = {}
   for k = 1, n do
      local slot = math.floor(gen:uniform(0, #weights)) + 1
      positions[k] = gen:uniform(0, 1) <= shares[slot] and slot or aliases[slot]
   end
   return positions
end

describe('multinomialAlias', function()
   it('makes the tables, in new tensors or in given ones', function()
      for _, name in ipairs { 'FloatTensor', 'DoubleTensor', 'HalfTensor' } do
         local w = tensor[name](weights)
         local a, s = tensor.multinomialAliasSetup_(w)
         assert.same(aliases, a:totable())
         assert.same(shares, s:totable())
         assert.equal('torch.' .. name, s:type())
         local a2, s2 = tensor.LongTensor(9), tensor[name]()
         local r1, r2 = w:multinomialAliasSetup_(a2, s2)
         assert.equal(a2, r1)
         assert.equal(s2, r2)
         assert.same(aliases, a2:totable())
      end
      local strided = tensor.DoubleTensor { weights, weights }:t():select(2, 1)
      assert.same(aliases, (tensor.multinomialAliasSetup_(strided)):totable())
   end)

   it('draws by them', function()
      local a, s = tensor.multinomialAliasSetup_(tensor.DoubleTensor(weights))
      local x = tensor.LongTensor(1000)
      assert.equal(x, tensor.multinomialAlias_(x, seeded(7), a, s))
      assert.same(expected(seeded(7), 1000), x:totable())
      local columns = tensor.LongTensor(500, 2):t()
      assert.equal(columns, columns:multinomialAlias_(seeded(7), a, s))
      assert.same(x:totable(), columns:contiguous():view(-1):totable())
      assert.equal(0, tensor.multinomialAlias_(a, s):nElement())
   end)

   it('keeps both in a state, whose tables are used again', function()
      local state = tensor.multinomialAliasSetup(tensor.DoubleTensor(weights))
      local first = state[1]
      assert.same(aliases, state[1]:totable())
      assert.equal(state, tensor.multinomialAliasSetup(tensor.DoubleTensor { 1, 1 }, state))
      assert.equal(first, state[1])
      assert.same({ 1, 1 }, state[2]:totable())
      tensor.multinomialAliasSetup(tensor.DoubleTensor(weights), state)
      tensor.manualSeed(3)
      local x = tensor.LongTensor(50)
      assert.equal(x, tensor.multinomialAlias(x, state))
      assert.same(expected(seeded(3), 50), x:totable())
   end)

   it('gives every position its share, and none to a weight of 0', function()
      tensor.manualSeed(5)
      local w = tensor.rand(40, { dtype = 'double' })
      w[7] = 0
      local a, s = w:multinomialAliasSetup_()
      local n = 200000
      local x = tensor.LongTensor(n):multinomialAlias_(seeded(1), a, s)
      local total = w:sum()
      for k = 1, 40 do
         local p = w[k] / total
         local bound = 5 * math.sqrt(p * (1 - p) / n)
         assert.is_true(math.abs(x:eq(k):double():mean() - p) <= bound)
      end
   end)

   it('refuses weights and tables that are none', function()
      local function fails(message, f, ...)
         local ok, text = pcall(f, ...)
         assert.is_false(ok)
         assert.truthy(text:find(message, 1, true), text)
      end
      local setup, draw = tensor.multinomialAliasSetup_, tensor.multinomialAlias_
      fails('weight 2 is -1', setup, tensor.Tensor { 1, -1 })
      fails('weight 1 is inf', setup, tensor.Tensor { 1 / 0, 1 })
      fails('add up to 0', setup, tensor.zeros(3))
      fails('add up to 0', setup, tensor.empty(0))
      fails('weights in a torch.IntTensor', setup, tensor.IntTensor { 1 })
      fails('accepted forms', setup, tensor.ones(2, 2))
      fails('expected a torch.DoubleTensor', setup, tensor.DoubleTensor { 1 }, tensor.LongTensor(),
         tensor.FloatTensor())
      local x, share = tensor.LongTensor(2), tensor.DoubleTensor { 0.5, 1 }
      for _, alias in ipairs { { 3, 1 }, { -1, 1 }, { 0, 1 }, { 2, 0 } } do
         fails('not of multinomialAliasSetup', draw, x, tensor.LongTensor(alias), share)
      end
      fails('not of multinomialAliasSetup', draw, x, tensor.LongTensor { 2, 1 }, tensor.DoubleTensor { 0 / 0, 1 })
      fails('as many elements in both', draw, x, tensor.LongTensor { 2 }, share)
      fails('as many elements in both', draw, x, tensor.LongTensor(), tensor.DoubleTensor())
      fails('expected as state, got number', tensor.multinomialAlias, x, 3)
      fails('expected as state, got number', tensor.multinomialAliasSetup, share, 3)
   end)
end)
