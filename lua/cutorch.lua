-- require 'cutorch': tensor.cuda under the name that Torch7's scripts know, where torch is a global also the global
-- `cutorch`.
local cuda = require('tensor').cuda

if rawget(_G, 'torch') then rawset(_G, 'cutorch', cuda) end

return cuda
