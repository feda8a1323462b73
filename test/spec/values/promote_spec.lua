-- Operands of several types, and floating functions of integers.
local tensor = require 'tensor'
local child = require 'test.spec.support.child'

local names = { 'bool', 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'bfloat16', 'float', 'double' }

local function of(name, list) return tensor.asTensor(list, { dtype = name }) end

local function same(want, got)
   assert.equal(want.dtype, got.dtype)
   assert.is_true(tensor.equal(want, got))
end

describe('functions of two types', function()
   it('take integers without elements, also those that divide', function()
      for _, name in ipairs { 'add', 'div', 'fmod', 'remainder' } do
         local none = tensor[name](tensor.IntTensor(), tensor.LongTensor())
         assert.equal('long', none.dtype)
         assert.equal(0, none:dim())
      end
   end)

   local unusual = { add = 1, sub = 1, cmul = 1, cmax = 1, cmin = 1 }

   for _, left in ipairs(names) do
      it('work in the type where both meet: ' .. left, function()
         for _, right in ipairs(names) do
            local meet = tensor.promoteTypes(left, right)
            local a, b = of(left, { 1, 0, 1 }), of(right, { 0, 1, 1 })
            local x, y = a:type(meet), b:type(meet)
            for name in pairs(unusual) do
               local is_defined, want = pcall(tensor[name], x, y)
               if is_defined then same(want, tensor[name](a, b)) end
            end
            same(tensor.lt(x, y), tensor.lt(a, b))
            same(tensor.eq(x, y), tensor.eq(a, b))
            same(tensor.cat(x, y), tensor.cat(a, b))
            assert.equal(tensor.resultType(a, b), tensor.cat(a, b).dtype)
         end
      end)
   end

   it('count tensors without dimensions only if of a higher kind', function()
      assert.equal('byte', (tensor.ByteTensor(3) + of('long', 1)).dtype)
      assert.equal('double', (of('double', 1) + tensor.ByteTensor(3)).dtype)
      assert.equal('half', (tensor.HalfTensor(3) + of('double', 1)).dtype)
   end)

   it('keep the type of a result that is given', function()
      local long, float = of('long', { 1, 2 }), of('float', { 0.5, 1.5 })
      same(of('float', { 1.5, 3.5 }), float:clone():add(long))
      same(of('float', { 1.5, 2.5 }), float:clone():add(of('double', { 1, 1 })))
      same(of('half', { 2, 4 }), tensor.add(tensor.HalfTensor(), long, long))
      same(of('double', { 1, 2, 1, 2 }), tensor.cat(tensor.DoubleTensor(), long, long))
      local before = long:clone()
      assert.has_error(function() long:add(float) end,
         'add: the result is a torch.LongTensor, expected a torch.FloatTensor')
      assert.has_error(function() long:cat(long, float, 1) end,
         'cat: the result is a torch.LongTensor, expected a torch.FloatTensor')
      same(before, long)
   end)

   it('may write into a part of an operand of another type', function()
      local x = tensor.range(1, 6)
      x:narrow(1, 2, 3):add(of('long', { 10, 20, 30 }))
      same(tensor.FloatTensor { 1, 12, 23, 34, 5, 6 }, x)
      local view = x:narrow(1, 2, 3)
      view:add(1, x:narrow(1, 1, 3):double())
      same(tensor.FloatTensor { 1, 13, 35, 57, 5, 6 }, x)
   end)

   it('broadcast', function()
      same(of('float', { { 1.5, 2.5 }, { 2.5, 3.5 } }), of('int', { { 1 }, { 2 } }) + of('float', { 0.5, 1.5 }))
   end)

   it('are errors under require torch', function()
      assert.equal('false\tfalse\tfalse\tfalse\n', child.output [[
         local torch = require 'torch'
         local a, b = torch.LongTensor(2):fill(1), torch.DoubleTensor(2):fill(1)
         print(pcall(torch.add, a, b) and 1 or false, pcall(torch.cat, a, b) and 1 or false,
               pcall(torch.exp, a) and 1 or false, pcall(torch.mean, a) and 1 or false)
      ]])
   end)
end)

