/*
** Torch7's allocators, and storages made with them.
**
** A block of THMapAllocator is one mapping. The context has the file's name and the bytes mapped,
** so it must live as long as the block, and goes with it. A counted block is a mapping too: the
** count has the first COUNTED bytes, which the storage does not see.
*/
#include "THCompatAllocator.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "THAtomic.h"
#include "THCompatTensor.h"
#include "TH/platform/THPlatform.h"

enum { COUNTED = TH_ALIGN };

struct THMapAllocatorContext {
  int flags, fd;
  ptrdiff_t size;
  char filename[];
};

/* --- bytes --- */

static void *default_alloc(void *context, ptrdiff_t bytes)
{
  (void)context;
  return THAlloc(bytes);
}

static void *default_realloc(void *context, void *data, ptrdiff_t bytes)
{
  (void)context;
  return THRealloc(data, bytes);
}

static void default_free(void *context, void *data)
{
  (void)context;
  THFree(data);
}

T7Allocator THDefaultAllocator = {default_alloc, default_realloc, default_free};

/* --- contexts --- */

THMapAllocatorContext *THMapAllocatorContext_newWithFd(const char *filename, int fd, int flags)
{
  const int shared = TH_ALLOCATOR_MAPPED_SHARED, memory = TH_ALLOCATOR_MAPPED_SHAREDMEM;
  if (!(flags & (shared | memory))) flags &= ~TH_ALLOCATOR_MAPPED_NOCREATE;
  if ((flags & shared) && (flags & memory))
    THCompat_raise(0, "map: a file is SHARED or SHAREDMEM, not both");
  if ((flags & TH_ALLOCATOR_MAPPED_EXCLUSIVE) && !(flags & (shared | memory)))
    THCompat_raise(0, "map: EXCLUSIVE goes with SHARED or SHAREDMEM");
  const size_t length = filename ? strlen(filename) + 1 : 1;
  THMapAllocatorContext *context = malloc(sizeof *context + length);
  if (!context) THCompat_raise(0, "not enough memory to map a file");
  *context = (THMapAllocatorContext){.flags = flags, .fd = fd};
  memcpy(context->filename, filename ? filename : "", length);
  return context;
}

THMapAllocatorContext *THMapAllocatorContext_new(const char *filename, int flags)
{
  return THMapAllocatorContext_newWithFd(filename, -1, flags & ~TH_ALLOCATOR_MAPPED_FROMFD);
}

char *THMapAllocatorContext_filename(THMapAllocatorContext *context)
{
  return context->filename;
}

int THMapAllocatorContext_fd(THMapAllocatorContext *context)
{
  return context->fd;
}

ptrdiff_t THMapAllocatorContext_size(THMapAllocatorContext *context)
{
  return context->size;
}

void THMapAllocatorContext_free(THMapAllocatorContext *context)
{
  free(context);
}

/* --- mapping --- */

static int is_shared(const THMapAllocatorContext *c)
{
  return c->flags & (TH_ALLOCATOR_MAPPED_SHARED | TH_ALLOCATOR_MAPPED_SHAREDMEM);
}

static void remove_name(const THMapAllocatorContext *c)
{
  if (c->flags & TH_ALLOCATOR_MAPPED_SHAREDMEM) th_removeNamed(c->filename);
  else unlink(c->filename);
}

/* Raise, after what was opened is closed and the context freed, since no block will do it. */
static void give_up(THMapAllocatorContext *c, const char *what)
{
  th_fail(TH_EINVAL, "map: <%s> cannot be %s: %s", c->filename, what, strerror(errno));
  if (c->fd >= 0) close(c->fd);
  free(c);
  THCompat_raise(0, TH_error());
}

static void open_file(THMapAllocatorContext *c)
{
  int mode = is_shared(c) ? O_RDWR | O_CREAT : O_RDONLY;
  if (c->flags & TH_ALLOCATOR_MAPPED_FROMFD) return;
  if (c->flags & TH_ALLOCATOR_MAPPED_EXCLUSIVE) mode |= O_EXCL;
  if (c->flags & TH_ALLOCATOR_MAPPED_NOCREATE) mode &= ~O_CREAT;
  c->fd = c->flags & TH_ALLOCATOR_MAPPED_SHAREDMEM ? th_openNamed(c->filename, mode, 0600)
                                                   : th_openFile(c->filename, mode, 0666);
  if (c->fd < 0) give_up(c, "opened");
}

/* Map bytes of the file, or all of it for 0. */
static void *map_file(THMapAllocatorContext *c, ptrdiff_t bytes)
{
  struct stat status;
  open_file(c);
  if (fstat(c->fd, &status)) give_up(c, "looked at");
  if (bytes > status.st_size) {
    errno = EFBIG;
    if (!is_shared(c)) give_up(c, "mapped, since it is shorter than the storage");
    if (th_growFile(c->fd, status.st_size, bytes)) give_up(c, "grown");
  }
  c->size = bytes > 0 ? bytes : status.st_size;
  void *data = c->size ? th_mapFile(c->fd, 0, (size_t)c->size, is_shared(c)) : NULL;
  if (c->size && !data) give_up(c, "mapped");
  if (!(c->flags & TH_ALLOCATOR_MAPPED_KEEPFD)) {
    close(c->fd);
    c->fd = -1;
  }
  if (c->flags & TH_ALLOCATOR_MAPPED_UNLINK) remove_name(c);
  return data;
}

