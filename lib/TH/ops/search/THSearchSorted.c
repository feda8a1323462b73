/*
** searchsorted: binary searches, some side by side. Each halves the same lengths, so that they go
** in step, without branches, and their loads from memory do not wait for one another. They keep
** positions, not pointers, of which compilers make branches (row "searchsorted, 1e6 among 1000": 5
** times as long).
*/
#include <string.h>

#include "TH/geometry/THCheck.h"
#include "TH/iteration/THSlices.h"
#include "TH/ops/elementwise/THCopy.h"
#include "TH/ops/search/THBins.h"
#include "TH/ops/search/THSteps.h"
#include "TH/ops/select/THIndex.h"

enum { BESIDE = 16, GRAIN = 4096 };

/* m values in each of some rows of n sorted ones; step: from a row of sorted to the next, or 0. */
typedef struct Search {
  const void *sorted, *values;
  int64_t *found;
  int64_t n, m, step;
  int right;
} Search;

/*
** How many of s come before each of BESIDE values: those less, or (right) not greater. Comparisons
** with a NaN are false, so NaN at the end of s counts for no number. Before a value that is NaN
** come all numbers, or if right all of s: it is looked for again, alone.
*/
#define SEARCH(name, real)                                                                         \
static inline __attribute__((always_inline)) void                                                  \
name##Beside(const real *s, const real *v, int64_t *at, int64_t n, const int right)                \
{                                                                                                  \
  for (int j = 0; j < BESIDE; j++) at[j] = 0;                                                      \
  for (int64_t left = n; left > 0; left /= 2) {                                                    \
    const int64_t half = left - left / 2;                                                          \
    for (int j = 0; j < BESIDE; j++) {                                                             \
      const real a = s[at[j] + half - 1];                                                          \
      at[j] += (right ? a <= v[j] : a < v[j]) ? half : 0;                                          \
    }                                                                                              \
  }                                                                                                \
}                                                                                                  \
static int64_t name##Nan(const real *s, int64_t n)                                                 \
{                                                                                                  \
  int64_t at = 0;                                                                                  \
  for (int64_t left = n; left > 0; left /= 2)                                                      \
    at += s[at + left - left / 2 - 1] == s[at + left - left / 2 - 1] ? left - left / 2 : 0;        \
  return at;                                                                                       \
}                                                                                                  \
static void name(void *context, int64_t begin, int64_t end)                                        \
{                                                                                                  \
  const Search *search = context;                                                                  \
  for (int64_t i = begin; i < end;) {                                                              \
    const int64_t row = i / search->m, stop = (row + 1) * search->m < end ? (row + 1) * search->m  \
                                                                          : end;                   \
    const int some = stop - i < BESIDE ? (int)(stop - i) : BESIDE;                                 \
    int64_t at[BESIDE];                                                                            \
    real v[BESIDE] = {0};                                                                          \
    memcpy(v, (const real *)search->values + i, (size_t)some * sizeof *v);                         \
    const real *sorted = (const real *)search->sorted + row * search->step;                        \
    if (search->right) name##Beside(sorted, v, at, search->n, 1);                                  \
    else name##Beside(sorted, v, at, search->n, 0);                                                \
    for (int j = 0; j < some; j++)                                                                 \
      if (v[j] != v[j]) at[j] = search->right ? search->n : name##Nan(sorted, search->n);          \
    for (int j = 0; j < some; j++) search->found[i + j] = at[j] + 1;                               \
    i += some;                                                                                     \
  }                                                                                                \
}
SEARCH(search_floats, float)
SEARCH(search_doubles, double)
SEARCH(search_longs, int64_t)

/* The type in which elements of two are compared. */
static int common_dtype(int a, int b)
{
  const THTraits *x = THDtype_traits(a), *y = THDtype_traits(b);
  if (!x->floating && !y->floating) return TH_LONG;
  return (x->floating ? x->size : 8) <= 4 && (y->floating ? y->size : 8) <= 4 ? TH_FLOAT
                                                                              : TH_DOUBLE;
}

static void check_sizes(THSteps *s, const THTensor *sorted, const THTensor *values)
{
  int fits = sorted->nDimension == 1 || sorted->nDimension == values->nDimension;
  for (int d = 0; d + 1 < sorted->nDimension && fits; d++)
    fits = sorted->size[d] == values->size[d];
  if (!fits || sorted->nDimension < 1)
    TH_STEP(s, th_fail(TH_ESHAPE, "%s: sorted has size %s and values %s; expected a vector, or the "
                       "same leading dimensions", s->op, THTensor_sizeText(sorted).text,
                       THTensor_sizeText(values).text));
}

/* Contiguous, on the CPU, in dtype. */
static const THTensor *bring(THSteps *s, const THTensor *x, int dtype)
{
  THTensor *here = THSteps_to(s, x, 0, dtype);
  TH_STEP(s, THTensor_contiguous(here, here));
  return here;
}

static int run(const Search *search, int dtype, int64_t count)
{
  return th_inSlices(count, GRAIN, dtype == TH_FLOAT ? search_floats : dtype == TH_DOUBLE
                     ? search_doubles : search_longs, (void *)search);
}

int THTensor_searchsorted(THTensor *out, const THTensor *sorted, const THTensor *values,
                          int right, const THTensor *sorter)
{
  THSteps s;
  THSteps_begin(&s, "searchsorted");
  THSteps_checkOrdered(&s, sorted);
  THSteps_checkOrdered(&s, values);
  if (!s.status) check_sizes(&s, sorted, values);
  if (sorter && !THTensor_isSameSizeAs(sorter, sorted))
    TH_STEP(&s, th_fail(TH_ESHAPE, "searchsorted: a sorter of size %s for %s",
                        THTensor_sizeText(sorter).text, THTensor_sizeText(sorted).text));
  if (s.status) return s.status;
  const int last = sorted->nDimension - 1, dtype = common_dtype(sorted->dtype, values->dtype);
  const int64_t n = sorted->size[last];
  if (sorter) sorted = THSteps_gather(&s, sorted, last, sorter);
  const THTensor *in = bring(&s, sorted, dtype), *v = bring(&s, values, dtype);
  THTensor *found = THSteps_place(&s);
  TH_STEP(&s, THTensor_new(found, 0, TH_LONG, values->nDimension, values->size));
  const int64_t count = THTensor_nElement(values);
  const Search search = {THTensor_data(in), THTensor_data(v), THTensor_data(found), n,
                         last && count ? v->size[last] : count, last ? n : 0, right};
  if (count) TH_STEP(&s, run(&search, dtype, count));
  return THSteps_end(&s, out, THSteps_to(&s, found, THTensor_device(values), TH_LONG));
}
