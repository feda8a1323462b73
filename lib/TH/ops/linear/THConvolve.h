/*
** Convolution and cross-correlation of signals, pictures and volumes with kernels.
**
** x and the kernel have one dtype, of any but Bool; sums of integers wrap, sums of halves are made
** in float, and all have the same bits on every SIMD level and thread count. out is initialised, is
** resized, and may be an operand. TH_ESHAPE for sizes that do not fit, TH_EDTYPE, TH_EUNSUPPORTED
** (device, layout), TH_ENOMEM; out is unchanged on failure.
*/
#ifndef TH_CONVOLVE_H
#define TH_CONVOLVE_H

#include "TH/geometry/THTensor.h"

typedef struct THConvolution {
  const char *name; /* for errors */
  int dims;         /* 2: pictures, 3: volumes */
  int flips;        /* 1: the kernel is turned round in all of them (convolution) */
} THConvolution;

TH_API const THConvolution TH_conv2, TH_xcorr2, TH_conv3, TH_xcorr3;

/*
** For pictures: (m,n), (k,l) -> (m-k+1,n-l+1), the places where the kernel lies inside; full: the
** sizes (m+k-1,n+l-1), as if x had zeros all round, which make NaN of an infinite weight. Volumes
** have one dimension more.
**   x, kernel                    one of each
**   (p,..), (p,..) -> (p,..)     p times one
**   (p,..), (q,p,..) -> (q,..)   q sums over p
*/
TH_API int THTensor_convolve(const THConvolution *kind, THTensor *out, const THTensor *x,
                             const THTensor *kernel, int full);

#endif
