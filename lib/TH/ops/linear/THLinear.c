/*
** Products of vectors and matrices: checks, brings the factors into a form that BLAS takes, and
** runs an entry of the device on them (THProductChapter.h).
**
** A factor is read where it is if BLAS can read it there and the result does not overlap it;
** otherwise it is cloned. BLAS conjugates a factor only together with a transposition, so a
** conjugated one is read in place if the product that BLAS is asked for, which is the transposed
** one for a row-major result, has it transposed (conj of a vector or of t() of a row-major matrix,
** but not of the matrix itself). The addend goes into the result before the products are added.
*/
#include "TH/ops/linear/THLinear.h"

#include <string.h>

#include "TH/backend/THProductChapter.h"
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"

/* The dimensions of the factors and the result. A vector is a column; a second factor after a
   vector is a row. */
typedef struct Kind {
  const char *name;
  int a, b, out;
  int row; /* TH_LINEAR_, for layouts */
} Kind;

/* One call. */
typedef struct Run {
  const Kind *kind;
  int dtype, device;
  THProducts p;
  int ndim; /* of the result */
  int64_t size[3];
  int isRead; /* the result is an operand too: a failed call cannot be tried again */
  int owned; /* how many of own are used: clones of a, b and M; M expanded; a result */
  THTensor own[5];
} Run;

/* A new tensor that lives as long as the call. */
static THTensor *own(Run *run)
{
  THTensor *t = &run->own[run->owned++];
  *t = (THTensor){0};
  return t;
}

/* --- layout --- */

/* The dimension of t along which the rows (d 1) or columns (d 2) of its matrices follow each other;
   -1 if there is none, and the size is 1. */
static int dimension_of(const THTensor *t, int row, int d)
{
  int n = t->nDimension;
  return n == 3 ? d : n == 2 ? d - 1 : d == 1 + row ? 0 : -1;
}

/* Describe a tensor as a stack of matrices. A vector is a column, or a row. */
static void read_matrix(THMatrix *x, const THTensor *t, int row)
{
  const int i = dimension_of(t, row, 1), j = dimension_of(t, row, 2);
  x->data = THTensor_data(t);
  x->stack = t->nDimension == 3 ? t->size[0] : 1;
  x->next = t->nDimension == 3 ? t->stride[0] : 0;
  x->rows = i < 0 ? 1 : t->size[i];
  x->down = i < 0 ? 1 : t->stride[i];
  x->columns = j < 0 ? 1 : t->size[j];
  x->across = j < 0 ? 1 : t->stride[j];
  x->conj = (t->flags & TH_FLAG_CONJUGATED) != 0;
}

/* Whether the product is computed as C' = B' A' (THProducts_turn). */
static int is_turned(const THProducts *p)
{
  return p->m > 1 && p->n > 1;
}

/* Whether BLAS can read the factor as it lies. */
static int is_readable(const THProducts *p, THMatrix x)
{
  return THMatrix_isBlas(x.conj && is_turned(p) ? THMatrix_transposed(x) : x);
}

/* Whether BLAS can write the result as it lies, with the factors conjugated that were found
   readable. */
static int is_writable(const THProducts *p)
{
  const int conjugates = p->a.conj || p->b.conj;
  return THMatrix_isBlas(p->c) && !(conjugates && THMatrix_isColumns(p->c) == is_turned(p));
}

/* --- checks --- */

static int check_factor(const Kind *kind, const THTensor *t, int rank)
{
  TH_TRY(THTensor_operandKnown(kind->name, t, TH_FLAG_CONJUGATED, 0));
  if (t->nDimension == rank) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a factor has %d dimensions, expected %d", kind->name,
                 t->nDimension, rank);
}

static int check_alike(const Kind *kind, const THTensor *a, const THTensor *b)
{
  TH_TRY(TH_checkSameDevice(kind->name, (THPlaced){"operand", 1, THTensor_device(a)},
                            (THPlaced){"operand", 2, THTensor_device(b)}));
  return TH_checkSameType(kind->name, THTensor_device(a), a->dtype, b->dtype);
}

