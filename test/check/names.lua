-- Rule: every name that a script can call has help and a spec. The spec calls it, or lists it as a field or a
-- string, for specs that walk a table of names. Other names of a function are its own (help_spec compares them).
local other_names = require('tensor.names').names
local function add_functions(names, t)
   if type(t) ~= 'table' then return end
   for name, value in pairs(t) do
      if type(name) == 'string' and type(value) == 'function' and not name:find '^_' then names[name] = true end
   end
end

-- Functions of the module, methods of its types and of their metatables, and all rows.
local function registered(tensor)
   local names = {}
   add_functions(names, tensor)
   for name, value in pairs(tensor) do
      if type(value) == 'table' and (name:find 'Tensor$' or name:find 'Storage$') then
         add_functions(names, value)
         local meta = getmetatable(value)
         add_functions(names, meta and meta.__index)
      end
   end
   for _, row in ipairs(tensor.rows or {}) do names[row.name] = true end
   local sorted = {}
   for name in pairs(names) do sorted[#sorted + 1] = name end
   table.sort(sorted)
   return sorted
end

local function mentioned(name, text)
   if name:find('.', 1, true) then
      local last = name:match '[^.]+$'
      return text:find('%f[%w_]' .. name:gsub('%.', '%%.') .. '%f[^%w_]') ~= nil
         or name:find '^%u' and text:find('[:"\']' .. last .. '%f[^%w_]') ~= nil -- a method of a class
   end
   return text:find('[%.:]' .. name .. '%f[^%w_]') ~= nil
      or text:find('["\']' .. name .. '["\']') ~= nil
      or text:find('%f[%w_]' .. name .. '%s*=') ~= nil
end

local function check(tree, report)
   local tensor = tree.module()
   local specs = {}
   for _, text in tree:each('^test/spec/.*%.lua$') do specs[#specs + 1] = text end
   local all_specs = table.concat(specs, '\n')
   for _, name in ipairs(registered(tensor)) do
      local text = tensor.help.text(name)
      if not (text and text:find '%S') then
         report('tensor.' .. name, 0, 'has no help')
      end
      if not (other_names[name] or mentioned(name, all_specs)) then report('tensor.' .. name, 0, 'is in no spec') end
   end
end

-- A sample: a module of three names (and one more in a table, row), whose help knows the names in known, and a
-- spec with text.
local function sample(known, text, row)
   local function nothing() end
   local tensor = {
      ones = nothing,
      FloatTensor = setmetatable({ narrow = nothing }, { __index = { dim = nothing } }),
      rows = { row and { name = row } },
      help = {
         text = function(name)
            return (' ' .. known .. ' '):find(' ' .. name .. ' ', 1, true) and 'help for ' .. name or nil
         end,
      },
   }
   return {
      files = { ['test/spec/a_spec.lua'] = text },
      module = function() return tensor end,
   }
end

local all, spec = 'ones narrow dim', 'tensor.ones(3):narrow() { dim = 1 }'

return {
   name = 'every name has help and a spec',
   mentioned = mentioned,
   check = check,
   good = {
      sample(all, spec),
      sample(all .. ' of.two', spec .. 'of.two()', 'of.two'),
      sample(all .. ' Of.two', spec .. 'object:two()', 'Of.two'),
   },
   bad = {
      sample(all .. ' of.two', spec .. 'off.two() of_two()', 'of.two'),
      sample(all .. ' Of.two', spec .. 'object.two()', 'Of.two'),
      sample('narrow dim', spec),
      sample('ones dim', spec),
      sample('ones narrow', spec),
      sample(all, 'tensor.ones(3):narrow_all() { dim = 1 }'),
      sample(all, 'tensor.ones(3):narrow() { dims = 1 }'),
      sample(all, '"ones"; ones(3):narrow() { }'),
   },
}
