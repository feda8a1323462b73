-- tensor/compare.lua: whether two values are equal within a tolerance, and if not, why.
if jit then jit.off(true, true) end -- see host.lua
local compare = {}

-- The largest difference of two tensors of equal size and type; NaN if either has a NaN where the other has not
-- the same.
local function distance_of(tensor, a, b)
   local unequal = a:ne(b)
   if not unequal:any() then return 0 end
   return tensor.max(tensor.csub(a:double(), b:double()):abs()[unequal])
end

local function size_of(x)
   return table.concat(x:size():totable(), 'x')
end

local function compare_tensors(tensor, a, b, tolerance)
   if not a:isSameSizeAs(b) then
      return false, ('sizes %s and %s'):format(size_of(a), size_of(b))
   end
   if a:isSparse() then a, b = a:toDense(), b:toDense() end
   local distance = a:nElement() > 0 and distance_of(tensor, a, b) or 0
   return distance <= tolerance, ('differ by %g, %g is allowed'):format(distance, tolerance)
end

local function compare_storages(tensor, a, b, tolerance)
   if a:size() ~= b:size() then return false, ('%d and %d elements'):format(a:size(), b:size()) end
   local as_tensor = tensor[tensor.type(a):match 'torch%.(%w+)Storage' .. 'Tensor']
   if a:size() == 0 then return true end
   return compare_tensors(tensor, as_tensor(a, 1, { a:size() }), as_tensor(b, 1, { b:size() }), tolerance)
end

-- seen: pairs of tables whose comparison has begun. Meeting such a pair again counts as equal, so that cycles
-- end.
local function compare_tables(tensor, a, b, tolerance, seen)
   seen[a] = seen[a] or {}
   if seen[a][b] then return true end
   seen[a][b] = true
   for key, value in pairs(a) do
      local same, why = compare.equal(tensor, value, b[key], tolerance, seen)
      if not same then return false, ('[%s]: %s'):format(tostring(key), why) end
   end
   for key in pairs(b) do
      if a[key] == nil then return false, ('[%s] is missing in the first'):format(tostring(key)) end
   end
   return true
end

-- Returns true, or false and the reason.
function compare.equal(tensor, a, b, tolerance, seen)
   local kind = tensor.type(a)
   if kind ~= tensor.type(b) then return false, ('a %s and a %s'):format(kind, tensor.type(b)) end
   if tensor.isTensor(a) then return compare_tensors(tensor, a, b, tolerance) end
   if tensor.isStorage(a) then return compare_storages(tensor, a, b, tolerance) end
   if type(a) == 'number' then
      return a == b or math.abs(a - b) <= tolerance, ('%.17g and %.17g, %g is allowed'):format(a, b, tolerance)
   end
   if type(a) == 'table' then return compare_tables(tensor, a, b, tolerance, seen or {}) end
   return a == b, ('%s and %s'):format(tostring(a), tostring(b))
end

return compare
