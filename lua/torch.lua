-- require 'torch': the module as scripts of Torch7 expect it, the global `torch` included. The functions and types are
-- those of require 'tensor'; what differs are settings of the Lua state, which hold for both names of the module:
-- DoubleTensor is the default type, operands of equal count are taken in order before broadcasting is tried, and
-- fractions of sizes and positions are cut off, no sizes are no elements, and every element is printed.
-- doc/coming-from-torch7.md lists what is left.
local tensor = require 'tensor'

local torch = {}
for name, value in pairs(tensor) do
   if not name:find '^Cuda' then torch[name] = value end
end

-- Scripts ask for torch.CudaTensor to know whether there is cutorch.
setmetatable(torch, { __index = function(_, name)
   if type(name) ~= 'string' or not name:find '^Cuda' then return nil end
   return (package.loaded.cutorch or tensor.cuda.isAvailable()) and tensor[name] or nil
end })

require('tensor.core').settorch7(true)
tensor.setPrintOptions { threshold = math.huge }

-- torch.Tensor and torch.Storage are the types of the default, as in Torch7, whoever sets it.
local set = tensor.setdefaulttensortype
function torch.setdefaulttensortype(...)
   set(...)
   local name = torch.getdefaulttensortype():match '^torch%.(%w+)Tensor$'
   torch.Tensor, torch.Storage = torch[name .. 'Tensor'], torch[name .. 'Storage']
end
tensor.setdefaulttensortype = torch.setdefaulttensortype
torch.setdefaulttensortype 'torch.DoubleTensor'

rawset(_G, 'torch', torch)
rawset(_G, 'include', require('tensor.torch7.utilities').include_beside)
if package.loaded.cutorch then rawset(_G, 'cutorch', tensor.cuda) end

return torch
