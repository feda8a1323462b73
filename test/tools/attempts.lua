-- attempts.lua: calls functions as a row of test/data says, in each form with a type of devices, and tells those that
-- are missing. For coverage_cuda.lua: what functions give, the specs compare.
local torch = require 'tensor'
local tables = require 'spec.support.torch7.tables'

local unpack = table.unpack or unpack

-- try_row(row, dtype, report); count, how many calls there were.
local attempts = { count = 0 }

-- --- arguments ---

local function ones(kind, rank)
   local sizes = {}
   for k = 1, rank do sizes[k] = 2 end
   return torch[kind .. 'Tensor'](unpack(sizes)):fill(1)
end

local function identity(a) return a end

-- What is given for a word of a form; a list, because sizes are several numbers.
local kinds = {
   number = { 1 }, count = { 1 }, index = { 1 }, first = { 1 }, last = { 1 }, size = { 1 }, step = { 1 },
   offset = { 1 }, dim = { 1 }, boolean = { false }, any = { 1 }, string = { 'torch.FloatTensor' }, sizes = { 2, 2 },
   dims = { 2, 1 }, pairs = { 2, 1 }, ['function'] = { identity },
}

local function value_of(item, dtype)
   local note = item.note or ''
   if item.kind == 'function' then return kinds['function'] end
   if item.kind == 'tensors' then return { { ones(dtype, 2), ones(dtype, 2) } } end
   if item.kind == 'table' then return { note:find 'nested' and { { 1, 2 }, { 3, 4 } } or {} } end
   local of = item.kind:match '^(%a*)Tensor$'
   if of then
      if item.result and not item.isself then return { torch[(of == '' and dtype or of) .. 'Tensor']() } end
      if of:find 'Long$' then return { torch[of .. 'Tensor'] { 1, 2 } } end
      return { ones(of == '' and dtype or of, item.rank or 2) }
   end
   if item.kind == 'gen' then return { torch.Generator() } end
   if item.kind == 'LongStorage' then return { torch.LongStorage { 2, 2 } } end
   if item.kind == 'Storage' then return { ones(dtype, 2):storage() } end
   if item.kind == 'File' then return { torch.MemoryFile() } end
   if item.kind:find '^%u/%u' then return { item.kind:sub(1, 1) } end
   return kinds[item.kind] or error('coverage: what to give for ' .. item.text)
end

local function arguments_of(call, dtype)
   local list = { n = 0 }
   for k, item in ipairs(call.form.items) do
      for _, value in ipairs(call.way[k] and value_of(item, dtype) or {}) do
         list.n = list.n + 1
         list[list.n] = value
      end
   end
   return list
end

-- --- calls ---

-- Rows whose forms are not those of a call, as functions of a tensor.
local special = {
   ['__add__ (a+b)'] = function(x) return x + x, x + 1, 1 + x end,
   ['__sub__ (a-b)'] = function(x) return x - x, x - 1, 1 - x end,
   ['__mul__ (a*b)'] = function(x) return x * 2, 2 * x, x[1] * x[1], x * x[1], x * x end,
   ['__div__ (a/b)'] = function(x) return x / 2 end,
   ['__mod__ (a%b)'] = function(x) return x % 2 end,
   ['__unm__ (-a)'] = function(x) return -x end,
   ['__len__ (#x)'] = function(x) return x.__len__(x) end,
   ['__index__ (x[i])'] = function(x)
      return x[1], x[-1], x[torch.LongStorage { 1, 2 }], x[{ 1, { 1, 2 } }], x[{ {}, { 2 } }], x[x:byte()]
   end,
   ['__newindex__ (x[i]=v)'] = function(x)
      x[1], x[torch.LongStorage { 1, 2 }], x[{ 1, {} }], x[x:byte()] = 1, 1, 1, 1
      x[1], x[{ 1, {} }] = torch.IntTensor { 1, 1 }, torch.ones(2)
   end,
   sub = function(x) return x:sub(1, 2), x:sub(1, -1, -2, -1) end,
   multinomialAliasSetup = function(x)
      local state = torch.multinomialAliasSetup(x:select(1, 1))
      torch.multinomialAliasSetup(x:select(1, 1), state)
      torch.multinomialAlias(torch.LongTensor(3), state)
   end,
   multinomialAlias = function() end, -- with its setup
   multinomialAliasSetup_ = function(x)
      local row, J, q = x:select(1, 1), torch.LongTensor(), x.new()
      torch.multinomialAliasSetup_(row, J, q)
      row:multinomialAliasSetup_(J, q)
   end,
   free = function(x)
      x:retain()
      x:free()
   end,
   read = function(x)
      local file = torch.MemoryFile()
      x:write(file)
      file:seek(1)
      x:read(file)
   end,
}

-- Whether an error says that there is no such form, and not that these arguments are wrong in it.
local function says_missing(message)
   message = tostring(message)
   return message:find 'accepted forms' or message:find 'not defined for' or message:find 'attempt to' or
      message:find 'no field'
end

local function try(f, ...)
   attempts.count = attempts.count + 1
   local ok, message = pcall(f, ...)
   if not ok and says_missing(message) then return tostring(message):match '[^\n]*' end
end

function attempts.try_row(row, dtype, report)
   if special[row.name] then
      local message = try(special[row.name], ones(dtype, 2))
      if message then report(row.name, dtype, row['accepted call forms'], message) end
      return
   elseif torch[row.name] == nil and torch.Tensor[row.name] == nil and not row.name:find '^torch%.' then
      report(row.name, dtype, 'all forms', 'there is no such function or method')
      return
   end
   for _, call in ipairs(tables.calls(row)) do
      local form, list = call.form, arguments_of(call, dtype)
      local f = torch[row.name]
      local object = list[1]
      if row.name == 'torch.Tensor' then f = torch.Tensor
      elseif row.name:find '^torch' then f = torch[dtype .. 'Tensor']
      elseif row.name == 'new' then f = torch[dtype .. 'Tensor']().new
      elseif form.how == 'm' then
         f = torch.isTensor(object) and object[row.name] or torch[dtype .. 'Tensor'][row.name]
      end
      local message = try(f, unpack(list, 1, list.n))
      if message then report(row.name, dtype, call.text, message) end
   end
end

return attempts
