/*
** Torch7's luaT for extensions in C: registering functions and types, passing values to Lua and
** back (luaT.h). Every function that reaches Lua from here is wrapped by the guard (guard.c).
*/
#include <string.h>

#include "TH/compat/THCompatAllocator.h"
#include "TH/compat/THCompatConv.h"
#include "TH/compat/THCompatFile.h"
#include "TH/compat/THSize.h"
#include "torch7/guard.h"

#define LUAT_KEEPS_NAMES
#include "torch7/luaT.h"

/* A function of each object file of lib/TH/compat that only extensions use, so that the linker puts
   the file into the module. */
static void (*const for_extensions[])(void) __attribute__((used)) = {
  (void (*)(void))THCompat_conv, (void (*)(void))THCompat_newMapped,
  (void (*)(void))THDiskFile_new, (void (*)(void))THCompat_sizeDesc};

/* --- functions for Lua --- */

void luaT_setfuncs(lua_State *L, const luaL_Reg *list, int nup)
{
  luaL_checkstack(L, nup + 3, "too many upvalues");
  for (; list->name; list++) {
    for (int i = 0; i < nup; i++) lua_pushvalue(L, -nup);
    luaT_pushcclosure(L, list->func, nup);
    lua_setfield(L, -(nup + 2), list->name);
  }
  lua_pop(L, nup);
}

void luaT_register(lua_State *L, const char *name, const luaL_Reg *list)
{
  if (name) {
    lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
    lua_getfield(L, -1, name);
    if (!lua_istable(L, -1)) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_setglobal(L, name);
      lua_pushvalue(L, -1);
      lua_setfield(L, -3, name);
    }
    lua_remove(L, -2);
  }
  luaT_setfuncs(L, list, 0);
}

void luaT_registeratname(lua_State *L, const luaL_Reg *list, const char *name)
{
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushstring(L, name);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  luaT_setfuncs(L, list, 0);
  lua_pop(L, 1);
}

/* --- types --- */

typedef enum Kind { TENSOR, STORAGE, GENERATOR, OBJECT } Kind;

/* The kind of a type name: "torch.FloatTensor", "torch.LongStorage", "nn.Linear". Sets dtype for
   the first two. */
static Kind kind_of(const char *name, int *dtype)
{
  static const struct { const char *end; Kind kind; } ends[] = {
    {"Tensor", TENSOR}, {"Storage", STORAGE}};
  const size_t length = strlen(name);
  char middle[16];
  *dtype = TH_UNDEFINED;
  if (strcmp(name, "torch.Generator") == 0) return GENERATOR;
  if (strncmp(name, "torch.", 6) != 0) return OBJECT;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    const size_t end = strlen(ends[k].end);
    if (length < 6 + end || length - 6 - end >= sizeof middle) continue;
    if (strcmp(name + length - end, ends[k].end) != 0) continue;
    memcpy(middle, name + 6, length - 6 - end);
    middle[length - 6 - end] = 0;
    if ((*dtype = THDtype_find(middle)) != TH_UNDEFINED) return ends[k].kind;
  }
  return OBJECT;
}

/* Push a function of the module. */
static void push_function(lua_State *L, const char *name)
{
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "tensor");
  if (!lua_istable(L, -1)) luaL_error(L, "%s: require 'torch' or 'tensor' first", name);
  lua_getfield(L, -1, name);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

static void push_guarded(lua_State *L, lua_CFunction function)
{
  if (function) luaT_pushcclosure(L, function, 0);
  else lua_pushnil(L);
}

const char *luaT_newlocalmetatable(lua_State *L, const char *name, const char *parent,
                                   lua_CFunction constructor, lua_CFunction destructor,
                                   lua_CFunction factory, int module)
{
  if (module < 0 && module > LUA_REGISTRYINDEX) module = lua_gettop(L) + 1 + module;
  push_function(L, "newmetatable");
  lua_pushstring(L, name);
  lua_pushstring(L, parent);
  push_guarded(L, constructor);
  push_guarded(L, destructor);
  push_guarded(L, factory);
  if (module) lua_pushvalue(L, module);
  lua_call(L, module ? 6 : 5, 1);
  return name;
}

const char *luaT_newmetatable(lua_State *L, const char *name, const char *parent,
                              lua_CFunction constructor, lua_CFunction destructor,
                              lua_CFunction factory)
{
  return luaT_newlocalmetatable(L, name, parent, constructor, destructor, factory, 0);
}

