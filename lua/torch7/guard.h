/* The interface of guard.c for luaT.c: tensors on their way between an extension and Lua. */
#ifndef LUA_GUARD_H
#define LUA_GUARD_H

#include "core/luaTH.h"
#include "TH/compat/THCompatTensor.h"

/* The header by which the extension knows a tensor of Lua: the extension's own if it made and
   pushed the tensor in this call, else t. */
THTensor *luaT_mine(THTensor *t);

/* Raise an error of a C function that was called by FFI, in the coroutine that runs: L or one that
   was resumed from it (errors.c). */
void luaT_raise(lua_State *L, int argument, const char *text) __attribute__((noreturn));

/* Push the userdata of a tensor that the extension made; takes over one reference. */
void luaT_pushcounted(lua_State *L, THTensor *t);

#endif
