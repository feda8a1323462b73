/*
** A mock device registered with TH_registerBackend, with its own memory and entries. An operation
** that it lacks must be an error that names it, and operands on different devices must be refused.
*/
#include "TH.h"
#include "TH/backend/THConvertChapter.h"
#include "TH/backend/THTransferChapter.h"
#include "TH/platform/THPlatform.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define LIST(...) (const int64_t[]){__VA_ARGS__}

enum { MOCK = 3 };

/* The state of the mock: memory in use, counts of calls, and a fault to report. */
static struct { size_t live; int allocations, moves, launches, transfers, broken, lost; } mock;

static void *mock_alloc(void *context, size_t bytes)
{
  void *data = mock.lost ? NULL : th_newAligned(256, bytes);
  CHECK(context == &mock);
  if (data) mock.live += bytes, mock.allocations++;
  return data;
}

static int mock_refused(void *context)
{
  CHECK(context == &mock);
  return th_fail(TH_EDEVICE, "the mock is lost");
}

static void mock_free(void *context, void *data, size_t bytes)
{
  CHECK(context == &mock);
  mock.live -= bytes;
  th_freeAligned(data);
}

static int mock_copy(void *context, void *to, const void *from, size_t bytes)
{
  CHECK(context == &mock);
  mock.moves++;
  if (mock.broken) return th_fail(TH_EDEVICE, "the mock is broken");
  memcpy(to, from, bytes);
  return TH_OK;
}

static int launch(const THIter *it, THLoop loop)
{
  mock.launches++;
  if (mock.broken) return th_fail(TH_EDEVICE, "%s: the mock is broken", it->op);
  if (it->count) THIter_walk(it, loop, 0, it->count);
  return TH_OK;
}

static void add_loop(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  for (ptrdiff_t i = 0; i < n; i++)
    *(float *)(p[0] + i * s[0]) = *(float *)(p[1] + i * s[1]) + *(float *)(p[2] + i * s[2]);
}

static void move_loop(char *const *p, const ptrdiff_t *s, ptrdiff_t n)
{
  for (ptrdiff_t i = 0; i < n; i++) *(float *)(p[0] + i * s[0]) = *(float *)(p[1] + i * s[1]);
}

static int mock_add(const THIter *it)
{
  return launch(it, add_loop);
}

static int mock_convert(const THIter *it)
{
  if (it->dtype[1] != TH_FLOAT && it->dtype[1] != TH_INT)
    return th_fail(TH_EDTYPE, "%s: the mock copies floats", it->op);
  return launch(it, move_loop);
}

/* The mock's memory is CPU memory, so transfer copies as on the CPU. */
static int mock_transfer(const THTransferCall *call)
{
  THStorage to = *call->dst->storage, from = *call->src->storage;
  THTensor here = *call->dst, there = *call->src;
  if (mock.broken) return th_fail(TH_EDEVICE, "the mock is broken");
  mock.transfers++;
  to.device = from.device = 0;
  to.flag &= ~(uint32_t)TH_STORAGE_AWAY, from.flag &= ~(uint32_t)TH_STORAGE_AWAY;
  here.storage = &to;
  there.storage = &from;
  return THTensor_copy(&here, &there);
}

static const THIterEntry sums[TH_POINTWISE_ROWS] = {[TH_OP_cadd] = mock_add};
/* Within a dtype elements are copied as words: floats as integers of their width. */
static const THIterEntry copies[TH_CONVERT_ROWS] = {[TH_OP_convert] = mock_convert};
static THTables tables = {.entry = {
  [TH_CHAPTER_POINTWISE] = {[TH_FLOAT] = sums},
  [TH_CHAPTER_CONVERT] = {[TH_FLOAT] = copies, [TH_INT] = copies}}};
static const THTransferEntry transfers[TH_TRANSFER_ROWS] = {[TH_OP_transfer] = mock_transfer};
static const THAllocator mock_memory = {
  .alloc = mock_alloc, .free = mock_free, .copy = mock_copy, .refused = mock_refused,
  .context = &mock, .device = MOCK};
static const THBackend backend = {.name = "mock", .tables = &tables, .allocator = &mock_memory};

static void fails(int status, int got, const char *text)
{
  CHECK(got == status);
  if (!CHECK(strstr(TH_error(), text))) fprintf(stderr, "  in: %s\n", TH_error());
}

