/*
** NumPy's archives (npz): zip files with a member NAME.npy for each array.
**
** Members are opened one after the other; what a member was inflated to lives as long as a tensor
** looks at it.
*/
#include <stdio.h>
#include <string.h>

#include "formats/formats.h"
#include "TH/formats/THZip.h"

typedef struct Reader {
  THZip zip;
  THBytes member;
} Reader;

static int end_reader(lua_State *L)
{
  Reader *reader = lua_touserdata(L, 1);
  THZip_end(&reader->zip);
  THBytes_close(&reader->member);
  return 0;
}

static int end_writer(lua_State *L)
{
  THZipWriter_end(lua_touserdata(L, 1));
  return 0;
}

/* A userdata with a finalizer of its own, for what must be given back after an error too. */
static void *new_holder(lua_State *L, size_t size, const char *name, lua_CFunction end)
{
  void *holder = lua_newuserdata(L, size);
  memset(holder, 0, size);
  if (luaL_newmetatable(L, name)) {
    lua_pushcfunction(L, end);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return holder;
}

/* --- reading --- */

static int open_member(lua_State *L, Reader *reader, const THBytes *bytes, const THZipMember *m)
{
  luaTH_Memory *memory = luaTH_enter(L);
  int status = THZip_open(&reader->member, bytes, m);
  if (luaTH_again(L, status, lua_gettop(L))) status = THZip_open(&reader->member, bytes, m);
  luaTH_leave(L, memory);
  return luaTH_result(L, status, 0);
}

static int is_npy(const THZipMember *m)
{
  return m->nameLength >= 4 && memcmp(m->name + m->nameLength - 4, ".npy", 4) == 0;
}

typedef struct Wanted { const THZipMember *member; int isOwn; } Wanted;

static int read_array(THTensor *out, const THBytes *bytes, const void *context)
{
  const Wanted *wanted = context;
  const int status = luaTH_readnpy(out, bytes, &wanted->isOwn);
  char text[256];
  if (!status || status == TH_ENOMEM) return status;
  snprintf(text, sizeof text, "%s", TH_error());
  return th_fail(status, "the member '%s': %s",
                 THBytes_quote(wanted->member->name, wanted->member->nameLength).text, text);
}

/* Set name = tensor in the table at the top. An inflated member is memory of ours, which the tensor
   may look at. */
static void read_member(lua_State *L, Reader *reader, const THBytes *bytes, const THZipMember *m)
{
  open_member(L, reader, bytes, m);
  const Wanted wanted = {m, !reader->member.isPart};
  lua_pushlstring(L, m->name, (size_t)m->nameLength - 4);
  luaTH_pushread(L, read_array, &reader->member, &wanted);
  lua_rawset(L, -3);
  THBytes_close(&reader->member);
}

/* npzLoad(source): a table of tensors by name */
static int npz_load(lua_State *L)
{
  const THBytes bytes = luaTH_checkbytes(L, 1);
  lua_settop(L, 1);
  Reader *reader = new_holder(L, sizeof *reader, "tensor.npz.reader", end_reader);
  reader->member.fd = -1;
  luaTH_result(L, THZip_read(&reader->zip, &bytes), 0);
  lua_newtable(L);
  for (int64_t k = 0; k < reader->zip.count; k++)
    if (is_npy(&reader->zip.member[k])) read_member(L, reader, &bytes, &reader->zip.member[k]);
  THZip_end(&reader->zip);
  return 1;
}

/* --- writing --- */

/* zipWriter() */
static int zip_writer(lua_State *L)
{
  new_holder(L, sizeof(THZipWriter), "tensor.npz.writer", end_writer);
  return 1;
}

/* zipAdd(writer, sink, name, head, x, isDeflated): a member, the bytes of head and the elements of
   a contiguous tensor of the CPU */
static int zip_add(lua_State *L)
{
  size_t length, headLength;
  THZipWriter *writer = luaL_checkudata(L, 1, "tensor.npz.writer");
  THSink *sink = luaTH_checksink(L, 2);
  const char *name = luaL_checklstring(L, 3, &length);
  const char *text = luaL_checklstring(L, 4, &headLength);
  const THTensor *t = luaTH_checktensor(L, 5);
  luaTH_result(L, THTensor_operand("save", t), 0);
  if (!THTensor_isContiguous(t)) return luaL_argerror(L, 5, "a contiguous tensor expected");
  const THBytes head = THBytes_of(text, headLength);
  const THBytes data = THBytes_of(THTensor_data(t), (size_t)(THTensor_nElement(t) *
                                                             THDtype_traits(t->dtype)->size));
  luaTH_Memory *memory = luaTH_enter(L);
  const int status = THZipWriter_add(writer, sink, name, (int64_t)length, &head, &data,
                                     lua_toboolean(L, 6));
  luaTH_leave(L, memory);
  return luaTH_result(L, status, 0);
}

/* zipFinish(writer, sink) */
static int zip_finish(lua_State *L)
{
  THZipWriter *writer = luaL_checkudata(L, 1, "tensor.npz.writer");
  return luaTH_result(L, THZipWriter_finish(writer, luaTH_checksink(L, 2)), 0);
}

void luaTH_addnpz(lua_State *L)
{
  static const luaL_Reg functions[] = {
    {"npzLoad", npz_load}, {"zipWriter", zip_writer}, {"zipAdd", zip_add},
    {"zipFinish", zip_finish}, {NULL, NULL}
  };
  luaTH_addfunctions(L, functions);
}
