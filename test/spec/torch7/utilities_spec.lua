-- Small functions of Torch7: packageLuaPath, include, pointers for FFI and the like.
local tensor = require 'tensor'
local child = require 'spec.support.child'

local has_ffi, ffi = pcall(require, 'ffi')

local function with_file(name, text, f)
   local path = os.tmpname()
   os.remove(path)
   assert(os.execute(('mkdir -p %s'):format(path)))
   local file = assert(io.open(path .. '/' .. name, 'w'))
   file:write(text)
   file:close()
   local ok, message = pcall(f, path)
   os.execute(('rm -r %s'):format(path))
   if not ok then error(message, 0) end
end

describe('packageLuaPath', function()
   it('is the folder of a module on package.path', function()
      with_file('spec_module.lua', 'return {}', function(path)
         local before = package.path
         finally(function() package.path = before end)
         package.path = path .. '/?.lua;' .. before
         assert.equal(path, tensor.packageLuaPath 'spec_module')
         assert.is_nil(tensor.packageLuaPath 'spec_no_module')
         assert.truthy(tensor.packageLuaPath():find 'lua$')
         assert.truthy(tensor.packageLuaPath 'tensor.plot':find 'lua/tensor$')
      end)
   end)

   it('needs a name', function()
      assert.error_matches(function() tensor.packageLuaPath(3) end, 'packageLuaPath: the name of a module expected')
   end)
end)

describe('include', function()
   it('runs a file beside a module', function()
      with_file('spec_module.lua', 'package.loaded.spec_included = 7', function(path)
         local before = package.path
         finally(function()
            package.path = before
            package.loaded.spec_included = nil
         end)
         package.path = path .. '/?.lua;' .. before
         tensor.include('spec_module', 'spec_module.lua')
         assert.equal(7, package.loaded.spec_included)
         assert.error_matches(function() tensor.include('spec_no_module', 'x.lua') end, 'include: no package')
         assert.error_matches(function() tensor.include('spec_module', 'missing.lua') end, 'missing.lua')
         assert.error_matches(function() tensor.include('spec_module') end, 'include: the name of a file expected')
      end)
   end)

   it('of require torch finds files beside its caller', function()
      with_file('inner.lua', 'print("inner")', function(path)
         local file = assert(io.open(path .. '/outer.lua', 'w'))
         file:write 'include "inner.lua"; local function deeper() include("inner.lua", 1) end deeper()'
         file:close()
         assert.equal('inner\ninner\n', child.output(('require "torch"; dofile %q'):format(path .. '/outer.lua')))
      end)
   end)
end)

describe('calls for the sake of Torch7\'s scripts', function()
   it('are there', function()
      assert.is_nil(tensor.setheaptracking(true))
      assert.is_true(tensor._heaptracking)
      assert.is_nil(tensor.setheaptracking(false))
      assert.is_false(tensor._heaptracking)
      assert.is_nil(tensor.updateerrorhandlers())
      assert.is_nil(tensor.updatethreadlocals())
      assert.error_matches(function() tensor.setheaptracking() end, 'setheaptracking: true or false expected')
      assert.is_table(tensor.getmetatable 'torch.Allocator')
   end)
end)

describe('isatty', function()
   it('is false for files', function()
      local file = assert(io.tmpfile())
      assert.is_false(tensor.isatty(file))
      file:close()
      assert.error_matches(function() tensor.isatty(file) end, 'isatty: an open file of io expected')
      for _, wrong in ipairs { 1, 'x', {}, tensor.zeros(1) } do
         assert.error_matches(function() tensor.isatty(wrong) end, 'isatty: an open file of io expected')
      end
   end)
end)

describe('getnumcores', function()
   it('is at least 1', function()
      assert.truthy(tensor.getnumcores() >= 1)
      assert.equal(math.floor(tensor.getnumcores()), tensor.getnumcores())
   end)
end)

describe('totable', function()
   it('takes tensors and storages', function()
      assert.same({ { 1, 2 }, { 3, 4 } }, tensor.totable(tensor.range(1, 4):view(2, 2)))
      assert.same({ 1, 2 }, tensor.totable(tensor.IntStorage { 1, 2 }))
      assert.error_matches(function() tensor.totable {} end, 'totable: got %(table%)')
   end)
end)

