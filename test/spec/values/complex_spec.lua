-- Complex elements: every function against formulas in real numbers, for both types and several layouts of memory;
-- branch cuts; parts and views; constructors, elements, numbers and printing; reductions; what is an error.
local tensor = require 'tensor'

local inf, nan, pi = math.huge, 0 / 0, math.pi
local exp, log, sin, cos, sqrt = math.exp, math.log, math.sin, math.cos, math.sqrt
local unpack = unpack or table.unpack
local atan2 = math.atan2 or math.atan

-- --- the reference: pairs of plain numbers ---

local function sinh(x) return (exp(x) - exp(-x)) / 2 end
local function cosh(x) return (exp(x) + exp(-x)) / 2 end
local function times(a, b, c, d) return a * c - b * d, a * d + b * c end
local function over(a, b, c, d)
   local n = c * c + d * d
   return (a * c + b * d) / n, (b * c - a * d) / n
end
local function root(a, b)
   local r = sqrt(a * a + b * b)
   return sqrt((r + a) / 2), sqrt((r - a) / 2) * (b < 0 and -1 or 1)
end
local function ln(a, b) return log(sqrt(a * a + b * b)), atan2(b, a) end
local function power(a, b, c, d)
   local x, y = times(c, d, ln(a, b))
   return exp(x) * cos(y), exp(x) * sin(y)
end
-- log(z + sqrt(z^2 + 1)); the other inverse functions follow from it.
local function asinh(a, b)
   local x, y = times(a, b, a, b)
   x, y = root(x + 1, y)
   if a < 0 then -- an odd function; this side cancels less
      local u, v = ln(-a + x * (x < 0 and -1 or 1), -b + y * (x < 0 and -1 or 1))
      return -u, -v
   end
   return ln(a + x, b + y)
end
local function asin(a, b)
   local x, y = asinh(-b, a)
   return y, -x
end
local function atanh(a, b)
   local x, y = ln(1 + a, b)
   local u, v = ln(1 - a, -b)
   return (x - u) / 2, (y - v) / 2
end
local function scaled(f, k)
   return function(a, b)
      local x, y = f(a, b)
      return x * k, y * k
   end
end

local unary = {
   neg = function(a, b) return -a, -b end,
   square = function(a, b) return times(a, b, a, b) end,
   cinv = function(a, b) return over(1, 0, a, b) end,
   conjPhysical = function(a, b) return a, -b end,
   sqrt = root,
   exp = function(a, b) return exp(a) * cos(b), exp(a) * sin(b) end,
   expm1 = function(a, b) return exp(a) * cos(b) - 1, exp(a) * sin(b) end,
   log = ln, log2 = scaled(ln, 1 / log(2)), log10 = scaled(ln, 1 / log(10)),
   log1p = function(a, b) return ln(1 + a, b) end,
   sin = function(a, b) return sin(a) * cosh(b), cos(a) * sinh(b) end,
   cos = function(a, b) return cos(a) * cosh(b), -sin(a) * sinh(b) end,
   tan = function(a, b)
      local n = cos(2 * a) + cosh(2 * b)
      return sin(2 * a) / n, sinh(2 * b) / n
   end,
   sinh = function(a, b) return sinh(a) * cos(b), cosh(a) * sin(b) end,
   cosh = function(a, b) return cosh(a) * cos(b), sinh(a) * sin(b) end,
   tanh = function(a, b)
      local n = cosh(2 * a) + cos(2 * b)
      return sinh(2 * a) / n, sin(2 * b) / n
   end,
   asin = asin, asinh = asinh, atanh = atanh,
   acos = function(a, b)
      local x, y = asin(a, b)
      return pi / 2 - x, -y
   end,
   atan = function(a, b)
      local x, y = atanh(-b, a)
      return y, -x
   end,
   acosh = function(a, b)
      local x, y = asin(a, b)
      x, y = pi / 2 - x, -y
      if y > 0 then return y, -x end -- i acos z or -i acos z, whichever is on the right
      return -y, x
   end,
   sigmoid = function(a, b) return over(1, 0, 1 + exp(-a) * cos(b), -exp(-a) * sin(b)) end,
}
local binary = {
   add = function(a, b, c, d) return a + c, b + d end,
   csub = function(a, b, c, d) return a - c, b - d end,
   cmul = times, cdiv = over, cpow = power,
}

