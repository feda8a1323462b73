-- places.lua: operands of any dtype, size, layout, alignment and kind of values. The same description always
-- gives the same operands.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'
local pointwise = require 'spec.support.pointwise'
local values = require 'spec.support.values'

local unpack = table.unpack or unpack
local places = {}

-- The sizes of dimensions, by letter: most operands are s x m x n, factors have a k. cut and large are enough
-- for 2 and 8 threads, for every dtype. Most sizes are no multiple of a vector's width.
local function sizes_of(dtype)
   local width = tensor.empty(0, { dtype = dtype }):elementSize()
   return {
      small = { s = 2, m = 3, n = 5, k = 7 },
      odd = { s = 7, m = 33, n = 19, k = 40 },
      cut = { s = 3, m = 37, n = math.floor(4000 / width), k = 11 },
      large = { s = 6, m = 37, n = math.floor(5000 / width), k = 11 },
   }
end

local type_of = {}
for _, row in ipairs(pointwise.types()) do type_of[row.dtype] = tensor[row.name .. 'Tensor'] end

local seed
local function random()
   seed = (seed * 16807) % 2147483647
   return seed / 2147483647
end

-- Values: magnitudes around 1, whole numbers, or booleans; if special, some are extremes of the dtype.
local function block(dtype, special)
   local format, list, extremes = formats.of[dtype], {}, values(dtype)
   seed = 12345
   for i = 1, 4999 do
      local x = (random() - 0.5) * 2 ^ (math.floor(random() * 24) - 11)
      if format.truth then x = x > 0 and 1 or 0 elseif not format.floating then x = math.floor(random() * 120) end
      if special and random() < 0.03 then x = extremes[math.floor(random() * #extremes) + 1] end
      list[i] = x
   end
   return type_of[dtype](list)
end

-- Complex numbers of two blocks.
local function complex_block(dtype, special)
   local x = tensor.empty(4999, { dtype = dtype })
   local re = block(dtype == 'complexFloat' and 'float' or 'double', special)
   x:real():copy(re)
   x:imag():copy(re:index(1, tensor.range(4999, 1, -1):long()))
   return x
end

-- A cache of operands, for the last dtype and size only.
local made, made_for = {}, nil

local function once(key, make)
   if not made[key] then made[key] = make() end
   return made[key]
end

-- count elements for operand k, in order. Divisors of integers are not zero.
local function source(dtype, special, k, count)
   return once(('%s %s %d %d'):format(dtype, tostring(special), k, count), function()
      local is_complex = dtype:find 'complex'
      local x = (is_complex and complex_block or block)(dtype, special)
      if k > 1 and not is_complex and not formats.of[dtype].floating then x:maskedFill(x:eq(0), 1) end
      return x:repeatTensor(math.ceil(count / 4999) + 1):narrow(1, 101 * k, count):clone()
   end)
end

-- Layouts: each makes a window of a size, first elements into its storage.
places.layouts = {
   contiguous = function(size, first, options)
      local count = 1
      for _, n in ipairs(size) do count = count * n end
      return tensor.empty(first + count, options):narrow(1, first + 1, count):view(unpack(size))
   end,
   transposed = function(size, first, options)
      local turned, order = {}, {}
      for d, n in ipairs(size) do turned[#size + 1 - d], order[d] = n, #size + 1 - d end
      return places.layouts.contiguous(turned, first, options):permute(unpack(order))
   end,
   strided = function(size, first, options)
      local wide = { unpack(size) }
      wide[#wide + 1] = 2
      return places.layouts.contiguous(wide, first, options):select(#wide, 1)
   end,
}

-- Views with a bit: what is written to them and read is not what memory holds.
places.lazy = {
   negated = function(size, first, options)
      local x = places.layouts.strided(size, first, options)
      return x.dtype == 'bool' and x or x:negView()
   end,
   conjugated = function(size, first, options) return places.layouts.contiguous(size, first, options):conj() end,
}

local function layout_of(at) return places.layouts[at.layout] or places.lazy[at.layout] end

local Place = {}
Place.__index = Place

-- fields: names of dtype, size and layout; offset, in elements; special, whether values include extremes;
-- generator.
function places.new(fields)
   local at = setmetatable(fields, Place)
   at.letters = sizes_of(at.dtype)[at.size]
   if made_for ~= at.dtype .. at.size then made, made_for = {}, at.dtype .. at.size end
   return at
end

function Place:options() return { dtype = self.dtype } end

function Place:lengths(letters)
   local size, count = {}, 1
   for letter in letters:gmatch '.' do
      size[#size + 1] = self.letters[letter]
      count = count * self.letters[letter]
   end
   return size, count
end

function Place:dims(letters) return tensor.LongStorage((self:lengths(letters))) end

-- Operand k. Operands differ in their values and, unless the offset is 0, in their alignment.
function Place:tensor(letters, k, dtype)
   local size, count = self:lengths(letters)
   local x = layout_of(self)(size, self.offset * k, { dtype = dtype or self.dtype })
   return x:copy(source(dtype or self.dtype, self.special and not dtype, k, count):view(unpack(size)))
end

function Place:generator()
   local g = tensor.Generator(self.generator_kind)
   tensor.manualSeed(g, 42)
   return g
end

-- A tensor of probabilities.
function Place:chances(letters)
   local x = self:tensor(letters, 2, 'double')
   return x:abs():fmod(1)
end

-- Positions along a dimension of s x m x n, with repetitions; or one for each element.
function Place:positions(dim, alike)
   local size, count = self:lengths 'smn'
   local list = once(('positions %d %s'):format(dim, tostring(alike)), function()
      local x = tensor.range(0, (alike and count or size[dim]) - 1, 1, { dtype = 'long' })
      return x:cmul(x):fmod(size[dim]):add(1)
   end)
   if not alike then return list:clone() end
   return layout_of(self)(size, self.offset, { dtype = 'long' }):copy(list:view(unpack(size)))
end

-- Makes results to give to a call: like the results of another run, but with other elements.
function Place:results(others)
   local list = {}
   for i, x in ipairs(others) do
      list[i] = layout_of(self)(x:size():totable(), self.offset * (3 + i), { dtype = x:type() }):fill(1)
   end
   return list
end

return places
