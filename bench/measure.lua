-- measure.lua: one row of script/bench on all sides. Results are compared before anything is timed; then the sides
-- take turns, so that what else the machine does meets all of them.
-- A measured row is a flat table: name, group, for each side its shortest sample and <side>_median, ratio (ours / best
-- peer's), median_ratio, library_ratio (ours / that of the library called directly), speedup (ours with one thread,
-- side one / ours), aim, ok, share, note.
local workers = require 'bench.workers'

local measure = {}

local function close(a, b, row)
   if a.n ~= b.n then return false end
   for k = 1, 2 do
      local scale = math.max(math.abs(a[k]), math.abs(b[k]))
      local bound = (row.tolerance or 1e-6) * scale + (row.absolute or 1e-3 * (row.tolerance or 1e-3) * a.n)
      if not (math.abs(a[k] - b[k]) <= bound or a[k] == b[k]) then return false end
   end
   return true
end

-- Prepare the row on the sides that have it, ours first. Returns them and their notes, or nil and why: all results
-- must agree.
local function prepare(row, team)
   local sides, notes, first = {}, {}, nil
   for _, name in ipairs { row.nojit and 'nojit' or 'tensor', 'one', 'library', 'numpy', 'torch' } do
      local worker = team[name]
      if worker and row[worker.code] and not (row.nojit and name == 'one') then
         local ok, said = worker:prepare(row)
         local value
         if ok then
            notes[#notes + 1] = said and ('%s: %s'):format(name, said)
            value, said = worker:value()
         end
         if not value then return nil, ('%s: %s'):format(worker.side, said) end
         first = first or value
         if not row.unchecked and not close(first, value, row) then
            return nil, ('%s disagrees: %d elements, sums %.9g and %.9g; ours %d, %.9g and %.9g'):format(
               worker.side, value.n, value[1], value[2], first.n, first[1], first[2])
         end
         sides[#sides + 1] = worker
      end
   end
   return sides, notes
end

local function median(list)
   table.sort(list)
   return list[math.ceil(#list / 2)]
end

local function best_peer(result, suffix)
   local numpy, torch = result['numpy' .. suffix], result['torch' .. suffix]
   return numpy and torch and math.min(numpy, torch) or numpy or torch
end

-- Fill in what follows from the samples of each side. A row that runs inside a library is judged by that library,
-- one with a limit by its own value, any other by the best peer.
function measure.judge(result, samples, row)
   for side, list in pairs(samples) do
      result[side .. '_median'] = median(list)
      result[side] = list[1]
   end
   local best, ours = best_peer(result, ''), result.tensor
   if best then
      result.ratio = ours / best
      result.median_ratio = result.tensor_median / best_peer(result, '_median')
   end
   if result.library then result.library_ratio = ours / result.library end
   if result.one then result.speedup = result.one / ours end
   local judged, aim = result.ratio, row.aim
   if row.limit then judged, aim = ours, row.limit
   elseif row.library_aim and result.library then judged, aim = result.library_ratio, row.library_aim end
   result.aim = aim
   if judged and aim then result.ok = judged <= aim end
   return result
end

-- Find how many rounds make a sample long enough. This is the warm-up too. Returns them and what one took.
local function rounds(worker, least)
   local n = 1
   while true do
      local seconds = worker:time(n)
      if seconds >= least then return n, seconds / n end
      n = math.ceil(n * math.min(100, 1.2 * least / math.max(seconds, 1e-7) + 1))
   end
end

-- Whether the two shortest samples of each side are within 2 %; sorts the samples. What takes the machine for a while
-- seldom makes two samples equally long.
local function settled(samples)
   for _, list in pairs(samples) do
      table.sort(list)
      if list[2] > 1.02 * list[1] then return false end
   end
   return true
end

-- A row on the workers of a team (by side). effort: { samples =, most = samples where they disagree, least = seconds of
-- one, rounds = those in which memory is watched }. Returns the measured row, or nil and what went wrong.
function measure.row(row, team, effort)
   local sides, notes = prepare(row, team)
   if not sides then return nil, notes end
   local function rest(worker)
      if #sides > 1 then worker:rest() end
   end
   local counts, samples = {}, {}
   for _, worker in ipairs(sides) do rest(worker) end
   for k, worker in ipairs(sides) do
      local seconds
      counts[k], seconds = rounds(worker, effort.least)
      samples[worker.side] = { seconds }
      rest(worker)
   end
   local function sample(s)
      for k, worker in ipairs(sides) do
         samples[worker.side][s] = worker:time(counts[k]) / counts[k]
         rest(worker)
      end
   end
   if effort.samples > 1 then -- where one is enough, that of the warm-up
      for s = 1, effort.samples do sample(s) end
      for s = effort.samples + 1, effort.most do
         if settled(samples) then break end
         sample(s)
      end
   end
   local result = { name = row.name, group = row.group }
   if #notes > 0 then result.note = table.concat(notes, '; ') end
   measure.judge(result, samples, row)
   if row.bytes then result.rate = row.bytes / result.tensor end
   return result
end

-- The most memory that effort.rounds rounds of an allocating row need beyond what its setup holds, each side in a
-- process of its own.
function measure.memory(row, threads, peers, effort)
   local samples = {}
   for _, side in ipairs { 'tensor', 'numpy', 'torch' } do
      if side == 'tensor' or row[side] and peers.versions[side] then
         local worker = workers.start(side, threads, peers)
         local ok, problem = worker:prepare(row)
         if ok then
            ok, problem = pcall(worker.time, worker, effort.rounds, 'peak')
            samples[side] = ok and { problem } or nil
         end
         worker:stop()
         if not ok then return nil, problem end
      end
   end
   return measure.judge({ name = row.name, group = row.group, unit = 'bytes' }, samples, row)
end

local loaded = {}

-- What it takes to load the module and to let it idle: number row.number of what a fresh process prints.
function measure.start(row, peers, effort)
   local samples = {}
   for _, side in ipairs { 'tensor', 'numpy', 'torch' } do
      if side == 'tensor' or peers.versions[side] then
         loaded[side] = loaded[side] or {}
         for s = #loaded[side] + 1, effort.samples do
            loaded[side][s] = workers.loading(side, peers) or error(side .. ': it does not load', 0)
         end
         samples[side] = {}
         for s, numbers in ipairs(loaded[side]) do samples[side][s] = numbers[row.number] end
      end
   end
   return measure.judge({ name = row.name, group = row.group, unit = row.unit }, samples, row)
end

return measure
