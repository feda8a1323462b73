-- recorder_modern.lua: a helper of busted that notes which functions of the table of NumPy and PyTorch specs call, and
-- how, in the file TH_RECORD, a line each: name, 'fn' or 'm' and '!' if what came first is what went back (a result in
-- front, or a method that changes its object), the number of arguments without results, and the kind of a tensor
-- among them. coverage_modern.lua reads it.
local tensor = require 'tensor'
local modern = require 'spec.support.modern'

local unpack = table.unpack or unpack
local noted = {}

local kinds = { half = 'floating', bfloat16 = 'floating', float = 'floating', double = 'floating', bool = 'bool',
   complexHalf = 'complex', complexFloat = 'complex', complexDouble = 'complex' }

-- The kinds of the tensors among values, also of the first one in a table; 'none' without tensors.
local function kinds_among(n, values)
   local found, list = {}, {}
   for k = 1, n do
      local value = values[k]
      if type(value) == 'table' and not tensor.isTensor(value) then value = rawget(value, 1) end
      local kind = tensor.isTensor(value) and (kinds[value.dtype] or 'integers')
      if kind and not found[kind] then found[kind], list[#list + 1] = true, kind end
   end
   return #list > 0 and list or { 'none' }
end

-- Where the arguments end, without nil behind them.
local function last_given(n, arguments)
   while n > 0 and arguments[n] == nil do n = n - 1 end
   return n
end

-- How many of the arguments in front are the results.
local function results_given(arguments, results)
   local n = 0
   while tensor.isTensor(arguments[n + 1]) and rawequal(arguments[n + 1], results[n + 1]) do n = n + 1 end
   return n
end

local function wrapped(f, name, how)
   return function(...)
      local n, arguments = select('#', ...), { ... }
      local among = kinds_among(n, arguments) -- before the call changes an object's type
      local results = { pcall(f, ...) } -- so that an error names the place of the spec
      if not table.remove(results, 1) then error(results[1], 2) end
      local given = results_given(arguments, results)
      local last = last_given(n, arguments)
      local count = how == 'fn' and last - given or last
      for _, kind in ipairs(among) do
         noted[('%s\t%s%s\t%d\t%s'):format(name, how, given > 0 and '!' or '', count, kind)] = true
      end
      return unpack(results, 1, table.maxn and table.maxn(results) or #results)
   end
end

local function wrap(list, name, how)
   if type(list[name]) == 'function' then list[name] = wrapped(list[name], name, how) end
end

local done = {}
for _, row in ipairs(modern.rows()) do
   for _, form in ipairs(row.forms) do
      if not done[form.name] then
         done[form.name] = true
         wrap(tensor, form.name, 'fn')
         wrap(tensor.Tensor, form.name, 'm')
      end
   end
end

require('busted').subscribe({ 'suite', 'end' }, function()
   local file = assert(io.open(assert(os.getenv 'TH_RECORD', 'TH_RECORD names the file'), 'w'))
   for line in pairs(noted) do file:write(line, '\n') end
   file:close()
end)
