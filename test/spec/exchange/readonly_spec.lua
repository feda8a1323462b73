-- Read-only tensors: nothing writes to them. Every row of the module that computes elements is called with them as
-- arguments and as given results; what the walk leaves out is named here.
local tensor = require 'tensor'
local calls = require 'spec.support.calls'
local files = require 'spec.support.files'
local places = require 'spec.support.places'

local unpack = table.unpack or unpack

local function set(x, i, v) x[i] = v end

-- A read-only tensor with the elements, sizes and strides of x.
local function frozen(x)
   local whole = x:storage()
   local own = whole.new(whole:size()):copy(whole)
   return tensor.fromBlob(own:dataPtr(), { sizes = x:size(), strides = x:stride(), dtype = x:type(), readonly = true,
      offset = (x:storageOffset() - 1) * own:elementSize() }, own)
end

local function is_plain(x) return tensor.isTensor(x) and x:layout() == 'strided' and x:nElement() > 0 end

-- The bytes of each tensor among the arguments, also of those in lists.
local function bytes_of(list, found)
   found = found or {}
   for _, x in ipairs(list) do
      if is_plain(x) then found[#found + 1] = x:string() elseif type(x) == 'table' then bytes_of(x, found) end
   end
   return found
end

local function all_frozen(list, n)
   local copy = {}
   for k = 1, n do
      local x = list[k]
      copy[k] = is_plain(x) and frozen(x) or type(x) == 'table' and all_frozen(x, #x) or x
   end
   return copy
end

local function run(call, list, n) return pcall(call.run, unpack(list, 1, n)) end

local function check_arguments(call, at)
   local list = call.make(at)
   local n = #list
   if call.name == 'fuse' then return end -- its function is compiled once, for the tensors it saw first
   local cold = all_frozen(list, n)
   local before = bytes_of(list)
   local ok = run(call, list, n)
   local writes = false
   for k, bytes in ipairs(bytes_of(list)) do writes = writes or bytes ~= before[k] end
   local done, message = run(call, cold, n)
   assert(#bytes_of(cold) >= (writes and 1 or 0), call.name)
   assert.same(before, bytes_of(cold), call.name)
   if ok and writes then
      assert(not done and tostring(message):find 'read%-only', call.name .. ': ' .. tostring(message))
   end
end

local function check_results(call, at)
   local function arguments() return call.make(at) end
   local made = { run(call, arguments(), #arguments()) }
   if not made[1] then return 0 end
   local count = 0
   for k = 1, call.results do
      local given, cold = {}, made[k + 1]
      if not is_plain(cold) then return count end
      for j = 1, call.results do given[j] = is_plain(made[j + 1]) and made[j + 1]:clone() end
      given[k] = frozen(cold:clone():zero())
      local memory, address = given[k].new(given[k]:storage()), given[k]:dataPtr()
      local before = memory:string()
      local list = arguments()
      for j, x in ipairs(list) do given[call.results + j] = x end
      local ok, message = run(call, given, call.results + #list)
      assert.equal(before, memory:string(), call.name)
      local became_another = ok and given[k]:dataPtr() ~= address -- contiguous() of what is so already
      assert(became_another or not ok and tostring(message):find 'read%-only', call.name .. ': ' .. tostring(message))
      count = count + 1
   end
   return count
end

describe('a read-only tensor', function()
   for _, dtype in ipairs { 'float', 'complexFloat' } do
      it('keeps its elements in every call, ' .. dtype, function()
         local at = places.new { dtype = dtype, size = 'small', layout = 'contiguous', offset = 0 }
         local results = 0
         for _, call in ipairs(calls()) do
            check_arguments(call, at)
            if call.results > 0 then results = results + check_results(call, at) end
         end
         assert(results > (dtype == 'float' and 300 or 50), results)
      end)
   end

   -- Rows of these chapters need operands that suit them: what takes some of these is tried.
   it('is no result of linear algebra', function()
      local A = tensor.DoubleTensor { { 4, 1, 0 }, { 1, 3, 1 }, { 0, 1, 5 } }
      local B, v = tensor.DoubleTensor { { 1 }, { 2 }, { 3 } }, tensor.DoubleTensor { 1, 2, 3 }
      local chapters, seen, results = { linalg = true, lapack = true, functions = true, linear = true }, {}, 0
      for _, row in ipairs(tensor.rows) do
         local f = tensor[row.name]
         for _, list in ipairs(chapters[row.chapter] and not seen[row.name] and row.signature:find '^%a+!'
            and { { A }, { A, B }, { B, A }, { A, A }, { v, v }, { A, v }, { A, 2 }, { A, 'V' } } or {}) do
            local made = { pcall(f, unpack(list)) }
            if made[1] and is_plain(made[2]) then
               local cold = frozen(made[2]:clone():zero())
               local before = bytes_of(list)
               local ok, message = pcall(f, cold, unpack(list))
               assert.equal(0, cold:ne(0):sum(), row.name)
               assert.same(before, bytes_of(list))
               assert(not ok, row.name)
               if tostring(message):find 'read%-only' then results = results + 1 end
            end
         end
         seen[row.name] = true
      end
      assert(results > 60, results)
   end)

   it('is no result of a chain', function()
      local f = tensor.fuse(function(a) return a * 2 + 1 end)
      local cold = frozen(tensor.zeros(3))
      assert.error_matches(function() f:into(cold, tensor.ones(3)) end, 'read%-only')
      assert.same({ 1, 1, 1 }, f(cold):totable())
      assert.equal(0, cold:sum())
   end)

   local x, view

   before_each(function()
      x = tensor.fromString(('\1\2\3\4'):rep(50))
      view = x:view(10, 20)
   end)

   local function refuses(f, ...)
      local arguments = { ... }
      assert.error_matches(function() f(unpack(arguments)) end, 'read%-only')
      assert.equal(('\1\2\3\4'):rep(50), x:string())
   end

   it('refuses elements, also in loops that LuaJIT compiles', function()
      refuses(set, x, 3, 7)
      refuses(set, view[2], 3, 7)
      refuses(function() view[{ 1, 2 }] = 7 end)
      refuses(function() view[{ {}, 2 }] = 7 end)
      refuses(function() view[2] = 7 end)
      refuses(function() view[view:gt(2)] = 7 end)
      refuses(function() x:storage()[3] = 7 end)
      refuses(function() x[tensor.LongTensor { 1 }] = 3 end)
      for _ = 1, 3 do
         local failed = 0
         for i = 1, 200 do
            if not pcall(set, x, i, 7) then failed = failed + 1 end
         end
         assert.equal(200, failed)
         refuses(function() for i = 1, 300 do x[1 + i % 200] = i % 7 end end)
         refuses(function() for i = 1, 300 do view[{ 1 + i % 10, 3 }] = i % 7 end end)
         refuses(function() for i = 1, 300 do view[1 + i % 10][3] = i % 7 end end)
      end
      local sum = 0
      for i = 1, 200 do sum = sum + x[i] end
      assert.equal(500, sum)
   end)

   it('refuses functions of a script for each element', function()
      refuses(x.apply, x, function() return 3 end)
      refuses(x.map, x, tensor.ByteTensor(200):zero(), function() return 3 end)
      refuses(x.map2, x, tensor.ByteTensor(200):zero(), tensor.ByteTensor(200):zero(), function() return 3 end)
      assert.equal(x, x:apply(function() end)) -- reads only
   end)

   it('refuses random numbers', function()
      local real = tensor.fromString(('\0'):rep(400), { dtype = 'float' })
      for _, name in ipairs { 'uniform', 'normal', 'random', 'bernoulli', 'exponential', 'cauchy', 'geometric',
         'logNormal' } do
         local arguments = name == 'exponential' and { 1 } or name == 'geometric' and { 0.5 } or {}
         assert.error_matches(function() real[name](real, unpack(arguments)) end, 'read%-only', 1)
      end
      assert.equal(0, real:sum())
   end)

   it('refuses through its storage, and parts of it', function()
      local s = x:storage()
      local part = tensor.ByteStorage(s, 3, 10)
      assert.is_true(s:isReadOnly() and part:isReadOnly())
      assert.is_false(tensor.ByteStorage(3):isReadOnly())
      refuses(s.fill, s, 1)
      refuses(part.fill, part, 1)
      refuses(set, part, 1, 1)
      refuses(s.copy, s, tensor.ByteStorage(200))
      refuses(s.string, s, ('x'):rep(200))
      refuses(function() tensor.ByteTensor(part):fill(1) end)
      refuses(function() tensor.ByteTensor(tensor.ByteStorage(4, x:dataPtr())):fill(1) end)
   end)

   it('refuses files that read into its storage', function()
      local file = tensor.MemoryFile('rw')
      file:writeByte(tensor.ByteStorage(200):fill(9))
      for _, ascii in ipairs { false, true } do
         file:seek(1)
         if ascii then file:ascii() else file:binary() end
         refuses(file.readByte, file, x:storage())
      end
      local chars = tensor.fromString('12 13\0', { dtype = 'char' }):storage()
      assert.error_matches(function() tensor.MemoryFile(chars, 'rw') end, 'read%-only')
      assert.error_matches(function() tensor.MemoryFile(chars, 'w') end, 'read%-only')
      assert.equal(12, tensor.MemoryFile(chars, 'r'):readInt())
      file:close()
      local path = os.tmpname()
      files.write(path, ('z'):rep(200))
      local disk = tensor.DiskFile(path, 'r'):binary()
      refuses(disk.readByte, disk, x:storage())
      disk:close()
      os.remove(path)
   end)

   it('is known, with its views; a clone is not', function()
      assert.is_true(x:isReadOnly() and view:isReadOnly() and view:t():narrow(1, 2, 3):isReadOnly())
      assert.is_true(tensor.ByteTensor(x:storage()):isReadOnly())
      assert.is_false(x:clone():isReadOnly())
      assert.is_false(tensor.zeros(3):isReadOnly())
      assert.is_false(tensor.Tensor():isReadOnly())
      assert.equal(1, x:clone():fill(1)[3])
      assert.equal(500, x:clone():float():sum())
      assert.is_false(x:float():isReadOnly())
      assert.is_true(x:byte():isReadOnly()) -- itself
   end)

   it('can be read in every way', function()
      assert.equal(500, x:sum())
      assert.equal(4, (x:max()))
      assert.equal('torch.ByteTensor', x:type())
      assert.same({ 1, 2, 3, 4 }, x:narrow(1, 1, 4):totable())
      assert.is_true(tensor.equal(x, tensor.deserialize(tensor.serialize(x))))
      assert.is_false(tensor.deserialize(tensor.serialize(x)):isReadOnly())
      assert.is_true(tensor.equal(x, x:clone()))
      assert.equal(2, (x + x)[1])
   end)
end)
