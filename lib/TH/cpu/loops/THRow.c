/*
** Softmax and extremes of rows (THRowChapter.h). Each number is made by the same operations, sums
** in the same order, as by the rows max, exp, sum, cinv, cmul and csub of other chapters: the bits
** are theirs. (One division a row, since a vector of them takes 10 to 16 cycles: rows "softmax of
** rows", 1.3 -> 0.95 ms.)
*/
#include "TH/cpu/math/THVecMath.h"
#include "TH/cpu/parts/THFolds.h"

/* --- extremes --- */

#define TH_ROW_LANES 32

typedef struct STATE(range) { real most, least; int nan; } STATE(range);

#define TH_TAKE_INTO(most, least, nan, x)                                               \
  do {                                                                                  \
    const real a = x, high = most, low = least;                                         \
    most = a > high ? a : high;                                                         \
    least = a < low ? a : low;                                                          \
    nan |= a != a;                                                                      \
  } while (0)

/* NaN is noted, and otherwise passed over but where it is the first element. The last lanes take
   the last elements, some of which others took before. */
static inline __attribute__((always_inline)) STATE(range) KERNEL(rangeOf)(const real *x, int64_t n)
{
  real most[TH_ROW_LANES], least[TH_ROW_LANES];
  TH_AS_WIDE(real) nan[TH_ROW_LANES];
  STATE(range) few = {x[0], x[0], 0};
  for (int64_t i = 0; i < n && n < TH_ROW_LANES; i++)
    TH_TAKE_INTO(few.most, few.least, few.nan, x[i]);
  if (n < TH_ROW_LANES) return few;
  TH_EACH_LANE(TH_ROW_LANES) most[l] = least[l] = x[0], nan[l] = 0;
  for (int64_t i = 0; i < n; i += TH_ROW_LANES) {
    if (i + TH_ROW_LANES > n) i = n - TH_ROW_LANES;
    TH_EACH_LANE(TH_ROW_LANES) TH_TAKE_INTO(most[l], least[l], nan[l], x[i + l]);
  }
  TH_EACH_HALVING(TH_ROW_LANES) TH_EACH_LANE(half) {
    const real high = most[l], low = least[l];
    most[l] = most[l + half] > high ? most[l + half] : high;
    least[l] = least[l + half] < low ? least[l + half] : low;
    nan[l] |= nan[l + half];
  }
  return (STATE(range)){most[0], least[0], nan[0] != 0};
}

#define TH_EXTREME(name, which)                                                         \
static void ENTRY(name)(const void *from, void *to, int64_t n, int64_t rows)            \
{                                                                                       \
  for (int64_t row = 0; row < rows; row++) {                                            \
    const STATE(range) range = KERNEL(rangeOf)((const real *)from + row * n, n);        \
    ((real *)to)[row] = range.nan ? (real)TH_NAN : range.which;                         \
  }                                                                                     \
}
TH_EXTREME(mostOfRow, most)
TH_EXTREME(leastOfRow, least)

/* --- sums of exponentials --- */

/* y = exp(x - most), for at most TH_FOLD_BLOCK elements, and its sum, in the lanes in which the row
   sum folds a block (THFolds.h). */
