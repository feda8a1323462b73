-- storages.lua: runs for the rows of storages, for each type.
local assert = require 'luassert'

local torch = package.loaded.torch or require 'tensor'
local has_ffi = pcall(require, 'ffi')

local function storage(case, values) return torch[case.dtype .. 'Storage'](values or { 1, 2, 3, 4 }) end

-- --- constructors ---

-- The forms of a constructor; of(case) returns it.
local function constructor(of)
   local function is(expected, case, ...)
      local s = of(case)(...)
      assert.equal(('torch.%sStorage'):format(case.dtype), torch.typename(s))
      assert.same(expected, s:totable())
      return s
   end

   -- A view: writing to it changes the whole storage.
   local function view(case)
      local whole = storage(case)
      local first, size = case.given.offset and 2 or 1, case.given.size and 2 or nil
      local last = size and first + size - 1 or 4
      local expected = {}
      for i = first, last do expected[#expected + 1] = i end
      local s = is(expected, case, case:pick(whole, 2, 2))
      s[1] = 9
      assert.equal(9, whole[first])
   end

   -- A map of an existing file or segment: writing changes the file if it is shared, as segments always are.
   local function map(case)
      local name, given = case.given.sharedmem and '/' .. case.name or case:path(), case.given
      local keeper = torch[case.dtype .. 'Storage'](name, true, 4, given.sharedmem):copy(storage(case))
      local s = is(given.size and { 1, 2, 3 } or { 1, 2, 3, 4 }, case, case:pick(name, true, 3, true))
      s[1] = 9
      assert.equal((given.shared or given.sharedmem) and 9 or 1, keeper[1])
   end

   return {
      ['()'] = function(case) is({}, case) end,
      size = function(case) assert.equal(3, #of(case)(3)) end,
      ['table(numbers)'] = function(case) is({ 5, 0, 7 }, case, { 5, 0, 7 }) end,
      ['Storage(same type), offset?=1, size? (view)'] = view,
      ['size, pointer(number)'] = function(case)
         local x = torch[case.dtype .. 'Tensor'] { 1, 2, 3 }
         local s = is({ 1, 2 }, case, 2, tonumber(torch.data(x, true)))
         s[2] = 9
         assert.equal(9, tonumber(x[2]))
      end,
      ['filename, shared?=false, size?=0, sharedmem?=false (memory map / shm)'] = map,
      ['Allocator, (any of: size, table, size+pointer)'] = function(case)
         local allocator, x = torch.defaultAllocator(), torch[case.dtype .. 'Tensor'] { 5, 6 }
         assert.equal(3, #of(case)(allocator, 3))
         is({ 1, 2 }, case, allocator, { 1, 2 })
         is({ 5, 6 }, case, allocator, 2, tonumber(torch.data(x, true)))
      end,
   }
end

-- --- methods ---

-- Calls a method of a storage with the elements 1 to 4; checks all it returns and the storage afterwards.
local function call(name, returned, left, ...)
   local arguments, n = { ... }, select('#', ...)
   return function(case)
      local s = storage(case)
      local results = { s[name](s, (table.unpack or unpack)(arguments, 1, n)) }
      assert.equal(#returned, #results)
      for k, value in ipairs(returned) do assert.equal(value == 'self' and s or value, results[k]) end
      assert.same(left or { 1, 2, 3, 4 }, s:totable())
   end
end

local widths = { Byte = 1, Char = 1, Short = 2, Int = 4, Long = 8, Float = 4, Double = 8, Half = 2 }

local function in_file(case)
   local file, s = torch.MemoryFile():binary(), storage(case)
   assert.equal(0, select('#', s:write(file)))
   assert.equal(1 + 8 + 4 * widths[case.dtype], file:position())
   file:seek(1)
   assert.equal(4, file:readLong())
   file:seek(1)
   local other = storage(case, {})
   assert.equal(0, select('#', other:read(file)))
   assert.same({ 1, 2, 3, 4 }, other:totable())
end

-- Without LuaJIT's FFI, plain addresses replace pointers, and cannot be followed.
local function pointer(case)
   local s = storage(case)
   assert.equal(has_ffi and 'cdata' or 'userdata', type(s:data()))
   assert.equal(has_ffi and 'cdata' or 'userdata', type(s:cdata()))
   if not has_ffi then return 'only the FFI of LuaJIT follows pointers' end
   s[2] = 0
   assert.equal(0, tonumber(s:data()[1]))
   assert.equal(4, tonumber(s:cdata().size))
   assert.equal(s:data(), s:cdata().data)
end

local function resize(case)
   local s = storage(case)
   assert.equal(s, s:resize(6))
   assert.equal(6, #s)
   assert.same({ 1, 2 }, s:resize(2):totable())
end

local function set_text(case)
   local s = storage(case)
   assert.equal(s, s:string 'a\0bcde')
   assert.same({ 97, 0, 98, 99, 100, 101 }, s:totable())
end

local function copy(case)
   for _, dtype in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double', 'Half' } do
      local s = storage(case)
      assert.equal(s, s:copy(torch[dtype .. 'Storage'] { 5, 6, 7, 8 }))
      assert.same({ 5, 6, 7, 8 }, s:totable())
   end
end

local function text(case)
   local s = storage(case)
   local last = ('[torch.%sStorage of size 4]'):format(case.dtype)
   assert.equal((' %s\n%s'):format(table.concat({ 1, 2, 3, 4 }, '\n '), last), (s:__tostring__():gsub('\n$', '')))
   assert.equal(s:__tostring__(), tostring(s))
end

local rows = {
   ['torch.<Type>Storage'] = constructor(function(case) return torch[case.dtype .. 'Storage'] end),
   ['torch.Storage'] = constructor(function(case)
      torch.setdefaulttensortype(('torch.%sTensor'):format(case.dtype))
      return torch.Storage
   end),
   new = constructor(function(case) return storage(case).new end),
   size = { self = call('size', { 4 }) },
   ['__len__ (#s)'] = { self = function(case)
      assert.equal(4, storage(case):__len__())
      assert.equal(4, #storage(case))
   end },
   elementSize = { self = function(case) assert.equal(widths[case.dtype], storage(case):elementSize()) end },
   resize = { ['self, size'] = resize },
   fill = { ['self, number'] = call('fill', { 'self' }, { 7, 7, 7, 7 }, 7) },
   copy = { ['self, Storage(any dtype, same size)'] = copy },
   totable = { self = function(case) assert.same({ 1, 2, 3, 4 }, storage(case):totable()) end },
   string = {
      self = function(case) assert.equal('a\0b', storage(case, { 97, 0, 98 }):string()) end,
      ['self, string'] = set_text,
   },
   ['__index__ (s[i])'] = { ['self, number(1-based)'] = function(case)
      local s = storage(case)
      assert.same({ 1, 4 }, { s[1], s[4] })
      assert.equal(2, (s:__index__(2)))
   end },
   ['__newindex__ (s[i]=v)'] = { ['self, number, number'] = function(case)
      local s = storage(case)
      s[1] = 9
      s:__newindex__(4, 8)
      assert.same({ 9, 2, 3, 8 }, s:totable())
   end },
   retain = { self = function(case)
      local s = storage(case)
      assert.equal(0, select('#', s:retain()))
      s:free()
   end },
   free = { self = function(case)
      local s = storage(case)
      s:retain()
      assert.equal(0, select('#', s:free()))
      assert.same({ 1, 2, 3, 4 }, s:totable())
   end },
   write = { ['self, File'] = in_file },
   read = { ['self, File'] = in_file },
   cdata = { self = pointer },
   data = { self = pointer },
   __tostring__ = { self = text },
}

return { Storage = rows }
