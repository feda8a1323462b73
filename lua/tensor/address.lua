-- tensor/address.lua: what memory a cdata of LuaJIT is, for lua/core/number.c, which reads the address itself.
-- Only the name of a type tells what kind of values it has, so each type is looked at once.
local ffi = require 'ffi'
local typeof, sizeof, tonumber, pcall = ffi.typeof, ffi.sizeof, tonumber, pcall

-- The cdata holds a pointer; is an array or struct; refers to one. As in luaTH.h.
local POINTER, MEMORY, REFERENCE = 1, 2, 3

-- The part of a C type's name that says what its values are: the innermost pair of parentheses that begins with * or &
-- (float (*)[4] is a pointer, float *[4] an array), else all of it.
local function kind_of(name)
   local before, inner, after = name:match '^(.-)%(([%*&][^()]*)%)(.*)$'
   local declarator = inner or name
   if declarator:find '&$' then
      local kind = kind_of(inner and before .. declarator:sub(1, -2) .. after or name:sub(1, -2))
      return kind == MEMORY and REFERENCE
   end
   if declarator:find '%]%s*$' then return MEMORY end
   if declarator:find '%*[%s%a_]*$' then return POINTER end
   if not inner and (name:find '^struct ' or name:find '^union ' or name:find '^const struct '
      or name:find '^const union ') then return MEMORY end
   return false
end

local kinds, sizes = {}, {} -- by the number of the type; no size: each value has its own

-- Returns the kind, and the bytes of an array or struct; nothing for numbers, types and other values.
return function(cdata)
   if tonumber(cdata) then return end
   local ctype = typeof(cdata)
   local id = tonumber(ctype)
   local kind = kinds[id]
   if kind == nil then
      kind = kind_of(tostring(ctype):match '^ctype<(.*)>$')
      local ok, size = pcall(sizeof, ctype)
      kinds[id], sizes[id] = kind, ok and size or nil
   end
   if kind == POINTER then return kind end
   if kind then return kind, sizes[id] or sizeof(cdata) end
end
