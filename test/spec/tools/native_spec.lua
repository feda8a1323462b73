-- Files of the module for another Lua (lua/tensor/native.lua, lua/core.c): an error that says both versions, and no
-- crash. test/lua/test_local.c has hosts that keep their Lua to themselves.
local child = require 'spec.support.child'
local files = require 'spec.support.files'

local here = _VERSION:match '%d%.%d'
local build = os.getenv 'TH_BUILD' or 'build'

-- What a process of this Lua prints that requires the module from a folder, after some code.
local function loading(folder, code)
   local script = ('package.path, package.cpath = %q, %q; %s print(pcall(require, "tensor"))')
      :format(package.path, folder .. '/?.so', code or '')
   local command = ('%s -e %s 2>&1'):format(files.quoted(child.interpreter()), files.quoted(script))
   return table.concat(files.lines_of(command), '\n')
end

local others = {}
for _, version in ipairs { '5.1', '5.2', '5.3', '5.4', '5.5' } do
   local file = version ~= here and io.open(('%s/lua/%s/tensor/core.so'):format(build, version))
   if file then
      file:close()
      others[#others + 1] = version
   end
end

describe('a module for another Lua', function()
   if #others == 0 then pending 'this build has none' end
   for _, version in ipairs(others) do
      local folder = ('%s/lua/%s'):format(build, version)

      it('says that it was built for ' .. version, function()
         local said = loading(folder)
         local start = ('false\ttensor.core: built for Lua %s, loaded by %s'):format(version, here)
         assert.equal(start, said:sub(1, #start))
      end)
   end

   it('says what it may be where no file can be read', function()
      local version = others[#others]
      if not version then return end
      local said = loading(('%s/lua/%s'):format(build, version), 'io = nil')
      assert.truthy(said:find('If it was built for another Lua', 1, true), said)
   end)
end)

describe('a file that is no module', function()
   it('gets the error of require as it is', function()
      local folder = os.tmpname()
      os.remove(folder)
      files.lines_of(('mkdir -p %s/tensor && echo no >%s/tensor/core.so'):format(folder, folder))
      local said = loading(folder)
      files.lines_of('rm -r ' .. folder)
      assert.truthy(said:find('^false\t.*tensor/core.so'), said)
      assert.falsy(said:find('built for', 1, true), said)
   end)
end)
