/*
** Where storages get their bytes: a struct of functions with a context, owned by the host.
**
** alloc returns memory aligned to TH_ALIGN (256 from 1 KB up), or NULL; bytes is never 0. free gets
** the same bytes that alloc was asked for and cannot fail. An allocator must outlive every storage
** that was made with it, and may be called from any thread.
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
  /* within the device, a status; NULL means memcpy, which cannot fail */
  int (*copy)(void *context, void *to, const void *from, size_t bytes);
  /* the status and text of the NULL that alloc returned to this thread last; else TH_ENOMEM */
  int (*refused)(void *context);
  /* wait until no device works on a block, a status; NULL where none ever does (THStorage_lend) */
  int (*settle)(void *context, void *data);
} THAllocator;

#define TH_MAX_DEVICES 64

/* The allocator of results on a device, NULL where nothing is registered. Device 0 has the default
   allocator. */
TH_API const THAllocator *TH_deviceAllocator(int device);

/*
** The process's own: aligned blocks, freed ones kept by size class for the next request of that
** class, the longest unused given back first where the limit is reached. Every thread keeps some
** blocks up to 16 KB for itself, until it ends. Large blocks ask for pages of 2 MB. Refuses a
** single block larger than the memory of the machine, which the kernel would only grant to kill us
** later.
*/
TH_API const THAllocator *TH_defaultAllocator(void);

/* Figures of the default allocator, in bytes: handed out now, kept for reuse, and the most handed
   out so far. */
typedef struct THMemoryStats { size_t live, cached, peak; } THMemoryStats;
TH_API THMemoryStats TH_memoryStats(void);

/* Give the kept blocks back to the system: those of other threads (half a MB each at most) when
   these next allocate or free a small block. */
TH_API void TH_emptyCache(void);

/*
** Keep at most bytes for reuse, what is above is given back at once. Unless set: a sixteenth of the
** machine's memory, at least 256 MB, at most 1 GB. What threads keep for themselves comes on top,
** and is nothing below a limit of 1 MB.
*/
TH_API void TH_setCacheLimit(size_t bytes);

/* Give kept blocks back until at most bytes are kept. */
TH_API void TH_trimCache(size_t bytes);

#endif
