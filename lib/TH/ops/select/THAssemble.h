/*
** New tensors from the elements of others: joined, repeated, by their diagonals. out is resized,
** may share memory with the operands, and is unchanged on failure. dims count from 0.
*/
#ifndef TH_ASSEMBLE_H
#define TH_ASSEMBLE_H

#include "TH/ops/elementwise/THCopy.h"

/*
** The n tensors one after the other along dim; a negative dim counts from the end of the tensor
** with most dims. All have one dtype, and equal sizes in the other dimensions; missing dims at
** the end, dim among them, count as 1. Undefined tensors and empty vectors are skipped. TH_EINVAL
** without tensors or without such a dim, TH_ESHAPE, TH_EDTYPE.
*/
TH_API int THTensor_cat(THTensor *out, int n, const THTensor *const *inputs, int dim);

/*
** t side by side, times[d] of it along each dimension; new dimensions come in front.
** (a, b), times (k, m, n) -> (k, m a, n b).   TH_EINVAL for a negative number, TH_ESHAPE for fewer
** numbers than dims.
*/
TH_API int THTensor_repeat(THTensor *out, const THTensor *t, int n, const int64_t *times);

/* A matrix with 0 above (tril) or below (triu) its diagonal k: above the main one when positive. */
TH_API int THTensor_tril(THTensor *out, const THTensor *t, int64_t k);
TH_API int THTensor_triu(THTensor *out, const THTensor *t, int64_t k);

/* Diagonal k of a matrix as a vector, or the matrix of 0 with that diagonal from a vector. */
TH_API int THTensor_diag(THTensor *out, const THTensor *t, int64_t k);

#endif
