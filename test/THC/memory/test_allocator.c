/* The device allocators: which blocks are handed out again, to which stream and when, and what
   happens when memory is short or calls fail. */
#include "child.h"

enum { KB = 1024, MB = 1024 * KB };

static const THCStream *stream_of(int device, int index)
{
  const THCStream *stream = NULL;
  CHECK(!THCStream_get(device, index, &stream));
  return stream;
}

static char *take(const THCStream *stream, size_t bytes)
{
  void *data = NULL;
  CHECK(!THCAllocator_alloc(stream, bytes, &data) && data && (uintptr_t)data % 512 == 0);
  return data;
}

static void set(void *data, size_t bytes, const THCStream *stream)
{
  CHECK(!cudaMemsetAsync(data, 1, bytes, stream->handle));
}

static int open_with(const char *name, size_t bytes)
{
  emu_reset(2, 1, bytes);
  emu_schedule(getenv("EMU_SCHEDULE") && *getenv("EMU_SCHEDULE") == 'l' ? EMU_LAZY : EMU_EAGER, 1);
  return THC_open() || THCAllocator_use(name);
}

/* Blocks are cut from a segment, best fit, and joined again. */
static int test_cutting(long n)
{
  (void)n;
  CHECK(!open_with("caching", 64 * MB));
  const THCStream *s = stream_of(1, 0);
  char *a = take(s, 1), *b = take(s, 1000), *c = take(s, 512);
  CHECK(b == a + 512 && c == b + 1024 && emu_calls("cudaMalloc") == 1);
  CHECK(THCAllocator_stats(1).allocated == 2048 && THCAllocator_stats(1).reserved == 2 * MB);
  THCAllocator_free(b);
  CHECK(take(s, 600) == b);
  THCAllocator_free(b);
  char *d = take(s, 2048);
  CHECK(d == c + 512); /* the hole is too small */
  THCAllocator_free(a), THCAllocator_free(c), THCAllocator_free(d);
  CHECK(take(s, MB) == a); /* all free blocks are joined */
  char *large = take(s, 3 * MB);
  CHECK(THCAllocator_stats(1).reserved == 6 * MB && THCAllocator_stats(1).segments == 2);
  THCAllocator_free(large);
  CHECK(take(s, MB + 1) == large);
  char *rest = take(s, 2 * MB - 512);
  CHECK(rest > large && rest < large + 4 * MB && THCAllocator_stats(1).segments == 2);
  CHECK(THCAllocator_stats(2).reserved == 0 && !THCAllocator_alloc(s, 0, (void **)&a) && !a);
  FAILS(TH_ENOMEM, THCAllocator_alloc(s, SIZE_MAX, (void **)&a), "alloc");
  CLEAN();
  return TH_OK;
}

