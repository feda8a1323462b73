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

#include "TH/iteration/THIter.h"

enum {
  TH_FOLD_LANES = 16,
  TH_FOLD_BLOCK = 1024,
  TH_FOLD_STREAMS = 4,      /* rows that are read side by side: more than one keeps memory busy */
  TH_FOLD_WIDTH = 512,      /* the most outputs at a time */
  TH_FOLD_ACCUMULATOR = 16, /* bytes of an accumulator, at most */
};

/* Neighbouring outputs: operand k of the first is at p[k], of the next one across[k] bytes on. */
typedef struct THFoldTile {
  char *p[TH_MAX_OPERANDS];
  const ptrdiff_t *across;
  const int *dtype; /* by operand */
  int width;        /* how many outputs */
  int64_t n;        /* elements of each */
} THFoldTile;

/* n elements each of width accumulators: elements first + c * next ... of a tile's output c. */
typedef struct THFoldBlock {
  const char *x;    /* the first one of the first accumulator */
  ptrdiff_t step;   /* bytes from an element to the next */
  ptrdiff_t across; /* bytes to the next accumulator's first */
  ptrdiff_t ahead;  /* bytes to what will be folded soon */
  int n, width;
  int64_t first, next;
  const THFoldTile *tile;
  int dtype; /* of the elements */
} THFoldBlock;

/* A reduction for one dtype. A state is an array of accumulators. */
typedef struct THFold {
  int results;                                            /* operands before x */
  int size;                                               /* bytes of an accumulator */
  int width;                                              /* the most at a time: lanes need room */
  void (*row)(void *state, const THFoldBlock *block);     /* elements adjacent */
  void (*columns)(void *state, const THFoldBlock *block); /* any strides */
  void (*merge)(void *state, const void *later, int width);
  void (*store)(const void *state, const THFoldTile *tile);
} THFold;

/* All outputs, on several threads where that pays. Always TH_OK. */
TH_API int THFold_run(const THIter *it, const THFold *fold);

#endif
