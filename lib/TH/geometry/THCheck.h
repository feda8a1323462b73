/*
** Checks that many operations share, so that their errors are worded alike.
*/
#ifndef TH_CHECK_H
#define TH_CHECK_H

#include "TH/geometry/THTensor.h"

/* TH_EINVAL unless t has dimension dim, counted from 0. */
TH_API int TH_checkDim(const char *op, const THTensor *t, int64_t dim);

/* The name of the type that holds a dtype on a device; what is "Tensor" or "Storage". For example
   torch.FloatTensor, torch.CudaTensor, torch.CudaIntStorage. layout is the name of a layout, or
   NULL for strided: torch.sparse.FloatTensor, torch.cuda.sparse.FloatTensor. */
TH_API THTypeText TH_typeName(int dtype, int device, const char *layout, const char *what);

/* TH_EDTYPE unless two operands have the same dtype: first is the first operand's, other another's.
   Both are on device. */
TH_API int TH_checkSameType(const char *op, int device, int first, int other);

/* One of several tensors, for errors: its name, its number (0: the name is enough) and its device.
   For example {"operand", 2, device} or {"the mask", 0, device}. */
typedef struct THPlaced {
  const char *what;
  int number, device;
} THPlaced;

/* Sets the error for two tensors that are on different devices and returns TH_EUNSUPPORTED. */
TH_API int TH_devicesDiffer(const char *op, THPlaced a, THPlaced b);

/* TH_EUNSUPPORTED unless the two are on the same device: "add: operand 1 is on device 3, operand 2
   on device 0; copy one to the other's". */
static inline int TH_checkSameDevice(const char *op, THPlaced a, THPlaced b)
{
  return a.device == b.device ? TH_OK : TH_devicesDiffer(op, a, b);
}

/* TH_EDTYPE for a complex number, for callers that cannot use the imaginary part. */
TH_API int TH_checkReal(const char *op, THNumber n);

/* TH_EUNSUPPORTED unless t is on the CPU. */
TH_API int TH_checkOnCpu(const char *op, const THTensor *t);

#endif
