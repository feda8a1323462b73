/* Tables of numbers (TH/formats/THCsv) for tensor/formats/csv.lua. */
#include <stdlib.h>

#include "TH/formats/THCsv.h"
#include "formats/formats.h"

/* Elements that are written at a time. */
#define BLOCK 65536

static int read_csv(THTensor *out, const THBytes *bytes, const void *csv)
{
  return THCsv_read(out, (THCsv *)csv, (const char *)bytes->data, bytes->size);
}

static char check_separator(lua_State *L, int index)
{
  size_t length;
  const char *text = luaL_checklstring(L, index, &length);
  if (length != 1 || !THCsv_isSeparator(*text))
    luaL_error(L, "the separator is one character, and none that numbers, quotes or lines need; "
                  "got '%s'", THBytes_quote(text, (int64_t)length).text);
  return *text;
}

/* Push the names of the header as a list, or nil without one. */
static void push_names(lua_State *L, THCsv *csv)
{
  int64_t length;
  if (!csv->names) {
    lua_pushnil(L);
    return;
  }
  char *name = lua_newuserdata(L, (size_t)(csv->namesEnd - csv->names) + 1);
  lua_newtable(L);
  for (int i = 1; (length = THCsv_nextName(csv, name)) >= 0; i++) {
    lua_pushlstring(L, name, (size_t)length);
    lua_rawseti(L, -2, i);
  }
}

/* matrix, names = csvRead(source, dtype, header, separator); header is true, false or nil */
static int csv_read(lua_State *L)
{
  lua_settop(L, 4);
  const THBytes bytes = luaTH_checkbytes(L, 1);
  const char *name = luaL_checkstring(L, 2);
  THCsv csv = {
    .dtype = THDtype_findOption(name),
    .header = lua_isnil(L, 3) ? TH_CSV_FIND_HEADER : lua_toboolean(L, 3),
    .separator = check_separator(L, 4)
  };
  if (!THDtype_isReal(csv.dtype))
    return luaL_error(L, "a table has elements of a real dtype, not '%s'", name);
  luaTH_pushread(L, read_csv, &bytes, &csv);
  push_names(L, &csv);
  lua_pushvalue(L, 5); /* the matrix */
  lua_insert(L, -2);
  return 2;
}

/* csvWrite(sink, matrix, separator): a matrix of the CPU */
static int csv_write(lua_State *L)
{
  THSink *sink = luaTH_checksink(L, 1);
  const THTensor *t = luaTH_checktensor(L, 2);
  const char separator = check_separator(L, 3);
  luaTH_result(L, THTensor_operand("save", t), 0);
  if (t->nDimension != 2 || !THDtype_isReal(t->dtype))
    return luaL_error(L, "a matrix of real numbers expected");
  const int64_t count = THTensor_nElement(t), block = count < BLOCK ? count : BLOCK;
  char *text = lua_newuserdata(L, (size_t)(block * TH_CSV_MOST + 1));
  luaTH_result(L, THTensor_operand("save", t), 0); /* finalizers may have shrunk the storage */
  luaTH_Memory *memory = luaTH_enter(L);
  int status = TH_OK;
  for (int64_t i = 0; i < count && !status; i += block) {
    const char *end = THCsv_write(text, separator, t, i, i + block < count ? i + block : count);
    status = THSink_write(sink, text, end - text);
  }
  luaTH_leave(L, memory);
  return luaTH_result(L, status, 0);
}

void luaTH_addcsv(lua_State *L)
{
  static const luaL_Reg functions[] = {
    {"csvRead", csv_read}, {"csvWrite", csv_write}, {NULL, NULL}
  };
  luaTH_addfunctions(L, functions);
}
