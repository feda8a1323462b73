-- An extension written for Torch7's C API (test/compat/): its results, how its errors reach Lua, and that it
-- leaks nothing.
local child = require 'spec.support.child'
local extension = require 'spec.support.extension'

if not extension.possible() then
   describe('an extension for Torch7', function()
      pending 'is built: there is no C compiler'
   end)
   return
end

local header = [[
local open = assert(package.loadlib(%q, 'luaopen_liblayers'))
local layers = open()
local function fails(f, ...)
   local ok, message = pcall(f, ...)
   print(not ok and message or 'no error')
end
local function live()
   for _ = 1, 3 do collectgarbage() end
   return tensor.memoryStats().live
end
]]

-- Each line of text matches the pattern of the same number.
local function assert_lines(patterns, text)
   local k = 0
   for line in text:gmatch '[^\n]+' do
      k = k + 1
      assert.truthy(patterns[k] and line:find(patterns[k]), ('line %d: %s'):format(k, line))
   end
   assert.equal(#patterns, k)
end

describe('an extension for Torch7', function()
   local prefix

   setup(function() prefix = extension.build() end)
   teardown(function() if prefix then extension.remove(prefix) end end)

   local function run(code)
      return child.output(header:format(prefix .. '/liblayers.so') .. code)
   end

   for _, name in ipairs { 'Float', 'Double' } do
      it('computes a linear layer, ' .. name, function()
         assert.equal('true true true true true\n', run(([[
            local T = tensor.%sTensor
            tensor.manualSeed(1)
            local function randn(...) return T(...):normal() end
            local function same(a, b) return (a - b):abs():max() < 1e-5 end
            local net = { weight = randn(3, 4), bias = randn(3), output = T(), gradInput = T(),
               gradWeight = T(3, 4):fill(1), gradBias = T(3):fill(1) }
            local x, g = randn(4, 5):t(), randn(5, 3)
            local y = x.layers.Linear_updateOutput(net, x)
            local good = { same(y, x * net.weight:t() + net.bias:view(1, 3)) and y == net.output }
            good[2] = same(x.layers.Linear_updateGradInput(net, x, g), g * net.weight)
            x.layers.Linear_accGradParameters(net, x, g, 0.5)
            good[3] = same(net.gradWeight, g:t() * x * 0.5 + 1)
            good[4] = same(net.gradBias, g:sum(1):squeeze() * 0.5 + 1)
            good[5] = same(x.layers.Linear_updateOutput(net, x[2]), net.weight * x[2] + net.bias)
            for k = 1, 5 do good[k] = tostring(good[k]) end
            print(table.concat(good, ' '))
         ]]):format(name)))
      end)

      it('applies code to all elements, ' .. name, function()
         assert.equal('0 2 0 4 5 6\n0 20 0 40 50 60\n0 2 3 4 5\n3\tnil\t1\n0\n', run(([[
            local T = tensor.%sTensor
            local function show(x) print((table.concat(x:contiguous():view(-1):totable(), ' '):gsub('%%.0', ''))) end
            local self = { output = T(), gradInput = T(), threshold = 3, val = 0, inplace = false }
            local x = T { { 1, 2 }, { 3, 4 }, { 5, 6 } }:t()      -- in order: 1 3 5 2 4 6
            self.threshold = 1
            local row = T { 1, 2, 1, 4, 5, 6 }
            show(x.layers.Threshold_updateOutput(self, row))
            show(x.layers.Threshold_updateGradInput(self, row, row * 10))
            self.inplace, self.threshold = true, 1
            local part = T { { 9, 1 }, { 9, 2 }, { 9, 3 }, { 9, 4 }, { 9, 5 } }:select(2, 2)
            show(x.layers.Threshold_updateOutput(self, part))
            print(x.layers.Threshold_first(x, 4), x.layers.Threshold_first(x, 6), x.layers.Threshold_first(x))
            print(x.layers.Threshold_updateOutput(self, T()):nElement())
         ]]):format(name)))
      end)

      it('applies code to vectors along a dimension, ' .. name, function()
         assert.equal('true\ntrue\ntrue\n', run(([[
            local T = tensor.%sTensor
            local self = { output = T(), gradInput = T() }
            local x = T { { 1, 2, 3 }, { -1, 0, 40 } }
            local y = x.layers.LogSoftMax_updateOutput(self, x)
            print(math.abs(y[1][2] - (2 - math.log(math.exp(1) + math.exp(2) + math.exp(3)))) < 1e-5)
            local function expected(g, y, i, j, sum) return g[i][j] - math.exp(y[i][j]) * sum end
            for dim = 1, 2 do
               local g, good = T(3, 2):fill(1):cumsum(1):t(), true
               local r = x.layers.LogSoftMax_updateGradInput(self, x, g, dim)
               for i = 1, 2 do
                  for j = 1, 3 do
                     local sum = dim == 1 and g[1][j] + g[2][j] or g[i][1] + g[i][2] + g[i][3]
                     good = good and math.abs(r[i][j] - expected(g, y, i, j, sum)) < 1e-5
                  end
               end
               print(good)
            end
         ]]):format(name)))
      end)

      it('makes new tensors and index tensors, ' .. name, function()
         assert.equal('5 9\n2 1\ntorch.LongTensor\n0 7 0 8 0 0\n', run(([[
            local T = tensor.%sTensor
            local x = T { { 1, 5, 2 }, { 9, 2, 3 } }
            local values, places = x.layers.Max_updateOutput(x, 2)
            local function show(t) print((table.concat(t:view(-1):totable(), ' '):gsub('%%.0', ''))) end
            show(values)
            show(places)
            print(tensor.typename(places))
            show(x.layers.Max_updateGradInput(places, T { { 7 }, { 8 } }, 3))
         ]]):format(name)))
      end)
   end

   it('convolves planes that a table joins, into tensors that it resizes', function()
      assert.equal('3x3x2\ttrue\n2x4x4\ttrue\n', run [[
         tensor.manualSeed(2)
         local T = tensor.DoubleTensor
         local x, weight, bias = T(2, 4, 4):uniform(), T(3, 2, 3):uniform(), T { 1, 2, 3 }
         local joined, y, slope = T { { 1, 1 }, { 2, 1 }, { 2, 3 } }, T(), T()
         assert(y == x.layers.Map_forward(x, y, weight, bias, joined))
         local same = T(3, 3, 2)
         for plane = 1, 3 do same[plane]:fill(bias[plane]) end
         for k = 1, 3 do
            local from, to = x:select(1, joined[{ k, 1 }]), same:select(1, joined[{ k, 2 }])
            to:add(tensor.xcorr2(from, weight[k]))
         end
         print((table.concat(y:size():totable(), 'x'):gsub('%.0', '')), (y - same):abs():max() < 1e-12)
         local g = T(3, 3, 2):uniform()
         x.layers.Map_backward(x, g, slope, weight, bias, joined)
         local near = true
         for plane = 1, 2 do
            for at = 1, 4 do
               local shifted = x:clone()
               shifted[plane][at][at] = shifted[plane][at][at] + 1
               local change = (x.layers.Map_forward(shifted, T(), weight, bias, joined) - y):cmul(g):sum()
               near = near and math.abs(change - slope[plane][at][at]) < 1e-12
            end
         end
         print((table.concat(slope:size():totable(), 'x'):gsub('%.0', '')), near)
      ]])
   end)

   it('has a type of its own, which keeps tensors', function()
      assert.equal('layers.Mean\ttrue\n3.5\t7.0\n7.0\t3.5\ntrue\n', run [[
         local function show(...) print(('%.1f\t%.1f'):format(...)) end
         local mean = layers.Mean(tensor.LongStorage { 2, 2 })
         print(tensor.typename(mean), mean:add(tensor.DoubleTensor(2, 2):fill(3)) == mean)
         mean:add(tensor.DoubleTensor(2, 2):fill(4))
         show(mean:value()[2][1], mean:sum()[1][2])
         local sum, value = mean:sum(), mean:value()
         mean = nil
         collectgarbage()
         show(sum[2][2], value[1][1])
         sum, value = nil, nil
         local before = live()
         for _ = 1, 20 do layers.Mean(tensor.LongStorage { 100, 100 }):noise(0) end
         print(live() == before)
      ]])
   end)

   it('takes objects of classes that inherit from its own, and of no others', function()
      assert.equal('layers.Special\t2\nthere is no type layers.Missing\ntrue\ntrue\n', run [[
         tensor.newmetatable('layers.Special', 'layers.Mean')
         tensor.newmetatable('layers.Other', nil, nil, nil)
         local special = layers.Mean(tensor.LongStorage { 1 }, 'layers.Special')
         print(tensor.typename(special), ('%d'):format(special:add(tensor.DoubleTensor { 2 }):value()[1]))
         local before = live()
         local _, message = pcall(layers.Mean, tensor.LongStorage { 1000 }, 'layers.Missing')
         print((message:match 'there is no type layers.Missing'))
         print(live() == before)
         for _ = 1, 20 do layers.Mean(tensor.LongStorage { 100, 100 }, 'layers.Special'):noise(0) end
         print(live() == before)
      ]])
   end)

   it('reads and makes storages, generators and nil', function()
      assert.equal('torch.LongStorage 2 3 true nil\ntorch.LongStorage 4\n' ..
         'torch.DoubleTensor expected, got torch.LongTensor\ntorch.Generator expected, got nil\n', run [[
         local gen = tensor.Generator()
         gen:manualSeed(5)
         local u = gen:clone():uniform()
         local size, v, none = layers.look(tensor.FloatTensor(2, 3), gen)
         print(('%s %d %d %s %s'):format(tensor.typename(size), size[1], size[2], tostring(u == v), tostring(none)))
         size = layers.look(tensor.DoubleTensor(4), gen)
         print(('%s %d'):format(tensor.typename(size), size[1]))
         local _, message = pcall(layers.look, tensor.LongTensor(2), gen)
         print(message:match '%((.*)%)')
         _, message = pcall(layers.look, tensor.FloatTensor(2), nil)
         print(message:match '%((.*)%)')
      ]])
   end)

   it('shares a tensor that it has pushed with the Lua functions that it calls', function()
      assert.equal('1 3 6 0\n10 20\n', run [[
         local function show(x) print((table.concat(x:totable(), ' '):gsub('%.0', ''))) end
         show(layers.map(function(t, i)
            if i == 3 then t:resize(4):narrow(1, 4, 1):zero() end
            return (i > 1 and t[i - 1] or 0) + i
         end, 3))
         show(layers.map(function(_, i) return layers.map(function() return 10 * i end, 2)[i] end, 2))
      ]])
   end)

   it('reports errors to the caller: by argument and function, where it was called', function()
      local said = run [[
         local x = tensor.FloatTensor(3, 4):fill(1)
         local forward = x.layers
         local net = { weight = x, bias = tensor.FloatTensor(3), output = tensor.FloatTensor(), gradInput = x:clone() }
         fails(function() local _ = forward.Linear_updateOutput(net, tensor.FloatTensor(2, 2, 2)) end)
         fails(function() local _ = forward.Linear_updateOutput(net, 'x') end)
         fails(function() local _ = forward.Linear_updateOutput(net, tensor.DoubleTensor(2)) end)
         fails(function() local _ = forward.Linear_updateOutput({ weight = 1 }, x) end)
         fails(function() local _ = forward.Linear_updateOutput(net, tensor.FloatTensor(2, 5)) end)
         fails(function() local _ = forward.Linear_updateGradInput(net, x, x) end)
         local mean = layers.Mean(tensor.LongStorage { 2 })
         fails(function() local _ = mean:value() end)
         fails(function() local _ = mean:add(1) end)
         fails(function() local _ = mean.value(x) end)
         fails(layers.map, function() error('its own', 0) end, 2)
         fails(layers.map, function() error { } end, 2)
         print(coroutine.resume(coroutine.create(function() local _ = mean:value() end)))
         local gone = tensor.FloatTensor(2, 4)
         gone:release()
         fails(function() local _ = forward.Linear_updateOutput(net, gone) end)
      ]]
      local expected = {
         "^[^:]+:%d+: bad argument #2 to 'Linear_updateOutput' %(vector or matrix expected at .*Linear%.c:15%)$",
         "^[^:]+:%d+: bad argument #2 to 'Linear_updateOutput' %(torch%.FloatTensor expected, got string%)$",
         "%(torch%.FloatTensor expected, got torch%.DoubleTensor%)$",
         '^[^:]+:%d+: bad argument #1 %(field weight is a number, not a torch%.FloatTensor%)$',
         '^[^:]+:%d+: addmm: 2x5 times 4x3: 5 columns against 4 rows$',
         '^[^:]+:%d+: gradOutput of 3 x 3 expected at .*Linear%.c:%d+$',
         '^[^:]+:%d+: the mean of nothing at .*layers%.c:%d+$',
         "^[^:]+:%d+: bad argument #1 to 'add' %(torch%.DoubleTensor expected, got number%)$",
         "^[^:]+:%d+: bad argument #1 to 'value' %(layers%.Mean expected, got torch%.FloatTensor%)$",
         '^its own$',
         '^table: ',
         '^false\t[^:]+:%d+: the mean of nothing',
         'torch%.FloatTensor: the memory of the tensor was released%)$',
      }
      assert_lines(expected, said)
   end)

   it('raises the errors of its opening function in Lua, in the coroutine that called', function()
      local path = ('%q'):format(prefix .. '/liblayers.so')
      assert.equal('at once at\nat all times at\nat last at\n', run(([[
         local broken = package.loadlib(%s, 'luaopen_broken')
         print((select(2, pcall(broken, 'once')):match 'at once at'))
         local wrapped = coroutine.wrap(function() return select(2, pcall(broken)):match 'at all times at' end)
         print(wrapped())
         local co = coroutine.create(function(word) broken(word) end)
         print((select(2, coroutine.resume(co, 'last')):match 'at last at'))
      ]]):format(path)))
   end)

   describe('called by FFI', function()
      if not pcall(require, 'ffi') then
         pending 'needs LuaJIT'
         return
      end

      local by_ffi = [[
         require 'torch'
         local ffi = require 'ffi'
         ffi.cdef('void layers_DoubleMap_updateOutput(THDoubleTensor *x, THDoubleTensor *y, THDoubleTensor *w, ' ..
            'THDoubleTensor *b, THDoubleTensor *table);')
         local library = ffi.load %q
         local x, w, b = torch.ones(1, 3, 3), torch.ones(1, 2, 2), torch.ones(1)
         local y, joined = torch.Tensor(), torch.ones(1, 2)
         local function forward(x, y, w, b, joined)
            library.layers_DoubleMap_updateOutput(x:cdata(), y:cdata(), w:cdata(), b:cdata(), joined:cdata())
            return y
         end
      ]]

      local function runs(code)
         return run(by_ffi:format(prefix .. '/liblayers.so') .. code)
      end

      it('computes as when called by Lua', function()
         assert.equal('5\t2\n', runs [[print(forward(x, y, w, b, joined)[1][2][2], y:size(3))]])
      end)

      it('raises its errors in Lua: of TH, THError and THArgCheck, also out of a compiled loop', function()
         local said = runs [[
            local function fails(f, ...) print(select(2, pcall(f, ...))) end
            fails(function() forward(x, y, w, b, joined * 2) end)
            fails(function() forward(x, y, torch.ones(2, 2, 2), b, joined) end)
            local gone = torch.ones(1, 1, 3):expand(1, 3, 3)
            gone:release()
            fails(function() forward(gone, y, w, b, joined) end)
            fails(function()
               for i = 1, 1000 do forward(x, y, w, b, i == 999 and joined * 3 or joined) end
            end)
            print(forward(x, y, w, b, joined):sum())
         ]]
         local expected = {
            '^[^:]+:%d+: bad argument #5 %(pair 1 joins planes 2 and 2 at .*Map%.c:%d+%)$',
            '^[^:]+:%d+: a kernel for each of 1 pairs expected at .*Map%.c:%d+$',
            '^[^:]+:%d+: clone: the memory of the tensor was released',
            '^[^:]+:%d+: bad argument #5 %(pair 1 joins planes 3 and 3 at ', '^20$',
         }
         assert_lines(expected, said)
      end)

      -- A limit of LuaJIT: an error that leaves a compiled call by FFI ends at a pcall outside of the trace.
      it('raises them at a pcall within a loop, if the function that calls it is not compiled', function()
         assert.equal('2500 2500 2500\n', runs [[
            local wrong = joined * 2
            local function once(i) return forward(x, y, w, b, i % 2 == 0 and joined or wrong) end
            local function count(call)
               local failed = 0
               for i = 1, 5000 do
                  if not call(i) then failed = failed + 1 end
               end
               return failed
            end
            local cx, cy, cw, cb, cwrong = x:cdata(), y:cdata(), w:cdata(), b:cdata(), wrong:cdata()
            local good = joined:cdata()
            local function loop()
               local failed = 0
               for i = 1, 5000 do
                  local table = i % 2 == 0 and good or cwrong
                  local ok = pcall(library.layers_DoubleMap_updateOutput, cx, cy, cw, cb, table)
                  if not ok then failed = failed + 1 end
               end
               return failed
            end
            local function method(i) return pcall(once, i) end
            local function callee(i) return pcall(forward, x, y, w, b, i % 2 == 0 and joined or wrong) end
            jit.off(loop)
            jit.off(once)
            jit.off(forward)
            print(loop() .. ' ' .. count(method) .. ' ' .. count(callee))
         ]])
      end)

      it('raises its errors in the coroutine that called', function()
         assert.equal('false\tfalse\ttrue\ttrue\t20\n', runs [[
            local function bad() return forward(x, y, w, b, joined * 2) end
            local direct = coroutine.create(bad)
            local nested = coroutine.create(function(self)
               local inner = coroutine.wrap(function(...)
                  coroutine.yield(select('#', ...))
                  bad()
               end)
               inner(self, coroutine.create(bad))
               inner()
            end)
            local ok, message = coroutine.resume(direct)
            local also, text = coroutine.resume(nested, nested)
            local map = coroutine.wrap(function() return select(2, pcall(bad)):match 'pair 1' and 3 end)
            assert(layers.map(map, 1)[1] == 3)
            local function nest(n)
               if n == 0 then return bad() end
               local ok, message = coroutine.resume(coroutine.create(nest), n - 1)
               return error(message, 0)
            end
            assert(select(2, pcall(nest, 600)):find('pair 1 joins', 1, true))
            local function named(m) return tostring(m:find('pair 1 joins', 1, true) ~= nil) end
            print(tostring(ok), tostring(also), named(message), named(text), forward(x, y, w, b, joined):sum())
         ]])
      end)
   end)

   it('may keep in an object what it made in a call that fails: without elements', function()
      assert.equal('at most 1000 numbers expected, got 100000\n0\ntrue\n7\n', run [[
         local mean = layers.Mean(tensor.LongStorage { 2 })
         local before = live()
         local _, message = pcall(function() mean:restart(100000) end)
         print((message:match "at most 1000 numbers expected, got 100000"))
         print(('%d'):format(mean:sum():nElement()))
         print(live() <= before)
         mean:restart(1)
         print(('%d'):format(mean:add(tensor.DoubleTensor { 7 }):value()[1]))
      ]])
   end)

   it('leaves nothing behind when a call fails', function()
      assert.equal('true\n', run [[
         local x = tensor.FloatTensor(300, 400):fill(1)
         local net = { weight = x:t(), bias = tensor.FloatTensor(3), output = tensor.FloatTensor() }
         local mean = layers.Mean(tensor.LongStorage { 100 })
         local calls = {
            function() x.layers.Linear_updateOutput(net, tensor.FloatTensor(2, 2, 2)) end,
            function() x.layers.Linear_updateOutput(net, x:t()) end,                  -- fails after newContiguous
            function() x.layers.Linear_updateGradInput({ weight = x:t(), gradInput = 1 }, x, x:t()) end,
            function() x.layers.Max_updateGradInput(tensor.LongTensor(7, 1), x, 1000) end,
            function() x.layers.Max_updateOutput(x, 9) end,
            function() layers.map(function(_, i) return i < 9 and 1 or {} end, 100000) end,
            function() layers.map(1, 100000) end,
            function() layers.Mean(tensor.LongStorage { 20, 20, 20 }) end,
            function() mean:value() end,
         }
         for _, call in ipairs(calls) do pcall(call) end
         local before = live()
         for _ = 1, 20 do
            for k, call in ipairs(calls) do assert(not pcall(call), k) end
         end
         print(live() == before)
      ]])
   end)

   it('finds every function of the C API in the module that Lua loaded, but for those that the page names', function()
      local said = run(([[
         local names = assert(package.loadlib(%q, 'luaopen_libnames'))()
         print(('%%s %%d'):format(tostring(names.functions > 2000), names.types))
         for name, why in pairs(names.absent) do print(('| `%%s` | %%s |'):format(name, why)) end
      ]]):format(prefix .. '/libnames.so'))
      local file = assert(io.open 'doc/c-extensions.md')
      local _, rows = file:read('*a'):match '### Names left out\n\n([^\n]+\n[^\n]+\n)(.-)\n\n'
      file:close()
      local list = { 'true 10' }
      for row in (rows .. '\n'):gmatch '([^\n]+)\n' do list[#list + 1] = row end
      for line in said:gmatch '[^\n]+' do
         for k = #list, 1, -1 do
            if list[k] == line then table.remove(list, k) end
         end
      end
      assert.same({}, list)
   end)
end)
