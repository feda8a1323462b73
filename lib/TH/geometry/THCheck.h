/*
** Checks that many operations share, so that their errors are worded alike.
*/
#ifndef TH_CHECK_H
#define TH_CHECK_H

#include "TH/geometry/THTensor.h"

/* TH_EINVAL unless t has dimension dim, counted from 0. */
TH_API int TH_checkDim(const char *op, const THTensor *t, int64_t dim);

/* The name of the type that holds a dtype on a device; what is "Tensor" or "Storage". For example
   torch.FloatTensor, torch.CudaTensor, torch.CudaIntStorage. */
TH_API THTypeText TH_typeOn(int dtype, int device, const char *what);

/* TH_EDTYPE unless two operands have the same dtype: first is the first operand's, other another's.
   Both are on device. */
TH_API int TH_checkSameType(const char *op, int device, int first, int other);

/* TH_EUNSUPPORTED unless two operands are on the same device: first is operand 1's, other operand
   k's. */
TH_API int TH_checkSameDevice(const char *op, int first, int k, int other);

/* TH_EUNSUPPORTED unless t is on the CPU. */
TH_API int TH_checkOnCpu(const char *op, const THTensor *t);

#endif
