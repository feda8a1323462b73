-- child.lua: runs Lua code in a process of its own, with this process's interpreter and module.
local files = require 'spec.support.files'

local quote = files.quoted
local child = {}

-- The program that runs this.
function child.interpreter()
   local given = os.getenv 'LUA'
   if given and given ~= '' then return given end
   local i = 0
   while arg and arg[i - 1] do i = i - 1 end
   return arg and arg[i] or 'luajit'
end

-- Runs code, in which tensor is a local. environment: variables to set, as in { TH_SIMD = 'base' }. Returns {
-- output = what it wrote, status = exit status, signal = number or nil, code = code }. After limit seconds
-- (120) the child is ended; status is then 124. scratch: run in a new directory, which is removed afterwards
-- with all files in it.
function child.run(code, environment, limit, scratch)
   local script, output = os.tmpname(), os.tmpname()
   local header = ('package.path, package.cpath = %q, %q; local tensor = require "tensor"; ')
      :format(package.path, package.cpath)
   files.write(script, header .. code)
   local variables = ''
   for name, value in pairs(environment or {}) do
      variables = ('%s%s=%s '):format(variables, name, quote(tostring(value)))
   end
   local command = ('%stimeout --foreground %d %s %s > %s 2>&1 < /dev/null; echo $?')
      :format(variables, limit or 120, quote(child.interpreter()), quote(script), quote(output))
   if scratch then -- not mktemp: it leaks, and fails if the sanitizer is loaded into it
      local directory = quote(output .. '.d')
      command = ('mkdir %s && cd %s && %s; rm -rf %s'):format(directory, directory, command, directory)
   end
   local pipe = assert(io.popen('sh -c ' .. quote(command) .. ' 2>/dev/null'))
   local status = tonumber(pipe:read '*l')
   pipe:close()
   local result = { output = files.contents(output), status = status, code = code }
   if status and status > 128 then result.signal = status - 128 end
   os.remove(script)
   os.remove(output)
   return result
end

-- Runs code that must succeed; returns its output.
function child.output(code, environment, limit)
   local result = child.run(code, environment, limit)
   if result.status ~= 0 then
      error(('child ended with status %s%s:\n%s'):format(tostring(result.status),
         result.signal and ' (signal ' .. result.signal .. ')' or '', result.output:sub(-4000)), 2)
   end
   return result.output
end

return child
