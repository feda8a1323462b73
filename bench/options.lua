-- options.lua: the command line of script/bench.
local options = {}

options.usage = [[
bench [--only PATTERN] [--threads 1,2] [--quick] [--summary] [--keep] [--json] [--list] [--rows FILE] [--peers debian]
bench --from FILE [--only PATTERN] [--summary]
bench --compare FILE [FILE]
   --only PATTERN   rows whose name or group has this text, or Lua pattern
   --threads LIST   numbers of threads, one table each (1,2)
   --quick          short samples: shows that it works; the figures mean little
   --summary        after the tables: geometric means by group, and the rows in which a peer is faster
   --keep           all rows, and keeps the results in bench/results/<processor>.json
   --json           one JSON object a row, a line each, and nothing else on standard output
   --rows FILE      other rows than bench/rows.lua
   --from FILE      shows results that were kept, or lines of --json, and measures nothing
   --compare FILE   lays two files of results side by side; of one file, the run before it and its last
   --peers debian   compares with Debian's NumPy and PyTorch, not with those in bench/peers
   --install-peers  first fetches the current NumPy and PyTorch from PyPI into bench/peers (3 GB; 5.4 GB on disk);
                    with --peers debian installs Debian's python3-numpy and python3-torch]]

local valued = { only = true, threads = true, rows = true, from = true, compare = true, peers = true, results = true }
local flags = { quick = true, json = true, list = true, summary = true, keep = true, help = true }

local function thread_counts(list)
   local counts = {}
   for text in (list .. ','):gmatch '([^,]*),' do
      local count = tonumber(text)
      if not count or count % 1 ~= 0 or count < 1 or count > 256 then
         return nil, ('--threads %s: whole numbers from 1 to 256 are needed'):format(list)
      end
      counts[#counts + 1] = count
   end
   return counts
end

-- What contradicts itself, or nil.
local function contradiction(o)
   if o.peers and o.peers ~= 'debian' and o.peers ~= 'pypi' then
      return ('--peers %s: it is debian or pypi'):format(o.peers)
   end
   if o.keep and (o.only or o.quick or o.from or o.compare) then
      return '--keep keeps a run of all rows, without --quick'
   end
   if o.json and o.summary then return '--json writes rows only; --from FILE --summary reads them' end
end

-- Returns the options by name, with thread_counts; or nil and what is wrong.
function options.parse(words)
   local o, i = { threads = '1,2' }, 1
   while words[i] do
      local name = words[i]:match '^%-%-(%a+)$'
      if valued[name] then
         i = i + 1
         if not words[i] then return nil, ('%s needs a value'):format(words[i - 1]) end
         o[name] = words[i]
         if name == 'compare' and words[i + 1] and words[i + 1]:sub(1, 2) ~= '--' then
            i = i + 1
            o.compare_with = words[i]
         end
      elseif flags[name] then o[name] = true
      else return nil, ('%s is no option'):format(words[i]) end
      i = i + 1
   end
   local problem
   o.thread_counts, problem = thread_counts(o.threads)
   problem = problem or contradiction(o)
   if problem then return nil, problem end
   return o
end

-- Whether a row is wanted. --only is tried as plain text too: names contain characters that are special in patterns.
function options.wants(o, row)
   local pattern = o.only
   for _, text in ipairs { row.name, row.group } do
      if not pattern or text:find(pattern, 1, true) then return true end
      local ok, found = pcall(string.find, text, pattern)
      if ok and found then return true end
   end
   return false
end

return options
