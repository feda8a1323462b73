/*
** Products of tensors that sum over pairs of dimensions, made of stacks of matrix products: views
** of the operands where strides allow it, bmm, and a view of the result.
**
** Every dtype with arithmetic, two operands of one dtype on one device. out is initialised, is
** resized, may be an operand, and is unchanged on failure. Dimensions count from 0. TH_ESHAPE for
** sizes that do not fit, TH_EINVAL for dimensions and equations that make no sense, TH_EDTYPE,
** TH_EUNSUPPORTED, TH_ENOMEM.
*/
#ifndef TH_CONTRACT_H
#define TH_CONTRACT_H

#include "TH/geometry/THTensor.h"

/*
** Matrix products: (.., m, k) (.., k, n) -> (.., m, n); the leading dims broadcast. A vector on the
** left counts as a row, (1, k), one on the right as a column; that dimension is dropped again. Two
** vectors give a 0-d tensor.
*/
TH_API int THTensor_matmul(THTensor *out, const THTensor *a, const THTensor *b);

/* The sums over n pairs of dimensions, of_a[k] of a with of_b[k] of b; the other dimensions of a,
   then those of b. */
TH_API int THTensor_tensordot(THTensor *out, const THTensor *a, const THTensor *b, int n,
                              const int *of_a, const int *of_b);

/* The sums over the last dimensions of both. (.., k) (.., k) -> (.., ..) */
TH_API int THTensor_inner(THTensor *out, const THTensor *a, const THTensor *b);

/* Kronecker product: the elements of a, each times b. The one with fewer dimensions gets more in
   front. (m, n) (p, q) -> (m p, n q) */
TH_API int THTensor_kron(THTensor *out, const THTensor *a, const THTensor *b);

/* The sum of conj(a) b along dim, which stays with size 1; the sizes broadcast. A dim below 0
   counts from the last. */
TH_API int THTensor_vecdot(THTensor *out, const THTensor *a, const THTensor *b, int dim);

/* The product of n > 0 matrices in the cheapest order. The first and the last may be vectors. */
TH_API int THTensor_multiDot(THTensor *out, int n, const THTensor *const *list);

/*
** Sums of products by Einstein's convention. An equation such as "ij,jk->ik" names the dimensions
** of n operands by letters, a to z and A to Z, and says which ones stay, in which order; the others
** are summed. Without an arrow those stay that come once, sorted. A letter that comes twice in an
** operand is its diagonal. "..." are dimensions in front that broadcast. Sizes of 1 broadcast.
** Spaces are skipped. Up to 8 operands are multiplied in the cheapest order, more from the left.
*/
TH_API int THTensor_einsum(THTensor *out, const char *equation, int n,
                           const THTensor *const *operands);

/*
** A tensor whose dimensions have labels, 0 to 63, each at most once. For contractions of several.
*/
typedef struct THLabelled {
  THTensor t;
  int label[TH_MAX_DIM];
} THLabelled;

/* The bits of the labels of x. */
uint64_t THLabelled_mask(const THLabelled *x);

/*
** r = the sums of the products of a and b over the labels that both have and kept lacks. The result
** has the labels of both in kept, then those of a, then those of b. Labels of one alone must be in
** kept. r->t is {0} before and owned after.
*/
int THLabelled_contract(const char *op, THLabelled *r, const THLabelled *a, const THLabelled *b,
                        uint64_t kept);

#endif
