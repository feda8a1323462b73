-- run_specs.lua: busted under a Lua for another system that sees the files of this machine: lua.js, and lua.exe by
-- wine. What of its modules in C (lfs, term, system) is asked for to run named files is here, and what specs ask of
-- Unix: os.tmpname, and io.popen and os.execute by the machine's shell. RUN_IN is the folder in which specs run.
package.config = package.config:gsub('^\\', '/') -- wine takes both slashes

-- Makes the file, as it does where Lua is built for Unix. The C library's names come from the clock: two are often one.
function os.tmpname()
   local random = io.open('/dev/urandom', 'rb')
   local path = '/tmp/lua_' .. random:read(8):gsub('.', function(c) return ('%02x'):format(c:byte()) end)
   random:close()
   io.open(path, 'w'):close()
   return path
end

-- The exit status of a command of the machine's shell. Wine starts one, but does not wait for it: the shell writes its
-- status to a file, which then gets the name that is waited for.
local execute = os.execute
local function run_by_wine(command)
   local script, done = os.tmpname(), os.tmpname()
   os.remove(done)
   local file = io.open(script, 'wb')
   local form = "cd '%s'\n(%s\n)\necho $? >%s.part\nmv %s.part %s\n"
   file:write(form:format(os.getenv 'RUN_IN', command, done, done, done))
   file:close()
   execute('start /unix /bin/sh ' .. script)
   repeat file = io.open(done) until file
   local status = file:read 'n'
   file:close()
   os.remove(script)
   os.remove(done)
   return status
end
local has_node, node = pcall(require, 'node')
local run = has_node and node or run_by_wine

-- The output of a command that has ended.
function io.popen(command)
   local path = os.tmpname()
   run(('(%s) > %s'):format(command, path))
   local file, output = io.open(path, 'rb'), io.tmpfile()
   output:write(file:read 'a')
   output:seek 'set'
   file:close()
   os.remove(path)
   return output
end

function os.execute(command)
   local status = run(command)
   return status == 0 or nil, 'exit', status
end

package.preload.lfs = function()
   local function attributes(path, name)
      local file, _, number = io.open(path, 'rb')
      local is_folder = not file and number == 13 -- EACCES: Windows opens none
      if not file and not is_folder then return nil, path .. ': not found', 2 end
      if file then
         is_folder = not file:read(0) and file:seek 'end' ~= 0
         file:close()
      end
      local found = { mode = is_folder and 'directory' or 'file', size = 0, modification = 0 }
      if name then return found[name] end
      return found
   end
   return {
      attributes = attributes, symlinkattributes = attributes, currentdir = function() return os.getenv 'RUN_IN' end,
      chdir = function() return true end, dir = function(path) error('cannot list ' .. path) end,
   }
end
package.preload['term.core'] = function() return { isatty = function() return false end } end
package.preload['system.core'] = function()
   return { gettime = os.time, monotime = os.clock, sleep = function() end }
end
require 'busted.runner' { standalone = false }
