-- Files: everything written to a DiskFile, MemoryFile or PipeFile is read back, in every mode; a failure is an
-- error, or a mark in a quiet file.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'

-- For each kind of file a function that opens one for writing, and returns it and a function that reads its
-- contents.
local kinds = {
   disk = function()
      local path = files.scratch(finally)
      return tensor.DiskFile(path, 'rw'), function() return files.contents(path) end
   end,
   memory = function()
      local file = tensor.MemoryFile()
      return file, function() return (file:storage():string():gsub('%z$', '')) end
   end,
}

local types = {
   Byte = { 0, 65, 255 }, Char = { -128, 0, 65 },
   Short = { -32768, 7, 32767 }, Int = { -2 ^ 31, 0, 2 ^ 31 - 1 },
   Long = { -2 ^ 53, 0, 2 ^ 53 }, Float = { -0.5, 1.5, 2 ^ 100 }, Double = { -0.1, 0, 1e300 },
   Half = { -0.5, 2, 65504 },
   BFloat16 = { -1.5, 0, 2 ^ 100 }, UInt16 = { 0, 1, 65535 },
   QInt8 = { -128, 0, 127 }, QUInt8 = { 0, 7, 255 }, QInt32 = { -2 ^ 31, 0, 2 ^ 31 - 1 },
}
-- The methods' names, written out.
local readers = { Byte = 'readByte', Char = 'readChar', Short = 'readShort', Int = 'readInt', Long = 'readLong',
   Float = 'readFloat', Double = 'readDouble', Half = 'readHalf', BFloat16 = 'readBFloat16', UInt16 = 'readUInt16',
   QInt8 = 'readQInt8', QUInt8 = 'readQUInt8', QInt32 = 'readQInt32' }
local writers = { Byte = 'writeByte', Char = 'writeChar', Short = 'writeShort', Int = 'writeInt', Long = 'writeLong',
   Float = 'writeFloat', Double = 'writeDouble', Half = 'writeHalf', BFloat16 = 'writeBFloat16',
   UInt16 = 'writeUInt16', QInt8 = 'writeQInt8', QUInt8 = 'writeQUInt8', QInt32 = 'writeQInt32' }

