/*
** Running extremes and their last positions: on the CPU in one pass, for floats, doubles and 64-bit
** integers, to which others are converted; by a chain on devices that have its rows.
*/
#include "TH/dispatch/THDispatch.h"
#include "TH/geometry/THCheck.h"
#include "TH/geometry/THView.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/search/THAlong.h"
#include "TH/ops/search/THSteps.h"

/* --- on a device: a position is kept where the element is the extreme so far, or NaN; the largest
   such position so far is that of the last one --- */

/* 1, 2, .. along dim, in the sizes of x: a view. */
static const THTensor *places_along(THSteps *s, const THTensor *x, int dim)
{
  int64_t size[TH_MAX_DIM];
  for (int d = 0; d < x->nDimension; d++) size[d] = d == dim ? x->size[d] : 1;
  THTensor *places = THSteps_reshape(s, THSteps_positions(s, x, x->size[dim]), x->nDimension, size);
  TH_STEP(s, THTensor_expand(places, places, x->nDimension, x->size));
  return places;
}

/* Whether there is a NaN: then what is last so far is one. */
static int has_nan(THSteps *s, const THTensor *so_far, int dim)
{
  THNumber any = TH_integer(0);
  if (!THDtype_traits(so_far->dtype)->floating || !THTensor_nElement(so_far)) return 0;
  const THTensor *last = THSteps_narrow(s, so_far, dim, so_far->size[dim] - 1, 1);
  const THTensor *nan = THSteps_isNan(s, last);
  TH_STEP(s, THTensor_reduceAll(TH_OP_any, nan, &any));
  return any.integer != 0;
}

/* worse: the comparison of an element with a better one before. */
static void by_chain(THSteps *s, int row, int worse, const THTensor *x, int dim,
                     const THTensor *made[2])
{
  const THTensor *so_far = THSteps_reduce(s, row, x, dim), *other;
  if (has_nan(s, so_far, dim)) {
    const THTensor *differs = THSteps_apply(s, TH_OP_ne, x, so_far);
    other = THSteps_apply(s, TH_OP_logicalAnd, differs, THSteps_apply(s, TH_OP_eq, x, x));
  } else {
    other = THSteps_apply(s, worse, x, so_far);
  }
  const THTensor *kept = THSteps_masked(s, places_along(s, x, dim), other, TH_integer(0));
  made[0] = so_far;
  made[1] = THSteps_reduce(s, TH_OP_runMax, kept, dim);
}

/* --- on the CPU --- */

enum { GRAIN = 16 * 1024, STEP = 16 }; /* elements */

/* Element k of line l is at (l / inner * n + k) * inner + l % inner. */
typedef struct Lines {
  const void *x;
  void *y;
  int64_t *at, n, inner;
} Lines;

