/*
** luaTH_openSandboxed: the module for scripts that are not trusted, with limits. What they can
** reach is decided in tensor/sandbox.lua.
*/
#include <math.h>

#include "core/luaTH.h"

/* 0 is no limit; one that is used up is none either, but an error. */
static void check_limit(lua_State *L, double limit, const char *name)
{
  if (!(limit >= 0))
    luaL_error(L, "luaTH_openSandboxed: %s is %f; 0 or more is needed", name, limit);
}

static void set_limits(lua_State *L, const luaTH_Limits *limits)
{
  check_limit(L, (double)limits->bytes, "bytes");
  check_limit(L, (double)limits->largest, "largest");
  check_limit(L, limits->seconds, "seconds");
  luaTH_limit(L, limits->bytes ? limits->bytes : TH_NO_BUDGET,
              limits->largest ? limits->largest : TH_NO_BUDGET);
  luaTH_setTimeBudget(L, limits->seconds > 0 ? limits->seconds : INFINITY);
}

/* The module's files are loaded by it, and a sandboxed state has it no more. */
static void check_first(lua_State *L)
{
  lua_getglobal(L, "loadfile");
  if (!lua_isfunction(L, -1))
    luaL_error(L, "luaTH_openSandboxed: the state has no loadfile; was it called before?");
  lua_pop(L, 1);
}

static void check_libraries(lua_State *L)
{
  static const struct { const char *table, *library; } needed[] = {
    {"_G", "base"}, {"string", "string"}, {"table", "table"}, {"math", "math"},
  };
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++) {
    lua_getglobal(L, needed[k].table);
    if (!lua_istable(L, -1))
      luaL_error(L, "luaTH_openSandboxed: the state has no %s library; open it first",
                 needed[k].library);
    lua_pop(L, 1);
  }
}

void luaTH_openSandboxed(lua_State *L, const char *folder, const luaTH_Limits *limits)
{
  luaL_checkstack(L, 8, "luaTH_openSandboxed");
  check_libraries(L);
  check_first(L);
  lua_pushfstring(L, "%s/tensor/sandbox.lua", folder);
  if (luaL_loadfile(L, lua_tostring(L, -1))) lua_error(L);
  lua_remove(L, -2);
  lua_call(L, 0, 1);
  lua_pushcfunction(L, luaopen_tensor_core);
  lua_pushstring(L, folder);
  lua_call(L, 2, 1);
  if (limits) set_limits(L, limits);
}
