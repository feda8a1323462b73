/*
** The gate: the checks that every driver makes before it reads or writes an element, so that no
** driver works on a tensor that it does not understand. A plain tensor passes: strided, without
** flags, on memory that no device is using. A tensor with flags or on other memory passes if the
** driver says that it knows them. A tensor with a layout never passes. For such a tensor an
** operation first asks the layout to do the work (THGate_serves), or works on a strided tensor that
** the layout makes (THGate_resolve).
*/
#ifndef TH_GATE_H
#define TH_GATE_H

#include "TH/geometry/THTensor.h"

/* A bit for memory, below: the driver can use host memory on which devices are at work, and orders
   its own work after theirs. For other drivers the gate waits (THStorage_settle). */
enum { TH_MEMORY_AWAY = 1 };

/*
** The check that every operand passes: its dtype is built (TH_EDTYPE), it is strided and has no
** flags (TH_EUNSUPPORTED), and it lies inside its storage (TH_EINVAL). The undefined tensor of a
** dtype passes. With Known, tensors with these flags (TH_FLAG_) and on this memory (TH_MEMORY_)
** pass too.
*/
TH_API int THTensor_operand(const char *op, const THTensor *t);
TH_API int THTensor_operandKnown(const char *op, const THTensor *t, unsigned flags,
                                 unsigned memory);

/* The same check for a tensor that is written to without a resize: it must also be writable and
   must not overlap itself (TH_EINVAL). */
TH_API int THTensor_target(const char *op, const THTensor *t);
TH_API int THTensor_targetKnown(const char *op, const THTensor *t, unsigned flags,
                                unsigned memory);

/* An operand: a tensor, or a number if tensor is NULL. */
typedef struct THOperand { const THTensor *tensor; THNumber number; } THOperand;

static inline THOperand TH_tensorOperand(const THTensor *t)
{
  const THOperand operand = {t, TH_integer(0)};
  return operand;
}

static inline THOperand TH_numberOperand(THNumber n)
{
  const THOperand operand = {NULL, n};
  return operand;
}

/*
** A call of an operation, as a layout sees it. op is the name by which it was called; chapter and
** row identify it (THChapter.h). The operands are the arguments of its C function in their order;
** dimensions are numbers, counted from 0. A result that is a number is written to *number; for
** other operations number is NULL.
*/
typedef struct THRequest {
  const char *op;
  int chapter, row, nresults, noperands;
  THTensor *const *result;
  THNumber *number;
  const THOperand *operand;
} THRequest;

/* Whether the layout of a result or operand did the operation. If so, *status is its status. */
TH_API int THGate_serves(const THRequest *request, int *status);

/* Set *use to t or, if its layout can be resolved, to *own, which becomes a strided tensor of the
   same elements. *own must be {0}; the caller clears it. */
TH_API int THGate_resolve(const char *op, const THTensor *t, THTensor *own, const THTensor **use);

/* Sets the error for a tensor that is not understood and returns TH_EUNSUPPORTED. The text names
   its layout or, if it has none, speaks of its flags. */
TH_API int THTensor_refuse(const char *op, const THTensor *t);

/* For views, which read no elements: refuses only a tensor with a layout. */
static inline int THTensor_viewable(const char *op, const THTensor *t)
{
  return t->layout ? THTensor_refuse(op, t) : TH_OK;
}

/* For a result that gets its sizes later: it must have no layout, no flags but these, and a storage
   that is not read-only. */
TH_API int THTensor_writable(const char *op, const THTensor *t, unsigned flags);

#endif
