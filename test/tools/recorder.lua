-- recorder.lua: a helper of busted that notes which forms of Torch7's functions specs call, and with which types, in
-- the file TH_RECORD, a line each: name, form, type. script/api-coverage reads it.
local torch = require 'tensor'
local apart = require 'spec.support.torch7.apart'
local tables = require 'spec.support.torch7.tables'

local unpack = table.unpack or unpack
local noted = {}
assert(#torch.rows > 0) -- asking for rows makes all functions, which wait until then

local function note(name, text, dtype)
   noted[('%s\t%s\t%s'):format(name, text, dtype)] = true
end

local function dtype_of(x) return torch.isTensor(x) and x:type():match '^torch%.(%w+)Tensor$' or nil end

-- Whether a value is what an item of a form stands for, in a call of that type.
local function fits(item, value, dtype)
   local kind = item.kind
   local of = kind:match '^(%a*)Tensor$'
   if of then
      local is = dtype_of(value)
      if item.text:find 'any dtype' or item.text:find 'Storage' then return is ~= nil end
      return is == (of == '' and dtype or of) and (not item.rank or value:dim() == item.rank)
   end
   if kind == 'gen' then return torch.typename(value) == 'torch.Generator' end
   if kind == 'LongStorage' then return torch.typename(value) == 'torch.LongStorage' end
   if kind == 'tensors' or kind == 'table' then return type(value) == 'table' end
   if kind == 'any' then return true end
   if kind == 'function' or kind == 'boolean' or kind == 'string' then return type(value) == kind end
   if kind:find '^%u/%u$' then return type(value) == 'string' and kind:find(value, 1, true) ~= nil end
   return type(value) == 'number'
end

-- Whether the arguments are those of a call, item by item; sizes are all numbers that come.
local function is_call(call, dtype, n, arguments)
   local at = 1
   for k, item in ipairs(call.form.items) do
      if call.way[k] then
         if item.result and not item.isself and item.rank then item = { kind = item.kind, text = item.text } end
         if at > n or not fits(item, arguments[at], dtype) then return false end
         at = at + 1
         if item.kind == 'sizes' or item.kind == 'dims' then
            while at <= n and type(arguments[at]) == 'number' do at = at + 1 end
         end
      end
   end
   return at == n + 1
end

local rows = {}
for _, row in ipairs(tables.functions()) do
   rows[row.name] = rows[row.name] or {}
   local calls = tables.calls(row)
   for _, call in ipairs(calls) do
      for k, item in ipairs(call.form.items) do
         call.typed = call.typed or call.way[k] and item.kind == 'Tensor'
      end
   end
   table.insert(rows[row.name], { calls = calls, dtypes = tables.dtypes(row) })
end

-- Notes what a call may be. Where no argument has the type of the call, that is the default type.
local function note_call(how, name, n, arguments)
   local default = torch.getdefaulttensortype():match '^torch%.(%w+)Tensor$'
   for _, row in ipairs(rows[name]) do
      for _, call in ipairs(row.calls) do
         local dtypes = call.typed and row.dtypes or { default }
         for _, dtype in ipairs(call.form.how == how and dtypes or {}) do
            if is_call(call, dtype, n, arguments) then note(name, call.text, dtype) end
         end
      end
   end
end

local busy = false -- with a note: its own calls do not count

local function wrap(list, how)
   for name, f in pairs(list) do
      if type(f) == 'function' and rows[name] and not apart[name] then
         list[name] = function(...)
            local n, arguments = select('#', ...), { ... }
            local results = { f(unpack(arguments, 1, n)) }
            if not busy then
               busy = true
               note_call(how, name, n, arguments)
               busy = false
            end
            return unpack(results, 1, table.maxn and table.maxn(results) or #results)
         end
      end
   end
end
wrap(torch, 'fn')
wrap(torch.Tensor, 'm')

-- Those that stand apart try all of their forms, or fail.
for name, f in pairs(apart) do
   apart[name] = function(assert, module, dtype, x)
      f(assert, module, dtype, x)
      for _, row in ipairs(rows[name]) do
         for _, call in ipairs(row.calls) do note(name, call.text, dtype) end
      end
   end
end

require('busted').subscribe({ 'suite', 'end' }, function()
   local file = assert(io.open(assert(os.getenv 'TH_RECORD', 'TH_RECORD names the file'), 'w'))
   for line in pairs(noted) do file:write(line, '\n') end
   file:close()
end)
