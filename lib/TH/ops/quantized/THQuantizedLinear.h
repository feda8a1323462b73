/*
** The linear layer of quantized tensors: the product of a batch with transposed weights, plus a
** bias, quantized again.
*/
#ifndef TH_QUANTIZED_LINEAR_H
#define TH_QUANTIZED_LINEAR_H

#include "TH/ops/quantized/THQuantizer.h"

/*
** Make out a new tensor, n x out, of that quantized dtype, scale and zero point, with the elements
** y = x w' + bias. x is n x in, QInt8 or QUInt8, one scale for all; w is out x in, QInt8, with one
** scale for all or one for each row; bias, floating with out elements, may be NULL.
**
** The sums of products are made in 32 bits and wrap: they are exact up to in = 65536 (33025 for
** weights that have zero points). They are scaled in float and rounded half to even; all levels and
** any number of threads give the same bits.
*/
TH_API int THTensor_quantizedLinear(THTensor *out, const THTensor *x, const THTensor *w,
                                    const THTensor *bias, double scale, int64_t zero, int dtype);

#endif
