/*
** Statistics along a dimension, with NaN left out or not, and of rows. Made of other operations, so
** devices have them. Unless a function says otherwise it takes floating types; dim counts from 0
** and stays with size 1, positions count from 1; results have the dtype of x, are initialised, are
** resized, may overlap operands, and are unchanged on failure. Errors: TH_EINVAL for a dim that x
** does not have, TH_EDTYPE, TH_ESHAPE, TH_ENOMEM, and those of THTensor_result.
*/
#ifndef TH_STATISTICS_H
#define TH_STATISTICS_H

#include "TH/geometry/THTensor.h"

/* --- with NaN left out: NaN if nothing is left, but a sum of nothing is 0 and a product 1 --- */

/* Sum (all types), product, mean; variance and standard deviation, divided by the count less 1, or
   by the count if biased. */
TH_API int THTensor_nansum(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_nanprod(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_nanmean(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_nanvar(THTensor *out, const THTensor *x, int dim, int biased);
TH_API int THTensor_nanstd(THTensor *out, const THTensor *x, int dim, int biased);

/* Of all elements, in double or int64_t, as THTensor_reduceAll. */
TH_API int THTensor_nansumAll(const THTensor *x, THNumber *number);
TH_API int THTensor_nanprodAll(const THTensor *x, THNumber *number);
TH_API int THTensor_nanmeanAll(const THTensor *x, THNumber *number);

/* The largest or smallest number and its first position; where all are NaN, NaN and the first
   position. TH_EINVAL if dim has size 0. */
TH_API int THTensor_nanmax(THTensor *values, THTensor *indices, const THTensor *x, int dim);
TH_API int THTensor_nanmin(THTensor *values, THTensor *indices, const THTensor *x, int dim);

/* Only the positions; TH_EINVAL where all are NaN. */
TH_API int THTensor_nanargmax(THTensor *indices, const THTensor *x, int dim);
TH_API int THTensor_nanargmin(THTensor *indices, const THTensor *x, int dim);

/* As THTensor_median, of the numbers. All types but Bool and complex. */
TH_API int THTensor_nanmedian(THTensor *values, THTensor *indices, const THTensor *x, int dim);

/* --- quantiles --- */

typedef enum THQuantile {
  TH_LINEAR, TH_LOWER, TH_HIGHER, TH_MIDPOINT, TH_NEAREST
} THQuantile;

/*
** The value below which a part q of the elements lies, 0 <= q <= 1: that at place q (n - 1) among
** them sorted, and between two places what how says; the nearest of two equally near is the even
** one, from 0. NaN where there is one, but with skips NaN are left out. q is a tensor without
** dimensions, or a vector, which adds a first dimension. TH_EINVAL for an empty dim and other q.
** (.., n, ..), () -> (.., 1, ..); (.., n, ..), (k) -> (k, .., 1, ..)
*/
TH_API int THTensor_quantile(THTensor *out, const THTensor *x, const THTensor *q, int dim,
                             THQuantile how, int skips);

/* --- of rows --- */

/* Mean along dim, weighted: weights (NULL: all the same) has the sizes of x or is a vector along
   dim. (.., n, ..) -> (.., 1, ..) */
TH_API int THTensor_average(THTensor *out, const THTensor *x, const THTensor *weights, int dim);

/*
** Covariances of the rows of x, whose columns are observations: sums of products over the number of
** observations less correction. fweights: how often each was made; aweights: how much it counts
** (both vectors of n, of any real type, or NULL). corrcoef: over the deviations, within [-1, 1].
** (m, n) -> (m, m); (n) -> ()
*/
TH_API int THTensor_cov(THTensor *out, const THTensor *x, double correction,
                        const THTensor *fweights, const THTensor *aweights);
TH_API int THTensor_corrcoef(THTensor *out, const THTensor *x);

#endif
