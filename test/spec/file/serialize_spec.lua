-- Objects in files: Torch7's own files load with the right values, what is written is read back, and a damaged
-- or hostile file gives an error.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local formats = require 'spec.support.formats'

local folder = 'test/data/t7/'
local samples = {
   'tensor-Byte.ascii', 'tensor-Float.ascii', 'tensor-Float.b32', 'tensor-Float.b64', 'tensor-Half.b64',
   'tensor-Long.b64', 'views.ascii', 'views.b64', 'values.ascii', 'values.b64', 'references.b64', 'empties.b64',
   'special-floats.ascii', 'storages.b32', 'object.ascii', 'object.b64',
}

local function mode_of(sample)
   return sample:match '%.(%w+)$'
end

local function load_sample(sample)
   return tensor.load(folder .. sample .. '.t7', mode_of(sample))
end

local function element(i)
   return (29 * i + 7) % 37 + 1
end

-- The elements, in order, that a tensor with such a window must have.
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

-- Defines the classes of the samples while f runs.
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
      local text = files.contents(folder .. 'object.b64.t7'):gsub('GoldenPoint', 'GoldenPaint')
      assert.error_matches(function() tensor.deserialize(text) end, 'unknown Torch class <GoldenPaint>')
   end)

   -- The order of keys in a table is up to Lua, so only samples without named fields can be compared byte by
   -- byte.
   for _, sample in ipairs(samples) do
      if sample:find '^tensor' or sample:find '^special' or sample:find '^references' or sample:find '^empties' then
         it('is written as Torch7 wrote it: ' .. sample, function()
            local path = files.scratch(finally)
            tensor.save(path, load_sample(sample), mode_of(sample))
            assert.equal(files.contents(folder .. sample .. '.t7'), files.contents(path))
         end)
      end
   end
end)

-- Compares values, types and references.
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
         local path = files.scratch(finally)
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
            local path = files.scratch(finally)
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

   it('refuse a tensor that has lost its memory', function()
      local released, shrunk = tensor.ones(5), tensor.ones(2, 3)
      released:release()
      shrunk:storage():resize(2)
      assert.error_matches(function() tensor.serialize(released) end, 'reaches element 5, its storage has 0')
      assert.error_matches(function() tensor.serialize { shrunk } end, 'reaches element 6, its storage has 2')
   end)
end)

-- Loads text that may be damaged: the result is an error, with a text, or some value.
local function try(text, mode)
   local ok, result = pcall(tensor.deserialize, text, mode)
   if not ok then assert.equal('string', type(result)) end
   return ok, result
end

