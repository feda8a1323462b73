/* Counts are sums by position: scatterAdd, or on the CPU loops that need not look whether positions
   are inside. Bins are found by searchsorted. */
#include "TH/ops/search/THBins.h"

#include <math.h>

#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THIndex.h"
#include "TH/ops/select/THMask.h"

#define MAX_BINS (INT64_C(1) << 30)

/* On the CPU: two tables are counted in turn, if that is little beside the elements: of equal
   neighbours neither waits for the other. */
static THTensor *count_here(THSteps *s, const THTensor *at, int64_t n)
{
  const int64_t count = THTensor_nElement(at), other = n <= count / 2 ? n : 0, all = n + other;
  THTensor *counts = THSteps_filled(s, at, TH_LONG, 1, &all, TH_integer(0));
  THTensor *positions = THSteps_place(s);
  TH_STEP(s, THTensor_contiguous(positions, at));
  if (s->status) return counts;
  const int64_t *p = THTensor_data(positions);
  int64_t *to = THTensor_data(counts), i = 0;
  for (; i + 2 <= count; i += 2) to[p[i] - 1]++, to[other + p[i + 1] - 1]++;
  if (i < count) to[p[i] - 1]++;
  for (i = 0; i < other; i++) to[i] += to[other + i];
  return THSteps_narrow(s, counts, 0, 0, n);
}

#define ADD_HERE(name, real)                                                                    \
static void name(real *sums, const int64_t *at, const real *weights, int64_t count)             \
{                                                                                               \
  for (int64_t i = 0; i < count; i++) sums[at[i] - 1] += weights[i];                            \
}
ADD_HERE(add_floats, float)
ADD_HERE(add_doubles, double)

/* sums += floats or doubles, on the CPU. */
static void add_here(THSteps *s, const THTensor *sums, const THTensor *at, const THTensor *weights)
{
  const int64_t count = THTensor_nElement(at);
  THTensor *positions = THSteps_place(s), *values = THSteps_place(s);
  TH_STEP(s, THTensor_contiguous(positions, at));
  TH_STEP(s, THTensor_contiguous(values, weights));
  if (s->status || !count) return;
  const int64_t *p = THTensor_data(positions);
  if (sums->dtype == TH_FLOAT)
    add_floats(THTensor_data(sums), p, THTensor_data(values), count);
  else add_doubles(THTensor_data(sums), p, THTensor_data(values), count);
}

/* A vector of n sums: of the weights, or of ones, of all elements with the same position. at is a
   vector of positions from 1 to n. */
static THTensor *count_positions(THSteps *s, const THTensor *at, const THTensor *weights, int dtype,
                                 int64_t n)
{
  const int64_t one = 1, count = THTensor_nElement(at);
  const int here = !THTensor_device(at);
  if (here && !weights) return THSteps_to(s, count_here(s, at, n), 0, dtype);
  THTensor *sums = THSteps_filled(s, at, dtype, 1, &n, TH_integer(0));
  if (!weights) {
    THTensor *ones = THSteps_filled(s, at, dtype, 1, &one, TH_integer(1));
    TH_STEP(s, THTensor_expand(ones, ones, 1, &count));
    weights = ones;
  }
  if (here && weights->nDimension == 1 && (dtype == TH_FLOAT || dtype == TH_DOUBLE))
    add_here(s, sums, at, weights);
  else if (count) TH_STEP(s, THTensor_scatterAdd(sums, 0, at, weights));
  return sums;
}

/* The smallest and the largest element of a tensor that has some. */
static void find_range(THSteps *s, const THTensor *x, THNumber *least, THNumber *most)
{
  TH_STEP(s, THTensor_extremeAll(TH_OP_min, x, least, NULL));
  TH_STEP(s, THTensor_extremeAll(TH_OP_max, x, most, NULL));
}

static void check_weights(THSteps *s, const THTensor *x, const THTensor *weights)
{
  if (!weights) return;
  TH_STEP(s, THTensor_operand(s->op, weights));
  if (!THTensor_isSameSizeAs(weights, x) && (THTensor_nElement(weights) || THTensor_nElement(x)))
    TH_STEP(s, th_fail(TH_ESHAPE, "%s: weights of size %s for a tensor of size %s", s->op,
                       THTensor_sizeText(weights).text, THTensor_sizeText(x).text));
}

