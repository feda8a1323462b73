/* Copies between devices and the host give the same elements as TH's copies, in every direction,
   schedule and window; failures and missing waits are noticed. */
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "child.h"

#define LIST(...) (const int64_t[]){__VA_ARGS__}

/* Windows of 40 x 68 elements. */
enum { PLAIN, TURNED, GAPS, WIDE_GAPS, ROWS, REPEATED, WINDOWS };

static THTensor window(THTensor *whole, int kind)
{
  THTensor t = {0};
  THTensor_set(&t, whole);
  t.nDimension = 2;
  t.size[0] = 40, t.size[1] = 68;
  static const struct { int64_t row, column; } stride[WINDOWS] = {
    {68, 1}, {1, 40}, {136, 2}, {272, 4}, {80, 1}, {0, 1}};
  t.stride[0] = stride[kind].row, t.stride[1] = stride[kind].column;
  return t;
}

/* 40 x 272 numbers on the host. */
static THTensor numbers(int dtype, int start)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, 0, dtype, 1, LIST(40 * 272)))) exit(1);
  for (int64_t i = 0; i < t.size[0]; i++) THTensor_put(&t, i, TH_integer((i * 7 + start) % 113));
  return t;
}

/* The same numbers on a device, in pinned memory (device -1) or on the host (0). */
static THTensor placed(const THTensor *host, int device)
{
  THTensor t = {0};
  void *data = NULL;
  if (device >= 0) {
    if (!CHECK(!THTensor_new(&t, device, host->dtype, 1, host->size))) exit(1);
  } else {
    size_t bytes = (size_t)host->size[0] * 8;
    if (!CHECK(cudaHostAlloc(&data, bytes, cudaHostAllocPortable) == cudaSuccess)) exit(1);
    THStorage *storage = THStorage_borrow(host->dtype, data, host->size[0], NULL, NULL);
    CHECK(storage && !THTensor_setStorage(&t, storage, 0, 1, host->size, NULL));
    THStorage_release(storage);
  }
  if (!CHECK(!THTensor_copy(&t, host))) fprintf(stderr, "%s\n", TH_error());
  return t;
}

