/*
** A host that rounds in another way, or takes numbers close to 0 for 0, keeps its setting, and
** results have the same bits for any number of threads, also by threads that were started under
** another setting. Text of numbers is rounded to nearest all the same. A host that has exceptions
** switched on gets none of usual numbers.
*/
#include "TH.h"
#include "TH/base/THFloatMode.h"
#include "TH/formats/THDecimal.h"
#include "TH/iteration/THParallel.h"
#include "check.h"

#include <fenv.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 300000 };
static double value[COUNT], one[COUNT], many[COUNT];

/* Numbers that are rounded; the last are closer to 0 than those that have all bits. */
static void compute(double *result, int threads)
{
  THDoubleTensor x = {0}, r = {0};
  TH_setNumThreads(threads);
  CHECK(!THDoubleTensor_resize1d(&x, COUNT) && !THDoubleTensor_resize1d(&r, COUNT));
  memcpy(x.storage->data, value, sizeof value);
  CHECK(!THDoubleTensor_div(&r, &x, 3) && !THDoubleTensor_cmul(&r, &r, &x));
  memcpy(result, r.storage->data, sizeof value);
  THDoubleTensor_clear(&x), THDoubleTensor_clear(&r);
}

/* The roots of floats, most of which are by estimates where rounding is to nearest, and asinh,
   which C's library computes as long double. */
static void compute_roots(double *result, int threads)
{
  THDoubleTensor x = {0};
  THFloatTensor f = {0};
  TH_setNumThreads(threads);
  CHECK(!THDoubleTensor_resize1d(&x, COUNT) && !THFloatTensor_resize1d(&f, COUNT));
  memcpy(x.storage->data, value, sizeof value);
  for (int i = 0; i < COUNT; i++) ((float *)f.storage->data)[i] = (float)(i + 1);
  CHECK(!THDoubleTensor_asinh(&x, &x) && !THFloatTensor_sqrt(&f, &f));
  for (int i = 0; i < COUNT; i++)
    result[i] = ((double *)x.storage->data)[i] + ((float *)f.storage->data)[i];
  THDoubleTensor_clear(&x), THFloatTensor_clear(&f);
}

static void test_threads(void)
{
  compute_roots(one, 1);
  compute_roots(many, 4);
  CHECK(!memcmp(one, many, sizeof one));
  compute(one, 1);
  compute(many, 4);
  CHECK(!memcmp(one, many, sizeof one));
}

