/*
** Storages: made, shared, viewed, lent to devices, resized and given back.
**
** The memory of a storage has one owner, which takes it back: its parent (a view), its deleter
** (borrowed memory) or its allocator. Bytes are charged to an account when they are allocated and
** discharged when they are given back, never otherwise.
*/
#include "TH/memory/THStorage.h"

#include <string.h>

#include "TH/memory/THHostAllocator.h"
#include "TH/memory/THMemory.h"
#include "TH/memory/THScope.h"

static int too_large(double bytes)
{
  return th_fail(TH_ENOMEM, "not enough memory: %.1f MB asked for in one block", bytes / 1048576.0);
}

/* Sets *bytes to the bytes of size elements. An error if dtype is not built or there are too
   many. */
static int bytes_of(int dtype, int64_t size, size_t *bytes)
{
  const THTraits *traits = THDtype_traits(dtype);
  if (!THDtype_isBuilt(dtype))
    return th_fail(TH_EDTYPE, "storage: there is no element type with that code");
  if (size < 0) return th_fail(TH_EINVAL, "storage: size %" PRId64 " is negative", size);
  if (size > PTRDIFF_MAX / traits->size) return too_large((double)size * (double)traits->size);
  *bytes = (size_t)size * (size_t)traits->size;
  return TH_OK;
}

/* Trim the cache of blocks: kept memory may not exceed what the account's budget has left. */
static void keep_to_budget(const THAccount *account)
{
  int64_t left = account->budget - THAccount_live(account);
  if (account->budget != TH_NO_BUDGET) TH_trimCache(left > 0 ? (size_t)left : 0);
}

/* Gives memory back that breaks what allocators promise: kernels and libraries count on it. */
static int refuse_misaligned(const THAllocator *allocator, void *data, size_t bytes)
{
  allocator->free(allocator->context, data, bytes);
  return th_fail(TH_EINVAL, "storage: its allocator gave memory at %p, which is no multiple of %d",
                 data, TH_ALIGN);
}

/* Allocate bytes, charged to the thread's account. For 0 bytes *data and *account are NULL. */
static int allocate(const THAllocator *allocator, size_t bytes, void **data, THAccount **account)
{
  *data = NULL;
  *account = NULL;
  if (!bytes) return TH_OK;
  TH_TRY(th_charge((int64_t)bytes, account));
  *data = allocator->alloc(allocator->context, bytes);
  if (!*data) {
    th_discharge(*account, (int64_t)bytes);
    if (allocator->refused) return allocator->refused(allocator->context);
    return too_large((double)bytes);
  }
  if ((uintptr_t)*data % TH_ALIGN) {
    th_discharge(*account, (int64_t)bytes);
    return refuse_misaligned(allocator, *data, bytes);
  }
  if (*account) keep_to_budget(*account);
  return TH_OK;
}

static THStorage *new_header(int dtype, int64_t size)
{
  const THAccount *account = *TH_accountPlace();
  THStorage *storage = th_newHeader(account ? account->scope : NULL);
  if (!storage) {
    th_fail(TH_ENOMEM, "not enough memory for a storage");
    return NULL;
  }
  storage->refcount = 1;
  storage->dtype = (int16_t)dtype;
  storage->size = size;
  return storage;
}

THStorage *THStorage_new(int dtype, int64_t size, const THAllocator *allocator)
{
  size_t bytes = 0;
  if (bytes_of(dtype, size, &bytes)) return NULL;
  THStorage *storage = new_header(dtype, size);
  if (!storage) return NULL;
  storage->allocator = allocator ? allocator : TH_allocator();
  storage->device = (int16_t)storage->allocator->device;
  storage->flag |= TH_STORAGE_RESIZABLE | (storage->device ? TH_STORAGE_AWAY : 0);
  if (allocate(storage->allocator, bytes, &storage->data, &storage->account)) {
    th_freeHeader(storage);
    return NULL;
  }
  return storage;
}

THStorage *th_adoptBytes(int dtype, void *data, int64_t size, const THAllocator *allocator)
{
  size_t bytes = 0;
  THAccount *account = NULL;
  if (bytes_of(dtype, size, &bytes) || (bytes && th_charge((int64_t)bytes, &account))) return NULL;
  THStorage *storage = new_header(dtype, size);
  if (!storage) {
    th_discharge(account, (int64_t)bytes);
    return NULL;
  }
  storage->data = data;
  storage->allocator = allocator;
  storage->account = account;
  return storage;
}

