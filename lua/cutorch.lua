-- require 'cutorch': tensor.cuda under the name that Torch7's scripts know.
return require('tensor').cuda
