/*
** Kernels of the reductions: how the elements of a block are folded, how accumulators are merged,
** and how results are stored. THFold.h says how blocks become results. For cpu/loops/THReduce.c.
*/
#ifndef TH_FOLDS_H
#define TH_FOLDS_H

#include "TH/cpu/parts/THFloats.h"
#include "TH/iteration/THFold.h"
#include "TH/memory/THAllocator.h"

#define TH_LANES TH_FOLD_LANES
#define TH_COLUMNS for (int c = 0; c < block->width; c++)

/* The lanes of so many rows fit the registers of this level. */
#ifdef __AVX512F__
#define TH_STREAMS TH_FOLD_STREAMS
#else
#define TH_STREAMS (TH_FOLD_STREAMS / 2)
#endif
#define TH_EACH_STREAM(streams) _Pragma("GCC unroll 4") for (int s = 0; s < (streams); s++)
#define TH_STREAM(s) ((const real *)(block->x + (first + s) * block->across))
#define TH_FETCH_AHEAD(x, lanes)                                                                   \
  for (size_t at = 0; at < (lanes) * sizeof(real); at += TH_ALIGN)                                 \
    __builtin_prefetch((const char *)(x) + block->ahead + at)

#define TH_EACH_HALVING(lanes) _Pragma("GCC unroll 8") for (int half = (lanes) / 2; half; half /= 2)

/* Each lane of columns takes so many elements at a time, so that it is loaded and stored less
   often. */
#define TH_DEEP 8
#define TH_EACH_DEEP _Pragma("GCC unroll 8") for (int k = 0; k < TH_DEEP; k++)
#define TH_AT_COLUMN(i, c) (block->x + (i) * block->step + (c) * block->across)
#define TH_FOLDED(i, c) ((const real *)TH_AT_COLUMN(i, c))

/* Columns are folded a chunk at a time, up to end. */
#define TH_CHUNK 64
#define TH_EACH_CHUNK for (int from = 0; from < block->width; from += TH_CHUNK)

/* TH_TAKE_RUN gives x the elements i of all columns, if these are beside each other. TH_TAKE_CHUNK
   gives x[k] elements i + k * TH_LANES of a chunk, and prefetches the same columns of the rows
   below. Both take them from memory, or convert those of a 16-bit dtype to floats. */
#ifndef TH_THROUGH_FLOAT
#define TH_ELEMENT_BYTES sizeof(real)
#define TH_TAKE_RUN(x, i) const real *x = TH_FOLDED(i, 0);
#define TH_TAKE_CHUNK(x, i)                                                                        \
  const real *x[TH_DEEP];                                                                          \
  TH_FETCH_BELOW(end, i)                                                                           \
  TH_EACH_DEEP x[k] = TH_FOLDED(i + k * TH_LANES, from);
#else
#define TH_ELEMENT_BYTES sizeof(THHalf)
#define TH_TAKE_RUN(x, i)                                                                          \
  _Alignas(TH_ALIGN) float x[TH_FOLD_WIDTH];                                                       \
  th_floatsOf(block->dtype, x, TH_AT_COLUMN(i, 0), TH_ELEMENT_BYTES, block->width);
#define TH_TAKE_CHUNK(x, i)                                                                        \
  _Alignas(TH_ALIGN) float x[TH_DEEP][TH_CHUNK];                                                   \
  TH_FETCH_BELOW(end, i)                                                                           \
  for (int k = 0; k < TH_DEEP; k++)                                                                \
    th_floatsOf(block->dtype, x[k], TH_AT_COLUMN(i + k * TH_LANES, from), TH_ELEMENT_BYTES,        \
                end - from);
#endif
#define TH_FETCH_BELOW(end, i)                                                                     \
  const int end = from + TH_CHUNK < block->width ? from + TH_CHUNK : block->width;                 \
  TH_EACH_DEEP for (int c = from; c < end; c += TH_ALIGN / TH_ELEMENT_BYTES)                       \
    __builtin_prefetch(TH_AT_COLUMN(i + k * TH_LANES + 1, c));

