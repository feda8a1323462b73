-- tensor/print_sparse.lua: the lines of a sparse tensor: an entry a line, its place and its values. tensor.print, which
-- loads it when the first one is printed, adds type and size, and gives its own functions of places and styles.

-- The entries to show: the first of all, or of those at the edges and false.
local function entries_of(x, print)
   local n = x:nnz()
   return print.positions(n, n > print.options.threshold and print.options.edge or n)
end

-- A number, or the two parts of a complex element.
local function plain(value)
   return type(value) == 'userdata' and value:totable() or value
end

-- The values of the entries that are shown, those of dense dimensions side by side, as lists; and how many each has.
local function rows_of(values, shown, print)
   local rows, is_wide = {}, values:dim() > 1
   local columns = print.positions(is_wide and values[1]:nElement() or 1, print.options.edge)
   for k, entry in ipairs(shown) do
      local value = entry and values[entry]
      if entry and is_wide then value = value:contiguous():view(value:nElement()) end
      rows[k] = {}
      for c, column in ipairs(columns) do
         rows[k][c] = entry and column and plain(is_wide and value[column] or value)
      end
   end
   return rows, #columns
end

-- The texts of places, (i, j), all as long as the longest.
local function places_of(indices, shown)
   local places, widest = {}, 0
   for k, entry in ipairs(shown) do
      places[k] = entry and ('(%s)'):format(table.concat(indices:select(2, entry):totable(), ', ')) or '...'
      widest = math.max(widest, #places[k])
   end
   for k, place in ipairs(places) do places[k] = place .. (' '):rep(widest - #place) end
   return places
end

-- Adds the lines of x. Entries on a device are read from a copy on the CPU.
return function(lines, x, print)
   if x:nnz() == 0 then return end
   if x.isCuda then x = x:cpu() end
   local indices, values = x:layout() == 'csr' and x:toSparse():indices() or x:indices(), x:values()
   local shown = entries_of(x, print)
   local rows, columns = rows_of(values, shown, print)
   local style, places = print.style_of(values, rows, false), places_of(indices, shown)
   style:add_scale(lines, '')
   for k, entry in ipairs(shown) do
      local cells = {}
      for c = 1, columns do cells[c] = style:text(rows[k][c]) end
      lines[#lines + 1] = entry and places[k] .. ' ' .. table.concat(cells, ' ') or '...'
   end
end
