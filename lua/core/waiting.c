/*
** The functions and methods of the core's rows wait here until a script first asks for their names:
** a collection walks every closure and every name, and most scripts use few of a thousand.
** Invariant: a name waits for a table of fields as long as the table has not had a field of that
** name. So a field that a script sets, or removes, stays as it left it.
*/
#include "core/match.h"

#include <stdint.h>
#include <string.h>

/* The tables of fields: the core's functions, those of the module, the core's methods that are not
   its functions, the methods. What scripts see, in the module and in the methods, is the core's,
   under its own name or another one. */
enum { CORE = 1, MODULE = 2, OWN = 4, METHODS = 8 };

/* A name; another one if it is not that of its rows. */
typedef struct Slot {
  const char *name;
  const luaTH_Row *rows;
  luaTH_Quick quick;
  unsigned has;   /* the tables that have its field, if nobody else sets it */
  unsigned waits; /* those of them for which it waits */
} Slot;

/* Open addressing; at most half of the slots are in use. */
typedef struct Directory {
  size_t used, room;
  Slot slot[];
} Directory;

static const char directory_key, core_key, own_key, names_key; /* of the registry */

static size_t hash_of(const char *name)
{
  uint32_t h = 2166136261u; /* FNV-1a */
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
  return h;
}

static Directory *directory_of(lua_State *L)
{
  luaTH_getregistry(L, &directory_key);
  Directory *directory = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return directory;
}

/* The slot of a name that one of the tables has, or NULL. */
static Slot *find(Directory *directory, const char *name, unsigned tables)
{
  for (size_t k = hash_of(name);; k++) {
    Slot *slot = &directory->slot[k & (directory->room - 1)];
    if (!slot->name) return NULL;
    if (slot->has & tables && strcmp(slot->name, name) == 0) return slot;
  }
}

static void put(Directory *directory, const Slot *slot)
{
  size_t k = hash_of(slot->name);
  while (directory->slot[k & (directory->room - 1)].name) k++;
  directory->slot[k & (directory->room - 1)] = *slot;
  directory->used++;
}

static Directory *new_directory(lua_State *L, size_t room)
{
  const size_t bytes = sizeof(Directory) + room * sizeof(Slot);
  Directory *directory = memset(lua_newuserdata(L, bytes), 0, bytes);
  directory->room = room;
  luaTH_setregistry(L, &directory_key);
  return directory;
}

/* The old one is read after it has left the registry, but before anything is allocated. */
static Directory *grown(lua_State *L, const Directory *old)
{
  Directory *directory = new_directory(L, 2 * old->room);
  for (size_t k = 0; k < old->room; k++)
    if (old->slot[k].name) put(directory, &old->slot[k]);
  return directory;
}

/* Add a name, which takes the place of one that was there before. */
static void add(lua_State *L, const char *name, const luaTH_Row *rows, unsigned tables)
{
  Directory *directory = directory_of(L);
  for (Slot *slot; (slot = find(directory, name, tables));)
    slot->has &= ~tables, slot->waits &= ~tables;
  if (2 * (directory->used + 1) > directory->room) directory = grown(L, directory);
  put(directory, &(Slot){.name = name, .rows = rows, .has = tables, .waits = tables});
}

int luaTH_isCore(lua_State *L, int index)
{
  luaTH_getregistry(L, &core_key);
  const int is_core = lua_rawequal(L, -1, index);
  lua_pop(L, 1);
  return is_core;
}

void luaTH_wait(lua_State *L, const luaTH_Row *rows)
{
  const int parts = luaTH_partsOf(rows);
  add(L, rows->name, rows, (parts & LUATH_HAS_FUNCTION ? CORE | MODULE : 0u) |
                           (parts & LUATH_HAS_METHOD ? METHODS : 0u) |
                           (parts & LUATH_OWN_METHOD ? OWN : 0u));
}

static void push_table(lua_State *L, unsigned table)
{
  if (table == METHODS) luaTH_pushmethods(L);
  else luaTH_getregistry(L, table == OWN ? &own_key : &core_key);
}

/* Push the field of a slot. Where x:f(...) always means f(x, ...), the function is the method. */
static void push(lua_State *L, const Slot *slot, unsigned table)
{
  const luaTH_Row *rows = slot->rows;
  if (table == CORE) luaTH_pushclosure(L, rows, slot->quick, luaTH_callFunction);
  else if (table == OWN) luaTH_pushclosure(L, rows, slot->quick, luaTH_callMethod);
  else {
    push_table(L, table == METHODS && luaTH_partsOf(rows) & LUATH_OWN_METHOD ? OWN : CORE);
    lua_getfield(L, -1, rows->name);
    lua_remove(L, -2);
  }
}

/* What waits for a table under the key at index, or NULL. */
static Slot *waiting_at(lua_State *L, int index, unsigned table)
{
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  size_t length;
  const char *name = lua_tolstring(L, index, &length);
  Slot *slot = strlen(name) == length ? find(directory_of(L), name, table) : NULL;
  return slot && slot->waits & table ? slot : NULL;
}

