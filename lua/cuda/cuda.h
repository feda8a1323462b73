/* Shared by the files of the module tensor.cudacore (cuda.c, cudacopy.c). */
#ifndef LUA_CUDA_H
#define LUA_CUDA_H

#include <lua.h>
#include <lauxlib.h>

#include "THCS.h" /* includes THC.h */
#include "tensor.h" /* includes TH.h */

/* Return count if status is TH_OK, else raise its error. */
int cuda_result(lua_State *L, int status, int count);

/* optDevice: the device given as argument index, or the current one. checkStream: the stream whose
   device and index are arguments index and index + 1. */
int cuda_optDevice(lua_State *L, int index);
const THCStream *cuda_checkStream(lua_State *L, int index);

/* Push a new event, owned by the collector and not initialised yet. */
THCEvent *cuda_newEvent(lua_State *L);

/* t[name] = value for the table t on top of the stack. */
void cuda_setNumber(lua_State *L, const char *name, double value);

/* The functions of cudacopy.c. */
extern const luaL_Reg cuda_copyFunctions[];

#endif
