-- tensor.plot: the text of curves, and its options.
local tensor = require 'tensor'

local ascii = { ascii = true, width = 10, height = 4 }

local curves = {
   { 'a rising line', { 1, 2, 3, 4 }, ascii, [[
4 |       ***
  |     ***
  |  ***
1 |***
  +----------
   1        4]] },
   { 'a gap where a number is not finite', { 0, 0 / 0, 1000, 1 / 0, 0 }, ascii, [[
1000 |     *
     |
     |
   0 |*        *
     +----------
      1        5]] },
   { 'a constant', { 2, 2 }, ascii, [[
2 |
  |**********
  |
2 |
  +----------
   1        2]] },
   { 'a range beyond the largest number', { 1e308, -1e308 }, { ascii = true, width = 2, height = 2 }, [[
 1e+308 |*
-1e+308 | *
        +--
         1 2]] },
   { 'a range of the smallest numbers', { 2 ^ -1074, 0 }, { ascii = true, width = 2, height = 2 }, [[
4.941e-324 |*
         0 | *
           +--
            1 2]] },
   { 'one number', { -1.5 }, { ascii = true, width = 3, height = 2 }, [[
-1.5 |*
-1.5 |
     +---
      1 1]] },
}

describe('plot', function()
   for _, case in ipairs(curves) do
      it('draws ' .. case[1], function()
         assert.equal(case[4], tensor.plot.text(case[2], case[3]))
         assert.equal(case[4], tensor.plot.text(tensor.DoubleTensor(case[2]), case[3]))
      end)
   end

   it('draws dots of braille, two by four in a character', function()
      local text = tensor.plot.text({ 1, 0, 0.5 }, { width = 2, height = 1 })
      assert.equal('1 |\226\160\177\226\161\160\n  +--\n   1 3', text)
   end)

   it('says when there is nothing to draw', function()
      assert.equal('no finite numbers', tensor.plot.text {})
      assert.equal('no finite numbers', tensor.plot.text { 0 / 0 })
   end)

   local wrong = {
      { 'a vector or a table', 3 }, { 'a vector or a table', tensor.zeros(2, 2) },
      { 'element 2 is no number', { 1, 'a' } }, { 'width', { 1 }, { width = 0 } },
      { 'height', { 1 }, { height = 1.5 } }, { 'table of options', { 1 }, 3 },
   }
   for k, case in ipairs(wrong) do
      it('refuses what it cannot draw, case ' .. k, function()
         local ok, message = pcall(tensor.plot.text, case[2], case[3])
         assert.is_false(ok)
         assert.truthy(message:find(case[1], 1, true), message)
      end)
   end
end)
