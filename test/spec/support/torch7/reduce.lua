-- reduce.lua: the results of Torch7's reductions, sorting functions and products in plain Lua.
local plain = require 'spec.support.torch7.plain'

local unpack = table.unpack or unpack
local reference = {}

-- --- reductions ---

local function sum(list)
   local s = 0
   for _, x in ipairs(list) do s = s + x end
   return s
end

local function product(list)
   local p = 1
   for _, x in ipairs(list) do p = p * x end
   return p
end

local function mean(list) return sum(list) / #list end

local function variance(list, biased)
   local m, s = mean(list), 0
   for _, x in ipairs(list) do s = s + (x - m) ^ 2 end
   return s / (#list - (biased and 0 or 1))
end

local function norm(list, p)
   local s = 0
   for _, x in ipairs(list) do s = s + math.abs(x) ^ p end
   return s ^ (1 / p)
end

-- The element that comes before all others, and its first position.
local function extreme(list, before)
   local at = 1
   for i = 2, #list do if before(list[i], list[at]) then at = i end end
   return list[at], at
end

local function less(a, b) return a < b end
local function greater(a, b) return a > b end

-- f of all elements, or of those along dim.
local function reduce(f)
   return function(_, x, dim)
      if not dim then return f(x) end
      return plain.fold(x, dim, f)
   end
end

reference.sum, reference.prod, reference.mean = reduce(sum), reduce(product), reduce(mean)

local function spread(f)
   return function(_, x, dim, biased)
      if type(dim) ~= 'number' then return f(x, dim) end
      return plain.fold(x, dim, function(list) return f(list, biased) end)
   end
end
reference.var = spread(variance)
reference.std = spread(function(list, biased) return math.sqrt(variance(list, biased)) end)

function reference.norm(_, x, p, dim)
   if not dim then return norm(x, p) end
   return plain.fold(x, dim, function(list) return norm(list, p) end)
end

for name, before in pairs { max = greater, min = less } do
   reference[name] = function(_, x, dim)
      if not dim then return (extreme(x, before)) end
      return plain.fold(x, dim, function(list) return extreme(list, before) end, x.type, 'Long')
   end
end

function reference.all(_, x) return product(x) ~= 0 end
function reference.any(_, x) return sum(x) ~= 0 end
function reference.numel(_, x) return #x end
function reference.trace(_, x)
   local s = 0
   for i = 1, math.min(x.size[1], x.size[2]) do s = s + plain.at(x, i, i) end
   return s
end

local function running(combine)
   return function(_, x, dim)
      return plain.spread(x, dim, x.size[dim], function(list)
         for i = 2, #list do list[i] = combine(list[i - 1], list[i]) end
         return list
      end)
   end
end
reference.cumsum = running(function(a, b) return a + b end)
reference.cumprod = running(function(a, b) return a * b end)

function reference.dist(_, x, y, p)
   local list = {}
   for k = 1, #x do list[k] = x[k] - y[k] end
   return norm(list, p)
end

function reference.equal(_, x, y)
   for k = 1, #x do if x[k] ~= y[k] then return false end end
   return #x == #y
end

function reference.renorm(_, x, p, dim, limit)
   local norms = {}
   for i = 1, x.size[dim] do
      local list = {}
      plain.each(x.size, function(index, k) if index[dim] == i then list[#list + 1] = x[k] end end)
      norms[i] = norm(list, p)
   end
   return plain.make(x.type, x.size, function(index, k)
      local norm_here = norms[index[dim]]
      return norm_here > limit and x[k] * limit / (norm_here + 1e-7) or x[k] -- the constant is Torch7's
   end)
end

-- --- sorting and selection ---

-- The positions that sort a list; equal elements keep their order.
local function order(list, descending)
   local positions = {}
   for i = 1, #list do positions[i] = i end
   table.sort(positions, function(i, j)
      if list[i] == list[j] then return i < j end
      return (list[i] < list[j]) ~= (descending or false)
   end)
   return positions
end

local function taken(list, positions)
   local values = {}
   for i, at in ipairs(positions) do values[i] = list[at] end
   return values, positions
end

function reference.sort(_, x, dim, descending)
   return plain.spread(x, dim, x.size[dim], function(list) return taken(list, order(list, descending)) end,
      x.type, 'Long')
end

function reference.topk(_, x, k, dim, largest, sorted)
   return plain.spread(x, dim, k, function(list)
      local positions = order(list, largest)
      for i = #positions, k + 1, -1 do positions[i] = nil end
      if not sorted then table.sort(positions) end
      return taken(list, positions)
   end, x.type, 'Long')
end

local function one_of(list, at) return list[at], at end

function reference.kthvalue(_, x, k, dim)
   return plain.fold(x, dim, function(list) return one_of(list, order(list)[k]) end, x.type, 'Long')
end

function reference.median(_, x, dim)
   return plain.fold(x, dim, function(list) return one_of(list, order(list)[math.floor((#list + 1) / 2)]) end,
      x.type, 'Long')
end

-- The smallest of the most frequent elements, and its last position.
function reference.mode(_, x, dim)
   return plain.fold(x, dim, function(list)
      local sorted, best, most, run = { unpack(list) }, 0, 0, 0
      table.sort(sorted)
      for i, v in ipairs(sorted) do
         run = v == sorted[i - 1] and run + 1 or 1
         if run > most then best, most = v, run end
      end
      for i = #list, 1, -1 do
         if list[i] == best then return best, i end
      end
   end, x.type, 'Long')
end

local function histogram(list, bins, least, most)
   local counts = {}
   for b = 1, bins do counts[b] = 0 end
   for _, v in ipairs(list) do
      if v >= least and v <= most then
         local b = math.min(bins, math.floor((v - least) / (most - least) * bins) + 1)
         counts[b] = counts[b] + 1
      end
   end
   return counts
end

local function bounds(x, least, most)
   if least ~= most then return least, most end
   return (extreme(x, less)), (extreme(x, greater))
end

function reference.histc(_, x, bins, least, most)
   least, most = bounds(x, least, most)
   local counts = histogram(x, bins, least, most)
   return plain.make(x.type, { bins }, function(_, k) return counts[k] end)
end

function reference.bhistc(_, x, bins, least, most)
   least, most = bounds(x, least, most)
   return plain.spread(x, 2, bins, function(list) return histogram(list, bins, least, most) end)
end

-- --- products ---

local function times(a, b, i, j, batch)
   local s = 0
   for k = 1, a.size[#a.size] do
      local left = batch and plain.at(a, batch, i, k) or plain.at(a, i, k)
      s = s + left * (not j and b[k] or batch and plain.at(b, batch, k, j) or plain.at(b, k, j))
   end
   return s
end

function reference.dot(_, a, b)
   local s = 0
   for k = 1, #a do s = s + a[k] * b[k] end
   return s
end
function reference.mv(_, a, b)
   return plain.make(a.type, { a.size[1] }, function(index) return times(a, b, index[1]) end)
end
function reference.mm(_, a, b)
   return plain.make(a.type, { a.size[1], b.size[2] }, function(index) return times(a, b, index[1], index[2]) end)
end
function reference.bmm(_, a, b)
   return plain.make(a.type, { a.size[1], a.size[2], b.size[3] },
      function(index) return times(a, b, index[2], index[3], index[1]) end)
end
function reference.ger(_, a, b)
   return plain.make(a.type, { #a, #b }, function(index) return a[index[1]] * b[index[2]] end)
end

-- beta * M + alpha * product for the arguments [beta,] M, [alpha,] a, b; a single number in a method is alpha.
local function adding(name)
   return function(call, ...)
      local tensors, numbers = {}, {}
      for _, x in ipairs { ... } do table.insert(type(x) == 'table' and tensors or numbers, x) end
      local beta, alpha = 1, numbers[1]
      if #numbers == 2 then beta, alpha = numbers[1], numbers[2] end
      local added = reference[name](call, tensors[2], tensors[3])
      return plain.map(tensors[1], function(x, k) return beta * x + alpha * added[k] end)
   end
end
reference.addmv, reference.addmm, reference.addr = adding 'mv', adding 'mm', adding 'ger'
reference.baddbmm = adding 'bmm'

function reference.sum_of_bmm(call, a, b)
   local products = reference.bmm(call, a, b)
   local total = plain.fold(products, 1, sum)
   return { type = a.type, size = { total.size[2], total.size[3] }, (table.unpack or unpack)(total) }
end
reference.addbmm = adding 'sum_of_bmm'

function reference.match(_, a, b, gain)
   return plain.make(a.type, { a.size[1], b.size[1] }, function(index)
      local s = 0
      for k = 1, a.size[2] do s = s + (plain.at(a, index[1], k) - plain.at(b, index[2], k)) ^ 2 end
      return gain * s
   end)
end

function reference.cross(_, a, b, dim)
   if dim == 0 then
      dim = 1
      while a.size[dim] ~= 3 do dim = dim + 1 end
   end
   return plain.make(a.type, a.size, function(index)
      local i = index[dim]
      local j, k = plain.with(index, dim, i % 3 + 1), plain.with(index, dim, (i + 1) % 3 + 1)
      return plain.at(a, j) * plain.at(b, k) - plain.at(a, k) * plain.at(b, j)
   end)
end

return reference
