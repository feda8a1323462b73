-- prompted.lua: runs the examples of tensor.help as a prompt would.
local prompt = require 'tensor.prompt'

local prompted = {}

-- Makes outputs comparable: 5.0 of Lua 5.3 is 5 in Lua 5.2, and examples show a tab as blanks.
function prompted.neutral(text)
   return (('\n' .. text):gsub('\t', '   '):gsub('%s*$', '\n'):gsub('(\n%-?%d+)%.0\n', '%1\n'))
end

-- What a prompt prints for the lines of an example; errors without their place.
function prompted.output_of(example)
   local inputs, written = {}, {}
   for line in ('\n' .. example):gmatch '\n> ([^\n]*)' do inputs[#inputs + 1] = line end
   local k = 0
   local function read()
      k = k + 1
      return inputs[k]
   end
   local function write(text) written[#written + 1] = text end
   local function complain(text) write(text:match '^[^\n]*':gsub('^[%w_/.%-]+:%d+: ', '') .. '\n') end
   prompt.run { read = read, write = write, complain = complain }
   return table.concat(written)
end

-- The output that an example shows.
function prompted.shown_by(example)
   return (('\n' .. example):gsub('\n> [^\n]*', ''):sub(2))
end

-- Whether an example printed that the library which it is about is not on this machine (help_spec: pending).
function prompted.lacks_library(output)
   return output:find('cannot open oneDNN', 1, true) ~= nil
end

return prompted
