/* Pinned memory: when a block is handed out again, what waits for devices, and what failing calls
   leave behind. */
#include "child.h"

#include <string.h>

#include "TH/ops/elementwise/THCopy.h"

enum { COUNT = 3000 };

static THTensor tensor(const THAllocator *allocator, int device, float value)
{
  THTensor t = {0};
  THStorage *storage =
      THStorage_new(TH_FLOAT, COUNT, allocator ? allocator : TH_deviceAllocator(device));
  const int64_t size[1] = {COUNT};
  if (!CHECK(storage && !THTensor_setStorage(&t, storage, 0, 1, size, NULL))) exit(1);
  THStorage_release(storage);
  CHECK(!THTensor_fill(&t, TH_real(value)));
  return t;
}

static THTensor pinned(float value)
{
  return tensor(THCHostAllocator(), 0, value);
}

static double last(const THTensor *t)
{
  THNumber number = {0};
  CHECK(!THTensor_get(t, COUNT - 1, &number));
  return TH_asReal(number);
}

/* Copy and drop the event: the storage itself knows that it is in use. */
static void copy_async(THTensor *dst, const THTensor *src)
{
  THCEvent event;
  if (!CHECK(!THC_copyAsync(dst, src, &event))) fprintf(stderr, "%s\n", TH_error());
  THCEvent_clear(&event);
}

static int is_marked(const THTensor *t, uint32_t flag)
{
  return (t->storage->flag & (TH_STORAGE_AWAY | TH_STORAGE_LENT)) == flag;
}

static int open_lazy(void)
{
  emu_reset(2, 1, 64 << 20);
  emu_schedule(EMU_LAZY, 1);
  return THC_open();
}

static int test_sizes(long n)
{
  (void)n;
  CHECK(!open_lazy());
  const THAllocator *a = THCHostAllocator();
  static const struct { size_t bytes, block; } row[] = {
    {1, 4096}, {4097, 8192}, {100000, 106496}, {((size_t)1 << 20) + 1, (1 << 20) + (1 << 17)},
    {((size_t)100 << 20) + 1, ((size_t)100 << 20) + 4096}};
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    char *data = a->alloc(NULL, row[k].bytes);
    if (!CHECK(data && THCHostAllocator_stats().allocated == row[k].block))
      fprintf(stderr, "  %zu\n", THCHostAllocator_stats().allocated);
    a->free(NULL, data, row[k].bytes);
    CHECK(THCHostAllocator_stats().allocated == 0);
  }
  char *large = a->alloc(NULL, 100 << 20), *small = a->alloc(NULL, 1); /* reuses two kept blocks */
  CHECK(THCHostAllocator_stats().reused == 2 && emu_live(EMU_PINNED_BLOCKS) == 5);
  char *other = a->alloc(NULL, 50000); /* every kept block exceeds it by more than an eighth */
  CHECK(THCHostAllocator_stats().reused == 2 && emu_live(EMU_PINNED_BLOCKS) == 6);
  a->free(NULL, large, 100 << 20), a->free(NULL, small, 1), a->free(NULL, other, 50000);
  THCHostAllocator_empty();
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 0 && THCHostAllocator_stats().reserved == 0);
  FAILS(TH_EINVAL, THCHostAllocator_record(&n, THCStream_current(1)),
        "not allocated as pinned memory");
  CLEAN();
  return TH_OK;
}

static size_t kept(void)
{
  const THCHostStats stats = THCHostAllocator_stats();
  return stats.reserved - stats.allocated;
}

