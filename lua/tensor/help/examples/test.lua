-- tensor/help/examples/test.lua: examples of tests and command lines (the form is in tensor/help/examples.lua).
local examples = {
   Tester = [[
> tester, suite = tensor.Tester(), tensor.TestSuite()
> function suite.sums() tester:eq(tensor.ones(3):sum(), 3) end
> function suite.shapes() tester:assertError(function() return tensor.ones(2) + tensor.ones(3) end) end
> tester:add(suite)
torch.Tester
> tester:setSummaryOnly(true)
> write, io.write = io.write, function() end
> status = tester:run()
> io.write = write
> status, tester.countasserts
0   2
]],
   TestSuite = [[
> suite = tensor.TestSuite()
> function suite.a() end
> pcall(function() function suite.a() end end)
false   Test a is already defined.
]],
   ['Tester.add'] = [[
> tester = tensor.Tester():add(function() end, 'nothing')
> tester.tests.nothing ~= nil
true
]],
   ['Tester.run'] = [[
> tester = tensor.Tester():add(function() error 'wrong' end, 'fails')
> write, io.write = io.write, function() end
> ok, message = pcall(tester.run, tester)
> io.write = write
> ok, message
false   An error was found while running tests!
]],
   test = [[
> write, io.write = io.write, function() end
> tester = tensor.test 'sums'
> io.write = write
> tester.countasserts > 0
true
]],
   ['Tester.disable'] = [[
> tester = tensor.Tester():add(function() end, 'slow'):disable 'slow'
> tester.disabledTests.slow
true
]],
   CmdLine = [[
> cmd = tensor.CmdLine()
> cmd:argument('data', 'file of the data')
> cmd:option('-seed', 123, 'initial random seed')
> params = cmd:parse {'digits.t7', '-seed', '456'}
> params.data, params.seed
digits.t7   456
]],
   ['CmdLine.argument'] = [[
> cmd = tensor.CmdLine()
> cmd:argument('count', 'how many', 'number')
> cmd:parse({'3'}).count
3
]],
   ['CmdLine.option'] = [[
> cmd = tensor.CmdLine()
> cmd:option('-quiet', false, 'says nothing')
> cmd:parse({'-quiet'}).quiet, cmd:parse({}).quiet
true   false
]],
   ['CmdLine.text'] = [[
> cmd = tensor.CmdLine()
> cmd:text 'Trains a network'
]],
   ['CmdLine.default'] = [[
> cmd = tensor.CmdLine()
> cmd:option('-seed', 123, 'initial random seed')
> cmd:default().seed
123
]],
   ['CmdLine.parse'] = [[
> cmd = tensor.CmdLine()
> cmd:option('-rate', 0.5, 'step')
> cmd:parse({'-rate', '0.25'}).rate
0.25
]],
   ['CmdLine.string'] = [[
> cmd = tensor.CmdLine()
> cmd:option('-seed', 123, 'initial random seed')
> cmd:string('experiment', {seed = 456}, {})
experiment,seed=456
]],
   ['CmdLine.log'] = [[
> cmd, file, before = tensor.CmdLine(), io.tmpfile(), print
> cmd:silent()
> cmd:log(file, {seed = 5})
> print 'to the log'
> print = before
> file:seek('set', 0)
0
> file:read '*a':match 'seed.*'
seed   5
[----------------------]
to the log
]],
   ['CmdLine.silent'] = [[
> tensor.CmdLine():silent()
]],
   ['CmdLine.addTime'] = [[
> tensor.CmdLine():addTime('experiment', '%H:%M')
]],
   ['CmdLine.help'] = [[
> cmd = tensor.CmdLine()
> cmd:option('-seed', 123, 'initial random seed')
> texts, write = {}, io.write
> io.write = function(...) texts[#texts + 1] = table.concat {...} end
> cmd:help {[0] = 'train.lua'}
> io.write = write
> table.concat(texts):match '[^\n]+'
Usage: train.lua [options]
]],
   ['CmdLine.error'] = [[
> cmd = tensor.CmdLine()
> cmd.error = function(_, message) error(message, 0) end
> pcall(cmd.parse, cmd, {'-nothing'})
false   unknown option -nothing
]],
}

-- The assertions: calls that hold, and the counts of the tester afterwards.
local assertions = {
   assert = 'true', asserteq = '1, 1', assertne = '1, 2', assertlt = '1, 2', assertgt = '2, 1', assertle = '1, 1',
   assertge = '1, 1', assertalmosteq = '1, 1.5, 0.5', eq = '{1, {2}}, {1, {2}}', ne = '{1}, {2}',
   assertGeneralEq = '1, 1.25, 0.5', assertGeneralNe = '1, "1"',
   assertTensorEq = 'tensor.ones(2), tensor.ones(2)',
   assertTensorNe = 'tensor.ones(2), tensor.zeros(2), 0.5', assertTableEq = '{a = 1}, {a = 1}',
   assertTableNe = '{}, {1}',
   assertError = 'error', assertNoError = 'function() end', assertErrorMsg = 'function() error("no", 0) end, "no"',
   assertErrorPattern = 'function() error "no" end, "no$"',
   assertErrorObj = 'error, function(e) return e == nil end',
}
for name, arguments in pairs(assertions) do
   examples['Tester.' .. name] = ('> tester = tensor.Tester()\n> tester:%s(%s)\ntrue\n'):format(name, arguments)
end
for _, name in ipairs { 'setEarlyAbort', 'setRethrowErrors', 'setSummaryOnly' } do
   examples['Tester.' .. name] = ('> tester = tensor.Tester()\n> tester:%s(true)\n'):format(name)
end

return examples
