-- Every example of the README prints what stands below it.
local child = require 'spec.support.child'

local function read(path)
   local file = assert(io.open(path))
   local text = file:read '*a'
   file:close()
   return text
end

describe('the README', function()
   local count = 0
   for title, code, expected in read('README.md'):gmatch '%*%*(%d+%. [^*]+)%*%*.-```lua\n(.-)```\n```text\n(.-)```' do
      count = count + 1
      it('shows what happens: ' .. title, function()
         assert.equal(expected, child.run(code).output)
      end)
   end

   it('has ten examples', function() assert.equal(10, count) end)
end)
