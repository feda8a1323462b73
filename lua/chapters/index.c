/*
** x[i] in all its forms, for reading and writing.
**
**   number                      a slice of dimension 1; the element of a vector
**   {number or range, ...}      for each dimension in turn; range: {} all, {i} one, {first, last}
**   LongStorage                 an element
**   ByteTensor, BoolTensor      the elements at the mask (a copy when read)
**   LongTensor                  slices of dimension 1 by position (a copy when read)
**   string                      a method
**
** Positions count from 1, negative ones from the end. A number removes its dimension, a range keeps
** it. A window is a header in a local variable, so that reading or writing an element allocates
** nothing.
*/
#include <string.h>

#include "chapters/positions.h"
#include "core/signature.h"

/* --- positions --- */

static int no_position(lua_State *L, int64_t i, int dim, int64_t size)
{
  return luaTH_result(L,
                      th_fail(TH_EINVAL,
                              "index: no position %" PRId64 " in dimension %d of size %" PRId64, i,
                              dim + 1, size),
                      0);
}

/* The whole number at index. The common case, a small Lua number, needs no further call. */
static int64_t to_position(lua_State *L, int index)
{
  int64_t i;
  return luaTH_readwhole(L, index, &i) ? i : luaTH_tointeger(L, index, "index: a position");
}

/* given is the dimension for messages: its number in the tensor, while dim is its number in the
   window. */
static void index_number(lua_State *L, int index, THTensor *window, int dim, int given)
{
  const int64_t i = to_position(L, index);
  if (!select_position(window, dim, i)) no_position(L, i, given, window->size[dim]);
}

/* Raise for a key outside 1 .. n, or for a missing one. */
static void wrong_keys(lua_State *L, int table, size_t n)
{
  size_t seen = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    lua_Number key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (key < 1 || key > (lua_Number)n)
      luaL_error(L, "index: a table of positions has keys 1, 2, ..., not '%s'",
                 key ? lua_pushfstring(L, "%f", key)
                 : lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
    seen++;
  }
  if (seen < n) luaL_error(L, "index: position %d of a table is nil", (int)seen + 1);
}

/* Raise for wrong keys. If there are exactly n keys, a wrong one implies a missing element, which
   the caller finds. */
static void check_keys(lua_State *L, int table, size_t n)
{
  size_t seen = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) seen++;
  if (seen != n) wrong_keys(L, table, n);
}

/* The number of keys of a range, or 3 if there are more than 2. */
static int count_keys(lua_State *L, int range)
{
  int seen = 0;
  for (lua_pushnil(L); lua_next(L, range); lua_pop(L, 1))
    if (++seen > 2) {
      lua_pop(L, 2);
      break;
    }
  return seen;
}

static void wrong_range(lua_State *L, int range, int given)
{
  const size_t n = lua_rawlen(L, range);
  check_keys(L, range, n);
  luaL_error(L, "index: a range of %d numbers for dimension %d; it has at most a first and a last",
             (int)n, given + 1);
}

/* Push and read number k of a range. With as many keys as numbers, none is another key. */
static int64_t range_end(lua_State *L, int range, int k)
{
  int64_t i;
  lua_rawgeti(L, range, k);
  if (luaTH_readwhole(L, -1, &i)) return i;
  if (lua_isnil(L, -1)) wrong_keys(L, range, lua_rawlen(L, range));
  return luaTH_tointeger(L, -1, "index: a position");
}

/*
** Narrow dimension dim of the window: {} keeps all of it, {i} one position, {first, last} a range,
** which may be empty. The dimension stays.
*/
static void index_range(lua_State *L, int range, THTensor *window, int dim, int given)
{
  const int n = count_keys(L, range);
  const int64_t size = window->size[dim];
  if (n == 0) return;
  if (n > 2) wrong_range(L, range, given);
  const int64_t i = range_end(L, range, 1), j = n == 2 ? range_end(L, range, 2) : i;
  lua_pop(L, n);
  if (!narrow_positions(window, dim, i, j))
    luaTH_result(L,
                 th_fail(TH_EINVAL,
                         "index: no positions %" PRId64 " to %" PRId64
                         " in dimension %d of size %" PRId64,
                         i, j, given + 1, size),
                 0);
}

