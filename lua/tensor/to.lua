-- tensor/to.lua: x:to(where) converts and moves a tensor: where is a device, a type, or options with both.
local arguments = require 'tensor.arguments'

local signatures = { 'x:Tensor where:any', 'x:Tensor o:options' }
local doc = "x on a device (0 or 'cpu', 2, 'cuda:2', 'cuda'), of a dtype ('half'), of a type ('torch.CudaTensor'), or "
   .. 'by options device, dtype, layout and memoryFormat; x itself if nothing changes. With async = true like '
   .. 'copyAsync; the second result is then the event'

local tensor
local formats = { contiguous = true, preserve = true, channelsLast = true, channelsLast3d = true }
local types = {} -- name of each dtype's type, as Half for half

local function fail(format, ...) error(('to: ' .. format):format(...), 0) end

-- The dtype with that name, as float for 'float' and 'float32'; nil for other names.
local function dtype_named(name)
   local dtype = rawget(tensor, name)
   return types[dtype] and dtype
end

-- Turns where, in any of its forms, into options.
local function read(where)
   if type(where) == 'number' then return { device = where } end
   local object = tensor.isTensorType(where) and types[where.dtype] and where
   if object then
      return { device = object.isCuda and 'cuda' or 'cpu', dtype = object.dtype, layout = object:layout() }
   end
   if type(where) == 'table' then return where end
   if type(where) == 'string' and dtype_named(where) then return { dtype = where } end
   local name = type(where) == 'string' and where:match '^torch%.(.+Tensor)$'
   if name and type(tensor[name]) == 'table' then return read(tensor[name]) end
   local there = name and name:match '^cuda%.(.+)$'
   local layout, kind = (there or name or ''):match '^(%w+)%.(%w+)$'
   local list = layout and (there and tensor.cuda or tensor)[layout]
   if type(list) == 'table' and list[kind] then return read(list[kind]) end
   return { device = where }
end

local function check_options(o)
   if o.memoryFormat ~= nil and not formats[o.memoryFormat] then
      fail("memoryFormat '%s' is unknown; an example is 'channelsLast'", tostring(o.memoryFormat))
   end
   local trouble = arguments.unknown_option(o, { 'async', 'device', 'dtype', 'layout', 'memoryFormat' })
   if trouble then fail('%s', trouble) end
   if o.dtype ~= nil and not dtype_named(o.dtype) then
      fail("dtype '%s' is unknown; an example is 'float'", tostring(o.dtype))
   end
end

-- The device as a number, or 'cuda' for any CUDA device; nil if none is named.
local function number_of(device)
   if device == nil or device == 'cuda' then return device end
   if device == 'cpu' then return 0 end
   local number = type(device) == 'string' and tonumber(device:match '^cuda:(%d+)$') or device
   if type(number) ~= 'number' then
      fail("'%s' is no device and no type; examples are 'cpu', 'cuda:1', 'half' and 'torch.HalfTensor'",
         tostring(device))
   end
   arguments.check_number('to', 'device', number, 0)
   if device == 'cuda:0' then fail "CUDA's devices are counted from 1: there is no 'cuda:0'" end
   return number
end

-- The number of the device to move to. x stays on its own device if the options allow it.
local function device_of(x, device)
   local number = number_of(device)
   if number == nil or number == 0 then return number or x:getDevice() end
   local current, n = tensor.cuda.getDevice(), tensor.cuda.getDeviceCount()
   if number == 'cuda' then return x:getDevice() > 0 and x:getDevice() or current end
   if number > n then fail("there is no device %d; CUDA's devices are 1 to %d", number, n) end
   return number
end

-- Starts an asynchronous copy; returns the tensor and an event that passes when the copy is complete.
local function without_wait(x, device, name)
   local result
   if device == 0 then
      result = tensor.cuda[('createCudaHost%sTensor'):format(name)](x:size())
   else
      result = tensor.cuda.withDevice(device, tensor.cuda[name .. 'Tensor']):resizeAs(x)
   end
   return result, result:copyAsync(x)
end

-- x in a layout; dtype and device stay.
local function in_layout(x, layout)
   if layout == nil or layout == x:layout() then return x end
   local T = tensor.tensorTypes { layout = layout, dtype = x.dtype, device = x.isCuda and 'cuda' or 'cpu' }[1]
   return T and x:type(T) or fail("layout '%s' is unknown; examples are 'strided' and 'sparse'", tostring(layout))
end

local check = arguments.checker('to', signatures)

local function move(x, o)
   local device, dtype = device_of(x, o.device), o.dtype and dtype_named(o.dtype) or x.dtype
   local moves = device ~= x:getDevice()
   if not moves and dtype == x.dtype then return x end
   if moves and o.async and x:dim() > 0 then return without_wait(x, device, types[dtype]) end
   if device == 0 then return x[dtype](x) end
   return x[dtype == 'float' and 'cuda' or 'cuda' .. types[dtype]](x, device)
end

local function to(...)
   check(...)
   local x, where = ...
   local o = read(where)
   check_options(o)
   x = in_layout(x, o.layout)
   if o.memoryFormat == nil or o.memoryFormat == 'preserve' then return move(x, o) end
   if o.async then fail "async copies are row-major; give memoryFormat to contiguous() afterwards" end
   return move(x, o):contiguous(o.memoryFormat)
end

local function install(module, core)
   tensor = module
   local dtype = 1
   while core.metatable(dtype) do
      local object = core.metatable(dtype)
      types[object.dtype] = object.name:match '^torch%.(.*)Tensor$'
      dtype = dtype + 1
   end
   tensor.Tensor.to = to
   for _, signature in ipairs(signatures) do
      tensor.document { name = 'to', signature = signature, doc = doc, chapter = 'tensor', ismethod = true }
   end
end

return { install = install }
