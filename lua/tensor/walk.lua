-- tensor/walk.lua: x:ipairs() for loops over the elements of a vector or the rows of a matrix, in every Lua.
local arguments = require 'tensor.arguments'

local function following(x, i)
   if i < x:size(1) then return i + 1, x[i + 1] end
end

local function nothing() end

local check = arguments.checker('ipairs', 'x:Tensor')

local function walk(...)
   check(...)
   local x = ...
   if x:dim() > 0 then return following, x, 0 end
   if x:nElement() == 0 then return nothing end
   error('ipairs: a tensor without dimensions has no positions; x:item() is its element', 2)
end

local function install(module)
   module.Tensor.ipairs = walk
   module.document { name = 'ipairs', signature = 'x:Tensor', chapter = 'index', ismethod = true,
      doc = 'for i, row in x:ipairs() do: walks the elements of a vector or the slices of dimension 1, counted from 1. '
      .. "Lua's own ipairs(x) does not: Lua 5.1 and LuaJIT take tables only, Lua 5.3 and later read x[i] until it is "
      .. 'nil, and behind the last position x[i] is an error; #x is the sizes, as in Torch7' }
end

return { install = install }
