/* x[i] in its forms, for reading and writing. */
#include "luaTH.h"

/* A position counted from 1, or from the end when negative; raises outside the dimension. Returns
   it from 0. */
static int64_t check_position(lua_State *L, int index, const THTensor *t, int dim)
{
  int64_t i = luaTH_tointeger(L, index, "index");
  int64_t size = t->nDimension > dim ? t->size[dim] : 0, at = i < 0 ? i + size : i - 1;
  if (t->nDimension <= dim)
    luaL_error(L, "index: dimension %d of a %d-dimensional tensor", dim + 1, t->nDimension);
  if (at < 0 || at >= size)
    luaL_error(L, "index: no position %f in dimension %d of size %f", (double)i, dim + 1,
               (double)size);
  return at;
}

static int index_number(lua_State *L, const THTensor *t)
{
  THNumber number;
  int64_t at = check_position(L, 2, t, 0);
  if (t->nDimension == 1) {
    luaTH_result(L, THTensor_get(t, at, &number), 0);
    luaTH_pushnumber(L, number);
    return 1;
  }
  return luaTH_result(L, THTensor_select(luaTH_newtensor(L, t->dtype), t, 0, at), 1);
}

int luaTH_index(lua_State *L)
{
  const THTensor *t = luaTH_checktensor(L, 1);
  if (lua_type(L, 2) == LUA_TNUMBER) return index_number(L, t);
  lua_settop(L, 2);
  lua_gettable(L, lua_upvalueindex(1));
  return 1;
}

int luaTH_newindex(lua_State *L)
{
  THNumber number;
  THTensor *t = luaTH_checktensor(L, 1);
  int64_t at = check_position(L, 2, t, 0);
  if (!luaTH_tonumber(L, 3, &number))
    return luaL_error(L, "index: a number expected, got %s", luaL_typename(L, 3));
  return luaTH_result(L, THTensor_put(t, at, number), 0);
}

void luaTH_openindex(lua_State *L)
{
  (void)L;
}
