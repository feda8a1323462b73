-- Whatever is in a file of NumPy or safetensors, loading it gives a value or an error that says what is wrong, and
-- takes no memory that the file does not justify.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local peer_files = require 'spec.support.peer_files'

local has_zlib = not select(2, pcall(tensor.encode, {}, { format = 'npz' })):find 'built without'

local function little(value, bytes)
   local list = {}
   for k = 1, bytes do
      list[k] = string.char(value % 256)
      value = math.floor(value / 256)
   end
   return table.concat(list)
end

local function refused(text, pattern, options)
   local ok, message = pcall(tensor.decode, text, options)
   assert.is_false(ok, 'loaded: ' .. text:gsub('%c', '?'))
   assert.truthy(message:find('decode: .*' .. pattern), message)
end

describe('a file cut at any byte', function()
   local formats = { npy = true, safetensors = true, npz = has_zlib or nil }
   local done = {}
   for _, case in ipairs(peer_files.cases) do
      -- One of each kind of archive; headers of npy files differ little.
      local kind = case.format == 'npy' and 'npy' or case.name
      if formats[case.format] and not case.error and not done[kind] then
         done[kind] = true
         it('gives an error: ' .. case.name, function()
            local path = files.scratch(finally)
            for length = 0, #case.bytes - 1 do
               local text = case.bytes:sub(1, length)
               local ok, message = pcall(tensor.decode, text, { format = case.format })
               assert.is_false(ok, length)
               assert.truthy(message:find '^decode: ', message)
               if length % 7 == 0 then
                  files.write(path, text)
                  assert.is_false(pcall(tensor.load, path, { format = case.format }))
                  if case.format == 'npy' then
                     assert.is_false(pcall(tensor.load, path, { format = 'npy', mmap = true }))
                  end
               end
            end
         end)

         it('gives an error or a value with any byte changed: ' .. case.name, function()
            for at = 1, math.min(#case.bytes, 1200) do
               for _, byte in ipairs { 0, 255, (case.bytes:byte(at) + 1) % 256, 123 } do
                  local text = case.bytes:sub(1, at - 1) .. string.char(byte) .. case.bytes:sub(at + 1)
                  local ok, message = pcall(tensor.decode, text, { format = case.format })
                  if not ok then assert.truthy(message:find '^decode: ', message) end
               end
            end
         end)
      end
   end
end)

-- --- npy ---

local function npy(header, data, version)
   local length = little(#header, version and version > 1 and 4 or 2)
   return '\147NUMPY' .. string.char(version or 1) .. '\0' .. length .. header .. (data or ('\0'):rep(24))
end

describe('the header of an npy file', function()
   it('may have any order, quotes, blanks and commas', function()
      for _, header in ipairs {
         "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }          \n",
         "{'shape':(2,3),'fortran_order':False,'descr':'<f4'}",
         '{"shape" : ( 2 , 3 , ) , "descr" :\t"<f4" , "fortran_order" : False , } \n\n',
         "\n {'descr': '=f4', 'fortran_order': False, 'shape': (2L, 3L)}",
         "{'descr': 'f4', \"fortran_order\": False, 'shape': (2, 3)}",
         "{'descr': 'float32', 'fortran_order': False, 'shape': (2, 3)}",
      } do
         local x = tensor.decode(npy(header))
         assert.equal('torch.FloatTensor', x:type())
         assert.same({ 2, 3 }, x:size():totable())
         for version = 2, 3 do assert.same({ 2, 3 }, tensor.decode(npy(header, nil, version)):size():totable()) end
      end
   end)

   it('must say the three things once, and nothing else', function()
      for header, pattern in pairs {
         [''] = '{', ['{'] = 'a key', ['{}'] = "lacks 'descr'", ["{'descr': '<f4'}"] = "lacks 'fortran_order'",
         ["{'descr': '<f4', 'fortran_order': False}"] = "lacks 'shape'",
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}"] = "key 'x'",
         ["{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}"] = "'descr' twice",
         ["{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}"] = 'a comma',
         ["{'descr': '<f4',, 'fortran_order': False, 'shape': (2, 3)}"] = 'a key',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x"] = 'its end',
         ["{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3)}"] = 'True or False',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}"] = 'a comma',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (,)}"] = 'a size',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (6)}"] = 'tuple',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': [6]}"] = 'tuple',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': 6}"] = 'tuple',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 3)}"] = 'a size',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (2, 03)}"] = "'03%)}' where a size without a 0 in front",
         ["{'descr': '<float32', 'fortran_order': False, 'shape': (2,)}"] = 'cannot be loaded',
         ["{'descr': 'bfloat16', 'fortran_order': False, 'shape': (2,)}"] = 'cannot be loaded',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (2.0, 3)}"] = 'a comma',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}"] = 'below 2%^63',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807,)}"] = 'more elements',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"] = 'more elements',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (1099511627776,)}"] = 'do not fit',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}"] = 'do not fit',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (0, 36028797018963968, 36028797018963968)}"] = 'more',
         ["{'descr': '<f3', 'fortran_order': False, 'shape': (2,)}"] = 'cannot be loaded',
         ["{'descr': '<f4x', 'fortran_order': False, 'shape': (2,)}"] = 'cannot be loaded',
         ["{'descr': '', 'fortran_order': False, 'shape': (2,)}"] = 'cannot be loaded',
         ["{'descr': '|O', 'fortran_order': False, 'shape': (2,)}"] = 'objects',
         ["{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (2,)}"] = 'a type',
         ["{'descr': __import__('os').system('ls'), 'fortran_order': False, 'shape': (2,)}"] = 'a type',
         ["{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 1, 1, 1, 1)}"] = 'dimensions',
      } do
         refused(npy(header), pattern)
      end
      refused('\147NUMPY\4\0' .. ('x'):rep(20), 'version 4')
      refused('\147NUMPY\1\1' .. ('x'):rep(20), 'version 1.1')
      refused('\147NUMPY\1\0\255\255{', 'does not fit')
      refused('\147NUMPY\2\0\255\255\255\255{', 'does not fit')
   end)

   it('may name each type as NumPy does', function()
      for name, type in pairs { bool = 'Bool', uint8 = 'Byte', int8 = 'Char', int16 = 'Short', int32 = 'Int',
         int64 = 'Long', uint16 = 'UInt16', uint32 = 'Long', float16 = 'Half', float64 = 'Double',
         complex64 = 'ComplexFloat', complex128 = 'ComplexDouble' } do
         local header = ("{'descr': '%s', 'fortran_order': False, 'shape': (1,)}"):format(name)
         assert.equal('torch.' .. type .. 'Tensor', tensor.decode(npy(header)):type())
      end
   end)

   it('may be followed by more than the elements', function()
      local header = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"
      assert.same({ 1, 2, 3 }, tensor.decode(npy(header, '\1\2\3more')):totable())
   end)