-- --- comparing ---

local values = {}
for _, a in ipairs { -3, -1.25, -0.3, 0.4, 1, 2.5 } do
   for _, b in ipairs { -2, -0.7, 0.2, 1.5 } do values[#values + 1] = { a, b } end
end
local others = {}
for k = 1, #values do others[k] = values[(k * 7) % #values + 1] end

local function close(wanted, got, bound, what)
   for k = 1, 2 do
      local size = math.max(1, math.sqrt(wanted[1] ^ 2 + wanted[2] ^ 2))
      local off = math.abs(wanted[k] - got[k])
      if off ~= off or off > bound * size then
         error(('%s: %g%+gi instead of %g%+gi'):format(what, got[1], got[2], wanted[1], wanted[2]))
      end
   end
end

-- The same elements in other places of memory.
local layouts = {
   ['in a run'] = function(x) return x end,
   ['in columns'] = function(x) return x:view(4, 6):t():contiguous():t() end,
   ['with gaps'] = function(x)
      local wide = tensor.empty(24, 2, { dtype = x.dtype })
      return wide:select(2, 2):copy(x)
   end,
}

for dtype, bound in pairs { complexFloat = 4e-7, complexDouble = 2e-14 } do
   local Type = tensor[dtype:gsub('^c', 'C') .. 'Tensor']
   local x, y = Type(values), Type(others)

   describe('functions of ' .. dtype .. ' agree with formulas in real numbers:', function()
      for name, f in pairs(unary) do
         it(name, function()
            for layout, place in pairs(layouts) do
               local given = place(x)
               local got = tensor[name](given):clone():view(24):totable()
               for k, z in ipairs(x:totable()) do
                  close({ f(unpack(z)) }, got[k], 8 * bound, name .. ' ' .. layout)
               end
               local own = given:clone()
               assert.same(got, own[name](own):view(24):totable())
            end
         end)
      end

      for name, f in pairs(binary) do
         it(name, function()
            for layout, place in pairs(layouts) do
               local got = tensor[name](place(x), place(y)):clone():view(24):totable()
               for k, z in ipairs(x:totable()) do
                  local a, b = unpack(z)
                  close({ f(a, b, unpack(y:totable()[k])) }, got[k], 40 * bound, name .. ' ' .. layout)
               end
            end
            for k, z in ipairs(tensor[name](x, { 2, -1 }):totable()) do -- a number
               local a, b = unpack(x:totable()[k])
               close({ f(a, b, 2, -1) }, z, 40 * bound, name .. ' with a number')
            end
         end)
      end

      it('abs and angle, which are real', function()
         local length, angle = tensor.abs(x), tensor.angle(x)
         assert.equal(dtype == 'complexFloat' and 'float' or 'double', length.dtype)
         assert.equal(length.dtype, angle.dtype)
         for k, z in ipairs(x:totable()) do
            close({ sqrt(z[1] ^ 2 + z[2] ^ 2), atan2(z[2], z[1]) }, { length[k], angle[k] }, bound, 'abs, angle')
         end
      end)

      it('eq, ne, and scaled sums', function()
         assert.same(tensor.ones(24):byte():totable(), x:eq(x):totable())
         assert.equal(1, x:eq({ -3, -2 }):sum())
         assert.equal(0, x:ne(x):sum())
         local sum, wanted = tensor.add(x, { 0, 1 }, y):totable(), tensor.add(x, tensor.mul(y, { 0, 1 })):totable()
         for k = 1, 24 do close(wanted[k], sum[k], bound, 'add') end
         local product = tensor.addcmul(x, { 2, 0 }, x, y):totable()
         local squares = tensor.add(x, tensor.mul(tensor.cmul(x, y), 2)):totable()
         for k = 1, 24 do close(squares[k], product[k], 10 * bound, 'addcmul') end
      end)
   end)

   describe('reductions of ' .. dtype, function()
      it('add up both parts', function()
         local m = Type { { { 1, 2 }, { 3, -4 } }, { { 0, 1 }, { 5, 5 } } }
         assert.same({ 9, 4 }, m:sum():totable())
         assert.same({ { { 1, 3 }, { 8, 1 } } }, m:sum(1):totable())
         assert.same({ { { 2, -1 } }, { { 2.5, 3 } } }, m:mean(2):totable())
         assert.same({ { { 1, 2 }, { 3, -4 } }, { { 1, 3 }, { 8, 1 } } }, m:cumsum(1):totable())
         for _, size in ipairs { { 3000 }, { 1, 1, 1, 1, 1, 1, 40, 50 }, { 37, 30, 2 }, { 5, 0 } } do
            local z = tensor.zeros(tensor.LongStorage(size), { dtype = 'double' })
            z = tensor.complex(z:clone():uniform(), z:uniform()):to { dtype = dtype }
            for _, v in ipairs { z, z:dim() > 1 and z:transpose(1, z:dim()) or z:narrow(1, 5, 900) } do
               local function check(name, dim)
                  local sum = tensor[name](v, dim)
                  for _, part in ipairs { 'real', 'imag' } do
                     assert.is_true(tensor.equal(tensor[name](tensor[part](v), dim), tensor[part](sum)), name)
                  end
               end
               for dim = 1, v:dim() do
                  for _, name in ipairs { 'sum', 'cumsum' } do check(name, dim) end
                  if v:size(dim) > 0 then check('mean', dim) end
               end
               local sums = Type { { tensor.real(v):sum(), tensor.imag(v):sum() } }
               assert.same(sums[1]:totable(), v:sum():totable())
            end
         end
         close({ 9, 0 }, { m:norm(), 0 }, bound, 'norm')
         close({ 5, 6 }, { tensor.dist(Type { { 1, 2 }, { 3, 4 } }, Type { { 4, -2 }, { 3, 4 } }),
            tensor.dist(Type { { 1, 2 }, { 0, 0 } }, Type { { 1, 0 }, { 0, 4 } }, 1) }, bound, 'dist')
         local rows = Type { { { 4, 0 } , { 0, 0 } }, { { 0, 6 }, { 0, 0 } } }
         assert.same({ { 4 }, { 6 } }, rows:norm(2, 2):totable())
         assert.same({ { 10 }, { 10.25 } }, m:var(2, true):totable())
         close({ sqrt(10), sqrt(10.25) }, m:std(2, true):view(2):totable(), bound, 'std')
         close({ m:var(), m:std() }, { 227 / 12, sqrt(227 / 12) }, bound * 10, 'var')
         assert.is_true(m:all())
         assert.is_false(tensor.any(Type(3):zero()))
         assert.equal(tensor.real(m).dtype, tensor.var(m, 1).dtype)
      end)

      -- The product of numbers: the last half of them goes into the first, again and again.
      local function by_halves(list)
         local n = #list
         while n > 1 do
            local half = math.floor(n / 2)
            for k = 1, half do
               local a, b = list[k], list[n - half + k]
               list[k] = { times(a[1], a[2], b[1], b[2]) }
            end
            n = n - half
         end
         return list[1]
      end

      -- In doubles, rounded once: the bits of loops in plain Lua.
      it('multiply: running products in order, others by halves', function()
         local rows = x:view(4, 6)
         local running = rows:totable()
         for _, row in ipairs(running) do
            for k = 2, 6 do row[k] = { times(row[k - 1][1], row[k - 1][2], unpack(row[k])) } end
         end
         local products, all = {}, by_halves(x:totable())
         for k, row in ipairs(rows:totable()) do products[k] = { by_halves(row) } end
         local last = Type(products)
         for _, m in ipairs { rows, rows:t():contiguous():t(), rows:conj():resolveConj():conj() } do
            assert.same(Type(running):totable(), m:cumprod(2):totable())
            assert.same(Type(running):totable(), tensor.cumprod(m:clone(), m, 2):totable())
            assert.same(last:totable(), m:prod(2):totable())
            assert.same(last:t():totable(), m:t():prod(1):totable())
            assert.same(Type({ all, all })[1]:totable(), m:prod():totable())
         end
         assert.same(rows:complexDouble():prod(2):totable(), rows:prod(2, { dtype = 'complexDouble' }):totable())
         local own = rows:clone()
         assert.same(Type(running):totable(), tensor.cumprod(own, own, 2):totable())
      end)

      it('multiply nothing to 1', function()
         local none = tensor.empty(2, 0, { dtype = dtype })
         assert.same({ { { 1, 0 } }, { { 1, 0 } } }, none:prod(2):totable())
         assert.same({ 2, 0 }, { none:cumprod(2):size(1), none:cumprod(2):size(2) })
         assert.same({ 1, 0 }, none:prod():totable())
         assert.same({ -3, -2 }, x[1]:prod():totable())
         assert.error_matches(function() return x:prod(2) end, 'prod: no dimension 2')
         assert.error_matches(function() return x:cumprod(2) end, 'cumprod: no dimension 2')
         local real = tensor.FloatTensor(3):fill(7)
         assert.error_matches(function() tensor.prod(real, x, 1) end, 'prod: the result is a torch.FloatTensor')
         assert.error_matches(function() tensor.cumprod(real, x, 1) end, 'cumprod: the result is a torch.FloatTensor')
         assert.same({ 7, 7, 7 }, real:totable())
      end)

      it('are not drawn: random numbers are real', function()
         for _, name in ipairs { 'random', 'uniform', 'normal', 'bernoulli', 'geometric' } do
            local own = x:clone()
            assert.error_matches(function() own[name](own, name == 'geometric' and 0.5 or nil) end,
               name .. ': not defined for torch.Complex')
            assert.same(x:totable(), own:totable())
         end
         assert.error_matches(function() tensor.randperm(3, { dtype = dtype }) end, 'randperm: not defined for torch')
         assert.error_matches(function() tensor.randn(3, { dtype = dtype }) end, 'randn: not defined for .* is complex')
      end)

      it('have no order: max, min, sort', function()
         for _, name in ipairs { 'max', 'min', 'sort', 'median' } do
            assert.error_matches(function() return tensor[name](x) end, name .. ': not defined for torch.Complex')
         end
         assert.error_matches(function() return tensor.lt(x, y) end, 'lt: not defined for torch.Complex')
         assert.error_matches(function() return tensor.floor(x) end, 'floor: not defined for torch.Complex')
      end)
   end)
end

describe('branch cuts and special values:', function()
   local function of(name, re, im)
      return tensor[name](tensor.ComplexDoubleTensor { { re, im }, { re, im } })[1]:item()
   end

   it('the sign of 0 says on which side of the cut a number is', function()
      for name, wanted in pairs { sqrt = { -4, 0, 2 }, log = { -1, 0, pi }, asin = { 2, nil, log(2 + sqrt(3)) },
         acosh = { -2, nil, pi } } do
         local _, above = of(name, wanted[1], 0)
         local _, below = of(name, wanted[1], -0.0)
         close({ above, below }, { wanted[3], -wanted[3] }, 1e-15, name)
      end
      local left, right = of('atan', -0.0, 2), of('atan', 0, 2)
      close({ -pi / 2, pi / 2 }, { left, right }, 1e-15, 'atan')
   end)

   it('infinity and 0', function()
      assert.equal(-inf, (of('log', 0, 0)))
      assert.same({ inf, inf }, { of('sqrt', 1, inf) })
      assert.same({ 0, 0 }, { of('exp', -inf, 1) })
      assert.equal(inf, tensor.abs(tensor.ComplexDoubleTensor { { nan, inf } })[1])
      assert.equal(5e300, tensor.abs(tensor.ComplexDoubleTensor { { 3e300, 4e300 } })[1])
      assert.same({ 1, 0 }, { tensor.pow(tensor.ComplexDoubleTensor { { 0, 0 } }, 0)[1]:item() })
      assert.same({ 0, 0 }, { tensor.pow(tensor.ComplexDoubleTensor { { 0, 0 } }, 2.5)[1]:item() })
      assert.same({ 0, 0 }, { tensor.pow(tensor.ComplexDoubleTensor { { 0, 0 } }, { 1, 0.5 })[1]:item() })
      assert.same({ -4, 0 }, { tensor.pow(tensor.ComplexDoubleTensor { { 1, 1 } }, 4)[1]:item() })
   end)

   it('quotients do not overflow on the way', function()
      for _, z in ipairs { { 1e300, 1e300 }, { 1.5e308, -1.5e308 }, { 1e-300, 2e-300 } } do
         local x = tensor.ComplexDoubleTensor { z, z }
         assert.same({ { 1, 0 }, { 1, 0 } }, tensor.cdiv(x, x):totable())
      end
      local large = tensor.ComplexDoubleTensor { { 1.5e308, 1.5e308 } }
      assert.same({ 0.75e308, 0 }, { tensor.div(large, { 2, 2 })[1]:item() })
   end)

   it('by infinity are 0, by 0 infinite, in either precision', function()
      for _, Type in ipairs { tensor.ComplexFloatTensor, tensor.ComplexDoubleTensor } do
         local divisors = Type { { inf, 0 }, { inf, -inf }, { 1, inf }, { 0, 0 }, { inf, nan } }
         local inverse, quotient = tensor.cinv(divisors), tensor.cdiv(divisors:clone():fill(2), divisors)
         for _, r in ipairs { inverse, quotient } do
            for i = 1, 3 do assert.same({ 0, 0 }, { r[i]:item() }) end
            assert.equal(inf, (r[4]:item()))
            assert.same({ 1, 1 }, tensor.isnan(r:narrow(1, 4, 2)):totable())
         end
         assert.equal(1, tensor.isnan(tensor.cdiv(Type { { inf, 1 } }, Type { { inf, inf } }))[1])
         local re, im = tensor.cdiv(Type { { inf, 0 } }, Type { { 0, 2 } })[1]:item()
         assert.same({ true, -inf }, { re ~= re, im })
      end
   end)

   it('isnan, isinf and isfinite look at both parts', function()
      local z = tensor.ComplexDoubleTensor { { nan, 1 }, { inf, nan }, { 1, -inf }, { 1.5e308, 1.5e308 } }
      assert.same({ 1, 1, 0, 0 }, z:isnan():totable())
      assert.same({ 0, 1, 1, 0 }, z:isinf():totable())
      assert.same({ 0, 0, 0, 1 }, z:isfinite():totable())
   end)
end)

describe('the bits of complex results are the same on every level:', function()
   it('all functions', function()
      local before, threads, first = tensor.getSimd(), tensor.getnumthreads(), {}
      local wide = tensor.polar(tensor.ones(2, 50000), tensor.range(1, 100000):view(2, 50000))
      for _, level in ipairs(tensor.simdLevels()) do
         tensor.setSimd(level)
         for dtype in pairs { complexFloat = 1, complexDouble = 1 } do
            local Type = tensor[dtype:gsub('^c', 'C') .. 'Tensor']
            local x, y = Type(values):div(3), Type(others):div(7)
            local function check(name, r)
               local key, bits = name .. dtype, tensor.serialize(r)
               first[key] = first[key] or bits
               assert(first[key] == bits, key .. ' on ' .. level)
            end
            for name in pairs(unary) do check(name, tensor[name](x)) end
            for name in pairs(binary) do check(name, tensor[name](x, y)) end
            check('sum', x:view(4, 6):sum(1))
            for _, n in ipairs { 1, 3 } do
               tensor.setnumthreads(n)
               check('prod', wide:to { dtype = dtype }:prod(1))
               check('cumprod', x:view(4, 6):cumprod(2))
            end
         end
      end
      tensor.setSimd(before)
      tensor.setnumthreads(threads)
   end)
end)

describe('parts of complex tensors', function()
   local function make() return tensor.ComplexFloatTensor { { { 1, 2 }, { 3, -4 } }, { { 0, 1 }, { 5, 6 } } } end

   it('are views', function()
      local z = make()
      assert.same({ { 1, 3 }, { 0, 5 } }, tensor.real(z):totable())
      assert.same({ { 1, 0 }, { 3, 5 } }, z:t():real():totable())
      assert.same({ { 2, -4 }, { 1, 6 } }, z:imag():totable())
      z:imag():select(2, 2):fill(9)
      assert.same({ { 3, 9 }, { 5, 9 } }, z:select(2, 2):totable())
      assert.same({ 5, 9 }, { z[2][2]:item() })
      z:viewAsReal():fill(1)
      assert.same({ 0, 0 }, { tensor.ComplexFloatTensor():viewAsReal():dim(),
         tensor.ComplexFloatTensor():viewAsReal():nElement() })
      assert.same({ { { 1, 1 }, { 1, 1 } }, { { 1, 1 }, { 1, 1 } } }, z:totable())
      local x = tensor.FloatTensor { { 1, 2 }, { 3, 4 } }
      x:viewAsComplex():mul(2)
      assert.same({ { 2, 4 }, { 6, 8 } }, x:totable())
      assert.equal(x, tensor.real(x))
      assert.equal(x, x:conj())
      assert.same({ 1, -2 }, { make():conj()[1][1]:item() })
   end)

   it('are added by position; a complex number is written to complex elements only', function()
      local z, at = tensor.ComplexDoubleTensor { { 1, 2 }, { 0, 0 }, { 0, 3 } }, tensor.LongTensor { 1, 3, 1 }
      assert.same({ { 2, 7 }, { 0, 0 }, { 0, 3 } }, z:clone():indexAdd(1, at, z):totable())
      assert.same({ { 2, 7 }, { 0, 0 }, { 0, 3 } }, z:clone():scatterAdd(1, at, z):totable())
      assert.same({ 1, 0, 1 }, z:bool():totable())
      for _, half in ipairs { z:complexHalf(), z:complexHalf():conj(), z:view(1, 3):complexHalf():t() } do
         assert.same({ 1, 0, 1 }, half:bool():view(3):totable())
         assert.same({ 1, 0, 1, 1, 0, 1 }, tensor.BoolTensor(2, 3):copy(half:view(1, 3):expand(2, 3)):view(6):totable())
      end
      assert.same({ 1, 1 }, tensor.BoolTensor(2):copy(tensor.ComplexFloatTensor { { 0, 3 }, { 1, 0 } }):totable())
      assert.same({ { 1, 1 }, { 0, 0 }, { 1, 1 } }, z:clone():scatter(1, at, { 1, 1 }):totable())
      assert.error_matches(function() tensor.zeros(3):scatter(1, at, { 1, 1 }) end, 'the number 1.1i is complex')
      local mask = tensor.BoolTensor { 1, 0, 1 }
      assert.same({ { 2, -1 }, { 0, 0 }, { 2, -1 } }, z:clone():maskedFill(mask, { 2, -1 }):totable())
      assert.same({ { 2, -1 }, { 0, 0 }, { 2, -1 } }, tensor.indexFill(z, 1, at, { 2, -1 }):totable())
      assert.same({ { 2, 0 }, { 0, 0 }, { 2, 0 } }, tensor.maskedFill(z:complexHalf(), mask, 2):totable())
      local turned = z:clone()
      assert.same({ { 1, -2 }, { 5, 6 }, { 0, -3 } }, turned:conj():indexFill(1, { 2 }, { 5, 6 }):totable())
      assert.same({ 5, -6 }, { turned[2]:item() })
      turned:conj():maskedFill(mask, { 7, 8 })
      assert.same({ { 7, -8 }, { 5, -6 }, { 7, -8 } }, turned:totable())
      local real = tensor.zeros(3)
      for name, f in pairs {
         maskedFill = function() real:maskedFill(mask, { 1, 1 }) end,
         indexFill = function() real:indexFill(1, at, { 1, 1 }) end,
      } do assert.error_matches(f, name .. ': the number 1.1i is complex') end
      assert.error_matches(function() z:maskedFill(mask, { 1, 1, 1 }) end, 'maskedFill: got')
      assert.error_matches(function() z:indexFill(1, at, {}) end, 'indexFill: got')
      assert.same({ 0, 0, 0 }, real:totable())
   end)

   it('make a complex tensor: complex, polar', function()
      local a, b = tensor.DoubleTensor { 1, 2 }, tensor.DoubleTensor { 3, 4 }
      assert.same({ { 1, 3 }, { 2, 4 } }, tensor.complex(a, b):totable())
      assert.equal('complexDouble', tensor.complex(1, 2).dtype)
      assert.same({ { 1, 7 }, { 2, 7 } }, tensor.complex(a, 7):totable())
      assert.equal(2, tensor.complex(a:view(2, 1), b):dim())
      for k, z in ipairs(tensor.polar(a, b):totable()) do
         close({ a[k] * cos(b[k]), a[k] * sin(b[k]) }, z, 1e-15, 'polar')
      end
   end)

   it('in place are errors that say how to get them', function()
      assert.error_matches(function() make():abs() end,
         'the result is a torch.ComplexFloatTensor, expected a torch.FloatTensor, which the function makes')
   end)

   it('exist for complex tensors only, in pairs, of one type', function()
      local x = tensor.FloatTensor(2, 2):zero()
      assert.error_matches(function() return x:imag() end, 'imag: a torch.FloatTensor has no parts')
      assert.error_matches(function() return x:viewAsReal() end, 'viewAsReal: a torch.FloatTensor has no parts')
      assert.error_matches(function() return x:t():viewAsComplex() end, 'viewAsComplex: size 2x2; the last dimension')
      assert.error_matches(function() return tensor.IntTensor(2, 2):viewAsComplex() end, 'cannot hold the parts')
      assert.error_matches(function() return tensor.complex(x, x:double()) end, 'complex: operands are a')
      assert.error_matches(function() return tensor.complex(x:int(), x:int()) end, 'cannot hold the parts')
      assert.error_matches(function() return tensor.complex(x, { 1, 2 }) end, 'is complex; a real one is needed')
   end)
end)

describe('complex elements', function()
   it('come from pairs in nested tables, numbers in flat ones', function()
      assert.same({ { 1, 2 }, { 3, -4 } }, tensor.ComplexHalfTensor { { 1, 2 }, { 3, -4 } }:totable())
      assert.same({ { 1, 0 }, { 2, 0 } }, tensor.ComplexFloatTensor { 1, 2 }:totable())
      assert.error_matches(function() tensor.ComplexFloatTensor { { 1, 2, 3 } } end, 'end in pairs {re, im}')
      assert.error_matches(function() tensor.ComplexFloatTensor { { 1, 2 }, { 1 } } end, 'ragged table')
   end)

   it('are read as tensors and written as pairs', function()
      local z = tensor.ComplexDoubleTensor { { 1, 2 }, { 3, 4 } }
      assert.equal(0, z[1]:dim())
      assert.same({ 3, 4 }, { z[2]:item() })
      z[1] = { 5, 6 }
      z[2] = z[1]
      assert.same({ { 5, 6 }, { 5, 6 } }, z:totable())
      assert.same({ { 1, -1 }, { 1, -1 } }, z:fill({ 1, -1 }):totable())
      assert.same({ { 0, 2 } }, tensor.full({ 1 }, { 0, 2 }, { dtype = 'complexFloat' }):totable())
      assert.error_matches(function() z[1] = { 1, 2, 3 } end, 'a number or a tensor can be written, not a table')
      assert.error_matches(function() z[{ {} }] = { 1, 2 } end, 'a number or a tensor can be written, not a table')
   end)

   it('are converted: the imaginary part is 0, or lost', function()
      for _, dtype in ipairs { 'half', 'float', 'double', 'int', 'long', 'byte', 'bfloat16' } do
         for _, complex in ipairs { 'complexFloat', 'complexDouble', 'complexHalf' } do
            local x = tensor.DoubleTensor { 1, 2 }[dtype](tensor.DoubleTensor { 1, 2 })
            assert.same({ { 1, 0 }, { 2, 0 } }, x[complex](x):totable())
            local z = tensor.ComplexFloatTensor { { 3, 1 }, { 4, 5 } }
            assert.same({ 3, 4 }, z[complex](z)[dtype](z[complex](z)):totable())
         end
      end
      local z = tensor.ComplexDoubleTensor { { 0.5, 3 }, { 4, 5 } }
      assert.same(z:totable(), z:complexHalf():complexDouble():totable())
   end)

   it('meet real ones in the complex type', function()
      local z, x = tensor.ComplexFloatTensor { { 1, 2 } }, tensor.DoubleTensor { 3 }
      assert.equal('complexDouble', tensor.promoteTypes('complexFloat', 'double'))
      assert.equal('complexFloat', tensor.promoteTypes('complexHalf', 'bfloat16'))
      assert.equal('complexFloat', tensor.promoteTypes('long', 'complexFloat'))
      assert.equal('complexFloat', tensor.resultType(tensor.FloatTensor(1), tensor.ComplexDoubleTensor { 1 }[1]))
      assert.equal('complexDouble', (z + x).dtype)
      assert.same({ { 4, 2 } }, (x + z):totable())
      assert.same({ { 3, 6 } }, tensor.mul(x, { 1, 2 }):totable())
      assert.error_matches(function() x:add(z) end, 'add: the result is a torch.DoubleTensor, expected a torch.Complex')
      assert.error_matches(function() x:fill({ 1, 2 }) end, 'is complex; a real one is needed')
      assert.error_matches(function() z:abs() end, 'abs: the result is a torch.ComplexFloatTensor, expected')
      assert.is_true(tensor.isComplex(z))
      assert.is_false(x:isComplex())
      assert.equal(tensor.finfo('float').eps, tensor.finfo('complexFloat').eps)
      if type(jit) == 'table' then
         local i = (loadstring or load) 'return 2i' ()
         assert.same({ { 0, 6 } }, (x * i):totable())
         z[1] = i
         assert.same({ 0, 2 }, { z[1]:item() })
         assert.error_matches(function() x[1] = i end, 'is complex; a real one is needed')
         assert.error_matches(function() tensor.linspace(i, 3) end, 'is complex; a real one is needed')
         assert.error_matches(function() tensor.zeros(i) end, 'zeros: size')
         assert.error_matches(function() tensor.FloatTensor { i } end, 'element 1 of a table is complex')
      end
   end)

   it('are printed in columns', function()
      assert.equal(' 1.0000+2.5000i -3.0000-4.0000i\n[torch.ComplexFloatTensor of size 1x2]',
         tostring(tensor.ComplexFloatTensor { { { 1, 2.5 }, { -3, -4 } } }))
      assert.equal(' 1+2i\n[torch.ComplexFloatTensor of one element, with no dimension]',
         tostring(tensor.ComplexFloatTensor { { 1, 2 } }[1]))
      assert.equal(' 1 -2i\n nan+infi\n[torch.ComplexDoubleTensor of size 2]',
         (tostring(tensor.ComplexDoubleTensor { { 1, -2 }, { nan, inf } }):gsub('  +', ' ')))
   end)
end)
