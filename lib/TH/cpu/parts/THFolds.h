/*
** Kernels of the reductions: how the elements of a block are folded, how accumulators are merged,
** and how results are stored. THFold.h says how blocks become results. For cpu/loops/THReduce.c.
*/
#ifndef TH_FOLDS_H
#define TH_FOLDS_H

#include <string.h>

#include "TH/cpu/parts/THFloats.h"
#include "TH/iteration/THFold.h"
#include "TH/memory/THAllocator.h"

/* Prefetch so many bytes, a number that a compiler knows. */
#define TH_PREFETCH(from, bytes)                                                                   \
  _Pragma("GCC unroll 8") for (int b = 0; b < (int)(bytes); b += 64)                               \
    __builtin_prefetch((const char *)(from) + b)

/* How far ahead kernels prefetch that use block->far: into the second level if it is that far. */
#define TH_IS_FAR(block) (!(block)->ahead && (block)->far)
#define TH_AHEAD_OF(block) (TH_IS_FAR(block) ? (block)->far : (block)->ahead)
#define TH_PREFETCH_LINE(line, is_far)                                                             \
  if (is_far) __builtin_prefetch(line, 0, 2);                                                      \
  else __builtin_prefetch(line)

/* Integers as wide as the elements of a type, which vectors choose together with them. */
#define TH_AS_WIDE(type)                                                                           \
  __typeof__(_Generic((type)0, float: (int32_t)0, double: (int64_t)0, default: (type)0))

#define TH_LANES TH_FOLD_LANES

/* Bytes of a row that are taken at a time where their order does not matter (row "all of a mask,
   1e6": with 1 KB 1.7 times the time; "max all, 4000x2500": with 64 KB 1.1 times). */
#define TH_ROW_BYTES ((sizeof(real) == 1 ? 64 : 512) << 10)

/* Indices of vectors are ptrdiff_t: compilers must assume that an int wraps around, and then gather
   elements one by one. */
#define TH_COLUMNS for (ptrdiff_t c = 0; c < block->width; c++)

/* How many elements accumulator c has. */
#define TH_COUNT(block, c) ((c) + 1 < (block)->width ? (block)->n : (block)->last)

#define TH_EACH_LANE(lanes) TH_SIMD for (int l = 0; l < (lanes); l++)

/* The elements x[0], x[1], ... for the lanes of a row. Floats whose lanes are doubles are widened
   by the vector while they are loaded, which compilers do not do by themselves: TH_WIDEN_LANES puts
   them into a. TH_TAKEN is the one for lane l. All elements in an array would go through memory
   (row "sum of doubles, 1e6": 1.5 times). */
#define TH_WIDENS(lane_type) (TH_DTYPE == TH_FLOAT && sizeof(lane_type) == sizeof(double))
#define TH_WIDEN_LANES(a, x, lanes, lane_type)                                                     \
  lane_type a[lanes];                                                                              \
  if (TH_WIDENS(lane_type)) th_widen((double *)a, (const float *)(x), lanes);
#define TH_TAKEN(a, x, l, lane_type) (TH_WIDENS(lane_type) ? a[l] : TH_LOAD((x)[l]))

static inline void th_widen(double *to, const float *from, const int lanes)
{
#if defined __AVX512F__
  for (int l = 0; l < lanes; l += 8)
    _mm512_storeu_pd(to + l, _mm512_cvtps_pd(_mm256_loadu_ps(from + l)));
#elif defined __AVX2__
  for (int l = 0; l < lanes; l += 4)
    _mm256_storeu_pd(to + l, _mm256_cvtps_pd(_mm_loadu_ps(from + l)));
#else
  TH_EACH_LANE(lanes) to[l] = from[l];
#endif
}

#define TH_EACH_HALVING(lanes) _Pragma("GCC unroll 8") for (int half = (lanes) / 2; half; half /= 2)

/* Columns are folded some rows at a time, so that an accumulator is loaded and stored less often,
   and a chunk of columns at a time, [from, end). */
#define TH_DEEP 8
#define TH_EACH_DEEP(deep) _Pragma("GCC unroll 8") for (int k = 0; k < (deep); k++)
#define TH_AT_COLUMN(i, c) (block->x + (i) * block->step + (c) * block->across)
#define TH_FOLDED(i, c) ((const real *)TH_AT_COLUMN(i, c))
#define TH_CHUNK 128
#define TH_EACH_CHUNK(width)                                                                       \
  for (ptrdiff_t from = 0, end; from < (width); from = end)                                        \
    if ((end = from + TH_CHUNK < (width) ? from + TH_CHUNK : (width)))

