-- tensor/fuse.lua: tensor.fuse makes a chain of point-wise operations run in one pass over memory.
-- lua/chapters/fuse.c records and runs the chain; here are the objects that scripts call. Example:
--   local swish = tensor.fuse(function(x) return x:cmul(x:sigmoid()) end)
--   local y = swish(x)
local fuse = {}

local Fused = {}
Fused.__index = Fused

function fuse.install(tensor, fused)
   -- Applies the function to tensors and numbers; returns fresh tensors.
   function Fused:__call(...) return fused(nil, self.f, ...) end

   -- Writes the result into a tensor, or several results into a table of tensors; returns what it was given.
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
         .. 'f gets expressions; their methods and operators, and functions of them (tensor.tanh(a)), make new ones, '
         .. 'with tensors and numbers as operands too. '
         .. 'A chain has at most 64 tensors and operations, 12 of them tensors or results.' }
end

return fuse
