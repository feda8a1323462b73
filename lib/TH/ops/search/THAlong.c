/* Extremes, differences, areas and slopes: narrow views of x, shifted by one, and point-wise
   rows. */
#include "TH/ops/search/THAlong.h"

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/linear/THConvolve.h"
#include "TH/ops/search/THRows.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THIndex.h"

static int begin(THSteps *s, const char *op, const THTensor *x, int dim)
{
  THSteps_begin(s, op);
  TH_STEP(s, THTensor_operand(op, x));
  TH_STEP(s, TH_checkDim(op, x, dim));
  return s->status;
}

static int begin_ordered(THSteps *s, const char *op, const THTensor *x, int dim)
{
  TH_TRY(begin(s, op, x, dim));
  THSteps_checkOrdered(s, x);
  return s->status;
}

static int begin_floating(THSteps *s, const char *op, const THTensor *x, int dim)
{
  TH_TRY(begin(s, op, x, dim));
  THSteps_checkFloating(s, x);
  return s->status;
}

/* --- reductions --- */

/* row: that of the chapter Row, where there is one. */
static int extreme(const char *op, int reduction, int row, THTensor *out, const THTensor *x,
                   int dim)
{
  THSteps s;
  int64_t size[TH_MAX_DIM];
  TH_TRY(begin_ordered(&s, op, x, dim));
  THSteps_checkSome(&s, x, dim);
  if (s.status) return s.status;
  int ran = 0;
  THTensor *made = THSteps_place(&s);
  for (int d = 0; d < x->nDimension; d++) size[d] = d == dim ? 1 : x->size[d];
  TH_STEP(&s, THTensor_new(made, THTensor_device(x), x->dtype, x->nDimension, size));
  TH_STEP(&s, THRows_run(row, made, x, dim, &ran));
  if (ran) return THSteps_end(&s, out, made);
  return THSteps_end(&s, out, THSteps_reduce(&s, reduction, x, dim));
}

int THTensor_amax(THTensor *out, const THTensor *x, int dim)
{
  return extreme("amax", TH_OP_max, TH_OP_mostOfRow, out, x, dim);
}

int THTensor_amin(THTensor *out, const THTensor *x, int dim)
{
  return extreme("amin", TH_OP_min, TH_OP_leastOfRow, out, x, dim);
}

int THTensor_ptp(THTensor *out, const THTensor *x, int dim)
{
  THSteps s;
  TH_TRY(begin_ordered(&s, "ptp", x, dim));
  THSteps_checkSome(&s, x, dim);
  const THTensor *most = THSteps_reduce(&s, TH_OP_max, x, dim);
  return THSteps_end(&s, out, THSteps_apply(&s, TH_OP_csub, most,
                                            THSteps_reduce(&s, TH_OP_min, x, dim)));
}

int THTensor_countNonzero(THTensor *out, const THTensor *x, int dim)
{
  THSteps s;
  TH_TRY(begin(&s, "countNonzero", x, dim));
  if (x->dtype == TH_COMPLEXHALF) x = THSteps_to(&s, x, THTensor_device(x), TH_BOOL);
  const THTensor *is = THSteps_applyNumber(&s, TH_OP_ne, x, TH_integer(0));
  const THTensor *longs = THSteps_to(&s, is, THTensor_device(x), TH_LONG);
  return THSteps_end(&s, out, THSteps_reduce(&s, TH_OP_sum, longs, dim));
}

/* --- differences --- */

/* Of each element and the one before, of two or more. */
static THTensor *differences(THSteps *s, const THTensor *x, int dim)
{
  const int64_t n = x->size[dim] - 1;
  const THTensor *after = THSteps_narrow(s, x, dim, 1, n);
  return THSteps_apply(s, x->dtype == TH_BOOL ? TH_OP_logicalXor : TH_OP_csub, after,
                       THSteps_narrow(s, x, dim, 0, n));
}

static int diff_once(THTensor *x, int dim)
{
  THSteps s;
  const int dtype = x->dtype;
  THSteps_begin(&s, "diff");
  const THTensor *made = THSteps_to(&s, differences(&s, x, dim), THTensor_device(x), dtype);
  if (!s.status) THTensor_set(x, made);
  return THSteps_drop(&s);
}

