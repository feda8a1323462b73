#include "THLinear.h"

#include <string.h>

#include "THBlas.h"
#include "THCopy.h"
#include "THOps.h"
#include "THView.h"

/* Dimensions of factors and result. A vector is a column; one behind a vector is a row. */
typedef struct Kind {
  const char *name;
  int a, b, out;
} Kind;

/*
** A matrix, or a stack of them: element (i, j) of the s-th lies at s * next + i * down + j * across
** elements from data.
*/
typedef struct Matrix {
  char *data;
  int64_t rows, columns, next, down, across;
} Matrix;

/* One call: m x k times k x n, stacked. */
typedef struct Run {
  const Kind *kind;
  int dtype;
  int64_t width; /* bytes of an element */
  int64_t stack, m, n, k;
  THNumber alpha, beta;
  Matrix a, b, c;
  int ndim; /* of the result */
  int64_t size[3];
  THTensor copy[4]; /* owned: clones of a, b and M; the result where BLAS cannot write in place */
} Run;

/* --- layout --- */

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

/* A borrowed header of the same elements as a stack of matrices. */
static THTensor as_stack(const THTensor *t, int row)
{
  THTensor s = *t;
  int d = t->nDimension;
  s.nDimension = 3;
  if (d == 3) return s;
  s.size[0] = 1;
  s.stride[0] = 0;
  for (int k = 1; k < 3; k++) {
    int from = d == 2 ? k - 1 : k == 1 + row ? 0 : -1;
    s.size[k] = from < 0 ? 1 : t->size[from];
    s.stride[k] = from < 0 ? 1 : t->stride[from];
  }
  return s;
}

static Matrix matrix_of(const THTensor *s)
{
  const int64_t *stride = s->stride;
  return (Matrix){THTensor_data(s), s->size[1], s->size[2], stride[0], stride[1], stride[2]};
}

static Matrix transposed(Matrix x)
{
  return (Matrix){x.data, x.columns, x.rows, x.next, x.across, x.down};
}

/* Whether it is column-major with a leading dimension, as BLAS wants it. */
static int is_columns(Matrix x)
{
  return (x.down == 1 || x.rows <= 1) && (x.across >= at_least_1(x.rows) || x.columns <= 1);
}

static int is_blas(Matrix x)
{
  return is_columns(x) || is_columns(transposed(x));
}

/* How BLAS is told of it: op(A) and leading dimension. */
static char op_of(Matrix x)
{
  return is_columns(x) ? 'N' : 'T';
}

static int64_t leading(Matrix x)
{
  return is_columns(x) ? x.across : x.down;
}

/* --- checks --- */

static int check_device(const Kind *kind, const THTensor *t)
{
  if (!THTensor_device(t)) return TH_OK;
  return th_fail(TH_EUNSUPPORTED, "%s: not defined on device %d; copy to the CPU first", kind->name,
                 THTensor_device(t));
}

static int check_factor(const Kind *kind, const THTensor *t, int rank)
{
  TH_TRY(THTensor_operand(kind->name, t, 0));
  TH_TRY(check_device(kind, t));
  if (t->nDimension == rank) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a factor has %d dimensions, needed is %d", kind->name,
                 t->nDimension, rank);
}

static int check_dtype(const Kind *kind, const THTensor *a, const THTensor *b)
{
  if (a->dtype == b->dtype) return TH_OK;
  return th_fail(TH_EDTYPE, "%s: operands are a %s and a %s; convert one, as in x:type('%s')",
                 kind->name, THTensor_typeText(a->dtype).text, THTensor_typeText(b->dtype).text,
                 THTensor_typeText(a->dtype).text);
}

static int mismatch(const Kind *kind, const THTensor *a, const THTensor *b, int64_t left,
                    const char *of_left, int64_t right, const char *of_right)
{
  return th_fail(TH_ESHAPE, "%s: %s times %s: %" PRId64 " %s against %" PRId64 " %s", kind->name,
                 THShape_text(a->nDimension, a->size).text,
                 THShape_text(b->nDimension, b->size).text, left, of_left, right, of_right);
}

/* Checks the factors and finds all sizes. */
static int find_sizes(Run *run, const THTensor *a, const THTensor *b)
{
  const Kind *kind = run->kind;
  TH_TRY(check_factor(kind, a, kind->a));
  TH_TRY(check_factor(kind, b, kind->b));
  TH_TRY(check_dtype(kind, a, b));
  THTensor sa = as_stack(a, 0), sb = as_stack(b, kind->a == 1);
  const char *rows = kind->b == 1 ? "elements" : "rows";
  if (sa.size[2] != sb.size[1])
    return mismatch(kind, a, b, sa.size[2], "columns", sb.size[1], rows);
  if (sa.size[0] != sb.size[0])
    return mismatch(kind, a, b, sa.size[0], "matrices", sb.size[0], "matrices");
  run->dtype = a->dtype;
  run->width = THDtype_traits(a->dtype)->size;
  run->stack = sa.size[0];
  run->m = sa.size[1];
  run->k = sa.size[2];
  run->n = sb.size[2];
  run->ndim = kind->out;
  memcpy(run->size, (int64_t[]){run->stack, run->m, run->n}, sizeof run->size);
  if (kind->out < 3) memcpy(run->size, (int64_t[]){run->m, run->n}, 2 * sizeof *run->size);
  return TH_OK;
}

