-- tables.lua: reads the tables of Torch7's functions, test/data/torch7-*.tsv: rows, their dtypes, forms, and
-- the items of a form.
local tables = {}

local unpack = table.unpack or unpack
local all_dtypes = { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Float', 'Double', 'Half' }

-- The rows of a file; each is a table of its cells by the names of the columns.
function tables.rows(path)
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

function tables.functions() return tables.rows 'test/data/torch7-api.tsv' end

-- The rows of modules other than tensors. Forms that refer to another row ('same as constructor', 'alias of
-- torch.save') are replaced by that row's. Rows of storages have types: all, or only those that the note names.
function tables.modules()
   local rows, forms, constructors = tables.rows 'test/data/torch7-modules.tsv', {}, {}
   for _, row in ipairs(rows) do
      local text = row['accepted call forms']
      text = forms[text:match '^alias of (.*)'] or text:find '^same' and constructors[row.group] or text
      row['accepted call forms'], forms[row.name] = text, text
      if row.kind == 'constructor' then constructors[row.group] = text end
      if row.group == 'Storage' then row.dtypes = row.note:find 'Byte' and row.note or 'all' end
   end
   return rows
end

function tables.dtypes(row)
   local text = row.dtypes
   if text:find '^all but Half' then return { unpack(all_dtypes, 1, 7) } end
   if text:find '^all' then return all_dtypes end
   local list = {}
   for _, dtype in ipairs(all_dtypes) do
      if text:find('%f[%a]' .. dtype .. '%f[%A]') then list[#list + 1] = dtype end
   end
   return #list > 0 and list or { 'Double' }
end

-- Splits a text at separators outside brackets.
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

--[[ Reads a token. Fields of the result:
kind       Tensor, FloatTensor, number, dim, ...; a choice such as 'V/F'
rank       of a tensor, if it is given
result     whether it takes a result; isself: whether it is the method's object
optional   whether it may be missing; default: the text of its value then ('arg1': the object)
note       the text in brackets behind it
]]
local function read(token)
   local item = { text = token, note = token:match '%((.*)%)' }
   local word = token:gsub('%b()', '')
   item.optional = word:find '%?' ~= nil
   item.default = word:match '%?=(.*)$'
   word = word:match '^[^?]*':gsub('%s+$', '')
   local result, name = word:match '^(res:?)(.*)$'
   item.result = result ~= nil
   if result then word = name == '' and 'Tensor' or name end
   item.isself = word == 'self'
   if item.isself or word:find '^Tensor or' then word = 'Tensor' end
   item.rank = tonumber(token:match '%((%d)d%)')
   local of, digits = word:match '^(%a*Tensor)(%d)d?$'
   item.kind, item.rank = of or word, tonumber(digits) or item.rank
   if token:find '^{Tensor' then item.kind = 'tensors' elseif token:find '^function' then item.kind = 'function' end
   return item
end

-- The items of a form, as text; a remark alone belongs to the item before it.
local function tokens(form)
   local list = {}
   for _, token in ipairs(form ~= '()' and split(form, ', ') or {}) do
      if #list > 0 and token:find '^%b()$' then list[#list] = list[#list] .. ', ' .. token
      else list[#list + 1] = token end
   end
   return list
end

-- The forms of a row: { how = 'fn' or 'm', text =, items = }.
function tables.forms(row)
   local text = row['accepted call forms']
   local parts = { fn = text:match '^fn: (.-) ;; ' or text:match '^fn: (.*)', m = text:match 'm: (.*)' }
   if not parts.fn then parts = { [row.kind == 'method' and 'm' or 'fn'] = text } end
   if parts.m == 'same with self first' then
      parts.m = parts.fn:gsub('res%?, Tensor%b()', 'self'):gsub('res%?, Tensor', 'self')
   end
   local forms = {}
   for _, how in ipairs { 'fn', 'm' } do
      for _, form in ipairs(parts[how] and split(parts[how], ' | ') or {}) do
         local items = {}
         for k, token in ipairs(tokens(form)) do items[k] = read(token) end
         forms[#forms + 1] = { how = how, text = form, items = items }
      end
   end
   return forms
end

local numeric = { number = true, dim = true, count = true, size = true }

-- True if the argument for one item could be taken for the other.
local function alike(a, b)
   if a.kind == b.kind or numeric[a.kind] and numeric[b.kind] then return true end
   local letters = a.kind:find '^%u/%u$' and b.kind:find '^%u/%u$'
   return letters and a.kind:find('[' .. b.kind:gsub('/', '') .. ']') ~= nil
end

-- True if a missing item comes before a given one that would be taken for it.
local function is_ambiguous(form, way)
   for k, item in ipairs(form.items) do
      local j = k + 1
      while not way[k] and form.items[j] and not way[j] do j = j + 1 end
      local next_given = form.items[j]
      if not way[k] and next_given and next_given.optional and alike(item, next_given) then return true end
   end
   return false
end

-- The ways to call a form: lists that tell for each item whether it is given. If a method's form does not begin
-- with self, its first argument is the object, so the item for it cannot be missing.
function tables.ways(form)
   local ways = { {} }
   local has_object = form.how == 'm' and not form.text:find '^self'
   for k, item in ipairs(form.items) do
      local longer = {}
      for _, way in ipairs(ways) do
         local copy = { unpack(way) }
         copy[k] = true
         longer[#longer + 1] = copy
         if item.optional and not (has_object and item.default == 'arg1') then
            copy = { unpack(way) }
            copy[k] = false
            longer[#longer + 1] = copy
         end
      end
      ways = longer
   end
   local clear = {}
   for _, way in ipairs(ways) do if not is_ambiguous(form, way) then clear[#clear + 1] = way end end
   return clear
end

-- A way as text, by which records and reports name it: 'm: self, Tensor, number'.
function tables.text_of(form, way)
   local words = {}
   for k, item in ipairs(form.items) do
      if way[k] then words[#words + 1] = item.text:gsub('%?.*$', '') end
   end
   return form.how .. ': ' .. (#words > 0 and table.concat(words, ', ') or '()')
end

-- All ways to call a row, each once: { form =, way =, text = }.
function tables.calls(row)
   local calls, known = {}, {}
   for _, form in ipairs(tables.forms(row)) do
      for _, way in ipairs(tables.ways(form)) do
         local text = tables.text_of(form, way)
         if not known[text] then
            known[text] = true
            calls[#calls + 1] = { form = form, way = way, text = text }
         end
      end
   end
   return calls
end

return tables
