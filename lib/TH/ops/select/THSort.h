/*
** Sorting and selection along a dimension, for all dtypes.
**
** Each function gives elements of x and, as a LongTensor, their positions along dim, from 1; dim
** counts from 0. values and indices are initialised, are resized, may overlap x, and are unchanged
** on failure. NaN is above all other numbers; the two zeros are equal; equal elements are in the
** order of their positions, even if the largest come first. So there is one answer, whatever the
** number of threads.
**
** Errors: TH_EINVAL for a dim that x does not have, for results that share a storage and for too
** few elements; TH_EDTYPE, TH_ENOMEM, and those of THTensor_result.
*/
#ifndef TH_SORT_H
#define TH_SORT_H

#include "TH/geometry/THTensor.h"

/* All elements, ascending or descending. (.., n, ..) -> (.., n, ..). The sort is stable, and its
   time is proportional to n. */
TH_API int THTensor_sort(THTensor *values, THTensor *indices, const THTensor *x, int dim,
                         int descending);

/* As THTensor_sort, but only the positions. */
TH_API int THTensor_argsort(THTensor *indices, const THTensor *x, int dim, int descending);

/* As THTensor_sort, but only the values. */
TH_API int THTensor_sortedValues(THTensor *values, const THTensor *x, int dim, int descending);

/* The k smallest or largest elements, in the order of their positions or sorted. (.., n, ..) ->
   (.., k, ..). TH_EINVAL unless 1 <= k <= n. */
TH_API int THTensor_topk(THTensor *values, THTensor *indices, const THTensor *x, int64_t k,
                         int dim, int largest, int sorted);

/* The k-th smallest element, k from 1. (.., n, ..) -> (.., 1, ..). TH_EINVAL unless 1 <= k <= n. */
TH_API int THTensor_kthvalue(THTensor *values, THTensor *indices, const THTensor *x, int64_t k,
                             int dim);

/* The middle element, the smaller of two; the first NaN if there is one. (.., n, ..) -> (.., 1,
   ..). TH_EINVAL if n is 0. */
TH_API int THTensor_median(THTensor *values, THTensor *indices, const THTensor *x, int dim);

/* The value that occurs most often, the smallest of several, and its last position. All NaN count
   as one value. (.., n, ..) -> (.., 1, ..). TH_EINVAL if n is 0. */
TH_API int THTensor_mode(THTensor *values, THTensor *indices, const THTensor *x, int dim);

#endif