static int mismatch(const Kind *kind, const THTensor *a, const THTensor *b, int64_t left,
                    const char *of_left, int64_t right, const char *of_right)
{
  return th_fail(TH_ESHAPE, "%s: %s times %s: %" PRId64 " %s against %" PRId64 " %s", kind->name,
                 THTensor_sizeText(a).text,
                 THTensor_sizeText(b).text, left, of_left, right, of_right);
}

/* Check the factors and find all sizes. The matrices A and B of the run are the factors in
   place. */
static int find_sizes(Run *run, const THTensor *a, const THTensor *b)
{
  const Kind *kind = run->kind;
  TH_TRY(check_factor(kind, a, kind->a));
  TH_TRY(check_factor(kind, b, kind->b));
  TH_TRY(check_alike(kind, a, b));
  THProducts *p = &run->p;
  read_matrix(&p->a, a, 0);
  read_matrix(&p->b, b, kind->a == 1);
  if (p->a.columns != p->b.rows)
    return mismatch(kind, a, b, p->a.columns, "columns", p->b.rows,
                    kind->b == 1 ? "elements" : "rows");
  if (p->a.stack != p->b.stack)
    return mismatch(kind, a, b, p->a.stack, "matrices", p->b.stack, "matrices");
  run->dtype = a->dtype;
  run->device = THTensor_device(a);
  p->op = kind->name;
  p->device = run->device;
  p->dtype = run->dtype;
  p->width = THDtype_traits(a->dtype)->size;
  p->stack = p->a.stack;
  p->m = p->a.rows;
  p->k = p->a.columns;
  p->n = p->b.columns;
  run->ndim = kind->out;
  int64_t *size = run->size;
  if (kind->out == 3) *size++ = p->stack;
  size[0] = p->m;
  if (kind->out > 1) size[1] = p->n;
  if (TH_entry(TH_CHAPTER_MULTIPLY, TH_OP_multiply, run->dtype, run->device)) return TH_OK;
  return TH_missing(kind->name, run->dtype, run->device);
}

/* --- operands --- */

/* Set *use to what the factor is read from: itself, or a clone if out overlaps it or BLAS cannot
   read it. */
static int take_factor(Run *run, const THTensor *out, const THTensor *t, int row, THMatrix *use)
{
  const enum THAlias alias = THAlias_of(out, run->ndim, run->size, t);
  if (is_readable(&run->p, *use) && alias == TH_APART) return TH_OK;
  THTensor *copy = own(run);
  TH_TRY(THTensor_clone(copy, t, run->dtype));
  read_matrix(use, copy, row);
  return TH_OK;
}

static int check_addend(const Run *run, const THTensor *m)
{
  const char *op = run->kind->name;
  TH_TRY(THTensor_operand(op, m));
  TH_TRY(TH_checkSameDevice(op, (THPlaced){"the addend", 0, THTensor_device(m)},
                            (THPlaced){"the factors", 0, run->device}));
  if (m->dtype != run->dtype)
    return th_fail(TH_EDTYPE, "%s: a %s is added to a product of the type %s", op,
                   TH_typeName(m->dtype, run->device, NULL, "Tensor").text,
                   TH_typeName(run->dtype, run->device, NULL, "Tensor").text);
  if (THTensor_isUndefined(m)) return th_fail(TH_ESHAPE, "%s: the addend has no elements", op);
  if (THShape_broadcastsTo(m->nDimension, m->size, run->ndim, run->size)) return TH_OK;
  return th_fail(TH_ESHAPE, "%s: a tensor of size %s does not broadcast to the product's size %s",
                 op, THTensor_sizeText(m).text, THShape_text(run->ndim, run->size).text);
}

/* Whether the products of a stack are added up, one after the other. */
static int is_sum(const Run *run)
{
  return run->kind->a == 3 && run->kind->out == 2;
}

