/*
** A C program that embeds Lua. It owns a float buffer and shows it to scripts as a tensor, without
** a copy. Scripts change the buffer; their errors do no harm, and at the end nothing is leaked.
**
** CMake builds it as host_example, from libtensor_lua<abi>.a, libTH.a and the installed Lua. The
** module's Lua files are read from the folder given as argument, by default from the source tree.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>

#include "tensor.h"

#ifndef TENSOR_LUA_DIR
#define TENSOR_LUA_DIR "lua"
#endif

enum { ROWS = 3, COLUMNS = 4 };

/* The host's own memory, for example the heights of a terrain. */
static float heights[ROWS][COLUMNS] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static int returned;

/* TH calls this when the last tensor on the buffer is gone: a host could free the buffer now. */
static void give_back(void *context, void *data)
{
  ++*(int *)context;
  if (data != heights) returned = -1;
}

/* Sets t to the whole buffer. The storage is borrowed, so no script can resize it. */
static int look_at(THFloatTensor *t)
{
  const int64_t size[2] = {ROWS, COLUMNS};
  THFloatStorage *storage =
      THFloatStorage_borrow(&heights[0][0], ROWS * COLUMNS, give_back, &returned);
  if (!storage) return TH_ENOMEM;
  int status = THFloatTensor_setStorageNd(t, storage, 0, 2, size, NULL);
  THFloatStorage_free(storage); /* the tensor holds it now */
  return status;
}

/* Loads the module and sets the globals tensor and heights. Called through lua_pcall, because
   anything in here may raise. Arguments: the folder of the module's Lua files, and the tensor. */
static int open_module(lua_State *L)
{
  const char *folder = lua_touserdata(L, 1);
  const THFloatTensor *t = lua_touserdata(L, 2);
  luaL_openlibs(L);
  luaTH_openmodule(L, folder);
  lua_setglobal(L, "tensor");
  luaTH_pushtensor(L, &t->base);
  lua_setglobal(L, "heights");
  return 0;
}

static int start(lua_State *L, const char *folder)
{
  THFloatTensor t = {0};
  int status = look_at(&t);
  if (status) fprintf(stderr, "no tensor: %s\n", TH_error());
  lua_pushcfunction(L, open_module);
  lua_pushlightuserdata(L, (void *)folder);
  lua_pushlightuserdata(L, &t);
  if (!status && (status = lua_pcall(L, 2, 0, 0)) != 0)
    fprintf(stderr, "no module: %s\n", lua_tostring(L, -1));
  THFloatTensor_clear(&t); /* the Lua state holds its own reference to the buffer */
  return status;
}

/* Runs a script and returns 1; its result is left on the stack. Prints an error and returns 0. */
static int run(lua_State *L, const char *script)
{
  lua_settop(L, 0);
  if (luaL_loadstring(L, script) == 0 && lua_pcall(L, 0, 1, 0) == 0) return 1;
  printf("script error: %s\n", lua_tostring(L, -1));
  return 0;
}

/* The tensor that the script returned, or NULL if it returned anything but a float tensor. */
static const THFloatTensor *floats(lua_State *L)
{
  THTensor *t = luaTH_totensor(L, -1);
  return t ? THFloatTensor_cast(t) : NULL;
}

static int play(lua_State *L)
{
  int good = run(L, "heights:mul(10); heights:select(1, 2):zero()");
  printf("after the script: %g %g %g\n", heights[0][0], heights[1][0], heights[2][3]);
  good &= heights[0][0] == 10 && heights[1][0] == 0 && heights[2][3] == 120;

  good &= !run(L, "heights:view(5, 5)");
  good &= !run(L, "heights:resize(1000, 1000):fill(0)");
  good &= heights[0][0] == 10;

  good &= run(L, "print(heights); return heights:sum(1)");
  const THFloatTensor *sums = floats(L);
  good &= sums && THFloatTensor_nElement(sums) == COLUMNS && sums->storage->data[3] == 160;
  if (good) printf("sum of the last column: %g\n", sums->storage->data[3]);
  return good;
}

int main(int argc, char **argv)
{
  lua_State *L = luaL_newstate();
  if (!L) return 1;
  int good = !start(L, argc > 1 ? argv[1] : TENSOR_LUA_DIR) && play(L);
  lua_close(L);
  good &= returned == 1 && TH_memoryStats().live == 0;
  printf("buffer given back %d time(s), %zu bytes in use\n", returned, TH_memoryStats().live);
  return good ? 0 : 1;
}
