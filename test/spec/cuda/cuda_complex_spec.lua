-- Complex and stored elements on devices (a GPU, or the emulator's): every row, with the CPU's results; conversions,
-- parts, reductions and selection; what is missing there is an error.
local tensor = require 'tensor'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local inf, nan = math.huge, 0 / 0
local types = { complexFloat = 4e-7, complexDouble = 1e-14 }
local function to(x, dtype) return x['cuda' .. dtype:gsub('^.', string.upper)](x) end

-- Both parts of each element, or the elements of a real tensor; the sign of 0 counts.
local function flat(x)
   if not tensor.isTensor(x) then return { x } end
   x = x:cpu():contiguous()
   if x:isComplex() then x = x:viewAsReal() end
   local list = {}
   for k, v in ipairs(x:double():view(-1):totable()) do
      list[k] = v == 0 and tostring(1 / v) or v ~= v and 'nan' or v
   end
   return list
end

local function close(wanted, got, bound, what)
   if wanted == got then return end
   local a, b = tonumber(wanted) or 0, tonumber(got) or 0
   if wanted == 'nan' or got == 'nan' or math.abs(a - b) > bound * math.max(1, math.abs(a)) then
      error(('%s: %s on the CPU, %s there'):format(what, wanted, got))
   end
end

local unpack = unpack or table.unpack

-- f gives the same on the CPU and on the device: the same bits, or if bound is given so close.
local function agree(what, bound, f, ...)
   local moved = {}
   for k, x in ipairs { ... } do
      moved[k] = x
      if tensor.isTensor(x) then moved[k] = x:to { device = 1 } end
   end
   local here, there = f(...), f(unpack(moved))
   if tensor.isTensor(here) then
      assert.equal(1, there:getDevice())
      assert.equal(here.dtype, there.dtype)
      assert.same(here:size():totable(), there:size():totable())
   end
   here, there = flat(here), flat(there)
   assert.equal(#here, #there)
   for k = 1, #here do close(here[k], there[k], bound or 0, what) end
end

-- 24 numbers on all sides of the axes and cuts, and a permutation of them.
local values, others = {}, {}
for _, re in ipairs { -3, -1.25, -0.3, 0.4, 1, 2.5 } do
   for _, im in ipairs { -2, -0.7, 0, 1.5 } do values[#values + 1] = { re, im } end
end
for k = 1, #values do others[k] = values[(k * 7) % #values + 1] end
local special = { { 0, -0.0 }, { -0.0, 0 }, { inf, 1 }, { 1, -inf }, { nan, inf }, { nan, 0 }, { 1, nan }, { 1, 0 } }

local layouts = {
   ['in a run'] = function(x) return x end,
   ['in columns'] = function(x) return x:view(4, 6):t() end,
   ['with gaps'] = function(x) return x:narrow(1, 3, 17):view(1, 17):expand(3, 17) end,
}

-- Rows that use functions of the C library, which CUDA has otherwise; the others have the same bits.
local exact = { neg = 1, conjPhysical = 1, square = 1, cinv = 1, logicalNot = 1, isnan = 1, isinf = 1, isfinite = 1,
   cadd = 1, csub = 1, cmul = 1, cdiv = 1, eq = 1, ne = 1, logicalAnd = 1, logicalOr = 1, logicalXor = 1,
   addcmul = 1, addcdiv = 1 }

for dtype, bound in pairs(types) do
   local Type = tensor[dtype:gsub('^c', 'C') .. 'Tensor']
   local x, y, z = Type(values), Type(others), Type(special)

   describe('rows of ' .. dtype .. ' agree with the CPU:', function()
      for name, op in pairs(tensor.ops) do
         if op.dtypes == 'NUMERIC' or op.dtypes == 'ANALYTIC' then
            local f, most = tensor[name], not exact[name] and bound or nil
            it(name, function()
               for layout, place in pairs(layouts) do
                  local a, b = place(x), place(y)
                  if op.operands == 1 then agree(name .. ' ' .. layout, most, f, a)
                  elseif op.operands == 2 then
                     agree(name .. ' ' .. layout, most, f, a, b)
                     agree(name .. ' with a number', most, function(u) return f(u, { 2, -1 }) end, a)
                  else
                     agree(name .. ' ' .. layout, most, f, a, b, place(y:clone():add({ 3, 4 })))
                     agree(name .. ' with a factor', most, function(u, v) return f(u, { 0, 2 }, v, u) end, a, b)
                  end
               end
               if exact[name] and op.operands <= 2 then
                  agree(name .. ' of special values', nil, f, z, op.operands == 2 and z:index(1, tensor.LongTensor {
                     8, 2, 1, 3, 5, 4, 7, 6 }) or nil)
               end
            end)
         end
      end

      it('sums with a factor; in place; with real operands', function()
         agree('add', nil, function(a, b) return tensor.add(a, { 0.5, 2 }, b) end, x, y)
         agree('add', nil, function(a, b) return a:clone():cmul(b):div({ 0, 2 }) end, x, y)
         agree('add', nil, function(a, b) return a + b end, x, tensor.range(1, 24):float())
         agree('abs', bound, function(a, r) return tensor.abs(r:zero(), a) end, x, tensor.real(x):clone())
      end)
   end)

   describe('other functions of ' .. dtype .. ' agree with the CPU:', function()
      local m = x:view(4, 6)

      it('reductions', function()
         for _, name in ipairs { 'sum', 'prod', 'mean', 'var', 'std', 'all', 'any', 'norm' } do
            local most = not (name == 'all' or name == 'any') and bound * 10 or nil
            if name ~= 'norm' then
               agree(name .. ' of rows', most, function(a) return a[name](a, 2) end, m)
               agree(name .. ' of columns', most, function(a) return a[name](a:t(), 2) end, m)
            else agree(name, most, function(a) return a:norm(2, 1) end, m) end
            agree(name, most, function(a) return a[name](a) end, m)
         end
         agree('cumsum', bound * 10, function(a) return a:cumsum(1) end, m)
         agree('cumprod', bound * 10, function(a) return a:cumprod(2) end, m)
      end)

      it('selection and assembly', function()
         local at, mask = tensor.LongTensor { 3, 1, 3 }, tensor.range(1, 24):view(4, 6):remainder(3):eq(0)
         agree('index', nil, function(a, i) return a:index(2, i) end, m, at)
         agree('indexCopy', nil, function(a, i, b) return a:clone():indexCopy(2, i:narrow(1, 1, 2), b) end, m, at,
            y:view(4, 6):narrow(2, 1, 2))
         agree('indexAdd', bound, function(a, i, b) return a:clone():indexAdd(2, i:narrow(1, 1, 2), b) end, m, at,
            y:view(4, 6):narrow(2, 1, 2))
         agree('scatterAdd', bound, function(a, i, b) return a:clone():scatterAdd(2, i:view(1, 3):expand(4, 3), b) end,
            m, at, y:view(4, 6):narrow(2, 1, 3))
         agree('gather', nil, function(a, i) return a:gather(2, i:view(1, 3):expand(4, 3)) end, m, at)
         agree('maskedSelect', nil, function(a, k) return a[k] end, m, mask)
         agree('maskedFill', nil, function(a, k) return a:clone():maskedFill(k, 2) end, m, mask)
         agree('cat', nil, function(a, b) return tensor.cat(a, b, 1) end, m, y:view(4, 6))
         agree('nonzero', nil, function(a) return a:nonzero() end, z)
         agree('triu', nil, function(a) return a:triu() end, m)
         agree('repeatTensor', nil, function(a) return a:repeatTensor(2, 3) end, m)
      end)

      it('parts, fills and elements', function()
         agree('real', nil, function(a) return a:t():real() end, m)
         agree('imag', nil, function(a) return a:imag():contiguous() end, m)
         agree('viewAsReal', nil, function(a) return a:viewAsReal():mul(2):viewAsComplex() end, m:clone())
         agree('fill', nil, function(a) return a:clone():t():fill({ 1.5, -2 }) end, m)
         agree('complex', nil, function(a, b) return tensor.complex(a, b) end, tensor.real(x), tensor.imag(x))
         agree('polar', bound, function(a, b) return tensor.polar(a, b) end, tensor.real(x), tensor.imag(x))
         local there = to(x, dtype)
         there[2] = { 7, 8 }
         assert.same({ 7, 8 }, { there[2]:item() })
         assert.is_false(there:equal(to(x, dtype)))
      end)
   end)
end

describe('conversions there and back', function()
   local all = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'bfloat16', 'float', 'double', 'bool',
      'complexFloat', 'complexDouble', 'complexHalf' }
   for _, from in ipairs(all) do
      it('from ' .. from, function()
         for name, place in pairs(layouts) do
            local x = place(tensor.ComplexDoubleTensor(values):add({ 3, 1 }):to(from))
            local there = x:to { device = 1 }
            assert.equal(from, there.dtype)
            for _, dtype in ipairs(all) do
               local wanted = flat(x:to(dtype))
               assert.same(wanted, flat(there:to { dtype = dtype }), from .. ' to ' .. dtype .. ' ' .. name)
               assert.same(wanted, flat(x:to { device = 1, dtype = dtype }), from .. ' to ' .. dtype .. ' ' .. name)
            end
         end
      end)
   end

   it('of quantized elements, which only move', function()
      for _, dtype in ipairs { 'qint8', 'quint8', 'qint32' } do
         local x = tensor.empty(4, 6, { dtype = dtype }):fill(3)
         x[2][5] = 100
         local there, marked = x:to { device = 1 }, tensor.ByteTensor(4, 6):zero()
         marked[2][5] = 1
         assert.same(x:t():totable(), there:t():clone():totable())
         assert.same(x:totable(), tensor.cat(there, there, 1):narrow(1, 5, 4):totable())
         assert.same({ 100 }, there[marked:to { device = 1 }]:totable())
      end
   end)
end)

describe('what devices lack', function()
   local x = tensor.ComplexFloatTensor(values):to { device = 1 }

   it('is an error that names the type and the device', function()
      for name, f in pairs {
         max = function() return x:max() end, sort = function() return x:sort() end,
         normal = function() return x:normal() end, uniform = function() return x:uniform() end,
         random = function() return x:random(3) end, bernoulli = function() return x:bernoulli() end,
         eig = function() return tensor.eig(x:narrow(1, 1, 16):view(4, 4)) end,
         exp = function() return tensor.exp(x:to { dtype = 'complexHalf' }) end,
      } do assert.error_matches(f, name .. ': not defined for torch.Complex%w*Tensor on cuda:1') end
   end)

   it('includes every row of real numbers alone', function()
      for name, op in pairs(tensor.ops) do
         if op.dtypes == 'ALL' or op.dtypes == 'FLOATING' then
            local arguments = { x, op.operands > 1 and x or 0, op.numbers > 0 and 1 or nil }
            local count = op.operands + op.numbers
            assert.error_matches(function() tensor[name](unpack(arguments, 1, count)) end,
               name .. ': not defined for torch.ComplexFloatTensor on cuda:1')
         end
      end
   end)

   it('leaves what it was given as it was', function()
      local before = flat(x)
      assert.error_matches(function() x:uniform() end, 'uniform')
      assert.error_matches(function() tensor.abs(x, x) end, 'abs: the result is a torch.ComplexFloatTensor')
      assert.error_matches(function() return x + tensor.ComplexFloatTensor(values) end,
         'operand 1 is on device 1, operand 2')
      assert.same(before, flat(x))
   end)
end)
