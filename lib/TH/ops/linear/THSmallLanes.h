/*
** Elimination of many small real matrices side by side: one matrix in each lane of a vector, with
** exchanges of rows by masks, so that no branch depends on an element.
*/
#ifndef TH_SMALL_LANES_H
#define TH_SMALL_LANES_H

#include "TH/base/THBase.h"

enum { TH_LANES_MOST = 8 }; /* rows, and right sides */

typedef enum THLanesKind {
  TH_LANES_SOLVE, TH_LANES_INVERT, TH_LANES_DET, TH_LANES_LOG
} THLanesKind;

/*
** Row-major contiguous matrices of floats or doubles, n x n each, at a. At x: SOLVE, right sides of
** r columns, which become the solutions; INVERT, the inverses (r is n); DET, the determinants;
** LOG, sign and logarithm of each. All are NaN for a matrix with an element that is not finite, and
** a solution is for a right side with one.
*/
typedef struct THLanes {
  THLanesKind kind;
  int is_float;
  int64_t n, r;
  const void *a;
  void *x;
} THLanes;

/* Compute matrices [begin, end). Returns end, or the first one that is singular, where SOLVE and
   INVERT stop; *pivot is then its pivot that is 0, from 1. */
int64_t THLanes_run(const THLanes *job, int64_t begin, int64_t end, int *pivot);

#endif
