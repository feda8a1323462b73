/* Each function makes a new result and gives it to out at the end, so x may overlap out. */
#include "TH/ops/reduce/THReduceParts.h"

#include <math.h>

#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THComplex.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/elementwise/THOps.h"
#include "TH/ops/reduce/THReduce.h"

static int missing(int op, const THTensor *x)
{
  return TH_missing(TH_reductions[op].name, x->dtype, THTensor_device(x));
}

static int is_test(int op)
{
  return TH_reductions[op].kind == TH_KIND_TEST;
}

/* Make out the tensor made, converted if out has another dtype. */
static int give(int op, THTensor *out, const THTensor *made)
{
  const THTensor before = *out;
  if (THTensor_isUndefined(out) && (!out->dtype || out->dtype == made->dtype)) {
    THTensor_set(out, made);
    return TH_OK;
  }
  int status = THTensor_result(TH_reductions[op].name, out, THTensor_device(made), made->dtype,
                               made->nDimension, made->size);
  if (!status) status = THTensor_copy(out, made);
  if (status) THTensor_restore(out, &before);
  return status;
}

typedef int Along(int op, THTensor *out, const THTensor *x, int dim);

/* How many views of reals have all elements of x, and view k: both parts as a last dimension, or
   one part where no more dimension is to be had. */
static int views_of(const THTensor *x)
{
  return x->nDimension < TH_MAX_DIM && !THTensor_isUndefined(x) ? 1 : 2;
}

static int view_parts(THTensor *view, const THTensor *x, int k)
{
  return views_of(x) == 1 ? THTensor_viewAsReal(view, x) : THTensor_part("reduce", view, x, k);
}

/* Run along(op) on both parts. size: that of dimension dim of the result. */
static int each_part(int op, THTensor *out, const THTensor *x, int dim, int64_t size, Along *along)
{
  THTensor made = {0}, to = {0}, from = {0};
  int64_t sizes[TH_MAX_DIM];
  for (int d = 0; d < x->nDimension; d++) sizes[d] = d == dim ? size : x->size[d];
  int status = THTensor_new(&made, THTensor_device(x), x->dtype, x->nDimension, sizes);
  for (int k = 0; k < views_of(x) && !status; k++) {
    status = view_parts(&to, &made, k);
    if (!status) status = view_parts(&from, x, k);
    if (!status) status = along(op, &to, &from, dim);
  }
  if (!status) status = give(op, out, &made);
  THTensor_clear(&from), THTensor_clear(&to), THTensor_clear(&made);
  return status;
}

/* --- products: of complex doubles, in a tensor made for them --- */

/* Multiply count places of t along dim, from to on, by those from from on. */
static int multiply_places(const char *op, const THTensor *t, int dim, int64_t to, int64_t from,
                           int64_t count)
{
  THTensor out = {0}, by = {0};
  int status = THTensor_narrow(&out, t, dim, to, count);
  if (!status) status = THTensor_narrow(&by, t, dim, from, count);
  const THOperand in[] = {TH_tensorOperand(&out), TH_tensorOperand(&by)};
  if (!status) status = THOp_applyAs(op, &TH_ops[TH_OP_cmul], &out, in);
  THTensor_clear(&by), THTensor_clear(&out);
  return status;
}

/* Each place of t becomes the product of those up to it. */
static int multiply_on(const char *op, THTensor *t, int dim)
{
  int status = TH_OK;
  for (int64_t i = 1; i < t->size[dim] && !status; i++)
    status = multiply_places(op, t, dim, i, i - 1, 1);
  return status;
}

/* t becomes the product of its places: the last half of them goes into the first, again and
   again. */
static int multiply_all(const char *op, THTensor *t, int dim)
{
  int status = TH_OK;
  for (int64_t n = t->size[dim]; n > 1 && !status; n -= n / 2)
    status = multiply_places(op, t, dim, 0, n - n / 2, n / 2);
  return status ? status : THTensor_narrow(t, t, dim, 0, 1);
}

static int multiply(int op, THTensor *t, int dim)
{
  return (op == TH_OP_cumprod ? multiply_on : multiply_all)(TH_reductions[op].name, t, dim);
}

/* made = the elements of x; for a product of none, the number 1. */
static int make_factors(int op, THTensor *made, const THTensor *x, int dim)
{
  int64_t sizes[TH_MAX_DIM];
  if (x->size[dim] || op == TH_OP_cumprod) return THTensor_clone(made, x, TH_COMPLEXDOUBLE);
  for (int d = 0; d < x->nDimension; d++) sizes[d] = d == dim ? 1 : x->size[d];
  TH_TRY(THTensor_new(made, THTensor_device(x), TH_COMPLEXDOUBLE, x->nDimension, sizes));
  return THTensor_fill(made, TH_integer(1));
}

static int product(int op, THTensor *out, const THTensor *x, int dim)
{
  THTensor made = {0};
  int status = make_factors(op, &made, x, dim);
  if (!status) status = multiply(op, &made, dim);
  if (!status) status = THTensor_clone(&made, &made, x->dtype);
  if (!status) status = give(op, out, &made);
  THTensor_clear(&made);
  return status;
}

static int product_all(int op, const THTensor *x, THNumber *number)
{
  THTensor made = {0};
  const int64_t count = THTensor_nElement(x);
  *number = TH_complex(1, 0);
  if (!count) return TH_OK;
  TH_TRY(THTensor_operand(TH_reductions[op].name, x));
  int status = THTensor_clone(&made, x, TH_COMPLEXDOUBLE);
  if (!status) status = THTensor_view(&made, &made, 1, &count);
  if (!status) status = multiply(op, &made, 0);
  if (!status) status = THTensor_get(&made, 0, number);
  THTensor_clear(&made);
  return status;
}

