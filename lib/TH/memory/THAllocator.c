/*
** The default allocator: blocks of fixed size classes, with freed blocks kept for reuse.
**
** There are four classes an octave, from 64 bytes up, so that at most a fifth of a block is unused:
** 100 bytes take a block of 112. Freed blocks are kept in two places. Small ones (up to 16 KB) go
** to a front, which belongs to the thread that freed them and needs no lock. The others, and those
** for which a front has no room, go to the cache of the process, under its lock.
**
** A block is always in one place: with a user, in a front (cache.out counts these two), or in the
** cache (cache.cached). Memory is given back to the system only while the lock is not held.
*/
#include "TH/memory/THAllocator.h"

#include <pthread.h>

#include "TH/memory/THHostAllocator.h"
#include "TH/memory/THMemory.h"
#include "TH/memory/THPages.h"
#include "TH/platform/THPlatform.h"

enum {
  FIRST_OCTAVE = 6,
  NUM_CLASSES = 4 * (48 - FIRST_OCTAVE),
  FRONT_CLASSES = 4 * (14 - FIRST_OCTAVE) + 1, /* up to 16 KB */
  FRONT_BYTES = 1 << 19,                       /* what a front keeps */
  BATCH_BYTES = 1 << 13                        /* what it gets at once */
};

typedef THBlock Block;

/* Only its own thread changes a front; other threads read bytes. */
typedef struct Front {
  struct Front *next;
  Block *kept[FRONT_CLASSES];
  int count[FRONT_CLASSES];
  size_t bytes, least; /* bytes kept, and the least since the lock was last held */
  unsigned generation; /* the cache's when the front was last emptied */
  int open, closed;    /* open: may keep blocks; closed: its thread is ending */
} Front;

static struct {
  pthread_mutex_t lock;
  Block *kept[NUM_CLASSES];
  uint64_t used[NUM_CLASSES], clock; /* when a class last gave or got a block */
  size_t out, cached, peak, limit;   /* out: with users or in fronts */
  Front *fronts;
  unsigned generation;
  pthread_key_t key;
  int has_key;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER, .generation = 1};

/* Functions take its address as an argument: looking it up costs as much as they do. */
static _Thread_local Front this_front;

/* --- classes --- */

static int class_of(size_t bytes)
{
  if (bytes <= ((size_t)1 << FIRST_OCTAVE)) return 0;
  int octave = 63 - __builtin_clzll(bytes - 1);
  int step = (int)((bytes - 1) >> (octave - 2)) & 3;
  return 4 * (octave - FIRST_OCTAVE) + step + 1;
}

static size_t class_bytes(int class)
{
  int octave = FIRST_OCTAVE + (class - 1) / 4, step = (class - 1) % 4;
  return class == 0 ? (size_t)1 << FIRST_OCTAVE : ((size_t)(5 + step)) << (octave - 2);
}

static inline Block *pop(Block **list)
{
  Block *block = *list;
  *list = block->next;
  return block;
}

static inline void push(Block **list, Block *block)
{
  block->next = *list;
  *list = block;
}

static inline void set_front_bytes(Front *front, size_t bytes)
{
  __atomic_store_n(&front->bytes, bytes, __ATOMIC_RELAXED);
  if (bytes < front->least) front->least = bytes;
}

/* --- the cache of the process: functions up to the next rule hold its lock --- */

static size_t kept_in_fronts(void)
{
  size_t bytes = 0;
  for (const Front *f = cache.fronts; f; f = f->next)
    bytes += __atomic_load_n(&f->bytes, __ATOMIC_RELAXED);
  return bytes;
}

/* Exact for one thread. Blocks that other threads took from their fronts and have given back since
   are missed. */
static void note_peak(Front *front)
{
  size_t live = cache.out - kept_in_fronts() + front->bytes - front->least;
  if (live > cache.peak) cache.peak = live;
  front->least = front->bytes;
}

static Block *evict(int class)
{
  Block *block = pop(&cache.kept[class]);
  cache.cached -= block->bytes;
  return block;
}

/* The class with blocks that was not used for the longest time. */
static int stalest_class(void)
{
  int stalest = -1;
  for (int class = 0; class < NUM_CLASSES; class++)
    if (cache.kept[class] && (stalest < 0 || cache.used[class] < cache.used[stalest]))
      stalest = class;
  return stalest;
}

/* Move blocks to doomed until the cache is within limit. The caller frees them after it has
   unlocked, because that can be slow. */
static void shrink(size_t limit, Block **doomed)
{
  while (cache.cached > limit) push(doomed, evict(stalest_class()));
}

