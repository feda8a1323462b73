/*
** Correlation of one dtype (THConvolveChapter.h): sums of a run that is shifted to several places,
** each time multiplied by a weight. A sum is a chain of fma in the order of the taps: the same bits
** on every level.
*/
#include "TH/iteration/THIter.h"

#define CORRELATE(name) TH_CONCAT_4(correlate_, name, _, Real)
#define ADD_PRODUCT(sum, a, b)                                                                    \
  TH_IF_FLOATING(sizeof(real) == 8 ? __builtin_fma(a, b, sum) : __builtin_fmaf(a, b, sum))        \
  TH_IF_INTEGRAL(sum + a * b)

/* The sums of a tile fill half of the registers and stay there. */
#ifdef __AVX512F__
enum { CORRELATE(STEP) = 256 / (sizeof(real) < 4 ? 4 : sizeof(real)) };
#else
enum { CORRELATE(STEP) = 64 / (sizeof(real) < 4 ? 4 : sizeof(real)) };
#endif
_Static_assert(TH_CORRELATED_RUN % (TH_CORRELATED_MAPS * CORRELATE(STEP)) == 0,
               "a run is of whole tiles");

/* Compute a tile. Its rows are maps (across 0), or pieces of one map, across elements apart. */
static inline __attribute__((always_inline)) void
CORRELATE(tile)(const real *x, const int64_t *places, const real *weights, int64_t taps,
                ptrdiff_t across, real *sums, ptrdiff_t next)
{
  enum { ROWS = TH_CORRELATED_MAPS };
  real sum[ROWS][CORRELATE(STEP)] = {{0}};
  for (int64_t t = 0; t < taps; t++, weights += across ? 1 : ROWS) {
    const real *shifted = x + places[t];
    _Pragma("GCC unroll 4") for (int m = 0; m < ROWS; m++)
      _Pragma("omp simd") for (int i = 0; i < CORRELATE(STEP); i++)
        sum[m][i] = (real)(ADD_PRODUCT(sum[m][i], shifted[m * across + i],
                                       weights[across ? 0 : m]));
  }
  for (int m = 0; m < ROWS; m++)
    _Pragma("omp simd") for (int i = 0; i < CORRELATE(STEP); i++) sums[m * next + i] = sum[m][i];
}

static void ENTRY(correlate)(const THCorrelation *call)
{
  real *sums = call->sums;
  const real *x = call->x, *weights = call->weights;
  const int64_t *places = call->places, n = call->n, taps = call->taps;
  if (call->maps == 1)
    for (int64_t p = 0; p < n; p += TH_CORRELATED_MAPS * CORRELATE(STEP))
      CORRELATE(tile)(x + p, places, weights, taps, CORRELATE(STEP), sums + p, CORRELATE(STEP));
  else
    for (int64_t p = 0; p < n; p += CORRELATE(STEP))
      CORRELATE(tile)(x + p, places, weights, taps, 0, sums + p, call->next);
}

static const THConvolveEntry TH_ENTRIES[TH_CONVOLVE_ROWS] = {[TH_OP_correlate] = ENTRY(correlate)};

#undef CORRELATE
#undef ADD_PRODUCT