static void check_count(lua_State *L, const THTensor *t, size_t n)
{
  if (n > (size_t)t->nDimension)
    luaL_error(L, "index: %d positions for a %d-dimensional tensor", n < 1000 ? (int)n : 1000,
               t->nDimension);
}

static void index_table(lua_State *L, int table, THTensor *window)
{
  const size_t n = lua_rawlen(L, table);
  const int top = lua_gettop(L);
  /* A list with one entry per dimension needs no counting: a missing entry is found below. */
  if ((int)n < window->nDimension) check_keys(L, table, n);
  check_count(L, window, n);
  for (int given = 0, dim = 0; given < (int)n; given++) {
    lua_rawgeti(L, table, given + 1);
    const int type = lua_type(L, -1);
    if (type == LUA_TNIL) wrong_keys(L, table, n);
    if (type == LUA_TTABLE) index_range(L, top + 1 + given, window, dim++, given);
    else index_number(L, -1, window, dim, given);
  }
  lua_settop(L, top);
}

static void index_storage(lua_State *L, const THStorage *s, THTensor *window)
{
  const int64_t *position = s->data;
  if (s->dtype != TH_LONG)
    luaL_error(L, "index: a LongStorage of positions expected, got a %sStorage",
               THDtype_traits(s->dtype)->name);
  if (s->size != window->nDimension)
    luaTH_result(L,
                 th_fail(TH_EINVAL,
                         "index: a LongStorage of %" PRId64
                         " positions for a %d-dimensional tensor; "
                         "it names one element",
                         s->size, window->nDimension),
                 0);
  for (int d = 0; d < (int)s->size; d++) {
    if (!select_position(window, 0, position[d])) no_position(L, position[d], d, window->size[0]);
  }
}

/* Lua code, or the collector with its finalizers, may have given t another storage meanwhile. */
static void check_borrowed(lua_State *L, const THTensor *t, const THTensor *window)
{
  if (window->storage != t->storage)
    luaL_error(L, "index: the tensor was given another storage while it was indexed");
}

/*
** Set window to what the number, table or LongStorage at index 2 names; it borrows the storage of
** t. Returns 0 for other values. Raises for positions that do not exist. type: that of the index.
*/
static int find_window(lua_State *L, const THTensor *t, int type, THTensor *window)
{
  THNumber number;
  const THStorage *s;
  luaTH_result(L, THTensor_viewable("index", t), 0);
  *window = *t;
  if (type == LUA_TTABLE) {
    index_table(L, 2, window);
  } else if (type == LUA_TNUMBER || luaTH_tonumber(L, 2, &number)) {
    check_count(L, t, 1);
    index_number(L, 2, window, 0, 0);
  } else if ((s = luaTH_tostorage(L, 2)) != NULL) {
    index_storage(L, s, window);
  } else {
    return 0;
  }
  check_borrowed(L, t, window);
  return 1;
}

/* --- elements: the common cases, without a window --- */

/* The number at index as a position from 0, or -1 if it is no valid position. */
static int64_t plain_position(lua_State *L, int index, int64_t size)
{
  int64_t i;
  if (!luaTH_readwhole(L, index, &i)) return -1;
  const int64_t at = from_start(i, size);
  return at >= 0 && at < size ? at : -1;
}

/* The distance that a full table of numbers names, or -1. A distance leaves the numbers on the
   stack: most callers return at once. */
static int64_t table_position(lua_State *L, const THTensor *t)
{
  const int n = t->nDimension;
  int64_t at = 0;
  int d = 0;
  if ((int)lua_rawlen(L, 2) != n) return -1;
  for (; d < n && at >= 0; d++) {
    lua_rawgeti(L, 2, d + 1);
    const int64_t i = plain_position(L, -1, t->size[d]);
    at = i < 0 ? -1 : at + i * t->stride[d];
  }
  if (at < 0) lua_pop(L, d);
  return at;
}

