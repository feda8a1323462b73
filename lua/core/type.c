/*
** Functions about types: isTensor, isStorage, typename, type, and the default type of constructors.
*/
#include <stdio.h>
#include <string.h>

#include "core/signature.h"

static int isTensor(luaTH_Call *call)
{
  return luaTH_returnboolean(call, luaTH_totensor(call->L, call->arg[0].index) != NULL);
}

static int isStorage(luaTH_Call *call)
{
  return luaTH_returnboolean(call, luaTH_toanystorage(call->L, call->arg[0].index) != NULL);
}

/* Push the field __typename of the value's metatable, as in Torch7; returns 0 if it has none. */
static int push_typename(lua_State *L, int index)
{
  if (!luaL_getmetafield(L, index, "__typename")) return 0;
  if (lua_type(L, -1) == LUA_TSTRING) return 1;
  lua_pop(L, 1);
  return 0;
}

static int typename(luaTH_Call *call)
{
  if (!push_typename(call->L, call->arg[0].index)) lua_pushnil(call->L);
  call->pushed = 1;
  return TH_OK;
}

static int type(luaTH_Call *call)
{
  int index = call->arg[0].index;
  if (!push_typename(call->L, index)) lua_pushstring(call->L, luaL_typename(call->L, index));
  call->pushed = 1;
  return TH_OK;
}

/* --- type objects --- */

int luaTH_checkkind(luaTH_Call *call)
{
  const THTensor *t = luaTH_totensor(call->L, call->arg[0].index);
  const int kind = t ? luaTH_kindOf(t) : luaTH_totypekind(call->L, call->arg[0].index);
  if (!kind)
    luaL_error(call->L, "%s: a tensor or a type such as tensor.FloatTensor expected, got %s",
               call->name, luaL_typename(call->L, call->arg[0].index));
  return kind;
}

static int layout(luaTH_Call *call)
{
  const int number = luaTH_layoutOf(luaTH_checkkind(call));
  lua_pushstring(call->L, number ? THLayout_numbered(number)->name : "strided");
  call->pushed = 1;
  return TH_OK;
}

int luaTH_toLayout(luaTH_Call *call, int layout)
{
  const THTensor *t = call->arg[0].tensor;
  call->pushed = 1;
  if (THLayout_number(t->layout) == layout) {
    lua_pushvalue(call->L, call->arg[0].index);
    return TH_OK;
  }
  const int kind = luaTH_kind(t->dtype, THTensor_device(t), layout);
  return THTensor_toLayout(call->name, luaTH_newtensor(call->L, kind), t, layout);
}

static int toDense(luaTH_Call *call)
{
  return luaTH_toLayout(call, 0);
}

/* layoutOf(name of a device, with a layout in front): "cuda", "sparse.cuda", "mkldnn". */
static int layoutOf(luaTH_Call *call)
{
  static const char *const strided[] = {"cpu", "cuda", "quantized.cpu", NULL};
  const char *name = call->arg[0].string, *found = NULL;
  char first[32] = {0};
  snprintf(first, sizeof first, "%.*s", (int)strcspn(name, "."), name);
  const char *device = name[strlen(first)] ? name + strlen(first) + 1 : "cpu";
  for (int k = 0; strided[k]; k++)
    if (strcmp(name, strided[k]) == 0) found = "strided";
  const THLayoutType *type = THLayout_named(first);
  if (type && (strcmp(device, "cpu") == 0 || strcmp(device, "cuda") == 0)) found = type->name;
  if (!found)
    return th_fail(TH_EINVAL, "layoutOf: '%s' is no device; examples are 'cuda' and 'sparse.cuda'",
                   name);
  lua_pushstring(call->L, found);
  call->pushed = 1;
  return TH_OK;
}

static int isTensorType(luaTH_Call *call)
{
  return luaTH_returnboolean(call, luaTH_totypekind(call->L, call->arg[0].index) != 0);
}

/* Whether the option name is left out or has that value. */
static int option_is(lua_State *L, const luaTH_Value *options, const char *name, const char *value)
{
  if (!options->given) return 1;
  luaTH_rawfield(L, options->index, name);
  const int same = lua_isnil(L, -1) ||
                   (lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), value) == 0);
  lua_pop(L, 1);
  return same;
}

