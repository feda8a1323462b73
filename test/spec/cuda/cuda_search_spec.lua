-- The chapters search and along on devices: the known answers of support/searches.lua, on the device of the operands.
local tensor = require 'tensor'
local searches = require 'spec.support.searches'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local unpack = table.unpack or unpack

-- Tensors, also those in options and lists, on the last device.
local function there(x)
   if type(x) == 'table' then
      local copy = {}
      for k, v in pairs(x) do copy[k] = there(v) end
      return copy
   end
   if not tensor.isTensor(x) then return x end
   return x:type((x:type():gsub('^torch%.', 'torch.cuda.')))
end

local function run(case, first, results)
   for r, x in ipairs(results) do
      if tensor.isTensor(x) then
         assert.truthy(x:type():find '^torch%.[Cc]uda', x:type())
         x = x:cpu()
      end
      assert(searches.near(case[first + r], searches.plain(x), 1e-12), ('result %d: %s'):format(r, tostring(x)))
   end
end

describe('on a device', function()
   for _, chapter in ipairs { 'search', 'along' } do
      for k, case in ipairs(searches[chapter]) do
         it(('%s (%s %d) gives the known answer'):format(case[1], chapter, k), function()
            local arguments = {}
            for a = 1, 4 do arguments[a] = there(case[2][a]) end
            run(case, 2, { tensor[case[1]](unpack(arguments, 1, 4)) })
         end)
      end
   end

   for k, case in ipairs(searches.gradients) do
      it(('gradient (%d) gives the known answer'):format(k), function()
         run(case[2], 0, tensor.gradient(unpack({ there(case[1][1]), there(case[1][2]), case[1][3] }, 1, 3)))
      end)
   end
end)
