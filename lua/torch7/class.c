/*
** Functions of Torch7 that see a value from outside: its address (pointer, pushudata), reference
** counts that a script changes by hand (retain, free), and Lua values attached to a tensor. Classes
** themselves are in tensor/torch7/class.lua.
**
** Invariant: pushudata takes an address back only if retain keeps its object, or if pointer gave it
** out and the object is still alive; any other number is an error, never a crash.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/signature.h"

static const char handed_key;

/* --- addresses --- */

/* Push the weak table that maps addresses given out by pointer to their objects. */
static void push_handed(lua_State *L)
{
  lua_pushlightuserdata(L, (void *)&handed_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushlightuserdata(L, (void *)&handed_key);
  lua_pushvalue(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* The address of a storage is that of the THStorage, which several userdata may share. NULL for
   values without an address. */
static const void *address_of(lua_State *L, int index)
{
  const void *storage = luaTH_toanystorage(L, index), *tensor = luaTH_totensor(L, index);
  if (storage || tensor) return storage ? storage : tensor;
  switch (lua_type(L, index)) {
  case LUA_TSTRING: return lua_tostring(L, index);
  case LUA_TUSERDATA: case LUA_TLIGHTUSERDATA: return lua_touserdata(L, index);
  default: return lua_topointer(L, index);
  }
}

static void push_address(lua_State *L, const void *address)
{
  luaTH_pushnumber(L, TH_integer((int64_t)(uintptr_t)address));
}

static int pointer(luaTH_Call *call)
{
  lua_State *L = call->L;
  const int index = call->arg[0].index;
  const void *address = address_of(L, index);
  if (!address)
    return th_fail(TH_EINVAL, "pointer: a %s has no address", luaL_typename(L, index));
  if (lua_type(L, index) == LUA_TUSERDATA) {
    push_handed(L);
    push_address(L, address);
    lua_pushvalue(L, index);
    lua_rawset(L, -3);
  }
  push_address(L, address);
  call->pushed = 1;
  return TH_OK;
}

/* --- references counted by hand --- */

/*
** A tensor or storage on which retain was called, until free or pushudata takes the reference back.
** One list serves the process: Torch7's scripts pass objects between Lua states this way.
*/
typedef struct Kept {
  struct Kept *next;
  const void *address;
  THTensor tensor;    /* with its own reference; undefined */
  THStorage *storage; /* if the object is this storage */
} Kept;

static Kept *all_kept;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

/* Remove and return the latest entry of an address; NULL if there is none. */
static Kept *take_kept(const void *address)
{
  Kept **at = &all_kept, *found;
  pthread_mutex_lock(&kept_lock);
  while (*at && (*at)->address != address) at = &(*at)->next;
  found = *at;
  if (found) *at = found->next;
  pthread_mutex_unlock(&kept_lock);
  return found;
}

static void put_kept(Kept *kept)
{
  pthread_mutex_lock(&kept_lock);
  kept->next = all_kept;
  all_kept = kept;
  pthread_mutex_unlock(&kept_lock);
}

static void drop_kept(Kept *kept)
{
  THTensor_clear(&kept->tensor);
  THStorage_release(kept->storage);
  free(kept);
}

int luaTH_retain(lua_State *L)
{
  const THTensor *t = luaTH_totensor(L, 1);
  THStorage *s = t ? NULL : luaTH_checkanystorage(L, 1);
  Kept *kept = calloc(1, sizeof *kept);
  if (!kept) return luaL_error(L, "retain: not enough memory");
  kept->address = address_of(L, 1);
  if (t) {
    THTensor_set(&kept->tensor, t);
  } else {
    kept->storage = s;
    THStorage_retain(s);
  }
  put_kept(kept);
  return 0;
}

int luaTH_free(lua_State *L)
{
  if (!luaTH_totensor(L, 1)) luaTH_checkanystorage(L, 1);
  Kept *kept = take_kept(address_of(L, 1));
  if (!kept)
    return luaL_error(L, "free: no retain() before it; release() gives memory back");
  drop_kept(kept);
  return 0;
}

static int push_kept(lua_State *L, Kept *kept)
{
  if (kept->storage) {
    THStorage **s = luaTH_newstorage(L, luaTH_storageKind(kept->storage));
    *s = kept->storage;
    THStorage_retain(*s);
  } else {
    luaTH_pushtensor(L, &kept->tensor);
  }
  drop_kept(kept);
  return TH_OK;
}

static THTypeText name_of_kept(const Kept *kept)
{
  return kept->storage ? luaTH_storageText(kept->storage)
                       : luaTH_kindText(luaTH_kindOf(&kept->tensor));
}

/* pushudata(address, name): push the object of that type at an address which retain keeps, or which
   pointer gave out and which is still alive. */
static int pushudata(luaTH_Call *call)
{
  lua_State *L = call->L;
  const char *name = call->arg[1].string;
  const int64_t number = luaTH_whole(L, call->arg[0].number, "pushudata: an address");
  Kept *kept = take_kept((const void *)(intptr_t)number);
  call->pushed = 1;
  if (kept && strcmp(name_of_kept(kept).text, name) == 0) return push_kept(L, kept);
  if (kept) put_kept(kept);
  push_handed(L);
  luaTH_pushnumber(L, TH_integer(number));
  lua_rawget(L, -2);
  if (lua_isuserdata(L, -1) && luaL_getmetafield(L, -1, "__typename")) {
    const int same = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), name) == 0;
    lua_pop(L, 1);
    if (same) return TH_OK;
  }
  return th_fail(TH_EINVAL, "pushudata: no live %s is known under this address",
                 name);
}

/* --- values attached to a tensor --- */

/*
** Push the table of values attached to the tensor at index, or nil. It is the userdata's
** environment, from Lua 5.2 on its user value. The collector traverses it with the userdata, so a
** value may refer to the tensor. In Lua 5.1 a userdata starts with the environment of the function
** that made it; that is no table of values.
*/
static void push_attached(lua_State *L, int index)
{
#if LUA_VERSION_NUM < 502
  lua_getfenv(L, index);
  if (lua_rawequal(L, -1, LUA_ENVIRONINDEX) || lua_rawequal(L, -1, LUA_GLOBALSINDEX)) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
#else
  lua_getuservalue(L, index);
#endif
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_pushnil(L);
}

/* Attach the table at the top to the tensor at index; pops it. */
static void set_attached(lua_State *L, int index)
{
#if LUA_VERSION_NUM < 502
  lua_setfenv(L, index);
#else
  lua_setuservalue(L, index);
#endif
}

static int attach(luaTH_Call *call)
{
  lua_State *L = call->L;
  const luaTH_Value *arg = call->arg;
  const double key = lua_tonumber(L, arg[1].index);
  if (lua_isnil(L, arg[1].index) || key != key)
    return th_fail(TH_EINVAL, "attach: a key other than nil and NaN is needed");
  push_attached(L, arg[0].index);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    set_attached(L, arg[0].index);
  }
  lua_pushvalue(L, arg[1].index);
  lua_pushvalue(L, arg[2].index);
  lua_rawset(L, -3);
  lua_pushvalue(L, arg[0].index);
  call->pushed = 1;
  return TH_OK;
}

