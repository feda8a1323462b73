/*
** Userdata of tensors, storages and generators; the type objects and metatables; reading and
** pushing values; the settings of a state (default type, generators, Torch7's rules), which live in
** its registry.
**
** Invariant: a userdata is one of ours if its length and its magic word agree; its metatable is
** never asked, so that a script can change it without harm.
*/
#include "core/luaTH.h"

#include <stdatomic.h>
#include <string.h>

/* Addresses that no other library's userdata holds, and keys of the registry. */
static const char tensor_magic, storage_magic, sizes_magic, generator_magic;
static const char types_key, methods_key, typename_key;
static const char generator_key, generators_key, generator_metatable_key;
static const char cuda_key, torch7_key;

/* By family (LUATH_TENSORS, LUATH_STORAGES; constructors: LUATH_LAYOUTS and above too). */
static const char function_keys[2], constructor_keys[LUATH_LAYOUTS + TH_MAX_LAYOUTS];

/* By kind. Types of devices and layouts are rare and looked up in the table of types. */
static const char tensor_metatable_keys[TH_NUM_DTYPES];
static const char storage_metatable_keys[LUATH_NUM_STRIDED];

/* --- Torch7's rules --- */

/* Set once any state has asked for Torch7's rules, so that programs without them skip the look-up.
   Each state has a setting of its own. */
static atomic_int any_torch7;

/* settorch7(on): set this state's rules; require 'torch' calls it */
static int core_settorch7(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TBOOLEAN);
  if (lua_toboolean(L, 1)) atomic_store(&any_torch7, 1);
  lua_settop(L, 1);
  luaTH_setregistry(L, &torch7_key);
  return 0;
}

int luaTH_isTorch7(lua_State *L)
{
  if (!atomic_load_explicit(&any_torch7, memory_order_relaxed)) return 0;
  luaTH_getregistry(L, &torch7_key);
  const int on = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return on;
}

/* --- reading --- */

static void *to_block(lua_State *L, int index, const void *magic, size_t size)
{
  luaTH_Block *block = lua_touserdata(L, index); /* rawlen of a light userdata is 0 */
  return block && lua_rawlen(L, index) == size && block->magic == magic ? block : NULL;
}

THTensor *luaTH_totensor(lua_State *L, int index)
{
  luaTH_Tensor *u = to_block(L, index, &tensor_magic, sizeof *u);
  return u ? &u->tensor : NULL;
}

static luaTH_Sizes *to_sizes(lua_State *L, int index)
{
  luaTH_Sizes *u = lua_touserdata(L, index);
  const int is = u && lua_rawlen(L, index) > sizeof *u && u->storage.block.magic == &sizes_magic;
  return is ? u : NULL;
}

static int count_of(lua_State *L, int index)
{
  return (int)((lua_rawlen(L, index) - sizeof(luaTH_Sizes)) / sizeof(int64_t));
}

const int64_t *luaTH_tosizes(lua_State *L, int index, int *n)
{
  const luaTH_Sizes *u = to_sizes(L, index);
  if (!u || u->storage.storage) return NULL;
  *n = count_of(L, index);
  return u->size;
}

/* Not charged to the account: a script may ask for sizes after its budget is spent. */
static THStorage *new_sizes(lua_State *L, int n, const int64_t *sizes)
{
  THAccount *account = TH_setAccount(NULL);
  THStorage *s = THStorage_new(TH_LONG, n, luaTH_allocator(L));
  TH_setAccount(account);
  if (!s) luaTH_result(L, TH_ENOMEM, 0);
  if (n) memcpy(s->data, sizes, (size_t)n * sizeof *sizes);
  return s;
}

/* Give sizes a storage; setting its metatable again gives it a finalizer. */
static THStorage *storage_of_sizes(lua_State *L, int index, luaTH_Sizes *u)
{
  if (u->storage.storage) return u->storage.storage;
  THStorage *s = new_sizes(L, count_of(L, index), u->size);
  lua_pushvalue(L, index);
  if (lua_getmetatable(L, -1)) lua_setmetatable(L, -2);
  lua_pop(L, 1);
  return u->storage.storage = s;
}

