/*
** Every public name of Torch7's C API exists, with its types, or stands in the list of those that
** do not: the extension test/compat/names compiles and links, and counts as many as Torch7 had.
*/
#include <lauxlib.h>
#include <lua.h>

#include "check.h"

int luaopen_libnames(lua_State *L);

static int number(lua_State *L, const char *field)
{
  lua_getfield(L, -1, field);
  const int value = (int)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

/* Functions of the lists, each type's counted: 113 of all and Half, 157 of all, and so on. */
int main(void)
{
  const int functions = 8 * 113 + 7 * 157 + 3 * 1 + 2 * 81 + 4 + 138 + 52 + 14;
  int absent = 0;
  lua_State *L = luaL_newstate();
  luaopen_libnames(L);
  CHECK(number(L, "functions") == functions);
  CHECK(number(L, "types") == 10);
  lua_getfield(L, -1, "absent");
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) absent++;
  CHECK(absent == 2);
  lua_close(L);
  return CHECK_RESULT();
}
