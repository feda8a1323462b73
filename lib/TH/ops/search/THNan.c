/*
** Statistics of the elements that are not NaN. Sums leave NaN out and divide by the count of the
** others; positions come from the order of elements, in which NaN is last. 16-bit types are
** computed in float.
*/
#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/search/THStatistics.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"

static const THTensor *narrowed(THSteps *s, const THTensor *made, const THTensor *x)
{
  return THSteps_to(s, made, THTensor_device(x), x->dtype);
}

/* How many are not NaN along dim, in dtype. */
static const THTensor *count_numbers(THSteps *s, const THTensor *x, int dim, int dtype)
{
  const THTensor *is = THSteps_apply(s, TH_OP_eq, x, x);
  return THSteps_reduce(s, TH_OP_sum, THSteps_to(s, is, THTensor_device(x), dtype), dim);
}

/* --- sums --- */

/* x for the sum or product *op of its numbers; *op may become a row that leaves NaN out itself. */
static const THTensor *for_fold(THSteps *s, int *op, const THTensor *x)
{
  const THTraits *traits = THDtype_traits(x->dtype);
  const int may_have_nan = traits->floating || traits->complex;
  if (*op == TH_OP_sum && traits->floating) *op = TH_OP_sumNumbers;
  else if (may_have_nan)
    return THSteps_masked(s, x, THSteps_isNan(s, x), TH_integer(*op == TH_OP_prod));
  return x;
}

static int fold(const char *name, int op, THTensor *out, const THTensor *x, int dim)
{
  THSteps s;
  THSteps_begin(&s, name);
  TH_STEP(&s, THTensor_operand(name, x));
  TH_STEP(&s, TH_checkDim(name, x, dim));
  if (s.status) return s.status;
  x = for_fold(&s, &op, x);
  return THSteps_end(&s, out, THSteps_reduce(&s, op, x, dim));
}

static int fold_all(const char *name, int op, const THTensor *x, THNumber *number)
{
  THSteps s;
  THSteps_begin(&s, name);
  TH_STEP(&s, THTensor_operand(name, x));
  if (s.status) return s.status;
  x = for_fold(&s, &op, THSteps_defined(&s, x));
  TH_STEP(&s, THTensor_reduceAll(op, x, number));
  return THSteps_drop(&s);
}

int THTensor_nansum(THTensor *out, const THTensor *x, int dim)
{
  return fold("nansum", TH_OP_sum, out, x, dim);
}

int THTensor_nanprod(THTensor *out, const THTensor *x, int dim)
{
  return fold("nanprod", TH_OP_prod, out, x, dim);
}

int THTensor_nansumAll(const THTensor *x, THNumber *number)
{
  return fold_all("nansum", TH_OP_sum, x, number);
}

int THTensor_nanprodAll(const THTensor *x, THNumber *number)
{
  return fold_all("nanprod", TH_OP_prod, x, number);
}

static const THTensor *mean_of(THSteps *s, const THTensor *x, int dim, const THTensor *count)
{
  return THSteps_apply(s, TH_OP_cdiv, THSteps_reduce(s, TH_OP_sumNumbers, x, dim), count);
}

static void begin(THSteps *s, const char *op, const THTensor *x, int dim)
{
  THSteps_begin(s, op);
  THSteps_checkFloating(s, x);
  TH_STEP(s, TH_checkDim(op, x, dim));
}

int THTensor_nanmean(THTensor *out, const THTensor *x, int dim)
{
  THSteps s;
  begin(&s, "nanmean", x, dim);
  if (s.status) return s.status;
  const THTensor *wide = THSteps_widened(&s, x), *count = count_numbers(&s, wide, dim, wide->dtype);
  const THTensor *mean = mean_of(&s, wide, dim, count);
  return THSteps_end(&s, out, narrowed(&s, mean, x));
}

int THTensor_nanmeanAll(const THTensor *x, THNumber *number)
{
  THSteps s;
  THNumber count, sum;
  THSteps_begin(&s, "nanmean");
  THSteps_checkFloating(&s, x);
  if (s.status) return s.status;
  x = THSteps_defined(&s, x);
  const THTensor *is = THSteps_apply(&s, TH_OP_eq, x, x);
  TH_STEP(&s, THTensor_reduceAll(TH_OP_sum, is, &count));
  TH_STEP(&s, THTensor_reduceAll(TH_OP_sumNumbers, x, &sum));
  if (!s.status) *number = TH_real(TH_asReal(sum) / TH_asReal(count));
  return THSteps_drop(&s);
}

