/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

/* A row is taken in steps of some vectors, an element for each lane; one that does not fill a step,
   in steps of a quarter, or one by one. Only the best of each lane is noted, and the piece of the
   row in which it came; its position is looked for in that piece (rows "max all" and "max by row,
   4000x2500"). Numbers of lanes and of pieces fit an element. */
#define TH_EXTREME_LANES (sizeof(real) == 1 ? 128 : 256 / (int)sizeof(real))
#define TH_EXTREME_STEPS 8
#define TH_NO_PIECE (sizeof(real) == 1 ? INT8_MAX : INT16_MAX)

/* Whether a replaces acc, where either may be NaN. */
#define TH_OR_NAN(better) ((better) | ((a != a) & (acc == acc)))

/* Whether one of two elements is NaN: processors compare both at once. */
#define TH_ANY_NAN(a, b)                                                                           \
  _Generic((a), float: __builtin_isunordered((float)(a), (float)(b)),                              \
           double: __builtin_isunordered((double)(a), (double)(b)), default: 0)

/* NaN is only noted, in nan: to look for it later, where there was one, takes less than to compare
   three times (row "max by column, 4000x2500": 0.8 of the time). Positions are chosen by bits: for
   rows one after the other, compilers would make branches of a condition. */
#define TH_TAKE_BETTER(type, value, at, nan, element, position, better)                            \
  const type a = TH_LOAD(element), acc = value;                                                    \
  const TH_AS_WIDE(type) take = -(better);                                                         \
  value = (better) ? a : acc;                                                                      \
  at ^= (at ^ (TH_AS_WIDE(type))(position)) & take;                                                \
  nan |= a != a

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
_Static_assert(TH_ANY_ORDER / (TH_EXTREME_STEPS * TH_EXTREME_LANES) < TH_NO_PIECE,                 \
               "numbers of pieces fit an element");                                                \
static inline int KERNEL(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return TH_OR_NAN(better); } \
/* The best of n elements, at least lanes, and where the first piece begins that has it;           \
   or where the first NaN may be at the earliest, and *nan is set. The last step takes the last    \
   elements, some of which other lanes took before. */                                             \
static inline __attribute__((always_inline)) real                                                  \
KERNEL(name##Steps)(const real *x, ptrdiff_t n, ptrdiff_t ahead, int *nan, ptrdiff_t *at,          \
                    const int lanes)                                                               \
{                                                                                                  \
  real lane[TH_EXTREME_LANES], whole[TH_EXTREME_LANES];                                            \
  TH_AS_WIDE(real) any[TH_EXTREME_LANES], in[TH_EXTREME_LANES], here = 0;                          \
  const int pairs = (lanes + 1) / 2, piece = TH_EXTREME_STEPS * lanes;                             \
  TH_EACH_LANE(lanes) lane[l] = TH_LOAD(x[l]), any[l] = 0, in[l] = 0;                              \
  for (ptrdiff_t from = 0, end; from < n; from = end, here++) {                                    \
    real before[TH_EXTREME_LANES];                                                                 \
    TH_AS_WIDE(real) met = 0;                                                                      \
    end = n - from < piece ? n : from + piece;                                                     \
    TH_EACH_LANE(lanes) before[l] = lane[l];                                                       \
    for (ptrdiff_t to = from; to < end; to += lanes) {                                             \
      const ptrdiff_t i = to + lanes > n ? n - lanes : to;                                         \
      if (ahead) { TH_PREFETCH((const char *)(x + i) + ahead, lanes * sizeof(real)); }             \
      TH_EACH_LANE(lanes) {                                                                        \
        const real a = TH_LOAD(x[i + l]), acc = lane[l];                                           \
        lane[l] = better ? a : acc;                                                                \
      }                                                                                            \
      TH_EACH_LANE(pairs) any[l] |= TH_ANY_NAN(x[i + l], x[i + l + lanes - pairs]);                \
    }                                                                                              \
    TH_EACH_LANE(lanes) in[l] = lane[l] != before[l] ? here : in[l];                               \
    _Pragma("omp simd reduction(|:met)") for (int l = 0; l < pairs; l++) met |= any[l];            \
    *at = from;                                                                                    \
    *nan = met != 0;                                                                               \
    if (met) return TH_LOAD(x[from]);                                                              \
  }                                                                                                \
  TH_EACH_LANE(lanes) whole[l] = lane[l];                                                          \
  TH_EACH_HALVING(lanes) TH_EACH_LANE(half) {                                                      \
    const real a = whole[l + half], acc = whole[l];                                                \
    whole[l] = better ? a : acc;                                                                   \
  }                                                                                                \
  const real best = whole[0];                                                                      \
  TH_EACH_LANE(lanes) in[l] = lane[l] == best ? in[l] : TH_NO_PIECE;                               \
  TH_EACH_HALVING(lanes) TH_EACH_LANE(half) in[l] = in[l] < in[l + half] ? in[l] : in[l + half];   \
  *at = in[0] * (ptrdiff_t)piece;                                                                  \
  return best;                                                                                     \
}                                                                                                  \
/* The best of n elements, at least one, and its position. A last piece that is short is searched  \
   together with elements before it: none of them is the best, or an earlier piece would be. */    \
