-- Storages: all ways to make one, and their methods.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local formats = require 'spec.support.formats'

local function collect()
   collectgarbage()
   collectgarbage()
end

-- Until they are shared or written, the elements of x:size() are in the value itself.
describe('the storage of sizes', function()
   local x = tensor.zeros(2, 3, 4)

   it('are read as a LongStorage', function()
      local sizes = x:size()
      assert.equal(3, sizes:size())
      assert.equal(4, sizes[3])
      assert.same({ 2, 3, 4 }, sizes:totable())
      assert.same({ 12, 4, 1 }, x:stride():totable())
      assert.equal('torch.LongStorage', tensor.typename(sizes))
      assert.is_true(tensor.isStorage(x:size()))
      assert.matches('%[torch.LongStorage of size 3%]', tostring(x:size()))
      assert.same({ 2, 3, 4 }, tensor.ones(x:size()):size():totable())
      assert.equal(1, tensor.ones(2, 3, 4)[tensor.LongTensor(x:size()):storage()])
      assert.error_matches(function() return x:size()[4] end, 'no element 4 in a storage of 3')
      assert.error_matches(function() return x:size()[0] end, 'no element 0 in a storage of 3')
      assert.error_matches(function() return x:size()[1.5] end, 'a whole number')
      assert.equal(0, tensor.Tensor():size():size())
      assert.equal(0, tensor.full(tensor.LongStorage(), 1):size():size())
   end)

   it('are written, resized and shared as one', function()
      local sizes = x:size()
      local tensors = { tensor.LongTensor(sizes), tensor.LongTensor(sizes) }
      sizes[1] = 7
      assert.equal(7, tensors[1][1])
      tensors[2][2] = 8
      assert.same({ 7, 8, 4 }, sizes:totable())
      assert.is_true(tensors[1]:storage() == sizes)
      assert.equal(8, sizes[2])
      assert.same({ 7, 8, 4, 9 }, sizes:resize(4):fill(9):copy(tensor.LongStorage { 7, 8, 4, 9 }):totable())
      assert.equal(4, sizes:size())
      assert.same({ 2, 3, 4 }, x:size():totable())
      assert.is_false(x:size() == x:size())
      assert.is_true(sizes == sizes)
      assert.equal(getmetatable(tensor.LongStorage()), getmetatable(sizes))
   end)

   it('give their memory back, and keep what others share', function()
      local shared = {}
      local function make()
         for i = 1, 2000 do
            local sizes = x:size()
            sizes[2] = i
            if i % 100 == 0 then shared[#shared + 1] = tensor.LongTensor(sizes) end
         end
         for _ = 1, 4 do collectgarbage() end
      end
      make()
      local live = tensor.memoryStats().live
      for _ = 1, 5 do
         shared = {}
         make()
      end
      for i, t in ipairs(shared) do assert.same({ 2, 100 * i, 4 }, t:totable()) end
      assert(tensor.memoryStats().live < live + 20000)
   end)
end)

describe('a storage', function()
   for name in pairs(formats.of) do
      local type_name = tensor[name == 'uint16' and 'UInt16Storage' or name == 'bfloat16' and 'BFloat16Storage'
         or name:gsub('^%l', string.upper) .. 'Storage']

      it('is made by size, from a table, and as a part of another: ' .. name, function()
         assert.equal(0, type_name():size())
         assert.equal(3, type_name(3):size())
         local s = type_name { 1, 0, 1, 0 }
         assert.same({ 1, 0, 1, 0 }, s:totable())
         local part = type_name(s, 2, 2)
         assert.same({ 0, 1 }, part:totable())
         part[1] = 1
         assert.equal(1, s[2])
         assert.same({ 1, 0 }, type_name(s, 3):totable())
         assert.same({ 1, 1, 1, 0 }, type_name(s):totable())
         assert.equal(4, #s)
         assert.equal(s:type(), tensor.typename(s))
         assert.equal(8 * s:elementSize(), 8 * (name == 'bool' and 1 or name == 'bfloat16' and 2
            or name == 'half' and 2 or name == 'float' and 4 or name == 'double' and 8 or formats.of[name].bits / 8))
      end)

      it('is filled, copied and resized: ' .. name, function()
         local s = type_name(3)
         assert.equal(s, s:fill(1))
         assert.same({ 1, 1, 1 }, s:totable())
         assert.equal(s, s:copy(tensor.DoubleStorage { 0, 1, 0 }))
         assert.same({ 0, 1, 0 }, s:totable())
         assert.equal(s, s:resize(2))
         assert.same({ 0, 1 }, s:totable())
         assert.error_matches(function() s:copy(tensor.IntStorage(3)) end, 'copy: a storage of 3 elements')
      end)
   end

   it('of the default type is made by Storage', function()
      assert.equal('torch.FloatStorage', tensor.Storage(2):type())
      assert.equal('torch.FloatStorage', tensor.FloatStorage.new(2):type())
   end)

   it('has its memory from an allocator', function()
      local allocator = tensor.defaultAllocator()
      assert.equal('torch.Allocator', tensor.typename(allocator))
      assert.equal(3, tensor.IntStorage(allocator, 3):size())
      assert.same({ 1, 2 }, tensor.IntStorage(allocator, { 1, 2 }):totable())
      assert.equal(0, tensor.IntStorage(allocator):size())
   end)

   it('has text if it has bytes', function()
      local s = tensor.CharStorage():string 'a\0b'
      assert.equal('a\0b', s:string())
      assert.equal(s, s:string '')
      assert.equal('', s:string())
      assert.has_error(function() tensor.IntStorage(1):string() end)
   end)

   it('refuses what makes none', function()
      for _, arguments in ipairs { { -1 }, { 1.5 }, { 2 ^ 61 }, { true }, { print }, { { 'x' } } } do
         assert.has_error(function() tensor.FloatStorage((table.unpack or unpack)(arguments)) end)
      end
      local s = tensor.FloatStorage(3)
      for _, window in ipairs { { 0, 1 }, { 1, 4 }, { 4, 1 }, { 5 }, { 2, -1 } } do
         assert.has_error(function() tensor.FloatStorage(s, window[1], window[2]) end)
      end
      assert.error_matches(function() tensor.IntStorage(s) end, 'a IntStorage cannot view a FloatStorage')
   end)
end)

describe('an address', function()
   it('leads to the elements of a storage that gave it away', function()
      local x = tensor.range(1, 10)
      local s = tensor.FloatStorage(4, x:narrow(1, 3, 4):dataPtr())
      assert.same({ 3, 4, 5, 6 }, s:totable())
      s[1] = 30
      assert.equal(30, x[3])
      assert.same({ 0, 0, 128, 63 }, tensor.ByteStorage(4, x:storage():dataPtr()):totable())
      assert.error_matches(function() x:resize(20) end, 'another storage is a view of it')
      x = nil -- luacheck: ignore
      collect()
      assert.equal(30, s[1])
   end)

   it('leads to nothing else', function()
      local x = tensor.range(1, 10)
      local address = x:dataPtr()
      for _, wrong in ipairs { 0, 1, 12345678, 2 ^ 52, -8, address - 4, address + 40, address + 1 } do
         assert.error_matches(function() tensor.FloatStorage(1, wrong) end, 'no live storage has given away')
      end
      assert.error_matches(function() tensor.FloatStorage(11, address) end, 'no live storage has given away')
      assert.error_matches(function() tensor.FloatStorage(2 ^ 53, address) end, 'no live storage has given away')
      assert.has_error(function() tensor.FloatStorage(-1, address) end)
      assert.has_error(function() tensor.FloatStorage(1, 'x') end)
      x = nil -- luacheck: ignore
      collect()
      assert.error_matches(function() tensor.FloatStorage(1, address) end, 'no live storage has given away')
   end)

   it('is lost when the elements move or are released', function()
      local x = tensor.range(1, 10)
      local before = x:dataPtr()
      x:resize(100000)
      assert.error_matches(function() tensor.FloatStorage(1, before) end, 'no live storage has given away')
      local after = x:dataPtr()
      assert.equal(1, tensor.FloatStorage(1, after)[1])
      collect()
      x:release()
      assert.error_matches(function() tensor.FloatStorage(1, after) end, 'no live storage has given away')
   end)
end)

describe('a storage on a file', function()
   it('has the elements of the file, and changes of its own', function()
      local path = files.scratch(finally, '\1\0\0\0\2\0\0\0\3\0\0\0')
      local s = tensor.IntStorage(path)
      assert.same({ 1, 2, 3 }, s:totable())
      s:fill(9)
      assert.same({ 1, 2, 3 }, tensor.IntStorage(path):totable())
      assert.same({ 1, 2 }, tensor.IntStorage(path, false, 2):totable())
      assert.same({ 2, 3 }, tensor.IntStorage(path, false, 0, false, 4):totable())
      assert.same({ 2 }, tensor.IntStorage(path, false, 1, false, 4):totable())
      assert.equal(1, tensor.LongStorage(path):size())
      assert.equal(0, tensor.IntStorage(path, false, 0, false, 40):size())
      assert.equal(0, tensor.IntStorage(files.scratch(finally, '')):size())
      assert.error_matches(function() s:resize(4) end, 'its memory is borrowed')
   end)

   it('writes to the file when it is shared', function()
      local path = files.scratch(finally, '\1\0\0\0')
      local s, t = tensor.IntStorage(path, true), tensor.IntStorage(path, true)
      s[1] = 258
      assert.equal(258, t[1])
      assert.equal('\2\1\0\0', files.contents(path))
   end)

   it('makes and grows the file when it is shared', function()
      local path = files.scratch(finally)
      os.remove(path)
      local s = tensor.FloatStorage(path, true, 2000)
      assert.equal(8000, #files.contents(path))
      s:fill(1.5)
      assert.equal(3000, tensor.FloatTensor(tensor.FloatStorage(path)):sum())
      tensor.FloatStorage(path, true, 1, false, 16000)
      assert.equal(16004, #files.contents(path))
   end)

   it('works below tensors', function()
      local path = files.scratch(finally)
      local x = tensor.FloatTensor(tensor.FloatStorage(path, true, 6), 1, tensor.LongStorage { 2, 3 })
      x:copy(tensor.range(1, 6):resize(2, 3))
      assert.equal(21, tensor.FloatTensor(tensor.FloatStorage(path)):sum())
      assert.equal(9, x:select(2, 3):sum())
   end)

   it('is refused where the file has too little, or is none', function()
      local path = files.scratch(finally, '\1\0\0\0')
      assert.error_matches(function() tensor.IntStorage(path, false, 2) end,
         'has 4 bytes from byte 0 on, 8 are to be mapped')
      assert.error_matches(function() tensor.IntStorage(path, false, 1, false, 3) end, 'cannot be mapped')
      assert.error_matches(function() tensor.IntStorage(path, false, 1, false, -4) end, 'cannot be mapped')
      assert.error_matches(function() tensor.IntStorage(path, true, 2 ^ 48) end, 'cannot be')
      assert.equal('\1\0\0\0', files.contents(path))
      assert.error_matches(function() tensor.IntStorage '.' end, 'is not a file that can be mapped')
      assert.error_matches(function() tensor.IntStorage '/dev/zero' end, 'is not a file that can be mapped')
      assert.error_matches(function() tensor.IntStorage(path .. '/none', true, 1) end, 'cannot be opened')
      assert.error_matches(function() tensor.IntStorage(path .. 'none') end, 'cannot be opened')
   end)

   it('keeps no file open', function()
      local path = files.scratch(finally, '\1\0\0\0')
      local kept = {}
      for i = 1, 2000 do kept[i] = tensor.IntStorage(path) end
      assert.equal(1, kept[2000][1])
   end)
end)

describe('a segment of shared memory', function()
   it('is seen by other processes, and goes with its storage', function()
      local name = '/tensor-spec-' .. os.tmpname():gsub('%W', '')
      local s = tensor.IntStorage(name, true, 3, true):fill(7)
      local out = child.output(([[
         local s = tensor.IntStorage(%q, true, 3, true)
         io.write(table.concat(s:totable(), ' '))
         s[2] = 8
         io.stdout:flush()
         os.exit(0) -- as a process that dies: without closing the state
      ]]):format(name), { ASAN_OPTIONS = 'detect_leaks=0' })
      assert.equal('7 7 7', out:match '^[%d ]+')
      assert.same({ 7, 8, 7 }, s:totable())
      s = nil -- luacheck: ignore
      collect()
      assert.equal(0, tensor.IntStorage(name, true, 0, true):size())
      collect()
   end)

   it('needs a good name', function()
      assert.error_matches(function() tensor.IntStorage('/a/b', true, 3, true) end, 'cannot be opened')
   end)
end)
