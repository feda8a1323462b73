-- pointwise.lua: the expected results of a point-wise row, and the comparison with them.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'
local integers = require 'spec.support.integers'
local reference = require 'spec.support.reference'
local values = require 'spec.support.values'

local pointwise = {}

-- The types of the module, { name = 'Float', dtype = 'float' }; includes dtypes that are added later.
function pointwise.types()
   local list = {}
   for key, object in pairs(tensor) do
      local name = key:match '^(%w+)Tensor$'
      local is_real = name and not name:find '^Complex' and not name:find '^QU?Int'
      if is_real and type(object) == 'table' and object.dtype then
         list[#list + 1] = { name = name, dtype = object.dtype }
      end
   end
   table.sort(list, function(a, b) return a.name < b.name end)
   return list
end

local signatures, inplace = {}, {}
for _, row in ipairs(tensor.rows) do
   signatures[row.name] = row.signature
   inplace[row.name] = row.inplace
end

-- The operand that must not be zero for integers.
local divisors = { floorDivide = 2, cdiv = 2, cfmod = 2, cremainder = 2, addcdiv = 3 }

-- A case is a row for a dtype, with sample values for each operand and for the row's numbers.
function pointwise.case(name, type_row)
   local op, format = tensor.ops[name], formats.of[type_row.dtype]
   local self = {
      name = name, op = op, type = type_row, format = format, operands = {}, cache = {},
      factor = signatures[name]:find('factor', 1, true) ~= nil, inplace = inplace[name],
   }
   local sample = values(type_row.dtype)
   for k = 1, op.operands do
      local list = {}
      for i = 1, #sample do list[i] = sample[(i * (2 * k - 1) + 3 * (k - 1)) % #sample + 1] end
      self.operands[k] = list
   end
   local divisor = divisors[name]
   if divisor and not format.floating then
      for i, x in ipairs(self.operands[divisor]) do
         if x == 0 then self.operands[divisor][i] = integers.int(1) end
      end
   end
   self.numbers = self.factor and { 3 } or op.numbers == 2 and { 1, 2.5 } or {}
   return setmetatable(self, { __index = pointwise })
end

function pointwise.is_defined(name, dtype)
   local set = tensor.ops[name].dtypes
   return set == 'ALL' or set == 'NUMERIC' or (set == 'FLOATING' or set == 'ANALYTIC') == formats.of[dtype].floating
end

-- Returns a function that converts a number to the type in which the library computes, and the width of that
-- type.
local function computing(format)
   local compute = formats.of[format.compute]
   local function to(x)
      if compute.floating then return formats.round(compute, x) end
      return integers.wrap(x, compute.bits, true)
   end
   return to, compute.bits
end

-- The smallest and largest valid result for elements or numbers a, ...; NaN for NaN, nil if this interpreter
-- cannot tell.
function pointwise:range(elements, numbers)
   local format, arguments = self.format, {}
   for k, x in ipairs(elements) do arguments[k] = formats.convert(format, x) end
   for _, x in ipairs(numbers) do arguments[#arguments + 1] = formats.convert(format, x) end
   local to, width = computing(format)
   arguments[#arguments + 1] = to
   arguments[#arguments + 1] = width or format
   local f = format.truth and reference.bool[self.name]
      or not format.floating and reference.integer[self.name] or reference[self.name]
   local x = f((table.unpack or unpack)(arguments))
   if self.op.mask or x == nil then return x, x end
   if x ~= x and (not format.floating or reference.bitwise[self.name]) then return nil end
   if not format.floating then
      x = formats.convert(format, x)
      return x, x
   end
   local bound = reference.bound[self.name]
   bound = bound and bound[format.compute == 'double' and 2 or 1] or 0
   if x ~= x or math.abs(x) == math.huge or bound == 0 then
      x = formats.round(format, x)
      return x, x
   end
   local slack = bound * formats.ulp(formats.of[format.compute], x)
   return formats.round(format, x - slack), formats.round(format, x + slack)
end

-- The same for samples given by their positions; results are cached.
function pointwise:range_at(positions, numbers)
   local key = 0
   for _, i in ipairs(positions) do key = key * 32 + i end
   local known = self.cache[key]
   if not known then
      local elements = {}
      for k, i in ipairs(positions) do elements[k] = self.operands[k][i] end
      known = { self:range(elements, numbers) }
      self.cache[key] = known
   end
   return known[1], known[2]
end

local function flatten(list, x)
   if type(x) ~= 'table' then list[#list + 1] = x
   else for _, y in ipairs(x) do flatten(list, y) end end
   return list
end

function pointwise.flat(t) return flatten({}, t:totable()) end

local function text(x) return type(x) == 'number' and ('%.17g'):format(x) or tostring(x) end

-- Returns nil if every element k of got is in range(k), else a description of the first that is not.
function pointwise.mismatch(got, count, range)
   local list = pointwise.flat(got)
   if #list ~= count then return ('%d elements instead of %d'):format(#list, count) end
   for k, x in ipairs(list) do
      local least, most = range(k)
      if least and least ~= least then
         if x == x then return ('element %d is %s instead of NaN'):format(k, text(x)) end
      elseif least and not (x >= least and x <= most) then
         return ('element %d is %s, not in [%s, %s]'):format(k, text(x), text(least), text(most))
      end
   end
end

-- The arguments of a call. If the row has a coefficient, it is the second.
function pointwise:arguments(operands, numbers)
   local list = {}
   for k, x in ipairs(operands) do
      if k == 2 and self.factor then list[#list + 1] = numbers[1] end
      list[#list + 1] = x
   end
   if not self.factor then for _, x in ipairs(numbers) do list[#list + 1] = x end end
   return list
end

return pointwise
