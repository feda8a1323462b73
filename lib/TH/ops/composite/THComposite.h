/*
** Functions composed of others: point-wise operations in chains, and reductions.
**
** out is initialised, is resized, may be an operand, and is unchanged on failure. dim counts from
** 0. TH_ESHAPE for sizes that do not fit, TH_EDTYPE if operands differ in type or the function does
** not exist for it, TH_EUNSUPPORTED, TH_ENOMEM.
*/
#ifndef TH_COMPOSITE_H
#define TH_COMPOSITE_H

#include "TH/geometry/THTensor.h"

/* a + weight * (b - a), element by element. a and b broadcast, or have the same number of elements,
   which are combined in order. Floating types only. */
TH_API int THTensor_lerp(THTensor *out, const THTensor *a, const THTensor *b, double weight);

/* Whether sizes and elements are equal; a NaN equals nothing. */
TH_API int THTensor_equal(int *result, const THTensor *a, const THTensor *b);

/* The norm of a - b, as THTensor_normAll. Shapes may differ if the counts are equal; elements are
   then combined in order. Floating types only. */
TH_API int THTensor_dist(double *result, const THTensor *a, const THTensor *b, double p);

/* Cross products of the vectors along dim, whose size is 3; dim -1 is the first such dimension
   of the common sizes, to which a and b broadcast. */
TH_API int THTensor_cross(THTensor *out, const THTensor *a, const THTensor *b, int dim);

/* x with every slice along dim whose p-norm is above limit scaled by limit / (norm + 1e-7).
   Floating types only, and at least two dimensions; TH_EINVAL for p <= 0. */
TH_API int THTensor_renorm(THTensor *out, const THTensor *x, double p, int dim, double limit);

/*
** gain times the squared distance of each row of a from each row of b. (m, ..), (n, ..) -> (m, n).
** All dimensions after the first together are a row; rows of a and b have the same number of
** elements.
*/
TH_API int THTensor_match(THTensor *out, const THTensor *a, const THTensor *b, THNumber gain);

#endif
