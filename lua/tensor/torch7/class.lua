-- tensor/torch7/class.lua: classes by name, as in Torch7. A class is a metatable registered under its name;
-- methods are fields of it or of the metatables of its ancestors.
--
-- Operators have Torch7's names (__add__, __tostring__, ...). A class that has or inherits one gets Lua's
-- metamethod (__add), which looks the operator up at each use. Objects of other classes behave as plain tables.
-- Lua finds methods by itself: a metatable is its own __index, and its own metatable has the parent as __index.
local host = require 'tensor.host'
local late = require 'tensor.late'

local class = {}

-- A list by names of classes. torch.Timer and others are in parts of the module that a look-up loads.
local function by_name()
   return setmetatable({}, { __index = function(list, name)
      local short = type(name) == 'string' and name:match '^torch%.(%u%w*)$'
      return short and late.load(short) and rawget(list, name) or nil
   end })
end

local registered = by_name()                     -- metatable of each name
local constructors = by_name()                   -- constructor table of each name
local metas = setmetatable({}, { __mode = 'k' })    -- metatable of each metatable made here, which hides it
local parents = setmetatable({}, { __mode = 'k' })  -- parent's metatable of each metatable
local children = setmetatable({}, { __mode = 'k' }) -- list of children's metatables of each metatable
local destructors = setmetatable({}, { __mode = 'k' }) -- given to newmetatable, or inherited
local home = {}                                  -- the module: where 'torch.Name' goes if there is no global torch

local function fail(format, ...)
   error(format:format(...), 0)
end

local function check_string(value, where)
   if type(value) ~= 'string' or value == '' then
      fail('%s: the name of a class expected, got %s', where, value == '' and 'an empty string' or type(value))
   end
   return value
end

-- --- operators ---

-- The operator of a value's class, or nil.
local function operator_of(value, name)
   local mt = getmetatable(value)
   return type(mt) == 'table' and mt[name] or nil
end

local function missing(name, value)
   fail('%s: no such operator of %s', name, (operator_of(value, '__typename')) or type(value))
end

-- Lua's metamethods. All classes share them, because Lua 5.1 compares two objects only if both have the same
-- metamethod.
local metamethods = {
   __tostring__ = function(object)
      local operator = operator_of(object, '__tostring__')
      return operator and operator(object) or operator_of(object, '__typename')
   end,
   __len__ = function(object)
      local operator = operator_of(object, '__len__') or missing('__len__', object)
      return operator(object)
   end,
   __unm__ = function(object)
      local operator = operator_of(object, '__unm__') or missing('__unm__', object)
      return operator(object)
   end,
   __call__ = function(object, ...)
      local operator = operator_of(object, '__call__') or missing('__call__', object)
      return operator(object, ...)
   end,
}
for _, name in ipairs { 'add', 'sub', 'mul', 'div', 'mod', 'pow', 'concat', 'eq', 'lt', 'le' } do
   name = ('__%s__'):format(name)
   metamethods[name] = function(a, b)
      local operator = operator_of(a, name) or operator_of(b, name) or missing(name, a)
      return operator(a, b)
   end
end

-- The metamethods of indexing. Each metatable gets its own, because keys that the operator does not handle go
-- to the __index or __newindex that was there before. __index__ returns a value and true, or false;
-- __newindex__ returns whether it handled the assignment. A script may remove either operator again.
local indexers = {
   __index__ = function(mt, otherwise)
      return function(object, key)
         local handler = mt.__index__
         local value, found = nil, nil
         if handler then value, found = handler(object, key) end
         if found then return value end
         if type(otherwise) == 'function' then return otherwise(object, key) end
         return otherwise[key]
      end
   end,
   __newindex__ = function(mt, otherwise)
      return function(object, key, value)
         local handler = mt.__newindex__
         if handler and handler(object, key, value) then return end
         if type(otherwise) == 'function' then return otherwise(object, key, value) end
         if type(object) ~= 'table' then fail('__newindex__: no field %s to be set', tostring(key)) end
         rawset(object, key, value)
      end
   end,
}
local indexed = { __index__ = setmetatable({}, { __mode = 'k' }), __newindex__ = setmetatable({}, { __mode = 'k' }) }

-- Gives a metatable, and all that inherit from it, Lua's metamethod for an operator.
local function use_operator(mt, name)
   local raw_name = name:sub(1, -3)
   if metamethods[name] then
      rawset(mt, raw_name, metamethods[name])
   elseif not indexed[name][mt] then
      indexed[name][mt] = true
      rawset(mt, raw_name, indexers[name](mt, rawget(mt, raw_name)))
   end
   for _, child in ipairs(children[mt] or {}) do use_operator(child, name) end
