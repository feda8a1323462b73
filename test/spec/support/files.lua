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

-- A function that gives paths of scratch files with an ending; all are removed at the end of the test.
function files.scratches(finally)
   local paths = {}
   finally(function()
      for _, path in ipairs(paths) do os.remove(path) end
   end)
   return function(ending)
      local path = os.tmpname()
      paths[#paths + 1], paths[#paths + 2] = path, path .. ending
      return path .. ending
   end
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
