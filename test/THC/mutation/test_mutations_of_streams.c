/*
** The mutation test of THC's copies, memory, streams and everything the host waits for: each wait,
** record and synchronisation is left out in turn.
*/
#include "mutants_of_calls.h"

#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/fft/THFft.h"
#include "TH/ops/linear/THLapack.h"
#include "TH/ops/linear/THLapackCall.h"
#include "TH/ops/reduce/THReduce.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "THC/memory/THCPeer.h"

enum { ELEMENTS = 3000 };

/* --- tensors of ELEMENTS floats --- */

static THTensor floats(int device, float value)
{
  THTensor t = tensor(device, TH_FLOAT, 1, LIST(ELEMENTS));
  CHECK(!THTensor_fill(&t, TH_real(value)));
  return t;
}

static THTensor pinned(float value)
{
  THTensor t = {0};
  THStorage *storage = THStorage_new(TH_FLOAT, ELEMENTS, THCHostAllocator());
  if (!storage || THTensor_setStorage(&t, storage, 0, 1, LIST(ELEMENTS), NULL)) exit(1);
  THStorage_release(storage);
  CHECK(!THTensor_fill(&t, TH_real(value)));
  return t;
}

/* Whether all elements have the value now, even if a device is still working on them. */
static int holds(const THTensor *t, float value)
{
  const float *data = THTensor_data(t);
  for (int64_t i = 0; i < ELEMENTS; i++)
    if (data[i] != value) return 0;
  return 1;
}

/* The same for a reader, who waits first. */
static int reads(const THTensor *t, float value)
{
  return !THStorage_settle(t->storage) && holds(t, value);
}

static int arrives(const THTensor *there, float value)
{
  THTensor here = {0};
  int good = !THTensor_to(&here, there, 0, 0) && holds(&here, value);
  THTensor_clear(&here);
  return good;
}

/* --- streams: 0 the default one of device 1, 1 and 2 others of it --- */

static const THCStream *stream(int index)
{
  const THCStream *found = NULL;
  CHECK(!THCStream_get(1, index, &found));
  return found;
}

static const THCStream *go_to(int index)
{
  THCStream_setCurrent(stream(index));
  return stream(index);
}

/* Another stream of the tensor's device waits for the event and fills the tensor. */
static int fills_behind(const THCEvent *event, THTensor *t, float value)
{
  const THCStream *usual = THCStream_current(THTensor_device(t)), *other;
  int good = !THCStream_get(THTensor_device(t), 5, &other) && !THCEvent_wait(event, other);
  THCStream_setCurrent(other);
  good = good && !THTensor_fill(t, TH_real(value));
  THCStream_setCurrent(usual);
  return good;
}

/* --- programs of copies; nothing is dropped at their ends, which would be recorded --- */

/* Source and destination are in use before and after the copy. */
static int crosses(void)
{
  THCPeer_reaches(1, 2); /* makes the test of access, which waits */
  THTensor near = floats(1, 1), far = floats(2, 2);
  return !THTensor_copy(&far, &near) && !THTensor_fill(&near, TH_real(3)) && arrives(&far, 1) &&
         arrives(&near, 3);
}

/* The same through temporaries that were used for something else before. */
static int crosses_packed(void)
{
  THCPeer_reaches(1, 2);
  THTensor near = floats(1, 1), far = floats(2, 2), last = floats(2, 3), odd = {0}, even = {0};
  THTensor_set(&odd, &near), THTensor_set(&even, &far);
  odd.size[0] = even.size[0] = ELEMENTS / 2;
  odd.stride[0] = even.stride[0] = 2;
  THTensor_clear(&last);
  return !THTensor_copy(&even, &odd) && !THTensor_fill(&odd, TH_real(2)) &&
         !THTensor_fill(&odd, TH_real(2)) && !THTensor_fill(&far, TH_real(4)) && arrives(&far, 4);
}

