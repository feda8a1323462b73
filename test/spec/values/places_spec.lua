-- Elements by positions in several dimensions, tables of views, and views of several dimensions, against values of
-- NumPy 2.4, PyTorch 2.15 and plain Lua.
local tensor = require 'tensor'

local unpack = table.unpack or unpack

local function range(...)
   local count = 1
   for _, n in ipairs { ... } do count = count * n end
   return tensor.range(1, count):view(...)
end
local function table_of(x) return x:totable() end
local function sizes(x) return x:size():totable() end
local function longs(list) return tensor.LongTensor(list) end
local function fails(text, f, ...)
   local arguments, n = { ... }, select('#', ...)
   assert.error_matches(function() f(unpack(arguments, 1, n)) end, text)
end

describe('positions in the flattened tensor', function()
   it('may be none, of a tensor without elements too', function()
      for _, x in ipairs { tensor.FloatTensor(), tensor.zeros(0), tensor.zeros(3) } do
         assert.same({ 0 }, sizes(tensor.take(x, tensor.LongTensor())))
      end
      fails('no position 1', tensor.take, tensor.zeros(0), longs { 1 })
   end)

   local x = range(2, 3)

   it('take', function()
      assert.same({ { 1, 6 }, { 4, 6 } }, table_of(x:take(longs { { 1, 6 }, { 4, -1 } })))
      assert.same({ 1, 6 }, table_of(tensor.take(x:t(), { 1, -1 })))
      assert.same({ 4 }, table_of(x:t():take { 2 }))
      assert.same({}, table_of(x:take(tensor.LongTensor(0))))
      assert.same({}, table_of(x:take(tensor.LongTensor())))
      local scalar = x:take(longs({ 5 }):view(tensor.LongStorage()))
      assert.equal(0, scalar:dim())
      assert.equal(5, scalar:item())
      local r = x:clone()
      assert.equal(r, tensor.take(r, r, { 6, 1 }))
      assert.same({ 6, 1 }, table_of(r))
      fails('no position 7', x.take, x, { 7 })
      fails('no position 0', x.take, x, { 0 })
      fails('no position', x.take, x, { -7 })
      fails('no position 1', x.take, tensor.zeros(0), { 1 })
      fails('LongTensor', tensor.take, x, tensor.zeros(2))
   end)

   it('put', function()
      local y = x:clone()
      assert.equal(y, y:put({ 1, -1 }, tensor.FloatTensor { 7, 8 }))
      assert.same({ { 7, 2, 3 }, { 4, 5, 8 } }, table_of(y))
      assert.same({ { 17, 2, 3 }, { 4, 5, 8 } }, table_of(y:put({ 1, 1 }, 5, true)))
      local z = x:clone()
      z:t():put({ 2 }, 0)
      assert.same({ { 1, 2, 3 }, { 0, 5, 6 } }, table_of(z))
      fails('no position 7', y.put, y, { 7 }, 1)
      fails('neither broadcasts', y.put, y, { 1, 2, 3 }, tensor.zeros(2))
      fails('put', y.put, x:expand(2, 2, 3), { 1 }, 1)
      assert.same({ { 17, 2, 3 }, { 4, 5, 8 } }, table_of(y))
   end)

   it('takeAlongDim broadcasts', function()
      assert.same({ { 3, 1 }, { 6, 4 } }, table_of(x:takeAlongDim(longs { { 3, 1 } }, 2)))
      assert.same({ { 1, 2, 3 } }, table_of(x:takeAlongDim(longs { { 1 } }, 1)))
      assert.same({ 6, 1 }, table_of(x:takeAlongDim(longs { { 6, 1 } })))
      fails('as many dimensions', x.takeAlongDim, x, longs { 1 }, 2)
      fails('no position 4', x.takeAlongDim, x, longs { { 4 } }, 2)
   end)

   it('unravelIndex and ravelMultiIndex are the reverse of each other', function()
      local all = tensor.range(1, 24, 1, { dtype = 'long' })
      local parts = tensor.unravelIndex(all, { 2, 3, 4 })
      assert.equal(3, #parts)
      local x3 = range(2, 3, 4)
      for i = 1, 24 do assert(x3[parts[1][i]][parts[2][i]][parts[3][i]] == i) end
      assert.same(table_of(all), table_of(tensor.ravelMultiIndex(parts, { 2, 3, 4 })))
      assert.same({ { 2, 5 }, { 3, 6 } },
         table_of(tensor.ravelMultiIndex({ longs { { 1, 2 } }, longs { { 2 }, { 3 } } }, { 2, 3 })))
      fails('no position 25', tensor.unravelIndex, { 25 }, { 2, 3, 4 })
      fails('no position 4 in dimension 2', tensor.ravelMultiIndex, { longs { 1 }, longs { 4 } }, { 2, 3 })
      fails('1 tensors of positions', tensor.ravelMultiIndex, { longs { 1 } }, { 2, 3 })
   end)
end)

describe('positions in several dimensions', function()
   local x = range(2, 3, 4)

   it('x[{idx, ..}] gives what NumPy gives', function()
      assert.same({ 1, 24 }, table_of(x[{ longs { 1, 2 }, longs { 1, 3 }, longs { 1, 4 } }]))
      assert.same({ { 9, 10, 11, 12 }, { 13, 14, 15, 16 } }, table_of(x[{ longs { 1, 2 }, longs { 3, 1 } }]))
      assert.same({ { 3, 7, 11 }, { 13, 17, 21 } }, table_of(x[{ longs { 1, 2 }, {}, longs { 3, 1 } }]))
      assert.same({ { { 1, 4 }, { 9, 12 } } }, table_of(x[{ { 1 }, longs { { 1 }, { 3 } }, longs { { 1, 4 } } }]))
      assert.same({ { 8, 6 }, { 12, 10 } }, table_of(x[{ 1, { 2, 3 }, longs { 4, 2 } }]))
      assert.same({ 2, 0, 4 }, sizes(x[{ {}, longs {} }]))
      assert.same({ { 1, 3 }, { 9, 11 } }, table_of(x[{ 1, { 1, 3, 2 }, { 1, -1, 2 } }]))
      assert.same({ { 4, 3, 3 } }, table_of(x:permute(3, 2, 1)[{ longs { { 4, 3, 3 } }, 1, 1 }]))
      local c = tensor.ComplexDoubleTensor { { 1, 2 }, { 3, 4 } }
      assert.same({ { 3, -4 }, { 1, -2 } }, table_of(c:conj()[{ longs { 2, 1 } }]))
   end)

   it('steps are views', function()
      local y = tensor.zeros(7)
      y[{ { 2, 7, 2 } }] = 1
      y[{ { -1, -1, 5 } }]:fill(3)
      assert.same({ 0, 1, 0, 1, 0, 1, 3 }, table_of(y))
      assert.same({ 4 }, sizes(y[{ { 1, 7, 2 } }]))
      assert.same({ 1 }, sizes(y[{ { 1, 7, 2 ^ 53 } }]))
      assert.same({ 0 }, sizes(y[{ { 4, 3, 2 } }]))
   end)

   it('x[{idx, ..}] = y and indexPut write there', function()
      local y = x:clone()
      y[{ longs { 1, 2 }, {}, longs { 3, 1 } }] = tensor.FloatTensor { { 1 }, { 2 } }
      assert.same({ { 1, 1, 1 }, { 2, 2, 2 } }, table_of(y[{ longs { 1, 2 }, {}, longs { 3, 1 } }]))
      assert.equal(x:sum() - 21 - 51 + 3 + 6, y:sum())
      y = x:clone()
      assert.equal(y, y:indexPut({ longs { 1, 1 }, longs { 2 } }, 100, true))
      assert.same({ 205, 206, 207, 208 }, table_of(y[1][2]))
      y:permute(3, 1, 2):indexPut({ longs { 4 } }, tensor.zeros(1))
      assert.same({ 205, 206, 207, 0 }, table_of(y[1][2]))
      local c = tensor.zeros(2, 2):type('torch.ComplexDoubleTensor')
      c[{ longs { 1 }, longs { 2 } }] = { 3, 4 }
      assert.same({ 3, 4 }, table_of(c)[1][2])
      c:conj()[{ longs { 2 }, longs { 2 } }] = { 5, 6 }
      assert.same({ 5, -6 }, table_of(c)[2][2])
   end)

   it('tables name positions in indexPut and ravelMultiIndex', function()
      local y = tensor.zeros(3, 3)
      y:indexPut({ { 1, 2 }, tensor.LongTensor { 2, 3 } }, 5)
      assert.same({ { 0, 5, 0 }, { 0, 0, 5 }, { 0, 0, 0 } }, y:totable())
      assert.same({ 2, 6 }, tensor.ravelMultiIndex({ { 1, 2 }, { 2, 3 } }, { 3, 3 }):totable())
      assert.error_matches(function() y:indexPut({ { 1.5 } }, 5) end, 'indexPut.*whole')
      assert.error_matches(function() y:indexPut({ { 4 } }, 5) end, 'no position 4')
   end)

   it('a mask of fewer dimensions names slices', function()
      assert.same({ { 1, 2, 3, 4 }, { 21, 22, 23, 24 } }, table_of(x[tensor.ByteTensor { { 1, 0, 0 }, { 0, 0, 1 } }]))
      assert.same({ 0, 3, 4 }, sizes(x[tensor.BoolTensor { 0, 0 }]))
      local y = x:clone()
      y[tensor.BoolTensor { 0, 1 }] = 0
      assert.equal(78, y:sum())
      y[tensor.ByteTensor { 1, 1 }] = tensor.ones(4)
      assert.equal(24, y:sum())
   end)

   it('refuses and changes nothing', function()
      local y, before = x:clone(), table_of(x)
      local function get(index) return y[index] end
      local function set(index) y[index] = 0 end
      for text, index in pairs {
         ['no position 3 in dimension 1'] = { longs { 3 } },
         ['no position 0 in dimension 2'] = { longs { 1 }, longs { 0 } },
         ['do not broadcast'] = { longs { 1, 2 }, longs { 1, 2, 3 } }, ['not a torch.FloatTensor'] = { tensor.ones(1) },
         ['4 positions for a 3'] = { longs { 1 }, 1, 1, 1 }, ['a step of %-1'] = { { 1, 2, -1 } },
      } do
         fails(text, get, index)
         fails(text, set, index)
      end
      fails('neither broadcasts', function() y[{ longs { 1, 2 } }] = tensor.zeros(5) end)
      fails('can be written', function() y[{ longs { 1, 2 } }] = 'a' end)
      fails('4 dimensions of a 3', y.indexPut, y, { longs { 1 }, longs { 1 }, longs { 1 }, longs { 1 } }, 0)
      fails('no positions', y.indexPut, y, {}, 0)
      fails('a number, not a tensor', y.indexPut, y, { 1 }, 0)
      assert.same(before, table_of(y))
   end)
end)

-- Values of torch.scatter_reduce.
describe('scatterReduce', function()
   local idx, y = longs { 1, 2, 1, 4 }, { 2, 3, 5, -7 }
   local expected = {
      sum = { { 8, 4, 1, -6 }, { 7, 3, 1, -7 } }, prod = { { 10, 3, 1, -7 }, { 10, 3, 1, -7 } },
      mean = { { 8 / 3, 2, 1, -3 }, { 3.5, 3, 1, -7 } }, amax = { { 5, 3, 1, 1 }, { 5, 3, 1, -7 } },
      amin = { { 1, 1, 1, -7 }, { 2, 3, 1, -7 } },
   }
   for how, values in pairs(expected) do
      it(how, function()
         for k, include in ipairs { true, false } do
            local x = tensor.ones(4):double()
            assert.equal(x, x:scatterReduce(1, idx, tensor.DoubleTensor(y), how, include))
            assert.same(values[k], table_of(x))
            local z = tensor.ones(3, 4):t():narrow(2, 2, 1)
            z:scatterReduce(1, longs { { 1 }, { 2 }, { 1 }, { 4 } }, tensor.DoubleTensor(y), how, include)
            for i = 1, 4 do assert(math.abs(z[i][1] - values[k][i]) < 1e-6) end
         end
      end)
   end

   it('of integers rounds the mean down and wraps; of floats a NaN wins', function()
      assert.same({ -4 }, table_of(tensor.LongTensor({ 0 }):scatterReduce(1, { 1 }, longs { -7 }, 'mean')))
      assert.same({ 144 }, table_of(tensor.ByteTensor({ 20 }):scatterReduce(1, { 1 }, tensor.ByteTensor { 20 },
         'prod')))
      for _, how in ipairs { 'amax', 'amin' } do
         local x = tensor.zeros(1):scatterReduce(1, { 1, 1 }, tensor.FloatTensor { 0 / 0, 1 }, how)
         assert(x[1] ~= x[1])
      end
   end)

   it('refuses', function()
      local x = tensor.zeros(2, 2)
      fails('no position 3', x.scatterReduce, x, 1, longs { { 3, 1 } }, x, 'amax')
      fails('may differ in dimension 1', x.scatterReduce, x, 1, longs { { 1 } }, x, 'amax')
      fails('neither broadcasts', x.scatterReduce, x, 1, longs { { 1, 1 } }, tensor.zeros(3), 'mean')
      fails('neither broadcasts', x.scatterReduce, x, 1, longs { { 1, 1 } }, tensor.zeros(3), 'sum', false)
      fails('got', x.scatterReduce, x, 1, longs { { 1, 1 } }, x, 'median')
      fails('not defined for torch.BoolTensor', x.scatterReduce, tensor.BoolTensor { 1 }, 1, { 1 },
         tensor.BoolTensor { 1 }, 'sum')
      assert.equal(0, x:sum())
   end)
end)

describe('tables of views', function()
   local function parts_of(list)
      local parts = {}
      for k, x in ipairs(list) do parts[k] = x:totable() end
      return parts
   end

   it('split by sizes and tensorSplit', function()
      local v = tensor.range(1, 7)
      assert.same({ { 1, 2 }, {}, { 3, 4, 5, 6, 7 } }, parts_of(v:split { 2, 0, 5 }))
      assert.same({ { 1, 2, 3 }, { 4, 5 }, { 6, 7 } }, parts_of(v:tensorSplit(3)))
      assert.same({ { 1 }, { 2 }, {} }, parts_of(tensor.range(1, 2):tensorSplit(3)))
      assert.same({ { 1 }, { 2, 3, 4 }, { 5, 6, 7 } }, parts_of(v:tensorSplit { 2, 5 }))
      assert.same({ { 1, 2, 3, 4, 5, 6 }, { 7 }, {} }, parts_of(v:tensorSplit { -1, 20 }))
      assert.same({ { 1, 2, 3, 4 }, {}, { 3, 4, 5, 6, 7 } }, parts_of(v:tensorSplit { 5, 3 }))
      v:split({ 3, 4 })[2]:zero()
      assert.equal(6, v:sum())
      assert.same({ 2, 1, 2 }, sizes(range(2, 3, 2):split({ 2, 1 }, -2)[2]))
      local list = {}
      assert.equal(list, tensor.split(list, v, { 7 }))
      fails('add up to 3', v.split, v, { 1, 2 })
      fails('more than dimension 1', v.split, v, { 2 ^ 53, 2 ^ 53 })
      fails('negative', v.split, v, { -1, 8 })
      fails('0 parts', v.tensorSplit, v, 0)
      fails('of size 7', v.tensorSplit, v, 2 ^ 20)
   end)

   it('hsplit, vsplit and dsplit', function()
      local x = range(2, 4, 2)
      assert.same({ 2, 2, 2 }, sizes(x:hsplit(2)[2]))
      assert.same({ 1, 4, 2 }, sizes(x:vsplit(2)[2]))
      assert.same({ 2, 4, 1 }, sizes(x:dsplit(2)[2]))
      assert.same({ { 1 }, { 2, 3 } }, parts_of(tensor.range(1, 3):hsplit { 2 }))
      assert.same({ 2, 3, 2 }, sizes(x:hsplit({ 2 })[2]))
      fails('no 3 equal parts', x.hsplit, x, 3)
      fails('at least 2', x.vsplit, tensor.zeros(2), 2)
      fails('at least 3', x.dsplit, tensor.zeros(2, 2), 2)
   end)

   it('meshgrid, broadcastTensors and broadcastShapes', function()
      local v, w = tensor.range(1, 2), tensor.range(5, 7)
      local grid = tensor.meshgrid { v, w }
      assert.same({ { { 1, 1, 1 }, { 2, 2, 2 } }, { { 5, 6, 7 }, { 5, 6, 7 } } }, parts_of(grid))
      assert.same({ { { 1, 2 }, { 1, 2 }, { 1, 2 } }, { { 5, 5 }, { 6, 6 }, { 7, 7 } } },
         parts_of(tensor.meshgrid({ v, w }, 'xy')))
      assert.same({ 3, 2, 4 }, sizes(tensor.meshgrid({ v, w, tensor.zeros(4) }, 'xy')[3]))
      assert.equal(tensor.pointer(v:storage()), tensor.pointer(grid[1]:storage()))
      local both = tensor.broadcastTensors { v, tensor.zeros(3, 1) }
      assert.same({ { 1, 2 }, { 1, 2 }, { 1, 2 } }, table_of(both[1]))
      assert.same({ 3, 2 }, sizes(both[2]))
      assert.same({ 4, 2, 3 }, tensor.broadcastShapes({ 2, 1 }, { 3 }, tensor.LongStorage { 4, 1, 1 }):totable())
      fails('expected a vector', tensor.meshgrid, { range(2, 2) })
      fails('0 vectors', tensor.meshgrid, {})
      fails('do not broadcast', tensor.broadcastTensors, { v, w })
      fails('do not broadcast', tensor.broadcastShapes, { 2 }, { 3 })
      fails('negative', tensor.broadcastShapes, { -1 }, { 3 })
      fails('broadcastShapes', tensor.broadcastShapes)
   end)
end)

describe('views of several dimensions', function()
   local x = range(2, 3, 4)

   it('movedim, mT, adjoint', function()
      assert.same({ 3, 4, 2 }, sizes(x:movedim(1, -1)))
      assert.same({ 4, 2, 3 }, sizes(x:movedim(-1, 1)))
      assert.same({ 4, 3, 2 }, sizes(x:movedim({ 1, 2 }, { 3, 2 })))
      assert.equal(tensor.pointer(x:storage()), tensor.pointer(x:movedim(1, 2):storage()))
      assert.same({ 2, 4, 3 }, sizes(x:mT()))
      assert.equal(x[2][3][1], x:mT()[2][1][3])
      local c = tensor.ComplexDoubleTensor { { { 1, 2 }, { 3, 4 } } }
      assert.same({ { { 1, -2 } }, { { 3, -4 } } }, table_of(c:adjoint()))
      assert.same({ { { 1, -2 } }, { { 3, -4 } } }, table_of(c:mH()))
      assert.same(table_of(x:mT()), table_of(x:adjoint()))
      fails('named twice', x.movedim, x, { 1, 2 }, { 1, 1 })
      fails('2 dimensions to 1', x.movedim, x, { 1, 2 }, 1)
      fails('no dimension 4', x.movedim, x, 4, 1)
      fails('at least 2', x.mT, tensor.zeros(3))
   end)

   it('flatten, unflatten, squeeze and unsqueeze', function()
      assert.same({ 6, 4 }, sizes(x:flatten(1, 2)))
      assert.same({ 2, 12 }, sizes(x:flatten(2)))
      assert.same({ 2, 12 }, sizes(x:transpose(2, 3):flatten(-2, -1)))
      assert.same({ 24 }, sizes(x:ravel()))
      assert.same({ 2, 3, 2, 2 }, sizes(x:unflatten(3, 2, -1)))
      assert.same({ 2, 3, 4, 1 }, sizes(x:unflatten(-1, { 4, 1 })))
      local y = tensor.zeros(1, 2, 1, 1)
      assert.same({ 2, 1 }, sizes(y:squeeze { 1, 3 }))
      assert.same({ 1, 2, 1, 1 }, sizes(y:squeeze { 2 }))
      assert.same({ 2, 3, 4, 1 }, sizes(x:unsqueeze(-1)))
      assert.same({ 1, 2, 3, 4 }, sizes(x:unsqueeze(-4)))
      fails('is behind', x.flatten, x, 2, 1)
      fails('do not make', x.unflatten, x, 3, 3, -1)
      fails('no dimension 5', y.squeeze, y, { 5 })
      fails('named twice', y.squeeze, y, { 1, -4 })
      fails('no place', x.unsqueeze, x, -5)
   end)

   it('broadcastTo, atleast1d and their kin', function()
      assert.same({ { 1, 2 }, { 1, 2 } }, table_of(tensor.range(1, 2):broadcastTo(2, 2)))
      local v, scalar = tensor.range(1, 2), tensor.FloatTensor({ 7 }):view(tensor.LongStorage())
      assert.same({ 1 }, sizes(scalar:atleast1d()))
      assert.same({ 1, 1 }, sizes(scalar:atleast2d()))
      assert.same({ 1, 1, 1 }, sizes(scalar:atleast3d()))
      assert.same({ 1, 2 }, sizes(v:atleast2d()))
      assert.same({ 1, 2, 1 }, sizes(v:atleast3d()))
      assert.same({ 2, 2, 1 }, sizes(range(2, 2):atleast3d()))
      assert.same({ 2, 3, 4 }, sizes(x:atleast3d()))
   end)

   it('select and narrow count negative positions from the end', function()
      assert.same({ 4, 8, 12 }, table_of(x:select(3, -1)[1]))
      assert.equal(24, tensor.range(1, 24):select(1, -1))
      assert.equal(1, tensor.range(1, 24):select(1, -24))
      assert.same({ 3, 4 }, table_of(tensor.range(1, 4):narrow(1, -2, 2)))
      fails('no position %-5', x.select, x, 3, -5)
      fails('do not fit', x.narrow, x, 3, -1, 2)
   end)

   it('arange', function()
      assert.same({ 0, 1, 2 }, table_of(tensor.arange(3)))
      assert.same({ 1, 3 }, table_of(tensor.arange(1, 5, 2)))
      assert.same({ 5, 3 }, table_of(tensor.arange(5, 1, -2, { dtype = 'int' })))
      assert.same({ 0 }, sizes(tensor.arange(3, 1)))
      assert.equal(3, tensor.arange(0, 0.3, 0.1):nElement())
      local r = tensor.LongTensor()
      assert.equal(r, tensor.arange(r, 2, 4))
      assert.same({ 2, 3 }, table_of(r))
      fails('steps of 0', tensor.arange, 1, 2, 0)
      fails('no numbers', tensor.arange, 1 / 0)
      fails('memory', tensor.arange, 2 ^ 60)
   end)
end)
