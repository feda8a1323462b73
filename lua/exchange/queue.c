/*
** Queues and their messages, for tensor/process/queue.lua.
**
** A message is a letter and a value: PLAIN (plain.h), or OBJECT, as tensor/process/message.lua has
** written it. Descriptors go with a message in the order in which the object mentions what they
** belong to: one for the memory of a storage, some for a queue. Functions that are called while an
** object is written or read raise as its methods do, so that errors get the name of the call.
*/
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exchange/plain.h"
#include "exchange/process.h"

enum { PLAIN = 'p', OBJECT = 'o', ROOM = 256 };

typedef struct Queue { luaTH_Block block; THQueue *queue; THMessage message; } Queue;
typedef struct Letter { luaTH_Block block; THMessage message; int next; } Letter;

static const char queue_magic, letter_magic;

int process_result(lua_State *L, const char *name, int status, int count)
{
  if (!status) return count;
  const char *text = TH_error(), *end = text + strspn(text, "abcdefghijklmnopqrstuvwxyzM");
  TH_setAccount(NULL);
  lua_pushfstring(L, "%s: %s", name, strncmp(end, ": ", 2) ? text : end + 2);
  return lua_error(L);
}

/* --- queues --- */

static Queue *to_queue(lua_State *L, int index)
{
  Queue *q = lua_touserdata(L, index);
  return q && lua_rawlen(L, index) == sizeof *q && q->block.magic == &queue_magic && q->queue
    ? q : NULL;
}

static Queue *check_queue(lua_State *L, int index)
{
  Queue *q = to_queue(L, index);
  if (!q)
    luaL_argerror(L, index,
                  lua_pushfstring(L, "a queue expected, got %s", luaL_typename(L, index)));
  return q;
}

THQueue *process_checkqueue(lua_State *L, int index)
{
  return check_queue(L, index)->queue;
}

static int queue_gc(lua_State *L)
{
  Queue *q = lua_touserdata(L, 1);
  THMessage_clear(&q->message);
  THQueue_close(q->queue);
  q->queue = NULL;
  return 0;
}

/* drop(queue): let it go now */
static int drop_queue(lua_State *L)
{
  check_queue(L, 1);
  return queue_gc(L);
}

/* Upvalue 1 of the functions that make values: the metatable of queues or of messages. */
static Queue *push_queue(lua_State *L, int metatable)
{
  Queue *q = lua_newuserdata(L, sizeof *q);
  memset(q, 0, sizeof *q);
  q->block.magic = &queue_magic;
  lua_pushvalue(L, metatable);
  lua_setmetatable(L, -2);
  return q;
}

static int new_queue(lua_State *L)
{
  lua_settop(L, 0);
  Queue *q = push_queue(L, lua_upvalueindex(1));
  q->queue = THQueue_new();
  if (!q->queue && luaTH_again(L, TH_errorStatus(), 1)) q->queue = THQueue_new();
  return process_result(L, "queue", q->queue ? TH_OK : TH_errorStatus(), 1);
}

/* open(fd, fd, fd): the queue of descriptors that this process was started with */
static int open_queue(lua_State *L)
{
  int fds[TH_QUEUE_DESCRIPTORS];
  for (int k = 0; k < TH_QUEUE_DESCRIPTORS; k++) fds[k] = (int)luaL_checkinteger(L, k + 1);
  Queue *q = push_queue(L, lua_upvalueindex(1));
  q->queue = THQueue_open(fds);
  return process_result(L, "start", q->queue ? TH_OK : TH_errorStatus(), 1);
}

static int size(lua_State *L)
{
  luaTH_pushnumber(L, TH_integer(THQueue_size(process_checkqueue(L, 1))));
  return 1;
}

static int close_queue(lua_State *L)
{
  THQueue_end(process_checkqueue(L, 1));
  return 0;
}

static int identity(lua_State *L)
{
  lua_pushnumber(L, (lua_Number)THQueue_identity(process_checkqueue(L, 1)));
  return 1;
}

/* --- putting --- */

/* putPlain(queue, value): put it if it is plain; whether it was. */
static int put_plain(lua_State *L)
{
  THQueue *queue = process_checkqueue(L, 1);
  Plain plain = {.bytes = malloc(ROOM), .room = ROOM, .size = 1};
  lua_settop(L, 2);
  if (plain.bytes) plain.bytes[0] = PLAIN;
  const int fits = plain.bytes && plain_write(L, &plain);
  const int status = fits ? THQueue_put(queue, plain.bytes, (int64_t)plain.size, NULL, 0) : TH_OK;
  free(plain.bytes);
  lua_pushboolean(L, fits);
  return process_result(L, "put", status, 1);
}

/* What an object mentions: a tensor in shared memory or a queue. */
typedef struct Mention { const THTensor *tensor; const THQueue *queue; } Mention;

