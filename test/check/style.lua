-- Rule: style that the compiler does not check. No // comments, tabs or trailing blanks. The brace of a
-- function is on its own line. Lines have at most 100 columns in C and 120 elsewhere; rows of tables in C (they
-- start with a brace) and lines of .def files may have 160.
local limit, c_limit, row_limit = 120, 100, 160

local function width(line)
   return select(2, line:gsub('[^\128-\191]', ''))   -- code points, not bytes
end

local function is_row(path, line)
   return path:find('%.def$') ~= nil or line:find('^%s+{') ~= nil
end

local function check_c(tree, path, text, report)
   for number, line in tree.lines(tree.code_of_c(text)) do
      if line:find('//', 1, true) then report(path, number, 'a // comment') end
      if line:find('^[%a_][^=;]*%)%s*{%s*\\?$') and not line:find('^extern') then
         report(path, number, 'the brace of a function stands on its own line')
      end
   end
end

local function check(tree, report)
   local languages = { '%.[ch]$', '%.cpp$', '%.cuh?$', '%.def$', '%.lua$', '^script/', '%.sh$', 'CMakeLists%.txt$' }
   for path, text in tree:each((unpack or table.unpack)(languages)) do
      local is_c = tree.is_c(path) or path:find('%.def$')
      for number, line in tree.lines(text) do
         if line:find('\t', 1, true) then report(path, number, 'a tab') end
         if line:find('[ \r]$') then report(path, number, 'blanks at the end of the line') end
         local columns, most = width(line), not is_c and limit or is_row(path, line) and row_limit or c_limit
         if columns > most then report(path, number, ('%d columns, at most %d'):format(columns, most)) end
      end
      if #text > 0 and text:sub(-1) ~= '\n' then report(path, 1, 'no newline at the end of the file') end
      if is_c then check_c(tree, path, text, report) end
   end
end

return {
   name = 'style',
   check = check,
   good = {
      { files = { ['a.c'] = 'int f(void)\n{\n  puts("// no comment"); /* http://x */\n}\n' } },
      { files = { ['a.c'] = 'static const int x[] = {\n  1\n};\nstruct X {\n  int y;\n};\nextern "C" {\n' } },
      { files = { ['a.c'] = '  {' .. ('x'):rep(157) .. '\n' } },
      { files = { ['a.c'] = '/* ' .. ('\195\164'):rep(94) .. ' */\n' } },
   },
   bad = {
      { files = { ['a.c'] = 'int x; // why\n' } },
      { files = { ['a.h'] = 'int f(void) {\n}\n' } },
      { files = { ['a.cpp'] = 'int x; // why\n' } },
      { files = { ['a.cu'] = 'template <class T> int f(T x) {\n}\n' } },
      { files = { ['a.c'] = '\tint x;\n' } },
      { files = { ['a.c'] = 'int x; \n' } },
      { files = { ['a.c'] = 'int x;' } },
      { files = { ['a.def'] = ('x'):rep(161) .. '\n' } },
      { files = { ['a.c'] = ('x'):rep(101) .. '\n' } },
      { files = { ['a.c'] = '  {' .. ('x'):rep(158) .. '\n' } },
      { files = { ['a.lua'] = ('x'):rep(121) .. '\n' } },
   },
}
