/*
** The list of published storages.
**
** An entry holds no reference. The last reference to a storage removes its entry before the memory
** is given back, and a search takes a reference under the lock, so that it never returns a dead
** storage.
*/
#include "TH/memory/THPublish.h"

#include <pthread.h>
#include <stdlib.h>

#include "TH/memory/THMemory.h"
#include "TH/platform/THPlatform.h"

typedef struct Published {
  struct Published *next;
  THStorage *storage; /* borrowed; the last reference to it removes this entry */
} Published;

static Published *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_all(void)
{
  pthread_mutex_lock(&lock);
}

static void unlock_all(void)
{
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  th_atFork(lock_all, unlock_all, unlock_all);
}

int THStorage_publish(THStorage *storage)
{
  int status = TH_OK;
  lock_all();
  if (!(storage->flag & TH_STORAGE_PUBLISHED)) {
    Published *entry = malloc(sizeof *entry);
    if (entry) {
      *entry = (Published){all, storage};
      all = entry;
      __atomic_fetch_or(&storage->flag, TH_STORAGE_PUBLISHED, __ATOMIC_RELAXED);
    } else {
      status = th_fail(TH_ENOMEM, "not enough memory to give an address away");
    }
  }
  unlock_all();
  return status;
}

void th_unpublish(const THStorage *storage)
{
  lock_all();
  Published **at = &all;
  while (*at && (*at)->storage != storage) at = &(*at)->next;
  Published *entry = *at;
  if (entry) *at = entry->next;
  unlock_all();
  free(entry);
}

int th_hold(THStorage *storage)
{
  int32_t count = __atomic_load_n(&storage->refcount, __ATOMIC_RELAXED);
  while (count && !__atomic_compare_exchange_n(&storage->refcount, &count, count + 1, 0,
                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
  return count != 0;
}

/* Whether bytes from address on lie inside the storage; *from becomes their offset in it. */
static int holds(const THStorage *storage, uintptr_t address, uint64_t bytes, int64_t *from)
{
  uintptr_t first = (uintptr_t)storage->data;
  uint64_t size = (uint64_t)storage->size * (uint64_t)THStorage_elementSize(storage);
  *from = (int64_t)(address - first);
  return first && address >= first && address - first <= size && bytes <= size - (address - first);
}

THStorage *THStorage_at(int dtype, const void *address, int64_t size)
{
  int width = THDtype_traits(dtype)->size;
  THStorage *found = NULL, *made = NULL;
  int64_t from = 0;
  if (THDtype_isBuilt(dtype) && size >= 0 && size <= PTRDIFF_MAX / width &&
      (uintptr_t)address % (unsigned)width == 0) {
    lock_all();
    for (Published *p = all; p && !found; p = p->next)
      if (holds(p->storage, (uintptr_t)address, (uint64_t)size * (unsigned)width, &from) &&
          th_hold(p->storage))
        found = p->storage;
    unlock_all();
  }
  if (found) made = th_viewBytes(found, dtype, from, size);
  else
    th_fail(TH_EINVAL, "storage: no live storage has given away the address of %" PRId64
            " elements of %s at %#" PRIxPTR, size, THDtype_traits(dtype)->name, (uintptr_t)address);
  THStorage_release(found);
  return made;
}
