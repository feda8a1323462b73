-- coverage_cuda.lua: compares tensor.cuda and the types of devices with the table of cutorch's functions in test/data:
-- calls each function and method in each form with each type it has there. Prints what is missing without a reason in
-- test/data/cutorch-left-out.tsv. Needs a device; without one it says why, and is done.
local tensor = require 'tensor'
local tables = require 'spec.support.torch7.tables'
local attempts = require 'tools.attempts'

local cuda = tensor.cuda
local all = { 'Byte', 'Char', 'Short', 'Int', 'Long', '', 'Double', 'Half' }

-- The types of a row, by their names: Cuda, CudaDouble, ...
local function types_of(row)
   local list = {}
   for _, name in ipairs(all) do
      local is = row.dtypes:find '^all' or row.dtypes:find('%f[%a]Cuda' .. name .. '%f[%A]')
      if is then list[#list + 1] = 'Cuda' .. name end
   end
   return list
end

-- Those that take positions of the CPU too.
local by_positions = {}
for name in ('index indexCopy indexAdd indexFill gather scatter scatterAdd'):gmatch '%S+' do
   by_positions[name] = true
end

-- Torch7's rows of a name, whose positions and masks are on the device.
local function rows_as_in_torch7(name)
   local list = {}
   local function add(row, forms)
      list[#list + 1] = setmetatable({ dtypes = 'all', ['accepted call forms'] = forms }, { __index = row })
   end
   for _, row in ipairs(tables.functions()) do
      if row.name:match '^%S+' == name or row.name == 'torch.' .. name then
         local forms = row['accepted call forms']
         add(row, (forms:gsub('%f[%a]LongTensor', 'CudaLongTensor'):gsub('%f[%a]ByteTensor', 'CudaByteTensor')))
         if by_positions[name] then add(row, forms) end
      end
   end
   return list
end

local report = {} -- texts by name and type, and the names in order

local function miss(name, dtype, form, message)
   report[#report + 1] = { name = name, dtype = dtype, text = ('%s (%s), %s: %s'):format(name, dtype, form, message) }
end

local function try_rows(rows, dtypes)
   for _, row in ipairs(rows) do
      for _, dtype in ipairs(dtypes or types_of(row)) do attempts.try_row(row, dtype, miss) end
   end
end

local function look_up(holder, name, what)
   if holder[name] == nil then miss(what, 'all', 'name', 'there is none') end
end

local objects = {}

local groups = {
   ['tensor math'] = function(row) try_rows({ row }) end,
   ['tensor methods'] = function(row)
      local alike = rows_as_in_torch7(row.name)
      if row['accepted call forms']:find '^as ' and #alike > 0 then try_rows(alike, types_of(row))
      else look_up(objects.tensor, row.name:gsub('__$', ''):match '^[%w_]+', row.name) end
   end,
   ['storage methods'] = function(row)
      if row.name:find '^__%l+index__' or row.name == '__index__' then return end -- the specs of storages
      look_up(objects.storage, row.name:match '^[%w_]+', 'Storage.' .. row.name)
   end,
   ['tensor types'] = function(row) look_up(tensor, row.name:match '^torch%.(%w+)', row.name) end,
   events = function(row)
      if row.kind == 'method' then look_up(objects.event, row.name, 'Event.' .. row.name)
      else look_up(cuda, row.name:match '[%w_]+$', row.name) end
   end,
}

local function of_module(row)
   local name = row.name:gsub(' %b()', ''):match '^cutorch%.([%w_]+)'
   if name then look_up(cuda, name, row.name) end
end

-- The reason why a name is left out, for a type.
local function reasons()
   local list = {}
   for _, row in ipairs(tables.rows 'test/data/cutorch-left-out.tsv') do
      for name in row.names:gmatch '%S+' do list[name] = list[name] or row end
   end
   return list
end

local function is_left_out(list, found)
   local row = list[found.name] or list[found.name:match '^%S+']
   return row and (row.types == 'all' or (' ' .. row.types .. ' '):find(' ' .. found.dtype .. ' ', 1, true) ~= nil)
end

local is, reason = cuda.isAvailable()
if not is then
   print('cutorch: nothing is compared, because there is no device: ' .. reason)
   os.exit(0, true)
end
cuda.getDevice()
objects = { tensor = tensor.CudaTensor(2), storage = tensor.CudaStorage(2), event = cuda.Event() }
local rows = tables.rows 'test/data/cutorch-api.tsv'
for _, row in ipairs(rows) do (groups[row.group] or of_module)(row) end
local list, missing = reasons(), 0
for _, found in ipairs(report) do
   if not is_left_out(list, found) then
      missing = missing + 1
      print('missing: ' .. found.text)
   end
end
print(('cutorch: %d rows, %d calls; %d missing, %d left out for a reason'):format(#rows, attempts.count, missing,
   #report - missing))
os.exit(missing == 0 and 0 or 1, true)
