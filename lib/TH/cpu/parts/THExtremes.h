/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

#include <string.h>

/* Lanes of a row that keep all levels busy. */
#define TH_EXTREME_LANES 64

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
/* The best number of n elements, or init; *nan: whether some element is NaN. The lanes do not     \
   matter: of equal elements, the caller takes the first. */                                       \
static inline __attribute__((always_inline)) TH_COMPUTE                                            \
KERNEL(name##Of)(const real *x, ptrdiff_t n, const int lanes, int *nan)                            \
{                                                                                                  \
  TH_COMPUTE lane[TH_EXTREME_LANES];                                                               \
  int32_t nans[TH_EXTREME_LANES];                                                                  \
  ptrdiff_t i = 0;                                                                                 \
  for (int l = 0; l < lanes; l++) lane[l] = init, nans[l] = 0;                                     \
  for (; i + lanes <= n; i += lanes)                                                               \
    TH_EACH_LANE(lanes) {                                                                          \
      const TH_COMPUTE a = TH_LOAD(x[i + l]), acc = lane[l];                                       \
      lane[l] = better ? a : acc;                                                                  \
      nans[l] |= a != a;                                                                           \
    }                                                                                              \
  for (int l = 0; l < lanes && i + l < n; l++) {                                                   \
    const TH_COMPUTE a = TH_LOAD(x[i + l]), acc = lane[l];                                         \
    lane[l] = better ? a : acc;                                                                    \
    nans[l] |= a != a;                                                                             \
  }                                                                                                \
  TH_EACH_HALVING(lanes) for (int l = 0; l < half; l++) {                                          \
    const TH_COMPUTE a = lane[l + half], acc = lane[l];                                            \
    lane[l] = better ? a : acc;                                                                    \
    nans[l] |= nans[l + half];                                                                     \
  }                                                                                                \
  *nan = nans[0];                                                                                  \
  return lane[0];                                                                                  \
}                                                                                                  \
static inline __attribute__((always_inline)) int                                                   \
KERNEL(name##In)(const real *x, TH_COMPUTE best, const int n)                                      \
{                                                                                                  \
  int found = 0;                                                                                   \
  _Pragma("omp simd reduction(|:found)") for (int l = 0; l < n; l++)                               \
    found |= TH_LOAD(x[l]) == best;                                                                \
  return found;                                                                                    \
}                                                                                                  \
/* The first position of best; of the first NaN, if one is there. Found in ever shorter steps. */  \
static inline ptrdiff_t KERNEL(name##First)(const real *x, ptrdiff_t n, TH_COMPUTE best, int nan)  \
{                                                                                                  \
  ptrdiff_t i = 0;                                                                                 \
  if (nan) {                                                                                       \
    while (TH_LOAD(x[i]) == TH_LOAD(x[i])) i++;                                                    \
    return i;                                                                                      \
  }                                                                                                \
  while (i + 256 <= n && !KERNEL(name##In)(x + i, best, 256)) i += 256;                            \
  while (i + 16 <= n && !KERNEL(name##In)(x + i, best, 16)) i += 16;                               \
  while (TH_LOAD(x[i]) != best) i++;                                                               \
  return i;                                                                                        \
}                                                                                                  \
/* The state of n elements from position first on, or before if none of them is better. */         \
static inline STATE(name) KERNEL(name##State)(const real *x, ptrdiff_t n, int64_t first,           \
                                              STATE(name) before)                                  \
{                                                                                                  \
  int nan;                                                                                         \
  const TH_COMPUTE best = n < 4 * TH_EXTREME_LANES ? KERNEL(name##Of)(x, n, TH_LANES, &nan)        \
                          : KERNEL(name##Of)(x, n, TH_EXTREME_LANES, &nan);                        \
  if (before.at >= 0 && !nan && !KERNEL(name##Better)(best, before.value)) return before;          \
  const ptrdiff_t at = n ? KERNEL(name##First)(x, n, best, nan) : 0;                               \
  return (STATE(name)){n ? TH_LOAD(x[at]) : best, first + at};                                     \
}                                                                                                  \
/* Consecutive blocks of one output are one run, taken by pieces that the first cache holds: the   \
   first state has the answer, and the others never win. */                                        \
static void KERNEL(name##Row)(void *to, const THFoldBlock *block)                                  \
{                                                                                                  \
  enum { PIECE = 4 * TH_FOLD_BLOCK };                                                              \
  STATE(name) *state = to, best = {init, -1};                                                      \
  const ptrdiff_t n = block->n * block->width;                                                     \
  for (ptrdiff_t c = 0; c < block->width; c++)                                                     \
    state[c] = block->next ? (STATE(name)){init, block->first + c * block->next}                   \
               : KERNEL(name##State)(TH_FOLDED(0, c), block->n, block->first, best);               \
  for (ptrdiff_t i = 0; block->next && i < n; i += PIECE)                                          \
    best = KERNEL(name##State)(TH_FOLDED(0, 0) + i, n - i < PIECE ? n - i : PIECE,                 \
                               block->first + i, best);                                            \
  if (best.at >= 0) state[0] = best;                                                               \
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
