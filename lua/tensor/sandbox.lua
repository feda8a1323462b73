-- tensor/sandbox.lua: the module for scripts that are not trusted (luaTH_openSandboxed in tensor.h). What they can name
-- computes; nothing of it reaches a file, an address, another process or a library.
-- Invariants: the module's own files are loaded by functions that are taken here, before a script runs, and see copies
-- of Lua's libraries as globals, so nothing that a script changes is seen by them. Whatever a script can reach from the
-- module is named in the tables below, or refuses. A script has no table of the module: it gets a copy of the module,
-- empty tables in the place of types and other tables, and the metatables that it has set itself, no others.
if jit then jit.off(true, true) end -- see host.lua

-- The one place that decides: the chapters of help whose names are kept, and what is left out of these. A new chapter,
-- and a name without a row, is left out until it is written here.
local kept_chapters = [[ along apply arrange class complex dtype elementwise fft format functions fuse index lapack
   linalg linear make memory ops order quantize random reduce search sparse storage tensor type view ]]
local left_out = [[
   class dataPtr cdata data pointer pushudata factory getenv setenv metatype newmetatable setmetatable getmetatable
   getconstructortable retain free newSharedFilename shareFilename toMkldnn
   defaultAllocator emptyCache setMemoryBudget setTimeBudget setheaptracking ]]
local kept_names = [[ clock cputime csr fromString getSimd getnumcores getnumthreads isReadOnly isShared setPrintOptions
   simdLevels string tic toc ]]

-- What scripts keep of Lua's own globals, of its libraries whole tables. Globals of the host stay.
local kept_globals = [[ _G _VERSION assert coroutine error ipairs math next pairs pcall print rawequal rawget rawlen
   rawset select setmetatable getmetatable string table tonumber tostring type unpack utf8 bit bit32 xpcall ]]
local lua_globals = kept_globals .. [[ arg collectgarbage debug dofile gcinfo getfenv io jit load loadfile loadstring
   module newproxy os package require setfenv warn ]]

local function set_of(text)
   local set = {}
   for name in text:gmatch '%S+' do set[name] = true end
   return set
end

-- Lua's functions as they are now; a script may change its own. os and debug may be left out.
local error, getmetatable, ipairs, loadfile, next, pairs = error, getmetatable, ipairs, loadfile, next, pairs
local rawget, rawset, setmetatable, tostring, type = rawget, rawset, setmetatable, tostring, type
local load, loadstring, setfenv, collectgarbage = load, loadstring, setfenv, collectgarbage
local concat, byte, find, gsub = table.concat, string.byte, string.find, string.gsub
local metatable_of = debug and debug.getmetatable or getmetatable
local clock = os or {}

local function refuse(name)
   error(name .. ': not available in a sandbox', 0)
end

-- --- the module's own world ---

local function copy(t)
   local other = {}
   for key, value in next, t do other[key] = value end
   return other
end

-- Globals for the module's files: those of Lua that reach nothing, and a require for their names alone.
local function new_world(open_core, folder)
   local world, loaded = {}, {}
   for name in pairs(set_of(kept_globals)) do
      local value = rawget(_G, name)
      world[name] = type(value) == 'table' and copy(value) or value
   end
   world._G, world.load, world.loadstring, world.collectgarbage = world, load, loadstring, collectgarbage
   world.os = { clock = clock.clock, time = clock.time, date = clock.date }
   local function load_module(name)
      if name == 'tensor.core' then return open_core() end
      if not find(name, '^tensor[%w_.]*$') then refuse(name) end
      local path = folder .. '/' .. gsub(name, '%.', '/')
      local code, reason = loadfile(path .. '.lua', 't', world)
      if not code and find(reason, 'cannot open', 1, true) then
         code, reason = loadfile(path .. '/init.lua', 't', world)
      end
      if not code then error(reason, 0) end
      if setfenv then setfenv(code, world) end
      return code(name)
   end
   function world.require(name)
      if loaded[name] == nil then
         local value = load_module(name)
         loaded[name] = value == nil or value
      end
      return loaded[name]
   end
   return world
end

-- --- what scripts can reach from the module ---

-- Names that are kept, of functions in the module and of methods.
local function kept_of(rows)
   local chapters, without, kept = set_of(kept_chapters), set_of(left_out), set_of(kept_names)
   for _, row in ipairs(rows) do
      if chapters[row.chapter] and not find(row.name, '^cuda') then kept[row.name] = true end
   end
   for name in pairs(without) do kept[name] = nil end
   return kept
end

-- Another name for what is kept, such as absolute for abs, is kept as well.
local function add_aliases(kept, holder)
   for name, value in next, holder do
      for other in pairs(kept) do
         if type(value) == 'function' and rawget(holder, other) == value then kept[name] = true break end
      end
   end
end

local function refusal(name, like)
   local function say() refuse(name) end
   if type(like) == 'function' then return say end
   return setmetatable({}, { __call = say, __index = say, __newindex = say, __metatable = false })
end

local function is_plain(value)
   return type(value) == 'string' or type(value) == 'number' or type(value) == 'boolean'
end

-- Metamethods and marks, which Lua and the class system find by their names.
local function is_mark(name)
   return type(name) == 'string' and find(name, '^__')
end

