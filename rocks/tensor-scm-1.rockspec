-- From a checkout: luarocks [--lua-version 5.4] make rocks/tensor-scm-1.rockspec
rockspec_format = '3.0'
package = 'tensor'
version = 'scm-1'
source = {
   url = 'git+file://.',
}
description = {
   summary = 'Tensors from Lua, in the style of Torch7',
   detailed = [[Dense n-dimensional arrays for LuaJIT and Lua 5.1 to 5.4: views that do not copy, broadcasting,
point-wise operations, reductions and linear algebra in C with SIMD.]],
   license = 'MIT',
}
dependencies = {
   'lua >= 5.1, < 5.6',
}
build = {
   type = 'cmake',
   variables = {
      CMAKE_BUILD_TYPE = 'Release',
      TH_LUA = '',
      TH_TESTS = 'OFF',
      TH_ROCK = 'ON',
      TH_ROCK_LUA_INCLUDE_DIR = '$(LUA_INCDIR)',
      TH_ROCK_LUADIR = '$(LUADIR)',
      TH_ROCK_LIBDIR = '$(LIBDIR)',
      TH_ROCK_BINDIR = '$(BINDIR)',
   },
}
