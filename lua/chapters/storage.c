/*
** Storages: the type objects (torch.FloatStorage(...)), elements s[i], and methods. A storage is a
** userdata of its own, which shares its memory with the tensors on it.
*/
#include <string.h>

#include "core/luaTH.h"

static int64_t check_position(lua_State *L, int64_t size)
{
  const int64_t at = luaTH_tointeger(L, 2, "storage: index");
  if (at < 1 || at > size)
    luaTH_fail(L, "storage: no element %" PRId64 " in a storage of %" PRId64, at, size);
  return at;
}

static THStorage *check_element(lua_State *L, int64_t *at)
{
  THStorage *s = luaTH_checkanystorage(L, 1);
  *at = check_position(L, s->size);
  return s;
}

static void *address(const THStorage *s, int64_t at)
{
  return (char *)s->data + (at - 1) * THStorage_elementSize(s);
}

/* Read an element that is on a device or that a device may still be writing. */
static int get_away(THStorage *s, int64_t at, THNumber *number)
{
  THTensor t = {0};
  int status = luaTH_asVector(&t, s);
  if (!status) status = THTensor_get(&t, at - 1, number);
  THTensor_clear(&t);
  return status;
}

static int put_away(THStorage *s, int64_t at, THNumber number)
{
  THTensor t = {0};
  int status = luaTH_asVector(&t, s);
  if (!status) status = THTensor_put(&t, at - 1, number);
  THTensor_clear(&t);
  return status;
}

/* s[i], or a method. Upvalue 1: the type, which has the methods. */
static int storage_index(lua_State *L)
{
  int64_t at;
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(1));
    return 1;
  }
  int n;
  const int64_t *size = luaTH_tosizes(L, 1, &n);
  if (size) {
    luaTH_pushnumber(L, TH_integer(size[check_position(L, n) - 1]));
    return 1;
  }
  THStorage *s = check_element(L, &at);
  THNumber number;
  if (s->flag & TH_STORAGE_AWAY) luaTH_result(L, get_away(s, at, &number), 0);
  else number = THDtype_load(s->dtype, address(s, at));
  luaTH_pushnumber(L, number);
  return 1;
}

static int check_writable(lua_State *L, const THStorage *s)
{
  return s->flag & TH_STORAGE_READONLY ? luaL_error(L, "storage: it is read-only") : 0;
}

static THNumber check_number(lua_State *L, int index)
{
  THNumber number;
  if (!luaTH_tonumber(L, index, &number))
    luaL_error(L, "storage: a number expected, got %s", luaL_typename(L, index));
  return number;
}

static int storage_newindex(lua_State *L)
{
  int64_t at;
  THNumber number = check_number(L, 3);
  THStorage *s = check_element(L, &at);
  check_writable(L, s);
  if (s->flag & (TH_STORAGE_AWAY | TH_STORAGE_LENT))
    return luaTH_result(L, put_away(s, at, number), 0);
  THDtype_store(s->dtype, address(s, at), number);
  return 0;
}

static int storage_size(lua_State *L)
{
  int n;
  const int is_short = luaTH_tosizes(L, 1, &n) != NULL;
  luaTH_pushnumber(L, TH_integer(is_short ? n : luaTH_checkanystorage(L, 1)->size));
  return 1;
}

static int storage_elementSize(lua_State *L)
{
  lua_pushinteger(L, THStorage_elementSize(luaTH_checkanystorage(L, 1)));
  return 1;
}

static int storage_resize(lua_State *L)
{
  THStorage *s = luaTH_checkanystorage(L, 1);
  int64_t size = luaTH_tointeger(L, 2, "resize: size");
  luaTH_Memory *memory = luaTH_enter(L);
  int status = THStorage_resize(s, size);
  if (luaTH_again(L, status, 2)) status = THStorage_resize(luaTH_checkanystorage(L, 1), size);
  if (status) return luaTH_failed(L, "resize");
  lua_settop(L, 1);
  luaTH_leave(L, memory);
  return 1;
}

