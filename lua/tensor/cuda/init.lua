-- tensor/cuda/init.lua: tensor.cuda. The part in C (lua/cuda/cuda.c, which contains CUDA's runtime) is loaded when one
-- of its functions is first called. Without a device every function but isAvailable raises the reason, so a script can
-- require tensor anywhere.
local arguments = require 'tensor.arguments'
local class = require 'tensor.torch7.class'
local copies = require 'tensor.cuda.copy'
local sparse = require 'tensor.sparse'
local streams = require 'tensor.cuda.stream'

local cuda = {}

local library
local check_events
local module    -- tensor
local add_types -- adds the types of devices to tensor, when first needed

-- The C functions, or nil and the reason.
local function load()
   if library then return library end
   local found, core = pcall(require, 'tensor.cudacore')
   if not found and core:find("module 'tensor.cudacore' not found", 1, true) then
      return nil, 'tensor was built without CUDA, which the rock tensor-cuda adds (see doc/cuda.md)'
   end
   if not found then return nil, core end
   local opened, reason = core.open()
   if not opened then return nil, reason end
   library = core
   add_types()
   check_events(core.events)
   return library
end

-- The C functions, for cuda.<name>; raises the reason if there are none.
local function need(name)
   local core, reason = load()
   return core or error(('cuda.%s: %s'):format(name, reason), 0)
end

-- Functions that call the C function of the same name: signature, help.
local passed_on = {
   getDeviceCount = { '', 'the number of devices' },
   getDevice = { '', "the current device's number, from 1" },
   setDevice = { 'device:position', 'makes a device the current one, on which new tensors are made' },
   synchronize = { 'device:position?', 'waits until all work given to the current or another device is done' },
   getDeviceProperties = { 'device:position?', 'the properties of the current or another device as a table: name, '
      .. 'totalGlobalMem, major, minor, warpSize, ...' },
   getDriverVersion = { '', 'the version of CUDA that the driver supports, such as 13000' },
   getRuntimeVersion = { '', 'the version of CUDA that tensor was built with, such as 13000' },
   getMemoryUsage = { 'device:position?', 'free and total bytes of the current or another device' },
   memoryStats = { 'device:position?', 'the memory of the current or another device: bytes allocated (in use), '
      .. 'reserved (in use or kept for reuse), peak, peakReserved; counts of blocks, segments, allocations, reused '
      .. '(allocations from kept memory), retries and failures (when memory was short)' },
   getPeerToPeerAccess = { 'device:position other:position', 'whether a device can access the memory of another; '
      .. 'tested at the first question' },
   isCachingAllocatorEnabled = { '', 'whether freed memory of devices is kept for reuse: true unless a C host chose '
      .. 'another allocator' },
   resetPeak = { 'device:position?', 'sets the peaks of memoryStats to the present figures' },
   allowTF32 = { 'allow:boolean?', 'whether products of floats may round their factors to 10 bits of the fraction '
      .. '(TF32, which is faster on tensor cores); false unless set' },
   emptyCache = { 'device:position?', 'gives memory that is kept for reuse back to CUDA: that of one device, or of all '
      .. 'devices and pinned memory' },
   pinnedStats = { '', 'pinned memory: bytes allocated (in use), reserved (in use or kept for reuse), limit (of what '
      .. 'is kept); counts of blocks, segments, allocations, reused (allocations from kept memory)' },
   setPinnedCacheLimit = { 'bytes:number', 'how many bytes of pinned memory may be kept for reuse, 2^30 unless set; '
      .. 'beyond that the blocks kept longest are given back' },
   pinnedAllocator = { '', 'the allocator of pinned memory, which constructors of storages take as first argument' },
   getStream = { 'device:position?', 'the index of the current stream of the current or another device; 0 is the '
      .. 'default stream' },
   getNumStreams = { '', 'how many streams a device has beside the default one; the second half has high priority' },
   setDebug = { 'on:boolean', 'waits for the device after every operation, so that an error is raised by the operation '
      .. 'that caused it' },
   Event = { 'timed:boolean=false', 'makes an event of the current device, recorded on its current stream' },
}

local written_here = {
   isAvailable = { '', 'true, or false and the reason why no CUDA device can be used' },
   synchronizeAll = { '', 'waits until all work given to any device is done' },
   hasHalfInstructions = { 'device:position?', 'whether the current or another device has instructions for half' },
   hasFastHalfInstructions = { 'device:position?', 'whether the current or another device has instructions for half '
      .. 'that are faster than those for float' },
   withDevice = { 'device:position f:function', 'calls f() with device as the current one and returns its results' },
   generator = { 'device:position?', 'the random generator of the current or another device; given to a tensor of the '
      .. 'CPU it draws the same numbers' },
   manualSeed = { 'seed:number', "seeds the current device's generator" },
   manualSeedAll = { 'seed:number', 'seeds the generators of all devices with the same seed' },
   seed = { '', "seeds the current device's generator with a seed that the system chooses; returns the seed" },
   seedAll = { '', 'seeds the generators of all devices with one seed that the system chooses; returns the seed' },
   initialSeed = { '', "the seed of the current device's generator" },
   getRNGState = { '', "the state of the current device's generator as a ByteTensor of the CPU, for setRNGState" },
   setRNGState = { 'state:ByteTensor', 'continues from a state that getRNGState returned' },
}

local event_methods = {
   { 'record', 'e:Event', 'records the event on the current stream of its device; returns the event' },
   { 'waitOn', 'e:Event', "makes the current device's current stream wait for the event" },
   { 'synchronize', 'e:Event', 'waits until the event has passed' },
   { 'query', 'e:Event', 'whether the event has passed' },
   { 'elapsed', 'e:Event later:Event', 'milliseconds from this event to a later one; both must be timed' },
}

function cuda.isAvailable()
   local core, reason = load()
   if core then return core.open() end
   return false, reason
end

cuda.hasHalf = true -- for scripts that ask: there are CudaHalfTensors

local functions = {} -- by name: f(core, ...), with checked arguments

function functions.synchronizeAll(core) core.synchronize(0) end

-- The compute capability, such as 9.0.
local function capability(core, device)
   local p = core.getDeviceProperties(device)
   return p.major + p.minor / 10
end

function functions.hasHalfInstructions(core, device) return capability(core, device) >= 5.3 end

function functions.hasFastHalfInstructions(core, device)
   local version = capability(core, device)
   return version >= 6 and version ~= 6.1
end

-- core.call is a pcall that f cannot leave by a yield, so the device is always set back.
function functions.withDevice(core, device, f)
   local before = core.getDevice()
   core.setDevice(device)
   return streams.restored(function() core.setDevice(before) end, core.call(f))
end

-- --- random numbers: a generator for each device ---

local generator_of -- the function of tensor's core

function functions.generator(core, device)
   device = device or core.getDevice()
   local n = core.getDeviceCount()
   if not (device >= 1 and device <= n) then
      error(("generator: there is no device %d; CUDA's devices are 1 to %d"):format(device, n), 0)
   end
   return generator_of(device)
end

for _, name in ipairs { 'manualSeed', 'seed', 'initialSeed', 'getRNGState', 'setRNGState' } do
   functions[name] = function(core, ...)
      local generator = generator_of(core.getDevice())
      return generator[name](generator, ...)
   end
end

function functions.manualSeedAll(core, seed)
   for device = 1, core.getDeviceCount() do generator_of(device):manualSeed(seed) end
end

function functions.seedAll(core)
   local seed = generator_of(1):seed()
   functions.manualSeedAll(core, seed)
   return seed
end

-- --- the module's part ---

-- The function that scripts call: it loads the C functions (or raises), checks the arguments and calls f(core, ...).
local function checked(name, signatures, f)
   local check = arguments.checker(name, signatures)
   return function(...)
      local core = need(name)
      check(...)
      return f(core, ...)
   end
end

for name, row in pairs(passed_on) do
   cuda[name] = checked(name, row[1], function(core, ...) return core[name](...) end)
end
for name, f in pairs(functions) do cuda[name] = checked(name, written_here[name][1], f) end

-- Add argument checks to the methods of events, which C has put into their metatable.
function check_events(methods)
   for _, row in ipairs(event_methods) do
      local f, check = methods[row[1]], arguments.checker(row[1], row[2])
      methods[row[1]] = function(...)
         check(...)
         return f(...)
      end
   end
end

local function document(tensor, rows)
   local names = {}
   for name in pairs(rows) do names[#names + 1] = name end
   table.sort(names)
   for _, name in ipairs(names) do
      local signatures = rows[name][1]
      for _, signature in ipairs(type(signatures) == 'table' and signatures or { signatures }) do
         tensor.document { name = 'cuda.' .. name, signature = signature, doc = rows[name][2], chapter = 'cuda' }
      end
   end
end

-- The types of devices: tensor.CudaTensor, tensor.CudaIntTensor and so on, also as cuda.FloatTensor and so on. They are
-- added when a script first asks for one, which does not need CUDA; calling one without a device raises the reason.
local function types_of(tensor, core)
   local added = false
   return function()
      if added then return end
      added = true
      class.add_types(tensor, core, true)
      local dtype = 1
      while core.metatable(dtype) do
         local type_object = core.metatable(dtype, false, true)
         tensor[type_object.name:match '^torch%.(.*)$'] = type_object
         cuda[core.metatable(dtype).name:match '^torch%.(.*)$'] = type_object
         dtype = dtype + 1
      end
      for name, type_object in pairs(core.deviceStorages()) do tensor[name] = type_object end
   end
end

-- The type of devices with that name, such as CudaTensor, or nil.
local function find(name)
   add_types()
   return rawget(module, name)
end

local function install(tensor, core)
   module = tensor
   tensor.cuda = cuda
   generator_of = core.generator
   add_types = types_of(tensor, core)
   setmetatable(cuda, { __index = function(_, name)
      if type(name) ~= 'string' or not name:find '^%u%w*Tensor$' then return nil end
      add_types()
      return rawget(cuda, name)
   end })
   sparse.install_devices(tensor, cuda)
   document(tensor, written_here)
   document(tensor, passed_on)
   document(tensor, streams.documents)
   streams.install(tensor, cuda, checked)
   copies.install(tensor, cuda, need, function() return library end, checked)
   for _, row in ipairs(event_methods) do
      tensor.document { name = 'Event.' .. row[1], signature = row[2], doc = row[3], chapter = 'cuda', ismethod = true }
   end
end

return { install = install, find = find }
