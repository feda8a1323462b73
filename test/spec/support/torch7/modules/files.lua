-- files.lua: runs for the rows of files: the bytes that are written, and what is read back.
local assert = require 'luassert'
local files = require 'spec.support.files'

local torch = package.loaded.torch or require 'tensor'

-- A run with a file on disk and one in memory: check(file, written), where written() returns all bytes of the
-- file.
local function on_each(check)
   return function(case)
      local path = case:path()
      local disk, memory = torch.DiskFile(path, 'rw'), torch.MemoryFile()
      check(disk, function()
         disk:synchronize()
         return files.contents(path)
      end, case)
      check(memory, function() return (memory:storage():string():gsub('%z$', '')) end, case)
   end
end

local rows = {}

-- --- numbers ---

-- The bytes of the number 65 in each type, and of 65 66 67 as text: characters for Byte and Char, else numbers.
local bytes = {
   Byte = 'A', Char = 'A', Short = 'A\0', Int = 'A\0\0\0', Long = 'A\0\0\0\0\0\0\0', Float = '\0\0\130B',
   Double = '\0\0\0\0\0@P@',
}

for dtype, binary in pairs(bytes) do
   local is_bytes = #binary == 1
   local reader, writer = 'read' .. dtype, 'write' .. dtype
   local list = { 65, 66, 67 }
   local function storage() return torch[dtype .. 'Storage'](list) end

   -- The three forms of reading, in both encodings.
   local function read(check)
      return on_each(function(file)
         for _, mode in ipairs { 'ascii', 'binary' } do
            file[mode](file):seek(1)
            file[writer](file, storage())
            file:seek(1)
            check(file)
            if mode == 'binary' then assert.equal(1 + 3 * #binary, file:position()) end
         end
      end)
   end

   rows[reader] = {
      self = read(function(file)
         for _, value in ipairs(list) do assert.equal(value, file[reader](file)) end
      end),
      ['self, count'] = read(function(file)
         local s = file[reader](file, 3)
         assert.equal(('torch.%sStorage'):format(dtype), torch.typename(s))
         assert.same(list, s:totable())
      end),
      [('self, %sStorage'):format(dtype)] = read(function(file)
         local s = torch[dtype .. 'Storage'](3)
         assert.equal(3, file[reader](file, s))
         assert.same(list, s:totable())
      end),
   }
   rows[writer] = {
      ['self, number'] = on_each(function(file, written)
         assert.equal(0, select('#', file[writer](file, 65)))
         file:binary()[writer](file, 65)
         assert.equal((is_bytes and 'A\n' or '65\n') .. binary, written())
      end),
      [('self, %sStorage'):format(dtype)] = on_each(function(file, written)
         assert.equal(3, file[writer](file, storage()))
         assert.equal(3, file:binary()[writer](file, storage()))
         local text = is_bytes and 'ABC\n' or '65 66 67\n'
         assert.equal(text .. binary, written():sub(1, #text + #binary))
         assert.equal(#text + 3 * #binary, #written())
      end),
   }
end

-- --- truth values, strings, objects ---

rows.readBool = { self = on_each(function(file)
   file:writeInt(torch.IntStorage { 1, 0 })
   file:seek(1)
   assert.same({ true, false }, { file:readBool(), file:readBool() })
end) }
rows.writeBool = { ['self, boolean'] = on_each(function(file, written)
   assert.equal(0, select('#', file:writeBool(true)))
   file:writeBool(false)
   file:binary():writeBool(true)
   assert.equal('1\n0\n\1\0\0\0', written())
end) }
rows.readString = { ['self, string(*a or *l)'] = on_each(function(file)
   file:writeString 'one\ntwo\n\nthree'
   file:seek(1)
   assert.same({ 'one', 'two', '' }, { file:readString '*l', file:readString '*l', file:readString '*l' })
   assert.equal('three', file:readString '*a')
end) }
rows.writeString = { ['self, string'] = on_each(function(file, written)
   assert.equal(4, file:writeString 'a\0bc')
   assert.equal(2, file:binary():writeString 'de')
   assert.equal('a\0bcde', written())
end) }
rows.readObject = { self = on_each(function(file)
   local x = torch.IntTensor { 4, 5 }
   file:writeObject { 'x', true, x, x }
   file:writeObject(nil)
   file:seek(1)
   local t = file:readObject()
   assert.same({ 'x', true }, { t[1], t[2] })
   assert.same({ 4, 5 }, t[3]:totable())
   assert.equal(t[3], t[4])
   assert.is_nil(file:readObject())
end) }
rows.writeObject = { ['self, any, string?(debug name), function?(hook)'] = on_each(function(file, written, case)
   local x, seen = torch.IntTensor { 4, 5 }, {}
   local function hook(object) seen[#seen + 1] = object end
   assert.equal(0, select('#', file.writeObject(case:pick(file, { x }, 'model', hook))))
   assert.truthy(written():find '^3\n1\n1\n1\n1\n4\n2\n3\nV 1\n15\ntorch.IntTensor\n1\n2\n1\n1\n4\n3\n3\nV 1\n')
   assert.equal(case.given['function'] and x or nil, seen[1])
   local _, message = pcall(file.writeObject, case:pick(file, { print }, 'model', hook))
   assert.equal(case.given.string ~= nil, tostring(message):find('at model', 1, true) ~= nil)
end) }
rows.isWritableObject = { ['self, any'] = on_each(function(file)
   local codes = { [0] = nil, 1.5, 'x', {}, torch.IntTensor(), true }
   for code = 0, 5 do assert.equal(code, file:isWritableObject(codes[code])) end
   assert.equal(8, file:isWritableObject(function() return file end))
   assert.is_nil(file:isWritableObject(coroutine.create(function() end)))
end) }
rows.referenced = { ['self, boolean'] = on_each(function(file, written)
   local t = {}
   assert.equal(file, file:referenced(false))
   file:writeObject(t)
   file:writeObject(t)
   assert.equal(file, file:referenced(true))
   file:writeObject(t)
   file:writeObject(t)
   assert.equal('3\n1\n0\n3\n2\n0\n3\n3\n0\n3\n3\n', written())
end) }
rows.isReferenced = { self = on_each(function(file)
   assert.is_true(file:isReferenced())
   assert.is_false(file:referenced(false):isReferenced())
end) }

-- --- modes ---

-- For a method that returns the file and sets a state, which is(file) tells and the opposite method resets.
local function switch(on, off, is, check)
   local function run(name, state, other)
      return { self = on_each(function(file, written)
         file[other](file)
         assert.equal(not state, file[is](file))
         assert.equal(file, file[name](file))
         assert.equal(state, file[is](file))
         check[name](file, written)
      end) }
   end
   rows[on], rows[off] = run(on, true, off), run(off, false, on)
   rows[is] = { self = function(case)
      rows[on].self(case)
      rows[off].self(case)
   end }
end

switch('binary', 'ascii', 'isBinary', {
   binary = function(file, written)
      file:writeInt(258)
      assert.equal('\2\1\0\0', written())
   end,
   ascii = function(file, written)
      file:writeInt(258)
      assert.equal('258\n', written())
   end,
})
switch('autoSpacing', 'noAutoSpacing', 'isAutoSpacing', {
   autoSpacing = function(file, written)
      file:writeInt(torch.IntStorage { 1, 2 })
      assert.equal('1 2\n', written())
   end,
   noAutoSpacing = function(file, written)
      file:writeInt(torch.IntStorage { 1, 2 })
      assert.equal('12', written())
   end,
})
switch('quiet', 'pedantic', 'isQuiet', {
   quiet = function(file)
      assert.equal(0, file:readInt())
      assert.is_true(file:hasError())
   end,
   pedantic = function(file) assert.is_false(pcall(file.readInt, file)) end,
})

rows.clearError = { self = on_each(function(file)
   file:quiet():readInt()
   assert.is_true(file:hasError())
   assert.equal(file, file:clearError())
   assert.is_false(file:hasError())
end) }
rows.hasError = rows.clearError
rows.synchronize = { self = on_each(function(file, written)
   file:writeInt(7)
   assert.equal(file, file:synchronize())
   assert.equal('7\n', written())
end) }
rows.close = { self = on_each(function(file)
   assert.equal(file, file:close())
   assert.is_false(pcall(file.readInt, file))
end) }

-- --- positions ---

local function move(file)
   file:binary()
   assert.equal(1, file:position())
   file:writeInt(torch.IntStorage { 5, 6, 7 })
   assert.equal(13, file:position())
   assert.equal(file, file:seek(5))
   assert.equal(5, file:position())
   assert.equal(6, file:readInt())
   assert.equal(file, file:seekEnd())
   assert.equal(13, file:position())
end
rows.seek = { ['self, number(1-based)'] = on_each(move) }
rows.seekEnd, rows.position = { self = on_each(move) }, { self = on_each(move) }

-- Checks the operations that a file made by open(mode) allows.
local function check_mode(file, mode)
   assert.equal(mode:find 'r' ~= nil, file:isReadable())
   assert.equal(mode:find 'w' ~= nil, file:isWritable())
end

local function modes(case)
   local path = case:path '12\n'
   for _, mode in ipairs { 'r', 'rw', 'w' } do
      check_mode(torch.DiskFile(path, mode), mode)
      check_mode(torch.MemoryFile(mode), mode)
   end
end
rows.isReadable, rows.isWritable = { self = modes }, { self = modes }

-- --- files on disk ---

local disk = {}

disk['torch.DiskFile'] = { ['filename, mode?=r (r|w|rw), boolean?(quiet)=false'] = function(case)
   local given = case.given
   for _, mode in ipairs(given.mode and { 'r', 'w', 'rw' } or { 'r' }) do
      local path = case:path '12\n'
      local file = torch.DiskFile(case:pick(path, mode, true))
      assert.equal('torch.DiskFile', torch.typename(file))
      check_mode(file, mode)
      assert.equal(given.boolean == true, file:isQuiet())
      file:close()
      assert.equal(mode == 'w' and '' or '12\n', files.contents(path))
   end
   local ok, file = pcall(torch.DiskFile, case:pick(case:path() .. '/none', 'r', true))
   assert.equal(given.boolean == true, ok)
   assert.equal(ok, file == nil)
end }

-- The byte order of this CPU, found from the bytes of a number.
local function is_little()
   local s = torch.IntStorage { 1 }
   local file = torch.MemoryFile():binary()
   file:writeInt(s)
   return file:seek(1):readByte() == 1
end
disk.isLittleEndianCPU = { ['()'] = function() assert.equal(is_little(), torch.DiskFile.isLittleEndianCPU()) end }
disk.isBigEndianCPU = { ['()'] = function() assert.equal(not is_little(), torch.DiskFile.isBigEndianCPU()) end }

local function encoding(name, expected)
   return { self = function(case)
      local path = case:path()
      local file = torch.DiskFile(path, 'w'):binary():bigEndianEncoding()
      assert.equal(file, file[name](file))
      file:writeInt(258)
      file:close()
      assert.equal(expected(), files.contents(path))
   end }
end
local function little() return '\2\1\0\0' end
local function big() return '\0\0\1\2' end
disk.littleEndianEncoding, disk.bigEndianEncoding = encoding('littleEndianEncoding', little),
   encoding('bigEndianEncoding', big)
disk.nativeEndianEncoding = encoding('nativeEndianEncoding', function() return is_little() and little() or big() end)
disk.noBuffer = { self = function(case)
   local path = case:path()
   local file = torch.DiskFile(path, 'w')
   assert.equal(file, file:noBuffer())
   file:writeInt(12)
   assert.equal('12\n', files.contents(path))
end }

local function long_size(file, written)
   file:binary()
   for _, size in ipairs { 4, 8, 0 } do
      assert.equal(file, file:longSize(size))
      file:writeLong(258)
   end
   assert.equal('\2\1\0\0' .. ('\2\1\0\0\0\0\0\0'):rep(2), written())
   assert.equal(258, file:seek(1):longSize(4):readLong())
end
disk.longSize = { ['self, number(0, 4 or 8)'] = on_each(long_size) }
disk.__tostring__ = { self = function(case)
   local path = case:path()
   local file = torch.DiskFile(path, 'w')
   assert.equal(('torch.DiskFile on <%s> [status: open -- mode  w]'):format(path), file:__tostring__())
   assert.equal(tostring(file), file:__tostring__())
end }

-- --- files in memory ---

local memory = {}

memory['torch.MemoryFile'] = {
   ['mode?=rw'] = function(case)
      for _, mode in ipairs(case.given.mode and { 'r', 'w', 'rw' } or { 'rw' }) do
         local file = torch.MemoryFile(case:pick(mode))
         assert.equal('torch.MemoryFile', torch.typename(file))
         check_mode(file, mode)
         assert.same({ 0 }, file:storage():totable())
      end
   end,
   ['CharStorage(last byte must be 0), mode?=rw'] = function(case)
      for _, mode in ipairs(case.given.mode and { 'r', 'w', 'rw' } or { 'rw' }) do
         local s = torch.CharStorage():string '12 13\0'
         local file = torch.MemoryFile(case:pick(s, mode))
         check_mode(file, mode)
         assert.equal(s, file:storage())
         if mode ~= 'w' then assert.same({ 12, 13 }, file:readInt(2):totable()) end
      end
      assert.is_false(pcall(torch.MemoryFile, torch.CharStorage():string '12'))
   end,
}
memory.storage = { self = function()
   local file = torch.MemoryFile()
   file:writeInt(12)
   assert.equal('torch.CharStorage', torch.typename(file:storage()))
   assert.equal('12\n\0', file:storage():string())
end }
memory.longSize = disk.longSize
memory.__tostring__ = { self = function()
   local file = torch.MemoryFile()
   assert.equal('torch.MemoryFile on <> [status: open -- mode rw]', file:__tostring__())
   assert.equal(tostring(file), file:__tostring__())
end }

-- --- pipes ---

local pipe = {}

pipe['torch.PipeFile'] = { ['command, mode?=r (r|w), boolean?(quiet)=false'] = function(case)
   local file = torch.PipeFile(case:pick('echo 12 13', 'r', true))
   assert.equal('torch.PipeFile', torch.typename(file))
   check_mode(file, 'r')
   assert.equal(case.given.boolean == true, file:isQuiet())
   assert.same({ 12, 13 }, file:readInt(2):totable())
   file:close()
   if not case.given.mode then return end
   local path = case:path()
   file = torch.PipeFile(case:pick('cat > ' .. path, 'w', true))
   check_mode(file, 'w')
   file:writeInt(12)
   file:close()
   assert.equal('12\n', files.contents(path))
end }
pipe.__tostring__ = { self = function()
   local file = torch.PipeFile 'echo 12'
   assert.equal('torch.PipeFile on <echo 12> [status: open -- mode r ]', file:__tostring__())
   assert.equal(tostring(file), file:__tostring__())
end }

return { File = rows, ['DiskFile (is a File)'] = disk, ['MemoryFile (is a File)'] = memory,
   ['PipeFile (is a DiskFile)'] = pipe }
