/*
** Kernels of the reductions: what happens to a block's elements, between accumulators, and where
** results go. THFold.h says how blocks become results. For cpu/loops/THReduce.c.
*/
#ifndef TH_FOLDS_H
#define TH_FOLDS_H

#include "TH/cpu/parts/THFoldElements.h"

#define TH_LANES TH_FOLD_LANES
#define TH_COLUMNS for (int c = 0; c < block->width; c++)
#define TH_HALVES(lanes) _Pragma("GCC unroll 8") for (int half = (lanes) / 2; half; half /= 2)

#define TH_STREAM(s) ((const real *)(block->x + (first + s) * block->across))

/* The lanes of streams rows at a time, then of one. */
#define TH_ROW_KERNEL(name, type)                                                                  \
static void K(name##Row)(void *state, const THFoldBlock *block)                                    \
{                                                                                                  \
  int c = 0;                                                                                       \
  for (; c + TH_STREAMS <= block->width; c += TH_STREAMS)                                          \
    K(name##Lanes)(state, block, c, TH_STREAMS);                                                   \
  for (; c < block->width; c++) K(name##Lanes)(state, block, c, 1);                                \
}                                                                                                  \
TH_ROWS_KERNEL(name, type)
#define TH_LANES_OF static inline __attribute__((always_inline)) void

/* A row with a number of its own, operand 2. */
#define TH_NUMBER_NONE(tile)
#define TH_NUMBER_U(tile) const accreal u = *(const accreal *)(tile)->p[2]; (void)u;

#define TH_INTO(type, element_type, place, element, fold)                                          \
  const type acc = place;                                                                          \
  const element_type a = TH_LOAD(element);                                                         \
  place = (type)(fold)

#define TH_MERGE(type, place, other, merge)                                                        \
  const type acc = place, b = other;                                                               \
  place = (type)(merge)

/* Accumulators of type, lanes of a block of lane_type; elements come as element_type. */
#define TH_FOLD_KERNELS(name, type, lane_type, element_type, number, init, fold, merge)            \
TH_LANES_OF K(name##Lanes)(type *state, const THFoldBlock *block, int first, const int streams)    \
{                                                                                                  \
  enum { lanes = TH_LANES * sizeof(type) / sizeof(lane_type) };                                    \
  lane_type lane[TH_STREAMS][lanes];                                                               \
  int i = 0;                                                                                       \
  TH_NUMBER_##number(block->tile)                                                                  \
  TH_EACH_STREAM(streams) for (int l = 0; l < lanes; l++) lane[s][l] = init;                       \
  for (; i + lanes <= block->n; i += lanes)                                                        \
    TH_EACH_STREAM(streams) {                                                                      \
      const real *x = TH_STREAM(s) + i;                                                            \
      if (streams > 1) TH_FETCH_AHEAD(x, lanes);                                                   \
      TH_SIMD for (int l = 0; l < lanes; l++) {                                                    \
        TH_INTO(lane_type, element_type, lane[s][l], x[l], fold);                                  \
      }                                                                                            \
    }                                                                                              \
  TH_EACH_STREAM(streams) {                                                                        \
    type whole[lanes];                                                                             \
    for (int l = 0; i + l < block->n; l++) {                                                       \
      TH_INTO(lane_type, element_type, lane[s][l], TH_STREAM(s)[i + l], fold);                     \
    }                                                                                              \
    for (int l = 0; l < lanes; l++) whole[l] = lane[s][l];                                         \
    TH_HALVES(lanes) for (int l = 0; l < half; l++) {                                              \
      TH_MERGE(type, whole[l], whole[l + half], merge);                                            \
    }                                                                                              \
    state[first + s] = whole[0];                                                                   \
  }                                                                                                \
}                                                                                                  \
TH_ROW_KERNEL(name, type)                                                                          \
static void K(name##Columns)(void *state, const THFoldBlock *block)                                \
{                                                                                                  \
  lane_type lane[TH_LANES][TH_FOLD_WIDTH];                                                         \
  type whole[TH_LANES][TH_FOLD_WIDTH];                                                             \
  const int lanes = block->n < TH_LANES ? block->n : TH_LANES;                                     \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  int i = 0;                                                                                       \
  TH_NUMBER_##number(block->tile)                                                                  \
  for (int l = 0; l < lanes || l == 0; l++) TH_COLUMNS lane[l][c] = init;                          \
  for (; beside && i + TH_LANES * TH_DEEP <= block->n; i += TH_LANES * TH_DEEP)                    \
    for (int l = 0; l < TH_LANES; l++) {                                                           \
      TH_DEEP_ROWS(x, i + l);                                                                      \
      TH_EACH_CHUNK {                                                                              \
        TH_TAKE_CHUNK(x);                                                                          \
        TH_SIMD for (int c = from; c < end; c++) {                                                 \
          lane_type in = lane[l][c];                                                               \
          TH_EACH_DEEP { TH_INTO(lane_type, element_type, in, TH_OF_CHUNK(x, k, c), fold); }       \
          lane[l][c] = in;                                                                         \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
  for (; i < block->n; i++) {                                                                      \
    lane_type *to = lane[i % TH_LANES];                                                            \
    TH_TAKE_ROW(x, i);                                                                             \
    if (TH_IS_RUN(beside))                                                                         \
      TH_SIMD TH_COLUMNS { TH_INTO(lane_type, element_type, to[c], x[c], fold); }                  \
    else TH_COLUMNS { TH_INTO(lane_type, element_type, to[c], *TH_FOLDED(i, c), fold); }           \
  }                                                                                                \
  for (int l = 0; l < lanes || l == 0; l++) TH_COLUMNS whole[l][c] = lane[l][c];                   \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    for (int l = 0; l < half && l + half < lanes; l++)                                             \
      TH_SIMD TH_COLUMNS { TH_MERGE(type, whole[l][c], whole[l + half][c], merge); }               \
  TH_COLUMNS ((type *)state)[c] = whole[0][c];                                                     \
}                                                                                                  \
static void K(name##Merge)(void *state, const void *later, int width)                              \
{                                                                                                  \
  for (int c = 0; c < width; c++) {                                                                \
    TH_MERGE(type, ((type *)state)[c], ((const type *)later)[c], merge);                           \
  }                                                                                                \
}

/* kernels: the name of those that fold, up to width accumulators of type. */
#define TH_FOLD_ENTRY(name, kernels, type, width, results)                                         \
static int E(name)(const THIter *it)                                                               \
{                                                                                                  \
  static const THFold fold = {                                                                     \
    results, sizeof(type), width,                                                                  \
    TH_ROWS(kernels), K(kernels##Columns), K(kernels##Merge), K(name##Store)};                     \
  _Static_assert(sizeof(type) <= TH_FOLD_ACCUMULATOR, "an accumulator fits where it is kept");     \
  return THFold_run(it, &fold);                                                                    \
}

#define TH_REDUCE_KERNELS(name, partial, number, init, fold, merge, value)                         \
TH_FOLD_KERNELS(name, accreal, partial, partial, number, init, fold, merge)                        \
static void K(name##Store)(const void *state, const THFoldTile *tile)                              \
{                                                                                                  \
  const accreal n = (accreal)tile->n;                                                              \
  TH_NUMBER_##number(tile)                                                                         \
  (void)n;                                                                                         \
  TH_STORE_RESULTS(tile, const accreal acc = ((const accreal *)state)[c], value)                   \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, accreal, TH_FOLD_WIDTH, 1)

#define TH_TEST_KERNELS(name, init, fold, merge)                                                   \
TH_FOLD_KERNELS(name, int32_t, int32_t, TH_COMPUTE, NONE, init, fold, merge)                       \
static void K(name##Store)(const void *state, const THFoldTile *tile)                              \
{                                                                                                  \
  for (int c = 0; c < tile->width; c++)                                                            \
    *(uint8_t *)(tile->p[0] + c * tile->across[0]) = ((const int32_t *)state)[c] != 0;             \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, int32_t, TH_FOLD_WIDTH, 1)

#endif
