-- classes.lua: runs for the rows of the class system.
local assert = require 'luassert'

local torch = package.loaded.torch or require 'tensor'
local has_ffi, ffi = pcall(require, 'ffi')
local rows = {}

-- --- making classes ---

-- Defines a class with the form's name, and with a parent if given. place is the table that it must be in.
local function class(case)
   local parent, module = case.name .. '_parent', {}
   local parent_mt = torch.class(parent, {})
   function parent_mt.greet() return 'hello' end
   local results = { torch.class(case:drop(case.name, case.given.parent and parent or module, module)) }
   local place = case.given.table and module or _G
   local mt = results[1]
   function mt:__init(x) self.x = x end
   local object = rawget(place, case.name)(7)
   case.finally(function() rawset(_G, case.name, nil) end)
   assert.equal(7, object.x)
   assert.equal(mt, getmetatable(object))
   assert.equal(case.name, torch.type(object))
   assert.equal(case.given.parent and parent_mt or nil, results[2])
   assert.equal(case.given.parent and 'hello', object.greet and object:greet() or nil)
end
rows['torch.class'] = { name = class, ['name, parent'] = class, ['name, table(module)'] = class,
   ['name, parent, table(module)'] = class }

rows['torch.newmetatable'] = { ['name, parent?, constructor?, destructor?, factory?, table?(module)'] = function(case)
   local parent, module, given, name = case.name .. '_parent', {}, case.given, case.name
   torch.newmetatable(parent).greet = function() return 'hello' end
   local function make() return torch.setmetatable({}, name) end
   local function constructor(x) return torch.setmetatable({ x = x }, name) end
   local function destructor() end
   local mt = torch.newmetatable(case:pick(name, parent, constructor, destructor, make, module))
   case.finally(function() rawset(_G, name, nil) end)
   assert.equal(name, mt.__typename)
   assert.equal(mt, torch.getmetatable(name))
   local object = make()
   assert.equal(given.parent and 'hello', object.greet and object:greet() or nil)
   assert.equal(given.destructor and destructor or nil, rawget(mt, '__gc'))
   assert.equal(given.factory and make or nil, torch.factory(name))
   local place = given.table and module or _G
   assert.equal(given.constructor and 5 or nil, given.constructor and rawget(place, name)(5).x)
   if not given.constructor then assert.is_nil(rawget(place, name)) end
end }

rows['torch.metatype'] = {
   ['name, table(metatable)'] = function(case)
      local methods = { get = function() return 5 end }
      assert.equal(methods, torch.metatype(case.name, methods))
      assert.equal(case.name, torch.typename(setmetatable({}, methods)))
      assert.equal(methods, torch.getmetatable(case.name))
   end,
   ['name, table(metatable), ctype'] = function(case)
      if not has_ffi then return 'C types are known to LuaJIT only' end
      local struct = ffi.typeof 'struct { int x; }'
      torch.metatype(case.name, { twice = function(s) return 2 * s.x end }, struct)
      assert.equal(8, struct(4):twice())
      assert.equal(case.name, torch.typename(struct(4)))
   end,
}

-- --- questions ---

local function new_class(case)
   local place = {}
   local mt = torch.class(case.name, place)
   return mt, place[case.name]
end

rows['torch.type'] = { any = function(case)
   local _, new = new_class(case)
   for name, value in pairs { number = 1, string = 'x', table = {}, boolean = true, ['function'] = print,
      thread = coroutine.create(function() end), ['torch.IntTensor'] = torch.IntTensor(), [case.name] = new(),
      ['torch.IntStorage'] = torch.IntStorage() } do assert.equal(name, torch.type(value)) end
   assert.equal('nil', torch.type(nil))
end }
rows['torch.typename'] = { any = function(case)
   local _, new = new_class(case)
   assert.equal(case.name, torch.typename(new()))
   assert.equal('torch.IntTensor', torch.typename(torch.IntTensor()))
   for _, value in ipairs { 1, 'x', {}, true, print } do assert.is_nil(torch.typename(value)) end
   assert.is_nil(torch.typename(nil))
end }
rows['torch.isTypeOf'] = { ['any, string(name or pattern) or constructor table'] = function(case)
   local mt, new = new_class(case)
   local place = {}
   torch.class(case.name .. '_child', case.name, place)
   local object, child = new(), place[case.name .. '_child']
   for _, spec in ipairs { case.name, 'torch7_module_%d+', new, mt } do
      assert.is_true(torch.isTypeOf(object, spec))
      assert.is_true(torch.isTypeOf(child(), spec))
   end
   assert.is_false(torch.isTypeOf(object, child))
   assert.is_false(torch.isTypeOf(object, case.name .. '_child'))
   assert.is_true(torch.isTypeOf(torch.IntTensor(), 'torch.*Tensor'))
   assert.is_false(torch.isTypeOf(1, case.name))
end }
rows['torch.getmetatable'] = { name = function(case)
   assert.equal(new_class(case), torch.getmetatable(case.name))
   assert.is_nil(torch.getmetatable(case.name .. '_none'))
end }
rows['torch.setmetatable'] = { ['table, name'] = function(case)
   local mt, t = new_class(case), {}
   assert.equal(t, torch.setmetatable(t, case.name))
   assert.equal(mt, getmetatable(t))
end }
rows['torch.getconstructortable'] = { name = function(case)
   local _, new = new_class(case)
   assert.equal(new, torch.getconstructortable(case.name))
   assert.equal(torch.IntTensor, torch.getconstructortable 'torch.IntTensor')
   assert.is_nil(torch.getconstructortable(case.name .. '_none'))
end }
rows['torch.factory'] = { name = function(case)
   local mt = new_class(case)
   function mt.__init() error 'a factory calls no __init' end
   assert.equal(mt, getmetatable(torch.factory(case.name)()))
   assert.is_nil(torch.factory(case.name .. '_none'))
end }
rows['torch.version'] = { ['any object'] = function(case)
   local mt, new = new_class(case)
   assert.equal(1, torch.version(new()))
   mt.__version = 3
   assert.equal(3, torch.version(new()))
   assert.equal(1, torch.version(torch.IntTensor()))
end }

