/*
** Several Lua states compute at once, each in its own thread. They share the thread pool, the block
** cache, the settings of the process, and tensors that the host passes to all of them; nothing else
** may leak from one to another. Of several states in one thread, the one that asked last gets the
** errors of C functions that no guard runs.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <pthread.h>
#include <stdio.h>

#include "check.h"
#include "tensor.h"
#include "TH/compat/THCompat.h"

enum { STATES = 8, ROUNDS = 6 };

static const char script[] =
    "local me, rounds = ...\n"
    "local x = tensor.FloatTensor(300, 400):fill(me)\n"
    "if me == 2 then tensor.setMemoryBudget(12e6) end\n"
    "for round = 1, rounds do\n"
    "   tensor.setnumthreads(1 + (me + round) % 4)\n"
    "   local y = x * 2 + x:t():contiguous():view(300, 400)\n"
    "   assert(y:min() == 3 * me and y:max() == 3 * me)\n"
    "   local sum = tensor.scope(function()\n"
    "      local z = shared:narrow(1, round, 100):double() + me\n"
    "      local small = {}\n"
    "      for i = 1, 200 do small[i] = tensor.ones(i) * me end\n"
    "      return z:sum() - z:nElement() * me + small[7]:sum()\n"
    "   end)\n"
    "   assert(sum == 100 * 500 * 3 + 7 * me)\n"
    "   for _ = 1, 10 do local garbage = x + 1 end\n"
    "   if me == 2 then\n"
    "      assert(not pcall(tensor.zeros, 2000, 2000))\n"
    "      assert(tensor.memoryStats().state <= 12e6)\n"
    "   else\n"
    "      tensor.zeros(2000, 2000):add(1):release()\n"
    "   end\n"
    "   if round % 3 == me % 3 then tensor.emptyCache() end\n"
    "end\n"
    "return tensor.memoryStats().state\n";

typedef struct State { int number, good; const THTensor *shared; } State;

/* Sets the global tensor. */
static void open_module(lua_State *L)
{
  luaL_openlibs(L);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  lua_setglobal(L, "tensor");
}

static int run_script(lua_State *L)
{
  const State *state = lua_touserdata(L, 1);
  open_module(L);
  luaTH_pushtensor(L, state->shared);
  lua_setglobal(L, "shared");
  if (luaL_loadstring(L, script)) return lua_error(L);
  lua_pushinteger(L, state->number);
  lua_pushinteger(L, ROUNDS);
  lua_call(L, 2, 1);
  return 1;
}

static void *run_state(void *argument)
{
  State *state = argument;
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  lua_pushcfunction(L, run_script);
  lua_pushlightuserdata(L, state);
  state->good = lua_pcall(L, 1, 1, 0) == 0;
  if (!state->good) fprintf(stderr, "state %d: %s\n", state->number, lua_tostring(L, -1));
  lua_close(L);
  return NULL;
}

/* --- errors of C functions that no guard runs --- */

static int raise_error(lua_State *L)
{
  THCompat_error("file.c", 1, "no %s", lua_tostring(L, 1));
  return 0;
}

static int open_for_errors(lua_State *L)
{
  open_module(L);
  lua_pushcfunction(L, raise_error);
  lua_setglobal(L, "f");
  return 0;
}

static int runs(lua_State *L, const char *code)
{
  const int good = luaL_dostring(L, code) == 0;
  if (!good) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

/* They are raised in the state of the thread that asked last, in the coroutine that runs. */
static void test_unguarded_errors(void)
{
  static const char code[] =
      "tensor.updateerrorhandlers()\n"
      "local function fails(word)\n"
      "   return select(2, pcall(f, word)) == 'no ' .. word .. ' at file.c:1'\n"
      "end\n"
      "assert(fails 'main thread')\n"
      "local outer = function() return coroutine.wrap(fails) 'inner' and fails 'outer' end\n"
      "assert(coroutine.wrap(outer)())\n";
  lua_State *first = luaL_newstate(), *second = luaL_newstate();
  if (!CHECK(first && second)) return;
  lua_pushcfunction(first, open_for_errors), lua_pushcfunction(second, open_for_errors);
  CHECK(lua_pcall(first, 0, 0, 0) == 0 && lua_pcall(second, 0, 0, 0) == 0);
  CHECK(runs(first, code) && runs(second, code) && runs(first, code));
  lua_close(second);
  CHECK(runs(first, code));
  lua_close(first);
}

int main(void)
{
  test_unguarded_errors();
  pthread_t thread[STATES];
  State state[STATES];
  THTensor shared = {0};
  CHECK(!THTensor_new(&shared, 0, TH_FLOAT, 2, (const int64_t[]){200, 500}));
  CHECK(!THTensor_fill(&shared, TH_integer(3)));
  size_t live = TH_memoryStats().live;
  for (int i = 0; i < STATES; i++) {
    state[i] = (State){.number = i + 1, .shared = &shared};
    CHECK(!pthread_create(&thread[i], NULL, run_state, &state[i]));
  }
  for (int i = 0; i < STATES; i++) {
    pthread_join(thread[i], NULL);
    CHECK(state[i].good);
  }
  CHECK(TH_memoryStats().live == live && shared.storage->refcount == 1);
  THTensor_clear(&shared);
  return CHECK_RESULT();
}
