-- Every function of Torch7, in every form and with every type, compared with plain Lua (spec/support/torch7).
local functions = require 'spec.support.torch7.functions'
local tables = require 'spec.support.torch7.tables'

describe('Torch7\'s function', function()
   for _, row in ipairs(tables.functions()) do
      for _, dtype in ipairs(tables.dtypes(row)) do
         it(('%s (%s) gives in each form what plain Lua gives'):format(row.name, dtype), function()
            local wrong = {}
            functions.try(row, dtype, function(text, message)
               if message then wrong[#wrong + 1] = text .. ': ' .. message end
            end)
            assert.equal('', table.concat(wrong, '\n'))
         end)
      end
   end
end)
