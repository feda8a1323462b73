/*
** Tensors lent to other libraries of the process, and theirs taken, by the structs of DLPack.
**
** A capsule is a userdata that owns a struct until it is consumed: given away by release, or taken
** over by fromDLPack. One that is collected before calls the struct's deleter.
*/
#include <string.h>

#include "core/signature.h"

static const char capsule_magic, capsule_key;

typedef struct Capsule {
  luaTH_Block block;
  void *managed; /* NULL: consumed */
  int version;
} Capsule;

static Capsule *to_capsule(lua_State *L, int index)
{
  Capsule *capsule = lua_touserdata(L, index);
  const int is = capsule && lua_rawlen(L, index) == sizeof *capsule &&
                 capsule->block.magic == &capsule_magic;
  return is ? capsule : NULL;
}

/* Raises unless the value at index is a capsule that owns a struct. */
static Capsule *check_full(lua_State *L, int index, const char *name)
{
  Capsule *capsule = to_capsule(L, index);
  if (!capsule) luaL_error(L, "%s: a capsule expected, got %s", name, luaL_typename(L, index));
  if (!capsule->managed) luaL_error(L, "%s: the capsule is consumed", name);
  return capsule;
}

static int capsule_pointer(lua_State *L)
{
  lua_pushlightuserdata(L, check_full(L, 1, "pointer")->managed);
  return 1;
}

static int capsule_release(lua_State *L)
{
  Capsule *capsule = check_full(L, 1, "release");
  lua_pushlightuserdata(L, capsule->managed);
  capsule->managed = NULL;
  return 1;
}

static int capsule_version(lua_State *L)
{
  const Capsule *capsule = to_capsule(L, 1);
  if (!capsule) return luaL_error(L, "version: a capsule expected, got %s", luaL_typename(L, 1));
  lua_pushinteger(L, capsule->version);
  return 1;
}

static int capsule_gc(lua_State *L)
{
  Capsule *capsule = to_capsule(L, 1);
  void *managed = capsule ? capsule->managed : NULL;
  if (!managed) return 0;
  capsule->managed = NULL;
  THDlpack_drop(managed, capsule->version);
  return 0;
}

/* --- functions --- */

/* The option version: 0 or 1; 1 without it. */
static int read_version(luaTH_Call *call, const luaTH_Value *options)
{
  THNumber version = TH_real(1);
  if (!options->given) return 1;
  luaTH_rawfield(call->L, options->index, "version");
  if (!lua_isnil(call->L, -1) && !luaTH_tonumber(call->L, -1, &version))
    luaTH_fail(call->L, "%s: the option version is a %s; 0 and 1 are expected", call->name,
               luaL_typename(call->L, -1));
  lua_pop(call->L, 1);
  const double number = TH_asReal(version);
  if (number != 0 && number != 1)
    luaTH_fail(call->L, "%s: version %.17g; 0 and 1 are expected", call->name, number);
  return (int)number;
}

/* -1 where it is not given. */
static int read_copy(luaTH_Call *call, const luaTH_Value *options)
{
  if (!options->given) return -1;
  luaTH_rawfield(call->L, options->index, "copy");
  const int type = lua_type(call->L, -1);
  const int copy = type == LUA_TNIL ? -1 : lua_toboolean(call->L, -1);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN)
    luaTH_fail(call->L, "%s: the option copy is a %s; expected a boolean", call->name,
               lua_typename(call->L, type));
  lua_pop(call->L, 1);
  return copy;
}

static int toDLPack(luaTH_Call *call)
{
  lua_State *L = call->L;
  const luaTH_Value *options = &call->arg[1];
  if (options->given) luaTH_checkoptions(L, call->name, options->index, "version copy");
  const int version = read_version(call, options), copy = read_copy(call, options);
  Capsule *capsule = memset(lua_newuserdata(L, sizeof *capsule), 0, sizeof *capsule);
  capsule->block.magic = &capsule_magic;
  luaTH_getregistry(L, &capsule_key);
  lua_setmetatable(L, -2);
  call->pushed = 1;
  capsule->version = version;
  return THTensor_toDLPack(call->arg[0].tensor, version, copy, &capsule->managed);
}

/* The struct of a source that is no capsule: an address. */
static void *read_source(const luaTH_Call *call, int index)
{
  lua_State *L = call->L;
  void *managed = NULL;
  int64_t bytes;
  const int kind = luaTH_tomemory(L, index, &managed, &bytes);
  if (kind == LUATH_NO_MEMORY && !lua_islightuserdata(L, index))
    luaTH_fail(L, "%s: got a %s; expected a capsule, a light userdata or an FFI pointer",
               call->name, luaL_typename(L, index));
  return kind == LUATH_NO_MEMORY ? lua_touserdata(L, index) : managed;
}

static int fromDLPack(luaTH_Call *call)
{
  lua_State *L = call->L;
  const int index = call->arg[0].index;
  if (call->arg[1].given) luaTH_checkoptions(L, call->name, call->arg[1].index, "version");
  int version = read_version(call, &call->arg[1]);
  Capsule *capsule = to_capsule(L, index) ? check_full(L, index, call->name) : NULL;
  void *managed = capsule ? capsule->managed : read_source(call, index);
  if (capsule) version = capsule->version;
  if (THDlpack_isOnDevice(managed, version)) { /* opens the devices */
    luaTH_pushcuda(L, "isAvailable");
    lua_pop(L, 1);
  }
  THTensor *t = luaTH_newtensor(L, TH_FLOAT);
  call->pushed = 1;
  TH_TRY(THTensor_fromDLPack(t, managed, version));
  if (capsule) capsule->managed = NULL;
  luaTH_settype(L, lua_gettop(L));
  return TH_OK;
}

static const luaTH_Row rows[] = {
  {"toDLPack", "x:Tensor o:options?", toDLPack,
   "a capsule that lends the memory of x to another library of the process; its methods are "
   "pointer, version and release", LUATH_FUNCTION_ONLY | LUATH_LAZY, 0},
  {"fromDLPack", "source:any o:options?", fromDLPack,
   "a tensor on the memory of another library, from a capsule or the address of a struct of "
   "DLPack, which is taken over", LUATH_FUNCTION_ONLY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_opendlpack(lua_State *L)
{
  static const luaL_Reg methods[] = {
    {"pointer", capsule_pointer}, {"release", capsule_release}, {"version", capsule_version},
    {"__gc", capsule_gc}, {NULL, NULL}
  };
  lua_newtable(L);
  for (const luaL_Reg *method = methods; method->name; method++) {
    lua_pushcfunction(L, method->func);
    lua_setfield(L, -2, method->name);
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "tensor.DLPack");
  lua_setfield(L, -2, "__typename");
  luaTH_setregistry(L, &capsule_key);
  luaTH_register(L, rows);
}
