-- random.lua: tensors of random sizes and layouts, and nested tables as models to compare them with.
local tensor = require 'tensor'

local random = {}

local dtypes = { 'byte', 'char', 'short', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }
random.dtypes = dtypes

-- Random whole numbers in [low, high] from a generator of our own, so that failures can be repeated.
local state = 1
function random.seed(seed) state = seed end
function random.whole(low, high)
   state = state * 16807 % 2147483647
   return low + state % (high - low + 1)
end

function random.sizes(ndim, least, most)
   local sizes = {}
   for d = 1, ndim do sizes[d] = random.whole(least or 1, most or 5) end
   return sizes
end

-- Elements 0..100 (0 or 1 for bool), which every dtype holds exactly.
local function fill(t, dtype)
   local flat = t:storage()
   for i = 1, #flat do flat[i] = random.whole(0, dtype == 'bool' and 1 or 100) end
   return t
end

local layouts = {}
random.layouts = layouts

function layouts.contiguous(sizes, dtype)
   return fill(tensor.zeros(sizes, { dtype = dtype }), dtype)
end

-- The dimensions are in reverse order in memory.
function layouts.transposed(sizes, dtype)
   local turned, order = {}, {}
   for d = 1, #sizes do
      turned[d] = sizes[#sizes + 1 - d]
      order[d] = #sizes + 1 - d
   end
   return layouts.contiguous(turned, dtype):permute(order)
end

-- A window in the middle of a larger tensor.
function layouts.narrowed(sizes, dtype)
   local larger = {}
   for d = 1, #sizes do larger[d] = sizes[d] + 2 end
   local t = layouts.contiguous(larger, dtype)
   for d = 1, #sizes do t = t:narrow(d, 2, sizes[d]) end
   return t
end

-- Every second element of a larger tensor's last dimension.
function layouts.strided(sizes, dtype)
   local larger = {}
   for d = 1, #sizes do larger[d] = sizes[d] end
   larger[#sizes + 1] = 2
   return layouts.contiguous(larger, dtype):select(#sizes + 1, 2)
end

random.layout_names = { 'contiguous', 'transposed', 'narrowed', 'strided' }

-- A tensor of the given sizes in a random layout; returns the name of the layout too.
function random.tensor(sizes, dtype)
   local layout = random.layout_names[random.whole(1, #random.layout_names)]
   return layouts[layout](sizes, dtype or 'float'), layout
end

-- A LongTensor of the given sizes with positions from 1 to limit.
function random.positions(sizes, limit)
   local t = random.tensor(sizes, 'long')
   return t:apply(function() return random.whole(1, limit) end)
end

-- Calls visit(position) for every position in row-major order. The table position is used again.
function random.each(sizes, visit)
   local position = {}
   for d = 1, #sizes do
      if sizes[d] == 0 then return end
      position[d] = 1
   end
   while true do
      visit(position)
      local d = #sizes
      while d > 0 and position[d] == sizes[d] do
         position[d] = 1
         d = d - 1
      end
      if d == 0 then return end
      position[d] = position[d] + 1
   end
end

-- The element of nested tables at a position; set changes it.
function random.get(model, position)
   for d = 1, #position do model = model[position[d]] end
   return model
end

function random.set(model, position, value)
   for d = 1, #position - 1 do model = model[position[d]] end
   model[position[#position]] = value
end

function random.sizes_of(t)
   local sizes = {}
   for d = 1, t:dim() do sizes[d] = t:size(d) end
   return sizes
end

-- All elements of nested tables or a tensor in row-major order.
function random.flat(model)
   local list = {}
   local function add(part)
      if type(part) ~= 'table' then list[#list + 1] = tonumber(part)
      else for i = 1, #part do add(part[i]) end end
   end
   if type(model) == 'userdata' then model = model:totable() end
   add(model)
   return list
end

return random
