/*
** Sources and sinks for tensor/files.lua, and the parsers of TH/formats for tensor/formats.
**
** Errors are the texts of TH alone: files.lua puts the function and the path in front of them.
*/
#include "formats/formats.h"

#include <string.h>

#include "TH/formats/THNpy.h"

typedef struct Source { luaTH_Block block; THBytes bytes; } Source;
typedef struct Sink { luaTH_Block block; THSink sink; int isOpen; } Sink;

static const char source_magic, sink_magic;

/* A new userdata with the metatable of upvalue which. */
static void *new_object(lua_State *L, size_t size, const char *magic, int which)
{
  luaTH_Block *block = lua_newuserdata(L, size);
  memset(block, 0, size);
  block->magic = magic;
  lua_pushvalue(L, lua_upvalueindex(which));
  lua_setmetatable(L, -2);
  return block;
}

static void *to_object(lua_State *L, int index, size_t size, const char *magic)
{
  luaTH_Block *block = lua_touserdata(L, index);
  return block && lua_rawlen(L, index) >= size && block->magic == magic ? block : NULL;
}

void luaTH_addfunctions(lua_State *L, const luaL_Reg *list)
{
  for (; list->name; list++) {
    lua_pushcfunction(L, list->func);
    lua_setfield(L, -2, list->name);
  }
}

/* --- sources --- */

static Source *check_source(lua_State *L)
{
  Source *source = to_object(L, 1, sizeof *source, &source_magic);
  if (!source) luaL_argerror(L, 1, "a source expected");
  return source;
}

THBytes luaTH_checkbytes(lua_State *L, int index)
{
  size_t length;
  const Source *source = to_object(L, index, sizeof *source, &source_magic);
  if (source) return source->bytes;
  if (lua_type(L, index) != LUA_TSTRING) luaL_argerror(L, index, "a source or a string expected");
  const char *text = lua_tolstring(L, index, &length);
  return THBytes_of(text, length);
}

/* openSource(path, isWhole): a source; nil for a device, which may have no end, but not for a
   terminal if isWhole */
static int open_source(lua_State *L)
{
  const char *path = luaL_checkstring(L, 1);
  const int isWhole = lua_toboolean(L, 2);
  lua_settop(L, 1);
  Source *source = new_object(L, sizeof *source, &source_magic, 1);
  source->bytes.fd = -1;
  luaTH_Memory *memory = luaTH_enter(L);
  int status = THBytes_open(&source->bytes, path, isWhole);
  if (luaTH_again(L, status, 2)) status = THBytes_open(&source->bytes, path, isWhole);
  luaTH_leave(L, memory);
  if (status == TH_EUNSUPPORTED) return 0;
  return luaTH_result(L, status, 1);
}

static int source_length(lua_State *L)
{
  luaTH_pushnumber(L, TH_integer(check_source(L)->bytes.size));
  return 1;
}

/* source:sub(first, last), from 1, as of a string, but without positions from the end */
static int source_sub(lua_State *L)
{
  const THBytes *bytes = &check_source(L)->bytes;
  int64_t first = luaTH_tointeger(L, 2, "first"), last = luaTH_tointeger(L, 3, "last");
  if (first < 1) first = 1;
  if (last > bytes->size) last = bytes->size;
  if (last < first) lua_pushliteral(L, "");
  else lua_pushlstring(L, (const char *)bytes->data + first - 1, (size_t)(last - first + 1));
  return 1;
}

/* source:descriptor(): the file, open at its begin, for readers of their own; nil if it is none */
static int source_descriptor(lua_State *L)
{
  const THBytes *bytes = &check_source(L)->bytes;
  if (bytes->fd < 0) return 0;
  lua_pushinteger(L, bytes->fd);
  return 1;
}

/* source:close(): tensors that look at the bytes keep them */
static int source_close(lua_State *L)
{
  THBytes_close(&check_source(L)->bytes);
  return 0;
}

static const luaL_Reg source_methods[] = {
  {"__len", source_length}, {"__gc", source_close}, {"sub", source_sub},
  {"descriptor", source_descriptor}, {"close", source_close}, {NULL, NULL}
};

int luaTH_pushread(lua_State *L, luaTH_Reader read, const THBytes *bytes, const void *context)
{
  const int top = lua_gettop(L) + 1;
  THTensor *out = luaTH_newtensor(L, TH_BYTE);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = read(out, bytes, context);
  if (luaTH_again(L, status, top)) status = read(out, bytes, context);
  luaTH_result(L, status, 0);
  luaTH_settype(L, top);
  luaTH_leave(L, memory);
  return 1;
}

