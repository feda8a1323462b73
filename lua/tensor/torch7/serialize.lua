-- tensor/torch7/serialize.lua: writes and reads objects in Torch7's file format, which doc/files.md describes.
--
-- Invariant: a call that fails leaves the file's table of objects as it was before the call.
if jit then jit.off(true, true) end -- see host.lua
local arguments = require 'tensor.arguments'
local host = require 'tensor.host'
local sparse = require 'tensor.sparse'

local serialize = {}

-- The number with which each object starts. The first two of functions occur in old files only.
local NIL, NUMBER, STRING, TABLE, OBJECT, BOOLEAN = 0, 1, 2, 3, 4, 5
local FUNCTION_ALONE, FUNCTION_BY_POSITION, FUNCTION = 6, 7, 8
local CARRIED = 9 -- never in a file: what a message carries beside its bytes (carrier)

-- Reading and writing recurse once per level of the object. After each LEVELS_OF_STACK levels the work
-- continues in a new coroutine, which has a stack of its own; the smallest stack, LuaJIT's, holds twice as many
-- levels. Lua allows fewer than 200 nested coroutines.
local LEVELS_OF_STACK, MAX_DEPTH = 1000, 100000

local coroutine = rawget(_G, 'coroutine') -- from Lua 5.2 on a library that a host may leave out

-- The module; the metatables of files; a function that identifies an object; one that makes a quantizer.
local module, types, key_of, set_quantizer

local function fail(format, ...)
   error(format:format(...), 0)
end

-- For each file: the objects that it has written or read, and the call that is reading or writing now.
local states = setmetatable({}, { __mode = 'k' })

local function state_of(file)
   if type(file) ~= 'userdata' and type(file) ~= 'table' then fail('a file expected, got %s', type(file)) end
   local state = states[file]
   if not state then
      state = { referenced = true, written = {}, count = 0, kept = {}, read = {}, ids = {}, id_count = 0, shared = {} }
      states[file] = state
   end
   return state
end

-- The outermost call that is reading or writing the file. Fields: depth; where, the keys on the way to the
-- object being written; functions, whether code may be loaded; noted, the numbers of objects read. A call whose
-- coroutine is suspended or dead has ended.
local function call_of(state)
   local call = state.call
   local over = not call or call.thread and coroutine.status(call.thread) ~= 'running'
      and coroutine.status(call.thread) ~= 'normal'
   if over then
      call = { depth = 0, where = {}, noted = {}, thread = coroutine and coroutine.running() }
      state.call = call
   end
   return call
end

local function typename_of(object)
   local mt = getmetatable(object)
   local name = type(mt) == 'table' and mt.__typename
   return type(name) == 'string' and name or nil
end

-- The method with which an object of a class writes or reads itself. Fields of the object itself do not count.
local function method_of(object, name)
   local mt = getmetatable(object)
   if type(mt) ~= 'table' then return nil end
   local holder = type(object) == 'table' and mt or object
   local method = mt['__' .. name] or holder[name]
   return type(method) == 'function' and method or nil
end

-- Forgets the objects of a failed call.
local function forget(state, call, kept)
   for _, index in ipairs(call.noted) do state.read[index] = nil end
   for k = #state.kept, kept + 1, -1 do
      state.written[key_of(state.kept[k])], state.kept[k] = nil, nil
   end
end

-- Returns f(...), computed on a new stack. If f yields, so does this.
local function on_new_stack(f, ...)
   if not coroutine then fail('an object is nested deeper than %d levels, which needs coroutines', LEVELS_OF_STACK) end
   local thread = coroutine.create(f)
   local ok, result = coroutine.resume(thread, ...)
   while coroutine.status(thread) == 'suspended' do ok, result = coroutine.resume(thread, coroutine.yield(result)) end
   if not ok then error(result, 0) end
   return result
end

