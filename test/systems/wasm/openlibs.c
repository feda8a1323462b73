/*
** Lua's own interpreter with the module inside: its lua.c is compiled with
** -DluaL_openlibs=open_all. It runs under node, which also starts commands for it: require 'node'
** is a function of a command, which returns its exit status.
*/
#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>

#include "tensor.h"

void open_all(lua_State *L);

EM_JS(int, run_command, (const char *command), {
  const words = [ '-c', UTF8ToString(command) ];
  return require('child_process').spawnSync('sh', words, { stdio: 'inherit' }).status ?? 255;
});

static int node_run(lua_State *L)
{
  lua_pushinteger(L, run_command(luaL_checkstring(L, 1)));
  return 1;
}

static int open_node(lua_State *L)
{
  lua_pushcfunction(L, node_run);
  return 1;
}

void open_all(lua_State *L)
{
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_tensor_core);
  lua_setfield(L, -2, "tensor.core");
  lua_pushcfunction(L, open_node);
  lua_setfield(L, -2, "node");
  lua_pop(L, 1);
}
