-- run.lua: the driver of script/bench. It starts a worker for each side, gives all of them the same row, checks that
-- their results agree, times them in turn, and prints a line for each row.
local here = arg[0]:match '^(.*)/' or '.'
package.path = here .. '/../?.lua;' .. package.path

local tensor = require 'tensor'
local machine, measure, report = require 'bench.machine', require 'bench.measure', require 'bench.report'
local json, options, results = require 'bench.json', require 'bench.options', require 'bench.results'
local workers = require 'bench.workers'

local function die(text, ...)
   io.stderr:write('bench: ', text:format(...), '\n', options.usage, '\n')
   os.exit(2)
end

local chosen, problem = options.parse(arg)
if not chosen then die('%s', problem) end
if chosen.help then
   print(options.usage)
   os.exit(0)
end

-- --- results that were kept ---

local function read(path)
   local kept, reason = results.read(path)
   return kept or die('%s', reason)
end

local function wanted(run)
   for count, rows in pairs(run.threads) do
      local list = {}
      for _, row in ipairs(rows) do
         if options.wants(chosen, row) then list[#list + 1] = row end
      end
      run.threads[count] = list
   end
   return run
end

local function describe(kept)
   print(kept.processor and ('%s, %s; %s'):format(kept.processor, report.cores(kept.cores),
      machine.describe_caches(kept.caches)) or 'lines of --json')
   if kept.now.date then print(report.origin(kept.now)) end
end

local function show(path)
   local kept = read(path)
   describe(kept)
   local run = wanted(kept.now)
   report.print_run(run)
   if chosen.summary then report.summary(run) end
end

local function compare(path, other)
   local first, second = read(path), other and read(other)
   local before = second and first.now or first.before or die('%s has no run before its last; name a second file', path)
   for _, kept in ipairs { first, second } do describe(kept) end
   local shared = report.compare(wanted(before), wanted((second or first).now),
      second and { 'first', 'second' } or { 'before', 'now' })
   if shared == 0 then die('the two have no row in common') end
end

if chosen.from then return show(chosen.from) end
if chosen.compare then return compare(chosen.compare, chosen.compare_with) end

-- --- what to measure ---

local load_rows, reason = loadfile(chosen.rows or here .. '/rows.lua')
if not load_rows then die('%s', reason) end
local rows, needs = {}, {}
for _, row in ipairs(load_rows(here)) do
   if options.wants(chosen, row) then
      rows[#rows + 1] = row
      needs.nojit = needs.nojit or row.nojit
      needs.library = needs.library or row.library and workers.has_ffi
      needs.rate = needs.rate or row.bytes or chosen.keep
      needs.team = needs.team or not row.kind
   end
end
if #rows == 0 then die('no row matches %q; --list shows them', chosen.only) end
if chosen.list then
   for _, row in ipairs(rows) do print(('%-12s %s'):format(row.group, row.name)) end
   return
end

local effort = { samples = 7, most = 28, least = 0.02, rounds = 10 }
if chosen.quick then effort = { samples = 1, least = 0.002, rounds = 2 } end
local peers = workers.find_peers(chosen.peers)
local processor = machine.processor()
local kept = { processor = machine.describe(processor), cores = processor.cores, caches = machine.caches() }
local run = { date = os.date '%Y-%m-%d %H:%M', threads = {}, bandwidth = {}, versions = {
   numpy = peers.versions.numpy, torch = peers.versions.torch, simd = tensor.getSimd(),
   lua = jit and jit.version or _VERSION,
   tensor = workers.line_of(('git -C "%s" describe --always --dirty'):format(here)),
} }

local function say(...)
   if not chosen.json then print(...) end
end

say(('%s, %s; %s'):format(kept.processor, report.cores(kept.cores), machine.describe_caches(kept.caches)))
say(report.origin(run))
for _, name in ipairs { 'OPENBLAS_CORETYPE', 'TH_CACHE', 'TH_SIMD', 'TH_BLAS' } do
   if os.getenv(name) then say(('%s=%s is set here and holds for every side'):format(name, os.getenv(name))) end
end

-- --- measuring ---

local function start_team(threads)
   if not needs.team then return {} end
   local team = { tensor = workers.start('tensor', threads, peers) }
   if threads > 1 then team.one = workers.start('one', threads, peers) end
   if needs.nojit then team.nojit = workers.start('nojit', threads, peers) end
   if needs.library then team.library = workers.start('library', threads, peers) end
   for _, name in ipairs(peers.list) do team[name] = workers.start(name, threads, peers) end
   return team
end

-- Bytes per second at which the fastest side of this run copies and adds up 10^7 floats.
local function bandwidth(team)
   local rates = {}
   for _, row in ipairs {
      { name = 'copy', bytes = 8e7, lua = 'r:copy(a)', numpy = 'np.copyto(r, a)', torch = 'r.copy_(a)' },
      { name = 'read', bytes = 4e7, check = '0', lua = 'a:sum()', numpy = 'a.sum()', torch = 'a.sum()' },
   } do
      row.unchecked = true
      row.setup_lua = 'local a = tensor.ones(10000000); r = a:clone()'
      row.setup_numpy = 'a = np.ones(10000000, np.float32); r = a.copy()'
      row.setup_torch = 'a = torch.ones(10000000); r = a.clone()'
      local result = assert(measure.row(row, team, effort))
      local seconds = math.min(result.tensor, result.numpy or math.huge, result.torch or math.huge)
      rates[row.name] = math.floor(row.bytes / seconds)
   end
   return rates
end

local function measured(row, team, threads)
   if row.kind == 'memory' then return measure.memory(row, threads, peers, effort) end
   if row.kind == 'start' then return measure.start(row, peers, effort) end
   return measure.row(row, team, effort)
end

local failures, met, judged = 0, 0, 0

local function account(result, threads, rates)
   result.share = result.rate and rates and result.rate / rates.copy
   result.rate = nil
   if result.ok ~= nil then judged, met = judged + 1, met + (result.ok and 1 or 0) end
   local list = run.threads[tostring(threads)]
   list[#list + 1] = result
end

local function written(result, threads)
   local copy = { threads = threads }
   for field, value in pairs(result) do copy[field] = value end
   return (json.encode(copy):gsub('\n', ' '))
end

-- What the lines of a table will have, as far as the rows tell.
local function fields_for(threads)
   return { library_ratio = needs.library, share = needs.rate, speedup = threads > 1 }
end

local function run_rows(threads)
   run.threads[tostring(threads)] = {}
   local team = start_team(threads)
   run.versions.blas = team.library and team.library.about
   local rates = needs.team and needs.rate and bandwidth(team)
   run.bandwidth[tostring(threads)] = rates or nil
   local heading, line = report.lines(
      effort.most and ('work (least of %d to %d)'):format(effort.samples, effort.most) or 'work (one sample)',
      fields_for(threads))
   say(('\n%s%s'):format(report.threads(threads),
      rates and ('; memory: 10^7 floats are copied at %.1f GB/s, read at %.1f GB/s'):format(
         rates.copy / 1e9, rates.read / 1e9) or ''))
   if run.versions.blas then say('library: ' .. run.versions.blas) end
   say(heading)
   local due = {}
   for _, row in ipairs(rows) do -- loading and memory do not depend on threads
      if not row.kind or threads == chosen.thread_counts[1] then due[#due + 1] = row end
   end
   local bar = tensor.progress(#due, { label = 'bench' })
   for _, row in ipairs(due) do
      bar:step(0, row.name)
      local ok, result, why = pcall(measured, row, team, threads)
      if not ok then result, why = nil, result end
      bar:step(1)
      if bar.width > 0 then io.stderr:write '\r\27[K' end -- clear the bar: the row's line goes here
      if result then
         account(result, threads, rates)
         print(chosen.json and written(result, threads) or line(result))
      else
         failures = failures + 1
         io.stderr:write(('bench: %s: %s\n'):format(row.name, why))
      end
      io.stdout:flush()
   end
   bar:finish()
   for _, worker in pairs(team) do worker:stop() end
end

for _, threads in ipairs(chosen.thread_counts) do run_rows(threads) end
say(('\n%d of %d aims met'):format(met, judged))
if chosen.summary then report.summary(run) end
if chosen.keep and failures > 0 then
   io.stderr:write 'bench: nothing is kept: not every row could be measured\n'
elseif chosen.keep then
   local path = ('%s/%s.json'):format(chosen.results or here .. '/results', machine.file_name(processor))
   assert(results.keep(path, kept, run))
   say('kept in ' .. path)
end
os.exit(failures == 0 and 0 or 1, true)
