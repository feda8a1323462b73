-- tensor/late.lua: parts of the module that few programs use are loaded when one of their names is first asked for.
-- Invariant: a name waits here, or is a field of the module, or neither; never both. The names wait in one table, so
-- whoever walks over the module asks for tensor.rows first, which loads every part.
local late = {}

local waiting = {} -- the function that loads the part, by the names of the part
local order = {}   -- a name of each part, in the order in which they were added: that of help's chapters

-- Sets methods that load the part of a name and call the part's own, which come into list. Returns them by name.
local function set_stubs(methods, names, part, list)
   local stubs = {}
   for name in names:gmatch '%S+' do
      stubs[name] = function(...)
         late.load(part)
         return list[name](...)
      end
      methods[name] = stubs[name]
   end
   return stubs
end

-- names: a text of names, which load() makes fields of the module. If it also sets methods of tensors, these are
-- named in method_names; what a script has put in their place meanwhile stays.
function late.add(names, load, methods, method_names)
   local first, own = names:match '%S+', {}
   local stubs = set_stubs(methods, method_names or '', first, own)
   local function load_part()
      local before = {}
      for name in names:gmatch '%S+' do waiting[name] = nil end
      for name in pairs(stubs) do before[name] = methods[name] end
      load()
      for name, stub in pairs(stubs) do
         own[name] = methods[name]
         if before[name] ~= stub then methods[name] = before[name] end
      end
   end
   for name in names:gmatch '%S+' do waiting[name] = load_part end
   order[#order + 1] = first
end

-- Loads the part that has the name; returns whether one was waiting.
function late.load(name)
   local load = waiting[name]
   if load then load() end
   return load ~= nil
end

function late.load_all()
   for _, name in ipairs(order) do late.load(name) end
end

-- Makes the module find its names; otherwise(name) is asked for those that wait nowhere. A script that sets a name
-- which waits replaces the part's: the part is loaded first.
function late.install(module, otherwise)
   setmetatable(module, {
      __index = function(_, name)
         if late.load(name) then return rawget(module, name) end
         return otherwise(name)
      end,
      __newindex = function(_, name, value)
         late.load(name)
         rawset(module, name, value)
      end,
   })
end

return late
