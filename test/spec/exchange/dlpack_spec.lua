-- Capsules of DLPack between tensors of one state; structs of others, by FFI. NumPy and PyTorch: script/test-peers.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local has_ffi, ffi = pcall(require, 'ffi')

local function fails(text, f, ...)
   local arguments = { ... }
   assert.error_matches(function() f((table.unpack or unpack)(arguments, 1, 3)) end, text)
end

local function collect() for _ = 1, 3 do collectgarbage() end end

describe('a capsule', function()
   it('lends the memory of a tensor, and gives it to fromDLPack', function()
      local x = tensor.range(1, 6):view(2, 3)
      for version = 0, 1 do
         local capsule = tensor.toDLPack(x:t(), { version = version })
         assert.equal('userdata', type(capsule))
         assert.equal(version, capsule:version())
         assert.equal('userdata', type(capsule:pointer()))
         assert.equal(capsule:pointer(), capsule:pointer())
         local y = tensor.fromDLPack(capsule)
         assert.same({ { 1, 4 }, { 2, 5 }, { 3, 6 } }, y:totable())
         assert.same({ 1, 3 }, y:stride():totable())
         assert.equal(x:dataPtr(), y:dataPtr())
         assert.is_false(y:isReadOnly())
         y[1][1] = 10
         assert.equal(10, x[1][1])
         y[1][1] = 1
         assert.equal(version, capsule:version())
      end
      assert.equal(1, tensor.toDLPack(x):version())
   end)

   it('is consumed once', function()
      local x = tensor.zeros(3)
      for _, consume in ipairs { tensor.fromDLPack, function(c) return tensor.fromDLPack(c:release()) end } do
         local capsule = tensor.toDLPack(x)
         local y = consume(capsule)
         assert.equal(0, y:sum())
         fails('pointer: the capsule is consumed', capsule.pointer, capsule)
         fails('release: the capsule is consumed', capsule.release, capsule)
         fails('fromDLPack: the capsule is consumed', tensor.fromDLPack, capsule)
         getmetatable(capsule).__gc(capsule)
         assert.equal(0, y:sum())
      end
      local capsule = tensor.toDLPack(x)
      getmetatable(capsule).__gc(capsule)
      getmetatable(capsule).__gc(capsule)
      fails('consumed', capsule.pointer, capsule)
      for _, method in ipairs { 'pointer', 'release', 'version' } do
         fails(method .. ': a capsule expected', capsule[method], x)
         fails(method .. ': a capsule expected', capsule[method])
      end
   end)

   it('takes every type with a code', function()
      for _, dtype in ipairs { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16',
         'uint16', 'complexfloat', 'complexdouble', 'complexhalf' } do
         local bytes = ('\1\0\1\1'):rep(24)
         local x = tensor.fromString(bytes, { dtype = dtype }):clone()
         for version = 0, 1 do
            local y = tensor.fromDLPack(tensor.toDLPack(x, { version = version, copy = false }))
            assert.equal(x:type(), y:type())
            assert.equal(x:dataPtr(), y:dataPtr())
            local z = tensor.fromDLPack(tensor.toDLPack(x, { version = version, copy = true }))
            assert.not_equal(x:dataPtr(), z:dataPtr())
            assert.equal(bytes, z:string())
         end
      end
      local q = tensor.quantizePerTensor(tensor.FloatTensor { 1, 2 }, 0.1, 0, 'qint8')
      fails('toDLPack: a quantized tensor', tensor.toDLPack, q)
      fails('toDLPack: torch.QInt8Tensor', tensor.toDLPack, tensor.QInt8Tensor())
      fails('toDLPack: a sparse tensor', tensor.toDLPack, tensor.eye(3):toSparse())
   end)

   it('takes tensors without elements and without dimensions', function()
      assert.same({ 0 }, tensor.fromDLPack(tensor.toDLPack(tensor.Tensor())):size():totable())
      assert.same({ 0 }, tensor.fromDLPack(tensor.toDLPack(tensor.Tensor(), { copy = true })):size():totable())
      assert.same({ 3, 0, 2 }, tensor.fromDLPack(tensor.toDLPack(tensor.zeros(3, 0, 2))):size():totable())
      local scalar = tensor.fromDLPack(tensor.toDLPack(tensor.fromString('a', { sizes = {} }):clone()))
      assert.equal(0, scalar:dim())
      assert.equal(97, scalar:item())
      assert.same({ 1, 1, 1, 1, 1, 1, 1, 2 },
         tensor.fromDLPack(tensor.toDLPack(tensor.zeros(1, 1, 1, 1, 1, 1, 1, 2))):size():totable())
   end)

   it('is refused for other options', function()
      local x = tensor.zeros(3)
      fails('toDLPack: version 2; 0 and 1 are expected', tensor.toDLPack, x, { version = 2 })
      fails('toDLPack: the option version is a string; 0 and 1 are expected', tensor.toDLPack, x, { version = 'a' })
      fails('toDLPack: version 1.5; 0 and 1 are expected', tensor.toDLPack, x, { version = 1.5 })
      fails('copy is a number; expected a boolean', tensor.toDLPack, x, { copy = 1 })
      fails("no option 'stream'; there are version and copy", tensor.toDLPack, x, { stream = 1 })
      fails("no option 'copy'; there is version", tensor.fromDLPack, tensor.toDLPack(x), { copy = true })
      fails('fromDLPack: version 2', tensor.fromDLPack, tensor.toDLPack(x), { version = 2 })
      fails('fromDLPack: the option version is a table', tensor.fromDLPack, tensor.toDLPack(x), { version = {} })
      for _, other in ipairs { 3, 'abc', true, {}, x, x:storage(), print, io.stdout } do
         fails('fromDLPack: ', tensor.fromDLPack, other)
      end
      fails('fromDLPack: got a nil', tensor.fromDLPack, nil)
      fails('toDLPack: ', tensor.toDLPack, x:storage())
   end)

   it('copies what cannot be lent', function()
      local source = tensor.range(1, 3)
      local anchored = tensor.fromBlob(source:dataPtr(), { sizes = 3 }, {})
      for _, x in ipairs { tensor.fromString 'abc', tensor.fromString('abc'):narrow(1, 2, 1), anchored,
         tensor.FloatTensor(tensor.FloatStorage(anchored:storage(), 2, 1)), source:negView() } do
         fails('toDLPack: .*without a copy', tensor.toDLPack, x, { copy = false })
         local y = tensor.fromDLPack(tensor.toDLPack(x))
         assert.is_false(y:isReadOnly())
         assert.not_equal(x:clone():fill(0):dataPtr(), y:dataPtr())
         assert.equal(x:string(), y:string())
         assert.equal(x:string(), tensor.fromDLPack(tensor.toDLPack(x, { copy = true, version = 0 })):string())
      end
      local borrowed = tensor.fromBlob(source:dataPtr(), { sizes = 3 })
      assert.equal(source:dataPtr(), tensor.fromDLPack(tensor.toDLPack(borrowed, { copy = false })):dataPtr())
      local conjugate = tensor.fft(source):conj()
      assert.equal(conjugate:string(), tensor.fromDLPack(tensor.toDLPack(conjugate)):string())
   end)

   it('keeps what is read-only so', function()
      local source = tensor.range(1, 3)
      local x = tensor.fromBlob(source:dataPtr(), { sizes = 3, readonly = true })
      local y = tensor.fromDLPack(tensor.toDLPack(x))
      assert.is_true(y:isReadOnly())
      fails('read%-only', y.fill, y, 3)
      fails('toDLPack: a read%-only tensor needs version 1', tensor.toDLPack, x, { version = 0 })
      fails('read%-only', tensor.toDLPack, x, { version = 0, copy = false })
      assert.is_false(tensor.fromDLPack(tensor.toDLPack(x, { version = 0, copy = true })):isReadOnly())
      assert.is_false(tensor.fromDLPack(tensor.toDLPack(x, { copy = true })):isReadOnly())
   end)

   it('keeps the memory where it is', function()
      local x = tensor.range(1, 6)
      local storage, address = x:storage(), x:dataPtr()
      local function check(what)
         fails('lent', x.release, x)
         fails('lent', x.resize, x, 100)
         fails('lent', storage.resize, storage, 100)
         fails('lent', storage.resize, storage, 3)
         assert.equal(address, x:dataPtr(), what)
         assert.same({ 1, 2 }, x:narrow(1, 1, 2):totable())
      end
      local lent = { tensor.toDLPack(x) }
      check 'a capsule'
      lent[1] = tensor.fromDLPack(lent[1])
      check 'a taker'
      lent[2] = tensor.toDLPack(x:narrow(1, 2, 2))
      lent[1] = nil
      collect()
      check 'another capsule'
      local parts = { tensor.FloatTensor(tensor.FloatStorage(storage, 3, 2)) }
      lent[2] = nil
      lent[1] = tensor.toDLPack(parts[1])
      collect()
      fails('lent', x.release, x)
      fails('lent', parts[1].release, parts[1])
      lent[1], parts[1] = nil, nil
      collect()
      x:resize(3):resize(100)
      x:release()
      fails('toDLPack: .*released', tensor.toDLPack, x)
   end)

   it('that is garbage keeps nothing', function()
      local x = tensor.range(1, 6)
      local function drop() tensor.toDLPack(x) end
      coroutine.wrap(drop)()
      x:resize(1000) -- collects
      coroutine.wrap(drop)()
      x:release()
   end)

   it('is left by the end of a scope', function()
      local capsule
      tensor.scope(function()
         capsule = tensor.toDLPack(tensor.range(1, 6))
         tensor.zeros(10)
      end)
      assert.equal(21, tensor.fromDLPack(capsule):sum())
      local x
      tensor.scope(function()
         local y = tensor.fromString 'abc'
         x = tensor.toDLPack(y)
      end)
      assert.equal(97 + 98 + 99, tensor.fromDLPack(x):sum())
   end)

   it('may outlive its state', function()
      assert.equal('done', child.output [[
         local x = tensor.ones(3)
         kept = { tensor.toDLPack(tensor.zeros(1000)), tensor.fromDLPack(tensor.toDLPack(tensor.ones(10))),
            tensor.fromString 'a', tensor.fromBlob(x:dataPtr(), { sizes = 3 }, { x }), x }
         kept[6] = tensor.toDLPack(kept[2])
         tensor.toDLPack(kept[2]):release() -- to nobody
         io.write 'done']])
   end)
end)