int THTensor_diff(THTensor *out, const THTensor *x, int64_t n, int dim)
{
  THSteps s;
  TH_TRY(begin(&s, "diff", x, dim));
  if (n < 0) return th_fail(TH_EINVAL, "diff: %" PRId64 " times; expected at least 0", n);
  THTensor *now = THSteps_place(&s);
  THTensor_set(now, x);
  if (n >= x->size[dim] && n) TH_STEP(&s, THTensor_narrow(now, now, dim, 0, 0));
  for (int64_t k = 0; k < n && !s.status && now->size[dim] > 0; k++)
    TH_STEP(&s, diff_once(now, dim));
  return THSteps_end(&s, out, now);
}

/* The steps between places along dim, in sizes that broadcast with those of y less one. */
static const THTensor *steps_between(THSteps *s, const THTensor *y, const THTensor *at, int dim)
{
  int64_t size[TH_MAX_DIM];
  TH_STEP(s, THTensor_operand(s->op, at));
  if (!s->status && !THTensor_isSameSizeAs(at, y) &&
      (at->nDimension != 1 || at->size[0] != y->size[dim]))
    s->status = th_fail(TH_ESHAPE, "%s: places of size %s for %s along dimension %d", s->op,
                        THTensor_sizeText(at).text, THTensor_sizeText(y).text, dim + 1);
  if (s->status) return at;
  at = THSteps_to(s, at, THTensor_device(y), y->dtype);
  if (THTensor_isSameSizeAs(at, y)) return differences(s, at, dim);
  for (int d = 0; d < y->nDimension; d++) size[d] = d == dim ? y->size[d] - 1 : 1;
  return THSteps_reshape(s, differences(s, at, 0), y->nDimension, size);
}

/* --- areas --- */

static const THTensor *trapezia(THSteps *s, const THTensor *y, const THTensor *at, double step,
                                int dim)
{
  const int64_t n = y->size[dim];
  if (n < 2) return THSteps_narrow(s, y, dim, 0, 0);
  const THTensor *twice = THSteps_apply(s, TH_OP_cadd, THSteps_narrow(s, y, dim, 1, n - 1),
                                        THSteps_narrow(s, y, dim, 0, n - 1));
  if (!at) return THSteps_applyNumber(s, TH_OP_cmul, twice, TH_real(step / 2));
  const THTensor *wide = THSteps_apply(s, TH_OP_cmul, twice, steps_between(s, y, at, dim));
  return THSteps_applyNumber(s, TH_OP_cmul, wide, TH_real(0.5));
}

/* For equal steps: the sum of all elements, of the first and the last one a half, in double. */
static const THTensor *area_of_steps(THSteps *s, const THTensor *y, double step, int dim)
{
  const int64_t n = y->size[dim];
  const int device = THTensor_device(y);
  const THTensor *first = THSteps_to(s, THSteps_narrow(s, y, dim, 0, 1), device, TH_DOUBLE);
  const THTensor *last = THSteps_to(s, THSteps_narrow(s, y, dim, n - 1, 1), device, TH_DOUBLE);
  const THTensor *ends = THSteps_apply(s, TH_OP_cadd, first, last);
  const THTensor *half = THSteps_applyNumber(s, TH_OP_cmul, ends, TH_real(0.5));
  const THTensor *between = THSteps_narrow(s, y, dim, 1, n - 2);
  THTensor *sum = THSteps_place(s);
  TH_STEP(s, th_reduceUnrounded(TH_OP_sum, sum, between, 1u << dim));
  return THSteps_applyNumber(s, TH_OP_cmul, THSteps_apply(s, TH_OP_cadd, half, sum), TH_real(step));
}

static const THTensor *area(THSteps *s, const THTensor *y, const THTensor *at, double step, int dim)
{
  if (!at && y->size[dim] > 1) return area_of_steps(s, y, step, dim);
  return THSteps_reduce(s, TH_OP_sum, trapezia(s, THSteps_widened(s, y), at, step, dim), dim);
}

