/*
** Find kinds of tensors by name ("torch.FloatTensor"), type object or option ({dtype = 'float'}),
** and keep the kind that constructors make. The dtype of a kind found here is declared and its
** layout is registered; the caller must check whether the dtype is built.
*/
#include "core/signature.h"

#include <stdio.h>
#include <string.h>

static const char default_key; /* key of the registry */

/* --- names --- */

/* The name of the layout of a kind, or NULL if it is strided. */
static const char *layout_name(int kind)
{
  const int layout = luaTH_layoutOf(kind);
  return layout ? THLayout_numbered(layout)->name : NULL;
}

THTypeText luaTH_kindText(int kind)
{
  return TH_typeName(luaTH_dtypeOf(kind), luaTH_isOnDevice(kind), layout_name(kind), "Tensor");
}

THTypeText luaTH_storageKindText(int kind)
{
  return TH_typeName(luaTH_dtypeOf(kind), luaTH_isOnDevice(kind), NULL, "Storage");
}

THTypeText luaTH_storageText(const THStorage *s)
{
  return luaTH_storageKindText(luaTH_storageKind(s));
}

static void set_text(lua_State *L, const char *name, const char *value)
{
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

void luaTH_describetype(lua_State *L, int kind)
{
  const char *layout = layout_name(kind);
  set_text(L, "dtype", THDtype_traits(luaTH_dtypeOf(kind))->option);
  set_text(L, "name", luaTH_kindText(kind).text);
  set_text(L, "device", luaTH_isOnDevice(kind) ? "cuda" : "cpu");
  set_text(L, "layout", layout ? layout : "strided");
  lua_pushboolean(L, luaTH_isOnDevice(kind));
  lua_setfield(L, -2, "isCuda");
}

/* --- finding --- */

/* The kind of a name such as "sparse.Float"; dot points to the dot in it. */
static int find_kind_of_layout(const char *name, const char *dot, int is_cuda)
{
  char layout[32];
  snprintf(layout, sizeof layout, "%.*s", (int)(dot - name), name);
  const THLayoutType *type = THLayout_named(layout);
  const int dtype = THDtype_find(dot + 1);
  if (!type || !THDtype_isBuilt(dtype)) return TH_UNDEFINED;
  return luaTH_kind(dtype, is_cuda, type->number);
}

/* The kind of a name without "torch." and "Tensor": "Float", "Cuda", "CudaInt", "cuda.Float",
   "sparse.Float", "cuda.sparse.Float". */
static int find_kind(const char *name)
{
  const int is_cuda = strncmp(name, "Cuda", 4) == 0 || strncmp(name, "cuda.", 5) == 0;
  if (is_cuda) name += *name == 'C' ? 4 : 5;
  const char *dot = strchr(name, '.');
  if (dot) return find_kind_of_layout(name, dot, is_cuda);
  if (!is_cuda) return THDtype_find(name);
  const int dtype = *name ? THDtype_find(name) : TH_FLOAT;
  return THDtype_isBuilt(dtype) ? luaTH_kind(dtype, 1, 0) : TH_UNDEFINED;
}

int luaTH_todtype(lua_State *L, int index)
{
  const int kind = luaTH_tokind(L, index);
  return kind == luaTH_dtypeOf(kind) ? kind : TH_UNDEFINED;
}

int luaTH_deviceOf(lua_State *L, int kind)
{
  if (!luaTH_isOnDevice(kind)) return 0;
  luaTH_pushcuda(L, "getDevice");
  lua_call(L, 0, 1);
  const int device = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return device;
}

int luaTH_tokind(lua_State *L, int index)
{
  const char *name = NULL;
  const THLayoutType *layout = NULL;
  char text[64];
  int kind = TH_UNDEFINED, top = lua_gettop(L), is_cuda = 0;
  size_t length;
  if (lua_istable(L, index)) {
    lua_getfield(L, index, "isCuda");
    is_cuda = lua_toboolean(L, -1);
    lua_getfield(L, index, "layout");
    if (lua_type(L, -1) == LUA_TSTRING) layout = THLayout_named(lua_tostring(L, -1));
    lua_getfield(L, index, "dtype");
    index = lua_gettop(L);
  }
  if (lua_type(L, index) == LUA_TSTRING) name = lua_tolstring(L, index, &length);
  if (name && strncmp(name, "torch.", 6) == 0 && length > 12 && length < 6 + sizeof text &&
      strcmp(name + length - 6, "Tensor") == 0) {
    memcpy(text, name + 6, length - 12);
    text[length - 12] = 0;
    name = text;
  }
  if (name) kind = find_kind(name);
  if (is_cuda || layout) kind = luaTH_kind(kind, is_cuda, layout ? layout->number : 0);
  lua_settop(L, top);
  return kind;
}

int luaTH_defaultkind(lua_State *L)
{
  luaTH_getregistry(L, &default_key);
  int kind = (int)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return kind;
}

void luaTH_setdefaultkind(lua_State *L, int kind)
{
  lua_pushnumber(L, kind);
  luaTH_setregistry(L, &default_key);
}

/* --- options --- */

void luaTH_checkoptions(lua_State *L, const char *name, int index, const char *option)
{
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "%s: options are named, as in {dtype = 'double'}", name);
    if (strcmp(lua_tostring(L, -2), option) != 0)
      luaL_error(L, "%s: there is no option '%s'; there is %s", name, lua_tostring(L, -2), option);
  }
}

int luaTH_readdtype(lua_State *L, const char *name, int index, int otherwise)
{
  luaTH_checkoptions(L, name, index, "dtype");
  lua_getfield(L, index, "dtype");
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return otherwise;
  }
  int dtype = luaTH_todtype(L, lua_gettop(L));
  if (!THDtype_isBuilt(dtype))
    luaL_error(L, "%s: dtype '%s' is %s; an example is 'float'", name,
               lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1),
               dtype ? "planned, but not built" : "unknown");
  lua_pop(L, 1);
  return dtype;
}

int luaTH_optiondtype(luaTH_Call *call, const luaTH_Value *options, int otherwise)
{
  if (!options->given) return otherwise;
  return luaTH_readdtype(call->L, call->name, options->index, otherwise);
}

int luaTH_resultdtype(luaTH_Call *call, const luaTH_Value *options)
{
  THTensor *r = call->result[0];
  const int kind = luaTH_defaultkind(call->L);
  const int dtype =
      luaTH_optiondtype(call, options, call->given[0] ? r->dtype : luaTH_dtypeOf(kind));
  if (!call->given[0]) r->device = (uint8_t)luaTH_deviceOf(call->L, kind);
  else if (dtype != r->dtype)
    luaL_error(call->L, "%s: the result is a %s, but the options ask for a %s", call->name,
               THTensor_typeText(r->dtype).text, THTensor_typeText(dtype).text);
  return dtype;
}
