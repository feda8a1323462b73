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

/* The operands of an order's iterator: positions (their first slice along the dimension), x, and
   where a sort is to give them too, the values (likewise). */
enum { TH_ORDER_AT, TH_ORDER_X, TH_ORDER_VALUES };

/*
** A call: so many outputs of n elements of dtype. One without scratch only asks for it: it gives
** back how many bytes are needed, and into how many lanes, which threads work in side by side, they
** are to be cut. The call itself is then made with both.
*/
typedef struct THOrderCall {
  const char *op; /* for errors */
  int device, dtype, flags;
  int64_t n, k, outputs;
  int64_t bytes, lanes;
  char *scratch;
  THIter it;
  int64_t step, valueStep; /* bytes along the dimension to the next position, to the next value */
} THOrderCall;

/* A call on the CPU, on several threads where that pays. Always TH_OK. */
TH_API int THOrder_run(THOrderCall *call, int kind, const THOrderLoops *loops);

#endif
