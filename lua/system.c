/* What Lua does not tell of the system, for progress bars and timings. */
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "signature.h"

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
  {"clock", "", clock_seconds, "seconds on a clock that is never set back, for timing", LUATH_FUNCTION_ONLY, 0},
  {"terminalWidth", "file:stdout/stderr=stderr", terminal_width, "columns of the terminal that a standard file is, else 0", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opensystem(lua_State *L)
{
  luaTH_register(L, rows);
}
