-- extension.lua: builds test/compat as an outside project would, with the files that cmake --install puts under
-- a prefix.
local files = require 'spec.support.files'

local quoted = files.quoted
local extension = {}

local abi = _VERSION:match '%d+%.%d+'
local build_dir = os.getenv 'TH_BUILD' or 'build'

-- Runs a command without the sanitizer that may be preloaded into the interpreter.
local function run(command)
   local pipe = assert(io.popen(('unset LD_PRELOAD; { %s; } 2>&1; echo " $?"'):format(command)))
   local output, status = pipe:read('*a'):match '^(.*) (%d+)%s*$'
   pipe:close()
   return tonumber(status) == 0, output
end

local function must(command)
   local ok, output = run(command)
   if not ok then error(command .. '\n' .. output, 0) end
   return output
end

-- The value of the entry in CMake's cache whose name matches a pattern.
local function cached(pattern)
   for line in io.lines(build_dir .. '/CMakeCache.txt') do
      local name, value = line:match '^([^:#]+):[^=]*=(.*)$'
      if name and name:find('^' .. pattern .. '$') and value ~= '' then return value end
   end
end

-- The folder of the headers of this Lua, or of another one with the same ABI.
local function lua_headers()
   return cached('TH_LUA_INCLUDE_lua' .. abi:gsub('%.', '%%.')) or abi == '5.1' and cached 'TH_LUA_INCLUDE_luajit'
      or error('no headers of Lua ' .. abi .. ' in ' .. build_dir, 0)
end

-- True if there is a C compiler.
function extension.possible()
   return (run 'command -v "${CC:-cc}"')
end

-- Builds the extensions layers and names. Returns the prefix, a path with a blank; they are liblayers.so and
-- libnames.so in it.
function extension.build()
   local prefix = must 'mktemp -d "${TMPDIR:-/tmp}/an extension.XXXXXX"':match '[^\n]+'
   local sanitized = (cached 'TH_SANITIZE' or 'OFF') ~= 'OFF' and '-fsanitize=address,undefined -g' or ''
   must(('cmake --install %s --component extensions --prefix %s'):format(quoted(build_dir), quoted(prefix)))
   for name, source in pairs { layers = '-O2 test/compat/layers.c', names = '-O0 test/compat/names/names.c' } do
      must(('"${CC:-cc}" -std=gnu99 -Wall -Wextra -Werror %s -shared -fPIC ' ..
         '-I%s/include/tensor/compat -I%s -Itest/compat %s -o %s/lib%s.so -L%s/lib -ltensor%s')
         :format(sanitized, quoted(prefix), quoted(lua_headers()), source, quoted(prefix), name, quoted(prefix), abi))
   end
   return prefix
end

function extension.remove(prefix)
   must('rm -rf ' .. quoted(prefix))
end

return extension
