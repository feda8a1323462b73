-- Rule: includes go down. A layer of lib/TH includes itself and lower layers; generic files include rows only;
-- TH does not include THC, and THC only itself and TH; the binding includes TH.h only.
local layers = require 'check.layers'

-- The level and name of the layer of a path below lib/TH, given by its first folder, or by TH.h.
local function layer_of(path)
   local folder = path:match '^[^/]+'
   for level, row in ipairs(layers) do
      for _, name in ipairs(row) do
         if name == folder then return level, name end
      end
   end
end

-- Iterates over line number, name, and whether the include is <system>. A definition of TH_GENERIC_FILE counts
-- as the include that it becomes.
local function includes(tree, text)
   local lines = tree.lines(text)
   return function()
      for number, line in lines do
         local open, name = line:match('^%s*#%s*include%s*([<"])([^>"]+)[>"]')
         name = name or line:match('^%s*#%s*define%s+TH_GENERIC_FILE%s+"([^"]+)"')
         if name then return number, name, open == '<' end
      end
   end
end

local foreign = { '^lua', '^lauxlib', '^lualib', '^luaTH', '^THC[%./A-Z]', '^cuda' }

-- Generic files are read once for each dtype, so they must include nothing but rows.
local function is_generic(name)
   return name:find '^cpu/loops/' or name:find '^typed/generic/'
end

-- The path below lib/TH of an include in one of its files. Headers in compat name each other without a folder,
-- as extensions do.
local function resolve(tree, name, include)
   local compat = name:find '^compat/' and 'compat/' .. include
   if compat and tree.files['lib/TH/' .. compat] then return compat end
   if include == '../TH.h' then return 'compat/TH.h' end
   return include:match '^TH/(.*)$'
end

local function check_th(tree, report)
   for path, text in tree:each('^lib/TH/.*%.[ch]$') do
      local name = path:match('^lib/TH/(.*)$')
      local level, layer = layer_of(name)
      if not level then report(path, 1, 'has no layer: name its folder in test/check/layers.lua') end
      for number, include, is_system in includes(tree, text) do
         local target = not is_system and resolve(tree, name, include)
         local target_level, target_layer = layer_of(target or '')
         if is_generic(name) then
            if not include:find('%.def$') then
               report(path, number, 'a generic file includes nothing but rows (.def), not ' .. include)
            end
         else
            for _, pattern in ipairs(foreign) do
               if include:find(pattern) then report(path, number, 'TH does not see ' .. include) end
            end
            if not is_system and not target_level then
               report(path, number, include .. ' is no path below lib/, or of no layer in test/check/layers.lua')
            elseif level and target_level and target_level > level then
               report(path, number, ('%s (%s) includes %s (%s), which is above it'):format(
                  name, layer, include, target_layer))
            end
         end
      end
   end
end

local function check_binding(tree, report)
   local with_thc
   for path, text in tree:each('^lua/.*%.[ch]$') do
      for number, include, is_system in includes(tree, text) do
         if include == 'THC.h' then
            if with_thc and with_thc ~= path then
               report(path, number, 'THC.h belongs in one file of the binding; ' .. with_thc .. ' has it')
            end
            with_thc = path
         elseif not is_system and include:find('^TH') and include ~= 'TH.h' and not include:find '^TH/compat/' then
            report(path, number, 'the binding sees TH.h alone, not ' .. include)
         end
      end
   end
end

local function check_thc(tree, report)
   for path, text in tree:each('^lib/THC/') do
      for number, include in includes(tree, text) do
         if include:find('^lua') or include:find('^lauxlib') or include:find('^lualib') then
            report(path, number, 'THC does not see ' .. include)
         end
      end
   end
end

return {
   name = 'includes go down',
   check = function(tree, report)
      check_th(tree, report)
      check_binding(tree, report)
      check_thc(tree, report)
   end,
   good = {
      { files = { ['lib/TH/iteration/THIter.h'] = '#include "TH/geometry/THTensor.h"\n#include <math.h>\n' } },
      { files = { ['lib/TH/typed/generic/THTensorMath.c'] = '#include "TH/rows/THPointwise.def"\n' } },
      { files = {
         ['lib/TH/compat/TH.h'] = '#include "TH/ops/THOps.h"\n#include "THGeneral.h"\n',
         ['lib/TH/compat/THGeneral.h'] = '#include <math.h>\n',
      } },
      { files = { ['lib/TH/cpu/THKernels.c'] = '#define TH_GENERIC_FILE "TH/cpu/loops/THPointwise.c"\n' } },
      { files = {
         ['lua/core/view.c'] = '#include "core/luaTH.h"\n#include "TH.h"\n',
         ['lua/cuda/cuda.c'] = '#include "THC.h"\n',
      } },
   },
   bad = {
      { files = { ['lib/TH/geometry/THView.c'] = '#include "TH/iteration/THIter.h"\n' } },
      { files = { ['lib/TH/geometry/THView.c'] = '#include "THView.h"\n' } },
      { files = { ['lib/TH/geometry/THView.c'] = '#include "../base/THBase.h"\n' } },
      { files = {
         ['lib/TH/ops/THOps.h'] = '#include "TH/compat/THGeneral.h"\n',
         ['lib/TH/compat/THGeneral.h'] = '#include <math.h>\n',
      } },
      { files = { ['lib/TH/THStray.c'] = 'int x;\n' } },
      { files = { ['lib/TH/stray/THStray.c'] = 'int x;\n' } },
      { files = { ['lib/TH/iteration/THIter.c'] = '#define TH_GENERIC_FILE "TH/typed/generic/THTensor.c"\n' } },
      { files = { ['lib/TH/iteration/THIter.c'] = '#include <lua.h>\n' } },
      { files = { ['lib/TH/iteration/THIter.c'] = '#include "THC/THC.h"\n' } },
      { files = { ['lib/TH/typed/generic/THTensor.c'] = '#include <string.h>\n' } },
      { files = { ['lua/core/view.c'] = '#include "TH/geometry/THView.h"\n' } },
      { files = { ['lua/core/a.c'] = '#include "THC.h"\n', ['lua/core/b.c'] = '#include "THC.h"\n' } },
      { files = { ['lib/THC/memory/THCTensor.c'] = '#include "lua.h"\n' } },
   },
}