static void keep(int class, Block *block, Block **doomed)
{
  size_t bytes = class_bytes(class);
  block->bytes = bytes;
  cache.out -= bytes;
  cache.used[class] = ++cache.clock;
  if (bytes > cache.limit) {
    push(doomed, block);
    return;
  }
  shrink(cache.limit - bytes, doomed);
  push(&cache.kept[class], block);
  cache.cached += bytes;
}

static Block *take(int class)
{
  cache.used[class] = ++cache.clock;
  if (!cache.kept[class]) return NULL;
  Block *block = evict(class);
  cache.out += block->bytes;
  return block;
}

static void empty_front(Front *front, Block **doomed)
{
  for (int class = 0; class < FRONT_CLASSES; class++)
    while (front->kept[class]) {
      Block *block = pop(&front->kept[class]);
      block->bytes = class_bytes(class);
      cache.out -= block->bytes;
      push(doomed, block);
    }
  for (int class = 0; class < FRONT_CLASSES; class++) front->count[class] = 0;
  set_front_bytes(front, 0);
}

/* --- the lock --- */

static void lock_cache(void)
{
  pthread_mutex_lock(&cache.lock);
}

static void unlock_cache(void)
{
  pthread_mutex_unlock(&cache.lock);
}

/* After a fork the child has one thread. It abandons the fronts of the others, which may have been
   in the middle of a change. */
static void unlock_child(void)
{
  Front *front = &this_front;
  cache.out -= kept_in_fronts() - front->bytes;
  cache.fronts = front->open ? front : NULL;
  front->next = NULL;
  unlock_cache();
}

static void unlink_front(Front *front)
{
  for (Front **f = &cache.fronts; *f; f = &(*f)->next)
    if (*f == front) {
      *f = front->next;
      break;
    }
  front->open = 0;
}

static void close_front(void *ending)
{
  Front *front = ending;
  Block *doomed = NULL;
  lock_cache();
  note_peak(front);
  empty_front(front, &doomed);
  unlink_front(front);
  front->closed = 1;
  unlock_cache();
  th_freeBlocks(doomed);
}

static size_t default_limit(void)
{
#ifdef TH_SANITIZE
  return 0; /* a kept block would hide a use after free */
#else
  const size_t least = (size_t)256 << 20, most = (size_t)1 << 30, part = th_machineMemory() / 16;
  return part < least ? least : part > most ? most : part;
#endif
}

/* The handlers keep a child from inheriting a lock that is held by a thread it does not have. The
   key is made before any thread-local variable is used: where the compiler keeps these under a key
   of its own (mingw), a thread that ends closes its front before it loses them. */
__attribute__((constructor)) static void set_up(void)
{
  cache.limit = default_limit();
  cache.has_key = pthread_key_create(&cache.key, close_front) == 0;
  th_atFork(lock_cache, unlock_cache, unlock_child);
}

/* Empty the calling thread's front and register it again, after the cache was emptied or got
   another limit. */
static __attribute__((noinline)) void renew_front(Front *front)
{
  Block *doomed = NULL;
  lock_cache();
  note_peak(front);
  empty_front(front, &doomed);
  if (front->open) unlink_front(front);
  front->generation = cache.generation;
  if (!cache.has_key) cache.has_key = pthread_key_create(&cache.key, close_front) == 0;
  front->open = !front->closed && cache.has_key && cache.limit >= (size_t)1 << 20 &&
               pthread_setspecific(cache.key, front) == 0;
  if (front->open) {
    front->next = cache.fronts;
    cache.fronts = front;
  }
  unlock_cache();
  th_freeBlocks(doomed);
}

/* The new generation tells the threads whose fronts are closed here to begin anew. */
void th_closeCache(void)
{
  Block *doomed = NULL;
  lock_cache();
  for (Front *f = cache.fronts; f; f = f->next) {
    empty_front(f, &doomed);
    f->open = 0;
  }
  cache.fronts = NULL;
  shrink(0, &doomed);
  if (cache.has_key) pthread_key_delete(cache.key);
  cache.has_key = 0;
  __atomic_add_fetch(&cache.generation, 1, __ATOMIC_RELAXED);
  unlock_cache();
  th_freeBlocks(doomed);
}

/* The calling thread's front, renewed if the cache was emptied since. */
static inline Front *current_front(void)
{
  Front *front = &this_front;
  if (front->generation != __atomic_load_n(&cache.generation, __ATOMIC_RELAXED))
    renew_front(front);
  return front;
}

/* --- the allocator --- */

