/*
** Storages: memory with an allocator and an element type, shared by reference counting.
**
** Ownership: a function that makes a storage returns one reference; retain adds one, release drops
** one (both accept NULL). Sizes count elements. Counts are atomic, so threads may share a storage;
** access to its elements is not guarded.
*/
#ifndef TH_STORAGE_H
#define TH_STORAGE_H

#include "TH/base/THDtype.h"
#include "TH/base/THError.h"
#include "TH/memory/THAccount.h"
#include "TH/memory/THAllocator.h"

/* flag bits */
enum {
  TH_STORAGE_RESIZABLE = 1, /* owns its memory, which may be replaced */
  TH_STORAGE_READONLY = 2,  /* no result may be written to it */
  TH_STORAGE_DISPOSED = 4,  /* its memory was given back; only TH sets this bit and those below */
  TH_STORAGE_NOTED = 8,      /* is listed in a scope (THScope.h) */
  TH_STORAGE_PUBLISHED = 16, /* can be found by its address (THPublish.h) */
  TH_STORAGE_AWAY = 32,      /* on a device, or one is writing it: no access by the host */
  TH_STORAGE_LENT = 64,      /* a device is reading it: writers must wait */
  TH_STORAGE_SHRUNK = 128,   /* a tensor on it was made smaller and remembers what it held */
  TH_STORAGE_SHRUNK_TWICE = 256, /* there may be several of them */
  TH_STORAGE_ANCHORED = 512, /* borrowed from a script's value, which ends with its state */
  TH_STORAGE_SHARED = 1024, /* in memory that other processes can open (exchange/THShared.h) */
  TH_STORAGE_WINDOW = 2048, /* the bits from here on count windows (THStorage_part) */
  TH_STORAGE_FIXED = TH_STORAGE_READONLY | TH_STORAGE_LENT
};

/* Called once, with the context, when the last reference to a borrowed storage goes. */
typedef void (*THDeleter)(void *context, void *data);

/* The fields of a storage. The facade's typed storages have the same, with a typed data pointer. */
#define TH_STORAGE_FIELDS(type)                                                                 \
  type *data;            /* NULL when size is 0 */                                              \
  int64_t size;          /* elements */                                                         \
  int32_t refcount;      /* atomic */                                                           \
  int32_t viewers;       /* atomic: views of this one, which then cannot move */                \
  int16_t dtype, device; /* device 0 is the CPU */                                              \
  uint32_t flag;                                                                                \
  const THAllocator *allocator;                                                                 \
  THAccount *account;       /* the account charged for the memory, or NULL */                   \
  struct THStorage *parent; /* the storage that this one is a view of, or NULL */               \
  THDeleter deleter;        /* of borrowed memory, or NULL */                                   \
  void *context;                                                                                \
  int64_t loans;            /* atomic: of the memory, to others (THStorage_loan) */

typedef struct THStorage {
  TH_STORAGE_FIELDS(void)
} THStorage;

/* A storage of size elements, whose values are not set. allocator NULL means the default one. NULL
   with TH_error() on failure: TH_ENOMEM, TH_EDTYPE for a planned dtype, TH_EDEVICE. */
TH_API THStorage *THStorage_new(int dtype, int64_t size, const THAllocator *allocator);

/* A storage on size elements of the caller's memory, which is aligned for their type. deleter (may
   be NULL) is called when the last reference goes. The storage cannot be resized. NULL with
   TH_error() on failure, and the memory stays the caller's: TH_EINVAL for NULL data and a size
   above 0, else as THStorage_new. */
TH_API THStorage *THStorage_borrow(int dtype, void *data, int64_t size, THDeleter deleter,
                                   void *context);

/* A view of size elements of parent, from first (0-based) on, without a copy. parent cannot be
   resized while the view lives. */
TH_API THStorage *THStorage_view(THStorage *parent, int64_t first, int64_t size);

TH_API void THStorage_retain(THStorage *storage);
TH_API void THStorage_release(THStorage *storage);

/*
** Change the number of elements. Elements present before and after keep their values; new ones are
** not set. TH_EINVAL for a negative size, a borrowed, shared or read-only storage, or a view;
** TH_ESHARED if others view it or it is lent; TH_ENOMEM. On failure nothing has changed.
*/
TH_API int THStorage_resize(THStorage *storage, int64_t size);

/*
** Give the memory back now, whoever refers to the storage; borrowed memory goes to its deleter. The
** size becomes 0 for good, and using the elements of a tensor on it is an error. Like resize, do
** not call it while another thread computes with the storage. TH_ESHARED if others view it or it is
** lent. A second call does nothing.
*/
TH_API int THStorage_dispose(THStorage *storage);

/*
** Lending the memory to others outside TH. A loan is a reference that also keeps the memory where
** it is: until its end the storage, and those that it is a view of, can be neither resized nor
** disposed of. A loan may end in any thread, at any time.
*/
TH_API void THStorage_loan(THStorage *storage);
TH_API void THStorage_endLoan(THStorage *storage);

static inline int THStorage_isLent(const THStorage *storage)
{
  return __atomic_load_n(&storage->loans, __ATOMIC_ACQUIRE) != 0;
}

/*
** Lending a host storage to a device. lend notes that a device writes the elements
** (TH_STORAGE_AWAY) or reads them (TH_STORAGE_LENT). settle waits until no device uses them, which
** the allocator knows, and clears both bits. Operations settle their operands and results as they
** need (THTensor_operand, THTensor_result); code that accesses elements by address must call settle
** itself. Errors: those of the allocator's settle.
*/
TH_API void THStorage_lend(THStorage *storage, uint32_t flag);
TH_API int THStorage_settle(THStorage *storage);

/*
** Count a window that was made, or enlarged, on a storage that others refer to. A tensor that was
** made smaller before cannot tell from then on whose the elements are that it held
** (THTensor_result). Resizing a storage to fewer elements counts too. The count stays where it is
** when it reaches TH_MOST_WINDOWS; then nobody can tell.
*/
TH_API void THStorage_part(THStorage *storage);

enum { TH_MOST_WINDOWS = UINT32_MAX / TH_STORAGE_WINDOW };

static inline int32_t THStorage_windows(const THStorage *storage)
{
  return (int32_t)(__atomic_load_n(&storage->flag, __ATOMIC_RELAXED) / TH_STORAGE_WINDOW);
}

static inline int THStorage_elementSize(const THStorage *storage)
{
  return THDtype_traits(storage->dtype)->size;
}

#endif
