-- The module works where a host leaves out the libraries debug, os, io, package, coroutine and those of LuaJIT; a
-- function that needs one of them says so.
local child = require 'spec.support.child'

-- Code in which the module is loaded without these libraries. say(...) prints all the same.
local header = [[
   local loaded, say, load_module = package.loaded, print, require
   for name in pairs(loaded) do
      if name:find '^tensor' or name == 'torch' or name == 'ffi' then loaded[name] = nil end
   end
   for name in ('debug os io jit package coroutine bit bit32 utf8 newproxy arg'):gmatch '%S+' do _G[name] = nil end
   function require(name)
      if name == 'ffi' or name == 'bit' then error("module '" .. name .. "' not found") end
      return load_module(name)
   end
]]

local function run(code) return child.output(header .. code) end

describe('without the libraries that a host may leave out', function()
   it('the module is loaded under both names, and computes', function()
      assert.equal('2 3 10 8 1 42\n', run [[
         local tensor, torch = require 'tensor', require 'torch'
         local x = torch.range(1, 4):view(2, 2)
         x[{ 1, 1 }] = 42
         local thing, other = torch.class 'Thing', torch.class('Other', 'Thing')
         function thing:__init() self.n = 8 end
         function thing:get() return self.n end
         function other:__init() self.n = 1 end
         local sum = tensor.FloatTensor { 1, 2, 3, 4 }:sum()
         local values = { x:dim(), x[2][1], sum, Thing():get(), Other():get(), x:max() }
         for k, value in ipairs(values) do values[k] = ('%d'):format(value) end
         say(table.concat(values, ' '))
      ]])
   end)

   -- The examples that use these libraries themselves are left out.
   it('each example of help prints what it shows, or what it needs', function()
      local output = run [[
         local tensor = require 'tensor'
         local prompted = require 'spec.support.prompted'
         local needing, tried = {}, 0
         for name, example in pairs(require 'tensor.help.examples') do
            if not example:find '%f[%w]os%.' and not example:find '%f[%w]io%.' then
               local shown = prompted.neutral(prompted.shown_by(example))
               local got = prompted.neutral(prompted.output_of(example))
               local needed = got:match '[%w.]+: it needs [%w.]+, which this Lua state does not have'
               if shown ~= got and not prompted.lacks_library(got) then
                  needed = needed or name .. ' ' .. got
                  if not needing[needed] then needing[#needing + 1] = needed end
                  needing[needed] = true
               end
               tried = tried + 1
            end
         end
         assert(tried > 300, tried)
         table.sort(needing)
         say(table.concat(needing, '\n'))
      ]]
      assert.equal([[
getenv: it needs debug, which this Lua state does not have
packageLuaPath: it needs io.open, which this Lua state does not have
setenv: it needs debug, which this Lua state does not have
start: it needs package, which this Lua state does not have
]], output)
   end)

   it('functions that need one say so', function()
      local output = run [[
         local tensor = require 'tensor'
         local function try(f, ...)
            local _, message = pcall(f, ...)
            say((tostring(message):match '^(.*), which this Lua state does not have$'))
         end
         try(tensor.progress, 3)
         try(tensor.serialize, function() end)
         try(tensor.CmdLine().error, tensor.CmdLine(), 'no')
         try(tensor.CmdLine().log, tensor.CmdLine(), 'log')
         try(tensor.include, 'torch', 'x.lua')
         try(require 'tensor.prompt'.run)
         local bar = tensor.progress(3, { write = function() end })
         bar:step()
      ]]
      assert.equal([[
progress: it needs io.stderr
serialize: it needs debug
CmdLine.error: it needs os.exit
CmdLine.log: it needs io
packageLuaPath: it needs io.open
prompt: it needs io
]], output)
   end)
end)
