-- The command tensor (lua/tensor/command.lua): what it prints, its exit status, and what it writes for other programs.
-- test/script/packages.sh runs it as it is installed.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'

-- What the command prints for some words, and its status.
local function command(words, environment, before)
   local list = {}
   for k, word in ipairs(words) do list[k] = ('%q'):format(word) end
   local code = ('%s os.exit(require "tensor.command" { [0] = "tensor", %s })')
      :format(before or '', table.concat(list, ', '))
   local result = child.run(code, environment, nil, true)
   return result.output, result.status
end

describe('the command tensor', function()
   local function shows(text, status, ...)
      local output, got = command { ... }
      assert.truthy(output:find(text, 1, true), output)
      assert.equal(status, got)
   end

   it('says how it is called and which version it is', function()
      shows('tensor file.lua [argument ...]', 0, '--help')
      shows('tensor ' .. tensor.version(), 0, '--version')
      assert.truthy(tensor.version():find '^%d+%.%d+%.%d+$')
      shows('there is no option --no-such', 2, '--no-such')
   end)

   it('fails if what it prints cannot be written', function()
      if not io.open '/dev/full' then return end   -- Linux has it; elsewhere nothing refuses output
      local output, status = command({ '--version' }, nil, 'io.output("/dev/full"); io.stdout = io.output();')
      assert.truthy(output:find('tensor: standard output: ', 1, true), output)
      assert.equal(1, status)
   end)

   it('runs code with arguments', function()
      shows('3\tb', 0, '-e', 'print(tensor.ones(3):nElement(), (select(2, ...)))', 'a', 'b')
      shows('-e:1: oops', 1, '-e', 'error "oops"')
      shows("near 'x'", 1, '-e', 'x x')
      shows('-e needs code', 1, '-e')
   end)

   it('runs a file with arguments, and says where it failed', function()
      local path = files.scratch(finally, '#!/usr/bin/env tensor\n'
         .. 'print(arg[0] == ..., #arg, arg[2], rawget(_G, "tensor"))\nif arg[3] then error(arg[3]) end\n')
      local output, status = command { path, path, 'two' }
      assert.equal('true\t2\ttwo\tnil\n', output)
      assert.equal(0, status)
      shows(':3: three\nstack traceback', 1, path, '1', '2', 'three')
      shows('no/such/file.lua', 1, 'no/such/file.lua')
   end)

   it('opens a prompt, which fails if a line did', function()
      assert.same({ '', 0 }, { command {} })
   end)

   it('says what was found', function()
      local output, status = command({ '--doctor' }, { TH_BLAS = 'builtin' })
      assert.equal(0, status)
      for _, text in ipairs { 'tensor ', tensor.version(), 'level ', '\nBLAS ',
         'built-in code: TH_BLAS=builtin', '\nCUDA ', '\nformats ', '\nlimits ', 'stack', 'TH_BLAS=builtin' } do
         assert.truthy(output:find(text, 1, true), text .. ' is not in\n' .. output)
      end
      assert.falsy(output:find('failed:', 1, true), output)
      local writes_jpeg = pcall(tensor.encode, tensor.ByteTensor(3, 1, 1):zero(), { format = 'jpeg' })
      assert.equal(writes_jpeg, output:find '\nformats[^;\n]* jpeg' ~= nil)
   end)

   it('says why the module cannot be loaded', function()
      local output, status = command({ '--doctor' }, nil,
         'for name in pairs(package.loaded) do if name:find "^tensor" then package.loaded[name] = nil end end '
         .. 'package.cpath = "/nowhere/?.so"')
      assert.equal(1, status)
      assert.truthy(output:find('cannot be loaded', 1, true), output)
      assert.truthy(output:find('/nowhere/tensor/core.so', 1, true), output)
   end)
end)

describe('annotations', function()
   local folder = os.tmpname()
   os.remove(folder)
   local written

   setup(function()
      files.lines_of('mkdir ' .. folder)
      written = require 'tensor.help.annotations'(tensor, folder)
   end)
   teardown(function() files.lines_of('rm -r ' .. folder) end)

   it('for LuaLS are a Lua file that declares every row', function()
      assert.equal(folder .. '/tensor.meta.lua', written[2])
      assert.truthy(loadfile(written[2]))
      local text = files.contents(written[2])
      for _, row in ipairs(tensor.rows) do
         local name = row.name:match '[^.]+$'
         if not text:find('function [%w_.]+[.:]' .. name .. '%(') then error(row.name .. ' is missing') end
      end
      assert.truthy(text:find('---@param n integer\n---@return any\nfunction tensor.setnumthreads(n) end', 1, true))
      assert.truthy(text:find('tensor.float32 = "float32"', 1, true) or text:find('tensor.float32 = "float"', 1, true))
   end)

   it('for luacheck know the fields and no others', function()
      assert.equal(folder .. '/tensor.luacheck.lua', written[1])
      local std = dofile(written[1])
      local fields = std.read_globals.tensor.fields
      assert.truthy(fields.zeros and fields.float and fields.image.fields.save)
      if #files.lines_of 'command -v luacheck' == 0 then return end
      files.write(folder .. '/.luacheckrc', ('stds.tensor = dofile %q\nstd = "max+tensor"\n'):format(written[1]))
      files.write(folder .. '/use.lua',
         'print(tensor.zeros(2), tensor.image.save, tensor.float)\nprint(tensor.zeroes)\n')
      local said = table.concat(files.lines_of(('cd %s && luacheck --no-color --codes use.lua'):format(folder)), '\n')
      assert.truthy(said:find('use.lua:2:7: %(W143%) accessing undefined field .-zeroes'), said)
      assert.truthy(said:find('Total: 1 warning', 1, true), said)
   end)

   it('need a folder that is there', function()
      local ok, message = pcall(require 'tensor.help.annotations', tensor, '/nowhere')
      assert.is_false(ok)
      assert.truthy(message:find '^annotations: /nowhere')
   end)
end)