describe('a damaged file', function()
   for _, sample in ipairs(samples) do
      local text, mode = files.contents(folder .. sample .. '.t7'), mode_of(sample)

      it('that ends early gives an error: ' .. sample, function()
         with_classes(function()
            -- in text mode the final newline may be missing
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

-- Makes the bytes of a binary file. The list holds numbers, written as ints, or as longs inside a table, and
-- strings.
local function bytes_of(number, width)
   local bytes = {}
   for i = 1, width do
      bytes[i] = string.char(number % 256)
      number = math.floor(number / 256)
   end
   return table.concat(bytes)
end

local function binary(parts)
   local texts = {}
   for i, part in ipairs(parts) do
      if type(part) == 'string' then texts[i] = part
      elseif type(part) == 'table' then texts[i] = bytes_of(part[1], 8)
      else texts[i] = bytes_of(part, 4) end
   end
   return table.concat(texts)
end

-- The beginning of an object of a class, up to the part that the class writes.
local function object(index, name, ...)
   return binary { 4, index, 3, 'V 1', #name, name, ... }
end

local function tensor_of(sizes, strides, offset, storage)
   local parts = { #sizes }
   for _, list in ipairs { sizes, strides, { offset } } do
      for _, number in ipairs(list) do parts[#parts + 1] = { number } end
   end
   parts[#parts + 1] = storage
   return object(1, 'torch.ByteTensor', (table.unpack or unpack)(parts))
end

local four = object(2, 'torch.ByteStorage', { 4 }, 'abcd')
local huge = 2 ^ 40

describe('a hostile file', function()
   it('could be read if it were none', function()
      assert.same({ { 97, 98 }, { 99, 100 } }, tensor.deserialize(tensor_of({ 2, 2 }, { 2, 1 }, 1, four)):totable())
      assert.same({ 'x' }, tensor.deserialize(binary { 3, 1, 1, 1, '\0\0\0\0\0\0\240\63', 2, 1, 'x' }))
   end)

   local cases = {
      ['says that a storage is longer than the file'] = { object(1, 'torch.DoubleStorage', { huge }, 'abcd'),
         'blocks are declared' },
      ['says that a storage is longer than memory'] = { object(1, 'torch.DoubleStorage', { 2 ^ 62 }),
         'blocks are declared' },
      ['has a storage of a negative size'] = { object(1, 'torch.ByteStorage', ('\255'):rep(8)),
         'a storage of %-1 elements' },
      ['says that a string is longer than the file'] = { binary { 2, 2 ^ 31 - 1, 'x' }, 'blocks are declared' },
      ['has a string of a negative length'] = { binary { 2, 2 ^ 32 - 1, 'x' }, 'a string of %-1 characters' },
      ['has a table longer than itself'] = { binary { 3, 1, 2 ^ 31 - 1 }, 'read error' },
      ['has a nil key'] = { binary { 3, 1, 1, 0, 0 }, 'a key that is nil' },
      ['has a key that is not a number'] = { binary { 3, 1, 1, 1, '\0\0\0\0\0\0\248\127', 0 },
         'a key that is nil or not' },
      ['has an object of no kind'] = { binary { 9 }, 'no object begins with 9' },
      ['has a class of no name'] = { object(1, ''), 'unknown Torch class <>' },
      ['has a class that makes no objects'] = { object(1, 'torch.DiskFile'), 'unknown Torch class' },
      ['has a tensor beyond its storage'] = { tensor_of({ 2, 3 }, { 3, 1 }, 1, four), 'the storage has 4 in all' },
      ['has a tensor far beyond its storage'] = { tensor_of({ huge, huge }, { 1, 1 }, 1, four), 'set: ' },
      ['has a tensor before its storage'] = { tensor_of({ 2 }, { 1 }, 0, four), 'is below 1' },
      ['has an offset beyond the storage'] = { tensor_of({ 2 }, { 1 }, huge, four), 'storage offset' },
      ['has a stride that leads beyond'] = { tensor_of({ 2 }, { huge }, 1, four), 'set: ' },
      ['has a tensor without a storage'] = { tensor_of({ 2 }, { 1 }, 1, binary { 0 }), 'without a storage' },
      ['has a tensor on a string'] = { tensor_of({ 2 }, { 1 }, 1, binary { 2, 1, 'x' }),
         'a torch.ByteTensor on a string' },
      ['has a tensor on a storage of another type'] = {
         tensor_of({ 2 }, { 1 }, 1, object(2, 'torch.CharStorage', { 4 }, 'abcd')), 'on a torch.CharStorage' },
      ['has a tensor on itself'] = { tensor_of({ 2 }, { 1 }, 1, binary { 4, 1 }),
         'a torch.ByteTensor on a torch.ByteTensor' },
      ['has too many dimensions'] = { object(1, 'torch.ByteTensor', 9), 'of 9 dimensions' },
      ['has a negative number of dimensions'] = { object(1, 'torch.ByteTensor', 2 ^ 32 - 1), 'of %-1 dimensions' },
   }
   for name, case in pairs(cases) do
      it('is refused when it ' .. name, function()
         collectgarbage()
         local before = tensor.memoryStats().live
         assert.error_matches(function() tensor.deserialize(case[1]) end, case[2])
         collectgarbage()
         collectgarbage()
         assert(tensor.memoryStats().live <= before + 1e5)
      end)
   end

   it('is refused when it nests too deep, and so is such an object', function()
      local function nested(levels)
         local t = {}
         for _ = 2, levels do t = { t } end
         return t
      end
      assert.same('table', type(tensor.deserialize(tensor.serialize(nested(99999)))))
      assert.error_matches(function() tensor.serialize(nested(100001)) end, 'nested deeper than 100000 levels')
      local level = '\3\0\0\0%s\1\0\0\0\1\0\0\0\0\0\0\0\0\0\240\63'
      local levels = {}
      for i = 1, 100001 do levels[i] = level:gsub('%%s', (bytes_of(i, 4):gsub('%%', '%%%%'))) end
      assert.error_matches(function() tensor.deserialize(table.concat(levels)) end, 'nested deeper than 100000 levels')
      local cycle = {}
      cycle[1] = cycle
      local file = tensor.MemoryFile():referenced(false)
      assert.error_matches(function() file:writeObject(cycle) end, 'nested deeper than 100000 levels')
      file:seek(1):referenced(true):writeObject(nested(1000))
   end)
end)

describe('a pipe', function()
   it('carries objects of any size, and sizes that lie end with it', function()
      local path = files.scratch(finally)
      local x = tensor.range(1, 100000)
      tensor.save(path, { x, 'after' })
      local file = tensor.PipeFile('cat ' .. path):binary()
      local t = file:readObject()
      assert.equal(0, (t[1] - x):abs():max())
      assert.equal('after', t[2])
      file:close()
      local out = assert(io.open(path, 'wb'))
      out:write(object(1, 'torch.DoubleStorage', { huge }, ('x'):rep(100000)))
      out:close()
      file = tensor.PipeFile('cat ' .. path):binary()
      assert.error_matches(function() file:readObject() end, 'read error: read 12500 blocks instead of 1099511627776')
   end)
end)

describe('functions', function()
   it('are refused unless they are asked for', function()
      local text = tensor.serialize { f = function() return 1 end }
      assert.error_matches(function() tensor.deserialize(text) end, 'the file holds a function')
      assert.error_matches(function() tensor.deserialize(text, nil, { functions = 1 }) end, 'the file holds a function')
      assert.equal(1, tensor.deserialize(text, { functions = true }).f())
      local path = files.scratch(finally)
      tensor.save(path, { f = function() return 2 end })
      assert.error_matches(function() tensor.load(path) end, 'the file holds a function')
      assert.equal(2, tensor.load(path, 'binary', { functions = true }).f())
      assert.equal(2, tensor.load(path, 'binary', true, { functions = true }).f())
      local file = tensor.DiskFile(path):binary()
      assert.equal(2, file:readObject { functions = true }.f())
      file:seek(1):referenced(false)
      assert.error_matches(function() file:readObject() end, 'the file holds a function')
   end)

   it('of old files are refused as well', function()
      local code = string.dump(function() return 3 end)
      local none = binary { 3, 2, 0 }
      local alone, by_position = binary { 6, #code, code, none }, binary { 7, 1, #code, code, none }
      for _, text in ipairs { alone, by_position } do
         assert.error_matches(function() tensor.deserialize(text) end, 'the file holds a function')
         assert.equal(3, tensor.deserialize(text, { functions = true })())
      end
   end)

   it('keep their upvalues, globals and references to themselves', function()
      local count, x = 10, tensor.ones(2)
      local function step(n)
         if n == 0 then return count, x:sum(), tostring(n) end
         count = count + 1
         return step(n - 1)
      end
      local again = tensor.deserialize(tensor.serialize { step, x }, { functions = true })
      assert.same({ 13, 2, '0' }, { again[1](3) })
      again[2]:fill(3)
      assert.same({ 13, 6, '0' }, { again[1](0) })
      assert.equal(10, count)
   end)

   it('share the upvalues that they shared, where Lua tells them', function()
      local n, other = 0, 0
      local function inc() n = n + 1 return n end
      local function get() return n, other end
      local again = tensor.deserialize(tensor.serialize { inc, get }, { functions = true })
      again[1]()
      assert.same({ debug.upvaluejoin and 1 or 0, 0 }, { again[2]() })
      assert.same({ 0, 0 }, { get() })
   end)

   it('that are none give an error', function()
      local text = binary { 8, 1, 4, 'x=1 ', 3, 2, 0 }
      assert.error_matches(function() tensor.deserialize(text, { functions = true }) end, 'a function cannot be loaded')
   end)
end)

describe('objects of classes', function()
   it('write and read themselves, or their fields', function()
      local mt_own, mt_fields = tensor.class('SerializeOwn', {}), tensor.class('SerializeFields', {})
      function mt_own:write(file) file:writeInt(self.value * 2) end
      function mt_own:read(file, version) self.value, self.version = file:readInt() / 2, version end
      function mt_fields.method() return 'kept' end
      local own = setmetatable({ value = 21 }, mt_own)
      local fields = setmetatable({ own = own, thread = coroutine.create(function() end), n = 1 }, mt_fields)
      fields.file = tensor.MemoryFile()
      local seen = {}
      local file = tensor.MemoryFile()
      file:writeObject({ own, fields }, 'pair', function(o) seen[#seen + 1] = o end)
      assert.same({ own, fields }, seen)
      local t = file:seek(1):readObject()
      assert.equal(21, t[1].value)
      assert.equal(1, t[1].version)
      assert.equal('kept', t[2]:method())
      assert.equal(t[1], t[2].own)
      assert.is_nil(t[2].thread or t[2].file)
      assert.equal(1, t[2].n)
   end)

   it('of files before versions are read', function()
      local x = tensor.deserialize(binary { 4, 1, 17, 'torch.ByteStorage', { 2 }, 'ab' })
      assert.equal('ab', x:string())
   end)

   it('that cannot be written are named', function()
      assert.error_matches(function() tensor.serialize { model = { layers = { io.stdout } } } end,
         'a userdata cannot be written, at model%.layers%.1')
   end)
end)

describe('numbers', function()
   it('come back as integers where they are whole', function()
      for _, number in ipairs { 0, 5, -7, 2 ^ 53, 0.5, -0.0, 1e300, 1 / 0 } do
         local again = tensor.deserialize(tensor.serialize(number))
         assert.equal(number, again)
         assert.equal(1 / number, 1 / again)
      end
      if math.type then
         assert.equal('integer', math.type(tensor.deserialize(tensor.serialize(5))))
         assert.equal('float', math.type(tensor.deserialize(tensor.serialize(-0.0))))
         assert.error_matches(function() tensor.serialize(math.maxinteger) end, 'cannot be written exactly')
      end
   end)
end)

describe('a wrong argument', function()
   it('is an error', function()
      local path = files.scratch(finally)
      for _, call in ipairs {
         function() tensor.save(path, 1, 'text') end, function() tensor.save(path, 1, 'binary', 1) end,
         function() tensor.load(path, 'text') end, function() tensor.load(path .. 'none') end,
         function() tensor.deserialize(12) end, function() tensor.deserializeFromStorage 'x' end,
         function() tensor.serialize(print) end, function() tensor.save() end, function() tensor.load() end,
         function() tensor.load({}) end,
      } do assert.has_error(call) end
   end)
end)

describe('a call that does not end well', function()
   -- Lua 5.1 (not LuaJIT) cannot yield across pcall, so no call can be suspended there.
   if jit or _VERSION ~= 'Lua 5.1' then
      it('leaves no permission to load code behind, where it waits in a coroutine for ever', function()
         local class = tensor.class('spec.Waiting', nil, {})
         class.read, class.write = function() coroutine.yield() end, function() end
         local file = tensor.MemoryFile()
         file:writeObject(setmetatable({}, class))
         file:writeObject(function() end)
         file:seek(1)
         coroutine.wrap(function() file:readObject { functions = true } end)()
         assert.error_matches(function() file:readObject() end, 'the file holds a function')
      end)
   end

   it('leaves what it wrote to be written again', function()
      local file, written = tensor.MemoryFile(), { 1 }
      assert.error_matches(function() file:writeObject { written, print } end, 'a function cannot be written, at 2')
      local position = file:position()
      file:writeObject(written)
      file:seek(position)
      assert.same({ 1 }, file:readObject())
   end)

   it('leaves what it read to be read again', function()
      local text = tensor.serialize { 1, 2, { 3 } }
      local storage = tensor.CharStorage():string(text .. '\0')
      local file = tensor.MemoryFile(storage, 'rw'):binary()
      local kind = #text - 35 -- the type of the inner table, whose 36 bytes are the last
      storage[kind] = 99
      assert.error_matches(function() file:readObject() end, 'no object begins with 99')
      storage[kind] = 3
      file:seek(1)
      assert.same({ 1, 2, { 3 } }, file:readObject())
   end)

   it('says that a quiet file ended, and names the caller of a path that is none', function()
      local text = tensor.serialize { 1, 2, { 3 } }
      local file = tensor.MemoryFile(tensor.CharStorage():string(text:sub(1, 60) .. '\0'), 'r'):binary():quiet()
      assert.error_matches(function() file:readObject() end, 'the file ended within a table')
      local _, message = pcall(function() tensor.load '/no/such/file' end)
      assert(message:find '^test/spec/file/serialize_spec.lua:%d+: load: /no/such/file: No such', message)
      assert.error_matches(function() tensor.File.readObject(5) end, 'a file expected, got number')
   end)
end)

describe('other ways', function()
   it('are aliases, or go through a storage', function()
      local path = files.scratch(finally)
      tensor.saveobj(path, { 1, 'x' })
      assert.same({ 1, 'x' }, tensor.loadobj(path))
      local storage = tensor.serializeToStorage({ 1, 'x' })
      assert.equal('torch.CharStorage', storage:type())
      assert.equal(files.contents(path), storage:string())
      assert.same({ 1, 'x' }, tensor.deserializeFromStorage(storage))
      assert.same({ 1, 'x' }, tensor.deserializeFromStorage(tensor.ByteStorage(storage:size()):copy(storage)))
   end)
end)