/* Each of a tenth to nine tenths, of which some are above the nearest double and some below. */
static void test_text(void)
{
  static const double tenths[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  for (int k = 1; k <= 9; k++) {
    char text[] = "0.1", out[TH_DECIMAL_MOST];
    THDecimal number;
    text[2] = (char)('0' + k);
    CHECK(THDecimal_scan(&number, text, text + 3) == text + 3);
    CHECK(THDecimal_double(&number) == tenths[k - 1]);
    CHECK(THDecimal_write(out, TH_DOUBLE, tenths[k - 1]) == out + 3 && !memcmp(out, text, 3));
  }
}

/* Halves are rounded to nearest, in the vectors and in the rest of a run. */
static void test_halves(void)
{
  THTensor x = {.dtype = TH_FLOAT}, h = {.dtype = TH_HALF};
  const int64_t count = 47;
  CHECK(!THTensor_resize("", &x, 1, &count, NULL) && !THTensor_resize("", &h, 1, &count, NULL));
  float *from = THTensor_data(&x);
  for (int i = 0; i < count; i++) from[i] = i % 2 ? 1 + 0x1p-12f : 1 + 0x3p-12f;
  CHECK(!THTensor_copy(&h, &x));
  const uint16_t *to = THTensor_data(&h);
  for (int i = 0; i < count; i++) CHECK(to[i] == (i % 2 ? 0x3c00 : 0x3c01));
  THTensor_clear(&x), THTensor_clear(&h);
}

static void test_rounding(int mode)
{
  static double nearest[COUNT];
  compute(nearest, 1);
  CHECK(!fesetround(mode));
  test_threads();
  CHECK(!memcmp(one, nearest, sizeof one) == (mode == FE_TONEAREST));
  test_text();
  test_halves();
  CHECK(fegetround() == mode);
  CHECK(!fesetround(FE_TONEAREST));
  test_threads(); /* by threads that took another mode before */
  CHECK(!memcmp(one, nearest, sizeof one));
}

#if defined __SSE__ && !defined __i386__
static void test_flush(void)
{
  enum { FLUSH = 0x8040 }; /* results, and operands, so small that they lack bits, become 0 */
  const uint64_t before = th_setFloatMode(th_floatMode() | FLUSH);
  test_threads();
  CHECK(one[COUNT - 1] == 0 && (th_floatMode() & FLUSH) == FLUSH);
  th_setFloatMode(before);
  test_threads();
  CHECK(one[COUNT - 1] > 0);
}
#else
static void test_flush(void)
{
}
#endif

#ifdef __GLIBC__
/* Numbers for which no function here raises an exception; what a vector has beside them may not
   either. */
static void compute_usual(int64_t count)
{
  THFloatTensor x = {0}, r = {0};
  THDoubleTensor y = {0}, q = {0};
  double sum = 0;
  CHECK(!THFloatTensor_resize1d(&x, count) && !THDoubleTensor_resize1d(&y, count));
  CHECK(!THFloatTensor_fill(&x, 2.5) && !THDoubleTensor_fill(&y, 2.5));
  CHECK(!THFloatTensor_cdiv(&r, &x, &x) && !THDoubleTensor_cdiv(&q, &y, &y));
  CHECK(!THFloatTensor_exp(&r, &x) && !THDoubleTensor_exp(&q, &y));
  CHECK(!THFloatTensor_log(&r, &x) && !THDoubleTensor_log(&q, &y));
  CHECK(!THFloatTensor_sqrt(&r, &x) && !THDoubleTensor_sqrt(&q, &y));
  CHECK(!THFloatTensor_pow(&r, &x, 2.5) && !THDoubleTensor_pow(&q, &y, 2.5));
  CHECK(!THFloatTensor_tanh(&r, &x) && !THDoubleTensor_atan(&q, &y));
  CHECK(!THFloatTensor_sumall(&sum, &x) && sum == 2.5 * (double)count);
  THFloatTensor_clear(&x), THFloatTensor_clear(&r);
  THDoubleTensor_clear(&y), THDoubleTensor_clear(&q);
}

static pthread_t host;

static void look(void *others, int64_t begin, int64_t end)
{
  (void)begin, (void)end;
  usleep(20000); /* so that each thread gets a piece */
  if (pthread_equal(pthread_self(), host)) return;
  CHECK(fegetexcept() == 0);
  __atomic_add_fetch((int *)others, 1, __ATOMIC_RELAXED);
}

static void test_exceptions(void)
{
  enum { ALL = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };
  int others = 0;
  CHECK(!TH_shutdown());
  host = pthread_self();
  feclearexcept(FE_ALL_EXCEPT);
  if (feenableexcept(ALL) == -1) return; /* the processor cannot, as most of ARM */
  TH_setNumThreads(3);
  THParallel_for(3, 1, look, &others); /* by threads that are started now */
  CHECK(others > 0);
  TH_setNumThreads(1);
  for (int64_t count = 1; count < 70; count++) compute_usual(count);
  CHECK(fegetexcept() == ALL);
  fedisableexcept(ALL);
}
#else
static void test_exceptions(void)
{
}
#endif

int main(void)
{
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  for (int i = 0; i < COUNT; i++) value[i] = i + 1;
  for (int i = COUNT - 100; i < COUNT; i++) value[i] = 1e-155;
  for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
    test_rounding(modes[k]);
    CHECK(!TH_shutdown());
    CHECK(!fesetround(modes[k])); /* the next threads are started under this mode */
    compute(many, 4);
    CHECK(!fesetround(FE_TONEAREST));
    test_threads();
  }
  test_flush();
  test_exceptions();
  return CHECK_RESULT();
}
