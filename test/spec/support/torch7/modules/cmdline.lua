-- cmdline.lua: runs for the rows of CmdLine; in child processes where they end the process or replace print.
local assert = require 'luassert'
local files = require 'spec.support.files'

local torch = package.loaded.torch or require 'tensor'
local rows = {}

local function defined(cmd)
   cmd:argument('data', 'file of the data')
   cmd:option('-seed', 123, 'initial random seed')
   cmd:option('-quiet', false, 'says nothing')
   return cmd
end

-- The same in a child process, with cmd as a local; returns its output and status.
local set_up = [[
local cmd = torch.CmdLine()
cmd:argument('data', 'file of the data')
cmd:option('-seed', 123, 'initial random seed')
cmd:option('-quiet', false, 'says nothing')
]]
local usage = 'Usage: %s[options] <data>\n'
local lines = '  <data> file of the data\n  -seed  initial random seed [123]\n  -quiet says nothing [false]\n'

local function prints(case, text, status, code)
   local output, got = case.child(set_up .. code)
   assert.equal(text, output)
   assert.equal(status, got)
end

-- --- declarations ---

rows['torch.CmdLine'] = { ['string?=, (argument separator), string?== (key separator)'] = function(case)
   local cmd = defined(torch.CmdLine(case:pick('+', ':')))
   local first, second = case.call.way[1] and '+' or ',', case.call.way[2] and ':' or '='
   assert.equal(('run%sdata%sx%sseed%s5'):format(first, second, first, second),
      cmd:string('run', { data = 'x', seed = 5, quiet = false }, {}))
end }

rows.argument = {
   ['self, key, help'] = function(case)
      assert.equal('7', defined(torch.CmdLine()):parse({ '7' }).data)
      prints(case, usage:format '' .. lines, 0, 'cmd:help()')
   end,
   ['self, key, help, type'] = function(case)
      local cmd = torch.CmdLine()
      assert.equal(0, select('#', cmd:argument('count', 'how many', 'number')))
      assert.equal(7, cmd:parse({ '7' }).count)
      local output, status = case.child [[
         local cmd = torch.CmdLine()
         cmd:argument('count', 'how many', 'number')
         cmd:parse { 'seven' }]]
      assert.truthy(output:find('^count must be a number, not seven\nUsage: %[options%] <count>\n'))
      assert.equal(1, status)
   end,
}
rows.option = { ['self, key, default, help, type?'] = function(case)
   local cmd = torch.CmdLine()
   for kind, default in pairs { number = 0.5, string = 'x', boolean = true } do
      assert.equal(0, select('#', cmd.option(case:pick(cmd, '-' .. kind, default, 'help', kind))))
   end
   assert.same({ number = 0.5, string = 'x', boolean = true }, cmd:parse {})
   assert.same({ number = 2, string = '3', boolean = false },
      cmd:parse { '-number', '2', '-string', '3', '-boolean' })
   if case.given.type then
      assert.is_false(pcall(cmd.option, cmd, '-other', 1, 'help', 'string'))
   end
end }
rows.text = {
   ['self, string'] = function(case)
      prints(case, usage:format '' .. lines .. 'Trains a network\n', 0, 'cmd:text "Trains a network" cmd:help()')
   end,
   self = function(case) prints(case, usage:format '' .. lines .. '\n', 0, 'cmd:text() cmd:help()') end,
}
rows.default = { self = function()
   assert.same({ seed = 123, quiet = false }, defined(torch.CmdLine()):default())
end }
rows.string = { ['self, prefix, table(params), table(ignore)'] = function()
   local cmd = defined(torch.CmdLine())
   local params = { data = 'x', seed = 5, quiet = true }
   assert.equal('run,data=x,quiet=t,seed=5', cmd:string('run', params, {}))
   assert.equal('run,quiet=t', cmd:string('run', params, { data = true, seed = true }))
   params.seed = 123
   assert.equal('data=x,quiet=t', cmd:string('', params, {}))
end }

-- --- reading ---

rows.parse = { ['self, table(args)'] = function(case)
   assert.same({ data = 'x', seed = 5, quiet = true }, defined(torch.CmdLine()):parse { 'x', '-seed', '5', '-quiet' })
   for _, word in ipairs { '-h', '-help', '--help' } do
      prints(case, usage:format 'prog ' .. lines, 0, ('cmd:parse { [0] = "prog", %q } print "after"'):format(word))
   end
   for words, message in pairs { ['"x", "-seed"'] = 'missing argument for option -seed',
      ['"x", "-none"'] = 'unknown option -none', [''] = 'not enough arguments',
      ['"x", "-seed", "y"'] = '-seed must be a number, not y' } do
      prints(case, message .. '\n' .. usage:format '' .. lines, 1, ('cmd:parse { %s } print "after"'):format(words))
   end
end }
rows.help = {
   ['self, table'] = function(case)
      prints(case, usage:format 'prog ' .. lines .. 'after\n', 0, 'cmd:help { [0] = "prog" } print "after"')
   end,
   self = function(case) prints(case, usage:format '' .. lines .. 'after\n', 0, 'cmd:help() print "after"') end,
}
rows.error = { ['self, string'] = function(case)
   prints(case, 'no data\n' .. usage:format '' .. lines, 1, 'cmd:error "no data" print "after"')
end }

-- --- the log ---

-- Returns what a child that prints 'one 2 nil' writes to the screen and to its log, without the time in the
-- first line.
local function logged(case, code, params)
   local path = case:path()
   local screen, status = case.child(([[%s
      %s
      cmd:log(%q%s)
      print('one', 2, nil)]]):format(set_up, code, path, params or ''))
   assert.equal(0, status, screen)
   local function clean(text) return (text:gsub('%[program started on [^\n]*%]', '[program started]')) end
   return clean(screen), clean(files.contents(path))
end

local function log_of(params, before)
   before = before or ''
   return (('[program started]\n[command line arguments]\n%s[----------------------]\none\t2\tnil\n')
      :format(params):gsub('([^\n]+\n)', (before:gsub('%%', '%%%%')) .. '%1'))
end

rows.log = {
   ['self, filename or file, table'] = function(case)
      local screen, text = logged(case, '', ', { seed = 5, dir = "x" }')
      assert.equal(log_of 'dir\tx\nseed\t5\n', screen)
      assert.equal(screen, text)
   end,
   ['self, filename or file'] = function(case)
      local screen, text = logged(case, '')
      assert.equal(log_of '', screen)
      assert.equal(screen, text)
      prints(case, 'done\n', 0, [[
         local file = io.tmpfile()
         cmd:silent()
         cmd:log(file)
         print 'to the file'
         file:seek 'set'
         assert(file:read '*a':find('to the file\n', 1, true))
         io.write 'done\n']])
   end,
}
rows.silent = { self = function(case)
   local screen, text = logged(case, 'cmd:silent()')
   assert.equal('', screen)
   assert.equal(log_of '', text)
end }
rows.addTime = { ['self, name?, format?'] = function(case)
   local function word(kind, value) return case.given[kind] and ('%q'):format(value) or 'nil' end
   local screen, text = logged(case, ('cmd:addTime(%s, %s)'):format(word('name', 'spec'), word('format', 'at')))
   assert.equal(log_of '', screen)
   text = text:gsub('%d+%-%d+%-%d+ %d+:%d+:%d+', 'now')
   assert.equal(log_of('', (case.given.format and 'at' or 'now') .. (case.given.name and '[spec]' or '') .. ': '), text)
end }

return { CmdLine = rows }
