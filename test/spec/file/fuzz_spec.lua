-- Runs the reader of the fuzz target (test/long/fuzz) on each input of its corpus.
local files = require 'spec.support.files'
local read_input = dofile 'test/long/fuzz/reader.lua'

describe('the reader of objects', function()
   it('refuses or reads each input of the corpus', function()
      local read = 0
      for _, name in ipairs(files.lines_of 'ls test/long/fuzz/corpus') do
         local ok, result = pcall(read_input, files.contents('test/long/fuzz/corpus/' .. name))
         assert(ok, name .. ': ' .. tostring(result))
         if result then read = read + 1 end
      end
      assert(read >= 14, 'the samples are read')
   end)
end)
