/*
** Chains of products of square matrices: powers and the exponential.
**
** The exponential is the Pade approximant of least degree, 3, 5, 7, 9 or 13, whose error is below
** the rounding error of a double for the norm of the matrix; above that the matrix is halved s
** times first, and the result squared s times (N. J. Higham, The scaling and squaring method for
** the matrix exponential revisited, 2005). Matrices of a stack that take the same degree and s go
** together.
*/
#include <math.h>
#include <string.h>

#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THContract.h"
#include "TH/ops/linear/THMatrices.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/select/THIndex.h"

typedef THScratch Work;
#define NEW THScratch_new(work)

static int check_square(const char *op, const THTensor *a)
{
  TH_TRY(THScratch_checkAnalytic(op, a));
  if (a->nDimension >= 2 && a->size[a->nDimension - 1] == a->size[a->nDimension - 2]) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a square matrix or a stack of them",
                 op, THTensor_sizeText(a).text);
}

/* r = a stack of identities like a. */
static int make_identity(THTensor *r, const THTensor *a)
{
  TH_TRY(THTensor_new(r, THTensor_device(a), a->dtype, a->nDimension, a->size));
  TH_TRY(THTensor_fill(r, TH_integer(0)));
  THTensor diagonal = THScratch_without(r, r->nDimension - 1); /* borrowed */
  diagonal.stride[r->nDimension - 2] += r->stride[r->nDimension - 1];
  return THTensor_fill(&diagonal, TH_integer(1));
}

/* --- powers --- */

/* r = a to the power of n > 0: the product of the squares that the bits of n name. */
static int raise(Work *work, THTensor *r, const THTensor *a, uint64_t n)
{
  THTensor *square = NEW;
  TH_TRY(THTensor_clone(square, a, a->dtype));
  for (int any = 0; n; n >>= 1) {
    if (n & 1) TH_TRY(any++ ? THTensor_matmul(r, r, square) : THTensor_clone(r, square, a->dtype));
    if (n > 1) TH_TRY(THTensor_matmul(square, square, square));
  }
  return TH_OK;
}

static int power(Work *work, THTensor *out, const THTensor *a, int64_t n)
{
  const char *op = "matrixPower";
  THTensor *wide = NEW, *inverse = NEW, *made = NEW;
  TH_TRY(check_square(op, a));
  if (!out->dtype) out->dtype = a->dtype;
  TH_TRY(THScratch_widen(wide, a));
  if (n < 0) TH_TRY(THTensor_inv(inverse, wide));
  TH_TRY(n ? raise(work, made, n < 0 ? inverse : wide, n < 0 ? -(uint64_t)n : (uint64_t)n)
           : make_identity(made, wide));
  return THScratch_give(op, out, made);
}

int THTensor_matrixPower(THTensor *out, const THTensor *a, int64_t n)
{
  Work work = {.count = 0};
  return THScratch_end(&work, power(&work, out, a, n));
}

/* --- the exponential --- */

enum { DEGREES = 5, HIGHEST = 13, MOST_SQUARINGS = 1100 };
static const int degrees[DEGREES] = {3, 5, 7, 9, HIGHEST};
/* The largest norm for each degree, for the rounding error 2^-53. */
static const double bounds[DEGREES] = {1.495585217958292e-2, 2.539398330063230e-1,
                                       9.504178996162932e-1, 2.097847961257068e0,
                                       5.371920351148152e0};

/* Coefficient k of the numerator of degree m, times a number that makes the last one 1. */
static double coefficient(int m, int k)
{
  double c = 1; /* (2m - k)! / (k! (m - k)!), over that of m, m! / m! */
  for (int i = m + 1; i <= 2 * m - k; i++) c *= i;
  for (int i = 1; i <= m - k; i++) c /= i;
  for (int i = k + 1; i <= m; i++) c *= i;
  return c;
}

