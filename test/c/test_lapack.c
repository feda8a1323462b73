/* The typed inverse; what is left where there is none, or no memory. */
#include "TH.h"
#include "check.h"

#include <math.h>
#include <string.h>

/* The linker sends every calloc here (CMakeLists.txt): a storage begins with one. */
void *__real_calloc(size_t count, size_t size);
static int calls_until_failure = -1;

void *__wrap_calloc(size_t count, size_t size)
{
  if (calls_until_failure == 0) return NULL;
  if (calls_until_failure > 0) calls_until_failure--;
  return __real_calloc(count, size);
}

/* Twos on the diagonal, and a one at the end of the first row. */
static void fill(THTensor *t, int dtype, int64_t n)
{
  CHECK(!THTensor_new(t, 0, dtype, 2, (const int64_t[]){n, n}) && !THTensor_fill(t, TH_real(0)));
  for (int64_t i = 0; i < n; i++) CHECK(!THTensor_put(t, i * n + i, TH_real(2)));
  CHECK(!THTensor_put(t, n - 1, TH_real(1)));
}

/* On both sides of the size from which the library computes. */
#define CASE(Name, CODE)                                                                   \
static void test_##Name(void)                                                              \
{                                                                                          \
  for (int64_t n = 5; n <= 20; n += 15) {                                                  \
    TH##Name##Tensor t = {0}, r = {0};                                                     \
    double corner = 0, middle = 0, zero = 1;                                               \
    fill(&t.base, TH_##CODE, n);                                                           \
    CHECK(!TH##Name##Tensor_inverse(&r, &t) && r.dtype == TH_##CODE && r.size[1] == n);    \
    CHECK(!TH##Name##Tensor_get2d(&r, 0, n - 1, &corner) && corner == -0.25);              \
    CHECK(!TH##Name##Tensor_get2d(&r, 3, 3, &middle) && middle == 0.5);                    \
    CHECK(!TH##Name##Tensor_get2d(&r, n - 1, 0, &zero) && zero == 0);                      \
    TH##Name##Tensor_clear(&t), TH##Name##Tensor_clear(&r);                                \
  }                                                                                        \
}
CASE(Float, FLOAT)
CASE(Double, DOUBLE)
CASE(Half, HALF)
CASE(BFloat16, BFLOAT16)

/* Infinity is a pivot like another, and so is NaN where there is no other. */
static void test_not_finite(void)
{
  THDoubleTensor t = {0}, r = {0};
  fill(&t.base, TH_DOUBLE, 5);
  CHECK(!THDoubleTensor_set2d(&t, 2, 2, INFINITY) && !THDoubleTensor_inverse(&r, &t));
  CHECK(r.storage->data[12] == 0 && r.storage->data[6] == 0.5);
  CHECK(!THDoubleTensor_set2d(&t, 3, 3, NAN) && !THDoubleTensor_inverse(&t, &t));
  CHECK(isnan(t.storage->data[18]));
  THDoubleTensor_clear(&t), THDoubleTensor_clear(&r);
}

static void test_failures(void)
{
  THTensor t = {0}, r = {0}, none = {0};
  for (int64_t n = 5; n <= 20; n += 15) {
    fill(&t, TH_DOUBLE, n);
    CHECK(!THTensor_put(&t, 2 * n + 2, TH_real(0)));
    CHECK(THTensor_inverse(&r, &t) == TH_EINVAL && THTensor_isUndefined(&r));
    CHECK(strstr(TH_error(), "singular: pivot 3 is 0") != NULL);
    THTensor_clear(&t);
  }
  CHECK(THTensor_inverse(&r, &none) == TH_EDTYPE);
  CHECK(!THTensor_new(&t, 0, TH_INT, 2, (const int64_t[]){2, 2}) && !THTensor_fill(&t, TH_real(1)));
  CHECK(THTensor_inverse(&r, &t) == TH_EDTYPE && THTensor_isUndefined(&r));
  THTensor_clear(&t);
}

static void test_no_memory(void)
{
  THTensor t = {0}, r = {0};
  int fail_at = 0, status = TH_ENOMEM;
  fill(&t, TH_FLOAT, 20);
  const size_t live = TH_memoryStats().live;
  for (; status == TH_ENOMEM && fail_at < 20; fail_at++) {
    calls_until_failure = fail_at;
    status = THTensor_inverse(&r, &t);
    calls_until_failure = -1;
    if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live &&
                      THTensor_isUndefined(&r));
  }
  CHECK(!status && fail_at > 3);
  THTensor_clear(&t), THTensor_clear(&r);
}

int main(void)
{
  test_Float();
  test_Double();
  test_Half();
  test_BFloat16();
  test_not_finite();
  test_failures();
  test_no_memory();
  return CHECK_RESULT();
}
