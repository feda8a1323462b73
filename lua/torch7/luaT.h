/*
** luaT for C extensions written against Torch7: functions that pass tensors, and types of an
** extension's own, to Lua and back. doc/c-extensions.md shows how to build an extension.
**
** Every C function passed to Lua while this header is included, by whatever function of Lua's API,
** is called through a guard: THError and THArgCheck become Lua errors that name the function and
** the argument, and objects that the call made and did not free are freed.
*/
#ifndef LUAT_H
#define LUAT_H

#include <lua.h>
#include <lauxlib.h>

#include <stddef.h>
#include <stdio.h>

#include "TH/platform/THExport.h"

#ifdef __cplusplus
#define LUAT_API extern "C" TH_EXPORT
#else
#define LUAT_API extern TH_EXPORT
#endif

/* Declare a module's opening function so: LUA_EXTERNC DLL_EXPORT int luaopen_x(...). */
#ifdef __cplusplus
#define LUA_EXTERNC extern "C"
#else
#define LUA_EXTERNC extern
#endif
#define DLL_EXPORT TH_EXPORT
#define DLL_IMPORT

/* --- functions for Lua --- */

/*
** Like Lua's functions of these names: push a closure; store all functions of a list in the table
** below nup values; store them in module name, or in the table at the top if name is NULL.
*/
LUAT_API void luaT_pushcclosure(lua_State *L, lua_CFunction function, int nup);
LUAT_API void luaT_setfuncs(lua_State *L, const luaL_Reg *list, int nup);
LUAT_API void luaT_register(lua_State *L, const char *name, const luaL_Reg *list);

/* Store functions in the field name, a table, of the table at the top. */
LUAT_API void luaT_registeratname(lua_State *L, const luaL_Reg *list, const char *name);

/* Like Lua's own. Tensors that were pushed are brought up to date on both sides. */
LUAT_API void luaT_call(lua_State *L, int arguments, int results);
LUAT_API int luaT_pcall(lua_State *L, int arguments, int results, int handler);

/* --- types --- */

/*
** Make a class, as torch.newmetatable does, and push its metatable. parent, constructor, destructor
** and factory may be NULL. The constructor table is stored where the name says, or in the table at
** index module (0: none).
*/
LUAT_API const char *luaT_newlocalmetatable(lua_State *L, const char *name, const char *parent,
                                            lua_CFunction constructor, lua_CFunction destructor,
                                            lua_CFunction factory, int module);
LUAT_API const char *luaT_newmetatable(lua_State *L, const char *name, const char *parent,
                                       lua_CFunction constructor, lua_CFunction destructor,
                                       lua_CFunction factory);

/* Push the table with the methods of a type ("torch.FloatTensor") and return 1, or push nothing and
   return 0. */
LUAT_API int luaT_pushmetatable(lua_State *L, const char *name);

/* The name of a value's type; NULL if it has none. */
LUAT_API const char *luaT_typename(lua_State *L, int index);

/* name, as kept with its type; NULL if there is no such type. */
LUAT_API const char *luaT_typenameid(lua_State *L, const char *name);

/* Split "nn.Linear": the first copies "nn" and returns whether there is a module part; the second
   returns "Linear". */
LUAT_API int luaT_classmodulename(const char *name, char *module);
LUAT_API const char *luaT_classrootname(const char *name);
#define luaT_outerparentname luaT_classmodulename

/* --- values --- */

/*
** Push the value for a pointer: a tensor (THFloatTensor *), storage or generator under its type
** name, or an object of a class, whose destructor will free it. Lua takes over the reference. A
** tensor may still be changed through the pointer until the call returns. NULL pushes nil.
*/
LUAT_API void luaT_pushudata(lua_State *L, void *object, const char *name);

/* The pointer of the value at index. If the value has another type, toudata returns NULL and
   checkudata raises. */
LUAT_API void *luaT_toudata(lua_State *L, int index, const char *name);
LUAT_API void *luaT_checkudata(lua_State *L, int index, const char *name);
LUAT_API int luaT_isudata(lua_State *L, int index, const char *name);
LUAT_API int luaT_typerror(lua_State *L, int index, const char *name);

LUAT_API int luaT_checkboolean(lua_State *L, int index);
LUAT_API int luaT_optboolean(lua_State *L, int index, int otherwise);

