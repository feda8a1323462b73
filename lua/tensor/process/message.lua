-- tensor/process/message.lua: values as messages of queues.
--
-- Plain values (lua/exchange/plain.c) go as they are. Others are written as tensor.save writes them, but for what goes
-- beside the bytes: the memory of tensors, which both sides have from then on, queues, and, in what workers are given
-- and return, the modules that functions use, which are required on the other side.
--
-- Invariant: a message lists what it mentions in the order of its texts, and so lie its descriptors.
if jit then jit.off(true, true) end -- see host.lua
local host = require 'tensor.host'
local serialize = require 'tensor.torch7.serialize'

local message = {}

local processes, queue_of -- the functions in C; one that gives a queue that came in its one value here

-- --- modules and what is in them, by name ---

-- Functions that are code of this script are copied, so of others only those count that cannot be, and tensor's.
local function is_part(name, value)
   if type(value) == 'function' then
      return name:find '^tensor' ~= nil or not pcall(string.dump, value)
   end
   return type(value) == 'table' and name:find '^tensor' ~= nil
end

-- A table from each loaded module, and from what is in it, to the text that names it.
local function find_parts()
   local parts, loaded = {}, host.need('start', 'package').loaded
   for name, module in next, loaded do
      for key, value in next, type(module) == 'table' and type(name) == 'string' and module or {} do
         if type(key) == 'string' and is_part(name, value) then parts[value] = ('part %s %s'):format(name, key) end
      end
   end
   for name, module in next, loaded do
      if type(name) == 'string' and type(module) ~= 'boolean' then parts[module] = 'module ' .. name end
   end
   return parts
end

-- --- what goes beside the bytes ---

local Carrier = {}
Carrier.__index = Carrier

-- with_code: functions may be in it, and parts of modules go by name. letter: the message that is read.
local function new_carrier(with_code, letter)
   return setmetatable({ with_code = with_code, parts = with_code and not letter and find_parts() or {},
      letter = letter, mentioned = {} }, Carrier)
end

local function kind_of(object)
   local mt = host.metatable_of(object)
   local name = type(mt) == 'table' and rawget(mt, '__typename')
   if name == 'torch.Queue' then return 'queue' end
   if type(name) == 'string' and name:find '^torch%.%w+Storage$' and not name:find '^torch%.Cuda' then
      return 'storage'
   end
end

function Carrier:carries(object)
   local kind = type(object)
   if kind == 'userdata' then
      local found = kind_of(object)
      return found == 'queue' or found == 'storage' and object:size() > 0 or self.parts[object] ~= nil
   end
   if kind == 'function' and not self.with_code then
      error('a message cannot hold a function; start gives them to workers', 0)
   end
   return (kind == 'function' or kind == 'table') and self.parts[object] ~= nil
end

function Carrier:write(object)
   local kind = kind_of(object)
   if kind == 'queue' then
      table.insert(self.mentioned, object)
      return kind
   elseif kind == 'storage' then
      local tensor, handle = processes.share(object)
      table.insert(self.mentioned, tensor)
      return 'storage ' .. handle
   end
   return self.parts[object]
end

-- A handle of all elements of a storage. If that is a view, its elements are in the middle of another one.
local function storage_of(tensor)
   local storage = tensor:storage()
   if tensor:nElement() == storage:size() then return storage end
   return getmetatable(storage)(storage, tensor:storageOffset(), tensor:nElement())
end

local function part_of(text)
   local name, key = text:match '^(%S+) (.*)$'
   local value = require(name)[key]
   if value == nil then error(('the module %s has no %s here'):format(name, key), 0) end
   return value
end

function Carrier:read(text)
   local kind, rest = text:match '^(%a+) ?(.*)$'
   if kind == 'storage' then return storage_of(processes.letterTensor(self.letter, rest)) end
   if kind == 'queue' then return queue_of(processes.letterQueue(self.letter)) end
   if self.with_code and kind == 'module' then return require(rest) end
   if self.with_code and kind == 'part' then return part_of(rest) end
   error(('a message mentions %q, which means nothing here'):format(kind), 0)
end

-- --- putting and reading ---

-- Puts a value of any kind. where: the function that the script called.
function message.put(where, queue, value, with_code)
   local carrier = new_carrier(with_code)
   local bytes = serialize.pack(where, value, carrier, 'o')
   processes.putObject(queue, bytes, carrier.mentioned)
end

-- The value of a letter, which is what processes.get gives for a message that is not plain.
function message.read(where, letter, with_code)
   local carrier = new_carrier(with_code, letter)
   return serialize.unpack(where, processes.letterBytes(letter), carrier, { functions = with_code or false })
end

function message.install(functions, one_value)
   processes, queue_of = functions, one_value
end

return message
