/*
** Reductions over several dimensions: these become one, and a reduction over one dimension goes
** over that.
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

/* Give a reduction of such a tensor along its last dimension the sizes of x, with 1 in place of the
   dims. Only the sizes of x are read. (b, 1) -> (1, b, 1) */
TH_API int THTensor_keepDims(const char *op, THTensor *t, const THTensor *x, int n,
                             const int *dims);

#endif
