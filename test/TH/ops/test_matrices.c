/*
** Linear algebra on stacks, contractions and distances from C: results, and what happens when
** memory runs out.
*/
#include "TH.h"
#include "check.h"
#include "failing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two matrices with 2 on the diagonal, and 1 in the corner of the second. */
static void fill(THTensor *t, int dtype, int64_t n)
{
  CHECK(!THTensor_new(t, 0, dtype, 3, (const int64_t[]){2, n, n}));
  CHECK(!THTensor_fill(t, TH_real(0)));
  for (int64_t i = 0; i < 2 * n; i++)
    CHECK(!THTensor_put(t, i * n + i % n, TH_real(2)));
  CHECK(!THTensor_put(t, n * n + n - 1, TH_real(1)));
}

/* --- functions of one stack --- */

enum { RESULTS = 4 };
typedef int (*Function)(THTensor *out, const THTensor *a);

#define CALL(name, ...)                                  \
static int call_##name(THTensor *out, const THTensor *a) \
{                                                        \
  return __VA_ARGS__;                                    \
}
#define LIST(...) (const THTensor *const[]){__VA_ARGS__}
CALL(solve, THTensor_solve(out, a, a))
CALL(inv, THTensor_inv(out, a))
CALL(det, THTensor_det(out, a))
CALL(slogdet, THTensor_slogdet(out, out + 1, a))
CALL(cholesky, THTensor_cholesky(out, a, "L"))
CALL(choleskySolve, THTensor_choleskySolve(out, a, a, "U"))
CALL(choleskyInverse, THTensor_choleskyInverse(out, a, "L"))
CALL(qr, THTensor_qrStack(out, out + 1, a, "C"))
CALL(svd, THTensor_svdStack(out, out + 1, out + 2, a, "S"))
CALL(svdvals, THTensor_svdvals(out, a))
CALL(eigh, THTensor_eigh(out, out + 1, a, "L"))
CALL(eigvalsh, THTensor_eigvalsh(out, a, "U"))
CALL(eigvals, THTensor_eigvals(out, a))
CALL(eigComplex, THTensor_eigComplex(out, out + 1, a))
CALL(solveTriangular, THTensor_solveTriangular(out, a, a, "U", "R", "N"))
CALL(lu, THTensor_lu(out, out + 1, out + 2, a))
CALL(luFactor, THTensor_luFactor(out, out + 1, a))
CALL(pinv, THTensor_pinv(out, a, -1))
CALL(matrixRank, THTensor_matrixRank(out, a, -1))
CALL(lstsq, THTensor_lstsq(out, out + 1, out + 2, out + 3, a, a, -1))
CALL(vectorNorm, THTensor_vectorNorm(out, a, 3, 2, (const int[]){0, 2}))
CALL(matrixNorm, THTensor_matrixNorm(out, a, "nuc", 0))
CALL(cond, THTensor_cond(out, a, "p", 1))
CALL(matrixPower, THTensor_matrixPower(out, a, -5))
CALL(matrixExp, THTensor_matrixExp(out, a))
CALL(matmul, THTensor_matmul(out, a, a))
CALL(inner, THTensor_inner(out, a, a))
CALL(vecdot, THTensor_vecdot(out, a, a, -1))
CALL(tensordot, THTensor_tensordot(out, a, a, 1, (const int[]){0}, (const int[]){0}))
CALL(kron, THTensor_kron(out, a, a))
CALL(einsum, THTensor_einsum(out, "sii,sij,sjk->ki", 3, LIST(a, a, a)))
static const Function functions[] = {
  call_solve, call_inv, call_det, call_slogdet, call_cholesky, call_choleskySolve,
  call_choleskyInverse, call_qr, call_svd, call_svdvals, call_eigh, call_eigvalsh, call_eigvals,
  call_eigComplex, call_solveTriangular, call_lu, call_luFactor, call_pinv, call_matrixRank,
  call_lstsq, call_vectorNorm, call_matrixNorm, call_cond, call_matrixPower, call_matrixExp,
  call_matmul, call_inner, call_vecdot, call_tensordot, call_kron,
  call_einsum,
};

static void clear(THTensor *out)
{
  for (int k = 0; k < RESULTS; k++) THTensor_clear(&out[k]);
  memset(out, 0, RESULTS * sizeof *out);
}

/* Whichever allocation fails, the results are unchanged and nothing leaks. */
static void fail_each(Function function, const THTensor *a)
{
  THTensor out[RESULTS] = {{.nDimension = 0}};
  int fail_at = 0, status = TH_ENOMEM;
  const size_t live = TH_memoryStats().live;
  for (; status == TH_ENOMEM && fail_at < 2000; fail_at++) {
    until_failure = fail_at;
    status = function(out, a);
    until_failure = -1;
    if (status) CHECK(status == TH_ENOMEM && TH_memoryStats().live == live);
    for (int k = 0; status && k < RESULTS; k++) CHECK(THTensor_isUndefined(&out[k]));
  }
  CHECK(!status && fail_at > 1);
  clear(out);
}

static void test_no_memory(int dtype, int64_t n)
{
  THTensor a = {0};
  fill(&a, dtype, n);
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) fail_each(functions[k], &a);
  THTensor_clear(&a);
}

/* --- results --- */

static double at(const THTensor *t, int64_t index)
{
  THNumber x;
  CHECK(!THTensor_get(t, index, &x));
  return TH_asReal(x);
}

