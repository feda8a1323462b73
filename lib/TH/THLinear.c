#include "THLinear.h"

#include <string.h>

#include "THBlas.h"
#include "THCheck.h"
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
  int64_t stack, rows, columns, next, down, across;
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
  int owned; /* how many of these there are: clones of a, b and M; M expanded; a result */
  THTensor own[5];
} Run;

/* A tensor that lasts as long as the run. */
static THTensor *own(Run *run)
{
  THTensor *t = &run->own[run->owned++];
  *t = (THTensor){0};
  return t;
}

/* --- layout --- */

static int64_t at_least_1(int64_t n)
{
  return n > 1 ? n : 1;
}

/* t's dimension that runs down (d 1) or across (2) its matrices; -1: none, it has size 1. */
static int dimension_of(const THTensor *t, int row, int d)
{
  int n = t->nDimension;
  return n == 3 ? d : n == 2 ? d - 1 : d == 1 + row ? 0 : -1;
}

/* A tensor as a stack of matrices; a vector is a column, or a row. */
static void read_matrix(Matrix *x, const THTensor *t, int row)
{
  const int i = dimension_of(t, row, 1), j = dimension_of(t, row, 2);
  x->data = THTensor_data(t);
  x->stack = t->nDimension == 3 ? t->size[0] : 1;
  x->next = t->nDimension == 3 ? t->stride[0] : 0;
  x->rows = i < 0 ? 1 : t->size[i];
  x->down = i < 0 ? 1 : t->stride[i];
  x->columns = j < 0 ? 1 : t->size[j];
  x->across = j < 0 ? 1 : t->stride[j];
}

