/*
** Orders: sort, topk, kthvalue and mode, answered by the positions of elements in sorted order; and
** the sorted values alone.
**
** Elements are compared by keys: unsigned integers that compare as the elements do. Both zeros have
** one key; all NaN have one key, above all others. Keys are inverted if the largest come first. An
** entry is a key in the high bits and the element's position in the low bits of one integer. No two
** entries are equal, so every way of sorting gives the same answer, with equal elements in the
** order of their positions.
*/
#ifndef TH_ORDER_H
#define TH_ORDER_H

#include "TH/iteration/THIter.h"

/* What is asked of the n elements of an output, and which positions are the answer. */
enum THOrderKind {
  TH_ORDER_SORT, /* all, in sorted order */
  TH_ORDER_TOPK, /* the first k in sorted order; listed by position, or (TH_ORDER_SORTED) sorted */
  TH_ORDER_KTH,  /* the k-th in sorted order, from 1; or (TH_ORDER_NAN) the first NaN */
  TH_ORDER_MODE, /* the last of the most frequent value; of several, of the first in sorted order */
  TH_ORDER_BARE, /* the values of a sort, in place of positions */
  TH_NUM_ORDERS
};

enum { TH_ORDER_DESCENDING = 1, TH_ORDER_SORTED = 2, TH_ORDER_NAN = 4 };

/* The range of keys from low to high, both included. If keys are inverted, invert has all bits set,
   else none. */
typedef struct THOrderSieve { uint64_t invert, low, high; } THOrderSieve;

/*
** The loops of a dtype. The first ones make entries of n elements that lie step bytes apart and
** have positions from first on. Wide entries have 128 bits, half of them for the key; narrow ones
** have 64. The last ones are of bare keys, of 64 bits if they are wide, else 32.
*/
typedef struct THOrderLoops {
  void (*keys)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n, int64_t first,
               uint64_t invert);
  /* Make entries only of keys in the sieve. Returns how many there are, and adds to *below how many
     keys are below it. entries has room for n. */
  int64_t (*sift)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n, int64_t first,
                  const THOrderSieve *sieve, int64_t *below);
  /* Write the elements of n entries to r, step_r bytes apart. x and step are those of the whole
     output. */
  void (*values)(char *r, ptrdiff_t step_r, const void *entries, int wide, int64_t n, const char *x,
                 ptrdiff_t step, uint64_t invert);
  /* Write n entries, which are in the order of their positions, to sorted in sorted order, by
     comparing all with all: at most few[wide], beyond which that takes longer than passes over
     their digits. */
  void (*rank)(void *sorted, const void *entries, int wide, int64_t n);
  int few[2];
  /* Make the keys of n elements, and tell the least of them and the most. */
  void (*bare)(void *keys, int wide, const char *x, ptrdiff_t step, int64_t n, uint64_t invert,
               uint64_t *least, uint64_t *most);
  /* Write the elements of n keys to r. Zeros have no sign and all NaN are alike .. */
  void (*elements)(char *r, ptrdiff_t step_r, const void *keys, int wide, int64_t n,
                   uint64_t invert);
  /* .. until those of x, in the order of their positions, are written over them. NULL for
     integers. */
  void (*untold)(char *r, ptrdiff_t step_r, const char *x, ptrdiff_t step, int64_t n,
                 uint64_t invert);
  /* Put n keys in sorted order; find key k in sorted order, from 0, which moves keys. NULL where
     sorting by digits is faster. */
  void (*sortKeys)(void *keys, int wide, int64_t n);
  uint64_t (*selectKey)(void *keys, int wide, int64_t n, int64_t k);
} THOrderLoops;

/* The operands of an order's iterator: the first of the positions along the dimension, or of what
   is in their place; x; and, if a sort is to give the values too, the first of them. */
enum { TH_ORDER_AT, TH_ORDER_X, TH_ORDER_VALUES };

/*
** A call: a number of outputs of n elements of dtype each. It is made twice. Without scratch it
** only asks: the answers are bytes, the size of the scratch memory, and lanes, the number of parts
** into which it is cut so that threads can work side by side. Then it is made with that memory.
*/
typedef struct THOrderCall {
  const char *op; /* for errors */
  int device, dtype, flags;
  int64_t n, k, outputs;
  int isApart; /* whether the elements of an output lie apart in memory */
  int64_t bytes, lanes;
  char *scratch;
  THIter it;
  int64_t step, valueStep; /* bytes along the dimension to the next position, to the next value */
} THOrderCall;

/* A call on the CPU, on several threads where that pays. Always TH_OK. */
TH_API int THOrder_run(THOrderCall *call, int kind, const THOrderLoops *loops);

#endif
