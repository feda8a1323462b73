/*
** Chains of point-wise operations in one pass over memory.
**
** A chain is built step by step; its values are tensors and results of steps. It runs on blocks of
** positions, small enough that what passes from step to step stays in the first-level cache; on
** another device each step takes all positions. The result is, bit for bit, that of the single
** operations one after the other. For example, out = sqrt(a * b), with errors left out:
**
**   THFuse chain = {.count = 0};
**   int a, b, product, root;
**   THFuse_tensor(&chain, ta, &a);
**   THFuse_tensor(&chain, tb, &b);
**   THFuse_step(&chain, "mul", &TH_ops[TH_OP_cmul], (THFuseOperand[]){{a}, {b}}, &product);
**   THFuse_step(&chain, "sqrt", &TH_ops[TH_OP_sqrt], (THFuseOperand[]){{product}}, &root);
**   THFuse_run(&chain, 1, &out, &root);
**   THFuse_clear(&chain);
*/
#ifndef TH_FUSE_H
#define TH_FUSE_H

#include "TH/ops/elementwise/THOps.h"

enum { TH_FUSE_CONVERT = -1, TH_FUSE_MAX_VALUES = 64, TH_FUSE_MAX_TENSORS = TH_MAX_OPERANDS };

/* An operand of a step: a value by its number, or (value < 0) a number. */
typedef struct THFuseOperand { int value; THNumber number; } THFuseOperand;

typedef struct THFuseValue {
  const char *name;    /* the operation's name, for errors; NULL for a tensor */
  int code, dtype, of; /* TH_OP_<row> or TH_FUSE_CONVERT; the result's dtype; the operands' dtype */
  int nin;
  THFuseOperand in[4];
  THTensor tensor;     /* if name is NULL, else not set; owned */
} THFuseValue;

/* A chain with count and device 0 is empty; other fields need not be set. Clear it after use. */
typedef struct THFuse {
  int count, device;
  THFuseValue value[TH_FUSE_MAX_VALUES];
} THFuse;

TH_API void THFuse_clear(THFuse *chain);

/* Add a tensor, to which the chain takes a reference. *value is its number; the same window gets
   the same number. Errors: those of THTensor_operand, TH_EUNSUPPORTED for another device than the
   first tensor's, TH_EINVAL beyond TH_FUSE_MAX_VALUES. */
TH_API int THFuse_tensor(THFuse *chain, const THTensor *t, int *value);

/*
** Add a step: the operands and numbers of op, in the order of THOp_apply. Operands that are values
** have one dtype; numbers are converted to it as THOp_apply does. A mask is a value of dtype Byte.
** TH_EDTYPE; TH_EINVAL if no operand is a value, for a division of integers by a value or by 0, and
** beyond TH_FUSE_MAX_VALUES.
*/
TH_API int THFuse_step(THFuse *chain, const char *name, const THOp *op, const THFuseOperand *in,
                       int *value);

/* Add a step that converts a value to dtype, as copy does. TH_EDTYPE, TH_EINVAL. */
TH_API int THFuse_convert(THFuse *chain, int value, int dtype, int *converted);

/*
** out[k] = value[k] for each k < nout. The tensors that a value depends on broadcast to its sizes,
** which are the same for all. out is resized; it may be a tensor of the chain, whole or in part.
** TH_ESHAPE, TH_EDTYPE, TH_ENOMEM; TH_EINVAL for results that share memory, and for more than
** TH_FUSE_MAX_TENSORS tensors and results together. No element is changed on failure.
*/
TH_API int THFuse_run(const THFuse *chain, int nout, THTensor *const *out, const int *value);

#endif