static int test(int op, THTensor *out, const THTensor *x, int dim, THNumber *number)
{
  THTensor mask = {0};
  int status = THTensor_to(&mask, x, THTensor_device(x), TH_BOOL); /* where x is not 0 */
  if (!status) status = number ? THTensor_reduceAll(op, &mask, number)
                               : THTensor_reduce(op, out, &mask, dim);
  THTensor_clear(&mask);
  return status;
}

int th_reduceParts(int op, THTensor *out, const THTensor *x, int dim)
{
  TH_TRY(THTensor_operand(TH_reductions[op].name, x));
  TH_TRY(TH_checkDim(TH_reductions[op].name, x, dim));
  if (is_test(op)) return test(op, out, x, dim, NULL);
  if (op == TH_OP_prod) return product(op, out, x, dim);
  if (op != TH_OP_sum && op != TH_OP_mean) return missing(op, x);
  return each_part(op, out, x, dim, 1, THTensor_reduce);
}

int th_scanParts(int op, THTensor *out, const THTensor *x, int dim)
{
  TH_TRY(THTensor_operand(TH_reductions[op].name, x));
  TH_TRY(TH_checkDim(TH_reductions[op].name, x, dim));
  if (op == TH_OP_cumprod) return product(op, out, x, dim);
  if (op != TH_OP_cumsum) return missing(op, x);
  return each_part(op, out, x, dim, x->size[dim], THTensor_scan);
}

static int reduce_each(int op, const THTensor *x, THNumber part[2])
{
  THTensor from = {0};
  int status = TH_OK;
  for (int k = 0; k < 2 && !status; k++) {
    status = THTensor_part("reduce", &from, x, k);
    if (!status) status = THTensor_reduceAll(op, &from, &part[k]);
  }
  THTensor_clear(&from);
  return status;
}

/* Both parts in one pass, not rounded to elements. */
static int reduce_pairs(int op, const THTensor *x, THNumber part[2])
{
  THTensor pairs = {0}, sums = {0};
  int status = THTensor_viewAsReal(&pairs, x);
  if (!status) status = th_reduceUnrounded(op, &sums, &pairs, (1u << x->nDimension) - 1);
  for (int k = 0; k < 2 && !status; k++) status = THTensor_get(&sums, k, &part[k]);
  THTensor_clear(&pairs), THTensor_clear(&sums);
  return status;
}

int th_reduceAllParts(int op, const THTensor *x, THNumber *number)
{
  THNumber part[2];
  int status = TH_OK;
  if (is_test(op)) return test(op, NULL, x, 0, number);
  if (op == TH_OP_prod) return product_all(op, x, number);
  if (op != TH_OP_sum && op != TH_OP_mean) return missing(op, x);
  if (views_of(x) == 1) status = reduce_pairs(op, x, part);
  else status = reduce_each(op, x, part);
  if (!status) *number = TH_complex(TH_asReal(part[0]), TH_asReal(part[1]));
  return status;
}

static int deviation_all(const THTensor *part, int biased, double *sum)
{
  THNumber variance;
  TH_TRY(THTensor_deviationAll(TH_OP_var, part, biased, &variance));
  *sum += TH_asReal(variance);
  return TH_OK;
}

/* sum = the variances of both parts; then their root for std. */
static int deviation_along(int op, THTensor *sum, const THTensor *part, int k, int dim, int biased)
{
  THTensor variance = {0};
  const THOperand in[] = {TH_tensorOperand(sum), TH_tensorOperand(&variance),
                          TH_numberOperand(TH_integer(1))};
  if (!k) return THTensor_deviation(TH_OP_var, sum, part, dim, biased);
  int status = THTensor_deviation(TH_OP_var, &variance, part, dim, biased);
  if (!status) status = THOp_apply(&TH_ops[TH_OP_cadd], sum, in);
  if (!status && op == TH_OP_std) status = THOp_apply(&TH_ops[TH_OP_sqrt], sum, in);
  THTensor_clear(&variance);
  return status;
}

int th_deviationParts(int op, THTensor *out, const THTensor *x, int dim, int biased,
                      THNumber *number)
{
  THTensor from = {0}, made = {0};
  double sum = 0;
  int status = TH_OK;
  for (int k = 0; k < 2 && !status; k++) {
    status = THTensor_part(TH_reductions[op].name, &from, x, k);
    if (status) break;
    status = number ? deviation_all(&from, biased, &sum)
                    : deviation_along(op, &made, &from, k, dim, biased);
  }
  if (!status && number) *number = TH_real(op == TH_OP_std ? sqrt(sum) : sum);
  if (!status && !number) status = give(op, out, &made);
  THTensor_clear(&from), THTensor_clear(&made);
  return status;
}

int th_normParts(THTensor *out, const THTensor *x, double p, int dim, THNumber *number)
{
  THTensor length = {0};
  const THOperand in[] = {TH_tensorOperand(x)};
  int status = THOp_applyAs("norm", &TH_ops[TH_OP_abs], &length, in);
  if (!status) status = number ? THTensor_normAll(&length, p, number)
                               : THTensor_norm(out, &length, p, dim);
  THTensor_clear(&length);
  return status;
}
