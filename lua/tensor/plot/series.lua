-- tensor/plot/series.lua: reads what a script plots. A series is { x = numbers, y = numbers, name = text or nil,
-- kind = 'line', 'scatter' or nil, isCounted = true if x is 1, 2, ... }; both lists have one length.
local fail = require('tensor.plot.errors').fail
local metatable_of = require('tensor.host').metatable_of

local series = {}

-- "torch.FloatTensor" for a tensor, nil for what is none.
function series.type_of_tensor(x)
   local meta = type(x) == 'userdata' and metatable_of(x)
   local name = type(meta) == 'table' and rawget(meta, '__typename')
   return type(name) == 'string' and name:find 'Tensor$' and name or nil
end

local is_tensor = series.type_of_tensor

-- A tensor as lists, whatever its type, layout and device.
local function elements_of(x)
   if is_tensor(x):find 'Complex' then
      fail('%s has complex elements; plot tensor.real(x), imag or abs of it', is_tensor(x))
   end
   if x:layout() ~= 'strided' then x = x:toDense() end
   if is_tensor(x):find 'Q' then x = x:dequantize() end
   return x:totable()
end

local function checked(list, what)
   local numbers = {}
   for k = 1, #list do
      local v = list[k]
      v = v == true and 1 or v == false and 0 or tonumber(v)
      if not v then fail('%s: element %d is no number but a %s', what, k, type(list[k])) end
      numbers[k] = v
   end
   return numbers
end

-- The numbers of a vector or table.
function series.numbers(x, what)
   if is_tensor(x) then
      if x:nElement() == 0 then return {} end
      if x:dim() ~= 1 then fail('%s: a vector or a table of numbers expected, got %d dimensions', what, x:dim()) end
      return checked(elements_of(x), what)
   end
   if type(x) ~= 'table' then fail('%s: a vector or a table of numbers expected, got %s', what, type(x)) end
   return checked(x, what)
end

-- The rows of a matrix or of a table of tables, as lists of one length.
function series.matrix(x, what)
   local rows
   if is_tensor(x) then
      if x:dim() ~= 2 then fail('%s: a matrix expected, got %d dimensions', what, x:dim()) end
      rows = x:nElement() > 0 and elements_of(x) or {}
   elseif type(x) == 'table' then rows = x
   else fail('%s: a matrix or a table of rows expected, got %s', what, type(x)) end
   local list = {}
   for r = 1, #rows do
      list[r] = series.numbers(rows[r], ('%s: row %d'):format(what, r))
      if #list[r] ~= #list[1] then
         fail('%s: row %d has %d numbers, row 1 has %d', what, r, #list[r], #list[1])
      end
   end
   if #list == 0 or #list[1] == 0 then fail('%s: the matrix is empty', what) end
   return list
end

local function pair(x, y, name, where)
   y = series.numbers(y, where .. 'y')
   local is_counted = x == nil
   if is_counted then
      x = {}
      for k = 1, #y do x[k] = k end
   else
      x = series.numbers(x, where .. 'x')
   end
   if #x ~= #y then fail('%sx has %d numbers, y has %d', where, #x, #y) end
   return { x = x, y = y, name = name, isCounted = is_counted }
end

-- Each column of a matrix is a series.
local function columns_of(x, y, list)
   for c = 1, y:size(2) do list[#list + 1] = pair(x, y:select(2, c), nil, ('column %d: '):format(c)) end
end

local function is_list(v) return type(v) == 'table' or is_tensor(v) end

local kinds = { line = true, scatter = true }

-- One series of a list: y, {y}, {y, 'name'}, {x, y} or {x, y, 'name'}, with kind = 'line' or 'scatter'.
local function read_one(item, k, list)
   local where = ('series %d: '):format(k)
   if is_tensor(item) or type(item) == 'table' and not is_list(item[1]) then
      list[#list + 1] = pair(nil, item, nil, where)
      return
   end
   if type(item) ~= 'table' then fail('%sa vector or a table expected, got %s', where, type(item)) end
   local has_x = is_list(item[2])
   local name = item[has_x and 3 or 2]
   if name ~= nil and type(name) ~= 'string' then fail('%sthe name is a string, not a %s', where, type(name)) end
   for key in pairs(item) do
      local is_known = type(key) == 'number' or key == 'kind'
      if not is_known then fail("%sthere is no '%s'; there is kind", where, tostring(key)) end
   end
   if item.kind ~= nil and not kinds[item.kind] then
      fail("%skind is 'line' or 'scatter', not %s", where, tostring(item.kind))
   end
   local one = pair(has_x and item[1] or nil, item[has_x and 2 or 1], name, where)
   one.kind = item.kind
   list[#list + 1] = one
end

-- The series of plot.line and plot.scatter: (y), (x, y) or (list of series). A matrix y has a series in each column.
function series.read(x, y)
   local list = {}
   if y ~= nil then
      if is_tensor(y) and y:dim() == 2 then columns_of(x, y, list) else list[1] = pair(x, y, nil, '') end
   elseif is_tensor(x) then
      if x:dim() == 2 then columns_of(nil, x, list) else list[1] = pair(nil, x, nil, '') end
   elseif type(x) == 'table' and is_list(x[1]) then
      for k, item in ipairs(x) do read_one(item, k, list) end
   else
      list[1] = pair(nil, x, nil, '')
   end
   return list
end

-- The lists of plot.histogram: (x) or a list of x or {x, 'name'}.
function series.samples(x)
   local list = {}
   if is_tensor(x) or type(x) ~= 'table' or not is_list(x[1]) then
      return { { values = series.numbers(x, 'x') } }
   end
   for k, item in ipairs(x) do
      local named = type(item) == 'table' and is_list(item[1])
      local name = named and item[2] or nil
      if name ~= nil and type(name) ~= 'string' then fail('series %d: the name is a string', k) end
      list[k] = { values = series.numbers(named and item[1] or item, ('series %d'):format(k)), name = name }
   end
   return list
end

-- Of a long line whose x grows a few points of each part remain: the first, the least, the largest, the last and a
-- gap. A picture does not show the others.
local parts = 1000

local function grows(x)
   for k = 2, #x do
      local is_more = x[k] >= x[k - 1] -- false for NaN
      if not is_more then return false end
   end
   return true
end

-- The positions to keep of first..last, in order; a number that is not finite leaves a gap in a line.
local function kept(y, first, last)
   local low, high, gap
   for k = first, last do
      local v = y[k]
      if v - v ~= 0 then gap = k
      elseif not low then low, high = k, k
      elseif v < y[low] then low = k
      elseif v > y[high] then high = k end
   end
   local list = { first, last, low or first, high or first, gap or first }
   table.sort(list)
   return list
end

function series.thin(x, y)
   local n = #x
   if n <= 8 * parts or not grows(x) then return x, y end
   local fewer_x, fewer_y, before = {}, {}, 0
   for part = 0, parts - 1 do
      for _, k in ipairs(kept(y, math.floor(part * n / parts) + 1, math.floor((part + 1) * n / parts))) do
         if k > before then fewer_x[#fewer_x + 1], fewer_y[#fewer_y + 1] = x[k], y[k] end
         before = k
      end
   end
   return fewer_x, fewer_y
end

return series