static int storage_fill(lua_State *L)
{
  THTensor t = {0};
  THStorage *s = luaTH_checkanystorage(L, 1);
  THNumber number = check_number(L, 2);
  int status = luaTH_asVector(&t, s);
  if (!status) status = THTensor_fill(&t, number);
  THTensor_clear(&t);
  luaTH_result(L, status, 0);
  lua_settop(L, 1);
  return 1;
}

static int storage_copy(lua_State *L)
{
  THStorage *s = luaTH_checkanystorage(L, 1), *source = luaTH_checkanystorage(L, 2);
  if (s->size != source->size)
    return luaTH_fail(L, "copy: a storage of %" PRId64 " elements into one of %" PRId64,
                      source->size, s->size);
  luaTH_result(L, luaTH_copystorage(s, source), 0);
  lua_settop(L, 1);
  return 1;
}

enum { MAX_TABLE = 1 << 28 }; /* a larger table would exhaust memory */

/* The list of a value of luaTH_pushsizes that has no storage. */
static int table_of_sizes(lua_State *L, int n, const int64_t *size)
{
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    luaTH_pushnumber(L, TH_integer(size[i]));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int storage_totable(lua_State *L)
{
  int n;
  const int64_t *size = luaTH_tosizes(L, 1, &n);
  if (size) return table_of_sizes(L, n, size);
  THStorage *s = luaTH_storageHere(L, luaTH_checkanystorage(L, 1));
  if (s->size > MAX_TABLE)
    return luaTH_fail(L, "totable: a storage of %" PRId64 " elements has more than %d", s->size,
                      MAX_TABLE);
  /* Pushing may run finalizers that shrink or release the storage; hold a reference meanwhile. */
  THStorage **held = luaTH_newstorage(L, s->dtype);
  *held = s;
  THStorage_retain(s);
  lua_createtable(L, s->size < 1 << 24 ? (int)s->size : 0, 0);
  for (int64_t i = 1; i <= s->size; i++) {
    luaTH_pushnumber(L, THDtype_load(s->dtype, address(s, i)));
    lua_rawseti(L, -2, (int)i);
  }
  *held = NULL;
  THStorage_release(s);
  return 1;
}

static int storage_type(lua_State *L)
{
  lua_pushstring(L, luaTH_storageText(luaTH_checkanystorage(L, 1)).text);
  return 1;
}

static int storage_eq(lua_State *L)
{
  THStorage *s = luaTH_toanystorage(L, 1);
  lua_pushboolean(L, s && s == luaTH_toanystorage(L, 2));
  return 1;
}

static int storage_dataPtr(lua_State *L)
{
  THStorage *s = luaTH_checkanystorage(L, 1);
  luaTH_result(L, THStorage_settle(s), 0);
  luaTH_result(L, THStorage_publish(s), 0);
  luaTH_pushnumber(L, TH_integer((int64_t)(uintptr_t)s->data));
  return 1;
}

static int storage_isReadOnly(lua_State *L)
{
  lua_pushboolean(L, (luaTH_checkanystorage(L, 1)->flag & TH_STORAGE_READONLY) != 0);
  return 1;
}

static int storage_getDevice(lua_State *L)
{
  lua_pushinteger(L, luaTH_checkanystorage(L, 1)->device);
  return 1;
}

/* s:string() returns the bytes of a ByteStorage or CharStorage; s:string(text) replaces them and
   resizes. */
static int storage_string(lua_State *L)
{
  THStorage *s = luaTH_checkstorage(L, 1);
  size_t length;
  if (s->dtype != TH_BYTE && s->dtype != TH_CHAR)
    return luaL_error(L, "string: a ByteStorage or CharStorage expected, got a %sStorage",
                      THDtype_traits(s->dtype)->name);
  if (lua_isnoneornil(L, 2)) {
    lua_pushlstring(L, s->data ? s->data : "", (size_t)s->size);
    return 1;
  }
  const char *text = luaL_checklstring(L, 2, &length);
  check_writable(L, s);
  luaTH_result(L, THStorage_resize(s, (int64_t)length), 0);
  if (length) memcpy(s->data, text, length);
  lua_settop(L, 1);
  return 1;
}

static const luaL_Reg functions[] = {
  {"__index", storage_index}, {"__newindex", storage_newindex}, {"__len", storage_size}, {"__eq", storage_eq},
  {"size", storage_size}, {"elementSize", storage_elementSize}, {"resize", storage_resize}, {"fill", storage_fill},
  {"copy", storage_copy}, {"totable", storage_totable}, {"type", storage_type}, {"string", storage_string},
  {"dataPtr", storage_dataPtr}, {"getDevice", storage_getDevice}, {"isReadOnly", storage_isReadOnly},
  {"read", luaTH_readStorage}, {"write", luaTH_writeStorage}, {"retain", luaTH_retain}, {"free", luaTH_free}, {NULL, NULL}
};

/* --- constructors --- */

static THStorage *from_table(lua_State *L, int dtype, const THAllocator *allocator)
{
  int64_t n = (int64_t)lua_rawlen(L, 2);
  THStorage **s = luaTH_newstorage(L, dtype);
  *s = THStorage_new(dtype, n, allocator);
  for (int64_t i = 1; *s && i <= n; i++) {
    lua_rawgeti(L, 2, (int)i);
    THDtype_store(dtype, address(*s, i), check_number(L, -1));
    lua_pop(L, 1);
  }
  return *s;
}

static int64_t optional_integer(lua_State *L, int index, int64_t otherwise, const char *what)
{
  return lua_isnoneornil(L, index) ? otherwise : luaTH_tointeger(L, index, what);
}

/* The name without "torch.": FloatStorage. */
static THTypeText short_name(THTypeText name)
{
  memmove(name.text, name.text + strlen("torch."), sizeof name.text - strlen("torch."));
  return name;
}

static THStorage *from_storage(lua_State *L, int kind, THStorage *parent)
{
  if (luaTH_storageKind(parent) != kind)
    luaL_error(L, "storage: a %s cannot view a %s", short_name(luaTH_storageKindText(kind)).text,
               short_name(luaTH_storageText(parent)).text);
  int64_t first = optional_integer(L, 3, 1, "storage: offset");
  int64_t size = optional_integer(L, 4, parent->size - first + 1, "storage: size");
  THStorage **s = luaTH_newstorage(L, kind);
  *s = THStorage_view(parent, first - 1, size);
  return *s;
}

/* Arguments: (name, shared, size, segment, offset). */
static THStorage *from_file(lua_State *L, int dtype)
{
  luaTH_checkOutside(L, "storage", "a file");
  const char *name = lua_tostring(L, 2);
  unsigned flags = lua_toboolean(L, 3) ? TH_MAP_SHARED : 0;
  int64_t size = optional_integer(L, 4, 0, "storage: size");
  if (lua_toboolean(L, 5)) flags |= TH_MAP_SEGMENT;
  int64_t offset = optional_integer(L, 6, 0, "storage: offset");
  THStorage **s = luaTH_newstorage(L, dtype);
  *s = THStorage_map(dtype, name, offset, size, flags);
  return *s;
}

/* Arguments: (size, address). */
static THStorage *from_address(lua_State *L, int dtype, int64_t size)
{
  luaTH_checkOutside(L, "storage", "an address");
  int64_t number = luaTH_tointeger(L, 3, "storage: address");
  THStorage **s = luaTH_newstorage(L, dtype);
  *s = THStorage_at(dtype, (const void *)(intptr_t)number, size);
  return *s;
}

static THStorage *of_size(lua_State *L, int dtype, const THAllocator *allocator)
{
  int64_t size = optional_integer(L, 2, 0, "storage: size");
  if (!lua_isnoneornil(L, 3)) return from_address(L, dtype, size);
  THStorage **s = luaTH_newstorage(L, dtype);
  *s = THStorage_new(dtype, size, allocator);
  return *s;
}

/* Arguments: (size) or (table). The storage is made on the current device. */
static THStorage *on_device(lua_State *L, int kind)
{
  const int dtype = luaTH_dtypeOf(kind);
  const THAllocator *allocator = TH_deviceAllocator(luaTH_deviceOf(L, kind));
  THStorage *from = lua_istable(L, 2) ? from_table(L, dtype, NULL) : NULL;
  if (!from && (lua_istable(L, 2) || !lua_isnoneornil(L, 3) || lua_type(L, 2) == LUA_TSTRING))
    luaL_error(L, "storage: a %s is made from a size, a table or another storage",
               luaTH_storageKindText(kind).text);
  int64_t size = from ? from->size : optional_integer(L, 2, 0, "storage: size");
  THStorage **s = luaTH_newstorage(L, kind);
  *s = THStorage_new(dtype, size, allocator);
  if (*s && from) luaTH_result(L, luaTH_copystorage(*s, from), 0);
  return *s;
}

static THStorage *make_storage(lua_State *L, int kind, const THAllocator *allocator)
{
  THStorage *parent = luaTH_toanystorage(L, 2);
  if (parent) return from_storage(L, kind, parent);
  if (luaTH_isOnDevice(kind) && allocator)
    luaL_error(L, "storage: a %s takes no allocator; its memory comes from the device",
               luaTH_storageKindText(kind).text);
  if (luaTH_isOnDevice(kind)) return on_device(L, kind);
  if (lua_type(L, 2) == LUA_TSTRING) return from_file(L, kind);
  if (lua_istable(L, 2)) return from_table(L, kind, allocator);
  return of_size(L, kind, allocator);
}

/* Upvalue 1: the kind, or 0 for the default type. Argument 1 is the type object; an allocator may
   come before the others. */
static int storage_call(lua_State *L)
{
  int kind = (int)lua_tointeger(L, lua_upvalueindex(1));
  const THAllocator *allocator = luaTH_toallocator(L, 2);
  if (allocator) lua_remove(L, 2);
  int top = lua_gettop(L);
  if (!kind) kind = luaTH_defaultkind(L);
  luaTH_Memory *memory = luaTH_begin(L);
  THStorage *made = make_storage(L, kind, allocator);
  if (!made && luaTH_again(L, TH_errorStatus(), top)) made = make_storage(L, kind, allocator);
  if (!made) return luaTH_failed(L, "storage");
  luaTH_end(memory);
  return 1;
}

/* Add the types of the CPU (device 0), or of devices (1), to the table at the top. */
static void add_types(lua_State *L, int device)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    const int kind = luaTH_kind(dtype, device, 0);
    luaTH_pushstoragetype(L, kind);
    lua_setfield(L, -2, short_name(luaTH_storageKindText(kind)).text);
  }
}

/* deviceStorages(): the types of storages on devices by name, which tensor/cuda/init.lua adds to
   the module if a script asks for them */
static int device_storages(lua_State *L)
{
  lua_newtable(L);
  add_types(L, 1);
  return 1;
}

void luaTH_openstorage(lua_State *L)
{
  luaTH_setfunctions(L, LUATH_STORAGES, functions);
  luaTH_setconstructor(L, LUATH_STORAGES, storage_call);
  add_types(L, 0);
  lua_newtable(L);
  lua_newtable(L);
  luaTH_setcall(L, LUATH_STORAGES, TH_UNDEFINED);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "Storage");
  lua_pushcfunction(L, device_storages);
  lua_setfield(L, -2, "deviceStorages");
}