for kind, open in pairs(kinds) do
   describe(('a %s file'):format(kind), function()
      for _, mode in ipairs { 'ascii', 'binary' } do
         for name, values in pairs(types) do
            it(('takes and gives numbers of type %s in mode %s'):format(name, mode), function()
               local file = open()
               assert.equal(file, file[mode](file))
               local storage = tensor[name .. 'Storage'](values)
               for _, value in ipairs(values) do file[writers[name]](file, value) end
               assert.equal(3, file[writers[name]](file, storage))
               assert.equal(3, file[writers[name]](file, storage))
               file:seek(1)
               for _, value in ipairs(values) do assert.equal(value, file[readers[name]](file)) end
               local read = file[readers[name]](file, 3)
               assert.equal(('torch.%sStorage'):format(name), read:type())
               assert.same(values, read:totable())
               local filled = tensor[name .. 'Storage'](3)
               assert.equal(3, file[readers[name]](file, filled))
               assert.same(values, filled:totable())
               assert.error_matches(function() file[readers[name]](file) end, 'read error: read 0 blocks instead of 1')
            end)
         end

         it('takes and gives truth values in mode ' .. mode, function()
            local file = open()
            file[mode](file)
            file:writeBool(true)
            file:writeBool(false)
            file:writeBool(nil)
            file:writeBool(tensor.BoolStorage { 1, 0, 1 })
            file:seek(1)
            assert.is_true(file:readBool())
            assert.is_false(file:readBool())
            assert.is_false(file:readBool())
            assert.same({ 1, 0, 1 }, file:readBool(3):totable())
         end)

         it('takes and gives strings in mode ' .. mode, function()
            local file = open()
            file[mode](file)
            assert.equal(5, file:writeString 'a\0b c')
            assert.equal(2, file:writeString 'de')
            assert.equal(0, file:writeString '')
            file:seek(1)
            assert.equal('a\0b c', file:readString(5))
            assert.equal('', file:readString(0))
            assert.equal('de', file:readString(2))
            assert.has_error(function() file:readString(1) end)
            assert.has_error(function() file:readString(-1) end)
         end)
      end

      it('gives lines, and all that is left', function()
         local file = open()
         file:noAutoSpacing():writeString 'one\n\nthree\nand more\nof it'
         file:seek(1)
         assert.equal('one', file:readString '*l')
         assert.equal('', file:readString '*l')
         assert.equal('three', file:readString '*line')
         assert.equal('and more\nof it', file:readString '*a')
         assert.error_matches(function() file:readString '*a' end, 'read 0 blocks instead of 1')
         assert.error_matches(function() file:readString '*l' end, 'read 0 blocks instead of 1')
         assert.error_matches(function() file:readString '*n' end, "'%*l', '%*a' or a count expected")
         assert.error_matches(function() file:readString() end, 'string expected')
         file:seek(12)
         assert.equal('and more', file:readString '*l')
         assert.equal('of it', file:readString '*l')
         file:quiet()
         assert.equal('', file:readString '*l')
         assert.is_true(file:hasError())
      end)

      it('writes a string as it is, in ascii files too', function()
         local file, written = open()
         assert.equal(2, file:writeString 'ab')
         file:writeString 'c\n'
         file:writeInt(4)
         file:writeString 'd'
         file:synchronize()
         assert.equal('abc\n4\nd', written())
      end)

      it('gives a long line and a long text whole', function()
         local file = open()
         local line = ('0123456789'):rep(5000)
         file:writeString(line)
         file:seek(1)
         assert.equal(line, file:readString '*l')
         file:seek(1)
         assert.equal(line, file:readString '*a')
      end)

      it('has blanks between numbers as asked for', function()
         local file, written = open()
         assert.is_true(file:isAutoSpacing())
         file:writeInt(tensor.IntStorage { 1, -2, 3 })
         file:writeDouble(0.1)
         file:writeFloat(0.1)
         file:writeChar(tensor.CharStorage():string 'ab')
         assert.equal(file, file:noAutoSpacing())
         assert.is_false(file:isAutoSpacing())
         file:writeInt(4)
         file:writeInt(tensor.IntStorage { 5, 6 })
         file:synchronize()
         assert.equal('1 -2 3\n0.10000000000000001\n0.100000001\nab\n456', written())
         assert.equal(file, file:autoSpacing())
      end)

      it('knows its position', function()
         local file = open()
         assert.equal(1, file:position())
         file:binary():writeInt(1)
         assert.equal(5, file:position())
         file:writeInt(2)
         assert.equal(file, file:seek(5))
         assert.equal(2, file:readInt())
         assert.equal(file, file:seekEnd())
         assert.equal(9, file:position())
         file:seek(1):writeInt(3)
         file:writeInt(4)
         file:seek(1)
         assert.same({ 3, 4 }, file:readInt(2):totable())
         assert.error_matches(function() file:seek(0) end, 'seek: position 0 is before the first')
         assert.has_error(function() file:seek 'x' end)
         assert.equal(9, file:position())
      end)

      it('may be read and written in turn', function()
         local file = open()
         file:binary():writeInt(tensor.IntStorage { 1, 2, 3, 4 })
         file:seek(1)
         assert.equal(1, file:readInt())
         file:writeInt(20)
         assert.equal(3, file:readInt())
         file:writeInt(40)
         file:seek(1)
         assert.same({ 1, 20, 3, 40 }, file:readInt(4):totable())
      end)

      it('writes longs of 4 bytes where it is asked to', function()
         local file = open()
         assert.equal(file, file:binary():longSize(4))
         file:writeLong(tensor.LongStorage { 1, -2, 2 ^ 31 - 1 })
         assert.equal(13, file:position())
         file:seek(1)
         assert.same({ 1, -2, 2 ^ 31 - 1 }, file:readLong(3):totable())
         assert.error_matches(function() file:writeLong(2 ^ 31) end, '2147483648 does not fit in a long of 4 bytes')
         file:longSize(0):seek(1)
         assert.equal(1 - 2 * 2 ^ 32, file:readLong())
         file:longSize(8)
         assert.error_matches(function() file:longSize(5) end, 'a long has 0 %(as here%), 4 or 8 bytes, not 5')
      end)

      it('is quiet or pedantic', function()
         local file = open()
         assert.is_false(file:isQuiet())
         assert.equal(file, file:quiet())
         assert.is_true(file:isQuiet())
         assert.is_false(file:hasError())
         assert.equal(0, file:readInt())
         assert.is_true(file:hasError())
         assert.equal(file, file:clearError())
         assert.is_false(file:hasError())
         file:writeInt(tensor.IntStorage { 7, 8 })
         file:seek(1)
         assert.same({ 7, 8 }, file:readInt(5):totable())
         assert.is_true(file:hasError())
         file:clearError():seek(1)
         local s = tensor.IntStorage(3):fill(9)
         assert.equal(2, file:readInt(s))
         assert.same({ 7, 8, 9 }, s:totable())
         assert.is_true(file:hasError())
         file:seek(-5)
         assert.equal(file, file:pedantic())
         assert.error_matches(function() file:readInt() end, 'read error')
      end)

      it('tells what it is', function()
         local file = open()
         assert.is_true(file:isReadable())
         assert.is_true(file:isWritable())
         assert.is_false(file:isBinary())
         assert.is_true(file:binary():isBinary())
         assert.is_false(file:ascii():isBinary())
         assert.equal(('torch.%sFile'):format(kind == 'disk' and 'Disk' or 'Memory'), tensor.typename(file))
         assert.truthy(tostring(file):find('status: open -- mode rw', 1, true))
      end)

      it('is of no use when closed', function()
         local file = open()
         assert.equal(file, file:close())
         for _, call in ipairs { 'close', 'readInt', 'position', 'seekEnd', 'synchronize', 'binary' } do
            assert.error_matches(function() file[call](file) end, 'attempt to use a closed file')
         end
         assert.truthy(tostring(file):find('status: closed', 1, true))
      end)

      it('takes nothing else', function()
         local file = open()
         for _, value in ipairs { 'x', {}, tensor.ones(2), tensor.FloatStorage(2) } do
            assert.has_error(function() file:writeInt(value) end)
         end
         assert.error_matches(function() file:readInt(tensor.FloatStorage(1)) end,
            'a IntStorage expected, got a FloatStorage')
         assert.has_error(function() file:readInt(-1) end)
         assert.has_error(function() file:readInt 'many' end)
         assert.has_error(function() file.readInt(12) end)
         assert.has_error(function() file.readInt(io.stdout) end)
         assert.error_matches(function() file:writeString(12) end, 'string expected')
         assert.equal(1, file:position())
      end)

      it('refuses a count beyond its end before there is room for it', function()
         local file = open()
         for _, mode in ipairs { 'binary', 'ascii' } do
            file[mode](file)
            file:writeInt(1)
            file:seek(1)
            for _, count in ipairs { 1000, 2 ^ 30, 2 ^ 53 } do
               assert.error_matches(function() file:readDouble(count) end, 'blocks are declared, the file has room for')
               assert.error_matches(function() file:readString(count) end, 'blocks are declared, the file has room for')
            end
            assert.equal(1, file:position())
         end
      end)
   end)