/* A copy that fails after its step: everything that it may still read or write can be used at
   once. */
static int fails_behind(void)
{
  THTensor near = floats(1, 1), far = floats(2, 2);
  emu_fail("cudaEventRecord", 2, cudaErrorUnknown);
  return THTensor_copy(&far, &near) == TH_EDEVICE && !THTensor_fill(&far, TH_real(3)) &&
         arrives(&far, 3);
}

/* Through the ring of pinned buffers, three and a rest, for two devices in turn. */
static int rings(void)
{
  const int64_t n = (3 << 20) + 5;
  THTensor here[2], there[2], back[2] = {{.dtype = 0}};
  int good = 1;
  for (int k = 0; k < 2; k++) {
    here[k] = tensor(0, TH_INT, 1, &n);
    int32_t *data = THTensor_data(&here[k]);
    for (int32_t i = 0; i < n; i++) data[i] = i * (k + 3);
    there[k] = tensor(k + 1, TH_INT, 1, &n);
  }
  for (int k = 0; k < 2; k++) good = good && !THTensor_copy(&there[k], &here[k]);
  for (int k = 0; k < 2; k++) good = good && !THTensor_to(&back[k], &there[k], 0, 0);
  for (int k = 0; k < 2; k++)
    good = good && !memcmp(THTensor_data(&here[k]), THTensor_data(&back[k]), (size_t)n * 4);
  return good;
}

/* From and to pinned memory: done on return. */
static int stands_by(void)
{
  THTensor near = floats(1, 1), here = pinned(2);
  int good = !THTensor_copy(&near, &here);
  float *data = THTensor_data(&here);
  for (int64_t i = 0; i < ELEMENTS; i++) data[i] = 5;
  return good && arrives(&near, 2) && !THTensor_fill(&near, TH_real(4)) &&
         !THTensor_copy(&here, &near) && holds(&here, 4);
}

/* Up, down again, and further work that waits for the events. */
static int goes_on(void)
{
  THCEvent up, down;
  THTensor near = floats(1, 1), here = pinned(2), other = pinned(3);
  int good = !THC_copyAsync(&near, &here, &up);
  go_to(1);
  good = good && !THCEvent_wait(&up, stream(1)) && !THC_copyAsync(&other, &near, &down) &&
         fills_behind(&down, &near, 7);
  go_to(5);
  return good && !THTensor_fill(&here, TH_real(6)) && reads(&other, 2) && arrives(&near, 7);
}

/* Borrowed memory: only the event, or waiting for the device, tells when it may be touched. */
static int looks_itself(void)
{
  THCEvent back;
  THTensor near = floats(1, 1), here = {0};
  void *data;
  if (cudaHostAlloc(&data, ELEMENTS * sizeof(float), cudaHostAllocPortable)) return 0;
  memset(data, 0, ELEMENTS * sizeof(float));
  THStorage *storage = THStorage_borrow(TH_FLOAT, data, ELEMENTS, NULL, NULL);
  int good = storage && !THTensor_setStorage(&here, storage, 0, 1, LIST(ELEMENTS), NULL);
  good = good && !THC_copyAsync(&here, &near, &back) && !THCEvent_synchronize(&back) &&
         holds(&here, 1) && !THTensor_fill(&near, TH_real(2));
  return good && !cudaMemcpyAsync(data, THTensor_data(&near), ELEMENTS * sizeof(float),
                                  cudaMemcpyDeviceToHost, stream(0)->handle) &&
         !THC_synchronize(1) && holds(&here, 2);
}

/* One device writes memory that another one reads. */
static int passes_on(void)
{
  THTensor near = floats(1, 1), far = floats(2, 2), here = pinned(3);
  THCEvent up, down;
  return !THC_copyAsync(&near, &here, &up) && fills_behind(&up, &near, 5) &&
         !THC_copyAsync(&here, &far, &down) && fills_behind(&down, &far, 6) && reads(&here, 2) &&
         !THC_synchronize(1) && arrives(&near, 5);
}