const THTensor *luaTH_checksamples(lua_State *L, int index)
{
  const THTensor *t = luaTH_checktensor(L, index);
  luaTH_result(L, THTensor_operand("save", t), 0);
  if ((t->dtype != TH_BYTE && t->dtype != TH_UINT16) || t->nDimension != 3 ||
      !THTensor_isContiguous(t) || !THTensor_nElement(t) || t->size[2] > 4)
    luaL_argerror(L, index, "contiguous samples of a picture expected");
  return t;
}

/* --- sinks --- */

THSink *luaTH_checksink(lua_State *L, int index)
{
  Sink *sink = to_object(L, index, sizeof *sink, &sink_magic);
  if (!sink || !sink->isOpen) luaL_argerror(L, index, "an open sink expected");
  return &sink->sink;
}

/* openSink(path), or openSink() in memory */
static int open_sink(lua_State *L)
{
  const char *path = luaL_optstring(L, 1, NULL);
  Sink *sink = new_object(L, sizeof *sink, &sink_magic, 1);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = path ? THSink_open(&sink->sink, path) : THSink_openMemory(&sink->sink);
  luaTH_leave(L, memory);
  sink->isOpen = !status;
  return luaTH_result(L, status, 1);
}

/* Write numbers of a width; isSwapped: in the other byte order. */
static int write_numbers(THSink *sink, const char *bytes, int64_t count, int width, int isSwapped)
{
  uint64_t chunk[512];
  if (!isSwapped) return THSink_write(sink, bytes, count);
  for (int64_t part; count > 0; bytes += part, count -= part) {
    part = count < (int64_t)sizeof chunk ? count : (int64_t)sizeof chunk;
    memcpy(chunk, bytes, (size_t)part);
    THBytes_swap(chunk, part, width);
    TH_TRY(THSink_write(sink, chunk, part));
  }
  return TH_OK;
}

static int return_sink(lua_State *L, const void *bytes, int64_t count, int width, int isSwapped)
{
  THSink *sink = luaTH_checksink(L, 1);
  luaTH_Memory *memory = luaTH_enter(L);
  const int status = write_numbers(sink, bytes, count, width, isSwapped);
  luaTH_leave(L, memory);
  lua_settop(L, 1);
  return luaTH_result(L, status, 1);
}

/* sink:write(text) */
static int sink_write(lua_State *L)
{
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  return return_sink(L, text, (int64_t)length, 1, 0);
}

static int write_elements(lua_State *L, int isSwapped)
{
  const THTensor *t = luaTH_checktensor(L, 2);
  const THTraits *traits = THDtype_traits(t->dtype);
  luaTH_result(L, THTensor_operand("save", t), 0);
  if (!THTensor_isContiguous(t)) return luaL_argerror(L, 2, "a contiguous tensor expected");
  return return_sink(L, THTensor_data(t), THTensor_nElement(t) * traits->size,
                     traits->complex ? traits->size / 2 : traits->size, isSwapped);
}

/* sink:elements(x): the elements of a contiguous tensor of the CPU, as they are in memory */
static int sink_elements(lua_State *L)
{
  return write_elements(L, 0);
}

/* sink:littleElements(x): the same with the lowest byte of each number first, on every machine */
static int sink_littleElements(lua_State *L)
{
  return write_elements(L, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__);
}

static int sink_commit(lua_State *L)
{
  Sink *sink = to_object(L, 1, sizeof *sink, &sink_magic);
  luaTH_checksink(L, 1);
  sink->isOpen = sink->sink.memory != NULL;
  return luaTH_result(L, THSink_commit(&sink->sink), 0);
}

/* sink:text(): what was written to a sink in memory */
static int sink_text(lua_State *L)
{
  const THSink *sink = luaTH_checksink(L, 1);
  if (!sink->memory) return luaL_argerror(L, 1, "a sink in memory expected");
  lua_pushlstring(L, sink->used ? sink->memory->data : "", (size_t)sink->used);
  return 1;
}

/* sink:descriptor(): the file, for writers of their own; nil of a sink in memory */
static int sink_descriptor(lua_State *L)
{
  const THSink *sink = luaTH_checksink(L, 1);
  if (sink->fd < 0) return 0;
  lua_pushinteger(L, sink->fd);
  return 1;
}

static int sink_drop(lua_State *L)
{
  Sink *sink = to_object(L, 1, sizeof *sink, &sink_magic);
  if (!sink) return luaL_argerror(L, 1, "a sink expected");
  if (sink->isOpen) THSink_drop(&sink->sink);
  sink->isOpen = 0;
  return 0;
}

