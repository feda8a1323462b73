-- tensor/help/annotations.lua: what other programs read about the module, made from its rows: a file of LuaLS
-- (---@meta), by which editors complete and check calls, and a std of luacheck, which knows the fields of the globals
-- tensor and torch. Returns a function(tensor, folder) that writes both and returns their paths.
local help = require 'tensor.help'

local header = '-- Made by `tensor --annotations` from tensor %s.\n'

local types = {
   number = 'number', complex = 'number|table', count = 'integer', position = 'integer', place = 'integer',
   dim = 'integer', boolean = 'boolean', string = 'string', ['function'] = 'function', table = 'table', any = 'any',
   options = 'table', Operand = 'tensor.Tensor|number|table', Mask = 'tensor.Tensor', sizes = 'integer|table',
   pairs = 'integer|table', capsule = 'tensor.DLPack', ['LongTensor/table'] = 'tensor.Tensor|table',
}

local keywords = {}
for word in ([[and break do else elseif end false for function global goto if in local nil not or repeat return then
   true until while]]):gmatch '%a+' do keywords[word] = true end

local function type_of(word)
   if types[word] then return types[word] end
   if word:find 'Tensor%d?$' then return 'tensor.Tensor' end
   if word:find '^%u%a*$' then return 'tensor.' .. word end
   return '"' .. word:gsub('/', '"|"') .. '"' -- one of some strings
end

local function name_of(word) return keywords[word] and word .. '_' or word end

