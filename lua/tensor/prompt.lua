-- tensor/prompt.lua: an interactive prompt with the module as `tensor`. script/run opens it; a host can too:
--    require('tensor.prompt').run()
-- An expression prints its values. Input continues over lines until it is complete. An error does not end the
-- prompt.
local tensor = require 'tensor'
local arguments = require 'tensor.arguments'

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
   if type(message) ~= 'string' then return tostring(message) end
   local lines = { message }
   for line in debug.traceback('', 2):gmatch('\n(\t[^\n]+)') do
      if line:find("'?chunk'?$") then break end
      if not line:find('[C]: in', 1, true) then lines[#lines + 1] = line end
   end
   return table.concat(lines, '\n')
end

-- Runs a complete piece of input. Returns the text to print and whether there was no error. The text is made
-- inside xpcall too, because a result's __tostring may fail.
local function evaluate(chunk)
   local ok, text = xpcall(function() return text_of(chunk()) end, explain)
   return ok and text or text .. '\n', ok
end

local function help(topic)
   if topic == '' then
      local names = tensor.help.text():gsub('^[^\n]*\n', '')
      return ('help name explains a function, as in: help narrow\nCtrl-D leaves the prompt\n%s\n'):format(names), true
   end
   local text, miss = tensor.help.text(topic)
   return (text or miss) .. '\n', text ~= nil
end

local greeting = 'tensor on %s. An expression prints its value; help name explains a function; Ctrl-D leaves.\n'

--[[ Reads until the input ends. Returns true if every piece of input ran without an error. Options:
read         function() that returns a line or nil          (standard input)
write        function(text) for results and prompts         (standard output)
complain     function(text) for errors                      (standard error)
interactive  show a greeting and a prompt                   (false)
]]
local function run(options)
   options = options or {}
   local trouble = arguments.unknown_option(options, { 'complain', 'interactive', 'read', 'write' })
   if trouble then error('prompt: ' .. trouble, 2) end
   local read = options.read or function() return io.read() end
   local write = options.write or function(text) io.write(text) io.flush() end
   local complain = options.complain or function(text) io.stderr:write(text) end
   local function ask(prompt)
      if options.interactive then write(prompt) end
      return read()
   end

   rawset(_G, 'tensor', tensor)
   if options.interactive then write(greeting:format(type(jit) == 'table' and jit.version or _VERSION)) end
   local all_ran = true
   local function report(text, ran)
      (ran and write or complain)(text)
      all_ran = all_ran and ran
   end

   local line = ask('> ')
   while line do
      local topic = line:match('^%s*help[%s(]+["\']?([%w_.:]+)["\']?[%s)]*$') or line:match('^%s*help%s*$') and ''
      if topic then
         report(help(topic))
      elseif line:find('%S') then
         local chunk, message, incomplete = parse(line)
         while incomplete do
            local more = ask('>> ')
            if not more then break end
            line = line .. '\n' .. more
            chunk, message, incomplete = parse(line)
         end
         if chunk then report(evaluate(chunk)) else report(message .. '\n', false) end
      end
      line = ask('> ')
   end
   if options.interactive then write('\n') end
   return all_ran
end

return { run = run }
