-- tensor/formats/npz.lua: tables of arrays by name, as NumPy's archives. The archive is read and written in C
-- (TH/formats/THZip).
if jit then jit.off(true, true) end -- see host.lua
local values = require 'tensor.formats.values'

local function fail(format, ...) error(format:format(...), 0) end

return function(_, c)
   local npz = {}

   function npz.load(source)
      return c.npzLoad(source)
   end

   -- The names of the members and their tensors: t[1], t[2], ... are arr_0, arr_1, ..., as in NumPy.
   local function listed(value)
      if type(value) ~= 'table' then fail('npz holds a table of tensors, not a %s', values.name_of(value)) end
      local list, tensors = {}, {}
      for key, x in pairs(value) do
         local name = key
         if type(key) == 'number' and key >= 1 and key <= #value and key % 1 == 0 then
            name = ('arr_%d'):format(key - 1)
         elseif type(key) ~= 'string' then
            fail('npz holds tensors by name or in a list, not by %s', tostring(key))
         end
         if tensors[name] then fail("there are two tensors of the name '%s'", name) end
         if name:find('\0', 1, true) then fail('a name with a 0 in it') end
         list[#list + 1], tensors[name] = name, values.tensor(x, 'npz', ("'%s'"):format(name))
      end
      table.sort(list)
      return list, tensors
   end

   function npz.save(sink, value, options)
      local list, tensors = listed(value)
      local writer = c.zipWriter()
      for _, name in ipairs(list) do
         local x = tensors[name]:contiguous()
         c.zipAdd(writer, sink, name .. '.npy', c.npyHeader(x), x, options.compress)
      end
      c.zipFinish(writer, sink)
   end

   return npz
end
