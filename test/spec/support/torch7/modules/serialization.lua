-- serialization.lua: runs for the rows of torch.save and the like, and for the contents of files.
local assert = require 'luassert'
local files = require 'spec.support.files'

local torch = package.loaded.torch or require 'tensor'
local rows = {}

-- --- functions ---

-- One table twice inside another, in each mode: written once and then referred to, or written twice.
local function pair()
   local t = {}
   return { t, t }
end
local function number(n) return '1\n' .. n .. '\n' end
local again = {
   [true] = '3\n1\n2\n' .. number(1) .. '3\n2\n0\n' .. number(2) .. '3\n2\n',
   [false] = '3\n1\n2\n' .. number(1) .. '3\n2\n0\n' .. number(2) .. '3\n3\n0\n',
}

local function save(name)
   return { ['filename, any, mode? (binary default | ascii), boolean?(referenced)=true'] = function(case)
      local path, given = case:path(), case.given
      for _, mode in ipairs { 'binary', 'ascii' } do
         for _, referenced in ipairs { true, false } do
            assert.equal(0, select('#', torch[name](case:pick(path, pair(), mode, referenced))))
            local text, is_ascii = files.contents(path), given.mode and mode == 'ascii'
            if is_ascii then
               assert.equal(again[not given.boolean or referenced], text)
            else
               assert.equal('\3\0\0\0\1\0\0\0\2\0\0\0\1\0\0\0', text:sub(1, 16))
               assert.equal(given.boolean and not referenced and 4 or 0, #text - 56)
            end
         end
      end
   end }
end
rows['torch.save'], rows['torch.saveobj'] = save 'save', save 'saveobj'

local function load(name)
   return { ['filename, mode? (binary default | ascii | b32 | b64), boolean?(referenced)=true'] = function(case)
      local folder, given = 'test/data/t7/tensor-', case.given
      for _, mode in ipairs(given.mode and { 'ascii', 'b32', 'b64' } or { 'b64' }) do
         local x = torch[name](case:pick(('%sFloat.%s.t7'):format(folder, mode), mode, true))
         assert.equal('torch.FloatTensor', torch.typename(x))
         assert.same({ 2, 3, 2 }, x:size():totable())
         assert.equal((29 * 3 + 7) % 37 + 1, x[1][1][1])
      end
      for _, referenced in ipairs { true, false } do
         local path, mode = case:path(), given.mode and 'ascii' or 'binary'
         torch.save(path, pair(), mode, referenced)
         local t = torch[name](case:pick(path, mode, referenced))
         assert.equal(referenced, t[1] == t[2])
      end
   end }
end
rows['torch.load'], rows['torch.loadobj'] = load 'load', load 'loadobj'

-- The string 'x' in both modes, between which the call chooses.
local codes = { binary = '\2\0\0\0\1\0\0\0x', ascii = '2\n1\nx\n' }
local function each_mode(check)
   return function(case)
      for _, mode in ipairs(case.given.mode and { 'binary', 'ascii' } or { 'binary' }) do check(case, mode) end
   end
end

rows['torch.serialize'] = { ['any, mode?=binary (binary|ascii)'] = each_mode(function(case, mode)
   assert.equal(codes[mode], torch.serialize(case:pick('x', mode)))
end) }
rows['torch.deserialize'] = { ['string, mode?=binary'] = each_mode(function(case, mode)
   assert.equal('x', torch.deserialize(case:pick(codes[mode], mode)))
end) }
rows['torch.serializeToStorage'] = { ['any, mode?=binary'] = each_mode(function(case, mode)
   local s = torch.serializeToStorage(case:pick('x', mode))
   assert.equal('torch.CharStorage', torch.typename(s))
   assert.equal(codes[mode], s:string())
end) }
local function from_storage(case, mode)
   for _, dtype in ipairs { 'Char', 'Byte' } do
      local s = torch[dtype .. 'Storage']():string(codes[mode])
      assert.equal('x', torch.deserializeFromStorage(case:pick(s, mode)))
      assert.equal(codes[mode], s:string())
   end
end
rows['torch.deserializeFromStorage'] = {
   ['CharStorage or ByteStorage-like, mode?=binary'] = each_mode(from_storage),
}

-- --- formats ---

local function ascii(value) return torch.serialize(value, 'ascii') end

-- A function in each of the formats, with its upvalues if there are any: by position in old files, by name in
-- new ones.
local function function_file(code, f, upvalues)
   local dumped = string.dump(f)
   local index = code == 6 and '' or '1\n'
   return ('%d\n%s%d\n%s\n'):format(code, index, #dumped, dumped) .. upvalues
end

local function check_codes()
   assert.equal('0\n', ascii(nil))
   assert.equal('1\n1.5\n', ascii(1.5))
   assert.equal('2\n3\na b\n', ascii 'a b')
   assert.equal('3\n1\n1\n2\n1\nk\n5\n1\n', ascii { k = true })
   assert.equal('4\n1\n3\nV 1\n16\ntorch.IntStorage\n2\n4 5\n', ascii(torch.IntStorage { 4, 5 }))
   assert.equal('5\n0\n', ascii(false))
   local option = { functions = true }
   for _, code in ipairs { 6, 7 } do
      local text = function_file(code, function() return 3 end, '3\n2\n0\n')
      assert.is_false(pcall(torch.deserialize, text, 'ascii'))
      assert.equal(3, torch.deserialize(text, 'ascii', option)())
   end
   local value = 40
   local function f(x) return x + value end
   local text, dumped = ascii(f), string.dump(f)
   local fields = debug.upvalueid and 3 or 2 -- name, value, and id if Lua tells it
   local head = ('8\n1\n%d\n%s\n'):format(#dumped, dumped) .. ('3\n2\n1\n1\n1\n3\n3\n%d\n2\n'):format(fields)
   assert.equal(head, text:sub(1, #head))
   assert.equal(42, torch.deserialize(text, 'ascii', option)(2))
end
rows['type codes'] = { ['nil 0, number 1, string 2, table 3, torch object 4, boolean 5, function 6 (old), '
   .. 'recursive function 7 (old), recursive function 8'] = check_codes }

rows['tensor payload'] = {
   ['int nDimension, long sizes, long strides, long storageOffset(1-based), object storage(or nil)'] = function()
      local x = torch.IntTensor { { 1, 2, 3 }, { 4, 5, 6 } }:t():narrow(1, 2, 2)
      assert.equal('4\n1\n3\nV 1\n15\ntorch.IntTensor\n2\n2 2\n1 3\n2\n'
         .. '4\n2\n3\nV 1\n16\ntorch.IntStorage\n6\n1 2 3 4 5 6\n', ascii(x))
      assert.same({ { 2, 5 }, { 3, 6 } }, torch.deserialize(ascii(x), 'ascii'):totable())
      assert.equal('4\n1\n3\nV 1\n15\ntorch.IntTensor\n0\n1\n0\n', ascii(torch.IntTensor()))
   end,
}
rows['storage payload'] = { ['long size, raw elements'] = function()
   local head = '\4\0\0\0\1\0\0\0\3\0\0\0V 1\18\0\0\0torch.ShortStorage'
   assert.equal(head .. '\2\0\0\0\0\0\0\0\5\0\255\255', torch.serialize(torch.ShortStorage { 5, -1 }))
end }

rows['object write/read'] = {
   ['metatable __write or write(self, File); __read or read(self, File, version)'] = function(case)
      for k, names in ipairs { { '__write', '__read' }, { 'write', 'read' } } do
         local name = case.name .. k
         local mt = torch.class(name, {})
         mt[names[1]] = function(self, file) file:writeInt(self.value) end
         mt[names[2]] = function(self, file, version) self.value, self.version = file:readInt(), version end
         local text = ascii(setmetatable({ value = 7 }, mt))
         assert.equal(('4\n1\n3\nV 1\n%d\n%s\n7\n'):format(#name, name), text)
         local object = torch.deserialize(text, 'ascii')
         assert.equal(mt, getmetatable(object))
         assert.same({ 7, 1 }, { object.value, object.version })
      end
      local mt = torch.class(case.name, {})
      local text = ascii(setmetatable({ value = 7 }, mt))
      assert.equal('3\n2\n1\n2\n5\nvalue\n1\n7\n', text:sub(-20))
      assert.equal(7, torch.deserialize(text, 'ascii').value)
   end,
}

return { serialization = rows }