local function is_type(name, value)
   return type(value) == 'table' and type(name) == 'string' and (find(name, 'Tensor$') or find(name, 'Storage$'))
end

-- Filters a table and, through its metatable, those behind it.
local function filter(holder, kept, seen)
   if type(holder) ~= 'table' or seen[holder] then return end
   seen[holder] = true
   for name, value in next, holder do
      local stays = kept[name] or is_plain(value) or is_mark(name) or is_type(name, value)
      if stays then filter(value, kept, seen) else rawset(holder, name, refusal(name, value)) end
   end
   filter(getmetatable(holder), kept, seen)
end

local shown, meant = {}, {} -- what a script sees in the place of each table, and the table meant by that

-- An empty table through which a script reads another, calls it, and gives it to the module as a type, which C finds as
-- __type. A type object is the metatable of its tensors, in which a script must change nothing: finalizers give memory
-- back.
local function guarded(value)
   if type(value) ~= 'table' then return value end
   if shown[value] then return shown[value] end
   local metatable = metatable_of(value)
   local empty = setmetatable({}, {
      __index = function(_, key) return guarded(value[key]) end,
      __newindex = function() refuse 'changing a table of the module' end,
      __call = type(metatable) == 'table' and metatable.__call or nil,
      __tostring = function() return tostring(value) end,
      __type = value, __metatable = false,
   })
   shown[value], meant[empty] = empty, value
   return empty
end

-- The module as scripts see it.
local function guarded_copy(module)
   local public = {}
   for name, value in next, module do public[name] = guarded(value) end
   function public.tensorTypes(...)
      local types = module.tensorTypes(...)
      for k, value in next, types do types[k] = guarded(value) end
      return types
   end
   function public.isTypeOf(object, class) return module.isTypeOf(object, meant[class] or class) end
   return public
end

-- Tables that only values have: metatables of generators, of sparse tensors, of the steps of a chain.
local function filter_values(module, kept, seen)
   local x = module.ones(2, 2)
   for _, value in ipairs { x, x:storage(), x:size(), module.Generator(), x:toSparse(), x:toCSR() } do
      local metatable = getmetatable(value)
      filter(metatable, kept, seen)
      if type(metatable.__index) == 'table' then -- x.__index is no door to it
         rawset(metatable, '__index', function(_, key) return guarded(metatable[key]) end)
      end
   end
   module.fuse(function(a)
      filter(getmetatable(a), kept, seen)
      return a
   end)(x)
end

-- --- Lua's globals ---

-- Text only: no bytecode. In Lua 5.1 the chunk gets the script's globals; later ones take an environment.
local function load_text(chunk, name, _, env)
   local parts, text = {}, chunk
   if type(chunk) == 'function' then
      for part in chunk do
         if part == '' then break end
         parts[#parts + 1] = part
      end
      text = concat(parts)
   end
   if type(text) ~= 'string' or byte(text) == 27 then return nil, 'load: the text of a program expected' end
   if loadstring then
      local code, reason = loadstring(text, name)
      return code and env and setfenv(code, env) or code, reason
   end
   return load(text, name, 't', env or _G)
end

-- A script gets only metatables that it has set itself, of tables, and sets none with a finalizer, which hooks of the
-- host would not stop.
local function close_metatables()
   local own = setmetatable({}, { __mode = 'k' })
   rawset(_G, 'getmetatable', function(x)
      local metatable = type(x) == 'table' and getmetatable(x)
      return (type(metatable) ~= 'table' or own[metatable]) and metatable
   end)
   rawset(_G, 'setmetatable', function(t, metatable)
      if type(metatable) == 'table' then
         if rawget(metatable, '__gc') ~= nil then refuse '__gc' end
         own[metatable] = true
      end
      return setmetatable(t, metatable)
   end)
end

local function close_globals(world, module)
   local keep, own = set_of(kept_globals), set_of(lua_globals)
   for name in pairs(own) do
      if not keep[name] then rawset(_G, name, nil) end
   end
   string.dump = nil
   -- Methods of strings are the module's too: they come from its copy.
   world.string.dump = nil
   local strings = getmetatable ''
   strings.__index, strings.__metatable = world.string, false
   rawset(_G, 'os', copy(world.os))
   close_metatables()
   rawset(_G, 'load', load_text)
   if loadstring then rawset(_G, 'loadstring', load_text) end
   rawset(_G, 'collectgarbage', function(what)
      if what ~= nil and what ~= 'count' and what ~= 'collect' then refuse 'collectgarbage' end
      return collectgarbage(what)
   end)
   rawset(_G, 'require', function(name)
      if name == 'tensor' then return module end
      refuse(('require %q'):format(tostring(name)))
   end)
end

-- Returns the module as scripts see it. open_core() gives tensor.core; folder has tensor/init.lua.
return function(open_core, folder)
   local world = new_world(open_core, folder)
   local module, core = world.require 'tensor', world.require 'tensor.core'
   core.setSandboxed() -- by which constructors refuse files and addresses
   local kept, seen = kept_of(module.rows), {}
   add_aliases(kept, module)
   add_aliases(kept, module.Tensor)
   setmetatable(module, nil)
   filter_values(module, kept, seen)
   filter(module, kept, seen)
   core.setcuda(module.cuda) -- C asks the refusal itself
   local public = guarded_copy(module)
   close_globals(world, public)
   return public
end
