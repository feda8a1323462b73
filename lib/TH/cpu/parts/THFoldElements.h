/*
** How folds and scans get elements and give results: directly, or through float.
**
** Directly, a kernel reads and writes elements of its own dtype. The 16-bit types share the kernels
** of float (TH_THROUGH_FLOAT): rows, or chunks of columns, are converted to buffers on the stack
** before a kernel looks at them, and results are rounded from accumulators as they are stored. The
** type is known when a kernel runs, from the block or the tile. An element becomes the same
** accumulator either way, so the bits are the same.
*/
#ifndef TH_FOLD_ELEMENTS_H
#define TH_FOLD_ELEMENTS_H

#include "TH/cpu/parts/THFloats.h"
#include "TH/iteration/THFold.h"
#include "TH/iteration/THScan.h"
#include "TH/memory/THAllocator.h"

/* Lanes of so many rows fit the registers of this level. */
#ifdef __AVX512F__
#define TH_STREAMS TH_FOLD_STREAMS
#else
#define TH_STREAMS (TH_FOLD_STREAMS / 2)
#endif
#define TH_EACH_STREAM(streams) _Pragma("GCC unroll 4") for (int s = 0; s < (streams); s++)

/* Each lane of columns takes so many elements at a time, so that it is seldom loaded and stored. */
#define TH_DEEP 8
#define TH_EACH_OF(count) _Pragma("GCC unroll 8") for (int k = 0; k < (count); k++)
#define TH_EACH_DEEP TH_EACH_OF(TH_DEEP)

/* Columns are taken a chunk at a time, from .. end - 1. */
#define TH_CHUNK 64
#define TH_EACH_CHUNK for (int from = 0; from < block->width; from += TH_CHUNK)
#define TH_CHUNK_END                                                                               \
  const int end = from + TH_CHUNK < block->width ? from + TH_CHUNK : block->width

#ifndef TH_THROUGH_FLOAT

#define TH_ELEMENT_BYTES sizeof(real)
#define TH_ELEMENT_AT(dtype, p) TH_LOAD(*(const real *)(p))

/* The kernel of rows, as THFold has it: as TH_ROW_KERNEL made it. */
#define TH_ROWS(name) K(name##Row)
#define TH_ROWS_KERNEL(name, type)

#define TH_FETCH_AHEAD(x, lanes)                                                                   \
  for (size_t at = 0; at < (lanes) * sizeof(real); at += TH_ALIGN)                                 \
    __builtin_prefetch((const char *)(x) + block->ahead + at)

/* Elements i of all columns, as x[c] if TH_IS_RUN(they lie beside each other), else as
   TH_FOLDED(i, c). */
#define TH_FOLDED(i, c) ((const real *)(block->x + (i) * block->step + (c) * block->across))
#define TH_TAKE_ROW(in, i) const real *in = TH_FOLDED(i, 0)
#define TH_IS_RUN(beside) (beside)
#define TH_FETCH_LATER_ROW(in)                                                                     \
  for (int c = 0; beside && c < block->width; c += TH_ALIGN / sizeof(real))                        \
    __builtin_prefetch((const char *)(in + c) + 2 * block->step)

/* Elements i, i + TH_LANES ... of adjacent columns; of a chunk of these, element k of column c.
   Meanwhile the same columns of the rows below are fetched. */
#define TH_DEEP_ROWS(in, i)                                                                        \
  const real *in[TH_DEEP];                                                                         \
  TH_EACH_DEEP in[k] = TH_FOLDED(i + k * TH_LANES, 0)
#define TH_TAKE_CHUNK(in)                                                                          \
  TH_CHUNK_END;                                                                                    \
  TH_EACH_DEEP for (int c = from; c < end; c += TH_ALIGN / sizeof(real))                           \
    __builtin_prefetch((const char *)(in[k] + c) + block->step)
#define TH_OF_CHUNK(in, k, c) in[k][c]

/* A result for each output c of a tile: an element, or an accumulator where a number or a mean is
   wanted. let declares what value needs. */
#define TH_STORE_RESULTS(tile, let, value)                                                         \
  for (int c = 0; c < tile->width; c++) {                                                          \
    char *to = tile->p[0] + c * tile->across[0];                                                   \
    let;                                                                                           \
    if (tile->dtype[0] == TH_DTYPE) *(real *)to = TH_STORE_ACC(value);                             \
    else *(accreal *)to = value;                                                                   \
  }

/* Of a scan, elements i .. i + count - 1 of adjacent columns, all at once: element k of column c,
   and its result. */
#define TH_EACH_LINE_CHUNK for (int from = 0, once = 1; once; once = 0)
#define TH_SCAN_LINES(in, out, i, count)                                                           \
  const real *in[TH_DEEP];                                                                         \
  real *out[TH_DEEP];                                                                              \
  TH_EACH_OF(count) {                                                                              \
    in[k] = (const real *)(block->x + (i + k) * block->step_x);                                    \
    out[k] = (real *)(block->y + (i + k) * block->step_y);                                         \
  }
