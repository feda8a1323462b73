-- tensor.prompt: sessions, their output and errors.
local prompt = require 'tensor.prompt'

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

   it('keeps what a line sets for the next', function()
      finally(function() rawset(_G, 'kept_by_prompt', nil) end)
      assert.equal('9\n', (session { 'kept_by_prompt = 9', 'kept_by_prompt' }))
   end)
end)