/* r = r + factor * x. */
static int add(THTensor *r, const THTensor *x, double factor)
{
  return THOp_applyAs("matrixExp", &TH_ops[TH_OP_cadd], r,
                      (THOperand[]){TH_tensorOperand(r), TH_tensorOperand(x),
                                    TH_numberOperand(TH_real(factor))});
}

/* r = the sum of the even powers of a, in square[i] = a^(2i), with coefficients from + 2i, i <
   n. */
static int sum_powers(THTensor *r, THTensor *const *square, int m, int from, int n)
{
  TH_TRY(THScratch_number("matrixExp", TH_OP_cmul, r, square[0], coefficient(m, from)));
  for (int i = 1; i < n; i++) TH_TRY(add(r, square[i], coefficient(m, from + 2 * i)));
  return TH_OK;
}

/* odd and even: the terms of the numerator of degree m, up to 9: those of all powers up to a^8. */
static int low_terms(Work *work, THTensor *odd, THTensor *even, THTensor *const *square,
                     const THTensor *a, int m)
{
  THTensor *inner = NEW;
  TH_TRY(sum_powers(even, square, m, 0, m / 2 + 1));
  TH_TRY(sum_powers(inner, square, m, 1, m / 2 + 1));
  return THTensor_matmul(odd, a, inner);
}

/* The same of degree 13: a^6 is taken out of the terms above it, with the powers up to a^6. */
static int high_terms(Work *work, THTensor *odd, THTensor *even, THTensor *const *square,
                      const THTensor *a)
{
  for (int parity = 0; parity < 2; parity++) {
    THTensor *sum = parity ? NEW : even, *top = NEW, *high = NEW;
    TH_TRY(THScratch_number("matrixExp", TH_OP_cmul, top, square[1],
                            coefficient(HIGHEST, 8 + parity)));
    TH_TRY(add(top, square[2], coefficient(HIGHEST, 10 + parity)));
    TH_TRY(add(top, square[3], coefficient(HIGHEST, 12 + parity)));
    TH_TRY(THTensor_matmul(high, square[3], top));
    TH_TRY(sum_powers(sum, square, HIGHEST, parity, 4));
    TH_TRY(add(sum, high, 1));
    if (parity) TH_TRY(THTensor_matmul(odd, a, sum));
  }
  return TH_OK;
}

/* r = the approximant of degree m of the exponential of a. */
static int approximate(Work *work, THTensor *r, const THTensor *a, int m)
{
  THTensor *square[5], *odd = NEW, *even = NEW, *numerator = NEW, *denominator = NEW;
  const int powers = m == HIGHEST ? 4 : m / 2 + 1;
  for (int i = 0; i < powers; i++) square[i] = NEW;
  TH_TRY(make_identity(square[0], a));
  TH_TRY(THTensor_matmul(square[1], a, a));
  for (int i = 2; i < powers; i++) TH_TRY(THTensor_matmul(square[i], square[i - 1], square[1]));
  TH_TRY(m == HIGHEST ? high_terms(work, odd, even, square, a)
                      : low_terms(work, odd, even, square, a, m));
  TH_TRY(THScratch_binary("matrixExp", TH_OP_cadd, numerator, even, odd));
  TH_TRY(THScratch_binary("matrixExp", TH_OP_csub, denominator, even, odd));
  return THTensor_solve(r, denominator, numerator);
}

/* The degree and the number of squarings for a matrix of that norm. */
typedef struct Plan { int degree, squarings; } Plan;

static Plan plan_for(double norm)
{
  Plan plan = {HIGHEST, 0};
  for (int i = 0; i < DEGREES; i++)
    if (norm <= bounds[i]) return (Plan){degrees[i], 0};
  frexp(norm / bounds[DEGREES - 1], &plan.squarings);
  return plan;
}

