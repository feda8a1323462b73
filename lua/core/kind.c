/*
** Find kinds of tensors by name ("torch.FloatTensor"), type object or option ({dtype = 'float'}),
** and keep the kind that constructors make. The dtype of a kind found here is declared and its
** layout is registered; the caller must check whether the dtype is built.
*/
#include "core/signature.h"

#include <stdio.h>
#include <string.h>

static const char default_key; /* key of the registry */

/* --- names --- */

/* The name of the layout of a kind, or NULL if it is strided. */
static const char *layout_name(int kind)
{
  const int layout = luaTH_layoutOf(kind);
  return layout ? THLayout_numbered(layout)->name : NULL;
}

THTypeText luaTH_kindText(int kind)
{
  return TH_typeName(luaTH_dtypeOf(kind), luaTH_isOnDevice(kind), layout_name(kind), "Tensor");
}

THTypeText luaTH_storageKindText(int kind)
{
  return TH_typeName(luaTH_dtypeOf(kind), luaTH_isOnDevice(kind), NULL, "Storage");
}

THTypeText luaTH_storageText(const THStorage *s)
{
  return luaTH_storageKindText(luaTH_storageKind(s));
}

static void set_text(lua_State *L, const char *name, const char *value)
{
  lua_pushstring(L, value);
  lua_setfield(L, -2, name);
}

void luaTH_describetype(lua_State *L, int kind)
{
  set_text(L, "dtype", THDtype_traits(luaTH_dtypeOf(kind))->option);
  set_text(L, "name", luaTH_kindText(kind).text);
  set_text(L, "device", luaTH_isOnDevice(kind) ? "cuda" : "cpu");
  lua_pushboolean(L, luaTH_isOnDevice(kind));
  lua_setfield(L, -2, "isCuda");
}

/* --- finding --- */

/* The kind of a name such as "sparse.Float"; dot points to the dot in it. */
static int find_kind_of_layout(const char *name, const char *dot, int is_cuda)
{
  char layout[32];
  snprintf(layout, sizeof layout, "%.*s", (int)(dot - name), name);
  const THLayoutType *type = THLayout_named(layout);
  const int dtype = THDtype_find(dot + 1);
  if (!type || !THDtype_isBuilt(dtype) || !THLayout_has(type->number, dtype, is_cuda))
    return TH_UNDEFINED;
  return luaTH_kind(dtype, is_cuda, type->number);
}

/* The kind of a name without "torch." and "Tensor": "Float", "Cuda", "CudaInt", "cuda.Float",
   "sparse.Float", "cuda.sparse.Float". */
static int find_kind(const char *name)
{
  const int is_cuda = strncmp(name, "Cuda", 4) == 0 || strncmp(name, "cuda.", 5) == 0;
  if (is_cuda) name += *name == 'C' ? 4 : 5;
  const char *dot = strchr(name, '.');
  if (dot) return find_kind_of_layout(name, dot, is_cuda);
  if (!is_cuda) return THDtype_find(name);
  const int dtype = *name ? THDtype_find(name) : TH_FLOAT;
  return THDtype_isBuilt(dtype) ? luaTH_kind(dtype, 1, 0) : TH_UNDEFINED;
}

int luaTH_todtype(lua_State *L, int index)
{
  const int kind = luaTH_tokind(L, index);
  return kind == luaTH_dtypeOf(kind) ? kind : TH_UNDEFINED;
}

int luaTH_deviceOf(lua_State *L, int kind)
{
  if (!luaTH_isOnDevice(kind)) return 0;
  luaTH_pushcuda(L, "getDevice");
  lua_call(L, 0, 1);
  const int device = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return device;
}

void luaTH_rawfield(lua_State *L, int index, const char *name)
{
  lua_pushvalue(L, index);
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

/* The kind of the text of a type name or an option; name is not needed afterwards. */
static int kind_named(const char *name, size_t length)
{
  char text[64];
  int kind = THDtype_findOption(name);
  if (kind) return kind;
  if (strncmp(name, "torch.", 6) == 0 && length > 12 && length < 6 + sizeof text &&
      strcmp(name + length - 6, "Tensor") == 0) {
    memcpy(text, name + 6, length - 12);
    text[length - 12] = 0;
    name = text;
  }
  return find_kind(name);
}

void luaTH_moveto(lua_State *L, int kind, int device)
{
  if (!device) return;
  const THTensor *here = luaTH_totensor(L, -1);
  luaTH_result(L, THTensor_to(luaTH_newtensor(L, kind), here, device, TH_UNDEFINED), 0);
}

/* Push the type object that the table at index stands for: in a sandbox scripts see, in the place
   of a type, a table whose metatable has it as __type. Other tables stand for themselves. */
static void push_real_type(lua_State *L, int index)
{
  if (!luaL_getmetafield(L, index, "__type")) lua_pushvalue(L, index);
  else if (!lua_istable(L, -1)) lua_newtable(L); /* no type */
}

int luaTH_tokind(lua_State *L, int index)
{
  size_t length;
  const int top = lua_gettop(L);
  if (lua_istable(L, index)) {
    push_real_type(L, index);
    luaTH_rawfield(L, -1, "name");
    index = lua_gettop(L);
  }
  const char *name =
      lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, &length) : NULL;
  const int kind = name ? kind_named(name, length) : TH_UNDEFINED;
  lua_settop(L, top);
  return kind;
}