THStorage *luaTH_toanystorage(lua_State *L, int index)
{
  luaTH_Storage *u = to_block(L, index, &storage_magic, sizeof *u);
  if (u) return u->storage;
  luaTH_Sizes *sizes = to_sizes(L, index);
  return sizes ? storage_of_sizes(L, index, sizes) : NULL;
}

THStorage *luaTH_tostorage(lua_State *L, int index)
{
  THStorage *s = luaTH_toanystorage(L, index);
  if (!s || s->device) return NULL;
  luaTH_result(L, THStorage_settle(s), 0);
  return s;
}

THGenerator *luaTH_togenerator(lua_State *L, int index)
{
  luaTH_Generator *u = to_block(L, index, &generator_magic, sizeof *u);
  return u ? &u->generator : NULL;
}

static int bad_argument(lua_State *L, int index, const char *expected)
{
  const char *message =
      lua_pushfstring(L, "%s expected, got %s", expected, luaL_typename(L, index));
  return luaL_argerror(L, index, message);
}

THTensor *luaTH_checktensor(lua_State *L, int index)
{
  THTensor *t = luaTH_totensor(L, index);
  if (!t) bad_argument(L, index, "Tensor");
  return t;
}

THStorage *luaTH_checkanystorage(lua_State *L, int index)
{
  THStorage *s = luaTH_toanystorage(L, index);
  if (!s) bad_argument(L, index, "Storage");
  return s;
}

THStorage *luaTH_checkstorage(lua_State *L, int index)
{
  THStorage *s = luaTH_checkanystorage(L, index);
  if (s->device) luaL_error(L, "storage: it is on device %d; copy it to the CPU first", s->device);
  luaTH_result(L, THStorage_settle(s), 0);
  return s;
}

/* --- pushing --- */

static void new_storage_type(lua_State *L, int kind);

static void push_metatable(lua_State *L, int kind)
{
  if (kind < TH_NUM_DTYPES) luaTH_getregistry(L, &tensor_metatable_keys[kind]);
  else luaTH_pushtype(L, kind);
}

void luaTH_pushstoragetype(lua_State *L, int kind)
{
  luaTH_getregistry(L, &storage_metatable_keys[kind]);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  new_storage_type(L, kind);
}

/* Push the userdata of an undefined tensor; it has no metatable yet. */
static THTensor *new_header(lua_State *L, int dtype)
{
  luaTH_countGarbage(L, sizeof(luaTH_Tensor));
  luaTH_Tensor *u = lua_newuserdata(L, sizeof *u);
  memset(u, 0, sizeof *u);
  u->block.magic = &tensor_magic;
  u->tensor.dtype = (int16_t)dtype;
  return &u->tensor;
}

THTensor *luaTH_newresult(lua_State *L, int dtype, int likely)
{
  THTensor *t = new_header(L, dtype);
  push_metatable(L, likely);
  lua_setmetatable(L, -2);
  return t;
}

THTensor *luaTH_newtyped(lua_State *L, int dtype, int likely)
{
  THTensor *t = new_header(L, dtype);
  if (likely < TH_NUM_DTYPES) lua_rawgeti(L, LUATH_TYPES, likely);
  else luaTH_pushtype(L, likely);
  lua_setmetatable(L, -2);
  return t;
}

THTensor *luaTH_newtensor(lua_State *L, int kind)
{
  return luaTH_newresult(L, luaTH_dtypeOf(kind), kind);
}

void luaTH_pushtensor(lua_State *L, const THTensor *t)
{
  luaTH_pushtypes(L);
  if (!lua_istable(L, -1)) luaL_error(L, "a tensor cannot be pushed before require 'tensor.core'");
  lua_pop(L, 1);
  if (!t) luaL_error(L, "there is no tensor at NULL that could be pushed");
  if (!THDtype_isBuilt(t->dtype))
    luaL_error(L, "a tensor without an element type cannot be pushed");
  THTensor_set(luaTH_newtensor(L, luaTH_kindOf(t)), t);
}

