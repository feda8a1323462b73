-- run.lua: the driver of script/bench. It starts a worker for each side, gives all of them the same row, checks that
-- their results agree, times them in turn, and prints a line for each row.
local tensor = require 'tensor'
local here = arg[0]:match '^(.*)/' or '.'

local usage = [[
bench [--only PATTERN] [--threads 1,2] [--quick] [--json] [--list] [--rows FILE]
   --only PATTERN   rows whose name or group has this text, or Lua pattern
   --threads LIST   numbers of threads, one table each (1,2)
   --quick          short samples: shows that it works; the figures mean little
   --json           one JSON object a row, a line each, and nothing else on standard output
   --rows FILE      other rows than bench/rows.lua
   --install-peers  first installs Debian's python3-numpy and python3-torch]]

local function die(text, ...)
   io.stderr:write('bench: ', text:format(...), '\n', usage, '\n')
   os.exit(2)
end

local options = { threads = '1,2', rows = here .. '/rows.lua' }
do
   local i = 1
   while arg[i] do
      local name = arg[i]:match '^%-%-(%a+)$'
      if name == 'only' or name == 'threads' or name == 'rows' then
         i = i + 1
         options[name] = arg[i] or die('%s needs a value', arg[i - 1])
      elseif name == 'quick' or name == 'json' or name == 'list' then options[name] = true
      elseif name == 'help' then
         print(usage)
         os.exit(0)
      else die('%s is no option', arg[i]) end
      i = i + 1
   end
end

local thread_counts = {}
for text in (options.threads .. ','):gmatch '([^,]*),' do
   local count = tonumber(text)
   if not count or count % 1 ~= 0 or count < 1 or count > 256 then
      die('--threads %s: whole numbers from 1 to 256 are needed', options.threads)
   end
   thread_counts[#thread_counts + 1] = count
end

local samples, least = options.quick and 2 or 7, options.quick and 0.002 or 0.02

-- --only matches as plain text too, because names contain characters that are special in patterns.
local function matches(text)
   local pattern = options.only
   if not pattern or text:find(pattern, 1, true) then return true end
   local ok, found = pcall(string.find, text, pattern)
   return ok and found
end

local load_rows, reason = loadfile(options.rows)
if not load_rows then die('%s', reason) end
local rows = {}
for _, row in ipairs(load_rows()) do
   if matches(row.name) or matches(row.group) then rows[#rows + 1] = row end
end
if #rows == 0 then die('no row matches %q; --list shows them', options.only) end
local bound_by_memory = false
for _, row in ipairs(rows) do bound_by_memory = bound_by_memory or row.bytes ~= nil end
if options.list then
   for _, row in ipairs(rows) do print(('%-12s %s'):format(row.group, row.name)) end
   return
end

-- --- workers ---

local interpreter = os.getenv 'LUA' or 'luajit'
local python = os.getenv 'TH_BENCH_PYTHON' or '/usr/bin/python3'

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local Worker = {}
Worker.__index = Worker

local function start(side, command, ...)
   local replies = os.tmpname()
   os.remove(replies)
   assert(os.execute('mkfifo ' .. quoted(replies)), 'bench: mkfifo failed')
   local words = { command, quoted(replies) }
   for _, word in ipairs { ... } do words[#words + 1] = quoted(tostring(word)) end
   local self = setmetatable({ side = side, to = assert(io.popen(table.concat(words, ' '), 'w')) }, Worker)
   self.to:setvbuf 'full'
   self.from = assert(io.open(replies, 'r')) -- opens when the worker opens its end
   os.remove(replies)
   return self
end

-- Send a request: a line, then the texts whose lengths the line gives. Returns the worker's reply.
function Worker:ask(request, ...)
   self.to:write(request, '\n', ...)
   self.to:flush()
   return self.from:read '*l' or 'error the worker ended'
end

function Worker:prepare(row)
   local code = self.code
   local setup, work, check = row['setup_' .. code] or '', row[code], row['check_' .. code] or row.check or 'r'
   local reply = self:ask(('prepare %d %d %d'):format(#setup, #work, #check), setup, work, check)
   if reply ~= 'ok' then return nil, reply end
   return true
end

function Worker:value()
   local reply = self:ask 'value'
   local n, sum, weighted = reply:match '^(%d+) (%S+) (%S+)$'
   if not n then return nil, reply end
   return { n = tonumber(n), tonumber(sum), tonumber(weighted) }
end

function Worker:time(n)
   local reply = self:ask('time ' .. n)
   return tonumber(reply) or error(('bench: %s: %s'):format(self.side, reply), 0)
end

function Worker:stop()
   self.to:close()
   self.from:close()
end

local function has_module(name)
   return os.execute(('%s -c "import %s" >/dev/null 2>&1'):format(quoted(python), name))
end

local function succeeded(status) return status == 0 or status == true end

local peers = {}
for _, name in ipairs { 'numpy', 'torch' } do
   if succeeded(has_module(name)) then peers[#peers + 1] = name
   else
      io.stderr:write('bench: ', name, ' is not installed and left out; script/bench --install-peers installs it\n')
   end
end

local core_type = os.getenv 'OPENBLAS_CORETYPE'
if core_type and not options.json then
   print(('OPENBLAS_CORETYPE=%s is set here and holds for every side; without it OpenBLAS chooses'):format(core_type))
end

local function start_workers(threads)
   local workers = {}
   local function ours(option)
      local worker = start('tensor', ('%s %s %s'):format(interpreter, option, quoted(here .. '/worker.lua')), threads)
      worker.code = 'lua'
      return worker
   end
   workers.tensor = ours ''
   workers.nojit = interpreter:find 'luajit' and ours '-joff' or workers.tensor
   for _, name in ipairs(peers) do
      workers[name] = start(name, ('%s %s'):format(quoted(python), quoted(here .. '/worker.py')), threads, name)
      workers[name].code = name
   end
   return workers
end

-- --- one row ---

local function close(a, b, row)
   if a.n ~= b.n then return false end
   for k = 1, 2 do
      local scale = math.max(math.abs(a[k]), math.abs(b[k]))
      local bound = (row.tolerance or 1e-6) * scale + (row.absolute or 1e-3 * (row.tolerance or 1e-3) * a.n)
      if not (math.abs(a[k] - b[k]) <= bound or a[k] == b[k]) then return false end
   end
   return true
end

-- Prepare the row on all sides that have it, ours first. Returns the sides, or nil and why: all results must agree.
local function prepare(row, workers)
   local sides, first = {}, nil
   for _, name in ipairs { row.nojit and 'nojit' or 'tensor', 'numpy', 'torch' } do
      local worker = workers[name]
      if worker and row[worker.code] then
         local ok, problem = worker:prepare(row)
         local value
         if ok then value, problem = worker:value() end
         if not value then return nil, ('%s: %s'):format(worker.side, problem) end
         first = first or value
         if not close(first, value, row) then
            return nil, ('%s disagrees: %d elements, sums %.9g and %.9g; ours %d, %.9g and %.9g'):format(
               worker.side, value.n, value[1], value[2], first.n, first[1], first[2])
         end
         sides[#sides + 1] = worker
      end
   end
   return sides
end

local function median(list)
   table.sort(list)
   return list[math.ceil(#list / 2)]
end

local function best_peer(times)
   local best
   for _, peer in ipairs(peers) do
      local t = times[peer]
      if t and (not best or t < best) then best = t end
   end
   return best
end

-- Find how many rounds make a sample long enough. This is the warm-up too.
local function rounds(worker)
   local n = 1
   while true do
      local seconds = worker:time(n)
      if seconds >= least then return n end
      n = math.ceil(n * math.min(100, 1.2 * least / math.max(seconds, 1e-7) + 1))
   end
end

local function measure(row, workers)
   local sides, problem = prepare(row, workers)
   if not sides then return nil, problem end
   local counts, times = {}, {}
   for k, worker in ipairs(sides) do counts[k], times[k] = rounds(worker), {} end
   for s = 1, samples do
      for k, worker in ipairs(sides) do times[k][s] = worker:time(counts[k]) / counts[k] end
   end
   local result = { name = row.name, group = row.group, aim = row.aim, times = {}, medians = {} }
   for k, worker in ipairs(sides) do
      result.medians[worker.side] = median(times[k])
      result.times[worker.side] = times[k][1]
   end
   result.best = best_peer(result.times)
   if result.best then
      result.ratio = result.times.tensor / result.best
      result.median_ratio = result.medians.tensor / best_peer(result.medians)
      result.ok = not row.aim or result.ratio <= row.aim
   end
   if row.bytes then result.rate = row.bytes / result.times.tensor end
   return result
end

-- --- printing ---

local function duration(seconds)
   if not seconds then return '-' end
   for _, unit in ipairs { { 1e-6, 1e9, 'ns' }, { 1e-3, 1e6, 'us' }, { 1, 1e3, 'ms' } } do
      if seconds < unit[1] then return ('%.3g %s'):format(seconds * unit[2], unit[3]) end
   end
   return ('%.3g s'):format(seconds)
end

-- Bytes per second of the fastest copy of 10^7 floats in this run, ours or a peer's.
local function bandwidth(workers)
   local n = 10000000
   local row = {
      name = 'bandwidth', group = '', bytes = 8 * n, lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)',
      setup_lua = ('local a = tensor.ones(%d); r = tensor.zeros(%d)'):format(n, n),
      setup_numpy = ('a = np.ones(%d, np.float32); r = np.zeros(%d, np.float32)'):format(n, n),
      setup_torch = ('a = torch.ones(%d); r = torch.zeros(%d)'):format(n, n),
   }
   local result = assert(measure(row, workers))
   return 8 * n / math.min(result.times.tensor, result.best or math.huge)
end

local function json(result, threads)
   local parts = {}
   local function put(name, value)
      if value == nil then return end
      if type(value) == 'string' then value = ('"%s"'):format(value:gsub('[\\"]', '\\%0')) end
      if type(value) == 'number' then value = ('%.6g'):format(value) end
      parts[#parts + 1] = ('"%s": %s'):format(name, tostring(value))
   end
   put('name', result.name)
   put('group', result.group)
   put('threads', threads)
   for _, side in ipairs { 'tensor', 'numpy', 'torch' } do
      put(side, result.times[side])
      put(side .. '_median', result.medians[side])
   end
   put('ratio', result.ratio)
   put('median_ratio', result.median_ratio)
   put('aim', result.aim)
   put('ok', result.ok)
   put('share', result.share)
   return '{' .. table.concat(parts, ', ') .. '}'
end

local format = '%-36s %8s %8s %8s %6s %6s %5s %4s %6s'

local function to_two(ratio) return ratio and ('%.2f'):format(ratio) or '-' end

local function line(result)
   local times = result.times
   return format:format(result.name, duration(times.tensor), duration(times.numpy), duration(times.torch),
      to_two(result.ratio), to_two(result.median_ratio), result.aim and ('%g'):format(result.aim) or '',
      result.ok == nil and '' or result.ok and 'ok' or 'miss',
      result.share and ('%.0f %%'):format(100 * result.share) or '')
end

local failures, met, judged = 0, 0, 0

local function run(threads)
   local workers = start_workers(threads)
   local rate = bound_by_memory and bandwidth(workers)
   if not options.json then
      print(('\n%d thread%s%s'):format(threads, threads == 1 and '' or 's',
         rate and ('; a copy of 10^7 floats moves %.1f GB/s'):format(rate / 1e9) or ''))
      print(format:format(('work (least of %d)'):format(samples), 'tensor', 'numpy', 'torch', 'ratio', 'median',
         'aim', '', 'memory'))
   end
   local bar = tensor.progress(#rows, { label = 'bench' })
   for _, row in ipairs(rows) do
      bar:step(0, row.name)
      local result, problem = measure(row, workers)
      bar:step(1)
      if bar.width > 0 then io.stderr:write '\r\27[K' end -- clear the bar: the row's line goes here
      if result then
         result.share = result.rate and rate and result.rate / rate
         if result.ok ~= nil then judged, met = judged + 1, met + (result.ok and 1 or 0) end
      else failures = failures + 1 end
      if not result then io.stderr:write(('bench: %s: %s\n'):format(row.name, problem))
      else print(options.json and json(result, threads) or line(result)) end
      io.stdout:flush()
   end
   bar:finish()
   for name, worker in pairs(workers) do
      if name ~= 'nojit' or worker ~= workers.tensor then worker:stop() end
   end
end

for _, threads in ipairs(thread_counts) do run(threads) end
if not options.json then print(('\n%d of %d aims met'):format(met, judged)) end
os.exit(failures == 0 and 0 or 1, true)
