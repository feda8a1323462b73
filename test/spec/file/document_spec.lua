-- Every example of doc/files.md that has a text below it prints this text.
local child = require 'spec.support.child'
local files = require 'spec.support.files'

describe('doc/files.md', function()
   local count, text = 0, files.contents 'doc/files.md'
   for code, expected in text:gmatch '```lua\n(.-)```\n```text\n(.-)```' do
      count = count + 1
      local title = text:sub(1, (text:find(code, 1, true))):match '.*\n## ([^\n]+)'
      it('shows what happens: ' .. title, function()
         local output = child.run(code, nil, nil, true).output -- in a folder of its own
         if output:find 'built without' then return end -- zlib
         assert.equal(expected, output)
      end)
   end

   it('has examples', function() assert.truthy(count >= 3) end)
end)
