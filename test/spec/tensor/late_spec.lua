-- Parts of the module that are loaded at their first use (lua/tensor/late.lua): a script cannot tell, except by the
-- time and memory of require 'tensor'.
local child = require 'spec.support.child'

local function prints(expected, code)
   assert.equal(expected, child.output('local tensor = require "tensor"\n' .. code))
end

describe('a part of the module that is loaded late', function()
   it('is loaded when one of its names is asked for', function()
      prints('nil function table\n', [[
         local before = package.loaded['tensor.torch7.serialize']
         io.write(tostring(before), ' ', type(tensor.save), ' ', type(package.loaded['tensor.torch7.serialize']), '\n')
      ]])
   end)

   it('has all its names as fields once one was asked for', function()
      prints('true\ttrue\n', [[
         local load = tensor.load
         print(rawget(tensor, 'save') ~= nil and tensor.saveobj == tensor.save, rawget(tensor, 'load') == load)
      ]])
   end)

   it('is found by the name of its class', function()
      prints('torch.Timer\ttrue\ttrue\n', [[
         local mine = tensor.class('Mine', 'torch.Tester', {})
         local timer, tester = tensor.factory 'torch.Timer'(), tensor.getmetatable 'torch.Tester'
         print(tensor.typename(timer), mine.asserteq == tester.asserteq, tensor.getmetatable 'torch.CmdLine' ~= nil)
      ]])
   end)

   it('leaves what a script has set', function()
      prints('mine\tnil\tmine\tfunction\n', [[
         function tensor.save() return 'mine' end
         tensor.tic = nil
         function tensor.Tensor.write() return 'mine' end
         local load, timer = tensor.load, tensor.Timer
         print(tensor.save(), tensor.tic, tensor.zeros(1):write(), type(tensor.Tensor.read))
      ]])
   end)

   it('has methods that a script can wrap before', function()
      prints('1\t2\n', [[
         local calls, write = 0, tensor.Tensor.write
         function tensor.Tensor.write(...)
            calls = calls + 1
            return write(...)
         end
         local x, y, file = tensor.FloatTensor { 1, 2 }, tensor.FloatTensor(), tensor.MemoryFile()
         x:write(file)
         file:seek(1)
         y:read(file)
         print(('%d'):format(calls), ('%d'):format(y[2]))
      ]])
   end)

   it('has methods of tensors from the start', function()
      prints('2\tfalse\n', [[
         local x, y = tensor.FloatTensor { 1, 2 }, tensor.FloatTensor()
         local write = x.write
         local file = tensor.MemoryFile()
         write(x, file)
         file:seek(1)
         y:read(file)
         print(('%d'):format(y[2]), x:isPinned())
      ]])
   end)

   it('is loaded by whoever asks for the rows of help', function()
      prints('0\n', [[
         local n = #tensor.rows
         local missing = 0
         for _, name in ipairs { 'save', 'Timer', 'cuda', 'image', 'plot', 'progress', 'CmdLine', 'Tester', 'test' } do
            if rawget(tensor, name) == nil then missing = missing + 1 end
         end
         assert(n > 600, n)
         print(('%d'):format(missing))
      ]])
   end)
end)

