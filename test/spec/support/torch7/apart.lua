-- apart.lua: functions of Torch7 whose forms in the table are not plain lists of arguments, or whose results
-- cannot be compared. For each there is a function (assert, torch, type, x) that tries all forms; x is a 2x3
-- tensor of 1 to 6.
local apart = {}

local unpack = table.unpack or unpack

local function list_of(x) return x:view(-1):totable() end
local function same(assert, expected, x)
   assert.equal('userdata', type(x))
   local list = list_of(x:double())
   for k = 1, math.max(#expected, #list) do assert.equal(expected[k], list[k]) end
end

-- --- operators ---

apart['__add__ (a+b)'] = function(assert, _, _, x)
   same(assert, { 2, 4, 6, 8, 10, 12 }, x + x)
   same(assert, { 3, 4, 5, 6, 7, 8 }, x + 2)
   same(assert, { 3, 4, 5, 6, 7, 8 }, 2 + x)
end
apart['__sub__ (a-b)'] = function(assert, _, _, x)
   same(assert, { 0, 0, 0, 0, 0, 0 }, x - x)
   same(assert, { 0, 1, 2, 3, 4, 5 }, x - 1)
   same(assert, { 6, 5, 4, 3, 2, 1 }, 7 - x)
end
apart['__mul__ (a*b)'] = function(assert, _, _, x)
   same(assert, { 2, 4, 6, 8, 10, 12 }, x * 2)
   same(assert, { 2, 4, 6, 8, 10, 12 }, 2 * x)
   assert.equal(14, tonumber(x[1] * x[1]))
   same(assert, { 14, 32 }, x * x[1])
   same(assert, { 14, 32, 32, 77 }, x * x:t())
end
apart['__div__ (a/b)'] = function(assert, _, type, x)
   local whole = type ~= 'Float' and type ~= 'Double'
   same(assert, whole and { 0, 1, 1, 2, 2, 3 } or { 0.5, 1, 1.5, 2, 2.5, 3 }, x / 2)
end
apart['__mod__ (a%b)'] = function(assert, _, _, x) same(assert, { 1, 2, 3, 0, 1, 2 }, x % 4) end
apart['__unm__ (-a)'] = function(assert, _, type, x)
   local range = type == 'Byte' and 256 or 0
   same(assert, { range - 1, range - 2, range - 3, range - 4, range - 5, range - 6 }, -x)
end
apart['__len__ (#x)'] = function(assert, _, _, x) assert.same({ 2, 3 }, x.__len__(x):totable()) end
apart['__tostring__'] = function(assert, torch, type, x)
   assert.truthy(tostring(x):find('[torch.' .. type .. 'Tensor of size 2x3]', 1, true))
   assert.equal(tostring(x), torch.Tensor.__tostring__ and x.__tostring__(x) or tostring(x))
end

-- --- elements and parts ---

apart['__index__ (x[i])'] = function(assert, torch, type, x)
   same(assert, { 4, 5, 6 }, x[2])
   same(assert, { 4, 5, 6 }, x[-1])
   assert.equal(6, tonumber(x[2][3]))
   assert.equal(2, tonumber(x[torch.LongStorage { 1, 2 }]))
   assert.equal(5, tonumber(x[{ 2, 2 }]))
   same(assert, { 1, 4 }, x[{ {}, 1 }])
   same(assert, { 2, 5 }, x[{ {}, { 2 } }])
   same(assert, { 2, 3, 5, 6 }, x[{ {}, { 2, 3 } }]:clone())
   if type ~= 'Half' then same(assert, { 1, 5 }, x[torch.ByteTensor { { 1, 0, 0 }, { 0, 1, 0 } }]) end
end

apart['__newindex__ (x[i]=v)'] = function(assert, torch, type, x)
   local function set(key, value, expected)
      local y = x:clone()
      y[key] = value
      same(assert, expected, y)
   end
   set(1, 9, { 9, 9, 9, 4, 5, 6 })
   set(torch.LongStorage { 1, 2 }, 9, { 1, 9, 3, 4, 5, 6 })
   set({ {}, 1 }, 9, { 9, 2, 3, 9, 5, 6 })
   for _, other in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double' } do
      local make = torch[other .. 'Tensor']
      set(2, make { 7, 8, 9 }, { 1, 2, 3, 7, 8, 9 })
      set({ { 1 }, { 2, 3 } }, make { 7, 8 }, { 1, 7, 8, 4, 5, 6 })
   end
   if type == 'Half' then return end
   local mask = torch.ByteTensor { { 1, 0, 0 }, { 0, 1, 0 } }
   set(mask, 9, { 9, 2, 3, 4, 9, 6 })
   set(mask, torch[type .. 'Tensor'] { 7, 8 }, { 7, 2, 3, 4, 8, 6 })
end

function apart.sub(assert, torch, type, x)
   same(assert, { 4, 5, 6 }, x:sub(2, 2):clone())
   same(assert, { 2, 3, 5, 6 }, x:sub(1, -1, -2, -1):clone())
   local y = torch[type .. 'Tensor'](2, 2, 2, 2):copy(torch.range(1, 16))
   same(assert, { 5, 6, 7, 8 }, y:sub(1, 1, 2, 2, 1, 2):clone())
   same(assert, { 10 }, y:sub(2, 2, 1, 1, 1, 1, 2, 2):clone())
end

-- --- constructors ---

-- Tries the arguments of Torch7's constructors of tensors; make(...) calls the constructor.
local function constructed(assert, torch, type, x, make)
   local sizes, strides, storage = torch.LongStorage { 2, 3 }, torch.LongStorage { 1, 2 }, x:storage()
   assert.equal(0, make():dim())
   assert.is_true(make(x):isSetTo(x))
   for d = 1, 8 do
      local list = { 2, 1, 3, 1, 1, 1, 1, 1 }
      assert.same({ unpack(list, 1, d) }, make(unpack(list, 1, d)):size():totable())
   end
   if type ~= 'Long' then -- for a LongTensor a LongStorage is the data
      assert.same({ 2, 3 }, make(sizes):size():totable())
      assert.same({ 1, 2 }, make(sizes, strides):stride():totable())
   end
   same(assert, { 1, 2, 3, 4, 5, 6 }, make(storage))
   same(assert, { 3, 4, 5, 6 }, make(storage, 3))
   same(assert, { 1, 2, 3, 4, 5, 6 }, make(storage, 1, sizes))
   same(assert, { 1, 3, 5, 2, 4, 6 }, make(storage, 1, sizes, strides):clone())
   same(assert, { 2, 4 }, make(storage, 2, 2, 2):clone())
   same(assert, { 1, 3, 5, 2, 4, 6 }, make(storage, 1, 2, 1, 3, 2):clone())
   same(assert, { 1, 2, 3, 4 }, make { { 1, 2 }, { 3, 4 } })
end

apart['torch.<Type>Tensor'] = function(assert, torch, type, x)
   constructed(assert, torch, type, x, torch[type .. 'Tensor'])
end
apart['torch.Tensor'] = apart['torch.<Type>Tensor']
function apart.new(assert, torch, type, x)
   constructed(assert, torch, type, x, x.new)
   local like = torch[type .. 'Tensor']()
   assert.equal(like:type(), like.new(2, 3):type())
end

function apart.set(assert, torch, type, x)
   local sizes, strides, storage = torch.LongStorage { 2, 3 }, torch.LongStorage { 1, 2 }, x:storage()
   local function set(expected, size, ...)
      local y = torch[type .. 'Tensor']()
      assert.equal(y, y:set(...))
      assert.same(size, y:size():totable())
      same(assert, expected, y:clone())
   end
   assert.equal(0, x:clone():set():nElement())
   assert.is_true(torch[type .. 'Tensor']():set(x):isSetTo(x))
   set({ 1, 2, 3, 4, 5, 6 }, { 6 }, storage)
   set({ 3, 4, 5, 6 }, { 4 }, storage, 3)
   set({ 1, 2, 3, 4, 5, 6 }, { 2, 3 }, storage, 1, sizes)
   set({ 1, 3, 5, 2, 4, 6 }, { 2, 3 }, storage, 1, sizes, strides)
   set({ 2, 4 }, { 2 }, storage, 2, 2, 2)
end

function apart.resize(assert, torch, type, x)
   local y = x:clone()
   assert.equal(y, y:resize(3, 2))
   assert.same({ 3, 2 }, y:size():totable())
   same(assert, { 1, 2, 3, 4, 5, 6 }, y)
   for d = 1, 8 do
      local list = { 1, 1, 2, 1, 1, 3, 1, 1 }
      assert.equal(d, torch[type .. 'Tensor']():resize(unpack(list, 1, d)):dim())
   end
   same(assert, { 1, 2, 3, 4 }, y:resize(torch.LongStorage { 4 }))
   same(assert, { 1, 3, 2, 4 }, y:resize(torch.LongStorage { 2, 2 }, torch.LongStorage { 1, 2 }):clone())
end
function apart.resizeAs(assert, torch, type, x)
   local y = torch[type .. 'Tensor'](7)
   assert.equal(y, y:resizeAs(x))
   assert.same({ 2, 3 }, y:size():totable())
end

-- --- memory ---

function apart.storage(assert, torch, type, x)
   assert.equal('torch.' .. type .. 'Storage', torch.typename(x:storage()))
   assert.equal(6, x:storage():size())
   assert.is_nil(torch[type .. 'Tensor']():storage())
end
function apart.isStorage(assert, torch, _, x)
   assert.is_true(torch.isStorage(x:storage()))
   for _, other in ipairs { x, 1, 'torch.FloatStorage', {} } do assert.is_false(torch.isStorage(other)) end
end
function apart.isTensor(assert, torch, _, x)
   assert.is_true(torch.isTensor(x))
   assert.is_true(x:isTensor())
   for _, other in ipairs { x:storage(), 1, 'torch.FloatTensor', {} } do assert.is_false(torch.isTensor(other)) end
end
function apart.totable(assert, torch, _, x)
   local double = x:double()
   assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, double:totable())
   assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, torch.totable(double))
   assert.equal(6, tonumber(x:totable()[2][3]))
   assert.equal(6, tonumber(torch.totable(x:storage())[6]))