THStorage *THStorage_borrow(int dtype, void *data, int64_t size, THDeleter deleter, void *context)
{
  size_t bytes = 0;
  if (bytes_of(dtype, size, &bytes)) return NULL;
  if (bytes && !data) {
    th_fail(TH_EINVAL, "storage: %" PRId64 " elements cannot be borrowed from NULL", size);
    return NULL;
  }
  THStorage *storage = new_header(dtype, size);
  if (!storage) return NULL;
  storage->data = data;
  storage->deleter = deleter;
  storage->context = context;
  return storage;
}

/* Settles the parent first: views of one storage do not see each other's flags, so no device may be
   using it. */
THStorage *th_viewBytes(THStorage *parent, int dtype, int64_t offset, int64_t size)
{
  THStorage *storage = THStorage_settle(parent) ? NULL : new_header(dtype, size);
  if (!storage) return NULL;
  storage->device = parent->device;
  storage->flag |= parent->flag & (TH_STORAGE_READONLY | TH_STORAGE_AWAY | TH_STORAGE_ANCHORED);
  storage->data = size ? (char *)parent->data + offset : NULL;
  storage->parent = parent;
  THStorage_retain(parent);
  __atomic_fetch_add(&parent->viewers, 1, __ATOMIC_RELAXED);
  return storage;
}

THStorage *THStorage_view(THStorage *parent, int64_t first, int64_t size)
{
  if (first < 0 || size < 0 || first > parent->size - size) {
    th_fail(TH_EINVAL,
            "storage: %" PRId64 " elements from %" PRId64 " do not fit in a storage of %" PRId64,
            size, th_shown(first), parent->size);
    return NULL;
  }
  return th_viewBytes(parent, parent->dtype, first * THStorage_elementSize(parent), size);
}

void THStorage_retain(THStorage *storage)
{
  if (storage) __atomic_fetch_add(&storage->refcount, 1, __ATOMIC_RELAXED);
}

/* Give the memory back to its owner. */
static void give_back(THStorage *storage)
{
  if (storage->parent) {
    __atomic_fetch_sub(&storage->parent->viewers, 1, __ATOMIC_RELEASE);
    THStorage_release(storage->parent);
  } else if (storage->deleter) {
    storage->deleter(storage->context, storage->data);
  } else if (storage->allocator && storage->data) {
    size_t bytes = (size_t)storage->size * (size_t)THStorage_elementSize(storage);
    storage->allocator->free(storage->allocator->context, storage->data, bytes);
    th_discharge(storage->account, (int64_t)bytes);
  }
}

/* The holder of the last reference may skip the atomic decrement, since nobody else can see the
   storage. Except that a scope, THStorage_at or a handle may find it and take a reference while the
   count is not 0. */
