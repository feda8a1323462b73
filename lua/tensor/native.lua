-- tensor/native.lua: returns tensor.core, the part of the module in C. If its file cannot be loaded, the error says
-- what to do. The system's loader says "undefined symbol: lua_..." for two mistakes alike: the file was built for
-- another Lua, or the host keeps the functions of its Lua to itself. Each file says what it was built for (lua/core.c).
local host = require 'tensor.host'

local here = _VERSION:match '%d+%.%d+'

-- The version of Lua that the file was built for; nil if the file cannot be read or does not say.
local function built_for(path)
   local io = host.library 'io'
   local file = io and io.open and io.open(path, 'rb')
   if not file then return nil end
   local text = file:read '*a'
   file:close()
   return text and text:match 'tensor%.core: built for Lua (%d+%.%d+)'
end

local other = 'put the folder of the module for Lua %s in front of package.cpath'
local hidden = 'the host has to load its Lua with RTLD_GLOBAL, to be linked with -Wl,--export-dynamic, or to '
   .. 'contain the module (libtensor_lua%s.a)'

local function explain(message)
   if type(message) ~= 'string' then return message end
   local path, reason = message:match "from file '(.-)':%s*(.*)$"
   local symbol = reason and (reason:match 'ndefined symbol:? (lua[%w_]+)'
      or reason:match '(lua[%w_]+): symbol not found')
   if not symbol then return message end
   local built = built_for(path)
   local loaded = rawget(_G, 'jit') and ('%s (%s)'):format(here, jit.version) or here
   if built and built ~= here then
      return ('tensor.core: built for Lua %s, loaded by %s: %s; %s'):format(built, loaded, path, other:format(here))
   elseif built then
      return ('tensor.core: %s does not find %s of Lua %s: %s'):format(path, symbol, loaded, hidden:format(here))
   end
   return ('tensor.core: %s does not find %s of Lua %s. If it was built for another Lua, %s; if not, %s')
      :format(path, symbol, loaded, other:format(here), hidden:format(here))
end

local found, core = pcall(require, 'tensor.core')
if not found then error(explain(core), 0) end
return core