end

describe('text', function()
   local function reading(text)
      return tensor.MemoryFile(tensor.CharStorage():string(text .. '\0'), 'r')
   end

   it('has numbers with any blanks before them', function()
      local file = reading ' \t\r\n 12 \n-7 +3 1e3 -nan inf 0x10 '
      assert.equal(12, file:readInt())
      assert.equal(-7, file:readLong())
      assert.equal(3, file:readShort())
      assert.equal(1000, file:readDouble())
      local nan = file:readDouble()
      assert.is_true(nan ~= nan)
      assert.equal(math.huge, file:readFloat())
      assert.equal(16, file:readDouble())
   end)

   it('may have numbers side by side', function()
      local file = reading '12-7+3,4.5e-3-1'
      assert.equal(12, file:readInt())
      assert.equal(-7, file:readInt())
      assert.equal(3, file:readInt())
      assert.equal((','):byte(), file:readByte())
      assert.equal(4.5e-3, file:readDouble())
      assert.equal(-1, file:readDouble())
   end)

   for _, text in ipairs { '', 'x', '-', '9223372036854775808', '--1', ('1'):rep(600), '\0' } do
      it(('is no integer: %q'):format(text:sub(1, 30)), function()
         assert.error_matches(function() reading(text):readLong() end, 'read error: read 0 blocks instead of 1')
      end)
   end

   for _, text in ipairs { 'e', '1e', '1.2.3', 'infinite', '0xg' } do
      it(('is no number: %q'):format(text), function()
         assert.error_matches(function() reading(text):readDouble() end, 'read error: read 0 blocks instead of 1')
      end)
   end

   it('does not change with the locale of the process', function()
      local before = os.setlocale(nil, 'numeric')
      finally(function() os.setlocale(before, 'numeric') end)
      for _, locale in ipairs { 'de_DE.UTF-8', 'de_DE', 'fr_FR.UTF-8' } do
         if os.setlocale(locale, 'numeric') then break end
      end
      local file = tensor.MemoryFile()
      file:writeDouble(2.5)
      file:seek(1)
      assert.equal(2.5, file:readDouble())
      file:seek(1)
      assert.equal('2.5', file:readString '*l')
   end)
end)

