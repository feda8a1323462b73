/*
** Views that name several dimensions at once (THView.h has those of one), and one that copies where
** no view can be.
**
** out is initialised, may be x itself, and is unchanged on failure. Dimensions count from 0.
** TH_EINVAL for a dim that x does not have or that is named twice, TH_ESHAPE.
*/
#ifndef TH_SHAPES_H
#define TH_SHAPES_H

#include "TH/geometry/THTensor.h"

/* Dimension from[k] becomes dimension to[k], for n of them; the others keep their order. */
TH_API int THTensor_movedim(THTensor *out, const THTensor *x, int n, const int *from,
                            const int *to);

/* Without those of n dims whose size is 1. */
TH_API int THTensor_squeezeDims(THTensor *out, const THTensor *x, int n, const int *dim);

/* Dimensions first to last as one; a copy if no view has the sizes. (.., a, .., b, ..) -> (.., a ..
   b, ..) */
TH_API int THTensor_flattenDims(THTensor *out, const THTensor *x, int first, int last);

/* dim as n dimensions, of which one size may be -1. (.., a b, ..) -> (.., a, b, ..) */
TH_API int THTensor_unflatten(THTensor *out, const THTensor *x, int dim, int n,
                              const int64_t *size);

/* With at least n (1 to 3) dimensions: () -> (1); (a) -> (1, a) -> (1, a, 1); (a, b) -> (a, b,
   1). */
TH_API int THTensor_atLeast(THTensor *out, const THTensor *x, int n);

#endif