/* TH_TAKE_RUN gives x the elements i of all columns, if these are beside each other. TH_TAKE_ROWS
   gives x[k] elements i + k * apart of a chunk. Both take them from memory, or convert those of a
   16-bit dtype to floats. */
#ifndef TH_THROUGH_FLOAT
#define TH_ELEMENT_BYTES sizeof(real)
#define TH_TAKE_RUN(x, i) const real *x = TH_FOLDED(i, 0);
#define TH_TAKE_ROWS(x, i, apart, deep)                                                            \
  const real *x[deep];                                                                             \
  TH_EACH_DEEP(deep) x[k] = TH_FOLDED((i) + k * (apart), from);
#else
#define TH_ELEMENT_BYTES sizeof(THHalf)
#define TH_TAKE_RUN(x, i)                                                                          \
  _Alignas(TH_ALIGN) float x[TH_FOLD_HALVES];                                                      \
  th_floatsOf(block->dtype, x, TH_AT_COLUMN(i, 0), TH_ELEMENT_BYTES, block->width);
#define TH_TAKE_ROWS(x, i, apart, deep)                                                            \
  _Alignas(TH_ALIGN) float x[deep][TH_CHUNK];                                                      \
  for (int k = 0; k < (deep); k++)                                                                 \
    th_floatsOf(block->dtype, x[k], TH_AT_COLUMN((i) + k * (apart), from), TH_ELEMENT_BYTES,       \
                end - from);
#endif

/* Prefetch what lies ahead bytes after a chunk of rows i + k * apart and is read soon, if no cache
   holds it (rows "sum by column" and "max by column, 4000x2500": 0.75 of the time). */
#define TH_PREFETCH_ROWS(i, apart, deep, ahead)                                                    \
  if (block->far) TH_EACH_DEEP(deep)                                                               \
    for (ptrdiff_t b = 0; b < (end - from) * (ptrdiff_t)TH_ELEMENT_BYTES; b += 64)                 \
      __builtin_prefetch(TH_AT_COLUMN((i) + k * (apart), from) + (ahead) + b, 0, 2);

/* In the expressions fold and merge acc is the accumulator, a an element, b another accumulator. */
#define TH_FOLD_INTO(type, element_type, place, element, fold)                                     \
  const type acc = place;                                                                          \
  const element_type a = TH_LOAD(element);                                                         \
  place = (type)(fold)
#define TH_FOLD_LANE(type, element_type, place, loaded, fold)                                      \
  const type acc = place;                                                                          \
  const element_type a = loaded;                                                                   \
  place = (type)(fold)

/* The lanes of a row are held in vectors, which stay in registers from one loop to the next; loops
   over an array of lanes keep it in memory, and wait for it (row "sum over two dims, 100x100x100":
   1.4 times the time). These vectors are called held. TH_HOLD makes them of an array;
   TH_WITH_LANES runs work on an array of them, which compilers turn into the vectors. */
#if defined __AVX512F__
#define TH_HELD_BYTES 64
#elif defined __AVX2__
#define TH_HELD_BYTES 32
#else
#define TH_HELD_BYTES 16
#endif
typedef int64_t TH_HELD __attribute__((vector_size(TH_HELD_BYTES), may_alias));
#define TH_EACH_HELD(lane)                                                                         \
  _Pragma("GCC unroll 8") for (int h = 0; h < (int)(sizeof lane / TH_HELD_BYTES); h++)
#define TH_HOLD(lane) TH_EACH_HELD(lane) held[h] = ((TH_HELD *)lane)[h];
#define TH_WITH_LANES(type, lane, lanes, work)                                                     \
  {                                                                                                \
    _Alignas(TH_ALIGN) type lane[lanes];                                                           \
    TH_EACH_HELD(lane) ((TH_HELD *)lane)[h] = held[h];                                             \
    work                                                                                           \
    TH_HOLD(lane)                                                                                  \
  }

/* Lanes [from, to) take the elements x[i + l]: as one vector where there are masks. To store some
   lanes, and then load all, waits for the stores (row "sum by row, 10000x100": 0.5 of the time). */