describe('DiskFile', function()
   it('opens for reading unless told otherwise', function()
      local path = files.scratch(finally)
      files.write(path, 'hello\n')
      local file = tensor.DiskFile(path)
      assert.equal('hello', file:readString '*l')
      assert.is_false(file:isWritable())
      assert.error_matches(function() file:writeInt(1) end, 'attempt to write in a read%-only file')
      assert.equal(('torch.DiskFile on <%s> [status: open -- mode r ]'):format(path), tostring(file))
   end)

   it('empties a file that is opened for writing, and keeps one for both', function()
      local path = files.scratch(finally)
      files.write(path, 'hello\n')
      local file = tensor.DiskFile(path, 'rw')
      file:noAutoSpacing():writeString 'j'
      file:close()
      assert.equal('jello\n', files.contents(path))
      file = tensor.DiskFile(path, 'w')
      assert.error_matches(function() file:readInt() end, 'attempt to read in a write%-only file')
      file:close()
      assert.equal('', files.contents(path))
   end)

   it('says why a file cannot be opened, or is nil', function()
      local path = files.scratch(finally) .. '/none'
      assert.error_matches(function() tensor.DiskFile(path) end, 'cannot open <.*> in mode r: ')
      assert.is_nil(tensor.DiskFile(path, 'r', true))
      assert.error_matches(function() tensor.DiskFile(path, 'a') end, "file mode should be 'r', 'w' or 'rw', not 'a'")
      assert.has_error(function() tensor.DiskFile() end)
      assert.error_matches(function() tensor.File() end, 'a File is a DiskFile, a MemoryFile or a PipeFile')
   end)

   it('gives no numbers of a folder', function()
      assert.error_matches(function() tensor.DiskFile('.'):readInt() end, 'read error')
   end)

   it('reports what a full disk loses', function()
      if not io.open '/dev/full' then return end
      local file = tensor.DiskFile('/dev/full', 'w')
      file:writeInt(1)
      assert.error_matches(function() file:close() end, 'close: some of the written data is lost')
      file = tensor.DiskFile('/dev/full', 'w')
      assert.error_matches(function() file:writeDouble(tensor.DoubleStorage(10000):fill(0)) end, 'write error: wrote')
      file = tensor.DiskFile('/dev/full', 'w'):noBuffer()
      assert.error_matches(function() file:writeInt(1) end, 'write error')
      file = tensor.DiskFile('/dev/full', 'w'):quiet()
      file:writeInt(1)
      file:close()
      assert.is_true(file:hasError())
   end)

   it('has numbers in either order of bytes', function()
      local path = files.scratch(finally)
      local file = tensor.DiskFile(path, 'rw'):binary()
      assert.equal(file, file:bigEndianEncoding())
      file:writeInt(1)
      file:writeShort(tensor.ShortStorage { 2, 3 })
      assert.equal(file, file:littleEndianEncoding())
      file:writeInt(1)
      file:longSize(4):bigEndianEncoding():writeLong(-2)
      file:synchronize()
      assert.equal('\0\0\0\1\0\2\0\3\1\0\0\0\255\255\255\254', files.contents(path))
      file:seek(1)
      assert.equal(1, file:readInt())
      assert.same({ 2, 3 }, file:readShort(2):totable())
      file:seek(13)
      assert.equal(-2, file:readLong())
      assert.equal(file, file:nativeEndianEncoding())
      file:seek(9)
      assert.equal(file:isLittleEndianCPU() and 1 or 2 ^ 24, file:readInt())
      assert.equal(not file:isLittleEndianCPU(), tensor.DiskFile.isBigEndianCPU())
      file:bigEndianEncoding():seek(1)
      local many = tensor.range(1, 5000):storage()
      file:writeFloat(many)
      file:seek(1)
      assert.same(many:totable(), file:readFloat(5000):totable())
   end)

   it('writes at once without a buffer', function()
      local path = files.scratch(finally)
      local file = tensor.DiskFile(path, 'w')
      assert.equal(file, file:noBuffer())
      file:writeInt(12)
      assert.equal('12\n', files.contents(path))
   end)

   it('reads a device, which has no length, in steps', function()
      local file = tensor.DiskFile('/dev/zero'):binary()
      assert.equal(0, tensor.FloatTensor(file:readFloat(300000)):sum())
      assert.equal(('\0'):rep(5), file:readString(5))
   end)

   it('is closed when it is garbage', function()
      local path = files.scratch(finally)
      tensor.DiskFile(path, 'w'):writeInt(12)
      collectgarbage()
      collectgarbage()
      assert.equal('12\n', files.contents(path))
   end)
end)

