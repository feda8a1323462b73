/*
** Streams: the order in which a device works. What is given to one stream is done in order.
**
** Every device has its default stream (index 0, CUDA's legacy one, which waits for those made
** without THC) and two pools: THC_STREAMS of ordinary priority (index 1 ..) and as many of high
** priority behind them. They are made at first need and live as long as the process. The current
** stream is one per thread and device; operations on a device go to it.
*/
#ifndef THC_STREAM_H
#define THC_STREAM_H

#include "THC/runtime/THCGeneral.h"

enum { THC_STREAMS = 32, THC_ALL_STREAMS = 1 + 2 * THC_STREAMS };

typedef struct THCStream {
  int device, index;
  cudaStream_t handle;
} THCStream;

/* The stream of a device at an index. Errors: TH_EINVAL for what does not exist, THCGuard_enter's,
   TH_EDEVICE. */
TH_API int THCStream_get(int device, int index, const THCStream **stream);

/* The next of a pool in turn: two are the same only where more than THC_STREAMS are used. */
TH_API int THCStream_next(int device, int high, const THCStream **stream);

/* The calling thread's stream of a device, which exists, and its change. */
TH_API const THCStream *THCStream_current(int device);
TH_API void THCStream_setCurrent(const THCStream *stream);

/* Whether no stream but default ones was made in this process so far. */
TH_API int THCStream_onlyDefault(void);

/* Wait until all work given to the stream is done. */
TH_API int THCStream_synchronize(const THCStream *stream);

/* The same for op, with which errors begin, and whose device is the current one. */
TH_API int THCStream_finish(const char *op, const THCStream *stream);

/* Whether it is. */
TH_API int THCStream_query(const THCStream *stream, int *done);

/* What is given to stream from now on waits, on the device, for what was given to other before. */
TH_API int THCStream_wait(const THCStream *stream, const THCStream *other);

/* What is given to any of the streams from now on waits for what was given to all of them before.
   They may be of several devices. */
TH_API int THCStream_barrier(int n, const THCStream *const *streams);

#endif
