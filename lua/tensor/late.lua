-- tensor/late.lua: parts of the module that few programs use are loaded when one of their names is first asked for.
-- Invariant: a name waits here, or is a field of the module, or neither; never both. The names wait in one table, so
-- whoever walks over the module asks for tensor.rows first, which loads every part.
-- A collection walks every table, function and upvalue, so a part that waits is one table.
local late = {}

-- Of the module that was installed last; one that was loaded before keeps its own.
local waiting = {} -- the parts by their names
local parts = {}   -- in the order in which they were added: that of help's chapters

-- Loads a part that sets methods; what a script has put in the place of a loader stays.
local function load_methods(part)
   local methods, before = part.methods, {}
   for name in pairs(part.loaders) do before[name] = methods[name] end
   part.load()
   for name, loader in pairs(part.loaders) do
      part.own[name] = methods[name]
      if before[name] ~= loader then methods[name] = before[name] end
   end
end

local function load_part(part)
   if part.loaded then return end
   part.loaded = true
   for name in part.names:gmatch '%S+' do part.waiting[name] = nil end
   if part.loaders then load_methods(part) else part.load() end
end

-- A method that loads its part and calls the part's own.
local function loader_of(part, name)
   return function(...)
      load_part(part)
      return part.own[name](...)
   end
end

-- names: a text of names, which load() makes fields of the module. If it also sets methods of tensors, these are
-- named in method_names.
function late.add(names, load, methods, method_names)
   local part = { names = names, load = load, waiting = waiting }
   if methods then
      part.methods, part.loaders, part.own = methods, {}, {}
      for name in method_names:gmatch '%S+' do
         part.loaders[name] = loader_of(part, name)
         methods[name] = part.loaders[name]
      end
   end
   for name in names:gmatch '%S+' do waiting[name] = part end
   parts[#parts + 1] = part
end

local function load_from(list, name)
   local part = list[name]
   if part then load_part(part) end
   return part ~= nil
end

-- Loads the part that has the name; returns whether one was waiting.
function late.load(name) return load_from(waiting, name) end

local settle -- makes what waits in core, for the module that was installed

function late.load_all()
   for _, part in ipairs(parts) do load_part(part) end
   settle()
end

-- Makes the module find its names: those of parts, those that wait in core (lua/core/waiting.c), and then
-- otherwise(name) is asked. A script that sets a name which waits replaces what waits: a part is loaded first. What
-- came from core is in a table of its own, because a script may call functions while it walks over the module; from
-- Lua 5.2 on, pairs finds all names first.
function late.install(module, core, otherwise)
   local own = {}
   waiting, parts = own, {}
   core.renew()
   local made = {}
   local function all_of(t)
      late.load_all()
      return next, t, nil
   end
   setmetatable(made, { __index = function(_, name)
      if load_from(own, name) then return rawget(module, name) end
      local value = core.lookup(name)
      if value == nil then return otherwise(name) end
      rawset(made, name, value)
      core.forget(name)
      return value
   end })
   setmetatable(module, {
      __index = made,
      __newindex = function(_, name, value)
         load_from(own, name)
         rawset(module, name, value)
         rawset(made, name, nil)
         core.forget(name)
      end,
      __pairs = all_of,
   })
   getmetatable(core.Tensor).__pairs = all_of
   function settle()
      for _, name in ipairs(core.waiting()) do
         local _ = module[name]
         _ = module.Tensor[name]
      end
      for name, value in pairs(made) do
         if rawget(module, name) == nil then rawset(module, name, value) end
         made[name] = nil
      end
   end
end

return late
