-- Objects in files: Torch7's own files load with their values, what is written is read back, and a file that is
-- damaged or hostile gives an error.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'

local folder = 'test/data/t7/'
local samples = {
   'tensor-Byte.ascii', 'tensor-Float.ascii', 'tensor-Float.b32', 'tensor-Float.b64', 'tensor-Half.b64',
   'tensor-Long.b64', 'views.ascii', 'views.b64', 'values.ascii', 'values.b64', 'references.b64', 'empties.b64',
   'special-floats.ascii', 'storages.b32', 'object.ascii', 'object.b64',
}

local function contents(path)
   local file = assert(io.open(path, 'rb'))
   local text = file:read '*a'
   file:close()
   return text
end

local function mode_of(sample)
   return sample:match '%.(%w+)$'
end

local function load_sample(sample)
   return tensor.load(folder .. sample .. '.t7', mode_of(sample))
end

local function scratch()
   local path = os.tmpname()
   finally(function() os.remove(path) end)
   return path
end

local function element(i)
   return (29 * i + 7) % 37 + 1
end

-- The values of a tensor that is a window on such elements, in order.
local function window(sizes, strides, offset)
   local values = {}
   local function walk(d, at)
      if d > #sizes then values[#values + 1] = element(at) return end
      for i = 0, sizes[d] - 1 do walk(d + 1, at + i * strides[d]) end
   end
   walk(1, offset)
   return values
end

local function check_window(x, sizes, strides, offset)
   assert.same(sizes, x:size():totable())
   assert.same(strides, x:stride():totable())
   assert.equal(offset, x:storageOffset())
   assert.same(window(sizes, strides, offset), x:clone():storage():totable())
end

-- Makes the classes of the samples while f runs.
local classes = {}
local function with_classes(f)
   for _, name in ipairs { 'GoldenPoint', 'GoldenNamed' } do
      classes[name] = classes[name] or tensor.class(name, {})
   end
   return f()
end