static Matrix transposed(Matrix x)
{
  return (Matrix){x.data, x.stack, x.columns, x.rows, x.next, x.across, x.down};
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

static int mismatch(const Kind *kind, const THTensor *a, const THTensor *b, int64_t left,
                    const char *of_left, int64_t right, const char *of_right)
{
  return th_fail(TH_ESHAPE, "%s: %s times %s: %" PRId64 " %s against %" PRId64 " %s", kind->name,
                 THShape_text(a->nDimension, a->size).text,
                 THShape_text(b->nDimension, b->size).text, left, of_left, right, of_right);
}

/* Checks the factors and finds all sizes; a and b of the run are as they lie. */
static int find_sizes(Run *run, const THTensor *a, const THTensor *b)
{
  const Kind *kind = run->kind;
  TH_TRY(check_factor(kind, a, kind->a));
  TH_TRY(check_factor(kind, b, kind->b));
  TH_TRY(TH_checkSameType(kind->name, a->dtype, b->dtype));
  const Matrix *x = &run->a, *y = &run->b;
  read_matrix(&run->a, a, 0);
  read_matrix(&run->b, b, kind->a == 1);
  if (x->columns != y->rows)
    return mismatch(kind, a, b, x->columns, "columns", y->rows, kind->b == 1 ? "elements" : "rows");
  if (x->stack != y->stack)
    return mismatch(kind, a, b, x->stack, "matrices", y->stack, "matrices");
  run->dtype = a->dtype;
  run->width = THDtype_traits(a->dtype)->size;
  run->stack = x->stack;
  run->m = x->rows;
  run->k = x->columns;
  run->n = y->columns;
  run->ndim = kind->out;
  int64_t *size = run->size;
  if (kind->out == 3) *size++ = run->stack;
  size[0] = run->m;
  if (kind->out > 1) size[1] = run->n;
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

/* What the factor is read from: itself, or a clone where out or BLAS stand in the way. */
static int take_factor(Run *run, const THTensor *out, const THTensor *t, int row, Matrix *use)
{
  if (is_blas(*use) && !is_touched(run, out, t)) return TH_OK;
  THTensor *copy = own(run);
  TH_TRY(THTensor_clone(copy, t, run->dtype));
  read_matrix(use, copy, row);
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
static int take_addend(Run *run, const THTensor *out, const THTensor *m, const THTensor **use)
{
  THTensor *expanded = own(run);
  TH_TRY(check_addend(run, m));
  TH_TRY(THTensor_expand(expanded, m, run->ndim, run->size));
  TH_TRY(THOp_separate(out, run->ndim, run->size, expanded, own(run), use));
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
  *target = out;
  read_matrix(&run->c, out, 0);
  if (!is_blas(run->c)) {
    *target = own(run);
    TH_TRY(THTensor_new(*target, 0, run->dtype, run->ndim, run->size));
    read_matrix(&run->c, *target, 0);
  }
  return m ? THTensor_copy(*target, m) : TH_OK;
}

/* --- computing --- */

/* Part of one product of the stack. A factor without elements has no address to count from. */
typedef struct Part { int64_t row, rows, column, columns; } Part;

static int multiply_part(const Run *run, int64_t s, Part p)
{
  int64_t reads = run->k ? run->width : 0;
  const char *a = run->a.data + (s * run->a.next + p.row * run->a.down) * reads;
  const char *b = run->b.data + (s * run->b.next + p.column * run->b.across) * reads;
  const int64_t c_at = s * run->c.next + p.row * run->c.down + p.column * run->c.across;
  char *c = run->c.data + c_at * run->width, op = op_of(run->a);
  int64_t down = at_least_1(run->c.down);
  int64_t rows = op == 'N' ? p.rows : run->k, columns = op == 'N' ? run->k : p.rows;
  if (run->n == 1)
    return THBlas_gemv(run->dtype, op, rows, columns, run->alpha, a, leading(run->a), b,
                       run->b.down, run->beta, c, down);
  return THBlas_gemm(run->dtype, op, op_of(run->b), p.rows, p.columns, run->k, run->alpha, a,
                     leading(run->a), b, leading(run->b), run->beta, c, leading(run->c));
}

/* The columns [begin, end) of all products, one behind the other. All was checked: no failure. */
static void multiply_columns(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  while (begin < end) {
    int64_t s = begin / run->n, first = begin % run->n, count = run->n - first;
    if (count > end - begin) count = end - begin;
    multiply_part(run, s, (Part){0, run->m, first, count});
    begin += count;
  }
}

static void multiply_rows(void *context, int64_t begin, int64_t end)
{
  const Run *run = context;
  multiply_part(run, 0, (Part){begin, end - begin, 0, run->n});
}

/*
** Products are cut for the pool's threads, and each piece is one call of BLAS. A library is kept to
** one thread: threads of its own would go on spinning beside the pool's when it is done, and would
** not be the host's. All other code gives the same bits wherever it is cut.
*/
static void multiply(Run *run)
{
  const int kernel = run->n > 1 && THBlas_hasKernel(run->dtype);
  const int library = !kernel && THBlas_hasLibrary(run->dtype);
  const int64_t grain = kernel || library ? 1 << 18 : 1 << 16; /* products; about 4 and 40 us */
  const int64_t columns = run->stack * run->n, depth = at_least_1(run->k);
  if (!columns || !run->m) return;
  if (library) THBlas_setNumThreads(1);
  if (run->stack == 1 && run->m > run->n)
    THParallel_for(run->m, at_least_1(grain / (depth * run->n)), multiply_rows, run);
  else THParallel_for(columns, at_least_1(grain / (depth * run->m)), multiply_columns, run);
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
                       const THTensor *b)
{
  THTensor *target;
  TH_TRY(check_device(run->kind, out));
  TH_TRY(find_sizes(run, a, b));
  TH_TRY(take_factor(run, out, a, 0, &run->a));
  TH_TRY(take_factor(run, out, b, run->kind->a == 1, &run->b));
  if (m) TH_TRY(take_addend(run, out, m, &m));
  if (TH_asReal(run->beta) == 0) m = NULL;
  TH_TRY(place_result(run, out, m, &target));
  turn(run);
  if (run->kind->a == 3 && run->kind->out == 2) multiply_sum(run);
  else multiply(run);
  return target == out ? TH_OK : THTensor_copy(out, target);
}

static int product(const Kind *kind, THTensor *out, THNumber beta, const THTensor *m,
                   THNumber alpha, const THTensor *a, const THTensor *b)
{
  Run run;
  run.kind = kind;
  run.alpha = alpha;
  run.beta = beta;
  run.owned = 0;
  int status = run_product(&run, out, m, a, b);
  while (run.owned) THTensor_clear(&run.own[--run.owned]);
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
PRODUCT(bmm, 3, 3, 3)
SUM(addmv, 2, 1, 1)
SUM(addmm, 2, 2, 2)
SUM(addr, 1, 1, 2)
SUM(baddbmm, 3, 3, 3)
SUM(addbmm, 3, 3, 2)

/* --- ger --- */

/* A column times a row, element by element: it is bound by memory, and adds nothing up. */
int THTensor_ger(THTensor *out, const THTensor *a, const THTensor *b)
{
  static const Kind kind = {"ger", 1, 1, 2};
  TH_TRY(check_factor(&kind, a, 1));
  TH_TRY(check_factor(&kind, b, 1));
  TH_TRY(TH_checkSameType(kind.name, a->dtype, b->dtype));
  THTensor column = *a, row = *b; /* borrowed */
  column.nDimension = row.nDimension = 2;
  column.size[1] = row.size[0] = 1;
  row.size[1] = b->size[0];
  row.stride[1] = b->stride[0];
  return THOp_applyAs("ger", &TH_ops[TH_OP_cmul], out,
                      (THOperand[]){TH_tensorOperand(&column), TH_tensorOperand(&row)});
}

/* --- dot --- */

/* The elements in order, one step apart: as they stand where they do, else in a clone. */
static int take_vector(const THTensor *t, THTensor *copy, const THTensor **use, int64_t *step)
{
  *use = t;
  *step = t->nDimension == 1 ? t->stride[0] : 1;
  if (t->nDimension == 1 || THTensor_isContiguous(t)) return TH_OK;
  *use = copy;
  return THTensor_clone(copy, t, t->dtype);
}

int THTensor_dot(THNumber *result, const THTensor *a, const THTensor *b)
{
  static const Kind kind = {"dot", 1, 1, 0};
  THTensor copy_x = {0}, copy_y = {0};
  const THTensor *x, *y;
  int64_t count = THTensor_nElement(a), count_b = THTensor_nElement(b), step_x, step_y;
  TH_TRY(check_factor(&kind, a, a->nDimension));
  TH_TRY(check_factor(&kind, b, b->nDimension));
  TH_TRY(TH_checkSameType(kind.name, a->dtype, b->dtype));
  if (count != count_b) return mismatch(&kind, a, b, count, "elements", count_b, "elements");
  int status = take_vector(a, &copy_x, &x, &step_x);
  if (!status) status = take_vector(b, &copy_y, &y, &step_y);
  if (!status) {
    THBlas_setNumThreads(1);
    status = THBlas_dot(a->dtype, count, THTensor_data(x), step_x, THTensor_data(y), step_y,
                        result);
  }
  if (copy_x.storage) THTensor_clear(&copy_x);
  if (copy_y.storage) THTensor_clear(&copy_y);
  return status;
}
