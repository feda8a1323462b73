/*
** Torch7's C names (lib/TH/compat): what they do for every element type, errors that leave a call,
** and that a failing call frees what it made. test/spec/torch7/compat_spec.lua tests extensions for
** Lua.
*/
#include "TH.h"
#include "check.h"
#include "raises.h"

#define TH_GENERIC_FILE "compat_typed.h"
#include "THGenerateAllTypes.h"

#ifdef TH_GENERIC_FILE
#error "THGenerateAllTypes.h leaves TH_GENERIC_FILE defined"
#endif

/* --- calls that raise an error --- */

static void fail_after_making(void)
{
  THFloatTensor *a = THFloatTensor_newWithSize2d(100, 100);
  THFloatTensor *b = THFloatTensor_newTranspose(a, 0, 1);
  THFloatStorage *s = THFloatStorage_newWithSize(1000);
  char *bytes = THAlloc(100);
  bytes = THRealloc(bytes, 200);
  THFloatTensor_retain(b);
  THFloatTensor_setStorage1d(b, s, 0, 1000, -1);
  THArgCheck(bytes == NULL, 3, "no %s, %d", "bytes", 7);
}

static void fail_on_sizes(void)
{
  THIntTensor *a = THIntTensor_newWithSize1d(3), *b = THIntTensor_newWithSize1d(4);
  THIntTensor_cadd(a, a, 1, b);
}

static void fail_on_vector(void)
{
  THIntTensor *a = THIntTensor_newWithSize1d(3);
  THIntTensor_newSelect(a, 0, 1);
}

static void fail_on_position(void)
{
  THIntTensor *a = THIntTensor_newWithSize1d(3);
  THIntTensor_get1d(a, 3);
}

static void fail_on_apply(void)
{
  THIntTensor *a = THIntTensor_newWithSize1d(3), *b = THIntTensor_newWithSize1d(4);
  TH_TENSOR_APPLY2(int, a, int, b, *a_data = *b_data;);
}

static void fail_on_memory(void)
{
  THDoubleTensor_newWithSize1d((long)1 << 50);
}

static void fail_on_assertion(void)
{
  THAssertMsg(1 > 2, "%d is not", 1);
}

static void fail_within(void)
{
  THFloatTensor *a = THFloatTensor_newWithSize1d(1000);
  CHECK(raises(fail_on_sizes, "cadd: ", 0));
  THFloatTensor_free(a);
}

static void test_errors(void)
{
  const size_t live = TH_memoryStats().live;
  CHECK(raises(fail_after_making, "no bytes, 7 at ", 3));
  CHECK(raises(fail_on_sizes, "cadd: sizes 3 and 4 do not broadcast", 0));
  CHECK(raises(fail_on_vector, "cannot select on a vector", 1));
  CHECK(raises(fail_on_position, "out of range", 2));
  CHECK(raises(fail_on_apply, "inconsistent tensor size", 0));
  CHECK(raises(fail_on_memory, "", 0) == 0);
  CHECK(raises(fail_on_assertion, "assertion '1 > 2' failed. 1 is not", 0));
  CHECK(raises(fail_within, "", 0));
  CHECK(TH_memoryStats().live == live);
}

/* --- objects that outlive a call --- */

static THFloatTensor *kept;

static void make_kept(void)
{
  kept = THFloatTensor_newWithSize1d(10);
}

static void lose_kept(void)
{
  THCompat_hasObjects();
  make_kept();
  THError("a text");
}

static void test_keeping(void)
{
  const size_t live = TH_memoryStats().live;
  CHECK(raises(make_kept, "", 0) && kept->size[0] == 10);
  THFloatTensor_free(kept);
  CHECK(raises(lose_kept, "a text at ", 0) && THFloatTensor_nElement(kept) == 0);
  CHECK(TH_memoryStats().live == live);
  THFloatTensor_free(kept);
}

/* --- outside a call, the thread's error handlers are used --- */

