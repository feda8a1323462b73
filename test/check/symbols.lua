-- Rule: what built files export. A kernel object exports one symbol, libTH the names of TH, and the module
-- luaopen_tensor_core and the names of TH, which is linked into it.
local function names(tree, options, path)
   local list = {}
   for _, line in ipairs(tree.symbols(options, path)) do
      local kind, name = line:match('^%x*%s*(%a) ([%w_%.]+)$')
      if kind then list[#list + 1] = name end
   end
   return list
end

local function check_kernels(tree, report)
   local objects = tree.built '*/th_kernels_*.dir/*.o'
   if #objects == 0 then report('th_kernels_*', 0, 'no kernel objects in the build folder') end
   for _, object in ipairs(objects) do
      local list = names(tree, '-g --defined-only', object)
      if #list ~= 1 then
         local some = table.concat(list, ' ', 1, math.min(#list, 5))
         report(object, 0, ('exports %d symbols, not 1: %s'):format(#list, some))
      end
   end
end

-- each row: the file to look for, options of nm, patterns of which every name must match one
local libraries = {
   { '*/lib/libTH.so*', '-D --defined-only', '^TH', '^th_fail$' },
   { '*/lib/libTH.a', '-g --defined-only', '^TH', '^th_' },
   -- the module holds TH, and luaT for C extensions
   { '*/tensor/core.so', '-D --defined-only', '^luaopen_tensor_core$', '^luaT_[%l_2]+$', '^TH', '^th_fail$',
      '^luaTH_pushtensor$', '^luaTH_totensor$', '^luaTH_pushallocator$',
      '^luaTH_setAllocator$', '^luaTH_collectByHost$', '^luaTH_collectStep$',
      '^luaTH_openmodule$', '^luaTH_openSandboxed$', '^luaTH_setCancel$', '^luaTH_setTimeBudget$', -- lua/tensor.h
      '^luaTH_register$', '^luaTH_returnnumber$', '^luaTH_result$' }, -- modules beside it: test/lua/proof.c
   { '*/tensor/cudacore.so', '-D --defined-only', '^luaopen_tensor_cudacore$', '^THC', '^thc_',
      optional = true },
}

local function check_libraries(tree, report)
   for _, row in ipairs(libraries) do
      local built = tree.built(row[1])
      if #built == 0 and not row.optional then report(row[1], 0, 'not in the build folder') end
      for _, path in ipairs(built) do
         local list = names(tree, row[2], path)
         if #list == 0 then report(path, 0, 'exports nothing') end
         for _, name in ipairs(list) do
            local allowed = false
            for i = 3, #row do allowed = allowed or name:find(row[i]) ~= nil end
            if not allowed then report(path, 0, 'exports ' .. name) end
         end
      end
   end
end

-- A build whose files export what they may, except for the one at path.
local function sample(path, listing)
   local exports = {
      ['b/th_kernels_base.dir/x.o'] = { '0000 D TH_kernels_base_float' },
      ['b/lib/libTH.so'] = { '0000 T THTensor_narrow', '0001 T th_fail' },
      ['b/lib/libTH.a'] = { 'THView.o:', '', '0000 T THTensor_narrow', '0001 T th_open_blas' },
      ['b/lua/5.1/tensor/core.so'] = { '0000 T luaopen_tensor_core' },
   }
   if path then exports[path] = listing or nil end
   return {
      built = function(pattern)
         local found = {}
         local as_pattern = '^' .. pattern:gsub('%p', '%%%0'):gsub('%%%*', '.*') .. '$'
         for name in pairs(exports) do
            if name:find(as_pattern) then found[#found + 1] = name end
         end
         return found
      end,
      symbols = function(_, name) return exports[name] end,
   }
end

return {
   name = 'exported symbols',
   check = function(tree, report)
      check_kernels(tree, report)
      check_libraries(tree, report)
   end,
   good = { sample(), sample('b/lua/5.1/tensor/cudacore.so', { '0000 T luaopen_tensor_cudacore', '0000 T THC_open' }) },
   bad = {
      sample('b/th_kernels_base.dir/x.o', { '0000 D TH_a', '0001 T helper' }),
      sample('b/th_kernels_base.dir/x.o', {}),
      sample('b/th_kernels_base.dir/x.o', false),
      sample('b/lib/libTH.so', { '0000 T THTensor_narrow', '0000 T narrow' }),
      sample('b/lib/libTH.so', { '0000 T th_internal' }),
      sample('b/lib/libTH.so', {}),
      sample('b/lib/libTH.a', { '0000 T parse' }),
      sample('b/lua/5.1/tensor/core.so', { '0000 T luaopen_tensor_core', '0000 T luaTH_pushnumber' }),
      sample('b/lua/5.1/tensor/core.so', false),
      sample('b/lua/5.1/tensor/cudacore.so', { '0000 T luaopen_tensor_cudacore', '0000 T cudaMalloc' }),
   },
}
