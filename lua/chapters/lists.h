/*
** Arguments that are lists: several dimensions, several tensors, or one number in the place of a
** tensor. What raises is called before a driver owns anything.
*/
#ifndef LUATH_LISTS_H
#define LUATH_LISTS_H

#include <stdio.h>

#include "core/signature.h"

/* The dimension that a script names, counted from 0; a negative one counts from the end of ndim. It
   may be none of them. */
static inline int dim_from_start(int64_t dim, int ndim)
{
  const int64_t d = dim < 0 ? dim + ndim : dim - 1;
  if (d >= 0 && d < ndim) return (int)d;
  return dim > 0 && dim < 1000 ? (int)dim - 1 : -1;
}

/* Read the dimensions of x at index, a number or a list of them, as dim_from_start. Returns how
   many there are. op is the operation's name, for errors. */
static inline int read_dims(lua_State *L, int index, const THTensor *x, int *dim, const char *op)
{
  int64_t given[TH_MAX_DIM];
  char what[64];
  snprintf(what, sizeof what, "%s: a dimension", op);
  const int n = luaTH_checksizes(L, index, index, given, what);
  for (int k = 0; k < n; k++) {
    dim[k] = dim_from_start(given[k], x->nDimension);
    if (dim[k] < 0 || dim[k] >= x->nDimension)
      luaTH_fail(L, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", op, given[k],
                 x->nDimension);
  }
  return n;
}

/* Raises unless the table at index has the keys 1, 2, ... only. */
static inline void check_list(luaTH_Call *call, int index)
{
  char what[64];
  snprintf(what, sizeof what, "%s: the argument", call->name);
  luaTH_checklist(call->L, index, NULL, what);
}

/* Push an array of the tensors in the table at index, which keeps them alive; set n. Raises for
   other elements. */
static inline const THTensor **push_tensors(luaTH_Call *call, int index, int *n)
{
  lua_State *L = call->L;
  check_list(call, index);
  *n = (int)lua_rawlen(L, index);
  const THTensor **list = lua_newuserdata(L, (size_t)(*n + 1) * sizeof *list);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, index, k + 1);
    list[k] = luaTH_totensor(L, -1);
    if (!list[k])
      luaL_error(L, "%s: element %d of the list is a %s, not a tensor", call->name, k + 1,
                 luaL_typename(L, -1));
    lua_pop(L, 1);
  }
  return list;
}

/* Set value to the operand or, if it is a number, to own, which becomes a tensor without dimensions
   like x. The caller clears own. */
static inline int operand_tensor(const char *op, const luaTH_Value *operand,
                                 const THTensor *x, THTensor *own, const THTensor **value)
{
  *value = operand->tensor;
  if (*value) return TH_OK;
  *value = own;
  if (!THDtype_traits(x->dtype)->complex) TH_TRY(TH_checkReal(op, operand->number));
  TH_TRY(THTensor_new(own, THTensor_device(x), x->dtype, 0, NULL));
  return THTensor_fill(own, operand->number);
}

/* In the place of the list at index, a table in which a table of positions is a LongTensor. */
static inline void convert_positions(luaTH_Call *call, int index)
{
  lua_State *L = call->L;
  const int n = (int)lua_rawlen(L, index);
  check_list(call, index);
  lua_createtable(L, n, 0);
  for (int k = 1; k <= n; k++) {
    lua_rawgeti(L, index, k);
    if (lua_istable(L, -1)) {
      luaTH_newpositions(L, lua_gettop(L), call->name);
      lua_remove(L, -2);
    }
    lua_rawseti(L, -2, k);
  }
  lua_replace(L, index);
}

/* The same for numbers, which become tensors without dimensions like the first tensor. */
static inline void convert_numbers(luaTH_Call *call, int index)
{
  lua_State *L = call->L;
  const THTensor *like = NULL;
  const int n = (int)lua_rawlen(L, index);
  THNumber number;
  check_list(call, index);
  lua_createtable(L, n, 0);
  for (int k = 1; k <= n && !like; k++, lua_pop(L, 1)) {
    lua_rawgeti(L, index, k);
    like = luaTH_totensor(L, -1);
  }
  for (int k = 1; k <= n; k++) {
    lua_rawgeti(L, index, k);
    if (like && luaTH_tonumber(L, -1, &number)) {
      const luaTH_Value operand = {.number = number};
      const THTensor *value;
      THTensor *made = luaTH_newtensor(L, luaTH_kindOf(like));
      luaTH_result(L, operand_tensor(call->name, &operand, like, made, &value), 0);
      lua_remove(L, -2);
    }
    lua_rawseti(L, -2, k);
  }
  lua_replace(L, index);
}

#endif
