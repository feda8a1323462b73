/*
** Reductions over several dimensions. The elements of a result are taken in row-major order of
** these dimensions, whatever the strides are. Most reductions join them to one, and go over that:
**
**   TH_TRY(THTensor_joinDims("sum", &joined, x, 2, dims));
**   TH_TRY(THTensor_reduce(TH_OP_sum, &sum, &joined, joined.nDimension - 1));
**   TH_TRY(THTensor_keepDims("sum", &sum, x, 2, dims));
*/
#ifndef TH_REDUCE_DIMS_H
#define TH_REDUCE_DIMS_H

#include "TH/geometry/THTensor.h"

/*
** out = x with the other dimensions first, in their order, and the n dims, counted from 0, joined
** to one at the end: a view if the strides allow it, else a copy. n 0: all dimensions. TH_EINVAL
** for a dim that x does not have or that is named twice. out is initialised, may be x, and is
** unchanged on failure. (a, b, c), {0, 2} -> (b, a c)
*/
TH_API int THTensor_joinDims(const char *op, THTensor *out, const THTensor *x, int n,
                             const int *dims);

/* *set = a bit for each of the n dims, or of all dimensions if n is 0. Errors: as joinDims. */
int th_readDims(const char *op, const THTensor *x, int n, const int *dims, unsigned *set);

/* Whether an iterator over x goes through the dimensions of the set in row-major order, and there
   in runs of memory that are worth reading without a copy of x. */
int th_isReadInOrder(const THTensor *x, unsigned set);

/* Give a reduction of such a tensor along its last dimension the sizes of x, with 1 in place of the
   dims. Only the sizes of x are read. (b, 1) -> (1, b, 1) */
TH_API int THTensor_keepDims(const char *op, THTensor *t, const THTensor *x, int n,
                             const int *dims);

#endif