describe('a function of a row', function()
   it('is made when it is first asked for', function()
      prints('function\ttrue\nnil\ttrue\n', [[
         print(type(tensor.erf), tensor.erf == tensor.erf)
         print(rawget(tensor.Tensor, 'erf'), tensor.zeros(1).erf == rawget(tensor.Tensor, 'erf'))
      ]])
   end)

   it('may be first called by a script that walks over the module', function()
      prints('true\n', [[
         local seen, n, m = {}, 0, 0
         for name in pairs(tensor) do
            if seen[name] then error(name) end
            seen[name], n = true, n + 1
            local _ = tensor['erf'], tensor.exp, tensor.log
         end
         for _ in pairs(tensor) do m = m + 1 end
         print(n == m)
      ]])
   end)

   it('stays as a script has set or removed it', function()
      prints('mine\tnil\tnil\tmine\tnil\n', [[
         function tensor.erf() return 'mine' end
         function tensor.Tensor.erf() return 'mine' end
         tensor.erfc = nil
         local used = tensor.exp
         tensor.exp = nil
         tensor.Tensor.exp = nil
         print(tensor.erf(), tensor.erfc, tensor.exp, tensor.zeros(1):erf(), tensor.zeros(1).exp)
      ]])
   end)

   it('is found by its name alone', function()
      prints('nil\tnil\tfunction\tfunction\n', [[
         print(tensor.Tensor['add\0'], tensor['add\0'], type(tensor.add), type(tensor.Tensor.add))
      ]])
   end)

   it('is found through another table with the same metatable, which takes nothing away', function()
      prints('true\ttrue\tfalse\tmine\tfunction\n', [[
         local mt = getmetatable(tensor.Tensor)
         local other = setmetatable({}, mt)
         other.log = 'mine'
         print(other.exp == tensor.Tensor.exp, mt.__index(5, 'sin') == tensor.Tensor.sin,
            (pcall(mt.__newindex, io.stdout, 'add', 1)), other.log, type(tensor.Tensor.log))
      ]])
   end)

   it('leaves a field that was set raw', function()
      prints('mine\n', [[
         local _ = tensor.erf
         rawset(tensor, 'erf', 'mine')
         _ = tensor.rows
         print(tensor.erf)
      ]])
   end)

   it('waits while parts of the module are loaded', function()
      prints('nil\tnil\n', [[
         local _ = tensor.save, tensor.cuda
         print(rawget(tensor, 'erfc'), rawget(tensor.Tensor, 'erfc'))
      ]])
   end)

   it('keeps its other names when a script replaces it', function()
      prints('3\t-3\n', [[
         function tensor.Tensor.abs(x) return x:absolute() end
         tensor.Tensor.neg = nil
         local x = tensor.FloatTensor { -3 }
         print(('%d'):format(x:clone():abs()[1]), ('%d'):format(tensor.FloatTensor { 3 }:negative()[1]))
      ]])
   end)

   it('is there again when the module is loaded again', function()
      prints('function\tfunction\tfunction\tfunction\n', [[
         local _ = tensor.abs, tensor.absolute, tensor.zeros(1):add(1):negative()
         for name in pairs(package.loaded) do
            if name:find '^tensor' and name ~= 'tensor.core' then package.loaded[name] = nil end
         end
         local again = require 'tensor'
         local x = again.zeros(1)
         print(type(again.abs), type(again.absolute), type(x.add), type(x.negative))
      ]])
   end)

   it('leaves alone what waits for a module that was loaded before', function()
      prints('nil\ttrue\n', [[
         for _, name in ipairs { 'tensor', 'tensor.core', 'tensor.native' } do package.loaded[name] = nil end
         local again = require 'tensor'
         print(package.loaded['tensor.help'], again.rows ~= nil)
      ]])
   end)

   it('is the same by its other names', function()
      prints('true\ttrue\ntrue\n', [[
         print(tensor.absolute == tensor.abs, tensor.abs == tensor.absolute)
         print(tensor.zeros(1).absolute == tensor.Tensor.abs)
      ]])
   end)

   it('is found by whoever asks for the rows of help, and from Lua 5.2 on by pairs', function()
      prints('0\ttrue\n', [[
         local found, missing = {}, 0
         if _VERSION ~= 'Lua 5.1' then
            for name in pairs(tensor) do found[name] = true end
         end
         for _, row in ipairs(tensor.rows) do
            local here = row.isfunction and not row.name:find '[.]' and rawget(tensor, row.name) == nil
            local lost = _VERSION ~= 'Lua 5.1' and not found[row.name]
            if here or row.isfunction and not row.name:find '[.]' and lost then missing = missing + 1 end
         end
         print(('%d'):format(missing), rawget(tensor.Tensor, 'erfc') ~= nil)
      ]])
   end)
end)
