/*
** Values counted and looked up: in bins, and in sorted vectors.
**
** Results are initialised, are resized, may overlap operands, and are unchanged on failure; they
** are on the device of x. Positions count from 1. Looking up is done on the CPU: tensors of a
** device are copied there and back. Errors: TH_EDTYPE, TH_ESHAPE, TH_EINVAL, TH_ENOMEM, and those
** of THTensor_result.
*/
#ifndef TH_BINS_H
#define TH_BINS_H

#include "TH/geometry/THTensor.h"

/*
** out[v] = how many elements of the vector x are v, or the sum of their weights (NULL: none), for v
** from 1 to the largest, or to least if that is more. x has an integer type and no element below 1;
** weights has its size. A LongTensor, or of the type of the weights. (n) -> (max(least, max x))
*/
TH_API int THTensor_bincount(THTensor *out, const THTensor *x, const THTensor *weights,
                             int64_t least);

/*
** For each value the position, from 1 to n + 1, before which it goes so that sorted stays in order:
** the first one, or if right the last. NaN goes behind all numbers. sorted is a vector, or has the
** leading dimensions of values. sorter (or NULL): the LongTensor of positions that sorts sorted.
** All types but Bool and complex; they are compared in float, double or int64. A LongTensor.
** (.., n), (.., m) -> (.., m); or (n), (..) -> (..)
*/
TH_API int THTensor_searchsorted(THTensor *out, const THTensor *sorted, const THTensor *values,
                                 int right, const THTensor *sorter);

/*
** How many elements of x, or the sum of their weights (NULL: none), are in each bin between
** neighbours of edges, ascending; the last bin includes its right edge, others do not. Elements
** outside and NaN are not counted. density: divided by the sum and the width of the bin. x, weights
** and edges have one floating type. (..), (k + 1) -> (k)
*/
TH_API int THTensor_histogram(THTensor *counts, const THTensor *x, const THTensor *edges,
                              const THTensor *weights, int density);

/* The edges of equal bins from low to high, in the type of x. If these are equal, from the smallest
   to the largest element of x (0 to 1 if there is none); if those are equal, half a unit each way.
   (..) -> (bins + 1) */
TH_API int THTensor_histogramEdges(THTensor *edges, const THTensor *x, int64_t bins, double low,
                                   double high);

/* Points on the straight lines through (xp, fp), vectors with xp ascending; beyond the ends the
   values at the ends. All have one floating type. (..), (n), (n) -> (..) */
TH_API int THTensor_interp(THTensor *out, const THTensor *x, const THTensor *xp,
                           const THTensor *fp);

#endif
