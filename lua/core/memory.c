/*
** Tensor memory as Lua sees it: the storages of a state are charged to its account. From the
** account follow when a full collection is due, the limits of a state, and what a scope gives back
** at its end.
**
** A call enters (luaTH_enter), makes storages, and leaves; only between these does the thread
** charge the account.
*/
#include <math.h>
#include <string.h>
#include <time.h>

#include "core/signature.h"

/*
** A scope that has begun and not ended. Code in a coroutine belongs to the latest scope begun in
** that coroutine; if there is none, to the latest scope whose coroutine is not suspended.
*/
typedef struct luaTH_Scope {
  THScope made;
  lua_State *thread; /* where it began; the userdata's environment keeps it alive */
  luaTH_Memory *memory;
  struct luaTH_Scope *outer;
} luaTH_Scope;

struct luaTH_Memory {
  THAccount *account, **place; /* place: where the current thread stores its account */
  /* Bytes live after the last collection; more that are worth one; when to look again. */
  int64_t kept, worth, due;
  luaTH_Scope *scopes;    /* the latest first */
  int by_host;            /* the host makes the steps of collections */
  int uncounted;          /* bytes of userdata that the collector has not been told of */
  int sandboxed;
};

static const char memory_key, memory_metatable_key, scope_key;

/*
** Garbage that is worth a collection: 3/16 of the last-level cache, where results that a collection
** frees are written again (rows "a + b allocating, 1e5", "cat of two 1000x1000 by rows": of 32 MB,
** 6 are best on AMD EPYC 9004; with 16 they take 1.5 times as long). But at most 16 times the Lua
** heap, which a collection walks. A heap of more than a third of that makes collections cost more
** than misses of the cache: then it is 8 times the heap.
** MOST: with a heap of 50 MB of small tables, most of such a loop's time goes into collections;
** more garbage would shorten them, but is memory that a host misses.
*/
enum { MOST_PER_HEAP = 16, PAYING_PER_HEAP = 3, UNCACHED_PER_HEAP = 8 };
static const int64_t MOST_GARBAGE = (int64_t)128 << 20;

/* --- the memory of a state --- */

/*
** The memory found last in this thread. A new state may have its registry at the address of a
** closed one; counting the states that opened and closed tells them apart.
*/
typedef struct Found {
  const void *registry;
  unsigned states;
  luaTH_Memory *memory;
  THAccount **place;
} Found;

static _Thread_local Found last_found;
static unsigned states;

