-- tensor/cuda/copy.lua: copies of tensor.cuda, and pinned memory, which lets copies run while the host continues.
-- Functions get the C functions (core) as their first argument and arguments that were checked.
local arguments = require 'tensor.arguments'
local streams = require 'tensor.cuda.stream'

local functions = {
   { 'explainCopy', 'x:Tensor y:Tensor async:boolean=false', 'how x:copy(y) or x:copyAsync(y) is made: a table with '
      .. 'path, steps, temporaries, bytes (that pass between devices), events, and waits (whether the host waits); '
      .. 'tostring makes it readable' },
   { 'trace', 'f:function', 'calls f() and returns a list of lines, one for each copy and each wait that it causes' },
   { 'createCudaHostTensor', 'size:sizes', 'a FloatTensor in pinned memory, elements not set; '
      .. 'createCudaHostDoubleTensor and so on make other types' },
}

local methods = {
   { 'copyAsync', 'x:Tensor y:Tensor', 'like x:copy(y), but the host does not wait if its memory is pinned; returns an '
      .. 'event that passes when the copy is done; an operation that needs the memory of the CPU earlier waits for '
      .. 'it' },
   { 'pin', 'x:Tensor', 'a copy of x, which is on the CPU, in pinned memory, which devices access directly; x itself '
      .. 'if it is pinned already' },
   { 'isPinned', 'x:Tensor', 'whether x is in pinned memory of the CPU' },
   { 'recordStream', 'x:Tensor stream:Stream/index', 'once x is freed, its memory is not reused before a stream has '
      .. "done its work (a number is the index of a stream of x's device, or of the current device)" },
}

local tensor, need, loaded -- the module tensor; need(name) gives the C functions or raises, loaded() them or nil

-- --- what is done ---

local plan = {}

function plan.__tostring(p)
   local lines = { ('%s: %.0f bytes pass, temporaries: %d, events: %d, the host %s'):format(p.path, p.bytes,
      p.temporaries, p.events, p.waits and 'waits' or 'does not wait') }
   for k, step in ipairs(p.steps) do lines[k + 1] = ('  %d. %s'):format(k, step) end
   return table.concat(lines, '\n')
end

local of_cuda, of_tensors = {}, {} -- functions and methods; the first argument is core

function of_cuda.explainCopy(core, dst, src, async) return setmetatable(core.explainCopy(dst, src, async), plan) end

function of_cuda.trace(core, f)
   core.traceBegin()
   local ok, message = core.call(f)
   local lines = {}
   for line in core.traceEnd():gmatch '[^\n]+' do lines[#lines + 1] = line end
   return ok and lines or error(message, 0)
end

function of_tensors.copyAsync(core, dst, src) return core.copyAsync(dst, src) end

function of_tensors.recordStream(core, x, stream)
   local device = x:getDevice()
   if type(stream) == 'table' then core.recordStream(x, streams.place_of(core, stream))
   else core.recordStream(x, device > 0 and device or core.getDevice(), stream) end
   return x
end

-- --- pinned memory ---

-- A tensor of a dtype (such as Float) in pinned memory, of those sizes with count elements in all. No sizes and count
-- 0: an empty tensor.
local function pinned(core, name, sizes, count)
   local Type, storage = tensor[name .. 'Tensor'], tensor[name .. 'Storage'](core.pinnedAllocator(), count)
   if count == 0 and #sizes == 0 then return Type(storage) end
   return Type(storage, 1, tensor.isStorage(sizes) and sizes or tensor.LongStorage(sizes))
end

local function maker(function_name, name)
   return function(...)
      local core = need(function_name)
      local first, count = ..., 1
      local sizes = (tensor.isStorage(first) or type(first) == 'table') and first or { ... }
      for d = 1, #sizes do
         if type(sizes[d]) ~= 'number' then
            error(('%s: a size must be a number, not a %s'):format(function_name, type(sizes[d])), 0)
         end
         count = count * sizes[d]
      end
      return pinned(core, name, sizes, #sizes > 0 and count or 0)
   end
end

function of_tensors.pin(core, x)
   if x:getDevice() > 0 then
      error(('pin: the tensor is on device %d; only memory of the CPU can be pinned'):format(x:getDevice()), 0)
   end
   if core.isPinned(x) then return x end
   return pinned(core, x:type():match '^torch%.(%w+)Tensor$', x:size(), x:nElement()):copy(x)
end

local check_isPinned = arguments.checker('isPinned', 'x:Tensor')

local function isPinned(...)
   check_isPinned(...)
   local core = loaded() -- nothing is pinned before it is loaded
   return core ~= nil and core.isPinned((...))
end

-- checked(name, signature, f) makes the function that scripts call: it loads CUDA, checks the arguments and calls
-- f(core, ...). loaded_core() returns the core, or nil if it is not loaded.
local function install(module, cuda, need_core, loaded_core, checked)
   tensor, need, loaded = module, need_core, loaded_core
   local Tensor = tensor.Tensor
   for _, row in ipairs(functions) do
      if of_cuda[row[1]] then cuda[row[1]] = checked(row[1], row[2], of_cuda[row[1]]) end
   end
   for _, row in ipairs(methods) do
      if of_tensors[row[1]] then Tensor[row[1]] = checked(row[1], row[2], of_tensors[row[1]]) end
   end
   cuda.copyAsync, Tensor.isPinned = Tensor.copyAsync, isPinned
   cuda.createCudaHostTensor = maker('createCudaHostTensor', 'Float')
   for name in next, tensor do
      local dtype = name:match '^(%u%w+)Storage$'
      if dtype then
         local function_name = ('createCudaHost%sTensor'):format(dtype)
         cuda[function_name] = maker(function_name, dtype)
      end
   end
   for _, row in ipairs(functions) do
      tensor.document { name = 'cuda.' .. row[1], signature = row[2], doc = row[3], chapter = 'cuda' }
   end
   for _, row in ipairs(methods) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'cuda', ismethod = true }
   end
end

return { install = install }
