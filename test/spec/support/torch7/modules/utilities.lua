-- utilities.lua: runs for the rows of Torch7's small functions.
local assert = require 'luassert'
local captured = require 'spec.support.captured'

local torch = package.loaded.torch or require 'tensor'
local has_ffi = pcall(require, 'ffi')
local rows = {}

-- --- settings ---

rows['torch.setdefaulttensortype'] = { ['type name'] = function()
   assert.equal(0, select('#', torch.setdefaulttensortype 'torch.ShortTensor'))
   assert.equal('torch.ShortTensor', torch.typename(torch.Tensor(2)))
   assert.equal('torch.ShortTensor', torch.typename(torch.zeros(2)))
   assert.equal('torch.ShortStorage', torch.typename(torch.Storage(2)))
   assert.is_false(pcall(torch.setdefaulttensortype, 'torch.NoTensor'))
end }
rows['torch.getdefaulttensortype'] = { ['()'] = function()
   assert.equal(torch.typename(torch.Tensor()), torch.getdefaulttensortype())
   torch.setdefaulttensortype 'torch.LongTensor'
   assert.equal('torch.LongTensor', torch.getdefaulttensortype())
end }

local function threads(case)
   local before = torch.getnumthreads()
   case.finally(function() torch.setnumthreads(before) end)
   for _, count in ipairs { 1, 2, 1 } do
      assert.equal(0, select('#', torch.setnumthreads(count)))
      assert.equal(count, torch.getnumthreads())
   end
end
rows['torch.setnumthreads'], rows['torch.getnumthreads'] = { number = threads }, { ['()'] = threads }
rows['torch.getnumcores'] = { ['()'] = function()
   local cores = torch.getnumcores()
   assert.truthy(cores >= 1 and cores == math.floor(cores))
end }
rows['torch.setheaptracking'] = { boolean = function()
   for _, on in ipairs { true, false } do assert.equal(0, select('#', torch.setheaptracking(on))) end
end }
for _, name in ipairs { 'updateerrorhandlers', 'updatethreadlocals' } do
   rows['torch.' .. name] = { ['()'] = function() assert.equal(0, select('#', torch[name]())) end }
end
rows['torch.isatty'] = { ['io file'] = function(case)
   local file = io.open(case:path())
   case.finally(function() file:close() end)
   assert.is_false(torch.isatty(file))
   assert.equal('boolean', type(torch.isatty(io.stdout)))
end }

-- --- files of Lua ---

-- Makes a module with a file beside it, on package.path. Returns the names of both, without and with their
-- folder.
local function package_of(case)
   local path, before = case:path '', package.path
   local folder, file = path:match '^(.*)/([^/]*)$'
   case.finally(function() package.path = before end)
   package.path = folder .. '/?;' .. before
   local beside = case:path(('package.loaded[%q] = 7'):format(case.name)):match '[^/]*$'
   case.finally(function() package.loaded[case.name] = nil end)
   return file, folder, beside
end

rows['torch.packageLuaPath'] = {
   name = function(case)
      local name, folder = package_of(case)
      assert.equal(folder, torch.packageLuaPath(name))
      assert.is_nil(torch.packageLuaPath(case.name))
   end,
   ['()'] = function() assert.truthy(io.open(torch.packageLuaPath() .. '/torch.lua')) end,
}
rows['torch.include'] = { ['package, file'] = function(case)
   local name, _, beside = package_of(case)
   assert.equal(0, select('#', torch.include(name, beside)))
   assert.equal(7, package.loaded[case.name])
end }
-- Only require 'torch' sets this global, so use a child process.
rows['include (global)'] = { ['file, depth?'] = function(case)
   local _, folder, inner = package_of(case)
   local outer = case:path((case.given.depth and 'local function deeper() include(%q, 1) end deeper()'
      or 'include(%q)'):format(inner))
   local output, status = case.child(('require "torch"; dofile %q; print(package.loaded[%q])'):format(outer, case.name))
   assert.equal('7\n', output)
   assert.equal(0, status)
   assert.equal(folder, outer:match '^(.*)/')
end }

-- --- types and contents of values ---

local values = { tensor = torch.IntTensor { 4, 5 }, storage = torch.IntStorage { 4, 5 }, table = {}, number = 1,
   text = 'torch.IntTensor', generator = torch.Generator() }
for name, kind in pairs { isTensor = 'tensor', isStorage = 'storage' } do
   rows['torch.' .. name] = { any = function()
      for of, value in pairs(values) do assert.equal(of == kind, torch[name](value)) end
      assert.is_false(torch[name](nil))
   end }
end
rows['torch.totable'] = { ['Tensor or Storage'] = function()
   assert.same({ 4, 5 }, torch.totable(torch.IntStorage { 4, 5 }))
   assert.same({ { 1, 3 }, { 2, 4 } }, torch.totable(torch.IntTensor { { 1, 2 }, { 3, 4 } }:t()))
end }

local plain = 'only the FFI of LuaJIT follows pointers'

rows['torch.data'] = {
   ['Tensor or Storage'] = function()
      local tensor, storage = torch.data(values.tensor), torch.data(values.storage)
      assert.equal(has_ffi and 'cdata' or 'userdata', type(tensor))
      if not has_ffi then return plain end
      assert.same({ 4, 5, 4, 5 }, { tensor[0], tensor[1], storage[0], storage[1] })
   end,
   ['Tensor or Storage, boolean'] = function()
      for _, value in ipairs { values.tensor, values.storage } do
         assert.equal(has_ffi and 'cdata' or 'number', type(torch.data(value, true)))
         assert.same({ 4, 5 }, torch.IntStorage(2, tonumber(torch.data(value, true))):totable())
      end
      assert.equal(tostring(torch.data(values.tensor)), tostring(torch.data(values.tensor, false)))
   end,
}
rows['torch.cdata'] = {
   ['Tensor or Storage'] = function()
      local tensor, storage = torch.cdata(values.tensor), torch.cdata(values.storage)
      assert.equal(has_ffi and 'cdata' or 'userdata', type(tensor))
      if not has_ffi then return plain end
      assert.same({ 1, 2, 2 }, { tensor.nDimension, tonumber(tensor.size[0]), tonumber(storage.size) })
      assert.equal(5, tensor.storage.data[1])
   end,
   ['Tensor or Storage, boolean'] = function()
      for kind, name in pairs { tensor = 'torch.IntTensor', storage = 'torch.IntStorage' } do
         local address = torch.cdata(values[kind], true)
         assert.equal(torch.pointer(values[kind]), tonumber(address))
         assert.same({ 4, 5 }, torch.pushudata(address, name):totable())
      end
   end,
}

rows['torch.test'] = {
   ['()'] = function()
      local text, ok, tester = captured(torch.test)
      assert.is_true(ok, text)
      assert.equal('torch.Tester', torch.typename(tester))
      assert.truthy(text:find('with 0 failures, 0 errors and 0 warnings', 1, true))
   end,
   ['name or table'] = function()
      for count, wanted in pairs { 'sums', { 'sums', 'views' } } do
         local text, ok = captured(torch.test, wanted)
         assert.is_true(ok, text)
         assert.equal(count, tonumber(text:match '^Running (%d) test'))
      end
   end,
}
rows['torch.Allocator'] = { [''] = function()
   local allocator = torch.defaultAllocator()
   assert.equal('userdata', type(allocator))
   assert.equal('torch.Allocator', torch.typename(allocator))
   assert.equal('table', type(torch.getmetatable 'torch.Allocator'))
   assert.equal(3, #torch.IntStorage(allocator, 3))
end }

return { utilities = rows }