describe('floating functions of integers', function()
   after_each(function() tensor.setdefaulttensortype 'torch.FloatTensor' end)

   it('give the default type', function()
      for name, row in pairs(tensor.ops) do
         local floating = row.dtypes == 'FLOATING' or row.dtypes == 'ANALYTIC'
         if floating and not row.mask and row.numbers == 0 and row.operands == 1 then
            local x = of('short', { 1, 1 }) -- where all of them have a value
            local keeps = name == 'floor' or name == 'ceil' or name == 'round' or name == 'trunc'
            same(keeps and x or tensor[name](x:float()), tensor[name](x))
         end
      end
      tensor.setDefaultDtype 'double'
      same(tensor.exp(of('double', { 1, 2 })), tensor.exp(of('byte', { 1, 2 })))
      same(of('half', { 1, 2 }):exp(), tensor.exp(tensor.HalfTensor(), of('byte', { 1, 2 })))
      same(tensor.atan2(of('double', { 1, 2 }), of('double', { 2, 2 })), tensor.atan2(of('int', { 1, 2 }), 2))
   end)

   it('tell what integers are: isnan and its kin', function()
      tensor.setDefaultDtype 'half'
      local x = of('long', { 0, 70000, -70000 })
      same(of('byte', { 0, 0, 0 }), tensor.isnan(x))
      same(of('byte', { 0, 0, 0 }), x:isinf())
      same(of('byte', { 1, 1, 1 }), tensor.isfinite(x))
   end)

   it('keep whole numbers as they are: floor, ceil, round, trunc', function()
      local x = of('long', { 2 ^ 53 - 1, -7 })
      for _, name in ipairs { 'floor', 'ceil', 'round', 'trunc' } do
         same(x, tensor[name](x))
         same(x, x:clone()[name](x:clone()))
         same(of('double', { 2 ^ 53 - 1, -7 }), tensor[name](tensor.DoubleTensor(), x))
         same(of('byte', { 255, 249 }), tensor[name](tensor.ByteTensor(), x))
         assert.error_matches(function() tensor[name](tensor.BoolTensor(), x) end, name .. ': not defined for')
         local none = tensor[name](tensor.LongTensor())
         assert.equal('long', none.dtype)
         assert.equal(0, none:dim())
      end
   end)

   it('are refused in place', function()
      local x = of('int', { 1, 2 })
      assert.has_error(function() x:exp() end,
         'exp: not defined for torch.IntTensor on cpu; convert it, as in x:float()')
      same(of('int', { 1, 2 }), x)
   end)

   it('reduce: mean, var, std, norm', function()
      local x = of('int', { { 1, 2 }, { 3, 7 } })
      for name, list in pairs { mean = { 1 }, var = { 1 }, std = { 2, true }, norm = { 3, 1 } } do
         same(tensor[name](x:float(), list[1], list[2]), tensor[name](x, list[1], list[2]))
      end
      local wide = x:double()
      for _, name in ipairs { 'mean', 'var', 'std', 'norm' } do assert.equal(wide[name](wide), x[name](x)) end
      assert.equal(0.5, of('bool', { true, false }):mean())
      same(of('double', { { 2, 4.5 } }), tensor.mean(tensor.DoubleTensor(), x, 1))
   end)
end)

describe('the option dtype of reductions', function()
   it('widens before they add', function()
      local x = tensor.ByteTensor { { 200, 100 }, { 100, 200 } }
      same(of('byte', { { 44, 44 } }), x:sum(1))
      same(of('long', { { 300, 300 } }), x:sum(1, { dtype = 'long' }))
      same(of('double', { { 20000, 20000 } }), tensor.prod(x, 1, { dtype = 'float64' }))
      same(of('int', { { 200, 100 }, { 300, 300 } }), x:cumsum(1, { dtype = 'int' }))
      same(of('int', { { 200, 100 }, { 20000, 20000 } }), x:cumprod(1, { dtype = 'int' }))
      same(of('half', { { 150, 150 } }), x:mean(1, { dtype = 'half' }))
      same(of('long', { { 300, 300 } }), tensor.sum(tensor.LongTensor(), x, 1, { dtype = 'long' }))
      assert.has_error(function() x:sum(1, { type = 'long' }) end, "sum: there is no option 'type'; there is dtype")
   end)
end)