static void *fresh_block(Front *front, size_t bytes)
{
  void *data = th_newPages(bytes);
  if (!data) {
    TH_emptyCache();
    data = th_newPages(bytes);
    if (!data) return NULL;
  }
  lock_cache();
  note_peak(front);
  cache.out += bytes;
  note_peak(front);
  unlock_cache();
  return data;
}

/* Take one block from the cache, or a fresh one. For a small class also move blocks from the cache
   to the front. */
static __attribute__((noinline)) void *take_kept(Front *front, int class, size_t bytes)
{
  const size_t left = FRONT_BYTES - front->bytes, room = left < BATCH_BYTES ? left : BATCH_BYTES;
  int more = class < FRONT_CLASSES && front->open ? (int)(room / bytes) : 0;
  lock_cache();
  note_peak(front);
  Block *block = take(class);
  for (Block *next; block && more > 0 && (next = take(class)); more--) {
    push(&front->kept[class], next);
    front->count[class]++;
    set_front_bytes(front, front->bytes + bytes);
  }
  front->least = front->bytes;
  note_peak(front);
  unlock_cache();
  return block ? block : fresh_block(front, bytes);
}

static void *cached_alloc(void *context, size_t bytes)
{
  int class = class_of(bytes);
  (void)context;
  if (class >= NUM_CLASSES) return NULL;
  Front *front = current_front();
  bytes = class_bytes(class);
  if (class >= FRONT_CLASSES || !front->kept[class]) return take_kept(front, class, bytes);
  front->count[class]--;
  set_front_bytes(front, front->bytes - bytes);
  return pop(&front->kept[class]);
}

/* Move half of the front's blocks of each class to the cache. */
static void halve_front(Front *front, Block **doomed)
{
  for (int class = 0; class < FRONT_CLASSES; class++)
    for (int more = (front->count[class] + 1) / 2; more > 0; more--) {
      set_front_bytes(front, front->bytes - class_bytes(class));
      front->count[class]--;
      keep(class, pop(&front->kept[class]), doomed);
    }
}

/* Give a block to the cache. If it is a small one, the front is full, and is halved. */
static __attribute__((noinline)) void give(Front *front, int class, Block *block)
{
  Block *doomed = NULL;
  lock_cache();
  note_peak(front);
  keep(class, block, &doomed);
  if (class < FRONT_CLASSES) halve_front(front, &doomed);
  front->least = front->bytes;
  unlock_cache();
  th_freeBlocks(doomed);
}

static void cached_free(void *context, void *data, size_t bytes)
{
  int class = class_of(bytes);
  Front *front = current_front();
  (void)context;
  bytes = class_bytes(class);
  if (class >= FRONT_CLASSES || !front->open || front->bytes + bytes > FRONT_BYTES) {
    give(front, class, data);
    return;
  }
  push(&front->kept[class], data);
  front->count[class]++;
  set_front_bytes(front, front->bytes + bytes);
}

const THAllocator *TH_defaultAllocator(void)
{
  static const THAllocator allocator = {.alloc = cached_alloc, .free = cached_free};
  return &allocator;
}

static const THAllocator *device_allocators[TH_MAX_DEVICES];

const THAllocator *TH_deviceAllocator(int device)
{
  if (device == 0) return TH_allocator();
  if (device < 0 || device >= TH_MAX_DEVICES) return NULL;
  return __atomic_load_n(&device_allocators[device], __ATOMIC_ACQUIRE);
}

void th_setDeviceAllocator(int device, const THAllocator *allocator)
{
  __atomic_store_n(&device_allocators[device], allocator, __ATOMIC_RELEASE);
}

/* --- statistics and limits --- */

THMemoryStats TH_memoryStats(void)
{
  Front *front = &this_front;
  lock_cache();
  note_peak(front);
  size_t in_fronts = kept_in_fronts();
  THMemoryStats stats = {
      .live = cache.out - in_fronts, .cached = cache.cached + in_fronts, .peak = cache.peak};
  unlock_cache();
  return stats;
}

/* Shrink the cache to limit. The new generation tells every other thread to empty its front. */
static void empty(size_t limit, const size_t *new_limit)
{
  Block *doomed = NULL;
  lock_cache();
  if (new_limit) cache.limit = *new_limit;
  shrink(limit, &doomed);
  __atomic_add_fetch(&cache.generation, 1, __ATOMIC_RELAXED);
  unlock_cache();
  th_freeBlocks(doomed);
  renew_front(&this_front);
}

void TH_emptyCache(void)
{
  empty(0, NULL);
  th_trimHeap();
}

void TH_trimCache(size_t bytes)
{
  if (TH_memoryStats().cached > bytes) empty(bytes, NULL);
}

void TH_setCacheLimit(size_t bytes)
{
  empty(bytes, &bytes);
}
