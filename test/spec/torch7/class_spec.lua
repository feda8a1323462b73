-- Classes as in Torch7: inheritance, operators, constructors, reference counts, addresses, attached values and
-- cdata.
local tensor = require 'tensor'

-- Classes cannot be removed, so each test uses a new name; places keeps them out of the globals.
local places = {}
local count = 0
local function name(prefix)
   count = count + 1
   return ('%s%d'):format(prefix or 'spec.Class', count)
end

local function new_class(parent)
   local full = name()
   local mt, parent_mt = tensor.class(full, parent, places)
   return full, mt, places[full:match '[^.]+$'], parent_mt
end

-- Several cycles, because objects with finalizers live until a later one.
local function collect()
   for _ = 1, 3 do collectgarbage() end
end

describe('a class', function()
   it('makes objects, which __init fills', function()
      local full, Point, new = new_class()
      function Point:__init(x, y) self.x, self.y = x, y end
      function Point:norm() return math.sqrt(self.x ^ 2 + self.y ^ 2) end
      local p = new(3, 4)
      assert.equal(5, p:norm())
      assert.equal(full, tensor.typename(p))
      assert.equal(full, tensor.type(p))
      assert.equal(Point, getmetatable(p))
      assert.equal(full, tostring(p))
      assert.same({ x = 3, y = 4 }, { x = p.x, y = p.y })
      assert.equal(1, tensor.version(p))
   end)

   it('needs no __init', function()
      local _, _, new = new_class()
      assert.is_nil(next(new(1, 2)))
   end)

   it('inherits methods, also those that its parent gets later', function()
      local parent, Animal = new_class()
      local _, Dog, new, parent_mt = new_class(parent)
      assert.equal(Animal, parent_mt)
      assert.equal(Animal, getmetatable(Dog))
      function Animal:__init(sound) self.sound = sound end
      function Animal:speak() return self.sound end
      function Dog:__init() parent_mt.__init(self, 'wuff') end
      local dog = new()
      assert.equal('wuff', dog:speak())
      function Animal.legs() return 4 end
      assert.equal(4, dog:legs())
      function Dog.legs() return 3 end
      assert.equal(3, dog:legs())
      assert.equal(4, Animal:legs())
   end)

   it('has fields that can be read and set through its constructor', function()
      local _, Counter, new = new_class()
      Counter.step = 2
      assert.equal(2, new.step)
      function new:next(n) return n + self.step end
      assert.equal(5, new():next(3))
      assert.equal(Counter, getmetatable(new))
      assert.is_table(Counter.new())
   end)

   it('stands where its name says', function()
      local global = name 'SpecGlobal'
      finally(function()
         rawset(_G, global, nil)
         rawset(_G, 'spec_place', nil)
         package.loaded['spec.loaded'] = nil
      end)
      local mt = tensor.class(global)
      assert.equal(mt, getmetatable(rawget(_G, global)))
      rawset(_G, 'spec_place', { deep = {} })
      tensor.class(name 'spec_place.deep.Inner')
      assert.is_table(rawget(_G, 'spec_place').deep['Inner' .. count])
      package.loaded['spec.loaded'] = {}
      tensor.class(name 'spec.loaded.Class')
      assert.is_table(package.loaded['spec.loaded']['Class' .. count])
      local module = {}
      tensor.class(name 'anything.Class', module)
      assert.is_table(module['Class' .. count])
      tensor.class(name 'Plain', module)
      assert.is_table(module['Plain' .. count])
      tensor.class(name 'torch.SpecClass')
      assert.is_table((rawget(_G, 'torch') or tensor)['SpecClass' .. count])
   end)

   it('is found by its name', function()
      local full, mt, new = new_class()
      assert.equal(mt, tensor.getmetatable(full))
      assert.equal(new, tensor.getconstructortable(full))
      local empty = tensor.factory(full)()
      assert.equal(mt, getmetatable(empty))
      local object = tensor.setmetatable({ 1 }, full)
      assert.equal(full, tensor.type(object))
      for _, find in ipairs { 'getmetatable', 'getconstructortable', 'factory' } do
         assert.is_nil(tensor[find] 'spec.Nothing')
      end
   end)

   it('leaves nothing behind when it cannot be made', function()
      assert.error_matches(function() tensor.class 'spec_nowhere.A' end,
         'class: there is no table spec_nowhere to put spec_nowhere.A into')
      assert.is_nil(tensor.getmetatable 'spec_nowhere.A')
      assert.error_matches(function() tensor.class('spec.B', 'spec.Nothing', places) end,
         'class: no class spec.Nothing to inherit from')
      local full = new_class()
      assert.error_matches(function() tensor.class(full, places) end, 'class: there is a class ' .. full .. ' already')
      assert.error_matches(function() tensor.class('torch.FloatTensor', places) end, 'there is a class')
      for _, wrong in ipairs { 3, true, {}, '' } do
         assert.error_matches(function() tensor.class(wrong, places) end, 'class: the name of a class expected')
         assert.error_matches(function() tensor.getmetatable(wrong) end, 'getmetatable: the name of a class')
      end
      assert.error_matches(function() tensor.class('spec.C', nil, 3) end, 'class: the module must be a table')
      assert.error_matches(function() tensor.setmetatable({}, 'spec.Nothing') end, 'setmetatable: no class')
      assert.error_matches(function() tensor.setmetatable(3, 'spec.Nothing') end, 'setmetatable: a table expected')
      assert.error_matches(function() tensor.version {} end, 'version: an object of a class expected')
   end)

   it('may have a constructor, a destructor and a factory of its own', function()
      local full, module, closed = name(), {}, 0
      local mt = tensor.newmetatable(full, nil, function(x) return tensor.setmetatable({ x }, full) end,
         function() closed = closed + 1 end, function() return tensor.setmetatable({}, full) end, module)
      local new = module[full:match '[^.]+$']
      assert.equal(7, new(7)[1])
      assert.equal(mt, getmetatable(tensor.factory(full)()))
      if _VERSION ~= 'Lua 5.1' then -- Lua 5.1 has no finalizers for tables
         new(1)
         collect()
         assert.truthy(closed > 0)
      end
      local plain = name()
      assert.equal(tensor.newmetatable(plain), tensor.getmetatable(plain))
      assert.is_nil(tensor.factory(plain))
      assert.equal('torch.FloatTensor', tensor.newmetatable('torch.FloatTensor').__typename)
      for place, what in pairs { [3] = 'constructor', [4] = 'destructor', [5] = 'factory' } do
         local arguments = { name() }
         arguments[place] = 3
         assert.error_matches(function() tensor.newmetatable((table.unpack or unpack)(arguments, 1, 6)) end,
            'newmetatable: the ' .. what .. ' must be a function, not a number')
      end
   end)

   it('may get its parts one after the other, each once', function()
      local base, full, module, mt = name(), name(), {}, nil
      tensor.newmetatable(base).greet = function() return 'hello' end
      local object = tensor.setmetatable({}, tensor.newmetatable(full).__typename)
      local parts = { [2] = base, [3] = function() return object end, [4] = function() end, [5] = function() end }
      for place, what in ipairs { '', 'parent', 'constructor', 'destructor', 'factory' } do
         local arguments = { full, [place] = parts[place] or full, [6] = module }
         if place > 1 then
            mt = tensor.newmetatable((table.unpack or unpack)(arguments, 1, 6))
            assert.equal(getmetatable(object), mt)
            assert.error_matches(function() tensor.newmetatable((table.unpack or unpack)(arguments, 1, 6)) end,
               ('newmetatable: there is a class %s already, with a %s'):format(full, what))
         end
      end
      assert.equal('hello', object.greet())
      assert.equal(object, module[full:match '[^.]+$']())
      assert.equal(parts[5], tensor.factory(full))
      assert.equal(parts[4], rawget(mt, '__gc'))
      assert.is_true(tensor.isTypeOf(object, base))
   end)
end)