static void drop(THTensor *t, int device)
{
  void *pinned = device < 0 ? THTensor_data(t) : NULL;
  THTensor_clear(t);
  if (pinned) CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

static int equal(const THTensor *a, const THTensor *b)
{
  THTensor here = {0};
  size_t bytes = (size_t)a->storage->size * (size_t)THStorage_elementSize(a->storage);
  CHECK(!THTensor_to(&here, b, 0, 0));
  int same = !memcmp(a->storage->data, here.storage->data, bytes);
  THTensor_clear(&here);
  return same;
}

/* Copy a window to a window, on the host and between the places: everything else must stay as it
   was. */
static void check_copy(int to, int to_dtype, int to_kind, int from, int from_dtype, int from_kind,
                       int async)
{
  THTensor x = numbers(to_dtype, 1), y = numbers(from_dtype, 50);
  THTensor a = placed(&x, to), b = placed(&y, from);
  THTensor xw = window(&x, to_kind), yw = window(&y, from_kind);
  THTensor aw = window(&a, to_kind), bw = window(&b, from_kind);
  THCEvent event = {0};
  CHECK(!THTensor_copy(&xw, &yw));
  int status = async ? THC_copyAsync(&aw, &bw, &event) : THTensor_copy(&aw, &bw);
  if (!CHECK(!status)) fprintf(stderr, "%s\n", TH_error());
  if (async && !status) CHECK(!THCEvent_synchronize(&event));
  THCEvent_clear(&event);
  if (!CHECK(equal(&x, &a)))
    fprintf(stderr, "  %d (%s, window %d) from %d (%s, window %d), async %d\n", to,
            THDtype_traits(to_dtype)->name, to_kind, from, THDtype_traits(from_dtype)->name,
            from_kind, async);
  THTensor_clear(&xw), THTensor_clear(&yw), THTensor_clear(&aw), THTensor_clear(&bw);
  THTensor_clear(&x), THTensor_clear(&y);
  drop(&a, to), drop(&b, from);
}

static void test_all(void)
{
  static const struct { int to, from; } dtypes[] = {
    {TH_FLOAT, TH_FLOAT}, {TH_HALF, TH_DOUBLE}, {TH_DOUBLE, TH_BYTE}, {TH_BOOL, TH_INT}};
  static const int places[] = {-1, 0, 1, 2};
  for (int d = 0; d < 4; d++)
    for (int t = 0; t < 4; t++)
      for (int f = 0; f < 4; f++)
        for (int a = 0; a < REPEATED; a++)
          for (int b = 0; b < WINDOWS; b++) {
            int async = (a + b + d) % 2;
            if (places[t] <= 0 && places[f] <= 0) continue;
            if (places[t] == places[f]) async = 0;
            check_copy(places[t], dtypes[d].to, a, places[f], dtypes[d].from, b, async);
          }
}

/* Transfers longer than the ring of pinned buffers, and not a multiple of it. */
static void test_ring(void)
{
  THTensor here = {0}, there = {0}, back = {0};
  CHECK(!THTensor_new(&here, 0, TH_INT, 1, LIST(3500001)));
  uint32_t *data = (uint32_t *)here.storage->data;
  for (uint32_t i = 0; i < (uint32_t)here.size[0]; i++) data[i] = i * 7919;
  CHECK(!THTensor_to(&there, &here, 1, 0));
  CHECK(!THTensor_to(&back, &there, 0, 0));
  CHECK(equal(&here, &back));
  THTensor_clear(&here), THTensor_clear(&there), THTensor_clear(&back);
}

/* Bytes in use on the devices after all work is done. */
static size_t in_use(void)
{
  THC_synchronize(0);
  THCAllocator_empty(0);
  return THCAllocator_stats(1).allocated + THCAllocator_stats(2).allocated;
}

/* Whichever call of CUDA fails, the copy reports it and leaves nothing behind. */
static void test_failures(int to, int from)
{
  THTensor x = numbers(TH_FLOAT, 1), y = numbers(TH_HALF, 50);
  THTensor a = placed(&x, to), b = placed(&y, from);
  THTensor aw = window(&a, TURNED), bw = window(&b, ROWS);
  CHECK(!THTensor_copy(&aw, &bw));
  size_t before = in_use();
  for (long nth = 1;; nth++) {
    long calls = emu_calls(NULL);
    emu_fail(NULL, nth, cudaErrorUnknown);
    int status = THTensor_copy(&aw, &bw);
    emu_fail(NULL, 0, 0);
    calls = emu_calls(NULL) - calls;
    CHECK(in_use() == before);
    if (nth > calls) break;
    CHECK(!status || status == TH_EDEVICE || status == TH_ENOMEM);
  }
  CHECK(!THTensor_copy(&aw, &bw));
  THTensor_clear(&aw), THTensor_clear(&bw), THTensor_clear(&x), THTensor_clear(&y);
  drop(&a, to), drop(&b, from);
}

static void test_fill(int dtype, int kind)
{
  THTensor x = numbers(dtype, 1), a = placed(&x, 1);
  THTensor xw = window(&x, kind), aw = window(&a, kind);
  CHECK(!THTensor_fill(&xw, TH_real(2.5)) && !THTensor_fill(&aw, TH_real(2.5)));
  CHECK(equal(&x, &a));
  THTensor_clear(&xw), THTensor_clear(&aw), THTensor_clear(&x);
  drop(&a, 1);
}

/* The streams of both devices must wait: leaving out any wait is noticed. */
static void test_each_wait(void)
{
  THTensor x = numbers(TH_FLOAT, 1), a = placed(&x, 2), b = placed(&x, 1);
  THTensor aw = window(&a, TURNED), bw = window(&b, ROWS);
  long sites = 1;
  for (long nth = 0; nth <= sites; nth++) {
    THC_synchronize(0);
    long before = emu_findings();
    emu_mutate(EMU_WAIT, nth);
    CHECK(!THTensor_fill(&aw, TH_real(1)) && !THTensor_copy(&aw, &bw));
    CHECK(!THTensor_fill(&aw, TH_real(2)));
    if (nth == 0) sites = emu_sites(EMU_WAIT);
    THC_synchronize(0);
    emu_mutate(EMU_WAIT, 0);
    if (!CHECK((emu_findings() > before) == (nth > 0)))
      fprintf(stderr, "  wait %ld of %ld\n", nth, sites);
  }
  CHECK(sites > 1);
  THC_synchronize(0);
  THTensor_clear(&aw), THTensor_clear(&bw), THTensor_clear(&x);
  drop(&a, 2), drop(&b, 1);
}

/* peers: whether the devices may access each other's memory. */
static int test_copies(long peers)
{
  setenv("EMU_PEER", peers ? "1" : "0", 1);
  if (!CHECK(!THC_open())) return FAILED;
  test_all();
  for (int kind = 0; kind < REPEATED; kind++) test_fill(TH_INT, kind), test_fill(TH_BOOL, kind);
  test_ring();
  for (int to = -1; to <= 2; to++)
    for (int from = -1; from <= 2; from++)
      if (to > 0 || from > 0) test_failures(to, from);
  CLEAN();
  test_each_wait();
  return 0;
}

int main(void)
{
  CHECK(in_child(test_copies, 0) == 0);
  CHECK(in_child(test_copies, 1) == 0);
  return CHECK_RESULT();
}
