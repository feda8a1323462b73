-- elements.lua: the results of Torch7's point-wise functions in plain Lua: reference[name](call, operands ...).
local plain = require 'spec.support.torch7.plain'
local integers = require 'spec.support.integers'
local of_element = require 'spec.support.reference'

local reference = {}

local function same(x) return x end
local function to_of(type)
   return plain.is_whole(type) and function(x) return tonumber(x) end or same
end

-- The function of spec/support/reference.lua for one element.
local function element_of(name, type)
   return plain.is_whole(type) and of_element.integer[name] or of_element[name]
end

local function element(x, k) return type(x) == 'table' and x[k] or x end

-- Numbers without a tensor are computed as doubles and give a number; with an integer tensor the integer part
-- of a number counts.
local function apply(name, type_name, operands)
   local first
   for _, x in ipairs(operands) do first = first or type(x) == 'table' and x or nil end
   local f = element_of(name, first and first.type or 'Double')
   local whole = first and plain.is_whole(first.type)
   local function value(k)
      local list = {}
      for i, x in ipairs(operands) do
         list[i] = element(x, k)
         if whole then list[i] = integers.int(plain.to('Long', list[i])) end
      end
      list[#list + 1] = to_of(first and first.type or 'Double')
      list[#list + 1] = 64
      return tonumber(f((table.unpack or unpack)(list)))
   end
   if not first then return value(1) end
   return plain.make(type_name or first.type, first.size, function(_, k) return value(k) end)
end

local unary = 'abs acos asin atan ceil cinv cos cosh exp floor frac log log1p neg round rsqrt sigmoid sign sin sinh '
   .. 'sqrt tan tanh trunc'
for name in unary:gmatch '%S+' do
   reference[name] = function(_, a) return apply(name, nil, { a }) end
end

local binary = {
   mul = 'cmul', div = 'cdiv', fmod = 'cfmod', mod = 'cfmod', cmod = 'cfmod', remainder = 'cremainder',
   bitand = 'cbitand', bitor = 'cbitor', bitxor = 'cbitxor', lshift = 'clshift', rshift = 'crshift', pow = 'cpow',
}
for name in ('cmul cdiv cfmod cremainder cpow cmax cmin atan2 cbitand cbitor cbitxor clshift crshift'):gmatch '%S+' do
   binary[name] = name
end
for name, row in pairs(binary) do
   reference[name] = function(_, a, b) return apply(row, nil, { a, b }) end
end

-- The coefficient comes before the last operand.
for name, row in pairs { add = 'cadd', csub = 'csub' } do
   reference[name] = function(_, a, u, b)
      if not b then u, b = 1, u end
      return apply(row, nil, { a, b, u })
   end
end
for _, name in ipairs { 'addcmul', 'addcdiv' } do
   reference[name] = function(_, a, u, b, c) return apply(name, nil, { a, b, c, u }) end
end
for _, name in ipairs { 'lt', 'gt', 'le', 'ge', 'eq', 'ne' } do
   reference[name] = function(call, a, b) return apply(name, call.out and call.out.type or 'Byte', { a, b }) end
end

function reference.clamp(_, a, u, v) return apply('clamp', nil, { a, u, v }) end

function reference.lerp(_, a, b, weight)
   if type(a) == 'number' then return a + weight * (b - a) end
   return plain.map(a, function(x, k) return x + weight * (b[k] - x) end)
end

function reference.fill(call, value) return plain.map(call.out, function() return value end) end
function reference.zero(call) return plain.map(call.out, function() return 0 end) end
function reference.apply(_, x, f) return plain.map(x, function(v) return f(v) or v end) end
function reference.map(_, x, y, f) return plain.map(x, function(v, k) return f(v, y[k]) or v end) end
function reference.map2(_, x, y, z, f) return plain.map(x, function(v, k) return f(v, y[k], z[k]) or v end) end
function reference.copy(_, x, y) return plain.map(x, function(_, k) return y[k] end) end

-- --- types ---

for _, type_name in ipairs { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double', 'Half' } do
   reference[type_name:lower()] = function(_, x)
      return plain.make(type_name, x.size, function(_, k) return x[k] end)
   end
end
function reference.typeAs(_, x, y) return plain.make(y.type, x.size, function(_, k) return x[k] end) end
function reference.real(_, x) return plain.make('Double', x.size, function(_, k) return x[k] end) end
function reference.type(_, x, name)
   if not name then return ('torch.%sTensor'):format(x.type) end
   return plain.make(name:match '^torch%.(%w+)Tensor$', x.size, function(_, k) return x[k] end)
end

return reference