/* A stream has blocks of its own, and can reuse a freed one at once. */
static int test_streams(long n)
{
  (void)n;
  CHECK(!open_with("caching", 64 * MB));
  const THCStream *s = stream_of(1, 1), *other = stream_of(1, 2);
  char *a = take(s, 4096);
  set(a, 4096, s);
  THCAllocator_free(a);
  char *b = take(other, 4096);
  CHECK(b != a && take(s, 4096) == a);
  set(b, 4096, other), set(a, 4096, s);
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

/* n: the use by other streams is recorded. The block then waits for them; without the record that
   is a race. */
static int test_record(long n)
{
  CHECK(!open_with("caching", 64 * MB));
  emu_schedule(EMU_LAZY, 1);
  const THCStream *s = stream_of(1, 1), *other = stream_of(1, 2), *far = stream_of(2, 1);
  char *a = take(s, 8192);
  CHECK(!THCStream_wait(other, s) && !THCStream_wait(far, s));
  set(a, 4096, other);
  if (n) CHECK(!THCAllocator_record(a + 5000, other) && !THCAllocator_record(a, s));
  if (n) CHECK(!THCAllocator_record(a, far) && !THCAllocator_record(a, other));
  THCAllocator_free(a);
  char *b = take(s, 8192);
  CHECK((b == a) == !n);
  set(b, 4096, s);
  if (n) CHECK(THCAllocator_stats(1).allocated == 16 * KB);
  CHECK(!THC_synchronize(0));
  if (n) CHECK(THCAllocator_stats(1).allocated == 8 * KB && take(s, 8192) == a);
  if (n) CLEAN();
  else CHECK(emu_races() > 0);
  FAILS(TH_EINVAL, THCAllocator_record(&n, s), "not allocated on a device");
  return TH_OK;
}

/* A stream that is not done does not hold up the blocks of other streams. */
static int test_independent(long n)
{
  (void)n;
  CHECK(!open_with("caching", 64 * MB));
  emu_schedule(EMU_LAZY, 1);
  const THCStream *s = stream_of(1, 1), *slow = stream_of(1, 2), *quick = stream_of(1, 3);
  char *a = take(s, 4096), *b = take(s, 4096);
  CHECK(!THCAllocator_record(a, slow) && !THCAllocator_record(b, quick));
  set(take(slow, 4096), 4096, slow), set(take(quick, 4096), 4096, quick);
  THCAllocator_free(a), THCAllocator_free(b);
  CHECK(!THCStream_synchronize(quick));
  CHECK(take(s, 4096) == b && take(s, 4096) != a);
  CHECK(!THCStream_synchronize(slow) && take(s, 4096) == a);
  return TH_OK;
}

/* When memory is short, kept segments are given back first, then streams are waited for, and at
   last there is an error. */
static int test_short(long n)
{
  (void)n;
  CHECK(!open_with("caching", 17 * MB));
  emu_schedule(EMU_LAZY, 1);
  const THCStream *s = stream_of(1, 1), *other = stream_of(1, 2);
  void *data;
  char *a = take(s, 6 * MB), *b = take(s, 6 * MB);
  THCAllocator_free(b);
  b = take(s, 8 * MB);
  CHECK(THCAllocator_stats(1).retries == 1 && THCAllocator_stats(1).reserved == 14 * MB);
  CHECK(!THCAllocator_record(b, other));
  set(a, 512, other);
  THCAllocator_free(b);
  b = take(s, 9 * MB);
  CHECK(THCAllocator_stats(1).retries == 3 && THCAllocator_stats(1).reserved == 16 * MB);
  FAILS(TH_ENOMEM, THCAllocator_alloc(s, 3 * MB, &data), "not enough memory on device 1: 3.0 MB");
  CHECK(strstr(TH_error(), "in use 16.0 MB, kept for reuse 0.0 MB") && !data);
  CHECK(THCAllocator_stats(1).failures == 1 && THCAllocator_stats(1).peak == 16 * MB);
  THCAllocator_free(a), THCAllocator_free(b);
  THCAllocator_resetPeak(1);
  CHECK(!THCAllocator_empty(0) && emu_live(EMU_DEVICE_BLOCKS) == 0);
  CHECK(THCAllocator_stats(1).reserved == 0 && THCAllocator_stats(1).peak == 0);
  CLEAN();
  return TH_OK;
}

/* The same work for all three back ends. */
static void use(void)
{
  const THCStream *s = stream_of(1, 1), *other = stream_of(1, 2);
  for (int k = 0; k < 8; k++) {
    char *a = take(s, 100 + (size_t)k * MB / 2);
    set(a, 100, s);
    CHECK(!THCStream_wait(other, s));
    set(a, 100, other);
    CHECK(!THCAllocator_record(a, other));
    THCAllocator_free(a);
  }
  THCAllocator_free(NULL), THCAllocator_free(&s);
}

static int test_back_ends(long n)
{
  const char *names[] = {"caching", "async", "direct"};
  CHECK(!open_with(names[n], 64 * MB) && !strcmp(THCAllocator_name(), names[n]));
  use();
  CHECK(!THC_synchronize(0) && THCAllocator_stats(1).allocated == 0);
  CHECK(n == 0 || THCAllocator_stats(1).reserved == 0);
  CHECK(n != 2 || emu_live(EMU_DEVICE_BLOCKS) == 0);
  CHECK((n == 1) == (emu_calls("cudaMalloc") == 0));
  void *data;
  const THCStream *s = stream_of(1, 1);
  FAILS(TH_ENOMEM, THCAllocator_alloc(s, 65 * MB, &data), "device 1");
  char *kept = take(s, 1);
  FAILS(TH_EINVAL, THCAllocator_use("caching"), "already");
  FAILS(TH_EINVAL, THCAllocator_use("other"), "there are caching, async and direct");
  FAILS(TH_EINVAL, THCAllocator_setRounding(4096), "already");
  THCAllocator_free(kept);
  CLEAN();
  return TH_OK;
}

/* A block goes back to its own stream, even a default one, whatever the current device is. */
static int test_drop_elsewhere(long n)
{
  const char *names[] = {"caching", "async", "direct"};
  CHECK(!open_with(names[n], 64 * MB));
  emu_schedule(EMU_LAZY, 1);
  const THCStream *s = stream_of(2, 0);
  for (int k = 0; k < 3; k++) {
    char *a = take(s, MB);
    CHECK(!THC_setDevice(2) && !cudaMemsetAsync(a, k, MB, s->handle) && !THC_setDevice(1));
    THCAllocator_free(a);
  }
  CHECK(!THC_synchronize(0));
  CLEAN();
  return TH_OK;
}

static int try_blocks(void)
{
  const THCStream *s, *other;
  void *a = NULL, *b = NULL;
  TH_TRY(THCStream_get(1, 1, &s));
  TH_TRY(THCStream_get(2, 2, &other));
  int status = THCAllocator_alloc(s, 3 * MB, &a);
  if (!status) status = THCAllocator_alloc(s, 100, &b);
  if (!status) status = THCStream_wait(other, s);
  if (!status) status = THCAllocator_record(a, other);
  THCAllocator_free(a), THCAllocator_free(b);
  return status;
}

/* Whichever call fails: it is reported or recovered from, and no memory is lost. */
static int failing_script(long n)
{
  (void)n;
  CHECK(!open_with(getenv("THC_BACK_END"), 64 * MB));
  fail_from_here();
  int status = try_blocks(), failed = calls_left();
  CHECK(failed ? status == TH_OK || status == TH_EDEVICE : !status);
  CHECK(!THC_setDevice(1) && !try_blocks() && !THC_synchronize(0));
  CHECK(THCAllocator_stats(1).allocated == 0 && !THCAllocator_empty(0));
  CHECK(THCAllocator_stats(1).reserved == 0);
  CLEAN();
  return failed ? TH_OK : COMPLETE;
}

int main(void)
{
  isolated(test_cutting);
  isolated(test_streams);
  CHECK(in_child(test_record, 0) == 0 && in_child(test_record, 1) == 0);
  isolated(test_independent);
  isolated(test_short);
  for (long n = 0; n < 3; n++) CHECK(in_child(test_back_ends, n) == 0);
  for (long n = 0; n < 3; n++) CHECK(in_child(test_drop_elsewhere, n) == 0);
  const char *names[] = {"caching", "async", "direct"};
  for (int k = 0; k < 3; k++)
    CHECK(!setenv("THC_BACK_END", names[k], 1) && fail_each(failing_script) > 10);
  return CHECK_RESULT();
}
