/*
** Memory of the devices.
**
** The caching back end keeps what is freed: a block is handed out again, best fit, to the stream
** for which it was made, where what is given later comes after what was given before, so that
** nothing has to be waited for. Blocks are cut from segments, and joined again with free
** neighbours. async leaves that to CUDA (cudaMallocAsync, a pool of its own), direct keeps nothing
** (cudaMalloc and cudaFree): for tools that look at each allocation.
**
** Where another stream works with a block, record it: once freed, the block waits for that stream.
*/
#ifndef THC_ALLOCATOR_H
#define THC_ALLOCATOR_H

#include "THC/runtime/THCStream.h"

/* "caching", "async" or "direct", before the first allocation. TH_EINVAL for another name, or where
   there are blocks. */
TH_API int THCAllocator_use(const char *name);
TH_API const char *THCAllocator_name(void);

/* Blocks become multiples of this many bytes, a power of two, 512 unless set: pages, for a check
   that sees pages. TH_EINVAL as above. */
TH_API int THCAllocator_setRounding(size_t bytes);

/* bytes of a device for work on a stream, not set; NULL for 0. Errors: TH_ENOMEM when what is kept
   was given back and what others use was waited for in vain, with the figures of the device;
   THCGuard_enter's. */
TH_API int THCAllocator_alloc(const THCStream *stream, size_t bytes, void **data);
TH_API void THCAllocator_free(void *data);

/* The memory around data, any address in a block, is used by a stream. TH_EINVAL where it is not
   from here, TH_ENOMEM. */
TH_API int THCAllocator_record(const void *data, const THCStream *stream);

/* Give all kept segments of a device that no block is cut from back to CUDA; device 0: of all. */
TH_API int THCAllocator_empty(int device);

typedef struct THCMemoryStats {
  size_t allocated, reserved;         /* bytes of blocks handed out or waiting; of segments */
  size_t peak, peakReserved;          /* the most so far */
  int64_t blocks, segments;           /* how many there are */
  int64_t allocations, reused;        /* calls, and of those from what was kept */
  int64_t retries, failures;          /* times that memory was short: helped, and not */
} THCMemoryStats;

/* The figures of a device, 1 .. THC_deviceCount(); the peaks begin anew at reset. */
TH_API THCMemoryStats THCAllocator_stats(int device);
TH_API void THCAllocator_resetPeak(int device);

#endif
