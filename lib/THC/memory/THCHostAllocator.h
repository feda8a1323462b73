/*
** Pinned memory of the host: devices access it while the host continues.
**
** A freed block is kept, up to a limit, and handed out again when all recorded work on it is done,
** reads and writes alike. While a device works on a storage made here, TH waits for it where needed
** (THStorage_settle).
*/
#ifndef THC_HOST_ALLOCATOR_H
#define THC_HOST_ALLOCATOR_H

#include "THC/runtime/THCStream.h"

/* The allocator, for storages of the host. Its errors: TH_ENOMEM, TH_EDEVICE. */
TH_API const THAllocator *THCHostAllocator(void);

/*
** Record that the work given to a stream so far uses the block that contains data (any address in
** it): the block is not reused before that work is done. TH_EINVAL if the memory is not from here.
** If no event can mark the end of the work, the host waits for the work.
*/
TH_API int THCHostAllocator_record(const void *data, const THCStream *stream);

/* Make a stream's later work wait for the recorded work of other streams on the block that contains
   data. */
TH_API int THCHostAllocator_follow(const void *data, const THCStream *stream);

/* Give kept blocks that no device works on back to CUDA. */
TH_API void THCHostAllocator_empty(void);

/* The most bytes to keep for reuse, 1 GB by default. Beyond that the blocks that were kept longest
   are given back, which waits for the devices. */
TH_API void THCHostAllocator_setLimit(size_t bytes);

typedef struct THCHostStats {
  size_t allocated, reserved;     /* bytes of blocks in use or waiting; of all */
  size_t limit;                   /* of the rest, which is kept for reuse */
  int64_t blocks, segments;       /* their numbers */
  int64_t allocations, reused;    /* calls; those that reused a kept block */
} THCHostStats;
TH_API THCHostStats THCHostAllocator_stats(void);

#endif