int THTensor_bincount(THTensor *out, const THTensor *x, const THTensor *weights, int64_t least)
{
  THSteps s;
  THNumber low = TH_integer(1), high = TH_integer(0);
  THSteps_begin(&s, "bincount");
  TH_STEP(&s, THTensor_operand(s.op, x));
  if (!s.status && !THDtype_traits(x->dtype)->integral)
    return th_fail(TH_EDTYPE, "bincount: not defined for %s; whole numbers are needed",
                   THTensor_typeText(x->dtype).text);
  x = THSteps_defined(&s, x);
  if (!s.status && x->nDimension != 1)
    return th_fail(TH_ESHAPE, "bincount: a tensor of size %s; expected a vector",
                   THTensor_sizeText(x).text);
  check_weights(&s, x, weights);
  if (s.status) return s.status;
  if (THTensor_nElement(x)) find_range(&s, x, &low, &high);
  if (low.integer < 1)
    TH_STEP(&s, th_fail(TH_EINVAL, "bincount: the least element is %" PRId64
                        "; expected whole numbers from 1 on", low.integer));
  const THTensor *at = THSteps_to(&s, x, THTensor_device(x), TH_LONG);
  if (s.status) return THSteps_drop(&s);
  const int64_t n = high.integer > least ? high.integer : least;
  return THSteps_end(&s, out, count_positions(&s, at, weights, weights ? weights->dtype : TH_LONG,
                                              n));
}

/* --- histograms --- */

int THTensor_histogramEdges(THTensor *edges, const THTensor *x, int64_t bins, double low,
                            double high)
{
  THSteps s;
  THSteps_begin(&s, "histogram");
  THSteps_checkFloating(&s, x);
  if (!s.status && (bins < 1 || bins > MAX_BINS))
    s.status = th_fail(TH_EINVAL, "histogram: %" PRId64 " bins; expected at least 1, at most %"
                       PRId64, bins, MAX_BINS);
  if (low == high && !THTensor_nElement(x)) high = low + 1;
  if (low == high && !s.status) {
    THNumber least, most;
    find_range(&s, x, &least, &most);
    if (!s.status) low = TH_asReal(least), high = TH_asReal(most);
  }
  if (low == high) low -= 0.5, high += 0.5;
  if (!s.status && !(low < high && isfinite(high - low)))
    s.status = th_fail(TH_EINVAL, "histogram: no bins between %g and %g", low, high);
  THTensor *line = THSteps_place(&s);
  const int64_t n = bins + 1;
  TH_STEP(&s, THTensor_new(line, THTensor_device(x), TH_DOUBLE, 1, &n));
  TH_STEP(&s, THTensor_fillSequence(line, low, (high - low) / (double)bins));
  TH_STEP(&s, THTensor_put(line, bins, TH_real(high)));
  return THSteps_end(&s, edges, THSteps_to(&s, line, THTensor_device(x), x->dtype));
}

static void check_edges(THSteps *s, const THTensor *x, const THTensor *edges)
{
  TH_STEP(s, THTensor_operand(s->op, edges));
  TH_STEP(s, TH_checkSameType(s->op, THTensor_device(x), x->dtype, edges->dtype));
  if (!s->status && (edges->nDimension != 1 || edges->size[0] < 2))
    s->status = th_fail(TH_ESHAPE, "%s: edges of size %s; expected a vector of at least 2", s->op,
                        THTensor_sizeText(edges).text);
  if (s->status) return;
  const int64_t bins = edges->size[0] - 1;
  const THTensor *rises = THSteps_apply(s, TH_OP_le, THSteps_narrow(s, edges, 0, 0, bins),
                                        THSteps_narrow(s, edges, 0, 1, bins));
  THNumber all = TH_integer(1);
  TH_STEP(s, THTensor_reduceAll(TH_OP_all, rises, &all));
  if (!all.integer) TH_STEP(s, th_fail(TH_EINVAL, "%s: the edges do not ascend", s->op));
}

/* counts over their sum and the widths of the bins. */
static const THTensor *density_of(THSteps *s, const THTensor *counts, const THTensor *edges)
{
  const int64_t bins = counts->size[0];
  const THTensor *width = THSteps_apply(s, TH_OP_csub, THSteps_narrow(s, edges, 0, 1, bins),
                                        THSteps_narrow(s, edges, 0, 0, bins));
  const THTensor *sum = THSteps_reduce(s, TH_OP_sum, counts, 0);
  return THSteps_apply(s, TH_OP_cdiv, THSteps_apply(s, TH_OP_cdiv, counts, width), sum);
}

