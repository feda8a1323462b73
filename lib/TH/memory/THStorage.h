/*
** Storages: counted bytes with an allocator and an element type. The only counted object of TH.
**
** Ownership: a function that makes a storage returns one reference; retain adds one, release drops
** one (both accept NULL). Sizes count elements. Counts are atomic: storages may be shared between
** threads, their elements are not guarded.
*/
#ifndef TH_STORAGE_H
#define TH_STORAGE_H

#include "TH/base/THDtype.h"
#include "TH/base/THError.h"
#include "TH/memory/THAccount.h"
#include "TH/memory/THAllocator.h"

/* flag bits */
enum {
  TH_STORAGE_RESIZABLE = 1, /* owns memory that may be replaced */
  TH_STORAGE_READONLY = 2,  /* results may not be written to it */
  TH_STORAGE_DISPOSED = 4,  /* its memory was given back; only TH sets this and those below */
  TH_STORAGE_NOTED = 8,      /* has a place in a scope */
  TH_STORAGE_PUBLISHED = 16, /* is found by its address (THPublish.h) */
  TH_STORAGE_AWAY = 32,      /* not for the host to look at: on a device, or one is writing it */
  TH_STORAGE_LENT = 64,      /* a device is reading it: who writes waits */
  TH_STORAGE_FIXED = TH_STORAGE_READONLY | TH_STORAGE_LENT
};

/* Called once with the context when the last reference to a borrowed storage goes. */
typedef void (*THDeleter)(void *context, void *data);

/* The typed storages of the facade have the same fields with a typed data pointer. */
#define TH_STORAGE_FIELDS(type)                                                                 \
  type *data;            /* NULL when size is 0 */                                              \
  int64_t size;          /* elements */                                                         \
  int32_t refcount;      /* atomic */                                                           \
  int32_t viewers;       /* atomic: storages that look into this one, which then cannot move */ \
  int16_t dtype, device; /* device 0 is the CPU */                                              \
  uint32_t flag;                                                                                \
  const THAllocator *allocator;                                                                 \
  THAccount *account;       /* charged for the memory, or NULL */                               \
  struct THStorage *parent; /* the storage that this one looks into, or NULL */                 \
  THDeleter deleter;        /* of borrowed memory, or NULL */                                   \
  void *context;

typedef struct THStorage {
  TH_STORAGE_FIELDS(void)
} THStorage;

/* size elements, not set. allocator NULL is the default one. NULL with TH_error() on failure:
   TH_ENOMEM, TH_EDTYPE for a planned dtype, TH_EDEVICE. */
TH_API THStorage *THStorage_new(int dtype, int64_t size, const THAllocator *allocator);

/* size elements of the caller's memory, aligned as their type asks; deleter (may be NULL) is called
   when the last reference goes. Not resizable. NULL with TH_error() on failure, where the memory
   stays the caller's: TH_EINVAL for NULL data of some size, else as THStorage_new. */
TH_API THStorage *THStorage_borrow(int dtype, void *data, int64_t size, THDeleter deleter,
                                   void *context);

/* The size elements of parent from first (0-based) on, without a copy. parent cannot be resized
   while the result lives. */
TH_API THStorage *THStorage_view(THStorage *parent, int64_t first, int64_t size);

TH_API void THStorage_retain(THStorage *storage);
TH_API void THStorage_release(THStorage *storage);

/*
** Change the number of elements; the common ones keep their values, new ones are not set. TH_EINVAL
** for a negative size, a borrowed or read-only storage, or a view; TH_ESHARED for one that is
** viewed; TH_ENOMEM. On failure nothing has changed.
*/
TH_API int THStorage_resize(THStorage *storage, int64_t size);

/*
** Give the memory back now, whoever refers to the storage: borrowed memory goes to its deleter. Its
** size becomes 0 for good, and to use the elements of a tensor that looks into it is an error. Like
** resize, not while another thread computes with it. TH_ESHARED where another storage looks into
** it. A second time does nothing.
*/
TH_API int THStorage_dispose(THStorage *storage);

/*
** A device works on the elements of a storage of the host, and the allocator knows until when: it
** writes them (TH_STORAGE_AWAY) or reads them (TH_STORAGE_LENT). settle waits until no device does,
** which every operation asks for where it stands in its way (THTensor_operand, THTensor_result);
** who looks at the elements by their address asks itself. Errors: the allocator's settle.
*/
TH_API void THStorage_lend(THStorage *storage, uint32_t flag);
TH_API int THStorage_settle(THStorage *storage);

static inline int THStorage_elementSize(const THStorage *storage)
{
  return THDtype_traits(storage->dtype)->size;
}

#endif
