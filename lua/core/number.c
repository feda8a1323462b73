/*
** Numbers between Lua and C: those of each Lua, int64 cdata of LuaJIT, whole numbers with their
** limits, and lists of sizes.
*/
#include "core/luaTH.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char int64_key; /* key of the registry */

enum { TYPE_CDATA = 10 }; /* lua_type of a LuaJIT cdata; lua.h has no name for it */

/* Under LuaJIT the registry holds {to = function(cdata) -> high, low, or the parts of a complex
   number and true, or nothing; from = function(high, low) -> cdata; memory, below}. */
static int cdata_number(lua_State *L, int index, THNumber *number)
{
  int top = lua_gettop(L), ok = 0;
  lua_pushvalue(L, index);
  luaTH_getregistry(L, &int64_key);
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "to");
    lua_pushvalue(L, top + 1);
    lua_call(L, 1, 3);
    const int is_complex = lua_toboolean(L, -1);
    lua_pop(L, 1);
    ok = lua_isnumber(L, -1);
    if (is_complex)
      *number = TH_complex(lua_tonumber(L, -2), lua_tonumber(L, -1));
    else if (ok)
      *number = TH_integer(
          (int64_t)((uint64_t)(int64_t)lua_tonumber(L, -2) << 32 | (uint64_t)lua_tonumber(L, -1)));
  }
  lua_settop(L, top);
  return ok;
}

/* The same table has memory = function(cdata) -> kind, bytes, or nothing (tensor/address.lua). */
int luaTH_tomemory(lua_State *L, int index, void **address, int64_t *bytes)
{
  enum { POINTER = 1, MEMORY, REFERENCE };
  if (lua_type(L, index) != TYPE_CDATA) return LUATH_NO_MEMORY;
  const int top = lua_gettop(L);
  void *const *held = (void *const *)lua_topointer(L, index); /* what the cdata contains */
  lua_pushvalue(L, index);
  luaTH_getregistry(L, &int64_key);
  if (!lua_istable(L, -1)) {
    lua_settop(L, top);
    return LUATH_NO_MEMORY;
  }
  lua_getfield(L, -1, "memory");
  lua_pushvalue(L, top + 1);
  lua_call(L, 1, 2);
  const int kind = (int)lua_tointeger(L, -2);
  *bytes = lua_isnumber(L, -1) ? (int64_t)lua_tonumber(L, -1) : -1;
  lua_settop(L, top);
  if (!kind) return LUATH_NO_MEMORY;
  *address = kind == MEMORY ? (void *)held : *held;
  return kind == POINTER ? LUATH_POINTER : LUATH_MEMORY;
}

int luaTH_tonumber(lua_State *L, int index, THNumber *number)
{
  return luaTH_readnumber(L, index, lua_type(L, index), number);
}

int luaTH_readnumber(lua_State *L, int index, int type, THNumber *number)
{
  if (type == TYPE_CDATA) return cdata_number(L, index, number);
  if (type != LUA_TNUMBER) return 0;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) {
    *number = TH_integer(lua_tointeger(L, index));
    return 1;
  }
#endif
  *number = TH_real(lua_tonumber(L, index));
  return 1;
}

int luaTH_tocomplex(lua_State *L, int index, THNumber *number)
{
  THNumber part[2];
  if (!lua_istable(L, index)) return luaTH_tonumber(L, index, number);
  if (lua_rawlen(L, index) != 2) return 0;
  lua_rawgeti(L, index, 1);
  lua_rawgeti(L, index < 0 ? index - 1 : index, 2);
  const int is_pair = luaTH_tonumber(L, -2, &part[0]) && luaTH_tonumber(L, -1, &part[1]) &&
                      !TH_isComplex(part[0]) && !TH_isComplex(part[1]);
  lua_pop(L, 2);
  if (is_pair) *number = TH_complex(TH_asReal(part[0]), TH_asReal(part[1]));
  return is_pair;
}

int64_t luaTH_whole(lua_State *L, THNumber number, const char *what)
{
  const int64_t limit = (int64_t)1 << 53;
  const double real = TH_asReal(number);
  const int near = TH_isInteger(number) ? number.integer <= limit && number.integer >= -limit
                                        : real >= -0x1p53 && real <= 0x1p53;
  const int whole = TH_isInteger(number) || luaTH_isTorch7(L);
  if (near && !TH_isComplex(number) && (whole || (double)(int64_t)real == real))
    return TH_asInteger(number);
  char text[32];
  snprintf(text, sizeof text, "%.14g", real != real ? NAN : real);
  if (strtod(text, NULL) != real) snprintf(text, sizeof text, "%.17g", real);
  return luaTH_fail(L, "%s must be a whole number within 2^53, not %s", what, text);
}

