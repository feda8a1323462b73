-- Every example in doc/exchange.md prints the text below it. Those that begin with "-- LuaJIT" need its FFI.
local child = require 'spec.support.child'
local files = require 'spec.support.files'

local has_ffi = pcall(require, 'ffi')

describe('doc/exchange.md', function()
   local count, text = 0, files.contents 'doc/exchange.md'
   -- Lua 5.3 and later print 3.0 where earlier ones print 3.
   local function plain(output) return (output:gsub('(%d)%.0%f[^%d]', '%1')) end

   for code, expected in text:gmatch '```lua\n(.-)```\n```text\n(.-)```' do
      count = count + 1
      it('shows what happens: ' .. expected:match '[^\n]*', function()
         if code:find '^%-%- LuaJIT' and not has_ffi then return pending 'it needs the FFI of LuaJIT' end
         assert.equal(plain(expected), plain(child.output(code)))
      end)
   end

   it('has examples', function() assert(count >= 4) end)
end)
