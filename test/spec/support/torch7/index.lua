-- index.lua: the results of Torch7's functions for positions, masks, views and convolutions in plain Lua.
local plain = require 'spec.support.torch7.plain'

local unpack = table.unpack or unpack
local reference = {}

-- --- positions ---

function reference.index(_, x, dim, idx)
   return plain.make(x.type, plain.with(x.size, dim, #idx),
      function(index) return plain.at(x, plain.with(index, dim, idx[index[dim]])) end)
end

-- x, with change(old, position in idx, index) for the elements of the slices in idx.
local function at_slices(x, dim, idx, change)
   local result = plain.map(x, function(v) return v end)
   for i = 1, #idx do
      plain.each(plain.with(x.size, dim, 1), function(index)
         local k = plain.place(x.size, plain.with(index, dim, idx[i]))
         result[k] = plain.to(x.type, change(result[k], plain.with(index, dim, i)))
      end)
   end
   return result
end

function reference.indexCopy(_, x, dim, idx, y)
   return at_slices(x, dim, idx, function(_, index) return plain.at(y, index) end)
end
function reference.indexAdd(_, x, dim, idx, y)
   return at_slices(x, dim, idx, function(old, index) return old + plain.at(y, index) end)
end
function reference.indexFill(_, x, dim, idx, value)
   return at_slices(x, dim, idx, function() return value end)
end

function reference.gather(_, x, dim, idx)
   return plain.make(x.type, idx.size, function(index, k) return plain.at(x, plain.with(index, dim, idx[k])) end)
end

function reference.scatter(call, dim, idx, y)
   local result = plain.map(call.out, function(v) return v end)
   plain.each(idx.size, function(index, k)
      result[plain.place(result.size, plain.with(index, dim, idx[k]))] = type(y) == 'table' and y[k] or y
   end)
   return result
end

function reference.nonzero(_, x)
   local rows = { type = 'Long', size = { 0, #x.size } }
   plain.each(x.size, function(index, k)
      if x[k] == 0 then return end
      rows.size[1] = rows.size[1] + 1
      for _, i in ipairs(index) do rows[#rows + 1] = i end
   end)
   return rows
end

-- --- masks ---

function reference.maskedFill(_, x, mask, value)
   return plain.map(x, function(v, k) return mask[k] ~= 0 and value or v end)
end
function reference.maskedCopy(_, x, mask, y)
   local taken = 0
   return plain.map(x, function(v, k)
      if mask[k] == 0 then return v end
      taken = taken + 1
      return y[taken]
   end)
end
function reference.maskedSelect(_, x, mask)
   local result = { type = x.type, size = { 0 } }
   for k = 1, #x do if mask[k] ~= 0 then result[#result + 1] = x[k] end end
   result.size[1] = #result
   return result
end

-- --- joined, repeated, cut ---

function reference.cat(_, ...)
   local parts = { ... }
   local dim = table.remove(parts)
   if not parts[1].size then parts = parts[1] end
   if dim == -1 then dim = #parts[1].size end
   local joined = 0
   for _, part in ipairs(parts) do joined = joined + part.size[dim] end
   return plain.make(parts[1].type, plain.with(parts[1].size, dim, joined), function(index)
      local i, p = index[dim], 1
      while i > parts[p].size[dim] do
         i = i - parts[p].size[dim]
         p = p + 1
      end
      return plain.at(parts[p], plain.with(index, dim, i))
   end)
end

local function sizes_of(list) return type(list[1]) == 'table' and list[1] or list end

function reference.repeatTensor(_, x, ...)
   local times, size = sizes_of { ... }, {}
   for d, n in ipairs(times) do size[d] = n * x.size[d] end
   return plain.make(x.type, size, function(index)
      local old = {}
      for d, i in ipairs(index) do old[d] = (i - 1) % x.size[d] + 1 end
      return plain.at(x, old)
   end)
end

local function triangle(keeps)
   return function(_, x, k)
      return plain.make(x.type, x.size, function(index, at) return keeps(index[2] - index[1], k) and x[at] or 0 end)
   end
end
reference.tril = triangle(function(diagonal, k) return diagonal <= k end)
reference.triu = triangle(function(diagonal, k) return diagonal >= k end)

function reference.diag(_, x, k)
   local list = { type = x.type }
   plain.each(x.size, function(index, at) if index[2] - index[1] == k then list[#list + 1] = x[at] end end)
   list.size = { #list }
   return list
end

-- --- views ---

function reference.narrow(_, x, dim, first, count)
   return plain.make(x.type, plain.with(x.size, dim, count),
      function(index) return plain.at(x, plain.with(index, dim, index[dim] + first - 1)) end)
end
function reference.select(_, x, dim, at)
   local size = { unpack(x.size) }
   table.remove(size, dim)
   return plain.make(x.type, size, function(index)
      local old = { unpack(index) }
      table.insert(old, dim, at)
      return plain.at(x, old)
   end)
end
function reference.permute(_, x, ...)
   local order, size = { ... }, {}
   for d, from in ipairs(order) do size[d] = x.size[from] end
   return plain.make(x.type, size, function(index)
      local old = {}
      for d, from in ipairs(order) do old[from] = index[d] end
      return plain.at(x, old)
   end)
end
function reference.transpose(call, x, a, b)
   local order = {}
   for d = 1, #x.size do order[d] = d == a and b or d == b and a or d end
   return reference.permute(call, x, unpack(order))
end
function reference.t(call, x) return reference.permute(call, x, 2, 1) end
function reference.unfold(_, x, dim, size, step)
   local sizes = plain.with(x.size, dim, math.floor((x.size[dim] - size) / step) + 1)
   sizes[#sizes + 1] = size
   return plain.make(x.type, sizes, function(index)
      local old = { unpack(index, 1, #x.size) }
      old[dim] = (index[dim] - 1) * step + index[#index]
      return plain.at(x, old)
   end)
end

local function expanded(x, size)
   return plain.make(x.type, size, function(index)
      local old = {}
      for d, i in ipairs(index) do old[d] = x.size[d] == 1 and 1 or i end
      return plain.at(x, old)
   end)
end
function reference.expand(_, x, ...) return expanded(x, sizes_of { ... }) end
function reference.expandAs(_, x, like) return expanded(x, like.size) end

local function laid(x, size) return plain.make(x.type, size, function(_, k) return x[k] end) end
function reference.view(_, x, ...) return laid(x, sizes_of { ... }) end
function reference.viewAs(_, x, like) return laid(x, like.size) end
reference.reshape = reference.view
function reference.contiguous(_, x) return laid(x, x.size) end
reference.clone = reference.contiguous

function reference.squeeze(_, x, dim)
   local size = {}
   for d, n in ipairs(x.size) do if n ~= 1 or dim and d ~= dim then size[#size + 1] = n end end
   return laid(x, size)
end

local function pieces(x, size, dim)
   local list = {}
   for first = 1, x.size[dim], size do
      list[#list + 1] = reference.narrow(nil, x, dim, first, math.min(size, x.size[dim] - first + 1))
   end
   return list
end
function reference.split(_, x, size, dim) return pieces(x, size, dim) end
function reference.chunk(_, x, n, dim) return pieces(x, math.ceil(x.size[dim] / n), dim) end

-- --- questions about a tensor ---

function reference.dim(_, x) return #x.size end
reference.nDimension = reference.dim
function reference.nElement(_, x) return #x end
function reference.elementSize(_, x)
   return ({ Byte = 1, Char = 1, Short = 2, Int = 4, Long = 8, Float = 4, Double = 8, Half = 2 })[x.type]
end
function reference.size(_, x, dim) return dim and x.size[dim] or { storage = x.size } end
function reference.stride(_, x, dim)
   local strides = {}
   for d = #x.size, 1, -1 do strides[d] = (strides[d + 1] or 1) * (x.size[d + 1] or 1) end
   return dim and strides[dim] or { storage = strides }
end
function reference.storageOffset() return 1 end
function reference.isContiguous() return true end
function reference.isTensor() return true end
function reference.isStorage(_, x) return x.storage ~= nil end
function reference.isSetTo() return false end
local function same_sizes(a, b)
   for d = 1, math.max(#a, #b) do if a[d] ~= b[d] then return false end end
   return true
end
function reference.isSameSizeAs(_, x, y) return same_sizes(x.size, y.size) end
function reference.isSize(_, x, size) return same_sizes(x.size, size) end
function reference.totable(_, x)
   if x.storage then return { table = x.storage } end
   local nested = {}
   plain.each(x.size, function(index, k)
      local level = nested
      for d = 1, #index - 1 do
         level[index[d]] = level[index[d]] or {}
         level = level[index[d]]
      end
      level[index[#index]] = x[k]
   end)
   return { table = nested }
end

-- --- convolution ---

-- The result at an index: the sum over all positions of the kernel, reversed or not, that are inside x.
local function correlate(x, kernel, planes, at, turned, full)
   local s, rank = 0, #at
   local inner = { unpack(kernel.size, #kernel.size - rank + 1) }
   plain.each(inner, function(place)
      local old = {}
      for d = 1, rank do
         old[d] = at[d] + (turned and inner[d] - place[d] or place[d] - 1) - (full and inner[d] - 1 or 0)
         if old[d] < 1 or old[d] > x.size[#x.size - rank + d] then return end
      end
      local from, by = { unpack(planes.x) }, { unpack(planes.kernel) }
      for d = 1, rank do
         from[#from + 1] = old[d]
         by[#by + 1] = place[d]
      end
      s = s + plain.at(x, from) * plain.at(kernel, by)
   end)
   return s
end

local function convolution(rank, turned)
   return function(_, x, kernel, border)
      local full, size = border == 'F', {}
      for d = 1, rank do
         local n, k = x.size[#x.size - rank + d], kernel.size[#kernel.size - rank + d]
         size[d] = full and n + k - 1 or n - k + 1
      end
      local lists = #x.size - rank + #kernel.size - rank -- 0: pictures; 2: lists; 3: a list, and lists of kernels
      if lists > 0 then table.insert(size, 1, kernel.size[1]) end
      return plain.make(x.type, size, function(index)
         local at = { unpack(index) }
         if lists == 0 then return correlate(x, kernel, { x = {}, kernel = {} }, at, turned, full) end
         local plane = table.remove(at, 1)
         if lists == 2 then return correlate(x, kernel, { x = { plane }, kernel = { plane } }, at, turned, full) end
         local s = 0
         for p = 1, x.size[1] do
            s = s + correlate(x, kernel, { x = { p }, kernel = { plane, p } }, at, turned, full)
         end
         return s
      end)
   end
end
reference.conv2, reference.xcorr2 = convolution(2, true), convolution(2, false)
reference.conv3, reference.xcorr3 = convolution(3, true), convolution(3, false)

return reference
