-- require 'tensor': assembles the module from tensor.core (the functions in C) and the Lua files in this
-- folder.
local core = require 'tensor.core'
local host = require 'tensor.host'

local tensor = {}
for name, value in pairs(core) do tensor[name] = value end

-- LuaJIT: integers beyond 2^53 are int64 cdata; they cross the C API as two halves that a Lua number holds
-- exactly.
local has_ffi, ffi = pcall(require, 'ffi')
if has_ffi then
   local int64, uint64 = ffi.typeof 'int64_t', ffi.typeof 'uint64_t'
   core.setint64 {
      to = function(cdata)
         if not (ffi.istype(int64, cdata) or ffi.istype(uint64, cdata)) then return end
         local bits = ffi.cast(uint64, cdata)
         return tonumber(ffi.cast(int64, bits / 2 ^ 32)), tonumber(bits % 2 ^ 32)
      end,
      from = function(high, low) return int64(high) * 2 ^ 32 + int64(low) end,
   }
end
-- TH_SIMD names a level to use. If it is not available, fail: measurements would otherwise compare a level with
-- itself.
local level, levels = host.variable 'TH_SIMD', table.concat(core.simdLevels(), ' ')
if level and level ~= '' and not (' ' .. levels .. ' '):find(' ' .. level .. ' ', 1, true) then
   error(('TH_SIMD=%s: the levels of this processor and build are %s'):format(level, levels), 0)
end

if has_ffi and jit and jit.status() and debug and debug.getmetatable then require('tensor.jit').install(core) end

for _, name in ipairs {
   'setint64', 'setcuda', 'generator', 'metatable', 'layout', 'light', 'settorch7', 'deviceStorages', 'takeErrors',
   'terminal',
} do
   tensor[name] = nil
end

require('tensor.help').install(tensor)

local show = require 'tensor.print'
show.install(core)
tensor.setPrintOptions = show.set_options
tensor.document { name = 'setPrintOptions', signature = 'options:table', chapter = 'help',
   doc = 'sets edge, threshold and linewidth of printed tensors; returns the previous options' }

require('tensor.torch7.class').install(tensor, core)
require('tensor.alias').install(tensor)
require('tensor.torch7.timer').install(tensor, core)
require('tensor.torch7.utilities').install(tensor, core)
require('tensor.torch7.tester').install(tensor)
require('tensor.help.selftest').install(tensor)
require('tensor.torch7.cmdline').install(tensor)

require('tensor.fuse').install(tensor, core.fused)
tensor.fused = nil

require('tensor.scope').install(tensor, core)
tensor.scopeBegin, tensor.scopeEnd = nil, nil

require('tensor.walk').install(tensor)
require('tensor.cuda').install(tensor, core)
require('tensor.to').install(tensor, core)

require('tensor.image').install(tensor, core.png)
tensor.png = nil

require('tensor.torch7.file').install(tensor, core.fileTypes, require 'tensor.torch7.class')
require('tensor.torch7.serialize').install(tensor, core.fileTypes)
tensor.fileTypes = nil

local progress = require 'tensor.progress'
function tensor.progress(total, options) return progress.new(total, options, core) end
tensor.document { name = 'progress', signature = 'total:number o:options?', chapter = 'system',
   doc = 'makes a progress bar that shows the time left; its methods are step(n, text) and finish(text)' }

local plot = require 'tensor.plot'
tensor.plot = setmetatable({ text = plot.text }, {
   __call = function(_, y, options) print(plot.text(y, options)) end,
})
tensor.document { name = 'plot', signature = 'y:any o:options?', chapter = 'image',
   doc = 'prints a vector as a curve in the terminal; options width, height, ascii; plot.text returns the text' }

return tensor
