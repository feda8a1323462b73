-- tensor.CmdLine: arguments, options, names of runs, help and the log.
local tensor = require 'tensor'
local child = require 'spec.support.child'
local files = require 'spec.support.files'

local function example()
   local cmd = tensor.CmdLine()
   cmd:text 'Trains a network'
   cmd:text()
   cmd:argument('data', 'file of the data')
   cmd:argument('count', 'how many', 'number')
   cmd:option('-seed', 123, 'initial random seed')
   cmd:option('-rate', 0.5, 'step')
   cmd:option('-quiet', false, 'says nothing')
   cmd:option('-loud', true, 'says all')
   cmd:option('--name', 'net', 'its name', 'string')
   return cmd
end

describe('a command line', function()
   it('has defaults', function()
      assert.same({ seed = 123, rate = 0.5, quiet = false, loud = true, name = 'net' }, example():default())
   end)

   it('is read', function()
      local cmd = example()
      assert.same({ data = 'file', count = 7, seed = 123, rate = 0.5, quiet = false, loud = true, name = 'net' },
         cmd:parse { 'file', '7' })
      assert.same({ data = 'file', count = -1, seed = 5, rate = 1e-3, quiet = true, loud = false, name = '-x' },
         cmd:parse { '-seed', '5', 'file', '-quiet', '--name', '-x', '-1', '-loud', '-rate', '1e-3' })
      assert.error_matches(function() cmd:parse() end, 'parse: a table of arguments expected')
   end)

   it('gives names', function()
      local cmd = example()
      local params = cmd:parse { 'file', '7', '-seed', '5', '-quiet', '-loud' }
      assert.equal('run,data=file,count=7,loud=f,quiet=t,seed=5', cmd:string('run', params, {}))
      assert.equal('run,count=7,loud=f,name=net,quiet=t', cmd:string('run', params,
         { data = true, seed = true, name = false }))
      params.unknown = 3
      assert.equal('data=file,count=7,loud=f,quiet=t,seed=5', cmd:string('', params))
      local other = tensor.CmdLine('+', ':')
      other:option('-a', 1, '')
      other:option('-b', 2, '')
      assert.equal('x+a:3+b:4', other:string('x', { a = 3, b = 4 }, {}))
      assert.error_matches(function() cmd:string('x') end, 'string: a table of parameters expected')
   end)

   it('has names, defaults and types that fit', function()
      local cmd = tensor.CmdLine()
      assert.error_matches(function() cmd:option('-a', nil, '') end, 'option: %-a has no default value')
      assert.error_matches(function() cmd:option('a', 1, '') end, 'option: a: the name of an option begins with %-')
      assert.error_matches(function() cmd:option('-a', 1, '', 'string') end,
         'the default value is a number, not a string')
      assert.error_matches(function() cmd:option('-a', {}, '') end, 'option: %-a: there is no type table')
      assert.error_matches(function() cmd:option(3, 1) end, 'option: a name expected, got 3')
      assert.error_matches(function() cmd:argument('-') end, 'argument: a name expected')
      assert.error_matches(function() cmd:argument('a', '', 'table') end, 'argument: a: there is no type table')
   end)
end)

-- Code for child processes, because help and errors end the process.
local code = [[
local cmd = tensor.CmdLine()
cmd:text 'Trains a network'
cmd:text()
cmd:argument('data', 'file of the data')
cmd:option('-seed', 123, 'initial random seed')
cmd:option('-quiet', false, 'says nothing')
]]
local help = [[
Usage: prog [options] <data>
Trains a network

  <data> file of the data
  -seed  initial random seed [123]
  -quiet says nothing [false]
]]

describe('a command line in a script', function()
   it('shows its help and ends', function()
      for _, word in ipairs { '-h', '-help', '--help' } do
         local result = child.run(code .. ('cmd:parse { [0] = "prog", %q } print "after"'):format(word))
         assert.equal(0, result.status)
         assert.equal(help, result.output)
      end
      assert.equal(help:gsub('prog ', '') .. 'after\n', child.output(code .. 'cmd:help() print "after"'))
   end)

   it('says what is wrong and ends', function()
      for words, message in pairs {
         ['"x", "-seed", "many"'] = '-seed must be a number, not many',
         ['"x", "-seed"'] = 'missing argument for option -seed', ['"x", "y"'] = 'invalid argument: y',
         ['"x", "-nothing"'] = 'unknown option -nothing', [''] = 'not enough arguments',
      } do
         local result = child.run(code .. ('cmd:parse { %s } print "after"'):format(words))
         assert.equal(1, result.status)
         assert.equal(message .. '\n' .. help:gsub('prog ', ''), result.output)
      end
      assert.equal(1, child.run(code .. 'cmd:error "no" print "after"').status)
   end)

   it('logs what is printed, into a file too', function()
      local path = files.scratch(finally)
      local function logged(set_up)
         local screen = child.output(([[
            local cmd = tensor.CmdLine()
            cmd:option('-seed', 123, '')
            %s
            cmd:log(%q, { seed = 5, dir = 'x' })
            print('one', 2, nil)]]):format(set_up, path))
         local file = io.open(path)
         local text = file:read '*a'
         file:close()
         return screen:gsub('started on [^\n]*', 'started'), (text:gsub('started on [^\n]*', 'started'))
      end
      local expected = '[program started]\n[command line arguments]\ndir\tx\nseed\t5\n'
         .. '[----------------------]\none\t2\tnil\n'
      local screen, text = logged ''
      assert.equal(expected:gsub('started%]', 'started'), (screen:gsub('started%]', 'started')))
      assert.equal(screen, text)
      screen, text = logged 'cmd:silent()'
      assert.equal('', screen)
      assert.truthy(text:find('one\t2\tnil\n', 1, true))
      screen, text = logged 'cmd:addTime("spec", "%Y")'
      assert.truthy(screen:find('\none\t2\tnil\n', 1, true))
      assert.truthy(text:find('\n%d%d%d%d%[spec%]: one\t2\tnil\n'), text)
      text = select(2, logged 'cmd:addTime()')
      assert.truthy(text:find('\n%d+%-%d+%-%d+ %d+:%d+:%d+: one\t2\tnil\n'), text)
   end)

   it('logs into an open file', function()
      assert.equal('done\n', child.output [[
         local file, cmd = io.tmpfile(), tensor.CmdLine()
         cmd:silent()
         cmd:log(file)
         print 'to the file'
         file:seek 'set'
         assert(file:read '*a':find('to the file', 1, true))
         io.write 'done\n']])
      local cmd = tensor.CmdLine()
      assert.error_matches(function() cmd:log '/nowhere/at/all' end, 'log: /nowhere/at/all')
      assert.error_matches(function() cmd:log(3) end, 'log: the name of a file or an open file expected, got number')
   end)
end)
