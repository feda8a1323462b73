/*
** Quantiles: two elements, as they stand when sorted, and a point between them. One quantile of
** elements without NaN to leave out is found by two selections; otherwise x is sorted once.
*/
#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/search/THStatistics.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THMask.h"
#include "TH/ops/select/THSort.h"

/* x, sorted if several quantiles are wanted; skips: count has how many numbers each output has. */
typedef struct Source {
  const THTensor *x, *sorted, *count;
  int dim;
  THQuantile how;
} Source;

/* The element at a place, from 0, when sorted. */
static const THTensor *element(THSteps *s, const Source *from, int64_t place)
{
  if (from->sorted) return THSteps_narrow(s, from->sorted, from->dim, place, 1);
  THTensor *value = THSteps_place(s), *at = THSteps_place(s);
  TH_STEP(s, THTensor_kthvalue(value, at, from->x, place + 1, from->dim));
  return value;
}

/* low + part (high - low), from the nearer end: so part 1 gives high. */
static const THTensor *between(THSteps *s, const THTensor *low, const THTensor *high, double part)
{
  const THTensor *step = THSteps_add(s, high, -1, low);
  return part < 0.5 ? THSteps_add(s, low, part, step) : THSteps_add(s, high, part - 1, step);
}

/* NaN is the last element when sorted. */
static const THTensor *with_nan(THSteps *s, const Source *from, const THTensor *value)
{
  const int64_t n = from->x->size[from->dim];
  const THTensor *last = from->sorted ? element(s, from, n - 1)
                                      : THSteps_reduce(s, TH_OP_max, from->x, from->dim);
  return THSteps_masked(s, value, THSteps_isNan(s, last), TH_real(NAN));
}

static const THTensor *one(THSteps *s, const Source *from, double q)
{
  const double place = q * (double)(from->x->size[from->dim] - 1), low = floor(place);
  const double high = ceil(place), part = from->how == TH_MIDPOINT ? 0.5 : place - low;
  const THTensor *value;
  switch (from->how) {
  case TH_LOWER: value = element(s, from, (int64_t)low); break;
  case TH_HIGHER: value = element(s, from, (int64_t)high); break;
  case TH_NEAREST: value = element(s, from, (int64_t)rint(place)); break;
  default:
    value = element(s, from, (int64_t)low);
    if (high > low) value = between(s, value, element(s, from, (int64_t)high), part);
  }
  return with_nan(s, from, value);
}

/* --- with counts that differ: places are a tensor --- */

static const THTensor *elements(THSteps *s, const Source *from, const THTensor *place)
{
  const THTensor *at = THSteps_to(s, place, THTensor_device(place), TH_LONG);
  return THSteps_gather(s, from->sorted, from->dim,
                        THSteps_applyNumber(s, TH_OP_cadd, at, TH_integer(1)));
}

/* rint of numbers from 0 on: the even one of two equally near. */
static const THTensor *nearest(THSteps *s, const THTensor *place)
{
  const THTensor *up = THSteps_apply(s, TH_OP_floor, THSteps_applyNumber(s, TH_OP_cadd, place,
                                                                       TH_real(0.5)), NULL);
  const THTensor *isHalf = THSteps_applyNumber(s, TH_OP_eq, THSteps_apply(s, TH_OP_csub, up, place),
                                               TH_real(0.5));
  const THTensor *odd = THSteps_applyNumber(s, TH_OP_cfmod, up, TH_integer(2));
  const THTensor *less = THSteps_apply(s, TH_OP_cmul, odd,
                                       THSteps_to(s, isHalf, THTensor_device(up), TH_DOUBLE));
  return THSteps_apply(s, TH_OP_csub, up, less);
}

static const THTensor *where(THSteps *s, const THTensor *cond, const THTensor *a,
                             const THTensor *b)
{
  THTensor *out = THSteps_place(s);
  TH_STEP(s, THTensor_where(out, cond, TH_tensorOperand(a), TH_tensorOperand(b), TH_DOUBLE));
  return out;
}

/* As between, with a part for each; part 0 gives low, also where that is infinite. */
static const THTensor *between_each(THSteps *s, const THTensor *low, const THTensor *high,
                                    const THTensor *part)
{
  const THTensor *step = THSteps_add(s, high, -1, low);
  const THTensor *rest = THSteps_applyNumber(s, TH_OP_csub, part, TH_integer(1));
  const THTensor *from_low = THSteps_add(s, low, 1, THSteps_apply(s, TH_OP_cmul, part, step));
  const THTensor *from_high = THSteps_add(s, high, 1, THSteps_apply(s, TH_OP_cmul, rest, step));
  const THTensor *is_low = THSteps_applyNumber(s, TH_OP_lt, part, TH_real(0.5));
  const THTensor *is_exact = THSteps_applyNumber(s, TH_OP_eq, part, TH_integer(0));
  return where(s, is_exact, low, where(s, is_low, from_low, from_high));
}

