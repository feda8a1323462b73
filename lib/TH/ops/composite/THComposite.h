/*
** Functions that are made of others: point-wise operations in chains, and reductions.
**
** out is initialised, is resized, and may be an operand. dim counts from 0. TH_ESHAPE for sizes
** that do not fit, TH_EDTYPE where operands differ in type or the function is not defined for it,
** TH_EUNSUPPORTED, TH_ENOMEM; out is unchanged on failure.
*/
#ifndef TH_COMPOSITE_H
#define TH_COMPOSITE_H

#include "TH/geometry/THTensor.h"

/* a + weight * (b - a), element by element; they broadcast, or have as many elements, which are
   combined in order. Float types. */
TH_API int THTensor_lerp(THTensor *out, const THTensor *a, const THTensor *b, double weight);

/* Whether sizes and elements are equal; a NaN equals nothing. */
TH_API int THTensor_equal(int *result, const THTensor *a, const THTensor *b);

/* The norm of a - b, as THTensor_normAll; equal counts are combined in order. Float types. */
TH_API int THTensor_dist(double *result, const THTensor *a, const THTensor *b, double p);

/* Cross products of vectors along dim, of size 3; -1: the first such. The sizes are equal. */
TH_API int THTensor_cross(THTensor *out, const THTensor *a, const THTensor *b, int dim);

/* Every slice along dim whose p-norm is above limit, scaled by limit / (norm + 1e-7). Float types.
   At least two dimensions; TH_EINVAL for p <= 0. */
TH_API int THTensor_renorm(THTensor *out, const THTensor *x, double p, int dim, double limit);

/*
** gain times the squared distances of rows. (m,..), (n,..) -> (m,n); what is behind the first
** dimension is a row of as many elements in both.
*/
TH_API int THTensor_match(THTensor *out, const THTensor *a, const THTensor *b, THNumber gain);

#endif