#define TH_TAKE_LINES(in, count) const int end = block->width
#define TH_GIVE_LINES(out, count) (void)0
#define TH_OF_LINE(in, k, c) in[k][c]
#define TH_TO_LINE(out, k, c) out[k][c]
#define TH_SCANNED_VALUE(value) TH_STORE_ACC(value)

/* The elements of a segment at x, to accumulators; and results to a segment at y. */
#define TH_TAKE_SEGMENT(to, in)                                                                    \
  if (block->step_x == sizeof(real))                                                               \
    TH_SIMD for (int i = 0; i < block->n; i++) to[i] = TH_LOAD(((const real *)in)[i]);             \
  else for (int i = 0; i < block->n; i++) to[i] = TH_LOAD(*(const real *)(in + i * block->step_x))
#define TH_GIVE_SEGMENT(out, let, value)                                                           \
  if (block->step_y == sizeof(real))                                                               \
    TH_SIMD for (int i = 0; i < block->n; i++) {                                                   \
      let;                                                                                         \
      ((real *)out)[i] = TH_STORE_ACC(value);                                                      \
    }                                                                                              \
  else for (int i = 0; i < block->n; i++) {                                                        \
    let;                                                                                           \
    *(real *)(out + i * block->step_y) = TH_STORE_ACC(value);                                      \
  }

#else

#define TH_ELEMENT_BYTES sizeof(THHalf)
#define TH_ELEMENT_AT(dtype, p) th_floatAt(dtype, p)

TH_SHARED th_floatsOf(int dtype, float *to, const char *from, ptrdiff_t step, ptrdiff_t n)
{
  if (dtype == TH_HALF) th_floatsOfHalf(to, from, step, n);
  else th_floatsOfBFloat16(to, from, step, n);
}

static inline float th_floatAt(int dtype, const void *p)
{
  return dtype == TH_HALF ? th_half2float(*(const THHalf *)p)
                          : th_bfloat162float(*(const THBFloat16 *)p);
}

TH_SHARED th_takeChunk(const THFoldBlock *block, const char *const *x, int from, int n,
                       float (*to)[TH_CHUNK])
{
  const ptrdiff_t bytes = TH_ELEMENT_BYTES, at = from * bytes;
  for (int k = 0; k < TH_DEEP; k++)
    for (ptrdiff_t b = at; b < at + n * bytes; b += TH_ALIGN)
      __builtin_prefetch(x[k] + b + block->step);
  if (block->dtype == TH_HALF)
    for (int k = 0; k < TH_DEEP; k++) th_floatsOfHalf(to[k], x[k] + at, bytes, n);
  else
    for (int k = 0; k < TH_DEEP; k++) th_floatsOfBFloat16(to[k], x[k] + at, bytes, n);
}

/* Rows first .. first + count - 1 of a block as floats, one after the other. */
TH_SHARED th_takeRows(const THFoldBlock *block, int first, int count, float *to)
{
  const ptrdiff_t bytes = block->n * (ptrdiff_t)TH_ELEMENT_BYTES;
  const char *x = block->x + first * block->across;
  const int run = block->across == bytes;
  for (int c = 0; c < (run ? 1 : count); c++, x += block->across, to += block->n) {
    const ptrdiff_t n = run ? (ptrdiff_t)block->n * count : block->n;
    for (ptrdiff_t at = 0; at < n * (ptrdiff_t)TH_ELEMENT_BYTES; at += TH_ALIGN)
      __builtin_prefetch(x + block->ahead + at);
    th_floatsOf(block->dtype, to, x, TH_ELEMENT_BYTES, n);
  }
}

/* Calls row, a kernel of float's rows, for a buffer of them at a time. size: of an accumulator. */
TH_SHARED th_foldRows(void *state, const THFoldBlock *block, size_t size,
                      void (*row)(void *state, const THFoldBlock *block))
{
  enum { ROOM = TH_STREAMS * TH_FOLD_BLOCK };
  _Alignas(TH_ALIGN) float floats[ROOM + TH_FLOATS_MORE];
  const int most = block->width * block->n <= ROOM ? block->width : ROOM / block->n;
  THFoldTile tile;
  /* not copied as a whole, which would wait for the stores that made it */
  THFoldBlock part = {
    .x = (const char *)floats, .step = sizeof *floats,
    .across = block->n * (ptrdiff_t)sizeof *floats, .n = block->n, .dtype = block->dtype,
    .first = block->first, .next = block->next, .tile = block->tile,
  };
  for (int first = 0; first < block->width; first += most) {
    part.width = block->width - first < most ? block->width - first : most;
    th_takeRows(block, first, part.width, floats);
    row((char *)state + (size_t)first * size, &part);
    if (first + most >= block->width) return;
    tile = *part.tile;
    tile.p[1] += most * tile.across[1];
    part.tile = &tile;
    part.first += most * block->next;
  }
}

