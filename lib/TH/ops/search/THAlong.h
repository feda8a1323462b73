/*
** What is computed along a dimension of a tensor, and made of other operations, so that devices
** have it: running extremes, differences, areas, slopes, and sums of exponentials.
**
** dim counts from 0. out is initialised, is resized, has the dtype of x, may overlap operands, and
** is unchanged on failure. Errors: TH_EINVAL for a dim that x does not have, TH_EDTYPE, TH_ESHAPE,
** TH_ENOMEM, and those of THTensor_result.
*/
#ifndef TH_ALONG_H
#define TH_ALONG_H

#include "TH/geometry/THTensor.h"

/* --- reductions: (.., n, ..) -> (.., 1, ..) --- */

/* The largest and the smallest element, and their difference; NaN if there is one. TH_EINVAL for an
   empty dim. All types but Bool and complex. */
TH_API int THTensor_amax(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_amin(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_ptp(THTensor *out, const THTensor *x, int dim);

/* How many elements are not 0 (NaN are not), of every type: a LongTensor. */
TH_API int THTensor_countNonzero(THTensor *out, const THTensor *x, int dim);

/* The logarithm of the sum of exponentials, without overflow; -inf of none. Floating types. */
TH_API int THTensor_logsumexp(THTensor *out, const THTensor *x, int dim);

/* --- of the sizes of x --- */

/* Exponentials over their sum, and the logarithm of that. NaN where all of a slice are -inf.
   Floating types. */
TH_API int THTensor_softmax(THTensor *out, const THTensor *x, int dim);
TH_API int THTensor_logSoftmax(THTensor *out, const THTensor *x, int dim);

/* The largest or smallest element so far, and its last position (LongTensor, from 1); NaN from the
   first one on, and the last NaN's position. All types but Bool and complex. */
TH_API int THTensor_cummax(THTensor *values, THTensor *indices, const THTensor *x, int dim);
TH_API int THTensor_cummin(THTensor *values, THTensor *indices, const THTensor *x, int dim);

/* --- of other sizes --- */

/* Differences of neighbours, n times; of Bools, whether they differ. Every type.
   (.., m, ..) -> (.., max(m - n, 0), ..) */
TH_API int THTensor_diff(THTensor *out, const THTensor *x, int64_t n, int dim);

/*
** Areas under the points by trapezia: their sum, 0 for fewer than 2 points, and their running sum.
** at (NULL: step apart): the places, a vector along dim or in the sizes of y. Floating types.
** (.., n, ..) -> (.., 1, ..); (.., n, ..) -> (.., n - 1, ..)
*/
TH_API int THTensor_trapz(THTensor *out, const THTensor *y, const THTensor *at, double step,
                          int dim);
TH_API int THTensor_cumulativeTrapezoid(THTensor *out, const THTensor *y, const THTensor *at,
                                        double step, int dim);

/* Slopes: between the neighbours of each element, at the ends of the element itself and its
   neighbour. at: as above, a vector. TH_EINVAL for fewer than 2 elements. Floating types. */
TH_API int THTensor_gradient(THTensor *out, const THTensor *x, const THTensor *at, double step,
                             int dim);

typedef enum THOverlap { TH_OVERLAP_FULL, TH_OVERLAP_SAME, TH_OVERLAP_VALID } THOverlap;

/* The convolution of two vectors: all places, the middle ones as many as the longer has, or those
   where the shorter lies within the longer. (m), (n) -> (m + n - 1), (max(m, n)), or (|m - n| + 1).
   TH_ESHAPE if one is empty. All types but Bool and complex; computed on the CPU. */
TH_API int THTensor_convolve1d(THTensor *out, const THTensor *a, const THTensor *b, THOverlap how);

/* For each class a vector of n zeros and a 1 in its place. n 0: as many as the largest. TH_EINVAL
   for a class below 1 or above n. LongTensors. (..) -> (.., n) */
TH_API int THTensor_oneHot(THTensor *out, const THTensor *classes, int64_t n);

#endif