void luaTH_settype(lua_State *L, int index)
{
  THTensor *t = luaTH_totensor(L, index);
  lua_pushvalue(L, index);
  push_metatable(L, luaTH_kindOf(t));
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

int luaTH_takeBack(const char *op, THTensor *t, int kind)
{
  const int device = THTensor_device(t), became = luaTH_kindOf(t);
  THTensor_clear(t);
  t->dtype = (int16_t)luaTH_dtypeOf(kind);
  t->device = 0;
  if (luaTH_layoutOf(became) != luaTH_layoutOf(kind))
    return th_fail(TH_EUNSUPPORTED, "%s: the result is a %s, expected a %s", op,
                   luaTH_kindText(kind).text, luaTH_kindText(became).text);
  return th_fail(TH_EUNSUPPORTED, "%s: the result is a %s, the operands are on device %d", op,
                 luaTH_kindText(kind).text, device);
}

THStorage **luaTH_newstorage(lua_State *L, int kind)
{
  luaTH_countGarbage(L, sizeof(luaTH_Storage));
  luaTH_Storage *u = lua_newuserdata(L, sizeof *u);
  memset(u, 0, sizeof *u);
  u->block.magic = &storage_magic;
  luaTH_pushstoragetype(L, kind);
  lua_setmetatable(L, -2);
  return &u->storage;
}

THGenerator *luaTH_newgenerator(lua_State *L)
{
  luaTH_Generator *u = lua_newuserdata(L, sizeof *u);
  memset(u, 0, sizeof *u);
  u->block = (luaTH_Block){&u->generator, &generator_magic};
  THGenerator_init(&u->generator);
  luaTH_getregistry(L, &generator_metatable_key);
  lua_setmetatable(L, -2);
  return &u->generator;
}

/*
** Give the userdata below the metatable at the top, which it pops. From Lua 5.2 on a value gets a
** finalizer if its metatable has __gc at that moment, so it is taken out meanwhile. Nothing in
** between allocates, so that the collector cannot run without it.
*/
static void set_without_finalizer(lua_State *L)
{
#if LUA_VERSION_NUM >= 502
  const int metatable = lua_gettop(L);
  lua_pushliteral(L, "__gc");
  lua_pushvalue(L, -1);
  lua_pushvalue(L, -1);
  lua_rawget(L, metatable);
  lua_pushvalue(L, -2);
  lua_pushnil(L);
  lua_rawset(L, metatable);
  lua_pushvalue(L, metatable);
  lua_setmetatable(L, metatable - 1);
  lua_rawset(L, metatable);
  lua_settop(L, metatable - 1);
#else
  lua_setmetatable(L, -2);
#endif
}

void luaTH_pushsizes(lua_State *L, int n, const int64_t *sizes)
{
  if (!n) {
    *luaTH_newstorage(L, TH_LONG) = new_sizes(L, 0, NULL);
    return;
  }
  luaTH_Sizes *u = lua_newuserdata(L, sizeof *u + (size_t)n * sizeof *sizes);
  memset(u, 0, sizeof *u);
  u->storage.block.magic = &sizes_magic;
  memcpy(u->size, sizes, (size_t)n * sizeof *sizes);
  luaTH_getregistry(L, &storage_metatable_keys[TH_LONG]);
  set_without_finalizer(L);
}

/* --- types --- */

static void new_type(lua_State *L, int kind);

void luaTH_pushtype(lua_State *L, int kind)
{
  luaTH_getregistry(L, &types_key);
  lua_rawgeti(L, -1, kind);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  new_type(L, kind);
}

void luaTH_pushtypes(lua_State *L)
{
  luaTH_getregistry(L, &types_key);
}

void luaTH_pushmethods(lua_State *L)
{
  luaTH_getregistry(L, &methods_key);
}

void luaTH_pushcuda(lua_State *L, const char *name)
{
  luaTH_getregistry(L, &cuda_key);
  if (!lua_istable(L, -1)) luaL_error(L, "a device cannot be used before require 'tensor'");
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

THGenerator *luaTH_defaultgenerator(lua_State *L)
{
  luaTH_getregistry(L, &generator_key);
  THGenerator *generator = luaTH_togenerator(L, -1);
  lua_pop(L, 1);
  return generator;
}

/* Push the generator of a device other than the CPU; make it at the first use. */
static THGenerator *push_generator(lua_State *L, int device)
{
  luaTH_getregistry(L, &generators_key);
  lua_rawgeti(L, -1, device);
  THGenerator *generator = luaTH_togenerator(L, -1);
  if (!generator) {
    lua_pop(L, 1);
    generator = luaTH_newgenerator(L);
    THGenerator_start(generator, TH_PHILOX, THGenerator_anySeed());
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, device);
  }
  lua_remove(L, -2);
  return generator;
}

THGenerator *luaTH_generatorOf(lua_State *L, int device)
{
  if (!device) return luaTH_defaultgenerator(L);
  THGenerator *generator = push_generator(L, device);
  lua_pop(L, 1);
  return generator;
}

/* generator(device): for tensor/cuda/init.lua */
static int core_generator(lua_State *L)
{
  push_generator(L, (int)luaL_checkinteger(L, 1));
  return 1;
}

static int is_anchored(const THStorage *s)
{
  return s && __atomic_load_n(&s->flag, __ATOMIC_RELAXED) & TH_STORAGE_ANCHORED;
}

static int tensor_gc(lua_State *L)
{
  luaTH_Tensor *u = to_block(L, 1, &tensor_magic, sizeof *u);
  if (!u) return 0;
  const int anchored = is_anchored(u->tensor.storage);
  u->block.first = NULL;
  THTensor_clear(&u->tensor);
  if (anchored) luaTH_dropAnchors(L);
  return 0;
}

static int storage_gc(lua_State *L)
{
  luaTH_Storage *u = to_block(L, 1, &storage_magic, sizeof *u);
  if (!u) u = (luaTH_Storage *)to_sizes(L, 1);
  if (!u) return 0;
  const int anchored = is_anchored(u->storage);
  THStorage_release(u->storage);
  u->storage = NULL;
  if (anchored) luaTH_dropAnchors(L);
  return 0;
}

/*
** All metatables of a family have the same functions. They are made once, in a table that the
** registry keeps, and metatables are filled from it: a collection walks every object. Only __index
** is a closure of each metatable's own, with the metatable as upvalue 1: methods are looked up in
** it first.
*/
void luaTH_setfunctions(lua_State *L, int family, const luaL_Reg *list)
{
  luaTH_getregistry(L, &function_keys[family]);
  for (; list->name; list++) {
    lua_pushnil(L);
    luaTH_pushtypes(L);
    lua_pushcclosure(L, list->func, 2);
    lua_setfield(L, -2, list->name);
  }
  lua_pop(L, 1);
}

void luaTH_setconstructor(lua_State *L, int family, lua_CFunction constructor)
{
  lua_pushcfunction(L, constructor);
  luaTH_setregistry(L, &constructor_keys[family]);
}

/* Fill the metatable at the top. */
static void set_functions(lua_State *L, int family)
{
  const int metatable = lua_gettop(L);
  luaTH_getregistry(L, &function_keys[family]);
  for (lua_pushnil(L); lua_next(L, metatable + 1);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, metatable);
  }
  lua_getfield(L, metatable + 1, "__index");
  const lua_CFunction index = lua_tocfunction(L, -1);
  lua_settop(L, metatable);
  lua_pushvalue(L, metatable);
  luaTH_pushtypes(L);
  lua_pushcclosure(L, index, 2);
  lua_setfield(L, metatable, "__index");
}

