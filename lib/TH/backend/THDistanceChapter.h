/*
** The chapter Distance: the loops of distances between the rows of two matrices. Only the CPU has
** it, for float and double (ops/linear/THDistance.c).
*/
#ifndef TH_DISTANCE_CHAPTER_H
#define TH_DISTANCE_CHAPTER_H

#include "TH/backend/THChapter.h"

enum {
  TH_OP_distanceOfProducts, /* r has the products a b' at first */
  TH_OP_distanceOfShort,    /* b is turned: k x m */
  TH_DISTANCE_ROWS
};

/* Distances r, n x m, of a stack of matrices a, n x k, from another, b, m x k: contiguous. of_a and
   of_b are the squares of the norms of their rows, for distanceOfProducts. */
typedef struct THDistanceCall {
  const void *a, *b, *of_a, *of_b;
  void *r;
  int64_t n, m, k;
} THDistanceCall;

/* Compute rows [begin, end) of the stack r. The sums of squares must not overflow. */
typedef void (*THDistanceEntry)(const THDistanceCall *call, int64_t begin, int64_t end);

#endif
