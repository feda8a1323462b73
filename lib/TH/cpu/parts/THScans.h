/*
** Kernels of the scans: the accumulators within each segment, and the results, merged with the
** total of the segments before. THScan.h says how segments become outputs.
*/
#ifndef TH_SCANS_H
#define TH_SCANS_H

#include "TH/cpu/parts/THFolds.h"
#include "TH/iteration/THScan.h"

/* What a kernel writes: elements, or doubles that THFold.h's THHalves rounds to 16-bit elements. */
#ifdef TH_THROUGH_FLOAT
#define TH_SCANNED_TYPE accreal
#define TH_SCANNED_VALUE(value) (value)
#else
#define TH_SCANNED_TYPE real
#define TH_SCANNED_VALUE(value) TH_STORE_ACC(value)
#endif

#define TH_SCANNED(place, before, run, merge)                                                      \
  const TH_TOTAL acc = before, b = run;                                                            \
  place = TH_SCANNED_VALUE(merge)

#define TH_SCAN_KERNELS(name, init, fold, merge)                                                   \
/* Segments side by side in memory. */                                                             \
static void KERNEL(name##Columns)(TH_TOTAL *before, const THScanPiece *block)                      \
{                                                                                                  \
  TH_TOTAL run[TH_SCAN_WIDTH];                                                                     \
  int i = 0;                                                                                       \
  TH_COLUMNS run[c] = init;                                                                        \
  for (; i + TH_DEEP <= block->n; i += TH_DEEP) {                                                  \
    const real *x[TH_DEEP];                                                                        \
    TH_SCANNED_TYPE *y[TH_DEEP];                                                                   \
    TH_EACH_DEEP(TH_DEEP) x[k] = (const real *)(block->x + (i + k) * block->step_x);               \
    TH_EACH_DEEP(TH_DEEP) y[k] = (TH_SCANNED_TYPE *)(block->y + (i + k) * block->step_y);          \
    TH_SIMD TH_COLUMNS {                                                                           \
      TH_TOTAL in = run[c];                                                                        \
      TH_EACH_DEEP(TH_DEEP) {                                                                      \
        TH_FOLD_INTO(TH_TOTAL, TH_TOTAL, in, x[k][c], fold);                                       \
        { TH_SCANNED(y[k][c], before[c], in, merge); }                                             \
      }                                                                                            \
      run[c] = in;                                                                                 \
    }                                                                                              \
  }                                                                                                \
  for (; i < block->n; i++) {                                                                      \
    const real *x = (const real *)(block->x + i * block->step_x);                                  \
    TH_SCANNED_TYPE *y = (TH_SCANNED_TYPE *)(block->y + i * block->step_y);                        \
    TH_SIMD TH_COLUMNS {                                                                           \
      TH_FOLD_INTO(TH_TOTAL, TH_TOTAL, run[c], x[c], fold);                                        \
      { TH_SCANNED(y[c], before[c], run[c], merge); }                                              \
    }                                                                                              \
  }                                                                                                \
  TH_COLUMNS { TH_MERGE(TH_TOTAL, before[c], run[c], merge); }                                     \
}                                                                                                  \
/* Scans count segments at a time, a number that compilers know: their sums do not wait for one    \
   another. x and y are what is read and written soon, which is prefetched meanwhile: memory that  \
   waits while sums are made is time lost (row "running sum of doubles, 1e6": 0.8 of the time). A  \
   line is taken for as many elements of x as fill one, so only some lines of a wider y. Indices   \
   are int: with ptrdiff_t gcc 12 makes vectors of four sums, which take longer. */                \
static inline __attribute__((always_inline)) void                                                  \
KERNEL(name##Chains)(TH_TOTAL (*run)[TH_SCAN_SEGMENT], const THScanPiece *block, const char *x,    \
                     const char *y, const int count)                                               \
{                                                                                                  \
  TH_TOTAL in[TH_DEEP];                                                                            \
  for (int k = 0; k < count; k++) in[k] = init;                                                    \
  for (int i = 0; i < block->n; i += 4) {                                                          \
    if (i % (TH_ALIGN / (int)sizeof(real)) == 0) TH_EACH_DEEP(count) {                             \
      __builtin_prefetch(x + k * block->across_x + i * block->step_x);                             \
      __builtin_prefetch(y + k * block->across_y + i * block->step_y, 1);                          \
    }                                                                                              \
    TH_EACH_DEEP(count) _Pragma("GCC unroll 4") for (int j = i; j < i + 4; j++) {                  \
      const TH_TOTAL acc = in[k], a = run[k][j];                                                   \
      run[k][j] = in[k] = fold;                                                                    \
    }                                                                                              \
  }                                                                                                \
}                                                                                                  \
/* The results y of count segments at x, at most TH_DEEP; before: as for all of the piece, but from\
   the first of these segments on. */                                                              \
static inline __attribute__((always_inline)) void                                                  \
KERNEL(name##Some)(TH_TOTAL *before, const THScanPiece *block, const char *x, char *y, int count)  \
{                                                                                                  \
  _Alignas(TH_ALIGN) TH_TOTAL run[TH_DEEP][TH_SCAN_SEGMENT];                                       \
  const ptrdiff_t apart_x = block->across_x, apart_y = block->across_y;                            \
  const ptrdiff_t rows = block->chained ? count : 0, elements = rows ? 0 : TH_SCAN_SEGMENT;        \
  const char *next_x = x + rows * apart_x + elements * block->step_x;                              \
  const char *next_y = y + rows * apart_y + elements * block->step_y;                              \
  for (int k = 0; k < count; k++, x += apart_x) {                                                  \
    if (block->step_x == sizeof(real))                                                             \
      TH_SIMD for (int i = 0; i < block->n; i++) run[k][i] = TH_LOAD(((const real *)x)[i]);        \
    else for (int i = 0; i < block->n; i++)                                                        \
      run[k][i] = TH_LOAD(*(const real *)(x + i * block->step_x));                                 \
    for (int i = block->n; i % 4; i++) run[k][i] = init;                                           \
  }                                                                                                \
  if (count == TH_DEEP) KERNEL(name##Chains)(run, block, next_x, next_y, TH_DEEP);                 \
  else for (int k = 0; k < count; k++, next_x += apart_x, next_y += apart_y)                       \
    KERNEL(name##Chains)(run + k, block, next_x, next_y, 1);                                       \
  for (int k = 0; k < count; k++, y += apart_y) {                                                  \
    TH_TOTAL *mine = before + (block->chained ? 0 : k), first = *mine;                             \
    if (block->step_y == sizeof(TH_SCANNED_TYPE))                                                  \
      TH_SIMD for (int i = 0; i < block->n; i++) {                                                 \
        TH_SCANNED(((TH_SCANNED_TYPE *)y)[i], first, run[k][i], merge);                            \
      }                                                                                            \
    else for (int i = 0; i < block->n; i++) {                                                      \
      TH_SCANNED(*(TH_SCANNED_TYPE *)(y + i * block->step_y), first, run[k][i], merge);            \
    }                                                                                              \
    TH_MERGE(TH_TOTAL, *mine, run[k][block->n - 1], merge);                                        \
  }                                                                                                \
}                                                                                                  \
static void KERNEL(name##Rows)(TH_TOTAL *before, const THScanPiece *block)                         \
{                                                                                                  \
  for (int row = 0, count; row < block->width; row += count) {                                     \
    count = block->width - row < TH_DEEP ? block->width - row : TH_DEEP;                           \
    KERNEL(name##Some)(before + (block->chained ? 0 : row), block,                                 \
                       block->x + row * block->across_x, block->y + row * block->across_y, count); \
  }                                                                                                \
}                                                                                                  \
static void KERNEL(name)(void *state, const THScanPiece *block)                                    \
{                                                                                                  \
  TH_TOTAL *before = state;                                                                        \
  if (block->begins) TH_COLUMNS before[c] = init;                                                  \
  if (block->beside) KERNEL(name##Columns)(before, block);                                         \
  else KERNEL(name##Rows)(before, block);                                                          \
}                                                                                                  \
static int ENTRY(name)(const THIter *it) { return THScan_run(it, KERNEL(name), TH_HALVES_OR_NULL); }

/* Sums of exponentials: the logarithm of the total so far is most + log(1 + more), where most is
   the largest element: what is little beside it is not lost. */
typedef struct THLogSum { double most, more; } THLogSum;

/* log(1 + x) of x >= 0 */
static inline double th_logOfMore(double x)
{
  const double whole = 1 + x;
  return th_logInRange_double(whole) + (x - (whole - 1)) / whole;
}

/* The next segment, in place. An element adds w = exp(-|d|), where d is its distance from the
   largest one before; if it is the largest itself, it makes the other sum that much smaller
   instead, and what it adds is the old largest. So no element waits for a function of the one
   before. fold takes them one by one where none is finite yet, or one is infinite. */
#define TH_LOG_SCAN_KERNEL(name, fold)                                                             \
static void KERNEL(name##OneByOne)(THLogSum *total, double *x, int n)                              \
{                                                                                                  \
  double in = total->most + log1p(total->more);                                                    \
  for (int i = 0; i < n; i++) {                                                                    \
    const double acc = in, a = x[i];                                                               \
    x[i] = in = fold;                                                                              \
  }                                                                                                \
  *total = (THLogSum){in, 0};                                                                      \
}                                                                                                  \
static void KERNEL(name##Segment)(THLogSum *total, double *x, int n)                               \
{                                                                                                  \
  double most[TH_SCAN_SEGMENT + 1] = {total->most}, w[TH_SCAN_SEGMENT], kept[TH_SCAN_SEGMENT];     \
  double more = total->more;                                                                       \
  for (int i = 0; i < n; i++) most[i + 1] = x[i] > most[i] ? x[i] : most[i];                       \
  if (!(most[1] > -TH_INFINITY && most[n] < TH_INFINITY)) {                                        \
    KERNEL(name##OneByOne)(total, x, n);                                                           \
    return;                                                                                        \
  }                                                                                                \
  TH_SIMD for (int i = 0; i < n; i++) {                                                            \
    w[i] = th_exp_double(-fabs(x[i] - most[i]));                                                   \
    kept[i] = x[i] > most[i] ? w[i] : 1;                                                           \
  }                                                                                                \
  for (int i = 0; i < n; i++) x[i] = more = more * kept[i] + w[i];                                 \
  TH_SIMD for (int i = 0; i < n; i++) x[i] = most[i + 1] + th_logOfMore(x[i]);                     \
  *total = (THLogSum){most[n], more};                                                              \
}                                                                                                  \
static void KERNEL(name)(void *state, const THScanPiece *block)                                    \
{                                                                                                  \
  THLogSum *total = state;                                                                         \
  double run[TH_SCAN_SEGMENT];                                                                     \
  if (block->begins) TH_COLUMNS total[c] = (THLogSum){-TH_INFINITY, 0};                            \
  TH_COLUMNS {                                                                                     \
    const char *x = block->x + c * block->across_x;                                                \
    char *y = block->y + c * block->across_y;                                                      \
    for (int i = 0; i < block->n; i++) run[i] = TH_LOAD(*(const real *)(x + i * block->step_x));   \
    KERNEL(name##Segment)(total + (block->chained ? 0 : c), run, block->n);                        \
    for (int i = 0; i < block->n; i++)                                                             \
      *(TH_SCANNED_TYPE *)(y + i * block->step_y) = TH_SCANNED_VALUE(run[i]);                      \
  }                                                                                                \
}                                                                                                  \
static int ENTRY(name)(const THIter *it) { return THScan_run(it, KERNEL(name), TH_HALVES_OR_NULL); }

#endif