static const luaL_Reg sink_methods[] = {
  {"write", sink_write}, {"elements", sink_elements}, {"littleElements", sink_littleElements},
  {"commit", sink_commit}, {"text", sink_text}, {"descriptor", sink_descriptor},
  {"drop", sink_drop}, {"__gc", sink_drop}, {NULL, NULL}
};

/* --- parsers --- */

int luaTH_readnpy(THTensor *out, const THBytes *bytes, const void *isMapped)
{
  THArray array;
  TH_TRY(THNpy_describe(&array, bytes));
  return THBytes_array(out, bytes, &array, *(const int *)isMapped);
}

/* npyLoad(source, isMapped) */
static int npy_load(lua_State *L)
{
  const THBytes bytes = luaTH_checkbytes(L, 1);
  const int isMapped = lua_toboolean(L, 2);
  return luaTH_pushread(L, luaTH_readnpy, &bytes, &isMapped);
}

/* npyHeader(x) */
static int npy_header(lua_State *L)
{
  char text[TH_NPY_HEADER];
  int length;
  luaTH_result(L, THNpy_header(text, &length, luaTH_checktensor(L, 1)), 0);
  lua_pushlstring(L, text, (size_t)length);
  return 1;
}

static int read_array(THTensor *out, const THBytes *bytes, const void *array)
{
  return THBytes_array(out, bytes, array, 0);
}

/* The sizes of a raw array: those at index, which must take all bytes, or one of all there are. */
static void read_sizes(lua_State *L, int index, THArray *array, const THBytes *bytes)
{
  const int64_t left = bytes->size - array->from;
  int64_t extent;
  if (lua_isnoneornil(L, index)) {
    array->ndim = 1;
    array->size[0] = left / array->width;
    if (left % array->width)
      luaTH_fail(L, "%" PRId64 " bytes from byte %" PRId64 " on are no whole number of elements of "
                 "%d bytes", left, array->from, array->width);
    return;
  }
  array->ndim = luaTH_checksizes(L, index, index, array->size, "sizes");
  luaTH_result(L, THBytes_extent(bytes, array, &extent), 0);
  if (extent != left)
    luaTH_fail(L, "%s elements of %d bytes are %" PRId64 " bytes, there are %" PRId64,
               THShape_text(array->ndim, array->size).text, array->width, extent, left);
}

/* rawLoad(source, dtype, offset, sizes): dtype and sizes may be nil */
static int raw_load(lua_State *L)
{
  const THBytes bytes = luaTH_checkbytes(L, 1);
  THArray array = {.from = luaTH_tointeger(L, 3, "offset")};
  array.dtype = lua_isnil(L, 2) ? luaTH_dtypeOf(luaTH_defaultkind(L)) : luaTH_todtype(L, 2);
  const THTraits *traits = THDtype_traits(array.dtype);
  if (array.dtype == TH_UNDEFINED || traits->quantized)
    return luaL_error(L, "raw has no elements of dtype '%s'", lua_tostring(L, 2));
  array.width = traits->size;
  if (array.from < 0 || array.from > bytes.size)
    luaTH_fail(L, "offset %" PRId64 " is outside the %" PRId64 " bytes", array.from, bytes.size);
  read_sizes(L, 4, &array, &bytes);
  lua_settop(L, 4);
  return luaTH_pushread(L, read_array, &bytes, &array);
}

static const luaL_Reg functions[] = {
  {"npyLoad", npy_load}, {"npyHeader", npy_header}, {"rawLoad", raw_load}, {NULL, NULL}
};

/* --- opening --- */

/* Add a function that makes objects with these methods to the table at the top. */
static void add_class(lua_State *L, const char *name, lua_CFunction open, const luaL_Reg *methods)
{
  lua_newtable(L);
  luaTH_addfunctions(L, methods);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushcclosure(L, open, 1);
  lua_setfield(L, -2, name);
}

/* Sets module.formats. */
void luaTH_openformats(lua_State *L)
{
  lua_newtable(L);
  add_class(L, "openSource", open_source, source_methods);
  add_class(L, "openSink", open_sink, sink_methods);
  luaTH_addfunctions(L, functions);
  luaTH_addsafetensors(L);
  luaTH_addnpz(L);
  luaTH_addcsv(L);
  luaTH_addpng(L);
  luaTH_addjpeg(L);
  lua_setfield(L, -2, "formats");
}
