-- Scripts in the style of Torch7's tutorials, packages and tests (test/compat/torch7) run unchanged, each in
-- its own process.
local child = require 'spec.support.child'

local function quote(text) return "'" .. text .. "'" end

-- Runs a script of test/compat/torch7 and returns its output. An argument '%s' becomes the path of a temporary
-- folder.
local function run(name, ...)
   local folder, words = os.tmpname(), { [0] = name }
   os.remove(folder)
   assert(os.execute('mkdir ' .. quote(folder)))
   for k, word in ipairs { ... } do words[k] = ('%q'):format(word == '%s' and folder or word) end
   local code = ('tensor = nil; arg = { [0] = %q, %s } dofile(arg[0])')
      :format('test/compat/torch7/' .. name, table.concat(words, ', '))
   local result = child.run(code, nil, 300)
   os.execute('rm -r ' .. quote(folder))
   assert.equal(0, result.status, result.output)
   return result.output
end

local function has(text, ...)
   for _, line in ipairs { ... } do assert.truthy(text:find(line, 1, true), line .. ' is not in\n' .. text) end
end

describe('a script for Torch7', function()
   it('learns a logistic regression', function()
      has(run 'logistic.lua', 'labels\ttorch.ByteTensor\t200', 'accuracy above 0.93: true', 'done\n')
   end)

   it('trains a network of classes', function()
      has(run 'network.lua', 'net.Chain {\n  (1): net.Linear(2 -> 16)\n  (2): net.Tanh\n', 'parameters\t82\t0',
         'learned\ttrue\ttrue', 'net.Linear(2 -> 16)\tnet.Tanh')
   end)

   it('runs an experiment with options, files and a log', function()
      has(run('experiment.lua', '-seed', '99', '-rate', '0.05', '-verbose', '-save', '%s'),
         'experiment,rate=0.05,seed=99,verbose=t', 'loss falls\ttrue', 'done\n')
   end)

   it('has layers with expanded, shrunk and regrown buffers', function()
      has(run 'modules.lua', 'bias\tagrees', 'scale\tagrees', 'distance\tagrees')
   end)

   it('runs a suite of tests', function()
      has(run 'suite.lua', 'Running 10 tests', 'Completed', '0 failures', '0 errors')
      has(run('suite.lua', 'max'), 'Running 1 test')
   end)
end)
