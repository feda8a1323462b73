/*
** The chapter QProduct: products of matrices of 8-bit integers, with sums in 32 bits (which wrap),
** rounded to a quantized type. The chapter has no dtype (TH_UNDEFINED); its entries cannot fail.
**
** Element (i, j) is made of s, the sum over p of x(i, p) * w(p, j):
**   q = rint(((s + shift[j] - left[i] * right[j]) as a float) * scale[j] + bias[j]) + zero
** rounded half to even, within [low, high]. scale and bias are finite, so there is no NaN. left and
** right are NULL if right would be all 0.
**
** Depth counts words: groups of four bytes along p, the last one filled up with zeros. x has rows
** of unsigned bytes. w is a strip of TH_QPRODUCT_STRIP columns of signed bytes: word p of column j
** is at w[(p * TH_QPRODUCT_STRIP + j) * 4]. Columns from n on are in the strip, but not in the
** result.
*/
#ifndef TH_QPRODUCT_CHAPTER_H
#define TH_QPRODUCT_CHAPTER_H

#include "TH/backend/THChapter.h"

/*
** Two more rows, which use some fields of the struct only:
**   qpack        r becomes a strip: column j is the row of n bytes at x + j * xNext, for j < m,
**                with zeros behind it; columns from m on are not written
**   columnSums   r[j] = the sum over p of w(p, j), as int32, for all columns of the strip
*/
enum { TH_OP_qproduct, TH_OP_qpack, TH_OP_columnSums, TH_QPRODUCT_ROWS };

enum { TH_QPRODUCT_STRIP = 64 };

typedef struct THQProduct {
  int64_t m, n, depth;     /* n <= TH_QPRODUCT_STRIP */
  const uint8_t *x;        /* row i begins at x + i * xNext */
  int64_t xNext;           /* bytes */
  const int8_t *w;
  const int32_t *shift, *left, *right;
  const float *scale, *bias;
  int32_t zero, low, high;
  void *r;                 /* element (i, j) at r + i * rNext + j * width */
  int64_t rNext;           /* bytes */
  int width;               /* bytes of a result's element: 1 or 4 */
} THQProduct;

typedef void (*THQProductEntry)(const THQProduct *product);

#endif