static real KERNEL(name##Of)(const real *x, ptrdiff_t n, ptrdiff_t ahead, ptrdiff_t *at)           \
{                                                                                                  \
  enum { MANY = TH_EXTREME_LANES, SOME = MANY / 4 };                                               \
  ptrdiff_t piece = TH_EXTREME_STEPS * (n >= MANY ? MANY : n >= SOME ? SOME : 1);                  \
  int nan = 0;                                                                                     \
  real best;                                                                                       \
  if (n >= MANY) best = KERNEL(name##Steps)(x, n, ahead, &nan, at, MANY);                          \
  else if (n >= SOME) best = KERNEL(name##Steps)(x, n, ahead, &nan, at, SOME);                     \
  else best = KERNEL(name##Steps)(x, n, ahead, &nan, at, 1);                                       \
  if (nan) piece = n - *at;                                                                        \
  else if (piece > n) piece = n, *at = 0;                                                          \
  else if (*at + piece > n) *at = n - piece;                                                       \
  *at += KERNEL(placeOf)(x + *at, piece, best, nan);                                               \
  return TH_LOAD(x[*at]);                                                                          \
}                                                                                                  \
/* The state of n elements from position first on. */                                              \
static STATE(name) KERNEL(name##State)(const real *x, ptrdiff_t n, int64_t first, ptrdiff_t ahead) \
{                                                                                                  \
  if (!n) return (STATE(name)){init, first};                                                       \
  ptrdiff_t at;                                                                                    \
  const real best = KERNEL(name##Of)(x, n, ahead, &at);                                            \
  return (STATE(name)){best, first + at};                                                          \
}                                                                                                  \
static void KERNEL(name##Row)(void *to, const THFoldBlock *block)                                  \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  TH_COLUMNS {                                                                                     \
    const ptrdiff_t n = TH_COUNT(block, c);                                                        \
    state[c] = KERNEL(name##State)(TH_FOLDED(0, c), n, block->first, block->ahead);                \
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
      TH_PREFETCH_ROWS(i, 1, TH_DEEP, TH_DEEP * block->step)                                       \
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
static void KERNEL(name##Store)(void *from, const THFoldTile *tile)                                \
{                                                                                                  \
  const STATE(name) *state = from;                                                                 \
  TH_PUT_RESULTS(tile,                                                                             \
    result[k] = state[c].value;                                                                    \
    *(int64_t *)(tile->p[1] + c * tile->across[1]) = state[c].at + 1;)                             \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, STATE(name), 2 * sizeof(TH_COMPUTE), 2, TH_ANY_ORDER)

#endif
