/*
** Lists and nested tables as arguments: elements of a tensor, positions, and what a list may hold
** beside its elements.
*/
#include <string.h>

#include "core/luaTH.h"

/* How a table is read: t receives the elements; what begins the errors; only whole numbers will
   do, or any number and boolean. */
typedef struct Reading {
  lua_State *L;
  THTensor *t;
  const char *what;
  int isWhole;
} Reading;

/* The sizes of the nested table at index, read along first elements. Raises if it is nested too
   deeply; ragged tables are found when the elements are read. */
static int shape_of(const Reading *r, int index, int64_t *size)
{
  lua_State *L = r->L;
  int ndim = 0;
  do {
    if (ndim == TH_MAX_DIM)
      luaL_error(L, "%s: tables nested deeper than %d dimensions", r->what, TH_MAX_DIM);
    const int table = ndim ? -1 : index;
    size[ndim] = (int64_t)lua_rawlen(L, table);
    if (size[ndim++] == 0) break;
    lua_rawgeti(L, table, 1);
  } while (lua_istable(L, -1));
  lua_pop(L, size[ndim - 1] ? ndim : ndim - 1);
  return ndim;
}

/*
** Raise if the key that follows n in the table's own order is not one of 1 .. n: then it is an
** element after a hole, or a named field. The table is at the top.
*/
static void check_end(const Reading *r, int64_t n)
{
  lua_State *L = r->L;
  if (n) lua_pushinteger(L, (lua_Integer)n);
  else lua_pushnil(L);
  if (!lua_next(L, -2)) return;
  double key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
  if (!(key >= 1 && key <= (double)n))
    luaTH_fail(L, "%s: a table of %" PRId64 " elements has more after a hole, or named fields",
               r->what, n);
  lua_pop(L, 2);
}

/* The number at the top, element i of a table. */
static THNumber read_element(const Reading *r, int64_t i)
{
  lua_State *L = r->L;
  THNumber number;
  const int type = lua_type(L, -1);
  if (type == LUA_TBOOLEAN && !r->isWhole) return TH_integer(lua_toboolean(L, -1));
  if (!luaTH_readnumber(L, -1, type, &number))
    luaTH_fail(L, "%s: element %" PRId64 " of a table is a %s, not a number", r->what, i,
               lua_typename(L, type));
  if (TH_isComplex(number) && !THDtype_traits(r->t->dtype)->complex)
    luaTH_fail(L, "%s: element %" PRId64 " of a table is complex; a real number is needed", r->what,
               i);
  return r->isWhole ? TH_integer(luaTH_whole(L, number, r->what)) : number;
}

/* Raise unless the value at the top is a table with the size of dimension d. */
static void check_part(const Reading *r, int d)
{
  if (!lua_istable(r->L, -1) || (int64_t)lua_rawlen(r->L, -1) != r->t->size[d])
    luaTH_fail(r->L, "%s: ragged table: dimension %d has size %" PRId64
                     ", but a part of it has another size", r->what, d + 1, r->t->size[d]);
}

/* Read the table at the top, which is dimension d, to p. Returns the end of what was written. */
static char *read_table(const Reading *r, int d, char *p)
{
  lua_State *L = r->L;
  const THTensor *t = r->t;
  check_end(r, t->size[d]);
  for (int64_t i = 1; i <= t->size[d]; i++) {
    lua_rawgeti(L, -1, (int)i);
    if (d + 1 < t->nDimension) {
      check_part(r, d + 1);
      p = read_table(r, d + 1, p);
    } else {
      THDtype_store(t->dtype, p, read_element(r, i));
      p += THDtype_traits(t->dtype)->size;
    }
    lua_pop(L, 1);
  }
  return p;
}

/* Nested tables of complex elements end in pairs of parts: they are read as a tensor of the parts,
   which has one dimension more, into the memory of t. */
static void read_pairs(Reading *r, int ndim, const int64_t *size)
{
  THTensor *t = r->t, parts = {.nDimension = ndim,
                               .dtype = (int16_t)THDtype_traits(t->dtype)->value};
  memcpy(parts.size, size, sizeof parts.size);
  r->t = &parts;
  read_table(r, 0, THTensor_data(t));
  r->t = t;
}

static int has_pairs(const Reading *r, int dtype, int ndim, const int64_t *size)
{
  if (!THDtype_traits(dtype)->complex || ndim < 2) return 0;
  if (size[ndim - 1] != 2)
    luaTH_fail(r->L, "%s: nested tables of complex elements end in pairs {re, im}, not in tables "
               "of %" PRId64, r->what, size[ndim - 1]);
  return 1;
}

/* Called by functions with the upvalue LUATH_TYPES. */
static THTensor *push_from(Reading *r, int index, int dtype)
{
  lua_State *L = r->L;
  int64_t size[TH_MAX_DIM];
  int ndim = shape_of(r, index, size);
  const int pairs = has_pairs(r, dtype, ndim, size);
  THTensor *t = r->t = luaTH_newtyped(L, dtype, dtype);
  if (ndim == 1 && size[0] == 0) return t;
  int status = THTensor_new(t, 0, dtype, ndim - pairs, size);
  if (status && luaTH_again(L, status, lua_gettop(L)))
    status = THTensor_new(t, 0, dtype, ndim - pairs, size);
  if (status) luaTH_failed(L, "tensor");
  lua_pushvalue(L, index);
  if (pairs) read_pairs(r, ndim, size);
  else read_table(r, 0, THTensor_data(t));
  lua_pop(L, 1);
  return t;
}

THTensor *luaTH_newfromtable(lua_State *L, int index, int dtype)
{
  return push_from(&(Reading){.L = L, .what = "tensor"}, index, dtype);
}

THTensor *luaTH_newpositions(lua_State *L, int index, const char *what)
{
  luaTH_Memory *memory = luaTH_enter(L);
  THTensor *t = push_from(&(Reading){.L = L, .what = what, .isWhole = 1}, index, TH_LONG);
  luaTH_leave(L, memory);
  return t;
}

void luaTH_checklist(lua_State *L, int index, const char *option, const char *what)
{
  const lua_Number n = (lua_Number)lua_rawlen(L, index);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    const int isText = lua_type(L, -2) == LUA_TSTRING;
    const lua_Number key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (key >= 1 && key <= n && key == (lua_Number)(int64_t)key) continue;
    if (isText && option && strcmp(lua_tostring(L, -2), option) == 0) continue;
    if (isText)
      luaL_error(L, option ? "%s has no field '%s'; there is %s"
                           : "%s is a list, without fields such as '%s'; options follow in a table "
                             "of their own", what, lua_tostring(L, -2), option);
    luaL_error(L, "%s has the keys 1, 2, ... without a hole", what);
  }
}