static THTensor made(int device, int dtype, double value)
{
  THTensor t = {0};
  if (!CHECK(!THTensor_new(&t, device, dtype, 2, LIST(2, 3)))) exit(1);
  if (dtype == TH_FLOAT) CHECK(!THTensor_fill(&t, TH_real(value)));
  return t;
}

static int apply(const char *name, THTensor *out, const THTensor *a, const THTensor *b)
{
  const THOperand in[] = {TH_tensorOperand(a), TH_tensorOperand(b),
                          TH_numberOperand(TH_integer(1))};
  return THOp_apply(THOp_find(name), out, in);
}

static void test_registration(void)
{
  THTensor t = {0};
  fails(TH_EUNSUPPORTED, THTensor_new(&t, MOCK, TH_FLOAT, 1, LIST(2)), "no device 3");
  fails(TH_EINVAL, TH_registerBackend(0, &backend), "device 0");
  fails(TH_EINVAL, TH_registerBackend(TH_MAX_DEVICES, &backend), "not in 1..63");
  fails(TH_EINVAL, TH_registerBackend(1, &(THBackend){.name = "bare"}), "bare has no allocator");
  fails(TH_EINVAL, TH_registerBackend(1, &backend), "memory of device 3, not of device 1");
  fails(TH_EINVAL, TH_registerBackend(1, &(THBackend){.allocator = &mock_memory}), "has no name");
  CHECK(!TH_registerBackend(MOCK, &backend) && TH_backend(MOCK) == &backend);
  CHECK(TH_deviceAllocator(MOCK) == &mock_memory && !TH_backend(MOCK + 1) && !TH_backend(-1));
}

static void test_runs_there(void)
{
  THTensor a = made(MOCK, TH_FLOAT, 1), b = made(MOCK, TH_FLOAT, 2), r = {0}, turned = {0};
  int launches = mock.launches;
  CHECK(!apply("cadd", &r, &a, &b) && mock.launches == launches + 1);
  CHECK(THTensor_device(&r) == MOCK && r.storage->allocator == &mock_memory && r.size[1] == 3);
  CHECK(((float *)r.storage->data)[5] == 3);
  CHECK(!THTensor_transpose(&turned, &r, 0, 1) && !THTensor_contiguous(&turned, &turned));
  CHECK(THTensor_device(&turned) == MOCK && turned.storage != r.storage);
  CHECK(!THTensor_narrow(&turned, &r, 0, 0, 1) && !apply("cadd", &r, &r, &turned));
  CHECK(((float *)r.storage->data)[5] == 6);
  CHECK(!THTensor_resize("resize", &b, 1, LIST(100), NULL) && mock.moves == 1);
  CHECK(((float *)b.storage->data)[5] == 2);
  THTensor_clear(&a), THTensor_clear(&b), THTensor_clear(&r), THTensor_clear(&turned);
  CHECK(mock.live == 0 && mock.allocations > 0);
}

static void test_lacks(void)
{
  THTensor f = made(MOCK, TH_FLOAT, 1), i = made(MOCK, TH_LONG, 0), r = {0};
  THNumber n;
  fails(TH_EDTYPE, apply("cadd", &r, &i, &i), "cadd: not defined for torch.LongTensor on mock");
  fails(TH_EDTYPE, apply("sqrt", &r, &f, &f), "sqrt: not defined for torch.FloatTensor on mock");
  fails(TH_EDTYPE, THTensor_fill(&i, TH_integer(1)),
        "fill: not defined for torch.LongTensor on mock");
  fails(TH_EDTYPE, THTensor_clone(&r, &f, TH_DOUBLE), "torch.DoubleTensor on mock");
  fails(TH_EUNSUPPORTED, THTensor_get(&f, 0, &n), "nothing copies from device 3 to device 0");
  fails(TH_EUNSUPPORTED, THTensor_put(&f, 0, TH_integer(1)), "from device 0 to device 3");
  CHECK(!r.storage && !r.nDimension);
  mock.broken = 1;
  fails(TH_EDEVICE, apply("cadd", &r, &f, &f), "cadd: the mock is broken");
  mock.broken = 0;
  mock.lost = 1;
  fails(TH_EDEVICE, THTensor_new(&r, MOCK, TH_FLOAT, 1, LIST(2)), "the mock is lost");
  CHECK(TH_errorStatus() == TH_EDEVICE);
  mock.lost = 0;
  THTensor_clear(&f), THTensor_clear(&i), THTensor_clear(&r);
  CHECK(mock.live == 0);
}

