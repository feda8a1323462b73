/*
** New tensors assembled from others: joined, repeated, from triangles and diagonals. out is
** resized, may share memory with the operands, and is unchanged on failure. Dimensions count from
** 0.
*/
#ifndef TH_ASSEMBLE_H
#define TH_ASSEMBLE_H

#include "TH/ops/elementwise/THCopy.h"

/*
** The n tensors one after the other along dim; a negative dim counts from the last dimension of the
** tensor that has most. All have equal sizes in the other dimensions; dimensions that a tensor
** lacks at the end, dim among them, count as size 1. Undefined tensors and empty vectors are
** skipped. Tensors of several dtypes are converted to the one in which they meet, or to that of out
** if that is of no lower kind (THPromote.h). TH_EINVAL without tensors or for a dim that does not
** exist, TH_ESHAPE, TH_EDTYPE.
*/
TH_API int THTensor_cat(THTensor *out, int n, const THTensor *const *inputs, int dim);

/*
** Copies of t side by side, times[d] of them along each dimension; new dimensions are in front. (a,
** b), times (k, m, n) -> (k, m a, n b). TH_EINVAL for a negative number, TH_ESHAPE for fewer
** numbers than dimensions.
*/
TH_API int THTensor_repeat(THTensor *out, const THTensor *t, int n, const int64_t *times);

/* A copy of a matrix, or of a stack of them in the last two dimensions, with 0 above (tril) or
   below (triu) its diagonal k; diagonals above the main one have positive numbers. */
TH_API int THTensor_tril(THTensor *out, const THTensor *t, int64_t k);
TH_API int THTensor_triu(THTensor *out, const THTensor *t, int64_t k);

/* Diagonal k of a matrix as a vector; or, from a vector, the matrix that has it as diagonal k and
   is 0 elsewhere. */
TH_API int THTensor_diag(THTensor *out, const THTensor *t, int64_t k);

#endif
