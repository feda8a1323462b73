/*
** Functions about types: isTensor, isStorage, typename, type, and the default type of constructors.
*/
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

static int setdefaulttensortype(luaTH_Call *call)
{
  const int kind = luaTH_tokind(call->L, call->arg[0].index);
  if (!THDtype_isBuilt(luaTH_dtypeOf(kind)))
    return th_fail(TH_EDTYPE, "setdefaulttensortype: no such tensor type; an example is "
                   "'torch.FloatTensor'");
  if (luaTH_layoutOf(kind))
    return th_fail(TH_EUNSUPPORTED, "setdefaulttensortype: a %s is not what constructors make",
                   luaTH_kindText(kind).text);
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
  {"setdefaulttensortype", "type:any", setdefaulttensortype, "sets the type that constructors make, such as 'torch.DoubleTensor'", LUATH_FUNCTION_ONLY, 0},
  {"getdefaulttensortype", "", getdefaulttensortype, "the name of the type that constructors make", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opentype(lua_State *L)
{
  luaTH_register(L, rows);
}