static void unmap(THMapAllocatorContext *c, void *data)
{
  if (c->size) th_unmapFile(data, (size_t)c->size);
  if (c->fd >= 0) close(c->fd);
}

static void *map_alloc(void *context, ptrdiff_t bytes)
{
  return map_file(context, bytes);
}

static void *no_realloc(void *context, void *data, ptrdiff_t bytes)
{
  (void)context, (void)data, (void)bytes;
  THCompat_raise(0, "a mapped block cannot be resized");
}

static void map_free(void *context, void *data)
{
  THMapAllocatorContext *c = context;
  unmap(c, data);
  if (c->flags & TH_ALLOCATOR_MAPPED_SHAREDMEM && !(c->flags & TH_ALLOCATOR_MAPPED_UNLINK))
    remove_name(c);
  free(c);
}

T7Allocator THMapAllocator = {map_alloc, no_realloc, map_free};

/* --- counted --- */

/* A new file is all zeros, so its count begins at 1 here. */
static void *counted_alloc(void *context, ptrdiff_t bytes)
{
  THMapAllocatorContext *c = context;
  if (!is_shared(c) || c->flags & (TH_ALLOCATOR_MAPPED_FROMFD | TH_ALLOCATOR_MAPPED_KEEPFD |
                                   TH_ALLOCATOR_MAPPED_UNLINK)) {
    errno = EINVAL;
    give_up(c, "mapped with a count: the flags are SHARED or SHAREDMEM, without KEEPFD, FROMFD "
               "and UNLINK");
  }
  void *block = map_file(c, bytes > 0 ? bytes + COUNTED : 0);
  if (c->size < COUNTED) {
    if (c->size) th_unmapFile(block, (size_t)c->size);
    errno = EINVAL;
    give_up(c, "mapped with a count, which it does not have");
  }
  THRefcountedMapAllocator_incref(c, (char *)block + COUNTED);
  return (char *)block + COUNTED;
}

static void counted_free(void *context, void *data)
{
  THMapAllocatorContext *c = context;
  if (THRefcountedMapAllocator_decref(c, data)) remove_name(c);
  unmap(c, (char *)data - COUNTED);
  free(c);
}

void THRefcountedMapAllocator_incref(THMapAllocatorContext *context, void *data)
{
  (void)context;
  THAtomicIncrementRef((int *)((char *)data - COUNTED));
}

int THRefcountedMapAllocator_decref(THMapAllocatorContext *context, void *data)
{
  (void)context;
  return THAtomicDecrementRef((int *)((char *)data - COUNTED));
}

T7Allocator THRefcountedMapAllocator = {counted_alloc, no_realloc, counted_free};

/* --- storages --- */

typedef struct Owner { T7Allocator *allocator; void *context; } Owner;

static void give_to_owner(void *context, void *data)
{
  Owner *owner = context;
  if (data) owner->allocator->free(owner->context, data);
  free(owner);
}

THStorage *THCompat_newWithDataAndAllocator(int dtype, void *data, int64_t size,
                                            T7Allocator *allocator, void *context)
{
  if (allocator == &THDefaultAllocator) return THCompat_newStorageWithData(dtype, data, size);
  Owner *owner = malloc(sizeof *owner);
  THStorage *s = owner ? THStorage_borrow(dtype, data, size, give_to_owner, owner) : NULL;
  if (!s) {
    free(owner);
    THCompat_raise(0, owner ? TH_error() : "not enough memory for a storage");
  }
  *owner = (Owner){allocator, context};
  return THCompat_noteStorage(s);
}

THStorage *THCompat_newWithAllocator(int dtype, int64_t size, T7Allocator *allocator, void *context)
{
  const int64_t width = THDtype_traits(dtype)->size;
  if (size < 0 || size > PTRDIFF_MAX / width)
    THCompat_raise(1, "a size that memory can hold expected");
  if (allocator == &THDefaultAllocator) return THCompat_newStorage(dtype, size);
  void *data = allocator->malloc(context, (ptrdiff_t)(size * width));
  if (!data && size) THCompat_raise(0, "not enough memory: the allocator has none");
  return THCompat_newWithDataAndAllocator(dtype, data, size, allocator, context);
}

THStorage *THCompat_newMapped(int dtype, const char *filename, int64_t size, int flags)
{
  const int64_t width = THDtype_traits(dtype)->size;
  if (size > PTRDIFF_MAX / width) THCompat_raise(2, "a size that memory can hold expected");
  THMapAllocatorContext *context = THMapAllocatorContext_new(filename, flags);
  void *data = THMapAllocator.malloc(context, size > 0 ? (ptrdiff_t)(size * width) : 0);
  if (size <= 0) size = context->size / width;
  return THCompat_newWithDataAndAllocator(dtype, data, size, &THMapAllocator, context);
}
