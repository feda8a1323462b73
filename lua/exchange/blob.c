/*
** Memory of others as tensors (fromBlob, fromString), and the elements of a tensor as a string.
**
** Lua values whose memory a tensor looks into are anchored before the tensor has it, so whatever
** happens in between lets go of them again.
*/
#include <string.h>

#include "core/signature.h"

/* The memory of an argument. kept: the value has to live on. owns: it is the memory's owner, so the
   memory ends with the state. */
typedef struct Memory { void *data; int64_t bytes; int kept, owns; } Memory;

static int wrong_memory(const luaTH_Call *call, const char *what)
{
  return luaTH_fail(call->L, "%s: the memory is %s; expected an FFI pointer, array or struct, a "
                    "userdata, or an address as dataPtr gives it", call->name, what);
}

/* A userdata of this module, or one with a type's name, as Torch7's packages make: its block is a
   header. */
static int is_object(lua_State *L, int index)
{
  if (luaTH_totensor(L, index) || luaTH_togenerator(L, index) || luaTH_toallocator(L, index))
    return 1;
  if (!lua_getmetatable(L, index)) return 0;
  lua_pushliteral(L, "__typename");
  lua_rawget(L, -2);
  const int is = lua_isstring(L, -1);
  lua_pop(L, 2);
  return is;
}

static Memory of_userdata(const luaTH_Call *call, int index)
{
  const Memory memory = {.data = lua_touserdata(call->L, index), .kept = 1, .owns = 1,
                         .bytes = (int64_t)lua_rawlen(call->L, index)};
  if (is_object(call->L, index))
    wrong_memory(call, "an object of this module, whose block is a header (x:data() gives the "
                 "address of its elements)");
  return memory;
}

static Memory of_number(const luaTH_Call *call, int index)
{
  THNumber number;
  if (!luaTH_tonumber(call->L, index, &number) || TH_isComplex(number))
    wrong_memory(call, "a cdata of another kind");
  const int64_t address = luaTH_whole(call->L, number, "fromBlob: the address");
  if (address < 0)
    luaTH_fail(call->L, "%s: the address %" PRId64 " is negative", call->name, address);
  return (Memory){.data = (void *)(intptr_t)address, .bytes = TH_UNKNOWN_BYTES};
}

static Memory read_memory(const luaTH_Call *call, int index)
{
  lua_State *L = call->L;
  Memory memory = {.kept = 1};
  const int kind = luaTH_tomemory(L, index, &memory.data, &memory.bytes);
  memory.owns = kind == LUATH_MEMORY;
  if (kind != LUATH_NO_MEMORY) return memory;
  switch (lua_type(L, index)) {
  case LUA_TUSERDATA: return of_userdata(call, index);
  case LUA_TLIGHTUSERDATA:
    return (Memory){.data = lua_touserdata(L, index), .bytes = TH_UNKNOWN_BYTES};
  case LUA_TSTRING: wrong_memory(call, "a string (fromString takes those)"); break;
  case LUA_TNIL: return (Memory){.bytes = TH_UNKNOWN_BYTES}; /* x:data() without elements */
  case LUA_TBOOLEAN: wrong_memory(call, "a boolean"); break;
  case LUA_TTABLE: wrong_memory(call, "a table"); break;
  case LUA_TFUNCTION: wrong_memory(call, "a function"); break;
  case LUA_TTHREAD: wrong_memory(call, "a coroutine");
  }
  return of_number(call, index);
}

/* --- options --- */

typedef struct Options {
  const char *sizes; /* for errors: "fromBlob: sizes" */
  int n, strides;    /* sizes and strides given, -1: none */
  int64_t size[TH_MAX_DIM], stride[TH_MAX_DIM], offset;
  int readonly, dtype;
} Options;

/* The boolean at the top, the value of an option. */
static int read_flag(const luaTH_Call *call, const char *name)
{
  if (!lua_isboolean(call->L, -1))
    luaTH_fail(call->L, "%s: the option %s is a %s; expected a boolean", call->name, name,
               luaL_typename(call->L, -1));
  return lua_toboolean(call->L, -1);
}

/* The options at index, one of those in known each, in one walk over the table, which is quicker
   than asking for each: row "a tensor on 6 floats of memory". */
static void read_options(luaTH_Call *call, int index, const char *known, Options *o)
{
  lua_State *L = call->L;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    const int top = lua_gettop(L);
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    if (!strstr(known, name) || !*name) luaTH_checkoptions(L, call->name, index, known);
    if (strcmp(name, "sizes") == 0) o->n = luaTH_checksizes(L, top, top, o->size, o->sizes);
    else if (strcmp(name, "strides") == 0)
      o->strides = luaTH_checksizes(L, top, top, o->stride, "fromBlob: strides");
    else if (strcmp(name, "dtype") == 0)
      o->dtype = luaTH_dtypeOption(L, call->name, index, o->dtype);
    else if (strcmp(name, "offset") == 0) o->offset = luaTH_tointeger(L, -1, "fromBlob: offset");
    else if (strcmp(name, "readonly") == 0) o->readonly = read_flag(call, name);
    else luaTH_checkoptions(L, call->name, index, known);
  }
}

/* --- tensors on memory --- */

/* Make the tensor on the blob, anchored by the value at the top if there is one. It is pushed
   before it is anchored, since pushing may fail. */
