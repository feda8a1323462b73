/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

#include <string.h>

/* A row is taken by pieces of so few steps, an element for each lane, that an integer of an
   element's size can count them. Row "k-means step" has rows of 32, "max by row" of 2500: with 16
   lanes the second, with 64 the first takes longer. */
#define TH_EXTREME_LANES 32
#define TH_EXTREME_STEPS 64
#define TH_OF_LANES(type, name) type name[TH_EXTREME_LANES]
#define TH_STEP                                                                                    \
  __typeof__(_Generic((real)0, float: (int32_t)0, double: (int64_t)0, default: (real)0))

/* Whether a replaces acc, where either may be NaN. */
#define TH_OR_NAN(better) ((better) | ((a != a) & (acc == acc)))

/* Chosen by bits: for rows one after the other, compilers would make branches of a condition. */
#define TH_TAKE_BETTER(type, value, at, element, position, better)                                 \
  const type a = TH_LOAD(element), acc = value;                                                    \
  const int take = -TH_OR_NAN(better);                                                             \
  value = TH_CHOOSE(take, a, acc);                                                                 \
  at ^= (at ^ (int32_t)(position)) & take

/* a if take has all bits set, b if it has none. */
#define TH_CHOOSE(take, a, b)                                                                      \
  _Generic((b), float: th_chooseFloat, double: th_chooseDouble, int32_t: th_chooseInt,             \
           int64_t: th_chooseLong)(take, a, b)
static inline int32_t th_chooseInt(int take, int32_t a, int32_t b)
{
  return b ^ ((a ^ b) & take);
}

static inline int64_t th_chooseLong(int take, int64_t a, int64_t b)
{
  return b ^ ((a ^ b) & take);
}

static inline float th_chooseFloat(int take, float a, float b)
{
  const int32_t bits[] = {(int32_t)th_floatBits(a), (int32_t)th_floatBits(b)};
  return th_bitsFloat((uint32_t)th_chooseInt(take, bits[0], bits[1]));
}

static inline double th_chooseDouble(int take, double a, double b)
{
  int64_t bits[2];
  memcpy(&bits[0], &a, sizeof a);
  memcpy(&bits[1], &b, sizeof b);
  bits[0] = th_chooseLong(take, bits[0], bits[1]);
  memcpy(&a, &bits[0], sizeof a);
  return a;
}

#define TH_EXTREME_KERNELS(name, init, better)                                                     \
typedef struct STATE(name) { TH_COMPUTE value; int64_t at; } STATE(name);                          \
static inline int KERNEL(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return TH_OR_NAN(better); } \
/* Lane l has the best of elements l, l + TH_EXTREME_LANES, ... and the step at which it came. All \
   start with the first element: a lane that takes none of its own loses, or ties with lane 0. */  \