/* A reader of pinned memory waits for all streams that work with it. */
static int settles(void)
{
  THTensor here = pinned(3), near = floats(1, 1);
  char *to = THTensor_data(&here), *from = THTensor_data(&near);
  const size_t half = ELEMENTS / 2 * sizeof(float);
  int good = !THC_synchronize(1);
  for (int k = 0; k < 2; k++)
    good = good && !cudaMemcpyAsync(to + k * half, from, half, cudaMemcpyDeviceToHost,
                                    stream(k + 1)->handle) &&
           !THCHostAllocator_record(to, stream(k + 1));
  THStorage_lend(here.storage, TH_STORAGE_AWAY);
  return good && reads(&here, 1);
}

/* Memory that is dropped while a device works with it is not reused too early. */
static int drops(void)
{
  THTensor near = floats(1, 1), here = pinned(3);
  THCEvent event;
  int good = !THC_copyAsync(&near, &here, &event) && fills_behind(&event, &near, 5);
  THTensor_clear(&here);
  here = pinned(4);
  THTensor other = floats(2, 6);
  good = good && !THC_copyAsync(&here, &other, &event) && fills_behind(&event, &other, 5);
  THTensor_clear(&here);
  here = pinned(8);
  return good && !THC_synchronize(0) && arrives(&near, 5) && arrives(&other, 5) && holds(&here, 8);
}

/* If an event cannot be recorded, the host waits for the end of the work. */
static int cannot_record(void)
{
  THTensor near = floats(1, 1), here = pinned(2);
  THCEvent event;
  emu_fail("cudaEventRecord", 1, cudaErrorUnknown);
  return !THC_copyAsync(&here, &near, &event) && holds(&here, 1);
}

/* --- programs of memory --- */

/* One stream writes memory, another reads it while it is dropped. fails: the event of that use
   cannot be recorded. */
static int hand_over(int fails)
{
  const THCStream *first = go_to(1);
  THTensor x = floats(1, 5), y = tensor(1, TH_FLOAT, 1, LIST(ELEMENTS));
  int good = !THCStream_wait(stream(2), first);
  go_to(2);
  good = good && !THTensor_copy(&y, &x);
  if (fails) emu_fail("cudaEventRecord", 1, cudaErrorUnknown);
  THTensor_clear(&x);
  go_to(1);
  x = floats(1, 6);
  go_to(2);
  return good && arrives(&y, 5);
}

static int hands_over(void)
{
  return hand_over(0);
}

static int hands_over_late(void)
{
  return hand_over(1);
}

/* No memory is left except what another stream still works with. */
static int is_short(void)
{
  const size_t most = 5 << 19, rest = 5 << 18;
  void *a, *b, *c;
  const THCStream *own = stream(1), *other = stream(2);
  if (THCAllocator_alloc(own, most, &a) || THCAllocator_alloc(own, rest, &b)) return 0;
  int good = !THCAllocator_record(a, other) && !cudaMemsetAsync(a, 1, most, other->handle);
  THCAllocator_free(a);
  good = good && !THCAllocator_alloc(own, most, &c) && c == a &&
         !cudaMemsetAsync(c, 2, most, own->handle);
  return good;
}

/* --- programs of streams and events --- */

static int set(void *data, int value, const THCStream *on)
{
  return cudaMemsetAsync(data, value, 4096, on->handle);
}

/* After the barrier each stream writes what another one wrote. */
static int meets(void)
{
  const THCStream *all[] = {stream(1), stream(2), stream(3)};
  void *data[3];
  int good = 1;
  for (int k = 0; k < 3; k++)
    good = good && !THCAllocator_alloc(all[k], 4096, &data[k]) && !set(data[k], k, all[k]);
  good = good && !THCStream_barrier(3, all);
  for (int k = 0; k < 3; k++) good = good && !set(data[(k + 1) % 3], k, all[k]);
  return good;
}