if not has_ffi then return end

ffi.cdef [[
typedef struct { void *data; int32_t device_type, device_id, ndim; uint8_t code, bits; uint16_t lanes;
   int64_t *shape, *strides; uint64_t byte_offset; } dlpack_spec_tensor;
typedef struct dlpack_spec_plain { dlpack_spec_tensor t; void *context;
   void (*deleter)(struct dlpack_spec_plain *); } dlpack_spec_plain;
typedef struct dlpack_spec_versioned { uint32_t major, minor; void *context;
   void (*deleter)(struct dlpack_spec_versioned *); uint64_t flags; dlpack_spec_tensor t; } dlpack_spec_versioned;
]]

-- A struct of our own on other memory. Its deleter ends a loan of the tensor source: whether it was called shows there,
-- and a second call would free memory twice. (A callback into Lua must not be called by a finalizer.)
describe('a struct of another library', function()
   local memory, shape, strides, source
   local types = { [0] = ffi.typeof 'dlpack_spec_plain *', ffi.typeof 'dlpack_spec_versioned *' }

   before_each(function()
      memory, shape, strides = ffi.new 'float[12]', ffi.new('int64_t[9]', 2, 3), ffi.new('int64_t[9]', 3, 1)
      for i = 0, 11 do memory[i] = i end
   end)

   local function make(version)
      source = tensor.zeros(1)
      local m = ffi.cast(types[version], tensor.toDLPack(source, { version = version }):release())
      m.t.data, m.t.device_type, m.t.ndim, m.t.byte_offset = memory, 1, 2, 4
      m.t.code, m.t.bits, m.t.lanes, m.t.shape, m.t.strides = 2, 32, 1, shape, strides
      return m
   end

   -- What f says of the tensor on the struct, which is let go of.
   local function on(m, version, f)
      local x = tensor.fromDLPack(m, { version = version })
      local said = f(x)
      x:release()
      return said
   end

   local function is_deleted()
      local ok, message = pcall(source.release, source)
      assert(ok or message:find 'lent', message)
      return ok
   end

   it('is taken over, and its deleter called when the last of it is gone', function()
      for version = 0, 1 do
         for _, last in ipairs { 'tensor', 'view', 'storage', 'loan', 'release' } do
            local kept = {}
            local function take()
               local x = tensor.fromDLPack(make(version), { version = version })
               assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, x:totable())
               kept[1] = last == 'view' and x:t()[2] or last == 'storage' and x:storage()
                  or last == 'loan' and tensor.toDLPack(x, { copy = false }) or x
            end
            coroutine.wrap(take)()
            collect()
            assert.is_false(is_deleted(), last)
            if last == 'release' then
               kept[1]:release()
               assert.is_true(is_deleted())
            end
            kept[1] = nil
            collect()
            assert.is_true(is_deleted(), last)
         end
      end
   end)

   it('may leave out strides, sizes, the deleter and the data', function()
      for version = 0, 1 do
         local m = make(version)
         local deleter = m.deleter
         m.t.strides, m.deleter = nil, nil
         assert.same({ 3, 1 }, on(m, version, function(x) return x:stride():totable() end))
         m.t.ndim, m.t.shape = 0, nil
         assert.equal(1, on(m, version, function(x) return x:item() end))
         m.t.ndim, m.t.shape, m.t.data = 2, shape, nil
         shape[1] = 0
         assert.same({ 2, 0 }, on(m, version, function(x) return x:size():totable() end))
         shape[1] = 3
         collect()
         assert.is_false(is_deleted())
         deleter(m)
         assert.is_true(is_deleted())
      end
   end)

   it('has flags, and any version of major 1', function()
      local m = make(1)
      local deleter = m.deleter
      m.flags, m.minor, strides[0], m.deleter = 1, 7, 0, nil
      assert.is_true(on(ffi.cast('void *', m), nil, function(x) return x:isReadOnly() end))
      assert.same({ { 1, 2, 3 }, { 1, 2, 3 } }, on(m, 1, function(x) return x:totable() end))
      m.flags = 2
      assert.is_false(on(m, 1, function(x) return x:isReadOnly() end))
      deleter(m)
   end)

   it('stays its giver\'s where it is refused', function()
      for version = 0, 1 do
         for text, change in pairs {
            ['device type 3'] = function(m) m.t.device_type = 3 end,
            ['device type 12'] = function(m) m.t.device_type = 12 end,
            ["CUDA's device 50"] = function(m) m.t.device_type, m.t.device_id = 2, 50 end,
            ['device %-1'] = function(m) m.t.device_type, m.t.device_id = 2, -1 end,
            uint32 = function(m) m.t.code = 1 end,
            ['float8 '] = function(m) m.t.bits = 8 end,
            ['opaque32'] = function(m) m.t.code = 3 end,
            ['type code 17'] = function(m) m.t.code = 17 end,
            ['4 lanes'] = function(m) m.t.lanes = 4 end,
            ['0 lanes'] = function(m) m.t.lanes = 0 end,
            ['9 dimensions'] = function(m) m.t.ndim = 9 end,
            ['%-1 dimensions'] = function(m) m.t.ndim = -1 end,
            ['size %-2 of dimension 1 is negative'] = function() shape[0] = -2 end,
            ['stride %-3'] = function() strides[0] = -3 end,
            ['more elements'] = function() shape[0], shape[1] = 2 ^ 50, 2 ^ 50 end,
            ['memory'] = function() strides[0], shape[0] = 2 ^ 54, 2 ^ 50 end,
            ['null pointer'] = function(m) m.t.data = nil end,
            ['not aligned'] = function(m) m.t.byte_offset = 2 end,
            ['byte_offset'] = function(m) m.t.byte_offset = 2 ^ 63 end,
            ['without sizes'] = function(m) m.t.shape = nil end,
         } do
            local m = make(version)
            shape[0], shape[1], strides[0], strides[1] = 2, 3, 3, 1
            change(m)
            fails('fromDLPack: .*' .. text, tensor.fromDLPack, m, { version = version })
            collect()
            assert.is_false(is_deleted())
            m.deleter(m)
            assert.is_true(is_deleted())
         end
      end
      local m = make(1)
      for _, major in ipairs { 0, 2, 2 ^ 31 } do
         m.major = major
         fails('major version', tensor.fromDLPack, m)
      end
      m.deleter(m)
      fails('null pointer', tensor.fromDLPack, ffi.cast('void *', 0))
      fails('fromDLPack: got', tensor.fromDLPack, ffi.new 'complex')
   end)
end)
