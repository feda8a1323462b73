/*
** Long operations are stopped by the host's flag and by the time budget, also on the host's
** executor, which sets the flag here before each of the pieces of an operation in turn: wherever an
** operation ends early, it raises, what it took is given back, and the same call then computes what
** it did before. Which calls: test/lua/cancel.lua.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <math.h>
#include <pthread.h>
#include <time.h>

#include "check.h"
#include "tensor.h"

static int flag;
static int left; /* pieces until the flag is set, if it is above 0 */

/* --- an executor that runs pieces in order, in this thread --- */

static void run_pieces(void *context, int pieces, void (*piece)(void *argument, int i),
                       void *argument)
{
  (void)context;
  for (int i = 0; i < pieces; i++) {
    if (left > 0 && --left == 0) flag = 1;
    piece(argument, i);
  }
}

/* cancelAfter(pieces): 0 for at once, no number for never */
static int cancel_after(lua_State *L)
{
  const int pieces = (int)luaL_optinteger(L, 1, -1);
  flag = pieces == 0;
  left = pieces;
  return 0;
}

static int open_jobs(lua_State *L)
{
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushliteral(L, TENSOR_TEST_DIR "/?.lua");
  lua_setfield(L, -2, "path");
  luaTH_setCancel(L, &flag); /* before there is a module in the state, as all that a host sets */
  luaTH_setTimeBudget(L, INFINITY);
  luaTH_setAllocator(L, NULL);
  luaTH_collectByHost(L, 0);
  luaTH_collectStep(L, 0);
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  lua_setglobal(L, "tensor");
  lua_register(L, "cancelAfter", cancel_after);
  return 0;
}

static int runs(lua_State *L, const char *code)
{
  const int good = luaL_dostring(L, code) == 0;
  if (!good) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return good;
}

/* --- from another thread --- */

static void *cancel_soon(void *unused)
{
  const struct timespec some = {.tv_nsec = 20000000};
  nanosleep(&some, NULL);
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
  return unused;
}

static void test_thread(lua_State *L)
{
  pthread_t thread;
  CHECK(runs(L, "cancelAfter() far = tensor.ones(1):expand(1000000, 1000000)"));
  if (!CHECK(!pthread_create(&thread, NULL, cancel_soon, NULL))) return;
  CHECK(runs(L, "local good, text = pcall(far.sum, far)\n" /* without a stop it takes minutes */
                "assert(not good and text:find 'sum: stopped by the host', text)"));
  pthread_join(thread, NULL);
}

/* A function in C is not stopped by Lua's hooks, so the walk that calls it looks. */
static void test_walk(lua_State *L)
{
  pthread_t thread;
  CHECK(runs(L, "cancelAfter()"));
  if (!CHECK(!pthread_create(&thread, NULL, cancel_soon, NULL))) return;
  CHECK(runs(L, "local zeros = tensor.zeros(1):expand(1000000, 1000000)\n"
                "local good, text = pcall(far.map, far, zeros, string.match)\n" /* nil */
                "assert(not good and text:find 'map: stopped by the host', text)"));
  pthread_join(thread, NULL);
}

/* An account of a C program. */
static void test_account(void)
{
  THAccount *account = THAccount_new();
  THTensor x = {0}, far = {0};
  THNumber sum;
  const int64_t one = 1, size[2] = {1000000, 1000000};
  CHECK(!THTensor_new(&x, 0, TH_FLOAT, 1, &one) && !THTensor_fill(&x, TH_integer(1)));
  CHECK(!THTensor_expand(&far, &x, 2, size));
  CHECK(THAccount_setTimeBudget(account, -1) == TH_EINVAL);
  CHECK(!THAccount_setTimeBudget(account, 0.01));
  CHECK(!TH_setAccount(account));
  CHECK(THTensor_reduceAll(TH_OP_sum, &far, &sum) == TH_ECANCELLED);
  CHECK(TH_checkStop() == TH_ECANCELLED);
  TH_setAccount(NULL);
  CHECK(TH_checkStop() == TH_OK);
  THTensor_clear(&far);
  THTensor_clear(&x);
  THAccount_close(account);
}

int main(void)
{
  lua_State *L = luaL_newstate();
  lua_pushcfunction(L, open_jobs);
  CHECK(lua_pcall(L, 0, 0, 0) == 0);
  TH_setNumThreads(3);
  test_thread(L);
  test_walk(L);
  TH_setNumThreads(1);
  test_thread(L);
  TH_setNumThreads(3);
  TH_setExecutor(&(THExecutor){.run = run_pieces});
  CHECK(runs(L, "dofile('" TENSOR_TEST_DIR "/lua/cancel.lua')"));
  TH_setExecutor(NULL);
  CHECK(runs(L, "cancelAfter() tensor.setTimeBudget(0.02)\n"
                "local _, text = pcall(far.max, far)\n"
                "assert(text == 'max: stopped, because the time budget of 0.02 s is used up')\n"
                "tensor.setTimeBudget()\n"
                "assert(tensor.ones(1000, 1000):sum() == 1e6)"));
  lua_close(L);
  test_account();
  return CHECK_RESULT();
}
