/*
** Between real and quantized tensors. q = rint(x / scale) + zero point, limited to the numbers that
** the type stores; x = (q - zero point) * scale. Real numbers are computed in float, x / scale as
** x * (1 / scale); halves are rounded to even, and NaN becomes the zero point.
*/
#ifndef TH_QUANTIZE_H
#define TH_QUANTIZE_H

#include "TH/ops/quantized/THQuantizer.h"

struct THRequest;

/* Make out a new quantized tensor of the values of x, which is floating. */
TH_API int THTensor_quantize(const char *op, THTensor *out, const THTensor *x,
                             const THQuantization *to);

/* out = the values of a quantized tensor, in float. */
TH_API int THTensor_dequantize(THTensor *out, const THTensor *x);

/* Make out a new tensor of the numbers that a quantized tensor stores: Char, Byte or Int. */
TH_API int THTensor_intRepr(THTensor *out, const THTensor *x);

/* out = the values of x, quantized and back, of the dtype of x. The numbers are limited to [low,
   high], which has every zero point. as: the parameters; its dtype is not looked at. */
TH_API int THTensor_fakeQuantize(const char *op, THTensor *out, const THTensor *x,
                                 const THQuantization *as, int64_t low, int64_t high);

/* A scale and a zero point for the values of x between its least and its largest one and 0. With
   reduced, one bit less of the dtype, QInt8 or QUInt8, is used. TH_EINVAL if x is empty or has
   values that are not finite. */
TH_API int THTensor_chooseQuantization(const THTensor *x, int dtype, int reduced, double *scale,
                                       int64_t *zero);

/* The quantizer's answer to the gate: copies, elements and comparisons. */
int th_serveQuantized(const struct THRequest *request);

#endif
