-- Bad input must give a Lua error that says what came and what was needed; never a crash, a leak or a changed
-- operand. The calls run in child processes, so that a crash is a failed spec.
local badcalls = require 'spec.support.badcalls'
local child = require 'spec.support.child'

local all = os.getenv 'TEST_TIER' == 'all'

-- Code that makes each call of a group, by itself and inside a coroutine, and writes what is wrong with its
-- error.
local group_code = [[
local fixture = require 'spec.support.badfixture'
local calls
for _, group in ipairs(require 'spec.support.badcalls') do
   if group[1] == %q then calls = group end
end
for k = 2, #calls do
   local code, expected = calls[k][1], calls[k][2]
   for _, how in ipairs { 'called', 'called in a coroutine' } do
      local names = fixture.make(tensor)
      local before = fixture.snapshot(names)
      local call, ok, message = fixture.compile(code, names)
      if how == 'called' then ok, message = pcall(call)
      else ok, message = coroutine.resume(coroutine.create(call)) end
      local where = code .. ', ' .. how .. ': '
      if ok then print(where .. 'no error')
      elseif type(message) ~= 'string' or not message:find(expected, 1, true) then
         print(where .. 'got "' .. tostring(message) .. '" instead of "' .. expected .. '"')
      end
      if fixture.snapshot(names) ~= before and not code:find 'function%%(%%)' then
         print(where .. 'changed an operand')
      end
   end
end
print 'done'
]]

describe('a wrong call', function()
   it('is known in at least 200 forms', function()
      local count, seen = 0, {}
      for _, group in ipairs(badcalls) do
         for k = 2, #group do
            assert.is_nil(seen[group[k][1] .. group[1]], group[k][1])
            seen[group[k][1] .. group[1]] = true
            count = count + 1
         end
      end
      assert(count >= 200)
   end)

   for _, group in ipairs(badcalls) do
      it('raises an error and changes nothing: ' .. group[1], function()
         assert.equal('done\n', child.output(group_code:format(group[1])))
      end)
   end
end)

-- Code whose finalizers, which run wherever Lua allocates, change the operands in the middle of calls.
local finalizer_code = [[
local x, s
local function shrink()
   if x then pcall(function()
      x:storage():resize(0)
      s:resize(0)
      x:set()
   end) end
end
local function plant()
   if newproxy then getmetatable(newproxy(true)).__gc = shrink
   else setmetatable({}, { __gc = shrink }) end
end
local calls = {
   function() return x:totable() end, function() return s:totable() end, function() return x:split(1) end,
   function() return tostring(x) end, function() return x:t():totable() end, function() return x:apply(plant) end,
   function() return x:size(), x:stride(), x + 1, x:gt(0) end,
   function() return x[2]:totable(), x[{ {}, { 2, 3 } }] end,
   function() return tensor.cat({ x, x }, 1):totable() end,
   function() return tensor.LongTensor { { 1, 2 }, { 3, 4 } } end,
}
pcall(collectgarbage, 'setpause', 1) -- Lua 5.5 has other words
pcall(collectgarbage, 'setstepmul', 10000)
for round = 1, %d do
   for _, call in ipairs(calls) do
      x, s = tensor.range(1, 400):view(20, 20), tensor.LongStorage(300):fill(2 ^ 60)
      for _ = 1, round %% 7 do plant() end
      pcall(call)
   end
end
-- Objects that a finalizer makes while the state closes are never collected.
x, s = nil, nil
collectgarbage()
print 'done'
]]

describe('a finalizer', function()
   it('may shrink a storage in the middle of a call', function()
      assert.equal('done\n', child.output(finalizer_code:format(all and 1000 or 60)))
   end)
end)

