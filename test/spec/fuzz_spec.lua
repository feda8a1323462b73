-- The corpus of the fuzz target (test/fuzz), input by input.
local read_input = dofile 'test/fuzz/reader.lua'

local function lines_of(command)
   local pipe = assert(io.popen(command))
   local lines = {}
   for line in pipe:lines() do lines[#lines + 1] = line end
   pipe:close()
   return lines
end

local function contents(path)
   local file = assert(io.open(path, 'rb'))
   local text = file:read '*a'
   file:close()
   return text
end

describe('the reader of objects', function()
   it('refuses or reads each input of the corpus', function()
      local read = 0
      for _, name in ipairs(lines_of 'ls test/fuzz/corpus') do
         local ok, result = pcall(read_input, contents('test/fuzz/corpus/' .. name))
         assert(ok, name .. ': ' .. tostring(result))
         if result then read = read + 1 end
      end
      assert(read >= 14, 'the samples are read')
   end)
end)
