/*
** x[i] in all its forms, for reading and writing.
**
**   number                      a slice of dimension 1; the element of a vector
**   {number or range, ...}      for each dimension in turn; range: {} all, {i} one, {first, last},
**                               {first, last, step}; or a LongTensor: positions, which broadcast
**                               against those in other dimensions (a copy when read)
**   LongStorage                 an element
**   ByteTensor, BoolTensor      the elements at the mask, or with fewer dimensions the slices
**                               (a copy when read)
**   LongTensor                  slices of dimension 1 by position (a copy when read)
**   string                      a method
**
** Positions count from 1, negative ones from the end. A number removes its dimension, a range keeps
** it. A window is a header in a local variable, so that reading or writing an element allocates
** nothing.
*/
#include <string.h>

#include "chapters/lists.h"
#include "chapters/positions.h"
#include "core/lazy.h"

/* --- positions --- */

/* The LongTensors in a table of positions, and the dimensions of the window that they index. The
   tensors stay on the stack. */
typedef struct Listed {
  int n, dim[TH_MAX_DIM];
  const THTensor *idx[TH_MAX_DIM];
} Listed;

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

/* The number of keys of a range, or 4 if there are more than 3. */
static int count_keys(lua_State *L, int range)
{
  int seen = 0;
  for (lua_pushnil(L); lua_next(L, range); lua_pop(L, 1))
    if (++seen > 3) {
      lua_pop(L, 2);
      break;
    }
  return seen;
}