-- --- identity ---

-- An object has one address, and another object a different one.
local function pointer(make)
   return function()
      local a, b = make(1), make(2)
      assert.equal('number', type(torch.pointer(a)))
      assert.equal(torch.pointer(a), torch.pointer(a))
      assert.not_equal(torch.pointer(a), torch.pointer(b))
   end
end
rows['torch.pointer'] = {
   ['torch object'] = pointer(function() return torch.IntTensor() end), table = pointer(function() return {} end),
   ['function'] = pointer(function(k) return k == 1 and print or error end),
   thread = pointer(function() return coroutine.create(function() end) end),
   string = pointer(function(k) return 'text' .. k end),
   cdata = function()
      if not has_ffi then return 'cdata are values of LuaJIT' end
      pointer(function() return ffi.new 'int[1]' end)()
   end,
}
rows['torch.pushudata'] = { ['number(pointer) or cdata, name'] = function()
   local x = torch.IntTensor { 4, 5 }
   for _, address in ipairs { torch.pointer(x), torch.cdata(x), torch.cdata(x, true) } do
      assert.same({ 4, 5 }, torch.pushudata(address, 'torch.IntTensor'):totable())
   end
   assert.is_false(pcall(torch.pushudata, 8, 'torch.IntTensor'))
end }
rows['torch.isequal'] = { ['any, any'] = function()
   local t, x = {}, torch.IntTensor { 1 }
   assert.is_true(torch.isequal(t, t))
   assert.is_false(torch.isequal(t, {}))
   assert.is_true(torch.isequal(x:storage(), x:storage()))
   assert.is_false(torch.isequal(x, x:clone()))
end }

-- --- environments ---

local function environments()
   local function reads() return some_global end -- luacheck: ignore 113
   local x, env = torch.IntTensor(), { some_global = 5 }
   for _, value in ipairs { reads, x } do
      assert.equal(0, select('#', torch.setenv(value, env)))
      assert.equal(env, torch.getenv(value))
   end
   assert.equal(5, reads())
end
rows['torch.getenv'] = { ['function or userdata'] = environments }
rows['torch.setenv'] = { ['function or userdata, table'] = environments }

-- --- operators ---

local operators = {
   __add__ = function(a, b) return a + b end, __sub__ = function(a, b) return a - b end,
   __mul__ = function(a, b) return a * b end, __div__ = function(a, b) return a / b end,
   __mod__ = function(a, b) return a % b end, __pow__ = function(a, b) return a ^ b end,
   __concat__ = function(a, b) return a .. b end, __unm__ = function(a) return -a end,
   __len__ = function(a) return _VERSION == 'Lua 5.1' and a:__len__() or #a end, -- Lua 5.1 ignores __len of tables
   __call__ = function(a) return a() end, __tostring__ = tostring, __eq__ = function(a, b) return a == b end,
   __lt__ = function(a, b) return a < b end, __le__ = function(a, b) return a <= b end,
   __index__ = function(a) return a[1] end,
}
local truth = { __eq__ = true, __lt__ = true, __le__ = true }

rows['metamethod names'] = { ['__index__ __newindex__ __tostring__ __add__ __sub__ __mul__ __div__ __mod__ __pow__ '
   .. '__unm__ __concat__ __len__ __eq__ __lt__ __le__ __call__'] = function(case)
   local mt, place = new_class(case), {}
   torch.class(case.name .. '_child', case.name, place)
   local a, b = place[case.name .. '_child'](), place[case.name .. '_child']()
   for name, use in pairs(operators) do
      local result = truth[name] or name
      mt[name] = function() return result, true end
      assert.equal(result, use(a, b))
      mt[name] = nil
   end
   local seen = {}
   function mt.__newindex__(_, key, value)
      seen[key] = value
      return type(key) == 'number'
   end
   a[1], a.field = 'one', 'field'
   assert.same({ [1] = 'one', field = 'field' }, seen)
   assert.is_nil(rawget(a, 1))
   assert.equal('field', rawget(a, 'field'))
end }

return { ['class system'] = rows }
