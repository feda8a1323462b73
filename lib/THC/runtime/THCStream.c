/*
** Streams. A stream is made once, under the lock, and never destroyed; its device field is set last
** and marks it as ready, so that a thread that reads a device other than 0 there sees a complete
** stream.
*/
#include "THC/runtime/THCStream.h"

#include <pthread.h>

#include "THC/runtime/THCEvent.h"
#include "THC/runtime/THCTrace.h"

static struct {
  pthread_mutex_t lock;
  THCStream stream[TH_MAX_DEVICES][THC_ALL_STREAMS]; /* device 0: not made yet */
  unsigned turn[TH_MAX_DEVICES][2];
  int others; /* atomic: a stream of a pool was made */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local const THCStream *current[TH_MAX_DEVICES];

static int make(THCStream *stream, int device, int index)
{
  THCGuard guard;
  int least = 0, greatest = 0;
  TH_TRY(THCGuard_enter(&guard, "stream", device));
  cudaError_t error = index ? cudaDeviceGetStreamPriorityRange(&least, &greatest) : cudaSuccess;
  if (!error && index)
    error = cudaStreamCreateWithPriority(&stream->handle, cudaStreamNonBlocking,
                                         index > THC_STREAMS ? greatest : least);
  THCGuard_leave(&guard);
  if (error) return thc_failedOn(device, "stream", error, "cudaStreamCreateWithPriority");
  stream->index = index;
  if (index) __atomic_store_n(&pool.others, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&stream->device, device, __ATOMIC_RELEASE);
  return TH_OK;
}

int THCStream_get(int device, int index, const THCStream **stream)
{
  TH_TRY(THC_checkDevice("stream", device));
  if (index < 0 || index >= THC_ALL_STREAMS)
    return th_fail(TH_EINVAL, "stream: there is no stream %d; they are 0 to %d", index,
                   THC_ALL_STREAMS - 1);
  THCStream *found = &pool.stream[device][index];
  int status = TH_OK;
  if (!__atomic_load_n(&found->device, __ATOMIC_ACQUIRE)) {
    pthread_mutex_lock(&pool.lock);
    if (!found->device) status = make(found, device, index);
    pthread_mutex_unlock(&pool.lock);
  }
  *stream = found;
  return status;
}

int THCStream_next(int device, int high, const THCStream **stream)
{
  TH_TRY(THC_checkDevice("stream", device));
  unsigned turn = __atomic_fetch_add(&pool.turn[device][high != 0], 1, __ATOMIC_RELAXED);
  return THCStream_get(device, 1 + (high ? THC_STREAMS : 0) + (int)(turn % THC_STREAMS), stream);
}

/* The default stream needs no handle, so it can be returned without making anything. */
const THCStream *THCStream_current(int device)
{
  THCStream *stream = &pool.stream[device][0];
  if (current[device]) return current[device];
  __atomic_store_n(&stream->device, device, __ATOMIC_RELEASE);
  return stream;
}

void THCStream_setCurrent(const THCStream *stream)
{
  current[stream->device] = stream;
}

int THCStream_onlyDefault(void)
{
  return !__atomic_load_n(&pool.others, __ATOMIC_RELAXED);
}

int THCStream_finish(const char *op, const THCStream *stream)
{
  thc_trace("wait: the host for stream %d of device %d", stream->index, stream->device);
  THC_TRY(op, cudaStreamSynchronize(stream->handle));
  return TH_OK;
}

int THCStream_synchronize(const THCStream *stream)
{
  THCGuard guard;
  TH_TRY(THCGuard_enter(&guard, "streamSynchronize", stream->device));
  int status = THCStream_finish("streamSynchronize", stream);
  THCGuard_leave(&guard);
  return status;
}

int THCStream_query(const THCStream *stream, int *done)
{
  THCGuard guard;
  TH_TRY(THCGuard_enter(&guard, "streamQuery", stream->device));
  cudaError_t error = cudaStreamQuery(stream->handle);
  int status = TH_OK;
  *done = !error;
  if (error == cudaErrorNotReady) cudaGetLastError();
  else if (error) status = thc_failed("streamQuery", error, "cudaStreamQuery");
  THCGuard_leave(&guard);
  return status;
}

int THCStream_wait(const THCStream *stream, const THCStream *other)
{
  THCEvent event;
  if (stream == other) return TH_OK;
  TH_TRY(THCEvent_init(&event, other->device, 0));
  int status = THCEvent_record(&event, other);
  if (!status) status = THCEvent_wait(&event, stream);
  THCEvent_clear(&event);
  return status;
}

/* Stream 0 waits for the others; then they wait for stream 0. */
int THCStream_barrier(int n, const THCStream *const *streams)
{
  THCEvent event;
  for (int k = 1; k < n; k++) TH_TRY(THCStream_wait(streams[0], streams[k]));
  if (n < 2) return TH_OK;
  TH_TRY(THCEvent_init(&event, streams[0]->device, 0));
  int status = THCEvent_record(&event, streams[0]);
  for (int k = 1; k < n && !status; k++) status = THCEvent_wait(&event, streams[k]);
  THCEvent_clear(&event);
  return status;
}