/* Set *use to M in the shape of the result, separate from out unless it is the same window. */
static int take_addend(Run *run, const THTensor *out, const THTensor *m, const THTensor **use)
{
  THTensor *expanded = own(run);
  TH_TRY(check_addend(run, m));
  TH_TRY(THTensor_expand(expanded, m, run->ndim, run->size));
  *use = expanded;
  const enum THAlias alias = THAlias_of(out, run->ndim, run->size, expanded);
  run->isRead = alias == TH_OVERLAPPING || (alias == TH_SAME && is_sum(run));
  return alias == TH_OVERLAPPING ? THTensor_clone(expanded, expanded, run->dtype) : TH_OK;
}

/*
** Choose where the product is written, and copy M there: out, or a new tensor if BLAS cannot write
** to out or if a later failure for lack of memory would lose M. A result that had to be resized is
** row-major.
*/
static int place_result(Run *run, THTensor *out, const THTensor *m, THTensor **target)
{
  THMatrix *c = &run->p.c;
  TH_TRY(THTensor_result(run->kind->name, out, run->device, run->dtype, run->ndim, run->size));
  *target = out;
  read_matrix(c, out, 0);
  if (!is_writable(&run->p) || (m && run->isRead)) {
    *target = own(run);
    TH_TRY(THTensor_new(*target, run->device, run->dtype, run->ndim, run->size));
    read_matrix(c, *target, 0);
  }
  return m ? THTensor_copy(*target, m) : TH_OK;
}

/* --- computing --- */

/* Make the number what an element of the operands' dtype holds of it. */
static int round_scalar(const Run *run, THNumber *number)
{
  uint64_t element[2];
  if (!THDtype_traits(run->dtype)->complex) TH_TRY(TH_checkReal(run->kind->name, *number));
  THDtype_store(run->dtype, element, *number);
  *number = THDtype_load(run->dtype, element);
  return TH_OK;
}

static int multiply(const THProducts *p)
{
  const THMultiplyEntry *entries = TH_entries(TH_CHAPTER_MULTIPLY, p->dtype, p->device);
  return entries[TH_OP_multiply](p);
}

/* Add all products of the stack into one matrix: the first with beta, the others with 1. */
static int multiply_sum(const Run *run)
{
  THProducts p = run->p;
  p.stack = 1;
  for (int64_t s = 0; s < run->p.stack; s++) {
    TH_TRY(multiply(&p));
    p.beta = TH_integer(1);
    p.a.data += p.a.next * p.width;
    p.b.data += p.b.next * p.width;
  }
  return TH_OK;
}

/* Scale the target by beta, when there is nothing to add to it. */
static int scale(const Run *run, THTensor *target)
{
  const THOperand in[] = {TH_tensorOperand(target), TH_numberOperand(run->p.beta)};
  if (TH_isZero(run->p.beta)) return THTensor_fill(target, TH_integer(0));
  return THOp_applyAs(run->kind->name, &TH_ops[TH_OP_cmul], target, in);
}

static int compute(const Run *run, THTensor *target)
{
  const THProducts *p = &run->p;
  if (!THTensor_nElement(target)) return TH_OK;
  if (!p->stack || !p->k || TH_isZero(p->alpha)) return scale(run, target);
  return is_sum(run) ? multiply_sum(run) : multiply(p);
}

static int run_product(Run *run, THTensor *out, const THTensor *m, const THTensor *a,
                       const THTensor *b)
{
  THTensor *target;
  TH_TRY(find_sizes(run, a, b));
  if (m) { /* without M they are 1 and 0 */
    TH_TRY(round_scalar(run, &run->p.alpha));
    TH_TRY(round_scalar(run, &run->p.beta));
  }
  TH_TRY(take_factor(run, out, a, 0, &run->p.a));
  TH_TRY(take_factor(run, out, b, run->kind->a == 1, &run->p.b));
  if (m) TH_TRY(take_addend(run, out, m, &m));
  if (TH_isZero(run->p.beta)) m = NULL;
  TH_TRY(place_result(run, out, m, &target));
  TH_TRY(compute(run, target));
  return target == out ? TH_OK : THTensor_copy(out, target);
}

