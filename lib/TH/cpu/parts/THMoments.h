/*
** Moments: sums of the differences from an output's first element, and of their squares. The first
** element is usually as close to the mean as the others are, so little is lost when one sum is
** subtracted from the other. At worst it is far from n equal ones, which costs log2(n) bits of a
** double.
*/
#ifndef TH_MOMENTS_H
#define TH_MOMENTS_H

#include "TH/cpu/parts/THFolds.h"

#define TH_INTO_MOMENT(sum, squares, element, pivot)                                               \
  const double a = TH_LOAD(element), d = a - (pivot);                                              \
  sum += d;                                                                                        \
  squares += d * d

#define TH_MOMENT_KERNELS                                                                          \
typedef struct STATE(moment) { double sum, squares; } STATE(moment);                               \
static inline double KERNEL(pivot)(const THFoldBlock *block, ptrdiff_t c)                          \
{                                                                                                  \
  const THFoldTile *tile = block->tile;                                                            \
  return block->n ? TH_LOAD(*(const real *)(tile->p[1] + c * tile->across[1])) : 0;                \
}                                                                                                  \
static void KERNEL(momentRow)(void *to, const THFoldBlock *block)                                  \
{                                                                                                  \
  const ptrdiff_t ahead = TH_AHEAD_OF(block);                                                      \
  for (ptrdiff_t c = 0; c < block->width; c++) {                                                   \
    const real *x = TH_FOLDED(0, c);                                                               \
    const double pivot = KERNEL(pivot)(block, c);                                                  \
    const ptrdiff_t n = TH_COUNT(block, c);                                                        \
    double sum[TH_LANES] = {0}, squares[TH_LANES] = {0};                                           \
    ptrdiff_t i = 0;                                                                               \
    for (; i + TH_LANES <= n; i += TH_LANES) {                                                     \
      for (int b = 0; b < TH_LANES * (int)sizeof(real); b += 64)                                   \
        TH_PREFETCH_LINE((const char *)(x + i) + ahead + b, TH_IS_FAR(block));                     \
      TH_WIDEN_LANES(in, x + i, TH_LANES, double)                                                  \
      TH_EACH_LANE(TH_LANES) {                                                                     \
        const double d = TH_TAKEN(in, x + i, l, double) - pivot;                                   \
        sum[l] += d;                                                                               \
        squares[l] += d * d;                                                                       \
      }                                                                                            \
    }                                                                                              \
    for (int l = 0; i + l < n; l++) {                                                              \
      TH_INTO_MOMENT(sum[l], squares[l], x[i + l], pivot);                                         \
    }                                                                                              \
    TH_EACH_HALVING(TH_LANES)                                                                      \
      for (int l = 0; l < half; l++) sum[l] += sum[l + half], squares[l] += squares[l + half];     \
    ((STATE(moment) *)to)[c] = (STATE(moment)){sum[0], squares[0]};                                \
  }                                                                                                \
}                                                                                                  \
static void KERNEL(momentColumns)(void *to, const THFoldBlock *block)                              \
{                                                                                                  \
  double *sum[TH_LANES], *squares[TH_LANES];                                                       \
  double *pivot = (double *)block->scratch + 2 * TH_LANES * block->width;                          \
  const int lanes = block->n == 0 ? 1 : block->n < TH_LANES ? (int)block->n : TH_LANES;            \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  ptrdiff_t i = 0;                                                                                 \
  for (int l = 0; l < TH_LANES; l++) {                                                             \
    sum[l] = (double *)block->scratch + 2 * l * block->width;                                      \
    squares[l] = sum[l] + block->width;                                                            \
  }                                                                                                \
  TH_COLUMNS pivot[c] = KERNEL(pivot)(block, c);                                                   \
  for (int l = 0; l < lanes; l++) TH_COLUMNS sum[l][c] = squares[l][c] = 0;                        \
  for (; beside && i + TH_LANES * TH_DEEP <= block->n; i += TH_LANES * TH_DEEP)                    \
    for (int l = 0; l < TH_LANES; l++) {                                                           \
      TH_EACH_CHUNK(block->width) {                                                                \
        TH_TAKE_ROWS(x, i + l, TH_LANES, TH_DEEP)                                                  \
        TH_PREFETCH_ROWS(i + l, TH_LANES, TH_DEEP, block->far / TH_DEEP)                           \
        TH_SIMD for (ptrdiff_t c = from; c < end; c++) {                                           \
          double in = sum[l][c], squared = squares[l][c];                                          \
          TH_EACH_DEEP(TH_DEEP) { TH_INTO_MOMENT(in, squared, x[k][c - from], pivot[c]); }         \
          sum[l][c] = in;                                                                          \
          squares[l][c] = squared;                                                                 \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
  for (; i < block->n; i++) {                                                                      \
    double *in = sum[i % TH_LANES], *squared = squares[i % TH_LANES];                              \
    TH_TAKE_RUN(x, i)                                                                              \
    if (beside) TH_SIMD TH_COLUMNS { TH_INTO_MOMENT(in[c], squared[c], x[c], pivot[c]); }          \
    else TH_COLUMNS { TH_INTO_MOMENT(in[c], squared[c], *TH_FOLDED(i, c), pivot[c]); }             \
  }                                                                                                \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    for (int l = 0; l < half && l + half < lanes; l++)                                             \
      TH_SIMD TH_COLUMNS {                                                                         \
        sum[l][c] += sum[l + half][c];                                                             \
        squares[l][c] += squares[l + half][c];                                                     \
      }                                                                                            \
  TH_COLUMNS ((STATE(moment) *)to)[c] = (STATE(moment)){sum[0][c], squares[0][c]};                 \
}                                                                                                  \
static void KERNEL(momentMerge)(void *to, const void *from, int width)                             \
{                                                                                                  \
  STATE(moment) *state = to;                                                                       \
  const STATE(moment) *later = from;                                                               \
  for (int c = 0; c < width; c++)                                                                  \
    state[c].sum += later[c].sum, state[c].squares += later[c].squares;                            \
}

/* acc: the sum of squared deviations from the mean; NaN stays. Squares of finite elements may be
   infinite, and then the sum is. */
#define TH_DEVIATION_KERNELS(name, value)                                                          \
static void KERNEL(name##Store)(void *state, const THFoldTile *tile)                               \
{                                                                                                  \
  const double n = (double)tile->n;                                                                \
  const accreal u = *(const accreal *)tile->p[2];                                                  \
  TH_PUT_RESULTS(tile,                                                                             \
    const STATE(moment) *of = (const STATE(moment) *)state + c;                                    \
    const double left = of->squares - of->sum * of->sum / n;                                       \
    const int overflows = left != left && fabs(of->sum) < TH_INFINITY;                             \
    const double acc = left < 0 ? 0 : overflows ? of->squares : left;                              \
    result[k] = value;)                                                                            \
}                                                                                                  \
TH_FOLD_ENTRY(name, moment, STATE(moment), (2 * TH_LANES + 1) * sizeof(double), 1,                 \
              TH_IN_ORDER)

#endif