/* Append the type object of a kind to the list at the top. */
static void append_type(lua_State *L, int kind)
{
  luaTH_pushtype(L, kind);
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
}

/* The types of a layout, 0 for strided: for the CPU, then for devices. */
static void list_types(luaTH_Call *call, int number)
{
  lua_State *L = call->L;
  const luaTH_Value *options = &call->arg[0];
  const char *name = number ? THLayout_numbered(number)->name : "strided";
  if (!option_is(L, options, "layout", name)) return;
  const int only =
      options->given ? luaTH_dtypeOption(L, call->name, options->index, TH_UNDEFINED) : 0;
  for (int device = 0; device <= 1; device++) {
    if (!option_is(L, options, "device", device ? "cuda" : "cpu")) continue;
    for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++)
      if ((!only || dtype == only) && THLayout_has(number, dtype, device))
        append_type(L, luaTH_kind(dtype, device, number));
  }
}

static int tensorTypes(luaTH_Call *call)
{
  const luaTH_Value *options = &call->arg[0];
  if (options->given)
    luaTH_checkoptions(call->L, call->name, options->index, "device dtype layout");
  lua_newtable(call->L);
  for (int number = 0; number < TH_MAX_LAYOUTS; number++)
    if (!number || THLayout_numbered(number)) list_types(call, number);
  call->pushed = 1;
  return TH_OK;
}

/* --- the default type --- */

static int setdefaulttensortype(luaTH_Call *call)
{
  const int kind = luaTH_tokind(call->L, call->arg[0].index);
  if (!THDtype_isBuilt(luaTH_dtypeOf(kind)))
    return th_fail(TH_EDTYPE, "setdefaulttensortype: no such tensor type; an example is "
                   "'torch.FloatTensor'");
  if (luaTH_layoutOf(kind))
    return th_fail(TH_EUNSUPPORTED, "setdefaulttensortype: a %s is not what constructors make",
                   luaTH_kindText(kind).text);
  if (THDtype_traits(luaTH_dtypeOf(kind))->quantized)
    return th_fail(TH_EDTYPE, "setdefaulttensortype: a %s needs a quantizer, which constructors do "
                   "not give; quantizePerTensor makes one", luaTH_kindText(kind).text);
  luaTH_deviceOf(call->L, kind); /* raises where there is none */
  luaTH_setdefaultkind(call->L, kind);
  return TH_OK;
}

static int getdefaulttensortype(luaTH_Call *call)
{
  lua_pushstring(call->L, luaTH_kindText(luaTH_defaultkind(call->L)).text);
  call->pushed = 1;
  return TH_OK;
}

static const luaTH_Row rows[] = {
  {"isTensor", "a:any", isTensor, "whether a value is a tensor", 0, 0},
  {"isStorage", "a:any", isStorage, "whether a value is a storage", LUATH_FUNCTION_ONLY, 0},
  {"typename", "a:any", typename, "the name of the type of a tensor, storage, generator or object of a class; nil for others", LUATH_FUNCTION_ONLY, 0},
  {"type", "a:any", type, "typename(a) if there is one, else Lua's type(a)", LUATH_FUNCTION_ONLY, 0},
  {"layout", "x:any", layout, "the layout of a tensor or a type object: 'strided', or that of a library", 0, 0},
  {"toDense", "x:Tensor", toDense, "x as a strided tensor: a new one, or x itself if it is strided", 0, 0},
  {"layoutOf", "device:string", layoutOf, "the layout of a kind of device: 'strided' for 'cpu' and 'cuda', 'sparse' for 'sparse.cuda'", LUATH_FUNCTION_ONLY, 0},
  {"isTensorType", "a:any", isTensorType, "whether a value is a type object, such as tensor.FloatTensor", LUATH_FUNCTION_ONLY, 0},
  {"tensorTypes", "o:options?", tensorTypes, "a table of all type objects, or of those with that device, dtype, layout", LUATH_FUNCTION_ONLY, 0},
  {"setdefaulttensortype", "type:any", setdefaulttensortype, "sets the type that constructors make, such as 'torch.DoubleTensor'", LUATH_FUNCTION_ONLY, 0},
  {"getdefaulttensortype", "", getdefaulttensortype, "the name of the type that constructors make", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opentype(lua_State *L)
{
  luaTH_register(L, rows);
}
