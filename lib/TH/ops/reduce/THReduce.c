/*
** The drivers of reductions and scans: they check, separate x from the result, and run an entry on
** an iterator of result, (indices,) x and the number u of the row.
**
** The stride of operand 0 is 0 along the dimensions that are reduced. A result over all elements is
** a number that lives in the iterator.
*/
#include "TH/ops/reduce/THReduce.h"

#include <math.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THInput.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduceDims.h"
#include "TH/ops/reduce/THReduceParts.h"

#define ROW(kind, set, name, text) \
  [TH_OP_##name] = {TH_KIND_##kind, #name, #set, text},
#define TH_REDUCE(set, name, init, fold, merge, value, doc) ROW(REDUCE, set, name, doc)
#define TH_DEVIATION(set, name, value, doc) ROW(DEVIATION, set, name, doc)
#define TH_NORM(set, name, init, fold, merge, value, doc) ROW(NORM, set, name, doc)
#define TH_TEST(set, name, init, fold, merge, doc) ROW(TEST, set, name, doc)
#define TH_EXTREME(set, name, init, better, doc) ROW(EXTREME, set, name, doc)
#define TH_SCAN(set, name, init, fold, merge, doc) ROW(SCAN, set, name, doc)
#define TH_RUNNING(set, name, init, fold, merge, doc) ROW(RUNNING, set, name, doc)
const THReduction TH_reductions[] = {
#include "TH/rows/THReduce.def"
};
_Static_assert(sizeof TH_reductions / sizeof *TH_reductions == TH_NUM_REDUCTIONS, "a row each");

/* --- checks --- */

static const char *name_of(int op)
{
  return TH_reductions[op].kind == TH_KIND_NORM ? "norm" : TH_reductions[op].name;
}

static int accumulator(const THTensor *x)
{
  return THDtype_traits(x->dtype)->accumulate;
}

/* The entry of the device of x; NULL if the row is not defined for its dtype. */
static THIterEntry entry_of(int op, const THTensor *x)
{
  return (THIterEntry)TH_entry(TH_CHAPTER_REDUCE, op, x->dtype, THTensor_device(x));
}

static int check_defined(int op, const THTensor *x)
{
  TH_TRY(THTensor_operand(name_of(op), x));
  return entry_of(op, x) ? TH_OK : TH_missing(name_of(op), x->dtype, THTensor_device(x));
}

static int check_dim(int op, const THTensor *x, int dim)
{
  TH_TRY(check_defined(op, x));
  return TH_checkDim(name_of(op), x, dim);
}

static int is_complex(const THTensor *x)
{
  return THDtype_traits(x->dtype)->complex;
}

/* --- layouts --- */

/*
** Whether the call is done: the layout of x did it, or x cannot be resolved; *status is then the
** result. If not, in->use is a strided tensor of the elements of x. The operands are x and the
** other arguments, which are numbers.
*/
static int is_done(THInput *in, int op, int nresults, THTensor *const *result, THNumber *number,
                   int noperands, const THOperand *operand, int *status)
{
  const THRequest request = {
    .op = name_of(op), .chapter = TH_CHAPTER_REDUCE, .row = op, .nresults = nresults,
    .noperands = noperands, .result = result, .number = number, .operand = operand};
  if (THGate_serves(&request, status)) return 1;
  *status = THInput_take(in, name_of(op), operand->tensor, 0);
  if (*status) THInput_drop(in);
  return *status != TH_OK;
}

/* For the start of a reduction with these arguments. If x has a layout, returns the status of the
   layout, or of again: a call of the reduction itself on in.use. */
#define TH_ASK_LAYOUT(op, nresults, result, number, operands, again)                             \
  if (x->layout || x->flags) {                                                                   \
    THInput in = {0};                                                                            \
    int status_;                                                                                 \
    const THOperand operand_[] = {TH_tensorOperand(x), TH_LIST operands};                        \
    const int count_ = (int)(sizeof operand_ / sizeof *operand_);                                \
    if (is_done(&in, op, nresults, result, number, count_, operand_, &status_)) return status_;  \
    status_ = again;                                                                             \
    THInput_drop(&in);                                                                           \
    return status_;                                                                              \
  }
#define TH_LIST(...) __VA_ARGS__
#define INTEGER(i) TH_numberOperand(TH_integer(i))

/* --- runs of an entry --- */

/* Add x and the row's number u (or NULL) to it, finish it and run op. count: that of x if it is a
   run, else 0. */
static int finish(int op, THIter *it, const THTensor *x, int64_t count, const THNumber *u)
{
  if (count) THIter_addRow(it, x);
  else TH_TRY(THIter_add(it, x));
  if (u) THIter_addNumber(it, accumulator(x), *u);
  if (!count) THIter_finish(it);
  return entry_of(op, x)(it);
}

/* indices is NULL except for extremes. */
static int run_dim(int op, const THTensor *out, const THTensor *indices, const THTensor *x,
                   const THNumber *u)
{
  THIter it;
  TH_TRY(THIter_begin(&it, name_of(op), x->nDimension, x->size));
  TH_TRY(THIter_add(&it, out));
  if (indices) TH_TRY(THIter_add(&it, indices));
  return finish(op, &it, x, 0, u);
}

/* Reduce all elements to *number, which is made in dtype. index is NULL except for extremes. The
   undefined tensor counts as a vector of size 0. */
static int run_all(int op, int dtype, const THTensor *x, const THNumber *u, THNumber *number,
                   int64_t *index)
{
  THIter it;
  THTensor list = *x;
  int64_t count = THTensor_run(x);
  if (THTensor_isUndefined(x)) list.nDimension = 1, list.size[0] = 0, list.stride[0] = 1;
  if (count) THIter_beginRow(&it, name_of(op), count);
  else TH_TRY(THIter_begin(&it, name_of(op), list.nDimension, list.size));
  it.device = THTensor_device(x);
  THIter_addNumber(&it, dtype, TH_integer(0));
  if (index) THIter_addNumber(&it, TH_LONG, TH_integer(0));
  TH_TRY(finish(op, &it, &list, count, u));
  *number = THDtype_load(dtype, &it.number[0]);
  if (index) *index = TH_asInteger(THDtype_load(TH_LONG, &it.number[1])) - 1;
  return TH_OK;
}

/* --- over dimensions: a set has a bit for each --- */

typedef struct Shape {
  int64_t size[TH_MAX_DIM];
} Shape;

static Shape reduced(const THTensor *x, unsigned set)
{
  Shape shape;
  for (int d = 0; d < x->nDimension; d++) shape.size[d] = set >> d & 1 ? 1 : x->size[d];
  return shape;
}

/* Reduce along the set, for rows with one result. An x that overlaps out is copied first. */
static int reduce_set(int op, THTensor *out, int dtype, const THTensor *x, unsigned set,
                      const THNumber *u)
{
  THInput in = {.use = x};
  Shape to = reduced(x, set);
  const THTensor before = *out;
  TH_TRY(THInput_keepFrom(&in, out, x->nDimension, to.size, 1));
  int status = THTensor_result(name_of(op), out, THTensor_device(x), dtype, x->nDimension, to.size);
  if (!status) status = run_dim(op, out, NULL, in.use, u);
  if (status) THTensor_restore(out, &before);
  THInput_drop(&in);
  return status;
}

static int result_dtype(int op, const THTensor *out, const THTensor *x)
{
  if (TH_reductions[op].kind != TH_KIND_TEST) return x->dtype;
  return out->dtype == TH_BOOL ? TH_BOOL : TH_BYTE;
}

int THTensor_reduce(int op, THTensor *out, const THTensor *x, int dim)
{
  TH_ASK_LAYOUT(op, 1, &out, NULL, (INTEGER(dim)), THTensor_reduce(op, out, in.use, dim))
  if (is_complex(x)) return th_reduceParts(op, out, x, dim);
  TH_TRY(check_dim(op, x, dim));
  return reduce_set(op, out, result_dtype(op, out, x), x, 1u << dim, NULL);
}

static int reduce_joined(int op, THTensor *out, const THTensor *x, int n, const int *dims)
{
  THTensor joined = {0}, made = {.dtype = out->dtype, .device = out->device};
  TH_TRY(THTensor_joinDims(name_of(op), &joined, x, n, dims));
  int status = THTensor_reduce(op, &made, &joined, joined.nDimension - 1);
  if (!status) status = THTensor_keepDims(name_of(op), &made, x, n, dims);
  if (!status) status = THResult_replace(name_of(op), out, &made);
  THTensor_clear(&joined), THTensor_clear(&made);
  return status;
}

int THTensor_reduceDims(int op, THTensor *out, const THTensor *x, int n, const int *dims)
{
  unsigned set;
  TH_TRY(th_readDims(name_of(op), x, n, dims, &set));
  if (x->layout || x->flags || is_complex(x) || !th_isReadInOrder(x, set))
    return reduce_joined(op, out, x, n, dims);
  TH_TRY(check_defined(op, x));
  return reduce_set(op, out, result_dtype(op, out, x), x, set, NULL);
}

int th_reduceUnrounded(int op, THTensor *out, const THTensor *x, unsigned set)
{
  TH_TRY(check_defined(op, x));
  return reduce_set(op, out, accumulator(x), x, set, NULL);
}

int THTensor_reduceAll(int op, const THTensor *x, THNumber *number)
{
  TH_ASK_LAYOUT(op, 0, NULL, number, (), THTensor_reduceAll(op, in.use, number))
  if (is_complex(x)) return th_reduceAllParts(op, x, number);
  TH_TRY(check_defined(op, x));
  int dtype = TH_reductions[op].kind == TH_KIND_TEST ? TH_BYTE : accumulator(x);
  return run_all(op, dtype, x, NULL, number, NULL);
}

/* --- deviations --- */

int THTensor_deviation(int op, THTensor *out, const THTensor *x, int dim, int biased)
{
  TH_ASK_LAYOUT(op, 1, &out, NULL, (INTEGER(dim), INTEGER(biased)),
                THTensor_deviation(op, out, in.use, dim, biased))
  if (is_complex(x)) return th_deviationParts(op, out, x, dim, biased, NULL);
  const THNumber less = TH_integer(!biased);
  TH_TRY(check_dim(op, x, dim));
  return reduce_set(op, out, x->dtype, x, 1u << dim, &less);
}

int THTensor_deviationAll(int op, const THTensor *x, int biased, THNumber *number)
{
  TH_ASK_LAYOUT(op, 0, NULL, number, (INTEGER(biased)),
                THTensor_deviationAll(op, in.use, biased, number))
  if (is_complex(x)) return th_deviationParts(op, NULL, x, -1, biased, number);
  const THNumber less = TH_integer(!biased);
  TH_TRY(check_defined(op, x));
  return run_all(op, accumulator(x), x, &less, number, NULL);
}

/* --- norms --- */

static int norm_op(double p)
{
  return isinf(p) ? TH_OP_normInf : p == 0 ? TH_OP_norm0 : p == 1 ? TH_OP_norm1
         : p == 2 ? TH_OP_norm2 : p == 3 ? TH_OP_norm3 : TH_OP_norm;
}

static int check_power(double p)
{
  return p >= 0 ? TH_OK : th_fail(TH_EINVAL, "norm: p is %g; expected a number from 0 on", p);
}

/* made = |x|^p, in the type of accumulators. */
static int make_powers(THTensor *made, const THTensor *x, double p)
{
  const THOperand in[] = {TH_tensorOperand(made), TH_numberOperand(TH_real(p))};
  TH_TRY(THTensor_clone(made, x, accumulator(x)));
  TH_TRY(THOp_applyAs("norm", &TH_ops[TH_OP_abs], made, in));
  return THOp_applyAs("norm", &TH_ops[TH_OP_cpow], made, in);
}

/* sum becomes its root. */
static int take_root(THTensor *sum, double p)
{
  const THOperand root[] = {TH_tensorOperand(sum), TH_numberOperand(TH_real(1 / p))};
  return THOp_applyAs("norm", &TH_ops[TH_OP_cpow], sum, root);
}

static int norm_of_powers(THTensor *out, const THTensor *x, double p, int dim)
{
  THTensor powers = {0}, sum = {0};
  int status = make_powers(&powers, x, p);
  if (!status) status = THTensor_reduce(TH_OP_sum, &sum, &powers, dim);
  if (!status) status = take_root(&sum, p);
  if (!status) status = THTensor_to(&sum, &sum, THTensor_device(x), x->dtype);
  if (!status) status = THResult_replace("norm", out, &sum);
  THTensor_clear(&powers), THTensor_clear(&sum);
  return status;
}

static int norm_of_all_powers(const THTensor *x, double p, THNumber *number)
{
  THTensor powers = {0}, sum = {0};
  int status = make_powers(&powers, x, p);
  if (!status) status = THTensor_reduceAll(TH_OP_sum, &powers, number);
  if (!status) status = THTensor_new(&sum, 0, powers.dtype, 1, (const int64_t[]){1});
  if (!status) status = THTensor_fill(&sum, *number);
  if (!status) status = take_root(&sum, p);
  if (!status) status = THTensor_get(&sum, 0, number);
  THTensor_clear(&powers), THTensor_clear(&sum);
  return status;
}

int THTensor_norm(THTensor *out, const THTensor *x, double p, int dim)
{
  TH_ASK_LAYOUT(norm_op(p), 1, &out, NULL, (TH_numberOperand(TH_real(p)), INTEGER(dim)),
                THTensor_norm(out, in.use, p, dim))
  if (is_complex(x)) return th_normParts(out, x, p, dim, NULL);
  TH_TRY(check_power(p));
  TH_TRY(check_dim(TH_OP_norm2, x, dim));
  if (norm_op(p) == TH_OP_norm) return norm_of_powers(out, x, p, dim);
  return reduce_set(norm_op(p), out, x->dtype, x, 1u << dim, NULL);
}

int THTensor_normAll(const THTensor *x, double p, THNumber *number)
{
  TH_ASK_LAYOUT(norm_op(p), 0, NULL, number, (TH_numberOperand(TH_real(p))),
                THTensor_normAll(in.use, p, number))
  if (is_complex(x)) return th_normParts(NULL, x, p, -1, number);
  TH_TRY(check_power(p));
  TH_TRY(check_defined(TH_OP_norm2, x));
  if (norm_op(p) == TH_OP_norm && THTensor_nElement(x)) return norm_of_all_powers(x, p, number);
  const int op = norm_op(p) == TH_OP_norm ? TH_OP_norm2 : norm_op(p); /* of none: 0 */
  return run_all(op, accumulator(x), x, NULL, number, NULL);
}

/* --- extremes: two results, which change together or not at all --- */

static int extreme(int op, THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  THInput in = {.use = x};
  Shape to = reduced(x, 1u << dim);
  const THTensor before[2] = {*values, *indices};
  int status = THInput_keepFrom(&in, values, x->nDimension, to.size, 1);
  if (!status) status = THInput_keepFrom(&in, indices, x->nDimension, to.size, 1);
  if (!status) status = THResult_pair(name_of(op), x, to.size, values, indices);
  if (!status) status = run_dim(op, values, indices, in.use, NULL);
  if (status) {
    THTensor_restore(values, &before[0]);
    THTensor_restore(indices, &before[1]);
  }
  THInput_drop(&in);
  return status;
}

int THTensor_extreme(int op, THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  THTensor *const results[] = {values, indices};
  TH_ASK_LAYOUT(op, 2, results, NULL, (INTEGER(dim)),
                THTensor_extreme(op, values, indices, in.use, dim))
  TH_TRY(check_dim(op, x, dim));
  if (x->size[dim]) return extreme(op, values, indices, x, dim);
  return th_fail(TH_EINVAL, "%s: dimension %d of size 0 has no element", name_of(op), dim + 1);
}

int THTensor_extremeAll(int op, const THTensor *x, THNumber *number, int64_t *index)
{
  TH_ASK_LAYOUT(op, 0, NULL, number, (), THTensor_extremeAll(op, in.use, number, index))
  THTensor ordered = {0};
  int64_t at;
  TH_TRY(check_defined(op, x));
  if (!THTensor_nElement(x))
    return th_fail(TH_EINVAL, "%s: the tensor has no element", name_of(op));
  if (!index) return run_all(op, accumulator(x), x, NULL, number, &at);
  TH_TRY(THTensor_contiguous(&ordered, x));
  int status = run_all(op, accumulator(x), &ordered, NULL, number, index);
  THTensor_clear(&ordered);
  return status;
}

/* --- scans --- */

static int run_scan(int op, const THTensor *out, const THTensor *x, int dim)
{
  THTensor first = *out; /* borrows the storage of out */
  first.size[dim] = 1;
  return run_dim(op, &first, out, x, NULL);
}

int THTensor_scan(int op, THTensor *out, const THTensor *x, int dim)
{
  TH_ASK_LAYOUT(op, 1, &out, NULL, (INTEGER(dim)), THTensor_scan(op, out, in.use, dim))
  if (is_complex(x)) return th_scanParts(op, out, x, dim);
  THInput in = {.use = x};
  const THTensor before = *out;
  TH_TRY(check_dim(op, x, dim));
  int ndim = x->nDimension, status;
  TH_TRY(THInput_keepFrom(&in, out, ndim, x->size, 1));
  status = THTensor_result(name_of(op), out, THTensor_device(x), x->dtype, ndim, x->size);
  if (!status && THTensor_nElement(out)) status = run_scan(op, out, in.use, dim);
  if (status) THTensor_restore(out, &before);
  THInput_drop(&in);
  return status;
}
