-- tensor/command.lua: the installed command `tensor`. Returns a function of its arguments, a table as `arg` is, which
-- returns the exit status. The module is loaded when it is needed, so --doctor can say why it cannot be.
local usage = [[
tensor                           opens a prompt
tensor file.lua [argument ...]   runs a Lua file
tensor -e 'code' [argument ...]  runs code, with the module as tensor
tensor --annotations folder      writes tensor.meta.lua for LuaLS and tensor.luacheck.lua
tensor --doctor                  says what was found: processor, libraries, CUDA, limits
tensor --version, --help
]]

local function complain(text)
   io.stderr:write('tensor: ', text, '\n')
   return 1
end

local unpack = unpack or table.unpack          -- luacheck: ignore 113
local load_text = loadstring or load           -- luacheck: ignore 113

local function explain(message)
   local class = getmetatable(message)
   if type(message) ~= 'string' and not (type(class) == 'table' and class.__tostring) then
      message = ('(error object is a %s value)'):format(type(message))
   end
   return debug.traceback(tostring(message), 2)
end

-- Runs a chunk as an interpreter does: with the words after the first as its arguments, and all of them in arg.
local function run(chunk, message, words, first)
   if not chunk then return complain(message) end
   local given = { [0] = words[first - 1], unpack(words, first) }
   rawset(_G, 'arg', given)
   local ok, trouble = xpcall(function() chunk(unpack(given)) end, explain)
   return ok and 0 or complain(trouble)
end

local function prompt()
   local is_terminal = require('tensor').isatty(io.stdin)
   local all_ran = require('tensor.prompt').run { interactive = is_terminal }
   return (all_ran or is_terminal) and 0 or 1
end

local commands = {
   ['--help'] = function()
      io.write(usage)
      return 0
   end,
   ['--version'] = function()
      local engine = rawget(_G, 'jit') and jit.version or _VERSION
      io.write(('tensor %s (%s)\n'):format(require('tensor').version(), engine))
      return 0
   end,
   ['--doctor'] = function() return require 'tensor.doctor'(io.write) end,
   ['--annotations'] = function(words)
      if not words[2] then return complain '--annotations needs a folder' end
      for _, path in ipairs(require 'tensor.help.annotations'(require 'tensor', words[2])) do io.write(path, '\n') end
      return 0
   end,
   ['-e'] = function(words)
      if not words[2] then return complain '-e needs code' end
      rawset(_G, 'tensor', require 'tensor')
      local chunk, message = load_text(words[2], '=-e')
      return run(chunk, message, words, 3)
   end,
}
commands['-h'], commands['-v'] = commands['--help'], commands['--version']

local function perform(words)
   local first = words[1]
   if not first then return prompt() end
   if commands[first] then return commands[first](words) end
   if first:find '^%-' then
      io.stderr:write(('tensor: there is no option %s\n'):format(first), usage)
      return 2
   end
   local chunk, message = loadfile(first)
   return run(chunk, message, words, 2)
end

return function(words)
   local ok, status = pcall(perform, words)
   if not ok then return complain(tostring(status)) end
   local written, trouble = io.stdout:flush()
   return written and status or complain('standard output: ' .. tostring(trouble))
end
