-- run_specs.lua: busted under lua.js. What of its modules in C (lfs, term, system) is asked for to run named files is
-- here, and io.popen, by which specs start children.
local run = require 'node'

-- Makes the file, as it does where Lua is built for Unix. The C library's names come from the clock: two are often one.
function os.tmpname()
   local random = io.open('/dev/urandom', 'rb')
   local path = '/tmp/lua_' .. random:read(8):gsub('.', function(c) return ('%02x'):format(c:byte()) end)
   random:close()
   io.open(path, 'w'):close()
   return path
end

-- The output of a command that has ended.
function io.popen(command)
   local path = os.tmpname()
   run(('(%s) > %s'):format(command, path))
   local file = io.open(path)
   os.remove(path)
   return file
end

function os.execute(command)
   local status = run(command)
   return status == 0 or nil, 'exit', status
end

package.preload.lfs = function()
   local function attributes(path, name)
      local file = io.open(path, 'rb')
      if not file then return nil, path .. ': not found', 2 end
      local is_file = file:read(0) or file:seek 'end' == 0
      file:close()
      local found = { mode = is_file and 'file' or 'directory', size = 0, modification = 0 }
      if name then return found[name] end
      return found
   end
   return {
      attributes = attributes, symlinkattributes = attributes, currentdir = function() return os.getenv 'PWD' end,
      chdir = function() return true end, dir = function(path) error('cannot list ' .. path) end,
   }
end
package.preload['term.core'] = function() return { isatty = function() return false end } end
package.preload['system.core'] = function()
   return { gettime = os.time, monotime = os.clock, sleep = function() end }
end
require 'busted.runner' { standalone = false }