int luaT_pushmetatable(lua_State *L, const char *name)
{
  push_function(L, "getmetatable");
  lua_pushstring(L, name);
  lua_call(L, 1, 1);
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

/* The text stays valid as long as the metatable. */
const char *luaT_typename(lua_State *L, int index)
{
  const char *name = NULL;
  if (!luaL_getmetafield(L, index, "__typename")) return NULL;
  if (lua_type(L, -1) == LUA_TSTRING) name = lua_tostring(L, -1);
  lua_pop(L, 1);
  return name;
}

/* The name is that of the metatable, which lives as long as the type. */
const char *luaT_typenameid(lua_State *L, const char *name)
{
  const char *kept = NULL;
  if (!luaT_pushmetatable(L, name)) return NULL;
  lua_getfield(L, -1, "__typename");
  if (lua_type(L, -1) == LUA_TSTRING) kept = lua_tostring(L, -1);
  lua_pop(L, 2);
  return kept;
}

int luaT_classmodulename(const char *name, char *module)
{
  const char *dot = strrchr(name, '.');
  const size_t length = dot ? (size_t)(dot - name) : 0;
  memcpy(module, name, length);
  module[length] = 0;
  return dot != NULL;
}

const char *luaT_classrootname(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

/* --- values --- */

static const char object_magic;

typedef struct Object { luaTH_Block block; void *pointer; } Object;

static Object *to_object(lua_State *L, int index)
{
  Object *o = lua_touserdata(L, index);
  return o && lua_rawlen(L, index) == sizeof *o && o->block.magic == &object_magic ? o : NULL;
}

/* 1 if the class of the value at index is name or inherits from it. Each metatable's own metatable
   has the parent in __index. */
static int inherits(lua_State *L, int index, const char *name)
{
  const int top = lua_gettop(L);
  int found = 0;
  luaL_checkstack(L, 6, "too many values");
  if (lua_getmetatable(L, index) && luaT_pushmetatable(L, name)) {
    lua_insert(L, -2);
    while (!(found = lua_rawequal(L, -1, -2))) {
      if (!lua_istable(L, -1) || !lua_getmetatable(L, -1)) break;
      lua_pushliteral(L, "__index");
      lua_rawget(L, -2);
      lua_replace(L, top + 2);
      lua_settop(L, top + 2);
    }
  }
  lua_settop(L, top);
  return found;
}

static void push_object(lua_State *L, void *pointer, const char *name)
{
  Object *o = lua_newuserdata(L, sizeof *o);
  *o = (Object){.block = {NULL, &object_magic}};
  if (!luaT_pushmetatable(L, name)) luaL_error(L, "there is no type %s", name);
  o->pointer = pointer;
  lua_setmetatable(L, -2);
  THCompat_forget(pointer);
  THCompat_hasObjects();
}

/* Push the userdata of a tensor. One that Lua owns is usually an argument of the call: look there
   first. */
static void push_tensor(lua_State *L, THTensor *t)
{
  if (THCompat_isCounted(t)) {
    luaT_pushcounted(L, t);
    return;
  }
  for (int i = lua_gettop(L); i > 0; i--)
    if (luaTH_totensor(L, i) == t) {
      lua_pushvalue(L, i);
      return;
    }
  luaTH_pushtensor(L, t);
}

void luaT_pushudata(lua_State *L, void *object, const char *name)
{
  int dtype;
  const Kind kind = kind_of(name, &dtype);
  luaL_checkstack(L, 6, "too many values");
  if (!object) {
    lua_pushnil(L);
  } else if (kind == TENSOR) {
    push_tensor(L, object);
  } else if (kind == STORAGE) {
    *luaTH_newstorage(L, dtype) = object;
    THCompat_forget(object);
  } else if (kind == GENERATOR) {
    *luaTH_newgenerator(L) = *(THGenerator *)object;
    THFree(object);
  } else {
    push_object(L, object, name);
  }
}

static void *to_tensor(lua_State *L, int index, int dtype)
{
  THTensor *t = luaTH_totensor(L, index);
  if (!t || t->dtype != dtype || THTensor_device(t)) return NULL;
  if (THTensor_operand(THTensor_typeText(dtype).text, t)) luaL_argerror(L, index, TH_error());
  return luaT_mine(t);
}

void *luaT_toudata(lua_State *L, int index, const char *name)
{
  int dtype;
  switch (kind_of(name, &dtype)) {
  case TENSOR: return to_tensor(L, index, dtype);
  case STORAGE: {
    THStorage *s = luaTH_tostorage(L, index);
    return s && s->dtype == dtype ? s : NULL;
  }
  case GENERATOR: return luaTH_togenerator(L, index);
  default: {
    const Object *o = to_object(L, index);
    if (!o || !inherits(L, index, name)) return NULL;
    THCompat_hasObjects();
    return o->pointer;
  }
  }
}

int luaT_isudata(lua_State *L, int index, const char *name)
{
  return luaT_toudata(L, index, name) != NULL;
}

int luaT_typerror(lua_State *L, int index, const char *name)
{
  const char *got = luaT_typename(L, index);
  const char *text =
      lua_pushfstring(L, "%s expected, got %s", name, got ? got : luaL_typename(L, index));
  return luaL_argerror(L, index, text);
}

void *luaT_checkudata(lua_State *L, int index, const char *name)
{
  void *pointer = luaT_toudata(L, index, name);
  if (!pointer) luaT_typerror(L, index, name);
  return pointer;
}

/* --- whole numbers --- */

void luaT_pushlong(lua_State *L, long value)
{
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)value);
#else
  lua_pushnumber(L, (lua_Number)value);
#endif
}

