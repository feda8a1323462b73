/*
** Histograms: how many elements lie in each of bins equal parts of a range. For floating types.
**
** The range is from low to high, both included. If these are equal, it is from the smallest to the
** largest element of x; if those are equal too, it is widened by 1 on both sides. Elements outside,
** and NaN, are not counted. Element a is in bin (a - low) / (high - low) * bins, counted from 0 and
** computed in the type of x (in float for narrower types); high is in the last bin.
**
** out has the dtype of x; it is initialised, is resized, may overlap x, and is unchanged on
** failure. Errors: TH_EINVAL for less than 1 or more than 2^30 bins and for a range that is empty
** or not finite, TH_EDTYPE for other types, TH_EUNSUPPORTED off the CPU, TH_ENOMEM, and those of
** THTensor_result.
*/
#ifndef TH_HISTOGRAM_H
#define TH_HISTOGRAM_H

#include "TH/ops/reduce/THReduce.h"

/* The histogram of all elements. (..) -> (bins) */
TH_API int THTensor_histc(THTensor *out, const THTensor *x, int64_t bins, double low, double high);

/* The histogram of each row, all over one range. (.., n) -> (.., bins) */
TH_API int THTensor_bhistc(THTensor *out, const THTensor *x, int64_t bins, double low, double high);

#endif
