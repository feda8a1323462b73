-- tensor/torch7/cmdline.lua: torch.CmdLine of Torch7: reads the arguments and options of a script, and logs
-- what it prints.
local host = require 'tensor.host'

local CmdLine = {}

local function fail(format, ...)
   error(format:format(...), 0)
end

-- '-learningRate' sets the parameter learningRate.
local function strip(key)
   return (key:gsub('^%-+', ''))
end

local function check_key(key, where)
   if type(key) ~= 'string' or strip(key) == '' then fail('%s: a name expected, got %s', where, tostring(key)) end
end

function CmdLine:__init(argument_separator, key_separator)
   self.argseparator, self.keyseparator = argument_separator or ',', key_separator or '='
   self.options, self.arguments, self.helplines = {}, {}, {}
end

function CmdLine:silent() self.silentio = true end

function CmdLine:addTime(name, format)
   self.timename, self.timeformat = name and ('[%s]'):format(name) or '', format or '%Y-%m-%d %H:%M:%S'
end

-- --- declaring arguments and options ---

local types = { string = true, number = true, boolean = true }

function CmdLine:argument(key, help, kind)
   check_key(key, 'argument')
   if kind ~= nil and not types[kind] then fail('argument: %s: there is no type %s', key, tostring(kind)) end
   local entry = { key = key, help = help or '', type = kind, isargument = true }
   table.insert(self.arguments, entry)
   table.insert(self.helplines, entry)
end

function CmdLine:option(key, default, help, kind)
   check_key(key, 'option')
   if not key:find '^%-' then fail('option: %s: the name of an option begins with -', key) end
   if default == nil then fail('option: %s has no default value', key) end
   kind = kind or type(default)
   if not types[kind] then fail('option: %s: there is no type %s', key, tostring(kind)) end
   if type(default) ~= kind then fail('option: %s: the default value is a %s, not a %s', key, type(default), kind) end
   local entry = { key = key, default = default, help = help or '', type = kind }
   self.options[key] = entry
   table.insert(self.helplines, entry)
end

function CmdLine:text(text)
   table.insert(self.helplines, text or '')
end

function CmdLine:default()
   local params = {}
   for key, option in pairs(self.options) do params[strip(key)] = option.default end
   return params
end

-- --- reading the command line ---

local function convert(self, entry, text)
   if entry.type ~= 'number' and entry.type ~= 'boolean' then return text end
   local value
   if entry.type == 'number' then value = tonumber(text) else value = ({ ['true'] = true, ['false'] = false })[text] end
   if value == nil then self:error(('%s must be a %s, not %s'):format(entry.key, entry.type, text)) end
   return value
end

function CmdLine:parse(arg)
   if type(arg) ~= 'table' then fail('parse: a table of arguments expected, got %s', type(arg)) end
   local params, given, i = self:default(), 0, 1
   while i <= #arg do
      local word = arg[i]
      local option = self.options[word]
      if word == '-h' or word == '-help' or word == '--help' then
         self:help(arg)
         host.need('CmdLine.help', 'os.exit')(0, true)
      elseif option and option.type == 'boolean' then
         params[strip(word)] = not option.default
      elseif option then
         i = i + 1
         if arg[i] == nil then self:error('missing argument for option ' .. word) end
         params[strip(word)] = convert(self, option, arg[i])
      else
         given = given + 1
         local argument = self.arguments[given]
         local what = word:find '^%-' and 'unknown option' or 'invalid argument:'
         if not argument then self:error(('%s %s'):format(what, word)) end
         params[strip(argument.key)] = convert(self, argument, word)
      end
      i = i + 1
   end
   if given < #self.arguments then self:error 'not enough arguments' end
   return params
end

-- --- output ---

