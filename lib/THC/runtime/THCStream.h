/*
** Streams: queues of work for a device. Work given to one stream is done in order.
**
** Every device has a default stream (index 0: CUDA's legacy default stream, which waits for streams
** that were made without THC) and two pools: THC_STREAMS streams of normal priority (from index 1),
** then THC_STREAMS of high priority. A stream is made when first needed and lives as long as the
** process. Each thread has a current stream per device; operations on that device go to it.
*/
#ifndef THC_STREAM_H
#define THC_STREAM_H

#include "THC/runtime/THCGeneral.h"

enum { THC_STREAMS = 32, THC_ALL_STREAMS = 1 + 2 * THC_STREAMS };

typedef struct THCStream {
  int device, index;
  cudaStream_t handle;
} THCStream;

/* The stream of a device at an index. Errors: TH_EINVAL for a device or index that does not exist,
   those of THCGuard_enter, TH_EDEVICE. */
TH_API int THCStream_get(int device, int index, const THCStream **stream);

/* The next stream of a pool, in turn: streams repeat after THC_STREAMS calls. */
TH_API int THCStream_next(int device, int high, const THCStream **stream);

/* Get and set the calling thread's current stream of a device. The device must exist. */
TH_API const THCStream *THCStream_current(int device);
TH_API void THCStream_setCurrent(const THCStream *stream);

/* Whether this process has only used default streams so far. */
TH_API int THCStream_onlyDefault(void);

/* The host waits until all work given to the stream is done. */
TH_API int THCStream_synchronize(const THCStream *stream);

/* The same on behalf of op, which begins the text of errors. The stream's device is the current
   one. */
TH_API int THCStream_finish(const char *op, const THCStream *stream);

/* Whether all work given to the stream is done. */
TH_API int THCStream_query(const THCStream *stream, int *done);

/* Work given to stream from now on waits, on the device, for the work that other has been given so
   far. */
TH_API int THCStream_wait(const THCStream *stream, const THCStream *other);

/* Work given to any of the streams from now on waits for all that they have been given so far. They
   may belong to several devices. */
TH_API int THCStream_barrier(int n, const THCStream *const *streams);

#endif
