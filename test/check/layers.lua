-- layers.lua: the layers, from the lowest up: folders, and files that are a layer of their own. A file includes only
-- files of its own layer and of lower ones, and an object uses no symbol of a higher one. So folders form no circle.
-- Add a line here for a new folder.
local order = {
   -- the CPU library
   'lib/TH/platform', 'lib/TH/base', 'lib/TH/base/types', 'lib/TH/rows', 'lib/TH/memory', 'lib/TH/file',
   'lib/TH/geometry', 'lib/TH/iteration', 'lib/TH/backend',
   'lib/TH/cpu/math', 'lib/TH/cpu/parts', 'lib/TH/cpu/loops', 'lib/TH/cpu',
   'lib/TH/dispatch',
   'lib/TH/ops/elementwise', 'lib/TH/ops/select', 'lib/TH/ops/reduce', 'lib/TH/ops/arrange', 'lib/TH/ops/linear',
   'lib/TH/ops/random', 'lib/TH/ops/fft', 'lib/TH/ops/quantized', 'lib/TH/ops/composite', 'lib/TH/ops/search',
   'lib/TH/mkldnn', 'lib/TH/exchange', 'lib/TH/formats',
   'lib/TH/typed/generic', 'lib/TH/typed',
   'lib/TH/host',
   'lib/TH',
   'lib/TH/compat/typed', 'lib/TH/compat', 'lib/TH/compat/TH',
   -- sparse tensors
   'lib/THS/kernels', 'lib/THS/keys', 'lib/THS/ops', 'lib/THS/typed/generic', 'lib/THS/typed', 'lib/THS',
   -- CUDA
   'lib/THC/runtime', 'lib/THC/memory', 'lib/THC/launch',
   'lib/THC/kernels/rows', 'lib/THC/kernels',
   'lib/THC/copy', 'lib/THC/ops',
   'lib/THC/typed/generic', 'lib/THC/typed',
   'lib/THC',
   'lib/THCS/kernels', 'lib/THCS/ops', 'lib/THCS/typed/generic', 'lib/THCS/typed', 'lib/THCS',
   -- the binding; of it hosts include only tensor.h
   'lua/tensor.h',
   'lua/core', 'lua/torch7', 'lua/file', 'lua/chapters', 'lua/sparse', 'lua/exchange', 'lua/formats',
   'lua',
   'lua/cuda',
}

local level_of = {}
for level, name in ipairs(order) do level_of[name] = level end

-- The level of a path and the name of its layer; nil if it has none.
return function(path)
   local layer = level_of[path] and path or path:match '^(.*)/[^/]+$'
   return level_of[layer], layer
end
