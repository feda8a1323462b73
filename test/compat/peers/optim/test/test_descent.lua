-- A program in the form of optim's tests: it fails by an error.
require 'torch'
local square = require 'square'
local x = torch.Tensor { 3 }
for _ = 1, 100 do x:add(-0.1, select(2, square(x))) end
assert(math.abs(x[1]) < 1e-6)
