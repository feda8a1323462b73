-- test/coverage.lua, which script/api-coverage runs, in child processes: what it finds of a module from which something
-- was taken away.
local child = require 'spec.support.child'

local function found_without(code)
   local result = child.run(code .. '\narg = { [0] = "coverage.lua" } dofile "test/coverage.lua"', nil, 300)
   return result.output, result.status
end

describe('the coverage of Torch7\'s functions', function()
   it('finds functions, methods, forms and types that are missing', function()
      local text, status = found_without [[
         local narrow, cat = tensor.Tensor.narrow, tensor.cat
         tensor.Tensor.clone = nil
         tensor.Timer = nil
         tensor.sqrt, tensor.Tensor.sqrt = nil, nil
         function tensor.Tensor.narrow(x, ...)
            if x:type() == 'torch.IntTensor' then error 'narrow: not defined for torch.IntTensor on cpu' end
            return narrow(x, ...)
         end
         function tensor.cat(a, ...)
            if type(a) == 'table' then error 'cat: got (table); accepted forms:' end
            return cat(a, ...)
         end]]
      assert.equal(1, status)
      for _, line in ipairs {
         'missing: sqrt, all forms (Float Double): there is no such function or method',
         'missing: narrow, m: self, dim, first, size (Int): ',
         'missing: clone, m: self (Byte Char Short Int Long Float Double Half): ', 'missing: Timer: torch.Timer',
         'missing: cat, fn: {Tensor,...}, dim (Byte Char Short Int Long Float Double): ',
      } do assert.truthy(text:find(line, 1, true), line .. '\n' .. text) end
      for _, name in ipairs { 'add', 'abs', 'cmax', 'select', 'torch.Tensor', 'new', '__index__ (x[i])' } do
         assert.is_nil(text:find('missing: ' .. name .. ',', 1, true), name)
      end
      assert.truthy(text:find 'tensor: 424 rows, %d+ calls, 0 of them looked for in specs; %d+ missing, %d+ in no spec')
   end)

   it('finds forms and types that no spec calls, by what was recorded', function()
      local path = os.tmpname()
      local file = io.open(path, 'w')
      file:write('narrow\tm: self, dim, first, size\tInt\n', 'abs\tfn: Tensor\tLong\n',
         'abs\tm: self, Tensor\tFloat\n')
      file:close()
      local result = child.run('arg = { [0] = "coverage.lua" } dofile "test/coverage.lua"', { TH_RECORD = path }, 300)
      os.remove(path)
      assert.equal(1, result.status)
      for _, line in ipairs {
         'in no spec: narrow, m: self, dim, first, size (Byte Char Short Long Float Double Half)\n',
         'in no spec: abs, fn: Tensor (Int Float Double)\n', 'in no spec: abs, m: self, Tensor (Int Long Double)\n',
         'in no spec: abs, fn: number (Int Long Float Double)\n',
      } do assert.truthy(result.output:find(line, 1, true), line .. '\n' .. result.output:sub(1, 2000)) end
   end)
end)
