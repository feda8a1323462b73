-- hostile.lua: what a script may try in a sandbox (luaTH_openSandboxed), with the module as the global tensor. Each
-- attempt must fail; the first that does not is the error of this file. Run by test_sandbox.c and by sandbox_spec.lua.
local outside = 'not available in a sandbox'
local unpack = table.unpack or unpack

local function fails(what, f, text)
   local good, message = pcall(f)
   assert(not good, what .. ': succeeded')
   assert(tostring(message):find(text, 1, true), what .. ': ' .. tostring(message))
end

-- --- what computes is there ---

local x = tensor.range(1, 6):resize(2, 3)
assert((x * x:t()):sum() == 155 and x:sum(1):size(2) == 3 and require 'tensor' == tensor)
assert(tensor.fuse(function(a) return a * 2 end)(x):max() == 12 and #tostring(x) > 20 and x:long()[2][3] == 6)
assert(tensor.scope(function() return x + 1 end):min() == 2 and tensor.ones(3):toSparse():nnz() == 3)
assert(load 'return 1 + 1'() == 2 and collectgarbage 'count' > 0 and os.time() > 0)

-- --- names of files, pointers, processes, devices, libraries, the prompt, settings of the process ---

local names = [[ load save loadobj saveobj File DiskFile PipeFile MemoryFile serialize deserialize encode decode image
   plot include packageLuaPath CmdLine process fromBlob fromHandle fromDLPack toDLPack cdata data pointer pushudata
   metatype newmetatable getmetatable setmetatable getenv setenv factory cuda toMkldnn setnumthreads setSimd
   defaultAllocator setMemoryBudget setTimeBudget emptyCache help test Tester document progress updateerrorhandlers
   isatty ]]
for name in names:gmatch '%S+' do
   fails(name, function() return tensor[name](x) end, name .. ': ' .. outside)
end
local methods = 'cdata data dataPtr retain free shareMemory shareHandle toMkldnn cuda cudaInt write read pin'
for name in methods:gmatch '%S+' do
   fails(name, function() return x[name](x) end, name .. ': ' .. outside)
end
for name in ('cdata data dataPtr retain free shareFilename newSharedFilename'):gmatch '%S+' do
   local storage = x:storage()
   fails(name, function() return storage[name](storage) end, name .. ': ' .. outside)
end
fails('a field of cuda', function() return tensor.cuda.getDeviceCount end, outside)
fails('a type of devices', function() return x:type 'torch.CudaTensor' end, outside)
assert(tensor.CudaTensor == nil and tensor.functions == nil and tensor.open == nil)

-- --- files and addresses as arguments ---

for _, make in ipairs { tensor.FloatStorage, tensor.ByteStorage, tensor.Storage } do
   fails('a file', function() return make '/etc/passwd' end, outside)
   fails('a shared file', function() return make('/etc/passwd', true, 10) end, outside)
   fails('an address', function() return make(4, 4096) end, outside)
   assert(not getmetatable(make), 'the metatable of a type')
   fails('a file by new', function() return make(1):new '/etc/passwd' end, 'storage')
end
fails('a tensor of a file', function() return tensor.FloatTensor(tensor.FloatStorage '/etc/passwd') end, outside)

-- --- classes, and the metatables of objects ---

fails('a parent of the module', function() return tensor.class('Mine', 'torch.PipeFile') end, outside)
fails("a function of the module's world", function() return tensor.class 'string.format' end, outside)
fails('a finalizer', function() return setmetatable({}, { __gc = print }) end, outside)
fails('no finalizer of tensors', function() tensor.FloatTensor.__gc = nil end, outside)
assert(not getmetatable(x) and not getmetatable(x:storage()) and not getmetatable(tensor.FloatTensor))
assert(tensor.FloatTensor(2, 3):fill(1):sum() == 6 and tensor.FloatStorage { 1, 2 }[2] == 2 and tensor.FloatTensor.add)

-- --- Lua's own doors ---

for name in ('io debug package ffi jit dofile loadfile module newproxy getfenv setfenv gcinfo'):gmatch '%S+' do
   assert(_G[name] == nil, name)
end
assert(string.dump == nil and ('').dump == nil and os.execute == nil and os.getenv == nil and os.remove == nil)
for _, name in ipairs { 'tensor.core', 'tensor.host', 'io', 'ffi', 'string.buffer', '../../etc/passwd' } do
   fails('require ' .. name, function() return require(name) end, outside)
end
for _, chunk in ipairs { '\27Lua', '\27LJ\2' } do
   assert(not load(chunk, 'x', 'b') and not (loadstring or load)(chunk), 'bytecode')
end
local parts = { '\27', 'Lua' }
assert(not load(function() return table.remove(parts, 1) end), 'bytecode in parts')
fails('collectgarbage', function() return collectgarbage 'stop' end, outside)
assert(not getmetatable '', 'the metatable of strings')

-- --- the module does not see what a script changes ---

local taken, real = 0, {}
for _, name in ipairs { 'error', 'getmetatable', 'ipairs', 'next', 'pairs', 'pcall', 'rawget', 'rawset', 'select',
   'setmetatable', 'tonumber', 'tostring', 'type', 'require', 'load' } do
   real[name] = _G[name]
   _G[name] = function(...) taken = taken + 1 return real[name](...) end
end
local library, mathematics = {}, {}
for _, pair in real.ipairs { { string, library }, { table, mathematics } } do
   for name, f in real.pairs(pair[1]) do
      pair[2][name] = f
      pair[1][name] = function(...) taken = taken + 1 return f(...) end
   end
end
local text = real.tostring(x) .. real.tostring(x:toSparse()) .. real.tostring(x:storage())
local _ = { tensor.fuse(function(a) return a + a end)(x), tensor.scope(function() return x:clone() end),
   tensor.typename(x), tensor.multinomialAliasSetup(tensor.ones(4)), x:ipairs(), x:to('double') }
real.pcall(tensor.add, 'nothing', {})
for name, f in real.next, real do _G[name] = f end
for name, f in pairs(library) do string[name] = f end
for name, f in pairs(mathematics) do table[name] = f end
assert(taken == 0 and #text > 30, 'the module used functions of the script')

-- --- from inside the module's calls ---

local inside = tensor.ones(1000)
inside:apply(function() inside:resize(0) return 1 end)
pcall(inside.apply, inside, coroutine.wrap(function() coroutine.yield(1) end))
pcall(tensor.fuse(function(a) inside:release() return a end), tensor.ones(3))
pcall(tensor.scope, function() error({}) end)

-- --- metatables and finalizers ---

assert(not pcall(setmetatable, x, {}), 'the metatable of a tensor can be set')
local values = { x:clone(), x:clone():storage(), x:size(), tensor.Generator(), x:toSparse(), x:toCSR() }
for k = 1, #values do
   local metatable = getmetatable(values[k])
   for round = 1, 2 do
      for name, f in pairs(type(metatable) == 'table' and metatable or {}) do
         if type(f) == 'function' then
            local other = values[k % #values + 1]
            for _, arguments in ipairs { {}, { values[k] }, { 1 }, { {} }, { other, values[k] }, { 'x', 'y' },
               { values[k], 1, 2 }, { nil, values[k] } } do
               pcall(f, unpack(arguments, 1, 3))
            end
         end
         assert(round and name)
      end
   end
   pcall(tostring, values[k])
end
assert(tensor.sum(tensor.ones(3)) == 3)

-- --- types are arguments, and errors name the script's line ---

local y = tensor.ones(2)
local options = { layout = 'strided', device = 'cpu', dtype = 'double' }
for _, f in ipairs { tensor.DoubleTensor, tensor.tensorTypes(options)[1] } do
   assert(y:type(f):type() == 'torch.DoubleTensor' and y:to(f):type() == 'torch.DoubleTensor')
   assert(tensor.zeros(2, { dtype = f }):type() == 'torch.DoubleTensor' and tensor.isTensorType(f))
   assert(tensor.isTypeOf(y:double(), f) and not tensor.isTypeOf(y, f) and f:layout() == 'strided')
   tensor.setdefaulttensortype(f)
   assert(tensor.ones(1):type() == 'torch.DoubleTensor' and f == tensor.DoubleTensor)
   tensor.setdefaulttensortype 'torch.FloatTensor'
end
assert(tensor.isTypeOf(y, tensor.Tensor) and tensor.isTypeOf(tensor.Generator(), tensor.Generator))
assert(not tensor.isTensorType(setmetatable({}, { __type = tensor.FloatTensor })))
for _, f in ipairs { function() tensor.FloatTensor(-1) end, function() tensor.sparse(1, 2) end,
   function() tensor.fuse(function() return 1 end)(y) end, function() tensor.FloatStorage(print) end } do
   local good, message = pcall(f)
   assert(not good and message:match '^[^:]*hostile.lua:%d+: ', message)
end

-- --- what the module uses itself stays: C, too, does not ask the script's copy of the module ---

local before = tensor.cuda
tensor.cuda = setmetatable({}, { __index = function() error 'the table of the script' end })
fails('a device', function() return y:to 'cuda' end, outside)
fails('a type of devices', function() return tensor.tensorTypes { device = 'cuda' }[1](3) end, outside)
tensor.cuda = before
for _, T in ipairs(tensor.tensorTypes()) do rawset(T, 'add', print) rawset(T, '__gc', print) end
assert((tensor.ones(2):add(1)):sum() == 4)
for _, T in ipairs(tensor.tensorTypes()) do rawset(T, 'add', nil) rawset(T, '__gc', nil) end

-- --- a walk over all that can be reached: no metatable of the module's values ---

local seen, tables = {}, {}
local function walk(value)
   local kind = type(value)
   if (kind ~= 'table' and kind ~= 'function' and kind ~= 'userdata') or seen[value] then return end
   seen[value] = true
   walk(getmetatable(value))
   if kind == 'table' then
      tables[#tables + 1] = value
      for key, field in next, value do walk(key) walk(field) end
   end
end
local function walk_names(value)
   for name in ('__index __newindex __gc __metatable __type __factory new'):gmatch '%S+' do
      local good, field = pcall(function() return value[name] end)
      if good then walk(field) end
   end
end
walk(_G)
local first = #tables
for name, f in pairs(tensor) do
   if type(f) == 'function' and name ~= 'tic' and name ~= 'toc' then
      local results = { pcall(f) }
      for k = 2, #results do walk(results[k]) walk_names(results[k]) end
   end
   walk_names(f)
end
for _, value in ipairs { y, y:storage(), y:size(), tensor.Generator(), y:toSparse(), tensor.ones(2, 2):toCSR(),
   tensor.sparse.FloatTensor, tensor.csr.FloatTensor, tensor.fuse(tensor.abs) } do
   walk(value)
   walk_names(value)
end
tensor.fuse(function(a) walk(a) walk_names(a) return a + 1 end)(y)
assert(#tables > first and seen[tensor.sparse.FloatTensor] and seen[tensor.tensorTypes()[1]])
for _, t in ipairs(tables) do
   assert(rawget(t, '__gc') == nil, 'a finalizer can be reached')
   for _, value in ipairs { y, y:storage(), tensor.Generator(), y:toSparse() } do
      assert(rawget(t, '__typename') ~= tensor.typename(value), 'a metatable can be reached')
   end
end