static int product(const Kind *kind, THTensor *out, THNumber beta, const THTensor *m,
                   THNumber alpha, const THTensor *a, const THTensor *b)
{
  Run run;
  const THTensor before = *out;
  run.kind = kind;
  run.p.alpha = alpha;
  run.p.beta = beta;
  run.isRead = run.owned = 0;
  int status = run_product(&run, out, m, a, b);
  if (status) THTensor_restore(out, &before);
  while (run.owned) THTensor_clear(&run.own[--run.owned]);
  return status;
}

/* Whether t is not what memory holds in a strided window, but for these flags. */
static int is_other(const THTensor *t, unsigned flags)
{
  return t->layout || (t->flags & ~flags);
}

/* Take the elements of those of three operands that have flags, or a layout. */
static int take_plain(const char *op, THInput *in, int isOfLayout)
{
  int status = TH_OK;
  for (int k = 0; k < 3 && !status; k++)
    if (in[k].use && (isOfLayout ? in[k].use->layout != NULL : in[k].use->flags != 0))
      status = THInput_take(&in[k], op, in[k].use, 0);
  return status;
}

/*
** The product if a tensor has a layout or flags: a layout computes it, or it is computed from plain
** tensors of the elements. m is NULL if nothing is added. The operands are a and b or, with
** m, beta, m, alpha, a and b.
*/
static int product_of_layouts(const Kind *kind, THTensor *out, THNumber beta, const THTensor *m,
                              THNumber alpha, const THTensor *a, const THTensor *b)
{
  THInput in[3] = {{.use = a}, {.use = b}, {.use = m}};
  int status = take_plain(kind->name, in, 0);
  const THOperand operand[] = {TH_numberOperand(beta), TH_tensorOperand(in[2].use),
                               TH_numberOperand(alpha), TH_tensorOperand(in[0].use),
                               TH_tensorOperand(in[1].use)};
  const THRequest request = {
    .op = kind->name, .chapter = TH_CHAPTER_MULTIPLY, .row = kind->row, .nresults = 1,
    .noperands = m ? 5 : 2, .result = &out, .operand = m ? operand : operand + 3};
  if (!status && !THGate_serves(&request, &status)) {
    status = take_plain(kind->name, in, 1);
    if (!status) status = product(kind, out, beta, in[2].use, alpha, in[0].use, in[1].use);
  }
  for (int k = 0; k < 3; k++) THInput_drop(&in[k]);
  return status;
}

static int product_of(const Kind *kind, THTensor *out, THNumber beta, const THTensor *m,
                      THNumber alpha, const THTensor *a, const THTensor *b)
{
  if (is_other(a, TH_FLAG_CONJUGATED) || is_other(b, TH_FLAG_CONJUGATED) ||
      (m && is_other(m, 0)) || out->layout)
    return product_of_layouts(kind, out, beta, m, alpha, a, b);
  return product(kind, out, beta, m, alpha, a, b);
}

