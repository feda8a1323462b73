/*
** The typed functions that are composed of others (lerp, dist, cross, ...), and convolution when
** memory runs out.
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

#include <math.h>

/* A tensor with elements 1, 2, ... */
static void count_up(THTensor *t, int dtype, int ndim, const int64_t *size)
{
  CHECK(!THTensor_new(t, 0, dtype, ndim, size));
  for (int64_t i = 0; i < THTensor_nElement(t); i++) CHECK(!THTensor_put(t, i, TH_real(i + 1)));
}

static void test_float(void)
{
  THFloatTensor a = {0}, b = {0}, r = {0};
  double distance = 0;
  int same = 1;
  count_up(&a.base, TH_FLOAT, 2, (const int64_t[]){2, 3});
  CHECK(!THFloatTensor_lerp(&r, &a, &a, 0.5) && !THFloatTensor_equal(&same, &r, &a) && same);
  CHECK(!THFloatTensor_add(&b, &a, 2) && !THFloatTensor_equal(&same, &b, &a) && !same);
  CHECK(!THFloatTensor_dist(&distance, &a, &b, 1) && distance == 12);
  CHECK(!THFloatTensor_match(&r, &a, &b, 1) && r.size[0] == 2 && r.storage->data[0] == 12);
  CHECK(!THFloatTensor_cross(&r, &a, &b, -1) && r.storage->data[1] == 4);
  CHECK(!THFloatTensor_renorm(&r, &a, INFINITY, 0, 3) && r.storage->data[2] == 3);
  CHECK(fabs(r.storage->data[5] - 3) < 1e-5);
  CHECK(THFloatTensor_renorm(&r, &a, 2, 2, 3) == TH_EINVAL);
  CHECK(THFloatTensor_cross(&r, &a, &b, 0) == TH_ESHAPE);
  THFloatTensor_clear(&a), THFloatTensor_clear(&b), THFloatTensor_clear(&r);
}

static void test_long(void)
{
  THLongTensor a = {0}, r = {0};
  int same = 0;
  count_up(&a.base, TH_LONG, 1, (const int64_t[]){3});
  CHECK(!THLongTensor_cross(&r, &a, &a, 0) && r.storage->data[0] == 0);
  CHECK(!THLongTensor_match(&r, &a, &a, 3) && r.size[1] == 3 && r.storage->data[2] == 12);
  CHECK(!THLongTensor_equal(&same, &a, &a) && same);
  THLongTensor_clear(&a), THLongTensor_clear(&r);
}

/* Whichever allocation fails, the result is unchanged and nothing leaks. */
static void test_no_memory(void)
{
  THTensor x = {0}, kernel = {0}, r = {0};
  int fail_at = 0, status = TH_ENOMEM;
  count_up(&x, TH_FLOAT, 3, (const int64_t[]){2, 5, 6});
  count_up(&kernel, TH_FLOAT, 4, (const int64_t[]){3, 2, 2, 2});
  const size_t live = TH_memoryStats().live;
  for (; status == TH_ENOMEM && fail_at < 20; fail_at++) {
    until_failure = fail_at;
    status = THTensor_convolve(&TH_conv2, &r, &x, &kernel, 0);
    until_failure = -1;
    if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live &&
                      THTensor_isUndefined(&r));
  }
  CHECK(!status && fail_at > 4 && r.size[0] == 3 && r.size[1] == 4 && r.size[2] == 5);
  THTensor_clear(&x), THTensor_clear(&kernel), THTensor_clear(&r);
}

int main(void)
{
  test_float();
  test_long();
  test_no_memory();
  return CHECK_RESULT();
}
