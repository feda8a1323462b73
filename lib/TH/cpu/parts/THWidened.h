/*
** Floats whose lanes are doubles: what sums, products and norms of THFolds.h do with AVX2.
**
** Invariant: element i of a block goes to lane i % TH_FOLD_LANES, and lanes are merged pairwise, so
** the bits are those of the kernels there. Vectors have 32 bytes at every level: AMD EPYC 9004
** widens into 64 at half the speed. Elements are added by fma(a, 1, acc), which has the bits of
** acc + a: that processor does it beside the widening, an addition in its place. Of rows that a
** cache holds two are folded at a time, so that they wait less for their lanes (row "product, 1e6":
** all three together 0.75 of the time).
*/
#ifndef TH_WIDENED_H
#define TH_WIDENED_H

#include "TH/backend/THReduceChapter.h"
#include "TH/cpu/parts/THFolds.h"

#if defined __AVX2__ && defined __FMA__
#define TH_WIDENED static inline __attribute__((always_inline))
#define TH_EACH_ROW(rows) _Pragma("GCC unroll 2") for (int j = 0; j < (rows); j++)
#define TH_EACH_FOUR _Pragma("GCC unroll 4") for (int k = 0; k < TH_FOURS; k++)
#define TH_EACH_OF(fours) _Pragma("GCC unroll 8") for (int k = 0; k < (fours); k++)

enum { TH_FOURS = TH_FOLD_LANES / 4, TH_STRIP = 32 };
typedef double TH_FOUR __attribute__((vector_size(32)));
typedef struct THFourLanes { TH_FOUR of[TH_FOURS]; } THFourLanes;

/* 1, which a compiler must not know, or it makes an addition of fma(a, 1, acc). */
TH_WIDENED TH_FOUR th_one(void)
{
  TH_FOUR one = {1, 1, 1, 1};
  __asm__("" : "+x"(one));
  return one;
}

TH_WIDENED TH_FOUR th_load4(const float *x)
{
  return _mm256_cvtps_pd(_mm_loadu_ps(x));
}

/* What the accumulators of a reduction begin with. */
TH_WIDENED TH_FOUR th_begin4(const int op, TH_FOUR one)
{
  return op == TH_OP_prod ? one : (TH_FOUR){0};
}

/* The accumulators acc of a reduction take the elements a. Squares of floats are exact. */
TH_WIDENED TH_FOUR th_take4(const int op, TH_FOUR acc, TH_FOUR a, TH_FOUR one)
{
  const TH_FOUR sign = _mm256_set1_pd(-0.0);
  switch (op) {
  case TH_OP_prod: return acc * a;
  case TH_OP_sum: return _mm256_fmadd_pd(a, one, acc);
  case TH_OP_sumNumbers:
    return _mm256_fmadd_pd(_mm256_and_pd(a, _mm256_cmp_pd(a, a, _CMP_ORD_Q)), one, acc);
  case TH_OP_norm1: return _mm256_fmadd_pd(_mm256_andnot_pd(sign, a), one, acc);
  case TH_OP_norm2: return _mm256_fmadd_pd(a, a, acc);
  default: return acc;
  }
}

/* Whether th_take4 has a reduction. */
TH_WIDENED int th_takes4(const int op)
{
  return op == TH_OP_prod || op == TH_OP_sum || op == TH_OP_sumNumbers || op == TH_OP_norm1
         || op == TH_OP_norm2;
}

TH_WIDENED TH_FOUR th_merge4(const int op, TH_FOUR acc, TH_FOUR b)
{
  return op == TH_OP_prod ? acc * b : acc + b;
}

/* Merge lanes until two are left. */
TH_WIDENED TH_FOUR th_mergeLanes(const int op, const THFourLanes *lane)
{
  const TH_FOUR even = th_merge4(op, lane->of[0], lane->of[2]);
  const TH_FOUR odd = th_merge4(op, lane->of[1], lane->of[3]);
  const TH_FOUR four = th_merge4(op, even, odd);
  return th_merge4(op, four, _mm256_permute4x64_pd(four, 0xe));
}