/* The time between two events can be asked for at once. */
static int measures(void)
{
  THCEvent begin, end;
  double time;
  THTensor near = floats(1, 1);
  int good = !THCEvent_init(&begin, 1, 1) && !THCEvent_init(&end, 1, 1);
  good = good && !THCEvent_record(&begin, stream(0)) && !THTensor_fill(&near, TH_real(2)) &&
         !THCEvent_record(&end, stream(0)) && !THCEvent_elapsed(&begin, &end, &time) && time > 0;
  return good;
}

/* In debug mode a failure is reported by the operation that failed. */
static int debugs(void)
{
  THTensor near = floats(1, 1);
  THC_setDebug(1);
  emu_fail("operation", 1, cudaErrorIllegalAddress);
  return THTensor_fill(&near, TH_real(2)) == TH_EDEVICE;
}

static int debugs_copies(void)
{
  THTensor near = floats(1, 1), here = floats(0, 2);
  THC_setDebug(1);
  emu_fail("operation", 1, cudaErrorIllegalAddress);
  return THTensor_copy(&near, &here) == TH_EDEVICE;
}

/* --- programs of operations that the host waits for --- */

static int sums(void)
{
  THTensor near = floats(1, 2);
  THNumber number, least;
  int64_t at;
  return !THTensor_reduceAll(TH_OP_sum, &near, &number) && number.real == 2 * ELEMENTS &&
         !THTensor_extremeAll(TH_OP_min, &near, &least, &at) && least.real == 2 && at == 0;
}

static int selects(void)
{
  THTensor x = floats(1, 2), mask = {0}, r = {.dtype = TH_FLOAT, .device = 1};
  return !THTensor_to(&mask, &x, 1, TH_BYTE) && !THTensor_maskedSelect(&r, &x, &mask) &&
         arrives(&r, 2);
}

/* A position that is outside is found and named in the error. */
static int finds_outside(void)
{
  THTensor x = floats(1, 2), at = tensor(1, TH_LONG, 1, LIST(4));
  THTensor r = {.dtype = TH_FLOAT, .device = 1};
  int good = !THTensor_fill(&at, TH_integer(1)) && !THTensor_put(&at, 2, TH_integer(4711));
  good = good && THTensor_indexFill(&x, 0, &at, TH_integer(1)) == TH_EINVAL &&
         strstr(TH_error(), "4711");
  return good && THTensor_index(&r, &x, 0, &at) == TH_EINVAL && strstr(TH_error(), "4711");
}

static int divides_by_zero(void)
{
  THTensor x = tensor(1, TH_INT, 1, LIST(50)), r = {.dtype = TH_INT, .device = 1};
  int good = !THTensor_fill(&x, TH_integer(0));
  const THOperand in[] = {TH_tensorOperand(&x), TH_tensorOperand(&x)};
  return good && THOp_apply(THOp_find("cdiv"), &r, in) == TH_EINVAL;
}

/* The factor of an 8 x 8 matrix, without the look at its elements that would wait for them. */
static int factor_unseen(const THTensor *b)
{
  THLapackCall j;
  THLapack_begin(&j, "potrf", 1, TH_FLOAT);
  j.flag[0] = "U";
  j.m = j.n = j.k = j.lda = 8;
  int status = THLapack_take(&j, TH_SLOT_A, b, 8);
  if (!status) status = THLapack_call(&j, TH_LAPACK_potrf);
  return THLapack_finish(&j, status);
}

/* A routine that fails half way does not share its handle and memory with the next routine, whose
   own failure is still noticed. */