-- The parameters of a form, each { name, type, optional }, from an item on.
local function parameters(results, items, first)
   local list = {}
   for _, result in ipairs(results) do list[#list + 1] = { name_of(result.name), 'tensor.Tensor', true } end
   for k = first, #items do
      local item = items[k]
      list[#list + 1] = { name_of(item.name), type_of(item.word), item.optional }
      if item.word == 'sizes' or item.word == 'pairs' then -- more of them, and what follows
         list[#list + 1] = { '...', k < #items and 'any' or 'integer' }
         break
      end
   end
   return list
end

local function returned(name, results)
   if name:find 'Tensor$' then return 'tensor.Tensor' end
   if name:find 'Storage$' then return 'tensor.Storage' end
   local list = {}
   for k = 1, #results do list[k] = 'tensor.Tensor' end
   return #list > 0 and table.concat(list, ', ') or 'any'
end

-- A result in front may be left out, so it is a form of its own: without results, then with them.
local function forms_of(row, as_method)
   local results, items = help.parse(row.signature)
   local first, forms = 1, {}
   local returns = returned(row.name, results)
   if as_method then
      local object, place = help.object_of(row, items)
      first = object and place + 1 or 1
      results = {}
   end
   forms[1] = { parameters = parameters({}, items, first), returns = returns }
   if #results > 0 then forms[2] = { parameters = parameters(results, items, first), returns = returns } end
   return forms
end

local function overload(form)
   local list = {}
   for k, p in ipairs(form.parameters) do list[k] = ('%s%s: %s'):format(p[1], p[3] and '?' or '', p[2]) end
   return ('---@overload fun(%s): %s'):format(table.concat(list, ', '), form.returns)
end

-- Appends the lines of a function: its docs, all forms after the first as overloads, and the first as its head.
local function add_function(lines, head, docs, forms)
   for _, doc in ipairs(docs) do lines[#lines + 1] = '---' .. doc end
   for k = 2, #forms do lines[#lines + 1] = overload(forms[k]) end
   local names, seen = {}, {}
   for k, p in ipairs(forms[1].parameters) do
      names[k] = p[1] ~= '...' and seen[p[1]] and p[1] .. k or p[1]
      seen[p[1]] = true
      lines[#lines + 1] = p[1] == '...' and '---@param ... ' .. p[2]
         or ('---@param %s%s %s'):format(names[k], p[3] and '?' or '', p[2])
   end
   lines[#lines + 1] = '---@return ' .. forms[1].returns
   lines[#lines + 1] = ('function %s(%s) end\n'):format(head, table.concat(names, ', '))
end

-- The class whose method a row is, and the method's name.
local function class_of(row)
   local class, name = row.name:match '^(.*)%.([^.]+)$'
   if class then return class:match '[^.]+$', name end
   local _, items = help.parse(row.signature)
   local object = help.object_of(row, items)
   return object and object.word == 'Storage' and 'Storage' or 'Tensor', row.name
end

-- Calls visit(head, rows, as_method) for each function and method, in order of their names.
local function each_function(rows, visit)
   local heads, by_head, methods = {}, {}, {}
   local function note(head, row, as_method)
      if not by_head[head] then
         by_head[head], methods[head] = {}, as_method
         heads[#heads + 1] = head
      end
      table.insert(by_head[head], row)
   end
   for _, row in ipairs(rows) do
      if row.isfunction then note('tensor.' .. row.name, row, false) end
      if row.ismethod then note(('%s:%s'):format(class_of(row)), row, true) end
   end
   table.sort(heads)
   for _, head in ipairs(heads) do visit(head, by_head[head], methods[head]) end
end

local function add_once(list, value)
   for _, other in ipairs(list) do if other == value then return end end
   list[#list + 1] = value
end

-- The names of fields that are strings or numbers, such as the element types.
local function constants(tensor)
   local names = {}
   for name, value in next, tensor do
      if type(value) == 'string' or type(value) == 'number' then names[#names + 1] = name end
   end
   table.sort(names)
   return names
end

local function meta(tensor, rows)
   local lines = { '---@meta tensor', '', '---@class tensor', 'local tensor = {}', '' }
   local declared, body = {}, {}
   local function declare(table_name, class)
      if declared[table_name] then return end
      declared[table_name] = true
      lines[#lines + 1] = '---@class ' .. class
      lines[#lines + 1] = (table_name:find '%.' and '' or 'local ') .. table_name .. ' = {}\n'
   end
   each_function(rows, function(head, of_head, as_method)
      local owner = head:match '^(.*)[.:]'
      if owner ~= 'tensor' then declare(owner, as_method and 'tensor.' .. owner or owner) end
      local docs, forms = {}, {}
      for _, row in ipairs(of_head) do
         add_once(docs, row.doc)
         for _, form in ipairs(forms_of(row, as_method)) do forms[#forms + 1] = form end
      end
      add_function(body, head, docs, forms)
   end)
   for _, name in ipairs(constants(tensor)) do lines[#lines + 1] = ('tensor.%s = %q'):format(name, tensor[name]) end
   lines[#lines + 1] = ''
   return table.concat(lines, '\n') .. '\n' .. table.concat(body, '\n') .. '\nreturn tensor\n'
end

-- Fields as luacheck wants them: { add = {}, image = { fields = { save = {} } } }.
local function fields_of(tensor, rows)
   local fields = {}
   for _, name in ipairs(constants(tensor)) do fields[name] = {} end
   for name in pairs(require('tensor.names').names) do fields[name] = {} end
   each_function(rows, function(head, _, as_method)
      local at = fields
      for word in (as_method and '' or head:gsub('^tensor%.', '')):gmatch '[^.]+' do
         at[word] = at[word] or {}
         at[word].fields = at[word].fields or {}
         at = at[word].fields
      end
   end)
   return fields
end

local function text_of(fields, indent)
   local names, lines = {}, {}
   for name in pairs(fields) do names[#names + 1] = name end
   table.sort(names)
   for k, name in ipairs(names) do
      local inner = fields[name].fields
      local text = inner and next(inner) and ('fields = {\n%s%s}'):format(text_of(inner, indent .. '   '), indent) or ''
      lines[k] = ('%s[%q] = {%s},\n'):format(indent, name, text)
   end
   return table.concat(lines)
end

local function luacheck(tensor, rows)
   return ('local fields = {\n%s}\nreturn { read_globals = { tensor = { fields = fields }, torch = { fields = fields,\n'
      .. '   other_fields = true } } }\n'):format(text_of(fields_of(tensor, rows), '   '))
end

return function(tensor, folder)
   local rows, paths = tensor.rows, {}
   for name, make in pairs { ['tensor.meta.lua'] = meta, ['tensor.luacheck.lua'] = luacheck } do
      local path = folder .. '/' .. name
      local file, reason = io.open(path, 'w')
      if not file then error('annotations: ' .. reason, 0) end
      file:write(header:format(tensor.version()), make(tensor, rows))
      file:close()
      paths[#paths + 1] = path
   end
   table.sort(paths)
   return paths
end
