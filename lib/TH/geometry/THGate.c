/*
** The gate of operands and results. What is understood is asked first, and the window last: a
** layout's window says nothing.
*/
#include "TH/geometry/THGate.h"

int THTensor_refuse(const char *op, const THTensor *t)
{
  if (!t->layout)
    return th_fail(TH_EUNSUPPORTED,
                   "%s: not defined for a tensor of this layout; use contiguous() first", op);
  const THLayoutType *type = t->layout->type;
  return th_fail(TH_EUNSUPPORTED, "%s: a %s tensor is not supported here; %s", op, type->name,
                 type->hint);
}

int THTensor_operandKnown(const char *op, const THTensor *t, unsigned flags, unsigned memory)
{
  if (!THDtype_isBuilt(t->dtype))
    return th_fail(TH_EDTYPE, "%s: operand of element type %s", op,
                   THDtype_traits(t->dtype)->name);
  if (t->flags & ~flags || t->layout) return THTensor_refuse(op, t);
  if (t->storage && t->storage->flag & TH_STORAGE_AWAY && !(memory & TH_MEMORY_AWAY))
    TH_TRY(THStorage_settle(t->storage));
  return THTensor_fits(op, t);
}

int THTensor_operand(const char *op, const THTensor *t)
{
  return THTensor_operandKnown(op, t, 0, 0);
}

int THTensor_writable(const char *op, const THTensor *t, unsigned flags)
{
  if (t->layout)
    return th_fail(TH_EUNSUPPORTED, "%s: a %s tensor cannot take a result here; %s", op,
                   t->layout->type->name, t->layout->type->hint);
  if (t->flags & ~flags)
    return th_fail(TH_EUNSUPPORTED, "%s: a tensor of this layout cannot take a result", op);
  if (t->storage && t->storage->flag & TH_STORAGE_READONLY)
    return th_fail(TH_EINVAL, "%s: the result's storage is read-only", op);
  return TH_OK;
}

int THTensor_targetKnown(const char *op, const THTensor *t, unsigned flags, unsigned memory)
{
  TH_TRY(THTensor_writable(op, t, flags));
  if (THShape_overlapsItself(t->nDimension, t->size, t->stride))
    return th_fail(TH_EINVAL,
                   "%s: cannot write to a tensor of size %s whose elements share memory (it is "
                   "expanded or its windows overlap); use clone() first",
                   op, THTensor_sizeText(t).text);
  if (t->storage && !(memory & TH_MEMORY_AWAY)) TH_TRY(THStorage_settle(t->storage));
  return THTensor_fits(op, t);
}

int THTensor_target(const char *op, const THTensor *t)
{
  return THTensor_targetKnown(op, t, 0, 0);
}

/* One layout is asked once, however many of the tensors have it. */
int THGate_serves(const THRequest *request, int *status)
{
  const int nresults = request->nresults, count = nresults + request->noperands;
  unsigned asked = 0;
  for (int k = 0; k < count; k++) {
    const THTensor *t =
        k < nresults ? request->result[k] : request->operand[k - nresults].tensor;
    if (!t || !t->layout) continue;
    const THLayoutType *type = t->layout->type;
    if (!type->serve || asked & 1u << type->number) continue;
    asked |= 1u << type->number;
    *status = type->serve(request);
    if (*status != TH_UNSERVED) return 1;
  }
  return 0;
}

int THGate_resolve(const char *op, const THTensor *t, THTensor *own, const THTensor **use)
{
  *use = t;
  if (!t->layout || !t->layout->type->resolve) return TH_OK;
  TH_TRY(t->layout->type->resolve(op, t, own));
  *use = own;
  return TH_OK;
}
