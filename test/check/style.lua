-- The style that a compiler does not see: no // comments, tabs, trailing blanks or long lines; a function's
-- brace stands on a line of its own. Lines of at most 120 columns (aim in C: 100).
local limit, c_aim = 120, 100

local function width(line)
   return select(2, line:gsub('[^\128-\191]', ''))   -- code points, not bytes
end

local function check_c(tree, path, text, report)
   for number, line in tree.lines(tree.code_of_c(text)) do
      if line:find('//', 1, true) then report(path, number, 'a // comment') end
      if line:find('^[%a_][^=;]*%)%s*{%s*\\?$') and not line:find('^extern') then
         report(path, number, 'the brace of a function stands on its own line')
      end
   end
end

local function check(tree, report, note)
   for path, text in tree:each('%.[ch]$', '%.def$', '%.cuh?$', '%.lua$', '^script/', '%.sh$', 'CMakeLists%.txt$') do
      local is_c = path:find('%.[ch]$') or path:find('%.def$') or path:find('%.cuh?$')
      for number, line in tree.lines(text) do
         if line:find('\t', 1, true) then report(path, number, 'a tab') end
         if line:find('[ \r]$') then report(path, number, 'blanks at the end of the line') end
         local columns = width(line)
         if columns > limit then report(path, number, ('%d columns, at most %d'):format(columns, limit))
         elseif is_c and columns > c_aim then note(path, number, ('%d columns, aim %d'):format(columns, c_aim)) end
      end
      if #text > 0 and text:sub(-1) ~= '\n' then report(path, 1, 'no newline at the end of the file') end
      if is_c and not path:find('%.cuh?$') then check_c(tree, path, text, report) end
   end
end

return {
   name = 'style',
   check = check,
   good = {
      { files = { ['a.c'] = 'int f(void)\n{\n  puts("// no comment"); /* http://x */\n}\n' } },
      { files = { ['a.c'] = 'static const int x[] = {\n  1\n};\nstruct X {\n  int y;\n};\nextern "C" {\n' } },
      { files = { ['a.c'] = '/* ' .. ('\195\164'):rep(114) .. ' */\n' } },
   },
   bad = {
      { files = { ['a.c'] = 'int x; // why\n' } },
      { files = { ['a.h'] = 'int f(void) {\n}\n' } },
      { files = { ['a.c'] = '\tint x;\n' } },
      { files = { ['a.c'] = 'int x; \n' } },
      { files = { ['a.c'] = 'int x;' } },
      { files = { ['a.def'] = ('x'):rep(121) .. '\n' } },
      { files = { ['a.lua'] = ('x'):rep(121) .. '\n' } },
   },
}
