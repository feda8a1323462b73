-- rows/convolution.lua: convolutions of pictures.
local maker = require 'bench.maker'
local group = maker.group 'convolution'
local alike = group.alike

for _, border in ipairs { 'V', 'F' } do
   alike({
      name = ('conv2 %s of 16x64x64, 32 kernels 3x3'):format(border), aim = 1, tolerance = 1e-3, absolute = 1e-3,
      lua = ("r = tensor.xcorr2(a, k, '%s')"):format(border),
      torch = ('r = torch.conv2d(a, k, padding=%d)'):format(border == 'F' and 2 or 0),
   }, { lua = 'a, k = data(16, 64, 64), data(32, 16, 3, 3)', torch = 'a, k = data(16, 64, 64), data(32, 16, 3, 3)' })
end

return group.rows