end
function apart.retain(assert, _, _, x)
   local y = x:clone()
   y:retain()
   assert.equal(6, tonumber(y[2][3]))
   y:free()
   assert.equal(6, tonumber(y[2][3]))
end
apart.free = apart.retain

function apart.write(assert, torch, type, x)
   local file, y = torch.MemoryFile(), torch[type .. 'Tensor']()
   x:write(file)
   file:seek(1)
   y:read(file)
   assert.is_true(y:isSameSizeAs(x))
   same(assert, { 1, 2, 3, 4, 5, 6 }, y)
end
apart.read = apart.write

-- Addresses: as FFI pointers if there is FFI, else as plain values.
local function addresses(name)
   return function(assert, torch, _, x)
      local f = torch[name]
      for _, object in ipairs { x, x:storage() } do
         assert.truthy(f(object))
         assert.equal(tostring(f(object)), tostring(f(object)))
         assert.equal(tonumber(f(object, true)), tonumber(f(object, true)))
      end
      assert.equal(tostring(f(x)), tostring(x[name](x)))
      assert.are_not.equal(tostring(f(x)), tostring(f(x:clone())))
   end
end
apart.data, apart.cdata = addresses 'data', addresses 'cdata'

-- --- drawing by Walker's alias tables ---

-- Weights 1 and 3 make two slots: half of the first slot belongs to it, the other half to the second.
local function alias_tables(assert, J, q)
   same(assert, { 2, 1 }, J)
   same(assert, { 0.5, 1 }, q)