#define TH_ROWS(name) K(name##Rows)
#define TH_ROWS_KERNEL(name, type)                                                                 \
static void K(name##Rows)(void *state, const THFoldBlock *block)                                   \
{                                                                                                  \
  th_foldRows(state, block, sizeof(type), K(name##Row));                                           \
}
#define TH_FETCH_AHEAD(in, lanes) (void)0

#define TH_FOLDED(i, c) (x + c)
#define TH_TAKE_ROW(in, i)                                                                         \
  _Alignas(TH_ALIGN) float in[TH_FOLD_WIDTH];                                                      \
  th_floatsOf(block->dtype, in, block->x + i * block->step, block->across, block->width)
#define TH_IS_RUN(beside) ((beside) || 1)
#define TH_FETCH_LATER_ROW(in)                                                                     \
  for (ptrdiff_t at = 0; at < block->width * block->across; at += TH_ALIGN)                        \
    __builtin_prefetch(block->x + (i + 2) * block->step + at)

#define TH_DEEP_ROWS(in, i)                                                                        \
  const char *in[TH_DEEP];                                                                         \
  TH_EACH_DEEP in[k] = block->x + (i + k * TH_LANES) * block->step
#define TH_TAKE_CHUNK(in)                                                                          \
  TH_CHUNK_END;                                                                                    \
  _Alignas(TH_ALIGN) float in##Chunk[TH_DEEP][TH_CHUNK];                                           \
  th_takeChunk(block, in, from, end - from, in##Chunk)
#define TH_OF_CHUNK(in, k, c) in##Chunk[k][c - from]

/* n is at most TH_CHUNK. Rounding to odd first makes the two roundings give what one would. */
TH_SHARED th_putElements(int dtype, char *to, ptrdiff_t step, const double *from, int n)
{
  _Alignas(TH_ALIGN) float odd[TH_CHUNK];
  TH_SIMD for (int i = 0; i < n; i++) odd[i] = th_roundToOdd(from[i]);
  if (dtype == TH_HALF) th_floatsToHalf(to, step, odd, n);
  else th_floatsToBFloat16(to, step, odd, n);
}

TH_SHARED th_storeResults(const THFoldTile *tile, int first, const double *from, int n)
{
  const ptrdiff_t step = tile->across[0];
  char *to = tile->p[0] + first * step;
  if (tile->dtype[0] != TH_DOUBLE) th_putElements(tile->dtype[0], to, step, from, n);
  else for (int c = 0; c < n; c++) *(double *)(to + c * step) = from[c];
}

#define TH_STORE_RESULTS(tile, let, value)                                                         \
  for (int from = 0; from < tile->width; from += TH_CHUNK) {                                       \
    const int end = tile->width - from < TH_CHUNK ? tile->width : from + TH_CHUNK;                 \
    double results[TH_CHUNK];                                                                      \
    for (int c = from; c < end; c++) {                                                             \
      let;                                                                                         \
      results[c - from] = value;                                                                   \
    }                                                                                              \
    th_storeResults(tile, from, results, end - from);                                              \
  }

#define TH_EACH_LINE_CHUNK TH_EACH_CHUNK
#define TH_SCAN_LINES(in, out, i, count)                                                           \
  const char *in = block->x + i * block->step_x;                                                   \
  char *out = block->y + i * block->step_y;                                                        \
  _Alignas(TH_ALIGN) float in##Chunk[TH_DEEP][TH_CHUNK];                                           \
  _Alignas(TH_ALIGN) double out##Chunk[TH_DEEP][TH_CHUNK];
#define TH_TAKE_LINES(in, count)                                                                   \
  TH_CHUNK_END;                                                                                    \
  for (int k = 0; k < count; k++)                                                                  \
    th_floatsOf(block->dtype, in##Chunk[k], in + k * block->step_x + from * TH_ELEMENT_BYTES,      \
                TH_ELEMENT_BYTES, end - from)
#define TH_GIVE_LINES(out, count)                                                                  \
  for (int k = 0; k < count; k++)                                                                  \
    th_putElements(block->dtype, out + k * block->step_y + from * TH_ELEMENT_BYTES,                \
                   TH_ELEMENT_BYTES, out##Chunk[k], end - from)
#define TH_OF_LINE(in, k, c) in##Chunk[k][c - from]
#define TH_TO_LINE(out, k, c) out##Chunk[k][c - from]
#define TH_SCANNED_VALUE(value) (value)

_Static_assert(TH_SCAN_SEGMENT <= TH_CHUNK, "th_putElements takes a segment");
#define TH_TAKE_SEGMENT(to, in)                                                                    \
  _Alignas(TH_ALIGN) float floats[TH_SCAN_SEGMENT];                                                \
  th_floatsOf(block->dtype, floats, in, block->step_x, block->n);                                  \
  TH_SIMD for (int i = 0; i < block->n; i++) to[i] = floats[i]
#define TH_GIVE_SEGMENT(out, let, value)                                                           \
  _Alignas(TH_ALIGN) double results[TH_SCAN_SEGMENT];                                              \
  TH_SIMD for (int i = 0; i < block->n; i++) {                                                     \
    let;                                                                                           \
    results[i] = value;                                                                            \
  }                                                                                                \
  th_putElements(block->dtype, out, block->step_y, results, block->n);

#endif

#endif
