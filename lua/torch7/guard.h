/* The guard of guard.c, for luaT.c: tensors on their way between an extension and Lua. */
#ifndef LUA_GUARD_H
#define LUA_GUARD_H

#include "core/luaTH.h"
#include "TH/compat/THCompatTensor.h"

/* The header by which the extension knows a tensor of Lua: another one where it made and pushed it
   in this call. */
THTensor *luaT_mine(THTensor *t);

/* Push the userdata of a tensor that the extension made; a reference goes with it. */
void luaT_pushcounted(lua_State *L, THTensor *t);

#endif
