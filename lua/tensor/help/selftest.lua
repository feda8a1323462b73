-- tensor/help/selftest.lua: torch.test, a short check of an installed library: C and Lua must compute the same.
-- The full tests are in the source tree.
local names = { 'ByteTensor', 'CharTensor', 'ShortTensor', 'IntTensor', 'LongTensor', 'FloatTensor', 'DoubleTensor' }

-- Small whole numbers, which fit every type; some occur twice.
local function numbers(n, seed)
   local list = {}
   for i = 1, n do list[i] = (i * 7 + seed) % 11 + 1 end
   return list
end

-- Calls f with each type's name and two vectors, as tables and as tensors.
local function each_type(tensor, f)
   for _, name in ipairs(names) do
      local a, b = numbers(37, 3), numbers(37, 5)
      f(name, a, b, tensor[name](a), tensor[name](b))
   end
end

local function map(f, a, b)
   local list = {}
   for i = 1, #a do list[i] = f(a[i], b[i]) end
   return list
end

local tests = {} -- each test gets the module and a tester

function tests.sums(tensor, tester)
   each_type(tensor, function(name, a, b, x, y)
      tester:eq(tensor.add(x, y):totable(), map(function(p, q) return p + q end, a, b), name)
      tester:eq(tensor.add(x, 2, y):totable(), map(function(p, q) return p + 2 * q end, a, b), name)
      local sum = 0
      for _, value in ipairs(a) do sum = sum + value end
      tester:eq(x:sum(), sum, name)
   end)
end

function tests.products(tensor, tester)
   each_type(tensor, function(name, a, b, x, y)
      tester:eq(tensor.cmul(x, y):totable(), map(function(p, q) return p * q end, a, b), name)
      local sum = 0
      for i = 1, 9 do sum = sum + a[i] * b[i] end
      tester:eq(x:narrow(1, 1, 9):dot(y:narrow(1, 1, 9)), sum, name)
   end)
   local a, b = tensor.DoubleTensor { { 1, 2 }, { 3, 4 } }, tensor.DoubleTensor { { 5, 6 }, { 7, 8 } }
   tester:eq((a * b):totable(), { { 19, 22 }, { 43, 50 } })
end

function tests.extremes(tensor, tester)
   each_type(tensor, function(name, a, _, x)
      tester:eq(x:max(), math.max((table.unpack or unpack)(a)), name)
      tester:eq(x:min(), math.min((table.unpack or unpack)(a)), name)
   end)
end

function tests.views(tensor, tester)
   each_type(tensor, function(name, a, _, x)
      local m = x:narrow(1, 1, 36):view(4, 9)
      tester:eq(m:t()[2][3], a[20], name)
      tester:eq(m[{ 2, { 3, 5 } }]:totable(), { a[12], a[13], a[14] }, name)
      m:select(1, 1):fill(1)
      tester:eq(x[9], 1, name)
   end)
end

function tests.comparisons(tensor, tester)
   each_type(tensor, function(name, a, b, x, y)
      tester:eq(x:lt(y):totable(), map(function(p, q) return p < q and 1 or 0 end, a, b), name)
      tester:eq(x[x:gt(6)]:sum(), x:clone():cmul(x:gt(6):type('torch.' .. name)):sum(), name)
   end)
end

function tests.functions(tensor, tester)
   local x = tensor.range(1, 100):double():mul(0.1)
   for name, f in pairs { exp = math.exp, log = math.log, sin = math.sin, cos = math.cos, sqrt = math.sqrt } do
      local expected = {}
      for i = 1, 100 do expected[i] = f(x[i]) end
      tester:eq(tensor[name](x):totable(), expected, 1e-10, name)
   end
end

function tests.random(tensor, tester)
   local g = tensor.Generator()
   tensor.manualSeed(g, 5489)
   for _, draw in ipairs { 3499211612, 581869302, 3890346734, 3586334585 } do tester:eq(tensor.random(g), draw) end
end

function tests.errors(tensor, tester)
   local x = tensor.zeros(2, 3)
   tester:assertErrorPattern(function() x:narrow(1, 2, 2) end, 'narrow')
   tester:assertErrorPattern(function() return x + tensor.zeros(4) end, 'broadcast')
   tester:assertError(function() return x[3] end)
end

local order = {}
for name in pairs(tests) do order[#order + 1] = name end
table.sort(order)

local function install(tensor)
   function tensor.test(wanted)
      local tester = tensor.Tester()
      local suite = tensor.TestSuite()
      for _, name in ipairs(order) do
         local test = tests[name]
         suite[name] = function() test(tensor, tester) end
      end
      tester:add(suite):run(wanted)
      return tester
   end
   tensor.document { name = 'test', signature = 'names:any?', chapter = 'test',
      doc = 'a short check of the library, or the tests of a name, a pattern or a list; returns its tester' }
end

return { install = install }
