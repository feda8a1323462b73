/*
** Singular values of many small real matrices side by side: one matrix in each lane of a vector,
** its columns turned against each other until they are orthogonal (one-sided Jacobi).
*/
#ifndef TH_SINGULAR_H
#define TH_SINGULAR_H

#include "TH/base/THBase.h"

enum { TH_SINGULAR_MOST = 16, TH_SINGULAR_STACK = 8 }; /* rows and columns; matrices of a call */

/*
** Row-major contiguous matrices of floats or doubles, m x n each, at a. u, m x k, s, k numbers in
** descending order, and v, n x k, are made for k = min(m, n): a = u diag(s) v'. u and v are NULL
** if the numbers alone are asked.
*/
typedef struct THSingular {
  int is_float;
  int64_t m, n;
  const void *a;
  void *u, *s, *v;
} THSingular;

/*
** Compute matrices [at, at + count), count at most TH_SINGULAR_STACK. Returns a bit for each of
** which nothing was written: it has elements that are not finite, columns that vanish, or
** resisted.
*/
unsigned THSingular_run(const THSingular *job, int64_t at, int64_t count);

#endif