/* The blocks kept longest are given back first, but none that a device works on. */
static int test_limit(long n)
{
  (void)n;
  enum { PAGE = 4096, PAGES = 4 };
  CHECK(!open_lazy());
  const THAllocator *a = THCHostAllocator();
  char *data[PAGES + 1];
  CHECK(THCHostAllocator_stats().limit == (size_t)1 << 30);
  THCHostAllocator_setLimit(5 * PAGE);
  for (int k = 1; k <= PAGES; k++) data[k] = a->alloc(NULL, (size_t)k * PAGE);
  CHECK(emu_live(EMU_PINNED_BLOCKS) == PAGES && kept() == 0);
  a->free(NULL, data[3], 3 * PAGE), a->free(NULL, data[2], 2 * PAGE);
  CHECK(emu_live(EMU_PINNED_BLOCKS) == PAGES && kept() == 5 * PAGE);
  a->free(NULL, data[1], PAGE); /* the 3 pages go: neither the newest nor the smallest */
  CHECK(emu_live(EMU_PINNED_BLOCKS) == PAGES - 1 && kept() == 3 * PAGE);
  CHECK(a->alloc(NULL, 2 * PAGE) == data[2] && a->alloc(NULL, PAGE) == data[1] && kept() == 0);
  a->free(NULL, data[1], PAGE), a->free(NULL, data[2], 2 * PAGE);
  THCHostAllocator_setLimit(4 * PAGE - 1); /* one byte less than the next block */
  a->free(NULL, data[4], 4 * PAGE);
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 0 && kept() == 0);
  THTensor there = tensor(NULL, 1, 1), here = pinned(2);
  CHECK(!THC_synchronize(0));
  THCHostAllocator_setLimit(0);
  copy_async(&there, &here);
  THTensor_clear(&here);
  CHECK(emu_live(EMU_PINNED_BLOCKS) == 1 && kept() == 0);
  const int64_t reused = THCHostAllocator_stats().reused;
  CHECK(!THC_synchronize(0) && last(&there) == 2);
  here = pinned(3); /* before it is given back */
  CHECK(THCHostAllocator_stats().reused == reused + 1 && emu_live(EMU_PINNED_BLOCKS) == 1);
  THTensor_clear(&here);
  CHECK(THCHostAllocator_stats().reserved == 0 && emu_live(EMU_PINNED_BLOCKS) == 0);
  THTensor_clear(&there);
  CLEAN();
  return TH_OK;
}

/* A block is found from an address inside it, and is not handed out before the device is done with
   it. */
static int test_reuse(long to_device)
{
  CHECK(!open_lazy());
  THTensor there = tensor(NULL, 1, 1), here = pinned(2), window = {0};
  CHECK(!THC_synchronize(0));
  void *data = THTensor_data(&here);
  THTensor_set(&window, &here);
  window.storageOffset = 1000, window.size[0] = COUNT - 1000;
  THTensor part = {0};
  THTensor_set(&part, &there);
  part.size[0] = COUNT - 1000;
  if (to_device) copy_async(&part, &window);
  else copy_async(&window, &part);
  THTensor_clear(&window), THTensor_clear(&here);
  THTensor next = pinned(9);
  CHECK(THTensor_data(&next) != data && last(&next) == 9);
  CHECK(!THC_synchronize(0));
  THTensor again = pinned(9);
  CHECK(THTensor_data(&again) == data && last(&again) == 9);
  THTensor back = {0};
  CHECK(!THTensor_to(&back, &part, 0, 0));
  CHECK(((float *)THTensor_data(&back))[5] == (to_device ? 2 : 1));
  THTensor_clear(&back), THTensor_clear(&part), THTensor_clear(&there);
  THTensor_clear(&next), THTensor_clear(&again);
  CLEAN();
  return TH_OK;
}

/* The host's reads wait for the device's writes, its writes for the device's reads, and for nothing
   else. */