/* A type whose tensors are only made of others. */
static int no_constructor(lua_State *L)
{
  lua_getfield(L, 1, "name");
  return luaTH_error(L, "tensor: a %s is made of another tensor: x:type('%s')", lua_tostring(L, -1),
                    lua_tostring(L, -1));
}

/* Set the field __call of the table at the top to the family's constructor, whose upvalues are the
   kind and the table of types. */
void luaTH_setcall(lua_State *L, int family, int kind)
{
  luaTH_getregistry(L, &constructor_keys[family]);
  const lua_CFunction found = lua_tocfunction(L, -1);
  const lua_CFunction constructor = found ? found : no_constructor;
  lua_pop(L, 1);
  lua_pushinteger(L, kind);
  luaTH_pushtypes(L);
  lua_pushcclosure(L, constructor, 2);
  lua_setfield(L, -2, "__call");
}

/* Begin the type object of a kind, which is a metatable, and push it and its own metatable. */
static void begin_type(lua_State *L, int family, const char *name)
{
  lua_newtable(L);
  set_functions(L, family);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__typename");
  lua_newtable(L);
  luaTH_getregistry(L, &typename_key);
  lua_setfield(L, -2, "__tostring");
}

/* tostring(torch.FloatTensor) */
static int type_tostring(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushliteral(L, "__typename");
  lua_rawget(L, 1);
  return 1;
}