describe('MemoryFile', function()
   it('stands on a storage whose last element is 0', function()
      local storage = tensor.CharStorage():string '1 2\0'
      local file = tensor.MemoryFile(storage)
      assert.equal(1, file:readInt())
      file:seek(1):writeInt(7)
      file:synchronize()
      assert.equal('7\n2\0', storage:string())
      assert.is_true(file:storage() == storage)
      assert.error_matches(function() tensor.MemoryFile(tensor.CharStorage():string '12') end, 'the last element')
      assert.error_matches(function() tensor.MemoryFile(tensor.CharStorage()) end, 'the last element')
      assert.error_matches(function() tensor.MemoryFile(tensor.IntStorage(1):fill(0)) end, 'a CharStorage expected')
      assert.error_matches(function() tensor.MemoryFile 'x' end, 'file mode')
   end)

   it('has modes', function()
      local storage = tensor.CharStorage():string '1 2\0'
      local file = tensor.MemoryFile(storage, 'r')
      assert.error_matches(function() file:writeInt(1) end, 'read%-only')
      file = tensor.MemoryFile 'w'
      file:writeInt(1)
      assert.error_matches(function() file:readInt() end, 'write%-only')
      assert.equal('1\n\0', file:storage():string())
      assert.error_matches(function() tensor.MemoryFile():seek(2) end, 'unable to seek at position 2')
   end)

   it('grows, and stays itself when its storage is cut or written to itself', function()
      local file = tensor.MemoryFile():binary()
      for i = 1, 3000 do file:writeInt(i) end
      local storage = file:storage()
      assert.equal(12001, storage:size())
      assert.equal(12001, file:writeChar(storage))
      assert.equal(24001, file:position() - 1)
      file:synchronize()
      storage:resize(7)
      file:seek(1)
      assert.equal(1, file:readInt())
      assert.error_matches(function() file:readInt(10) end, 'the file has room for')
      storage:resize(0)
      assert.error_matches(function() file:readInt(1) end, 'read error')
      file:seek(1)
      file:writeInt(5)
      file:seek(1)
      assert.equal(5, file:readInt())
      file:close()
      assert.error_matches(function() file:storage() end, 'attempt to use a closed file')
   end)

   it('fails to write where a storage cannot grow', function()
      local storage = tensor.CharStorage(4):fill(0)
      local view = tensor.CharStorage(storage, 1, 2)
      local file = tensor.MemoryFile(storage):binary()
      file:writeInt(tensor.IntStorage(5000):fill(1):size())
      assert.error_matches(function() file:synchronize() end, 'write error')
      assert.equal(2, view:size())
      assert.has_error(function() file:close() end)
   end)
end)

