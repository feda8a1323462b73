-- tensor/torch7/utilities.lua: small functions of Torch7: folders of modules, include, pointers for FFI,
-- generators in files.
local host = require 'tensor.host'

local utilities = {}

local function fail(format, ...)
   error(format:format(...), 0)
end

-- --- files of Lua ---

-- The folder of a module's file on package.path, or nil.
function utilities.packageLuaPath(name)
   if name == nil then name = 'torch' end
   if type(name) ~= 'string' then fail('packageLuaPath: the name of a module expected, got %s', type(name)) end
   local open = host.need('packageLuaPath', 'io.open')
   for template in host.need('packageLuaPath', 'package.path'):gmatch '[^;]+' do
      local path = template:gsub('%?', (name:gsub('%.', '/'):gsub('%%', '%%%%')))
      local file = open(path)
      if file then
         file:close()
         return path:match '^(.*)/' or '.'
      end
   end
end

function utilities.include(package_name, file)
   if type(file) ~= 'string' then fail('include: the name of a file expected, got %s', type(file)) end
   local folder = utilities.packageLuaPath(package_name) or fail('include: no package %s', package_name)
   host.need('include', 'dofile')(folder .. '/' .. file)
end

-- Torch7's global include: runs a file from the folder of the caller, or of the function depth calls further
-- out.
function utilities.include_beside(file, depth)
   if type(file) ~= 'string' then fail('include: the name of a file expected, got %s', type(file)) end
   local getinfo, run = host.need('include', 'debug.getinfo'), host.need('include', 'dofile')
   local caller = getinfo(2 + (depth or 0), 'S')
   local folder = caller and caller.source:match '^@(.*)/[^/]*$' or '.'
   return run(file:find '^/' and file or folder .. '/' .. file)
end

-- --- addresses for C ---

-- The C type of the elements of each dtype, for FFI.
local ctypes = {
   byte = 'unsigned char', char = 'signed char', short = 'short', int = 'int', long = 'int64_t', half = 'uint16_t',
   float = 'float', double = 'double', bool = 'unsigned char', bfloat16 = 'uint16_t', uint16 = 'uint16_t',
   complexfloat = 'complex float', complexdouble = 'complex double', complexhalf = 'uint32_t', qint8 = 'signed char',
   quint8 = 'unsigned char', qint32 = 'int',
}

-- A spec compares them with what C says of its own (core.places).
local structs = [[
typedef struct TH%sStorage {
  %s *data; int64_t size; int32_t refcount, viewers; int16_t dtype, device; uint32_t flag; void *others[5];
  int64_t loans;
} TH%sStorage;
typedef struct TH%sTensor {
  int64_t size[8], stride[8]; TH%sStorage *storage; int64_t storageOffset; int32_t nDimension; int16_t dtype;
  uint16_t flags; void *layout; int64_t held, heldAt;
} TH%sTensor;
]]

local ok, ffi = pcall(require, 'ffi')

-- The C type of the elements of a kind such as Float, Cuda or CudaInt.
local function ctype_of(kind)
   local dtype = kind == 'Cuda' and 'Float' or kind:gsub('^Cuda', '')
   return ctypes[dtype:lower()]
end

-- The types of Torch7's C API that are not made for each element type.
local others = {
   'typedef struct THHalf { unsigned short x; } THHalf;', 'typedef struct THGenerator THGenerator;',
   'typedef struct THFile THFile;', 'typedef struct THAllocator THAllocator;',
   'typedef struct THMapAllocatorContext THMapAllocatorContext;', 'typedef struct THCState THCState;',
}

-- Declares the types of Torch7's C API to FFI, once: require 'torch' and the first cdata() do so. If a script has
-- already declared one, its own remains.
local declared = not ok
function utilities.declare(core)
   if declared then return end
   declared = true
   for _, text in ipairs(others) do pcall(ffi.cdef, text) end
   local dtype = 1
   while core.metatable(dtype) do
      for _, is_cuda in ipairs { false, true } do
         local kind = core.metatable(dtype, true, is_cuda).__typename:match '^torch%.(.*)Storage$'
         pcall(ffi.cdef, structs:format(kind, ctype_of(kind), kind, kind, kind, kind))
      end
      dtype = dtype + 1
   end
