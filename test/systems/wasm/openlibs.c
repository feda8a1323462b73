/* Lua's own interpreter with the module inside: its lua.c is compiled with -DluaL_openlibs=open_all. */
#include <lauxlib.h>
#include <lualib.h>

#include "tensor.h"

void open_all(lua_State *L);

void open_all(lua_State *L)
{
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_tensor_core);
  lua_setfield(L, -2, "tensor.core");
  lua_pop(L, 1);
}
