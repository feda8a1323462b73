/* Fields of a table of options. All raise for a value of another type than they read. */
#ifndef LUATH_OPTIONS_H
#define LUATH_OPTIONS_H

#include "core/signature.h"

/* Push the field; the type of the value, LUA_TNIL without the field or the table. */
static inline int push_option(luaTH_Call *call, const luaTH_Value *o, const char *name)
{
  if (o->given) luaTH_rawfield(call->L, o->index, name);
  else lua_pushnil(call->L);
  return lua_type(call->L, -1);
}

static inline void refuse_option(luaTH_Call *call, const char *name, const char *needed)
{
  luaTH_fail(call->L, "%s: the option %s is a %s; expected a %s", call->name, name,
             luaL_typename(call->L, -1), needed);
}

static inline int option_boolean(luaTH_Call *call, const luaTH_Value *o, const char *name,
                                 int otherwise)
{
  const int type = push_option(call, o, name);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN) refuse_option(call, name, "boolean");
  const int value = type == LUA_TNIL ? otherwise : lua_toboolean(call->L, -1);
  lua_pop(call->L, 1);
  return value;
}

static inline double option_number(luaTH_Call *call, const luaTH_Value *o, const char *name,
                                   double otherwise)
{
  THNumber number = TH_real(otherwise);
  if (push_option(call, o, name) != LUA_TNIL && !luaTH_tonumber(call->L, -1, &number))
    refuse_option(call, name, "number");
  lua_pop(call->L, 1);
  return TH_asReal(number);
}

/* The table keeps the tensor. NULL without the field. */
static inline THTensor *option_tensor(luaTH_Call *call, const luaTH_Value *o, const char *name)
{
  THTensor *t = NULL;
  if (push_option(call, o, name) != LUA_TNIL && !(t = luaTH_totensor(call->L, -1)))
    refuse_option(call, name, "tensor");
  lua_pop(call->L, 1);
  return t;
}

/* A dimension of x, counted from 0; otherwise without the field. */
static inline int option_dim(luaTH_Call *call, const luaTH_Value *o, const THTensor *x,
                             int otherwise)
{
  const int type = push_option(call, o, "dim");
  int64_t dim = 0;
  if (type != LUA_TNIL) dim = luaTH_tointeger(call->L, -1, "the option dim");
  lua_pop(call->L, 1);
  if (type == LUA_TNIL) return otherwise;
  if (dim == 0 || dim > x->nDimension || dim < -x->nDimension)
    luaTH_fail(call->L, "%s: no dimension %" PRId64 " in a %d-dimensional tensor", call->name, dim,
               x->nDimension);
  return (int)(dim < 0 ? dim + x->nDimension : dim - 1);
}

#endif
