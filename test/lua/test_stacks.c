/*
** Little stack: every function of the module runs on 64, 128 and 192 KB, in threads and in
** coroutines of the host (ucontext). A page that may not be touched lies below each stack, so a
** function that needs more ends the test.
*/
#include <lauxlib.h>
#include <lualib.h>

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "check.h"
#include "tensor.h"

enum { PAGE = 64 << 10 };

static lua_State *state;
static int first, step, count;

/* Sets the globals count and run. */
static int open_jobs(lua_State *L)
{
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushliteral(L, TENSOR_TEST_DIR "/?.lua");
  lua_setfield(L, -2, "path");
  luaTH_openmodule(L, TENSOR_LUA_DIR);
  if (luaL_loadfile(L, TENSOR_TEST_DIR "/lua/stacks.lua")) return lua_error(L);
  lua_call(L, 0, 2);
  lua_setglobal(L, "run");
  lua_setglobal(L, "count");
  return 0;
}

/* Every step-th job from the first. */
static void run_jobs(void)
{
  for (int k = first; k <= count; k += step) {
    lua_getglobal(state, "run");
    lua_pushinteger(state, k);
    if (!CHECK(lua_pcall(state, 1, 0, 0) == 0)) fprintf(stderr, "%s\n", lua_tostring(state, -1));
    lua_settop(state, 0);
  }
}

static void *run_thread(void *unused)
{
  run_jobs();
  return unused;
}

static void on_thread(char *stack, size_t bytes)
{
  pthread_attr_t attributes;
  pthread_t thread;
  CHECK(!pthread_attr_init(&attributes) && !pthread_attr_setstack(&attributes, stack, bytes));
  if (CHECK(!pthread_create(&thread, &attributes, run_thread, NULL))) pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

static void on_coroutine(char *stack, size_t bytes)
{
  ucontext_t here, there;
  if (!CHECK(!getcontext(&there))) return;
  there.uc_stack.ss_sp = stack, there.uc_stack.ss_size = bytes, there.uc_link = &here;
  makecontext(&there, run_jobs, 0);
  CHECK(!swapcontext(&here, &there));
}

/* A thread has at least what the system asks for, which is 128 KB on 64-bit ARM. */
static void test_with(size_t bytes)
{
  const size_t least = (size_t)PTHREAD_STACK_MIN, most = bytes > least ? bytes : least;
  char *memory =
      mmap(NULL, most + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!CHECK(memory != MAP_FAILED && !mprotect(memory, PAGE, PROT_NONE))) return;
  first = 1;
  on_thread(memory + PAGE, most);
  first = 2;
  on_coroutine(memory + PAGE, bytes);
  munmap(memory, most + PAGE);
}

int main(void)
{
  state = luaL_newstate();
  if (!CHECK(state != NULL)) return CHECK_RESULT();
  lua_pushcfunction(state, open_jobs);
  if (!CHECK(lua_pcall(state, 0, 0, 0) == 0)) {
    fprintf(stderr, "%s\n", lua_tostring(state, -1));
    return CHECK_RESULT();
  }
  lua_getglobal(state, "count");
  count = (int)lua_tointeger(state, -1);
  CHECK(count > 1000);
  lua_settop(state, 0);
  step = 2; /* every job once */
  test_with(64 << 10);
  step = 50;
  test_with(128 << 10);
  test_with(192 << 10);
  lua_close(state);
  return CHECK_RESULT();
}
