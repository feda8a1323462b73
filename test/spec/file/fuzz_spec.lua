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

describe('the readers of load', function()
   local load = dofile 'test/long/fuzz/formats.lua'

   it('refuse or read each input of the corpus, and each of them cut', function()
      local read = 0
      for _, name in ipairs(files.lines_of 'ls test/long/fuzz/files') do
         local input = files.contents('test/long/fuzz/files/' .. name)
         local ok, result = pcall(load, input)
         assert(ok, name .. ': ' .. tostring(result))
         if result then read = read + 1 end
         for length = 0, #input - 1 do
            local survives, trouble = pcall(load, input:sub(1, length))
            assert(survives, ('%s cut to %d bytes: %s'):format(name, length, tostring(trouble)))
         end
      end
      assert(read >= 25, read)
   end)
end)
