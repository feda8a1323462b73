-- tensor/host.lua: libraries of Lua that a host may leave out, as sandboxes do. The module needs the base library,
-- string, table, math and require; a function that needs more asks here when it is called.
--
-- Files in which a loop over a table's fields decides what is written, compared or allowed switch LuaJIT's compiler off
-- for themselves. If it gives up on such a loop while the loop runs, a field may be visited twice or not at all
-- (LuaJIT's issues 827 of 2022, which Debian 12 has, and 1510 of 2026): a saved table had its first field twice.
local host = {}

local libraries = _G

-- Returns a library or a function of one ('io', 'io.open'); raises if there is none. where: the name of the function
-- that needs it.
function host.need(where, path)
   local library, name = path:match '^(%w+)%.?(%w*)$'
   local value = rawget(libraries, library)
   if name ~= '' then value = type(value) == 'table' and value[name] or nil end
   return value or error(('%s: it needs %s, which this Lua state does not have'):format(where, path), 0)
end

-- A library, or nil if there is none.
function host.library(name)
   local library = rawget(libraries, name)
   return type(library) == 'table' and library or nil
end

-- The module that require has loaded under a name; nil if there is none, or if the host hides it.
function host.loaded(name)
   local package = rawget(libraries, 'package')
   return package and package.loaded and package.loaded[name]
end

-- A value's metatable as it is. Without the library debug, a field __metatable hides it.
host.metatable_of = type(debug) == 'table' and debug.getmetatable or getmetatable

-- A variable of the environment, or nil.
function host.variable(name)
   local os = rawget(libraries, 'os')
   return os and os.getenv and os.getenv(name)
end

return host
