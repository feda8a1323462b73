/*
** An extension as they were written for Torch7: layers of a neural network in C, compiled for float
** and for double, and a type of its own. The test builds it as an outside project would, with the
** installed headers and libraries.
*/
#include <TH/THStorage.h> /* as THFile.h and the other headers of Torch7, a way to TH.h */
#include "THMemoryFile.h"
#include "TH.h"
#include "luaT.h"

#define torch_(NAME) TH_CONCAT_3(torch_, Real, NAME)
#define torch_Tensor TH_CONCAT_STRING_3(torch., Real, Tensor)
#define layers_(NAME) TH_CONCAT_3(layers_, Real, NAME)

#include "generic/Linear.c"
#include "THGenerateFloatTypes.h"

#include "generic/Threshold.c"
#include "THGenerateFloatTypes.h"

#include "generic/LogSoftMax.c"
#include "THGenerateFloatTypes.h"

#include "generic/Max.c"
#include "THGenerateFloatTypes.h"

#include "generic/Map.c"
#include "THGenerateFloatTypes.h"

/* --- layers.Mean: an object in C that keeps tensors from one call to the next --- */

typedef struct Mean {
  THDoubleTensor *sum;
  THGenerator *noise;
  long count;
} Mean;

static int mean_new(lua_State *L)
{
  THLongStorage *size = luaT_checkudata(L, 1, "torch.LongStorage");
  Mean *mean = luaT_alloc(L, sizeof(Mean));
  mean->sum = THDoubleTensor_newWithSize(size, NULL);
  THDoubleTensor_zero(mean->sum);
  mean->noise = THGenerator_new();
  THRandom_manualSeed(mean->noise, 123);
  mean->count = 0;
  THArgCheck(size->size < 3, 1, "at most 2 dimensions expected, got %ld", (long)size->size);
  luaT_pushudata(L, mean, luaL_optstring(L, 2, "layers.Mean"));
  return 1;
}

static int mean_free(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  THDoubleTensor_free(mean->sum);
  THGenerator_free(mean->noise);
  luaT_free(L, mean);
  return 0;
}

static int mean_add(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  THDoubleTensor *x = luaT_checkudata(L, 2, "torch.DoubleTensor");
  THDoubleTensor_cadd(mean->sum, mean->sum, 1, x);
  mean->count++;
  lua_settop(L, 1);
  return 1;
}

/* Stores its new tensor before the last check, which may raise. */
static int mean_restart(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  long n = luaL_checklong(L, 2);
  THDoubleTensor_free(mean->sum);
  mean->sum = THDoubleTensor_newWithSize1d(n);
  THDoubleTensor_zero(mean->sum);
  mean->count = 0;
  THArgCheck(n <= 1000, 2, "at most 1000 numbers expected, got %ld", n);
  return 0;
}

/* Pushes the result before filling it, as is usual in Torch7. */
static int mean_value(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  THDoubleTensor *value = THDoubleTensor_new();
  luaT_pushudata(L, value, "torch.DoubleTensor");
  if (mean->count == 0) THError("the mean of nothing");
  THDoubleTensor_resizeAs(value, mean->sum);
  THDoubleTensor_div(value, mean->sum, mean->count);
  return 1;
}

/* Returns a tensor that the object also keeps. */
static int mean_sum(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  THDoubleTensor_retain(mean->sum);
  luaT_pushudata(L, mean->sum, "torch.DoubleTensor");
  return 1;
}

static int mean_noise(lua_State *L)
{
  Mean *mean = luaT_checkudata(L, 1, "layers.Mean");
  lua_pushnumber(L, THRandom_uniform(mean->noise, luaL_checknumber(L, 2), luaL_optnumber(L, 3, 1)));
  return 1;
}

static const luaL_Reg mean_methods[] = {
  {"add", mean_add},
  {"restart", mean_restart},
  {"value", mean_value},
  {"sum", mean_sum},
  {"noise", mean_noise},
  {NULL, NULL}
};

/* --- functions of the module --- */

/* map(f, n): a tensor of n numbers; f gets it, and may change it, before each number is set. */
static int layers_map(lua_State *L)
{
  long n = luaL_checklong(L, 2);
  THFloatTensor *t = THFloatTensor_newWithSize1d(n);
  luaL_checktype(L, 1, LUA_TFUNCTION);
  THFloatTensor_zero(t);
  luaT_pushudata(L, t, "torch.FloatTensor");
  for (long i = 0; i < n; i++) {
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 3);
    lua_pushinteger(L, i + 1);
    lua_call(L, 2, 1);
    THFloatTensor_set1d(t, i, (float)luaL_checknumber(L, -1));
    lua_pop(L, 1);
  }
  return 1;
}

/* look(x, gen): the sizes of a FloatTensor or DoubleTensor, and a number drawn from a generator. */
static int layers_look(lua_State *L)
{
  THGenerator *gen = luaT_checkudata(L, 2, "torch.Generator");
  THLongStorage *size;
  if (luaT_isudata(L, 1, "torch.FloatTensor"))
    size = THFloatTensor_newSizeOf(luaT_toudata(L, 1, "torch.FloatTensor"));
  else
    size = THDoubleTensor_newSizeOf(luaT_checkudata(L, 1, "torch.DoubleTensor"));
  luaT_pushudata(L, size, "torch.LongStorage");
  lua_pushnumber(L, THRandom_uniform(gen, 0, 1));
  luaT_pushudata(L, NULL, "torch.FloatTensor");
  return 3;
}

static const luaL_Reg functions[] = {
  {"Mean", mean_new},
  {"look", layers_look},
  {"map", layers_map},
  {NULL, NULL}
};

LUA_EXTERNC DLL_EXPORT int luaopen_broken(lua_State *L);

/* A module that cannot be opened. */
int luaopen_broken(lua_State *L)
{
  THError("at %s", luaL_optstring(L, 1, "all times"));
  return 0;
}

LUA_EXTERNC DLL_EXPORT int luaopen_liblayers(lua_State *L);

int luaopen_liblayers(lua_State *L)
{
  lua_newtable(L);
  luaL_register(L, NULL, functions);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "layers");
  luaT_newmetatable(L, "layers.Mean", NULL, NULL, mean_free, NULL);
  luaT_setfuncs(L, mean_methods, 0);
  lua_pop(L, 1);
  layers_FloatLinear_init(L), layers_DoubleLinear_init(L);
  layers_FloatThreshold_init(L), layers_DoubleThreshold_init(L);
  layers_FloatLogSoftMax_init(L), layers_DoubleLogSoftMax_init(L);
  layers_FloatMax_init(L), layers_DoubleMax_init(L);
  layers_FloatMap_init(L), layers_DoubleMap_init(L);
  return 1;
}
