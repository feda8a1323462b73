/*
** A host that loads its Lua as a plugin does, with functions that other libraries do not see
** (RTLD_LOCAL): require 'tensor' raises an error that says what to do, and once the host has done
** it the module works.
*/
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "check.h"

typedef struct lua_State lua_State;

static struct {
  lua_State *(*newstate)(void);
  void (*openlibs)(lua_State *L);
  int (*loadstring)(lua_State *L, const char *text);
  int (*pcall)(lua_State *L, int arguments, int results, int handler); /* Lua 5.1 */
  int (*pcallk)(lua_State *L, int arguments, int results, int handler, ptrdiff_t context, void *k);
  const char *(*tolstring)(lua_State *L, int index, size_t *length);
  void (*settop)(lua_State *L, int top);
  void (*close)(lua_State *L);
} lua;

static void find(void *library, const char *name, void *function)
{
  void *const found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
}

static int open_lua(void *library)
{
  find(library, "luaL_newstate", &lua.newstate);
  find(library, "luaL_openlibs", &lua.openlibs);
  find(library, "luaL_loadstring", &lua.loadstring);
  find(library, "lua_pcall", &lua.pcall);
  find(library, "lua_pcallk", &lua.pcallk);
  find(library, "lua_tolstring", &lua.tolstring);
  find(library, "lua_settop", &lua.settop);
  find(library, "lua_close", &lua.close);
  return lua.newstate && lua.openlibs && lua.loadstring && (lua.pcall || lua.pcallk) &&
         lua.tolstring && lua.settop && lua.close;
}

static int call(lua_State *L)
{
  return lua.pcall ? lua.pcall(L, 0, 1, 0) : lua.pcallk(L, 0, 1, 0, 0, NULL);
}

/* The string that a chunk returns, or its error; it stays on the stack. */
static const char *said_by(lua_State *L, const char *chunk)
{
  if (lua.loadstring(L, chunk) == 0) call(L);
  const char *text = lua.tolstring(L, -1, NULL);
  return text ? text : "";
}

int main(void)
{
  void *library = dlopen(TEST_LUA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!CHECK(library && open_lua(library))) return CHECK_RESULT();
  lua_State *L = lua.newstate();
  lua.openlibs(L);
  said_by(L, "package.path = '" TENSOR_LUA_DIR "/?.lua;" TENSOR_LUA_DIR "/?/init.lua' "
             "package.cpath = '" TENSOR_MODULE_DIR "/?.so'");

  const char *said = said_by(L, "return select(2, pcall(require, 'tensor'))");
  CHECK(strstr(said, "tensor.core: ") == said && strstr(said, "RTLD_GLOBAL"));
  if (check_failed) fprintf(stderr, "%s\n", said);

  CHECK(dlopen(TEST_LUA_LIBRARY, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) == library);
  said_by(L, "for name in pairs(package.loaded) do" /* Lua 5.1 does not forget what failed */
             "   if name:find '^tensor' then package.loaded[name] = nil end end");
  said = said_by(L, "return tostring(require('tensor').ones(2, 3):sum())");
  CHECK(said[0] == '6');
  if (check_failed) fprintf(stderr, "%s\n", said);
  lua.settop(L, 0);
  lua.close(L);
  return CHECK_RESULT();
}
