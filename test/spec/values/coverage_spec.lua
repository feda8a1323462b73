-- test/tools/coverage.lua, which script/api-coverage runs: in a child process it must find the functions that
-- were removed from the module, and that the specs made only three calls.
local child = require 'spec.support.child'
local files = require 'spec.support.files'

local spoil = [[
   local narrow, cat = tensor.Tensor.narrow, tensor.cat
   tensor.Tensor.nDimension = nil
   tensor.tic = nil
   tensor.getmetatable('torch.Timer').time = function() end
   tensor.sqrt, tensor.Tensor.sqrt = nil, nil
   function tensor.trace() return 0 end
   function tensor.isatty() error 'isatty: out of order' end
   function tensor.Tensor.narrow(x, ...)
      if x:type() == 'torch.IntTensor' then error 'narrow: not defined for torch.IntTensor on cpu' end
      return narrow(x, ...)
   end
   function tensor.cat(a, ...)
      if type(a) == 'table' then error 'cat: got (table); accepted forms:' end
      return cat(a, ...)
   end
   arg = { [0] = 'coverage.lua' }
   dofile 'test/tools/coverage.lua']]

local recorded = 'narrow\tm: self, dim, first, size\tInt\nabs\tfn: Tensor\tLong\nabs\tm: self, Tensor\tFloat\n'

describe('the coverage of Torch7\'s functions', function()
   local result

   setup(function()
      local path = os.tmpname()
      files.write(path, recorded)
      result = child.run(spoil, { TH_RECORD = path }, 300)
      os.remove(path)
   end)

   local function finds(lines)
      assert.equal(1, result.status)
      for _, line in ipairs(lines) do
         assert.truthy(result.output:find(line, 1, true), line .. '\n' .. result.output)
      end
   end

   it('finds functions, methods, forms and types that are missing, or give something else', function()
      finds {
         'missing: sqrt, fn: Tensor (Float Double): there is no such function or method',
         'missing: sqrt, m: self, Tensor (Float Double): there is no such function or method',
         'missing: narrow, m: self, dim, first, size (Int): ',
         'missing: nDimension, m: self (Byte Char Short Int Long Float Double Half): ',
         'missing: cat, fn: {Tensor,...}, dim (Byte Char Short Int Long Float Double): ',
         'missing: trace, fn: Tensor (Byte Char Short Int Long Float Double): 0 instead of ',
         'missing: torch.tic, fn: (): ', 'missing: Timer: time, m: self: ', 'missing: torch.isatty, fn: io file: ',
      }
      for _, name in ipairs { 'add', 'abs', 'cmax', 'select', 'torch.Tensor', 'new', '__index__ (x[i])',
         'Timer: __tostring__' } do
         assert.is_nil(result.output:find('missing: ' .. name .. ',', 1, true), name)
      end
   end)

   it('finds forms and types that no spec calls, by what was recorded', function()
      finds {
         'in no spec: narrow, m: self, dim, first, size (Byte Char Short Long Float Double Half)\n',
         'in no spec: abs, fn: Tensor (Int Float Double)\n', 'in no spec: abs, m: self, Tensor (Int Long Double)\n',
         'in no spec: abs, fn: number (Int Long Float Double)\n',
      }
      assert.is_nil(result.output:find('in no spec: Timer', 1, true))
   end)

   it('counts', function()
      assert.truthy(result.output:find 'tensor: 424 rows, %d+ calls, %d+ looked for in specs; %d+ forms missing, ')
   end)
end)