static int test_marks(long n)
{
  (void)n;
  CHECK(!open_lazy());
  THTensor there = tensor(NULL, 1, 1), far = tensor(NULL, 2, 5), here = pinned(2);
  copy_async(&there, &here);
  CHECK(is_marked(&here, TH_STORAGE_LENT) && last(&here) == 2);
  CHECK(is_marked(&here, TH_STORAGE_LENT) && !THTensor_fill(&here, TH_real(3)));
  CHECK(is_marked(&here, 0) && last(&here) == 3 && last(&there) == 2);
  copy_async(&here, &far), copy_async(&there, &here); /* orders the devices */
  CHECK(is_marked(&here, TH_STORAGE_AWAY | TH_STORAGE_LENT) && last(&there) == 5);
  CHECK(last(&here) == 5 && is_marked(&here, 0));
  copy_async(&here, &there);
  THStorage *view = THStorage_view(here.storage, 1, 5);
  CHECK(view && is_marked(&here, 0));
  THCCopyPlan plan;
  CHECK(!THC_explainCopy(&plan, &here, &there, 1) && plan.waits); /* a view shares the memory */
  copy_async(&here, &there);
  CHECK(is_marked(&here, 0));
  THStorage_release(view);
  copy_async(&here, &there);
  CHECK(!THStorage_resize(here.storage, 2 * COUNT) && is_marked(&here, 0));
  copy_async(&here, &there);
  CHECK(!THStorage_dispose(here.storage) && THCHostAllocator_stats().blocks == 1);
  CHECK(!THC_synchronize(0) && THCHostAllocator_stats().blocks == 0);
  THTensor_clear(&here), THTensor_clear(&there), THTensor_clear(&far);
  CLEAN();
  return TH_OK;
}

/* If a device is lost, nobody can read what it was to write. */
static int test_lost(long n)
{
  (void)n;
  CHECK(!open_lazy());
  THTensor there = tensor(NULL, 1, 1), here = pinned(2);
  THNumber number;
  CHECK(!THC_synchronize(0));
  emu_fail("operation", 1, cudaErrorIllegalAddress);
  copy_async(&here, &there);
  CHECK(THTensor_get(&here, 0, &number) == TH_EDEVICE);
  CHECK(THTensor_fill(&here, number) == TH_EDEVICE);
  FAILS(TH_EDEVICE, THTensor_fill(&there, number), "lost by an earlier error");
  THTensor_clear(&here), THTensor_clear(&there);
  return TH_OK;
}

static int try_copies(THTensor *here, THTensor *there, THTensor *far)
{
  THCEvent event[3] = {{0}};
  int status = THC_copyAsync(here, there, &event[0]);
  if (!status) status = THC_copyAsync(far, here, &event[1]);
  if (!status) status = THC_copyAsync(there, far, &event[2]);
  for (int k = 0; k < 3; k++) THCEvent_clear(&event[k]);
  return status;
}

/* Whichever call fails: it is reported, no block is lost, and what is read is the old or the new
   value. */
static int failing_script(long n)
{
  (void)n;
  CHECK(!open_lazy());
  THTensor there = tensor(NULL, 1, 1), far = tensor(NULL, 2, 1);
  CHECK(!THC_synchronize(0));
  fail_from_here();
  THStorage *storage = THStorage_new(TH_FLOAT, COUNT, THCHostAllocator());
  THTensor here = {0};
  const int64_t size[1] = {COUNT};
  int status = storage ? THTensor_setStorage(&here, storage, 0, 1, size, NULL) : TH_EDEVICE;
  THStorage_release(storage);
  if (!status) status = THTensor_fill(&here, TH_real(1));
  if (!status) status = try_copies(&here, &there, &far);
  THNumber number = TH_real(1);
  int read = status || !here.storage ? TH_OK : THTensor_get(&here, COUNT - 1, &number);
  int failed = calls_left();
  CHECK(!status || status == TH_EDEVICE || status == TH_ENOMEM);
  CHECK(failed || (!status && !read));
  CHECK(TH_asReal(number) == 1);
  CHECK(!THC_setDevice(1) && last(&there) == 1 && last(&far) == 1);
  THTensor_clear(&here), THTensor_clear(&there), THTensor_clear(&far);
  CHECK(!THC_synchronize(0) && !THCAllocator_empty(0));
  THCHostAllocator_empty();
  CHECK(THCHostAllocator_stats().blocks == 0 && emu_live(EMU_PINNED_BLOCKS) == 0);
  CHECK(THCAllocator_stats(1).allocated + THCAllocator_stats(2).allocated == 0);
  CLEAN();
  return failed ? TH_OK : COMPLETE;
}

int main(void)
{
  isolated(test_sizes);
  isolated(test_limit);
  CHECK(in_child(test_reuse, 0) == 0 && in_child(test_reuse, 1) == 0);
  isolated(test_marks);
  isolated(test_lost);
  CHECK(fail_each(failing_script) > 10);
  return CHECK_RESULT();
}
