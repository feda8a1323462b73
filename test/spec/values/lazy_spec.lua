-- Views with the conjugate or the negative bit: every function reads and writes them as tensors of their values; which
-- views carry bits on; copies, elements, files; what is refused.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local places = require 'spec.support.places'
local product = require 'spec.support.product'

local function make() return tensor.ComplexDoubleTensor { { { 1, 2 }, { 3, -4 } }, { { 0, 1 }, { 5, 6 } } } end
local conjugates = { { { 1, -2 }, { 3, 4 } }, { { 0, -1 }, { 5, -6 } } }

describe('every function gives for views with bits what it gives for tensors of their values:', function()
   -- Results that are given are such views too.
   local function walk(dtype, layout)
      local compared = 0
      for _, call in ipairs(calls()) do
         local at = places.new { dtype = dtype, size = 'small', layout = 'contiguous', offset = 0,
            generator_kind = 'mersenne' }
         local ok, expected = product.run(call, at, 'base', 1)
         at.layout, at.offset = layout, 1
         local done, got = product.run(call, at, 'base', 1, ok and expected)
         assert(ok == done, ('%s: %s'):format(call.name, tostring((ok and got or expected)[1])))
         if ok and not (layout == 'conjugated' and call.chapter == 'linear') then -- those: see below
            assert(product.same(expected, got), call.name .. ' differs')
            compared = compared + 1
         end
      end
      assert(compared > 40)
   end

   for _, dtype in ipairs { 'float', 'byte', 'complexFloat' } do
      it(dtype .. ', negated', function() walk(dtype, 'negated') end)
   end
   it('complexDouble, conjugated', function() walk('complexDouble', 'conjugated') end)
end)

-- BLAS is given conjugated factors as they are, and may add in another order than for their copies.
describe('a product of conjugated factors', function()
   local function random(...) return tensor.complex(tensor.rand(...):double(), tensor.rand(...):double()) end

   local function difference(a, b) return tonumber(tensor.viewAsReal(a - b):abs():max()) end

   it('is that of their copies, for each factor, turned or not, and for results of any kind', function()
      local a, b, x = random(4, 3), random(3, 5), random(3)
      local stack = random(2, 3, 4)
      for _, p in ipairs {
         { tensor.mm, a:conj(), b }, { tensor.mm, a, b:conj() }, { tensor.mm, b:t():conj(), a:conj():t() },
         { tensor.mv, a:conj(), x }, { tensor.mv, a, x:conj() }, { tensor.ger, x:conj(), x },
         { tensor.bmm, stack:conj(), stack:transpose(2, 3) }, { tensor.matmul, x:conj(), b },
      } do
         local multiply, left, right = p[1], p[2], p[3]
         local expected = multiply(left:clone(), right:clone())
         assert.is_true(difference(multiply(left, right), expected) < 1e-14)
         local result = expected:clone():zero():conj()
         assert.equal(result, multiply(result, left, right))
         assert.is_true(result:isConj() and difference(result, expected) < 1e-14)
      end
      local m = random(4, 5):conj()
      assert.is_true(difference(tensor.addmm(2, m, a:conj(), b), m * 2 + a:conj():clone() * b) < 1e-14)
      assert.is_true(difference(a:conj():addmm(a:conj(), random(3, 3):zero()), a:conj()) < 1e-14)
   end)
end)

