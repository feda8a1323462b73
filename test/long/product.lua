-- product.lua: runs the whole product of spec/support/product.lua, of which product_spec.lua takes a sample:
-- every row that computes, on every dtype, level, number of threads from 1 to 8, size, layout, alignment and
-- kind of values.
--    PRODUCT_DTYPES   some of the dtypes, as in "float half" (all)
-- Prints each difference, and at the end how many walks passed and failed. Progress goes to the file
-- TEST_PROGRESS, or to standard error.
local tensor = require 'tensor'
local places = require 'spec.support.places'
local pointwise = require 'spec.support.pointwise'
local product = require 'spec.support.product'

local levels, threads = tensor.simdLevels(), { 1, 2, 3, 4, 5, 6, 7, 8 }
local everywhere = product.cross(levels, threads, { 0, 1, 3 })
local cut = { contiguous = product.cross(levels, threads, { 0, 1 }), other = product.cross(levels, threads, { 3 }) }

local walks = {}
for _, row in ipairs(pointwise.types()) do
   if (os.getenv 'PRODUCT_DTYPES' or row.dtype):find(row.dtype, 1, true) then
      for _, size in ipairs { 'small', 'odd', 'large' } do
         for layout in pairs(places.layouts) do
            local runs = size == 'large' and (cut[layout] or cut.other) or everywhere
            walks[#walks + 1] = { row.dtype, size, layout, runs }
         end
      end
   end
end

local progress_file = io.open(os.getenv 'TEST_PROGRESS' or '/dev/stderr', 'a')
local bar = tensor.progress(#walks, {
   label = 'product', width = 100, -- one line, drawn over itself
   write = function(text)
      if not progress_file then return end
      progress_file:write(text)
      progress_file:flush()
   end,
})
local passed, failed, runs = 0, 0, 0
for _, walk in ipairs(walks) do
   local compared, wrong = product.walk((table.unpack or unpack)(walk))
   for _, count in pairs(compared) do runs = runs + count end
   for _, message in ipairs(wrong) do print(message) end
   if #wrong == 0 then passed = passed + 1 else failed = failed + 1 end
   bar:step(1, walk[1] .. ' ' .. walk[2])
end
bar:finish()
print(('%d runs compared with those on base, 1 thread, offset 0'):format(runs))
print(('%d passed, %d failed'):format(passed, failed))
os.exit(failed == 0)
