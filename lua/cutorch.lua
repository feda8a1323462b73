-- require 'cutorch': returns tensor.cuda, the name that Torch7's scripts know. If there is a global torch, also
-- sets the global cutorch.
local cuda = require('tensor').cuda

if rawget(_G, 'torch') then rawset(_G, 'cutorch', cuda) end

return cuda