/*
** Address of the element that a number or a full table of numbers names; NULL if the index is of
** another form or invalid, in which case the general path reads it or reports the error. type: that
** of the index.
*/
static void *find_element(lua_State *L, const THTensor *t, int type)
{
  const THStorage *s = t->storage;
  int64_t at = -1;
  if (t->flags || t->layout || !s || s->flag & TH_STORAGE_AWAY) return NULL;
  if (type == LUA_TTABLE && t->nDimension) at = table_position(L, t);
  else if (type == LUA_TNUMBER && t->nDimension == 1 &&
           (at = plain_position(L, 2, t->size[0])) > 0)
    at *= t->stride[0];
  if (at < 0) return NULL;
  if (at + t->storageOffset >= s->size) {
    if (type == LUA_TTABLE) lua_pop(L, t->nDimension);
    return NULL;
  }
  return (char *)s->data + (at + t->storageOffset) * THStorage_elementSize(s);
}

static int wrong_index(lua_State *L)
{
  const THTensor *t = luaTH_totensor(L, 2);
  if (t)
    return luaL_error(
        L,
        "index: a tensor is indexed by a torch.ByteTensor, a torch.BoolTensor (masks) or a "
        "torch.LongTensor (positions), not by a %s",
        THTensor_typeText(t->dtype).text);
  return luaL_error(
      L,
      "index: a tensor is indexed by a number, a table of numbers and ranges, a LongStorage, a "
      "mask, a LongTensor, or the name of a method, not by a %s",
      luaL_typename(L, 2));
}

/* --- reading --- */

/* Floating types first: most elements are read of these. */
static void push_element(lua_State *L, int dtype, const void *element)
{
  if (dtype == TH_FLOAT) lua_pushnumber(L, *(const float *)element);
  else if (dtype == TH_DOUBLE) lua_pushnumber(L, *(const double *)element);
  else luaTH_pushnumber(L, THDtype_load(dtype, element));
}

/* Push the element as a number, or the window as a tensor. x[{}] of a tensor without dimensions
   stays a tensor. */
static int push_window(lua_State *L, const THTensor *t, const THTensor *window)
{
  THNumber number;
  if (window->nDimension == 0 && t->nDimension) {
    const int status = THTensor_get(window, 0, &number);
    /* If the storage shrank, name the sizes of the tensor, not those of one element. */
    if (status) luaTH_result(L, THTensor_operand("index", t), 0);
    luaTH_result(L, status, 0);
    luaTH_pushnumber(L, number);
  } else {
    THTensor *out = luaTH_newtyped(L, t->dtype, luaTH_kindOf(t));
    check_borrowed(L, t, window);
    THTensor_set(out, window);
  }
  return 1;
}

static int is_mask(const THTensor *t)
{
  return t && (t->dtype == TH_BYTE || t->dtype == TH_BOOL);
}

static int select_into(THTensor *out, const THTensor *t, const THTensor *by)
{
  return is_mask(by) ? THTensor_maskedSelect(out, t, by) : THTensor_index(out, t, 0, by);
}

/* x[mask] and x[positions] make new tensors. */
static int push_selected(lua_State *L, const THTensor *t)
{
  const THTensor *by = luaTH_totensor(L, 2);
  if (!is_mask(by) && !(by && by->dtype == TH_LONG)) return wrong_index(L);
  THTensor *out = luaTH_newtensor(L, luaTH_kindOf(t));
  luaTH_Memory *memory = luaTH_begin(L);
  int status = select_into(out, t, by);
  if (luaTH_again(L, status, 3)) status = select_into(out, t, by);
  luaTH_result(L, status, 1);
  luaTH_end(memory);
  return 1;
}

/* Fields of other libraries' arrays, and the methods to call instead. */
static const struct { const char *field, *method; } methods_for[] = {
  {"shape", "size"}, {"ndim", "dim"}, {"T", "t"}
};