describe('operators of a class', function()
   it('are called by Lua', function()
      local _, N, new = new_class()
      function N:__init(n) self.n = n end
      local function n_of(a) return type(a) == 'table' and a.n or a end
      local rules = {
         __add__ = function(a, b) return n_of(a) + n_of(b) end, __sub__ = function(a, b) return n_of(a) - n_of(b) end,
         __mul__ = function(a, b) return n_of(a) * n_of(b) end, __div__ = function(a, b) return n_of(a) / n_of(b) end,
         __mod__ = function(a, b) return n_of(a) % n_of(b) end, __pow__ = function(a, b) return n_of(a) ^ n_of(b) end,
         __unm__ = function(a) return -a.n end, __concat__ = function(a, b) return n_of(a) .. '|' .. n_of(b) end,
         __eq__ = function(a, b) return a.n == b.n end, __lt__ = function(a, b) return a.n < b.n end,
         __le__ = function(a, b) return a.n <= b.n end, __call__ = function(a, x, y) return a.n, x, y end,
         __tostring__ = function(a) return 'N ' .. a.n end,
      }
      for operator, rule in pairs(rules) do N[operator] = rule end
      local a, b = new(7), new(2)
      assert.same({ 9, 5, 14, 3.5, 1, 49, -7 }, { a + b, a - b, a * b, a / b, a % b, a ^ b, -a })
      assert.same({ 8, 3, 14, 3.5 }, { a + 1, 5 - b, 2 * a, a / 2 })
      assert.equal('7|2', a .. b)
      assert.equal('7|x', a .. 'x')
      assert.equal('x|2', 'x' .. b)
      assert.is_true(new(7) == a)
      assert.is_true(b < a and b <= a and not rawequal(a, b))
      assert.same({ 7, 'x', 'y' }, { a('x', 'y') })
      assert.equal('N 7', tostring(a))
   end)

   it('are inherited, whenever the ancestor gets them, and may be replaced', function()
      local first, A = new_class()
      local second = new_class(first)
      local _, C, new = new_class(second)
      local c = new()
      assert.has_error(function() return c + 1 end)
      function A.__add__() return 'of A' end
      assert.equal('of A', c + 1)
      assert.equal('of A', 1 + c)
      function C.__add__() return 'of C' end
      assert.equal('of C', c + 1)
      C.__add__ = nil
      assert.equal('of A', c + 1)
      local _, _, later = new_class(second)
      assert.equal('of A', later() + c)
      A.__add__ = nil
      assert.error_matches(function() return c + 1 end, '__add__: no such operator of spec.Class')
   end)

   it('compare objects of different classes of one family', function()
      local parent, P, new = new_class()
      local _, _, new_child = new_class(parent)
      function P.__eq__() return true end
      function P.__lt__() return true end
      assert.is_true(new() == new_child())
      assert.is_true(new() < new_child())
   end)

   it('index: __index__ says whether it knew the key', function()
      local parent, P = new_class()
      local _, _, new = new_class(parent)
      function P.method() return 'method' end
      function P.__index__(_, key)
         if type(key) == 'number' then return key * 10, true end
         return false
      end
      local object = new()
      object.field = 'field'
      assert.equal(30, object[3])
      assert.equal('field', object.field)
      assert.equal('method', object:method())
      assert.is_nil(object.nothing)
      P.__index__ = nil
      assert.is_nil(object[3])
      assert.equal('method', object:method())
   end)

   it('set: __newindex__ says whether it did', function()
      local _, P, new = new_class()
      local seen = {}
      function P.__newindex__(_, key, value)
         if type(key) ~= 'number' then return false end
         seen[key] = value
         return true
      end
      local object = new()
      object[1], object.field = 'one', 'field'
      assert.equal('one', seen[1])
      assert.is_nil(rawget(object, 1))
      assert.equal('field', rawget(object, 'field'))
      P.__newindex__ = nil
      object[1] = 'two'
      assert.equal('two', rawget(object, 1))
   end)

   it('leave tables alone where a class has none', function()
      local _, _, new = new_class()
      local a = new()
      assert.is_false(a == new())
      assert.has_error(function() return a < new() end)
      assert.has_error(function() return a() end)
   end)
end)

