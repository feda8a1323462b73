/*
** tensor.cudacore: what tensor/cuda.lua calls of THC. A module of its own, which is loaded at the
** first use of CUDA; it holds lib/THC and CUDA's runtime. Devices count from 1, as in THC.
*/
#include <lua.h>
#include <lauxlib.h>

#include "THC.h"

static int result(lua_State *L, int status, int count)
{
  return status ? luaL_error(L, "%s", TH_error()) : count;
}

/* true, or false and the reason. */
static int cuda_open(lua_State *L)
{
  int status = THC_open();
  lua_pushboolean(L, !status);
  if (!status) return 1;
  lua_pushstring(L, TH_error());
  return 2;
}

static int cuda_getDeviceCount(lua_State *L)
{
  lua_pushinteger(L, THC_deviceCount());
  return 1;
}

static int cuda_getDevice(lua_State *L)
{
  lua_pushinteger(L, THC_device());
  return 1;
}

static int cuda_setDevice(lua_State *L)
{
  return result(L, THC_setDevice((int)luaL_checkinteger(L, 1)), 0);
}

static int cuda_synchronize(lua_State *L)
{
  return result(L, THC_synchronize((int)luaL_optinteger(L, 1, THC_device())), 0);
}

static int cuda_getMemoryUsage(lua_State *L)
{
  size_t free, total;
  int status = THC_memory((int)luaL_optinteger(L, 1, THC_device()), &free, &total);
  if (status) return result(L, status, 0);
  lua_pushnumber(L, (lua_Number)free);
  lua_pushnumber(L, (lua_Number)total);
  return 2;
}

static const luaL_Reg functions[] = {
  {"open", cuda_open},
  {"getDeviceCount", cuda_getDeviceCount},
  {"getDevice", cuda_getDevice},
  {"setDevice", cuda_setDevice},
  {"synchronize", cuda_synchronize},
  {"getMemoryUsage", cuda_getMemoryUsage},
  {NULL, NULL}
};

__attribute__((visibility("default"))) int luaopen_tensor_cudacore(lua_State *L)
{
  lua_newtable(L);
  for (const luaL_Reg *r = functions; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
  return 1;
}