end

-- __newindex of a class: called when a script assigns a new field.
local function set_field(mt, name, value)
   rawset(mt, name, value)
   if metamethods[name] or indexers[name] then use_operator(mt, name) end
end

-- --- metatables and constructors ---

-- Lets mt inherit from parent. getmetatable(mt) then returns the parent.
local function inherit(mt, parent)
   if not parent then return end
   local meta = metas[mt] or host.metatable_of(mt)
   parents[mt], meta.__index, meta.__metatable = parent, parent, parent
   children[parent] = children[parent] or {}
   table.insert(children[parent], mt)
   for _, kind in ipairs { metamethods, indexers } do
      for name in pairs(kind) do
         if parent[name] then use_operator(mt, name) end
      end
   end
end

local function new_metatable(name)
   local mt = { __typename = name, __version = 1, __tostring = metamethods.__tostring__ }
   mt.__index = mt
   registered[name] = mt
   metas[mt] = { __newindex = set_field, __metatable = false }
   return setmetatable(mt, metas[mt])
end

-- Lua does not inherit finalizers, so the parent's is set here. It runs for userdata only; objects that are
-- tables do not need it.
local function set_destructor(mt, given, parent)
   local inherited = parent and destructors[parent]
   destructors[mt] = destructors[mt] or given or inherited
   if given then
      rawset(mt, '__gc', given)
   elseif inherited and not rawget(mt, '__gc') then
      rawset(mt, '__gc', function(object)
         if type(object) == 'userdata' then return inherited(object) end
      end)
   end
end

-- Makes object, which is called to create objects, show the fields of the metatable as its own.
local function stand_for(mt, object)
   local meta = host.metatable_of(object)
   meta.__index, meta.__newindex, meta.__metatable = mt, mt, mt
   meta.__tostring = function() return mt.__typename end
   return object
end

local function constructor_table(mt, constructor)
   return stand_for(mt, setmetatable({}, { __call = constructor and function(_, ...) return constructor(...) end }))
end

-- Returns the table that holds a class and its name there. 'nn.Linear' goes to the global nn, or to the loaded
-- module nn; 'Foo' goes to the globals.
local function place_of(name, module)
   local path, last = name:match '^(.*)%.([^.]+)$'
   if module then return module, last or name end
   if not path then return _G, name end
   local place = _G
   for part in path:gmatch '[^.]+' do place = type(place) == 'table' and rawget(place, part) or nil end
   place = place or host.loaded(path) or path == 'torch' and home.module or nil
   if type(place) ~= 'table' then
      fail("class: there is no table %s to put %s into; require that module, or give the table", path, name)
   end
   return place, last
end

local function find_parent(name, where)
   if name == nil then return nil end
   return registered[check_string(name, where)] or fail('%s: no class %s to inherit from', where, name)
end

local function check_function(f, what, where)
   if f ~= nil and type(f) ~= 'function' then fail('%s: the %s must be a function, not a %s', where, what, type(f)) end
end

-- Raises if the class already has a part that is given again.
local function check_parts(where, name, given)
   local mt = registered[name]
   if not mt then return end
   local had = { parent = parents[mt], constructor = rawget(mt, 'new'), destructor = rawget(mt, '__gc'),
      factory = rawget(mt, '__factory') }
   for _, what in ipairs { 'parent', 'constructor', 'destructor', 'factory' } do
      if given[what] and had[what] then fail('%s: there is a class %s already, with a %s', where, name, what) end
   end
end

-- Registers a class, or adds parts that it lacks. where: the name of the function, for errors.
local function define(where, name, parent, constructor, destructor, factory, module)
   check_string(name, where)
   local parent_mt = find_parent(parent, where)
   check_function(constructor, 'constructor', where)
   check_function(destructor, 'destructor', where)
   check_function(factory, 'factory', where)
   if module ~= nil and type(module) ~= 'table' then
      fail('%s: the module must be a table, not a %s', where, type(module))
   end
   check_parts(where, name,
      { parent = parent_mt, constructor = constructor, destructor = destructor, factory = factory })
   local place, last
   if constructor then place, last = place_of(name, module) end
   local mt = registered[name] or new_metatable(name)
   inherit(mt, parent_mt)
   if where ~= 'class' then set_destructor(mt, destructor, parent_mt) end
   if factory then rawset(mt, '__factory', factory) end
   if constructor or not constructors[name] then constructors[name] = constructor_table(mt, constructor) end
   if constructor then
      rawset(mt, 'new', constructor)
      rawset(place, last, constructors[name])
   end
   return mt
