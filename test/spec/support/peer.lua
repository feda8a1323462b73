-- peer.lua: processes that run what they are told, one piece of code after the other, and can be killed meanwhile.
--
--   local one = peer.start()                -- with this process's interpreter and module; tensor is a global there
--   one:run 'return 1 + 1'                  -- '2': what the code returned, as text
--   one:kill()                              -- SIGKILL
--   one:stop()                              -- it ends by itself
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local processes = require 'spec.support.processes'

local peer = { pids = {} } -- all that were started, and this process
peer.__index = peer

-- A piece of code is a line of input. Its answer is a file that appears when it is complete.
local loop = [[
package.path, package.cpath = %q, %q
tensor = require 'tensor'
local answers, n = %q, 0
local file = assert(io.open '/proc/self/stat')
pid = file:read '*n'
file:close()
local function answer(text)
   n = n + 1
   local out = assert(io.open(answers .. '.part', 'w'))
   out:write(text)
   out:close()
   os.rename(answers .. '.part', answers .. '.' .. n)
end
answer(tostring(pid))
for line in io.lines() do
   local ok, value = pcall(assert((loadstring or load)((line:gsub('\r', '\n')))))
   answer((ok and 'ok ' or 'error ') .. tostring(value))
end
]]

-- Waits until a function gives something, at most 60 seconds; returns it.
function peer.wait(try)
   local found
   if processes.within(60, function()
      found = try()
      return found
   end) then return found end
   error('nothing came in 60 seconds', 2)
end

local function next_answer(self)
   self.n = self.n + 1
   local path = self.answers .. '.' .. self.n
   return peer.wait(function()
      local file = io.open(path)
      if not file then return end
      local text = file:read '*a'
      file:close()
      os.remove(path)
      return text
   end)
end

local file = assert(io.open '/proc/self/stat')
peer.pids[1] = file:read '*n'
file:close()

-- shell: what the shell does first, such as 'ulimit -n 10'. interpreter: another than this one.
function peer.start(shell, interpreter)
   local self = setmetatable({ script = os.tmpname(), answers = os.tmpname(), n = 0 }, peer)
   files.write(self.script, loop:format(package.path, package.cpath, self.answers))
   local first = shell and shell .. '; exec ' or 'exec '
   local command = ('%s%s %s'):format(first, interpreter or child.interpreter(), self.script)
   self.pipe = assert(io.popen(command, 'w'))
   self.pid = tonumber(next_answer(self))
   table.insert(peer.pids, self.pid)
   return self
end

-- Begins a piece of code without waiting for it.
function peer:tell(code)
   self.pipe:write((code:gsub('\n', '\r')), '\n')
   self.pipe:flush()
end

-- Runs a piece of code; returns what it returned, as text, or raises its error.
function peer:run(code, ...)
   self:tell(select('#', ...) > 0 and code:format(...) or code)
   local kind, text = next_answer(self):match '^(%a+) (.*)$'
   if kind == 'error' then error(text, 2) end
   return text
end

local function finish(self)
   self.pipe:close()
   os.remove(self.script)
   os.remove(self.answers)
   os.remove(self.answers .. '.part')
end

function peer:kill()
   os.execute(('kill -9 %d'):format(self.pid))
   finish(self)
end

peer.stop = finish

return peer
