/*
** Folds: walk an iterator in which each output is made of many elements, as reductions need.
**
** The result's stride is 0 along the dimensions that are folded: one dimension, or several. The
** elements of an output, in the iterator's order, are cut into blocks of TH_FOLD_BLOCK. In a block,
** element i goes to lane i % TH_FOLD_LANES, and the lanes are merged pairwise. Blocks are merged in
** a binary tree whose form depends only on their number. So the bits of a result depend on its
** elements and their order only, not on the SIMD level or the threads. (Over all elements, that
** order is the iterator's, which follows the strides.) Where even the order does not matter, as of
** maxima, a block of a row may be longer (rowBlock).
*/
#ifndef TH_FOLD_H
#define TH_FOLD_H

#include "TH/iteration/THIter.h"

enum {
  TH_FOLD_LANES = 16,       /* accumulators of a block */
  TH_FOLD_BLOCK = 1024,     /* elements */
  TH_FOLD_PIECE = 64,       /* elements of a piece, at least */
  TH_FOLD_BESIDE = 16,      /* blocks of an output that a kernel takes at a time, at most */
  TH_FOLD_HALVES = 512,     /* outputs of 16-bit elements at a time, at most */
  TH_FOLD_HALVES_ROW = 4 * TH_FOLD_BLOCK, /* 16-bit elements of rows that a buffer holds */
  TH_FOLD_ACCUMULATOR = 16, /* bytes of an accumulator, at most */
};

/* A tile: neighbouring outputs. Operand k of the first one is at p[k], of the next one across[k]
   bytes further. */
typedef struct THFoldTile {
  char *p[TH_MAX_OPERANDS];
  const ptrdiff_t *across;
  const int *dtype; /* by operand */
  int width;        /* how many outputs */
  int64_t n;        /* elements of each */
} THFoldTile;

/* Adjacent elements of a block: at least TH_FOLD_PIECE, but for its first and its last. */
typedef struct THFoldPiece {
  const char *x;
  ptrdiff_t n;
} THFoldPiece;

/* A block: n elements for each of width accumulators, which belong to neighbouring outputs of a
   tile, or to consecutive blocks of its one output, of which the first starts at element first. */
typedef struct THFoldBlock {
  const char *x;    /* the first element of the first accumulator */
  ptrdiff_t step;   /* bytes from one element to the next */
  ptrdiff_t across; /* bytes to the first element of the next accumulator */
  ptrdiff_t n, width;
  ptrdiff_t last; /* elements of the last accumulator: n, or fewer where they are of one output */
  int64_t first;
  ptrdiff_t ahead; /* bytes from an element to one that is read soon: kernels of rows prefetch it */
  ptrdiff_t far;   /* 0 if the last-level cache may hold x; else how many bytes ahead kernels that
                      take longer than the memory prefetch into the second level */
  const THFoldTile *tile;
  const THFoldPiece *pieces; /* if not NULL, the elements of accumulator 0, instead of x; those of
                                the next ones lie across bytes further */
  int npieces;
  int dtype;     /* of the elements */
  void *scratch; /* for the kernel of columns: what THFold says, for each accumulator */
} THFoldBlock;

/* How the 16-bit floating dtypes use the kernels of float: elements become floats, and results,
   which are accumulators, become elements. The n elements have dtype and are step bytes apart. */
typedef struct THHalves {
  void (*load)(int dtype, float *to, const char *from, ptrdiff_t step, ptrdiff_t n);
  void (*store)(int dtype, char *to, ptrdiff_t step, const double *from, ptrdiff_t n);
} THHalves;

typedef void (*THFoldKernel)(void *state, const THFoldBlock *block);

/* A reduction of one dtype. A state is an array of accumulators. */
typedef struct THFold {
  int results;                                            /* operands before x */
  int size;                                               /* bytes of an accumulator */
  int scratch;                                            /* bytes for each, in columns */
  THFoldKernel row;                                       /* elements adjacent */
  THFoldKernel columns;                                   /* any strides */
  void (*merge)(void *state, const void *later, int width);
  void (*store)(void *state, const THFoldTile *tile); /* may overwrite it */
  const THHalves *halves; /* not NULL if elements have 16 bits and the kernels are float's */
  int rowBlock;           /* where the order does not matter, as of maxima: the most elements of a
                             row that are a block; else 0, and they are TH_FOLD_BLOCK */
  int piece;              /* elements that make a piece for row, at least, where columns may be few
                             too; 0: row takes no pieces, and columns no fewer than 8 outputs */
} THFold;

/* Compute all outputs, on several threads where that pays. Always TH_OK. */
TH_API int THFold_run(const THIter *it, const THFold *fold);

#endif