/* Lanes [from, to) of each row take the elements x[j][l]. */
TH_WIDENED void th_takeSome(const int op, const int rows, THFourLanes *lane,
                            const float *const *x, int from, int to, TH_FOUR one)
{
  TH_EACH_FOUR {
    const __m128i at = _mm_add_epi32(_mm_set1_epi32(4 * k), _mm_setr_epi32(0, 1, 2, 3));
    const __m128i takes = _mm_andnot_si128(_mm_cmplt_epi32(at, _mm_set1_epi32(from)),
                                           _mm_cmplt_epi32(at, _mm_set1_epi32(to)));
    const TH_FOUR wide = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(takes));
    if (4 * k < to && 4 * k + 4 > from) TH_EACH_ROW(rows) {
      const TH_FOUR a = _mm256_cvtps_pd(_mm_maskload_ps(x[j] + 4 * k, takes)), acc = lane[j].of[k];
      lane[j].of[k] = _mm256_blendv_pd(acc, th_take4(op, acc, a, one), wide);
    }
  }
}

/* What is prefetched with the lanes of a row: a line that is from bytes after its first element, of
   each further row one apart bytes later, and with the next lanes those that are step bytes later.
   Of two rows that follow each other the next two are prefetched in the order of memory. */
typedef struct THAhead { ptrdiff_t from, apart, step; int is_far; } THAhead;

TH_WIDENED THAhead th_aheadOf(const int rows, const THFoldBlock *block)
{
  if (rows > 1 && !block->ahead) return (THAhead){2 * block->across, 64, 2 * 64, 0};
  return (THAhead){TH_AHEAD_OF(block), block->across, 64, TH_IS_FAR(block)};
}

/* n adjacent elements of each row go to the lanes from had on; begin: those of the first row. */
TH_WIDENED void th_takeRun(const int op, const int rows, THFourLanes *lane,
                           const THFoldBlock *block, THAhead ahead, const char *begin, ptrdiff_t n,
                           int had, TH_FOUR one)
{
  const ptrdiff_t room = had ? TH_FOLD_LANES - had : 0, head = room < n ? room : n;
  const char *next = begin + ahead.from;
  const float *x[2];
  ptrdiff_t i = head;
  TH_EACH_ROW(rows) x[j] = (const float *)(begin + j * block->across) - had;
  if (head) th_takeSome(op, rows, lane, x, had, had + (int)head, one);
  TH_EACH_ROW(rows) x[j] += had;
  for (; i + TH_FOLD_LANES <= n; i += TH_FOLD_LANES, next += ahead.step)
    TH_EACH_ROW(rows) {
      TH_PREFETCH_LINE(next + j * ahead.apart, ahead.is_far);
      TH_EACH_FOUR {
        const TH_FOUR a = th_load4(x[j] + i + 4 * k);
        lane[j].of[k] = th_take4(op, lane[j].of[k], a, one);
      }
    }
  TH_EACH_ROW(rows) x[j] += i;
  if (i < n) th_takeSome(op, rows, lane, x, 0, (int)(n - i), one);
}

/* Fold rows from c on, of n elements if they are no pieces. */
TH_WIDENED void th_widenedRows(const int op, const int rows, double *to, const THFoldBlock *block,
                               ptrdiff_t c, ptrdiff_t n)
{
  const THAhead ahead = th_aheadOf(rows, block);
  const TH_FOUR one = th_one();
  THFourLanes lane[2];
  TH_EACH_ROW(rows) TH_EACH_FOUR lane[j].of[k] = th_begin4(op, one);
  if (!block->pieces)
    th_takeRun(op, rows, lane, block, ahead, block->x + c * block->across, n, 0, one);
  for (ptrdiff_t p = 0, taken = 0; p < block->npieces; taken += block->pieces[p++].n) {
    const THFoldPiece *piece = &block->pieces[p];
    th_takeRun(op, rows, lane, block, ahead, piece->x + c * block->across, piece->n,
               (int)((size_t)taken % TH_FOLD_LANES), one);
  }
  TH_EACH_ROW(rows) {
    const TH_FOUR two = th_mergeLanes(op, &lane[j]);
    to[c + j] = th_merge4(op, two, _mm256_permute4x64_pd(two, 1))[0];
  }
}