describe('addresses', function()
   local x = tensor.IntTensor { 5, 6, 7 }

   it('lead to the elements', function()
      if has_ffi then
         assert.equal(6, x:data()[1])
         assert.equal(7, x:narrow(1, 2, 2):data()[1])
         assert.equal(7, tensor.data(x)[2])
         assert.equal(5, x:storage():data()[0])
         assert.equal(0.5, tensor.DoubleTensor({ 0.5 }):data()[0])
         assert.equal('cdata', type(tensor.data(x, true)))
         assert.equal(x:dataPtr(), tonumber(tensor.data(x, true)))
      else
         assert.equal('userdata', type(x:data()))
         assert.equal(x:data(), tensor.data(x))
         assert.equal(x:data(), x:storage():data())
         assert.equal(x:dataPtr(), tensor.data(x, true))
      end
      assert.is_nil(tensor.FloatTensor():data())
      assert.is_nil(tensor.FloatStorage():data())
   end)

   it('lead to what lib/TH knows of them', function()
      if has_ffi then
         for key, type_object in pairs(tensor) do
            local kind = key:match '^(%w+)Tensor$'
            if kind and type(tensor[kind .. 'Storage']) == 'table' then
               local y = type_object(4, 3, 2)
               local header = y:narrow(1, 2, 3):cdata()
               assert.equal('struct TH' .. kind .. 'Tensor *', tostring(ffi.typeof(header)):match 'ctype<(.*)>')
               assert.equal(3, header.nDimension)
               assert.same({ 3, 3, 2, 6, 2, 1 }, { tonumber(header.size[0]), tonumber(header.size[1]),
                  tonumber(header.size[2]), tonumber(header.stride[0]), tonumber(header.stride[1]),
                  tonumber(header.stride[2]) })
               assert.equal(6, tonumber(header.storageOffset))
               assert.equal(24, tonumber(header.storage.size))
               assert.equal(y:data(), header.storage.data)
               assert.equal(24, tonumber(y:storage():cdata().size))
            end
         end
         assert.equal(tensor.pointer(x), tonumber(tensor.cdata(x, true)))
      else
         assert.equal('userdata', type(x:cdata()))
         assert.equal(tensor.pointer(x), tensor.cdata(x, true))
         assert.equal(tensor.pointer(x:storage()), x:storage():cdata(true))
      end
   end)

   it('are those of tensors and storages only', function()
      for _, f in ipairs { tensor.data, tensor.cdata } do
         for _, wrong in ipairs { 1, 'x', {}, print, tensor.Generator() } do
            assert.error_matches(function() f(wrong) end, 'data: a Tensor or a Storage expected, got ')
         end
      end
   end)
end)

describe('a generator in a file', function()
   it('goes on where it was', function()
      local g = tensor.Generator()
      tensor.manualSeed(g, 5)
      tensor.normal(g)
      local copy = tensor.deserialize(tensor.serialize(g))
      assert.equal('torch.Generator', tensor.type(copy))
      for _ = 1, 5 do
         assert.equal(tensor.normal(g), tensor.normal(copy))
         assert.equal(tensor.random(g), tensor.random(copy))
      end
      local file = tensor.MemoryFile()
      g:write(file)
      file:seek(1)
      copy:read(file)
      assert.equal(tensor.random(g), tensor.random(copy))
      file:seek(1)
      file:writeInt(3)
      file:seek(1)
      assert.error_matches(function() copy:read(file) end, 'read: the state of a generator has %d+ bytes, not 3')
   end)
end)

describe('isSize', function()
   it('compares the sizes of a tensor with others', function()
      local x = tensor.zeros(2, 3)
      assert.is_true(x:isSize(tensor.LongStorage { 2, 3 }))
      assert.is_true(x:isSize(2, 3))
      assert.is_true(x:isSize { 2, 3 })
      assert.is_true(x:isSize(x:size()))
      assert.is_false(x:isSize(tensor.LongStorage { 3, 2 }))
      assert.is_false(x:isSize(2))
      assert.is_false(x:isSize(2, 3, 1))
      assert.is_true(tensor.Tensor():isSize(tensor.LongStorage()))
      assert.error_matches(function() x:isSize() end, 'isSize: got')
      assert.error_matches(function() x:isSize 'x' end, 'isSize: got')
   end)
end)
