/*
** Elements as a set: which there are, how often, and whether an element is among others. Made of
** sorts, comparisons and running sums, so devices have them, and every dtype (complex numbers are
** in the order of their real, then their imaginary parts). A NaN equals nothing, also itself.
**
** Results are initialised, are resized, may overlap operands, and are unchanged on failure; one
** that is NULL is not computed. dim counts from 0, positions from 1. Errors: TH_EINVAL for a dim
** that x does not have, TH_EDTYPE, TH_ENOMEM, and those of THTensor_result.
*/
#ifndef TH_UNIQUE_H
#define TH_UNIQUE_H

#include "TH/geometry/THTensor.h"

/*
** The different elements of x, sorted, as a vector of k; with dim >= 0 the different slices along
** dim, in the order of their elements. inverse (LongTensor): for each element (in the sizes of x)
** or slice (a vector) its place in values. counts (LongTensor of k): how many there are of each.
** (.., n, ..) -> (k), or (.., k, ..)
*/
TH_API int THTensor_unique(THTensor *values, THTensor *inverse, THTensor *counts,
                           const THTensor *x, int dim);

/* The same for runs of equal neighbours, in the order in which they stand. */
TH_API int THTensor_uniqueConsecutive(THTensor *values, THTensor *inverse, THTensor *counts,
                                      const THTensor *x, int dim);

/* A mask in the sizes of x: whether each element is (invert: is not) among those of a tensor of
   any sizes. mask is Byte, or Bool if it is one already. Both have one dtype (TH_EDTYPE). */
TH_API int THTensor_isin(THTensor *mask, const THTensor *x, const THTensor *among, int invert);

/* The positions that sort n vectors of one size by the last of them, equal ones by the one before,
   and so on. (m), .. -> (m). TH_ESHAPE for other sizes, TH_EINVAL for none. */
TH_API int THTensor_lexsort(THTensor *indices, int n, const THTensor *const *keys);

/* Sets of elements, sorted: of a or b, of both, of a without b, of one of the two only. */
TH_API int THTensor_union1d(THTensor *out, const THTensor *a, const THTensor *b);
TH_API int THTensor_intersect1d(THTensor *out, const THTensor *a, const THTensor *b);
TH_API int THTensor_setdiff1d(THTensor *out, const THTensor *a, const THTensor *b);
TH_API int THTensor_setxor1d(THTensor *out, const THTensor *a, const THTensor *b);

#endif