static int factors(void)
{
  THTensor u = {.dtype = TH_FLOAT, .device = 1}, values = u, v = u;
  go_to(1);
  THTensor a = tensor(1, TH_FLOAT, 2, LIST(8, 8));
  int good = !THTensor_fill(&a, TH_real(2));
  emu_fail("cudaMemcpyAsync", 3, cudaErrorUnknown);
  good = good && THTensor_svd(&u, &values, &v, &a, "S") == TH_EDEVICE;
  go_to(2);
  THTensor b = tensor(1, TH_FLOAT, 2, LIST(8, 8));
  return good && !THTensor_fill(&b, TH_real(-2)) && factor_unseen(&b) == TH_EINVAL;
}

/* More layouts than plans are kept: a plan is dropped that is still at work. */
static int transforms(void)
{
  go_to(1);
  for (int n = 2; n < 19; n++) {
    const int dim = 0;
    THTensor x = tensor(1, TH_COMPLEXFLOAT, 1, LIST(n)), y = {0};
    if (THTensor_fill(&x, TH_integer(1))) return 0;
    if (THTensor_fft("fft", &TH_fft, &y, &x, 1, &dim, NULL, TH_FFT_BACKWARD)) return 0;
  }
  return 1;
}

static const Calling programs[] = {
  {{"crosses", crosses}, 64, 1},
  {{"crosses apart", crosses}, 64, 0},
  {{"crosses packed", crosses_packed}, 64, 1},
  {{"crosses apart, packed", crosses_packed}, 64, 0},
  {{"fails behind", fails_behind}, 64, 0},
  {{"rings", rings}, 64, 1},
  {{"stands by", stands_by}, 64, 1},
  {{"goes on", goes_on}, 64, 1},
  {{"looks itself", looks_itself}, 64, 1},
  {{"passes on", passes_on}, 64, 1},
  {{"drops", drops}, 64, 1},
  {{"settles", settles}, 64, 1},
  {{"cannot record", cannot_record}, 64, 1},
  {{"hands over", hands_over}, 64, 1},
  {{"hands over late", hands_over_late}, 64, 1},
  {{"is short", is_short}, 5, 1},
  {{"meets", meets}, 64, 1},
  {{"measures", measures}, 64, 1},
  {{"debugs", debugs}, 64, 1},
  {{"debugs copies", debugs_copies}, 64, 1},
  {{"sums", sums}, 64, 1},
  {{"selects", selects}, 64, 1},
  {{"finds outside", finds_outside}, 64, 1},
  {{"divides by zero", divides_by_zero}, 64, 1},
  {{"factors", factors}, 64, 1},
  {{"transforms", transforms}, 64, 1},
};

static const Listed hidden[] = {
  {"fails behind, synchronisation 1", "the destination's stream has only a wait in it"},
  {"passes on, synchronisation 2", "the host waited before for a use that comes after this one"},
  {"cannot record, record 1", "the host has already waited for all work before the event"},
  {"factors, synchronisation 1", "the sum is 0 anyway; a sanitizer notices that it comes late"},
  {"transforms, synchronisation 1", "the plan's memory is freed by cudaFree, which waits too"},
};

static const Caller who_calls[] = {
  {"THCCopy.c", 5, "stands by, crosses (twice), fails behind, goes on"},
  {"THCEvent.c", 4, "crosses (twice), looks itself, measures"},
  {"THCGeneral.c", 1, "looks itself"},
  {"THCIndex.c", 3, "finds outside"},
  {"THCLaunch.c", 2, "debugs, sums"},
  {"THCMask.c", 1, "selects"},
  {"THCStaging.c", 2, "rings"},
  {"THCSolver.c", 1, "factors"},
  {"THCFft.c", 1, "transforms"},
  {"THCStream.c", 7, "stands by (twice), crosses (twice), meets (three times)"},
  {"THCPending.c", 6, "hands over, cannot record, passes on, settles, hands over late, is short"},
  {"thc_fold.cuh", 1, "sums"},
  {"thc_point.cuh", 1, "divides by zero"},
};

int main(void)
{
  test_calls(programs, COUNT(programs), hidden, COUNT(hidden));
  test_callers(who_calls, COUNT(who_calls));
  return CHECK_RESULT();
}
