-- tensor/doctor.lua: what `tensor --doctor` prints. Returns a function(write) that returns the exit status: 0 if the
-- module works, whatever is missing.
local host = require 'tensor.host'

local variables = {
   'TH_SIMD', 'TH_NUM_THREADS', 'TH_CACHE', 'TH_BLAS', 'TH_MKLDNN', 'LUA_PATH', 'LUA_CPATH', 'LD_LIBRARY_PATH',
   'OPENBLAS_NUM_THREADS', 'OPENBLAS_CORETYPE', 'CUDA_VISIBLE_DEVICES',
}

-- Rows of /proc/self/limits that stop a program, by the names of ulimit.
local limits = { ['Max address space'] = 'address space', ['Max stack size'] = 'stack', ['Max processes'] = 'processes',
   ['Max open files'] = 'open files', ['Max locked memory'] = 'locked memory', ['Max data size'] = 'data' }

local function lines_of(path)
   local file = io.open(path)
   local lines = {}
   if not file then return lines end
   for line in file:lines() do lines[#lines + 1] = line end
   file:close()
   return lines
end

local function size_text(text, unit)
   local bytes = unit == 'bytes' and tonumber(text)
   if not bytes then return text end
   if bytes < 2 ^ 20 then return ('%g KB'):format(bytes / 2 ^ 10) end
   return ('%.4g MB'):format(bytes / 2 ^ 20)
end

-- For example "address space unlimited, stack 8 MB".
local function limits_text()
   local found = {}
   for _, line in ipairs(lines_of '/proc/self/limits') do
      local name, soft, unit = line:match '^(.-)%s%s+(%S+)%s+%S+%s*(%S*)'
      if limits[name] then found[#found + 1] = limits[name] .. ' ' .. size_text(soft, unit) end
   end
   return #found > 0 and table.concat(found, ', ') or 'not known here'
end

local function memory_text()
   local total, free
   for _, line in ipairs(lines_of '/proc/meminfo') do
      total, free = line:match '^MemTotal:%s*(%d+)' or total, line:match '^MemAvailable:%s*(%d+)' or free
   end
   if not (total and free) then return 'not known here' end
   return ('%.1f GB, %.1f GB available'):format(total / 2 ^ 20, free / 2 ^ 20)
end

local function processor_text(tensor)
   local name
   for _, line in ipairs(lines_of '/proc/cpuinfo') do name = name or line:match '^model name%s*:%s*(.*)' end
   return ('%slevel %s of %s'):format(name and name .. '; ' or '', tensor.getSimd(),
      table.concat(tensor.simdLevels(), ', '))
end

-- What the formats that need a library say when they write something small.
local function formats_text(tensor)
   local there, missing = {}, {}
   for _, name in ipairs { 'npz', 'png', 'jpeg' } do
      local value = name == 'npz' and { x = tensor.zeros(1) } or tensor.ByteTensor(3, 1, 1):zero()
      local ok = pcall(tensor.encode, value, { format = name })
      table.insert(ok and there or missing, name)
   end
   return table.concat(there, ', ') .. (#missing > 0 and '; built without ' .. table.concat(missing, ', ') or '')
end

local function cuda_text(tensor)
   local available, reason = tensor.cuda.isAvailable()
   if not available then return 'none: ' .. tostring(reason) end
   return ('%d device(s)'):format(tensor.cuda.getDeviceCount())
end

local function found(module, path)
   local where = package.searchpath and package.searchpath(module, path)
   return where or 'somewhere in ' .. path
end

local function variables_text()
   local set = {}
   for _, name in ipairs(variables) do
      local value = host.variable(name)
      if value then set[#set + 1] = name .. '=' .. value end
   end
   return #set > 0 and table.concat(set, ' ') or 'none'
end

-- Text of a row; a row that fails says so, and the others are printed.
local function text_of(f, ...)
   local ok, text = pcall(f, ...)
   return ok and text or 'failed: ' .. tostring(text)
end

local function products_text(core)
   local blas, lapack = core.libraries()
   return blas .. (lapack and '' or '; without LAPACK')
end

return function(write)
   local function row(name, text) write(('%-12s %s\n'):format(name, text)) end
   local engine = rawget(_G, 'jit') and ('%s, %s'):format(_VERSION, jit.version) or _VERSION
   local works, tensor = pcall(require, 'tensor')
   row('tensor', works and tensor.version() or 'cannot be loaded')
   row('Lua', engine)
   if works then
      row('in Lua', found('tensor', package.path))
      row('in C', found('tensor.core', package.cpath))
      row('processor', text_of(processor_text, tensor))
      row('threads', ('%d of %d processors'):format(tensor.getnumthreads(), tensor.getnumcores()))
      row('BLAS', text_of(products_text, require 'tensor.core'))
      row('CUDA', text_of(cuda_text, tensor))
      row('formats', text_of(formats_text, tensor))
   else
      row('because', tostring(tensor))
   end
   row('memory', text_of(memory_text))
   row('limits', text_of(limits_text))
   row('environment', variables_text())
   return works and 0 or 1
end