end)

-- --- safetensors ---

local function safetensors(header, data)
   return little(#header, 8) .. header .. (data or '')
end

describe('the header of a safetensors file', function()
   local two = '{"dtype":"U8","shape":[2],"data_offsets":[0,2]}'
   local function data_of(header, data, key)
      return (tensor.decode(safetensors(header, data or 'ab'), { format = 'safetensors' }))[key or 'x']
   end

   it('may have blanks, escapes, fields that are not known, and tensors in any order', function()
      assert.same({ 97, 98 }, data_of('{ "x" : ' .. two .. ' }  \n'):totable())
      assert.same({ 97, 98 }, data_of('{"\\u0078":' .. two .. '}'):totable())
      assert.same({ 97, 98 }, data_of('{"__metadata__": null,"x":' .. two .. '}'):totable())
      assert.is_nil(select(2, tensor.decode(safetensors('{"__metadata__":null}'), { format = 'safetensors' })))
      assert.same({ 97, 98 }, data_of('{"\\ud83d\\ude00\\n":' .. two .. '}', nil, '\240\159\152\128\n'):totable())
      assert.same({ 97, 98 }, data_of('{"x":{"more":[{"a":1,"b":[null,true,-1.5e3]}],"dtype":"U8",'
         .. '"data_offsets":[0,2],"shape":[2]}}'):totable())
      assert.same({ 98 }, data_of('{"x":{"dtype":"U8","shape":[],"data_offsets":[1,2]},'
         .. '"y":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"z":{"dtype":"I64","shape":[0,9],'
         .. '"data_offsets":[1,1]}}'):view(1):totable())
   end)

   it('must be JSON, with no key twice', function()
      for header, pattern in pairs {
         [''] = '{', [' {}'] = '{', ['[]'] = '{', ['{'] = 'a string', ['{}x'] = 'the end', ['{,}'] = 'a string',
         ['{"x":' .. two .. ',}'] = 'a string', ['{"x":' .. two .. ',"x":' .. two .. '}'] = "'x' twice",
         ['{"x":' .. two .. ',"\\u0078":' .. two .. '}'] = "'x' twice",
         ['{"x":{"dtype":"U8","dtype":"U8","shape":[2],"data_offsets":[0,2]}}'] = "'dtype' twice",
         ['{"x":{"o":{"a":1,"a":1},"dtype":"U8","shape":[2],"data_offsets":[0,2]}}'] = "'a' twice",
         ['{"__metadata__":{"a":"b","a":"c"}}'] = "'a' twice", ['{"__metadata__":{"a":1}}'] = 'a string',
         ['{"__metadata__":{"a":null}}'] = 'a string', ['{"__metadata__":nul}'] = 'an object',
         ['{"x":null}'] = 'an object',
         ['{"__metadata__":[]}'] = 'an object', ['{"x":1}'] = 'an object', ['{"x":{}}'] = 'needs dtype',
         ['{"x":{"dtype":"U8","shape":[2],"data_offsets":[0]}}'] = 'needs dtype',
         ['{"x":{"dtype":"U8","shape":[2],"data_offsets":[0,2,3]}}'] = 'two data_offsets',
         ['{"x":{"dtype":"U8","shape":[2.0],"data_offsets":[0,2]}}'] = 'whole number',
         ['{"x":{"dtype":"U8","shape":[02],"data_offsets":[0,2]}}'] = 'whole number',
         ['{"x":{"dtype":"U8","shape":[-2],"data_offsets":[0,2]}}'] = 'whole number',
         ['{"x":{"dtype":"U8","shape":[2e0],"data_offsets":[0,2]}}'] = 'whole number',
         ['{"x":{"dtype":"U8","shape":[18446744073709551618],"data_offsets":[0,2]}}'] = 'whole number',
         ['{"x":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}}'] = 'more elements',
         ['{"x":{"dtype":"U8","shape":[3],"data_offsets":[0,2]}}'] = 'do not fill',
         ['{"x":{"dtype":"U8","shape":[2],"data_offsets":[2,0]}}'] = 'do not fill',
         ['{"x":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}}'] = 'F8_E4M3',
         ['{"x":{"dtype":"U8","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,2]}}'] = 'dimensions',
         ['{"\255":' .. two .. '}'] = 'UTF%-8', ['{"\192\128":' .. two .. '}'] = 'UTF%-8',
         ['{"\237\160\128":' .. two .. '}'] = 'UTF%-8', ['{"\\ud800":' .. two .. '}'] = 'escape',
         ['{"\\x":' .. two .. '}'] = 'escape', ['{"a\nb":' .. two .. '}'] = 'UTF%-8', ['{"x' .. two .. '}'] = ':',
         ['{"x":{"a":' .. ('['):rep(100) .. '}}'] = 'nested', ['{"x":{"a":01}}'] = 'a value',
         ['{"x":{"a":1.}}'] = 'a value', ['{"x":{"a":nul}}'] = 'a value', ['{"x":{"a":[1,]}}'] = 'a value',
      } do
         refused(safetensors(header, 'ab'), pattern, { format = 'safetensors' })
      end
   end)

   it('must describe all that follows, once', function()
      local function entry(name, from, to)
         return ('"%s":{"dtype":"U8","shape":[%d],"data_offsets":[%d,%d]}'):format(name, to - from, from, to)
      end
      local function header(...) return '{' .. table.concat({ ... }, ',') .. '}' end
      for text, pattern in pairs {
         [safetensors(header(entry('a', 0, 2), entry('b', 1, 3)), 'abc')] = 'begins at byte 1',
         [safetensors(header(entry('a', 0, 1), entry('b', 2, 3)), 'abc')] = 'begins at byte 2',
         [safetensors(header(entry('a', 1, 3)), 'abc')] = 'begins at byte 1',
         [safetensors(header(entry('a', 0, 2)), 'abc')] = 'describes 2 bytes',
         [safetensors(header(entry('a', 0, 4)), 'abc')] = 'describes 4 bytes',
         [safetensors('{}', 'abc')] = 'describes 0 bytes',
         [little(100000001, 8) .. '{}'] = 'does not fit', [('\255'):rep(8) .. '{}'] = 'does not fit',
         [little(3, 8) .. '{}'] = 'does not fit', ['{}'] = 'at least 8',
      } do
         refused(text, pattern, { format = 'safetensors' })
      end
   end)

   it('may leave elements unaligned, which are copied', function()
      local path = files.scratch(finally, safetensors('{"x":{"dtype":"F32","shape":[1],"data_offsets":[1,5]},'
         .. '"y":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', 'a\0\0\192\63'))
      local t = tensor.load(path)
      assert.same({ 1.5 }, t.x:totable())
      assert.same({ 97 }, t.y:totable())
   end)
end)

-- --- npz ---

local function local_header(m)
   return 'PK\3\4' .. little(20, 2) .. little(m.flags or 0, 2) .. little(m.method or 0, 2) .. ('\0'):rep(4)
      .. little(m.crc, 4) .. little(m.packed or #m.data, 4) .. little(m.size or #m.data, 4)
      .. little(#m.name, 2) .. little(0, 2) .. (m.local_name or m.name)
end

local function entry(m, at)
   return 'PK\1\2' .. little(20, 2) .. little(20, 2) .. little(m.flags or 0, 2) .. little(m.method or 0, 2)
      .. ('\0'):rep(4) .. little(m.crc, 4) .. little(m.claimed_packed or m.packed or #m.data, 4)
      .. little(m.claimed or m.size or #m.data, 4)
      .. little(#m.name, 2) .. ('\0'):rep(12) .. little(m.at or at, 4) .. m.name
end

-- An archive of members { name, data, crc, ... }, of which fields may be wrong.
local function archive(members, wrong)
   wrong = wrong or {}
   local body, directory = '', ''
   for _, m in ipairs(members) do
      directory = directory .. entry(m, #body)
      body = body .. local_header(m) .. m.data
   end
   local count = wrong.count or #members
   return body .. directory .. 'PK\5\6' .. ('\0'):rep(4) .. little(count, 2) .. little(count, 2)
      .. little(wrong.size or #directory, 4) .. little(wrong.at or #body, 4) .. little(0, 2)
end

local member = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", '\1\2')
local good = { name = 'a.npy', data = member, crc = 2152335956 }

if has_zlib then describe('behind an archive of arrays', function()
   it('may stand other bytes and a comment', function()
      local text = archive { good }
      for _, more in ipairs { 'x', ('\0'):rep(1000), ('PK'):rep(32767), 'PK\5\6' } do
         assert.same({ 1, 2 }, tensor.decode(text .. more).a:totable())
      end
      assert.same({ 1, 2 }, tensor.decode(text:sub(1, -3) .. '\3\0abc').a:totable())
      refused(text .. ('x'):rep(65536), 'no end')
   end)
end) end

if has_zlib then describe('an archive of arrays', function()
   -- The member with other fields.
   local function with(fields)
      local copy = {}
      for key, value in pairs(good) do copy[key] = value end
      for key, value in pairs(fields) do copy[key] = value end
      return copy
   end

   local function refused_archive(members, pattern, wrong)
      refused(archive(members, wrong), pattern, { format = 'npz' })
   end

   it('is read when all is right, under any names', function()
      assert.same({ 1, 2 }, tensor.decode(archive { good }).a:totable())
      local t = tensor.decode(archive { with { name = '../../../etc/a.npy' }, with { name = '.npy' } })
      assert.same({ 1, 2 }, t['../../../etc/a']:totable())
      assert.same({ 1, 2 }, t['']:totable())
   end)

   it('has each name once, nothing encrypted, no other methods, right sums and lengths', function()
      refused_archive({ good, good }, 'two of that name')
      refused_archive({ with { flags = 1 } }, 'encrypted')
      refused_archive({ with { flags = 64 } }, 'encrypted')
      refused_archive({ with { method = 12 } }, 'method 12')
      refused_archive({ with { crc = 1 } }, 'CRC')
      refused_archive({ with { local_name = 'b.npy' } }, 'contradicts')
      refused_archive({ with { claimed = 5 } }, 'contradicts')
      refused_archive({ with { size = 5 } }, 'two lengths')
      refused_archive({ with { packed = 5000, size = 5000 } }, 'longer than the file')
      refused_archive({ with { at = 1 } }, 'not where the directory says')
      refused_archive({ good, with { name = 'b.npy', at = 0 } }, 'overlaps')
      refused_archive({ good }, 'too short', { count = 2 })
      refused_archive({ good }, 'longer than its members', { count = 0 })
      refused_archive({ good }, 'not where it should be', { size = 5 })
      refused_archive({ good }, 'not where it should be', { at = 5 })
      refused('PK\3\4', 'has no end', { format = 'npz' })
      refused(archive { with { data = 'no array', crc = 3175042416 } }, "member 'a.npy': no npy file begins")
   end)

   it('inflates to what it claims, and claims no more than deflate can make', function()
      local bytes = tensor.encode({ a = tensor.zeros(1000) }, { format = 'npz', compress = true })
      assert.equal(1000, tensor.decode(bytes).a:nElement())
      local data = bytes:match('^PK\3\4.*a%.npy' .. ('.'):rep(20) .. '(.*)PK\7\8')
      local real = 4128
      local sum = tensor.encode({ a = tensor.zeros(1000) }, { format = 'npz' }):sub(15, 18)
      local crc = 0
      for k = 4, 1, -1 do crc = crc * 256 + sum:byte(k) end
      local function deflated(fields)
         fields.data, fields.method, fields.crc = fields.data or data, 8, crc
         fields.size, fields.packed = fields.size or real, #fields.data
         return with(fields)
      end
      assert.equal(0, tensor.decode(archive { deflated {} }).a:sum())
      refused_archive({ deflated { size = real - 1 } }, 'does not inflate')
      refused_archive({ deflated { size = real + 1 } }, 'does not inflate')
      refused_archive({ deflated { data = data .. 'x' } }, 'does not inflate')
      refused_archive({ deflated { data = data:sub(1, -2) } }, 'does not inflate')
      refused_archive({ deflated { data = '\255' .. data } }, 'does not inflate')
      refused_archive({ deflated { size = 1033 * (#data + 1) } }, 'more than its bytes can')
      refused_archive({ deflated { size = 4294967294 } }, 'more than its bytes can')
   end)
end) end
