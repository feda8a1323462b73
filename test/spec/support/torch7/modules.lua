--[[ modules.lua: for every form of every row of test/data/torch7-modules.tsv there is a run, which makes the call and
checks its effects. The parts in modules/ return { [group] = { [row] = { [form] = run } } }, where form is the text of
one call ('self, name') or of a form with all ways to call it ('self, name?, format?'). run(case) gets a Case, as
below; it may return a reason why this Lua cannot run it.
]]
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local tables = require 'spec.support.torch7.tables'

local torch = package.loaded.torch or require 'tensor'
local unpack = table.unpack or unpack
local modules = {}

local groups = {}
for _, part in ipairs { 'storages', 'files', 'serialization', 'classes', 'random', 'times', 'cmdline', 'tester',
   'utilities' } do
   for group, rows in pairs(require('spec.support.torch7.modules.' .. part)) do groups[group] = rows end
end

-- --- cases ---

-- Fields of a case: name, which is not used by any other; dtype, for rows of storages; given, the set of kinds
-- of the given items.
local Case = {}
Case.__index = Case

local count = 0

local function new_case(call, dtype)
   count = count + 1
   local given, ends = {}, {}
   for k, item in ipairs(call.form.items) do given[item.kind] = call.way[k] or given[item.kind] end
   local case = { name = 'torch7_module_' .. count, dtype = dtype, call = call, given = given, ends = ends }
   function case.finally(f) ends[#ends + 1] = f end
   return setmetatable(case, Case)
end

-- For values of all items of the form, returns those of the items that are given; nil for the others.
function Case:pick(...)
   local values, last = { ... }, 0
   for k in ipairs(self.call.form.items) do
      if self.call.way[k] then last = k else values[k] = nil end
   end
   return unpack(values, 1, last)
end

-- The same without gaps.
function Case:drop(...)
   local values, left, n = { ... }, {}, 0
   for k in ipairs(self.call.form.items) do
      if self.call.way[k] then
         n = n + 1
         left[n] = values[k]
      end
   end
   return unpack(left, 1, n)
end

-- The path of a file that is removed at the end, with text if given.
function Case:path(text) return files.scratch(self.finally, text) end

-- Runs code in a child process with this module as torch; returns its output and exit status.
function Case.child(code)
   local name = package.loaded.torch and 'torch' or 'tensor'
   local result = child.run(('local torch = require %q\n'):format(name) .. code)
   return result.output, result.status
end

-- --- runs ---

local function runs_of(row) return (groups[row.group] or {})[row.name] or {} end

local function key_of(row, call)
   local text = call.text:match ': (.*)'
   return runs_of(row)[text] and text or call.form.text
end

-- Calls visit(row, call, dtype) for every form with each type; only for one group if that is given.
function modules.each(visit, group)
   for _, row in ipairs(tables.modules()) do
      for _, call in ipairs((not group or group == row.group) and tables.calls(row) or {}) do
         for _, dtype in ipairs(row.dtypes and tables.dtypes(row) or { '' }) do visit(row, call, dtype) end
      end
   end
end

function modules.groups()
   local list = {}
   for group in pairs(groups) do list[#list + 1] = group end
   table.sort(list)
   return list
end

-- Lists forms without a run, and runs whose row or form is not in the table.
function modules.unmatched()
   local list, known = {}, {}
   modules.each(function(row, call)
      local name = ('%s: %s, %s'):format(row.group, row.name, key_of(row, call))
      if not known[name] and not runs_of(row)[key_of(row, call)] then list[#list + 1] = 'no run: ' .. name end
      known[name] = true
   end)
   for group, rows in pairs(groups) do
      for row, runs in pairs(rows) do
         for form in pairs(runs) do
            local name = ('%s: %s, %s'):format(group, row, form)
            if not known[name] then list[#list + 1] = 'not in the table: ' .. name end
         end
      end
   end
   return list
end

function modules.has_run(row, call) return runs_of(row)[key_of(row, call)] ~= nil end

-- Runs a call. Returns the failure or nil, and a reason if it was not made.
function modules.try(row, call, dtype)
   local case = new_case(call, dtype)
   local default = torch.getdefaulttensortype()
   local ok, result = pcall(runs_of(row)[key_of(row, call)], case)
   for k = #case.ends, 1, -1 do case.ends[k]() end
   torch.setdefaulttensortype(default)
   if ok then return nil, result end
   return tostring(result)
end

-- Prints a line for each call of a group that failed or was not made.
function modules.report(group)
   modules.each(function(row, call, dtype)
      local message, reason = modules.try(row, call, dtype)
      if message or reason then
         print(('%s %s, %s (%s): %s'):format(message and 'FAILED' or 'NOT HERE', row.name, call.text, dtype,
            message or reason))
      end
   end, group)
end

return modules
