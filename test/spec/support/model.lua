-- model.lua: views computed by plain index arithmetic. A model is { size = {...}, at = {...} }: the sizes, and
-- the storage position of each element in row-major order. Each operation takes a model and the arguments of
-- the tensor's method, and returns the model of the result.
local model = {}

function model.count(size)
   local n = 1
   for _, s in ipairs(size) do n = n * s end
   return n
end

local function copy(list) return { (table.unpack or unpack)(list) } end

function model.contiguous(size)
   local m = { size = copy(size), at = {} }
   for i = 1, model.count(size) do m.at[i] = i end
   return m
end

-- The index of the k-th element; element_of is the inverse.
local function index_of(size, k)
   local index = {}
   k = k - 1
   for d = #size, 1, -1 do
      index[d] = k % size[d] + 1
      k = math.floor(k / size[d])
   end
   return index
end

local function element_of(size, index)
   local k = 0
   for d = 1, #size do k = k * size[d] + index[d] - 1 end
   return k + 1
end

-- The model of that size in which the element at index i is m's element at from(i).
local function map(m, size, from)
   local result = { size = size, at = {} }
   for k = 1, model.count(size) do
      result.at[k] = m.at[element_of(m.size, from(index_of(size, k)))]
   end
   return result
end

function model.narrow(m, dim, first, count)
   local size = copy(m.size)
   size[dim] = count
   return map(m, size, function(index)
      index[dim] = index[dim] + first - 1
      return index
   end)
end

function model.select(m, dim, at)
   local size = copy(m.size)
   table.remove(size, dim)
   return map(m, size, function(index)
      table.insert(index, dim, at)
      return index
   end)
end

function model.permute(m, ...)
   local order, size = { ... }, {}
   for d, from in ipairs(order) do size[d] = m.size[from] end
   return map(m, size, function(index)
      local old = {}
      for d, from in ipairs(order) do old[from] = index[d] end
      return old
   end)
end

function model.transpose(m, one, other)
   local order = {}
   for d = 1, #m.size do order[d] = d == one and other or d == other and one or d end
   return model.permute(m, (table.unpack or unpack)(order))
end

function model.unfold(m, dim, window, step)
   local size = copy(m.size)
   size[dim] = math.floor((size[dim] - window) / step) + 1
   size[#size + 1] = window
   return map(m, size, function(index)
      local inside = table.remove(index)
      index[dim] = (index[dim] - 1) * step + inside
      return index
   end)
end

function model.expand(m, ...)
   local size = { ... }
   local added = #size - #m.size
   for d, s in ipairs(size) do if s == -1 then size[d] = m.size[d - added] end end
   return map(m, size, function(index)
      local old = {}
      for d = 1, #m.size do old[d] = m.size[d] == 1 and 1 or index[d + added] end
      return old
   end)
end

function model.diagonal(m, offset, one, other)
   local rows, columns = m.size[one], m.size[other]
   local count = offset >= 0 and math.min(rows, columns - offset) or math.min(rows + offset, columns)
   local size = {}
   for d = 1, #m.size do if d ~= one and d ~= other then size[#size + 1] = m.size[d] end end
   size[#size + 1] = math.max(count, 0)
   return map(m, size, function(index)
      local old, next_one, along = {}, 1, index[#index]
      for d = 1, #m.size do
         if d == one then old[d] = along + math.max(-offset, 0)
         elseif d == other then old[d] = along + math.max(offset, 0)
         else
            old[d] = index[next_one]
            next_one = next_one + 1
         end
      end
      return old
   end)
end

function model.unsqueeze(m, dim)
   local size = copy(m.size)
   table.insert(size, dim, 1)
   return { size = size, at = m.at }
end

function model.squeeze(m, dim)
   local size = {}
   for d, s in ipairs(m.size) do
      if s ~= 1 or (dim and d ~= dim) then size[#size + 1] = s end
   end
   return { size = size, at = m.at }
end

function model.reshape(m, ...)
   return { size = { ... }, at = m.at }
end

-- True if the elements are contiguous.
function model.is_contiguous(m)
   for k = 2, #m.at do
      if m.at[k] ~= m.at[k - 1] + 1 then return false end
   end
   return true
end

return model
