/*
** The driver of the point-wise rows, and the rows as data.
*/
#ifndef TH_OPS_H
#define TH_OPS_H

#include "TH/backend/THPointwiseChapter.h"
#include "TH/geometry/THGate.h"
#include "TH/geometry/THTensor.h"

enum THOpKind {
  TH_KIND_UNARY,
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
  int kind, operands, numbers; /* elements a, b, c; then numbers u, v */
  const char *name;            /* with tensors */
  /* the name with a number, where Torch7's C names differ; else NULL */
  const char *alias;
  const char *dtypes;          /* the set's name: "ALL", "FLOATING", "INTEGRAL" */
  const char *doc;
} THOp;

/* Indexed by TH_OP_<name>; TH_NUM_POINTWISE rows. */
TH_API const THOp TH_ops[];

/*
** out = op(in...): the row's operands, then its numbers (a TH_SCALED row takes the coefficient of b
** as third). At least one operand is a tensor; all tensors have one dtype and device and broadcast,
** or have equal counts and are combined in row-major order in the shape of the first. Numbers are
** converted to the dtype as by copy; limits (clamp, cmax, ...) become the nearest that an integer
** type holds, and a comparison with a number that it does not hold is made in double. out is
** resized to the result; a mask is a ByteTensor, or of out's dtype where it has one. out may be an
** operand, whole or in part. TH_EDTYPE, TH_ESHAPE, TH_EINVAL (an integer division by zero, out
** overlapping itself), TH_ENOMEM; out is then unchanged.
*/
TH_API int THOp_apply(const THOp *op, THTensor *out, const THOperand *in);

/* The same; errors begin with name: for callers that offer the row under another one. */
TH_API int THOp_applyAs(const char *name, const THOp *op, THTensor *out, const THOperand *in);

/* The TH_OP_ code of a row's kernel: a TH_SCALED row has another where its coefficient is not 1. */
TH_API int THOp_kernel(const THOp *op, int scaled);

/* What a device has for such a code and dtype, or NULL. */
TH_API THIterEntry THOp_entry(int code, int dtype, int device);

/*
** A number as the row takes it beside operands of dtype. Limits (of clamp, cmax, ...) keep their
** meaning where an integer type cannot hold the number: 300 is above every Byte. All others are
** converted as by copy, which wraps.
*/
TH_API THNumber THOp_number(const THOp *op, int dtype, THNumber number);

/* Whether the row compares integers with a number that dtype does not hold, such as 7.5: that is
   done in double. */
TH_API int THOp_comparesAsDouble(const THOp *op, int dtype, THNumber number);

/* Whether the row's results are truth values. */
TH_API int THOp_isMask(const THOp *op);

/* The row of a name (either of its names), or NULL. */
TH_API const THOp *THOp_find(const char *name);

#endif
