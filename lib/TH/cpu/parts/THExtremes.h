/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

/* A row is taken by pieces of so few steps, an element for each lane, that an integer of an
   element's size can count them. Row "k-means step" has rows of 32, "max by row" of 2500: with 16
   lanes the second, with 64 the first takes longer. */
#define TH_EXTREME_LANES 32
#define TH_EXTREME_STEPS 64
#define TH_OF_LANES(type, name) type name[TH_EXTREME_LANES]

#define TH_STEP TH_AS_WIDE(real)

/* Whether a replaces acc, where either may be NaN. */
#define TH_OR_NAN(better) ((better) | ((a != a) & (acc == acc)))

/* NaN is only noted, in nan: to look for it later, where there was one, takes less than to compare
   three times (row "max by column, 4000x2500": 0.8 of the time). Positions are chosen by bits: for
   rows one after the other, compilers would make branches of a condition. */
#define TH_TAKE_BETTER(type, value, at, nan, element, position, better)                            \
  const type a = TH_LOAD(element), acc = value;                                                    \
  const TH_AS_WIDE(type) take = -(better);                                                         \
  value = (better) ? a : acc;                                                                      \
  at ^= (at ^ (TH_AS_WIDE(type))(position)) & take;                                                \
  nan |= a != a

#define TH_EXTREME_KERNELS(name, init, better)                                                     \
typedef struct STATE(name) { TH_COMPUTE value; int64_t at; } STATE(name);                          \
static inline int KERNEL(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return TH_OR_NAN(better); } \
/* Lane l has the best of elements l, l + TH_EXTREME_LANES, ... and the step at which it came. All \
   start with the first element: a lane that takes none of its own loses, or ties with lane 0. */  \
