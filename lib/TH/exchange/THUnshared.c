/*
** Shared memory, queues and workers on a system that cannot have them as Unix does: each call says
** so. Nothing can be made, so functions that take what was made are never called; they answer as
** for something empty.
*/
#include "TH/exchange/THQueue.h"
#include "TH/exchange/THShared.h"
#include "TH/exchange/THWorker.h"
#include "TH/platform/THPlatform.h"

#include <string.h>

static int refuse(const char *what)
{
  return th_fail(TH_EUNSUPPORTED, "%s: needs descriptors as Unix has them; this is %s", what,
                 th_systemName);
}

static void *refuse_object(const char *what)
{
  refuse(what);
  return NULL;
}

/* --- shared memory: the ways keep their names, so that scripts may ask for them --- */

static const char *const names[TH_NUM_SHARINGS] = {
  "none", [TH_SHARING_DESCRIPTOR] = "descriptor", [TH_SHARING_FILE] = "file"};

int TH_defaultSharing(void)
{
  return TH_SHARING_FILE;
}

const char *TH_sharingName(int sharing)
{
  return names[sharing > 0 && sharing < TH_NUM_SHARINGS ? sharing : 0];
}

int TH_findSharing(const char *name)
{
  for (int sharing = 1; sharing < TH_NUM_SHARINGS; sharing++)
    if (strcmp(names[sharing], name) == 0) return sharing;
  return 0;
}

const THAllocator *TH_sharedAllocator(int sharing)
{
  (void)sharing;
  return NULL;
}

THStorage *THStorage_newShared(int dtype, int64_t size, int sharing)
{
  (void)dtype, (void)size, (void)sharing;
  return refuse_object("shared memory");
}

int THStorage_share(THStorage *storage, int sharing)
{
  (void)storage, (void)sharing;
  return refuse("shareMemory");
}

int THStorage_isShared(const THStorage *storage)
{
  (void)storage;
  return 0;
}

int THTensor_share(THTensor *t, int sharing)
{
  return t->storage ? THStorage_share(t->storage, sharing) : TH_OK;
}

int THTensor_isShared(const THTensor *t)
{
  return !t->storage;
}

int THStorage_shareFilename(const THStorage *storage, THSharedFilename *where)
{
  (void)storage, (void)where;
  return refuse("shareFilename");
}

THStorage *THStorage_newSharedFilename(int dtype, const THSharedFilename *where)
{
  (void)dtype, (void)where;
  return refuse_object("newSharedFilename");
}

int THTensor_shareHandle(const THTensor *t, THHandle *handle)
{
  (void)t, (void)handle;
  return refuse("shareHandle");
}

int THTensor_fromHandle(THTensor *out, const char *text, size_t length, int lease)
{
  (void)out, (void)text, (void)length, (void)lease;
  return refuse("fromHandle");
}

int TH_shareLease(const THTensor *t, int *fd)
{
  (void)t;
  *fd = -1;
  return refuse("shareLease");
}

/* --- queues --- */

THQueue *THQueue_new(void)
{
  return refuse_object("process.queue");
}

THQueue *THQueue_open(const int fds[TH_QUEUE_DESCRIPTORS])
{
  (void)fds;
  return refuse_object("process.queue");
}

void THQueue_close(THQueue *queue)
{
  (void)queue;
}

void THQueue_descriptors(const THQueue *queue, int fds[TH_QUEUE_DESCRIPTORS])
{
  (void)queue;
  for (int k = 0; k < TH_QUEUE_DESCRIPTORS; k++) fds[k] = -1;
}

uint64_t THQueue_identity(const THQueue *queue)
{
  (void)queue;
  return 0;
}

int THQueue_put(THQueue *queue, const void *bytes, int64_t size, const int *fds, int count)
{
  (void)queue, (void)bytes, (void)size, (void)fds, (void)count;
  return refuse("put");
}

int THQueue_get(THQueue *queue, double seconds, THMessage *message, int *found)
{
  (void)queue, (void)seconds;
  *message = (THMessage){0};
  *found = TH_QUEUE_CLOSED;
  return refuse("get");
}

void THMessage_clear(THMessage *message)
{
  *message = (THMessage){0};
}

int64_t THQueue_size(THQueue *queue)
{
  (void)queue;
  return 0;
}

void THQueue_end(THQueue *queue)
{
  (void)queue;
}

/* --- workers --- */

THWorker *THWorker_start(const char *program, char *const argv[], const int *fds, int count)
{
  (void)program, (void)argv, (void)fds, (void)count;
  return refuse_object("process.start");
}

void THWorker_release(THWorker *worker)
{
  (void)worker;
}

int THWorker_pid(const THWorker *worker)
{
  (void)worker;
  return 0;
}

THWorkerEnd THWorker_wait(THWorker *worker, double seconds)
{
  (void)worker, (void)seconds;
  return (THWorkerEnd){.has_ended = 1, .is_unknown = 1};
}

int THWorker_kill(THWorker *worker, int signal)
{
  (void)worker, (void)signal;
  return refuse("kill");
}

int THWorker_follow(int starter)
{
  (void)starter;
  return refuse("process.start");
}
