-- report.lua: what script/bench prints. Rows are those of measure.lua; a run is { date =, threads = { ['1'] = rows } }.
local report = {}

function report.duration(seconds)
   for _, unit in ipairs { { 1e-6, 1e9, 'ns' }, { 1e-3, 1e6, 'us' }, { 1, 1e3, 'ms' } } do
      if seconds < unit[1] then return ('%.3g %s'):format(seconds * unit[2], unit[3]) end
   end
   return ('%.3g s'):format(seconds)
end

local function amount(value, row)
   if not value then return '-' end
   return row.unit == 'bytes' and ('%.3g MB'):format(value / 1e6) or report.duration(value)
end

local function two(ratio) return ratio and ('%.2f'):format(ratio) or '-' end

-- Columns: title, width, text of a row; a column with a field is shown only if a row has it.
local columns = {
   { 'tensor', 8, function(row) return amount(row.tensor, row) end },
   { 'numpy', 8, function(row) return amount(row.numpy, row) end },
   { 'torch', 8, function(row) return amount(row.torch, row) end },
   { 'ratio', 6, function(row) return two(row.ratio) end },
   { 'median', 6, function(row) return two(row.median_ratio) end },
   { 'library', 7, function(row) return row.library_ratio and two(row.library_ratio) or '' end, 'library_ratio' },
   { 'aim', 7, function(row)
      return row.aim and (row.aim < 1e-2 and report.duration(row.aim) or row.aim > 1e5 and amount(row.aim, row)
         or ('%g'):format(row.aim)) or ''
   end },
   { '', 4, function(row) return row.ok == nil and '' or row.ok and 'ok' or 'miss' end },
   { 'memory', 6, function(row) return row.share and ('%.0f %%'):format(100 * row.share) or '' end, 'share' },
   { 'speed-up', 8, function(row) return row.speedup and two(row.speedup) or '' end, 'speedup' },
}

