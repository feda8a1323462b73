-- tensor/prompt.lua: a prompt with the module as `tensor`. script/run opens it; a host may do so too:
--    require('tensor.prompt').run()
-- An expression prints its values; input goes on over lines until it is complete; an error does not end it.
local tensor = require 'tensor'

local compile = loadstring or load        -- luacheck: ignore 113
local name = '=prompt'

-- Cut short by the end of the input, as the parser of every Lua says it: ... near <eof>
local function is_incomplete(message)
   return message:find("near '?<eof>'?$") ~= nil
end

-- The function for a piece of input, or nil, the message and whether more input may complete it.
-- The leading nil keeps a call from being a tail call, so that its errors name the prompt as their place.
local function parse(text)
   local expression = text:gsub('^%s*=', ''):gsub('^%s*return%s', '')
   local chunk, why_no_expression = compile('return nil, ' .. expression, name)
   if chunk then return chunk end
   local message
   chunk, message = compile(text, name)
   if chunk then return chunk end
   return nil, message, is_incomplete(message) or is_incomplete(why_no_expression)
end

-- The values of an expression, as print shows them; nothing for a call that returned nothing.
local function text_of(_, ...)
   local texts = {}
   for i = 1, select('#', ...) do texts[i] = tostring((select(i, ...))) end
   return #texts > 0 and table.concat(texts, '\t') .. '\n' or ''
end

-- The message, and the calls that led to it below the prompt's own chunk.
local function explain(message)
   if type(message) ~= 'string' then return tostring(message) end
   local lines = { message }
   for line in debug.traceback('', 2):gmatch('\n(\t[^\n]+)') do
      if line:find("'?chunk'?$") then break end
      if not line:find('[C]: in', 1, true) then lines[#lines + 1] = line end
   end
   return table.concat(lines, '\n')
end

-- What is printed for a complete piece of input, and whether it ran without an error.
-- The text is made under the same guard, because __tostring of a result may fail too.
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

--[[ Reads until the input ends. Returns true if every piece of input ran without an error.
options.read         function() that returns a line or nil          (standard input)
options.write        function(text) for results and prompts         (standard output)
options.complain     function(text) for errors                      (standard error)
options.interactive  show a greeting and a prompt                   (false)
]]
local function run(options)
   options = options or {}
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
