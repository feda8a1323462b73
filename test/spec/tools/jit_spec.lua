-- The metamethods that LuaJIT compiles (lua/tensor/jit.lua) must give the same values and errors as those in C,
-- which they replace when the compiler is on.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local random = require 'spec.support.random'

local compiles = jit and jit.status() and require('ffi').abi '64bit'

local function upvalue(f, wanted)
   for k = 1, 20 do
      local name, value = debug.getupvalue(f, k)
      if name == wanted then return value end
   end
end

-- The C functions that a metatable's metamethods call.
local function of_c(mt) return upvalue(mt.__index, 'c_index'), upvalue(mt.__newindex, 'c_newindex') end

local function without_place(message) return (tostring(message):gsub('^[^:]+:%d+: ', '')) end

local whole = random.whole

-- Valid and invalid positions; index_spec.lua has more.
local odd = { 0, 1.5, 0 / 0, 1 / 0, -1 / 0, 2 ^ 31, -2 ^ 31, 2 ^ 53, 2 ^ 62, -2 ^ 62, 1e300, '1', true, {}, { 1 },
   { 1, 2 }, tensor.ones(2), 2 ^ 32 + 1, -0.5, 1 + 2 ^ -40 }
local function position(size)
   local kind = whole(1, 20)
   if kind == 1 then return odd[whole(1, #odd)] end
   if kind == 2 then return whole(-size - 2, size + 2) end
   local i = whole(1, math.max(size, 1))
   return kind < 6 and i - size - 1 or i
end

local function index_for(x)
   if x:dim() == 1 and whole(1, 2) == 1 or whole(1, 20) == 1 then return position(x:dim() > 0 and x:size(1) or 1) end
   local index = {}
   local n = x:dim() + (whole(1, 15) == 1 and whole(-1, 1) or 0)
   for d = 1, n do index[d] = position(d <= x:dim() and x:size(d) or 1) end
   if whole(1, 30) == 1 then index.extra = 1 end
   return index
end

local values = { 0, -0.0, 1, -1, 1.5, -1.5, 127, 128, -128, -129, 255, 256, 32767, 32768, 65535, 65536, 2 ^ 31 - 1,
   2 ^ 31, -2 ^ 31, -2 ^ 31 - 1, 2 ^ 53, 2 ^ 62, 2 ^ 63, -2 ^ 63, 1e300, 1e-300, 1e-40, 0.1, 0 / 0, 1 / 0, -1 / 0, '7',
   true, {} }

-- The same window on a copy of the storage.
local function twin(x)
   local make = tensor[x:type():match '%w+$']
   if not x:storage() then return make() end
   local all = make():set(x:storage()):clone()
   return make():set(all:storage(), x:storageOffset(), x:size(), x:stride())
end

-- Two equal tensors; some are undefined, empty, expanded, or have a storage that shrank.
local function pair(dtype)
   local sizes = random.sizes(whole(1, 6), 1, 4)
   local x = random.tensor(sizes, dtype)
   local kind = whole(1, 12)
   if kind == 1 then x = x:clone():set()
   elseif kind == 2 then x = x:narrow(1, 1, 0)
   elseif kind == 3 then x = x:narrow(1, 1, 1):expand(3, unpack(sizes, 2))
   elseif kind < 6 then x = x:contiguous():clone():view(tensor.LongStorage { x:nElement() }) end
   local y = twin(x)
   if kind == 12 and x:storage() then
      local left = whole(0, x:storage():size())
      x:storage():resize(left)
      y:storage():resize(left)
   end
   return x, y
end

local function storage_text(x)
   local texts = x:storage() and x:storage():totable() or { 'none' }
   for k = 1, #texts do texts[k] = tostring(texts[k]) end
   return table.concat(texts, ' ')
end

-- isSetTo is false for tensors without storage.
local function same_window(x, y)
   return x:isSetTo(y) or not x:storage() and not y:storage() and x:isSameSizeAs(y)
end

describe('compiled indexing', function()
   it('is there where the compiler is on, and only there', function()
      local kind = debug.getinfo(getmetatable(tensor.FloatTensor()).__index, 'S').what
      assert.equal(compiles and 'Lua' or 'C', kind)
      assert.equal('C', debug.getinfo(getmetatable(tensor.HalfTensor()).__index, 'S').what)
      if jit then
         local code = [[io.write(debug.getinfo(getmetatable(tensor.FloatTensor()).__index, 'S').what)]]
         assert.equal('C', child.output('jit.off() package.loaded.tensor = nil; package.loaded["tensor.core"] = nil; '
            .. 'package.loaded["tensor.native"] = nil; tensor = require "tensor"; ' .. code))
      end
   end)

   if not compiles then return end
   local dtypes = { 'byte', 'char', 'short', 'uint16', 'int', 'long', 'float', 'double', 'bool' }

   for _, dtype in ipairs(dtypes) do
      it('reads and writes as C does, ' .. dtype, function()
         random.seed(#dtype * 1000 + dtype:byte())
         local compared, raised = 0, 0
         for _ = 1, 150 do
            local x, y = pair(dtype)
            local c_index, c_newindex = of_c(getmetatable(x))
            for _ = 1, 20 do
               local k, v = index_for(x), values[whole(1, #values)]
               local ok, got = pcall(function() return x[k] end)
               local c_ok, expected = pcall(c_index, x, k)
               assert.equal(c_ok, ok)
               if not ok then assert.equal(without_place(expected), without_place(got))
               elseif tensor.isTensor(got) then assert.is_true(same_window(got, expected))
               else assert.is_true(got == expected or got ~= got and expected ~= expected) end
               compared, raised = compared + 1, raised + (ok and 0 or 1)
               ok, got = pcall(function() x[k] = v end)
               c_ok, expected = pcall(c_newindex, y, k, v)
               assert.equal(c_ok, ok)
               if not ok then assert.equal(without_place(expected), without_place(got)) end
            end
            assert.equal(storage_text(y), storage_text(x))
         end
         assert(compared == 3000 and raised > 100 and raised < 2000, raised)
      end)
   end

   -- The loops are long enough to be compiled, and use every number of dimensions.
   it('agrees in compiled loops', function()
      for _, dtype in ipairs(dtypes) do
         local x = tensor.zeros(3, 4, 5, 6, { dtype = dtype })
         local v, m, c = x:select(2, 2):select(2, 3):select(2, 1), x:select(1, 2):select(1, 3):t(), x:select(4, 2)
         local n = 0
         for _ = 1, 4 do
            for i = 1, 3 do
               v[i] = i + n % 2
               for j = 1, 4 do
                  for k = 1, 5 do
                     c[{ i, j, k }] = c[{ i, j, -1 }] * 0 + i + j
                     for l = 1, 6 do
                        x[{ -i, j, k, l }] = (i * j + k * l + n) % 2
                        m[{ l, k }] = x[{ 1, 1, k, l }]
                        n = n + 1
                     end
                  end
               end
            end
         end
         local t = x:totable()
         for i = 1, 3 do
            for j = 1, 4 do
               for k = 1, 5 do assert.equal(t[i][j][k][2], c[{ i, j, k }]) end
            end
            assert.equal(t[i][2][3][1], v[i])
         end
         for k = 1, 5 do
            for l = 1, 6 do assert.equal(t[2][3][k][l], m[{ l, k }]) end
         end
      end
   end)

   it('reads headers as C does', function()
      local large = tensor.zeros(1, 2):expand(2 ^ 33, 2)
      random.seed(3)
      for _, name in ipairs { 'dim', 'size', 'stride', 'nElement', 'numel' } do
         local method = tensor.Tensor[name]
         local in_c = upvalue(method, name == 'dim' and 'c_dim' or 'c_method')
         local raised = 0
         for n = 1, 600 do
            local x = n % 50 == 0 and large or (pair(dtypes[whole(1, #dtypes)]))
            if n % 40 == 0 then x = odd[whole(1, #odd)] end
            local d = position(3)
            for _, arguments in ipairs { { x }, { x, d }, { x, 1 }, { x, -1 }, { x, d, 1 }, {} } do
               local ok, got = pcall(method, unpack(arguments))
               local c_ok, expected = pcall(in_c, unpack(arguments))
               assert.equal(c_ok, ok)
               raised = raised + (ok and 0 or 1)
               if not ok then assert.equal(without_place(expected), without_place(got))
               elseif type(got) == 'number' then assert.equal(expected, got)
               else assert.same(expected:totable(), got:totable()) end
            end
         end
         assert(raised > 600 and raised < 3600, raised)
      end
      local sum = 0
      for _ = 1, 300 do sum = sum + large:dim() + large:size(-1) + large:size(1) + large:stride(1) + large:stride(2) end
      assert.equal(300 * (2 + 2 + 2 ^ 33 + 0 + 1), sum)
      local _, message = pcall(function() local _ = large:size(3) end)
      assert.matches('jit_spec.lua:%d+: size: no dimension 3', message)
   end)

   local methods = { narrow = 3, select = 2 }

   it('makes views as C does', function()
      random.seed(7)
      local made, raised = 0, 0
      for name, numbers in pairs(methods) do
         local method = tensor.Tensor[name]
         local in_c = upvalue(method, 'c_method')
         assert.equal('C', debug.getinfo(in_c, 'S').what)
         for n = 1, 3000 do
            local x = n % 60 == 0 and odd[whole(1, #odd)] or (pair(dtypes[whole(1, #dtypes)]))
            local arguments = { x }
            for k = 1, numbers + (whole(1, 20) == 1 and whole(-1, 1) or 0) do arguments[k + 1] = position(3) end
            local ok, got = pcall(method, unpack(arguments, 1, 5))
            local c_ok, expected = pcall(in_c, unpack(arguments, 1, 5))
            assert.equal(c_ok, ok)
            if not ok then assert.equal(without_place(expected), without_place(got))
            elseif type(got) == 'number' then assert.is_true(got == expected or got ~= got)
            else assert.is_true(same_window(got, expected) and got:type() == expected:type()) end
            made, raised = made + (ok and 1 or 0), raised + (ok and 0 or 1)
         end
      end
      assert(made > 1000 and raised > 1000, made)
   end)

   it('makes every view another tensor, in compiled loops too', function()
      local x = tensor.range(1, 60, { dtype = 'double' }):view(3, 4, 5)
      local kept, seen = {}, {}
      for n = 1, 600 do
         local i = n % 3 + 1
         kept[n] = { x[i], x[{ i, {}, { 2, -2 } }], x[{ { i }, -4, {} }], x:narrow(1, i, 1), x:select(1, i),
            x:transpose(1, 3), x[i]:t() }
      end
      for n, list in ipairs(kept) do
         local i = n % 3 + 1
         local expected = { x:select(1, i), x:select(1, i):narrow(2, 2, 3), x:narrow(1, i, 1):select(2, 1),
            x:narrow(1, i, 1), x:select(1, i), x:permute(3, 2, 1), x:select(1, i):transpose(1, 2) }
         for k, view in ipairs(list) do
            assert.is_true(view:isSetTo(expected[k]))
            assert.is_nil(seen[tensor.pointer(view)])
            seen[tensor.pointer(view)] = true
         end
      end
   end)

   it('overlooks no key of a range, in whatever order they are', function()
      local x, late, reversed = tensor.ones(4, 4), { last = 3 }, {}
      late[2], late[1] = 3, 2
      reversed[2], reversed[1] = 3, 2
      local wrong_ranges = { late, { [2] = 3 }, { 2, 3, step = 1 }, { 2, last = 3 }, { first = 2 }, { 1, 2, 1, 1 },
         { 1, 2, 0 } }
      for n = 1, 200 do
         assert.same({ 2, 4 }, x[{ reversed, {} }]:size():totable())
         for _, wrong in ipairs(wrong_ranges) do
            local index = n % 2 == 0 and { wrong, {} } or { 1, wrong }
            assert.is_false(pcall(function() return x[index] end))
         end
      end
   end)

   it('gives numbers whatever bits a floating element has', function()
      local nans = { FloatTensor = { -1, -0x400000, 0x7fffffff, 0x7f800001, -0x7fffff },
         DoubleTensor = { -1, -2 ^ 51, 2 ^ 63 - 2 ^ 50 } }
      for dtype, patterns in pairs(nans) do
         local x, met = tensor[dtype](4):fill(0), 0
         local bits = require('ffi').cast(dtype == 'FloatTensor' and 'int32_t *' or 'int64_t *', x:dataPtr())
         for _, pattern in ipairs(patterns) do
            bits[2] = pattern
            for _ = 1, 100 do
               local e = x[3]
               if type(e) == 'number' and e ~= e then met = met + 1 end
            end
         end
         assert.equal(100 * #patterns, met)
      end
   end)

   it('says where an error is', function()
      local x = tensor.ones(2, 2)
      local _, message = pcall(function() return x[{ 3, 1 }] end)
      assert.matches('jit_spec.lua:%d+: index: no position 3', message)
      _, message = pcall(function() x[{ 3, 1 }] = 1 end)
      assert.matches('jit_spec.lua:%d+: index: no position 3', message)
      _, message = pcall(function() return (x:narrow(1, 2, 2)) end)
      assert.matches('jit_spec.lua:%d+: narrow: 2 elements from 2', message)
      _, message = pcall(function() return (x:select(1, 3)) end)
      assert.matches('jit_spec.lua:%d+: select: no position 3', message)
   end)

   it('does not look into what is no tensor, or one of another type', function()
      for _, name in ipairs { '__index', '__newindex' } do
         local f = getmetatable(tensor.FloatTensor())[name]
         for _, wrong in ipairs { newproxy(true), io.stdout, tensor.FloatStorage(2), 5, 'text', {} } do
            assert.error_matches(function() f(wrong, 1, 1) end, 'Tensor expected')
         end
         assert.equal(2, getmetatable(tensor.FloatTensor()).__index(tensor.DoubleTensor { 2, 3 }, 1))
      end
   end)

   it('does not look into what is dressed as a tensor', function()
      local x = tensor.ones(2)
      local dressed, foreign = newproxy(true), newproxy(true)
      local mt = getmetatable(dressed)
      mt.__metatable, mt.__index, mt.__newindex = getmetatable(x), getmetatable(x).__index, getmetatable(x).__newindex
      debug.setmetatable(foreign, getmetatable(x))
      for _, wrong in ipairs { dressed, foreign, setmetatable({}, getmetatable(x)) } do
         for _, read in ipairs {
            function() return wrong[1] end, function() wrong[1] = 1 end, function() return x.dim(wrong) end,
            function() return x.size(wrong, 1) end, function() return x.stride(wrong, 1) end,
            function() return x.narrow(wrong, 1, 1, 1) end, function() return x.select(wrong, 1, 1) end,
            function() return wrong[{ {}, 1 }] end,
         } do
            for _ = 1, 100 do
               local ok, message = pcall(read)
               assert.is_false(ok)
               assert.matches('Tensor', message)
            end
         end
      end
      debug.setmetatable(foreign, nil) -- it has no finalizer of a tensor
   end)

   -- The elements are those of a file of holes, so that this needs no memory.
   it('leaves offsets, strides and counts beyond 31 bits to C', function()
      local path, count = files.scratch(finally), 3e9
      local file = assert(io.open(path, 'wb'))
      file:seek('set', count - 1)
      file:write '\0'
      file:close()
      local storage = tensor.ByteStorage(path, true, count)
      local x = tensor.ByteTensor(storage, 1, { 3000, 1000000 })
      local late = tensor.ByteTensor(storage, count - 9, { 10 })
      local wide = tensor.ByteTensor(storage, 1, { 2 }, { 2 ^ 31 + 9 })
      local deep = tensor.ByteTensor(storage, 1, { 2, 3 }, { 2 ^ 31 + 9, 1 })
      for n = 1, 200 do
         local v = n % 256
         x[2500][1], x[{ 3000, -11 }], late[10], wide[2], deep[{ 2, 3 }] = v, v + 1, v + 2, v + 3, v + 4
         local got = { x[2500][1], x[{ 3000, -11 }], late[10], wide[2], deep[{ 2, 3 }] }
         for k = 1, 5 do assert.equal((v + k - 1) % 256, got[k]) end
      end
      assert.same({ 200, 0 }, x[2500]:narrow(1, 1, 2):totable())
      assert.equal(0, x[{ 1, 1 }])
   end)

   it('finds methods, also those added later', function()
      local x = tensor.FloatTensor(2)
      assert.is_nil(x.addedByAScript)
      tensor.FloatTensor.addedByAScript = function() return 'own' end
      assert.equal('own', x:addedByAScript())
      tensor.FloatTensor.addedByAScript = nil
      tensor.Tensor.addedByAScript = function() return 'common' end
      assert.equal('common', x:addedByAScript())
      tensor.Tensor.addedByAScript = nil
   end)

   -- In the interpreter any step may run the collector, and a finalizer may shrink or replace the storage
   -- meanwhile.
   it('withstands finalizers that shrink and take the storage', function()
      assert.equal('done\n', child.output [[
         jit.off()
         local x
         local function plant()
            getmetatable(newproxy(true)).__gc = function()
               if not x then return end
               local s = x:storage()
               if s then s:resize(0) end
               if math.random(2) == 1 then x:set() end
            end
         end
         collectgarbage('setpause', 1)
         collectgarbage('setstepmul', 10000)
         for round = 1, 4000 do
            x = tensor.DoubleTensor(200, 1000)
            for _ = 1, round % 5 do plant() end
            pcall(function()
               for i = 1, 30 do
                  local e = x[{ 200, 1000 }]
                  assert(type(e) == 'number')
                  x[{ 200, -1 }] = 5
               end
            end)
         end
         x = nil
         collectgarbage()
         print 'done'
      ]])
   end)

   -- A view is made of an empty tensor, which a finalizer may take at the same moment.
   it('withstands finalizers that make views', function()
      for _, mode in ipairs { 'on', 'off' } do
         assert.equal('done\n', child.output(([[
            jit.%s()
            local x, outer = tensor.range(1, 12):view(3, 4), 0
            local function use(i)
               local row, part, column = x[i], x[{ i, { 2, 3 } }], x:narrow(2, i, 1)
               assert(row:nElement() == 4 and part[1] == x[{ i, 2 }] and column:dim() == 2)
               assert(row:sum() == 16 * i - 6 and column:sum() == 12 + 3 * i)
            end
            local function plant()
               getmetatable(newproxy(true)).__gc = function() for i = 1, outer %% 40 do use(i %% 3 + 1) end end
            end
            collectgarbage('setpause', 100)
            for round = 1, 1000 do
               outer = round
               if round %% 3 == 0 then plant() end
               use(round %% 3 + 1)
            end
            print 'done'
         ]]):format(mode), { MALLOC_PERTURB_ = 165 }))
      end
   end)

   -- The empty tensors from which views are made are finalized at some time: no view is made of one after that.
   it('lets finalizers make views while the state closes', function()
      assert.equal('made\n', child.output([[
         local x, before, after = tensor.range(1, 12):view(3, 4), newproxy(true)
         local function use()
            for _ = 1, 100 do
               local ok, view = pcall(function() return x[2]:narrow(1, 2, 2) end)
               assert(not ok or view:sum() == 13 or view:nElement() == 0)
            end
         end
         getmetatable(before).__gc = use
         use()
         after = newproxy(true)
         getmetatable(after).__gc = function() use() io.write 'made\n' end
      ]], { MALLOC_PERTURB_ = 165 }))
   end)

   it('makes no view of a tensor that was finalized', function()
      local x = tensor.zeros(3, 4)
      local row = x[1]
      local stock = upvalue(upvalue(tensor.Tensor.narrow, 'make'), 'stocks')[getmetatable(row)]
      assert(stock.n > 0)
      for k = 1, stock.n do getmetatable(x).__gc(stock[k]) end
      for _ = 1, 3 do
         for _, view in ipairs { x[2], x:narrow(1, 2, 1)[1], x:select(1, 2), x[{ 2, {} }] } do
            assert.is_true(view:isSetTo(tensor.select(x, 1, 2)))
            for k = 1, stock.n do assert.is_false(rawequal(view, stock[k])) end
         end
      end
      stock.n = 0
   end)

   -- A hook may run between the two lines that take a tensor from the stock, and take the same one.
   it('keeps no view in the stock, whenever a hook makes views', function()
      local x, views, count = tensor.range(1, 12):view(3, 4), {}, 0
      local stock = upvalue(upvalue(tensor.Tensor.narrow, 'make'), 'stocks')[getmetatable(x)]
      jit.off() -- compiled code calls no hooks
      jit.flush()
      for at = 1, 100 do
         count = 0
         debug.sethook(function()
            count = count + 1
            if count == at then views = { x:narrow(1, 1, 1), x:narrow(1, 3, 1) } end
         end, '', 1)
         local view = x:narrow(1, 2, 1)
         debug.sethook()
         assert.equal(26, view:sum())
         for k, sum in ipairs { 10, 42 } do assert.equal(sum, views[k] and views[k]:sum() or sum) end
         for k = 1, stock.n do assert.equal(0, stock[k] and stock[k]:dim() or 0) end
      end
      jit.on()
      assert(count > 50 and count < 200)
   end)

   it('leaves the C code to programs without the compiler', function()
      local command = '%s -joff test/tools/run_specs.lua --config-file .busted test/spec/tensor/index_spec.lua 2>&1'
      local pipe = io.popen(command:format(os.getenv 'LUA' or 'luajit'))
      local output = pipe:read '*a'
      pipe:close()
      assert.matches('%d%d successes / 0 failures / 0 errors', output)
   end)
end)

describe('files that loop over fields', function()
   -- sandbox.lua is another one, whose loops run once a state.
   local ones = tensor.ones(1)
   local work = {
      serialize = function() tensor.deserialize(tensor.serialize { a = { 1, 2 }, b = { 3, { 4 } } }) end,
      npz = function() tensor.encode({ a = ones, b = ones }, { format = 'npz' }) end,
      safetensors = function() tensor.encode({ a = ones, b = ones }, { format = 'safetensors' }) end,
      csv = function() tensor.encode(tensor.ones(1, 2), { format = 'csv', header = { 'a', 'b' } }) end,
      compare = function() require('tensor.compare').equal(tensor, { a = { 1 }, b = 2 }, { a = { 1 }, b = 2 }, 0) end,
      message = function()
         local queue = tensor.process.queue()
         queue:put { a = tensor.ones(1), b = { 'text' } }
         queue:get(0)
      end,
   }
   for name, f in pairs(work) do
      it(('are not compiled, as LuaJIT may lose a field where it gives up on such a loop: %s'):format(name), function()
         if not compiles then return end -- an interpreter visits each field once
         local util, started = require 'jit.util', {}
         local function note(what, _, at, pc)
            local source = what == 'start' and util.funcinfo(at, pc).source or ''
            local file = source:match '([^/]+)%.lua$'
            if file == name or file == 'files' then started[1] = source end
         end
         jit.attach(note, 'trace')
         for _ = 1, 300 do f() end
         jit.attach(note)
         assert.is_nil(started[1])
      end)
   end
end)