/* The last row may be shorter than the others. NaN is left out where a sum shows that there is
   one. */
TH_WIDENED void th_foldWidened(const int op, double *to, const THFoldBlock *block)
{
  const int quick = op == TH_OP_sumNumbers ? TH_OP_sum : op;
  const ptrdiff_t width = block->width, whole = width - (block->last != block->n);
  ptrdiff_t c = 0;
  for (; !block->far && c + 2 <= whole; c += 2) th_widenedRows(quick, 2, to, block, c, block->n);
  for (; c < width; c++)
    th_widenedRows(quick, 1, to, block, c, c < whole ? block->n : block->last);
  for (c = 0; op != quick && c < width; c++)
    if (to[c] != to[c]) th_widenedRows(op, 1, to, block, c, c < whole ? block->n : block->last);
}

/* Two columns that follow each other without gaps are one row with twice the lanes. */
TH_WIDENED void th_widenedPairs(const int op, double *to, const THFoldBlock *block)
{
  const TH_FOUR one = th_one();
  THFourLanes lane[2];
  const float *x[] = {(const float *)block->x, (const float *)block->x + TH_FOLD_LANES};
  ptrdiff_t left = 2 * block->n;
  TH_EACH_ROW(2) TH_EACH_FOUR lane[j].of[k] = th_begin4(op, one);
  for (; left >= 2 * TH_FOLD_LANES; left -= 2 * TH_FOLD_LANES)
    TH_EACH_ROW(2) {
      TH_EACH_FOUR {
        const TH_FOUR a = th_load4(x[j] + 4 * k);
        lane[j].of[k] = th_take4(op, lane[j].of[k], a, one);
      }
      x[j] += 2 * TH_FOLD_LANES;
    }
  TH_EACH_ROW(2) th_takeSome(op, 1, &lane[j], x + j, 0, (int)left - j * TH_FOLD_LANES, one);
  TH_EACH_FOUR lane[0].of[k] = th_merge4(op, lane[0].of[k], lane[1].of[k]);
  _mm_storeu_pd(to, _mm256_castpd256_pd128(th_mergeLanes(op, &lane[0])));
}

/* Lane l of some columns side by side, at x, is made into to, or merged into it. What follows in
   their rows is prefetched: it is read next. */
TH_WIDENED void th_takeColumns(const int op, const int fours, TH_FOUR *to, const THFoldBlock *block,
                               const char *x, int l, const int merges, TH_FOUR one)
{
  TH_FOUR acc[TH_STRIP / 4];
  TH_EACH_OF(fours) acc[k] = th_begin4(op, one);
  for (ptrdiff_t i = l; i < block->n; i += TH_FOLD_LANES) {
    const float *row = (const float *)(x + i * block->step);
    TH_EACH_OF(fours / 4) __builtin_prefetch(row + 4 * fours + 16 * k);
    TH_EACH_OF(fours) acc[k] = th_take4(op, acc[k], th_load4(row + 4 * k), one);
  }
  TH_EACH_OF(fours) to[k] = merges ? th_merge4(op, to[k], acc[k]) : acc[k];
}

TH_WIDENED void th_widenedStrip(const int op, const int fours, double *to, const THFoldBlock *block,
                                ptrdiff_t at)
{
  const TH_FOUR one = th_one();
  const char *x = block->x + at * (ptrdiff_t)sizeof(float);
  TH_FOUR part[4][TH_STRIP / 4];
  for (int l = 0; l < 4; l++) {
    TH_FOUR other[TH_STRIP / 4];
    th_takeColumns(op, fours, part[l], block, x, l, 0, one);
    th_takeColumns(op, fours, part[l], block, x, l + 8, 1, one);
    th_takeColumns(op, fours, other, block, x, l + 4, 0, one);
    th_takeColumns(op, fours, other, block, x, l + 12, 1, one);
    TH_EACH_OF(fours) part[l][k] = th_merge4(op, part[l][k], other[k]);
  }
  TH_EACH_OF(fours) {
    const TH_FOUR even = th_merge4(op, part[0][k], part[2][k]);
    const TH_FOUR odd = th_merge4(op, part[1][k], part[3][k]);
    _mm256_storeu_pd(to + at + 4 * k, th_merge4(op, even, odd));
  }
}

