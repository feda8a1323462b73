-- require 'torch': the module as Torch7's scripts expect it, with the global `torch`. The functions and types
-- are those of require 'tensor'. What differs are settings of the Lua state, which then hold for both names of
-- the module: the default type is DoubleTensor, every element is printed, FFI knows the types of the C API, and
-- settorch7 switches on Torch7's rules. doc/coming-from-torch7.md lists them, and the differences that remain.
local tensor = require 'tensor'
local host = require 'tensor.host'

require('tensor.late').load_all() -- so that a script finds all fields here, and can replace each
local torch = {}
for name, value in pairs(tensor) do
   if not name:find '^Cuda' and name ~= '_heaptracking' then torch[name] = value end
end

-- Scripts test torch.CudaTensor to find out whether cutorch is there.
setmetatable(torch, { __index = function(_, name)
   if name == '_heaptracking' then return tensor._heaptracking end
   if type(name) ~= 'string' or not name:find '^Cuda' then return nil end
   return (host.loaded 'cutorch' or tensor.cuda.isAvailable()) and tensor[name] or nil
end })

local core, utilities = require 'tensor.core', require 'tensor.torch7.utilities'
core.settorch7(true)
utilities.declare(core)
tensor.setPrintOptions { threshold = math.huge }

-- As in Torch7, setting the default type also changes torch.Tensor and torch.Storage.
local set = tensor.setdefaulttensortype
function torch.setdefaulttensortype(...)
   set(...)
   local name = torch.getdefaulttensortype():match '^torch%.(%w+)Tensor$'
   torch.Tensor, torch.Storage = torch[name .. 'Tensor'], torch[name .. 'Storage']
end
tensor.setdefaulttensortype = torch.setdefaulttensortype
torch.setdefaulttensortype 'torch.DoubleTensor'

tensor.setheaptracking(true)

rawset(_G, 'torch', torch)
rawset(_G, 'include', utilities.include_beside)
if host.loaded 'cutorch' then rawset(_G, 'cutorch', tensor.cuda) end

return torch
