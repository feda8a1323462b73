/*
** Anchors: Lua values that live as long as a storage on their memory does.
**
** A storage knows no Lua, and its last reference may go in any thread, after the state was closed
** too. So its deleter only lists the anchor as dead; the state lets dead anchors go later: when it
** finalizes a tensor or storage that had one, when it anchors something, and at each collection
** while it has any (the watch). Values live in a table, which is the environment of a userdata that
** the registry keeps. The list belongs to that userdata and to the anchors together.
*/
#include <stdlib.h>
#include <string.h>

#include "core/luaTH.h"

#if LUA_VERSION_NUM < 502
#define lua_getuservalue lua_getfenv
#define lua_setuservalue lua_setfenv
#endif

struct luaTH_Anchor {
  luaTH_Anchor *next;
  struct List *list;
  int reference; /* in the table */
};

typedef struct List {
  int64_t refcount;   /* atomic: the userdata and the anchors that are alive */
  luaTH_Anchor *dead; /* atomic */
} List;

typedef struct Keeper { List *list; int64_t count; int watched; } Keeper;

static const char keeper_key, watch_key;

static luaTH_Anchor *take_dead(List *list)
{
  return __atomic_exchange_n(&list->dead, NULL, __ATOMIC_ACQUIRE);
}

static void release_list(List *list)
{
  if (__atomic_sub_fetch(&list->refcount, 1, __ATOMIC_ACQ_REL)) return;
  for (luaTH_Anchor *a = take_dead(list), *next; a; a = next) {
    next = a->next;
    free(a);
  }
  free(list);
}

/* In any thread. The anchor may be freed as soon as it is listed. */
void luaTH_letGo(void *context, void *data)
{
  luaTH_Anchor *anchor = context;
  List *list = anchor->list;
  (void)data;
  anchor->next = __atomic_load_n(&list->dead, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&list->dead, &anchor->next, anchor, 1, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED))
    ;
  release_list(list);
}

/* The state's keeper, pushed; NULL, with nil pushed, if there is none or the state is closing. */
static Keeper *push_keeper(lua_State *L)
{
  luaTH_getregistry(L, &keeper_key);
  Keeper *keeper = lua_touserdata(L, -1);
  if (keeper && keeper->list) return keeper;
  lua_pop(L, 1);
  lua_pushnil(L);
  return NULL;
}

void luaTH_dropAnchors(lua_State *L)
{
  Keeper *keeper = push_keeper(L);
  luaTH_Anchor *dead = keeper ? take_dead(keeper->list) : NULL;
  if (dead) {
    lua_getuservalue(L, -1);
    for (luaTH_Anchor *next; dead; dead = next) {
      next = dead->next;
      luaL_unref(L, -1, dead->reference);
      free(dead);
      keeper->count--;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Make a userdata that nothing refers to: its finalizer runs at the next collection. */
static void watch(lua_State *L, Keeper *keeper)
{
  lua_newuserdata(L, 1);
  luaTH_getregistry(L, &watch_key);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  keeper->watched = 1;
}

static int watch_gc(lua_State *L)
{
  Keeper *keeper = push_keeper(L);
  if (!keeper) return 0;
  luaTH_dropAnchors(L);
  if (keeper->count) watch(L, keeper);
  else keeper->watched = 0;
  return 0;
}

/* The state is closing: anchors that die from now on are only freed. */
static int keeper_gc(lua_State *L)
{
  Keeper *keeper = lua_touserdata(L, 1);
  if (keeper && keeper->list) release_list(keeper->list);
  if (keeper) keeper->list = NULL;
  return 0;
}

static void push_metatable(lua_State *L, lua_CFunction gc)
{
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

static void new_keeper(lua_State *L)
{
  Keeper *keeper = memset(lua_newuserdata(L, sizeof *keeper), 0, sizeof *keeper);
  lua_newtable(L);
  lua_setuservalue(L, -2);
  push_metatable(L, keeper_gc);
  lua_setmetatable(L, -2);
  keeper->list = calloc(1, sizeof *keeper->list);
  if (!keeper->list) luaL_error(L, "not enough memory");
  keeper->list->refcount = 1;
  push_metatable(L, watch_gc);
  luaTH_setregistry(L, &watch_key);
  luaTH_setregistry(L, &keeper_key);
}

luaTH_Anchor *luaTH_anchor(lua_State *L, const char *name)
{
  luaTH_getregistry(L, &keeper_key);
  const int has = lua_isuserdata(L, -1);
  lua_pop(L, 1);
  if (!has) new_keeper(L);
  luaTH_dropAnchors(L);
  Keeper *keeper = push_keeper(L);
  if (!keeper) luaL_error(L, "%s: the state is closing", name);
  lua_insert(L, -2);
  if (!keeper->watched) watch(L, keeper);
  lua_getuservalue(L, -2);
  lua_insert(L, -2);
  const int reference = luaL_ref(L, -2);
  luaTH_Anchor *anchor = malloc(sizeof *anchor);
  if (!anchor) {
    luaL_unref(L, -1, reference);
    luaL_error(L, "%s: not enough memory", name);
  }
  *anchor = (luaTH_Anchor){NULL, keeper->list, reference};
  __atomic_add_fetch(&keeper->list->refcount, 1, __ATOMIC_RELAXED);
  keeper->count++;
  lua_pop(L, 2);
  return anchor;
}