end

local function setup_alias(assert, torch, type)
   local make = torch[type .. 'Tensor']
   local weights, J, q = make { 1, 3 }, torch.LongTensor(), make()
   alias_tables(assert, torch.multinomialAliasSetup_(weights))
   alias_tables(assert, torch.multinomialAliasSetup_(weights, J, q))
   alias_tables(assert, J, q)
   alias_tables(assert, weights:multinomialAliasSetup_(J, q))
   return weights, J, q
end
apart.multinomialAliasSetup_ = setup_alias

-- The positions that the tables must give for the draws of a seed.
local function drawn(torch, n)
   local gen, list = torch.Generator(), {}
   torch.manualSeed(gen, 42)
   for k = 1, n do
      local slot = math.floor(torch.uniform(gen, 0, 2)) + 1
      list[k] = torch.uniform(gen, 0, 1) <= (slot == 1 and 0.5 or 1) and slot or 2
   end
   return list
end

function apart.multinomialAlias_(assert, torch, type)
   local _, J, q = setup_alias(assert, torch, type)
   local expected = drawn(torch, 8)
   local gen = torch.Generator()
   local function seeded()
      torch.manualSeed(gen, 42)
      torch.manualSeed(42)
      return gen
   end
   local x = torch.LongTensor(8)
   same(assert, expected, torch.multinomialAlias_(x:zero(), seeded(), J, q))
   seeded()
   same(assert, expected, torch.multinomialAlias_(x:zero(), J, q))
   same(assert, expected, x:zero():multinomialAlias_(seeded(), J, q))
   seeded()
   same(assert, expected, x:zero():multinomialAlias_(J, q))
   assert.equal(0, torch.multinomialAlias_(J, q):nElement())
end

function apart.multinomialAliasSetup(assert, torch, type)
   local weights = torch[type .. 'Tensor'] { 1, 3 }
   local state = torch.multinomialAliasSetup(weights)
   alias_tables(assert, state[1], state[2])
   assert.equal(state, torch.multinomialAliasSetup(weights, state))
   torch.manualSeed(42)
   same(assert, drawn(torch, 8), torch.multinomialAlias(torch.LongTensor(8), state))
end
apart.multinomialAlias = apart.multinomialAliasSetup

return apart
