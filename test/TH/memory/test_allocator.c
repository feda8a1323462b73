/*
** The default allocator: which blocks it keeps, for which thread, up to which limit, and the
** figures it reports. Each thread keeps freed small blocks in a front of its own.
*/
#include "TH.h"
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SMALL = 1000, MB = 1 << 20 };

static void *take(size_t bytes)
{
  const THAllocator *allocator = TH_defaultAllocator();
  void *data = allocator->alloc(allocator->context, bytes);
  CHECK(data);
  return data;
}

static void drop(void *data, size_t bytes)
{
  const THAllocator *allocator = TH_defaultAllocator();
  allocator->free(allocator->context, data, bytes);
}

/* With one thread live and peak are exact, whether a block comes from the system, a front or the
   cache. */
static void test_figures(size_t bytes)
{
  enum { N = 40 };
  void *block[N];
  size_t live = TH_memoryStats().live;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < N; i++) block[i] = take(bytes);
    THMemoryStats held = TH_memoryStats();
    CHECK(held.live - live >= N * bytes && held.live - live <= N * bytes * 5 / 4 + N * TH_ALIGN);
    CHECK(held.peak >= held.live);
    for (int i = 0; i < N; i++) drop(block[i], bytes);
    THMemoryStats after = TH_memoryStats();
    CHECK(after.live == live && after.peak == held.peak);
  }
}

/* A peak between two calls of memoryStats counts too. */
static void test_peak(void)
{
  enum { N = 2000 };
  static void *block[N];
  for (int i = 0; i < N; i++) block[i] = take(SMALL);
  size_t high = TH_memoryStats().live;
  for (int i = 0; i < N; i++) drop(block[i], SMALL);
  size_t peak = TH_memoryStats().peak;
  CHECK(peak >= high);
  size_t more = peak - TH_memoryStats().live + 10 * MB;
  drop(take(more), more);
  CHECK(TH_memoryStats().peak >= peak + 10 * MB && TH_memoryStats().live < high);
}

#ifndef TH_SANITIZE /* with a sanitizer no block is kept by default */
static int aligned(const void *data, size_t to)
{
  return (uintptr_t)data % to == 0;
}

static void test_reuse(void)
{
  for (size_t bytes = 1; bytes < (size_t)64 * MB; bytes = bytes * 3 + 1) {
    void *data = take(bytes);
    CHECK(aligned(data, bytes >= 1024 ? 256 : TH_ALIGN));
    memset(data, 1, bytes);
    drop(data, bytes);
    void *again = take(bytes);
    CHECK(again == data);
    drop(again, bytes);
  }
  void *large = take(20 * MB);
  CHECK(aligned(large, 2 * MB)); /* for huge pages */
  drop(large, 20 * MB);
}

/* A full cache frees the blocks that have been unused longest and keeps the new one. */
static void test_limit(void)
{
  TH_setCacheLimit(32 * MB);
  TH_emptyCache();
  void *old = take(12 * MB), *used = take(14 * MB), *fresh = take(16 * MB);
  drop(old, 12 * MB), drop(used, 14 * MB);
  CHECK(TH_memoryStats().cached == 26 * MB);
  drop(fresh, 16 * MB); /* 42 MB are too many: the 12 MB go */
  CHECK(TH_memoryStats().cached == 30 * MB);
  CHECK(take(16 * MB) == fresh && take(14 * MB) == used);
  drop(fresh, 16 * MB), drop(used, 14 * MB);
  void *too_large = take(40 * MB);
  drop(too_large, 40 * MB);
  CHECK(TH_memoryStats().cached == 30 * MB);
  TH_setCacheLimit(15 * MB);
  CHECK(TH_memoryStats().cached == 14 * MB);
  TH_setCacheLimit(0);
  drop(take(SMALL), SMALL), drop(take(MB), MB);
  CHECK(TH_memoryStats().cached == 0);
  TH_setCacheLimit(256 * MB);
}

static void *use_small_blocks(void *unused)
{
  void *block[100];
  for (int i = 0; i < 100; i++) block[i] = take(SMALL);
  for (int i = 0; i < 100; i++) drop(block[i], SMALL);
  CHECK(TH_memoryStats().cached > 0);
  return unused;
}

/* A thread that ends leaves no blocks in its front. */
static void test_thread_end(void)
{
  pthread_t thread;
  TH_emptyCache();
  size_t live = TH_memoryStats().live;
  CHECK(!pthread_create(&thread, NULL, use_small_blocks, NULL));
  pthread_join(thread, NULL);
  TH_emptyCache();
  CHECK(TH_memoryStats().cached == 0 && TH_memoryStats().live == live);
}

/* Blocks that one thread allocates and another frees are used again. */
static void *drop_all(void *blocks)
{
  for (int i = 0; i < 5000; i++) drop(((void **)blocks)[i], 100);
  return NULL;
}

static void test_across_threads(void)
{
  static void *block[5000];
  pthread_t thread;
  TH_emptyCache();
  size_t live = TH_memoryStats().live;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 5000; i++) block[i] = take(100);
    CHECK(!pthread_create(&thread, NULL, drop_all, block));
    pthread_join(thread, NULL);
    CHECK(TH_memoryStats().live == live);
  }
  CHECK(TH_memoryStats().cached < 5000 * 128 * 2);
}

typedef struct Idler { pthread_barrier_t kept, emptied; } Idler;