-- A printer of lines for rows that have these fields. Returns the heading and a function from a row to its line.
function report.lines(title, fields)
   local function line(first, text)
      local words = { ('%-38s'):format(first) }
      for _, column in ipairs(columns) do
         if not column[4] or fields[column[4]] then
            words[#words + 1] = ('%' .. column[2] .. 's'):format(text(column))
         end
      end
      return (table.concat(words, ' '):gsub('%s+$', ''))
   end
   return line(title, function(column) return column[1] end), function(row)
      return line(row.name, function(column) return column[3](row) end) .. (row.note and '\n  ' .. row.note or '')
   end
end

function report.threads(count) return ('%d thread%s'):format(count, count == 1 and '' or 's') end

function report.cores(count) return ('%d core%s'):format(count, count == 1 and '' or 's') end

-- When a run was made, and of what.
function report.origin(run)
   local words, v = {}, run.versions or {}
   local titles = { tensor = 'tensor ', numpy = 'NumPy ', torch = 'PyTorch ', blas = 'library ' }
   for _, side in ipairs { 'tensor', 'lua', 'simd', 'numpy', 'torch', 'blas' } do
      words[#words + 1] = v[side] and (titles[side] or '') .. v[side]
   end
   return ('%s: %s'):format(run.date, table.concat(words, ', '))
end

-- The numbers of threads of a run, in order, each with its rows, and with a date if they are of an earlier run.
function report.tables(run)
   local list = {}
   for count, rows in pairs(run.threads) do
      list[#list + 1] = { count = tonumber(count), rows = rows, date = run.dates and run.dates[count] }
   end
   table.sort(list, function(a, b) return a.count < b.count end)
   return list
end

local function title(part)
   return report.threads(part.count) .. (part.date and ', ' .. part.date or '')
end

function report.print_run(run)
   for _, part in ipairs(report.tables(run)) do
      local fields = {}
      for _, row in ipairs(part.rows) do
         for field in pairs(row) do fields[field] = true end
      end
      local heading, line = report.lines(title(part), fields)
      print('\n' .. heading)
      for _, row in ipairs(part.rows) do print(line(row)) end
   end
end

-- Loading and memory are no work: they have a mean of their own, and no part in that of all.
local apart = { start = true, memory = true }

-- Geometric means of ratios: a list of { group =, mean =, rows =, slower = }, in the order of the rows, 'in all' last.
function report.means(rows)
   local list, by_name = {}, {}
   local all = { group = 'in all', sum = 0, rows = 0, slower = 0 }
   local function count(entry, ratio)
      entry.sum, entry.rows = entry.sum + math.log(ratio), entry.rows + 1
      if ratio > 1 then entry.slower = entry.slower + 1 end
   end
   for _, row in ipairs(rows) do
      if row.ratio and row.ratio > 0 and row.ratio < math.huge then
         local entry = by_name[row.group]
         if not entry then
            entry = { group = row.group, sum = 0, rows = 0, slower = 0 }
            by_name[row.group], list[#list + 1] = entry, entry
         end
         count(entry, row.ratio)
         if not apart[row.group] then count(all, row.ratio) end
      end
   end
   list[#list + 1] = all
   for _, entry in ipairs(list) do entry.mean = entry.rows > 0 and math.exp(entry.sum / entry.rows) or nil end
   return list
end

-- Rows whose field is above a bound, the largest first.
local function above(rows, field, bound)
   local list = {}
   for _, row in ipairs(rows) do
      if row[field] and row[field] > bound then list[#list + 1] = row end
   end
   table.sort(list, function(a, b) return a[field] > b[field] end)
   return list
end

local noise = 1.05

local function print_slower(rows, what, field)
   local list = above(rows, field, 1)
   local beyond = #above(list, field, noise)
   print(('\n%d rows are slower than %s, %d of them beyond noise (%g)'):format(#list, what, beyond, noise))
   for _, row in ipairs(list) do
      print(('  %-12s %-38s %5.2f   %s, %s'):format(row.group, row.name, row[field], amount(row.tensor, row),
         amount(row.tensor / row[field], row)))
   end
end

-- Geometric means by group, and the rows in which a peer, or the library called directly, is faster; with several
-- numbers of threads also the rows that are slower than with one.
function report.summary(run)
   for _, part in ipairs(report.tables(run)) do
      print(('\n%s: geometric mean of the ratios'):format(title(part)))
      for _, entry in ipairs(report.means(part.rows)) do
         print(('  %-12s %5s   %3d rows, %d slower'):format(entry.group, two(entry.mean), entry.rows, entry.slower))
      end
      print_slower(part.rows, 'the best peer', 'ratio')
      if #above(part.rows, 'library_ratio', 0) > 0 then
         print_slower(part.rows, 'the library called directly', 'library_ratio')
      end
      local slower = {}
      for _, row in ipairs(part.rows) do
         if row.speedup then
            slower[#slower + 1] = { name = row.name, group = row.group, tensor = row.tensor,
               slowdown = 1 / row.speedup }
         end
      end
      if #slower > 0 then print_slower(slower, 'with one thread', 'slowdown') end
   end
end

local function print_pair(first, second, rows)
   local line = '%-38s %9s %9s %7s   %7s %7s %7s'
   print(line:format(rows, first, second, 'change', 'ratio', 'ratio', 'change'))
   return function(name, a, b)
      print(line:format(name, amount(a.tensor, a), amount(b.tensor, b), a.tensor and two(b.tensor / a.tensor) or '',
         two(a.ratio), two(b.ratio), a.ratio and b.ratio and two(b.ratio / a.ratio) or '-'))
   end
end

-- Two runs side by side, for each number of threads that both have: our times and ratios, then the means of the groups
-- over the rows that both have. label: what the columns are called, at most nine characters.
function report.compare(first, second, labels)
   local shared = 0
   for _, part in ipairs(report.tables(second)) do
      local other, rows_a, rows_b = {}, {}, {}
      local same = part.date and part.date == first.date -- what a run left out is the first's own
      local rows = not same and first.threads[tostring(part.count)] or {}
      for _, row in ipairs(rows) do other[row.name] = row end
      for _, row in ipairs(part.rows) do
         if other[row.name] then rows_a[#rows_a + 1], rows_b[#rows_b + 1] = other[row.name], row end
      end
      shared = shared + #rows_b
      if #rows_b > 0 then
         print()
         local print_row = print_pair(labels[1], labels[2], report.threads(part.count))
         for k, row in ipairs(rows_b) do print_row(row.name, rows_a[k], row) end
         local means = report.means(rows_a)
         print(('\n%-38s %9s %9s'):format('geometric mean of the ratios', labels[1], labels[2]))
         for k, entry in ipairs(report.means(rows_b)) do
            print(('%-38s %9s %9s'):format(entry.group, means[k] and two(means[k].mean) or '-', two(entry.mean)))
         end
      end
   end
   return shared
end

return report
