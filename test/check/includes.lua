-- Rule: includes go down (layers.lua) and give full paths: below lib/ in the libraries, below lua/ in the binding. Of
-- the libraries, the binding includes only TH.h, THS.h and THCS.h, and headers of TH/platform, TH/file, TH/formats and
-- TH/compat. Files that are read once for each dtype include only rows; those of cpu/loops include the parts of their
-- loops, too.
local layer_of = require 'check.layers'

-- Iterates over line number, how the include is written ('"', '<', or 'macro') and what it names. A macro that is
-- defined as the name of a file counts as an include of it: some file includes the macro.
local function includes(tree, text)
   local lines, code_lines = tree.lines(text), tree.lines(tree.code_of_c(text))
   local function find(line, code)
      local start = code:match '^%s*#%s*include[%w_]*%s*()[^%w_%s]' or code:match '^%s*#%s*include[%w_]*%s+()%S'
      start = start or code:match '^%s*#%s*define%s+THC?_GENERIC_FILE%s+()%S'
         or code:match '^%s*#%s*define%s+[%w_]+%s+()"' and line:match '^%s*#%s*define%s+[%w_]+%s+()"[^"]+%.[ch]%a*"'
      if not start then return nil end
      local open = line:match('^[<"]', start)
      return open or 'macro', line:match(open and '[^<>"]+' or '%S+', start)
   end
   return function()
      for number, line in lines do
         local _, code = code_lines()
         local how, name = find(line, code)
         if name then return number, how, name end
      end
   end
end

-- What the files of a family must not include, as patterns. Each row: pattern of files, name, patterns of includes.
local families = {
   { '^lib/TH/', 'TH', '^lua', '^lauxlib', '^TH[CS][%./]', '^cuda', '^cu[bs]' },
   { '^lib/THS/', 'THS', '^lua', '^lauxlib', '^THC[%./]' },
   { '^lib/THC/', 'THC', '^lua', '^lauxlib' },
   { '^lua/', 'the binding' },
}

local read_for_each_dtype = {
   '^lib/TH/typed/generic/', '^lib/TH/compat/typed/', '^lib/THC/kernels/rows/', '^lib/TH[CS]/typed/generic/',
}

-- The macros by which files may include: TH(C)_GENERIC_FILE, whose definitions are checked, and these, whose names
-- are made of parts.
local macros = {
   ['lib/TH/cpu/THKernels.c'] = { 'TH_CHAPTER_HEADER', 'TH_CHAPTER_FILE', 'TH_LOOPS_FILE', 'TH_GROUP_FILE' },
   ['lib/THC/kernels/THCKernels.cu'] = { 'THC_CHAPTER_HEADER', 'THC_CHAPTER_FILE', 'THC_GROUP_FILE' },
}

local function is_macro_of(path, name)
   if name == 'TH_GENERIC_FILE' or name == 'THC_GENERIC_FILE' then return true end
   for _, known in ipairs(macros[path] or {}) do
      if known == name then return true end
   end
   return false
end

-- Headers that are found outside these folders: the emulator's.
local elsewhere = { ['lib/THC/kernels/thc_dev.cuh'] = 'emu_device.h' }

-- The umbrella headers, which hosts and the binding include.
local umbrellas = { ['TH.h'] = 'lib/TH/TH.h', ['THS.h'] = 'lib/THS/THS.h', ['THC.h'] = 'lib/THC/THC.h',
   ['THCS.h'] = 'lib/THCS/THCS.h' }

-- The path of the file that an include names: below lib/ or lua/. Headers for extensions (lib/TH/compat) name each
-- other without a folder, as extensions do.
local function resolve(tree, path, include)
   if path:find '^lua/' then
      if umbrellas[include] then return umbrellas[include] end
      local folder = include:match '^TH/(%w+)/'
      local is_open = folder == 'compat' or folder == 'platform' or folder == 'file' or folder == 'formats'
      return is_open and 'lib/' .. include or 'lua/' .. include
   end
   if path:find '^lib/TH/compat/' then
      if include == '../TH.h' then return 'lib/TH/compat/TH.h' end
      local beside = 'lib/TH/compat/' .. include
      if tree.files[beside] then return beside end
   end
   return 'lib/' .. include
