-- plain.lua: tensors as plain Lua tables, { size = {...}, type = 'Float', elements in row-major order }, and
-- loops over them. Only plain.of, which reads a tensor, uses the library.
local plain = {}

local unpack = table.unpack or unpack
local bits = { Byte = 8, Char = 8, Short = 16, Int = 32, Long = 64 }

-- x as the type holds it: integers truncate and wrap.
function plain.to(type, x)
   if not bits[type] then return x end
   x = x < 0 and math.ceil(x) or math.floor(x)
   if type == 'Long' then return x end
   local range = 2 ^ bits[type]
   x = x % range
   return type ~= 'Byte' and x >= range / 2 and x - range or x
end

function plain.is_whole(type) return bits[type] ~= nil end

function plain.count(size)
   local n = 1
   for _, s in ipairs(size) do n = n * s end
   return #size > 0 and n or 0
end

-- Calls visit(index, k) for every index of the sizes, in row-major order.
function plain.each(size, visit)
   for k = 1, plain.count(size) do
      local index, rest = {}, k - 1
      for d = #size, 1, -1 do
         index[d] = rest % size[d] + 1
         rest = math.floor(rest / size[d])
      end
      visit(index, k)
   end
end

-- A tensor with elements f(index, k).
function plain.make(type, size, f)
   local x = { type = type, size = { unpack(size) } }
   plain.each(size, function(index, k) x[k] = plain.to(type, f(index, k)) end)
   return x
end

function plain.place(size, index)
   local k = 0
   for d = 1, #size do k = k * size[d] + index[d] - 1 end
   return k + 1
end

function plain.at(x, ...)
   local index = type(...) == 'table' and ... or { ... }
   return x[plain.place(x.size, index)]
end

-- A copy of index with another value in dimension d.
function plain.with(index, d, value)
   local copy = { unpack(index) }
   copy[d] = value
   return copy
end

function plain.map(x, f)
   return plain.make(x.type, x.size, function(_, k) return f(x[k], k) end)
end

-- Reduces dim: f(list) gets the elements along dim for each index of the others. The result has size 1 there;
-- if f returns several values, there are several tensors, of the given types.
function plain.fold(x, dim, f, ...)
   local types, results = { ... }, {}
   local size = plain.with(x.size, dim, 1)
   for r = 1, math.max(1, #types) do results[r] = { type = types[r] or x.type, size = { unpack(size) } } end
   plain.each(size, function(index, k)
      local list = {}
      for i = 1, x.size[dim] do list[i] = plain.at(x, plain.with(index, dim, i)) end
      local values = { f(list) }
      for r, result in ipairs(results) do result[k] = plain.to(result.type, values[r]) end
   end)
   return unpack(results)
end

-- The same with lists of n values from f, which are laid along dim.
function plain.spread(x, dim, n, f, ...)
   local types, results = { ... }, {}
   local size = plain.with(x.size, dim, n)
   for r = 1, math.max(1, #types) do results[r] = { type = types[r] or x.type, size = { unpack(size) } } end
   plain.each(plain.with(x.size, dim, 1), function(index)
      local list = {}
      for i = 1, x.size[dim] do list[i] = plain.at(x, plain.with(index, dim, i)) end
      local values = { f(list) }
      for r, result in ipairs(results) do
         for i = 1, n do
            result[plain.place(size, plain.with(index, dim, i))] = plain.to(result.type, values[r][i])
         end
      end
   end)
   return unpack(results)
end

local function flatten(list, t)
   if type(t) == 'table' then for _, part in ipairs(t) do flatten(list, part) end
   else list[#list + 1] = tonumber(t) end
   return list
end

-- Reads a tensor of the library.
function plain.of(tensor)
   local x = flatten({}, tensor:dim() > 0 and tensor:totable() or {})
   x.type = tensor:type():match '^torch%.(%w+)Tensor$'
   x.size = tensor:size():totable()
   for d, s in ipairs(x.size) do x.size[d] = tonumber(s) end
   return x
end

return plain
