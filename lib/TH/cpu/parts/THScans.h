/*
** Kernels of the scans: what each segment has run up to, and results on top of what came before.
** THScan.h says how segments become outputs.
*/
#ifndef TH_SCANS_H
#define TH_SCANS_H

#include "TH/cpu/parts/THFolds.h"

/* What a place of the result is: all that came before its segment, and the segment up to there. */
#define TH_BEFORE_AND_RUN(before, run) const accreal acc = before; const accreal b = run

#define TH_SCAN_KERNELS(name, init, fold, merge)                                                   \
/* count elements each of segments side by side in memory. */                                      \
TH_LANES_OF K(name##Lines)(accreal *run, const accreal *before, const THScanPiece *block, int i,   \
                           const int count)                                                        \
{                                                                                                  \
  TH_SCAN_LINES(x, y, i, count)                                                                    \
  TH_EACH_LINE_CHUNK {                                                                             \
    TH_TAKE_LINES(x, count);                                                                       \
    TH_SIMD for (int c = from; c < end; c++) {                                                     \
      accreal in = run[c];                                                                         \
      TH_EACH_OF(count) {                                                                          \
        TH_INTO(accreal, accreal, in, TH_OF_LINE(x, k, c), fold);                                  \
        {                                                                                          \
          TH_BEFORE_AND_RUN(before[c], in);                                                        \
          TH_TO_LINE(y, k, c) = TH_SCANNED_VALUE(merge);                                           \
        }                                                                                          \
      }                                                                                            \
      run[c] = in;                                                                                 \
    }                                                                                              \
    TH_GIVE_LINES(y, count);                                                                       \
  }                                                                                                \
}                                                                                                  \
static void K(name##Columns)(accreal *before, const THScanPiece *block)                            \
{                                                                                                  \
  accreal run[TH_SCAN_WIDTH];                                                                      \
  int i = 0;                                                                                       \
  TH_COLUMNS run[c] = init;                                                                        \
  for (; i + TH_DEEP <= block->n; i += TH_DEEP) K(name##Lines)(run, before, block, i, TH_DEEP);    \
  for (; i < block->n; i++) K(name##Lines)(run, before, block, i, 1);                              \
  TH_COLUMNS { TH_MERGE(accreal, before[c], run[c], merge); }                                      \
}                                                                                                  \
/* Chains of count segments, which do not wait for one another; stores to a line go together. */   \
TH_LANES_OF K(name##Chains)(accreal (*run)[TH_SCAN_SEGMENT], int n, const int count)               \
{                                                                                                  \
  accreal in[TH_DEEP];                                                                             \
  for (int k = 0; k < count; k++) in[k] = init;                                                    \
  for (int i = 0; i < n; i += 4)                                                                   \
    _Pragma("GCC unroll 8") for (int k = 0; k < count; k++)                                        \
      _Pragma("GCC unroll 4") for (int j = i; j < i + 4; j++) {                                    \
        const accreal acc = in[k], a = run[k][j];                                                  \
        run[k][j] = in[k] = fold;                                                                  \
      }                                                                                            \
}                                                                                                  \
static void K(name##Rows)(accreal *before, const THScanPiece *block)                               \
{                                                                                                  \
  accreal run[TH_SCAN_ROWS][TH_SCAN_SEGMENT];                                                      \
  int row = 0;                                                                                     \
  TH_COLUMNS {                                                                                     \
    const char *x = block->x + c * block->across_x, *y = block->y + c * block->across_y;           \
    for (int i = 0; i < block->n; i += TH_ALIGN / sizeof(real)) {                                  \
      __builtin_prefetch(x + (i + TH_SCAN_SEGMENT) * block->step_x);                               \
      __builtin_prefetch(y + i * block->step_y, 1);                                                \
    }                                                                                              \
    TH_TAKE_SEGMENT(run[c], x);                                                                    \
    for (int i = block->n; i % 4; i++) run[c][i] = init;                                           \
  }                                                                                                \
  for (; row + TH_DEEP <= block->width; row += TH_DEEP)                                            \
    K(name##Chains)(run + row, block->n, TH_DEEP);                                                 \
  for (; row < block->width; row++) K(name##Chains)(run + row, block->n, 1);                       \
  TH_COLUMNS {                                                                                     \
    accreal *mine = before + (block->chained ? 0 : c), first = *mine;                              \
    char *y = block->y + c * block->across_y;                                                      \
    TH_GIVE_SEGMENT(y, TH_BEFORE_AND_RUN(first, run[c][i]), merge)                                 \
    TH_MERGE(accreal, *mine, run[c][block->n - 1], merge);                                         \
  }                                                                                                \
}                                                                                                  \
static void K(name)(void *state, const THScanPiece *block)                                         \
{                                                                                                  \
  accreal *before = state;                                                                         \
  if (block->begins) TH_COLUMNS before[c] = init;                                                  \
  if (block->beside) K(name##Columns)(before, block);                                              \
  else K(name##Rows)(before, block);                                                               \
}                                                                                                  \
static int E(name)(const THIter *it) { return THScan_run(it, K(name)); }

#endif
