-- tensor/cudacopy.lua: tensor.cuda's copies, and pinned memory, with which they need not wait.
local functions = {
   { 'explainCopy', 'x:Tensor y:Tensor async:boolean=false', 'how x:copy(y), or x:copyAsync(y), is made: a table of '
      .. 'path, steps, temporaries, bytes that pass between devices, events, and whether the host waits; tostring '
      .. 'shows it' },
   { 'trace', 'f:function', 'what f() does with devices: a list of lines, one for each copy and each wait' },
   { 'createCudaHostTensor', 'size:sizes', 'a FloatTensor in pinned memory, elements not set; '
      .. 'createCudaHostDoubleTensor and so on make others' },
}

local methods = {
   { 'copyAsync', 'x:Tensor y:Tensor', 'as x:copy(y), but without a wait where memory of the CPU is pinned: an event, '
      .. 'which passes when all is done; whoever looks at such a tensor before waits' },
   { 'pin', 'x:Tensor', 'x, of the CPU, in pinned memory, which devices read and write by themselves; x itself where '
      .. 'it is there' },
   { 'isPinned', 'x:Tensor', 'whether x is in pinned memory of the CPU' },
   { 'recordStream', 'x:Tensor stream:count', "keeps the memory of x, once it is dropped, until a stream (of x's "
      .. 'device, or the current one) is done with what it was given' },
}

local tensor, cuda, need -- the module, its part, and the functions in C

-- --- what is done ---

local plan = {}

function plan.__tostring(p)
   local lines = { ('%s: %.0f bytes pass, temporaries: %d, events: %d, the host %s'):format(p.path, p.bytes,
      p.temporaries, p.events, p.waits and 'waits' or 'does not wait') }
   for k, step in ipairs(p.steps) do lines[k + 1] = ('  %d. %s'):format(k, step) end
   return table.concat(lines, '\n')
end

local function explainCopy(dst, src, async)
   return setmetatable(need('explainCopy').explainCopy(dst, src, async), plan)
end

local function trace(f)
   local core = need 'trace'
   core.traceBegin()
   local ok, message = pcall(f)
   local lines = {}
   for line in core.traceEnd():gmatch '[^\n]+' do lines[#lines + 1] = line end
   return ok and lines or error(message, 0)
end

local function copyAsync(dst, src) return need('copyAsync').copyAsync(dst, src) end

local function recordStream(x, stream)
   local core = need 'recordStream'
   local device = x:getDevice()
   core.recordStream(x, device > 0 and device or core.getDevice(), stream)
   return x
end

-- --- pinned memory ---

-- A tensor of a type's name, such as Float, with count elements; without sizes of none or one.
local function pinned(core, name, sizes, count)
   local Type, storage = tensor[name .. 'Tensor'], tensor[name .. 'Storage'](core.pinnedAllocator(), count)
   if count == 0 and #sizes == 0 then return Type(storage) end
   return Type(storage, 1, sizes)
end

local function maker(function_name, name)
   return function(...)
      local core = need(function_name)
      local first, count = ..., 1
      local sizes = tensor.isStorage(first) and first or tensor.LongStorage { ... }
      for d = 1, #sizes do count = count * sizes[d] end
      return pinned(core, name, sizes, #sizes > 0 and count or 0)
   end
end

local function pin(x)
   local core = need 'pin'
   if x:getDevice() > 0 then
      error(('pin: the tensor is on device %d; pinned is memory of the CPU'):format(x:getDevice()), 2)
   end
   if core.isPinned(x) then return x end
   return pinned(core, x:type():match '^torch%.(%w+)Tensor$', x:size(), x:nElement()):copy(x)
end

local function isPinned(x)
   local core = package.loaded['tensor.cudacore'] -- without which nothing is
   return core ~= nil and core.isPinned(x)
end

local function install(module, part, need_core)
   tensor, cuda, need = module, part, need_core
   cuda.explainCopy, cuda.trace, cuda.copyAsync = explainCopy, trace, copyAsync
   cuda.createCudaHostTensor = maker('createCudaHostTensor', 'Float')
   local Tensor = tensor.Tensor
   Tensor.copyAsync, Tensor.pin, Tensor.isPinned, Tensor.recordStream = copyAsync, pin, isPinned, recordStream
   for name in pairs(tensor) do
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