void luaT_pushinteger(lua_State *L, ptrdiff_t value)
{
  luaT_pushlong(L, value);
}

long luaT_tolong(lua_State *L, int index)
{
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) return (long)lua_tointeger(L, index);
#endif
  return (long)lua_tonumber(L, index);
}

long luaT_checklong(lua_State *L, int index)
{
  luaL_checknumber(L, index);
  return luaT_tolong(L, index);
}

ptrdiff_t luaT_checkinteger(lua_State *L, int index)
{
  return luaT_checklong(L, index);
}

int luaT_checkboolean(lua_State *L, int index)
{
  luaL_checktype(L, index, LUA_TBOOLEAN);
  return lua_toboolean(L, index);
}

int luaT_optboolean(lua_State *L, int index, int otherwise)
{
  return lua_isnoneornil(L, index) ? otherwise : luaT_checkboolean(L, index);
}

/* --- fields --- */

static void check_field(lua_State *L, int ok, int index, const char *field, const char *expected)
{
  if (ok) return;
  const char *got = luaT_typename(L, -1);
  luaL_error(L, "bad argument #%d (field %s is a %s, not a %s)", index, field,
             got ? got : luaL_typename(L, -1), expected);
}

static int push_field(lua_State *L, int index, const char *field, int type)
{
  lua_getfield(L, index, field);
  check_field(L, lua_type(L, -1) == type, index, field, lua_typename(L, type));
  return lua_gettop(L);
}

void *luaT_getfieldcheckudata(lua_State *L, int index, const char *field, const char *name)
{
  lua_getfield(L, index, field);
  void *pointer = luaT_toudata(L, lua_gettop(L), name);
  check_field(L, pointer != NULL, index, field, name);
  return pointer;
}

void *luaT_getfieldchecklightudata(lua_State *L, int index, const char *field)
{
  return lua_touserdata(L, push_field(L, index, field, LUA_TLIGHTUSERDATA));
}

double luaT_getfieldchecknumber(lua_State *L, int index, const char *field)
{
  return lua_tonumber(L, push_field(L, index, field, LUA_TNUMBER));
}

int luaT_getfieldcheckint(lua_State *L, int index, const char *field)
{
  return (int)luaT_getfieldchecknumber(L, index, field);
}

const char *luaT_getfieldcheckstring(lua_State *L, int index, const char *field)
{
  return lua_tostring(L, push_field(L, index, field, LUA_TSTRING));
}

int luaT_getfieldcheckboolean(lua_State *L, int index, const char *field)
{
  return lua_toboolean(L, push_field(L, index, field, LUA_TBOOLEAN));
}

void luaT_getfieldchecktable(lua_State *L, int index, const char *field)
{
  push_field(L, index, field, LUA_TTABLE);
}

/* --- bytes --- */

void *luaT_alloc(lua_State *L, ptrdiff_t bytes)
{
  (void)L;
  return THAlloc(bytes);
}

void *luaT_realloc(lua_State *L, void *data, ptrdiff_t bytes)
{
  (void)L;
  return THRealloc(data, bytes);
}

void luaT_free(lua_State *L, void *data)
{
  (void)L;
  THFree(data);
}

/* --- functions of torch --- */

/* Call the module's function of that name with the values on the stack, and return its results. */
static int call_named(lua_State *L, const char *name)
{
  push_function(L, name);
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

#define NAMED(name)                   \
int luaT_lua_##name(lua_State *L)     \
{                                     \
  return call_named(L, #name);        \
}
NAMED(newmetatable)
NAMED(factory)
NAMED(getconstructortable)
NAMED(typename)
NAMED(isequal)
NAMED(pointer)
NAMED(setenv)
NAMED(getenv)
NAMED(getmetatable)
NAMED(version)
NAMED(setmetatable)
NAMED(metatype)
NAMED(pushudata)
#undef NAMED

/* --- old names --- */

int luaT_pushmetaclass(lua_State *L, const char *name)
{
  return luaT_pushmetatable(L, name);
}

const char *luaT_id(lua_State *L, int index)
{
  return luaT_typename(L, index);
}

const char *luaT_id2typename(lua_State *L, const char *id)
{
  (void)L;
  return id;
}

const char *luaT_typename2id(lua_State *L, const char *name)
{
  return luaT_typenameid(L, name);
}

int luaT_getmetaclass(lua_State *L, int index)
{
  return lua_getmetatable(L, index);
}

const char *luaT_checktypename2id(lua_State *L, const char *name)
{
  const char *id = luaT_typenameid(L, name);
  if (!id) luaL_error(L, "there is no type %s", name);
  return id;
}

void luaT_registeratid(lua_State *L, const luaL_Reg *list, const char *id)
{
  luaT_registeratname(L, list, id);
}
