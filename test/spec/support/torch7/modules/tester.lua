-- tester.lua: runs for the rows of Tester and TestSuite.
local assert = require 'luassert'
local captured = require 'spec.support.captured'

local torch = package.loaded.torch or require 'tensor'
local unpack = table.unpack or unpack
local rows = {}

-- --- assertions ---

-- For each assertion: the arguments after its operands, operands for which it holds, operands for which it
-- fails, and operands that differ by 1/8, for which a tolerance of 1/4 changes the outcome.
local function x(...) return torch.DoubleTensor { ... } end
local function raise() error('muahaha!', 0) end
local function quiet() end
local object = {}
local function raise_object() error(object) end
local function is_object(value) return value == object end
local both = ', tolerance?, message?'
local assertions = {
   assert = { 'self, boolean, message?', { true }, { false } },
   assertGeneralEq = { 'self, any, any' .. both, { { 1, 'x' }, { 1, 'x' } }, { 1, 'x' }, { { x(1) }, { x(1.125) } } },
   eq = { 'self, any, any' .. both, { 'a', 'a' }, { x(1), 1 }, { 1, 1.125 } },
   asserteq = { 'self, a, b, message?', { 1, 1 }, { 1, '1' } },
   assertlt = { 'self, a, b, message?', { 1, 2 }, { 1, 1 } },
   assertle = { 'self, a, b, message?', { 1, 1 }, { 2, 1 } },
   assertalmosteq = { 'self, number, number, tolerance?=1e-16, message?', { 1, 1 }, { 1, 3 }, { 1, 1.125 } },
   assertTensorEq = { 'self, Tensor, Tensor' .. both, { x(1, 2), x(1, 2) }, { x(1, 2), x(1, 4) },
      { x(1, 2), x(1, 2.125) } },
   assertTableEq = { 'self, table, table' .. both, { { 1, k = { 2 } }, { 1, k = { 2 } } }, { { 1 }, { 1, 2 } },
      { { 1 }, { 1.125 } } },
   assertError = { 'self, function, message?', { raise }, { quiet } },
   assertErrorMsg = { 'self, function, string, message?', { raise, 'muahaha!' }, { raise, 'haha' } },
   assertErrorPattern = { 'self, function, pattern, message?', { raise, 'h.h' }, { raise, 'hehe' } },
   assertErrorObj = { 'self, function, function(err)->boolean, message?', { raise_object, is_object },
      { raise, is_object } },
}
-- Each of these holds exactly if the other fails.
for name, opposite in pairs { assertGeneralEq = 'assertGeneralNe', eq = 'ne', asserteq = 'assertne',
   assertlt = 'assertge', assertle = 'assertgt', assertTensorEq = 'assertTensorNe', assertTableEq = 'assertTableNe',
   assertError = 'assertNoError' } do
   local form, right, wrong, close = unpack(assertions[name])
   assertions[opposite] = { form, wrong, right, close, true }
end