static int attached(luaTH_Call *call)
{
  lua_State *L = call->L;
  push_attached(L, call->arg[0].index);
  if (lua_istable(L, -1)) {
    lua_pushvalue(L, call->arg[1].index);
    lua_rawget(L, -2);
  }
  call->pushed = 1;
  return TH_OK;
}

/* light(address): the light userdata of an address, for tensor/torch7/utilities.lua */
static int core_light(lua_State *L)
{
  const int64_t address = luaTH_tointeger(L, 1, "light: an address");
  lua_pushlightuserdata(L, (void *)(intptr_t)address);
  return 1;
}

static const luaTH_Row rows[] = {
  {"pointer", "a:any", pointer,
   "the address of a tensor, storage, table, function, thread or string, a whole number",
   LUATH_FUNCTION_ONLY, 0},
  {"pushudata", "address:number name:string", pushudata,
   "the tensor or storage at an address that pointer returned, if it is alive or kept by retain",
   LUATH_FUNCTION_ONLY, 0},
  {"attach", "x:Tensor key:any value:any", attach,
   "attaches a value to x under a key, as long as x lives; nil removes it; returns x",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"attached", "x:Tensor key:any", attached, "the value attached to x under a key, or nil",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openclass(lua_State *L)
{
  luaTH_register(L, rows);
  lua_pushcfunction(L, core_light);
  lua_setfield(L, -2, "light");
  luaTH_pushmethods(L);
  lua_pushcfunction(L, luaTH_retain);
  lua_setfield(L, -2, "retain");
  lua_pushcfunction(L, luaTH_free);
  lua_setfield(L, -2, "free");
  lua_pop(L, 1);
}
