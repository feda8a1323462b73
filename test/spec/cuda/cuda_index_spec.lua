-- Masks, positions, joins and orders on devices: for every dtype and layout the same elements as on the CPU.
local tensor = require 'tensor'
local formats = require 'spec.support.formats'

local cuda = tensor.cuda
if not cuda.isAvailable() then return end

local unpack = table.unpack or unpack
local last = cuda.getDeviceCount()
local nan, inf = 0 / 0, math.huge
local types = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'half', 'float', 'double', 'bool', 'bfloat16' }

-- --- elements: some equal, and for floating types zeros of both signs, NaN and infinities ---

local function value(dtype, k)
   local number = (k * 37 + math.floor(k / 13) * 5) % 23 - 11
   if dtype == 'bool' then return number % 2 end
   if dtype == 'byte' or dtype == 'uint16' then return number + 11 end
   if not formats.of[dtype].floating then return number end
   return ({ [-11] = nan, [-10] = -inf, [10] = inf, [9] = -0.0, [8] = 0 })[number] or number / 4
end

local function filled(dtype, sizes, of)
   local x = tensor.empty(tensor.LongStorage(sizes), { dtype = dtype })
   local s = x:nElement() > 0 and x:storage()
   for k = 1, x:nElement() do s[k] = of and of(k) or value(dtype, k) end
   return x
end

-- For each layout: the sizes of a tensor, and the window on it that is tested.
local layouts = {
   contiguous = { { 4, 5, 6 }, function(x) return x end },
   transposed = { { 4, 5, 6 }, function(x) return x:transpose(1, 3) end },
   narrowed = { { 4, 9, 6 }, function(x) return x:narrow(2, 3, 5) end },
   strided = { { 6, 40, 2 }, function(x) return x:select(3, 2) end },
   ones = { { 1, 3, 1 }, function(x) return x end },
   vector = { { 37 }, function(x) return x end },
   one = { { 1 }, function(x) return x end },
   ['no rows'] = { { 0, 3 }, function(x) return x end },
}
local read_only = { expanded = { { 3, 1, 5 }, function(x) return x:expand(3, 4, 5) end } }
for name, layout in pairs(layouts) do read_only[name] = layout end

-- --- the same calls on the CPU and on a device ---

local function there(x)
   if not tensor.isTensor(x) then return x end
   return x:type((x:type():gsub('^torch%.', 'torch.cuda.')))
end

