-- tensor/prompt.lua: an interactive prompt with the module as `tensor`. script/run opens it; a host can too:
--    require('tensor.prompt').run()
-- An expression prints its values. Input continues over lines until it is complete. Neither an error nor Ctrl-C ends
-- the prompt.
local tensor = require 'tensor'
local host = require 'tensor.host'
local terminal = require('tensor.core').terminal
local arguments = require 'tensor.arguments'
local completer = require 'tensor.complete'

local compile = loadstring or load        -- luacheck: ignore 113
local name = '=prompt'

-- True for the parser's error about input that ends too early. Every Lua says: ... near <eof>
local function is_incomplete(message)
   return message:find("near '?<eof>'?$") ~= nil
end

-- Compiles a piece of input. Returns a function, or nil, a message and whether more input may complete it. The
-- nil before the expression prevents a tail call, so that errors report the prompt as their place.
local function parse(text)
   local expression = text:gsub('^%s*=', ''):gsub('^%s*return%s', '')
   local chunk, why_no_expression = compile('return nil, ' .. expression, name)
   if chunk then return chunk end
   local message
   chunk, message = compile(text, name)
   if chunk then return chunk end
   return nil, message, is_incomplete(message) or is_incomplete(why_no_expression)
end

-- The values of an expression as print shows them; an empty text for a call that returned nothing.
local function text_of(_, ...)
   local texts = {}
   for i = 1, select('#', ...) do texts[i] = tostring((select(i, ...))) end
   return #texts > 0 and table.concat(texts, '\t') .. '\n' or ''
end

-- The message, followed by the calls between the prompt and the error.
local function explain(message)
   terminal.stopped()
   if type(message) ~= 'string' then return tostring(message) end
   local lines = { message }
   if not rawget(_G, 'debug') then return message end
   for line in debug.traceback('', 2):gmatch('\n(\t[^\n]+)') do
      if line:find("'?chunk'?$") then break end
      if not (line:find('[C]: in', 1, true) or line:find 'tensor.prompt%.lua:') then
         lines[#lines + 1] = line
      end
   end
   return table.concat(lines, '\n')
end

-- Runs a complete piece of input. Returns the text to print and whether there was no error. The text is made
-- inside xpcall too, because a result's __tostring may fail.
local function evaluate(chunk)
   local ok, text = xpcall(function() return text_of(chunk()) end, explain)
   return ok and text or text .. '\n', ok
end

-- The same, but Ctrl-C is an error in the input. LuaJIT's compiled loops do not notice it, so the input itself is not
-- compiled; what it calls is. Nor do functions in C. The third Ctrl-C in a line ends the session.
local function evaluate_until_interrupted(chunk)
   if type(jit) == 'table' then jit.off(chunk, true) end
   local finished, text, ok = terminal.call(function() return evaluate(chunk) end)
   terminal.interrupted()
   if finished then return text, ok end
   return tostring(text) .. '\n', false
end

-- Where coroutines have hooks of their own, those made from now on notice Ctrl-C. Returns a function that undoes this.
local function watch_coroutines()
   local kept = {}
   if type(jit) == 'table' or type(rawget(_G, 'coroutine')) ~= 'table' then return function() end end
   for _, key in ipairs { 'create', 'wrap' } do
      kept[key] = coroutine[key]
      coroutine[key] = terminal.watched(kept[key])           -- luacheck: ignore 122
   end
   return function()
      for key, f in pairs(kept) do coroutine[key] = f end    -- luacheck: ignore 122
   end
end

local keys = 'Ctrl-C interrupts a line, three times in one line it ends the session, Ctrl-D leaves'

local function help(topic)
   if topic == '' then
      local names = tensor.help.text():gsub('^[^\n]*\n', '')
      return ('help name explains a function, as in: help narrow\n%s\n%s\n'):format(keys, names), true
   end
   local text, miss = tensor.help.text(topic)
   return (text or miss) .. '\n', text ~= nil
end

local greeting = 'tensor on %s. An expression prints its value; help name explains a function; ' .. keys .. '.\n'

-- Reads a line with libedit, which keeps the history in a file of the user, if there is libedit and a terminal.
local function editor()
   if not (tensor.isatty(io.stdin) and tensor.isatty(io.stdout) and terminal.canEdit()) then return end
   local complete, home = completer(tensor, _G), os.getenv 'HOME'
   local path = home and home .. '/.tensor_history'
   if path then terminal.history(path) end
   return function(prompt)
      local line = terminal.readline(prompt, complete)
      if path then terminal.history(path, true) end    -- now, because Ctrl-C may end the session
      return line
   end
end

-- Asks for lines until a piece of input is complete. Returns a function, or nil and a message; both are nil if the
-- input was given up.
local function complete_piece(line, ask)
   local chunk, message, incomplete = parse(line)
   while incomplete do
      local more, interrupted = ask '>> '
      if interrupted then return end
      if not more then break end
      line = line .. '\n' .. more
      chunk, message, incomplete = parse(line)
   end
   return chunk, message
end

-- Asks for pieces of input and runs them until there are no more. Returns true if every piece ran without an error.
local function converse(ask, run, report)
   local all_ran = true
   local function note(text, ran)
      report(text, ran)
      all_ran = all_ran and ran
   end
   local line, interrupted = ask '> '
   while line or interrupted do
      line = line or ''
      local topic = line:match('^%s*help[%s(]+["\']?([%w_.:]+)["\']?[%s)]*$') or line:match('^%s*help%s*$') and ''
      if topic then
         note(help(topic))
      elseif line:find('%S') then
         local chunk, message = complete_piece(line, ask)
         if chunk then note(run(chunk)) elseif message then note(message .. '\n', false) end
      end
      line, interrupted = ask '> '
   end
   return all_ran
end

--[[ Reads until the input ends. Returns true if every piece of input ran without an error. Options:
read         function() that returns a line or nil          (standard input)
write        function(text) for results and prompts         (standard output)
complain     function(text) for errors                      (standard error)
interactive  show a greeting and a prompt; Ctrl-C interrupts the line that runs, or discards the one that is typed;
             lines from a terminal have history and completion    (false)
]]
local function run(options)
   options = options or {}
   local trouble = arguments.unknown_option(options, { 'complain', 'interactive', 'read', 'write' })
   if trouble then error('prompt: ' .. trouble, 2) end
   local io = options.read and options.write and options.complain or host.need('prompt', 'io')
   local read = options.read or function() return io.read() end
   local write = options.write or function(text) io.write(text) io.flush() end
   local complain = options.complain or function(text) io.stderr:write(text) end
   local function report(text, ran) (ran and write or complain)(text) end
   rawset(_G, 'tensor', tensor)
   if not options.interactive then return converse(function() return (read()) end, evaluate, report) end

   local edit
   if not (options.read or options.write) then edit = editor() end
   local function ask(prompt)
      if not edit then write(prompt) end
      local line = (edit or read)(prompt)
      if line then return line end
      local interrupted = terminal.interrupted()
      if interrupted then write '\n' end
      return nil, interrupted
   end

   write(greeting:format(type(jit) == 'table' and jit.version or _VERSION))
   terminal.catch(true)
   local unwatch = watch_coroutines()
   local ok, all_ran = pcall(converse, ask, evaluate_until_interrupted, report)
   unwatch()
   terminal.catch(false)
   if not ok then error(all_ran, 0) end
   write '\n'
   return all_ran
end

return { run = run }