#ifdef __AVX512BW__
#define TH_FOLD_SOME(type, element_type, lanes, x, i, from, to, fold)                              \
  if ((from) < (to)) TH_WITH_LANES(type, lane, lanes,                                              \
    TH_EACH_LANE(lanes) {                                                                          \
      const int takes = l >= (int)(from) && l < (int)(to);                                         \
      const type acc = lane[l];                                                                    \
      const element_type a = takes ? TH_LOAD((x)[(i) + l]) : 0;                                    \
      const type folded = (type)(fold);                                                            \
      lane[l] = takes ? folded : acc;                                                              \
    })
#else
#define TH_FOLD_SOME(type, element_type, lanes, x, i, from, to, fold)                              \
  if ((from) < (to)) TH_WITH_LANES(type, lane, lanes,                                              \
    for (int l = (int)(from); l < (to); l++) {                                                     \
      TH_FOLD_INTO(type, element_type, lane[l], (x)[(i) + l], fold);                               \
    })
#endif

/* The lanes take the elements x[begin], ..., x[n - 1]. */
#define TH_FOLD_REST(type, element_type, lanes, x, begin, n, fold)                                 \
  {                                                                                                \
    ptrdiff_t i = begin;                                                                           \
    const ptrdiff_t end = n;                                                                       \
    const char *next = (const char *)(x + i) + block->ahead;                                       \
    for (; i + lanes <= end; i += lanes, next += lanes * sizeof(real)) {                           \
      TH_PREFETCH(next, lanes * sizeof(real));                                                     \
      TH_WIDEN_LANES(in, x + i, lanes, element_type)                                               \
      TH_WITH_LANES(type, lane, lanes,                                                             \
        TH_EACH_LANE(lanes) {                                                                      \
          TH_FOLD_LANE(type, element_type, lane[l], TH_TAKEN(in, x + i, l, element_type), fold);   \
        })                                                                                         \
    }                                                                                              \
    TH_FOLD_SOME(type, element_type, lanes, x, i, 0, end - i, fold)                                \
  }

/* Elements of a run that row takes faster than from a buffer to which runs are copied (rows "sum of
   100 columns of 3000x3000" and "sum of 160 columns"; of 40 columns copies are faster). */
#ifdef __AVX512BW__
#define TH_LEAST_PIECE TH_FOLD_PIECE
#else
#define TH_LEAST_PIECE 128
#endif

#define TH_MERGE(type, place, other, merge)                                                        \
  const type acc = place, b = other;                                                               \
  place = (type)(merge)

/* Fold columns, deep rows for each lane at a time, as long as there are so many. rows is how many
   follow each other without gaps, so that their columns, in lanes one after the other, are one run:
   few columns alone would not fill a vector (row "sum of complex, 1e6"). */
#define TH_FOLD_DEEP(deep, lane_type, element_type, fold)                                          \
  for (; beside && i + TH_LANES * (deep) <= block->n; i += TH_LANES * (deep))                      \
    for (int l = 0; l < TH_LANES; l += rows) {                                                     \
      TH_EACH_CHUNK(rows * block->width) {                                                         \
        TH_TAKE_ROWS(x, i + l, TH_LANES, deep)                                                     \
        TH_PREFETCH_ROWS(i + l, TH_LANES, deep, block->far / (deep))                               \
        TH_SIMD for (ptrdiff_t c = from; c < end; c++) {                                           \
          lane_type in = lane[l][c];                                                               \
          TH_EACH_DEEP(deep) { TH_FOLD_INTO(lane_type, element_type, in, x[k][c - from], fold); }  \
          lane[l][c] = in;                                                                         \
        }                                                                                          \
      }                                                                                            \
    }

/* Of too few rows for that, strips of columns stay in vectors while all rows of a lane are folded
   (row "mean over the middle, 100x100x100": 0.7 of the time; with SSE2's two doubles a vector 10
   times the time). The last strip takes some columns a second time. */