int THTensor_trapz(THTensor *out, const THTensor *y, const THTensor *at, double step, int dim)
{
  THSteps s;
  TH_TRY(begin_floating(&s, "trapz", y, dim));
  const THTensor *sum = area(&s, y, at, step, dim);
  return THSteps_end(&s, out, THSteps_to(&s, sum, THTensor_device(y), y->dtype));
}

int THTensor_cumulativeTrapezoid(THTensor *out, const THTensor *y, const THTensor *at, double step,
                                 int dim)
{
  THSteps s;
  TH_TRY(begin_floating(&s, "cumulativeTrapezoid", y, dim));
  const THTensor *areas = trapezia(&s, THSteps_widened(&s, y), at, step, dim);
  const THTensor *sums = THSteps_reduce(&s, TH_OP_cumsum, areas, dim);
  return THSteps_end(&s, out, THSteps_to(&s, sums, THTensor_device(y), y->dtype));
}

/* --- slopes --- */

/* The slopes on both sides of a place, at steps left and right, each weighted by the other's
   step. */
static const THTensor *inner_slopes(THSteps *s, const THTensor *slope, const THTensor *steps,
                                    int dim)
{
  const int64_t n = slope->size[dim] - 1;
  const THTensor *left = THSteps_narrow(s, slope, dim, 0, n);
  const THTensor *right = THSteps_narrow(s, slope, dim, 1, n);
  const THTensor *before = THSteps_narrow(s, steps, dim, 0, n);
  const THTensor *after = THSteps_narrow(s, steps, dim, 1, n);
  const THTensor *sum = THSteps_apply(s, TH_OP_cadd, THSteps_apply(s, TH_OP_cmul, left, after),
                                      THSteps_apply(s, TH_OP_cmul, right, before));
  return THSteps_apply(s, TH_OP_cdiv, sum, THSteps_apply(s, TH_OP_cadd, before, after));
}

static const THTensor *uneven_slopes(THSteps *s, const THTensor *x, const THTensor *at, int dim)
{
  const int64_t n = x->size[dim];
  const THTensor *rise = differences(s, x, dim), *steps = steps_between(s, x, at, dim);
  const THTensor *slope = THSteps_apply(s, TH_OP_cdiv, rise, steps);
  const THTensor *first = THSteps_narrow(s, slope, dim, 0, 1);
  const THTensor *last = THSteps_narrow(s, slope, dim, n - 2, 1);
  if (n > 2) first = THSteps_cat(s, first, inner_slopes(s, slope, steps, dim), dim);
  return THSteps_cat(s, first, last, dim);
}

/* Places [at, at + count) of out: the rises of x from place from on, over apart places. */
static void fill_slopes(THSteps *s, const THTensor *out, const THTensor *x, int dim, int64_t at,
                        int64_t count, int64_t from, int64_t apart, double step)
{
  THTensor *to = THSteps_narrow(s, out, dim, at, count);
  const THTensor *before = THSteps_narrow(s, x, dim, from, count);
  const THTensor *after = THSteps_narrow(s, x, dim, from + apart, count);
  const THOperand rise[] = {TH_tensorOperand(after), TH_tensorOperand(before),
                            TH_numberOperand(TH_integer(1))};
  const THOperand slope[] = {TH_tensorOperand(to), TH_numberOperand(TH_real((double)apart * step))};
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[TH_OP_csub], to, rise));
  TH_STEP(s, THOp_applyAs(s->op, &TH_ops[TH_OP_cdiv], to, slope));
}

static const THTensor *even_slopes(THSteps *s, const THTensor *x, double step, int dim)
{
  const int64_t n = x->size[dim];
  THTensor *slopes = THSteps_place(s);
  TH_STEP(s, THTensor_new(slopes, THTensor_device(x), x->dtype, x->nDimension, x->size));
  fill_slopes(s, slopes, x, dim, 0, 1, 0, 1, step);
  if (n > 2) fill_slopes(s, slopes, x, dim, 1, n - 2, 0, 2, step);
  fill_slopes(s, slopes, x, dim, n - 1, 1, n - 2, 1, step);
  return slopes;
}

