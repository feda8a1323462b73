/*
** Chains over singular values, and norms: pinv, matrixRank, lstsq, vectorNorm, matrixNorm, cond.
**
** 16-bit types are computed in float.
*/
#include <float.h>
#include <math.h>
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THContract.h"
#include "TH/ops/linear/THMatrices.h"
#include "TH/ops/linear/THScratch.h"
#include "TH/ops/reduce/THReduce.h"

typedef THScratch Work;
#define NEW THScratch_new(work)
#define RUN(name, ...)                                      \
  do {                                                      \
    Work work_ = {.count = 0};                              \
    return THScratch_end(&work_, name(&work_, __VA_ARGS__)); \
  } while (0)

static int64_t rows_of(const THTensor *a)
{
  return a->size[a->nDimension - 2];
}

static int64_t columns_of(const THTensor *a)
{
  return a->size[a->nDimension - 1];
}

static int check_matrices(const char *op, const THTensor *a)
{
  TH_TRY(THScratch_checkAnalytic(op, a));
  if (a->nDimension >= 2) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s; expected a matrix or a stack of them", op,
                 THTensor_sizeText(a).text);
}

/* --- singular values --- */

/* mask, of the type of s, becomes 1 where a singular value is above its bound, else 0. */
static int find_mask(Work *work, const char *op, THTensor *mask, const THTensor *a,
                     const THTensor *s, double rcond)
{
  const double eps = s->dtype == TH_DOUBLE ? DBL_EPSILON : FLT_EPSILON;
  const int64_t longer = rows_of(a) > columns_of(a) ? rows_of(a) : columns_of(a);
  THTensor first = *s, *bound = NEW, *above = NEW; /* first is borrowed: the largest */
  if (isnan(rcond)) return th_fail(TH_EINVAL, "%s: the bound of singular values is NaN", op);
  if (!columns_of(s)) return THTensor_clone(mask, s, s->dtype);
  first.size[s->nDimension - 1] = 1;
  TH_TRY(THScratch_number(op, TH_OP_cmul, bound, &first, rcond < 0 ? (double)longer * eps : rcond));
  TH_TRY(THScratch_binary(op, TH_OP_gt, above, s, bound));
  return THTensor_clone(mask, above, s->dtype);
}

/* inverse becomes 1 / s where mask is 1, else 0. */
static int invert_values(Work *work, const char *op, THTensor *inverse, const THTensor *s,
                         const THTensor *mask)
{
  THTensor *others = NEW, *safe = NEW;
  TH_TRY(THScratch_number(op, TH_OP_csub, others, mask, 1)); /* -1 where s is left out */
  TH_TRY(THScratch_binary(op, TH_OP_csub, safe, s, others));
  return THScratch_binary(op, TH_OP_cdiv, inverse, mask, safe);
}

/* r = x with its columns multiplied by the vectors of scale. */
static int scale_columns(const char *op, THTensor *r, const THTensor *x, const THTensor *scale)
{
  const THTensor row = THScratch_with(scale, scale->nDimension - 1);
  return THScratch_binary(op, TH_OP_cmul, r, x, &row);
}

/* r = the conjugate transpose of x, as a view. */
static int turn(THTensor *r, const THTensor *x)
{
  const THTensor turned = THScratch_turned(x);
  return THTensor_conj(r, &turned);
}

static int pinv(Work *work, THTensor *out, const THTensor *a, double rcond)
{
  const char *op = "pinv";
  THTensor *wide = NEW, *u = NEW, *s = NEW, *v = NEW, *mask = NEW, *inverse = NEW, *turned = NEW;
  THTensor *left = NEW, *made = NEW;
  TH_TRY(check_matrices(op, a));
  TH_TRY(THScratch_widen(wide, a));
  if (!out->dtype) out->dtype = a->dtype;
  TH_TRY(THTensor_svdStack(u, s, v, wide, "S"));
  TH_TRY(find_mask(work, op, mask, wide, s, rcond));
  TH_TRY(invert_values(work, op, inverse, s, mask));
  TH_TRY(scale_columns(op, left, v, inverse));
  TH_TRY(turn(turned, u));
  TH_TRY(THTensor_matmul(made, left, turned));
  return THScratch_give(op, out, made);
}