/* Fold TH_STREAMS rows at a time, then the remaining ones singly. */
#define TH_ROW_KERNEL(name)                                                                        \
static void KERNEL(name##Row)(void *state, const THFoldBlock *block)                               \
{                                                                                                  \
  int c = 0;                                                                                       \
  for (; c + TH_STREAMS <= block->width; c += TH_STREAMS)                                          \
    KERNEL(name##Lanes)(state, block, c, TH_STREAMS);                                              \
  for (; c < block->width; c++) KERNEL(name##Lanes)(state, block, c, 1);                           \
}
#define TH_LANES_OF static inline __attribute__((always_inline)) void

/* Rows of THReduce.def with a number u, which is operand 2. */
#define TH_NUMBER_NONE(tile)
#define TH_NUMBER_U(tile) const accreal u = *(const accreal *)(tile)->p[2]; (void)u;

/* In the expressions fold and merge acc is the accumulator, a an element, b another accumulator. */
#define TH_FOLD_INTO(type, element_type, place, element, fold)                                     \
  const type acc = place;                                                                          \
  const element_type a = TH_LOAD(element);                                                         \
  place = (type)(fold)

#define TH_MERGE(type, place, other, merge)                                                        \
  const type acc = place, b = other;                                                               \
  place = (type)(merge)

/* The kernels of a fold: accumulators have type, lanes of a block lane_type, elements come as
   element_type. */
#define TH_FOLD_KERNELS(name, type, lane_type, element_type, number, init, fold, merge)            \
TH_LANES_OF KERNEL(name##Lanes)(type *state, const THFoldBlock *block, int first,                  \
                                const int streams)                                                 \
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
        TH_FOLD_INTO(lane_type, element_type, lane[s][l], x[l], fold);                             \
      }                                                                                            \
    }                                                                                              \
  TH_EACH_STREAM(streams) {                                                                        \
    type whole[lanes];                                                                             \
    for (int l = 0; i + l < block->n; l++) {                                                       \
      TH_FOLD_INTO(lane_type, element_type, lane[s][l], TH_STREAM(s)[i + l], fold);                \
    }                                                                                              \
    for (int l = 0; l < lanes; l++) whole[l] = lane[s][l];                                         \
    TH_EACH_HALVING(lanes) for (int l = 0; l < half; l++) {                                        \
      TH_MERGE(type, whole[l], whole[l + half], merge);                                            \
    }                                                                                              \
    state[first + s] = whole[0];                                                                   \
  }                                                                                                \
}                                                                                                  \
TH_ROW_KERNEL(name)                                                                                \
static void KERNEL(name##Columns)(void *state, const THFoldBlock *block)                           \
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
      TH_EACH_CHUNK {                                                                              \
        TH_TAKE_CHUNK(x, i + l)                                                                    \
        TH_SIMD for (int c = from; c < end; c++) {                                                 \
          lane_type in = lane[l][c];                                                               \
          TH_EACH_DEEP { TH_FOLD_INTO(lane_type, element_type, in, x[k][c - from], fold); }        \
          lane[l][c] = in;                                                                         \
        }                                                                                          \
      }                                                                                            \
    }                                                                                              \
  for (; i < block->n; i++) {                                                                      \
    lane_type *to = lane[i % TH_LANES];                                                            \
    TH_TAKE_RUN(x, i)                                                                              \
    if (beside) TH_SIMD TH_COLUMNS { TH_FOLD_INTO(lane_type, element_type, to[c], x[c], fold); }   \
    else TH_COLUMNS { TH_FOLD_INTO(lane_type, element_type, to[c], *TH_FOLDED(i, c), fold); }      \
  }                                                                                                \
  for (int l = 0; l < lanes || l == 0; l++) TH_COLUMNS whole[l][c] = lane[l][c];                   \
  for (int half = TH_LANES / 2; half; half /= 2)                                                   \
    for (int l = 0; l < half && l + half < lanes; l++)                                             \
      TH_SIMD TH_COLUMNS { TH_MERGE(type, whole[l][c], whole[l + half][c], merge); }               \
  TH_COLUMNS ((type *)state)[c] = whole[0][c];                                                     \
}                                                                                                  \
static void KERNEL(name##Merge)(void *state, const void *later, int width)                         \
{                                                                                                  \
  for (int c = 0; c < width; c++) {                                                                \
    TH_MERGE(type, ((type *)state)[c], ((const type *)later)[c], merge);                           \
  }                                                                                                \
}

/* The 16-bit dtypes share the kernels of float. */
#ifdef TH_THROUGH_FLOAT
#define TH_HALVES_OR_NULL &th_halves
#else
#define TH_HALVES_OR_NULL NULL
#endif

/* The entry of a row; kernels is the name of the kernels that fold, with up to width accumulators
   of type. */
#define TH_FOLD_ENTRY(name, kernels, type, width, results)                                         \
static int ENTRY(name)(const THIter *it)                                                           \
{                                                                                                  \
  static const THFold fold = {                                                                     \
    results, sizeof(type), width,                                                                  \
    KERNEL(kernels##Row), KERNEL(kernels##Columns), KERNEL(kernels##Merge), KERNEL(name##Store),   \
    TH_HALVES_OR_NULL};                                                                            \
  _Static_assert(sizeof(type) <= TH_FOLD_ACCUMULATOR, "an accumulator fits where it is kept");     \
  return THFold_run(it, &fold);                                                                    \
}

/* A result is an element, or an accumulator if a number or a mean is wanted. */
#define TH_PUT(tile, c, value)                                                                     \
  do {                                                                                             \
    char *to = (tile)->p[0] + (c) * (tile)->across[0];                                             \
    if ((tile)->dtype[0] == TH_DTYPE) *(real *)to = TH_STORE_ACC(value);                           \
    else *(accreal *)to = value;                                                                   \
  } while (0)

#define TH_REDUCE_KERNELS(name, partial, number, init, fold, merge, value)                         \
TH_FOLD_KERNELS(name, accreal, partial, partial, number, init, fold, merge)                        \
static void KERNEL(name##Store)(const void *state, const THFoldTile *tile)                         \
{                                                                                                  \
  const accreal n = (accreal)tile->n;                                                              \
  TH_NUMBER_##number(tile)                                                                         \
  (void)n;                                                                                         \
  for (int c = 0; c < tile->width; c++) {                                                          \
    const accreal acc = ((const accreal *)state)[c];                                               \
    TH_PUT(tile, c, value);                                                                        \
  }                                                                                                \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, accreal, TH_FOLD_WIDTH, 1)

#define TH_TEST_KERNELS(name, init, fold, merge)                                                   \
TH_FOLD_KERNELS(name, int32_t, int32_t, TH_COMPUTE, NONE, init, fold, merge)                       \
static void KERNEL(name##Store)(const void *state, const THFoldTile *tile)                         \
{                                                                                                  \
  for (int c = 0; c < tile->width; c++)                                                            \
    *(uint8_t *)(tile->p[0] + c * tile->across[0]) = ((const int32_t *)state)[c] != 0;             \
}                                                                                                  \
TH_FOLD_ENTRY(name, name, int32_t, TH_FOLD_WIDTH, 1)

#endif