#if TH_HELD_BYTES > 16 && !defined TH_THROUGH_FLOAT
#define TH_EACH_VECTOR _Pragma("GCC unroll 8") for (int v = 0; v < VECTORS; v++)
#define TH_FOLD_STRIPS(lane_type, element_type, init, fold)                                        \
  enum { VECTORS = 8, PER = TH_HELD_BYTES / sizeof(lane_type), STRIP = VECTORS * PER };            \
  const ptrdiff_t depth = block->n / TH_LANES, columns = rows * block->width;                      \
  const int strips = beside && columns >= STRIP && depth && depth < TH_DEEP;                       \
  for (int l = 0; strips && l < TH_LANES; l += rows)                                               \
    for (ptrdiff_t at = 0; at < columns; at += STRIP) {                                            \
      if (at + STRIP > columns) at = columns - STRIP;                                              \
      _Alignas(TH_ALIGN) lane_type start[PER];                                                     \
      TH_HELD held[VECTORS];                                                                       \
      for (int c = 0; c < PER; c++) start[c] = init;                                               \
      TH_EACH_VECTOR held[v] = *(TH_HELD *)start;                                                  \
      for (ptrdiff_t k = 0; k < depth; k++) {                                                      \
        const real *row = TH_FOLDED(k * TH_LANES + l, at);                                         \
        TH_EACH_VECTOR {                                                                           \
          const real *x = row + v * PER;                                                           \
          _Alignas(TH_ALIGN) lane_type part[PER];                                                  \
          TH_WIDEN_LANES(in, x, PER, element_type)                                                 \
          *(TH_HELD *)part = held[v];                                                              \
          TH_SIMD for (int c = 0; c < PER; c++) {                                                  \
            TH_FOLD_LANE(lane_type, element_type, part[c], TH_TAKEN(in, x, c, element_type), fold);\
          }                                                                                        \
          held[v] = *(TH_HELD *)part;                                                              \
        }                                                                                          \
      }                                                                                            \
      TH_EACH_VECTOR memcpy(lane[l] + at + v * PER, &held[v], sizeof held[v]);                     \
    }                                                                                              \
  if (strips) i = depth * TH_LANES;
#else
#define TH_FOLD_STRIPS(...) const int strips = 0;
#endif

/* Fold the rows from i on, one at a time. */
#define TH_FOLD_LAST(lane_type, element_type, fold)                                                \
  for (; i < block->n; i++) {                                                                      \
    lane_type *to = lane[i % TH_LANES];                                                            \
    TH_TAKE_RUN(x, i)                                                                              \
    if (beside) TH_SIMD TH_COLUMNS { TH_FOLD_INTO(lane_type, element_type, to[c], x[c], fold); }   \
    else TH_COLUMNS { TH_FOLD_INTO(lane_type, element_type, to[c], *TH_FOLDED(i, c), fold); }      \
  }

/* Whether each row is a lane of its own, which needs no scratch (row "sum over three rows,
   3x333333": 0.4 of the time). */
#ifndef TH_THROUGH_FLOAT
#define TH_ARE_FEW (beside && block->n && block->n <= TH_LANES)
#else
#define TH_ARE_FEW 0
#endif

/* Merge the lanes of columns, of which there may be fewer than TH_LANES, as a tree: where they are,
   if they have the type of accumulators, else in a copy. Few rows become lanes in the copy. */
#define TH_MERGE_COLUMNS(type, lane_type, element_type, init, fold, merge)                         \
  TH_EACH_CHUNK(block->width) {                                                                    \
    const int copies = few || !__builtin_types_compatible_p(type, lane_type);                      \
    const ptrdiff_t n = end - from;                                                                \
    type copy[TH_LANES][TH_CHUNK], *whole[TH_LANES];                                               \
    for (int l = 0; l < lanes; l++) {                                                              \
      const real *x = TH_FOLDED(l, from);                                                          \
      whole[l] = copies ? copy[l] : (type *)(lane[l] + from);                                      \
      if (few) TH_SIMD for (ptrdiff_t c = 0; c < n; c++) {                                         \
        lane_type in = init;                                                                       \
        TH_FOLD_INTO(lane_type, element_type, in, x[c], fold);                                     \
        copy[l][c] = in;                                                                           \
      }                                                                                            \
      else for (ptrdiff_t c = 0; copies && c < n; c++) copy[l][c] = lane[l][from + c];             \
    }                                                                                              \
    for (int half = TH_LANES / 2; half; half /= 2)                                                 \
      for (int l = 0; l < half && l + half < lanes; l++)                                           \
        TH_SIMD for (ptrdiff_t c = 0; c < n; c++) {                                                \
          TH_MERGE(type, whole[l][c], whole[l + half][c], merge);                                  \
        }                                                                                          \
    for (ptrdiff_t c = 0; c < n; c++) ((type *)state)[from + c] = whole[0][c];                     \
  }

