/*
** Questions that many operations ask of their operands, so that the answers are worded alike.
*/
#ifndef TH_CHECK_H
#define TH_CHECK_H

#include "TH/geometry/THTensor.h"

/* TH_EINVAL unless t has a dimension dim, counted from 0. */
TH_API int TH_checkDim(const char *op, const THTensor *t, int64_t dim);

/* The name of the type of what ("Tensor", "Storage") holds a dtype on a device: torch.FloatTensor,
   torch.CudaTensor, torch.CudaIntStorage. */
TH_API THTypeText TH_typeOn(int dtype, int device, const char *what);

/* TH_EDTYPE unless operands on device are of the same dtype: that of the first, and another's. */
TH_API int TH_checkSameType(const char *op, int device, int first, int other);

/* TH_EUNSUPPORTED unless operands are on the same device: that of the first, and that of operand k,
   which count from 1. */
TH_API int TH_checkSameDevice(const char *op, int first, int k, int other);

/* TH_EUNSUPPORTED unless t is the CPU's. */
TH_API int TH_checkOnCpu(const char *op, const THTensor *t);

#endif