end

-- Whether <include> is a file of these folders: the compiler looks for it there, too.
local function is_ours(tree, include)
   for _, folder in ipairs { 'lib/', 'lib/TH/', 'lib/THS/', 'lib/THC/', 'lua/' } do
      if tree.files[folder .. include] then return true end
   end
   return false
end

local function is_one_of(path, patterns)
   for _, pattern in ipairs(patterns) do
      if path:find(pattern) then return true end
   end
   return false
end

local function check_target(tree, path, include, complain)
   local target = resolve(tree, path, include)
   local level, layer = layer_of(path)
   local target_level, target_layer = layer_of(target)
   if not tree.files[target] then complain(include .. ' is no file by that path')
   elseif level and not target_level then complain(include .. ' has no layer in test/check/layers.lua')
   elseif level and target_level > level then
      complain(('%s includes %s of %s, which is above it'):format(layer, include, target_layer))
   end
end

local function check_include(tree, path, how, include, complain)
   if how == 'macro' then
      if not is_macro_of(path, include) then complain('includes by the macro ' .. include .. ': give the path') end
   elseif is_one_of(path, read_for_each_dtype) and not include:find '%.def$' then
      complain('a file that is read for each dtype includes nothing but rows (.def), not ' .. include)
   elseif (how == '"' or is_ours(tree, include)) and elsewhere[path] ~= include then
      check_target(tree, path, include, complain)
   end
end

local function check_file(tree, path, text, family, report)
   if not layer_of(path) then report(path, 1, 'has no layer: name its folder in test/check/layers.lua') end
   for number, how, include in includes(tree, text) do
      local function complain(what) report(path, number, what) end
      if is_one_of(include, { (unpack or table.unpack)(family, 3) }) then
         complain(family[2] .. ' does not see ' .. include)
      else check_include(tree, path, how, include, complain) end
   end
end

-- THC is loaded only at its first use: only one file of the binding may include THC.h or THCS.h, which includes it.
local function check_binding(tree, report)
   local with_thc
   for path, text in tree:each('^lua/.*%.[ch]$') do
      for number, _, include in includes(tree, text) do
         if include == 'THC.h' or include == 'THCS.h' then
            if with_thc and with_thc ~= path then
               report(path, number, include .. ' belongs in one file of the binding; ' .. with_thc .. ' has it')
            end
            with_thc = path
         end
      end
   end
end

-- A tree of files, each given by its includes. The files in others exist too, and are empty.
local function sample(files, others)
   for path, lines in pairs(files) do files[path] = lines .. '\n' end
   for path in (others or ''):gmatch '%S+' do files[path] = '\n' end
   return { files = files }
end

