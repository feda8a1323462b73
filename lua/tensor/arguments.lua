-- tensor/arguments.lua: checks the arguments of functions written in Lua against their signatures (the grammar
-- is in lua/core/signature.h). Errors are worded as those of the matcher in C, so that both kinds of functions
-- fail alike.
local metatable_of = require('tensor.host').metatable_of

local arguments = {}

local limit = 2 ^ 31 -- devices, streams and their counts are ints in C

local function of_type(name)
   return function(value) return type(value) == name end
end

local function name_of(value)
   local mt = metatable_of(value)
   local name = type(mt) == 'table' and rawget(mt, '__typename')
   return type(name) == 'string' and name or type(value)
end

local function of_class(pattern)
   return function(value) return name_of(value):find(pattern) ~= nil end
end

local function is_called(value)
   local mt = metatable_of(value)
   return type(value) == 'function' or type(mt) == 'table' and rawget(mt, '__call') ~= nil
end

-- For each word of a signature, a function that tells whether a value is of that kind.
local kinds = {
   number = of_type 'number', count = of_type 'number', position = of_type 'number', boolean = of_type 'boolean',
   ['function'] = is_called, table = of_type 'table', Tensor = of_class '^torch%.[%w.]+Tensor$',
   any = function() return true end,
   ByteTensor = of_class '^torch%.ByteTensor$', Event = of_class '^cutorch%.Event$',
   Stream = of_class '^cutorch%.Stream$',
   ['Stream/index'] = function(value) return type(value) == 'number' or name_of(value) == 'cutorch.Stream' end,
   options = function(value) return type(value) == 'table' and getmetatable(value) == nil and value[1] == nil end,
}

-- An index of a device or stream is checked to be whole; the function itself reports one that does not exist.
local is_whole = { count = true, position = true, ['Stream/index'] = true }
local least = { count = 0, ['Stream/index'] = 0 }

local function read_items(signature)
   local items = {}
   for name, kind, mark in signature:gmatch '([%w_]+):([%w_/]+)([=?]?)' do
      items[#items + 1] = { name = name, fits = assert(kinds[kind]), optional = mark ~= '',
         is_whole = is_whole[kind], least = least[kind] }
   end
   return items
end

local function fits_item(item, value)
   if value == nil then return item == nil or item.optional end
   return item ~= nil and item.fits(value)
end

local function refuse(name, signatures, ...)
   local given, forms = { ... }, {}
   for k = 1, select('#', ...) do given[k] = name_of(given[k]) end
   for k, signature in ipairs(signatures) do forms[k] = ('\n  %s(%s)'):format(name, signature:gsub(' ', ', ')) end
   error(('%s: got (%s); accepted forms:%s'):format(name, table.concat(given, ', '), table.concat(forms)), 0)
end

-- The text of the error for a key of options that is not in known, a list of names; nil if there is no such key.
function arguments.unknown_option(options, known)
   local is_known = {}
   for _, name in ipairs(known) do is_known[name] = true end
   for name in pairs(options) do
      if not is_known[name] then
         local list = table.concat(known, ', '):gsub(', ([^,]+)$', ' and %1')
         return ("there is no option '%s'; there %s %s"):format(tostring(name), #known > 1 and 'are' or 'is', list)
      end
   end
end

-- Raises unless value is a whole number that fits C's int and is at least from. what names the value in the
-- error.
function arguments.check_number(name, what, value, from)
   if type(value) ~= 'number' or value % 1 ~= 0 or value >= limit or value < -limit then
      local text = type(value) == 'number' and ('%.14g'):format(value) or 'a ' .. name_of(value)
      if type(value) == 'number' and tonumber(text) ~= value then text = ('%.17g'):format(value) end
      error(('%s: %s must be a whole number within 2^31, not %s'):format(name, what, text), 0)
   elseif value < (from or -limit) then
      error(('%s: %s is %d, which is negative'):format(name, what, value), 0)
   end
end

local function check_item(name, item, value)
   if not item or not item.is_whole or type(value) ~= 'number' then return end
   arguments.check_number(name, item.name, value, item.least)
end

-- Returns a function that raises unless its arguments, at most three, fit the signature, or one of a list of
-- signatures.
function arguments.checker(name, signatures)
   if type(signatures) == 'string' then signatures = { signatures } end
   local forms = {}
   for k, signature in ipairs(signatures) do forms[k] = read_items(signature) end
   return function(...)
      local a, b, c = ...
      local more = select('#', ...) > 3 and select(4, ...) ~= nil
      for k = 1, more and 0 or #forms do
         local first, second, third = forms[k][1], forms[k][2], forms[k][3]
         if fits_item(first, a) and fits_item(second, b) and fits_item(third, c) then
            check_item(name, first, a)
            check_item(name, second, b)
            check_item(name, third, c)
            return
         end
      end
      refuse(name, signatures, ...)
   end
end

return arguments
