/*
** For C extensions written against Torch7: its functions that bring tensors, and types of an
** extension's own, to Lua and back. doc/c-extensions.md says how an extension is built.
**
** Every C function that is given to Lua while this file is included, by whatever function of Lua's
** API, is called through a guard: THError and THArgCheck reach the caller as errors of Lua that
** name the function and the argument, and whatever the call had made and not given back is dropped.
*/
#ifndef LUAT_H
#define LUAT_H

#include <lua.h>
#include <lauxlib.h>

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
#define LUAT_API extern "C" __attribute__((visibility("default")))
#else
#define LUAT_API extern __attribute__((visibility("default")))
#endif

/* Functions that open a module are declared so: LUA_EXTERNC DLL_EXPORT int luaopen_x(...). */
#ifdef __cplusplus
#define LUA_EXTERNC extern "C"
#else
#define LUA_EXTERNC extern
#endif
#define DLL_EXPORT __attribute__((visibility("default")))
#define DLL_IMPORT

/* --- functions for Lua --- */

/* As Lua's own: a closure, all functions of a list into the table below nup values, and into the
   module name, or the table at the top where that is NULL. */
LUAT_API void luaT_pushcclosure(lua_State *L, lua_CFunction function, int nup);
LUAT_API void luaT_setfuncs(lua_State *L, const luaL_Reg *list, int nup);
LUAT_API void luaT_register(lua_State *L, const char *name, const luaL_Reg *list);

/* Into the field name, a table, of the table at the top. */
LUAT_API void luaT_registeratname(lua_State *L, const luaL_Reg *list, const char *name);

/* As Lua's own. Tensors that were pushed are up to date on both sides. */
LUAT_API void luaT_call(lua_State *L, int arguments, int results);
LUAT_API int luaT_pcall(lua_State *L, int arguments, int results, int handler);

/* --- types --- */

/*
** Makes a class, as torch.newmetatable does, and pushes its metatable; parent, constructor,
** destructor and factory may be NULL. The constructor table stands where the name says, or in the
** table at index module (0 for none).
*/
LUAT_API const char *luaT_newlocalmetatable(lua_State *L, const char *name, const char *parent,
                                            lua_CFunction constructor, lua_CFunction destructor,
                                            lua_CFunction factory, int module);
LUAT_API const char *luaT_newmetatable(lua_State *L, const char *name, const char *parent,
                                       lua_CFunction constructor, lua_CFunction destructor,
                                       lua_CFunction factory);

/* Pushes the table in which methods of a type are found ("torch.FloatTensor"), or nothing and
   returns 0. */
LUAT_API int luaT_pushmetatable(lua_State *L, const char *name);

/* The name of the type of a value, or NULL. */
LUAT_API const char *luaT_typename(lua_State *L, int index);
#define luaT_typenameid(L, name) (luaT_pushmetatable(L, name) ? (lua_pop(L, 1), (name)) : NULL)

/* "nn" and "Linear" of "nn.Linear". The first copies it, and says whether there is a module. */
LUAT_API int luaT_classmodulename(const char *name, char *module);
LUAT_API const char *luaT_classrootname(const char *name);
#define luaT_outerparentname luaT_classmodulename

/* --- values --- */

/*
** Push what a pointer stands for: a tensor (THFloatTensor *), storage or generator under its name,
** or an object of a class, whose destructor then owes it its end. The reference goes to Lua. A
** tensor may still be changed through the pointer until the call returns. NULL is nil.
*/
LUAT_API void luaT_pushudata(lua_State *L, void *object, const char *name);

/* The pointer of the value at index; where it is of another type NULL, or an error (check). */
LUAT_API void *luaT_toudata(lua_State *L, int index, const char *name);
LUAT_API void *luaT_checkudata(lua_State *L, int index, const char *name);
LUAT_API int luaT_isudata(lua_State *L, int index, const char *name);
LUAT_API int luaT_typerror(lua_State *L, int index, const char *name);

LUAT_API int luaT_checkboolean(lua_State *L, int index);
LUAT_API int luaT_optboolean(lua_State *L, int index, int otherwise);

/* Push a field of the table at index, and return it; an error where it is of another type. */
LUAT_API void *luaT_getfieldcheckudata(lua_State *L, int index, const char *field,
                                       const char *name);
LUAT_API void *luaT_getfieldchecklightudata(lua_State *L, int index, const char *field);
LUAT_API lua_Number luaT_getfieldchecknumber(lua_State *L, int index, const char *field);
LUAT_API int luaT_getfieldcheckint(lua_State *L, int index, const char *field);
LUAT_API const char *luaT_getfieldcheckstring(lua_State *L, int index, const char *field);
LUAT_API int luaT_getfieldcheckboolean(lua_State *L, int index, const char *field);
LUAT_API void luaT_getfieldchecktable(lua_State *L, int index, const char *field);

/* Bytes, as THAlloc and its kin. */
LUAT_API void *luaT_alloc(lua_State *L, ptrdiff_t bytes);
LUAT_API void *luaT_realloc(lua_State *L, void *data, ptrdiff_t bytes);
LUAT_API void luaT_free(lua_State *L, void *data);

static inline void luaT_stackdump(lua_State *L)
{
  for (int i = 1; i <= lua_gettop(L); i++) {
    const char *name = luaT_typename(L, i);
    printf("%d: %s\n", i, name ? name : luaL_typename(L, i));
  }
}

/* --- Lua's names, where luaT.c is not compiled --- */
#ifndef LUAT_KEEPS_NAMES
#undef lua_pushcfunction
#undef lua_call
#undef lua_pcall
#undef luaL_newlib
#define lua_pushcclosure luaT_pushcclosure
#define lua_pushcfunction(L, function) luaT_pushcclosure(L, function, 0)
#define luaL_register luaT_register
#define luaL_setfuncs luaT_setfuncs
#define luaL_newlib(L, list) (lua_newtable(L), luaT_setfuncs(L, list, 0))
#define lua_call luaT_call
#define lua_pcall luaT_pcall

/* Names of Lua 5.1 that later ones do not have. */
#if LUA_VERSION_NUM >= 502
#undef lua_objlen
#undef lua_strlen
#define lua_objlen lua_rawlen
#define lua_strlen lua_rawlen
#endif
#ifndef luaL_checkint
#define luaL_checkint(L, index) ((int)luaL_checkinteger(L, index))
#define luaL_optint(L, index, otherwise) ((int)luaL_optinteger(L, index, otherwise))
#endif
#ifndef luaL_checklong
#define luaL_checklong(L, index) ((long)luaL_checkinteger(L, index))
#define luaL_optlong(L, index, otherwise) ((long)luaL_optinteger(L, index, otherwise))
#endif
#endif

#endif