/* Push room for what the list at index mentions, and as many descriptors. */
static Mention *push_mentions(lua_State *L, int index, int *count, int **fds)
{
  *count = (int)lua_rawlen(L, index);
  Mention *mentions = lua_newuserdata(L, (size_t)*count * sizeof *mentions + 1);
  *fds = lua_newuserdata(L, (size_t)*count * TH_QUEUE_DESCRIPTORS * sizeof(int) + 1);
  for (int k = 0; k < *count; k++) {
    lua_rawgeti(L, index, k + 1);
    const Queue *q = to_queue(L, -1);
    mentions[k].queue = q ? q->queue : NULL;
    mentions[k].tensor = q ? NULL : luaTH_checktensor(L, -1);
    lua_pop(L, 1);
  }
  return mentions;
}

/* Fill in the descriptors. Those of tensors are new and listed in leases too. */
static int find_descriptors(const Mention *mentions, int count, int *fds, int *found, int *leases,
                            int *leased)
{
  for (int k = 0; k < count; k++) {
    if (mentions[k].queue) {
      THQueue_descriptors(mentions[k].queue, fds + *found);
      *found += TH_QUEUE_DESCRIPTORS;
    } else {
      TH_TRY(TH_shareLease(mentions[k].tensor, fds + *found));
      leases[(*leased)++] = fds[(*found)++];
    }
  }
  return TH_OK;
}

static int put_once(THQueue *queue, const THStorage *bytes, const Mention *mentions, int count,
                    int *fds)
{
  int found = 0, leased = 0;
  int *leases = malloc((size_t)count * sizeof *leases + 1);
  if (!leases) return th_fail(TH_ENOMEM, "put: not enough memory");
  int status = find_descriptors(mentions, count, fds, &found, leases, &leased);
  if (!status) status = THQueue_put(queue, bytes->data, bytes->size, fds, found);
  while (leased) close(leases[--leased]);
  free(leases);
  return status;
}

/* putObject(queue, bytes, list): put a storage of bytes, and what the object mentions in order. */
static int put_object(lua_State *L)
{
  THQueue *queue = process_checkqueue(L, 1);
  const THStorage *bytes = luaTH_checkstorage(L, 2);
  int count, *fds;
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  const Mention *mentions = push_mentions(L, 3, &count, &fds);
  int status = put_once(queue, bytes, mentions, count, fds);
  if (luaTH_again(L, status, lua_gettop(L)))
    status = put_once(queue, bytes, mentions, count, fds);
  return process_result(L, "put", status, 0);
}

/* --- getting --- */

static int letter_gc(lua_State *L)
{
  Letter *letter = lua_touserdata(L, 1);
  THMessage_clear(&letter->message);
  return 0;
}

/* Push a letter with the message that waits in the queue; upvalue 2 is its metatable. */
static void push_letter(lua_State *L, Queue *q)
{
  Letter *letter = lua_newuserdata(L, sizeof *letter);
  *letter = (Letter){.block.magic = &letter_magic, .message = q->message};
  q->message = (THMessage){0};
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setmetatable(L, -2);
}

/* get(queue, seconds): after at most so long, and not more than a tenth of a second: true and a
   value; false and a letter; nil and 'timeout' or 'closed' */
static int get(lua_State *L)
{
  Queue *q = check_queue(L, 1);
  const double seconds = luaL_checknumber(L, 2);
  int found;
  lua_settop(L, 2);
  THMessage_clear(&q->message);
  int status = THQueue_get(q->queue, seconds, &q->message, &found);
  if (luaTH_again(L, status, 2)) status = THQueue_get(q->queue, seconds, &q->message, &found);
  process_result(L, "get", status, 0);
  if (found != TH_QUEUE_MESSAGE) {
    lua_pushnil(L);
    lua_pushstring(L, found == TH_QUEUE_CLOSED ? "closed" : "timeout");
    return 2;
  }
  const int isPlain = q->message.size && *q->message.bytes == PLAIN;
  lua_pushboolean(L, isPlain);
  if (isPlain) plain_read(L, q->message.bytes + 1, (size_t)q->message.size - 1);
  else push_letter(L, q);
  return 2;
}

static Letter *check_letter(lua_State *L)
{
  Letter *letter = lua_touserdata(L, 1);
  if (!letter || lua_rawlen(L, 1) != sizeof *letter || letter->block.magic != &letter_magic)
    luaL_argerror(L, 1, "a letter expected");
  return letter;
}

static void free_bytes(void *context, void *data)
{
  (void)data;
  free(context);
}

/* bytes(letter): the object's bytes as a CharStorage with a 0 behind them; they leave the letter */
static int letter_bytes(lua_State *L)
{
  Letter *letter = check_letter(L);
  THMessage *m = &letter->message;
  if (!m->bytes || m->size < 1 || *m->bytes != OBJECT)
    luaTH_fail(L, "get: a message has bytes that mean nothing");
  luaTH_Memory *memory = luaTH_enter(L);
  THStorage **storage = luaTH_newstorage(L, TH_CHAR);
  *storage = THStorage_borrow(TH_CHAR, m->bytes + 1, m->size, free_bytes, m->bytes);
  if (*storage) m->bytes = NULL;
  luaTH_leave(L, memory);
  return process_result(L, "get", *storage ? TH_OK : TH_errorStatus(), 1);
}