static const THTensor *one_of_numbers(THSteps *s, const Source *from, double q)
{
  const THTensor *most = THSteps_applyNumber(s, TH_OP_csub, from->count, TH_integer(1));
  const THTensor *place = THSteps_applyNumber(s, TH_OP_cmul,
      THSteps_applyNumber(s, TH_OP_cmax, most, TH_integer(0)), TH_real(q));
  if (from->how == TH_NEAREST) return elements(s, from, nearest(s, place));
  const THTensor *low = THSteps_apply(s, TH_OP_floor, place, NULL);
  if (from->how == TH_LOWER) return elements(s, from, low);
  const THTensor *high = elements(s, from, THSteps_apply(s, TH_OP_ceil, place, NULL));
  if (from->how == TH_HIGHER) return high;
  const THTensor *part = THSteps_apply(s, TH_OP_csub, place, low);
  if (from->how == TH_MIDPOINT)
    part = THSteps_applyNumber(s, TH_OP_cmul, THSteps_apply(s, TH_OP_ceil, part, NULL),
                               TH_real(0.5));
  return between_each(s, elements(s, from, low), high,
                      THSteps_to(s, part, THTensor_device(high), high->dtype));
}

/* --- all of them --- */

static int check_q(const THTensor *q)
{
  if (q->nDimension > 1)
    return th_fail(TH_ESHAPE, "quantile: q of size %s; expected a number or a vector",
                   THTensor_sizeText(q).text);
  for (int64_t k = 0; k < THTensor_nElement(q); k++) {
    THNumber part;
    TH_TRY(THTensor_get(q, k, &part));
    if (!(TH_asReal(part) >= 0 && TH_asReal(part) <= 1))
      return th_fail(TH_EINVAL, "quantile: q is %g; expected a number in [0, 1]", TH_asReal(part));
  }
  return TH_OK;
}

/* Row k of all = quantile k. */
static int give_one(const char *op, const THTensor *all, const Source *from, const THTensor *q,
                    int64_t k)
{
  THSteps s;
  THNumber part;
  THSteps_begin(&s, op);
  TH_TRY(THTensor_get(q, k, &part));
  const THTensor *value = from->count ? one_of_numbers(&s, from, TH_asReal(part))
                                      : one(&s, from, TH_asReal(part));
  THTensor *row = THSteps_narrow(&s, all, 0, k, 1);
  TH_STEP(&s, THTensor_copy(row, value));
  return THSteps_drop(&s);
}

static void sort_source(THSteps *s, Source *from, int skips)
{
  THTensor *sorted = THSteps_place(s);
  TH_STEP(s, THTensor_sortedValues(sorted, from->x, from->dim, 0));
  from->sorted = sorted;
  if (!skips) return;
  const THTensor *is = THSteps_apply(s, TH_OP_eq, from->x, from->x);
  from->count = THSteps_reduce(s, TH_OP_sum, THSteps_to(s, is, THTensor_device(is), TH_DOUBLE),
                               from->dim);
}

int THTensor_quantile(THTensor *out, const THTensor *x, const THTensor *q, int dim,
                      THQuantile how, int skips)
{
  THSteps s;
  THSteps_begin(&s, skips ? "nanquantile" : "quantile");
  THSteps_checkFloating(&s, x);
  THSteps_checkSome(&s, x, dim);
  TH_STEP(&s, check_q(q));
  if (!s.status && q->nDimension && x->nDimension == TH_MAX_DIM)
    s.status = th_fail(TH_ESHAPE, "%s: no more than %d dimensions", s.op, TH_MAX_DIM);
  if (s.status) return s.status;
  const int64_t n = THTensor_nElement(q), each = THTensor_nElement(x) / x->size[dim];
  int64_t size[TH_MAX_DIM + 1] = {n};
  Source from = {.x = THSteps_widened(&s, x), .dim = dim, .how = how};
  if (n > 1 || skips) sort_source(&s, &from, skips);
  for (int d = 0; d < x->nDimension; d++) size[d + 1] = d == dim ? 1 : x->size[d];
  THTensor *all = THSteps_place(&s);
  TH_STEP(&s, THTensor_new(all, THTensor_device(x), x->dtype, 2, (const int64_t[]){n, each}));
  for (int64_t k = 0; k < n && !s.status && each; k++)
    TH_STEP(&s, give_one(s.op, all, &from, q, k));
  const int first = q->nDimension ? 0 : 1;
  return THSteps_end(&s, out, THSteps_reshape(&s, all, x->nDimension + 1 - first, size + first));
}
