/*
** Folds: walking an iterator where a result's element is made of many. For reductions and scans.
**
** A result's stride is 0 along the dimensions that are folded into it: one dimension, or all.
** The elements of one output, in the iterator's order, are cut into blocks of TH_FOLD_BLOCK.
** Inside, element i goes to lane i % TH_FOLD_LANES, and lanes are merged pairwise; so are blocks,
** in a tree that depends on their number alone. So the bits of a result depend on its elements and
** their order only: not on the SIMD level, the threads, or how the memory is laid out.
*/
#ifndef TH_FOLD_H
#define TH_FOLD_H

#include "THIter.h"

enum {
  TH_FOLD_LANES = 16,
  TH_FOLD_BLOCK = 1024,
  TH_FOLD_WIDTH = 128,                /* the most outputs at a time */
  TH_FOLD_STATE = TH_FOLD_WIDTH * 16, /* bytes of their accumulators, at most */
};

/* Neighbouring outputs: operand k of the first is at p[k], of the next one across[k] bytes on. */
typedef struct THFoldTile {
  char *p[TH_MAX_OPERANDS];
  const ptrdiff_t *across;
  const int *dtype; /* by operand */
  int width;        /* how many outputs */
  int64_t n;        /* elements of each */
} THFoldTile;

/* A block of a tile: elements first .. first + n - 1 of each output. */
typedef struct THFoldBlock {
  const char *x;    /* the first one of the first output */
  ptrdiff_t step;   /* bytes from an output's element to its next */
  ptrdiff_t across; /* bytes to the same element of the next output */
  int n, width;
  int64_t first;
  const THFoldTile *tile;
} THFoldBlock;

/* A reduction for one dtype. A state holds the accumulators of a tile's outputs. */
typedef struct THFold {
  int results;                                            /* operands before x */
  void (*row)(void *state, const THFoldBlock *block);     /* one output, elements adjacent */
  void (*columns)(void *state, const THFoldBlock *block); /* any strides */
  void (*merge)(void *state, const void *later, int width);
  void (*store)(const void *state, const THFoldTile *tile);
} THFold;

/* All outputs, on several threads where that pays. Always TH_OK. */
TH_API int THFold_run(const THIter *it, const THFold *fold);

/*
** A scan of one tile: the accumulators of each output on the way. Operands are the result's first
** slice, which marks the dimension by its stride 0 and is not to be touched, the result, x; step[k]
** is bytes to operand k's next element of the same output.
*/
typedef void (*THScan)(const THFoldTile *tile, const ptrdiff_t *step);
TH_API int THScan_run(const THIter *it, THScan scan);

#endif
