-- Operands with different layouts in memory give the same result as contiguous ones.
local tensor = require 'tensor'

local best = tensor.getSimd()
local names = { 'Byte', 'Char', 'Short', 'Int', 'Long', 'Half', 'Float', 'Double', 'Bool', 'BFloat16', 'UInt16' }

-- Sizes near the borders of blocks and tiles.
local shapes = {
   { 70, 130 }, { 33, 65 }, { 3, 1000 }, { 1000, 3 }, { 2, 3, 4, 50 }, { 16, 5, 64 }, { 257, 40 }, { 5, 7, 31, 2 },
}

-- Layouts: each function returns a tensor with the sizes and elements of x.
local layouts = {
   packed = function(x) return x:clone() end,
   turned = function(x)
      local d = x:dim()
      local y = x:transpose(1, d):contiguous()
      return y:transpose(1, d)
   end,
   inside = function(x)
      local size = x:size()
      for d = 1, #size do size[d] = size[d] + 3 end
      local y = tensor.zeros(size):type(x:type())
      for d = 1, #size do y = y:narrow(d, 2, x:size(d)) end
      return y:copy(x)
   end,
   sparse = function(x)
      local size = x:size():totable()
      size[#size + 1] = 2
      return tensor.zeros(tensor.LongStorage(size)):type(x:type()):select(#size, 2):copy(x)
   end,
}

local function sample(name, shape)
   local count = 1
   for _, n in ipairs(shape) do count = count * n end
   local x = tensor.range(1, count):remainder(name == 'Bool' and 2 or 113)
   return x:type('torch.' .. name .. 'Tensor'):view(tensor.LongStorage(shape))
end

local function same(a, b)
   return a:ne(b):long():sum() == 0
end

describe('geometry', function()
   after_each(function()
      tensor.setSimd(best)
      tensor.setnumthreads(1)
   end)

   for _, name in ipairs(names) do
      it('does not change what ' .. name .. 'Tensors give', function()
         for i, shape in ipairs(shapes) do
            local x = sample(name, shape)
            local sum, mask, double = tensor.cmax(x, x), x:gt(7), x:double()
            local levels = tensor.simdLevels()
            for layout, make in pairs(layouts) do
               tensor.setSimd(levels[i % #levels + 1])
               tensor.setnumthreads(i % 8 + 1)
               local y = make(x)
               local where = ('%s of %s, %s'):format(layout, table.concat(shape, 'x'), tensor.getSimd())
               assert(same(x, y), where)
               assert(same(sum, tensor.cmax(x, y)), where)
               assert(same(sum, tensor.cmax(make(x:clone():zero()), y, x)), where)
               assert(same(mask, y:gt(7)), where)
               assert(same(mask, tensor.gt(make(mask), x, x:clone():fill(7))), where)
               assert(same(double, y:double()), where)
               assert(same(x, make(double):type(x:type())), where)
               assert(same(x, y:contiguous()), where)
            end
         end
      end)
   end

   it('does not change what fused chains give, in one result or two', function()
      local one = tensor.fuse(function(x, y) return (x * 2 + y):cmul(x) end)
      local two = tensor.fuse(function(x, y) return x - y, x:gt(y) end)
      for i, shape in ipairs(shapes) do
         local x = sample('Float', shape)
         local y = sample('Float', shape):add(1):remainder(17)
         local product, difference, mask = (x * 2 + y):cmul(x), x - y, x:gt(y)
         for layout, make in pairs(layouts) do
            for other, make_other in pairs(layouts) do
               tensor.setnumthreads(i % 8 + 1)
               local where = ('%s and %s of %s'):format(layout, other, table.concat(shape, 'x'))
               local a, b = make(x), make_other(y)
               assert(same(product, one(a, b)), where)
               assert(same(product, one:into(make_other(x:clone():zero()), a, b)), where)
               local first, second = make(x:clone():zero()), make_other(mask:clone():zero())
               two:into({ first, second }, a, b)
               assert(same(difference, first) and same(mask, second), where)
               one:into(a, a, b)
               assert(same(product, a), where)
            end
         end
      end
   end)

   it('may be a row, a column or both', function()
      for _, shape in ipairs { { 1000, 3 }, { 3, 1000 }, { 64, 70 }, { 500, 8 } } do
         local x, row = sample('Float', shape), sample('Float', { 1, shape[2] })
         local column = sample('Float', { shape[1], 1 })
         local full = row:expandAs(x):clone() + column:expandAs(x):clone()
         assert(same(full, row + column))
         assert(same(x + full, (x + row) + column))
         assert(same(x + full, x:t():contiguous():t() + row + column))
      end
   end)
end)
