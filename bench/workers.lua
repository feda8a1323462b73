-- workers.lua: the processes that do the work of script/bench, one a side, and how the driver talks to them
-- (worker.lua describes the protocol).
-- Invariant: a worker has one request at a time, and answers each with one line. With several threads it is stopped
-- (rest) while others are timed: threads of OpenMP and OpenBLAS wait for more work in a loop, up to 200 ms, and would
-- take the processor from the side whose turn it is.
local workers = {}

local here = debug.getinfo(1, 'S').source:match '^@(.*)/' or '.'
local interpreter = os.getenv 'LUA' or 'luajit'

-- The Python that has the peers: named by the environment, or fetched by --install-peers, or the system's.
local function find_python(which)
   local named, fetched = os.getenv 'TH_BENCH_PYTHON', here .. '/peers/bin/python'
   if named and named ~= '' then return named end
   local file = which ~= 'debian' and io.open(fetched)
   if file then file:close() end
   return file and fetched or '/usr/bin/python3'
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- The first line that a command prints, or nil.
function workers.line_of(command)
   local pipe = io.popen(command .. ' 2>/dev/null')
   local line = pipe and pipe:read '*l'
   if pipe then pipe:close() end
   return line ~= '' and line or nil
end

-- Finds the peers. Returns { python =, list = the names of those installed, versions = by name }.
function workers.find_peers(which)
   local peers = { python = find_python(which), list = {}, versions = {} }
   for _, name in ipairs { 'numpy', 'torch' } do
      local version = workers.line_of(('%s -c "import %s; print(%s.__version__)"'):format(
         quoted(peers.python), name, name))
      peers.versions[name] = version
      if version then peers.list[#peers.list + 1] = name
      else
         io.stderr:write(('bench: %s is not installed and left out; script/bench%s --install-peers installs it\n')
            :format(name, which and ' --peers ' .. which or ''))
      end
   end
   return peers
end

-- A shell that wakes stopped workers when the driver ends, however it ends; they then find that nobody asks, and end.
local guard

local function watch(pid)
   guard = guard or assert(io.popen(
      'trap "" INT TERM HUP; while read -r pid; do pids="$pids $pid"; done; kill -CONT $pids 2>/dev/null', 'w'))
   guard:write(pid, '\n')
   guard:flush()
end

local Worker = {}
Worker.__index = Worker

-- Starts the process of a worker.
local function begin(self)
   local replies = os.tmpname()
   os.remove(replies)
   assert(os.execute('mkfifo ' .. quoted(replies)), 'bench: mkfifo failed')
   -- In the background, so that nothing waits for a worker that is stopped. It inherits 3, which tells when it ends.
   self.to = assert(io.popen(('exec 3>%s 4<&0; %s %s %d %s <&4 & echo $! >&3'):format(
      quoted(replies), self.command, quoted(replies), self.threads, self.option), 'w'))
   self.to:setvbuf 'full'
   self.from = assert(io.open(replies, 'r')) -- opens when the worker's shell opens its end
   self.pid = tonumber(self.from:read '*l')
   self.several = self.threads > 1
   if self.several then watch(self.pid) end
   self.about = self:ask 'hello' -- waits until it has opened its end too
   os.remove(replies)
   return self
end

local function start(side, threads, code, command, option)
   return begin(setmetatable({ side = side, threads = threads, code = code, command = command, option = option },
      Worker))
end

-- Stops a worker of several threads until it is asked again.
function Worker:rest()
   if not self.several then return end
   os.execute(('kill -STOP %d 2>/dev/null'):format(self.pid))
   self.rests = true
end

function Worker:wake()
   if self.rests then os.execute(('kill -CONT %d 2>/dev/null'):format(self.pid)) end
   self.rests = false
end

-- Send a request: a line, then the texts whose lengths the line gives. Returns the worker's reply.
function Worker:ask(request, ...)
   self:wake()
   self.to:write(request, '\n', ...)
   self.to:flush()
   return self.from:read '*l' or 'error the worker ended'
end

-- Returns true and, if the side has something to say about the row, that; or nil and what went wrong. The Lua sides
-- start anew for each row: what LuaJIT compiled for earlier rows stays in its heap, which every collection walks.
function Worker:prepare(row)
   local code = self.code
   if self.has_row and (code == 'lua' or code == 'library') then
      self:stop()
      begin(self)
   end
   self.has_row = true
   local setup, work, check = row['setup_' .. code] or '', row[code], row['check_' .. code] or row.check or 'r'
   local reply = self:ask(('prepare %d %d %d'):format(#setup, #work, #check), setup, work, check)
   local note = reply:match '^ok ?(.*)$'
   if not note then return nil, reply end
   return true, note ~= '' and note or nil
end

function Worker:value()
   local reply = self:ask 'value'
   local n, sum, weighted = reply:match '^(%d+) (%S+) (%S+)$'
   if not n then return nil, reply end
   return { n = tonumber(n), tonumber(sum), tonumber(weighted) }
end

-- Seconds that n rounds took; with verb 'peak', bytes by which they raised the peak of resident memory.
function Worker:time(n, verb)
   local reply = self:ask(('%s %d'):format(verb or 'time', n))
   return tonumber(reply) or error(('%s: %s'):format(self.side, reply), 0)
end

function Worker:stop()
   self:wake()
   self.to:close()
   self.from:read '*a' -- until it has ended
   self.from:close()
end

-- One side: tensor, one (the same with one thread), nojit (without the compiler), library (BLAS called by FFI), numpy
-- or torch.
function workers.start(side, threads, peers)
   if side == 'one' then threads = 1 end
   if peers.versions[side] then
      return start(side, threads, side, ('%s %s'):format(quoted(peers.python), quoted(here .. '/worker.py')), side)
   end
   local option = side == 'nojit' and interpreter:find 'luajit' and '-joff ' or ''
   local command = ('%s %s%s'):format(interpreter, option, quoted(here .. '/worker.lua'))
   local of, code = side == 'nojit' and 'tensor' or side, side == 'library' and side or 'lua'
   return start(of, threads, code, command, side)
end

-- What a fresh process prints about loading a side (start.lua, start.py): numbers, or nil.
function workers.loading(side, peers)
   local command = peers.versions[side] and ('%s %s %s'):format(quoted(peers.python), quoted(here .. '/start.py'), side)
      or ('%s %s'):format(interpreter, quoted(here .. '/start.lua'))
   local numbers = {}
   for number in (workers.line_of(command) or ''):gmatch '%S+' do numbers[#numbers + 1] = tonumber(number) end
   return #numbers == 3 and numbers or nil
end

workers.has_ffi = interpreter:find 'luajit' ~= nil
workers.folder = here
return workers