int luaTH_totypekind(lua_State *L, int index)
{
  if (!lua_istable(L, index)) return TH_UNDEFINED;
  const int kind = luaTH_tokind(L, index);
  if (!THDtype_isBuilt(luaTH_dtypeOf(kind))) return TH_UNDEFINED;
  push_real_type(L, index);
  luaTH_pushtype(L, kind);
  const int is_type = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_type ? kind : TH_UNDEFINED;
}

int luaTH_defaultkind(lua_State *L)
{
  luaTH_getregistry(L, &default_key);
  int kind = (int)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return kind;
}

int luaTH_defaultfloat(lua_State *L)
{
  const int dtype = luaTH_dtypeOf(luaTH_defaultkind(L));
  return THDtype_traits(dtype)->floating ? dtype : TH_FLOAT;
}

void luaTH_setdefaultkind(lua_State *L, int kind)
{
  lua_pushnumber(L, kind);
  luaTH_setregistry(L, &default_key);
}

/* --- options --- */

/* Whether the list of words has that word. */
static int has_word(const char *list, const char *word)
{
  const size_t length = strlen(word);
  for (const char *p = list; *p; p += strspn(p, " ")) {
    const size_t next = strcspn(p, " ");
    if (next == length && strncmp(p, word, length) == 0) return 1;
    p += next;
  }
  return 0;
}

/* Push "is a", "are a and b" or "are a, b and c" for the words. */
static const char *push_listed(lua_State *L, const char *words)
{
  const char *last = strrchr(words, ' ');
  if (!last) return lua_pushfstring(L, "is %s", words);
  lua_pushlstring(L, words, (size_t)(last - words));
  const char *others = luaL_gsub(L, lua_tostring(L, -1), " ", ", ");
  return lua_pushfstring(L, "are %s and %s", others, last + 1);
}

void luaTH_checkoptions(lua_State *L, const char *name, int index, const char *options)
{
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      luaL_error(L, "%s: options are named, as in {dtype = 'double'}", name);
    const char *given = lua_tostring(L, -2);
    if (!has_word(options, given))
      luaL_error(L, "%s: there is no option '%s'; there %s", name, given, push_listed(L, options));
  }
}

/* The value at the top as an error shows it. */
static const char *shown(lua_State *L)
{
  return lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
}

int luaTH_dtypeOption(lua_State *L, const char *name, int index, int otherwise)
{
  luaTH_rawfield(L, index, "dtype");
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return otherwise;
  }
  int dtype = luaTH_todtype(L, lua_gettop(L));
  if (!THDtype_isBuilt(dtype))
    luaL_error(L, "%s: dtype '%s' is unknown; an example is 'float'", name, shown(L));
  lua_pop(L, 1);
  return dtype;
}

int luaTH_readdtype(lua_State *L, const char *name, int index, int otherwise)
{
  luaTH_checkoptions(L, name, index, "dtype");
  return luaTH_dtypeOption(L, name, index, otherwise);
}

static void check_options(const luaTH_Call *call, const luaTH_Value *options)
{
  luaTH_checkoptions(call->L, call->name, options->index,
                     call->row->flags & LUATH_FORMATTED ? "dtype memoryFormat" : "dtype");
}

int luaTH_optiondtype(luaTH_Call *call, const luaTH_Value *options, int otherwise)
{
  if (!options->given) return otherwise;
  check_options(call, options);
  return luaTH_dtypeOption(call->L, call->name, options->index, otherwise);
}

int luaTH_optionformat(luaTH_Call *call, const luaTH_Value *options, int otherwise)
{
  lua_State *L = call->L;
  if (!options->given) return otherwise;
  check_options(call, options);
  luaTH_rawfield(L, options->index, "memoryFormat");
  int format = otherwise;
  if (!lua_isnil(L, -1)) {
    format = lua_type(L, -1) == LUA_TSTRING ? THFormat_find(lua_tostring(L, -1)) : -1;
    if (format < 0)
      luaL_error(L, "%s: memoryFormat '%s' is unknown; an example is 'channelsLast'", call->name,
                 shown(L));
  }
  lua_pop(L, 1);
  return format;
}

int luaTH_likeformat(luaTH_Call *call, const luaTH_Value *options)
{
  const int format = luaTH_optionformat(call, options, -1);
  if (format >= 0) return format;
  return luaTH_isTorch7(call->L) ? TH_FORMAT_CONTIGUOUS : TH_FORMAT_PRESERVE;
}

int luaTH_checkresult(const luaTH_Call *call)
{
  const THTensor *x = call->arg[0].tensor, *given = call->result[0];
  const int layout = THLayout_number(x->layout);
  if (!call->given[0]) return TH_OK;
  if (given->dtype == x->dtype && THLayout_number(given->layout) == layout) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: the result is a %s, expected a %s", call->name,
                 luaTH_kindText(luaTH_kindOf(given)).text,
                 luaTH_kindText(luaTH_kind(x->dtype, THTensor_device(given), layout)).text);
}

int luaTH_resultdtype(luaTH_Call *call, const luaTH_Value *options)
{
  THTensor *r = call->result[0];
  const int kind = luaTH_defaultkind(call->L);
  const int dtype =
      luaTH_optiondtype(call, options, call->given[0] ? r->dtype : luaTH_dtypeOf(kind));
  if (!call->given[0]) r->device = (uint8_t)luaTH_deviceOf(call->L, kind);
  else if (dtype != r->dtype)
    luaL_error(call->L, "%s: the result is a %s, but the options ask for a %s", call->name,
               THTensor_typeText(r->dtype).text, THTensor_typeText(dtype).text);
  return dtype;
}
