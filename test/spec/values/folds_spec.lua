-- The order in which reductions take elements: the lanes, blocks and tree of THFold.h, as plain Lua has them.
local tensor = require 'tensor'

local function flat(x)
   local list, s = {}, x:clone():storage()
   for k = 1, x:nElement() do list[k] = tonumber(s[k]) end
   return list
end

-- The product of a list as THFold.h says: 16 lanes in each block of 1024, merged by halves, then pairs of blocks.
local function folded(list)
   local block = {}
   for first = 1, #list, 1024 do
      local lane, half = {}, 8
      for k = 1, 16 do lane[k] = 1 end
      for k = first, math.min(first + 1023, #list) do
         local l = (k - first) % 16 + 1
         lane[l] = lane[l] * list[k]
      end
      while half >= 1 do
         for k = 1, half do lane[k] = lane[k] * lane[k + half] end
         half = half / 2
      end
      block[#block + 1] = lane[1]
   end
   local step = 1
   while step < #block do
      for k = 1, #block - step, 2 * step do block[k] = block[k] * block[k + step] end
      step = 2 * step
   end
   return block[1]
end

describe('reductions', function()
   it('prod multiplies in the lanes and the tree in which sum adds', function()
      local wide = tensor.DoubleTensor(4, 3000, 5):uniform(0.9, 1.1)
      local n = 3000
      for what, x in pairs {
         rows = wide:view(-1):narrow(1, 1, 9 * n):view(9, n),
         columns = wide:view(-1):narrow(1, 1, 20 * n):view(n, 20):t(),
         ['a few columns'] = wide:select(1, 2):t(), row = wide:view(-1):narrow(1, 1, n):view(1, n),
         ['every third'] = wide:view(-1):narrow(1, 1, 6 * n):view(n, 2, 3):select(3, 2):t(),
         short = wide:view(-1):narrow(1, 1, 40 * 11):view(40, 11),
      } do
         for _, dtype in ipairs { 'double', 'float', 'half' } do
            local y = x:clone { dtype = dtype }
            local expected = {}
            for k = 1, y:size(1) do expected[k] = folded(flat(y[k])) end
            expected = tensor.DoubleTensor(expected):clone { dtype = dtype }
            assert.is_true(expected:eq(x:clone { dtype = dtype }:prod(2):select(2, 1)):all(), what .. ' ' .. dtype)
         end
      end
      assert.equal(folded(flat(wide)), wide:prod())
      assert.equal(folded(flat(wide)), wide:view(-1):prod())
   end)

   it('of rows of several pieces find the first extreme, and the first NaN', function()
      for _, dtype in ipairs { 'float', 'double', 'half', 'byte', 'int' } do
         for _, n in ipairs { 700, 5000, 70000 } do
            local x = tensor.ones(2, n, { dtype = dtype })
            for _, at in ipairs { 1, 300, n - 1 } do
               local y = x:clone()
               y[{ 1, at }], y[{ 1, n }] = 2, 2
               local value, place = y:max(2)
               assert.same({ 2, 1 }, flat(value))
               assert.same({ at, 1 }, flat(place))
               if dtype == 'float' or dtype == 'double' or dtype == 'half' then
                  y[{ 2, at }], y[{ 2, n }] = 0 / 0, 0 / 0
                  assert.equal(at, tonumber(tensor.argmin(y, 2)[{ 2, 1 }]))
               end
            end
         end
      end
   end)
end)
