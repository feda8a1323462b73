/*
** Pinned memory of the host: devices read and write it while the host goes on.
**
** What is freed is kept, up to a limit, and handed out again when all work with it that was
** recorded is done, in either direction. Where host and devices share a storage of it, TH knows
** when to ask for the end of that work (THStorage_settle).
*/
#ifndef THC_HOST_ALLOCATOR_H
#define THC_HOST_ALLOCATOR_H

#include "THC/runtime/THCStream.h"

/* For storages of the host. Its errors: TH_ENOMEM, TH_EDEVICE. */
TH_API const THAllocator *THCHostAllocator(void);

/*
** What a stream was given so far works with the memory around data, any address in a block: nobody
** else gets it before that is done. TH_EINVAL where it is not from here; where the end of the work
** cannot be known it is waited for.
*/
TH_API int THCHostAllocator_record(const void *data, const THCStream *stream);

/* What a stream is given from now on waits for the work of other streams with that memory. */
TH_API int THCHostAllocator_follow(const void *data, const THCStream *stream);

/* Give what is kept, and not at work, back to CUDA. */
TH_API void THCHostAllocator_empty(void);

/* How many bytes may be kept that nothing is at work on, 1 GB unless set: beyond that what was kept
   longest is given back, which waits for devices. */
TH_API void THCHostAllocator_setLimit(size_t bytes);

typedef struct THCHostStats {
  size_t allocated, reserved;     /* bytes of blocks handed out or waiting; of all */
  size_t limit;                   /* of the rest, which is kept */
  int64_t blocks, segments;       /* how many there are */
  int64_t allocations, reused;    /* calls, and of those from what was kept */
} THCHostStats;
TH_API THCHostStats THCHostAllocator_stats(void);

#endif
