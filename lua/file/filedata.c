/*
** Methods of files that transfer data: numbers, storages and strings (readFloat, writeFloat,
** readString, ...).
**
** Invariant: a count in a damaged or hostile file cannot exhaust memory. If the length of the file
** is known, no more room is made than it can fill; if not, room grows with what has been read.
*/
#include <string.h>

#include "file/file.h"

/* --- reading elements --- */

static const char *type_of(int dtype)
{
  return THDtype_traits(dtype)->name;
}

static void check_storage(lua_State *L, const THStorage *s, int dtype)
{
  if (s->dtype != dtype)
    luaL_error(L, "a %sStorage expected, got a %sStorage", type_of(dtype), type_of(s->dtype));
}

static void check_target(lua_State *L, const THStorage *s)
{
  if (s->flag & TH_STORAGE_READONLY) luaL_error(L, "the storage is read-only");
}

/* Room made first in a file of unknown length, in elements; if the length is known, all room is
   made at once. */
enum { FIRST_ROOM = 1 << 16 };

/*
** Read count elements into a storage and resize it to the number that came. Room is made for what
** the file can hold, or, if its length is unknown, in growing steps.
*/
static int fill_storage(THStream *s, THStorage *storage, int64_t count)
{
  int64_t possible = THStream_possible(s, storage->dtype, count), got = 0;
  int known = THStream_left(s) >= 0;
  for (int64_t room = 0; got == room && got < possible;) {
    room = known || possible - room < room + FIRST_ROOM ? possible : 2 * room + FIRST_ROOM;
    TH_TRY(THStorage_resize(storage, room));
    char *data = storage->data;
    got += THStream_read(s, storage->dtype, data + got * THStorage_elementSize(storage),
                         room - got);
  }
  TH_TRY(THStorage_resize(storage, got));
  if (got == count) return TH_OK;
  return th_fail(TH_EINVAL, "read error: read %" PRId64 " blocks instead of %" PRId64, got, count);
}

/* Fail if the file is too short for count elements, before room is made for them. */
static void check_possible(lua_State *L, File *f, int dtype, int64_t count)
{
  int64_t possible = THStream_possible(&f->stream, dtype, count);
  if (possible == count) return;
  th_fail(TH_EINVAL, "read error: %" PRId64 " blocks are declared, the file has room for %" PRId64,
          count, possible);
  File_fail(L, f);
}

static void read_storage(lua_State *L, File *f, THStorage *s, int64_t count)
{
  if (count < 0) luaTH_fail(L, "read error: a storage of %" PRId64 " elements", count);
  check_possible(L, f, s->dtype, count);
  luaTH_Memory *memory = luaTH_enter(L);
  int status = fill_storage(&f->stream, s, count);
  luaTH_leave(L, memory);
  if (status) File_fail(L, f);
}

/* file:readFloat(), file:readFloat(count), file:readFloat(storage). Upvalue: the dtype. */
static int file_read(lua_State *L)
{
  int dtype = (int)lua_tointeger(L, lua_upvalueindex(1));
  File *f = File_checkReadable(L, 1);
  THStorage *given = luaTH_tostorage(L, 2);
  if (given) {
    check_storage(L, given, dtype);
    check_target(L, given);
    int64_t got = THStream_read(&f->stream, dtype, given->data, given->size);
    if (got < given->size) File_fail(L, f);
    luaTH_pushnumber(L, TH_integer(got));
  } else if (!lua_isnoneornil(L, 2)) {
    int64_t count = luaTH_tointeger(L, 2, "read: count");
    THStorage **s = luaTH_newstorage(L, dtype);
    *s = THStorage_new(dtype, 0, NULL);
    if (!*s) return luaTH_failed(L, "read");
    read_storage(L, f, *s, count);
  } else {
    int64_t element[2] = {0};
    if (!THStream_read(&f->stream, dtype, element, 1)) File_fail(L, f);
    luaTH_pushnumber(L, THDtype_load(dtype, element));
  }
  return 1;
}

/* --- writing elements --- */

/* Copy a storage that is the file's own memory before writing it: the memory moves when it
   grows. */
static THStorage *apart_from(lua_State *L, const File *f, THStorage *s)
{
  if (s != f->stream.memory) return s;
  THStorage **copy = luaTH_newstorage(L, s->dtype);
  *copy = THStorage_new(s->dtype, s->size, NULL);
  if (!*copy) luaTH_failed(L, "write");
  if (s->size) memcpy((*copy)->data, s->data, (size_t)(s->size * THStorage_elementSize(s)));
  return *copy;
}

static int64_t write_storage(lua_State *L, File *f, THStorage *s)
{
  luaTH_Memory *memory = luaTH_enter(L);
  s = apart_from(L, f, s);
  int64_t count = s->size, put = THStream_write(&f->stream, s->dtype, s->data, count);
  luaTH_leave(L, memory);
  if (put < count) File_fail(L, f);
  return put;
}

/* file:writeFloat(number), which returns nothing, or file:writeFloat(storage). Upvalue: the
   dtype. */
static int file_write(lua_State *L)
{
  int dtype = (int)lua_tointeger(L, lua_upvalueindex(1));
  File *f = File_checkWritable(L, 1);
  THStorage *s = luaTH_tostorage(L, 2);
  THNumber number;
  int64_t element[2] = {0};
  if (s) {
    check_storage(L, s, dtype);
    luaTH_pushnumber(L, TH_integer(write_storage(L, f, s)));
    return 1;
  }
  if (!luaTH_tonumber(L, 2, &number))
    return luaL_argerror(L, 2, lua_pushfstring(L, "number or %sStorage expected, got %s",
                                               type_of(dtype), luaL_typename(L, 2)));
  THDtype_store(dtype, element, number);
  if (!THStream_write(&f->stream, dtype, element, 1)) File_fail(L, f);
  return 0;
}

