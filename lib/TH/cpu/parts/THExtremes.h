/*
** Extremes: pairs of a value and the position of its first occurrence. A state starts with init and
** the position of the block's first element; if no element is better than init, that position is
** the answer.
*/
#ifndef TH_EXTREMES_H
#define TH_EXTREMES_H

#include "TH/cpu/parts/THFolds.h"

#define TH_TAKE_BETTER(type, value, at, element, position, better)                                 \
  const type a = TH_LOAD(element), acc = value;                                                    \
  const int take = better;                                                                         \
  value = take ? a : acc;                                                                          \
  at = take ? (position) : at

#define TH_EXTREME_KERNELS(name, init, better)                                                     \
typedef struct STATE(name) { TH_COMPUTE value; int64_t at; } STATE(name);                          \
static inline int KERNEL(name##Better)(TH_COMPUTE a, TH_COMPUTE acc) { return better; }            \
TH_LANES_OF KERNEL(name##Lanes)(STATE(name) *state, const THFoldBlock *block, int first,           \
                                const int streams)                                                 \
{                                                                                                  \
  TH_COMPUTE value[TH_STREAMS][TH_LANES];                                                          \
  int32_t at[TH_STREAMS][TH_LANES], i = 0;                                                         \
  TH_EACH_STREAM(streams) for (int l = 0; l < TH_LANES; l++) value[s][l] = init, at[s][l] = 0;     \
  for (; i + TH_LANES <= block->n; i += TH_LANES)                                                  \
    TH_EACH_STREAM(streams) {                                                                      \
      const real *x = TH_STREAM(s) + i;                                                            \
      if (streams > 1) TH_FETCH_AHEAD(x, TH_LANES);                                                \
      TH_SIMD for (int l = 0; l < TH_LANES; l++) {                                                 \
        TH_TAKE_BETTER(TH_COMPUTE, value[s][l], at[s][l], x[l], i + l, better);                    \
      }                                                                                            \
    }                                                                                              \
  TH_EACH_STREAM(streams) {                                                                        \
    for (int l = 0; i + l < block->n; l++) {                                                       \
      TH_TAKE_BETTER(TH_COMPUTE, value[s][l], at[s][l], TH_STREAM(s)[i + l], i + l, better);       \
    }                                                                                              \
    for (int half = TH_LANES / 2; half; half /= 2)                                                 \
      TH_SIMD for (int l = 0; l < half; l++) {                                                     \
        const TH_COMPUTE mine = value[s][l], other = value[s][l + half];                           \
        const int loses = KERNEL(name##Better)(mine, other);                                       \
        const int wins = KERNEL(name##Better)(other, mine);                                        \
        const int take = wins | (!loses & (at[s][l + half] < at[s][l]));                           \
        value[s][l] = take ? other : mine;                                                         \
        at[s][l] = take ? at[s][l + half] : at[s][l];                                              \
      }                                                                                            \
    state[first + s].value = value[s][0];                                                          \
    state[first + s].at = block->first + (first + s) * block->next + at[s][0];                     \
  }                                                                                                \
}                                                                                                  \
TH_ROW_KERNEL(name)                                                                                \
static void KERNEL(name##Columns)(void *to, const THFoldBlock *block)                              \
{                                                                                                  \
  STATE(name) *state = to;                                                                         \
  TH_COMPUTE value[TH_FOLD_WIDTH];                                                                 \
  int32_t at[TH_FOLD_WIDTH];                                                                       \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  TH_COLUMNS value[c] = init, at[c] = 0;                                                           \
  for (int i = 0; i < block->n; i++) {                                                             \
    for (ptrdiff_t byte = 0; beside && byte < block->width * block->across; byte += TH_ALIGN)      \
      __builtin_prefetch(block->x + (i + 2) * block->step + byte);                                 \
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
TH_FOLD_ENTRY(name, name, STATE(name), TH_FOLD_WIDTH, 2)

#endif