describe("a file of Torch7's", function()
   for _, name in ipairs { 'Byte.ascii', 'Float.ascii', 'Float.b32', 'Float.b64', 'Half.b64', 'Long.b64' } do
      it('has a tensor, a window on its storage: ' .. name, function()
         local x = load_sample('tensor-' .. name)
         assert.equal('torch.' .. name:match '%a+' .. 'Tensor', x:type())
         check_window(x, { 2, 3, 2 }, { 1, 2, 7 }, 3)
         assert.equal(16, x:storage():size())
         for i = 1, 16 do assert.equal(element(i), x:storage()[i]) end
      end)
   end

   for _, sample in ipairs { 'views.ascii', 'views.b64' } do
      it('has tensors on one storage: ' .. sample, function()
         local views = load_sample(sample)
         check_window(views.x, { 4, 6 }, { 6, 1 }, 1)
         check_window(views.t, { 6, 4 }, { 1, 6 }, 1)
         check_window(views.row, { 6 }, { 1 }, 7)
         check_window(views.block, { 2, 4 }, { 6, 1 }, 8)
         check_window(views.other, { 4, 6 }, { 6, 1 }, 1)
         for _, name in ipairs { 'x', 't', 'row', 'block' } do
            assert.is_true(views[name]:storage() == views.storage, name)
         end
         assert.is_false(views.other:storage() == views.storage)
         views.x:fill(0)
         assert.equal(0, views.block:sum())
      end)
   end

   for _, sample in ipairs { 'values.ascii', 'values.b64' } do
      it('has numbers, strings, truth values and tables: ' .. sample, function()
         assert.same({
            1, 2.5, -3, 'text', true, false, { 'nested', { deep = { 'er' } } }, [10] = 'ten', [2.5] = 'half',
            [true] = 'yes', name = 'golden', none = '', flag = false, empty = {}, list = { 1, 2, 3 },
         }, load_sample(sample))
      end)
   end

   it('has references, also in a circle', function()
      local t = load_sample 'references.b64'
      assert.equal(1, t[1][1])
      assert.equal(t[1], t[1].self)
      assert.equal(t[1], t[2])
      assert.same({ 's' }, t[3])
      assert.equal(t[3], t[4][1])
      assert.equal(t[1], t[4][2])
   end)

   it('has tensors and storages without elements', function()
      local t = load_sample 'empties.b64'
      assert.equal('torch.DoubleTensor', t[1]:type())
      assert.equal(0, t[1]:dim())
      assert.is_nil(t[1]:storage())
      assert.same({}, t[2])
      assert.equal('', t[3])
      assert.equal('torch.FloatStorage', t[4]:type())
      assert.equal(0, t[4]:size())
      assert.equal('torch.LongTensor', t[5]:type())
   end)

   it('has values that are not finite', function()
      local t = load_sample 'special-floats.ascii'
      for k, x in ipairs(t) do
         assert.equal(math.huge, x[1])
         assert.equal(-math.huge, x[2])
         assert.is_true(x[3] ~= x[3])
         assert.equal(k == 1 and formats.convert(formats.of.float, 0.1) or 0.1, x[4])
      end
      assert.equal(9.9999999999999694e-311, t[2][5])
   end)

   it('has storages of every type', function()
      local t = load_sample 'storages.b32'
      for _, name in ipairs { 'Char', 'Short', 'Int', 'Long', 'Half', 'Float', 'Double' } do
         assert.equal(('torch.%sStorage'):format(name), t[name]:type())
         local values = t[name]:totable()
         for i = 1, #values do assert.equal(element(i), values[i]) end
         assert.equal(5, #values)
      end
   end)

   for _, sample in ipairs { 'object.ascii', 'object.b64' } do
      it('has objects of classes: ' .. sample, function()
         with_classes(function()
            local t = load_sample(sample)
            assert.equal(classes.GoldenPoint, getmetatable(t[1]))
            assert.equal(4, t[1].y)
            assert.equal(3, t[1].x)
            assert.equal(classes.GoldenNamed, getmetatable(t[2]))
            assert.equal('n', t[2].name)
            assert.equal(t[1], t[2].other)
            assert.same({ 5, 6 }, t[2].tensor:totable())
            assert.equal(t[1], t[3])
         end)
      end)
   end

   it('with an unknown class is refused', function()
      local text = contents(folder .. 'object.b64.t7'):gsub('GoldenPoint', 'GoldenPaint')
      assert.error_matches(function() tensor.deserialize(text) end, 'unknown Torch class <GoldenPaint>')
   end)

   -- The order of the keys of a table is Lua's, so what has names in it cannot be compared.
   for _, sample in ipairs(samples) do
      if sample:find '^tensor' or sample:find '^special' or sample:find '^references' or sample:find '^empties' then
         it('is written as Torch7 wrote it: ' .. sample, function()
            local path = scratch()
            tensor.save(path, load_sample(sample), mode_of(sample))
            assert.equal(contents(folder .. sample .. '.t7'), contents(path))
         end)
      end
   end
end)

-- Same values, types and references.
local function same(a, b, seen)
   seen = seen or {}
   if type(a) ~= 'table' then
      if tensor.isTensor(a) then
         assert.equal(a:type(), b:type())
         assert.same(a:size():totable(), b:size():totable())
         assert.same(a:totable(), b:totable())
      elseif tensor.isStorage(a) then
         assert.equal(a:type(), b:type())
         assert.same(a:totable(), b:totable())
      else
         assert.equal(a, b)
         if math.type and math.type(a) == 'integer' then assert.equal('integer', math.type(b)) end
      end
   elseif seen[a] then
      assert.equal(seen[a], b)
   else
      seen[a] = b
      for key, value in pairs(a) do same(value, b[key], seen) end
      for key in pairs(b) do assert.is_not_nil(a[key]) end
   end
end

local modes = { 'binary', 'ascii', 'b32', 'b64' }

describe('save and load', function()
   for _, mode in ipairs(modes) do
      it('keep tables, numbers and strings in mode ' .. mode, function()
         local path = scratch()
         local t = {
            1, -2, 0.1, 1e300, -1e-310, 2 ^ 53, math.huge, true, false, '', 'a\0b\r\n', ('x'):rep(10000), {},
            { { {} } },
            [-1] = 'minus', [0.5] = 'half', [true] = 'yes',
         }
         t.again, t.self = t[14], t
         tensor.save(path, t, mode)
         same(t, tensor.load(path, mode))
      end)

      for dtype in pairs(formats.of) do
         it(('keep a %s tensor and its views in mode %s'):format(dtype, mode), function()
            local path = scratch()
            local x = tensor.range(0, 119)[dtype](tensor.range(0, 119)):resize(2, 3, 4, 5)
            local t = { x, x:transpose(2, 4), x:select(1, 2), x:narrow(3, 2, 2), x:storage() }
            t[6] = x[{ 1, 1, 1 }]:clone()
            tensor.save(path, t, mode)
            local u = tensor.load(path, mode)
            same(t, u)
            assert.same(t[2]:stride():totable(), u[2]:stride():totable())
            for k = 1, 4 do assert.is_true(u[k]:storage() == u[5]) end
            assert.is_false(u[6]:storage() == u[5])
         end)
      end
   end

   it('keep integers of 64 bits exact', function()
      local x = tensor.LongTensor { 2 ^ 53, -2 ^ 62, 3 }:add(1)
      for _, mode in ipairs { 'binary', 'ascii' } do
         local y = tensor.deserialize(tensor.serialize(x, mode), mode)
         assert.equal(3, y:eq(x):sum())
      end
   end)

   it('keep scalars apart from vectors of one element', function()
      local x = tensor.FloatTensor { 7 }
      local scalar = tensor.FloatTensor():set(x:storage(), 1, {}, {})
      for _, mode in ipairs(modes) do
         local t = tensor.deserialize(tensor.serialize({ scalar, x, x:expand(1) }, mode), mode)
         assert.equal(0, t[1]:dim())
         assert.equal(7, t[1]:item())
         assert.equal(1, t[2]:dim())
         assert.equal(1, t[3]:dim())
      end
   end)

   it('keep sizes of 0', function()
      local x = tensor.deserialize(tensor.serialize(tensor.IntTensor(0, 3)))
      assert.same({ 0, 3 }, x:size():totable())
   end)
end)

-- What a damaged file may do: give an error, or another value.
local function try(text, mode)
   local ok, result = pcall(tensor.deserialize, text, mode)
   if not ok then assert.equal('string', type(result)) end
   return ok, result
end

describe('a damaged file', function()
   for _, sample in ipairs(samples) do
      local text, mode = contents(folder .. sample .. '.t7'), mode_of(sample)

      it('that ends early gives an error: ' .. sample, function()
         with_classes(function()
            -- of text the newline at the end may be missing
            local enough = mode == 'ascii' and #text - 1 or #text
            for length = 0, enough - 1 do
               local ok = try(text:sub(1, length), mode)
               if mode ~= 'ascii' then assert.is_false(ok, length) end
            end
            assert.is_true(try(text:sub(1, enough), mode))
         end)
      end)

      it('with a wrong bit gives an error or another value: ' .. sample, function()
         with_classes(function()
            for at = 1, #text do
               for bit = 0, 7 do
                  local byte = text:byte(at)
                  local flipped = math.floor(byte / 2 ^ bit) % 2 == 1 and byte - 2 ^ bit or byte + 2 ^ bit
                  try(text:sub(1, at - 1) .. string.char(flipped) .. text:sub(at + 1), mode)
               end
            end
         end)
      end)
   end
end)

describe('functions', function()
   it('are refused unless they are asked for', function()
      local text = tensor.serialize { f = function() return 1 end }
      assert.error_matches(function() tensor.deserialize(text) end, 'the file holds a function')
      assert.error_matches(function() tensor.deserialize(text, nil, { functions = 1 }) end, 'the file holds a function')
      assert.equal(1, tensor.deserialize(text, { functions = true }).f())
   end)
end)

describe('other ways', function()
   it('are aliases, or go through a storage', function()
      local path = scratch()
      tensor.saveobj(path, { 1, 'x' })
      assert.same({ 1, 'x' }, tensor.loadobj(path))
      local storage = tensor.serializeToStorage({ 1, 'x' })
      assert.equal('torch.CharStorage', storage:type())
      assert.equal(contents(path), storage:string())
      assert.same({ 1, 'x' }, tensor.deserializeFromStorage(storage))
      assert.same({ 1, 'x' }, tensor.deserializeFromStorage(tensor.ByteStorage(storage:size()):copy(storage)))
   end)
end)