-- Code that calls random functions with random arguments: each must return or raise. If the child dies, its
-- last line of output is the call.
local random_code = [[
if %q == 'torch' then tensor = require 'torch' end
local fixture = require 'spec.support.badfixture'
local seed = %d
local function random(n)
   seed = (seed * 16807) %% 2147483647
   return seed %% n + 1
end

-- Left out: functions that run commands, end the process or write to the output of the test.
local spared = {}
for name in ('document help setPrintOptions seed setdefaulttensortype PipeFile CmdLine.parse CmdLine.error '
   .. 'CmdLine.help CmdLine.log Tester.run test'):gmatch '%%S+' do spared[name] = true end

local functions = {}
local function collect(list, where)
   local names = {}
   for name, f in pairs(list) do
      local is_spared = spared[name] or spared[where .. tostring(name)]
      if type(f) == 'function' and type(name) == 'string' and not is_spared then names[#names + 1] = name end
   end
   table.sort(names)
   for _, name in ipairs(names) do functions[#functions + 1] = { where .. name, list[name] } end
end
collect(tensor, 'tensor.')
collect(tensor.Tensor, 'x:')
collect(tensor.FloatStorage, 's:')
collect(getmetatable(tensor.FloatTensor()), 'metatable of x: ')
collect(getmetatable(tensor.FloatStorage()), 'metatable of s: ')
collect(tensor.image, 'image.')
collect(tensor.plot, 'plot.')
for _, class in ipairs { 'File', 'MemoryFile', 'Timer', 'Tester', 'CmdLine', 'Generator' } do
   local meta = tensor.getmetatable('torch.' .. class)
   if meta then collect(meta, class .. '.') end
end
for key, object in pairs(tensor) do
   if type(object) == 'table' and not spared[key] and getmetatable(object) and getmetatable(object).__call then
      functions[#functions + 1] = { key, object }
   end
end
table.sort(functions, function(a, b) return a[1] < b[1] end)

local numbers = { 0, 1, -1, 2, 3, 1.5, -2, 4, 7, 8, 9, 300, 2 ^ 53, -2 ^ 53, 2 ^ 62, 1e300, 0 / 0, math.huge,
   -math.huge }
local others = { true, false, '1', 'abc', '', 'torch.FloatTensor', 'float', 'U', print, io.stdout, {}, { 1 }, { 2, 3 },
   { { 1, 2 }, { 3, 4 } }, { 1, 'a' }, { {} },
   { dtype = 'double' }, { dtype = 5 }, function() return 1 end,
   function() error 'inside' end, coroutine.create(function() end) }

local names, list
local function renew()
   names = fixture.make(tensor)
   list = { names.x, names.v, names.b, names.l, names.i, names.e, names.u, names.empty, names.s, names.t8,
      names.scalar, names.shrunk, names.part, tensor.Generator(), tensor.ones(2, 3, 4),
      tensor.LongTensor { { 1, 2, 3 } }, tensor.HalfTensor { 1, 2, 3 }, tensor.BoolTensor { { 1, 0, 1 }, { 0, 1, 0 } },
      tensor.LongStorage { 2, 3 },
      tensor.MemoryFile(), tensor.Timer(), tensor.Tester(), tensor.CmdLine(),
      tensor.DoubleTensor { { 1, 2 }, { 3, 4 } }, names.x:t(), names.x:narrow(2, 2, 1) }
end

local function argument()
   local kind = random(10)
   if kind <= 5 then return list[random(#list)] end
   if kind <= 8 then return numbers[random(#numbers)] end
   if kind == 9 then return others[random(#others)] end
end

-- Operands that a call has made large would slow down the walk.
local function too_large(t)
   return type(t) == 'userdata' and tensor.isTensor(t) and t:nElement() > 1e5
end

local function text(x)
   if type(x) ~= 'userdata' then -- a class's __tostring may fail for a table
      local ok, s = pcall(tostring, x)
      return ok and s or type(x)
   end
   if not tensor.isTensor(x) then return 'userdata' end
   return x:type() .. '(' .. table.concat(x:size():totable(), 'x') .. ')'
end

local last = io.open(%q, 'w')
local raised, returned = 0, 0
renew()
for round = 1, %d do
   local f = functions[random(#functions)]
   local n, arguments, words = random(6) - 1, {}, {}
   if random(3) > 1 then n = math.max(n, 1) end
   for k = 1, n do
      arguments[k] = argument()
      words[k] = text(arguments[k])
   end
   if n > 0 and random(4) > 1 then
      arguments[1] = list[random(#list)]
      words[1] = text(arguments[1])
   end
   last:seek('set')
   last:write(round, ' ', f[1], '(', table.concat(words, ', '), ')', (' '):rep(200), '\n')
   last:flush()
   local ok, message = pcall(f[2], (table.unpack or unpack)(arguments, 1, n))
   if ok then returned = returned + 1 else raised = raised + 1 end
   if not ok and type(message) ~= 'string' then error('not a text: ' .. f[1]) end
   local renewed = round %% 50 == 0
   for k = 1, n do renewed = renewed or too_large(arguments[k]) end
   if renewed then renew() end
end
collectgarbage()
print(returned > 0 and raised > 0 and 'done')
]]

describe('a random call', function()
   for seed = 1, all and 20 or 2 do
      it('gives a result or an error, seed ' .. seed, function()
         local last = os.tmpname()
         local result = child.run(random_code:format(seed % 2 == 0 and 'torch' or 'tensor', seed * 7919, last,
            all and 100000 or 30000), nil, 900, true)
         local file = io.open(last)
         local call = file:read '*l'
         file:close()
         os.remove(last)
         if result.status ~= 0 or not result.output:find 'done\n$' then
            error(('status %s after call %s\n%s'):format(tostring(result.status), tostring(call),
               result.output:sub(-2000)))
         end
      end)
   end
end)
