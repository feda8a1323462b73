/*
** Functions about the process (SIMD level, threads) and the machine (clocks, cores, terminals),
** which Lua itself does not offer.
*/
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lualib.h> /* LUA_FILEHANDLE in Lua 5.1 */

#include "core/signature.h"
#include "TH/platform/THPlatform.h"

static int setSimd(luaTH_Call *call)
{
  return THCpu_setLevel(call->arg[0].string);
}

static int getSimd(luaTH_Call *call)
{
  lua_pushstring(call->L, THCpu_level());
  call->pushed = 1;
  return TH_OK;
}

static int simdLevels(luaTH_Call *call)
{
  const char *const *levels = THCpu_levels();
  lua_newtable(call->L);
  for (int i = 0; levels[i]; i++) {
    lua_pushstring(call->L, levels[i]);
    lua_rawseti(call->L, -2, i + 1);
  }
  call->pushed = 1;
  return TH_OK;
}

static int setnumthreads(luaTH_Call *call)
{
  int64_t n = call->arg[0].integer;
  if (n < 1 || n > TH_MAX_THREADS)
    return th_fail(TH_EINVAL, "setnumthreads: %" PRId64 " is not in 1..%d", n, TH_MAX_THREADS);
  TH_setNumThreads((int)n);
  return TH_OK;
}

static int getnumthreads(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(TH_getNumThreads()));
}

static int clock_seconds(luaTH_Call *call)
{
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return luaTH_returnnumber(call, TH_real((double)now.tv_sec + (double)now.tv_nsec * 1e-9));
}

static int cpu_seconds(luaTH_Call *call)
{
  double user, system;
  th_processTime(&user, &system);
  lua_pushnumber(call->L, user);
  lua_pushnumber(call->L, system);
  call->pushed = 2;
  return TH_OK;
}

static int getnumcores(luaTH_Call *call)
{
  return luaTH_returnnumber(call, TH_integer(th_machineProcessors()));
}

/* The FILE of an open io file at index; NULL for any other value. */
static FILE *open_file(lua_State *L, int index)
{
  void *u = lua_touserdata(L, index);
  if (!u || !lua_getmetatable(L, index)) return NULL;
  luaL_getmetatable(L, LUA_FILEHANDLE);
  const int is_file = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  if (!is_file) return NULL;
#if LUA_VERSION_NUM >= 502
  if (!((luaL_Stream *)u)->closef) return NULL;
#endif
  return *(FILE **)u;
}

static int is_terminal(luaTH_Call *call)
{
  FILE *file = open_file(call->L, call->arg[0].index);
  if (!file)
    return th_fail(TH_EINVAL, "isatty: an open file of io expected, got %s",
                   lua_isuserdata(call->L, call->arg[0].index)
                       ? "another userdata" : luaL_typename(call->L, call->arg[0].index));
  return luaTH_returnboolean(call, isatty(fileno(file)));
}

/* Returns 0 if the file is no terminal, and 80 if the terminal does not report its width. */
static int terminal_width(luaTH_Call *call)
{
  int file = strcmp(call->arg[0].string, "stdout") == 0 ? STDOUT_FILENO : STDERR_FILENO;
  if (!isatty(file)) return luaTH_returnnumber(call, TH_integer(0));
  const int columns = th_terminalColumns(file);
  return luaTH_returnnumber(call, TH_integer(columns ? columns : 80));
}

/* libraries(): what computes products, one line, and whether it has LAPACK (tensor/doctor.lua) */
static int libraries(lua_State *L)
{
  lua_pushstring(L, THBlas_info());
  lua_pushboolean(L, THBlas_symbol("dgetrf_") != NULL);
  return 2;
}

static const luaTH_Row rows[] = {
  {"setSimd", "level:string", setSimd, "selects the SIMD level by name, one of simdLevels(); results keep their bits", LUATH_FUNCTION_ONLY, 0},
  {"getSimd", "", getSimd, "name of the SIMD level in use", LUATH_FUNCTION_ONLY, 0},
  {"simdLevels", "", simdLevels, "the names of the SIMD levels that build and processor support, a table, best last", LUATH_FUNCTION_ONLY, 0},
  {"setnumthreads", "n:count", setnumthreads, "uses at most n threads, 1 to 256; results keep their bits", LUATH_FUNCTION_ONLY, 0},
  {"getnumthreads", "", getnumthreads, "the largest number of threads used", LUATH_FUNCTION_ONLY, 0},
  {"clock", "", clock_seconds, "seconds on a clock that is never set back, for timing", LUATH_FUNCTION_ONLY, 0},
  {"cputime", "", cpu_seconds, "seconds of processor time used by this process, and by the system for it", LUATH_FUNCTION_ONLY, 0},
  {"getnumcores", "", getnumcores, "the number of processors of the machine", LUATH_FUNCTION_ONLY, 0},
  {"isatty", "file:any", is_terminal, "whether a file of io is a terminal", LUATH_FUNCTION_ONLY, 0},
  {"terminalWidth", "file:stdout/stderr=stderr", terminal_width,
   "the width in columns of the terminal behind a standard file; 0 if there is none",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opensystem(lua_State *L)
{
  luaTH_register(L, rows);
  lua_pushcfunction(L, libraries);
  lua_setfield(L, -2, "libraries");
}
