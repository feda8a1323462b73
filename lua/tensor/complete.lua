-- tensor/complete.lua: the names that complete a word at the prompt: globals, fields ('tensor.na') and methods
-- ('x:na'). Looks names up without calling functions of the script.
local metatable_of = require('tensor.host').metatable_of

local keywords = {}
local all_keywords = 'and break do else elseif end false for function if in local nil not or repeat return then true '
   .. 'until while'
for word in all_keywords:gmatch '%a+' do keywords[word] = true end

-- Adds the names in a table, and those that its metatable adds to it.
local function add_names(names, value, depth)
   if type(value) ~= 'table' or depth > 10 then return end
   for name, field in next, value do
      if type(name) == 'string' and not name:find '^__' and names[name] == nil then names[name] = field end
   end
   local mt = metatable_of(value)
   add_names(names, type(mt) == 'table' and rawget(mt, '__index'), depth + 1)
end

-- The names that value.name finds. A tensor has the methods of its type, whose table is the metatable, and those in
-- module.Tensor.
local function names_of(module, value)
   local names, mt = {}, metatable_of(value)
   if type(value) == 'table' then add_names(names, value, 0)
   elseif type(mt) == 'table' then
      if module.isTensor(value) then add_names(names, mt, 0) add_names(names, module.Tensor, 0) end
      add_names(names, rawget(mt, '__index'), 0)
   end
   return names
end

local function raw_field(value, name)
   if type(value) == 'table' then
      local field = rawget(value, name)
      if field ~= nil then return field end
      local mt = metatable_of(value)
      return type(mt) == 'table' and raw_field(rawget(mt, '__index'), name) or nil
   end
end

-- Returns a function that returns the sorted list of words which complete a word, for the globals in env.
return function(module, env)
   return function(word)
      local path, separator, start = word:match '^(.-)([.:]?)([%a_]?[%w_]*)$'
      local value, list = module.rows and env, {} -- asking for rows loads all parts of the module (late.lua)
      for name in (path or ''):gmatch '[^.:]+' do value = raw_field(value, name) end
      if not path or value == nil or path ~= '' and separator == '' then return list end
      local names = names_of(module, value)
      if path == '' then for name in pairs(keywords) do names[name] = true end end
      for name, field in pairs(names) do
         local fits = separator ~= ':' or type(field) == 'function'
         if fits and name:sub(1, #start) == start then list[#list + 1] = path .. separator .. name end
      end
      table.sort(list)
      return list
   end
end
