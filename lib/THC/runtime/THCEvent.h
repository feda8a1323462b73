/*
** Events: marks in the work of a stream. The host or another stream can wait until everything
** before the mark is done.
**
** Events without a time come from a pool and go back to it. An event that was never recorded counts
** as passed.
*/
#ifndef THC_EVENT_H
#define THC_EVENT_H

#include "THC/runtime/THCStream.h"

typedef struct THCEvent {
  int device, timed, recorded;
  cudaEvent_t handle;
} THCEvent;

/* Make an event on a device. timed: for THCEvent_elapsed. Errors: those of THCGuard_enter,
   TH_EDEVICE. */
TH_API int THCEvent_init(THCEvent *event, int device, int timed);

/* Release the event, recorded or not. Waits that were already asked for stay valid. */
TH_API void THCEvent_clear(THCEvent *event);

/* Record the event: it passes when all work given to the stream so far is done. The event and the
   stream are of the same device (else TH_EINVAL). */
TH_API int THCEvent_record(THCEvent *event, const THCStream *stream);

/* Make work given to the stream from now on wait for the event, on the device. The stream may
   belong to any device. */
TH_API int THCEvent_wait(const THCEvent *event, const THCStream *stream);

/* query: whether the event has passed. synchronize: the host waits until it has. */
TH_API int THCEvent_query(const THCEvent *event, int *passed);
TH_API int THCEvent_synchronize(const THCEvent *event);

/* Milliseconds between two timed, recorded events of one device; waits for end. TH_EINVAL for other
   events. */
TH_API int THCEvent_elapsed(const THCEvent *begin, const THCEvent *end, double *milliseconds);

#endif
