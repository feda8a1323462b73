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
/* Scans count segments at a time: their sums do not wait for one another. */                      \
static inline __attribute__((always_inline)) void                                                  \
KERNEL(name##Chains)(TH_TOTAL (*run)[TH_SCAN_SEGMENT], int n, const int count)                     \
{                                                                                                  \
  TH_TOTAL in[TH_DEEP];                                                                            \
  for (int k = 0; k < count; k++) in[k] = init;                                                    \
  for (int i = 0; i < n; i += 4)                                                                   \
    _Pragma("GCC unroll 8") for (int k = 0; k < count; k++)                                        \
      _Pragma("GCC unroll 4") for (int j = i; j < i + 4; j++) {                                    \
        const TH_TOTAL acc = in[k], a = run[k][j];                                                 \
        run[k][j] = in[k] = fold;                                                                  \
      }                                                                                            \
}                                                                                                  \
static void KERNEL(name##Rows)(TH_TOTAL *before, const THScanPiece *block)                         \
{                                                                                                  \
  TH_TOTAL run[TH_SCAN_ROWS][TH_SCAN_SEGMENT];                                                     \
  int row = 0;                                                                                     \
  TH_COLUMNS {                                                                                     \
    const char *x = block->x + c * block->across_x, *y = block->y + c * block->across_y;           \
    for (int i = 0; i < block->n; i += TH_ALIGN / sizeof(real)) {                                  \
      __builtin_prefetch(x + (i + TH_SCAN_SEGMENT) * block->step_x);                               \
      __builtin_prefetch(y + i * block->step_y, 1);                                                \
    }                                                                                              \
    if (block->step_x == sizeof(real))                                                             \
      TH_SIMD for (int i = 0; i < block->n; i++) run[c][i] = TH_LOAD(((const real *)x)[i]);        \
    else for (int i = 0; i < block->n; i++)                                                        \
      run[c][i] = TH_LOAD(*(const real *)(x + i * block->step_x));                                 \
    for (int i = block->n; i % 4; i++) run[c][i] = init;                                           \
  }                                                                                                \
  for (; row + TH_DEEP <= block->width; row += TH_DEEP)                                            \
    KERNEL(name##Chains)(run + row, block->n, TH_DEEP);                                            \
  for (; row < block->width; row++) KERNEL(name##Chains)(run + row, block->n, 1);                  \
  TH_COLUMNS {                                                                                     \
    TH_TOTAL *mine = before + (block->chained ? 0 : c), first = *mine;                             \
    char *y = block->y + c * block->across_y;                                                      \
    if (block->step_y == sizeof(TH_SCANNED_TYPE))                                                  \
      TH_SIMD for (int i = 0; i < block->n; i++) {                                                 \
        TH_SCANNED(((TH_SCANNED_TYPE *)y)[i], first, run[c][i], merge);                            \
      }                                                                                            \
    else for (int i = 0; i < block->n; i++) {                                                      \
      TH_SCANNED(*(TH_SCANNED_TYPE *)(y + i * block->step_y), first, run[c][i], merge);            \
    }                                                                                              \
    TH_MERGE(TH_TOTAL, *mine, run[c][block->n - 1], merge);                                        \
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
