/*
** Every call of CUDA fails once, in a script that uses all of THC. The script reports the failure
** or recovers from it, and leaves nothing behind. After an error that costs the device, all later
** calls report it at once.
*/
#include "child.h"

#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"

enum { COUNT = 3000 };

static int new_tensor(THTensor *t, int device, float value)
{
  TH_TRY(THTensor_new(t, device, TH_FLOAT, 1, (const int64_t[]){COUNT}));
  return THTensor_fill(t, TH_real(value));
}

static int new_pinned(THTensor *t)
{
  THStorage *storage = THStorage_new(TH_FLOAT, COUNT, THCHostAllocator());
  if (!storage) return TH_EDEVICE;
  int status = THTensor_setStorage(t, storage, 0, 1, (const int64_t[]){COUNT}, NULL);
  THStorage_release(storage);
  return status;
}

/* Tensors of the script. x is on device 1, its elements are 1. */
typedef struct Values { THTensor x, far, half, pinned, sum, mask, picked, sorted, places; } Values;

static void drop(Values *v)
{
  THTensor *t = (THTensor *)v;
  for (size_t k = 0; k < sizeof *v / sizeof *t; k++) THTensor_clear(&t[k]);
}

static int compute(Values *v)
{
  THOperand in[2] = {{.tensor = &v->x}, {.tensor = &v->x}};
  v->mask.dtype = TH_BYTE;
  v->sum.dtype = v->picked.dtype = v->sorted.dtype = TH_FLOAT;
  v->places.dtype = TH_LONG;
  TH_TRY(THOp_apply(THOp_find("cmul"), &v->sum, in));
  TH_TRY(THOp_apply(THOp_find("eq"), &v->mask, in));
  TH_TRY(THTensor_maskedSelect(&v->picked, &v->sum, &v->mask));
  return THTensor_sort(&v->sorted, &v->places, &v->picked, 0, 0);
}

static int pass(Values *v)
{
  THCEvent event;
  TH_TRY(THTensor_to(&v->far, &v->x, 2, 0));
  TH_TRY(THTensor_to(&v->half, &v->far, 1, TH_HALF));
  TH_TRY(new_pinned(&v->pinned));
  TH_TRY(THC_copyAsync(&v->pinned, &v->half, &event));
  THCEvent_clear(&event);
  TH_TRY(THC_copyAsync(&v->far, &v->pinned, &event));
  THCEvent_clear(&event);
  return THTensor_copy(&v->far, &v->pinned);
}

static int use_streams(Values *v)
{
  const THCStream *usual = THCStream_current(1), *other;
  TH_TRY(THCStream_next(1, 1, &other));
  TH_TRY(THCStream_wait(other, usual));
  THCStream_setCurrent(other);
  int status = THTensor_fill(&v->sum, TH_real(2));
  THCStream_setCurrent(usual);
  TH_TRY(status);
  TH_TRY(THCStream_barrier(2, (const THCStream *const[]){usual, other}));
  TH_TRY(THCAllocator_empty(0));
  return THC_synchronize(0);
}

static int work(Values *v)
{
  TH_TRY(compute(v));
  TH_TRY(pass(v));
  return use_streams(v);
}

static int is_all(const THTensor *t, double value)
{
  for (int64_t i = 0; i < THTensor_nElement(t); i += 7) {
    THNumber number;
    if (THTensor_get(t, i, &number) || TH_asReal(number) != value) return 0;
  }
  return THTensor_nElement(t) == COUNT;
}

static void check_values(const Values *v)
{
  CHECK(is_all(&v->far, 1) && is_all(&v->pinned, 1));
  CHECK(is_all(&v->sum, 2) && is_all(&v->sorted, 1));
}

static int open_up(void)
{
  emu_reset(2, 1, 64 << 20);
  const char *schedule = getenv("EMU_SCHEDULE");
  emu_schedule(schedule && *schedule == 'l' ? EMU_LAZY : EMU_EAGER, 1);
  return THC_open();
}

/* No memory is in use or kept. */
static void check_nothing_left(void)
{
  CHECK(!THC_setDevice(1) && !THC_synchronize(0) && !THCAllocator_empty(0));
  THCHostAllocator_empty();
  for (int d = 1; d <= 2; d++)
    CHECK(!THCAllocator_stats(d).allocated && !THCAllocator_stats(d).reserved);
  CHECK(!THCHostAllocator_stats().reserved && !emu_live(EMU_PINNED_BLOCKS));
}

/* The n-th call of any function fails; afterwards everything works again. */
static int failing_script(long n)
{
  (void)n;
  Values v = {0};
  CHECK(!open_up() && !new_tensor(&v.x, 1, 1) && !THC_synchronize(0));
  fail_from_here();
  int status = work(&v), failed = calls_left();
  CHECK(!status || (failed && (status == TH_EDEVICE || status == TH_ENOMEM)));
  if (!status) check_values(&v);
  CHECK(THC_device() == 1 && is_all(&v.x, 1));
  THTensor x = {0};
  THTensor_set(&x, &v.x);
  drop(&v);
  THTensor_set(&v.x, &x);
  CHECK(!work(&v));
  check_values(&v);
  drop(&v), THTensor_clear(&x);
  check_nothing_left();
  CLEAN();
  return failed ? TH_OK : COMPLETE;
}

/* The n-th operation in a stream costs the device. Every later call reports that, and freeing
   everything does no harm. */
static int losing_script(long n)
{
  Values v = {0};
  THNumber number;
  CHECK(!open_up() && !new_tensor(&v.x, 1, 1) && !THC_synchronize(0));
  emu_fail("operation", n, cudaErrorIllegalAddress);
  int status = work(&v);
  if (!status) status = THC_synchronize(0);
  if (!status) return COMPLETE; /* the script has fewer operations */
  CHECK(status == TH_EDEVICE || status == TH_ENOMEM);
  int lost = THC_synchronize(1) ? 1 : 2;
  FAILS(TH_EDEVICE, THC_synchronize(lost), "was lost by an earlier error in");
  THTensor late = {0};
  long calls = emu_calls("cudaLaunchKernelExC");
  FAILS(TH_EDEVICE, THTensor_new(&late, lost, TH_FLOAT, 1, (const int64_t[]){5}), "was lost by");
  if (lost == 1) CHECK(THTensor_fill(&v.x, TH_real(1)) == TH_EDEVICE);
  if (lost == 1) CHECK(THTensor_get(&v.x, 0, &number) == TH_EDEVICE);
  if (lost == 1) FAILS(TH_EDEVICE, THTensor_to(&late, &v.x, 0, 0), "device 1 was lost by");
  CHECK(emu_calls("cudaLaunchKernelExC") == calls);
  drop(&v), THTensor_clear(&late);
  THCAllocator_empty(0), THCHostAllocator_empty();
  return TH_OK;
}

static long lose_each(void)
{
  for (long n = 1; n < 1000; n++) {
    int status = in_child(losing_script, n);
    if (!CHECK(status != FAILED)) fprintf(stderr, "  where operation %ld fails\n", n);
    if (status == COMPLETE) return n - 1;
  }
  return 0;
}

int main(void)
{
  CHECK(fail_each(failing_script) > 50);
  CHECK(lose_each() > 5);
  return CHECK_RESULT();
}
