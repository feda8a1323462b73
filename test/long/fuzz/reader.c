/*
** A libFuzzer target: the readers of files, called as the script that TH_FUZZ names does
** (reader.lua: objects; formats.lua: tensor.load). Coverage of C code and of Lua lines guides the
** search; a line hook counts the latter in counters that libFuzzer reads.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "tensor.h"

enum { NUM_COUNTERS = 1 << 14 };

__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t counters[NUM_COUNTERS];

static lua_State *L; /* kept for the whole run, so it is no leak */

/* Count steps from one Lua line to another. */
static void on_line(lua_State *state, lua_Debug *at)
{
  static unsigned before;
  (void)state;
  unsigned here = (unsigned)at->currentline * 7919u;
  counters[(before ^ here) % NUM_COUNTERS]++;
  before = here >> 1;
}

static void die(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, lua_tostring(L, -1));
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc;
  (void)argv;
  L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "tensor.core", luaopen_tensor_core, 0);
  const char *script = getenv("TH_FUZZ");
  if (luaL_loadfile(L, script ? script : "test/long/fuzz/reader.lua") || lua_pcall(L, 0, 1, 0))
    die("the script");
  lua_setglobal(L, "read_input");
  lua_sethook(L, on_line, LUA_MASKLINE, 0);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static int runs;
  lua_getglobal(L, "read_input");
  lua_pushlstring(L, (const char *)data, size);
  if (lua_pcall(L, 1, 0, 0)) die("what was read is not sound");
  if (++runs % 64 == 0) lua_gc(L, LUA_GCCOLLECT, 0);
  return 0;
}
