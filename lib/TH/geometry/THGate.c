/*
** The checks of operands and results. Layout and flags are checked before the window, because the
** window of a tensor with a layout means nothing.
*/
#include "TH/geometry/THGate.h"

#include "TH/geometry/THCheck.h"

static const char *bits_of(const THTensor *t)
{
  return t->flags & TH_FLAG_CONJUGATED ? "conjugated" : "negated";
}

int THTensor_refuse(const char *op, const THTensor *t)
{
  if (!t->layout)
    return th_fail(TH_EUNSUPPORTED, "%s: a view that is %s is not supported here; clone() makes a "
                   "tensor of its values", op, bits_of(t));
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
    return th_fail(TH_EUNSUPPORTED, "%s: a view that is %s cannot take a result here", op,
                   bits_of(t));
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

/* A layout is asked once, even if several of the tensors have it. */
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

int THGate_view(const char *op, int row, THTensor *out, const THTensor *t, int n,
                const int64_t *number)
{
  THOperand operand[1 + TH_MAX_DIM] = {TH_tensorOperand(t)};
  int status;
  for (int k = 0; k < n; k++) operand[1 + k] = TH_numberOperand(TH_integer(number[k]));
  const THRequest request = {.op = op, .chapter = TH_CHAPTER_SHAPE, .row = row, .nresults = 1,
                             .noperands = 1 + n, .result = &out, .operand = operand};
  return THGate_serves(&request, &status) ? status : THTensor_refuse(op, t);
}

static THTypeText type_of(const THTensor *t, const THLayoutType *layout)
{
  return TH_typeName(t->dtype, THTensor_device(t), layout ? layout->name : NULL, "Tensor");
}

/* Of a layout of the same library, of a strided tensor, or by way of one. */
static int make_layout(const char *op, THTensor *out, const THTensor *t, const THLayoutType *type)
{
  THTensor strided = {0};
  if (!type || !type->make)
    return th_fail(TH_EUNSUPPORTED, "%s: a %s is not made of a %s this way", op,
                   type_of(t, type).text, type_of(t, t->layout ? t->layout->type : NULL).text);
  const int status = type->make(op, t, out);
  if (status != TH_UNSERVED) return status;
  int made = THTensor_toLayout(op, &strided, t, 0);
  if (!made) made = type->make(op, &strided, out);
  THTensor_clear(&strided);
  return made;
}

int THTensor_toLayout(const char *op, THTensor *out, const THTensor *t, int layout)
{
  if (THLayout_number(t->layout) == layout) return THTensor_set(out, t), TH_OK;
  if (layout) return make_layout(op, out, t, THLayout_numbered(layout));
  const THLayoutType *type = t->layout->type;
  return type->strided ? type->strided(op, t, out) : THTensor_refuse(op, t);
}
