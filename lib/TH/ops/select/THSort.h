/*
** Sorting and selection along a dimension, for all dtypes.
**
** Each function gives elements of x and, as a LongTensor, their positions along dim from 1; dim
** counts from 0. values and indices are initialised, are resized, may overlap x, and are unchanged
** on failure. NaN is above all other numbers; the two zeros are equal; equal elements stand in the
** order of their positions, also where the largest come first. So there is one answer, whatever the
** number of threads.
** Errors: TH_EINVAL for a dim that x does not have, for results that share a storage and where
** there are too few elements; TH_EDTYPE, TH_ENOMEM and what THTensor_result says.
*/
#ifndef TH_SORT_H
#define TH_SORT_H

#include "TH/geometry/THTensor.h"

/* All elements from the smallest up, or from the largest down.   (.., n, ..) -> (.., n, ..).
   A sort that keeps the order of equals, in a time that grows as n does. */
TH_API int THTensor_sort(THTensor *values, THTensor *indices, const THTensor *x, int dim,
                         int descending);

/* The positions alone. */
TH_API int THTensor_argsort(THTensor *indices, const THTensor *x, int dim, int descending);

/* The k smallest or largest, in the order of their positions or sorted.
   (.., n, ..) -> (.., k, ..).   TH_EINVAL unless 1 <= k <= n. */
TH_API int THTensor_topk(THTensor *values, THTensor *indices, const THTensor *x, int64_t k,
                         int dim, int largest, int sorted);

/* The k-th smallest, k from 1.   (.., n, ..) -> (.., 1, ..).   TH_EINVAL unless 1 <= k <= n. */
TH_API int THTensor_kthvalue(THTensor *values, THTensor *indices, const THTensor *x, int64_t k,
                             int dim);

/* The element in the middle, of two the smaller; the first NaN where there is one.
   (.., n, ..) -> (.., 1, ..).   TH_EINVAL where n is 0. */
TH_API int THTensor_median(THTensor *values, THTensor *indices, const THTensor *x, int dim);

/* The element that occurs most often, of several the smallest, and its last position. All NaN are
   one.   (.., n, ..) -> (.., 1, ..).   TH_EINVAL where n is 0. */
TH_API int THTensor_mode(THTensor *values, THTensor *indices, const THTensor *x, int dim);

#endif