/* Whole numbers: exact up to 2^53 in every Lua, and all of them where Lua has integers. The first
   of each is for long, the other for ptrdiff_t; tolong returns 0 for what is no number. */
LUAT_API void luaT_pushlong(lua_State *L, long value);
LUAT_API long luaT_checklong(lua_State *L, int index);
LUAT_API long luaT_tolong(lua_State *L, int index);
LUAT_API void luaT_pushinteger(lua_State *L, ptrdiff_t value);
LUAT_API ptrdiff_t luaT_checkinteger(lua_State *L, int index);

/* Push a field of the table at index and return its value. Raise if it has another type. */
LUAT_API void *luaT_getfieldcheckudata(lua_State *L, int index, const char *field,
                                       const char *name);
LUAT_API void *luaT_getfieldchecklightudata(lua_State *L, int index, const char *field);
LUAT_API double luaT_getfieldchecknumber(lua_State *L, int index, const char *field);
LUAT_API int luaT_getfieldcheckint(lua_State *L, int index, const char *field);
LUAT_API const char *luaT_getfieldcheckstring(lua_State *L, int index, const char *field);
LUAT_API int luaT_getfieldcheckboolean(lua_State *L, int index, const char *field);
LUAT_API void luaT_getfieldchecktable(lua_State *L, int index, const char *field);

/* Memory, as THAlloc, THRealloc and THFree give it. */
LUAT_API void *luaT_alloc(lua_State *L, ptrdiff_t bytes);
LUAT_API void *luaT_realloc(lua_State *L, void *data, ptrdiff_t bytes);
LUAT_API void luaT_free(lua_State *L, void *data);

/* --- functions of torch, for Lua: torch.newmetatable and so on (doc/reference/torch7.md) --- */
LUAT_API int luaT_lua_newmetatable(lua_State *L);
LUAT_API int luaT_lua_factory(lua_State *L);
LUAT_API int luaT_lua_getconstructortable(lua_State *L);
LUAT_API int luaT_lua_typename(lua_State *L);
LUAT_API int luaT_lua_isequal(lua_State *L);
LUAT_API int luaT_lua_pointer(lua_State *L);
LUAT_API int luaT_lua_setenv(lua_State *L);
LUAT_API int luaT_lua_getenv(lua_State *L);
LUAT_API int luaT_lua_getmetatable(lua_State *L);
LUAT_API int luaT_lua_version(lua_State *L);
LUAT_API int luaT_lua_setmetatable(lua_State *L);
LUAT_API int luaT_lua_metatype(lua_State *L);
LUAT_API int luaT_lua_pushudata(lua_State *L);

/* --- names that Torch7 itself no longer used: a type's id is its name --- */
#define LUAT_DEPRECATED __attribute__((deprecated))

LUAT_API LUAT_DEPRECATED int luaT_pushmetaclass(lua_State *L, const char *name);
LUAT_API LUAT_DEPRECATED const char *luaT_id(lua_State *L, int index);
LUAT_API LUAT_DEPRECATED const char *luaT_id2typename(lua_State *L, const char *id);
LUAT_API LUAT_DEPRECATED const char *luaT_typename2id(lua_State *L, const char *name);
LUAT_API LUAT_DEPRECATED int luaT_getmetaclass(lua_State *L, int index);

/* Raises if there is no such type. */
LUAT_API LUAT_DEPRECATED const char *luaT_checktypename2id(lua_State *L, const char *name);
LUAT_API LUAT_DEPRECATED void luaT_registeratid(lua_State *L, const luaL_Reg *list,
                                                const char *id);

static inline void luaT_stackdump(lua_State *L)
{
  for (int i = 1; i <= lua_gettop(L); i++) {
    const char *name = luaT_typename(L, i);
    printf("%d: %s\n", i, name ? name : luaL_typename(L, i));
  }
}

/* --- Lua's names stand for the guarded functions; luaT.c keeps Lua's own --- */
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

/* Names of Lua 5.1 that later versions dropped. */
#if LUA_VERSION_NUM >= 502
#undef lua_objlen
#undef lua_strlen
#define lua_objlen lua_rawlen
#define lua_strlen lua_rawlen
#endif
/* Names of Lua 5.2 that 5.1 lacks. */
#if LUA_VERSION_NUM == 501
#define lua_pushglobaltable(L) lua_pushvalue(L, LUA_GLOBALSINDEX)
#define lua_setuservalue lua_setfenv
#define lua_getuservalue lua_getfenv
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