/* So few rows, and enough columns, that strips of these are folded to their ends. A strip reads two
   lines of every row: where no cache has them, three rows of a lane or more take longer than the
   kernel of THFolds.h, which reads a row to its end (row "sum over the middle, 100x100x1000"). */
TH_WIDENED int th_areFewRows(const THFoldBlock *block)
{
  const int most = block->far ? 3 : TH_DEEP;
  return block->width >= TH_STRIP && block->n >= TH_LANES && block->n < most * TH_LANES;
}

/* Columns of few rows; the last ones may be folded a second time. */
TH_WIDENED void th_widenedColumns(const int op, double *to, const THFoldBlock *block)
{
  enum { SHORT = 8 };
  ptrdiff_t at = 0, left = block->width;
  for (; left >= TH_STRIP; at += TH_STRIP, left -= TH_STRIP)
    th_widenedStrip(op, TH_STRIP / 4, to, block, at);
  if (left > SHORT) th_widenedStrip(op, TH_STRIP / 4, to, block, block->width - TH_STRIP);
  else if (left) th_widenedStrip(op, SHORT / 4, to, block, block->width - SHORT);
}

/* Columns of at most four rows, each a lane of its own: four columns at a time, and the last ones
   a second time. */
TH_WIDENED void th_widenedFew(const int op, const int rows, double *to, const THFoldBlock *block)
{
  const TH_FOUR one = th_one(), init = th_begin4(op, one);
  for (ptrdiff_t c = 0; c < block->width; c += 4) {
    TH_FOUR lane[4];
    if (c + 4 > block->width) c = block->width - 4;
    TH_EACH_FOUR if (k < rows) {
      const float *x = (const float *)(block->x + k * block->step) + c;
      lane[k] = th_take4(op, init, th_load4(x), one);
    }
    TH_EACH_FOUR if (k < 2 && k + 2 < rows) lane[k] = th_merge4(op, lane[k], lane[k + 2]);
    _mm256_storeu_pd(to + c, rows > 1 ? th_merge4(op, lane[0], lane[1]) : lane[0]);
  }
}

#define TH_TAKES4(name, lane_type) (TH_WIDENS(lane_type) && th_takes4(TH_OP_##name))
#ifdef TH_THROUGH_FLOAT /* columns are of 16 bits; rows come as floats */
#define TH_COLUMNS_WIDENED(...)
#else
#define TH_COLUMNS_WIDENED(name, lane_type)                                                        \
  if (TH_TAKES4(name, lane_type) && beside && th_areFewRows(block)) {                              \
    th_widenedColumns(TH_OP_##name, state, block);                                                 \
    return;                                                                                        \
  }
#endif
#define TH_FEW_WIDENED(name, lane_type)                                                            \
  if (TH_TAKES4(name, lane_type) && block->width >= 4) {                                           \
    if (block->n == 4) th_widenedFew(TH_OP_##name, 4, state, block);                               \
    if (block->n == 3) th_widenedFew(TH_OP_##name, 3, state, block);                               \
    if (block->n == 2) th_widenedFew(TH_OP_##name, 2, state, block);                               \
    if (block->n == 1) th_widenedFew(TH_OP_##name, 1, state, block);                               \
    return;                                                                                        \
  }
#define TH_PAIRS_WIDENED(name, lane_type)                                                          \
  if (TH_TAKES4(name, lane_type)) {                                                                \
    th_widenedPairs(TH_OP_##name, state, block);                                                   \
    return;                                                                                        \
  }
#define TH_FOLD_WIDENED(name, lane_type)                                                           \
  if (TH_TAKES4(name, lane_type)) {                                                                \
    th_foldWidened(TH_OP_##name, state, block);                                                    \
    return;                                                                                        \
  }
#else
#define TH_FOLD_WIDENED(...)
#define TH_FEW_WIDENED(...)
#define TH_PAIRS_WIDENED(...)
#define TH_COLUMNS_WIDENED(...)
#endif

#endif