/* searchsorted gives 1 for elements before the first edge, and behind the last one as many as there
   are edges, plus 1: these two places are left out. */
int THTensor_histogram(THTensor *counts, const THTensor *x, const THTensor *edges,
                       const THTensor *weights, int density)
{
  THSteps s;
  THSteps_begin(&s, "histogram");
  THSteps_checkFloating(&s, x);
  check_weights(&s, x, weights);
  if (!s.status) check_edges(&s, x, edges);
  if (s.status) return THSteps_drop(&s);
  const int64_t bins = edges->size[0] - 1;
  const THTensor *flat = THSteps_flat(&s, x);
  THTensor *at = THSteps_place(&s);
  TH_STEP(&s, THTensor_searchsorted(at, edges, flat, 1, NULL));
  const THTensor *last = THSteps_narrow(&s, edges, 0, bins, 1);
  const THTensor *is_last = THSteps_apply(&s, TH_OP_eq, flat, last);
  TH_STEP(&s, THTensor_maskedFill(at, is_last, TH_integer(bins + 1)));
  if (weights) weights = THSteps_flat(&s, THSteps_to(&s, weights, THTensor_device(x), TH_DOUBLE));
  const THTensor *sums = count_positions(&s, at, weights, TH_DOUBLE, bins + 2);
  const THTensor *inside = THSteps_narrow(&s, sums, 0, 1, bins);
  if (density && !s.status)
    inside = density_of(&s, inside, THSteps_to(&s, edges, THTensor_device(x), TH_DOUBLE));
  return THSteps_end(&s, counts, THSteps_to(&s, inside, THTensor_device(x), x->dtype));
}

/* --- straight lines --- */

int THTensor_interp(THTensor *out, const THTensor *x, const THTensor *xp, const THTensor *fp)
{
  THSteps s;
  THSteps_begin(&s, "interp");
  THSteps_checkFloating(&s, x);
  TH_STEP(&s, TH_checkSameType(s.op, THTensor_device(x), x->dtype, xp->dtype));
  TH_STEP(&s, TH_checkSameType(s.op, THTensor_device(x), x->dtype, fp->dtype));
  if (xp->nDimension != 1 || fp->nDimension != 1 || xp->size[0] != fp->size[0] || !xp->size[0])
    TH_STEP(&s, th_fail(TH_ESHAPE, "interp: points of sizes %s and %s; expected two vectors of "
                        "one size, not empty", THTensor_sizeText(xp).text,
                        THTensor_sizeText(fp).text));
  if (s.status) return s.status;
  const int64_t n = xp->size[0];
  const THTensor *flat = THSteps_flat(&s, x);
  THTensor *right = THSteps_place(&s);
  const THTensor *low = THSteps_narrow(&s, xp, 0, 0, 1);
  const THTensor *high = THSteps_narrow(&s, xp, 0, n - 1, 1);
  flat = THSteps_apply(&s, TH_OP_cmin, THSteps_apply(&s, TH_OP_cmax, flat, low), high);
  TH_STEP(&s, THTensor_searchsorted(right, xp, flat, 1, NULL));
  const THTensor *after = THSteps_applyNumber(&s, TH_OP_cmin, right, TH_integer(n));
  const THTensor *before = THSteps_applyNumber(&s, TH_OP_cmax,
      THSteps_applyNumber(&s, TH_OP_csub, after, TH_integer(1)), TH_integer(1));
  const THTensor *x0 = THSteps_index(&s, xp, 0, before), *y0 = THSteps_index(&s, fp, 0, before);
  const THTensor *dx = THSteps_apply(&s, TH_OP_csub, THSteps_index(&s, xp, 0, after), x0);
  const THTensor *dy = THSteps_apply(&s, TH_OP_csub, THSteps_index(&s, fp, 0, after), y0);
  const THTensor *none = THSteps_applyNumber(&s, TH_OP_eq, dx, TH_integer(0));
  const THTensor *way = THSteps_apply(&s, TH_OP_csub, flat, x0);
  const THTensor *part = THSteps_apply(&s, TH_OP_cdiv, way,
                                       THSteps_masked(&s, dx, none, TH_integer(1)));
  const THTensor *y = THSteps_apply(&s, TH_OP_cadd, y0, THSteps_apply(&s, TH_OP_cmul, part, dy));
  return THSteps_end(&s, out, THSteps_reshape(&s, y, x->nDimension, x->size));
}
