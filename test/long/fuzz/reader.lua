-- reader.lua: what the fuzz target does with an input, and test/spec/file/fuzz_spec.lua with the corpus. The
-- first byte selects how the rest is read. Reading may fail; an object that was read must survive being
-- inspected, written and read again.
local tensor = require 'tensor'

local modes = { [0] = 'binary', 'ascii', 'b32' }

local function open(text, first)
   local file = tensor.MemoryFile(tensor.CharStorage():string(text .. '\0'), 'r'):binary()
   local mode = modes[first % 3]
   if mode == 'ascii' then file:ascii() elseif mode == 'b32' then file:longSize(4) end
   if math.floor(first / 3) % 2 == 1 then file:referenced(false) end
   if math.floor(first / 6) % 2 == 1 then file:quiet() end
   return file
end

-- Reads all elements and fields that an object refers to.
local function look(object, seen)
   if tensor.isTensor(object) then
      assert(object:dim() <= 8)
      if object:nElement() > 0 and object:nElement() < 1e5 then object:clone():totable() end
   elseif tensor.isStorage(object) then
      assert(object:size() < 1e7)
      object:totable()
   elseif type(object) == 'table' and not seen[object] then
      seen[object] = true
      for key, value in next, object do
         look(key, seen)
         look(value, seen)
      end
   end
end

return function(input)
   local first = input:byte(1) or 0
   local file = open(input:sub(2), first)
   local ok, object = pcall(file.readObject, file)
   if not ok then
      assert(type(object) == 'string', 'an error without a text')
      return false
   end
   look(object, {})
   look(tensor.deserialize(tensor.serialize(object)), {})
   return true
end