static void wrong_range(lua_State *L, int range, int given)
{
  const size_t n = lua_rawlen(L, range);
  check_keys(L, range, n);
  luaL_error(L,
             "index: a range of %d numbers for dimension %d; it has at most a first, a last and a "
             "step",
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
** which may be empty, {first, last, step} every step-th position of it. The dimension stays.
*/
static void index_range(lua_State *L, int range, THTensor *window, int dim, int given)
{
  const int n = count_keys(L, range);
  const int64_t size = window->size[dim];
  if (n == 0) return;
  if (n > 3) wrong_range(L, range, given);
  const int64_t i = range_end(L, range, 1), j = n > 1 ? range_end(L, range, 2) : i;
  const int64_t step = n > 2 ? range_end(L, range, 3) : 1;
  lua_pop(L, n);
  if (step < 1)
    luaTH_fail(L, "index: a step of %" PRId64 " in dimension %d; it is at least 1", step,
               given + 1);
  if (!narrow_positions(window, dim, i, j))
    luaTH_result(L,
                 th_fail(TH_EINVAL,
                         "index: no positions %" PRId64 " to %" PRId64
                         " in dimension %d of size %" PRId64,
                         i, j, given + 1, size),
                 0);
  const int64_t count = window->size[dim];
  window->size[dim] = count ? (count - 1) / step + 1 : 0;
  if (window->size[dim] > 1) window->stride[dim] *= step;
}

static void check_count(lua_State *L, const THTensor *t, size_t n)
{
  if (n > (size_t)t->nDimension)
    luaL_error(L, "index: %d positions for a %d-dimensional tensor", n < 1000 ? (int)n : 1000,
               t->nDimension);
}

/* Note the positions at the top of the stack for dimension dim of the window. */
static void note_positions(lua_State *L, const THTensor *idx, Listed *listed, int dim)
{
  if (idx->dtype != TH_LONG || !listed)
    luaL_error(L, "index: positions in a table are torch.LongTensors%s, not a %s",
               listed ? "" : ", for strided tensors", luaTH_kindText(luaTH_kindOf(idx)).text);
  listed->dim[listed->n] = dim;
  listed->idx[listed->n++] = idx;
}

static void index_table(lua_State *L, int table, THTensor *window, Listed *listed)
{
  const size_t n = lua_rawlen(L, table);
  const int top = lua_gettop(L);
  const THTensor *idx;
  /* A list with one entry per dimension needs no counting: a missing entry is found below. */
  if ((int)n < window->nDimension) check_keys(L, table, n);
  check_count(L, window, n);
  for (int given = 0, dim = 0; given < (int)n; given++) {
    lua_rawgeti(L, table, given + 1);
    const int type = lua_type(L, -1);
    if (type == LUA_TNIL) wrong_keys(L, table, n);
    if (type == LUA_TTABLE) index_range(L, top + 1 + given, window, dim++, given);
    else if (type == LUA_TUSERDATA && (idx = luaTH_totensor(L, -1)) != NULL)
      note_positions(L, idx, listed, dim++);
    else index_number(L, -1, window, dim, given);
  }
  if (!listed || !listed->n) lua_settop(L, top);
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

/* Narrow window, a header, to what the number, table or LongStorage at index 2 names, and note the
   positions in the table. Returns 0 for other values. Raises for positions that do not exist. type:
   that of the index. */
static int narrow_window(lua_State *L, int type, THTensor *window, Listed *listed)
{
  THNumber number;
  const THStorage *s;
  if (type == LUA_TTABLE) {
    index_table(L, 2, window, listed);
  } else if (type == LUA_TNUMBER || luaTH_tonumber(L, 2, &number)) {
    check_count(L, window, 1);
    index_number(L, 2, window, 0, 0);
  } else if ((s = luaTH_tostorage(L, 2)) != NULL) {
    index_storage(L, s, window);
  } else {
    return 0;
  }
  return 1;
}

/* The same for both parts of a tensor with a layout. A tensor on the stack owns what they are and
   what is made of them, whatever happens to t meanwhile. */
static int narrow_parts(lua_State *L, const THTensor *t, int type, THTensor *window)
{
  THParts parts;
  THTensor *held = luaTH_newtensor(L, luaTH_kindOf(t));
  THTensor_set(held, t);
  luaTH_result(L, THParts_take(&parts, "index", held), 0);
  for (int k = 0; k < TH_PARTS; k++)
    if (!narrow_window(L, type, &parts.part[k], NULL)) return 0;
  luaTH_result(L, THParts_give(&parts, held), 0);
  *window = *held;
  return 1;
}

/* Set window to what the index names; it borrows the storage and the layout of t. Returns 0 if it
   names no window. */
static int find_window(lua_State *L, const THTensor *t, int type, THTensor *window,
                       Listed *listed)
{
  listed->n = 0;
  if (t->layout) return narrow_parts(L, t, type, window);
  *window = *t;
  if (!narrow_window(L, type, window, listed)) return 0;
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

static int is_complex(const THTensor *t)
{
  return THDtype_traits(t->dtype)->complex;
}

/* Push the element as a number, or the window as a tensor. x[{}] of a tensor without dimensions
   stays a tensor, and so does a complex element. */
static int push_window(lua_State *L, const THTensor *t, const THTensor *window)
{
  THNumber number;
  if (window->nDimension == 0 && t->nDimension && !is_complex(t)) {
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

/* Whether a mask names slices of t: it has fewer dimensions, with the sizes of the first of t. */
static int names_slices(const THTensor *t, const THTensor *mask)
{
  int fits = mask->nDimension > 0 && mask->nDimension < t->nDimension;
  for (int d = 0; d < mask->nDimension && fits; d++) fits = mask->size[d] == t->size[d];
  return fits;
}

static int select_into(THTensor *out, const THTensor *t, const THTensor *by)
{
  if (is_mask(by) && names_slices(t, by)) return THTensor_indexMask(out, t, by);
  return is_mask(by) ? THTensor_maskedSelect(out, t, by) : THTensor_index(out, t, 0, by);
}

/* x[mask] and x[positions] make new tensors. */
static int push_selected(lua_State *L, const THTensor *t)
{
  const THTensor *by = luaTH_plain(L, luaTH_totensor(L, 2), 2);
  if (!is_mask(by) && !(by && by->dtype == TH_LONG)) return wrong_index(L);
  t = luaTH_plain(L, luaTH_checktensor(L, 1), 1);
  THTensor *out = luaTH_newtensor(L, luaTH_kindOf(t));
  luaTH_Memory *memory = luaTH_begin(L);
  int status = select_into(out, t, by);
  if (luaTH_again(L, status, 3)) status = select_into(out, t, by);
  luaTH_result(L, status, 1);
  luaTH_end(memory);
  return 1;
}

/* x[{positions, ..}] is new too. The window holds its storage while the result is made. */
static int push_listed(lua_State *L, const THTensor *t, const THTensor *window,
                       const Listed *listed)
{
  THTensor *held = luaTH_newtensor(L, luaTH_kindOf(t)), *out = luaTH_newtensor(L, luaTH_kindOf(t));
  check_borrowed(L, t, window);
  THTensor_set(held, window);
  const THTensor *from = luaTH_plain(L, held, lua_gettop(L) - 1);
  luaTH_Memory *memory = luaTH_begin(L);
  const int top = lua_gettop(L);
  int status = THTensor_indexDims(out, from, listed->n, listed->dim, listed->idx);
  if (luaTH_again(L, status, top))
    status = THTensor_indexDims(out, from, listed->n, listed->dim, listed->idx);
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
  Listed listed;
  const int type = lua_type(L, 2);
  if (type == LUA_TSTRING) return push_method(L);
  const THTensor *t = luaTH_checktensor(L, 1);
  const void *element = is_complex(t) ? NULL : find_element(L, t, type);
  if (element) {
    push_element(L, t->dtype, element);
    return 1;
  }
  if (!find_window(L, t, type, &window, &listed)) return push_selected(L, t);
  return listed.n ? push_listed(L, t, &window, &listed) : push_window(L, t, &window);
}

/* --- writing --- */

/* One element of an expanded tensor appears at several positions; writing it would change all of
   them, as Torch7 does. */
static void check_writable(lua_State *L, const THTensor *t)
{
  THParts parts;
  if (t->layout) luaTH_result(L, THParts_take(&parts, "index", t), 0);
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
  const int element = window->nDimension == 0 && window->storage;
  if (!(element ? luaTH_tocomplex : luaTH_tonumber)(L, 3, &number)) return wrong_value(L);
  check_borrowed(L, t, window);
  return luaTH_result(L, element ? THTensor_put(window, 0, number)
                         : is_torch7 ? THTensor_fillInOrder(window, number)
                                     : THTensor_fill(window, number), 0);
}

static int write_selected(lua_State *L, THTensor *t);

/* Write to the values of a view with bits, and then to the view. */
static int write_view(lua_State *L, THTensor *t)
{
  THTensor *values = luaTH_newtensor(L, luaTH_kindOf(t));
  luaTH_result(L, THTensor_clone(values, t, t->dtype), 0);
  write_selected(L, values);
  return luaTH_result(L, THTensor_copy(t, values), 0);
}

static int write_slices(lua_State *L, THTensor *t, const THTensor *mask, const THTensor *src)
{
  THTensor own = {0};
  luaTH_Value given = {.tensor = (THTensor *)src};
  const THTensor *values;
  if (!src && !luaTH_tocomplex(L, 3, &given.number)) return wrong_value(L);
  int status = operand_tensor("index", &given, t, &own, &values);
  if (!status) status = THTensor_putMask(t, mask, values);
  THTensor_clear(&own);
  return luaTH_result(L, status, 0);
}

static int write_selected(lua_State *L, THTensor *t)
{
  THNumber number;
  if (t->flags) return write_view(L, t);
  const THTensor *by = luaTH_plain(L, luaTH_totensor(L, 2), 2);
  const THTensor *src = luaTH_plain(L, luaTH_totensor(L, 3), 3);
  if (!is_mask(by) && !(by && by->dtype == TH_LONG)) return wrong_index(L);
  if (is_mask(by) && names_slices(t, by)) return write_slices(L, t, by, src);
  if (src)
    return luaTH_result(
        L, is_mask(by) ? THTensor_maskedCopy(t, by, src) : THTensor_indexCopy(t, 0, by, src), 0);
  if (!luaTH_tonumber(L, 3, &number)) return wrong_value(L);
  return luaTH_result(
      L, is_mask(by) ? THTensor_maskedFill(t, by, number) : THTensor_indexFill(t, 0, by, number),
      0);
}

/* x[{positions, ..}] = y */
static int write_listed(lua_State *L, const THTensor *t, const THTensor *window,
                        const Listed *listed)
{
  THTensor own = {0}, *held = luaTH_newtensor(L, luaTH_kindOf(t));
  luaTH_Value given = {.tensor = luaTH_plain(L, luaTH_totensor(L, 3), 3)};
  const THTensor *values;
  if (!given.tensor && !luaTH_tocomplex(L, 3, &given.number)) return wrong_value(L);
  check_borrowed(L, t, window);
  THTensor_set(held, window);
  const int is_view = held->flags != 0;
  THTensor *to = is_view ? luaTH_newtensor(L, luaTH_kindOf(t)) : held;
  int status = is_view ? THTensor_clone(to, held, held->dtype) : TH_OK;
  if (!status) status = operand_tensor("index", &given, to, &own, &values);
  if (!status) status = THTensor_putDims(to, listed->n, listed->dim, listed->idx, values, 0);
  if (!status && is_view) status = THTensor_copy(held, to);
  THTensor_clear(&own);
  return luaTH_result(L, status, 0);
}

static int tensor_newindex(lua_State *L)
{
  Listed listed;
  THTensor window, *t = luaTH_checktensor(L, 1);
  THNumber number;
  const int type = lua_type(L, 2);
  if (type == LUA_TSTRING)
    return luaL_error(
        L, "index: a tensor has no fields to set, such as '%s'; methods are added to its type",
        lua_tostring(L, 2));
  check_writable(L, t);
  void *element = find_element(L, t, type);
  if (element && !(t->storage->flag & TH_STORAGE_FIXED) && luaTH_tonumber(L, 3, &number) &&
      !TH_isComplex(number)) {
    THDtype_store(t->dtype, element, number);
    return 0;
  }
  lua_settop(L, 3); /* find_element may have left numbers */
  if (!find_window(L, t, type, &window, &listed)) return write_selected(L, t);
  return listed.n ? write_listed(L, t, &window, &listed) : write_window(L, t, &window);
}

const luaL_Reg luaTH_indexing[] = {
  {"__index", tensor_index}, {"__newindex", tensor_newindex}, {NULL, NULL}
};