/* Divides by at least 0, so that no element, or one that is not biased, gives 0 / 0. */
static int deviation(const char *op, int isRoot, THTensor *out, const THTensor *x, int dim,
                     int biased)
{
  THSteps s;
  begin(&s, op, x, dim);
  if (s.status) return s.status;
  const THTensor *wide = THSteps_widened(&s, x), *nan = THSteps_isNan(&s, wide);
  const THTensor *count = count_numbers(&s, wide, dim, wide->dtype);
  const THTensor *mean = mean_of(&s, wide, dim, count);
  const THTensor *far = THSteps_apply(&s, TH_OP_csub, wide, mean);
  const THTensor *square = THSteps_apply(&s, TH_OP_square,
                                         THSteps_masked(&s, far, nan, TH_integer(0)), NULL);
  const THTensor *less = THSteps_applyNumber(&s, TH_OP_csub, count, TH_integer(!biased));
  const THTensor *by = THSteps_applyNumber(&s, TH_OP_cmax, less, TH_integer(0));
  const THTensor *sum = THSteps_reduce(&s, TH_OP_sum, square, dim);
  const THTensor *var = THSteps_apply(&s, TH_OP_cdiv, sum, by);
  if (isRoot) var = THSteps_apply(&s, TH_OP_sqrt, var, NULL);
  return THSteps_end(&s, out, narrowed(&s, var, x));
}

int THTensor_nanvar(THTensor *out, const THTensor *x, int dim, int biased)
{
  return deviation("nanvar", 0, out, x, dim, biased);
}

int THTensor_nanstd(THTensor *out, const THTensor *x, int dim, int biased)
{
  return deviation("nanstd", 1, out, x, dim, biased);
}

/* --- by position: NaN is above all numbers, so the smallest element is a number if there is one.
   The largest is the smallest of the negative ones. --- */

static int extreme(const char *op, int isMax, THTensor *values, THTensor *indices,
                   const THTensor *x, int dim)
{
  THSteps s;
  begin(&s, op, x, dim);
  THSteps_checkSome(&s, x, dim);
  if (s.status) return s.status;
  THTensor *least = THSteps_place(&s), *at = THSteps_place(&s);
  if (isMax) x = THSteps_apply(&s, TH_OP_neg, x, NULL);
  if (THTensor_nElement(x)) TH_STEP(&s, THTensor_kthvalue(least, at, x, 1, dim));
  else TH_STEP(&s, THTensor_sort(least, at, x, dim, 0));
  if (isMax) least = THSteps_apply(&s, TH_OP_neg, least, NULL);
  if (!values && !s.status) {
    THNumber none;
    const THTensor *nan = THSteps_isNan(&s, least);
    TH_STEP(&s, THTensor_reduceAll(TH_OP_any, nan, &none));
    if (!s.status && none.integer) s.status = th_fail(TH_EINVAL, "%s: all elements are NaN", op);
  }
  return THSteps_endAll(&s, 2, (THTensor *[]){values, indices}, (const THTensor *[]){least, at});
}

int THTensor_nanmax(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  return extreme("nanmax", 1, values, indices, x, dim);
}

int THTensor_nanmin(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  return extreme("nanmin", 0, values, indices, x, dim);
}

int THTensor_nanargmax(THTensor *indices, const THTensor *x, int dim)
{
  return extreme("nanargmax", 1, NULL, indices, x, dim);
}

int THTensor_nanargmin(THTensor *indices, const THTensor *x, int dim)
{
  return extreme("nanargmin", 0, NULL, indices, x, dim);
}

int THTensor_nanmedian(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  THSteps s;
  THSteps_begin(&s, "nanmedian");
  THSteps_checkOrdered(&s, x);
  THSteps_checkSome(&s, x, dim);
  if (s.status) return s.status;
  THTensor *sorted = THSteps_place(&s), *at = THSteps_place(&s);
  TH_STEP(&s, THTensor_sort(sorted, at, x, dim, 0));
  const THTensor *count = count_numbers(&s, x, dim, TH_LONG);
  const THTensor *twice = THSteps_applyNumber(&s, TH_OP_cadd, count, TH_integer(1));
  const THTensor *half = THSteps_applyNumber(&s, TH_OP_cdiv, twice, TH_integer(2));
  const THTensor *k = THSteps_applyNumber(&s, TH_OP_cmax, half, TH_integer(1));
  const THTensor *value = THSteps_gather(&s, sorted, dim, k);
  const THTensor *found = THSteps_gather(&s, at, dim, k);
  return THSteps_endAll(&s, 2, (THTensor *[]){values, indices}, (const THTensor *[]){value, found});
}
