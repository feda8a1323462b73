/*
** Plain values as bytes: see the header.
**
** A value is a letter and what belongs to it. Numbers are doubles; a Lua that has integers makes
** one of a whole number, as files do (tensor/torch7/serialize.lua). A table is its number of
** entries, then keys and values. Tables count from 0 in the order in which they begin.
*/
#include "exchange/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 50, MOST = sizeof ((Plain *)0)->table / sizeof(void *) };

/* --- writing --- */

static int append(Plain *p, char letter, const void *bytes, size_t size)
{
  if (p->room - p->size < size + 1) {
    const size_t room = (p->size + size + 1) * 2;
    char *moved = room > size ? realloc(p->bytes, room) : NULL;
    if (!moved) return 0;
    p->bytes = moved;
    p->room = room;
  }
  p->bytes[p->size] = letter;
  if (size) memcpy(p->bytes + p->size + 1, bytes, size);
  p->size += size + 1;
  return 1;
}

static int write_number(lua_State *L, Plain *p)
{
  const double number = lua_tonumber(L, -1);
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, -1) && !(fabs(number) < 0x1p53)) return 0;
#endif
  return append(p, 'd', &number, sizeof number);
}

static int write_string(lua_State *L, Plain *p)
{
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const uint64_t size = length;
  if (!append(p, 's', &size, sizeof size)) return 0;
  if (!length) return 1;
  /* the first character takes the place of a letter */
  return append(p, text[0], text + 1, length - 1);
}

static int write_value(lua_State *L, Plain *p, int depth);

static int write_table(lua_State *L, Plain *p, int depth)
{
  const void *table = lua_topointer(L, -1);
  for (uint32_t k = 0; k < (uint32_t)p->tables; k++)
    if (p->table[k] == table) return append(p, 'r', &k, sizeof k);
  if (lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  if (p->tables == MOST || depth == DEEPEST || !lua_checkstack(L, 4)) return 0;
  p->table[p->tables++] = table;
  uint32_t count = 0;
  if (!append(p, 't', &count, sizeof count)) return 0;
  const size_t place = p->size - sizeof count;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pushvalue(L, -2);
    int fits = write_value(L, p, depth + 1);
    lua_pop(L, 1);
    fits = fits && write_value(L, p, depth + 1);
    lua_pop(L, 1);
    if (!fits) {
      lua_pop(L, 1);
      return 0;
    }
    count++;
  }
  memcpy(p->bytes + place, &count, sizeof count);
  return 1;
}

static int write_value(lua_State *L, Plain *p, int depth)
{
  switch (lua_type(L, -1)) {
  case LUA_TNIL: return append(p, '0', NULL, 0);
  case LUA_TBOOLEAN: return append(p, lua_toboolean(L, -1) ? '+' : '-', NULL, 0);
  case LUA_TNUMBER: return write_number(L, p);
  case LUA_TSTRING: return write_string(L, p);
  case LUA_TTABLE: return write_table(L, p, depth);
  default: return 0;
  }
}

int plain_write(lua_State *L, Plain *p)
{
  return lua_checkstack(L, 4) && write_value(L, p, 0);
}

/* --- reading --- */

typedef struct Reader {
  const char *next, *end;
  int tables; /* the stack position of the list of tables, or 0 */
  int count;
} Reader;

static void take(lua_State *L, Reader *r, void *out, size_t size)
{
  if ((size_t)(r->end - r->next) < size) luaTH_fail(L, "get: a message is cut short");
  memcpy(out, r->next, size);
  r->next += size;
}

static void push_number(lua_State *L, double number)
{
#if LUA_VERSION_NUM >= 503
  if (fabs(number) <= 0x1p53 && number == floor(number) && (number != 0 || !signbit(number))) {
    lua_pushinteger(L, (lua_Integer)number);
    return;
  }
#endif
  lua_pushnumber(L, number);
}

static void read_value(lua_State *L, Reader *r, int depth);

static void read_table(lua_State *L, Reader *r, int depth)
{
  uint32_t count;
  take(L, r, &count, sizeof count);
  if (depth > DEEPEST) luaTH_fail(L, "get: a message is nested too deep");
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, r->tables, ++r->count);
  while (count--) {
    read_value(L, r, depth + 1);
    read_value(L, r, depth + 1);
    if (lua_isnil(L, -2)) luaTH_fail(L, "get: a table of a message has a key that is nil");
    lua_rawset(L, -3);
  }
}

static void read_value(lua_State *L, Reader *r, int depth)
{
  char letter;
  double number;
  uint64_t size;
  uint32_t index;
  luaL_checkstack(L, 6, "get: a message");
  take(L, r, &letter, 1);
  switch (letter) {
  case '0': lua_pushnil(L); return;
  case '+': lua_pushboolean(L, 1); return;
  case '-': lua_pushboolean(L, 0); return;
  case 'd':
    take(L, r, &number, sizeof number);
    push_number(L, number);
    return;
  case 's':
    take(L, r, &size, sizeof size);
    if ((uint64_t)(r->end - r->next) < size) luaTH_fail(L, "get: a message is cut short");
    lua_pushlstring(L, r->next, (size_t)size);
    r->next += size;
    return;
  case 't': read_table(L, r, depth); return;
  case 'r':
    take(L, r, &index, sizeof index);
    if (index >= (uint32_t)r->count) luaTH_fail(L, "get: a message mentions a table it has not");
    lua_rawgeti(L, r->tables, (int)index + 1);
    return;
  default: luaTH_fail(L, "get: a message has bytes that mean nothing");
  }
}

void plain_read(lua_State *L, const char *bytes, size_t size)
{
  Reader reader = {.next = bytes, .end = bytes + size};
  if (size && *bytes == 't') {
    lua_newtable(L);
    reader.tables = lua_gettop(L);
  }
  read_value(L, &reader, 0);
  if (reader.tables) lua_remove(L, reader.tables);
}
