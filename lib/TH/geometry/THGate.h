/*
** The gate: every driver asks it before it looks at an element, so that no driver meets a tensor
** that it does not understand. A plain tensor passes: strided, without flags, on memory that no
** device is at work on. Others pass where the driver says that it knows them. A layout never does:
** an operation that asks (THGate_serves) may be done by the layout itself, or reads what the layout
** makes of the tensor (THGate_resolve).
*/
#ifndef TH_GATE_H
#define TH_GATE_H

#include "TH/geometry/THTensor.h"

/* What a driver may understand of memory: that of the host which devices are at work on, behind
   which it orders its own work. For all others the gate waits (THStorage_settle). */
enum { TH_MEMORY_AWAY = 1 };

/*
** An operand: of a built dtype (TH_EDTYPE), strided and without flags (TH_EUNSUPPORTED), inside its
** storage (TH_EINVAL). The undefined tensor of a dtype passes. Known: those flags (TH_FLAG_) and
** that memory (TH_MEMORY_) pass too.
*/
TH_API int THTensor_operand(const char *op, const THTensor *t);
TH_API int THTensor_operandKnown(const char *op, const THTensor *t, unsigned flags,
                                 unsigned memory);

/* What is written as it is: the same, and a tensor that is writable and does not overlap itself
   (TH_EINVAL). */
TH_API int THTensor_target(const char *op, const THTensor *t);
TH_API int THTensor_targetKnown(const char *op, const THTensor *t, unsigned flags,
                                unsigned memory);

/* An operand: a tensor, or a number where tensor is NULL. */
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
** What an operation was asked for. Operands are the arguments of its C function in their order,
** dimensions among them as numbers from 0. A result that is a number goes to *number; else that is
** NULL. op is the name by which it was called, chapter and row say what it is (THChapter.h).
*/
typedef struct THRequest {
  const char *op;
  int chapter, row, nresults, noperands;
  THTensor *const *result;
  THNumber *number;
  const THOperand *operand;
} THRequest;

/* Whether the layout of a result or operand did what is asked; *status is then what it said. */
TH_API int THGate_serves(const THRequest *request, int *status);

/* *use is t or, where its layout can be resolved, a strided tensor of its elements in *own, which
   is {0} and the caller's to clear. */
TH_API int THGate_resolve(const char *op, const THTensor *t, THTensor *own, const THTensor **use);

/* Fails for a tensor that is not understood: by its layout, or else by its flags. */
TH_API int THTensor_refuse(const char *op, const THTensor *t);

/* What is seen otherwise, as by a view, without a look at its elements: refuses layouts alone. */
static inline int THTensor_viewable(const char *op, const THTensor *t)
{
  return t->layout ? THTensor_refuse(op, t) : TH_OK;
}

/* The same of what gets its sizes later: neither a layout, nor read-only, nor flags but those. */
TH_API int THTensor_writable(const char *op, const THTensor *t, unsigned flags);

#endif