typedef struct STATE(name##Lanes) { TH_OF_LANES(TH_STEP, at); TH_OF_LANES(real, value);            \
                                    TH_OF_LANES(TH_STEP, nan); } STATE(name##Lanes);               \
static inline __attribute__((always_inline)) void                                                  \
KERNEL(name##Step)(STATE(name##Lanes) *lane, const real *x, ptrdiff_t step, ptrdiff_t ahead)       \
{                                                                                                  \
  TH_PREFETCH((const char *)x + ahead, TH_EXTREME_LANES * sizeof(real));                           \
  TH_EACH_LANE(TH_EXTREME_LANES) {                                                                 \
    TH_TAKE_BETTER(real, lane->value[l], lane->at[l], lane->nan[l], x[l], step, better);           \
  }                                                                                                \
}                                                                                                  \
/* The position of the best of few elements, or of the first NaN: one of theirs, even if another   \
   process writes to the elements meanwhile. */                                                    \
static ptrdiff_t KERNEL(name##AtFew)(const real *x, ptrdiff_t n)                                   \
{                                                                                                  \
  enum { FEW = 4 };                                                                                \
  real lane[FEW];                                                                                  \
  int nan = 0;                                                                                     \
  ptrdiff_t i = 0, at = 0;                                                                         \
  TH_EACH_LANE(FEW) lane[l] = TH_LOAD(x[0]);                                                       \
  for (; i < n; i += FEW)                                                                          \
    for (ptrdiff_t l = 0; l < FEW && i + l < n; l++) {                                             \
      const real a = TH_LOAD(x[i + l]), acc = lane[l];                                             \
      lane[l] = better ? a : acc;                                                                  \
      nan |= a != a;                                                                               \
    }                                                                                              \
  TH_EACH_HALVING(FEW) TH_EACH_LANE(half) {                                                        \
    const real a = lane[l + half], acc = lane[l];                                                  \
    lane[l] = better ? a : acc;                                                                    \
  }                                                                                                \
  while (at < n - 1 && (nan ? x[at] == x[at] : TH_LOAD(x[at]) != lane[0])) at++;                   \
  return at;                                                                                       \
}                                                                                                  \
/* The position of the best of n elements, at least one; of the first NaN, if there is one. The    \
   last step takes the last elements, some of which were taken before by other lanes. */           \
static ptrdiff_t KERNEL(name##At)(const real *x, ptrdiff_t n, ptrdiff_t ahead)                     \
{                                                                                                  \
  STATE(name##Lanes) lane;                                                                         \
  real best[TH_EXTREME_LANES];                                                                     \
  const ptrdiff_t steps = n / TH_EXTREME_LANES, rest = n % TH_EXTREME_LANES;                       \
  const int32_t again = (int32_t)(rest ? TH_EXTREME_LANES - rest : 0);                             \
  int32_t at = INT32_MAX, nan = 0;                                                                 \
  if (!steps) return KERNEL(name##AtFew)(x, n);                                                    \
  TH_EACH_LANE(TH_EXTREME_LANES)                                                                   \
    lane.value[l] = TH_LOAD(x[0]), lane.at[l] = lane.nan[l] = 0;                                   \
  for (ptrdiff_t i = 0; i < steps; i++)                                                            \
    KERNEL(name##Step)(&lane, x + i * TH_EXTREME_LANES, i, ahead);                                 \
  if (rest) KERNEL(name##Step)(&lane, x + n - TH_EXTREME_LANES, steps, ahead);                     \
  TH_EACH_LANE(TH_EXTREME_LANES) best[l] = lane.value[l];                                          \
  TH_EACH_HALVING(TH_EXTREME_LANES) TH_EACH_LANE(half) {                                           \
    const real a = best[l + half], acc = best[l];                                                  \
    best[l] = better ? a : acc;                                                                    \
  }                                                                                                \
  _Pragma("omp simd reduction(min:at) reduction(|:nan)")                                           \
  for (int l = 0; l < TH_EXTREME_LANES; l++) {                                                     \
    const int32_t step = (int32_t)lane.at[l];                                                      \
    const int32_t here = step * TH_EXTREME_LANES + l - (step == (int32_t)steps ? again : 0);       \
    const int32_t mine = lane.value[l] == best[0] ? here : INT32_MAX;                              \
    at = mine < at ? mine : at;                                                                    \
    nan |= lane.nan[l];                                                                            \
  }                                                                                                \
  if (nan)                                                                                         \
    for (at = 0; at < n - 1 && x[at] == x[at];) at++;                                              \
  return at;                                                                                       \
}                                                                                                  \
/* The state of n elements from position first on. */                                              \
static STATE(name) KERNEL(name##State)(const real *x, ptrdiff_t n, int64_t first, ptrdiff_t ahead) \
{                                                                                                  \
  enum { PIECE = TH_EXTREME_LANES * TH_EXTREME_STEPS };                                            \
  STATE(name) best = {n ? TH_LOAD(x[0]) : init, first};                                            \
  for (ptrdiff_t i = 0; i < n; i += PIECE) {                                                       \
    const ptrdiff_t at = i + KERNEL(name##At)(x + i, n - i < PIECE ? n - i : PIECE, ahead);        \
    const TH_COMPUTE a = TH_LOAD(x[at]);                                                           \
    if (KERNEL(name##Better)(a, best.value)) best = (STATE(name)){a, first + at};                  \
  }                                                                                                \
  return best;                                                                                     \
}                                                                                                  \
/* Consecutive blocks of one output are one run: the first state has the answer, and the others    \
   never win. */                                                                                   \
static void KERNEL(name##Row)(void *to, const THFoldBlock *block)                                  \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  const ptrdiff_t run = (block->width - 1) * block->n + block->last;                               \
  for (ptrdiff_t c = 0; c < block->width; c++)                                                     \
    state[c] = block->next && c ? (STATE(name)){init, block->first + c * block->next}              \
               : KERNEL(name##State)(TH_FOLDED(0, c), block->next ? run : block->n, block->first,  \
                                     block->ahead);                                                \
}                                                                                                  \
/* Element a of column c, at position i: it may be NaN. */                                         \
static inline void KERNEL(name##Take)(TH_COMPUTE *value, TH_AS_WIDE(TH_COMPUTE) *at, TH_COMPUTE a, \
                                      ptrdiff_t i)                                                 \
{                                                                                                  \
  const int take = KERNEL(name##Better)(a, *value);                                                \
  *value = take ? a : *value;                                                                      \
  *at = take ? (TH_AS_WIDE(TH_COMPUTE))i : *at;                                                    \
}                                                                                                  \
static void KERNEL(name##Columns)(void *to, const THFoldBlock *block)                              \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  TH_COMPUTE *value = block->scratch;                                                              \
  TH_AS_WIDE(TH_COMPUTE) *at = (TH_AS_WIDE(TH_COMPUTE) *)(value + block->width);                   \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  ptrdiff_t i = 0;                                                                                 \
  TH_COLUMNS value[c] = init, at[c] = 0;                                                           \
  for (; beside && i + TH_DEEP <= block->n; i += TH_DEEP)                                          \
    TH_EACH_CHUNK {                                                                                \
      int nan = 0;                                                                                 \
      TH_TAKE_ROWS(x, i, 1)                                                                        \
      _Pragma("omp simd reduction(|:nan)")                                                         \
      for (ptrdiff_t c = from; c < end; c++) {                                                     \
        TH_COMPUTE in = value[c];                                                                  \
        TH_AS_WIDE(TH_COMPUTE) in_at = at[c];                                                      \
        TH_EACH_DEEP {                                                                             \
          TH_TAKE_BETTER(TH_COMPUTE, in, in_at, nan, x[k][c - from], i + k, better);               \
        }                                                                                          \
        value[c] = in;                                                                             \
        at[c] = in_at;                                                                             \
      }                                                                                            \
      for (ptrdiff_t c = nan ? from : end; c < end; c++)                                           \
        for (int k = 0; k < TH_DEEP && value[c] == value[c]; k++)                                  \
          if (x[k][c - from] != x[k][c - from])                                                    \
            value[c] = TH_LOAD(x[k][c - from]), at[c] = i + k;                                     \
    }                                                                                              \
  for (; i < block->n; i++) {                                                                      \
    TH_TAKE_RUN(x, i)                                                                              \
    if (beside) TH_SIMD TH_COLUMNS KERNEL(name##Take)(value + c, at + c, TH_LOAD(x[c]), i);        \
    else TH_COLUMNS KERNEL(name##Take)(value + c, at + c, TH_LOAD(*TH_FOLDED(i, c)), i);           \
  }                                                                                                \
  TH_COLUMNS state[c] = (STATE(name)){value[c], block->first + at[c]};                             \
}                                                                                                  \
static void KERNEL(name##Merge)(void *to, const void *from, int width)                             \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  const STATE(name) *later = from;                                                                 \
  for (int c = 0; c < width; c++)                                                                  \
    if (KERNEL(name##Better)(later[c].value, state[c].value)) state[c] = later[c];                 \
}                                                                                                  \
static void KERNEL(name##Store)(const void *from, const THFoldTile *tile)                          \
{                                                                                                  \
  const STATE(name) *state = from;                                                                 \
  for (int c = 0; c < tile->width; c++) {                                                          \
    TH_PUT(tile, c, state[c].value);                                                               \
    *(int64_t *)(tile->p[1] + c * tile->across[1]) = state[c].at + 1;                              \
  }                                                                                                \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, STATE(name), 2 * sizeof(TH_COMPUTE), 2)

#endif