-- Calls step(file, state, ...) one level deeper.
local function deeper(file, state, step, ...)
   local call = call_of(state)
   if call.depth >= MAX_DEPTH then fail('an object is nested deeper than %d levels', MAX_DEPTH) end
   call.depth = call.depth + 1
   if call.depth == 1 then
      local kept, count = #state.kept, state.count
      local ok, result = pcall(step, file, state, ...)
      if state.call == call then state.call = nil end
      if ok then return result end
      forget(state, call, kept)
      state.count = count
      error(result, 0)
   end
   local is_full = call.depth % LEVELS_OF_STACK == 0
   local result
   if is_full then result = on_new_stack(step, file, state, ...) else result = step(file, state, ...) end
   call.depth = call.depth - 1
   return result
end

-- --- writing ---

local function code_of(object)
   local kind = type(object)
   if object == nil then return NIL end
   local name = kind ~= 'string' and typename_of(object)
   local known = name and module.factory(name)
   if known and (kind == 'table' or method_of(object, 'write')) then return OBJECT end
   if kind == 'table' then return TABLE end
   if kind == 'number' then return NUMBER end
   if kind == 'string' then return STRING end
   if kind == 'boolean' then return BOOLEAN end
   if kind == 'function' and pcall(string.dump, object) then return FUNCTION end
end

