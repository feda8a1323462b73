-- machine.lua: which processor this is, the sizes of its caches, and the name of the file that keeps its results.
-- Caches are read from sysfs: getconf and sysconf answer 0, or another processor's sizes, on some virtual machines.
local machine = {}

local function first_line(path)
   local file = io.open(path)
   local line = file and file:read '*l'
   if file then file:close() end
   return line
end

-- The processor as the text of /proc/cpuinfo tells it: { name, family, model, stepping, cores }. On other processors
-- than x86 the name is made of what there is.
function machine.of_cpuinfo(text)
   local function field(name) return text:match('\n' .. name .. '%s*: ([^\n]*)') end
   text = '\n' .. text
   local _, cores = text:gsub('\nprocessor%s*:', '')
   local part = field 'CPU part'
   local arm = part and ('ARM %s %s'):format(field 'CPU implementer' or '', part)
   return { name = field 'model name' or arm or field 'Processor' or 'unknown processor', family = field 'cpu family',
      model = field 'model', stepping = field 'stepping', cores = math.max(cores, 1) }
end

function machine.processor()
   local file = io.open '/proc/cpuinfo'
   local text = file and file:read '*a' or ''
   if file then file:close() end
   return machine.of_cpuinfo(text)
end

-- One line for people: virtual machines often hide the name, so family and model go with it.
function machine.describe(p)
   local numbers = {}
   for _, key in ipairs { 'family', 'model', 'stepping' } do
      if p[key] then numbers[#numbers + 1] = key .. ' ' .. p[key] end
   end
   return p.name .. (#numbers > 0 and (' (%s)'):format(table.concat(numbers, ', ')) or '')
end

-- amd-epyc-25-17-2-cores: letters and digits of the name, family, model and cores.
function machine.file_name(p)
   local name = p.name:lower():gsub('%(%a+%)', ' '):gsub('cpu @.*', ''):gsub('%f[%w]processor%f[%W]', '')
   local words = {}
   for word in name:gmatch '%w+' do words[#words + 1] = word end
   words[#words + 1] = p.family
   words[#words + 1] = p.model
   return ('%s-%d-core%s'):format(table.concat(words, '-'), p.cores, p.cores == 1 and '' or 's')
end

local factors = { K = 1024, M = 1024 ^ 2, G = 1024 ^ 3 }

-- Bytes of the data caches of the first processor by level, { L1 =, L2 =, L3 = }; a level that the system hides is
-- left out. folder: where the system describes them.
function machine.caches(folder)
   folder = folder or '/sys/devices/system/cpu/cpu0/cache'
   local caches = {}
   for index = 0, 9 do
      local path = ('%s/index%d/'):format(folder, index)
      local level, kind, size = first_line(path .. 'level'), first_line(path .. 'type'), first_line(path .. 'size')
      local count, unit = (size or ''):match '^(%d+)(%a?)'
      if level and count and kind ~= 'Instruction' then
         caches['L' .. level] = tonumber(count) * (factors[unit] or 1)
      end
   end
   return caches
end

function machine.describe_caches(caches)
   local words = {}
   for _, level in ipairs { 'L1', 'L2', 'L3', 'L4' } do
      local bytes = caches[level]
      local size = bytes and (bytes < 1024 ^ 2 and ('%g KB'):format(bytes / 1024) or ('%g MB'):format(bytes / 1024 ^ 2))
      words[#words + 1] = size and ('%s %s'):format(level, size)
   end
   return #words > 0 and table.concat(words, ', ') or 'caches unknown'
end

return machine
