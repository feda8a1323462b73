/*
** Events. A pool keeps up to KEPT released untimed events per device for reuse; a lock guards it.
** An event whose init failed has a NULL handle, so it can be cleared like any other.
*/
#include "THC/runtime/THCEvent.h"

#include <pthread.h>

#include "THC/runtime/THCTrace.h"

enum { KEPT = 64 }; /* released events kept per device */

static struct {
  pthread_mutex_t lock;
  int count[TH_MAX_DEVICES];
  cudaEvent_t event[TH_MAX_DEVICES][KEPT];
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int take(int device, cudaEvent_t *event)
{
  pthread_mutex_lock(&pool.lock);
  int found = pool.count[device] > 0;
  if (found) *event = pool.event[device][--pool.count[device]];
  pthread_mutex_unlock(&pool.lock);
  return found;
}

static int keep(int device, cudaEvent_t event)
{
  pthread_mutex_lock(&pool.lock);
  int has_place = pool.count[device] < KEPT;
  if (has_place) pool.event[device][pool.count[device]++] = event;
  pthread_mutex_unlock(&pool.lock);
  return has_place;
}

int THCEvent_init(THCEvent *event, int device, int timed)
{
  THCGuard guard;
  *event = (THCEvent){.device = device, .timed = timed};
  TH_TRY(THCGuard_enter(&guard, "event", device));
  cudaError_t error = cudaSuccess;
  if (timed || !take(device, &event->handle))
    error = cudaEventCreateWithFlags(&event->handle, timed ? 0 : cudaEventDisableTiming);
  THCGuard_leave(&guard);
  if (!error) return TH_OK;
  event->handle = NULL;
  return thc_failedOn(device, "event", error, "cudaEventCreateWithFlags");
}

/* cudaStreamWaitEvent refers to the record that was current when it was called, so the event may be
   reused at once. */
void THCEvent_clear(THCEvent *event)
{
  if (!event->handle) return;
  if (event->timed || !keep(event->device, event->handle)) cudaEventDestroy(event->handle);
  event->handle = NULL;
}

int THCEvent_record(THCEvent *event, const THCStream *stream)
{
  THCGuard guard;
  if (event->device != stream->device)
    return th_fail(TH_EINVAL, "event: it is on device %d, the stream on device %d", event->device,
                   stream->device);
  TH_TRY(THCGuard_enter(&guard, "event", stream->device));
  cudaError_t error = cudaEventRecord(event->handle, stream->handle);
  if (!error) event->recorded = 1;
  int status = error ? thc_failed("event", error, "cudaEventRecord") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

int THCEvent_wait(const THCEvent *event, const THCStream *stream)
{
  THCGuard guard;
  if (!event->recorded) return TH_OK;
  TH_TRY(THCGuard_enter(&guard, "event", stream->device));
  thc_trace("wait: stream %d of device %d for an event of device %d", stream->index,
            stream->device, event->device);
  cudaError_t error = cudaStreamWaitEvent(stream->handle, event->handle, 0);
  int status = error ? thc_failed("event", error, "cudaStreamWaitEvent") : TH_OK;
  THCGuard_leave(&guard);
  return status;
}

int THCEvent_query(const THCEvent *event, int *passed)
{
  *passed = 1;
  if (!event->recorded) return TH_OK;
  cudaError_t error = cudaEventQuery(event->handle);
  *passed = !error;
  if (!error) return TH_OK;
  if (error != cudaErrorNotReady)
    return thc_failedOn(event->device, "event", error, "cudaEventQuery");
  cudaGetLastError();
  return TH_OK;
}

int THCEvent_synchronize(const THCEvent *event)
{
  if (!event->recorded) return TH_OK;
  thc_trace("wait: the host for an event of device %d", event->device);
  const cudaError_t error = cudaEventSynchronize(event->handle);
  return error ? thc_failedOn(event->device, "event", error, "cudaEventSynchronize") : TH_OK;
}

int THCEvent_elapsed(const THCEvent *begin, const THCEvent *end, double *milliseconds)
{
  float time = 0;
  if (begin->device != end->device)
    return th_fail(TH_EINVAL, "elapsed: the events are on devices %d and %d", begin->device,
                   end->device);
  if (!begin->timed || !end->timed || !begin->recorded || !end->recorded)
    return th_fail(TH_EINVAL, "elapsed: both events must be timed and recorded");
  TH_TRY(THCEvent_synchronize(end));
  const cudaError_t error = cudaEventElapsedTime(&time, begin->handle, end->handle);
  *milliseconds = time;
  return error ? thc_failedOn(end->device, "elapsed", error, "cudaEventElapsedTime") : TH_OK;
}
