-- tensor/scope.lua: tensor.scope(f, ...) calls f and frees the tensors made in it when it ends, except those it
-- returns. lua/core/memory.c notes what is made and frees it.
local scope = {}

function scope.install(tensor, core)
   local function finish(handle, ok, ...)
      core.scopeEnd(handle, ...)
      if not ok then error((...), 0) end
      return ...
   end

   function tensor.scope(f, ...)
      if type(f) ~= 'function' then error(('scope: a function expected, got %s'):format(type(f)), 2) end
      return finish(core.scopeBegin(), pcall(f, ...))
   end

   tensor.document { name = 'scope', signature = 'f:function arguments:any?', chapter = 'memory',
      doc = 'calls f and returns its results; frees the memory of tensors that f made and did not return' }
end

return scope
