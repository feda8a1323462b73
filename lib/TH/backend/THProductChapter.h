/*
** The chapters of products. An entry of Product multiplies the matrices of a stack; the CPU's
** levels have it (cpu/loops/THProduct.c). An entry of Multiply multiplies stacks of any layout, and
** one of Dot two vectors; every device may have them.
**
** C(i, j) = alpha * the sum over p of A(i, p) * B(p, j) + beta * C(i, j), where A(i, p) lies at
** a[i * ai + p * ap] and so on, in elements: transposition is an exchange of strides. alpha and
** beta point to elements. With conja or conjb, elements of A or B are conjugated as they are read;
** kernels, which are for real types, ignore both. If lower is set, elements with i < first + j need
** not be computed.
*/
#ifndef TH_PRODUCT_CHAPTER_H
#define TH_PRODUCT_CHAPTER_H

#include "TH/backend/THChapter.h"

/* The chapters Product, Multiply and Dot have one row each. */
enum { TH_OP_product, TH_PRODUCT_ROWS };
enum { TH_OP_multiply, TH_MULTIPLY_ROWS };
enum { TH_OP_dot, TH_DOT_ROWS };

/* The products of THLinear.h as a layout is asked for them: rows of requests, chapter Multiply. */
enum {
  TH_LINEAR_mv, TH_LINEAR_mm, TH_LINEAR_bmm, TH_LINEAR_addmv, TH_LINEAR_addmm, TH_LINEAR_addr,
  TH_LINEAR_baddbmm, TH_LINEAR_addbmm
};

typedef struct THProduct {
  int64_t m, n, k;
  const void *alpha, *beta, *a, *b;
  void *c;
  int64_t ai, ap, bp, bj, ci, cj;
  int conja, conjb, lower;
  int64_t first;
  int64_t stack, an, bn, cn; /* of a kernel: how many matrices, and elements to the next one */
  void *room;        /* of a kernel, for a part of A */
  int64_t roomBytes;
} THProduct;

typedef void (*THProductEntry)(const THProduct *product); /* C's columns are runs */

/*
** A matrix, or a stack of them: element (i, j) of the s-th lies at s * next + i * down + j * across
** elements from data. If conj is set, the elements in memory are the conjugates of the matrix's.
*/
typedef struct THMatrix {
  char *data;
  int64_t stack, rows, columns, next, down, across;
  int conj;
} THMatrix;

static inline THMatrix THMatrix_transposed(THMatrix x)
{
  return (THMatrix){x.data, x.stack, x.columns, x.rows, x.next, x.across, x.down, x.conj};
}

/* Whether it is column-major with a leading dimension, as BLAS wants it. */
static inline int THMatrix_isColumns(THMatrix x)
{
  return (x.down == 1 || x.rows <= 1) &&
         ((x.across >= 1 && x.across >= x.rows) || x.columns <= 1);
}

/* Whether the matrix or its transpose is such. BLAS conjugates only what it transposes. */
static inline int THMatrix_isBlas(THMatrix x)
{
  return (THMatrix_isColumns(x) && !x.conj) || THMatrix_isColumns(THMatrix_transposed(x));
}

/* The arguments for BLAS: op(A), and the leading dimension of the matrix in memory. */
static inline char THMatrix_op(THMatrix x)
{
  return x.conj ? 'C' : THMatrix_isColumns(x) ? 'N' : 'T';
}

static inline int64_t THMatrix_leading(THMatrix x)
{
  const THMatrix lies = THMatrix_op(x) == 'N' ? x : THMatrix_transposed(x);
  return lies.columns > 1 ? lies.across : lies.rows > 1 ? lies.rows : 1;
}

/*
** C = alpha * A * B + beta * C for each matrix of the stacks: A is m x k, B is k x n, and elements
** have width bytes. BLAS can take all three (THMatrix_isBlas), A and B after THProducts_turn. alpha
** and all sizes are not 0; alpha and beta have values that an element can hold. If beta is 0, C is
** not read. A, B and C do not overlap.
*/
typedef struct THProducts {
  const char *op; /* for errors */
  int device, dtype;
  int64_t stack, m, n, k, width;
  THNumber alpha, beta;
  THMatrix a, b, c;
} THProducts;

typedef int (*THMultiplyEntry)(const THProducts *products);

/* Make C column-major, as BLAS writes it: a row-major product is computed as C' = B' A'. */
static inline void THProducts_turn(THProducts *p)
{
  const THMatrix a = p->a;
  const int64_t m = p->m;
  if (THMatrix_isColumns(p->c)) return;
  p->a = THMatrix_transposed(p->b);
  p->b = THMatrix_transposed(a);
  p->c = THMatrix_transposed(p->c);
  p->m = p->n;
  p->n = m;
}

/* result = the sum of x[i * incx] * y[i * incy] for i < n, with n and the increments above 0; with
   conjx, x[i * incx] is conjugated. It is an integer for integral dtypes, a complex number for
   complex ones, a double otherwise. */
typedef struct THDot {
  const char *op; /* for errors */
  int device, dtype, conjx;
  int64_t n, incx, incy;
  const void *x, *y;
  THNumber result;
} THDot;

typedef int (*THDotEntry)(THDot *dot);

#endif
