-- The names that a small build leaves out are those of the chapters that it leaves out (lua/tensor/small.lua).
-- test/script/small.sh builds it.
local tensor = require 'tensor'
local small = require 'tensor.small'

describe('the names that a small build leaves out', function()
   for chapter, names in pairs(small.left_out) do
      it('are those of the chapter ' .. chapter, function()
         local rows, listed = {}, {}
         for _, row in ipairs(tensor.rows) do
            if row.chapter == chapter and not row.name:find('.', 1, true) then rows[row.name] = true end
         end
         for name in names:gmatch '%S+' do listed[name] = true end
         assert.same(rows, listed)
      end)
   end
end)
