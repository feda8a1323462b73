-- coverage.lua [module]: compares a module ('tensor' or 'torch') with the tables of Torch7's functions in test/data:
-- calls each function and method in each form with each type it has there, looks each up in the specs and in help.
-- Prints what is missing. test/data/README.md says what stands in the tables.
local files = require 'spec.support.files'
local mentioned = require('check.names').mentioned
local module_name = arg and arg[1] or 'tensor'
local torch = require(module_name)
local examples = require 'tensor.examples'

local unpack = table.unpack or unpack
local all_dtypes = { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double', 'Half' }

-- --- the tables ---

local function rows_of(path)
   local rows, columns = {}, nil
   for line in io.lines(path) do
      local cells = {}
      for cell in (line .. '\t'):gmatch '([^\t]*)\t' do cells[#cells + 1] = cell end
      if columns then
         local row = {}
         for k, name in ipairs(columns) do row[name] = cells[k] or '' end
         rows[#rows + 1] = row
      else
         columns = cells
      end
   end
   return rows
end

local function dtypes_of(text)
   if text:find '^all but Half' then return { unpack(all_dtypes, 1, 7) } end
   if text:find '^all' then return all_dtypes end
   local list = {}
   for _, dtype in ipairs(all_dtypes) do
      if text:find('%f[%a]' .. dtype .. '%f[%A]') then list[#list + 1] = dtype end
   end
   return #list > 0 and list or { 'Double' }
end

-- The parts of a text between separators that stand outside of brackets.
local function split(text, separator)
   local parts, depth, from, i = {}, 0, 1, 1
   while i <= #text do
      local c = text:sub(i, i)
      if c:find '[%(%[{]' then depth = depth + 1 elseif c:find '[%)%]}]' then depth = depth - 1 end
      if depth == 0 and text:sub(i, i + #separator - 1) == separator then
         parts[#parts + 1] = text:sub(from, i - 1)
         from, i = i + #separator, i + #separator - 1
      end
      i = i + 1
   end
   parts[#parts + 1] = text:sub(from)
   return parts
end

-- Lists of tokens of the forms as function and as method.
local function forms_of(row)
   local text = row['accepted call forms']
   local parts = { fn = text:match '^fn: (.-) ;; ' or text:match '^fn: (.*)', m = text:match 'm: (.*)' }
   if not parts.fn then parts = { [row.kind == 'method' and 'm' or 'fn'] = text } end
   if parts.m == 'same with self first' then
      parts.m = parts.fn:gsub('res%?, Tensor%b()', 'self'):gsub('res%?, Tensor', 'self')
   end
   local forms = {}
   for how, part in pairs(parts) do
      for _, form in ipairs(split(part, ' | ')) do
         local tokens = form == '()' and {} or split(form, ', ')
         forms[#forms + 1] = { how = how, text = form, tokens = tokens }
      end
   end
   return forms
end

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

local function value_of(token, dtype)
   if token:find '^function' then return kinds['function'] end
   if token:find '^{Tensor' then return { { ones(dtype, 2), ones(dtype, 2) } } end
   if token:find '^table' then return { token:find 'nested' and { { 1, 2 }, { 3, 4 } } or {} } end
   local rank = tonumber(token:match '%((%d)d%)')
   local word = token:gsub('%b()', ''):match '^[^?=]*':gsub('%s+$', '')
   local result, name = word:match '^(res:?)(.*)$'
   if result then word = name == '' and 'Tensor' or name end
   if word == 'self' or word:find '^Tensor or' then word = 'Tensor' end
   local of, digits = word:match '^(%a*)Tensor(%d?)d?$'
   if of then
      if result and not token:find '^res:self' then return { torch[(of == '' and dtype or of) .. 'Tensor']() } end
      if of == 'Long' then return { torch.LongTensor { 1, 2 } } end
      return { ones(of == '' and dtype or of, tonumber(digits) or rank or 2) }
   end
   if word == 'gen' then return { torch.Generator() } end
   if word == 'LongStorage' then return { torch.LongStorage { 2, 2 } } end
   if word == 'Storage' then return { ones(dtype, 2):storage() } end
   if word == 'File' then return { torch.MemoryFile() } end
   if word:find '^%u/%u' then return { word:sub(1, 1) } end
   return kinds[word] or error('coverage: what to give for ' .. token)
end

-- Lists of arguments: each optional one given and left out. Where a method's form does not begin with self, the
-- object is the first argument, and what is left out for it must be given.
local function argument_lists(form, dtype)
   local lists = { { n = 0 } }
   local has_object = form.how == 'm' and not form.text:find '^self'
   for _, token in ipairs(form.tokens) do
      local longer = {}
      for _, list in ipairs(lists) do
         local may_lack = token:gsub('%b()', ''):find '%?' and not (has_object and token:find '=arg1')
         if may_lack then longer[#longer + 1] = list end
         local copy = { unpack(list, 1, list.n) }
         copy.n = list.n
         for _, value in ipairs(value_of(token, dtype)) do
            copy.n = copy.n + 1
            copy[copy.n] = value
         end
         longer[#longer + 1] = copy
      end
      lists = longer
   end
   return lists
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
   for _, form in ipairs(forms_of(row)) do
      for _, list in ipairs(argument_lists(form, dtype)) do
         local f = torch[row.name]
         local object = list[1]
         if row.name == 'torch.Tensor' then f = torch.Tensor
         elseif row.name:find '^torch' then f = torch[dtype .. 'Tensor']
         elseif row.name == 'new' then f = torch[dtype .. 'Tensor']().new
         elseif form.how == 'm' then f = torch.isTensor(object) and object[row.name] end
         if form.how ~= 'm' or torch.isTensor(object) or row.name == 'new' then
            local message = try(f, unpack(list, 1, list.n))
            if message then
               report(row.name, dtype, form.how .. ': ' .. form.text, message)
               break
            end
         end
      end
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

-- One line for a form, with all types that miss it.
local lines = {}
local function note_missing(missing, name, dtype, form, message)
   local key = name .. form
   if not lines[key] then
      lines[key] = { text = ('%s, %s'):format(name, form), message = message, dtypes = {} }
      missing[#missing + 1] = setmetatable(lines[key], { __tostring = function(line)
         return ('%s (%s): %s'):format(line.text, table.concat(line.dtypes, ' '), line.message)
      end })
   end
   table.insert(lines[key].dtypes, dtype)
end

local function main()
   local missing, unseen, undocumented, rows = {}, {}, {}, 0
   local specs = all_specs()
   local function look_up(row)
      rows = rows + 1
      local name = names_of(row)
      local is_called = not name:find '[<_ ]' and row.kind ~= 'value'
      if is_called and not mentioned(name, specs) then unseen[#unseen + 1] = name end
      if not is_documented(row) then undocumented[#undocumented + 1] = name end
   end
   for _, row in ipairs(rows_of 'test/data/torch7-api.tsv') do
      look_up(row)
      for _, dtype in ipairs(dtypes_of(row.dtypes)) do
         try_row(row, dtype, function(...) note_missing(missing, ...) end)
      end
   end
   for _, row in ipairs(rows_of 'test/data/torch7-modules.tsv') do
      look_up(row)
      if value_named(row) == nil then missing[#missing + 1] = ('%s: %s'):format(row.group, row.name) end
   end
   for _, line in ipairs(missing) do print('missing: ' .. tostring(line)) end
   if #unseen > 0 then print('in no spec: ' .. table.concat(unseen, ' ')) end
   if #undocumented > 0 then print('without a run example: ' .. table.concat(undocumented, ' ')) end
   print(('%s: %d rows, %d calls; %d missing, %d in no spec, %d without a run example'):format(module_name, rows,
      calls, #missing, #unseen, #undocumented))
   return #missing + #unseen + #undocumented == 0
end

os.exit(main() and 0 or 1, true)
