/* What the files of tensor.cudacore share (cuda.c). */
#ifndef LUA_CUDA_H
#define LUA_CUDA_H

#include <lua.h>
#include <lauxlib.h>

#include "THC.h"
#include "tensor.h" /* TH.h */

/* count, or the error of a status raised. */
int cuda_result(lua_State *L, int status, int count);

/* The device at index, the current one where none is given; the stream of a device and an index
   that stand at index and behind it. */
int cuda_optDevice(lua_State *L, int index);
const THCStream *cuda_checkStream(lua_State *L, int index);

/* Push an event, owned by the collector, that is not made yet. */
THCEvent *cuda_newEvent(lua_State *L);

/* t[name] = value, for the table at the top. */
void cuda_setNumber(lua_State *L, const char *name, double value);

/* Functions of cudacopy.c. */
extern const luaL_Reg cuda_copyFunctions[];

#endif
