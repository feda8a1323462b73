/*
** Views between complex tensors and the real tensors of their parts. They share the memory: the
** view's storage is a view, of the other dtype, of the whole of the first one's.
*/
#ifndef TH_COMPLEX_H
#define TH_COMPLEX_H

#include "TH/geometry/THTensor.h"

/* The real or the imaginary parts of a complex tensor. TH_EDTYPE for another one. */
TH_API int THTensor_part(const char *op, THTensor *out, const THTensor *z, int isImaginary);

/* Both parts, as a new last dimension of size 2. */
TH_API int THTensor_viewAsReal(THTensor *out, const THTensor *z);

/* The complex numbers whose parts are beside each other along the last dimension, which has size 2
   and stride 1. TH_EINVAL where other strides or the offset are odd; TH_EDTYPE for a dtype that
   parts do not have. */
TH_API int THTensor_viewAsComplex(THTensor *out, const THTensor *x);

/* The conjugates or the negatives as a view: the flag is flipped, nothing is computed. The
   conjugates of real numbers are the same window; TH_EDTYPE for the negatives of bools and
   quantized numbers. */
TH_API int THTensor_conj(THTensor *out, const THTensor *t);
TH_API int THTensor_negView(THTensor *out, const THTensor *t);

/* The complex dtype whose parts have that dtype, or TH_UNDEFINED. */
TH_API int THDtype_complexOf(int value);

#endif