return {
   name = 'includes go down',
   check = function(tree, report)
      for _, family in ipairs(families) do
         for path, text in tree:each(family[1]) do
            if tree.is_c(path) then check_file(tree, path, text, family, report) end
         end
      end
      check_binding(tree, report)
   end,
   good = {
      sample({ ['lib/TH/iteration/a.h'] = '#include "TH/geometry/b.h"\n#include <math.h>' }, 'lib/TH/geometry/b.h'),
      sample({ ['lib/TH/typed/generic/a.c'] = '#include "TH/rows/a.def"' }, 'lib/TH/rows/a.def'),
      sample({ ['lib/TH/compat/a.h'] = '#include "TH/ops/select/b.h"\n#include "c.h"' },
         'lib/TH/ops/select/b.h lib/TH/compat/c.h'),
      sample({ ['lib/TH/cpu/a.c'] = '#define TH_GENERIC_FILE "TH/cpu/loops/b.c"' }, 'lib/TH/cpu/loops/b.c'),
      sample({ ['lib/THC/kernels/a.cu'] = '#include "TH/cpu/math/b.h"' }, 'lib/TH/cpu/math/b.h'),
      sample({ ['lua/file/a.c'] = '#include "core/b.h"\n#include "TH.h"', ['lua/cuda/a.c'] = '#include "THC.h"' },
         'lua/core/b.h lib/TH/TH.h lib/THC/THC.h'),
      sample({ ['lua/core/a.h'] = '#include "tensor.h"' }, 'lua/tensor.h'),
      sample({ ['lib/TH/iteration/a.h'] = '#include <TH/geometry/b.h>\n/*\n#include "TH/ops/c.h"\n*/' },
         'lib/TH/geometry/b.h'),
      sample { ['lib/TH/base/types/a.h'] = '#include TH_GENERIC_FILE' },
      sample { ['lib/TH/cpu/THKernels.c'] = '#include TH_GROUP_FILE\n#define TH_GENERIC_FILE TH_CHAPTER_FILE' },
   },
   bad = {
      sample({ ['lib/TH/geometry/a.c'] = '#include "TH/iteration/b.h"' }, 'lib/TH/iteration/b.h'),
      sample({ ['lib/TH/geometry/a.c'] = '#include <TH/iteration/b.h>' }, 'lib/TH/iteration/b.h'),
      sample({ ['lib/TH/geometry/a.c'] = '/* of rows */ #include /* below */ "TH/iteration/b.h"' },
         'lib/TH/iteration/b.h'),
      sample({ ['lib/THC/memory/a.c'] = '#include <iteration/b.h>' }, 'lib/TH/iteration/b.h'),
      sample({ ['lua/core/a.c'] = '#include <chapters/b.h>' }, 'lua/chapters/b.h'),
      sample({ ['lib/TH/geometry/a.c'] = '#define UP "TH/iteration/b.h"' }, 'lib/TH/iteration/b.h'),
      sample { ['lib/TH/geometry/a.c'] = '#include UP' },
      sample { ['lib/TH/geometry/a.c'] = '#include \\\n  "TH/iteration/b.h"' },
      sample { ['lib/TH/cpu/a.c'] = '#define TH_GENERIC_FILE UP' },
      sample({ ['lib/TH/geometry/a.c'] = '#include "b.h"' }, 'lib/TH/geometry/b.h'),
      sample({ ['lib/TH/geometry/a.c'] = '#include "../base/b.h"' }, 'lib/TH/base/b.h'),
      sample({ ['lib/TH/geometry/a.c'] = '#include "TH/base/b.h"' }),
      sample({ ['lib/TH/ops/select/a.h'] = '#include "TH/ops/random/b.h"' }, 'lib/TH/ops/random/b.h'),
      sample({ ['lib/TH/ops/select/a.h'] = '#include "TH/compat/b.h"' }, 'lib/TH/compat/b.h'),
      sample({ ['lib/TH/ops/a.c'] = 'int x;' }),
      sample({ ['lib/TH/stray/a.c'] = 'int x;' }),
      sample({ ['lib/TH/cpu/a.c'] = '#define TH_GENERIC_FILE "TH/typed/generic/b.c"' }, 'lib/TH/typed/generic/b.c'),
      sample { ['lib/TH/iteration/a.c'] = '#include <lua.h>' },
      sample({ ['lib/TH/iteration/a.c'] = '#include "THC/THC.h"' }, 'lib/THC/THC.h'),
      sample { ['lib/TH/typed/generic/a.c'] = '#include <string.h>' },
      sample { ['lib/THC/kernels/rows/a.cuh'] = '#include <string.h>' },
      sample({ ['lib/THC/runtime/a.c'] = '#include "THC/ops/b.h"' }, 'lib/THC/ops/b.h'),
      sample({ ['lib/THC/kernels/a.cu'] = '#include "THC/ops/b.h"' }, 'lib/THC/ops/b.h'),
      sample { ['lib/THC/memory/a.c'] = '#include "lua.h"' },
      sample({ ['lua/core/a.c'] = '#include "TH/geometry/b.h"' }, 'lib/TH/geometry/b.h'),
      sample({ ['lua/core/a.c'] = '#include "chapters/b.h"' }, 'lua/chapters/b.h'),
      sample({ ['lua/cuda/a.c'] = '#include "THC.h"', ['lua/cuda/b.c'] = '#include "THC.h"' }, 'lib/THC/THC.h'),
   },
}
