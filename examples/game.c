/*
** A game: a host in C whose world is a Lua script (game.lua). The host owns the picture and shows
** it to the script as a tensor; the script moves the world and draws. With SDL2 and a screen it
** opens a window, where a click is a blast; without, it plays by itself.
**
** It prints the median, the 99.9th percentile and the worst time of a frame in Lua, beside those of
** an empty loop, which the machine interrupts as often. It fails if frames made tensors or other
** garbage. CMake builds it as game_example.
**
**   game_example [--window] [frames]
*/
#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tensor.h"

#ifdef GAME_SDL
#include <SDL.h>
#endif

enum { ROWS = 240, COLUMNS = 320, WARM_UP = 600, FRAMES = 10000 };
enum { GARBAGE = 100 }; /* KB of Lua objects that are no waste: compiled code */

static float picture[ROWS][COLUMNS]; /* brightness, 0 to 1 */

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- the script --- */

static void keep(void *context, void *data)
{
  (void)context, (void)data; /* the picture is static: nothing is given back */
}

/* Loads module and world, and shows the world the picture. Raises errors. */
static int open_world(lua_State *L)
{
  const int64_t size[2] = {ROWS, COLUMNS};
  THFloatTensor t = {0};
  luaL_openlibs(L);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  if (luaL_loadfile(L, GAME_DIR "/game.lua")) return lua_error(L);
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "world");
  lua_getfield(L, -1, "new");
  THFloatStorage *storage = THFloatStorage_borrow(&picture[0][0], ROWS * COLUMNS, keep, NULL);
  const int status =
      storage ? THFloatTensor_setStorageNd(&t, storage, 0, 2, size, NULL) : TH_ENOMEM;
  THFloatStorage_free(storage);
  if (status) return luaL_error(L, "no picture: %s", TH_error());
  luaTH_pushtensor(L, &t.base);
  THFloatTensor_clear(&t);
  lua_call(L, 1, 0);
  return 0;
}

/* Calls a function of the world with the numbers given. Whether it succeeded; prints the error. */
static int call(lua_State *L, const char *name, int count, double x, double y)
{
  lua_getglobal(L, "world");
  lua_getfield(L, -1, name);
  if (count) lua_pushnumber(L, x), lua_pushnumber(L, y);
  const int good = lua_pcall(L, count, 0, 0) == 0;
  if (!good) fprintf(stderr, "%s: %s\n", name, lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

/* --- the screen --- */

#ifdef GAME_SDL
static SDL_Window *window;

static int open_window(void)
{
  if (SDL_Init(SDL_INIT_VIDEO) == 0)
    window = SDL_CreateWindow("tensor", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 2 * COLUMNS,
                              2 * ROWS, 0);
  atexit(SDL_Quit);
  return window != NULL;
}

static void show(void)
{
  SDL_Surface *screen = SDL_GetWindowSurface(window);
  for (int y = 0; screen && y < screen->h; y++)
    for (int x = 0; x < screen->w; x++) {
      const Uint8 c = (Uint8)(255 * picture[y * ROWS / screen->h][x * COLUMNS / screen->w]);
      ((Uint32 *)((char *)screen->pixels + y * screen->pitch))[x] =
          SDL_MapRGB(screen->format, c, (Uint8)(c * 0.8), 40);
    }
  SDL_UpdateWindowSurface(window);
  SDL_Delay(16);
}

/* Whether the player goes on; a click is a blast. */
static int play_on(lua_State *L)
{
  SDL_Event e;
  while (SDL_PollEvent(&e)) {
    if (e.type == SDL_QUIT) return 0;
    if (e.type == SDL_MOUSEBUTTONDOWN &&
        !call(L, "kick", 2, e.button.x / (2.0 * ROWS), 1 - e.button.y / (2.0 * ROWS)))
      return 0;
  }
  return 1;
}
#else
static const void *const window = NULL;
static int open_window(void) { return 0; }
static void show(void) {}
static int play_on(lua_State *L) { return L != NULL; }
#endif

/* --- the game --- */

/* A frame. The time that Lua took, negative if it failed. */
static double frame(lua_State *L, int number)
{
  const double start = seconds();
  if (number % 150 == 0 && !call(L, "kick", 2, 0.2 + (number / 150 % 10) * 0.1, 0.05)) return -1;
  if (!call(L, "step", 0, 0, 0)) return -1;
  return seconds() - start;
}

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Sorts and prints times. Returns the median. */
static double report(const char *what, double *times, int count)
{
  qsort(times, (size_t)count, sizeof *times, compare);
  const double median = times[count / 2], late = times[(int)(count * 0.999)];
  printf("%d %s: median %.1f us, 99.9th percentile %.1f us (%.1f times), worst %.1f us\n", count,
         what, 1e6 * median, 1e6 * late, late / median, 1e6 * times[count - 1]);
  return median;
}

static void spin(long turns)
{
  for (volatile long k = 0; k < turns; k++) {
  }
}

/* Times loops that do nothing and take about as long as a frame: what the machine itself adds. */
static void report_idle(double *times, int count, double each)
{
  enum { TRIAL = 1000000 };
  double start = seconds();
  spin(TRIAL);
  const long turns = (long)(TRIAL * each / (seconds() - start));
  for (int k = 0; k < count; k++) {
    start = seconds();
    spin(turns);
    times[k] = seconds() - start;
  }
  report("empty loops", times, count);
}

/* Plays with the collector stopped, so that what frames make can be counted: nothing, if all is
   well. */
static int play(lua_State *L, double *times, int count)
{
  int k, good = 1;
  for (k = 0; good && k < WARM_UP; k++) good = frame(L, k) >= 0;
  lua_gc(L, LUA_GCCOLLECT, 0);
  lua_gc(L, LUA_GCSTOP, 0);
  const size_t bytes = TH_memoryStats().live;
  const int garbage = lua_gc(L, LUA_GCCOUNT, 0);
  for (k = 0; good && k < count && play_on(L); k++) {
    good = (times[k] = frame(L, WARM_UP + k)) >= 0;
    if (window) show();
  }
  const int more = lua_gc(L, LUA_GCCOUNT, 0) - garbage;
  lua_gc(L, LUA_GCRESTART, 0);
  if (k > 0) report_idle(times, k, report("frames", times, k));
  printf("made by the frames: %zu bytes of tensors, %d KB of Lua objects\n",
         TH_memoryStats().live - bytes, more);
  return good && TH_memoryStats().live == bytes && more < GARBAGE;
}

int main(int argc, char **argv)
{
  const int wants_window = argc > 1 && strcmp(argv[1], "--window") == 0;
  const int given = argc > 1 + wants_window ? atoi(argv[1 + wants_window]) : FRAMES;
  const int count = given > 0 ? given : FRAMES;
  double *times = calloc((size_t)count, sizeof *times);
  lua_State *L = luaL_newstate();
  int good = times && L;
  if (good && wants_window && !open_window()) good = 0, fprintf(stderr, "no window\n");
  if (good) {
    lua_pushcfunction(L, open_world);
    good = lua_pcall(L, 0, 0, 0) == 0;
    if (!good) fprintf(stderr, "no world: %s\n", lua_tostring(L, -1));
  }
  good = good && play(L, times, count);
  if (L) lua_close(L);
  free(times);
  return good ? 0 : 1;
}
