/*
** The typed functions that call LAPACK; their behaviour without a LAPACK library, and when memory
** runs out.
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

#include <math.h>
#include <string.h>

/* A matrix with 2 on the diagonal and 1 at the end of the first row. */
static void fill(THTensor *t, int dtype, int64_t n)
{
  CHECK(!THTensor_new(t, 0, dtype, 2, (const int64_t[]){n, n}) && !THTensor_fill(t, TH_real(0)));
  for (int64_t i = 0; i < n; i++) CHECK(!THTensor_put(t, i * n + i, TH_real(2)));
  CHECK(!THTensor_put(t, n - 1, TH_real(1)));
}

/* Sizes below and above the one from which the library is used. */
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

/* Infinity and NaN are refused, below and above the size from which the library is used. */
static void test_not_finite(void)
{
  for (int64_t n = 5; n <= 20; n += 15)
    for (int k = 0; k < 2; k++) {
      THDoubleTensor t = {0}, r = {0};
      fill(&t.base, TH_DOUBLE, n);
      CHECK(!THDoubleTensor_set2d(&t, 2, 2, k ? INFINITY : NAN));
      CHECK(THDoubleTensor_inverse(&r, &t) == TH_EINVAL && !r.storage);
      THDoubleTensor_clear(&t);
    }
}

/* Call each typed function on a matrix with known results: 2 on the diagonal, else 0. */
static void test_typed(void)
{
  THDoubleTensor a = {0}, x = {0}, y = {0}, z = {0};
  THIntTensor pivots = {0};
  CHECK(!THTensor_new(&a.base, 0, TH_DOUBLE, 2, (const int64_t[]){3, 3}));
  CHECK(!THDoubleTensor_fill(&a, 0));
  for (int k = 0; k < 3; k++) CHECK(!THDoubleTensor_set2d(&a, k, k, 2));
#define FIRST(t, value) CHECK(fabs((t).storage->data[(t).storageOffset] - (value)) < 1e-14)
  CHECK(!THDoubleTensor_gesv(&x, &y, &a, &a)), FIRST(x, 1), FIRST(y, 2);
  CHECK(!THDoubleTensor_trtrs(&x, &y, &a, &a, "U", "N", "N")), FIRST(x, 1), FIRST(y, 2);
  CHECK(!THDoubleTensor_gels(&x, &y, &a, &a)), FIRST(x, 1);
  CHECK(!THDoubleTensor_syev(&x, &y, &a, "V", "U")), FIRST(x, 2);
  CHECK(!THDoubleTensor_geev(&x, &y, &a, "V")), FIRST(x, 2);
  CHECK(!THDoubleTensor_gesvd(&x, &y, &z, &a, "S")), FIRST(y, 2);
  CHECK(!THDoubleTensor_qr(&x, &y, &a) && fabs(y.storage->data[0]) == 2);
  CHECK(!THDoubleTensor_geqrf(&x, &y, &a) && y.nDimension == 1);
  CHECK(!THDoubleTensor_ormqr(&z, &x, &y, &a, "L", "N") && fabs(z.storage->data[0]) == 2);
  CHECK(!THDoubleTensor_orgqr(&z, &x, &y) && fabs(z.storage->data[0]) == 1);
  CHECK(!THDoubleTensor_potrs(&x, &a, &a, "U")), FIRST(x, 0.5);
  CHECK(!THDoubleTensor_potri(&x, &a, "L")), FIRST(x, 0.25);
  CHECK(!THDoubleTensor_potrf(&x, &a, "U")), FIRST(x, sqrt(2));
  CHECK(!THDoubleTensor_pstrf(&x, &pivots, &a, "U", -1) && pivots.storage->data[0] == 1);
  CHECK(THDoubleTensor_potrf(&x, &a, "X") == TH_EINVAL && strstr(TH_error(), "no flag 'X'"));
  CHECK(THDoubleTensor_potrf(&x, &a, "") == TH_EINVAL);
  FIRST(x, sqrt(2));
  THDoubleTensor_clear(&a), THDoubleTensor_clear(&x), THDoubleTensor_clear(&y);
  THDoubleTensor_clear(&z), THIntTensor_clear(&pivots);
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

/* Whichever allocation fails, the results are unchanged and nothing leaks. */
static void fail_each(int op, int dtype)
{
  const THLapackOp *row = &TH_lapackOps[op];
  THTensor t = {0}, tau = {0}, out[3] = {{.nDimension = 0}};
  int fail_at = 0, status = TH_ENOMEM;
  fill(&t, dtype, 20);
  CHECK(!THTensor_put(&t, 19, TH_real(0)));
  CHECK(!THTensor_new(&tau, 0, dtype, 1, t.size) && !THTensor_fill(&tau, TH_real(0)));
  const int takes_tau = op == TH_LAPACK_OP_orgqr || op == TH_LAPACK_OP_ormqr;
  const THTensor *const in[3] = {&t, takes_tau ? &tau : &t, &t};
  const size_t live = TH_memoryStats().live;
  for (; status == TH_ENOMEM && fail_at < 30; fail_at++) {
    until_failure = fail_at;
    status = THLapack_run(row, (THTensor *const[]){&out[0], &out[1], &out[2]}, in,
                          row->flags, -1); /* the first choice for each flag */
    until_failure = -1;
    if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live);
    for (int k = 0; status && k < 3; k++) CHECK(THTensor_isUndefined(&out[k]));
  }
  CHECK(!status && fail_at > 1);
  THTensor_clear(&t), THTensor_clear(&tau);
  for (int k = 0; k < 3; k++) THTensor_clear(&out[k]);
}

static void test_no_memory(int dtype)
{
  THTensor t = {0}, r = {0};
  int fail_at = 0, status = TH_ENOMEM;
  fill(&t, dtype, 20);
  const size_t live = TH_memoryStats().live;
  for (; status == TH_ENOMEM && fail_at < 20; fail_at++) {
    until_failure = fail_at;
    status = THTensor_inverse(&r, &t);
    until_failure = -1;
    if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live &&
                      THTensor_isUndefined(&r));
  }
  CHECK(!status && fail_at > 3);
  THTensor_clear(&t), THTensor_clear(&r);
  for (int op = TH_LAPACK_OP_gesv; op <= TH_LAPACK_OP_pstrf; op++) fail_each(op, dtype);
}

/* Without LAPACK there is an error that says so, and the inverse. */
static void test_without(void)
{
  THTensor a = {0}, x = {0}, lu = {0};
  CHECK(!THTensor_new(&a, 0, TH_DOUBLE, 2, (int64_t[]){1, 1}) && !THTensor_fill(&a, TH_real(4)));
  CHECK(THTensor_gesv(&x, &lu, &a, &a) == TH_EUNSUPPORTED);
  CHECK(strstr(TH_error(), "gesv: there is no LAPACK") && strstr(TH_error(), THBlas_info()));
  CHECK(!THTensor_inverse(&x, &a) && *(double *)THTensor_data(&x) == 0.25);
  THTensor_clear(&a), THTensor_clear(&x);
}

int main(void)
{
  if (!THBlas_symbol("dgesv_")) {
    fprintf(stderr, "%s: only the error was tested: %s\n", __FILE__, THBlas_info());
    test_without();
    return CHECK_RESULT();
  }
  test_Float();
  test_Double();
  test_Half();
  test_BFloat16();
  test_not_finite();
  test_typed();
  test_failures();
  test_no_memory(TH_FLOAT);
  test_no_memory(TH_COMPLEXDOUBLE);
  return CHECK_RESULT();
}
