-- Includes go down: layers of lib/TH, rows only in generic files, TH below THC below nothing but itself,
-- the binding on TH.h alone.
local layers = require 'check.layers'

local function layer_of(path)
   local name = path:gsub('%.%w+$', '')
   local found
   for level, row in ipairs(layers) do
      for i = 2, #row do
         if name:find(row[i]) then found = level end  -- the last that matches: generic/THTensor is a facade
      end
   end
   return found
end

-- Iterates over line number, name and whether it is <system>; TH_GENERIC_FILE counts as the include it becomes.
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

local foreign = { '^lua', '^lauxlib', '^lualib', '^luaTH', '^THC[%.A-Z]', '^cuda' }

-- The path below lib/TH of what a file includes: beside it, or where the compiler is told to look.
local function resolve(tree, name, include)
   local path = name:gsub('[^/]*$', '') .. include
   repeat
      local changed
      path, changed = path:gsub('[^/]+/%.%./', '', 1)
   until changed == 0
   return tree.files['lib/TH/' .. path] and path or (include:gsub('^%.%./', ''))
end

local function check_th(tree, report)
   for path, text in tree:each('^lib/TH/.*%.[ch]$') do
      local name = path:match('^lib/TH/(.*)$')
      local level = layer_of(name)
      if not level then report(path, 1, 'has no layer: name it in test/check/layers.lua') end
      for number, include, is_system in includes(tree, text) do
         local target = resolve(tree, name, include)
         local target_level = not is_system and layer_of(target)
         if name:find('^generic/') then
            if not include:find('%.def$') then
               report(path, number, 'a generic file includes nothing but rows (.def), not ' .. include)
            end
         elseif not include:find('%.def$') then
            for _, pattern in ipairs(foreign) do
               if target:find(pattern) then report(path, number, 'TH does not see ' .. include) end
            end
            if not is_system and not target_level then
               report(path, number, include .. ' has no layer in test/check/layers.lua')
            elseif level and target_level and target_level > level then
               report(path, number, ('%s (%s) includes %s (%s), which is above it'):format(
                  name, layers[level][1], include, layers[target_level][1]))
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
         elseif not is_system and include:find('^TH') and include ~= 'TH.h' then
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
      { files = { ['lib/TH/THIter.h'] = '#include "THTensor.h"\n#include <math.h>\n' } },
      { files = { ['lib/TH/generic/THTensorMath.c'] = '#include "THPointwise.def"\n' } },
      { files = {
         ['lib/TH/compat/TH.h'] = '#include "../THOps.h"\n#include "THGeneral.h"\n',
         ['lib/TH/compat/THGeneral.h'] = '#include <math.h>\n',
      } },
      { files = { ['lib/TH/kernels/THKernels.c'] = '#define TH_GENERIC_FILE "generic/THPointwise.c"\n' } },
      { files = { ['lua/view.c'] = '#include "luaTH.h"\n#include "TH.h"\n', ['lua/cuda.c'] = '#include "THC.h"\n' } },
   },
   bad = {
      { files = { ['lib/TH/THView.c'] = '#include "THIter.h"\n' } },
      { files = { ['lib/TH/THBase.h'] = '#include "../TH/THIter.h"\n' } },
      { files = {
         ['lib/TH/THOps.h'] = '#include "compat/THGeneral.h"\n',
         ['lib/TH/compat/THGeneral.h'] = '#include <math.h>\n',
      } },
      { files = { ['lib/TH/THStray.c'] = 'int x;\n' } },
      { files = { ['lib/TH/THIter.c'] = '#define TH_GENERIC_FILE "generic/THTensor.c"\n' } },
      { files = { ['lib/TH/THIter.c'] = '#include <lua.h>\n' } },
      { files = { ['lib/TH/THIter.c'] = '#include "THC.h"\n' } },
      { files = { ['lib/TH/generic/THTensor.c'] = '#include <string.h>\n' } },
      { files = { ['lua/view.c'] = '#include "THView.h"\n' } },
      { files = { ['lua/a.c'] = '#include "THC.h"\n', ['lua/b.c'] = '#include "THC.h"\n' } },
      { files = { ['lib/THC/THCTensor.c'] = '#include "lua.h"\n' } },
   },
}