/* A method, or nil: scripts ask whether there is a method of some name. */
static int push_method(lua_State *L)
{
  lua_pushvalue(L, 2);
  lua_gettable(L, lua_upvalueindex(1));
  for (size_t k = 0; lua_isnil(L, -1) && k < sizeof methods_for / sizeof *methods_for; k++)
    if (strcmp(lua_tostring(L, 2), methods_for[k].field) == 0)
      return luaL_error(L, "index: a tensor has no field '%s'; write x:%s()",
                        methods_for[k].field, methods_for[k].method);
  return 1;
}

static int tensor_index(lua_State *L)
{
  THTensor window;
  const int type = lua_type(L, 2);
  if (type == LUA_TSTRING) return push_method(L);
  const THTensor *t = luaTH_checktensor(L, 1);
  const void *element = find_element(L, t, type);
  if (element) {
    push_element(L, t->dtype, element);
    return 1;
  }
  return find_window(L, t, type, &window) ? push_window(L, t, &window) : push_selected(L, t);
}

/* --- writing --- */

/* One element of an expanded tensor appears at several positions; writing it would change all of
   them, as Torch7 does. */
static void check_writable(lua_State *L, const THTensor *t)
{
  luaTH_result(L, THTensor_viewable("index", t), 0);
  for (int d = 0; d < t->nDimension; d++)
    if (t->stride[d] == 0 && t->size[d] > 1 && !luaTH_isTorch7(L))
      luaL_error(L,
                 "index: cannot write to an expanded tensor, whose elements share memory (size "
                 "%s); use clone() first",
                 THTensor_sizeText(t).text);
}

static int wrong_value(lua_State *L)
{
  return luaL_error(L, "index: a number or a tensor can be written, not a %s", luaL_typename(L, 3));
}

static int write_window(lua_State *L, const THTensor *t, THTensor *window)
{
  THNumber number;
  const THTensor *src = luaTH_totensor(L, 3);
  const int is_torch7 = luaTH_isTorch7(L);
  if (src)
    return luaTH_result(
        L, is_torch7 ? THTensor_copyInOrder(window, src) : THTensor_copy(window, src), 0);
  if (!luaTH_tonumber(L, 3, &number)) return wrong_value(L);
  check_borrowed(L, t, window);
  int element = window->nDimension == 0 && window->storage;
  return luaTH_result(L, element ? THTensor_put(window, 0, number)
                         : is_torch7 ? THTensor_fillInOrder(window, number)
                                     : THTensor_fill(window, number), 0);
}

static int write_selected(lua_State *L, THTensor *t)
{
  THNumber number;
  const THTensor *by = luaTH_totensor(L, 2), *src = luaTH_totensor(L, 3);
  if (!is_mask(by) && !(by && by->dtype == TH_LONG)) return wrong_index(L);
  if (src)
    return luaTH_result(
        L, is_mask(by) ? THTensor_maskedCopy(t, by, src) : THTensor_indexCopy(t, 0, by, src), 0);
  if (!luaTH_tonumber(L, 3, &number)) return wrong_value(L);
  return luaTH_result(
      L, is_mask(by) ? THTensor_maskedFill(t, by, number) : THTensor_indexFill(t, 0, by, number),
      0);
}

static int tensor_newindex(lua_State *L)
{
  THTensor window, *t = luaTH_checktensor(L, 1);
  THNumber number;
  const int type = lua_type(L, 2);
  if (type == LUA_TSTRING)
    return luaL_error(
        L, "index: a tensor has no fields to set, such as '%s'; methods are added to its type",
        lua_tostring(L, 2));
  check_writable(L, t);
  void *element = find_element(L, t, type);
  if (element && !(t->storage->flag & TH_STORAGE_FIXED) && luaTH_tonumber(L, 3, &number)) {
    THDtype_store(t->dtype, element, number);
    return 0;
  }
  lua_settop(L, 3); /* find_element may have left numbers */
  return find_window(L, t, type, &window) ? write_window(L, t, &window) : write_selected(L, t);
}

const luaL_Reg luaTH_indexing[] = {
  {"__index", tensor_index}, {"__newindex", tensor_newindex}, {NULL, NULL}
};