int THTensor_pinv(THTensor *out, const THTensor *a, double rcond)
{
  RUN(pinv, out, a, rcond);
}

/* The number of singular values that count, a LongTensor. */
static int count_mask(Work *work, THTensor *rank, const THTensor *mask)
{
  THTensor *longs = NEW, *sum = NEW;
  const int last = mask->nDimension - 1;
  TH_TRY(THTensor_clone(longs, mask, TH_LONG));
  TH_TRY(THTensor_reduce(TH_OP_sum, sum, longs, last));
  const THTensor counts = THScratch_without(sum, last);
  THTensor_set(rank, &counts);
  return TH_OK;
}

static int matrix_rank(Work *work, THTensor *out, const THTensor *a, double rcond)
{
  const char *op = "matrixRank";
  THTensor *wide = NEW, *s = NEW, *mask = NEW, *rank = NEW;
  TH_TRY(check_matrices(op, a));
  TH_TRY(THScratch_widen(wide, a));
  TH_TRY(THTensor_svdvals(s, wide));
  TH_TRY(find_mask(work, op, mask, wide, s, rcond));
  TH_TRY(count_mask(work, rank, mask));
  return THScratch_give(op, out, rank);
}

int THTensor_matrixRank(THTensor *out, const THTensor *a, double rcond)
{
  RUN(matrix_rank, out, a, rcond);
}

/* --- least squares --- */

/* r = |a x - b|^2 summed over rows, real, (.., k). */
static int find_residuals(Work *work, THTensor *r, const THTensor *a, const THTensor *x,
                          const THTensor *b)
{
  const char *op = "lstsq";
  THTensor *product = NEW, *difference = NEW, *sizes = NEW, *squares = NEW, *sum = NEW;
  TH_TRY(THTensor_matmul(product, a, x));
  TH_TRY(THScratch_binary(op, TH_OP_csub, difference, product, b));
  TH_TRY(THScratch_unary(op, TH_OP_abs, sizes, difference));
  TH_TRY(THScratch_unary(op, TH_OP_square, squares, sizes));
  const int rows = squares->nDimension - 2;
  TH_TRY(THTensor_reduce(TH_OP_sum, sum, squares, rows));
  const THTensor made = THScratch_without(sum, rows);
  THTensor_set(r, &made);
  return TH_OK;
}

static int is_full(const THTensor *rank, int64_t n, int *full)
{
  THNumber least;
  *full = 0;
  if (!THTensor_nElement(rank)) return TH_OK;
  TH_TRY(THTensor_extremeAll(TH_OP_min, rank, &least, NULL));
  *full = least.integer == n;
  return TH_OK;
}

/* The results of one call, before any is given. */
typedef struct Squares { THTensor *x, *residuals, *rank, *s; } Squares;

static int solve_squares(Work *work, const Squares *to, const THTensor *a, const THTensor *b,
                         double rcond)
{
  const char *op = "lstsq";
  THTensor *u = NEW, *v = NEW, *mask = NEW, *inverse = NEW, *turned = NEW, *parts = NEW;
  THTensor *left = NEW;
  int full;
  TH_TRY(THTensor_svdStack(u, to->s, v, a, "S"));
  TH_TRY(find_mask(work, op, mask, a, to->s, rcond));
  TH_TRY(invert_values(work, op, inverse, to->s, mask));
  TH_TRY(turn(turned, u));
  TH_TRY(THTensor_matmul(parts, turned, b));
  TH_TRY(scale_columns(op, left, v, inverse));
  TH_TRY(THTensor_matmul(to->x, left, parts));
  TH_TRY(count_mask(work, to->rank, mask));
  TH_TRY(is_full(to->rank, columns_of(a), &full));
  if (full && rows_of(a) > columns_of(a)) return find_residuals(work, to->residuals, a, to->x, b);
  return THTensor_new(to->residuals, THTensor_device(a), to->s->dtype, 1, (const int64_t[]){0});
}

