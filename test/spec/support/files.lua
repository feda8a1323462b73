-- files.lua: reads and writes whole files, reads the lines of a command, quotes words for the shell, and makes
-- scratch files.
local files = {}

function files.contents(path)
   local file = assert(io.open(path, 'rb'))
   local text = file:read '*a'
   file:close()
   return text
end

function files.write(path, text)
   local file = assert(io.open(path, 'wb'))
   assert(file:write(text))
   file:close()
end

-- The path of a scratch file, with text if given. It is removed at the end of the test that finally belongs to.
function files.scratch(finally, text)
   local path = os.tmpname()
   finally(function() os.remove(path) end)
   if text then files.write(path, text) end
   return path
end

function files.lines_of(command)
   local pipe = assert(io.popen(command))
   local lines = {}
   for line in pipe:lines() do lines[#lines + 1] = line end
   pipe:close()
   return lines
end

function files.quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

return files