int64_t luaTH_tointeger(lua_State *L, int index, const char *what)
{
  THNumber number;
  if (!luaTH_tonumber(L, index, &number))
    return luaTH_fail(L, "%s must be a whole number, not a %s", what, luaL_typename(L, index));
  return luaTH_whole(L, number, what);
}

static int too_many(lua_State *L, const char *what)
{
  return luaL_error(L, "%s: more than %d given, a tensor has at most %d dimensions", what,
                    TH_MAX_DIM, TH_MAX_DIM);
}

int luaTH_isNoSizes(lua_State *L, int index)
{
  const THStorage *s = luaTH_tostorage(L, index);
  return s && s->dtype == TH_LONG && !s->size && luaTH_isTorch7(L);
}

int luaTH_toNoSizes(THTensor *t)
{
  const THTensor none = {.dtype = t->dtype};
  return THTensor_resizeAs(t, &none);
}

int luaTH_checksizes(lua_State *L, int index, int last, int64_t *sizes, const char *what)
{
  int count;
  const int64_t *given = index == last ? luaTH_tosizes(L, index, &count) : NULL;
  if (given) {
    memcpy(sizes, given, (size_t)count * sizeof *sizes);
    return count;
  }
  THStorage *s = luaTH_tostorage(L, index);
  if (s && index == last) {
    if (s->dtype != TH_LONG)
      return luaL_error(L, "%s: a LongStorage expected, got a %sStorage", what,
                        THDtype_traits(s->dtype)->name);
    if (s->size > TH_MAX_DIM) return too_many(L, what);
    if (luaTH_isNoSizes(L, index)) {
      sizes[0] = 0;
      return 1;
    }
    memcpy(sizes, s->data ? s->data : sizes, (size_t)s->size * sizeof *sizes);
    return (int)s->size;
  }
  int table = index == last && lua_istable(L, index);
  if (table) luaTH_checklist(L, index, NULL, what);
  size_t n = table ? lua_rawlen(L, index) : last < index ? 0 : (size_t)(last - index + 1);
  if (n > TH_MAX_DIM) return too_many(L, what);
  for (int i = 0; i < (int)n; i++) {
    if (table) lua_rawgeti(L, index, i + 1);
    sizes[i] = luaTH_tointeger(L, table ? -1 : index + i, what);
    if (table) lua_pop(L, 1);
  }
  return (int)n;
}

static void push_pair(lua_State *L, THNumber number)
{
  lua_createtable(L, 2, 0);
  lua_pushnumber(L, TH_asReal(number));
  lua_rawseti(L, -2, 1);
  lua_pushnumber(L, TH_imaginary(number));
  lua_rawseti(L, -2, 2);
}

void luaTH_pushnumber(lua_State *L, THNumber number)
{
  if (TH_isComplex(number)) {
    push_pair(L, number);
    return;
  }
#if LUA_VERSION_NUM >= 503
  if (TH_isInteger(number)) {
    lua_pushinteger(L, number.integer);
    return;
  }
#else
  const int64_t limit = (int64_t)1 << 53;
  if (TH_isInteger(number) && (number.integer > limit || number.integer < -limit)) {
    luaTH_getregistry(L, &int64_key);
    if (lua_istable(L, -1)) {
      lua_getfield(L, -1, "from");
      lua_remove(L, -2);
      lua_pushnumber(L, (double)(number.integer >> 32));
      lua_pushnumber(L, (double)(number.integer & 0xffffffff));
      lua_call(L, 2, 1);
      return;
    }
    lua_pop(L, 1);
  }
#endif
  lua_pushnumber(L, TH_asReal(number));
}

int luaTH_pushscalar(lua_State *L, const THTensor *like, THNumber number)
{
  if (!TH_isComplex(number)) {
    luaTH_pushnumber(L, number);
    return TH_OK;
  }
  const int device = THTensor_device(like), dtype = like->dtype;
  THTensor *t = luaTH_newtensor(L, luaTH_kind(dtype, device, 0));
  TH_TRY(THTensor_new(t, device, dtype, 0, NULL));
  return THTensor_put(t, 0, number);
}

int luaTH_setint64(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaTH_setregistry(L, &int64_key);
  return 0;
}
