/*
** The segments of this process, and the storages on them.
**
** The registry lists every segment twice: by its name, so that opening it again gives the storage
** that there is, and by its address, which is all that an allocator is given back. An entry holds
** no reference to its storage: the last reference gives the memory back, and with it the entry
** goes, so under the lock a storage that th_hold gets is alive.
*/
#include "TH/exchange/THSegment.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "TH/memory/THMemory.h"

enum { BY_NAME, BY_ADDRESS, NUM_LISTS, NUM_SLOTS = 1 << 10 };

static struct {
  pthread_mutex_t lock;
  THSegment *slot[NUM_LISTS][NUM_SLOTS];
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock_registry(void)
{
  pthread_mutex_lock(&registry.lock);
}

static void unlock_registry(void)
{
  pthread_mutex_unlock(&registry.lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
  pthread_atfork(lock_registry, unlock_registry, unlock_registry);
}

static const THSharing *const sharings[TH_NUM_SHARINGS] = {
  [TH_SHARING_DESCRIPTOR] = &th_descriptors, [TH_SHARING_FILE] = &th_files};

static const THSharing *sharing_of(const THSegment *segment)
{
  return sharings[segment->place.sharing];
}

const char *TH_sharingName(int sharing)
{
  return sharing > 0 && sharing < TH_NUM_SHARINGS ? sharings[sharing]->name : "none";
}

int TH_findSharing(const char *name)
{
  for (int sharing = 1; sharing < TH_NUM_SHARINGS; sharing++)
    if (strcmp(sharings[sharing]->name, name) == 0) return sharing;
  return 0;
}

/* --- the registry: these hold its lock --- */

static unsigned slot_of(int list, const void *key)
{
  uint32_t hash = 2166136261u;
  if (list == BY_ADDRESS) return (unsigned)((uintptr_t)key >> 12) % NUM_SLOTS;
  for (const char *at = key; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  return hash % NUM_SLOTS;
}

static const void *key_of(int list, const THSegment *segment)
{
  return list == BY_NAME ? segment->place.name : segment->data;
}

static void add(THSegment *segment)
{
  for (int list = 0; list < NUM_LISTS; list++) {
    THSegment **slot = &registry.slot[list][slot_of(list, key_of(list, segment))];
    segment->next[list] = *slot;
    *slot = segment;
  }
}

static void take_off(THSegment *segment)
{
  for (int list = 0; list < NUM_LISTS; list++) {
    THSegment **at = &registry.slot[list][slot_of(list, key_of(list, segment))];
    while (*at != segment) at = &(*at)->next[list];
    *at = segment->next[list];
  }
}

static THSegment *at_address(const void *data)
{
  THSegment *segment = registry.slot[BY_ADDRESS][slot_of(BY_ADDRESS, data)];
  while (segment && segment->data != data) segment = segment->next[BY_ADDRESS];
  return segment;
}

/* The storage on the segment of that name, with a reference, or NULL. */
static THStorage *with_name(const char *name)
{
  THSegment *segment = registry.slot[BY_NAME][slot_of(BY_NAME, name)];
  for (; segment; segment = segment->next[BY_NAME])
    if (strcmp(segment->place.name, name) == 0 && segment->storage && th_hold(segment->storage))
      return segment->storage;
  return NULL;
}

/* --- the allocators --- */

static THSegment *new_segment(const THSegmentPlace *place)
{
  THSegment *segment = calloc(1, sizeof *segment);
  if (!segment) th_fail(TH_ENOMEM, "not enough memory for a segment");
  else segment->place = *place, segment->fd = -1;
  return segment;
}

static void *alloc_shared(void *context, size_t bytes)
{
  const THSharing *const *sharing = context;
  const THSegmentPlace place = {.sharing = (int)(sharing - sharings), .bytes = (int64_t)bytes};
  THSegment *segment = new_segment(&place);
  if (!segment) return NULL;
  if ((*sharing)->make(segment)) {
    free(segment);
    return NULL;
  }
  lock_registry();
  add(segment);
  unlock_registry();
  return segment->data;
}

static void free_shared(void *context, void *data, size_t bytes)
{
  (void)context;
  lock_registry();
  THSegment *segment = at_address(data);
  take_off(segment);
  unlock_registry();
  if (segment->opened)
    __atomic_fetch_sub(&segment->opened->opened, (int64_t)bytes, __ATOMIC_RELAXED);
  sharing_of(segment)->drop(segment);
  free(segment);
}

static int why_refused(void *context)
{
  (void)context;
  return TH_errorStatus();
}

const THAllocator *TH_sharedAllocator(int sharing)
{
#define ALLOCATOR(code) [code] = {.alloc = alloc_shared, .free = free_shared, \
                                  .refused = why_refused, .context = (void *)&sharings[code]}
  static const THAllocator allocators[TH_NUM_SHARINGS] = {
    ALLOCATOR(TH_SHARING_DESCRIPTOR), ALLOCATOR(TH_SHARING_FILE)};
  return sharing > 0 && sharing < TH_NUM_SHARINGS ? &allocators[sharing] : NULL;
}

static int is_shared_allocator(const THAllocator *allocator)
{
  return allocator && allocator->alloc == alloc_shared;
}

/* --- storages --- */

/* Note that others can find the storage from now on: it keeps its memory. */
static void claim(THStorage *storage)
{
  __atomic_fetch_and(&storage->flag, ~(uint32_t)TH_STORAGE_RESIZABLE, __ATOMIC_RELAXED);
  __atomic_fetch_or(&storage->flag, TH_STORAGE_SHARED, __ATOMIC_RELAXED);
  lock_registry();
  THSegment *segment = storage->data ? at_address(storage->data) : NULL;
  if (segment) segment->storage = storage;
  unlock_registry();
}

static int check_allocator(const char *op, int sharing)
{
  return TH_sharedAllocator(sharing)
    ? TH_OK : th_fail(TH_EINVAL, "%s: there is no way of sharing with the code %d", op, sharing);
}

THStorage *THStorage_newShared(int dtype, int64_t size, int sharing)
{
  if (check_allocator("newShared", sharing)) return NULL;
  THStorage *storage = THStorage_new(dtype, size, TH_sharedAllocator(sharing));
  if (storage) claim(storage);
  return storage;
}

static int check_owned(const THStorage *s)
{
  const char *why = s->flag & TH_STORAGE_DISPOSED ? "it was released"
    : s->parent ? "it is a view of another storage"
    : s->flag & TH_STORAGE_READONLY ? "it is read-only"
    : THStorage_isLent(s) ? "it is lent"
    : !(s->flag & TH_STORAGE_RESIZABLE) || !s->allocator ? "its memory is borrowed or mapped"
    : NULL;
  if (s->device)
    return th_fail(TH_EUNSUPPORTED, "shareMemory: a storage of %" PRId64
                   " elements is on device %d; only memory of the CPU can be shared", s->size,
                   s->device);
  if (!why && __atomic_load_n(&s->viewers, __ATOMIC_ACQUIRE))
    return th_fail(TH_ESHARED, "shareMemory: a storage of %" PRId64
                   " elements cannot move into shared memory: others are views of it", s->size);
  if (!why) return TH_OK;
  return th_fail(TH_EINVAL, "shareMemory: a storage of %" PRId64
                 " elements cannot move into shared memory: %s", s->size, why);
}

int THStorage_share(THStorage *storage, int sharing)
{
  TH_TRY(check_allocator("shareMemory", sharing));
  if (THStorage_isShared(storage)) return TH_OK;
  TH_TRY(check_owned(storage));
  TH_TRY(th_moveBytes(storage, TH_sharedAllocator(sharing)));
  claim(storage);
  return TH_OK;
}

static THStorage *root_of(const THStorage *storage)
{
  while (storage->parent) storage = storage->parent;
  return (THStorage *)storage;
}

int THStorage_isShared(const THStorage *storage)
{
  const THStorage *root = root_of(storage);
  return is_shared_allocator(root->allocator) && !(root->flag & TH_STORAGE_DISPOSED);
}

/* --- segments of storages --- */

/* A segment stays where it is as long as the caller's reference to its storage. */
THSegment *th_segmentOf(const THStorage *storage)
{
  THStorage *root = root_of(storage);
  if (!is_shared_allocator(root->allocator) || !root->data) return NULL;
  if (!(__atomic_load_n(&root->flag, __ATOMIC_RELAXED) & TH_STORAGE_SHARED)) claim(root);
  lock_registry();
  THSegment *segment = at_address(root->data);
  unlock_registry();
  return segment;
}

/* Let others find the storage; unless another thread has been faster: then its storage. */
static THStorage *publish(THSegment *segment, THStorage *storage)
{
  lock_registry();
  THStorage *known = with_name(segment->place.name);
  add(segment);
  if (!known) segment->storage = storage;
  unlock_registry();
  if (!known) return storage;
  THStorage_release(storage);
  return known;
}

static int open_storage(int dtype, THSegment *segment, THStorage **made)
{
  const int64_t size = segment->place.bytes / THDtype_traits(dtype)->size;
  THStorage *storage =
    th_adoptBytes(dtype, segment->data, size, TH_sharedAllocator(segment->place.sharing));
  if (!storage) {
    sharing_of(segment)->drop(segment);
    free(segment);
    return TH_errorStatus();
  }
  storage->flag |= TH_STORAGE_SHARED;
  segment->opened = storage->account;
  if (segment->opened)
    __atomic_fetch_add(&segment->opened->opened, size * THStorage_elementSize(storage),
                       __ATOMIC_RELAXED);
  *made = publish(segment, storage);
  return TH_OK;
}

/* Whether the storage that there is is the one that the place speaks of, and can still be used: a
   file may have been made shorter. */
static int check_known(const char *op, const THSegmentPlace *place, const THStorage *known)
{
  const THSegment *segment = th_segmentOf(known);
  if (!segment) return th_fail(TH_EINVAL, "%s: %s was released", op, place->name);
  if (segment->place.sharing != place->sharing || segment->place.bytes != place->bytes)
    return th_fail(TH_EINVAL, "%s: the handle speaks of %" PRId64 " bytes, %s has %" PRId64, op,
                   place->bytes, place->name, segment->place.bytes);
  return sharing_of(segment)->check(op, segment);
}

int th_openSegment(const char *op, const THSegmentPlace *place, int dtype, int lease,
                   THStorage **found)
{
  lock_registry();
  THStorage *known = with_name(place->name);
  unlock_registry();
  if (known) {
    const int status = check_known(op, place, known);
    if (status) THStorage_release(known);
    else *found = known;
    return status;
  }
  THSegment *segment = new_segment(place);
  if (!segment) return TH_errorStatus();
  const int status = sharing_of(segment)->find(op, segment, lease);
  if (!status) return open_storage(dtype, segment, found);
  free(segment);
  return status;
}

int th_tellPlace(const char *op, THSegment *segment, THSegmentPlace *place)
{
  *place = segment->place;
  place->pid = getpid();
  place->fd = segment->fd;
  return sharing_of(segment)->tell(op, segment, place);
}

int th_leaseSegment(THSegment *segment, int *fd)
{
  return sharing_of(segment)->lease(segment, fd);
}