static __attribute__((noinline)) void find_memory(lua_State *L, Found *found)
{
  lua_pushlightuserdata(L, (void *)&memory_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  *found = (Found){lua_topointer(L, LUA_REGISTRYINDEX), __atomic_load_n(&states, __ATOMIC_RELAXED),
                   lua_touserdata(L, -1), TH_accountPlace()};
  lua_pop(L, 1);
}

static inline const Found *find(lua_State *L)
{
  Found *found = &last_found;
  if (found->registry != lua_topointer(L, LUA_REGISTRYINDEX) ||
      found->states != __atomic_load_n(&states, __ATOMIC_RELAXED))
    find_memory(L, found);
  return found;
}

static luaTH_Memory *memory_of(lua_State *L)
{
  return find(L)->memory;
}

/* For hosts, which may set what they want before they open the module. */
static luaTH_Memory *own_memory(lua_State *L);

static luaTH_Scope *scope_of(lua_State *L, const luaTH_Memory *m)
{
  luaTH_Scope *latest = NULL;
  for (luaTH_Scope *s = m->scopes; s; s = s->outer) {
    if (s->thread == L) return s;
    if (!latest && lua_status(s->thread) != LUA_YIELD) latest = s;
  }
  return latest;
}

static THScope *made_in(luaTH_Scope *scope)
{
  return scope ? &scope->made : NULL;
}

luaTH_Memory *luaTH_enter(lua_State *L)
{
  const Found *found = find(L);
  luaTH_Memory *m = found->memory;
  m->place = found->place;
  *m->place = m->account;
  if (m->scopes && m->account) m->account->scope = made_in(scope_of(L, m));
  return m;
}

#if LUA_VERSION_NUM == 503
static _Thread_local int hooks_run;

static void note_hook(lua_State *L, lua_Debug *event)
{
  (void)L, (void)event;
  hooks_run = 1;
}

static int do_nothing(lua_State *L)
{
  (void)L;
  return 0;
}

/*
** Nonzero if a finalizer of the main thread is running, as all are that run while the state closes.
** Lua runs no hook in a finalizer.
*/
static int in_finalizer(lua_State *L)
{
  if (lua_gc(L, LUA_GCISRUNNING, 0)) return 0; /* Lua stops it for a finalizer */
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  lua_State *main = lua_tothread(L, -1);
  lua_pop(L, 1);
  if (!lua_checkstack(main, 1)) return 1;
  const lua_Hook hook = lua_gethook(main);
  const int mask = lua_gethookmask(main), count = lua_gethookcount(main);
  hooks_run = 0;
  lua_sethook(main, note_hook, LUA_MASKCALL, 0);
  lua_pushcfunction(main, do_nothing);
  lua_call(main, 0, 0);
  lua_sethook(main, hook, mask, count);
  return !hooks_run;
}
#endif

/*
** A full collection. Lua 5.4 has none while the state closes. Lua 5.3 may never come back from one:
** if the last cycle had run its finalizers, but had not ended, it runs none of those that are due
** at the end and waits for them.
*/
static void collect_all(lua_State *L)
{
#if LUA_VERSION_NUM == 503
  if (in_finalizer(L)) return;
#endif
  lua_gc(L, LUA_GCCOLLECT, 0);
}

/*
** One cycle of the collector. In Lua 5.1 and LuaJIT, LUA_GCCOLLECT sweeps all objects before it
** marks any; a step without limit only runs to the end of a cycle. That is a whole one, unless the
** collector was at work: then some garbage is left for the next collection.
*/
static int run_cycle(lua_State *L)
{
#if LUA_VERSION_NUM == 501
  lua_gc(L, LUA_GCSTEP, 0);
#else
  collect_all(L);
#endif
  return 0;
}

/*
** Collect, and leave the collector as the script has set it. LuaJIT starts one that was stopped,
** and Lua 5.1, which does not tell. Except in Lua 5.4, an error of a script's finalizer comes here.
*/
static void collect(lua_State *L, luaTH_Memory *m)
{
  lua_pushcfunction(L, run_cycle); /* may raise */
#if LUA_VERSION_NUM == 501
  const int multiplier = lua_gc(L, LUA_GCSETSTEPMUL, 0); /* no limit */
#ifdef LUA_GCISRUNNING
  const int stopped = !lua_gc(L, LUA_GCISRUNNING, 0);
#else
  const int stopped = 0;
#endif
#endif
  m->kept = INT64_MIN, m->due = INT64_MAX; /* finalizers may allocate and free */
  const int failed = lua_pcall(L, 0, 0, 0);
#if LUA_VERSION_NUM == 501
  const int set = lua_gc(L, LUA_GCSETSTEPMUL, multiplier); /* by a finalizer, unless it is 0 */
  if (set) lua_gc(L, LUA_GCSETSTEPMUL, set);
  if (stopped) lua_gc(L, LUA_GCSTOP, 0);
#endif
  if (m->account) { /* the state may be closing, and the collector have run memory_gc */
    m->kept = THAccount_weight(m->account);
    m->due = m->kept + m->worth;
  }
  if (failed) lua_error(L);
}

static int64_t worth_collecting(int64_t heap)
{
  const int64_t cached = TH_caches()->last / 16 * 3, most = MOST_PER_HEAP * heap;
  if (cached >= PAYING_PER_HEAP * heap) return cached < most ? cached : most;
  const int64_t worth = UNCACHED_PER_HEAP * heap;
  return worth < MOST_GARBAGE ? worth : heap > MOST_GARBAGE ? heap : MOST_GARBAGE;
}

/* Collect if tensor memory has grown enough since the last collection. */
static void relieve(lua_State *L, luaTH_Memory *m)
{
  const int64_t live = THAccount_weight(m->account);
  if ((live >= m->kept && live < m->due) || m->by_host) return;
  const int kilobytes = lua_gc(L, LUA_GCCOUNT, 0);
  if (kilobytes < 0) return; /* in a finalizer, Lua 5.4 neither tells nor collects */
  if (live < m->kept) m->kept = live;
  m->worth = worth_collecting((int64_t)kilobytes << 10);
  m->due = m->kept + m->worth;
  if (live >= m->due) collect(L, m);
}

/* --- steps of the host --- */

void luaTH_collectByHost(lua_State *L, int on)
{
  own_memory(L)->by_host = on;
}

static double seconds_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int luaTH_collectStep(lua_State *L, double seconds)
{
  enum { STEP = 64 }; /* KB */
  luaTH_Memory *m = own_memory(L);
  const double end = seconds_now() + seconds;
  int ended;
#ifdef LUA_GCISRUNNING
  const int stopped = !lua_gc(L, LUA_GCISRUNNING, 0);
#endif
  do ended = lua_gc(L, LUA_GCSTEP, STEP);
  while (!ended && seconds_now() < end);
#ifdef LUA_GCISRUNNING
  if (stopped) lua_gc(L, LUA_GCSTOP, 0); /* LuaJIT's step starts it */
#endif
  if (ended && m->account) {
    m->kept = THAccount_weight(m->account);
    m->due = m->kept + m->worth;
  }
  return ended != 0;
}

luaTH_Memory *luaTH_begin(lua_State *L)
{
  luaTH_Memory *m = memory_of(L);
  if (m->account) relieve(L, m);
  return luaTH_enter(L);
}

void luaTH_end(luaTH_Memory *m)
{
  *m->place = NULL;
}

void luaTH_leave(lua_State *L, luaTH_Memory *m)
{
  luaTH_end(m);
  if (m->account) relieve(L, m);
}

#if LUA_VERSION_NUM >= 503
void luaTH_countGarbage(lua_State *L, int bytes)
{
  enum { STEP = 32 << 10 };
  luaTH_Memory *m = memory_of(L);
  if (!m || (m->uncounted += bytes) < STEP) return;
  m->uncounted = 0;
  if (lua_gc(L, LUA_GCISRUNNING, 0)) lua_gc(L, LUA_GCSTEP, 2 * STEP >> 10);
}
#endif

/* Finalizers that run Lua code leave, which takes the account off the thread; so enter again. */
int luaTH_again(lua_State *L, int status, int top)
{
  if (status != TH_ENOMEM && status != TH_ESHARED) return 0;
  lua_settop(L, top);
  collect_all(L);
  luaTH_enter(L);
  return 1;
}

/* The state is closing: finalizers that run after this one find no account. */
static int memory_gc(lua_State *L)
{
  luaTH_Memory *m = lua_touserdata(L, 1);
  __atomic_add_fetch(&states, 1, __ATOMIC_RELAXED);
  if (m->account) m->account->scope = NULL, THAccount_close(m->account);
  m->account = NULL;
  return 0;
}

/* --- scopes --- */

/* Push a zeroed userdata of that size with the metatable stored under key. */
static void *new_object(lua_State *L, size_t size, const char *key)
{
  void *object = memset(lua_newuserdata(L, size), 0, size);
  lua_pushlightuserdata(L, (void *)key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_setmetatable(L, -2);
  return object;
}

/* Let the object at the top keep the running coroutine alive: a coroutine must not be freed before
   the scopes begun in it. */
static void keep_thread(lua_State *L)
{
  int is_main = lua_pushthread(L);
  if (is_main) {
    lua_pop(L, 1);
    return;
  }
  lua_createtable(L, 1, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 1);
#if LUA_VERSION_NUM >= 502
  lua_setuservalue(L, -2);
#else
  lua_setfenv(L, -2);
#endif
}

/* scope = scopeBegin() */
static int scope_begin(lua_State *L)
{
  luaTH_Scope *scope = new_object(L, sizeof *scope, &scope_key);
  keep_thread(L);
  scope->memory = memory_of(L);
  scope->thread = L;
  scope->outer = scope->memory->scopes;
  scope->memory->scopes = scope;
  return 1;
}

static void take_off(luaTH_Scope *scope)
{
  for (luaTH_Scope **s = &scope->memory->scopes; *s; s = &(*s)->outer)
    if (*s == scope) {
      *s = scope->outer;
      break;
    }
  if (scope->memory->account) scope->memory->account->scope = NULL;
  scope->thread = NULL;
}

static void keep_value(lua_State *L, int index, int seen, luaTH_Scope *scope, THScope *to);

static void keep_table(lua_State *L, int index, int seen, luaTH_Scope *scope, THScope *to)
{
  luaL_checkstack(L, 6, "a returned table is nested too deeply");
  if (lua_isnil(L, seen)) {
    lua_newtable(L);
    lua_replace(L, seen);
  }
  lua_pushvalue(L, index);
  lua_rawget(L, seen);
  int known = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (known) return;
  lua_pushvalue(L, index);
  lua_pushboolean(L, 1);
  lua_rawset(L, seen);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    keep_value(L, lua_gettop(L), seen, scope, to);
    keep_value(L, lua_gettop(L) - 1, seen, scope, to);
  }
}

/* Keep a tensor's or storage's memory past the end of the scope; of a table, that of all keys and
   values in it. */
static void keep_value(lua_State *L, int index, int seen, luaTH_Scope *scope, THScope *to)
{
  THTensor *t = luaTH_totensor(L, index);
  THStorage *s = t ? t->storage : luaTH_toanystorage(L, index);
  if (s) THScope_keep(&scope->made, s, to);
  else if (lua_istable(L, index)) keep_table(L, index, seen, scope, to);
}

static luaTH_Scope *check_scope(lua_State *L, int index)
{
  luaL_checktype(L, index, LUA_TUSERDATA);
  lua_pushlightuserdata(L, (void *)&scope_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  int good = lua_getmetatable(L, index) && lua_rawequal(L, -1, -2);
  if (!good) luaL_argerror(L, index, "a scope expected");
  lua_pop(L, 2);
  return lua_touserdata(L, index);
}

/*
** scopeEnd(scope, ...): give back the storages made in the scope, except those that the values
** after it refer to.
*/
static int scope_end(lua_State *L)
{
  luaTH_Scope *scope = check_scope(L, 1);
  int n = lua_gettop(L);
  if (!scope->thread) return luaL_error(L, "scope: it has ended");
  take_off(scope);
  THScope *to = made_in(scope_of(L, scope->memory));
  lua_pushnil(L); /* the tables already visited; nil until there is one */
  for (int i = 2; i <= n; i++) keep_value(L, i, n + 1, scope, to);
  THScope_leave(&scope->made, to);
  return 0;
}

/* A scope whose coroutine was dropped before the scope ended: its storages are left to the
   collector. */
static int scope_gc(lua_State *L)
{
  luaTH_Scope *scope = lua_touserdata(L, 1);
  if (scope->thread) take_off(scope);
  THScope_drop(&scope->made);
  return 0;
}

/* --- functions --- */

static int release(luaTH_Call *call)
{
  THStorage *s = call->arg[0].tensor->storage;
  TH_TRY(THTensor_checkStrided("release", call->arg[0].tensor));
  if (s) TH_TRY(THStorage_dispose(s));
  luaTH_dropAnchors(call->L);
  return TH_OK;
}

static THAccount *check_account(lua_State *L)
{
  THAccount *account = own_memory(L)->account;
  if (!account) luaL_error(L, "memory: the state is closing");
  return account;
}

static int setMemoryBudget(luaTH_Call *call)
{
  THAccount *account = check_account(call->L);
  account->budget = call->arg[0].given ? call->arg[0].integer : TH_NO_BUDGET;
  if (THAccount_live(account) > account->budget) collect_all(call->L);
  if (account->budget != TH_NO_BUDGET) {
    int64_t left = account->budget - THAccount_live(account);
    TH_trimCache(left > 0 ? (size_t)left : 0);
  }
  return TH_OK;
}

static int setTimeBudget(luaTH_Call *call)
{
  const double seconds = call->arg[0].given ? TH_asReal(call->arg[0].number) : INFINITY;
  return THAccount_setTimeBudget(check_account(call->L), seconds);
}

static int emptyCache(luaTH_Call *call)
{
  (void)call;
  TH_emptyCache();
  return TH_OK;
}

static void set_bytes(lua_State *L, const char *name, int64_t bytes)
{
  luaTH_pushnumber(L, TH_integer(bytes));
  lua_setfield(L, -2, name);
}

static int memoryStats(luaTH_Call *call)
{
  lua_State *L = call->L;
  THMemoryStats stats = TH_memoryStats();
  const THAccount *account = check_account(L);
  lua_newtable(L);
  set_bytes(L, "live", (int64_t)stats.live);
  set_bytes(L, "cached", (int64_t)stats.cached);
  set_bytes(L, "peak", (int64_t)stats.peak);
  set_bytes(L, "state", THAccount_live(account));
  if (account->budget != TH_NO_BUDGET) set_bytes(L, "budget", account->budget);
  call->pushed = 1;
  return TH_OK;
}

/* --- allocators as values --- */

typedef struct luaTH_Allocator { luaTH_Block block; const THAllocator *allocator; } luaTH_Allocator;

static const char allocator_magic;

const THAllocator *luaTH_toallocator(lua_State *L, int index)
{
  luaTH_Allocator *u = lua_touserdata(L, index);
  return u && lua_rawlen(L, index) == sizeof *u && u->block.magic == &allocator_magic
           ? u->allocator : NULL;
}

void luaTH_pushallocator(lua_State *L, const THAllocator *allocator)
{
  luaTH_Allocator *u = lua_newuserdata(L, sizeof *u);
  *u = (luaTH_Allocator){{NULL, &allocator_magic}, allocator};
  if (luaL_newmetatable(L, "torch.Allocator")) {
    lua_pushliteral(L, "torch.Allocator");
    lua_setfield(L, -2, "__typename");
  }
  lua_setmetatable(L, -2);
}

void luaTH_setAllocator(lua_State *L, const THAllocator *allocator)
{
  luaTH_result(L, THAccount_setAllocator(check_account(L), allocator), 0);
}

void luaTH_setCancel(lua_State *L, const int *flag)
{
  THAccount_setCancel(check_account(L), flag);
}

void luaTH_setTimeBudget(lua_State *L, double seconds)
{
  luaTH_result(L, THAccount_setTimeBudget(check_account(L), seconds), 0);
}

void luaTH_limit(lua_State *L, int64_t bytes, int64_t largest)
{
  THAccount *account = check_account(L);
  account->budget = bytes;
  account->largest = largest;
}

/* setSandboxed(): for good. */
static int set_sandboxed(lua_State *L)
{
  memory_of(L)->sandboxed = 1;
  return 0;
}

void luaTH_checkOutside(lua_State *L, const char *name, const char *what)
{
  if (memory_of(L)->sandboxed) luaL_error(L, "%s: %s: not available in a sandbox", name, what);
}

const THAllocator *luaTH_allocator(lua_State *L)
{
  const THAccount *account = memory_of(L)->account;
  return account ? account->allocator : NULL;
}

static int defaultAllocator(luaTH_Call *call)
{
  luaTH_pushallocator(call->L, TH_defaultAllocator());
  call->pushed = 1;
  return TH_OK;
}

static const luaTH_Row rows[] = {
  {"release", "x:Tensor", release,
   "frees the memory of x now, even if others use it; accessing its elements is "
   "then an error", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"setMemoryBudget", "bytes:count?", setMemoryBudget,
   "limits the bytes of this Lua state's tensors, or removes the limit; "
   "a call that exceeds it collects once, then raises", LUATH_FUNCTION_ONLY, 0},
  {"setTimeBudget", "seconds:number?", setTimeBudget,
   "limits the time of this Lua state's operations: one that still runs when so many seconds have "
   "passed from now, or begins later, is stopped with an error; without a number there is no limit",
   LUATH_FUNCTION_ONLY, 0},
  {"memoryStats", "", memoryStats,
   "bytes of tensor memory: {live = in use, cached = kept for reuse, "
   "peak = most in use so far, state, budget = of this Lua state}", LUATH_FUNCTION_ONLY, 0},
  {"defaultAllocator", "", defaultAllocator,
   "the default allocator of storages, a value that their constructors accept as first argument",
   LUATH_FUNCTION_ONLY, 0},
  {"emptyCache", "", emptyCache, "gives the memory that is kept for reuse back to the system", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

static void new_metatable(lua_State *L, const char *key, lua_CFunction gc)
{
  lua_pushlightuserdata(L, (void *)key);
  lua_newtable(L);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* If two copies of the module are loaded in one state, they share its memory. */
static luaTH_Memory *own_memory(lua_State *L)
{
  if (memory_of(L)) return memory_of(L);
  new_metatable(L, &memory_metatable_key, memory_gc);
  lua_pushlightuserdata(L, (void *)&memory_key);
  luaTH_Memory *m = new_object(L, sizeof *m, &memory_metatable_key);
  m->account = THAccount_new();
  if (!m->account) luaTH_result(L, TH_ENOMEM, 0);
  lua_rawset(L, LUA_REGISTRYINDEX);
  __atomic_add_fetch(&states, 1, __ATOMIC_RELAXED);
  return m;
}

void luaTH_openmemory(lua_State *L)
{
  new_metatable(L, &scope_key, scope_gc);
  own_memory(L);
  lua_pushcfunction(L, scope_begin);
  lua_setfield(L, -2, "scopeBegin");
  lua_pushcfunction(L, scope_end);
  lua_setfield(L, -2, "scopeEnd");
  lua_pushcfunction(L, set_sandboxed);
  lua_setfield(L, -2, "setSandboxed");
  luaTH_register(L, rows);
}
