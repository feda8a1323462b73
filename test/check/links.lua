-- Rule: symbols go down. A symbol that an object uses but does not define is defined in its own layer (layers.lua) or
-- in a lower one, according to nm. This also finds functions that a source declares itself, without an include.
local layer_of = require 'check.layers'

-- The source of an object that CMake made. Kernels of THC are compiled by two targets.
local function source_of(object)
   local folder, name = object:match '^(.*)/CMakeFiles/[^/]+%.dir/(.+)%.o$'
   folder = folder and folder:gsub('kernels_of_%w+$', 'kernels')
   for _, root in ipairs { 'lib/THC/kernels', 'lib/THC', 'lib/THS', 'lib/TH', 'lua' } do
      if folder and folder:sub(-#root - 1) == '/' .. root then return root .. '/' .. name end
   end
end

local patterns = {
   '*/lib/TH/CMakeFiles/*.o', '*/lib/THS/CMakeFiles/THS_objects.dir/*.o',
   '*/lib/THC/CMakeFiles/THC_objects.dir/*.o', '*/lib/THC/kernels_of_*.o',
   '*/lua/CMakeFiles/tensor_objects_*.o', '*/lua/CMakeFiles/tensor_cuda_*.o',
}

-- The objects whose sources exist: a build folder keeps the objects of deleted files.
local function objects_of(tree)
   local list = {}
   for _, pattern in ipairs(patterns) do
      for _, object in ipairs(tree.built(pattern)) do
         local source = source_of(object)
         if source and tree.files[source] then list[#list + 1] = { name = object, source = source } end
      end
   end
   return list
end

-- The symbols that objects define, as symbol -> source, and those they use, as a list of {source =, symbol =}. By nm's
-- kinds: U uses a symbol, w and v use one that may be missing; W and V define one that several objects may define.
local function symbols_of(tree, objects)
   local defined, used, sources, names = {}, {}, {}, {}
   for k, object in ipairs(objects) do sources[object.name], names[k] = object.source, object.name end
   for _, line in ipairs(tree.symbols('-A -g -P', names)) do
      local object, symbol, kind = line:match '^(.-): (%S+) (%a)'
      local source = sources[object]
      if kind and kind:find '[Uwv]' then used[#used + 1] = { source = source, symbol = symbol }
      elseif kind and kind:find '[TDBRCWV]' then defined[symbol] = source end
   end
   return defined, used
end

local function check(tree, report)
   local objects = objects_of(tree)
   if #objects == 0 then report('*.o', 0, 'no objects in the build folder') end
   local defined, used = symbols_of(tree, objects)
   local told = {}
   for _, use in ipairs(used) do
      local target = defined[use.symbol]
      local level, layer = layer_of(use.source)
      local target_level, target_layer = layer_of(target or '')
      local what = target_level and level and target_level > level and
         ('%s uses %s of %s (%s), which is above it'):format(layer, use.symbol, target_layer, target)
      if what and not told[use.source .. what] then
         told[use.source .. what] = true
         report(use.source, 1, what)
      end
   end
end

-- A build of two objects: user (a source, or a table like definer) uses f, definer defines it.
local function sample(user, definer)
   local listing = {}
   if type(user) == 'string' then user = { source = user } end
   local function add(source, line)
      local folder, name = source:match '^(lib/THC?)/(.*)$'
      if not folder then folder, name = source:match '^(lua)/(.*)$' end
      local target = folder == 'lua' and 'tensor_objects_5.1' or folder == 'lib/THC' and 'THC_objects' or 'TH_objects'
      listing[('b/%s/CMakeFiles/%s.dir/%s.o'):format(folder, target, name)] = line
   end
   add(user.source, user.line or 'f U  ')
   add(definer.source, definer.line or 'f T 0 10')
   local files = { [user.source] = '' }
   if not definer.is_gone then files[definer.source] = '' end
   return {
      files = files,
      built = function(pattern)
         local found = {}
         local as_pattern = '^' .. pattern:gsub('%p', '%%%0'):gsub('%%%*', '.*') .. '$'
         for name in pairs(listing) do
            if name:find(as_pattern) then found[#found + 1] = name end
         end
         return found
      end,
      symbols = function(_, objects)
         local lines = {}
         for k, object in ipairs(objects) do lines[k] = object .. ': ' .. listing[object] end
         return lines
      end,
   }
end

return {
   name = 'symbols go down',
   check = check,
   good = {
      sample('lib/TH/ops/select/a.c', { source = 'lib/TH/memory/b.c' }),
      sample('lib/TH/cpu/a.c', { source = 'lib/TH/cpu/b.c' }),
      sample('lib/THC/ops/a.c', { source = 'lib/TH/ops/random/b.c' }),
      sample('lua/chapters/a.c', { source = 'lua/core/b.c' }),
      sample('lib/TH/memory/a.c', { source = 'lib/TH/ops/select/b.c', is_gone = true }), -- an object of a deleted file
      sample('lib/TH/memory/a.c', { source = 'lib/TH/ops/select/b.c', line = 'f U  ' }),
      sample({ source = 'lib/TH/ops/select/a.c', line = 'f w  ' }, { source = 'lib/TH/memory/b.c' }),
   },
   bad = {
      sample('lib/TH/memory/a.c', { source = 'lib/TH/geometry/b.c' }),
      sample('lib/TH/backend/a.c', { source = 'lib/TH/cpu/b.c', line = 'f D 0 8' }),
      sample('lib/TH/ops/select/a.c', { source = 'lib/TH/ops/composite/b.c', line = 'f R 0 8' }),
      sample('lib/THC/runtime/a.c', { source = 'lib/THC/ops/b.c' }),
      sample('lib/TH/ops/select/a.c', { source = 'lib/THC/runtime/b.c' }),
      sample('lua/core/a.c', { source = 'lua/chapters/b.c' }),
      sample({ source = 'lib/TH/memory/a.c', line = 'f w  ' }, { source = 'lib/TH/geometry/b.c' }),
      sample({ source = 'lib/TH/memory/a.c', line = 'f v  ' }, { source = 'lib/TH/geometry/b.c', line = 'f V 0 8' }),
   },
}
