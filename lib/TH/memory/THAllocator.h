/*
** Allocators: where storages get their memory. An allocator is a struct of functions with a
** context, owned by whoever made it.
**
** alloc returns memory aligned to TH_ALIGN (to 256 from 1 KB up), or NULL; bytes is never 0. What
** is not aligned to TH_ALIGN is given back, and the storage is not made: TH_EINVAL. free gets the
** number of bytes that alloc was asked for, and cannot fail. An allocator must outlive every
** storage made with it. It may be called from any thread.
*/
#ifndef TH_ALLOCATOR_H
#define TH_ALLOCATOR_H

#include "TH/base/THBase.h"

#define TH_ALIGN 64

typedef struct THAllocator {
  void *(*alloc)(void *context, size_t bytes);
  void (*free)(void *context, void *data, size_t bytes);
  void *context;
  /* where the memory is; 0 is the CPU */
  int device;
  /* copies within the device and returns a status; NULL means memcpy, which cannot fail */
  int (*copy)(void *context, void *to, const void *from, size_t bytes);
  /* the status, with its text, of the last NULL that alloc returned to this thread; where this
     function is NULL, the status is TH_ENOMEM */
  int (*refused)(void *context);
  /* waits until no device uses the block (THStorage_lend) and returns a status; NULL if none ever
     does */
  int (*settle)(void *context, void *data);
} THAllocator;

#define TH_MAX_DEVICES 64

/* The allocator for results on a device; NULL if none is registered. Device 0 has the default
   one. */
TH_API const THAllocator *TH_deviceAllocator(int device);

/*
** The default allocator. Freed blocks are kept by size class for the next request of that class;
** at the limit, blocks of the class not used for longest are given back first. Every thread keeps
** up to half a MB of blocks of at most 16 KB for itself until it ends. Large blocks ask for pages
** of 2 MB. A single block larger than the machine's memory is refused: the kernel would grant it
** and kill the process later.
*/
TH_API const THAllocator *TH_defaultAllocator(void);

/* Figures of the default allocator, in bytes: in use now, kept for reuse, and the most ever in
   use. */
typedef struct THMemoryStats { size_t live, cached, peak; } THMemoryStats;
TH_API THMemoryStats TH_memoryStats(void);

/* Give the kept blocks back to the system. Other threads give theirs back (at most half a MB each)
   when they next allocate or free a block. */
TH_API void TH_emptyCache(void);

/*
** Keep at most bytes for reuse; what exceeds them is given back at once. The default is a sixteenth
** of the machine's memory, but at least 256 MB and at most 1 GB. What threads keep for themselves
** comes on top; below a limit of 1 MB they keep nothing.
*/
TH_API void TH_setCacheLimit(size_t bytes);

/* Give kept blocks back until at most bytes are kept. */
TH_API void TH_trimCache(size_t bytes);

#endif