void THStorage_release(THStorage *storage)
{
  if (!storage) return;
  const uint32_t found = TH_STORAGE_NOTED | TH_STORAGE_PUBLISHED | TH_STORAGE_SHARED;
  int alone = !(__atomic_load_n(&storage->flag, __ATOMIC_RELAXED) & found) &&
              __atomic_load_n(&storage->refcount, __ATOMIC_ACQUIRE) == 1;
  if (!alone && __atomic_sub_fetch(&storage->refcount, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  if (storage->flag & TH_STORAGE_PUBLISHED) th_unpublish(storage);
  give_back(storage);
  th_freeHeader(storage);
}

/* Empties the storage before giving its memory back, since a deleter may do anything, even look
   here. */
int THStorage_dispose(THStorage *storage)
{
  if (storage->flag & TH_STORAGE_DISPOSED) return TH_OK;
  if (THStorage_isLent(storage))
    return th_fail(TH_ESHARED, "release: the memory of %" PRId64 " elements is lent",
                   storage->size);
  if (__atomic_load_n(&storage->viewers, __ATOMIC_ACQUIRE))
    return th_fail(TH_ESHARED, "release: another storage is a view of the one of %" PRId64
                   " elements", storage->size);
  THStorage memory = {
      .data = storage->data, .size = storage->size, .dtype = storage->dtype,
      .allocator = storage->allocator, .account = storage->account, .parent = storage->parent,
      .deleter = storage->deleter, .context = storage->context};
  storage->data = NULL;
  storage->size = 0;
  storage->parent = NULL;
  storage->deleter = NULL;
  storage->account = NULL;
  uint32_t kept = storage->flag & (TH_STORAGE_NOTED | TH_STORAGE_PUBLISHED | TH_STORAGE_AWAY);
  uint32_t flag = kept | TH_STORAGE_DISPOSED;
  __atomic_store_n(&storage->flag, flag, __ATOMIC_RELAXED); /* another thread may read it */
  give_back(&memory);
  return TH_OK;
}

void THStorage_loan(THStorage *storage)
{
  THStorage_retain(storage);
  for (; storage; storage = storage->parent)
    __atomic_fetch_add(&storage->loans, 1, __ATOMIC_ACQ_REL);
}

/* A storage that is lent keeps its parent, so the end finds those that the beginning found. Each is
   held until it is counted: another thread may dispose of its view as soon as that is not lent. */
void THStorage_endLoan(THStorage *storage)
{
  while (storage) {
    THStorage *parent = storage->parent;
    THStorage_retain(parent);
    __atomic_fetch_sub(&storage->loans, 1, __ATOMIC_ACQ_REL);
    THStorage_release(storage);
    storage = parent;
  }
}

void THStorage_lend(THStorage *storage, uint32_t flag)
{
  __atomic_fetch_or(&storage->flag, flag, __ATOMIC_RELEASE);
}

/* On failure the flags stay: what a lost device was to write is not there. */
int THStorage_settle(THStorage *storage)
{
  const uint32_t lent = TH_STORAGE_AWAY | TH_STORAGE_LENT;
  const THAllocator *allocator = storage->allocator;
  if (storage->device || !(__atomic_load_n(&storage->flag, __ATOMIC_ACQUIRE) & lent)) return TH_OK;
  if (storage->data && allocator && allocator->settle)
    TH_TRY(allocator->settle(allocator->context, storage->data));
  __atomic_fetch_and(&storage->flag, ~lent, __ATOMIC_RELEASE);
  return TH_OK;
}

int th_moveBytes(THStorage *storage, const THAllocator *to)
{
  size_t bytes = 0;
  void *data;
  THAccount *account;
  TH_TRY(THStorage_settle(storage));
  TH_TRY(bytes_of(storage->dtype, storage->size, &bytes));
  TH_TRY(allocate(to, bytes, &data, &account));
  if (bytes) memcpy(data, storage->data, bytes);
  give_back(storage);
  storage->data = data;
  storage->account = account;
  storage->allocator = to;
  return TH_OK;
}

static int check_resize(const THStorage *storage, int64_t size)
{
  const char *why = storage->flag & TH_STORAGE_DISPOSED ? "it was released"
    : storage->parent ? "it is a view of another storage"
    : storage->flag & TH_STORAGE_SHARED ? "its memory is shared with other processes"
    : !(storage->flag & TH_STORAGE_RESIZABLE) ? "its memory is borrowed"
    : storage->flag & TH_STORAGE_READONLY ? "it is read-only" : NULL;
  int status = why ? TH_EINVAL : TH_ESHARED;
  if (!why && THStorage_isLent(storage)) why = "its memory is lent";
  if (!why && __atomic_load_n(&storage->viewers, __ATOMIC_ACQUIRE))
    why = "another storage is a view of it";
  if (!why) return TH_OK;
  return th_fail(status, "resize: a storage of %" PRId64 " elements cannot become %" PRId64 ": %s",
                 storage->size, size, why);
}

void THStorage_part(THStorage *storage)
{
  uint32_t flag = __atomic_load_n(&storage->flag, __ATOMIC_RELAXED);
  if (__atomic_load_n(&storage->refcount, __ATOMIC_RELAXED) <= 1) return;
  while (flag / TH_STORAGE_WINDOW < TH_MOST_WINDOWS &&
         !__atomic_compare_exchange_n(&storage->flag, &flag, flag + TH_STORAGE_WINDOW, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

int THStorage_resize(THStorage *storage, int64_t size)
{
  size_t bytes = 0, old = 0;
  void *data;
  THAccount *account;
  if (size == storage->size) return TH_OK;
  TH_TRY(check_resize(storage, size));
  TH_TRY(THStorage_settle(storage));
  TH_TRY(bytes_of(storage->dtype, size, &bytes));
  TH_TRY(bytes_of(storage->dtype, storage->size, &old));
  TH_TRY(allocate(storage->allocator, bytes, &data, &account));
  const THAllocator *allocator = storage->allocator;
  size_t kept = bytes < old ? bytes : old;
  int status = TH_OK;
  if (kept && allocator->copy)
    status = allocator->copy(allocator->context, data, storage->data, kept);
  else if (kept) memcpy(data, storage->data, kept);
  if (status) {
    allocator->free(allocator->context, data, bytes);
    th_discharge(account, (int64_t)bytes);
    return status;
  }
  if (storage->data) allocator->free(allocator->context, storage->data, old);
  th_discharge(storage->account, (int64_t)old);
  storage->account = account;
  if (size < storage->size) THStorage_part(storage);
  storage->data = data;
  storage->size = size;
  return TH_OK;
}
