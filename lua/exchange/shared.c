/*
** Shared memory for scripts: x:shareMemory(), handles, and the way of sharing, which each state
** sets for itself.
*/
#include <string.h>

#include "core/signature.h"

static const char sharing_key; /* key of the registry */

int luaTH_sharing(lua_State *L)
{
  luaTH_getregistry(L, &sharing_key);
  const int sharing = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return sharing ? sharing : TH_defaultSharing();
}

static int setSharingStrategy(luaTH_Call *call)
{
  lua_pushinteger(call->L, TH_findSharing(call->arg[0].string));
  luaTH_setregistry(call->L, &sharing_key);
  return TH_OK;
}

static int getSharingStrategy(luaTH_Call *call)
{
  lua_pushstring(call->L, TH_sharingName(luaTH_sharing(call->L)));
  call->pushed = 1;
  return TH_OK;
}

static int shareMemory(luaTH_Call *call)
{
  TH_TRY(THTensor_share(call->arg[0].tensor, luaTH_sharing(call->L)));
  lua_pushvalue(call->L, call->arg[0].index);
  call->pushed = 1;
  return TH_OK;
}

static int isShared(luaTH_Call *call)
{
  return luaTH_returnboolean(call, THTensor_isShared(call->arg[0].tensor));
}

static int shareHandle(luaTH_Call *call)
{
  THHandle handle;
  TH_TRY(THTensor_shareHandle(call->arg[0].tensor, &handle));
  lua_pushstring(call->L, handle.text);
  call->pushed = 1;
  return TH_OK;
}

static int fromHandle(luaTH_Call *call)
{
  size_t length;
  const char *text = lua_tolstring(call->L, call->arg[0].index, &length);
  TH_TRY(THTensor_fromHandle(luaTH_newtensor(call->L, TH_UNDEFINED), text, length, -1));
  luaTH_settype(call->L, lua_gettop(call->L));
  call->pushed = 1;
  return TH_OK;
}

/* address, name, size = s:shareFilename() */
static int storage_shareFilename(lua_State *L)
{
  THSharedFilename where;
  luaTH_result(L, THStorage_shareFilename(luaTH_checkanystorage(L, 1), &where), 0);
  lua_pushstring(L, where.manager);
  lua_pushstring(L, where.name);
  luaTH_pushnumber(L, TH_integer(where.size));
  return 3;
}

static void check_name(lua_State *L, int index, const char *what, char name[64])
{
  size_t length = 0;
  const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  if (!text || length >= 64 || strlen(text) != length)
    luaL_error(L, "newSharedFilename: %s: a text as shareFilename gives it was expected", what);
  strcpy(name, text);
}

/* s = torch.FloatStorage.newSharedFilename(address, name, size). Upvalue 1: the dtype. */
static int new_shared_filename(lua_State *L)
{
  const int dtype = (int)lua_tointeger(L, lua_upvalueindex(1));
  THSharedFilename where;
  check_name(L, 1, "address", where.manager);
  check_name(L, 2, "name", where.name);
  where.size = luaTH_tointeger(L, 3, "newSharedFilename: size");
  lua_settop(L, 3);
  luaTH_Memory *memory = luaTH_begin(L);
  THStorage **made = luaTH_newstorage(L, dtype);
  *made = THStorage_newSharedFilename(dtype, &where);
  if (!*made && luaTH_again(L, TH_errorStatus(), 3)) {
    made = luaTH_newstorage(L, dtype);
    *made = THStorage_newSharedFilename(dtype, &where);
  }
  if (!*made) return luaTH_failed(L, "newSharedFilename");
  luaTH_end(memory);
  return 1;
}

static const luaTH_Row rows[] = {
  {"shareMemory", "x:Tensor", shareMemory,
   "moves the storage of x into memory that other processes can open, and returns x; all tensors "
   "on that storage see it as before", LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"isShared", "x:Tensor", isShared, "whether the storage of x is in shared memory",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"shareHandle", "x:Tensor", shareHandle,
   "a short text by which any process of this user opens x while a process has its memory",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"fromHandle", "handle:string", fromHandle,
   "the tensor of a handle, on the same memory", LUATH_FUNCTION_ONLY, 0},
  {"setSharingStrategy", "name:descriptor/file", setSharingStrategy,
   "sets how this Lua state shares memory: by 'descriptor' or by 'file'", LUATH_FUNCTION_ONLY, 0},
  {"getSharingStrategy", "", getSharingStrategy, "how this Lua state shares memory",
   LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openshared(lua_State *L)
{
  luaTH_register(L, rows);
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    luaTH_pushstoragetype(L, luaTH_kind(dtype, 0, 0));
    lua_pushinteger(L, dtype);
    lua_pushcclosure(L, new_shared_filename, 1);
    lua_setfield(L, -2, "newSharedFilename");
    lua_pushcfunction(L, storage_shareFilename);
    lua_setfield(L, -2, "shareFilename");
    lua_pop(L, 1);
  }
}
