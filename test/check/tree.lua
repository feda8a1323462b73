-- tree.lua: what rules look at: the files of the repository, and the symbols that nm lists for built files.
local files = require 'spec.support.files'
local lines_of, quote = files.lines_of, files.quoted

local tree = {}
tree.__index = tree

-- What a program sees that asks for POSIX.1-2008 with its XSI option and for nothing else.
local posix_headers = [[complex ctype dirent dlfcn errno fcntl fenv float inttypes limits locale math poll pthread sched
   setjmp signal spawn stdarg stdatomic stdio stdlib string strings sys/mman sys/resource sys/socket sys/stat
   sys/statvfs sys/time sys/uio sys/un sys/wait termios time unistd wchar]]

-- Those names, of a table's keys, that POSIX does not declare.
local function beyond_posix(names)
   local path, lines, found = os.tmpname(), { 'extern char **environ;' }, {}
   for header in posix_headers:gmatch '%S+' do table.insert(lines, 1, ('#include <%s.h>'):format(header)) end
   for name in pairs(names) do lines[#lines + 1] = ('const void *of_%s = (const void *)&%s;'):format(name, name) end
   files.write(path, table.concat(lines, '\n'))
   local command = 'LC_ALL=C cc -std=c11 -D_XOPEN_SOURCE=700 -fsyntax-only -fmax-errors=0 -x c %s 2>&1'
   for _, line in ipairs(lines_of(command:format(path))) do
      local name = line:match "error: '([%w_]+)' undeclared"
      if name then found[#found + 1] = name end
   end
   os.remove(path)
   table.sort(found)
   return found
end

-- The tree on disk; build is a build folder.
function tree.from_disk(build)
   local contents = {}
   local ignored = "! -path './.git' ! -path './.git/*' ! -path './build*' ! -path './bench/peers/*' "
      .. "! -path '*/data/*' ! -name '*.png'"
   for _, path in ipairs(lines_of('find . -type f ' .. ignored)) do
      path = path:sub(3)
      contents[path] = files.contents(path)
   end
   local self = setmetatable({ files = contents }, tree)
   function self.built(pattern)
      return lines_of(('find %s -type f -path %s'):format(quote(build), quote(pattern)))
   end
   function self.symbols(options, paths) -- of one file or of a list of files
      local words = {}
      for k, path in ipairs(type(paths) == 'table' and paths or { paths }) do words[k] = quote(path) end
      return lines_of(('nm %s %s 2>/dev/null'):format(options, table.concat(words, ' ')))
   end
   self.beyond_posix = beyond_posix
   function self.module() return require 'tensor' end
   function self.pages() return dofile 'doc/reference.lua'(require 'tensor') end
   return self
end

-- Iterates over path and text of the files whose path matches one of the patterns, in sorted order.
function tree:each(...)
   local patterns, paths = { ... }, {}
   for path in pairs(self.files) do
      for _, pattern in ipairs(patterns) do
         if path:find(pattern) then paths[#paths + 1] = path break end
      end
   end
   table.sort(paths)
   local i = 0
   return function()
      i = i + 1
      return paths[i], self.files[paths[i]]
   end
end

-- Iterates over the lines of a text, with their numbers.
function tree.lines(text)
   local number, start = 0, 1
   return function()
      if start > #text then return nil end
      local stop = text:find('\n', start, true) or #text + 1
      local line = text:sub(start, stop - 1)
      number, start = number + 1, stop + 1
      return number, line
   end
end

-- True for files in C, C++ or CUDA.
function tree.is_c(path)
   return (path:find('%.[ch]$') or path:find('%.cpp$') or path:find('%.cuh?$')) ~= nil
end

-- C text with comments and the contents of literals replaced by blanks; lines keep their lengths.
function tree.code_of_c(text)
   local function blank(s) return (s:gsub('[^\n]', ' ')) end
   local out, position, _ = {}, 1
   while true do
      local start = text:find('[/"\']', position)
      if not start then break end
      local stop
      local two = text:sub(start, start + 1)
      if two == '/*' then _, stop = text:find('*/', start + 2, true)
      elseif two == '//' then stop = (text:find('\n', start, true) or #text + 1) - 1
      elseif text:sub(start, start) == '/' then stop = nil
      else
         local quote_mark, i = text:sub(start, start), start + 1
         while i <= #text and text:sub(i, i) ~= quote_mark do
            i = i + (text:sub(i, i) == '\\' and 2 or 1)
         end
         stop = i
      end
      if stop then
         out[#out + 1] = text:sub(position, start - 1)
         local kept = two == '//' and '//' or text:sub(start, start) == '/' and '' or nil
         local body = text:sub(start, stop)
         if kept == '//' then out[#out + 1] = '//' .. blank(body:sub(3))
         elseif kept then out[#out + 1] = blank(body)
         else out[#out + 1] = body:sub(1, 1) .. blank(body:sub(2, -2)) .. body:sub(-1) end
         position = stop + 1
      else
         out[#out + 1] = text:sub(position, start)
         position = start + 1
      end
   end
   out[#out + 1] = text:sub(position)
   return table.concat(out)
end

-- Lua text with comments and the contents of strings replaced by blanks.
function tree.code_of_lua(text)
   local function blank(s) return (s:gsub('[^\n]', ' ')) end
   local out, position, _ = {}, 1
   while true do
      local start = text:find('[-"\'%[]', position)
      if not start then break end
      local stop
      local level = text:match('^%-%-%[(=*)%[', start) or text:match('^%[(=*)%[', start)
      if level then
         _, stop = text:find(']' .. level .. ']', start, true)
         stop = stop or #text
      elseif text:sub(start, start + 1) == '--' then
         stop = (text:find('\n', start, true) or #text + 1) - 1
      elseif text:find('^["\']', start) then
         local quote_mark, i = text:sub(start, start), start + 1
         while i <= #text and text:sub(i, i) ~= quote_mark do
            i = i + (text:sub(i, i) == '\\' and 2 or 1)
         end
         stop = i
      end
      out[#out + 1] = text:sub(position, start - 1)
      out[#out + 1] = stop and blank(text:sub(start, stop)) or text:sub(start, start)
      position = (stop or start) + 1
   end
   out[#out + 1] = text:sub(position)
   return table.concat(out)
end

return tree
