-- tensor.plot draws tensors of a device as it draws those of the CPU.
local tensor = require 'tensor'

local plot = tensor.plot

describe('a plot of a tensor on a device', function()
   local x, y = tensor.FloatTensor { 1, 2, 4 }, tensor.LongTensor { 3, 1, 2 }
   local matrix, picture = tensor.rand(3, 4), tensor.rand(3, 4, 5)

   it('is that of the tensor on the CPU', function()
      assert.equal(plot.line(x, y):svg(), plot.line(x:cuda(), y:to 'cuda:1'):svg())
      assert.equal(plot.histogram(x):text(), plot.histogram(x:cuda()):text())
      assert.equal(plot.line(matrix):svg(), plot.line(matrix:cuda()):svg())
      assert.equal(plot.heat(matrix):text(), plot.heat(matrix:cuda()):text())
      assert.equal(plot.heat(matrix:t()):text(), plot.heat(matrix:cuda():t()):text())
      assert.equal(plot.image(picture):text(), plot.image(picture:cuda()):text())
      assert.equal(plot.text(x), plot.text(x:cuda()))
   end)
end)