for name, assertion in pairs(assertions) do
   local form, right, wrong, close, is_opposite = unpack(assertion)
   rows[name] = { [form] = function(case)
      local tester, said = torch.Tester(), {}
      function tester._failure(_, message)
         said[#said + 1] = message
         return false
      end
      local function holds(operands)
         local values = { tester, unpack(operands) }
         for _, item in ipairs(case.call.form.items) do
            values[#values + 1] = item.kind == 'tolerance' and 0.25 or item.kind == 'message' and 'so it is' or nil
         end
         return tester[name](case:drop(unpack(values)))
      end
      assert.is_true(holds(right))
      assert.is_false(holds(wrong))
      assert.equal(1, #said)
      assert.truthy(said[1]:find((case.given.message and '^so it is\n' or '^') .. name .. ' failed: '))
      assert.equal(2, tester.countasserts)
      if close then assert.equal((case.given.tolerance == true) ~= (is_opposite == true), holds(close)) end
      if name:find '^assertTensor' then
         local warned = #tester.warnings
         assert.equal(not is_opposite, holds { x(1, 2), x(1, 2):view(1, 2) })
         assert.equal(warned + 1, #tester.warnings)
      end
   end }
end

-- --- running ---

-- Returns a tester with the tests b, a and ab, the second of which fails, and the names of tests that have run.
local function new_tester()
   local tester, ran = torch.Tester(), {}
   for _, name in ipairs { 'b', 'a', 'ab' } do
      tester:add(function()
         ran[#ran + 1] = name
         tester:assert(name ~= 'a', 'wrong here')
      end, name)
   end
   return tester, ran
end

local function ran_by(...)
   local tester, ran = new_tester()
   local text, ok, value = captured(tester.run, tester, ...)
   return table.concat(ran, ' '), text, ok, value
end

rows['torch.Tester'] = { ['()'] = function()
   local tester = torch.Tester()
   assert.equal('torch.Tester', torch.typename(tester))
   local text, ok, value = captured(tester.run, tester)
   assert.equal('Running 0 tests\nCompleted 0 asserts in 0 tests with 0 failures, 0 errors and 0 warnings\n', text)
   assert.is_true(ok)
   assert.equal(0, value)
end }

-- Adds tests in a form; checks that all run, and the hooks around each.
local function add(arguments_of, expected)
   return function()
      local tester, ran = torch.Tester(), {}
      local function note(name) return function() ran[#ran + 1] = name end end
      assert.equal(tester, tester:add(arguments_of(note)))
      assert.is_true(select(2, captured(tester.run, tester)))
      assert.equal(expected, table.concat(ran, ' '))
   end
end
rows.add = {
   ['self, function, name'] = add(function(note) return note 'one', 'one' end, 'one'),
   ['self, function'] = add(function(note) return note 'one' end, 'one'),
   ['self, TestSuite'] = add(function(note)
      local suite = torch.TestSuite()
      for _, name in ipairs { '_setUp', 'b', 'a', '_tearDown' } do suite[name] = note(name) end
      return suite
   end, '_setUp b _tearDown _setUp a _tearDown'),
   ['self, table'] = add(function(note) return { b = note 'b', a = note 'a', _setUp = note 'up' } end, 'up a up b'),
}
rows.disable = { ['self, name or table'] = function()
   for _, disabled in ipairs { 'a', { 'a', 'b' } } do
      local tester, ran = new_tester()
      assert.equal(tester, tester:disable(disabled))
      assert.is_true(select(2, captured(tester.run, tester)))
      assert.same(disabled == 'a' and { 'b', 'ab' } or { 'ab' }, ran)
   end
end }
rows.run = {
   self = function()
      local ran, text, ok = ran_by()
      assert.equal('b a ab', ran)
      assert.is_false(ok)
      assert.truthy(text:find('Completed 3 asserts in 3 tests with 1 failure, 0 errors and 0 warnings\n', 1, true))
      assert.truthy(text:find('\na\nwrong here\nassert failed', 1, true))
   end,
   ['self, name or pattern or table'] = function()
      for wanted, expected in pairs { b = 'b', ['^a.'] = 'ab', [{ 'ab', 'b' }] = 'ab b' } do
         local ran, _, ok, value = ran_by(wanted)
         assert.equal(expected, ran)
         assert.is_true(ok)
         assert.equal(0, value)
      end
   end,
}

-- Compares runs with a setting off and on.
local function setting(name, check)
   return { ['self, boolean'] = function()
      for _, on in ipairs { false, true } do
         local tester, ran = new_tester()
         tester:add(function() error('a throw', 0) end, 'c')
         assert.equal(0, select('#', tester[name](tester, on)))
         local text, ok, value = captured(tester.run, tester)
         assert.is_false(ok)
         check(on, text, tostring(value), table.concat(ran, ' '))
      end
   end }
end
rows.setEarlyAbort = setting('setEarlyAbort', function(on, _, _, ran) assert.equal(on and 'b a' or 'b a ab', ran) end)
rows.setRethrowErrors = setting('setRethrowErrors', function(on, _, value)
   assert.equal(on and 'a throw' or 'An error was found while running tests!', value)
end)
rows.setSummaryOnly = setting('setSummaryOnly', function(on, text)
   assert.equal(not on, text:find('2/4 a .*%[FAIL%]') ~= nil)
   assert.truthy(text:find('Completed 3 asserts in 4 tests with 1 failure, 1 error and 0 warnings', 1, true))
end)

-- --- fields that scripts use directly ---

rows.fields = { ['errors, tests, warnings, disabledTests, countasserts, assertionPass, assertionFail, testError'] =
   function()
      local tester = new_tester()
      tester:add(function() error 'a throw' end, 'c')
      tester:add {}
      tester:disable 'ab'
      captured(tester.run, tester)
      assert.equal(2, #tester.errors)
      assert.equal('function', type(tester.tests.ab))
      assert.equal(1, #tester.warnings)
      assert.is_true(tester.disabledTests.ab)
      assert.equal(2, tester.countasserts)
      assert.same({ { b = 1 }, { a = 1 }, { c = 1 } }, { tester.assertionPass, tester.assertionFail, tester.testError })
   end }
rows['overridable hooks'] = { ['_success(self) ; _failure(self, message) ; _warning(self, message)'] = function()
   local tester, seen = torch.Tester(), {}
   for _, name in ipairs { '_success', '_failure', '_warning' } do
      tester[name] = function(self, message)
         assert.equal(tester, self)
         seen[#seen + 1] = name .. (message and ' with text' or '')
      end
   end
   tester:eq(1, 1)
   tester:eq(1, 2)
   tester:assert(1)
   assert.same({ '_success', '_failure with text', '_warning with text', '_success' }, seen)
end }

local suites = { ['torch.TestSuite'] = { ['()'] = function()
   local suite = torch.TestSuite()
   suite.a = quiet
   assert.is_true(suite.__isTestSuite)
   assert.equal(quiet, suite.a)
   assert.equal(quiet, suite.__tests.a)
   assert.is_false(pcall(function() suite.a = raise end))
   assert.is_false(pcall(function() suite.b = 3 end))
end } }

return { Tester = rows, TestSuite = suites }