local function flat(x)
   if not tensor.isTensor(x) then return { tostring(x) } end
   local list, copy = { x:type(), unpack(x:size():totable()) }, x:clone()
   local s = x:nElement() > 0 and copy:storage()
   for k = 1, x:nElement() do
      local a = tonumber(s[k])
      list[#list + 1] = a ~= a and 'nan' or a == 0 and tostring(1 / a) or a
   end
   return list
end

-- Checks that f gives the same results on the CPU and with all tensors on a device, and that the latter stay
-- there.
local function agree(f, ...)
   local n, moved = select('#', ...), {}
   for k = 1, n do moved[k] = there((select(k, ...))) end
   local here, far = { f(...) }, { f(unpack(moved, 1, n)) }
   assert.equal(#here, #far)
   for k = 1, #here do
      if tensor.isTensor(far[k]) then
         assert.equal(1, far[k]:getDevice())
         far[k] = far[k]:cpu()
      end
      assert.same(flat(here[k]), flat(far[k]))
   end
end

-- --- masks ---

local function mask_of(x, type, every)
   local sizes = x:size():totable()
   return filled(type or 'byte', sizes, function(k) return (k * 7 + math.floor(k / 5)) % every == 0 and 1 or 0 end)
end

describe('masks on a device', function()
   for _, dtype in ipairs(types) do
      for name, layout in pairs(read_only) do
         local sizes, view = layout[1], layout[2]
         local base = filled(dtype, sizes)
         local mask = mask_of(view(base), 'byte', 3)

         it(('select: %s, %s'):format(dtype, name), function()
            agree(function(x, m) return view(x):maskedSelect(m), view(x)[m], m:nonzero() end, base, mask)
         end)

         if layouts[name] then
            it(('fill and copy: %s, %s'):format(dtype, name), function()
               local some = filled(dtype, { view(base):nElement() + 3 }, function(k) return k % 2 end)
               agree(function(x, m, y)
                  local a, b, c = x:clone(), x:clone(), x:clone()
                  view(a):maskedFill(m, 1)
                  view(b):maskedCopy(m, y)
                  view(c)[m] = 0
                  return a, b, c
               end, base, mask, some)
            end)
         end
      end
   end

   it('of any layout, of more than a tile, none or all of their elements set', function()
      local x = filled('int', { 70, 71 }, function(k) return k end)
      local y = filled('int', { 70 * 71 }, function(k) return -k end)
      for every = 1, 3 do
         for _, m in ipairs { mask_of(x, 'byte', every), mask_of(x, 'bool', every) } do
            agree(function(a, b, n)
               local found = {}
               for _, by in ipairs { n, n:view(71, 70):t(), n:narrow(1, 3, 1):expand(70, 71), n:clone():zero() } do
                  found[#found + 1] = a:maskedSelect(by)
                  found[#found + 1] = a:clone():maskedCopy(by, b)
                  found[#found + 1] = a:clone():maskedFill(by, 5)
                  found[#found + 1] = by:nonzero()
               end
               return unpack(found)
            end, x, y, m)
         end
      end
   end)

   it('where the vector has steps, or is the tensor itself', function()
      local x = filled('float', { 40, 3 }, function(k) return k end)
      agree(function(a, m)
         local r = a:clone()
         local b, c = a:clone(), a:clone()
         local column = r:select(2, 2)
         tensor.maskedSelect(column, a:narrow(1, 1, 20), m:narrow(1, 1, 20):clone():fill(0))
         b:maskedCopy(m, a:t())
         tensor.maskedSelect(c, c, m)
         return r, b, c, a:gt(7):nonzero(), a:nonzero()
      end, x, mask_of(x, 'byte', 2))
   end)

   it('must be with the tensor', function()
      local x, m = tensor.CudaTensor(3), tensor.ByteTensor { 1, 0, 1 }
      for name, f in pairs {
         maskedFill = function() x:maskedFill(m, 1) end, maskedSelect = function() x:maskedSelect(m) end,
         maskedCopy = function() x:maskedCopy(m, x) end,
      } do
         assert.has_error(f, name .. ': the mask is on device 0, the tensor on device 1; copy one to the other\'s')
      end
      local far = there(m)
      assert.error_matches(function() x:maskedCopy(far, tensor.FloatTensor(3)) end, 'operand 2 is on device 0')
      assert.error_matches(function() x:maskedCopy(far, tensor.CudaTensor(1)) end, 'only 1')
      assert.error_matches(function() x:maskedFill(tensor.CudaIntTensor(3), 1) end, 'mask:Mask')
   end)
end)

-- --- positions ---

local function positions(sizes, n, factor)
   return filled('long', sizes, function(k) return (k * factor + math.floor(k / 7)) % n + 1 end)
end

local function with_size(x, dim, n)
   local sizes = x:size():totable()
   sizes[dim] = n
   return sizes
end

describe('positions on a device', function()
   for _, dtype in ipairs(types) do
      for name, layout in pairs(read_only) do
         local sizes, view = layout[1], layout[2]
         local base = filled(dtype, sizes)
         local shape = view(base)

         it(('read: %s, %s'):format(dtype, name), function()
            for dim = 1, shape:dim() do
               local n = math.max(shape:size(dim), 1)
               local few = shape:size(dim) == 0 and 0 or 7
               agree(function(x, i, j) return view(x):index(dim, i), view(x):gather(dim, j) end, base,
                  positions({ few }, n, 3), positions(with_size(shape, dim, few), n, 5))
            end
         end)

         if layouts[name] then
            it(('written: %s, %s'):format(dtype, name), function()
               for dim = 1, shape:dim() do
                  local n = math.max(shape:size(dim), 1)
                  local few = shape:size(dim) == 0 and 0 or 9
                  local some = filled(dtype, with_size(shape, dim, few))
                  agree(function(x, i, j, y)
                     local done = {}
                     local function on(change)
                        local whole = x:clone()
                        change(view(whole))
                        done[#done + 1] = whole
                     end
                     on(function(t) t:indexCopy(dim, i, y) end)
                     on(function(t) t:indexAdd(dim, i, y) end)
                     on(function(t) t:indexFill(dim, i, 1) end)
                     on(function(t) t:scatter(dim, j, y) end)
                     on(function(t) t:scatterAdd(dim, j, y) end)
                     on(function(t) t:scatter(dim, j, 1) end)
                     return unpack(done)
                  end, base, positions({ few }, n, 3), positions(with_size(shape, dim, few), n, 5), some)
               end
            end)
         end
      end
   end

   it('name rows by x[positions]', function()
      agree(function(x, i)
         local y = x:clone()
         y[i] = 5
         return x[i], y
      end, filled('float', { 6, 4 }), tensor.LongTensor { 6, 1, 1, 2 })
   end)

   it('of any layout: expanded, transposed, with steps', function()
      local x = filled('float', { 30, 8 }, function(k) return k / 4 end)
      agree(function(a, i, j)
         local r, found = a:clone(), {}
         for _, by in ipairs { i:view(30, 1):expand(30, 8), j:t(), j:narrow(1, 3, 1):expand(8, 30):t() } do
            found[#found + 1] = a:gather(1, by)
            found[#found + 1] = a:clone():scatter(1, by, r)
            found[#found + 1] = a:clone():scatterAdd(1, by, r)
         end
         local column = j:select(2, 4)
         found[#found + 1] = a:index(1, column)
         found[#found + 1] = a:clone():indexAdd(1, column, a:narrow(1, 1, 8))
         found[#found + 1] = a:clone():indexCopy(2, column, r:t():contiguous():view(30, 8))
         return unpack(found)
      end, x, positions({ 30 }, 30, 11), positions({ 8, 30 }, 8, 5))
   end)

   it('of which many are alike: the last counts, and sums are in order', function()
      local x, y = filled('half', { 5 }), filled('half', { 3000 }, function(k) return k % 17 / 8 end)
      agree(function(a, b, i)
         return a:clone():scatter(1, i, b), a:clone():scatterAdd(1, i, b), a:clone():indexAdd(1, i, b)
      end, x, y, positions({ 3000 }, 5, 3))
   end)

   it('write what shares memory with the result', function()
      agree(function(x, i)
         local a, b, c = x:clone(), x:clone(), x:clone()
         a:indexCopy(1, i, a)
         tensor.index(b, b, 1, i)
         c:scatterAdd(1, c, c)
         return a, b, c
      end, tensor.LongTensor { 3, 1, 2, 2 }, tensor.LongTensor { 4, 3, 2, 1 })
   end)

   it('are checked, and nothing is changed', function()
      local x = filled('float', { 4, 3 }, function(k) return k end)
      for _, bad in ipairs { 0, 5, -1, 2 ^ 40 } do
         local i = tensor.LongTensor { 1, bad, 9 }
         for name, f in pairs {
            index = function(a, j) return a:index(1, j) end,
            indexCopy = function(a, j) a:indexCopy(1, j, a:narrow(1, 1, 3)) end,
            indexAdd = function(a, j) a:indexAdd(1, j, a:narrow(1, 1, 3)) end,
            indexFill = function(a, j) a:indexFill(1, j, 0) end,
            gather = function(a, j) return a:gather(1, j:view(3, 1):expand(3, 3)) end,
            scatter = function(a, j) a:scatter(1, j:view(3, 1):expand(3, 3), 0) end,
            scatterAdd = function(a, j) a:scatterAdd(1, j:view(3, 1):expand(3, 3), a:narrow(1, 1, 3)) end,
         } do
            local far = there(x)
            assert.has_error(function() f(far, there(i)) end,
               ('%s: no position %d in dimension 1 of size 4'):format(name, bad))
            assert.same(flat(x), flat(far:cpu()))
         end
      end
      local r = tensor.CudaTensor { 7 }
      assert.has_error(function() tensor.index(r, there(x), 1, there(tensor.LongTensor { 5 })) end)
      assert.same({ 7 }, r:totable())
   end)

   it('may be on the CPU', function()
      local here = tensor.range(1, 12):view(3, 4)
      local i, each = tensor.LongTensor { 3, 1 }, tensor.LongTensor { { 1, 2, 3, 1 } }
      local y = tensor.ones(2, 4):mul(5)
      for _, x in ipairs { here:cuda(), here:cuda(last) } do
         local d = x:getDevice()
         for _, f in ipairs {
            function(t) return t:index(1, i) end, function(t) return tensor.index(t:clone(), t, 1, i) end,
            function(t) return t[i] end, function(t) return t:indexFill(1, i, 7) end,
            function(t) return t:gather(1, each) end, function(t) return t:scatter(1, each, 9) end,
            function(t) return t:indexCopy(1, i, y:typeAs(t)) end, function(t) return t:indexAdd(1, i, y:typeAs(t)) end,
            function(t) return t:scatterAdd(1, each, y:narrow(1, 1, 1):typeAs(t)) end,
            function(t)
               t[i] = 3
               t[tensor.LongTensor { 2 }] = tensor.ones(1, 4):typeAs(t)
               return t
            end,
            function(t) return t:index(1, tensor.LongTensor()) end,
         } do
            local result = f(x:clone())
            assert.same(f(here:clone()):totable(), result:totable())
            assert.equal(d, result:getDevice())
         end
         assert.has_error(function() x:index(1, tensor.LongTensor { 4 }) end,
            'index: no position 4 in dimension 1 of size 3')
      end
   end)

   it('must be longs, with the tensor or on the CPU', function()
      local x = tensor.CudaTensor(3)
      local far = tensor.LongTensor { 1 }:cudaLong(last)
      if last > 1 then
         assert.has_error(function() x:index(1, far) end, ('index: the tensor of positions is on device %d, that of '
            .. "elements on device 1; copy one to the other's"):format(last))
      end
      assert.error_matches(function() x:scatter(1, tensor.CudaLongTensor { 1 }, tensor.FloatTensor { 1 }) end,
         'scatter: operand 2 is on device 0')
      assert.error_matches(function() x:gather(1, tensor.CudaIntTensor { 1 }) end, 'idx:LongTensor')
   end)
end)

-- --- joins, triangles, sequences ---

describe('tensors on a device', function()
   it('are joined and repeated', function()
      for _, dtype in ipairs(types) do
         local x, y = filled(dtype, { 3, 4 }), filled(dtype, { 3, 2 })
         agree(function(a, b)
            return tensor.cat(a, b, 2), tensor.cat(a, b:t():contiguous():view(2, 3):t(), 2), tensor.cat({ a, a, a }, 1),
               tensor.cat(a, a, 3), a:repeatTensor(2, 2), tensor.cat(a:select(1, 1), b:select(1, 2))
         end, x, y)
      end
      local x, y = tensor.CudaTensor(2), tensor.FloatTensor(2)
      assert.has_error(function() tensor.cat(x, y) end,
                       "cat: tensor 1 is on device 1, tensor 2 on device 0; copy one to the other's")
      local mixed = tensor.cat(tensor.CudaTensor { 0.5 }, tensor.CudaIntTensor { 2 })
      assert.equal('torch.CudaTensor', mixed:type())
      assert.same({ 0.5, 2 }, mixed:totable())
      local none, out = tensor.CudaHalfTensor(0), tensor.CudaHalfTensor()
      assert.equal('torch.CudaHalfTensor', tensor.cat({ none, none }):type())
      assert.equal(0, tensor.cat(out, { none, none }):nElement())
   end)

   it('have triangles and diagonals', function()
      for _, dtype in ipairs(types) do
         for _, sizes in ipairs { { 4, 6 }, { 6, 4 }, { 1, 1 }, { 0, 3 } } do
            agree(function(x)
               local found = {}
               for _, k in ipairs { -7, -1, 0, 2, 7 } do
                  found[#found + 1] = x:clone():tril(k)
                  found[#found + 1] = tensor.triu(x, k)
                  found[#found + 1] = tensor.tril(x:t(), k)
                  found[#found + 1] = tensor.triu(x:clone(), x, k)
               end
               if x:nElement() > 0 then
                  found[#found + 1] = tensor.diag(x)
                  found[#found + 1] = tensor.diag(x:select(1, 1), -2)
               end
               return unpack(found)
            end, filled(dtype, sizes))
         end
      end
   end)

   it('are sequences', function()
      for _, dtype in ipairs { 'float', 'int', 'half' } do
         agree(function(x)
            return tensor.eye(x:clone(), 3, 4), tensor.range(x:clone(), 1, 9, 2), tensor.linspace(x:clone(), 0, 8, 5),
               tensor.logspace(x:clone(), 0, 2, 3), tensor.zeros(x:clone(), 2), x:clone():ones(3)
         end, filled(dtype, { 2 }))
      end
   end)
end)

-- --- orders ---

describe('orders on a device', function()
   for _, dtype in ipairs(types) do
      for name, layout in pairs(read_only) do
         local sizes, view = layout[1], layout[2]

         it(('are those of the CPU: %s, %s'):format(dtype, name), function()
            agree(function(x)
               local t, found = view(x), {}
               local function keep(...)
                  for k = 1, select('#', ...) do found[#found + 1] = (select(k, ...)) end
               end
               for dim = 1, t:dim() do
                  keep(t:sort(dim))
                  keep(t:sort(dim, true))
                  keep(tensor.argsort(t, dim))
                  keep(tensor.msort(t, dim))
                  if t:size(dim) > 0 then
                     local k = math.floor((t:size(dim) + 1) / 2)
                     keep(t:kthvalue(k, dim))
                     keep(t:median(dim))
                     keep(t:mode(dim))
                     for way = 0, 3 do keep(t:topk(k, dim, way % 2 == 1, way > 1)) end
                  end
               end
               return unpack(found)
            end, filled(dtype, sizes))
         end)
      end
   end

   it('are of long rows and many', function()
      for _, dtype in ipairs { 'float', 'double', 'int', 'half' } do
         for _, sizes in ipairs { { 3000 }, { 3, 700 }, { 700, 3 } } do
            agree(function(x)
               local a, b = x:sort(1)
               local c, d = x:topk(2, 1, true)
               local e, f = x:mode(1)
               return a, b, c, d, e, f, (x:median(1)), (x:kthvalue(3, 1))
            end, filled(dtype, sizes))
         end
      end
   end)

   it('go into given results, and over the tensor itself', function()
      agree(function(x, i)
         local values, indices, y, z = x:clone(), i:clone(), x:clone(), x:clone()
         tensor.sort(values:t(), indices:t(), x:t(), 1)
         tensor.sort(y, indices:clone(), y, 2, true)
         tensor.topk(z, indices:clone(), z, 2, 1, true, true)
         return values, indices, y, z
      end, filled('int', { 5, 6 }), positions({ 5, 6 }, 9, 2))
   end)
end)

-- --- failures ---

local is_emulated, emu = pcall(require, 'emu')

-- If memory runs out the call is repeated, with its operands as they were before; any other failure is an error
-- and leaves unchanged what has not been written yet.
describe('whatever call of CUDA fails', function()
   if not is_emulated then return end
   local out_of_memory, invalid = 2, 1
   local changes = {
      maskedSelect = function(x, m) tensor.maskedSelect(x, x, m) end,
      maskedCopy = function(x, m) x:maskedCopy(m, x:t()) end,
      nonzero = function(_, _, i) tensor.nonzero(i, i) end,
      index = function(x, _, i) tensor.index(x, x, 1, i) end,
      scatterAdd = function(x, _, i) x:scatterAdd(1, i:view(4, 1):expand(4, 10), x:narrow(1, 2, 4)) end,
      sort = function(x, _, i) tensor.sort(x, i:clone(), x, 1) end,
      topk = function(x, _, i) tensor.topk(x, i:clone(), x, 3, 1, true) end,
      diag = function(x) tensor.diag(x, x) end,
      repeatTensor = function(x) tensor.repeatTensor(x, x, 2, 3) end,
   }
   local x = filled('int', { 6, 10 })
   local m, i = mask_of(x, 'byte', 3), tensor.LongTensor { 3, 1, 3, 6 }

   for name, change in pairs(changes) do
      it(name .. ' is right or changes nothing', function()
         local here = { x:clone(), m:clone(), i:clone() }
         change(unpack(here))
         for _, failure in ipairs { out_of_memory, invalid } do
            local n, used = 0
            repeat
               local far = { there(x), there(m), there(i) }
               cuda.synchronizeAll()
               cuda.emptyCache()
               n = n + 1
               local before = emu.calls()
               emu.fail(nil, n, failure)
               local ok = pcall(change, unpack(far))
               emu.fail(nil, 0, 0)
               used = emu.calls() - before
               if failure == out_of_memory then assert.is_true(ok) end
               local want = ok and here or { x, m, i }
               for k = 1, #want do assert.same(flat(want[k]), flat(far[k]:cpu())) end
            until n > used
         end
      end)
   end
end)

-- --- devices and streams ---

describe('where a tensor is', function()
   it('is where it is worked on', function()
      local x = cuda.withDevice(last, function() return tensor.CudaTensor { 3, 1, 2 } end)
      local values, indices = x:sort()
      local found = { values, indices, x:gt(1):nonzero(), x:index(1, indices), x[x:gt(1)], tensor.cat(x, x) }
      for _, y in ipairs(found) do assert.equal(last, y:getDevice()) end
      assert.same({ 1, 2, 3 }, values:totable())
      assert.same({ 2, 3, 1 }, indices:totable())
      assert.same({ { 1 }, { 3 } }, found[3]:totable())
      assert.same({ 1, 2, 3 }, found[4]:totable())
      assert.equal(1, cuda.getDevice())
   end)

   it('is in the order of a stream', function()
      local x = tensor.CudaTensor(5000):fill(1)
      cuda.streamWaitFor(3, { 0 })
      local sum = cuda.withStream(3, function()
         local i = there(positions({ 5000 }, 5000, 7))
         local y = x:clone():scatterAdd(1, i, x)
         y:maskedFill(y:gt(2), 0)
         return y:index(1, i):sort():cpu()
      end)
      local i, x_here = positions({ 5000 }, 5000, 7), tensor.FloatTensor(5000):fill(1)
      local y = x_here:clone():scatterAdd(1, i, x_here)
      y:maskedFill(y:gt(2), 0)
      assert.same(flat((y:index(1, i):sort())), flat(sum))
   end)
end)