-- In ascii files a newline follows the characters, as it follows every array.
local function write_text(file, text)
   file:writeInt(#text)
   file:writeString(text)
   if #text > 0 and not file:isBinary() and file:isAutoSpacing() then file:writeString '\n' end
end

local function write_table(file, object, hook, state)
   local count = 0
   for _ in next, object do count = count + 1 end
   file:writeInt(count)
   local where = call_of(state).where
   for key, value in next, object do
      where[#where + 1] = tostring(key)
      file:writeObject(key, nil, hook)
      file:writeObject(value, nil, hook)
      where[#where] = nil
   end
end

-- Writes the fields that can be written. The others, such as buffers of other libraries, are left out.
local function write_fields(file, object, hook)
   local fields = {}
   for key, value in next, object do
      if code_of(value) then fields[key] = value end
   end
   file:writeObject(fields, nil, hook)
end

local function write_class(file, object, hook)
   local name, mt = typename_of(object), getmetatable(object)
   if hook then hook(object) end
   write_text(file, ('V %d'):format(tonumber(mt.__version) or 1))
   write_text(file, name)
   local write = method_of(object, 'write')
   if write then write(object, file) else write_fields(file, object, hook) end
end

-- A number that identifies an upvalue, so that functions which share it do so after loading; nil in Lua 5.1,
-- which cannot tell.
local function id_of(debug, object, k, state)
   if not debug.upvalueid then return nil end
   local id = debug.upvalueid(object, k)
   if not state.ids[id] then
      state.id_count = state.id_count + 1
      state.ids[id] = state.id_count
   end
   return state.ids[id]
end

local function write_function(file, object, hook, state)
   local debug = host.need('writeObject', 'debug')
   local upvalues, count = {}, 0
   while true do
      local name, value = debug.getupvalue(object, count + 1)
      if not name then break end
      count = count + 1
      upvalues[count] = { name = name, id = id_of(debug, object, count, state) }
      if name ~= '_ENV' then upvalues[count].value = value end
   end
   write_text(file, string.dump(object))
   file:writeObject(upvalues, nil, hook)
end

local function write_carried(file, object, _, state)
   write_text(file, state.carrier:write(object))
end

local writers = {
   [TABLE] = write_table, [OBJECT] = write_class, [FUNCTION] = write_function, [CARRIED] = write_carried,
}

-- Writes an object that others may refer to: in full the first time, then as its number.
local function write_counted(file, state, object, code, hook)
   local key = key_of(object)
   local index = state.referenced and state.written[key]
   file:writeInt(index or state.count + 1)
   if index then return end
   state.count = state.count + 1
   if state.referenced then
      state.written[key] = state.count
      state.kept[#state.kept + 1] = object -- keeps the object alive, so that its address is not used again
   end
   writers[code](file, object, hook, state)
end

local function write_number(file, number)
   if math.type and math.type(number) == 'integer' and math.tointeger(number + 0.0) ~= number then
      fail('writeObject: the integer %d cannot be written exactly: numbers are written as doubles', number)
   end
   file:writeDouble(number)
end

local function write_object(file, state, object, code, hook)
   file:writeInt(code)
   if code == NUMBER then write_number(file, object)
   elseif code == STRING then write_text(file, object)
   elseif code == BOOLEAN then file:writeBool(object)
   elseif code ~= NIL then return deeper(file, state, write_counted, object, code, hook) end
end

local methods = {}

function methods:writeObject(object, name, hook)
   local state = state_of(self)
   local call = call_of(state)
   if call.depth == 0 then call.where = { name } end
   local code = state.carrier and state.carrier:carries(object) and CARRIED or code_of(object)
   if not code then
      local where = table.concat(call.where, '.')
      local advice = module.isTensor(object) and '; toDense() makes it strided' or ''
      fail('writeObject: a %s cannot be written%s%s', typename_of(object) or type(object),
         where ~= '' and ', at ' .. where or '', advice)
   end
   write_object(self, state, object, code, hook)
end

function methods.isWritableObject(_, object)
   return code_of(object)
end

function methods:writeBool(value)
   if module.isStorage(value) then return types.write_bools(self, value) end
   return self:writeInt(value and 1 or 0)
end

-- --- reading ---

local function read_text(file)
   return file:readString(file:readInt())
end

-- The file has doubles only. Lua 5.3 and later get a whole number back as an integer.
local function read_number(file)
   local number = file:readDouble()
   local integer = math.tointeger and number % 1 == 0 and math.abs(number) <= 2 ^ 53 and math.tointeger(number)
   return integer and (integer ~= 0 or 1 / number > 0) and integer or number
end

local function note(state, index, object)
   if not state.referenced then return end
   state.read[index] = object
   table.insert(call_of(state).noted, index)
end

local function read_table(file, state, index)
   local object = {}
   note(state, index, object)
   for _ = 1, file:readInt() do
      local key, value = file:readObject(), file:readObject()
      if key == nil and file:hasError() then fail 'readObject: the file ended within a table' end
      if key == nil or key ~= key then fail 'readObject: a table has a key that is nil or not a number' end
      object[key] = value
   end
   return object
end

-- The types of devices are registered at the first use of CUDA, so try that.
local function factory_of(name)
   local factory = module.factory(name)
   if factory or not name:find '^torch%.Cuda' then return factory end
   local is, reason = module.cuda.isAvailable()
   return is and module.factory(name) or fail('readObject: a %s: %s', name, reason or 'there is no such type')
end

local function read_class(file, state, index)
   local name = read_text(file)
   local version = tonumber(name:match '^V (.*)$')
   if version then name = read_text(file) end
   local factory = name ~= '' and factory_of(name) or fail('readObject: unknown Torch class <%s>', name)
   local object = factory(file)
   note(state, index, object)
   local read = method_of(object, 'read')
   if read then
      read(object, file, version or 0)
   elseif type(object) == 'table' then
      local fields = file:readObject()
      if type(fields) ~= 'table' then fail('readObject: the fields of a %s are a %s', name, type(fields)) end
      for key, value in next, fields do object[key] = value end
   else
      fail('readObject: %s has no method to be read with', name)
   end
   return object
end

-- Loads code only if the caller asked for it with the option functions.
local function read_code(file, state)
   local dumped = read_text(file)
   if not call_of(state).functions then
      fail 'readObject: the file holds a function, that is code; {functions = true} loads it, if you trust the file'
   end
   local code, message = nil, 'it is no compiled code'
   if dumped:byte() == 27 then code, message = (loadstring or load)(dumped, '=(loaded)', 'b') end
   return code or fail('readObject: a function cannot be loaded: %s', message)
end

-- Joins the upvalue with that of a function read before, if both have the same number.
local function share_upvalue(debug, state, code, k, id)
   if not debug.upvaluejoin or type(id) ~= 'number' or id ~= id then return end
   local first = state.shared[id]
   if first then debug.upvaluejoin(code, k, first.code, first.k) else state.shared[id] = { code = code, k = k } end
end

local function read_upvalues(file, state, code, by_position)
   local debug, upvalues = host.need('readObject', 'debug'), file:readObject()
   if type(upvalues) ~= 'table' then fail('readObject: the upvalues of a function are a %s', type(upvalues)) end
   for k, upvalue in ipairs(upvalues) do
      local value = upvalue
      if not by_position then
         if type(upvalue) ~= 'table' then fail('readObject: an upvalue is a %s', type(upvalue)) end
         value = upvalue.value
         if upvalue.name == '_ENV' then value = _G end
      end
      if not debug.setupvalue(code, k, value) then break end
      if not by_position then share_upvalue(debug, state, code, k, upvalue.id) end
   end
   return code
end

local function read_function(by_position)
   return function(file, state, index)
      local code = read_code(file, state)
      note(state, index, code)
      return read_upvalues(file, state, code, by_position)
   end
end

local function read_carried(file, state, index)
   local object = state.carrier:read(read_text(file))
   note(state, index, object)
   return object
end

local readers = {
   [TABLE] = read_table, [OBJECT] = read_class,
   [FUNCTION] = read_function(false), [FUNCTION_BY_POSITION] = read_function(true),
}

local function read_counted(file, state, code)
   if code == FUNCTION_ALONE then return read_upvalues(file, state, read_code(file, state), true) end
   local index = file:readInt()
   local known = state.referenced and state.read[index]
   if known then return known end
   return (readers[code] or read_carried)(file, state, index)
end

local function read_object(file, state)
   local code = file:readInt()
   if code == NIL then return nil end
   if code == NUMBER then return read_number(file) end
   if code == STRING then return read_text(file) end
   if code == BOOLEAN then return file:readBool() end
   if code == CARRIED and state.carrier then return deeper(file, state, read_counted, code) end
   if not readers[code] and code ~= FUNCTION_ALONE then
      fail('readObject: no object begins with %d; is it another format or mode?', code)
   end
   return deeper(file, state, read_counted, code)
end

function methods:readObject(options)
   local state = state_of(self)
   local call = call_of(state)
   local trouble = type(options) == 'table' and arguments.unknown_option(options, { 'functions' })
   if trouble then fail('readObject: %s', trouble) end
   if call.depth == 0 then call.functions = type(options) == 'table' and options.functions == true end
   return read_object(self, state)
end

function methods:readBool(count)
   if count ~= nil then return types.read_bools(self, count) end
   return self:readInt() == 1
end

function methods:referenced(on)
   state_of(self).referenced = on and true or false
   return self
end

function methods:isReferenced()
   return state_of(self).referenced
end

-- --- tensors ---

-- The position in the storage of the last element that a tensor reaches; 0 if it has none.
local function reach(x)
   local last = x:storageOffset()
   for d = 1, x:dim() do
      if x:size(d) == 0 then return 0 end
      last = last + (x:size(d) - 1) * x:stride(d)
   end
   return last
end

-- The quantizer of a tensor as a table; false if it has none.
local function quantizer_of(x)
   if not x:isQuantized() then return false end
   local scheme = x:qScheme()
   if scheme:find '^perTensor' then return { scheme = scheme, scales = x:qScale(), zeroPoints = x:qZeroPoint() } end
   return { scheme = scheme, scales = x:qPerChannelScales(), zeroPoints = x:qPerChannelZeroPoints(),
      axis = x:qPerChannelAxis() }
end

local function give_quantizer(x, found)
   if found == false then return end
   if type(found) ~= 'table' then fail('read: the quantizer of a %s is a %s', typename_of(x), type(found)) end
   set_quantizer(x, found.scheme, found.scales, found.zeroPoints, found.axis)
end

local function is_quantized_type(x)
   return x:type():find '^torch%.QU?Int' ~= nil
end

-- A scalar is written as a vector of one element with stride 0; real vectors of one element are written with
-- stride 1.
local function write_tensor(x, file)
   state_of(file)
   local write = sparse.writer_of(x)
   if write then return write(x, file) end
   x = x:resolveConj():resolveNeg() -- files know no bits
   local sizes, strides = x:size(), x:stride()
   local last, held = reach(x), x:storage() and #x:storage()
   if held and last > held then
      fail('writeObject: the tensor reaches element %d, its storage has %d: it was released, or shrank', last, held)
   end
   if x:dim() == 0 and x:storage() then
      sizes, strides = module.LongStorage { 1 }, module.LongStorage { 0 }
   elseif x:dim() == 1 and x:size(1) == 1 then
      strides = module.LongStorage { 1 }
   end
   file:writeInt(sizes:size())
   file:writeLong(sizes)
   file:writeLong(strides)
   file:writeLong(x:storageOffset())
   file:writeObject(x:storage())
   if is_quantized_type(x) then file:writeObject(quantizer_of(x)) end
end

local function is_empty(sizes)
   for k = 1, sizes:size() do
      if sizes[k] == 0 then return true end
   end
   return sizes:size() == 0
end

local function read_window(x, file)
   state_of(file)
   if x:isSparse() then return end -- made with its parts
   local name, n = typename_of(x), file:readInt()
   if n < 0 or n > 8 then fail('read: a %s of %d dimensions; a tensor has at most 8', name, n) end
   local sizes, strides = file:readLong(n), file:readLong(n)
   local offset, storage = file:readLong(), file:readObject()
   if storage == nil then
      if not is_empty(sizes) then fail('read: a %s that has elements, without a storage', name) end
      if n > 0 then x:resize(sizes) else x:set() end
      return
   end
   if typename_of(storage) ~= name:gsub('Tensor$', 'Storage') then
      fail('read: a %s on a %s', name, typename_of(storage) or type(storage))
   end
   if n == 1 and sizes[1] == 1 and strides[1] == 0 then
      x:set(storage, offset, {}, {})
   elseif n == 0 then
      x:set(module[name:match '%a+Tensor']())
   else
      x:set(storage, offset, sizes, strides)
   end
end

-- Behind the window of a quantized type comes its quantizer, or false.
local function read_tensor(x, file)
   read_window(x, file)
   if is_quantized_type(x) then give_quantizer(x, file:readObject()) end
end

-- --- whole files ---

local modes = {
   binary = function(file) return file:binary() end,
   ascii = function(file) return file:ascii() end,
   b32 = function(file) return file:binary():longSize(4) end,
   b64 = function(file) return file:binary():longSize(8) end,
}

-- where: the name of the function for errors; nil where the caller adds it.
local function in_front(where)
   return where and where .. ': ' or ''
end

local function prepare(where, file, mode, referenced)
   if mode ~= nil and not modes[mode] then
      fail("%sthe mode is 'binary', 'ascii', 'b32' or 'b64', not %s", in_front(where), tostring(mode))
   end
   if referenced ~= nil and type(referenced) ~= 'boolean' then
      fail('%sreferenced is true or false, not a %s', in_front(where), type(referenced))
   end
   modes[mode or 'binary'](file)
   return file:referenced(referenced ~= false)
end

-- Rewrites an error raised inside a file as one of the function the script called.
local function in_name_of(where, message)
   if type(message) ~= 'string' then return message end
   local text = message:gsub('^%S*serialize%.lua:%d+: ', ''):gsub('^%a+Object: ', '')
   return in_front(where) .. text
end

-- Returns f(file, ...) and closes the file, also after an error.
local function finish(where, file, f, ...)
   local ok, result = pcall(f, file, ...)
   states[file] = nil -- now, not some collections later: it keeps what was written
   if ok then
      file:close()
   else
      pcall(file.close, file)
      error(in_name_of(where, result), 0)
   end
   return result
end

-- Returns mode, referenced and options; the table of options may stand in the place of either of the others.
local function options_of(mode, referenced, options)
   if type(mode) == 'table' then return nil, nil, mode end
   if type(referenced) == 'table' then return mode, nil, referenced end
   return mode, referenced, options
end

-- Writes an object to a file, and reads one; the file is closed in any case. For tensor/formats/t7.lua.
function serialize.write_file(file, object, mode, referenced)
   finish(nil, prepare(nil, file, mode, referenced), methods.writeObject, object)
end

function serialize.read_file(file, mode, options)
   return finish(nil, prepare(nil, file, mode), methods.readObject, options)
end

local function write_storage(file, object)
   file:writeObject(object)
   return file:storage()
end

local function to_storage(where, object, mode, referenced)
   local storage = finish(where, prepare(where, module.MemoryFile(), mode, referenced), write_storage, object)
   return storage:resize(storage:size() - 1) -- without the final 0 of a MemoryFile
end

function serialize.to_text(object, mode, referenced)
   return to_storage(nil, object, mode, referenced):string()
end

-- A file on a descriptor that TH/formats has opened.
function serialize.file_of(descriptor, mode)
   return types.ofDescriptor(descriptor, mode)
end

function serialize.serializeToStorage(object, mode)
   return to_storage('serializeToStorage', object, mode)
end

function serialize.serialize(object, mode)
   return to_storage('serialize', object, mode):string()
end

function serialize.deserializeFromStorage(storage, ...)
   local mode, _, options = options_of(...)
   if not module.isStorage(storage) then
      fail('deserializeFromStorage: a CharStorage or ByteStorage expected, got a %s', type(storage))
   end
   local size = storage:size()
   local copy = module.CharStorage(size + 1)
   copy[size + 1] = 0
   module.CharStorage(copy, 1, size):copy(storage)
   local file = prepare('deserializeFromStorage', module.MemoryFile(copy, 'r'), mode)
   return finish('deserializeFromStorage', file, methods.readObject, options)
end

-- A file in memory with the bytes of a text.
function serialize.text_file(text)
   return module.MemoryFile(module.CharStorage():string(text .. '\0'), 'r')
end

function serialize.deserialize(text, ...)
   if type(text) ~= 'string' then fail('deserialize: a string expected, got a %s', type(text)) end
   local mode, _, options = options_of(...)
   local file = prepare('deserialize', serialize.text_file(text), mode)
   return finish('deserialize', file, methods.readObject, options)
end

-- --- messages ---

-- The bytes of an object as a CharStorage, and the object of such bytes, which end with a 0. carrier decides what is
-- not among the bytes: carrier:carries(object) says so, carrier:write(object) returns a text for it, which the
-- receiver's carrier:read(text) turns into the object. first: a character in front, which unpack does not expect.
function serialize.pack(where, object, carrier, first)
   local file = prepare(where, module.MemoryFile(), 'binary')
   state_of(file).carrier = carrier
   file:writeChar(first:byte())
   local storage = finish(where, file, write_storage, object)
   return storage:resize(storage:size() - 1)
end

function serialize.unpack(where, bytes, carrier, options)
   local file = prepare(where, module.MemoryFile(bytes, 'r'), 'binary')
   state_of(file).carrier = carrier
   return finish(where, file, methods.readObject, options)
end

-- --- adding to the module ---

local documents = {
   { 'serialize', 'object:any mode:binary/ascii/b32/b64=binary', 'an object as a string' },
   { 'deserialize', 'text:string mode:binary/ascii/b32/b64=binary o:options?',
      'the object in a string; options as for load' },
   { 'serializeToStorage', 'object:any mode:binary/ascii/b32/b64=binary', 'an object as a CharStorage' },
   { 'deserializeFromStorage', 's:Storage mode:binary/ascii/b32/b64=binary o:options?',
      'the object in a CharStorage or ByteStorage; options as for load' },
}

local function install_functions(document)
   for _, row in ipairs(documents) do
      module[row[1]] = serialize[row[1]]
      document { name = row[1], signature = row[2], doc = row[3], chapter = 'file' }
   end
end

-- Adds the functions to the module and the methods to files and tensors.
function serialize.install(tensor, file_types, quantizer)
   module, types, key_of, set_quantizer = tensor, file_types, file_types.key, quantizer
   types.read_bools, types.write_bools = types.File.readBool, types.File.writeBool
   for name, method in pairs(methods) do types.File[name] = method end
   tensor.Tensor.write, tensor.Tensor.read = write_tensor, read_tensor
   install_functions(tensor.document)
end

return serialize
