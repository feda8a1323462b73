-- Elements in other places, samplers and choices on devices: the same elements as on the CPU.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local unpack = table.unpack or unpack

local function range(dtype, ...)
   local x = tensor.arange(1, 25, { dtype = dtype })
   return x:view(...)
end

local function there(x)
   if tensor.isTensor(x) then return x:to 'cuda:1' end
   if type(x) ~= 'table' then return x end
   local list = {}
   for k, value in pairs(x) do list[k] = there(value) end
   return list
end

local function same(expected, got, name)
   if type(expected) == 'table' then
      for k, x in ipairs(expected) do same(x, got[k], name) end
      return
   end
   assert(got.isCuda, name)
   assert.same(expected:size():totable(), got:size():totable(), name)
   assert.same(expected:contiguous():totable(), got:contiguous():type(expected:type()):totable(), name)
end

local function longs(list) return tensor.LongTensor(list) end

local function calls(x)
   local v = x:flatten():narrow(1, 1, 4)
   return {
      { 'stack', { x, x }, 2 }, { 'hstack', { x, x } }, { 'columnStack', { v, v } }, { 'blockDiag', { x[1], v } },
      { 'cartesianProd', { v, v } }, { 'combinations', v, 3 }, { 'flip', x, 1, 3 }, { 'roll', x, { 1, -2 }, { 1, 3 } },
      { 'roll', x, 5 }, { 'rot90', x, 1, { 2, 3 } }, { 'tile', x, 2, 1 },
      { 'repeatInterleave', x, longs { 2, 0, 1 }, 2 },
      { 'pad', x, { 1, 2, -1, 0 }, 'constant', 3 }, { 'pad', x, { 1, 2, 2, 0 }, 'reflect' }, { 'diagEmbed', v, 1 },
      { 'pad', x, { 0, 3, 1, 1, 2, 0 }, 'replicate' }, { 'pad', x, { 2, 0, 1, 0, 1, 1 }, 'circular' },
      { 'flip', x, 2 }, { 'roll', x, 7, 2 }, { 'stack', { v, v, v }, 2 }, { 'blockDiag', { 2, x[1] } },
      { 'tril', x }, { 'triu', x, 1 }, { 'vander', v, 3 }, { 'take', x, longs { { 1, -1 }, { 5, 2 } } },
      { 'takeAlongDim', x, longs { { { 2 } } }, 3 }, { 'meshgrid', { v, v } }, { 'tensorSplit', x, 2 },
      { 'unravelIndex', longs { 5, 24 }, { 2, 3, 4 } },
      { 'ravelMultiIndex', { longs { 1, 2 }, longs { 3, 1 } }, { 2, 3 } },
   }
end

describe('what puts elements elsewhere gives on devices what it gives on the CPU:', function()
   for dtype in ('byte long half float double'):gmatch '%S+' do
      it(dtype, function()
         for _, x in ipairs { range(dtype, 2, 3, 4), range(dtype, 4, 3, 2):transpose(1, 3) } do
            for _, call in ipairs(calls(x)) do
               local name = call[1]
               same(tensor[name](unpack(call, 2)), tensor[name](unpack(there(call), 2)), name)
            end
         end
      end)
   end

   it('changes in place, masks and lists', function()
      local x, y = range('float', 2, 3, 4), there(range('float', 2, 3, 4))
      local function both(change)
         change(x, function(z) return z end)
         change(y, there)
         same(x, y)
      end
      both(function(z) z:put({ 1, -1 }, 100, true) end)
      both(function(z, to) z:indexPut({ to(longs { 1, 2 }), to(longs { 3, 1 }) }, to(tensor.range(1, 4))) end)
      both(function(z, to) z[{ to(longs { 1, 2 }), {}, to(longs { 3, 1 }) }] = 7 end)
      both(function(z, to) z[to(tensor.ByteTensor { 0, 1 })] = 9 end)
      both(function(z) z:select(3, 1):fillDiagonal(5) end)
      for _, how in ipairs { 'sum', 'prod', 'mean', 'amax', 'amin' } do
         both(function(z, to)
            z:scatterReduce(1, to(tensor.ones(2, 3, 4):long()), to(range('float', 2, 3, 4)), how, false)
         end)
      end
      same(x[{ longs { 2, 1 }, { 1, 3, 2 } }], y[{ there(longs { 2, 1 }), { 1, 3, 2 } }])
      same(x[tensor.ByteTensor { 1, 0 }], y[there(tensor.ByteTensor { 1, 0 })])
   end)
end)

describe('random numbers on devices are those of the CPU from the same generator:', function()
   for _, kind in ipairs { 'mersenne', 'philox' } do
      it(kind, function()
         local g = tensor.Generator(kind)
         local function both(draw)
            g:manualSeed(5)
            local expected = draw(function(x) return x end)
            g:manualSeed(5)
            same(expected, draw(there))
         end
         both(function(to) return to(tensor.zeros(9)):gamma(g, 2) end)
         both(function(to) return to(tensor.zeros(9)):poisson(g, to(tensor.range(1, 9))) end)
         both(function(to) return tensor.binomial(g, to(tensor.range(1, 9)), to(tensor.ones(9):fill(0.5))) end)
         both(function(to) return tensor.dirichlet(g, to(tensor.ones(2, 3))) end)
         both(function(to) return tensor.permutation(g, to(tensor.range(1, 9))) end)
         both(function(to) return tensor.choice(g, to(tensor.range(1, 9)), { 2, 3 }) end)
         both(function(to) return to(tensor.zeros(9)):uniform(g, 0, to(tensor.range(1, 9))) end)
         local made = tensor.multivariateNormal(g, there(tensor.zeros(2)), there(tensor.eye(2)), 3)
         assert(made.isCuda and made:size(1) == 3)
         assert(tensor.randLike(made).isCuda)
      end)
   end
end)