describe('the types of the library', function()
   local names = { 'torch.Generator' }
   for key, value in pairs(tensor) do
      if type(value) == 'table' and (key:find '.Tensor$' or key:find '.Storage$') then
         names[#names + 1] = 'torch.' .. key
      end
   end

   it('are classes with names', function()
      assert.truthy(#names >= 20)
      for _, full in ipairs(names) do
         local new = tensor.getconstructortable(full)
         assert.equal(tensor[full:sub(7)], new)
         local object = new()
         assert.equal(tensor.getmetatable(full), getmetatable(object))
         assert.equal(full, tensor.typename(tensor.factory(full)()))
         assert.equal(full, tensor.typename(object.new()))
         assert.equal(1, tensor.version(object))
         assert.is_true(tensor.isTypeOf(object, full))
         assert.is_true(tensor.isTypeOf(object, new))
         assert.is_false(tensor.isTypeOf(object, 'torch.Nothing'))
      end
   end)

   it('make others of their type', function()
      local x = tensor.IntTensor()
      assert.same({ 2, 3 }, x.new(2, 3):size():totable())
      assert.equal('torch.IntTensor', x.new(2, 3):type())
      assert.same({ 1, 2 }, x.new({ 1, 2 }):totable())
      assert.same({ 5 }, tensor.LongStorage().new({ 5 }):totable())
      assert.equal(tensor.getdefaulttensortype(), tensor.Tensor.new(3):type())
   end)

   it('of files have an operator for their text too', function()
      local file = tensor.MemoryFile()
      assert.equal(tostring(file), file:__tostring__())
      assert.truthy(tostring(file):find '^torch.MemoryFile on ')
   end)

   it('take methods through their metatables', function()
      local mt = tensor.getmetatable 'torch.ShortTensor'
      finally(function() rawset(mt, 'spec_method', nil) end)
      rawset(mt, 'spec_method', function(x) return x:nElement() end)
      assert.equal(4, tensor.ShortTensor(4):spec_method())
      assert.is_nil(tensor.IntTensor(4).spec_method)
   end)

   it('have operators by the names of Torch7, which may be replaced', function()
      local x = tensor.ShortTensor { 1, 2 }
      assert.same({ 2, 4 }, x.__add__(x, x):totable())
      assert.same({ 0.5, 1 }, tensor.DoubleTensor.__div__(tensor.DoubleTensor { 1, 2 }, 2):totable())
      assert.same({ 2, true }, { x.__index__(x, 2) })
      assert.is_true(x.__newindex__(x, 2, 9))
      assert.equal(9, x[2])
      assert.equal(tostring(x), x.__tostring__(x))
      local s = tensor.ShortStorage { 4, 5 }
      assert.equal(2, s.__len__(s))
      assert.same({ 5, true }, { s.__index__(s, 2) })
      local mt = tensor.getmetatable 'torch.ShortTensor'
      local raw = { __add = rawget(mt, '__add'), __index = rawget(mt, '__index'), __newindex = rawget(mt, '__newindex'),
         __tostring = rawget(mt, '__tostring') }
      finally(function()
         for key, value in pairs(raw) do
            rawset(mt, key, value)
            rawset(mt, key .. '__', nil)
         end
      end)
      function mt.__add__() return 'added' end
      function mt.__tostring__() return 'shown' end
      function mt.__index__(_, key)
         if key == 'spec_key' then return 'found', true end
         return false
      end
      function mt.__newindex__(_, key) return key == 'spec_key' end
      assert.equal('added', x + 1)
      assert.equal('shown', tostring(x))
      assert.equal('found', x.spec_key)
      assert.equal(1, x[1])
      x.spec_key = 3
      x[1] = 5
      assert.equal(5, x[1])
      mt.__add__ = nil
      assert.same({ 6, 10 }, (x + 1):totable())
   end)
end)

describe('isTypeOf', function()
   it('knows ancestors', function()
      local parent, Parent, new_parent = new_class()
      local full, _, new = new_class(parent)
      local object = new()
      for _, spec in ipairs { full, parent, new, new_parent, Parent, 'spec%.Class%d+', 'Class' .. '%d' } do
         assert.is_true(tensor.isTypeOf(object, spec))
      end
      assert.is_false(tensor.isTypeOf(new_parent(), new))
      assert.is_false(tensor.isTypeOf(object, 'spec.Class'))
      assert.is_false(tensor.isTypeOf(object, tensor.FloatTensor))
   end)

   it('knows tensors by type, by pattern and as tensors', function()
      local x = tensor.FloatTensor()
      assert.is_true(tensor.isTypeOf(x, 'torch.*Tensor'))
      assert.is_true(tensor.isTypeOf(x, tensor.Tensor))
      assert.is_false(tensor.isTypeOf(x, 'torch.Float'))
      assert.is_false(tensor.isTypeOf(x, tensor.DoubleTensor))
      assert.is_false(tensor.isTypeOf(tensor.FloatStorage(), tensor.Tensor))
   end)

   it('is false for what has no class, and needs one', function()
      for _, value in ipairs { 1, 'x', true, {}, print } do
         assert.is_false(tensor.isTypeOf(value, 'torch.FloatTensor'))
         assert.is_false(tensor.isTypeOf(value, tensor.FloatTensor))
      end
      assert.is_false(tensor.isTypeOf(nil, '.*'))
      for _, wrong in ipairs { 3, {}, true } do
         assert.error_matches(function() tensor.isTypeOf({}, wrong) end, 'isTypeOf: the name of a class, a pattern')
      end
   end)
end)

describe('identity', function()
   it('is that of tables, functions and objects', function()
      local t, s = {}, tensor.FloatStorage(3)
      local x = tensor.FloatTensor(s)
      assert.is_true(tensor.isequal(t, t))
      assert.is_false(tensor.isequal(t, {}))
      assert.is_true(tensor.isequal(print, print))
      assert.is_true(tensor.isequal(x, x))
      assert.is_false(tensor.isequal(x, tensor.FloatTensor(s)))
      assert.is_true(tensor.isequal(s, x:storage()))
      assert.is_false(tensor.isequal(s, x))
      assert.is_false(tensor.isequal(1, 1))
      assert.is_false(tensor.isequal('a', 'a'))
   end)

   it('is a number too', function()
      local x = tensor.zeros(3)
      for _, value in ipairs { x, x:storage(), {}, print, coroutine.create(function() end), 'text', io.stdout } do
         assert.is_number(tensor.pointer(value))
         assert.equal(tensor.pointer(value), tensor.pointer(value))
      end
      assert.equal(tensor.pointer(x:storage()), tensor.pointer(x:storage()))
      assert.not_equal(tensor.pointer(x), tensor.pointer(tensor.zeros(3)))
      for _, value in ipairs { 1, true } do
         assert.error_matches(function() tensor.pointer(value) end, 'pointer: a %a+ has no address')
      end
   end)

   it('leads back to objects that are alive or retained, and to nothing else', function()
      local x = tensor.IntTensor { 1, 2, 3 }
      local address = tensor.pointer(x)
      assert.equal(x, tensor.pushudata(address, 'torch.IntTensor'))
      assert.error_matches(function() tensor.pushudata(address, 'torch.FloatTensor') end, 'no live torch.FloatTensor')
      for _, wrong in ipairs { 0, 8, 2 ^ 40, -1 } do
         assert.error_matches(function() tensor.pushudata(wrong, 'torch.IntTensor') end, 'no live torch.IntTensor')
      end
      assert.has_error(function() tensor.pushudata(0 / 0, 'torch.IntTensor') end)
      x:retain()
      local s = x:storage()
      s:retain()
      local storage_address = tensor.pointer(s)
      x, s = nil, nil -- luacheck: ignore 311
      collect()
      assert.same({ 1, 2, 3 }, tensor.pushudata(address, 'torch.IntTensor'):totable())
      assert.same({ 1, 2, 3 }, tensor.pushudata(storage_address, 'torch.IntStorage'):totable())
      collect()
      assert.has_error(function() tensor.pushudata(address, 'torch.IntTensor') end)
   end)

   it('is not given up by free where nothing was retained', function()
      local x = tensor.zeros(2)
      x:retain()
      x:free()
      assert.error_matches(function() x:free() end, 'free: no retain%(%) before it')
      assert.error_matches(function() x:storage():free() end, 'free: no retain%(%) before it')
      assert.same({ 0, 0 }, x:totable())
      assert.has_error(function() x.retain(3) end)
   end)
end)

describe('environments', function()
   it('of functions can be read and replaced', function()
      local function reads() return some_global end -- luacheck: ignore 113
      local function other() return some_global end -- luacheck: ignore 113
      assert.equal(_G, tensor.getenv(reads)._G or _G)
      tensor.setenv(reads, { some_global = 5 })
      assert.equal(5, reads())
      assert.equal(5, tensor.getenv(reads).some_global)
      assert.is_nil(other())
   end)

   it('of userdata are tables', function()
      local x, env = tensor.zeros(1), { 1 }
      tensor.setenv(x, env)
      assert.equal(env, tensor.getenv(x))
   end)

   it('are had by nothing else', function()
      for _, wrong in ipairs { 1, 'x', {}, true } do
         assert.error_matches(function() tensor.getenv(wrong) end, 'getenv: a function or userdata expected')
         assert.error_matches(function() tensor.setenv(wrong, {}) end, 'setenv: a function or userdata expected')
      end
      assert.error_matches(function() tensor.setenv(print, 3) end, 'setenv: a table expected')
   end)
end)

describe('a value attached to a tensor', function()
   it('is found under its key', function()
      local x, key = tensor.zeros(2), {}
      assert.equal(x, x:attach('gradient', tensor.ones(2)))
      x:attach(key, 'by table'):attach(1, 'by number')
      assert.same({ 1, 1 }, x:attached('gradient'):totable())
      assert.equal('by table', x:attached(key))
      assert.equal('by number', x:attached(1))
      assert.is_nil(x:attached 'nothing')
      assert.is_nil(x:attached(nil))
      x:attach('gradient', nil)
      assert.is_nil(x:attached 'gradient')
   end)

   it('belongs to one header only', function()
      local x = tensor.zeros(2)
      x:attach('a', 1)
      assert.is_nil(x:narrow(1, 1, 1):attached 'a')
      assert.is_nil(tensor.FloatTensor(x):attached 'a')
      assert.is_nil(tensor.zeros(2):attached 'a')
      assert.is_nil(rawget(_G, 'a'))
   end)

   it('dies with it, also where it refers to it', function()
      local dead = setmetatable({}, { __mode = 'v' })
      do
         local x = tensor.zeros(2)
         local value = { x }
         x:attach('self', value):attach('closure', function() return x end):attach('x', x)
         local other = tensor.zeros(2):attach('back', x)
         x:attach('other', other)
         dead[1], dead[2], dead[3] = x, value, other
      end
      collect()
      assert.is_nil(next(dead))
   end)

   it('lives as long as it', function()
      local weak = setmetatable({}, { __mode = 'v' })
      local x = tensor.zeros(2)
      x:attach('table', {})
      weak[1] = x:attached 'table'
      collect()
      assert.equal(weak[1], x:attached 'table')
   end)

   it('needs a key', function()
      local x = tensor.zeros(1)
      assert.error_matches(function() x:attach(nil, 1) end, 'attach: a key other than nil and NaN is needed')
      assert.error_matches(function() x:attach(0 / 0, 1) end, 'attach: a key other than nil and NaN is needed')
      assert.error_matches(function() x:attach('key') end, 'attach: got')
      assert.error_matches(function() x:attached() end, 'attached: got')
      assert.error_matches(function() x.attach({}, 1, 1) end, 'attach: got')
   end)
end)

describe('metatype', function()
   it('names a table as a class', function()
      local full, methods = name(), { get = function() return 5 end }
      assert.equal(methods, tensor.metatype(full, methods))
      assert.equal(full, tensor.typename(setmetatable({}, methods)))
      assert.equal(methods, tensor.getmetatable(full))
      assert.error_matches(function() tensor.metatype(full, {}) end, 'metatype: there is a class')
      assert.error_matches(function() tensor.metatype(name(), 3) end, 'metatype: a table expected as metatable')
   end)

   it('is one of cdata under LuaJIT only', function()
      local has_ffi, ffi = pcall(require, 'ffi')
      local full = name()
      if not has_ffi then
         assert.error_matches(function() tensor.metatype(full, {}, 'type') end, 'metatype: C types are known to LuaJIT')
         return
      end
      local struct = ffi.typeof 'struct { int x; }'
      tensor.metatype(full, { double = function(s) return 2 * s.x end }, struct)
      local s = struct(4)
      assert.equal(8, s:double())
      assert.equal(full, tensor.typename(s))
      assert.equal(full, tensor.type(s))
      assert.equal('cdata', tensor.type(ffi.new 'int[2]'))
      assert.is_nil(tensor.typename(ffi.new 'int[2]'))
   end)
end)

describe('a type of C', function()
   it('is known by what stands for it, which passes fields on to its class', function()
      local file = tensor.MemoryFile()
      for _, class in ipairs { 'File', 'MemoryFile', 'DiskFile', 'PipeFile' } do
         assert.equal(class == 'File' or class == 'MemoryFile', tensor.isTypeOf(file, tensor[class]))
         assert.equal('torch.' .. class, tostring(tensor[class]))
      end
      local mt = tensor.getmetatable 'torch.File'
      local readInt = mt.readInt
      finally(function() mt.spec_twice, mt.readInt = nil, readInt end)
      function tensor.File:spec_twice() return self:position() * 2 end
      function tensor.File.readInt() return 'overridden' end
      assert.equal(2, file:spec_twice())
      assert.equal('overridden', file:readInt())
   end)

   it('of storages takes operators', function()
      local mt = tensor.getmetatable 'torch.ShortStorage'
      local s, had = tensor.ShortStorage { 1, 2 }, {}
      for _, key in ipairs { '__tostring', '__len' } do had[key] = rawget(mt, key) end
      finally(function()
         for key, value in pairs(had) do
            rawset(mt, key, value)
            rawset(mt, key .. '__', nil)
         end
      end)
      assert.equal(tostring(s), s:__tostring__())
      assert.equal(2, s:__len__())
      function mt.__tostring__() return 'shown' end
      function mt.__len__() return 77 end
      assert.equal('shown', tostring(s))
      assert.equal(77, #s)
   end)

   it('can be inherited from by tables', function()
      finally(function()
         rawset(_G, 'SpecDerived', nil)
      end)
      local mt = tensor.getmetatable 'SpecDerived' or tensor.class('SpecDerived', 'torch.DoubleTensor')
      function mt:__init() self.count = 3 end
      local object = rawget(_G, 'SpecDerived')()
      assert.equal('SpecDerived', tostring(object))
      assert.equal(3, object.count)
      assert.is_nil(object.none)
      assert.is_true(tensor.isTypeOf(object, 'torch.DoubleTensor'))
   end)
end)

describe('pushudata', function()
   it('takes an address in the forms of cdata', function()
      local x, s = tensor.DoubleTensor { 1, 2 }, tensor.IntStorage { 3 }
      assert.equal(x, tensor.pushudata(tensor.cdata(x), 'torch.DoubleTensor'))
      assert.equal(x, tensor.pushudata(tensor.cdata(x, true), 'torch.DoubleTensor'))
      assert.equal(s, tensor.pushudata(s:cdata(), 'torch.IntStorage'))
      assert.has_error(function() tensor.pushudata(tensor.cdata(x), 'torch.FloatTensor') end)
   end)
end)