/* --- operands --- */

/* Whether a result of the run's size in out may change t: resizing may spread out over it. */
static int is_touched(const Run *run, const THTensor *out, const THTensor *t)
{
  int stays = out->nDimension == run->ndim;
  for (int d = 0; d < run->ndim && stays; d++) stays = out->size[d] == run->size[d];
  return (out->storage && out->storage == t->storage && !stays) || THTensor_shareMemory(out, t);
}

/* A header to read the factor from: borrowed, or a clone where out or BLAS stand in the way. */
static int take_factor(Run *run, const THTensor *out, const THTensor *t, int row, THTensor *copy,
                       THTensor *use)
{
  *use = as_stack(t, row);
  if (is_blas(matrix_of(use)) && !is_touched(run, out, t)) return TH_OK;
  TH_TRY(THTensor_clone(copy, use, run->dtype));
  *use = *copy;
  return TH_OK;
}

static int check_addend(const Run *run, const THTensor *m)
{
  const char *op = run->kind->name;
  TH_TRY(THTensor_operand(op, m, 0));
  TH_TRY(check_device(run->kind, m));
  if (m->dtype != run->dtype)
    return th_fail(TH_EDTYPE, "%s: a %s is added to a product of the type %s", op,
                   THTensor_typeText(m->dtype).text, THTensor_typeText(run->dtype).text);
  if (THTensor_isUndefined(m)) return th_fail(TH_ESHAPE, "%s: the addend has no elements", op);
  if (THShape_broadcastsTo(m->nDimension, m->size, run->ndim, run->size)) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s does not broadcast to the product's size %s",
                 op, THShape_text(m->nDimension, m->size).text,
                 THShape_text(run->ndim, run->size).text);
}

/* M in the shape of the result, separate from out unless it is the same window. */
static int take_addend(Run *run, const THTensor *out, const THTensor *m, THTensor *expanded,
                       const THTensor **use)
{
  TH_TRY(check_addend(run, m));
  TH_TRY(THTensor_expand(expanded, m, run->ndim, run->size));
  TH_TRY(THOp_separate(out, run->ndim, run->size, expanded, &run->copy[2], use));
  if (*use != expanded) THTensor_clear(expanded);
  return TH_OK;
}

/*
** Where the product is written: out, or a new tensor where BLAS cannot write to it. A result that
** had to be resized is row-major, so that nothing can fail after out has changed.
*/
static int place_result(Run *run, THTensor *out, const THTensor *m, THTensor **target)
{
  TH_TRY(THTensor_result(run->kind->name, out, 0, run->dtype, run->ndim, run->size));
  THTensor stack = as_stack(out, 0);
  *target = out;
  if (!is_blas(matrix_of(&stack))) {
    *target = &run->copy[3];
    TH_TRY(THTensor_new(*target, 0, run->dtype, run->ndim, run->size));
    stack = as_stack(*target, 0);
  }
  run->c = matrix_of(&stack);
  return m ? THTensor_copy(*target, m) : TH_OK;
}

/* --- computing --- */

/* Columns of one product of the stack. A factor without elements has no address to count from. */
static int multiply_columns(const Run *run, int64_t s, int64_t first, int64_t count)
{
  int64_t reads = run->k ? run->width : 0;
  const char *a = run->a.data + s * run->a.next * reads;
  const char *b = run->b.data + (s * run->b.next + first * run->b.across) * reads;
  char *c = run->c.data + (s * run->c.next + first * run->c.across) * run->width;
  char op = op_of(run->a);
  int64_t down = at_least_1(run->c.down);
  int64_t rows = op == 'N' ? run->m : run->k, columns = op == 'N' ? run->k : run->m;
  if (run->n == 1)
    return THBlas_gemv(run->dtype, op, rows, columns, run->alpha, a, leading(run->a), b,
                       run->b.down, run->beta, c, down);
  return THBlas_gemm(run->dtype, op, op_of(run->b), run->m, count, run->k, run->alpha, a,
                     leading(run->a), b, leading(run->b), run->beta, c, leading(run->c));
}

/* The columns [begin, end) of all products, one behind the other. */
static void multiply_range(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  while (begin < end) {
    int64_t s = begin / run->n, first = begin % run->n, count = run->n - first;
    if (count > end - begin) count = end - begin;
    multiply_columns(run, s, first, count); /* cannot fail: all was checked */
    begin += count;
  }
}

/* Built-in code gives the same bits wherever columns are cut; a library has threads of its own. */
static void multiply(const Run *run)
{
  enum { GRAIN = 1 << 16 };
  int64_t columns = run->stack * run->n;
  if (!columns || !run->m) return;
  if (THBlas_hasLibrary(run->dtype)) {
    THBlas_setNumThreads(TH_getNumThreads());
    multiply_range((void *)run, 0, columns);
  } else {
    int64_t work = at_least_1(run->m) * at_least_1(run->k);
    THParallel_for(columns, at_least_1(GRAIN / work), multiply_range, (void *)run);
  }
}

