/*
** The sandbox: hostile scripts (hostile.lua) reach nothing through the module, the limits of the
** state hold and cannot be changed, and another state of the process has all that it had.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <string.h>

#include "check.h"
#include "tensor.h"

static const luaTH_Limits limits = {.bytes = 20000000, .largest = 5000000};

static int open_sandboxed(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openSandboxed(L, TENSOR_LUA_DIR, lua_touserdata(L, 1));
  lua_setglobal(L, "tensor");
  return 0;
}

static lua_State *new_state(const luaTH_Limits *limit)
{
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, open_sandboxed);
  lua_pushlightuserdata(L, (void *)limit);
  if (!CHECK(lua_pcall(L, 1, 0, 0) == 0)) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  return L;
}

static int runs(lua_State *L, const char *code)
{
  const int good = luaL_dostring(L, code) == 0;
  if (!good) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

/* Whether the code raises an error with that text. */
static int raises(lua_State *L, const char *code, const char *text)
{
  const int good = luaL_dostring(L, code) != 0 && strstr(lua_tostring(L, -1), text) != NULL;
  if (!good) fprintf(stderr, "%s: %s\n", code, lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

static void test_limits(void)
{
  lua_State *L = new_state(&limits);
  CHECK(raises(L, "tensor.zeros(2000000)", "a tensor of 7.6 MB is too large here"));
  CHECK(raises(L, "tensor.ones(1):expand(1000, 10000):clone()", "is too large here"));
  CHECK(raises(L, "t = {} for k = 1, 10 do t[k] = tensor.zeros(1000000) end",
               "the budget of 19.1 MB"));
  CHECK(runs(L, "t = nil tensor.zeros(1000000):sum()"));
  CHECK(raises(L, "tensor.setMemoryBudget()", "not available in a sandbox"));
  lua_close(L);
}

/* Some seconds of work, stopped at once and for good. */
static void test_time(void)
{
  const luaTH_Limits brief = {.seconds = 0.02};
  lua_State *L = new_state(&brief);
  CHECK(raises(L, "repeat until tensor.ones(1):expand(30000000):prod() < 0", "the time budget"));
  lua_close(L);
  L = new_state(&brief);
  CHECK(raises(L, "local far = tensor.ones(1):expand(1000000, 1000000) repeat until far:sum() < 0",
               "the time budget of 0.02 s is used up"));
  CHECK(raises(L, "tensor.setTimeBudget()", "not available in a sandbox"));
  CHECK(raises(L, "tensor.ones(1000, 1000)", "the time budget"));
  lua_close(L);
}

/* What is left of a limit that is used up is no limit of 0, which would be none. */
static void test_wrong_limits(void)
{
  const luaTH_Limits late = {.seconds = -1};
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, open_sandboxed);
  lua_pushlightuserdata(L, (void *)&late);
  CHECK(lua_pcall(L, 1, 0, 0) != 0 && strstr(lua_tostring(L, -1), "seconds is -1"));
  lua_close(L);
}

static void open_library(lua_State *L, const char *name, lua_CFunction open)
{
  lua_pushcfunction(L, open);
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  lua_setglobal(L, name);
}

/* The libraries that tensor.h names: with these it opens, without one it says which. */
static int open_least(lua_State *L)
{
  static const luaL_Reg libraries[] = {
    {"_G", luaopen_base}, {"string", luaopen_string}, {"table", luaopen_table},
    {"math", luaopen_math},
  };
  const size_t count = (size_t)lua_tointeger(L, 1);
  for (size_t k = 0; k < count; k++) open_library(L, libraries[k].name, libraries[k].func);
  luaTH_openSandboxed(L, TENSOR_LUA_DIR, NULL);
  lua_setglobal(L, "tensor");
  return 0;
}

static void test_least_libraries(void)
{
  static const char *const missing[] = {"no base library", "no string library",
                                        "no table library", "no math library"};
  for (int count = 0; count <= 4; count++) {
    lua_State *L = luaL_newstate();
    lua_pushcfunction(L, open_least);
    lua_pushinteger(L, count);
    const int failed = lua_pcall(L, 1, 0, 0) != 0;
    if (failed && count == 4) fprintf(stderr, "%s\n", lua_tostring(L, -1));
    CHECK(failed == (count < 4));
    if (count < 4) CHECK(strstr(lua_tostring(L, -1), missing[count]) != NULL);
    else CHECK(runs(L, "assert((tensor.ones(2) + 1):sum() == 4 and not pcall(tensor.save))"));
    lua_close(L);
  }
}

static int open_twice(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openSandboxed(L, TENSOR_LUA_DIR, NULL);
  luaTH_openSandboxed(L, TENSOR_LUA_DIR, NULL);
  return 0;
}

/* A state is sandboxed once; the second call says so, and not that something in a file is nil. */
static void test_twice(void)
{
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, open_twice);
  CHECK(lua_pcall(L, 0, 0, 0) != 0 && strstr(lua_tostring(L, -1), "was it called before"));
  lua_close(L);
}

static int open_plain(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  lua_setglobal(L, "tensor");
  return 0;
}

int main(void)
{
  lua_State *L = new_state(NULL), *plain = luaL_newstate();
  if (luaL_dofile(L, TENSOR_TEST_DIR "/lua/hostile.lua")) {
    CHECK(!"hostile.lua");
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
  }
  test_limits();
  test_time();
  test_wrong_limits();
  test_least_libraries();
  test_twice();
  lua_pushcfunction(plain, open_plain);
  CHECK(lua_pcall(plain, 0, 0, 0) == 0);
  CHECK(runs(plain, "assert(io and tensor.save and tensor.ones(2):dataPtr() and string.dump)"));
  lua_close(L);
  lua_close(plain);
  return CHECK_RESULT();
}
