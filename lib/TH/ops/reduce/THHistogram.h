/*
** Histograms: how many elements lie in each of equal parts of a range, for the floating types.
**
** The range goes from low to high, or where these are equal from the least to the greatest element
** of x, and one more to both sides where these are equal. Both ends belong to it; what lies
** outside, and NaN, is not counted. An element a is in bin (a - low) / (high - low) * bins, from 0,
** computed in the type of x (in float for narrower ones), high in the last one.
** out has the dtype of x; it is initialised, is resized, may overlap x, and is unchanged on
** failure. Errors: TH_EINVAL for less than 1 or more than 2^30 bins, and for a range that is empty
** or not finite; TH_EDTYPE for other types; TH_EUNSUPPORTED off the CPU; TH_ENOMEM and what
** THTensor_result says.
*/
#ifndef TH_HISTOGRAM_H
#define TH_HISTOGRAM_H

#include "TH/ops/reduce/THReduce.h"

/* Of all elements.   (..) -> (bins) */
TH_API int THTensor_histc(THTensor *out, const THTensor *x, int64_t bins, double low, double high);

/* Of each row, over one range.   (.., n) -> (.., bins) */
TH_API int THTensor_bhistc(THTensor *out, const THTensor *x, int64_t bins, double low, double high);

#endif
