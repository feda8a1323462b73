/*
** Events: places in the work of a stream, for which the host and other streams can wait.
**
** Those without a time come from a pool and go back to it. An event that was not recorded has
** passed.
*/
#ifndef THC_EVENT_H
#define THC_EVENT_H

#include "THC/runtime/THCStream.h"

typedef struct THCEvent {
  int device, timed, recorded;
  cudaEvent_t handle;
} THCEvent;

/* An event of a device; timed: for THCEvent_elapsed. Errors: THCGuard_enter's, TH_EDEVICE. */
TH_API int THCEvent_init(THCEvent *event, int device, int timed);

/* Give it up, recorded or not: who waits for it still does. */
TH_API void THCEvent_clear(THCEvent *event);

/* It passes when all is done that was given to the stream, of the same device, so far. */
TH_API int THCEvent_record(THCEvent *event, const THCStream *stream);

/* What is given to the stream, of any device, from now on waits on the device for the event. */
TH_API int THCEvent_wait(const THCEvent *event, const THCStream *stream);

/* Whether it has passed; wait until it has. */
TH_API int THCEvent_query(const THCEvent *event, int *passed);
TH_API int THCEvent_synchronize(const THCEvent *event);

/* Milliseconds between two timed events of a device that have passed. TH_EINVAL for others. */
TH_API int THCEvent_elapsed(const THCEvent *begin, const THCEvent *end, double *milliseconds);

#endif
