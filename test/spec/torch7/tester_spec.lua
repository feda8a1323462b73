-- tensor.Tester and tensor.TestSuite: every assertion, reports, and the ways to run tests.
local tensor = require 'tensor'
local captured = require 'spec.support.captured'

-- A tester whose assertions return true, or false and the message, and the list of its warnings.
local function mute_tester()
   local tester, warnings = tensor.Tester(), {}
   function tester._success() return true end
   function tester._failure(_, message) return false, message end
   function tester._warning(_, message) warnings[#warnings + 1] = message end
   return tester, warnings
end

local function run(tester, ...) return captured(tester.run, tester, ...) end

-- Makes each call with an assertion and its opposite. A case is { arguments, whether the assertion holds }.
local function check(tester, name, cases, opposite)
   for k, case in ipairs(cases) do
      local arguments, holds = case[1], case[2]
      local function call(method)
         local ok, message = tester[method](tester, (table.unpack or unpack)(arguments, 1, arguments.n or #arguments))
         return ok, message
      end
      local ok, message = call(name)
      assert.equal(holds, ok, ('%s, case %d: %s'):format(name, k, tostring(message)))
      if not holds then assert.truthy(message:find(name .. ' failed: ', 1, true), message) end
      if opposite then
         ok, message = call(opposite)
         assert.equal(not holds, ok, ('%s, case %d: %s'):format(opposite, k, tostring(message)))
      end
   end
end

describe('an assertion', function()
   local tester, warnings
   before_each(function() tester, warnings = mute_tester() end)

   it('compares plain values', function()
      check(tester, 'assertlt', { { { 1, 2 }, true }, { { 2, 1 }, false }, { { 1, 1 }, false } }, 'assertge')
      check(tester, 'assertgt', { { { 2, 1 }, true }, { { 1, 2 }, false }, { { 1, 1 }, false } }, 'assertle')
      check(tester, 'asserteq', { { { 1, 1 }, true }, { { 1, 2 }, false }, { { 'a', 'a' }, true },
         { { 1, '1' }, false } }, 'assertne')
      check(tester, 'assertalmosteq', { { { 1, 1 }, true }, { { 1, 1 + 1e-17 }, true }, { { 1, 2, 2 }, true },
         { { 1, 2 }, false }, { { 1, 3, 1 }, false }, { { 1, 0 / 0, 5 }, false } })
      assert.same({}, warnings)
   end)

   it('says what it should not be used for', function()
      assert.is_true(tester:assert {})
      assert.is_false(tester:assert(nil))
      assert.is_true(tester:assertne({}, {}))
      assert.is_false(tester:asserteq({}, {}))
      assert.equal(4, #warnings)
      assert.truthy(warnings[1]:find('assert should only be used for boolean conditions', 1, true))
      assert.truthy(warnings[3]:find('assertne should only be used to compare basic', 1, true))
      assert.truthy(warnings[4]:find('asserteq should only be used to compare basic', 1, true))
   end)

   it('gives its message in front', function()
      for _, call in ipairs { { 'assert', false }, { 'assertlt', 2, 1 }, { 'asserteq', 1, 2 },
         { 'assertalmosteq', 1, 2 }, { 'eq', 1, 2 },
         { 'ne', 1, 1 }, { 'assertTableEq', { 1 }, { 2 } }, { 'assertError', function() end },
         { 'assertNoError', error }, { 'assertErrorPattern', error, 'x' }, { 'assertErrorMsg', error, 'x' },
         { 'assertErrorObj', error, function() end },
         { 'assertTensorEq', tensor.ones(1), tensor.zeros(1) }, { 'assertGeneralNe', 1, 1 } } do
         local arguments = { tester, call[2], call[3] or 'MESSAGE', call[3] and 'MESSAGE' or nil }
         local ok, message = tester[call[1]]((table.unpack or unpack)(arguments))
         assert.is_false(ok)
         assert.truthy(message:find '^MESSAGE\n', call[1] .. ': ' .. message)
      end
   end)

   it('takes no more arguments than it has', function()
      local x = tensor.ones(1)
      for name, arguments in pairs { assert = { true, 'm', 1 }, assertlt = { 1, 2, 'm', 1 }, eq = { 1, 1, 0, 'm', 1 },
         assertTensorEq = { x, x, 0, 'm', 'n' }, assertalmosteq = { 1, 1, 0, 'm', 0 },
         assertError = { error, 'm', 1 } } do
         assert.error_matches(function() tester[name](tester, (table.unpack or unpack)(arguments)) end,
            'Unexpected arguments: ' .. name)
      end
   end)

   it('compares whatever there is', function()
      local one = tensor.DoubleTensor { 1 }
      local near = tensor.DoubleTensor { 1 + 1e-10 }
      local cycle, other = { 1 }, { 1 }
      cycle[2], other[2] = cycle, other
      local cases = {
         { { one, one }, true }, { { one, 1 }, false }, { { 'hi', 'hi' }, true }, { { one, near }, false },
         { { one, near, 1e-9 }, true }, { { { one, 1 }, { one, 1 } }, true },
         { { { { { one } } }, { { { one } } } }, true },
         { { { { { one } } }, { { one } } }, false }, { { { one }, { near }, 'm', 1e-9 }, true },
         { { tensor.DoubleStorage { 1 }, tensor.DoubleStorage { 1 } }, true },
         { { tensor.DoubleStorage { 1 }, tensor.DoubleStorage { 2 } }, false },
         { { tensor.DoubleStorage { 1 }, tensor.DoubleStorage { 2 }, 1 }, true },
         { { tensor.FloatStorage { 1 }, tensor.LongStorage { 1 } }, false },
         { { tensor.FloatStorage { 1 }, tensor.FloatStorage { 1, 2 } }, false },
         { { tensor.FloatStorage(), tensor.FloatStorage() }, true },
         { { 'one', 1 }, false }, { { 1, 1.5, 0.5 }, true }, { { 1, 1.5, 0.4 }, false }, { { cycle, other }, true },
         { { nil, nil, n = 2 }, true }, { { nil, false, n = 2 }, false }, { { 0 / 0, 0 / 0 }, false },
         { { math.huge, math.huge }, true }, { { math.huge, -math.huge, 1 }, false },
      }
      check(tester, 'eq', cases, 'ne')
      check(tester, 'assertGeneralEq', cases, 'assertGeneralNe')
   end)

   it('compares tables', function()
      local x = tensor.rand(10)
      check(tester, 'assertTableEq', {
         { { { 1, 2, 3 }, { 1, 2, 3 } }, true }, { { { 1, 2, 3 }, { 3, 2, 1 } }, false },
         { { { 1, { 4 } }, { 1, { 4 } } }, true }, { { { 1, 2 }, { 1 } }, false }, { { { 1 }, { 1, 2 } }, false },
         { { { { 1 } }, { { { 1 } } } }, false }, { { { false }, { false } }, true },
         { { { true }, { false } }, false },
         { { { 1, key = 'v', x = x }, { 1, key = 'v', x = x:clone() } }, true },
         { { { key = 'v' }, { other = 'v' } }, false }, { { { 1 }, { 1.25 }, 0.25 }, true },
      }, 'assertTableNe')
      assert.error_matches(function() tester:assertTableEq({}, 1) end, 'Second argument should be a table')
      assert.error_matches(function() tester:assertTableNe(1, {}) end, 'First argument should be a table')
   end)

   it('compares tensors of every type', function()
      local names = { 'ByteTensor', 'CharTensor', 'ShortTensor', 'IntTensor', 'LongTensor', 'HalfTensor', 'FloatTensor',
         'DoubleTensor', 'BoolTensor', 'BFloat16Tensor', 'UInt16Tensor' }
      for _, a in ipairs(names) do
         for _, b in ipairs(names) do
            check(tester, 'assertTensorEq', { { { tensor[a](3):fill(1), tensor[b](3):fill(1), 1e-6 }, a == b } },
               'assertTensorNe')
         end
      end
      local x = tensor.rand(100, 100)
      local y, z = x:clone(), x:clone()
      y[{ 7, 7 }] = y[{ 7, 7 }] + 1e-3
      z[{ 7, 7 }] = 0 / 0
      check(tester, 'assertTensorEq', {
         { { x, x:clone() }, true }, { { x, y, 1e-2 }, true }, { { x, y, 1e-4 }, false }, { { x, z, 100 }, false },
         { { z, z, 100 }, false }, { { x:t(), x:t():contiguous() }, true },
         { { tensor.Tensor(), tensor.Tensor() }, true }, { { tensor.Tensor(), x }, false },
         { { tensor.LongTensor { 2 ^ 53 }, tensor.LongTensor { 2 ^ 53 - 1 } }, false },
         { { tensor.FloatTensor { 1 / 0 }, tensor.FloatTensor { 1 / 0 } }, true },
      }, 'assertTensorNe')
      assert.error_matches(function() tester:assertTensorEq(x, 2) end, 'Second argument should be a Tensor')
      assert.error_matches(function() tester:assertTensorNe(2, x) end, 'First argument should be a Tensor')
   end)

   it('compares tensors of other shapes as Torch7 does, and says so', function()
      local flat, row, three = tensor.ones(2), tensor.ones(1, 2), tensor.ones(3)
      check(tester, 'assertTensorEq', { { { flat, row }, true }, { { flat, three }, false },
         { { row, three }, false } }, 'assertTensorNe')
      assert.equal(2, #warnings)
      assert.truthy(warnings[1]:find('but different dimensions', 1, true))
      assert.is_true(tester._assertTensorEqIgnoresDims)
      tester._assertTensorEqIgnoresDims = false
      check(tester, 'assertTensorEq', { { { flat, row }, false } }, 'assertTensorNe')
      check(tester, 'eq', { { { flat, row }, false } }, 'ne')
   end)

   it('looks at errors', function()
      local function raise() error('muahaha!', 0) end
      local function quiet() end
      local object = {}
      local function raise_object() error(object) end
      check(tester, 'assertError', { { { raise }, true }, { { quiet }, false } }, 'assertNoError')
      check(tester, 'assertErrorMsg', { { { raise, 'muahaha!' }, true }, { { raise, 'haha' }, false },
         { { quiet, 'haha' }, false } })
      check(tester, 'assertErrorPattern', { { { raise, 'haha' }, true }, { { raise, 'hehe' }, false },
         { { quiet, 'haha' }, false } })
      check(tester, 'assertErrorObj', { { { raise_object, function(e) return e == object end }, true },
         { { raise, function(e) return e == object end }, false }, { { quiet, function() return true end }, false } })
      for _, name in ipairs { 'assertError', 'assertNoError', 'assertErrorMsg', 'assertErrorPattern',
         'assertErrorObj' } do
         assert.error_matches(function()
            tester[name](tester, 3, name == 'assertErrorObj' and quiet or 'x')
         end, name .. ': a function expected')
      end
      assert.error_matches(function() tester:assertErrorPattern(raise) end, 'assertErrorPattern: a pattern expected')
      assert.error_matches(function() tester:assertErrorObj(raise, 'x') end, 'assertErrorObj: a function expected')
   end)
end)

describe('a suite', function()
   it('takes each name once, and functions only', function()
      local suite = tensor.TestSuite()
      function suite.a() end
      assert.error_matches(function() function suite.a() end end, 'Test a is already defined%.')
      assert.error_matches(function() suite.b = 3 end, 'TestSuite: only functions can be tests, and b is a number')
      assert.is_function(suite.a)
      assert.is_true(suite.__isTestSuite)
      assert.equal(suite.a, suite.__tests.a)
   end)
end)

describe('a tester', function()
   -- A suite with passes assertions that hold, fails that do not, and a test that raises an error if raises is
   -- set.
   local function tester_of(passes, fails, raises)
      local tester, suite = tensor.Tester(), tensor.TestSuite()
      if passes > 0 then
         function suite.good() for _ = 1, passes do tester:eq({ 1 }, { 1 }) end end
      end
      if fails > 0 then
         function suite.bad() for _ = 1, fails do tester:eq({ 1 }, { 2 }, 'not the same') end end
      end
      if raises then
         function suite.wrong() error 'dummy error' end
      end
      return tester:add(suite)
   end

   for _, case in ipairs { { 0, 0 }, { 1, 0 }, { 4, 0 }, { 0, 1 }, { 0, 0, true }, { 0, 1, true }, { 1, 1, true } } do
      it(('counts %d passes, %d failures and %s error'):format(case[1], case[2], case[3] and 'an' or 'no'), function()
         local tester = tester_of(case[1], case[2], case[3])
         local text, ok, value = run(tester)
         assert.equal(case[2] == 0 and not case[3], ok)
         assert.equal(ok and 0 or 'An error was found while running tests!', value)
         assert.equal(case[1] + case[2], tester.countasserts)
         assert.equal(case[1] > 0 and case[1] or nil, tester.assertionPass.good)
         assert.equal(case[2] > 0 and case[2] or nil, tester.assertionFail.bad)
         assert.equal(case[3] and 1 or nil, tester.testError.wrong)
         assert.equal(case[2] + (case[3] and 1 or 0), #tester.errors)
         assert.truthy(text:find(('Completed %d assert'):format(case[1] + case[2]), 1, true), text)
      end)
   end

   it('writes a report that can be read', function()
      local tester = tester_of(2, 1, true)
      tester:assertTensorEq(tensor.ones(1, 2), tensor.ones(2))
      local text = run(tester)
      text = text:gsub('\n   [^\n]*', ''):gsub('\n[^\n]-:%d+: ', '\n')
      local dots = ('.'):rep(72 - 9)
      assert.equal(('Running 3 tests\n1/3 good %s [PASS]\n2/3 bad %s. [FAIL]\n3/3 wrong %s [ERROR]\n'):format(
         dots, dots, dots:sub(2)) .. 'Completed 4 asserts in 3 tests with 1 failure, 1 error and 1 warning\n'
         .. ('-'):rep(80) .. '\nWARNING \nassertTensorEq: tensors of the same number of elements but different '
         .. 'dimensions\n'
         .. ('-'):rep(80) .. '\nbad\nnot the same\neq failed: [1]: 1 and 2, 0 is allowed\n'
         .. ('-'):rep(80) .. '\nwrong\nFunction call failed\ndummy error\n' .. ('-'):rep(80) .. '\n', text)
   end)

   it('says where an assertion failed', function()
      local tester = tensor.Tester()
      tester:add(function() tester:assert(false) end, 'here')
      local text = run(tester)
      assert.truthy(text:find('tester_spec.lua:%d+'), text)
      assert.is_nil(text:find('tester.lua', 1, true))
   end)

   it('runs its hooks around each test, which they are none of', function()
      local calls, tester, suite = {}, tensor.Tester(), tensor.TestSuite()
      function suite._setUp(name) calls[#calls + 1] = 'up ' .. name end
      function suite._tearDown(name) calls[#calls + 1] = 'down ' .. name end
      function suite.one() calls[#calls + 1] = '1' end
      function suite.two() calls[#calls + 1] = '2' end
      run(tester:add(suite))
      assert.same({ 'up one', '1', 'down one', 'up two', '2', 'down two' }, calls)
      assert.is_nil(tester.tests._setUp)
      assert.error_matches(function() tester:add(print, '_setUp') end, 'Only one _setUp')
      assert.error_matches(function() tester:add(print, '_tearDown') end, 'Only one _tearDown')
   end)

   it('runs the tests that are asked for', function()
      local ran, tester = {}, tensor.Tester()
      for _, name in ipairs { 'add1', 'add2', 'mul', 'div' } do
         tester:add(function() ran[#ran + 1] = name end, name)
      end
      local function ran_by(...)
         ran = {}
         run(tester, ...)
         return table.concat(ran, ' ')
      end
      assert.equal('add1 add2 mul div', ran_by())
      assert.equal('mul', ran_by 'mul')
      assert.equal('add1 add2', ran_by 'add')
      assert.equal('add1 add2', ran_by '^a.*%d$')
      assert.equal('div add1 add2', ran_by { 'div', 'add.' })
      assert.equal(tester, tester:disable 'add1')
      assert.equal('add2 mul div', ran_by())
      tester:disable { 'mul', 'div' }
      assert.equal('add2', ran_by())
      assert.truthy(run(tester):find('Disabled: add1, div, mul', 1, true))
      assert.error_matches(function() tester:run 'nothing' end, 'run: there is no test nothing')
      assert.error_matches(function() tester:disable 'nothing' end, 'disable: there is no test nothing')
   end)

   it('may stop at the first failure, raise errors, or write less', function()
      for _, early in ipairs { false, true } do
         local calls, tester = 0, tensor.Tester()
         tester:setEarlyAbort(early)
         for _, name in ipairs { 'a', 'b' } do
            tester:add(function()
               calls = calls + 1
               tester:assert(false)
            end, name)
         end
         local _, ok = run(tester)
         assert.is_false(ok)
         assert.equal(early and 1 or 2, calls)
      end
      local tester = tensor.Tester():add(function() error 'a throw' end)
      tester:setRethrowErrors(true)
      local _, ok, value = run(tester)
      assert.is_false(ok)
      assert.truthy(value:find 'a throw$')
      tester = tester_of(1, 0)
      tester:setSummaryOnly(true)
      assert.equal('Running 1 test\nCompleted 1 assert in 1 test with 0 failures, 0 errors and 0 warnings\n',
         (run(tester)))
      for _, name in ipairs { 'setEarlyAbort', 'setRethrowErrors', 'setSummaryOnly' } do
         assert.error_matches(function() tester[name](tester, 1) end, name .. ': true or false expected')
      end
   end)

   it('warns of plain tables, and refuses nested ones and what is no test', function()
      local tester = tensor.Tester()
      tester:add {}
      assert.truthy(run(tester):find('use TestSuite rather than plain lua table', 1, true))
      assert.error_matches(function() tester:add { { print } } end, 'Nested sets')
      assert.error_matches(function() tester:add(3) end, 'add: a function, a TestSuite or a table expected, got number')
      assert.error_matches(function() tester:add { a = 3 } end, 'add: the test a must be a function')
      tester:add(print, 'p')
      assert.error_matches(function() tester:add(print, 'p') end, 'Test p is already defined')
      tester:add(print)
      tester:add(print)
      assert.is_function(tester.tests.unknown)
      assert.is_function(tester.tests.unknown_2)
   end)
end)

describe('the test of the library', function()
   it('passes', function()
      local text, ok, tester = captured(tensor.test)
      assert.is_true(ok, text)
      assert.equal(0, #tester.errors)
      assert.truthy(tester.countasserts >= 60, tester.countasserts)
      assert.truthy(text:find 'Running 8 tests\n')
   end)

   it('runs the parts that are asked for', function()
      local text, ok = captured(tensor.test, { 'sums', 'views' })
      assert.is_true(ok)
      assert.truthy(text:find('Running 2 tests\n', 1, true) and text:find('/2 sums ', 1, true))
      assert.error_matches(function() tensor.test 'nothing' end, 'run: there is no test nothing')
   end)

   it('finds what is wrong', function()
      local sum = tensor.Tensor.sum
      finally(function() tensor.Tensor.sum = sum end)
      function tensor.Tensor.sum() return 0 end
      local text, ok = captured(tensor.test)
      assert.is_false(ok)
      assert.truthy(text:find 'sums [.]+ %[FAIL%]')
   end)
end)
