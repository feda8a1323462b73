-- Torch7's modules other than tensors: runs every form of every row in test/data/torch7-modules.tsv, with the
-- code in spec/support/torch7/modules, under both names of the module. Each runs in a child process, because
-- require 'torch' changes settings of the state.
local child = require 'spec.support.child'
local modules = require 'spec.support.torch7.modules'

local has_ffi = pcall(require, 'ffi')

describe('the table of Torch7\'s modules', function()
   it('has a run for every form, and there is none for another', function()
      assert.equal('', table.concat(modules.unmatched(), '\n'))
   end)
end)

for _, module in ipairs { 'tensor', 'torch' } do
   describe(('with require %q'):format(module), function()
      for _, group in ipairs(modules.groups()) do
         it(group .. ': each form does what Torch7\'s table says', function()
            local lines = {}
            local output = child.output(('require %q require("spec.support.torch7.modules").report(%q)')
               :format(module, group))
            for line in output:gmatch '[^\n]+' do
               local is_reason = line:find '^NOT HERE' and not has_ffi and line:find 'LuaJIT'
               if not is_reason then lines[#lines + 1] = line end
            end
            assert.equal('', table.concat(lines, '\n'))
         end)
      end
   end)
end