/*
** The elements of a line that are not adjacent are compared with what was found before them, for
** many lines at a time; in a line of adjacent ones a run ends where the next element takes its
** place: that is as good or better, or NaN, which no number replaces. Long runs go on in steps.
*/
#define RUNNING(name, real, ahead)                                                      \
static void name##Line(const real *x, real *y, int64_t *at, int64_t n)                  \
{                                                                                       \
  for (int64_t i = 0; i < n;) {                                                         \
    const real best = x[i];                                                             \
    const int64_t here = i + 1;                                                         \
    y[i] = best;                                                                        \
    at[i++] = here;                                                                     \
    for (int ends = 0; i + STEP <= n; i += STEP) {                                      \
      _Pragma("omp simd reduction(|:ends)") for (int l = 0; l < STEP; l++)              \
        ends |= (x[i + l] ahead best) | (x[i + l] != x[i + l]);                         \
      if (ends) break;                                                                  \
      for (int l = 0; l < STEP; l++) y[i + l] = best;                                   \
      for (int l = 0; l < STEP; l++) at[i + l] = here;                                  \
    }                                                                                   \
    for (; i < n && !(x[i] ahead best) && x[i] == x[i]; i++) y[i] = best, at[i] = here; \
  }                                                                                     \
}                                                                                       \
static void name##Beside(const real *x, real *y, int64_t *at, const Lines *c,           \
                         int64_t count)                                                 \
{                                                                                       \
  for (int64_t l = 0; l < count; l++) y[l] = x[l], at[l] = 1;                           \
  for (int64_t k = 1; k < c->n; k++) {                                                  \
    const real *before = y;                                                             \
    const int64_t *before_at = at;                                                      \
    x += c->inner, y += c->inner, at += c->inner;                                       \
    for (int64_t l = 0; l < count; l++) {                                               \
      const int take = (x[l] ahead before[l]) | (x[l] != x[l]);                         \
      y[l] = take ? x[l] : before[l];                                                   \
      at[l] = take ? k + 1 : before_at[l];                                              \
    }                                                                                   \
  }                                                                                     \
}                                                                                       \
static void name(void *context, int64_t begin, int64_t end)                             \
{                                                                                       \
  const Lines *c = context;                                                             \
  for (int64_t l = begin, count; l < end; l += count) {                                 \
    const int64_t first = l / c->inner * c->n * c->inner + l % c->inner;                \
    const real *x = (const real *)c->x + first;                                         \
    count = c->inner - l % c->inner;                                                    \
    if (count > end - l) count = end - l;                                               \
    if (c->inner == 1) name##Line(x, (real *)c->y + first, c->at + first, c->n);        \
    else name##Beside(x, (real *)c->y + first, c->at + first, c, count);                \
  }                                                                                     \
}
RUNNING(most_floats, float, >=)
RUNNING(most_doubles, double, >=)
RUNNING(most_longs, int64_t, >=)
RUNNING(least_floats, float, <=)
RUNNING(least_doubles, double, <=)
RUNNING(least_longs, int64_t, <=)

static void by_lines(THSteps *s, const THRange run[3], const THTensor *x, int dim,
                     const THTensor *made[2])
{
  const THTraits *traits = THDtype_traits(x->dtype);
  const int device = THTensor_device(x);
  const int dtype = traits->integral ? TH_LONG : traits->size > 4 ? TH_DOUBLE : TH_FLOAT;
  THTensor *from = THSteps_to(s, x, 0, dtype), *y = THSteps_place(s), *at = THSteps_place(s);
  TH_STEP(s, THTensor_contiguous(from, from));
  TH_STEP(s, THTensor_new(y, 0, dtype, x->nDimension, x->size));
  TH_STEP(s, THTensor_new(at, 0, TH_LONG, x->nDimension, x->size));
  const int64_t count = THTensor_nElement(x);
  made[0] = y, made[1] = at;
  if (s->status) return;
  Lines lines = {THTensor_data(from), THTensor_data(y), THTensor_data(at), x->size[dim], 1};
  for (int d = dim + 1; d < x->nDimension; d++) lines.inner *= x->size[d];
  if (count)
    TH_STEP(s, th_inSlices(count / lines.n, GRAIN / lines.n + 1,
                           run[dtype == TH_FLOAT ? 0 : dtype == TH_DOUBLE ? 1 : 2], &lines));
  if (dtype != x->dtype || device) made[0] = THSteps_to(s, y, device, x->dtype);
  if (device) made[1] = THSteps_to(s, at, device, TH_LONG);
}

static int running(const char *op, int row, int worse, const THRange run[3], THTensor *values,
                   THTensor *indices, const THTensor *x, int dim)
{
  THSteps s;
  const THTensor *made[2];
  THSteps_begin(&s, op);
  THSteps_checkOrdered(&s, x);
  TH_STEP(&s, TH_checkDim(op, x, dim));
  if (s.status) return s.status;
  const THEntry entry = TH_entry(TH_CHAPTER_REDUCE, row, x->dtype, THTensor_device(x));
  if (entry) by_chain(&s, row, worse, x, dim, made);
  else by_lines(&s, run, x, dim, made);
  return THSteps_endAll(&s, 2, (THTensor *[]){values, indices}, made);
}

int THTensor_cummax(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  const THRange run[] = {most_floats, most_doubles, most_longs};
  return running("cummax", TH_OP_runMax, TH_OP_lt, run, values, indices, x, dim);
}

int THTensor_cummin(THTensor *values, THTensor *indices, const THTensor *x, int dim)
{
  const THRange run[] = {least_floats, least_doubles, least_longs};
  return running("cummin", TH_OP_runMin, TH_OP_gt, run, values, indices, x, dim);
}
