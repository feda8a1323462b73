/*
** Hosts that open and close states again and again, each of which loads the module from its file,
** and scripts that forget it and load it once more: 40 times each. Nothing is left in the process:
** no memory of tensors, no mapping, no thread more than after the first time.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "lines.h"

enum { ROUNDS = 40 };

static const char setup[] =
    "package.path = '" TENSOR_LUA_DIR "/?.lua;" TENSOR_LUA_DIR "/?/init.lua'\n"
    "package.cpath = '" TENSOR_MODULE_DIR "/?.so'\n";

/* Returns the bytes of tensors in the process once the script's own are gone. */
static const char use[] =
    "local tensor = require 'tensor'\n"
    "tensor.setnumthreads(2)\n"
    "local x = tensor.rand(60, 60) + tensor.eye(60) * 60\n"
    "assert((x:inverse() * x - tensor.eye(60)):abs():max() < 1e-3)\n"
    "assert(tensor.arange(1e6):sum() == 1e6 * (1e6 - 1) / 2)\n"
    "assert(not pcall(tensor.add, x, 'text'))\n"
    "x = nil\n"
    "collectgarbage() collectgarbage()\n"
    "return tensor.memoryStats().live\n";

static const char forget[] =
    "for name in pairs(package.loaded) do\n"
    "   if name == 'tensor' or name:find '^tensor%.' then package.loaded[name] = nil end\n"
    "end\n";

static int count_threads(void)
{
  DIR *folder = opendir("/proc/self/task");
  int count = 0;
  for (const struct dirent *entry; folder && (entry = readdir(folder));)
    count += entry->d_name[0] != '.';
  if (folder) closedir(folder);
  return count;
}

/* Runs code; the number that it returns, or -1. */
static double run(lua_State *L, const char *code)
{
  const int good = luaL_dostring(L, code) == 0;
  const double result = good ? lua_tonumber(L, -1) : -1;
  if (!CHECK(good)) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return result;
}

static double use_state(void)
{
  lua_State *L = luaL_newstate();
  if (!CHECK(L != NULL)) return -1;
  luaL_openlibs(L);
  run(L, setup);
  const double live = run(L, use);
  lua_close(L);
  return live;
}

static void test_states(void)
{
  const double live = use_state();
  const int mappings = count_lines("/proc/self/maps", "core.so"), threads = count_threads();
  CHECK(live >= 0 && mappings > 0 && threads >= 2);
  for (int round = 1; round < ROUNDS; round++) CHECK(use_state() == live);
  CHECK(count_lines("/proc/self/maps", "core.so") == mappings && count_threads() == threads);
}

static void test_modules(void)
{
  lua_State *L = luaL_newstate();
  if (!CHECK(L != NULL)) return;
  luaL_openlibs(L);
  run(L, setup);
  const double live = run(L, use);
  for (int round = 1; round < ROUNDS; round++) {
    run(L, forget);
    CHECK(run(L, use) == live);
  }
  lua_close(L);
}

int main(void)
{
  test_states();
  test_modules();
  return CHECK_RESULT();
}
