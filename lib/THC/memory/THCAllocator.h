/*
** Memory of the devices.
**
** A back end supplies it. caching keeps freed blocks and hands them out again, best fit, but only
** to the stream they were made for: work that the stream is given later runs after the earlier work
** anyway, so nothing has to wait. Blocks are cut from segments and joined again with free
** neighbours. async leaves all that to CUDA (cudaMallocAsync on a pool of its own). direct keeps
** nothing (cudaMalloc and cudaFree), for tools that check each allocation.
**
** If another stream works with a block, record that use: once freed, the block is not reused before
** that stream's work is done.
*/
#ifndef THC_ALLOCATOR_H
#define THC_ALLOCATOR_H

#include "THC/runtime/THCStream.h"

/* Choose the back end: "caching", "async" or "direct". TH_EINVAL for another name, or while memory
   is in use or kept. */
TH_API int THCAllocator_use(const char *name);
TH_API const char *THCAllocator_name(void);

/* Round block sizes up to multiples of bytes, a power of two from 512 (the default) to 1 MB; use
   the page size for a checker that works on pages. TH_EINVAL for other values, or while memory is
   in use or kept. */
TH_API int THCAllocator_setRounding(size_t bytes);

/* Allocate bytes, not set, on the stream's device for work on that stream; *data is NULL for 0
   bytes. Errors: those of THCGuard_enter; TH_ENOMEM, with the figures of the device, after kept
   memory was given back and blocks in use by other streams were waited for. */
TH_API int THCAllocator_alloc(const THCStream *stream, size_t bytes, void **data);
TH_API void THCAllocator_free(void *data);

/* Record that a stream uses the block that contains data (any address in it). TH_EINVAL if the
   memory is not from here, TH_ENOMEM. */
TH_API int THCAllocator_record(const void *data, const THCStream *stream);

/* Give kept segments of a device back to CUDA if no block in them is in use; device 0: of all
   devices. */
TH_API int THCAllocator_empty(int device);

typedef struct THCMemoryStats {
  size_t allocated, reserved;         /* bytes of blocks in use or waiting; of segments */
  size_t peak, peakReserved;          /* their maxima so far */
  int64_t blocks, segments;           /* their numbers */
  int64_t allocations, reused;        /* calls; those that reused a kept block */
  int64_t retries, failures;          /* retries after a shortage; requests that failed */
} THCMemoryStats;

/* Figures of a device, 1 .. THC_deviceCount(). resetPeak sets both peaks to the present values. */
TH_API THCMemoryStats THCAllocator_stats(int device);
TH_API void THCAllocator_resetPeak(int device);

#endif
