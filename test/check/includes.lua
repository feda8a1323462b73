-- Rule: includes go down (layers.lua) and give full paths: below lib/ in the libraries, below lua/ in the binding. Of
-- the libraries, the binding includes only TH.h and THC.h, and headers of TH/file and TH/compat. Files that are read
-- once for each dtype include only rows; those of cpu/loops include the parts of their loops, too.
local layer_of = require 'check.layers'

-- Iterates over line number, name, and whether the include is <system>. A definition of TH_GENERIC_FILE counts
-- as the include that it becomes.
local function includes(tree, text)
   local lines = tree.lines(text)
   return function()
      for number, line in lines do
         local open, name = line:match('^%s*#%s*include%s*([<"])([^>"]+)[>"]')
         name = name or line:match('^%s*#%s*define%s+THC?_GENERIC_FILE%s+"([^"]+)"')
         if name then return number, name, open == '<' end
      end
   end
end

-- What the files of a family must not include, as patterns. Each row: pattern of files, name, patterns of includes.
local families = {
   { '^lib/TH/', 'TH', '^lua', '^lauxlib', '^THC[%./]', '^cuda', '^cu[bs]' },
   { '^lib/THC/', 'THC', '^lua', '^lauxlib' },
   { '^lua/', 'the binding' },
}

local read_for_each_dtype = {
   '^lib/TH/typed/generic/', '^lib/TH/compat/typed/', '^lib/THC/kernels/rows/', '^lib/THC/typed/generic/',
}

-- Headers that are found outside these folders: the emulator's.
local elsewhere = { ['lib/THC/kernels/thc_dev.cuh'] = 'emu_device.h' }

-- The umbrella headers, which hosts and the binding include.
local umbrellas = { ['TH.h'] = 'lib/TH/TH.h', ['THC.h'] = 'lib/THC/THC.h' }

-- The path of the file that an include names: below lib/ or lua/. Headers for extensions (lib/TH/compat) name each
-- other without a folder, as extensions do.
local function resolve(tree, path, include)
   if path:find '^lua/' then
      if umbrellas[include] then return umbrellas[include] end
      return (include:find '^TH/compat/' or include:find '^TH/file/') and 'lib/' .. include or 'lua/' .. include
   end
   if path:find '^lib/TH/compat/' then
      if include == '../TH.h' then return 'lib/TH/compat/TH.h' end
      local beside = 'lib/TH/compat/' .. include
      if tree.files[beside] then return beside end
   end
   return 'lib/' .. include
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

local function check_file(tree, path, text, family, report)
   if not layer_of(path) then report(path, 1, 'has no layer: name its folder in test/check/layers.lua') end
   local is_generic = is_one_of(path, read_for_each_dtype)
   for number, include, is_system in includes(tree, text) do
      local function complain(what) report(path, number, what) end
      local hidden = is_one_of(include, { (unpack or table.unpack)(family, 3) })
      if hidden then complain(family[2] .. ' does not see ' .. include)
      elseif is_generic and not include:find '%.def$' then
         complain('a file that is read for each dtype includes nothing but rows (.def), not ' .. include)
      elseif not is_system and elsewhere[path] ~= include then check_target(tree, path, include, complain) end
   end
end

-- THC is loaded only at its first use: only one file of the binding may include THC.h.
local function check_binding(tree, report)
   local with_thc
   for path, text in tree:each('^lua/.*%.[ch]$') do
      for number, include in includes(tree, text) do
         if include == 'THC.h' then
            if with_thc and with_thc ~= path then
               report(path, number, 'THC.h belongs in one file of the binding; ' .. with_thc .. ' has it')
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
   },
   bad = {
      sample({ ['lib/TH/geometry/a.c'] = '#include "TH/iteration/b.h"' }, 'lib/TH/iteration/b.h'),
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
