/*
** The host's own allocator: all that is allocated on the CPU comes from it, results, temporaries
** and room for work, in threads of the pool too, and goes back to it. An account may have another.
*/
#include "TH.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

/* Counts blocks and bytes in use; fails from a number of bytes on. */
typedef struct Heap { int64_t blocks, bytes, calls, most; } Heap;

static void *heap_alloc(void *context, size_t bytes)
{
  Heap *heap = context;
  if (heap->most && (int64_t)bytes > heap->most) return NULL;
  void *data = th_newAligned(256, bytes);
  if (!data) return NULL;
  __atomic_add_fetch(&heap->calls, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&heap->blocks, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&heap->bytes, (int64_t)bytes, __ATOMIC_RELAXED);
  return data;
}

static void heap_free(void *context, void *data, size_t bytes)
{
  Heap *heap = context;
  __atomic_sub_fetch(&heap->blocks, 1, __ATOMIC_RELAXED);
  __atomic_sub_fetch(&heap->bytes, (int64_t)bytes, __ATOMIC_RELAXED);
  th_freeAligned(data);
}

static Heap heap, other;
static const THAllocator of_host = {.alloc = heap_alloc, .free = heap_free, .context = &heap};
static const THAllocator of_account = {.alloc = heap_alloc, .free = heap_free, .context = &other};

static const int64_t size[] = {200, 3000};

/* Calls that need temporaries and room: sums along columns, a product with a copy, a transform. */
static void compute(void)
{
  THTensor x = {0}, r = {0}, back = {0}, spectrum = {0};
  CHECK(!THTensor_new(&x, 0, TH_DOUBLE, 2, size) && !THTensor_fill(&x, TH_real(1)));
  CHECK(!THTensor_reduce(TH_OP_prod, &r, &x, 0));
  CHECK(!THTensor_transpose(&back, &x, 0, 1) && !THTensor_reduce(TH_OP_prod, &r, &back, 0));
  CHECK(!THTensor_scan(TH_OP_cumsum, &r, &x, 1));
  CHECK(!THTensor_fft("fft", &TH_rfft, &spectrum, &x, 1, (int[]){1}, NULL, 0));
  THTensor_clear(&x), THTensor_clear(&r), THTensor_clear(&back);
  THTensor_clear(&spectrum);
}

static void test_process(void)
{
  THStorage *before = THStorage_new(TH_INT, 100, NULL);
  const size_t live = TH_memoryStats().live;
  CHECK(!TH_setAllocator(&of_host) && TH_allocator() == &of_host);
  CHECK(TH_deviceAllocator(0) == &of_host);
  compute();
  CHECK(heap.calls >= 5 && heap.blocks == 0 && heap.bytes == 0);
  CHECK(TH_memoryStats().live == live); /* nothing came from the default one */
  THStorage *during = THStorage_new(TH_INT, 100, NULL);
  CHECK(!THStorage_resize(before, 1000) && heap.blocks == 1); /* keeps its own */
  CHECK(!TH_setAllocator(NULL) && TH_allocator() == TH_defaultAllocator());
  CHECK(!THStorage_resize(during, 1000) && heap.bytes == 4000);
  THStorage_release(during), THStorage_release(before);
  CHECK(heap.blocks == 0);
}

static void test_account(void)
{
  THAccount *account = THAccount_new();
  if (!CHECK(account != NULL)) return;
  CHECK(!TH_setAllocator(&of_host) && !THAccount_setAllocator(account, &of_account));
  heap.calls = 0;
  TH_setAccount(account);
  THStorage *own = THStorage_new(TH_INT, 100, NULL), *given = THStorage_new(TH_INT, 5, &of_host);
  CHECK(other.blocks == 1 && heap.blocks == 1 && THAccount_live(account) == 420);
  TH_setAccount(NULL);
  THStorage *free = THStorage_new(TH_INT, 100, NULL);
  CHECK(other.blocks == 1 && heap.blocks == 2);
  THStorage_release(own), THStorage_release(given), THStorage_release(free);
  CHECK(other.blocks == 0 && heap.blocks == 0);
  THAccount_close(account);
  CHECK(!TH_setAllocator(NULL));
}

static char misplaced[512] __attribute__((aligned(256)));

static void *misplaced_alloc(void *context, size_t bytes)
{
  ++*(int *)context;
  return bytes < sizeof misplaced ? misplaced + 16 : NULL;
}

static void misplaced_free(void *context, void *data, size_t bytes)
{
  CHECK(data == misplaced + 16 && bytes == 400);
  --*(int *)context;
}

static void test_misaligned(void)
{
  int taken = 0;
  const THAllocator bad = {.alloc = misplaced_alloc, .free = misplaced_free, .context = &taken};
  CHECK(!THStorage_new(TH_INT, 100, &bad) && taken == 0);
  CHECK(strstr(TH_error(), "no multiple of 64") != NULL);
}

static void test_errors(void)
{
  const THAllocator none = {.alloc = heap_alloc}, away = {.alloc = heap_alloc, .free = heap_free,
                                                         .device = 1};
  CHECK(TH_setAllocator(&none) == TH_EINVAL && strstr(TH_error(), "setAllocator: "));
  CHECK(TH_setAllocator(&away) == TH_EINVAL && TH_allocator() == TH_defaultAllocator());
  heap.most = 1000000;
  CHECK(!TH_setAllocator(&of_host));
  THTensor x = {0};
  CHECK(THTensor_new(&x, 0, TH_DOUBLE, 2, size) == TH_ENOMEM);
  CHECK(!THTensor_new(&x, 0, TH_BYTE, 2, size));
  THTensor_clear(&x);
  CHECK(!TH_setAllocator(NULL) && heap.blocks == 0);
}

int main(void)
{
  TH_setNumThreads(3);
  test_process();
  test_account();
  test_misaligned();
  test_errors();
  return CHECK_RESULT();
}
