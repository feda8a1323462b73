/*
** The point-wise operations: the driver that runs a row of THPointwise.def, and the rows as data.
**
**   const THOperand in[] = {TH_tensorOperand(&a), TH_numberOperand(TH_real(2))};
**   TH_TRY(THOp_apply(&TH_ops[TH_OP_cmul], &out, in));
*/
#ifndef TH_OPS_H
#define TH_OPS_H

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THTensor.h"

enum THOpKind {
  TH_KIND_UNARY,
  TH_KIND_PART,
  TH_KIND_PREDICATE,
  TH_KIND_BINARY,
  TH_KIND_DIVISION,
  TH_KIND_SCALED,
  TH_KIND_COMPARE,
  TH_KIND_UNARY2,
  TH_KIND_TERNARY1,
  TH_KIND_DIVISION1
};

typedef struct THOp {
  int kind, operands, numbers; /* how many elements a, b, c; then how many numbers u, v */
  const char *name;            /* the name with tensors */
  /* the name with a number if Torch7's C names differ, else NULL */
  const char *alias;
  const char *dtypes;          /* the set's name: "ALL", "NUMERIC", .. */
  const char *doc;
} THOp;

/* The rows, TH_NUM_POINTWISE of them, indexed by TH_OP_<name>. */
TH_API const THOp TH_ops[];

/*
** out = op(in...): the row's operands, then its numbers (a TH_SCALED row takes the coefficient of b
** as its third).
**
** At least one operand is a tensor. All tensors are on one device; those of several dtypes are
** converted to the one in which they meet (THPromote.h). They broadcast, or have equal counts and
** are combined in row-major order, in the shape of the first. Numbers are converted to the dtype as
** by a copy, with two exceptions: limits (clamp, cmax, ...) become the nearest number that an
** integer type holds, and a comparison with a number that it does not hold is made in double.
**
** out is resized to the result and may be an operand, whole or in part. It keeps its dtype, if it
** has one: the result is converted to it, where that does not lower the kind of number (TH_EDTYPE).
** A mask is a ByteTensor, or has the dtype of out if that is set. TH_EDTYPE, TH_ESHAPE, TH_EINVAL
** (an integer division by zero, an out that overlaps itself), TH_ENOMEM; out is then unchanged.
*/
TH_API int THOp_apply(const THOp *op, THTensor *out, const THOperand *in);

/* The row that takes powers with a number as exponent: cpow, or square for 2 and, for a floating
   dtype, cube for 3, which take less time. */
const THOp *THOp_ofPower(int dtype, THNumber exponent);

/* The same with errors that begin with name, for callers that offer the row under another name. */
TH_API int THOp_applyAs(const char *name, const THOp *op, THTensor *out, const THOperand *in);

/*
** The same by Torch7's rules, for its scripts and extensions: all tensors have one dtype, out too
** unless it is a mask (TH_EDTYPE); operands of equal count are taken in
** row-major order, in the shape of the first, and broadcast only otherwise; an out that has the
** sizes of the result and overlaps itself is written element by element in that order
** (THInOrder.h), so that an operation in place accumulates.
*/
TH_API int THOp_applyInOrder(const char *name, const THOp *op, THTensor *out, const THOperand *in);

/* The TH_OP_ code of a row's kernel. A TH_SCALED row has another one for coefficients other than
   1. */
TH_API int THOp_kernel(const THOp *op, int scaled);

/* The entry of a device for such a code and dtype, or NULL. */
TH_API THIterEntry THOp_entry(int code, int dtype, int device);

/*
** The number as the row takes it beside operands of dtype. Limits (of clamp, cmax, ...) keep their
** meaning if an integer type cannot hold the number: 300 is above every Byte. All other numbers are
** converted as by a copy, which wraps.
*/
TH_API THNumber THOp_number(const THOp *op, int dtype, THNumber number);

/* Whether the row compares integers with a number that dtype does not hold, such as 7.5. The
   comparison is then made in double. */
TH_API int THOp_comparesAsDouble(const THOp *op, int dtype, THNumber number);

/* Whether the row's results are truth values. */
TH_API int THOp_isMask(const THOp *op);

/* The row with that name (either of its names), or NULL. */
TH_API const THOp *THOp_find(const char *name);

#endif