static int check_squares(const THTensor *a, const THTensor *b)
{
  TH_TRY(check_matrices("lstsq", a));
  TH_TRY(THScratch_checkAnalytic("lstsq", b));
  TH_TRY(TH_checkSameDevice("lstsq", (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  TH_TRY(TH_checkSameType("lstsq", THTensor_device(a), a->dtype, b->dtype));
  const int row = b->nDimension - (THScratch_isVectors(a, b) ? 1 : 2);
  if (row >= 0 && b->size[row] == rows_of(a)) return TH_OK;
  return th_fail(TH_ESHAPE, "lstsq: a right side of size %s for matrices of size %s",
                 THTensor_sizeText(b).text, THTensor_sizeText(a).text);
}

/* A result without its dim of size 1 where the right sides are vectors. Borrowed. */
static THTensor without_column(const THTensor *t, int isVectors, int behind)
{
  return isVectors && t->nDimension >= behind ? THScratch_without(t, t->nDimension - 1) : *t;
}

static int lstsq(Work *work, const Squares *out, const THTensor *a, const THTensor *b,
                 double rcond)
{
  const Squares made = {NEW, NEW, NEW, NEW};
  THTensor *wide_a = NEW, *wide_b = NEW;
  TH_TRY(check_squares(a, b));
  const int is_vectors = THScratch_isVectors(a, b), dtype = a->dtype;
  const THTensor column = is_vectors ? THScratch_with(b, b->nDimension) : *b;
  TH_TRY(THScratch_widen(wide_a, a));
  TH_TRY(THScratch_widen(wide_b, &column));
  TH_TRY(solve_squares(work, &made, wide_a, wide_b, rcond));
  const THTensor x = without_column(made.x, is_vectors, 1);
  const int has_sums = THTensor_nElement(made.residuals) > 0;
  const THTensor residuals = without_column(made.residuals, is_vectors && has_sums, 1);
  const int real = THDtype_traits(dtype)->complex ? THDtype_traits(dtype)->value : dtype;
  if (!out->x->dtype) out->x->dtype = (int16_t)dtype;
  if (!out->residuals->dtype) out->residuals->dtype = (int16_t)real;
  if (!out->s->dtype) out->s->dtype = (int16_t)real;
  return THScratch_giveAll("lstsq", 4,
                           (THTensor *const[]){out->x, out->residuals, out->rank, out->s},
                           (const THTensor[]){x, residuals, *made.rank, *made.s});
}

int THTensor_lstsq(THTensor *x, THTensor *residuals, THTensor *rank, THTensor *s,
                   const THTensor *a, const THTensor *b, double rcond)
{
  const Squares out = {x, residuals, rank, s};
  RUN(lstsq, &out, a, b, rcond);
}

/* --- norms of vectors --- */

/* x with the dims that are summed merged into a last one. *kept are the sizes of the result. */
static int merge_dims(Work *work, THTensor *merged, const THTensor *x, int ndims, const int *dims,
                      int64_t *kept)
{
  THTensor *moved = NEW;
  int order[TH_MAX_DIM], n = 0, is_summed[TH_MAX_DIM] = {0};
  int64_t size[TH_MAX_DIM], count = THTensor_isUndefined(x) ? 0 : 1;
  if (!ndims && x->nDimension) return th_fail(TH_EINVAL, "vectorNorm: no dimensions");
  for (int k = 0; k < ndims; k++) {
    TH_TRY(TH_checkDim("vectorNorm", x, dims[k]));
    if (is_summed[dims[k]]++)
      return th_fail(TH_EINVAL, "vectorNorm: dimension %d is named twice", dims[k] + 1);
  }
  for (int d = 0; d < x->nDimension; d++) {
    kept[d] = is_summed[d] ? 1 : x->size[d];
    if (!is_summed[d]) order[n++] = d;
  }
  const int outer = n;
  for (int d = 0; d < x->nDimension; d++)
    if (is_summed[d]) order[n++] = d;
  if (n) TH_TRY(THTensor_permute(moved, x, n, order));
  else THTensor_set(moved, x);
  for (int d = outer; d < n; d++) count *= moved->size[d];
  memcpy(size, moved->size, (size_t)outer * sizeof *size);
  size[outer] = count;
  return THTensor_reshape(merged, moved, outer + 1, size);
}

/* The p-norm along the last dimension for any p, with size 1. */
static int norm_rows(Work *work, THTensor *r, const THTensor *x, double p)
{
  const char *op = "vectorNorm";
  const int last = x->nDimension - 1;
  THTensor *sizes = NEW, *positions = NEW, *powers = NEW, *sum = NEW;
  if (isnan(p)) return th_fail(TH_EINVAL, "%s: p is NaN", op);
  if (p >= 0) return THTensor_norm(r, x, p, last);
  TH_TRY(THScratch_unary(op, TH_OP_abs, sizes, x));
  if (isinf(p)) return THTensor_extreme(TH_OP_min, r, positions, sizes, last);
  TH_TRY(THScratch_number(op, TH_OP_cpow, powers, sizes, p));
  TH_TRY(THTensor_reduce(TH_OP_sum, sum, powers, last));
  return THScratch_number(op, TH_OP_cpow, r, sum, 1 / p);
}

static int vector_norm(Work *work, THTensor *out, const THTensor *x, double p, int ndims,
                       const int *dims)
{
  int64_t kept[TH_MAX_DIM];
  THTensor *merged = NEW, *made = NEW, *shaped = NEW;
  TH_TRY(THScratch_checkAnalytic("vectorNorm", x));
  TH_TRY(merge_dims(work, merged, x, ndims, dims, kept));
  TH_TRY(norm_rows(work, made, merged, p));
  TH_TRY(THTensor_reshape(shaped, made, x->nDimension, kept));
  return THScratch_give("vectorNorm", out, shaped);
}

int THTensor_vectorNorm(THTensor *out, const THTensor *x, double p, int ndims, const int *dims)
{
  RUN(vector_norm, out, x, p, ndims, dims);
}

/* --- norms of matrices --- */

/* The largest sum of absolute values of a column (of a row, if isRows), or the smallest. */
static int norm_by_sums(Work *work, THTensor *r, const THTensor *x, int isRows, int isLeast)
{
  THTensor *sums = NEW, *positions = NEW;
  const int rows = x->nDimension - 2, summed = rows + isRows, sought = rows + !isRows;
  TH_TRY(THTensor_norm(sums, x, 1, summed));
  if (!isLeast) return THTensor_norm(r, sums, INFINITY, sought);
  return THTensor_extreme(TH_OP_min, r, positions, sums, sought);
}

/* The norm by the singular values of x, (.., 1, 1): their sum, the largest or the smallest. */
static int norm_by_values(Work *work, THTensor *r, const THTensor *x, int isSum, int isLeast)
{
  THTensor *s = NEW, *sum = NEW;
  TH_TRY(THTensor_svdvals(s, x));
  const int last = s->nDimension - 1;
  const int64_t k = s->size[last];
  THTensor one = *s; /* borrowed: one singular value */
  if (isSum || !k) {
    TH_TRY(THTensor_reduce(TH_OP_sum, sum, s, last));
    one = *sum;
  } else {
    one.size[last] = 1;
    one.storageOffset += isLeast ? (k - 1) * s->stride[last] : 0;
  }
  const THTensor square = THScratch_with(&one, last);
  return THTensor_clone(r, &square, s->dtype);
}

static int matrix_norm(Work *work, THTensor *out, const THTensor *x, const char *norm, double p)
{
  const char *op = "matrixNorm";
  THTensor *wide = NEW, *made = NEW;
  TH_TRY(check_matrices(op, x));
  const int rows = x->nDimension - 2, real = THDtype_traits(x->dtype)->complex
                                               ? THDtype_traits(x->dtype)->value : x->dtype;
  const double size = fabs(p);
  if (!out->dtype) out->dtype = (int16_t)real;
  TH_TRY(THScratch_widen(wide, x));
  if (*norm == 'f') {
    TH_TRY(THTensor_vectorNorm(made, wide, 2, 2, (const int[]){rows, rows + 1}));
  } else if (*norm == 'n') {
    TH_TRY(norm_by_values(work, made, wide, 1, 0));
  } else if (size == 2) {
    TH_TRY(norm_by_values(work, made, wide, 0, p < 0));
  } else if (size == 1 || isinf(size)) {
    TH_TRY(norm_by_sums(work, made, wide, isinf(size), p < 0));
  } else {
    return th_fail(TH_EINVAL, "%s: p is %g; expected 1, 2, infinity, their negatives, 'fro' or "
                   "'nuc'", op, p);
  }
  return THScratch_give(op, out, made);
}

int THTensor_matrixNorm(THTensor *out, const THTensor *x, const char *norm, double p)
{
  RUN(matrix_norm, out, x, norm, p);
}

/* --- condition numbers --- */

/* (.., 1, 1) -> (..), as a view. */
static THTensor without_matrix(const THTensor *t)
{
  const THTensor r = THScratch_without(t, t->nDimension - 1);
  return THScratch_without(&r, r.nDimension - 1);
}

/* By singular values: the largest over the smallest, or for -2 the inverse. */
static int cond_by_values(Work *work, THTensor *r, const THTensor *x, int isInverse)
{
  THTensor *first = NEW, *last = NEW;
  TH_TRY(norm_by_values(work, first, x, 0, isInverse));
  TH_TRY(norm_by_values(work, last, x, 0, !isInverse));
  return THScratch_binary("cond", TH_OP_cdiv, r, first, last);
}

/* Of one matrix, (1, 1): infinite if it has no inverse. */
static int cond_of_one(Work *work, THTensor *r, const THTensor *x, const char *norm, double p)
{
  THTensor *inverse = NEW, *size = NEW, *other = NEW;
  TH_TRY(THTensor_matrixNorm(size, x, norm, p));
  if (THTensor_inv(inverse, x)) {
    if (TH_errorStatus() != TH_EINVAL || !strstr(TH_error(), "singular")) return TH_errorStatus();
    return THScratch_number("cond", TH_OP_cadd, r, size, INFINITY);
  }
  TH_TRY(THTensor_matrixNorm(other, inverse, norm, p));
  return THScratch_binary("cond", TH_OP_cmul, r, size, other);
}

/* One matrix after the other: an inverse that does not exist is no failure. */
static int cond_by_inverses(Work *work, THTensor *made, const THTensor *x, const char *norm,
                            double p)
{
  THTensor *flat = NEW;
  const int n = x->nDimension - 2;
  int64_t count = 1;
  for (int d = 0; d < n; d++) count *= x->size[d];
  const int64_t m = rows_of(x), k = columns_of(x);
  if (m != k)
    return th_fail(TH_ESHAPE, "cond: a tensor of size %s; expected square matrices for this norm",
                   THTensor_sizeText(x).text);
  TH_TRY(THTensor_reshape(flat, x, 3, (const int64_t[]){count, m, k}));
  for (int64_t at = 0; at < count; at++) {
    Work one = {.count = 0};
    THTensor *r = THScratch_new(&one), matrix = THScratch_without(flat, 0);
    THTensor to = without_matrix(made);
    THNumber number;
    matrix.storageOffset += at * flat->stride[0];
    int status = cond_of_one(&one, r, &matrix, norm, p);
    if (!status) status = THTensor_get(r, 0, &number);
    if (!status) status = THTensor_put(&to, at, number);
    TH_TRY(THScratch_end(&one, status));
  }
  return TH_OK;
}

static int cond(Work *work, THTensor *out, const THTensor *x, const char *norm, double p)
{
  THTensor *wide = NEW, *made = NEW;
  TH_TRY(check_matrices("cond", x));
  const THTraits *traits = THDtype_traits(x->dtype);
  if (!out->dtype) out->dtype = (int16_t)(traits->complex ? traits->value : x->dtype);
  TH_TRY(THScratch_widen(wide, x));
  if (*norm == 'p' && fabs(p) == 2) {
    TH_TRY(cond_by_values(work, made, wide, p < 0));
  } else {
    int64_t size[TH_MAX_DIM];
    memcpy(size, x->size, sizeof size);
    size[x->nDimension - 1] = size[x->nDimension - 2] = 1;
    const int real = THDtype_traits(wide->dtype)->complex ? THDtype_traits(wide->dtype)->value
                                                          : wide->dtype;
    TH_TRY(THTensor_new(made, THTensor_device(x), real, x->nDimension, size));
    TH_TRY(cond_by_inverses(work, made, wide, norm, p));
  }
  const THTensor numbers = without_matrix(made);
  return THScratch_give("cond", out, &numbers);
}

int THTensor_cond(THTensor *out, const THTensor *x, const char *norm, double p)
{
  RUN(cond, out, x, norm, p);
}