/* A storage on a device is read into one on the CPU and then copied. */
int luaTH_readStorage(lua_State *L)
{
  THStorage *s = luaTH_checkanystorage(L, 1);
  File *f = File_checkReadable(L, 2);
  int64_t count = 0;
  check_target(L, s);
  if (!THStream_read(&f->stream, TH_LONG, &count, 1)) {
    File_fail(L, f);
  } else if (!s->device) {
    read_storage(L, f, luaTH_checkstorage(L, 1), count);
  } else {
    THStorage **here = luaTH_newstorage(L, s->dtype);
    *here = THStorage_new(s->dtype, 0, NULL);
    if (!*here) return luaTH_failed(L, "read");
    read_storage(L, f, *here, count);
    luaTH_result(L, THStorage_resize(s, count), 0);
    luaTH_result(L, luaTH_copystorage(s, *here), 0);
  }
  return 0;
}

int luaTH_writeStorage(lua_State *L)
{
  THStorage *s = luaTH_storageHere(L, luaTH_checkanystorage(L, 1));
  File *f = File_checkWritable(L, 2);
  if (THStream_write(&f->stream, TH_LONG, &s->size, 1)) write_storage(L, f, s);
  else File_fail(L, f);
  return 0;
}

/* --- strings --- */

static int read_line(lua_State *L, File *f)
{
  luaL_Buffer text;
  int ended = 0;
  luaL_buffinit(L, &text);
  while (!ended) {
    char *piece = luaL_prepbuffer(&text);
    luaL_addsize(&text, (size_t)THStream_readLine(&f->stream, piece, LUAL_BUFFERSIZE, &ended));
  }
  luaL_pushresult(&text);
  return feof(f->stream.handle) && lua_rawlen(L, -1) == 0;
}

/* Push at most limit bytes as a string; fail if there are fewer than wanted. */
static int read_bytes(lua_State *L, File *f, int64_t limit, int64_t wanted)
{
  luaL_Buffer text;
  int64_t count = 0, piece, got;
  luaL_buffinit(L, &text);
  do {
    piece = limit - count < LUAL_BUFFERSIZE ? limit - count : LUAL_BUFFERSIZE;
    got = THStream_readBytes(&f->stream, luaL_prepbuffer(&text), piece);
    luaL_addsize(&text, (size_t)got);
    count += got;
  } while (got == piece && count < limit);
  luaL_pushresult(&text);
  return count < wanted;
}

/* Push the characters of an array; in ascii files a newline follows them. */
static int read_array(lua_State *L, File *f, int64_t count)
{
  if (count < 0) luaTH_fail(L, "read error: a string of %" PRId64 " characters", count);
  check_possible(L, f, TH_CHAR, count);
  if (count == 0) {
    lua_pushliteral(L, "");
    return 0;
  }
  int failed = read_bytes(L, f, count, count);
  if (!f->stream.binary && f->stream.spaced) THStream_skipNewline(&f->stream);
  return failed;
}

/* The argument is '*l', '*a', or the number of characters that were written as an array. */
static int file_readString(lua_State *L)
{
  File *f = File_checkReadable(L, 1);
  int failed;
  if (lua_type(L, 2) == LUA_TNUMBER) {
    failed = read_array(L, f, luaTH_tointeger(L, 2, "readString: count"));
  } else {
    const char *format = luaL_checkstring(L, 2);
    if (strncmp(format, "*l", 2) == 0) failed = read_line(L, f);
    else if (strncmp(format, "*a", 2) == 0) failed = read_bytes(L, f, INT64_MAX, 1);
    else return luaL_argerror(L, 2, "'*l', '*a' or a count expected");
  }
  if (failed) {
    th_fail(TH_EINVAL, "read error: read 0 blocks instead of 1");
    File_fail(L, f);
  }
  return 1;
}

static int file_writeString(lua_State *L)
{
  size_t length;
  File *f = File_checkWritable(L, 1);
  if (lua_type(L, 2) != LUA_TSTRING) return luaL_argerror(L, 2, "string expected");
  const char *text = lua_tolstring(L, 2, &length);
  luaTH_Memory *memory = luaTH_enter(L);
  int64_t put = THStream_writeBytes(&f->stream, text, (int64_t)length);
  luaTH_leave(L, memory);
  if (put < (int64_t)length) File_fail(L, f);
  luaTH_pushnumber(L, TH_integer(put));
  return 1;
}

/* --- the methods --- */

static void add_elements(lua_State *L, const char *verb, int dtype, lua_CFunction function)
{
  lua_pushfstring(L, "%s%s", verb, type_of(dtype));
  lua_pushinteger(L, dtype);
  lua_pushcclosure(L, function, 1);
  lua_settable(L, -3);
}

void File_addTransfers(lua_State *L)
{
  for (int dtype = 1; dtype < TH_NUM_DTYPES; dtype++) {
    add_elements(L, "read", dtype, file_read);
    add_elements(L, "write", dtype, file_write);
  }
  lua_pushcfunction(L, file_readString);
  lua_setfield(L, -2, "readString");
  lua_pushcfunction(L, file_writeString);
  lua_setfield(L, -2, "writeString");
}
