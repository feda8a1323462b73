-- files.lua: whole files, the lines of a command, words quoted for the shell, and files that a test leaves behind.
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

-- The path of a file of the test's own, which is removed when finally's test ends; with text where that is given.
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