typedef struct STATE(name##Lanes) { TH_OF_LANES(TH_STEP, at); TH_OF_LANES(real, value);            \
                                    TH_OF_LANES(TH_STEP, nan); } STATE(name##Lanes);               \
static inline __attribute__((always_inline)) void                                                  \
KERNEL(name##Step)(STATE(name##Lanes) *lane, const real *x, ptrdiff_t step)                        \
{                                                                                                  \
  TH_EACH_LANE(TH_EXTREME_LANES) {                                                                 \
    const real a = x[l], acc = lane->value[l];                                                     \
    const TH_STEP take = -(better);                                                                \
    lane->value[l] = better ? a : acc;                                                             \
    lane->at[l] ^= (lane->at[l] ^ (TH_STEP)step) & take;                                           \
    lane->nan[l] |= a != a;                                                                        \
  }                                                                                                \
}                                                                                                  \
/* The position of the best of few elements, or of the first NaN. */                               \
static ptrdiff_t KERNEL(name##AtFew)(const real *x, ptrdiff_t n)                                   \
{                                                                                                  \
  enum { FEW = 4 };                                                                                \
  real lane[FEW];                                                                                  \
  int nan = 0;                                                                                     \
  ptrdiff_t i = 0, at = 0;                                                                         \
  TH_EACH_LANE(FEW) lane[l] = x[0];                                                                \
  for (; i < n; i += FEW)                                                                          \
    for (ptrdiff_t l = 0; l < FEW && i + l < n; l++) {                                             \
      const real a = x[i + l], acc = lane[l];                                                      \
      lane[l] = better ? a : acc;                                                                  \
      nan |= a != a;                                                                               \
    }                                                                                              \
  TH_EACH_HALVING(FEW) TH_EACH_LANE(half) {                                                        \
    const real a = lane[l + half], acc = lane[l];                                                  \
    lane[l] = better ? a : acc;                                                                    \
  }                                                                                                \
  while (nan ? x[at] == x[at] : x[at] != lane[0]) at++;                                            \
  return at;                                                                                       \
}                                                                                                  \
/* The position of the best of n elements, at least one; of the first NaN, if there is one. The    \
   last step takes the last elements, some of which were taken before by other lanes. */           \
static ptrdiff_t KERNEL(name##At)(const real *x, ptrdiff_t n)                                      \
{                                                                                                  \
  STATE(name##Lanes) lane;                                                                         \
  real best[TH_EXTREME_LANES];                                                                     \
  const ptrdiff_t steps = n / TH_EXTREME_LANES, rest = n % TH_EXTREME_LANES;                       \
  const int32_t again = (int32_t)(rest ? TH_EXTREME_LANES - rest : 0);                             \
  int32_t at = INT32_MAX, nan = 0;                                                                 \
  if (!steps) return KERNEL(name##AtFew)(x, n);                                                    \
  TH_EACH_LANE(TH_EXTREME_LANES) lane.value[l] = x[0], lane.at[l] = lane.nan[l] = 0;               \
  for (ptrdiff_t i = 0; i < steps; i++)                                                            \
    KERNEL(name##Step)(&lane, x + i * TH_EXTREME_LANES, i);                                        \
  if (rest) KERNEL(name##Step)(&lane, x + n - TH_EXTREME_LANES, steps);                            \
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
    for (at = 0; x[at] == x[at];) at++;                                                            \
  return at;                                                                                       \
}                                                                                                  \
/* The state of n elements from position first on. */                                              \
static STATE(name) KERNEL(name##State)(const real *x, ptrdiff_t n, int64_t first)                  \
{                                                                                                  \
  enum { PIECE = TH_EXTREME_LANES * TH_EXTREME_STEPS };                                            \
  STATE(name) best = {n ? x[0] : init, first};                                                     \
  for (ptrdiff_t i = 0; i < n; i += PIECE) {                                                       \
    const ptrdiff_t at = i + KERNEL(name##At)(x + i, n - i < PIECE ? n - i : PIECE);               \
    if (KERNEL(name##Better)(x[at], best.value)) best = (STATE(name)){x[at], first + at};          \
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
               : KERNEL(name##State)(TH_FOLDED(0, c), block->next ? run : block->n, block->first); \
}                                                                                                  \
static void KERNEL(name##Columns)(void *to, const THFoldBlock *block)                              \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  TH_COMPUTE *value = block->scratch;                                                              \
  int32_t *at = (int32_t *)(value + block->width);                                                 \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  ptrdiff_t i = 0;                                                                                 \
  TH_COLUMNS value[c] = init, at[c] = 0;                                                           \
  for (; beside && i + TH_DEEP <= block->n; i += TH_DEEP)                                          \
    TH_EACH_CHUNK {                                                                                \
      TH_TAKE_ROWS(x, i, 1)                                                                        \
      TH_SIMD for (ptrdiff_t c = from; c < end; c++) {                                             \
        TH_COMPUTE in = value[c];                                                                  \
        int32_t in_at = at[c];                                                                     \
        TH_EACH_DEEP {                                                                             \
          TH_TAKE_BETTER(TH_COMPUTE, in, in_at, x[k][c - from], i + k, better);                    \
        }                                                                                          \
        value[c] = in;                                                                             \
        at[c] = in_at;                                                                             \
      }                                                                                            \
    }                                                                                              \
  for (; i < block->n; i++) {                                                                      \
    TH_TAKE_RUN(x, i)                                                                              \
    if (beside)                                                                                    \
      TH_SIMD TH_COLUMNS { TH_TAKE_BETTER(TH_COMPUTE, value[c], at[c], x[c], i, better); }         \
    else TH_COLUMNS { TH_TAKE_BETTER(TH_COMPUTE, value[c], at[c], *TH_FOLDED(i, c), i, better); }  \
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
TH_FOLD_ENTRY(name, name, STATE(name), sizeof(TH_COMPUTE) + sizeof(int32_t), 2)

#endif