#define TH_EXPONENTIALS(name, exp_of)                                                   \
static double KERNEL(name)(const real *x, real *y, int64_t n, real most)                \
{                                                                                       \
  TH_HELD held[TH_LANES * sizeof(double) / TH_HELD_BYTES] = {{0}};                      \
  double whole[TH_LANES];                                                               \
  int64_t i = 0;                                                                        \
  for (; i + TH_LANES <= n; i += TH_LANES) {                                            \
    TH_EACH_LANE(TH_LANES) y[i + l] = exp_of(x[i + l] - most);                          \
    TH_WIDEN_LANES(in, y + i, TH_LANES, double)                                         \
    TH_WITH_LANES(double, lane, TH_LANES,                                               \
      TH_EACH_LANE(TH_LANES) lane[l] += TH_TAKEN(in, y + i, l, double);)                \
  }                                                                                     \
  const int left = (int)(n - i);                                                        \
  if (left) {                                                                           \
    real rest[TH_LANES];                                                                \
    TH_EACH_LANE(TH_LANES) rest[l] = l < left ? x[i + l] : most;                        \
    TH_EACH_LANE(TH_LANES) rest[l] = exp_of(rest[l] - most);                            \
    TH_EACH_LANE(TH_LANES) if (l < left) y[i + l] = rest[l];                            \
    TH_WITH_LANES(double, lane, TH_LANES,                                               \
      TH_EACH_LANE(TH_LANES) lane[l] += l < left ? (double)rest[l] : 0;)                \
  }                                                                                     \
  TH_WITH_LANES(double, lane, TH_LANES, TH_EACH_LANE(TH_LANES) whole[l] = lane[l];)     \
  TH_EACH_HALVING(TH_LANES) TH_EACH_LANE(half) whole[l] += whole[l + half];             \
  return whole[0];                                                                      \
}
TH_EXPONENTIALS(exps, TH_EXP)
TH_EXPONENTIALS(expsInRange, TH_EXP_IN_RANGE)

/* The sum of a row's exponentials: blocks are added in pairs, pairs of these in pairs, as by
   THFold. */
static real KERNEL(exponentials)(const real *x, real *y, int64_t n, real most, int in_range)
{
  double sum[64];
  int held = 0;
  for (int64_t i = 0, block = 1; i < n; i += TH_FOLD_BLOCK, block++) {
    const int64_t m = n - i < TH_FOLD_BLOCK ? n - i : TH_FOLD_BLOCK;
    sum[held++] = in_range ? KERNEL(expsInRange)(x + i, y + i, m, most)
                           : KERNEL(exps)(x + i, y + i, m, most);
    for (int64_t pairs = block; pairs % 2 == 0; pairs /= 2, held--) sum[held - 2] += sum[held - 1];
  }
  for (; held > 1; held--) sum[held - 2] += sum[held - 1];
  return (real)sum[0];
}

#define TH_EACH_ROW(y_of_row)                                                           \
  for (int64_t row = 0; row < rows; row++) {                                            \
    const real *x = (const real *)from + row * n;                                       \
    real *y = (real *)to + row * n;                                                     \
    const STATE(range) range = KERNEL(rangeOf)(x, n);                                   \
    const real most = range.most;                                                       \
    const int in_range = most - range.least <= TH_EXP_LIMIT(most);                      \
    const real sum = KERNEL(exponentials)(x, y, n, most, in_range);                     \
    y_of_row                                                                            \
  }

static void ENTRY(softmaxRow)(const void *from, void *to, int64_t n, int64_t rows)
{
  TH_EACH_ROW(const real factor = 1 / sum;
              TH_SIMD for (int64_t i = 0; i < n; i++) y[i] *= factor;)
}

static void ENTRY(logSoftmaxRow)(const void *from, void *to, int64_t n, int64_t rows)
{
  TH_EACH_ROW(const real log = TH_LOG(sum);
              TH_SIMD for (int64_t i = 0; i < n; i++) y[i] = (x[i] - most) - log;)
}

static const THRowEntry TH_ENTRIES[TH_ROW_ROWS] = {
  [TH_OP_softmaxRow] = ENTRY(softmaxRow), [TH_OP_logSoftmaxRow] = ENTRY(logSoftmaxRow),
  [TH_OP_mostOfRow] = ENTRY(mostOfRow), [TH_OP_leastOfRow] = ENTRY(leastOfRow),
};
#undef TH_ROW_LANES
#undef TH_EXTREME
#undef TH_TAKE_INTO
#undef TH_EXPONENTIALS
#undef TH_EACH_ROW
