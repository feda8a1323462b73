/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

/* A row is taken in steps of two or more vectors, an element for each lane; what does not fill a
   step, in steps of a quarter, or one by one. The best of a row is found a piece at a time, without
   its position, which is then looked for in the piece that won (row "largest of chars, 1e6": with
   pieces of 2048 bytes 1.5 times the time, as the lanes of each piece are merged). */
#define TH_EXTREME_LANES (128 / (int)sizeof(real))
#define TH_EXTREME_PIECE (8192 / (ptrdiff_t)sizeof(real))

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

#define TH_PIECE(n) ((n) < TH_EXTREME_PIECE ? (n) : TH_EXTREME_PIECE)

/* The first place of value among n elements, at least lanes: one of theirs, even if another process
   writes to the elements meanwhile. Within a step a minimum is taken: branches for each element
   would be guessed wrong. */
#define TH_PLACE_KERNELS                                                                           \
static inline __attribute__((always_inline)) ptrdiff_t                                             \
KERNEL(placeInSteps)(const real *x, ptrdiff_t n, real value, const int lanes)                      \
{                                                                                                  \
  TH_AS_WIDE(real) first = lanes - 1;                                                              \
  ptrdiff_t at = 0;                                                                                \
  for (TH_AS_WIDE(real) has = 0; at + lanes < n; at += lanes) {                                    \
    _Pragma("omp simd reduction(|:has)")                                                           \
    for (int l = 0; l < lanes; l++) has |= TH_LOAD(x[at + l]) == value;                            \
    if (has) break;                                                                                \
  }                                                                                                \
  if (at + lanes > n) at = n - lanes;                                                              \
  _Pragma("omp simd reduction(min:first)")                                                         \
  for (int l = 0; l < lanes; l++) {                                                                \
    const TH_AS_WIDE(real) here = TH_LOAD(x[at + l]) == value ? l : lanes - 1;                     \
    first = here < first ? here : first;                                                           \
  }                                                                                                \
  return at + first;                                                                               \
}                                                                                                  \
/* The first place of value, or of NaN, among n elements. */                                       \
static ptrdiff_t KERNEL(placeOf)(const real *x, ptrdiff_t n, real value, int nan)                  \
{                                                                                                  \
  enum { MANY = TH_EXTREME_LANES, SOME = MANY / 4 };                                               \
  ptrdiff_t at = 0;                                                                                \
  if (!nan && n >= MANY) return KERNEL(placeInSteps)(x, n, value, MANY);                           \
  if (!nan && n >= SOME) return KERNEL(placeInSteps)(x, n, value, SOME);                           \
  while (at < n - 1 && (nan ? x[at] == x[at] : TH_LOAD(x[at]) != value)) at++;                     \
  return at;                                                                                       \
}

#define TH_EXTREME_KERNELS(name, init, better)                                                     \
typedef struct STATE(name) { TH_COMPUTE value; int64_t at; } STATE(name);                          \
static inline int KERNEL(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return TH_OR_NAN(better); } \
/* The best of n elements, at least lanes. The last step takes the last elements, some of which    \
   were taken before by other lanes. */                                                            \
static inline __attribute__((always_inline)) real                                                  \
KERNEL(name##Steps)(const real *x, ptrdiff_t n, ptrdiff_t ahead, int *nan, const int lanes)        \
{                                                                                                  \
  real lane[TH_EXTREME_LANES];                                                                     \
  TH_AS_WIDE(real) any[TH_EXTREME_LANES];                                                          \
  TH_EACH_LANE(lanes) lane[l] = TH_LOAD(x[l]), any[l] = 0;                                         \
  for (ptrdiff_t i = 0; i < n; i += lanes) {                                                       \
    if (i + lanes > n) i = n - lanes;                                                              \
    TH_PREFETCH((const char *)(x + i) + ahead, lanes * sizeof(real));                              \
    TH_EACH_LANE(lanes) {                                                                          \
      const real a = TH_LOAD(x[i + l]), acc = lane[l];                                             \
      lane[l] = better ? a : acc;                                                                  \
      any[l] |= a != a;                                                                            \
    }                                                                                              \
  }                                                                                                \
  TH_EACH_HALVING(lanes) TH_EACH_LANE(half) {                                                      \
    const real a = lane[l + half], acc = lane[l];                                                  \
    lane[l] = better ? a : acc;                                                                    \
    any[l] |= any[l + half];                                                                       \
  }                                                                                                \
  *nan = any[0] != 0;                                                                              \
  return lane[0];                                                                                  \
}                                                                                                  \
/* The best of n elements, at least one. *nan: whether one is NaN, which is passed over. */        \
static real KERNEL(name##Of)(const real *x, ptrdiff_t n, ptrdiff_t ahead, int *nan)                \
{                                                                                                  \
  enum { MANY = TH_EXTREME_LANES, SOME = MANY / 4 };                                               \
  if (n >= MANY) return KERNEL(name##Steps)(x, n, ahead, nan, MANY);                               \
  if (n >= SOME) return KERNEL(name##Steps)(x, n, ahead, nan, SOME);                               \
  return KERNEL(name##Steps)(x, n, ahead, nan, 1);                                                 \
}                                                                                                  \
/* The state of n elements from position first on. */                                              \
static STATE(name) KERNEL(name##State)(const real *x, ptrdiff_t n, int64_t first, ptrdiff_t ahead) \
{                                                                                                  \
  if (!n) return (STATE(name)){init, first};                                                       \
  real best = TH_LOAD(x[0]);                                                                       \
  ptrdiff_t piece = 0;                                                                             \
  int nan = 0;                                                                                     \
  for (ptrdiff_t i = 0; i < n && !nan; i += TH_EXTREME_PIECE) {                                    \
    const real a = KERNEL(name##Of)(x + i, TH_PIECE(n - i), ahead, &nan), acc = best;              \
    if (better || nan) best = a, piece = i;                                                        \
  }                                                                                                \
  const ptrdiff_t at = piece + KERNEL(placeOf)(x + piece, TH_PIECE(n - piece), best, nan);         \
  return (STATE(name)){TH_LOAD(x[at]), first + at};                                                \
}                                                                                                  \
/* Of a run the first state has the answer, and the others never win. */                           \
static void KERNEL(name##Row)(void *to, const THFoldBlock *block)                                  \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  for (ptrdiff_t c = 0; c < block->width; c++) {                                                   \
    const int64_t first = block->first + c * block->next;                                          \
    const ptrdiff_t n = !block->next ? block->n : c ? 0 : TH_RUN(block);                           \
    state[c] = KERNEL(name##State)(TH_FOLDED(0, c), n, first, block->ahead);                       \
  }                                                                                                \
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
    TH_EACH_CHUNK(block->width) {                                                                  \
      int nan = 0;                                                                                 \
      TH_TAKE_ROWS(x, i, 1, TH_DEEP)                                                               \
      _Pragma("omp simd reduction(|:nan)")                                                         \
      for (ptrdiff_t c = from; c < end; c++) {                                                     \
        TH_COMPUTE in = value[c];                                                                  \
        TH_AS_WIDE(TH_COMPUTE) in_at = at[c];                                                      \
        TH_EACH_DEEP(TH_DEEP) {                                                                    \
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
  TH_PUT_RESULTS(tile,                                                                             \
    result[k] = state[c].value;                                                                    \
    *(int64_t *)(tile->p[1] + c * tile->across[1]) = state[c].at + 1;)                             \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, STATE(name), 2 * sizeof(TH_COMPUTE), 2)

#endif