static void handle(int argument, const char *text, void *data)
{
  caught_raise(data, argument, text);
}

static void test_handlers(void)
{
  Caught caught = {.argument = 0};
  THSetArgErrorHandler(handle, &caught);
  if (!setjmp(caught.place)) THArgCheck(0, 5, "five");
  CHECK(caught.argument == 5 && strncmp(caught.text, "five at ", 8) == 0);
  THSetArgErrorHandler(NULL, NULL);
}

/* --- functions that exist for floating types only --- */

static void test_floating(void)
{
  float a[] = {2, 0, 0, 4}, b[] = {2, 8};
  THDoubleTensor *x = THDoubleTensor_newWithSize1d(4), *q = THDoubleTensor_new();
  THGenerator *gen = THGenerator_new();
  int pivots[2], info = -1;
  THDoubleTensor_fill(x, 4);
  THDoubleTensor_sqrt(q, x);
  CHECK(THDoubleTensor_sumall(q) == 8 && THDoubleTensor_normall(x, 2) == 8);
  THDoubleTensor_linspace(q, 1, 2, 5);
  CHECK(q->size[0] == 5 && THDoubleTensor_get1d(q, 3) == 1.75);
  THDoubleTensor_histc(x, q, 2, 1, 2);
  CHECK(x->size[0] == 2 && THDoubleTensor_get1d(x, 0) == 2 && THDoubleTensor_get1d(x, 1) == 3);
  THDoubleTensor_fill(x, 1);
  THDoubleTensor_cmul(q, x, x);
  CHECK(THDoubleTensor_dist(x, q, 2) == 0);
  THDoubleTensor_add(q, x, 2);
  THDoubleTensor_lerp(q, x, q, 0.5);
  CHECK(THDoubleTensor_get1d(q, 1) == 2);
  THDoubleTensor_resize2d(x, 2, 2);
  THDoubleTensor_zero(x);
  THDoubleTensor_set2d(x, 0, 0, 2), THDoubleTensor_set2d(x, 1, 1, 4);
  THDoubleTensor_getri(q, x);
  CHECK(THDoubleTensor_get2d(q, 1, 1) == 0.25);
  THRandom_manualSeed(gen, 1);
  CHECK(THRandom_initialSeed(gen) == 1 && THRandom_random(gen) == 1791095845u);
  THDoubleTensor_uniform(x, gen, 3, 4);
  CHECK(THDoubleTensor_minall(x) >= 3 && THDoubleTensor_maxall(x) < 4);
  if (THBlas_symbol("sgesv_")) {
    THFloatLapack_gesv(2, 1, a, 2, pivots, b, 2, &info);
    CHECK(info == 0 && b[0] == 1 && b[1] == 2);
  }
  CHECK(fabs(THLogAdd(log(2), log(3)) - log(5)) < 1e-12);
  CHECK(fabs(THLogSub(log(5), log(3)) - log(2)) < 1e-12);
  THDoubleTensor_free(x), THDoubleTensor_free(q);
  THGenerator_free(gen);
}

static void test_half(void)
{
  THHalfTensor *h = THHalfTensor_newWithSize1d(2);
  THFloatTensor *f = THFloatTensor_newWithSize1d(2);
  THFloatTensor_fill(f, 1.5f);
  THHalfTensor_copyFloat(h, f);
  CHECK(TH_half2float(THHalfTensor_get1d(h, 1)) == 1.5f);
  THHalfTensor_free(h);
  THFloatTensor_free(f);
}

int main(void)
{
  const size_t live = TH_memoryStats().live;
  THByteTensor_test(), THCharTensor_test(), THShortTensor_test(), THIntTensor_test();
  THLongTensor_test(), THFloatTensor_test(), THDoubleTensor_test();
  test_errors();
  test_keeping();
  test_handlers();
  test_floating();
  test_half();
  CHECK(TH_memoryStats().live == live);
  return CHECK_RESULT();
}
