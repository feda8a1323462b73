/*
** Quantizers: what the elements of a quantized tensor mean. A quantized tensor has strided elements
** of dtype QInt8, QUInt8 or QInt32 and a quantizer as its layout (THLayout.h): element q stands for
** (q - zero point) * scale. Its layout's number is 0, so it is strided to whoever asks.
**
** A quantizer keeps the parameters as a tensor of the sizes of the quantized one, whose strides are
** 0 along dimensions that share them. So a view of the elements is the same view of the parameters,
** whatever it does to the channels; where all strides are 0, the scheme is per tensor. Zero points
** lie behind their scales.
**
** A tensor of a quantized dtype without a quantizer has bare numbers: they can be copied and moved,
** but stand for no values.
*/
#ifndef TH_QUANTIZER_H
#define TH_QUANTIZER_H

#include "TH/geometry/THTensor.h"

/* How zero points are meant: whole numbers; whole numbers in the middle of the type's range; or
   numbers with a fraction, which are added before rounding. */
typedef enum THQuantizing {
  TH_QUANTIZE_AFFINE, TH_QUANTIZE_SYMMETRIC, TH_QUANTIZE_FLOAT, TH_NUM_QUANTIZINGS
} THQuantizing;

/* Whether t has a quantizer. */
TH_API int THTensor_isQuantized(const THTensor *t);

/* The quantizer's way. t must have one. */
TH_API THQuantizing THQuantizer_kind(const THTensor *t);

/* The scales, or the zero points, of a quantized tensor: a borrowed tensor of doubles of its
   sizes. */
TH_API THTensor THQuantizer_scales(const THTensor *t);
TH_API THTensor THQuantizer_zeros(const THTensor *t);

/* The dimension along which the parameters differ; -1: they are the same for the whole tensor; -2:
   they differ along several, as after unfold. */
TH_API int THQuantizer_axis(const THTensor *t);

/* Whether two quantized tensors of the same sizes have the same parameters for all elements. */
TH_API int THQuantizer_isSame(const THTensor *a, const THTensor *b);

/* How to quantize. axis is -1 if one scale and zero point are for the whole tensor; else scales and
   zeros are tensors with one for each position of axis. */
typedef struct THQuantization {
  int dtype; /* quantized */
  THQuantizing kind;
  int axis;
  double scale, zero;
  const THTensor *scales, *zeros;
} THQuantization;

/*
** Give t, whose dtype is quantized, a quantizer of its own, of copies of the parameters (dtype is
** not looked at). TH_EINVAL for a scale that is not above 0 as a float, a zero point that is no
** number of the type (where it has no fraction) or, if symmetric, not the middle; TH_ESHAPE for
** parameters of another size than the axis; TH_EUNSUPPORTED for tensors on a device; TH_EDTYPE;
** TH_ENOMEM. On failure t is unchanged.
*/
TH_API int THQuantizer_set(const char *op, THTensor *t, const THQuantization *as);

/* The layout of quantized tensors. */
TH_API const THLayoutType *THQuantizer_type(void);

/* The least and the largest number that a quantized dtype stores. */
TH_API int64_t THQuantizer_least(int dtype);
TH_API int64_t THQuantizer_most(int dtype);

/* For messages and files: "perTensorAffine" and so on. find gives the kind of a name, or -1. */
TH_API const char *THQuantizer_schemeName(THQuantizing kind, int isPerChannel);
TH_API int THQuantizer_findScheme(const char *name, int *isPerChannel);

#endif
