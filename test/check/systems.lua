-- Rule: only lib/TH/platform asks which operating system it is compiled for. What differs has a function there, or a
-- file that CMake takes instead.
local macros = { '_WIN32', '__linux__', '__APPLE__', '__GLIBC__', '__EMSCRIPTEN__', '__unix__' }

local function asked(line)
   if not line:find '^%s*#%s*e?l?ifn?d?e?f?' then return nil end
   for _, macro in ipairs(macros) do
      if line:find('%f[%w_]' .. macro .. '%f[^%w_]') then return macro end
   end
end

local function check(tree, report)
   for path, text in tree:each('^lib/.*%.cu?h?$', '^lib/.*%.h$', '^lua/.*%.[ch]$') do
      for number, line in tree.lines(text) do
         local macro = not path:find '^lib/TH/platform/' and asked(line)
         if macro then report(path, number, macro .. ' belongs into lib/TH/platform') end
      end
   end
end

return {
   name = 'one folder knows the operating system',
   check = check,
   good = {
      { files = { ['lib/TH/platform/THPosix.c'] = '#ifdef __GLIBC__\n#endif\n' } },
      { files = { ['lib/TH/base/THDtype.c'] = '/* as __linux__ */\n#ifdef __x86_64__\n#endif\n' } },
   },
   bad = {
      { files = { ['lib/TH/base/THDtype.c'] = '#ifdef __GLIBC__\n#endif\n' } },
      { files = { ['lua/core/depth.c'] = '#if defined _WIN32\n#endif\n' } },
      { files = { ['lib/TH/base/THBase.h'] = '#if 0\n#elif defined(__APPLE__)\n#endif\n' } },
   },
}