static int *next_descriptors(lua_State *L, Letter *letter, int count)
{
  if (count > letter->message.count - letter->next)
    luaTH_fail(L, "get: a message has fewer descriptors than its object needs");
  letter->next += count;
  return letter->message.fds + letter->next - count;
}

/* tensor(letter, handle): the tensor of a handle, whose memory the message has kept */
static int letter_tensor(lua_State *L)
{
  Letter *letter = check_letter(L);
  size_t length;
  const char *handle = luaL_checklstring(L, 2, &length);
  int *lease = next_descriptors(L, letter, 1);
  luaTH_Memory *memory = luaTH_enter(L);
  THTensor *tensor = luaTH_newtensor(L, TH_UNDEFINED);
  int status = THTensor_fromHandle(tensor, handle, length, *lease);
  if (luaTH_again(L, status, lua_gettop(L)))
    status = THTensor_fromHandle(tensor, handle, length, *lease);
  close(*lease);
  *lease = -1;
  process_result(L, "readObject", status, 0);
  luaTH_settype(L, lua_gettop(L));
  luaTH_leave(L, memory);
  return 1;
}

/* queue(letter): the next queue */
static int letter_queue(lua_State *L)
{
  Letter *letter = check_letter(L);
  int *fds = next_descriptors(L, letter, TH_QUEUE_DESCRIPTORS);
  Queue *q = push_queue(L, lua_upvalueindex(1));
  q->queue = THQueue_open(fds);
  for (int k = 0; k < TH_QUEUE_DESCRIPTORS; k++) fds[k] = -1;
  return process_result(L, "readObject", q->queue ? TH_OK : TH_errorStatus(), 1);
}

/* --- memory of storages --- */

static int copy_shared(lua_State *L, THTensor *tensor, THStorage *storage)
{
  THStorage *copy = THStorage_newShared(storage->dtype, storage->size, luaTH_sharing(L));
  if (!copy) return TH_errorStatus();
  int status = luaTH_copystorage(copy, storage);
  if (!status) status = luaTH_asVector(tensor, copy);
  THStorage_release(copy);
  return status;
}

/* share(storage): a tensor of all elements, in shared memory: the storage's own if it can be moved
   there, else a copy; and its handle */
static int share(lua_State *L)
{
  THStorage *storage = luaTH_checkstorage(L, 1);
  THHandle handle;
  lua_settop(L, 1);
  luaTH_Memory *memory = luaTH_enter(L);
  THTensor *tensor = luaTH_newtensor(L, storage->dtype);
  int status = THStorage_share(storage, luaTH_sharing(L));
  if (luaTH_again(L, status, 2)) status = THStorage_share(storage, luaTH_sharing(L));
  if (!status) status = luaTH_asVector(tensor, storage);
  else if (status != TH_ENOMEM) status = copy_shared(L, tensor, storage);
  process_result(L, "writeObject", status, 0);
  process_result(L, "writeObject", THTensor_shareHandle(tensor, &handle), 0);
  luaTH_leave(L, memory);
  lua_pushstring(L, handle.text);
  return 2;
}

/* --- the chapter --- */

static void set_metatable(lua_State *L, const char *name, lua_CFunction gc)
{
  lua_newtable(L);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__typename");
}

/* Set functions whose upvalue is the metatable at index. */
static void set_makers(lua_State *L, int metatable, const luaL_Reg *list)
{
  for (; list->name; list++) {
    lua_pushvalue(L, metatable);
    lua_pushcclosure(L, list->func, 1);
    lua_setfield(L, -2, list->name);
  }
}

void process_addqueue(lua_State *L)
{
  static const luaL_Reg of_queues[] = {
    {"newQueue", new_queue}, {"openQueue", open_queue}, {"letterQueue", letter_queue},
    {NULL, NULL}};
  static const luaL_Reg of_letters[] = {
    {"get", get}, {"putPlain", put_plain}, {"putObject", put_object}, {"size", size},
    {"close", close_queue}, {"drop", drop_queue}, {"identity", identity},
    {"letterBytes", letter_bytes}, {"letterTensor", letter_tensor}, {"share", share},
    {NULL, NULL}};
  const int table = lua_gettop(L);
  set_metatable(L, "torch.Queue", queue_gc);
  lua_pushvalue(L, table);
  set_makers(L, table + 1, of_queues);
  lua_pop(L, 1);
  lua_setfield(L, table, "Queue");
  set_metatable(L, "torch.Letter", letter_gc);
  lua_pushvalue(L, table);
  set_makers(L, table + 1, of_letters);
  lua_pop(L, 2);
}
