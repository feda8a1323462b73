/*
** Operands and results that are made apart. A copy of an operand is made before the result is
** changed, so that a failure leaves the result as it was.
*/
#include "TH/ops/elementwise/THInput.h"

#include "TH/geometry/THGate.h"
#include "TH/ops/elementwise/THCopy.h"

int THInput_take(THInput *in, const char *op, const THTensor *t, unsigned flags)
{
  TH_TRY(THGate_resolve(op, t, &in->own, &in->use));
  if (in->use->flags & ~flags & TH_FLAGS_LAZY) {
    TH_TRY(THTensor_clone(&in->own, in->use, in->use->dtype));
    in->use = &in->own;
  }
  return THTensor_operandKnown(op, in->use, flags, 0);
}

int THInput_keepFrom(THInput *in, const THTensor *out, int ndim, const int64_t *size,
                     int isElementwise)
{
  const enum THAlias alias = THAlias_of(out, ndim, size, in->use);
  if (alias == TH_APART || (alias == TH_SAME && isElementwise)) return TH_OK;
  TH_TRY(THTensor_clone(&in->own, in->use, in->use->dtype));
  in->use = &in->own;
  return TH_OK;
}

void THInput_drop(THInput *in)
{
  THTensor_clear(&in->own);
}

int THResult_replace(const char *op, THTensor *out, const THTensor *made)
{
  const THTensor before = *out;
  int status =
      THTensor_result(op, out, THTensor_device(made), made->dtype, made->nDimension, made->size);
  if (!status) status = THTensor_copy(out, made);
  if (status) THTensor_restore(out, &before);
  return status;
}

static int takes(const THTensor *out, const THTensor *made)
{
  return !out->storage && !out->layout &&
         (out->dtype == TH_UNDEFINED || out->dtype == made->dtype) &&
         (!out->device || out->device == THTensor_device(made));
}

int THResult_give(const char *op, int status, THTensor *out, THTensor *made)
{
  if (!status && takes(out, made)) THTensor_set(out, made);
  else if (!status) status = THResult_replace(op, out, made);
  THTensor_clear(made);
  return status;
}

/* Prepares copies of the two headers, and sets the results when both have succeeded. */
int THResult_pair(const char *op, const THTensor *x, const int64_t *size, THTensor *values,
                  THTensor *indices)
{
  THTensor ready = *values, also = *indices;
  const int device = THTensor_device(x);
  TH_TRY(THAlias_distinct(op, 2, (THTensor *[]){values, indices}, 1));
  TH_TRY(THTensor_result(op, &ready, device, x->dtype, x->nDimension, size));
  const int status = THTensor_result(op, &also, device, TH_LONG, x->nDimension, size);
  if (status) {
    if (ready.storage != values->storage) THStorage_release(ready.storage);
    return status;
  }
  *values = ready;
  *indices = also;
  return TH_OK;
}