static int make(luaTH_Call *call, THBlob *blob, int anchored)
{
  lua_State *L = call->L;
  const int value = lua_gettop(L);
  THTensor *t = luaTH_newtensor(L, blob->dtype);
  call->pushed = 1;
  if (anchored) {
    lua_pushvalue(L, value);
    blob->context = luaTH_anchor(L, call->name);
    blob->deleter = luaTH_letGo;
  }
  const int status = THTensor_fromBlob(call->name, t, blob);
  if (status && anchored) {
    luaTH_letGo(blob->context, NULL);
    luaTH_dropAnchors(L);
  }
  return status;
}

/* Push what has to live as long as the memory is looked at: the value, the anchor, or a table of
   both. */
static int push_kept(lua_State *L, const Memory *memory, int index, int anchor)
{
  if (memory->kept && anchor) {
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, anchor);
    lua_rawseti(L, -2, 2);
  } else if (memory->kept || anchor) {
    lua_pushvalue(L, anchor ? anchor : index);
  }
  return memory->kept || anchor;
}

static int is_empty(const Options *o)
{
  for (int d = 0; d < o->n; d++)
    if (o->size[d] == 0) return 1;
  return 0;
}

static int fromBlob(luaTH_Call *call)
{
  lua_State *L = call->L;
  Options o = {.sizes = "fromBlob: sizes", .n = -1, .strides = -1,
               .dtype = luaTH_dtypeOf(luaTH_defaultkind(L))};
  const int at = call->arg[0].index, anchor = call->arg[2].given ? call->arg[2].index : 0;
  read_options(call, call->arg[1].index, "sizes strides dtype offset readonly", &o);
  if (o.n < 0) luaL_error(L, "%s: the option sizes is needed", call->name);
  if (o.strides >= 0 && o.strides != o.n)
    luaL_error(L, "%s: %d strides for %d sizes", call->name, o.strides, o.n);
  const Memory memory = read_memory(call, at);
  if (lua_isnil(L, at) && !is_empty(&o)) wrong_memory(call, "nil");
  THBlob blob = {
    .data = memory.data, .offset = o.offset, .bytes = memory.bytes, .dtype = o.dtype, .ndim = o.n,
    .size = o.size, .stride = o.strides < 0 ? NULL : o.stride,
    .flag = (o.readonly ? TH_STORAGE_READONLY : 0) |
            (memory.owns || anchor ? TH_STORAGE_ANCHORED : 0)};
  return make(call, &blob, push_kept(L, &memory, at, anchor));
}

static int fromString(luaTH_Call *call)
{
  lua_State *L = call->L;
  size_t length;
  int64_t count;
  Options o = {.sizes = "fromString: sizes", .n = -1, .dtype = TH_BYTE};
  const char *bytes = lua_tolstring(L, call->arg[0].index, &length);
  if (call->arg[1].given) read_options(call, call->arg[1].index, "dtype sizes", &o);
  const int width = THDtype_traits(o.dtype)->size;
  if (o.n < 0) o.size[0] = (int64_t)length / width, o.n = 1;
  TH_TRY(THShape_count(call->name, o.n, o.size, &count));
  if (length % (size_t)width || count != (int64_t)length / width)
    return th_fail(TH_EINVAL, "%s: a string of %zu bytes is not size %s of %s", call->name, length,
                   THShape_text(o.n, o.size).text, THDtype_traits(o.dtype)->option);
  THBlob blob = {.data = (void *)bytes, .bytes = (int64_t)length, .dtype = o.dtype, .ndim = o.n,
                 .size = o.size, .flag = TH_STORAGE_READONLY | TH_STORAGE_ANCHORED};
  lua_pushvalue(L, call->arg[0].index);
  return make(call, &blob, 1);
}

/* The elements are copied to a tensor that no script sees: making a string may run finalizers, and
   these release x. */
static int string(luaTH_Call *call)
{
  lua_State *L = call->L;
  const THTensor *x = call->arg[0].tensor;
  THTensor *own = luaTH_newtensor(L, x->dtype);
  call->pushed = 1;
  if (x->layout) return THTensor_refuse(call->name, x);
  TH_TRY(THTensor_clone(own, x, TH_UNDEFINED));
  if (THTensor_device(own)) TH_TRY(THTensor_to(own, own, 0, TH_UNDEFINED));
  const int64_t bytes = THTensor_nElement(own) * THDtype_traits(own->dtype)->size;
  lua_pushlstring(L, bytes ? THTensor_data(own) : "", (size_t)bytes);
  return TH_OK;
}

static int isReadOnly(luaTH_Call *call)
{
  const THStorage *s = call->arg[0].tensor->storage;
  return luaTH_returnboolean(call, s && s->flag & TH_STORAGE_READONLY);
}

static const luaTH_Row rows[] = {
  {"fromBlob", "memory:any o:options anchor:any?", fromBlob,
   "a tensor on memory of somebody else, without a copy; anchor lives as long as something looks "
   "into it, which is for good if anchor refers to the tensor", LUATH_FUNCTION_ONLY, 0},
  {"fromString", "s:string o:options?", fromString,
   "the bytes of a string as a read-only tensor, without a copy", LUATH_FUNCTION_ONLY, 0},
  {"string", "x:Tensor", string, "the elements of x as a string of their bytes, in row-major order",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {"isReadOnly", "x:Tensor", isReadOnly, "whether the elements of x cannot be written to",
   LUATH_METHOD_ONLY | LUATH_LAZY, 0},
  {NULL, NULL, NULL, NULL, 0, NULL}
};

void luaTH_openblob(lua_State *L)
{
  luaTH_register(L, rows);
}
