-- coverage.lua [module]: compares a module ('tensor' or 'torch') with the tables of Torch7's functions in test/data:
-- calls each row in each form with each type it has there, looks each call up in what specs made (TH_RECORD names the
-- file that test/tools/recorder.lua wrote), and each row in help. Prints what is missing: what is not there, raises an
-- error or gives another value than plain Lua. test/data/README.md says what stands in the tables.
local module_name = arg and arg[1] or 'tensor'
require(module_name)
local examples = require 'tensor.help.examples'
local functions = require 'spec.support.torch7.functions'
local modules = require 'spec.support.torch7.modules'
local tables = require 'spec.support.torch7.tables'

local class_of = { ['random generator'] = 'Generator' }

local function name_of(row) return (row.name:gsub(' %b()$', ''):gsub('^torch%.', '')) end

local function is_documented(row)
   local name = name_of(row)
   local class = row.group and (class_of[row.group] or row.group:match '^%a+')
   return name:find '^_' or name:find '[<: ]' or row.kind == 'value' or row.kind == 'format' or row.kind == 'type'
      or examples[name] or class and examples[class .. '.' .. name]
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
      local dtypes = table.concat(line.dtypes, ' ')
      print(('%s%s%s%s'):format(prefix, line.text, dtypes ~= '' and (' (%s)'):format(dtypes) or '', line.message))
   end
end

-- What specs call, as test/tools/recorder.lua noted it; nil where nobody did.
local function recorded()
   local path = os.getenv 'TH_RECORD'
   if not path then return end
   local set = {}
   for line in io.lines(path) do set[line] = true end
   return set
end

local missing, unseen, undocumented, calls, looked = {}, {}, {}, 0, 0

local function count(name, form, dtype, message)
   calls = calls + 1
   if message then note(missing, name, dtype, form, ': ' .. message:gsub('%s*\n%s*', ' ')) end
end

local function look_up(name, form, dtype, is_seen)
   looked = looked + 1
   if not is_seen then note(unseen, name, dtype, form, '') end
end

local function compare_functions(rows, record)
   for _, row in ipairs(rows) do
      for _, dtype in ipairs(tables.dtypes(row)) do
         functions.try(row, dtype, function(form, message) count(row.name, form, dtype, message) end)
         for _, call in ipairs(record and tables.calls(row) or {}) do
            look_up(row.name, call.text, dtype, record[('%s\t%s\t%s'):format(row.name, call.text, dtype)])
         end
      end
   end
end

-- test/spec/tools/modules_spec.lua makes every call that has a run.
local function compare_modules()
   modules.each(function(row, call, dtype)
      local has_run = modules.has_run(row, call)
      local name = row.name:find '^torch%.' and row.name or ('%s: %s'):format(row.group, row.name)
      look_up(name, call.text, dtype, has_run)
      if has_run then count(name, call.text, dtype, (modules.try(row, call, dtype))) end
   end)
end

local function main()
   local of_functions, of_modules = tables.functions(), tables.modules()
   compare_functions(of_functions, recorded())
   compare_modules()
   for _, rows in ipairs { of_functions, of_modules } do
      for _, row in ipairs(rows) do
         if not is_documented(row) then undocumented[#undocumented + 1] = name_of(row) end
      end
   end
   print_lines('missing: ', missing)
   print_lines('in no spec: ', unseen)
   if #undocumented > 0 then print('without a run example: ' .. table.concat(undocumented, ' ')) end
   print(('%s: %d rows, %d calls, %d looked for in specs; %d forms missing, %d in no spec, %d without a run example')
      :format(module_name, #of_functions + #of_modules, calls, looked, #missing, #unseen, #undocumented))
   return #missing + #unseen + #undocumented == 0
end

os.exit(main() and 0 or 1, true)
