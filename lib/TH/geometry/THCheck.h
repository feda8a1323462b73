/*
** Questions that many operations ask of their operands, so that the answers are worded alike.
*/
#ifndef TH_CHECK_H
#define TH_CHECK_H

#include "TH/geometry/THTensor.h"

/* TH_EINVAL unless t has a dimension dim, counted from 0. */
TH_API int TH_checkDim(const char *op, const THTensor *t, int64_t dim);

/* The name of the type of what ("Tensor", "Storage") holds a dtype on a device: torch.FloatTensor,
   torch.CudaTensor, torch.CudaIntStorage. With the name of a layout, which is NULL for the strided
   one: torch.sparse.FloatTensor, torch.cuda.sparse.FloatTensor. */
TH_API THTypeText TH_typeName(int dtype, int device, const char *layout, const char *what);

/* TH_EDTYPE unless operands on device are of the same dtype: that of the first, and another's. */
TH_API int TH_checkSameType(const char *op, int device, int first, int other);

/* What one of several tensors is called in errors, and where it is: {"operand", 2, device}, or with
   the number 0 what needs none, {"the mask", 0, device}. */
typedef struct THPlaced {
  const char *what;
  int number, device;
} THPlaced;

/* Fails for the two, which are on different devices. */
TH_API int TH_devicesDiffer(const char *op, THPlaced a, THPlaced b);

/* TH_EUNSUPPORTED unless the two are on the same device: "add: operand 1 is on device 3, operand 2
   on device 0; copy one to the other's". */
static inline int TH_checkSameDevice(const char *op, THPlaced a, THPlaced b)
{
  return a.device == b.device ? TH_OK : TH_devicesDiffer(op, a, b);
}

/* TH_EDTYPE for a complex number, for who has no use for the imaginary part. */
TH_API int TH_checkReal(const char *op, THNumber n);

/* TH_EUNSUPPORTED unless t is the CPU's. */
TH_API int TH_checkOnCpu(const char *op, const THTensor *t);

#endif
