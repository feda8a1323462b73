/*
** torch.DiskFile, torch.MemoryFile and torch.PipeFile: a userdata around a stream, with the methods
** of torch.File. Objects are written and read in tensor/torch7/serialize.lua.
**
** Files have the lowest byte of a number first, on every machine, unless another order is selected:
** what one machine writes another reads.
**
** A failure is an error in Lua; in a quiet file it sets a mark instead, which hasError tells.
*/
#include <string.h>

#include "file/file.h"

static const char file_magic;

/* --- reading arguments --- */

static File *to_file(lua_State *L, int index)
{
  File *f = lua_touserdata(L, index);
  return f && lua_rawlen(L, index) >= sizeof *f && f->block.magic == &file_magic ? f : NULL;
}

static File *check_file(lua_State *L, int index)
{
  File *f = to_file(L, index);
  if (!f)
    luaL_argerror(L, index, lua_pushfstring(L, "File expected, got %s", luaL_typename(L, index)));
  return f;
}

File *File_checkOpen(lua_State *L, int index)
{
  File *f = check_file(L, index);
  if (!f->stream.handle) luaL_error(L, "attempt to use a closed file");
  return f;
}

File *File_checkReadable(lua_State *L, int index)
{
  File *f = File_checkOpen(L, index);
  if (!f->stream.readable) luaL_error(L, "attempt to read in a write-only file");
  return f;
}

File *File_checkWritable(lua_State *L, int index)
{
  File *f = File_checkOpen(L, index);
  if (!f->stream.writable) luaL_error(L, "attempt to write in a read-only file");
  return f;
}

void File_fail(lua_State *L, File *f)
{
  f->failed = 1;
  if (!f->quiet) luaL_error(L, "%s", TH_error());
}

/* Most methods return the file. */
static int return_file(lua_State *L, File *f, int status)
{
  if (status) File_fail(L, f);
  lua_settop(L, 1);
  return 1;
}

/* --- position and state --- */

static int file_seek(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  int64_t position = luaTH_tointeger(L, 2, "seek: position");
  return return_file(L, f, THStream_seek(&f->stream, position - 1));
}

static int file_seekEnd(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  return return_file(L, f, THStream_seekEnd(&f->stream));
}

static int file_position(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  int64_t position = THStream_position(&f->stream);
  if (position < 0) File_fail(L, f);
  luaTH_pushnumber(L, TH_integer(position + 1));
  return 1;
}

static int file_synchronize(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  return return_file(L, f, THStream_flush(&f->stream));
}

static int file_close(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  return return_file(L, f, THStream_close(&f->stream));
}

static int file_gc(lua_State *L)
{
  File *f = to_file(L, 1);
  if (f && f->stream.handle) THStream_close(&f->stream);
  return 0;
}

/* One method per setting: SWITCH sets it; the methods below tell it. */
#define SWITCH(name, member, value)         \
  static int file_##name(lua_State *L)      \
  {                                         \
    File *f = File_checkOpen(L, 1);             \
    f->member = value;                      \
    return return_file(L, f, TH_OK);        \
  }