/* All products into one matrix: the first with beta, the others added to it. */
static void multiply_sum(Run *run)
{
  int64_t stack = run->stack;
  run->stack = 1;
  if (stack == 0) {
    run->k = 0;
    multiply(run);
  }
  for (int64_t s = 0; s < stack; s++) {
    multiply(run);
    run->beta = TH_integer(1);
    run->a.data += run->a.next * run->width;
    run->b.data += run->b.next * run->width;
  }
}

/* BLAS writes columns: a row-major C is computed as its transpose, B' A'. gemv writes any. */
static void turn(Run *run)
{
  Matrix a = run->a;
  int64_t m = run->m;
  if (run->n == 1 || is_columns(run->c)) return;
  run->a = transposed(run->b);
  run->b = transposed(a);
  run->c = transposed(run->c);
  run->m = run->n;
  run->n = m;
}

static int run_product(Run *run, THTensor *out, const THTensor *m, const THTensor *a,
                       const THTensor *b, THTensor *expanded)
{
  THTensor use_a, use_b, *target;
  TH_TRY(check_device(run->kind, out));
  TH_TRY(find_sizes(run, a, b));
  TH_TRY(take_factor(run, out, a, 0, &run->copy[0], &use_a));
  TH_TRY(take_factor(run, out, b, run->kind->a == 1, &run->copy[1], &use_b));
  if (m) TH_TRY(take_addend(run, out, m, expanded, &m));
  if (TH_asReal(run->beta) == 0) m = NULL;
  TH_TRY(place_result(run, out, m, &target));
  run->a = matrix_of(&use_a);
  run->b = matrix_of(&use_b);
  turn(run);
  if (run->kind->a == 3 && run->kind->out == 2) multiply_sum(run);
  else multiply(run);
  return target == out ? TH_OK : THTensor_copy(out, target);
}

static int product(const Kind *kind, THTensor *out, THNumber beta, const THTensor *m,
                   THNumber alpha, const THTensor *a, const THTensor *b)
{
  Run run = {.kind = kind, .alpha = alpha, .beta = beta};
  THTensor expanded = {0};
  int status = run_product(&run, out, m, a, b, &expanded);
  THTensor_clear(&expanded);
  for (int k = 0; k < 4; k++) THTensor_clear(&run.copy[k]);
  return status;
}

#define PRODUCT(name, dims_a, dims_b, dims_out)                             \
int THTensor_##name(THTensor *out, const THTensor *a, const THTensor *b)    \
{                                                                           \
  static const Kind kind = {#name, dims_a, dims_b, dims_out};               \
  return product(&kind, out, TH_integer(0), NULL, TH_integer(1), a, b);     \
}
#define SUM(name, dims_a, dims_b, dims_out)                                               \
int THTensor_##name(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,      \
                    const THTensor *a, const THTensor *b)                                 \
{                                                                                         \
  static const Kind kind = {#name, dims_a, dims_b, dims_out};                             \
  return product(&kind, out, beta, m, alpha, a, b);                                       \
}
PRODUCT(mv, 2, 1, 1)
PRODUCT(mm, 2, 2, 2)
PRODUCT(ger, 1, 1, 2)
PRODUCT(bmm, 3, 3, 3)
SUM(addmv, 2, 1, 1)
SUM(addmm, 2, 2, 2)
SUM(addr, 1, 1, 2)
SUM(baddbmm, 3, 3, 3)
SUM(addbmm, 3, 3, 2)

/* --- dot --- */

/* The elements in order, one step apart: as they stand where they do, else in a clone. */
static int take_vector(const THTensor *t, THTensor *copy, THTensor *use, int64_t *step)
{
  *use = *t;
  *step = t->nDimension == 1 ? t->stride[0] : 1;
  if (t->nDimension == 1 || THTensor_isContiguous(t)) return TH_OK;
  TH_TRY(THTensor_clone(copy, t, t->dtype));
  *use = *copy;
  return TH_OK;
}

int THTensor_dot(THNumber *result, const THTensor *a, const THTensor *b)
{
  static const Kind kind = {"dot", 1, 1, 0};
  THTensor copy_x = {0}, copy_y = {0}, x, y;
  int64_t count = THTensor_nElement(a), count_b = THTensor_nElement(b), step_x, step_y;
  TH_TRY(check_factor(&kind, a, a->nDimension));
  TH_TRY(check_factor(&kind, b, b->nDimension));
  TH_TRY(check_dtype(&kind, a, b));
  if (count != count_b) return mismatch(&kind, a, b, count, "elements", count_b, "elements");
  int status = take_vector(a, &copy_x, &x, &step_x);
  if (!status) status = take_vector(b, &copy_y, &y, &step_y);
  if (!status) {
    THBlas_setNumThreads(TH_getNumThreads());
    status = THBlas_dot(a->dtype, count, THTensor_data(&x), step_x, THTensor_data(&y), step_y,
                        result);
  }
  THTensor_clear(&copy_x);
  THTensor_clear(&copy_y);
  return status;
}
