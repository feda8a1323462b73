-- require 'tensor': assembles the module from tensor.core (the functions in C) and the Lua files in this
-- folder.
local core = require 'tensor.native'
local host = require 'tensor.host'
local require = require -- also for the parts that are loaded late

core.ownFiles()

-- The functions of rows wait in core until somebody asks for their names. CudaTensor and the other types of devices
-- are fields once a script has asked for one.
local tensor, late = {}, require 'tensor.late'
late.install(tensor, core, function(name)
   if type(name) == 'string' and name:find '^Cuda' then return tensor.cuda and require('tensor.cuda').find(name) end
end)
for name, value in pairs(core) do tensor[name] = value end

-- LuaJIT: integers beyond 2^53 are int64 cdata; they cross the C API as two halves that a Lua number holds
-- exactly. Complex cdata do as their two parts.
local has_ffi, ffi = pcall(require, 'ffi')
if has_ffi then
   local int64, uint64 = ffi.typeof 'int64_t', ffi.typeof 'uint64_t'
   local complex, complex_float = ffi.typeof 'complex double', ffi.typeof 'complex float'
   local functions = {
      to = function(cdata)
         if ffi.istype(complex, cdata) or ffi.istype(complex_float, cdata) then return cdata.re, cdata.im, true end
         if not (ffi.istype(int64, cdata) or ffi.istype(uint64, cdata)) then return end
         local bits = ffi.cast(uint64, cdata)
         return tonumber(ffi.cast(int64, bits / 2 ^ 32)), tonumber(bits % 2 ^ 32)
      end,
      from = function(high, low) return int64(high) * 2 ^ 32 + int64(low) end,
   }
   function functions.memory(cdata)
      functions.memory = require 'tensor.address'
      return functions.memory(cdata)
   end
   core.setint64(functions)
end
-- TH_SIMD names a level to use. If it is not available, fail: measurements would otherwise compare a level with
-- itself.
local level, levels = host.variable 'TH_SIMD', table.concat(core.simdLevels(), ' ')
if level and level ~= '' and not (' ' .. levels .. ' '):find(' ' .. level .. ' ', 1, true) then
   error(('TH_SIMD=%s: the levels of this processor and build are %s'):format(level, levels), 0)
end

-- TH_CACHE gives the sizes of the caches. lib/TH would pass over a text that it cannot read.
local caches = host.variable 'TH_CACHE'
if caches and caches ~= '' and not caches:find '^[1-9]%d*[KMG]?,[1-9]%d*[KMG]?,[1-9]%d*[KMG]?$' then
   error(('TH_CACHE=%s: expected the sizes of three levels, such as 32K,1M,32M'):format(caches), 0)
end
local prefetch = host.variable 'TH_PREFETCH'
if prefetch and not prefetch:find '^[01]?$' then error(('TH_PREFETCH=%s: expected 0 or 1'):format(prefetch), 0) end

if has_ffi and jit and jit.status() and debug and debug.getmetatable then require('tensor.jit').install(core) end

for _, name in ipairs {
   'setint64', 'setcuda', 'generator', 'metatable', 'functions', 'places', 'light', 'settorch7', 'deviceStorages',
   'takeErrors', 'terminal', 'rows', 'stock', 'plainViews', 'scopeBegin', 'scopeEnd', 'open', 'setSandboxed',
   'quantizer', 'libraries', 'isSmall', 'ownFiles', 'lookup', 'forget', 'waiting', 'alias', 'renew',
} do
   tensor[name] = nil
end

local class, document = require 'tensor.torch7.class', require 'tensor.document'
document.install(tensor)

-- Makes tostring(x) load tensor/print.lua. The types of the CPU have their metamethods; those of devices, which are
-- made later, get them from core.functions(is_storage).
for is_storage, name in pairs { [false] = 'tensor_text', [true] = 'storage_text' } do
   local function text(x) return require('tensor.print')[name](x) end
   local dtype = 0
   while core.metatable(dtype, is_storage) do
      core.metatable(dtype, is_storage).__tostring = text
      dtype = dtype + 1
   end
   core.functions(is_storage).__tostring = text
end

class.install(tensor, core)
require('tensor.torch7.utilities').install(tensor, core)
require('tensor.scope').install(tensor, core)
require('tensor.sparse').install(tensor, core)
core.alias(require('tensor.names').names)
if core.isSmall then require('tensor.small').install(tensor) end

-- The parts that are loaded late, with the names and methods that load them.
late.add('rows', function() require('tensor.help').make_rows(tensor, core.rows, document.take()) end)
late.add('', function() require('tensor.torch7.documents').install(tensor) end)
late.add('help', function() require('tensor.help').install(tensor) end)
late.add('setPrintOptions', function()
   tensor.setPrintOptions = require('tensor.print').set_options
   tensor.document { name = 'setPrintOptions', signature = 'options:table', chapter = 'help',
      doc = 'sets edge, threshold and linewidth of printed tensors; returns the previous options' }
end)
late.add('fuse', function()
   core.open 'fuse'
   require('tensor.fuse').install(tensor, core.fused)
end)
late.add('', function()
   require('tensor.walk').install(tensor)
   require('tensor.to').install(tensor, core)
end, tensor.Tensor, 'ipairs to')
tensor.ops = nil
late.add('ops', function() tensor.ops = core.ops() end)
late.add('multinomialAliasSetup multinomialAlias', function() require('tensor.alias').install(tensor) end)
late.add('Timer tic toc', function() require('tensor.torch7.timer').install(tensor, core) end)
late.add('Tester TestSuite', function() require('tensor.torch7.tester').install(tensor) end)
late.add('test', function() require('tensor.help.selftest').install(tensor) end)
late.add('CmdLine', function() require('tensor.torch7.cmdline').install(tensor) end)

late.add('cuda', function() require('tensor.cuda').install(tensor, core) end,
   tensor.Tensor, 'copyAsync pin isPinned recordStream')
core.setcuda(setmetatable({}, { __index = function(_, name) return tensor.cuda[name] end }))

late.add('image', function() require('tensor.image').install(tensor, core) end)

local files = 'File DiskFile MemoryFile PipeFile'
local function load_files()
   core.open 'file'
   for name in files:gmatch '%S+' do tensor[name] = core[name] end
   require('tensor.torch7.file').install(tensor, core.fileTypes, class)
   require('tensor.torch7.serialize').install(tensor, core.fileTypes, core.quantizer)
   require('tensor.sparse').register(tensor, class)
   require('tensor.files').install(tensor, core)
end
late.add(files .. ' save load decode encode saveobj loadobj serialize deserialize serializeToStorage '
   .. 'deserializeFromStorage', load_files, tensor.Tensor, 'write read')

late.add('process', function()
   late.load 'save' -- what messages are written with
   require('tensor.process').install(tensor, core)
end)

late.add('progress', function()
   local progress = require 'tensor.progress'
   function tensor.progress(total, options) return progress.new(total, options, core) end
   tensor.document { name = 'progress', signature = 'total:number o:options?', chapter = 'system',
      doc = 'makes a progress bar that shows the time left; its methods are step(n, text) and finish(text)' }
end)

late.add('plot', function() require('tensor.plot').install(tensor) end)

return tensor
