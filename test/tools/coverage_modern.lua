-- coverage_modern.lua: compares the module with the table of functions of NumPy and PyTorch: which forms are missing,
-- which no spec calls (TH_RECORD names what recorder_modern.lua wrote) with the fewest and with all of their arguments,
-- with which kinds of elements, and which functions have no example in help. What is called without tensors has no
-- kinds of elements.
local tensor = require 'tensor'
local examples = require 'tensor.help.examples'
local modern = require 'spec.support.modern'
local other_names = require('tensor.names').names

local record = {}
for line in io.lines((assert(os.getenv 'TH_RECORD', 'TH_RECORD names the file'))) do
   local name, how, count, kind = line:match '^(%S+)\t(%S+)\t(%S+)\t(%S+)$'
   record[name .. ' ' .. how], record[name .. ' ' .. kind] = true, true
   record[('%s %s %s'):format(name, how:match '%a+', count)] = true
end

local function exists(form)
   return (form.how == 'fn' and tensor or tensor.Tensor)[form.name] ~= nil
end

local function is_called(form)
   local call = form.name .. ' ' .. form.how
   if form.result or form.inplace then return record[call .. '!'] end
   return record[call] or record[call .. '!']
end

-- The numbers of arguments with which no spec calls a form; a call with more of them fits '(x, ...)'.
local function counts_not_called(form)
   local never = {}
   for _, count in ipairs(form.counts or {}) do
      local is_open, seen = #form.counts == 1, record[('%s %s %d'):format(form.name, form.how, count)]
      for more = count + 1, is_open and count + 4 or 0 do
         seen = seen or record[('%s %s %d'):format(form.name, form.how, more)]
      end
      if not seen and never[#never] ~= count then never[#never + 1] = count end
   end
   return never
end

-- The kinds of elements that a row names.
local function kinds_of(dtypes)
   local kinds = {}
   if dtypes == 'all' then return { floating = true, integers = true, bool = true, complex = true } end
   for kind, words in pairs { floating = { 'floating', 'all' }, integers = { 'integers', 'all', 'long' },
      complex = { 'complex' } } do
      for _, word in ipairs(words) do
         if dtypes:find('%f[%a]' .. word .. '%f[%A]') then kinds[kind] = true end
      end
   end
   return kinds
end

local missing, unseen, undocumented, forms = {}, {}, {}, 0

local function text_of(form)
   return ('%s (%s%s)'):format(form.name, form.how, form.result and ' with a result' or '')
end

local function compare(row)
   local names = {}
   for _, form in ipairs(row.forms) do
      forms = forms + 1
      if not exists(form) then missing[#missing + 1] = text_of(form)
      elseif not is_called(form) then unseen[#unseen + 1] = text_of(form)
      else
         for _, count in ipairs(counts_not_called(form)) do
            unseen[#unseen + 1] = ('%s with %d arguments'):format(text_of(form), count)
         end
      end
      names[form.name] = true
   end
   for name in pairs(names) do
      if tensor[name] ~= nil or tensor.Tensor[name] ~= nil then
         local takes_tensors = name == row.name and not record[name .. ' none']
         for kind in pairs(takes_tensors and kinds_of(row.dtypes) or {}) do
            if not record[name .. ' ' .. kind] then unseen[#unseen + 1] = ('%s of %s'):format(name, kind) end
         end
         if not (examples[name] or other_names[name]) then undocumented[#undocumented + 1] = name end
      end
   end
end

local rows = modern.rows()
for _, row in ipairs(rows) do compare(row) end
local function show(title, list)
   table.sort(list)
   if #list > 0 then print(title .. table.concat(list, ', ')) end
end
show('missing: ', missing)
show('in no spec: ', unseen)
show('without a run example: ', undocumented)
print(('NumPy and PyTorch: %d rows, %d forms; %d forms missing, %d in no spec, %d without a run example')
   :format(#rows, forms, #missing, #unseen, #undocumented))
os.exit(#missing + #unseen + #undocumented == 0 and 0 or 1, true)