/* What sums of floats do with few columns or rows, where lanes have the type of accumulators. */
#define TH_NO_SPECIAL(name, type, init, fold, merge)
#define TH_FOLD_SPECIAL(name, type, init, fold, merge)                                             \
  TH_FOLD_PAIRS(name, type, init, fold, merge)                                                     \
  TH_FOLD_FOUR(name, type, init, fold, merge)

/* Two columns without gaps, as the parts of complex numbers are, are a row of twice the lanes, of
   which every other one is the same column's (row "sum of complex, 1e6"). */
#define TH_FOLD_PAIRS(name, type, init, fold, merge)                                               \
  if (rows > 1 && block->width == 2) {                                                             \
    TH_PAIRS_WIDENED(name, type)                                                                   \
    enum { PAIRS = 2 * TH_LANES };                                                                 \
    _Alignas(TH_ALIGN) type whole[PAIRS];                                                          \
    TH_HELD held[sizeof whole / TH_HELD_BYTES];                                                    \
    const real *x = TH_FOLDED(0, 0);                                                               \
    TH_EACH_LANE(PAIRS) whole[l] = init;                                                           \
    TH_HOLD(whole)                                                                                 \
    TH_FOLD_REST(type, type, PAIRS, x, 0, 2 * block->n, fold)                                      \
    TH_WITH_LANES(type, lane, PAIRS, TH_EACH_LANE(PAIRS) whole[l] = lane[l];)                      \
    for (int half = PAIRS / 2; half > 1; half /= 2) TH_EACH_LANE(half) {                           \
      TH_MERGE(type, whole[l], whole[l + half], merge);                                            \
    }                                                                                              \
    for (int c = 0; c < 2; c++) ((type *)state)[c] = whole[c];                                     \
    return;                                                                                        \
  }

/* Up to four rows, each a lane, are merged as the tree does it while their columns are in vectors;
   lanes that are missing are init, which changes nothing (row "sum over three rows, 3x333333"). */
#define TH_FOLD_FOUR(name, type, init, fold, merge)                                                \
  if (beside && block->n && block->n <= 4) {                                                       \
    TH_FEW_WIDENED(name, type)                                                                     \
    const real *x[4];                                                                              \
    for (int k = 0; k < 4; k++) x[k] = TH_FOLDED(k < lanes ? k : 0, 0);                            \
    TH_SIMD TH_COLUMNS {                                                                           \
      type whole[4];                                                                               \
      TH_EACH_DEEP(4) {                                                                            \
        type in = init;                                                                            \
        TH_FOLD_INTO(type, type, in, x[k][c], fold);                                               \
        whole[k] = k < lanes ? in : init;                                                          \
      }                                                                                            \
      { TH_MERGE(type, whole[0], whole[2], merge); }                                               \
      { TH_MERGE(type, whole[1], whole[3], merge); }                                               \
      { TH_MERGE(type, whole[0], whole[1], merge); }                                               \
      ((type *)state)[c] = whole[0];                                                               \
    }                                                                                              \
    return;                                                                                        \
  }

/* What ends in _WIDENED is THWidened.h's: it folds floats in doubles, and returns. */

/* The kernels of a fold: accumulators have type, lanes of a block lane_type, elements come as
   element_type. A row has as many lanes as fit the bytes of TH_LANES accumulators: more than that
   only where the order does not matter, in integers and maxima. The first element of a piece goes
   to the lane after that of the last one of the piece before. special: TH_FOLD_SPECIAL. */