#define PRODUCT(name, dims_a, dims_b, dims_out)                             \
int THTensor_##name(THTensor *out, const THTensor *a, const THTensor *b)    \
{                                                                           \
  static const Kind kind = {#name, dims_a, dims_b, dims_out, TH_LINEAR_##name}; \
  return product_of(&kind, out, TH_integer(0), NULL, TH_integer(1), a, b);    \
}
#define SUM(name, dims_a, dims_b, dims_out)                                               \
int THTensor_##name(THTensor *out, THNumber beta, const THTensor *m, THNumber alpha,      \
                    const THTensor *a, const THTensor *b)                                 \
{                                                                                         \
  static const Kind kind = {#name, dims_a, dims_b, dims_out, TH_LINEAR_##name};               \
  return product_of(&kind, out, beta, m, alpha, a, b);                                    \
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

/* A column times a row, element by element: no sums, and bound by memory. */
int THTensor_ger(THTensor *out, const THTensor *a, const THTensor *b)
{
  static const Kind kind = {"ger", 1, 1, 2, 0};
  TH_TRY(check_factor(&kind, a, 1));
  TH_TRY(check_factor(&kind, b, 1));
  TH_TRY(check_alike(&kind, a, b));
  THTensor column = *a, row = *b; /* borrowed */
  column.nDimension = row.nDimension = 2;
  column.size[1] = row.size[0] = 1;
  row.size[1] = b->size[0];
  row.stride[1] = b->stride[0];
  return THOp_applyAs("ger", &TH_ops[TH_OP_cmul], out,
                      (THOperand[]){TH_tensorOperand(&column), TH_tensorOperand(&row)});
}

/* --- dot --- */

/* Set *use to a vector of the elements in order, one step apart: t itself if it is one, else a
   clone. */
static int take_vector(const THTensor *t, THTensor *copy, const THTensor **use, int64_t *step)
{
  *use = t;
  *step = t->nDimension == 1 ? t->stride[0] : 1;
  if (t->nDimension == 1 ? *step > 0 : THTensor_isContiguous(t)) return TH_OK;
  *use = copy;
  *step = 1;
  return THTensor_clone(copy, t, t->dtype);
}

/* A sum over nothing is 0. */
static THNumber zero_of(int dtype)
{
  const THTraits *traits = THDtype_traits(dtype);
  return traits->integral ? TH_integer(0) : traits->complex ? TH_complex(0, 0) : TH_real(0);
}

static int dot_of_vectors(THDot *d, const THTensor *x, const THTensor *y)
{
  const THDotEntry *entries = TH_entries(TH_CHAPTER_DOT, d->dtype, d->device);
  d->x = THTensor_data(x);
  d->y = THTensor_data(y);
  d->result = zero_of(d->dtype);
  return d->n ? entries[TH_OP_dot](d) : TH_OK;
}

static int dot(const Kind *kind, int conjx, THNumber *result, const THTensor *a,
               const THTensor *b)
{
  THTensor copy_x = {0}, copy_y = {0};
  THDot d = {.op = kind->name, .n = THTensor_nElement(a), .conjx = conjx};
  const THTensor *x, *y;
  const int64_t count_b = THTensor_nElement(b);
  TH_TRY(check_factor(kind, a, a->nDimension));
  TH_TRY(check_factor(kind, b, b->nDimension));
  TH_TRY(check_alike(kind, a, b));
  if (d.n != count_b) return mismatch(kind, a, b, d.n, "elements", count_b, "elements");
  d.device = THTensor_device(a);
  d.dtype = a->dtype;
  if (!TH_entry(TH_CHAPTER_DOT, TH_OP_dot, d.dtype, d.device))
    return TH_missing(kind->name, d.dtype, d.device);
  int status = take_vector(a, &copy_x, &x, &d.incx);
  if (!status) status = take_vector(b, &copy_y, &y, &d.incy);
  if (!status) status = dot_of_vectors(&d, x, y);
  if (!status) *result = d.result;
  if (copy_x.storage) THTensor_clear(&copy_x);
  if (copy_y.storage) THTensor_clear(&copy_y);
  return status;
}

static int dot_of_layouts(const Kind *kind, int conjx, THNumber *result, const THTensor *a,
                          const THTensor *b)
{
  THInput in[2] = {{0}, {0}};
  int status;
  const THOperand operand[] = {TH_tensorOperand(a), TH_tensorOperand(b)};
  const THRequest request = {.op = kind->name, .chapter = TH_CHAPTER_DOT, .noperands = 2,
                             .number = result, .operand = operand};
  if (!conjx && THGate_serves(&request, &status)) return status;
  status = THInput_take(&in[0], kind->name, a, 0);
  if (!status) status = THInput_take(&in[1], kind->name, b, 0);
  if (!status) status = dot(kind, conjx, result, in[0].use, in[1].use);
  for (int k = 0; k < 2; k++) THInput_drop(&in[k]);
  return status;
}

#define DOT(name, conjx)                                                            \
int THTensor_##name(THNumber *result, const THTensor *a, const THTensor *b)         \
{                                                                                   \
  static const Kind kind = {#name, 1, 1, 0, 0};                                     \
  if (is_other(a, 0) || is_other(b, 0))                                             \
    return dot_of_layouts(&kind, conjx, result, a, b);                              \
  return dot(&kind, conjx, result, a, b);                                           \
}
DOT(dot, 0)
DOT(vdot, 1)