end

function class.newmetatable(...)
   return define('newmetatable', ...)
end

function class.class(name, parent, module)
   if type(parent) == 'table' and module == nil then parent, module = nil, parent end
   local mt
   local function factory() return setmetatable({}, mt) end
   local function constructor(...)
      local object = factory()
      if object.__init then object:__init(...) end
      return object
   end
   mt = define('class', name, parent, constructor, nil, factory, module)
   return mt, parents[mt]
end

function class.getmetatable(name)
   return registered[check_string(name, 'getmetatable')]
end

function class.setmetatable(object, name)
   if type(object) ~= 'table' then fail('setmetatable: a table expected, got %s', type(object)) end
   local mt = registered[check_string(name, 'setmetatable')] or fail('setmetatable: no class %s', name)
   return setmetatable(object, mt)
end

function class.getconstructortable(name)
   return constructors[check_string(name, 'getconstructortable')]
end

function class.factory(name)
   local mt = registered[check_string(name, 'factory')]
   return mt and rawget(mt, '__factory') or nil
end

-- Without an argument, the version of the module.
function class.version(...)
   local object = ...
   if select('#', ...) == 0 then return home.version end
   local version = operator_of(object, '__version')
   if type(version) ~= 'number' then fail('version: an object of a class expected, got %s', type(object)) end
   return version
end

-- --- whether an object is of a class ---

-- The metatable of a class given as metatable, constructor table or type object.
local function metatable_of(spec)
   if type(spec) ~= 'table' then return nil end
   local name = rawget(spec, '__typename') or operator_of(spec, '__typename')
   return name and registered[name]
end

-- A plain name must match as a whole; a pattern with special characters may match any part.
local function fits(name, spec)
   local match = name:match(spec)
   return match ~= nil and (match ~= spec or match == name)
end

function class.isTypeOf(object, spec)
   local wanted = type(spec) ~= 'string' and spec ~= home.module.Tensor and (metatable_of(spec) or
      fail('isTypeOf: the name of a class, a pattern or a class expected, got %s', type(spec)))
   local mt = getmetatable(object)
   if type(mt) ~= 'table' then return false end
   while mt do
      if mt == (wanted or spec) then return true end
      local name = not wanted and rawget(mt, '__typename')
      if type(name) == 'string' and type(spec) == 'string' and fits(name, spec) then return true end
      mt = parents[mt]
   end
   return false
end

-- --- types in C ---

-- Registers a type in C as a class. mt is its metatable, constructor makes its objects. An abstract class makes
-- no empty objects.
local function register(mt, parent, constructor, abstract)
   local name = rawget(mt, '__typename')
   if constructor ~= mt then stand_for(mt, constructor) end
   registered[name], constructors[name], parents[mt] = mt, constructor, parent
   mt.__version = 1
   mt.__factory = not abstract and function() return constructor() end or nil
   mt.new = function(...) return constructor(...) end
   local meta = getmetatable(mt)
   if meta then meta.__newindex = set_field else setmetatable(mt, { __newindex = set_field }) end
end

class.register = register

-- --- classes of cdata ---

local ok, ffi = pcall(require, 'ffi')
local cdata_names = {} -- names by the number of the C type

function class.metatype(name, mt, ctype)
   check_string(name, 'metatype')
   if type(mt) ~= 'table' then fail('metatype: a table expected as metatable, got %s', type(mt)) end
   if registered[name] then fail('metatype: there is a class %s already', name) end
   if ctype ~= nil then
      if not ok then fail 'metatype: C types are known to LuaJIT only' end
      if mt.__index == nil then mt.__index = mt end
      ffi.metatype(ctype, mt)
      cdata_names[tonumber(ffi.typeof(ctype))] = name
   end
   mt.__typename = name
   if mt.__version == nil then mt.__version = 1 end
   registered[name], constructors[name] = mt, constructor_table(mt)
   return mt
end

-- Returns typename and type for cdata too; without FFI, those of C.
local function names_of_cdata(core)
   local function typename(...)
      local value = ...
      if type(value) == 'cdata' then return cdata_names[tonumber(ffi.typeof(value))] end
      return core.typename(...)
   end
   return typename, function(...)
      local value = ...
      if type(value) == 'cdata' then return typename(value) or 'cdata' end
      return core.type(...)
   end