#define TH_FOLD_KERNELS(name, type, lane_type, element_type, special, init, fold, merge)           \
static void KERNEL(name##Row)(void *state, const THFoldBlock *block)                               \
{                                                                                                  \
  TH_FOLD_WIDENED(name, lane_type)                                                                 \
  enum { lanes = TH_LANES * sizeof(type) / sizeof(lane_type) };                                    \
  for (ptrdiff_t c = 0; c < block->width; c++) {                                                   \
    _Alignas(TH_ALIGN) lane_type start[lanes];                                                     \
    TH_HELD held[sizeof start / TH_HELD_BYTES];                                                    \
    _Alignas(TH_ALIGN) type whole[lanes];                                                          \
    TH_EACH_LANE(lanes) start[l] = init;                                                           \
    TH_HOLD(start)                                                                                 \
    const THFoldPiece whole_row = {block->x, TH_COUNT(block, c)}, *piece = block->pieces;          \
    const int pieces = piece ? block->npieces : 1;                                                 \
    if (!piece) piece = &whole_row;                                                                \
    for (ptrdiff_t p = 0, taken = 0; p < pieces; p++) {                                            \
      const real *x = (const real *)(piece[p].x + c * block->across);                              \
      const ptrdiff_t n = piece[p].n, had = taken % lanes, room = had ? lanes - had : 0;           \
      const ptrdiff_t head = room < n ? room : n;                                                  \
      TH_FOLD_SOME(lane_type, element_type, lanes, x, -had, had, had + head, fold)                 \
      TH_FOLD_REST(lane_type, element_type, lanes, x, head, n, fold)                               \
      taken += n;                                                                                  \
    }                                                                                              \
    TH_WITH_LANES(lane_type, lane, lanes, TH_EACH_LANE(lanes) whole[l] = lane[l];)                 \
    TH_EACH_HALVING(lanes) TH_EACH_LANE(half) {                                                    \
      TH_MERGE(type, whole[l], whole[l + half], merge);                                            \
    }                                                                                              \
    ((type *)state)[c] = whole[0];                                                                 \
  }                                                                                                \
}                                                                                                  \
static void KERNEL(name##Columns)(void *state, const THFoldBlock *block)                           \
{                                                                                                  \
  lane_type *lane[TH_LANES];                                                                       \
  const int lanes = block->n == 0 ? 1 : block->n < TH_LANES ? (int)block->n : TH_LANES;            \
  const int beside = block->across == TH_ELEMENT_BYTES;                                            \
  const int rows = beside && block->step == block->width * block->across ? TH_LANES : 1;           \
  ptrdiff_t i = 0;                                                                                 \
  TH_COLUMNS_WIDENED(name, lane_type)                                                              \
  special(name, type, init, fold, merge)                                                           \
  const int few = TH_ARE_FEW;                                                                      \
  for (int l = 0; l < TH_LANES; l++) lane[l] = (lane_type *)block->scratch + l * block->width;     \
  if (!few) {                                                                                      \
    TH_FOLD_STRIPS(lane_type, element_type, init, fold)                                            \
    for (int l = 0; !strips && l < lanes; l++) TH_COLUMNS lane[l][c] = init;                       \
    TH_FOLD_DEEP(TH_DEEP, lane_type, element_type, fold)                                           \
    TH_FOLD_LAST(lane_type, element_type, fold)                                                    \
  }                                                                                                \
  TH_MERGE_COLUMNS(type, lane_type, element_type, init, fold, merge)                               \
}                                                                                                  \
static void KERNEL(name##Merge)(void *state, const void *later, int width)                         \
{                                                                                                  \
  for (ptrdiff_t c = 0; c < width; c++) {                                                          \
    TH_MERGE(type, ((type *)state)[c], ((const type *)later)[c], merge);                           \
  }                                                                                                \
}

/* The 16-bit dtypes share the kernels of float. */
#ifdef TH_THROUGH_FLOAT
#define TH_HALVES_OR_NULL &th_halves
#else
#define TH_HALVES_OR_NULL NULL
#endif

/* The order of a fold: THFold's rowBlock. */
#define TH_IN_ORDER 0
#ifndef TH_THROUGH_FLOAT
#define TH_ANY_ORDER (TH_ROW_BYTES / (int)sizeof(real))
#else
#define TH_ANY_ORDER TH_FOLD_HALVES_ROW
#endif

/* The entry of a row; kernels is the name of the kernels that fold, with accumulators of type;
   scratch: bytes that those of columns need for each. */
#define TH_FOLD_ENTRY(name, kernels, type, scratch, results, order)                                \
TH_FOLD_ENTRY_OF(name, kernels, KERNEL(kernels##Merge), type, scratch, results, order, 0)
#define TH_FOLD_ENTRY_OF(name, kernels, merge, type, scratch, results, order, pieces)              \
static int ENTRY(name)(const THIter *it)                                                           \
{                                                                                                  \
  static const THFold fold = {                                                                     \
    results, sizeof(type), scratch,                                                                \
    KERNEL(kernels##Row), KERNEL(kernels##Columns), merge, KERNEL(name##Store),                    \
    TH_HALVES_OR_NULL, order, pieces};                                                             \
  _Static_assert(sizeof(type) <= TH_FOLD_ACCUMULATOR, "an accumulator fits where it is kept");     \
  return THFold_run(it, &fold);                                                                    \
}

/* Results become elements, or stay accumulators if a number or a mean is wanted. This is a loop of
   its own, with the branches outside: gcc 12 vectorises a loop with both stores wrongly. */
#define TH_PUT_KERNEL                                                                              \
static void KERNEL(put)(const THFoldTile *tile, ptrdiff_t first, ptrdiff_t n, const accreal *made) \
{                                                                                                  \
  const ptrdiff_t across = tile->across[0];                                                        \
  char *to = tile->p[0] + first * across;                                                          \
  if (tile->dtype[0] != TH_DTYPE)                                                                  \
    for (ptrdiff_t c = 0; c < n; c++) *(accreal *)(to + c * across) = made[c];                     \
  else if (across == sizeof(real))                                                                 \
    for (ptrdiff_t c = 0; c < n; c++) ((real *)to)[c] = TH_STORE_ACC(made[c]);                     \
  else                                                                                             \
    for (ptrdiff_t c = 0; c < n; c++) *(real *)(to + c * across) = TH_STORE_ACC(made[c]);          \
}

/* For each c, what make says is the result of accumulator c. */
#define TH_RESULTS 64
#define TH_PUT_RESULTS(tile, make)                                                                 \
  for (ptrdiff_t first = 0; first < (tile)->width; first += TH_RESULTS) {                          \
    const ptrdiff_t left = (tile)->width - first, count = left < TH_RESULTS ? left : TH_RESULTS;   \
    accreal result[TH_RESULTS];                                                                    \
    for (ptrdiff_t k = 0; k < count; k++) {                                                        \
      const ptrdiff_t c = first + k;                                                               \
      make                                                                                         \
    }                                                                                              \
    KERNEL(put)(tile, first, count, result);                                                       \
  }

/* Results take the place of their accumulators: in a buffer, gcc makes "rep movs" of what sum does
   (row "sum over three rows, 3x333333": 1.3 times the time). */
#define TH_STORE_KERNEL(name, value)                                                               \
static void KERNEL(name##Store)(void *state, const THFoldTile *tile)                               \
{                                                                                                  \
  const accreal n = (accreal)tile->n;                                                              \
  accreal *result = state;                                                                         \
  (void)n;                                                                                         \
  TH_SIMD for (ptrdiff_t c = 0; c < tile->width; c++) {                                            \
    const accreal acc = result[c];                                                                 \
    result[c] = value;                                                                             \
  }                                                                                                \
  KERNEL(put)(tile, 0, tile->width, result);                                                       \
}

#define TH_REDUCE_KERNELS(name, partial, order, special, init, fold, merge, value)                 \
TH_FOLD_KERNELS(name, accreal, partial, partial, special, init, fold, merge)                       \
TH_RESULT_KERNELS(name, name, partial, order, value)

/* Another result of the kernels of a fold. */
#define TH_RESULT_KERNELS(name, kernels, partial, order, value)                                    \
TH_STORE_KERNEL(name, value)                                                                       \
TH_FOLD_ENTRY_OF(name, kernels, KERNEL(kernels##Merge), accreal, TH_LANES * sizeof(partial), 1,    \
                 order, TH_LEAST_PIECE)

/* Of bytes, elements and truth values are taken as bytes, of which a vector has the most. */
#define TH_BYTE_OR(type)                                                                           \
  __typeof__(_Generic((real)0, uint8_t: (int8_t)0, int8_t: (int8_t)0, default: (type)0))

#define TH_TEST_KERNELS(name, init, fold, merge)                                                   \
TH_FOLD_KERNELS(name, int32_t, TH_BYTE_OR(int32_t), TH_BYTE_OR(TH_COMPUTE), TH_NO_SPECIAL, init,   \
                fold, merge)                                                                       \
static void KERNEL(name##Store)(void *state, const THFoldTile *tile)                               \
{                                                                                                  \
  for (int c = 0; c < tile->width; c++)                                                            \
    *(uint8_t *)(tile->p[0] + c * tile->across[0]) = ((const int32_t *)state)[c] != 0;             \
}                                                                                                  \
TH_FOLD_ENTRY_OF(name, name, KERNEL(name##Merge), int32_t,                                         \
                 TH_LANES * sizeof(TH_BYTE_OR(int32_t)), 1, TH_ANY_ORDER, TH_LEAST_PIECE)

#endif
