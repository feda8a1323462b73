-- Memory of others as tensors: fromBlob, fromString, data, string and how long anchors live.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local has_ffi, ffi = pcall(require, 'ffi')

local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16', 'uint16',
   'complexfloat', 'complexdouble', 'complexhalf' }

local function fails(text, f, ...)
   local arguments = { ... }
   assert.error_matches(function() f((table.unpack or unpack)(arguments, 1, 4)) end, text)
end

-- Collects until nothing more can be let go of.
local function collect() for _ = 1, 3 do collectgarbage() end end

local function weak_list() return setmetatable({}, { __mode = 'v' }) end

describe('fromBlob', function()
   local source = tensor.range(1, 12, 1, { dtype = 'float' })
   local address = source:dataPtr()

   it('looks at memory by its address, without a copy', function()
      local x = tensor.fromBlob(address, { sizes = { 3, 4 } })
      assert.equal('torch.FloatTensor', x:type())
      assert.same({ { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } }, x:totable())
      assert.equal(address, x:dataPtr())
      x[1][2] = 20
      assert.equal(20, source[2])
      source[2] = 2
      assert.equal(2, x[1][2])
      assert.is_false(x:isReadOnly())
      assert.equal(12, x:storage():size())
   end)

   it('takes sizes as a table, a LongStorage or a number', function()
      assert.same({ 3, 4 }, tensor.fromBlob(address, { sizes = tensor.LongStorage { 3, 4 } }):size():totable())
      assert.same({ 12 }, tensor.fromBlob(address, { sizes = 12 }):size():totable())
      assert.same({ 2 }, tensor.fromBlob(address, { sizes = source:narrow(1, 1, 2):size() }):size():totable())
      local scalar = tensor.fromBlob(address, { sizes = {} })
      assert.equal(0, scalar:dim())
      assert.equal(1, scalar:item())
   end)

   it('takes strides and an offset in bytes', function()
      assert.same({ { 1, 5, 9 }, { 2, 6, 10 } },
         tensor.fromBlob(address, { sizes = { 2, 3 }, strides = { 1, 4 } }):totable())
      assert.same({ 3, 4 }, tensor.fromBlob(address, { sizes = 2, offset = 8 }):totable())
      assert.same({ { 2, 2 }, { 3, 3 } },
         tensor.fromBlob(address, { sizes = { 2, 2 }, strides = tensor.LongStorage { 1, 0 }, offset = 4 }):totable())
      fails('1 strides for 2 sizes', tensor.fromBlob, address, { sizes = { 2, 3 }, strides = { 1 } })
      fails('stride %-1', tensor.fromBlob, address, { sizes = { 2, 3 }, strides = { 3, -1 } })
      fails('size %-2', tensor.fromBlob, address, { sizes = { -2 } })
      fails('offset %-4 is negative', tensor.fromBlob, address, { sizes = 2, offset = -4 })
      fails('offset must be a whole number', tensor.fromBlob, address, { sizes = 2, offset = 0.5 })
   end)

   it('takes every dtype', function()
      for _, dtype in ipairs(dtypes) do
         local x = tensor.fromBlob(address, { sizes = 2, dtype = dtype })
         assert.equal(dtype, x:type():match('%.(%w+)Tensor'):lower())
         assert.equal(address, x:dataPtr())
      end
      for _, dtype in ipairs { 'qint8', 'quint8', 'qint32' } do
         fails('fromBlob: ' .. dtype .. ' is quantized', tensor.fromBlob, address, { sizes = 2, dtype = dtype })
      end
      fails("dtype 'foo' is unknown", tensor.fromBlob, address, { sizes = 2, dtype = 'foo' })
      tensor.setdefaulttensortype 'torch.DoubleTensor'
      local kind = tensor.fromBlob(address, { sizes = 2 }):type()
      tensor.setdefaulttensortype 'torch.FloatTensor'
      assert.equal('torch.DoubleTensor', kind)
   end)

   it('needs addresses that are aligned for the dtype', function()
      fails('is not aligned for float, which needs a multiple of 4', tensor.fromBlob, address + 2, { sizes = 1 })
      local offset = (not has_ffi or ffi.abi '64bit') and 4 or 2 -- 4 is enough for a double on 32-bit x86
      fails('is not aligned for double', tensor.fromBlob, address, { sizes = 1, offset = offset, dtype = 'double' })
      fails('is not aligned for complexDouble', tensor.fromBlob, address,
         { sizes = 1, offset = offset, dtype = 'complexdouble' })
      assert.equal(1, tensor.fromBlob(address, { sizes = 1, offset = 8, dtype = 'complexdouble' }):nElement())
      assert.equal(1, tensor.fromBlob(address + 1, { sizes = 1, dtype = 'byte' }):nElement())
   end)

   it('refuses what is no memory', function()
      for value, text in pairs { abc = 'a string %(fromString', [{}] = 'a table', [true] = 'a boolean',
         [print] = 'a function',
         [coroutine.create(function() end)] = 'a coroutine', [source] = 'an object of this module',
         [source:storage()] = 'an object', [source:size()] = 'an object', [tensor.Generator()] = 'an object',
         [tensor.defaultAllocator()] = 'an object', [tensor.toDLPack(source)] = 'an object',
         [tensor.MemoryFile()] = 'an object', [-8] = 'is negative', [0.5] = 'a whole number',
         [2 ^ 60] = 'a whole number' } do
         fails('^[^\n]*fromBlob: [^\n]*' .. text, tensor.fromBlob, value, { sizes = 1, dtype = 'byte' })
      end
      fails('the memory is nil', tensor.fromBlob, nil, { sizes = 1 })
      fails('the memory is nil', tensor.fromBlob, nil, { sizes = {} })
      assert.same({ 0, 3 }, tensor.fromBlob(tensor.zeros(0, 3):data(), { sizes = { 0, 3 } }):size():totable())
      fails('null pointer', tensor.fromBlob, 0, { sizes = 1 })
      assert.equal(0, tensor.fromBlob(0, { sizes = { 3, 0 } }):nElement())
      fails('fromBlob: o is nil', tensor.fromBlob, address)
      fails('the option sizes is needed', tensor.fromBlob, address, { dtype = 'float' })
      fails("no option 'size'; there are sizes, strides", tensor.fromBlob, address, { size = 3 })
      fails('readonly is a number; expected a boolean', tensor.fromBlob, address, { sizes = 3, readonly = 1 })
      fails('more than 8', tensor.fromBlob, address, { sizes = { 1, 1, 1, 1, 1, 1, 1, 1, 1 } })
      fails('more elements than memory', tensor.fromBlob, address, { sizes = { 2 ^ 40, 2 ^ 40 } })
      fails('memory', tensor.fromBlob, address, { sizes = { 2 ^ 53, 2 ^ 2 } })
   end)

   it('cannot be resized, but made smaller and released', function()
      local x = tensor.fromBlob(address, { sizes = 4 })
      fails('its memory is borrowed', x.resize, x, 5)
      fails('its memory is borrowed', x.storage(x).resize, x:storage(), 2)
      assert.same({ 1, 2 }, x:resize(2):totable())
      local view = x:narrow(1, 1, 1)
      x:release()
      fails('was released', view.sum, view)
      assert.equal(1, source[1])
   end)

   it('knows how long the block of a userdata is', function()
      local file = io.tmpfile() -- a userdata of Lua's own
      local ok, x = pcall(tensor.fromBlob, file, { sizes = 4, dtype = 'byte', readonly = true })
      assert(ok, x)
      assert.equal(4, #x:string())
      fails('needs 4096 bytes, but the memory has %d+ in all', tensor.fromBlob, file, { sizes = 4096, dtype = 'byte' })
      fails('needs 0 bytes, but the memory has', tensor.fromBlob, file, { sizes = 0, dtype = 'byte', offset = 4096 })
      file:close()
   end)

   it('keeps its anchor until nothing looks into the memory', function()
      for _, last in ipairs { 'tensor', 'view', 'storage', 'part', 'release', 'set' } do
         local list = weak_list()
         local kept = {}
         local function make()
            list[1] = {}
            local x = tensor.fromBlob(address, { sizes = { 3, 4 } }, list[1])
            local all = { tensor = x, view = x[2], storage = x:storage(), part = tensor.FloatStorage(x:storage(), 3, 2),
               release = x, set = x }
            kept[1] = all[last]
         end
         make()
         collect()
         assert.truthy(list[1], last)
         if last == 'release' then kept[1]:release()
         elseif last == 'set' then kept[1]:set(source)
         else kept[1] = nil end
         collect()
         assert.is_nil(list[1], last)
      end
   end)

   it('takes any value as an anchor, and keeps many apart', function()
      for _, anchor in ipairs { 1, 'text', true, print, source, io.stdout } do
         assert.equal(1, tensor.fromBlob(address, { sizes = 1 }, anchor)[1])
      end
      assert.equal(1, tensor.fromBlob(address, { sizes = 1 }, false)[1])
      assert.equal(1, tensor.fromBlob(address, { sizes = 1 }, nil)[1])
      local list, tensors = weak_list(), {}
      for i = 1, 100 do
         local anchor = { i }
         list[i] = anchor
         tensors[i] = tensor.fromBlob(address, { sizes = 1 }, anchor)
      end
      for i = 1, 100, 2 do tensors[i] = nil end
      collect()
      assert.equal(1, tensors[2][1])
      for i = 1, 100 do assert.equal(i % 2 == 0 and i or nil, list[i] and list[i][1]) end
   end)

   it('lets go of the anchor where it fails', function()
      local list = weak_list()
      list[1] = {}
      fails('aligned', tensor.fromBlob, address + 1, { sizes = 1 }, list[1])
      collect()
      assert.is_nil(list[1])
   end)

   it('leaves what a scope made to its end', function()
      local list = weak_list()
      local x = tensor.scope(function()
         local anchor = {}
         list[1] = anchor
         return tensor.fromBlob(address, { sizes = 2 }, anchor)
      end)
      collect()
      assert.truthy(list[1])
      assert.same({ 1, 2 }, x:totable())
      tensor.scope(function()
         list[2] = {}
         x = tensor.fromBlob(address, { sizes = 2 }, list[2])
      end)
      collect()
      assert.is_nil(list[2])
      fails('released', x.sum, x)
   end)
end)

describe('fromString', function()
   it('gives the bytes of a string', function()
      local x = tensor.fromString 'abc'
      assert.equal('torch.ByteTensor', x:type())
      assert.same({ 97, 98, 99 }, x:totable())
      assert.is_true(x:isReadOnly())
      assert.equal(0, tensor.fromString(''):nElement())
      assert.same({ 0 }, tensor.fromString(''):size():totable())
      assert.same({ { 0x0201, 0x0403 } },
         tensor.fromString('\1\2\3\4', { dtype = 'short', sizes = { 1, 2 } }):totable())
      assert.equal(0x04030201, tensor.fromString('\1\2\3\4', { dtype = 'int', sizes = {} }):item())
   end)

   it('needs exactly the bytes', function()
      fails('a string of 5 bytes is not size 1 of int', tensor.fromString, '12345', { dtype = 'int' })
      fails('a string of 4 bytes is not size 5 of byte', tensor.fromString, '1234', { sizes = 5 })
      fails('a string of 4 bytes is not size 3 of byte', tensor.fromString, '1234', { sizes = { 3 } })
      fails('a string of 0 bytes is not size scalar of byte', tensor.fromString, '', { sizes = {} })
      fails('size %-4', tensor.fromString, '1234', { sizes = { -4 } })
      fails('fromString: got', tensor.fromString, 1234)
      fails("no option 'strides'; there are dtype and sizes", tensor.fromString, '1234', { strides = { 1 } })
      fails('quantized', tensor.fromString, '1234', { dtype = 'qint8' })
   end)

   it('keeps the string', function()
      local x = tensor.fromString(('abcd'):rep(1000) .. tostring(os.time()))
      local view = x:narrow(1, 5, 8)
      x = nil -- luacheck: ignore
      collect()
      local garbage = {}
      for i = 1, 100 do garbage[i] = ('x'):rep(4000) .. i end
      assert.equal('abcdabcd', view:string())
      assert.equal(100, #garbage)
   end)
end)

describe('string', function()
   it('is the elements in row-major order', function()
      local x = tensor.range(1, 6, 1, { dtype = 'byte' }):view(2, 3)
      assert.equal('\1\2\3\4\5\6', x:string())
      assert.equal('\1\4\2\5\3\6', x:t():string())
      assert.equal('\2\5', x:select(2, 2):string())
      assert.equal('\1\1\1', x[1]:narrow(1, 1, 1):expand(3):string())
      assert.equal('', tensor.Tensor():string())
      assert.equal('', tensor.zeros(3, 0):string())
      assert.equal('\3', tensor.fromString('\3', { sizes = {} }):string())
   end)

   it('is read back by fromString', function()
      for _, dtype in ipairs(dtypes) do
         local bytes = ('\1\0\1\1'):rep(24)
         local x = tensor.fromString(bytes, { dtype = dtype })
         assert.equal(bytes, x:string())
         assert.equal(bytes, tensor.fromString(x:clone():string(), { dtype = dtype, sizes = x:size() }):string())
      end
   end)

   it('has the values of views with bits', function()
      local x = tensor.FloatTensor { 1, -2 }
      assert.equal(tensor.FloatTensor({ -1, 2 }):string(), x:negView():string())
   end)

   it('is not for other layouts', function()
      fails('string: a sparse tensor', function() return tensor.eye(3):toSparse():string() end)
      local q = tensor.quantizePerTensor(tensor.FloatTensor { 1, 2 }, 0.1, 0, 'qint8')
      fails('string: a quantized tensor', function() return q:string() end)
   end)
end)

describe('data', function()
   it('is nil without elements', function()
      assert.is_nil(tensor.Tensor():data())
      assert.is_nil(tensor.zeros(5):narrow(1, 3, 0):data())
   end)

   it('is a pointer to const elements where these are read-only', function()
      local x = tensor.fromString('abcd', { dtype = 'int' })
      if not has_ffi then
         assert.equal('userdata', type(x:data()))
         return
      end
      assert.equal('ctype<const int *>', tostring(ffi.typeof(x:data())))
      assert.equal('ctype<const int *>', tostring(ffi.typeof(x:storage():data())))
      assert.equal(x[1], x:data()[0])
      assert.has_error(function() x:data()[0] = 1 end)
      assert.equal('ctype<int *>', tostring(ffi.typeof(x:clone():data())))
      for dtype, c in pairs { half = 'uint16_t', bfloat16 = 'uint16_t', float = 'float', long = 'int64_t' } do
         local y = tensor.zeros(2):type('torch.' .. ({ half = 'Half', bfloat16 = 'BFloat16', float = 'Float',
            long = 'Long' })[dtype] .. 'Tensor')
         assert.equal(ffi.typeof(c .. ' *'), ffi.typeof(y:data()))
      end
   end)

   it('is memory for fromBlob', function()
      local x = tensor.range(1, 4, 1, { dtype = 'float' })
      assert.same({ 1, 2, 3, 4 }, tensor.fromBlob(x:data(), { sizes = 4 }):totable())
      assert.same({ 3, 4 }, tensor.fromBlob(x:data(true), { sizes = 2, offset = 8 }):totable())
   end)
end)

if not has_ffi then return end

describe('memory of LuaJIT', function()
   pcall(ffi.cdef,
      'typedef struct { int32_t n; float v[4]; } blob_spec_struct; union blob_spec_union { int a; double b; };'
      .. 'typedef struct { int32_t n; float v[?]; } blob_spec_open;')

   it('is an array, a struct or what a pointer leads to', function()
      local array = ffi.new('float[4]', { 1, 2, 3, 4 })
      assert.same({ { 1, 2 }, { 3, 4 } }, tensor.fromBlob(array, { sizes = { 2, 2 } }):totable())
      local x = tensor.fromBlob(array, { sizes = 4 })
      x[2] = 7
      assert.equal(7, array[1])
      assert.equal(3, tensor.fromBlob(ffi.cast('float *', array) + 2, { sizes = 2 })[1])
      assert.equal(3, tensor.fromBlob(ffi.cast('const void *', array), { sizes = 4 })[3])
      local struct = ffi.new('blob_spec_struct', { n = 5, v = { 1, 2, 3, 4 } })
      assert.equal(5, tensor.fromBlob(struct, { sizes = 1, dtype = 'int' })[1])
      assert.same({ 1, 2, 3, 4 }, tensor.fromBlob(struct, { sizes = 4, offset = 4 }):totable())
      assert.same({ 1, 2, 3, 4 }, tensor.fromBlob(struct.v, { sizes = 4 }):totable()) -- a reference
      local open = ffi.new('blob_spec_open', 2, 1, { 5, 6 })
      assert.same({ 5, 6 }, tensor.fromBlob(open, { sizes = 2, offset = 4 }):totable())
      assert.equal(8, #tensor.fromBlob(ffi.new 'union blob_spec_union', { sizes = 8, dtype = 'byte' }):string())
      assert.equal(9, tensor.fromBlob(ffi.new('double[?]', 3, { 7, 8, 9 }), { sizes = 3, dtype = 'double' })[3])
      assert.equal(6, tensor.fromBlob(ffi.cast('float (*)[2]', array), { sizes = 4 }):fill(1.5):sum())
      assert.equal(1.5, array[3])
   end)

   it('ends where the array or struct does', function()
      fails('needs 20 bytes, but the memory has 16 in all', tensor.fromBlob, ffi.new 'float[4]', { sizes = 5 })
      fails('needs 16 bytes', tensor.fromBlob, ffi.new 'float[4]', { sizes = 4, offset = 4 })
      fails('needs 20 bytes', tensor.fromBlob, ffi.new 'float[4]', { sizes = { 2, 2 }, strides = { 3, 1 } })
      fails('has 20 in all', tensor.fromBlob, ffi.new 'blob_spec_struct', { sizes = 6 })
      fails('has 16 in all', tensor.fromBlob, ffi.new('blob_spec_struct').v, { sizes = 5 })
      fails('has 12 in all', tensor.fromBlob, ffi.new('blob_spec_open', 2), { sizes = 3, offset = 4 })
      fails('has 24 in all', tensor.fromBlob, ffi.new('double[?]', 3), { sizes = 4, dtype = 'double' })
      fails(('has %d in all'):format(4 * ffi.sizeof 'void *'), tensor.fromBlob, ffi.new 'float *[4]', { sizes = 9 })
   end)

   it('is no other cdata', function()
      for _, other in ipairs { ffi.new 'complex', ffi.typeof 'float[4]', ffi.typeof 'float *', ffi.typeof 'int' } do
         fails('fromBlob: ', tensor.fromBlob, other, { sizes = 1 })
      end
      local source = tensor.ones(1)
      assert.equal(1, tensor.fromBlob(ffi.new('int64_t', source:dataPtr()), { sizes = 1 })[1])
      fails('null pointer', tensor.fromBlob, ffi.cast('float *', 0), { sizes = 1 })
      fails('null pointer', tensor.fromBlob, ffi.new('float *'), { sizes = 1 })
   end)

   -- In a process of its own, since busted keeps what ffi.typeof was asked of.
   it('lives as long as something looks into it', function()
      assert.equal('0 1 1 0 1 1 ', child.output [[
         local ffi = require 'ffi'
         local source = tensor.ones(1)
         for _, make in ipairs {
            function(free) return ffi.gc(ffi.new('float[1]', 1), free) end,
            function(free) return ffi.gc(ffi.cast('float *', source:data()), free) end,
         } do
            local freed, kept = 0, {}
            local function hold()
               local memory = make(function() freed = freed + 1 end)
               kept[1] = tensor.fromBlob(memory, { sizes = { 1, 1 } })[1]
            end
            coroutine.wrap(hold)() -- no slot of this stack refers to the memory
            for _ = 1, 3 do collectgarbage() end
            io.write(freed, ' ', kept[1][1], ' ')
            kept[1] = nil
            for _ = 1, 3 do collectgarbage() end
            io.write(freed, ' ')
         end]])
   end)
end)
