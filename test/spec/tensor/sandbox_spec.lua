-- In a sandbox hostile scripts reach nothing (test/lua/hostile.lua), under every Lua; test_sandbox.c tests limits too.
-- Each runs in a process of its own, in a second module beside the one that the process has.
local child = require 'spec.support.child'

local open = [[
local find = assert(package.searchpath or function(name, paths)
   for template in paths:gmatch '[^;]+' do
      local path = template:gsub('%?', (name:gsub('%.', '/')))
      local file = io.open(path)
      if file then file:close() return path end
   end
end)
local path = find('tensor.sandbox', package.path)
local load_core = package.preload['tensor.core'] -- where it is part of the interpreter
   or assert(package.loadlib(find('tensor.core', package.cpath), 'luaopen_tensor_core'))
local script = assert(loadfile 'test/lua/hostile.lua')
_G.tensor = dofile(path)(load_core, path:match '^(.*)[/\\]tensor[/\\]sandbox.lua$')
]]

describe('a sandbox', function()
   it('gives hostile scripts nothing', function()
      assert.equal('', child.output(open .. 'script()'))
   end)
end)