end

local function check_object(tensor, x, where)
   if not tensor.isTensor(x) and not tensor.isStorage(x) then
      fail('%s: a Tensor or a Storage expected, got %s', where, tensor.type(x))
   end
   return x
end

-- Turns an address into a pointer to a C type, a light userdata if there is no FFI, or a number. Returns nil
-- for address 0.
local function pointer_to(core, address, ctype, as_number)
   if address == 0 then return nil end
   if not ok then return as_number and address or core.light(address) end
   local number = ffi.cast('int64_t', address)
   return as_number and number or ffi.cast(ctype .. ' *', number)
end

local function install_pointers(tensor, core)
   -- Returns the two parts of a type name: "Float" and "Tensor" for a torch.FloatTensor.
   local function names_of(x, where)
      local name = check_object(tensor, x, where):type():match '^torch%.(%w+)$'
      if not name then -- it has a layout
         error(('%s: a %s tensor is not supported here; toDense() makes it strided'):format(where, x:layout()), 0)
      end
      return name:match '^(.*)(%u%l+)$'
   end

   -- A pointer to elements of the CPU; as a number, the address on any device.
   function tensor.data(x, as_number)
      local kind, what = names_of(x, 'data')
      if what == 'Tensor' and kind:find '^Cuda' and not as_number then
         error(('data: a %s is on a device, where the host has no pointer to; dataPtr gives the address there')
            :format(x:type()), 0)
      end
      local address = what == 'Tensor' and x:nElement() == 0 and 0 or x:dataPtr()
      return pointer_to(core, address, (x:isReadOnly() and 'const ' or '') .. ctype_of(kind), as_number)
   end

   function tensor.cdata(x, as_number)
      local kind, what = names_of(x, 'cdata')
      utilities.declare(core)
      core.takeErrors()
      return pointer_to(core, core.pointer(x), 'TH' .. kind .. what, as_number)
   end

   -- pushudata accepts an address in each form that data and cdata return.
   local pushudata = tensor.pushudata
   function tensor.pushudata(address, ...)
      if type(address) == 'cdata' then address = ffi.cast('int64_t', address) end
      return pushudata(type(address) == 'userdata' and core.pointer(address) or address, ...)
   end

   tensor.Tensor.data, tensor.Tensor.cdata = tensor.data, tensor.cdata
   local storage, dtype = core.functions(true), 1 -- those of types that are made later
   while storage do
      storage.data, storage.cdata = tensor.data, tensor.cdata
      storage, dtype = core.metatable(dtype, true), dtype + 1
   end
end

-- A generator is written as the number of bytes of its state, then these bytes.
local function install_generator(tensor, core)
   local generator = core.metatable 'generator'

   function generator:write(file)
      local state = tensor.getRNGState(self)
      file:writeInt(state:nElement())
      file:writeByte(state:storage())
   end

   function generator:read(file)
      local size, n = tensor.getRNGState(self):nElement(), file:readInt()
      if n ~= size then fail('read: the state of a generator has %d bytes, not %s', size, tostring(n)) end
      tensor.setRNGState(self, tensor.ByteTensor(file:readByte(size)))
   end
end

function utilities.install(tensor, core)
   tensor.packageLuaPath, tensor.include = utilities.packageLuaPath, utilities.include
   function tensor.setheaptracking(on)
      if type(on) ~= 'boolean' then fail('setheaptracking: true or false expected, got %s', type(on)) end
      tensor._heaptracking = on
   end
   function tensor.updateerrorhandlers() core.takeErrors() end
   function tensor.updatethreadlocals() end
   function tensor.totable(x, ...)
      if core.isStorage(x) then return x:totable(...) end
      return core.totable(x, ...)
   end
   install_pointers(tensor, core)
   install_generator(tensor, core)
   tensor.newmetatable 'torch.Allocator'
end

return utilities
