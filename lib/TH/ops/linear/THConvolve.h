/*
** Convolution and cross-correlation of pictures and volumes with kernels.
**
** x and the kernel have the same dtype, any but Bool. Sums of integers wrap, sums of halves are
** made in float, and all have the same bits on every SIMD level and number of threads. out is
** initialised, is resized, may be an operand, and is unchanged on failure. TH_ESHAPE for sizes that
** do not fit, TH_EDTYPE, TH_EUNSUPPORTED (device, layout), TH_ENOMEM.
*/
#ifndef TH_CONVOLVE_H
#define TH_CONVOLVE_H

#include "TH/geometry/THTensor.h"

typedef struct THConvolution {
  const char *name; /* for errors */
  int dims;         /* 2: pictures, 3: volumes */
  int flips;        /* 1: the kernel is flipped in all dimensions (convolution) */
} THConvolution;

TH_API const THConvolution TH_conv2, TH_xcorr2, TH_conv3, TH_xcorr3;

/*
** For pictures: (m,n), (k,l) -> (m-k+1,n-l+1), for the places where the kernel is inside x. If
** full: (m+k-1,n+l-1), as if x had zeros all around it (0 times an infinite weight is NaN). Volumes
** have one dimension more.
**   x, kernel                    one of each
**   (p,..), (p,..) -> (p,..)     p pairs of one each
**   (p,..), (q,p,..) -> (q,..)   q sums over p
*/
TH_API int THTensor_convolve(const THConvolution *kind, THTensor *out, const THTensor *x,
                             const THTensor *kernel, int full);

#endif