/* Push the field that waits for a table under the key at index, or nothing; returns how many. */
static int take(lua_State *L, int index, unsigned table)
{
  const Slot *waiting = waiting_at(L, index, table);
  if (waiting) push(L, waiting, table);
  return waiting != NULL;
}

/* Let nothing wait for a table any more under the key at index. */
static void drop(lua_State *L, int index, unsigned table)
{
  Slot *waiting = waiting_at(L, index, table);
  if (waiting) waiting->waits &= ~table;
}

/* __index(fields, name), for the table of fields of its upvalue: another one with the same
   metatable has its fields. */
static int index_fields(lua_State *L)
{
  const unsigned table = (unsigned)lua_tointeger(L, lua_upvalueindex(1));
  lua_settop(L, 2);
  push_table(L, table);
  if (!lua_rawequal(L, 1, 3)) {
    lua_pushvalue(L, 2);
    lua_gettable(L, 3);
    return 1;
  }
  if (!take(L, 2, table)) return 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 4);
  lua_rawset(L, 1);
  drop(L, 2, table);
  return 1;
}

/* __newindex(fields, name, value), which is called while there is no such field */
static int set_field(lua_State *L)
{
  const unsigned table = (unsigned)lua_tointeger(L, lua_upvalueindex(1));
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 3);
  push_table(L, table);
  const int is_own = lua_rawequal(L, 1, 4);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, 1);
  if (is_own) drop(L, 2, table);
  return 0;
}

/* waiting(): the names that wait for the module or for methods, as a list */
static int list_waiting(lua_State *L)
{
  const Directory *directory = directory_of(L);
  int n = 0;
  lua_newtable(L);
  for (size_t k = 0; k < directory->room; k++)
    if (directory->slot[k].waits & (MODULE | METHODS)) {
      lua_pushstring(L, directory->slot[k].name);
      lua_rawseti(L, -2, ++n);
    }
  return 1;
}

/* alias(names): let each name of the table stand for another one, its value */
static int alias_names(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, 2);
  luaTH_setregistry(L, &names_key); /* keeps the names, into which slots point */
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    const char *name = luaL_checkstring(L, -2), *other = luaL_checkstring(L, -1);
    const Slot *of = find(directory_of(L), other, MODULE | METHODS);
    if (!of) return luaL_error(L, "alias %s: there is no %s", name, other);
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, 2);
    if (!find(directory_of(L), name, MODULE | METHODS)) /* else the module is loaded again */
      add(L, name, of->rows, of->has & (MODULE | METHODS));
  }
  return 0;
}

void luaTH_setquick(lua_State *L, const luaTH_QuickRow *list)
{
  for (; list->name; list++) {
    Slot *slot = find(directory_of(L), list->name, METHODS);
    if (!slot) luaL_error(L, "luaTH_setquick: there is no method %s", list->name);
    slot->quick = list->quick;
  }
}

/* Give the metatable at the top what finds the fields of a table. */
static void set_finders(lua_State *L, unsigned table)
{
  lua_pushinteger(L, (lua_Integer)table);
  lua_pushcclosure(L, index_fields, 1);
  lua_setfield(L, -2, "__index");
  lua_pushinteger(L, (lua_Integer)table);
  lua_pushcclosure(L, set_field, 1);
  lua_setfield(L, -2, "__newindex");
}

void luaTH_findmethods(lua_State *L)
{
  set_finders(L, METHODS);
}

/* lookup(name): what waits for the module under a name, if anything does */
static int look_up(lua_State *L)
{
  lua_settop(L, 1);
  return take(L, 1, MODULE);
}

/* forget(name): the module has, or had, a field of the name */
static int forget(lua_State *L)
{
  lua_settop(L, 1);
  drop(L, 1, MODULE);
  return 0;
}

/* renew(): let all names wait for the module, which is loaded anew */
static int renew(lua_State *L)
{
  Directory *directory = directory_of(L);
  for (size_t k = 0; k < directory->room; k++)
    directory->slot[k].waits |= directory->slot[k].has & MODULE;
  return 0;
}

void luaTH_openwaiting(lua_State *L)
{
  enum { ROOM = 2048 };
  static const luaL_Reg functions[] = {
    {"lookup", look_up}, {"forget", forget}, {"waiting", list_waiting}, {"alias", alias_names},
    {"renew", renew},
  };
  new_directory(L, ROOM);
  lua_pushvalue(L, -1);
  luaTH_setregistry(L, &core_key);
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    lua_pushcfunction(L, functions[k].func);
    lua_setfield(L, -2, functions[k].name);
  }
  lua_newtable(L);
  set_finders(L, CORE);
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_newtable(L);
  set_finders(L, OWN);
  lua_setmetatable(L, -2);
  luaTH_setregistry(L, &own_key);
}
