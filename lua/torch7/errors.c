/*
** Errors of TH in C functions that no guard runs (guard.c): those that a script calls by FFI, and
** luaopen_ of an extension. A thread's error handlers raise them in the state that took the
** thread's errors last: when the module was opened, and at each cdata().
**
** Invariant: a handler knows its state by a number, never by an address, because a state may be
** closed on another thread while the handlers of this one stay.
*/
#include <pthread.h>
#include <stdlib.h>

#include "torch7/guard.h"

#include "TH/compat/THCompat.h"

/* A state that takes errors. L is its main thread, or while that is not known the coroutine that
   called last, which the registry keeps alive. */
typedef struct Taker {
  struct Taker *next;
  intptr_t id;
  lua_State *L;
  int isMain;
} Taker;

static const char taker_key, thread_key;
static Taker *takers;
static intptr_t last_id;
static pthread_mutex_t takers_lock = PTHREAD_MUTEX_INITIALIZER;

static lua_State *state_of(void *id)
{
  lua_State *L = NULL;
  pthread_mutex_lock(&takers_lock);
  for (const Taker *taker = takers; taker && !L; taker = taker->next)
    if (taker->id == (intptr_t)id) L = taker->L;
  pthread_mutex_unlock(&takers_lock);
  return L;
}

/* --- the coroutine that is running --- */

/* Coroutines that resumed each other. */
typedef struct Chain {
  lua_State **link;
  size_t count, room;
} Chain;

/* 0 if there is no memory. */
static int append(Chain *chain, lua_State *L)
{
  if (chain->count == chain->room) {
    const size_t room = chain->room ? chain->room * 2 : 64;
    lua_State **longer = realloc(chain->link, room * sizeof *longer);
    if (!longer) return 0;
    chain->link = longer;
    chain->room = room;
  }
  chain->link[chain->count++] = L;
  return 1;
}

/* The coroutine at the top of L, which it pops, if it has begun and not yielded and is none of
   those before; else NULL. */
static lua_State *active(lua_State *L, const Chain *before)
{
  lua_Debug frame;
  lua_State *other = lua_tothread(L, -1);
  lua_pop(L, 1);
  if (!other || lua_status(other) != 0 || !lua_getstack(other, 0, &frame)) return NULL;
  for (size_t k = 0; k < before->count; k++)
    if (before->link[k] == other) return NULL;
  return other;
}

/* The coroutine that the C function running in L has resumed: it is an argument of coroutine.resume
   and an upvalue of what coroutine.wrap returns. */
static lua_State *resumed_by(lua_State *L, const Chain *before)
{
  lua_Debug frame;
  lua_State *found = NULL;
  if (!lua_checkstack(L, 2) || !lua_getstack(L, 0, &frame)) return NULL;
  lua_getinfo(L, "f", &frame);
  if (lua_iscfunction(L, -1)) {
    for (int k = 1; !found && lua_getupvalue(L, -1, k); k++) found = active(L, before);
    for (int k = 1; !found && lua_getlocal(L, &frame, k); k++) found = active(L, before);
  }
  lua_pop(L, 1);
  return found;
}

/* Lua does not tell which coroutine is running, so follow those that were resumed from L on. */
static lua_State *running(lua_State *L)
{
  Chain chain = {0};
  for (lua_State *next = L; next && append(&chain, next); next = resumed_by(L, &chain)) L = next;
  free(chain.link);
  return L;
}

void luaT_raise(lua_State *L, int argument, const char *text)
{
  L = running(L);
  if (argument) luaL_error(L, "bad argument #%d (%s)", argument, text);
  luaL_error(L, "%s", text);
  __builtin_unreachable();
}

/* --- the handlers: they return only if the state is closed; the process then aborts --- */

static void raise_error(const char *text, void *id)
{
  lua_State *L = state_of(id);
  if (L) luaT_raise(L, 0, text);
}

static void raise_argument_error(int argument, const char *text, void *id)
{
  lua_State *L = state_of(id);
  if (L) luaT_raise(L, argument, text);
}

static int taker_gc(lua_State *L)
{
  const Taker *taker = lua_touserdata(L, 1);
  pthread_mutex_lock(&takers_lock);
  for (Taker **at = &takers; *at; at = &(*at)->next)
    if (*at == taker) {
      *at = taker->next;
      break;
    }
  pthread_mutex_unlock(&takers_lock);
  return 0;
}

static Taker *new_taker(lua_State *L)
{
  Taker *taker = lua_newuserdata(L, sizeof *taker);
  *taker = (Taker){.L = L};
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, taker_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  luaTH_setregistry(L, &taker_key);
  pthread_mutex_lock(&takers_lock);
  taker->id = ++last_id;
  taker->next = takers;
  takers = taker;
  pthread_mutex_unlock(&takers_lock);
  return taker;
}

/* Push the main thread if Lua tells it, else the running coroutine; returns whether it is the main
   thread. */
static int push_main_thread(lua_State *L)
{
#if LUA_VERSION_NUM >= 502
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  return 1;
#else
  return lua_pushthread(L);
#endif
}

/* takeErrors(): from now on the errors of this thread are raised in this state */
static int take_errors(lua_State *L)
{
  luaTH_getregistry(L, &taker_key);
  Taker *taker = lua_touserdata(L, -1);
  if (!taker) taker = new_taker(L);
  if (!taker->isMain) {
    taker->isMain = push_main_thread(L);
    taker->L = lua_tothread(L, -1);
    luaTH_setregistry(L, &thread_key);
  }
  THSetErrorHandler(raise_error, (void *)taker->id);
  THSetArgErrorHandler(raise_argument_error, (void *)taker->id);
  return 0;
}

void luaTH_openerrors(lua_State *L)
{
  lua_pushcfunction(L, take_errors);
  lua_pushvalue(L, -1);
  lua_call(L, 0, 0);
  lua_setfield(L, -2, "takeErrors");
}
