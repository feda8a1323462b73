/*
** Products of matrices, as the built-in code and the kernels of a level (generic/THProduct.c) take
** them.
**
** C(i, j) = alpha * the sum over p of A(i, p) * B(p, j) + beta * C(i, j), where A(i, p) lies at
** a[i * ai + p * ap] and so on, in elements: transposition is an exchange of strides. alpha and
** beta point to elements.
*/
#ifndef TH_PRODUCT_H
#define TH_PRODUCT_H

#include "THBase.h"

typedef struct THProduct {
  int64_t m, n, k;
  const void *alpha, *beta, *a, *b;
  void *c;
  int64_t ai, ap, bp, bj, ci, cj;
  void *room;        /* of a kernel, for a part of A */
  int64_t roomBytes;
} THProduct;

#endif