SWITCH(ascii, stream.binary, 0)
SWITCH(binary, stream.binary, 1)
SWITCH(autoSpacing, stream.spaced, 1)
SWITCH(noAutoSpacing, stream.spaced, 0)
SWITCH(quiet, quiet, 1)
SWITCH(pedantic, quiet, 0)
SWITCH(clearError, failed, 0)
SWITCH(nativeEndianEncoding, stream.swapped, 0)
SWITCH(littleEndianEncoding, stream.swapped, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
SWITCH(bigEndianEncoding, stream.swapped, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#undef SWITCH

#define QUESTION(name, value)                \
  static int file_##name(lua_State *L)       \
  {                                          \
    const File *f = check_file(L, 1);        \
    lua_pushboolean(L, value);               \
    return 1;                                \
  }
QUESTION(isQuiet, f->quiet)
QUESTION(isReadable, f->stream.readable)
QUESTION(isWritable, f->stream.writable)
QUESTION(isBinary, f->stream.binary)
QUESTION(isAutoSpacing, f->stream.spaced)
QUESTION(hasError, f->failed)
#undef QUESTION

static int file_isLittleEndianCPU(lua_State *L)
{
  lua_pushboolean(L, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  return 1;
}

static int file_isBigEndianCPU(lua_State *L)
{
  lua_pushboolean(L, __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__);
  return 1;
}

static int file_noBuffer(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  return return_file(L, f, THStream_unbuffer(&f->stream));
}

static int file_longSize(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  int64_t size = luaTH_tointeger(L, 2, "longSize: size");
  if (size != 0 && size != 4 && size != 8)
    return luaTH_fail(L, "longSize: a long has 0 (as here), 4 or 8 bytes, not %" PRId64, size);
  f->stream.shortLong = size == 4;
  return return_file(L, f, TH_OK);
}

static int file_storage(lua_State *L)
{
  File *f = File_checkOpen(L, 1);
  if (!f->stream.memory) return luaL_error(L, "storage: a MemoryFile expected");
  THStorage **s = luaTH_newstorage(L, TH_CHAR), *memory = THStream_storage(&f->stream);
  if (!memory) return luaTH_failed(L, "storage");
  THStorage_retain(memory);
  *s = memory;
  return 1;
}

static int file_tostring(lua_State *L)
{
  const File *f = check_file(L, 1);
  luaL_getmetafield(L, 1, "__typename");
  lua_pushfstring(L, "%s on <%s> [status: %s -- mode %s%s]", lua_tostring(L, -1), f->name,
                  f->stream.handle ? "open" : "closed", f->stream.readable ? "r" : " ",
                  f->stream.writable ? "w" : " ");
  return 1;
}

/* --- opening files: argument 1 is the type object --- */

/* Push a closed file; the function's upvalue is its metatable. */
static File *new_file(lua_State *L, const char *name)
{
  File *f = lua_newuserdata(L, sizeof *f + strlen(name) + 1);
  memset(f, 0, sizeof *f);
  f->block.magic = &file_magic;
  f->stream.swapped = __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
  strcpy(f->name, name);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setmetatable(L, -2);
  return f;
}

/* If the file could not be opened, return nil for a quiet file and raise otherwise. */
static int opened(lua_State *L, File *f, int status)
{
  if (!status) return 1;
  if (!f->quiet) return luaL_error(L, "%s", TH_error());
  lua_pushnil(L);
  return 1;
}

static int open_named(lua_State *L, int (*open)(THStream *, const char *, const char *))
{
  const char *name = luaL_checkstring(L, 2), *mode = luaL_optstring(L, 3, "r");
  int quiet = lua_toboolean(L, 4);
  File *f = new_file(L, name);
  f->quiet = (char)quiet;
  return opened(L, f, open(&f->stream, name, mode));
}

static int open_disk(lua_State *L)
{
  return open_named(L, THStream_openDisk);
}

/* ofDescriptor(number, mode): a DiskFile on a descriptor, which stays its owner's */
static int open_descriptor(lua_State *L)
{
  const int fd = (int)luaL_checkinteger(L, 1);
  const char *mode = luaL_checkstring(L, 2);
  File *f = new_file(L, "");
  return opened(L, f, THStream_openDescriptor(&f->stream, fd, mode));
}

static int open_pipe(lua_State *L)
{
  return open_named(L, THStream_openPipe);
}

static int open_memory(lua_State *L)
{
  THStorage *storage = luaTH_tostorage(L, 2);
  const char *mode = luaL_optstring(L, storage ? 3 : 2, "rw");
  File *f = new_file(L, "");
  return opened(L, f, THStream_openMemory(&f->stream, storage, mode));
}

static int open_abstract(lua_State *L)
{
  return luaL_error(L, "a File is a DiskFile, a MemoryFile or a PipeFile");
}

/* --- the classes --- */

#define METHOD(name) {#name, file_##name}
static const luaL_Reg file_methods[] = {
  METHOD(seek), METHOD(seekEnd), METHOD(position), METHOD(synchronize), METHOD(close),
  METHOD(ascii), METHOD(binary), METHOD(autoSpacing), METHOD(noAutoSpacing), METHOD(quiet),
  METHOD(pedantic), METHOD(clearError), METHOD(isQuiet), METHOD(isReadable), METHOD(isWritable),
  METHOD(isBinary), METHOD(isAutoSpacing), METHOD(hasError), {NULL, NULL}
};
static const luaL_Reg disk_methods[] = {
  METHOD(isLittleEndianCPU), METHOD(isBigEndianCPU), METHOD(nativeEndianEncoding),
  METHOD(littleEndianEncoding), METHOD(bigEndianEncoding), METHOD(noBuffer), METHOD(longSize),
  {NULL, NULL}
};
static const luaL_Reg memory_methods[] = {METHOD(storage), METHOD(longSize), {NULL, NULL}};
static const luaL_Reg no_methods[] = {{NULL, NULL}};
#undef METHOD

/* A class is a metatable; its methods are its own and its parent's. */
static const struct Class {
  const char *name;
  int parent; /* index in this list */
  lua_CFunction open;
  const luaL_Reg *methods;
} classes[] = {
  {"File", -1, open_abstract, file_methods},
  {"DiskFile", 0, open_disk, disk_methods},
  {"MemoryFile", 0, open_memory, memory_methods},
  {"PipeFile", 1, open_pipe, no_methods},
};
enum { NUM_CLASSES = sizeof classes / sizeof *classes };

/* Push the metatable of a class. */
static void new_class(lua_State *L, const struct Class *class)
{
  lua_newtable(L);
  for (const luaL_Reg *r = class->methods; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, file_gc);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, file_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushfstring(L, "torch.%s", class->name);
  lua_setfield(L, -2, "__typename");
}

/* Let the class at the top inherit from the one at index parent. */
static void set_parent(lua_State *L, int parent)
{
  lua_newtable(L);
  lua_pushvalue(L, parent);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

/* Store the type object in the module: called, it opens a file. tensor/torch7/class.lua adds the
   fields of a class. */
static void set_type(lua_State *L, int module, int metatable, const struct Class *class)
{
  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, metatable);
  lua_pushcclosure(L, class->open, 1);
  lua_setfield(L, -2, "__call");
  lua_setmetatable(L, -2);
  lua_setfield(L, module, class->name);
}

/* key(object): a value that identifies the object in tables. Several userdata may share a storage;
   its address is the key. */
static int file_key(lua_State *L)
{
  THStorage *s = luaTH_toanystorage(L, 1);
  lua_settop(L, 1);
  if (s) lua_pushlightuserdata(L, s);
  return 1;
}

/* module.fileTypes holds the metatables by name, file_key and ofDescriptor, for
   tensor/torch7/serialize.lua. */
void luaTH_openfile(lua_State *L)
{
  int module = lua_gettop(L), first = module + 2;
  lua_newtable(L);
  for (int k = 0; k < NUM_CLASSES; k++) {
    new_class(L, &classes[k]);
    if (k == 0) File_addTransfers(L);
    if (classes[k].parent >= 0) set_parent(L, first + classes[k].parent);
    lua_pushvalue(L, -1);
    lua_setfield(L, module + 1, classes[k].name);
    set_type(L, module, first + k, &classes[k]);
  }
  lua_settop(L, module + 1);
  lua_pushcfunction(L, file_key);
  lua_setfield(L, -2, "key");
  lua_getfield(L, -1, "DiskFile");
  lua_pushcclosure(L, open_descriptor, 1);
  lua_setfield(L, -2, "ofDescriptor");
  lua_setfield(L, module, "fileTypes");
}