end

function class.isequal(core, a, b)
   local kind = type(a)
   if kind ~= type(b) then return false end
   if kind == 'table' or kind == 'function' or kind == 'thread' then return rawequal(a, b) end
   if kind == 'userdata' or kind == 'cdata' then return core.pointer(a) == core.pointer(b) end
   return false
end

-- --- environments ---

-- From Lua 5.2 on, the environment of a function is its upvalue _ENV. Returns its number, or nil.
local function env_place(debug, f)
   local k = 1
   while true do
      local name = debug.getupvalue(f, k)
      if name == nil or name == '_ENV' then return name and k end
      k = k + 1
   end
end

local function check_owner(object, where)
   if type(object) ~= 'function' and type(object) ~= 'userdata' then
      fail('%s: a function or userdata expected, got %s', where, type(object))
   end
end

function class.getenv(object)
   check_owner(object, 'getenv')
   local debug = host.need('getenv', 'debug')
   if debug.getfenv then return debug.getfenv(object) end
   if type(object) == 'userdata' then return (debug.getuservalue(object)) end
   local place = env_place(debug, object)
   return place and select(2, debug.getupvalue(object, place)) or nil
end

function class.setenv(object, env)
   check_owner(object, 'setenv')
   local debug = host.need('setenv', 'debug')
   if type(env) ~= 'table' then fail('setenv: a table expected, got %s', type(env)) end
   if debug.setfenv then
      debug.setfenv(object, env)
   elseif type(object) == 'userdata' then
      debug.setuservalue(object, env)
   else
      local place = env_place(debug, object) or fail 'setenv: the function uses no globals'
      debug.upvaluejoin(object, place, function() return env end, 1)
   end
end

-- --- adding to the module ---

-- The functions that the module gets; documents.lua has their help.
local names = {
   'class', 'newmetatable', 'getmetatable', 'setmetatable', 'getconstructortable', 'factory', 'isTypeOf', 'metatype',
   'version', 'getenv', 'setenv',
}

local function index_object(x, key)
   if type(x) == 'table' then return nil, false end
   return x[key], true
end

local function set_in_object(x, key, value)
   if type(x) == 'table' then return false end
   x[key] = value
   return true
end

-- Adds the metamethods under Torch7's names as methods of tensors or storages to a table, fields. A script's class that
-- inherits them has tables as objects: for these, indexing and __tostring of tensors do not apply.
local function name_operators(fields, mt)
   for name in pairs(metamethods) do
      local metamethod = rawget(mt, name:sub(1, -3))
      if metamethod then rawset(fields, name, metamethod) end
   end
   local show = rawget(mt, '__tostring')
   rawset(fields, '__tostring__', show and function(x)
      return type(x) == 'table' and operator_of(x, '__typename') or show(x)
   end)
   rawset(fields, '__index__', index_object)
   rawset(fields, '__newindex__', set_in_object)
   return fields
end

-- Registers the types of the CPU, or of devices, as classes.
function class.add_types(tensor, core, is_cuda)
   local dtype, of_storages = 1, name_operators({}, core.metatable(1, true))
   while core.metatable(dtype) do
      local x, s = core.metatable(dtype, false, is_cuda), core.metatable(dtype, true, is_cuda)
      register(x, tensor.Tensor, x)
      register(s, nil, s)
      getmetatable(s).__index = of_storages -- looked up after the script's own fields
      dtype = dtype + 1
   end
end

function class.install(tensor, core)
   home.module, home.version = tensor, core.version
   -- If the module is loaded again in the same state, its types replace the old ones.
   for name in pairs(registered) do
      if name:find '^torch%.' then registered[name], constructors[name] = nil, nil end
   end
   name_operators(tensor.Tensor, core.metatable(1))
   class.add_types(tensor, core, false)
   tensor.Generator = constructor_table(core.metatable 'generator', core.Generator)
   register(core.metatable 'generator', nil, tensor.Generator)
   core.metatable('generator').__tostring = function() return 'torch.Generator' end
   for _, name in ipairs { 'Tensor', 'Storage' } do
      getmetatable(tensor[name]).__tostring = function() return 'torch.' .. name end
   end
   for _, name in ipairs(names) do tensor[name] = class[name] end
   tensor.Tensor.new = function(...) return tensor.Tensor(...) end
   function tensor.isequal(a, b) return class.isequal(tensor, a, b) end
   if ok then tensor.typename, tensor.type = names_of_cdata(core) end
end

return class