describe('PipeFile', function()
   it('reads what a command prints', function()
      local file = tensor.PipeFile "printf '1 2 3\\nend'"
      assert.same({ 1, 2, 3 }, file:readInt(3):totable())
      assert.equal('end', file:readString '*a')
      assert.error_matches(function() file:position() end, 'position: ')
      assert.error_matches(function() file:seek(1) end, 'unable to seek at position 1: ')
      file:close()
      assert.equal("torch.PipeFile on <printf '1 2 3\\nend'> [status: closed -- mode r ]", tostring(file))
   end)

   it('writes what a command reads', function()
      local path = files.scratch(finally)
      local file = tensor.PipeFile(('cat > %s'):format(path), 'w')
      file:writeInt(12)
      file:close()
      assert.equal('12\n', files.contents(path))
   end)

   it('passes storages of any size', function()
      local path = files.scratch(finally)
      local x = tensor.range(1, 200000):storage()
      local file = tensor.PipeFile(('cat > %s'):format(path), 'w'):binary()
      assert.equal(200000, file:writeFloat(x))
      file:close()
      file = tensor.PipeFile(('cat %s'):format(path)):binary()
      local y = file:readFloat(200000)
      assert.equal(x[200000], y[200000])
      assert.error_matches(function() file:readFloat(10) end, 'read error: read 0 blocks instead of 10')
      file:close()
      file = tensor.PipeFile(('cat %s'):format(path), 'r', true):binary()
      assert.equal(200000, file:readFloat(2 ^ 30):size())
   end)

   it('closes with an error when its command dies, and no signal', function()
      local result = child.output [[
         local file = tensor.PipeFile('exit 0', 'w'):binary()
         print(pcall(function()
            for _ = 1, 100 do file:writeFloat(tensor.FloatStorage(10000):fill(1)) end
         end))
         print(pcall(file.close, file))
         for _, command in ipairs { 'kill -9 $$', 'exit 3', 'echo 12; kill -15 $$', 'no_such_command 2>&-' } do
            file = tensor.PipeFile(command)
            file:quiet():readString '*a'
            print(pcall(file.close, file:pedantic()))
         end
         -- yes is ended by SIGPIPE. Who started this test may ignore it (Python does), so env restores it.
         file = tensor.PipeFile('env --default-signal=PIPE yes')
         file:readString '*l'
         print(pcall(file.close, file))
         print(tensor.PipeFile('exit 3'):quiet():close():hasError())
         tensor.PipeFile('exit 0', 'w'):writeInt(1)
         collectgarbage()
         print 'alive'
      ]]
      local lines = {}
      for line in result:gmatch '[^\n]+' do lines[#lines + 1] = line end
      assert.truthy(lines[1]:find('^false.*write error'), result)
      assert.truthy(lines[2]:find('^false.*close: some of the written data is lost'), result)
      assert.truthy(lines[3]:find('^false.*ended by signal 9'), result)
      assert.truthy(lines[4]:find('^false.*ended with status 3'), result)
      assert.truthy(lines[5]:find('^false.*ended by signal 15'), result)
      assert.truthy(lines[6]:find('^false.*ended with status 127'), result)
      assert.truthy(lines[7]:find '^true', result)
      assert.equal('true', lines[8])
      assert.equal('alive', lines[9])
   end)

   it('goes one way', function()
      assert.error_matches(function() tensor.PipeFile('true', 'rw') end, 'a pipe goes one way')
   end)
end)

describe('objects in a file', function()
   it('are written once, and then referred to', function()
      local file = tensor.MemoryFile()
      local x = tensor.FloatTensor { 1, 2 }
      assert.is_true(file:isReferenced())
      file:writeObject(x)
      local first = file:position()
      x:fill(5)
      file:writeObject(x)
      assert.is_true(file:position() - first < 10)
      file:seek(1)
      local y = file:readObject()
      assert.equal(y, file:readObject())
      assert.equal(1, y[1])
   end)

   it('are written anew without references', function()
      local file = tensor.MemoryFile()
      assert.equal(file, file:referenced(false))
      assert.is_false(file:isReferenced())
      local x = tensor.FloatTensor { 1, 2 }
      file:writeObject(x)
      file:writeObject(x:fill(5))
      file:seek(1)
      assert.equal(1, file:readObject()[1])
      assert.equal(5, file:readObject()[1])
   end)

   it('have codes', function()
      local file = tensor.MemoryFile()
      local values = { [0] = nil, 1, 'x', {}, tensor.ones(1), true, print, nil, function() end }
      assert.equal(0, file:isWritableObject(nil))
      for code = 1, 5 do assert.equal(code, file:isWritableObject(values[code])) end
      assert.equal(8, file:isWritableObject(values[8]))
      for _, value in ipairs { print, coroutine.create(function() end), io.stdout, file } do
         assert.is_nil(file:isWritableObject(value))
         assert.error_matches(function() file:writeObject(value) end, 'cannot be written')
      end
      assert.error_matches(function() file:writeObject({ a = { b = print } }, 'model') end,
         'a function cannot be written, at model%.a%.b')
   end)
end)

describe('the classes of files', function()
   it('inherit, as PipeFile does', function()
      local file = tensor.PipeFile 'true'
      for _, name in ipairs { 'torch.PipeFile', 'torch.DiskFile', 'torch.File' } do
         assert.is_true(tensor.isTypeOf(file, name))
      end
      assert.is_false(tensor.isTypeOf(tensor.MemoryFile(), 'torch.DiskFile'))
      assert.is_nil(tensor.factory 'torch.DiskFile')
   end)

   it('take methods of a script', function()
      local File = tensor.getmetatable 'torch.File'
      finally(function() File.writeTwice = nil end)
      function File:writeTwice(text) return self:writeString(text) + self:writeString(text) end
      local file = tensor.MemoryFile()
      assert.equal(2, file:writeTwice '7')
      assert.equal('77\0', file:storage():string())
   end)
end)