/*
** Make and push the type object of a kind, which is the metatable of its tensors, as in Torch7.
** What is not a field of it is looked up in the common methods.
*/
static void new_type(lua_State *L, int kind)
{
  begin_type(L, LUATH_TENSORS, luaTH_kindText(kind).text);
  luaTH_pushmethods(L);
  lua_setfield(L, -2, "__index");
  const int layout = luaTH_layoutOf(kind);
  luaTH_setcall(L, layout ? LUATH_LAYOUTS + layout : LUATH_TENSORS, kind);
  lua_setmetatable(L, -2);
  luaTH_describetype(L, kind);
  luaTH_pushtypes(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, kind);
  lua_pop(L, 1);
}

/* The same for a kind of storages. */
static void new_storage_type(lua_State *L, int kind)
{
  begin_type(L, LUATH_STORAGES, luaTH_storageKindText(kind).text);
  luaTH_setcall(L, LUATH_STORAGES, kind);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  luaTH_setregistry(L, &storage_metatable_keys[kind]);
}

/* The types of the CPU are made when the module is opened, others when they are first needed. */
void luaTH_maketypes(lua_State *L)
{
  for (int kind = 0; kind < TH_NUM_DTYPES; kind++) {
    luaTH_pushtype(L, kind);
    luaTH_setregistry(L, &tensor_metatable_keys[kind]);
  }
}

static void new_list(lua_State *L, const char *key)
{
  lua_newtable(L);
  lua_pushvalue(L, -1);
  luaTH_setregistry(L, key);
}

static void new_types(lua_State *L)
{
  static const luaL_Reg ends[2][2] = {{{"__gc", tensor_gc}}, {{"__gc", storage_gc}}};
  new_list(L, &methods_key);
  new_list(L, &types_key);
  lua_pushcfunction(L, type_tostring);
  luaTH_setregistry(L, &typename_key);
  for (int family = 0; family < 2; family++) {
    new_list(L, &function_keys[family]);
    luaTH_setfunctions(L, family, ends[family]);
  }
  lua_pop(L, 4);
  for (int kind = 0; kind < LUATH_NUM_STRIDED; kind++) { /* of the module's former load */
    lua_pushnil(L);
    luaTH_setregistry(L, &storage_metatable_keys[kind]);
  }
  lua_newtable(L);
  luaTH_setregistry(L, &generator_metatable_key);
}

/*
** (dtype, is_storage, is_cuda): return the metatable of torch.DoubleTensor's userdata, of
** torch.CudaDoubleStorage's and so on, for other chapters. ("generator"): that of generators.
*/
static int core_metatable(lua_State *L)
{
  const int is_storage = lua_toboolean(L, 2), is_cuda = lua_toboolean(L, 3);
  if (lua_type(L, 1) == LUA_TSTRING && strcmp(lua_tostring(L, 1), "generator") == 0) {
    luaTH_getregistry(L, &generator_metatable_key);
    return 1;
  }
  lua_Integer dtype = luaL_checkinteger(L, 1);
  if (dtype < 0 || dtype >= TH_NUM_DTYPES) return 0;
  const int kind = luaTH_kind((int)dtype, is_cuda, 0);
  if (is_storage) luaTH_pushstoragetype(L, kind);
  else push_metatable(L, kind);
  return 1;
}