/* r = the exponentials of a stack of matrices that have one plan. */
static int exponential(THTensor *r, const THTensor *a, Plan plan)
{
  Work own = {.count = 0}, *work = &own;
  THTensor *scaled = NEW, *x = NEW, *square = NEW, *kept;
  int status = THScratch_number("matrixExp", TH_OP_cmul, scaled, a, ldexp(1, -plan.squarings));
  if (!status) status = approximate(work, x, scaled, plan.degree);
  for (int k = 0; k < plan.squarings && !status; k++) {
    status = THTensor_matmul(square, x, x);
    kept = x, x = square, square = kept;
  }
  if (!status) THTensor_set(r, x);
  return THScratch_end(work, status);
}

static int not_finite(int64_t matrices, int64_t k)
{
  const char *what = "the matrix has elements that are NaN or infinite";
  if (matrices == 1) return th_fail(TH_EINVAL, "matrixExp: %s", what);
  return th_fail(TH_EINVAL, "matrixExp: matrix %" PRId64 ": %s", k + 1, what);
}

/* The 1-norm of each matrix of the stack, on the host in double. */
static int find_norms(Work *work, THTensor *here, const THTensor *a)
{
  THTensor *norms = NEW;
  TH_TRY(THTensor_matrixNorm(norms, a, "p", 1));
  TH_TRY(THTensor_to(here, norms, 0, TH_DOUBLE));
  const double *norm = THTensor_data(here);
  for (int64_t k = 0; k < a->size[0]; k++)
    if (!isfinite(norm[k])) return not_finite(a->size[0], k);
  return TH_OK;
}

/* The exponentials of the matrices from `first` on that have the plan of the first one; they are
   marked as done by a negative norm. */
static int run_group(THTensor *out, const THTensor *a, double *norm, int64_t first)
{
  Work own = {.count = 0}, *work = &own;
  THTensor *positions = NEW, *group = NEW, *r = NEW;
  const Plan plan = plan_for(norm[first]);
  int64_t count = 0;
  int status = THTensor_new(positions, 0, TH_LONG, 1, a->size);
  int64_t *position = THTensor_data(positions);
  for (int64_t k = first; k < a->size[0] && !status; k++) {
    const Plan other = plan_for(norm[k]);
    if (norm[k] < 0 || other.degree != plan.degree || other.squarings != plan.squarings) continue;
    position[count++] = k + 1;
    norm[k] = -1;
  }
  positions->size[0] = count;
  if (!status) status = THTensor_index(group, a, 0, positions);
  if (!status) status = exponential(r, group, plan);
  if (!status) status = THTensor_indexCopy(out, 0, positions, r);
  return THScratch_end(work, status);
}

static int matrix_exp(Work *work, THTensor *out, const THTensor *a)
{
  THTensor *wide = NEW, *flat = NEW, *here = NEW, *made = NEW, *shaped = NEW;
  const char *op = "matrixExp";
  TH_TRY(check_square(op, a));
  if (!out->dtype) out->dtype = a->dtype;
  TH_TRY(THScratch_widen(wide, a));
  const int64_t n = a->size[a->nDimension - 1];
  int64_t count = 1;
  for (int d = 0; d < a->nDimension - 2; d++) count *= a->size[d];
  TH_TRY(THTensor_reshape(flat, wide, 3, (const int64_t[]){count, n, n}));
  TH_TRY(THTensor_new(made, THTensor_device(a), wide->dtype, 3, flat->size));
  if (n && count) TH_TRY(find_norms(work, here, flat));
  double *norm = THTensor_data(here);
  for (int64_t k = 0; n && k < count; k++)
    if (norm[k] >= 0) TH_TRY(run_group(made, flat, norm, k));
  TH_TRY(THTensor_reshape(shaped, made, a->nDimension, a->size));
  return THScratch_give(op, out, shaped);
}

int THTensor_matrixExp(THTensor *out, const THTensor *a)
{
  Work work = {.count = 0};
  return THScratch_end(&work, matrix_exp(&work, out, a));
}