static void test_mixed(void)
{
  THTensor here = made(0, TH_FLOAT, 1), there = made(MOCK, TH_FLOAT, 2), r = {0}, small = {0};
  fails(TH_EUNSUPPORTED, apply("cadd", &r, &here, &there), "operand 2 on device 3");
  CHECK(!THTensor_new(&small, 0, TH_FLOAT, 1, LIST(1)));
  fails(TH_EUNSUPPORTED, apply("cadd", &small, &there, &there), "the result is on device 0");
  fails(TH_EUNSUPPORTED, THTensor_copy(&there, &here), "device");
  fails(TH_EUNSUPPORTED, THTensor_mm(&r, &here, &there), "device");
  const THTensor *both[] = {&here, &there};
  fails(TH_EUNSUPPORTED, THTensor_cat(&r, 2, both, 0), "device");
  CHECK(!r.storage && small.nDimension == 1 && small.size[0] == 1);
  CHECK(((float *)there.storage->data)[0] == 2);
  THTensor_clear(&here), THTensor_clear(&there), THTensor_clear(&small);
  CHECK(mock.live == 0);
}

/* Elements are converted on their way to the device and back; single elements too. */
static void test_transfers(void)
{
  THTensor here = {0}, there = {0}, row = {0};
  THNumber n;
  tables.entry[TH_CHAPTER_TRANSFER][TH_UNDEFINED] = transfers;
  CHECK(!THTensor_new(&here, 0, TH_INT, 2, LIST(2, 3)) && !THTensor_fill(&here, TH_integer(7)));
  CHECK(!THTensor_to(&there, &here, MOCK, TH_FLOAT) && mock.transfers == 1);
  CHECK(THTensor_device(&there) == MOCK && there.dtype == TH_FLOAT && there.size[1] == 3);
  CHECK(!THTensor_put(&there, 4, TH_real(0.5)) && !THTensor_get(&there, 4, &n) && n.real == 0.5);
  CHECK(!THTensor_to(&here, &there, 0, TH_UNDEFINED) && here.dtype == TH_FLOAT);
  CHECK(((float *)here.storage->data)[4] == 0.5 && ((float *)here.storage->data)[5] == 7);
  CHECK(!THTensor_narrow(&row, &here, 0, 1, 1) && !THTensor_copy(&there, &row));
  CHECK(!THTensor_get(&there, 1, &n) && n.real == 0.5);
  CHECK(!THTensor_to(&here, &there, MOCK, TH_UNDEFINED) && here.storage == there.storage);
  mock.broken = 1;
  fails(TH_EDEVICE, THTensor_to(&here, &there, 0, TH_UNDEFINED), "the mock is broken");
  fails(TH_EDEVICE, THTensor_resize("resize", &there, 1, LIST(100), NULL), "the mock is broken");
  CHECK(THTensor_device(&here) == MOCK && there.nDimension == 2 && there.storage->size == 6);
  mock.broken = 0;
  THTensor_clear(&here), THTensor_clear(&there), THTensor_clear(&row);
  CHECK(mock.live == 0);
}

/* An empty tensor remembers its device. */
static void test_home(void)
{
  THTensor t = {.dtype = TH_FLOAT, .device = MOCK}, a = made(0, TH_FLOAT, 1);
  CHECK(THTensor_isUndefined(&t) && THTensor_device(&t) == MOCK);
  fails(TH_EUNSUPPORTED, apply("cadd", &t, &a, &a), "the result is on device 3");
  CHECK(!THTensor_resize("resize", &t, 1, LIST(4), NULL) && t.storage->device == MOCK);
  THTensor_clear(&t);
  CHECK(THTensor_device(&t) == MOCK && THTensor_isUndefined(&t) && mock.live == 0);
  THTensor_clear(&a);
}

static void test_leaves(void)
{
  THTensor t = made(MOCK, TH_FLOAT, 1), r = {0};
  CHECK(!TH_registerBackend(MOCK, NULL));
  fails(TH_EUNSUPPORTED, apply("cadd", &r, &t, &t), "nothing is registered for device 3");
  CHECK(mock.live == 24);
  THTensor_clear(&t);
  CHECK(mock.live == 0);
}

int main(void)
{
  test_registration();
  test_runs_there();
  test_lacks();
  test_mixed();
  test_transfers();
  test_home();
  test_leaves();
  TH_emptyCache();
  CHECK(TH_memoryStats().live == 0);
  return CHECK_RESULT();
}
