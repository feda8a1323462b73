/*
** Torch7's allocators: functions that get a context, which belongs to whoever made it. A storage
** made with one has the memory until it goes, and cannot be resized (except by THDefaultAllocator).
**
** THMapAllocator maps a file or shared memory: its context says which, serves one block, and is
** freed with it. With THRefcountedMapAllocator the memory begins with a count of those who map it,
** so that the last of them removes the file. Functions that fail raise.
*/
#ifndef TH_COMPAT_ALLOCATOR_H
#define TH_COMPAT_ALLOCATOR_H

#include "TH/memory/THAllocator.h"
#include "THCompat.h"

typedef struct T7Allocator {
  void *(*malloc)(void *context, ptrdiff_t bytes);
  void *(*realloc)(void *context, void *data, ptrdiff_t bytes); /* may be NULL */
  void (*free)(void *context, void *data);
} T7Allocator;

TH_API T7Allocator THDefaultAllocator, THMapAllocator, THRefcountedMapAllocator;

/* How a file is mapped: bits that are added. */
#define TH_ALLOCATOR_MAPPED_SHARED 1    /* changes go to the file, which may be made and grow */
#define TH_ALLOCATOR_MAPPED_SHAREDMEM 2 /* shared memory of that name; removed when it is freed */
#define TH_ALLOCATOR_MAPPED_EXCLUSIVE 4 /* it must not exist yet */
#define TH_ALLOCATOR_MAPPED_NOCREATE 8  /* it must exist */
#define TH_ALLOCATOR_MAPPED_KEEPFD 16   /* its descriptor stays open as long as it is mapped */
#define TH_ALLOCATOR_MAPPED_FROMFD 32   /* the context has its descriptor */
#define TH_ALLOCATOR_MAPPED_UNLINK 64   /* its name is removed as soon as it is mapped */

typedef struct THMapAllocatorContext THMapAllocatorContext;

TH_API THMapAllocatorContext *THMapAllocatorContext_new(const char *filename, int flags);
TH_API THMapAllocatorContext *THMapAllocatorContext_newWithFd(const char *filename, int fd,
                                                              int flags);
TH_API char *THMapAllocatorContext_filename(THMapAllocatorContext *context);

/* The open descriptor, or -1. */
TH_API int THMapAllocatorContext_fd(THMapAllocatorContext *context);

/* Bytes mapped. */
TH_API ptrdiff_t THMapAllocatorContext_size(THMapAllocatorContext *context);

/* Only for a context that no allocator was given. */
TH_API void THMapAllocatorContext_free(THMapAllocatorContext *context);

/* Add to or take from the count of the block at data; decref returns 1 if none is left. */
TH_API void THRefcountedMapAllocator_incref(THMapAllocatorContext *context, void *data);
TH_API int THRefcountedMapAllocator_decref(THMapAllocatorContext *context, void *data);

/* --- storages; a size of 0 or less for THCompat_newMapped means all of the file --- */
struct THStorage;

TH_API struct THStorage *THCompat_newWithAllocator(int dtype, int64_t size, T7Allocator *allocator,
                                                   void *context);
/* Takes over data. */
TH_API struct THStorage *THCompat_newWithDataAndAllocator(int dtype, void *data, int64_t size,
                                                          T7Allocator *allocator, void *context);
TH_API struct THStorage *THCompat_newMapped(int dtype, const char *filename, int64_t size,
                                            int flags);

#endif