static void test_results(int64_t n)
{
  THTensor a = {0}, out[RESULTS] = {{.nDimension = 0}};
  fill(&a, TH_DOUBLE, n);
  CHECK(!THTensor_inv(out, &a) && at(out, 0) == 0.5 && at(out, n * n + n - 1) == -0.25);
  CHECK(!THTensor_det(out + 1, &a) && out[1].nDimension == 1 && at(out + 1, 1) == ldexp(1, (int)n));
  CHECK(!THTensor_logdet(out + 2, &a) && fabs(at(out + 2, 0) - (double)n * log(2)) < 1e-12);
  clear(out);
  CHECK(!THTensor_luFactor(out, out + 1, &a) && out[1].dtype == TH_INT);
  CHECK(!THTensor_luSolve(out + 2, out, out + 1, &a) && at(out + 2, n * n - 1) == 1);
  clear(out);
  CHECK(!THTensor_matmul(out, &a, &a) && at(out, n * n + n - 1) == 4);
  CHECK(THTensor_multiDot(out + 1, 1, LIST(&a)) == TH_ESHAPE); /* no matrix */
  CHECK(THTensor_einsum(out + 1, "ij", 1, LIST(&a)) == TH_ESHAPE && !out[1].storage);
  THTensor first = a; /* borrowed: the first matrix */
  CHECK(!THTensor_select(out + 2, &first, 0, 0));
  CHECK(!THTensor_multiDot(out + 1, 3, LIST(out + 2, out + 2, out + 2)) && at(out + 1, 0) == 8);
  CHECK(!THTensor_cdist(out + 3, out + 2, out + 2, 2) && fabs(at(out + 3, 1) - sqrt(8)) < 1e-12);
  CHECK(!THTensor_pdist(out + 3, out + 2, 1) && at(out + 3, 0) == 4);
  CHECK(!THTensor_kron(out + 3, out + 2, out + 2) && at(out + 3, 0) == 4);
  CHECK((THTensor_cross(out + 3, out + 2, out + 2, -1) == TH_OK) == (n == 3));
  clear(out);
  THTensor_clear(&a);
}

/* The C functions refuse flags that bindings check. */
static void test_flags(void)
{
  THTensor a = {0}, r = {0};
  fill(&a, TH_FLOAT, 3);
  CHECK(THTensor_cholesky(&r, &a, "X") == TH_EINVAL && THTensor_eigvalsh(&r, &a, "") == TH_EINVAL);
  CHECK(THTensor_solveTriangular(&r, &a, &a, "L", "X", "N") == TH_EINVAL);
  CHECK(THTensor_solveTriangular(&r, &a, &a, "X", "R", "N") == TH_EINVAL);
  CHECK(THTensor_solveTriangular(&r, &a, &a, "L", "L", "X") == TH_EINVAL);
  CHECK(THTensor_matrixNorm(&r, &a, "p", 3) == TH_EINVAL);
  CHECK(THTensor_vectorNorm(&r, &a, 2, 0, NULL) == TH_EINVAL);
  CHECK(THTensor_slogdet(&r, &r, &a) == TH_EINVAL && THTensor_isUndefined(&r));
  THTensor_clear(&a);
}

static void test_typed(void)
{
  THFloatTensor a = {0}, r = {0}, s = {0};
  fill(&a.base, TH_FLOAT, 3);
  CHECK(!THFloatTensor_solve(&r, &a, &a) && at(&r.base, 0) == 1);
  CHECK(!THFloatTensor_inv(&r, &a) && at(&r.base, 0) == 0.5);
  CHECK(!THFloatTensor_det(&r, &a) && at(&r.base, 1) == 8);
  CHECK(!THFloatTensor_cholesky(&r, &a, "L") && fabs(at(&r.base, 0) - sqrt(2)) < 1e-6);
  CHECK(!THFloatTensor_eigh(&r, &s, &a, "L") && r.nDimension == 2 && s.nDimension == 3);
  CHECK(!THFloatTensor_svdvals(&r, &a) && at(&r.base, 0) == 2);
  CHECK(!THFloatTensor_pinv(&r, &a, -1) && fabs(at(&r.base, 0) - 0.5) < 1e-6);
  CHECK(!THFloatTensor_matrixExp(&r, &a) && fabs(at(&r.base, 0) - exp(2)) < 1e-5);
  CHECK(!THFloatTensor_cdist(&r, &a, &a, 1) && at(&r.base, 1) == 4);
  CHECK(!THFloatTensor_matmul(&r, &a, &a) && at(&r.base, 0) == 4);
  CHECK(!THFloatTensor_kron(&r, &a, &a) && r.size[2] == 9);
  THFloatTensor_clear(&a), THFloatTensor_clear(&r), THFloatTensor_clear(&s);
}

int main(void)
{
  TH_setNumThreads(1); /* failures are counted in order */
  test_flags();
  if (!THBlas_symbol("dgesv_")) {
    fprintf(stderr, "%s: only flags were tested: %s\n", __FILE__, THBlas_info());
    return CHECK_RESULT();
  }
  test_results(3);
  test_results(12);
  test_typed();
  test_no_memory(TH_FLOAT, 3);
  test_no_memory(TH_HALF, 9);
  test_no_memory(TH_COMPLEXDOUBLE, 9);
  return CHECK_RESULT();
}
