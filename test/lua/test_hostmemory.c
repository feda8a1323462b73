/*
** A state with its own allocator: its tensors come from it, those of another state do not, and when
** the state is closed all has come back. A state whose garbage is collected in the host's steps.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "TH/platform/THPlatform.h"
#include "tensor.h"

static int64_t blocks, calls;

static void *count_alloc(void *context, size_t bytes)
{
  void *data = th_newAligned(256, bytes);
  (void)context;
  if (!data) return NULL;
  __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  return data;
}

static void count_free(void *context, void *data, size_t bytes)
{
  (void)context, (void)bytes;
  __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  th_freeAligned(data);
}

static const THAllocator counting = {.alloc = count_alloc, .free = count_free};
static const THAllocator broken = {.alloc = count_alloc};

static int open_module(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  lua_setglobal(L, "tensor");
  return 0;
}

static int set_allocator(lua_State *L)
{
  luaTH_setAllocator(L, lua_touserdata(L, 1));
  return 0;
}

static int sets(lua_State *L, const THAllocator *allocator)
{
  lua_pushcfunction(L, set_allocator);
  lua_pushlightuserdata(L, (void *)allocator);
  const int done = lua_pcall(L, 1, 0, 0) == 0;
  if (done) return 1;
  lua_settop(L, 0);
  return 0;
}

static int runs(lua_State *L, const char *code)
{
  const int good = luaL_dostring(L, code) == 0;
  if (!good) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

static lua_State *new_state(void)
{
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, open_module);
  CHECK(lua_pcall(L, 0, 0, 0) == 0);
  return L;
}

static const char code[] =
    "local x = tensor.ones(100, 100)\n"
    "y = (x * 2 + x:t():contiguous()):sum(1)\n"
    "assert(y:max() == 300 and x:size():size() == 2)\n"
    "z = tensor.LongStorage { 1, 2, 3 }\n"
    "collectgarbage()\n";

/* --- who collects --- */

static double megabytes_of(lua_State *L)
{
  CHECK(luaL_dostring(L, "return tensor.memoryStats().state / 2^20") == 0);
  const double megabytes = lua_tonumber(L, -1);
  lua_settop(L, 0);
  return megabytes;
}

static void end_frame(lua_State *L)
{
  for (int ended = 0, steps = 0; ended < 2 && CHECK(steps < 100000); steps++)
    ended += luaTH_collectStep(L, 0);
}

/* 40 frames leave 1 MB each, in a state whose collector is stopped: the module's own collections
   would take it, the host's steps do. */
static void test_frames(void)
{
  lua_State *L = new_state();
  const char frames[] = "collectgarbage 'stop' for _ = 1, 40 do tensor.zeros(1024, 256):add(1) end";
  CHECK(runs(L, frames) && megabytes_of(L) < 30);
  luaTH_collectByHost(L, 1);
  end_frame(L);
  CHECK(megabytes_of(L) < 2);
  CHECK(runs(L, frames) && megabytes_of(L) >= 40);
  end_frame(L);
  CHECK(megabytes_of(L) < 2);
  luaTH_collectByHost(L, 0);
  CHECK(runs(L, frames) && megabytes_of(L) < 30);
  lua_close(L);
}

int main(void)
{
  test_frames();
  lua_State *own = new_state(), *plain = new_state();
  CHECK(!sets(own, &broken));
  CHECK(sets(own, &counting));
  CHECK(runs(plain, code) && calls == 0);
  CHECK(runs(own, code) && calls >= 4 && blocks >= 2);
  CHECK(runs(own, "g = tensor.FloatStorage(tensor.defaultAllocator(), 1000)"));
  const int64_t before = blocks;
  CHECK(runs(own, "g:resize(2000)") && blocks == before);
  CHECK(sets(own, NULL) && runs(own, "h = tensor.ones(10)") && blocks == before);
  CHECK(runs(own, "y:resize(1000)") && blocks == before); /* in the memory it was made in */
  lua_close(plain);
  lua_close(own);
  CHECK(blocks == 0);
  return CHECK_RESULT();
}