int THTensor_gradient(THTensor *out, const THTensor *x, const THTensor *at, double step, int dim)
{
  THSteps s;
  TH_TRY(begin_floating(&s, "gradient", x, dim));
  if (x->size[dim] < 2)
    return th_fail(TH_EINVAL, "gradient: size %" PRId64 " of dimension %d; expected at least 2",
                   x->size[dim], dim + 1);
  const THTensor *wide = THSteps_widened(&s, x);
  const THTensor *slopes = at ? uneven_slopes(&s, wide, at, dim) : even_slopes(&s, wide, step, dim);
  return THSteps_end(&s, out, THSteps_to(&s, slopes, THTensor_device(x), x->dtype));
}

/* --- convolution: of pictures with one row, on the CPU --- */

int THTensor_convolve1d(THTensor *out, const THTensor *a, const THTensor *b, THOverlap how)
{
  THSteps s;
  THSteps_begin(&s, "convolve");
  THSteps_checkOrdered(&s, a);
  THSteps_checkOrdered(&s, b);
  TH_STEP(&s, TH_checkSameType(s.op, THTensor_device(a), a->dtype, b->dtype));
  if (!s.status && (a->nDimension != 1 || b->nDimension != 1 || !a->size[0] || !b->size[0]))
    s.status = th_fail(TH_ESHAPE, "convolve: sizes %s and %s; expected two vectors, not empty",
                       THTensor_sizeText(a).text, THTensor_sizeText(b).text);
  if (s.status) return s.status;
  const THTensor *longer = a->size[0] < b->size[0] ? b : a, *shorter = longer == a ? b : a;
  const int64_t m = longer->size[0], n = shorter->size[0];
  const THTensor *row = THSteps_reshape(&s, THSteps_to(&s, longer, 0, a->dtype), 2,
                                        (const int64_t[]){1, m});
  const THTensor *kernel = THSteps_reshape(&s, THSteps_to(&s, shorter, 0, a->dtype), 2,
                                           (const int64_t[]){1, n});
  THTensor *made = THSteps_place(&s);
  TH_STEP(&s, THTensor_convolve(&TH_conv2, made, row, kernel, how != TH_OVERLAP_VALID));
  const THTensor *flat = THSteps_flat(&s, made);
  if (how == TH_OVERLAP_SAME) flat = THSteps_narrow(&s, flat, 0, (n - 1) / 2, m);
  return THSteps_end(&s, out, THSteps_to(&s, flat, THTensor_device(a), a->dtype));
}

/* --- classes --- */

int THTensor_oneHot(THTensor *out, const THTensor *classes, int64_t n)
{
  THSteps s;
  THNumber most = TH_integer(n);
  int64_t size[TH_MAX_DIM + 1];
  const int ndim = classes->nDimension;
  THSteps_begin(&s, "oneHot");
  TH_STEP(&s, THTensor_operand("oneHot", classes));
  if (!s.status && classes->dtype != TH_LONG)
    s.status = th_fail(TH_EDTYPE, "oneHot: classes are a %s; expected a torch.LongTensor",
                       THTensor_typeText(classes->dtype).text);
  if (!s.status && ndim == TH_MAX_DIM)
    s.status = th_fail(TH_ESHAPE, "oneHot: no more than %d dimensions", TH_MAX_DIM);
  if (!n) TH_STEP(&s, THTensor_extremeAll(TH_OP_max, classes, &most, NULL));
  if (!s.status && most.integer < 1)
    s.status = th_fail(TH_EINVAL, "oneHot: %" PRId64 " classes; expected at least 1", most.integer);
  for (int d = 0; d < ndim; d++) size[d] = classes->size[d];
  size[ndim] = 1;
  if (s.status) return s.status;
  const THTensor *at = THSteps_reshape(&s, classes, ndim + 1, size);
  size[ndim] = most.integer;
  THTensor *made = THSteps_filled(&s, classes, TH_LONG, ndim + 1, size, TH_integer(0));
  TH_STEP(&s, THTensor_scatterFill(made, ndim, at, TH_integer(1)));
  return THSteps_end(&s, out, made);
}