/* functions(is_storage): the functions that metatables made from now on will have */
static int core_functions(lua_State *L)
{
  luaTH_getregistry(L, &function_keys[lua_toboolean(L, 1)]);
  return 1;
}

/*
** places(): where tensor/jit.lua and FFI find fields, in words of 32 bits from the start of a
** tensor's userdata or of a storage. kind is the dtype with, in the upper half, the flags of a
** tensor or the device of a storage. readable and writable are the storage flags with which it may
** read or write the elements directly.
*/
static int core_places(lua_State *L)
{
#define HEADER(name, field) {name, offsetof(luaTH_Tensor, tensor.field)}
#define STORAGE(name, field) {name, offsetof(THStorage, field)}
  static const struct { const char *name; size_t offset; } fields[] = {
    HEADER("size", size), HEADER("stride", stride), HEADER("storage", storage),
    HEADER("offset", storageOffset), HEADER("nDimension", nDimension), HEADER("kind", dtype),
    HEADER("layout", layout), HEADER("heldAt", heldAt),
    {"magic", offsetof(luaTH_Tensor, block.magic)},
    STORAGE("data", data), STORAGE("count", size), STORAGE("dataKind", dtype),
    STORAGE("flag", flag),
  };
  _Static_assert(offsetof(THTensor, flags) == offsetof(THTensor, dtype) + 2, "kind is both");
  _Static_assert(offsetof(THStorage, device) == offsetof(THStorage, dtype) + 2, "kind is both");
  lua_newtable(L);
  for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
    lua_pushinteger(L, (lua_Integer)(fields[k].offset / sizeof(int32_t)));
    lua_setfield(L, -2, fields[k].name);
  }
  enum {
    USUAL = TH_STORAGE_RESIZABLE | TH_STORAGE_NOTED | TH_STORAGE_PUBLISHED |
            TH_STORAGE_ANCHORED | TH_STORAGE_SHARED | TH_STORAGE_SHRUNK |
            TH_STORAGE_SHRUNK_TWICE | -TH_STORAGE_WINDOW /* and above */
  };
  lua_pushinteger(L, USUAL | TH_STORAGE_FIXED);
  lua_setfield(L, -2, "readable");
  lua_pushinteger(L, USUAL);
  lua_setfield(L, -2, "writable");
  return 1;
}

/* setcuda(module): keep the module tensor.cuda for luaTH_pushcuda */
static int core_setcuda(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  luaTH_setregistry(L, &cuda_key);
  return 0;
}

void luaTH_opentypes(lua_State *L)
{
  new_types(L);
  luaTH_setdefaultkind(L, TH_FLOAT);
  THGenerator_seed(luaTH_newgenerator(L));
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "_gen"); /* Torch7's name */
  luaTH_setregistry(L, &generator_key);
  lua_newtable(L);
  luaTH_setregistry(L, &generators_key);
  lua_pushcfunction(L, core_generator);
  lua_setfield(L, -2, "generator");
  lua_pushcfunction(L, luaTH_setint64);
  lua_setfield(L, -2, "setint64");
  lua_pushcfunction(L, core_settorch7);
  lua_setfield(L, -2, "settorch7");
  lua_pushcfunction(L, core_setcuda);
  lua_setfield(L, -2, "setcuda");
  lua_pushcfunction(L, core_metatable);
  lua_setfield(L, -2, "metatable");
  lua_pushcfunction(L, luaTH_ownFiles);
  lua_setfield(L, -2, "ownFiles");
  lua_pushcfunction(L, core_functions);
  lua_setfield(L, -2, "functions");
  lua_pushcfunction(L, core_places);
  lua_setfield(L, -2, "places");
}