describe('the bits', function()
   it('are set and taken back by views that compute nothing', function()
      local z = make()
      local c = z:conj()
      assert.same(conjugates, c:totable())
      assert.same({ true, false, false }, { c:isConj(), c:isNeg(), c:conj():isConj() })
      assert.same(make():totable(), z:totable())
      assert.is_true(c:conj():isSetTo(z))
      assert.is_false(c:isSetTo(z))
      assert.same({ { -1, -3 }, { 0, -5 } }, z:negView():real():totable())
      assert.same({ { 2, -4 }, { 1, 6 } }, z:negView():conj():imag():totable())
      local x = tensor.ByteTensor { 1, 0 }
      assert.same({ 255, 0 }, x:negView():totable())
      assert.same({ 1, 0 }, x:negView():negView():totable())
      assert.equal(x, x:conj())
   end)

   it('are carried on by views', function()
      local c = make():conj()
      for _, view in ipairs { c:t(), c:narrow(1, 1, 1), c:select(1, 1), c[1], c[{ {}, 1 }], c:view(4),
         c:unfold(1, 1, 1), c:asStrided({ 2 }, { 1 }), c:split(1)[1], c:expand(2, 2),
         tensor.ComplexDoubleTensor():set(c) } do
         assert.is_true(view:isConj())
      end
      assert.same({ false, false, true }, { c:real():isNeg(), c:imag():isConj(), c:imag():isNeg() })
      assert.is_false(c:conj():imag():isNeg())
      assert.is_true(make():negView():viewAsReal():isNeg())
      assert.is_true(tensor.FloatTensor(3, 2):negView():viewAsComplex():isNeg())
      local x = make():negView()
      x:resize(1, 4)
      assert.is_true(x:isNeg())
   end)

   it('are resolved by copies', function()
      local z = make()
      local c, n = z:conj(), z:negView()
      for _, copy in ipairs { c:clone(), c:resolveConj(), c:contiguous(), c + 0, tensor.cat({ c }, 1),
         tensor.deserialize(tensor.serialize(c)), c:complexFloat():complexDouble(), tensor.conjPhysical(c:conj()),
         tensor.ComplexDoubleTensor(2, 2):copy(c), n:conj():negView():clone() } do
         assert.same({ false, false }, { copy:isConj(), copy:isNeg() })
         if copy:dim() == 2 then assert.same(conjugates, copy:totable()) end
      end
      assert.equal(c, c:resolveNeg())
      assert.equal(z, z:resolveConj())
      assert.is_false(n:resolveNeg():isNeg())
      assert.same(conjugates, tensor.ComplexDoubleTensor(2, 2):conj():copy(c):totable())
      assert.same(make():totable(), tensor.ComplexFloatTensor(2, 2):conj():copy(z):totable())
      assert.same({ { -1, -3 }, { 0, -5 } }, n:conj():double():totable())
      assert.same(conjugates, z:complexHalf():conj():negView():clone():negView():resolveNeg():totable())
      assert.same({ 254, 0 }, tensor.ByteTensor({ 2, 0 }):negView():float():totable())
      assert.same({ 2, 0 }, tensor.ByteTensor(2):negView():copy(tensor.FloatTensor { 2, 0 }):totable())
   end)

   it('hold for what is written', function()
      local z = make()
      local c = z:conj()
      c:mul({ 0, 1 })
      assert.same({ { { 2, 1 }, { -4, 3 } }, { { 1, 0 }, { 6, 5 } } }, c:totable())
      assert.same({ 2, -1 }, { z[1][1]:item() })
      c[1][1] = { 7, 8 }
      c:imag()[{ 2, 2 }] = 9
      assert.same({ { { 7, -8 }, { -4, -3 } }, { { 1, 0 }, { 6, -9 } } }, z:totable())
      c:fill({ 1, 1 })
      assert.same({ 1, -1 }, { z[2][2]:item() })
      c[tensor.LongTensor { 1 }] = make()[{ { 1 } }]
      assert.same({ { { 1, -2 }, { 3, 4 } }, { { 1, -1 }, { 1, -1 } } }, z:totable())
      tensor.add(c, z, c) -- an operand that shares the memory of the result
      assert.same({ { { 2, 0 }, { 6, 0 } }, { { 2, 0 }, { 2, 0 } } }, c:totable())
      local n = tensor.DoubleTensor({ 3, 1, 2 }):negView()
      assert.same({ -3, -2, -1 }, n:sort():totable())
      n[n:lt(-1)] = 5
      assert.same({ 5, -1, 5 }, n:totable())
      n:apply(function(x) return 2 * x end)
      assert.same({ -10, 2, -10 }, n:negView():totable())
      tensor.cumsum(n, tensor.ones(2, 2):double(), 1) -- a result that gets other sizes
      assert.same({ { 1, 1 }, { 2, 2 } }, n:totable())
      assert.is_true(n:isNeg())
   end)

   it('are seen by elements, item, equal and print', function()
      local c = make():conj()
      assert.same({ 3, 4 }, { c[{ 1, 2 }]:item() })
      assert.equal(4, c:imag()[{ 1, 2 }])
      assert.equal(4, c:imag()[1][2])
      assert.equal(-2, c:imag()[{ { 1, 1 }, { 1, 1 } }]:sum())
      assert.is_true(c:equal(c:clone()))
      assert.is_false(c:equal(c:conj()))
      assert.equal(tostring(c:clone()), tostring(c))
   end)

   it('are refused where memory is read', function()
      local c = make():conj()
      assert.error_matches(function() c:viewAsReal() end, 'viewAsReal: the tensor is a conjugated view')
      assert.error_matches(function() c:dataPtr() end, 'dataPtr: a view that is conjugated is not supported')
      assert.error_matches(function() c:negView():conj():data() end, 'dataPtr: a view that is negated')
      assert.error_matches(function() tensor.BoolTensor(2):negView() end, 'negView: a torch.BoolTensor has no negative')
      assert.error_matches(function() tensor.QInt8Tensor(2):negView() end, 'negView: a torch.QInt8Tensor has no')
      assert.error_matches(function() make():narrow(1, 1, 1):expand(3, 2):conj():mul(2) end, 'share memory')
      assert.error_matches(function() c:sort() end, 'sort: not defined for torch.ComplexDoubleTensor')
   end)
end)