function CmdLine:help(arg)
   local parts = { arg and arg[0] or '', '[options]' }
   for _, argument in ipairs(self.arguments) do parts[#parts + 1] = ('<%s>'):format(strip(argument.key)) end
   local write = host.need('CmdLine.help', 'io.write')
   write('Usage: ', (table.concat(parts, ' '):gsub('^ ', '')), '\n')
   local width = 0
   for _, line in ipairs(self.helplines) do
      if type(line) == 'table' then width = math.max(width, #line.key + (line.isargument and 2 or 0)) end
   end
   for _, line in ipairs(self.helplines) do
      if type(line) == 'table' then
         local key = line.isargument and ('<%s>'):format(strip(line.key)) or line.key
         local default = line.isargument and '' or (' [%s]'):format(tostring(line.default))
         line = ('  %s%s %s%s'):format(key, (' '):rep(width - #key), line.help, default)
      end
      write(line, '\n')
   end
end

function CmdLine:error(message)
   local exit = host.need('CmdLine.error', 'os.exit')
   host.need('CmdLine.error', 'io.stderr'):write(tostring(message or ''), '\n')
   self:help()
   exit(1, true)
end

local function sorted(params)
   local keys = {}
   for key in pairs(params) do keys[#keys + 1] = key end
   table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
   return keys
end

local letters = { [true] = 't', [false] = 'f' }

-- The arguments in their order, then the options that differ from their defaults, sorted by text.
function CmdLine:string(prefix, params, ignore)
   if type(params) ~= 'table' then fail('string: a table of parameters expected, got %s', type(params)) end
   ignore = ignore or {}
   local parts, options = {}, {}
   local function add(list, key, value)
      if letters[value] then value = letters[value] end
      list[#list + 1] = ('%s%s%s'):format(key, self.keyseparator, tostring(value))
   end
   if prefix and prefix ~= '' then parts[1] = prefix end
   for _, argument in ipairs(self.arguments) do
      local key = strip(argument.key)
      if not ignore[key] and params[key] ~= nil then add(parts, key, params[key]) end
   end
   for key in pairs(params) do
      local option = self.options['-' .. tostring(key)] or self.options['--' .. tostring(key)]
      if option and not ignore[key] and (params[key] ~= option.default or ignore[key] == false) then
         add(options, key, params[key])
      end
   end
   table.sort(options)
   for _, text in ipairs(options) do parts[#parts + 1] = text end
   return table.concat(parts, self.argseparator)
end

-- --- the log ---

-- The text that print would print.
local function line_of(...)
   local texts = {}
   for k = 1, select('#', ...) do texts[k] = tostring((select(k, ...))) end
   return table.concat(texts, '\t')
end

function CmdLine:log(file, params)
   local io, os = host.need('CmdLine.log', 'io'), host.need('CmdLine.log', 'os')
   if type(file) == 'string' then
      local message
      file, message = io.open(file, 'w')
      if not file then fail('log: %s', message) end
   elseif io.type(file) ~= 'file' then
      fail('log: the name of a file or an open file expected, got %s', io.type(file) or type(file))
   end
   local old_print = print
   rawset(_G, 'print', function(...)
      if not self.silentio then old_print(...) end
      local time = self.timeformat and ('%s%s: '):format(os.date(self.timeformat), self.timename) or ''
      file:write(time, line_of(...), '\n')
      file:flush()
   end)
   print(('[program started on %s]'):format(os.date()))
   print '[command line arguments]'
   for _, key in ipairs(sorted(params or {})) do print(key, params[key]) end
   print '[----------------------]'
end

local documents = {
   { 'CmdLine', 'argseparator:string=, keyseparator:string==', 'makes a reader of command lines' },
   { 'CmdLine.argument', 'c:CmdLine key:string help:string type:string?',
      'declares an argument, which must be given' },
   { 'CmdLine.option', 'c:CmdLine key:string default:any help:string type:string?',
      'declares an option -key: a number, a string, or a boolean, which the option inverts' },
   { 'CmdLine.text', 'c:CmdLine text:string?', 'adds a line to the help' },
   { 'CmdLine.default', 'c:CmdLine', 'the defaults of all options, a table' },
   { 'CmdLine.parse', 'c:CmdLine arg:table',
      'the parameters, a table, read from a list of words; -h and errors print the help and end the process' },
   { 'CmdLine.string', 'c:CmdLine prefix:string params:table ignore:table?',
      'a name made of the parameters that are not defaults, such as experiment,seed=456' },
   { 'CmdLine.log', 'c:CmdLine file:any params:table?',
      'makes print write to a file too, and prints the parameters' },
   { 'CmdLine.silent', 'c:CmdLine', 'writes the log to its file only' },
   { 'CmdLine.addTime', 'c:CmdLine name:string? format:string?',
      'writes a date and a name before each line of the log' },
   { 'CmdLine.help', 'c:CmdLine arg:table?', 'writes the arguments and options' },
   { 'CmdLine.error', 'c:CmdLine message:string', 'writes a message and the help, and ends the process' },
}

local function install(tensor)
   local class = tensor.class('torch.CmdLine', tensor)
   for name, method in pairs(CmdLine) do class[name] = method end
   for _, row in ipairs(documents) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'command',
         ismethod = row[1]:find '%.' ~= nil }
   end
end

return { install = install }
