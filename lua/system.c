/* What belongs to the process, and what Lua does not tell of the system. */
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "signature.h"

static int setSimd(luaTH_Call *call)
{
  return THCpu_setLevel(call->arg[0].string);
}

static int getSimd(luaTH_Call *call)
{
  lua_pushstring(call->L, THCpu_backend()->name);
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

/* A terminal that does not know its width has 80 columns. */
static int terminal_width(luaTH_Call *call)
{
  struct winsize size = {0};
  int file = strcmp(call->arg[0].string, "stdout") == 0 ? STDOUT_FILENO : STDERR_FILENO;
  if (!isatty(file)) return luaTH_returnnumber(call, TH_integer(0));
  if (ioctl(file, TIOCGWINSZ, &size) || !size.ws_col) size.ws_col = 80;
  return luaTH_returnnumber(call, TH_integer(size.ws_col));
}

static const luaTH_Row rows[] = {
  {"setSimd", "level:string", setSimd, "choose the SIMD level by name, one of simdLevels(); results keep their bits", LUATH_FUNCTION_ONLY, 0},
  {"getSimd", "", getSimd, "name of the SIMD level in use", LUATH_FUNCTION_ONLY, 0},
  {"simdLevels", "", simdLevels, "the SIMD levels that build and processor have, a table of names, best last", LUATH_FUNCTION_ONLY, 0},
  {"setnumthreads", "n:count", setnumthreads, "use at most n threads; results keep their bits", LUATH_FUNCTION_ONLY, 0},
  {"getnumthreads", "", getnumthreads, "how many threads are used at most", LUATH_FUNCTION_ONLY, 0},
  {"clock", "", clock_seconds, "seconds on a clock that is never set back, for timing", LUATH_FUNCTION_ONLY, 0},
  {"terminalWidth", "file:stdout/stderr=stderr", terminal_width, "columns of the terminal that a standard file is, else 0", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opensystem(lua_State *L)
{
  luaTH_register(L, rows);
}
