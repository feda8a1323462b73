/*
** For C programs that embed Lua, and for modules in C: the binding as a library, and functions that
** exchange tensors with a Lua state. Link libtensor_lua<abi>.a before libTH.a.
**
**   luaL_openlibs(L);
**   luaTH_openmodule(L, "<lua>");       the folder of its part in Lua: tensor/init.lua, ...
**   lua_setglobal(L, "tensor");
**
** The module needs Lua's base library, package (for require), string, table and math. Scripts need
** not see package. Functions that need another library, such as io, say so when they are called.
**
** examples/host.c is a complete program. Call the functions below only after the state has required
** tensor.core. They raise Lua errors, so call them under a pcall. Modules in C find them in
** tensor.core itself.
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

/*
** Push the module, as require 'tensor' gives it. Its part in C is the program's own, its part in
** Lua is looked for in folder first, which goes in front of package.path. Raises what require does.
*/
TH_API void luaTH_openmodule(lua_State *L, const char *folder);

/*
** Push the module for scripts that are not trusted, in a state of their own in which the host has
** opened Lua's libraries and no script has run. What is left computes with tensors. Files, native
** pointers, FFI, shared memory, DLPack, workers, devices, libraries, the prompt and whatever
** changes settings of the process raise "NAME: not available in a sandbox", and Lua's own globals
** that reach out are taken away (io, package, debug, load of bytecode, ...); globals of the host
** stay, and are the host's to judge. The limits hold for this state, and scripts cannot change
** them: bytes of all tensors, bytes of one, and the seconds from now after which operations stop; 0
** is no limit, as is NULL. A script that computes without tensors is bounded by Lua's hooks and by
** the allocator of the state only. Raises what is raised by the module's files.
*/
typedef struct luaTH_Limits {
  int64_t bytes, largest;
  double seconds;
} luaTH_Limits;
TH_API void luaTH_openSandboxed(lua_State *L, const char *folder, const luaTH_Limits *limits);

/* The loader of 'tensor.core', the part in C, for package.preload. */
TH_API int luaopen_tensor_core(lua_State *L);

/* Push a tensor that shares the storage of t: a new header, with its own reference to the
   storage. Raises for NULL, and for a tensor without an element type. */
TH_API void luaTH_pushtensor(lua_State *L, const THTensor *t);

/*
** The tensor at index, or NULL if the value there is not a tensor. The userdata owns the tensor:
** take a reference with THTensor_set, or leave the value on the stack while you use it.
*/
TH_API THTensor *luaTH_totensor(lua_State *L, int index);

/*
** Push an allocator, to be given to the constructor of a storage: torch.FloatStorage(allocator,
** 1000). The allocator must outlive these storages.
*/
TH_API void luaTH_pushallocator(lua_State *L, const THAllocator *allocator);

/* The settings below may be made before the module is opened. */

/*
** Set where this state's tensors on the CPU come from, results and temporaries too; NULL for the
** process's allocator (TH_setAllocator). Storages that a script gives an allocator of its own have
** that one. It must outlive the state and every storage that was made with it. Raises for an
** allocator that cannot serve.
*/
TH_API void luaTH_setAllocator(lua_State *L, const THAllocator *allocator);

/*
** Stop this state's operations, and raise "NAME: stopped ...", while *flag is not 0, or once so
** many seconds have passed from now. NULL and INFINITY: no longer. Any thread, and a signal
** handler, may change *flag, atomically; it must be there as long as the state. The call raises for
** a negative time. What is stopped when, and what not, is told in THStop.h: a script that computes
** without tensors is stopped by Lua's hooks only.
*/
TH_API void luaTH_setCancel(lua_State *L, const int *flag);
TH_API void luaTH_setTimeBudget(lua_State *L, double seconds);

/*
** Who collects garbage, for hosts that draw frames. By default a call that makes tensors begins
** with a whole collection when there is enough of it. With on, none does, unless the call would
** fail for want of memory; the host makes a step at the end of each frame, for at most so many
** seconds (and one piece, which takes some 10 microseconds, in any case). The step returns 1 if a
** collection has ended with it. Errors of finalizers come out of it, as out of lua_gc.
*/
TH_API void luaTH_collectByHost(lua_State *L, int on);
TH_API int luaTH_collectStep(lua_State *L, double seconds);

#endif
