-- tensor.fuse: a function of point-wise operations that runs in one pass over memory (lua/chapters/fuse.c).
local fuse = {}

local Fused = {}
Fused.__index = Fused

function fuse.install(tensor, fused)
   -- The result of the function on tensors and numbers, in fresh tensors.
   function Fused:__call(...) return fused(nil, self.f, ...) end

   -- The same into a tensor, or a table of tensors where the function has several results; returns them.
   function Fused:into(out, ...)
      if out == nil then error('fuse: into needs a result tensor, or a table of them', 2) end
      return fused(out, self.f, ...)
   end

   function tensor.fuse(f)
      if type(f) ~= 'function' then
         error(('fuse: a function expected, got %s'):format(type(f)), 2)
      end
      return setmetatable({ f = f }, Fused)
   end

   tensor.document { name = 'fuse', signature = 'f:function', chapter = 'fuse',
      doc = 'a function g that computes f, made of point-wise methods, in one pass: g(x, ...), g:into(result, x, ...). '
         .. 'f gets expressions: methods and operators of them make others, with tensors and numbers on either side. '
         .. 'A chain has at most 64 tensors and operations, 12 of them tensors or results.' }
end

return fuse
