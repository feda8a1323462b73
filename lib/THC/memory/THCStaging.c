/*
** The ring of pinned buffers. The lock is held for a whole transfer. A slot is reused only after
** the device has finished with what it held: its event says when.
*/
#include "THC/memory/THCStaging.h"

#include <pthread.h>

#include "TH/iteration/THIter.h"
#include "TH/ops/elementwise/THCopy.h"
#include "THC/runtime/THCEvent.h"

enum { SLOTS = 2, SLOT_BYTES = 4 << 20 };

/* A buffer, and the event that passes when the device has finished with it. */
typedef struct Slot {
  char *data;
  THCEvent done;
} Slot;

static struct {
  pthread_mutex_t lock;
  Slot slot[SLOTS];
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The part of a transfer that goes through one slot. */
typedef struct Piece {
  char *host, *device;
  size_t bytes;
} Piece;

/* Copy with TH's kernels, which use several threads when that is worth it. */
static int copy_on_host(char *to, char *from, size_t bytes)
{
  THIter it;
  THIter_beginRow(&it, "copy", (int64_t)bytes);
  it.nop = 2;
  for (int k = 0; k < 2; k++) {
    it.dtype[k] = TH_BYTE;
    it.stride[0][k] = 1;
    it.data[k] = k ? from : to;
  }
  return TH_convert(&it);
}

static int wait_for(Slot *slot)
{
  int status = THCEvent_synchronize(&slot->done);
  THCEvent_clear(&slot->done);
  slot->done = (THCEvent){0};
  return status;
}

static int prepare(Slot *slot)
{
  if (slot->data) return wait_for(slot);
  void *data = NULL;
  THC_TRY("copy", cudaHostAlloc(&data, SLOT_BYTES, cudaHostAllocPortable));
  slot->data = data;
  return TH_OK;
}

static int start(Slot *slot, const Piece *piece, int up, const THCStream *stream)
{
  TH_TRY(THCEvent_init(&slot->done, stream->device, 0));
  THC_TRY("copy", cudaMemcpyAsync(up ? piece->device : slot->data,
                                  up ? slot->data : piece->device, piece->bytes,
                                  up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                  stream->handle));
  return THCEvent_record(&slot->done, stream);
}

static Piece piece_at(char *host, char *device, size_t bytes, size_t at)
{
  size_t rest = bytes - at;
  return (Piece){host + at, device + at, rest < SLOT_BYTES ? rest : SLOT_BYTES};
}

static int send(char *host, char *device, size_t bytes, const THCStream *stream)
{
  for (size_t at = 0, k = 0; at < bytes; at += SLOT_BYTES, k++) {
    Slot *slot = &ring.slot[k % SLOTS];
    Piece piece = piece_at(host, device, bytes, at);
    TH_TRY(prepare(slot));
    TH_TRY(copy_on_host(slot->data, piece.host, piece.bytes));
    TH_TRY(start(slot, &piece, 1, stream));
  }
  return TH_OK;
}

static int empty(Slot *slot, const Piece *piece)
{
  TH_TRY(wait_for(slot));
  return copy_on_host(piece->host, slot->data, piece->bytes);
}

/* Piece k is on its way while piece k - 1 is copied out of the other slot. */
static int receive(char *host, char *device, size_t bytes, const THCStream *stream)
{
  Piece last = {0};
  size_t k = 0;
  for (size_t at = 0; at < bytes; at += SLOT_BYTES, k++) {
    Slot *slot = &ring.slot[k % SLOTS];
    Piece piece = piece_at(host, device, bytes, at);
    TH_TRY(prepare(slot));
    TH_TRY(start(slot, &piece, 0, stream));
    if (at) TH_TRY(empty(&ring.slot[(k + 1) % SLOTS], &last));
    last = piece;
  }
  return empty(&ring.slot[(k + 1) % SLOTS], &last);
}

int thc_stageUp(void *device, const void *host, size_t bytes, const THCStream *stream)
{
  pthread_mutex_lock(&ring.lock);
  int status = send((char *)host, device, bytes, stream);
  pthread_mutex_unlock(&ring.lock);
  return status;
}

int thc_stageDown(void *host, const void *device, size_t bytes, const THCStream *stream)
{
  pthread_mutex_lock(&ring.lock);
  int status = receive(host, (char *)device, bytes, stream);
  pthread_mutex_unlock(&ring.lock);
  return status;
}
