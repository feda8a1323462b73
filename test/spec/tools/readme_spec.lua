-- Every example in the README prints the text below it.
local child = require 'spec.support.child'
local files = require 'spec.support.files'

describe('the README', function()
   local count, text = 0, files.contents 'README.md'
   for title, code, expected in text:gmatch '%*%*(%d+%. [^*]+)%*%*.-```lua\n(.-)```\n```text\n(.-)```' do
      count = count + 1
      it('shows what happens: ' .. title, function()
         assert.equal(expected, child.run(code).output)
      end)
   end

   it('has ten examples', function() assert.equal(10, count) end)
end)
