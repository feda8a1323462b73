/*
** For C programs with Lua in them: the binding as a library (libtensor_lua<abi>.a before libTH.a),
** and tensors on the stack of a state.
**
**   package.preload["tensor.core"] = luaopen_tensor_core        C's part of the module
**   package.path = "<lua>/?.lua;<lua>/?/init.lua;" ..           the part in Lua: this folder
**   require 'tensor'
**
** examples/host.c shows all of it. The functions below may be called once the state has required
** tensor.core; errors are Lua errors, so call them where a pcall is above. Modules in C
** find them in tensor.core itself.
*/
#ifndef LUA_TENSOR_H
#define LUA_TENSOR_H

#ifdef __cplusplus
extern "C" {
#endif
#include <lua.h>
#ifdef __cplusplus
}
#endif

#include "TH.h"

/* The loader of 'tensor.core'. */
TH_API int luaopen_tensor_core(lua_State *L);

/* Push a tensor that shares the storage of t: another header, with a reference of its own. */
TH_API void luaTH_pushtensor(lua_State *L, const THTensor *t);

/*
** The tensor at index, or NULL where there is something else. It belongs to the userdata: take a
** reference with THTensor_set, or leave the value on the stack while it is used.
*/
TH_API THTensor *luaTH_totensor(lua_State *L, int index);

/*
** Push an allocator, for the constructors of storages: torch.FloatStorage(allocator, 1000). It must
** outlive them.
*/
TH_API void luaTH_pushallocator(lua_State *L, const THAllocator *allocator);

#endif
