/*
** Chains of point-wise operations in one pass over memory.
**
** A chain is built step by step: values are tensors and results of steps. Running it takes blocks
** of positions small enough that what passes from step to step stays in the first-level cache; on
** another device each step takes all positions. The elements are those that the steps one after the
** other would give, bit for bit.
*/
#ifndef TH_FUSE_H
#define TH_FUSE_H

#include "TH/ops/elementwise/THOps.h"

enum { TH_FUSE_CONVERT = -1, TH_FUSE_MAX_VALUES = 64, TH_FUSE_MAX_TENSORS = TH_MAX_OPERANDS };

/* What a step takes: a value by its number, or (value < 0) a number. */
typedef struct THFuseOperand { int value; THNumber number; } THFuseOperand;

typedef struct THFuseValue {
  const char *name;    /* the operation's, for errors; NULL for a tensor */
  int code, dtype, of; /* TH_OP_<row>, or TH_FUSE_CONVERT; of the result; of the operands */
  int nin;
  THFuseOperand in[4];
  THTensor tensor;     /* where name is NULL; owned */
} THFuseValue;

/* {0}, or what has count and device 0, is an empty chain; to be cleared after use. */
typedef struct THFuse {
  int count, device;
  THFuseValue value[TH_FUSE_MAX_VALUES];
} THFuse;

TH_API void THFuse_clear(THFuse *chain);

/* Add a tensor, which the chain keeps. *value is its number; the same window gets the same one.
   Errors: the gate's, TH_EUNSUPPORTED for another device than the first's, TH_EINVAL beyond
   TH_FUSE_MAX_VALUES. */
TH_API int THFuse_tensor(THFuse *chain, const THTensor *t, int *value);

/*
** Add a step: op's operands and numbers, in the order of THOp_apply. Operands that are values have
** one dtype; numbers are converted to it as THOp_apply does. A mask is a value of dtype Byte.
** TH_EDTYPE, TH_EINVAL (no value among the operands, a division of integers by a value or by 0,
** beyond TH_FUSE_MAX_VALUES).
*/
TH_API int THFuse_step(THFuse *chain, const char *name, const THOp *op, const THFuseOperand *in,
                       int *value);

/* Add a step that converts a value to dtype, as copy does. TH_EDTYPE, TH_EINVAL. */
TH_API int THFuse_convert(THFuse *chain, int value, int dtype, int *converted);

/*
** out[k] = value[k] for k below nout, of the sizes to which the tensors behind the values
** broadcast: the same for all. out is resized; it may be a tensor of the chain, whole or in part.
** TH_ESHAPE, TH_EDTYPE, TH_EINVAL (results that share memory, more than TH_FUSE_MAX_TENSORS tensors
** and results together), TH_ENOMEM; no element is changed then.
*/
TH_API int THFuse_run(const THFuse *chain, int nout, THTensor *const *out, const int *value);

#endif
