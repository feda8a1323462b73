-- results.lua: the files in which script/bench keeps its results, one for each processor.
--   { processor, cores, caches, now = run, before = run }
--   run: { date, versions, bandwidth = { ['1'] = { copy, read } }, threads = { ['1'] = rows },
--      dates = { ['2'] = date } }
-- Invariant: a file is replaced as a whole; the run that was last stays as before, so that the start and the end of
-- some work lie beside each other. Counts of threads that a run leaves out stay too; dates says of when they are. A
-- run of other counts alone joins the last one: what was before both stays before.
local json = require 'bench.json'

local results = {}

local function contents(path)
   local file, problem = io.open(path)
   if not file then return nil, problem end
   local text = file:read '*a'
   file:close()
   return text
end

-- Rows that were written one a line, by --json.
local function run_of_lines(rows)
   local run = { threads = {} }
   for _, row in ipairs(rows) do
      local count = tostring(row.threads)
      run.threads[count] = run.threads[count] or {}
      table.insert(run.threads[count], row)
   end
   return run
end

local function is_run(value) return type(value) == 'table' and type(value.threads) == 'table' end

-- A file's results, { now =, before =, ... }; or nil and why. Lines of --json are a run too.
function results.read(path)
   local text, problem = contents(path)
   if not text then return nil, problem end
   local ok, values = pcall(json.decode, text)
   if not ok then return nil, ('%s: %s'):format(path, values) end
   local first = values[1]
   if type(first) == 'table' and first.name and first.threads then return { now = run_of_lines(values) } end
   if type(first) ~= 'table' or not is_run(first.now) then return nil, path .. ': no results of script/bench' end
   return first
end

-- Returns whether the two have no count in common, but such as the old one had kept from an older one.
local function add_other_counts(run, old)
   local joins = true
   for count, rows in pairs(old.threads) do
      if run.threads[count] then
         joins = joins and old.dates ~= nil and old.dates[count] ~= nil
      else
         run.threads[count], run.bandwidth[count] = rows, old.bandwidth[count]
         run.dates = run.dates or {}
         run.dates[count] = old.dates and old.dates[count] or old.date
      end
   end
   return joins
end

-- Writes a run of a processor. What the file had as its last run becomes the one before.
function results.keep(path, processor, run)
   local old = results.read(path)
   local joins = old and add_other_counts(run, old.now)
   local before = old and old[joins and 'before' or 'now']
   local new = { processor = processor.processor, cores = processor.cores, caches = processor.caches,
      now = run, before = before }
   local file, problem = io.open(path .. '.new', 'w')
   if not file then return nil, problem end
   file:write(json.encode(new), '\n')
   file:close()
   return os.rename(path .. '.new', path)
end

return results
