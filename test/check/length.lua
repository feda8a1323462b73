-- Rule: files have at most 700 lines (aim: 400), functions at most 70 (aim: 40), braces included.
local file_limit, file_aim = 700, 400
local function_limit, function_aim = 70, 40

-- The braces of a C function are in the first column, also in a macro.
local function c_functions(tree, text, found)
   local start
   for number, line in tree.lines(tree.code_of_c(text)) do
      local first = line:gsub('%s*\\$', ''):match('^[{}]')
      if first == '{' then start = number
      elseif first == '}' and start then
         found(start, number - start + 1)
         start = nil
      end
   end
end

local opens = { ['function'] = true, ['if'] = true, ['do'] = true, ['repeat'] = true }
local closes = { ['end'] = true, ['until'] = true }

-- A describe or context groups the specs of a file; it does not count as a function.
local function is_group(line)
   return line:find('^%s*describe%s*%(') ~= nil or line:find('^%s*context%s*%(') ~= nil
end

local function lua_functions(tree, text, found)
   local stack = {}
   for number, line in tree.lines(tree.code_of_lua(text)) do
      for before, word in line:gmatch('([%.:]?)%f[%w_]([%a_][%w_]*)') do
         if before == '' and opens[word] then
            stack[#stack + 1] = { word = word, line = number, group = is_group(line) }
         elseif before == '' and closes[word] then
            local block = table.remove(stack)
            if block and block.word == 'function' and not block.group then
               found(block.line, number - block.line + 1)
            end
         end
      end
   end
end

local function check(tree, report, note)
   local languages = { '%.[ch]$', '%.cpp$', '%.cuh?$', '%.def$', '%.lua$', '^script/', '%.sh$', 'CMakeLists%.txt$' }
   for path, text in tree:each((unpack or table.unpack)(languages)) do
      local _, count = text:gsub('\n', '\n')
      if count > file_limit then report(path, count, ('%d lines, at most %d'):format(count, file_limit))
      elseif count > file_aim then note(path, count, ('%d lines, aim %d'):format(count, file_aim)) end
      local function found(line, length)
         if length > function_limit then
            report(path, line, ('a function of %d lines, at most %d'):format(length, function_limit))
         elseif length > function_aim then
            note(path, line, ('a function of %d lines, aim %d'):format(length, function_aim))
         end
      end
      if tree.is_c(path) then c_functions(tree, text, found)
      elseif path:find('%.lua$') then lua_functions(tree, text, found) end
   end
end

local function c_function(lines, tail)
   local body = ('  g();' .. tail .. '\n'):rep(lines - 2)
   return ('int f(void)%s\n{%s\n%s}%s\n'):format(tail, tail, body, tail)
end

local function lua_function(lines)
   return 'local function f()\n' .. ('   if x then g "end" end\n'):rep(lines - 2) .. 'end\n'
end

return {
   name = 'files and functions are short',
   check = check,
   good = {
      { files = { ['lib/TH/iteration/THIter.c'] = c_function(70, '') } },
      { files = { ['lua/tensor/print.lua'] = lua_function(70) } },
      { files = { ['test/spec/a_spec.lua'] = 'describe(1, function()\n' .. ('   x()\n'):rep(80) .. 'end)\n' } },
      { files = { ['a.c'] = ('int x;\n'):rep(700) } },
   },
   bad = {
      { files = { ['lib/TH/iteration/THIter.c'] = c_function(71, '') } },
      { files = { ['test/emu/grid.cpp'] = c_function(71, '') } },
      { files = { ['lib/TH/ops/THSort.c'] = c_function(71, ' \\') } },
      { files = { ['lua/tensor/print.lua'] = lua_function(71) } },
      { files = { ['test/spec/a_spec.lua'] = 'it(1, function()\n' .. ('   x()\n'):rep(80) .. 'end)\n' } },
      { files = { ['a.c'] = ('int x;\n'):rep(701) } },
      { files = { ['script/test'] = ('true\n'):rep(701) } },
   },
}
