-- tensor.prompt: sessions, their output and errors.
local tensor = require 'tensor'
local prompt = require 'tensor.prompt'
local completer = require 'tensor.complete'
local child = require 'spec.support.child'

-- Feeds lines to a prompt. Returns its output, its errors, and whether everything ran.
local function session(lines, options)
   local i, written, complaints = 0, {}, {}
   options = options or {}
   function options.read()
      i = i + 1
      return lines[i]
   end
   function options.write(text) written[#written + 1] = text end
   function options.complain(text) complaints[#complaints + 1] = text end
   local ran = prompt.run(options)
   return table.concat(written), table.concat(complaints), ran
end

describe('the prompt', function()
   after_each(function() rawset(_G, 'tensor', nil) end)

   local shown = {
      { 'the value of an expression', { '1 + 2' }, '3\n' },
      { 'several values as print does', { '1, "a", nil' }, '1\ta\tnil\n' },
      { 'nothing for a call without results', { 'type(nil) and nil', '(function() end)()' }, 'nil\n' },
      { 'nothing for a statement', { 'local x = 3' }, '' },
      { 'an expression after =', { '= 4' }, '4\n' },
      { 'an expression after return', { 'return 5' }, '5\n' },
      { 'nothing for an empty line or a comment', { '', '-- words' }, '' },
      { 'an expression over lines', { '6 +', '1' }, '7\n' },
      { 'a block over lines', { 'do', 'local x = 8', 'end' }, '' },
      { 'a string over lines', { '[[a', 'b]]' }, 'a\nb\n' },
      { 'a tensor, without being told its name', { 'tensor.ones(2):nElement()' }, '2\n' },
   }
   for _, case in ipairs(shown) do
      it('shows ' .. case[1], function()
         local written, complaints, ran = session(case[2])
         assert.equal('', complaints)
         assert.equal(case[3], written)
         assert.is_true(ran)
      end)
   end

   local failing = {
      { 'an error', { 'error "oops"' }, 'prompt:1: oops' },
      { 'an error that is no string', { 'error {}' }, 'table: ' },
      { 'an error in __tostring', { 'setmetatable({}, { __tostring = function() error "inside" end })' }, 'inside' },
      { 'a syntax error', { 'foo bar' }, "near 'bar'" },
      { 'input that ends too early', { 'for i = 1, 2 do' }, '<eof>' },
      { 'a function that a wrong argument stopped', { 'string.rep()' }, 'prompt:1: bad argument #1' },
      { 'an unknown topic of help', { 'help no_such_function' }, 'no_such_function' },
   }
   for _, case in ipairs(failing) do
      it('reports ' .. case[1] .. ' and goes on', function()
         local lines = { unpack and unpack(case[2]) or table.unpack(case[2]) }
         local at_end = case[2][1]:find ' do$'
         if not at_end then lines[#lines + 1] = '"still here"' end
         local written, complaints, ran = session(lines)
         assert.truthy(complaints:find(case[3], 1, true), complaints)
         assert.equal(at_end and '' or 'still here\n', written)
         assert.is_false(ran)
      end)
   end

   it('shows the calls that led to an error, and no others', function()
      local _, complaints = session { 'local function f() error "deep" end local function g() f() end g()' }
      assert.truthy(complaints:find "prompt:1: deep\n\tprompt:1: in [%w ]*'f'\n\tprompt:1: in [%w ]*'g'\n$")
   end)

   it('explains a function', function()
      local written = session { 'help narrow' }
      assert.truthy(written:find('narrow', 1, true))
      assert.truthy(session({ 'help' }):find('Ctrl-D', 1, true))
   end)

   it('asks only when it is interactive', function()
      local written = session({ '1 +', '1' }, { interactive = true })
      assert.truthy(written:find '\n> >> 2\n> \n$')
      assert.equal('2\n', (session { '1 +', '1' }))
   end)

   it('lets Ctrl-C interrupt a line, or discard one that is typed', function()
      -- The reader gives a line, or sends the signal while it waits, which ends its wait without a line.
      local result = child.run([[
         local endless = 'io.popen("(sleep 0.3; kill -INT $PPID) >/dev/null &") while true do end'
         local lines = { 'kept = 5', endless, 'kept + 1', 'for i =', false, 'kept + 2', false, 'kept + 3' }
         local i = 0
         require('tensor.prompt').run {
            interactive = true,
            complain = function(text) io.write('complaint: ', text) end,
            read = function()
               i = i + 1
               if lines[i] == false then
                  io.popen('kill -INT $PPID'):close()
                  return nil
               end
               return lines[i]
            end,
         }
         print 'end']], nil, 20)
      assert.equal(0, result.status, result.output)
      local at = 1
      for _, text in ipairs { 'complaint: interrupted', '6', '7', '8', 'end' } do
         local _, last = result.output:find(text, at, true)
         assert.truthy(last, text .. ' in ' .. result.output)
         at = last + 1
      end
   end)

   -- Runs lines in a prompt of another process. wait(times) in a line lets Ctrl-C come so often, 0.3 s apart.
   local function interrupt(lines)
      return child.run(([[
         function wait(times)
            io.popen(('(for k in %%s; do sleep 0.3; kill -INT $PPID; done) >/dev/null &'):format(('x '):rep(times)))
         end
         local lines, i = { %s }, 0
         require('tensor.prompt').run {
            interactive = true,
            complain = function(text) io.write('complaint: ', text) io.flush() end,
            read = function()
               i = i + 1
               return lines[i]
            end,
         }
         print 'end']]):format(lines), nil, 20)
   end

   it('lets Ctrl-C reach coroutines, and out of pcall', function()
      local result = interrupt [[
         'wait(1) local c = coroutine.wrap(function() while true do end end) c()',
         'wait(1) coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()',
         'wait(1) while true do pcall(function() while true do end end) end',
         'made = coroutine.create(function(x) while true do x = coroutine.yield(x + 1) end end)',
         'select(2, coroutine.resume(made, 5))', 'select(2, coroutine.resume(made, 6))',
      ]]
      assert.equal(0, result.status, result.output)
      local _, count = result.output:gsub('complaint: [^\n]*interrupted', '')
      assert.equal(3, count, result.output)
      assert.is_nil(result.output:find('tensor/prompt.lua', 1, true))
      assert.truthy(result.output:find('6\n> 7\n', 1, true), result.output)
   end)

   it('ends the session at the third Ctrl-C in a line that does not notice it', function()
      local result = interrupt [[
         'wait(1) while true do end', '"still here"', -- counted for each line
         'wait(3) local a = ("a"):rep(60) a:find(("a?"):rep(60) .. a)', '"not here"',
      ]]
      assert.equal(130, result.status, result.output)
      assert.truthy(result.output:find('still here\n', 1, true), result.output)
      assert.truthy(result.output:find('Ctrl-C again ends the session\n', 1, true), result.output)
      assert.is_nil(result.output:find('\nnot here', 1, true))
   end)

   it('keeps what a line sets for the next', function()
      finally(function() rawset(_G, 'kept_by_prompt', nil) end)
      assert.equal('9\n', (session { 'kept_by_prompt = 9', 'kept_by_prompt' }))
   end)
end)

describe('completion', function()
   local env = { tensor = tensor, x = tensor.ones(2), s = 'text', file = io.stdout, list = { alpha = 1, beta = print } }
   local complete = completer(tensor, env)

   local rows = {
      { 'tens', { 'tensor' } }, { 'wh', { 'while' } }, { 'tensor.narr', { 'tensor.narrow' } },
      { 'tensor.image.lo', { 'tensor.image.load' } }, { 'x:narr', { 'x:narrow' } }, { 'x:ipa', { 'x:ipairs' } },
      { 's:form', { 's:format' } }, { 'list.', { 'list.alpha', 'list.beta' } }, { 'list:', { 'list:beta' } },
      { 'file:wri', { 'file:write' } }, { 'none.a', {} }, { 'x.shape.a', {} }, { '1', {} }, { 'list.alpha.x', {} },
   }
   for _, row in ipairs(rows) do
      it('of ' .. row[1], function() assert.same(row[2], complete(row[1])) end)
   end

   it('of nothing are all globals and keywords', function()
      local list = complete ''
      assert.equal(5 + 21, #list)
   end)
end)
