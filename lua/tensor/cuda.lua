-- tensor/cuda.lua: tensor.cuda. What is written in C (lua/cuda.c, which holds CUDA's runtime) is loaded when one of its
-- functions is first called; where there is no device, each but isAvailable raises the reason.
local cuda = {}

local library

-- The functions in C, or nil and why there are none.
local function load()
   if library then return library end
   local found, core = pcall(require, 'tensor.cudacore')
   if not found and core:find 'not found' then return nil, 'tensor was built without CUDA (see doc/cuda.md)' end
   if not found then return nil, core end
   local opened, reason = core.open()
   if opened then library = core end
   return library, reason
end

-- The functions in C, for that one of this module.
local function need(name)
   local core, reason = load()
   return core or error(('cuda.%s: %s'):format(name, reason), 3)
end

-- Those that are as in C.
local passed_on = {
   getDeviceCount = { '', 'how many devices there are' },
   getDevice = { '', "the current device's number, from 1" },
   setDevice = { 'device:position', 'makes a device the current one: new tensors are made there' },
   synchronize = { 'device:position?', 'waits until all that was given to the current or another device is done' },
   getMemoryUsage = { 'device:position?', 'free and total bytes of the current or another device' },
}

local written_here = {
   isAvailable = { '', 'true, or false and the reason why no CUDA device can be used' },
   synchronizeAll = { '', 'waits until all that was given to any device is done' },
   withDevice = { 'device:position f:function', 'what f() returns, called with device as the current one' },
}

function cuda.isAvailable()
   local core, reason = load()
   if core then return true end
   return false, reason
end

function cuda.synchronizeAll() need('synchronizeAll').synchronize(0) end

local function restored(core, device, ok, ...)
   core.setDevice(device)
   if ok then return ... end
   error((...), 0)
end

function cuda.withDevice(device, f)
   local core = need 'withDevice'
   local before = core.getDevice()
   core.setDevice(device)
   return restored(core, before, pcall(f))
end

for name in pairs(passed_on) do
   cuda[name] = function(...) return need(name)[name](...) end
end

local function document(tensor, rows)
   local names = {}
   for name in pairs(rows) do names[#names + 1] = name end
   table.sort(names)
   for _, name in ipairs(names) do
      tensor.document { name = 'cuda.' .. name, signature = rows[name][1], doc = rows[name][2], chapter = 'cuda' }
   end
end

local function install(tensor, core)
   tensor.cuda = cuda
   core.setdevice(cuda.getDevice)
   document(tensor, written_here)
   document(tensor, passed_on)
end

return { install = install }
