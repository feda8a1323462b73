#include "THAllocator.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/*
** Blocks have the sizes of classes: four steps an octave, from 64 bytes up, so that at most a fifth
** of a block is unused. A kept block holds the link to the next of its class in its first bytes.
*/
enum { FIRST_OCTAVE = 6, NUM_CLASSES = 4 * (48 - FIRST_OCTAVE) };

typedef struct Block { struct Block *next; } Block;

static struct {
  pthread_mutex_t lock;
  Block *kept[NUM_CLASSES];
  THMemoryStats stats;
  size_t limit;
} cache = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
#ifdef TH_SANITIZE
  .limit = 0, /* a kept block would hide a use after free */
#else
  .limit = (size_t)256 << 20,
#endif
};

static void lock_cache(void)
{
  pthread_mutex_lock(&cache.lock);
}

static void unlock_cache(void)
{
  pthread_mutex_unlock(&cache.lock);
}

/* A child of fork must not inherit a lock that a thread it does not have is holding. */
__attribute__((constructor)) static void guard_fork(void)
{
  pthread_atfork(lock_cache, unlock_cache, unlock_cache);
}

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

static size_t machine_memory(void)
{
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX / 2;
}

static void *system_alloc(size_t bytes)
{
  void *data = NULL;
  if (bytes >= ((size_t)64 << 20) && bytes > machine_memory()) return NULL;
  if (posix_memalign(&data, bytes >= 1024 ? 256 : TH_ALIGN, bytes)) return NULL;
  return data;
}

static void count_alloc(size_t bytes)
{
  cache.stats.live += bytes;
  if (cache.stats.live > cache.stats.peak) cache.stats.peak = cache.stats.live;
}

static Block *take_kept(int class, size_t bytes)
{
  lock_cache();
  Block *block = cache.kept[class];
  if (block) {
    cache.kept[class] = block->next;
    cache.stats.cached -= bytes;
    count_alloc(bytes);
  }
  unlock_cache();
  return block;
}

static void *cached_alloc(void *context, size_t bytes)
{
  (void)context;
  int class = class_of(bytes);
  if (class >= NUM_CLASSES) return NULL;
  bytes = class_bytes(class);
  void *data = take_kept(class, bytes);
  if (data) return data;
  data = system_alloc(bytes);
  if (!data) {
    TH_emptyCache();
    data = system_alloc(bytes);
    if (!data) return NULL;
  }
  lock_cache();
  count_alloc(bytes);
  unlock_cache();
  return data;
}

static void cached_free(void *context, void *data, size_t bytes)
{
  (void)context;
  int class = class_of(bytes);
  bytes = class_bytes(class);
  lock_cache();
  cache.stats.live -= bytes;
  int keep = bytes <= cache.limit && cache.stats.cached <= cache.limit - bytes;
  if (keep) {
    Block *block = data;
    block->next = cache.kept[class];
    cache.kept[class] = block;
    cache.stats.cached += bytes;
  }
  unlock_cache();
  if (!keep) free(data);
}

const THAllocator *TH_defaultAllocator(void)
{
  static const THAllocator allocator = {.alloc = cached_alloc, .free = cached_free};
  return &allocator;
}

static const THAllocator *device_allocators[TH_MAX_DEVICES];

const THAllocator *TH_deviceAllocator(int device)
{
  if (device == 0) return TH_defaultAllocator();
  if (device < 0 || device >= TH_MAX_DEVICES) return NULL;
  return __atomic_load_n(&device_allocators[device], __ATOMIC_ACQUIRE);
}

void th_setDeviceAllocator(int device, const THAllocator *allocator)
{
  __atomic_store_n(&device_allocators[device], allocator, __ATOMIC_RELEASE);
}

THMemoryStats TH_memoryStats(void)
{
  lock_cache();
  THMemoryStats stats = cache.stats;
  unlock_cache();
  return stats;
}

/* Blocks are unlinked under the lock and freed outside it: free may be slow for large ones. */
static void free_down_to(size_t limit)
{
  Block *doomed = NULL;
  lock_cache();
  for (int class = NUM_CLASSES - 1; class >= 0; class--)
    while (cache.kept[class] && cache.stats.cached > limit) {
      Block *block = cache.kept[class];
      cache.kept[class] = block->next;
      cache.stats.cached -= class_bytes(class);
      block->next = doomed;
      doomed = block;
    }
  unlock_cache();
  while (doomed) {
    Block *next = doomed->next;
    free(doomed);
    doomed = next;
  }
}

void TH_emptyCache(void)
{
  free_down_to(0);
}

void TH_setCacheLimit(size_t bytes)
{
  lock_cache();
  cache.limit = bytes;
  unlock_cache();
  free_down_to(bytes);
}
