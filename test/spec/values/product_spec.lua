-- A sample of the product in spec/support/product.lua; test/long/product.lua runs all of it.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local places = require 'spec.support.places'
local pointwise = require 'spec.support.pointwise'
local product = require 'spec.support.product'

local levels = tensor.simdLevels()
local best = levels[#levels]

describe('results have the same bits', function()
   local compared, walked = {}, {}

   local function walk(dtype, ...)
      walked[dtype] = true
      local counts, wrong = product.walk(dtype, ...)
      for name, count in pairs(counts) do compared[name] = (compared[name] or 0) + count end
      assert(#wrong == 0, table.concat(wrong, '\n'))
   end

   for k, row in ipairs(pointwise.types()) do
      it('on every level, for any layout and alignment: ' .. row.name, function()
         for layout in pairs(places.layouts) do
            walk(row.dtype, 'small', layout, product.cross(levels, { 1 }, { 1 }))
         end
         walk(row.dtype, 'odd', 'contiguous', product.cross({ best }, { 1 }, { k % 5 }))
      end)
   end

   for _, dtype in ipairs { 'complexFloat', 'complexDouble' } do
      it('on every level, for any layout and alignment: ' .. dtype, function()
         for layout in pairs(places.layouts) do
            walk(dtype, 'small', layout, product.cross(levels, { 1 }, { 1 }))
         end
         walk(dtype, 'odd', 'contiguous', product.cross({ best }, { 1, 3 }, { 1 }))
      end)
   end

   for _, dtype in ipairs { 'float', 'short' } do
      it('for any number of threads: ' .. dtype, function()
         walk(dtype, 'cut', 'contiguous', { { level = best, threads = 3, offset = 3 } })
      end)
   end

   it('of products of real numbers too where no library computes them', function()
      assert.equal('0\n', child.output([[
         local product = require 'spec.support.product'
         local runs = product.cross(tensor.simdLevels(), { 1, 4 }, { 1 })
         local count, all = 0, 0
         for _, dtype in ipairs { 'float', 'double' } do
            for _, size in ipairs { 'small', 'odd', 'cut' } do
               local compared, wrong = product.walk(dtype, size, 'transposed', runs, 'linear')
               for _, message in ipairs(wrong) do print(message) end
               count = count + #wrong
               all = all + compared.mm
            end
         end
         assert(all > 0)
         print(count)
      ]], { TH_BLAS = 'builtin' }))
   end)

   -- In a sample of the examples the types that it left out are walked here, once: some are of whole numbers only.
   it('and none is left out', function()
      for _, row in ipairs(pointwise.types()) do
         if not walked[row.dtype] then walk(row.dtype, 'small', 'contiguous', product.cross({ best }, { 1 }, { 1 })) end
      end
      for name, count in pairs(compared) do
         assert(count > 0, name .. ' was not compared')
      end
   end)

   -- A row that gives a different result on one level, number of threads or alignment must be found.
   for what, differs in pairs {
      level = function() return tensor.getSimd() == best and #levels > 1 end,
      threads = function() return tensor.getnumthreads() == 3 end,
      alignment = function(x) return x:storageOffset() == 3 end,
   } do
      it('or the difference is named: ' .. what, function()
         for _, forged in ipairs { { 1, 0.5 }, { 1, 0 / 0 }, { 0, -1 / math.huge } } do
            local call = {
               name = 'forged', chapter = 'ops', results = 0, make = function(at) return { at:tensor('smn', 1) } end,
               run = function(x)
                  local r = x:clone():fill(forged[1])
                  if differs(x) then r[{ 2, 3, 4 }] = forged[2] end
                  return r
               end,
            }
            local at = places.new { dtype = 'float', size = 'small', layout = 'contiguous' }
            local _, message = product.compare(call, at, product.cross(levels, { 1, 3 }, { 0, 2 }))
            assert(message or what == 'level' and #levels == 1)
            assert.truthy(not message or message:find '^forged of float, small contiguous, usual values, offset %d, ')
         end
      end)
   end
end)
