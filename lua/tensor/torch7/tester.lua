-- tensor/torch7/tester.lua: torch.Tester and torch.TestSuite of Torch7. Assertions record failures and go on;
-- run reports them.
local compare = require 'tensor.compare'
local host = require 'tensor.host'

local function fail(format, ...)
   error(format:format(...), 0)
end

-- --- suites ---

local orders = setmetatable({}, { __mode = 'k' }) -- names of each suite, in the order of definition

-- A table of functions that raises if a name is defined twice.
local function new_suite()
   local tests, names = {}, {}
   local suite = { __isTestSuite = true, __tests = tests }
   orders[suite] = names
   return setmetatable(suite, {
      __index = tests,
      __newindex = function(_, name, test)
         if tests[name] ~= nil then fail('Test %s is already defined.', tostring(name)) end
         if type(test) ~= 'function' then
            fail('TestSuite: only functions can be tests, and %s is a %s', tostring(name), type(test))
         end
         tests[name] = test
         names[#names + 1] = name
      end,
   })
end

local function sorted_names(tests)
   local names = {}
   for name in pairs(tests) do names[#names + 1] = name end
   table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
   return names
end

-- --- reports ---

local rule = ('-'):rep(80)
local last_error = 'An error was found while running tests!'

local function plural(count, word)
   return ('%d %s%s'):format(count, word, count == 1 and '' or 's')
end

-- The source lines in the test from which an assertion was called or an error was raised.
local function places()
   local lines = {}
   if not rawget(_G, 'debug') then return '' end
   for line in debug.traceback('', 2):gmatch '\n\t([^\n]+)' do
      if line:find 'xpcall' then break end
      if not line:find 'tensor.torch7.tester%.lua' and not line:find '^%[C%]' then lines[#lines + 1] = '   ' .. line end
   end
   return table.concat(lines, '\n')
end

local function total(counts)
   local sum = 0
   for _, count in pairs(counts) do sum = sum + count end
   return sum
end

-- --- the class ---

local Tester = {}

function Tester:__init()
   self.errors, self.tests, self.warnings, self.disabledTests = {}, {}, {}, {}
   self.assertionPass, self.assertionFail, self.testError = {}, {}, {}
   self.countasserts, self.curtestname, self._order = 0, '', {}
   self._assertTensorEqIgnoresDims = true
   self.earlyAbort, self.rethrowErrors, self.summaryOnly = false, false, false
end

for name, field in pairs { setEarlyAbort = 'earlyAbort', setRethrowErrors = 'rethrowErrors',
   setSummaryOnly = 'summaryOnly' } do
   Tester[name] = function(self, on)
      if type(on) ~= 'boolean' then fail('%s: true or false expected, got %s', name, type(on)) end
      self[field] = on
   end
end

local function count(counts, name)
   counts[name] = (counts[name] or 0) + 1
end

-- Called after each assertion; scripts may replace these three methods.
function Tester:_success()
   count(self.assertionPass, self.curtestname)
   return true
end

function Tester:_failure(message)
   count(self.assertionFail, self.curtestname)
   table.insert(self.errors, { self.curtestname, ('%s\n%s'):format(message or '', places()) })
   if self.earlyAbort then self.aborted = true end
   return false
end

function Tester:_warning(message)
   table.insert(self.warnings, { self.curtestname, message or '' })
end

local function conclude(self, ok, message, explanation)
   self.countasserts = self.countasserts + 1
   message = message == nil and '' or tostring(message)
   if ok then return self:_success() end
   return self:_failure(message == '' and explanation or message .. '\n' .. explanation)
end

-- Reads a tolerance and a message, in any order.
local function options(name, ...)
   local tolerance, message
   for k = 1, select('#', ...) do
      local option = select(k, ...)
      if type(option) == 'number' and not tolerance then tolerance = option
      elseif option ~= nil and type(option) ~= 'number' and message == nil then message = option
      elseif option ~= nil then fail('Unexpected arguments: %s takes one tolerance and one message', name) end
   end
   return tolerance or 0, message
end

local function only_message(name, ...)
   if select('#', ...) > 1 then fail('Unexpected arguments: %s takes one message', name) end
   return (...)
end

function Tester:assert(condition, ...)
   local message = only_message('assert', ...)
   if type(condition) ~= 'boolean' then
      self:_warning(':assert should only be used for boolean conditions, and not for a ' .. type(condition))
   end
   return conclude(self, condition and true or false, message, 'assert failed: the condition is not true')
end

-- --- order and equality of plain values ---

local relations = {
   assertlt = { '<', function(a, b) return a < b end }, assertgt = { '>', function(a, b) return a > b end },
   assertle = { '<=', function(a, b) return a <= b end }, assertge = { '>=', function(a, b) return a >= b end },
   asserteq = { '==', function(a, b) return a == b end }, assertne = { '~=', function(a, b) return a ~= b end },
}

local function is_basic(value)
   return type(value) ~= 'table' and type(value) ~= 'userdata'
end

for name, relation in pairs(relations) do
   local sign, holds = relation[1], relation[2]
   Tester[name] = function(self, a, b, ...)
      local message = only_message(name, ...)
      if (sign == '==' or sign == '~=') and not (is_basic(a) and is_basic(b)) then
         self:_warning((':%s should only be used to compare basic values; :eq and :ne compare tables and tensors')
            :format(name))
      end
      local explanation = ('%s failed: not %s %s %s'):format(name, tostring(a), sign, tostring(b))
      return conclude(self, holds(a, b), message, explanation)
   end
end

function Tester:assertalmosteq(a, b, ...)
   local tolerance, message = options('assertalmosteq', ...)
   if tolerance == 0 then tolerance = 1e-16 end
   if type(a) ~= 'number' or type(b) ~= 'number' then fail('assertalmosteq: numbers expected') end
   local distance = math.abs(a - b)
   return conclude(self, distance <= tolerance, message,
      ('assertalmosteq failed: %.17g and %.17g differ by %g, %g is allowed'):format(a, b, distance, tolerance))
end

-- --- errors ---

-- expected(raised, value) tells whether the outcome is as wanted; value is the error.
local function check_error(self, name, f, message, expected, explanation)
   if type(f) ~= 'function' then fail('%s: a function expected, got %s', name, type(f)) end
   local ok, value = pcall(f)
   local got = ok and 'no error' or 'the error ' .. tostring(value)
   return conclude(self, expected(not ok, value), message, ('%s failed: %s, got %s'):format(name, explanation, got))
end

function Tester:assertError(f, ...)
   return check_error(self, 'assertError', f, only_message('assertError', ...), function(raised) return raised end,
      'an error expected')
end

function Tester:assertNoError(f, ...)
   return check_error(self, 'assertNoError', f, only_message('assertNoError', ...),
      function(raised) return not raised end, 'no error expected')
end

function Tester:assertErrorMsg(f, text, ...)
   return check_error(self, 'assertErrorMsg', f, only_message('assertErrorMsg', ...),
      function(raised, value) return raised and value == text end, ('the error %s expected'):format(tostring(text)))
end

function Tester:assertErrorPattern(f, pattern, ...)
   if type(pattern) ~= 'string' then fail('assertErrorPattern: a pattern expected, got %s', type(pattern)) end
   return check_error(self, 'assertErrorPattern', f, only_message('assertErrorPattern', ...), function(raised, value)
      return raised and tostring(value):find(pattern) ~= nil
   end, ('an error like %s expected'):format(pattern))
end

function Tester:assertErrorObj(f, accept, ...)
   if type(accept) ~= 'function' then fail('assertErrorObj: a function expected, got %s', type(accept)) end
   return check_error(self, 'assertErrorObj', f, only_message('assertErrorObj', ...),
      function(raised, value) return raised and accept(value) and true end, 'an error that is accepted expected')
end

-- --- running ---

local function add_test(self, test, name)
   if type(test) ~= 'function' then
      if type(test) == 'table' then fail('Nested sets of tests are not supported: %s is a table', tostring(name)) end
      fail('add: the test %s must be a function, not a %s', tostring(name), type(test))
   end
   if name == '_setUp' or name == '_tearDown' then
      if self[name] then fail('Only one %s is allowed', name) end
      self[name] = test
      return
   end
   if self.tests[name] then fail('Test %s is already defined.', tostring(name)) end
   self.tests[name] = test
   table.insert(self._order, name)
end

function Tester:add(tests, name)
   if type(tests) == 'function' then
      local free, n = name or 'unknown', 1
      while not name and self.tests[free] do
         n = n + 1
         free = 'unknown_' .. n
      end
      add_test(self, tests, free)
   elseif type(tests) ~= 'table' then
      fail('add: a function, a TestSuite or a table expected, got %s', type(tests))
   else
      local suite = rawget(tests, '__isTestSuite') and tests
      if not suite then self:_warning('Should use TestSuite rather than plain lua table') end
      local list = suite and suite.__tests or tests
      for _, test_name in ipairs(suite and orders[suite] or sorted_names(list)) do
         add_test(self, list[test_name], test_name)
      end
   end
   return self
end

function Tester:disable(names)
   for _, name in ipairs(type(names) == 'table' and names or { names }) do
      if not self.tests[name] then fail('disable: there is no test %s', tostring(name)) end
      self.disabledTests[name] = true
   end
   return self
end

-- The names of tests to run: all; one name; those that match a pattern; or those of a list of names and
-- patterns. Disabled tests are left out.
local function chosen(self, wanted)
   local patterns = wanted == nil and { '.*' } or type(wanted) == 'table' and wanted or { wanted }
   local names, taken = {}, {}
   for _, pattern in ipairs(patterns) do
      local any = false
      for _, name in ipairs(self._order) do
         local fits = name == pattern or not self.tests[pattern] and tostring(name):find(pattern)
         any = any or fits
         if fits and not taken[name] and not self.disabledTests[name] then
            taken[name] = true
            names[#names + 1] = name
         end
      end
      if not any and wanted ~= nil then fail('run: there is no test %s', tostring(pattern)) end
   end
   return names
end

-- Runs one test with its hooks. Returns true if no error was raised.
local function call_test(self, name)
   local problem
   local function explain(value)
      problem = { value = value, text = ('Function call failed\n%s\n%s'):format(tostring(value), places()) }
      return value
   end
   local ok = xpcall(function()
      if self._setUp then self._setUp(name) end
      self.tests[name](self)
      if self._tearDown then self._tearDown(name) end
   end, explain)
   if ok then return true end
   if self.rethrowErrors then error(problem.value, 0) end
   count(self.testError, name)
   table.insert(self.errors, { name, problem.text })
   if self.earlyAbort then self.aborted = true end
   return false
end

local function write(...)
   host.need('Tester.run', 'io.write')(...)
end

local function run_test(self, name, k, n)
   self.curtestname = name
   local failed = self.assertionFail[name] or 0
   local ok = call_test(self, name)
   local state = not ok and 'ERROR' or (self.assertionFail[name] or 0) > failed and 'FAIL' or 'PASS'
   if not self.summaryOnly then
      local head = ('%' .. #tostring(n) .. 'd/%d %s '):format(k, n, tostring(name))
      write(('%s%s [%s]\n'):format(head, ('.'):rep(math.max(3, 72 - #head)), state))
   end
   self.curtestname = ''
end

local function report(self, ran)
   write(('Completed %s in %s with %s, %s and %s\n'):format(plural(self.countasserts, 'assert'), plural(ran, 'test'),
      plural(total(self.assertionFail), 'failure'), plural(total(self.testError), 'error'),
      plural(#self.warnings, 'warning')))
   if next(self.disabledTests) then
      write(('Disabled: %s\n'):format(table.concat(sorted_names(self.disabledTests), ', ')))
   end
   for _, list in ipairs { self.warnings, self.errors } do
      for _, entry in ipairs(list) do
         local head = list == self.warnings and 'WARNING ' or ''
         write(('%s\n%s%s\n%s\n'):format(rule, head, tostring(entry[1]), entry[2]))
      end
   end
   if #self.warnings + #self.errors > 0 then write(rule, '\n') end
end

function Tester:run(wanted)
   local names = chosen(self, wanted)
   self.aborted = false
   write(('Running %s\n'):format(plural(#names, 'test')))
   local ran = 0
   for k, name in ipairs(names) do
      if self.aborted then break end
      run_test(self, name, k, #names)
      ran = k
   end
   if self.aborted then write 'Aborted at the first failure\n' end
   report(self, ran)
   if #self.errors > 0 then error(last_error, 0) end
   return 0
end

-- --- equality of tensors, storages and tables ---

-- Adds the assertions that need the module.
local function add_equalities(tester, tensor)
   -- wanted: true if the values should be equal
   local function general(name, wanted, check)
      return function(self, got, expected, ...)
         local tolerance, message = options(name, ...)
         if check then check(self, got, expected) end
         local same, why = compare.equal(tensor, got, expected, tolerance)
         return conclude(self, same == wanted, message, ('%s failed: %s'):format(name,
            wanted and tostring(why) or ('equal within %g'):format(tolerance)))
      end
   end

   local function need(what, name, fits)
      return function(_, got, expected)
         if not fits(got) then fail('%s: First argument should be a %s', name, what) end
         if not fits(expected) then fail('%s: Second argument should be a %s', name, what) end
      end
   end

   -- Torch7 compares tensors of equal counts whatever their shapes; this does so too, with a warning.
   local function tensors(name, wanted)
      local check, compare_them = need('Tensor', name, tensor.isTensor), general(name, wanted)
      return function(self, got, expected, ...)
         check(self, got, expected)
         local loose = self._assertTensorEqIgnoresDims and got:nElement() == expected:nElement()
            and got:type() == expected:type() and not got:isSameSizeAs(expected)
         if loose then
            self:_warning(('%s: tensors of the same number of elements but different dimensions'):format(name))
            got, expected = got:contiguous():view(-1), expected:contiguous():view(-1)
         end
         return compare_them(self, got, expected, ...)
      end
   end

   local function is_table(value) return type(value) == 'table' end
   tester.assertGeneralEq, tester.assertGeneralNe = general('assertGeneralEq', true), general('assertGeneralNe', false)
   tester.eq, tester.ne = general('eq', true), general('ne', false)
   tester.assertTensorEq, tester.assertTensorNe = tensors('assertTensorEq', true), tensors('assertTensorNe', false)
   tester.assertTableEq = general('assertTableEq', true, need('table', 'assertTableEq', is_table))
   tester.assertTableNe = general('assertTableNe', false, need('table', 'assertTableNe', is_table))
end

local documents = {
   { 'Tester', '', 'makes a tester, which runs tests and reports failures' },
   { 'TestSuite', '', 'makes a table of test functions in which a name is used only once' },
   { 'Tester.add', 't:Tester tests:any name:string?',
      'adds a test function, a TestSuite or a table of tests; _setUp and _tearDown run around each; returns t' },
   { 'Tester.run', 't:Tester tests:any?',
      'runs all tests, or those of a name, a pattern or a list; writes a report; raises an error if one failed' },
   { 'Tester.disable', 't:Tester names:any', 'leaves out a test, or those of a list; returns t' },
   { 'Tester.setEarlyAbort', 't:Tester on:boolean', 'whether to stop at the first failure' },
   { 'Tester.setRethrowErrors', 't:Tester on:boolean', 'whether errors in tests end the run' },
   { 'Tester.setSummaryOnly', 't:Tester on:boolean', 'whether to leave out the lines of single tests' },
   { 'Tester.assert', 't:Tester condition:boolean message:string?', 'notes a failure unless the condition is true' },
   { 'Tester.asserteq', 't:Tester a:any b:any message:string?', 'that a == b' },
   { 'Tester.assertne', 't:Tester a:any b:any message:string?', 'that a ~= b' },
   { 'Tester.assertlt', 't:Tester a:any b:any message:string?', 'that a < b' },
   { 'Tester.assertgt', 't:Tester a:any b:any message:string?', 'that a > b' },
   { 'Tester.assertle', 't:Tester a:any b:any message:string?', 'that a <= b' },
   { 'Tester.assertge', 't:Tester a:any b:any message:string?', 'that a >= b' },
   { 'Tester.assertalmosteq', 't:Tester a:number b:number tolerance:number=1e-16 message:string?',
      'that two numbers differ by no more than the tolerance' },
   { 'Tester.assertError', 't:Tester f:function message:string?', 'that f raises an error' },
   { 'Tester.assertNoError', 't:Tester f:function message:string?', 'that f raises no error' },
   { 'Tester.assertErrorMsg', 't:Tester f:function text:string message:string?', 'that f raises this text' },
   { 'Tester.assertErrorPattern', 't:Tester f:function pattern:string message:string?',
      'that f raises a text that matches the pattern' },
   { 'Tester.assertErrorObj', 't:Tester f:function accept:function message:string?',
      'that f raises a value for which accept returns true' },
}
for _, name in ipairs { 'eq', 'ne', 'assertGeneralEq', 'assertGeneralNe', 'assertTensorEq', 'assertTensorNe',
   'assertTableEq', 'assertTableNe' } do
   local kind = name:match 'Tensor' and 'Tensor' or name:match 'Table' and 'table' or 'any'
   documents[#documents + 1] = { 'Tester.' .. name,
      ('t:Tester a:%s b:%s tolerance:number=0 message:string?'):format(kind, kind),
      ('that a and b are %sequal, element by element, within the tolerance'):format(
         name:find '[nN]e$' and 'not ' or '') }
end

local function install(tensor)
   local tester = tensor.class('torch.Tester', tensor)
   for name, method in pairs(Tester) do tester[name] = method end
   add_equalities(tester, tensor)
   tensor.TestSuite = new_suite
   for _, row in ipairs(documents) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'test',
         ismethod = row[1]:find '%.' ~= nil }
   end
end

return { install = install }
