/*
** Orders: at which positions the elements of each output stand when they are sorted.
**
** Elements are ordered by keys, unsigned integers that compare as the elements do: zeros alike, NaN
** above all others and like any other NaN; inverted where the largest come first. An entry is a key
** with its position behind it, in one integer. No two are equal, so that every way of sorting gives
** the same answer, with equal elements in the order of their positions.
*/
#ifndef TH_ORDER_H
#define TH_ORDER_H

#include "TH/iteration/THIter.h"

/* What is asked of the n elements of an output, and which positions answer. */
enum THOrderKind {
  TH_ORDER_SORT, /* all, in order */
  TH_ORDER_TOPK, /* the first k in order, by position or (TH_ORDER_SORTED) in order */
  TH_ORDER_KTH,  /* the one k in order, from 1; or (TH_ORDER_NAN) the first NaN */
  TH_ORDER_MODE, /* the last of the elements that occur most often, of several the first in order */
  TH_NUM_ORDERS
};

enum { TH_ORDER_DESCENDING = 1, TH_ORDER_SORTED = 2, TH_ORDER_NAN = 4 };

/* Keys from low to high, of inverted keys where invert has all bits set (and none otherwise). */
typedef struct THOrderSieve { uint64_t invert, low, high; } THOrderSieve;

/*
** The loops of a dtype: entries of n elements that lie step bytes apart, of positions from first
** on. Wide entries have 128 bits and a key of 64, others half of that.
*/
typedef struct THOrderLoops {
  void (*keys)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n, int64_t first,
               uint64_t invert);
  /* Only of what is in the sieve; returns how many, and adds to below how many lie under it. There
     is room for n. */
  int64_t (*sift)(void *entries, int wide, const char *x, ptrdiff_t step, int64_t n, int64_t first,
                  const THOrderSieve *sieve, int64_t *below);
  /* The elements of n entries, step_r bytes apart. x and step are of the whole output. */
  void (*values)(char *r, ptrdiff_t step_r, const void *entries, int wide, int64_t n, const char *x,
                 ptrdiff_t step, uint64_t invert);
} THOrderLoops;

/*
** The operands of an order: first of the positions along the dimension, x, scratch, and the numbers
** (long): lanes, bytes from a position to the next, k, flags. Where a sort is to give the values
** too, then the first of these, and bytes from one to the next.
*/
enum { TH_ORDER_AT, TH_ORDER_X, TH_ORDER_SCRATCH, TH_ORDER_LANES, TH_ORDER_STEP, TH_ORDER_K,
       TH_ORDER_FLAGS, TH_ORDER_VALUES, TH_ORDER_VALUE_STEP };

/*
** What an order is asked of: so many outputs of n elements of dtype on a device. The answers are
** the bytes of scratch, and into how many lanes, which threads work in side by side, it is to be
** cut.
*/
typedef struct THOrderScratch {
  const char *op;
  int kind, dtype, device;
  int64_t n, k, outputs;
  int64_t bytes, lanes;
} THOrderScratch;

/* On the CPU. Always TH_OK. */
TH_API int THOrder_scratch(THOrderScratch *scratch);

/* All outputs, on several threads where that pays. Always TH_OK. */
TH_API int THOrder_run(const THIter *it, int kind, const THOrderLoops *loops);

#endif
