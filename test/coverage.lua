-- coverage.lua [module]: compares a module ('tensor' or 'torch') with the tables of Torch7's functions in test/data:
-- calls each function and method in each form with each type it has there, looks each up in the specs and in help.
-- Prints what is missing. test/data/README.md says what stands in the tables.
local files = require 'spec.support.files'
local mentioned = require('check.names').mentioned
local module_name = arg and arg[1] or 'tensor'
local torch = require(module_name)
local examples = require 'tensor.examples'
local tables = require 'spec.support.torch7.tables'

local unpack = table.unpack or unpack

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
      if of == 'Long' then return { torch.LongTensor { 1, 2 } } end
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

local calls = 0

-- Whether an error says that there is no such form, and not that these arguments are wrong in it.
local function says_missing(message)
   message = tostring(message)
   return message:find 'accepted forms' or message:find 'not defined for' or message:find 'attempt to' or
      message:find 'no field'
end

local function try(f, ...)
   calls = calls + 1
   local ok, message = pcall(f, ...)
   if not ok and says_missing(message) then return tostring(message):match '[^\n]*' end
end

local function try_row(row, dtype, report)
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

-- --- names of the other table ---

local function try_make(make, ...)
   local ok, object = pcall(make, ...)
   return ok and object or {}
end

local objects = {
   Storage = try_make(torch.ByteStorage, 2), ['random generator'] = torch.Generator(), Timer = try_make(torch.Timer),
   File = try_make(torch.MemoryFile), CmdLine = try_make(torch.CmdLine), Tester = try_make(torch.Tester),
   ['DiskFile (is a File)'] = try_make(torch.DiskFile, '/dev/null'),
   ['MemoryFile (is a File)'] = try_make(torch.MemoryFile),
   ['PipeFile (is a DiskFile)'] = try_make(torch.PipeFile, 'true'),
}

-- The value that a row of modules names, or nil; rows that name no value are there.
local function value_named(row)
   local name = row.name:gsub(' %b()$', '')
   if row.kind == 'format' or row.kind == 'protocol' or name == 'torch.Allocator' then return true end
   if name:find '^torch%.<Type>' then return torch.FloatStorage end
   if name == 'fields' then return objects.Tester.countasserts end
   if name == 'overridable hooks' then return objects.Tester._success end
   if name == 'include' then return module_name == 'tensor' or rawget(_G, 'include') end
   if row.kind == 'method' then return objects[row.group][name:match '[^:]+$'] end
   return torch[name:gsub('^torch%.', '')]
end

-- --- the report ---

local function all_specs()
   local texts = {}
   for i, path in ipairs(files.lines_of "find test/spec -name '*.lua'") do texts[i] = files.contents(path) end
   return table.concat(texts, '\n')
end

local class_of = { ['random generator'] = 'Generator' }

local function is_documented(row)
   local name = row.name:gsub(' %b()$', ''):gsub('^torch%.', '')
   local class = row.group and (class_of[row.group] or row.group:match '^%a+')
   return name:find '^_' or name:find '[<: ]' or row.kind == 'value' or row.kind == 'format' or row.kind == 'type'
      or examples[name] or class and examples[class .. '.' .. name]
end

local function names_of(row)
   return row.name:gsub(' %b()$', ''):gsub('^torch%.', ''):gsub('^.*:', '')
end

-- Adds to a list one line for a form, with all types that miss it.
local function note(list, name, dtype, form, message)
   local key = name .. form
   if not list[key] then
      list[key] = { text = ('%s, %s'):format(name, form), message = message, dtypes = {} }
      list[#list + 1] = list[key]
   end
   table.insert(list[key].dtypes, dtype)
end

local function print_lines(prefix, list)
   for _, line in ipairs(list) do
      print(type(line) == 'string' and prefix .. line or
         ('%s%s (%s)%s'):format(prefix, line.text, table.concat(line.dtypes, ' '), line.message))
   end
end

-- What specs call, as test/recorder.lua noted it; nil where nobody did.
local function recorded()
   local path = os.getenv 'TH_RECORD'
   if not path then return end
   local set = {}
   for line in io.lines(path) do set[line] = true end
   return set
end

local function main()
   local missing, unseen, undocumented, rows, forms = {}, {}, {}, 0, 0
   local record = recorded()
   local specs = all_specs()
   local function look_up(row)
      rows = rows + 1
      local name = names_of(row)
      local is_called = not name:find '[<_ ]' and row.kind ~= 'value'
      if is_called and not mentioned(name, specs) then unseen[#unseen + 1] = name end
      if not is_documented(row) then undocumented[#undocumented + 1] = name end
   end
   for _, row in ipairs(tables.functions()) do
      look_up(row)
      for _, dtype in ipairs(tables.dtypes(row)) do
         try_row(row, dtype, function(name, of, form, message) note(missing, name, of, form, ': ' .. message) end)
         for _, call in ipairs(record and tables.calls(row) or {}) do
            forms = forms + 1
            local is_called = record[('%s\t%s\t%s'):format(row.name, call.text, dtype)]
            if not is_called then note(unseen, row.name, dtype, call.text, '') end
         end
      end
   end
   for _, row in ipairs(tables.modules()) do
      look_up(row)
      if value_named(row) == nil then missing[#missing + 1] = ('%s: %s'):format(row.group, row.name) end
   end
   print_lines('missing: ', missing)
   print_lines('in no spec: ', unseen)
   if #undocumented > 0 then print('without a run example: ' .. table.concat(undocumented, ' ')) end
   print(('%s: %d rows, %d calls, %d of them looked for in specs; %d missing, %d in no spec, %d without a run example')
      :format(module_name, rows, calls, forms, #missing, #unseen, #undocumented))
   return #missing + #unseen + #undocumented == 0
end

os.exit(main() and 0 or 1, true)
