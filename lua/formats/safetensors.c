/* Files of safetensors: names and tensors as a table, metadata as another. */
#include "formats/formats.h"
#include "TH/formats/THSafetensors.h"

static const char holder_name[] = "tensor.safetensors";

/* A userdata that gives the header back, also when an error is raised. */
static int end_header(lua_State *L)
{
  THSafetensors_end(lua_touserdata(L, 1));
  return 0;
}

static THSafetensors *new_header(lua_State *L)
{
  THSafetensors *file = lua_newuserdata(L, sizeof *file);
  *file = (THSafetensors){.count = 0};
  if (luaL_newmetatable(L, holder_name)) {
    lua_pushcfunction(L, end_header);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return file;
}

static void push_string(lua_State *L, const THSafetensors *file, THJsonString string)
{
  lua_pushlstring(L, file->json.texts + string.at, (size_t)string.length);
}

static int read_array(THTensor *out, const THBytes *bytes, const void *array)
{
  return THBytes_array(out, bytes, array, 1);
}

static void push_metadata(lua_State *L, const THSafetensors *file)
{
  lua_newtable(L);
  for (int64_t k = 0; k < file->numMetadata; k += 2) {
    push_string(L, file, file->metadata[k]);
    push_string(L, file, file->metadata[k + 1]);
    lua_rawset(L, -3);
  }
}

/* safetensorsLoad(source): a table of tensors, and one of the metadata or nil */
static int safetensors_load(lua_State *L)
{
  const THBytes bytes = luaTH_checkbytes(L, 1);
  lua_settop(L, 1);
  THSafetensors *file = new_header(L);
  luaTH_result(L, THSafetensors_read(file, &bytes), 0);
  lua_createtable(L, 0, (int)(file->count < 1 << 20 ? file->count : 1 << 20));
  for (int64_t k = 0; k < file->count; k++) {
    push_string(L, file, file->array[k].name);
    luaTH_pushread(L, read_array, &bytes, &file->array[k].array);
    lua_rawset(L, 3);
  }
  if (file->hasMetadata) push_metadata(L, file);
  else lua_pushnil(L);
  THSafetensors_end(file);
  return 2;
}

/* safetensorsType(x): the format's name for the type of a tensor, and its rank */
static int safetensors_type(lua_State *L)
{
  int rank;
  const char *name = THSafetensors_type(luaTH_checktensor(L, 1)->dtype, &rank);
  if (!name) return luaTH_result(L, TH_EDTYPE, 0);
  lua_pushstring(L, name);
  lua_pushinteger(L, rank);
  return 2;
}

/* isUtf8(text) */
static int is_utf8(lua_State *L)
{
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_pushboolean(L, THJson_isUtf8(text, (int64_t)length));
  return 1;
}

void luaTH_addsafetensors(lua_State *L)
{
  static const luaL_Reg functions[] = {
    {"safetensorsLoad", safetensors_load}, {"safetensorsType", safetensors_type},
    {"isUtf8", is_utf8}, {NULL, NULL}
  };
  luaTH_addfunctions(L, functions);
}