static void *keep_idle(void *argument)
{
  Idler *idler = argument;
  drop(take(SMALL), SMALL);
  pthread_barrier_wait(&idler->kept);
  pthread_barrier_wait(&idler->emptied);
  drop(take(100), 100); /* meets the request to empty its front */
  TH_setCacheLimit(256 * MB);
  pthread_barrier_wait(&idler->emptied);
  pthread_barrier_wait(&idler->emptied);
  return NULL;
}

static void test_other_fronts(void)
{
  pthread_t thread;
  Idler idler;
  pthread_barrier_init(&idler.kept, NULL, 2), pthread_barrier_init(&idler.emptied, NULL, 2);
  TH_emptyCache();
  CHECK(!pthread_create(&thread, NULL, keep_idle, &idler));
  pthread_barrier_wait(&idler.kept);
  CHECK(TH_memoryStats().cached >= SMALL);
  TH_emptyCache();
  CHECK(TH_memoryStats().cached >= SMALL && TH_memoryStats().cached < 2 * SMALL);
  pthread_barrier_wait(&idler.emptied);
  pthread_barrier_wait(&idler.emptied);
  CHECK(TH_memoryStats().cached == 0);
  pthread_barrier_wait(&idler.emptied);
  pthread_join(thread, NULL);
}

/* A front keeps at most half a MB, whatever the sizes of the blocks. */
static void *keep_many(void *argument)
{
  enum { N = 1500 };
  static const size_t bytes[] = {50, 200, 800, 3200, 12800};
  static void *block[N];
  Idler *idler = argument;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < N; i++) block[i] = take(bytes[i % 5]);
    for (int i = 0; i < N; i++) drop(block[i], bytes[i % 5]);
  }
  for (int i = 0; i < N; i++) block[i] = take(50);
  for (int i = 0; i < N; i++) drop(block[i], 50);
  pthread_barrier_wait(&idler->kept);
  pthread_barrier_wait(&idler->emptied);
  return NULL;
}

static void test_full_front(void)
{
  pthread_t thread;
  Idler idler;
  pthread_barrier_init(&idler.kept, NULL, 2), pthread_barrier_init(&idler.emptied, NULL, 2);
  TH_emptyCache();
  CHECK(!pthread_create(&thread, NULL, keep_many, &idler));
  pthread_barrier_wait(&idler.kept);
  CHECK(TH_memoryStats().cached > MB / 2);
  TH_emptyCache();
  CHECK(TH_memoryStats().cached > 0 && TH_memoryStats().cached <= MB / 2);
  pthread_barrier_wait(&idler.emptied);
  pthread_join(thread, NULL);
  TH_emptyCache();
  CHECK(TH_memoryStats().cached == 0);
}

/* A child process forgets the fronts of threads that it does not have. */
static void test_fork(void)
{
  pthread_t thread;
  Idler idler;
  int status = 0;
  pthread_barrier_init(&idler.kept, NULL, 2), pthread_barrier_init(&idler.emptied, NULL, 2);
  TH_emptyCache();
  size_t live = TH_memoryStats().live;
  CHECK(!pthread_create(&thread, NULL, keep_idle, &idler));
  pthread_barrier_wait(&idler.kept);
  drop(take(SMALL), SMALL);
  pid_t pid = fork();
  if (pid == 0) {
    int good = TH_memoryStats().live == live && TH_memoryStats().cached >= SMALL;
    TH_emptyCache();
    good &= TH_memoryStats().cached == 0;
    use_small_blocks(NULL);
    _exit(!(good && TH_memoryStats().live == live && !check_failed));
  }
  CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
  for (int i = 0; i < 3; i++) pthread_barrier_wait(&idler.emptied);
  pthread_join(thread, NULL);
}

static size_t resident(void)
{
  size_t pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%*u %zu", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* What may be resident more at the end. A sanitizer keeps records of its own, whose size varies. */
#ifdef TH_SANITIZE
#define MORE_RESIDENT (16 * MB)
#else
#define MORE_RESIDENT (4 * MB)
#endif

/* A million temporaries of mixed sizes, up to 100 at a time: memory ends where it began. */
static void test_million(void)
{
  enum { HELD = 100 };
  static THStorage *held[HELD];
  uint32_t random = 1;
  TH_emptyCache();
  size_t start = resident(), live = TH_memoryStats().live;
  for (int i = 0; i < 1000000; i++) {
    random = random * 1664525u + 1013904223u;
    THStorage **place = &held[random >> 8 & 63];
    int64_t octave = random >> 16 & 31, bytes = ((int64_t)1 << (octave < 21 ? octave : 5)) + i % 64;
    THStorage_release(*place);
    *place = THStorage_new(TH_BYTE, bytes, NULL);
    if (!CHECK(*place)) break;
    ((uint8_t *)(*place)->data)[bytes - 1] = 1;
  }
  for (int i = 0; i < HELD; i++) THStorage_release(held[i]);
  TH_emptyCache();
  CHECK(TH_memoryStats().live == live && TH_memoryStats().cached == 0);
  size_t end = resident();
  if (!CHECK(end <= start + MORE_RESIDENT))
    fprintf(stderr, "  from %zu to %zu MB resident\n", start / MB, end / MB);
}
#endif

int main(void)
{
  test_figures(10), test_figures(SMALL), test_figures(20000), test_figures(3 * MB);
  test_peak();
#ifndef TH_SANITIZE
  test_reuse();
  test_limit();
  test_thread_end();
  test_across_threads();
  test_other_fronts();
  test_full_front();
  test_fork();
  test_million();
#endif
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
